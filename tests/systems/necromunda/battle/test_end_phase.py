"""Nerve, bottle tests, fleeing, recovery and rallying on a board, and who cannot act as it likes; die by die."""

from math import dist

import pytest

from necrostats.systems.necromunda.battle.ammunition import empty_store, reload_store, usable
from necrostats.systems.necromunda.battle.deciding import activate, activate_group
from necrostats.systems.necromunda.battle.ending import (
    bottle_test,
    end_phase,
    flee,
    rally_tests,
    recovery_tests,
)
from necrostats.systems.necromunda.battle.harm import RUNS, shake_friends, take_off
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING
from necrostats.systems.necromunda.battle.nerve import run_for_cover, steady_near, steel_themselves
from necrostats.systems.necromunda.battle.plight import call_along, may_act
from necrostats.systems.necromunda.injuries import BLINDED, BROKEN, CONCUSSED, IN_PLAY, ON_FIRE, OUT, SERIOUS
from tests.naive.cards import FURNACE, gun, knife
from tests.systems.necromunda.battle.scenes import SOUTH, advanced, given_faces, injure, man, place, wall

ENEMY = (man(), 12, 23, SOUTH)
FAR = (man(), 1, 23)
RIFLE = gun("rifle", ammo=4)
MELEE = {"charge": 1.0}


def side(*cards, **more):
    """Fighters 2 inches apart, base to base, in a row far from the enemy."""
    return advanced([(card, 3 + 3 * n, 5) for n, card in enumerate(cards)], [ENEMY], **more)


def after(function, battle, *arguments, faces=()):
    given_faces(function, battle, battle.advanced, *arguments, faces=faces)
    return battle.state


def broken(battle, *who):
    for each in who:
        battle.state.marks[each] |= BROKEN


# ------------------------------------------------------------------ nerve


def test_nerve__friends_within_3_inches_are_shaken():
    battle = advanced([(man(), 3, 5), (man(), 7, 5), (man(), 7.1, 9), (man(), 3, 8)], [(man(), 4.5, 6)])
    injure(battle, 3)
    shake_friends(battle.state, 0)
    assert list(battle.state.shaken) == [0, 1, 0, 0, 0]  # too far, seriously injured, an enemy


def test_nerve__a_test_for_each_friend_that_goes_down():
    battle = side(man(cl=7), man())
    given_faces(take_off, battle, 2, 1, 0, faces=[])
    assert (battle.state.down[1], battle.state.taken_out_by[1]) == (OUT, 2)
    assert battle.state.shaken[0] == 1
    shake_friends(battle.state, 1)
    state = after(steel_themselves, battle, faces=[3, 4, 3, 3, 1, 1])  # it holds once, then breaks and runs
    assert state.marks[0] & BROKEN
    assert list(state.shaken) == [0] * 3


def test_nerve__who_fails_runs_and_loses_its_marker():
    battle = side(man(cl=7))
    state = battle.state
    state.ready[0], state.shaken[0] = 1, 1
    after(steel_themselves, battle, faces=[3, 3, 2, 3])  # 6 of 7; it runs 5 inches
    assert state.marks[0] & BROKEN
    assert state.ready[0] == 0
    assert place(battle, 0) == pytest.approx((3, 0.5))  # the board ends there


def test_nerve__steady_friends_help():
    battle = side(man(cl=7), man(), man(cl=7))
    assert [steady_near(battle.state, who) for who in (0, 1)] == [1, 2]
    battle.state.shaken[0] = 1
    assert not after(steel_themselves, battle, faces=[3, 3]).marks[0] & BROKEN  # 6 and a friend make 7
    broken(battle, 1)
    assert steady_near(battle.state, 0) == 0
    injure(battle, 2)
    assert steady_near(battle.state, 1) == 1


def test_nerve__the_frightened_run_without_a_test():
    battle = side(man())
    broken(battle, 0)
    battle.state.shaken[0] = RUNS
    after(steel_themselves, battle, faces=[1, 1])


def test_running_for_cover__prone_half_its_movement():
    battle = advanced([(man(m=5), 12, 12)], [(man(), 12, 20)])
    battle.state.field.posture[0] = PRONE
    state = after(run_for_cover, battle, 0)
    assert place(battle, 0) == pytest.approx((12, 9.5))
    assert state.field.posture[0] == PRONE


def test_running_for_cover__engaged_it_must_get_free():
    battle = advanced([(man(i=4), 12, 12)], [(man(knife(), i=4), 12, 13, SOUTH)])
    after(run_for_cover, battle, 0, faces=[3, 3])
    assert place(battle, 0) == (12, 12)
    after(run_for_cover, battle, 0, faces=[4, 3, 2, 2])
    assert place(battle, 0) == pytest.approx((12, 8))


# ------------------------------------------------------------------ the End phase


def test_bottle__a_die_and_the_casualties_above_the_crew():
    for face, bottled in ((2, 0), (3, 1)):
        battle = side(man(), man(), man())
        injure(battle, 0)
        assert after(bottle_test, battle, 0, faces=[face]).bottled[0] == bottled
    assert after(bottle_test, side(man()), 0).bottled[0] == 0  # no casualties, no test


def test_bottle__iron_will_while_it_is_in_play():
    cards = man(skills=("iron-will",)), man(), man()
    battle = side(*cards)
    injure(battle, 1)
    assert after(bottle_test, battle, 0, faces=[3]).bottled[0] == 0
    worse = side(*cards)
    injure(worse, 0)
    assert after(bottle_test, worse, 0, faces=[3]).bottled[0] == 1


def test_bottle__those_that_fled_are_no_casualties():
    battle = side(man(), man(), man())
    injure(battle, 0)
    battle.state.fled[0], battle.state.field.posture[0] = 1, GONE
    assert after(bottle_test, battle, 0).bottled[0] == 0


def test_flee__a_cool_test_each_but_not_near_a_leader_who_stays():
    cards = man(cl=7), man(cl=7, rank="leader"), man(cl=7)
    battle = side(*cards)
    assert list(after(flee, battle, 0, faces=[3, 4]).fled) == [
        0,
        0,
        0,
        0,
    ]  # the leader stays, and so do the others
    gone = side(*cards)
    state = after(flee, gone, 0, faces=[3, 3, 3, 4, 1, 2])
    assert (list(state.fled), list(state.field.posture)) == ([0, 1, 1, 0], [STANDING, GONE, GONE, STANDING])


@pytest.mark.parametrize(("rank", "apart", "sheltered"), [("champion", 7, True), ("champion", 7.1, False)])
def test_flee__a_champion_shelters_within_6_inches(rank, apart, sheltered):
    battle = advanced([(man(rank=rank), 3, 5), (man(), 3 + apart, 5)], [ENEMY])
    after(flee, battle, 0, faces=[6, 6] if sheltered else [6, 6, 6, 6])


@pytest.mark.parametrize(("face", "down", "toughness"), [(1, IN_PLAY, 2), (3, SERIOUS, 3), (6, OUT, 0)])
def test_recovery__an_injury_die(face, down, toughness):
    battle = side(man())
    injure(battle, 0)
    battle.state.marks[0] = CONCUSSED
    state = after(recovery_tests, battle, 0, faces=[face])
    assert (state.down[0], state.toughness[0]) == (down, toughness)
    assert state.field.posture[0] == (GONE if down == OUT else PRONE)
    assert not state.marks[0] & CONCUSSED
    assert (state.taken_out_by[0], state.taken_out_with[0]) == (-1, -1)


def test_recovery__a_friend_within_an_inch_helps_one():
    hurt = [(man(), 3, 5), (man(), 5.5, 5)]
    battle = advanced([*hurt, (man(), 4.25, 6)], [ENEMY])
    for who in (0, 1):
        injure(battle, who)
    state = after(recovery_tests, battle, 0, faces=[6, 1, 6])  # the better of two, then one alone
    assert (state.down[0], state.down[1]) == (IN_PLAY, OUT)
    busy = advanced([*hurt, (man(), 4.25, 6)], [(man(), 4.25, 7)])
    injure(busy, 0)
    after(recovery_tests, busy, 0, faces=[6])


def test_recovery__in_contact_with_an_enemy_it_stands_up():
    battle = advanced([(man(), 12, 5)], [(man(), 12, 6, SOUTH)])
    injure(battle, 0)
    assert after(recovery_tests, battle, 0, faces=[1]).field.posture[0] == STANDING


def test_rally__a_cool_test_with_those_that_have_rallied():
    battle = side(man(cl=7), man(cl=7))
    broken(battle, 0, 1)
    state = after(rally_tests, battle, 0, faces=[3, 4, 3, 3])  # 7 alone, then 6 with a friend
    assert not (state.marks[0] | state.marks[1]) & BROKEN


def test_end_phase__in_the_order_of_the_book():
    battle = side(man(cl=7), man(cl=7), man(cl=7), flee_phase="end")
    injure(battle, 0)
    broken(battle, 1)
    # bottled on a 3; all three test, the last two stay; the first is gone; the broken one rallies with a friend
    state = after(end_phase, battle, 0, faces=[3, 1, 1, 4, 4, 4, 4, 3, 3])
    assert list(state.fled) == [1, 0, 0, 0]
    assert state.bottled[0] == 1
    assert not state.marks[1] & BROKEN
    assert list(state.stood) == [0] * 4


# ------------------------------------------------------------------ activations


def test_the_seriously_injured__lie():
    battle = side(man())
    injure(battle, 0)
    assert not given_faces(may_act, battle, battle.advanced, 0, faces=[])


def test_the_blinded__lose_one_activation():
    battle = side(man())
    battle.state.marks[0] = BLINDED
    assert not given_faces(may_act, battle, battle.advanced, 0, faces=[])
    assert given_faces(may_act, battle, battle.advanced, 0, faces=[])


def test_the_broken__only_run():
    battle = side(man())
    broken(battle, 0)
    given_faces(activate, battle, 0, faces=[1, 1])
    assert dist(place(battle, 0), (3, 5)) == pytest.approx(2)


def test_flee_phase__when_activated():
    battle = side(man(cl=7), man())
    battle.state.bottled[0] = 1
    assert not given_faces(may_act, battle, battle.advanced, 0, faces=[3, 3])
    assert (battle.state.fled[0], battle.state.field.posture[0]) == (1, GONE)
    stays = side(man(cl=7), man())
    stays.state.bottled[0] = 1
    assert given_faces(may_act, stays, stays.advanced, 0, faces=[3, 4])


def test_fire__rolls_about_and_is_pinned():
    battle = side(man(), man())
    battle.state.marks[0] = ON_FIRE
    assert not given_faces(may_act, battle, battle.advanced, 0, faces=[2])  # 6+, 4 easier
    assert (battle.state.marks[0], battle.state.field.posture[0]) == (0, PRONE)
    burns = side(man(), man())
    burns.state.marks[0] = ON_FIRE
    given_faces(may_act, burns, burns.advanced, 0, faces=[1, 4, 1])  # Strength 3 wounds; a flesh wound
    assert burns.state.marks[0] & ON_FIRE
    assert burns.state.toughness[0] == 2


def test_fire__engaged_it_may_act_once_the_fire_is_out():
    battle = advanced([(man(armour=FURNACE), 12, 5)], [(man(), 12, 6, SOUTH)])
    battle.state.marks[0] = ON_FIRE
    assert given_faces(may_act, battle, battle.advanced, 0, faces=[6])
    battle.state.marks[0] = ON_FIRE
    assert not given_faces(may_act, battle, battle.advanced, 0, faces=[5, 1])


def test_fire__friends_within_an_inch_help_unless_they_are_engaged():
    burning, near = (man(), 12, 5), (man(), 13.9, 5)
    for enemies, faces, out in (
        ([(man(), 12, 6, SOUTH)], [5], True),
        ([(man(), 12, 6, SOUTH), (man(), 13.9, 6, SOUTH)], [5, 1], False),
    ):
        battle = advanced([burning, near], enemies)
        battle.state.marks[0] = ON_FIRE
        assert given_faces(may_act, battle, battle.advanced, 0, faces=faces) == out


# ------------------------------------------------------------------ ammo, groups


@pytest.mark.parametrize(
    ("traits", "faces", "filled"), [("", [4], True), ("", [3], False), ("plentiful", [], True)]
)
def test_reload__an_ammo_check(traits, faces, filled):
    battle = side(man(gun("rifle", traits, ammo=4)))
    assert usable(battle, battle.advanced, 0, 0, 1)
    battle.state.loaded[0] = 0
    assert not usable(battle, battle.advanced, 0, 0, 1)
    assert bool(after(reload_store, battle, 0, faces=faces).loaded[0]) == filled


def test_reload__not_of_what_is_scarce_or_jammed():
    scarce = side(man(gun("rifle", "scarce", ammo=4)))
    scarce.state.loaded[0] = 0
    assert empty_store(scarce, scarce.advanced, 0) == -1
    jammed = side(man(RIFLE))
    jammed.state.loaded[0], jammed.state.jammed[0] = 0, 1
    assert empty_store(jammed, jammed.advanced, 0) == -1


def test_reload__is_chosen_by_who_has_no_ammo():
    battle = advanced([(man(RIFLE), 12, 5)], [(man(), 12, 20, SOUTH)], weights={"shoot": 1.0})
    battle.state.loaded[0] = 0
    given_faces(
        activate, battle, 0, faces=[4, 1, 1, 6]
    )  # it reloads, then shoots, misses, and has ammo still
    assert battle.state.loaded[0] == 1


def test_charges__are_not_made_at_who_lies_seriously_injured():
    battle = advanced([(man(knife()), 12, 5)], [(man(), 12, 9), FAR], weights={"charge": 1.0})
    injure(battle, 1)
    given_faces(activate, battle, 0, faces=[])  # it stays, since nothing else is worth anything
    assert place(battle, 0) == (12, 5)


def test_unwieldy__takes_both_actions():
    battle = advanced([(man(gun("cannon", "unwieldy", ammo=4)), 12, 5)], [(man(), 12, 20)])
    assert usable(battle, battle.advanced, 0, 0, 2)
    assert not usable(battle, battle.advanced, 0, 0, 1)


@pytest.mark.parametrize(("rank", "brings"), [("leader", [1, 3]), ("champion", [1]), ("ganger", [])])
def test_groups__who_comes_along(rank, brings):
    friends = [(man(), 4.5, 5), (man(), 7, 5), (man(), 3, 8.9), (man(), 3, 9.1)]
    battle = advanced([(man(rank=rank), 3, 5), *friends], [ENEMY])
    for who in range(5):
        battle.state.ready[who] = 1
    assert call_along(battle, battle.advanced, 0) == len(brings)
    assert [who for who in range(5) if battle.state.along[who]] == brings


def test_groups__each_is_activated_once():
    battle = advanced([(man(rank="leader"), 3, 5), (man(), 5, 5), (man(), 20, 5)], [ENEMY])
    for who in range(3):
        battle.state.ready[who] = 1
    given_faces(activate_group, battle, 0, faces=[])
    assert list(battle.state.ready) == [0, 0, 1, 0]


def test_groups__nobody_tests_to_stay_in_a_battle_that_is_over():
    battle = advanced(
        [(man(rank="leader"), 3, 5), (man(), 5, 5)], [(man(), 3, 6.5, SOUTH, PRONE)], weights=MELEE
    )
    battle.state.ready[0] = battle.state.ready[1] = battle.state.bottled[0] = 1
    injure(battle, 2)
    given_faces(activate_group, battle, 0, faces=[6, 6])  # the leader stays, and deals a coup de grace
    assert list(battle.state.ready) == [0, 1, 0]
    assert list(battle.state.field.posture) == [STANDING, STANDING, GONE]


def test_nobody_runs__through_walls():
    battle = advanced([(man(), 12, 12)], [(man(), 12, 20)], wall((8, 10), (16, 10)))
    after(run_for_cover, battle, 0, faces=[6, 6])
    assert place(battle, 0) != pytest.approx((12, 0.5))
