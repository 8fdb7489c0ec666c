"""The chart of a sweep: bars, lines with steps at the range bands, or a heat map."""

from typing import Any

from necrostats.reports.blocks import Result
from necrostats.reports.charts.bars import plain
from necrostats.reports.charts.chart import Chart
from necrostats.reports.charts.lines import PERCENT, Line, Mark, Point, lines
from necrostats.reports.charts.maps import Square, heat_map
from necrostats.reports.numbers import inches
from necrostats.reports.row_words import number, shown, with_fraction
from necrostats.reports.sweep_figure import DISTANCE, across_and_down, drawn_as_lines, is_stepped, lines_of
from necrostats.reports.sweep_words import axis_words, figure_words, is_chance, value_words
from necrostats.reports.words import first_capital

MOST_CELLS = 2_500
MOST_LABELS = 30  # values of an axis that are named one by one


def charts(result: Result) -> list[Chart]:
    """The one chart that suits the axes; none for a map of too many cells, whose figure is shown instead."""
    way = drawn_as_lines(result)
    if way is not None:
        return [_lines(result, *way)]
    if len(result["axes"]) == 1:
        return [_bars(result)]
    return [_map(result)] if len(result["rows"]) <= MOST_CELLS else []


def _title(result: Result) -> str:
    return f"{first_capital(figure_words(result))} (exact)"


def _lines(result: Result, along: Result, other: Result | None) -> Chart:
    stepped = is_stepped(result, along)
    drawn = []
    for place, line in enumerate(lines_of(result, along, other)):
        if line.points:
            points = [Point(x, y, text) for (x, y), text in zip(line.points, line.shown, strict=True)]
            drawn.append(Line(line.name, f"line-{place}", points, line.steps() if stepped else ()))
    values = list(along["values"])
    ticks, labels = [], "datum.label"
    if not stepped and len(values) <= MOST_LABELS:
        words = ", ".join(f"'{value}': '{value_words(along['axis'], value)}'" for value in values)
        ticks, labels = values, f"({{{words}}})[datum.label] || datum.label"
    marks: dict[float, dict[str, None]] = {}
    for band in result["bands"]:
        for name in ("short", "long"):
            if band[name] and values[0] <= band[name] < values[-1]:
                marks.setdefault(float(band[name]), {})[name] = None
    what = first_capital(axis_words(along["axis"])) + (" in inches" if along["axis"] == DISTANCE else "")
    highest = max((y for line in drawn for y in (point.y for point in line.points)), default=0.0)
    return lines(
        _title(result),
        drawn,
        x=what,
        y=figure_words(result),
        top=1.12 * highest or 1.0,
        values=PERCENT if is_chance(result) else None,
        marks=[Mark(edge, f"{inches(edge)} {' and '.join(names)}") for edge, names in sorted(marks.items())],
        note="" if other is None else f"A line for each {axis_words(other['axis'])}.",
        wide=True,
        ticks=ticks,
        labels=labels,
    )


def _bars(result: Result) -> Chart:
    axis = result["axes"][0]["axis"]
    bars = [
        (
            value_words(axis, row["at"][axis]),
            number(row["value"]),
            with_fraction(row["value"]) if row["value"] is not None else str(row["reason"]),
        )
        for row in result["rows"]
    ]
    return plain(_title(result), bars, figure_words(result), wide=True)


def _map(result: Result) -> Chart:
    across, down = across_and_down(result)
    rows: list[dict[str, Any]] = list(result["rows"])
    top = max((number(row["value"]) for row in rows if row["value"] is not None), default=1.0) or 1.0
    what = figure_words(result)
    squares = []
    for row in rows:
        value = row["value"]
        none = value is None
        squares.append(
            Square(
                value_words(across["axis"], row["at"][across["axis"]]),
                value_words(down["axis"], row["at"][down["axis"]]),
                None if none else number(value),
                "-" if none else shown(value).removesuffix("%"),
                not none and number(value) < 0.55 * top,
                {what: str(row["reason"]) if none else with_fraction(value)},
            )
        )
    return heat_map(
        _title(result),
        squares,
        across=first_capital(axis_words(across["axis"])),
        down=first_capital(axis_words(down["axis"])),
        scale={"scheme": "cividis", "domain": [0, top]},
        columns=[value_words(across["axis"], value) for value in across["values"]],
        rows=[value_words(down["axis"], value) for value in down["values"]],
        hover=[what],
        note=f"Down: {axis_words(down['axis'])}." + (" In percent." if is_chance(result) else ""),
    )
