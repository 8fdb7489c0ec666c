"""``necrostats matchup``: who wins, why, and how sure that is."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.completing import complete_fighter
from necrostats.cli.duels import duel_options
from necrostats.cli.live import Live
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.simulation import Sampling, sampling_options
from necrostats.cli.situations import USUAL_RULES

TRIALS = 200_000
MOST_TRIALS = 1_000_000_000


@click.command("matchup")
@click.argument("a", metavar="A", shell_complete=complete_fighter)
@click.argument("b", metavar="B", shell_complete=complete_fighter)
@duel_options
@plot_option
@rules_options(USUAL_RULES)
@sampling_options
@output_options
def command(
    *,
    a: str,
    b: str,
    rules: str | None,
    house: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    sampling: Sampling,
    output: Output,
    **duel: Any,
) -> int:
    """The main report: cards, every attack both ways, the duel, how it ends, what decides.

    A and B are fighters: an id (kaiya), an id with changes (rork[+boltgun,w=2,armour=mesh]), custom[...] or
    @file.toml. The duel is solved exactly and then simulated, as a check (not with --exact). One of more than 10
    million decision points is simulated only, with the equilibrium over the named policies for best play.

    \b
    Examples
      necrostats matchup kaiya rork
      necrostats matchup kaiya rork --rules basic
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
            house=house,
            options=options,
            data=data,
            trials=trials,
            seed=sampling.seed,
            precision=sampling.precision,
            max_trials=sampling.max_trials or MOST_TRIALS,
            threads=sampling.threads,
            progress=live,
            resume=sampling.resume,
        )
        code = live.finish(result.to_dict())
    sampling.remark(output, code)
    return code
