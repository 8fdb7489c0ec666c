"""The report of a battle: who wins, who survives, who takes out whom, with what, and how much policies decide."""

from necrostats.reports.blocks import (
    Bar,
    Block,
    Cell,
    Column,
    Headline,
    Part,
    Result,
    Say,
    Section,
    Table,
    Tone,
)
from necrostats.reports.closing import closing, notes
from necrostats.reports.numbers import decimal, decimals, inches, percent, percents, points, with_interval
from necrostats.reports.policy_report import policy_blocks
from necrostats.reports.words import SIDES

SHOWN_WEAPONS, SHOWN_FRIENDS = 12, 6
FATES = (
    ("fit", "on their feet"),
    ("broken", "on their feet, but broken"),
    ("seriously_injured", "seriously injured"),
    ("fled", "fled"),
    ("out_by_enemies", "out of action by enemies"),
    ("out_by_friends", "out of action by their own side"),
    ("out_by_nobody", "out of action by nobody: recovery, fire, own weapon"),
)
WINS: tuple[tuple[str, Tone], ...] = (("a_wins", "a"), ("b_wins", "b"), ("draw", "draw"))


def battle_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of a battle."""
    blocks: list[Block] = [Headline(headline(result)), _bar(result), Say(_definition(result), "dim")]
    blocks += _fighters(result)
    blocks += _fates(result)
    blocks += _taken_out(result)
    blocks += _weapons(result)
    blocks += _course(result)
    blocks += _varied(result)
    blocks += policy_blocks(result, list(result["sides"]), alone=[_alone(result, side) for side in SIDES])
    return [*blocks, *notes(result), *closing(result)]


def headline(result: Result) -> str:
    """Who wins more often, in one sentence."""
    a, b = result["sides"]
    found = result["battle"]
    if found["draw"]["p"] == 1:
        return f"all {found['draw']['trials']:,} battles were draws"
    ahead, behind = (a, b) if found["a_wins"]["p"] >= found["b_wins"]["p"] else (b, a)
    more, less = (found["a_wins"], found["b_wins"]) if ahead == a else (found["b_wins"], found["a_wins"])
    apart = more["low"] > less["high"]
    if not apart:
        return (
            f"{a} {with_interval(found['a_wins'])}, {b} {with_interval(found['b_wins'])}: "
            "not distinguishable at this precision"
        )
    return (
        f"{ahead} {_win(result, ahead)} {with_interval(more)}, {behind} {with_interval(less)} of the battles"
    )


def played(result: Result) -> str:
    """Which policy each side plays."""
    return ", ".join(
        f"{name} {'plays' if _alone(result, side) else 'play'} {result[f'policy_{side}']}"
        for side, name in zip(SIDES, result["sides"], strict=True)
    )


def _win(result: Result, name: str) -> str:
    side = SIDES[list(result["sides"]).index(name)]
    return "wins" if _alone(result, side) else "win"


def _alone(result: Result, side: str) -> bool:
    return [who["side"] for who in result["fighters"]].count(side) == 1


def _bar(result: Result) -> Bar:
    a, b = result["sides"]
    labels = {"a_wins": f"{a} {_win(result, a)}", "b_wins": f"{b} {_win(result, b)}", "draw": "draw"}
    found = result["battle"]
    texts = percents(found[name] for name, _ in WINS)
    return Bar(
        tuple(
            Part(labels[name], float(found[name]["p"]), text, tone)
            for (name, tone), text in zip(WINS, texts, strict=True)
        )
    )


def _definition(result: Result) -> str:
    board, trials = result["board"], result["battle"]["a_wins"]["trials"]
    battles = f"{trials:,} battle{'s' if trials > 1 else ''}"
    return (
        f"{battles} on {board['name']} ({inches(board['width'])} by {inches(board['height'])}), at most "
        f"{result['rounds']} rounds; {played(result)}; {result['rules']} rules. "
        "Brackets: 95% intervals of what more battles would give; another policy changes more than they say."
    )


def _fighters(result: Result) -> list[Block]:
    rows = []
    fighters = result["fighters"]
    survive = percents(who["survives"] for who in fighters)
    flee = percents(who["fates"]["fled"] for who in fighters if "fates" in who)
    for place, (who, text) in enumerate(zip(fighters, survive, strict=True)):
        rows.append(
            (
                Cell(str(who["name"]), who["side"]),
                Cell(", ".join(who["weapons"]) or "unarmed"),
                Cell(f"{who['cost']}" if who["cost"] else ""),
                Cell(text),
                *([Cell(flee[place])] if flee else []),
                Cell(f"{who['takes_out_mean']:.2f}"),
            )
        )
    columns = (
        Column("fighter"),
        Column("weapons", grows=True),
        Column("credits", "right", optional=1),
        Column("survives", "right"),
        *([Column("flees", "right")] if flee else []),
        Column("takes out", "right"),
    )
    note = "Survives: in play at the end. Takes out: enemies put out of action in a battle, on average."
    if flee:
        note = note.replace(
            "end.", "end, on its feet or seriously injured; who neither survives nor flees is out."
        )
    return [Section("The fighters", note), Table(columns, tuple(rows))]


def _fates(result: Result) -> list[Block]:
    """What becomes of the fighters of each side, under the advanced rules."""
    fates = result.get("fates")
    if not fates:
        return []
    rows = tuple(
        (Cell(words), *(Cell(decimal(fates[side][f"{fate}_mean"])) for side in SIDES))
        for fate, words in FATES
    )
    texts = percents(fates[side]["bottled"] for side in SIDES)
    bottled = ", ".join(f"{name} in {text}" for name, text in zip(result["sides"], texts, strict=True))
    note = f"Bottled out: {bottled} of the battles. How many of a side end up how in a battle, on average."
    columns = (Column(""), *(Column(name, "right") for name in result["sides"]))
    return [Section("Nerve and injuries", note), Table(columns, rows)]


def _taken_out(result: Result) -> list[Block]:
    """Who takes out whom: a table for each side's doing."""
    chances = {(row["by"], row["whom"]): row["p"] for row in result["takes_out"]}
    blocks: list[Block] = [
        Section("Who takes out whom", "The chance that the row puts the column out of action in a battle.")
    ]
    names: dict[Tone, list[str]] = {
        side: [who["name"] for who in result["fighters"] if who["side"] == side] for side in SIDES
    }
    same = decimals(chances.values())
    sides: tuple[tuple[Tone, Tone], ...] = (("a", "b"), ("b", "a"))
    for side, other in sides:
        if len(names[other]) > 8:
            blocks.append(Say("More than eight columns: --csv and --json have them all."))
            break
        columns = (Column(""), *(Column(name, "right") for name in names[other]))
        rows = tuple(
            (Cell(mine, side), *(_chance(chances[mine, yours], same) for yours in names[other]))
            for mine in names[side]
        )
        blocks.append(Table(columns, rows))
    return [*blocks, *_friendly_fire(result)]


def _friendly_fire(result: Result) -> list[Block]:
    """Who takes out friends, in a line."""
    rows = list(result.get("friendly_fire") or [])
    if not rows:
        return []
    shown = rows[:SHOWN_FRIENDS]
    texts = percents(row["p"] for row in shown)
    said = ", ".join(f"{row['whom']} by {row['by']} {text}" for row, text in zip(shown, texts, strict=True))
    more = f"; {len(rows) - len(shown)} more with --csv and --json" if len(rows) > len(shown) else ""
    return [Say(f"By their own side: {said}{more}.")]


def _chance(chance: Result, places: int) -> Cell:
    return Cell(percent(chance, places) if chance["p"] else "-")


def _weapons(result: Result) -> list[Block]:
    rows = list(result["weapons"])
    if not rows:
        return []
    sides = {who["name"]: who["side"] for who in result["fighters"]}
    shown = tuple(
        (
            Cell(str(row["fighter"]), sides[row["fighter"]]),
            Cell(str(row["weapon"])),
            Cell(str(row["how"])),
            Cell(f"{row['takes_out_mean']:.3f}"),
        )
        for row in rows[:SHOWN_WEAPONS]
    )
    columns = (Column("fighter"), Column("weapon", grows=True), Column("by"), Column("takes out", "right"))
    note = "Enemies put out of action with it in a battle, on average."
    if len(rows) > SHOWN_WEAPONS:
        note += f" The first {SHOWN_WEAPONS} of {len(rows)}; --csv and --json have all."
    return [Section("Which weapons decide", note), Table(columns, shown)]


def _course(result: Result) -> list[Block]:
    """How long it lasts and how many are left."""
    found = result["battle"]
    a, b = result["sides"]
    over = percents(row["over"] for row in found["by_round"])
    rounds = tuple(
        (Cell(str(row["round"])), Cell(text)) for row, text in zip(found["by_round"], over, strict=True)
    )
    most = max(len(found["a_left"]), len(found["b_left"]))
    same = decimals([*found["a_left"], *found["b_left"]])
    left = tuple(
        (Cell(str(n)), *(_left(found[f"{side}_left"], n, same) for side in SIDES)) for n in range(most)
    )
    lost = "Lost on average: " + ", ".join(
        f"{name} {found[f'{side}_lost_mean']['p']:.2f}" for side, name in zip(SIDES, (a, b), strict=True)
    )
    return [
        Section("How it ends", f"Fighters in play at the end. {lost}."),
        Table((Column("left", "right"), Column(a, "right"), Column(b, "right")), left),
        Section("How long it lasts", f"{found['rounds_mean']['p']:.2f} rounds on average."),
        Table((Column("round", "right"), Column("over in it", "right")), rounds),
    ]


def _left(chances: list[Result], n: int, places: int) -> Cell:
    return _chance(chances[n], places) if n < len(chances) else Cell("")


def _varied(result: Result) -> list[Block]:
    """What a change of one fighter is worth."""
    if not result["vary"]:
        return []
    a, b = result["sides"]
    rows = [
        (
            Cell(str(row["fighter"])),
            *(
                Cell(text)
                for name in ("a_wins", "b_wins")
                for text in (percent(row[name]), _difference(row["difference"][name]))
            ),
        )
        for row in result["vary"]
    ]
    columns = (
        Column("with", grows=True),
        Column(f"{a} {_win(result, a)}", "right"),
        Column("difference", "right"),
        Column(f"{b} {_win(result, b)}", "right"),
        Column("difference", "right"),
    )
    note = (
        f"{_who_changed(result['vary'])} changed, on the same dice. Difference: percentage points more or less than "
        "without the change, with the 95% interval."
    )
    return [Section("What a change is worth", note), Table(columns, tuple(rows))]


def _who_changed(rows: list[Result]) -> str:
    """Whom changes change, each by itself.

    >>> _who_changed([{"name": "Rork", "number": 2}, {"name": "Nox", "number": 1}])
    'One fighter (every Rork at once)'
    """
    several = list(dict.fromkeys(f"every {row['name']}" for row in rows if row["number"] > 1))
    if not several:
        return "One fighter"
    every = " or ".join(several)
    if all(row["number"] > 1 for row in rows):
        return every[0].upper() + every[1:]
    return f"One fighter ({every} at once)"


def _difference(found: Result) -> str:
    if found["verdict"].startswith("not"):
        return f"{points(found['p'])}: not distinguishable"
    return f"{points(found['p'])} [{100 * found['low']:+.1f}, {100 * found['high']:+.1f}]"
