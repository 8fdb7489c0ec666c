"""The round: who has priority, and how it changes hands."""

from necrostats.engine.dice import Dice, roll, step, until
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.rolls import higher

PRIORITY = roll("N17-B-RND-02", "priority")

PASS_TO_OPPONENT, REROLL = 0, 1
NOBODY = -1


@rule("N17-B-RND-02", "N17-B-RND-03")
@step
def priority(tie: int, holder: int, dice: Dice) -> int:
    """N17-B-RND-02: both sides roll a D6, the higher has priority: 0 the first side, 1 the second.

    N17-B-RND-03: on a tie *holder*, the side that had it, hands it over; where nobody has had it (``NOBODY``) or
    *tie* is ``REROLL``, ties are rolled again.
    """
    if holder == NOBODY or tie == REROLL:
        return until(dice, higher, PRIORITY)
    winner = higher(PRIORITY, dice)
    return 1 - holder if winner < 0 else winner


@rule("N17-B-RND-03")
def had_priority(starter: int, options: Options) -> int:
    """Who counts as having had priority after a first round that *starter* began without a roll (Turf War).

    Option ``turf_first_tie``: with ``reroll`` nobody has, and a tie of the first roll made is rolled again.
    """
    return starter if options["turf_first_tie"] == "pass" else NOBODY


@rule("N17-B-RND-06")
def phase_over(ready: int, passes: int, options: Options) -> bool:
    """N17-B-RND-06: whether the Action phase ends with *ready* fighters yet to be activated.

    Everybody must be activated, even to do nothing. Option ``may_pass``: a side may pass, and two passes in a row,
    counted in *passes*, end the phase.
    """
    return ready == 0 or (options["may_pass"] == "True" and passes >= 2)
