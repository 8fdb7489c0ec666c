"""The cache folder of compiled kernels, used by two at once, killed in the middle, damaged."""

import json
import random
import time

import pytest

from necrostats.analyses.attack import attack
from tests.resilience.programs import begin, done

pytestmark = pytest.mark.compiled

TRIALS = 20_000
ONE = ("rork", "kaiya", "--weapon", "stub-gun")
TWO = ("kaiya", "rork", "--weapon", "stub-gun[str=4]")
REST = ("--rules", "basic", "--trials", TRIALS, "--seed", "7", "--json", "--no-stamp")


def answer(process):
    code, out, err = done(process)
    assert (code, "Traceback" in err) == (0, False), err
    return json.loads(out)


@pytest.fixture(scope="module")
def right():
    """What both questions answer in this process."""
    found = []
    for one, other, _, weapon in (ONE, TWO):
        found.append(attack(one, other, weapon=weapon, rules="basic", trials=TRIALS, seed=7).to_dict())
        found[-1].pop("stamp")
    return found


def test_two_at_once__both_are_right(tmp_path, right):
    both = [begin("attack", *words, *REST, NECROSTATS_CACHE=str(tmp_path)) for words in (ONE, TWO)]
    assert [answer(process) for process in both] == right
    assert answer(begin("attack", *ONE, *REST, NECROSTATS_CACHE=str(tmp_path))) == right[0]
    assert not list(tmp_path.rglob("*.tmp.*"))


@pytest.mark.soak
def test_two_at_once__the_second_waits(tmp_path, right):
    fcntl = pytest.importorskip("fcntl")
    from necrostats.engine.sampling import SOURCES

    folder = tmp_path / SOURCES
    folder.mkdir()
    with (folder / "lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = begin("attack", *ONE, *REST, NECROSTATS_CACHE=str(tmp_path))
        assert process.stderr.readline().startswith("compiling the simulation once")
        time.sleep(1.0)
        assert process.poll() is None
        assert not list(folder.rglob("*.nbi"))
    assert answer(process) == right[0]
    assert list(folder.rglob("*.nbi"))


@pytest.mark.soak
def test_killed_while_it_compiles__the_next_one_is_right(tmp_path, right):
    rng = random.Random(1)
    for _ in range(12):
        process = begin("attack", *ONE, *REST, NECROSTATS_CACHE=str(tmp_path))
        time.sleep(rng.uniform(0.5, 3.0))
        process.kill()
        done(process)
        assert answer(begin("attack", *ONE, *REST, NECROSTATS_CACHE=str(tmp_path))) == right[0]
        for path in tmp_path.rglob("*.nb?"):
            if rng.random() < 0.5:
                path.unlink()


@pytest.mark.soak
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_damaged__compiled_anew(tmp_path, right, ending):
    """As a crash of the machine may leave files: empty, cut short."""
    assert answer(begin("attack", *ONE, *REST, NECROSTATS_CACHE=str(tmp_path))) == right[0]
    for size in (0, 100):
        for path in tmp_path.rglob(f"*.{ending}"):
            path.write_bytes(path.read_bytes()[:size])
        assert answer(begin("attack", *ONE, *REST, NECROSTATS_CACHE=str(tmp_path))) == right[0]
