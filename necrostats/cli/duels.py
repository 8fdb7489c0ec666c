"""Options on how a duel is set up; ``matchup`` and ``explain duel`` share them."""

from collections.abc import Callable
from typing import Any

import click

from necrostats.cli.values import Whole
from necrostats.systems.necromunda.duel.named import DOES

COVERS = ("none", "partial", "full")

OPTIONS = (
    click.option(
        "--distance",
        type=Whole("distance", 0, 120),
        default=12,
        help="Inches apart at the start; 0 engaged (12).",
    ),
    click.option("--lane", type=Whole("lane", 1, 120), default=24, help="The widest gap in inches (24)."),
    click.option("--rounds", type=Whole("rounds", 1, 30), default=6, help="Rounds until it is over (6)."),
    *(
        click.option(
            f"--cover-{side}",
            type=click.Choice(COVERS),
            default="none",
            help=f"Cover in which {side.upper()} starts (none).",
        )
        for side in "ab"
    ),
    *(
        click.option(
            f"--policy-{side}",
            type=click.Choice(list(DOES)),
            default="best",
            help=f"How {side.upper()} plays (best); see list policies.",
        )
        for side in "ab"
    ),
    click.option("--no-aim", is_flag=True, help="Nobody aims."),
)


def duel_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the command the keyword arguments of a duel: distance, lane, rounds, covers, policies, no_aim."""
    for option in reversed(OPTIONS):
        function = option(function)
    return function
