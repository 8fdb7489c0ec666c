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
# # 7. Disputed rules: what does each reading change?
#
# *The rulebook leaves some things open, and two clubs may play them in two ways. Which of these quarrels are worth
# having before the game, and which change next to nothing?*
#
# Every such rule is an **option** here with a default reading; `necrostats list options` names them all, and
# `docs/readings/necromunda.md` says why the default is what it is. All figures are by the advanced rules, and exact.

# %%
import matplotlib.pyplot as plt
import pandas as pd

import necrostats as ns

# %% [markdown]
# ## One quarrel
#
# Is a fighter pinned when a shot *hits* it, or as soon as it is *shot at*? An option says what its readings are and
# which of a set of standard attacks they change.

# %%
ns.option("pin_on")

# %% [markdown]
# ## All that show in one attack
#
# The same for every option that can act in a single attack. Of each reading the standard attack is taken that it
# changes most, so a line says *how much it can matter*, not how much it does on average.

# %%
OPTIONS = {
    "shooting": [
        "impossible_shot",
        "lasgun_short",
        "pin_on",
        "pin_engaged",
        "knockback_die",
        "knockback_rapid_scope",
        "ammo_face_holes",
        "firepower_when",
        "stray_hit",
        "flak_vs_flame",
    ],
    "close combat": [
        "pistol_surplus",
        "pistol_melee_firepower",
        "rapid_fire_in_melee",
        "parry_choice",
        "parry_needs_wielded",
        "odd_die",
        "power_six",
        "melee_accuracy",
    ],
    "damage": [
        "wound_last_row",
        "half_toughness",
        "save_nat1_fails",
        "arc_save_timing",
        "injury_faces",
        "injury_dice",
        "multi_serious",
        "multi_hit",
        "hit_order",
        "toxin",
        "toxin_without_damage",
        "melta",
    ],
}


def most_changed(chapter, name):
    """Of each reading of an option the standard attack that it changes most."""
    answer = ns.option(name)
    rows = pd.DataFrame([row for row in answer["rows"] if row["rules"] == "advanced"])
    rows["points"] = rows["difference"].map(lambda chance: 100 * chance["p"])
    rows = rows.loc[rows.groupby("value")["points"].apply(lambda points: points.abs().idxmax())]
    return pd.DataFrame(
        {
            "chapter": chapter,
            "question": answer["title"],
            "reading": name + "=" + rows["value"],
            "changes the chance that": rows["title"],
            "default": rows["default"].map(lambda chance: chance["p"]),
            "with it": rows["with_it"].map(lambda chance: chance["p"]),
            "points": rows["points"],
        }
    )


effects = pd.concat(
    [most_changed(chapter, name) for chapter, names in OPTIONS.items() for name in names], ignore_index=True
)
effects = effects.sort_values("points", key=abs, ascending=False, kind="stable", ignore_index=True)
FIRST = 15
effects.head(FIRST).style.format({"default": "{:.1%}", "with it": "{:.1%}", "points": "{:+.1f}"}).hide()

# %% [markdown]
# The hollow point is the default, the arrow ends where the other reading leads.

# %%
shown = effects[effects["points"].abs() >= 1][::-1].reset_index(drop=True)
figure, axes = plt.subplots(figsize=(9, 0.27 * len(shown) + 1.1), layout="constrained")
for place, row in shown.iterrows():
    colour = "#0072B2" if row["points"] > 0 else "#D55E00"
    axes.annotate(
        "",
        (100 * row["with it"], place),
        (100 * row["default"], place),
        arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.5, "shrinkA": 0, "shrinkB": 0},
    )
    axes.plot(100 * row["default"], place, "o", color=colour, markerfacecolor="white", markersize=5)
    axes.annotate(
        f"{row['points']:+.1f}",
        (1, place),
        xycoords=axes.get_yaxis_transform(),
        xytext=(6, -3),
        textcoords="offset points",
        fontsize=9,
        annotation_clip=False,
    )
axes.set_yticks(range(len(shown)), shown["reading"], fontsize=9)
axes.set(
    xlim=(0, 100), ylim=(-0.7, len(shown) - 0.3), xlabel="chance in the attack that it changes most, in %"
)
axes.set_title("What each reading changes at most (in points, on the right)", loc="left")
axes.grid(axis="x", color="0.92")
axes.tick_params(axis="y", length=0)
axes.spines[["top", "right", "left"]].set_visible(False)
plt.show()

# %% [markdown]
# ## What shows only later
#
# Some rules never touch a single attack and tell all the same: when the fighters of a gang that has bottled run, or
# what a serious injury in the recovery roll does. A **chain** has them: ten gangers who lose two a round, and Rork on
# the ground.

# %%
ROUNDS = 6
gang = {
    reading: ns.chain.bottle("10*escher-ganger", losses=2, rounds=ROUNDS, options={"flee_phase": reading})
    for reading in ("action", "end")
}
figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
for (reading, answer), style in zip(gang.items(), ("-o", "--s"), strict=True):
    rounds = pd.DataFrame(answer["by_round"])
    axes.plot(
        rounds["round"],
        rounds["standing"].map(lambda mean: mean["mean"]),
        style,
        label=f"flee_phase={reading}",
    )
axes.set(
    title="Ten gangers who lose two a round: how many still stand",
    xlabel="round",
    ylabel="standing on average",
    ylim=(0, 10),
)
axes.legend(frameon=False)
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
recovery = {
    reading: ns.chain.recovery("rork", options={"recovery_si_flesh": reading})["until"]
    for reading in (False, True)
}
pd.DataFrame(
    {
        f"recovery_si_flesh={reading}": {
            "gets up again": found["back"]["ever"]["fraction"],
            "goes out of action": found["out_of_action"]["ever"]["fraction"],
        }
        for reading, found in recovery.items()
    }
).T

# %% [markdown]
# ## And who wins?
#
# In a duel one reading acts again and again, and both sides play differently for it. Kaiya against Rork with best play
# of both, as the rules are read by default and with pinning by any shot.

# %%
READINGS = {
    "as read by default": {},
    "pin_on=attack": {"pin_on": "attack"},
}
duels = {
    name: ns.matchup("kaiya", "rork", trials=0, options=options)["duel"] for name, options in READINGS.items()
}
ends = {"a_wins": "Kaiya wins", "draw": "draw", "b_wins": "Rork wins"}
odds = pd.DataFrame({name: {end: duel[end]["p"] for end in ends} for name, duel in duels.items()}).T

figure, axes = plt.subplots(figsize=(8, 1.8), layout="constrained")
left = pd.Series(0.0, index=odds.index)
for (end, label), colour in zip(ends.items(), ("#56B4E9", "#DDDDDD", "#E69F00"), strict=True):
    bars = axes.barh(odds.index, odds[end], left=left, color=colour, label=label)
    axes.bar_label(bars, [f"{chance:.1%}" for chance in odds[end]], label_type="center", fontsize=9)
    left += odds[end]
axes.invert_yaxis()
axes.set(xlim=(0, 1), xticks=[])
axes.tick_params(length=0)
axes.spines[:].set_visible(False)
figure.legend(loc="outside upper left", ncols=3, frameon=False)
plt.show()

# %% [markdown]
# ## The answer

# %%
great = effects[effects["points"].abs() >= 10]
small = effects[effects["points"].abs() < 1]
lead = 100 * (odds["a_wins"] - odds["b_wins"])
usual, pinned = lead.index
still = {reading: answer["by_round"][-1]["standing"]["mean"] for reading, answer in gang.items()}
print(
    f"Of {len(effects)} readings, {len(great)} can change the chance of an attack by 10 points or more:\n"
    + "".join(f"  {row.reading}: {row.points:+.0f}\n" for row in great.itertuples())
    + f"{len(small)} change none of the standard attacks by a whole point: {', '.join(small['reading'])}.\n"
    f"If bottled gangers flee in the End phase, {still['end']:.1f} of ten stand after round {ROUNDS} instead of"
    f" {still['action']:.1f}.\n"
    f"In the duel {odds['draw'][pinned]:.0%} are draws if any shot pins, instead of {odds['draw'][usual]:.0%}, and"
    f" Kaiya's lead goes from {lead[usual]:+.1f} to {lead[pinned]:+.1f} points."
)
