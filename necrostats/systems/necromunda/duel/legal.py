"""What may be done at each point of a duel, in which states, and what the laws of it look at."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from necrostats.engine.decide import Ints
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import SIMULTANEOUS
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.arms import WeaponSet, bands_by_gap
from necrostats.systems.necromunda.duel.blows import NEAR
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.injuries import BLINDED, CONCUSSED, ON_FIRE
from necrostats.systems.necromunda.kit import UNARMED
from necrostats.systems.necromunda.movement import MOST_D3, reaches

Bools = npt.NDArray[np.bool_]

GAP, MINE, THEIRS, MY_PINNED, THEIR_PINNED, MY_COVER, THEIR_COVER, MY_GUNS, THEIR_GUNS = range(9)
COORDINATES = 9
TURNED = [GAP, THEIRS, MINE, THEIR_PINNED, MY_PINNED, THEIR_COVER, MY_COVER, THEIR_GUNS, MY_GUNS]
"""The coordinates in the order in which the other side sees them."""
FEW = 2_000_000  # states of which a table of coordinates is kept

AFTERS = range(lane.AFTER, lane.FREE_FIGHT)
DECLARES = range(lane.DECLARE, lane.DECLARE + MOST_D3)
REACTING = (*range(lane.REACT, lane.DISTANCE), *range(lane.REACT_MOVED, lane.POINTS))
SHOTS = (lane.SHOOT, lane.AIMED_SHOOT, lane.DOUBLE_SHOOT)
FIGHTS = (lane.FIGHT, lane.CHARGE_FIGHT)
REACTIONS = (lane.REACTION, lane.REACTION_AWAY, lane.REACTION_MOVED)
SIMPLE = frozenset({lane.NOTHING, lane.MOVE, lane.RELOAD, lane.COUP})
BASIC = frozenset({lane.SHOOT, lane.AIM, lane.FIGHT, lane.RETREAT, lane.STAND_UP})
FIRST = SIMPLE | BASIC | {lane.CRAWL, lane.DOUBLE_SHOOT}


class Space:
    """The states of a duel, numbered, seen from one side.

    Attributes:
        shape: Sizes of the coordinates of a ``lane.State``.
        size: How many states there are.
        conditions: Of this side and the other.
    """

    def __init__(self, setup: Setup, side: int) -> None:
        foe = 1 - side
        covers = [1 if c == "none" else 2 for c in setup.covers]
        guns = [1 << len(one.stores) for one in setup.arms]
        self.conditions = setup.conditions[side], setup.conditions[foe]
        self.shape = (
            setup.lane + 1, len(self.conditions[0]), len(self.conditions[1]), 2, 2, covers[side], covers[foe],
            guns[side], guns[foe],
        )  # fmt: skip
        self.size = int(np.prod(self.shape))
        self.strides = [int(np.prod(self.shape[i + 1 :])) for i in range(COORDINATES)]
        self._table: Ints | None = None

    def number(self, state: State) -> int:
        """The number of a state."""
        return sum(stride * value for stride, value in zip(self.strides, state, strict=True))

    def numbers(self, at: Ints) -> Ints:
        """The numbers of states with coordinates *at*, shape (COORDINATES, states)."""
        return np.asarray(np.array(self.strides) @ at)

    def state(self, number: int) -> State:
        """The state of a number."""
        return State(*(number // stride % n for stride, n in zip(self.strides, self.shape, strict=True)))

    def at(self, states: Ints) -> Ints:
        """The coordinates of states, shape (COORDINATES, states)."""
        if self.size > FEW:
            return np.array(np.unravel_index(states, self.shape))
        if self._table is None:
            self._table = np.indices(self.shape).reshape(COORDINATES, -1)
        return self._table[:, states]


def playing(setup: Setup, side: int, at: Ints) -> Bools:
    """The states in which both are left, nobody is pinned who lies seriously injured or is engaged.

    Args:
        at: shape (COORDINATES, states).
    """
    mine, theirs = setup.conditions[side].in_play[at[MINE]], setup.conditions[1 - side].in_play[at[THEIRS]]
    pinned = (at[MY_PINNED] > mine) | (at[THEIR_PINNED] > theirs)
    engaged = (at[GAP] == 0) & mine & theirs
    pinned |= engaged & (at[MY_PINNED] + at[THEIR_PINNED] > 0)
    found: Bools = (at[MINE] > 0) & (at[THEIRS] > 0) & ~pinned
    return found


@rule("N17-B-ACT-02")
def kinds_at(point: int) -> frozenset[int]:
    """N17-B-ACT-02: which kinds of options there are at a point, the state apart."""
    if point == lane.START:
        return FIRST | {lane.CHARGE, lane.ROLL_CHARGE, lane.BURN, lane.COME_TO}
    if point == lane.FRESH:
        return FIRST | {lane.CHARGE, lane.ROLL_CHARGE}
    if point in DECLARES:
        return FIRST | {lane.KNOWN_CHARGE}
    if point in AFTERS:
        spent = point - lane.AFTER
        kinds = SIMPLE | (BASIC - {spent})
        return (kinds - {lane.SHOOT}) | {lane.AIMED_SHOOT} if spent == lane.AIM else kinds
    if point == lane.FREE_FIGHT:
        return frozenset({lane.NOTHING, lane.CHARGE_FIGHT})
    if point in (lane.REACT_AWAY, lane.REACT_AWAY + 1):
        return frozenset({lane.REACTION_AWAY})
    if point in (lane.REACT_MOVED, lane.REACT_MOVED + 1):
        return frozenset({lane.REACTION_MOVED})
    return frozenset({lane.REACTION if point in REACTING else lane.RETREAT_TO})


def options(setup: Setup, side: int, point: int, at: Ints) -> Iterator[tuple[int, Bools]]:
    """Every option at a point, of *side* or of the other side's reactions, with the states in which it is legal.

    Args:
        at: shape (COORDINATES, states).
    """
    kinds = kinds_at(point)
    numbers, gap = setup.numbers, at[GAP]
    own, other = setup.conditions[side], setup.conditions[1 - side]
    well, foe_well = own.in_play[at[MINE]], other.in_play[at[THEIRS]]
    here = playing(setup, side, at)
    engaged = here & (gap == 0) & well & foe_well
    if lane.RETREAT_TO in kinds:
        for inches in range(1, (point - lane.DISTANCE) % 6 + 2):
            yield lane.RETREAT_TO * ARGUMENTS + inches, engaged
        return
    if point in REACTING:
        yield from _reactions(setup, side, point, at, engaged)
        return
    burning, blind = own.marked(ON_FIRE)[at[MINE]], own.marked(BLINDED)[at[MINE]]
    able = here & ~burning & ~blind
    if lane.CHARGE_FIGHT in kinds:
        yield lane.NOTHING * ARGUMENTS, here
        for i, ready in enumerate(usable(setup.sets[side], at[MY_GUNS])):
            yield lane.CHARGE_FIGHT * ARGUMENTS + i, able & (gap == 0) & well & ready
        return
    free = able & well & ~engaged
    up, down = free & (at[MY_PINNED] == 0), free & (at[MY_PINNED] == 1)
    fields = numbers.sides[side * lane.SIDE_FIELDS :]
    move, crawl = fields[lane.M], fields[lane.HALF_M]
    charging = up & (gap > 0) & reaches(gap, move + MOST_D3, numbers.contact)
    if lane.ROLL_CHARGE in kinds and setup.before_declare:
        yield lane.ROLL_CHARGE * ARGUMENTS, charging
        able, up = able & ~charging, up & ~charging
    elif lane.CHARGE in kinds:
        yield lane.CHARGE * ARGUMENTS, charging
    if lane.KNOWN_CHARGE in kinds:
        die = point - lane.DECLARE + 1
        yield lane.KNOWN_CHARGE * ARGUMENTS + die, charging & reaches(gap, move + die, numbers.contact)
    yield lane.NOTHING * ARGUMENTS, able if point in (lane.START, lane.FRESH) else here
    if setup.aim and lane.AIM in kinds:
        yield lane.AIM * ARGUMENTS, up
    for to in range(1, setup.lane + 1):
        yield lane.MOVE * ARGUMENTS + to, up & (abs(gap - to) <= move) & (gap != to)
    foe_lying = other.serious[at[THEIRS]]
    yield from _shots(
        setup, side, kinds, at, up & ~(((at[THEIR_PINNED] == 1) | foe_lying) & (at[THEIR_COVER] == 1))
    )
    if lane.FIGHT in kinds:
        for i, ready in enumerate(usable(setup.sets[side], at[MY_GUNS])):
            yield lane.FIGHT * ARGUMENTS + i, engaged & able & ready
    if lane.RETREAT in kinds:
        yield lane.RETREAT * ARGUMENTS, engaged & able
    if lane.STAND_UP in kinds:
        yield lane.STAND_UP * ARGUMENTS, down
    if lane.CRAWL in kinds:
        crawling = down | (able & own.serious[at[MINE]])
        for to in range(1, setup.lane + 1):
            yield lane.CRAWL * ARGUMENTS + to, crawling & (abs(gap - to) <= crawl) & (gap != to)
    for i, store in enumerate(setup.arms[side].stores):
        if store.fills:
            yield lane.RELOAD * ARGUMENTS + i, (up | down) & (at[MY_GUNS] >> i & 1 == 0)
    if setup.advanced is not None:
        yield lane.COUP * ARGUMENTS, up & foe_lying & (gap <= 1)
        if point == lane.START:
            yield lane.COME_TO * ARGUMENTS, here & blind
            yield lane.BURN * ARGUMENTS, here & burning & ~blind
            yield lane.BURN * ARGUMENTS + 1, here & burning & ~blind & well


def _shots(
    setup: Setup, side: int, kinds: frozenset[int], at: Ints, seen: Bools
) -> Iterator[tuple[int, Bools]]:
    for i, gun in enumerate(setup.guns[side]):
        ready = seen & full(at[MY_GUNS], gun)
        if gun.double:
            if lane.DOUBLE_SHOOT in kinds:
                yield lane.DOUBLE_SHOOT * ARGUMENTS + i, ready
        elif lane.SHOOT in kinds:
            yield lane.SHOOT * ARGUMENTS + i, ready
        elif lane.AIMED_SHOOT in kinds:
            yield lane.AIMED_SHOOT * ARGUMENTS + i, ready


def _reactions(setup: Setup, side: int, point: int, at: Ints, engaged: Bools) -> Iterator[tuple[int, Bools]]:
    """What the enemy of *side* may react with: always something."""
    how = (point - lane.REACT_HAMPERED) // 2 + 1 if point >= lane.REACT_HAMPERED else 0
    well = setup.conditions[side].in_play[at[MINE]]
    standing = well & (at[MY_PINNED] + at[THEIR_PINNED] == 0)
    kind, where = lane.REACTION, standing & (at[GAP] == 0)
    if point in (lane.REACT_AWAY, lane.REACT_AWAY + 1):
        kind, where = lane.REACTION_AWAY, engaged
    elif point in (lane.REACT_MOVED, lane.REACT_MOVED + 1):
        kind, where = lane.REACTION_MOVED, standing & (at[GAP] > 0)
    for i, ready in enumerate(usable(setup.sets[1 - side], at[THEIR_GUNS])):
        if how & lane.BARE:
            yield kind * ARGUMENTS + how * lane.MANNER, where
            return
        yield kind * ARGUMENTS + how * lane.MANNER + i, where & ready


def full(guns: Ints, weapons: WeaponSet) -> Bools:
    """Where the ammo that weapons need is there."""
    found: Bools = guns & weapons.needs == weapons.needs
    return found


def usable(sets: Sequence[WeaponSet], guns: Ints) -> list[Bools]:
    """Where each set can be fought with: fists, which come last, only if nothing else can."""
    ready = [full(guns, each) for each in sets]
    if len(sets) > 1 and sets[-1].first.weapon == UNARMED.id:
        ready[-1] = ~np.any(ready[:-1], axis=0)
    return ready


# ------------------------------------------------------------------ shared by duels on like ground


@dataclass(frozen=True)
class Ground:
    """A duel under the basic rules as ``options`` and ``playing`` look at it: equal where they give the same.

    Attributes:
        looked_at: All that they look at.
    """

    looked_at: tuple[object, ...]
    setup: Setup = field(compare=False)
    side: int = field(compare=False)

    @classmethod
    def of(cls, setup: Setup, side: int) -> "Ground":
        """The ground of one side of a duel."""
        fields = setup.numbers.sides[side * lane.SIDE_FIELDS :]
        looked_at = (
            Space(setup, side).shape,
            setup.aim,
            setup.before_declare,
            setup.numbers.contact,
            fields[lane.M],
            fields[lane.HALF_M],
            tuple((gun.needs, gun.double) for gun in setup.guns[side]),
            *(tuple((each.needs, each.first.weapon == UNARMED.id) for each in sets) for sets in setup.sets),
            side,
        )
        return cls(looked_at, setup, side)


class Legal(NamedTuple):
    """What may be done at a point, by state.

    Attributes:
        playing: Whether the duel is not over in each state.
        of: For each option that may be taken anywhere, whether it may be taken in each state.
        charges: Those options that charge.
    """

    playing: bytes
    of: Mapping[int, bytes]
    charges: tuple[int, ...]


@lru_cache(maxsize=1_000)
def legal_at(ground: Ground, point: int) -> Legal:
    """What may be done at a point, on ground that any number of duels may share."""
    setup, side = ground.setup, ground.side
    space = Space(setup, side)
    at = space.at(np.arange(space.size))
    of = {option: allowed.tobytes() for option, allowed in options(setup, side, point, at) if allowed.any()}
    charges = tuple(o for o in of if o // ARGUMENTS in (lane.CHARGE, lane.KNOWN_CHARGE))
    return Legal(playing(setup, side, at).tobytes(), of, charges)


# ------------------------------------------------------------------ what a law looks at

READS: dict[int, tuple[int, ...]] = {
    lane.NOTHING: (),
    lane.AIM: (),
    lane.MOVE: (GAP, MY_COVER),
    lane.CRAWL: (GAP, MY_COVER),
    lane.RETREAT_TO: (GAP, MY_COVER),
    lane.SHOOT: (GAP, THEIRS, THEIR_PINNED, THEIR_COVER),
    lane.AIMED_SHOOT: (GAP, THEIRS, THEIR_PINNED, THEIR_COVER),
    lane.DOUBLE_SHOOT: (GAP, THEIRS, THEIR_PINNED, THEIR_COVER),
    lane.CHARGE: (GAP, MY_COVER, THEIR_PINNED),
    lane.KNOWN_CHARGE: (GAP, MY_COVER, THEIR_PINNED),
    lane.ROLL_CHARGE: (GAP,),
    lane.FIGHT: (GAP, THEIRS),
    lane.CHARGE_FIGHT: (GAP, THEIRS),
    lane.REACTION: (GAP, MINE, THEIRS),
    lane.REACTION_AWAY: (GAP, MINE, THEIRS),
    lane.REACTION_MOVED: (GAP, MINE, THEIRS),
    lane.RETREAT: (GAP,),
    lane.STAND_UP: (MY_PINNED,),
    lane.RELOAD: (MY_GUNS,),
    lane.COUP: (THEIRS,),
    lane.COME_TO: (MINE,),
    lane.BURN: (GAP, MINE, THEIRS, MY_PINNED, MY_COVER),
}
"""What the law of each kind of option depends on; a test holds it against the steps."""


def reads(setup: Setup, side: int, option: int) -> tuple[int, ...]:
    """What the law of an option depends on in this duel: under the advanced rules more than ``READS``."""
    kind, argument = option // ARGUMENTS, option % ARGUMENTS
    base = READS[kind]
    if setup.advanced is None:
        return base
    if kind in SHOTS or kind in FIGHTS:
        used: WeaponSet = (setup.sets if kind in FIGHTS else setup.guns)[side][argument]
        harm = (MINE,) if setup.advanced.hurts_itself(used) else ()
        return (*base, *harm, *((THEIR_COVER,) if kind in FIGHTS else ()))
    if kind == lane.RETREAT:
        return (*base, MINE, THEIRS)
    return (*base, MY_COVER) if kind == lane.REACTION else base


def alike(setup: Setup, side: int, option: int) -> dict[int, Ints]:
    """For coordinates that an option looks at less closely: for each value the first that is as good to it."""
    own, foe = setup.conditions[side], setup.conditions[1 - side]
    kind, argument = option // ARGUMENTS, option % ARGUMENTS
    if kind in SHOTS:
        shot = setup.guns[side][argument]
        near = max(MOST_D3 + 1, NEAR)  # what a drag and a blast may look at
        bands = enumerate(bands_by_gap(shot, setup.lane))
        return {GAP: firsts([(each, min(gap, near), gap == setup.lane) for gap, each in bands])}
    if setup.advanced is None:
        return {}
    if kind == lane.RETREAT:
        hampered = [firsts([c.marks & (ON_FIRE | CONCUSSED) for c in each]) for each in (own, foe)]
        return {GAP: np.zeros(setup.lane + 1, np.int64), MINE: hampered[0], THEIRS: hampered[1]}
    reacts_alone = kind in REACTIONS and setup.numbers.order != SIMULTANEOUS
    if reacts_alone and not setup.advanced.hurts_itself(setup.sets[1 - side][argument % lane.MANNER]):
        return {THEIRS: firsts([(c.down, c.marks & BLINDED) for c in foe])}
    return {}


def firsts(values: Sequence[object]) -> Ints:
    """For each of *values* the position of the first one that is equal to it.

    >>> firsts("abca").tolist()
    [0, 1, 2, 0]
    """
    first: dict[object, int] = {}
    return np.array([first.setdefault(value, i) for i, value in enumerate(values)])
