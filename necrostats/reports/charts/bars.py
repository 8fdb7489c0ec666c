"""Stacked bars of outcomes and plain bars, each under its own label, so that they read on a narrow page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from necrostats.reports.blocks import Result
from necrostats.reports.charts.chart import Chart, Record, Spec, colour, coloured, said, tooltip, whole
from necrostats.reports.numbers import decimals, percent
from necrostats.reports.outcome_bars import COLOURS, NAMES, likely
from necrostats.reports.words import OUTCOMES, words

STEP, THICK, DOWN = 40, 18, 8  # pixels: from bar to bar, a bar, how far it stands under the middle
FIGURE_ROOM = 92  # pixels for the figure at the end of a label
SHORT, LINE = 4, 24  # letters of a label that stands left of its bar, and pixels from bar to bar there
NARROW = 0.1  # a part below that has no room for its chance


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of outcomes: what its label says, on the left and on the right, and its attack."""

    label: str
    attack: Result
    figure: str = ""


def outcomes(title: str, bars: Sequence[Bar], note: str = "") -> Chart:
    """How attacks end, a stacked bar for each."""
    records: list[Record] = []
    same = decimals(likely(bar.attack for bar in bars))
    for place, bar in enumerate(bars):
        start = 0.0
        for name in COLOURS:
            chance = bar.attack["outcomes"].get(name)
            if not chance or not float(chance["p"]):
                continue
            end = start + float(chance["p"])
            records.append(
                {
                    "bar": place,
                    "attack": bar.label,
                    "outcome": name,
                    "from": start,
                    "to": end,
                    "says": OUTCOMES[name],
                    "chance": said(chance),
                    "told": f"{bar.label}: {OUTCOMES[name]}, {said(chance)}",
                    "short": percent(chance, same) if end - start >= NARROW else "",
                }
            )
            start = end
    shown = [name for name in COLOURS if any(record["outcome"] == name for record in records)]
    x: Spec = {"field": "from", "type": "quantitative", "axis": None, "scale": {"domain": [0, 1]}}
    y: Spec = {"field": "bar", "type": "ordinal", "axis": None}
    stacked: Spec = {
        "mark": {"type": "bar", "height": THICK, "yOffset": DOWN, "stroke": "var(--page)", "strokeWidth": 1},
        "encoding": {
            "x": x,
            "x2": {"field": "to"},
            "y": y,
            "color": coloured("outcome", {name: name.replace("_", "-") for name in shown}),
            "tooltip": tooltip(attack="attack", says="outcome", chance="chance"),
            "description": {"field": "told"},
        },
    }
    ink = {name: "on-missed" if name == "missed" else "on-other" for name in shown}
    ink |= {name: "on-out-of-action" for name in shown if name == "out_of_action"}
    numbers: Spec = {
        "transform": [{"calculate": "(datum.from + datum.to) / 2", "as": "middle"}],
        "mark": {"type": "text", "dy": DOWN, "fontSize": 11, "tooltip": None, "aria": False},
        "encoding": {
            "x": {**x, "field": "middle"},
            "y": y,
            "text": {"field": "short"},
            "color": coloured("outcome", ink),
        },
    }
    spec = whole(
        records,
        [stacked, numbers, *_labels([(bar.label, bar.figure) for bar in bars])],
        height=STEP * len(bars),
        resolve={"scale": {"color": "independent"}},
    )
    key = tuple((NAMES.get(name, words(name)), name.replace("_", "-")) for name in shown)
    return Chart(title, spec, note, key, wide=True)


def plain(
    title: str,
    bars: Sequence[tuple[str, float, str]],
    what: str,
    note: str = "",
    *,
    most: float | None = None,
    wide: bool = False,
) -> Chart:
    """A bar for each label with its length and how that reads; *what* says what it is."""
    records = [
        {"bar": n, "label": label, "from": 0, "to": length, "chance": text, "told": f"{label}: {text}"}
        for n, (label, length, text) in enumerate(bars)
    ]
    longest = most or max((length for _, length, _ in bars), default=1.0) or 1.0
    if all(len(label) <= SHORT for label, _, _ in bars):
        return Chart(title, _beside(records, longest, what), note, wide=wide)
    layer: Spec = {
        "mark": {"type": "bar", "height": THICK, "yOffset": DOWN, "color": colour("line-0")},
        "encoding": {
            "x": {"field": "from", "type": "quantitative", "axis": None, "scale": {"domain": [0, longest]}},
            "x2": {"field": "to"},
            "y": {"field": "bar", "type": "ordinal", "axis": None},
            "tooltip": tooltip(label=" ", chance=what),
            "description": {"field": "told"},
        },
    }
    labels = _labels([(label, text) for label, _, text in bars])
    return Chart(title, whole(records, [layer, *labels], height=STEP * len(bars)), note, wide=wide)


def _beside(records: Sequence[Record], longest: float, what: str) -> Spec:
    """Bars with their labels on the left and their figures at their ends."""
    x: Spec = {"type": "quantitative", "axis": None, "scale": {"domain": [0, 1.3 * longest]}}
    y: Spec = {
        "field": "label",
        "type": "ordinal",
        "sort": None,
        "axis": {"title": None, "ticks": False, "domain": False},
    }
    hover = tooltip(label=" ", chance=what)
    bar: Spec = {
        "mark": {"type": "bar", "height": THICK, "color": colour("line-0")},
        "encoding": {
            "x": {**x, "field": "from"},
            "x2": {"field": "to"},
            "y": y,
            "tooltip": hover,
            "description": {"field": "told"},
        },
    }
    figure: Spec = {
        "mark": {"type": "text", "align": "left", "dx": 5, "tooltip": None, "aria": False},
        "encoding": {"x": {**x, "field": "to"}, "y": y, "text": {"field": "chance"}},
    }
    return whole(records, [bar, figure], height=LINE * len(records))


def _labels(texts: Sequence[tuple[str, str]]) -> list[Spec]:
    """The line over each bar: its name, and a figure at the end."""
    data = {
        "values": [{"bar": n, "label": label, "figure": figure} for n, (label, figure) in enumerate(texts)]
    }
    y: Spec = {"field": "bar", "type": "ordinal", "axis": None}
    over: dict[str, Any] = {
        "type": "text",
        "baseline": "middle",
        "dy": DOWN - THICK / 2 - 9,
        "tooltip": None,
        "aria": False,
    }
    room = FIGURE_ROOM if any(figure for _, figure in texts) else 0
    name: Spec = {
        "data": data,
        "mark": {**over, "align": "left", "limit": {"expr": f"width - {room}"}},
        "encoding": {"x": {"value": 0}, "y": y, "text": {"field": "label"}},
    }
    figure: Spec = {
        "data": data,
        "mark": {**over, "align": "right", "fontWeight": "bold"},
        "encoding": {"x": {"value": "width"}, "y": y, "text": {"field": "figure"}},
    }
    return [name, figure] if room else [name]
