"""The charts of a matchup: who still stands, the lead by distance, each weapon's attack, policy against policy."""

from collections.abc import Mapping
from typing import Any

from necrostats.reports.attack_report import how_known
from necrostats.reports.blocks import Result
from necrostats.reports.charts.bars import Bar, outcomes
from necrostats.reports.charts.chart import Chart, said
from necrostats.reports.charts.lines import Line, Point, lines
from necrostats.reports.charts.maps import Square, heat_map
from necrostats.reports.matchup_report import duel_known
from necrostats.reports.numbers import is_exact, percents, points
from necrostats.reports.words import fighter_names, sides_of_attacks, situation, weapon_name

COLOURS = ("line-0", "line-1")
LEADS = ("#d55e00", "#f2f2f2", "#0072b2")


def charts(result: Result) -> list[Chart]:
    """All charts of a matchup that its answer has figures for."""
    names = fighter_names(result["fighters"])
    found = []
    if result["duel"].get("by_round"):
        found.append(standing(result, names))
    if result.get("by_distance"):
        found.append(by_distance(result, names))
    for name, other, attacks in zip(names, names[::-1], sides_of_attacks(result), strict=True):
        if attacks:
            outs = percents(each["outcomes"]["out_of_action"] for each in attacks)
            bars = [
                Bar(
                    f"{weapon_name(each)}, {situation(each.get('situation', {}), brief=True)}",
                    each,
                    out,
                )
                for each, out in zip(attacks, outs, strict=True)
            ]
            title = f"{name} attacks {other} ({how_known(attacks)})"
            found.append(outcomes(title, bars, "How one attack action ends; on the right: out of action."))
    if result.get("policies"):
        found.append(policies(result, names))
    return found


def standing(result: Result, names: list[str]) -> Chart:
    """The chance of both to be in play after each round, with intervals where it is simulated."""
    rounds = result["duel"]["by_round"]
    drawn = []
    for side, name, colour in zip("ab", names, COLOURS, strict=True):
        made = [Point(0, 1.0, "100%")]
        made += [_point(int(row["round"]), row[f"{side}_standing"]) for row in rounds]
        drawn.append(Line(name, colour, made))
    title = f"Still standing ({duel_known(result['duel'])})"
    ticks = [0, *(int(row["round"]) for row in rounds)]
    return lines(title, drawn, x="end of round", y="still standing", ticks=ticks, top=1.0)


def _point(at: float, chance: Mapping[str, Any]) -> Point:
    p = float(chance["p"])
    if is_exact(chance):
        return Point(at, p, said(chance))
    return Point(at, p, said(chance), float(chance["low"]), float(chance["high"]))


def by_distance(result: Result, names: list[str]) -> Chart:
    """Who leads by how much, begun at each distance."""
    leads = {float(row["distance"]): float(row["value"]) for row in result["by_distance"]}
    most = 1.15 * max(0.05, *(abs(lead) for lead in leads.values()))
    made = [Point(gap, lead, _leads(lead, names)) for gap, lead in leads.items()]
    note = f"Above 0: {names[0]} wins more often, below: {names[1]}; percentage points, best play of both."
    chart = lines(
        "Lead by distance (exact)",
        [Line("lead", "line-0", made)],
        x="begun at, inches",
        y="lead",
        note=note,
        top=most,
        bottom=-most,
        values="datum.value ? format(100 * datum.value, '+.0f') : '0'",
    )
    chart.spec["layer"].insert(
        0, {"data": {"values": [{"y": 0}]}, "mark": "rule", "encoding": {"y": {"datum": 0}}}
    )
    return chart


def _leads(lead: float, names: list[str]) -> str:
    """A lead as a tooltip says it.

    >>> _leads(0.123, ["Kaiya", "Rork"]), _leads(-0.05, ["Kaiya", "Rork"])
    ('Kaiya by 12.3 points', 'Rork by 5.0 points')
    """
    text = points(lead).lstrip("+-")
    return "even" if text == "0.0" else f"{names[0 if lead > 0 else 1]} by {text} points"


def policies(result: Result, names: list[str]) -> Chart:
    """A square for each pair of policies."""
    table = result["policies"]["table"]
    order = list(result["policies"]["names"])
    leads = [float(row["a_wins"]["p"]) - float(row["b_wins"]["p"]) for row in table]
    most = max(0.01, *(abs(lead) for lead in leads))
    a, b = names
    hover = (f"{a} wins", "draw", f"{b} wins")
    squares = [
        Square(
            row["policy_b"],
            row["policy_a"],
            lead,
            points(lead),
            abs(lead) > 0.6 * most,
            dict(zip(hover, (said(row[key]) for key in ("a_wins", "draw", "b_wins")), strict=True)),
        )
        for row, lead in zip(table, leads, strict=True)
    ]
    return heat_map(
        "Policy against policy",
        squares,
        across=f"{b} plays",
        down=f"{a} plays",
        scale={"domain": [-most, 0, most], "range": list(LEADS)},
        columns=order,
        rows=order,
        hover=hover,
        note=f"{a} plays the row, {b} the column; blue is good for {a}, orange for {b}; percentage points.",
    )
