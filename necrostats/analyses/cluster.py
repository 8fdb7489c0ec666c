"""A dask cluster that samples: joined, its workers held against this machine, and left again.

The one place that imports dask, which is the extra ``dask``, and only where a cluster is asked for.
"""

import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from necrostats import __version__
from necrostats.analyses.answers import data_digest
from necrostats.errors import UsageError

ADDRESS = re.compile(r"((?:tcp|tls)://)?(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):([0-9]{1,5})")
MOST_PORT = 65535
REACHED = 5
"""Seconds in which a scheduler must answer."""
ANSWERED = 30
"""Seconds in which all workers must have said what they run: the first time they load it."""
LOOK = 0.2
"""Seconds between two looks at whether the scheduler is still there."""
RETRIES = 2
GONE = "the scheduler is gone"
SET_UP = (
    "dask scheduler starts one, and dask worker ADDRESS joins it; in Python: executor=client.get_executor()"
)


class Workers(Executor):
    """The workers of a cluster; what a worker that dies was at, the scheduler gives to another one.

    dask waits for ever for what a scheduler that dies was asked for. Here all that is under way is broken off then.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.inner: Executor = client.get_executor(pure=False, retries=RETRIES)
        self.under_way: set[Future[Any]] = set()
        self.ended = Event()
        Thread(target=self._watch, args=(client.scheduler_comm,), daemon=True).start()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A call on its way to a worker.

        Raises:
            BrokenExecutor: The scheduler is gone.
        """
        deadline = monotonic() + REACHED
        while self.client.status != "running":
            if monotonic() >= deadline:
                raise BrokenExecutor(GONE)
            sleep(LOOK)
        future = self.inner.submit(fn, *args, **kwargs)
        self.under_way.add(future)
        future.add_done_callback(self.under_way.discard)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing more is watched."""
        self.ended.set()

    def _watch(self, line: Any) -> None:
        while not self.ended.wait(LOOK):
            now = self.client.scheduler_comm if self.client.status == "running" else None
            if now is not line or now is None:
                for future in list(self.under_way):
                    with suppress(InvalidStateError):
                        future.set_exception(BrokenExecutor(GONE))
            line = now


@contextmanager
def joined(address: str) -> Iterator[tuple[Executor, int]]:
    """An executor on the cluster of the scheduler at *address*, and how many threads its workers have.

    Raises:
        UsageError: dask is not installed, no scheduler answers, there are no workers, or a worker runs on another
            version, other sources or other data of necrostats than this process.
    """
    fit = ADDRESS.fullmatch(str(address))
    if fit is None or not 0 < int(fit[3]) <= MOST_PORT:
        raise UsageError(
            f"cluster: expected the address of a dask scheduler, such as tcp://127.0.0.1:8786, got {address!r}",
            SET_UP,
        )
    client = _client(address, fit[2].strip("[]"), int(fit[3]))
    try:
        _check(address, _seen(client, address))
        with Workers(client) as workers:
            yield workers, sum(client.nthreads().values())
    finally:
        with suppress(Exception):
            client.close(timeout=REACHED)


def here() -> dict[str, str]:
    """What this process runs on; also called on every worker."""
    from necrostats.engine.sampling import SOURCES

    return {"version": __version__, "sources": SOURCES, "data": data_digest()}


def _client(address: str, host: str, port: int) -> Any:
    try:
        import dask

        # What goes wrong is told by our errors; loggers that somebody has set up already are left alone.
        quiet = dict.fromkeys(("distributed", "distributed.client", "tornado.application"), "critical")
        with dask.config.set(logging=quiet):
            import distributed
    except ImportError as error:
        raise UsageError(
            "cluster: expected dask and distributed to be installed, got neither or one",
            'pip install "necrostats[dask]"; threads need nothing: --threads 2',
        ) from error
    client: Any = distributed.Client
    try:
        socket.create_connection(
            (host, port), timeout=REACHED
        ).close()  # says at once what dask tries again and again
        return _within(REACHED + 1, lambda: client(address, timeout=REACHED, set_as_default=False))
    except Exception as error:
        reason = (
            getattr(error, "strerror", None) or " ".join(str(error).split())[:200] or type(error).__name__
        )
        raise UsageError(
            f"cluster: expected a dask scheduler at {address} to answer in {REACHED} s, got: {reason}", SET_UP
        ) from error


def _within(seconds: float, make: Callable[[], Any]) -> Any:
    """What is made in so many seconds: dask waits for ever for what takes a connection and says nothing.

    Raises:
        TimeoutError: It takes longer; the thread that makes it is left to itself.
    """
    found: Future[Any] = Future()

    def work() -> None:
        try:
            found.set_result(make())
        except Exception as error:
            found.set_exception(error)

    Thread(target=work, daemon=True).start()
    return found.result(timeout=seconds)


def _seen(client: Any, address: str) -> dict[str, Any]:
    """What each worker says that it runs on, or the error in place of an answer."""
    try:
        found: dict[str, Any] = client.run(here, on_error="return", callback_timeout=ANSWERED)
    except Exception as error:
        raise UsageError(
            f"cluster: expected every worker of {address} to say what it runs in {ANSWERED} s, got {error!r}",
            "its dashboard shows which one hangs; start it again",
        ) from error
    if not found:
        raise UsageError(f"cluster: expected workers at {address}, got none", f"dask worker {address}")
    return found


def _check(address: str, found: dict[str, Any]) -> None:
    """Every worker must run on what this process runs on, since other sources may roll other dice.

    Raises:
        UsageError: One does not.
    """
    mine = here()
    others = []
    for worker, its in sorted(found.items()):
        if isinstance(its, BaseException):
            others.append(f"{type(its).__name__} ({its}) on {worker}")
        elif its != mine:
            differs = ", ".join(f"{name} {its.get(name)}" for name in mine if its.get(name) != mine[name])
            others.append(f"{differs} on {worker}")
    if others:
        more = f", and {len(others) - 1} more" if len(others) > 1 else ""
        raise UsageError(
            f"cluster: expected necrostats {mine['version']} on every worker of {address}, with sources "
            f"{mine['sources']} and data {mine['data']}, got {others[0]}{more}",
            "install the same necrostats, Python, numpy and numba there, and start the workers again",
        )
