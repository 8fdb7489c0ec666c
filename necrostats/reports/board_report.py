"""The report on a board: what stands on it, and what one fighter sees of another."""

from collections import Counter

from necrostats.reports.blocks import Block, Cell, Column, Headline, Result, Say, Section, Table
from necrostats.reports.closing import closing, notes
from necrostats.reports.numbers import inches

COVER = {
    "none": "in the open",
    "partial": "in partial cover",
    "full": "in full cover",
    "hidden": "out of sight",
}
PLURAL = {"wall": "walls", "door": "doors", "barricade": "barricades", "obstacle": "obstacles"}


def board_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of a board."""
    blocks: list[Block] = [Headline(headline(result))]
    if result["text"]:
        blocks.append(Say(result["text"]))
    if result["sight"]:
        blocks += [Section("What the viewer sees"), _sight(result["sight"])]
    blocks += [Section("On the board", "Corners in inches from the lower left corner."), _pieces(result)]
    return [*blocks, *notes(result), *closing(result)]


def headline(result: Result) -> str:
    """The board, or how the target is seen, in one sentence."""
    sight = result["sight"]
    if not sight:
        counts = Counter(piece["kind"] for piece in result["pieces"])
        there = ", ".join(f"{n} {kind if n == 1 else PLURAL[kind]}" for kind, n in counts.items())
        return f"{result['name']}: {inches(result['width'])} by {inches(result['height'])}, {there or 'open ground'}"
    seen = "" if sight["in_arc"] or sight["cover"] == "hidden" else ", but outside the vision arc"
    return (
        f"{result['name']}: the target is {COVER[sight['cover']]}, {_rounded(sight['distance'])} away{seen}"
    )


def _rounded(value: float) -> str:
    return inches(round(value, 2))


def _sight(sight: Result) -> Table:
    rows = [
        ("distance", _rounded(sight["distance"]), "from base to base"),
        ("visible", f"{100 * sight['share']:.0f}%", "of the target's base"),
        ("cover", sight["cover"], ""),
        ("in the vision arc", "yes" if sight["in_arc"] else "no", "45 degrees to either side of the face"),
        ("to walk", _way(sight["way"]), "until the bases touch, over obstacles at 2 inches each"),
        ("to charge", _way(sight["level"]), "the same, without crossing obstacles"),
    ]
    columns = (Column(""), Column("", "right"), Column("", grows=True))
    return Table(columns, tuple((Cell(a), Cell(b, "strong"), Cell(c, "dim")) for a, b, c in rows))


def _way(way: Result | None) -> str:
    return "no way" if way is None else _rounded(way["inches"])


def _pieces(result: Result) -> Block:
    if not result["pieces"]:
        return Say("Nothing.")
    rows = [
        (Cell(piece["kind"]), Cell("  ".join(f"{x:.5g},{y:.5g}" for x, y in piece["corners"])))
        for piece in result["pieces"]
    ]
    return Table((Column("Piece"), Column("Corners", grows=True)), tuple(rows))
