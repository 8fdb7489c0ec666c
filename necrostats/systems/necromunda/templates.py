"""Blast markers as dice: whether a shot that misses still touches its target, and misfires (section 8.3).

Where the marker lands among several fighters is geometry: ``scatter.py``.
"""

from typing import NamedTuple

from necrostats.engine.dice import Dice, d6, passes, roll, step
from necrostats.systems.necromunda.book import rule

SCATTER_DIE = roll("N17-A-BLAST-03", "Scatter die")
SCATTER_DISTANCE = roll("N17-A-BLAST-02", "scatter distance")
MISFIRE = roll("N17-A-BLAST-03", "misfire")

HIT_FACES = 2  # of the Scatter die, each with a small arrow


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


@rule("N17-A-BLAST-02", "N17-A-BLAST-03", "N17-A-BLAST-04", "N17-A-BLAST-05")
@step
def scatter(marker: Marker, landed: Landed, dice: Dice) -> Landed:
    """N17-A-BLAST-02: a marker that missed moves a D6 of inches; N17-A-BLAST-04: it hits whom it touches.

    N17-A-BLAST-03: a 1 with the Hit symbol is a misfire: on the shooter on a 1, else a dud. N17-A-BLAST-05: each marker
    of a burst on its own.
    """
    symbol = d6(dice, 0, SCATTER_DIE) <= HIT_FACES
    inches = d6(dice, 0, SCATTER_DISTANCE)
    if symbol and inches == 1:
        if passes(dice, 2, MISFIRE):
            return landed
        return Landed(landed.target + marker.reaches_back, landed.shooter + 1)
    return Landed(landed.target + (1 if inches <= marker.touching else 0), landed.shooter)
