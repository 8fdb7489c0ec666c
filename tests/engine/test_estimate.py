"""Intervals: published values, scipy, exact coverage, and the counts at both edges."""

import json
import random
from fractions import Fraction
from itertools import product
from math import comb, inf, isnan, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy import convolve, flatnonzero
from scipy import stats

from necrostats.engine import estimate
from necrostats.engine.estimate import (
    NOT_DISTINGUISHABLE,
    clopper_pearson,
    difference,
    exact,
    mean,
    paired_difference,
    precise_enough,
    proportion,
    rare,
    trials_for,
    verdict,
    wilson,
    z_score,
)
from necrostats.errors import UsageError

levels = st.floats(0.5, 0.999)


@st.composite
def counts(draw, most=5000):
    trials = draw(st.integers(1, most))
    return draw(st.integers(0, trials)), trials


# ---------------------------------------------------------------------------------------------- one chance

# Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998)
# 857-872, table I, methods 3 (score) and 5 (Clopper-Pearson)
SINGLE = [
    (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
    (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
    (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
    (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
]


@pytest.mark.parametrize(("hits", "trials", "score", "exact_tails"), SINGLE)
def test_single_chance__published(hits, trials, score, exact_tails):
    assert wilson(hits, trials) == pytest.approx(score, abs=5.1e-5)
    assert clopper_pearson(hits, trials) == pytest.approx(exact_tails, abs=5.1e-5)


@given(counts(), levels)
def test_single_chance__scipy(case, level):
    hits, trials = case
    oracle = stats.binomtest(hits, trials)
    for ours, name in ((wilson, "wilson"), (clopper_pearson, "exact")):
        expected = oracle.proportion_ci(level, name)
        assert ours(hits, trials, level) == pytest.approx((expected.low, expected.high), abs=1e-9)


@given(counts(10**12), levels)
def test_wilson__holds_its_value_and_is_symmetric(case, level):
    hits, trials = case
    low, high = wilson(hits, trials, level)
    assert 0 <= low <= hits / trials <= high <= 1
    assert (low == 0) == (hits == 0)
    assert (high == 1) == (hits == trials)
    assert wilson(trials - hits, trials, level) == pytest.approx((1 - high, 1 - low), abs=1e-12)


def binomial(n, p):
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def coverage(interval, n, p):
    """The exact chance that the interval holds p."""
    held = [low <= p <= high for low, high in (interval(k, n) for k in range(n + 1))]
    return sum(chance for chance, holds in zip(binomial(n, p), held, strict=True) if holds)


@pytest.mark.parametrize("n", [20, 100, 400])
def test_coverage(n):
    chances = [i / 200 for i in range(1, 200)]
    of_wilson = [coverage(wilson, n, p) for p in chances]
    assert 0.945 < sum(of_wilson) / len(of_wilson) < 0.962
    assert min(of_wilson) > 0.83  # its known dips near 0 and 1; Wald's go to 0
    assert min(coverage(clopper_pearson, n, p) for p in chances[::10]) >= 0.95


def test_no_trials():
    none = proportion(0, 0)
    assert isnan(none.value)
    assert (none.low, none.high, str(none)) == (0.0, 1.0, "unknown (no trials)")
    assert json.loads(json.dumps(none.to_dict(), allow_nan=False))["p"] is None
    assert clopper_pearson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("hits", "trials", "level"),
    [(-1, 10, 0.95), (11, 10, 0.95), (0, -1, 0.95), (1, 2, 0), (1, 2, 1), (1, 2, 95)],
)
def test_what_cannot_be_is_refused(hits, trials, level):
    for ours in (wilson, clopper_pearson, proportion):
        with pytest.raises(UsageError, match="expected"):
            ours(hits, trials, level)


# ------------------------------------------------------------------------------------------ how it is printed


@pytest.mark.parametrize(
    ("hits", "trials", "text"),
    [
        (30, 100, "0.30 [0.22, 0.40]"),
        (138_900, 1_000_000, "0.1389 [0.1382, 0.1396]"),
        (1, 1_000_000, "0.0000010 [0.0000002, 0.0000057]"),
        (0, 1000, "under 3/1000"),
        (1000, 1000, "over 1 - 3/1000"),
        (1, 1, "over 1 - 0.95"),
    ],
)
def test_digits_follow_the_interval(hits, trials, text):
    assert str(proportion(hits, trials)) == text


@given(counts(10**7))
def test_no_simulated_chance_reads_as_0_or_1(case):
    printed = str(proportion(*case)).split(" [")[0]
    assert printed.strip("0.") != ""
    assert printed.strip("0.") != "1" or printed.startswith("0.")


@given(st.integers(1, 10**6), st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_rule_of_three__holds_at_its_level(trials, level):
    top, _, bottom = rare(trials, level).partition("/")
    bound = Fraction(top) / Fraction(bottom or 1)
    unseen = (1 - float(bound)) ** trials  # P(0 of n) if the chance were the bound
    assert unseen <= 1 - level + 1e-9
    assert float(bound) <= 1


def test_exact_values_have_no_interval():
    shot = exact(Fraction(5, 36))
    assert (shot.low, shot.high, shot.trials, shot.half_width) == (shot.value, shot.value, 0, 0)
    assert str(shot) == "0.138889"


# ----------------------------------------------------------------------------------------------- difference

# Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine
# 17 (1998) 873-890, table II, method 10
INDEPENDENT = [
    ((56, 70, 48, 80), (0.0524, 0.3339)),
    ((9, 10, 3, 10), (0.1705, 0.8090)),
    ((6, 7, 2, 7), (0.0582, 0.8062)),
    ((5, 56, 0, 29), (-0.0381, 0.1926)),
    ((0, 10, 0, 20), (-0.1611, 0.2775)),
    ((0, 10, 0, 10), (-0.2775, 0.2775)),
    ((10, 10, 0, 20), (0.6791, 1.0)),
    ((10, 10, 0, 10), (0.6075, 1.0)),
]


@pytest.mark.parametrize(("case", "interval"), INDEPENDENT)
def test_difference__published(case, interval):
    found = difference(*case)
    assert (found.low, found.high) == pytest.approx(interval, abs=5.1e-5)
    assert found.value == pytest.approx(case[0] / case[1] - case[2] / case[3])


@given(counts(), counts())
def test_difference__turns_its_sign_with_its_sides(a, b):
    one, other = difference(*a, *b), difference(*b, *a)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-12)
    assert -1 <= one.low <= one.value <= one.high <= 1


def test_difference__coverage():
    n = 40
    for p, q in product((0.05, 0.3, 0.5, 0.9), repeat=2):
        chances_a, chances_b = binomial(n, p), binomial(n, q)
        held = sum(
            chances_a[i] * chances_b[j]
            for i, j in product(range(n + 1), repeat=2)
            if (d := difference(i, n, j, n)).low <= p - q <= d.high
        )
        assert held > 0.93, (p, q)


# ------------------------------------------------------------------------------------------- paired difference

# Fagerland, Lydersen and Laake, "Statistical Analysis of Contingency Tables" (2017), chapter 8: responses before
# and after a treatment (data of Bentur 2009 and of Cavo 2012), Tango's asymptotic score interval
PAIRED = [
    ((1, 1, 7, 12), (-0.517, -0.026), 5.1e-4),
    ((59, 6, 16, 80), (-0.1240, -0.0054), 5.1e-5),
]


@pytest.mark.parametrize(("case", "interval", "within"), PAIRED)
def test_paired__published(case, interval, within):
    found = paired_difference(*case)
    assert (found.low, found.high) == pytest.approx(interval, abs=within)


four_counts = st.tuples(*[st.integers(0, 400)] * 4).filter(sum)


@given(four_counts)
def test_paired__leaves_out_0_exactly_where_mcnemar_tells_them_apart(case):
    _, b, c, _ = case
    z = abs(b - c) / sqrt(b + c) if b + c else 0.0
    apart = verdict(paired_difference(*case)) != NOT_DISTINGUISHABLE
    assert apart == (z > 1.959963984540054)


@given(four_counts)
def test_paired__turns_its_sign_with_its_sides(case):
    a, b, c, d = case
    one, other = paired_difference(a, b, c, d), paired_difference(a, c, b, d)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-9)
    assert -1 <= one.low <= one.value <= one.high <= 1


def test_paired__the_ends_solve_the_score_equation():
    """Against the restricted maximum likelihood found by search rather than by formula."""
    from scipy.optimize import minimize_scalar

    b, c, n = 12, 5, 60
    found = paired_difference(0, b, c, n - b - c)

    def unlikeliness(q, delta):  # P(only A) = q + delta, P(only B) = q
        return -stats.multinomial.logpmf([b, c, n - b - c], n, [q + delta, q, 1 - 2 * q - delta])

    for delta, z in ((found.low, 1.959963984540054), (found.high, -1.959963984540054)):
        edges = (max(0, -delta) + 1e-12, (1 - delta) / 2 - 1e-12)
        q = minimize_scalar(unlikeliness, bounds=edges, args=(delta,), method="bounded").x
        score = (b - c - n * delta) / sqrt(n * (2 * q + delta - delta * delta))
        assert score == pytest.approx(z, abs=1e-3)


def test_paired__coverage():
    """Exact: all triples of 30 pairs, for pairs that rarely differ and for pairs that often do."""
    n = 30
    for only_a, only_b in ((0.02, 0.02), (0.1, 0.03), (0.3, 0.2), (0.5, 0.1)):
        held = 0.0
        for b in range(n + 1):
            for c in range(n + 1 - b):
                found = paired_difference(0, b, c, n - b - c)
                if found.low <= only_a - only_b <= found.high:
                    ways = comb(n, b) * comb(n - b, c)
                    held += ways * only_a**b * only_b**c * (1 - only_a - only_b) ** (n - b - c)
        assert held > 0.93, (only_a, only_b)


def test_paired__edges():
    alike = paired_difference(50, 0, 0, 50)
    assert alike.value == 0
    assert alike.low == pytest.approx(-alike.high)
    assert 0 < alike.high < 0.05
    assert (paired_difference(0, 10, 0, 0).value, paired_difference(0, 10, 0, 0).high) == (1, 1)
    assert (paired_difference(0, 0, 10, 0).value, paired_difference(0, 0, 10, 0).low) == (-1, -1)
    none = paired_difference(0, 0, 0, 0)
    assert isnan(none.value)
    assert (none.low, none.high) == (-1, 1)


def test_paired__is_narrower_than_independent_runs_of_the_same_counts():
    paired = paired_difference(5000, 60, 20, 4920)
    apart = difference(5060, 10_000, 5020, 10_000)
    assert paired.value == pytest.approx(apart.value)
    assert paired.half_width < apart.half_width / 5
    assert (verdict(paired), verdict(apart)) == ("higher", NOT_DISTINGUISHABLE)


def test_verdict():
    assert verdict(paired_difference(10, 0, 90, 10)) == "lower"
    assert verdict(exact(0)) == "equal"
    assert verdict(exact(Fraction(-1, 10**9))) == "lower"
    assert verdict(difference(0, 0, 1, 2)) == NOT_DISTINGUISHABLE


# ---------------------------------------------------------------------------------------------------- a mean


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=60).filter(lambda xs: len(set(xs)) > 1), levels)
def test_mean__scipy(numbers, level):
    found = mean(len(numbers), sum(numbers), sum(x * x for x in numbers), level)
    expected = stats.ttest_1samp(numbers, 0).confidence_interval(level)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_mean__whole_numbers_keep_a_billion_trials_exact():
    n = 10**9
    found = mean(n, 3 * n + 1, 9 * n + 7)  # one 4 among 3s: squares 9 (n - 1) + 16
    assert found.value == pytest.approx(3 + 1e-9, abs=1e-15)
    assert found.half_width == pytest.approx(1.96e-9, rel=1e-3)


def test_mean__one_number_and_equal_numbers_are_not_certain():
    assert (mean(1, 3, 9).low, mean(1, 3, 9).high) == (-inf, inf)
    assert mean(1, 3, 9, bounds=(0, 6)).high == 6
    always = mean(1000, 0, 0, bounds=(0, 3))
    assert always.low == 0
    assert 3 / 1000 < always.high < 3 * 4 / 1000  # a 3 may have a chance of a little under 4/1000
    assert mean(1000, 0, 0).high == inf
    assert isnan(mean(0, 0, 0).value)
    assert mean(1000, 0, 0).to_dict()["high"] is None
    with pytest.raises(UsageError, match="squares"):
        mean(2, 4, 7)


def test_mean__coverage_on_dice():
    dice = random.Random(1)
    held = 0
    for _ in range(2000):
        rolls = [dice.randint(1, 6) for _ in range(12)]
        found = mean(12, sum(rolls), sum(x * x for x in rolls))
        held += found.low <= 3.5 <= found.high
    assert 1860 <= held <= 1930  # 95 % of 2000 is 1900, deviation 10


# --------------------------------------------------------------------------------- agreement and when to stop


def test_z_score():
    assert z_score(5000, 10_000, Fraction(1, 2)) == 0
    assert z_score(5100, 10_000, 0.5) == pytest.approx(2)
    assert (z_score(10, 10, 1), z_score(9, 10, 1), z_score(1, 10, 0)) == (0, -inf, inf)
    assert z_score(10, 10, 1 + 1e-12) == 0  # an exact chain in floats may end a hair above 1
    assert z_score(0, 0, 0.3) == 0
    with pytest.raises(UsageError, match="between 0 and 1"):
        z_score(1, 2, 1.1)


def test_stopping():
    planned = trials_for(0.01)
    assert planned == 9604
    assert precise_enough([proportion(planned // 2, planned)], 0.01)
    assert not precise_enough([proportion(planned // 4, planned // 2)], 0.01)
    assert not precise_enough([proportion(1, 2), proportion(500_000, 1_000_000)], 0.01)
    assert not precise_enough([proportion(0, 0)], 0.6)
    assert precise_enough([exact(0.5)], 0.01)
    assert trials_for(0.01, p=0) == 1
    with pytest.raises(UsageError, match="precision above 0"):
        trials_for(0)


def coverage_of_stopping(p, half_width, batch, most=20_000):
    """The exact chance that Wilson's interval holds p at the end of a run that adds batches until it is precise."""
    step = stats.binom.pmf(range(batch + 1), batch, p)
    going, tried, held, ended = [1.0], 0, 0.0, 0.0
    while ended < 1 - 1e-12:
        going, tried = convolve(going, step), tried + batch
        for hits in flatnonzero(going > 1e-20).tolist():
            found = proportion(hits, tried)
            if precise_enough([found], half_width) or tried >= most:
                ended += going[hits]
                held += going[hits] * (found.low <= p <= found.high)
                going[hits] = 0.0
    return held


@pytest.mark.parametrize(("half_width", "batch"), [(0.05, 50), (0.03, 100), (0.02, 500)])
def test_stopping__coverage(half_width, batch):
    chances = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.95]
    found = [coverage_of_stopping(p, half_width, batch) for p in chances]
    assert min(found) > 0.92
    assert 0.945 < sum(found) / len(found) < 0.965


def test_module_imports_nothing_heavy():
    """Exact answers print estimates too; they must start fast."""
    source = estimate.__loader__.get_source(estimate.__name__)
    top = [line for line in source.splitlines() if line.startswith(("import ", "from "))]
    assert not [line for line in top if "scipy" in line or "numpy" in line]
