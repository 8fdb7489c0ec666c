"""The figure of a chain: how likely each event is by each step, and how many shots a battle gives."""

from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Any

from matplotlib.patheffects import withStroke

from necrostats.reports.blocks import Result
from necrostats.reports.chain_report import event_words, headline, need_of
from necrostats.reports.numbers import decimal, percents

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Curve = tuple[list[int], list[float]]

TITLE_LETTERS = 92
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
GREY = "#8a8a8a"
WIDTH, PANEL, FOOT = 10.0, 3.9, 0.75  # inches of the page
LEFT, LABELS, GAP, BARS = 0.75, 1.5, 0.4, 2.7
LABEL_ROOM = 0.052  # of the height of the panel
MARKED = 30  # points, up to which each has its dot
LISTED = 0.235  # inches for a weapon
NAMES = 3.1
ABOVE, BELOW, LABEL_WIDTH = (
    0.032,
    0.035,
    0.22,
)  # of the panel: of a mark's label from its line, and its length
BESIDE = 0.78  # of the width of the panel, up to which a mark has room on its right
FEWEST_BARS = 6
HALO = [withStroke(linewidth=2.5, foreground="white")]


def paint(result: Result, figure: Any) -> None:
    """Draw a chain, or a bar for each weapon, on an empty figure."""
    if "until" not in result:
        paint_table(result, figure)
        return
    title = fill(headline(result).removesuffix(" (exact)"), TITLE_LETTERS)
    lines = title.count("\n") + 1
    height = FOOT + PANEL + 0.35 + 0.24 * lines
    figure.set_size_inches(WIDTH, height)
    figure.suptitle(title, x=0.02, y=1 - 0.1 / height, ha="left", va="top", fontsize=12, weight="bold")
    shots = result.get("shots")
    bars = shots or result.get("left")
    right = BARS + GAP + 0.15 if bars else 0.15
    width = WIDTH - LEFT - LABELS - right
    curves = figure.add_axes((LEFT / WIDTH, FOOT / height, width / WIDTH, PANEL / height), label="curves")
    paint_curves(curves, result)
    if bars:
        left = (LEFT + width + LABELS + GAP) / WIDTH
        place = (left, FOOT / height, BARS / WIDTH, (PANEL - 0.45) / height)
        name = "shots" if shots else "left"
        paint_numbers(figure.add_axes(place, label=name), result, name)
    rows = str(result.get("definitions", {}).get("rows", ""))
    note = f"Exact. {rows[:1].upper()}{rows[1:]}." if rows else "Exact."
    if shots:
        note += f" Shots: one activation a round{', ' + reloaded(result) if result['reload'] else ''}."
    figure.text(0.02, 0.09 / height, note, fontsize=8, color="#666666", va="bottom")


def paint_curves(axes: "Axes", result: Result) -> None:
    """The chance of each event by each step, with the median and the need of the first one."""
    unit, rows = str(result["unit"]), list(result["rows"])
    steps = [0, *(int(row[unit]) for row in rows)]
    names = [name for name in result["until"] if name in rows[0]]
    names = [name for name in names if name == names[0] or any(row[name]["p"] for row in rows)]
    ends: list[tuple[float, str, str]] = []
    curves: list[Curve] = []
    last = percents(rows[-1][name] for name in names)
    for colour, name, reached in zip(COLOURS, names, last, strict=False):
        values = [0.0, *(float(row[name]["p"]) for row in rows)]
        curves.append((steps, values))
        dots: dict[str, Any] = {"marker": "o", "markersize": 4} if len(steps) <= MARKED else {}
        order = 3 + 0.1 * (len(names) - len(ends))
        axes.plot(steps, values, color=colour, label=name, clip_on=False, zorder=order, **dots)
        ends.append((values[-1], f"{event_words(name)}\n{reached}", colour))
    places = apart([value for value, _, _ in ends], 2 * LABEL_ROOM)
    for place, (_, text, colour) in zip(places, ends, strict=True):
        axes.annotate(
            text,
            (steps[-1], place),
            xytext=(9, 0),
            textcoords="offset points",
            va="center",
            color=colour,
            fontsize=9.5,
        )
    _marks(axes, result["until"][names[0]], steps[-1], need_of(result), curves)
    axes.set(xlim=(0, steps[-1]), ylim=(0, 1), xlabel=f"{unit}s", ylabel="chance that it has happened")
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.set_xticks(_ticks(steps[-1]))
    axes.grid(axis="y", color="#e3e3e3", linewidth=0.8)
    axes.set_axisbelow(True)


def _marks(axes: "Axes", entry: Mapping[str, Any], last: int, share: str, curves: list[Curve]) -> None:
    """Where the first event has happened half the time, and with the chance asked for; labelled clear of all curves."""
    need = entry["need"]
    marks = [(0.5, entry["median"], "half"), (float(need["p"]), need["by"], share)]
    seen: set[int] = set()
    for level, step, name in marks:
        if step is None or not 0 < step <= last or step in seen:
            continue
        seen.add(step)
        axes.plot(
            [0, step, step], [level, level, 0], color=GREY, linewidth=1, linestyle=(0, (4, 3)), zorder=1
        )
        left = step > BESIDE * last
        room = LABEL_WIDTH * last
        span = (step - room, step - 0.02 * last) if left else (step + 0.02 * last, step + room)
        axes.annotate(
            f"{name} by {entry['unit']} {step}",
            (step, clear(level + ABOVE if left else level - BELOW, span, curves, up=left)),
            xytext=(-6 if left else 7, 0),
            textcoords="offset points",
            ha="right" if left else "left",
            va="center",
            fontsize=8.5,
            color="#555555",
            path_effects=HALO,
            zorder=4,
        )


def clear(height: float, span: tuple[float, float], curves: list[Curve], *, up: bool = False) -> float:
    """The place nearest *height* at which a label over *span* meets no curve, from there down, or up and then down.

    >>> climbing = [([0, 1, 2], [0.0, 0.9, 0.95])]
    >>> clear(0.9, (1, 2), climbing) < 0.86
    True
    >>> clear(0.6, (0, 2), [([0, 2], [0.58, 0.6])], up=True)
    0.66
    """
    places = [span[0] + (span[1] - span[0]) * n / 6 for n in range(7)]
    passed = [value(curve, x) for curve in curves for x in places]
    steps = [*(range(1, 40) if up else ()), *range(0, -40, -1)]
    tried = [height, *(round(height + 0.03 * n, 12) for n in steps)]
    free = (y for y in tried if 0.03 < y < 0.98 and all(abs(y - other) > 0.045 for other in passed))
    return next(free, height)


def value(curve: Curve, x: float) -> float:
    """The height of a curve at x, its end where it has ended.

    >>> value(([0, 2], [0.0, 1.0]), 0.5), value(([0, 2], [0.0, 1.0]), 3)
    (0.25, 1.0)
    """
    steps, values = curve
    for n in range(1, len(steps)):
        if x <= steps[n]:
            part = (x - steps[n - 1]) / (steps[n] - steps[n - 1])
            return values[n - 1] + part * (values[n] - values[n - 1])
    return values[-1]


def paint_numbers(axes: "Axes", result: Result, name: str) -> None:
    """How many shots a battle gives, or how many fighters are left after it."""
    chances = result[name]
    numbers = [int(n) for n in chances]
    values = [float(chance["p"]) for chance in chances.values()]
    axes.barh(numbers, values, height=0.72, color=COLOURS[0])
    for n, value, text in zip(numbers, values, percents(chances.values()), strict=True):
        if len(numbers) <= 20:
            axes.annotate(
                text,
                (value, n),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                fontsize=8.5,
            )
    rounds = int(result["rounds"])
    mean = decimal(result[f"{name}_mean"]["mean"])
    what = "Shots in" if name == "shots" else "Fighters left after"
    axes.set_title(f"{what} {rounds} {'round' if rounds == 1 else 'rounds'}\nmean {mean}", fontsize=10)
    low = min(*numbers, numbers[-1] + 1 - FEWEST_BARS)
    axes.set(xlim=(0, max(values) * 1.28), ylim=(low - 0.6, numbers[-1] + 0.6), xticks=[])
    axes.set_yticks(numbers if len(numbers) <= 20 else numbers[:: -(-len(numbers) // 10)])
    axes.tick_params(axis="y", length=0)
    axes.spines["bottom"].set_visible(False)


def paint_table(result: Result, figure: Any) -> None:
    """Mean number of shots in a battle, a bar for each weapon."""
    rows = list(result["rows"])
    rounds = int(result["rounds"])
    height = 0.95 + LISTED * len(rows)
    figure.set_size_inches(WIDTH, height)
    title = (
        f"{result['title']}: mean number of shots in {rounds} {'round' if rounds == 1 else 'rounds'} (exact)"
    )
    figure.suptitle(title, x=0.02, y=1 - 0.1 / height, ha="left", va="top", fontsize=12, weight="bold")
    axes = figure.add_axes(
        (NAMES / WIDTH, 0.4 / height, (WIDTH - NAMES - 0.6) / WIDTH, LISTED * len(rows) / height),
        label="shots",
    )
    places = range(len(rows))
    values = [float(row["shots_mean"]["mean"]) for row in rows]
    axes.barh(places, values, height=0.72, color=COLOURS[0])
    for place, value in zip(places, values, strict=True):
        axes.annotate(
            decimal(value),
            (value, place),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
        )
    axes.set(xlim=(0, rounds), ylim=(len(rows) - 0.4, -0.6), xticks=[])
    axes.set_yticks(list(places), [str(row["weapon_name"]) for row in rows], fontsize=8.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["bottom"].set_visible(False)
    note = f"One activation a round, {reloaded(result)}."
    figure.text(0.02, 0.09 / height, note, fontsize=8, color="#666666", va="bottom")


def reloaded(result: Result) -> str:
    """When an empty weapon is reloaded.

    >>> reloaded({"policy": "when-dry"})
    'reloaded when dry'
    """
    policy = str(result["policy"])
    return "never reloaded" if policy == "never" else f"reloaded {policy.replace('-', ' ')}"


def apart(values: list[float], least: float) -> list[float]:
    """Places for labels, moved as little as keeps them so far apart and within 0 to 1.

    >>> apart([0.9, 0.5], 0.1), apart([0.02, 0.01], 0.1)
    ([0.9, 0.5], [0.15, 0.05])
    """
    order = sorted(range(len(values)), key=lambda n: values[n])
    places = dict.fromkeys(order, 0.0)
    low = least / 2
    for n in order:
        places[n] = max(values[n], low)
        low = places[n] + least
    high = 1 - least / 2
    for n in reversed(order):
        places[n] = round(min(places[n], high), 12)
        high = places[n] - least
    return [places[n] for n in range(len(values))]


def _ticks(last: int) -> list[int]:
    """Whole numbers from 0, at even distances, a dozen at most."""
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100) if last <= 12 * n)
    return list(range(0, last + 1, step))
