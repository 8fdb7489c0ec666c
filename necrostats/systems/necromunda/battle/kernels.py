"""Battles sampled: the kernel, its tallies, and its records. Importing this module imports numba."""

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from necrostats.engine import sampling, streams
from necrostats.engine.checkpoint import Numbered
from necrostats.engine.dice import step
from necrostats.engine.monte_carlo import Counts
from necrostats.engine.sampling import INTERPRETED, compiling, kernel, new_state
from necrostats.systems.necromunda.battle import fighting, judging
from necrostats.systems.necromunda.battle.board import EDGE_FIELDS, MOST_CORNERS, MOST_PIECES, PIECE_FIELDS
from necrostats.systems.necromunda.battle.measuring import GONE
from necrostats.systems.necromunda.battle.policies import WEIGHTS
from necrostats.systems.necromunda.battle.state import MOST, PLAN, Battle
from necrostats.systems.necromunda.injuries import BROKEN, IN_PLAY

_dice_on, _reseed, _play = sampling.dice_on, streams.reseed, fighting.play_battle
_gone, _in_play, _broken, _cell_of = GONE, IN_PLAY, BROKEN, judging.cell_of
_Battle = Battle

MOST_EDGES = MOST_PIECES * MOST_CORNERS
ROOM = {
    "edges": MOST_EDGES * EDGE_FIELDS,
    "of_piece": MOST_EDGES,
    "pieces": MOST_PIECES * PIECE_FIELDS,
    "high": MOST_PIECES,
    "weights": 2 * len(WEIGHTS),
    "plan": PLAN,
}
"""Numbers that records have room for, by the name of the field; else one for each of MOST fighters."""
ROOM_IN = {
    "ground": {"first": MOST_PIECES + 1},
    "spans": {"low": MOST_EDGES + MOST + 1, "high": MOST_EDGES + MOST + 1, "used": 1},
    "way": {"x": 2 * MOST_EDGES + 2, "y": 2 * MOST_EDGES + 2, "used": 1, "inches": 1},
}


class Places(NamedTuple):
    """Where each tally begins in the counts.

    Attributes:
        wins: Of A, of B, draws.
        rounds: In which round battles end, from 1.
        left: How many of A and of B are left, (n of A + 1) by (n of B + 1).
        survives: For each fighter, how often it is in play at the end.
        takes_out: By fighter and fighter, friends too.
        weapons: By fighter and weapon, enemies alone: its guns, then its sets; under the advanced rules one place more,
            for a coup de grace.
        stands, fell: By side and cell of the grid: where those in play stand at the end, and where others went out of
            action.
        bottled: Of each side, how often it has bottled out by the end. This and all below under the advanced rules
            alone.
        flees, injured, broken: For each fighter, how often it has fled by the end, or lies seriously injured then, or
            is broken and on its feet.
        left_from: By side and cell: where they were who fled.
        size: Of the counts.
    """

    wins: int
    rounds: int
    left: int
    survives: int
    takes_out: int
    weapons: int
    stands: int
    fell: int
    bottled: int
    flees: int
    injured: int
    broken: int
    left_from: int
    size: int


def places_of(battle: Battle) -> Places:
    """The layout of the counts of a battle."""
    forces = battle.forces
    a, n = forces.first[1], forces.first[2]
    more = 0 if battle.advanced is None else 1
    sizes = (
        3,
        forces.readings.rounds + 1,
        (a + 1) * (n - a + 1),
        n,
        n * n,
        n * (forces.most_guns + forces.most_sets + more),
        2 * forces.cells,
        2 * forces.cells,
        2 * more,
        n * more,
        n * more,
        n * more,
        2 * forces.cells * more,
    )
    return Places(0, *accumulate(sizes))


@step
def only(records: Any) -> Any:
    """The one record of an array, None for None: under the basic rules there is none."""
    if records is None:
        return None
    return records[0]


sampling.prepare()
_only = only


@kernel
def _tally_battles(  # type: ignore[no-untyped-def]
    forces, room, whole, real, seen, advanced, places, key, first, trials, state, winners, counts
):
    battle = _Battle(forces[0], room[0], whole, real, seen, _only(advanced))
    dice = _dice_on(state)
    after, field, n = battle.state, battle.state.field, battle.forces.first[2]
    b = n - battle.forces.first[1]
    weapons = (places.stands - places.weapons) // n
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        end = _play(battle, dice)
        winners[trial - first] = end.winner
        counts[places.wins + end.winner] += 1
        counts[places.rounds + end.round] += 1
        counts[places.left + end.left_a * (b + 1) + end.left_b] += 1
        for who in range(n):
            cell = field.side[who] * battle.forces.cells + _cell_of(battle.forces, field.x[who], field.y[who])
            if field.posture[who] != _gone:
                counts[places.survives + who] += 1
                counts[places.stands + cell] += 1
                if after.down[who] != _in_play:
                    counts[places.injured + who] += 1
                elif after.marks[who] & _broken != 0:
                    counts[places.broken + who] += 1
            elif after.fled[who] == 1:
                counts[places.flees + who] += 1
                counts[places.left_from + cell] += 1
            else:
                counts[places.fell + cell] += 1
            by = after.taken_out_by[who]
            if by >= 0:
                counts[places.takes_out + by * n + who] += 1
                if field.side[by] != field.side[who]:
                    counts[places.weapons + by * weapons + after.taken_out_with[who]] += 1
        for side in range(2):
            if after.bottled[side] == 1:
                counts[places.bottled + side] += 1


class BattleSampler(Numbered):
    """A battle as something to be sampled; ``places`` says what each of its counts is."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.places = places_of(battle)
        self.size = self.places.size
        if not INTERPRETED:
            self._forces = _record(battle.forces)
            self._whole = np.array(battle.whole, np.int64)
            self._real = np.array(battle.real, np.float64)
            self._seen = np.zeros(len(battle.seen), np.uint8)
            self._advanced = None if battle.advanced is None else _record(battle.advanced)
            compiling(self, _tally_battles)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets the plain battle, and makes its own arrays and kernel."""
        return BattleSampler, (self.battle._replace(seen=bytearray(len(self.battle.seen))),)

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add battles *first* to *first* + *trials* - 1 to *counts*, shape (size,)."""
        self.play(key, first, trials, counts)

    def play(self, key: int, first: int, trials: int, counts: Counts) -> npt.NDArray[np.int8]:
        """The same; returns who won each, shape (trials,): A_WINS, B_WINS or DRAW."""
        battle, winners = self.battle, np.zeros(trials, np.int8)
        advanced = None if battle.advanced is None else [battle.advanced]
        given: tuple[Any, ...] = ([battle.forces], [battle.state], *battle[2:5], advanced, self.places, key)
        if not INTERPRETED:
            tables = (self._whole, self._real, self._seen, self._advanced)
            given = (self._forces, _record(battle.state), *tables, self.places, np.uint64(key))
        tally: Any = _tally_battles
        tally(*given, first, trials, new_state(), winners, counts)
        return winners


class PairedSampler(Numbered):
    """Two battles on the same dice; counts how often each ends which way together, 3 by 3."""

    size = 9

    def __init__(self, one: BattleSampler, other: BattleSampler) -> None:
        self.one, self.other = one, other

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add battles *first* to *first* + *trials* - 1 to *counts*, shape (9,): 3 * end of one + end of the other."""
        ends = [
            each.play(key, first, trials, np.zeros(each.size, np.int64)) for each in (self.one, self.other)
        ]
        counts += np.bincount(3 * ends[0].astype(np.int64) + ends[1], minlength=9)


def _record(value: Any) -> Any:
    """A NamedTuple of numbers and lists as an array of one record, with room for the largest battle."""
    made = np.zeros(1, _dtype(value, ""))
    _write(made[0], value)
    return made


def _dtype(value: Any, name: str) -> np.dtype[Any]:
    fields: list[Any] = []
    for each in value._fields:
        inner = getattr(value, each)
        if hasattr(inner, "_fields"):
            fields.append((each, _dtype(inner, each)))
        elif isinstance(inner, int | float):
            fields.append((each, np.int64 if type(inner) is int else np.float64))
        else:
            room = ROOM_IN.get(name, {}).get(each, ROOM.get(each, MOST))
            fields.append((each, _kind(value, each), (room,)))
    return np.dtype(fields, align=True)


def _kind(value: Any, name: str) -> Any:
    """Whether the numbers of a field are whole, as its annotation says: a list may be empty."""
    return np.float64 if "float" in str(type(value).__annotations__[name]) else np.int64


def _write(record: Any, value: Any) -> None:
    for each in value._fields:
        inner = getattr(value, each)
        if hasattr(inner, "_fields"):
            _write(record[each], inner)
        elif isinstance(inner, int | float):
            record[each] = inner
        else:
            record[each][: len(inner)] = inner
