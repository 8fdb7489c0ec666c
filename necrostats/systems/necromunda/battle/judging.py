"""What a fighter thinks of a place before it goes there: what it could shoot from it, and what could be done to it.

Judged by eye: sight from cell to cell of a grid, of what stands on the board alone, one look for each pair of cells
of a run. Whoever shoots is then held to the exact line of sight, so the grid changes decisions and no rule.
"""

from typing import NamedTuple

from necrostats.engine.dice import large_step, step
from necrostats.systems.necromunda.battle.ammunition import usable
from necrostats.systems.necromunda.battle.measuring import GONE, OVERLAP, PRONE, length
from necrostats.systems.necromunda.battle.moving import BUBBLE
from necrostats.systems.necromunda.battle.policies import RISK
from necrostats.systems.necromunda.battle.sight import HIDDEN, IN_THE_OPEN, cover_of, view
from necrostats.systems.necromunda.battle.state import (
    ACTIVE,
    AIMS,
    BANDS,
    COVERS,
    DOWN,
    ENGAGED,
    LYING,
    POSTURES,
    Battle,
    Forces,
    harm_of_fight,
    touching,
    weight,
)
from necrostats.systems.necromunda.injuries import BROKEN
from necrostats.systems.necromunda.shooting import range_band

MEAN_D3 = 2
NONE = -1.0  # the worth of what cannot be done


class Spot(NamedTuple):
    """A place as a fighter judges it.

    Attributes:
        free: 1 if it may end a move there, as far as other fighters go.
        nearest: Inches to the nearest enemy.
        risk: The share of its Wounds that enemies take on average, each with its best shot or charge at it there.
        shot: The worth of the best shot from there, below 0 if there is none.
    """

    free: int
    nearest: float
    risk: float
    shot: float


@step
def cell_of(forces: Forces, x: float, y: float) -> int:
    """The cell of the grid in which a point lies."""
    last = forces.columns - 1
    column, row = int(x * forces.a_cell), int(y * forces.a_cell)
    return min(last, max(0, row)) * forces.columns + min(last, max(0, column))


@large_step
def look(battle: Battle, a: int, b: int) -> int:
    """The cover of a standing fighter at the middle of one cell as seen from the middle of another."""
    if a == b:
        return IN_THE_OPEN
    forces, eyes = battle.forces, battle.state.eyes
    columns = forces.columns
    eyes.x[0], eyes.y[0] = (a % columns + 0.5) / forces.a_cell, (a // columns + 0.5) / forces.a_cell
    eyes.x[1], eyes.y[1] = (b % columns + 0.5) / forces.a_cell, (b // columns + 0.5) / forces.a_cell
    share = view(forces.ground, eyes, 0, 1, battle.state.spans).share
    return cover_of(share, forces.readings.half_is_full)


@step
def by_eye(battle: Battle, a: int, b: int) -> int:
    """The cover of somebody in cell *b* as seen from cell *a*, judged by eye."""
    k = a * battle.forces.cells + b
    if battle.seen[k] == 0:
        battle.seen[k] = 1 + look(battle, a, b)
    return battle.seen[k] - 1


@step
def posture_of(battle: Battle, who: int) -> int:
    """The posture of a target as shots distinguish it, as it was when the plan was made."""
    if battle.state.down[who] != 0:
        return DOWN
    if battle.state.field.posture[who] == PRONE:
        return LYING
    return ENGAGED if battle.state.busy[who] == 1 else ACTIVE


@step
def worth_of_shot(
    battle: Battle,
    me: int,
    gun: int,
    target: int,
    apart: float,
    aim: int,
    cover: int,
    posture: int,
    worth: int,
) -> float:
    """What a shot is worth, below 0 if it cannot be made.

    Args:
        apart: Inches to the target.
        worth: ``forces.shot_worth``, or ``forces.shot_harm`` for the harm alone, whatever the policy.
    """
    forces = battle.forces
    k = forces.reach + 2 * (me * forces.most_guns + gun)
    band = range_band(apart, battle.real[k], battle.real[k + 1])
    if band > 1:
        return NONE
    k = (me * forces.first[2] + target) * forces.most_guns + gun
    return battle.real[worth + (((k * BANDS + band) * AIMS + aim) * COVERS + cover) * POSTURES + posture]


@step
def worth_of_best(
    battle: Battle,
    me: int,
    target: int,
    apart: float,
    aim: int,
    cover: int,
    posture: int,
    worth: int,
    left: int,
) -> float:
    """``worth_of_shot`` of the gun for which it is greatest, of those that *left* actions are enough for."""
    best = NONE
    if cover == HIDDEN or (posture in (LYING, DOWN) and cover > IN_THE_OPEN):
        return best
    for gun in range(battle.forces.guns[me]):
        if usable(battle, battle.advanced, me, gun, left):
            best = max(best, worth_of_shot(battle, me, gun, target, apart, aim, cover, posture, worth))
    return best


@large_step
def judged(battle: Battle, me: int, x: float, y: float, moves: int, shoots: int, aim: int) -> Spot:
    """A place as *me* judges it.

    Args:
        moves: 1 if it would have to move there.
        shoots: With how many actions it could shoot from there, 0 if it cannot; aim: 1 if it has aimed.
    """
    forces, state = battle.forces, battle.state
    field = state.field
    wary = weight(forces, me, RISK) > 0
    here = cell_of(forces, x, y)
    nearest, risk, shot = 1e30, 0.0, NONE
    for other in range(forces.first[2]):
        if other == me or field.posture[other] == GONE:
            continue
        apart = length(field.x[other] - x, field.y[other] - y) - field.radius[me] - field.radius[other]
        if field.side[other] == field.side[me]:
            if moves == 1 and apart < -OVERLAP:
                return Spot(0, nearest, risk, shot)
            continue
        if moves == 1 and apart < BUBBLE - OVERLAP:
            return Spot(0, nearest, risk, shot)
        nearest = min(nearest, apart)
        if shoots > 0 and apart <= forces.farthest[me]:
            cover = by_eye(battle, here, state.cell[other])
            shot = max(
                shot,
                worth_of_best(
                    battle, me, other, apart, aim, cover, posture_of(battle, other), forces.shot_worth, shoots
                ),
            )
        if wary and state.down[other] == 0 and state.marks[other] & BROKEN == 0:
            harm = 0.0
            if apart <= forces.farthest[other]:
                cover = by_eye(battle, state.cell[other], here)
                harm = max(
                    harm, worth_of_best(battle, other, me, apart, 0, cover, ACTIVE, forces.shot_harm, 2)
                )
            if apart <= forces.move[other] + MEAN_D3:
                harm = max(harm, harm_of_fight(battle, other, me, 1))
            risk += harm
    return Spot(1, nearest, risk, shot)


@large_step
def look_round(battle: Battle) -> None:
    """Note who is engaged and in which cell everybody is, before a plan is made."""
    state, first = battle.state, battle.forces.first
    field = state.field
    for who in range(first[2]):
        state.busy[who] = 0
        state.cell[who] = cell_of(battle.forces, field.x[who], field.y[who])
    for mine in range(first[1]):
        for theirs in range(first[1], first[2]):
            if touching(field, mine, theirs):
                state.busy[mine] = state.busy[theirs] = 1
