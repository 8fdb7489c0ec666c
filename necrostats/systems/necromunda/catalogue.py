"""Everything that the data files know: weapons, armour, fighters, gangs, items, rules, options.

Each file of a data folder holds tables ``[kind.id]`` such as ``[weapons.lasgun]``. The project's own folder is read
kind by kind when asked for; a user's folders and files are read and checked at once and override it by id.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from necrostats.errors import GameDataError, UnknownNameError
from necrostats.gamedata import data_folder
from necrostats.gamedata.names import Names, nearest
from necrostats.gamedata.read import ID, Table, read_toml, shown, shown_key
from necrostats.systems.necromunda import entries
from necrostats.systems.necromunda.entries import STATS, Gang, House, Option, RuleEntry, Trait
from necrostats.systems.necromunda.kit import UNARMED, carry, find_profile, price
from necrostats.systems.necromunda.models import Armour, Fighter, Item, Weapon

T = TypeVar("T")

# Kind of table -> the files of the project's own folder that may hold it, and the kind as one says it.
KINDS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "weapons": (("weapons/*.toml",), "weapon"),
    "armour": (("armour.toml",), "armour"),
    "shields": (("armour.toml",), "shield"),
    "fields": (("armour.toml",), "field"),
    "wargear": (("wargear.toml",), "wargear"),
    "accessories": (("wargear.toml",), "accessory"),
    "traits": (("traits.toml",), "trait"),
    "skills": (("skills.toml",), "skill"),
    "fighters": (("gangs/*.toml", "fighters/*.toml"), "fighter"),
    "houses": (("gangs/*.toml",), "house"),
    "gangs": (("gangs/*.toml",), "gang"),
    "rules": (("rules.toml",), "rule"),
    "options": (("options.toml",), "option"),
    "tables": (("tables.toml",), "table"),
    "terms": (("terms.toml",), "term"),
    "sources": (("sources.toml",), "source"),
}
ITEMS = ("traits", "skills", "fields", "shields", "wargear", "accessories")
MAX_FILES = 500  # of a user's folder


class Catalogue:
    """The entries of the data files, by kind and id.

    Attributes of type ``dict`` are in the order of the files. Reading one raises GameDataError if the files of that
    kind have mistakes.
    """

    def __init__(self, own: Path, extra: tuple[Path, ...] = ()) -> None:
        self.own = own
        self.extra = extra
        self._collected: list[str] | None = None
        self._files: dict[Path, dict[str, Any]] = {}
        self._unread: dict[Path, list[str]] = {}
        self._found: dict[str, dict[str, Table]] = {}
        self._index: dict[str, Names] = {}
        self._making: set[str] = set()

    # -- entries ---------------------------------------------------------------------------------------------------

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        """Weapons with all profiles, those bought extra too."""
        return self._made("weapons", entries.weapon)

    @cached_property
    def armour(self) -> dict[str, Armour]:
        """Suits of armour, "none" among them."""
        return self._made("armour", entries.armour)

    @cached_property
    def fighters(self) -> dict[str, Fighter]:
        """The named fighters, and the ranks of the houses without weapons (``escher-ganger``)."""
        return self._made("fighters", self._fighter)

    @cached_property
    def houses(self) -> dict[str, House]:
        """Houses and cults."""
        return self._made("houses", entries.house)

    @cached_property
    def gangs(self) -> dict[str, Gang]:
        """Gangs with the ids of their fighters."""
        return self._made("gangs", entries.gang)

    @cached_property
    def traits(self) -> dict[str, Trait]:
        """Weapon traits."""
        return self._made("traits", entries.trait)

    @cached_property
    def items(self) -> dict[str, Item]:
        """Traits, skills, fields, shields, wargear and accessories by kind and id: ``"skill/parry"``."""
        found: dict[str, Item] = {f"trait/{name}": trait for name, trait in self.traits.items()}
        for kind in ITEMS[1:]:
            one = KINDS[kind][1]
            made = self._made(kind, partial(entries.item, one))
            found.update((f"{one}/{name}", item) for name, item in made.items())
        return found

    @cached_property
    def options(self) -> dict[str, Option]:
        """Disputed readings, as switches."""
        return self._made("options", entries.option)

    @cached_property
    def rules(self) -> dict[str, RuleEntry]:
        """Every rule of the book, in its order."""
        readers: dict[str, list[str]] = {}
        for option in self.options.values():
            for rule in option.rules:
                readers.setdefault(rule, []).append(option.id)

        def make(rule_id: str, table: Table) -> RuleEntry:
            rule = entries.rule(rule_id, table)
            object.__setattr__(rule, "options", tuple(readers.get(rule_id, ())))
            return rule

        return self._made("rules", make)

    @cached_property
    def tables(self) -> dict[str, Mapping[str, Any]]:
        """Printed tables, as they stand in the files: the faces of the special dice, the characteristics."""
        return self._made("tables", lambda _name, table: table.values)

    @cached_property
    def sources(self) -> dict[str, str]:
        """What the short names of sources stand for."""
        return self._made("sources", lambda _name, table: table.text("name"))

    @property
    def aliases(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Kind -> id -> further names, in any language."""
        return {
            KINDS[kind][1]: {
                name: tuple(table.values["aliases"])
                for name, table in self._tables(kind).items()
                if table.values.get("aliases")
            }
            for kind in KINDS
        }

    def item(self, kind: str, item_id: str) -> Item:
        """A trait, skill, field, shield, piece of wargear or accessory.

        >>> load().item("skill", "parry").kind
        'skill'
        """
        return self.items[f"{kind}/{self.find(kind, item_id)}"]

    def of_kind(self, kind: str) -> dict[str, Item]:
        """All items of a kind by id: ``of_kind("skill")``."""
        return {item.id: item for item in self.items.values() if item.kind == kind}

    def entry(self, kind: str, entry_id: str) -> Mapping[str, Any]:
        """An entry as it stands in its file: also what no type holds, such as ``variants`` and ``introduced``.

        >>> [variant["rng_s"] for variant in load().entry("weapon", "lasgun")["variants"]]
        [12, 16]
        """
        return self._tables(_plural(kind))[entry_id].values

    def content(self, path: Path) -> Mapping[str, Any]:
        """What one of the files holds: kind -> id -> entry."""
        return self._read(path)

    # -- names -----------------------------------------------------------------------------------------------------

    def find(self, kind: str, name: str) -> str:
        """Id of the entry that has this id, printed name or alias, in any case; spaces and underscores are hyphens.

        Args:
            kind: "weapon", "fighter", "gang", "armour", "skill", "trait", "option", "characteristic", "term/cover"...

        Raises:
            UnknownNameError: with suggestions.

        >>> load().find("weapon", "Stub gun"), load().find("armour", "防弹甲")
        ('stub-gun', 'flak')
        """
        found = self.get(kind, name)
        if found is None:
            raise UnknownNameError(kind.rpartition("/")[2], name[:80], self.names(kind).known())
        return found

    def get(self, kind: str, name: str) -> str | None:
        """As ``find``, but None if there is no such entry."""
        return self.names(kind).get(name)

    def names(self, kind: str) -> Names:
        """The names of a kind."""
        if kind not in self._index:
            problems: list[str] = []
            self._index[kind] = self._build_names(kind, problems)
            self._report(problems)
        return self._index[kind]

    def _build_names(self, kind: str, problems: list[str]) -> Names:
        if kind == "characteristic" or kind.startswith("term/"):
            holder = self._tables("tables" if kind == "characteristic" else "terms")
            holder_id = "characteristics" if kind == "characteristic" else kind.partition("/")[2]
            within = holder[holder_id] if holder_id in holder else Table({}, "", "", problems)
            tables = {name: within.table(name) for name in within.values}
        else:
            tables = self._tables(_plural(kind))
        layers: dict[bool, Names] = {False: Names(), True: Names()}
        for entry_id, table in tables.items():
            own = table.file.startswith(self._shown(self.own))
            aliases = Table(table.values, table.file, table.key, problems).texts("aliases")
            name = table.values.get("name")
            every = (*([name] if isinstance(name, str) else []), *aliases)
            for taken, owner in layers[not own].add(entry_id, every).items():
                table.mistakes = problems
                table.wrong("aliases", f"names that no other entry has ({owner} has this one)", taken)
        layers[False].replace(layers[True])
        return layers[False]

    # -- reading ---------------------------------------------------------------------------------------------------

    def _made(self, kind: str, make: Callable[[str, Table], T]) -> dict[str, T]:
        """All entries of a kind; raises GameDataError with every mistake among them."""
        problems: list[str] = []
        made = {}
        for entry_id, table in self._tables(kind).items():
            table.mistakes = problems
            made[entry_id] = make(entry_id, table)
        self._report(problems)
        return made

    def _report(self, problems: Iterable[str]) -> None:
        problems = list(problems)
        if self._collected is not None:
            self._collected.extend(problems)
        elif problems:
            raise GameDataError(problems, hint="necrostats check-data lists every mistake of the data files")

    def _tables(self, kind: str) -> dict[str, Table]:
        """The tables of a kind by id; a later folder overrides an earlier one."""
        if kind in self._found:
            return self._found[kind]
        problems: list[str] = []
        found: dict[str, Table] = {}
        for folder in (self.own, *self.extra):
            here: dict[str, Table] = {}
            for path in self._paths(folder, kind):
                within = self._read(path).get(kind, {})
                problems += self._unread[path]
                if not isinstance(within, dict):
                    problems.append(f"{self._shown(path)}: {kind}: expected tables [{kind}.id], got {shown(within)}")
                    continue
                for entry_id, values in within.items():
                    self._add(here, kind, entry_id, values, path, problems)
            found.update(here)
        self._found[kind] = found
        self._report(problems)
        return found

    def _add(
        self, here: dict[str, Table], kind: str, entry_id: str, values: Any, path: Path, problems: list[str]
    ) -> None:
        file = self._shown(path)
        key = f"{kind}.{shown_key(entry_id)}"
        if not isinstance(values, dict):
            problems.append(f"{file}: {key}: expected a table, got {shown(values)}")
        elif not ID.fullmatch(entry_id.lower().replace("_", "-") if kind in ("rules", "options") else entry_id):
            problems.append(f"{file}: {key}: expected an id of small letters, digits and single hyphens")
        elif entry_id in here:
            problems.append(f"{file}: {key}: expected an id of its own, got one of {here[entry_id].file}")
        else:
            here[entry_id] = Table(values, file, key, [])

    def _paths(self, folder: Path, kind: str) -> Iterator[Path]:
        if folder.is_file():
            yield folder
        elif folder == self.own:
            for pattern in KINDS[kind][0]:
                yield from sorted(folder.glob(pattern))
        else:
            yield from _toml_files(folder)

    def _read(self, path: Path) -> dict[str, Any]:
        if path not in self._files:
            self._unread[path] = []
            self._files[path] = read_toml(path, self._unread[path], self._shown(path))
        return self._files[path]

    def _shown(self, path: Path) -> str:
        """A path as an error prints it: from the working folder if it lies within."""
        try:
            return str(path.absolute().relative_to(Path.cwd()))
        except (ValueError, OSError):
            return os.fspath(path)

    # -- fighters --------------------------------------------------------------------------------------------------

    def _fighter(self, entry_id: str, table: Table) -> Fighter:
        """N17-B-CHR-01: a fighter card. ``profile`` names the fighter from which all that is not given is taken."""
        base = self._base(entry_id, table)
        house = self._reference(table, "house", "houses", base.house)
        suits = {
            key: self.armour.get(self._reference(table, key, "armour", default.id), default)
            for key, default in (("armour", base.armour), ("under", base.under))
        }
        if suits["under"].id != "none" and not suits["under"].save_bonus:
            table.wrong("under", "armour that can be worn under another suit", suits["under"].id)
        weapons = base.weapons
        if "weapons" in table.values:
            weapons = ()
            for text in table.texts("weapons"):
                weapon_id, _, profile_id = text.partition("/")
                weapon = self.weapons.get(weapon_id)
                profile = find_profile(weapon, profile_id) if weapon and profile_id else None
                if weapon is None or (profile_id and profile is None):
                    table.wrong("weapons", "ids of weapons or weapon/profile" + self._near("weapon", text), text)
                else:
                    weapons = carry(weapons, weapon, profile)
        kit = {"skills": base.skills, "wargear": base.wargear}
        for key, kinds in (("skills", ("skills",)), ("wargear", ("wargear", "accessories", "fields", "shields"))):
            if key in table.values:
                kit[key] = table.texts(key)
                for text in kit[key]:
                    if not any(text in self._tables(kind) for kind in kinds):
                        table.wrong(key, f"ids of {key}{self._near(KINDS[kinds[0]][1], text)}", text)
        stats = {
            {"int": "intelligence"}.get(key, key): table.whole(key, _stat(base, key), low=low, high=high)
            for key, (low, high) in STATS.items()
        }
        cost = table.numbers("cost")
        made = Fighter(
            id=entry_id,
            name=table.text("name"),
            armour=suits["armour"],
            under=suits["under"],
            weapons=weapons,
            skills=kit["skills"],
            wargear=kit["wargear"],
            house=house,
            rank=table.text("rank", base.rank),
            gang=self._reference(table, "gang", "gangs", base.gang),
            cost=price(cost, house) if cost else base.cost + sum(price(w.cost, house) for w in weapons),
            reconstructed=table.text("reconstructed", ""),
            sources=table.texts("sources"),
            label=table.text("name"),
            **stats,
        )
        for key in ("skills_primary", "skills_secondary", "specialist_skills_primary", "specialist_skills_secondary"):
            table.texts(key)
        for variant in table.tables("variants"):
            variant.text("source")
            variant.skip(variant.values)
        table.text("confidence", "", choices=entries.CONFIDENCE)
        table.skip(("aliases", "introduced", "note", "profile"))
        table.done()
        return made

    def _base(self, entry_id: str, table: Table) -> Fighter:
        """The fighter from which another is taken, else a nameless human."""
        profile = self._reference(table, "profile", "fighters", "")
        if not profile:
            return self.human
        if profile in self._making or profile == entry_id:
            table.wrong("profile", "a fighter that is not taken from this one", profile)
            return self.human
        self._making.add(entry_id)
        source = self._tables("fighters")[profile]
        base = self._fighter(profile, Table(source.values, source.file, source.key, []))
        self._making.discard(entry_id)
        return base

    @cached_property
    def human(self) -> Fighter:
        """A nameless human without kit, the start of ``custom[...]``."""
        none = self.armour.get("none") or Armour(id="none", name="No armour", save=0)
        return Fighter(id="custom", name="Custom fighter", armour=none, under=none, label="custom")

    def _reference(self, table: Table, key: str, kind: str, default: str) -> str:
        """An id of another entry; the default if it is not given or not there."""
        name = table.text(key, default or NO_ID)
        if name == NO_ID or (key not in table.values):
            return default
        if name and name not in self._tables(kind):
            table.wrong(key, f"the id of a known {KINDS[kind][1]}{self._near(KINDS[kind][1], name)}", name)
            return default
        return name

    def _near(self, kind: str, name: str) -> str:
        near = nearest(name, self._tables(_plural(kind)), limit=1)
        return f" (did you mean {near[0]}?)" if near else ""

    # -- checking --------------------------------------------------------------------------------------------------

    def check(self) -> list[str]:
        """Every mistake of all files, also those between files; [] if there are none."""
        self._collected = []
        for folder in (self.own, *self.extra):
            self._check_files(folder)
        for kind in KINDS:
            self._tables(kind)
        for kind in KINDS:
            if kind not in ("tables", "terms", "sources"):
                self.names(KINDS[kind][1])
        self.names("characteristic")
        for group in self._tables("terms"):
            self.names(f"term/{group}")
        _ = (self.items, self.fighters, self.rules, self.tables, self.sources)
        self._check_references()
        found, self._collected = self._collected, None
        return list(dict.fromkeys(found))

    def _check_files(self, folder: Path) -> None:
        if not folder.exists():
            self._report([f"{self._shown(folder)}: folder: expected a folder or file of data, got none"])
            return
        paths = [folder] if folder.is_file() else list(_toml_files(folder))
        if not paths:
            self._report([f"{self._shown(folder)}: folder: expected files *.toml, got none"])
        if len(paths) > MAX_FILES:
            self._report([f"{self._shown(folder)}: folder: expected at most {MAX_FILES} files *.toml"])
        for path in paths[:MAX_FILES]:
            content = self._read(path)
            self._report(self._unread[path])
            for key in content:
                if key not in KINDS:
                    near = nearest(key, KINDS, limit=1)
                    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(KINDS)}"
                    self._report([f"{self._shown(path)}: {shown_key(key)}: expected a kind of entry ({hint})"])
                elif folder == self.own and not any(path.match(pattern) for pattern in KINDS[key][0]):
                    where = " or ".join(KINDS[key][0])
                    self._report([f"{self._shown(path)}: {key}: expected to stand in {where}, got it here"])

    def _check_references(self) -> None:
        """What one entry says of another."""
        problems: list[str] = []
        for kind, made, keys in (
            ("gangs", self.gangs, {"house": "houses", "fighters": "fighters"}),
            ("houses", self.houses, {"armour": "armour", "box_skills": "skills", "box_leader_skills": "skills"}),
            ("options", self.options, {"rules": "rules"}),
            ("armour", self.armour, {"not_with": "armour", "immune": "traits"}),
        ):
            for entry_id in made:
                table = self._tables(kind)[entry_id]
                table.mistakes = problems
                for key, other in keys.items():
                    given = table.values.get(key, [])
                    for name in [given] if isinstance(given, str) else given:
                        if isinstance(name, str) and name not in self._tables(other):
                            table.wrong(
                                key, f"a known {KINDS[other][1]}{self._near(KINDS[other][1], name)}", name
                            )
        for weapon_id, weapon in self.weapons.items():
            table = self._tables("weapons")[weapon_id]
            table.mistakes = problems
            for profile in weapon.profiles:
                for name, number in profile.traits.items():
                    said = trait_problem(self.traits, name, number)
                    if said:
                        near = self._near("trait", name) if name not in self.traits else ""
                        table.wrong("profiles", f"{said}{near} in {profile.key}", name)
        self._report(problems)


NO_ID = "-"


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
        return f"{name} with one of {', '.join(map(str, numbers))}, not {number}"
    return ""


def _plural(kind: str) -> str:
    for plural, (_patterns, one) in KINDS.items():
        if kind in (plural, one):
            return plural
    raise KeyError(kind)


def _stat(fighter: Fighter, key: str) -> int:
    value: int = getattr(fighter, "intelligence" if key == "int" else key)
    return value


def _toml_files(folder: Path) -> Iterator[Path]:
    """Files ``*.toml`` of a user's folder and the folders in it, in order, hidden ones left out."""
    found = []
    for where, inner, files in os.walk(folder):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        found += [Path(where, name) for name in sorted(files) if name.endswith(".toml") and name[0] != "."]
        if len(found) > MAX_FILES:
            break
    return iter(found)


@lru_cache(maxsize=16)
def load(extra: tuple[Path, ...] = ()) -> Catalogue:
    """The catalogue of Necromunda; the same object for the same arguments.

    Args:
        extra: The user's own data folders or files, later ones override earlier ones and the project's own by id.

    Raises:
        GameDataError: lists every mistake of the user's folders; those of the project's own folder as they are met.

    >>> load().weapons["lasgun"].profiles[0].long
    24
    """
    extra = tuple(Path(path) for path in extra)
    catalogue = Catalogue(data_folder() / "necromunda", extra)
    if extra:
        found = catalogue.check()
        if found:
            raise GameDataError(found)
        catalogue = Catalogue(catalogue.own, extra)
    return catalogue


def mistakes(folders: Iterable[Path] = ()) -> list[str]:
    """Every mistake of the project's data and of the user's folders: ``file: key: expected ..., got ...``.

    >>> mistakes()
    []
    """
    return Catalogue(data_folder() / "necromunda", tuple(Path(path) for path in folders)).check()


__all__ = ["UNARMED", "Catalogue", "load", "mistakes", "trait_problem"]
