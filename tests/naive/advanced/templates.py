"""Blast markers and flame templates: who is touched (A-BLAST, A-FLAME, R22, R23)."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.advanced.cards import flame, strength, weapon_damage
from tests.naive.advanced.hits import Hit, traits_of
from tests.naive.damage import FACES, SIXTH

ONE = Fraction(1)
COVER_BONUS = {"none": 0, "partial": 1, "full": 2}
SCATTER_FACES = ("Hit", "Hit", "arrow", "arrow", "arrow", "arrow")


def radius(weapon: WeaponProfile) -> Fraction:
    """A-BLAST-04: half the marker, in inches."""
    return Fraction(weapon.traits["blast"], 2)


def base_radius(card: Fighter) -> Fraction:
    """A-BLAST-04: half the base, in inches of 25.4 mm."""
    return Fraction(card.base, 2) / Fraction("25.4")


def target_hit(
    place: str, weapon: WeaponProfile, attacker: Fighter, situation: Situation, natural: int, options
) -> Hit:
    """A-SAV-01, R17, R18, R22: the hit of somebody under the template."""
    area = "blast" if "blast" in weapon.traits and not flame(weapon) else "template"
    cover = situation.blast_cover if area == "blast" else situation.cover
    return Hit(
        place, traits_of(weapon), weapon.strength_of(strength(attacker, "stimm-slug-stash" in situation.using)),
        weapon.ap, weapon_damage(weapon, options),
        bonus=situation.save_bonus + COVER_BONUS[cover],
        area=area,
        sure_wound=natural == 6 and "shock" in weapon.traits,
        push_die=area == "blast" and "knockback" in weapon.traits,
        melta=area == "blast" and "melta" in weapon.traits and situation.band == "short",
    )  # fmt: skip


def one_scatter(
    weapon: WeaponProfile, attacker: Fighter, target: Fighter, situation: Situation
) -> dict[tuple[bool, bool], Fraction]:
    """A-BLAST-02 to 04, R22: {(touches the target, lands on the shooter): chance} of a marker that missed."""
    ways: dict = defaultdict(Fraction)
    for die, inches in product(SCATTER_FACES, FACES):
        if die == "Hit" and inches == 1:
            for misfire in FACES:
                own = misfire == 1
                ways[own and shooter_is_near(weapon, attacker, situation), own] += SIXTH**3
        else:
            ways[inches <= radius(weapon) + base_radius(target), False] += SIXTH**2
    return ways


def shooter_is_near(weapon: WeaponProfile, attacker: Fighter, situation: Situation) -> bool:
    """R22: whether a marker on the shooter reaches the target too."""
    if situation.distance is None:
        return False
    return Fraction(situation.distance) + base_radius(attacker) <= radius(weapon)


def markers(
    n: int,
    place: str,
    weapon: WeaponProfile,
    attacker: Fighter,
    target: Fighter,
    situation: Situation,
    die: tuple[int, int] | None,
    options: Mapping[str, str],
) -> dict[tuple[tuple[Hit, ...], tuple[Hit, ...]], Fraction]:
    """A-BLAST, A-FLAME-01, R22: {(hits of the target, hits of the shooter) of n markers or a flame: chance}."""
    if die is not None:
        hit = target_hit(place, weapon, attacker, situation, die[0], options)
        return {((hit,) * n, ()): ONE}
    hit = target_hit(place, weapon, attacker, situation, 0, options)
    own_hit = hit._replace(bonus=0, push_die=False)  # R23
    ways: dict = {((), ()): ONE}
    for _ in range(n):
        after: dict = defaultdict(Fraction)
        for ((hits, owns), p), ((touched, own), q) in product(
            ways.items(), one_scatter(weapon, attacker, target, situation).items()
        ):
            after[hits + (hit,) * touched, owns + (own_hit,) * own] += p * q
        ways = {way: p for way, p in after.items() if p}
    return ways
