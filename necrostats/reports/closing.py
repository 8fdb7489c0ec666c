"""What stands at the end of every report: what is assumed, what is left out, and how to get it again."""

from collections.abc import Iterable, Mapping
from typing import Any

from necrostats.reports.blocks import Block, Facts, Result, Say, Section

STAMP_ORDER = ("version", "system", "rules", "seed", "trials", "stopped", "data", "python")


def closing(result: Result) -> list[Block]:
    """Reconstructed cards, notes, what is not modelled, options that differ, the stamp."""
    pairs = []
    cards = [str(line) for line in result.get("reconstructed", [])]
    if cards:
        pairs.append(("reconstructed", "; ".join(cards)))
    missing = [str(line) for line in result.get("not_modelled", [])]
    if missing:
        pairs.append(("not modelled", "; ".join(missing)))
    options = result.get("options") or {}
    if options:
        pairs.append(("options", ", ".join(f"{name}={value}" for name, value in options.items())))
    stamp = result.get("stamp")
    if stamp:
        pairs.append(("stamp", stamp_line({**stamp, "command": None})))
        if stamp.get("command"):
            pairs.append(("command", str(stamp["command"])))
    return [Section("Small print"), Facts(tuple(pairs))] if pairs else []


def without_command(result: Result) -> Result:
    """The answer as if nobody had typed it, for a page that says elsewhere how to get it again."""
    stamp = result.get("stamp")
    return {**result, "stamp": {**stamp, "command": None}} if stamp else result


def stamp_line(stamp: Mapping[str, Any]) -> str:
    """The stamp in one line, without the options, which have a line of their own.

    >>> stamp_line({"version": "0.1", "seed": 7, "options": {}})
    'necrostats 0.1, seed 7'
    """
    others = [key for key in stamp if key not in STAMP_ORDER and key != "command"]
    parts = []
    for key in (*STAMP_ORDER, *others, "command"):
        value = stamp.get(key)
        if value in (None, "", {}, []) or key == "options":
            continue
        if key == "stopped":
            if value == "trials":
                continue
            value = f"by {value}"
        if isinstance(value, Mapping):
            value = " ".join(f"{name}={item}" for name, item in value.items())
        if isinstance(value, int) and key == "trials":
            value = f"{value:,}"
        parts.append(f"necrostats {value}" if key == "version" else f"{key} {value}")
    return ", ".join(parts)


def notes(result: Result) -> list[Block]:
    """The notes of an answer, a line each."""
    return noted([str(note) for note in result.get("notes", [])])


def noted(lines: Iterable[str]) -> list[Block]:
    """Lines under the heading of notes; nothing without lines."""
    blocks: list[Block] = [Say(line, "dim") for line in lines]
    return [Section("Notes"), *blocks] if blocks else []
