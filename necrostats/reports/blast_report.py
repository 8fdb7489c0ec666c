"""The report on a blast: who is under the marker, where it lands, and what the base size does."""

from collections.abc import Mapping
from typing import Any

from necrostats.reports.blocks import Block, Headline, Result, Say, Section, Table, Tone
from necrostats.reports.closing import closing, notes
from necrostats.reports.numbers import at_least, decimal, fraction, percent, with_interval
from necrostats.reports.strips import bars, beside, figures, texts
from necrostats.reports.words import called as named
from necrostats.reports.words import first_capital, situation

TIMES = (
    ("if it hits", "when_hit", "expected_when_hit"),
    ("if it misses", "when_missed", "expected_when_missed"),
    ("in all", "touched", "expected"),
)
UNKNOWN = "not known"


def blast_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of a blast."""
    blocks: list[Block] = [
        Headline(headline(result)),
        Say(hit_roll(result)),
        Section(
            "Who is under the marker",
            "Chance that the marker covers at least the edge of the base. If it hits, it stays where it was aimed; if "
            "it misses, it scatters or misfires; in all weighs both by the hit roll.",
        ),
        _fighters(result),
    ]
    if len(result["fighters"]) > 1:
        blocks += [
            Section(
                "How many at once",
                f"Fighters under the marker at once, {decimal(result['expected']['mean'])} on average; the shooter is "
                "not counted.",
            ),
            _at_once(result["hits"]),
        ]
    blocks += [
        Section(
            "Where the marker ends",
            "After a miss the Scatter die says which way and a D6 how many inches. A 1 with a Hit symbol is a misfire: "
            "on a D6 of 1 the marker lands on the shooter, else it is a dud.",
        ),
        _landing(result),
        Section(
            f'Base size and hit roll, {result["marker"]}" marker',
            "Chance that the marker touches the one fighter at the middle of whose base it is aimed, if the hit roll "
            "fails and if it needs 2+ to 6+. Reach: the most inches of scatter at which it still does; a D6 gives "
            "whole inches, so bases of the same reach fare alike.",
        ),
        _base_sizes(result),
    ]
    return [*blocks, *_check(result), *notes(result), *closing(result)]


def headline(result: Result) -> str:
    """What was asked, the chance of the fighter aimed at and the mean number touched, in one sentence."""
    parts = [f'{result["marker"]}" marker']
    if result.get("weapon_name"):
        weapon = str(result["weapon_name"])
        who = result.get("attacker")
        parts = (
            [first_capital(named(who)), weapon[:1].lower() + weapon[1:], *parts] if who else [weapon, *parts]
        )
    target = aimed_at(result)
    row = result["fighters"][0] if target is None else target
    whom = called(row) if target is None or not row["name"].isdigit() else "the fighter aimed at"
    number = len(result["fighters"])
    mean = "" if number == 1 else f", {decimal(result['expected']['mean'])} of {number} fighters on average"
    return f"{', '.join(parts)}: touches {whom} in {percent(row['touched'])}{mean} (exact)"


def hit_roll(result: Result) -> str:
    """What the hit roll needs, and its chance, in one sentence."""
    need = result["needs"]["hit"]
    on = f"on {need['on']}+" if need["on"] <= 6 else "never"
    how = f" {situation(result['situation'])}" if result["situation"] else ""
    return f"Hits {on} ({need['why']}){how}: {_both(result['hit'])}."


def aimed_at(result: Result) -> Result | None:
    """The fighter at the middle of whose base the marker is aimed."""
    return next((row for row in result["fighters"] if [row["x"], row["y"]] == result["aim_at"]), None)


def places(result: Result) -> list[tuple[str, str]]:
    """Where the marker can end: its key, and in words."""
    scatters = [(n, f'scatters {n}"') for n in result["landing"] if n.isdigit()]
    misfires = [("dud", "misfire: a dud"), ("on_shooter", "misfire: on the shooter")]
    return [("stays", "stays where it was aimed"), *scatters, *misfires]


def _fighters(result: Result) -> Table:
    target, shooter = aimed_at(result), result.get("shooter")
    everybody: list[Result] = [*result["fighters"], *([shooter] if shooter else [])]
    several = len(result["fighters"]) > 1
    means = [""] if several else []

    def role(row: Result) -> str:
        if row is shooter and row["name"] != "shooter":
            return " (shooter)"
        return " (aimed at)" if row is target else ""

    names = (f"{row['name']}{role(row)}" for row in everybody)
    at = (f"{place(row['x'])}, {place(row['y'])}" for row in everybody)
    strips = [
        texts("Fighter", [*names, *(["fighters on average"] if several else [])], grows=True),
        texts("at (inches)", [*at, *means], "dim", align="right"),
        texts("base", [*(f"{row['base']:g} mm" for row in everybody), *means], "dim", align="right"),
    ]
    for name, key, expected in TIMES:
        tone: Tone = "strong" if key == "touched" else "plain"
        found = [row[key] for row in everybody]
        strips.append(figures(name, [*found, *([result[expected]] if several else [])], tone, beside=1))
    return beside(strips, strong_rows=[len(everybody)] if several else ())


def _at_once(chances: Mapping[str, Any]) -> Table:
    found = list(chances.values())
    more = [at_least(chances, int(number)) if int(number) else None for number in chances]
    strips = [
        texts("fighters", chances, align="right"),
        figures("chance", found, "strong", beside=0),
        figures("that many or more", more, beside=None),
        bars(found),
    ]
    return beside(strips, frame=False)


def _landing(result: Result) -> Table:
    alone = len(result["fighters"]) == 1
    under = [result["landing_expected"][key] for key, _ in places(result)]
    there = [{"p": each["mean"]} if alone and each else each for each in under]
    strips = [
        texts("", (words for _, words in places(result))),
        figures("chance", [result["landing"][key] for key, _ in places(result)], "strong", beside=0),
        figures(
            "touches the fighter there" if alone else "fighters under it there",
            there,
            beside=None,
            missing=UNKNOWN,
        ),
    ]
    return beside(strips, frame=False)


def _base_sizes(result: Result) -> Table:
    rows = list(result["base_sizes"])
    strips = [
        texts("base", (f"{row['base']:g} mm" for row in rows)),
        texts("reach", (f'{row["touching_inches"]}"' for row in rows), align="right"),
        figures("missed", [row["missed"] for row in rows], beside=1),
    ]
    strips += [figures(need, [row["hit"][need] for row in rows], beside=1) for need in rows[0]["hit"]]
    return beside(strips)


def _check(result: Result) -> list[Block]:
    check = result.get("check")
    if not check:
        return []
    first = check["touched"][0]
    return [
        Section("Simulated check"),
        Say(
            f"{check['trials']:,} markers thrown (seed {check['seed']}): {called(result['fighters'][0])} touched in "
            f"{with_interval(first)}; of {check['compared']} figures the farthest is {check['z_max']:.1f} standard "
            "deviations from the exact one."
        ),
    ]


def called(row: Mapping[str, Any]) -> str:
    """A fighter in a sentence: those without a name by their number."""
    return f"fighter {row['name']}" if row["name"].isdigit() else str(row["name"])


def place(value: float) -> str:
    """A coordinate in inches, to two decimals.

    >>> place(1.984251968503937), place(-0.001)
    ('1.98', '0')
    """
    return f"{round(value, 2) + 0.0:g}"


def _both(chance: Mapping[str, Any]) -> str:
    more = fraction(chance)
    return f"{percent(chance)} ({more})" if more else percent(chance)
