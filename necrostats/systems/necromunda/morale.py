"""Nerve, rallying, bottling out and fleeing, one fighter at a time; group activation (sections 8.1, 8.5 and 8.6)."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, passes, roll, step, sums
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.movement import Retreat, retreat
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.rolls import characteristic_test

NERVE = roll("N17-A-NRV-01", "nerve test")
RUN_FOR_COVER = roll("N17-A-NRV-01", "running for cover")
RALLY = roll("N17-A-END-04", "rally test")
BOTTLE = roll("N17-A-END-01", "bottle test")
FLEE = roll("N17-A-END-02", "test to stay")

Cool = tuple[int, ...]
"""What a Cool test must show on 2D6 with 0, 1, 2 ... steady friends near."""
MOST_FRIENDS = 10  # no Cool is worse than 12+, and 2D6 show 2 at least: more friends change nothing

ACTIVE, ENGAGED, PRONE = 0, 1, 2
BROKEN_REACTS = -2
BROUGHT_ALONG = {"leader": 2, "champion": 1}
SHELTER = {"leader": 12, "champion": 6}
IRON_WILL = {"subtract": -1, "add": 1}


@rule("N17-A-NRV-01", "N17-A-END-04")
def cool_of(fighter: Fighter, options: Options) -> Cool:
    """What the fighter's Cool tests must show: each friend within 3 inches, neither broken nor down, adds 1."""
    friends = range(MOST_FRIENDS + 1)
    return tuple(characteristic_test(fighter.cl, n, options, dice=2).need for n in friends)


@step
def keeps_cool(cool: Cool, steady: int, rolls: int, dice: Dice) -> bool:
    """One Cool test with so many *steady* friends near."""
    return sums(dice, 2, 6, rolls) >= cool[min(steady, MOST_FRIENDS)]


# ------------------------------------------------------------------ nerve


class Nerve(NamedTuple):
    """A fighter whose friend goes down near it.

    Attributes:
        cool: What its Cool tests must show.
        steady: Friends within 3 inches neither broken nor seriously injured.
        status: ACTIVE, ENGAGED or PRONE.
        half: Half of its Movement in whole inches (``movement.half_move``).
        retreat: The Initiative tests of an engaged fighter and of its enemy.
    """

    cool: Cool
    steady: int
    status: int
    half: int
    retreat: Retreat


class Courage(NamedTuple):
    """What becomes of it.

    Attributes:
        broken, ready: 1 if it is broken; if it still has its ready marker.
        ran: Inches that it ran for cover, if it is not put down before.
        reacted: 1 if the enemy it was engaged with makes reaction attacks first.
    """

    broken: int = 0
    ready: int = 1
    ran: int = 0
    reacted: int = 0


@rule("N17-A-NRV-01")
@step
def run_for_cover(nerve: Nerve, courage: Courage, dice: Dice) -> Courage:
    """N17-A-NRV-01: all that a broken fighter does: 2D6 inches, or half its Movement if prone.

    An engaged one must get away first, as in a Retreat (N17-B-ACT-05).
    """
    reacted = 0
    if nerve.status == ENGAGED:
        found = retreat(nerve.retreat, 0, dice)
        reacted = found // 2
        if found % 2 == 0:
            return Courage(1, courage.ready, 0, reacted)
    ran = nerve.half if nerve.status == PRONE else sums(dice, 2, 6, RUN_FOR_COVER)
    return Courage(1, courage.ready, ran, reacted)


@rule("N17-A-NRV-01")
@step
def nerve_test(nerve: Nerve, courage: Courage, dice: Dice) -> Courage:
    """N17-A-NRV-01: a friend within 3 inches is seriously injured or out of action: a Cool test, or broken.

    A fighter that breaks runs for cover at once and loses its ready marker. One that is broken does not test again.
    """
    if courage.broken == 1 or keeps_cool(nerve.cool, nerve.steady, NERVE, dice):
        return courage
    return run_for_cover(nerve, Courage(1, 0, 0, 0), dice)


@rule("N17-A-NRV-01")
def reaction_modifier(broken: bool) -> int:
    """N17-A-NRV-01: a broken fighter makes reaction attacks at -2, and no other attacks."""
    return BROKEN_REACTS if broken else 0


@rule("N17-A-END-04")
@step
def rally(cool: Cool, steady: int, dice: Dice) -> bool:
    """N17-A-END-04: whether a broken fighter comes to its senses: a Cool test with its *steady* friends."""
    return keeps_cool(cool, steady, RALLY, dice)


# ------------------------------------------------------------------ bottling out and fleeing


@rule("N17-A-END-01")
def iron_will(fighter: Fighter, options: Options) -> int:
    """What a fighter adds to its side's bottle tests, while it is neither down nor gone: option ``iron_will``."""
    return IRON_WILL[options["iron_will"]] if "iron-will" in fighter.skills else 0


@rule("N17-A-END-01")
@step
def bottle_need(crew: int, casualties: int, modifier: int) -> int:
    """What the D6 of a bottle test must show for the side to bottle out, 7 = it cannot.

    >>> bottle_need(4, 2, 0), bottle_need(10, 4, 0), bottle_need(10, 0, 5)
    (3, 7, 7)
    """
    if casualties <= 0:
        return 7
    return min(7, max(1, crew + 1 - casualties - modifier))


@rule("N17-A-END-01")
@step
def bottles_out(need: int, bottled: int, dice: Dice) -> int:
    """N17-A-END-01: bottled for the battle if D6 + casualties exceed the starting crew.

    Casualties are fighters seriously injured or out of action; a side without any does not test.
    """
    return 1 if bottled == 1 or passes(dice, need, BOTTLE) else 0


@rule("N17-A-END-02")
def shelter(fighter: Fighter) -> int:
    """N17-A-END-02: within how many inches of a fighter that stays its friends stay without a test."""
    return SHELTER.get(fighter.rank, 0)


@rule("N17-A-END-02")
@step
def stays(cool: Cool, sheltered: int, dice: Dice) -> bool:
    """N17-A-END-02: a fighter of a bottled side flees if it fails a Cool test.

    One who is *sheltered*, within 12 inches of a leader or 6 of a champion that passed, passes by itself.
    """
    return sheltered == 1 or keeps_cool(cool, 0, FLEE, dice)


# ------------------------------------------------------------------ group activation


@rule("N17-A-ACT-02")
def brings_along(fighter: Fighter, ready_near: int) -> int:
    """N17-A-ACT-02: how many of the *ready_near* friends within 3 inches a fighter may activate with itself.

    A leader two, a champion one, with Commanding Presence one more. Each is activated fully, one after another.
    """
    most = BROUGHT_ALONG.get(fighter.rank, 0)
    if most and "commanding-presence" in fighter.skills:
        most += 1
    return min(most, max(0, ready_near))
