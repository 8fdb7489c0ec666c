"""Battles sampled: the kernel, its tallies, and its records. Importing this module imports numba."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from necrostats.engine import sampling, streams
from necrostats.engine.sampling import INTERPRETED, compiling, kernel, new_state
from necrostats.systems.necromunda.battle import fighting
from necrostats.systems.necromunda.battle.board import EDGE_FIELDS, MOST_CORNERS, MOST_PIECES, PIECE_FIELDS
from necrostats.systems.necromunda.battle.measuring import GONE
from necrostats.systems.necromunda.battle.policies import WEIGHTS
from necrostats.systems.necromunda.battle.state import MOST, PLAN, Battle

sampling.prepare()
_dice_on, _reseed, _play = sampling.dice_on, streams.reseed, fighting.play_battle
_gone = GONE
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
        rounds: In which round battles end, from 1.
        left: How many of A and of B are left, (n of A + 1) by (n of B + 1).
        survives: For each fighter, how often it is in play at the end.
        takes_out: By fighter and fighter.
        weapons: By fighter and weapon: its guns, then its sets.
        size: Of the counts.
    """

    rounds: int
    left: int
    survives: int
    takes_out: int
    weapons: int
    size: int


def places_of(battle: Battle) -> Places:
    """The layout of the counts of a battle."""
    forces = battle.forces
    a, b, n = forces.first[1], forces.first[2] - forces.first[1], forces.first[2]
    left = forces.readings.rounds + 1
    survives = left + (a + 1) * (b + 1)
    takes_out = survives + n
    weapons = takes_out + n * n
    return Places(0, left, survives, takes_out, weapons, weapons + n * (forces.most_guns + forces.most_sets))


@kernel
def _tally_battles(forces, room, whole, real, seen, places, key, first, trials, state, counts):  # type: ignore[no-untyped-def]
    battle = _Battle(forces[0], room[0], whole, real, seen)
    dice = _dice_on(state)
    n = battle.forces.first[2]
    b = n - battle.forces.first[1]
    weapons = battle.forces.most_guns + battle.forces.most_sets
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        end = _play(battle, dice)
        counts[places.rounds + end.round] += 1
        counts[places.left + end.left_a * (b + 1) + end.left_b] += 1
        for who in range(n):
            if battle.state.field.posture[who] != _gone:
                counts[places.survives + who] += 1
            by = battle.state.taken_out_by[who]
            if by >= 0:
                counts[places.takes_out + by * n + who] += 1
                counts[places.weapons + by * weapons + battle.state.taken_out_with[who]] += 1


class BattleSampler:
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
            compiling(self, _tally_battles)

    def fill(self, key: int, first: int, trials: int, counts: npt.NDArray[np.int64]) -> None:
        """Add battles *first* to *first* + *trials* - 1 to *counts*, shape (size,)."""
        battle = self.battle
        if INTERPRETED:
            _tally_battles(
                [battle.forces], [battle.state], battle.whole, battle.real, battle.seen, self.places, key, first,
                trials, new_state(), counts,
            )  # fmt: skip
            return
        _tally_battles(
            self._forces, _record(battle.state), self._whole, self._real, self._seen, self.places, np.uint64(key),
            first, trials, new_state(), counts,
        )  # fmt: skip


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
