"""Fighters in contact on a board: fights and reactions, charges, retreats, by the steps of those chapters."""

from necrostats.engine.dice import Dice, large_step, note, repeat, saying, step
from necrostats.systems.necromunda.battle.acting import (
    FOUGHT,
    MOVES,
    REACTED,
    coded,
    face_enemy,
    lose,
    nearest_enemy,
    put,
    squared_up,
    turn_to,
)
from necrostats.systems.necromunda.battle.brawling import Blows, brawl_at, can_finish, finish, may_react
from necrostats.systems.necromunda.battle.measuring import PRONE, STANDING, gap
from necrostats.systems.necromunda.battle.moving import BUBBLE, COS_45, along, contact_with, pushed
from necrostats.systems.necromunda.battle.paths import NO_WAY
from necrostats.systems.necromunda.battle.policies import PRESSES
from necrostats.systems.necromunda.battle.state import (
    Advanced,
    Battle,
    best_set,
    engaged,
    melee_number,
    melee_of,
    touching,
    weight,
)
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import SIMULTANEOUS, fight
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.injuries import IN_PLAY, initiative
from necrostats.systems.necromunda.movement import retreat_distance
from necrostats.systems.necromunda.rolls import Test, d3, take

CHARGED = saying("{who} charges {whom}")
FELL_SHORT = saying("{who} falls short, and stops at {place}")
TRIED = saying("{who} tries to retreat")


@rule("N17-B-CC-02", "N17-B-CC-03", "N17-B-CC-06", "N17-B-TRT-01")
@large_step
def strike_at_enemy(battle: Battle, me: int, target: int, charging: int, own: int, dice: Dice) -> None:
    """One side of a fight under the basic rules.

    Args:
        own: 1 in the fighter's own activation, when it may turn to face for nothing (N17-B-ACT-01).
    """
    forces, state = battle.forces, battle.state
    turned, behind = squared_up(battle, me, target, charging, own)
    weapons = best_set(battle, me, target, charging)
    note(dice, FOUGHT if own == 1 else REACTED, coded(me, target, weapons))
    row = melee_number(battle, me, weapons, target, charging, turned, behind, 0, 0)
    start = Target(state.wounds[target], forces.toughness[target], 0, 0, 0, 0, 0)
    after = repeat(dice, 1, fight, melee_of(battle, row), start)
    lose(state, me, target, after.wounds, forces.most_guns + weapons, dice)


@large_step
def one_side(
    battle: Battle,
    advanced: Advanced | None,
    me: int,
    target: int,
    charging: int,
    own: int,
    before: Blows,
    dice: Dice,
) -> Blows:
    """One side of a fight under either rules; *before*: what the other side's attack means for it."""
    if advanced is None:
        strike_at_enemy(battle, me, target, charging, own, dice)
        return Blows(0, 0)
    return brawl_at(battle, advanced, me, target, charging, own, before, dice)


@rule("N17-A-CDG-01")
@large_step
def finish_off(battle: Battle, advanced: Advanced | None, me: int, target: int, dice: Dice) -> bool:
    """Whether a fight has left its target to be finished off at once, which is done (option ``coup_after_fight``)."""
    if advanced is None:
        return False
    if advanced.finishes == 0 or not can_finish(battle, me, target):
        return False
    finish(battle, me, target, dice)
    return True


@rule("N17-B-CC-00", "N17-B-CC-12", "N17-B-CC-13")
@large_step
def fight_enemy(battle: Battle, me: int, target: int, charging: int, dice: Dice) -> None:
    """N17-B-CC-00: an attack on one enemy, the reactions of all engaged with the attacker, and what follows."""
    forces, state = battle.forces, battle.state
    field = state.field
    n = forces.first[2]
    was_engaged = touching(field, me, target)
    blows = one_side(battle, battle.advanced, me, target, charging, 1, Blows(0, 0), dice)
    for other in range(n):
        reacts = touching(field, me, other)
        if (
            other == target
            and was_engaged
            and forces.readings.order == SIMULTANEOUS
            and field.posture[me] == STANDING
        ):
            reacts = True
        if (
            reacts
            and field.posture[me] == STANDING
            and (other == target or field.posture[other] == STANDING)
            and may_react(battle, other)
        ):
            due = blows if other == target else Blows(0, 0)
            one_side(battle, battle.advanced, other, me, 0, 0, due, dice)
    if not finish_off(battle, battle.advanced, me, target, dice):
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
            and state.down[other] == IN_PLAY
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


@step
def initiative_test(battle: Battle, who: int) -> Test:
    """An Initiative test of a fighter as it is."""
    return Test(1, initiative(battle.forces.initiative[who], battle.state.marks[who]), 0)


@rule("N17-B-ACT-05")
@large_step
def get_free(battle: Battle, me: int, dice: Dice) -> int:
    """N17-B-ACT-05: an Initiative test to get away; enemies that pass theirs strike at who retreats.

    Returns:
        -1 if it does not get away; else a bit for each enemy that strikes only after the move.
    """
    forces, state = battle.forces, battle.state
    field = state.field
    note(dice, TRIED, me)
    away = take(initiative_test(battle, me), 0, dice)
    after = 0
    if away == 1 or forces.readings.always == 1:
        for other in range(forces.first[2]):
            if (
                touching(field, me, other)
                and may_react(battle, other)
                and take(initiative_test(battle, other), 0, dice) == 1
            ):
                if forces.readings.react_after == 1 and away == 1:
                    after |= 1 << other
                elif field.posture[me] == STANDING:
                    one_side(battle, battle.advanced, other, me, 0, 0, Blows(0, 0), dice)
    return -1 if away == 0 or field.posture[me] != STANDING else after


@rule("N17-B-ACT-05")
@large_step
def get_away(battle: Battle, me: int, inches: float, after: int, dice: Dice) -> None:
    """The move of who has got free, and the enemies that strike after it."""
    field = battle.state.field
    run_away(battle, me, inches)
    note(dice, MOVES, me)
    for other in range(battle.forces.first[2]):
        if after >> other & 1 and field.posture[me] == STANDING:
            one_side(battle, battle.advanced, other, me, 0, 0, Blows(0, 0), dice)


@rule("N17-B-ACT-05")
@large_step
def retreat_from(battle: Battle, me: int, dice: Dice) -> None:
    """N17-B-ACT-05: a retreat."""
    after = get_free(battle, me, dice)
    if after >= 0:
        get_away(battle, me, float(retreat_distance(dice)), after, dice)


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
