"""The battle around its actions: deployment, priority, turns, the end; with the faces of every die given."""

from collections import Counter

import pytest

from necrostats.engine.narrating import Plain, Scripted
from necrostats.systems.necromunda.battle.deciding import ACTS
from necrostats.systems.necromunda.battle.fighting import (
    A_WINS,
    B_WINS,
    BEGINS,
    DRAW,
    HAS_PRIORITY,
    ROUND,
    Ending,
    deploy,
    next_ready,
    play_battle,
    winner_of,
)
from necrostats.systems.necromunda.battle.gathering import gathered, places
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE
from tests.naive.cards import blade, gun
from tests.systems.necromunda.battle.scenes import board_of, man, scene
from tests.systems.necromunda.generated import under

IDLE = {}
OPEN = board_of()


def gang(n, *weapons, **stats):
    return [man(*weapons, **stats)] * n


def idle_battle(a, b, faces, rounds=3, **options):
    """A battle of gangs that do nothing: its ending, and who begins, has priority and acts, in order."""
    battle = gathered(OPEN, (gang(a), gang(b)), under(**options), (IDLE, IDLE), rounds=rounds)
    dice = Scripted(faces)
    end = play_battle(battle, dice)
    dice.check_used()
    told = {BEGINS: "begins", HAS_PRIORITY: "has", ROUND: "round", ACTS: "acts"}
    return end, [(told[t.code], t.value) for t in dice.story if t.kind == "note" and t.code in told]


def acting(story):
    """Who acts in each round."""
    rounds = []
    for kind, value in story:
        if kind == "round":
            rounds.append([])
        if kind == "acts":
            rounds[-1].append(value)
    return rounds


def test_sides_take_turns__and_the_larger_one_finishes_alone():
    _, story = idle_battle(2, 4, (5, 2), rounds=1)
    assert acting(story) == [[0, 2, 1, 3, 4, 5]]
    _, story = idle_battle(3, 1, (2, 5), rounds=1)
    assert acting(story) == [[3, 0, 1, 2]]


def test_the_roll_for_deployment__is_repeated_on_a_tie_and_begins_round_1():
    end, story = idle_battle(1, 1, (3, 3, 4, 4, 1, 6), rounds=1)
    assert story == [("begins", 1), ("round", 1), ("acts", 1), ("acts", 0)]
    assert end == Ending(1, 1, 1, DRAW)


def test_priority__goes_to_the_higher_roll_and_a_tie_hands_it_over():
    _, story = idle_battle(1, 1, (6, 1, 2, 2, 5, 5, 1, 6, 6, 1), rounds=5)
    assert [value for kind, value in story if kind == "has"] == [1, 0, 1, 0]
    assert acting(story) == [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1]]


@pytest.mark.parametrize(("reading", "faces"), [("pass", (6, 1, 2, 2)), ("reroll", (6, 1, 2, 2, 3, 3, 1, 2))])
def test_turf_first_tie(reading, faces):
    _, story = idle_battle(1, 1, faces, rounds=2, turf_first_tie=reading)
    assert [value for kind, value in story if kind == "has"] == [1]


def test_priority_tie__rolled_again():
    _, story = idle_battle(1, 1, (6, 1, 1, 6, 4, 4, 5, 3), rounds=3, priority_tie="reroll")
    assert [value for kind, value in story if kind == "has"] == [1, 0]


@pytest.mark.parametrize("rounds", [1, 6])
def test_the_battle__is_over_after_the_last_round(rounds):
    end, story = idle_battle(2, 1, (6, 1) * rounds, rounds=rounds)
    assert end == Ending(rounds, 2, 1, A_WINS)
    assert [value for kind, value in story if kind == "round"] == list(range(1, rounds + 1))


def test_the_battle__is_over_when_a_side_is_out_of_action():
    """The first shot of round 1 hits, wounds, and nobody acts after it."""
    guns = gang(2, gun(rng_s="24", rng_l="48"), m=0)
    battle = gathered(OPEN, (guns, gang(1)), under(), ({"shoot": 1}, IDLE), rounds=6)
    dice = Scripted((6, 1, 3, 4))  # aimed
    assert play_battle(battle, dice) == Ending(1, 2, 0, A_WINS)
    dice.check_used()
    assert [t.value for t in dice.story if t.code == ACTS and t.kind == "note"] == [0]


def test_who_is_engaged__acts_first_and_who_lies_last():
    low, high = (man(), 12, 5), (man(), 18, 5)
    battle = scene([low, high, (man(), 4, 5)], [(man(), 18, 6), (man(), 2, 23)])
    battle.state.field.posture[0] = PRONE
    battle.state.ready[:] = [1] * 5
    order = []
    while (who := next_ready(battle, 0)) >= 0:
        order.append(who)
        battle.state.ready[who] = 0
    assert order == [1, 2, 0]
    assert next_ready(battle, 1) == 3


@pytest.mark.parametrize(
    ("reading", "left", "winner"),
    [
        ("most_fighters_left", (2, 1), A_WINS),
        ("most_fighters_left", (1, 1), DRAW),
        ("most_fighters_left", (0, 1), B_WINS),
        ("draw", (2, 1), DRAW),
        ("draw", (2, 0), A_WINS),
        ("most_points_left", (2, 1), B_WINS),
        ("most_points_left", (1, 0), A_WINS),
        ("most_points_left", (0, 0), DRAW),
    ],
)
def test_turf_war_winner(reading, left, winner):
    """A's two fighters cost 50 each, B's one 120."""
    cheap, dear = man(cost=50), man(cost=120)
    battle = scene([(cheap, 4, 4), (cheap, 8, 4)], [(dear, 4, 20)], turf_war_winner=reading)
    for side, first in enumerate((0, 2)):
        for who in range(first, (2, 3)[side]):
            if who - first >= left[side]:
                battle.state.field.posture[who] = GONE
    assert winner_of(battle, *left) == winner


# ------------------------------------------------------------------ deployment


def test_gangs_deploy__touching_their_edges_evenly_and_facing_inwards():
    battle = gathered(OPEN, (gang(2), gang(3)), under(), (IDLE, IDLE), rounds=6)
    deploy(battle, Scripted(()))
    field = battle.state.field
    assert list(zip(field.x, field.y, strict=True)) == [
        (6, 0.5), (18, 0.5), (4, 23.5), (12, 23.5), (20, 23.5)
    ]  # fmt: skip
    assert list(zip(field.face_x, field.face_y, strict=True)) == [(0, 1)] * 2 + [(0, -1)] * 3


def test_a_board__says_which_edges():
    board = board_of(width=10, height=20, deploy=("right", "left"))
    battle = gathered(board, (gang(2), gang(1)), under(), (IDLE, IDLE), rounds=6)
    deploy(battle, Scripted(()))
    field = battle.state.field
    assert list(zip(field.x, field.y, strict=True)) == [(9.5, 5), (9.5, 15), (0.5, 10)]
    assert list(zip(field.face_x, field.face_y, strict=True)) == [(-1, 0)] * 2 + [(1, 0)]


def test_any_edge__each_pair_of_different_edges_is_as_likely():
    battle = gathered(OPEN, (gang(1), gang(1)), under(deploy_edge="any_edge"), (IDLE, IDLE), rounds=1)
    seen = Counter()
    trials = 1200
    for trial in range(trials):
        deploy(battle, Plain(3, trial))
        seen[tuple(zip(battle.state.field.x, battle.state.field.y, strict=True))] += 1
    edges = {places(OPEN, gang(1), edge)[0] for edge in ("bottom", "top", "left", "right")}
    assert set(seen) == {(a, b) for a in edges for b in edges if a != b}
    assert all(60 < n < 140 for n in seen.values())  # 100 expected, four standard errors


def test_a_new_battle__begins_afresh():
    """Wounds, postures and who took whom out are put back at deployment."""
    killers = gang(2, gun(rng_s="24", rng_l="48", strength=8, d=3), blade(), bs=2)
    battle = gathered(OPEN, (killers, killers), under(), ({"shoot": 1}, {"shoot": 1}), rounds=6)
    first = play_battle(battle, Plain(1, 0))
    assert GONE in battle.state.field.posture
    for other in (1, 2, 3):
        play_battle(battle, Plain(1, other))
    assert play_battle(battle, Plain(1, 0)) == first
    deploy(battle, Plain(1, 0))
    assert battle.state.wounds == [1] * 4
    assert battle.state.taken_out_by == [-1] * 4
