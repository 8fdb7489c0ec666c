"""The duel as a game: every point and state with its options, each option with its exact law.

The laws are those of ``Setup.act``, enumerated once for each value of what an option looks at and laid over all states
that agree in it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from necrostats.engine.decide import Floats, Ints, Layer
from necrostats.engine.dice import Dice
from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, EVENTS, State, band, next_point
from necrostats.systems.necromunda.duel.legal import (
    AFTERS,
    DECLARES,
    GAP,
    MINE,
    MY_GUNS,
    MY_PINNED,
    SHOTS,
    THEIR_GUNS,
    THEIR_PINNED,
    THEIRS,
    Space,
    alike,
    options,
    playing,
    reads,
)
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.injuries import CONCUSSED
from necrostats.systems.necromunda.shooting import BEYOND

RANKS = 10_000
DISTANCES = tuple(
    range(first + last, first + last + 6) for first in (lane.DISTANCE, lane.DISTANCE_DUE) for last in (0, 6)
)
HAMPERED = range(lane.REACT_HAMPERED, lane.POINTS, 2)
GROUPS: tuple[tuple[tuple[int, ...], bool], ...] = (
    ((lane.START,), False),
    ((lane.FRESH,), False),
    (tuple(DECLARES), False),
    ((lane.REACT, lane.REACT_STUCK, lane.REACT_AWAY, *HAMPERED), True),
    ((*DISTANCES[0], *DISTANCES[2]), False),
    ((lane.REACT_MOVED,), True),
    ((*AFTERS, lane.FREE_FIGHT), False),
    ((lane.REACT + 1, lane.REACT_STUCK + 1, lane.REACT_AWAY + 1, *(point + 1 for point in HAMPERED)), True),
    ((*DISTANCES[1], *DISTANCES[3]), False),
    ((lane.REACT_MOVED + 1,), True),
)
"""Points in an order in which each leads only to later ones; True where the other side picks."""


class Moves:
    """What can be done at any points and states, and what it leads to, with the laws met so far.

    Nodes are numbered point * space.size + state.

    Attributes:
        space: The states, seen from this side.
    """

    def __init__(self, setup: Setup, side: int) -> None:
        self.setup, self.side = setup, side
        self.space = Space(setup, side)
        self._known: dict[tuple[int, int], tuple[list[int], list[int], list[float]]] = {}

    def playing(self, states: Ints) -> Ints:
        """Those of *states* in which the duel is not over."""
        return states[playing(self.setup, self.side, self.space.at(states))]

    def layer(self, nodes: Ints) -> Layer:
        """The options at some nodes, in order of preference.

        Args:
            nodes: In rising order, none of which leads to another.
        """
        size = self.space.size
        rows: list[tuple[Ints, Ints, Ints, Ints]] = []
        edges: list[tuple[Ints, Floats]] = []
        points = nodes // size
        for point in np.unique(points).tolist():
            states = nodes[points == point] % size
            at = self.space.at(states)
            for option, allowed in options(self.setup, self.side, point, at):
                kept = states[allowed]
                if not kept.size:
                    continue
                n, events, to, p = self._spread(kept, at[:, allowed], option)
                rank = self._rank(point, option, at[GAP, allowed])
                rows.append((point * size + kept, np.full(kept.size, option), n, rank))
                edges.append((self._follow(point, option, events, to) * size + to, p))
        node, taken, n, rank = (np.concatenate(column) for column in zip(*rows, strict=True))
        to, p = (np.concatenate(column) for column in zip(*edges, strict=True))
        order = np.argsort(node * RANKS + rank, kind="stable")
        starts, n = (np.cumsum(n) - n)[order], n[order]
        first_edge = np.cumsum(n) - n
        at_edge = np.repeat(starts - first_edge, n) + np.arange(to.size)
        node = node[order]
        first = np.flatnonzero(np.diff(node, prepend=-1))
        return Layer(node[first], first, taken[order], first_edge, to[at_edge], p[at_edge])

    def _follow(self, point: int, option: int, events: Ints, to: Ints) -> Ints:
        """The point that each edge leads to."""
        leads = np.zeros((2, EVENTS), np.int64)
        for event in np.unique(events).tolist():
            leads[:, event] = [next_point(point, option, event, 1, theirs) for theirs in (1, 0)]
        strides, shape = self.space.strides, self.space.shape
        out = (to // strides[MINE] % shape[MINE] == 0) | (to // strides[THEIRS] % shape[THEIRS] == 0)
        return np.asarray(leads[out.astype(np.int64), events])

    def _spread(self, states: Ints, at: Ints, option: int) -> tuple[Ints, Ints, Ints, Floats]:
        setup, side = self.setup, self.side
        step = partial(setup.act, side, option)
        return self.spread(states, at, option, reads(setup, side, option), step, alike(setup, side, option))

    def spread(
        self,
        states: Ints,
        at: Ints,
        name: int,
        looked_at: tuple[int, ...],
        step: Callable[[State, Dice], Any],
        same: Mapping[int, Ints] = MappingProxyType({}),
    ) -> tuple[Ints, Ints, Ints, Floats]:
        """The law of a step in each of *states*, enumerated once for each value of the coordinates it looks at.

        Args:
            at: Their coordinates.
            name: What the laws of the step are kept under.
            same: For some coordinates the value that stands for each.

        Returns:
            How many edges each state has, and of each edge the event, the state it leads to and its chance.
        """
        space = self.space
        if not states.size:
            return states, states, states, np.zeros(0)
        key = np.zeros(states.size, np.int64)
        for c in looked_at:
            key += space.strides[c] * (same[c][at[c]] if c in same else at[c])
        keys, which = np.unique(key, return_inverse=True)
        found = [self.law_at(name, k, looked_at, step) for k in keys.tolist()]
        n = np.array([len(each[0]) for each in found])
        events, deltas, chances = (np.concatenate([each[i] for each in found]) for i in range(3))
        edges = n[which]
        start = np.repeat((np.cumsum(n) - n)[which], edges)
        at_edge = start + np.arange(int(edges.sum())) - np.repeat(np.cumsum(edges) - edges, edges)
        return edges, events[at_edge], np.repeat(states, edges) + deltas[at_edge], chances[at_edge]

    def law_at(
        self, name: int, key: int, looked_at: tuple[int, ...], step: Callable[[State, Dice], Any]
    ) -> tuple[list[int], list[int], list[float]]:
        """Events, changes of the state's number and chances of a step in the state that stands for its likes."""
        if (name, key) not in self._known:
            setup, space = self.setup, self.space
            values = [setup.lane, setup.conditions[self.side].start, setup.conditions[1 - self.side].start]
            values += [0, 0, 0, 0, space.shape[MY_GUNS] - 1, space.shape[THEIR_GUNS] - 1]
            for c in looked_at:
                values[c] = key // space.strides[c] % space.shape[c]
            before = State(*values)
            number = space.number(before)
            reached = law(partial(step, before))
            self._known[name, key] = (
                [o.event for o in reached.outcomes],
                [space.number(o.state) - number for o in reached.outcomes],
                [w / reached.total for w in reached.weights],
            )
        return self._known[name, key]

    def _rank(self, point: int, option: int, gap: Ints) -> Ints:
        """In which order like good options are preferred: what does something first, small moves before large."""
        kind, argument = option // ARGUMENTS, option % ARGUMENTS
        if kind in SHOTS:
            numbers, gaps = self.setup.numbers, range(self.setup.lane + 1)
            beyond = np.array([band(numbers, self.side, argument, g) == BEYOND for g in gaps])
            return np.asarray(np.where(beyond[gap], 5000, 0) + argument)
        if kind in (lane.MOVE, lane.CRAWL):
            return np.asarray(1000 + 2 * abs(gap - argument) + (gap < argument))
        first = {
            lane.CHARGE: 100, lane.KNOWN_CHARGE: 100, lane.STAND_UP: 500, lane.RELOAD: 1100 + argument,
            lane.RETREAT: 1200, lane.NOTHING: 4000, lane.AIM: 5000 if point in AFTERS else 3000,
        }  # fmt: skip
        return np.full(gap.size, first.get(kind, argument))


class Game(Moves):
    """All that one side may do in an activation, as layers from the last decision to the first.

    Attributes:
        layers: Layers in the order in which values are computed. Nodes are numbered through them, after the states
            themselves, which stand for the end of the activation.
        foe_picks: For each layer, whether the other side picks.
        entries: The states in which an activation begins.
        full: shape (nodes,), point * space.size + state of each node; place: the node of each of these, -1 = none.
    """

    def __init__(self, setup: Setup, side: int) -> None:
        super().__init__(setup, side)
        size = self.space.size
        self.entries = self.playing(np.arange(size))
        reached = np.zeros((lane.POINTS, size), bool)
        reached[lane.START, self.entries] = True
        found: list[tuple[Layer, bool]] = []
        for points, foe in GROUPS:
            nodes = [point * size + np.flatnonzero(reached[point]) for point in sorted(points)]
            if any(each.size for each in nodes):
                layer = self.layer(np.concatenate(nodes))
                reached.reshape(-1)[layer.to] = True
                found.append((layer, foe))
        found.reverse()
        self.foe_picks = [foe for _, foe in found]
        self.full = np.concatenate([np.arange(size), *(layer.nodes for layer, _ in found)])
        self.place = np.full(lane.POINTS * size, -1, np.int32)
        self.place[self.full] = np.arange(self.full.size)
        self.layers = [self.closed(layer) for layer, _ in found]

    @property
    def start_nodes(self) -> Ints:
        """The nodes in which an activation begins, one for each of ``entries``."""
        return self.place[lane.START * self.space.size + self.entries]

    def open(self, layer: Layer) -> Layer:
        """A layer of this game with its nodes numbered as in ``Moves``."""
        return replace(layer, nodes=self.full[layer.nodes], to=self.full[layer.to])

    def closed(self, layer: Layer) -> Layer:
        """A layer numbered as in ``Moves`` with its nodes numbered as in this game."""
        return replace(layer, nodes=self.place[layer.nodes], to=self.place[layer.to])


END_PHASE = -1


def end_phase(moves: Moves, states: Ints) -> Layer:
    """The End phase of a round as a layer that leads from *states* to the states after it."""
    at = moves.space.at(states)
    lying = [conditions.serious | conditions.marked(CONCUSSED) for conditions in moves.space.conditions]
    stirred = (at[MINE] > 0) & (at[THEIRS] > 0) & (lying[0][at[MINE]] | lying[1][at[THEIRS]])

    def step(state: State, dice: Dice) -> lane.Step:
        return lane.Step(lane.DONE, moves.setup.end_phase(state, dice))

    edges = np.ones(states.size, np.int64)
    gaps = {GAP: np.minimum(np.arange(moves.setup.lane + 1), 1)}
    looked_at = (GAP, MINE, THEIRS, MY_PINNED, THEIR_PINNED)
    edges[stirred], _, to_stirred, p_stirred = moves.spread(
        states[stirred], at[:, stirred], END_PHASE, looked_at, step, gaps
    )
    to, p, moved = np.repeat(states, edges), np.ones(int(edges.sum())), np.repeat(stirred, edges)
    to[moved], p[moved] = to_stirred, p_stirred
    nodes = np.arange(states.size)
    return Layer(states, nodes, np.zeros(states.size, np.int64), np.cumsum(edges) - edges, to, p)
