"""What a fighter brings to a duel under the advanced rules: stores of ammo, ways to shoot and to fight."""

from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from tests.naive.advanced.ammo import check_fails
from tests.naive.advanced.cards import as_carried, flame, strength
from tests.naive.advanced.close_combat import two_hands
from tests.naive.close_combat import FISTS

FLAME_REACH = 8
MOST_STORES = 2
NO_RELOAD = {"scarce", "limited", "single-shot", "grenade"}
STEADYING = {"suspensor", "servo-harness-partial", "servo-harness-full", "extra-arm"}


class Store(NamedTuple):
    """Ammo that can run out; ``fills``: the chance of a Reload, None if there is none."""

    fills: Fraction | None


class Way(NamedTuple):
    """One way to shoot or to fight: one or two profiles, and the stores that they use (None: needs none)."""

    first: WeaponProfile
    second: WeaponProfile | None
    stores: tuple[int | None, int | None]
    unwieldy: bool = False


class Kit(NamedTuple):
    """All that one fighter can use; the last of ``arms`` are its fists."""

    stores: tuple[Store, ...]
    guns: tuple[Way, ...]
    arms: tuple[Way, ...]


def ranged(profile: WeaponProfile) -> bool:
    """Whether one can shoot with it: a long range in inches, thrown, or a flame template."""
    return profile.long is not None or profile.rng_l.startswith("S") or flame(profile)


def can_run_out(profile: WeaponProfile) -> bool:
    """Whether a profile's ammo is ever checked."""
    fires = ranged(profile) or "pistol" in profile.traits
    return fires and (profile.ammo > 0 or "single-shot" in profile.traits)


def hinders(profile: WeaponProfile, card: Fighter) -> bool:
    """A-TRT-11: whether shooting it is a Double action."""
    if "unwieldy" not in profile.traits or "bulging-biceps" in card.skills:
        return False
    return not STEADYING & set(card.wargear)


def fill_chance(profile: WeaponProfile, card: Fighter) -> Fraction | None:
    """A-FIRE-04: the chance of one Reload."""
    if NO_RELOAD & set(profile.traits):
        return None
    if "plentiful" in profile.traits:
        return Fraction(1)
    # reading: Munitioneer rolls the check again; a gold-plated gun helps attacks only
    fails = check_fails(profile)
    return 1 - (fails * fails if "munitioneer" in card.skills else fails)


def kit_of(card: Fighter) -> Kit:
    """Stores in kit order, and the profiles that need none or one of the first two."""
    stores: list[Store] = []
    items: list[list[tuple[WeaponProfile, int | None]]] = []  # each item's profiles with their stores
    for item in card.weapons:
        known: dict = {}
        profiles = [(p, as_carried(p, card)) for p in item.profiles]
        for _, p in profiles:
            # reading: a store with unlike profiles is filled like the first of them that can run out
            if can_run_out(p) and key(p) not in known:
                known[key(p)] = len(stores)
                stores.append(Store(fill_chance(p, card)))
        usable = [(p, known.get(key(carried))) for p, carried in profiles]
        items.append([(p, store) for p, store in usable if store is None or store < MOST_STORES])
    guns = [Way(p, None, (store, None), hinders(p, card)) for item in items for p, store in item if ranged(p)]
    for one, other in combinations(items, 2):
        pistols = [
            [(p, store) for p, store in item if ranged(p) and "pistol" in p.traits] for item in (one, other)
        ]
        for (p, store), (q, more) in product(*pistols):
            guns.append(Way(p, q, (store, more), hinders(p, card) or hinders(q, card)))
    hands = [[(p, store) for p, store in item if p.close_combat] for item in items]
    arms = [Way(p, None, (store, None)) for item in hands for p, store in item]
    for one, other in combinations(hands, 2):
        for (p, store), (q, more) in product(one, other):
            if fit_together(p, q, card):
                arms.append(Way(p, q, (store, more)))
    fists = Way(FISTS, None, (None, None))
    return Kit(tuple(stores[:MOST_STORES]), tuple(guns), (*arms, fists))


def key(profile: WeaponProfile) -> str:
    """Which of an item's stores a profile shares: all the same one but Combi and Limited ones."""
    return profile.id if {"combi", "limited"} & set(profile.traits) else ""


def fit_together(one: WeaponProfile, other: WeaponProfile, card: Fighter) -> bool:
    """A-TRT-11: whether there are hands for both."""
    try:
        two_hands(one, other, card)
    except ValueError:
        return False
    return True


def loaded(way: Way, empty: tuple[bool, ...]) -> bool:
    return not any(store is not None and empty[store] for store in way.stores)


def band(profile: WeaponProfile, card: Fighter, gap: int) -> str | None:
    """B-SHT-02, A-TRT-05, A-FLAME-01: the band in which a shot over this gap falls."""
    if flame(profile):
        return "short" if gap <= FLAME_REACH else None
    short, long = (inches(text, card) for text in (profile.rng_s, profile.rng_l))
    # reading: in contact with somebody seriously injured too, a gun without short range shoots at long range
    if short is not None and gap <= short:
        return "short"
    return "long" if long is not None and gap <= long else None


def inches(text: str, card: Fighter) -> int | None:
    """A range as printed, thrown ones by the bearer's Strength."""
    if text.startswith("Sx"):
        return int(text[2:]) * strength(card)
    return int(text) if text.isdigit() else None
