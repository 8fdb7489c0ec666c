"""Samplers and executors of the tests, in a module that other processes can import."""

import os
import signal
import threading
from concurrent.futures import BrokenExecutor, Executor, Future

import numpy as np

from necrostats.engine.checkpoint import Numbered
from necrostats.errors import UsageError


class Faces(Numbered):
    """The first die of each trial, in plain Python."""

    size = 6

    def fill(self, key, first, trials, counts):
        for trial in range(first, first + trials):
            counts[(key ^ trial * 2654435761) % 6] += 1


class Bare:
    """The same without rows: its counts themselves come back."""

    size = 6
    fill = Faces.fill


class Deadly(Faces):
    """Kills the process that samples trial *at*, unless it is the one that made this."""

    def __init__(self, at, home=None):
        self.at, self.home = at, home or os.getpid()

    def __reduce__(self):
        return Deadly, (self.at, self.home)

    def fill(self, key, first, trials, counts):
        if first <= self.at < first + trials and os.getpid() != self.home:
            os.kill(os.getpid(), signal.SIGKILL)
        super().fill(key, first, trials, counts)


class Refusing(Faces):
    """Says of trial 300 that it cannot be asked."""

    def fill(self, key, first, trials, counts):
        if first <= 300 < first + trials:
            raise UsageError("trials: expected none of 300", "leave it out")
        super().fill(key, first, trials, counts)


class AsTheyCome:
    """Numbers its ends as they turn up, so that the same counts mean something else in each process."""

    size = 6

    def __init__(self):
        self.places = {}

    def __reduce__(self):
        return AsTheyCome, ()

    def fill(self, key, first, trials, counts):
        for trial in reversed(range(first, first + trials)):
            face = (key ^ trial * 2654435761) % 6
            counts[self.places.setdefault(face, len(self.places))] += 1

    def rows(self, counts):
        return [[face, int(counts[place])] for face, place in self.places.items() if counts[place]]

    def counts(self, rows):
        found = np.zeros(self.size, np.int64)
        for face, n in rows:
            found[self.places.setdefault(face, len(self.places))] = n
        return found


class Eager(Executor):
    """Does everything at once, where it is; keeps what it was handed."""

    def __init__(self):
        self.handed = []

    def submit(self, fn, /, *args, **kwargs):
        self.handed.append(args[-2:])
        future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Lazy(Executor):
    """Does nothing before it is shut down, which somebody else does once it was handed *most* calls."""

    def __init__(self, most):
        self.most, self.calls, self.down = most, [], False

    def submit(self, fn, /, *args, **kwargs):
        if self.down:
            raise RuntimeError("cannot schedule new futures after shutdown")
        self.calls.append((Future(), fn, args, kwargs))
        if len(self.calls) == self.most:
            self.down = True
            self.thread = threading.Thread(target=self.shutdown)
            self.thread.start()
        return self.calls[-1][0]

    def shutdown(self, wait=True, *, cancel_futures=False):
        for future, fn, args, kwargs in reversed(self.calls):
            future.set_result(fn(*args, **kwargs))


class Losing(Eager):
    """Loses each block from trial *at* on so many times."""

    def __init__(self, at, times):
        super().__init__()
        self.at, self.times = at, times

    def submit(self, fn, /, *args, **kwargs):
        if args[-2] >= self.at and sum(first == args[-2] for first, _ in self.handed) < self.times:
            self.handed.append(args[-2:])
            future = Future()
            future.set_exception(BrokenExecutor("the cable was pulled"))
            return future
        return super().submit(fn, *args, **kwargs)
