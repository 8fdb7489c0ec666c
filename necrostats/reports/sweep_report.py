"""The report of a sweep: the figure at a glance, then a table by cell."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from necrostats.reports.attack_report import rolls
from necrostats.reports.blocks import Block, Cell, Column, Headline, Result, Say, Section, Table
from necrostats.reports.closing import closing, notes
from necrostats.reports.numbers import fraction, inches
from necrostats.reports.row_words import HEADS, number, said_of, shown, with_fraction
from necrostats.reports.sweep_words import (
    axis_words,
    capital,
    figure_words,
    is_number,
    span_words,
    value_words,
)
from necrostats.reports.words import title

WIDTH = 84  # columns of a terminal for the values of the second axis
GAP = 2
OF_ROW = {
    "stages.hit": "hit",
    "stages.wound": "wound",
    "stages.unsaved": "unsaved",
    "stages.down": "down",
    "outcomes.out_of_action": "out_of_action",
    "wounds_mean": "wounds_mean",
}
CELLS_NAMED = 3
Line = tuple[Any, Any, list[Result]]  # the first and last value of an axis, and the rows at the first


def sweep_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of a sweep."""
    axes = list(result["axes"])
    blocks: list[Block] = [Headline(headline(result))]
    said = " ".join(filter(None, ["One attack action.", said_of(_fixed(result)), ranges(result)]))
    blocks.append(Say(said))
    if len(axes) == 1:
        note = "Chances in the whole attack action; Rolls: what hit, wound and save need; Wounds: mean lost."
        blocks += [Section(f"By {axis_words(axes[0]['axis'])}", note), _one_axis(result)]
    else:
        blocks += _two_axes(result)
    return [*blocks, *_left_out(result), *notes(result), *closing(result)]


def headline(result: Result) -> str:
    """What is swept over what, and how far it goes."""
    rows = [row for row in result["rows"] if row["value"] is not None]
    low, high = (pick(rows, key=lambda row: number(row["value"])) for pick in (min, max))
    names = [str(axis["axis"]) for axis in result["axes"]]
    who = "attacker" if "attacker" in names else title(result["attacker"])
    whom = "a target" if "target" in names else title(result["target"])
    over = " and ".join(axis_words(name) for name in names)
    weapon = f" with {result['weapon'][:1].lower()}{result['weapon'][1:]}" if result["weapon"] else ""
    what = figure_words(result)
    if number(low["value"]) == number(high["value"]):
        text = f"{what} {with_fraction(low['value'])} throughout"
    else:
        text = f"{what} {shown(low['value'])} to {shown(high['value'])}"
    return f"{capital(who)} attacks {whom}{weapon}, by {over}: {text} (exact)"


def _fixed(result: Result) -> Mapping[str, Any]:
    """What holds in all cells."""
    return {name: value for name, value in result["situation"].items() if name not in ("distance", "range")}


def ranges(result: Result) -> str:
    """The ranges of the weapons, where the distance is swept."""
    parts = []
    for band in result["bands"]:
        known = [f"{name} {inches(band[name])}" for name in ("short", "long") if band[name]]
        parts.append(f"{title(band['weapon'])} {', '.join(known)}")
    return f"Ranges: {'; '.join(parts)}." if parts else ""


def _one_axis(result: Result) -> Table:
    """A row for each value, neighbours that fare alike together."""
    axis = result["axes"][0]
    rows = list(result["rows"])
    figures = [name for name in HEADS if name in rows[0]]
    swept = OF_ROW.get(result["figure"], "value")
    if swept == "value":
        figures = ["value", *figures]
    name = axis_words(axis["axis"])
    columns = [Column(capital(name), grows=axis["axis"] == "weapon")]
    columns.append(Column("Rolls", optional=4))
    heads = {**HEADS, "value": capital(figure_words(result))}
    for each in figures:
        columns.append(Column(heads[each], "right"))
        columns.append(
            Column("", attached=True, optional=0 if each == swept else 3 if each == "wounds_mean" else 2)
        )
    made = []
    for first, last, (row, *_) in _lines(axis, [[row] for row in rows], [*figures, "needs"]):
        cells = [Cell(span_words(axis["axis"], first, last)), Cell(rolls(row), "dim")]
        for each in figures:
            cells.append(Cell(shown(row[each]), "strong" if each == swept else "plain"))
            cells.append(Cell(fraction(row[each]) if row[each] else "", "dim"))
        made.append(tuple(cells))
    return Table(tuple(columns), tuple(made))


def _two_axes(result: Result) -> Iterator[Block]:
    """The figure in rows and columns, in several tables where one is too wide."""
    down, across = turned(result)
    what = figure_words(result)
    heading = capital(what)
    names = [axis_words(axis["axis"]) for axis in (down, across)]
    note = f"{capital(names[0])} down, {names[1]} across."
    at = {(row["at"][down["axis"]], row["at"][across["axis"]]): row for row in result["rows"]}
    for part in _parts(across):
        yield Section(heading, note)
        note = ""
        lines = [
            [at.get((value, other), {"value": None}) for other in part]
            for value in down["values"]
            if any((value, other) in at for other in part)
        ]
        name = axis_words(down["axis"])
        columns = [Column(capital(name))]
        for other in part:
            columns.append(Column(value_words(across["axis"], other), "right"))
            columns.append(Column("", attached=True, optional=2))
        made = []
        for first, last, row in _lines(down, lines, ["value"]):
            cells = [Cell(span_words(down["axis"], first, last))]
            for one in row:
                figure = one["value"]
                cells += [Cell(shown(figure)), Cell(fraction(figure) if figure else "", "dim")]
            made.append(tuple(cells))
        yield Table(tuple(columns), tuple(made))


def turned(result: Result) -> tuple[Result, Result]:
    """The axis that goes down and the one that goes across: a long one goes down."""
    first, second = result["axes"]
    if len(second["values"]) > max(8, len(first["values"])):
        return second, first
    return first, second


def _parts(across: Result) -> Iterator[list[Any]]:
    """The values of an axis in parts that are not too wide together."""
    part: list[Any] = []
    room = WIDTH
    for value in across["values"]:
        width = min(24, max(6, len(value_words(across["axis"], value)))) + GAP
        if part and width > room:
            yield part
            part, room = [], WIDTH
        part.append(value)
        room -= width
    yield part


def _lines(axis: Result, lines: Sequence[list[Result]], keys: Sequence[str]) -> Iterator[Line]:
    """Lines of rows, neighbouring ones with the same figures together where the axis is one of numbers."""
    begun: Line | None = None
    for value, rows in zip(axis["values"], lines, strict=False):
        alike = begun is not None and all(
            one.get(key) == other.get(key) for one, other in zip(begun[2], rows, strict=True) for key in keys
        )
        if begun is not None and alike and is_number(axis):
            begun = (begun[0], value, begun[2])
            continue
        if begun is not None:
            yield begun
        begun = (value, value, rows)
    if begun is not None:
        yield begun


def _left_out(result: Result) -> list[Block]:
    """The cells without a figure, by the reason."""
    about: dict[str, list[str]] = {}
    for row in result["rows"]:
        if row["value"] is None:
            cell = ", ".join(
                f"{axis_words(name)} {value_words(name, value)}" for name, value in row["at"].items()
            )
            about.setdefault(str(row["reason"]), []).append(cell)
    if not about:
        return []
    blocks: list[Block] = [Section("Cells without a figure")]
    for reason, cells in about.items():
        more = f" and {len(cells) - CELLS_NAMED} more" if len(cells) > CELLS_NAMED else ""
        blocks.append(Say(f"{capital(reason)}: {'; '.join(cells[:CELLS_NAMED])}{more}", "dim"))
    return blocks
