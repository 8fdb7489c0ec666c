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
# # 8. Escher against Goliath: whole gangs
#
# *The Carrion Queens meet the Ironlords, four against four, on a board with barricades. Who wins? Does the board decide
# it, or how the two are played? Is a boltgun for Rork worth it, and what does one fighter more do?*
#
# A battle cannot be solved as a duel can: there are too many places to stand. So it is **simulated**, by the basic
# rules (at 0 Wounds a fighter is out of action) up to the last section, and every chance comes with its 95% interval:
# where the true chance of *these two ways to play* lies. How well they play is another matter, and a larger one, as
# will be seen. The numbers of battles here are small, so that the notebook is quick; `--trials` and `--precision` make
# intervals as narrow as you like.

# %%
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import necrostats as ns

A, B = "carrion-queens", "ironlords"
SEED = 7
BLUE, ORANGE = "#0072B2", "#D55E00"


def percent(chance):
    """A simulated chance with its interval."""
    return f"{chance['p']:.0%} [{chance['low']:.0%}, {chance['high']:.0%}]"


# %% [markdown]
# ## The battle
#
# Turf War: a square of 24 inches, eight barricades, both gangs on opposite edges, six rounds. The gang with more
# fighters left wins. Both sides *look ahead* one step: each fighter does what is expected to harm the enemy most, less
# what the enemy could then do to it. The table of policies at its end is a picture further down.

# %%
battle = ns.battle(A, B, trials=1500, table=100, seed=SEED)
names = battle["sides"]
battle

# %% [markdown]
# ## Who wins on which board?
#
# The same gangs and policies on every board of the catalogue. Bars that overlap leave open who is ahead.

# %%
BOARDS = ["turf-war", "open-ground", "corridor", "columns"]
boards = {name: ns.battle(A, B, board=name, trials=500, table=0, seed=SEED) for name in BOARDS}
figure, axes = plt.subplots(figsize=(7.5, 2.8), layout="constrained")
for side, colour, shift in (("a", BLUE, -0.12), ("b", ORANGE, 0.12)):
    wins = pd.DataFrame([answer["battle"][f"{side}_wins"] for answer in boards.values()])
    axes.errorbar(
        100 * wins["p"],
        np.arange(len(BOARDS)) + shift,
        xerr=100 * np.array([wins["p"] - wins["low"], wins["high"] - wins["p"]]),
        fmt="o",
        color=colour,
        capsize=3,
        label=f"{names[side == 'b']} win",
    )
axes.set_yticks(range(len(BOARDS)), [answer["board"]["name"] for answer in boards.values()])
axes.invert_yaxis()
axes.set(xlim=(0, 100), xlabel="chance in % with its 95% interval; what is missing to 100 is drawn")
axes.grid(axis="x", color="0.92")
axes.spines[["top", "right", "left"]].set_visible(False)
axes.tick_params(axis="y", length=0)
figure.legend(loc="outside upper left", ncols=2, frameon=False)
plt.show()

# %%
pd.DataFrame(
    {
        answer["board"]["name"]: {
            f"{names[0]} win": percent(answer["battle"]["a_wins"]),
            f"{names[1]} win": percent(answer["battle"]["b_wins"]),
            "draw": percent(answer["battle"]["draw"]),
            "rounds": f"{answer['battle']['rounds_mean']['p']:.1f}",
        }
        for answer in boards.values()
    }
).T

# %% [markdown]
# ## How much do policies decide?
#
# Every way to play against every other one, on the same dice. A square is the lead of the Queens: their chance to win
# less that of the Ironlords, in percentage points. With so few battles a square may be 15 to 20 points out;
# most of the differences between rows and columns are larger than that.

# %%
table = pd.DataFrame(battle["policies"]["table"])
table["lead"] = [100 * (a["p"] - b["p"]) for a, b in zip(table["a_wins"], table["b_wins"], strict=True)]
policies = battle["policies"]["names"]
lead = table.pivot_table(index="policy_a", columns="policy_b", values="lead").loc[policies, policies]

figure, axes = plt.subplots(figsize=(6.4, 5), layout="constrained")
image = axes.imshow(lead, cmap="PuOr_r", vmin=-100, vmax=100)
for (row, column), value in np.ndenumerate(lead.to_numpy()):
    axes.text(column, row, f"{value:+.0f}", ha="center", va="center", color="w" if abs(value) > 65 else "k")
axes.set_xticks(range(len(policies)), policies, rotation=30, ha="right")
axes.set_yticks(range(len(policies)), policies)
axes.set(xlabel=f"{names[1]} play", ylabel=f"{names[0]} play")
axes.set_title(f"Lead of the {names[0]} in points", loc="left")
axes.tick_params(length=0)
axes.spines[:].set_visible(False)
plt.show()

# %% [markdown]
# What a side can make of the other's way to play, if it knows it and picks the best of these policies in reply. No
# policy is best against all, and none of them is best play: that nobody knows.

# %%
best = pd.DataFrame(
    {
        f"best reply of the {names[0]}": lead.idxmax(),
        "their lead": lead.max().round().astype(int),
        f"best reply of the {names[1]}": lead.T.idxmin(),
        "the Queens' lead": lead.T.min().round().astype(int),
    }
)
best.rename_axis("if the other side plays")

# %% [markdown]
# ## Who takes out whom?
#
# The chance in a battle that the fighter of the row puts the one of the column out of action.

# %%
duels = pd.DataFrame(battle["takes_out"])
duels["chance"] = [100 * chance["p"] for chance in duels["p"]]
figure, both = plt.subplots(1, 2, figsize=(8.4, 3.3), layout="constrained")
for axes, side, shades in zip(both, "ab", ("Blues", "Oranges"), strict=True):
    mine = [who["name"] for who in battle["fighters"] if who["side"] == side]
    theirs = [who["name"] for who in battle["fighters"] if who["side"] != side]
    chances = duels.pivot_table(index="by", columns="whom", values="chance").loc[mine, theirs]
    axes.imshow(chances, cmap=shades, vmin=0, vmax=duels["chance"].max())
    for (row, column), value in np.ndenumerate(chances.to_numpy()):
        axes.text(column, row, f"{value:.0f}", ha="center", va="center", color="w" if value > 25 else "k")
    axes.set_xticks(range(len(theirs)), theirs)
    axes.set_yticks(range(len(mine)), mine)
    axes.set_title(f"by the {names[side == 'b']}, in %", loc="left")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
plt.show()

# %% [markdown]
# ## What is a boltgun for Rork worth?
#
# The same battles twice, trial by trial on the same dice, with one fighter changed. Much of the luck is then in both
# and drops out of the difference, whose interval is narrower than that of two runs of their own. It pays less than in
# a duel: after the first shot that ends otherwise, everybody stands elsewhere and the two battles go their own ways.

# %%
CHANGES = ["rork[+boltgun]", "rork[armour=mesh]"]
changed = ns.battle(A, B, vary=CHANGES, trials=800, table=0, seed=SEED)
pd.DataFrame(
    {
        row["fighter"]: {
            f"{names[k]} win": f"{100 * row['difference'][end]['p']:+.1f} points "
            f"[{100 * row['difference'][end]['low']:+.1f}, {100 * row['difference'][end]['high']:+.1f}]"
            for k, end in enumerate(("a_wins", "b_wins"))
        }
        for row in changed["vary"]
    }
).T

# %% [markdown]
# ## Where do they stand, and where do they fall?
#
# Squares of one inch, of both gangs: where its fighters stand at the end, and where they went out of action.

# %%
battle.plot()

# %% [markdown]
# ## One battle, in short
#
# `battle.explain(seed=7)` tells the first battle of that seed die by die, with the rule of each die and where
# everybody stands. Here only who put whom out of action, round by round.

# %%
story = battle.explain(seed=SEED).to_dict()
who_is = [who["name"] for who in story["fighters"]]
doing, round_now = "", ""
for line in story["lines"]:
    event = line.get("event")
    if line["kind"] == "heading" and line["text"].startswith("Round"):
        round_now = line["text"]
    elif event in ("shoots", "fights"):
        doing = line["text"]
    elif event == "out":
        print(f"{round_now}: {doing}; {line['text']}")
print(f"{story['result']['outcome']} in round {story['result']['round']}: {story['result']['left']}")

# %% [markdown]
# ## One fighter more
#
# How much are numbers worth by themselves? Copies of Reina (a lasgun, 70 credits) against copies of Reina, on Turf
# War, which is alike for both sides.

# %%
NUMBERS = [(4, 4), (4, 3), (5, 4), (6, 4)]
uneven = {
    f"{more} against {fewer}": ns.battle(f"{more}*reina", f"{fewer}*reina", trials=500, table=0, seed=SEED)
    for more, fewer in NUMBERS
}
pd.DataFrame(
    {
        name: {
            "more win": percent(answer["battle"]["a_wins"]),
            "fewer win": percent(answer["battle"]["b_wins"]),
            "draw": percent(answer["battle"]["draw"]),
        }
        for name, answer in uneven.items()
    }
).T

# %% [markdown]
# ## With injuries, ammo and nerve
#
# The same gangs by the advanced rules. A hit may leave a fighter seriously injured, shots stray into friends, weapons
# run out of ammo, and a gang that has lost fighters may bottle out: then each of its fighters keeps its Cool in every
# round or flees. So fewer fall to the enemy, and what is left of a gang may be gone all the same.

# %%
advanced = ns.battle(A, B, rules="advanced", trials=800, table=0, seed=SEED)
FATES = {
    "fit": ("on their feet", "#009E73"),
    "broken": ("broken", "#56B4E9"),
    "seriously_injured": ("seriously injured", "#F0E442"),
    "fled": ("fled", "#CC79A7"),
    "out_by_enemies": ("out of action by enemies", "#333333"),
    "out_by_friends": ("by their own side", "#777777"),
    "out_by_nobody": ("by nobody", "#BBBBBB"),
}
lost = [battle["battle"][f"{side}_lost_mean"]["p"] for side in "ab"]
bars = {f"{name}, advanced": advanced["fates"][side] for side, name in zip("ab", names, strict=True)}
bars |= {
    f"{name}, basic": {"fit_mean": 4 - gone, "out_by_enemies_mean": gone}
    for name, gone in zip(names, lost, strict=True)
}
figure, axes = plt.subplots(figsize=(8, 3), layout="constrained")
for place, name in enumerate(sorted(bars)):
    begin = 0
    for fate, (words, colour) in FATES.items():
        wide = bars[name].get(f"{fate}_mean", 0)
        axes.barh(
            place,
            wide,
            left=begin,
            color=colour,
            label=words if name.endswith("advanced") and not place else None,
        )
        begin += wide
axes.set_yticks(range(len(bars)), sorted(bars))
axes.invert_yaxis()
axes.set(xlim=(0, 4), xlabel="fighters of four, at the end of a battle")
axes.spines[["top", "right", "left"]].set_visible(False)
axes.tick_params(axis="y", length=0)
figure.legend(loc="outside upper left", ncols=4, frameon=False, fontsize=8)
plt.show()

# %%
pd.DataFrame(
    {
        rules: {
            f"{names[0]} win": percent(answer["battle"]["a_wins"]),
            f"{names[1]} win": percent(answer["battle"]["b_wins"]),
            "draw": percent(answer["battle"]["draw"]),
            f"{names[0]} bottle out": percent(answer["fates"]["a"]["bottled"]) if "fates" in answer else "",
            f"{names[1]} bottle out": percent(answer["fates"]["b"]["bottled"]) if "fates" in answer else "",
        }
        for rules, answer in (("basic", battle), ("advanced", advanced))
    }
)

# %% [markdown]
# ## What is not in it
#
# First of the battles by the basic rules, then what else of the advanced ones.

# %%
for line in dict.fromkeys([*battle["not_modelled"], *battle["reconstructed"], *advanced["not_modelled"]]):
    print(f"- {line}")

# %% [markdown]
# ## The answer

# %%
usual = battle["battle"]
spread = lead.loc["look-ahead"].drop("random")
boltgun = changed["vary"][0]["difference"]["b_wins"]
gangs = {answer["board"]["name"]: answer["battle"] for answer in boards.values()}
open_boards = [
    name
    for name, found in gangs.items()
    if found["a_wins"]["high"] >= found["b_wins"]["low"] and found["b_wins"]["high"] >= found["a_wins"]["low"]
]
ahead = {
    name: names[found["b_wins"]["p"] > found["a_wins"]["p"]]
    for name, found in gangs.items()
    if name not in open_boards
}
nerve = advanced["battle"]
print(
    f"On Turf War the {names[0]} win {percent(usual['a_wins'])} and the {names[1]} {percent(usual['b_wins'])} of"
    " the battles if both look ahead.\n"
    + "".join(f"On {name} the {who} are ahead.\n" for name, who in ahead.items())
    + (f"Left open by so few battles: {', '.join(open_boards)}.\n" if open_boards else "")
    + f"The way to play decides more: if the {names[0]} look ahead, their lead goes from {spread.min():+.0f} to"
    f" {spread.max():+.0f} points with what the {names[1]} play, random play aside.\n"
    f"A boltgun for Rork changes the {names[1]}' chance by {100 * boltgun['p']:+.1f} points"
    f" [{100 * boltgun['low']:+.1f}, {100 * boltgun['high']:+.1f}]"
    f"{', which is not distinguishable from nothing' if boltgun['verdict'].startswith('not') else ''}.\n"
    f"Four of a kind beat three in {percent(uneven['4 against 3']['battle']['a_wins'])} of the battles, five beat"
    f" four in {percent(uneven['5 against 4']['battle']['a_wins'])}.\n"
    f"By the advanced rules the {names[0]} win {percent(nerve['a_wins'])}, the {names[1]} {percent(nerve['b_wins'])}."
)
