"""Close combat under the advanced rules: one attack with all its dice, and the reaction to it.

Attack dice, hit rolls and parries are those of the basic rules (``close_combat.py``); here is what the advanced rules
add.
"""

from typing import NamedTuple

from necrostats.engine.dice import Dice, in_turn, passes, repeat, roll, step, sums
from necrostats.systems.necromunda.ammo import (
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
from necrostats.systems.necromunda.close_combat import (
    HIT_ROLL,
    Hits,
    Melee,
    Parrying,
    Rolling,
    Strike,
    add_hits,
    blow,
    count,
    count_all,
    most_harmful,
    parry,
    roll_all,
    roll_to_hit,
)
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.injuries import (
    DISARMED,
    ENTANGLED,
    IN_PLAY,
    OUT,
    PUSHED,
    After,
    Body,
    Condition,
    Effect,
    Hit,
    afterwards,
    marked,
    put_out,
    settle,
    struck_by,
    take_hit,
)
from necrostats.systems.necromunda.scene import NOBODY, Scene, at_rest

FEARSOME = roll("N17-A-SKL-01", "Willpower test against a fearsome enemy")
STEP_ASIDE = roll("N17-A-SKL-01", "Initiative test to step aside")

UNCAPPED = 1_000  # Wounds, where a hit is judged by all of its Damage
WEAPONS = 5


class Brawl(NamedTuple):
    """All attacks of one fighter on one enemy in one combat.

    Attributes:
        melee: The attack dice: first weapon, second, fists, extra weapon, the die named for a Crushing Blow.
        effects, afters: What the traits of each of them do.
        body: What the target brings along.
        magazines, rapids: Of the first weapon and the second, where these are pistols; 1 if bullet holes are hits.
        only_on_hit: 1 if Firepower dice are rolled on a hit only.
        order, used: Weapons in the order in which their hits are resolved, and how many of these may hit.
        fearsome_on: 2D6 with which the attacker dares to charge, 0 = no test.
        aside_on: D6 with which the target steps aside, 7 = it cannot.
        batch: Option ``multi_hit``.
        more_to: The weapon that dice of a Counter-Attack are made with.
    """

    melee: Melee
    effects: tuple[Effect, Effect, Effect, Effect, Effect]
    afters: tuple[After, After, After, After, After]
    body: Body
    magazines: tuple[Magazine, Magazine]
    rapids: tuple[int, int]
    only_on_hit: int
    order: tuple[int, int, int, int, int]
    used: int
    fearsome_on: int
    aside_on: int
    batch: int
    more_to: int


class Clash(NamedTuple):
    """A close combat attack under way.

    Attributes:
        hits: That stand.
        first_symbols, second_symbols: Ammo symbols of pistols.
        daunted: 1 if the attacker did not dare to charge.
        more: Dice of a Counter-Attack.
        turn: How many weapons' hits are resolved.
    """

    scene: Scene
    hits: Hits = Hits()
    first_symbols: int = 0
    second_symbols: int = 0
    daunted: int = 0
    more: int = 0
    turn: int = 0


@rule("N17-A-SKL-01")
@step
def dare(brawl: Brawl, clash: Clash, dice: Dice) -> Clash:
    """Fearsome: a charger must pass a Willpower test, or makes no attack."""
    if brawl.fearsome_on == 0 or sums(dice, 2, 6, FEARSOME) >= brawl.fearsome_on:
        return clash
    return Clash(clash.scene, clash.hits, 0, 0, 1, 0, 0)


@step
def swing(brawl: Brawl, clash: Clash, dice: Dice) -> Clash:
    """All hit rolls (N17-B-CC-07)."""
    if clash.daunted == 1:
        return clash
    more = Rolling(brawl.melee.strikes[brawl.more_to], brawl.more_to, HIT_ROLL)
    hits = repeat(dice, clash.more, roll_to_hit, more, roll_all(brawl.melee, clash.hits, dice))
    return Clash(clash.scene, hits, 0, 0, 0, 0, 0)


@step
def ward(brawl: Brawl, clash: Clash, dice: Dice) -> Clash:
    """The target's parries (N17-B-TRT-03)."""
    melee = brawl.melee
    if melee.parries + melee.power_parries == 0:
        return clash
    hits = parry(Parrying(melee, clash.scene.target.toughness, UNCAPPED), clash.hits, dice)
    return Clash(clash.scene, hits, 0, 0, clash.daunted, 0, 0)


@rule("N17-A-SKL-01")
@step
def step_aside(brawl: Brawl, clash: Clash, dice: Dice) -> Clash:
    """Step Aside: an Initiative test turns the most harmful hit into a miss."""
    if brawl.aside_on >= NEVER:
        return clash
    parrying = Parrying(brawl.melee, clash.scene.target.toughness, UNCAPPED)
    picked = most_harmful(parrying, clash.hits, 0, 0, True)
    if picked < 0 or not passes(dice, brawl.aside_on, STEP_ASIDE):
        return clash
    return Clash(clash.scene, add_hits(clash.hits, picked // 8, picked % 8, -1), 0, 0, clash.daunted, 0, 0)


@rule("N17-A-FIRE-02", "N17-A-RF-03")
@step
def roll_pistol(brawl: Brawl, weapon: int, hits: Hits, dice: Dice) -> Burst:
    """N17-A-FIRE-02: the Firepower die of a pistol that made an attack; one hole where none is rolled."""
    magazine = brawl.magazines[weapon]
    fired = brawl.melee.strikes[weapon].n > 0 and (brawl.only_on_hit == 0 or hits[weapon] != 0)
    if magazine.dice == 0 or not fired:
        return Burst(1, 0)
    return repeat(dice, magazine.dice, firepower_die, magazine, Burst(0, 0))


@rule("N17-A-FIRE-02", "N17-A-RF-03")
@step
def fire_pistols(brawl: Brawl, clash: Clash, dice: Dice) -> Clash:
    """N17-A-RF-03: with option ``rapid_fire_in_melee`` a pistol's hit becomes as many as its die shows bullet holes."""
    if clash.daunted == 1 or brawl.magazines[0].dice + brawl.magazines[1].dice == 0:
        return clash
    hits = clash.hits
    one = roll_pistol(brawl, 0, hits, dice)
    two = roll_pistol(brawl, 1, hits, dice)
    first = hits.first * one.holes if brawl.rapids[0] == 1 else hits.first
    second = hits.second * two.holes if brawl.rapids[1] == 1 else hits.second
    hits = Hits(first, second, hits.fists, hits.extra, hits.named)
    return Clash(clash.scene, hits, one.symbols, two.symbols, 0, 0, 0)


@step
def count_hits(brawl: Brawl, clash: Clash, dice: Dice) -> Clash:
    """The hits that stand are counted."""
    s, n = clash.scene, 0
    for weapon in range(WEAPONS):
        n += count_all(clash.hits, weapon)
    t = s.target
    target = Condition(t.wounds, t.toughness, t.flesh, t.down, t.hits + n, t.marks)
    scene = Scene(target, s.other, s.attacker, s.weapon, s.strays)
    return Clash(scene, clash.hits, clash.first_symbols, clash.second_symbols, clash.daunted, 0, 0)


class Striking(NamedTuple):
    """Hits of one weapon on one natural face."""

    brawl: Brawl
    weapon: int
    face: int


@rule("N17-A-TRT-09", "N17-A-TRT-10", "N17-A-TRT-19")
@step
def marks_of(strike: Strike, face: int) -> int:
    """PUSHED, DISARMED and ENTANGLED, as far as the natural hit roll says so."""
    marks = PUSHED if face >= strike.push_on else 0
    if face >= strike.disarm_on:
        marks |= DISARMED
    if strike.entangle == 1 and face == 6:
        marks |= ENTANGLED
    return marks


@step
def strike_home(striking: Striking, c: Condition, dice: Dice) -> Condition:
    """One hit is resolved."""
    brawl, weapon, face = striking.brawl, striking.weapon, striking.face
    strike = brawl.melee.strikes[weapon]
    if c.down == OUT:
        return c
    c = marked(c, marks_of(strike, face))
    sure = 1 if strike.shock == 1 and face == 6 and strike.strength > 0 else 0
    return take_hit(Hit(blow(brawl.melee, weapon, face), sure, brawl.effects[weapon], brawl.body), c, dice)


@step
def resolve_next(brawl: Brawl, clash: Clash, dice: Dice) -> Clash:
    """The hits of the weapon whose turn it is."""
    weapon, s = brawl.order[clash.turn], clash.scene
    target = s.target
    for face in range(2, 7):
        n = count(clash.hits, weapon, face)
        target = repeat(dice, n, strike_home, Striking(brawl, weapon, face), target)
    if clash.hits[weapon] != 0:
        target = struck_by(brawl.afters[weapon], target)
    return Clash(
        Scene(target, s.other, s.attacker, s.weapon, s.strays),
        without(clash.hits, weapon),
        clash.first_symbols,
        clash.second_symbols,
        clash.daunted,
        0,
        clash.turn + 1,
    )


@step
def resolve(brawl: Brawl, clash: Clash, dice: Dice) -> Clash:
    """The hits of all weapons, one weapon after the other."""
    return repeat(dice, brawl.used, resolve_next, brawl, clash)


@step
def without(hits: Hits, weapon: int) -> Hits:
    """*hits* without those of one weapon."""
    return Hits(
        0 if weapon == 0 else hits.first,
        0 if weapon == 1 else hits.second,
        0 if weapon == 2 else hits.fists,
        0 if weapon == 3 else hits.extra,
        0 if weapon == 4 else hits.named,
    )


@step
def end_brawl(brawl: Brawl, clash: Clash, dice: Dice) -> Clash:
    """Ammo of pistols, flesh wounds kept back, and everybody comes to rest."""
    s = clash.scene
    weapon, users = s.weapon, 0
    drag_on = NEVER
    for each in range(WEAPONS):
        drag_on = min(drag_on, brawl.afters[each].drag_on)
    target = afterwards(drag_on, s.target, dice)
    if brawl.magazines[0].dice > 0 and clash.daunted == 0:
        became = use_up(brawl.magazines[0], clash.first_symbols, dice)
        weapon |= became & (DRY + JAMMED)
        users = became & USER_OUT
    if brawl.magazines[1].dice > 0 and clash.daunted == 0:
        became = use_up(brawl.magazines[1], clash.second_symbols, dice)
        weapon |= (became & (DRY + JAMMED)) * SECOND
        users |= became & USER_OUT
    attacker = put_out(s.attacker) if users != 0 else s.attacker
    target = at_rest(settle(brawl.batch, target, dice))
    return Clash(Scene(target, s.other, attacker, weapon, s.strays), Hits(0, 0, 0, 0, 0), 0, 0, 0, 0, 0)


brawl_steps = in_turn(
    dare,
    swing,
    ward,
    step_aside,
    fire_pistols,
    count_hits,
    resolve,
    end_brawl,
)
"""N17-B-CC-00, steps 3 to 6, with everything that the advanced rules add."""


class Trade(NamedTuple):
    """An attack and the reaction to it.

    Attributes:
        attack: The attack.
        reactions: The reaction; entangled; disarmed; both.
        counter: 1 with Counter-Attack.
        followed: 1 if the attacker stays in contact with an enemy that it pushes (option ``melee_kb_followup``).
        simultaneous: 1 if the enemy strikes back even if it is put down (option ``reaction_order``).
        blocked: 1 if the enemy cannot be pushed away.
    """

    attack: Brawl
    reactions: tuple[Brawl, Brawl, Brawl, Brawl]
    counter: int
    followed: int
    simultaneous: int
    blocked: int


class Sides(NamedTuple):
    """Both sides of a combat."""

    attacker: Condition
    target: Condition


@rule("N17-B-CC-12", "N17-A-INJ-05", "N17-A-TRT-09", "N17-A-TRT-10", "N17-A-TRT-19", "N17-A-SKL-01")
@step
def trade(trade: Trade, sides: Sides, dice: Dice) -> Sides:
    """N17-B-CC-12: the attack, then the reaction of an enemy that still can.

    Seriously injured and out of action it cannot (N17-A-INJ-05), nor pushed out of contact (N17-A-TRT-10). Disarmed it
    is unarmed (N17-A-TRT-09), entangled at -2 (N17-A-TRT-19). Counter-Attack: a die more for each attack that missed.
    """
    before = sides.target.hits
    clash = Clash(Scene(sides.target, NOBODY, sides.attacker, 0, 0), Hits(0, 0, 0, 0, 0), 0, 0, 0, 0, 0)
    scene = repeat(dice, 1, brawl_steps, trade.attack, clash).scene
    target, attacker = scene.target, scene.attacker
    away = target.marks & PUSHED != 0 and trade.followed == 0 and trade.blocked == 0
    if (target.down != IN_PLAY and trade.simultaneous == 0) or away or attacker.down != IN_PLAY:
        return Sides(attacker, target)
    which = (1 if target.marks & ENTANGLED != 0 else 0) + (2 if target.marks & DISARMED != 0 else 0)
    more = 0
    if trade.counter == 1:
        for weapon in range(WEAPONS):
            more += trade.attack.melee.strikes[weapon].n
        more = max(0, more - (target.hits - before))
    clash = Clash(Scene(attacker, NOBODY, target, 0, 0), Hits(0, 0, 0, 0, 0), 0, 0, 0, more, 0)
    scene = repeat(dice, 1, brawl_steps, trade.reactions[which], clash).scene
    return Sides(scene.target, scene.attacker)
