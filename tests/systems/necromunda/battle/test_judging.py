"""What a fighter thinks of a place: who is near, what it could shoot, what could be done to it."""

from math import cos, pi, sin

import pytest

from necrostats.systems.necromunda.battle.judging import (
    NONE,
    by_eye,
    cell_of,
    judged,
    look_round,
)
from necrostats.systems.necromunda.battle.measuring import PRONE, STANDING
from necrostats.systems.necromunda.battle.sight import FULL, HIDDEN, IN_THE_OPEN, PARTIAL
from necrostats.systems.necromunda.battle.state import harm_of_fight
from tests.naive.cards import blade, gun
from tests.systems.necromunda.battle.scenes import NORTH, barricade, man, scene, wall

RIFLE = gun("rifle")  # 12 and 24 inches, Strength 3
SHOOTS = {"shoot": 1.0, "pin": 0.5, "risk": 1.0}


def judge(battle, x, y, *, moves=0, shoots=0, aim=0):
    look_round(battle)
    return judged(battle, 0, x, y, moves, shoots, aim)


@pytest.mark.parametrize("angle", [k * pi / 9 for k in range(18)])
def test_a_place__1_inch_from_an_enemy_or_touching_a_friend_is_free(angle):
    """Whatever the rounding: that is where moves towards them end."""
    x, y = 12.3, 11.7
    enemy, friend = (
        scene([(man(), 2, 2)], [(man(), x, y)]),
        scene([(man(), 2, 2), (man(), x, y)], [(man(), 22, 22)]),
    )
    for apart, free in ((1.0, 1), (0.999, 0)):
        there = x + (1 + apart) * cos(angle), y + (1 + apart) * sin(angle)
        assert judge(enemy, *there, moves=1).free == free
    for apart, free in ((0.0, 1), (-0.001, 0)):
        there = x + (1 + apart) * cos(angle), y + (1 + apart) * sin(angle)
        assert judge(friend, *there, moves=1).free == free


def test_where_it_is__is_free_even_next_to_an_enemy():
    assert judge(scene([(man(), 5, 5)], [(man(), 5, 6.5)]), 5, 5).free == 1


def test_nearest__is_from_base_to_base_among_enemies_in_play():
    battle = scene([(man(), 5, 5), (man(), 6, 5)], [(man(), 5, 9), (man(), 5, 20)])
    assert judge(battle, 5, 5).nearest == pytest.approx(3)
    battle.state.field.posture[2] = 0
    assert judge(battle, 5, 5).nearest == pytest.approx(14)


@pytest.mark.parametrize(
    ("pieces", "cover"),
    [
        ([], IN_THE_OPEN),
        ([wall((0, 12.5), (21, 12.5))], HIDDEN),
        ([wall((0, 12.5), (12.5, 12.5))], PARTIAL),
        ([barricade((0, 12.5), (24, 12.5))], PARTIAL),
        ([barricade((0, 12.5), (24, 12.5)), wall((0, 14.5), (12.5, 14.5))], FULL),
    ],
)
def test_sight_by_eye__is_from_the_middle_of_one_cell_to_that_of_another(pieces, cover):
    battle = scene([(man(), 2, 2)], [(man(), 22, 22)], *pieces)
    for dx in (0.1, 0.9):
        cells = (cell_of(battle.forces, 12 + dx, 5 + dx), cell_of(battle.forces, 12 + dx, 19.5))
        assert cells == (12 + 24 * 5, 12 + 24 * 19)
        assert by_eye(battle, *cells) == cover
        assert by_eye(battle, *cells) == cover  # as noted the first time


def test_cells__take_in_the_edges_of_the_board():
    battle = scene([(man(), 2, 2)], [(man(), 22, 22)])
    assert [cell_of(battle.forces, *at) for at in ((0, 0), (24, 0), (0, 24), (24, 24))] == [
        0, 23, 23 * 24, 24 * 24 - 1
    ]  # fmt: skip


def test_the_shot__is_worth_harm_and_pin():
    """Hit on 4+, wound on 4+: a quarter out, a quarter pinned at half its worth."""
    battle = scene([(man(RIFLE), 12, 5)], [(man(), 12, 15)], weights=SHOOTS)
    assert judge(battle, 12, 5, shoots=1).shot == pytest.approx(1 / 4 + 0.5 / 4)
    assert judge(battle, 12, 5, shoots=1, aim=1).shot == pytest.approx(1 / 3 + 0.5 / 3)
    assert judge(battle, 12, 5).shot == NONE
    battle.state.field.posture[1] = PRONE
    assert judge(battle, 12, 5, shoots=1).shot == pytest.approx(1 / 4)
    assert scene_shot(barricade((2, 10), (22, 10)), y=15) == pytest.approx(1 / 6 + 0.5 / 6)
    assert scene_shot(barricade((2, 10), (22, 10)), y=15, posture=PRONE) == NONE
    assert scene_shot(wall((2, 10), (22, 10)), y=15) == NONE
    assert scene_shot(y=16 + 5) == pytest.approx(1 / 4 + 0.5 / 4)
    assert scene_shot(y=5 + 1 + 12.1, posture=PRONE) == pytest.approx(1 / 6)


def scene_shot(*pieces, y, posture=STANDING):
    """What a shot straight up the board is worth, 24 inches at most."""
    battle = scene([(man(RIFLE), 12, 5)], [(man(), 12, y, NORTH, posture)], *pieces, weights=SHOOTS)
    return judge(battle, 12, 5, shoots=1).shot


def test_out_of_range__there_is_no_shot():
    short = man(gun("pistol", rng_s="6", rng_l="9"))
    battle = scene([(short, 12, 5)], [(man(), 12, 15.1)], weights=SHOOTS)
    assert judge(battle, 12, 5, shoots=1).shot == NONE
    assert judge(battle, 12, 5.1, shoots=1).shot > 0


def test_the_risk__is_of_the_best_shot_or_charge_of_each_enemy():
    brute = man(blade("axe", strength="8"), ws=2, m=4)
    battle = scene(
        [(man(), 12, 5)], [(man(RIFLE), 12, 15), (brute, 18, 5), (man(), 2, 23, NORTH)], weights=SHOOTS
    )
    shot, charge = 1 / 4, harm_of_fight(battle, 2, 0, 1)
    assert 0.5 < charge < 1
    assert judge(battle, 12, 5).risk == pytest.approx(shot + charge)  # 5 inches away, and it reaches 6
    assert judge(battle, 10.9, 5).risk == pytest.approx(shot)
    battle = scene([(man(), 12, 5)], [(man(RIFLE), 12, 15)], wall((0, 10), (21, 10)), weights=SHOOTS)
    assert judge(battle, 12, 5).risk == 0
