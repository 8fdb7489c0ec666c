"""Blast markers as circles on a flat table: where they land and whom they touch.

A marker that scatters moves a whole number of inches in any direction. The directions in which it ends over a base
make one arc of the circle, and its length is known in closed form; arcs of several bases are cut at all their ends.
Chances that need no arc are Fractions, others floats with a bound on their rounding. How far a marker scatters is
``templates.scatter_inches``, enumerated.
"""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.templates import DUD, ON_SHOOTER, scatter_inches

RADIUS = {3: 1.5, 5: 2.5}
MM_AN_INCH = 25.4
HAIR = 1e-9  # inches: what is nearer than this to touching touches
TURN = 2 * math.pi
ROUNDING = 2.0**-53
INCHES = range(1, 7)


@rule("N17-A-BLAST-04")
def touching_inches(radius: float, base_mm: float) -> int:
    """N17-A-BLAST-04: the most inches, out of the six a die can give, at which a marker that scatters from the middle
    of a base still touches it.

    >>> touching_inches(RADIUS[3], 25), touching_inches(RADIUS[5], 32)
    (1, 3)
    """
    return min(6, math.floor(radius + base_mm / 2 / MM_AN_INCH + HAIR))


class Base(NamedTuple):
    """The base of a fighter: its centre in inches, its diameter in millimetres, and whose it is."""

    x: float
    y: float
    mm: float = 25
    name: str = ""

    @property
    def radius(self) -> float:
        """Half its diameter, in inches."""
        return self.mm / 2 / MM_AN_INCH


class Known(NamedTuple):
    """A number that was worked out: a Fraction, or a float at most *error* from the true one."""

    value: Fraction | float
    error: float = 0.0


class Arc(NamedTuple):
    """The directions, in radians from the x axis, in which a scattering marker touches a base.

    Attributes:
        middle, half: They reach from *middle* - *half* to *middle* + *half*; 0 = none, pi = all.
        error: What rounding can do to *half*; 0 where it is surely none or all.
    """

    middle: float
    half: float
    error: float

    @property
    def share(self) -> Known:
        """The share of all directions."""
        if not self.error:
            return Known(Fraction(int(self.half > 0)))
        return Known(self.half / math.pi, self.error / math.pi)


class Piece(NamedTuple):
    """Directions from *start* to *end*, in radians, in which a marker touches the same *hits* bases."""

    start: float
    end: float
    hits: int


class Blast(NamedTuple):
    """A shot with a blast marker.

    Attributes:
        radius: Of the marker, in inches.
        x, y: The point aimed at.
        bases: The fighters who may be under it.
        hit: Chance that the hit roll succeeds.
        shooter: None where nobody knows where it stands; then a marker on the shooter touches nobody else.
    """

    radius: float
    x: float
    y: float
    bases: tuple[Base, ...]
    hit: Fraction
    shooter: Base | None = None


@cache
def when_it_misses() -> dict[int, Fraction]:
    """The chance of each number of inches that a marker which missed scatters, of DUD and of ON_SHOOTER."""
    return law(scatter_inches).chances()


@rule("N17-A-BLAST-01")
def landings(hit: Fraction) -> dict[str, Fraction]:
    """Where the marker lands after a hit roll that succeeds with chance *hit*.

    N17-A-BLAST-01: it "stays" where it was aimed; else it scatters "1" to "6" inches, or lands "on_shooter", or is a
    "dud".

    >>> {
    ...     place: str(p)
    ...     for place, p in landings(Fraction(1, 2)).items()
    ...     if place in ("1", "dud", "on_shooter")
    ... }
    {'1': '1/18', 'on_shooter': '1/216', 'dud': '5/216'}
    """
    chances = when_it_misses()
    missed = {**{str(n): chances[n] for n in INCHES}, "on_shooter": chances[ON_SHOOTER], "dud": chances[DUD]}
    return {"stays": hit, **{place: (1 - hit) * p for place, p in missed.items()}}


@rule("N17-A-BLAST-04")
def touches(radius: float, x: float, y: float, base: Base) -> bool:
    """N17-A-BLAST-04: whether a marker centred there touches a base, be it only at its edge."""
    return math.hypot(base.x - x, base.y - y) <= radius + base.radius + HAIR


def arc(blast: Blast, base: Base, inches: int) -> Arc:
    """The directions in which a marker that scatters so far touches a base, by the law of cosines.

    >>> round(arc(Blast(1.5, 0, 0, (), Fraction(0)), Base(2, 0, mm=25.4), 2).share.value, 9)
    0.333333333
    """
    across, up = base.x - blast.x, base.y - blast.y
    away, reach = math.hypot(across, up), blast.radius + base.radius
    if away <= HAIR:
        return Arc(0.0, math.pi if inches <= reach + HAIR else 0.0, 0.0)
    double = 2 * away * inches
    cosine = (away * away + inches * inches - reach * reach) / double
    slack = 16 * ROUNDING * (away * away + inches * inches + reach * reach) / double
    if abs(cosine) - slack > 1:
        return Arc(0.0, math.pi if cosine < 0 else 0.0, 0.0)
    least, half, most = (math.acos(min(1.0, max(-1.0, c))) for c in (cosine + slack, cosine, cosine - slack))
    return Arc(math.atan2(up, across), half, most - least + 16 * ROUNDING * math.pi)


def ring(blast: Blast, inches: int) -> list[Piece]:
    """All directions of a scatter, cut wherever a base begins or ends to be touched."""
    arcs = [arc(blast, base, inches) for base in blast.bases]
    always = sum(1 for each in arcs if not each.error and each.half)
    partly = [each for each in arcs if each.error]
    ends = {(a.middle + sign * a.half) % TURN for a in partly for sign in (-1, 1)}
    cuts = sorted({0.0, TURN, *ends})
    pieces: list[Piece] = []
    for start, end in pairwise(cuts):
        middle = (start + end) / 2
        here = always + sum(1 for a in partly if abs(math.remainder(middle - a.middle, TURN)) <= a.half)
        if pieces and pieces[-1].hits == here:
            start = pieces.pop().start
        pieces.append(Piece(start, end, here))
    return pieces


def when_missed(blast: Blast, base: Base) -> Known:
    """The chance that a base is touched if the hit roll fails: closed form over distances and directions.

    >>> aimed = Base(0, 0)
    >>> [str(when_missed(Blast(RADIUS[n], 0, 0, (aimed,), Fraction(1, 2)), aimed).value) for n in RADIUS]
    ['1/9', '5/18']
    """
    chances = when_it_misses()
    parts = [(chances[n], arc(blast, base, n).share) for n in INCHES]
    shot = blast.shooter
    if shot is not None and touches(blast.radius, shot.x, shot.y, base):
        parts.append((chances[ON_SHOOTER], Known(Fraction(1))))
    return mixed(parts)


def touched(blast: Blast, base: Base) -> Known:
    """The chance that a base is touched, whether the marker stays or not."""
    stays = Known(Fraction(int(touches(blast.radius, blast.x, blast.y, base))))
    return mixed([(blast.hit, stays), (1 - blast.hit, when_missed(blast, base))])


def hits(blast: Blast) -> dict[int, Known]:
    """The distribution of the number of fighters touched at once; what cannot be is left out."""
    parts: dict[int, list[tuple[Fraction, Known]]] = {}
    for place, p in landings(blast.hit).items():
        for number, share in _at_once(blast, place).items():
            parts.setdefault(number, []).append((p, share))
    return {n: known for n, each in sorted(parts.items()) if (known := mixed(each)).value}


def mean_under(blast: Blast, place: str) -> Known:
    """The mean number of fighters under a marker that lands at a *place* of ``landings``."""
    return mixed((Fraction(number), share) for number, share in _at_once(blast, place).items())


def _at_once(blast: Blast, place: str) -> dict[int, Known]:
    """How many are touched by a marker that lands at a *place* of ``landings``."""
    if place.isdigit():
        pieces = ring(blast, int(place))
        error = sum(arc(blast, base, int(place)).error for base in blast.bases) / math.pi
        if not error:
            return {pieces[0].hits: Known(Fraction(1))}
        shares: dict[int, float] = {}
        for piece in pieces:
            shares[piece.hits] = shares.get(piece.hits, 0.0) + (piece.end - piece.start) / TURN
        return {number: Known(share, error) for number, share in shares.items()}
    centre = (blast.x, blast.y) if place == "stays" else None
    if place == "on_shooter" and blast.shooter is not None:
        centre = (blast.shooter.x, blast.shooter.y)
    under = sum(touches(blast.radius, *centre, base) for base in blast.bases) if centre else 0
    return {under: Known(Fraction(1))}


def mixed(parts: Iterable[tuple[Fraction, Known]]) -> Known:
    """The sum of numbers with their weights, a Fraction if all of them are; its error covers the summing."""
    parts = [(weight, known) for weight, known in parts if weight]
    if all(isinstance(known.value, Fraction) for _, known in parts):
        return Known(sum((weight * Fraction(known.value) for weight, known in parts), Fraction(0)))
    value = math.fsum(float(weight) * float(known.value) for weight, known in parts)
    return Known(value, sum(float(w) * (known.error + 4 * ROUNDING * known.value) for w, known in parts))


def thrown(blast: Blast, trials: int, seed: int, batch: int = 100_000) -> tuple[list[int], list[int]]:
    """Throw markers instead: how often each base was touched, and how often how many were at once.

    Nothing here knows of arcs: each marker is set down and every distance measured.
    """
    import numpy as np

    lands = landings(blast.hit)
    total = math.lcm(*(p.denominator for p in lands.values()))
    steps = np.cumsum([int(p * total) for p in lands.values()])
    inches = np.array([int(place) if place.isdigit() else 0 for place in lands])
    on_shooter, dud = (list(lands).index(place) for place in ("on_shooter", "dud"))
    dice = np.random.default_rng(seed)
    single = np.zeros(len(blast.bases), dtype=np.int64)
    at_once = np.zeros(len(blast.bases) + 1, dtype=np.int64)
    centres = np.array([(base.x, base.y) for base in blast.bases])
    reach = np.array([blast.radius + base.radius + HAIR for base in blast.bases])
    for start in range(0, trials, batch):
        n = min(batch, trials - start)
        place = np.searchsorted(steps, dice.integers(total, size=n), side="right")
        towards = dice.uniform(0, TURN, size=n)
        x = blast.x + inches[place] * np.cos(towards)
        y = blast.y + inches[place] * np.sin(towards)
        lost = place == dud
        if blast.shooter is None:
            lost |= place == on_shooter
        else:
            x[place == on_shooter], y[place == on_shooter] = blast.shooter.x, blast.shooter.y
        under = np.hypot(x[:, None] - centres[:, 0], y[:, None] - centres[:, 1]) <= reach
        under[lost] = False
        single += under.sum(axis=0)
        at_once += np.bincount(under.sum(axis=1), minlength=len(at_once))
    return single.tolist(), at_once.tolist()


def overlapping(bases: Sequence[Base]) -> list[tuple[Base, Base]]:
    """Pairs of bases that cannot stand like that on one level."""
    return [
        (one, other)
        for n, one in enumerate(bases)
        for other in bases[n + 1 :]
        if math.hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius - HAIR
    ]
