"""The numbers of one hit under the advanced rules: the weapon's side and the side of the fighter hit."""

from dataclasses import replace

import pytest

from necrostats.systems.necromunda.damage import NEVER, Blow
from necrostats.systems.necromunda.hits import (
    area_of,
    body_of,
    condition_of,
    hit_of,
    own_hit,
    plain_hit,
    save_bonus,
)
from necrostats.systems.necromunda.injuries import (
    BOOSTED,
    IN_PLAY,
    PINNED,
    SERIOUS,
    Body,
    Condition,
    Effect,
    Hit,
)
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.traits import Given
from tests.naive.cards import FLAK, FURNACE, blade, fighter, gun
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

OPEN, CLOSE = Situation(), Situation(close=True, band=None)
FROM_FLAK = replace(FLAK, save_vs_blast=5, save_vs_template=6)


def test_area_of__template_before_blast():
    assert area_of(gun()) == ""
    assert area_of(gun("frag", "blast")) == "blast"
    assert area_of(gun("flamer", "template")) == "template"
    assert area_of(gun("flamer", rng_s="-", rng_l="T")) == "template"
    assert area_of(gun("flamer", rng_s="T", rng_l="-")) == "template"
    assert area_of(gun("flamer", "blast template")) == "template"


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        (Situation(), Condition(2, 3)),
        (Situation(wounds_lost=1), Condition(1, 3)),
        (Situation(wounds_lost=2), Condition(0, 3)),
        (Situation(wounds_lost=3), Condition(0, 3)),
        (Situation(flesh_wounds=1), Condition(2, 2, marks=BOOSTED)),
        (Situation(flesh_wounds=2), Condition(2, 1, marks=BOOSTED)),
        (Situation(target_prone=True), Condition(2, 3, marks=PINNED)),
        (Situation(target_prone=True, close=True), Condition(2, 3)),
        (Situation(seriously_injured=True), Condition(2, 3, 0, SERIOUS, 0, BOOSTED)),
        (Situation(seriously_injured=True, target_prone=True), Condition(2, 3, 0, SERIOUS, 0, BOOSTED)),
    ],
)
def test_condition_of__before_the_attack(situation, expected):
    assert condition_of(fighter(w=2), situation) == expected
    assert condition_of(fighter(w=2), situation).down in {IN_PLAY, SERIOUS}


def test_body_of__skills_and_kit():
    plain = Body(batch=0)
    assert body_of(fighter(), ADVANCED, area=False) == plain
    assert body_of(fighter(skills=("true-grit",)), ADVANCED, area=False) == plain._replace(grit=1)
    dodger = fighter(skills=("dodge",))
    assert body_of(dodger, ADVANCED, area=False) == plain._replace(dodge=1)
    assert body_of(dodger, ADVANCED, area=True) == body_of(fighter(), ADVANCED, area=True) == plain
    assert body_of(fighter(wargear=("bio-booster",)), ADVANCED, area=False) == plain._replace(booster=1)
    refractor = fighter(wargear=("refractor",))
    assert body_of(refractor, ADVANCED, area=False) == plain._replace(field_on=5, burns=1)
    displacer = fighter(wargear=("displacer",))
    assert body_of(displacer, ADVANCED, area=False) == plain._replace(field_on=4)


@pytest.mark.parametrize(
    ("chosen", "fields"),
    [
        ({"injury_faces": "3,1,2"}, {"flesh_faces": 3, "serious_faces": 1}),
        ({"injury_dice": "equal_damage"}, {"equal_damage": 1}),
        ({"multi_serious": "flesh_wound"}, {"extra_serious": 1}),
        ({"multi_hit": "batch"}, {"batch": 1}),
    ],
)
def test_body_of__options(chosen, fields):
    assert body_of(fighter(), under_advanced(**chosen), area=False) == Body()._replace(**fields)


@pytest.mark.parametrize(("cover", "bonus"), [("none", 0), ("partial", 1), ("full", 2)])
def test_save_bonus__cover_from_flames_and_from_the_centre_of_a_blast(cover, bonus):
    flame, frag = gun("flamer", "template"), gun("frag", "blast")
    assert save_bonus(flame, Situation(cover=cover)) == bonus
    assert save_bonus(frag, Situation(blast_cover=cover)) == bonus
    assert save_bonus(frag, Situation(cover="full", blast_cover=cover)) == bonus
    assert save_bonus(flame, Situation(cover=cover, save_bonus=1)) == bonus + 1
    assert save_bonus(gun(), Situation(cover=cover, blast_cover=cover, save_bonus=1)) == 1
    assert save_bonus(flame, Situation(close=True, cover=cover)) == 0


def hit(profile, situation=OPEN, target=None, attacker=None, **fields):
    given = Given(attacker or fighter(), target or fighter(), profile, situation, ADVANCED)
    return hit_of(given, **fields)


def test_hit_of__weapon_save_and_traits():
    bolt = gun("boltgun", "rending", strength=4, ap=-1, d=2)
    assert hit(bolt) == Hit(Blow(4, NEVER, 2), 0, Effect(rending=1), Body())
    assert hit(bolt, target=fighter(armour=FLAK)).blow == Blow(4, 7, 2)
    assert hit(gun(), target=fighter(armour=FLAK)).blow == Blow(3, 6, 1)
    assert hit(blade(), CLOSE, attacker=fighter(s=5)).blow.strength == 5
    assert hit(gun(strength="-")).blow.strength == 0
    assert hit(bolt, strength=7).blow == Blow(7, NEVER, 2)
    assert hit(bolt, strength=0).blow.strength == 0
    assert hit(bolt, damage=5).blow == Blow(4, NEVER, 5)
    assert hit(bolt, damage=0).blow.damage == 0


def test_hit_of__areas():
    worn = fighter(armour=FROM_FLAK, skills=("dodge",))
    frag, shot = gun("frag", "blast"), gun()
    assert (hit(shot, target=worn).blow.save_on, hit(shot, target=worn).body.dodge) == (6, 1)
    assert (hit(frag, target=worn).blow.save_on, hit(frag, target=worn).body.dodge) == (5, 0)
    close = hit(frag, CLOSE, target=worn)
    assert (close.blow.save_on, close.body.dodge) == (6, 1)
    assert hit(gun("flamer", "template"), Situation(cover="full")).blow.save_on == 5


def test_hit_of__readings_of_the_wound_table():
    options = under_advanced(wound_last_row="seed_literal", half_toughness="round_up")
    given = Given(fighter(), fighter(), gun(), Situation(), options)
    assert hit_of(given).blow == Blow(3, NEVER, 1, 1, 1)
    assert plain_hit(fighter(), 3, 1, CLOSE, options).blow == Blow(3, NEVER, 1, 1, 1)


def test_plain_hit__no_weapon():
    dodger = fighter(armour=FLAK, skills=("dodge",))
    assert plain_hit(dodger, 4, 2, CLOSE, ADVANCED) == Hit(Blow(4, 6, 2), 0, Effect(), Body(dodge=1))
    covered = Situation(close=True, save_bonus=1)
    assert plain_hit(dodger, 4, 2, covered, ADVANCED).blow.save_on == 5


def test_own_hit__on_the_shooter_seen_from_the_front_and_without_cover():
    frag = gun("frag", "blast", strength=4, ap=-1, d=2)
    how = Situation(
        band="long", behind=True, cover="full", blast_cover="full", save_bonus=1, target_prone=True
    )
    shooter = fighter(armour=FURNACE, skills=("true-grit",))
    given = Given(shooter, fighter(armour=FROM_FLAK), frag, how, ADVANCED)
    options = under_advanced(arc_save_timing="before_pinning")
    assert own_hit(replace(given, options=options)) == Hit(Blow(4, 6, 2), 0, Effect(), Body(grit=1))
