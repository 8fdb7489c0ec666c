"""Monte Carlo runs: trials in batches, on threads or any executor, until there are enough or the precision is reached.

A run is fixed by (seed, trials): trial i draws from a stream of (seed, i), so threads, executors, batches and a run
that is extended later change nothing but the time. Threads help because compiled kernels release the interpreter lock.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from necrostats.engine.executors import Blocks, LostError
from necrostats.engine.limits import LARGEST_RUN, LARGEST_SEED
from necrostats.engine.streams import key_of
from necrostats.errors import UsageError

Counts = npt.NDArray[np.int64]

BATCH = 50_000


class Sampler(Protocol):
    """Something that can be tried again and again."""

    size: int

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add the ends of trials *first*, *first* + 1, ... to *counts*, shape (size,)."""


class State(Protocol):
    """Where the state of a run is kept, so that it can go on later: ``checkpoint.Checkpoint``."""

    def begun(self, *, seed: int, first: int, trials: int, batch: int) -> "Run":
        """What has been done so far: whole batches, or nothing."""

    def keep(self, run: "Run", *, last: bool = False) -> None:
        """Take note of the run so far."""


@dataclass(frozen=True, slots=True)
class Run:
    """Counts of a run; runs of the same seed that follow on one another add up.

    Attributes:
        counts: shape (size,), how often each end came up.
        first, trials: The trials *first* to *first* + *trials* - 1 were made.
        stopped: "trials", "precision" or "interrupted": why it ended.
        lost: Of a run that its executor interrupted: what became of the executor, and how to go on; else "".
    """

    counts: Counts
    first: int
    trials: int
    seed: int
    stopped: str
    lost: str = ""

    def __add__(self, other: "Run") -> "Run":
        if other.seed != self.seed or other.first != self.first + self.trials:
            raise ValueError(f"expected a run of seed {self.seed} from trial {self.first + self.trials} on")
        trials = self.trials + other.trials
        return Run(self.counts + other.counts, self.first, trials, self.seed, other.stopped, other.lost)


def check_seed(seed: int) -> int:
    """*seed*, if it is one.

    Raises:
        UsageError: Not from 0 to 2^63 - 1.
    """
    if not 0 <= seed <= LARGEST_SEED:
        raise UsageError(f"seed: expected a whole number from 0 to {LARGEST_SEED}, got {seed!r}")
    return seed


def run(
    sampler: Sampler,
    *,
    trials: int,
    seed: int,
    first: int = 0,
    threads: int = 1,
    executor: Executor | None = None,
    batch: int = BATCH,
    enough: Callable[[Counts, int], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
    state: State | None = None,
) -> Run:
    """Sample *trials* trials, or fewer if *enough* says so after a batch.

    Args:
        trials: At most so many; at least 1.
        first: The first trial, to go on where another run ended.
        executor: What samples the batches in place of threads: processes, a cluster; it is left open. Whatever is not a
            plain ``ThreadPoolExecutor`` gets the sampler pickled.
        enough: Gets the counts and trials so far; True stops the run.
        progress: Gets the trials done and the most there can be.
        state: Where the run goes on from, and what it leaves behind.

    Returns:
        The run so far also where the user interrupts it, or where the executor is lost, if anything was done.

    Raises:
        UsageError: Trials, seed or threads out of range; a sampler that the executor cannot take.
        LostError: The executor was lost before the first batch was done.
        KeyboardInterrupt: Interrupted before the first batch was done.
    """
    if not 1 <= trials <= LARGEST_RUN:
        raise UsageError(f"trials: expected a whole number from 1 to {LARGEST_RUN}, got {trials!r}")
    if threads < 1:
        raise UsageError(f"threads: expected 1 or more, got {threads!r}")
    key = key_of(check_seed(seed))
    made = Run(np.zeros(sampler.size, np.int64), first, 0, seed, "trials")
    if state is not None:
        made = state.begun(seed=seed, first=first, trials=trials, batch=batch)

    def sure() -> bool:
        return enough is not None and 0 < made.trials < trials and enough(made.counts, made.trials)

    stopped, lost = ("precision" if sure() else "trials"), ""
    left = range(first + made.trials, first + trials, batch) if stopped == "trials" else range(0)
    blocks = Blocks(sampler, key, left, first + trials, threads, executor)
    try:
        for counts in blocks:
            # One assignment: an interruption finds the batch counted with its trials, or not at all.
            made = Run(made.counts + counts, first, min(made.trials + batch, trials), seed, "trials")
            if progress is not None:
                progress(made.trials, trials)
            if state is not None:
                state.keep(made)
            if sure():
                stopped = "precision"
                break
    except KeyboardInterrupt:
        if not made.trials:
            raise
        stopped = "interrupted"
    except LostError as error:
        if not made.trials:
            raise
        stopped, lost = "interrupted", f"{error}; {error.hint}"
    finally:
        blocks.close()
    if state is not None:
        state.keep(made, last=True)
    return replace(made, stopped=stopped, lost=lost)
