"""Dice and characteristic tests, against the naive reading and against libraries of dice that are not ours."""

from fractions import Fraction
from itertools import product

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine.dice import sums
from necrostats.engine.enumerating import law
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.rolls import (
    KEEP,
    RE_ROLL_FAILED,
    RE_ROLL_PASSED,
    characteristic_test,
    d3,
    d66,
    halved_die,
    roll_off,
    take,
)
from tests.naive.rounds import chance_of_test
from tests.systems.necromunda.generated import CAT, under

F = Fraction
READINGS = list(CAT.options["test_auto_fail"].values)


def passing(test):
    return law(lambda dice: take(test, 0, dice)).p(bool)


def test_d3__each_third():
    assert law(d3).chances() == {1: F(1, 3), 2: F(1, 3), 3: F(1, 3)}
    assert [d3(Scripted([face])) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [halved_die(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_d66__tens_first():
    expected = {10 * a + b: F(1, 36) for a, b in product(range(1, 7), repeat=2)}
    assert law(d66).chances() == expected
    assert d66(Scripted([1, 6])) == 16


def test_roll_off__ties_are_rolled_again():
    assert law(roll_off).chances() == {0: F(1, 2), 1: F(1, 2)}
    dice = Scripted([3, 3, 6, 6, 2, 5])
    assert roll_off(dice) == 1
    dice.check_used()
    assert roll_off(Scripted([4, 2])) == 0


@given(st.integers(-1, 14), st.integers(-4, 4), st.sampled_from((1, 2)), st.sampled_from(READINGS))
def test_characteristic_test__naive(need, modifier, dice, reading):
    once = chance_of_test(need, dice, modifier, {"test_auto_fail": reading})
    options = under(test_auto_fail=reading)
    expected = {KEEP: once, RE_ROLL_FAILED: once + (1 - once) * once, RE_ROLL_PASSED: once * once}
    for again, p in expected.items():
        assert passing(characteristic_test(need, modifier, options, dice=dice, again=again)) == p


@pytest.mark.parametrize(
    ("reading", "one_die", "two_dice", "two_dice_down"),
    # I2+ at +1 on a D6; Ld2+ at +1 on 2D6; Ld3+ at -1, where a total of 2 is rolled as a 3
    [
        ("nat1_only_hit_rolls", F(1), F(1), F(33, 36)),
        ("nat1_all_d6_tests", F(5, 6), F(1), F(33, 36)),
        ("archived", F(5, 6), F(35, 36), F(33, 36)),
    ],
)
def test_characteristic_test__what_fails_whatever_is_needed(reading, one_die, two_dice, two_dice_down):
    options = under(test_auto_fail=reading)
    assert passing(characteristic_test(2, 1, options)) == one_die
    assert passing(characteristic_test(2, 1, options, dice=2)) == two_dice
    assert passing(characteristic_test(3, -1, options, dice=2)) == two_dice_down


def test_re_roll__all_dice_once():
    test = characteristic_test(8, 0, under(), dice=2, again=RE_ROLL_FAILED)
    dice = Scripted([1, 6, 4, 4])  # 7 fails; both dice again
    assert take(test, 0, dice) == 1
    dice.check_used()
    dice = Scripted([1, 1, 1, 1])  # the second result stands
    assert take(test, 0, dice) == 0
    dice.check_used()
    forced = characteristic_test(4, 0, under(), again=RE_ROLL_PASSED)
    assert take(forced, 0, Scripted([4, 3])) == 0
    assert take(forced, 0, Scripted([4, 4])) == 1
    assert take(forced, 0, Scripted([3])) == 0


# ------------------------------------------------------------------ oracles


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (5, 6), (2, 3), (4, 3)])
def test_sums__icepool_and_dyce(count, sides):
    ours = law(lambda dice: sums(dice, count, sides, 0)).chances()
    pool = count @ icepool.d(sides)
    assert ours == {total: F(n, pool.denominator()) for total, n in pool.items()}
    histogram = count @ dyce.H(sides)
    assert ours == {total: F(n, histogram.total) for total, n in histogram.items()}


@pytest.mark.parametrize("need", range(2, 13))
def test_two_dice_with_a_re_roll__icepool(need):
    once = 2 @ icepool.d6
    oracle = once.reroll(list(range(2, need)), depth=1) >= need
    ours = passing(characteristic_test(need, 0, under(), dice=2, again=RE_ROLL_FAILED))
    assert ours == F(oracle.quantity(True), oracle.denominator())
