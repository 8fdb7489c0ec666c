"""How kernels are compiled and kept: once, and never from sources that have changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from necrostats.engine import dice, sampling, streams
from necrostats.engine.narrating import Plain
from necrostats.engine.sampling import Stream, cache_folder, new_state, sources_digest
from tests.conftest import INTERPRETED

pytestmark = pytest.mark.sampled
PACKAGE = Path(sampling.__file__).parents[1]


def copy_of_the_package(folder):
    """The sources that kernels are made of, elsewhere."""
    for part in ("engine", "systems"):
        shutil.copytree(PACKAGE / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder / "engine" / "sampling.py"


def test_sources_digest__changes_with_any_rule(tmp_path, monkeypatch):
    copied = copy_of_the_package(tmp_path)
    monkeypatch.setattr(sampling, "__file__", str(copied))
    before = sources_digest()
    assert before == sources_digest()
    seen = {before}
    for name in ("engine/streams.py", "systems/necromunda/damage.py", "systems/necromunda/duel/lane.py"):
        path = tmp_path / name
        path.write_text(path.read_text() + "\n# another rule\n")
        seen.add(sources_digest())
    assert len(seen) == 4
    monkeypatch.undo()
    assert sources_digest() == before  # that of the package itself: the copy was the same


def test_cache_folder__named_after_the_sources(tmp_path, monkeypatch):
    monkeypatch.setenv("NECROSTATS_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path / sources_digest()
    assert [p.name for p in (tmp_path / sources_digest()).iterdir()] == []  # the probe is gone


def test_cache_folder__none_where_nothing_can_be_written(tmp_path, monkeypatch):
    taken = tmp_path / "file"
    taken.write_text("")
    monkeypatch.setenv("NECROSTATS_CACHE", str(taken))
    assert cache_folder() is None


def test_cache_folder__none_where_a_file_cannot_be_made(tmp_path, monkeypatch):
    monkeypatch.setenv("NECROSTATS_CACHE", str(tmp_path))

    def refuse(*_args, **_more):
        raise PermissionError("read-only file system")

    monkeypatch.setattr(Path, "touch", refuse)
    assert cache_folder() is None


SAMPLE = """
import numpy as np
from necrostats.engine import sampling, streams
from necrostats.engine.dice import STEPS
if {kernel}:
    sampling.prepare()
    reseed, face = streams.reseed, streams.face
    @sampling.kernel
    def first(state, key, trial):
        reseed(state, key, trial)
        return face(state)
    print(first(sampling.new_state(), np.uint64(streams.key_of(5)), 3))
"""


def python(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )


@pytest.mark.compiled
def test_kernel__runs_where_nothing_can_be_kept(tmp_path):
    taken = tmp_path / "file"
    taken.write_text("")
    found = python(SAMPLE.format(kernel=True), NECROSTATS_CACHE=str(taken))
    assert int(found.stdout) == Plain(5, 3).d6(0, 0)
    assert found.stderr == ""


def test_rules_need_no_numba():
    """What is exact or told never imports it."""
    code = """
import sys
from necrostats.engine import decide, enumerating, narrating, streams, waiting
from necrostats.systems.necromunda import questions, rounds
from necrostats.systems.necromunda.duel import solve, play
assert not {"numba", "llvmlite"} & set(sys.modules), "numba was imported"
"""
    python(code)


# ------------------------------------------------------------------ the dice of the sampling reading


def add(what, state, dice_):
    return state + dice.d6(dice_, what, 0)


def small(what, dice_):
    face = dice.d6(dice_, 0, 0)
    return face if face <= what else -1


def everything(dice_):
    dice.note(dice_, 0, 1)
    passed = dice.passes(dice_, 4, 0)
    return (
        dice.d6(dice_, 5, 0),
        1 if passed else 0,
        dice.die(dice_, 3, 0),
        dice.sums(dice_, 2, 6, 0),
        dice.repeat(dice_, 3, add, 2, 0),
        dice.until(dice_, small, 2),
    )


def test_stream__rolls_what_plain_dice_roll_interpreted():
    for trial in range(50):
        state = [0] * streams.WORDS
        streams.reseed(state, streams.key_of(1), trial)
        assert everything(sampling.dice_on(state)) == everything(Plain(1, trial))


@pytest.mark.compiled
def test_stream__rolls_what_plain_dice_roll_compiled():
    import numba

    sampling.prepare()
    known = [numba.extending.register_jitable(f) for f in (add, small, everything)]
    assert known
    reseed = streams.reseed

    @numba.njit
    def rolled(state, key, trial):
        reseed(state, key, trial)
        return everything(Stream(state))

    for trial in range(200):
        found = rolled(new_state(), np.uint64(streams.key_of(1)), trial)
        assert tuple(found) == everything(Plain(1, trial))


@pytest.mark.compiled
@pytest.mark.parametrize("table", [(3, 1, 4), np.array([3, 1, 4]), np.array([3, 1, 4], np.int32)])
def test_entry__compiled(table):
    import numba

    entry = dice.entry

    @numba.njit
    def read(table, at):
        return entry(table, at)

    assert [read(table, at) for at in range(3)] == [entry(table, at) for at in range(3)] == [3, 1, 4]


@pytest.mark.compiled
def test_words__compiled():
    import numba

    sampling.prepare()
    reseed, next64 = streams.reseed, streams.next64

    @numba.njit
    def fill(state, key, trial, out):
        reseed(state, key, trial)
        for i in range(out.size):
            out[i] = next64(state)

    for seed, trial in ((0, 0), (1, 5), (2**63 - 1, 10**12)):
        out = np.zeros(20, np.uint64)
        fill(new_state(), np.uint64(streams.key_of(seed)), trial, out)
        plain = Plain(seed, trial).state
        assert out.tolist() == [streams.next64(plain) for _ in range(20)]


def test_prepare__twice_is_once():
    sampling.prepare()
    known = set(sampling._known)
    sampling.prepare()
    assert sampling._known == known
    assert known <= set(dice.STEPS)


def test_new_state():
    state = new_state()
    assert len(state) == streams.WORDS
    assert isinstance(state, list) == INTERPRETED
