"""Words of answers that hold many attacks as rows: with what, how, and what a figure is the chance of."""

from collections.abc import Iterable, Mapping
from typing import Any

from necrostats.reports.blocks import Result
from necrostats.reports.numbers import decimal, fraction, inches, percent
from necrostats.reports.words import situation

HEADS = {
    "hit": "Hit",
    "wound": "Wound",
    "unsaved": "Unsaved",
    "down": "Down",
    "out_of_action": "Out",
    "wounds_mean": "Wounds",
}
SAID = {
    "hit": "at least one hit",
    "wound": "at least one wound before saves",
    "unsaved": "at least one unsaved wound",
    "down": "target down",
    "out_of_action": "target out of action",
    "wounds": "mean Wounds lost",
    "wounds_mean": "mean Wounds lost",
}
OWN = ("mode", "range", "charging", "turned", "with")
Figure = Mapping[str, Any]


def key_of(by: str) -> str:
    """Where a row holds what rows are sorted by.

    >>> key_of("wounds"), key_of("down")
    ('wounds_mean', 'down')
    """
    return "wounds_mean" if by == "wounds" else by


def shown(figure: Figure | None) -> str:
    """A chance in percent, a mean as a decimal, a whole number as it is, a dash for none.

    >>> shown({"p": 0.5}), shown({"mean": 0.5}), shown({"number": 5}), shown(None)
    ('50.0%', '0.50', '5', '-')
    """
    if figure is None:
        return "-"
    if "number" in figure:
        return str(figure["number"])
    return percent(figure) if "p" in figure else decimal(float(figure["mean"]))


def with_fraction(figure: Figure) -> str:
    """The same with its fraction, where that is short.

    >>> with_fraction({"p": 0.5, "fraction": "1/2"})
    '50.0% (1/2)'
    """
    return shown(figure) + (f" ({fraction(figure)})" if fraction(figure) else "")


def number(figure: Figure | None) -> float:
    """A chance or a mean as a number; nothing counts as 0."""
    return float(next(figure[key] for key in ("p", "mean", "number") if key in figure)) if figure else 0.0


def common_to(rows: Iterable[Result]) -> dict[str, Any]:
    """What is the same in the situation of all shots, besides the range band; of all attacks, without shots."""
    found: dict[str, Any] | None = None
    rows = list(rows)
    ranged = [row for row in rows if row["situation"].get("mode") != "close"]
    for row in ranged or rows:
        mine = {key: value for key, value in row["situation"].items() if key not in OWN}
        found = mine if found is None else {k: v for k, v in found.items() if mine.get(k) == v}
    return found or {}


def how(row: Result, common: Mapping[str, Any]) -> str:
    """How one attack is made, without what all have in common."""
    own = {key: value for key, value in row["situation"].items() if key not in common}
    return situation(own, brief=True)


def said_of(common: Mapping[str, Any]) -> str:
    """What all attacks have in common, as a sentence; empty where that is nothing.

    >>> said_of({"distance": 6, "cover": "partial", "aim": True}), said_of({"cover": "none"})
    ('At 6", in partial cover, aimed.', '')
    """
    distance = common.get("distance")
    where = "" if distance is None else f"at {inches(float(distance))}"
    text = situation({"range": "short", **common, "distance": None}, brief=True)
    text = f"{where}{text.removeprefix('short')}".removeprefix(", ")
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def rolls(row: Result) -> str:
    """What the hit, wound and save rolls need."""
    needs = row.get("needs") or {}
    return " ".join(f"{need['on']}+" if need["on"] <= 6 else "-" for need in needs.values())
