"""Moves on a board: the inch before enemies, friends, barricades, pushes, charges into contact; worked by hand."""

from math import sqrt

import pytest

from necrostats.systems.necromunda.battle.deciding import move_towards
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE
from necrostats.systems.necromunda.battle.moving import BUBBLE, contact_with, pushed, vacant
from necrostats.systems.necromunda.battle.paths import NO_WAY
from tests.systems.necromunda.battle.scenes import (
    NORTH,
    apart,
    barricade,
    given_faces,
    man,
    place,
    scene,
    wall,
)

LOW = barricade((1, 10), (23, 10))  # its near edge at 9.75, its far edge at 10.25
HERE = (man(), 12, 5)


def went(battle, x, y, inches):
    given_faces(move_towards, battle, 0, x, y, inches, faces=[])
    return place(battle, 0)


@pytest.mark.parametrize("posture", [1, PRONE])
def test_a_move__stops_1_inch_from_an_enemy(posture):
    battle = scene([HERE], [(man(), 12, 12, NORTH, posture)])
    assert went(battle, 12, 12, 10) == pytest.approx((12, 10))
    assert apart(battle, 0, 1) == pytest.approx(1)


def test_a_move__does_not_mind_who_is_out_of_action():
    battle = scene([HERE], [(man(), 12, 9, NORTH, GONE), (man(), 2, 23)])
    assert went(battle, 12, 12, 10) == pytest.approx((12, 12))


def test_a_move__does_not_pass_an_enemy_closer_than_1_inch():
    """Its centre keeps 2 inches from that of the enemy, who stands an inch to the side of the line."""
    battle = scene([HERE], [(man(), 13, 10)])
    assert went(battle, 12, 14, 9) == pytest.approx((12, 10 - sqrt(3)))


def test_who_is_within_the_inch__may_go_away_and_come_no_nearer():
    near = [(man(), 12, 6.5)]
    assert went(scene([HERE], near), 12, 9, 4) == pytest.approx((12, 5))
    assert went(scene([HERE], near), 12, 2, 3) == pytest.approx((12, 2))


@pytest.mark.parametrize(("inches", "end"), [(6, 11), (3, 7), (3.5, 7), (2.5, 7), (1.5, 6.5), (4, 9)])
def test_friends__are_crossed_and_not_overlapped(inches, end):
    battle = scene([HERE, (man(), 12, 8)], [(man(), 2, 23)])
    assert went(battle, 12, 5 + inches, inches) == pytest.approx((12, end))


@pytest.mark.parametrize(
    ("cost", "inches", "end"),
    [
        ("2_total", 4, 8 + 1.25 + 1.5 + 0.75),  # 1.25 to it, 2 over it, 0.75 left
        ("2_total", 3.25, 8 + 1.25 + 1.5),
        ("2_total", 3.2, 8 + 1.25),  # not enough to stand clear of it
        ("2_total", 1, 9),
        ("2_extra", 4, 8 + 1.25),
        ("2_extra", 4.75, 8 + 1.25 + 1.5),
        ("2_extra", 5, 8 + 1.25 + 1.5 + 0.25),
    ],
)
def test_over_a_barricade(cost, inches, end):
    """Half an inch thick: a base an inch across is over it for an inch and a half."""
    battle = scene([(man(), 12, 8)], [(man(), 2, 23)], LOW, barricade_cost=cost)
    assert went(battle, 12, 15, inches) == pytest.approx((12, end), abs=1e-6)


def test_a_thick_obstacle__costs_what_it_is_long():
    battle = scene([(man(), 12, 6)], [(man(), 2, 23)], barricade((1, 10), (23, 10), 4))
    assert went(battle, 12, 16, 6.4) == pytest.approx((12, 7.5))  # 1.5 to it, 5 over it
    assert went(battle, 12, 16, 6.4) == pytest.approx((12, 12.5 + 1.4), abs=1e-6)


def test_round_a_wall__and_never_through_it():
    battle = scene([(man(), 12, 8)], [(man(), 2, 23)], wall((8, 10), (16, 10)))
    x, y = went(battle, 12, 12, 5)
    assert y < 10
    assert abs(x - 12) > 3
    assert went(battle, 12, 12, 8) == pytest.approx((12, 12))
    around = [(10, 10), (14, 10), (14, 14), (10, 14)]
    box = [wall(a, b) for a, b in zip(around, [*around[1:], around[0]], strict=True)]
    closed = scene([(man(), 12, 8)], [(man(), 2, 23)], *box)
    assert went(closed, 12, 12, 8) == (12, 8)


# ------------------------------------------------------------------ pushes


def push(battle, who=0, towards=(0, 1), inches=1.0, keep=BUBBLE):
    spot = pushed(battle, who, *towards, inches, keep)
    return spot.x, spot.y


@pytest.mark.parametrize("towards", [(0, 1), (0, 7), (3, 4), (-1, 0)])
def test_a_push__leads_straight_away(towards):
    far = sqrt(towards[0] ** 2 + towards[1] ** 2)
    end = (12 + towards[0] / far, 5 + towards[1] / far)
    assert push(scene([HERE], [(man(), 2, 23)]), towards=towards) == pytest.approx(end)


@pytest.mark.parametrize(
    ("pieces", "others", "end"),
    [
        ([wall((8, 6), (16, 6))], [], 5.25),
        ([barricade((8, 6), (16, 6))], [], 5.25),
        ([], [(man(), 12, 6.4)], 5.4),  # a friend
        ([wall((8, 7), (16, 7))], [], 6),
    ],
)
def test_a_push__stops_at(pieces, others, end):
    battle = scene([HERE, *others], [(man(), 2, 23)], *pieces)
    assert push(battle) == pytest.approx((12, end), abs=1e-6)


def test_a_push__stops_at_the_edge_of_the_board():
    battle = scene([(man(), 12, 23.2)], [(man(), 2, 2)])
    assert push(battle) == pytest.approx((12, 23.5))
    assert push(battle, towards=(1, 1)) == pytest.approx((12.3, 23.5))


def test_a_push__stops_1_inch_from_an_enemy():
    battle = scene([HERE], [(man(), 12, 7.5)])
    assert push(battle) == pytest.approx((12, 5.5))
    assert push(battle, keep=0.0) == pytest.approx((12, 6))


# ------------------------------------------------------------------ contact


def test_contact__is_straight_ahead_if_nothing_is_in_the_way():
    battle = scene([HERE], [(man(), 15, 9)])
    assert contact_with(battle, 0, 1, NO_WAY) == pytest.approx(4)
    assert (battle.state.way.x[0], battle.state.way.y[0]) == pytest.approx((15 - 0.6, 9 - 0.8))


def test_contact__is_elsewhere_on_the_base_if_a_friend_is_there():
    battle = scene([HERE, (man(), 12, 8)], [(man(), 12, 9)])
    far = contact_with(battle, 0, 2, NO_WAY)
    last = battle.state.way.used[0] - 1
    x, y = battle.state.way.x[last], battle.state.way.y[last]
    assert sqrt((x - 12) ** 2 + (y - 9) ** 2) == pytest.approx(1)
    assert far == pytest.approx(sqrt(17))  # a quarter of the way round
    assert vacant(battle.state.field, 0, x, y)


def test_contact__leads_over_no_barricade_and_through_no_other_enemy():
    assert contact_with(scene([(man(), 12, 8)], [(man(), 12, 12)], LOW), 0, 1, NO_WAY) >= NO_WAY
    short = barricade((11, 10), (13, 10))
    assert 3 < contact_with(scene([(man(), 12, 8)], [(man(), 12, 12)], short), 0, 1, NO_WAY) < 5
    between = scene([HERE], [(man(), 12, 7), (man(), 12, 12)])
    last = contact_with(between, 0, 2, NO_WAY)
    way = between.state.way
    assert last >= NO_WAY or abs(way.x[0] - 12) > 0.4
