"""A list, or one entry of the catalogue, as a table."""

from necrostats.reports.blocks import Block, Cell, Column, Headline, Result, Table
from necrostats.reports.listing import shown

HEADS = {"show": "Entry", "check-data": "No mistakes"}


def rows_blocks(result: Result) -> list[Block]:
    """Blocks for rows that have the same keys; numbers stand to the right."""
    rows = list(result["rows"])
    names = list(rows[0]) if rows else []
    numbers = {name for name in names if all(isinstance(row.get(name), int | float) for row in rows)}
    columns = tuple(
        Column(name, "right" if name in numbers else "left", grows=name not in numbers) for name in names
    )
    cells = tuple(tuple(Cell(shown(row.get(name))) for name in names) for row in rows)
    question = str(result["question"])
    title = HEADS.get(question, question.replace("-", " ").capitalize())
    return [Headline(title), Table(columns, cells)]
