"""``necrostats chain``: what becomes of something over shots, hits, activations or rounds."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import click

from necrostats.cli.output import output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.values import Kind, Whole

USUAL_RULES = "advanced, the only ones for this"
MOST_ROWS = 200
POLICIES = ("when-dry", "at-once", "never")
COMMANDS = {
    "ammo": "Shots until a weapon is out of ammo or jammed.",
    "down": "Hits, activations or rounds until a fighter is down.",
    "recovery": "End phases until a seriously injured fighter is back.",
    "bottle": "Rounds until a gang bottles out, and who flees then.",
}


class Chains(click.Group):
    """A module ``chain_NAME`` of this package for each chain, imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"necrostats.cli.chain_{cmd_name}").command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS:
            from necrostats.errors import UnknownNameError

            raise UnknownNameError("chain", args[0], COMMANDS, f"{ctx.command_path} --help lists them")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


class Share(Kind):
    """A chance above 0, up to 1, kept as it was typed: 0.9, 90%."""

    name = "P"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from necrostats.analyses.chains import needed

        needed(value)
        return str(value)


def chain_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """What every chain is asked: ``need``, ``rows``, the rules in force and where the answer goes."""
    for option in (output_options, rules_options(USUAL_RULES), ROWS, NEED, plot_option):
        function = option(function)
    return function


NEED = click.option(
    "--need", type=Share(), default="0.9", help="Chance for which to say how many it takes (0.9)."
)
ROWS = click.option(
    "--rows", type=Whole("rows", 1, MOST_ROWS), help="Rows of the table (as many as it takes)."
)
RELOAD = click.option(
    "--reload",
    type=click.Choice(POLICIES),
    default="when-dry",
    help="An empty weapon is reloaded before all else (when-dry), also right after the shot that emptied it, or never.",
)


@click.group("chain", cls=Chains, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """What becomes of something over shots, hits, activations or rounds: exact chances, and how many it takes.

    \b
    Examples
      necrostats chain ammo boltgun --need 0.9
      necrostats chain down rork --weapon lasgun
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
