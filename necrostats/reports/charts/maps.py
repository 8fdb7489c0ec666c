"""Heat maps: a cell for each pair of values, its number in it where there is room."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from necrostats.reports.charts.chart import Chart, Spec, colour, tooltip, whole

CELL = 30  # pixels
FEW = 12  # columns, up to which each is named
NUMBER, BESIDE = 6, 36  # letters of a number, and of all labels that stand side by side
ROOM = 31  # pixels that a number takes
PALE, DARK = "#ffffff", "#1a1a1a"


@dataclass(frozen=True, slots=True)
class Square:
    """A cell: where, its figure (None where there is none), its number, whether that stands on a dark colour."""

    across: str
    down: str
    value: float | None
    number: str
    on_dark: bool = False
    says: dict[str, str] = field(default_factory=dict)


def heat_map(
    title: str,
    squares: Sequence[Square],
    *,
    across: str,
    down: str,
    scale: Spec,
    columns: Sequence[str],
    rows: Sequence[str],
    hover: Sequence[str],
    note: str = "",
    wide: bool = True,
) -> Chart:
    """A heat map; *hover* names what of ``says`` a tooltip has."""
    records = [
        {
            "across": square.across,
            "down": square.down,
            "value": square.value,
            "number": square.number,
            "dark": square.on_dark,
            "told": f"{square.across}, {square.down}: {', '.join(f'{k} {v}' for k, v in square.says.items())}",
            **{f"says{n}": square.says.get(name, "-") for n, name in enumerate(hover)},
        }
        for square in squares
    ]
    axis: Spec = {"ticks": False, "domain": False, "labelLimit": 130}
    x: Spec = {
        "field": "across",
        "type": "ordinal",
        "sort": list(columns),
        "axis": {
            **axis,
            "title": across,
            "orient": "bottom",
            "labelAngle": _angle(columns),
            "labelOverlap": "greedy" if len(columns) > FEW else False,
            "labelSeparation": 6,
        },
    }
    y: Spec = {"field": "down", "type": "ordinal", "sort": list(rows), "axis": {**axis, "title": None}}
    shown = tooltip(across=across, down=down, **{f"says{n}": name for n, name in enumerate(hover)})
    cells: Spec = {
        "mark": {"type": "rect", "invalid": None},
        "encoding": {
            "x": x,
            "y": y,
            "color": {
                "condition": {
                    "test": "datum.value !== null",
                    "field": "value",
                    "type": "quantitative",
                    "scale": scale,
                    "legend": None,
                },
                "value": colour("nothing"),
            },
            "tooltip": shown,
            "description": {"field": "told"},
        },
    }
    fits = {"expr": f"width / {len(columns)} >= {ROOM} ? 1 : 0"}
    numbers: Spec = {
        "mark": {"type": "text", "fontSize": 11, "tooltip": None, "aria": False, "opacity": fits},
        "encoding": {
            "x": x,
            "y": y,
            "text": {"field": "number"},
            "color": {
                "condition": [
                    {"test": "datum.value === null", "value": "currentColor"},
                    {"test": "datum.dark", "value": PALE},
                ],
                "value": DARK,
            },
        },
    }
    return Chart(title, whole(records, [cells, numbers], height=CELL * len(rows)), note or down, wide=wide)


def _angle(labels: Sequence[str]) -> int:
    """Slanted where labels are too long to stand side by side on a telephone; numbers are left out instead."""
    longest = max(map(len, labels), default=0)
    return -40 if longest > NUMBER and longest * len(labels) > BESIDE else 0
