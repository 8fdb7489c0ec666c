"""Who still stands after each round of a duel."""

from necrostats.reports.blocks import Block, Cell, Column, Result, Section, Table
from necrostats.reports.numbers import interval, is_exact, percent
from necrostats.reports.words import SIDES


def survival_blocks(result: Result, names: list[str]) -> list[Block]:
    """A row for each round, with a bar for each fighter."""
    rounds = list(result["duel"].get("by_round", []))
    if not rounds:
        return []
    exact = all(is_exact(row[key]) for row in rounds for key in ("a_standing", "b_standing"))
    columns = [Column("round", "right")]
    for name in names:
        columns += [Column(name, "right")]
        columns += [] if exact else [Column("interval")]
        columns += [Column("", optional=1)]
    rows = []
    for row in rounds:
        made = [Cell(str(row["round"]))]
        for key, tone in zip(("a_standing", "b_standing"), SIDES, strict=True):
            made.append(Cell(percent(row[key]), tone))
            if not exact:
                made.append(Cell(interval(row[key]), "dim"))
            made.append(Cell("", tone, float(row[key]["p"])))
        rows.append(tuple(made))
    note = "Chance to be in play at the end of the round; pinned counts as in play."
    if result.get("rules") == "advanced":
        note = (
            "Chance to be in play after the End phase; pinned counts as in play, seriously injured does not."
        )
    return [Section("Still standing", note), Table(tuple(columns), tuple(rows), frame=False)]
