"""The duel drawn by chance: many duels abreast, each option's outcome drawn from its exact law.

All duels that stand alike are moved at once, by how many there are of them. Nothing is solved first, so this also works
for duels that are too large to be solved; how both sides decide is then one of the named policies.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from necrostats.engine.decide import Ints
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.contest import Contest, Turn
from necrostats.systems.necromunda.duel.game import GROUPS, end_phase
from necrostats.systems.necromunda.duel.legal import MINE, THEIRS, TURNED


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of the duels drawn under a pair of policies ended or stood how.

    Attributes:
        a_wins, b_wins: Duels won.
        a_standing, b_standing, over: After each round: in play and not seriously injured; somebody out of action.
    """

    trials: int
    a_wins: int
    b_wins: int
    a_standing: tuple[int, ...]
    b_standing: tuple[int, ...]
    over: tuple[int, ...]


class Field:
    """Duels under way: how many stand in each state, seen from A.

    Attributes:
        states: In rising order.
        counts: shape (states, pairs of policies).
    """

    def __init__(self, states: Ints, counts: Ints) -> None:
        kept = counts.any(axis=1)
        self.states, self.counts = states[kept], counts[kept]

    @classmethod
    def gathered(cls, states: Ints, counts: Ints) -> "Field":
        """The field from states that may stand more than once."""
        found, which = np.unique(states, return_inverse=True)
        total = np.zeros((found.size, counts.shape[1]), np.int64)
        np.add.at(total, which, counts)
        return cls(found, total)

    def and_of(self, other: "Field") -> "Field":
        """Both together."""
        states = np.concatenate((self.states, other.states))
        return Field.gathered(states, np.concatenate((self.counts, other.counts)))


def split(counts: Ints, p: npt.NDArray[np.float64], first: Ints, rng: np.random.Generator) -> Ints:
    """How many of each count go which way: multinomial draws, one for each row and column of *counts*.

    Args:
        counts: shape (rows, columns).
        p: The chances of the ways of all rows, one row after the other; shape (ways,) or (ways, columns).
        first: Where the ways of each row begin.

    Returns:
        shape (ways, columns).

    >>> split(np.array([[5]]), np.array([0.0, 1.0]), np.array([0]), np.random.default_rng(1)).tolist()
    [[0], [5]]
    """
    ways = len(p)
    n = np.diff(first, append=ways)
    drawn = np.zeros((ways, counts.shape[1]), np.int64)
    left, chance = counts.copy(), np.ones(counts.shape)
    chances = p if p.ndim == 2 else np.broadcast_to(p[:, None], drawn.shape)
    for k in range(int(n.max(initial=0))):
        rows = np.flatnonzero(n > k)
        at = first[rows] + k
        share = np.where(n[rows, None] == k + 1, 1.0, chances[at] / np.maximum(chance[rows], 1e-300))
        taken = rng.binomial(left[rows], np.clip(share, 0.0, 1.0))
        drawn[at] = taken
        left[rows] -= taken
        chance[rows] -= chances[at]
    return drawn


class Drawing:
    """Draws the duels of a contest.

    Args:
        told: Gets the number of each round that is over.
    """

    def __init__(
        self, contest: Contest, rng: np.random.Generator, told: Callable[[int], None] | None = None
    ) -> None:
        self.contest, self.setup, self.moves, self.rng = contest, contest.setup, contest.moves, rng
        self.told = told

    def tally(self, pairs: Sequence[tuple[str, str]], trials: Sequence[int]) -> list[Tally]:
        """What becomes of so many duels under each pair of policies, A's and B's."""
        began = np.array([trials], np.int64)
        start = np.array([self.contest.start])
        by_holder = split(began, np.array(self.contest.first), np.zeros(1, np.int64), self.rng)
        fields = [Field(start, each[None]) for each in by_holder]
        rows: list[Ints] = []
        for number in range(1, self.setup.rounds + 1):
            for holder in (0, 1):
                for slot in (0, 1):
                    fields[holder] = self._turn(Turn(number, holder, slot), pairs, fields[holder])
                fields[holder] = self._end(fields[holder])
            rows.append(self._events(fields[0].and_of(fields[1])))
            fields = self._priority(fields)
            if self.told is not None:
                self.told(number)
        by_round = np.array(rows)  # shape (rounds, events, pairs)
        return [
            Tally(
                int(trials[j]),
                int(by_round[-1, 3, j]),
                int(by_round[-1, 4, j]),
                *(tuple(by_round[:, i, j].tolist()) for i in range(3)),
            )
            for j in range(len(pairs))
        ]

    def _events(self, field: Field) -> Ints:
        """How many stand: A, B; are over; are won by A, by B."""
        a, b = self.setup.conditions
        at = self.moves[0].space.at(field.states)
        a_in, b_in = a.in_play[at[MINE]], b.in_play[at[THEIRS]]
        over = (at[MINE] == 0) | (at[THEIRS] == 0)
        return np.array([each @ field.counts for each in (a_in, b_in, over, a_in & ~b_in, b_in & ~a_in)])

    def _priority(self, fields: list[Field]) -> list[Field]:
        kept: list[list[Field]] = [[], []]
        for holder, field in enumerate(fields):
            rows = field.states.size
            p = np.tile(np.array(self.contest.later[holder]), rows)
            parts = split(field.counts, p, np.arange(rows) * 2, self.rng).reshape(rows, 2, -1)
            for after in (0, 1):
                kept[after].append(Field(field.states, parts[:, after]))
        return [one.and_of(other) for one, other in kept]

    def _end(self, field: Field) -> Field:
        if self.setup.advanced is None:
            return field
        layer = end_phase(self.moves[0], field.states)
        return Field.gathered(layer.to, split(field.counts, layer.p, layer.first_edge, self.rng))

    def _turn(self, turn: Turn, pairs: Sequence[tuple[str, str]], field: Field) -> Field:
        moves, actor = self.moves[turn.actor], turn.actor
        size = moves.space.size
        states = field.states if actor == 0 else self.seen(0, field.states)
        begun = np.isin(states, moves.playing(states))
        ended = Field.gathered(states[~begun], field.counts[~begun])
        open_ = Field.gathered(lane.START * size + states[begun], field.counts[begun])
        for points, foe in GROUPS:
            here = np.isin(open_.states // size, points)
            if not here.any():
                continue
            layer, counts = moves.layer(open_.states[here]), open_.counts[here]
            chooser = actor if not foe else 1 - actor
            weights = self.contest.weights(turn, layer, foe, [pair[chooser] for pair in pairs])
            taken = split(counts, weights, layer.first_option, self.rng)
            gone = split(taken, layer.p, layer.first_edge, self.rng)
            after = Field.gathered(layer.to, gone)
            rest = Field(open_.states[~here], open_.counts[~here])
            done = after.states < size
            ended = ended.and_of(Field(after.states[done], after.counts[done]))
            open_ = rest.and_of(Field(after.states[~done], after.counts[~done]))
        if actor == 0:
            return ended
        return Field.gathered(self.seen(1, ended.states), ended.counts)

    def seen(self, side: int, states: Ints) -> Ints:
        """States seen from *side* as the other side sees them."""
        return self.moves[1 - side].space.numbers(self.moves[side].space.at(states)[TURNED])
