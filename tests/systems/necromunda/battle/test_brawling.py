"""Fights on a board under the advanced rules, die by die: injuries, reactions, help, what hampers, coups de grace."""

import pytest

from necrostats.engine.enumerating import law_from
from necrostats.systems.necromunda.battle.brawling import (
    best_usable,
    brawl_of,
    can_finish,
    finish,
    help_and_hindrance,
)
from necrostats.systems.necromunda.battle.contact import charge_at, fight_enemy, get_free, meet
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING
from necrostats.systems.necromunda.battle.state import melee_number, touching
from necrostats.systems.necromunda.brawl import Clash, brawl_steps
from necrostats.systems.necromunda.injuries import BLINDED, BROKEN, CONCUSSED, IN_PLAY, ON_FIRE, OUT, SERIOUS
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.questions import attack
from tests.naive.cards import FURNACE, blade, gun, knife
from tests.systems.necromunda.battle.scenes import (
    SOUTH,
    advanced,
    given_faces,
    injure,
    man,
    place,
    wall,
)
from tests.systems.necromunda.generated_advanced import under_advanced

CLUB = blade("club", strength="S+1")  # Strength 4: wounds Toughness 3 on 3+
FAR = (man(), 1, 23)


def facing(ours, theirs, *pieces, more=(), friends=(), **options):
    """Two fighters in contact that face each other, and others."""
    return advanced([(ours, 12, 5), *friends], [(theirs, 12, 6, SOUTH), *more], *pieces, **options)


def fights(battle, *faces, target=1, charging=0):
    given_faces(fight_enemy, battle, 0, target, charging, faces=faces)
    return battle.state


def test_a_fight__injures_and_is_reacted_to():
    state = fights(facing(man(CLUB), man(CLUB)), 4, 3, 1, 4, 3, 1)  # a flesh wound each: who reacts is weaker
    assert (state.toughness[0], state.toughness[1]) == (2, 2)
    assert [state.wounds[who] for who in (0, 1)] == [0, 0]


def test_who_is_seriously_injured__does_not_react_and_is_finished_off():
    state = fights(facing(man(CLUB), man(CLUB)), 4, 3, 3)
    assert (state.down[1], state.field.posture[1], state.taken_out_by[1]) == (OUT, GONE, 0)
    kept = fights(facing(man(CLUB), man(CLUB), coup_after_fight="False"), 4, 3, 3)
    assert kept.down[1] == SERIOUS


@pytest.mark.parametrize(("mark", "faces"), [(ON_FIRE, []), (BLINDED, [5]), (BROKEN, [5]), (0, [4, 1])])
def test_reactions__of_the_burning_blinded_and_broken(mark, faces):
    """None; on a natural 6; at -2; and on 4+ otherwise."""
    battle = facing(man(CLUB), man(CLUB))
    battle.state.marks[1] |= mark
    fights(battle, 3, *faces)


def test_reactions__a_6_hits_blindly_and_broken():
    for mark in (BLINDED, BROKEN):
        battle = facing(man(CLUB), man(CLUB))
        battle.state.marks[1] |= mark
        assert fights(battle, 3, 6, 3, 6).down[0] == OUT


def test_entangled__the_reaction_is_two_worse():
    web = blade("web", "entangle", strength="S+1")
    fights(facing(man(web), man(CLUB)), 6, 1, 5)  # entangled by a 6: 6+ instead of 4+
    fights(facing(man(web), man(CLUB)), 5, 1, 4, 1)


def test_disarmed__the_reaction_is_unarmed():
    hook = blade("hook", "disarm")
    state = fights(facing(man(hook), man(CLUB)), 6, 1, 4, 3)  # Strength 3 against Toughness 3 needs 4
    assert state.wounds[0] == 1
    armed = fights(facing(man(hook), man(CLUB)), 5, 1, 4, 3, 6)
    assert armed.down[0] == OUT


def test_knocked_away__there_is_no_reaction():
    hammer = blade("hammer", "knockback", strength="S+1")
    battle = facing(man(hammer), man(CLUB))
    fights(battle, 4, 1)  # 4 is at least its Strength
    assert place(battle, 1) == pytest.approx((12, 7))
    assert not touching(battle.state.field, 0, 1)
    followed = facing(man(hammer), man(CLUB), melee_kb_followup="always")
    fights(followed, 4, 1, 3)
    assert place(followed, 0) == pytest.approx((12, 6))
    held = facing(man(hammer), man(CLUB, w=2), wall((8, 6.75), (16, 6.75)))
    state = fights(held, 4, 3, 1, 3)  # nowhere to go: Damage 2, an Injury die; still in contact
    assert (state.wounds[1], state.toughness[1]) == (0, 2)


@pytest.mark.parametrize(("bubble", "left"), [("True", 1), ("False", 2)])
def test_knocked_away__towards_another_enemy(bubble, left):
    """The attacker's friend stands half an inch too near."""
    hammer = blade("hammer", "knockback", strength="S+1")
    friend = (man(), 12, 8.5)
    battle = facing(man(hammer), man(CLUB, w=3), friends=[friend], knockback_bubble=bubble)
    assert fights(battle, 4, 3, target=2).wounds[2] == left
    assert place(battle, 2) == pytest.approx((12, 6.5))


def test_knocked_away__the_edge_of_the_board_does_no_harm():
    hammer = blade("hammer", "knockback", strength="S+1")
    battle = advanced([(man(hammer), 12, 22.3)], [(man(CLUB, w=2), 12, 23.3, SOUTH)])
    assert fights(battle, 4, 3).wounds[1] == 1
    assert place(battle, 1) == pytest.approx((12, 23.5))


def test_help__each_friend_busy_with_nobody_else_and_each_enemy_likewise():
    helper, second = (man(CLUB), 11, 6), (man(CLUB), 12, 4, 0.0)
    battle = facing(man(CLUB), man(CLUB), friends=[helper], more=[FAR])
    assert help_and_hindrance(battle, battle.advanced, 0, 2) == 1
    busy = facing(man(CLUB), man(CLUB), friends=[helper], more=[(man(CLUB), 10, 6), FAR])
    assert help_and_hindrance(busy, busy.advanced, 0, 2) == 0
    crowded = advanced([(man(CLUB), 12, 5), helper], [(man(CLUB), 12, 6, SOUTH), second, FAR])
    assert help_and_hindrance(crowded, crowded.advanced, 0, 2) == 0
    alone = advanced([(man(CLUB), 12, 5)], [(man(CLUB), 12, 6, SOUTH), second, FAR])
    assert help_and_hindrance(alone, alone.advanced, 0, 1) == -1
    master = advanced([(man(CLUB, skills=("combat-master",)), 12, 5)], [(man(CLUB), 12, 6, SOUTH), second])
    assert help_and_hindrance(master, master.advanced, 0, 1) == 0


def test_help__shifts_the_hit_roll():
    battle = facing(man(CLUB), man(CLUB), friends=[(man(CLUB), 11, 6)], more=[FAR])
    fights(battle, 3, 1, 3, target=2)  # WS 4+, helped 3+; not wounded; it reacts


@pytest.mark.parametrize(
    "how", [{}, {"charging": True}, {"turned": True}, {"entangled": True}, {"behind": True}]
)
@pytest.mark.parametrize("down", [False, True])
def test_rows__have_the_law_of_the_attack(how, down):
    fencer, target = man(knife(), blade("axe", "parry", strength="S+1"), a=2), man(w=2, armour=FURNACE)
    battle = facing(fencer, target)
    for number, (first, second) in enumerate([(0, None), (1, None), (0, 1)]):
        kit = [weapon.profiles[0] for weapon in fencer.weapons]
        situation = Situation(close=True, band=None, seriously_injured=down, **how)
        asked = attack(
            fencer, target, kit[first], situation, under_advanced(), kit[second] if second else None
        )
        row = melee_number(
            battle, 0, number, 1, *(int(name in how) for name in ("charging", "turned", "behind")), int(down),
            int("entangled" in how),
        )  # fmt: skip
        found = brawl_of(battle, row, 0, 0, 0)
        law = law_from(brawl_steps, found, Clash(asked.start.scene))
        assert law.chances() == asked.law().chances()


def test_weapons__without_ammo_are_left_aside():
    pistol = gun("pistol", "pistol", rng_s="4", rng_l="8", ammo=4, strength=5)
    battle = facing(man(pistol, knife()), man())
    assert best_usable(battle, battle.advanced, 0, 1, 0) != 1
    battle.state.loaded[0] = 0
    assert best_usable(battle, battle.advanced, 0, 1, 0) == 1  # the knife
    bare = facing(man(pistol), man())
    bare.state.loaded[0] = 0
    assert best_usable(bare, bare.advanced, 0, 1, 0) == 1  # its fists


def test_coup_de_grace__within_an_inch_and_engaged_with_nobody():
    battle = advanced([(man(CLUB), 12, 5)], [(man(), 12, 7), FAR])
    assert not can_finish(battle, 0, 1)  # on its feet
    injure(battle, 1)
    assert can_finish(battle, 0, 1)
    battle.state.field.y[1] = 7.1
    assert not can_finish(battle, 0, 1)
    battle.state.field.y[1] = 7.0
    battle.state.field.x[2], battle.state.field.y[2] = 12.0, 4.0
    assert not can_finish(battle, 0, 1)  # engaged
    given_faces(finish, battle, 0, 1, faces=[])
    assert (battle.state.down[1], battle.state.field.posture[1]) == (OUT, GONE)


def test_a_charge__on_who_lies_pinned_makes_it_stand():
    battle = advanced([(man(CLUB), 12, 5)], [(man(CLUB), 12, 9), FAR])
    battle.state.field.posture[1] = 2
    given_faces(charge_at, battle, 0, 1, 0, faces=[3, 4, 3, 1, 3])
    assert battle.state.field.posture[1] == STANDING
    assert battle.state.down[1] == IN_PLAY


def test_who_lies_seriously_injured__is_not_roused():
    battle = advanced([(man(CLUB), 12, 5)], [(man(CLUB), 12, 6), FAR])
    injure(battle, 1)
    given_faces(lambda dice: meet(battle, 0), faces=[])
    assert battle.state.field.posture[1] == PRONE


def test_concussion__makes_getting_away_harder():
    battle = facing(man(CLUB, i=4), man(CLUB, i=6))
    assert given_faces(get_free, battle, 0, faces=[4, 1]) == 0
    battle.state.marks[0] |= CONCUSSED
    assert given_faces(get_free, battle, 0, faces=[5, 1]) == -1
    assert given_faces(get_free, battle, 0, faces=[6, 1]) == 0
