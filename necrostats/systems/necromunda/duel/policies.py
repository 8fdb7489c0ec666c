"""How a fighter decides in a duel: named policies, each a plan of two steps fixed at activation.

What the second step is follows from the policy and the first action spent, so a policy picks an option at each point
from the state alone. A step that is not legal is skipped and its action lost. ``best`` is not here: it is solved.
"""

from functools import cached_property

import numpy as np

from necrostats.engine.decide import Floats, Ints, Layer
from necrostats.engine.enumerating import law_from
from necrostats.systems.necromunda.close_combat import fight
from necrostats.systems.necromunda.damage import Target, first_best
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.game import AFTERS, Game
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State, melee_at, shot_at, shot_row
from necrostats.systems.necromunda.duel.named import CHARGE, KEEP_AWAY, STAND_AND_SHOOT
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.movement import MOST_D3, reaches
from necrostats.systems.necromunda.shooting import SHORT, shoot

NOTHING = lane.NOTHING * ARGUMENTS


class Weapons:
    """Which weapon a side uses: the highest chance to put the target out, then the most Wounds, then the first."""

    def __init__(self, setup: Setup, side: int) -> None:
        self.setup, self.side = setup, side
        self.toughness = setup.fighters[1 - side].t
        self._guns: dict[tuple[int, int, int, int, int], int] = {}
        self._sets: dict[tuple[int, int], int] = {}

    def gun(self, state: State, aimed: int) -> int:
        """The profile to shoot with, -1 if there is none."""
        guns = self.setup.guns[self.side]
        if not guns:
            return -1
        key = (state.gap, state.theirs, state.their_pinned, state.their_cover, aimed)
        if key not in self._guns:
            target = Target(state.theirs, self.toughness, state.their_pinned)
            rows = [shot_row(self.setup.numbers, self.side, i, aimed, state) for i in range(len(guns))]
            laws = [law_from(shoot, shot_at(self.setup.numbers, row), target) for row in rows]
            self._guns[key] = first_best(laws, state.theirs)
        return self._guns[key]

    def blades(self, wounds: int, charging: int) -> int:
        """The set to fight with against an enemy of so many *wounds*."""
        if wounds <= 0:
            return 0
        if (wounds, charging) not in self._sets:
            target = Target(wounds, self.toughness)
            laws = [
                law_from(fight, melee_at(self.setup.numbers, self.side, i, charging), target)
                for i in range(len(self.setup.sets[self.side]))
            ]
            self._sets[wounds, charging] = first_best(laws, wounds)
        return self._sets[wounds, charging]


class Plans:
    """What the named policies pick at every node of a game, as weights of its options."""

    def __init__(self, game: Game) -> None:
        setup = game.setup
        self.game = game
        self.weapons = (Weapons(setup, game.side), Weapons(setup, 1 - game.side))
        fields = setup.numbers.sides
        self.move = fields[game.side * lane.SIDE_FIELDS + lane.M]
        self.enemy_move = fields[(1 - game.side) * lane.SIDE_FIELDS + lane.M]

    def _shoot(self, state: State, aimed: int) -> int:
        gun = self.weapons[0].gun(state, aimed)
        kind = lane.AIMED_SHOOT if aimed else lane.SHOOT
        return NOTHING if gun < 0 else kind * ARGUMENTS + gun

    def _closer(self, state: State) -> int:
        return lane.MOVE * ARGUMENTS + max(1, state.gap - self.move)

    def _away(self, state: State) -> int:
        return lane.MOVE * ARGUMENTS + min(self.game.setup.lane, state.gap + self.move)

    def forced(self, point: int, state: State) -> int:
        """The option of every policy where the weapons are all there is to pick, -1 elsewhere."""
        if lane.REACT <= point < lane.DISTANCE or point >= lane.REACT_MOVED:
            kind = lane.REACTION
            if point >= lane.REACT_AWAY:
                kind = lane.REACTION_MOVED if point >= lane.REACT_MOVED else lane.REACTION_AWAY
            return kind * ARGUMENTS + self.weapons[1].blades(state.mine, 0)
        return -1

    def pick(self, policy: str, point: int, state: State) -> int:
        """The option that a planned policy wants at a point; it may not be legal.

        Args:
            policy: One of ``named.PLANNED``.
        """
        forced = self.forced(point, state)
        if forced >= 0:
            return forced
        if point >= lane.DISTANCE:
            return lane.RETREAT_TO * ARGUMENTS + (point - lane.DISTANCE) % 6 + 1
        blades = self.weapons[0].blades(state.theirs, int(point == lane.FREE_FIGHT))
        if point == lane.FREE_FIGHT:
            return lane.CHARGE_FIGHT * ARGUMENTS + blades
        if point in AFTERS:
            return self._second(policy, point - lane.AFTER, state)
        if state.gap == 0:
            return (lane.RETREAT * ARGUMENTS) if policy == KEEP_AWAY else lane.FIGHT * ARGUMENTS + blades
        if state.my_pinned:
            return lane.STAND_UP * ARGUMENTS
        if policy == CHARGE:
            return self._closer(state)
        in_reach = reaches(state.gap, self.enemy_move + MOST_D3, self.game.setup.numbers.contact)
        if policy == KEEP_AWAY and in_reach:
            return self._away(state)
        if policy == STAND_AND_SHOOT:
            gun = self.weapons[0].gun(state, 0)
            near = gun < 0 or lane.band(self.game.setup.numbers, self.game.side, gun, state.gap) == SHORT
            if near:
                return self._shoot(state, 0)
        return lane.AIM * ARGUMENTS

    def _second(self, policy: str, spent: int, state: State) -> int:
        if state.gap == 0 or state.my_pinned:
            return NOTHING
        if policy == CHARGE:
            return self._closer(state) if spent in (lane.MOVE, lane.STAND_UP, lane.NOTHING) else NOTHING
        if spent == lane.AIM:
            return self._shoot(state, 1)
        if policy == KEEP_AWAY and spent in (lane.RETREAT, lane.STAND_UP):
            return self._away(state)
        return self._shoot(state, 0) if spent in (lane.MOVE, lane.STAND_UP, lane.NOTHING) else NOTHING

    @cached_property
    def _nodes(self) -> list[list[tuple[int, State]]]:
        size = self.game.space.size
        every = self.game.space.coordinates
        found = []
        for layer in self.game.layers:
            columns = every[:, layer.nodes % size].T.tolist()
            points = (layer.nodes // size).tolist()
            found.append([(point, State(*s)) for point, s in zip(points, columns, strict=True)])
        return found

    def planned(self, policy: str) -> list[Ints]:
        """For each layer the option of each node that a planned policy takes, as positions."""
        taken = []
        for layer, nodes in zip(self.game.layers, self._nodes, strict=True):
            wanted = np.array([self.pick(policy, point, state) for point, state in nodes], dtype=np.int64)
            if policy == CHARGE:
                wanted = self._charging(layer, wanted)
            taken.append(_positions(layer, wanted))
        return taken

    @staticmethod
    def _charging(layer: Layer, wanted: Ints) -> Ints:
        """A charge wherever one may be declared."""
        kinds = layer.options // ARGUMENTS
        may = (kinds == lane.CHARGE) | (kinds == lane.KNOWN_CHARGE)
        wanted = wanted.copy()
        wanted[layer.node_of_option[may]] = layer.options[may]
        return wanted

    def random_weights(self) -> list[Ints]:
        """For each layer whole-number weights of all options under ``random``.

        Each kind has the same weight in all, each distance within a kind the same.
        """
        found = []
        for layer, nodes in zip(self.game.layers, self._nodes, strict=True):
            kinds = layer.options // ARGUMENTS
            of = layer.node_of_option
            guns = np.array([self.weapons[0].gun(s, 0) for _, s in nodes])
            aimed = np.array([self.weapons[0].gun(s, 1) for _, s in nodes])
            blades = np.array([self.weapons[0].blades(s.theirs, 0) for _, s in nodes])
            charge_blades = np.array([self.weapons[0].blades(s.theirs, 1) for _, s in nodes])
            forced = np.array([self.forced(point, s) for point, s in nodes])
            arguments = layer.options % ARGUMENTS
            kept = np.ones(layer.options.size, bool)
            for kind, named in (
                (lane.SHOOT, guns),
                (lane.AIMED_SHOOT, aimed),
                (lane.FIGHT, blades),
                (lane.CHARGE_FIGHT, charge_blades),
            ):
                kept &= (kinds != kind) | (arguments == named[of])
            kept &= (forced[of] < 0) | (layer.options == forced[of])
            alike = np.isin(kinds, (lane.MOVE, lane.CRAWL)) & kept
            distances = np.maximum(np.bincount(of[alike], minlength=layer.nodes.size), 1)
            found.append(np.where(alike | (kinds == lane.RETREAT_TO), 1, distances[of]) * kept)
        return found


def _positions(layer: Layer, wanted: Ints) -> Ints:
    """The position of the option wanted at each node, or of doing nothing (or the only thing) where it is not legal."""
    of = layer.node_of_option
    fallback = np.flatnonzero(layer.options == NOTHING)
    positions = layer.first_option.copy()
    positions[of[fallback]] = fallback
    legal = np.flatnonzero(layer.options == wanted[of])
    positions[of[legal]] = legal
    return positions


def weights_of(layer: Layer, whole: Ints) -> Floats:
    """Chances from whole-number weights of a layer's options."""
    totals = np.add.reduceat(whole, layer.first_option)
    return np.asarray(whole / totals[layer.node_of_option], dtype=np.float64)
