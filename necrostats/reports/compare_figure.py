"""The figure of a comparison: a panel for each target, a bar for each attack with how it ends."""

from textwrap import fill
from typing import TYPE_CHECKING, Any

from necrostats.reports.blocks import Result
from necrostats.reports.compare_report import headline, target_names, target_title, who
from necrostats.reports.outcome_bars import COLOURS, NAMES, bars, key
from necrostats.reports.row_words import common_to, how, key_of, number, said_of, shown
from necrostats.reports.words import words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, BAR, HEAD, FOOT, KEY = 10.0, 0.29, 0.42, 0.34, 0.24  # inches of the page
LEFT, LENGTH = 0.29, 0.55
TITLE_LETTERS, LABEL_LETTERS = 88, 36
MOST_BARS = 60  # in all panels together
FEWEST_BARS = 5  # in each of them
COLUMN = 1.235  # where the sorted figure stands, in lengths of a bar
SORTED = {"down": "down", "unsaved": "unsaved\nwound", "wounds": "Wounds"}


def paint(result: Result, figure: Any) -> None:
    """Draw the panels on an empty figure."""
    names = target_names(result)
    common = common_to(result["rows"])
    ranked = {
        label: [row for row in result["rows"] if row["target"] == label and row["rank"] is not None]
        for label in names
    }
    panels = {label: rows for label, rows in ranked.items() if rows}
    most = max(FEWEST_BARS, MOST_BARS // max(1, len(panels)))
    title = fill(headline(result), TITLE_LETTERS)
    over = 0.2 + 0.24 * (title.count("\n") + 1) + KEY
    height = over + FOOT + sum(HEAD + BAR * min(most, len(rows)) for rows in panels.values())
    figure.set_size_inches(WIDTH, height)
    figure.suptitle(title, x=0.02, y=1 - 0.12 / height, ha="left", va="top", fontsize=12, weight="bold")
    level = height - over
    for label, rows in panels.items():
        best = rows[:most]
        tall = BAR * len(best)
        level -= HEAD + tall
        axes = figure.add_axes((LEFT, level / height, LENGTH, tall / height), label=label)
        labels = [_label(who(result, row), how(row, common)) for row in best]
        bars(axes, best, labels, [float(n) for n in range(len(best))])
        axes.set_ylim(len(best) - 0.5, -0.5)
        more = "" if len(best) == len(rows) else f"; the best {len(best)} of {len(rows)}"
        text = target_title(result, label) + more
        figure.text(0.02, (level + tall + 0.07) / height, text, fontsize=10, weight="bold", va="bottom")
        _sorted(axes, result, best)
    _key(figure, [row for rows in panels.values() for row in rows], (height - over + 0.04) / height)
    note = " ".join(filter(None, ["Exact. One attack action each.", said_of(common)]))
    figure.text(0.02, 0.08 / height, note, fontsize=8, color="#666666", va="bottom")


def _sorted(axes: "Axes", result: Result, rows: list[Result]) -> None:
    """The figure that the bars are sorted by, in a column to their right."""
    by = str(result["by"])
    if by not in SORTED:
        return
    for place, row in enumerate(rows):
        axes.text(
            COLUMN,
            place,
            shown(row[key_of(by)]),
            ha="right",
            va="center",
            fontsize=9,
            weight="bold",
            color="#222222",
        )
    axes.text(COLUMN, -0.62, SORTED[by], ha="right", va="bottom", fontsize=8.5, color="#444444")


def _key(figure: Any, rows: list[Result], bottom: float) -> None:
    """What the colours of all panels stand for, once."""
    axes = figure.add_axes((0.02, bottom, 0.9, 0.01), label="key")
    for name, colour in COLOURS.items():
        if any(number(row["outcomes"].get(name)) for row in rows):
            axes.barh([0], [0], color=colour, label=NAMES.get(name, words(name)))
    axes.set_axis_off()
    key(axes, left=0, bottom=0)


def _label(name: str, way: str) -> str:
    """Weapon and how, the name of the weapon cut where it is too long."""
    room = max(12, LABEL_LETTERS - len(way))
    return f"{name if len(name) <= room else f'{name[: room - 1]}…'}, {way}"
