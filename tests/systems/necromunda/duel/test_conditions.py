"""What a fighter can be like between two steps of a duel, and how conditions are numbered."""

import pytest

from necrostats.systems.necromunda.duel.conditions import Conditions
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    BOOSTED,
    BURNT_OUT,
    CONCUSSED,
    IN_PLAY,
    ON_FIRE,
    OUT,
    PINNED,
    SERIOUS,
    WOUND,
    Condition,
)
from necrostats.systems.necromunda.scene import NOBODY, between

FIT = Condition(2, 3)


@pytest.mark.parametrize("mark", [ON_FIRE, BLINDED, CONCUSSED, BURNT_OUT, BOOSTED])
def test_between__what_lasts_until_it_is_over(mark):
    assert between(FIT._replace(hits=2, flesh=1, marks=mark | PINNED | WOUND)) == FIT._replace(marks=mark)


@pytest.mark.parametrize(
    ("before", "kept"),
    [(BURNT_OUT, BURNT_OUT), (BOOSTED, BOOSTED), (BURNT_OUT | BOOSTED, BURNT_OUT | BOOSTED), (ON_FIRE, 0),
     (BLINDED, 0)],
)  # fmt: skip
def test_between__of_what_it_had_only_spent_kit_stays(before, kept):
    assert between(FIT, before) == FIT._replace(marks=kept)


def test_between__out_of_action_is_one_condition():
    assert between(Condition(1, 2, 3, OUT, 4, ON_FIRE), BURNT_OUT) == NOBODY
    assert between(FIT._replace(down=SERIOUS)) == FIT._replace(down=SERIOUS)


def test_conditions__numbered_as_they_are_met():
    known = Conditions(FIT)
    assert (known.start, list(known)) == (1, [NOBODY, FIT])
    lying = FIT._replace(down=SERIOUS, marks=ON_FIRE)
    assert [known.number(c) for c in (lying, FIT, NOBODY, lying)] == [2, 1, 0, 2]
    assert (len(known), known[2]) == (3, lying)
    assert known.in_play.tolist() == [False, True, False]
    assert known.serious.tolist() == [False, False, True]
    assert known.marked(ON_FIRE).tolist() == [False, False, True]


def test_conditions__of_the_basic_rules_count_wounds():
    known = Conditions(FIT._replace(wounds=3), 3)
    assert [(c.wounds, c.down) for c in known] == [(0, OUT), (1, IN_PLAY), (2, IN_PLAY), (3, IN_PLAY)]
    assert known.start == 3
