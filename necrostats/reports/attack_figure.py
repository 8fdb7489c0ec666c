"""The figure of one attack, or of every weapon of a fighter."""

from textwrap import fill
from typing import TYPE_CHECKING, Any

from necrostats.reports.attack_report import attack_blocks, how_known
from necrostats.reports.blocks import Headline, Result
from necrostats.reports.numbers import decimals, fractions, interval, is_exact, percent
from necrostats.reports.outcome_bars import bars, key, likely
from necrostats.reports.words import situation, weapon_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE_LETTERS = 88
STAGES = (
    ("hit", "at least one hit"),
    ("wound", "at least one wound"),
    ("unsaved", "at least one unsaved wound"),
    ("down", "target down"),
)


def paint(result: Result, figure: Any) -> None:
    """Draw one attack, or a bar for each of several, on an empty figure."""
    attacks = list(result.get("attacks", [result]))
    alone = "attacks" not in result
    title = next(block.text for block in attack_blocks(result) if isinstance(block, Headline))
    title = fill(title, TITLE_LETTERS)
    over = 0.55 + 0.24 * (title.count("\n") + 1)
    height = over + (1.4 + 0.4 * len(result["stages"]) if alone else 0.4 + 0.32 * len(attacks))
    figure.set_size_inches(10, height)
    figure.suptitle(title, x=0.02, y=1 - 0.12 / height, ha="left", va="top", fontsize=12, weight="bold")
    if alone:
        tall = 0.4 * len(result["stages"])
        stages = figure.add_axes((0.24, 1.6 / height, 0.55, tall / height), label="stages")
        same = decimals([*result["stages"].values(), *likely(attacks)])
        paint_stages(stages, result, same)
        outcomes = figure.add_axes((0.02, 0.45 / height, 0.9, 0.45 / height), label="outcomes")
        bars(outcomes, attacks, [""], [0.0], same)
    else:
        outcomes = figure.add_axes(
            (0.3, 0.35 / height, 0.63, (height - over - 0.35) / height), label="outcomes"
        )
        labels = [f"{weapon_name(x)}, {situation(x.get('situation', {}), brief=True)}" for x in attacks]
        bars(outcomes, attacks, labels, [float(n) for n in range(len(attacks))])
    key(outcomes, left=0, bottom=1.03)
    note = f"{how_known(attacks).capitalize()}. Outcomes exclude each other and sum to 1."
    figure.text(0.02, 0.08 / height, note, fontsize=8, color="#666666", va="bottom")


def paint_stages(axes: "Axes", attack: Result, same: int) -> None:
    """The chances of at least one hit, wound and unsaved wound, and of a target down; error bars unless exact.

    Args:
        same: Decimals of all chances.
    """
    shown = [(label, attack["stages"][name]) for name, label in STAGES if name in attack["stages"]]
    places = range(len(shown))
    values = [float(chance["p"]) for _, chance in shown]
    axes.barh(places, values, height=0.7, color="#0072b2")
    exactly = fractions(chance for _, chance in shown)
    for place, (_, chance), exact in zip(places, shown, exactly, strict=True):
        p = float(chance["p"])
        end = p
        if not is_exact(chance):
            error = [[p - float(chance["low"])], [float(chance["high"]) - p]]
            axes.errorbar([p], [place], xerr=error, color="black", capsize=3, linewidth=1)
            end = float(chance["high"])
        text = f"{percent(chance, same)}  {exact or interval(chance, same)}".rstrip()
        axes.annotate(text, (end, place), xytext=(6, 0), textcoords="offset points", va="center", fontsize=9)
    axes.set(xlim=(0, 1), yticks=list(places), yticklabels=[label for label, _ in shown], xticks=[])
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.spines["bottom"].set_visible(False)
