"""Gangs and boards that make a battle, and those that make none; what the tables of a battle say."""

import pytest

from necrostats.engine.enumerating import law_from
from necrostats.errors import UsageError
from necrostats.systems.necromunda.battle.gathering import gathered, places, weighed
from necrostats.systems.necromunda.battle.judging import worth_of_shot
from necrostats.systems.necromunda.battle.policies import WEIGHTS
from necrostats.systems.necromunda.battle.rows import COVER
from necrostats.systems.necromunda.battle.state import (
    ACTIVE,
    ENGAGED,
    LYING,
    best_set,
    harm_of_fight,
    shot_number,
    shot_of,
    weight,
)
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.shooting import range_band, ranges, shoot, shot
from tests.naive.attack import joint
from tests.naive.cards import FLAK, FURNACE, blade, gun, knife, slug
from tests.systems.necromunda.battle.scenes import board_of, man, wall
from tests.systems.necromunda.generated import BASIC, under

NOTHING = ({}, {})


def gather(a, b, board=None, options=BASIC, **more):
    return gathered(board or board_of(), (a, b), options, NOTHING, rounds=6, **more)


@pytest.mark.parametrize(("a", "b", "side", "got"), [(0, 1, "A", 0), (1, 0, "B", 0), (21, 1, "A", 21)])
def test_gangs__are_of_1_to_20(a, b, side, got):
    with pytest.raises(UsageError, match=f"gang {side}: expected 1 to 20 fighters, got {got}"):
        gather([man()] * a, [man()] * b)
    assert gather([man()] * 20, [man()]).forces.first == (0, 20, 21)


def test_no_room__along_an_edge():
    board = board_of(width=5, height=10)
    assert gather([man()] * 5, [man()] * 5, board)
    with pytest.raises(
        UsageError, match="gangs that fit on the edges of B, got 6 on 5 inches, X with a base of 1"
    ):
        gather([man()] * 6, [man()], board)


def test_no_room__where_two_edges_meet():
    board = board_of(width=6, height=6, deploy=("bottom", "left"))
    with pytest.raises(UsageError, match=r"gangs that fit on the edges of B, got X and X in one place"):
        gather([man()] * 6, [man()] * 6, board)


def test_no_room__in_a_wall():
    board = board_of(wall((10, 1), (14, 1)))
    with pytest.raises(UsageError, match=r"room for X on the bottom edge of B, got something at 12.0,0.5"):
        gather([man()], [man()], board)
    assert gather([man()] * 2, [man()], board)
    with pytest.raises(UsageError, match="bottom edge"):
        gather([man()] * 2, [man()], board, under(deploy_edge="any_edge"))


def test_places__need_a_board_as_large_as_the_base():
    with pytest.raises(UsageError, match="expected gangs that fit on the edges of B, got 1 on"):
        places(board_of(width=4, height=4), [man(base=6 * 25.4)], "bottom")


def test_shots__are_those_of_attacks():
    """Every row that a shot can use has the law of the attack in the same situation."""
    shooter, target = man(slug(), gun("rifle", acc_l=-1), bs=3), man(w=2, armour=FURNACE)
    battle = gather([man(), shooter], [target, man()])
    for weapon, profile in enumerate((slug(), gun("rifle", acc_l=-1))):
        for band, how, cover, posture, behind, blocked in (
            ("short", {}, "none", 0, 0, 0),
            ("long", {"aim": True}, "partial", 0, 1, 1),
            ("long", {"target_prone": True}, "none", LYING, 1, 0),
            ("short", {"target_engaged": True}, "full", ENGAGED, 0, 1),
        ):
            situation = Situation(band=band, cover=cover, behind=bool(behind), blocked=bool(blocked), **how)
            number = shot_number(
                battle, 1, weapon, 2, int(band == "long"), int("aim" in how),
                ("none", "partial", "full").index(cover), posture, behind, blocked,
            )  # fmt: skip
            start = Target(2, 3, int(posture == LYING))
            found = law_from(shoot, shot_of(battle, number), start)
            expected = law_from(shoot, shot(shooter, target, profile, situation, BASIC), start)
            assert found.chances() == expected.chances()


@pytest.mark.parametrize(
    ("apart", "how", "cover", "posture"),
    [
        (3, {}, "none", ACTIVE),
        (14, {"aim": True}, "partial", ACTIVE),
        (14, {"target_prone": True, "behind": True}, "none", LYING),
        (3, {"target_engaged": True}, "full", ENGAGED),
    ],
)
def test_shots__are_judged_by_their_mean_harm_and_their_chance_to_pin(apart, how, cover, posture):
    shooter, target = man(slug(), gun("rifle", acc_l=-1), bs=3), man(w=2, armour=FURNACE)
    battle = weighed(gather([man(), shooter], [target, man()]), ({"shoot": 2.0, "pin": 0.5}, {}))
    for weapon, profile in enumerate((slug(), gun("rifle", acc_l=-1))):
        band = ("short", "long")[range_band(apart, *ranges(profile))]
        ends = joint(shooter, target, profile, Situation(band=band, cover=cover, **how), {})
        harm = sum(p * r.lost for r, p in ends.items()) / 2
        pins = 0 if posture == LYING else sum(p for r, p in ends.items() if r.pinned and r.lost < 2)
        judged = (battle, 1, weapon, 2, apart, int("aim" in how), COVER.index(cover), posture)
        assert worth_of_shot(*judged, battle.forces.shot_harm) == pytest.approx(float(harm))
        assert worth_of_shot(*judged, battle.forces.shot_worth) == pytest.approx(float(2 * harm + pins / 2))


@pytest.mark.parametrize("charging", [0, 1])
def test_fights__are_those_of_attacks(charging):
    fencer, target = man(knife(), blade("axe", strength="S+1", ap=-1, d=2), a=2), man(w=3, t=4, armour=FLAK)
    battle = gather([fencer], [target])
    chosen = best_set(battle, 0, 1, charging)
    kit = [weapon.profiles[0] for weapon in fencer.weapons]
    sets = [(kit[0], None), (kit[1], None), (kit[0], kit[1])]
    situation = Situation(close=True, charging=bool(charging))
    means = [
        sum(p * r.lost for r, p in joint(fencer, target, first, situation, {}, second).items())
        for first, second in sets
    ]
    best = max(means)
    assert harm_of_fight(battle, 0, 1, charging) == pytest.approx(float(best / 3))
    assert means[chosen] == best


def test_weights__are_each_side_s():
    battle = weighed(gather([man()], [man()] * 2), ({"near": 2.0}, {"risk": 3.0}))
    found = [[weight(battle.forces, who, k) for k in range(len(WEIGHTS))] for who in (0, 1, 2)]
    assert found == [[0, 0, 0, 2, 0, 0, 0, 0], [0, 0, 0, 0, 3, 0, 0, 0], [0, 0, 0, 0, 3, 0, 0, 0]]


def test_cells__are_of_the_size_asked_for():
    for fine, columns in ((1.0, 24), (2.0, 12), (0.5, 32)):  # at most 32 in a row
        assert gather([man()], [man()], fine=fine).forces.columns == columns
