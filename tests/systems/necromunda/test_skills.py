"""What skills make of a weapon and of a situation: worked out from their one-sentence texts."""

from dataclasses import replace

import pytest

from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.skills import IN_AN_ATTACK, as_seen, stronger, trained
from tests.naive.cards import blade, fighter, gun

FIGHT = Situation(close=True, band=None)
CHARGE = Situation(close=True, band=None, charging=True)


def traits(profile, *skills, situation=FIGHT):
    return trained(profile, fighter(skills=skills), situation).traits


def test_backstab_is_given_or_goes_further():
    assert traits(blade(), "backstab") == {"melee": None, "backstab": None}
    assert traits(blade("knife", "backstab"), "backstab") == {"melee": None, "backstab": 2}
    assert traits(blade("knife", "backstab")) == {"melee": None, "backstab": None}


def test_disarm_is_given_or_goes_further():
    assert traits(blade(), "disarm") == {"melee": None, "disarm": None}
    assert traits(blade("whip", "disarm"), "disarm") == {"melee": None, "disarm": 5}
    assert traits(blade("whip", "disarm")) == {"melee": None, "disarm": None}


def test_bull_charge_on_a_charge_alone():
    """Knockback and Strength 3 + 1 + 1 for a weapon of S+1."""
    axe = blade("axe", strength="S+1")
    charging = trained(axe, fighter(skills=("bull-charge",)), CHARGE)
    assert (charging.strength, charging.traits) == ("5", {"melee": None, "knockback": None})
    assert trained(axe, fighter(skills=("bull-charge",)), FIGHT) == axe
    assert trained(axe, fighter(), CHARGE) == axe


@pytest.mark.parametrize(
    "profile",
    [gun("autopistol", "pistol melee"), gun(), blade("unarmed")],
    ids=lambda profile: profile.weapon,
)
def test_pistols_guns_and_fists_gain_nothing(profile):
    brute = fighter(skills=("backstab", "disarm", "bull-charge"))
    assert trained(profile, brute, CHARGE) == profile


def test_nothing_is_gained_out_of_close_combat():
    thrown = blade("spear")
    assert trained(thrown, fighter(skills=("backstab", "disarm", "bull-charge")), Situation()) == thrown


def test_stronger():
    bearer = fighter(s=3)
    assert [stronger(blade(strength=text), bearer).strength for text in ("S", "S+2", "4", "-", "*")] == [
        "4", "6", "5", "-", "*",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("card", "weapon", "covers"),
    # what is left of no, partial and full cover
    [
        ({}, gun(), ("none", "partial", "full")),
        ({"skills": ("trick-shot",)}, gun(), ("none", "none", "partial")),
        ({"skills": ("trick-shot",)}, gun("stubber", "rapid-fire"), ("none", "none", "partial")),
        ({"wargear": ("infra-sight",)}, gun(), ("none", "none", "partial")),
        ({"wargear": ("infra-sight",)}, gun("stubber", "rapid-fire"), ("none", "partial", "full")),
        ({"wargear": ("infra-sight",)}, gun("frag", "grenade"), ("none", "partial", "full")),
        ({"wargear": ("infra-sight",)}, gun("flamer", rng_s="-", rng_l="T"), ("none", "partial", "full")),
    ],
)
def test_as_seen__cover(card, weapon, covers):
    seen = [
        as_seen(fighter(**card), weapon, Situation(cover=cover)).cover
        for cover in ("none", "partial", "full")
    ]
    assert tuple(seen) == covers


def test_as_seen__only_trick_shot_ignores_that_the_target_is_engaged():
    engaged = Situation(target_engaged=True, cover="partial", band="long")
    assert as_seen(fighter(skills=("trick-shot",)), gun(), engaged) == Situation(band="long")
    sights = as_seen(fighter(wargear=("infra-sight",)), gun(), engaged)
    assert sights == replace(engaged, cover="none")


def test_skills_that_act_in_an_attack():
    """Of the shooter, of who is shot at, of who fights and of who is fought, and the action that is an attack."""
    assert {"marksman", "evade", "headbutt", "fearsome", "hip-shooting"} < IN_AN_ATTACK
    assert not {"sprint", "iron-will", "medicae", "unstoppable"} & IN_AN_ATTACK
