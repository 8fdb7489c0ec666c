"""What fighters do on a board: they shoot, fight, charge and retreat, by the steps of those chapters."""

from necrostats.engine.dice import Dice, large_step, note, repeat, saying, step
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING, gap, length
from necrostats.systems.necromunda.battle.moving import BUBBLE, COS_45, along, contact_with, on_board, pushed
from necrostats.systems.necromunda.battle.paths import NO_WAY
from necrostats.systems.necromunda.battle.policies import PRESSES
from necrostats.systems.necromunda.battle.sight import HIDDEN, arc_on_target, cover_of, faces, line_to, view
from necrostats.systems.necromunda.battle.state import (
    ACTIVE,
    ENGAGED,
    LYING,
    Battle,
    State,
    best_set,
    engaged,
    melee_number,
    melee_of,
    shot_number,
    shot_of,
    touching,
    weight,
)
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import SIMULTANEOUS, fight
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.movement import retreat_distance
from necrostats.systems.necromunda.rolls import Test, d3, take
from necrostats.systems.necromunda.shooting import range_band, shoot

BITS = 64  # fighters that a told sentence can name
NOT_NOW = -1

MOVES = saying("{who} moves to {place}")
SHOOTS = saying("{who} shoots at {whom} with {gun}")
AIMED = saying("{who} aims")
CHARGED = saying("{who} charges {whom}")
FELL_SHORT = saying("{who} falls short, and stops at {place}")
FOUGHT = saying("{who} fights {whom} with {blades}")
REACTED = saying("{who} strikes back at {whom} with {blades}")
STOOD = saying("{who} stands up")
TRIED = saying("{who} tries to retreat")
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
    posture = ACTIVE
    if field.posture[target] == PRONE:
        posture = LYING
    elif engaged(field, target):
        posture = ENGAGED
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
        spot = pushed(battle, target, dx, dy, 1.0, BUBBLE if forces.readings.bubble == 1 else 0.0)
        far = length(dx, dy)
        room = on_board(
            battle, target, dx / far, dy / far
        )  # the edge is no wall: it stops a push and does no harm
        if length(spot.x - field.x[target], spot.y - field.y[target]) < room - 1e-9:
            row += 1
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


# ------------------------------------------------------------------ close combat


@rule("N17-B-CC-02", "N17-B-CC-03", "N17-B-CC-06", "N17-B-TRT-01")
@large_step
def strike_at_enemy(battle: Battle, me: int, target: int, charging: int, own: int, dice: Dice) -> int:
    """One side of a fight; returns the target's Wounds from before.

    Args:
        own: 1 in the fighter's own activation, when it may turn to face for nothing (N17-B-ACT-01).
    """
    forces, state = battle.forces, battle.state
    field = state.field
    turned = 0
    if (own == 0 or forces.readings.free_turn == 0) and charging == 0:
        turned = 0 if has_in_arc(battle, me, target) else 1
    turn_to(state, me, field.x[target], field.y[target])
    behind = 0 if has_in_arc(battle, target, me) else 1
    weapons = best_set(battle, me, target, charging)
    note(dice, FOUGHT if own == 1 else REACTED, coded(me, target, weapons))
    before = state.wounds[target]
    row = melee_number(battle, me, weapons, target, charging, turned, behind)
    start = Target(before, forces.toughness[target], 0, 0, 0, 0, 0)
    after = repeat(dice, 1, fight, melee_of(battle, row), start)
    lose(state, me, target, after.wounds, forces.most_guns + weapons, dice)
    return before


@rule("N17-B-CC-00", "N17-B-CC-12", "N17-B-CC-13")
@large_step
def fight_enemy(battle: Battle, me: int, target: int, charging: int, dice: Dice) -> None:
    """N17-B-CC-00: an attack on one enemy, the reactions of all engaged with the attacker, and what follows."""
    forces, state = battle.forces, battle.state
    field = state.field
    n = forces.first[2]
    was_engaged = touching(field, me, target)
    strike_at_enemy(battle, me, target, charging, 1, dice)
    for other in range(n):
        reacts = touching(field, me, other)
        if (
            other == target
            and was_engaged
            and forces.readings.order == SIMULTANEOUS
            and field.posture[me] == STANDING
        ):
            reacts = True
        if reacts and field.posture[me] == STANDING and (other == target or field.posture[other] == STANDING):
            strike_at_enemy(battle, other, me, 0, 0, dice)
    consolidate(battle, me, dice)


@rule("N17-B-CC-13")
@large_step
def consolidate(battle: Battle, me: int, dice: Dice) -> None:
    """N17-B-CC-13: who is engaged with nobody any more goes up to 2 inches, into contact if its side presses."""
    forces, state = battle.forces, battle.state
    field = state.field
    if field.posture[me] != STANDING or engaged(field, me):
        return
    if weight(forces, me, PRESSES) > 0:
        other = nearest_enemy(state, me)
        if other >= 0 and contact_with(battle, me, other, 2.0) <= 2:
            last = state.way.used[0] - 1
            put(state, me, state.way.x[last], state.way.y[last])
            note(dice, MOVES, me)
            meet(battle, me)
    face_enemy(state, me)


@rule("N17-B-STAT-03")
@step
def meet(battle: Battle, me: int) -> None:
    """N17-B-STAT-03: a pinned fighter whom an enemy touches stands up at once, and faces it."""
    forces, state = battle.forces, battle.state
    field = state.field
    for other in range(forces.first[2]):
        if (
            field.side[other] != field.side[me]
            and field.posture[other] == PRONE
            and gap(field, me, other) == 0
        ):
            field.posture[other] = STANDING
            turn_to(state, other, field.x[me], field.y[me])


@rule("N17-B-ACT-03", "N17-B-MOV-03")
@large_step
def charge_at(battle: Battle, me: int, target: int, rolled: int, dice: Dice) -> None:
    """N17-B-ACT-03: a charge of Movement and D3 inches; in contact a free Fight, else it ends 1 inch away.

    Args:
        rolled: The D3 if it fell before the charge was declared, else 0.
    """
    forces, state = battle.forces, battle.state
    note(dice, CHARGED, coded(me, target, 0))
    inches = forces.move[me] + (rolled if rolled > 0 else d3(dice))
    way = contact_with(battle, me, target, NO_WAY)
    if way >= NO_WAY:
        return
    if way <= inches + forces.readings.contact:
        last = state.way.used[0] - 1
        put(state, me, state.way.x[last], state.way.y[last])
        turn_to(state, me, state.field.x[target], state.field.y[target])
        meet(battle, me)
        fight_enemy(battle, me, target, 1, dice)
        return
    spot = along(forces.ground, state.field, me, state.way, inches, forces.readings.over, 1, BUBBLE)
    put(state, me, spot.x, spot.y)
    turn_to(state, me, state.field.x[target], state.field.y[target])
    note(dice, FELL_SHORT, me)


# ------------------------------------------------------------------ retreats


@rule("N17-B-ACT-05")
@large_step
def retreat_from(battle: Battle, me: int, dice: Dice) -> None:
    """N17-B-ACT-05: an Initiative test to get away; enemies that pass theirs strike at who retreats."""
    forces, state = battle.forces, battle.state
    field = state.field
    note(dice, TRIED, me)
    away = take(Test(1, forces.initiative[me], 0), 0, dice)
    after = 0
    if away == 1 or forces.readings.always == 1:
        for other in range(forces.first[2]):
            if touching(field, me, other) and take(Test(1, forces.initiative[other], 0), 0, dice) == 1:
                if forces.readings.react_after == 1 and away == 1:
                    after |= 1 << other
                elif field.posture[me] == STANDING:
                    strike_at_enemy(battle, other, me, 0, 0, dice)
    if away == 0 or field.posture[me] != STANDING:
        return
    run_away(battle, me, float(retreat_distance(dice)))
    note(dice, MOVES, me)
    for other in range(forces.first[2]):
        if after >> other & 1 and field.posture[me] == STANDING:
            strike_at_enemy(battle, other, me, 0, 0, dice)


@large_step
def run_away(battle: Battle, me: int, inches: float) -> None:
    """The move of a retreat, in the one of eight directions that leads farthest from the nearest enemy."""
    state = battle.state
    field, way = state.field, state.way
    ux, uy, best, found_x, found_y = 0.0, 1.0, -1.0, field.x[me], field.y[me]
    here_x, here_y = field.x[me], field.y[me]
    for _ in range(8):
        spot = pushed(battle, me, ux, uy, inches, BUBBLE)
        put(state, me, spot.x, spot.y)
        other = nearest_enemy(state, me)
        apart = gap(field, me, other) if other >= 0 else 0.0
        put(state, me, here_x, here_y)
        if apart > best and apart >= 1 - 1e-9:
            best, found_x, found_y = apart, spot.x, spot.y
        ux, uy = (ux - uy) * COS_45, (ux + uy) * COS_45
    way.used[0] = 0
    put(state, me, found_x, found_y)
    face_enemy(state, me)


@rule("N17-B-ACT-06")
@step
def stand_up(state: State, me: int, dice: Dice) -> None:
    """N17-B-ACT-06: a pinned fighter stands up and faces the nearest enemy."""
    state.field.posture[me] = STANDING
    face_enemy(state, me)
    note(dice, STOOD, me)
