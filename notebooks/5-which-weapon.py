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
# # 5. Which weapon for my ganger?
#
# *An Escher ganger with credits to spend, and six guns on the counter. Which one puts an enemy down most often, at what
# distance, against whom, and is the dear one worth its price?*
#
# All by the advanced rules, and exact. **Down** means seriously injured or out of action. Whether your gang may buy a
# gun, your house list and the trading post decide; the prices here are those of the catalogue.

# %%
import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.lines import Line2D

import necrostats as ns

GANGER = "escher-ganger"
GUNS = {
    "lasgun": ["lasgun"],
    "autogun": ["autogun"],
    "shotgun": ["shotgun/solid", "shotgun/scatter"],
    "sawn-off shotgun": ["sawn-off-shotgun"],
    "stub cannon": ["stub-cannon"],
    "boltgun": ["boltgun"],
}
PROFILES = [profile for profiles in GUNS.values() for profile in profiles]
MARKERS = dict(zip(GUNS, "osD^vP", strict=True))
COLOURS = dict(zip(GUNS, ["#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#222222"], strict=True))

# %% [markdown]
# ## One shot
#
# Each gun once at an enemy ganger, at its short and at its long range, the best on top. A bar shows all that can come
# of the shot; the figure on the right is the chance that she goes down. *Short* is not the same distance for every
# gun.

# %%
shots = ns.compare(weapon=PROFILES, attacker=GANGER, target=GANGER, range=["short", "long"])
shots.plot()

# %% [markdown]
# ## By distance
#
# The same guns inch by inch. A step is the end of a range band, and where two lines lie on one another the guns do
# the same.

# %%
distances = ns.sweep("attack", GANGER, GANGER, weapon=PROFILES, over={"distance": range(1, 25)})
distances.plot()

# %% [markdown]
# The best gun at every distance, read off those lines. A shotgun fires whichever shell is better there.

# %%
gun_of = {profile: gun for gun, profiles in GUNS.items() for profile in profiles}
gun_of["sawn-off-shotgun/scatter"] = "sawn-off shotgun"
lines = pd.DataFrame(
    [
        {
            "inches": row["at"]["distance"],
            "gun": gun_of[row["weapon"]],
            "down": row["down"]["p"] if row["down"] else 0,
        }
        for row in distances["rows"]
    ]
)
chances = lines.groupby(["inches", "gun"])["down"].max().unstack()[list(GUNS)]
ranked = chances.apply(lambda row: row.sort_values(ascending=False, kind="stable").index[:3], axis=1)
bands = pd.DataFrame(ranked.to_list(), index=ranked.index, columns=["best", "second", "third"])
bands["chance of the best"] = chances.max(axis=1).map("{:.1%}".format)
runs = (bands != bands.shift()).any(axis=1).cumsum()
first, last = (bands.index.to_series().groupby(runs).agg(end) for end in ("min", "max"))
spans = bands.groupby(runs).first()
spans.index = [
    f"{low} to {high} inches" if high > low else f"{low} inch" for low, high in zip(first, last, strict=True)
]
spans

# %% [markdown]
# ## Against whom?
#
# A gun that is good against a ganger may be no good against a champion. Four standard targets, 6 inches away: a ganger
# in flak, a tough ganger in furnace plates, a champion with two Wounds in mesh, a brute with three in light carapace.

# %%
near = ns.compare(weapon=PROFILES, attacker=GANGER, distance=6)
targets = [card["name"] for card in near["targets"]]
names = {card["label"]: card["name"] for card in near["targets"]}
hits = pd.DataFrame(
    [
        {"target": names[row["target"]], "gun": gun_of[row["weapon"]], "down": row["down"]["p"]}
        for row in near["rows"]
    ]
)
grid = hits.groupby(["gun", "target"])["down"].max().unstack().loc[list(GUNS), targets]

figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
axes.imshow(grid, cmap="Blues", vmin=0, vmax=0.75, aspect="auto")
for down, gun in enumerate(grid.index):
    for across, target in enumerate(grid.columns):
        value = grid.loc[gun, target]
        shown = f"{value:.1%}" if value >= 0.001 else "under 0.1%" if value else "never"
        axes.text(across, down, shown, ha="center", va="center", color="white" if value > 0.4 else "black")
axes.set_xticks(range(len(targets)), targets)
axes.set_yticks(range(len(GUNS)), list(GUNS))
axes.tick_params(length=0)
axes.spines[:].set_visible(False)
axes.set_title("Chance to put the target down with one shot, 6 inches away", loc="left")
plt.show()

# %% [markdown]
# Damage is what counts against more than one Wound: whoever has two Wounds and loses one is not down.
#
# ## Over several rounds
#
# One shot leaves two things out: a ganger has two actions and may aim with the first, and guns run dry. So let her
# stand, aim and shoot, reload when she must, and count how likely the enemy is down after three activations. The
# enemy stays where she is, in the open.

# %%
ROUNDS = 3
DISTANCES = (6, 14, 20)


def in_time(gun, distance):
    """The chance that the enemy is down in time, with the better shell; None beyond the range."""
    asked = {"attacker": GANGER, "distance": distance, "by": "activation", "aim": True, "rows": ROUNDS}
    found = (ns.chain.down(GANGER, weapon=profile, **asked) for profile in GUNS[gun])
    return max(answer["rows"][-1]["down"]["p"] for answer in found) or None


body = shots["attackers"][0]["cost"]
price = {gun_of[row["weapon"]]: row["credits"] for row in shots["rows"]}
battle = pd.DataFrame(
    [
        {
            "gun": gun,
            "credits": price[gun],
            "ganger and gun": body + price[gun],
            **{f'{inches}"': in_time(gun, inches) for inches in DISTANCES},
        }
        for gun in GUNS
    ]
).set_index("gun")
columns = [f'{inches}"' for inches in DISTANCES]
battle.style.format(dict.fromkeys(columns, "{:.1%}"), na_rep="out of range")

# %% [markdown]
# ## What do the credits buy?
#
# A gun is no use without somebody who carries it, so the price that counts is that of ganger and gun. The stepped line
# runs through the guns for which no other is both as cheap and better. A hollow point lies under it: for that distance
# there is a better gun for the same credits or fewer.


# %%
def worth(column):
    """The guns that none beats for the same credits or fewer, the cheapest first."""
    reaching = battle.dropna(subset=[column]).sort_values(["credits", column], ascending=[True, False])
    return list(reaching.index[reaching[column] > reaching[column].cummax().shift(fill_value=0)])


figure, panels = plt.subplots(1, 3, figsize=(11, 4), sharey=True, layout="constrained")
for axes, column in zip(panels, columns, strict=True):
    edge = battle.loc[worth(column)]
    axes.step(edge["ganger and gun"], edge[column], where="post", color="0.7", zorder=1)
    for gun, row in battle.iterrows():
        axes.plot(
            row["ganger and gun"],
            row[column],
            marker=MARKERS[gun],
            markersize=9,
            linestyle="",
            color=COLOURS[gun],
            markerfacecolor=COLOURS[gun] if gun in edge.index else "white",
        )
    axes.set(title=f"{column} away", xlabel="credits for ganger and gun", ylim=(0.4, 1))
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="0.92")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
panels[0].set_ylabel(f"enemy down within {ROUNDS} activations")
keys = [
    Line2D([], [], marker=MARKERS[gun], markersize=9, linestyle="", color=COLOURS[gun], label=gun)
    for gun in GUNS
]
figure.legend(handles=keys, loc="outside lower center", ncols=len(GUNS), frameon=False)
plt.show()

# %% [markdown]
# ## A thousand credits
#
# Or the other way round: how many gangers with that gun do a thousand credits buy, and how many enemies does one salvo
# of all of them put down on average, each shooting once, aimed, at an enemy of its own 14 inches away? (The sawn-off
# shotgun does not reach so far.)

# %%
SALVO = 14
salvo = ns.compare(weapon=PROFILES, attacker=GANGER, target=GANGER, distance=SALVO, aim=True)
best_shot = pd.Series(dict.fromkeys(GUNS, 0.0))
for row in salvo["rows"]:
    if row["reason"] is None:
        gun = gun_of[row["weapon"]]
        best_shot[gun] = max(best_shot[gun], row["down"]["p"])
gang = pd.DataFrame({"gangers": 1000 // battle["ganger and gun"], "one shot": best_shot})
gang["enemies down"] = gang["gangers"] * gang["one shot"]
gang.drop("sawn-off shotgun").sort_values("enemies down", ascending=False).style.format(
    {"one shot": "{:.1%}", "enemies down": "{:.2f}"}
)

# %% [markdown]
# ## The answer

# %%
close, middle, far = columns


def inches(column):
    return column.strip('"') + " inches"


def step(cheap, dear, column):
    """What the dearer gun costs and gives more, in words."""
    more, points = (
        battle["credits"][dear] - battle["credits"][cheap],
        battle[column][dear] - battle[column][cheap],
    )
    return (
        f"from the {cheap} to the {dear} {more} credits buy {100 * points:.0f} points,"
        f" {100 * points / more:.1f} for each credit"
    )


strongest = [f"the {battle[near].idxmax()} at {inches(near)} ({battle[near].max():.0%})" for near in columns]
few = battle[battle["credits"] < 25]
never = [gun for gun in GUNS if not any(gun in worth(column) for column in columns)]
most, dear = gang["enemies down"].idxmax(), battle["credits"].idxmax()
champion = grid["champion"]
print(
    f"Most likely to put an enemy ganger down within {ROUNDS} activations: {', '.join(strongest)}.\n"
    f"But at {inches(far)}, {step('lasgun', 'autogun', far)}; {step('autogun', dear, far)}.\n"
    f"There is always something better for the credits than: {', '.join(never) or 'nothing here'}.\n"
    f"Of the guns for less than 25 credits the {few[close].idxmax()} is best at {inches(close)}, the"
    f" {few[middle].idxmax()} at {inches(middle)}, the {few[far].idxmax()} at {inches(far)}.\n"
    f"Against a champion one shot of the {champion.idxmax()} is best: {champion.max():.0%}, where the autogun has"
    f" {champion['autogun']:.0%} and the lasgun {champion['lasgun']:.0%}.\n"
    f"For a thousand credits, {gang['gangers'][most]} gangers with the {most} put {gang['enemies down'][most]:.2f}"
    f" enemies down with one salvo at {SALVO} inches, {gang['gangers'][dear]} with the {dear}"
    f" {gang['enemies down'][dear]:.2f}."
)
