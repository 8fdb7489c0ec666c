"""What the report on a gang says besides its chain: who is in it, its bottle tests, and what is left of it."""

from collections.abc import Mapping
from typing import Any

from necrostats.reports.blocks import Block, Cell, Column, Result, Say, Section, Table
from necrostats.reports.chain_report import both, numbers
from necrostats.reports.numbers import decimal

FLEE = {
    "action": "each of its fighters takes a Cool test when it is activated, here before the losses of the round",
    "end": "each of its fighters takes a Cool test in every End phase, after the bottle test",
}
MEANS = ("standing", "seriously_injured", "out_of_action", "fled")


def about(result: Result) -> list[Block]:
    """The crew, its bottle tests, the losses and who stays."""
    crew = ", ".join(
        f"{_several(row['number'], row['rank'])} (Cool {row['cool']}+)" for row in result["fighters"]
    )
    return [
        Say(f"{crew[:1].upper()}{crew[1:]}. {_bottle_tests(result)}"),
        Say(
            f"Those who go down may be any of those standing; {_hurt(result['out_of_action'])}. "
            f"A side that bottled stays so: {FLEE[result['flee_phase']]}, and "
            f"flees if it fails. {_near(result)}".strip()
        ),
    ]


def _hurt(out: Mapping[str, Any]) -> str:
    if out["p"] in (0, 1):
        return "all of them are out of action" if out["p"] else "all of them are seriously injured"
    return f"{both(out)} of them are out of action, the others seriously injured"


def _several(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _bottle_tests(result: Result) -> str:
    """From how many casualties on the gang may bottle out, and with what chance.

    >>> tests = {"3": {"p": 1 / 3, "fraction": "1/3"}, "4": {"p": 1.0, "fraction": "1"}}
    >>> _bottle_tests({"bottle_test": tests, "iron_will": 0})
    'It bottles out in one test in 1/3 with 3 seriously injured or out of action, always with 4.'
    """
    parts = [
        f"{'always' if chance['p'] == 1 else 'in ' + chance['fraction']} with {n}"
        for n, chance in result["bottle_test"].items()
    ]
    parts[0] += " seriously injured or out of action"
    will = " Iron Will counts here, as long as the leader stands." if result["iron_will"] else ""
    return f"It bottles out in one test {', '.join(parts)}.{will}"


def _near(result: Result) -> str:
    parts = []
    if result["near_leader"]:
        parts.append(f"{result['near_leader']} are near the leader")
    if result["near_champion"]:
        parts.append(f"{result['near_champion']} near each champion")
    said = f"{' and '.join(parts)}; they stay without a test if it does." if parts else ""
    helped = f" {_several(result['helpers'], 'friend')} may assist the injured." if result["helpers"] else ""
    return f"{said}{helped}".strip()


def more(result: Result) -> list[Block]:
    """Mean numbers by round, and how many are left and have fled at the end."""
    n = int(result["rounds"])
    end = f"after {_several(n, 'round')}"
    return [
        Section("Fighters on average", "At the end of each round."),
        _means(result["by_round"]),
        Section(
            f"Left {end}: {decimal(result['left_mean']['mean'])} of {result['crew']} on average",
            f"On the battlefield, those seriously injured included. {_sure(result['left_need'])}",
        ),
        numbers(result["left"], "left"),
        Section(f"Fled {end}: {decimal(result['fled_mean']['mean'])} on average", _sure(result["fled_need"])),
        numbers(result["fled"], "fled"),
    ]


def _sure(need: Mapping[str, Any]) -> str:
    """The median, and what holds with the chance asked for."""
    share = f"{100 * need['chance']:g}%"
    at_least, at_most = need["at_least"], need["at_most"]
    return f"Median {need['median']}; with {share} at least {at_least}, with {share} at most {at_most}."


def _means(rows: list[Mapping[str, Any]]) -> Table:
    columns = (Column("round", "right"), *(Column(name.replace("_", " "), "right") for name in MEANS))
    return Table(
        columns,
        tuple(
            (Cell(str(row["round"])), *(Cell(decimal(row[name]["mean"])) for name in MEANS)) for row in rows
        ),
        frame=False,
    )
