"""A probability table of the rules as blocks, and its cells as texts."""

from collections.abc import Mapping
from typing import Any

from necrostats.reports.blocks import Block, Cell, Column, Facts, Headline, Result, Say, Table
from necrostats.reports.closing import closing, notes
from necrostats.reports.numbers import decimal, percent
from necrostats.reports.screens import width_of

LONGEST = 13  # signs of a fraction that is shown beside its percentage


def table_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of a table."""
    rules = ", ".join(f"{rule['id']} {rule['title']}" for rule in result["rule_ids"])
    across = f"Columns: {result['across']}." if result["across"] else ""
    facts = [("rules", rules), *(_reading(each) for each in result["readings"])]
    return [
        Headline(str(result["title"])),
        Say(str(result["says"])),
        *([Say(across, "dim")] if across else []),
        _table(result),
        Facts(tuple(facts)),
        *notes(result),
        *closing(result),
    ]


def _reading(reading: Mapping[str, str]) -> tuple[str, str]:
    says = f" ({reading['says']})" if reading["says"] else ""
    return reading["option"], f"{reading['title']}: {reading['value']}{says}"


def _table(result: Result) -> Table:
    """Percentages, each with its fraction attached where there is one short enough."""
    heads = [str(head) for head in result["heads"]]
    words = [[word for row in result["rows"] for word in row["heads"][n].split()] for n in range(len(heads))]
    columns = [Column(head, least=max(map(width_of, each))) for head, each in zip(heads, words, strict=True)]
    for column in result["columns"]:
        columns += [Column(str(column), "right"), Column("", attached=True, optional=1)]
    rows = []
    for row in result["rows"]:
        cells = [Cell(str(head), "strong") for head in row["heads"]]
        for cell in row["cells"]:
            big, small = texts(cell)
            cells += [Cell(big), Cell(small, "dim")]
        rows.append(tuple(cells))
    return Table(tuple(columns), tuple(rows))


def texts(cell: Any) -> tuple[str, str]:
    """A cell as percent and fraction, a mean as decimal and fraction; a fraction too long to read is left out.

    >>> texts({"p": 0.5, "fraction": "1/2", "on": 4}), texts({"mean": 1.5, "fraction": "3/2"}), texts("-")
    (('50.0%', '1/2'), ('1.50', '3/2'), ('-', ''))
    """
    if isinstance(cell, str):
        return cell, ""
    fraction = str(cell.get("fraction", ""))
    small = fraction if "/" in fraction and len(fraction) <= LONGEST else ""
    return (decimal(float(cell["mean"])) if "mean" in cell else percent(cell)), small


def needs(result: Result) -> bool:
    """Whether the cells say what a single D6 needs."""
    return all(isinstance(cell, str) or cell.get("on") for row in result["rows"] for cell in row["cells"])


def need(cell: Any) -> str:
    """What the D6 needs, "" where nothing is known and a dash where it cannot be.

    >>> need({"p": 0.5, "on": 4}), need({"p": 0.0, "on": 7}), need("never")
    ('4+', '-', '')
    """
    on = 0 if isinstance(cell, str) else int(cell.get("on", 0))
    if not on:
        return ""
    return f"{on}+" if on <= 6 else "-"


def grouped(columns: list[str]) -> list[tuple[str, int]]:
    """Neighbouring columns of the same group with their number, where all of them belong to one; else [].

    >>> grouped(["ganger, down", "ganger, out", "brute, down"]), grouped(["4+", "5+"])
    ([('ganger', 2), ('brute', 1)], [])
    """
    if not all(", " in column for column in columns):
        return []
    found: list[tuple[str, int]] = []
    for column in columns:
        group = column.partition(", ")[0]
        if found and found[-1][0] == group:
            found[-1] = (group, found[-1][1] + 1)
        else:
            found.append((group, 1))
    return found if any(number > 1 for _, number in found) else []
