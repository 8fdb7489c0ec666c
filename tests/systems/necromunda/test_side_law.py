"""Rounds put together rank by rank: against the round as one step, and by hand where losses differ."""

from collections import defaultdict
from fractions import Fraction

import pytest

from necrostats.engine.enumerating import law_from
from necrostats.systems.necromunda.muster import Losses, Near, Rank, Ranks, Side, line_up
from necrostats.systems.necromunda.side_law import after_each_round
from necrostats.systems.necromunda.side_round import side_round
from tests.naive.cards import fighter
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

F = Fraction
CREW = [
    fighter(rank=rank, cl=cl, t=t)
    for rank, cl, t in (("leader", 5, 3), ("champion", 6, 1), ("ganger", 7, 3), ("ganger", 7, 3), ("juve", 9, 2))
]  # fmt: skip
STARTS = {
    "fresh": Side(Ranks(Rank(1), Rank(1), Rank(2), Rank(1))),
    "worn": Side(Ranks(Rank(0, 0, 1), Rank(1), Rank(0, 1), Rank(0, 0, 1)), 1, 0, 0),
    "bottled": Side(Ranks(Rank(0, 1), Rank(1), Rank(1, 0, 1), Rank(1)), 0, 0, 1),
    "going": Side(Ranks(Rank(1), Rank(), Rank(1), Rank(0, 1)), 1, 1, 1),
    "gone": Side(Ranks(Rank(), Rank(), Rank(), Rank()), 3, 2, 1),
}


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("phase", ["action", "end"])
@pytest.mark.parametrize("near", [Near(1, 2, 1, 1, 1), Near(4, 0, 0, 0, 2), Near()])
def test_a_round_as_one_step(start, phase, near):
    muster, _ = line_up(CREW, under_advanced(flee_phase=phase), losses=Losses(1), near=near)
    before, after = after_each_round(muster, STARTS[start], 1)
    assert before.chances() == {STARTS[start]: 1}
    found = after.chances()
    assert found == law_from(side_round, muster, STARTS[start]).chances()
    assert sum(after.weights) == after.total
    assert all(all_of(side) == all_of(STARTS[start]) for side in found)


def all_of(side):
    return sum(sum(rank) for rank in side.ranks[:4]) + side.out + side.fled


def test_a_second_round_goes_on_from_the_first():
    """With some sides bottled and others not."""
    muster, start = line_up(CREW[1:4], ADVANCED, losses=Losses(1), near=Near(0, 1, 1, 1, 1))
    laws = after_each_round(muster, start, 2)
    assert 0 < laws[1].p(lambda side: side.bottled) < 1
    second = defaultdict(Fraction)
    for side, p in laws[1].chances().items():
        for end, q in law_from(side_round, muster, side).chances().items():
            second[end] += p * q
    assert laws[2].chances() == second


def test_losses_of_each_round():
    """Nobody in the first round, one of three out of action in the second, nobody in all that follow."""
    muster, start = line_up([fighter()] * 3, ADVANCED, losses=Losses(2, serious=0))
    none, one = Losses(0), Losses(1, serious=0)
    laws = after_each_round(muster, start, 4, [none, one, none])
    assert [law.of(lambda side: side.out) for law in laws] == [{0: 1}, {0: 1}, {1: 1}, {1: 1}, {1: 1}]
    # one of three out of action: bottled on a 3 or more; then each Cool test of 7+ keeps 21/36, sheltered by nobody
    assert laws[2].p(lambda side: side.bottled) == F(2, 3)
    assert laws[3].of(lambda side: side.fled)[0] == F(1, 3) + F(2, 3) * F(7, 12) ** 2
    by_default = after_each_round(muster, start, 1)
    assert by_default[1].of(lambda side: side.out) == {2: 1}
    assert len(after_each_round(muster, start, 0)) == 1


@pytest.mark.parametrize(("phase", "fled"), [("action", 0), ("end", 1 - F(7, 12))])
def test_when_a_bottled_side_flees(phase, fled):
    """Of two one is out of action: bottled on 2+, and the other flees in the same End phase or not yet."""
    muster, start = line_up(
        [fighter(cl=7)] * 2, under_advanced(flee_phase=phase), losses=Losses(1, serious=0)
    )
    law = after_each_round(muster, start, 1)[1]
    assert law.p(lambda side: side.bottled) == F(5, 6)
    assert law.p(lambda side: side.fled) == F(5, 6) * fled
