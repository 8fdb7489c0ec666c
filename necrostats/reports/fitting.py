"""Which columns of a table have room, and how long its bars may be."""

from dataclasses import replace

from necrostats.reports.blocks import Cell, Column, Table
from necrostats.reports.screens import width_of

GAP = 2
SHORTEST_GROWING = 14
LONGEST_BAR = 24
SHORTEST_BAR = 8


def merged(table: Table, width: int) -> Table:
    """The table with the columns that have room, attached ones set beside those they belong to.

    Optional columns go where there is no room, the highest number before the others.
    """
    levels = sorted({column.optional for column in table.columns if column.optional}, reverse=True)
    tried = _joined(table)
    for level in levels:
        if needed(tried) <= width:
            break
        table = _without(table, level)
        tried = _joined(table)
    return tried if needed(tried) <= width else _with_short_titles(tried)


def _with_short_titles(table: Table) -> Table:
    """Titles on two lines where that makes a column narrower."""
    columns = []
    for column in table.columns:
        half = len(column.title) // 2
        breaks = [n + 1 for n, sign in enumerate(column.title[:-1]) if sign in "- "]
        at = min(breaks, key=lambda n: abs(n - half), default=0)
        title = f"{column.title[:at].rstrip()}\n{column.title[at:]}" if at else column.title
        columns.append(replace(column, title=title))
    return replace(table, columns=tuple(columns))


def _without(table: Table, level: int) -> Table:
    kept = [n for n, column in enumerate(table.columns) if column.optional != level]
    return replace(
        table,
        columns=tuple(table.columns[n] for n in kept),
        rows=tuple(tuple(row[n] for n in kept) for row in table.rows),
    )


def _joined(table: Table) -> Table:
    columns: list[Column] = []
    rows: list[list[Cell]] = [[] for _ in table.rows]
    for n, column in enumerate(table.columns):
        if not column.attached or not columns:
            columns.append(column)
            for made, row in zip(rows, table.rows, strict=True):
                made.append(row[n])
            continue
        texts = [row[n].text for row in table.rows]
        before = max((width_of(made[-1].text) for made in rows), default=0)
        columns[-1] = replace(columns[-1], align="left", title=columns[-1].title.rjust(before))
        for made, text in zip(rows, texts, strict=True):
            made[-1] = replace(made[-1], text=f"{made[-1].text:>{before}} {text}".rstrip())
    return replace(table, columns=tuple(columns), rows=tuple(map(tuple, rows)))


def needed(table: Table) -> int:
    """The width below which something would be cut or folded that should not."""
    return sum(_natural(table, n) for n in range(len(table.columns))) + GAP * (len(table.columns) - 1)


def _natural(table: Table, n: int) -> int:
    column = table.columns[n]
    if any(row[n].share is not None for row in table.rows):
        return SHORTEST_BAR
    natural = max(
        width_of(word) for word in (*column.title.split("\n"), *(row[n].text for row in table.rows))
    )
    return max(column.least, min(natural, SHORTEST_GROWING) if column.grows else natural)


def bar_length(table: Table, width: int) -> int:
    """How long a full bar is, 0 without bars."""
    bars = sum(any(row[n].share is not None for row in table.rows) for n in range(len(table.columns)))
    if not bars:
        return 0
    spare = width - needed(table) + bars * SHORTEST_BAR - GAP
    return max(SHORTEST_BAR, min(LONGEST_BAR, spare // bars))
