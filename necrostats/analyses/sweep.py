"""Any question over one or two axes: distance, cover, a characteristic, a disputed rule; a row for each cell."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Protocol

from necrostats.analyses.answers import SCHEMA_VERSION, rulebook, stamp
from necrostats.analyses.attack_rows import MOST_ROWS, Progress, Row
from necrostats.analyses.axes import Axis
from necrostats.analyses.sweep_attack import attack_cells
from necrostats.analyses.sweep_questions import QUESTIONS as OTHERS
from necrostats.analyses.sweep_questions import question_cells
from necrostats.errors import UnknownNameError, UsageError

QUESTIONS = ("attack", *OTHERS)


@dataclass(frozen=True)
class Sweep:
    """The answer to how another answer changes over one or two axes."""

    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


class Cells(Protocol):
    """A question that is asked in every cell.

    Attributes:
        axes: What is varied, the first axis changing last.
        figure: Where the figure that is swept stands in the question's answer.
        made: How many cells have a figure.
        error: Why the first cell without one has none.
        reconstructed: Lines on cards that are inferred.
        not_modelled: What the answers leave out.
    """

    axes: list[Axis]
    figure: str
    made: int
    error: UsageError | None

    @property
    def reconstructed(self) -> Mapping[str, None]: ...

    @property
    def not_modelled(self) -> Mapping[str, None]: ...

    def check(self) -> None:
        """Refuse values of an axis that there are not, whatever the other axis says."""

    def row(self, at: Mapping[str, Any]) -> Row:
        """One cell: ``at``, ``value``, ``reason`` and what else the question gives."""

    def about(self, rows: list[Row]) -> dict[str, Any]:
        """What the answer says of the question itself."""

    def notes(self, rows: list[Row]) -> list[str]:
        """Remarks of the cells."""


def sweep(
    question: str,
    *subjects: str | None,
    over: object,
    figure: str | None = None,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    progress: Progress | None = None,
    **asked: Any,
) -> Sweep:
    """The same question for every value of an axis, or every pair of values of two.

    Args:
        question: One of ``QUESTIONS``.
        subjects: What the question is about, as on its command line: attacker and target, a gang, a weapon.
        over: Axes as on the command line, ``["distance=1..24", "cover=none,partial"]``, or names with values,
            ``{"distance": range(1, 25)}``: keywords of the question, a characteristic (``target.t``), a figure of the
            weapon (``weapon.ap``), a disputed rule (``option.pin_on``).
        figure: What is drawn: a short name ("down", "a_wins", "median") or where it stands in the answer of the
            question ("outcomes.flesh_wound", "until.down.need.by"). None: the first of the question.
        progress: Told how many cells are done, and of how many.
        asked: Keywords of the question that hold in all cells; several weapons of an attack are an axis of their own.

    Raises:
        UsageError: An axis or a figure that there is not, too many cells, none that has an answer.

    >>> rows = sweep("attack", "kaiya", "rork", weapon="lasgun", over="cover=none,full").to_dict()["rows"]
    >>> [(row["at"]["cover"], row["hit"]["fraction"]) for row in rows]
    [('none', '2/3'), ('full', '1/3')]
    >>> rows = sweep("chain recovery", "rork", over="assisted=no,yes").to_dict()["rows"]
    >>> [row["value"]["fraction"] for row in rows]
    ['2/3', '20/21']
    """
    kind = " ".join(str(question).split())
    if kind not in QUESTIONS:
        raise UnknownNameError(
            "question to sweep", str(question), QUESTIONS, f"there are {', '.join(QUESTIONS)}"
        )
    cat, chosen = rulebook(data, rules, options, house)
    given = {name: value for name, value in asked.items() if value is not None}
    cells: Cells
    if kind == "attack":
        cells = attack_cells(cat, chosen, subjects, over, figure, given)
    else:
        same = {"rules": rules, "house": house, "options": dict(options or {}), "data": tuple(data)}
        cells = question_cells(cat, chosen, kind, subjects, over, figure, given, same)
    count = prod(len(axis.values) for axis in cells.axes)
    if count > MOST_ROWS:
        sizes = " x ".join(f"{len(axis.values)} of {axis.name}" for axis in cells.axes)
        raise UsageError(
            f"over: expected at most {MOST_ROWS:,} cells, got {count:,} ({sizes})", "take fewer values"
        )
    cells.check()
    rows, stopped = _rows(cells, count, progress)
    notes = cells.notes(rows)
    if stopped:
        notes.append(f"interrupted after {len(rows):,} of {count:,} cells")
    return Sweep(
        {
            "schema_version": SCHEMA_VERSION,
            "question": "sweep",
            "of": kind,
            "system": "necromunda",
            "rules": chosen.rules,
            **cells.about(rows),
            "figure": cells.figure,
            "axes": [{"axis": axis.name, "values": list(axis.values)} for axis in cells.axes],
            "rows": rows,
            "notes": notes,
            "reconstructed": list(cells.reconstructed),
            "options": chosen.changed(),
            "not_modelled": list(cells.not_modelled),
            "stamp": stamp(chosen) | ({"stopped": stopped} if stopped else {}),
        }
    )


def _rows(cells: Cells, count: int, progress: Progress | None) -> tuple[list[Row], str]:
    """A row for each cell, and why they ended early.

    Raises:
        UsageError: No cell has an answer.
    """
    rows: list[Row] = []
    names = [axis.name for axis in cells.axes]
    try:
        for values in product(*(axis.values for axis in cells.axes)):
            rows.append(cells.row(dict(zip(names, values, strict=True))))
            if progress is not None:
                progress(len(rows), count)
    except KeyboardInterrupt:
        if not cells.made:
            raise
        return rows, "interrupted"
    if not cells.made and cells.error is not None:
        raise cells.error
    return rows, ""
