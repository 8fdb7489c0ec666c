"""Lists in plain columns: quick to make, since nothing is imported for it."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from necrostats.reports.screens import Screen, in_ascii, width_of

GAP = 2
NARROWEST = 8


def text(
    names: Sequence[str], rows: Sequence[Mapping[str, Any]], screen: Screen, *, titles: bool = True
) -> str:
    """Rows under their names; texts that have no room wrap, columns of numbers stand to the right.

    >>> print(text(["id", "d"], [{"id": "lasgun", "d": 1}, {"id": "stub-gun", "d": 1}], Screen()), end="")
    id        d
    lasgun    1
    stub-gun  1
    """
    texts = [[shown(row.get(name)) for name in names] for row in rows]
    if titles:
        texts.insert(0, list(names))
    right = [all(isinstance(row.get(name), int | float | None) for row in rows) for name in names]
    natural = [max((width_of(line[n]) for line in texts), default=0) for n in range(len(names))]
    widths = fair(natural, screen.width - GAP * (len(names) - 1))
    lines = []
    for line in texts:
        parts = [_wrapped(cell, width) for cell, width in zip(line, widths, strict=True)]
        lines += [_line(row, widths, right) for row in zip_longest(*parts, fillvalue="")]
    whole = "\n".join(line.rstrip() for line in lines) + "\n"
    return in_ascii(whole) if screen.ascii_only else whole


def fair(natural: Sequence[int], room: int) -> list[int]:
    """Widths that fit: the first column and narrow ones keep theirs, wide ones share what is left.

    >>> fair([4, 50, 90], 64)
    [4, 30, 30]
    """
    widths = list(natural)
    wide = set(range(1, len(widths)))
    while wide and sum(widths) > room:
        share = (room - sum(widths[n] for n in range(len(widths)) if n not in wide)) // len(wide)
        small = {n for n in wide if natural[n] <= share}
        if not small:
            for n in wide:
                widths[n] = max(NARROWEST, share)
            break
        wide -= small
    return widths


def _wrapped(text_: str, width: int) -> list[str]:
    return [text_] if width_of(text_) <= width else wrap(text_, width) or [""]


def shown(value: Any) -> str:
    """A value in a list.

    >>> shown(None), shown(["a", "b"]), shown(2.0)
    ('', 'a, b', '2')
    """
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _line(texts: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = []
    for text_, width, numbers in zip(texts, widths, right, strict=True):
        space = " " * max(0, width - width_of(text_))
        padded.append(space + text_ if numbers else text_ + space)
    return (" " * GAP).join(padded)
