"""What the report on a recovery says besides its chain: the same fighter alone and with each kind of help."""

from necrostats.reports.blocks import Block, Cell, Column, Result, Section, Table
from necrostats.reports.chain_report import need_of
from necrostats.reports.numbers import percent

HELP = {
    "alone": "nobody",
    "friend": "a friend",
    "medicae-kit": "one with a medicae kit",
    "medicae": "one with Medicae",
    "medicae and medicae-kit": "one with both",
}


def with_help(result: Result) -> list[Block]:
    """A row for each kind of help; that which was asked for stands out."""
    share = need_of(result)
    columns = (
        Column("assisted by"),
        Column("dice", optional=1),
        Column("back at once", "right"),
        Column("back ever", "right"),
        Column("out of action", "right"),
        Column("half by", "right"),
        Column(f"{share} by", "right"),
    )
    rows = [
        (
            Cell(HELP[row["help"]]),
            Cell(_dice(row), "dim"),
            Cell(percent(row["back_at_once"])),
            Cell(percent(row["back"])),
            Cell(percent(row["out_of_action"])),
            Cell("never" if row["median"] is None else str(row["median"])),
            Cell("never" if row["by"] is None else str(row["by"])),
        )
        for row in result["with_help"]
    ]
    asked = frozenset(place for place, row in enumerate(result["with_help"]) if _same_care(row, result))
    note = (
        f"At once: after the first End phase. Half by, {share} by: round by which it is back half the time, and with "
        "that chance. A medicae kit adds an Injury die; with Medicae an out of action is rolled again, once."
    )
    return [Section("With help", note), Table(columns, tuple(rows), asked, frame=False)]


def _dice(row: Result) -> str:
    """The Injury dice of a recovery test.

    >>> _dice({"dice": 2, "out_rolled_again": True})
    'best of 2, out again'
    """
    dice = "1" if row["dice"] == 1 else f"best of {row['dice']}"
    return f"{dice}, out again" if row["out_rolled_again"] else dice


def _same_care(row: Result, result: Result) -> bool:
    return all(row[key] == result[key] for key in ("dice", "out_rolled_again"))
