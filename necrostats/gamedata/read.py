"""TOML files into checked values; every mistake is noted with file, key, expectation and value."""

import re
import reprlib
import stat
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from necrostats.gamedata.names import nearest

MAX_BYTES = 300_000  # of one file; the largest of the project has about 25,000
MAX_DOTS = 50  # on one line; tomllib takes quadratic time and memory over keys with many dots
NOTHING: Any = object()
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

T = TypeVar("T")


def shown(value: object) -> str:
    """A value as an error prints it: short, on one line, whatever it is.

    >>> shown("x3"), shown([[[]]] * 50), shown({})
    ("'x3'", '[[[]], [[]], [[]], [[]], [[]], [[]], ...]', '{}')
    """
    if value is NOTHING:
        return "nothing"
    if isinstance(value, int) and abs(value) >= 10**18:
        return "a huge number"
    try:
        return reprlib.repr(value)
    except (ValueError, RecursionError):  # huge numbers inside, or tables within tables
        return f"a {type(value).__name__}"


def shown_path(path: Path) -> str:
    r"""A path as an error prints it: on one line, and not endless.

    >>> shown_path(Path("a.toml")), shown_path(Path("a\nb.toml"))
    ('a.toml', "'a\\nb.toml'")
    """
    text = str(path)
    text = text if len(text) <= 300 else f"{text[:300]}..."
    return text if text.isprintable() else repr(text)


def shown_near(path: Path) -> str:
    """A path as an error prints it: from the working folder if it lies within."""
    try:
        return shown_path(path.absolute().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return shown_path(path)


def read_toml(path: Path, mistakes: list[str], name: str = "") -> dict[str, Any]:
    """The content of a TOML file, {} if it has none or cannot be read; mistakes are added to the list.

    Args:
        path: A regular file of at most ``MAX_BYTES``.
        mistakes: Gets one line for what is wrong.
        name: How to call the file in it, the path if empty.
    """
    name = name or shown_path(path)
    text = read_text(path, mistakes, name)
    if text is None:
        return {}
    try:
        return parse(text)
    except RecursionError:
        mistakes.append(f"{name}: file: expected TOML, got lists or tables nested too deeply")
    except ValueError as error:  # TOMLDecodeError; numbers of thousands of digits
        said = " ".join(str(error).split())
        mistakes.append(f"{name}: file: expected TOML, got {said[:200]}")
    return {}


def read_text(path: Path, mistakes: list[str], name: str = "") -> str | None:
    """The text of a file, None if it cannot be read; mistakes are added to the list as by ``read_toml``."""
    name = name or shown_path(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            mistakes.append(f"{name}: file: expected a TOML file, got {_what(status.st_mode)}")
            return None
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            mistakes.append(f"{name}: file: expected at most {MAX_BYTES:,} bytes, got {status.st_size:,}")
            return None
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        mistakes.append(f"{name}: file: expected text in UTF-8, got {error.object[error.start :][:4]!r}")
    except OSError as error:
        mistakes.append(f"{name}: file: expected a readable file, got {error.strerror or 'an error'}")
    except ValueError:  # a NUL in the path
        mistakes.append(f"{name}: file: expected the name of a file, got one with a NUL in it")
    return None


def parse(text: str) -> dict[str, Any]:
    """TOML as tables; ValueError or RecursionError if it is none."""
    if any(line.count(".") > MAX_DOTS for line in text.splitlines()):
        raise ValueError(f"a line with more than {MAX_DOTS} dots")
    return tomllib.loads(text)


def _what(mode: int) -> str:
    return "a folder" if stat.S_ISDIR(mode) else "something that is no file"


class Table:
    """One table of a file. Getters return values of their type; what is wrong is noted and the default returned."""

    def __init__(self, values: Mapping[str, Any], file: str, key: str, mistakes: list[str]) -> None:
        self.values = values
        self.file = file
        self.key = key
        self.mistakes = mistakes
        self._asked: set[str] = set()

    def wrong(self, key: str, expected: str, got: object = NOTHING) -> None:
        """Note a mistake."""
        where = f"{self.key}.{shown_key(key)}" if self.key else shown_key(key)
        self.mistakes.append(f"{self.file}: {where}: expected {expected}, got {shown(got)}")

    def _get(self, key: str, default: T, expected: str, convert: Callable[[Any], T | None]) -> T:
        """A value, converted; None from ``convert`` means that it is not what was expected."""
        self._asked.add(key)
        if key not in self.values:
            if default is NOTHING:
                self.wrong(key, expected)
            return default
        value = convert(self.values[key])
        if value is None:
            self.wrong(key, expected, self.values[key])
            return default
        return value

    def text(self, key: str, default: str = NOTHING, *, choices: Collection[str] = ()) -> str:
        """A text on one line, one of the choices if there are any."""
        expected = f"one of {', '.join(choices)}" if choices else "a text on one line"

        def convert(value: Any) -> str | None:
            if not isinstance(value, str) or not value.strip() or not value.isprintable():
                return None
            return None if choices and value not in choices else value

        found = self._get(key, default, expected, convert)
        return "" if found is NOTHING else found

    def whole(self, key: str, default: int = NOTHING, *, low: int, high: int, dash: bool = False) -> int:
        """A whole number from low to high; with ``dash`` also "-" or 0, which are 0."""
        expected = f"a whole number from {low} to {high}" + (' or "-"' if dash else "")

        def convert(value: Any) -> int | None:
            if dash and (value == "-" or (value == 0 and isinstance(value, int))):
                return 0
            return value if type(value) is int and low <= value <= high else None

        found = self._get(key, default, expected, convert)
        return (0 if dash else low) if found is NOTHING else found

    def real(self, key: str, default: float = NOTHING, *, low: float, high: float) -> float:
        """A number from low to high."""
        found = self._get(
            key, default, f"a number from {low:g} to {high:g}",
            lambda value: float(value) if _is_number(value) and low <= value <= high else None,
        )  # fmt: skip
        return low if found is NOTHING else found

    def points(self, key: str, *, fewest: int, most: int) -> tuple[tuple[float, float], ...]:
        """A list of points ``[x, y]``; empty if there is something wrong with it."""
        many = f"{fewest}" if fewest == most else f"{fewest} to {most}"

        def convert(value: Any) -> tuple[tuple[float, float], ...] | None:
            good = isinstance(value, list) and fewest <= len(value) <= most and all(
                isinstance(point, list) and len(point) == 2 and all(map(_is_number, point)) for point in value
            )  # fmt: skip
            return tuple((float(x), float(y)) for x, y in value) if good else None

        found = self._get(key, NOTHING, f"a list of {many} points such as [3, 4.5]", convert)
        return () if found is NOTHING else found

    def flag(self, key: str) -> bool:
        """True or false; false if it is not given."""
        return self._get(
            key, False, "true or false", lambda value: value if isinstance(value, bool) else None
        )

    def pattern(self, key: str, default: str, expected: str, pattern: re.Pattern[str]) -> str:
        """A text or whole number that matches the pattern, as a text."""

        def convert(value: Any) -> str | None:
            if type(value) is int and abs(value) < 1000:
                value = str(value)
            return value if isinstance(value, str) and pattern.fullmatch(value) else None

        found = self._get(key, default, expected, convert)
        return "-" if found is NOTHING else found

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty if it is not given."""

        def convert(value: Any) -> tuple[str, ...] | None:
            good = isinstance(value, list) and all(
                isinstance(text, str) and text.strip() and text.isprintable() for text in value
            )
            return tuple(value) if good else None

        return self._get(key, (), "a list of texts", convert)

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers, empty if it is not given."""

        def convert(value: Any) -> tuple[int, ...] | None:
            good = isinstance(value, list) and all(type(n) is int and abs(n) < 10**6 for n in value)
            return tuple(value) if good else None

        return self._get(key, (), "a list of whole numbers", convert)

    def numbers(self, key: str) -> dict[str, int]:
        """A table of whole numbers from 0 to 100,000, such as prices; empty if it is not given."""

        def convert(value: Any) -> dict[str, int] | None:
            good = isinstance(value, dict) and all(
                ID.fullmatch(name) and type(n) is int and 0 <= n <= 100_000 for name, n in value.items()
            )
            return dict(value) if good else None

        return self._get(key, {}, "a table of whole numbers such as { box = 10 }", convert)

    def table(self, key: str) -> "Table":
        """A table within, empty if it is not given."""

        def convert(value: Any) -> Mapping[str, Any] | None:
            return value if isinstance(value, dict) else None

        within: Mapping[str, Any] = self._get(key, {}, "a table", convert)
        return Table(within, self.file, f"{self.key}.{key}" if self.key else key, self.mistakes)

    def tables(self, key: str) -> list["Table"]:
        """A list of tables, empty if it is not given."""

        def convert(value: Any) -> list[Any] | None:
            return value if isinstance(value, list) and all(isinstance(v, dict) for v in value) else None

        found: list[Any] = self._get(key, [], "a list of tables", convert)
        return [
            Table(values, self.file, f"{self.key}.{key}[{number}]", self.mistakes)
            for number, values in enumerate(found)
        ]

    def skip(self, keys: Iterable[str]) -> None:
        """Keys that are read elsewhere or only shown."""
        self._asked.update(keys)

    def done(self) -> None:
        """Note the keys that nobody asked for: slips of the pen, most of them."""
        for key in [key for key in self.values if key not in self._asked]:
            near = nearest(key, self._asked, limit=1)
            meant = f" (did you mean {near[0]}?)" if near else f" (known: {', '.join(sorted(self._asked))})"
            self.wrong(key, "no such key" + meant, self.values[key])


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10**6


def shown_key(key: str) -> str:
    """A key as an error prints it: bare where TOML allows it, quoted and short otherwise."""
    return key if re.fullmatch(r"[\w-]{1,80}|[\w.\[\]-]{1,160}", key, re.ASCII) else shown(key)
