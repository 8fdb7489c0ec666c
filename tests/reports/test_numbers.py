from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.reports.numbers import at_least, fraction, interval, mean, percent, points, with_interval


def value(text):
    return float(text.strip("<>%"))


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        (0, "0%"),
        (1, "100%"),
        (5 / 36, "13.9%"),
        (0.5, "50.0%"),
        (0.99949, "99.9%"),
        (0.99951, ">99.9%"),
        (1 - 1e-12, ">99.9%"),
        (0.00042, "0.042%"),
        (1e-9, "<0.0001%"),
    ],
)
def test_exact__neither_false_zero_nor_false_hundred(p, expected):
    assert percent({"p": p, "error": 1e-13}) == expected


@given(st.floats(0, 1), st.floats(0, 1))
def test_exact__rounding_keeps_order(p, q):
    low, high = sorted((p, q))
    assert value(percent({"p": low})) <= value(percent({"p": high}))


@given(st.floats(min_value=0, max_value=1, exclude_min=True, exclude_max=True))
def test_possible_and_uncertain__is_never_shown_as_sure(p):
    text = percent({"p": p})
    assert text not in ("0%", "100%", "0.0%", "100.0%")
    assert abs(value(text) - 100 * p) <= 0.1


def test_simulated__none_of_n_and_all_of_n():
    none = {"p": 0.0, "low": 0.0, "high": 0.003, "level": 0.95, "method": "wilson", "trials": 1000}
    assert percent(none) == "under 3/1,000"
    assert percent({**none, "p": 1.0, "low": 0.997, "high": 1.0}) == "over 1-3/1,000"


def test_percent__so_few_that_three_in_so_many_says_nothing():
    few = {"p": 0.0, "low": 0.0, "high": 0.3, "trials": 9}
    assert percent(few) == "0 of 9"
    assert percent({**few, "p": 1.0}) == "9 of 9"
    assert percent({**few, "trials": 10}) == "under 3/10"


@pytest.mark.parametrize(
    ("half", "expected"),
    [
        (0.1, "41% [31, 51]"),
        (0.01, "41.1% [40.1, 42.1]"),
        (0.0022, "41.1% [40.9, 41.3]"),
        (0.0001, "41.110% [41.100, 41.120]"),
    ],
)
def test_simulated__digits_follow_the_error(half, expected):
    chance = {
        "p": 0.4111,
        "low": 0.4111 - half,
        "high": 0.4111 + half,
        "level": 0.95,
        "method": "wilson",
        "trials": 9,
    }
    assert with_interval(chance) == expected


def test_simulated__a_chance_close_to_one_is_not_rounded_up():
    chance = {"p": 0.9999, "low": 0.99, "high": 1.0, "trials": 10_000}
    assert percent(chance) == ">99.9%"
    assert interval(chance) == "[99.0, 100.0]"


def test_fraction__only_where_it_can_be_read():
    assert fraction({"p": 5 / 36, "fraction": "5/36"}) == "5/36"
    assert fraction({"p": 0.0, "fraction": "0"}) == ""
    assert fraction({"p": 0.1, "fraction": "123456/1234567"}) == ""
    assert fraction({"p": 0.1}) == ""


def test_distribution__mean_and_tail_are_exact():
    dist = {str(n): {"p": 1 / 3, "fraction": "1/3"} for n in (0, 1, 3)}
    assert mean(dist) == pytest.approx(4 / 3, abs=1e-15)
    assert Fraction(at_least(dist, 1)["fraction"]) == Fraction(2, 3)
    assert at_least(dist, 4)["p"] == 0
    assert mean({}) == 0


def test_distribution__tail_of_a_simulated_one_has_wilsons_interval():
    half = {"p": 0.5, "low": 0.4, "high": 0.6, "level": 0.95, "method": "wilson", "trials": 100}
    tail = at_least({"0": half, "1": half}, 1)
    assert (tail["low"], tail["high"]) == pytest.approx((0.40383, 0.59617), abs=1e-5)


def test_points__have_a_sign_and_no_negative_zero():
    assert [points(x) for x in (0.132, -0.132, 0.0, -0.0001)] == ["+13.2", "-13.2", "0.0", "0.0"]
