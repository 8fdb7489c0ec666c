"""Templates: blast markers as dice, whether a shot that misses still touches its target; flames (section 8.3).

Where the marker lands among several fighters is geometry: ``scatter.py``.
"""

from typing import NamedTuple

from necrostats.engine.dice import Dice, d6, passes, roll, step
from necrostats.systems.necromunda.book import rule

SCATTER_DIE = roll("N17-A-BLAST-03", "Scatter die")
SCATTER_DISTANCE = roll("N17-A-BLAST-02", "scatter distance")
MISFIRE = roll("N17-A-BLAST-03", "misfire")

HIT_FACES = 2  # of the Scatter die, each with a small arrow
FLAME_LENGTH = 8  # inches, about: what a flame template reaches (N17-A-FLAME-01)
ON_SHOOTER, DUD = -1, 0  # where a marker lands after a misfire, in place of inches


class Marker(NamedTuple):
    """A blast marker aimed at one fighter.

    Attributes:
        touching: Inches of scatter up to which it still touches that fighter.
        reaches_back: 1 if centred on the shooter it still touches the target.
    """

    touching: int
    reaches_back: int


class Landed(NamedTuple):
    """Hits by markers that scattered: on the target and on the shooter."""

    target: int
    shooter: int


@rule("N17-A-BLAST-02", "N17-A-BLAST-03")
@step
def scatter_inches(dice: Dice) -> int:
    """N17-A-BLAST-02: a marker that missed moves a D6 of inches, in the direction of the Scatter die.

    N17-A-BLAST-03: a 1 with the Hit symbol is a misfire: ON_SHOOTER on a 1, else DUD.
    """
    symbol = d6(dice, 0, SCATTER_DIE) <= HIT_FACES
    inches = d6(dice, 0, SCATTER_DISTANCE)
    if symbol and inches == 1:
        return DUD if passes(dice, 2, MISFIRE) else ON_SHOOTER
    return inches


@rule("N17-A-BLAST-04", "N17-A-BLAST-05")
@step
def scatter(marker: Marker, landed: Landed, dice: Dice) -> Landed:
    """N17-A-BLAST-04: a marker that scattered hits whom it touches; N17-A-BLAST-05: each of a burst on its own."""
    inches = scatter_inches(dice)
    if inches == DUD:
        return landed
    if inches == ON_SHOOTER:
        return Landed(landed.target + marker.reaches_back, landed.shooter + 1)
    return Landed(landed.target + (1 if inches <= marker.touching else 0), landed.shooter)
