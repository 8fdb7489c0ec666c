from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine.enumerating import law
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda import close_combat
from necrostats.systems.necromunda.close_combat import melee
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.movement import (
    BASE,
    CONTACTS,
    MOST_D3,
    WITHIN_1,
    Retreat,
    charge_to,
    half_move,
    retreat,
    retreat_distance,
)
from necrostats.systems.necromunda.rolls import characteristic_test, d3
from tests.naive import rounds as naive
from tests.systems.necromunda.generated import TESTS, blades, chosen_options, fighters, under

F = Fraction


@given(st.integers(1, 14), st.integers(0, 8), st.sampled_from(list(CONTACTS)))
def test_charge__naive(gap, m, contact):
    found = law(lambda dice: charge_to(gap, m + d3(dice), CONTACTS[contact])).chances()
    assert found.get(0, 0) == naive.charge_reach(m, gap, {"charge_contact": contact})
    assert sum(found.values()) == 1
    for left in found:
        assert left == 0 or left in {max(1, gap - m - d) for d in range(1, MOST_D3 + 1)}


def test_charge__falls_short_and_stops_1_inch_away():
    assert [charge_to(7, move, BASE) for move in (5, 6, 7, 8)] == [2, 1, 0, 0]
    assert [charge_to(7, move, WITHIN_1) for move in (4, 5, 6, 7)] == [3, 2, 0, 0]
    assert charge_to(1, 0, BASE) == 1  # no nearer than 1 inch without contact


def test_charge__a_d3_adds_3_inches_at_most():
    assert max(law(d3).outcomes) == MOST_D3 == 3
    assert CONTACTS == {"base": 0, "within_1": 1}


def test_half_move():
    assert [half_move(m, "exact") for m in range(7)] == [0, 0, 1, 1, 2, 2, 3]
    assert [half_move(m, "up") for m in range(7)] == [0, 1, 1, 2, 2, 3, 3]


def test_retreat_distance__a_d6_whatever_the_movement():
    assert law(retreat_distance).chances() == {n: F(1, 6) for n in range(1, 7)}


@given(
    fighters(), fighters(attacks=st.integers(1, 2)), blades(), st.integers(0, 4),
    chosen_options((*TESTS, "retreat_reaction", "retreat_timing")),
)  # fmt: skip
def test_retreat__naive(mover, enemy, reply, lost, chosen):
    """Both tests and the reaction: killed, away or stuck."""
    options = under(**chosen)
    lost = min(lost, mover.w - 1)
    tests = [characteristic_test(f.i, 0, options) for f in (mover, enemy)]
    numbers = Retreat(*tests, int(options["retreat_reaction"] == "always"))
    reaction = melee(enemy, mover, reply, None, Situation(close=True, wounds_lost=lost), options)

    def one(dice):
        result = retreat(numbers, 0, dice)
        if result >= 2 and close_combat.fight(reaction, Target(mover.w - lost, mover.t), dice).wounds == 0:
            return "killed"
        return "away" if result % 2 else "stuck"

    found = {what: F(0) for what in ("killed", "away", "stuck")} | law(one).chances()
    assert found == naive.retreat(mover, enemy, reply, chosen, lost=lost)


@pytest.mark.parametrize(
    ("always", "faces", "result"),
    [(1, [3, 4], 3), (1, [3, 3], 1), (1, [2, 4], 2), (1, [2, 3], 0), (0, [2], 0), (0, [3, 4], 3)],
)
def test_retreat__own_test_then_the_enemy_s(always, faces, result):
    tests = [characteristic_test(need, 0, under()) for need in (3, 4)]
    dice = Scripted(faces)
    assert retreat(Retreat(*tests, always), 0, dice) == result
    dice.check_used()
