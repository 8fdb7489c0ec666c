"""What becomes of fighters on a board under the advanced rules: injured, on fire, out of action; and who sees it."""

from necrostats.engine.dice import Dice, large_step, note, saying, step
from necrostats.systems.necromunda.battle.acting import HURT, IS_PINNED, OUT_NOW, coded
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING, gap
from necrostats.systems.necromunda.battle.state import Battle, State
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    BROKEN,
    IN_PLAY,
    ON_FIRE,
    OUT,
    PINNED,
    SERIOUS,
    WEBBED,
    Condition,
)
from necrostats.systems.necromunda.scene import between

NOBODY = -1
NEAR = 3  # inches within which friends see somebody fall, and steady one another
RUNS = 64  # in ``State.shaken``, with the number of tests that are due: it has broken already

GOES_DOWN = saying("{who} is seriously injured")
WEAKER = saying("{who} has Toughness {n}")
CAUGHT = saying("{who} is caught in a web, as if seriously injured")
ABLAZE = saying("{who} catches fire")
BLIND = saying("{who} is blinded")
RECOVERS = saying("{who} has recovered and is pinned")


@step
def as_it_is(state: State, who: int) -> Condition:
    """A fighter before something happens to it."""
    pinned = state.field.posture[who] == PRONE and state.down[who] == IN_PLAY
    marks = state.marks[who] | PINNED if pinned else state.marks[who]
    return Condition(state.wounds[who], state.toughness[who], 0, state.down[who], 0, marks)


@step
def friend_within(state: State, who: int, other: int, inches: float) -> bool:
    """Whether another is a friend in play within so many inches."""
    field = state.field
    return (
        other != who
        and field.side[other] == field.side[who]
        and field.posture[other] != GONE
        and gap(field, who, other) <= inches
    )


@rule("N17-A-NRV-01", "N17-A-END-04")
@step
def steady_friend(state: State, who: int, other: int) -> bool:
    """Whether another is a friend within 3 inches, neither broken nor seriously injured."""
    return (
        friend_within(state, who, other, NEAR)
        and state.down[other] == IN_PLAY
        and state.marks[other] & BROKEN == 0
    )


@rule("N17-A-NRV-01")
@step
def shake_friends(state: State, who: int) -> None:
    """N17-A-NRV-01: friends within 3 inches of one that goes down are to test their nerve."""
    for other in range(state.field.number):
        if steady_friend(state, who, other):
            state.shaken[other] += 1


@rule("N17-A-INJ-01")
@large_step
def take_off(battle: Battle, by: int, who: int, weapon: int, dice: Dice) -> None:
    """A fighter goes out of action; *by* whom, or NOBODY."""
    state = battle.state
    state.wounds[who], state.toughness[who], state.down[who], state.marks[who] = 0, 0, OUT, 0
    state.field.posture[who], state.ready[who], state.shaken[who] = GONE, 0, 0
    state.taken_out_by[who], state.taken_out_with[who] = by, weapon if by != NOBODY else -1
    note(dice, OUT_NOW, who)
    shake_friends(state, who)


@rule("N17-A-INJ-03", "N17-A-INJ-05", "N17-B-PIN-01")
@large_step
def become(battle: Battle, by: int, who: int, c: Condition, lasting: int, weapon: int, dice: Dice) -> None:
    """A fighter after something has happened to it.

    Args:
        by: Who did it, or NOBODY; weapon: with which.
        lasting: Marks it had on the way (``scene.between``).
    """
    state = battle.state
    if state.down[who] == OUT:
        return
    if c.down == OUT:
        take_off(battle, by, who, weapon, dice)
        return
    was, marks = state.down[who], state.marks[who]
    after = between(c, lasting)
    wounds, toughness = state.wounds[who], state.toughness[who]
    state.wounds[who], state.toughness[who], state.down[who] = after.wounds, after.toughness, after.down
    afraid = c.marks & ~marks & BROKEN if was == IN_PLAY else 0
    state.marks[who] = after.marks | marks & BROKEN | afraid
    falls = after.down == SERIOUS and was == IN_PLAY
    if falls:
        state.field.posture[who], state.shaken[who] = PRONE, 0
    if after.wounds < wounds:
        note(dice, HURT, coded(who, 0, after.wounds))
    if after.toughness != toughness:
        note(dice, WEAKER, coded(who, 0, after.toughness))
    if after.marks & ~marks & ON_FIRE != 0:
        note(dice, ABLAZE, who)
    if after.marks & ~marks & BLINDED != 0:
        note(dice, BLIND, who)
    if afraid != 0:
        state.shaken[who] |= RUNS
    if falls:
        note(dice, CAUGHT if c.marks & WEBBED != 0 else GOES_DOWN, who)
        shake_friends(state, who)
    elif after.down == IN_PLAY and was == SERIOUS:
        note(dice, RECOVERS, who)
    elif after.down == IN_PLAY and c.marks & PINNED != 0 and state.field.posture[who] == STANDING:
        state.field.posture[who] = PRONE
        note(dice, IS_PINNED, who)
