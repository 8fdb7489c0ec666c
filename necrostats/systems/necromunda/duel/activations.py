"""A duel under fixed policies as a Markov chain: from an activation's beginning to its end in one link.

What a named policy picks depends on the point and the state alone, so an activation leads from each state to the same
ends in every round. Only what is reached is looked at, state by state; what may be done where is shared by all duels on
like ground.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from necrostats.engine.decide import Floats, Ints
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.contest import ROUNDING, Contest, Turn
from necrostats.systems.necromunda.duel.drawn import split
from necrostats.systems.necromunda.duel.game import GROUPS, Moves
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, next_point
from necrostats.systems.necromunda.duel.legal import (
    MINE,
    THEIRS,
    TURNED,
    Ground,
    Legal,
    alike,
    legal_at,
    reads,
)
from necrostats.systems.necromunda.duel.named import CHARGE
from necrostats.systems.necromunda.duel.policies import NOTHING, Plans

Chances = Mapping[int, float]
Law = tuple[list[int], list[int], list[float]]


class Activations:
    """Every activation of one side under its policy, by the state in which it begins, seen from this side.

    What the other side reacts with is the same under all policies.

    Args:
        policy: One of ``named.PLANNED``.

    Attributes:
        most_terms: The longest sum so far, for a bound of rounding errors.
    """

    def __init__(self, moves: Moves, plans: Plans, policy: str) -> None:
        self.moves, self.plans, self.policy = moves, plans, policy
        self.setup, self.side, self.space = moves.setup, moves.side, moves.space
        self.ground = Ground.of(self.setup, self.side)
        self.most_terms = 1
        self._ends: dict[tuple[int, int], Chances] = {}
        self._legal: dict[int, Legal] = {}
        self._reads: dict[int, tuple[tuple[int, ...], list[tuple[int, int, Sequence[int]]]]] = {}

    def after(self, state: int) -> Chances:
        """Where an activation that begins in a state ends, with what chance."""
        if not self._legal_at(lane.START).playing[state]:
            return {state: 1.0}
        return self._from(lane.START, state)

    def _from(self, point: int, state: int) -> Chances:
        known = self._ends.get((point, state))
        if known is not None:
            return known
        option = self._pick(point, state)
        ends: dict[int, float] = {}
        strides, shape = self.space.strides, self.space.shape
        law = self._law(option, state)
        for event, delta, p in zip(*law, strict=True):
            to = state + delta
            out = to // strides[MINE] % shape[MINE] == 0 or to // strides[THEIRS] % shape[THEIRS] == 0
            then = next_point(point, option, event, 1, 0 if out else 1)
            for end, q in ({to: 1.0} if then == lane.END else self._from(then, to)).items():
                ends[end] = ends.get(end, 0.0) + p * q
        self.most_terms = max(self.most_terms, len(law[0]))
        self._ends[point, state] = ends
        return ends

    def _legal_at(self, point: int) -> Legal:
        if point not in self._legal:
            self._legal[point] = legal_at(self.ground, point)
        return self._legal[point]

    def _pick(self, point: int, state: int) -> int:
        """The option that the policy takes, as ``Plans.picks_of`` has it."""
        legal = self._legal_at(point)
        wanted = self.plans.pick(self.policy, point, self.space.state(state))
        if self.policy == CHARGE and wanted // ARGUMENTS == lane.MOVE:
            wanted = next((o for o in legal.charges if legal.of[o][state]), wanted)
        for option in (wanted, NOTHING):
            if option in legal.of and legal.of[option][state]:
                return option
        layer = self.moves.layer(np.array([point * self.space.size + state]))
        return int(layer.options[self.plans.picks_of(self.policy, layer)[0]])

    def _law(self, option: int, state: int) -> Law:
        if option not in self._reads:
            looked_at, same = reads(self.setup, self.side, option), alike(self.setup, self.side, option)
            places = [
                (
                    self.space.strides[c],
                    self.space.shape[c],
                    same[c].tolist() if c in same else range(self.space.shape[c]),
                )
                for c in looked_at
            ]
            self._reads[option] = looked_at, places
        looked_at, places = self._reads[option]
        key = sum(stride * stands_for[state // stride % n] for stride, n, stands_for in places)
        return self.moves.law_at(option, key, looked_at, partial(self.setup.act, self.side, option))


class Chain:
    """A duel of the basic rules under two planned policies, followed forwards.

    Attributes:
        states: All that can be reached, seen from A.
        error: How far rounding can move a chance.
    """

    def __init__(self, contest: Contest, sides: tuple[Activations, Activations]) -> None:
        self.contest = contest
        spaces = [moves.space for moves in contest.moves]
        every = np.arange(spaces[0].size)
        seen = spaces[1].numbers(spaces[0].at(every)[TURNED]).tolist()
        back = spaces[0].numbers(spaces[1].at(every)[TURNED]).tolist()
        number = {contest.start: 0}
        waiting = [contest.start]
        links: list[tuple[list[int], list[int], list[float]]] = [([], [], []), ([], [], [])]
        for state in waiting:
            for side, (where, to, p) in zip(sides, links, strict=True):
                ends = side.after(state if side.side == 0 else seen[state])
                for end, chance in ends.items():
                    after = end if side.side == 0 else back[end]
                    if after not in number:
                        number[after] = len(number)
                        waiting.append(after)
                    where.append(number[state])
                    to.append(number[after])
                    p.append(chance)
        self.states = np.array(waiting)
        self._links = [(np.array(where), np.array(to), np.array(p)) for where, to, p in links]
        terms = max(int(np.bincount(to).max()) for _, to, _ in self._links)
        terms += len(GROUPS) * (1 + max(side.most_terms for side in sides))
        self.error = (2 * contest.setup.rounds * (terms + 4) + self.states.size) * ROUNDING

    def rounds(self) -> Iterator[Floats]:
        """The chances of ``states`` after each round."""
        contest = self.contest
        at: list[Floats] = [np.zeros(self.states.size) for _ in (0, 1)]
        for holder in (0, 1):
            at[holder][0] = contest.first[holder]
        for number in range(1, contest.setup.rounds + 1):
            for holder in (0, 1):
                for slot in (0, 1):
                    where, to, p = self._links[Turn(number, holder, slot).actor]
                    moved = np.bincount(to, at[holder][where] * p, self.states.size)
                    at[holder] = np.asarray(moved, np.float64)
            yield at[0] + at[1]
            at = [contest.later[0][h] * at[0] + contest.later[1][h] * at[1] for h in (0, 1)]

    def drawn(self, trials: int, rng: np.random.Generator) -> Iterator[Ints]:
        """How many of *trials* duels stand in each of ``states`` after each round, drawn all abreast."""
        contest, size = self.contest, self.states.size

        def parted(counts: Ints, chances: Sequence[float]) -> Ints:
            ways = np.tile(np.array(chances), counts.size)
            return split(counts[:, None], ways, 2 * np.arange(counts.size), rng).reshape(-1, 2)

        at = [np.zeros(size, np.int64) for _ in (0, 1)]
        for holder, n in enumerate(parted(np.array([trials]), contest.first)[0].tolist()):
            at[holder][0] = n
        for number in range(1, contest.setup.rounds + 1):
            for holder in (0, 1):
                for slot in (0, 1):
                    where, to, p = self._links[Turn(number, holder, slot).actor]
                    gone = split(at[holder][:, None], p, np.searchsorted(where, np.arange(size)), rng)[:, 0]
                    at[holder] = np.zeros(size, np.int64)
                    np.add.at(at[holder], to, gone)
            yield at[0] + at[1]
            parts = [parted(at[before], contest.later[before]) for before in (0, 1)]
            at = [parts[0][:, holder] + parts[1][:, holder] for holder in (0, 1)]
