"""Reading a step exactly: every way its dice can fall, with whole-number weights.

The step is replayed once for each branch of its dice tree. A roll that only passes or fails is one branch of two, not
six faces; ``repeat`` is a chain over the states that one repetition can reach, so nothing explodes.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Any, NamedTuple

from necrostats.engine.dice import Dice


class Law(NamedTuple):
    """Every outcome of a step with its weight; chance = weight / total.

    >>> Law(("hit", "miss"), (1, 2), 3).chances()
    {'hit': Fraction(1, 3), 'miss': Fraction(2, 3)}
    """

    outcomes: tuple[Any, ...]
    weights: tuple[int, ...]
    total: int

    def chances(self) -> dict[Any, Fraction]:
        """Each outcome with its chance."""
        return {o: Fraction(w, self.total) for o, w in zip(self.outcomes, self.weights, strict=True)}

    def p(self, event: Callable[[Any], object]) -> Fraction:
        """The chance of the outcomes for which *event* is true."""
        weight = sum(w for o, w in zip(self.outcomes, self.weights, strict=True) if event(o))
        return Fraction(weight, self.total)

    def of(self, function: Callable[[Any], Any]) -> dict[Any, Fraction]:
        """The chance of each value of *function*."""
        weights: dict[Any, int] = defaultdict(int)
        for o, w in zip(self.outcomes, self.weights, strict=True):
            weights[function(o)] += w
        return {value: Fraction(w, self.total) for value, w in weights.items()}


def then(before: Law, law_of: Callable[[Any], Law]) -> Law:
    """The law one step later, equal states merged; weights are not reduced.

    >>> then(Law((1, 2), (1, 1), 2), lambda state: Law((0, state), (1, 1), 2))
    Law(outcomes=(0, 1, 2), weights=(2, 1, 1), total=4)
    """
    laws = [law_of(state) for state in before.outcomes]
    common = lcm(*(each.total for each in laws))
    after: dict[Any, int] = {}
    for weight, each in zip(before.weights, laws, strict=True):
        factor = weight * (common // each.total)
        for outcome, w in zip(each.outcomes, each.weights, strict=True):
            after[outcome] = after.get(outcome, 0) + factor * w
    return Law(tuple(after), tuple(after.values()), before.total * common)


def _law(weights: Mapping[Any, int], total: int) -> Law:
    common = gcd(total, *weights.values())
    return Law(tuple(weights), tuple(w // common for w in weights.values()), total // common)


class Enumerating:
    """Dice that walk the tree of a step, depth first."""

    __slots__ = ("at", "path", "total", "weight")

    def __init__(self) -> None:
        self.path: list[list[Any]] = []
        self.at, self.weight, self.total = 0, 1, 1

    def _branch(self, weights: tuple[int, ...], total: int) -> int:
        if self.at == len(self.path):
            self.path.append([0, len(weights)])
        choice: int = self.path[self.at][0]
        self.at += 1
        self.weight *= weights[choice]
        self.total *= total
        return choice

    def die(self, sides: int, rule: int) -> int:
        return 1 + self._branch((1,) * sides, sides) if sides > 1 else 1

    def d6(self, need: int, rule: int) -> int:
        return 1 + self._branch((1,) * 6, 6)

    def passes(self, need: int, rule: int) -> bool:
        if need <= 1:
            return True
        return need <= 6 and self._branch((need - 1, 7 - need), 6) == 1

    def sums(self, count: int, sides: int, rule: int) -> int:
        return count + self._branch(sum_weights(count, sides), sides**count)

    def repeat(self, times: int, one: Callable[..., Any], what: Any, state: Any) -> Any:
        if times <= 0:
            return state
        outcomes, weights, total = law_after(one, what, state, times)
        return outcomes[self._branch(weights, total)] if len(outcomes) > 1 else outcomes[0]

    def until(self, one: Callable[..., int], what: Any) -> int:
        kept = {o: w for o, w in zip(*_law_once(one, what)[:2], strict=True) if o >= 0}
        return int(list(kept)[self._branch(tuple(kept.values()), sum(kept.values()))])

    def note(self, what: int, value: int) -> None:
        pass

    def walk(self, step: Callable[[Dice], Any]) -> Iterator[tuple[Any, int, int]]:
        """Each end of the tree: the outcome, its weight and the total that the weight is out of."""
        path = self.path
        while True:
            self.at, self.weight, self.total = 0, 1, 1
            outcome = step(self)
            yield outcome, self.weight, self.total
            while path and path[-1][0] == path[-1][1] - 1:
                path.pop()
            if not path:
                return
            path[-1][0] += 1


def law(step: Callable[[Dice], Any]) -> Law:
    """Every outcome of *step*, a function of the dice alone, with its exact weight.

    >>> from necrostats.engine.dice import passes
    >>> law(lambda dice: passes(dice, 3, 0)).chances()
    {False: Fraction(1, 3), True: Fraction(2, 3)}
    """
    by_total: dict[int, dict[Any, int]] = {}
    for outcome, weight, total in Enumerating().walk(step):
        weights = by_total.setdefault(total, {})
        weights[outcome] = weights.get(outcome, 0) + weight
    common = lcm(*by_total)
    merged: dict[Any, int] = {}
    for total, weights in by_total.items():
        factor = common // total
        for outcome, weight in weights.items():
            merged[outcome] = merged.get(outcome, 0) + weight * factor
    return _law(merged, common)


@lru_cache(maxsize=200_000)
def law_from(one: Callable[..., Any], what: Any, state: Any) -> Law:
    """The law of ``one(what, state, dice)``, kept; steps in turn (``engine.dice.in_turn``) are a merged chain."""
    phases = getattr(one, "phases", None)
    if phases is not None:
        return _chain(phases, what, state)
    return law(lambda dice: one(what, state, dice))


@lru_cache(maxsize=20_000)
def _law_once(one: Callable[..., int], what: Any) -> Law:
    return law(lambda dice: one(what, dice))


@lru_cache(maxsize=50_000)
def law_after(one: Callable[..., Any], what: Any, state: Any, times: int) -> Law:
    """The law of the state after *times* repetitions of ``one(what, state, dice)``: a merged chain."""
    if times == 1:
        return law_from(one, what, state)
    return _chain((one,) * times, what, state)


def _chain(steps: Iterable[Callable[..., Any]], what: Any, state: Any) -> Law:
    """The law of the state after the *steps*, equal states merged after each."""
    now = Law((state,), (1,), 1)
    for one in steps:
        now = then(now, lambda before, one=one: law_from(one, what, before))  # type: ignore[misc]
    return _law(dict(zip(now.outcomes, now.weights, strict=True)), now.total)


@lru_cache(maxsize=1_000)
def sum_weights(count: int, sides: int) -> tuple[int, ...]:
    """In how many ways *count* dice show each sum, from the least to the greatest.

    >>> sum_weights(2, 6)
    (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    """
    weights = [1]
    for _ in range(count):
        wider = [0] * (len(weights) + sides - 1)
        for i, w in enumerate(weights):
            for j in range(sides):
                wider[i + j] += w
        weights = wider
    return tuple(weights)
