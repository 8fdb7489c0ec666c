"""``necrostats list``: what there is."""

from pathlib import Path

import click

from necrostats.cli.inventory import KINDS
from necrostats.cli.output import Output, output_options
from necrostats.cli.rows import show_rows
from necrostats.cli.rulings import data_option
from necrostats.errors import UnknownNameError, UsageError


@click.command("list")
@click.argument(
    "kind",
    metavar="WHAT",
    shell_complete=lambda _ctx, _param, start: [kind for kind in KINDS if kind.startswith(start)],
)
@data_option
@output_options
def command(*, kind: str, data: tuple[str, ...], output: Output) -> int:
    """What there is: fighters, weapons, traits, skills, wargear, armour, policies, options, gangs or rules.

    \b
    Examples
      necrostats list weapons
      necrostats list options --json
      necrostats list fighters --data my-gang/
    """
    if kind == "boards":
        raise UsageError("boards come in a later version", "necrostats list --help names what there is")
    if kind not in KINDS:
        raise UnknownNameError("list", kind, KINDS, f"there are {', '.join(KINDS)}")
    from necrostats.systems.necromunda.catalogue import load

    rows = KINDS[kind](load(tuple(Path(folder) for folder in data)))
    if kind == "rules" and output.format == "table":
        from necrostats.cli.rules import brief

        rows = [brief(row) for row in rows]
    return show_rows(kind, rows, output)
