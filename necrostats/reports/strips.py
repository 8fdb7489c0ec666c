"""Tables put together from strips: a strip is one figure of all rows, with its fractions beside it.

All chances of a strip have the same number of decimals. Fractions stand beside them in every row that can have one, or
in none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from necrostats.reports.blocks import Cell, Column, Table, Tone
from necrostats.reports.numbers import Chance, decimal, decimals, fractions, interval, is_exact, percent


@dataclass(frozen=True, slots=True)
class Strip:
    """Columns that belong together, and their cells in every row."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


def texts(title: str, said: Iterable[str], tone: Tone | Sequence[Tone] = "plain", **column: Any) -> Strip:
    """A column of texts, in one tone or one for each row; keywords as of ``Column``."""
    said = list(said)
    tones = _tones(tone, len(said))
    return Strip((Column(title, **column),), tuple((Cell(*each),) for each in zip(said, tones, strict=True)))


def figures(
    title: str,
    found: Sequence[Chance | None],
    tone: Tone | Sequence[Tone] = "plain",
    *,
    optional: int = 0,
    beside: int | None = 2,
    intervals: bool = False,
    missing: str = "",
) -> Strip:
    """A column of chances or means, with a column of their fractions where all have one short enough.

    Args:
        found: None where a row has no such figure.
        tone: One for all, or one for each row.
        optional: When the column goes where there is no room, as of ``Column``.
        beside: The same of its fractions; None for none.
        intervals: Whether simulated chances have a column of intervals.
        missing: What stands where there is no figure.

    >>> strip = figures("hit", [{"p": 0.5, "fraction": "1/2"}, None, {"p": 0.0004, "fraction": "1/2500"}])
    >>> [[cell.text for cell in row] for row in strip.rows]
    [['50.0%', '1/2'], ['', ''], ['<0.1%', '1/2500']]
    """
    known = [figure for figure in found if figure is not None]
    chances = [figure for figure in known if "p" in figure]
    same = decimals(chances)
    columns = [Column(title, "right", optional=optional)]
    small = [] if beside is None else fractions(known)
    if any(small):
        columns.append(Column("", attached=True, optional=beside or 0))
    elif intervals and not all(map(is_exact, chances)):
        small = [interval(chance, same) for chance in chances]
        columns.append(Column("interval"))
    more = iter(small)
    rows = []
    for figure, own in zip(found, _tones(tone, len(found)), strict=True):
        cells = [Cell(missing if figure is None else shown(figure, same), own)]
        text = next(more, "") if figure is not None else ""
        if len(columns) > 1:
            cells.append(Cell(text, "dim"))
        rows.append(tuple(cells))
    return Strip(tuple(columns), tuple(rows))


def _tones(tone: Tone | Sequence[Tone], rows: int) -> Sequence[Tone]:
    return [tone] * rows if isinstance(tone, str) else tone


def bars(found: Iterable[Chance], tone: Tone = "plain") -> Strip:
    """A small bar for each chance; a narrow screen does without."""
    rows = tuple((Cell("", tone, float(chance["p"])),) for chance in found)
    return Strip((Column("", optional=1),), rows)


def shown(figure: Chance, places: int | None = None) -> str:
    """A chance in percent, a mean as a decimal, a whole number as it is.

    >>> shown({"p": 0.5}), shown({"mean": 0.5}), shown({"number": 5})
    ('50.0%', '0.50', '5')
    """
    if "number" in figure:
        return str(figure["number"])
    return percent(figure, places) if "p" in figure else decimal(float(figure["mean"]))


def beside(strips: Iterable[Strip], *, strong_rows: Iterable[int] = (), frame: bool = True) -> Table:
    """The table of strips that have the same rows."""
    strips = list(strips)
    columns = tuple(column for strip in strips for column in strip.columns)
    rows = tuple(
        tuple(cell for cells in row for cell in cells) for row in zip(*(s.rows for s in strips), strict=True)
    )
    return Table(columns, rows, frozenset(strong_rows), frame)
