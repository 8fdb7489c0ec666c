"""The figure of a battle: where fighters of both sides stand at the end, and where they fell, on the board to scale."""

from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Polygon

from necrostats.reports.battle_report import headline, played
from necrostats.reports.blocks import Result
from necrostats.reports.board_figure import INK, PIECES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {"a": "#0072b2", "b": "#d55e00"}
MAPS = {"stands": "in play at the end", "fell": "out of action here", "fled": "fled from here"}
TITLE_LETTERS = 44  # a map
SIDE, LEFT, GAP, TOP, BOTTOM = 4.0, 0.5, 1.0, 1.0, 0.5  # inches of the page


def paint(result: Result, figure: Any) -> None:
    """Draw maps on an empty figure, a row for each side: in play at the end, fallen, under the advanced rules fled."""
    board = result["board"]
    scale = SIDE / max(board["width"], board["height"])
    wide, high = board["width"] * scale, board["height"] * scale
    maps = [what for what in MAPS if f"a_{what}" in result["positions"]]
    width, height = len(maps) * (wide + GAP) + LEFT, 2 * (high + 0.45) + TOP + BOTTOM
    figure.set_size_inches(width, height)
    figure.suptitle(
        fill(headline(result), TITLE_LETTERS * len(maps)), x=0.02, y=1 - 0.12 / height, ha="left", va="top",
        fontsize=11, weight="bold",
    )  # fmt: skip
    trials = result["battle"]["a_wins"]["trials"]
    for row, side in enumerate("ab"):
        for column, what in enumerate(maps):
            left = LEFT + column * (wide + GAP)
            bottom = height - TOP - (row + 1) * high - row * 0.45
            axes = figure.add_axes(
                (left / width, bottom / height, wide / width, high / height), label=f"{side} {what}"
            )
            name = result["sides"][row]
            grid = np.array(result["positions"][f"{side}_{what}"], float) / trials
            title = f"{name}: {MAPS[what]}"
            drawn = _map(axes, board, grid, result["positions"]["inches"], side, title)
            bar = figure.add_axes(
                ((left + wide + 0.08) / width, bottom / height, 0.1 / width, high / height),
                label=f"{side} {what} scale",
            )
            figure.colorbar(drawn, cax=bar)
            bar.tick_params(labelsize=7, length=2)
            bar.yaxis.set_major_formatter(lambda value, _at: f"{100 * value:.3g}%")
    figure.text(
        0.02, 0.12 / height,
        f"Fighters in each square of {result['positions']['inches']:g} inch per battle, {trials:,} battles simulated. "
        f"{played(result)}; {result['rules']} rules.",
        fontsize=8, va="bottom",
    )  # fmt: skip


def _map(axes: "Axes", board: Result, grid: Any, inches: float, side: str, title: str) -> Any:
    colours = LinearSegmentedColormap.from_list("side", ["white", COLOURS[side]])
    rows, columns = grid.shape
    drawn = axes.imshow(
        grid, cmap=colours, origin="lower", extent=(0, columns * inches, 0, rows * inches), vmin=0, zorder=1
    )
    for piece in board["pieces"]:
        axes.add_patch(
            Polygon(piece["corners"], facecolor=PIECES[piece["kind"]], edgecolor=INK, alpha=0.75, zorder=2)
        )
    axes.set(xlim=(0, board["width"]), ylim=(0, board["height"]), aspect="equal")
    step = 6 if max(board["width"], board["height"]) > 16 else 2
    axes.set_xticks(range(0, int(board["width"]) + 1, step))
    axes.set_yticks(range(0, int(board["height"]) + 1, step))
    axes.tick_params(labelsize=7, length=2)
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set(visible=True, color=INK)
    axes.set_title(title, fontsize=9, loc="left")
    return drawn
