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


def rules_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the command ``rules``, ``house``, ``options`` (name -> value) and ``data`` (folders)."""

    @functools.wraps(function)
    def wrapped(
        *args: Any,
        system: str,
        rules: str | None,
        house: str | None,
        house_file: str | None,
        option: tuple[tuple[str, str], ...],
        data: tuple[str, ...],
        **rest: Any,
    ) -> Any:
        check_system(system)
        from necrostats.systems.necromunda.houses import in_file, rules_of

        house = in_file(house_file, house)
        rules = rules_of(house, rules)
        folders = tuple(Path(folder) for folder in data)
        return function(*args, rules=rules, house=house, options=dict(option), data=folders, **rest)

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


OPTIONS = (
    click.option("--system", default="necromunda", metavar="NAME", help="The rule system (necromunda)."),
    click.option(
        "--rules",
        type=click.Choice(["basic", "advanced"]),
        help="Which rules of the book (basic, or those of the house rules).",
    ),
    house_options,
    click.option(
        "--option",
        type=Setting(),
        multiple=True,
        shell_complete=complete_option,
        help="A reading of a disputed rule; repeatable. See: necrostats list options.",
    ),
    data_option,
)
