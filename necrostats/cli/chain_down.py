"""``necrostats chain down``: hits or activations until a fighter is down."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.chain import RELOAD, chain_options
from necrostats.cli.completing import complete_fighter, complete_weapon
from necrostats.cli.output import Output
from necrostats.cli.situations import FARTHEST
from necrostats.cli.values import Real, Whole

COVER = click.Choice(["none", "partial", "full"])


@click.command("down")
@click.argument("target", metavar="FIGHTER", shell_complete=complete_fighter)
@click.option(
    "--weapon", metavar="WEAPON", required=True, shell_complete=complete_weapon, help="A weapon that shoots."
)
@click.option(
    "--attacker",
    metavar="FIGHTER",
    default="custom",
    shell_complete=complete_fighter,
    help="Who shoots (custom, a nameless human).",
)
@click.option("--by", type=click.Choice(["hit", "activation"]), default="hit", help="What is counted (hit).")
@RELOAD
@click.option("--range", "range", type=click.Choice(["short", "long"]), help="Range band.")
@click.option("--distance", type=Real("distance", FARTHEST), help="Inches, instead of --range.")
@click.option("--behind", is_flag=True, help="The shooter is outside the target's vision arc.")
@click.option("--save-bonus", type=Whole("save-bonus", 0, 6), default=0, help="Added to the target's saves.")
@click.option(
    "--wounds-lost", type=Whole("wounds-lost", 0, 99), default=0, help="Wounds the target lost before."
)
@click.option(
    "--flesh-wounds", type=Whole("flesh-wounds", 0, 99), default=0, help="Flesh wounds the target has."
)
@click.option("--target-prone", is_flag=True, help="The target is prone.")
@click.option(
    "--blast-cover", type=COVER, default="none", help="Cover from the centre of a blast: better saves (none)."
)
@click.option(
    "--cover", type=COVER, default="none", help="Cover (none); this and all below: --by activation."
)
@click.option("--aim", is_flag=True, help="After an Aim action.")
@click.option("--target-engaged", is_flag=True, help="The target is engaged.")
@click.option("--blocked", is_flag=True, help="The target cannot be knocked back.")
@click.option("--not-closest", is_flag=True, help="A nearer enemy makes a test of target priority due.")
@click.option("--firepower", type=Whole("firepower", 0, 9), default=0, help="Firepower dice (all there are).")
@click.option(
    "--action", type=click.Choice(["blind-fire", "hip-shooting"]), help="Another action than Shoot."
)
@chain_options
def command(
    *,
    target: str,
    action: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    output: Output,
    **asked: Any,
) -> int:
    """Hits of a weapon until FIGHTER is seriously injured or out of action; or activations of one shooter.

    Flesh wounds add up and Wounds go down; nobody recovers in between. By hit, each hit is sure; by activation the
    shooter rolls to hit, checks ammo and reloads.

    \b
    Examples
      necrostats chain down rork --weapon lasgun
      necrostats chain down "goliath-champion[armour=mesh]" --weapon boltgun --need 90%
      necrostats chain down rork --weapon autogun --attacker zarann --by activation --distance 8
    """
    from necrostats.analyses.chain_down import down

    return output.show(down(target, action=action or "", options=options, data=data, **asked).to_dict())
