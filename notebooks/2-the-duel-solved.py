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
# # 2. The duel, solved
#
# *Kaiya and Rork meet on an open lane, 12 inches apart. Who wins, and what should each of them do?*

# %%
import necrostats as ns

# %% [markdown]
# ## Who wins
#
# Six rounds at most. In each both roll for priority and act once. Whoever puts the other out of action wins; if both are in play
# in the end, or both are out, it is a draw.

# %%
duel = ns.matchup("kaiya", "rork", seed=7)
duel.plot()

# %% [markdown]
# *Best play* means that both do the best they can against the best the other can do. It is found backwards: from the last
# round to the first, each decision takes what is worth most (chance to win less chance to lose), at every distance and for
# every state of both fighters. Nothing is rolled for it, so it is exact.
#
# ## What should they do?
#
# The full report has a table for each, by distance: what the one who acts first in round 1 should do, and the *margin*, which is
# what the next best choice would give away. A small margin means: do as you like.

# %%
duel

# %% [markdown]
# ## What is good play worth?
#
# Each row is a way in which Kaiya plays, each column one for Rork; the figure is her chance to win.

# %%
duel.to_frame().query("part == 'policy' and quantity == 'a_wins'").pivot(
    index="policy_a", columns="policy_b", values="value"
).style.format("{:.1%}").background_gradient(cmap="cividis")

# %% [markdown]
# ## Does the distance decide it?
#
# The same two, closer together. `trials=0` leaves out the check with dice.

# %%
near = ns.matchup("kaiya", "rork", distance=6, trials=0)
near.plot()

# %% [markdown]
# ## One duel, die by die

# %%
duel.explain(seed=7)

# %% [markdown]
# ## The answer

# %%
odds, check = duel["duel"], duel["cross_check"]
print(
    f"With best play of both, Kaiya wins {odds['a_wins']['p']:.1%}, Rork {odds['b_wins']['p']:.1%},"
    f" and {odds['draw']['p']:.1%} are draws.\n"
    f"It takes {odds['rounds_mean']:.1f} rounds on average. From 6 inches apart Kaiya wins"
    f" {near['duel']['a_wins']['p']:.1%} and Rork {near['duel']['b_wins']['p']:.1%}.\n"
    f"At {duel['situation']['distance']} inches and acting first, Rork should"
    f" {next(d['do'] for d in duel['decisions']['b'] if d['from'] <= 12 <= d['to'])}.\n"
    f"{check['trials']:,} duels with dice gave Kaiya {check['a_wins']['low']:.1%} to {check['a_wins']['high']:.1%},"
    f" Rork {check['b_wins']['low']:.1%} to {check['b_wins']['high']:.1%}."
)
