"""Exact distributions, with icepool and dyce, two independent dice libraries, as oracles."""

import copy
import pickle
from fractions import Fraction
from itertools import product

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine.dist import Dist
from necrostats.errors import UsageError

D3, D6 = Dist.uniform(range(1, 4)), Dist.uniform(range(1, 7))

weights = st.dictionaries(st.integers(-6, 40), st.integers(0, 9), min_size=1, max_size=6).filter(
    lambda w: sum(w.values()) > 0
)
dists = weights.map(Dist.weighted)


def of_icepool(die):
    return {k: Fraction(n, die.denominator()) for k, n in die.items() if n}


@given(weights, weights)
def test_sum__icepool(a, b):
    expected = icepool.Die(a) + icepool.Die(b)
    assert dict((Dist.weighted(a) + Dist.weighted(b)).chances) == of_icepool(expected)


@given(weights, st.integers(0, 7))
def test_repeated__icepool(a, times):
    expected = times @ icepool.Die(a)
    assert dict(Dist.weighted(a).repeated(times).chances) == of_icepool(expected)


@given(weights.filter(lambda w: all(w.values())), st.integers(1, 6))
def test_repeated__dyce(a, times):
    expected = times @ dyce.H(a)
    total = sum(expected.counts())
    assert dict(Dist.weighted(a).repeated(times).chances) == {
        k: Fraction(n, total) for k, n in expected.items() if n
    }


@given(weights)
def test_moments__icepool(a):
    dist, expected = Dist.weighted(a), icepool.Die({k: w for k, w in a.items() if w})
    assert dist.mean == expected.mean()
    assert dist.variance == expected.variance()
    assert dist.median == expected.median_low()
    assert dist.mode == min(k for k, n in expected.items() if n == max(expected.quantities()))


@given(dists, st.integers(-8, 42))
def test_at_least_at_most_exactly(dist, k):
    assert dist.at_least(k) + dist.at_most(k) - dist.exactly(k) == 1
    assert dist.at_least(k) == sum(p for outcome, p in dist.chances.items() if outcome >= k)


@given(dists, st.integers(0, 6), st.integers(0, 6))
def test_repeated__adds_up(dist, m, n):
    assert dist.repeated(m) + dist.repeated(n) == dist.repeated(m + n)


@given(dists, st.fractions(0, 1))
def test_quantile_and_need__are_the_outermost(dist, chance):
    q, n = dist.quantile(chance), dist.need(chance)
    assert dist.at_most(q) >= chance
    assert dist.at_least(n) >= chance
    assert all(dist.at_most(k) < chance for k in dist if k < q)
    assert all(dist.at_least(k) < chance for k in dist if k > n)


@given(dists, dists)
def test_then__is_the_sum_if_the_second_is_added(a, b):
    assert a.then(lambda k: b + k) == a + b


def test_repeated__two_outcomes_far_apart():
    far = Dist.weighted({0: 1, 1: 1, 10**9: 2})
    assert far.repeated(5) == far + far + far + far + far
    assert far.repeated(0) == Dist.sure(0)
    assert far.repeated(1) == far


def test_repeated__by_hand_over_all_faces():
    counts = {}
    for faces in product(range(1, 7), repeat=3):
        counts[sum(faces)] = counts.get(sum(faces), 0) + 1
    assert D6.repeated(3) == Dist.weighted(counts)


def test_no_dice_are_surely_0_and_random_numbers_of_dice_keep_that_case():
    assert D6.repeated(0) == Dist.sure(0)
    shots = Dist.weighted({0: 1, 1: 1})
    assert shots.then(D6.repeated).exactly(0) == Fraction(1, 2)


def test_a_bonus_is_added_to_the_roll_not_to_the_die():
    assert Dist.uniform((2, 3, 4)) == D3 + 1
    assert sum([D3, D3]) == D3 + D3
    assert (D6.repeated(4) + 10).mean == 24


def test_rare_tails_are_kept():
    dist = Dist.weighted({0: 10**9 - 1, 1: 1}).repeated(3)
    assert dist.exactly(3) == Fraction(1, 10**27)
    assert sum(dist.chances.values()) == 1


def test_given__conditions_on_the_event_named():
    assert D6.given(lambda k: k >= 5) == Dist.uniform((5, 6))
    with pytest.raises(UsageError, match="none does"):
        D6.given(lambda k: k > 6)


def test_map__merges_what_becomes_equal():
    assert D6.map(lambda k: min(k, 3)) == Dist.weighted({1: 1, 2: 1, 3: 4})


def test_floats_are_read_as_they_are_written():
    assert Dist.uniform(range(10)).quantile(0.9) == 8
    assert Dist.uniform(range(10)).need(0.9) == 1


def test_zero_entries_are_dropped_and_order_does_not_matter():
    a, b = Dist({2: Fraction(1, 2), 1: Fraction(1, 2), 3: Fraction(0)}), Dist.uniform((1, 2))
    assert a == b
    assert hash(a) == hash(b)
    assert list(a) == [1, 2]


def test_a_distribution_cannot_be_changed_but_travels():
    with pytest.raises(TypeError):
        D6.chances[1] = 0
    with pytest.raises(AttributeError):
        D6.chances = {}
    assert pickle.loads(pickle.dumps(D6)) == D6
    assert copy.deepcopy(D6) == D6


@pytest.mark.parametrize(
    "chances",
    [{}, {1: Fraction(1, 2)}, {1: Fraction(3, 2), 2: Fraction(-1, 2)}, {1: 0.1, 2: 0.9}, {1: 2}],
)
def test_what_does_not_sum_to_1_is_refused(chances):
    with pytest.raises(UsageError, match="sum 1"):
        Dist(chances)


def test_impossible_requests_are_refused():
    with pytest.raises(UsageError, match="0 rolls or more"):
        D6.repeated(-1)
    with pytest.raises(UsageError, match="weights above 0"):
        Dist.weighted({1: 0})
    with pytest.raises(UsageError, match="between 0 and 1"):
        D6.need(1.5)
