"""NamedTuples of whole numbers as rows of a table, from which a step reads them again."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def packed(value: Any) -> list[int]:
    """All numbers of a NamedTuple, those of its parts in their places.

    >>> from necrostats.systems.necromunda.volley import Fire, Firing
    >>> packed(Fire(hits=2, six=1))
    [2, 0, 0, 0, 1, 0, 0]
    """
    return [number for part in value for number in (packed(part) if isinstance(part, tuple) else [part])]


def unpacked(like: T, table: Sequence[int], at: int) -> T:
    """A NamedTuple in the shape of another, whose numbers begin at a place of a table.

    >>> from necrostats.systems.necromunda.volley import Fire
    >>> unpacked(Fire(), [9, 9, *packed(Fire(hits=2, six=1))], 2)
    Fire(hits=2, others=0, own=0, missed=0, six=1, pushed=0, symbols=0)
    """
    return _read(like, iter(table[at : at + len(packed(like))]))  # type: ignore[no-any-return]


def _read(like: Any, numbers: Iterator[int]) -> Any:
    if not isinstance(like, tuple):
        return next(numbers)
    found = [_read(part, numbers) for part in like]
    return type(like)(*found) if hasattr(like, "_fields") else tuple(found)


def place_of(like: Any, *path: str | int) -> int:
    """Where in its row a number of a NamedTuple stands; *path*: the fields that lead there.

    >>> from necrostats.systems.necromunda.injuries import Condition
    >>> place_of(Condition(1, 3), "down")
    3
    """
    at = 0
    for name in path:
        place = like._fields.index(name) if isinstance(name, str) else name
        at += len(packed(like[:place]))
        like = like[place]
    return at


__all__ = ["packed", "place_of", "unpacked"]
