"""Where fighters stand, as users say it: ``0,0 1.5,0 3,0@32``, ``line of 3 at 1 inch``, ``ring of 4 at 0.5 inch``."""

import math
import re

from necrostats.errors import UsageError
from necrostats.systems.necromunda.scatter import MM_AN_INCH, Base

MOST_FIGHTERS = 100
FARTHEST = 999
BASE_MM = (20, 80)
HINT = 'for example "0,0 2,0@32 4,0=kaiya", "line of 3 at 1 inch" or "ring of 4 at 0.5 inch"'
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
FIGHTER = re.compile(rf"({NUMBER}),({NUMBER})(?:@({NUMBER}))?(?:=(.+))?", re.ASCII)
SHAPE = re.compile(
    rf"(line|ring) of (\d+) at ({NUMBER}) ?(?:\"|in|inch|inches)?(?: ?@({NUMBER}))?",
    re.ASCII | re.IGNORECASE,
)


def arrangement(text: object, mm: object = 25) -> tuple[Base, ...]:
    """The bases of fighters on a flat table; the first one is aimed at.

    Args:
        text: Centres in inches with the base in millimetres and a name where wanted (``1.5,0@32=kaiya``); ``line of N
            at GAP inch``; or ``ring of N at GAP inch``: N around a first one. A gap is from edge to edge.
        mm: The diameter of bases that the text does not give.

    Raises:
        UsageError: for a text that is none of these, a number out of its range, too few or too many fighters.

    >>> [base.name for base in arrangement("0,0=kaiya 2,0@32 4,0")]
    ['kaiya', '2', '3']
    >>> len(arrangement("ring of 4 at 0.5 inch"))
    5
    """
    if not isinstance(text, str) or not text.strip():
        raise UsageError(f"arrangement: expected at least one fighter, got {text!r}", HINT)
    standard = base_size(mm)
    text = " ".join(text.split())
    shape = SHAPE.fullmatch(text)
    if shape:
        kind, number, gap, own = shape.groups()
        return _shape(kind.lower(), _count(number), _inches(gap, 0), base_size(own) if own else standard)
    parts = text.replace(";", " ").split()
    _count(str(len(parts)))
    return tuple(_fighter(part, place, standard) for place, part in enumerate(parts, start=1))


def point(text: str) -> tuple[float, float]:
    """A point of the table, ``x,y`` in inches.

    >>> point("1.5,-2")
    (1.5, -2.0)
    """
    found = FIGHTER.fullmatch(str(text).replace(" ", ""))
    if not found or found[3] or found[4]:
        raise UsageError(f"expected a point x,y in inches, got {str(text)[:40]!r}", "for example 1.5,0")
    return _inches(found[1]), _inches(found[2])


def base_size(value: object) -> float:
    """The diameter of a base in millimetres, checked."""
    low, high = BASE_MM
    try:
        mm = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        mm = math.nan
    if isinstance(value, bool) or not low <= mm <= high:
        raise UsageError(f"base: expected {low} to {high} mm, got {value!r}", "25, 32 and 40 are usual")
    return mm


def _shape(kind: str, number: int, gap: float, mm: float) -> tuple[Base, ...]:
    apart = mm / MM_AN_INCH + gap
    if kind == "line":
        return tuple(Base(n * apart, 0.0, mm, str(n + 1)) for n in range(number))
    turns = [math.tau * n / number for n in range(number)]
    around = [(apart * math.sin(turn), apart * math.cos(turn)) for turn in turns]
    return tuple(Base(x, y, mm, str(n)) for n, (x, y) in enumerate([(0.0, 0.0), *around], start=1))


def _fighter(text: str, place: int, mm: float) -> Base:
    found = FIGHTER.fullmatch(text)
    if not found:
        raise UsageError(f"arrangement: expected x,y in inches, got {text[:40]!r}", HINT)
    x, y, own, name = found.groups()
    return Base(_inches(x), _inches(y), base_size(own) if own else mm, (name or str(place))[:40])


def _count(text: str) -> int:
    number = int(text) if len(text) < 6 else MOST_FIGHTERS + 1
    if not 1 <= number <= MOST_FIGHTERS:
        raise UsageError(f"arrangement: expected 1 to {MOST_FIGHTERS} fighters, got {text[:20]}", HINT)
    return number


def _inches(text: str, least: float = -FARTHEST) -> float:
    value = float(text)
    if not least <= value <= FARTHEST:
        raise UsageError(f"expected inches from {least:g} to {FARTHEST}, got {text[:20]!r}", HINT)
    return value + 0.0  # -0 is 0
