"""Stacked bars: how attacks end, a bar for each."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from necrostats.reports.blocks import Result
from necrostats.reports.numbers import Chance, decimals, percent
from necrostats.reports.words import words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {
    "missed": "#e8e8e8",
    "unhurt": "#9ecfee",
    "wounded": "#f0e442",
    "flesh_wound": "#e69f00",
    "seriously_injured": "#cc79a7",
    "out_of_action": "#1a1a1a",
}
NAMES = {"missed": "no hit", "unhurt": "hit but unhurt"}
PALE_ON = frozenset({"out_of_action"})
LABEL_ROOM = 0.5  # inches that a chance takes
BAR = 0.78


def bars(
    axes: "Axes",
    attacks: Sequence[Result],
    labels: Sequence[str],
    places: Sequence[float],
    same: int | None = None,
) -> None:
    """One stacked bar for each attack at its place; the chance stands in each part that has room for it.

    Args:
        same: Decimals of all chances; None for those that ``likely`` supports.
    """
    same = decimals(likely(attacks)) if same is None else same
    least = LABEL_ROOM / (axes.get_position().width * axes.figure.get_figwidth())  # type: ignore[union-attr]
    names = [name for name in COLOURS if any(_share(attack, name) > 0 for attack in attacks)]
    left = [0.0] * len(attacks)
    for name in names:
        lengths = [_share(attack, name) for attack in attacks]
        axes.barh(
            places,
            lengths,
            left=left,
            height=BAR,
            color=COLOURS[name],
            edgecolor="white",
            linewidth=0.6,
            label=NAMES.get(name, words(name)),
        )
        for attack, place, start, length in zip(attacks, places, left, lengths, strict=True):
            if length >= least:
                axes.text(
                    start + length / 2,
                    place,
                    percent(attack["outcomes"][name], same),
                    ha="center",
                    va="center",
                    fontsize=8,
                    color="white" if name in PALE_ON else "#222222",
                )
        left = [start + length for start, length in zip(left, lengths, strict=True)]
    for attack, place in zip(attacks, places, strict=True):
        out = attack["outcomes"].get("out_of_action")
        if out and float(out["p"]) < least:
            axes.text(1.012, place, percent(out, same), ha="left", va="center", fontsize=8)
    axes.set(xlim=(0, 1), xticks=[], yticks=list(places), yticklabels=list(labels))
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0, labelsize=9)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)


def likely(attacks: Iterable[Result]) -> list[Chance]:
    """The chances of all outcomes of some attacks."""
    return [chance for attack in attacks for chance in attack["outcomes"].values()]


def key(axes: "Axes", *, left: float, bottom: float) -> None:
    """What the colours stand for, in one line over the bars."""
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(
        handles,
        labels,
        loc="lower left",
        bbox_to_anchor=(left, bottom),
        ncols=len(labels),
        fontsize=8.5,
        handlelength=1,
        handleheight=1,
        handletextpad=0.4,
        columnspacing=1.1,
        borderaxespad=0,
    )


def _share(attack: Result, name: str) -> float:
    chance = attack["outcomes"].get(name)
    return float(chance["p"]) if chance else 0.0
