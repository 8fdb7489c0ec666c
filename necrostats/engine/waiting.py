"""Chains: how long until something happens. Exact chances by step, the mean, how many steps make it likely enough.

A chain is a function from a state to the law of the next one. What may never happen counts as never: the chances of all
steps then sum to less than 1. Where a chain ends is asked in the same way, end by end: ``Waiting.ever``.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Generic, NamedTuple, TypeVar

from necrostats.engine.enumerating import Law
from necrostats.errors import UsageError

S = TypeVar("S", bound=Hashable)

MOST_STATES = 2_000
LONGEST = 100_000  # steps that are followed
WORK = 20_000_000  # ways from state to state that are followed
ONE = 1 << 256  # a chance of 1 in the whole numbers of a search


def as_law(chances: Mapping[S, Fraction]) -> Law:
    """Chances as a law, with whole-number weights.

    >>> as_law({"a": Fraction(1, 4), "b": Fraction(3, 4)})
    Law(outcomes=('a', 'b'), weights=(1, 3), total=4)
    """
    total = lcm(*(p.denominator for p in chances.values()))
    return Law(tuple(chances), tuple(p.numerator * (total // p.denominator) for p in chances.values()), total)


def onward(chances: Mapping[S, Fraction], law_of: Callable[[S], Law]) -> dict[S, Fraction]:
    """The chances of all states one step later.

    >>> onward({1: Fraction(1, 2), 2: Fraction(1, 2)}, lambda state: Law((0, state), (1, 1), 2))
    {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}
    """
    after: dict[S, Fraction] = {}
    for state, chance in chances.items():
        for outcome, p in law_of(state).chances().items():
            after[outcome] = after.get(outcome, Fraction(0)) + chance * p
    return after


def spread(start: S, law_of: Callable[[S], Law], steps: Iterable[int]) -> dict[int, Law]:
    """The law of the state after each of those numbers of steps; weights are not reduced.

    >>> stays = Law((0, 1), (1, 1), 2)
    >>> spread(0, lambda state: stays if state == 0 else Law((1,), (1,), 1), [3])[3].chances()
    {0: Fraction(1, 8), 1: Fraction(7, 8)}
    """
    wanted = sorted(set(steps))
    found: dict[int, Law] = {}
    mixed, total, done = {start: 1}, 1, 0
    for n in wanted:
        while done < n:
            laws = [law_of(state) for state in mixed]
            common = lcm(*(each.total for each in laws))
            after: dict[S, int] = {}
            for weight, each in zip(mixed.values(), laws, strict=True):
                factor = weight * (common // each.total)
                for outcome, w in zip(each.outcomes, each.weights, strict=True):
                    after[outcome] = after.get(outcome, 0) + factor * w
            mixed, total, done = after, total * common, done + 1
        found[n] = Law(tuple(mixed), tuple(mixed.values()), total)
    return found


class _Known(NamedTuple):
    """Bounds after some steps, in units of ``ONE``: what is known is at most ``error`` too low."""

    n: int
    happened: int
    now: int
    alive: int
    error: int


class Waiting(Generic[S]):
    """When something first happens in a chain from *start*, counted in steps.

    All chances are Fractions. The mean is exact too; a median, a mode or a need that lies far off is found with 256
    binary digits and their error, and where that is not enough to tell, exactly.

    Raises:
        UsageError: More than ``MOST_STATES`` states.

    >>> toss = Waiting("tails", lambda side: Law(("heads", "tails"), (1, 1), 2), lambda side: side == "heads")
    >>> toss.by(3), toss.ever, toss.mean, toss.median, toss.need(0.9)
    (Fraction(7, 8), Fraction(1, 1), Fraction(2, 1), 1, 4)

    What may never happen: a wheel stops on red in one of three turns, and for good on black in another one.

    >>> wheel = Law(("red", "black", "turn"), (1, 1, 1), 3)
    >>> stays = {"turn": wheel, "black": Law(("black",), (1,), 1)}
    >>> red = Waiting("turn", stays.__getitem__, lambda colour: colour == "red")
    >>> red.ever, red.mean, red.median, red.need(0.9)
    (Fraction(1, 2), Fraction(3, 2), None, None)
    """

    def __init__(self, start: S, law_of: Callable[[S], Law], happened: Callable[[S], bool]) -> None:
        self.at_start = happened(start)
        laws = {} if self.at_start else _laws(start, law_of, happened)
        alive = _leading_there(laws, happened)
        places = {state: n for n, state in enumerate(s for s in laws if s in alive)}
        self._total = lcm(*(laws[state].total for state in places))
        self._ways: list[tuple[tuple[int, int], ...]] = []  # (place, weight of all the ways there)
        self._struck: list[int] = []  # weight of the ways on which it happens
        for state in places:
            outcomes, weights, total = laws[state]
            factor = self._total // total
            ways: dict[int, int] = {}
            for outcome, w in zip(outcomes, weights, strict=True):
                if outcome in places:
                    ways[places[outcome]] = ways.get(places[outcome], 0) + w * factor
            self._ways.append(tuple(ways.items()))
            self._struck.append(
                factor * sum(w for o, w in zip(outcomes, weights, strict=True) if happened(o))
            )
        self._masses = [{0: 1}] if places else [{}]  # of each step, in units of total ** -step
        self._exactly = [int(self.at_start)]
        self._by = [int(self.at_start)]

    # ------------------------------------------------------------------ chances

    def exactly(self, n: int) -> Fraction:
        """The chance that it happens at step *n*, not before."""
        self._follow(n)
        return Fraction(self._exactly[n], self._total**n)

    def by(self, n: int) -> Fraction:
        """The chance that it has happened by step *n*."""
        self._follow(n)
        return Fraction(self._by[n], self._total**n)

    def at_least(self, n: int) -> Fraction:
        """The chance that it takes *n* steps or more, or never happens."""
        return 1 - self.by(n - 1) if n > 0 else Fraction(1)

    @cached_property
    def ever(self) -> Fraction:
        """The chance that it happens at all."""
        if self.at_start:
            return Fraction(1)
        return self._evers[0] if self._evers else Fraction(0)

    # ------------------------------------------------------------------ how long it takes

    @cached_property
    def mean(self) -> Fraction | None:
        """The mean number of steps, given that it happens; None if it never does."""
        if self.at_start or not self.ever:
            return Fraction(0) if self.at_start else None
        return self._solved(self._evers)[0] / self.ever

    @cached_property
    def median(self) -> int | None:
        """The least step by which it has happened at least half the time; None if there is none."""
        return self.need(Fraction(1, 2))

    @cached_property
    def mode(self) -> int | None:
        """The likeliest step, the first of several; None if it never happens."""
        if self.at_start or not self.ever:
            return 0 if self.at_start else None
        likeliest = max(self._struck)
        best, found = 0, 0
        for known in self._search():
            if known.now > best + known.error:
                best, found = known.now, known.n
            if (known.alive + known.error) * likeliest <= best * self._total:
                break
        return found or None

    def need(self, chance: Fraction | float) -> int | None:
        """The least step by which it has happened with at least that *chance*; the float 0.9 is read as 9/10.

        None if it never gets so likely, or not within ``LONGEST`` steps: then ``ever`` is above *chance*.
        """
        share = chance if isinstance(chance, Fraction) else Fraction(str(chance))
        if share == self.ever and not self._ends:  # comes ever nearer
            return None
        return self._first(lambda p: p >= share) if share <= self.ever else None

    def count_on(self, chance: Fraction | float) -> int | None:
        """The greatest number of steps that it takes at least with that *chance*; None if any number.

        >>> toss = Waiting(
        ...     "tails", lambda side: Law(("heads", "tails"), (1, 9), 10), lambda side: side == "heads"
        ... )
        >>> toss.count_on(0.9), toss.count_on(0.8)
        (2, 3)
        """
        share = chance if isinstance(chance, Fraction) else Fraction(str(chance))
        return self._first(lambda p: p > 1 - share) if self.ever > 1 - share else None

    # ------------------------------------------------------------------ how it is found

    def _follow(self, n: int) -> None:
        """Work out all steps up to *n*, in whole numbers."""
        while len(self._by) <= n:
            after: dict[int, int] = {}
            struck = 0
            for place, mass in self._masses[-1].items():
                struck += mass * self._struck[place]
                for to, w in self._ways[place]:
                    after[to] = after.get(to, 0) + mass * w
            self._masses.append(after)
            self._exactly.append(struck)
            self._by.append(self._by[-1] * self._total + struck)

    def _search(self) -> Iterator[_Known]:
        """Step after step in whole numbers of a fixed size, each division rounded down and counted."""
        masses, happened, error = ({0: ONE} if self._ways else {}), 0, 0
        ways = 0
        for n in range(1, LONGEST + 1):
            after: dict[int, int] = {}
            now = 0
            for place, mass in masses.items():
                now += mass * self._struck[place] // self._total
                for to, w in self._ways[place]:
                    after[to] = after.get(to, 0) + mass * w // self._total
                error += 1 + len(self._ways[place])
                ways += 1 + len(self._ways[place])
            masses, happened = after, happened + now
            yield _Known(n, happened, now, sum(after.values()), error)
            if ways > WORK or not masses:
                return

    def _first(self, enough: Callable[[Fraction], bool]) -> int | None:
        """The least step by which the chance that it has happened is *enough*."""
        if enough(Fraction(int(self.at_start))):
            return 0
        for known in self._search():
            if not enough(Fraction(known.happened + known.error, ONE)):
                continue
            if enough(Fraction(known.happened, ONE)) or enough(self.by(known.n)):
                return known.n
        return None

    @cached_property
    def _evers(self) -> list[Fraction]:
        """The chance that it happens at all, from each state."""
        return self._solved([Fraction(w, self._total) for w in self._struck])

    @cached_property
    def _ends(self) -> bool:
        """Whether no state is met twice."""
        rank = {place: n for n, place in enumerate(self._order)}
        return all(rank[to] < rank[place] for place, ways in enumerate(self._ways) for to, _ in ways)

    @cached_property
    def _order(self) -> list[int]:
        """The places, those that a state leads to before itself as far as there is no way back."""
        order: list[int] = []
        seen: set[int] = set()
        stack = [(0, iter(self._ways[0]))] if self._ways else []
        seen.add(0)
        while stack:
            for to, _ in stack[-1][1]:
                if to not in seen:
                    seen.add(to)
                    stack.append((to, iter(self._ways[to])))
                    break
            else:
                order.append(stack.pop()[0])
        return order

    def _solved(self, own: list[Fraction]) -> list[Fraction]:
        """The x with x = own + (ways on) x: each state is put in terms of later ones, then found from the last."""
        rank = {place: n for n, place in enumerate(self._order)}
        terms: dict[int, tuple[Fraction, dict[int, Fraction]]] = {}
        for place in self._order:
            sure = own[place]
            row = {to: Fraction(w, self._total) for to, w in self._ways[place]}
            while earlier := [to for to in row if rank[to] < rank[place]]:
                first = min(earlier, key=rank.__getitem__)
                share = row.pop(first)
                sure += share * terms[first][0]
                for to, p in terms[first][1].items():
                    row[to] = row.get(to, Fraction(0)) + share * p
            leaves = 1 - row.pop(place, Fraction(0))
            terms[place] = (sure / leaves, {to: p / leaves for to, p in row.items()})
        found = [Fraction(0)] * len(own)
        for place in reversed(self._order):
            sure, row = terms[place]
            found[place] = sure + sum((p * found[to] for to, p in row.items()), Fraction(0))
        return found


class Followed:
    """When something first happens within so many steps; what happens later counts as never. As ``Waiting`` else.

    Args:
        by: The chances that it has happened by step 0, 1, 2 ...

    >>> tails = Followed([Fraction(0), Fraction(1, 2), Fraction(3, 4)])
    >>> tails.exactly(2), tails.ever, tails.mean, tails.median, tails.need(0.9), tails.count_on(0.9)
    (Fraction(1, 4), Fraction(3, 4), Fraction(4, 3), 1, None, 1)
    """

    def __init__(self, by: Sequence[Fraction]) -> None:
        self._by = tuple(by)
        self.ever = self._by[-1]

    def by(self, n: int) -> Fraction:
        """The chance that it has happened by step *n*."""
        return self._by[min(n, len(self._by) - 1)]

    def exactly(self, n: int) -> Fraction:
        """The chance that it happens at step *n*, not before."""
        return self.by(n) - (self.by(n - 1) if n else 0)

    def at_least(self, n: int) -> Fraction:
        """The chance that it takes *n* steps or more, or does not happen."""
        return 1 - self.by(n - 1) if n > 0 else Fraction(1)

    @property
    def mean(self) -> Fraction | None:
        """The mean number of steps, given that it happens; None if it does not."""
        if not self.ever:
            return None
        return sum((n * self.exactly(n) for n in range(len(self._by))), Fraction(0)) / self.ever

    @property
    def median(self) -> int | None:
        """The least step by which it has happened at least half the time; None if there is none."""
        return self.need(Fraction(1, 2))

    @property
    def mode(self) -> int | None:
        """The likeliest step, the first of several; None if it does not happen."""
        return max(range(len(self._by)), key=self.exactly) if self.ever else None

    def need(self, chance: Fraction | float) -> int | None:
        """The least step by which it has happened with at least that *chance*; None if there is none."""
        share = chance if isinstance(chance, Fraction) else Fraction(str(chance))
        return next((n for n, p in enumerate(self._by) if p >= share), None)

    def count_on(self, chance: Fraction | float) -> int | None:
        """The greatest number of steps that it takes at least with that *chance*; None if more than were followed."""
        share = chance if isinstance(chance, Fraction) else Fraction(str(chance))
        return next((n for n, p in enumerate(self._by) if p > 1 - share), None)


def _laws(start: S, law_of: Callable[[S], Law], happened: Callable[[S], bool]) -> dict[S, Law]:
    """The law of every state that can be reached before it happens."""
    laws: dict[S, Law] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in laws or happened(state):
            continue
        if len(laws) == MOST_STATES:
            raise UsageError(f"chain: expected at most {MOST_STATES} states, got more")
        law = law_of(state)
        kept = [(o, w) for o, w in zip(law.outcomes, law.weights, strict=True) if w]
        laws[state] = Law(tuple(o for o, _ in kept), tuple(w for _, w in kept), law.total)
        waiting += laws[state].outcomes
    return laws


def _leading_there(laws: Mapping[S, Law], happened: Callable[[S], bool]) -> set[S]:
    """The states from which it can still happen."""
    before: dict[S, list[S]] = {}
    found: list[S] = []
    for state, law in laws.items():
        for outcome in law.outcomes:
            before.setdefault(outcome, []).append(state)
    found += [outcome for outcome in before if happened(outcome)]
    leading: set[S] = set()
    while found:
        for state in before.get(found.pop(), []):
            if state not in leading:
                leading.add(state)
                found.append(state)
    return leading
