"""What the readings of an option are, and what they change."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from necrostats.reports.blocks import Block, Column, Facts, Headline, Result, Say, Section, Table, cells
from necrostats.reports.closing import closing
from necrostats.reports.numbers import points
from necrostats.reports.strips import beside, figures, texts

LAYERS = {
    "basic": "basic rules",
    "advanced": "advanced rules",
    "board": "rules of the board, which battles read",
}
NOTE = (
    "Chances of one attack action, exact, that differ from the default's; all other options at their defaults. Points: "
    "percentage points more or less."
)

Row = Mapping[str, Any]


def option_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of an option."""
    rules = "; ".join(f"{rule['id']} {rule['title']}" for rule in result["rules"])
    also = [(str(row["what"]), str(row["is"])) for row in result.get("also", [])]
    layer = LAYERS[result["layer"]]
    facts = Facts((("belongs to", layer), ("rules", rules), ("default", _default(result["default"]))))
    blocks: list[Block] = [Facts(tuple(also)), Section("Option of that name")] if also else []
    blocks += [
        Headline(f"{result['option']}: {result['title']}"),
        facts,
        Section("Readings"),
        _readings(result),
    ]
    rows = list(result["rows"])
    blocks += [Section("What changes", NOTE), _changes(rows)] if rows else [Section("What changes")]
    blocks += [Say(str(note), "dim" if rows else "plain") for note in result.get("notes", [])]
    return [*blocks, *closing(result)]


def _default(default: Mapping[str, str]) -> str:
    """The value in force, by rules where they differ.

    >>> _default({"basic": "miss", "advanced": "improbable"}), _default({"basic": "hit", "advanced": "hit"})
    ('miss (basic), improbable (advanced)', 'hit')
    """
    if len(set(default.values())) == 1:
        return next(iter(default.values()))
    return ", ".join(f"{value} ({rules})" for rules, value in default.items())


def _readings(result: Result) -> Table:
    columns = (Column(""), Column("", grows=True), Column(""))
    rows = []
    for reading in result["readings"]:
        usual = reading["default"]
        mark = (
            f"default ({', '.join(usual)})"
            if 0 < len(usual) < len(result["default"])
            else "default"
            if usual
            else ""
        )
        rows.append(cells(f"{result['option']}={reading['value']}", str(reading["says"]), mark))
    strong = frozenset(n for n, reading in enumerate(result["readings"]) if reading["default"])
    return Table(columns, tuple(rows), strong, frame=False)


def _changes(rows: list[Row]) -> Table:
    """A row for each figure and reading; the figure and its default are named once."""
    merged = list(_merged(rows))
    groups = [list(group) for _, group in groupby(merged, key=lambda row: (row["title"], row["rules"]))]
    every = [(row, row is group[0]) for group in groups for row in group]
    by_rules = len({row["rules"] for row in merged}) > 1
    strips = [texts("Figure", (_sentence(row["title"]) if first else "" for row, first in every), grows=True)]
    if by_rules:
        strips.append(texts("Rules", (row["rules"] if first else "" for row, first in every)))
    strips += [
        figures("Default", [row["default"] if first else None for row, first in every]),
        texts("Reading", (str(row["value"]) for row, _ in every)),
        figures("With it", [row["with_it"] for row, _ in every], "strong"),
        texts("Points", (_points(float(row["difference"]["p"])) for row, _ in every), align="right"),
    ]
    return beside(strips)


def _points(difference: float) -> str:
    """A difference in percentage points that is not nothing.

    >>> _points(0.5), _points(-0.0002)
    ('+50.0', '-<0.1')
    """
    text = points(difference)
    return text if float(text) else f"{'+' if difference > 0 else '-'}<0.1"


def _merged(rows: list[Row]) -> Iterator[dict[str, Any]]:
    """Rows of one figure together; those of several rules that say the same are one."""
    order = list(dict.fromkeys(row["figure"] for row in rows))
    left = [dict(row) for row in sorted(rows, key=lambda row: order.index(row["figure"]))]
    while left:
        row = left.pop(0)
        same = [
            r for r in left if all(r[key] == row[key] for key in ("figure", "value", "default", "with_it"))
        ]
        left = [r for r in left if r not in same]
        yield row | {"rules": ", ".join([row["rules"], *(r["rules"] for r in same)])}


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
