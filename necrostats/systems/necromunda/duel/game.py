"""The duel as a game: every point and state with its options, each option with its exact law.

The laws are those of ``lane.act``, enumerated once for each value of what an option looks at and laid over all states
that agree in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from necrostats.engine.decide import Floats, Ints, Layer
from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State, act, band, next_point
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.movement import MOST_D3, reaches
from necrostats.systems.necromunda.shooting import BEYOND

EVENTS = lane.AWAY_DUE + 7
GAP, MINE, THEIRS, MY_PINNED, THEIR_PINNED, MY_COVER, THEIR_COVER = range(7)

READS: dict[int, tuple[int, ...]] = {
    lane.NOTHING: (),
    lane.AIM: (),
    lane.MOVE: (GAP, MY_COVER),
    lane.CRAWL: (GAP, MY_COVER),
    lane.RETREAT_TO: (GAP, MY_COVER),
    lane.SHOOT: (GAP, THEIRS, THEIR_PINNED, THEIR_COVER),
    lane.AIMED_SHOOT: (GAP, THEIRS, THEIR_PINNED, THEIR_COVER),
    lane.CHARGE: (GAP, MY_COVER, THEIR_PINNED),
    lane.KNOWN_CHARGE: (GAP, MY_COVER, THEIR_PINNED),
    lane.ROLL_CHARGE: (GAP,),
    lane.FIGHT: (GAP, THEIRS),
    lane.CHARGE_FIGHT: (GAP, THEIRS),
    lane.REACTION: (GAP, MINE, THEIRS),
    lane.REACTION_AWAY: (GAP, MINE, THEIRS),
    lane.REACTION_MOVED: (GAP, MINE),
    lane.RETREAT: (GAP,),
    lane.STAND_UP: (MY_PINNED,),
}
"""What the law of each kind of option depends on; a test holds it against the steps."""

DISTANCES_LAST = range(lane.DISTANCE + 6, lane.DISTANCE + 12)
DISTANCES_FIRST = range(lane.DISTANCE, lane.DISTANCE + 6)
DUE_FIRST = range(lane.DISTANCE_DUE, lane.DISTANCE_DUE + 6)
DUE_LAST = range(lane.DISTANCE_DUE + 6, lane.DISTANCE_DUE + 12)
AFTERS = range(lane.AFTER, lane.AFTER + 7)
DECLARES = range(lane.DECLARE, lane.DECLARE + MOST_D3)


class Space:
    """The states of a duel, numbered, seen from one side.

    Attributes:
        shape: Sizes of the seven coordinates of a ``lane.State``.
        size: How many states there are.
        coordinates: shape (7, size).
    """

    def __init__(self, setup: Setup, side: int) -> None:
        wounds = [f.w for f in setup.fighters]
        covers = [1 if c == "none" else 2 for c in setup.covers]
        self.shape = (
            setup.lane + 1, wounds[side] + 1, wounds[1 - side] + 1, 2, 2, covers[side], covers[1 - side],
        )  # fmt: skip
        self.size = int(np.prod(self.shape))
        self.coordinates: Ints = np.indices(self.shape).reshape(7, -1)
        self.strides = [int(np.prod(self.shape[i + 1 :])) for i in range(7)]
        gap, mine, theirs, my_pinned, their_pinned = self.coordinates[:5]
        upright = (gap > 0) | ((my_pinned == 0) & (their_pinned == 0))
        self.playing = (mine > 0) & (theirs > 0) & upright
        self.reacting = (mine > 0) & (gap == 0) & upright

    def number(self, state: State) -> int:
        """The number of a state."""
        return sum(stride * value for stride, value in zip(self.strides, state, strict=True))

    def state(self, number: int) -> State:
        """The state of a number."""
        return State(*(int(x) for x in self.coordinates[:, number]))


@dataclass(frozen=True, slots=True)
class Laws:
    """One option in every state in which it may be taken: flat edges by state; ``kinds`` are the events there are."""

    option: int
    states: Ints
    edges: Ints
    events: Ints
    kinds: tuple[int, ...]
    to: Ints
    p: Floats


class Game:
    """All that one side may do in an activation, as layers from the last decision to the first.

    Attributes:
        space: The states, seen from this side.
        layers: Layers in the order in which values are computed; node = point * space.size + state.
        foe_picks: For each layer, whether the other side picks.
    """

    def __init__(self, setup: Setup, side: int) -> None:
        self.setup, self.side = setup, side
        self.space = Space(setup, side)
        self.laws = {each.option: each for each in self._laws()}
        first: list[list[int]] = [[*DECLARES], [lane.START]] if setup.before_declare else [[lane.START]]
        groups: list[tuple[list[int], bool]] = [
            ([lane.REACT_MOVED + 1], True),
            ([*DISTANCES_LAST, *DUE_LAST], False),
            ([lane.REACT + 1, lane.REACT_STUCK + 1, lane.REACT_AWAY + 1], True),
            ([*AFTERS, lane.FREE_FIGHT], False),
            ([lane.REACT_MOVED], True),
            ([*DISTANCES_FIRST, *DUE_FIRST], False),
            ([lane.REACT, lane.REACT_STUCK, lane.REACT_AWAY], True),
            *((points, False) for points in first),
        ]
        reached = np.zeros((lane.POINTS, self.space.size), bool)
        reached[lane.START] = True
        found = []
        for points, foe in reversed(groups):
            layer = self._layer([point for point in points if reached[point].any()], reached)
            if layer is not None:
                reached.reshape(-1)[layer.to] = True
                found.append((layer, foe))
        found.reverse()
        self.layers = [layer for layer, _ in found]
        self.foe_picks = [foe for _, foe in found]

    # -------------------------------------------------------------- options and where they may be taken

    def _options(self) -> Iterator[tuple[int, Ints]]:
        """Every option with the states in which the rules allow it."""
        setup, space, numbers = self.setup, self.space, self.setup.numbers
        gap, _, _, mine_down, their_down, _, hidden = space.coordinates
        playing = space.playing
        up = playing & (gap > 0) & (mine_down == 0)
        down = playing & (mine_down == 1)
        engaged = playing & (gap == 0)
        fields = numbers.sides[self.side * lane.SIDE_FIELDS :]
        move, crawl = fields[lane.M], fields[lane.HALF_M]
        charging = up & reaches(gap, move + MOST_D3, numbers.contact)
        yield lane.NOTHING * ARGUMENTS, playing
        if setup.aim:
            yield lane.AIM * ARGUMENTS, up
        for to in range(1, setup.lane + 1):
            yield lane.MOVE * ARGUMENTS + to, up & (abs(gap - to) <= move) & (gap != to)
            yield lane.CRAWL * ARGUMENTS + to, down & (abs(gap - to) <= crawl) & (gap != to)
        seen = up & ~((their_down == 1) & (hidden == 1))
        for i in range(len(setup.guns[self.side])):
            yield lane.SHOOT * ARGUMENTS + i, seen
            if setup.aim:
                yield lane.AIMED_SHOOT * ARGUMENTS + i, seen
        if setup.before_declare:
            yield lane.ROLL_CHARGE * ARGUMENTS, charging
            for die in range(1, MOST_D3 + 1):
                yield lane.KNOWN_CHARGE * ARGUMENTS + die, up & reaches(gap, move + die, numbers.contact)
        else:
            yield lane.CHARGE * ARGUMENTS, charging
        for i in range(len(setup.sets[self.side])):
            yield lane.FIGHT * ARGUMENTS + i, engaged
            yield lane.CHARGE_FIGHT * ARGUMENTS + i, engaged
        for i in range(len(setup.sets[1 - self.side])):
            yield lane.REACTION * ARGUMENTS + i, space.reacting
            yield lane.REACTION_AWAY * ARGUMENTS + i, engaged
            if numbers.react_after:
                yield lane.REACTION_MOVED * ARGUMENTS + i, up & (their_down == 0)
        yield lane.RETREAT * ARGUMENTS, engaged
        yield lane.STAND_UP * ARGUMENTS, down
        for inches in range(1, 7):
            yield lane.RETREAT_TO * ARGUMENTS + inches, engaged

    def _laws(self) -> Iterator[Laws]:
        space, numbers = self.space, self.setup.numbers
        usual = [0, space.shape[MINE] - 1, space.shape[THEIRS] - 1, 0, 0, 0, 0]
        for option, allowed in self._options():
            states = np.flatnonzero(allowed)
            if not states.size:
                continue
            reads = READS[option // ARGUMENTS]
            key = np.zeros(states.size, np.int64)
            for c in reads:
                key += space.strides[c] * space.coordinates[c, states]
            keys, which = np.unique(key, return_inverse=True)
            lengths, events, deltas, chances = [], [], [], []
            for k in keys.tolist():
                values = usual.copy()
                for c in reads:
                    values[c] = k // space.strides[c] % space.shape[c]
                before = State(*values)
                at = space.number(before)
                reached = law(partial(act, numbers, self.side, option, before))
                lengths.append(len(reached.outcomes))
                events += [o.event for o in reached.outcomes]
                deltas += [space.number(o.state) - at for o in reached.outcomes]
                chances += [w / reached.total for w in reached.weights]
            n = np.array(lengths)
            edges = n[which]
            start = np.repeat((np.cumsum(n) - n)[which], edges)
            at_edge = start + np.arange(int(edges.sum())) - np.repeat(np.cumsum(edges) - edges, edges)
            yield Laws(
                option,
                states,
                edges,
                np.array(events)[at_edge],
                tuple(set(events)),
                np.repeat(states, edges) + np.array(deltas)[at_edge],
                np.array(chances)[at_edge],
            )

    # -------------------------------------------------------------- layers

    def _allowed(self, point: int, kind: int, argument: int) -> bool:
        """N17-B-ACT-02: which kinds may be taken at a point, the state apart."""
        for distances in (DISTANCES_FIRST, DISTANCES_LAST, DUE_FIRST, DUE_LAST):
            if point in distances:
                return kind == lane.RETREAT_TO and argument <= point - distances[0] + 1
        if point >= lane.REACT_MOVED:
            return kind == lane.REACTION_MOVED
        if point in (lane.REACT_AWAY, lane.REACT_AWAY + 1):
            return kind == lane.REACTION_AWAY
        if lane.REACT <= point < lane.DISTANCE:
            return kind == lane.REACTION
        if point == lane.FREE_FIGHT:
            return kind in (lane.NOTHING, lane.CHARGE_FIGHT)
        if point in AFTERS:
            spent = point - lane.AFTER
            if kind == lane.AIMED_SHOOT:
                return spent == lane.AIM
            if kind == lane.SHOOT:
                return spent not in (lane.AIM, lane.SHOOT)
            if kind in (lane.NOTHING, lane.MOVE):
                return True
            return kind in (lane.AIM, lane.FIGHT, lane.RETREAT, lane.STAND_UP) and kind != spent
        if kind == lane.KNOWN_CHARGE:
            return point - lane.DECLARE + 1 == argument
        return kind <= lane.CHARGE or (kind == lane.ROLL_CHARGE and point == lane.START)

    def _rank(self, point: int, option: int, states: Ints) -> Ints:
        """In which order like good options are preferred: what does something first, small moves before large."""
        kind, argument = option // ARGUMENTS, option % ARGUMENTS
        gap = self.space.coordinates[GAP, states]
        if kind in (lane.SHOOT, lane.AIMED_SHOOT):
            bands = np.array(
                [band(self.setup.numbers, self.side, argument, g) for g in range(self.space.shape[GAP])]
            )
            return np.asarray(np.where(bands[gap] == BEYOND, 5000, 0) + argument)
        if kind in (lane.MOVE, lane.CRAWL):
            return np.asarray(1000 + 2 * abs(gap - argument) + (gap < argument))
        first = {lane.CHARGE: 100, lane.KNOWN_CHARGE: 100, lane.STAND_UP: 500, lane.RETREAT: 1200}
        late_aim = 5000 if point in AFTERS else 3000
        rank = first.get(kind, 4000 if kind == lane.NOTHING else late_aim if kind == lane.AIM else argument)
        return np.full(states.size, rank)

    def _layer(self, points: list[int], reached: npt.NDArray[np.bool_]) -> Layer | None:
        """The points of a layer in the states in which they are reached, None if there are none."""
        size = self.space.size
        rows: list[tuple[Ints, Ints, Ints, Ints]] = []
        edges: list[tuple[Ints, Floats]] = []
        charging = self.laws.get(lane.ROLL_CHARGE * ARGUMENTS)
        for point in points:
            for option, laws in self.laws.items():
                kind, argument = option // ARGUMENTS, option % ARGUMENTS
                if not self._allowed(point, kind, argument):
                    continue
                kept = reached[point, laws.states]
                if charging is not None and point == lane.START and kind != lane.ROLL_CHARGE:
                    kept &= ~np.isin(laws.states, charging.states)
                elif point in DECLARES and charging is not None:
                    kept &= np.isin(laws.states, charging.states)
                if not kept.any():
                    continue
                n, kept_edges = laws.edges[kept], np.repeat(kept, laws.edges)
                states, to, events = laws.states[kept], laws.to[kept_edges], laws.events[kept_edges]
                rows.append(
                    (
                        point * size + states,
                        np.full(states.size, option),
                        n,
                        self._rank(point, option, states),
                    )
                )
                out = (self.space.coordinates[MINE, to] == 0) | (self.space.coordinates[THEIRS, to] == 0)
                leads = np.zeros((2, EVENTS), np.int64)
                for event in laws.kinds:
                    leads[:, event] = [next_point(point, option, event, 1, theirs) for theirs in (1, 0)]
                follow = leads[out.astype(np.int64), events]
                edges.append((follow * size + to, laws.p[kept_edges]))
        if not rows:
            return None
        node, options, n, rank = (np.concatenate(column) for column in zip(*rows, strict=True))
        to, p = (np.concatenate(column) for column in zip(*edges, strict=True))
        order = np.lexsort((rank, node))
        ends = np.cumsum(n)
        starts = (ends - n)[order]
        n = n[order]
        first_edge = np.cumsum(n) - n
        at = np.repeat(starts - first_edge, n) + np.arange(to.size)
        node = node[order]
        first = np.flatnonzero(np.diff(node, prepend=-1))
        return Layer(node[first], first, options[order], first_edge, to[at].astype(np.int64), p[at])
