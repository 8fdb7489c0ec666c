"""``necrostats chain down``: hits, activations or rounds until a fighter is down."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.chain import RELOAD, chain_options
from necrostats.cli.completing import complete_fighter, complete_weapon
from necrostats.cli.output import Output
from necrostats.cli.situations import FARTHEST
from necrostats.cli.values import Real, Whole, once

COVER = click.Choice(["none", "partial", "full"])


@click.command("down")
@click.argument("target", metavar="FIGHTER", shell_complete=complete_fighter)
@click.option(
    "--weapon",
    metavar="WEAPON",
    required=True,
    multiple=True,
    callback=once,
    shell_complete=complete_weapon,
    help="Id, id/profile, id[change,...], unarmed.",
)
@click.option(
    "--attacker",
    metavar="FIGHTER",
    default="custom",
    shell_complete=complete_fighter,
    help="Who attacks (custom, a nameless human).",
)
@click.option(
    "--by",
    type=click.Choice(["hit", "activation"]),
    help="What is counted (hit; activation with --recovery).",
)
@RELOAD
@click.option(
    "--recovery",
    is_flag=True,
    help="Rounds: an activation, then the target's recovery test in the End phase.",
)
@click.option("--assisted", is_flag=True, help="A friend assists the target in each End phase.")
@click.option(
    "--helper",
    metavar="FIGHTER",
    shell_complete=complete_fighter,
    help="Who assists: Medicae and its kit count.",
)
@click.option("--range", "range", type=click.Choice(["short", "long"]), help="Range band.")
@click.option("--distance", type=Real("distance", FARTHEST), help="Inches, instead of --range.")
@click.option("--behind", is_flag=True, help="The attacker is outside the target's vision arc.")
@click.option("--save-bonus", type=Whole("save-bonus", 0, 6), default=0, help="Added to the target's saves.")
@click.option(
    "--wounds-lost", type=Whole("wounds-lost", 0, 99), default=0, help="Wounds the target lost before."
)
@click.option(
    "--flesh-wounds", type=Whole("flesh-wounds", 0, 99), default=0, help="Flesh wounds the target has."
)
@click.option("--target-prone", is_flag=True, help="The target is prone.")
@click.option("--close", is_flag=True, help="Close combat, also with a pistol.")
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
@click.option(
    "--charging", is_flag=True, help="The first Fight is that of a Charge; this and all below: close combat."
)
@click.option("--turned", is_flag=True, help="The attacker turned to face first (-1 in the first Fight).")
@click.option(
    "--with",
    "with_weapon",
    metavar="WEAPON",
    shell_complete=complete_weapon,
    help="Second weapon in close combat.",
)
@click.option("--assists", type=Whole("assists", 0, 99), default=0, help="Friends who assist the attacker.")
@click.option(
    "--interference",
    type=Whole("interference", 0, 99),
    default=0,
    help="Enemies who interfere, also with a coup de grace.",
)
@click.option("--barricade", is_flag=True, help="The fight is across a barricade.")
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
    """Hits of a weapon until FIGHTER is down or out of action; activations of one attacker; or rounds with recovery.

    Flesh wounds add up and Wounds go down. By hit, each hit is sure; by activation the attacker rolls to hit, and a
    shooter checks ammo and reloads. In close combat nobody strikes back. With --recovery a round is an activation and
    the target's recovery test.

    \b
    Examples
      necrostats chain down rork --weapon lasgun
      necrostats chain down "goliath-champion[armour=mesh]" --weapon boltgun --need 90%
      necrostats chain down rork --weapon autogun --attacker zarann --by activation --distance 8
      necrostats chain down rork --weapon chainsword --with stub-gun --by activation --charging
      necrostats chain down rork --weapon lasgun --recovery --assisted
    """
    from necrostats.analyses.chain_down import down

    return output.show(down(target, action=action or "", options=options, data=data, **asked).to_dict())
