"""``necrostats chain recovery``: what becomes of a seriously injured fighter."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.chain import chain_options
from necrostats.cli.completing import complete_fighter
from necrostats.cli.output import Output
from necrostats.cli.values import Whole


@click.command("recovery")
@click.argument("who", metavar="FIGHTER", shell_complete=complete_fighter)
@click.option("--flesh-wounds", type=Whole("flesh-wounds", 0, 99), default=0, help="Flesh wounds had before.")
@click.option("--assisted", is_flag=True, help="A friend assists in each End phase.")
@click.option(
    "--helper",
    metavar="FIGHTER",
    shell_complete=complete_fighter,
    help="Who assists: Medicae and its kit count.",
)
@chain_options
def command(*, options: Mapping[str, str], data: tuple[Path, ...], output: Output, **asked: Any) -> int:
    """What becomes of a seriously injured fighter over End phases: back, still down, or out of action.

    \b
    Examples
      necrostats chain recovery rork
      necrostats chain recovery kaiya --assisted --need 0.8
      necrostats chain recovery rork --helper "kaiya[+medicae-kit,+medicae]" --plot recovery.png
    """
    from necrostats.analyses.chain_recovery import recovery

    return output.show(recovery(options=options, data=data, **asked).to_dict())
