"""The same run on threads, in processes, and on executors that are slow, lazy or broken."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from necrostats.engine.executors import AHEAD, TRIES, LostError, elsewhere, packed
from necrostats.engine.monte_carlo import run
from necrostats.engine.streams import key_of
from necrostats.errors import NecrostatsError, UsageError
from necrostats.systems.necromunda.kernels import AttackSampler
from necrostats.systems.necromunda.models import Situation
from tests.conftest import SAMPLES
from tests.engine.handed_out import AsTheyCome, Bare, Deadly, Eager, Faces, Lazy, Losing, Refusing
from tests.naive.cards import fighter, goliath, lasgun
from tests.systems.necromunda.generated import ask

pytestmark = pytest.mark.compiled


def made(sampler=None, **more):
    return run(sampler or Faces(), **{"trials": 1_030, "seed": 5, "batch": 100, **more})


def counts(**more):
    return made(**more).counts.tolist()


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_run__in_processes(processes):
    seen = []
    found = made(executor=processes, progress=lambda done, _: seen.append(done))
    assert found.counts.tolist() == counts()
    assert (found.trials, found.stopped, found.lost) == (1_030, "trials", "")
    assert seen == [*range(100, 1_001, 100), 1_030]


def test_run__a_kernel_in_processes(processes):
    sampler = AttackSampler(ask(fighter(), goliath(), lasgun(), None, Situation(cover="partial")))
    here = run(sampler, trials=SAMPLES, seed=3)
    there = run(sampler, trials=SAMPLES, seed=3, batch=SAMPLES // 9, executor=processes)
    assert there.counts.tolist() == here.counts.tolist()
    assert here.counts.sum() == SAMPLES


@pytest.mark.parametrize("executor", [Eager, lambda: ThreadPoolExecutor(2)])
@pytest.mark.parametrize("sampler", [Faces, Bare])
def test_run__on_any_executor(executor, sampler):
    with executor() as pool:
        assert made(sampler(), executor=pool).counts.tolist() == counts()
        assert made(sampler(), executor=pool, first=7).counts.tolist() == counts(first=7), "it was left open"


def test_run__ends_numbered_elsewhere():
    sampler = AsTheyCome()
    found = made(sampler, executor=Eager())
    assert [int(found.counts[sampler.places[face]]) for face in range(6)] == counts()


def test_run__enough_on_an_executor():
    executor = Eager()
    found = made(executor=executor, trials=100_000, enough=lambda _, trials: trials >= 300)
    assert (found.trials, found.stopped) == (300, "precision")
    assert found.counts.tolist() == counts(trials=300)
    assert len(executor.handed) == AHEAD + 2


def test_run__interrupted_on_an_executor():
    def progress(done, _):
        if done == 200:
            raise KeyboardInterrupt

    found = made(executor=Eager(), progress=progress)
    assert (found.trials, found.stopped, found.lost) == (200, "interrupted", "")
    assert found.counts.tolist() == counts(trials=200)


def test_run__lazy():
    executor = Lazy(11)
    assert counts(executor=executor) == counts()
    executor.thread.join()


def test_run__shut_down_in_mid_run():
    executor = Lazy(AHEAD)
    found = made(executor=executor, trials=10_000)
    executor.thread.join()
    assert (found.trials, found.stopped) == (AHEAD * 100, "interrupted")
    assert "got RuntimeError: cannot schedule new futures after shutdown" in found.lost
    assert found.counts.tolist() == counts(trials=AHEAD * 100)


def test_run__a_block_that_is_lost_is_handed_out_again():
    executor = Losing(300, TRIES - 1)
    assert counts(executor=executor) == counts()
    assert sum(first == 300 for first, _ in executor.handed) == TRIES


def test_run__lost_for_good():
    found = made(executor=Losing(300, TRIES))
    assert (found.trials, found.stopped) == (300, "interrupted")
    assert "expected it to sample every block, got BrokenExecutor: the cable was pulled" in found.lost
    assert "the same seed" in found.lost
    assert found.counts.tolist() == counts(trials=300)
    rest = made(first=300, trials=730)
    assert (found + rest).counts.tolist() == counts()


def test_run__lost_before_anything():
    with pytest.raises(LostError, match="the cable was pulled") as caught:
        made(executor=Losing(0, TRIES))
    assert "on threads" in caught.value.hint


def test_run__a_process_is_killed():
    """What was counted before stays counted; the pool is broken, and no process samples trial 4,000."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        found = made(Deadly(4_000), executor=pool, trials=100_000)
    assert found.stopped == "interrupted"
    assert 0 < found.trials <= 4_000
    assert "BrokenProcessPool" in found.lost
    assert found.counts.tolist() == counts(trials=found.trials)


def test_run__what_the_sampler_raises_comes_out():
    with pytest.raises(UsageError, match="none of 300") as caught:
        made(Refusing(), executor=Eager())
    assert caught.value.hint == "leave it out"


def test_run__a_sampler_that_cannot_be_pickled():
    class Here(Faces):
        pass

    with pytest.raises(UsageError, match="expected a sampler that can be pickled, got Here"):
        made(Here(), executor=Eager())
    with ThreadPoolExecutor(2) as pool:
        assert made(Here(), executor=pool).counts.tolist() == counts()


def test_elsewhere__on_other_sources():
    with pytest.raises(NecrostatsError, match="expected the sources 0123456789abcdef in every process, got"):
        elsewhere(packed(Faces()), "0123456789abcdef", key_of(5), 0, 10)
