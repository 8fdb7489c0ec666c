"""The duel as a game: the order of its points, who picks at them, and how nodes are numbered."""

import numpy as np
import pytest

from necrostats.engine.dice import die
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.game import GROUPS, Game, Moves
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State
from necrostats.systems.necromunda.duel.legal import GAP, MY_PINNED
from necrostats.systems.necromunda.duel.numbers import set_up
from tests.naive.cards import fighter, gun, knife
from tests.systems.necromunda.generated import BASIC
from tests.systems.necromunda.generated_advanced import ADVANCED

SMALL = set_up(fighter(knife()), fighter(knife()), BASIC, lane=1, distance=1)


def test_groups__in_which_order_and_who_picks():
    first, second = range(45, 59, 2), range(46, 60, 2)
    assert [(set(points), foe) for points, foe in GROUPS] == [
        ({lane.START}, False),
        ({lane.FRESH}, False),
        ({3, 4, 5}, False),
        ({13, 15, 17, *first}, True),
        ({*range(19, 25), *range(31, 37)}, False),
        ({43}, True),
        ({*range(6, 13)}, False),
        ({14, 16, 18, *second}, True),
        ({*range(25, 31), *range(37, 43)}, False),
        ({44}, True),
    ]
    assert sorted(point for points, _ in GROUPS for point in points) == list(range(1, lane.POINTS))


def test_place__of_every_node_and_none_elsewhere():
    game = Game(SMALL, 0)
    assert (game.place[game.full] == np.arange(game.full.size)).all()
    rest = np.ones(game.place.size, bool)
    rest[game.full] = False
    assert (game.place[rest] == -1).all()
    assert rest.any()


def test_spread__over_no_states():
    moves, none = Moves(SMALL, 0), np.zeros(0, np.int64)
    edges, events, to, p = moves.spread(none, np.zeros((9, 0), np.int64), 0, (), lambda state, dice: None)
    assert (edges.size, events.size, to.size, p.size) == (0, 0, 0, 0)


def test_spread__one_law_for_all_that_look_alike():
    """A coin is tossed: on heads the fighters are in contact. It is the same coin, pinned or not."""
    moves, met = Moves(SMALL, 0), []

    def toss(state, dice):
        met.append(state.my_pinned)
        side = die(dice, 2, 0)
        return lane.Step(side, state._replace(gap=0 if side == 1 else 1))

    contact, apart, down = (
        moves.space.number(State(gap, 1, 1, pinned, 0, 0, 0, 0, 0))
        for gap, pinned in ((0, 0), (1, 0), (1, 1))
    )
    states = np.array([apart, down])
    same = {MY_PINNED: np.array([1, 1])}
    found = moves.spread(states, moves.space.at(states), 0, (GAP, MY_PINNED), toss, same)
    edges, events, to, p = (each.tolist() for each in found)
    assert (edges, events, p) == ([2, 2], [1, 2, 1, 2], [0.5] * 4)
    assert to == [contact, apart, contact + down - apart, down]
    assert set(met) == {1}


NEAR = gun("near", rng_s="1", rng_l="2")
FAR = gun("far", rng_s="2", rng_l="5", ammo=4)
MOVES = [(lane.MOVE, to) for to in (2, 4, 1, 5)]
AIM, CHARGE, NOTHING = (lane.AIM, 0), (lane.CHARGE, 0), (lane.NOTHING, 0)


def preferred(options, point, **seen):
    setup = set_up(fighter(NEAR, FAR, knife(), m=2), fighter(knife()), options, lane=6, distance=3)
    moves = Moves(setup, 0)
    state = State(3, 1, 1, 0, 0, 0, 0, 0, 0)._replace(**seen)
    layer = moves.layer(np.array([point * moves.space.size + moves.space.number(state)]))
    return [divmod(option, ARGUMENTS) for option in layer.options.tolist()]


@pytest.mark.parametrize(
    ("point", "seen", "expected"),
    [
        (lane.START, {}, [(lane.SHOOT, 1), CHARGE, *MOVES, AIM, NOTHING, (lane.SHOOT, 0)]),
        (lane.AFTER, {}, [(lane.SHOOT, 1), *MOVES, NOTHING, AIM, (lane.SHOOT, 0)]),
        (lane.AFTER + lane.AIM, {}, [(lane.AIMED_SHOOT, 1), *MOVES, NOTHING, (lane.AIMED_SHOOT, 0)]),
        (lane.START, {"my_pinned": 1}, [(lane.STAND_UP, 0), (lane.CRAWL, 2), (lane.CRAWL, 4), NOTHING]),
        (lane.START, {"gap": 0}, [(lane.FIGHT, 0), (lane.RETREAT, 0), NOTHING]),
    ],
)
def test_layer__what_does_something_comes_first_and_small_moves_before_large(point, seen, expected):
    """The first gun does not reach: to shoot it is less than to do nothing, as is aiming with the last action."""
    assert preferred(BASIC, point, **seen) == expected


def test_layer__a_reload_comes_after_moves():
    loads = [CHARGE, *MOVES, (lane.RELOAD, 0), AIM, NOTHING, (lane.SHOOT, 0)]
    assert preferred(ADVANCED, lane.START) == loads
