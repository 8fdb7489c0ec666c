"""Options on how a battle is set up, and where its replay goes; ``battle`` and ``explain battle`` share them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.completing import complete_battle_policy, complete_board
from necrostats.cli.output import ON_STDOUT, Collected, Output
from necrostats.cli.values import Whole
from necrostats.errors import UsageError
from necrostats.saving import save, unwritable

OPTIONS = (
    click.option(
        "--board",
        metavar="BOARD",
        default="turf-war",
        shell_complete=complete_board,
        help="Where it is fought (turf-war); see list boards.",
    ),
    *(
        click.option(
            f"--policy-{side}",
            metavar="POLICY",
            default="look-ahead",
            shell_complete=complete_battle_policy,
            help=f"How {side.upper()} decides (look-ahead); see list battle-policies.",
        )
        for side in "ab"
    ),
    click.option("--rounds", type=Whole("rounds", 1, 30), default=6, help="Rounds until it is over (6)."),
)
USUAL_RULES = "basic"
SUFFIX = ".html"


def battle_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the command the keyword arguments of a battle: board, policy_a, policy_b, rounds."""
    for option in reversed(OPTIONS):
        function = option(function)
    return function


def replay_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--replay FILE.html``, as ``replay``."""
    return click.option(
        "--replay",
        metavar="FILE",
        type=click.Path(),
        help="Write a page too (.html) on which the battle is played.",
    )(function)


def replay_path(replay: str | None, output: Output) -> Path | None:
    """The file that takes the replay, None for none.

    Raises:
        UsageError: Its name does not end in .html, or the answer goes there too.
    """
    if replay is None:
        return None
    path = Path(replay)
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, Collected):
        raise UsageError("expected no --replay in one of many questions", "ask it by itself")
    if path.suffix.lower() != SUFFIX:
        better = path.with_suffix(SUFFIX).name if path.name else f"battle{SUFFIX}"
        raise UsageError(
            f"--replay: expected a file that ends in {SUFFIX}, got {replay!r}", f"for example {better}"
        )
    if output.path is not None and output.path.resolve() == path.resolve():
        raise UsageError(
            f"expected two files for -o and --replay, got {replay!r} twice", "give one of them another name"
        )
    return path


def show(output: Output, result: Mapping[str, Any], replay: Path | None) -> int:
    """Write the answer, and its replay; return the exit code.

    Raises:
        UsageError: A file cannot be written.
    """
    try:
        return output.show(result)
    finally:
        if replay is not None:
            _write(output, result, replay)


def _write(output: Output, result: Mapping[str, Any], path: Path) -> None:
    from necrostats.reports.replay import replay_page

    try:
        save(path, replay_page(output.dressed(result)))
    except OSError as error:
        raise unwritable(path, error, ON_STDOUT) from error
    output.note(f"wrote {path}")
