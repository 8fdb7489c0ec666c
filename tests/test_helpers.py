"""The helpers of conftest, and which tests run interpreted: a test that cannot fail is none."""

import re
from pathlib import Path

import pytest
from scipy.stats import binom

from tests.conftest import assert_chance, assert_chances, binomial_tail

KERNELS = re.compile(
    r"^from necrostats\.\S*\b(kernels|composed) import|^from necrostats\.engine import .*\bsampling\b", re.M
)
MARKS = re.compile(r"mark\.(sampled|compiled)")


def test_every_file_that_throws_dice_with_a_kernel_has_tests_that_run_interpreted():
    tests = [path for path in Path(__file__).parent.rglob("test_*.py") if KERNELS.search(path.read_text())]
    assert len(tests) >= 5
    assert [path.name for path in tests if not MARKS.search(path.read_text())] == []


@pytest.mark.parametrize("p", [1e-6, 0.03, 0.5, 0.999])
@pytest.mark.parametrize("hits", [0, 1, 7, 60, 99, 100])
def test_tail__scipy(hits, p):
    expected = min(binom.cdf(hits, 100, p), binom.sf(hits - 1, 100, p))
    assert binomial_tail(hits, 100, p) == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_assert_chance__rare_counts_may_be_many_sigmas_out():
    assert_chance(2, 100_000, 5e-7)  # nine sigmas, and yet one run in 800
    assert_chance(50_000, 100_000, 0.5)
    for hits in (49_000, 51_000, 0, 100_000):
        with pytest.raises(AssertionError, match="are expected"):
            assert_chance(hits, 100_000, 0.5)


def test_assert_chance__certain_and_impossible():
    assert_chance(0, 10, 0)
    assert_chance(10, 10, 1)
    for hits, p in ((1, 0), (9, 1)):
        with pytest.raises(AssertionError):
            assert_chance(hits, 10, p)
    with pytest.raises(AssertionError):
        assert_chance(11, 10, 0.5)


def test_assert_chances__an_outcome_that_cannot_be():
    assert_chances({0: 480, 1: 520}, {0: 0.5, 1: 0.5})
    with pytest.raises(AssertionError):
        assert_chances({0: 480, 1: 519, 2: 1}, {0: 0.5, 1: 0.5})
