"""Figures: each takes the dictionary of an answer, computes nothing, and says whether it is exact.

Colours are those of Okabe and Ito, which colour-blind people can tell apart; everything is labelled where it stands.
"""

from collections.abc import Callable
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, filterwarnings

import matplotlib as mpl
from matplotlib.figure import Figure

from necrostats.errors import UsageError
from necrostats.reports import fonts
from necrostats.reports.blocks import Result
from necrostats.reports.suffixes import check_suffix
from necrostats.saving import replacing

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


class Picture(Figure):
    """A figure that a notebook shows as the value of a cell."""

    def _repr_png_(self) -> bytes:
        out = BytesIO()
        with style():
            self.savefig(out, format="png")
        return out.getvalue()


def style() -> "AbstractContextManager[None]":
    """The look of all figures, for a ``with`` block."""
    sheet = files("necrostats.reports") / "necrostats.mplstyle"
    with mpl.rc_context():
        settings = mpl.rc_params_from_file(str(sheet), use_default_template=False)
    return mpl.rc_context(dict(settings))


def draw(result: Result) -> Picture:
    """The figure that belongs to an answer.

    Raises:
        UsageError: There is no figure for this question.
    """
    question = str(result.get("question"))
    painter: Callable[[Result, Any], None]
    if question == "matchup":
        from necrostats.reports.matchup_figure import paint as painter
    elif question == "attack":
        from necrostats.reports.attack_figure import paint as painter
    elif question == "blast":
        from necrostats.reports.blast_figure import paint as painter
    elif question == "battle":
        from necrostats.reports.battle_figure import paint as painter
    elif question == "board":
        from necrostats.reports.board_figure import paint as painter
    elif question == "chain":
        from necrostats.reports.chain_figure import paint as painter
    elif question == "compare":
        from necrostats.reports.compare_figure import paint as painter
    elif question == "sweep":
        from necrostats.reports.sweep_figure import paint as painter
    else:
        raise UsageError(f"plot: expected an answer that has a figure, got {question!r}", "leave out --plot")
    with style():
        family = fonts.chinese_family() if fonts.has_chinese(result) else None
        if family:
            mpl.rcParams["font.family"] = [*mpl.rcParams["font.family"], family]
        figure = Picture()
        painter(result, figure)
    return figure


def save(result: Result, path: Path) -> None:
    """Draw the figure of an answer into a file.

    Raises:
        UsageError: The name of the file does not end in .png, .svg or .pdf.
    """
    check_suffix(path)
    out = BytesIO()
    _write(draw(result), out, path.suffix.lower()[1:])
    with replacing(path) as file:
        file.write(out.getvalue())


def svg(result: Result) -> str:
    """The figure of an answer as SVG.

    Raises:
        UsageError: There is no figure for this question.
    """
    out = BytesIO()
    _write(draw(result), out, "svg", metadata={"Date": None})
    return out.getvalue().decode("utf-8")


def _write(figure: Figure, where: BytesIO, kind: str, **more: Any) -> None:
    """Write a figure; letters that no font has are remarked on by ``fonts.remark``, not one by one."""
    with style(), catch_warnings():
        filterwarnings("ignore", "Glyph .* missing from font")
        figure.savefig(where, format=kind, **more)
