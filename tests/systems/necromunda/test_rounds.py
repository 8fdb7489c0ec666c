from fractions import Fraction

import pytest

from necrostats.engine.enumerating import law
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.rounds import (
    NOBODY,
    PASS_TO_OPPONENT,
    REROLL,
    had_priority,
    phase_over,
    priority,
)
from tests.naive.rounds import first_priority, keeps_priority
from tests.systems.necromunda.generated import under

F = Fraction


@pytest.mark.parametrize("tie", [PASS_TO_OPPONENT, REROLL])
@pytest.mark.parametrize("holder", [NOBODY, 0, 1])
def test_priority__naive(tie, holder):
    found = law(lambda dice: priority(tie, holder, dice)).chances()
    option = {"priority_tie": "reroll" if tie == REROLL else "pass_to_opponent"}
    first = first_priority() if holder == NOBODY else keeps_priority(option)
    side = max(holder, 0)
    assert found == {side: first, 1 - side: 1 - first}


def test_priority__a_tie_changes_hands():
    for holder in (0, 1):
        assert priority(PASS_TO_OPPONENT, holder, Scripted([4, 4])) == 1 - holder
        assert priority(PASS_TO_OPPONENT, holder, Scripted([5, 4])) == 0
        assert priority(PASS_TO_OPPONENT, holder, Scripted([4, 5])) == 1


@pytest.mark.parametrize(
    ("tie", "holder"), [(PASS_TO_OPPONENT, NOBODY), (REROLL, NOBODY), (REROLL, 0), (REROLL, 1)]
)
def test_priority__ties_rolled_again(tie, holder):
    dice = Scripted([4, 4, 1, 1, 2, 3])
    assert priority(tie, holder, dice) == 1
    dice.check_used()


def test_priority__who_begins_first_matters_to_nobody():
    """From either holder the chances over six rounds are mirror images."""
    keep = [law(lambda dice, h=h: priority(PASS_TO_OPPONENT, h, dice)).chances()[h] for h in (0, 1)]
    assert keep == [F(5, 12), F(5, 12)]


@pytest.mark.parametrize(("value", "holder", "keeps"), [("pass", 1, F(5, 12)), ("reroll", NOBODY, F(1, 2))])
def test_had_priority__after_a_first_round_without_a_roll(value, holder, keeps):
    """Turf War: all six rounds are (5/12)^5, or 1/2 (5/12)^4 where the first tie is rolled again."""
    found = had_priority(1, under(turf_first_tie=value))
    assert found == holder
    second = law(lambda dice: priority(PASS_TO_OPPONENT, found, dice)).p(lambda side: side == 1)
    assert second == keeps
    assert second * F(5, 12) ** 4 == {"pass": F(3125, 248832), "reroll": F(625, 41472)}[value]


def test_phase_over():
    for value in ("False", "True"):
        options = under(may_pass=value)
        assert phase_over(0, 0, options)
        assert not phase_over(1, 1, options)
        assert phase_over(3, 2, options) is (value == "True")
