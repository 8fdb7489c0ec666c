"""``necrostats sweep``: one attack over distance, cover, a characteristic, weapons."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.attack import code_of
from necrostats.cli.completing import complete_fighter
from necrostats.cli.counting import Counting
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.situations import USUAL_RULES, several_weapons


@click.command("sweep")
@click.argument("question", metavar="QUESTION")
@click.argument("attacker", metavar="A", shell_complete=complete_fighter)
@click.argument("target", metavar="B", shell_complete=complete_fighter)
@click.option(
    "--over",
    metavar="NAME=VALUES",
    multiple=True,
    help="What is varied: distance=1..24, cover=none,partial,full; once or twice.",
)
@click.option(
    "--figure",
    metavar="NAME",
    help="What is drawn: down, out_of_action, unsaved, wounds, target_after.pinned ... (down).",
)
@plot_option
@rules_options(USUAL_RULES)
@several_weapons
@output_options
def command(
    *,
    question: str,
    attacker: str,
    target: str,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    situation: Mapping[str, Any],
    output: Output,
    **asked: Any,
) -> int:
    """One attack action over one or two axes, exactly: a table by cell, lines or a heat map with --plot.

    QUESTION is attack. An axis is an option of attack, a characteristic of A or B (attacker.bs, target.t,
    target.armour), a figure of the weapon (weapon.ap), or weapon, attacker, target. Values are 1..24, 1..24..2 (every
    second), or none,partial,full; several --weapon are an axis too.

    \b
    Examples
      necrostats sweep attack kaiya rork --weapon lasgun --over distance=1..26
      necrostats sweep attack kaiya rork --weapon lasgun --over distance=1..24 --over cover=none,full
      necrostats sweep attack kaiya rork --weapon lasgun --weapon autogun --over distance=1..26
        --plot guns.png
      necrostats sweep attack goliath-ganger custom --weapon boltgun --over target.t=2..6
        --over target.armour=none,flak,mesh --figure out_of_action
    """
    from necrostats.analyses.sweep import sweep

    with Counting(output) as counting:
        result = sweep(
            question, attacker, target, options=options, data=data, progress=counting, **asked, **situation
        )
    answer = result.to_dict()
    return output.show(answer) or code_of(answer)
