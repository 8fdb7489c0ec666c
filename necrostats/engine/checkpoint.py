"""The state of a long run in a file: killed and begun again, it goes on, and ends as if nothing had happened.

A state holds whole batches, so that a run goes on where its next batch begins, and the question that the counts answer,
so that they are never added to those of another one.
"""

import hashlib
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from necrostats import __version__
from necrostats.engine.monte_carlo import Counts, Run, Sampler
from necrostats.errors import GameDataError, UsageError
from necrostats.saving import save, unwritable

EVERY = 1.0
"""Seconds between two states that are written."""
FORMAT = "the state of a necrostats run, 1"
MOST_BYTES = 10_000_000
ANOTHER = "name another file, or leave resume out"


class Countable(Sampler, Protocol):
    """A sampler whose counts can be kept in a file."""

    def rows(self, counts: Counts) -> list[list[int]]:
        """What came up: whole numbers that name an end, then how often."""

    def counts(self, rows: Iterable[list[int]]) -> Counts:
        """The counts that ``rows`` was made of."""


class Numbered:
    """A sampler whose ends have fixed places in the counts."""

    size: int

    def rows(self, counts: Counts) -> list[list[int]]:
        """Place and count of each end that came up."""
        return [[int(at), int(counts[at])] for at in counts.nonzero()[0]]

    def counts(self, rows: Iterable[list[int]]) -> Counts:
        """The counts of such rows, shape (size,)."""
        found = np.zeros(self.size, np.int64)
        for at, n in rows:
            found[at] = n
        return found


def digest(*parts: object) -> str:
    """A name for values of any depth: equal ones have the same, in every process.

    >>> digest("kaiya", (1, 2), frozenset("ab")) == digest("kaiya", [1, 2], frozenset("ba"))
    True
    >>> digest(1, 2) == digest(2, 1)
    False
    """
    return hashlib.sha256(repr([_plain(part) for part in parts]).encode()).hexdigest()[:32]


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return [value.dtype.str, value.shape, hashlib.sha256(value.tobytes()).hexdigest()]
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(_plain(getattr(value, field.name)) for field in fields(value))]
    if isinstance(value, Mapping):
        return [[_plain(key), _plain(value[key])] for key in sorted(value)]
    if isinstance(value, set | frozenset):
        return sorted(value)
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def seed_in(path: Path | None) -> int | None:
    """The seed of the run whose state is in a file, None if there is no such file yet.

    Raises:
        UsageError, GameDataError: As ``Checkpoint.begun`` does.
    """
    found = None if path is None else _read(path)
    return None if found is None else int(found["seed"])


class Checkpoint:
    """The state of one run in a file.

    Args:
        path: The file; it is made if there is none.
        asked: The question in words, for who takes the file of another one.
        parts: All that the counts depend on besides the program, the seed and the number of trials.
    """

    def __init__(self, path: Path, sampler: Countable, asked: str, *parts: object) -> None:
        from necrostats.engine.sampling import SOURCES

        self.path, self.sampler, self.asked = path, sampler, asked
        self.question = digest(*parts)
        self.program = f"{__version__} {SOURCES}"
        self._next = 0.0

    def begun(self, *, seed: int, first: int, trials: int, batch: int) -> Run:
        """What has been done so far, of at most *trials* trials; writes the file, so that a bad place is known at once.

        Raises:
            UsageError: The file holds another question, another seed, more trials, or was written by another version.
            GameDataError: It holds no state, or a damaged one.
        """
        found = _read(self.path)
        if found is None:
            made = Run(np.zeros(self.sampler.size, np.int64), first, 0, seed, "trials")
        else:
            made = self._fitting(found, seed, first, trials, batch)
        self._batch, self._latest = batch, made
        self._write(made)
        return made

    def keep(self, run: Run, *, last: bool = False) -> None:
        """Write the state as of the last whole batch, if the last one written is a second old or the run is over.

        Raises:
            NecrostatsError: It cannot be written; the state before stands.
        """
        if run.trials % self._batch == 0:
            self._latest = run
        if last or time.monotonic() >= self._next:
            self._write(self._latest)

    def _write(self, run: Run) -> None:
        state = {
            "asked": self.asked,
            "question": self.question,
            "program": self.program,
            "batch": self._batch,
            "seed": run.seed,
            "first": run.first,
            "trials": run.trials,
            "counts": self.sampler.rows(run.counts),
        }
        try:
            save(self.path, json.dumps({"file": FORMAT, "check": digest(state), "state": state}) + "\n")
        except OSError as error:
            raise unwritable(
                self.path, error, "what stood there before is as it was; choose another file, or make room"
            ) from error
        self._next = time.monotonic() + EVERY

    def _fitting(self, found: dict[str, Any], seed: int, first: int, trials: int, batch: int) -> Run:
        """The run in a state, if it is one of this question that can be gone on with."""
        name = f"resume: {str(self.path)!r}"
        if found["program"] != self.program:
            raise UsageError(
                f"{name}: expected a state written by this version ({self.program}), got {found['program']}",
                "its dice may be others: begin again with another file",
            )
        if (found["question"], found["batch"]) != (self.question, batch):
            got = found["asked"] if found["asked"] != self.asked else "one that differs in what it depends on"
            raise UsageError(f"{name}: expected the question {self.asked}, got {got}", ANOTHER)
        for what, asked in (("seed", seed), ("first", first)):
            if found[what] != asked:
                raise UsageError(f"{name}: expected a run with {what} {asked}, got {found[what]}", ANOTHER)
        if found["trials"] > trials:
            raise UsageError(
                f"trials: expected at least the {found['trials']:,} in {str(self.path)!r}, got {trials:,}",
                ANOTHER,
            )
        return Run(self.sampler.counts(found["counts"]), first, found["trials"], seed, "trials")


def _read(path: Path) -> dict[str, Any] | None:
    """The state in a file, None if there is none."""
    if "\0" in str(path):
        raise UsageError("resume: expected the name of a file, got one with a NUL in it", ANOTHER)
    try:
        if not path.exists():
            return None
        text = b""
        if path.is_file():
            with path.open("rb") as file:
                text = file.read(MOST_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"resume: cannot read {str(path)!r}: {reason}", ANOTHER) from error
    try:
        whole = json.loads(text)
        known = whole["file"] == FORMAT
        state: dict[str, Any] = whole["state"]
        sound = whole["check"] == digest(state)
    except (ValueError, TypeError, KeyError, RecursionError):
        known = sound = False
    if not known:
        raise GameDataError([f"{str(path)!r}: file: expected {FORMAT}, got something else"], ANOTHER)
    if not sound:
        raise GameDataError([f"{str(path)!r}: file: expected {FORMAT}, got a damaged one"], ANOTHER)
    return state
