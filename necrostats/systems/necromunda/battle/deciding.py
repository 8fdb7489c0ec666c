"""How a side decides what a fighter does: each action that it may take now is given a worth, the greatest is taken.

The worth is a weighted sum (``data/necromunda/policies.toml``): the harm of the shot or charge, the chance to pin,
inches nearer to the enemy, and the harm that enemies could do where it ends. After each action it decides anew.
"""

from necrostats.engine.dice import Dice, die, large_step, note, roll, saying, step
from necrostats.systems.necromunda.battle.acting import (
    AIMED,
    MOVES,
    cover_from,
    face_enemy,
    fire_at,
    nearest_enemy,
    put,
    stand_up,
    turn_to,
)
from necrostats.systems.necromunda.battle.ammunition import actions_for, empty_store, reload_store, usable
from necrostats.systems.necromunda.battle.areas import spares_friends
from necrostats.systems.necromunda.battle.board import HIGH
from necrostats.systems.necromunda.battle.brawling import can_finish, finish
from necrostats.systems.necromunda.battle.contact import charge_at, fight_enemy, retreat_from
from necrostats.systems.necromunda.battle.firing import volley_at
from necrostats.systems.necromunda.battle.judging import (
    NONE,
    judged,
    look_round,
    posture_of,
    worth_of_best,
    worth_of_shot,
)
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING, fits, gap, length
from necrostats.systems.necromunda.battle.moving import BUBBLE, along, contact_with
from necrostats.systems.necromunda.battle.nerve import aftermath
from necrostats.systems.necromunda.battle.paths import NO_WAY, find_way, through_piece
from necrostats.systems.necromunda.battle.plight import call_along, may_act
from necrostats.systems.necromunda.battle.policies import AT_RANDOM, CHARGE, FLEES, NEAR, RISK, SHOOT
from necrostats.systems.necromunda.battle.sight import HIDDEN, IN_THE_OPEN
from necrostats.systems.necromunda.battle.state import (
    ACTIVE,
    INCHES,
    KIND,
    LYING,
    PLANNED,
    TARGET,
    TO_X,
    TO_Y,
    WORTH,
    Advanced,
    Battle,
    harm_of_fight,
    touching,
    weight,
)
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.injuries import BROKEN
from necrostats.systems.necromunda.rolls import d3

ACTS = saying("{who} acts, at {place}")
ACTS_ALONG = saying("{who} acts along, at {place}")
WHICH = roll("battle", "which of its actions")
PARTS = 1_000_000

STAYS, AIMS, SHOOTS, MOVES_ON, CHARGES, FIGHTS, RETREATS, FINISHES, RELOADS = range(9)
DIRECTIONS = 6
COS_60, SIN_60 = 0.5, 0.8660254037844386
A_LITTLE = 0.1  # inches: a shorter move is none
SHOT, AIMED_AT, FOUGHT, TRIED = 1, 2, 4, 8
"""Basic actions that were taken in this activation, a bit each (N17-B-ACT-02)."""


@step
def propose(
    battle: Battle,
    me: int,
    kind: int,
    target: int,
    x: float,
    y: float,
    inches: float,
    worth: float,
    dice: Dice,
) -> None:
    """Keep an action if it is worth more than the best so far; at random, each is worth what a die says."""
    plan = battle.state.plan
    if weight(battle.forces, me, AT_RANDOM) > 0:
        worth = float(die(dice, PARTS, WHICH))
    if plan[PLANNED] == 0 or worth > plan[WORTH]:
        plan[KIND], plan[TARGET], plan[TO_X], plan[TO_Y], plan[INCHES] = (
            float(kind),
            float(target),
            x,
            y,
            inches,
        )
        plan[WORTH], plan[PLANNED] = worth, 1.0


@step
def standing_worth(battle: Battle, me: int, before: float, nearest: float, risk: float) -> float:
    """What it is worth to stand somewhere: inches gained on the nearest enemy, less the risk."""
    forces = battle.forces
    return weight(forces, me, NEAR) * (before - nearest) - weight(forces, me, RISK) * risk


@large_step
def weigh_place(
    battle: Battle,
    me: int,
    x: float,
    y: float,
    inches: float,
    left: int,
    shot: int,
    before: float,
    dice: Dice,
) -> float:
    """Propose a move to a place, with a shot from there if an action and the shot are left; returns what it is worth
    to stand there, NO_WAY if nobody can.
    """
    forces = battle.forces
    if not fits(forces.ground, x, y, forces.radius[me]):
        return NO_WAY
    one = inches <= forces.move[me]
    spot = judged(battle, me, x, y, 1, 1 if one and left == 2 and shot == 0 else 0, 0)
    if spot.free == 0:
        return NO_WAY
    stands = standing_worth(battle, me, before, spot.nearest, spot.risk)
    propose(battle, me, MOVES_ON, -1, x, y, inches, stands + max(0.0, spot.shot), dice)
    return stands


@rule("N17-B-ACT-01", "N17-B-ACT-02", "N17-B-ACT-03")
@large_step
def weigh_active(battle: Battle, me: int, left: int, done: int, dice: Dice) -> None:
    """The actions of a fighter that is engaged with nobody: to stay, shoot, aim, or move in one of six directions.

    A move is of Movement inches; the first direction is the way to the nearest enemy, the others are turned from there.
    With two actions left it may be twice as long straight towards that enemy or straight away.
    """
    forces, state = battle.forces, battle.state
    field, ground, way = state.field, forces.ground, state.way
    x, y, radius = field.x[me], field.y[me], field.radius[me]
    shot = 1 if done & SHOT else 0
    enemy = nearest_enemy(state, me)
    before = gap(field, me, enemy)
    aim = 1 if done & AIMED_AT else 0
    here = judged(battle, me, x, y, 0, left if shot == 0 else 0, aim)
    stays = standing_worth(battle, me, before, before, here.risk)
    best_after = stays
    propose(battle, me, STAYS, -1, x, y, 0.0, stays, dice)
    dx, dy = field.x[enemy] - x, field.y[enemy] - y
    far = length(dx, dy)
    ux, uy = dx / far, dy / far
    if before > BUBBLE:
        reach = radius + field.radius[enemy] + BUBBLE
        way_to(battle, me, field.x[enemy] - ux * reach, field.y[enemy] - uy * reach)
        for moves in range(1, left + 1):
            inches = forces.move[me] * moves
            to_x, to_y, rest = x, y, inches
            for k in range(way.used[0]):
                leg = length(way.x[k] - to_x, way.y[k] - to_y)
                share = min(1.0, rest / leg) if leg > 0 else 1.0
                to_x, to_y = to_x + (way.x[k] - to_x) * share, to_y + (way.y[k] - to_y) * share
                rest -= leg * share
            if length(to_x - x, to_y - y) >= A_LITTLE:
                stands = weigh_place(battle, me, to_x, to_y, inches, left, shot, before, dice)
                if moves == 1 and stands < NO_WAY:
                    best_after = max(best_after, stands)
    for turn in range(1, DIRECTIONS):
        ux, uy = ux * COS_60 - uy * SIN_60, ux * SIN_60 + uy * COS_60
        for moves in range(1, (left if 2 * turn == DIRECTIONS else 1) + 1):
            inches = forces.move[me] * moves
            to_x = min(ground.width - radius, max(radius, x + ux * inches))
            to_y = min(ground.height - radius, max(radius, y + uy * inches))
            if length(to_x - x, to_y - y) >= A_LITTLE:
                stands = weigh_place(battle, me, to_x, to_y, inches, left, shot, before, dice)
                if moves == 1 and stands < NO_WAY:
                    best_after = max(best_after, stands)
    if here.shot >= 0:
        propose(battle, me, SHOOTS, -1, x, y, 0.0, here.shot + (best_after if left == 2 else stays), dice)
        if left == 2 and done & AIMED_AT == 0:
            aimed = judged(battle, me, x, y, 0, 1, 1)
            if aimed.shot >= 0:
                propose(battle, me, AIMS, -1, x, y, 0.0, aimed.shot + stays, dice)
    weigh_more(battle, battle.advanced, me, stays, dice)


@rule("N17-A-CDG-01", "N17-A-FIRE-04")
@large_step
def weigh_more(battle: Battle, advanced: Advanced | None, me: int, stays: float, dice: Dice) -> None:
    """The actions that the advanced rules add: a coup de grace, worth half of a fighter, and a Reload, worth half of
    what the gun could do to the nearest enemy in the open.
    """
    if advanced is None:
        return
    forces = battle.forces
    for other in range(forces.first[2]):
        if can_finish(battle, me, other):
            worth = stays + max(weight(forces, me, CHARGE), weight(forces, me, SHOOT)) / 2
            propose(battle, me, FINISHES, other, 0.0, 0.0, 0.0, worth, dice)
    store = empty_store(battle, advanced, me)
    if store >= 0:
        best, enemy = 0.0, nearest_enemy(battle.state, me)
        for gun in range(forces.guns[me]):
            k = me * forces.most_guns + gun
            if battle.whole[advanced.gun_store + k] >> store & 1:
                near = battle.real[forces.reach + 2 * k]
                worths = forces.shot_worth
                best = max(best, worth_of_shot(battle, me, gun, enemy, near, 0, IN_THE_OPEN, ACTIVE, worths))
        propose(battle, me, RELOADS, -1, 0.0, 0.0, 0.0, stays + best / 2, dice)


@large_step
def way_to(battle: Battle, me: int, x: float, y: float) -> None:
    """The way to a place as a fighter thinks of it, into the state: straight, or round the walls in between."""
    forces, field, way = battle.forces, battle.state.field, battle.state.way
    ground, dx, dy = forces.ground, x - field.x[me], y - field.y[me]
    far = length(dx, dy)
    for piece in range(ground.number):
        if ground.high[piece] == HIGH and far > 0:
            span = through_piece(
                ground, piece, field.x[me], field.y[me], dx / far, dy / far, far, field.radius[me]
            )
            if span.first < span.last:
                find_way(
                    ground, forces.corners, battle.real, field.x[me], field.y[me], x, y, forces.readings.over, 0, me,
                    NO_WAY, way,
                )  # fmt: skip
                return
    way.x[0], way.y[0], way.used[0] = x, y, 1


@large_step
def weigh_charges(battle: Battle, me: int, rolled: int, dice: Dice) -> None:
    """A charge at each enemy that Movement and D3 may reach; *rolled*: the D3 if it is known, else 0."""
    forces, field = battle.forces, battle.state.field
    if weight(forces, me, CHARGE) == 0 and weight(forces, me, AT_RANDOM) == 0:
        return
    down = battle.state.down
    inches = forces.move[me] + forces.readings.contact
    most = inches + (rolled if rolled > 0 else 3)
    for other in range(forces.first[2]):
        if field.side[other] == field.side[me] or field.posture[other] == GONE or down[other] != 0:
            continue
        if gap(field, me, other) > most:
            continue
        way = contact_with(battle, me, other, most)
        if way > most:
            continue
        chance = 1.0
        if rolled == 0 and way > inches + 1:
            chance = 2 / 3 if way <= inches + 2 else 1 / 3
        harm = harm_of_fight(battle, me, other, 1)
        struck = harm_of_fight(battle, other, me, 0) * (1 - harm)
        worth = chance * (weight(forces, me, CHARGE) * harm - weight(forces, me, RISK) * struck)
        propose(battle, me, CHARGES, other, 0.0, 0.0, 0.0, worth, dice)


@rule("N17-B-ACT-04")
@large_step
def weigh_engaged(battle: Battle, me: int, done: int, dice: Dice) -> None:
    """The actions of an engaged fighter: to fight one of its enemies, or to get away."""
    forces, field = battle.forces, battle.state.field
    danger = 0.0
    for other in range(forces.first[2]):
        if touching(field, me, other):
            danger += harm_of_fight(battle, other, me, 0)
    propose(battle, me, STAYS, -1, 0.0, 0.0, 0.0, -weight(forces, me, RISK) * danger, dice)
    if done & FOUGHT == 0:
        for other in range(forces.first[2]):
            if touching(field, me, other):
                harm = harm_of_fight(battle, me, other, 0)
                worth = weight(forces, me, CHARGE) * harm - weight(forces, me, RISK) * danger
                propose(battle, me, FIGHTS, other, 0.0, 0.0, 0.0, worth, dice)
    if done & TRIED == 0 and (weight(forces, me, FLEES) > 0 or weight(forces, me, AT_RANDOM) > 0):
        propose(battle, me, RETREATS, -1, 0.0, 0.0, 0.0, -weight(forces, me, RISK) * danger / 2, dice)


@rule("N17-B-SHT-01")
@large_step
def shoot_best(battle: Battle, me: int, aim: int, left: int, dice: Dice) -> int:
    """The shot that is worth most at an enemy whom the fighter does see, with so many actions *left*.

    Returns:
        The actions it took, 0 if the fighter sees nobody that it could shoot.
    """
    forces, field = battle.forces, battle.state.field
    at_random, worths = weight(forces, me, AT_RANDOM) > 0, forces.shot_worth
    best, found, with_ = NONE, -1, -1
    for other in range(forces.first[2]):
        if field.side[other] == field.side[me] or field.posture[other] == GONE:
            continue
        apart, posture = gap(field, me, other), posture_of(battle, other)
        if apart > forces.farthest[me]:
            continue
        if (
            not at_random
            and worth_of_best(battle, me, other, apart, aim, IN_THE_OPEN, posture, worths, left) <= best
        ):
            continue
        cover = cover_from(battle, me, other)
        if cover == HIDDEN or (posture == LYING and cover > IN_THE_OPEN):
            continue
        for gun in range(forces.guns[me]):
            if not shootable(battle, battle.advanced, me, gun, other, left):
                continue
            worth = worth_of_shot(battle, me, gun, other, apart, aim, cover, posture, worths)
            if worth >= 0 and at_random:
                worth = float(die(dice, PARTS, WHICH))
            if worth > best:
                best, found, with_ = worth, other, gun
    if found < 0:
        return 0
    turn_to(battle.state, me, field.x[found], field.y[found])
    shoot_at(battle, battle.advanced, me, with_, found, aim, dice)
    return actions_for(battle, battle.advanced, me, with_)


@step
def shootable(battle: Battle, advanced: Advanced | None, me: int, gun: int, target: int, left: int) -> bool:
    """Whether a gun may be shot at a target: with ammo and time enough, and not into friends."""
    if advanced is None:
        return True
    return usable(battle, advanced, me, gun, left) and spares_friends(battle, advanced, me, gun, target)


@large_step
def shoot_at(
    battle: Battle, advanced: Advanced | None, me: int, gun: int, target: int, aim: int, dice: Dice
) -> None:
    """One shot, by the rules in force."""
    if advanced is None:
        fire_at(battle, me, gun, target, aim, dice)
    else:
        volley_at(battle, advanced, me, gun, target, aim, dice)


@rule("N17-B-ACT-01", "N17-B-ACT-02", "N17-B-ACT-06")
@large_step
def activate(battle: Battle, me: int, dice: Dice) -> None:
    """N17-B-ACT-01: one activation: up to two actions, as the side's policy decides; who lies stands up first."""
    forces, state = battle.forces, battle.state
    field, plan = state.field, state.plan
    left, done, rolled = 2, 0, 0
    if not may_act(battle, battle.advanced, me, dice):
        aftermath(battle, battle.advanced, dice)
        return
    if field.posture[me] == PRONE:
        stand_up(state, me, dice)
        left = 1
    elif forces.readings.d3_first == 1:
        enemy = nearest_enemy(state, me)
        if 0 < gap(field, me, enemy) <= forces.move[me] + 3 + forces.readings.contact:
            rolled = d3(dice)
    while left > 0 and field.posture[me] == STANDING and nearest_enemy(state, me) >= 0:
        look_round(battle)
        plan[PLANNED] = 0.0
        if state.busy[me] == 1:
            weigh_engaged(battle, me, done, dice)
        else:
            if left == 2 and done == 0:
                weigh_charges(battle, me, rolled, dice)
            weigh_active(battle, me, left, done, dice)
        kind, target = int(plan[KIND]), int(plan[TARGET])
        if kind == STAYS:
            return
        if kind == CHARGES:
            charge_at(battle, me, target, rolled, dice)
            left = 0
        elif kind == MOVES_ON:
            inches = plan[INCHES]
            move_towards(battle, me, plan[TO_X], plan[TO_Y], inches, dice)
            left -= 1 if inches <= forces.move[me] else 2
        elif kind == SHOOTS:
            done |= SHOT
            left -= shoot_best(battle, me, 1 if done & AIMED_AT else 0, left, dice)
        elif kind == AIMS:
            note(dice, AIMED, me)
            done |= AIMED_AT
            left -= 1
        elif kind == FIGHTS:
            fight_enemy(battle, me, target, 0, dice)
            done |= FOUGHT
            left -= 1
        elif kind == RETREATS:
            retreat_from(battle, me, dice)
            done |= TRIED
            left -= 1
        else:
            do_more(battle, battle.advanced, me, kind, target, dice)
            left -= 1
        aftermath(battle, battle.advanced, dice)
        if state.marks[me] & BROKEN != 0:
            return


@large_step
def do_more(battle: Battle, advanced: Advanced | None, me: int, kind: int, target: int, dice: Dice) -> None:
    """An action that only the advanced rules have."""
    if advanced is None:
        return
    if kind == FINISHES:
        finish(battle, me, target, dice)
    else:
        reload_store(battle, advanced, me, dice)


@rule("N17-A-ACT-02", "N17-B-RND-05")
@large_step
def activate_group(battle: Battle, who: int, dice: Dice) -> None:
    """N17-A-ACT-02: a fighter is activated, then those that it brings along, one after another."""
    state, forces = battle.state, battle.forces
    called = call_along(battle, battle.advanced, who)
    state.ready[who] = 0
    note(dice, ACTS, who)
    activate(battle, who, dice)
    if called > 0:
        for other in range(forces.first[2]):
            if state.along[other] == 1 and state.ready[other] == 1 and nearest_enemy(state, other) >= 0:
                state.ready[other] = 0
                note(dice, ACTS_ALONG, other)
                activate(battle, other, dice)


@rule("N17-B-ACT-03", "N17-B-MOV-01")
@large_step
def move_towards(battle: Battle, me: int, x: float, y: float, inches: float, dice: Dice) -> None:
    """N17-B-ACT-03: a move to a place, as far as it comes; then the fighter faces an enemy."""
    forces, state = battle.forces, battle.state
    way_to(battle, me, x, y)
    spot = along(forces.ground, state.field, me, state.way, inches, forces.readings.over, 0, BUBBLE)
    put(state, me, spot.x, spot.y)
    face_enemy(state, me)
    note(dice, MOVES, me)
