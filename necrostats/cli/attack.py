"""``necrostats attack``: one attack action, exactly."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.completing import complete_fighter
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.simulation import STOPPED, Sampling, sampling_options
from necrostats.cli.situations import USUAL_RULES, situation_options
from necrostats.errors import UsageError

TRIALS = 1_000_000
MOST_TRIALS = 1_000_000_000


@click.command("attack")
@click.argument("a", metavar="A", required=False, shell_complete=complete_fighter)
@click.argument("b", metavar="B", required=False, shell_complete=complete_fighter)
@plot_option
@click.option(
    "--batch", metavar="FILE", type=click.Path(), help='One {"id": ..., "args": [...]} a line; - for stdin.'
)
@rules_options(USUAL_RULES)
@situation_options
@sampling_options
@output_options
def command(
    *,
    a: str | None,
    b: str | None,
    batch: str | None,
    rules: str,
    house: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    situation: Mapping[str, Any],
    sampling: Sampling,
    output: Output,
) -> int:
    """One attack action by A against B: exact chances by stage and outcome.

    A and B are fighters: an id (kaiya), an id with changes (rork[+boltgun,w=2,armour=mesh]), custom[...] or
    @file.toml. Without --weapon: every weapon of A.

    \b
    Examples
      necrostats attack rork kaiya --weapon stub-gun --distance 6 --cover partial
      necrostats attack kaiya rork --weapon power-sword --charging
      necrostats attack goliath-ganger "goliath-ganger[armour=flak]" --weapon lasgun --rules basic
      necrostats attack --batch questions.jsonl
    """
    if batch is not None:
        return _batch(batch, a, b, output)
    if a is None or b is None:
        raise UsageError("expected two fighters, A and B", "for example necrostats attack kaiya rork")
    from necrostats.analyses.attack import attack

    trials = 0
    if sampling.asked:
        trials = sampling.trials or TRIALS
        if sampling.precision is not None:
            trials = sampling.max_trials or MOST_TRIALS
    result = attack(
        a,
        b,
        **situation,
        rules=rules,
        house=house,
        options=options,
        data=data,
        trials=trials,
        seed=sampling.seed,
        precision=sampling.precision,
        threads=sampling.threads,
        resume=sampling.resume,
    )
    answer = result.to_dict()
    code = output.show(answer) or code_of(answer)
    sampling.remark(output, code)
    return code


def code_of(answer: Mapping[str, Any]) -> int:
    """The exit code of an answer that was cut short: precision not reached, or interrupted; else 0."""
    stops = {
        str((attack.get("stamp") or {}).get("stopped", "")) for attack in answer.get("attacks", [answer])
    }
    return next((code for stop, code in STOPPED.items() if stop in stops), 0)


def _batch(path: str, a: str | None, b: str | None, output: Output) -> int:
    from necrostats.cli.batch import run

    if a is not None or b is not None:
        raise UsageError("expected no fighters with --batch", "they stand in its lines")
    if output.collected is not None:
        raise UsageError("expected no --batch in a line of a batch")
    return run(command, path, output)
