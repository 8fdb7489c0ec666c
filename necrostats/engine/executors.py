"""Where the blocks of a run are sampled: here, on threads, or on any executor of ``concurrent.futures``.

A block is fixed by the sampler, the seed and its trials, so it does not matter where it is sampled, nor how often. What
another process gets is the pickled sampler; it makes the sampler once and keeps it.
"""

import pickle
import sys
import threading
import zlib
from collections import deque
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from necrostats.errors import NecrostatsError, UsageError

if TYPE_CHECKING:
    from necrostats.engine.monte_carlo import Counts, Sampler

AHEAD = 64
"""Blocks that are handed to an executor before the first one of them is counted, at the least."""
TRIES = 3
"""How often a block is handed to an executor that loses it."""
KEPT = 8
_making = threading.Lock()


class LostError(NecrostatsError):
    """An executor does not give the blocks that it was handed: its processes died, or it was shut down."""


@dataclass(frozen=True, slots=True)
class Failed:
    """What the sampler itself raised in another process."""

    error: Exception


def sampled(sampler: "Sampler", key: int, first: int, trials: int) -> "Counts":
    """The counts of one block, shape (size,)."""
    counts = np.zeros(sampler.size, np.int64)
    sampler.fill(key, first, trials, counts)
    return counts


def packed(sampler: "Sampler") -> bytes:
    """A sampler as another process can take it.

    Raises:
        UsageError: It cannot be pickled.
    """
    try:
        return zlib.compress(pickle.dumps(sampler))
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise UsageError(
            f"executor: expected a sampler that can be pickled, got {type(sampler).__name__}: {error}",
            "threads sample anything: threads=2 in place of the executor",
        ) from error


@lru_cache(maxsize=KEPT)
def _made(pack: bytes) -> Any:
    return pickle.loads(zlib.decompress(pack))


def sources_here() -> str:
    """The digest of the sources that kernels of this process are made of, "" where no kernel has been loaded."""
    sampling = sys.modules.get("necrostats.engine.sampling")
    return "" if sampling is None else str(sampling.SOURCES)


def elsewhere(pack: bytes, sources: str, key: int, first: int, trials: int) -> Any:
    """A block sampled in another process: its counts, in rows where the sampler has them, or ``Failed``.

    Raises:
        NecrostatsError: This process runs on other sources than the one that asks, and might roll other dice.
    """
    with _making:  # made once, not by each thread that comes for it
        sampler = _made(pack)
    if sources:
        from necrostats.engine.sampling import SOURCES

        if sources != SOURCES:
            raise NecrostatsError(f"expected the sources {sources} in every process, got {SOURCES}")
    try:
        counts = sampled(sampler, key, first, trials)
        return sampler.rows(counts) if hasattr(sampler, "rows") else counts
    except Exception as error:
        return Failed(error)


class Blocks:
    """The counts of each block of a run in order, a few blocks ahead of who takes them.

    Args:
        starts: The first trial of each block.
        end: The trial after the last one.
        threads: With an executor: so many blocks, twice, are handed out ahead, if that is more than ``AHEAD``.
        executor: None for threads of our own, or none where *threads* is 1. It is never shut down here.
    """

    def __init__(
        self, sampler: "Sampler", key: int, starts: range, end: int, threads: int, executor: Executor | None
    ) -> None:
        self.sampler, self.key, self.end, self.step = sampler, key, end, starts.step
        self.starts = iter(starts)
        self.own = ThreadPoolExecutor(threads) if not executor and threads > 1 and len(starts) > 1 else None
        self.pool: Executor | None = executor or self.own
        self.most = 2 * threads if executor is None else max(2 * threads, AHEAD)
        self.ahead: deque[tuple[int, Future[Any]]] = deque()
        self.lost: Exception | None = None
        self.far = self.pool is not None and type(self.pool) is not ThreadPoolExecutor
        self.task: Any = partial(sampled, sampler)
        if self.far and len(starts):
            self.task = partial(elsewhere, packed(sampler), sources_here())

    def __iter__(self) -> "Blocks":
        return self

    def __next__(self) -> "Counts":
        if self.pool is None:
            counts: Counts = self.task(*self._block(next(self.starts)))
            return counts
        while self.lost is None and len(self.ahead) < self.most:
            start = next(self.starts, None)
            if start is None:
                break
            future = self._submit(start)
            if future is not None:
                self.ahead.append((start, future))
        if not self.ahead:
            if self.lost is not None:
                raise _gone(self.lost)
            raise StopIteration
        found = self._result(*self.ahead[0])
        self.ahead.popleft()
        return found

    def _block(self, start: int) -> tuple[int, int, int]:
        return self.key, start, min(self.step, self.end - start)

    def _submit(self, start: int) -> Future[Any] | None:
        """A block on its way; None if the executor takes no more."""
        assert self.pool is not None
        try:
            return self.pool.submit(self.task, *self._block(start))
        except RuntimeError as error:  # broken, or shut down
            self.lost = error
            return None

    def _result(self, start: int, future: Future[Any]) -> "Counts":
        """The counts of a block; handed out again where it was lost and the executor still takes any.

        Raises:
            LostError: Lost for good.
        """
        for more in reversed(range(TRIES)):
            try:
                found = future.result()
                break
            except Exception as error:
                if not self.far and not isinstance(error, BrokenExecutor | CancelledError):
                    raise
                again = self._submit(start) if more else None
                if again is None:
                    self.lost = error
                    raise _gone(error) from error
                future = again
                self.ahead[0] = (start, again)
        if isinstance(found, Failed):
            raise found.error
        if isinstance(found, list):
            sampler: Any = self.sampler
            found = sampler.counts(found)
        counts: Counts = found
        return counts

    def close(self) -> None:
        """Nothing more is wanted: what has not begun never will."""
        if self.own is not None:
            self.own.shutdown(wait=True, cancel_futures=True)
        for _, future in self.ahead:
            future.cancel()


def _gone(error: Exception) -> LostError:
    text = " ".join(str(error).split())[:200]
    return LostError(
        f"executor: expected it to sample every block, got {type(error).__name__}{f': {text}' if text else ''}",
        "the same seed makes the same run again, on another executor or on threads",
    )
