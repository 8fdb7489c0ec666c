"""Options on the rules in force and the data: --system, --rules, --option, --data."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from necrostats.cli.completing import complete_option
from necrostats.cli.values import Setting
from necrostats.errors import UsageError

LATER_SYSTEMS = ("wh40k4", "tomb")


def rules_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the command ``rules``, ``options`` (name -> value) and ``data`` (folders)."""

    @functools.wraps(function)
    def wrapped(
        *args: Any,
        system: str,
        rules: str,
        option: tuple[tuple[str, str], ...],
        data: tuple[str, ...],
        **rest: Any,
    ) -> Any:
        check_system(system)
        if rules == "advanced":
            raise UsageError("the advanced rules come in a later version", "take --rules basic, the default")
        folders = tuple(Path(folder) for folder in data)
        return function(*args, rules=rules, options=dict(option), data=folders, **rest)

    for decorate in reversed(OPTIONS):
        wrapped = decorate(wrapped)
    return wrapped


def check_system(system: str) -> None:
    """Refuse a rule system that is not there yet, or that nobody knows.

    Raises:
        UsageError: Another system than Necromunda.
    """
    if system in LATER_SYSTEMS:
        raise UsageError(
            f"the system {system!r} comes in a later version", "take --system necromunda, the default"
        )
    if system != "necromunda":
        from necrostats.errors import UnknownNameError

        raise UnknownNameError("system", system, ("necromunda", *LATER_SYSTEMS), "take --system necromunda")


def data_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--data DIR``, repeatable."""
    return click.option(
        "--data",
        metavar="DIR",
        type=click.Path(),
        multiple=True,
        help="Your own data, over the catalogue's; repeatable.",
    )(function)


OPTIONS = (
    click.option("--system", default="necromunda", metavar="NAME", help="The rule system (necromunda)."),
    click.option(
        "--rules",
        type=click.Choice(["basic", "advanced"]),
        default="basic",
        help="Which rules of the book (basic).",
    ),
    click.option(
        "--option",
        type=Setting(),
        multiple=True,
        shell_complete=complete_option,
        help="A reading of a disputed rule; repeatable. See: necrostats list options.",
    ),
    data_option,
)
