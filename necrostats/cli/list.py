"""``necrostats list``: what there is."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from necrostats.analyses.inventory import KINDS, KNOWN, Row, besides, brief_option, brief_policy, houses
from necrostats.cli.output import Output, output_options
from necrostats.cli.rows import show_rows
from necrostats.cli.rulings import data_option, house_file_option
from necrostats.errors import UnknownNameError

if TYPE_CHECKING:
    from necrostats.reports.screens import Screen

NO_HOUSES = "no house rules: there is no necrostats.toml in this folder or above it\n"
OPTIONS_END = """
Default: of the basic rules / of the advanced rules where they differ.
necrostats show OPTION says what each reading does, and what it changes.
"""


@click.command("list")
@click.argument(
    "kind",
    metavar="WHAT",
    shell_complete=lambda _ctx, _param, start: [kind for kind in KNOWN if kind.startswith(start)],
)
@data_option
@house_file_option
@output_options
def command(*, kind: str, data: tuple[str, ...], house_file: str | None, output: Output) -> int:
    """What there is: fighters, weapons, traits, skills, wargear, armour, policies, options, gangs, boards or rules.

    "policies" are those of duels, "battle-policies" those of battles on a board.
    "houses" are the sets of house rules in your necrostats.toml, "tables" the probability tables of the rules.

    \b
    Examples
      necrostats list weapons
      necrostats list options --json
      necrostats list fighters --data my-gang/
    """
    if kind not in KNOWN:
        raise UnknownNameError("list", kind, KNOWN, f"there are {', '.join(KNOWN)}")
    if kind == "tables":
        from necrostats.analyses.table import listed

        return show_rows(kind, listed(), output)
    from necrostats.systems.necromunda.catalogue import load

    cat = load(tuple(Path(folder) for folder in data))
    if kind == "houses":
        return _houses(houses(cat, house_file), output)
    rows = KINDS[kind](cat)
    if kind == "options" and output.format == "table":
        return show_rows(kind, [brief_option(row) for row in rows], output, ending=OPTIONS_END)
    if kind == "policies" and output.format == "table":
        return show_rows(
            kind, [brief_policy(row) for row in rows], output, ending=lambda screen: _advanced(rows, screen)
        )
    if kind == "rules" and output.format == "table":
        from necrostats.cli.rules import brief

        rows = [brief(row) for row in rows]
    return show_rows(kind, rows, output)


def _advanced(rows: list[Row], screen: "Screen") -> str:
    """What the advanced rules add to the policies, as a second list."""
    from necrostats.reports.listing import text

    return "\n" + text(("under the advanced rules", "also"), besides(rows), screen)


def _houses(rows: list[Row], output: Output) -> int:
    """Sets of house rules; on a terminal their file is named once."""
    if output.format != "table" or not rows:
        return show_rows("houses", rows, output, ending="" if rows else NO_HOUSES)
    brief = [{name: row[name] for name in row if name != "file"} for row in rows]
    return show_rows("houses", brief, output, ending=f"\nFrom {rows[0]['file']}\n")
