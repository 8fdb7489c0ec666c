"""Moves on a board: how far along a way a fighter comes, charges into contact, pushes (N17-B-MOV, N17-B-ACT-03)."""

from typing import NamedTuple

from necrostats.engine.dice import large_step, step
from necrostats.systems.necromunda.battle.board import HIGH, Ground
from necrostats.systems.necromunda.battle.measuring import GONE, HAIR, OVERLAP, Field, fits, length
from necrostats.systems.necromunda.battle.paths import (
    FAR,
    NO_WAY,
    OVER,
    TWO_MORE,
    Way,
    find_way,
    through_disc,
    through_piece,
)
from necrostats.systems.necromunda.battle.state import Battle
from necrostats.systems.necromunda.book import rule

BUBBLE = 1.0  # inches that a mover keeps from standing and pinned enemies
COS_45 = 0.7071067811865476
AROUND = 8  # points of contact that are tried, an eighth of a turn apart
BACK = 8  # times that an end is moved back until it is free


class Spot(NamedTuple):
    """A point, and whether a move may end there."""

    x: float
    y: float
    free: int


@rule("N17-B-MOV-02")
@large_step
def vacant(field: Field, me: int, x: float, y: float) -> bool:
    """N17-B-MOV-02: whether a base would overlap nobody's there."""
    for other in range(field.number):
        if other != me and field.posture[other] != GONE:
            apart = length(field.x[other] - x, field.y[other] - y)
            if apart < field.radius[other] + field.radius[me] - OVERLAP:
                return False
    return True


@rule("N17-B-MOV-03")
@large_step
def before_enemies(
    field: Field, me: int, ax: float, ay: float, ux: float, uy: float, far: float, keep: float
) -> float:
    """N17-B-MOV-03: how far a move may go before it comes within *keep* inches of a standing or pinned enemy.

    Who is within that already may move away.
    """
    goes = far
    for other in range(field.number):
        if field.side[other] == field.side[me] or field.posture[other] == GONE:
            continue
        reach = field.radius[me] + field.radius[other] + keep - HAIR
        span = through_disc(ax, ay, ux, uy, field.x[other], field.y[other], reach)
        if span.first >= span.last or span.last <= 0:
            continue
        if span.first >= 0:
            goes = min(goes, span.first)
        elif span.first + span.last > 0:
            goes = 0.0
    return goes


@rule("N17-B-MOV-05", "N17-B-OBS-01")
@large_step
def over_obstacles(
    ground: Ground,
    radius: float,
    ax: float,
    ay: float,
    ux: float,
    uy: float,
    far: float,
    left: float,
    over: int,
    level: int,
) -> tuple[float, float]:
    """N17-B-MOV-05: how far along a segment *left* inches of movement go, and what of them is left then."""
    at = 0.0
    while True:
        entry, exit_ = FAR, FAR
        for piece in range(ground.number):
            span = through_piece(ground, piece, ax, ay, ux, uy, far, radius)
            if span.first < span.last and at <= span.first + HAIR and span.last > at and span.first < entry:
                entry, exit_ = span.first, span.last
                if ground.high[piece] == HIGH or level == 1:
                    exit_ = FAR
        free = min(far, entry) - at
        if free >= left:
            return at + left, 0.0
        at, left = at + max(0.0, free), left - max(0.0, free)
        if entry >= far:
            return at, left
        cost = exit_ - entry + OVER if over == TWO_MORE else max(OVER, exit_ - entry)
        if exit_ >= FAR or cost > left + 4 * HAIR:
            return at, left
        at, left = exit_ + HAIR, max(0.0, left - cost)
        if at >= far:
            return far, left


@large_step
def back_until_free(
    ground: Ground, field: Field, me: int, ax: float, ay: float, ux: float, uy: float, at: float
) -> float:
    """The farthest point up to *at* along a line where a base overlaps nobody and stands on no obstacle."""
    radius = field.radius[me]
    for _ in range(BACK):
        moved = False
        for other in range(field.number):
            if other != me and field.posture[other] != GONE:
                reach = radius + field.radius[other] - HAIR
                span = through_disc(ax, ay, ux, uy, field.x[other], field.y[other], reach)
                if span.first < at < span.last:
                    at, moved = max(0.0, span.first), True
        for piece in range(ground.number):
            span = through_piece(ground, piece, ax, ay, ux, uy, at + 1, radius)
            if span.first < at - HAIR and at < span.last:
                at, moved = max(0.0, span.first), True
        if not moved or at <= 0:
            break
    return at


@rule("N17-B-MOV-01", "N17-B-MOV-02", "N17-B-MOV-03", "N17-B-MOV-05")
@large_step
def along(
    ground: Ground, field: Field, me: int, way: Way, inches: float, over: int, level: int, keep: float
) -> Spot:
    """Where a fighter comes along a way with so many inches of movement.

    Args:
        level: 1 if obstacles stop it.
        keep: Inches that it keeps from enemies.
    """
    x, y, left = field.x[me], field.y[me], inches
    for k in range(way.used[0]):
        bx, by = way.x[k], way.y[k]
        far = length(bx - x, by - y)
        if far <= HAIR:
            continue
        ux, uy = (bx - x) / far, (by - y) / far
        at, left = over_obstacles(ground, field.radius[me], x, y, ux, uy, far, left, over, level)
        goes = before_enemies(field, me, x, y, ux, uy, at, keep)
        last = goes < far - HAIR or left <= HAIR or k == way.used[0] - 1
        if last:
            goes = back_until_free(ground, field, me, x, y, ux, uy, goes)
        x, y = x + ux * goes, y + uy * goes
        if last:
            break
    if vacant(field, me, x, y) and fits(ground, x, y, field.radius[me]):
        return Spot(x, y, 1)
    return Spot(field.x[me], field.y[me], 0)


@rule("N17-B-ACT-03", "N17-B-MOV-05")
@large_step
def contact_with(battle: Battle, me: int, target: int, most: float) -> float:
    """The inches of the shortest way of a charge into base contact, NO_WAY if there is none; the way is in the state.

    Contact straight ahead is tried first, then points an eighth of a turn further round the target's base.
    """
    forces, state = battle.forces, battle.state
    field, ground, over = state.field, forces.ground, forces.readings.over
    dx, dy = field.x[me] - field.x[target], field.y[me] - field.y[target]
    far = length(dx, dy)
    reach = field.radius[me] + field.radius[target]
    ux, uy = (dx / far, dy / far) if far > HAIR else (0.0, 1.0)
    best, bx, by = NO_WAY, 0.0, 0.0
    limit = most + HAIR
    for turn in range(AROUND):
        x, y = field.x[target] + ux * reach, field.y[target] + uy * reach
        if (
            length(x - field.x[me], y - field.y[me]) < limit
            and fits(ground, x, y, field.radius[me])
            and vacant(field, me, x, y)
        ):
            inches = find_way(
                ground,
                forces.corners,
                battle.real,
                field.x[me],
                field.y[me],
                x,
                y,
                over,
                1,
                me,
                limit,
                state.way,
            )
            if inches < limit and unhindered(field, me, target, state.way):
                best, bx, by = inches, x, y
                limit = best
            if turn == 0 and best < NO_WAY and best <= length(x - field.x[me], y - field.y[me]) + HAIR:
                break
        ux, uy = (ux - uy) * COS_45, (ux + uy) * COS_45
    if best < NO_WAY:
        find_way(
            ground,
            forces.corners,
            battle.real,
            field.x[me],
            field.y[me],
            bx,
            by,
            over,
            1,
            me,
            NO_WAY,
            state.way,
        )
    return best


@large_step
def unhindered(field: Field, me: int, target: int, way: Way) -> bool:
    """Whether no other standing or pinned enemy is in a charge's way."""
    x, y = field.x[me], field.y[me]
    for k in range(way.used[0]):
        far = length(way.x[k] - x, way.y[k] - y)
        if far > HAIR:
            ux, uy = (way.x[k] - x) / far, (way.y[k] - y) / far
            for other in range(field.number):
                if other == target or field.side[other] == field.side[me] or field.posture[other] == GONE:
                    continue
                reach = field.radius[me] + field.radius[other] - HAIR
                span = through_disc(x, y, ux, uy, field.x[other], field.y[other], reach)
                if span.first < span.last and span.last > HAIR and span.first < far - HAIR:
                    return False
        x, y = way.x[k], way.y[k]
    return True


@step
def within(at: float, to: float, low: float, high: float) -> float:
    """The share of a way from *at* to *to* that stays between two bounds.

    >>> within(2.0, 6.0, 1.0, 5.0), within(2.0, 0.0, 1.0, 5.0), within(1.0, 1.0, 1.5, 5.0)
    (0.75, 0.5, 1.0)
    """
    if to < low and to < at:
        return max(0.0, (at - low) / (at - to))
    if to > high and to > at:
        return max(0.0, (high - at) / (to - at))
    return 1.0


@step
def on_board(battle: Battle, who: int, dx: float, dy: float) -> float:
    """The share of a push that keeps a fighter on the board."""
    ground, field = battle.forces.ground, battle.state.field
    x, y, radius = field.x[who], field.y[who], field.radius[who]
    return min(
        within(x, x + dx, radius, ground.width - radius), within(y, y + dy, radius, ground.height - radius)
    )


@rule("N17-B-MEAS-03", "N17-B-MOV-04", "N17-B-KB-01")
@large_step
def pushed(battle: Battle, who: int, dx: float, dy: float, inches: float, keep: float) -> Spot:
    """N17-B-MOV-04: where a fighter ends that is moved in a direction: as far as nothing stops it.

    Args:
        keep: Inches that it keeps from enemies, BUBBLE by the rule.
    """
    forces, field, way = battle.forces, battle.state.field, battle.state.way
    far = length(dx, dy)
    way.x[0], way.y[0] = field.x[who] + dx / far * inches, field.y[who] + dy / far * inches
    way.used[0] = 1
    room = inches * on_board(battle, who, dx / far * inches, dy / far * inches)
    return along(forces.ground, field, who, way, room, forces.readings.over, 1, keep)


@rule("N17-B-KB-01", "N17-A-TRT-10")
@large_step
def blocked(battle: Battle, who: int, dx: float, dy: float) -> int:
    """N17-B-KB-01: 1 if something stops the inch of a push. The edge of the board is no wall: it does no harm.

    Option ``knockback_bubble`` says whether the inch round an enemy is such a thing.
    """
    field, far = battle.state.field, length(dx, dy)
    spot = pushed(battle, who, dx, dy, 1.0, BUBBLE if battle.forces.readings.bubble == 1 else 0.0)
    room = on_board(battle, who, dx / far, dy / far)
    return 1 if length(spot.x - field.x[who], spot.y - field.y[who]) < room - HAIR else 0
