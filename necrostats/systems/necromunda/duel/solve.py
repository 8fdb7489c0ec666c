"""The duel solved exactly: best play of both, any pair of policies, best replies.

Values run backwards over rounds and activations. All chances come from whole-number weights and are added up in
double precision; ``Duel.error`` bounds what rounding can do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from necrostats.engine.decide import Floats, Ints, Layer
from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.game import MINE, THEIRS, Game
from necrostats.systems.necromunda.duel.named import BEST, PLANNED, RANDOM
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.duel.policies import Plans, weights_of
from necrostats.systems.necromunda.rounds import NOBODY, PASS_TO_OPPONENT, REROLL, priority

REPLY = "best reply"
LARGE = 2_000  # states from which a table is made row by row, to save memory
ROUNDING = 2.0**-53  # unit roundoff of double precision


class Turn(NamedTuple):
    """One activation of a duel: round from 1, who holds priority, first or second activation of the round."""

    round: int
    holder: int
    slot: int

    @property
    def actor(self) -> int:
        return self.holder if self.slot == 0 else 1 - self.holder

    @property
    def number(self) -> int:
        """Turns counted from 0: four to a round."""
        return ((self.round - 1) * 2 + self.holder) * 2 + self.slot


@dataclass(frozen=True, slots=True)
class Course:
    """How a duel goes under two policies. Chances; ``a_standing[r - 1]`` is after round *r*."""

    a_wins: float
    b_wins: float
    draw: float
    a_standing: tuple[float, ...]
    b_standing: tuple[float, ...]
    over: tuple[float, ...]
    rounds_mean: float
    error: float


class Solution:
    """A duel with everything that is asked about it, each found when first asked for."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.games = (Game(setup, 0), Game(setup, 1))
        self.plans = (Plans(self.games[0]), Plans(self.games[1]))
        a, b = self.games[0].space, self.games[1].space
        gap, mine, theirs, my_pinned, their_pinned, my_cover, their_cover = b.coordinates
        seen = (gap, theirs, mine, their_pinned, my_pinned, their_cover, my_cover)
        to_a = sum(stride * c for stride, c in zip(a.strides, seen, strict=True))
        self.own_to_a: tuple[Ints, Ints] = (np.arange(a.size), np.asarray(to_a))
        tie = REROLL if setup.options["priority_tie"] == "reroll" else PASS_TO_OPPONENT
        first = law(lambda dice: priority(tie, NOBODY, dice))
        self.first = [float(first.p(lambda o, h=h: o == h)) for h in (0, 1)]  # type: ignore[misc]
        later = [law(lambda dice, h=h: priority(tie, h, dice)) for h in (0, 1)]  # type: ignore[misc]
        self.later = [[float(each.p(lambda o, n=n: o == n)) for n in (0, 1)] for each in later]  # type: ignore[misc]
        self._planned: dict[tuple[int, str], list[Layer]] = {}
        self._best_layers: dict[int, list[Layer]] = {}

    # ----------------------------------------------------------------- states

    @cached_property
    def start(self) -> int:
        """The number of the state a duel starts in, seen from A."""
        a, b = self.setup.fighters
        covers = [int(c != "none") for c in self.setup.covers]
        return self.games[0].space.number(
            lane.State(self.setup.distance, a.w, b.w, 0, 0, covers[0], covers[1])
        )

    @cached_property
    def in_play(self) -> tuple[Ints, Ints]:
        """Whether A and B are in play in each state seen from A."""
        c = self.games[0].space.coordinates
        return (c[MINE] > 0).astype(np.int64), (c[THEIRS] > 0).astype(np.int64)

    # ----------------------------------------------------------------- policies

    @cached_property
    def random_weights(self) -> tuple[list[Floats], list[Floats]]:
        """For each side and layer the chances of all options under ``random``."""
        return tuple(  # type: ignore[return-value]
            [weights_of(layer, w) for layer, w in zip(g.layers, plans.random_weights(), strict=True)]
            for g, plans in zip(self.games, self.plans, strict=True)
        )

    def planned(self, actor: int, policy: str) -> list[Layer]:
        """The layers of *actor*'s game with only what a planned policy picks (of either side)."""
        key = (actor, policy)
        if key not in self._planned:
            picks = self.plans[actor].planned(policy)
            layers = self.games[actor].layers
            self._planned[key] = [each.only(p) for each, p in zip(layers, picks, strict=True)]
        return self._planned[key]

    def best_layers(self, turn: Turn) -> list[Layer]:
        """The layers of a turn with only what best play picks."""
        if turn.number not in self._best_layers:
            layers = self.games[turn.actor].layers
            self._best_layers[turn.number] = [
                each.only(p) for each, p in zip(layers, self.best[turn.number], strict=True)
            ]
        return self._best_layers[turn.number]

    # ----------------------------------------------------------------- sweeps

    def _activation(
        self, turn: Turn, after: Floats, mine: Sequence[str], theirs: Sequence[str], values: Floats
    ) -> Floats:
        """Values before a turn from those after it, both seen from A.

        Args:
            after: shape (states, policies of A, policies of B, columns); for REPLY the first two columns are the
                chances that A wins and that B wins.
            mine, theirs: Policies of the side that acts and of the other.
            values: Room for the values of all points, shape (points * states, ...).
        """
        actor = turn.actor
        game = self.games[actor]
        size, own = game.space.size, self.own_to_a[actor]
        values[:size] = after[own]
        if actor == 1:
            values = values.swapaxes(1, 2)
        for i, (layer, foe) in enumerate(zip(game.layers, game.foe_picks, strict=True)):
            for j, policy in enumerate(theirs if foe else mine):
                part = values[:, :, j] if foe else values[:, j]
                part[layer.nodes] = self._layer_values(turn, i, foe, policy, part)
        if actor == 1:
            values = values.swapaxes(1, 2)
        before = after.copy()
        playing = np.flatnonzero(game.space.playing)
        before[own[playing]] = values[lane.START * size + playing]
        return before

    def _layer_values(self, turn: Turn, i: int, foe: bool, policy: str, values: Floats) -> Floats:
        layer = self.games[turn.actor].layers[i]
        if policy == BEST:
            return self.best_layers(turn)[i].expect(values)
        if policy in PLANNED:
            return self.planned(turn.actor, policy)[i].expect(values)
        worth = layer.expect(values)
        if policy == RANDOM:
            return layer.mix(worth, self.random_weights[turn.actor][i])
        picks_for = turn.actor if not foe else 1 - turn.actor
        edge = worth[..., 0] - worth[..., 1]
        positions = layer.best(-edge if picks_for == 1 else edge)
        return np.take_along_axis(worth, positions[..., None], axis=0)

    def _sweep(
        self, a: Sequence[str], b: Sequence[str], columns: int, by_round: bool
    ) -> tuple[Floats, Floats]:
        """Values at the start for the holder of priority being A or B, shape (policies A, policies B, columns)."""
        states = self.games[0].space.size
        shape = (states, len(a), len(b), columns)
        a_in, b_in = self.in_play
        ahead = [np.zeros(shape), np.zeros(shape)]
        room = np.zeros((lane.POINTS * states, *shape[1:]))
        for number in range(self.setup.rounds, 0, -1):
            mixed = []
            for holder in (0, 1):
                if number == self.setup.rounds:
                    values = np.zeros(shape)
                    values[..., 0] = (a_in & ~b_in & 1)[:, None, None]
                    values[..., 1] = (b_in & ~a_in & 1)[:, None, None]
                else:
                    keep = self.later[holder]
                    values = keep[0] * ahead[0] + keep[1] * ahead[1]
                if by_round:
                    at = 2 + 3 * (number - 1)
                    for k, event in enumerate((a_in, b_in, 1 - (a_in & b_in))):
                        values[..., at + k] = event[:, None, None]
                mixed.append(values)
            ahead = []
            for holder in (0, 1):
                values = mixed[holder]
                for slot in (1, 0):
                    turn = Turn(number, holder, slot)
                    mine, theirs = (a, b) if turn.actor == 0 else (b, a)
                    values = self._activation(turn, values, mine, theirs, room)
                ahead.append(values)
        return ahead[0], ahead[1]

    def _at_start(self, ahead: tuple[Floats, Floats]) -> Floats:
        return np.asarray(self.first[0] * ahead[0][self.start] + self.first[1] * ahead[1][self.start])

    @cached_property
    def best(self) -> list[list[Ints]]:
        """For each turn (by ``Turn.number``) and layer the position of the option that best play picks."""
        self._solve()
        return self._picks

    @cached_property
    def best_values(self) -> list[Floats]:
        """For each turn the value P(A wins) - P(B wins) of every point and state of the actor's game.

        Shape (points * states,), counted for the side that acts.
        """
        self._solve()
        return self._values

    def _solve(self) -> None:
        if hasattr(self, "_picks"):
            return
        turns = 4 * self.setup.rounds
        self._picks: list[list[Ints]] = [[] for _ in range(turns)]
        self._values: list[Floats] = [np.zeros(0)] * turns
        a_in, b_in = self.in_play
        end = (a_in - b_in).astype(np.float64)
        ahead = [end, end]
        for number in range(self.setup.rounds, 0, -1):
            last = number == self.setup.rounds
            mixed = [end if last else k[0] * ahead[0] + k[1] * ahead[1] for k in self.later]
            ahead = []
            for holder in (0, 1):
                values = mixed[holder]
                for slot in (1, 0):
                    values = self._best_turn(Turn(number, holder, slot), values)
                ahead.append(values)
        self._start_value = self.first[0] * ahead[0][self.start] + self.first[1] * ahead[1][self.start]

    def _best_turn(self, turn: Turn, after: Floats) -> Floats:
        game = self.games[turn.actor]
        size, own = game.space.size, self.own_to_a[turn.actor]
        sign = 1.0 if turn.actor == 0 else -1.0
        values = np.zeros(lane.POINTS * size)
        values[:size] = sign * after[own]
        picks = self._picks[turn.number]
        for layer, foe in zip(game.layers, game.foe_picks, strict=True):
            worth = layer.expect(values)
            position = layer.best(-worth if foe else worth)
            picks.append(position)
            values[layer.nodes] = worth[position]
        self._values[turn.number] = values
        before = after.copy()
        playing = np.flatnonzero(game.space.playing)
        before[own[playing]] = sign * values[lane.START * size + playing]
        return before

    # ----------------------------------------------------------------- answers

    @property
    def value(self) -> float:
        """P(A wins) - P(B wins) with best play of both."""
        self._solve()
        return float(self._start_value)

    def course(self, policy_a: str, policy_b: str) -> Course:
        """How the duel goes under two policies."""
        rounds = self.setup.rounds
        found = self._at_start(self._sweep([policy_a], [policy_b], 2 + 3 * rounds, True))[0, 0]
        by_round = found[2:].reshape(rounds, 3)
        over = by_round[:, 2]
        return Course(
            float(found[0]),
            float(found[1]),
            float(max(0.0, 1.0 - found[0] - found[1])),
            tuple(by_round[:, 0].tolist()),
            tuple(by_round[:, 1].tolist()),
            tuple(over.tolist()),
            float(1.0 + (1.0 - over[:-1]).sum()),
            self.error,
        )

    def wins(self, policy_a: str, policy_b: str) -> tuple[float, float]:
        """P(A wins) and P(B wins) under two policies."""
        found = self._at_start(self._sweep([policy_a], [policy_b], 2, False))[0, 0]
        return float(found[0]), float(found[1])

    def table(self, policies: Sequence[str]) -> Floats:
        """P(A wins) and P(B wins) for every pair, a best reply being the last of each side.

        Returns:
            shape (policies + 1, policies + 1, 2).
        """
        every = [*policies, REPLY]
        at_once = [every] if self.games[0].space.size <= LARGE else [[one] for one in every]
        return np.concatenate([self._at_start(self._sweep(mine, every, 2, False)) for mine in at_once])

    @cached_property
    def error(self) -> float:
        """How far rounding can move a chance: unit roundings along the longest chain of sums."""
        terms = max(sum(layer.most_terms + 3 for layer in game.layers) for game in self.games)
        return 2 * self.setup.rounds * (terms + 4) * ROUNDING
