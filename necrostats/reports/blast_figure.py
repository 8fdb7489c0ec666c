"""The figure of a blast: a map of the landing points, with the bases to scale."""

import math
from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Any

from matplotlib.patches import Arc, Circle
from matplotlib.patheffects import withStroke

from necrostats.reports.blast_report import aimed_at, headline, hit_roll
from necrostats.reports.blocks import Result
from necrostats.reports.numbers import decimal, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE_LETTERS, SUBTITLE_LETTERS = 92, 120
NOBODY = "#c4c4c4"
SOMEBODY = ("#fecc5c", "#fd8d3c", "#d7301f", "#67000d")  # from few fighters touched to the most
MARKER = "#0072b2"
MISFIRE = "#009e73"
WIDTH, MAP_SIDE, FOOT = 10.0, 6.3, 0.55  # inches of the page
MAP_LEFT, LIST_LEFT, LIST_WIDTH = 0.07, 0.735, 0.25
TITLE_LINE, SUBTITLE_LINE = 0.24, 0.19
LIST_LINE = 0.21
LISTED = 24
FARTHEST_SHOWN = 12.0  # inches from the aim to what the map still takes in
INK = "#222222"
DASHES, DOTS = (0, (4, 2)), (0, (1, 1.5))
LETTERS_SHRUNK = 8  # names up to so long are written smaller rather than cut
OVERLAP = 0.3  # degrees, so that no gap shows between arcs
HALO = [withStroke(linewidth=2.2, foreground="white")]


def paint(result: Result, figure: Any) -> None:
    """Draw the map and the list of fighters on an empty figure."""
    title, subtitle = fill(headline(result), TITLE_LETTERS), fill(hit_roll(result), SUBTITLE_LETTERS)
    under = 0.1 + TITLE_LINE * (title.count("\n") + 1)
    head = under + SUBTITLE_LINE * (subtitle.count("\n") + 1) + 0.2
    height = FOOT + MAP_SIDE + head
    figure.set_size_inches(WIDTH, height)
    figure.suptitle(title, x=0.02, y=1 - 0.1 / height, ha="left", va="top", fontsize=12, weight="bold")
    figure.text(0.02, 1 - under / height, subtitle, ha="left", va="top", fontsize=9)
    place, size = FOOT / height, MAP_SIDE / height
    paint_map(figure.add_axes((MAP_LEFT, place, MAP_SIDE / WIDTH, size), label="map"), result)
    paint_list(figure.add_axes((LIST_LEFT, place, LIST_WIDTH, size), label="list"), result)


def paint_map(axes: "Axes", result: Result) -> None:
    """Rings of landing points in the colour of how many they touch, bases, and the marker where it is aimed."""
    x, y = result["aim_at"]
    shown = [row for row in _everybody(result) if _away(result, row) <= FARTHEST_SHOWN]
    left, bottom, side = _square(result, shown)
    points = MAP_SIDE * 72 / side  # of the page, for an inch of the table
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
        disc = Circle((row["x"], row["y"]), _radius(row), facecolor=colour, alpha=0.85, zorder=3)
        axes.add_patch(disc)
        axes.add_patch(Circle((row["x"], row["y"]), _radius(row), fill=False, edgecolor=INK, zorder=3))
    outline: dict[str, Any] = {"fill": False, "linewidth": 1.4, "zorder": 3}
    axes.add_patch(Circle((x, y), result["radius"], edgecolor=MARKER, linestyle=DASHES, **outline))
    if _misfires(result):
        at = (result["shooter"]["x"], result["shooter"]["y"])
        axes.add_patch(Circle(at, result["radius"], edgecolor=MISFIRE, linestyle=DOTS, **outline))
    if aimed_at(result) is None:
        axes.plot([x], [y], marker="+", markersize=9, color=MARKER, zorder=4)
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
    """What the lines and colours mean, and the chance of every fighter."""
    axes.set_axis_off()
    axes.set(xlim=(0, 1), ylim=(1, 0))
    step, most = _step(result), _most(result)
    lines: list[tuple[str, str, str]] = [(MARKER, "marker where it is aimed", "")]
    if _misfires(result):
        lines.append((MISFIRE, "marker after a misfire", ""))
    lines += [("", "", ""), ("", "Rings: where its middle lands when it", "")]
    lines += [("", "scatters, by how many it then touches.", ""), ("", "The thicker, the likelier.", "")]
    lines.append((NOBODY, "no fighter", ""))
    for low in range(1, most + 1, step):
        lines.append((_colour(low, step), _span(low, min(low + step - 1, most)), ""))
    lines += [("", "", ""), ("", "Where the marker ends", "")]
    lines += [("", f"  {text}", percent(chance)) for text, chance in _endings(result)]
    lines += [("", "", ""), ("", "Under the marker, in all", "")]
    everybody = [row for row in _everybody(result) if row["touched"]["p"]]
    far = {id(row) for row in everybody if _away(result, row) > FARTHEST_SHOWN}
    target = aimed_at(result)
    for row in everybody[:LISTED]:
        role = " (aimed at)" if row is target else ""
        if row is result.get("shooter") and row["name"] != "shooter":
            role = " (shooter)"
        off = ", off the map" if id(row) in far else ""
        lines.append(("", f"  {_short(row['name'], 16)}{role}{off}", percent(row["touched"])))
    if len(everybody) > LISTED:
        lines.append(("", f"  and {len(everybody) - LISTED} more", ""))
    never = len(_everybody(result)) - len(everybody)
    if never:
        lines.append(("", "  all others" if never > 1 else "  one other", "0%"))
    if len(result["fighters"]) > 1:
        lines.append(("", "  fighters on average", decimal(result["expected"]["mean"])))
    spacing = min(LIST_LINE / MAP_SIDE, 1 / len(lines))
    for n, (colour, text, figure) in enumerate(lines):
        level = (n + 0.5) * spacing
        if colour:
            dashed = {MARKER: DASHES, MISFIRE: DOTS}.get(colour)
            look: dict[str, Any] = (
                {"linewidth": 1.4, "linestyle": dashed} if dashed is not None else {"linewidth": 6}
            )
            axes.plot([0.02, 0.12], [level, level], color=colour, solid_capstyle="butt", **look)
        axes.text(0.16 if colour else 0.0, level, text, fontsize=8.5, va="center")
        axes.text(1.0, level, figure, fontsize=8.5, va="center", ha="right")


def _endings(result: Result) -> list[tuple[str, Mapping[str, Any]]]:
    """Where the marker can end, neighbouring scatters of the same chance together."""
    lands = result["landing"]
    alike: list[list[str]] = []
    for inches in filter(str.isdigit, lands):
        if alike and lands[alike[-1][0]] == lands[inches]:
            alike[-1].append(inches)
        else:
            alike.append([inches])
    scatters = [
        (
            f'scatters {each[0]}"' if len(each) == 1 else f'scatters {each[0]}" to {each[-1]}", each',
            lands[each[0]],
        )
        for each in alike
    ]
    misfires = [("misfire: a dud", lands["dud"]), ("misfire: on the shooter", lands["on_shooter"])]
    return [("stays where aimed", lands["stays"]), *scatters, *misfires]


def _misfires(result: Result) -> bool:
    """Whether the map can show a marker on the shooter."""
    return bool(result.get("shooter")) and _away(result, result["shooter"]) <= FARTHEST_SHOWN


def _label(axes: "Axes", row: Result, diameter: float) -> None:
    """The name of a fighter and its chance, in letters that its base has room for."""
    size = min(8.0, max(4.5, diameter / 4))
    if len(row["name"]) <= LETTERS_SHRUNK:
        size = min(size, max(4.5, diameter / (0.62 * len(row["name"]))))
    name = _short(row["name"], max(2, int(diameter / (0.62 * size) + 1e-9)))
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
    """Left and lower edge and the side of the map: all rings, the bases that are shown, a marker on the shooter."""
    spans = []
    for way, aim in zip(("x", "y"), result["aim_at"], strict=True):
        reaches = [(row[way], _radius(row)) for row in shown]
        reaches += [(result["shooter"][way], result["radius"])] if _misfires(result) else []
        low = min([aim - 6, *(middle - reach for middle, reach in reaches)])
        high = max([aim + 6, *(middle + reach for middle, reach in reaches)])
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
        return f"{low} fighter" if low == 1 else f"{low} fighters"
    return f"{low} {'or' if high == low + 1 else 'to'} {high} fighters"


def _colour(hits: int, step: int) -> str:
    return SOMEBODY[(hits - 1) // step] if hits else NOBODY


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else f"{name[: letters - 1]}…"
