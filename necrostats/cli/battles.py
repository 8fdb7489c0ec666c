"""Options on how a battle is set up; ``battle`` and ``explain battle`` share them."""

from collections.abc import Callable
from typing import Any

import click

from necrostats.cli.completing import complete_board, complete_policy
from necrostats.cli.values import Whole

OPTIONS = (
    click.option(
        "--board",
        default="turf-war",
        shell_complete=complete_board,
        help="The board (turf-war); see list boards.",
    ),
    *(
        click.option(
            f"--policy-{side}",
            default="look-ahead",
            shell_complete=complete_policy,
            help=f"How {side.upper()} decides (look-ahead); see list battle-policies.",
        )
        for side in "ab"
    ),
    click.option("--rounds", type=Whole("rounds", 1, 30), default=6, help="Rounds until it is over (6)."),
)


def battle_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the command the keyword arguments of a battle: board, policy_a, policy_b, rounds."""
    for option in reversed(OPTIONS):
        function = option(function)
    return function
