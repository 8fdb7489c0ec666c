"""Shooting under the advanced rules: one ranged attack with all its dice (sections 8.1 to 8.3).

The steps follow one another in the order of the book; ``shoot_volley`` is all of them. The hit roll, the wound roll and
the save are those of the basic rules.
"""

from typing import NamedTuple

from necrostats.engine.dice import Dice, in_turn, passes, repeat, roll, step, sums
from necrostats.systems.necromunda.ammo import (
    DIVERTED,
    DRY,
    JAMMED,
    SECOND,
    USER_OUT,
    Burst,
    Magazine,
    firepower_die,
    use_up,
)
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import NEVER, Blow
from necrostats.systems.necromunda.injuries import (
    IN_PLAY,
    LANDED,
    OUT,
    PINNED,
    PUSHED,
    After,
    Condition,
    Hit,
    afterwards,
    marked,
    put_out,
    settle,
    struck_by,
    take_hit,
)
from necrostats.systems.necromunda.scene import Scene, at_rest
from necrostats.systems.necromunda.shooting import ON_ATTACK, blast_push, hit_face
from necrostats.systems.necromunda.templates import Landed, Marker, scatter

PRIORITY = roll("N17-A-SHT-01", "Cool test for a target further away")
EXPERT = roll("N17-A-SKL-01", "Intelligence test of a ballistics expert")
STRAY = roll("N17-A-SHT-04", "does the stray shot hit")
NERVES = roll("N17-A-SKL-01", "Cool test against being pinned")

CAN_PIN, ALWAYS_PINS = 1, 2


class Gun(NamedTuple):
    """One weapon of a ranged attack against its target.

    Attributes:
        in_range: 0 beyond long range.
        sure: 1 if it hits without a roll (flame template).
        hit_on, bare_on, push_on, bare_push_on: As in ``shooting.Shot``.
        magazine: Its firepower and ammo.
        rapid: 1 if bullet holes are hits.
        only_on_hit: 1 if Firepower dice are rolled on a hit only (option ``firepower_when``).
        blast: 1 if a miss scatters; marker: how.
        strays: 1 if a miss may hit bystanders.
        pins: 0, CAN_PIN or ALWAYS_PINS (Seismic); pin_when: as in ``shooting.Shot``.
        blast_push_on: D6 that pushes a fighter hit by the blast, 7 = none.
        harder: 1 if a push does 1 Damage more; first_only: to the first hit only (``knockback_rapid_scope``).
        precise, deadly, shock: 1 if a natural 6 to hit allows no save; doubles the Damage of the first hit; wounds.
        after: What follows for a target that was hit.
        hit, other_hit, own_hit: What a hit does to the target, to a second target, to the shooter.
    """

    in_range: int
    sure: int
    hit_on: int
    bare_on: int
    push_on: int
    bare_push_on: int
    magazine: Magazine
    rapid: int
    only_on_hit: int
    blast: int
    marker: Marker
    strays: int
    pins: int
    pin_when: int
    blast_push_on: int
    harder: int
    first_only: int
    precise: int
    deadly: int
    shock: int
    after: After
    hit: Hit
    other_hit: Hit
    own_hit: Hit


class Volley(NamedTuple):
    """A ranged attack with one weapon, or with two pistols.

    Attributes:
        guns: The first weapon and the second; where there is only one, the second is never fired.
        twin: 1 if both are fired.
        priority_on: 2D6 that allow this target, 0 = no test.
        expert_on: 2D6 that make all hit rolls 1 easier, 0 = nobody rolls them.
        nerves_on: 2D6 with which the target is not pinned, 0 = no test.
        batch: Option ``multi_hit``.
        bystanders: Fighters whom a stray shot may hit, the nearest first.
        stray_low, stray_high: D6 on which it does.
        others_every: Every so many-th hit goes to the second target: 0 none, 1 all but the first, 2 every second.
    """

    guns: tuple[Gun, Gun]
    twin: int
    priority_on: int
    expert_on: int
    nerves_on: int
    batch: int
    bystanders: int
    stray_low: int
    stray_high: int
    others_every: int


class Fire(NamedTuple):
    """What one weapon has rolled.

    Attributes:
        hits, others, own: On the target, on a second one, on the shooter.
        missed: Shots that may stray.
        six, pushed: 1 if the natural hit roll was a 6; if it pushes.
        symbols: Ammo symbols.
    """

    hits: int = 0
    others: int = 0
    own: int = 0
    missed: int = 0
    six: int = 0
    pushed: int = 0
    symbols: int = 0


class Firing(NamedTuple):
    """A ranged attack under way.

    Attributes:
        easier: Added to hit rolls by an expert.
        turn: How many weapons have fired, how many lots of hits are resolved.
    """

    scene: Scene
    first: Fire = Fire()
    second: Fire = Fire()
    easier: int = 0
    turn: int = 0


@rule("N17-A-SHT-01")
@step
def choose_target(volley: Volley, firing: Firing, dice: Dice) -> Firing:
    """N17-A-SHT-01: a Cool test for any target but the closest; failed, the shot goes elsewhere."""
    s = firing.scene
    if volley.priority_on > 0 and sums(dice, 2, 6, PRIORITY) < volley.priority_on:
        diverted = Scene(s.target, s.other, s.attacker, DIVERTED, s.strays)
        return Firing(diverted, firing.first, firing.second, 0, 0)
    return Firing(s, firing.first, firing.second, expertise(volley.expert_on, dice), 0)


@rule("N17-A-SKL-01")
@step
def expertise(expert_on: int, dice: Dice) -> int:
    """What a ballistics expert who has aimed adds to the hit rolls of the attack."""
    return 1 if expert_on > 0 and sums(dice, 2, 6, EXPERT) >= expert_on else 0


@step
def roll_firepower(gun: Gun, hit: bool, dice: Dice) -> Burst:
    """The Firepower dice of one weapon, as one hole where none are rolled."""
    if gun.magazine.dice == 0 or (gun.only_on_hit == 1 and not hit):
        return Burst(1, 0)
    return repeat(dice, gun.magazine.dice, firepower_die, gun.magazine, Burst(0, 0))


@rule("N17-A-RF-02")
@step
def shared(every: int, hits: int) -> int:
    """N17-A-RF-02: how many of the hits go to a second target; the first goes to the target itself."""
    if every == 0 or hits <= 1:
        return 0
    return hits - 1 if every == 1 else hits // 2


@rule("N17-A-FIRE-02", "N17-A-RF-01", "N17-A-SHT-03", "N17-A-FLAME-01", "N17-A-BLAST-01")
@step
def fire(gun: Gun, diverted: int, easier: int, others_every: int, dice: Dice) -> Fire:
    """The hit roll and the Firepower dice of one weapon, and where markers land that miss.

    N17-A-FIRE-02: Firepower dice are rolled hit or not (option ``firepower_when``). N17-A-RF-01: with Rapid Fire the
    holes are hits. N17-A-FLAME-01: a flame template hits without a roll.
    """
    face, pushed = 0, 0
    hit = gun.sure == 1 and diverted == 0
    if gun.sure == 0 and gun.in_range == 1 and diverted == 0:
        hit_on, bare_on = max(2, gun.hit_on - easier), gun.bare_on
        face = hit_face(min(hit_on, NEVER), bare_on if hit_on >= NEVER else NEVER, dice)
        hit = face > 0
        pushed = 1 if face > 10 and face - 10 >= gun.bare_push_on else 0
        if 0 < face < 10 and face >= gun.push_on:
            pushed = 1
    burst = roll_firepower(gun, hit, dice)
    holes = burst.holes if gun.rapid == 1 else 1
    if hit:
        others = shared(others_every, holes)
        return Fire(holes - others, others, 0, 0, 1 if face % 10 == 6 else 0, pushed, burst.symbols)
    if gun.in_range == 0 or diverted == 1 or gun.sure == 1:
        return Fire(0, 0, 0, 0, 0, 0, burst.symbols)
    if gun.blast == 1:
        landed = repeat(dice, holes, scatter, gun.marker, Landed(0, 0))
        return Fire(landed.target, 0, landed.shooter, 0, 0, 0, burst.symbols)
    return Fire(0, 0, 0, holes if gun.strays == 1 else 0, 0, 0, burst.symbols)


@step
def fire_next(volley: Volley, firing: Firing, dice: Dice) -> Firing:
    """One weapon is fired."""
    diverted = 1 if firing.scene.weapon & DIVERTED != 0 else 0
    gun = volley.guns[0] if firing.turn == 0 else volley.guns[1]
    fired = fire(gun, diverted, firing.easier, volley.others_every, dice)
    if firing.turn == 0:
        return Firing(firing.scene, fired, firing.second, firing.easier, 1)
    return Firing(firing.scene, firing.first, fired, firing.easier, 2)


@rule("N17-A-SHT-02")
@step
def open_fire(volley: Volley, firing: Firing, dice: Dice) -> Firing:
    """N17-A-SHT-02: the target is chosen and all weapons are fired before anything is resolved."""
    return repeat(dice, 1 + volley.twin, fire_next, volley, choose_target(volley, firing, dice))


@rule("N17-A-SHT-04")
@step
def stray(volley: Volley, strays: int, dice: Dice) -> int:
    """N17-A-SHT-04: a shot that missed goes from one fighter at risk to the next until it hits one."""
    for place in range(volley.bystanders):
        if volley.stray_low == 1:
            hit = not passes(dice, volley.stray_high + 1, STRAY)
        else:
            hit = passes(dice, volley.stray_low, STRAY)
        if hit:
            return strays | (1 << place)
    return strays


@step
def stray_shots(volley: Volley, firing: Firing, dice: Dice) -> int:
    """Bystanders hit by the shots of all weapons that missed."""
    missed = firing.first.missed + firing.second.missed
    if missed == 0 or volley.bystanders == 0:
        return firing.scene.strays
    return repeat(dice, missed, stray, volley, firing.scene.strays)


@step
def pins_how(gun: Gun, fired: Fire, diverted: int) -> int:
    """0, CAN_PIN or ALWAYS_PINS: whether what a weapon rolled pins the target."""
    if fired.hits > 0 or (gun.pin_when == ON_ATTACK and gun.in_range == 1 and diverted == 0):
        return gun.pins
    return 0


@rule("N17-B-PIN-01", "N17-A-SKL-01", "N17-A-TRT-16")
@step
def pin(volley: Volley, firing: Firing, dice: Dice) -> Firing:
    """Stray shots; N17-B-PIN-01: the target is pinned before anything else happens to it.

    Nerves of Steel: a Cool test avoids it, but not against Seismic (N17-A-TRT-16).
    """
    s, strays = firing.scene, stray_shots(volley, firing, dice)
    diverted = 1 if s.weapon & DIVERTED != 0 else 0
    pins = pins_how(volley.guns[0], firing.first, diverted)
    if volley.twin == 1:
        pins = max(pins, pins_how(volley.guns[1], firing.second, diverted))
    target = s.target
    if pins > 0 and s.target.down == IN_PLAY and s.target.marks & PINNED == 0:
        steady = pins == CAN_PIN and volley.nerves_on > 0 and sums(dice, 2, 6, NERVES) >= volley.nerves_on
        if not steady:
            target = marked(target, PINNED)
    return Firing(Scene(target, s.other, s.attacker, s.weapon, strays), firing.first, firing.second, 0, 0)


class Landing(NamedTuple):
    """One hit of a weapon with what its hit roll has made of it.

    Attributes:
        on_target: 1 if it hits the target itself.
    """

    gun: Gun
    hit: Hit
    six: int
    pushed: int
    on_target: int


@rule("N17-A-RF-03", "N17-B-KB-01", "N17-B-KB-02", "N17-A-SKL-01", "N17-A-TRT-07")
@step
def land(landing: Landing, c: Condition, dice: Dice) -> Condition:
    """One hit with what a natural 6 and a push add to it.

    N17-A-RF-03: whether the extra Damage of a blocked push is for all hits of rapid fire is option
    ``knockback_rapid_scope``. N17-B-KB-02: a blast pushes by a D6 of its own. Marksman doubles the Damage of the first
    hit on a 6, Precision Shot takes the save away, Shock (N17-A-TRT-07) the wound roll.
    """
    gun, hit = landing.gun, landing.hit
    if c.down == OUT:
        return c
    damage, save_on = hit.blow.damage, hit.blow.save_on
    first = landing.on_target == 1 and c.marks & LANDED == 0
    c = marked(c, LANDED)
    pushed = landing.pushed
    harder = gun.harder * pushed if first or gun.first_only == 0 else 0
    if landing.on_target == 1 and gun.blast_push_on < NEVER and blast_push(gun.blast_push_on, 0, dice) == 1:
        pushed, harder = 1, gun.harder
    if pushed == 1:
        c = marked(c, PUSHED)
    if damage > 0:
        if landing.six == 1 and first and gun.deadly == 1:
            damage *= 2
        damage += harder
    if landing.six == 1 and gun.precise == 1:
        save_on = NEVER
    blow = Blow(hit.blow.strength, save_on, damage, hit.blow.last_row, hit.blow.half)
    sure = landing.six * gun.shock if blow.strength > 0 else 0
    return take_hit(Hit(blow, sure, hit.effect, hit.body), c, dice)


@step
def resolve_next(volley: Volley, firing: Firing, dice: Dice) -> Firing:
    """The hits of one weapon on one fighter: on the target, on a second one, on the shooter."""
    second, who = firing.turn % 2, firing.turn // 2
    s, gun = firing.scene, volley.guns[1] if second == 1 else volley.guns[0]
    fired = firing.second if second == 1 else firing.first
    n, hit, c, pushed = fired.hits, gun.hit, s.target, fired.pushed
    if who == 1:
        n, hit, c, pushed = fired.others, gun.other_hit, s.other, 0
    elif who == 2:
        n, hit, c, pushed = fired.own, gun.own_hit, s.attacker, 0
    if n > 0:
        c = Condition(c.wounds, c.toughness, c.flesh, c.down, c.hits + n, c.marks)
        c = repeat(dice, n, land, Landing(gun, hit, fired.six, pushed, 1 if who == 0 else 0), c)
        c = struck_by(gun.after, c)
    target, other, attacker = c if who == 0 else s.target, c if who == 1 else s.other, s.attacker
    if who == 2:
        attacker = c
    scene = Scene(target, other, attacker, s.weapon, s.strays)
    return Firing(scene, firing.first, firing.second, 0, firing.turn + 1)


@step
def resolve(volley: Volley, firing: Firing, dice: Dice) -> Firing:
    """All hits: on the target those of each weapon in turn, then those elsewhere."""
    elsewhere = volley.others_every + volley.guns[0].blast + volley.guns[1].blast
    return repeat(dice, 6 if elsewhere > 0 else 1 + volley.twin, resolve_next, volley, firing)


@step
def end_volley(volley: Volley, firing: Firing, dice: Dice) -> Firing:
    """What follows: fire and being dragged, what the weapons have used up, flesh wounds kept back; all come to rest."""
    s = firing.scene
    drag_on = min(volley.guns[0].after.drag_on, volley.guns[1].after.drag_on)
    target, other = afterwards(drag_on, s.target, dice), afterwards(NEVER, s.other, dice)
    attacker = afterwards(NEVER, s.attacker, dice)
    became = use_up(volley.guns[0].magazine, firing.first.symbols, dice)
    users, spent = became & USER_OUT, became & (DRY + JAMMED)
    if volley.twin == 1:
        became = use_up(volley.guns[1].magazine, firing.second.symbols, dice)
        users |= became & USER_OUT
        spent |= (became & (DRY + JAMMED)) * SECOND
    if users != 0:
        attacker = put_out(attacker)
    scene = Scene(
        at_rest(settle(volley.batch, target, dice)),
        at_rest(settle(volley.batch, other, dice)),
        at_rest(settle(volley.batch, attacker, dice)),
        s.weapon | spent,
        s.strays,
    )
    nothing = Fire(0, 0, 0, 0, 0, 0, 0)
    return Firing(scene, nothing, nothing, 0, 0)


shoot_volley = in_turn(open_fire, pin, resolve, end_volley)
"""N17-B-SHT-00 with everything that the advanced rules add, in the order of the book."""
