"""The duel solved exactly: best play of both, any pair of policies, best replies.

Values run backwards over rounds and activations, chances forwards. All chances come from whole-number weights and are
added up in double precision; ``Solution.error`` bounds what rounding can do.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from necrostats.engine.decide import Floats, Ints, Layer
from necrostats.errors import UsageError
from necrostats.systems.necromunda.duel.activations import Activations, Chain
from necrostats.systems.necromunda.duel.conditions import Bools
from necrostats.systems.necromunda.duel.contest import ROUNDING, Contest, Turn
from necrostats.systems.necromunda.duel.game import Game, end_phase
from necrostats.systems.necromunda.duel.legal import MINE, THEIRS, TURNED
from necrostats.systems.necromunda.duel.named import BEST, PLANNED, RANDOM
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.duel.policies import weights_of

SMALL = 20_000  # nodes up to which no layer is cut down to those that are reached
EACH_EDGE = 4  # roundings of a chance on an edge: itself, a policy's weight, both products
IN_PAIRS = (
    24  # additions that a term of a sum in pairs goes through, before those that grow with its logarithm
)


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


class Solution(Contest):
    """A duel with everything that is asked about it, each found when first asked for."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        a, b = self.moves[0].space, self.moves[1].space
        every = np.arange(b.size)
        self.own_to_a: tuple[Ints, Ints] = (every, a.numbers(b.at(every)[TURNED]))
        self._planned: dict[tuple[int, str], list[Layer]] = {}
        self._positions: dict[tuple[int, str], list[Ints]] = {}
        self._picks: dict[tuple[int, int], Ints] = {}
        self._activations: dict[tuple[int, str], Activations] = {}

    @cached_property
    def games(self) -> tuple[Game, Game]:
        """All that A and B may do, wherever they stand."""
        self.moves = games = (Game(self.setup, 0), Game(self.setup, 1))
        return games

    def begun_at(self, distance: int) -> "Solution":
        """The same duel from another distance, with all that is known of it so far.

        Raises:
            UsageError: Not from 0 to the lane's end.
        """
        lane = self.setup.lane
        if type(distance) is not int or not 0 <= distance <= lane:
            raise UsageError(f"distance: expected a whole number from 0 to {lane}, got {distance!r}")
        found = copy(self)
        found.setup = replace(self.setup, distance=distance)
        return found

    # ----------------------------------------------------------------- states

    @cached_property
    def _every(self) -> Ints:
        """The coordinates of all states, seen from A."""
        space = self.moves[0].space
        return space.at(np.arange(space.size))

    @cached_property
    def in_play(self) -> tuple[Ints, Ints]:
        """Whether A and B are in play, and not seriously injured, in each state seen from A."""
        a, b = self.setup.conditions
        at = self._every
        return a.in_play[at[MINE]].astype(np.int64), b.in_play[at[THEIRS]].astype(np.int64)

    @cached_property
    def over(self) -> Ints:
        """Whether a side is out of action in each state seen from A."""
        at = self._every
        return np.asarray((at[MINE] == 0) | (at[THEIRS] == 0), dtype=np.int64)

    @cached_property
    def _end_phase(self) -> Layer | None:
        """The End phase of a round, seen from A; None where nothing happens in it."""
        return None if self.setup.advanced is None else end_phase(self.games[0], self.own_to_a[0])

    def _recovered(self, values: Floats) -> Floats:
        """Values before an End phase from those after it."""
        return values if self._end_phase is None else self._end_phase.expect(values)

    @property
    def points(self) -> int:
        """Decision points: of both sides, in all activations of all rounds."""
        return 2 * self.setup.rounds * sum(game.full.size - game.space.size for game in self.games)

    # ----------------------------------------------------------------- policies

    @cached_property
    def random(self) -> tuple[list[Layer], list[Layer]]:
        """For each side the layers of its game as ``random`` takes them."""
        return tuple(  # type: ignore[return-value]
            [layer.mixed(weights_of(layer, plans.random_of(game.open(layer)))) for layer in game.layers]
            for game, plans in zip(self.games, self.plans, strict=True)
        )

    def positions(self, actor: int, policy: str) -> list[Ints]:
        """For each layer of *actor*'s game what a planned policy picks (of either side), as positions."""
        key = (actor, policy)
        if key not in self._positions:
            game, plans = self.games[actor], self.plans[actor]
            self._positions[key] = [plans.picks_of(policy, game.open(layer)) for layer in game.layers]
        return self._positions[key]

    def planned(self, actor: int, policy: str) -> list[Layer]:
        """The layers of *actor*'s game with only what a planned policy picks (of either side)."""
        key = (actor, policy)
        if key not in self._planned:
            layers, picks = self.games[actor].layers, self.positions(actor, policy)
            self._planned[key] = [each.only(p) for each, p in zip(layers, picks, strict=True)]
        return self._planned[key]

    def picks(self, turn: Turn, i: int) -> Ints:
        """What best play picks at each node of the *i*-th layer of a turn, as positions of options."""
        key = (turn.number, i)
        if key not in self._picks:
            game = self.games[turn.actor]
            self._picks[key] = self._best_of(turn, game.layers[i], game.foe_picks[i])
        return self._picks[key]

    def _best_of(self, turn: Turn, layer: Layer, foe: bool) -> Ints:
        worth = layer.expect(self.best_values[turn.number])
        return layer.best(-worth if foe else worth)

    # ----------------------------------------------------------------- best play, backwards

    @cached_property
    def best_values(self) -> list[Floats]:
        """For each turn the value P(A wins) - P(B wins) of every node of the actor's game.

        Shape (nodes,), counted for the side that acts.
        """
        return self._best[1]

    @property
    def _best_ahead(self) -> Sequence[Floats]:
        return self._best[0]

    @property
    def value(self) -> float:
        """P(A wins) - P(B wins) with best play of both."""
        return float(self._from(self._best_ahead, self.start))

    @property
    def by_distance(self) -> list[float]:
        """P(A wins) - P(B wins) with best play of both, for each distance at the start, 0 = engaged."""
        start, gaps = self.start_of(0), range(self.setup.lane + 1)
        numbers = [self.games[0].space.number(start._replace(gap=gap)) for gap in gaps]
        return [float(value) for value in self._from(self._best_ahead, np.array(numbers))]

    def _from(self, ahead: Sequence[Floats], start: Any) -> Any:
        """Values at a start from those at the first activation, by who has priority."""
        return self.first[0] * ahead[0][start] + self.first[1] * ahead[1][start]

    @cached_property
    def _best(self) -> tuple[Sequence[Floats], list[Floats]]:
        """Best play: the values of all states at the first activation, by priority; those of each turn's nodes."""
        kept: list[Floats] = [np.zeros(0)] * (4 * self.setup.rounds)

        def best_turn(turn: Turn, after: Floats) -> Floats:
            game = self.games[turn.actor]
            sign = 1.0 if turn.actor == 0 else -1.0
            values = kept[turn.number] = np.zeros(game.full.size)
            values[: game.space.size] = sign * after[self.own_to_a[turn.actor]]
            for layer, foe in zip(game.layers, game.foe_picks, strict=True):
                worth = layer.expect(values)
                pick = np.minimum if foe else np.maximum
                values[layer.nodes] = pick.reduceat(worth, layer.first_option)
            return sign * self._before(turn, sign * after, values)

        return self._backwards(best_turn), kept

    def _backwards(self, turn_before: Callable[[Turn, Floats], Floats], columns: int = 0) -> Sequence[Floats]:
        """P(A wins) - P(B wins) of all states at the first activation, by priority, from the last round back.

        Args:
            turn_before: Values before a turn from those after it, seen from A: shape (states,) or (states, columns).
        """
        a_in, b_in = self.in_play
        end = (a_in - b_in).astype(np.float64)
        if columns:
            end = np.repeat(end[:, None], columns, axis=1)
        ahead = [end, end]
        for number in range(self.setup.rounds, 0, -1):
            last = number == self.setup.rounds
            mixed = [self._recovered(end if last else k[0] * ahead[0] + k[1] * ahead[1]) for k in self.later]
            ahead = []
            for holder in (0, 1):
                values = mixed[holder]
                for slot in (1, 0):
                    values = turn_before(Turn(number, holder, slot), values)
                ahead.append(values)
        return ahead

    def _before(self, turn: Turn, after: Floats, values: Floats) -> Floats:
        """Values of all states before a turn, seen from A, from those of its nodes."""
        game = self.games[turn.actor]
        before = after.copy()
        before[self.own_to_a[turn.actor][game.entries]] = values[game.start_nodes]
        return before

    def replies(self, side: int, policies: Sequence[str]) -> list[float]:
        """The value P(A wins) - P(B wins) if *side* makes the best of each policy of the other."""
        rest = [policy for policy in policies if policy != BEST]
        pick = np.maximum if side == 0 else np.minimum

        def reply(turn: Turn, after: Floats) -> Floats:
            game = self.games[turn.actor]
            values = np.zeros((game.full.size, len(rest)))
            values[: game.space.size] = after[self.own_to_a[turn.actor]]
            for i, (layer, foe) in enumerate(zip(game.layers, game.foe_picks, strict=True)):
                if (turn.actor if not foe else 1 - turn.actor) == side:
                    values[layer.nodes] = pick.reduceat(layer.expect(values), layer.first_option, axis=0)
                    continue
                for j, policy in enumerate(rest):
                    column = np.ascontiguousarray(values[:, j])
                    fixed = self.random[turn.actor] if policy == RANDOM else self.planned(turn.actor, policy)
                    values[layer.nodes, j] = fixed[i].expect(column)
            return self._before(turn, after, values)

        values = self._from(self._backwards(reply, len(rest)), self.start) if rest else np.zeros(0)
        found = dict(zip(rest, values.tolist(), strict=True))
        return [self.value if policy == BEST else float(found[policy]) for policy in policies]

    # ----------------------------------------------------------------- the course of a duel, forwards

    def course(self, policy_a: str, policy_b: str) -> Course:
        """How the duel goes under two policies."""
        return self.courses([(policy_a, policy_b)])[0]

    def courses(self, pairs: Sequence[tuple[str, str]]) -> list[Course]:
        """How the duel goes under each pair of policies, A's and B's."""
        planned = [pair for pair in pairs if self.setup.advanced is None and {*pair} <= {*PLANNED}]
        rest = [pair for pair in pairs if pair not in planned]
        found = {pair: self._followed(pair) for pair in planned}
        for some in (
            [pair for pair in rest if RANDOM in pair],
            [pair for pair in rest if RANDOM not in pair],
        ):
            if some:
                rounds = self._forwards(some)
                found |= dict(zip(some, self._courses(rounds, self.error), strict=True))
        return [found[pair] for pair in pairs]

    def _followed(self, pair: tuple[str, str]) -> Course:
        """How the duel goes under two planned policies, from what is reached alone."""
        sides = []
        for side, policy in enumerate(pair):
            if (side, policy) not in self._activations:
                self._activations[side, policy] = Activations(self.moves[side], self.plans[side], policy)
            sides.append(self._activations[side, policy])
        chain = Chain(self, (sides[0], sides[1]))
        rounds = (chances[:, None] for chances in chain.rounds())
        return next(self._courses(rounds, chain.error, chain.states))

    def _courses(
        self, rounds: Iterable[Floats], error: float, states: Ints | slice = slice(None)
    ) -> Iterator[Course]:
        """How duels go of which the chances of *states* are known after each round, shape (states, duels)."""
        a_in, b_in, over = (each[states].astype(bool) for each in (*self.in_play, self.over))
        events = (a_in, b_in, over, a_in & ~b_in, b_in & ~a_in)
        by_round = np.array([chances_of(events, chances) for chances in rounds])  # shape (rounds, 5, duels)
        for duel in np.moveaxis(by_round, 2, 0):
            a_standing, b_standing, finished = duel[:, :3].T.tolist()
            a_wins, b_wins = duel[-1, 3:].tolist()
            yield Course(
                a_wins,
                b_wins,
                max(0.0, 1.0 - a_wins - b_wins),
                tuple(a_standing),
                tuple(b_standing),
                tuple(finished),
                1.0 + sum(1.0 - x for x in finished[:-1]),
                error,
            )

    def _forwards(self, pairs: Sequence[tuple[str, str]]) -> Iterator[Floats]:
        """The chances of all states after each round, seen from A: shape (states, pairs)."""
        size = self.games[0].space.size
        at = [np.zeros((size, len(pairs))) for _ in (0, 1)]
        for holder in (0, 1):
            at[holder][self.start] = self.first[holder]
        for number in range(1, self.setup.rounds + 1):
            for holder in (0, 1):
                for slot in (0, 1):
                    at[holder] = self._after(Turn(number, holder, slot), pairs, at[holder])
                if self._end_phase is not None:
                    reached = self._end_phase.of(np.flatnonzero(at[holder].any(axis=1)))
                    reached.push(at[holder], range(len(pairs)))
            yield at[0] + at[1]
            at = [self.later[0][holder] * at[0] + self.later[1][holder] * at[1] for holder in (0, 1)]

    def _after(self, turn: Turn, pairs: Sequence[tuple[str, str]], before: Floats) -> Floats:
        """Chances of the states after a turn, seen from A, from those before it."""
        game, own = self.games[turn.actor], self.own_to_a[turn.actor]
        size = game.space.size
        at = np.zeros((game.full.size, len(pairs)))
        at[:size] = before[own]
        at[game.start_nodes] = at[game.entries]
        at[game.entries] = 0.0
        for i in reversed(range(len(game.layers))):
            layer, foe = game.layers[i], game.foe_picks[i]
            reached = np.flatnonzero(at[layer.nodes[0] : layer.nodes[-1] + 1].any(axis=1))
            if reached.size:
                whole = 2 * reached.size > layer.nodes.size or game.full.size < SMALL
                part = layer if whole else layer.of(reached)
                chooser = turn.actor if not foe else 1 - turn.actor
                by_policy: dict[str, list[int]] = {}
                for j, pair in enumerate(pairs):
                    by_policy.setdefault(pair[chooser], []).append(j)
                for policy, columns in by_policy.items():
                    self._push(turn, i, part, policy, at, columns)
        after = np.zeros_like(before)
        after[own] = at[:size]
        return after

    def _push(self, turn: Turn, i: int, part: Layer, policy: str, at: Floats, columns: Sequence[int]) -> None:
        """Move the chances of nodes of the *i*-th layer on as a policy decides; see ``Layer.push``."""
        game, foe = self.games[turn.actor], self.games[turn.actor].foe_picks[i]
        whole = part is game.layers[i]
        if policy == RANDOM:
            plans = self.plans[turn.actor]
            taken = (
                self.random[turn.actor][i]
                if whole
                else part.mixed(weights_of(part, plans.random_of(game.open(part))))
            )
        elif policy == BEST:
            taken = part.only(self.picks(turn, i) if whole else self._best_of(turn, part, foe))
        elif whole:
            taken = self.planned(turn.actor, policy)[i]
        else:
            taken = part.only(self.plans[turn.actor].picks_of(policy, game.open(part)))
        taken.push(at, columns)

    def picks_of(self, turn: Turn, layer: Layer, foe: bool, policy: str) -> Ints:
        if policy != BEST:
            return super().picks_of(turn, layer, foe, policy)
        return self._best_of(turn, self.games[turn.actor].closed(layer), foe)

    # ----------------------------------------------------------------- answers

    @cached_property
    def error(self) -> float:
        """How far rounding can move a chance or a value: so many unit roundings can meet one way through the duel."""
        a_turn = max(sum(layer.most_terms + EACH_EDGE for layer in game.layers) for game in self.games)
        a_round = 2 * a_turn + EACH_EDGE  # priority is one more edge
        if self._end_phase is not None:
            a_round += self._end_phase.most_terms + EACH_EDGE
        met = self.setup.rounds * a_round + IN_PAIRS + self.games[0].space.size.bit_length()
        return met * ROUNDING / (1 - met * ROUNDING)


def chances_of(events: Sequence[Bools], chances: Floats) -> list[Floats]:
    """The chance of each event, shape (pairs,); numpy adds the rows in pairs, which keeps rounding small.

    Args:
        events: Which states belong to it, shape (states,) each.
        chances: shape (states, pairs).
    """
    by_pair = np.ascontiguousarray(chances.T)
    return [np.asarray(np.compress(event, by_pair, axis=1).sum(axis=1)) for event in events]
