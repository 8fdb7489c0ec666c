"""Who still stands after each round of a duel."""

from necrostats.reports.blocks import Block, Result, Section
from necrostats.reports.strips import bars, beside, figures, texts
from necrostats.reports.words import SIDES


def survival_blocks(result: Result, names: list[str]) -> list[Block]:
    """A row for each round, with a bar for each fighter."""
    rounds = list(result["duel"].get("by_round", []))
    if not rounds:
        return []
    strips = [texts("round", (str(row["round"]) for row in rounds), align="right")]
    for name, key, tone in zip(names, ("a_standing", "b_standing"), SIDES, strict=True):
        chances = [row[key] for row in rounds]
        strips += [figures(name, chances, tone, beside=0, intervals=True), bars(chances, tone)]
    note = "Chance to be in play at the end of the round; pinned counts as in play."
    if result.get("rules") == "advanced":
        note = (
            "Chance to be in play after the End phase; pinned counts as in play, seriously injured does not."
        )
    return [Section("Still standing", note), beside(strips, frame=False)]
