"""The map of a board: pieces and bases to scale, the line of sight, the vision arc and the way there."""

from math import atan2, degrees
from textwrap import fill
from typing import TYPE_CHECKING, Any

from matplotlib.patches import Circle, Polygon, Wedge
from matplotlib.patheffects import withStroke

from necrostats.reports.blocks import Result
from necrostats.reports.board_report import headline

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PIECES = {"wall": "#4d4d4d", "door": "#8c6d46", "barricade": "#c9a66b", "obstacle": "#b5b5a0"}
VIEWER, TARGET, OTHER = "#0072b2", "#d55e00", "#999999"
INK, WAY = "#222222", "#009e73"
SIDE, MARGIN, LEGEND = 7.0, 0.6, 0.5  # inches of the page
TITLE_LETTERS = 70
HALO = [withStroke(linewidth=2.2, foreground="white")]


def paint(result: Result, figure: Any) -> None:
    """Draw the map on an empty figure."""
    title = fill(headline(result), TITLE_LETTERS)
    head = 0.2 + 0.24 * (title.count("\n") + 1)
    scale = SIDE / max(result["width"], result["height"])
    wide, high = scale * result["width"], scale * result["height"]
    width, height = max(wide, 4.5) + 2 * MARGIN, high + 2 * MARGIN + head + LEGEND
    figure.set_size_inches(width, height)
    figure.suptitle(title, x=0.02, y=1 - 0.1 / height, ha="left", va="top", fontsize=11, weight="bold")
    axes = figure.add_axes(
        ((width - wide) / 2 / width, (MARGIN + LEGEND) / height, wide / width, high / height), label="map"
    )
    paint_map(axes, result)


def paint_map(axes: "Axes", result: Result) -> None:
    """The board with its grid of inches, what stands on it, and who looks at whom."""
    width, height = result["width"], result["height"]
    step = 2 if max(width, height) <= 30 else 6
    axes.set(xlim=(0, width), ylim=(0, height), aspect="equal")
    axes.set_xticks(range(0, int(width) + 1, step))
    axes.set_yticks(range(0, int(height) + 1, step))
    axes.tick_params(labelsize=8, length=0)
    axes.grid(color="#e6e6e6", linewidth=0.7, zorder=0)
    for spine in axes.spines.values():
        spine.set(visible=True, color=INK)
    for piece in result["pieces"]:
        axes.add_patch(Polygon(piece["corners"], facecolor=PIECES[piece["kind"]], edgecolor=INK, zorder=2))
    axes.set_xlabel("inches", fontsize=8)
    if result["sight"]:
        _sight(axes, result)
    kinds = dict.fromkeys(piece["kind"] for piece in result["pieces"])
    marks: list[tuple[Any, str]] = [
        (Polygon([(0, 0)], facecolor=PIECES[kind], edgecolor=INK), kind) for kind in kinds
    ]
    if result["sight"]:
        marks += [(axes.plot([], [], color=INK, linestyle=(0, (4, 2)))[0], "line of sight")]
        marks += [(axes.plot([], [], color=WAY)[0], "way until contact")]
    if marks:
        axes.legend(
            [mark for mark, _ in marks], [text for _, text in marks], loc="upper center",
            bbox_to_anchor=(0.5, -0.09), ncols=5, fontsize=8, frameon=False,
        )  # fmt: skip


def _sight(axes: "Axes", result: Result) -> None:
    sight, who = result["sight"], result["fighters"]
    viewer, target = who[0], who[1]
    turn = degrees(atan2(sight["facing"][1] - viewer["y"], sight["facing"][0] - viewer["x"]))
    reach = result["width"] + result["height"]
    axes.add_patch(
        Wedge((viewer["x"], viewer["y"]), reach, turn - 45, turn + 45, color=VIEWER, alpha=0.06, zorder=1)
    )
    axes.plot(
        [viewer["x"], target["x"]], [viewer["y"], target["y"]], color=INK, linestyle=(0, (4, 2)), zorder=3
    )
    if sight["way"]:
        points = [[viewer["x"], viewer["y"]], *sight["way"]["points"]]
        axes.plot(*zip(*points, strict=True), color=WAY, linewidth=1.6, zorder=3)
    for one in who:
        colour = {"viewer": VIEWER, "target": TARGET}.get(one["role"], OTHER)
        radius = one["base"] / 50.8
        axes.add_patch(
            Circle((one["x"], one["y"]), radius, facecolor=colour, edgecolor=INK, alpha=0.9, zorder=4)
        )
        axes.annotate(
            one["role"], (one["x"], one["y"] - radius), xytext=(0, -3), textcoords="offset points",
            ha="center", va="top", fontsize=8, path_effects=HALO, zorder=5,
        )  # fmt: skip
