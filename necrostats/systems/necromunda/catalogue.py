"""Everything that the data files know: weapons, armour, fighters, gangs, items, rules, options.

Each file of a data folder holds tables ``[kind.id]`` such as ``[weapons.lasgun]``. The project's own entries are read
when asked for; a user's folders and files are read and checked at once and override them by id.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

from necrostats.errors import GameDataError
from necrostats.gamedata import data_folder
from necrostats.gamedata.folders import Folders, Kind, toml_files
from necrostats.gamedata.read import Table
from necrostats.systems.necromunda import entries
from necrostats.systems.necromunda.battle.board import Board, read_board
from necrostats.systems.necromunda.battle.policies import Policy, read_policy
from necrostats.systems.necromunda.cards import make_fighter
from necrostats.systems.necromunda.entries import Gang, House, Option, RuleEntry, StandardFigure, Trait
from necrostats.systems.necromunda.kit import UNARMED
from necrostats.systems.necromunda.models import Armour, Fighter, Item, Weapon

KINDS: Mapping[str, Kind] = {
    "weapons": Kind("weapon", ("weapons/*.toml",)),
    "armour": Kind("armour", ("armour.toml",)),
    "shields": Kind("shield", ("armour.toml",)),
    "fields": Kind("field", ("armour.toml",)),
    "wargear": Kind("wargear", ("wargear.toml",)),
    "accessories": Kind("accessory", ("wargear.toml",)),
    "traits": Kind("trait", ("traits.toml",)),
    "skills": Kind("skill", ("skills.toml",)),
    "fighters": Kind("fighter", ("gangs/*.toml", "fighters/*.toml")),
    "houses": Kind("house", ("gangs/*.toml",)),
    "gangs": Kind("gang", ("gangs/*.toml",)),
    "boards": Kind("board", ("boards/*.toml",)),
    "policies": Kind("policy", ("policies.toml",)),
    "rules": Kind("rule", ("rules.toml",), capitals=True),
    "options": Kind("option", ("options.toml",), capitals=True),
    "standard": Kind("standard figure", ("standard.toml",)),
    "tables": Kind("table", ("tables.toml",)),
    "terms": Kind("term", ("terms.toml",)),
    "sources": Kind("source", ("sources.toml",)),
}
ITEMS = ("traits", "skills", "fields", "shields", "wargear", "accessories")


class Catalogue(Folders):
    """The entries of the data files by kind and id.

    Attributes are mappings in the order of the files; an entry is read when it is asked for, and reading one that has
    mistakes raises GameDataError.
    """

    @cached_property
    def weapons(self) -> Mapping[str, Weapon]:
        """Weapons with all profiles, those bought extra too."""
        return self.made("weapons", entries.weapon)

    @cached_property
    def armour(self) -> Mapping[str, Armour]:
        """Suits of armour, "none" among them."""
        return self.made("armour", entries.armour)

    @cached_property
    def fighters(self) -> Mapping[str, Fighter]:
        """The named fighters, and the ranks of the houses without weapons (``escher-ganger``)."""
        return self.made("fighters", partial(make_fighter, self, self.armour, self.weapons))

    @cached_property
    def human(self) -> Fighter:
        """A nameless human without kit, the start of ``custom[...]``."""
        none = self.armour["none"]
        return Fighter(id="custom", name="Custom fighter", armour=none, under=none, label="custom")

    @cached_property
    def houses(self) -> Mapping[str, House]:
        """Houses and cults."""
        return self.made("houses", entries.house)

    @cached_property
    def gangs(self) -> Mapping[str, Gang]:
        """Gangs with the ids of their fighters."""
        return self.made("gangs", entries.gang)

    @cached_property
    def boards(self) -> Mapping[str, Board]:
        """Boards of battles."""
        return self.made("boards", read_board)

    @cached_property
    def policies(self) -> Mapping[str, Policy]:
        """Policies of a side in a battle."""
        return self.made("policies", read_policy)

    @cached_property
    def traits(self) -> Mapping[str, Trait]:
        """Weapon traits."""
        return self.made("traits", entries.trait)

    @cached_property
    def _items(self) -> Mapping[str, Mapping[str, Item]]:
        """Items by kind and id."""
        made: dict[str, Mapping[str, Item]] = {"trait": self.traits}
        for kind in ITEMS[1:]:
            one = self.kinds[kind].one
            made[one] = self.made(kind, partial(entries.item, one))
        return made

    @property
    def items(self) -> dict[str, Item]:
        """Traits, skills, fields, shields, wargear and accessories by kind and id: ``"skill/parry"``."""
        return {f"{kind}/{name}": item for kind, made in self._items.items() for name, item in made.items()}

    def item(self, kind: str, name: str) -> Item:
        """A trait, skill, field, shield, piece of wargear or accessory, by id, name or alias.

        >>> load().item("skill", "Parry").kind
        'skill'
        """
        return self._items[kind][self.find(kind, name)]

    def of_kind(self, kind: str) -> Mapping[str, Item]:
        """All items of a kind by id: ``of_kind("skill")``."""
        return self._items[kind]

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """Disputed readings, as switches."""
        return self.made("options", entries.option)

    @cached_property
    def standard(self) -> Mapping[str, StandardFigure]:
        """Figures by which the readings of an option are compared."""
        return self.made("standard", entries.standard)

    @cached_property
    def rules(self) -> Mapping[str, RuleEntry]:
        """Every rule of the book, in its order."""

        def make(rule_id: str, table: Table) -> RuleEntry:
            return replace(entries.rule(rule_id, table), options=tuple(self._readers.get(rule_id, ())))

        return self.made("rules", make)

    @cached_property
    def _readers(self) -> Mapping[str, list[str]]:
        """Rule -> the options that choose among its readings."""
        found: dict[str, list[str]] = {}
        for name in self.ids("options"):
            rules = self.entry("option", name).get("rules", ())
            for rule in rules if isinstance(rules, list) else ():
                found.setdefault(str(rule), []).append(name)
        return found

    @cached_property
    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """Printed tables as they stand in the files: the faces of the special dice, the characteristics."""
        return self.made("tables", lambda _name, table: table.values)

    @cached_property
    def sources(self) -> Mapping[str, str]:
        """What the short names of sources stand for."""
        return self.made("sources", lambda _name, table: table.text("name"))

    @property
    def aliases(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Kind -> id -> further names, in any language."""
        return {
            kind.one: {
                name: tuple(self.entry(plural, name)["aliases"])
                for name in self.ids(plural)
                if self.entry(plural, name).get("aliases")
            }
            for plural, kind in self.kinds.items()
        }

    def named(self, kind: str, lowest: int = 0) -> dict[str, tuple[int, Table]]:
        """Besides the kinds of entries: "characteristic" and the groups of terms such as "term/cover"."""
        if kind in self._plural:
            return super().named(kind, lowest)
        holder, group = ("tables", "characteristics") if kind == "characteristic" else ("terms", kind[5:])
        if group not in self.ids(holder, lowest):
            return {}
        within = self.table(holder, group)
        return {name: (0, within.table(name)) for name in within.values}

    def check(self, *, own: bool = True) -> list[str]:
        """Every mistake of the files, also those between entries; [] if there are none.

        Args:
            own: Whether the project's own entries are checked too.
        """
        return self.collect(
            partial(self._check_entries, int(not own)),
            partial(self._check_names, int(not own)),
            partial(self._check_references, int(not own)),
            partial(self._check_traits, int(not own)),
            own=own,
        )

    def _check_entries(self, layer: int) -> None:
        typed = {
            "weapons": self.weapons,
            "armour": self.armour,
            "fighters": self.fighters,
            "houses": self.houses,
            "gangs": self.gangs,
            "boards": self.boards,
            "policies": self.policies,
            "options": self.options,
            "standard": self.standard,
            "rules": self.rules,
            "sources": self.sources,
            **{kind: self._items[self.kinds[kind].one] for kind in ITEMS},
        }
        for kind, made in typed.items():
            for entry_id in self.ids(kind, layer):
                made[entry_id]

    def _check_names(self, layer: int) -> None:
        problems: list[str] = []
        for kind in self.kinds:
            if kind not in ("tables", "terms", "sources"):
                self.build_names(kind, problems, layer)
        for group in ("characteristic", *(f"term/{name}" for name in self.ids("terms", layer))):
            self.build_names(group, problems, layer)
        self.report(problems)

    def _check_references(self, layer: int) -> None:
        """Names of other entries that are not there."""
        problems: list[str] = []
        for kind, keys in {
            "gangs": {"house": "houses", "fighters": "fighters"},
            "houses": {"armour": "armour", "box_skills": "skills", "box_leader_skills": "skills"},
            "options": {"rules": "rules"},
            "armour": {"not_with": "armour", "immune": "traits"},
        }.items():
            for entry_id in self.ids(kind, layer):
                known = self.table(kind, entry_id)
                table = Table(known.values, known.file, known.key, problems)
                for key, other in keys.items():
                    given = known.values.get(key, [])
                    for name in given if isinstance(given, list) else [given]:
                        if isinstance(name, str) and name not in self.places(other):
                            table.wrong(key, f"a known {self.kinds[other].one}{self.near(other, name)}", name)
        self.report(problems)

    def _check_traits(self, layer: int) -> None:
        """Traits of weapons that are not there or lack their number."""
        problems: list[str] = []
        for weapon_id in self.ids("weapons", layer):
            known = self.table("weapons", weapon_id)
            table = Table({}, known.file, known.key, problems)
            for place, profile in enumerate(self.weapons[weapon_id].profiles):
                for name, number in profile.traits.items():
                    said = trait_problem(self.traits, name, number)
                    near = self.near("trait", name) if name not in self.traits else ""
                    if said:
                        table.wrong(f"profiles[{place}].traits", said + near, name)
        self.report(problems)


def trait_problem(known: Mapping[str, Trait], name: str, number: int | None) -> str:
    """What was expected of a trait on a weapon line, "" if it is as it should be."""
    if name not in known:
        return "a known trait"
    numbers = known[name].numbers
    if number is None and numbers:
        return f"a number behind {name}, one of {', '.join(map(str, numbers))}"
    if number is not None and not numbers:
        return f"no number behind {name}"
    if number is not None and number not in numbers:
        return f"{name} with one of {', '.join(map(str, numbers))}"
    return ""


def load(extra: Iterable[Path] = ()) -> Catalogue:
    """The catalogue of Necromunda; the same object for the same arguments until a file changes.

    Args:
        extra: The user's own data folders or files; later ones override earlier ones and the project's own by id.

    Raises:
        GameDataError: lists every mistake, if there is one in the user's folders.

    >>> load().weapons["lasgun"].profiles[0].long
    24
    """
    paths = tuple(Path(path).absolute() for path in extra)
    return _load(paths, tuple(_stamp(path) for path in paths))


@lru_cache(maxsize=16)
def _load(extra: tuple[Path, ...], _stamps: tuple[object, ...]) -> Catalogue:
    catalogue = Catalogue(KINDS, data_folder() / "necromunda", extra)
    if extra:
        found = catalogue.check(own=False)
        if found:
            raise GameDataError(found)
    return catalogue


def _stamp(path: Path) -> object:
    """Something that changes when a file or one of a folder's files does."""
    try:
        paths = list(toml_files(path)) if path.is_dir() else [path]
        return tuple((str(each), each.stat().st_mtime_ns, each.stat().st_size) for each in paths)
    except (OSError, ValueError):
        return None


def mistakes(folders: Iterable[Path] = ()) -> list[str]:
    """Every mistake of the project's data and of the user's folders: ``file: key: expected ..., got ...``.

    >>> mistakes()
    []
    """
    extra = tuple(Path(path).absolute() for path in folders)
    return Catalogue(KINDS, data_folder() / "necromunda", extra).check()


__all__ = ["KINDS", "UNARMED", "Catalogue", "load", "mistakes", "trait_problem"]
