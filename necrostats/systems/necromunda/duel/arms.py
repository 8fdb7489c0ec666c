"""What a fighter of a duel shoots and fights with, and what of it can run out of ammo."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from necrostats.systems.necromunda.ammo import Magazine
from necrostats.systems.necromunda.attacks import digi, magazine
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import unarmed
from necrostats.systems.necromunda.hits import area_of
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options, under_options
from necrostats.systems.necromunda.questions import in_reach
from necrostats.systems.necromunda.reloading import can_reload
from necrostats.systems.necromunda.shooting import range_band, ranges
from necrostats.systems.necromunda.templates import FLAME_LENGTH
from necrostats.systems.necromunda.wargear import bearing, fitted, unwieldy

MOST_STORES = 2


@dataclass(frozen=True, slots=True)
class WeaponSet:
    """What a fighter fights with: one weapon, or two with the earlier of the kit first.

    Attributes:
        stores: Which stores of ammo must be full for it, a bit each.
    """

    first: WeaponProfile
    second: WeaponProfile | None = None
    stores: tuple[int, int] = (0, 0)

    @property
    def name(self) -> str:
        return self.first.name if self.second is None else f"{self.first.name} + {self.second.name.lower()}"

    @property
    def traits(self) -> set[str]:
        """The traits of both weapons."""
        return {trait for each in (self.first, self.second) if each is not None for trait in each.traits}

    @property
    def needs(self) -> int:
        """The stores that must be full, a bit each."""
        return self.stores[0] | self.stores[1]


@dataclass(frozen=True, slots=True)
class Gun(WeaponSet):
    """A profile that can be shot, or two pistols.

    Attributes:
        double: Whether shooting is a Double action (N17-A-TRT-11).
        short, long: Ranges in inches, -1 where there is none; of two pistols the longer ones.
    """

    double: bool = False
    short: int = -1
    long: int = -1


@dataclass(frozen=True, slots=True)
class Store:
    """Ammo that can run out: of a weapon, or of one profile.

    Attributes:
        magazine: What the check of a Reload needs.
        fills: Whether a Reload can fill it again; plentiful: 1 if without a roll.
    """

    name: str
    magazine: Magazine
    fills: bool
    plentiful: int

    @property
    def jams(self) -> bool:
        """Whether two Ammo symbols at once may jam it (N17-A-RF-01)."""
        return self.magazine.dice > 1 and self.magazine.check_on > 0


@dataclass(frozen=True, slots=True)
class Arms:
    """Everything a fighter attacks with.

    Attributes:
        guns: In kit order, then pairs of pistols.
        sets: Single weapons in kit order, then pairs; fists only where nothing else may be left.
        stores: Of ammo.
        left_out: Profiles that are not used, as sentences.
    """

    guns: tuple[Gun, ...]
    sets: tuple[WeaponSet, ...]
    stores: tuple[Store, ...] = ()
    left_out: tuple[str, ...] = ()


# ------------------------------------------------------------------ basic rules


@rule("N17-B-SHT-01")
def guns_of(fighter: Fighter, options: Options) -> tuple[WeaponProfile, ...]:
    """The profiles a fighter can shoot on a lane: those with a long range in inches and no range E."""
    carried = (p for w in fighter.weapons for p in w.profiles)
    return tuple(under_options(p, options) for p in carried if p.long is not None and p.rng_s != "E")


@rule("N17-B-CC-03")
def sets_of(fighter: Fighter) -> tuple[WeaponSet, ...]:
    """The sets of up to two weapons a fighter can fight with; fists only where there is nothing else."""
    blades = [[p for p in w.profiles if p.close_combat] for w in fighter.weapons]
    blades = [profiles for profiles in blades if profiles]
    singles = [WeaponSet(p) for profiles in blades for p in profiles]
    pairs = [WeaponSet(a, b) for one, other in combinations(blades, 2) for a, b in product(one, other)]
    return tuple(singles + pairs) or (WeaponSet(unarmed()),)


# ------------------------------------------------------------------ advanced rules


@rule("N17-A-FIRE-03", "N17-A-TRT-13", "N17-A-SHT-02", "N17-A-TRT-12", "N17-A-TRT-05", "N17-A-FLAME-01")
def arms_of(fighter: Fighter, options: Options) -> Arms:
    """What *fighter* attacks with under the advanced rules.

    N17-A-FIRE-03: a weapon out of ammo is out with all its profiles; Combi profiles and Limited ones are on their own.
    Profiles of the third store and later ones are left out.
    """
    bearer = bearing(fighter)
    stores: dict[tuple[int, str], Store] = {}
    guns: list[list[Gun]] = []
    blades: list[list[WeaponSet]] = []
    left_out = []
    for place, weapon in enumerate(fighter.weapons):
        shot, struck = [], []
        profiles = [in_reach(under_options(printed, options), bearer) for printed in weapon.profiles]
        used = [each for each in profiles if ranged(each) or each.close_combat]
        for profile in used:
            _stock(stores, place, weapon.name, profile, bearer, options)
        for profile in used:
            at = list(stores).index(_key(place, profile)) if _key(place, profile) in stores else -1
            if at >= MOST_STORES:
                left_out.append(f"{fighter.name}: {profile.name} (a third weapon with ammo) is not used")
                continue
            bit = 1 << at if at >= 0 else 0
            if ranged(profile):
                shot.append(_gun(profile, bit, bearer))
            if profile.close_combat:
                struck.append(WeaponSet(profile, None, (bit, 0)))
        guns.append(shot)
        blades.append(struck)
    singles = [gun for each in guns for gun in each]
    pistols = [[gun for gun in each if "pistol" in gun.first.traits] for each in guns]
    pairs = [_twin(a, b) for one, other in combinations(pistols, 2) for a, b in product(one, other)]
    kept = tuple(stores.values())[:MOST_STORES]
    return Arms(tuple(singles + pairs), tuple(_sets(blades, bearer)), kept, tuple(left_out))


def ranged(profile: WeaponProfile) -> bool:
    """Whether the profile can be shot on a lane, its ranges being in inches."""
    reaches = profile.long is not None or area_of(profile) == "template"
    return reaches and "smoke" not in profile.traits


def _key(place: int, profile: WeaponProfile) -> tuple[int, str]:
    """Which store a profile of the weapon at *place* uses: all the same one but Combi and Limited ones."""
    return place, profile.id if {"combi", "limited"} & set(profile.traits) else ""


def _stock(
    stores: dict[tuple[int, str], Store],
    place: int,
    weapon: str,
    profile: WeaponProfile,
    bearer: Fighter,
    options: Options,
) -> None:
    """Add the store that a profile uses, if it can run out and is the first of its store to do so."""
    key = _key(place, profile)
    kept = fitted(profile, bearer, Situation())
    used = magazine(kept, bearer, Situation(), options)
    if key not in stores and (used.check_on or used.single):
        name = profile.name if key[1] else weapon
        stores[key] = Store(name, used, can_reload(kept), int("plentiful" in kept.traits))


def reach(profile: WeaponProfile) -> tuple[int, int]:
    """Short and long range in inches, -1 where there is none; that of a flame template is its length."""
    return (FLAME_LENGTH, FLAME_LENGTH) if area_of(profile) == "template" else ranges(profile)


def bands_of(weapons: WeaponSet, gap: int) -> tuple[int, ...]:
    """The range band of each weapon at a gap (N17-B-SHT-02)."""
    return tuple(range_band(gap, *reach(each)) for each in (weapons.first, weapons.second) if each)


def bands_by_gap(weapons: WeaponSet, lane: int) -> list[tuple[int, ...]]:
    """``bands_of`` at each gap from 0 to *lane*."""
    reaches = [reach(each) for each in (weapons.first, weapons.second) if each]
    return [tuple(range_band(gap, *each) for each in reaches) for gap in range(lane + 1)]


def _gun(profile: WeaponProfile, bit: int, bearer: Fighter) -> Gun:
    return Gun(profile, None, (bit, 0), unwieldy(profile, bearer, False), *reach(profile))


def _twin(one: Gun, other: Gun) -> Gun:
    return Gun(
        one.first, other.first, (one.stores[0], other.stores[0]), False,
        max(one.short, other.short), max(one.long, other.long),
    )  # fmt: skip


@rule("N17-A-TRT-11")
def _sets(blades: list[list[WeaponSet]], bearer: Fighter) -> Iterator[WeaponSet]:
    """N17-A-TRT-11: an Unwieldy weapon leaves no hand for another one."""
    singles = [one for each in blades for one in each]
    yield from singles
    armed = [each for each in blades if each]
    for one, other in combinations(armed, 2):
        for a, b in product(one, other):
            if not any(unwieldy(each.first, bearer, True) for each in (a, b)):
                first, second = (b, a) if digi(a.first) and not digi(b.first) else (a, b)
                yield WeaponSet(first.first, second.first, (first.stores[0], second.stores[0]))
    if all(one.needs for one in singles):
        yield WeaponSet(unarmed())
