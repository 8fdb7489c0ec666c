"""How each policy does against each, and what best play does at each distance."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from necrostats.reports.blocks import Block, Cell, Column, Result, Section, Table, Tone
from necrostats.reports.numbers import inches, points
from necrostats.reports.words import SIDES, words

CLOSE_CALL = 0.001
NO_DIFFERENCE = ": no difference"
NUMBER = re.compile(r"\b(\d+)\b")
SAME = 1e-9
DECISIONS_NOTE = (
    "Round 1, acting first, both unhurt and active. Lead: chance to win less chance to lose, in percentage points, at "
    "both ends of the gaps. Margin: what the best choice is worth more than the next best (the least over the gaps). "
    "Move 3 to 1: 3 at the first gap, 1 at the last."
)


def policy_blocks(result: Result, names: list[str], *, alone: Sequence[bool] = (True, True)) -> list[Block]:
    """The policy x policy table; its last row and column are the best replies.

    Args:
        alone: Whether each name stands for one fighter.
    """
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
    plays = "plays" if alone[0] else "play"
    a_wins, b_wins = (f"{name} {'wins' if one else 'win'}" for name, one in zip(names, alone, strict=True))
    columns = [Column(f"{a} {plays}", grows=True), *(Column(name, "right") for name in order)]
    columns += [Column("best reply", "right", optional=1)] if reply_b else []
    rows = []
    for mine in order:
        row = [Cell(mine, "a"), *(_lead(leads.get((mine, yours))) for yours in order)]
        rows.append((*row, *([_lead(reply_b.get(mine))] if reply_b else [])))
    if reply_a:
        last = [Cell("best reply", "a"), *(_lead(reply_a.get(yours)) for yours in order)]
        rows.append((*last, *([Cell("")] if reply_b else [])))
    note = (
        f"{a} {plays} the row, {b} the column. Each figure: chance that {a_wins} less chance that {b_wins}, "
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
        made = tuple(_decision(row, tone) for row in joined(rows))
        heading = Section(f"What {name} should do against {other}", "" if blocks else DECISIONS_NOTE)
        blocks += [heading, Table(columns, made)]
    return blocks


def joined(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Decisions of neighbouring gaps that differ in their distances alone as one, and those that make no difference.

    >>> advice = {
    ...     "do": "move 3 away",
    ...     "then": "aim",
    ...     "value": 0.1,
    ...     "value_to": 0.1,
    ...     "margin": 0.2,
    ...     "instead": "wait",
    ... }
    >>> rows = [
    ...     {"from": 13, "to": 13, **advice},
    ...     {"from": 14, "to": 15, **advice, "do": "move 2 away", "margin": 0.1, "instead": "aim"},
    ... ]
    >>> [(row["from"], row["to"], row["do"], row["margin"], row["instead"]) for row in joined(rows)]
    [(13, 15, 'move 3 to 2 away', 0.1, 'aim')]
    """
    found: list[dict[str, Any]] = []
    runs: list[list[Mapping[str, Any]]] = []
    for row in rows:
        one = {"to": row["from"], "value_to": row["value"], **row}
        run = [*runs[-1], one] if runs and runs[-1][0]["from"] > 0 else []
        told = (
            {key: _told([str(each.get(key) or "") for each in run]) for key in ("do", "then")} if run else {}
        )
        if not run or told["do"] is None or told["then"] is None:
            runs.append([one])
            found.append(one)
            continue
        runs[-1] = run
        least = min(run, key=lambda each: math.inf if each.get("margin") is None else float(each["margin"]))
        spared = {key: least.get(key) for key in ("margin", "instead")}
        found[-1] = {**run[0], **told, **spared, "to": one["to"], "value_to": one["value_to"]}
    return found


def _told(said: list[str]) -> str | None:
    """Advice at several gaps as one: numbers that only grow or shrink as a span, of what makes no difference what is
    so everywhere; None where it is not alike.

    >>> _told(["move 3 away", "move 2 away", "move 1 away"]), _told(["move or wait: no difference", "aim"])
    ('move 3 to 1 away', None)
    >>> _told(["move or wait: no difference", "move or wait or shoot: no difference"])
    'move or wait: no difference'
    """
    if all(text.endswith(NO_DIFFERENCE) for text in said):
        kinds = [text.removesuffix(NO_DIFFERENCE).split(" or ") for text in said]
        common = [kind for kind in kinds[0] if all(kind in each for each in kinds)]
        return f"{' or '.join(common)}{NO_DIFFERENCE}" if len(common) > 1 else None
    parts = [NUMBER.split(text) for text in said]
    if len({tuple(part[::2]) for part in parts}) > 1:
        return None
    text = parts[0][0]
    for n in range(1, len(parts[0]), 2):
        numbers = [int(part[n]) for part in parts]
        if numbers not in (sorted(numbers), sorted(numbers, reverse=True)):
            return None
        first, last = numbers[0], numbers[-1]
        text += (f"{first}" if first == last else f"{first} to {last}") + parts[0][n + 1]
    return text


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
