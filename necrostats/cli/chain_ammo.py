"""``necrostats chain ammo``: shots until a weapon is out of ammo or jammed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.chain import RELOAD, chain_options
from necrostats.cli.completing import complete_fighter, complete_weapon
from necrostats.cli.output import Output
from necrostats.cli.values import Whole

MOST_ROUNDS = 100


@click.command("ammo")
@click.argument("weapon", metavar="[WEAPON]", required=False, shell_complete=complete_weapon)
@click.option("--all", "every", is_flag=True, help="All weapons of the catalogue, a row each.")
@click.option(
    "--fighter",
    metavar="FIGHTER",
    shell_complete=complete_fighter,
    help="Who shoots: skills and kit count. Without WEAPON all weapons of this fighter.",
)
@click.option("--firepower", type=Whole("firepower", 0, 9), default=0, help="Firepower dice (all there are).")
@RELOAD
@click.option("--rounds", type=Whole("rounds", 1, MOST_ROUNDS), default=6, help="Rounds of the battle (6).")
@chain_options
def command(*, options: Mapping[str, str], data: tuple[Path, ...], output: Output, **asked: Any) -> int:
    """Shots until a weapon is out of ammo or jammed, and how many shots a battle gives.

    Each shot rolls its Firepower dice, each Ammo symbol is checked. An activation has two actions: one shot, or a
    Reload and then the shot if that succeeded, else a second Reload.

    \b
    Examples
      necrostats chain ammo autogun
      necrostats chain ammo heavy-stubber --firepower 1 --reload never --need 90%
      necrostats chain ammo boltgun --fighter "rork[+munitioneer]" --rounds 10 --plot boltgun.png
      necrostats chain ammo --all --csv
    """
    from necrostats.analyses.chain_ammo import ammo

    return output.show(ammo(options=options, data=data, **asked).to_dict())
