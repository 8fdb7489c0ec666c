"""Measuring on a board: from base to base, and whether a wall is in between.

All lengths are inches. Steps use + - x / sqrt and comparisons alone, so that they give the same on every machine.
"""

from math import sqrt
from typing import NamedTuple

from necrostats.engine.dice import large_step, step
from necrostats.systems.necromunda.battle.board import EDGE_FIELDS, PIECE_FIELDS, Ground
from necrostats.systems.necromunda.book import rule

HAIR = 1e-9  # inches: what is nearer than this to touching touches
OVERLAP = (
    2 * HAIR
)  # inches: less than that is no overlap; what stops a hair inside has room in spite of rounding
GONE, STANDING, PRONE = 0, 1, 2


class Field(NamedTuple):
    """Where everybody is: a number a fighter in each array, those of both sides in a row.

    Attributes:
        x, y: The centres of the bases.
        radius: Of the bases.
        face_x, face_y: The direction that a standing fighter faces, of length 1.
        posture: GONE, STANDING or PRONE.
        side: 0 or 1.
        number: How many fighters there are.
    """

    x: list[float]
    y: list[float]
    radius: list[float]
    face_x: list[float]
    face_y: list[float]
    posture: list[int]
    side: list[int]
    number: int


@step
def length(x: float, y: float) -> float:
    """The length of a vector."""
    return sqrt(x * x + y * y)


@rule("N17-B-MEAS-01", "N17-B-STAT-02")
@step
def gap(field: Field, a: int, b: int) -> float:
    """N17-B-MEAS-01: inches from base to base, 0 in contact; a prone fighter counts as if its base still stood.

    >>> gap(Field([0, 3], [0, 4], [0.5, 1], [1, 1], [0, 0], [1, 1], [0, 1], 2), 0, 1)
    3.5
    """
    apart = length(field.x[b] - field.x[a], field.y[b] - field.y[a]) - field.radius[a] - field.radius[b]
    return apart if apart > HAIR else 0.0


@step
def in_contact(field: Field, a: int, b: int) -> bool:
    """Whether two bases touch."""
    dx, dy = field.x[b] - field.x[a], field.y[b] - field.y[a]
    reach = field.radius[a] + field.radius[b] + HAIR
    return dx * dx + dy * dy <= reach * reach


@step
def from_segment(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Inches from a point to a segment.

    >>> from_segment(0, 2, -1, 0, 1, 0), from_segment(4, 4, -1, 0, 1, 0)
    (2.0, 5.0)
    """
    ux, uy = bx - ax, by - ay
    squared = ux * ux + uy * uy
    t = 0.0 if squared == 0 else ((px - ax) * ux + (py - ay) * uy) / squared
    t = min(1.0, max(0.0, t))
    return length(px - ax - t * ux, py - ay - t * uy)


@step
def inside(ground: Ground, piece: int, x: float, y: float) -> bool:
    """Whether a point is in a piece, its edges included."""
    for edge in range(ground.first[piece], ground.first[piece + 1]):
        k = edge * EDGE_FIELDS
        ax, ay, bx, by = ground.edges[k], ground.edges[k + 1], ground.edges[k + 2], ground.edges[k + 3]
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0:
            return False
    return True


@step
def from_piece(ground: Ground, piece: int, x: float, y: float) -> float:
    """Inches from a point to a piece, 0 inside."""
    if inside(ground, piece, x, y):
        return 0.0
    nearest = 1e30
    for edge in range(ground.first[piece], ground.first[piece + 1]):
        k = edge * EDGE_FIELDS
        nearest = min(
            nearest,
            from_segment(
                x, y, ground.edges[k], ground.edges[k + 1], ground.edges[k + 2], ground.edges[k + 3]
            ),
        )
    return nearest


@step
def near_segment(ground: Ground, piece: int, ax: float, ay: float, bx: float, by: float, more: float) -> bool:
    """Whether a piece may come within *more* inches of a segment; False only where it does not."""
    k = piece * PIECE_FIELDS
    apart = from_segment(ground.pieces[k], ground.pieces[k + 1], ax, ay, bx, by)
    return apart <= ground.pieces[k + 2] + more


@rule("N17-B-MOV-02")
@large_step
def fits(ground: Ground, x: float, y: float, radius: float) -> bool:
    """N17-B-MOV-02: whether a base has room there, as far as the board goes: inside it, in no wall, on no obstacle."""
    low, wide, high = radius - OVERLAP, ground.width - radius + OVERLAP, ground.height - radius + OVERLAP
    if x < low or y < low or x > wide or y > high:
        return False
    for piece in range(ground.number):
        k = piece * PIECE_FIELDS
        dx, dy, reach = x - ground.pieces[k], y - ground.pieces[k + 1], radius + ground.pieces[k + 2]
        if dx * dx + dy * dy < reach * reach and (from_piece(ground, piece, x, y) < radius - OVERLAP):
            return False
    return True
