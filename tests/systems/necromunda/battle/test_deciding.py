"""What a side decides: which action each policy takes in plain scenes, and how many of them an activation has."""

import pytest

from necrostats.engine.narrating import Narrating, Scripted
from necrostats.systems.necromunda.battle.acting import (
    AIMED,
    FOUGHT,
    MOVES,
    SHOOTS,
    STOOD,
)
from necrostats.systems.necromunda.battle.contact import CHARGED, TRIED
from necrostats.systems.necromunda.battle.deciding import activate
from necrostats.systems.necromunda.battle.measuring import PRONE
from tests.naive.cards import gun, knife
from tests.systems.necromunda.battle.scenes import NORTH, SOUTH, apart, man, place, scene, wall

RIFLE = gun("rifle")
TOLD = {
    AIMED: "aim",
    CHARGED: "charge",
    FOUGHT: "fight",
    MOVES: "move",
    SHOOTS: "shoot",
    STOOD: "stand",
    TRIED: "try",
}


def does(battle, faces=None, seed=1):
    """What the first fighter does in one activation; with given faces all of them must be asked for."""
    dice = Scripted(faces) if faces is not None else Narrating(seed)
    activate(battle, 0, dice)
    if faces is not None:
        dice.check_used()
    return [TOLD[each.code] for each in dice.story if each.kind == "note" and each.code in TOLD]


def against(who, *, far=10.0, weights, posture=1, more=(), pieces=(), **options):
    return scene(
        [(who, 12, 5, NORTH, posture), *more],
        [(man(w=9), 12, 6 + far, SOUTH)],
        *pieces,
        weights=weights,
        **options,
    )


def test_nothing_weighs_anything__it_stays():
    battle = against(man(RIFLE, m=0), weights={})
    assert does(battle, ()) == []


def test_shooters__aim_and_shoot():
    assert does(against(man(RIFLE, m=0), weights={"shoot": 1}), (1,)) == ["aim", "shoot"]


def test_what_aim_cannot_help__is_shot_at_once():
    assert does(against(man(RIFLE, m=0, bs=2), weights={"shoot": 1}), (1,)) == ["shoot"]


def test_who_lies__stands_up_and_has_one_action_left():
    assert does(against(man(RIFLE, m=0), weights={"shoot": 1}, posture=PRONE), (1,)) == ["stand", "shoot"]
    battle = against(man(), far=5, weights={"charge": 1}, posture=PRONE)
    assert does(battle, ()) == ["stand"]  # a charge takes two actions


@pytest.mark.parametrize("posture", [1, PRONE])
def test_runners__go_as_far_as_their_actions_take_them(posture):
    battle = against(man(), far=15, weights={"near": 1}, posture=posture)
    assert does(battle, ()) == (["move"] if posture == 1 else ["stand", "move"])
    assert place(battle, 0) == pytest.approx((12, 13 if posture == 1 else 9))


def test_runners__stop_1_inch_before_the_enemy():
    battle = against(man(), far=5, weights={"near": 1})
    does(battle, ())
    assert apart(battle, 0, 1) == pytest.approx(1)


def test_a_move_and_a_shot():
    """24 inches is the farthest: a step nearer brings the target into range."""
    far = scene([(man(RIFLE), 12, 0.5)], [(man(w=9), 12, 23.5, SOUTH)], weights={"shoot": 1})
    far.real[far.forces.reach], far.real[far.forces.reach + 1] = 8.0, 20.0
    far.forces.farthest[0] = 20.0
    assert does(far, (1,)) == ["move", "shoot"]


@pytest.mark.parametrize(
    ("far", "options", "faces", "charges"),
    [
        (7, {}, (6, 1, 1, 1), True),
        (7.1, {}, (), False),
        (8, {"charge_contact": "within_1"}, (6, 1, 1, 1), True),
        (7, {"charge_d3": "before_declare"}, (6, 1, 1, 1), True),
        (7, {"charge_d3": "before_declare"}, (4,), False),  # it knows that it would fall short
    ],
)
def test_chargers__charge_whom_they_may_reach(far, options, faces, charges):
    battle = against(man(), far=far, weights={"charge": 1}, **options)
    assert does(battle, faces) == (["charge", "fight"] if charges else [])


def test_nobody_charges__who_never_does():
    assert "charge" not in does(against(man(knife()), far=3, weights={"near": 1}), ())


@pytest.mark.parametrize(("flees", "done"), [(1, ["try", "move"]), (0, [])])
def test_who_would_not_be_there__gets_away_if_its_side_flees(flees, done):
    faces = (4, 1, 6) if flees else ()
    battle = against(man(m=0), far=0, weights={"risk": 1, "flees": flees})
    assert does(battle, faces)[: len(done)] == done


def test_a_basic_action__is_taken_once():
    """One fight and one attempt to get away; the attempt fails, and nothing is left to do."""
    battle = against(man(w=9), far=0, weights={"charge": 1, "risk": 0.001, "flees": 1})
    assert does(battle, (1, 1, 3, 1)) == ["fight", "try"]


def test_who_wins_a_fight__has_an_action_left():
    battle = scene(
        [(man(), 12, 5)], [(man(), 12, 6, SOUTH), (man(w=9), 12, 20)], weights={"charge": 1, "near": 0.1}
    )
    assert does(battle, (4, 4)) == ["fight", "move"]
    assert place(battle, 0) == pytest.approx((12, 9))


def test_hidden_from_here__it_goes_to_where_it_sees_somebody():
    battle = against(man(RIFLE), weights={"shoot": 1}, pieces=[wall((11, 8), (24, 8))])
    assert does(battle, (1,)) == ["move", "shoot"]


def test_at_random__every_legal_action_comes_up():
    seen = set()
    for seed in range(60):
        seen |= set(does(against(man(RIFLE), far=5, weights={"at_random": 1}), seed=seed))
        seen |= set(does(against(man(), far=0, weights={"at_random": 1}), seed=seed))
    assert seen == {"aim", "charge", "fight", "move", "shoot", "try"}
