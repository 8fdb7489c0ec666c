"""Ammo on a board: which guns can be shot, and Reload (section 8.2)."""

from necrostats.engine.dice import Dice, large_step, note, saying, step
from necrostats.engine.packing import unpacked
from necrostats.systems.necromunda.ammo import Magazine, reload
from necrostats.systems.necromunda.attacks import ALL_CHECKS
from necrostats.systems.necromunda.battle.acting import coded
from necrostats.systems.necromunda.battle.state import STORES, Advanced, Battle
from necrostats.systems.necromunda.book import rule

RELOADS = saying("{who} reloads: {store}")
FILLED = saying("{who} has ammo again: {store}")

STORE_FIELDS = len(Magazine()) + 2
A_MAGAZINE = Magazine()


@rule("N17-A-FIRE-03", "N17-A-TRT-11")
@step
def usable(battle: Battle, advanced: Advanced | None, me: int, gun: int, left: int) -> bool:
    """Whether a gun has ammo, and *left* actions are enough to shoot it."""
    if advanced is None:
        return True
    k = me * battle.forces.most_guns + gun
    needs = battle.whole[advanced.gun_store + k]
    return battle.state.loaded[me] & needs == needs and left > battle.whole[advanced.double + k]


@step
def actions_for(battle: Battle, advanced: Advanced | None, me: int, gun: int) -> int:
    """How many actions it takes to shoot a gun."""
    if advanced is None:
        return 1
    return 1 + battle.whole[advanced.double + me * battle.forces.most_guns + gun]


@rule("N17-A-FIRE-04", "N17-A-TRT-13")
@step
def empty_store(battle: Battle, advanced: Advanced, me: int) -> int:
    """A store of ammo that a Reload can fill, -1 if there is none."""
    state = battle.state
    for store in range(STORES):
        fills = battle.whole[advanced.magazines + (me * STORES + store + 1) * STORE_FIELDS - 2]
        if fills == 1 and (state.loaded[me] | state.jammed[me]) & 1 << store == 0:
            return store
    return -1


@rule("N17-A-FIRE-04", "N17-A-SKL-01")
@large_step
def reload_store(battle: Battle, advanced: Advanced, me: int, dice: Dice) -> None:
    """N17-A-FIRE-04: a Reload of the first empty store; a Munitioneer rolls a failed check again."""
    store = empty_store(battle, advanced, me)
    if store < 0:
        return
    note(dice, RELOADS, coded(me, 0, 1 << store))
    k = advanced.magazines + (me * STORES + store) * STORE_FIELDS
    magazine, plentiful = unpacked(A_MAGAZINE, battle.whole, k), battle.whole[k + STORE_FIELDS - 1]
    filled = reload(magazine, plentiful, dice)
    if not filled and magazine.again == ALL_CHECKS:
        filled = reload(magazine, plentiful, dice)
    if filled:
        battle.state.loaded[me] |= 1 << store
        note(dice, FILLED, coded(me, 0, 1 << store))
