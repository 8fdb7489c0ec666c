"""The figure of a matchup: win, draw and loss; who still stands; how each weapon's attack ends."""

from textwrap import fill
from typing import TYPE_CHECKING, Any

from necrostats.reports.attack_report import how_known
from necrostats.reports.blocks import Result
from necrostats.reports.closing import stamp_line
from necrostats.reports.matchup_report import duel_known, headline
from necrostats.reports.numbers import is_exact, percents
from necrostats.reports.outcome_bars import bars, key
from necrostats.reports.words import fighter_names, sides_of_attacks, situation, weapon_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {"a": "#0072b2", "draw": "#999999", "b": "#d55e00"}
WIDTH = 12.0  # inches, as all sizes here
MARGIN = 0.25
BAR_HEIGHT = 0.42
HEADINGS = 1.05
LETTER = 0.07
BIG_LETTER = 0.105
NAME_LETTERS = 16
PANEL = 5.65
TITLE_LETTERS = 108
PRINT_LETTERS = 200


def paint(result: Result, figure: Any) -> None:
    """Draw the matchup on an empty figure; its height follows the number of attacks."""
    names = fighter_names(result["fighters"])
    own, others = sides_of_attacks(result)
    title = fill(headline(result), TITLE_LETTERS)
    print_ = fill(_small_print(result), PRINT_LETTERS)
    over = 0.2 + 0.25 * (title.count("\n") + 1)
    under = 0.8 + 0.14 * print_.count("\n")
    body = 0.29 * max(10, len(own) + len(others) + 2)
    height = over + BAR_HEIGHT + HEADINGS + body + under
    figure.set_size_inches(WIDTH, height)

    def place(left: float, width: float, bottom: float, tall: float, label: str) -> "Axes":
        rectangle = (left / WIDTH, bottom / height, width / WIDTH, tall / height)
        made: Axes = figure.add_axes(rectangle, label=label)
        return made

    figure.suptitle(
        title, x=MARGIN / WIDTH, y=1 - 0.12 / height, ha="left", va="top", fontsize=13, weight="bold"
    )
    paint_win(place(MARGIN, WIDTH - 2 * MARGIN, height - over - BAR_HEIGHT, BAR_HEIGHT, "win"), result, names)
    paint_standing(place(0.7, 3.6, under, body, "standing"), result, names)
    longest = max((len(_label(attack)) for attack in (*own, *others)), default=10)
    left = min(8.6, 5.75 + LETTER * longest)
    paint_weapons(place(left, WIDTH - left - 0.65, under - 0.2, body + 0.2, "weapons"), result, names)
    heading = (height - over - BAR_HEIGHT - 0.62) / height
    for x, text in (
        (0.7, "Still in play"),
        (PANEL, f"How one attack action ends ({how_known(own + others)})"),
    ):
        figure.text(x / WIDTH, heading, text, weight="bold", fontsize=11, va="bottom")
    figure.text(MARGIN / WIDTH, 0.1 / height, print_, fontsize=7.5, color="#666666", va="bottom")


def _label(attack: Result) -> str:
    return f"{weapon_name(attack)}, {situation(attack.get('situation', {}), brief=True)}"


def paint_win(axes: "Axes", result: Result, names: list[str]) -> None:
    """Win, draw and loss as one bar, each part labelled on it or, where it is narrow, under it."""
    duel = result["duel"]
    start = 0.0
    under: list[tuple[float, str, str]] = []
    parts = (
        ("a", "a_wins", f"{names[0]} wins"),
        ("draw", "draw", "draw"),
        ("b", "b_wins", f"{names[1]} wins"),
    )
    said = percents(duel[name] for _, name, _ in parts)
    for (tone, name, label), reads in zip(parts, said, strict=True):
        chance = duel[name]
        share = float(chance["p"])
        axes.barh([0], [share], left=[start], height=1, color=COLOURS[tone], edgecolor="white", label=label)
        if not is_exact(chance):
            end = start + share
            error = [[share - float(chance["low"])], [float(chance["high"]) - share]]
            axes.errorbar([end], [0], xerr=error, color="black", capsize=3, linewidth=1)
        text = f"{label} {reads}"
        if share >= len(text) * BIG_LETTER / WIDTH:
            axes.text(start + share / 2, 0, text, ha="center", va="center", color="white", weight="bold")
        else:
            under.append((start + share / 2, text, COLOURS[tone]))
        start += share
    places = in_a_row(
        [place for place, _, _ in under], [(len(text) + 2) * LETTER / WIDTH for _, text, _ in under]
    )
    for place, (_, text, colour) in zip(places, under, strict=True):
        axes.text(place, -0.62, text, ha="center", va="top", fontsize=9, color=colour)
    axes.set(xlim=(0, 1), ylim=(-0.5, 0.5))
    axes.axis("off")


def in_a_row(centres: list[float], widths: list[float]) -> list[float]:
    """Centres of labels in a line from 0 to 1, moved as little as keeps them from overlapping.

    >>> in_a_row([0.0, 0.5], [0.2, 0.2]), in_a_row([0.95, 1.0], [0.2, 0.2])
    ([0.1, 0.5], [0.7, 0.9])
    """
    places, end = [], 0.0
    for centre, width in zip(centres, widths, strict=True):
        places.append(max(centre, end + width / 2))
        end = places[-1] + width / 2
    end = 1.0
    for n in reversed(range(len(places))):
        places[n] = round(min(places[n], end - widths[n] / 2), 12)
        end = places[n] - widths[n] / 2
    return places


def paint_standing(axes: "Axes", result: Result, names: list[str]) -> None:
    """The chance of both to be in play at the end of each round; both stand before the first."""
    rounds = result["duel"]["by_round"]
    numbers = [0, *(int(row["round"]) for row in rounds)]
    ends = []
    last = percents(rounds[-1][f"{tone}_standing"] for tone in "ab") if rounds else ("", "")
    reached = dict(zip("ab", last, strict=True))
    for tone, name in zip("ab", names, strict=True):
        chances = [row[f"{tone}_standing"] for row in rounds]
        values = [1.0, *(float(chance["p"]) for chance in chances)]
        axes.plot(numbers, values, marker="o", color=COLOURS[tone], label=name, clip_on=False)
        if chances and not all(is_exact(chance) for chance in chances):
            low = [float(c["p"]) - float(c.get("low", c["p"])) for c in chances]
            high = [float(c.get("high", c["p"])) - float(c["p"]) for c in chances]
            axes.errorbar(
                numbers[1:], values[1:], yerr=[low, high], fmt="none", color=COLOURS[tone], capsize=3
            )
        ends.append((values[-1], f"{name} {reached[tone]}" if chances else name, COLOURS[tone]))
    labels = [fill(text, NAME_LETTERS) for _, text, _ in ends]
    tallest = max(label.count("\n") + 1 for label in labels)
    apart = 0.2 * tallest / (axes.get_position().height * axes.figure.get_figheight())  # type: ignore[union-attr]
    for label, (_, _, colour), place in zip(
        labels, ends, spread([end[0] for end in ends], apart), strict=True
    ):
        at = (numbers[-1], place)
        axes.annotate(label, at, xytext=(9, 0), textcoords="offset points", va="center", color=colour)
    axes.set(xlim=(0, max(numbers)), ylim=(0, 1), xlabel="end of round")
    axes.set_xticks(numbers if len(numbers) <= 13 else numbers[:: len(numbers) // 10])
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.grid(axis="y", color="#dddddd", linewidth=0.8)
    axes.set_axisbelow(True)


def paint_weapons(axes: "Axes", result: Result, names: list[str]) -> None:
    """How one attack action with each weapon ends for its target."""
    attacks: list[Result] = []
    labels: list[str] = []
    places: list[float] = []
    place = 0.0
    box = axes.get_position()
    left = (PANEL / WIDTH - box.x0) / box.width
    for tone, name, other, own in zip("ab", names, names[::-1], sides_of_attacks(result), strict=True):
        if not own:
            continue
        text = f"{name} attacks {other}"
        axes.text(left, place, text, ha="left", va="center", color=COLOURS[tone], weight="bold")
        for attack in own:
            place += 1
            attacks.append(attack)
            labels.append(_label(attack))
            places.append(place)
        place += 1.2
    bars(axes, attacks, labels, places)
    axes.set_ylim(place - 0.6, -0.6)
    key(axes, left=left, bottom=1.01)


def spread(values: list[float], least: float) -> list[float]:
    """Places for labels that would overlap: at least so far apart, around their middle.

    >>> spread([0.5, 0.5], 0.1)
    [0.45, 0.55]
    """
    if len(values) != 2 or abs(values[0] - values[1]) >= least:
        return list(values)
    middle = min(max(sum(values) / 2, least / 2), 1 - least / 2)
    low, high = middle - least / 2, middle + least / 2
    return [low, high] if values[0] <= values[1] else [high, low]


def _small_print(result: Result) -> str:
    parts = [f"Duel: {duel_known(result['duel'])}. Pinned counts as in play."]
    check = result.get("cross_check")
    if check:
        parts.append(
            f"Checked by {int(check['trials']):,} simulated duels, |z| at most {float(check['z_max']):.1f}."
        )
    if result.get("reconstructed"):
        parts.append(f"Reconstructed: {'; '.join(result['reconstructed'])}.")
    stamp = {
        key: value
        for key, value in (result.get("stamp") or {}).items()
        if key in ("version", "rules", "seed")
    }
    if stamp:
        parts.append(stamp_line(stamp))
    return " ".join(parts)
