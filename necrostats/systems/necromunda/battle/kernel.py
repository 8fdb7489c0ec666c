"""Battles sampled: the kernel, its tallies, and its arrays. Importing this module imports numba."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from necrostats.engine import sampling, streams
from necrostats.engine.sampling import INTERPRETED, announce, kernel, new_state
from necrostats.systems.necromunda.battle import fighting, gathering
from necrostats.systems.necromunda.battle.measuring import GONE
from necrostats.systems.necromunda.battle.state import Forces

sampling.prepare()
_dice_on, _reseed, _play = sampling.dice_on, streams.reseed, fighting.play_battle
_gone = GONE


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


def places_of(forces: Forces) -> Places:
    """The layout of the counts of a battle."""
    a, b, n = forces.first[1], forces.first[2] - forces.first[1], forces.first[2]
    left = forces.rounds + 1
    survives = left + (a + 1) * (b + 1)
    takes_out = survives + n
    weapons = takes_out + n * n
    return Places(0, left, survives, takes_out, weapons, weapons + n * (forces.most_guns + forces.most_sets))


@kernel
def _tally_battles(forces, battle, places, key, first, trials, state, counts):  # type: ignore[no-untyped-def]
    dice = _dice_on(state)
    n = forces.first[2]
    b = n - forces.first[1]
    weapons = forces.most_guns + forces.most_sets
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        end = _play(forces, battle, dice)
        counts[places.rounds + end.round] += 1
        counts[places.left + end.left_a * (b + 1) + end.left_b] += 1
        for who in range(n):
            if battle.field.posture[who] != _gone:
                counts[places.survives + who] += 1
            by = battle.taken_out_by[who]
            if by >= 0:
                counts[places.takes_out + by * n + who] += 1
                counts[places.weapons + by * weapons + battle.taken_out_with[who]] += 1


class BattleSampler:
    """A battle as something to be sampled; ``places`` says what each of its counts is."""

    def __init__(self, forces: Forces) -> None:
        self.places = places_of(forces)
        self.size = self.places.size
        self.plain = forces
        self.forces = forces if INTERPRETED else _arrays(forces)

    def fill(self, key: int, first: int, trials: int, counts: npt.NDArray[np.int64]) -> None:
        """Add battles *first* to *first* + *trials* - 1 to *counts*, shape (size,)."""
        key_word: Any = key if INTERPRETED else np.uint64(key)
        announce(_tally_battles)
        battle = gathering.new_state(self.plain)
        room = battle if INTERPRETED else _arrays(battle)
        _tally_battles(self.forces, room, self.places, key_word, first, trials, new_state(), counts)


def _arrays(value: Any) -> Any:
    """The same NamedTuples with arrays in place of lists and tuples, as numba takes them."""
    if hasattr(value, "_fields"):
        return type(value)(*(_arrays(each) for each in value))
    if isinstance(value, list | tuple):
        whole = all(type(each) is int for each in value)
        return np.array(value, np.int64 if whole else np.float64)
    return value
