"""Shots on a board under the advanced rules: whom they hit, by the steps of a volley (sections 8.1 to 8.3)."""

from necrostats.engine.dice import Dice, die, in_turn, large_step, note, passes, repeat, roll, saying, step
from necrostats.engine.packing import packed, place_of, unpacked
from necrostats.systems.necromunda.ammo import DIVERTED, DRY, JAMMED, Magazine
from necrostats.systems.necromunda.battle.acting import (
    SHOOTS,
    WAS_PUSHED,
    as_target,
    coded,
    cover_from,
    has_in_arc,
    put,
    turn_to,
)
from necrostats.systems.necromunda.battle.board import HIGH, Ground
from necrostats.systems.necromunda.battle.harm import NOBODY as NO_ONE
from necrostats.systems.necromunda.battle.harm import as_it_is, become
from necrostats.systems.necromunda.battle.measuring import GONE, HAIR, PRONE, from_segment, gap, length
from necrostats.systems.necromunda.battle.moving import BUBBLE, on_board, pushed
from necrostats.systems.necromunda.battle.paths import through_piece
from necrostats.systems.necromunda.battle.sight import HIDDEN, IN_THE_OPEN, cover_of, faces, view
from necrostats.systems.necromunda.battle.state import (
    BLAST,
    DIRECTIONS,
    FLAME,
    Advanced,
    Battle,
    shot_number,
)
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import NEVER, Blow
from necrostats.systems.necromunda.injuries import (
    DRAGGED,
    OUT,
    PUSHED,
    SERIOUS,
    UNSAVED,
    After,
    Body,
    Effect,
    Hit,
)
from necrostats.systems.necromunda.morale import MOST_FRIENDS
from necrostats.systems.necromunda.rolls import d3
from necrostats.systems.necromunda.scene import NOBODY, Scene
from necrostats.systems.necromunda.shooting import range_band
from necrostats.systems.necromunda.templates import DUD, FLAME_LENGTH, ON_SHOOTER, Marker, scatter_inches
from necrostats.systems.necromunda.volley import (
    Fire,
    Firing,
    Gun,
    Volley,
    choose_target,
    end_volley,
    expertise,
    fire,
    pin,
    resolve,
    stray,
)

WHERE = roll("N17-A-BLAST-02", "direction of the scatter")
IMPALED = roll("N17-A-TRT-20", "is the next one impaled")

GOES_ASTRAY = saying("The shot goes at the closest, {whom}")
WAS_DRAGGED = saying("{who} is dragged to {place}")
MAY_STRAY = saying("A shot that missed may hit {who}")
STRAYS_INTO = saying("The stray shot hits {who}")
COMES_DOWN = saying("The blast comes down at {spot}")
IS_LOST = saying("The blast comes down beyond the edge of the board")
BLAST_HITS = saying("The blast catches {who}")
CATCHES_NOBODY = saying("The blast catches nobody")
FLAME_HITS = saying("The template covers {who}")
IMPALES = saying("The shot goes on into {who}")
MAY_IMPALE = saying("The shot may go on into {who}")
EMPTY = saying("{who} is out of ammo: {store}")
JAMS = saying("{who} has a jam, for the rest of the battle: {store}")

A_HIT = Hit(Blow(0, 0, 0, 0, 0), 0, Effect(), Body())
A_GUN = Gun(
    0,
    0,
    0,
    0,
    0,
    0,
    Magazine(),
    0,
    0,
    0,
    Marker(0, 0),
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    After(),
    A_HIT,
    A_HIT,
    A_HIT,
)
A_ROW = (A_GUN, (0, 0, 0, 0))
ROW_FIELDS = len(packed(A_ROW))
HIT_ON = place_of(A_GUN, "hit_on")
FLAME_WIDTH = 1.25  # half of a flame template at its far end, about: inches
COOL_FIELDS = MOST_FRIENDS + 1
SPOTS = 10_000  # tenths of an inch along a board that a told point can have
ON_LINE = 1.0  # inches from the line of a shot within which it may stray
FIRED_ON = in_turn(pin, resolve)


@step
def spotted(x: float, y: float) -> int:
    """A point of the board in one number, for a sentence: tenths of an inch."""
    return int(10 * y + 0.5) * SPOTS + int(10 * x + 0.5)


@step
def gun_of(battle: Battle, row: int) -> Gun:
    """The weapon of a row of shots."""
    return unpacked(A_GUN, battle.whole, battle.forces.shots + row * ROW_FIELDS)


@step
def volley_of(battle: Battle, row: int, gun: Gun, priority_on: int, bystanders: int) -> Volley:
    """A row of shots as a ranged attack."""
    t, k = battle.whole, battle.forces.shots + (row + 1) * ROW_FIELDS - 4
    return Volley((gun, gun), 0, priority_on, t[k], t[k + 1], 0, bystanders, t[k + 2], t[k + 3], 0)


@step
def unfired(gun: Gun, weaker: int) -> Gun:
    """A weapon that hits somebody else too: no ammo is spent on that.

    Args:
        weaker: Taken off its Strength.
    """
    hit = gun.hit
    b = hit.blow
    strength = max(1, b.strength - weaker) if b.strength > 0 else 0
    hit = Hit(Blow(strength, b.save_on, b.damage, b.last_row, b.half), hit.sure, hit.effect, hit.body)
    return Gun(
        gun.in_range, gun.sure, gun.hit_on, gun.bare_on, gun.push_on, gun.bare_push_on,
        Magazine(0, 0, 0, 0, 0, 0, 0, 0), gun.rapid, gun.only_on_hit, gun.blast, gun.marker, gun.strays, gun.pins,
        gun.pin_when, gun.blast_push_on, gun.harder, gun.first_only, gun.precise, gun.deadly, gun.shock, gun.after,
        hit, hit, hit,
    )  # fmt: skip


@step
def of_gun(battle: Battle, table: int, me: int, gun: int) -> int:
    """What a table of ``Advanced`` says of one of a fighter's guns."""
    return battle.whole[table + me * battle.forces.most_guns + gun]


@large_step
def row_of_shot(battle: Battle, me: int, gun: int, target: int, aim: int, cover: int, behind: int) -> int:
    """The row of a shot of one of a fighter's guns, whatever its range; at short range where that is exceeded."""
    forces, field = battle.forces, battle.state.field
    k = forces.reach + 2 * (me * forces.most_guns + gun)
    band = range_band(gap(field, me, target), battle.real[k], battle.real[k + 1])
    posture = as_target(battle.state, target)
    return shot_number(battle, me, gun, target, band if band <= 1 else 0, aim, cover, posture, behind, 0)


@step
def in_reach_of(battle: Battle, me: int, gun: int, target: int) -> bool:
    """Whether a target is within the ranges of a gun."""
    k = battle.forces.reach + 2 * (me * battle.forces.most_guns + gun)
    return range_band(gap(battle.state.field, me, target), battle.real[k], battle.real[k + 1]) <= 1


@step
def turns_its_back(battle: Battle, target: int, me: int) -> int:
    """1 if the shooter is out of the arc of a target that stands, or the target lies."""
    lies = battle.state.field.posture[target] == PRONE
    return 1 if lies or not has_in_arc(battle, target, me) else 0


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


@rule("N17-A-FIRE-03", "N17-A-RF-01")
@large_step
def spend(battle: Battle, advanced: Advanced, me: int, stores: int, became: int, dice: Dice) -> None:
    """N17-A-FIRE-03: the stores of ammo of a weapon after its checks; jammed for the battle (N17-A-RF-01)."""
    state = battle.state
    if became & (DRY | JAMMED) != 0 and state.loaded[me] & stores != 0:
        state.loaded[me] &= ~stores
        if became & JAMMED != 0:
            state.jammed[me] |= stores
        note(dice, JAMS if became & JAMMED != 0 else EMPTY, coded(me, 0, stores))


@rule("N17-A-RF-03", "N17-B-KB-01", "N17-B-KB-02", "N17-A-TRT-23")
@large_step
def hit_by(
    battle: Battle,
    advanced: Advanced,
    me: int,
    gun: int,
    target: int,
    row: int,
    fired: Fire,
    spends: int,
    weaker: int,
    from_x: float,
    from_y: float,
    dice: Dice,
) -> int:
    """What a weapon's hits do to one fighter, and where they move it; returns its marks.

    Args:
        spends: 1 if the weapon's ammo is checked too.
        weaker: Taken off the Strength.
        from_x, from_y: Where the hits come from: the shooter, or the centre of a blast.
    """
    state = battle.state
    field = state.field
    dx, dy = field.x[target] - from_x, field.y[target] - from_y
    far = length(dx, dy)
    weapon = gun_of(battle, row)
    if (weapon.push_on < NEVER or weapon.blast_push_on < NEVER) and far > HAIR:
        spot = pushed(battle, target, dx, dy, 1.0, BUBBLE if battle.forces.readings.bubble == 1 else 0.0)
        room = on_board(battle, target, dx / far, dy / far)
        if length(spot.x - field.x[target], spot.y - field.y[target]) < room - 1e-9:
            row += 1
            weapon = gun_of(battle, row)
    if spends == 0 or weaker > 0:
        weapon = unfired(weapon, weaker)
    volley = volley_of(battle, row, weapon, 0, 0)
    scene = Scene(as_it_is(state, target), NOBODY, as_it_is(state, me), 0, 0)
    nothing = Fire(0, 0, 0, 0, 0, 0, 0)
    firing = repeat(dice, 1, FIRED_ON, volley, Firing(scene, fired, nothing, 0, 0))
    lasting, mine = firing.scene.target.marks, firing.scene.attacker.marks
    end = repeat(dice, 1, end_volley, volley, firing).scene
    marks = end.target.marks
    if marks & PUSHED != 0 and end.target.down != OUT and far > HAIR:
        spot = pushed(battle, target, dx, dy, 1.0, BUBBLE)
        put(state, target, spot.x, spot.y)
        note(dice, WAS_PUSHED, target)
    become(battle, me if target != me else NO_ONE, target, end.target, lasting, gun, dice)
    if spends == 1:
        spend(battle, advanced, me, of_gun(battle, advanced.gun_store, me, gun), end.weapon, dice)
        if target != me and end.attacker.down == OUT:
            become(battle, NO_ONE, me, end.attacker, mine, gun, dice)
    if marks & DRAGGED != 0 and state.down[target] != OUT and far > HAIR:
        spot = pushed(battle, target, -dx, -dy, float(d3(dice)), 0.0)
        put(state, target, spot.x, spot.y)
        note(dice, WAS_DRAGGED, target)
    return marks


@rule("N17-A-SHT-04")
@step
def at_risk(battle: Battle, me: int, target: int, other: int) -> bool:
    """N17-A-SHT-04: whether a shot that misses its target may stray into another: engaged with it, or near the line."""
    field = battle.state.field
    if other in (me, target) or field.posture[other] == GONE:
        return False
    if gap(field, target, other) <= HAIR and field.side[other] != field.side[target]:
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


@rule("N17-A-SAV-01", "N17-A-BLAST-04")
@large_step
def cover_from_point(battle: Battle, x: float, y: float, target: int) -> int:
    """N17-A-SAV-01: the cover of a fighter as seen from a point; HIDDEN behind a wall."""
    state, eyes = battle.state, battle.state.eyes
    field = state.field
    if length(field.x[target] - x, field.y[target] - y) <= HAIR:
        return IN_THE_OPEN
    radius = eyes.radius[1]
    eyes.x[0], eyes.y[0] = x, y
    eyes.x[1], eyes.y[1], eyes.radius[1] = field.x[target], field.y[target], field.radius[target]
    share = view(battle.forces.ground, eyes, 0, 1, state.spans).share
    eyes.radius[1] = radius
    return cover_of(share, battle.forces.readings.half_is_full)


@rule("N17-A-BLAST-04")
@step
def under_marker(battle: Battle, x: float, y: float, radius: float, who: int) -> bool:
    """N17-A-BLAST-04: whether a marker touches a fighter's base and no wall is in between."""
    field = battle.state.field
    if field.posture[who] == GONE:
        return False
    if length(field.x[who] - x, field.y[who] - y) > radius + field.radius[who] + HAIR:
        return False
    return cover_from_point(battle, x, y, who) != HIDDEN


@rule("N17-A-BLAST-02")
@large_step
def up_to_wall(ground: Ground, x: float, y: float, ux: float, uy: float, inches: float) -> float:
    """How far a point comes in a direction before it meets a wall."""
    far = inches
    for piece in range(ground.number):
        if ground.high[piece] == HIGH:
            span = through_piece(ground, piece, x, y, ux, uy, inches, 0.0)
            if span.first < span.last and 0 <= span.first < far:
                far = span.first
    return far


@rule("N17-A-BLAST-02", "N17-A-BLAST-03")
@large_step
def mark(
    battle: Battle, advanced: Advanced, me: int, x: float, y: float, radius: float, missed: int, dice: Dice
) -> tuple[float, float]:
    """One marker: who is under it is hit once more; returns its centre.

    N17-A-BLAST-02: one that missed scatters, its centre as far as the first wall; off the board it is lost.
    """
    ground, field = battle.forces.ground, battle.state.field
    if missed == 1:
        inches = scatter_inches(dice)
        if inches == DUD:
            return x, y
        if inches == ON_SHOOTER:
            x, y = field.x[me], field.y[me]
        else:
            k = advanced.ways + 2 * (die(dice, DIRECTIONS, WHERE) - 1)
            far = up_to_wall(ground, x, y, battle.real[k], battle.real[k + 1], float(inches))
            x, y = x + battle.real[k] * far, y + battle.real[k + 1] * far
            if x < 0 or y < 0 or x > ground.width or y > ground.height:
                note(dice, IS_LOST, me)
                return x, y
    note(dice, COMES_DOWN, spotted(x, y))
    for who in range(field.number):
        if under_marker(battle, x, y, radius, who):
            battle.state.hits[who] += 1
    return x, y


@rule("N17-A-BLAST-04", "N17-A-BLAST-05", "N17-A-SAV-01", "N17-A-SAV-02", "N17-B-KB-02")
@large_step
def blast(
    battle: Battle, advanced: Advanced, me: int, gun: int, target: int, row: int, fired: Fire, dice: Dice
) -> None:
    """N17-A-BLAST-04: the markers of a shot, several of one burst, and a hit on everybody under each.

    Cover, the arc and the direction of a push are judged from the centre, of the last of several markers.
    """
    state, forces = battle.state, battle.forces
    field = state.field
    x, y = field.x[target], field.y[target]
    radius = battle.real[advanced.marker + me * forces.most_guns + gun]
    for who in range(field.number):
        state.hits[who] = 0
    centre = x, y
    for _ in range(fired.hits):
        centre = mark(battle, advanced, me, x, y, radius, 0, dice)
    for _ in range(fired.missed):
        centre = mark(battle, advanced, me, x, y, radius, 1, dice)
    x, y = centre
    caught = 0
    for who in range(field.number):
        caught += state.hits[who]
    if caught == 0:
        note(dice, CATCHES_NOBODY, me)
    if state.hits[target] == 0:
        nothing = Fire(0, 0, 0, 0, 0, 0, fired.symbols)
        hit_by(battle, advanced, me, gun, target, row, nothing, 1, 0, field.x[me], field.y[me], dice)
    for turn in range(-1, field.number):
        who = target if turn < 0 else turn
        if state.hits[who] == 0 or field.posture[who] == GONE or turn == target:
            continue
        note(dice, BLAST_HITS, who)
        seen = min(cover_from_point(battle, x, y, who), HIDDEN - 1)
        behind = 1 if field.posture[who] == PRONE or not faces(field, who, x, y) else 0
        there = row_of_shot(battle, me, gun, who, 0, seen, behind)
        hits = Fire(state.hits[who], 0, 0, 0, 0, 0, fired.symbols if who == target else 0)
        spends = 1 if who == target else 0
        if length(field.x[who] - x, field.y[who] - y) > HAIR:
            hit_by(battle, advanced, me, gun, who, there, hits, spends, 0, x, y, dice)
        else:
            hit_by(battle, advanced, me, gun, who, there, hits, spends, 0, field.x[me], field.y[me], dice)


@rule("N17-A-FLAME-01")
@step
def under_flame(battle: Battle, me: int, ux: float, uy: float, who: int) -> bool:
    """N17-A-FLAME-01: whether a flame template laid from a fighter's base in a direction touches another.

    It widens evenly to its far end, which is taken as straight.
    """
    field = battle.state.field
    if who == me or field.posture[who] == GONE:
        return False
    dx, dy = field.x[who] - field.x[me], field.y[who] - field.y[me]
    along, across = dx * ux + dy * uy - field.radius[me], abs(dx * uy - dy * ux)
    if 0 <= along <= FLAME_LENGTH and across * FLAME_LENGTH <= FLAME_WIDTH * along:
        return True
    side = from_segment(along, across, 0.0, 0.0, float(FLAME_LENGTH), FLAME_WIDTH)
    end = from_segment(along, across, float(FLAME_LENGTH), 0.0, float(FLAME_LENGTH), FLAME_WIDTH)
    return min(side, end) <= field.radius[who] + HAIR


@rule("N17-A-FLAME-01", "N17-A-SAV-01")
@large_step
def flame(
    battle: Battle, advanced: Advanced, me: int, gun: int, target: int, row: int, fired: Fire, dice: Dice
) -> None:
    """N17-A-FLAME-01: a hit on everybody under the template whom no wall hides."""
    field = battle.state.field
    x, y = field.x[me], field.y[me]
    dx, dy = field.x[target] - x, field.y[target] - y
    far = length(dx, dy)
    note(dice, FLAME_HITS, target)
    hit_by(battle, advanced, me, gun, target, row, fired, 1, 0, x, y, dice)
    for who in range(field.number):
        if who == target or not under_flame(battle, me, dx / far, dy / far, who):
            continue
        seen = cover_from(battle, me, who)
        if seen != HIDDEN:
            note(dice, FLAME_HITS, who)
            there = row_of_shot(battle, me, gun, who, 0, seen, turns_its_back(battle, who, me))
            one = Fire(fired.hits, 0, 0, 0, 0, 0, 0)
            hit_by(battle, advanced, me, gun, who, there, one, 0, 0, x, y, dice)


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


@rule("N17-A-BLAST-04", "N17-A-FLAME-01")
@large_step
def spares_friends(battle: Battle, advanced: Advanced, me: int, gun: int, target: int) -> bool:
    """Whether a blast or flame at a target, if it falls where it is meant to, touches neither a friend nor oneself."""
    field, area = battle.state.field, of_gun(battle, advanced.area, me, gun)
    x, y = field.x[target], field.y[target]
    radius = battle.real[advanced.marker + me * battle.forces.most_guns + gun]
    far = length(x - field.x[me], y - field.y[me])
    ux, uy = (x - field.x[me]) / far, (y - field.y[me]) / far
    for who in range(field.number):
        if field.side[who] == field.side[me]:
            if area == BLAST and under_marker(battle, x, y, radius, who):
                return False
            if area == FLAME and under_flame(battle, me, ux, uy, who):
                return False
    return True
