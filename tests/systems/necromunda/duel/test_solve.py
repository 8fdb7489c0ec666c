"""The duel solved: values backwards against chances forwards, and how far both can be off."""

from dataclasses import replace

import pytest

from necrostats.errors import UsageError
from necrostats.systems.necromunda.duel import solve
from necrostats.systems.necromunda.duel.contest import Turn
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.solve import Solution
from tests.naive.cards import blade, fighter, gun, item, knife
from tests.systems.necromunda.duel.test_play import engaged
from tests.systems.necromunda.generated import BASIC

EXACT = 1e-12
UNIT = 2.0**-53
PAIRS = [
    ("charge", "charge"),
    ("charge", "random"),
    ("best", "keep-away"),
    ("random", "best"),
    ("best", "best"),
]


def ahead(course):
    return course.a_wins - course.b_wins


def chances(course):
    return [course.a_wins, course.b_wins, course.draw, *course.a_standing, *course.b_standing, *course.over]


@pytest.mark.parametrize(
    ("rules", "rounds", "terms"),
    [
        ("basic", 1, 2 * (21 + 7 + 12 + 21 + 7 + 12 + 6 * 4) + 4 + 24 + 6),  # 32 states
        ("basic", 3, 3 * (2 * (21 + 7 + 12 + 21 + 7 + 12 + 6 * 4) + 4) + 24 + 6),
        (
            "advanced",
            1,
            2 * (21 + 14 + 12 + 21 + 14 + 12 + 6 * 4) + 4 + 9 + 4 + 24 + 7,
        ),  # 120 states, B's layers
    ],
)
def test_error__of_the_longest_sums_of_each_layer(rules, rounds, terms):
    assert engaged(rules, rounds).error == terms * UNIT / (1 - terms * UNIT)


@pytest.mark.parametrize(("rules", "rounds"), [("basic", 2), ("advanced", 2)])
def test_value__is_what_best_play_comes_to(rules, rounds):
    solution = engaged(rules, rounds)
    assert abs(solution.value - ahead(solution.course("best", "best"))) < EXACT
    a_less, b_less = solution.course("keep-away", "best"), solution.course("best", "keep-away")
    assert ahead(a_less) < solution.value < ahead(b_less)


def test_value__how_the_other_side_strikes_back_is_part_of_it():
    """A may strike (3+, 2+) and be struck back, by the sure blade or the wild one; B picks what is worst for A."""
    both = item(
        blade("b", id="wild", strength="9", d=2, acc_l=-1), blade("b", id="sure", strength="9", d=1, acc_l=2)
    )
    a = fighter(blade("axe", strength="9", acc_l=1), w=2, i=2)
    solution = Solution(set_up(a, fighter(both, w=1), BASIC, lane=1, distance=0, rounds=2))
    assert abs(solution.value - ahead(solution.course("best", "best"))) < EXACT


def test_picks_of__a_policy_follows_its_plan_and_best_play_its_values():
    solution = engaged("basic", 2)
    turn, game = Turn(1, 0, 0), solution.games[0]
    last = game.open(game.layers[-1])
    planned = solution.plans[0].picks_of("keep-away", last)
    best = solution.picks_of(turn, last, False, "best")
    assert solution.picks_of(turn, last, False, "keep-away").tolist() == planned.tolist()
    assert best.tolist() == solution.picks(turn, len(game.layers) - 1).tolist() != planned.tolist()


def test_begun_at__is_the_duel_from_there():
    a, b = fighter(gun(rng_s="1", rng_l="2"), knife()), fighter(blade(), t=2)
    setup = set_up(a, b, BASIC, lane=2, distance=1, rounds=1)
    known = Solution(setup)
    for distance in (0, 1, 2):
        assert known.begun_at(distance).value == known.by_distance[distance]
        assert known.begun_at(distance).setup == replace(setup, distance=distance)
    for wrong in (-1, 3, 1.0, True, "1"):
        with pytest.raises(UsageError, match=f"distance: expected a whole number from 0 to 2, got {wrong!r}"):
            known.begun_at(wrong)


def test_points__of_both_sides_in_each_activation():
    solution = engaged("basic", 3)
    nodes = sum(len(layer.nodes) for game in solution.games for layer in game.layers)
    assert solution.points == 3 * 2 * nodes


def test_replies__in_contact_to_fight_is_best():
    solution = engaged("basic", 2)
    to_b = solution.replies(0, ["charge", "best", "random"])
    to_a = solution.replies(1, ["charge", "best", "random"])
    assert to_b[1] == to_a[1] == solution.value
    for policy, reply in (("charge", to_b[0]), ("random", to_b[2])):
        assert abs(reply - ahead(solution.course("charge", policy))) < EXACT
    for policy, reply in (("charge", to_a[0]), ("random", to_a[2])):
        assert abs(reply - ahead(solution.course(policy, "charge"))) < EXACT
    assert solution.replies(0, ["best"]) == [solution.value]


def test_replies__how_the_other_side_strikes_back_is_part_of_it():
    """B strikes twice, in its activation and in reaction: the sure blade (2+, 2+) and again, or after a miss the wild
    one (6+, 2+), which takes both Wounds at once."""
    both = item(
        blade("b", id="wild", strength="9", d=2, acc_l=-2), blade("b", id="sure", strength="9", d=1, acc_l=2)
    )
    a, b = fighter(blade("feather", d=0), w=2, i=6), fighter(both, w=9)
    (reply,) = Solution(set_up(a, b, BASIC, lane=1, distance=0, rounds=1)).replies(1, ["charge"])
    assert abs(reply + (25 / 36) ** 2 + 11 / 36 * 5 / 36) < EXACT


def test_courses__together_are_those_of_each_alone():
    together, alone = engaged("basic", 2).courses(PAIRS), Solution(engaged("basic", 2).setup)
    for pair, course in zip(PAIRS, together, strict=True):
        (own,) = alone.courses([pair])
        assert chances(course) == pytest.approx(chances(own), abs=EXACT)


def test_courses__of_what_is_reached_alone_are_those_of_all(monkeypatch):
    """As in a duel of many nodes: layers are cut down to what has a chance."""
    every = engaged("advanced", 2).courses(PAIRS)
    monkeypatch.setattr(solve, "SMALL", 0)
    for course, own in zip(engaged("advanced", 2).courses(PAIRS), every, strict=True):
        assert chances(course) == pytest.approx(chances(own), abs=EXACT)


def test_course__planned_policies_are_followed_with_fewer_roundings():
    solution = engaged("basic", 1)
    assert 0 < solution.course("charge", "charge").error < solution.error
    assert solution.course("charge", "random").error == solution.error
    assert engaged("advanced", 1).course("charge", "charge").error == engaged("advanced", 1).error


def test_course__rounds_go_on_as_long_as_both_are_left():
    course = engaged("basic", 3).course("charge", "charge")
    assert course.rounds_mean == 1 + (1 - course.over[0]) + (1 - course.over[1])
    assert course.over[0] < course.over[1]


def test_by_distance__with_cover_on_one_side():
    a, b = fighter(gun(rng_s="1", rng_l="2"), knife(), w=2), fighter(blade(), t=2)
    solution = Solution(set_up(a, b, BASIC, lane=2, distance=1, rounds=1, cover_b="full"))
    assert solution.by_distance[1] == solution.value
    assert len(solution.by_distance) == 3
