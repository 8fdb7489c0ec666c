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
# # 3. Ammo, injuries and recovery over a battle
#
# *Zarann wants Rork down, and for good, within the six rounds of a battle. Which gun serves her best, what does
# running dry cost her, and what is a friend worth who helps him up again?*
#
# One attack is not a battle. A **chain** repeats it: shot after shot, hit after hit, round after round, with what
# the one before has left. All of it is by the advanced rules, and exact.

# %%
import pandas as pd

import necrostats as ns

ROUNDS = 6
GUNS = {
    "lasgun": "Plentiful",
    "autogun": "",
    "boltgun": "",
    "heavy-stubber": "Unwieldy: a shot takes both actions",
    "plasma-gun/low": "Scarce: empty for good",
}


def percent(chance):
    return f"{chance['p']:.1%}"


# %% [markdown]
# ## How long does a magazine last?
#
# Each shot rolls a Firepower die for every shot of Rapid Fire. An Ammo symbol, one face in six, calls for an ammo
# check; if that fails, the gun is empty. An empty gun is reloaded before all else.

# %%
ns.chain.ammo("autogun", rounds=ROUNDS).plot()

# %% [markdown]
# Half the magazines are empty by the shot marked on the left, and yet the bars on the right say that a battle costs
# few shots: a Reload takes one action, and the other one is left to shoot. *Never reloaded* would be another matter.

# %%
kinds = ("when-dry", "at-once", "never")
shots = pd.DataFrame(
    {
        gun: {kind: ns.chain.ammo(gun, rounds=ROUNDS, reload=kind)["shots_mean"]["mean"] for kind in kinds}
        for gun in GUNS
    }
).T
shots.insert(0, "remark", pd.Series(GUNS))
shots.round(2)

# %% [markdown]
# Mean number of shots in six rounds. `at-once` also reloads with the action that is left after the shot which
# emptied the gun. An Unwieldy gun has no action left for that, and a Scarce one is never filled again.
#
# ## How many hits does Rork take?
#
# Before the shooter counts, the target: Rork has Toughness 4 and a save. Flesh wounds take Toughness away, and so
# each makes the next wound likelier.

# %%
hits = ns.chain.down("rork", weapon="boltgun")
hits.plot()

# %% [markdown]
# ## How many activations does Zarann need?
#
# Now she also rolls to hit, checks her ammo and reloads. She aims if the gun leaves her an action for it, 12 inches
# away from him, and nobody recovers.

# %%
shooting = {"attacker": "zarann", "distance": 12, "by": "activation", "rows": ROUNDS}
duels = {
    gun: ns.chain.down("rork", weapon=gun, aim="Unwieldy" not in remark, **shooting)
    for gun, remark in GUNS.items()
}
table = pd.DataFrame(
    {
        gun: {
            "down by round 6": percent(duel["rows"][-1]["down"]),
            "out of action by then": percent(duel["rows"][-1]["out_of_action"]),
            "down half the time by": duel["until"]["down"]["median"],
            "down in 90% by": duel["until"]["down"]["need"]["by"] or "never",
        }
        for gun, duel in duels.items()
    }
).T
table

# %%
best = max(GUNS, key=lambda gun: duels[gun]["rows"][-1]["down"]["p"])
duels[best].plot()

# %% [markdown]
# ## Or with the blade?
#
# She charges in the first round and fights on. Rork does not strike back here, which is kind to her; the small print
# says so. A seriously injured enemy is given a coup de grace, so that *down* and *out of action* are one.

# %%
sword = ns.chain.down(
    "rork", weapon="chainsword", attacker="zarann", by="activation", charging=True, rows=ROUNDS
)
sword

# %% [markdown]
# ## Who gets up again?
#
# In each End phase a seriously injured fighter rolls an Injury die: a flesh wound, and he is back, pinned; a serious
# injury, and he stays where he is; out of action, and he is gone. A friend within an inch adds a die, and the better
# one counts.

# %%
alone = ns.chain.recovery("rork")
helped = ns.chain.recovery("rork", assisted=True)
helped.plot()

# %% [markdown]
# ## The whole battle
#
# Now a round is an activation of Zarann and the End phase of Rork. *Down* counts whether he has ever been down,
# *back* whether he has ever got up again, *out of action* is for good.

# %%
battle = {"weapon": best, "attacker": "zarann", "distance": 12, "recovery": True, "rows": ROUNDS}
battle["aim"] = "Unwieldy" not in GUNS[best]
lonely, friend = (
    ns.chain.down("rork", **battle),
    ns.chain.down("rork", assisted=True, **battle),
)
friend

# %%
friend.plot()

# %% [markdown]
# ## The answer

# %%
fired = shots["when-dry"]
worth = fired - shots["never"]
ever = [found["until"]["back"]["ever"]["fraction"] for found in (alone, helped)]
once, shot_at = hits["until"]["down"], duels[best]["rows"][-1]
left, assisted = lonely["rows"][-1], friend["rows"][-1]
print(
    f"In {ROUNDS} rounds a {fired.idxmax()} fires {fired.max():.2f} times on average, a {fired.idxmin()}"
    f" {fired.min():.2f} times. Reloading is worth most to the {worth.idxmax()}: {worth.max():.2f} shots.\n"
    f"Rork is down by {once['median']} boltgun hits half the time, by {once['need']['by']} in 90%.\n"
    f"Zarann does best with the {best}: by round {ROUNDS} she has him down in {percent(shot_at['down'])} and out of"
    f" action in {percent(shot_at['out_of_action'])}; with the chainsword in"
    f" {percent(sword['rows'][-1]['out_of_action'])}.\n"
    f"Seriously injured and left in peace, he gets up again in {ever[0]} of all cases, with a friend in {ever[1]}.\n"
    f"Shot at all the while, he gets up at least once in {percent(left['back'])}, with a friend in"
    f" {percent(assisted['back'])}; and he is out of action by round {ROUNDS} in {percent(left['out_of_action'])}, with"
    f" a friend in {percent(assisted['out_of_action'])}.\n"
    f"Without any End phase it was {percent(shot_at['out_of_action'])}: the Injury die that may bring him back may also"
    " take him out, and once back he is shot at again."
)
