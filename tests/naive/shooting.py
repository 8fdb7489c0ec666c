"""One ranged attack under the basic rules: range, hit, pin, resolve."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.damage import FACES, SIXTH, Hit, Result, armour_value, damage_of, option, resolve, roll_hits


def shooting_modifier(weapon: WeaponProfile, situation: Situation) -> int:
    """B-HIT-02: cover, accuracy of the band, engaged, prone at long range, aim."""
    modifier = {"none": 0, "partial": -1, "full": -2}[situation.cover]
    modifier += weapon.acc_s if situation.band == "short" else weapon.acc_l
    if situation.target_engaged:
        modifier -= 1
    if situation.target_prone and situation.band == "long":
        modifier -= 1
    if situation.aim:
        modifier += 1
    return modifier


def shooting_rolls(need: int, modifier: int, options: Mapping[str, str]) -> dict:
    """B-HIT-03, A-SHT-03: {(natural, modified) of the die that hit, or None for a miss: chance}."""
    # reading: impossible_shot is about shots only; in close combat a need of 7+ never hits
    rolls: dict = defaultdict(Fraction)
    rule = option(options, "impossible_shot")
    for face in FACES:
        if roll_hits(face, modifier, need) or (face == 6 and rule == "nat6_hits"):
            rolls[face, face + modifier] += SIXTH
        elif face == 6 and rule == "improbable":
            for again in FACES:  # reading: the second roll is bare, so its modified value is the face itself
                die = (again, again) if roll_hits(again, 0, need) else None
                rolls[die] += SIXTH * SIXTH
        else:
            rolls[None] += SIXTH
    return rolls


def shot_pins(situation: Situation, hit: bool, options: Mapping[str, str]) -> bool:
    """B-PIN-01: whether this shot lays a standing target down."""
    if situation.target_prone:
        return False
    # reading: with pin_engaged=True an engaged target ends pinned and, after_pinning, saves as prone
    if situation.target_engaged and option(options, "pin_engaged") == "False":
        return False
    return hit or option(options, "pin_on") == "attack"


def push_condition(weapon: WeaponProfile, target: Fighter, natural: int, modified: int, options) -> bool:
    """B-KB-01: the hit die against the target's Strength."""
    die = natural if option(options, "knockback_die") == "natural" else modified
    return "knockback" in weapon.traits and die >= target.s


def sees_attacker_when_shot(situation: Situation, options: Mapping[str, str]) -> bool:
    """B-SAV-04, B-STAT-04: whether the shot comes from inside the arc when the save is rolled."""
    if situation.behind or situation.target_prone:
        return False
    laid_down = shot_pins(situation, True, options)
    return not (laid_down and option(options, "arc_save_timing") == "after_pinning")


def shoot(attacker: Fighter, target: Fighter, weapon: WeaponProfile, situation: Situation, options) -> dict:
    """B-SHT-00: range, hit, pin, resolve."""
    if situation.target_prone and situation.cover != "none":
        raise ValueError("hidden: a prone target in cover cannot be shot")
    if situation.band is None:  # B-SHT-02: the shot has no effect
        # reading: a target that was prone is still pinned, whatever the shot did
        return {Result(0, False, False, 0, False, situation.target_prone): Fraction(1)}
    left = target.w - situation.wounds_lost
    value = armour_value(target, sees_attacker_when_shot(situation, options), situation.save_bonus)
    ends: dict = defaultdict(Fraction)
    for die, p in shooting_rolls(attacker.bs, shooting_modifier(weapon, situation), options).items():
        pinned = situation.target_prone or shot_pins(situation, die is not None, options)
        if die is None:
            ends[Result(0, False, False, 0, False, pinned)] += p
            continue
        pushed = push_condition(weapon, target, *die, options)
        damage = damage_of(weapon, 1 if pushed and situation.blocked else 0)
        hit = Hit(weapon.strength_of(attacker.s), weapon.ap, damage, False)
        for (wound, unsaved, lost), q in resolve(
            (hit,), target, left, value, situation.save_bonus, options
        ).items():
            ends[Result(1, wound, unsaved, lost, pushed, pinned)] += p * q
    return dict(ends)
