"""One close combat attack under the basic rules: weapons, dice, hits, parry, wounds."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.damage import (
    FACES,
    SIXTH,
    Hit,
    Result,
    armour_value,
    damage_of,
    one_hit,
    option,
    resolve,
    roll_hits,
)

MISS, PLAIN, SIX = "miss", "plain hit", "six of Power"

FISTS = WeaponProfile(id="", weapon="unarmed", name="Fists", rng_l="E", strength="S", d=1)


def close_combat_modifier(weapon: WeaponProfile, situation: Situation, options: Mapping[str, str]) -> int:
    """B-CC-02, B-CC-07: -1 for turning; accuracy of weapons with range E, never of pistols."""
    modifier = -1 if situation.turned else 0
    if "pistol" not in weapon.traits and option(options, "melee_accuracy") == "applied":
        # reading: the accuracy of the column that reads E; weapons without an E column use the long one
        modifier += weapon.acc_s if weapon.rng_s == "E" else weapon.acc_l
    return modifier


def close_combat_roll(
    need: int, modifier: int, power: bool, options: Mapping[str, str]
) -> dict[str, Fraction]:
    """B-CC-07, B-TRT-04: the chances of a miss, a plain hit and a six of a Power weapon with one die."""
    kinds: dict[str, Fraction] = defaultdict(Fraction)
    for face in FACES:
        six = face == 6 if option(options, "power_six") == "natural" else face + modifier >= 6
        if not roll_hits(face, modifier, need):
            kinds[MISS] += SIXTH
        elif power and six:
            kinds[SIX] += SIXTH
        else:
            kinds[PLAIN] += SIXTH
    return dict(kinds)


def attack_dice(attacker: Fighter, second: WeaponProfile | None, charging: bool) -> int:
    """B-CC-04: A, +1 for two weapons, +1 for the free Fight of a Charge."""
    return attacker.a + (second is not None) + charging


def split_dice(n: int, first: WeaponProfile, second: WeaponProfile | None, odd_to: int, options) -> list:
    """B-CC-05: [(weapon, its dice)], the first weapon before the second before fists."""
    # reading: a profile with both Melee and Pistol is a pistol
    pistols = ["pistol" in w.traits for w in (first, second) if w is not None]
    if second is None:
        return [(first, n)] if not pistols[0] else [(first, min(n, 1)), (FISTS, max(n - 1, 0))]
    if all(pistols):
        return [(first, 1), (second, 1), (FISTS, n - 2)]
    if not any(pistols):
        odd, even = n - n // 2, n // 2
        return [(first, odd), (second, even)] if odd_to == 0 else [(first, even), (second, odd)]
    # reading: beside a pistol the odd die is the melee weapon's, also when the rest goes to fists
    melee = n - 1 if option(options, "pistol_surplus") == "other_weapon" else n - n // 2
    shares = [(first, 1 if pistols[0] else melee), (second, 1 if pistols[1] else melee)]
    return [*shares, (FISTS, n - 1 - melee)]


def close_combat_strength(weapon: WeaponProfile, attacker: Fighter, situation: Situation) -> int | None:
    """B-WPN-03, B-TRT-01: the attack's Strength, +1 for Backstab from outside the target's arc."""
    strength = weapon.strength_of(attacker.s)
    if strength is not None and "backstab" in weapon.traits and situation.behind:
        strength += 1
    return strength


def parry_items(target: Fighter, options: Mapping[str, str]) -> tuple[int, int]:
    """B-TRT-03, B-TRT-04: how many (ordinary, Power) Parry weapons the target parries with, item by item."""
    items = list(target.weapons)
    if option(options, "parry_needs_wielded") == "True":
        # reading: it holds its first two Melee or Pistol items, in kit order
        items = [item for item in items if any(p.close_combat for p in item.profiles)][:2]
    power = sum(any({"parry", "power"} <= set(p.traits) for p in item.profiles) for item in items)
    every = sum(any("parry" in p.traits for p in item.profiles) for item in items)
    return every - power, power


def parries(roll, powered, harm, ordinary: int, power: int, options) -> dict[tuple[int, ...], Fraction]:
    """B-TRT-03: {places of the dice that must be re-rolled: chance}; both are chosen before re-rolling.

    ``roll`` is a tuple of (weapon's place, kind) in rolled order; ``powered`` and ``harm`` look such a die up.
    """
    ways = {((), ordinary, power): Fraction(1)}
    for _ in range(2):  # two re-rolls at most, however many Parry weapons
        after: dict = defaultdict(Fraction)
        for (chosen, plain_left, power_left), p in ways.items():
            able = []
            for place, die in enumerate(roll):
                if (
                    die[1] != MISS
                    and place not in chosen
                    and (power_left or (plain_left and not powered(die)))
                ):
                    able.append(place)
            if not able:
                after[chosen, plain_left, power_left] += p
                continue
            rule = option(options, "parry_choice")
            if rule == "first":  # reading: the earliest rolled; the first weapon's dice are rolled first
                picks = able[:1]
            elif rule == "random":  # reading: one after the other, each parryable hit as likely as the next
                picks = able
            else:  # reading: sixes of Power, then the most Wounds on average, then the first-named weapon
                # reading: under power_six=modified the "six" is the hit that takes the save away
                picks = [min(able, key=lambda k: (roll[k][1] != SIX, -harm(roll[k]), roll[k][0], k))]
            for place in picks:
                from_plain = plain_left > 0 and not powered(roll[place])
                left = (plain_left - 1, power_left) if from_plain else (plain_left, power_left - 1)
                after[(*chosen, place), *left] += p / len(picks)
        ways = after
    chances: dict = defaultdict(Fraction)
    for (chosen, _, _), p in ways.items():
        chances[tuple(sorted(chosen))] += p
    return chances


def hits_after_parry(attacker, target, shares, situation: Situation, options) -> dict:
    """B-CC-07, B-CC-10: {hits that stand, as (weapon's place, kind) in the order of the weapons: chance}."""
    weapons = [weapon for weapon, _ in shares]
    left = target.w - situation.wounds_lost
    value = armour_value(target, not situation.behind, situation.save_bonus)
    kinds = []
    for weapon in weapons:
        modifier = close_combat_modifier(weapon, situation, options)
        kinds.append(close_combat_roll(attacker.ws, modifier, "power" in weapon.traits, options))

    def powered(die) -> bool:
        return "power" in weapons[die[0]].traits

    @cache
    def harm(die) -> Fraction:
        hit = hit_of(weapons[die[0]], die[1], attacker, situation)
        unsaved = one_hit(hit, target.t, value, situation.save_bonus, options)[2]
        return unsaved * min(hit.damage, left)

    ordinary, power = parry_items(target, options)
    dice = [place for place, (_, n) in enumerate(shares) for _ in range(n)]
    standing: dict = defaultdict(Fraction)
    for roll in product(*(kinds[place] for place in dice)):
        first = list(zip(dice, roll, strict=True))
        p = Fraction(1)
        for place, kind in first:
            p *= kinds[place][kind]
        for chosen, q in parries(first, powered, harm, ordinary, power, options).items():
            for again in product(*(kinds[dice[k]].items() for k in chosen)):
                final, r = list(first), Fraction(1)
                for k, (kind, chance) in zip(chosen, again, strict=True):
                    final[k] = (dice[k], kind)
                    r *= chance
                standing[tuple(sorted(die for die in final if die[1] != MISS))] += p * q * r
    return standing


def hit_of(weapon: WeaponProfile, kind: str, attacker: Fighter, situation: Situation) -> Hit:
    """B-TRT-04: a six of a Power weapon allows no save and adds 1 to the Damage."""
    six = kind == SIX
    strength = close_combat_strength(weapon, attacker, situation)
    return Hit(strength, weapon.ap, damage_of(weapon, 1 if six else 0), six)


def fight(attacker, target, weapon, second, situation: Situation, options) -> dict:
    """B-CC-03 to B-CC-11: weapons, dice, hits, parry, wounds; the odd die where option odd_die says."""
    # reading: cover, aim, prone and engaged say nothing in close combat; the target stands
    for profile in (weapon, second):
        if profile is not None and profile.weapon != "unarmed" and not profile.close_combat:
            raise ValueError(f"{profile.key} has neither Melee nor Pistol")
    rule = option(options, "odd_die")
    if rule != "best":
        return fight_split(
            attacker, target, weapon, second, 0 if rule == "first_weapon" else 1, situation, options
        )
    left = target.w - situation.wounds_lost

    def merit(ends) -> tuple[Fraction, Fraction]:
        out = sum((p for r, p in ends.items() if r.lost == left), Fraction(0))
        return out, sum((r.lost * p for r, p in ends.items()), Fraction(0))

    both = [fight_split(attacker, target, weapon, second, odd_to, situation, options) for odd_to in (0, 1)]
    return max(both, key=merit)  # the first of equals: reading: ties go to the first weapon


def fight_split(attacker, target, weapon, second, odd_to: int, situation: Situation, options) -> dict:
    """One close combat attack with the odd die on a given weapon."""
    n = attack_dice(attacker, second, situation.charging)
    shares = split_dice(n, weapon, second, odd_to, options)
    left = target.w - situation.wounds_lost
    value = armour_value(target, not situation.behind, situation.save_bonus)
    ends: dict = defaultdict(Fraction)
    for dice, p in hits_after_parry(attacker, target, shares, situation, options).items():
        hits = tuple(hit_of(shares[place][0], kind, attacker, situation) for place, kind in dice)
        for (wound, unsaved, lost), q in resolve(
            hits, target, left, value, situation.save_bonus, options
        ).items():
            ends[Result(len(hits), wound, unsaved, lost, False, False)] += p * q
    return dict(ends)
