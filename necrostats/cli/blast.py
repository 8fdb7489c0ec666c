"""``necrostats blast``: who is under a blast marker."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.completing import complete_fighter, complete_weapon
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.simulation import SEED
from necrostats.cli.situations import FARTHEST
from necrostats.cli.values import Count, Real, Whole

TRIALS = 200_000
MOST_TRIALS = 10_000_000
USUAL_RULES = "advanced, the only ones with blast markers"


@click.command("blast")
@click.argument("attacker", metavar="[A]", required=False, shell_complete=complete_fighter)
@plot_option
@click.option("--weapon", metavar="WEAPON", shell_complete=complete_weapon, help="A weapon with Blast.")
@click.option("--marker", type=Whole("marker", 3, 5), help="Diameter instead of a weapon: 3 or 5 inches.")
@click.option("--hit", metavar="N+", help="What the hit roll needs, instead of A: 4+.")
@click.option(
    "--arrangement",
    metavar="TEXT",
    default="0,0",
    help='Fighters: "0,0 2,0@32=kaiya", "line of 3 at 1 inch", "ring of 4 at 0.5 inch" (one).',
)
@click.option("--aim-at", metavar="X,Y", help="Where the marker is aimed, in inches (the first fighter).")
@click.option("--shooter", metavar="X,Y", help="Where A stands; without --range it sets the distance.")
@click.option("--base", type=Real("base", FARTHEST), default=25, help="Bases in millimetres (25).")
@click.option("--range", "range", type=click.Choice(["short", "long"]), help="Range band.")
@click.option("--distance", type=Real("distance", FARTHEST), help="Inches, instead of --range.")
@click.option(
    "--cover",
    type=click.Choice(["none", "partial", "full"]),
    default="none",
    help="Cover of the target, as seen by A (none).",
)
@click.option("--aim", is_flag=True, help="After an Aim action.")
@click.option("--target-prone", is_flag=True, help="The target is prone.")
@click.option("--target-engaged", is_flag=True, help="The target is engaged.")
@click.option(
    "--action", type=click.Choice(["blind-fire", "hip-shooting"]), help="Another action than Shoot."
)
@rules_options(USUAL_RULES)
@click.option("--exact", is_flag=True, help="No simulated check.")
@click.option("--trials", type=Count("trials", most=MOST_TRIALS), help="Throws of the check (200,000).")
@click.option("--seed", type=SEED, help="0 to 2^63 - 1; the same seed gives the same dice (random).")
@output_options
def command(
    *,
    attacker: str | None,
    rules: str | None,
    house: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    exact: bool,
    trials: int | None,
    output: Output,
    **shot: Any,
) -> int:
    """Who is under a blast marker that A places among fighters, by geometry.

    A's skills, sights and kit count in the hit roll; --hit gives it instead. Fighters are circles on a flat table, x,y
    in inches; @32 is a base of 32 mm, =kaiya a name. A gap is from edge to edge; a ring stands around one more
    fighter. The marker is aimed at the first.

    \b
    Examples
      necrostats blast kaiya --weapon frag-grenades --arrangement "line of 3 at 1 inch"
      necrostats blast --marker 5 --hit 4+ --arrangement "0,0 2,0 4,0"
      necrostats blast --marker 3 --hit 4+ --arrangement "ring of 6 at 0.5 inch" --plot map.png
      necrostats blast rork --weapon grenade-launcher/frag --shooter 0,-9 --aim-at 1,0 --json
    """
    from necrostats.analyses.blast import blast
    from necrostats.errors import UsageError

    if exact and trials is not None:
        raise UsageError("expected no --trials with --exact", "leave --exact out")
    result = blast(
        attacker,
        rules=rules,
        house=house,
        options=options,
        data=data,
        trials=0 if exact else trials or TRIALS,
        **shot,
    )
    return output.show(result.to_dict())
