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
# # 1. Reading a chance
#
# *Rork stands 6 inches from Kaiya, who is in partial cover, and fires his stub gun once. Does she go down,
# and what do the numbers beside that chance say?*

# %%
import necrostats as ns

# %% [markdown]
# ## The question is one line
#
# The words are those of the command line: `necrostats attack rork kaiya --weapon stub-gun --distance 6
# --cover partial --rules basic`. The basic rules are the quickest to read: a shot is one hit, and at 0 Wounds
# a fighter is out of action.

# %%
shot = ns.attack("rork", "kaiya", weapon="stub-gun", distance=6, cover="partial", rules="basic")
shot

# %% [markdown]
# **Exact** means that no dice were rolled for it: every way they can fall was counted, so each chance is a
# whole fraction, such as you would get with pen and paper.
#
# **Stages** are chances of *at least one* in the whole attack, each counted from the start: the chance of a
# wound already contains the chance to hit. **Outcomes** exclude each other, so they sum to 1.

# %%
shot.plot()

# %% [markdown]
# ## When dice are rolled
#
# The same shot, simulated 200 times. Now each chance has an interval: of all intervals made like this, 95
# in 100 hold the true chance. Few trials, wide intervals.

# %%
asked = {"weapon": "stub-gun", "distance": 6, "cover": "partial", "rules": "basic"}
few = ns.attack("rork", "kaiya", **asked, trials=200, seed=7)
few

# %% [markdown]
# A thousand times as many trials make the interval about thirty times narrower (the square root of a
# thousand).

# %%
many = ns.attack("rork", "kaiya", **asked, trials=200_000, seed=7)
many.plot()

# %% [markdown]
# ## Where does the number come from?
#
# One throw of the dice, told die by die. Each die names the rule that asked for it; `necrostats show
# N17-B-HIT-01` says which rule that is. With other seeds the dice fall otherwise; `faces=[5, 4, 1]` takes
# the dice from your table.

# %%
shot.explain(seed=7)

# %% [markdown]
# ## What else could he do?
#
# Without a weapon you get all that Rork carries.

# %%
ns.attack("rork", "kaiya", rules="basic").plot()

# %% [markdown]
# ## And by the advanced rules?
#
# They are taken where you name none. The shot hits, wounds and is saved as before; but whoever loses the last
# Wound rolls an Injury die: a flesh wound, a serious injury, or out of action. And the gun may run dry.

# %%
hurt = ns.attack("rork", "kaiya", weapon="stub-gun", distance=6, cover="partial")
hurt

# %% [markdown]
# Under **small print**, every answer says what it takes for granted: cards that had to be reconstructed,
# traits that the rules in force leave out, and options that you changed.
#
# ## The answer

# %%
out, seen = shot["outcomes"]["out_of_action"], few["outcomes"]["out_of_action"]
print(
    f"By the basic rules Kaiya goes out of action with chance {out['fraction']}, {out['p']:.1%}, and that is exact.\n"
    f"{seen['trials']} simulated shots say {seen['p']:.0%}, between {seen['low']:.0%} and {seen['high']:.0%}.\n"
    f"She is pinned, but still in play, with chance {shot['target_after']['pinned']['fraction']}.\n"
    f"With injuries she is out of action with chance {hurt['outcomes']['out_of_action']['fraction']}, seriously"
    f" injured with {hurt['outcomes']['seriously_injured']['fraction']}, and has a flesh wound with"
    f" {hurt['outcomes']['flesh_wound']['fraction']}."
)
