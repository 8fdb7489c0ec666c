"""One throw of the dice, die by die, with the rule that asked for each."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from necrostats.reports.blocks import Block, Cell, Column, Headline, Result, Say, Section, Table, Tone
from necrostats.reports.closing import closing
from necrostats.reports.screens import width_of
from necrostats.reports.words import words

LEAST = (
    16,
    13,
    18,
    9,
    12,
)  # letters of title, rule, need, what was rolled, what it means: below, lines break
GONE = frozenset({"out", "fled"})
GOOD = frozenset({"hit", "wound", "wounded", "passed", "saved", "success", "parried"})


def story_blocks(result: Result) -> list[Block]:
    """Headings, sentences and tables of dice, in the order in which they happened."""
    seed = result.get("seed")
    origin = f"seed {seed}" if seed is not None else "dice from the table"
    if result.get("trial"):
        origin += f", trial {result['trial']}"
    blocks: list[Block] = [Headline(f"{result.get('title', 'One throw of the dice')} ({origin})")]
    lines = list(result.get("lines", []))
    columns = _columns([_die(line) for line in lines if line["kind"] == "die"])
    for kind, group in groupby(lines, key=lambda line: str(line["kind"])):
        if kind == "die":
            blocks.append(Table(columns, tuple(_die(line) for line in group), frame=False))
        elif kind == "heading":
            blocks += [_heading(line, result) for line in group]
        else:
            blocks += [Say(_sentence(line)) for line in group]
    return [*blocks, *_result(result.get("result")), *closing(result)]


def _columns(dice: list[tuple[Cell, ...]]) -> tuple[Column, ...]:
    """The same widths in all tables of a story, so that its dice stand in line."""
    sizes = [max((width_of(die[n].text) for die in dice), default=0) for n in range(5)]
    least = [min(size, most) for size, most in zip(sizes, LEAST, strict=True)]
    return tuple(Column("", grows=n in (0, 2, 4), least=size) for n, size in enumerate(least))


def _heading(line: Mapping[str, Any], result: Result) -> Block:
    """A round, or a part of one; over a round of a battle stands who is left."""
    part = "event" in line or "frame" not in line
    return Section(str(line["text"]), "" if part else in_play(line, result))


def in_play(line: Mapping[str, Any], result: Result) -> str:
    """How many of each side are in play at a line of a battle."""
    postures = result["frames"][line["frame"]]["posture"]
    left = [0, 0]
    for fighter, posture in zip(result["fighters"], postures, strict=True):
        left[fighter["side"]] += posture not in GONE
    a, b = result["sides"]
    return f"in play: {a} {left[0]}, {b} {left[1]}"


def _sentence(line: Mapping[str, Any]) -> str:
    rule = line.get("rule")
    return f"{line['text']}  ({rule})" if rule else str(line["text"])


def _die(line: Mapping[str, Any]) -> tuple[Cell, ...]:
    outcome = str(line.get("outcome") or "")
    tone: Tone = "strong" if outcome in GOOD else "plain"
    rolled = line.get("rolled")
    return (
        Cell(f"  {line.get('title') or line.get('dice') or 'die'}"),
        Cell(str(line.get("rule") or ""), "dim"),
        Cell(needs(line)),
        Cell(f"rolled {rolled}" if rolled is not None else ""),
        Cell(outcome, tone),
    )


def needs(line: Mapping[str, Any]) -> str:
    """What a die needs, and why."""
    text, need = str(line.get("text") or ""), line.get("need")
    if need is None or text.startswith("needs"):
        return text
    return f"needs {need}+ ({text})" if text else f"needs {need}+"


def _result(result: Any) -> list[Block]:
    """How it ended, with what else is known of the end in brackets."""
    if not isinstance(result, Mapping):
        return [Section("Result"), Say(str(result), "strong")] if result else []
    end = str(result.get("outcome") or result.get("text") or "")
    others = [
        words(str(key)) if value is True else f"{words(str(key))} {value}"
        for key, value in result.items()
        if key not in ("outcome", "text")
        and not isinstance(value, Mapping | list)
        and value not in (False, None, "")
    ]
    text = f"{end} ({', '.join(others)})" if end and others else end or ", ".join(others)
    return [Section("Result"), Say(text, "strong")] if text else []
