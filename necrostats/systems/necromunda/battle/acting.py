"""What fighters do on a board: they turn, stand up, and shoot, by the steps of those chapters."""

from necrostats.engine.dice import Dice, large_step, note, repeat, saying, step
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING, gap, length
from necrostats.systems.necromunda.battle.moving import BUBBLE, blocked, pushed
from necrostats.systems.necromunda.battle.sight import HIDDEN, arc_on_target, cover_of, faces, line_to, view
from necrostats.systems.necromunda.battle.state import (
    ACTIVE,
    DOWN,
    ENGAGED,
    LYING,
    Battle,
    State,
    engaged,
    shot_number,
    shot_of,
)
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.shooting import range_band, shoot

BITS = 64  # fighters that a told sentence can name
NOT_NOW = -1

MOVES = saying("{who} moves to {place}")
SHOOTS = saying("{who} shoots at {whom} with {gun}")
AIMED = saying("{who} aims")
FOUGHT = saying("{who} fights {whom} with {blades}")
REACTED = saying("{who} strikes back at {whom} with {blades}")
STOOD = saying("{who} stands up")
OUT_NOW = saying("{who} is out of action")
HURT = saying("{who} has {n} left")
IS_PINNED = saying("{who} is pinned")
WAS_PUSHED = saying("{who} is pushed to {place}")


@step
def coded(who: int, whom: int, n: int) -> int:
    """Two fighters and a number in one, for a sentence."""
    return (n * BITS + whom) * BITS + who


@step
def turn_to(state: State, who: int, x: float, y: float) -> None:
    """A fighter faces a point."""
    dx, dy = x - state.field.x[who], y - state.field.y[who]
    far = length(dx, dy)
    if far > 0:
        state.field.face_x[who], state.field.face_y[who] = dx / far, dy / far


@step
def put(state: State, who: int, x: float, y: float) -> None:
    """A fighter stands somewhere else."""
    state.field.x[who], state.field.y[who] = x, y


@large_step
def nearest_enemy(state: State, who: int) -> int:
    """The nearest enemy in play, -1 if there is none."""
    field, found, best = state.field, -1, 1e30
    for other in range(len(field.posture)):
        if field.side[other] != field.side[who] and field.posture[other] != GONE:
            apart = gap(field, who, other)
            if apart < best:
                found, best = other, apart
    return found


@rule("N17-B-MOV-01")
@step
def face_enemy(state: State, who: int) -> None:
    """N17-B-MOV-01: after a move a fighter turns to the nearest enemy."""
    other = nearest_enemy(state, who)
    if other >= 0:
        turn_to(state, who, state.field.x[other], state.field.y[other])


# ------------------------------------------------------------------ shooting


@large_step
def as_target(state: State, who: int) -> int:
    """The posture of a fighter as shots distinguish it."""
    if state.down[who] != 0:
        return DOWN
    if state.field.posture[who] == PRONE:
        return LYING
    return ENGAGED if engaged(state.field, who) else ACTIVE


@rule("N17-B-SHT-01", "N17-B-SHT-02")
@large_step
def shot_from_here(battle: Battle, me: int, gun: int, target: int, aim: int, cover: int) -> int:
    """The row of a shot at a target whose cover is known, NOT_NOW if it cannot be made or is out of range."""
    forces, state = battle.forces, battle.state
    field = state.field
    k = forces.reach + 2 * (me * forces.most_guns + gun)
    band = range_band(gap(field, me, target), battle.real[k], battle.real[k + 1])
    if band > 1 or cover == HIDDEN or (field.posture[target] == PRONE and cover > 0):
        return NOT_NOW
    posture = as_target(state, target)
    behind = 0 if posture != LYING and has_in_arc(battle, target, me) else 1
    return shot_number(battle, me, gun, target, band, aim, cover, posture, behind, 0)


@rule("N17-B-LOS-01", "N17-B-SAV-04", "N17-B-TRT-01")
@large_step
def has_in_arc(battle: Battle, who: int, other: int) -> bool:
    """N17-B-LOS-01: whether another is in a standing fighter's arc: its centre, or any part (option ``arc_test``)."""
    field = battle.state.field
    if battle.forces.readings.any_part == 0:
        return faces(field, who, field.x[other], field.y[other])
    low, high = arc_on_target(field, who, line_to(field, who, other))
    return low <= high


@rule("N17-B-COV-01", "N17-B-LOS-02")
@large_step
def cover_from(battle: Battle, me: int, target: int) -> int:
    """The cover of a target as a fighter sees it who turns to it."""
    forces, state = battle.forces, battle.state
    return cover_of(
        view(forces.ground, state.field, me, target, state.spans).share, forces.readings.half_is_full
    )


@rule("N17-B-SHT-00", "N17-B-SHT-01", "N17-B-KB-01", "N17-B-PIN-01", "N17-B-STAT-05")
@large_step
def fire_at(battle: Battle, me: int, gun: int, target: int, aim: int, dice: Dice) -> None:
    """N17-B-SHT-00: one shot, with what it does to the target."""
    forces, state = battle.forces, battle.state
    field = state.field
    row = shot_from_here(battle, me, gun, target, aim, cover_from(battle, me, target))
    if row == NOT_NOW:
        return
    note(dice, SHOOTS, coded(me, target, gun))
    dx, dy = field.x[target] - field.x[me], field.y[target] - field.y[me]
    if battle.whole[forces.knocks + me * forces.most_guns + gun] == 1:
        row += blocked(battle, target, dx, dy)
    lying = 1 if field.posture[target] == PRONE else 0
    before = Target(state.wounds[target], forces.toughness[target], lying, 0, 0, 0, 0)
    after = repeat(dice, 1, shoot, shot_of(battle, row), before)
    if after.pushed == 1 and after.wounds > 0:
        spot = pushed(battle, target, dx, dy, 1.0, BUBBLE)
        put(state, target, spot.x, spot.y)
        note(dice, WAS_PUSHED, target)
    if after.pinned == 1 and lying == 0 and after.wounds > 0:
        field.posture[target] = PRONE
        note(dice, IS_PINNED, target)
    lose(state, me, target, after.wounds, gun, dice)


@rule("N17-B-STAT-05", "N17-B-DMG-01")
@step
def lose(state: State, me: int, target: int, left: int, weapon: int, dice: Dice) -> None:
    """N17-B-STAT-05: the Wounds that are left; at 0 the fighter is out of action."""
    if left < state.wounds[target]:
        state.wounds[target] = left
        if left == 0:
            state.field.posture[target] = GONE
            state.ready[target] = 0
            state.taken_out_by[target], state.taken_out_with[target] = me, weapon
            note(dice, OUT_NOW, target)
        else:
            note(dice, HURT, coded(target, 0, left))


@rule("N17-B-ACT-06")
@step
def stand_up(state: State, me: int, dice: Dice) -> None:
    """N17-B-ACT-06: a pinned fighter stands up and faces the nearest enemy."""
    state.field.posture[me] = STANDING
    face_enemy(state, me)
    note(dice, STOOD, me)


@rule("N17-B-CC-02", "N17-B-ACT-01", "N17-B-TRT-01")
@large_step
def squared_up(battle: Battle, me: int, target: int, charging: int, own: int) -> tuple[int, int]:
    """N17-B-CC-02: a fighter turns to face whom it strikes; 1 if that costs it, 1 if it strikes from behind.

    Args:
        own: 1 in the fighter's own activation, when it may turn to face for nothing (N17-B-ACT-01).
    """
    field, turned = battle.state.field, 0
    if (own == 0 or battle.forces.readings.free_turn == 0) and charging == 0:
        turned = 0 if has_in_arc(battle, me, target) else 1
    turn_to(battle.state, me, field.x[target], field.y[target])
    return turned, 0 if has_in_arc(battle, target, me) else 1
