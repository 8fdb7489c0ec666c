"""Lines over rounds, shots, inches or a characteristic, with a point to hover over at each value."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from necrostats.reports.charts.chart import DASHED, Chart, Record, Spec, colour, coloured, tooltip, whole

HEIGHT, WIDTH = 230, 2.5  # pixels of the panel and of a line
MARKED = 40  # points of a line, up to which each is drawn
PERCENT = "format(datum.value, '.0%')"


@dataclass(frozen=True, slots=True)
class Point:
    """Where a line passes: *says* is what its tooltip has; low and high bound what is simulated."""

    x: float
    y: float
    says: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line by its name and colour; ``corners`` replaces its way from point to point, for steps."""

    name: str
    colour: str
    points: Sequence[Point]
    corners: Sequence[tuple[float, float]] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class Mark:
    """A dashed line across the panel with what it says, at its top or at its foot."""

    x: float
    says: str
    below: bool = False


def lines(
    title: str,
    drawn: Sequence[Line],
    *,
    x: str,
    y: str,
    note: str = "",
    ticks: Sequence[float] = (),
    labels: str = "datum.label",
    top: float | None = None,
    bottom: float = 0.0,
    values: str | None = PERCENT,
    whole_numbers: bool = False,
    marks: Sequence[Mark] = (),
    wide: bool = False,
) -> Chart:
    """Lines in one panel.

    Args:
        title: Over the chart.
        drawn: The lines.
        x: What the axis along the page is called.
        y: What the figure is called in tooltips.
        note: Under the title.
        ticks: Values along the page that are labelled, chosen by the chart if there are none.
        labels: An expression that makes the label of a tick along the page.
        top: Where the panel ends; above the highest value if not given.
        bottom: Where it begins.
        values: An expression that makes the label of a tick up the page.
        whole_numbers: Whether ticks along the page stand at whole numbers alone.
        marks: Places along the page that are marked.
        wide: Whether the chart takes the whole width of the page.
    """
    points: list[Record] = []
    ways: list[Record] = []
    for line in drawn:
        for point in line.points:
            bounds = {} if point.low is None else {"low": point.low, "high": point.high}
            points.append(
                {
                    "line": line.name,
                    "x": point.x,
                    "y": point.y,
                    "at": _number(point.x),
                    "says": point.says,
                    "told": f"{line.name} {x} {point.x:g}: {point.says}".strip(),
                    **bounds,
                }
            )
        corners = line.corners or [(point.x, point.y) for point in line.points]
        ways += [{"line": line.name, "x": a, "y": b, "place": n} for n, (a, b) in enumerate(corners)]
    colours = coloured("line", {line.name: line.colour for line in drawn})
    first = min((record["x"] for record in [*ways, *points]), default=0)
    last = max((record["x"] for record in [*ways, *points]), default=1)
    axis: Spec = {"title": x, "grid": False, "labelExpr": labels, "labelOverlap": True}
    if ticks:
        axis["values"] = list(ticks)
    if whole_numbers:
        axis |= {"tickMinStep": 1, "format": "d"}
    across: Spec = {
        "field": "x",
        "type": "quantitative",
        "scale": {"domain": [first, last], "nice": False},
        "axis": axis,
    }
    domain = {"domain": [bottom, top], "nice": False} if top is not None else {"nice": True, "zero": True}
    up: Spec = {
        "field": "y",
        "type": "quantitative",
        "scale": domain,
        "axis": {"title": None, "tickCount": 5, **({"labelExpr": values} if values else {})},
    }
    layers: list[Spec] = _marks(marks)
    layers.append(
        {
            "data": {"values": ways},
            "mark": {"type": "line", "tooltip": None, "aria": False, "clip": False},
            "encoding": {
                "x": across,
                "y": up,
                "color": colours,
                "order": {"field": "place"},
                "strokeDash": _dashes(drawn),
                "strokeWidth": _widths(drawn),
            },
        }
    )
    if any("low" in record for record in points):
        layers.append(
            {
                "mark": {"type": "rule", "strokeWidth": 1.5},
                "encoding": {
                    "x": across,
                    "y": {**up, "field": "low"},
                    "y2": {"field": "high"},
                    "color": colours,
                },
            }
        )
    hover = tooltip(**({"line": " "} if len(drawn) > 1 else {}), at=x, says=y)
    dots: dict[str, Any] = {"type": "point", "filled": True}
    if points and not any(line.corners for line in drawn) and max(len(x.points) for x in drawn) <= MARKED:
        layers.append(
            {
                "mark": {**dots, "size": 30, "opacity": 1, "aria": False},
                "encoding": {"x": across, "y": up, "color": colours},
            }
        )
    layers.append(
        {
            "mark": {**dots, "size": 260, "opacity": 0},
            "encoding": {
                "x": across,
                "y": up,
                "color": colours,
                "tooltip": hover,
                "description": {"field": "told"},
            },
        }
    )
    key = tuple((line.name, line.colour) for line in drawn) if len(drawn) > 1 else ()
    return Chart(title, whole(points, layers, height=HEIGHT), note, key, wide=wide)


def _marks(marks: Sequence[Mark]) -> list[Spec]:
    """Dashed lines across the panel with what they say, written upwards."""
    across = {"field": "x", "type": "quantitative"}
    quiet: Spec = {"tooltip": None, "aria": False}
    layers: list[Spec] = []
    for mark in marks:
        text = {
            "type": "text",
            "angle": 270,
            "align": "left" if mark.below else "right",
            "baseline": "bottom",
        }
        data = {"values": [{"x": mark.x, "says": mark.says}]}
        layers += [
            {
                "data": data,
                "mark": {"type": "rule", "strokeDash": [3, 3], **quiet},
                "encoding": {"x": across},
            },
            {
                "data": data,
                "mark": {**text, "dy": -3, "fontSize": 10, "fill": colour("quiet"), **quiet},
                "encoding": {
                    "x": across,
                    "y": {"value": HEIGHT - 4 if mark.below else 2},
                    "text": {"field": "says"},
                },
            },
        ]
    return layers


def _dashes(drawn: Sequence[Line]) -> Spec:
    """Whole lines in the colours that everyone tells apart, broken ones in the others."""
    scale = {
        "domain": [line.name for line in drawn],
        "range": [[6, 3] if line.colour in DASHED else [1, 0] for line in drawn],
    }
    return {"field": "line", "type": "nominal", "scale": scale, "legend": None}


def _widths(drawn: Sequence[Line]) -> Spec:
    """A line that later ones run along is wider than they are, so that it shows."""
    widths = []
    for place, line in enumerate(drawn):
        mine = {(point.x, point.y) for point in line.points if point.y}
        over = sum(
            len(mine & {(point.x, point.y) for point in later.points}) > 1 for later in drawn[place + 1 :]
        )
        widths.append(WIDTH + 3.0 * min(over, 2))
    names = [line.name for line in drawn]
    scale = {"domain": names, "range": widths}
    return {"field": "line", "type": "ordinal", "sort": names, "scale": scale, "legend": None}


def _number(value: float) -> str:
    return f"{value:g}"
