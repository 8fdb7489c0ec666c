"""The group of commands: loads each when called, suggests names, and ends every run with the right exit code."""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from necrostats.cli.failures import exit_code_of, let_go


class Group(click.Group):
    """Commands that live in modules of this package and are imported on first use.

    Attributes:
        commands_in: Name of each command -> its summary; ``check-data`` lives in ``check_data.command``.
    """

    def __init__(self, name: str, commands_in: Mapping[str, str], **settings: Any) -> None:
        settings.setdefault("context_settings", {"max_content_width": 100})
        super().__init__(name, invoke_without_command=True, callback=_say_help, **settings)
        self.commands_in = dict(commands_in)
        self.params += [
            click.Option(
                ["--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_say_version,
                help="Print the version.",
            ),
            click.Option(
                ["--debug"], is_flag=True, expose_value=False, help="Show where an error comes from."
            ),
        ]

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands_in)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.commands_in:
            return None
        module = import_module(f"necrostats.cli.{cmd_name.replace('-', '_')}")
        found: click.Command = module.command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands_in:
            from necrostats.errors import UnknownNameError

            raise UnknownNameError(
                "command", args[0], self.commands_in, f"{ctx.command_path} --help lists them"
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self.commands_in.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and leave with its exit code; return it instead if not ``standalone_mode``."""
        given = list(sys.argv[1:] if args is None else args)
        extra["windows_expand_args"] = windows_expand_args
        if sys.stdout is None:  # closed by the shell
            sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
        stdout = sys.stdout
        try:
            ended = super().main(
                given, prog_name or "necrostats", complete_var, standalone_mode=False, **extra
            )
            code = ended if isinstance(ended, int) else 0
            sys.stdout.flush()
        except BrokenPipeError:
            code = let_go()
        except SystemExit as ending:
            if sys.stdout is not stdout:  # click has wrapped it: the reader of the output has gone
                sys.stdout = stdout
                code = let_go()
            else:
                code = int(ending.code or 0)
        except Exception as error:
            code = exit_code_of(error, debug="--debug" in given)
        if standalone_mode:
            sys.exit(code)
        return code


def _say_help() -> None:
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _say_version(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            click.echo(f"necrostats {version('necrostats')}")
        except PackageNotFoundError:
            click.echo("necrostats (not installed)")
        context.exit()
