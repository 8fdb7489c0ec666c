"""What a weapon's hits do to one fighter on a board under the advanced rules, by the steps of a volley."""

from necrostats.engine.dice import Dice, in_turn, large_step, note, repeat, saying, step
from necrostats.engine.packing import packed, place_of, unpacked
from necrostats.systems.necromunda.ammo import DRY, JAMMED, Magazine
from necrostats.systems.necromunda.battle.acting import (
    WAS_PUSHED,
    as_target,
    coded,
    has_in_arc,
    put,
)
from necrostats.systems.necromunda.battle.harm import NOBODY as NO_ONE
from necrostats.systems.necromunda.battle.harm import as_it_is, become
from necrostats.systems.necromunda.battle.measuring import HAIR, PRONE, gap, length
from necrostats.systems.necromunda.battle.moving import BUBBLE, blocked, pushed
from necrostats.systems.necromunda.battle.state import (
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
    After,
    Body,
    Effect,
    Hit,
)
from necrostats.systems.necromunda.rolls import d3
from necrostats.systems.necromunda.scene import NOBODY, Scene
from necrostats.systems.necromunda.shooting import range_band
from necrostats.systems.necromunda.templates import Marker
from necrostats.systems.necromunda.volley import (
    Fire,
    Firing,
    Gun,
    Volley,
    end_volley,
    pin,
    resolve,
)

WAS_DRAGGED = saying("{who} is dragged to {place}")
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
FIRED_ON = in_turn(pin, resolve)


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
        row += blocked(battle, target, dx, dy)
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
