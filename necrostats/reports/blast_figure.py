"""The figure of a blast: a map of the landing points, with the bases to scale."""

import math
from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Any

from matplotlib.patches import Arc, Circle
from matplotlib.patheffects import withStroke

from necrostats.reports.blast_report import headline
from necrostats.reports.blocks import Result
from necrostats.reports.numbers import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE_LETTERS = 92
NOBODY = "#c4c4c4"
SOMEBODY = ("#fecc5c", "#fd8d3c", "#d7301f", "#67000d")  # from few fighters touched to the most
MARKER = "#0072b2"
WIDTH, HEIGHT = 10.0, 7.4
MAP = (0.055, 0.075, 0.66, 0.82)
LISTED = 24
FARTHEST_SHOWN = 12.0  # inches from the aim to what the map still takes in
INK = "#222222"
DASHES = (0, (4, 2))
OVERLAP = 0.3  # degrees, so that no gap shows between arcs
HALO = [withStroke(linewidth=2.2, foreground="white")]


def paint(result: Result, figure: Any) -> None:
    """Draw the map and the list of fighters on an empty figure."""
    figure.set_size_inches(WIDTH, HEIGHT)
    title = fill(headline(result), TITLE_LETTERS)
    figure.suptitle(title, x=0.02, y=0.985, ha="left", va="top", fontsize=12, weight="bold")
    axes = figure.add_axes(MAP, label="map")
    paint_map(axes, result)
    paint_list(figure.add_axes((0.75, MAP[1], 0.24, MAP[3]), label="list"), result)


def paint_map(axes: "Axes", result: Result) -> None:
    """Rings of landing points in the colour of how many they touch, bases, and the marker where it is aimed."""
    x, y = result["aim_at"]
    shown = [row for row in _everybody(result) if _away(result, row) <= FARTHEST_SHOWN]
    left, bottom, side = _square(result, shown)
    points = MAP[2] * WIDTH * 72 / side  # of the page, for an inch of the table
    step = _step(result)
    for ring in result["rings"]:
        size, line = 2 * ring["inches"], _thickness(result, ring)
        for piece in ring["arcs"]:
            ends: dict[str, float] = {
                "theta1": piece["from"],
                "theta2": min(piece["to"] + OVERLAP, piece["from"] + 360),
            }
            colour = _colour(piece["hits"], step)
            axes.add_patch(Arc((x, y), size, size, **ends, color=colour, linewidth=line, zorder=2))
    for row in shown:
        colour = "#cfe4f3" if row is result.get("shooter") else "#f1efe6"
        disc = Circle((row["x"], row["y"]), _radius(row), facecolor=colour, alpha=0.8, zorder=3)
        axes.add_patch(disc)
        axes.add_patch(Circle((row["x"], row["y"]), _radius(row), fill=False, edgecolor=INK, zorder=3))
    outline = {"fill": False, "edgecolor": MARKER, "linestyle": DASHES, "linewidth": 1.4, "zorder": 3}
    axes.add_patch(Circle((x, y), result["radius"], **outline))
    for row in shown:
        _label(axes, row, 2 * _radius(row) * points)
    turn = _free_direction(result, shown)
    for ring in result["rings"]:
        at = (x + ring["inches"] * math.cos(turn), y + ring["inches"] * math.sin(turn))
        axes.text(
            *at, f'{ring["inches"]}"', fontsize=8, ha="center", va="center", path_effects=HALO, zorder=4
        )
    across, up = (left, left + side), (bottom, bottom + side)
    axes.set(xlim=across, ylim=up, xticks=_ticks(*across), yticks=_ticks(*up), aspect="equal")
    axes.set(xlabel="inches", ylabel="inches")


def paint_list(axes: "Axes", result: Result) -> None:
    """What the colours mean, and the chance of every fighter."""
    axes.set_axis_off()
    axes.set(xlim=(0, 1), ylim=(1, 0))
    step, most = _step(result), _most(result)
    lines: list[tuple[str, str, str]] = [(MARKER, "marker where it is aimed", ""), ("", "", "")]
    lines += [("", "Where it may land after a miss,", ""), ("", "and fighters then touched:", "")]
    lines.append((NOBODY, "0", ""))
    for low in range(1, most + 1, step):
        high = min(low + step - 1, most)
        lines.append((_colour(low, step), _span(low, high), ""))
    lines += [("", "The thicker, the likelier.", ""), ("", "", "")]
    lines += [("", text, percent(chance)) for text, chance in _endings(result)]
    lines += [("", "", ""), ("", "Under the marker, in all", "")]
    everybody = _everybody(result)
    far = {id(row) for row in everybody if _away(result, row) > FARTHEST_SHOWN}
    for row in everybody[:LISTED]:
        role = " (shooter)" if row is result.get("shooter") and row["name"] != "shooter" else ""
        off = ", off the map" if id(row) in far else ""
        lines.append(("", f"  {_short(row['name'], 16)}{role}{off}", percent(row["touched"])))
    if len(everybody) > LISTED:
        lines.append(("", f"  and {len(everybody) - LISTED} more", ""))
    spacing = min(0.035, 1 / len(lines))
    for n, (colour, text, figure) in enumerate(lines):
        level = (n + 0.5) * spacing
        if colour:
            look: dict[str, Any] = (
                {"linewidth": 1.4, "linestyle": DASHES} if colour == MARKER else {"linewidth": 6}
            )
            axes.plot([0.02, 0.12], [level, level], color=colour, solid_capstyle="butt", **look)
        axes.text(0.16 if colour else 0.0, level, text, fontsize=8.5, va="center")
        axes.text(1.0, level, figure, fontsize=8.5, va="center", ha="right")


def _endings(result: Result) -> list[tuple[str, Mapping[str, Any]]]:
    lands = result["landing"]
    scatters = sum(float(chance["p"]) for place, chance in lands.items() if place.isdigit())
    return [
        ("Stays where aimed", lands["stays"]),
        ('Scatters 1" to 6"', {"p": scatters}),
        ("Misfire: dud", lands["dud"]),
        ("Misfire: on the shooter", lands["on_shooter"]),
    ]


def _label(axes: "Axes", row: Result, diameter: float) -> None:
    """The name of a fighter and its chance, in letters that its base has room for."""
    size = min(8.0, max(4.5, diameter / 4))
    name = _short(row["name"], max(2, int(diameter / (0.62 * size))))
    axes.text(
        row["x"],
        row["y"],
        f"{name}\n{percent(row['touched'])}",
        fontsize=size,
        ha="center",
        va="center",
        linespacing=1.0,
        path_effects=HALO,
        zorder=5,
    )


def _free_direction(result: Result, shown: list[Result]) -> float:
    """The direction from the aim in which the lengths of the rings lie farthest from all bases."""
    x, y = result["aim_at"]
    rays = [math.tau * n / 48 for n in range(48)]

    def room(turn: float) -> float:
        ends = [(x + n * math.cos(turn), y + n * math.sin(turn)) for n in range(1, 7)]
        return min(
            (math.hypot(row["x"] - a, row["y"] - b) - _radius(row) for row in shown for a, b in ends),
            default=0,
        )

    return max(rays, key=lambda turn: (round(room(turn), 6), math.sin(turn)))


def _thickness(result: Result, ring: Mapping[str, Any]) -> float:
    """Of a ring's line in points: by the chance for an inch of the ring, as shares of the closest one."""
    first = result["rings"][0]
    if not first["p"]:
        return 2.0
    return 1.5 + 6.5 * float(ring["p"] / ring["inches"]) / float(first["p"] / first["inches"])


def _everybody(result: Result) -> list[Result]:
    return [*result["fighters"], *([result["shooter"]] if result.get("shooter") else [])]


def _radius(row: Result) -> float:
    return float(row["base"]) / 2 / 25.4


def _away(result: Result, row: Result) -> float:
    x, y = result["aim_at"]
    return float(math.hypot(row["x"] - x, row["y"] - y))


def _square(result: Result, shown: list[Result]) -> tuple[float, float, float]:
    """Left and lower edge and the side of the map: all rings, and the bases that are shown."""
    spans = []
    for way, aim in zip(("x", "y"), result["aim_at"], strict=True):
        low = min([aim - 6, *(row[way] - _radius(row) for row in shown)])
        high = max([aim + 6, *(row[way] + _radius(row) for row in shown)])
        spans.append((low, high))
    side = max(high - low for low, high in spans) + 0.8
    left, bottom = ((low + high - side) / 2 for low, high in spans)
    return left, bottom, side


def _ticks(low: float, high: float) -> list[int]:
    """Every second inch between two edges."""
    return [n for n in range(math.ceil(low), math.floor(high) + 1) if n % 2 == 0]


def _most(result: Result) -> int:
    """The most fighters that a scattering marker touches."""
    return max(int(piece["hits"]) for ring in result["rings"] for piece in ring["arcs"])


def _step(result: Result) -> int:
    """How many numbers of fighters share a colour."""
    return max(1, math.ceil(_most(result) / len(SOMEBODY)))


def _span(low: int, high: int) -> str:
    if high == low:
        return f"{low}"
    return f"{low} {'or' if high == low + 1 else 'to'} {high}"


def _colour(hits: int, step: int) -> str:
    return SOMEBODY[(hits - 1) // step] if hits else NOBODY


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1]}…"
