"""A duel before anything is asked about it: who begins, where, and how policies weigh what may be done."""

import numpy as np
import pytest

from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.contest import ROUNDING, Contest, Turn, expected_points
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State
from necrostats.systems.necromunda.duel.numbers import set_up
from tests.naive.cards import fighter, gun, knife
from tests.systems.necromunda.generated import BASIC, under
from tests.systems.necromunda.generated_advanced import ADVANCED

GUNNER = fighter(gun("rifle", ammo=4), knife(), w=2)
WALKER = fighter(knife())


def contest(options=BASIC, **where):
    return Contest(set_up(GUNNER, WALKER, options, **{"distance": 3, "lane": 4, "rounds": 2, **where}))


def test_a_rounding_is_half_of_what_lies_between_two_floats():
    assert np.finfo(float).eps == 2 * ROUNDING


def test_expected_points__four_activations_a_round():
    small = contest().setup
    states = 5 * 3 * 2 * 2 * 2
    assert expected_points(small) == round(4 * 2 * states * 1.3)


@pytest.mark.parametrize(("tie", "keeps"), [("pass_to_opponent", 15 / 36), ("reroll", 1 / 2)])
def test_priority__after_a_tie_it_passes_or_is_rolled_for_again(tie, keeps):
    found = contest(under(priority_tie=tie))
    assert found.first == [0.5, 0.5]
    assert np.array(found.later) == pytest.approx(np.array([[keeps, 1 - keeps], [1 - keeps, keeps]]))


def test_start__each_side_sees_it_from_its_own():
    found = contest(ADVANCED, cover_b="full")
    assert found.start_of(0) == State(3, 1, 1, 0, 0, 0, 1, 1, 0)
    assert found.start_of(1) == State(3, 1, 1, 0, 0, 1, 0, 0, 1)
    assert found.moves[0].space.state(found.start) == found.start_of(0)


def test_weights__random_takes_each_kind_alike_and_the_others_one_option():
    found = contest()
    moves = found.moves[0]
    state = State(3, 2, 1, 0, 0, 0, 0)
    layer = moves.layer(np.array([lane.START * moves.space.size + moves.space.number(state)]))
    weights = found.weights(Turn(1, 0, 0), layer, False, ["random", "charge", "random", "keep-away"])
    kinds = layer.options // ARGUMENTS
    by_kind = {kind: weights[kinds == kind].sum(axis=0).tolist() for kind in set(kinds.tolist())}
    assert by_kind == {
        lane.CHARGE: pytest.approx([0.2, 1, 0.2, 0]),
        **dict.fromkeys((lane.SHOOT, lane.AIM, lane.NOTHING), pytest.approx([0.2, 0, 0.2, 0])),
        lane.MOVE: pytest.approx([0.2, 0, 0.2, 1]),
    }
