"""What a report consists of, whatever it is shown on: a terminal, Markdown or a notebook.

A report is a list of blocks. The builders (``matchup_report``, ``attack_report``, ``story_report``) make
blocks from the dictionaries of the analyses; ``tables``, ``markdown`` and ``html`` show them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Result = Mapping[str, Any]
Tone = Literal["plain", "a", "b", "draw", "dim", "strong", "good", "bad"]
Align = Literal["left", "right", "center"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; ``share`` (0 to 1) draws a small bar behind the text."""

    text: str
    tone: Tone = "plain"
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        attached: Belongs to the column before it (a fraction beside its percentage): shown in brackets
            where there is no room for a column of its own.
        optional: May be left out on a narrow terminal; higher numbers go first.
        grows: Takes the room that is left, and wraps.
        least: Columns of a terminal that it takes at least, to line up with other tables.
    """

    title: str
    align: Align = "left"
    attached: bool = False
    optional: int = 0
    grows: bool = False
    least: int = 0


@dataclass(frozen=True, slots=True)
class Headline:
    """The answer in one sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, with one line that defines what follows."""

    title: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """A paragraph."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns; ``strong_rows`` (indices) stand out; without ``frame`` it is plainer."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    strong_rows: frozenset[int] = frozenset()
    frame: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar: what it stands for, its share from 0 to 1 and how that reads."""

    label: str
    share: float
    text: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Bar:
    """Shares that exclude each other, drawn as one bar."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A fighter card: who, the line of characteristics, and what is carried."""

    title: str
    subtitle: str
    stats: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards side by side, one under the other where there is no room."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """Small print: names and values."""

    pairs: tuple[tuple[str, str], ...]


Block = Headline | Section | Say | Table | Bar | Cards | Facts


def cells(*texts: str) -> tuple[Cell, ...]:
    """A row of plain cells.

    >>> cells("a", "b")[1].text
    'b'
    """
    return tuple(Cell(text) for text in texts)
