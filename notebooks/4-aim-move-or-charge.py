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
# # 4. Aim, move or charge?
#
# *Kaiya against Rork again, now by the advanced rules: injuries, ammo, a coup de grace for whoever lies down. What
# should each of them do at which distance, what does a wrong choice cost, and what do injuries change?*

# %%
import matplotlib.pyplot as plt
import pandas as pd

import necrostats as ns

duel = ns.matchup("kaiya", "rork", seed=7, trials=0)
duel.plot()

# %% [markdown]
# ## What injuries change
#
# By the basic rules a fighter at 0 Wounds is out of the game. By the advanced ones it rolls Injury dice: a flesh wound
# (Toughness -1) and fights on, lies seriously injured and may recover, or is out. The same duel three times: as it is,
# with Injury dice that always show *out of action*, and by the basic rules.

# %%
rules = pd.DataFrame([{"rules": "advanced rules", **duel["duel"]}, *duel["without_injuries"]]).set_index(
    "rules"
)
chances = rules[["a_wins", "draw", "b_wins"]].map(lambda chance: chance["p"])
chances.columns = ["Kaiya wins", "draw", "Rork wins"]
chances.style.format("{:.1%}")

# %% [markdown]
# ## What should they do?
#
# The one who acts first in round 1, both unhurt and loaded. *Lead*: chance to win less chance to lose, for the one who
# decides. *Margin*: what the best of all other kinds of action would give away, in percentage points.


# %%
def advice(side):
    """What a side should do, a row for each run of distances with the same advice."""
    rows = pd.DataFrame(duel["decisions"][side])
    spans = zip(rows["from"], rows["to"], strict=True)
    return pd.DataFrame(
        {
            "inches": [f"{low}-{high}".removesuffix(f"-{low}") for low, high in spans],
            "do": rows["do"],
            "then": rows["then"],
            "lead": (100 * rows["value"]).round(1),
            "margin": (100 * rows["margin"]).round(1),
            "rather than": rows["instead"],
        }
    ).set_index("inches")


advice("a")

# %%
advice("b")

# %% [markdown]
# ## Where does the lead change hands?
#
# Best play of both, the duel begun at each distance. Where the curve is flat, an inch more or less is worth nothing.

# %%
basic = ns.matchup("kaiya", "rork", rules="basic", trials=0)
figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
leads = {
    name: [100 * row["value"] for row in found["by_distance"]]
    for name, found in (("advanced", duel), ("basic", basic))
}
for (name, row), style in zip(leads.items(), ("-", "--"), strict=True):
    axes.plot(row, style, label=f"{name} rules")
axes.axhline(0, color="0.6", linewidth=0.8)
axes.set(
    title="Kaiya against Rork: who leads, by the distance at the start",
    xlabel="inches apart at the start (0 = engaged)",
    ylabel="lead of Kaiya (points)",
    xlim=(0, 24),
)
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# ## What is a plan worth against a plan?
#
# Each figure is the lead of Kaiya, in percentage points, if she keeps to the plan of the row and he to that of the
# column; *best* is best play.

# %%
table = pd.DataFrame(duel["policies"]["table"])
table["lead"] = [100 * (a["p"] - b["p"]) for a, b in zip(table["a_wins"], table["b_wins"], strict=True)]
names = duel["policies"]["names"]
plans = table.pivot(index="policy_a", columns="policy_b", values="lead").loc[names, names]
plans.index.name, plans.columns.name = "Kaiya", "Rork"
plans.round(1)

# %% [markdown]
# ## One duel, die by die

# %%
duel.explain(seed=7)

# %% [markdown]
# ## The answer


# %%
def farthest(side, verb):
    """The greatest distance at which a side should do that first, None if it never should."""
    return max((row["to"] for row in duel["decisions"][side] if row["do"].startswith(verb)), default=None)


odds, without = duel["duel"], duel["without_injuries"][-1]
aims = [row for side in "ab" for row in duel["decisions"][side] if row["do"].startswith("aim")]
rash, best = plans.loc["charge", "best"], plans.loc["best", "best"]
worst = min(range(1, 25), key=lambda inch: leads["advanced"][inch])
print(
    f"Kaiya should charge from up to {farthest('a', 'charge')} inches, Rork from up to {farthest('b', 'charge')}."
    f" Aiming first is the best advice in {len(aims)} of {sum(len(duel['decisions'][s]) for s in 'ab')} rows.\n"
    f"Only charging costs Kaiya {best - rash:.1f} points against best play.\n"
    f"From 12 inches, with best play of both, she wins {odds['a_wins']['p']:.1%} and he {odds['b_wins']['p']:.1%};"
    f" {odds['draw']['p']:.1%} are draws, where by the basic rules it is {without['draw']['p']:.1%}:"
    f" who falls is not yet out.\n"
    f"She does worst if the duel begins {worst} inch{'es' if worst > 1 else ''} apart:"
    f" {leads['advanced'][worst]:+.1f} points."
)
