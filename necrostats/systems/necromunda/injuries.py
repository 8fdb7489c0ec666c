"""What a hit does to a fighter in the advanced rules: Wounds, Injury dice, and what takes their place (section 8.5)."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, d6, passes, repeat, roll, step, sums
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import BY_SIX, NEVER, UNWOUNDED, Blow, saves, wound_roll

INJURY = roll("N17-A-INJ-01", "Injury die")
FIELD = roll("N17-A-KIT-01", "field")
FIELD_BURNS = roll("N17-A-KIT-01", "does the field last")
DODGE = roll("N17-A-SKL-01", "dodge")
SCATTERSHOT = roll("N17-A-TRT-06", "wound rolls of one hit")
GAS = roll("N17-A-TRT-02", "gas against Toughness")
TOXIN_ROLL = roll("N17-A-TRT-01", "toxin")
TOXIN_RESISTED = roll("N17-A-TRT-01", "toxin against Toughness")
PULVERISE = roll("N17-A-TRT-08", "pulverise")
FLASH = roll("N17-A-TRT-17", "Initiative test against the flash")
FEAR = roll("N17-A-NRV-01", "nerve test against fear")
BLAZE = roll("N17-A-TRT-03", "does the target catch fire")
DRAG = roll("N17-A-TRT-23", "is the target dragged")
GRAVITON = roll("N17-A-TRT-21", "graviton pulse against Strength")

IN_PLAY, SERIOUS, OUT = 0, 1, 2

PINNED = 1
PUSHED = 2
WOUND = 4
UNSAVED = 8
STRUCK = 16  # by a hit that no field stopped
ON_FIRE = 32
BLINDED = 64
WEBBED = 128
BROKEN = 256
CONCUSSED = 512
DRAGGED = 1024
DISARMED = 2048
ENTANGLED = 4096
FLESH_RESULT = 8192  # injuries of this attack
SERIOUS_RESULT = 16384
BURNT_OUT = 32768  # the field
BOOSTED = 65536  # the bio-booster has acted
MAY_BURN = 131072  # struck by Blaze, by Drag
MAY_BE_DRAGGED = 262144
LANDED = 524288  # a hit of the weapon in hand
WHEN_OUT = PUSHED | WOUND | UNSAVED | STRUCK  # all that still matters of a fighter out of action

BY_STRENGTH, BY_GAS, BY_TOXIN, BY_NEED, BY_FLASH, BY_FEAR, BY_GAS_AND_FEAR = 0, 1, 2, 3, 4, 5, 6
DICE, TOXIN, MELTA, WEB = 0, 1, 2, 3


class Condition(NamedTuple):
    """A fighter as an attack changes it.

    Attributes:
        wounds: Left.
        toughness: As it is now; 0 once out of action.
        flesh: Flesh wounds of this attack.
        down: IN_PLAY, SERIOUS (seriously injured) or OUT.
        hits: Of this attack.
        marks: PINNED, PUSHED and the other marks, added up.
    """

    wounds: int
    toughness: int
    flesh: int = 0
    down: int = IN_PLAY
    hits: int = 0
    marks: int = 0


class Body(NamedTuple):
    """What a fighter brings along when hit.

    Attributes:
        field_on: What the field rolls against each hit, 7 = no field.
        burns: 1 if a 1 after a success burns the field out.
        dodge: 1 with the skill Dodge, where it cancels wounds.
        grit, booster: 1 with True Grit, with an unused bio-booster.
        flesh_faces, serious_faces: Faces of the Injury die (option ``injury_faces``).
        equal_damage, extra_serious, batch: Options ``injury_dice``, ``multi_serious``, ``multi_hit``.
    """

    field_on: int = NEVER
    burns: int = 0
    dodge: int = 0
    grit: int = 0
    booster: int = 0
    flesh_faces: int = 2
    serious_faces: int = 3
    equal_damage: int = 0
    extra_serious: int = 0
    batch: int = 0


class Effect(NamedTuple):
    """How the traits of a weapon change what becomes of its hits.

    Attributes:
        instead: What decides in place of the wound roll: BY_STRENGTH = nothing, BY_GAS and the others.
        need: What that roll of the target must reach: to be wounded (BY_NEED), to pass its test (BY_FLASH, BY_FEAR).
        scatter: 1 = a D6 wound rolls.
        rending, seismic: 1 if a natural 6 to wound does 1 Damage more; if it allows no save.
        injury: What takes the place of Injury dice: DICE = nothing, TOXIN and the others.
        at_once: 1 if that acts on any unsaved wound (options ``toxin_without_damage``, ``melta``).
        tougher: Added to Toughness against Gas or Toxin.
        pulverise, rad: 1 with these traits.
        tougher_wound: Added to Toughness in the wound roll.
    """

    instead: int = BY_STRENGTH
    need: int = 0
    scatter: int = 0
    rending: int = 0
    seismic: int = 0
    injury: int = DICE
    at_once: int = 0
    tougher: int = 0
    pulverise: int = 0
    rad: int = 0
    tougher_wound: int = 0


class Hit(NamedTuple):
    """One hit of a weapon on a fighter; ``sure`` = 1 if it wounds without a roll."""

    blow: Blow
    sure: int
    effect: Effect
    body: Body


class After(NamedTuple):
    """What follows for a target that a weapon has hit: 1 with Blaze, with Concussion; the D6 of Drag, 7 = none."""

    blaze: int = 0
    concussion: int = 0
    drag_on: int = NEVER


class Rolled(NamedTuple):
    """Injury dice by what they show."""

    flesh: int = 0
    serious: int = 0
    out: int = 0


@step
def marked(c: Condition, marks: int) -> Condition:
    """The fighter with *marks* added."""
    return Condition(c.wounds, c.toughness, c.flesh, c.down, c.hits, c.marks | marks)


@step
def put_out(c: Condition) -> Condition:
    """The fighter out of action."""
    return Condition(c.wounds, 0, 0, OUT, c.hits, c.marks & WHEN_OUT)


@rule("N17-A-INJ-05")
@step
def injure_seriously(c: Condition, marks: int) -> Condition:
    """N17-A-INJ-05: prone and seriously injured, no longer pinned."""
    return Condition(
        c.wounds, c.toughness, c.flesh, SERIOUS, c.hits, (c.marks | SERIOUS_RESULT | marks) & ~PINNED
    )


@rule("N17-A-INJ-03", "N17-A-INJ-04")
@step
def wound_flesh(c: Condition, n: int, batch: int) -> Condition:
    """N17-A-INJ-03: *n* flesh wounds take as much Toughness, and none left is out of action.

    N17-A-INJ-04: at once; with option ``multi_hit=batch`` after the last hit (``settle``).
    """
    if n == 0:
        return c
    toughness = c.toughness if batch == 1 else c.toughness - n
    if toughness <= 0:
        return put_out(c)
    return Condition(c.wounds, toughness, c.flesh + n, c.down, c.hits, c.marks | FLESH_RESULT)


@rule("N17-A-INJ-04")
@step
def settle(batch: int, c: Condition, dice: Dice) -> Condition:
    """The fighter after the last hit: flesh wounds that were kept back now lower Toughness."""
    if batch == 0 or c.down == OUT or c.flesh == 0:
        return c
    if c.toughness <= c.flesh:
        return put_out(c)
    return Condition(c.wounds, c.toughness - c.flesh, c.flesh, c.down, c.hits, c.marks)


@step
def until_out(body: Body, c: Condition) -> int:
    """How many flesh wounds would put the fighter out of action."""
    return c.toughness - (c.flesh if body.batch == 1 else 0)


@rule("N17-A-INJ-01")
@step
def injury_die(body: Body, rolled: Rolled, dice: Dice) -> Rolled:
    """N17-A-INJ-01: one Injury die, its faces in the order flesh wound, serious injury, out of action."""
    face = d6(dice, 0, INJURY)
    if face <= body.flesh_faces:
        return Rolled(rolled.flesh + 1, rolled.serious, rolled.out)
    if face <= body.flesh_faces + body.serious_faces:
        return Rolled(rolled.flesh, rolled.serious + 1, rolled.out)
    return Rolled(rolled.flesh, rolled.serious, rolled.out + 1)


@rule("N17-A-INJ-06")
@step
def milder(rolled: Rolled, flesh_left: int) -> Rolled:
    """N17-A-INJ-06: of two dice the one that the owner keeps; a flesh wound too many counts as out of action."""
    if rolled.flesh > 0 and (flesh_left > 1 or rolled.serious + rolled.out == 0):
        return Rolled(1, 0, 0)
    if rolled.serious > 0:
        return Rolled(0, 1, 0)
    return Rolled(1, 0, 0) if rolled.flesh > 0 else Rolled(0, 0, 1)


@rule("N17-A-INJ-06", "N17-A-INJ-02")
@step
def roll_injuries(hit: Hit, n: int, c: Condition, dice: Dice) -> Condition:
    """*n* Injury dice of one hit, what is discarded and changed of them, and what they do.

    N17-A-INJ-06: True Grit and a bio-booster take a die away each; of a last one, two are rolled and one is kept.
    """
    body = hit.body
    booster = 1 if body.booster == 1 and c.marks & BOOSTED == 0 else 0
    left = n - body.grit - booster
    if booster == 1:
        c = marked(c, BOOSTED)
    rolled = repeat(dice, left if left >= 1 else 2, injury_die, body, Rolled(0, 0, 0))
    if left < 1:
        rolled = milder(rolled, until_out(body, c))
    if hit.effect.pulverise == 1 and rolled.flesh > 0 and rolled.out == 0:
        rolled = pulverise(hit, rolled, c, dice)
    return suffer(body, rolled, c)


@rule("N17-A-TRT-08")
@step
def pulverise(hit: Hit, rolled: Rolled, c: Condition, dice: Dice) -> Rolled:
    """N17-A-TRT-08: a D6 of the Toughness or more, or a 6, turns a flesh wound into a serious injury.

    It is left where the flesh wounds put the target out anyway.
    """
    if rolled.flesh >= until_out(hit.body, c) or not passes(dice, min(6, c.toughness), PULVERISE):
        return rolled
    return Rolled(rolled.flesh - 1, rolled.serious + 1, 0)


@rule("N17-A-INJ-03")
@step
def suffer(body: Body, rolled: Rolled, c: Condition) -> Condition:
    """N17-A-INJ-03: flesh wounds, then a serious injury, then out of action; option ``multi_serious``."""
    if rolled.out > 0:
        return put_out(c)
    flesh = rolled.flesh
    if body.extra_serious == 1 and rolled.serious > 0:
        flesh += rolled.serious - (1 if c.down == IN_PLAY else 0)
    c = wound_flesh(c, flesh, body.batch)
    if rolled.serious > 0 and c.down != OUT:
        return injure_seriously(c, 0)
    return c


@rule("N17-A-TRT-01")
@step
def poison(hit: Hit, c: Condition, dice: Dice) -> Condition:
    """N17-A-TRT-01: 2D6 against the target's D6 + Toughness: equal is a serious injury, higher is out of action."""
    attack = sums(dice, 2, 6, TOXIN_ROLL)
    resists = d6(dice, 0, TOXIN_RESISTED) + max(1, c.toughness + hit.effect.tougher)
    if attack > resists:
        return put_out(c)
    return suffer(hit.body, Rolled(0, 1, 0), c) if attack == resists else c


@step
def beyond(hit: Hit, n: int, c: Condition, dice: Dice) -> Condition:
    """What *n* Injury dice, or what takes their place, do."""
    if hit.effect.injury == TOXIN:
        return poison(hit, c, dice)
    if hit.effect.injury == MELTA:
        return put_out(c)
    return roll_injuries(hit, n, c, dice)


@step
def by_toughness(effect: Effect) -> bool:
    """Whether a roll against Toughness takes the place of the wound roll; it costs an Injury die, no Wounds."""
    return effect.instead == BY_GAS or effect.instead == BY_GAS_AND_FEAR or effect.instead == BY_TOXIN


@rule("N17-A-INJ-02", "N17-A-INJ-05", "N17-A-TRT-14", "N17-A-TRT-15")
@step
def lose_wounds(hit: Hit, by_six: int, c: Condition, dice: Dice) -> Condition:
    """N17-A-INJ-02: an unsaved wound takes Damage off the Wounds; the last one and each point beyond is an Injury die.

    N17-A-INJ-05: a seriously injured fighter takes an Injury die for each point. N17-A-TRT-15: Rending adds 1 Damage on
    a natural 6 to wound. N17-A-TRT-14: option ``melta``.
    """
    effect, n = hit.effect, 1
    if not by_toughness(effect):
        n = hit.blow.damage + (effect.rending * by_six if hit.blow.damage > 0 else 0)
        if c.down != SERIOUS and n > 0:
            past = n - max(c.wounds, 1) + 1
            c = Condition(max(0, c.wounds - n), c.toughness, c.flesh, c.down, c.hits, c.marks)
            n = n if hit.body.equal_damage == 1 and past > 0 else past
        n = max(n, effect.at_once)
    return beyond(hit, n, c, dice) if n > 0 else c


class Wounding(NamedTuple):
    """A hit on its way to the wound, with the Toughness that it met."""

    hit: Hit
    toughness: int


@rule(
    "N17-A-TRT-16",
    "N17-A-TRT-18",
    "N17-A-TRT-07",
    "N17-A-TRT-21",
    "N17-A-TRT-01",
    "N17-A-TRT-02",
    "N17-A-SKL-01",
)
@step
def wound_once(wounding: Wounding, c: Condition, dice: Dice) -> Condition:
    """One wound roll, dodge, save and damage.

    N17-A-TRT-07: Shock wounds without a roll; N17-A-TRT-21: Graviton Pulse by a roll against Strength; N17-A-TRT-18:
    Web takes no Wound and allows no save; N17-A-TRT-16: Seismic allows none on a natural 6. N17-A-TRT-02: Gas, an
    Injury die on a D6 of the Toughness or more, or a 6, without a save; Fear calls for a nerve test instead.
    N17-A-TRT-01: Toxin of later books rolls against Toughness and then an Injury die.
    """
    hit, toughness = wounding.hit, wounding.toughness
    effect, blow = hit.effect, hit.blow
    if c.down == OUT:
        return c
    wounded = 1
    if by_toughness(effect):
        wounded = 1 if passes(dice, min(6, max(1, toughness + effect.tougher)), GAS) else 0
    elif effect.instead == BY_NEED:
        wounded = 1 if passes(dice, effect.need, GRAVITON) else 0
    elif hit.sure == 0:
        six = 1 if effect.rending + effect.seismic > 0 else 0
        wounded = wound_roll(blow, toughness + effect.tougher_wound, six, dice)
    if wounded == UNWOUNDED:
        return c
    c = marked(c, WOUND)
    if effect.instead == BY_GAS_AND_FEAR:
        return frighten(hit, c, dice)
    if effect.instead != BY_GAS:
        if effect.injury == WEB:
            return injure_seriously(c, UNSAVED | WEBBED)
        if hit.body.dodge == 1 and passes(dice, 6, DODGE):
            return c
        if not (effect.seismic == 1 and wounded == BY_SIX) and saves(blow.save_on, dice):
            return c
    return lose_wounds(hit, 1 if wounded == BY_SIX else 0, marked(c, UNSAVED), dice)


@rule("N17-A-TRT-17")
@step
def dazzle(hit: Hit, c: Condition, dice: Dice) -> Condition:
    """N17-A-TRT-17: Flash, a test of the target's Initiative or it is blinded."""
    return c if passes(dice, hit.effect.need, FLASH) else marked(c, WOUND | UNSAVED | BLINDED)


@rule("N17-A-NRV-01")
@step
def frighten(hit: Hit, c: Condition, dice: Dice) -> Condition:
    """Fear: a nerve test or broken."""
    return c if sums(dice, 2, 6, FEAR) >= hit.effect.need else marked(c, WOUND | UNSAVED | BROKEN)


@rule("N17-A-TRT-22", "N17-A-TRT-06", "N17-A-KIT-01")
@step
def take_hit(hit: Hit, c: Condition, dice: Dice) -> Condition:
    """One hit, from the field that may stop it to its last effect.

    N17-A-TRT-06: Scattershot makes a D6 wound rolls against the Toughness before the hit. N17-A-TRT-22: Rad-phage
    adds a flesh wound.
    """
    if c.down == OUT:
        return c
    effect, body = hit.effect, hit.body
    gas = effect.instead == BY_GAS or effect.instead == BY_GAS_AND_FEAR
    if body.field_on < NEVER and not gas and c.marks & BURNT_OUT == 0 and passes(dice, body.field_on, FIELD):
        lasts = body.burns == 0 or passes(dice, 2, FIELD_BURNS)
        return c if lasts else marked(c, BURNT_OUT)
    c = marked(c, STRUCK)
    if effect.instead == BY_FLASH:
        c = dazzle(hit, c, dice)
    elif effect.instead == BY_FEAR:
        c = frighten(hit, c, dice)
    else:
        times = 1
        if effect.scatter == 1 and effect.instead == BY_STRENGTH:
            times = d6(dice, 0, SCATTERSHOT)
        c = repeat(dice, times, wound_once, Wounding(hit, c.toughness), c)
    if effect.rad == 1 and c.down != OUT:
        return wound_flesh(c, 1, body.batch)
    return c


@step
def initiative(need: int, marks: int) -> int:
    """What an Initiative test needs: Concussion makes it 2 worse, 6+ at worst."""
    return max(need, min(6, need + 2)) if marks & CONCUSSED != 0 else need


@step
def struck_by(after: After, c: Condition) -> Condition:
    """The target after the hits of one weapon: Concussion marks it, Blaze and Drag are rolled after the attack."""
    if c.down == OUT:
        return c
    if c.marks & STRUCK == 0:
        return Condition(c.wounds, c.toughness, c.flesh, c.down, c.hits, c.marks & ~LANDED)
    marks = CONCUSSED if after.concussion == 1 else 0
    if after.blaze == 1:
        marks |= MAY_BURN
    if after.drag_on < NEVER:
        marks |= MAY_BE_DRAGGED
    return Condition(c.wounds, c.toughness, c.flesh, c.down, c.hits, (c.marks | marks) & ~(STRUCK + LANDED))


@rule("N17-A-TRT-03", "N17-A-TRT-23")
@step
def afterwards(drag_on: int, c: Condition, dice: Dice) -> Condition:
    """N17-A-TRT-03: a target that was hit and is in play catches fire on 4+; N17-A-TRT-23: Drag rolls its Strength."""
    if c.down == OUT:
        return c
    marks = 0
    if c.marks & MAY_BURN != 0 and passes(dice, 4, BLAZE):
        marks |= ON_FIRE
    if c.marks & MAY_BE_DRAGGED != 0 and passes(dice, drag_on, DRAG):
        marks |= DRAGGED
    return marked(c, marks)


@rule("N17-A-CDG-01")
@step
def coup_de_grace(alone: int, c: Condition, dice: Dice) -> Condition:
    """N17-A-CDG-01: a seriously injured enemy goes out of action without a roll, if nobody else keeps one busy."""
    return put_out(c) if alone == 1 and c.down == SERIOUS else c
