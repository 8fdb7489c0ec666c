"""Reading a step by sampling: the one place that decides how kernels are compiled.

numba learns the primitives and every step late, when a module of kernels is imported. Helpers are inlined by LLVM and
do not count references (``_nrt=False``): that is what makes them as fast as C. No fast maths, since results must not
depend on the machine; no ``parallel``, since threads are the runner's business.
"""

import gc
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core import types
from numba.extending import overload, register_jitable

from necrostats.engine import dice, packing, streams
from necrostats.engine.narrating import Plain
from necrostats.engine.parts import PartCompiler
from necrostats.errors import NecrostatsError

F = TypeVar("F", bound=Callable[..., Any])

_config: Any = numba.config
INTERPRETED = bool(_config.DISABLE_JIT)
CALLED: Any = {
    "_nrt": False, "no_cfunc_wrapper": True, "no_cpython_wrapper": True, "pipeline_class": PartCompiler
}  # fmt: skip
INLINED: Any = {"forceinline": True, **CALLED}
_known: set[Callable[..., Any]] = set()
_reseed, _throw, _face = streams.reseed, streams.throw, streams.face


class Stream(NamedTuple):
    """Dice of the sampling reading: ``state``, the uint64 words of a stream (shape (6,))."""

    state: Any


def dice_on(state: Any) -> Any:
    """Dice on a stream: a ``Stream`` in compiled code, plain dice where numba is switched off."""
    return Plain.on(state)


@overload(dice_on, jit_options=INLINED)
def _dice_on(state):  # type: ignore[no-untyped-def]
    return lambda state: Stream(state)


def new_state() -> Any:
    """The words of a stream yet to be seeded."""
    return [0] * streams.WORDS if INTERPRETED else np.zeros(streams.WORDS, np.uint64)


@overload(streams.word, jit_options=INLINED)
def _word(x):  # type: ignore[no-untyped-def]
    return lambda x: np.uint64(x)


@overload(dice.die, jit_options=INLINED)
def _die(dice, sides, rule):  # type: ignore[no-untyped-def]
    return lambda dice, sides, rule: _throw(dice.state, sides)


@overload(dice.d6, jit_options=INLINED)
def _d6(dice, need, rule):  # type: ignore[no-untyped-def]
    return lambda dice, need, rule: _face(dice.state)


@overload(dice.passes, jit_options=INLINED)
def _passes(dice, need, rule):  # type: ignore[no-untyped-def]
    return lambda dice, need, rule: _face(dice.state) >= need


@overload(dice.sums, jit_options=INLINED)
def _sums(dice, count, sides, rule):  # type: ignore[no-untyped-def]
    def add(dice, count, sides, rule):  # type: ignore[no-untyped-def]
        total = 0
        for _ in range(count):
            total += _throw(dice.state, sides)
        return total

    return add


@overload(dice.repeat, jit_options=INLINED)
def _repeat(dice, times, one, what, state):  # type: ignore[no-untyped-def]
    def loop(dice, times, one, what, state):  # type: ignore[no-untyped-def]
        for _ in range(times):
            state = one(what, state, dice)
        return state

    return loop


@overload(dice.until, jit_options=INLINED)
def _until(dice, one, what):  # type: ignore[no-untyped-def]
    def loop(dice, one, what):  # type: ignore[no-untyped-def]
        found = one(what, dice)
        while found < 0:
            found = one(what, dice)
        return found

    return loop


@overload(dice.entry, jit_options=INLINED)
def _entry(table, at):  # type: ignore[no-untyped-def]
    if isinstance(table, types.Array):  # an unsigned place is not looked at twice for counting from the end
        return lambda table, at: np.int64(table[np.uint64(at)])
    return lambda table, at: table[at]


@overload(packing.unpacked, jit_options=CALLED)
def _unpacked(like, table, at):  # type: ignore[no-untyped-def]
    names: dict[str, Any] = {}
    exec(f"def read(like, table, at):\n    return {_reading(like, [0], names)}\n", names)
    return names["read"]


def _reading(like: Any, at: list[int], names: dict[str, Any]) -> str:
    """The expression that reads a NamedTuple of a type from a table, and the classes it names."""
    if isinstance(like, types.Integer):
        at[0] += 1
        return f"table[at + {at[0] - 1}]"
    inner = ", ".join(_reading(part, at, names) for part in like)
    if not hasattr(like, "instance_class"):
        return f"({inner},)"
    names[like.instance_class.__name__] = like.instance_class
    return f"{like.instance_class.__name__}({inner})"


@overload(dice.note, jit_options=INLINED)
def _note(dice, what, value):  # type: ignore[no-untyped-def]
    return lambda dice, what, value: None


def prepare() -> None:
    """Teach numba every step known so far."""
    for function in dice.STEPS:
        if function not in _known:
            _known.add(function)
            register_jitable(**(CALLED if function in dice.LARGE else INLINED))(function)


def sources_digest() -> str:
    """A name for what kernels are made of: the sources of engine and systems, numba's and Python's versions.

    numba looks only at a kernel's own file when it decides whether a cached compilation is still good, so an edit to a
    step in another file would go unnoticed.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    package = Path(__file__).parents[1]
    for path in sorted([*package.glob("engine/*.py"), *package.glob("systems/**/*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Where compiled kernels are kept, None where nothing can be written.

    ``NECROSTATS_CACHE`` names another folder than the user's cache.
    """
    root = os.environ.get("NECROSTATS_CACHE") or platformdirs.user_cache_dir("necrostats", appauthor=False)
    folder = Path(root) / sources_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    return folder


SOURCES = sources_digest()
"""Of the sources that this process runs on, whatever becomes of the files later."""
_FOLDER = None if INTERPRETED else cache_folder()


_announced = False


def announce(function: Callable[..., Any]) -> None:
    """Say on stderr, once, that a kernel is about to be compiled, unless the cache has it."""
    global _announced
    if INTERPRETED or _announced or getattr(function, "signatures", None):
        return
    if _FOLDER is None or not any(_FOLDER.rglob(f"*{function.__name__}*.nbi")):
        _announced = True
        kept = "once" if _FOLDER is not None else "for this run (the cache folder cannot be written)"
        print(f"compiling the simulation {kept}; this takes up to a minute", file=sys.stderr, flush=True)


@contextmanager
def _alone() -> Iterator[None]:
    """Wait while another process compiles into the same folder: numba may mix up what two of them put there at once.

    Where files cannot be locked, both compile.
    """
    with ExitStack() as stack:
        if _FOLDER is not None:
            with suppress(ImportError, OSError):
                import fcntl

                file = stack.enter_context((_FOLDER / "lock").open("ab"))
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def compiling(sampler: Any, function: Callable[..., Any]) -> None:
    """Have a sampler's kernel compiled, or fetched from the cache, for its attack.

    Done where the sampler is made, not on a runner's thread, where Ctrl-C would go unheard for as long as it takes.
    """
    if INTERPRETED:
        return
    announce(function)

    def nothing() -> None:
        collected = gc.isenabled()
        gc.disable()  # what numba makes is kept, and looking through it again and again costs a tenth of the time
        try:
            sampler.fill(0, 0, 0, np.zeros(sampler.size, np.int64))
        finally:
            if collected:
                gc.enable()

    with _alone():
        try:
            nothing()
        except NecrostatsError:
            raise
        except OSError:  # the cache folder is full: the kernel is compiled all the same, and only not kept
            nothing()
        except Exception:  # what a crash has left in the folder cannot be read: it is compiled anew
            for path in [] if _FOLDER is None else _FOLDER.rglob("*.nb?"):
                path.unlink(missing_ok=True)
            nothing()


def kernel(function: F) -> F:
    """Compile with the project's settings, or leave as it is where numba is switched off."""
    if INTERPRETED:
        return function
    prepare()
    compiler: Any = numba.njit
    outside = _config.CACHE_DIR
    _config.CACHE_DIR = "" if _FOLDER is None else str(_FOLDER)
    try:
        return cast(F, compiler(cache=_FOLDER is not None, nogil=True, _nrt=False)(function))
    finally:
        _config.CACHE_DIR = outside


prepare()
_mix, _word, GOLDEN = streams.mix, streams.word, streams.GOLDEN
FEW = 64
"""Thresholds up to which all words are held against each of them, many at once; a word alone looks for its place."""


@kernel
def _tally_drawn(thresholds, key, first, trials, words, counts):  # type: ignore[no-untyped-def]
    n = len(thresholds)
    for start in range(first, first + trials, len(words)):
        some = min(len(words), first + trials - start)
        for i in range(some):
            words[i] = _mix(_word(key + _word(_word(start + i) * _word(GOLDEN)))) >> _word(1)
        if n <= FEW:
            before = 0
            for k in range(n):
                limit, below = thresholds[k], 0
                for i in range(some):
                    below += words[i] < limit
                counts[k] += below - before
                before = below
            counts[n] += some - before
            continue
        for i in range(some):
            low, high = 0, n
            while low < high:
                middle = (low + high) >> 1
                if words[i] < thresholds[middle]:
                    high = middle
                else:
                    low = middle + 1
            counts[low] += 1


def tally_drawn(thresholds: Any, key: int, first: int, trials: int, counts: Any) -> None:
    """Draw a word of 63 bits for each trial and count between which thresholds it falls.

    Args:
        thresholds: shape (outcomes - 1,), in rising order, from 0 to 2^63 - 1.
        counts: shape (outcomes,), added to.
    """
    announce(_tally_drawn)
    key_word: Any = key if INTERPRETED else np.uint64(key)
    _tally_drawn(thresholds, key_word, first, trials, np.zeros(1024, np.int64), counts)
