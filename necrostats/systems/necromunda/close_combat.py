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

HIT_ROLL = roll("N17-B-CC-07", "hit roll")
PARRIED = roll("N17-B-TRT-03", "parried hit, rolled again")
PICK = roll("N17-B-TRT-03", "which hit is parried")

DEFENDER_BEST, RANDOM, FIRST = 0, 1, 2
PARRY_CHOICES = {"defender_best": DEFENDER_BEST, "random": RANDOM, "first": FIRST}
SEQUENTIAL, SIMULTANEOUS = 0, 1
MOST_PARRIES = 2


class Strike(NamedTuple):
    """The attack dice made with one weapon.

    Attributes:
        n: How many.
        hit_on: What the natural hit roll must reach, 7 = cannot hit.
        six_on: Natural hit roll that counts as a 6 of a Power weapon, 7 = never.
        power: 1 if only a Power weapon can parry it.
        strength, save_on, damage: As in ``damage.Blow``.
    """

    n: int = 0
    hit_on: int = NEVER
    six_on: int = NEVER
    power: int = 0
    strength: int = 0
    save_on: int = NEVER
    damage: int = 0


class Melee(NamedTuple):
    """All attacks of one fighter against one enemy in one combat.

    Attributes:
        first, second, fists: Dice of the first-named weapon, the second, and those made unarmed.
        parries, power_parries: Hits the enemy can have rolled again with ordinary and with Power weapons.
        choice: Who picks them, option ``parry_choice``.
        last_row, half: Readings of the wound table.
    """

    first: Strike
    second: Strike
    fists: Strike
    parries: int
    power_parries: int
    choice: int
    last_row: int
    half: int


class Hits(NamedTuple):
    """Hits by weapon, those on a 6 of a Power weapon apart."""

    first: int = 0
    first_six: int = 0
    second: int = 0
    second_six: int = 0
    fists: int = 0


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


@rule("N17-B-CC-07", "N17-B-CC-09", "N17-B-CC-02", "N17-B-WPN-03")
def hit_modifiers(profile: WeaponProfile, situation: Situation, options: Options) -> list[tuple[str, int]]:
    """N17-B-CC-07: modifiers of one close-combat hit roll that are not 0, with what they are for.

    Accuracy counts for weapons of range E and never for pistols (option ``melee_accuracy``); N17-B-CC-02: turning to
    face costs 1; N17-B-CC-09: cover, prone and engaged modifiers do not apply.
    """
    accuracy = profile.acc_s if profile.rng_s == "E" else profile.acc_l if profile.rng_l == "E" else 0
    if "pistol" in profile.traits or options["melee_accuracy"] == "ignored":
        accuracy = 0
    every = [("accuracy", accuracy), ("turned to face", -1 if situation.turned else 0)]
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
    return traits.apply(
        Strike(
            n=n,
            hit_on=min(NEVER, max(2, attacker.ws - modifier)),
            strength=profile.strength_of(attacker.s) or 0,
            save_on=save_need(armour, profile.ap, situation.save_bonus, options),
            damage=profile.d,
        ),
        profile,
        situation,
        options,
        modifier,
    )


@rule("N17-B-TRT-03")
def parries(target: Fighter, options: Options) -> tuple[int, int]:
    """N17-B-TRT-03: how many ordinary and how many Power weapons with Parry *target* is armed with.

    With option ``parry_needs_wielded`` only the first two weapons for close combat count, in kit order.
    """
    blades = [w for w in target.weapons if any(p.close_combat for p in w.profiles)]
    if options["parry_needs_wielded"] == "True":
        blades = blades[:2]
    parrying = [[p.traits for p in w.profiles if "parry" in p.traits] for w in blades]
    power = sum(any("power" in t for t in kept) for kept in parrying)
    return sum(bool(kept) for kept in parrying) - power, power


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
        strike(a, attacker, target, first, situation, options),
        strike(b, attacker, target, second, situation, options) if second is not None else Strike(),
        strike(c, attacker, target, unarmed(), situation, options),
        ordinary,
        power,
        PARRY_CHOICES[options["parry_choice"]],
        LAST_ROWS[options["wound_last_row"]],
        HALVES[options["half_toughness"]],
    )


@step
def add_hits(hits: Hits, weapon: int, six: int, n: int) -> Hits:
    """*hits* with *n* more by one weapon (0, 1 or 2 = fists), on a Power 6 or not."""
    return Hits(
        hits.first + (n if weapon == 0 and six == 0 else 0),
        hits.first_six + (n if weapon == 0 and six == 1 else 0),
        hits.second + (n if weapon == 1 and six == 0 else 0),
        hits.second_six + (n if weapon == 1 and six == 1 else 0),
        hits.fists + (n if weapon == 2 else 0),
    )


@step
def strike_of(melee: Melee, weapon: int) -> Strike:
    """The dice of one weapon: 0 the first-named, 1 the second, 2 unarmed."""
    if weapon == 0:
        return melee.first
    return melee.second if weapon == 1 else melee.fists


class Rolling(NamedTuple):
    """Dice of one weapon to be rolled to hit; ``rolls`` is what the roll is called."""

    strike: Strike
    weapon: int
    rolls: int


@rule("N17-B-CC-07", "N17-B-CC-09")
@step
def roll_to_hit(rolling: Rolling, hits: Hits, dice: Dice) -> Hits:
    """N17-B-CC-07: one WS test for one die. N17-B-CC-09: a natural 1 misses (``hit_on`` is 2 or more)."""
    face = d6(dice, rolling.strike.hit_on, rolling.rolls)
    if face < rolling.strike.hit_on:
        return hits
    return add_hits(hits, rolling.weapon, 1 if face >= rolling.strike.six_on else 0, 1)


@step
def roll_all(melee: Melee, hits: Hits, dice: Dice) -> Hits:
    """All hit rolls of one fighter, the first-named weapon's first."""
    for weapon in range(3):
        strike = strike_of(melee, weapon)
        hits = repeat(dice, strike.n, roll_to_hit, Rolling(strike, weapon, HIT_ROLL), hits)
    return hits


@step
def blow(melee: Melee, weapon: int, six: int) -> Blow:
    """What a hit with that weapon brings; N17-B-TRT-04: on a Power 6 no save, and 1 Damage more."""
    strike = strike_of(melee, weapon)
    return Blow(
        strike.strength,
        NEVER if six == 1 else strike.save_on,
        strike.damage + (six if strike.damage > 0 else 0),
        melee.last_row,
        melee.half,
    )


@step
def parryable(n: int, power: int, ordinary_left: int, power_left: int) -> int:
    """How many of *n* like hits can be parried with what is left."""
    if n > 0 and (power_left > 0 or (power == 0 and ordinary_left > 0)):
        return n
    return 0


class Parrying(NamedTuple):
    """What a parry looks at: the attacks and the fighter attacked."""

    melee: Melee
    target: Target


@step
def pick_hit(parrying: Parrying, hits: Hits, ordinary_left: int, power_left: int, dice: Dice) -> int:
    """Which hit is parried: 0 first weapon, 1 its Power sixes, 2 and 3 the second weapon's, 4 fists; -1 none."""
    melee, target = parrying.melee, parrying.target
    n0 = parryable(hits.first, melee.first.power, ordinary_left, power_left)
    n1 = parryable(hits.first_six, melee.first.power, ordinary_left, power_left)
    n2 = parryable(hits.second, melee.second.power, ordinary_left, power_left)
    n3 = parryable(hits.second_six, melee.second.power, ordinary_left, power_left)
    n4 = parryable(hits.fists, 0, ordinary_left, power_left)
    if melee.choice == DEFENDER_BEST:
        best, harm = -1, -1
        if n1 + n3 > 0:
            if n1 > 0:
                best, harm = 1, expected_loss(blow(melee, 0, 1), target)
            if n3 > 0 and expected_loss(blow(melee, 1, 1), target) > harm:
                best = 3
            return best
        if n0 > 0:
            best, harm = 0, expected_loss(blow(melee, 0, 0), target)
        if n2 > 0 and expected_loss(blow(melee, 1, 0), target) > harm:
            best, harm = 2, expected_loss(blow(melee, 1, 0), target)
        if n4 > 0 and expected_loss(blow(melee, 2, 0), target) > harm:
            best = 4
        return best
    if melee.choice == FIRST:
        if n0 + n1 > 0:
            n2, n3, n4 = 0, 0, 0
        elif n2 + n3 > 0:
            n4 = 0
    total = n0 + n1 + n2 + n3 + n4
    if total == 0:
        return -1
    picked = die(dice, total, PICK) if total > 1 else 1
    if picked <= n0:
        return 0
    if picked <= n0 + n1:
        return 1
    if picked <= n0 + n1 + n2:
        return 2
    if picked <= n0 + n1 + n2 + n3:
        return 3
    return 4


@rule("N17-B-TRT-03", "N17-B-CC-10", "N17-B-DICE-03")
@step
def parry(parrying: Parrying, hits: Hits, dice: Dice) -> Hits:
    """N17-B-TRT-03: after all hit rolls and before any wound roll (N17-B-CC-10), one hit for each Parry weapon, two at
    most, is rolled again; the attacks of a Power weapon only where a Power weapon parries (N17-B-TRT-04).

    Both hits are chosen before either is rolled again, so that no die is rolled a third time. Ordinary weapons parry
    ordinary hits first.
    """
    melee = parrying.melee
    ordinary, power = melee.parries, melee.power_parries
    one, two = -1, -1
    for turn in range(MOST_PARRIES):
        if ordinary + power > 0:
            picked = pick_hit(parrying, hits, ordinary, power, dice)
            if picked >= 0:
                of_power = melee.first.power if picked <= 1 else melee.second.power
                if (picked == 4 or of_power == 0) and ordinary > 0:
                    ordinary -= 1
                else:
                    power -= 1
                hits = add_hits(hits, picked // 2, picked % 2, -1)
                if turn == 0:
                    one = picked
                else:
                    two = picked
    for picked in (one, two):
        if picked >= 0:
            rolling = Rolling(strike_of(melee, picked // 2), picked // 2, PARRIED)
            hits = repeat(dice, 1, roll_to_hit, rolling, hits)
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
    n = hits.first + hits.first_six + hits.second + hits.second_six + hits.fists
    target = Target(
        target.wounds,
        target.toughness,
        target.pinned,
        target.pushed,
        target.hits + n,
        target.wounded,
        target.unsaved,
    )
    for kind in range(5):
        target = repeat(dice, hits[kind], resolve_hit, blow(melee, kind // 2, kind % 2), target)
    return target


@rule("N17-B-CC-00")
@step
def fight(melee: Melee, target: Target, dice: Dice) -> Target:
    """N17-B-CC-00, steps 3 to 6: all attacks of one fighter on one enemy."""
    hits = repeat(dice, 1, roll_all, melee, Hits(0, 0, 0, 0, 0))
    if melee.parries + melee.power_parries > 0:
        hits = repeat(dice, 1, parry, Parrying(melee, target), hits)
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
