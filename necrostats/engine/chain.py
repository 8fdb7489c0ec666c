"""Markov chains of exact laws: how chances spread over steps, and where they end.

A chain is a function from a state to the law of the next state. Chances are fractions throughout; chains of thousands
of states belong to ``engine.decide``.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from necrostats.engine.enumerating import Law
from necrostats.errors import UsageError

S = TypeVar("S", bound=Hashable)

MOST_STATES = 2_000


def propagate(start: S, law_of: Callable[[S], Law], steps: int) -> dict[S, Fraction]:
    """The chance of each state after *steps* steps from *start*.

    >>> stays = Law((0, 1), (1, 1), 2)
    >>> propagate(0, lambda state: stays if state == 0 else Law((1,), (1,), 1), 3)
    {0: Fraction(1, 8), 1: Fraction(7, 8)}
    """
    now: dict[S, Fraction] = {start: Fraction(1)}
    for _ in range(steps):
        after: dict[S, Fraction] = {}
        for state, chance in now.items():
            for outcome, p in law_of(state).chances().items():
                after[outcome] = after.get(outcome, Fraction(0)) + chance * p
        now = after
    return now


def absorb(start: S, law_of: Callable[[S], Law], done: Callable[[S], bool]) -> dict[S, Fraction]:
    """Where a chain from *start* ends: the chance of each state for which *done* is true, however long it takes.

    The states reached are eliminated one by one (Gauss), so loops are no obstacle.

    Raises:
        UsageError: Too many states, or a chain that can go on for ever.

    >>> toss = Law(("heads", "again"), (1, 2), 3)
    >>> absorb("again", lambda state: toss, lambda state: state == "heads")
    {'heads': Fraction(1, 1)}
    """
    rows: dict[S, dict[S, Fraction]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in rows or done(state):
            continue
        if len(rows) == MOST_STATES:
            raise UsageError(f"chain: expected at most {MOST_STATES} states, got more")
        rows[state] = law_of(state).chances()
        waiting += rows[state]
    if start not in rows:
        return {start: Fraction(1)}
    for state in [s for s in rows if s != start]:
        _eliminate(rows, state)
    ends = rows[start]
    stays = ends.pop(start, Fraction(0))
    if stays == 1:
        raise UsageError("chain: expected one that ends, got one that goes on for ever")
    return {end: p / (1 - stays) for end, p in ends.items()}


def _eliminate(rows: dict[S, dict[S, Fraction]], state: S) -> None:
    """Replace *state* in all rows by where it leads."""
    leads = rows.pop(state)
    stays = leads.pop(state, Fraction(0))
    if stays == 1:
        raise UsageError("chain: expected one that ends, got one that goes on for ever")
    for row in rows.values():
        here = row.pop(state, None)
        if here is not None:
            for end, p in leads.items():
                row[end] = row.get(end, Fraction(0)) + here * p / (1 - stays)
