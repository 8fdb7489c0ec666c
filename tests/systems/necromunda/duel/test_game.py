"""The duel as a game: the order of its points, who picks at them, and how nodes are numbered."""

import numpy as np

from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.game import GROUPS, Game, Moves
from necrostats.systems.necromunda.duel.numbers import set_up
from tests.naive.cards import fighter, knife
from tests.systems.necromunda.generated import BASIC

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
