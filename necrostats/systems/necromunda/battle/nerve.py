"""Nerve on a board: who breaks when a friend goes down, where it runs, and who comes to its senses (N17-A-NRV-01)."""

from necrostats.engine.dice import Dice, large_step, note, saying, step, sums
from necrostats.engine.packing import unpacked
from necrostats.systems.necromunda.battle.acting import MOVES, coded
from necrostats.systems.necromunda.battle.contact import get_away, get_free, run_away
from necrostats.systems.necromunda.battle.harm import RUNS, steady_friend
from necrostats.systems.necromunda.battle.measuring import PRONE
from necrostats.systems.necromunda.battle.state import Advanced, Battle, State, engaged
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.injuries import BROKEN, IN_PLAY
from necrostats.systems.necromunda.morale import MOST_FRIENDS, NERVE, RUN_FOR_COVER, Cool, keeps_cool

TESTS_NERVE = saying("{who} tests its nerve")
BREAKS = saying("{who} breaks")
RUNS_FOR_COVER = saying("{who} runs for cover")

A_COOL = (0,) * (MOST_FRIENDS + 1)


@step
def cool_at(battle: Battle, advanced: Advanced, who: int) -> Cool:
    """What a fighter's Cool tests need."""
    return unpacked(A_COOL, battle.whole, advanced.cool + who * len(A_COOL))


@rule("N17-A-NRV-01", "N17-A-END-04")
@large_step
def steady_near(state: State, who: int) -> int:
    """Friends within 3 inches neither broken nor seriously injured."""
    found = 0
    for other in range(state.field.number):
        if steady_friend(state, who, other):
            found += 1
    return found


@rule("N17-A-NRV-01")
@large_step
def run_for_cover(battle: Battle, advanced: Advanced, who: int, dice: Dice) -> None:
    """N17-A-NRV-01: all that a broken fighter does: 2D6 inches away from the enemy, or half its Movement if it lies."""
    state = battle.state
    note(dice, RUNS_FOR_COVER, who)
    if state.field.posture[who] == PRONE:
        run_away(battle, who, advanced.half[who])
        note(dice, MOVES, who)
        return
    after = get_free(battle, who, dice) if engaged(state.field, who) else 0
    if after >= 0:
        get_away(battle, who, float(sums(dice, 2, 6, RUN_FOR_COVER)), after, dice)


@rule("N17-A-NRV-01")
@large_step
def steel_themselves(battle: Battle, advanced: Advanced, dice: Dice) -> None:
    """N17-A-NRV-01: the nerve tests that are due, and those that running away brings about."""
    state = battle.state
    due = True
    while due:
        due = False
        for who in range(state.field.number):
            tests = state.shaken[who]
            state.shaken[who] = 0
            if tests == 0 or state.down[who] != IN_PLAY:
                continue
            breaks = tests >= RUNS
            while tests > 0 and state.marks[who] & BROKEN == 0 and not breaks:
                tests -= 1
                steady = steady_near(state, who)
                note(dice, TESTS_NERVE, coded(who, 0, steady))
                breaks = not keeps_cool(cool_at(battle, advanced, who), steady, NERVE, dice)
            if breaks:
                due = True
                state.marks[who] |= BROKEN
                state.ready[who] = 0
                note(dice, BREAKS, who)
                run_for_cover(battle, advanced, who, dice)


@large_step
def aftermath(battle: Battle, advanced: Advanced | None, dice: Dice) -> None:
    """What follows an action: nothing under the basic rules, else nerve tests."""
    if advanced is None:
        return
    steel_themselves(battle, advanced, dice)
