"""How users name fighters, weapons and gangs: ``rork[+boltgun,w=2]``, ``shotgun/solid[ap=-1]``, ``2*rork+nox``."""

import re
from dataclasses import replace
from pathlib import Path

from necrostats.errors import GameDataError, UnknownNameError, UsageError
from necrostats.gamedata.read import shown_path
from necrostats.systems.necromunda.catalogue import Catalogue, load
from necrostats.systems.necromunda.fighter_changes import change_fighter
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.typed import name_and_changes, split, tidy
from necrostats.systems.necromunda.weapon_names import weapon

MAX_MODELS = 50  # in one gang


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
        GameDataError: for a file that does not hold one fighter.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> rork = fighter(load(), "Rork[+boltgun, -brute-cleaver, w=2, armour=mesh]")
    >>> rork.w, rork.armour.id, [weapon.id for weapon in rork.weapons]
    (2, 'mesh', ['stub-gun', 'boltgun'])
    """
    text = tidy(text, "fighter")
    if text.startswith("@"):
        path, changes = _file_and_changes(text)
        cat, fighters, _gangs = _with_file(cat, path)
        if len(fighters) != 1:
            raise GameDataError([f"{shown_path(path)}: fighters: expected one fighter, got {len(fighters)}"])
        base = cat.fighters[fighters[0]]
    else:
        name, changes = name_and_changes(text, "fighter")
        if len(split(text, "+")) > 1 or re.match(r"[+-]?\d+\s*\*", text):
            raise UsageError(f"expected one fighter, got the gang {text[:60]!r}")
        if not name:
            raise UsageError(f"expected the name of a fighter before the brackets, got {text[:60]!r}")
        if name.casefold() == "custom":
            base = cat.human
        elif not cat.get_id("fighter", name) and cat.get("gang", name) and not cat.get("fighter", name):
            raise UsageError(
                f"expected one fighter, got the gang {name!r}", "necrostats list fighters names them"
            )
        else:
            base = cat.fighters[cat.find("fighter", name, "necrostats list fighters names them all")]
    return replace(change_fighter(cat, base, changes), label=text)


def gang(cat: Catalogue, text: str, most: int = MAX_MODELS) -> tuple[Fighter, ...]:
    """The fighters of a gang as a user names it, in order.

    Args:
        cat: Where names are looked up.
        text: A gang's id, ``FIGHTER+FIGHTER+...``, ``N*FIGHTER``, or ``@file.toml`` with a gang or fighters in it.
        most: How many fighters there may be.

    Raises:
        UnknownNameError, UsageError, GameDataError: as for ``fighter``; also for more than *most* fighters.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> [member.id for member in gang(load(), "2*rork + nox")]
    ['rork', 'rork', 'nox']
    """
    text = tidy(text, "gang")
    whole_file = text.startswith("@") and _exists(Path(text[1:]))
    members: list[Fighter] = []
    for part in [text] if whole_file else split(text, "+"):
        count, one = 1, part
        match = re.fullmatch(r"([+-]?\d+)\s*\*\s*(.*)", part, re.ASCII | re.DOTALL)
        if match:
            one = match[2]
            count = int(match[1]) if len(match[1]) < 6 else most + 1
        if count < 1 or not one:
            raise UsageError(
                f"expected fighters such as rork+2*nox, got {text[:60]!r}",
                "a number of fighters is 1 or more",
            )
        group = _group(cat, one)
        if len(members) + count * len(group) > most:
            raise UsageError(f"expected at most {most} fighters in a gang, got more in {text[:60]!r}")
        members += group * count
    return tuple(members)


def _group(cat: Catalogue, text: str) -> list[Fighter]:
    """One fighter, or all of a gang."""
    if text.startswith("@"):
        path, changes = _file_and_changes(text)
        own, fighters, gangs = _with_file(cat, path)
        if changes:
            return [fighter(cat, text)]
        if len(gangs) == 1:
            return [own.fighters[name] for name in own.gangs[gangs[0]].fighters]
        if gangs or not fighters:
            raise GameDataError(
                [f"{shown_path(path)}: gangs: expected one gang, or fighters alone, got {len(gangs)} gangs"]
            )
        return [own.fighters[name] for name in fighters]
    if not cat.get_id("fighter", text) and "[" not in text:
        found = cat.get("gang", text)
        if found:
            return [cat.fighters[name] for name in cat.gangs[found].fighters]
        if text.casefold() != "custom" and not cat.get("fighter", text):
            known = [*cat.names("gang").known(), *cat.names("fighter").known()]
            hint = "necrostats list gangs and necrostats list fighters name them"
            raise UnknownNameError("gang or fighter", text[:80], known, hint)
    return [fighter(cat, text)]


def _file_and_changes(text: str) -> tuple[Path, list[str]]:
    """``@file.toml[w=2]`` as its path and its changes; brackets may belong to the name of the file."""
    if _exists(Path(text[1:])) or not text.endswith("]"):
        return Path(text[1:]), []
    name, changes = name_and_changes(text[1:], "fighter")
    return Path(name), changes


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _with_file(cat: Catalogue, path: Path) -> tuple[Catalogue, list[str], list[str]]:
    """The catalogue with the user's file in it, and the ids of the fighters and gangs of that file."""
    if not _exists(path) or path.is_dir():
        got = "a folder" if _exists(path) else "none"
        raise GameDataError([f"{shown_path(path)}: file: expected a TOML file of your own, got {got}"])
    own = load((*cat.extra, path))
    content = own.content(path.absolute())
    return own, list(content.get("fighters", {})), list(content.get("gangs", {}))


__all__ = ["fighter", "gang", "weapon"]
