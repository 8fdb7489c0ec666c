"""The round: who has priority, and how it changes hands."""

from necrostats.engine.dice import Dice, d6, roll, step, until
from necrostats.systems.necromunda.book import rule

PRIORITY = roll("N17-B-RND-02", "priority")

PASS_TO_OPPONENT, REROLL = 0, 1
NOBODY = -1


@step
def _unequal(rolls: int, dice: Dice) -> int:
    first = d6(dice, 0, rolls)
    second = d6(dice, 0, rolls)
    if first == second:
        return -1
    return 0 if first > second else 1


@rule("N17-B-RND-02", "N17-B-RND-03")
@step
def priority(tie: int, holder: int, dice: Dice) -> int:
    """N17-B-RND-02: both sides roll a D6, the higher has priority: 0 the first side, 1 the second.

    N17-B-RND-03: on a tie *holder*, the side that had it, hands it over; where nobody has had it (``NOBODY``) or
    *tie* is ``REROLL``, ties are rolled again.
    """
    if holder == NOBODY or tie == REROLL:
        return until(dice, _unequal, PRIORITY)
    first = d6(dice, 0, PRIORITY)
    second = d6(dice, 0, PRIORITY)
    if first == second:
        return 1 - holder
    return 0 if first > second else 1
