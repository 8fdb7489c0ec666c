"""Numbers, faces and defaults of the data files, broken one by one: the lines of a file instead of a tree."""

import re
from collections.abc import Iterator
from typing import NamedTuple

HEADER = re.compile(r"\[\w+\.([\w-]+)\]")
LINE = re.compile(r"([\w-]+) = (.*)")
NO_RULE = {"cost", "variants", "sources", "counts"}
NUMBER = re.compile(r'"[^"]*"|-?\b\d+\b|\btrue\b|\bfalse\b')
DEFAULTS = ("default", "default_basic", "default_advanced")


class TableMutant(NamedTuple):
    """A data file with one figure changed; named as the mutants of modules are.

    Attributes:
        text: The whole file, broken.
    """

    module: str
    function: str
    change: str
    line: int
    text: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What names it whatever the line."""
        return self.module, self.function, self.change


def table_mutants(name: str, text: str) -> list[TableMutant]:
    """Every mutant of a data file: numbers by one, truths turned, a face or a default for its neighbour."""
    lines, found, entry = text.splitlines(keepends=True), [], ""
    for place, line in enumerate(lines):
        if header := HEADER.match(line):
            entry = header[1]
        for broken in _broken(line, lines[place + 1 :]):
            whole = "".join([*lines[:place], broken, *lines[place + 1 :]])
            found.append(TableMutant(name, entry, f"{line.strip()} -> {broken.strip()}", place + 1, whole))
    return found


def _broken(line: str, below: list[str]) -> Iterator[str]:
    key, _, value = line.partition(" = ")
    if key in DEFAULTS:
        others = [word for word in _values(below) if f'"{word}"' != value.strip()]
        if others:
            yield f'{key} = "{others[0]}"\n'
    elif key == "faces":
        faces = re.findall(r'"[\w-]+"', value)
        for place, face in enumerate(faces):
            other = faces[(place + 1) % len(faces)]
            if other != face:
                yield f"{key} = [{', '.join([*faces[:place], other, *faces[place + 1 :]])}]\n"
    elif re.fullmatch(r"[\w-]+", key) and key not in NO_RULE:
        for found in NUMBER.finditer(value):
            if not found[0].startswith('"'):
                yield f"{key} = {value[: found.start()]}{_other(found[0])}{value[found.end() :]}"


def _other(word: str) -> str:
    return {"true": "false", "false": "true"}.get(word) or str(int(word) + 1)


def _values(below: list[str]) -> Iterator[str]:
    for line in below:
        if line.startswith("["):
            return
        if found := re.match(r"values\.([\w+-]+|\"[^\"]+\") = ", line):
            yield found[1].strip('"')
