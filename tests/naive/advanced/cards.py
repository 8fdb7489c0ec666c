"""Options in force, and what a fighter's card and kit come to under the advanced rules."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from tests.naive import damage
from tests.naive.rounds import chance_of_test

DEFAULTS = {
    **damage.DEFAULTS,
    "impossible_shot": "improbable",
    "test_auto_fail": "archived",
    "ammo_face_holes": "1",
    "firepower_when": "always",
    "pistol_melee_firepower": "True",
    "rapid_fire_in_melee": "False",
    "knockback_rapid_scope": "all_hits",
    "stray_hit": "1-3",
    "injury_faces": "2,3,1",
    "injury_dice": "excess",
    "multi_serious": "no_extra",
    "multi_hit": "sequential",
    "coup_after_fight": "True",
    "recovery_si_flesh": "False",
    "flee_phase": "action",
    "iron_will": "subtract",
    "toxin": "n17",
    "flak_vs_flame": "6+",
    "charged_prone_reaction": "0",
    "melee_kb_followup": "attacker_choice",
    "hit_order": "as_rolled",
    "melta": "instead_of_injury",
    "toxin_without_damage": "roll_at_once",
}


def in_force(options: Mapping[str, str]) -> dict[str, str]:
    """Section 9: every option with its value, so that the readers of the basic rules find theirs too."""
    return DEFAULTS | {name: str(value) for name, value in options.items()}


# ---- characteristics -----------------------------------------------------------------------------------------


def harness(card: Fighter) -> bool:
    """R32: whether a servo harness is worn."""
    return "servo-harness-partial" in card.wargear or "servo-harness-full" in card.wargear


def strength(card: Fighter, stimm: bool = False) -> int:
    """R32: S, +2 in a servo harness, +2 after stimm-slugs."""
    return card.s + 2 * harness(card) + 2 * stimm


def toughness(card: Fighter, stimm: bool = False) -> int:
    """R32: T, +1 in a servo harness."""
    # reading: stimm-slugs raise T as well as S; it matters when the user is hit by its own attack
    return card.t + harness(card) + 2 * stimm


def initiative(card: Fighter, options: Mapping[str, str], bonus: int = 0) -> Fraction:
    """R32, B-TEST-01: the chance to pass an Initiative test, slower in heavy armour and a partial harness."""
    slower = card.armour.initiative + card.under.initiative - ("servo-harness-partial" in card.wargear)
    return chance_of_test(card.i, 1, bonus + slower, options)


def cool(card: Fighter, options: Mapping[str, str], modifier: int = 0) -> Fraction:
    """B-TEST-01: the chance to pass a Cool test."""
    return chance_of_test(card.cl, 2, modifier, options)


def gas_protection(card: Fighter) -> int:
    """R10: what is added to Toughness against Gas: the best of plugs, respirator, suit with respirator."""
    protections = [0]
    if "filter-plugs" in card.wargear:
        protections.append(1)
    if "respirator" in card.wargear:
        protections += [2, card.armour.gas_toughness, card.under.gas_toughness]
    return max(protections)


def field_need(card: Fighter) -> int | None:
    """R3: the roll of the first field carried, None without one."""
    for item in card.wargear:
        if item in ("refractor", "conversion"):
            return 5
        if item == "displacer":
            return 4
    return None


def field_burns_out(card: Fighter) -> bool:
    """R3: whether that first field is a refractor."""
    fields = [item for item in card.wargear if item in ("refractor", "conversion", "displacer")]
    return fields[:1] == ["refractor"]


def immune(card: Fighter, trait: str) -> bool:
    """R14: whether a suit keeps a trait off."""
    return trait in card.armour.immune or trait in card.under.immune


def shield(card: Fighter) -> bool:
    """R32: an energy shield, as an item or as a weapon."""
    carried = any("energy-shield" in p.traits for weapon in card.weapons for p in weapon.profiles)
    return carried or "energy-shield" in card.wargear


def save_value(
    card: Fighter, front: bool, close: bool, area: str, bonus: int, options: Mapping[str, str]
) -> int | None:
    """B-SAV-04, B-SAV-05, A-SAV-02, R32: the armour value; ``front``: from the arc of one who stands.

    ``area`` is "blast", "template" or "".
    """

    def of(suit) -> int:
        values = [suit.save]
        if front:
            values.append(suit.save_front_arc)
        if area == "blast" or (area == "template" and options["flak_vs_flame"] == "5+"):
            values.append(suit.save_vs_blast)
        if area == "template":
            values.append(suit.save_vs_template)
        return min((value for value in values if value), default=0)

    value = of(card.armour)
    if value:
        value -= card.under.save_bonus
    else:
        value = of(card.under)
    if shield(card) and front:
        value = max(2, (value or 7) - (2 if close else 1))
    if not value:
        return 7 if bonus > 0 else None
    return value


# ---- weapons -------------------------------------------------------------------------------------------------


def takes_accessories(weapon: WeaponProfile) -> bool:
    """R24: ranged weapons but grenades, what is thrown, templates and what reaches as far as an arm."""
    if "grenade" in weapon.traits or flame(weapon):
        return False
    return not weapon.rng_l.startswith("S") and "E" not in (weapon.rng_s, weapon.rng_l)


def flame(weapon: WeaponProfile) -> bool:
    """A-FLAME-01: a weapon with the flame template."""
    return weapon.rng_l == "T" or "template" in weapon.traits


def as_carried(weapon: WeaponProfile, attacker: Fighter) -> WeaponProfile:
    """R24: a hotshot las pack changes lasguns and laspistols."""
    if "hotshot-las-pack" not in attacker.wargear or weapon.weapon not in ("lasgun", "laspistol"):
        return weapon
    traits = {name: number for name, number in weapon.traits.items() if name != "plentiful"}
    return replace(weapon, strength="4", ap=-1, ammo=4, traits=traits)


def weapon_damage(weapon: WeaponProfile, options: Mapping[str, str]) -> int:
    """R5, R9: the printed Damage; "-" is 0, or 1 for Toxin under as_damage_1."""
    if weapon.d == 0 and "toxin" in weapon.traits and options["toxin_without_damage"] == "as_damage_1":
        return 1
    return weapon.d
