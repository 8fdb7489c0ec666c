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
# Six rounds at most; in each both roll for priority and are activated once. Whoever puts the other out of action
# wins; if both are in play in the end, or both are out, it is a draw. Here the duel goes by the basic rules: at 0
# Wounds a fighter is out of action. Notebook 4 is about the advanced ones.

# %%
duel = ns.matchup("kaiya", "rork", rules="basic", seed=7)
duel.plot()

# %% [markdown]
# *Best play* means that both do the best they can against the best the other can do. It is found backwards:
# from the last round to the first, each decision takes what is worth most (chance to win less chance to
# lose), at every distance and for every state of both fighters. Nothing is rolled for it, so it is exact.
#
# ## What should they do?
#
# The full report has a table for each, by distance: what the one who acts first in round 1 should do, and
# the *margin*, which is what the next best choice would give away. A small margin means: do as you like.

# %%
duel

# %% [markdown]
# ## What is good play worth?
#
# Say that Kaiya runs at him and charges as soon as she can, while he plays as well as can be. `trials=0`
# leaves out the check with dice. The report above has every policy against every policy, and the best reply
# to each.

# %%
rash = ns.matchup("kaiya", "rork", rules="basic", policy_a="charge", trials=0)
rash.plot()

# %% [markdown]
# ## Does the distance decide it?
#
# The same two with best play, closer together.

# %%
near = ns.matchup("kaiya", "rork", rules="basic", distance=6, trials=0)
near.plot()

# %% [markdown]
# ## One duel, die by die

# %%
duel.explain(seed=7)

# %% [markdown]
# ## The answer

# %%
odds, check = duel["duel"], duel["cross_check"]
rushed, closer, first = rash["duel"], near["duel"], duel["decisions"]["b"][1]
print(
    f"With best play of both, Kaiya wins {odds['a_wins']['p']:.1%}, Rork {odds['b_wins']['p']:.1%},"
    f" and {odds['draw']['p']:.1%} are draws; the duel ends in round {odds['rounds_mean']:.1f} on average.\n"
    f"If she only charges, she wins {rushed['a_wins']['p']:.1%} and Rork {rushed['b_wins']['p']:.1%}.\n"
    f"From {near['situation']['distance']} inches apart it is {closer['a_wins']['p']:.1%} for Kaiya"
    f" and {closer['b_wins']['p']:.1%} for Rork.\n"
    f"At {first['from']} to {first['to']} inches, and if he acts first, Rork should {first['do']}.\n"
    f"{check['trials']:,} duels with dice put Kaiya between {check['a_wins']['low']:.1%} and"
    f" {check['a_wins']['high']:.1%}, Rork between {check['b_wins']['low']:.1%} and {check['b_wins']['high']:.1%}."
)
