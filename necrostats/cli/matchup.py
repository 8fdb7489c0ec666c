"""``necrostats matchup``: who wins, why, and how sure that is."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.completing import complete_fighter
from necrostats.cli.live import Live
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.sampling import Sampling, sampling_options
from necrostats.cli.values import Whole
from necrostats.systems.necromunda.duel.named import DOES

TRIALS = 200_000
MOST_TRIALS = 1_000_000_000
COVERS = ("none", "partial", "full")


@click.command("matchup")
@click.argument("a", metavar="A", shell_complete=complete_fighter)
@click.argument("b", metavar="B", shell_complete=complete_fighter)
@click.option(
    "--distance",
    type=Whole("distance", 0, 999),
    default=12,
    help="Inches apart at the start; 0 engaged (12).",
)
@click.option("--lane", type=Whole("lane", 1, 120), default=24, help="The widest gap in inches (24).")
@click.option("--rounds", type=Whole("rounds", 1, 30), default=6, help="Rounds until it is over (6).")
@click.option("--cover-a", type=click.Choice(COVERS), default="none", help="Cover in which A starts (none).")
@click.option("--cover-b", type=click.Choice(COVERS), default="none", help="Cover in which B starts (none).")
@click.option("--policy-a", type=click.Choice(list(DOES)), default="best", help="How A plays (best).")
@click.option("--policy-b", type=click.Choice(list(DOES)), default="best", help="How B plays (best).")
@click.option("--no-aim", is_flag=True, help="Nobody aims.")
@plot_option
@rules_options
@sampling_options
@output_options
def command(
    *,
    a: str,
    b: str,
    rules: str,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    sampling: Sampling,
    output: Output,
    **duel: Any,
) -> int:
    """The main report: cards, every attack both ways, the duel, how it ends, what decides.

    A and B are fighters: an id (kaiya), an id with changes (rork[+boltgun,w=2,armour=mesh]), custom[...] or
    @file.toml. The duel is solved exactly and then played with dice, as a check (not with --exact).

    \b
    Examples
      necrostats matchup kaiya rork
      necrostats matchup kaiya "rork[+boltgun]" --distance 8 --cover-b partial
      necrostats matchup kaiya rork --policy-a charge --trials 1e6 --seed 1
      necrostats matchup kaiya rork --json -o duel.json --plot duel.png
    """
    from necrostats.analyses.matchup import matchup

    trials = 0 if sampling.how == "exact" else sampling.trials or TRIALS
    with Live(output) as live:
        result = matchup(
            a,
            b,
            **duel,
            rules=rules,
            options=options,
            data=data,
            trials=trials,
            seed=sampling.seed,
            precision=sampling.precision,
            max_trials=sampling.max_trials or MOST_TRIALS,
            threads=sampling.threads,
            progress=live,
        )
        return live.finish(result.to_dict())
