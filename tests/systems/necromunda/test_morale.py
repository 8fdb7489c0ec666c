"""Nerve, rallying, bottle tests, fleeing, group activation: worked examples, options, edges."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine.enumerating import law, law_from
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda import morale, rolls
from necrostats.systems.necromunda.morale import (
    ACTIVE,
    ENGAGED,
    PRONE,
    Courage,
    Nerve,
    bottle_need,
    bottles_out,
    brings_along,
    cool_of,
    iron_will,
    nerve_test,
    rally,
    reaction_modifier,
    run_for_cover,
    shelter,
    stays,
)
from necrostats.systems.necromunda.movement import Retreat, half_move
from necrostats.systems.necromunda.rolls import characteristic_test
from tests.naive.advanced.cards import in_force
from tests.naive.advanced.end_phase import bottle
from tests.naive.cards import fighter
from tests.naive.rounds import chance_of_test
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

F = Fraction
NO_RETREAT = Retreat(rolls.Test(1, 4), rolls.Test(1, 4), 1)


def afraid(cool, steady=0, status=ACTIVE, half=2, retreat=NO_RETREAT, options=ADVANCED):
    return Nerve(cool_of(fighter(cl=cool), options), steady, status, half, retreat)


def holds(nerve):
    return law_from(nerve_test, nerve, Courage()).p(lambda c: not c.broken)


# ------------------------------------------------------------------ nerve and rallying


def test_e55__nerve():
    assert holds(afraid(8)) == F(5, 12)
    assert holds(afraid(8, steady=2)) == F(13, 18)
    for friends, expected in ((0, F(5, 12)), (2, F(13, 18))):
        cool = cool_of(fighter(cl=8), ADVANCED)
        assert law(lambda dice, cool=cool, n=friends: rally(cool, n, dice)).p(bool) == expected


@given(st.integers(2, 12), st.integers(0, 40), st.sampled_from(["archived", "nat1_only_hit_rolls"]))
def test_cool_tests__naive(cool, friends, reading):
    options = under_advanced(test_auto_fail=reading)
    expected = chance_of_test(cool, 2, friends, in_force({"test_auto_fail": reading}))
    assert holds(afraid(cool, friends, options=options)) == expected
    needs = cool_of(fighter(cl=cool), options)
    assert law(lambda dice: rally(needs, friends, dice)).p(bool) == expected
    own = characteristic_test(cool, friends, options, dice=2)
    assert law(lambda dice: morale.keeps_cool(needs, friends, 0, dice)).p(bool) == law(
        lambda dice: morale.sums(dice, 2, 6, 0) >= own.need
    ).p(bool)


def test_who_breaks_runs_and_is_no_longer_ready():
    found = nerve_test(afraid(8), Courage(), Scripted([3, 4, 5, 6]))
    assert found == Courage(broken=1, ready=0, ran=11, reacted=0)
    assert nerve_test(afraid(8), Courage(), Scripted([4, 4])) == Courage()
    prone = afraid(8, status=PRONE, half=half_move(5, "exact"))
    assert nerve_test(prone, Courage(), Scripted([1, 1])) == Courage(1, 0, 2, 0)


def test_who_is_broken_does_not_test_again():
    broken = Courage(1, 1, 0, 0)
    assert nerve_test(afraid(12), broken, Scripted([])) == broken


def test_an_engaged_fighter_must_get_away_first():
    """As in a Retreat: its Initiative test, then the enemy's."""
    engaged = afraid(8, status=ENGAGED, retreat=Retreat(rolls.Test(1, 4), rolls.Test(1, 3), 1))
    found = law_from(run_for_cover, engaged, Courage(1, 0))
    assert found.of(lambda c: (c.ran > 0, c.reacted)) == {
        (False, 0): F(1, 6),
        (False, 1): F(1, 3),
        (True, 0): F(1, 6),
        (True, 1): F(1, 3),
    }
    assert sum(c.ran * p for c, p in found.chances().items()) == F(7, 2)
    only_if_passed = engaged._replace(retreat=engaged.retreat._replace(always=0))
    stuck = law_from(run_for_cover, only_if_passed, Courage(1, 0)).of(lambda c: (c.ran > 0, c.reacted))
    assert stuck[False, 0] == F(1, 2)


def test_who_does_not_get_away_is_broken_and_stays():
    stuck = afraid(8, status=ENGAGED, retreat=Retreat(rolls.Test(1, 4), rolls.Test(1, 3), 1))
    assert run_for_cover(stuck, Courage(1, 1), Scripted([3, 3])) == Courage(1, 1, 0, 1)
    assert nerve_test(stuck, Courage(), Scripted([3, 4, 3, 2])) == Courage(1, 0, 0, 0)
    assert Courage() == (0, 1, 0, 0)


def test_reaction_modifier():
    assert (reaction_modifier(True), reaction_modifier(False)) == (-2, 0)


# ------------------------------------------------------------------ bottle tests


def bottles(crew, casualties, modifier=0):
    need = bottle_need(crew, casualties, modifier)
    return law_from(bottles_out, need, 0).p(bool)


@pytest.mark.parametrize(
    ("crew", "casualties", "expected"),
    [(4, 1, F(1, 2)), (4, 2, F(2, 3)), (4, 3, F(5, 6)), (10, 4, F(0)), (10, 5, F(1, 6))],
)
def test_e56__bottle_test(crew, casualties, expected):
    assert bottles(crew, casualties) == expected


@pytest.mark.parametrize(("value", "expected"), [("subtract", F(1, 2)), ("add", F(5, 6))])
def test_d25__iron_will(value, expected):
    leader = fighter(rank="leader", skills=("iron-will",))
    options = under_advanced(iron_will=value)
    assert bottles(4, 2, iron_will(leader, options)) == expected
    assert iron_will(fighter(), options) == 0
    assert bottles(4, 2) == F(2, 3)  # D25.none


def test_e56__iron_will_is_off_the_roll():
    """E56.crew4_c2_ironwill, and a side without losses does not test whatever is added."""
    assert bottles(4, 2, -1) == F(1, 2)
    assert bottles(4, 0, 6) == 0


@given(
    crew=st.sampled_from([0, 1, 2, 4, 5, 7, 10, 13, 100]),
    casualties=st.integers(0, 110),
    will=st.booleans(),
    reading=st.sampled_from(["subtract", "add"]),
)
def test_bottle_test__naive(crew, casualties, will, reading):
    modifier = {"subtract": -1, "add": 1}[reading] if will else 0
    assert bottles(crew, casualties, modifier) == bottle(crew, casualties, will, {"iron_will": reading})
    assert 1 <= bottle_need(crew, casualties, modifier) <= 7


def test_bottled_for_the_battle():
    assert bottles_out(7, 1, Scripted([])) == 1
    assert bottles(4, 5) == bottles(0, 1) == 1


# ------------------------------------------------------------------ fleeing


def test_fleeing():
    cool = cool_of(fighter(cl=7), ADVANCED)
    assert law(lambda dice: stays(cool, 0, dice)).p(bool) == F(7, 12)
    assert stays(cool, 1, Scripted([]))
    assert [shelter(fighter(rank=rank)) for rank in ("leader", "champion", "ganger", "juve", "")] == [
        12,
        6,
        0,
        0,
        0,
    ]


# ------------------------------------------------------------------ group activation


@pytest.mark.parametrize(
    ("rank", "skills", "near", "expected"),
    [
        ("leader", (), 5, 2),
        ("champion", (), 5, 1),
        ("ganger", (), 5, 0),
        ("leader", ("commanding-presence",), 5, 3),
        ("champion", ("commanding-presence",), 5, 2),
        ("ganger", ("commanding-presence",), 5, 0),
        ("leader", (), 1, 1),
        ("leader", (), 0, 0),
        ("leader", (), -1, 0),
    ],
)
def test_brings_along(rank, skills, near, expected):
    assert brings_along(fighter(rank=rank, skills=skills), near) == expected
