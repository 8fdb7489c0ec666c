"""What a fighter sees: its vision arc, the line of sight, and how much cover the target has (N17-B-LOS, N17-B-COV).

The target is the diameter of its base across the line between the two centres. Each thing in between hides a span of
that diameter, found by drawing lines from the viewer's centre past its ends; walls and standing fighters hide all of
their span, barricades and obstacles half of it. What is visible is the length that is left, so no angle is measured.
"""

from math import sqrt
from typing import NamedTuple

from necrostats.engine.dice import large_step, step
from necrostats.systems.necromunda.battle.board import EDGE_FIELDS, HIGH, Ground
from necrostats.systems.necromunda.battle.measuring import (
    HAIR,
    PRONE,
    STANDING,
    Field,
    from_piece,
    gap,
    length,
    near_segment,
)
from necrostats.systems.necromunda.book import rule

IN_THE_OPEN, PARTIAL, FULL, HIDDEN = 0, 1, 2, 3
COS_45 = sqrt(0.5)
FAR = 1e12
NEAR = 1e-9  # inches in front of the eye


class Spans(NamedTuple):
    """Room for the hidden spans of one look: their ends, one number each, and two numbers of how many there are."""

    low: list[float]
    high: list[float]
    used: list[int]


def spans_for(ground: Ground, fighters: int) -> Spans:
    """Room that is always enough."""
    most = len(ground.of_piece) + fighters + 1
    return Spans([0.0] * most, [0.0] * most, [0])


class Line(NamedTuple):
    """The line of sight: from (x, y) in the direction (along_x, along_y), *far* inches to the target's centre; *half*
    of its diameter.
    """

    x: float
    y: float
    along_x: float
    along_y: float
    far: float
    half: float


@step
def line_to(field: Field, viewer: int, target: int) -> Line:
    """The line between two centres."""
    dx, dy = field.x[target] - field.x[viewer], field.y[target] - field.y[viewer]
    far = length(dx, dy)
    return Line(field.x[viewer], field.y[viewer], dx / far, dy / far, far, field.radius[target])


@step
def hide(spans: Spans, line: Line, low: float, high: float) -> None:
    """Note a hidden span, as far as it lies on the target."""
    if high > -line.half and low < line.half and low < high:
        n = spans.used[0]
        spans.low[n], spans.high[n] = max(low, -line.half), min(high, line.half)
        spans.used[0] = n + 1


@step
def hide_edge(spans: Spans, line: Line, ax: float, ay: float, bx: float, by: float) -> None:
    """The span hidden by a segment, as far as it stands between the eye and the target's centre."""
    px, py = ax - line.x, ay - line.y
    qx, qy = bx - line.x, by - line.y
    a, c = px * line.along_x + py * line.along_y, qx * line.along_x + qy * line.along_y
    b, d = line.along_x * py - line.along_y * px, line.along_x * qy - line.along_y * qx
    if a > c:
        a, b, c, d = c, d, a, b
    if c < NEAR or a > line.far:
        return
    if a < NEAR:
        b, a = b + (d - b) * (NEAR - a) / (c - a), NEAR
    if c > line.far:
        d, c = b + (d - b) * (line.far - a) / (c - a), line.far
    first, last = b / a * line.far, d / c * line.far
    hide(spans, line, min(first, last), max(first, last))


@step
def hide_base(spans: Spans, line: Line, x: float, y: float, radius: float) -> None:
    """The span hidden by a standing fighter whose centre is between the eye and the target's centre."""
    a = (x - line.x) * line.along_x + (y - line.y) * line.along_y
    b = line.along_x * (y - line.y) - line.along_y * (x - line.x)
    if a <= 0 or a >= line.far:
        return
    # Tangents y = m x to the circle around (a, b): the roots of (a a - r r) m m - 2 a b m + b b - r r = 0.
    root = radius * sqrt(max(0.0, a * a + b * b - radius * radius))
    outer, inner = a * abs(b) + root, b * b - radius * radius
    below = a * a - radius * radius
    near = inner / outer * line.far
    wide = outer / below * line.far if below > 0 else FAR
    if b >= 0:
        hide(spans, line, near, wide)
    else:
        hide(spans, line, -wide, -near)


@large_step
def left_visible(spans: Spans, low: float, high: float) -> float:
    """The length between *low* and *high* that no span hides."""
    at, seen = low, 0.0
    while at < high:
        reached, begins = at, high
        for n in range(spans.used[0]):
            if spans.low[n] <= at:
                reached = max(reached, spans.high[n])
            else:
                begins = min(begins, spans.low[n])
        if reached > at:
            at = reached
        else:
            seen += begins - at
            at = begins
    return seen


@large_step
def hide_pieces(ground: Ground, line: Line, spans: Spans, high: int, ignored_within: float) -> None:
    """The spans hidden by all high or by all low pieces; low ones that near the viewer's centre are ignored."""
    ex, ey = line.x + line.along_x * line.far, line.y + line.along_y * line.far
    for piece in range(ground.number):
        if ground.high[piece] != high or not near_segment(ground, piece, line.x, line.y, ex, ey, line.half):
            continue
        if high != HIGH and from_piece(ground, piece, line.x, line.y) <= ignored_within:
            continue
        for edge in range(ground.first[piece], ground.first[piece + 1]):
            k = edge * EDGE_FIELDS
            hide_edge(
                spans, line, ground.edges[k], ground.edges[k + 1], ground.edges[k + 2], ground.edges[k + 3]
            )


class View(NamedTuple):
    """How a target is seen: the visible share from 0 to 1, and 1 if some of it lies in the viewer's arc."""

    share: float
    in_arc: int


@rule("N17-B-LOS-01", "N17-B-LOS-02", "N17-B-COV-01", "N17-B-OBS-01", "N17-B-STAT-04")
@large_step
def view(ground: Ground, field: Field, viewer: int, target: int, spans: Spans) -> View:
    """N17-B-LOS-02: how a standing viewer sees a target.

    N17-B-COV-01: friends and obstacles within 1 inch of the viewer are ignored; N17-B-STAT-04: so are prone fighters.
    """
    line = line_to(field, viewer, target)
    spans.used[0] = 0
    hide_pieces(ground, line, spans, HIGH, 0.0)
    for other in range(field.number):
        if other in (viewer, target) or field.posture[other] != STANDING:
            continue
        if field.side[other] == field.side[viewer] and gap(field, viewer, other) <= 1:
            continue
        hide_base(spans, line, field.x[other], field.y[other], field.radius[other])
    whole = 2 * line.half
    seen = left_visible(spans, -line.half, line.half)
    low, high = arc_on_target(field, viewer, line)
    in_arc = 1 if low < high and left_visible(spans, low, high) > 0 else 0
    if seen > HAIR:
        hide_pieces(ground, line, spans, 0, field.radius[viewer] + 1)
        bare = left_visible(spans, -line.half, line.half)
        seen = bare if field.posture[target] == PRONE else bare + (seen - bare) / 2
    return View(seen / whole, in_arc)


@rule("N17-B-LOS-01")
@step
def arc_on_target(field: Field, viewer: int, line: Line) -> tuple[float, float]:
    """N17-B-LOS-01: the part of the target's diameter within the viewer's arc, 45 degrees to either side of its face;
    the first end behind the last if there is none.
    """
    fa = field.face_x[viewer] * line.along_x + field.face_y[viewer] * line.along_y
    fb = line.along_x * field.face_y[viewer] - line.along_y * field.face_x[viewer]
    low, high = -line.half, line.half
    right_a, right_b = (fa + fb) * COS_45, (fb - fa) * COS_45
    left_a, left_b = (fa - fb) * COS_45, (fb + fa) * COS_45
    if right_a > 0:
        low = max(low, right_b * line.far / right_a)
    elif right_a < 0:
        high = min(high, right_b * line.far / right_a)
    elif right_b > 0:
        high = -FAR
    if left_a > 0:
        high = min(high, left_b * line.far / left_a)
    elif left_a < 0:
        low = max(low, left_b * line.far / left_a)
    elif left_b < 0:
        high = -FAR
    return low, high


@rule("N17-B-LOS-01")
@step
def faces(field: Field, viewer: int, x: float, y: float) -> bool:
    """N17-B-LOS-01: whether a point lies in a standing fighter's arc, its bounds included."""
    dx, dy = x - field.x[viewer], y - field.y[viewer]
    ahead = dx * field.face_x[viewer] + dy * field.face_y[viewer]
    return ahead >= COS_45 * length(dx, dy) - HAIR


@rule("N17-B-COV-01")
@step
def cover_of(share: float, half_is_full: int) -> int:
    """N17-B-COV-01: IN_THE_OPEN, PARTIAL or FULL cover, or HIDDEN, by the visible share.

    Args:
        half_is_full: 1 if exactly half visible is full cover (option ``cover_half``).

    >>> [cover_of(share, 0) for share in (1.0, 0.5, 0.4, 0.0)], cover_of(0.5, 1)
    ([0, 1, 2, 3], 2)
    """
    if share <= HAIR:
        return HIDDEN
    if share >= 1 - HAIR:
        return IN_THE_OPEN
    if half_is_full == 1:
        return PARTIAL if share > 0.5 + HAIR else FULL
    return PARTIAL if share >= 0.5 - HAIR else FULL
