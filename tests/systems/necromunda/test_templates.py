"""Scatter dice, with fractions from the book."""

from fractions import Fraction

import pytest

from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.duel.arms import reach
from necrostats.systems.necromunda.templates import DUD, ON_SHOOTER, Landed, Marker, scatter, scatter_inches
from tests.naive.cards import gun

F = Fraction


def test_flame__eight_inches_long():
    assert reach(gun("flamer", "template", rng_s="-", rng_l="T")) == (8, 8)


def test_scatter_inches__a_1_with_the_hit_symbol_is_a_misfire():
    misfire = F(1, 6) * F(1, 3)
    expected = {inches: F(1, 6) for inches in range(2, 7)} | {1: F(1, 6) - misfire}
    expected |= {ON_SHOOTER: misfire * F(1, 6), DUD: misfire * F(5, 6)}
    assert law(scatter_inches).chances() == expected


@pytest.mark.parametrize("reaches_back", [0, 1])
@pytest.mark.parametrize(
    ("touching", "touched"), [(0, 0), (1, F(1, 9)), (2, F(1, 9) + F(1, 6)), (6, F(1, 9) + F(5, 6))]
)
def test_scatter__whom_the_marker_touches(touching, touched, reaches_back):
    start = Landed(1, 2)
    found = law(lambda dice: scatter(Marker(touching, reaches_back), start, dice)).chances()
    misfire = F(1, 108)
    expected = {start: 1 - touched - misfire, Landed(2, 2): touched, Landed(1 + reaches_back, 3): misfire}
    assert found == {end: p for end, p in expected.items() if p}
