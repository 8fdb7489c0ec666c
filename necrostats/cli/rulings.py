"""Options on the rules in force and the data: --system, --rules, --house, --house-file, --option, --data."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from necrostats.cli.completing import complete_house, complete_option
from necrostats.cli.values import Setting
from necrostats.errors import UsageError

LATER_SYSTEMS = ("wh40k4", "tomb")


def rules_options(usual: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives the command ``rules``, ``house``, ``options`` (name -> value) and ``data`` (folders).

    Args:
        usual: What the help says of the rules where nobody names any. ``rules`` is None then, and the question takes
            those of the house rules or its own default.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapped(
            *args: Any,
            system: str,
            house: str | None,
            house_file: str | None,
            option: tuple[tuple[str, str], ...],
            data: tuple[str, ...],
            **rest: Any,
        ) -> Any:
            check_system(system)
            from necrostats.systems.necromunda.houses import in_file

            house = in_file(house_file, house)
            folders = tuple(Path(folder) for folder in data)
            return function(*args, house=house, options=dict(option), data=folders, **rest)

        for each in reversed((SYSTEM, _rules_option(usual), house_options, OPTION, data_option)):
            wrapped = each(wrapped)
        return wrapped

    return decorate


def _rules_option(usual: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(
        "--rules", type=click.Choice(["basic", "advanced"]), help=f"Which rules of the book ({usual})."
    )


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


def house_file_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--house-file FILE``."""
    return click.option(
        "--house-file",
        metavar="FILE",
        type=click.Path(),
        help="File of house rules (the nearest necrostats.toml).",
    )(function)


def house_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--house NAME`` and ``--house-file FILE``; ``houses.in_file`` makes one of them."""
    return click.option(
        "--house",
        metavar="NAME",
        shell_complete=complete_house,
        help="House rules: a set of necrostats.toml, or FILE.toml:NAME; none for the rules as printed.",
    )(house_file_option(function))


SYSTEM = click.option("--system", default="necromunda", metavar="NAME", help="The rule system (necromunda).")
OPTION = click.option(
    "--option",
    type=Setting(),
    multiple=True,
    shell_complete=complete_option,
    help="A reading of a disputed rule; repeatable. See: necrostats list options.",
)
