"""How users name fighters, weapons and gangs: ``rork[+boltgun,w=2]``, ``shotgun/solid[ap=-1]``, ``2*rork+nox``."""

import re
from dataclasses import replace
from pathlib import Path

from necrostats.errors import GameDataError, UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue, load
from necrostats.systems.necromunda.changes import (
    change_fighter,
    change_profile,
    name_and_changes,
    split,
    tidy,
    with_profile,
)
from necrostats.systems.necromunda.kit import UNARMED, find_profile
from necrostats.systems.necromunda.models import Fighter, Weapon, WeaponProfile

MAX_MODELS = 50  # in one gang
UNARMED_NAMES = frozenset({"unarmed", "fists", "fist", "徒手攻击", "拳头"})
CUSTOM_LINE = WeaponProfile(id="", weapon="custom", name="Custom weapon", rng_l="24", strength="3")


def fighter(cat: Catalogue, text: str) -> Fighter:
    """A fighter as a user names one; ``label`` is the typed text.

    Args:
        cat: Where names are looked up.
        text: ``id``, ``id[change,...]``, ``custom[change,...]`` or ``@file.toml``. A change is ``stat=value``,
            ``armour=id``, ``+item`` or ``-item``; items are weapons (``+shotgun/acid``: with that bought profile;
            ``+boltgun[ap=-2]``), armour, skills and wargear.

    Raises:
        UnknownNameError: for a name that the catalogue does not have, with suggestions.
        UsageError: for a text that is no fighter, a figure out of its range, an item that is not carried.
        GameDataError: for a file that cannot be read as a fighter.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> rork = fighter(load(), "Rork[+boltgun, -brute-cleaver, w=2, armour=mesh]")
    >>> rork.w, rork.armour.id, [weapon.id for weapon in rork.weapons]
    (2, 'mesh', ['stub-gun', 'boltgun'])
    """
    text = tidy(text, "fighter")
    if not text.startswith("@") and len(split(text, "+")) > 1:
        raise UsageError(f"expected one fighter, got a gang {text[:60]!r}", "fighters joined with + make a gang")
    if re.match(r"\d+\s*\*", text):
        raise UsageError(f"expected one fighter, got {text[:60]!r}", "only a gang counts its fighters")
    path = _file(text)
    if path:
        own, kinds = _catalogue_with(cat, path)
        if len(kinds["fighters"]) != 1:
            raise GameDataError([f"{path}: fighters: expected one fighter, got {len(kinds['fighters'])}"])
        return replace(own.fighters[kinds["fighters"][0]], label=text)
    name, changes = name_and_changes(text, "fighter")
    if name.startswith("@"):
        base = fighter(cat, name)
        cat = _catalogue_with(cat, Path(name[1:]).expanduser())[0]
    elif name.casefold() == "custom":
        base = cat.human
    elif cat.get("gang", name) and not cat.get("fighter", name):
        raise UsageError(f"expected one fighter, got the gang {name!r}", "necrostats list fighters names them")
    else:
        base = cat.fighters[cat.find("fighter", name)]
    return replace(change_fighter(cat, base, changes), label=text)


def weapon(cat: Catalogue, text: str) -> tuple[Weapon, WeaponProfile, bool]:
    """A weapon and one of its profiles as a user names them.

    Args:
        cat: Where names are looked up.
        text: ``id``, ``id/profile`` (id, printed name or an unambiguous beginning of either), ``id[change,...]``,
            ``custom[change,...]`` or ``unarmed``. A change is one of rng_s rng_l acc_s acc_l str ap d am traits = value.

    Returns:
        The weapon (with the changed profile in it), the profile (the first if none is named), and whether the text
        settles which profile: False if the weapon has several and none was named.

    Raises:
        UnknownNameError, UsageError: as for ``fighter``.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> _, line, named = weapon(load(), "shotgun/solid[ap=-1]")
    >>> line.key, line.ap, sorted(line.changed), named, weapon(load(), "shotgun")[2]
    ('shotgun/solid', -1, ['ap'], True, False)
    """
    text = tidy(text, "weapon")
    name, changes = name_and_changes(text, "weapon")
    found = find_weapon(cat, name)
    if not found:
        known = cat.names("weapon").known()
        raise UnknownNameError("weapon", name[:80], known, "necrostats list weapons names them all")
    made, line = found
    named = line is not None or len(made.printed or made.profiles) == 1
    if line is None:
        line = (made.printed or made.profiles)[0]
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
        custom = Weapon(id="custom", name=CUSTOM_LINE.name, category="basic", profiles=(CUSTOM_LINE,))
        return custom, None
    whole = cat.get("weapon", name)
    if whole:
        return cat.weapons[whole], None
    weapon_name, slash, profile_name = name.rpartition("/")
    weapon_id = cat.get("weapon", weapon_name) if slash else None
    if not weapon_id:
        return None
    found = cat.weapons[weapon_id]
    line = find_profile(found, profile_name)
    if line is None:
        known = [line.id for line in found.profiles if line.id]
        listed = f"{found.id} has {', '.join(known)}" if known else f"{found.id} has one profile only"
        raise UnknownNameError(f"profile of {found.id}", profile_name[:80], known, listed)
    return found, line


def gang(cat: Catalogue, text: str) -> tuple[Fighter, ...]:
    """The fighters of a gang as a user names it, in order.

    Args:
        cat: Where names are looked up.
        text: A gang's id, ``FIGHTER+FIGHTER+...``, ``N*FIGHTER``, or ``@file.toml`` with a gang or fighters in it.

    Raises:
        UnknownNameError, UsageError, GameDataError: as for ``fighter``; also for more than 50 fighters.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> [member.id for member in gang(load(), "2*rork + nox")]
    ['rork', 'rork', 'nox']
    """
    text = tidy(text, "gang")
    path = _file(text)
    parts = [text] if path else split(text, "+")
    members: list[Fighter] = []
    for part in parts:
        if not part:
            raise UsageError(f"expected a fighter on both sides of each + in {text[:60]!r}, got none")
        count, one = 1, part
        match = re.fullmatch(r"([+-]?\d+)\s*\*\s*(.*)", part, re.ASCII | re.DOTALL)
        if match:
            one = match[2]
            count = int(match[1]) if len(match[1]) < 6 else MAX_MODELS + 1
            if count < 1 or not one:
                raise UsageError(f"expected a number from 1 and a fighter such as 3*rork, got {part[:60]!r}")
        group = _group(cat, one)
        if len(members) + count * len(group) > MAX_MODELS:
            raise UsageError(f"expected at most {MAX_MODELS} fighters in a gang, got more in {text[:60]!r}")
        members += group * count
    return tuple(members)


def _group(cat: Catalogue, text: str) -> list[Fighter]:
    """One fighter, or all of a gang."""
    path = _file(text)
    if path:
        cat, kinds = _catalogue_with(cat, path)
        if len(kinds["gangs"]) == 1:
            return [cat.fighters[name] for name in cat.gangs[kinds["gangs"][0]].fighters]
        if kinds["gangs"] or not kinds["fighters"]:
            number = len(kinds["gangs"])
            raise GameDataError([f"{path}: gangs: expected one gang, or fighters alone, got {number} gangs"])
        return [cat.fighters[name] for name in kinds["fighters"]]
    found = cat.get("gang", text)
    if found and not cat.get("fighter", text):
        return [cat.fighters[name] for name in cat.gangs[found].fighters]
    return [fighter(cat, text)]


def _file(text: str) -> Path | None:
    """The file of ``@file.toml``; None if the text is something else, or has changes behind the file."""
    if not text.startswith("@"):
        return None
    path = Path(text[1:]).expanduser()
    return None if text.endswith("]") and not _exists(path) else path


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _catalogue_with(cat: Catalogue, path: Path) -> tuple[Catalogue, dict[str, list[str]]]:
    """The catalogue with the user's file in it, and the ids of the fighters and gangs of that file."""
    if not _exists(path) or path.is_dir():
        raise GameDataError([f"{path}: file: expected a TOML file of your own, got {'a folder' if _exists(path) else 'none'}"])
    own = load((*cat.extra, path))
    content = own.content(path)
    return own, {kind: list(content.get(kind, {})) for kind in ("fighters", "gangs")}
