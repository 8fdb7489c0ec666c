"""How a fighter decides in a duel: named policies, each a plan of two steps fixed at activation.

What the second step is follows from the policy and the first action spent, so a policy picks an option at each point
from the state alone. A step that is not legal is skipped and its action lost. ``best`` is not here: it is solved.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

import numpy as np

from necrostats.engine.decide import Floats, Ints, Layer
from necrostats.engine.enumerating import Law, law_from
from necrostats.systems.necromunda.close_combat import Melee, fight
from necrostats.systems.necromunda.damage import Target, first_best
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.arms import bands_by_gap
from necrostats.systems.necromunda.duel.blows import NEAR, PLAIN, manner
from necrostats.systems.necromunda.duel.game import Moves
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State, melee_at, shot_at, shot_row
from necrostats.systems.necromunda.duel.legal import (
    AFTERS,
    GAP,
    MINE,
    MY_COVER,
    MY_GUNS,
    REACTING,
    THEIR_COVER,
    THEIR_GUNS,
    firsts,
    usable,
)
from necrostats.systems.necromunda.duel.named import CHARGE, KEEP_AWAY, STAND_AND_SHOOT
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.injuries import BLINDED, IN_PLAY, ON_FIRE, OUT
from necrostats.systems.necromunda.movement import MOST_D3, reaches
from necrostats.systems.necromunda.shooting import SHORT, shoot

NOTHING = lane.NOTHING * ARGUMENTS


class Weapons:
    """Which weapon a side uses: the one most likely to put the target out, then with the most Wounds, then the first.

    Under the advanced rules the one most likely to put it down comes first.
    """

    def __init__(self, setup: Setup, side: int) -> None:
        self.setup, self.side = setup, side
        self.target = setup.conditions[1 - side]
        guns = setup.guns[side]
        bands = [bands_by_gap(gun, setup.lane) for gun in guns]
        self._bands = firsts(
            [(min(gap, NEAR), *(each[gap] for each in bands)) for gap in range(setup.lane + 1)]
        )
        self._guns: dict[tuple[int, ...], int] = {}
        self._sets: dict[tuple[int, ...], int] = {}
        self._usable: dict[int, list[int]] = {}
        self._attacks: dict[tuple[int, int], Melee] = {}

    def gun(self, state: State, aimed: int, last: bool = False) -> int:
        """The gun to shoot with, -1 if there is none to use.

        Args:
            last: Whether there is one action left: too few for an Unwieldy gun.
        """
        guns = self.setup.guns[self.side]
        may = [
            i
            for i, gun in enumerate(guns)
            if state.my_guns & gun.needs == gun.needs and not (gun.double and (aimed or last))
        ]
        if not may:
            return -1
        gap, seen = int(self._bands[state.gap]), (state.theirs, state.their_pinned, state.their_cover)
        key = (*may, -1, gap, *seen, aimed)
        if key not in self._guns:
            self._guns[key] = may[self._best([self._shot(i, aimed, state) for i in may], state.theirs)]
        return self._guns[key]

    def _shot(self, gun: int, aimed: int, state: State) -> Law:
        setup = self.setup
        if setup.advanced is not None:
            unhurt = state._replace(mine=setup.conditions[self.side].start)
            return setup.advanced.shot_law(self.side, gun, aimed, unhurt)
        numbers = setup.numbers
        target = Target(state.theirs, setup.fighters[1 - self.side].t, state.their_pinned)
        return law_from(shoot, shot_at(numbers, shot_row(numbers, self.side, gun, aimed, state)), target)

    def blades(self, target: int, charging: int, guns: int = 0, mine: int = -1, how: int = 0) -> int:
        """The set to fight with against an enemy in that condition.

        Args:
            guns: The stores of ammo that are full.
            mine: In a reaction the condition of the one who reacts, else -1.
            how: ``lane.TANGLED`` if it is.
        """
        if target <= 0:
            return 0
        sets = self.setup.sets[self.side]
        if guns not in self._usable:
            self._usable[guns] = [i for i, ready in enumerate(usable(sets, np.array(guns))) if ready]
        may = self._usable[guns]
        how |= manner(self.setup.conditions[self.side][mine]) if mine >= 0 else PLAIN
        key = (*may, -1, target, charging, how)
        if key not in self._sets:
            laws = [self._struck(i, target, charging, how) for i in may]
            self._sets[key] = may[self._best(laws, target)]
        return self._sets[key]

    def _struck(self, weapons: int, target: int, charging: int, how: int) -> Law:
        setup, side = self.setup, self.side
        if setup.advanced is not None:
            own = setup.conditions[side]
            return setup.advanced.fight_law(side, weapons, charging, own[own.start], self.target[target], how)
        if (weapons, charging) not in self._attacks:
            self._attacks[weapons, charging] = melee_at(setup.numbers, side, weapons, charging)
        return law_from(fight, self._attacks[weapons, charging], Target(target, setup.fighters[1 - side].t))

    def _best(self, laws: list[Law], target: int) -> int:
        if self.setup.advanced is None:
            return first_best(laws, target)
        wounds = self.target[target].wounds

        def worth(i: int) -> tuple[Fraction, Fraction, Fraction, int]:
            each = laws[i]
            lost = sum(
                w * (wounds - max(0, end.target.wounds if end.target.down != OUT else 0))
                for end, w in zip(each.outcomes, each.weights, strict=True)
            )
            down = each.p(lambda end: end.target.down != IN_PLAY)
            return down, each.p(lambda end: end.target.down == OUT), Fraction(lost, each.total), -i

        return max(range(len(laws)), key=worth)


class Plans:
    """What the named policies pick at the nodes of one side's moves, numbered as these are.

    Args:
        weapons: Those of A and of B.
    """

    def __init__(self, game: Moves, weapons: tuple[Weapons, Weapons] | None = None) -> None:
        setup = self.setup = game.setup
        self.game = game
        of_both = weapons or (Weapons(setup, 0), Weapons(setup, 1))
        self.weapons = of_both[game.side], of_both[1 - game.side]
        self.own, self.foe = setup.conditions[game.side], setup.conditions[1 - game.side]
        fields = setup.numbers.sides
        self.move = fields[game.side * lane.SIDE_FIELDS + lane.M]
        self.enemy_move = fields[(1 - game.side) * lane.SIDE_FIELDS + lane.M]
        self.stores = setup.arms[game.side].stores
        self._picked: dict[tuple[str, int], int] = {}
        self._named: dict[int, tuple[int, ...]] = {}

    # ----------------------------------------------------------------- one state

    def shot(self, state: State, aimed: int, last: bool) -> int:
        """The shot that every policy takes when it shoots; NOTHING if none can be made."""
        gun = self.weapons[0].gun(state, aimed, last)
        if gun < 0:
            return NOTHING
        double = self.setup.guns[self.game.side][gun].double
        kind = lane.AIMED_SHOOT if aimed else lane.DOUBLE_SHOOT if double else lane.SHOOT
        return kind * ARGUMENTS + gun

    def reload(self, state: State) -> int:
        """The Reload of the first store that is empty and can be filled; NOTHING if there is none."""
        for i, store in enumerate(self.stores):
            if store.fills and not state.my_guns >> i & 1:
                return lane.RELOAD * ARGUMENTS + i
        return NOTHING

    def _shoot(self, state: State, aimed: int, last: bool) -> int:
        """A shot, or a Reload where no gun is loaded."""
        if self.weapons[0].gun(state, 0) < 0:
            return self.reload(state)
        return self.shot(state, aimed, last)

    def _closer(self, state: State) -> int:
        return lane.MOVE * ARGUMENTS + max(1, state.gap - self.move)

    def _away(self, state: State) -> int:
        return lane.MOVE * ARGUMENTS + min(self.setup.lane, state.gap + self.move)

    def engaged(self, state: State) -> bool:
        """Whether both are in play in base contact."""
        return bool(state.gap == 0 and self.own.in_play[state.mine] and self.foe.in_play[state.theirs])

    def forced(self, point: int, state: State) -> int:
        """The option of every policy where the weapons are all there is to pick, -1 elsewhere."""
        if point not in REACTING:
            return -1
        kind, how = lane.REACTION, 0
        if point >= lane.REACT_HAMPERED:
            how = (point - lane.REACT_HAMPERED) // 2 + 1
        elif point >= lane.REACT_AWAY:
            kind = lane.REACTION_MOVED if point >= lane.REACT_MOVED else lane.REACTION_AWAY
        if how & lane.BARE:
            return kind * ARGUMENTS + how * lane.MANNER
        weapons = self.weapons[1].blades(state.mine, 0, state.their_guns, state.theirs, how)
        return kind * ARGUMENTS + how * lane.MANNER + weapons

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
        engaged = self.engaged(state)
        marks = self.own[state.mine].marks
        well = bool(self.own.in_play[state.mine])
        if point == lane.START and marks & BLINDED:
            return lane.COME_TO * ARGUMENTS
        if point == lane.START and marks & ON_FIRE:
            return lane.BURN * ARGUMENTS + int(well and not engaged)
        blades = self.weapons[0].blades(state.theirs, int(point == lane.FREE_FIGHT), state.my_guns)
        if point == lane.FREE_FIGHT:
            return lane.CHARGE_FIGHT * ARGUMENTS + blades
        if not well or marks & (ON_FIRE | BLINDED):
            return NOTHING
        if self.foe.serious[state.theirs] and state.gap <= 1 and not state.my_pinned:
            return lane.COUP * ARGUMENTS
        if point in AFTERS:
            return NOTHING if engaged else self._second(policy, point - lane.AFTER, state)
        if engaged:
            return (lane.RETREAT * ARGUMENTS) if policy == KEEP_AWAY else lane.FIGHT * ARGUMENTS + blades
        if state.my_pinned:
            return lane.STAND_UP * ARGUMENTS
        if policy == CHARGE:
            return self._closer(state)
        in_reach = reaches(state.gap, self.enemy_move + MOST_D3, self.setup.numbers.contact)
        if policy == KEEP_AWAY and in_reach:
            return self._away(state)
        gun = self.weapons[0].gun(state, 0)
        if gun < 0 and self.reload(state) != NOTHING:
            return self.reload(state)
        unwieldy = gun >= 0 and self.setup.guns[self.game.side][gun].double
        near = gun < 0 or lane.band(self.setup.numbers, self.game.side, gun, state.gap) == SHORT
        if unwieldy or (policy == STAND_AND_SHOOT and near):
            return self.shot(state, 0, False)
        return lane.AIM * ARGUMENTS

    def _second(self, policy: str, spent: int, state: State) -> int:
        if state.my_pinned:
            return NOTHING
        if policy == CHARGE:
            return self._closer(state) if spent in (lane.NOTHING, lane.STAND_UP) else NOTHING
        if spent == lane.AIM:
            return self._shoot(state, 1, True)
        if policy == KEEP_AWAY and spent in (lane.RETREAT, lane.STAND_UP):
            return self._away(state)
        return self._shoot(state, 0, True) if spent in (lane.NOTHING, lane.STAND_UP) else NOTHING

    def named(self, point: int, state: State) -> tuple[int, ...]:
        """The options of ``random`` where it takes what every policy takes: shots, blows, a Reload, a reaction."""
        last = point in AFTERS
        return (
            self.shot(state, 0, last),
            self.shot(state, 1, last),
            lane.FIGHT * ARGUMENTS + self.weapons[0].blades(state.theirs, 0, state.my_guns),
            lane.CHARGE_FIGHT * ARGUMENTS + self.weapons[0].blades(state.theirs, 1, state.my_guns),
            self.reload(state),
            self.forced(point, state),
        )

    # ----------------------------------------------------------------- many nodes

    def _alike(self, layer: Layer) -> tuple[Ints, Ints]:
        """One point and state for all nodes of a layer in which policies pick alike, and which is whose.

        Returns:
            point * space.size + state, and for each node of the layer its position there.
        """
        space = self.game.space
        full = layer.nodes
        points, at = full // space.size, space.at(full % space.size)
        reacting = np.isin(points, REACTING)
        going = (points >= lane.DISTANCE) & ~reacting
        at[MY_COVER] = 0
        at[MINE] = np.where(reacting, at[MINE], self._kinds[at[MINE]])
        at[THEIR_GUNS] = np.where(reacting, at[THEIR_GUNS], 0)
        for c in (GAP, MY_GUNS, THEIR_COVER):
            at[c] = np.where(reacting, 0, at[c])
        at[:, going] = 0
        found, which = np.unique(points * space.size + space.numbers(at), return_inverse=True)
        return np.asarray(found), np.asarray(which)

    def _points(self, full: Ints) -> Iterator[tuple[int, State, int]]:
        """Point and state of each point * space.size + state, and that number itself."""
        size = self.game.space.size
        states = self.game.space.at(full % size).T.tolist()
        for number, state in zip(full.tolist(), states, strict=True):
            yield number // size, State(*state), number

    @cached_property
    def _kinds(self) -> Ints:
        """For each of the own conditions the first one that is alike to a policy."""
        return firsts([(c.down, c.marks & (ON_FIRE | BLINDED)) for c in self.own])

    def picks_of(self, policy: str, layer: Layer) -> Ints:
        """For each node of a layer the option that a planned policy takes, as positions."""
        found, which = self._alike(layer)
        known = self._picked
        for point, state, full in self._points(found):
            if (policy, full) not in known:
                known[policy, full] = self.pick(policy, point, state)
        wanted = np.array([known[policy, full] for full in found.tolist()], dtype=np.int64)[which]
        if policy == CHARGE:
            wanted = self._charging(layer, wanted)
        return _positions(layer, wanted)

    @staticmethod
    def _charging(layer: Layer, wanted: Ints) -> Ints:
        """A charge instead of a move wherever one may be declared."""
        may = np.flatnonzero(np.isin(layer.options // ARGUMENTS, (lane.CHARGE, lane.KNOWN_CHARGE)))
        moving = wanted[layer.node_of_option[may]] // ARGUMENTS == lane.MOVE
        may = may[moving]
        wanted = wanted.copy()
        wanted[layer.node_of_option[may]] = layer.options[may]
        return wanted

    def random_of(self, layer: Layer) -> Ints:
        """Whole-number weights of all options of a layer under ``random``.

        Each kind has the same weight in all, each distance within a kind the same.
        """
        found, which = self._alike(layer)
        known = self._named
        for point, state, full in self._points(found):
            if full not in known:
                known[full] = self.named(point, state)
        named = np.array([known[full] for full in found.tolist()], dtype=np.int64)[which]
        kinds, of = layer.options // ARGUMENTS, layer.node_of_option
        shot, aimed, blow, charging_blow, reload, forced = named[of].T
        kept = np.ones(layer.options.size, bool)
        for some, option in (
            ((lane.SHOOT, lane.DOUBLE_SHOOT), shot),
            ((lane.AIMED_SHOOT,), aimed),
            ((lane.FIGHT,), blow),
            ((lane.CHARGE_FIGHT,), charging_blow),
            ((lane.RELOAD,), reload),
        ):
            kept &= ~np.isin(kinds, some) | (layer.options == option)
        kept &= (forced < 0) | (layer.options == forced)
        alike = np.isin(kinds, (lane.MOVE, lane.CRAWL)) & kept
        distances = np.maximum(np.bincount(of[alike], minlength=layer.nodes.size), 1)
        return np.asarray(np.where(alike | (kinds == lane.RETREAT_TO), 1, distances[of]) * kept)


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
