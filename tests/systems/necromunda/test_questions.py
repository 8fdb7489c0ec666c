"""An attack as a question: what its ends are called, what may become of the weapon, who may be struck by accident."""

from dataclasses import replace

import pytest

from necrostats.errors import UsageError
from necrostats.systems.necromunda import ammo, injuries, questions
from necrostats.systems.necromunda.damage import NEVER, Target
from necrostats.systems.necromunda.injuries import Condition
from necrostats.systems.necromunda.models import Situation
from tests.naive.cards import blade, fighter, gun, knife, power_hammer, suit
from tests.systems.necromunda.generated import BASIC
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

CLOSE = Situation(close=True, band=None)


def asked(profile, situation=None, options=ADVANCED, who=None, whom=None, **more):
    return questions.attack(
        who or fighter(), whom or fighter(), profile, situation or Situation(), options, **more
    )


def rapid(n, traits="", **figures):
    weapon = gun("rapid", f"rapid-fire {traits}", **figures)
    return replace(weapon, traits=weapon.traits | {"rapid-fire": n})


# ------------------------------------------------------------------ names of ends


def test_outcomes__their_names():
    every = ["missed", "unhurt", "wounded", "flesh_wound", "seriously_injured", "out_of_action"]
    assert asked(gun()).outcomes() == every
    assert asked(gun(), options=BASIC).outcomes() == [*every[:3], every[5]]
    assert {
        name: getattr(injuries, name.upper()) for name in questions.TARGET_MARKS
    } == questions.TARGET_MARKS
    assert questions.WEAPON_MARKS == {
        "out_of_ammo": ammo.DRY,
        "jammed": ammo.JAMMED,
        "diverted": ammo.DIVERTED,
    }


@pytest.mark.parametrize(
    ("end", "name", "pinned"),
    [(Target(2, 3), "missed", False), (Target(2, 3, hits=1), "unhurt", False),
     (Target(2, 3, pinned=1, hits=1), "unhurt", True),
     (Target(1, 3, pinned=1, hits=1), "wounded", True), (Target(1, 3, hits=1), "wounded", False),
     (Target(0, 3, pinned=1, hits=1), "out_of_action", False)],
)  # fmt: skip
def test_outcome__under_the_basic_rules(end, name, pinned):
    attack = asked(gun(), options=BASIC, whom=fighter(w=2))
    assert (attack.outcome(end), attack.pinned(end)) == (name, pinned)


@pytest.mark.parametrize(
    ("after", "lost", "name"),
    [(Condition(2, 3), 0, "missed"), (Condition(2, 3, hits=1), 0, "unhurt"), (Condition(1, 3, hits=1), 1, "wounded"),
     (Condition(1, 3, hits=1, marks=injuries.FLESH_RESULT), 0, "flesh_wound"),
     (Condition(1, 3, hits=1, marks=injuries.FLESH_RESULT | injuries.SERIOUS_RESULT), 1, "seriously_injured"),
     (Condition(1, 3, 0, injuries.OUT, 1, injuries.SERIOUS_RESULT), 1, "out_of_action")],
)  # fmt: skip
def test_outcome__under_the_advanced_rules(after, lost, name):
    assert questions.outcome_of(after, lost) == name


def test_attack__wounds_lost_before_it():
    for lost, left in ((0, 2), (1, 1), (2, 0), (3, 0)):
        for how in (Situation(wounds_lost=lost), replace(CLOSE, wounds_lost=lost)):
            assert asked(gun("g", "pistol"), how, BASIC, whom=fighter(w=2)).start.wounds == left


def test_in_reach__a_thrown_weapon_flies_a_multiple_of_the_strength():
    thrown = gun("frag", "grenade", rng_s="-", rng_l="Sx3")
    assert questions.in_reach(thrown, fighter(s=4)).rng_l == "12"
    assert questions.in_reach(gun(), fighter(s=4)) == gun()


# ------------------------------------------------------------------ what may become of it


@pytest.mark.parametrize(
    ("situation", "weapons", "expected"),
    [
        (Situation(), (gun(ammo=4),), {"out_of_ammo"}),
        (Situation(), (gun(ammo=1),), {"out_of_ammo"}),
        (Situation(), (gun(ammo=0),), set()),
        (Situation(), (rapid(2, ammo=4),), {"out_of_ammo", "jammed"}),
        (Situation(), (rapid(2),), set()),
        (Situation(), (rapid(1, ammo=4),), {"out_of_ammo"}),
        (Situation(), (gun("g", "single-shot"),), {"out_of_ammo"}),
        (Situation(), (gun("frag", "grenade", ammo=4),), {"out_of_ammo"}),
        (Situation(), (gun("frag", "grenade", ammo=0),), set()),
        (Situation(), (gun("p", "pistol", ammo=4), gun("q", "pistol")), {"out_of_ammo"}),
        (Situation(), (gun("p", "pistol"), gun("q", "pistol", ammo=4)), set()),
        (Situation(not_closest=True), (gun(),), {"diverted"}),
        (CLOSE, (gun("p", "pistol", ammo=4), blade()), {"out_of_ammo"}),
        (CLOSE, (blade(), gun("p", "pistol", ammo=4)), set()),
        (replace(CLOSE, not_closest=True), (gun("p", "pistol", ammo=4),), {"out_of_ammo"}),
        (replace(CLOSE, action="coup-de-grace"), (gun("p", "pistol", ammo=4),), set()),
    ],
)
def test_may__of_the_first_weapon(situation, weapons, expected):
    attack = asked(weapons[0], situation, second=(*weapons, None)[1])
    assert {mark for mark in questions.WEAPON_MARKS if attack.may(mark)} == expected


def test_may__a_pistol_without_firepower_dice_is_never_checked():
    attack = asked(gun("p", "pistol", ammo=4), CLOSE, under_advanced(pistol_melee_firepower="False"))
    assert not any(attack.may(mark) for mark in questions.WEAPON_MARKS)


def test_may__any_need_but_0_may_divert():
    attack = asked(gun(), Situation(not_closest=True))
    for need, may in ((0, False), (1, True), (7, True)):
        made = replace(attack, numbers=attack.numbers._replace(priority_on=need))
        assert made.may("diverted") == may


@pytest.mark.parametrize(
    ("situation", "weapons", "pushes"),
    [(Situation(), (gun("g", "knockback"),), True), (Situation(), (gun(),), False),
     (CLOSE, (blade("b", "knockback"),), True), (CLOSE, (blade(),), False),
     (CLOSE, (blade(), blade("b", "knockback")), True), (CLOSE, (blade("b", "knockback"), gun("p", "pistol")), True)],
)  # fmt: skip
def test_knocks_back__where_any_die_is_of_such_a_weapon(situation, weapons, pushes):
    assert asked(weapons[0], situation, second=(*weapons, None)[1]).knocks_back() == pushes


def test_knocks_back__a_target_whose_strength_no_die_shows():
    weak, strong = fighter(s=6), fighter(s=7)
    found = [asked(blade("b", "knockback"), CLOSE, whom=whom).knocks_back() for whom in (weak, strong)]
    assert found == [True, False]


def test_bystanders__of_a_shot_alone():
    crowd = {"in_line": 2, "in_melee": 1}
    assert asked(gun(), Situation(**crowd)).bystanders() == ["in_line_1", "in_line_2", "in_melee_1"]
    assert asked(gun("p", "pistol"), replace(CLOSE, **crowd)).bystanders() == []


# ------------------------------------------------------------------ a third arm, a headbutt


def test_attack__a_third_arm_fights_with_a_knife_of_its_own():
    for wargear, dice in (((), 0), (("extra-arm",), 1)):
        attack = asked(blade(), CLOSE, who=fighter(wargear=wargear), knife=knife())
        assert attack.numbers.melee.strikes[3].n == dice


def test_headbutt__its_two_hits_and_who_steps_aside():
    how = replace(CLOSE, action="headbutt")
    butt = fighter(s=3, skills=("headbutt",), armour=suit(5))

    def numbers(target, situation=how, **options):
        return asked(power_hammer(), situation, under_advanced(**options), butt, target).numbers

    plain = numbers(fighter(i=3))
    assert (plain.hit.blow.strength, plain.hit.blow.damage) == (5, 2)
    assert (plain.own_hit.blow.strength, plain.own_hit.blow.damage, plain.own_hit.blow.save_on) == (3, 1, 5)
    assert (plain.aside_on, plain.batch) == (NEVER, 0)
    assert numbers(fighter(i=3), multi_hit="batch").batch == 1
    nimble = fighter(i=3, skills=("step-aside",))
    assert numbers(nimble).aside_on == 3
    assert numbers(nimble, replace(how, seriously_injured=True)).aside_on == NEVER
    assert numbers(fighter(i=3), replace(how, seriously_injured=True)).aside_on == NEVER
    with pytest.raises(UsageError, match="the skill headbutt, X has not got it"):
        asked(blade(), how)
