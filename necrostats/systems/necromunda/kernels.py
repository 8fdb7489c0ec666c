"""The kernels of Necromunda: steps sampled millions of times. Importing this module imports numba."""

from typing import Any

import numpy as np
import numpy.typing as npt

from necrostats.engine import sampling, streams
from necrostats.engine.sampling import INTERPRETED, announce, kernel, new_state
from necrostats.systems.necromunda import close_combat, shooting
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.duel import play
from necrostats.systems.necromunda.duel.play import Match
from necrostats.systems.necromunda.questions import Attack

Counts = npt.NDArray[np.int64]

sampling.prepare()
_dice_on, _reseed, _shoot, _fight, _play = (
    sampling.dice_on,
    streams.reseed,
    shooting.shoot,
    close_combat.fight,
    play.play,
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


@kernel
def _tally_duels(match, key, first, trials, state, counts):  # type: ignore[no-untyped-def]
    stream = _dice_on(state)
    for trial in range(first, first + trials):
        _reseed(state, key, trial)
        end = _play(match, stream)
        counts[end.a_out * (match.rounds + 1) + end.b_out] += 1


class AttackSampler:
    """An attack as something to be sampled: counts by what it leaves of the target.

    Attributes:
        size: How many different ends there are.
    """

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        close = attack.situation.close
        most = sum(part.n for part in attack.numbers[:3]) if close else 1
        self.shape = (most + 1, attack.target.wounds + 1, 2, 2, 2, 2)
        self.size = int(np.prod(self.shape))
        self._tally = _tally_fights if close else _tally_shots

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add trials *first* to *first* + *trials* - 1 to *counts*, shape (size,)."""
        key_word: Any = key if INTERPRETED else np.uint64(key)
        announce(self._tally)
        self._tally(self.attack.numbers, self.attack.target, key_word, first, trials, new_state(), counts)

    def target(self, at: int) -> Target:
        """The target that a position of the counts stands for."""
        hits, wounds, wounded, unsaved, pinned, pushed = (int(x) for x in np.unravel_index(at, self.shape))
        return Target(wounds, self.attack.target.toughness, pinned, pushed, hits, wounded, unsaved)


class DuelSampler:
    """A duel as something to be sampled: counts by (round in which A went out, B went out), 0 = did not."""

    def __init__(self, match: Match) -> None:
        self.size = (match.rounds + 1) ** 2
        self.match = match if INTERPRETED else _arrays(match)

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add trials *first* to *first* + *trials* - 1 to *counts*, shape (size,)."""
        key_word: Any = key if INTERPRETED else np.uint64(key)
        announce(_tally_duels)
        _tally_duels(self.match, key_word, first, trials, new_state(), counts)


def _arrays(match: Match) -> Match:
    """The same match with arrays in place of tuples, as numba takes it."""

    def array(values: Any) -> Any:
        return np.ascontiguousarray(values, dtype=np.int64)

    duel = match.duel._replace(table=array(match.duel.table))
    parts = ("menus", "menu_options", "menu_weights")
    arrays: dict[str, Any] = {name: array(getattr(match, name)) for name in parts}
    return match._replace(duel=duel, picks=np.ascontiguousarray(match.picks, np.int32), **arrays)
