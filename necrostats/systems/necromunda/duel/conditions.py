"""What a fighter can be like in a duel, as numbers: 0 is out of action."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from necrostats.systems.necromunda.injuries import IN_PLAY, SERIOUS, Condition
from necrostats.systems.necromunda.scene import NOBODY

Bools = npt.NDArray[np.bool_]


class Conditions:
    """The conditions of one fighter, numbered in the order in which they are met.

    Under the basic rules the number is the Wounds left.

    Attributes:
        start: The number of the fighter unhurt.
    """

    def __init__(self, first: Condition, wounds: int = 0) -> None:
        self._kept = [NOBODY]
        for left in range(1, wounds):
            self._kept.append(first._replace(wounds=left))
        self._kept.append(first)
        self._numbers = {c: i for i, c in enumerate(self._kept)}
        self.start = len(self._kept) - 1

    def __len__(self) -> int:
        return len(self._kept)

    def __getitem__(self, number: int) -> Condition:
        return self._kept[number]

    def __iter__(self) -> Iterator[Condition]:
        return iter(self._kept)

    def number(self, c: Condition) -> int:
        """The number of a condition, a new one if it has none yet."""
        found = self._numbers.setdefault(c, len(self._kept))
        if found == len(self._kept):
            self._kept.append(c)
        return found

    def marked(self, mark: int) -> Bools:
        """Which conditions carry a mark, by number."""
        return np.array([c.marks & mark != 0 for c in self._kept])

    @cached_property
    def in_play(self) -> Bools:
        """Which are in play and not seriously injured, by number."""
        return np.array([c.down == IN_PLAY for c in self._kept])

    @cached_property
    def serious(self) -> Bools:
        """Which are seriously injured, by number."""
        return np.array([c.down == SERIOUS for c in self._kept])
