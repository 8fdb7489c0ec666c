"""What the report on a recovery says besides its chain: the same fighter alone and with each kind of help."""

from necrostats.reports.blocks import Block, Result, Section
from necrostats.reports.chain_report import need_of
from necrostats.reports.strips import beside, figures, texts

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
    rows = list(result["with_help"])
    strips = [
        texts("assisted by", (HELP[row["help"]] for row in rows)),
        texts("dice", map(_dice, rows), "dim", optional=1),
        figures("back at once", [row["back_at_once"] for row in rows], beside=None),
        figures("back ever", [row["back"] for row in rows], beside=None),
        figures("out of action", [row["out_of_action"] for row in rows], beside=None),
        texts("half by", (_by(row["median"]) for row in rows), align="right"),
        texts(f"{share} by", (_by(row["by"]) for row in rows), align="right"),
    ]
    asked = (place for place, row in enumerate(rows) if _same_care(row, result))
    note = (
        f"At once: after the first End phase. Half by, {share} by: round by which it is back half the time, and with "
        "that chance. A medicae kit adds an Injury die; with Medicae an out of action is rolled again, once."
    )
    return [Section("With help", note), beside(strips, strong_rows=asked, frame=False)]


def _by(step: int | None) -> str:
    return "never" if step is None else f"{step:,}"


def _dice(row: Result) -> str:
    """The Injury dice of a recovery test.

    >>> _dice({"dice": 2, "out_rolled_again": True})
    'best of 2, out again'
    """
    dice = "1" if row["dice"] == 1 else f"best of {row['dice']}"
    return f"{dice}, out again" if row["out_rolled_again"] else dice


def _same_care(row: Result, result: Result) -> bool:
    return all(row[key] == result[key] for key in ("dice", "out_rolled_again"))
