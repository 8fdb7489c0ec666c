"""Firepower dice and ammo, roll by roll, with fractions from the book."""

from fractions import Fraction

import pytest

from necrostats.engine.enumerating import law
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.ammo import (
    CHECK,
    DIVERTED,
    DRY,
    JAMMED,
    SECOND,
    USER_OUT,
    Burst,
    Checks,
    Magazine,
    check,
    check_passes,
    firepower_die,
    reload,
    use_up,
)

F = Fraction


def chances(step):
    return law(step).chances()


@pytest.mark.parametrize("symbol_holes", [0, 1])
def test_firepower_die__one_symbol_and_one_to_three_holes(symbol_holes):
    found = chances(lambda dice: firepower_die(Magazine(symbol_holes=symbol_holes), Burst(4, 2), dice))
    expected = {
        Burst(4 + symbol_holes, 3): F(1, 6),
        Burst(5, 2): F(1, 3),
        Burst(6, 2): F(1, 3),
        Burst(7, 2): F(1, 6),
    }
    assert found == expected


@pytest.mark.parametrize(("worse", "passed"), [(0, F(1, 3)), (1, F(1, 9))])
def test_check_passes__of_two_dice_the_worse_counts(worse, passed):
    assert law(lambda dice: check_passes(Magazine(check_on=5, worse=worse), CHECK, dice)).p(bool) == passed


@pytest.mark.parametrize(
    ("again", "expected"),
    [
        (0, {Checks(0, 0): F(1, 2), Checks(1, 0): F(1, 2)}),
        (1, {Checks(0, 1): F(1, 2), Checks(0, 0): F(1, 4), Checks(1, 0): F(1, 4)}),
        (9, {Checks(0, 9): F(3, 4), Checks(1, 9): F(1, 4)}),
    ],
)
def test_check__rolled_again_once_or_always(again, expected):
    assert chances(lambda dice: check(Magazine(check_on=4), Checks(0, again), dice)) == expected


@pytest.mark.parametrize(
    ("magazine", "symbols", "expected"),
    [
        (Magazine(check_on=4), 0, {0: 1}),
        (Magazine(check_on=4), 1, {0: F(1, 2), DRY: F(1, 2)}),
        (Magazine(check_on=4), 2, {0: F(1, 4), DRY: F(1, 2), DRY + JAMMED: F(1, 4)}),
        (Magazine(check_on=4), 3, {0: F(1, 8), DRY: F(3, 8), DRY + JAMMED: F(1, 2)}),
        (Magazine(check_on=4, again=1), 1, {0: F(3, 4), DRY: F(1, 4)}),
        (Magazine(), 2, {0: 1}),  # never checked
        (Magazine(check_on=4, thrown=1), 0, {0: F(1, 2), DRY: F(1, 2)}),
        (Magazine(check_on=4, thrown=1), 2, {0: F(1, 2), DRY: F(1, 2)}),
        (Magazine(single=1), 0, {DRY: 1}),
        (Magazine(check_on=4, single=1), 2, {DRY: F(3, 4), DRY + JAMMED: F(1, 4)}),
        (Magazine(unstable=1), 0, {0: 1}),
        (Magazine(unstable=1), 1, {0: F(1, 2), USER_OUT: F(1, 2)}),
        (
            Magazine(check_on=4, unstable=1),
            1,
            {0: F(1, 4), DRY: F(1, 4), USER_OUT: F(1, 4), USER_OUT + DRY: F(1, 4)},
        ),
        (
            Magazine(check_on=7, unstable=1),
            2,
            {DRY + JAMMED: F(1, 2), USER_OUT + DRY + JAMMED: F(1, 2)},
        ),
    ],
)
def test_use_up__checks_for_symbols_and_what_they_cost(magazine, symbols, expected):
    assert chances(lambda dice: use_up(magazine, symbols, dice)) == expected


@pytest.mark.parametrize(("plentiful", "filled"), [(0, F(1, 3)), (1, 1)])
def test_reload__an_ammo_check_or_none(plentiful, filled):
    assert law(lambda dice: reload(Magazine(check_on=5), plentiful, dice)).p(bool) == filled


@pytest.mark.parametrize(("face", "became"), [(1, USER_OUT), (3, USER_OUT), (4, 0), (6, 0)])
def test_unstable__strikes_its_user_on_1_to_3(face, became):
    assert use_up(Magazine(unstable=1), 1, Scripted([face])) == became


def test_what_can_become_of_two_weapons_is_told_apart():
    marks = [DRY, JAMMED, USER_OUT, DIVERTED, SECOND * DRY, SECOND * JAMMED]
    assert sorted(marks) == [1 << place for place in range(6)]


def test_magazine__what_is_not_said_never_happens():
    assert Magazine() == (0, 1, 0, 0, 0, 0, 0, 0)
    assert Burst() == (0, 0)
