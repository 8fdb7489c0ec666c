"""Completion of names in the shell: fighters, weapons, options; reads the catalogue and nothing heavier."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from necrostats.systems.necromunda.catalogue import Catalogue

STATS = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld", "cl", "wil", "int", "armour")


def complete_fighter(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids and other names of fighters; behind a bracket, changes."""
    if "[" in incomplete:
        return _changes(incomplete)
    return _names("fighter", incomplete, _fighter_help)


def complete_weapon(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids and other names of weapons, and their profiles."""
    cat = _catalogue()
    if "/" in incomplete:
        keys = [p.key for weapon in cat.weapons.values() for p in weapon.profiles if p.id]
        return [CompletionItem(key) for key in keys if key.startswith(incomplete)]
    return _names("weapon", incomplete, lambda weapon_id: cat.weapons[weapon_id].name)


def complete_board(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of boards."""
    return _names("board", incomplete, lambda board_id: _catalogue().boards[board_id].name)


def complete_battle_policy(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Ids of the policies of a side in a battle."""
    return _names("policy", incomplete, lambda policy_id: _catalogue().policies[policy_id].text)


def complete_side(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids and other names of gangs; fighters, also behind a plus."""
    if "[" in incomplete:
        return _changes(incomplete)
    before, sign, started = incomplete.rpartition("+")
    fighters = complete_fighter(ctx, param, started)
    if sign:
        return [CompletionItem(f"{before}+{one.value}", help=one.help) for one in fighters]
    return [*_names("gang", incomplete, lambda gang_id: _catalogue().gangs[gang_id].name), *fighters]


def complete_option(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """``name=`` and, behind it, values."""
    options = _catalogue().options
    name, sign, start = incomplete.partition("=")
    if sign and name in options:
        found = options[name].values.items()
        return [
            CompletionItem(f"{name}={v}", help=says)
            for v, says in found
            if v.lower().startswith(start.lower())
        ]
    return [
        CompletionItem(f"{key}=", help=options[key].title) for key in options if key.startswith(incomplete)
    ]


def complete_house(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The sets of house rules of the nearest file, and "none"."""
    from necrostats.systems.necromunda.houses import PRINTED

    return _starting([*_houses().items(), (PRINTED, "the rules as printed")], incomplete)


def _houses() -> dict[str, str]:
    """Name -> title of the sets of house rules; none where the file has mistakes."""
    from necrostats.errors import NecrostatsError
    from necrostats.systems.necromunda.houses import nearest_file

    try:
        file = nearest_file()
    except NecrostatsError:
        file = None
    return {name: house.title for name, house in file.sets.items()} if file else {}


def complete_any(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Anything that ``show`` knows."""
    cat = _catalogue()
    known: dict[str, str] = {}
    for entries in (cat.fighters, cat.weapons, cat.armour, cat.gangs):
        known.update({entry_id: entry.name for entry_id, entry in entries.items()})
    known.update({item.id: item.name for item in cat.items.values()})
    known.update({rule.id: rule.title for rule in cat.rules.values()})
    known.update({option.id: option.title for option in cat.options.values()})
    known.update(_houses())
    return _starting(known.items(), incomplete)


def _catalogue() -> "Catalogue":
    from necrostats.systems.necromunda.catalogue import load

    return load()


def _names(kind: str, incomplete: str, help_of: Callable[[str], str]) -> list[CompletionItem]:
    cat = _catalogue()
    found = [(name, help_of(cat.find(kind, name))) for name in cat.names(kind).known()]
    return _starting(found, incomplete)


def _starting(known: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=says) for name, says in known if name.startswith(incomplete)]


def _fighter_help(fighter_id: str) -> str:
    fighter = _catalogue().fighters[fighter_id]
    return " ".join(part for part in (fighter.house, fighter.rank) if part) or fighter.name


def _changes(incomplete: str) -> list[CompletionItem]:
    """Changes that may stand next: ``stat=``, ``+item``, ``-item``."""
    cat = _catalogue()
    at = max(incomplete.rfind("["), incomplete.rfind(",")) + 1
    before, started = incomplete[:at], incomplete[at:]
    kit = [*cat.weapons, *(item.id for item in cat.items.values() if item.kind != "trait")]
    if started.startswith("armour="):
        offers = [f"armour={name}" for name in cat.armour]
    elif started[:1] in ("+", "-"):
        offers = [f"{started[0]}{name}" for name in kit]
    else:
        offers = [f"{stat}=" for stat in STATS]
    return [CompletionItem(f"{before}{offer}") for offer in offers if offer.startswith(started)]
