"""The report of a sweep: the figure at a glance, then a table by cell."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from necrostats.reports.attack_report import rolls
from necrostats.reports.blocks import Block, Headline, Result, Say, Section, Table, Tone
from necrostats.reports.closing import closing, notes
from necrostats.reports.numbers import inches
from necrostats.reports.row_words import HEADS, number, said_of, shown, with_fraction
from necrostats.reports.strips import beside, figures, texts
from necrostats.reports.sweep_words import (
    EVENTS,
    NAMES,
    axis_words,
    figure_words,
    head_words,
    is_number,
    span_words,
    value_words,
)
from necrostats.reports.words import called, first_capital, title, words

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
    said = " ".join(filter(None, [fixed_words(result), ranges(result)]))
    blocks += [Say(said)] if said else []
    if len(axes) == 1:
        blocks += [Section(f"By {axis_words(axes[0]['axis'])}", _note(result)), _one_axis(result)]
    else:
        blocks += _two_axes(result)
    return [*blocks, *_left_out(result), *notes(result), *closing(result)]


def headline(result: Result) -> str:
    """What is swept over what, and how far it goes."""
    rows = [row for row in result["rows"] if row["value"] is not None]
    over = " and ".join(axis_words(axis["axis"]) for axis in result["axes"])
    what = figure_words(result)
    start = f"{_subject(result)}, by {over}: {what}"
    if not rows:
        return f"{start} never (exact)"
    low, high = (pick(rows, key=lambda row: number(row["value"])) for pick in (min, max))
    if number(low["value"]) == number(high["value"]):
        return f"{start}, {with_fraction(low['value'])} throughout (exact)"
    return f"{start}, {shown(low['value'])} to {shown(high['value'])} (exact)"


def _subject(result: Result) -> str:
    """What the question is about."""
    names = [str(axis["axis"]) for axis in result["axes"]]
    if result["of"] == "attack":
        who = "an attacker" if "attacker" in names else _name(result["attacker"])
        whom = "a target" if "target" in names else _name(result["target"])
        weapon = f" with {result['weapon'][:1].lower()}{result['weapon'][1:]}" if result["weapon"] else ""
        return f"{first_capital(who)} attacks {whom}{weapon}"
    named = {name: _name(who) for name, who in result["subjects"].items()}
    if result["of"] == "matchup":
        a, b = (f"{named[side]} ({side.upper()})" if side in named else side.upper() for side in "ab")
        return f"{a} against {b}"
    about = {"blast": "A blast", "chain bottle": "A gang", "chain ammo": "A weapon"}.get(
        result["of"], "A fighter"
    )
    who = next(iter(named.values()), about)
    if result["of"] == "blast" and named:
        who = f"a blast by {who}"
    return first_capital(who + (", seriously injured" if result["of"] == "chain recovery" else ""))


def _name(label: str) -> str:
    return label if "*" in label else called(label)


def fixed_words(result: Result) -> str:
    """What holds in all cells, as sentences."""
    if result["of"] == "attack":
        fixed = {
            name: value for name, value in result["situation"].items() if name not in ("distance", "range")
        }
        return " ".join(filter(None, ["One attack action.", said_of(fixed)]))
    parts = [
        axis_words(name) + ("" if value is True else f" {value_words(name, value)}")
        for name, value in result["situation"].items()
    ]
    return f"{first_capital(', '.join(parts))}." if parts else ""


def _note(result: Result) -> str:
    """What the columns of a table over one axis are."""
    if result["of"] == "attack":
        return "Chances in the whole attack action; Rolls: what hit, wound and save need; Wounds: mean lost."
    until = next((path.split(".")[1] for path in result["columns"].values() if path.startswith("until.")), "")
    if not until or result["unit"] is None:
        return ""
    event = EVENTS.get(until, words(until))
    shots = "; Shots: mean number in the battle" if "shots" in result["columns"] else ""
    return f"{first_capital(result['unit'])}s until {event}{shots}."


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
    attack = result["of"] == "attack"
    rows = [{**row.get("figures", {}), **row} for row in result["rows"]]
    heads = _heads(result)
    swept = _swept(result, heads)
    if swept == "value":
        heads = {"value": first_capital(figure_words(result)), **heads}
    lines = list(_lines(axis, [[row] for row in rows], [*heads, "needs", "reason"]))
    kept = [row for _, _, (row, *_) in lines]
    name, grows = axis["axis"], axis["axis"] in NAMES
    values = [_value(name, row, span_words(name, first, last)) for first, last, (row, *_) in lines]
    strips = [texts(first_capital(axis_words(name)), values, grows=grows)]
    if attack:
        strips.append(texts("Rolls", map(rolls, kept), "dim", optional=4))
    for each, head in heads.items():
        beside_ = 0 if each == swept else 3 if each == "wounds_mean" else 2
        tone: Tone = "strong" if each == swept else "plain"
        strips.append(figures(head, [row.get(each) for row in kept], tone, beside=beside_, missing="-"))
    return beside(strips)


def _value(axis: str, row: Result, text: str) -> str:
    """A value of an axis; of a weapon its full name, where a row has one."""
    return str(row.get("weapon_name") or text) if axis == "weapon" else text


def _heads(result: Result) -> dict[str, str]:
    """The figures of a table over one axis, with their headings."""
    if result["of"] == "attack":
        return {name: head for name, head in HEADS.items() if name in result["rows"][0]}
    return {name: head_words(name, path, result) for name, path in result["columns"].items()}


def _swept(result: Result, heads: Iterable[str]) -> str:
    """The column of the figure that is swept, "value" where it has none yet."""
    if result["of"] == "attack":
        return OF_ROW.get(result["figure"], "value")
    return next((name for name in heads if result["columns"][name] == result["figure"]), "value")


def _two_axes(result: Result) -> Iterator[Block]:
    """The figure in rows and columns, in several tables where one is too wide."""
    down, across = turned(result)
    what = figure_words(result)
    heading = first_capital(what)
    names = [axis_words(axis["axis"]) for axis in (down, across)]
    note = f"{first_capital(names[0])} down, {names[1]} across."
    at = {(row["at"][down["axis"]], row["at"][across["axis"]]): row for row in result["rows"]}
    for part in _parts(across):
        yield Section(heading, note)
        note = ""
        lines = [
            [at.get((value, other), {"value": None}) for other in part]
            for value in down["values"]
            if any((value, other) in at for other in part)
        ]
        merged = list(_lines(down, lines, ["value"]))
        values = [
            _value(down["axis"], rows[0], span_words(down["axis"], first, last))
            for first, last, rows in merged
        ]
        strips = [texts(first_capital(axis_words(down["axis"])), values)]
        for place, other in enumerate(part):
            title_ = _value(across["axis"], lines[0][place], value_words(across["axis"], other))
            strips.append(
                figures(title_, [rows[place]["value"] for *_, rows in merged], beside=2, missing="-")
            )
        yield beside(strips)


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
        blocks.append(Say(f"{first_capital(words(reason))}: {'; '.join(cells[:CELLS_NAMED])}{more}", "dim"))
    return blocks
