"""``necrostats rules``: every rule of the book, done or not."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from necrostats.cli.output import Output, output_options
from necrostats.cli.rows import show_rows
from necrostats.cli.rulings import check_system

STATUSES = ("done", "partial", "todo")
MEANING = "partial: see the reason; todo: not done"


@click.command("rules")
@click.argument("system", metavar="SYSTEM", default="necromunda", shell_complete=lambda *_: ["necromunda"])
@click.option("--status", type=click.Choice(STATUSES), help="Only rules of that status.")
@click.option(
    "--rules", "layer", type=click.Choice(["basic", "advanced"]), help="Only rules of that part of the book."
)
@output_options
def command(*, system: str, status: str | None, layer: str | None, output: Output) -> int:
    """Every rule of the book by id, whether it is done, and its options.

    \b
    Examples
      necrostats rules necromunda
      necrostats rules necromunda --status partial
      necrostats rules necromunda --rules basic --json
    """
    check_system(system)
    from necrostats.analyses.inventory import rules
    from necrostats.systems.necromunda.catalogue import load

    rows = [
        row
        for row in rules(load())
        if status in (None, row["status"]) and layer in (None, layer_of(row["id"]))
    ]
    if output.format == "table":
        return show_rows("rules", [brief(row) for row in rows], output, ending=_summary(rows))
    return show_rows("rules", rows, output)


def layer_of(rule_id: str) -> str:
    """The part of the book that a rule stands in.

    >>> layer_of("N17-B-HIT-01"), layer_of("N17-A-INJ-01")
    ('basic', 'advanced')
    """
    return "advanced" if "-A-" in rule_id else "basic"


def brief(row: dict[str, Any]) -> dict[str, Any]:
    """A rule in three columns."""
    more = [row["title"]]
    if row["reason"]:
        more.append(f"({row['reason']})")
    if row["options"]:
        more.append(f"[{', '.join(row['options'])}]")
    return {"id": row["id"], "status": row["status"], "rule (why not whole) [options]": " ".join(more)}


def _summary(rows: Sequence[dict[str, Any]]) -> str:
    counts = Counter(row["status"] for row in rows)
    parts = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    return f"\n{len(rows)} rules: {parts or 'none'}\n{MEANING}\n"
