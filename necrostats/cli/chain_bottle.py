"""``necrostats chain bottle``: rounds until a gang bottles out."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.chain import NEED, USUAL_RULES
from necrostats.cli.completing import complete_fighter
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.values import Whole

MOST_FIGHTERS, MOST_ROUNDS = 20, 20


@click.command("bottle")
@click.argument("gang", metavar="GANG", shell_complete=complete_fighter)
@click.option(
    "--losses",
    metavar="N[,N...]",
    default="1",
    help="Fighters who go down in each round (1); 1,2,1: in rounds 1, 2 and all from 3 on.",
)
@click.option("--rounds", type=Whole("rounds", 1, MOST_ROUNDS), default=6, help="Rounds of the battle (6).")
@click.option(
    "--out-of-action",
    metavar="SHARE",
    help="Share of the losses out of action at once, the others seriously injured (as an Injury die: 25%).",
)
@click.option(
    "--near-leader",
    type=Whole("near-leader", 0, MOST_FIGHTERS),
    help="Friends within 12 inches of the leader: they stay if it does (all).",
)
@click.option(
    "--near-champion",
    type=Whole("near-champion", 0, MOST_FIGHTERS),
    default=0,
    help="Friends within 6 inches of each champion: they stay if it does (0).",
)
@click.option(
    "--helpers",
    type=Whole("helpers", 0, MOST_FIGHTERS),
    default=0,
    help="Friends who assist an injured one each in the End phase (0).",
)
@plot_option
@NEED
@rules_options(USUAL_RULES)
@output_options
def command(*, options: Mapping[str, str], data: tuple[Path, ...], output: Output, **asked: Any) -> int:
    """When GANG bottles out if the enemy puts so many of it down each round, and how many flee then.

    Any of those standing may go down. Each End phase has a bottle test (D6 + casualties above the starting crew), then
    recovery tests; once bottled, each fighter takes a Cool test every round or flees.

    GANG is N*FIGHTER, FIGHTER+N*FIGHTER+... or a gang's id: at most 20 fighters, those of one rank alike.

    \b
    Examples
      necrostats chain bottle "10*escher-ganger" --losses 2
      necrostats chain bottle "10*custom" --out-of-action 100% --rounds 10   (round = losses so far)
      necrostats chain bottle "goliath-leader+2*goliath-champion+5*goliath-ganger" --losses 1,2,1
      necrostats chain bottle ironlords --need 50% --near-champion 3 --plot gang.png
    """
    from necrostats.analyses.chain_bottle import bottle

    return output.show(bottle(options=options, data=data, **asked).to_dict())
