# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 6. Is armour worth its credits?
#
# *The Escher ganger comes in flak armour. For some credits more she may wear mesh, an undersuit below it, or carapace.
# How much longer does she stay up, against which weapons, and when are the credits better spent otherwise?*
#
# All by the advanced rules, and exact. **Down** means seriously injured or out of action.

# %%
import matplotlib.pyplot as plt
import pandas as pd

import necrostats as ns

GANGER = "escher-ganger"
SUITS = {
    "flak (as she comes)": GANGER,
    "flak + undersuit": f"{GANGER}[+armoured-undersuit]",
    "mesh": f"{GANGER}[armour=mesh]",
    "mesh + undersuit": f"{GANGER}[armour=mesh,+armoured-undersuit]",
    "refractor field": f"{GANGER}[+refractor]",
    "light carapace": f"{GANGER}[armour=carapace-light]",
    "heavy carapace": f"{GANGER}[armour=carapace-heavy]",
}
WEAPONS = {
    "lasgun": "Lasgun",
    "shotgun/solid": "Shotgun (solid slug)",
    "boltgun": "Boltgun",
    "flamer": "Flamer",
    "chainsword": "Chainsword",
    "power-sword": "Power sword",
    "plasma-gun/maximal": "Plasma gun, maximal",
}
plain = next(iter(SUITS))

# %% [markdown]
# ## What does each suit cost?
#
# Prices are those of the catalogue, on top of the ganger as she comes. The attacker is a nameless human; its weapon
# and a hit that is sure are all that counts here.

# %%
dressed = ns.compare(weapon="lasgun", target=list(SUITS.values()))
cards = dict(zip(SUITS, dressed["targets"], strict=True))
suits = pd.DataFrame(
    {
        suit: {"ganger and suit": card["cost"], "extra credits": card["cost"] - cards[plain]["cost"]}
        for suit, card in cards.items()
    }
).T
suits

# %% [markdown]
# ## How many hits does she take?
#
# `chain.down` hits her again and again with one weapon, each hit sure, until she is down: a hit may fail to wound, be
# saved, or leave a flesh wound that makes the next wound likelier. The mean number of hits:

# %%
hits = pd.DataFrame(
    {
        name: {
            suit: ns.chain.down(fighter, weapon=weapon)["until"]["down"]["mean"]["mean"]
            for suit, fighter in SUITS.items()
        }
        for weapon, name in WEAPONS.items()
    }
)

figure, axes = plt.subplots(figsize=(9, 3.8), layout="constrained")
axes.imshow(hits, cmap="Greens", vmin=1, vmax=8, aspect="auto")
for down, suit in enumerate(hits.index):
    for across, name in enumerate(hits.columns):
        value = hits.loc[suit, name]
        axes.text(
            across, down, f"{value:.1f}", ha="center", va="center", color="white" if value > 5.5 else "black"
        )
axes.set_xticks(range(len(hits.columns)), [name.replace(", ", "\n").replace(" ", "\n") for name in hits])
axes.set_yticks(range(len(hits)), hits.index)
axes.tick_params(length=0)
axes.spines[:].set_visible(False)
axes.set_title("Hits it takes on average to put the ganger down", loc="left")
plt.show()

# %% [markdown]
# Read a column downwards: where the figure does not change, the armour does nothing against that weapon, because its
# AP takes the save away. Only the field does not care about AP. (An autogun hit does what a lasgun hit does. Heavy
# carapace saves as well as that only against attacks from the front.)
#
# ## How much longer does she stay up?
#
# The same as a ratio to flak: 1.5 means that it takes half as many hits again. The last column is the mean of the
# ratios, each weapon counting the same; what your enemies carry decides what it should be for you.

# %%
longer = hits / hits.loc[plain]
suits["longer"] = longer.mean(axis=1)
longer.assign(mean=suits["longer"]).style.format("{:.2f}").background_gradient(
    cmap="Greens", vmin=1, vmax=2.5, axis=None
)

# %% [markdown]
# ## When is it worth the credits?
#
# A suit that makes her last 1.2 times as long is worth a fifth more fighter, so long as she costs less than a fifth
# more with it. So the dearer she is already (weapons, skills, a champion's price), the sooner armour pays: it pays from
#
# $$\text{break-even price of the fighter} = \frac{\text{credits of the suit}}{\text{ratio} - 1}$$
#
# (This counts only staying up. It takes the other half of the bargain, what she does meanwhile, as the same in any
# suit.)

# %%
bought = suits.drop(plain)
bought["pays from a fighter of"] = bought["extra credits"] / (bought["longer"] - 1)
bought["gain per 10 credits"] = 10 * (bought["longer"] - 1) / bought["extra credits"]
shown = {"longer": "{:.2f}", "pays from a fighter of": "{:.0f} credits", "gain per 10 credits": "{:+.1%}"}
bought.sort_values("pays from a fighter of").style.format(shown)

# %% [markdown]
# In the figure a suit pays for the fighter whose line it lies above.

# %%
figure, axes = plt.subplots(figsize=(8.5, 4.6), layout="constrained")
widest, highest = 115, 1.3
PLACES = {"mesh": (-14, 8), "mesh + undersuit": (-46, 8)}  # where the name is not below and to the right
for base, style in ((60, ":"), (100, "--"), (200, "-")):
    across = min(widest, highest * base)
    axes.plot([0, across], [0, across / base], style, color="0.6", zorder=1)
    axes.annotate(
        f"fighter of {base} credits",
        (across, across / base),
        xytext=(0, 4) if across < widest else (4, -3),
        textcoords="offset points",
        ha="center" if across < widest else "left",
        color="0.4",
        fontsize=9,
        annotation_clip=False,
    )
for suit, row in bought.iterrows():
    axes.scatter(row["extra credits"], row["longer"] - 1, color="#0072B2", zorder=2)
    axes.annotate(
        suit,
        (row["extra credits"], row["longer"] - 1),
        xytext=PLACES.get(suit, (8, -12)),
        textcoords="offset points",
        fontsize=9.5,
    )
axes.set(
    xlabel="extra credits",
    ylabel="longer than in flak",
    xlim=(0, widest),
    ylim=(0, highest),
)
axes.set_title("What a suit costs, and how much longer it keeps her up", loc="left", pad=18)
axes.yaxis.set_major_formatter(lambda value, _: f"{value:+.0%}")
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %% [markdown]
# ## A better save, or tougher skin?
#
# What a boltgun hit at short range does to gangers of other Toughness in other armour. A step to the right is a point
# of Toughness, a line further down the better suit.

# %%
ns.sweep(
    "attack",
    "custom",
    GANGER,
    weapon="boltgun",
    over={"target.armour": ["flak", "mesh", "carapace-light"], "target.t": [3, 4, 5]},
    range="short",
)

# %% [markdown]
# ## The answer

# %%
pays = bought["pays from a fighter of"]
best, worst = pays.idxmin(), pays.idxmax()
carapace, field = longer.loc["light carapace"], longer.loc["refractor field"]
less = suits["extra credits"]["light carapace"] - suits["extra credits"]["mesh + undersuit"]
print(
    f"As she comes, the ganger takes {hits.loc[plain, 'Lasgun']:.1f} hits of a lasgun before she is down, and"
    f" {hits.loc[plain, 'Boltgun']:.1f} of a boltgun.\n"
    f"The best buy is {best}: {bought['extra credits'][best]} credits for {bought['longer'][best] - 1:.0%} longer;"
    f" it pays for\nany fighter of {pays[best]:.0f} credits or more. Mesh alone pays from {pays['mesh']:.0f}; last"
    f" comes {worst}, from {pays[worst]:.0f}.\n"
    f"Mesh with an undersuit lasts {suits['longer']['mesh + undersuit']:.2f} times as long as flak, light carapace"
    f" {suits['longer']['light carapace']:.2f} times, and it costs {less} credits less.\n"
    f"Light carapace helps most against the {carapace.idxmax().lower()} ({carapace.max() - 1:+.0%}) and least against"
    f" the {carapace.idxmin().lower()} ({carapace.min() - 1:+.0%});\nthe field gives {field.min() - 1:+.0%} to"
    f" {field.max() - 1:+.0%} against all of them, whatever their AP."
)
