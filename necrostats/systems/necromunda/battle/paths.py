"""Ways over a board: the shortest way of a base round walls, and how far along it a fighter comes (N17-B-MOV).

A way is a row of points. It bends at *corners*: points just clear of the corners of pieces, two to each, so that a base
passes; from corner to corner the lengths are worked out once for each size of base. Getting over a barricade or an
obstacle costs 2 inches in all, or the stretch over it where that is longer (N17-B-MOV-05), so a way round it may be the
shorter one. A gap that is less than a tenth wider than the base may be missed.
"""

from collections.abc import Sequence
from math import hypot, sqrt
from typing import NamedTuple

from necrostats.engine.dice import large_step, step
from necrostats.systems.necromunda.battle.board import (
    EDGE_FIELDS,
    HIGH,
    PIECE_FIELDS,
    Board,
    Ground,
    ground_of,
)
from necrostats.systems.necromunda.battle.measuring import (
    HAIR,
    fits,
    inside,
    length,
)
from necrostats.systems.necromunda.book import rule

OVER = 2.0  # inches of movement that getting over an obstacle costs
TWO_IN_ALL, TWO_MORE = 0, 1
COSTS = {"2_total": TWO_IN_ALL, "2_extra": TWO_MORE}
NO_WAY = 1e12
FAR = 1e30


class Span(NamedTuple):
    """From where to where along a segment a base touches something, in inches; ``first`` behind ``last`` if nowhere."""

    first: float
    last: float


class Corners(NamedTuple):
    """Where ways bend, for each of several fighters; those with bases of one size share theirs.

    Attributes:
        radius: Of each fighter's base, in inches.
        number: How many points there are for it.
        begin: Where in ``lengths`` they begin: x and y of each; then the lengths from each to each, row by row, with
            obstacles crossed; then the same without, as in charges.
    """

    radius: Sequence[float]
    number: Sequence[int]
    begin: Sequence[int]


class Way(NamedTuple):
    """Room for the points of a way, the start left out; ``used[0]`` of them; ``inches[0]`` is its length."""

    x: list[float]
    y: list[float]
    used: list[int]
    inches: list[float]


def way_for(corners: Corners) -> Way:
    """Room that is always enough."""
    most = max(corners.number) + 2
    return Way([0.0] * most, [0.0] * most, [0], [0.0])


@step
def through_disc(ax: float, ay: float, ux: float, uy: float, x: float, y: float, radius: float) -> Span:
    """From where to where the line from *a* in the direction *u* lies within *radius* of a point."""
    along, across = (x - ax) * ux + (y - ay) * uy, (y - ay) * ux - (x - ax) * uy
    squared = radius * radius - across * across
    if squared <= 0:
        return Span(FAR, -FAR)
    half = sqrt(squared)
    return Span(along - half, along + half)


@step
def through_strip(
    ax: float,
    ay: float,
    ux: float,
    uy: float,
    px: float,
    py: float,
    ex: float,
    ey: float,
    long: float,
    radius: float,
) -> Span:
    """The same for the rectangle within *radius* to either side of a segment from *p* in the direction *e*."""
    first, last = -FAR, FAR
    at, speed = (ax - px) * ex + (ay - py) * ey, ux * ex + uy * ey
    low, high = 0.0, long
    for turn in range(2):
        if turn == 1:
            at, speed = (ay - py) * ex - (ax - px) * ey, uy * ex - ux * ey
            low, high = -radius, radius
        if abs(speed) < 1e-15:
            if at <= low or at >= high:
                return Span(FAR, -FAR)
        else:
            one, other = (low - at) / speed, (high - at) / speed
            first, last = max(first, min(one, other)), min(last, max(one, other))
    return Span(first, last) if first < last else Span(FAR, -FAR)


@step
def passes_by(
    ground: Ground, piece: int, ax: float, ay: float, ux: float, uy: float, far: float, radius: float
) -> bool:
    """Whether a base clearly does not touch a piece on its way; False only says that it may.

    It passes the circle around the piece, or wherever it is not beyond some of the edges it is beyond another one.
    """
    k = piece * PIECE_FIELDS
    x, y, reach = ground.pieces[k] - ax, ground.pieces[k + 1] - ay, ground.pieces[k + 2] + radius
    along, across = x * ux + y * uy, y * ux - x * uy
    if along < -reach or along > far + reach or across < -reach or across > reach:
        return True
    low, high = 0.0, far
    for edge in range(ground.first[piece], ground.first[piece + 1]):
        k = edge * EDGE_FIELDS
        ex, ey = ground.edges[k + 4], ground.edges[k + 5]
        out = ey * (ax - ground.edges[k]) - ex * (ay - ground.edges[k + 1])
        speed = ey * ux - ex * uy
        if speed > 1e-15:
            high = min(high, (radius - out) / speed)
        elif speed < -1e-15:
            low = max(low, (radius - out) / speed)
        elif out >= radius:
            return True
        if low >= high:
            return True
    return False


@large_step
def through_piece(
    ground: Ground, piece: int, ax: float, ay: float, ux: float, uy: float, far: float, radius: float
) -> Span:
    """From where to where, in inches from *a*, a base on its way in the direction *u* overlaps a piece.

    A piece is convex, so there is one such stretch.
    """
    inner = radius - HAIR
    if far < HAIR or passes_by(ground, piece, ax, ay, ux, uy, far, inner):
        return Span(FAR, -FAR)
    first, last = FAR, -FAR
    for edge in range(ground.first[piece], ground.first[piece + 1]):
        k = edge * EDGE_FIELDS
        px, py, ex, ey = ground.edges[k], ground.edges[k + 1], ground.edges[k + 4], ground.edges[k + 5]
        strip = through_strip(ax, ay, ux, uy, px, py, ex, ey, ground.edges[k + 6], inner)
        disc = through_disc(ax, ay, ux, uy, px, py, inner)
        first, last = min(first, strip.first, disc.first), max(last, strip.last, disc.last)
    first, last = max(first, 0.0), min(last, far)
    if first >= last and inside(ground, piece, ax, ay):
        return Span(0.0, far)
    return Span(first, last) if first < last else Span(FAR, -FAR)


@rule("N17-B-MOV-05")
@large_step
def straight(
    ground: Ground, ax: float, ay: float, bx: float, by: float, radius: float, over: int, level: int
) -> float:
    """The inches of movement of a straight way, NO_WAY if a wall is in it, or with *level* = 1 an obstacle.

    Args:
        over: TWO_IN_ALL or TWO_MORE (option ``barricade_cost``).
    """
    far = length(bx - ax, by - ay)
    if far < HAIR:
        return far
    inches, ux, uy = far, (bx - ax) / far, (by - ay) / far
    for piece in range(ground.number):
        span = through_piece(ground, piece, ax, ay, ux, uy, far, radius)
        if span.first < span.last:
            if ground.high[piece] == HIGH or level == 1:
                return NO_WAY
            inches += OVER if over == TWO_MORE else max(0.0, OVER - (span.last - span.first))
    return inches


@rule("N17-B-MEAS-02", "N17-B-MOV-02")
@large_step
def find_way(
    ground: Ground,
    corners: Corners,
    lengths: Sequence[float],
    ax: float,
    ay: float,
    bx: float,
    by: float,
    over: int,
    level: int,
    who: int,
    most: float,
    way: Way,
) -> float:
    """The shortest way of a base from *a* to *b*; returns its inches of movement, NO_WAY if there is none.

    Args:
        level: 1 if obstacles must not be crossed, as in a charge.
        corners, lengths: From ``corners_of``.
        who: Whose base it is, a number of ``corners``.
        most: Inches: longer ways round something are not looked for; NO_WAY for all.
        way: Gets the points.
    """
    way.used[0] = 0
    radius, first, n = corners.radius[who], corners.begin[who], corners.number[who]
    best = straight(ground, ax, ay, bx, by, radius, over, level)
    bend, last = -1, -1
    way.inches[0] = best
    if best >= NO_WAY or best > length(bx - ax, by - ay) + HAIR:
        best = min(best, most)
        for i in range(n):
            x, y = lengths[first + 2 * i], lengths[first + 2 * i + 1]
            if length(x - ax, y - ay) + length(bx - x, by - y) >= best:
                continue
            begin = straight(ground, ax, ay, x, y, radius, over, level)
            if begin >= best:
                continue
            for j in range(n):
                between = from_corner(corners, lengths, who, i, j, level)
                x, y = lengths[first + 2 * j], lengths[first + 2 * j + 1]
                if begin + between + length(bx - x, by - y) >= best:
                    continue
                end = straight(ground, x, y, bx, by, radius, over, level)
                if begin + between + end < best:
                    best, bend, last = begin + between + end, i, j
        if bend < 0:
            best = way.inches[0]
    way.inches[0] = best
    if best >= NO_WAY:
        return best
    while bend >= 0:
        k = way.used[0]
        way.x[k], way.y[k] = lengths[first + 2 * bend], lengths[first + 2 * bend + 1]
        way.used[0] = k + 1
        bend = -1 if bend == last else next_corner(corners, lengths, who, bend, last, level)
    k = way.used[0]
    way.x[k], way.y[k] = bx, by
    way.used[0] = k + 1
    return best


@step
def from_corner(corners: Corners, lengths: Sequence[float], who: int, i: int, j: int, level: int) -> float:
    """The length of the way from one corner to another."""
    n = corners.number[who]
    return lengths[corners.begin[who] + 2 * n + (level * n + i) * n + j]


@large_step
def next_corner(corners: Corners, lengths: Sequence[float], who: int, at: int, last: int, level: int) -> int:
    """The next corner on the shortest way from one corner to another: the nearest that lies on it."""
    whole = from_corner(corners, lengths, who, at, last, level)
    found, nearest = last, whole
    for k in range(corners.number[who]):
        far = from_corner(corners, lengths, who, at, k, level)
        if (
            k != at
            and HAIR < far < nearest
            and far + from_corner(corners, lengths, who, k, last, level) <= whole + 1e-7
        ):
            found, nearest = k, far
    return found


def corners_of(board: Board, radii: Sequence[float], over: int = TWO_IN_ALL) -> tuple[Corners, list[float]]:
    """Where ways of bases bend on a board, and the points with the lengths between them.

    Args:
        radii: Of the bases, in inches.
        over: TWO_IN_ALL or TWO_MORE.
    """
    ground = ground_of(board)
    lengths: list[float] = []
    made: dict[float, tuple[int, int]] = {}
    for radius in dict.fromkeys(radii):
        spots = [
            spot
            for piece in board.pieces
            for spot in _around(piece.corners, radius + 1e-6)
            if fits(ground, *spot, radius)
        ]
        made[radius] = (len(spots), len(lengths))
        lengths += [coordinate for spot in spots for coordinate in spot]
        lengths += _lengths(ground, spots, radius, over, 0)
        lengths += _lengths(ground, spots, radius, over, 1)
    number, begin = ([made[radius][k] for radius in radii] for k in range(2))
    return Corners(tuple(radii), number, begin), lengths


def _around(corners: Sequence[tuple[float, float]], radius: float) -> list[tuple[float, float]]:
    """Two points outside each corner of a polygon; the line between them touches the circle around the corner."""
    found = []
    n = len(corners)
    for k in range(n):
        before, at, after = corners[k - 1], corners[k], corners[(k + 1) % n]
        normals = []
        for a, b in ((before, at), (at, after)):
            far = hypot(b[0] - a[0], b[1] - a[1])
            normals.append(((b[1] - a[1]) / far, -(b[0] - a[0]) / far))
        mx, my = normals[0][0] + normals[1][0], normals[0][1] + normals[1][1]
        far = hypot(mx, my)
        middle = (mx / far, my / far)
        for normal in normals:
            sx, sy = normal[0] + middle[0], normal[1] + middle[1]
            size = radius * 2 / (sx * sx + sy * sy)
            found.append((at[0] + sx * size, at[1] + sy * size))
    return found


def _lengths(
    ground: Ground, spots: list[tuple[float, float]], radius: float, over: int, level: int
) -> tuple[float, ...]:
    """The shortest way from each corner to each other one (Floyd and Warshall)."""
    n = len(spots)
    table = [[straight(ground, *a, *b, radius, over, level) if a != b else 0.0 for b in spots] for a in spots]
    for k in range(n):
        through = table[k]
        for row in table:
            to = row[k]
            if to < NO_WAY:
                for j in range(n):
                    if to + through[j] < row[j]:
                        row[j] = to + through[j]
    return tuple(value for row in table for value in row)
