"""How a side decides what a fighter does: every plan of an activation is given a worth, and the greatest is taken.

A plan is two actions. Its worth is a weighted sum (``data/necromunda/policies.toml``): the harm of its shot or charge, the
chance to pin, inches nearer to the enemy, and the harm that enemies could do who see where it ends.
"""

from necrostats.engine.dice import Dice, die, large_step, note, roll, step
from necrostats.systems.necromunda.battle.acting import (
    AIMED,
    MOVES,
    NOT_NOW,
    best_set,
    charge_at,
    cover_from,
    face_enemy,
    fight_enemy,
    fire_at,
    melee_number,
    nearest_enemy,
    put,
    retreat_from,
    shot_from_here,
    stand_up,
    turn_to,
)
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING, gap, length
from necrostats.systems.necromunda.battle.moving import BUBBLE, along, contact_with
from necrostats.systems.necromunda.battle.paths import NO_WAY, find_way
from necrostats.systems.necromunda.battle.state import (
    AT_RANDOM,
    CHARGE,
    FLEES,
    NEAR,
    PIN,
    RISK,
    SHOOT,
    WEIGHTS,
    Forces,
    State,
    engaged,
    side_of,
    touching,
)
from necrostats.systems.necromunda.book import rule

WHICH = roll("battle", "which plan")
PARTS = 1_000_000

STAY, AIM_SHOOT, SHOOT_MOVE, MOVE_SHOOT, CHARGES, MOVE_MOVE, FIGHTS, RETREATS = range(8)
KIND, GUN, AT, TO_X, TO_Y, WORTH, PLANNED = range(7)
SPOTS = 8
MEAN_D3 = 2


@step
def weight(forces: Forces, me: int, which: int) -> float:
    """One weight of a fighter's side."""
    return forces.weights[side_of(forces, me) * len(WEIGHTS) + which]


@large_step
def propose(
    forces: Forces, state: State, me: int, kind: int, gun: int, at: int, x: float, y: float, worth: float, dice: Dice
) -> None:
    """Keep a plan if it is worth more than the best so far; at random, each is worth what a die says."""
    plan = state.plan
    if weight(forces, me, AT_RANDOM) > 0:
        worth = float(die(dice, PARTS, WHICH))
    if plan[PLANNED] == 0 or worth > plan[WORTH]:
        plan[KIND], plan[GUN], plan[AT], plan[TO_X], plan[TO_Y] = float(kind), float(gun), float(at), x, y
        plan[WORTH], plan[PLANNED] = worth, 1.0


@large_step
def best_shot(forces: Forces, state: State, me: int, aim: int) -> tuple[float, int, int]:
    """The shot from here that is worth most: its worth, the gun and the target; -1 for both if there is none."""
    best, gun_, target = 0.0, -1, -1
    field = state.field
    if forces.guns[me] == 0:
        return best, gun_, target
    for other in range(forces.first[2]):
        if field.side[other] == field.side[me] or field.posture[other] == GONE:
            continue
        cover = cover_from(forces, state, me, other)
        for gun in range(forces.guns[me]):
            row = shot_from_here(forces, state, me, gun, other, aim, cover)
            if row != NOT_NOW:
                worth = weight(forces, me, SHOOT) * forces.shot_harm[row] + weight(forces, me, PIN) * forces.shot_pin[row]
                if gun_ < 0 or worth > best:
                    best, gun_, target = worth, gun, other
    return best, gun_, target


@large_step
def risk_here(forces: Forces, state: State, me: int) -> float:
    """The harm that enemies could do from where they stand, each with its best shot or charge."""
    if weight(forces, me, RISK) == 0:
        return 0.0
    field, total = state.field, 0.0
    for other in range(forces.first[2]):
        if field.side[other] == field.side[me] or field.posture[other] == GONE:
            continue
        most = 0.0
        if forces.guns[other] > 0:
            cover = cover_from(forces, state, other, me)
            for gun in range(forces.guns[other]):
                row = shot_from_here(forces, state, other, gun, me, 0, cover)
                if row != NOT_NOW:
                    most = max(most, forces.shot_harm[row])
        if field.posture[other] == STANDING and gap(field, other, me) <= forces.move[other] + MEAN_D3:
            weapons = best_set(forces, other, me, 1)
            most = max(most, forces.melee_harm[melee_number(forces, other, weapons, me, 1, 0, 0)])
        total += most
    return total


@large_step
def spot_worth(forces: Forces, state: State, me: int, before: float) -> float:
    """What it is worth to stand here: inches gained on the nearest enemy, less the risk."""
    other = nearest_enemy(state, me)
    gained = before - gap(state.field, me, other) if other >= 0 else 0.0
    return weight(forces, me, NEAR) * gained - weight(forces, me, RISK) * risk_here(forces, state, me)


@large_step
def plan_moves(forces: Forces, state: State, me: int, actions: int, dice: Dice) -> None:
    """Plans with a move: to the nearest enemy by the shortest way, and in seven more directions from there."""
    field, ground = state.field, forces.ground
    here_x, here_y = field.x[me], field.y[me]
    enemy = nearest_enemy(state, me)
    before = gap(field, me, enemy)
    shot, gun, target = best_shot(forces, state, me, 0)
    stay = spot_worth(forces, state, me, before)
    if gun >= 0:
        if actions == 2:
            aimed, aimed_gun, aimed_target = best_shot(forces, state, me, 1)
            propose(forces, state, me, AIM_SHOOT, aimed_gun, aimed_target, here_x, here_y, aimed + stay, dice)
        else:
            propose(forces, state, me, SHOOT_MOVE, gun, target, here_x, here_y, shot + stay, dice)
    propose(forces, state, me, STAY, -1, -1, here_x, here_y, stay, dice)
    dx, dy = field.x[enemy] - here_x, field.y[enemy] - here_y
    far = length(dx, dy)
    ux, uy = dx / far, dy / far
    for turn in range(SPOTS):
        for actions_ in range(1, actions + 1):
            inches = forces.move[me] * actions_
            x = min(ground.width - field.radius[me], max(field.radius[me], here_x + ux * inches))
            y = min(ground.height - field.radius[me], max(field.radius[me], here_y + uy * inches))
            if turn == 0:
                contact_or_near(forces, state, me, enemy)
            elif find_way(ground, forces.corners, here_x, here_y, x, y, forces.over, 0, me, state.way) >= NO_WAY:
                continue
            spot = along(ground, field, me, state.way, inches, forces.over, 0, BUBBLE)
            if spot.free == 0 or length(spot.x - here_x, spot.y - here_y) < 0.1:
                continue
            put(state, me, spot.x, spot.y)
            worth = spot_worth(forces, state, me, before)
            if actions_ == 1 and actions == 2:
                from_there, gun_there, target_there = best_shot(forces, state, me, 0)
            else:
                from_there, gun_there, target_there = 0.0, -1, -1
            put(state, me, here_x, here_y)
            if actions_ == 2 or actions == 1:
                propose(forces, state, me, MOVE_MOVE, -1, -1, spot.x, spot.y, worth, dice)
                continue
            if gun_there >= 0:
                propose(forces, state, me, MOVE_SHOOT, gun_there, target_there, spot.x, spot.y, from_there + worth, dice)
            if gun >= 0:
                propose(forces, state, me, SHOOT_MOVE, gun, target, spot.x, spot.y, shot + worth, dice)
        ux, uy = (ux - uy) * 0.7071067811865476, (ux + uy) * 0.7071067811865476


@large_step
def contact_or_near(forces: Forces, state: State, me: int, enemy: int) -> None:
    """The shortest way towards an enemy, over obstacles too, into the state."""
    field = state.field
    dx, dy = field.x[me] - field.x[enemy], field.y[me] - field.y[enemy]
    far = length(dx, dy)
    reach = field.radius[me] + field.radius[enemy] + BUBBLE
    x, y = field.x[enemy] + dx / far * reach, field.y[enemy] + dy / far * reach
    find_way(forces.ground, forces.corners, field.x[me], field.y[me], x, y, forces.over, 0, me, state.way)


@large_step
def plan_charges(forces: Forces, state: State, me: int, dice: Dice) -> None:
    """Plans to charge each enemy that Movement and D3 may reach."""
    field = state.field
    if weight(forces, me, CHARGE) == 0 and weight(forces, me, AT_RANDOM) == 0:
        return
    for other in range(forces.first[2]):
        if field.side[other] == field.side[me] or field.posture[other] == GONE:
            continue
        if gap(field, me, other) > forces.move[me] + 3 + forces.contact:
            continue
        way = contact_with(forces, state, me, other)
        missing = way - forces.move[me] - forces.contact
        if way >= NO_WAY or missing > 3:
            continue
        chance = 1.0 if missing <= 1 else 2 / 3 if missing <= 2 else 1 / 3
        weapons = best_set(forces, me, other, 1)
        harm = forces.melee_harm[melee_number(forces, me, weapons, other, 1, 0, 0)]
        back = best_set(forces, other, me, 0)
        struck = forces.melee_harm[melee_number(forces, other, back, me, 0, 0, 0)] * (1 - harm)
        worth = chance * (weight(forces, me, CHARGE) * harm - weight(forces, me, RISK) * struck)
        propose(forces, state, me, CHARGES, -1, other, 0.0, 0.0, worth, dice)


@large_step
def plan_fights(forces: Forces, state: State, me: int, dice: Dice) -> None:
    """Plans of an engaged fighter: to fight one of its enemies, or to get away."""
    field = state.field
    danger = 0.0
    for other in range(forces.first[2]):
        if touching(field, me, other):
            back = best_set(forces, other, me, 0)
            danger += forces.melee_harm[melee_number(forces, other, back, me, 0, 0, 0)]
    for other in range(forces.first[2]):
        if touching(field, me, other):
            weapons = best_set(forces, me, other, 0)
            harm = forces.melee_harm[melee_number(forces, me, weapons, other, 0, 0, 0)]
            worth = weight(forces, me, CHARGE) * harm - weight(forces, me, RISK) * danger
            propose(forces, state, me, FIGHTS, -1, other, 0.0, 0.0, worth, dice)
    if weight(forces, me, FLEES) > 0 or weight(forces, me, AT_RANDOM) > 0:
        propose(forces, state, me, RETREATS, -1, -1, 0.0, 0.0, -weight(forces, me, RISK) * danger / 2, dice)


@large_step
def carry_out(forces: Forces, state: State, me: int, actions: int, dice: Dice) -> None:
    """What was planned."""
    plan, field = state.plan, state.field
    kind, gun, at = int(plan[KIND]), int(plan[GUN]), int(plan[AT])
    x, y = plan[TO_X], plan[TO_Y]
    if kind == CHARGES:
        charge_at(forces, state, me, at, dice)
    elif kind == FIGHTS:
        fight_enemy(forces, state, me, at, 0, dice)
    elif kind == RETREATS:
        retreat_from(forces, state, me, dice)
    else:
        moves = x != field.x[me] or y != field.y[me]
        if kind == AIM_SHOOT:
            note(dice, AIMED, me)
        if kind in (AIM_SHOOT, SHOOT_MOVE):
            turn_to(state, me, field.x[at], field.y[at])
            fire_at(forces, state, me, gun, at, 1 if kind == AIM_SHOOT else 0, dice)
        if moves:
            put(state, me, x, y)
            note(dice, MOVES, me)
            face_enemy(state, me)
        if kind == MOVE_SHOOT:
            turn_to(state, me, field.x[at], field.y[at])
            fire_at(forces, state, me, gun, at, 0, dice)


@rule("N17-B-ACT-01", "N17-B-ACT-02", "N17-B-ACT-04", "N17-B-ACT-06")
@large_step
def activate(forces: Forces, state: State, me: int, dice: Dice) -> None:
    """N17-B-ACT-01: one activation: up to two actions, as the side's policy decides."""
    field, plan = state.field, state.plan
    plan[PLANNED] = 0.0
    if field.posture[me] == PRONE:
        stand_up(state, me, dice)
        plan_moves(forces, state, me, 1, dice)
        carry_out(forces, state, me, 1, dice)
        return
    if engaged(field, me):
        plan_fights(forces, state, me, dice)
        carry_out(forces, state, me, 2, dice)
        return
    plan_charges(forces, state, me, dice)
    plan_moves(forces, state, me, 2, dice)
    carry_out(forces, state, me, 2, dice)
