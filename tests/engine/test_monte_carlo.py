import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine.monte_carlo import LARGEST_RUN, LARGEST_SEED, check_seed, run
from necrostats.engine.narrating import Plain
from necrostats.engine.streams import key_of
from necrostats.errors import UsageError


class Faces:
    """The first die of each trial, in plain Python; keeps what it was asked for."""

    size = 6

    def __init__(self):
        self.asked = []

    def fill(self, key, first, trials, counts):
        self.asked.append((first, trials))
        for trial in range(first, first + trials):
            counts[(key ^ trial * 2654435761) % 6] += 1


def counts(**more):
    return run(Faces(), **{"trials": 1_000, "seed": 5, **more}).counts.tolist()


@given(st.integers(1, 400), st.integers(1, 4), st.integers(0, 50))
def test_run__batches_and_threads_change_nothing(batch, threads, first):
    assert counts(batch=batch, threads=threads, first=first) == counts(first=first)


@given(st.integers(1, 999))
def test_run__extended(cut):
    one = run(Faces(), trials=cut, seed=5, batch=100)
    two = run(Faces(), trials=1_000 - cut, seed=5, first=cut, batch=70, threads=2)
    both = one + two
    assert both.counts.tolist() == counts()
    assert (both.first, both.trials, both.seed, both.stopped) == (0, 1_000, 5, "trials")


def test_run__only_what_follows_adds_up():
    one = run(Faces(), trials=10, seed=5)
    for other in (run(Faces(), trials=10, seed=5), run(Faces(), trials=10, seed=6, first=10)):
        with pytest.raises(ValueError, match="expected a run of seed 5 from trial 10 on"):
            one + other


def test_run__twice_is_not_added_up():
    sampler = Faces()
    first = run(sampler, trials=100, seed=5).counts
    assert run(sampler, trials=100, seed=5).counts.tolist() == first.tolist()
    assert first.sum() == 100


def test_run__each_trial_once():
    sampler = Faces()
    run(sampler, trials=1_003, seed=0, batch=100, threads=3, first=7)
    trials = [t for first, n in sampler.asked for t in range(first, first + n)]
    assert sorted(trials) == list(range(7, 1_010))


def test_run__seeds_differ():
    assert counts(seed=5) != counts(seed=6)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_run__enough(threads):
    seen = []

    def enough(so_far, trials):
        seen.append((int(so_far.sum()), trials))
        return trials >= 300

    found = run(Faces(), trials=1_000, seed=5, batch=100, threads=threads, enough=enough)
    assert (found.trials, found.stopped, found.counts.sum()) == (300, "precision", 300)
    assert seen == [(100, 100), (200, 200), (300, 300)]
    assert found.counts.tolist() == counts(trials=300)


def test_run__enough_only_in_the_end_is_no_stop():
    found = run(Faces(), trials=200, seed=5, batch=100, enough=lambda so_far, trials: trials == 200)
    assert (found.trials, found.stopped) == (200, "trials")


def test_run__progress():
    seen = []
    run(Faces(), trials=250, seed=5, batch=100, progress=lambda done, most: seen.append((done, most)))
    assert seen == [(100, 250), (200, 250), (250, 250)]


@pytest.mark.parametrize("threads", [1, 2])
def test_run__interrupted_keeps_what_was_done(threads):
    def progress(done, most):
        if done == 200:
            raise KeyboardInterrupt

    found = run(Faces(), trials=1_000, seed=5, batch=100, threads=threads, progress=progress)
    assert (found.trials, found.stopped) == (200, "interrupted")
    assert found.counts.tolist() == counts(trials=200)


def test_run__interrupted_before_anything():
    class Stuck(Faces):
        def fill(self, key, first, trials, counts):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Stuck(), trials=10, seed=5)


def test_run__an_error_in_a_thread_comes_out():
    class Broken(Faces):
        def fill(self, key, first, trials, counts):
            raise RuntimeError("broken")

    for threads in (1, 2):
        with pytest.raises(RuntimeError, match="broken"):
            run(Broken(), trials=1_000, seed=5, batch=100, threads=threads)


@pytest.mark.parametrize(
    ("wrong", "match"),
    [({"trials": 0}, "trials"), ({"trials": -5}, "trials"), ({"trials": LARGEST_RUN + 1}, "trials"),
     ({"seed": -1}, "seed"), ({"seed": LARGEST_SEED + 1}, "seed"), ({"threads": 0}, "threads")],
)  # fmt: skip
def test_run__refuses(wrong, match):
    with pytest.raises(UsageError, match=match) as caught:
        run(Faces(), **{"trials": 10, "seed": 5, **wrong})
    assert caught.value.exit_code == 2
    assert str(next(iter(wrong.values()))) in str(caught.value)


def test_check_seed__edges():
    assert (check_seed(0), check_seed(LARGEST_SEED)) == (0, LARGEST_SEED)


def test_run__the_key_is_that_of_the_seed():
    """Trial i of a run throws the dice of Plain(seed, i)."""
    keys = []

    class Keys(Faces):
        def fill(self, key, first, trials, counts):
            keys.append(key)

    run(Keys(), trials=1, seed=77)
    assert keys == [key_of(77)]
    assert Plain(77, 3).state != Plain(77, 4).state


def test_run__counts_of_one_batch_are_its_own():
    """No two threads ever write into the same counts."""
    given_out = []

    class Kept(Faces):
        def fill(self, key, first, trials, counts):
            given_out.append(counts)
            assert not counts.any()
            super().fill(key, first, trials, counts)

    found = run(Kept(), trials=1_000, seed=5, batch=100, threads=4)
    assert len({id(each) for each in given_out}) == 10
    assert np.sum(given_out, axis=0).tolist() == found.counts.tolist()
