"""Moving in whole inches: half moves, charges, retreats."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, d6, roll, step
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.rolls import Test, take

RETREAT_DISTANCE = roll("N17-B-ACT-05", "retreat distance")

BASE, WITHIN_1 = 0, 1
CONTACTS = {"base": BASE, "within_1": WITHIN_1}
MOST_D3 = 3


@rule("N17-B-MOV-01", "N17-B-DICE-02", "N17-B-ACT-06")
def half_move(m: int, rounding: str) -> int:
    """N17-B-MOV-01: half of a Movement of *m*, in the whole inches of a lane: 2.5 is 2, or 3 where *rounding* is "up".

    >>> half_move(5, "exact"), half_move(5, "up")
    (2, 3)
    """
    return (m + 1) // 2 if rounding == "up" else m // 2


@rule("N17-B-ACT-03")
@step
def reaches(gap: int, move: int, contact: int) -> bool:
    """Whether a charge of *move* inches over *gap* engages; ``within_1``: getting within 1 inch is enough."""
    return move >= gap - contact


@rule("N17-B-ACT-03", "N17-B-MOV-03", "N17-B-STAT-02")
@step
def charge_to(gap: int, move: int, contact: int) -> int:
    """N17-B-ACT-03: the gap after a charge of *move* inches over *gap*: 0 = contact, else it stops 1 inch away.

    Option ``charge_contact``: with ``within_1`` a charger that gets within 1 inch is engaged.
    """
    if reaches(gap, move, contact):
        return 0
    return max(1, gap - move)


class Retreat(NamedTuple):
    """A Retreat as the dice need it: both Initiative tests, and whether the enemy tests after a failed one."""

    own: Test
    enemy: Test
    always: int


@rule("N17-B-ACT-05")
@step
def retreat(retreat: Retreat, state: int, dice: Dice) -> int:
    """N17-B-ACT-05: the fighter's Initiative test, then the enemy's: 1 if it gets away, plus 2 if the enemy reacts.

    Option ``retreat_reaction``: with ``only_if_passed`` the enemy tests only where the fighter passed.
    """
    away = take(retreat.own, 0, dice)
    if away == 0 and retreat.always == 0:
        return 0
    return away + 2 * take(retreat.enemy, 0, dice)


@rule("N17-B-ACT-05")
@step
def retreat_distance(dice: Dice) -> int:
    """N17-B-ACT-05: a retreat goes up to a D6 in inches, whatever the Movement."""
    return d6(dice, 0, RETREAT_DISTANCE)
