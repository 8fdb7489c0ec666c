"""Options, wounds, saves and damage under the basic rules: what becomes of a hit."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter, WeaponProfile

FACES = range(1, 7)
SIXTH = Fraction(1, 6)

DEFAULTS = {
    "wound_last_row": "half_T",
    "half_toughness": "exact",
    "impossible_shot": "miss",
    "test_auto_fail": "nat1_only_hit_rolls",
    "charge_contact": "base",
    "save_nat1_fails": "True",
    "pin_on": "hit",
    "pin_engaged": "False",
    "arc_save_timing": "before_pinning",
    "knockback_die": "natural",
    "free_turn_engaged": "True",
    "pistol_surplus": "other_weapon",
    "parry_choice": "defender_best",
    "parry_needs_wielded": "False",
    "power_six": "natural",
    "reaction_order": "sequential",
    "charge_d3": "after_declare",
    "retreat_reaction": "always",
    "retreat_timing": "before_move",
    "half_move_rounding": "exact",
    "priority_tie": "pass_to_opponent",
    "odd_die": "first_weapon",
    "melee_accuracy": "applied",
}


def option(options: Mapping[str, str], name: str) -> str:
    """The value in force of a rule option (section 9)."""
    return str(options.get(name, DEFAULTS[name]))


class Hit(NamedTuple):
    """A hit that stands: what it is made of when the wound roll comes."""

    strength: int | None
    ap: int
    damage: int
    no_save: bool


class Result(NamedTuple):
    """How an attack ended."""

    hits: int
    wound: bool
    unsaved: bool
    lost: int
    pushed: bool
    pinned: bool


def roll_hits(face: int, modifier: int, need: int) -> bool:
    """B-HIT-01, B-HIT-03, B-CC-09: roll and modifiers against the characteristic; a natural 1 misses."""
    return face != 1 and face + modifier >= need


def wound_need(strength: int, toughness: int, options: Mapping[str, str]) -> int:
    """B-WND-01: the D6 that wounds, the rows read from the top."""
    half = Fraction(toughness, 2)
    if option(options, "half_toughness") == "round_up":
        half = Fraction((toughness + 1) // 2)
    elif option(options, "half_toughness") == "round_down":
        half = Fraction(toughness // 2)
    if option(options, "wound_last_row") == "seed_literal":
        half = Fraction(2 * toughness)
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    if strength <= half:
        return 6
    return 5


def roll_wounds(face: int, need: int) -> bool:
    """B-WND-02: 6 always wounds, 1 never."""
    return face == 6 or (face != 1 and face >= need)


def armour_value(target: Fighter, front: bool, bonus: int) -> int | None:
    """B-SAV-04, B-SAV-05: the save before modifiers, None without one; `front`: the attack comes from the arc."""

    def of(suit) -> int:
        return suit.save_front_arc if front and suit.save_front_arc else suit.save

    value = of(target.armour)
    if value and target.under.save_bonus:
        value -= target.under.save_bonus  # reading: worn under a suit, it improves the suit's save
    elif not value:
        value = of(target.under)  # reading: worn alone, it gives its own save
    if not value:
        return 7 if bonus > 0 else None
    return value


def save_made(face: int, value: int | None, modifier: int, options: Mapping[str, str]) -> bool:
    """B-SAV-01 to 03: roll + AP + bonuses against the armour value."""
    if value is None:
        return False
    if face == 1 and option(options, "save_nat1_fails") == "True":
        return False
    return face + modifier >= value


def one_hit(hit: Hit, toughness: int, value: int | None, bonus: int, options: Mapping[str, str]):
    """Section 7: the chances (nothing, a wound that is saved, an unsaved wound) of one hit."""
    if hit.strength is None:  # reading: a weapon without Strength hits but never wounds
        return Fraction(1), Fraction(0), Fraction(0)
    need = wound_need(hit.strength, toughness, options)
    counts = [0, 0, 0]
    for wound, save in product(FACES, FACES):
        if not roll_wounds(wound, need):
            counts[0] += 1
        elif not hit.no_save and save_made(save, value, hit.ap + bonus, options):
            counts[1] += 1
        else:
            counts[2] += 1
    return tuple(Fraction(n, 36) for n in counts)


def damage_of(weapon: WeaponProfile, more: int) -> int:
    """B-DMG-01: Damage with what is added to it; a weapon of Damage "-" takes no Wounds at all."""
    # reading: +1 Damage (Power, Knockback) adds nothing to a weapon whose Damage is "-"
    return weapon.d + more if weapon.d else 0


def resolve(
    hits: tuple[Hit, ...], target: Fighter, left: int, value: int | None, bonus: int, options
) -> dict:
    """B-CC-11, B-DMG-01, B-DMG-02: hit after hit; {(a wound, an unsaved wound, Wounds lost): chance}."""
    ways = {(False, False, 0): Fraction(1)}
    for hit in hits:
        nothing, saved, unsaved = one_hit(hit, target.t, value, bonus, options)
        after: dict = defaultdict(Fraction)
        for (wound, through, lost), p in ways.items():
            if lost == left:  # already out: this hit is lost
                after[wound, through, lost] += p
                continue
            after[wound, through, lost] += p * nothing
            after[True, through, lost] += p * saved
            after[True, True, min(left, lost + hit.damage)] += p * unsaved
        ways = {way: p for way, p in after.items() if p}
    return ways
