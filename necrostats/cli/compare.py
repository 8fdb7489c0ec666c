"""``necrostats compare``: which weapon or loadout does best."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.attack import code_of
from necrostats.cli.completing import complete_fighter
from necrostats.cli.counting import Counting
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.situations import USUAL_RULES, several_situations
from necrostats.cli.values import WholeOrAll

CATEGORIES = ("all", "pistols", "basic", "special", "heavy", "close", "grenades")


@click.command("compare")
@click.option(
    "--weapons",
    type=click.Choice(CATEGORIES),
    multiple=True,
    help="All weapons of a category, those for close combat in a fight; repeatable.",
)
@click.option(
    "--attacker",
    metavar="FIGHTER",
    multiple=True,
    shell_complete=complete_fighter,
    help="Who attacks (custom, a nameless human); repeatable. Without weapons: with all that is carried.",
)
@click.option(
    "--target",
    metavar="FIGHTER",
    multiple=True,
    shell_complete=complete_fighter,
    help="Whom (ganger, tough ganger, champion and brute); repeatable.",
)
@click.option(
    "--by",
    type=click.Choice(["down", "out_of_action", "unsaved", "wounds"]),
    help="What the rows are sorted by (down; out_of_action under the basic rules).",
)
@click.option(
    "--price",
    type=click.Choice(["weapon", "fighter"]),
    default="weapon",
    help="What the figure for 100 credits counts: the weapon, or the fighter with its kit too (weapon).",
)
@click.option(
    "--rows",
    type=WholeOrAll("rows", 1, 10_000),
    default=20,
    help="Rows of the report for each target, the best first: a number or all (20). JSON and CSV have all.",
)
@plot_option
@rules_options(USUAL_RULES)
@several_situations
@output_options
def command(
    *,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    situation: Mapping[str, Any],
    output: Output,
    **asked: Any,
) -> int:
    """Weapons or loadouts against targets, in situations: a row for each attack, the best first.

    One attack action each, exactly. Without --target against four standard targets: a ganger (T3, W1, flak armour), a
    tough one (T4, W1, furnace plates), a champion (T3, W2, mesh armour) and a brute (T5, W3, light carapace armour).

    \b
    Examples
      necrostats compare --weapon lasgun --weapon autogun --weapon boltgun --target escher-ganger
      necrostats compare --weapons pistols --attacker goliath-ganger --range short --range long
      necrostats compare --attacker "rork[+boltgun]" --attacker kaiya --target reina --distance 6
      necrostats compare --attacker rork --attacker kaiya --price fighter
      necrostats compare --weapons close --charging --target "custom[t=4,w=2]" --plot charge.png
      necrostats compare --weapons all --csv -o weapons.csv
    """
    from necrostats.analyses.compare import compare

    with Counting(output) as counting:
        result = compare(options=options, data=data, progress=counting, **asked, **situation)
    answer = result.to_dict()
    return output.show(answer) or code_of(answer)
