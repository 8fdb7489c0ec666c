"""The figure of a sweep: bars, lines with steps at the range bands, or a heat map with its numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from textwrap import fill
from typing import TYPE_CHECKING, Any

from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke

from necrostats.reports.blocks import Result
from necrostats.reports.numbers import inches
from necrostats.reports.row_words import number, shown
from necrostats.reports.sweep_report import fixed_words, headline
from necrostats.reports.sweep_words import (
    axis_words,
    figure_words,
    is_chance,
    is_number,
    value_words,
)
from necrostats.reports.words import first_capital

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, TITLE_LETTERS = 10.0, 88
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
MOST_LINES = len(COLOURS)
FEW = 3  # values of a second axis of numbers that are drawn as lines all the same
PLOT = 4.2  # inches
BAR, CELL = 0.34, 0.34
GREY, INK = "#666666", "#222222"
MOST_NUMBERS = 26  # columns of a heat map that still have room for their numbers
APART = 0.2  # inches between labels
DISTANCE = "distance"
HALO = [withStroke(linewidth=2.2, foreground="white")]


def paint(result: Result, figure: Any) -> None:
    """Draw the sweep on an empty figure."""
    text = fill(headline(result), TITLE_LETTERS)
    over = 0.25 + 0.24 * (text.count("\n") + 1)
    lines = drawn_as_lines(result)
    if lines is not None:
        height = over + PLOT + 0.95
    elif len(result["axes"]) == 1:
        height = over + 0.6 + BAR * len(result["rows"])
    else:
        height = over + 0.4 + under_map(result) + max(1.4, CELL * len(across_and_down(result)[1]["values"]))
    figure.set_size_inches(WIDTH, height)
    figure.suptitle(text, x=0.02, y=1 - 0.12 / height, ha="left", va="top", fontsize=12, weight="bold")
    note = " ".join(filter(None, ["Exact.", fixed_words(result)]))
    figure.text(0.02, 0.08 / height, note, fontsize=8, color=GREY, va="bottom")
    room = (height - over) / height
    if lines is not None:
        wide = 0.74 if lines[1] and not is_stepped(result, lines[0]) else 0.88
        axes = figure.add_axes((0.08, 0.8 / height, wide, room - 0.95 / height), label="lines")
        paint_lines(axes, result, *lines)
    elif len(result["axes"]) == 1:
        axes = figure.add_axes((0.25, 0.4 / height, 0.6, room - 0.5 / height), label="bars")
        paint_bars(axes, result)
    else:
        under, left = under_map(result), left_of_map(result)
        axes = figure.add_axes(
            (left, under / height, 0.98 - left, room - (under + 0.2) / height), label="map"
        )
        paint_map(axes, result)


def drawn_as_lines(result: Result) -> tuple[Result, Result | None] | None:
    """The axis along the page and the one with a line for each value; None where lines say nothing."""
    axes = list(result["axes"])
    numbers = [axis for axis in axes if is_number(axis) and len(axis["values"]) > 1]
    if not numbers:
        return None
    along = next(
        (axis for axis in numbers if axis["axis"] == DISTANCE), max(numbers, key=lambda x: len(x["values"]))
    )
    others = [axis for axis in axes if axis is not along]
    if not others:
        return along, None
    (other,) = others
    most = FEW if is_number(other) else MOST_LINES
    return (along, other) if len(other["values"]) <= most and len(along["values"]) > 2 else None


def is_stepped(result: Result, along: Result) -> bool:
    """Whether the figure changes by steps along an axis: a shot's chances over its distance do."""
    return bool(along["axis"] == DISTANCE and result["of"] != "matchup")


def paint_lines(axes: "Axes", result: Result, along: Result, other: Result | None) -> None:
    """A line for each value of the other axis, with its name; wider ones under those that may cover them."""
    stepped = is_stepped(result, along)
    series = lines_of(result, along, other)
    top = 1.28 * (max((y for line in series for _, y in line.points), default=0) or 1)
    for place, line in enumerate(series):
        width = 2 + 1.8 * min(2, sum(line.covered_by(later) for later in series[place + 1 :]))
        look: dict[str, Any] = {} if stepped else {"marker": MARKERS[place], "markersize": 4 + width}
        xs, ys = zip(*(line.steps() if stepped else line.points), strict=True) if line.points else ((), ())
        axes.plot(
            xs, ys, color=line.colour, label=line.name, linewidth=width, clip_on=False, zorder=3, **look
        )
    values = along["values"]
    axes.set(xlim=(0 if stepped and values[0] <= 1 else values[0], values[-1]), ylim=(0, top))
    axes.set_xlabel(
        first_capital(axis_words(along["axis"])) + (" in inches" if along["axis"] == DISTANCE else "")
    )
    axes.set_title(first_capital(figure_words(result)), fontsize=10, weight="normal")
    if is_chance(result):
        axes.yaxis.set_major_formatter(lambda y, _: f"{100 * y:g}%")
    if len(values) <= 12:
        axes.set_xticks(values, [value_words(along["axis"], x) for x in values])
    else:
        axes.set_xticks([x for x in axes.get_xticks() if axes.get_xlim()[0] <= x <= axes.get_xlim()[1]])
    axes.set_yticks([y for y in axes.get_yticks() if 0 <= y <= top])
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.8, zorder=0)
    _edges(axes, result, values)
    if stepped:
        _names_at_start(axes, series, top)
    else:
        _names_at_end(axes, series, top)
        if other:
            head = axis_words(other["axis"])
            axes.text(
                1.015,
                1.02,
                first_capital(head),
                transform=axes.transAxes,
                fontsize=9,
                color=GREY,
                va="bottom",
            )


@dataclass(frozen=True)
class Line:
    """One line: its name, points without gaps, and the inches at which its weapon's range bands end."""

    name: str
    colour: str
    points: list[tuple[float, float]]
    shown: list[str]
    edges: list[float]

    def covered_by(self, later: "Line") -> bool:
        """Whether another line runs along this one for a while, above nothing."""
        both = [
            y
            for (x, y), (other, z) in zip(self.points, later.points, strict=False)
            if (x, y) == (other, z) and y
        ]
        return len(both) > 1

    def later_levels(self) -> list[tuple[str, float, float]]:
        """Behind the first level stretch, each with its chance, its height and its middle."""
        found = []
        stretches = [[*group] for _, group in groupby(enumerate(self.points), key=lambda each: each[1][1])]
        for stretch in stretches[1:]:
            first, (_, level) = stretch[0]
            before = self.points[first - 1][0]
            begin = next(x for x, y in self.steps() if y == level and x >= before)
            found.append((self.shown[first], level, (begin + stretch[-1][1][0]) / 2))
        return found

    def steps(self) -> list[tuple[float, float]]:
        """The points with the corners between them: a step stands where a band ends, else behind the nearer point."""
        first, level = self.points[0]
        found = [(0.0 if first <= 1 else first, level)]
        for (x, y), (after, next_level) in pairwise(self.points):
            edge = next((edge for edge in self.edges if x <= edge < after), x)
            if next_level != y:
                found += [(edge, y), (edge, next_level)]
        return [*found, self.points[-1]]


def lines_of(result: Result, along: Result, other: Result | None) -> list[Line]:
    """The lines in the order of the other axis; cells without a figure are left out."""
    found = []
    for place, value in enumerate(other["values"] if other else [None]):
        rows = [
            row
            for row in result["rows"]
            if row["value"] is not None and (other is None or row["at"][other["axis"]] == value)
        ]
        within = [row for row in rows if not str(row["reason"]).startswith("beyond long range")]
        rows = rows[: len(within) + 1]
        name = ""
        if other:
            name = value_words(other["axis"], value)
            if along["axis"] == DISTANCE and other["axis"] not in ("weapon", "attacker", "target"):
                name = f"{axis_words(other['axis'])} {name}"
        bands = list(result["bands"])
        if other and other["axis"] == "weapon":
            bands = [band for band in bands if band["weapon"] == value]
        edges = [float(band[key]) for band in bands for key in ("short", "long") if band[key]]
        points = [(float(row["at"][along["axis"]]), number(row["value"])) for row in rows]
        found.append(Line(name, COLOURS[place], points, [shown(row["value"]) for row in rows], edges))
    return found


def _names_at_start(axes: "Axes", series: list[Line], top: float) -> None:
    """Name and chance over the beginning of each stepped line; the chances of what follows where there is room."""
    drawn = [line for line in series if line.points]
    places = apart([line.points[0][1] for line in drawn], APART / PLOT * top)
    for line, place in zip(drawn, places, strict=True):
        text = f"{line.name} {line.shown[0]}".strip()
        axes.annotate(
            text,
            (line.steps()[0][0], place),
            xytext=(4, 3),
            textcoords="offset points",
            va="bottom",
            fontsize=9,
            color=line.colour,
            path_effects=HALO,
            zorder=5,
        )
    if len(drawn) > FEW:
        return
    taken: set[tuple[float, float]] = set()
    for line in drawn:
        for chance, level, middle in line.later_levels():
            if (middle, level) in taken:
                continue
            taken.add((middle, level))
            axes.annotate(
                chance,
                (middle, level),
                xytext=(0, 4),
                textcoords="offset points",
                ha="center",
                va="bottom",
                fontsize=8.5,
                color=line.colour if level else GREY,
                path_effects=HALO,
                zorder=5,
            )


def _names_at_end(axes: "Axes", series: list[Line], top: float) -> None:
    """The names of the lines at their ends, moved apart where they would overlap."""
    drawn = [line for line in series if line.points and line.name]
    places = apart([line.points[-1][1] for line in drawn], APART / PLOT * top)
    for line, place in zip(drawn, places, strict=True):
        axes.text(
            1.015,
            place,
            f"{fill(line.name, 20)} {line.shown[-1]}",
            transform=axes.get_yaxis_transform(),
            va="center",
            fontsize=9,
            color=line.colour,
        )


def apart(values: Sequence[float], least: float) -> list[float]:
    """Places in the same order that are at least so far from each other, none below half of that.

    >>> apart([0.0, 0.0, 5.0], 1.0)
    [0.5, 1.5, 5.0]
    """
    order = sorted(range(len(values)), key=lambda n: values[n])
    places = list(values)
    low = least / 2
    for n in order:
        places[n] = max(values[n], low)
        low = places[n] + least
    return places


def _edges(axes: "Axes", result: Result, values: Sequence[float]) -> None:
    """The ends of the range bands."""
    edges: dict[float, dict[str, None]] = {}
    for band in result["bands"]:
        for name in ("short", "long"):
            if band[name] and values[0] <= band[name] < values[-1]:
                edges.setdefault(float(band[name]), {})[name] = None
    for edge, names in edges.items():
        axes.axvline(edge, color=GREY, linewidth=0.8, linestyle=(0, (2, 2)), zorder=1)
        axes.annotate(
            f"{inches(edge)} {' and '.join(names)} range",
            (edge, 1.0),
            xycoords=axes.get_xaxis_transform(),
            xytext=(3, -2),
            textcoords="offset points",
            rotation=90,
            ha="left",
            va="top",
            fontsize=7.5,
            color=GREY,
            path_effects=HALO,
            zorder=4,
        )


def paint_bars(axes: "Axes", result: Result) -> None:
    """A bar for each value of an axis that is none of numbers."""
    axis = result["axes"][0]
    rows = list(result["rows"])
    lengths = [number(row["value"]) for row in rows]
    axes.barh(range(len(rows)), lengths, height=0.72, color=COLOURS[0])
    for place, row in enumerate(rows):
        text = shown(row["value"]) if row["value"] is not None else str(row["reason"])[:60]
        axes.annotate(
            text, (lengths[place], place), xytext=(5, 0), textcoords="offset points", va="center", fontsize=9
        )
    labels = [value_words(axis["axis"], row["at"][axis["axis"]]) for row in rows]
    axes.set(xlim=(0, max(lengths) * 1.05 or 1), xticks=[], yticks=list(range(len(rows))))
    axes.set_yticklabels([label if len(label) < 32 else f"{label[:31]}…" for label in labels])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["bottom"].set_visible(False)


def across_and_down(result: Result) -> tuple[Result, Result]:
    """The axis along the page and the one down it: the longer one along, words down."""
    first, second = result["axes"]
    longer = len(second["values"]) > len(first["values"])
    wordy = is_number(second) and not is_number(first)
    return (second, first) if wordy or (longer and is_number(first) == is_number(second)) else (first, second)


def under_map(result: Result) -> float:
    """Inches that the labels under a heat map take."""
    return 0.8 + (
        0.04 * min(26, max(map(len, labels)))
        if slanted(labels := labels_across(result)) and not is_number(across_and_down(result)[0])
        else 0
    )


def left_of_map(result: Result) -> float:
    """Share of the page that the labels left of a heat map take."""
    down = across_and_down(result)[1]
    return 0.065 + 0.0085 * max(len(_cut(value_words(down["axis"], value))) for value in down["values"])


def labels_across(result: Result) -> list[str]:
    """The values along a heat map."""
    across = across_and_down(result)[0]
    return [_cut(value_words(across["axis"], value)) for value in across["values"]]


def slanted(labels: Sequence[str]) -> bool:
    """Whether labels are too long to stand side by side."""
    return max(map(len, labels)) * len(labels) > 90


def paint_map(axes: "Axes", result: Result) -> None:
    """A cell for each pair of values, its number in it; hatched where the attack cannot be made."""
    across, down = across_and_down(result)
    columns, lines = list(across["values"]), list(down["values"])
    at = {(row["at"][across["axis"]], row["at"][down["axis"]]): row for row in result["rows"]}
    nothing = float("nan")
    grid = [
        [number(at[x, y]["value"]) if (x, y) in at and at[x, y]["value"] else nothing for x in columns]
        for y in lines
    ]
    drawn = axes.imshow(grid, cmap="cividis", aspect="auto", vmin=0)
    top = max((value for line in grid for value in line if value == value), default=1) or 1
    numbered = len(columns) <= MOST_NUMBERS
    size = 9 if len(columns) <= 12 else 7.5 if len(columns) <= 18 else 6
    for n, y in enumerate(lines):
        for m, x in enumerate(columns):
            row = at.get((x, y))
            if row is None or row["value"] is None:
                axes.add_patch(
                    Rectangle(
                        (m - 0.5, n - 0.5),
                        1,
                        1,
                        facecolor="#eeeeee",
                        edgecolor="#bbbbbb",
                        hatch="///",
                        linewidth=0,
                    )
                )
            elif numbered:
                colour = "white" if number(row["value"]) < 0.55 * top else INK
                axes.text(m, n, _short(row["value"]), ha="center", va="center", fontsize=size, color=colour)
    step = max(1, len(columns) // 16 + 1) if len(columns) > MOST_NUMBERS else 1
    places = list(range(0, len(columns), step))
    labels = labels_across(result)
    long = slanted(labels) and not is_number(across)
    axes.set_xticks(places, [labels[n] for n in places], rotation=30 if long else 0)
    if long:
        for label in axes.get_xticklabels():
            label.set(horizontalalignment="right", rotation_mode="anchor")
    axes.set_yticks(range(len(lines)), [_cut(value_words(down["axis"], y)) for y in lines])
    if not long:
        axes.set_xlabel(
            first_capital(axis_words(across["axis"])) + (" in inches" if across["axis"] == DISTANCE else "")
        )
    axes.set_ylabel(first_capital(axis_words(down["axis"])))
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    unit = ", in percent" if is_chance(result) else ""
    axes.set_title(f"{first_capital(figure_words(result))}{unit}", fontsize=10, weight="normal")
    if not numbered:
        bar = axes.figure.colorbar(drawn, ax=axes, pad=0.01, aspect=30)
        bar.outline.set_visible(False)
        if unit:
            bar.ax.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g}")


def _short(figure: Any) -> str:
    """A chance in percent without its sign, a mean as it is."""
    return shown(figure).removesuffix("%")


def _cut(label: str) -> str:
    return label if len(label) <= 22 else f"{label[:21]}…"
