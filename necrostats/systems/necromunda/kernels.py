"""The kernels of Necromunda: steps sampled millions of times. Importing this module imports numba."""

import threading
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from necrostats.engine import sampling, streams
from necrostats.engine.checkpoint import Numbered
from necrostats.engine.dice import step
from necrostats.engine.sampling import INTERPRETED, compiling, kernel, new_state
from necrostats.errors import UsageError
from necrostats.systems.necromunda import actions, brawl, close_combat, shooting, volley
from necrostats.systems.necromunda.actions import Deed
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.duel import play
from necrostats.systems.necromunda.duel.play import Match
from necrostats.systems.necromunda.injuries import Condition
from necrostats.systems.necromunda.questions import Attack
from necrostats.systems.necromunda.scene import Scene

Counts = npt.NDArray[np.int64]

sampling.prepare()
_dice_on, _reseed, _shoot, _fight, _play = (
    sampling.dice_on,
    streams.reseed,
    shooting.shoot,
    close_combat.fight,
    play.play,
)
_volley, _brawl, _headbutt, _finish_off = (
    volley.shoot_volley,
    brawl.brawl_steps,
    actions.headbutt,
    actions.finish_off,
)


@kernel
def _tally_shots(numbers, target, key, first, trials, state, counts):  # type: ignore[no-untyped-def]
    stream = _dice_on(state)
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        after = _shoot(numbers, target, stream)
        at = ((after.hits * (target.wounds + 1) + after.wounds) * 2 + after.wounded) * 2 + after.unsaved
        counts[(at * 2 + after.pinned) * 2 + after.pushed] += 1


@kernel
def _tally_fights(numbers, target, key, first, trials, state, counts):  # type: ignore[no-untyped-def]
    stream = _dice_on(state)
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        after = _fight(numbers, target, stream)
        at = ((after.hits * (target.wounds + 1) + after.wounds) * 2 + after.wounded) * 2 + after.unsaved
        counts[(at * 2 + after.pinned) * 2 + after.pushed] += 1


@step
def _packed(c):  # type: ignore[no-untyped-def]
    """A condition in one whole number; ``_unpacked`` takes it apart."""
    return ((((c.wounds << 8 | c.toughness) << 8 | c.flesh) << 2 | c.down) << 10 | c.hits) << 20 | c.marks


@step
def _count(scene, keys, tally):  # type: ignore[no-untyped-def]
    """Add one to the end of an attack in a table with open addressing; False if the table is full."""
    one, two = _packed(scene.target), _packed(scene.other)
    three = _packed(scene.attacker)
    four = scene.weapon << 32 | scene.strays
    slots = len(tally)
    at = (one * 1_000_003 + two * 7_919 + three * 104_729 + four * 31 + (one >> 20)) % slots
    for _ in range(slots):
        if tally[at] == 0:
            keys[at, 0], keys[at, 1], keys[at, 2], keys[at, 3] = one, two, three, four
        if keys[at, 0] == one and keys[at, 1] == two and keys[at, 2] == three and keys[at, 3] == four:
            tally[at] += 1
            return True
        at = (at + 1) % slots
    return False


sampling.prepare()


@kernel
def _tally_volleys(numbers, start, key, first, trials, state, keys, tally):  # type: ignore[no-untyped-def]
    stream = _dice_on(state)
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        if not _count(_volley(numbers, start, stream).scene, keys, tally):
            return False
    return True


@kernel
def _tally_brawls(numbers, start, key, first, trials, state, keys, tally):  # type: ignore[no-untyped-def]
    stream = _dice_on(state)
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        if not _count(_brawl(numbers, start, stream).scene, keys, tally):
            return False
    return True


@kernel
def _tally_headbutts(numbers, start, key, first, trials, state, keys, tally):  # type: ignore[no-untyped-def]
    stream = _dice_on(state)
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        if not _count(_headbutt(numbers, start, stream).scene, keys, tally):
            return False
    return True


@kernel
def _tally_coups(numbers, start, key, first, trials, state, keys, tally):  # type: ignore[no-untyped-def]
    stream = _dice_on(state)
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        if not _count(_finish_off(numbers, start, stream).scene, keys, tally):
            return False
    return True


@kernel
def _tally_duels(match, key, first, trials, state, counts):  # type: ignore[no-untyped-def]
    stream = _dice_on(state)
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        end = _play(match, stream)
        counts[end.a_out * (match.rounds + 1) + end.b_out] += 1


class AttackSampler(Numbered):
    """An attack under the basic rules as something to be sampled: counts by what it leaves of the target.

    Attributes:
        size: How many different ends there are.
    """

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        close = attack.situation.close
        most = sum(strike.n for strike in attack.numbers.strikes) if close else 1
        self.shape = (most + 1, attack.target.wounds + 1, 2, 2, 2, 2)
        self.size = int(np.prod(self.shape))
        self._tally = _tally_fights if close else _tally_shots
        compiling(self, self._tally)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process makes its own kernel."""
        return AttackSampler, (self.attack,)

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add trials *first* to *first* + *trials* - 1 to *counts*, shape (size,)."""
        key_word: Any = key if INTERPRETED else np.uint64(key)
        self._tally(self.attack.numbers, self.attack.start, key_word, first, trials, new_state(), counts)

    def end(self, at: int) -> Target:
        """The target that a position of the counts stands for."""
        hits, wounds, wounded, unsaved, pinned, pushed = (int(x) for x in np.unravel_index(at, self.shape))
        return Target(wounds, self.attack.target.toughness, pinned, pushed, hits, wounded, unsaved)


class SceneSampler:
    """An attack under the advanced rules as something to be sampled: counts by its ends, as they turn up.

    Attributes:
        size: How many different ends there may be.
    """

    size = 1 << 13

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        tallies = {
            volley.Volley: _tally_volleys,
            brawl.Brawl: _tally_brawls,
            actions.Headbutt: _tally_headbutts,
        }
        self._tally = tallies.get(type(attack.numbers), _tally_coups)
        self._places: dict[tuple[int, ...], int] = {}
        self._lock = threading.Lock()
        compiling(self, self._tally)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process numbers its own ends; ``rows`` say which they are."""
        return SceneSampler, (self.attack,)

    def rows(self, counts: Counts) -> list[list[int]]:
        """Each end that came up as the four whole numbers it is packed in, and how often."""
        return [[*key, int(n)] for key, n in zip(list(self._places), counts, strict=False) if n]

    def counts(self, rows: Iterable[list[int]]) -> Counts:
        """The counts of such rows, shape (size,)."""
        found = np.zeros(self.size, np.int64)
        with self._lock:
            for *key, n in rows:
                found[self._places.setdefault(tuple(key), len(self._places))] = n
        return found

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add trials *first* to *first* + *trials* - 1 to *counts*, shape (size,).

        Raises:
            UsageError: More different ends than there is room for.
        """
        key_word: Any = key if INTERPRETED else np.uint64(key)
        keys, tally = np.zeros((self.size, 4), np.int64), np.zeros(self.size, np.int64)
        attack = self.attack
        fits = self._tally(attack.numbers, attack.start, key_word, first, trials, new_state(), keys, tally)
        with self._lock:
            for at in tally.nonzero()[0]:
                place = self._places.setdefault(tuple(map(int, keys[at])), len(self._places))
                if place >= self.size or not fits:
                    raise UsageError(
                        f"trials: expected an attack of at most {self.size:,} different ends",
                        "take exact chances",
                    )
                counts[place] += tally[at]

    def end(self, at: int) -> Deed:
        """The end that a position of the counts stands for."""
        target, other, attacker, rest = list(self._places)[at]
        return Deed(
            Scene(_unpacked(target), _unpacked(other), _unpacked(attacker), rest >> 32, rest & 0xFFFFFFFF)
        )


def _unpacked(number: int) -> Condition:
    fields = []
    for bits in (20, 10, 2, 8, 8, 8):
        fields.append(number & ((1 << bits) - 1))
        number >>= bits
    marks, hits, down, flesh, toughness, wounds = fields
    return Condition(wounds, toughness, flesh, down, hits, marks)


def sampler_of(attack: Attack) -> AttackSampler | SceneSampler:
    """The attack as something to be sampled."""
    return SceneSampler(attack) if attack.options.rules == "advanced" else AttackSampler(attack)


class DuelSampler(Numbered):
    """A duel as something to be sampled: counts by (round in which A went out, B went out), 0 = did not."""

    def __init__(self, match: Match) -> None:
        self.size = (match.rounds + 1) ** 2
        self.match = match if INTERPRETED else _arrays(match)
        compiling(self, _tally_duels)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process makes its own kernel."""
        return DuelSampler, (self.match,)

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add trials *first* to *first* + *trials* - 1 to *counts*, shape (size,)."""
        key_word: Any = key if INTERPRETED else np.uint64(key)
        _tally_duels(self.match, key_word, first, trials, new_state(), counts)


def _arrays(match: Match) -> Match:
    """The same match with arrays in place of tuples, as numba takes it."""

    def array(values: Any) -> Any:
        return np.ascontiguousarray(values, dtype=np.int64)

    duel = match.duel._replace(sides=array(match.duel.sides), table=array(match.duel.table))
    parts = (
        "menus",
        "menu_options",
        "menu_weights",
        "place_begin",
        "point_stride",
        "strides",
        "begin",
        "turn_stride",
    )
    arrays: dict[str, Any] = {name: array(getattr(match, name)) for name in parts}
    return match._replace(duel=duel, picks=np.ascontiguousarray(match.picks, np.int32), **arrays)
