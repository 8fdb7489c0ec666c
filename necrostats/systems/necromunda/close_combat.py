"""Close combat: attack dice and how they are split, hit rolls, parries, reactions."""

from collections.abc import Sequence
from typing import NamedTuple

from necrostats.engine.dice import Dice, d6, die, repeat, roll, step
from necrostats.engine.enumerating import law_from
from necrostats.errors import UsageError
from necrostats.systems.necromunda import traits
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import (
    HALVES,
    LAST_ROWS,
    NEVER,
    Blow,
    Target,
    armour_value,
    expected_loss,
    first_best,
    resolve_hit,
    save_need,
)
from necrostats.systems.necromunda.kit import UNARMED
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.traits import Given

HIT_ROLL = roll("N17-B-CC-07", "hit roll")
PARRIED = roll("N17-B-TRT-03", "parried hit, rolled again")
PICK = roll("N17-B-TRT-03", "which hit is parried")

DEFENDER_BEST, RANDOM, FIRST = 0, 1, 2
PARRY_CHOICES = {"defender_best": DEFENDER_BEST, "random": RANDOM, "first": FIRST}
SEQUENTIAL, SIMULTANEOUS = 0, 1
MOST_PARRIES = 2
SIX_FIRST = 1_000_000  # harm that puts a 6 of a Power weapon before all other hits


NAMED = 4  # the place of dice named for a Crushing Blow among all strikes


class Strike(NamedTuple):
    """The attack dice made with one weapon. The defaults of the last fields mean "this never happens".

    Attributes:
        n: How many.
        hit_on: What the natural hit roll must reach, 7 = cannot hit.
        six_on: Natural hit roll that counts as a 6 of a Power weapon, 7 = never.
        power: 1 if only a Power weapon can parry it.
        strength, save_on, damage: As in ``damage.Blow``.
        push_on: Natural hit roll that knocks the target back.
        harder: 1 if a push does 1 Damage more, since the target has nowhere to go.
        disarm_on: Natural hit roll that disarms the target.
        shock, entangle: 1 if a natural 6 wounds without a roll; if hits cannot be parried and a natural 6 hampers.
        tougher: What is added to the target's Toughness against these hits.
    """

    n: int = 0
    hit_on: int = NEVER
    six_on: int = NEVER
    power: int = 0
    strength: int = 0
    save_on: int = NEVER
    damage: int = 0
    push_on: int = NEVER
    harder: int = 0
    disarm_on: int = NEVER
    shock: int = 0
    entangle: int = 0
    tougher: int = 0


class Melee(NamedTuple):
    """All attacks of one fighter against one enemy in one combat.

    Attributes:
        strikes: Dice of the first-named weapon, the second, and those made unarmed; in the advanced rules also
            those of an extra weapon and the one named for a Crushing Blow.
        parries, power_parries: Hits the enemy can have rolled again with ordinary and with Power weapons.
        choice: Who picks them, option ``parry_choice``.
        last_row, half: Readings of the wound table.
    """

    strikes: tuple[Strike, ...]
    parries: int
    power_parries: int
    choice: int
    last_row: int
    half: int


class Hits(NamedTuple):
    """Hits by weapon: how many on each natural face, of FACE_BITS bits each, from a 2 on.

    A face stands for all from it on that do the same.
    """

    first: int = 0
    second: int = 0
    fists: int = 0
    extra: int = 0
    named: int = 0


FACE_BITS = 10
FACE_MASK = (1 << FACE_BITS) - 1
EVERY_FACE = sum(
    1 << (FACE_BITS * place) for place in range(5)
)  # a factor that adds up all faces in the highest


class Exchange(NamedTuple):
    """Both sides of a combat: the one that attacked and the one that was attacked."""

    attacker: Target
    target: Target


@rule("N17-B-CC-03")
def unarmed() -> WeaponProfile:
    """N17-B-CC-03: fists: the fighter's own Strength, no AP, Damage 1."""
    return UNARMED.profiles[0]


@rule("N17-B-CC-04", "N17-B-ACT-03")
def attack_dice(attacker: Fighter, weapons: int, charging: bool) -> int:
    """N17-B-CC-04: Attacks, +1 with two weapons, +1 if this is the free Fight of a Charge."""
    return attacker.a + (weapons == 2) + charging


@rule("N17-B-CC-05", "N17-B-TRT-02")
def split(
    n: int, first: WeaponProfile, second: WeaponProfile | None, options: Options, odd_to_second: bool
) -> tuple[int, int, int]:
    """N17-B-CC-05: how *n* dice go to the first weapon, the second and unarmed attacks.

    Two weapons share as evenly as possible. A pistol takes one die at most (N17-B-TRT-02); the others go to the other
    weapon, or to unarmed attacks if that is a pistol too or there is none. With option ``pistol_surplus=fists`` the
    even share of a pistol beyond its one die goes to unarmed attacks.
    """
    pistols = [p is not None and "pistol" in p.traits for p in (first, second)]
    if second is None:
        return (1, 0, n - 1) if pistols[0] else (n, 0, 0)
    if all(pistols):
        return 1, 1, n - 2
    if any(pistols):
        blade = n - 1 if options["pistol_surplus"] == "other_weapon" else (n + 1) // 2
        rest = n - 1 - blade
        return (1, blade, rest) if pistols[0] else (blade, 1, rest)
    more, less = (n + 1) // 2, n // 2
    return (less, more, 0) if odd_to_second else (more, less, 0)


@rule("N17-B-CC-02", "N17-B-ACT-01")
def must_turn(own_activation: bool, options: Options) -> bool:
    """N17-B-CC-02: whether facing an enemy outside one's arc costs the -1 of turning.

    N17-B-ACT-01: in one's own activation the facing may be changed before the first action, free of charge; whether
    that holds for engaged fighters is option ``free_turn_engaged``.
    """
    return not (own_activation and options["free_turn_engaged"] == "True")


@rule("N17-B-CC-12")
def may_react_against(attacker: str, engaged: Sequence[str], options: Options) -> list[str]:
    """N17-B-CC-12: whom a reaction may be aimed at: the attacker, or any enemy engaged with the one who reacts.

    Option ``reaction_target``. Names stand for fighters.
    """
    if options["reaction_target"] == "any_engaged":
        return list(engaged)
    return [name for name in engaged if name == attacker]


@rule("N17-B-CC-07", "N17-B-CC-09", "N17-B-CC-02", "N17-B-WPN-03", "N17-A-MULTI-01", "N17-A-MULTI-02")
def hit_modifiers(profile: WeaponProfile, situation: Situation, options: Options) -> list[tuple[str, int]]:
    """N17-B-CC-07: modifiers of one close-combat hit roll that are not 0, with what they are for.

    Accuracy counts for weapons of range E and never for pistols (option ``melee_accuracy``); N17-B-CC-02: turning to
    face costs 1; N17-B-CC-09: cover, prone and engaged modifiers do not apply. N17-A-MULTI-01: each assist adds 1 and
    each interference takes 1; N17-A-MULTI-02: so does a barricade in between.
    """
    accuracy = profile.acc_s if profile.rng_s == "E" else profile.acc_l if profile.rng_l == "E" else 0
    if "pistol" in profile.traits or options["melee_accuracy"] == "ignored":
        accuracy = 0
    every = [
        ("accuracy", accuracy),
        ("turned to face", -1 if situation.turned else 0),
        ("assists", situation.assists),
        ("interference", -situation.interference),
        ("barricade", -1 if situation.barricade else 0),
        ("entangled", -2 if situation.entangled else 0),
    ]
    return [(what, value) for what, value in every if value]


def strike(
    n: int,
    attacker: Fighter,
    target: Fighter,
    profile: WeaponProfile,
    situation: Situation,
    options: Options,
) -> Strike:
    """*n* attack dice with one weapon, its traits applied (N17-B-TRT-00)."""
    if n <= 0:
        return Strike()
    modifier = sum(value for _, value in hit_modifiers(profile, situation, options))
    armour = armour_value(target, situation, options)
    return traits.strike_with(
        Strike(
            n=n,
            hit_on=min(NEVER, max(2, attacker.ws - modifier)),
            strength=profile.strength_of(attacker.s) or 0,
            save_on=save_need(armour, profile.ap, situation.save_bonus, options),
            damage=profile.d,
        ),
        Given(attacker, target, profile, situation, options, modifier),
    )


@rule("N17-B-TRT-03")
def parries(target: Fighter, options: Options) -> tuple[int, int]:
    """N17-B-TRT-03: how many ordinary and how many Power weapons with Parry *target* is armed with, two at most.

    With option ``parry_needs_wielded`` only the first two weapons for close combat count, in kit order.
    """
    blades = [w for w in target.weapons if any(p.close_combat for p in w.profiles)]
    if options["parry_needs_wielded"] == "True":
        blades = blades[:2]
    parrying = [[p.traits for p in w.profiles if "parry" in p.traits] for w in blades]
    power = sum(any("power" in t for t in kept) for kept in parrying)
    ordinary = sum(bool(kept) for kept in parrying) - power
    power = min(power, MOST_PARRIES)
    return min(ordinary, MOST_PARRIES - power), power


@rule("N17-B-CC-00", "N17-B-CC-03", "N17-B-CC-06")
def melee(
    attacker: Fighter,
    target: Fighter,
    first: WeaponProfile,
    second: WeaponProfile | None,
    situation: Situation,
    options: Options,
    *,
    odd_to_second: bool | None = None,
    dice: int | None = None,
) -> Melee:
    """N17-B-CC-00: all attacks of *attacker* in one combat, with one or two weapons.

    Args:
        odd_to_second: Who gets the odd die of two melee weapons; None = as option ``odd_die`` says.
        dice: How many of the attack dice go to this enemy (N17-B-CC-06), the first weapon's first; None = all.

    Raises:
        UsageError: A weapon that cannot be used in close combat (N17-B-CC-03).
    """
    for profile in (first, second):
        if profile is not None and not profile.close_combat:
            raise UsageError(
                f"weapon: expected one for close combat (Melee or Pistol), got {profile.key!r}",
                "leave out --close and --with, or name a Melee or Pistol weapon",
            )
    if odd_to_second is None:
        reading = options["odd_die"]
        if reading == "best" and second is not None:
            both = [
                melee(attacker, target, first, second, situation, options, odd_to_second=odd, dice=dice)
                for odd in (False, True)
            ]
            unhurt = Target(target.w - situation.wounds_lost, target.t)
            return both[first_best([law_from(fight, m, unhurt) for m in both], unhurt.wounds)]
        odd_to_second = reading == "second_weapon"
    n = attack_dice(attacker, 1 if second is None else 2, situation.charging)
    a, b, c = split(n, first, second, options, odd_to_second)
    if dice is not None:
        a = min(a, dice)
        b = min(b, dice - a)
        c = min(c, dice - a - b)
    ordinary, power = parries(target, options)
    return Melee(
        (
            strike(a, attacker, target, first, situation, options),
            strike(b, attacker, target, second, situation, options) if second is not None else Strike(),
            strike(c, attacker, target, unarmed(), situation, options),
        ),
        ordinary,
        power,
        PARRY_CHOICES[options["parry_choice"]],
        LAST_ROWS[options["wound_last_row"]],
        HALVES[options["half_toughness"]],
    )


@step
def count(hits: Hits, weapon: int, face: int) -> int:
    """How many hits of a weapon (0 first, 1 second, 2 fists ...) stand on a natural face."""
    return (hits[weapon] >> (FACE_BITS * (face - 2))) & FACE_MASK


@step
def count_all(hits: Hits, weapon: int) -> int:
    """How many hits of a weapon there are."""
    return ((hits[weapon] * EVERY_FACE) >> (4 * FACE_BITS)) & FACE_MASK


@step
def add_hits(hits: Hits, weapon: int, face: int, n: int) -> Hits:
    """*hits* with *n* more of a weapon on a natural face."""
    more = n << (FACE_BITS * (face - 2)) if n >= 0 else -((-n) << (FACE_BITS * (face - 2)))
    return Hits(
        hits.first + (more if weapon == 0 else 0),
        hits.second + (more if weapon == 1 else 0),
        hits.fists + (more if weapon == 2 else 0),
        hits.extra + (more if weapon == 3 else 0),
        hits.named + (more if weapon == 4 else 0),
    )


class Rolling(NamedTuple):
    """Dice of one weapon to be rolled to hit; ``rolls`` is what the roll is called."""

    strike: Strike
    weapon: int
    rolls: int


@step
def standing_for(strike: Strike, face: int) -> int:
    """The lowest face of a hit that does the same as *face*."""
    kept = strike.hit_on
    for effect in (strike.six_on, strike.push_on, strike.disarm_on):
        if kept < effect <= face:
            kept = effect
    return 6 if face == 6 and strike.shock + strike.entangle > 0 else kept


@rule("N17-B-CC-07", "N17-B-CC-09")
@step
def roll_to_hit(rolling: Rolling, hits: Hits, dice: Dice) -> Hits:
    """N17-B-CC-07: one hit roll; N17-B-CC-09: a natural 1 misses."""
    face = d6(dice, rolling.strike.hit_on, rolling.rolls)
    if face < rolling.strike.hit_on:
        return hits
    return add_hits(hits, rolling.weapon, standing_for(rolling.strike, face), 1)


@step
def roll_all(melee: Melee, hits: Hits, dice: Dice) -> Hits:
    """All hit rolls of one fighter, the first-named weapon's first."""
    for weapon in range(len(melee.strikes)):
        strike = melee.strikes[weapon]
        hits = repeat(dice, strike.n, roll_to_hit, Rolling(strike, weapon, HIT_ROLL), hits)
    return hits


@step
def blow(melee: Melee, weapon: int, face: int) -> Blow:
    """What a hit with that weapon brings; N17-B-TRT-04: on a Power 6 no save, and 1 Damage more."""
    strike = melee.strikes[weapon]
    six = 1 if face >= strike.six_on else 0
    pushed = strike.harder if face >= strike.push_on else 0
    return Blow(
        strike.strength,
        NEVER if six == 1 else strike.save_on,
        strike.damage + (six + pushed if strike.damage > 0 else 0),
        melee.last_row,
        melee.half,
    )


class Parrying(NamedTuple):
    """What a parry looks at: the attacks, and the Toughness and Wounds of the fighter attacked."""

    melee: Melee
    toughness: int
    wounds: int


@step
def harm(parrying: Parrying, weapon: int, face: int) -> int:
    """How much a hit does on average; a 6 of a Power weapon stands above all others."""
    strike = parrying.melee.strikes[weapon]
    each = blow(parrying.melee, weapon, face)
    if strike.shock == 1 and face == 6 and strike.strength > 0:
        loss = 6 * min(max(each.save_on, 1) - 1, 6) * min(each.damage, parrying.wounds)
    else:
        loss = expected_loss(each, parrying.toughness + strike.tougher, parrying.wounds)
    return loss + (SIX_FIRST if face >= strike.six_on else 0)


@step
def parryable(strike: Strike, ordinary_left: int, power_left: int) -> bool:
    """Whether the hits of a weapon can be parried with what is left."""
    return strike.entangle == 0 and (power_left > 0 or (strike.power == 0 and ordinary_left > 0))


@step
def most_harmful(parrying: Parrying, hits: Hits, ordinary_left: int, power_left: int, anything: bool) -> int:
    """The hit of greatest harm that can be parried, as 8 x weapon + face; the first-named of equals, -1 = none.

    *anything*: whether or not it can be parried.
    """
    best, most = -1, -1
    for weapon in range(len(parrying.melee.strikes)):
        able = anything or parryable(parrying.melee.strikes[weapon], ordinary_left, power_left)
        if hits[weapon] != 0 and able:
            for face in range(2, 7):
                if count(hits, weapon, face) > 0 and harm(parrying, weapon, face) > most:
                    best, most = 8 * weapon + face, harm(parrying, weapon, face)
    return best


@step
def any_hit(
    melee: Melee, hits: Hits, ordinary_left: int, power_left: int, first_only: bool, dice: Dice
) -> int:
    """Any hit that can be parried, each as likely, as 8 x weapon + face; *first_only*: of the weapon rolled first."""
    total = 0
    last = len(melee.strikes)
    for weapon in range(len(melee.strikes)):
        if weapon < last and parryable(melee.strikes[weapon], ordinary_left, power_left):
            total += count_all(hits, weapon)
            if first_only and total > 0:
                last = weapon
    if total == 0:
        return -1
    picked = die(dice, total, PICK) if total > 1 else 1
    for weapon in range(len(melee.strikes)):
        if parryable(melee.strikes[weapon], ordinary_left, power_left):
            for face in range(2, 7):
                picked -= count(hits, weapon, face)
                if picked <= 0:
                    return 8 * weapon + face
    return -1


@step
def pick_hit(parrying: Parrying, hits: Hits, ordinary_left: int, power_left: int, dice: Dice) -> int:
    """Which hit is parried, as 8 x weapon + face; -1 = none (option ``parry_choice``)."""
    choice = parrying.melee.choice
    if choice == DEFENDER_BEST:
        return most_harmful(parrying, hits, ordinary_left, power_left, False)
    return any_hit(parrying.melee, hits, ordinary_left, power_left, choice == FIRST, dice)


@rule("N17-B-TRT-03", "N17-B-CC-10", "N17-B-DICE-03")
@step
def parry(parrying: Parrying, hits: Hits, dice: Dice) -> Hits:
    """N17-B-TRT-03: after all hit rolls and before any wound roll (N17-B-CC-10), one hit for each parry is rolled
    again; the attacks of a Power weapon only where a Power weapon parries (N17-B-TRT-04).

    All are chosen before any is rolled again, so that no die is rolled a third time. Ordinary weapons parry ordinary
    hits first.
    """
    melee = parrying.melee
    ordinary, power = melee.parries, melee.power_parries
    again = Hits(0, 0, 0, 0, 0)
    for _ in range(ordinary + power):
        picked = pick_hit(parrying, hits, ordinary, power, dice)
        if picked >= 0:
            weapon = picked // 8
            if melee.strikes[weapon].power == 0 and ordinary > 0:
                ordinary -= 1
            else:
                power -= 1
            hits = add_hits(hits, weapon, picked % 8, -1)
            again = add_hits(again, weapon, 2, 1)
    for weapon in range(len(melee.strikes)):
        rolling = Rolling(melee.strikes[weapon], weapon, PARRIED)
        hits = repeat(dice, count(again, weapon, 2), roll_to_hit, rolling, hits)
    return hits


class Resolving(NamedTuple):
    """Hits yet to be resolved, and the attacks they come from."""

    melee: Melee
    hits: Hits


@rule("N17-B-CC-11")
@step
def resolve(resolving: Resolving, target: Target, dice: Dice) -> Target:
    """N17-B-CC-11: every hit one by one, the first-named weapon's first."""
    melee, hits = resolving.melee, resolving.hits
    n = 0
    for weapon in range(len(melee.strikes)):
        n += count_all(hits, weapon)
    target = Target(
        target.wounds,
        target.toughness,
        target.pinned,
        target.pushed,
        target.hits + n,
        target.wounded,
        target.unsaved,
    )
    for weapon in range(len(melee.strikes)):
        if hits[weapon] != 0:
            for face in range(2, 7):
                n = count(hits, weapon, face)
                if n > 0:
                    target = repeat(dice, n, resolve_hit, blow(melee, weapon, face), target)
    return target


@rule("N17-B-CC-00")
@step
def fight(melee: Melee, target: Target, dice: Dice) -> Target:
    """N17-B-CC-00, steps 3 to 6: all attacks of one fighter on one enemy."""
    hits = repeat(dice, 1, roll_all, melee, Hits(0, 0, 0, 0, 0))
    if melee.parries + melee.power_parries > 0:
        hits = repeat(dice, 1, parry, Parrying(melee, target.toughness, target.wounds), hits)
    return repeat(dice, 1, resolve, Resolving(melee, hits), target)


class Combat(NamedTuple):
    """An attack and the reaction to it; ``order`` is option ``reaction_order``."""

    attack: Melee
    reaction: Melee
    order: int


@rule("N17-B-CC-12", "N17-B-CC-00")
@step
def exchange(combat: Combat, sides: Exchange, dice: Dice) -> Exchange:
    """N17-B-CC-12: the attack, then, if the enemy still stands, its reaction attacks; none follow on those.

    With ``reaction_order=simultaneous`` it strikes back even if it was put down.
    """
    target = repeat(dice, 1, fight, combat.attack, sides.target)
    attacker = sides.attacker
    if target.wounds > 0 or combat.order == SIMULTANEOUS:
        attacker = repeat(dice, 1, fight, combat.reaction, attacker)
    return Exchange(attacker, target)
