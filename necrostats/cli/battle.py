"""``necrostats battle``: gang against gang on a board."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.battles import USUAL_RULES, battle_options
from necrostats.cli.completing import complete_side
from necrostats.cli.counting import Counting
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.simulation import STOPPED, Sampling, sampling_options
from necrostats.cli.values import Whole
from necrostats.errors import UsageError

MOST_TRIALS = 1_000_000_000


@click.command("battle")
@click.argument("gang_a", metavar="A", shell_complete=complete_side)
@click.argument("gang_b", metavar="B", shell_complete=complete_side)
@battle_options
@click.option(
    "--vary",
    multiple=True,
    metavar="FIGHTER",
    help="A fighter with changes, such as rork[+boltgun], for every Rork: what they are worth, on the same dice; "
    "repeatable.",
)
@click.option(
    "--table",
    type=Whole("table", 0, 1_000_000),
    help="Battles for each pair of policies (500); 0: no table of policies.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Simulate on a dask cluster: where its scheduler is, such as tcp://127.0.0.1:8786.",
)
@plot_option
@rules_options(USUAL_RULES)
@sampling_options
@output_options
def command(
    *,
    gang_a: str,
    gang_b: str,
    rules: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    sampling: Sampling,
    output: Output,
    table: int | None,
    **asked: Any,
) -> int:
    """Gang A against gang B on a board: who wins, who survives, who takes out whom, and how much policies decide.

    A and B are gangs of 1 to 20: a gang's id, FIGHTER+2*FIGHTER+..., or @file.toml. Turf War by the book: a roll-off,
    both gangs on opposite edges, alternating activations, six rounds. By the basic rules, or --rules advanced with
    injuries, ammo, stray shots and nerve; simulated only.

    \b
    Examples
      necrostats battle carrion-queens ironlords
      necrostats battle carrion-queens ironlords --vary "rork[+boltgun]" --vary "rork[armour=mesh]"
      necrostats battle "3*escher-ganger[+lasgun]" rork+nox --board columns --policy-b brawlers
      necrostats battle carrion-queens ironlords --rules advanced --trials 2000 --table 0
      necrostats battle carrion-queens ironlords --precision 0.005 --threads 2 --plot where.png
      necrostats battle carrion-queens ironlords --trials 1e6 --cluster 127.0.0.1:8786
      necrostats explain battle carrion-queens ironlords --seed 7 --replay fight.html
    """
    from necrostats.analyses.battle import FOR_THE_TABLE, TRIALS, battle

    if sampling.how == "exact":
        raise UsageError(
            "expected a battle to be simulated, got --exact", "duels are exact: necrostats matchup A B"
        )
    with Counting(output, "battles") as counting:
        answer = battle(
            gang_a,
            gang_b,
            rules=rules,
            options=options,
            data=data,
            trials=sampling.trials or TRIALS,
            precision=sampling.precision,
            max_trials=sampling.max_trials or MOST_TRIALS,
            seed=sampling.seed,
            threads=sampling.threads,
            table=FOR_THE_TABLE if table is None else table,
            progress=counting,
            resume=sampling.resume,
            **asked,
        ).to_dict()
    code = output.show(answer) or STOPPED.get(answer["stamp"]["stopped"], 0)
    sampling.remark(output, code)
    return code
