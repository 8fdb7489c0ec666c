"""The report of a tournament: who wins most, and everyone against everyone."""

from necrostats.reports.blocks import Block, Cell, Column, Headline, Result, Say, Section, Table
from necrostats.reports.closing import closing, notes
from necrostats.reports.numbers import inches, percent
from necrostats.reports.words import title

FULL_TABLE = 8  # fighters up to which everyone stands against everyone
EXACT = {"error": 0.0}


def tournament_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of a tournament."""
    ranking = list(result["ranking"])
    names = {row["fighter"]: title(str(row["fighter"])) for row in ranking}
    best = ranking[0]
    where = result["situation"]
    said = (
        f"{len(ranking)} fighters, {len(result['rows'])} duels, all solved exactly: policy {result['policy']} of both, "
        f"{inches(where['distance'])} apart on a lane of {inches(where['lane'])}, {where['rounds']} rounds"
        f"{'' if where['aim'] else ', nobody aims'}; {result['rules']} rules."
    )
    rows = tuple(
        (
            Cell(str(row["rank"])),
            Cell(names[row["fighter"]]),
            *(Cell(percent({"p": row[name], **EXACT})) for name in ("wins", "loses", "draw")),
        )
        for row in ranking
    )
    columns = (
        Column("", "right"),
        Column("fighter", grows=True),
        *(Column(name, "right") for name in ("wins", "loses", "draw")),
    )
    blocks: list[Block] = [
        Headline(f"{names[best['fighter']]} wins most: {percent({'p': best['wins'], **EXACT})} (exact)"),
        Say(said),
        Section("Who wins most", "Mean chances over the duels with all others."),
        Table(columns, rows, frozenset({0})),
    ]
    return [*blocks, *_everyone(result, names), *notes(result), *closing(result)]


def _everyone(result: Result, names: dict[str, str]) -> list[Block]:
    """Each against each, the best first."""
    heading = Section("Everyone against everyone", "The chance that the row wins against the column.")
    if len(names) > FULL_TABLE:
        told = f"For more than {FULL_TABLE} fighters --csv and --json have every duel."
        return [Section("Everyone against everyone"), Say(told)]
    wins = {}
    for row in result["rows"]:
        wins[row["a"], row["b"]], wins[row["b"], row["a"]] = row["a_wins"], row["b_wins"]
    numbers = [str(row["rank"]) for row in result["ranking"]]
    columns = (Column("", "right"), Column("fighter", grows=True), *(Column(n, "right") for n in numbers))
    rows = tuple(
        (
            Cell(number),
            Cell(names[mine]),
            *(Cell("" if mine == other else percent(wins[mine, other])) for other in names),
        )
        for number, mine in zip(numbers, names, strict=True)
    )
    return [heading, Table(columns, rows)]
