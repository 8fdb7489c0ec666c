"""Which weapon a question means: a profile of the kit, or one taken for the question."""

from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import weapon
from necrostats.systems.necromunda.models import Fighter, WeaponProfile


def profiles_of(who: Fighter) -> list[WeaponProfile]:
    """Every profile of every weapon carried, in kit order."""
    return [profile for each in who.weapons for profile in each.profiles]


def is_template(profile: WeaponProfile) -> bool:
    """Whether it uses the flame template."""
    return "T" in (profile.rng_s, profile.rng_l)


def is_only_close(profile: WeaponProfile) -> bool:
    """Whether it is for close combat alone."""
    return "E" in (profile.rng_s, profile.rng_l) and profile.long is None


def find_weapon(cat: Catalogue, who: Fighter, text: str) -> tuple[WeaponProfile, bool, bool]:
    """The profile named, whether the fighter carries it, and whether a profile was named where there are several."""
    _, profile, named = weapon(cat, text)
    if profile.weapon == "unarmed":
        return profile, True, True
    for mine in profiles_of(who):
        if mine.weapon == profile.weapon and mine.id == profile.id:
            return (profile if profile.changed else mine), True, named
    return profile, False, named


def find_noted(cat: Catalogue, who: Fighter | None, text: str) -> tuple[WeaponProfile, list[str]]:
    """The profile named, as the fighter has it if there is one, and notes on the choice."""
    if who is None:
        _, profile, named = weapon(cat, text)
        carried = True
    else:
        profile, carried, named = find_weapon(cat, who, text)
    notes = [] if named else [f"of several profiles this is the first: {profile.key}"]
    if who is not None and not carried:
        notes.append(f"{profile.key} is not in the kit of {who.name}: taken for this question")
    return profile, notes


def full_name(profile: WeaponProfile) -> str:
    """The weapon and, where it has several, the profile.

    >>> from necrostats.systems.necromunda.models import WeaponProfile
    >>> full_name(WeaponProfile(id="scatter", weapon="shotgun", name="scatter"))
    'Shotgun (scatter)'
    """
    family = profile.weapon.replace("-", " ").capitalize()
    return profile.name if not profile.id else f"{family} ({profile.name})"
