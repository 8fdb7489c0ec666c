"""How each policy does against each, and what best play does at each distance."""

from collections.abc import Mapping
from typing import Any

from necrostats.reports.blocks import Block, Cell, Column, Result, Section, Table, Tone
from necrostats.reports.numbers import inches, points
from necrostats.reports.words import SIDES, words

CLOSE_CALL = 0.001
SAME = 1e-9
DECISIONS_NOTE = (
    "Round 1, acting first, both unhurt and active. Lead: chance to win less chance to lose, in percentage points, at "
    "both ends of the gaps. Margin: what the best choice is worth more than the next best (the least over the gaps)."
)


def policy_blocks(result: Result, names: list[str]) -> list[Block]:
    """The policy x policy table; its last row and column are the best replies."""
    policies = result.get("policies")
    if not policies:
        return []
    order = list(policies["names"])
    leads = {
        (row["policy_a"], row["policy_b"]): float(row["a_wins"]["p"]) - float(row["b_wins"]["p"])
        for row in policies["table"]
    }
    reply_a = {row["against"]: float(row["value"]) for row in policies.get("best_reply_a", [])}
    reply_b = {row["against"]: float(row["value"]) for row in policies.get("best_reply_b", [])}
    a, b = names
    columns = [Column(f"{a} plays", grows=True), *(Column(name, "right") for name in order)]
    columns += [Column("best reply", "right", optional=1)] if reply_b else []
    rows = []
    for mine in order:
        row = [Cell(mine, "a"), *(_lead(leads.get((mine, yours))) for yours in order)]
        rows.append((*row, *([_lead(reply_b.get(mine))] if reply_b else [])))
    if reply_a:
        last = [Cell("best reply", "a"), *(_lead(reply_a.get(yours)) for yours in order)]
        rows.append((*last, *([Cell("")] if reply_b else [])))
    note = (
        f"{a} plays the row, {b} the column. Each figure: chance that {a} wins less chance that {b} wins, "
        f"in percentage points; + is good for {a}."
    )
    how = "exact"
    if reply_a:
        note += (
            " 'best' is best play against best play; 'best reply' is the most that can be made of knowing the other's "
            "policy."
        )
    else:
        how = f"simulated {int(policies['table'][0]['a_wins']['trials']):,} times each"
        note += _mixed(policies.get("equilibrium", {}), names)
    strong = frozenset({len(rows) - 1}) if reply_a else frozenset()
    return [Section(f"Policy against policy ({how})", note), Table(tuple(columns), tuple(rows), strong)]


def _mixed(equilibrium: Mapping[str, Mapping[str, float]], names: list[str]) -> str:
    """Best play over the named policies, in words."""
    said = ""
    for side, name in zip(SIDES, names, strict=True):
        shares = equilibrium.get(side, {})
        taken = [
            policy if share > 1 - SAME else f"{policy} {share:.0%} of the time"
            for policy, share in shares.items()
            if share > CLOSE_CALL
        ]
        if taken:
            said += f" Best of these for {name}: {', '.join(taken)}."
    return said


def _lead(value: float | None) -> Cell:
    if value is None:
        return Cell("")
    tone: Tone = "plain" if abs(value) < CLOSE_CALL else ("a" if value > 0 else "b")
    return Cell(points(value), tone)


def decision_blocks(result: Result, names: list[str]) -> list[Block]:
    """Who should do what at which distance."""
    decisions = result.get("decisions") or {}
    blocks: list[Block] = []
    for tone, name, other in zip(SIDES, names, names[::-1], strict=True):
        rows = decisions.get(tone)
        if not rows:
            continue
        columns = (
            Column("gap", "right"),
            Column(f"{name} should", grows=True),
            Column("lead", "right"),
            Column("margin", "right"),
            Column("rather than", grows=True),
        )
        made = tuple(_decision(row, tone) for row in rows)
        heading = Section(f"What {name} should do against {other}", "" if blocks else DECISIONS_NOTE)
        blocks += [heading, Table(columns, made)]
    return blocks


def distance_blocks(result: Result, names: list[str]) -> list[Block]:
    """Who leads by how much, begun at each distance."""
    leads = {row["distance"]: float(row["value"]) for row in result.get("by_distance", [])}
    if not leads:
        return []
    farthest = max(leads)
    step = max(2, round(farthest / 6))
    shown = sorted({0, 1, *range(step, farthest - step // 2, step), farthest})
    columns = [
        Column("Begun at"),
        *(Column("engaged" if gap == 0 else inches(gap), "right") for gap in shown),
    ]
    row = (Cell("lead"), *(_lead(leads[gap]) for gap in shown))
    note = f"Best play of both: chance that {names[0]} wins less chance that {names[1]} wins, in percentage points."
    return [Section("Lead by distance (exact)", note), Table(tuple(columns), (row,))]


def gap(row: Mapping[str, Any]) -> str:
    """The distances that a decision is about.

    >>> gap({"from": 1, "to": 8}), gap({"from": 0, "to": 0})
    ('1-8"', 'engaged')
    """
    low, high = row["from"], row.get("to")
    if low == 0 and high in (0, None):
        return "engaged"
    if high in (None, low):
        return inches(low)
    return f'{low:g}-{high:g}"'


def _margin(value: float) -> str:
    """How much better the best choice is: nothing, next to nothing, or so many points."""
    if value < SAME:
        return "none"
    return points(value) if value >= CLOSE_CALL else "<0.1"


def _decision(row: Mapping[str, Any], tone: Tone) -> tuple[Cell, ...]:
    action = words(str(row["do"]))
    if row.get("then"):
        action += f", then {words(str(row['then']))}"
    margin, instead = row.get("margin"), words(str(row.get("instead") or ""))
    if margin is None or not instead:
        text = "no other" if not instead else ""
    else:
        text = _margin(float(margin))
    low, high = float(row["value"]), float(row.get("value_to", row["value"]))
    lead = points(low) if points(low) == points(high) else f"{points(low)} to {points(high)}"
    return Cell(gap(row)), Cell(action, tone), Cell(lead), Cell(text), Cell(instead, "dim")
