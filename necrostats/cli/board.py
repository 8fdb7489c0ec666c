"""``necrostats board``: a board, and what is seen on it."""

from pathlib import Path
from typing import Any

import click

from necrostats.cli.completing import complete_board
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import data_option
from necrostats.cli.situations import FARTHEST
from necrostats.cli.values import Real


@click.command("board")
@click.argument("name", metavar="BOARD", shell_complete=complete_board)
@click.option(
    "--viewer", metavar="X,Y", help="Where the viewer stands, in inches; 10,8@32 with a base of 32 mm."
)
@click.option("--target", metavar="X,Y", help="Where the target stands.")
@click.option("--facing", metavar="X,Y", help="A point that the viewer faces (the target).")
@click.option("--others", metavar="TEXT", default="", help='Enemies who stand about: "12,10 13,11@32".')
@click.option("--base", type=Real("base", FARTHEST), default=25, help="Bases in millimetres (25).")
@plot_option
@data_option
@output_options
def command(*, name: str, data: tuple[str, ...], output: Output, **asked: Any) -> int:
    """A board, and what one fighter sees of another on it: distance, vision arc, cover, the way there.

    Points are inches from the lower left corner. Walls and standing fighters hide what is behind them, barricades
    half of it; what lies within 1 inch of the viewer is ignored, but for walls and enemies.

    \b
    Examples
      necrostats board turf-war --plot map.png
      necrostats board turf-war --viewer 5,3 --target 5,12 --plot seen.png
      necrostats board columns --viewer 3,6 --target 12,9 --facing 12,3 --others "9,8"
    """
    from necrostats.analyses.board import board

    return output.show(board(name, data=tuple(Path(folder) for folder in data), **asked).to_dict())
