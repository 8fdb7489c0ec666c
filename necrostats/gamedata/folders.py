"""Folders of data files: every entry ``[kind.id]`` in them, by kind and id, read when it is asked for.

The project's own files are cut into entries by their headings, and an entry is parsed when it is first wanted, so that
a question about two fighters does not read two hundred weapons. A user's files are parsed and checked as a whole.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from necrostats.errors import GameDataError, UnknownNameError, UsageError
from necrostats.gamedata.names import Names, nearest, normal
from necrostats.gamedata.read import ID, Table, parse, read_text, read_toml, shown, shown_key, shown_near

MAX_FILES = 500  # of a user's folder
MAX_FOLDERS = 2_000
HEADING = re.compile(r"^\[([a-z]+)\.([\w-]+)\][ \t]*(?:#.*)?$", re.MULTILINE | re.ASCII)
WHOLE = re.compile(r"\"\"\"|'''|^\s*\[\[", re.MULTILINE)  # a file with these is not cut into entries

T = TypeVar("T")


class Kind(NamedTuple):
    """A kind of entry: what one of them is called, and where the project's own files have them.

    ``capitals``: ids may have capital letters and underscores.
    """

    one: str
    files: tuple[str, ...]
    capitals: bool = False


class Place(NamedTuple):
    """Where an entry stands: its file, the number of its folder, and its text or its values."""

    path: Path
    layer: int
    text: str
    values: Any = None


class Folders:
    """All entries of the project's own folder and of a user's folders and files, later ones overriding by id.

    Args:
        kinds: Heading of a kind, such as "weapons" -> what it is.
        own: The project's folder of one rule system.
        extra: Folders and files of the user.
    """

    def __init__(self, kinds: Mapping[str, Kind], own: Path, extra: tuple[Path, ...] = ()) -> None:
        self.kinds = kinds
        self.own = own
        self.extra = extra
        self._plural = {kind.one: plural for plural, kind in kinds.items()} | {
            plural: plural for plural in kinds
        }
        self._collected: list[str] | None = None
        self._content: dict[Path, dict[str, Any]] = {}
        self._faults: dict[Path, list[str]] = {}
        self._pieces: dict[Path, dict[str, dict[str, str]] | None] = {}
        self._places: dict[str, dict[str, Place]] = {}
        self._tables: dict[tuple[str, str], Table] = {}
        self._names: dict[str, Names] = {}

    # -- entries ---------------------------------------------------------------------------------------------------

    def ids(self, kind: str, lowest: int = 0) -> tuple[str, ...]:
        """Ids of a kind in the order of the files, from layer 1 on those of the user; nothing is parsed for it."""
        return tuple(name for name, place in self.places(kind).items() if place.layer >= lowest)

    def table(self, kind: str, entry_id: str) -> Table:
        """An entry as a table whose getters check what they give."""
        kind = self._plural[kind]
        if (kind, entry_id) not in self._tables:
            place = self.places(kind)[entry_id]
            values = place.values
            if place.values is None:
                try:
                    values = parse(place.text)[kind][entry_id]
                except (ValueError, KeyError, RecursionError):  # the whole file says where and why
                    self.report(self._fault(place.path))
                    values = self.content(place.path).get(kind, {}).get(entry_id, {})
            key = f"{kind}.{shown_key(entry_id)}"
            self._tables[kind, entry_id] = Table(values, self.shown(place.path), key, [])
        return self._tables[kind, entry_id]

    def entry(self, kind: str, entry_id: str) -> Mapping[str, Any]:
        """An entry as it stands in its file, also what no type holds, such as ``variants`` and ``introduced``."""
        return self.table(kind, entry_id).values

    def made(self, kind: str, make: Callable[[str, Table], T]) -> "Made[T]":
        """The entries of a kind as values of a type, each made when it is first asked for."""
        return Made(self, self._plural[kind], make)

    def content(self, path: Path) -> dict[str, Any]:
        """All that a file holds: kind -> id -> entry; {} if it cannot be read."""
        if path not in self._content:
            self._faults[path] = []
            self._content[path] = read_toml(path, self._faults[path], self.shown(path))
        return self._content[path]

    def places(self, kind: str) -> dict[str, Place]:
        """Where the entries of a kind stand, by id."""
        kind = self._plural[kind]
        if kind not in self._places:
            found: dict[str, Place] = {}
            problems: list[str] = []
            for layer, folder in enumerate((self.own, *self.extra)):
                found.update(self._places_in(folder, layer, kind, problems))
            self._places[kind] = found
            self.report(problems)
        return self._places[kind]

    def _places_in(self, folder: Path, layer: int, kind: str, problems: list[str]) -> dict[str, Place]:
        here: dict[str, Place] = {}
        for path in self._paths(folder, kind):
            pieces = self._cut(path) if layer == 0 else None
            within: Any = self.content(path).get(kind, {}) if pieces is None else pieces.get(kind, {})
            problems += self._faults.get(path, [])
            file = self.shown(path)
            if not isinstance(within, dict):
                problems.append(f"{file}: {kind}: expected tables [{kind}.id], got {shown(within)}")
                continue
            for entry_id, piece in within.items():
                key = f"{kind}.{shown_key(entry_id)}"
                if pieces is None and not isinstance(piece, dict):
                    problems.append(f"{file}: {key}: expected a table, got {shown(piece)}")
                elif not ID.fullmatch(_plain(entry_id) if self.kinds[kind].capitals else entry_id):
                    problems.append(
                        f"{file}: {key}: expected an id of small letters, digits and single hyphens, got this"
                    )
                elif entry_id in here:
                    problems.append(
                        f"{file}: {key}: expected an id of its own, got one of {self.shown(here[entry_id].path)}"
                    )
                else:
                    here[entry_id] = (
                        Place(path, layer, "", piece) if pieces is None else Place(path, layer, piece)
                    )
        return here

    def _cut(self, path: Path) -> dict[str, dict[str, str]] | None:
        """The text of each entry of a file by kind and id; None if it is not written so that it can be cut."""
        if path not in self._pieces:
            self._pieces[path] = pieces_of(read_text(path, []) or "")
        return self._pieces[path]

    def _paths(self, folder: Path, kind: str) -> Iterator[Path]:
        if os.path.isfile(folder):  # noqa: PTH113 - Path.is_file() raises where the name is too long
            yield folder
        elif folder == self.own:
            for pattern in self.kinds[kind].files:
                yield from sorted(folder.glob(pattern))
        else:
            yield from toml_files(folder)

    def _fault(self, path: Path) -> list[str]:
        self.content(path)
        return self._faults[path]

    # -- names -----------------------------------------------------------------------------------------------------

    def find(self, kind: str, name: str, hint: str = "") -> str:
        """Id of the entry that has this id, printed name or alias, in any case; spaces and underscores are hyphens.

        Raises:
            UnknownNameError: with suggestions, or with *hint* where no name is near.
        """
        if not isinstance(name, str):
            raise UsageError(f"expected the name of a {kind.rpartition('/')[2]}, got {name!r}", hint)
        found = self.get(kind, name)
        if found is None:
            raise UnknownNameError(kind.rpartition("/")[2], name[:80], self.names(kind).known(), hint)
        return found

    def get(self, kind: str, name: str) -> str | None:
        """As ``find``, but None if there is no such entry."""
        return self.get_id(kind, name) or self.names(kind).get(name)

    def get_id(self, kind: str, name: str) -> str | None:
        """The id that a name is, written in any way; None if it is none. Parses nothing."""
        if kind not in self._plural:
            return None
        places = self.places(kind)
        wanted = normal(name)
        if wanted in places:
            return wanted
        return next((entry_id for entry_id in places if normal(entry_id) == wanted), None)

    def names(self, kind: str) -> Names:
        """The names of a kind."""
        if kind not in self._names:
            problems: list[str] = []
            self._names[kind] = self.build_names(kind, problems)
            self.report(problems)
        return self._names[kind]

    def named(self, kind: str, lowest: int = 0) -> dict[str, tuple[int, Table]]:
        """The tables whose names make up a kind from a layer on, with the number of their layer."""
        places = self.places(kind)
        return {name: (places[name].layer, self.table(kind, name)) for name in self.ids(kind, lowest)}

    def build_names(self, kind: str, problems: list[str], lowest: int = 0) -> Names:
        """The names of a kind from a layer on; mistakes in them are added to the list."""
        layers: dict[int, Names] = {}
        for entry_id, (layer, table) in self.named(kind, lowest).items():
            checked = Table(table.values, table.file, table.key, problems)
            printed = table.values.get("name")
            every = (*([printed] if isinstance(printed, str) else []), *checked.texts("aliases"))
            for taken, owner in layers.setdefault(layer, Names()).add(entry_id, every).items():
                checked.wrong("aliases", f"names that no other entry has ({owner} has this one)", taken)
        found = Names()
        for _layer, names in sorted(layers.items()):
            found.replace(names)
        return found

    def near(self, kind: str, name: str) -> str:
        """``(did you mean ...?)``, "" if nothing comes near."""
        near = nearest(name, self.ids(kind), limit=1)
        return f" (did you mean {near[0]}?)" if near else ""

    # -- mistakes --------------------------------------------------------------------------------------------------

    def report(self, problems: Iterable[str]) -> None:
        """Raise GameDataError with these mistakes if there are any; during a check they are collected instead."""
        problems = list(dict.fromkeys(problems))
        if self._collected is not None:
            self._collected += problems
        elif problems:
            raise GameDataError(problems, hint="necrostats check-data lists every mistake of the data files")

    def collect(self, *checks: Callable[[], object], own: bool = True) -> list[str]:
        """Every mistake of the files and of what the checks touch, each once, in order."""
        self._collected = []
        for folder in (self.own, *self.extra) if own else self.extra:
            self._check_files(folder)
        for kind in self.kinds:
            self.places(kind)
        for check in checks:
            check()
        found, self._collected = self._collected, None
        return list(dict.fromkeys(found))

    def _check_files(self, folder: Path) -> None:
        name = self.shown(folder)
        if not os.path.exists(folder):  # noqa: PTH110 - as above
            self.report([f"{name}: folder: expected a folder or file of data, got none"])
            return
        paths = [folder] if folder.is_file() else list(toml_files(folder))
        if not paths:
            self.report([f"{name}: folder: expected files *.toml, got none"])
        if len(paths) > MAX_FILES:
            self.report([f"{name}: folder: expected at most {MAX_FILES} files *.toml, got more"])
        for path in paths[:MAX_FILES]:
            self.report(self._fault(path))
            for key in self.content(path):
                if key not in self.kinds:
                    near = nearest(key, self.kinds, limit=1)
                    hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(self.kinds)}"
                    self.report(
                        [f"{self.shown(path)}: {shown_key(key)}: expected a kind of entry ({hint}), got this"]
                    )
                elif folder == self.own and not any(path.match(pattern) for pattern in self.kinds[key].files):
                    where = " or ".join(self.kinds[key].files)
                    self.report([f"{self.shown(path)}: {key}: expected to stand in {where}, got it here"])

    def shown(self, path: Path) -> str:
        """A path as an error prints it."""
        return shown_near(path)


class Made(Mapping[str, T], Generic[T]):
    """The entries of one kind as values of a type, each made when first asked for.

    Reading one that has mistakes raises GameDataError.
    """

    def __init__(self, folders: Folders, kind: str, make: Callable[[str, Table], T]) -> None:
        self._folders = folders
        self._kind = kind
        self._make = make
        self._values: dict[str, T] = {}

    def __getitem__(self, entry_id: str) -> T:
        if entry_id not in self._values:
            if entry_id not in self._folders.places(self._kind):
                raise KeyError(entry_id)
            table = self._folders.table(self._kind, entry_id)
            table.mistakes = []
            value = self._make(entry_id, table)
            self._folders.report(table.mistakes)
            self._values[entry_id] = value
        return self._values[entry_id]

    def __contains__(self, entry_id: object) -> bool:
        return entry_id in self._folders.places(self._kind)

    def __iter__(self) -> Iterator[str]:
        return iter(self._folders.ids(self._kind))

    def __len__(self) -> int:
        return len(self._folders.places(self._kind))

    def __repr__(self) -> str:
        return f"<{len(self)} {self._kind}>"


def pieces_of(text: str) -> dict[str, dict[str, str]] | None:
    r"""The text of each entry by kind and id, None if the file is not a plain row of ``[kind.id]``.

    >>> pieces_of("[weapons.lasgun]\nslots = 1\n")
    {'weapons': {'lasgun': '[weapons.lasgun]\nslots = 1\n'}}
    """
    headings = list(HEADING.finditer(text))
    before = text[: headings[0].start()] if headings else text
    if not headings or WHOLE.search(text) or re.search(r"^\s*[^#\s]", before, re.MULTILINE):
        return None
    pieces: dict[str, dict[str, str]] = {}
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        kind, entry_id = heading.groups()
        if entry_id in pieces.setdefault(kind, {}):
            return None
        pieces[kind][entry_id] = text[heading.start() : end]
    return pieces


def _plain(entry_id: str) -> str:
    return entry_id.lower().replace("_", "-")


def toml_files(folder: Path) -> Iterator[Path]:
    """Files ``*.toml`` of a user's folder and the folders in it, in order, hidden ones left out."""
    found = []
    for number, (where, inner, files) in enumerate(os.walk(folder)):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        found += [Path(where, name) for name in sorted(files) if name.endswith(".toml") and name[0] != "."]
        if len(found) > MAX_FILES or number > MAX_FOLDERS:
            break
    return iter(found[: MAX_FILES + 1])
