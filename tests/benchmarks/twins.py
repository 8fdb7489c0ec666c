"""The C twins of the compiled steps (``twin.c``), built with gcc when they are asked for."""

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from necrostats.engine.monte_carlo import Counts
from necrostats.systems.necromunda.duel.play import Match
from necrostats.systems.necromunda.kernels import AttackSampler
from necrostats.systems.necromunda.questions import Attack

SOURCE = Path(__file__).with_name("twin.c")
GCC = shutil.which("gcc")


@cache
def library() -> Any:
    """The functions of ``twin.c``."""
    assert GCC is not None, "expected gcc"
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "twin.so"
        subprocess.run(
            [GCC, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(made), str(SOURCE)], check=True
        )
        return ctypes.CDLL(str(made))


def at(values: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(values.ctypes.data)


def flat(numbers: Any) -> list[int]:
    """All numbers of tuples within tuples, in order."""
    if isinstance(numbers, tuple):
        return [x for each in numbers for x in flat(each)]
    return [int(numbers)]


class Twin:
    """A C function as something to be sampled: ``fill`` as that of the kernels."""

    def __init__(self, name: str, size: int, *given: Any) -> None:
        self.size, self.given = size, given
        self.call = getattr(library(), name)

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add trials *first* to *first* + *trials* - 1 to *counts*, shape (size,)."""
        words = (ctypes.c_uint64(key), ctypes.c_int64(first), ctypes.c_int64(trials))
        self.call(*(at(each) for each in self.given), *words, at(counts))


def attack_twin(attack: Attack) -> Twin:
    """One attack under the basic rules."""
    numbers, start = (np.array(flat(each), np.int64) for each in (attack.numbers, attack.start))
    name = "tally_fights" if attack.situation.close else "tally_shots"
    return Twin(name, AttackSampler(attack).size, numbers, start)


class DuelTwin(Twin):
    """A duel under the basic rules."""

    def __init__(self, match: Match) -> None:
        duel = match.duel
        self.arrays = [
            np.ascontiguousarray(values, kind)
            for values, kind in (
                (duel.table, np.int64),
                (match.place, np.int32),
                (match.picks, np.int32),
                (match.menus, np.int64),
                (match.menu_options, np.int64),
                (match.menu_weights, np.int64),
            )
        ]
        fields = (
            duel.sides, duel.shots, duel.melees, duel.lane, duel.profiles, duel.sets, duel.contact, duel.always,
            duel.order, duel.react_after, match.place_begin, match.point_stride, match.strides, match.begin,
            match.turn_stride, match.start, match.rounds, match.tie,
        )  # fmt: skip
        pointers = [each.ctypes.data for each in self.arrays]
        super().__init__(
            "tally_duels", (match.rounds + 1) ** 2, np.array([*flat(fields), *pointers], np.int64)
        )
