"""The report on a blast: who is under the marker, where it lands, and what the base size does."""

from collections.abc import Mapping
from typing import Any

from necrostats.reports.blocks import Block, Cell, Column, Headline, Result, Say, Section, Table, cells
from necrostats.reports.closing import closing, notes
from necrostats.reports.numbers import decimal, fraction, percent, with_interval
from necrostats.reports.words import situation, title

TIMES = (("if it hits", "when_hit"), ("if it misses", "when_missed"), ("in all", "touched"))


def blast_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of a blast."""
    blocks: list[Block] = [
        Headline(headline(result)),
        *_need(result),
        Section(
            "Who is under the marker",
            "Chance that the marker touches the base, if the hit roll succeeds, if it fails (scatter and misfires), "
            "and in all.",
        ),
        _fighters(result),
        Section("How many at once", "Fighters of the arrangement under the marker; exclude each other."),
        _chances([(str(n), chance) for n, chance in result["hits"].items()], bars=True),
        Section("Where the marker ends", "These exclude each other."),
        _chances(places(result)),
        Section(
            f'Base size and hit roll, {result["marker"]}" marker',
            "Chance that the marker touches the one fighter aimed at. Inches: the farthest scatter that still does.",
        ),
        _base_sizes(result),
    ]
    return [*blocks, *_check(result), *notes(result), *closing(result)]


def headline(result: Result) -> str:
    """What was asked and the mean number of fighters touched, in one sentence."""
    parts = [f'{result["marker"]}" marker']
    if result.get("weapon_name"):
        parts = [str(result["weapon_name"]), *parts]
    if result.get("attacker"):
        parts.insert(0, title(result["attacker"]))
    first, number = result["fighters"][0], len(result["fighters"])
    of = "" if number == 1 else f"{decimal(result['expected']['mean'])} of {number} fighters on average, "
    at = "the one aimed at" if result["aim_at"] == [first["x"], first["y"]] else _called(first)
    return f"{', '.join(parts)}: touches {of}{at} {percent(first['touched'])} (exact)"


def places(result: Result) -> list[tuple[str, Mapping[str, Any]]]:
    """Where the marker can end, in words."""
    lands = result["landing"]
    scatters = [(f'scatters {n}"', lands[n]) for n in lands if n.isdigit()]
    return [
        ("stays where it was aimed", lands["stays"]),
        *scatters,
        ("misfire: dud", lands["dud"]),
        ("misfire: on the shooter", lands["on_shooter"]),
    ]


def _need(result: Result) -> list[Block]:
    need = result["needs"]["hit"]
    on = f"on {need['on']}+" if need["on"] <= 6 else "never by the roll alone"
    how = situation(result["situation"]) if result["situation"] else ""
    return [Say(f"Hits {on} ({need['why']}){f', {how}' if how else ''}: {_both(result['hit'])}.")]


def _fighters(result: Result) -> Table:
    columns = [Column("Fighter", grows=True), Column("at", "right"), Column("base", "right")]
    for name, _ in TIMES:
        columns += [Column(name, "right"), Column("", attached=True, optional=1)]
    rows = []
    shooter = [result["shooter"]] if result.get("shooter") else []
    for row in [*result["fighters"], *shooter]:
        role = " (shooter)" if shooter and row is shooter[0] and row["name"] != "shooter" else ""
        made = [Cell(f"{row['name']}{role}"), Cell(f"{row['x']:.4g}, {row['y']:.4g}", "dim")]
        made.append(Cell(f"{row['base']:g} mm", "dim"))
        for _, key in TIMES:
            chance = row[key]
            made += [
                Cell(percent(chance), "strong" if key == "touched" else "plain"),
                Cell(fraction(chance), "dim"),
            ]
        rows.append(tuple(made))
    return Table(tuple(columns), tuple(rows))


def _chances(rows: list[tuple[str, Mapping[str, Any]]], *, bars: bool = False) -> Table:
    columns = [Column("", "right" if bars else "left"), Column("chance", "right"), Column("", attached=True)]
    columns += [Column("", optional=1)] if bars else []
    made = []
    for name, chance in rows:
        row = [Cell(name), Cell(percent(chance), "strong"), Cell(fraction(chance), "dim")]
        made.append(tuple([*row, Cell("", share=float(chance["p"]))] if bars else row))
    return Table(tuple(columns), tuple(made), frame=False)


def _base_sizes(result: Result) -> Table:
    needs = list(result["base_sizes"][0]["hit"])
    columns = [Column("base"), Column("inches", "right"), *(Column(need, "right") for need in needs)]
    columns.append(Column("missed", "right"))
    rows = [
        cells(
            f"{row['base']} mm",
            str(row["touching_inches"]),
            *(_both(row["hit"][need]) for need in needs),
            _both(row["missed"]),
        )
        for row in result["base_sizes"]
    ]
    return Table(tuple(columns), tuple(rows))


def _check(result: Result) -> list[Block]:
    check = result.get("check")
    if not check:
        return []
    first = check["touched"][0]
    return [
        Section("Simulated check"),
        Say(
            f"{check['trials']:,} markers thrown (seed {check['seed']}): {_called(result['fighters'][0])} touched in "
            f"{with_interval(first)}; of {check['compared']} figures the farthest is {check['z_max']:.1f} standard "
            "deviations from the exact one."
        ),
    ]


def _called(row: Mapping[str, Any]) -> str:
    """A fighter in a sentence: those without a name by their number."""
    return f"fighter {row['name']}" if row["name"].isdigit() else str(row["name"])


def _both(chance: Mapping[str, Any]) -> str:
    return f"{percent(chance)} {fraction(chance)}".rstrip()
