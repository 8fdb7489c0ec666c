"""What a chart of a web page is: a Vega-Lite specification, its title, and a key that wraps where there is no room.

Colours are names of CSS variables, so that a chart follows a light, a dark and a printed page without being drawn
again; ``COLOURS`` says what they stand for on each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from necrostats.reports import outcome_bars
from necrostats.reports.numbers import Chance, fraction, interval, percent

Spec = dict[str, Any]
Record = dict[str, Any]

LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f")
# Name -> colour on a light page, colour on a dark one where that differs.
COLOURS: dict[str, tuple[str, str]] = {
    **{f"line-{n}": (colour, colour) for n, colour in enumerate(LINES)},
    **{name.replace("_", "-"): (colour, colour) for name, colour in outcome_bars.COLOURS.items()},
    "line-0": ("#0072b2", "#56b4e9"),
    "line-1": ("#d55e00", "#e69f00"),
    "line-4": ("#e69f00", "#d55e00"),
    "line-5": ("#56b4e9", "#0072b2"),
    "line-6": ("#000000", "#f4f4f4"),
    "missed": ("#e8e8e8", "#464b54"),
    "out-of-action": ("#1a1a1a", "#f7f7f7"),
    "on-missed": ("#222222", "#f0f0f0"),
    "on-out-of-action": ("#ffffff", "#111111"),
    "on-other": ("#222222", "#111111"),
    "faint": ("#dddddd", "#3a3f47"),
    "quiet": ("#666666", "#a9afb8"),
    "nothing": ("#eeeeee", "#2a2e35"),
}
DASHED = frozenset(f"line-{n}" for n in range(4, len(LINES)))  # not everyone tells them from the first four
CONFIG: Spec = {
    "background": "transparent",
    "padding": {"left": 0, "right": 3, "top": 4, "bottom": 2},
    "font": "system-ui, sans-serif",
    "view": {"stroke": "transparent"},
    "text": {"fill": "currentColor", "fontSize": 12},
    "axis": {
        "labelColor": "currentColor",
        "titleColor": "currentColor",
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "gridColor": "var(--faint)",
        "domainColor": "var(--quiet)",
        "tickColor": "var(--quiet)",
    },
    "rule": {"stroke": "var(--quiet)"},
}


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart.

    Attributes:
        key: What its colours stand for: label and name of the colour.
        wide: Whether it takes the whole width of the page.
    """

    title: str
    spec: Spec
    note: str = ""
    key: tuple[tuple[str, str], ...] = ()
    wide: bool = False


def colour(name: str) -> str:
    """A colour as a specification and a style have it.

    >>> colour("line-0")
    'var(--line-0)'
    """
    return f"var(--{name})"


def said(chance: Chance) -> str:
    """A chance as a tooltip says it: percent, with the fraction or the interval.

    >>> (
    ...     said({"p": 5 / 36, "fraction": "5/36"}),
    ...     said({"p": 0.411, "low": 0.409, "high": 0.413, "trials": 200000}),
    ... )
    ('13.9% (5/36)', '41.1% [40.9, 41.3]')
    """
    exact = fraction(chance)
    return " ".join(filter(None, [percent(chance), f"({exact})" if exact else interval(chance)]))


def whole(records: Sequence[Record], layers: Sequence[Spec], *, height: int, **more: Any) -> Spec:
    """A specification as wide as its place on the page, from layers over the same records."""
    return {
        "width": "container",
        "height": height,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "data": {"values": list(records)},
        "layer": list(layers),
        **more,
    }


def tooltip(**titles: str) -> list[Spec]:
    """The fields that a tooltip shows, each under its title.

    >>> tooltip(chance="Chance")
    [{'field': 'chance', 'title': 'Chance', 'type': 'nominal'}]
    """
    return [{"field": field, "title": title, "type": "nominal"} for field, title in titles.items()]


def coloured(field: str, names: Mapping[str, str]) -> Spec:
    """A colour for each value of a field; the key stands outside of the chart."""
    scale = {"domain": list(names), "range": [colour(name) for name in names.values()]}
    return {"field": field, "type": "nominal", "scale": scale, "legend": None}
