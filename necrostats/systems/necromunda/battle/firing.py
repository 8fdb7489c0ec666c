"""Shots on a board under the advanced rules: at whom they go, and whom they hit instead or besides (section 8.1)."""

from necrostats.engine.dice import Dice, large_step, note, passes, roll, saying, step
from necrostats.systems.necromunda.ammo import DIVERTED
from necrostats.systems.necromunda.battle.acting import (
    SHOOTS,
    coded,
    cover_from,
    turn_to,
)
from necrostats.systems.necromunda.battle.areas import blast, flame
from necrostats.systems.necromunda.battle.hitting import (
    HIT_ON,
    ROW_FIELDS,
    gun_of,
    hit_by,
    in_reach_of,
    of_gun,
    row_of_shot,
    turns_its_back,
    volley_of,
)
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, from_segment, gap, length
from necrostats.systems.necromunda.battle.sight import HIDDEN, IN_THE_OPEN
from necrostats.systems.necromunda.battle.state import (
    BLAST,
    FLAME,
    Advanced,
    Battle,
    touching,
)
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.injuries import (
    SERIOUS,
    UNSAVED,
)
from necrostats.systems.necromunda.morale import MOST_FRIENDS
from necrostats.systems.necromunda.scene import NOBODY, Scene
from necrostats.systems.necromunda.volley import (
    Fire,
    Firing,
    Volley,
    choose_target,
    expertise,
    fire,
    stray,
)

IMPALED = roll("N17-A-TRT-20", "is the next one impaled")

GOES_ASTRAY = saying("The shot goes at the closest, {whom}")
MAY_STRAY = saying("A shot that missed may hit {who}")
STRAYS_INTO = saying("The stray shot hits {who}")
IMPALES = saying("The shot goes on into {who}")
MAY_IMPALE = saying("The shot may go on into {who}")

COOL_FIELDS = MOST_FRIENDS + 1
ON_LINE = 1.0  # inches from the line of a shot within which it may stray


@rule("N17-A-SHT-01", "N17-A-INJ-05")
@large_step
def closest(battle: Battle, me: int, gun: int, target: int, aim: int, cover: int) -> int:
    """N17-A-SHT-01: the closest enemy that must be shot before *target*, or that itself.

    One seriously injured may be passed over (N17-A-INJ-05), and one that is harder to hit.
    """
    state, forces = battle.state, battle.forces
    field = state.field
    need = battle.whole[
        forces.shots + row_of_shot(battle, me, gun, target, aim, cover, 0) * ROW_FIELDS + HIT_ON
    ]
    found, near = target, gap(field, me, target)
    for other in range(forces.first[2]):
        if (
            field.side[other] == field.side[me]
            or field.posture[other] == GONE
            or state.down[other] == SERIOUS
            or gap(field, me, other) >= near
            or not in_reach_of(battle, me, gun, other)
        ):
            continue
        seen = cover_from(battle, me, other)
        if seen == HIDDEN or (field.posture[other] == PRONE and seen > IN_THE_OPEN):
            continue
        row = row_of_shot(battle, me, gun, other, aim, seen, 0)
        if battle.whole[forces.shots + row * ROW_FIELDS + HIT_ON] <= need:
            found, near = other, gap(field, me, other)
    return found


@rule("N17-A-SHT-04")
@step
def at_risk(battle: Battle, me: int, target: int, other: int) -> bool:
    """N17-A-SHT-04: whether a shot that misses its target may stray into another: engaged with it, or near the line."""
    field = battle.state.field
    if other in (me, target) or field.posture[other] == GONE:
        return False
    if touching(field, target, other):
        return True
    off = from_segment(
        field.x[other], field.y[other], field.x[me], field.y[me], field.x[target], field.y[target]
    )
    return off <= ON_LINE + field.radius[other]


@rule("N17-A-SHT-04")
@large_step
def next_on_line(battle: Battle, me: int, target: int, last: int) -> int:
    """N17-A-SHT-04: the next fighter at risk after *last* (-1: the first), the nearest first; -1 if there is none."""
    field, found, near = battle.state.field, -1, 1e30
    beyond = gap(field, me, last) if last >= 0 else -1.0
    for other in range(field.number):
        if at_risk(battle, me, target, other):
            far = gap(field, me, other)
            if far < near and (far > beyond or (far == beyond and other > last)):
                found, near = other, far
    return found


@rule("N17-A-SHT-04")
@large_step
def goes_astray(
    battle: Battle,
    advanced: Advanced,
    me: int,
    gun: int,
    target: int,
    volley: Volley,
    missed: int,
    dice: Dice,
) -> None:
    """N17-A-SHT-04: shots that missed, each into the first fighter at risk that it hits, the nearest first."""
    field = battle.state.field
    for _ in range(missed):
        other = next_on_line(battle, me, target, -1)
        while other >= 0:
            note(dice, MAY_STRAY, other)
            if stray(volley, 0, dice) == 0:
                other = next_on_line(battle, me, target, other)
            else:
                note(dice, STRAYS_INTO, other)
                row = row_of_shot(battle, me, gun, other, 0, IN_THE_OPEN, turns_its_back(battle, other, me))
                one = Fire(1, 0, 0, 0, 0, 0, 0)
                hit_by(battle, advanced, me, gun, other, row, one, 0, 0, field.x[me], field.y[me], dice)
                other = -1


@rule("N17-A-TRT-20")
@large_step
def impale(
    battle: Battle, advanced: Advanced, me: int, gun: int, target: int, x: float, y: float, dice: Dice
) -> None:
    """N17-A-TRT-20: after an unsaved wound the shot goes on, into the next within 1 inch of its line on 3+, each time
    at 1 Strength less, as far as the weapon reaches.

    Args:
        x, y: Where the target stood.
    """
    forces, field = battle.forces, battle.state.field
    reach = battle.real[forces.reach + 2 * (me * forces.most_guns + gun) + 1]
    dx, dy = x - field.x[me], y - field.y[me]
    far, weaker = length(dx, dy), 1
    ux, uy = dx / far, dy / far
    beyond, going = far, True
    while going:
        other, near = -1, 1e30
        for who in range(field.number):
            if who in (me, target) or field.posture[who] == GONE:
                continue
            along = (field.x[who] - field.x[me]) * ux + (field.y[who] - field.y[me]) * uy
            across = abs((field.x[who] - field.x[me]) * uy - (field.y[who] - field.y[me]) * ux)
            if (
                across <= ON_LINE + field.radius[who]
                and beyond < along < near
                and gap(field, me, who) <= reach
            ):
                other, near = who, along
        if other < 0 or cover_from(battle, me, other) == HIDDEN:
            return
        note(dice, MAY_IMPALE, other)
        if not passes(dice, 3, IMPALED):
            return
        note(dice, IMPALES, other)
        row = row_of_shot(battle, me, gun, other, 0, IN_THE_OPEN, turns_its_back(battle, other, me))
        one = Fire(1, 0, 0, 0, 0, 0, 0)
        marks = hit_by(battle, advanced, me, gun, other, row, one, 0, weaker, field.x[me], field.y[me], dice)
        beyond, weaker, going = near, weaker + 1, marks & UNSAVED != 0


@rule("N17-B-SHT-00", "N17-A-SHT-01", "N17-A-FIRE-02")
@large_step
def volley_at(
    battle: Battle, advanced: Advanced, me: int, gun: int, target: int, aim: int, dice: Dice
) -> None:
    """N17-B-SHT-00: one shot of the advanced rules, with what it does to everybody."""
    field = battle.state.field
    cover = cover_from(battle, me, target)
    if cover == HIDDEN or not in_reach_of(battle, me, gun, target):
        return
    note(dice, SHOOTS, coded(me, target, gun))
    first = target if advanced.marksman[me] == 1 else closest(battle, me, gun, target, aim, cover)
    row = row_of_shot(battle, me, gun, target, aim, cover, turns_its_back(battle, target, me))
    priority_on = battle.whole[advanced.cool + me * COOL_FIELDS] if first != target else 0
    volley = volley_of(battle, row, gun_of(battle, row), priority_on, 1)
    nothing = Fire(0, 0, 0, 0, 0, 0, 0)
    chosen = choose_target(volley, Firing(Scene(NOBODY, NOBODY, NOBODY, 0, 0), nothing, nothing, 0, 0), dice)
    easier = chosen.easier
    if chosen.scene.weapon & DIVERTED != 0:
        target, cover = first, cover_from(battle, me, first)
        turn_to(battle.state, me, field.x[target], field.y[target])
        note(dice, GOES_ASTRAY, coded(me, target, 0))
        row = row_of_shot(battle, me, gun, target, aim, cover, turns_its_back(battle, target, me))
        volley = volley_of(battle, row, gun_of(battle, row), 0, 1)
        easier = expertise(volley.expert_on, dice)
    fired = fire(volley.guns[0], 0, easier, 0, dice)
    area = of_gun(battle, advanced.area, me, gun)
    if area == BLAST:
        blast(battle, advanced, me, gun, target, row, fired, dice)
    elif area == FLAME:
        flame(battle, advanced, me, gun, target, row, fired, dice)
    else:
        x, y = field.x[target], field.y[target]
        goes_astray(battle, advanced, me, gun, target, volley, fired.missed, dice)
        marks = hit_by(battle, advanced, me, gun, target, row, fired, 1, 0, field.x[me], field.y[me], dice)
        if of_gun(battle, advanced.impales, me, gun) == 1 and marks & UNSAVED != 0:
            impale(battle, advanced, me, gun, target, x, y, dice)
