"""Ranged attacks: priority, modifiers, the hit roll, rapid fire, stray shots, pinning (A-SHT, A-RF, R1, R16 to R24)."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.advanced.ammo import firepower_dice
from tests.naive.advanced.cards import cool, flame, strength, takes_accessories, weapon_damage
from tests.naive.advanced.hits import Hit, traits_of
from tests.naive.advanced.templates import markers
from tests.naive.damage import SIXTH
from tests.naive.rounds import chance_of_test
from tests.naive.shooting import shooting_rolls

ONE = Fraction(1)


class Shot(NamedTuple):
    """What one weapon's shot has brought before anything is resolved."""

    hits: tuple[Hit, ...] = ()
    others: tuple[Hit, ...] = ()  # hits of a second target
    own: tuple[Hit, ...] = ()  # a blast among the shooter's own feet
    strays: frozenset[str] = frozenset()
    symbols: int = 0


# ---- before the roll -----------------------------------------------------------------------------------------


def diverted(attacker: Fighter, situation: Situation, options: Mapping[str, str]) -> Fraction:
    """A-SHT-01, R1: the chance that the test of target priority sends the shot elsewhere."""
    if not situation.not_closest or "marksman" in attacker.skills:
        return Fraction(0)
    return 1 - cool(attacker, options)


def expert_aims(attacker: Fighter, situation: Situation, options: Mapping[str, str]) -> Fraction:
    """R1: the chance that Ballistics Expert adds to an Aim."""
    if not situation.aim or "ballistics-expert" not in attacker.skills:
        return Fraction(0)
    return chance_of_test(attacker.intelligence, 2, 0, options)


def lies(situation: Situation) -> bool:
    """B-STAT-01: pinned and seriously injured fighters are prone."""
    return situation.target_prone or situation.seriously_injured


def cover_modifier(weapon: WeaponProfile, attacker: Fighter, situation: Situation) -> int:
    """B-HIT-02, R24: cover, seen through by an infra-sight and by Trick Shot."""
    sight = (
        "infra-sight" in attacker.wargear and takes_accessories(weapon) and "rapid-fire" not in weapon.traits
    )
    if sight or "trick-shot" in attacker.skills:
        return {"none": 0, "partial": 0, "full": -1}[situation.cover]
    return {"none": 0, "partial": -1, "full": -2}[situation.cover]


def accuracy(weapon: WeaponProfile, attacker: Fighter, situation: Situation) -> int:
    """B-HIT-02, R24: accuracy of the band, with las-projector and telescopic sight."""
    own = attacker.wargear if takes_accessories(weapon) else ()
    short = weapon.acc_s + ("las-projector" in own)
    if situation.band == "short":
        return short
    if situation.aim and "telescopic-sight" in own:
        # reading: a las-projector's +1 belongs to the accuracy that the sight takes over
        return max(short, weapon.acc_l)
    return weapon.acc_l


def hit_modifier(
    weapon: WeaponProfile,
    attacker: Fighter,
    target: Fighter,
    situation: Situation,
    *,
    twin: bool,
    expert: bool,
) -> int:
    """B-HIT-02, R24: everything that is added to the hit roll of a shot."""
    modifier = cover_modifier(weapon, attacker, situation) + accuracy(weapon, attacker, situation)
    if situation.target_engaged and "trick-shot" not in attacker.skills:
        modifier -= 1
    if lies(situation) and situation.band == "long":
        modifier -= 1
    if situation.aim:
        modifier += 2 if "mono-sight" in attacker.wargear and takes_accessories(weapon) else 1
        modifier += expert
    if twin and "gunfighter" not in attacker.skills:
        modifier -= 1
    modifier -= {"blind-fire": 2, "hip-shooting": 1}.get(situation.action, 0)
    active = not lies(situation) and not situation.target_engaged
    if "evade" in target.skills and active and situation.cover == "none":
        modifier -= 1 if situation.band == "short" else 2
    return modifier


# ---- the shot ------------------------------------------------------------------------------------------------


def number_of_dice(weapon: WeaponProfile, situation: Situation, hit: bool, options: Mapping[str, str]) -> int:
    """A-FIRE-02, A-RF-01, R19, R20: Firepower dice of a shot."""
    if "grenade" in weapon.traits:
        return 0
    if options["firepower_when"] == "only_on_hit" and not hit:
        return 0
    most = weapon.traits.get("rapid-fire") or 1
    return min(situation.firepower, most) if situation.firepower else most


def stray_chain(situation: Situation, options: Mapping[str, str]) -> dict[str, Fraction]:
    """A-SHT-04, R21: {who is hit by one shot that missed, "" nobody: chance}."""
    faces = {"1-3": 3, "6": 1, "6 only": 1, "off": 0}[options["stray_hit"]]
    names = [f"in_line_{n + 1}" for n in range(situation.in_line)]
    names += [f"in_melee_{n + 1}" for n in range(situation.in_melee)]
    chances, left = {}, ONE
    for name in names:
        chances[name] = left * faces * SIXTH
        left -= chances[name]
    return {name: p for name, p in {**chances, "": left}.items() if p}


def strays(n: int, situation: Situation, options: Mapping[str, str]) -> dict[frozenset[str], Fraction]:
    """R21: who is hit at least once by n shots that missed."""
    ways: dict = {frozenset(): ONE}
    for _ in range(n):
        after: dict = defaultdict(Fraction)
        for (struck, p), (name, q) in product(ways.items(), stray_chain(situation, options).items()):
            after[struck | {name} if name else struck] += p * q
        ways = after
    return ways


def plain_hits(
    n: int,
    place: str,
    weapon: WeaponProfile,
    attacker: Fighter,
    target: Fighter,
    situation: Situation,
    die: tuple[int, int],
    shared: bool,
    options: Mapping[str, str],
) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """A-RF-01, A-RF-02, R17, R18: the n hits of one hit roll, those of the target and those of a second one."""
    natural, modified = die
    compared = natural if options["knockback_die"] == "natural" else modified
    pushed = "knockback" in weapon.traits and compared >= strength(target)
    plain = Hit(
        place, traits_of(weapon), weapon.strength_of(strength(attacker, "stimm-slug-stash" in situation.using)),
        weapon.ap, weapon_damage(weapon, options),
        no_save=natural == 6 and "precision-shot" in attacker.skills,
        sure_wound=natural == 6 and "shock" in weapon.traits,
        melta="melta" in weapon.traits and situation.band == "short",
    )  # fmt: skip
    hits, others = [], []
    for k in range(n):
        if shared and (k % 2 == 1 if situation.share == "alternate" else k >= 1):
            others.append(plain)
            continue
        damage = plain.damage
        if k == 0 and natural == 6 and "marksman" in attacker.skills:
            damage *= 2
        if (
            pushed
            and situation.blocked
            and damage
            and (k == 0 or options["knockback_rapid_scope"] == "all_hits")
        ):
            damage += 1
        hits.append(plain._replace(damage=damage, bonus=situation.save_bonus, pushed=pushed))
    return tuple(hits), tuple(others)


def one_shot(
    place: str,
    weapon: WeaponProfile,
    attacker: Fighter,
    target: Fighter,
    situation: Situation,
    options: Mapping[str, str],
    *,
    twin: bool = False,
    expert: bool = False,
    away: bool = False,
    shared: bool = False,
) -> dict[Shot, Fraction]:
    """R1: one weapon's hit roll, Firepower dice, scatter or stray shots; ``away``: shot at somebody else."""
    rapid = "rapid-fire" in weapon.traits
    beyond = situation.band is None and not flame(weapon)
    # reading: Smoke hits nobody, and costs its Firepower dice as a miss
    if away or beyond or "smoke" in weapon.traits:
        dice = number_of_dice(weapon, situation, False, options)
        return symbols_only(dice, options)
    if flame(weapon):
        rolls = {(0, 0): ONE}
    else:
        modifier = hit_modifier(weapon, attacker, target, situation, twin=twin, expert=expert)
        rolls = shooting_rolls(attacker.bs, modifier, options)
    shots: dict = defaultdict(Fraction)
    for die, p in rolls.items():
        dice = number_of_dice(weapon, situation, die is not None, options)
        for (holes, symbols), q in firepower_dice(dice, options).items():
            n = holes if rapid and dice else 1
            if flame(weapon) or "blast" in weapon.traits:
                ways = markers(n, place, weapon, attacker, target, situation, die, options)
                for (hits, own), r in ways.items():
                    shots[Shot(hits, (), own, frozenset(), symbols)] += p * q * r
            elif die is None:
                for struck, r in strays(n, situation, options).items():
                    shots[Shot(strays=struck, symbols=symbols)] += p * q * r
            else:
                hits, others = plain_hits(
                    n, place, weapon, attacker, target, situation, die, shared and rapid, options
                )
                shots[Shot(hits, others, (), frozenset(), symbols)] += p * q
    return dict(shots)


def symbols_only(dice: int, options: Mapping[str, str]) -> dict[Shot, Fraction]:
    """A shot that comes to nothing here but for its Ammo symbols."""
    shots: dict = defaultdict(Fraction)
    for (_, symbols), p in firepower_dice(dice, options).items():
        shots[Shot(symbols=symbols)] += p
    return dict(shots)


# ---- pinning -------------------------------------------------------------------------------------------------


def hit_pins(traits: frozenset[str]) -> bool:
    """A-TRT-02, A-TRT-16: Gas pins nobody; reading: Seismic pins whatever would prevent it, Gas too."""
    return "gas" not in traits or "seismic" in traits


def laid_down(
    card: Fighter, may: bool, hits: tuple[Hit, ...], shot_at: tuple[frozenset[str], ...], options
) -> Fraction:
    """B-PIN-01, R16: the chance that the attack pins somebody.

    ``may``: standing and not engaged; ``shot_at``: the traits of each weapon that shot, for pin_on=attack.
    """
    attacks = [hit.traits for hit in hits]
    if options["pin_on"] == "attack":
        attacks += [traits for traits in shot_at if "smoke" not in traits]
    pinning = [traits for traits in attacks if hit_pins(traits)]
    if not may or not pinning:
        return Fraction(0)
    if "nerves-of-steel" in card.skills and not any("seismic" in traits for traits in pinning):
        return 1 - cool(card, options)
    return ONE


def may_be_pinned(situation: Situation, options: Mapping[str, str]) -> bool:
    """B-PIN-01, R16: the target stands and is not engaged."""
    return not lies(situation) and (not situation.target_engaged or options["pin_engaged"] == "True")


def own_band(weapon: WeaponProfile, situation: Situation) -> str | None:
    """B-SHT-02: the band of a second pistol, if the distance is known."""
    # reading: without a distance both pistols shoot in the band that was given
    if situation.distance is None:
        return situation.band
    if weapon.short is not None and situation.distance <= weapon.short:
        return "short"
    return "long" if weapon.long is not None and situation.distance <= weapon.long else None
