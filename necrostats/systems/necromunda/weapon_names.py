"""Weapons as users name them: ``lasgun``, ``shotgun/solid``, ``lasgun[ap=-1]``, ``custom[str=5]``, ``unarmed``."""

import re
from dataclasses import replace
from typing import Any

from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue, trait_problem
from necrostats.systems.necromunda.entries import FIELDS, FIGURES, NUMBERS
from necrostats.systems.necromunda.kit import UNARMED, find_profile
from necrostats.systems.necromunda.models import Weapon, WeaponProfile
from necrostats.systems.necromunda.typed import name_and_changes, split, tidy, whole

UNARMED_NAMES = frozenset({"unarmed", "fists", "fist", "徒手攻击", "拳头"})
CUSTOM = Weapon(
    id="custom",
    name="Custom weapon",
    category="basic",
    profiles=(WeaponProfile(id="", weapon="custom", name="Custom weapon", rng_l="24", strength="3"),),
)


def weapon(cat: Catalogue, text: str) -> tuple[Weapon, WeaponProfile, bool]:
    """A weapon and one of its profiles as a user names them.

    Args:
        cat: Where names are looked up.
        text: ``id``, ``id/profile`` (id, printed name or an unambiguous beginning of either), ``id[change,...]``,
            ``custom[change,...]`` or ``unarmed``. A change is rng_s, rng_l, acc_s, acc_l, str, ap, d, am or traits =
            value.

    Returns:
        The weapon (with the changed profile in it), the profile (the first if none is named), and whether the text
        settles which profile: False if the weapon has several and none was named.

    Raises:
        UnknownNameError: for a name that the catalogue does not have, with suggestions.
        UsageError: for a text that is no weapon, and for a figure out of its range.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> _, line, named = weapon(load(), "shotgun/solid[ap=-1]")
    >>> line.key, line.ap, sorted(line.changed), named, weapon(load(), "shotgun")[2]
    ('shotgun/solid', -1, ['ap'], True, False)
    """
    name, changes = name_and_changes(tidy(text, "weapon"), "weapon")
    found = find_weapon(cat, name)
    if not found:
        known = cat.names("weapon").known()
        raise UnknownNameError("weapon", name[:80], known, "necrostats list weapons names them all")
    made, line = found
    named = line is not None or len(made.printed) == 1
    line = line or made.printed[0]
    if changes:
        line = change_profile(cat, line, changes)
        made = with_profile(made, line)
    return made, line, named


def find_weapon(cat: Catalogue, name: str) -> tuple[Weapon, WeaponProfile | None] | None:
    """The weapon of a name, and its profile if the name goes on with ``/profile``; None if there is no such weapon.

    Raises:
        UnknownNameError: if there is the weapon, but not the profile.
    """
    if name.casefold() in UNARMED_NAMES:
        return UNARMED, None
    if name.casefold() == "custom":
        return CUSTOM, None
    weapon_name, slash, profile_name = name.rpartition("/")
    weapon_id = cat.get("weapon", weapon_name) if slash else None
    line = find_profile(cat.weapons[weapon_id], profile_name) if weapon_id else None
    if weapon_id and line:
        return cat.weapons[weapon_id], line
    whole_name = cat.get("weapon", name)
    if whole_name:
        return cat.weapons[whole_name], None
    if not weapon_id:
        return None
    known = [line.id for line in cat.weapons[weapon_id].profiles if line.id]
    listed = f"{weapon_id} has {', '.join(known)}" if known else f"{weapon_id} has one profile only"
    raise UnknownNameError(f"profile of {weapon_id}", profile_name[:80], known, listed)


def change_profile(cat: Catalogue, profile: WeaponProfile, changes: list[str]) -> WeaponProfile:
    """A weapon line with figures or traits that the user wants otherwise; ``changed`` names the fields."""
    figures: dict[str, Any] = {}
    known = (*FIGURES, *NUMBERS, "traits")
    for change in changes:
        key, equals, value = (part.strip() for part in change.partition("="))
        key = key.lower().replace("-", "_")
        if key not in known:
            key = (cat.get("term/weapon-field", key) or key).replace("-", "_")
        if not equals or key not in known:
            raise UnknownNameError(
                "change of a weapon",
                change[:60],
                (),
                f"a weapon takes {', '.join(known)} = value; several traits are traits=one|other",
            )
        what = f"{key} of {profile.key}"
        if key == "traits":
            figures["traits"] = parse_traits(cat, value)
        elif key in FIGURES:
            figures[FIELDS.get(key, key)] = _figure(key, value, what)
        else:
            low, high, dash = NUMBERS[key]
            dash = dash or value == "-"
            figures[FIELDS.get(key, key)] = whole(value, what, low, high, plus=key == "am", dash=dash)
    made = replace(profile, **figures, changed=profile.changed | figures.keys())
    if made.short and made.long and made.short > made.long:
        message = (
            f"expected rng_s of {made.key} to be at most its long range of {made.long}, got {made.short}"
        )
        raise UsageError(message, "change both rng_s and rng_l")
    ranges = {made.rng_s, made.rng_l} - {"-"}
    if "T" in ranges and len(ranges) > 1:
        raise UsageError(
            f"expected {made.key} to have no range besides T, got {made.rng_s} and {made.rng_l}",
            "a flame template is rng_s=-,rng_l=T",
        )
    if "blast" in made.traits and ("T" in ranges or "template" in made.traits):
        raise UsageError(
            f"expected {made.key} to have Blast or a flame template, got both", "leave one of them out"
        )
    if made.rng_s == made.rng_l == "-":
        raise UsageError(f"expected a range in rng_s or rng_l of {made.key}, got - in both")
    return made


def _figure(key: str, value: str, what: str) -> str:
    """A range or a Strength as the tables write it: 12, E, T, Sx3, S+1, -."""
    pattern, expected = FIGURES[key]
    plain = re.sub(r"[\s\"″']", "", value)[:20].upper().replace("X", "x")
    if not pattern.fullmatch(plain):
        raise UsageError(f"expected {what} to be {expected}, got {value[:40]!r}")
    return plain


def parse_traits(cat: Catalogue, text: str) -> dict[str, int | None]:
    """``knockback|rapid-fire(1)`` as traits with their numbers; none, - or nothing for no traits."""
    found: dict[str, int | None] = {}
    if text.lower() in ("", "-", "none"):
        return found
    for part in split(text, "|"):
        match = re.fullmatch(r"([^()]+?)\s*(?:\(\s*(\d{1,2})\s*[\"″']*\s*\))?", part, re.ASCII)
        if not match:
            raise UsageError(f"expected traits such as knockback|rapid-fire(1), got {text[:60]!r}")
        name = cat.find("trait", match[1], "necrostats list traits names them all")
        number = int(match[2]) if match[2] else None
        said = trait_problem(cat.traits, name, number)
        if said:
            raise UsageError(
                f"expected {said}, got {part[:40]!r}",
                f"such as {name}({cat.traits[name].numbers[0]})" if cat.traits[name].numbers else "",
            )
        if name in found:
            raise UsageError(
                f"expected each trait once, got {name} twice in {text[:60]!r}", "leave one of them out"
            )
        found[name] = number
    return found


def with_profile(weapon: Weapon, changed: WeaponProfile) -> Weapon:
    """The weapon with one of its profiles replaced."""
    lines = tuple(changed if line.id == changed.id else line for line in weapon.profiles)
    return replace(weapon, profiles=lines)
