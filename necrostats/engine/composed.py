"""A law that is known, sampled with one draw a trial: what counts is how it ends, not the dice on the way.

The 2^63 words that a draw can give are dealt out to the outcomes by largest remainder, one outcome after the other, so
each is as likely as the law says to within 2^-63: no run can tell. Trial *i* of a seed is one word of SplitMix64, fixed
by (seed, *i*) alone as the streams of dice are, but not what the dice of that trial would show.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from necrostats.engine import sampling
from necrostats.engine.enumerating import Law

WORDS = 1 << 63

Counts = npt.NDArray[np.int64]


def dealt(weights: Sequence[int], total: int) -> list[int]:
    """The 2^63 words dealt out in proportion to whole-number *weights*, each share less than one word off.

    >>> sum(dealt((1, 2), 3)) == 2**63, dealt((1, 2), 3)[0] * 3 - 2**63
    (True, 1)
    """
    shares = [w * WORDS // total for w in weights]
    rests = [w * WORDS % total for w in weights]
    for i in sorted(range(len(weights)), key=lambda i: -rests[i])[: WORDS - sum(shares)]:
        shares[i] += 1
    return shares


class Composed:
    """A law as something to be sampled: counts by outcome.

    Attributes:
        outcomes: Those of the law, the likeliest last.
        size: How many there are.
        thresholds: shape (size - 1,), the first word of the second outcome, of the third, and so on.

    >>> from necrostats.engine.monte_carlo import run
    >>> run(Composed(Law(("hit", "miss"), (1, 0), 1)), trials=1000, seed=1).counts.tolist()
    [0, 1000]
    """

    def __init__(self, law: Law) -> None:
        order = sorted(range(len(law.outcomes)), key=law.weights.__getitem__)
        self.outcomes, self.size = tuple(law.outcomes[i] for i in order), len(order)
        shares = dealt([law.weights[i] for i in order], law.total)
        self.thresholds = np.array(list(accumulate(shares))[:-1], np.int64)

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add trials *first* to *first* + *trials* - 1 to *counts*, shape (size,)."""
        sampling.tally_drawn(self.thresholds, key, first, trials, counts)

    def end(self, at: int) -> Any:
        """The outcome that a position of the counts stands for."""
        return self.outcomes[at]
