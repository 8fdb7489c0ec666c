"""House rules: the readings that a club plays by, under one name, in a file ``necrostats.toml``.

The file is looked for in the current folder and those above it, up to the home folder. ``NECROSTATS_HOUSE`` names a
set or a file where nobody else does; "none" stands for the rules as printed.

    default = "our-club"            # optional

    [house.our-club]
    title = "Tuesday nights"
    rules = "basic"                 # or "advanced"; left out: whatever is asked for
    options = { pin_on = "attack" }
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from necrostats.errors import GameDataError, UnknownNameError, UsageError
from necrostats.gamedata.names import normal
from necrostats.gamedata.read import Table, read_toml, shown, shown_key, shown_near
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.options import (
    DEFAULT_RULES,
    Options,
    Rules,
    defaults,
    option_value,
    values,
)

FILE = "necrostats.toml"
VARIABLE = "NECROSTATS_HOUSE"
PRINTED = "none"
LONGEST_NAME = 60
MOST_SETS = 200
HOW = f"docs/interface.md shows how {FILE} is written"
NAMED_FILE = re.compile(r"(?P<file>.*\.toml)(:(?P<name>.+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A set of house rules.

    Attributes:
        name: As the file writes it.
        rules: "basic", "advanced", or "" for whatever is asked for.
        options: Name of an option -> value, both as the file writes them.
        file: Where it stands, as an error prints it.
    """

    name: str
    title: str
    rules: str
    options: Mapping[str, str]
    file: str

    @property
    def key(self) -> str:
        """The key of the set in its file."""
        return f"house.{shown_key(self.name)}"


@dataclass(frozen=True, slots=True)
class HouseFile:
    """The sets of a file by name, and the name of the one in force unless another is named, "" for none."""

    path: Path
    sets: Mapping[str, HouseRules]
    default: str

    def get(self, name: str) -> HouseRules | None:
        """The set of that name, in any case; spaces and underscores are hyphens. None if there is none."""
        wanted = normal(name)
        return next((found for known, found in self.sets.items() if normal(known) == wanted), None)

    def find(self, name: str) -> HouseRules:
        """As ``get``.

        Raises:
            UnknownNameError: There is none; with suggestions.
        """
        found = self.get(name)
        if found is None:
            hint = "necrostats list houses names the sets of house rules"
            raise UnknownNameError("house rules", name[:80], self.sets, hint)
        return found


def file_above(folder: Path | None = None) -> Path | None:
    """The nearest ``necrostats.toml``: in this folder or one above it, up to the home folder; None if there is none."""
    try:
        start = Path.cwd() if folder is None else folder.absolute()
    except OSError:  # the folder was removed
        return None
    home = os.path.expanduser("~")  # noqa: PTH111 - Path.home() raises where there is none
    for place in (start, *start.parents):
        if os.path.isfile(place / FILE):  # noqa: PTH113 - Path.is_file() raises where nothing may be looked at
            return place / FILE
        if str(place) == home:
            break
    return None


def read(path: Path) -> HouseFile:
    """The sets of a file.

    Raises:
        GameDataError: Every mistake in it, save in the names and values of options, which ``mistakes`` looks for.
    """
    wrong: list[str] = []
    file = shown_near(path)
    top = Table(read_toml(path, wrong, file), file, "", wrong)
    within = top.table("house").values
    sets: dict[str, HouseRules] = {}
    taken: dict[str, str] = {}
    for name, table in list(within.items())[:MOST_SETS]:
        key = f"house.{shown_key(name)}"
        if not isinstance(table, dict):
            wrong.append(f"{file}: {key}: expected a table [{key}], got {shown(table)}")
            continue
        if not _is_name(name) or normal(name) in taken:
            wrong.append(f"{file}: {key}: expected a name of its own{_why_not(name, taken)}")
            continue
        taken[normal(name)] = name
        sets[name] = _set(name, Table(table, file, key, wrong))
    if len(within) > MOST_SETS:
        wrong.append(f"{file}: house: expected at most {MOST_SETS} sets, got {len(within)}")
    default = top.text("default", "")
    if default and not wrong and normal(default) not in taken:
        known = ", ".join(list(sets)[:5]) or "none"
        top.wrong("default", f"the name of a set (there are {known})", default)
    top.done()
    if wrong:
        raise GameDataError(wrong, HOW)
    return HouseFile(path, sets, taken.get(normal(default), ""))


def _is_name(name: str) -> bool:
    plain = bool(normal(name)) and name.isprintable() and name == name.strip() and len(name) <= LONGEST_NAME
    return plain and ".toml" not in name and not _is_printed(name)


def _why_not(name: str, taken: Mapping[str, str]) -> str:
    if _is_printed(name):
        return f", got {PRINTED}, which stands for the rules as printed"
    if normal(name) in taken:
        return f", got the same as {shown_key(taken[normal(name)])}"
    return f", of 1 to {LONGEST_NAME} letters on one line, without .toml"


def _is_printed(name: str | None) -> bool:
    return name is not None and normal(name) == PRINTED


def _set(name: str, table: Table) -> HouseRules:
    options = table.table("options")
    chosen = {}
    for option, value in options.values.items():
        text = _text(value)
        if text is None:
            options.wrong(option, "a text, a whole number, true or false", value)
        else:
            chosen[option] = text
    made = HouseRules(
        name=name,
        title=table.text("title", ""),
        rules=table.text("rules", "", choices=("basic", "advanced")),
        options=chosen,
        file=table.file,
    )
    table.done()
    return made


def _text(value: object) -> str | None:
    """A value of an option as ``--option`` has it: true, 6 and [3, 2, 1] are texts too."""
    if isinstance(value, bool | str) or (isinstance(value, int) and abs(value) < 1000):
        return str(value)
    if isinstance(value, list) and 0 < len(value) < 10 and all(type(n) is int and 0 <= n < 10 for n in value):
        return ",".join(map(str, value))
    return None


def nearest_file(file: str | None = None) -> HouseFile | None:
    """The file of that name; for None the one that ``NECROSTATS_HOUSE`` names, else the nearest one, None if none.

    Raises:
        GameDataError: The file has mistakes.
    """
    path = _path() if file is None else Path(file)
    return read(path) if path else None


def in_file(file: str | None, house: str | None) -> str | None:
    """What ``pick`` takes for a set that is looked for in a file.

    >>> in_file("club.toml", "our-club"), in_file("club.toml", None), in_file(None, "our-club")
    ('club.toml:our-club', 'club.toml', 'our-club')

    Raises:
        UsageError: The name of the file does not end in .toml; two files.
    """
    if file is None or _is_printed(house):
        return house
    if not file.endswith(".toml"):
        raise UsageError(f"house-file: expected a file that ends in .toml, got {file[:80]!r}", HOW)
    if house is not None and NAMED_FILE.fullmatch(house):
        raise UsageError("expected one file of house rules, got two", "name the set alone with --house")
    return file if house is None else f"{file}:{house}"


def _path() -> Path | None:
    named = NAMED_FILE.fullmatch(os.environ.get(VARIABLE, ""))
    return Path(named["file"]) if named else file_above()


def pick(house: str | None = None) -> HouseRules | None:
    """The set of house rules in force; None for the rules as printed.

    Args:
        house: Name of a set in the nearest ``necrostats.toml``, a file, a file and the name of a set in it
            ("club.toml:our-club"), or "none". None: what ``NECROSTATS_HOUSE`` says, else the file's default.

    Raises:
        UsageError: There is no such file or set.
        GameDataError: The file has mistakes.
    """
    if house is not None and not isinstance(house, str):
        raise UsageError(f"house: expected the name of a set of house rules, got {shown(house)}")
    if house is None:
        house = os.environ.get(VARIABLE) or None
    if _is_printed(house):
        return None
    named = NAMED_FILE.fullmatch(house or "")
    path = Path(named["file"]) if named else _path()
    if path is None:
        if house is None:
            return None
        raise UsageError(f"no house rules {house[:80]!r}: no {FILE} in this folder or above it", HOW)
    file = read(path)
    wanted = named["name"] if named else house
    if wanted is not None:
        return file.find(wanted)
    if file.default:
        return file.sets[file.default]
    if named is None:
        return None
    if len(file.sets) != 1:
        names = ", ".join(list(file.sets)[:5]) or "none"
        raise UsageError(
            f"expected {shown_near(path)}:NAME, since there is no default in it", f"its sets: {names}"
        )
    return next(iter(file.sets.values()))


def rules_of(house: str | None, rules: str | None, usual: str = DEFAULT_RULES) -> str:
    """The rules in force: those asked for, else those of the house rules, else the usual ones of the question."""
    if rules is not None:
        return rules
    found = pick(house)
    return (found.rules if found else "") or usual


def settle(
    cat: Catalogue,
    rules: str | None,
    chosen: Mapping[str, object] | None,
    house: str | None,
) -> Options:
    """The options in force: the defaults of the rules, then the house rules, then what was chosen.

    Args:
        rules: None for those of the house rules.
        chosen: As for ``options.resolve``.
        house: As for ``pick``.

    Raises:
        GameDataError: House rules with options or values that there are not.
        UsageError: As ``options.resolve`` and ``pick``; options of the advanced rules under the basic ones.
    """
    found = pick(house)
    rules = rules or (found.rules if found else "") or DEFAULT_RULES
    usual = defaults(cat, rules)
    asked = values(cat, rules, chosen or {})
    if found is None:
        return Options(cast(Rules, rules), usual, asked)
    later = [name for name in found.options if rules == "basic" and _layer(cat, name) == "advanced"]
    if later and found.rules != "basic":
        raise UsageError(
            f"the house rules {found.name!r} are for the advanced rules ({', '.join(later[:3])})",
            "--house none leaves them out",
        )
    wrong = list(mistakes(cat, found, rules))
    if wrong:
        raise GameDataError(
            wrong, "necrostats list options has names and values; --house none leaves them out"
        )
    agreed = values(cat, rules, found.options)
    return Options(cast(Rules, rules), usual, {**agreed, **asked}, found.name, agreed.keys() - asked.keys())


def _layer(cat: Catalogue, name: str) -> str:
    found = cat.get("option", name)
    return cat.options[found].layer if found else ""


def mistakes(cat: Catalogue, house: HouseRules, rules: str) -> Iterator[str]:
    """What is wrong with the options of a set under these rules: ``file: key: expected ..., got ...``."""
    seen: dict[str, str] = {}
    for name, value in house.options.items():
        where = f"{house.file}: {house.key}.options.{shown_key(name)}"
        found = cat.get("option", name)
        if found is None:
            yield f"{where}: expected an option{cat.near('options', name)}, got this"
            continue
        option = cat.options[found]
        if found in seen:
            yield f"{where}: expected each option once, got {shown_key(seen[found])} too"
        seen[found] = name
        if option.layer == "advanced" and rules == "basic":
            yield f'{where}: expected an option of the basic rules, got one that needs rules = "advanced"'
        try:
            option_value(option, value)
        except UsageError as error:
            yield f"{where}: {error}"
