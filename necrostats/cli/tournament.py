"""``necrostats tournament``: everyone against everyone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.completing import complete_fighter
from necrostats.cli.counting import Counting
from necrostats.cli.output import Output, output_options
from necrostats.cli.rulings import rules_options
from necrostats.cli.situations import USUAL_RULES
from necrostats.cli.values import Whole
from necrostats.systems.necromunda.duel.named import DOES


@click.command("tournament")
@click.argument("fighters", metavar="FIGHTER...", nargs=-1, required=True, shell_complete=complete_fighter)
@click.option("--policy", type=click.Choice(list(DOES)), default="best", help="How everyone plays (best).")
@click.option(
    "--distance", type=Whole("distance", 0, 120), default=12, help="Inches apart at the start (12)."
)
@click.option("--lane", type=Whole("lane", 1, 120), default=24, help="The widest gap in inches (24).")
@click.option("--rounds", type=Whole("rounds", 1, 30), default=6, help="Rounds until it is over (6).")
@click.option("--no-aim", is_flag=True, help="Nobody aims.")
@rules_options(USUAL_RULES)
@output_options
def command(
    *,
    fighters: tuple[str, ...],
    options: Mapping[str, str],
    data: tuple[Path, ...],
    output: Output,
    **asked: Any,
) -> int:
    """Everyone against everyone: each duel solved exactly, and who wins most.

    The duel is that of matchup, in the open. Under the basic rules a hundred fighters of a fixed policy (charge,
    stand-and-shoot, keep-away) take a minute or so; best play, and the advanced rules, take longer.

    \b
    Examples
      necrostats tournament kaiya reina zarann brae rork varik drago nox --rules basic
      necrostats tournament kaiya rork "rork[+boltgun]" --policy charge --rules basic --csv
    """
    from necrostats.analyses.tournament import tournament

    with Counting(output, "duels") as counting:
        result = tournament(fighters, options=options, data=data, progress=counting, **asked)
    return output.show(result.to_dict())
