"""Each trait, one by one: what it makes of the attack dice and of a hit."""

from dataclasses import replace
from fractions import Fraction

import pytest

from necrostats.errors import UsageError
from necrostats.systems.necromunda import traits
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.close_combat import Strike
from necrostats.systems.necromunda.injuries import (
    BY_FEAR,
    BY_FLASH,
    BY_GAS,
    BY_GAS_AND_FEAR,
    BY_NEED,
    BY_TOXIN,
    MELTA,
    TOXIN,
    WEB,
    Effect,
)
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.traits import Given
from tests.naive.cards import blade, fighter, goliath, gun, knife, power_hammer, power_sword, suit, sword
from tests.systems.necromunda.generated import BASIC, ask, under
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

F = Fraction
CLOSE = Situation(close=True)
BEHIND = Situation(close=True, behind=True)
STRIKE = Strike(n=1, hit_on=4, strength=3, save_on=6, damage=1)


def given(situation, options=BASIC, modifier=0, weapon=None):
    return Given(fighter(), fighter(), weapon or blade(), situation, options, modifier)


def test_backstab__one_strength_from_behind():
    assert traits.backstab(STRIKE, given(CLOSE)) == STRIKE
    assert traits.backstab(STRIKE, given(BEHIND)) == STRIKE._replace(strength=4)
    nothing = STRIKE._replace(strength=0)  # a weapon without Strength gets none
    assert traits.backstab(nothing, given(BEHIND)) == nothing
    # a weapon of a Strength of its own gets it too
    fixed = blade("spike", "backstab", strength="5")
    assert ask(fighter(), fighter(), fixed, None, BEHIND).numbers.strikes[0].strength == 6
    assert ask(fighter(), fighter(), blade(), None, BEHIND).numbers.strikes[0].strength == 3


@pytest.mark.parametrize(
    ("reading", "modifier", "six_on"),
    [("natural", 0, 6), ("natural", -1, 6), ("natural", 2, 6), ("modified", 0, 6), ("modified", -1, 7),
     ("modified", 1, 5), ("modified", 9, 2)],
)  # fmt: skip
def test_power__which_six(reading, modifier, six_on):
    found = traits.power(STRIKE, given(CLOSE, under(power_six=reading), modifier))
    assert found == STRIKE._replace(power=1, six_on=six_on)


def test_power__no_save_and_one_damage_more_on_a_six_only():
    target = fighter(w=5, armour=goliath().armour)
    found = ask(fighter(s=10), target, power_hammer(), None, CLOSE).law()
    # Strength 11 v 3 wounds on 2+; AP-1 leaves a 6+ of the plates' 5+: a six (1/6) loses 3, a plain hit (1/3) 2
    six, plain = F(1, 6) * F(5, 6), F(1, 3) * F(5, 6) * F(5, 6)
    assert found.of(lambda t: 5 - t.wounds) == {0: 1 - six - plain, 2: plain, 3: six}


def test_power__nothing_more_for_a_weapon_without_damage():
    weapon = blade("maul", "power", d=0)
    found = ask(fighter(s=10), fighter(), weapon, None, CLOSE).law()
    assert found.p(lambda t: t.wounds == 0) == 0
    assert found.p(lambda t: t.unsaved) > 0


def test_strike_with__order_does_not_matter():
    for both in ("power backstab", "backstab power"):
        weapon = blade("w", both)
        found = traits.strike_with(STRIKE, given(BEHIND, weapon=weapon))
        assert found == STRIKE._replace(strength=4, power=1, six_on=6)


def test_every_trait_here_acts_somewhere():
    acting = set()
    for name in traits.STRIKES:
        found = traits.strike_with(STRIKE, given(BEHIND, weapon=blade("w", name)))
        assert (found != STRIKE) == (name in traits.CLOSE), name
        if found != STRIKE:
            acting.add(name)
    assert acting | {"melee", "parry", "pistol", "knockback"} == traits.CLOSE | traits.RANGED


def test_ignored__what_the_basic_rules_do_not_use():
    shooter = gun("g", "knockback rapid-fire pistol")
    assert traits.ignored(shooter, False, "basic") == ["rapid-fire"]
    numbered = gun("g")
    numbered.traits["rapid-fire"] = 2
    assert traits.ignored(numbered, False, "basic") == ["rapid-fire(2)"]
    assert traits.ignored(power_sword(), True, "basic") == []
    assert traits.ignored(knife(), False, "basic") == []
    assert traits.ignored(gun("new", "rapid-fire smoke sticky"), False, "advanced") == [
        "smoke (acts on a board)",
        "sticky (does nothing yet)",
    ]
    assert (
        traits.ignored(blade("b", "power toxin"), True, "advanced") == []
    )  # of hit rolls; of what a hit does
    attack = ask(fighter(), fighter(), blade("b", "shock"), gun("p", "pistol scarce"), CLOSE)
    assert attack.ignored() == ["b: shock (advanced rules)", "p: scarce (advanced rules)"]


def test_every_trait_of_the_book_acts_somewhere_or_is_said_to_do_nothing():
    known = traits.STRIKES.keys() | traits.EFFECTS.keys() | traits.ELSEWHERE | traits.BOARD
    assert known == load().traits.keys()


def test_ignored__what_acts_on_a_board():
    grenade = gun("g", "smoke rapid-fire demolitions")
    assert traits.ignored(grenade, False, "advanced") == [
        "smoke (acts on a board)",
        "demolitions (acts on a board)",
    ]


def test_parry__sword_and_power_sword_may_parry_a_sword():
    for weapon in (sword(), power_sword()):
        found = ask(fighter(), fighter(weapon), blade(), None, CLOSE).law()
        assert found.p(lambda t: t.hits) == F(1, 4)


# ------------------------------------------------------------------ advanced rules


def against(target, name, situation=CLOSE, options=ADVANCED, **figures):
    """What one trait makes of a hit on *target*."""
    weapon = gun("g", name, **figures)
    return traits.EFFECTS[name](Effect(), Given(fighter(), target, weapon, situation, options))


@pytest.mark.parametrize(
    ("name", "expected"),
    [("scattershot", Effect(scatter=1)), ("rending", Effect(rending=1)), ("seismic", Effect(seismic=1)),
     ("pulverise", Effect(pulverise=1)), ("rad-phage", Effect(rad=1)), ("web", Effect(injury=WEB))],
)  # fmt: skip
def test_effects__of_the_trait_alone(name, expected):
    assert against(fighter(), name) == expected


def test_rad_phage__some_armour_is_proof():
    proof = replace(suit(6), immune=("rad-phage",))
    assert against(fighter(armour=proof), "rad-phage") == Effect()
    assert against(fighter(under=proof), "rad-phage") == Effect()


@pytest.mark.parametrize(
    ("situation", "acts"),
    [(Situation(), True), (Situation(band="long"), False), (Situation(band=None), False), (CLOSE, False)],
)
def test_melta__at_short_range_only(situation, acts):
    assert against(fighter(), "melta", situation) == (Effect(injury=MELTA) if acts else Effect())
    at_once = Effect(injury=MELTA, at_once=1) if acts else Effect()
    assert against(fighter(), "melta", situation, under_advanced(melta="any_unsaved_wound")) == at_once


def test_toxin__with_and_without_damage_of_its_own():
    assert against(fighter(), "toxin", d=1) == Effect(injury=TOXIN)
    assert against(fighter(), "toxin", d=0) == Effect(injury=TOXIN, at_once=1)
    assert against(
        fighter(), "toxin", d=0, options=under_advanced(toxin_without_damage="as_damage_1")
    ) == Effect(injury=TOXIN)
    assert against(fighter(), "toxin", d=0, options=under_advanced(toxin="n18")) == Effect(instead=BY_TOXIN)
    synth = Situation(using=("chem-synth",))
    assert against(fighter(), "toxin", synth) == Effect(injury=TOXIN, tougher=-1)
    assert against(fighter(), "gas", synth) == Effect(instead=BY_GAS, tougher=-1)


def test_with_damage__toxin_alone_and_only_in_one_reading():
    once = under_advanced(toxin_without_damage="as_damage_1")
    for weapon, options, damage in (
        (gun("g", "toxin", d=0), once, 1),
        (gun("g", "toxin", d=0), ADVANCED, 0),
        (gun("g", "toxin", d=2), once, 2),
        (gun("g", "web", d=0), once, 0),
    ):
        assert traits.with_damage(weapon, options).d == damage


@pytest.mark.parametrize(
    ("wargear", "under", "tougher"),
    [((), 0, 0), (("filter-plugs",), 0, 1), (("respirator",), 0, 2), (("respirator", "filter-plugs"), 0, 2),
     ((), 3, 0), (("respirator",), 3, 3), (("filter-plugs",), 3, 1)],
)  # fmt: skip
def test_gas__the_best_breathing_gear_counts(wargear, under, tougher):
    worn = replace(suit(6), gas_toughness=under)
    assert against(fighter(wargear=wargear, under=worn), "gas") == Effect(instead=BY_GAS, tougher=tougher)
    assert against(fighter(wargear=wargear, armour=worn), "gas") == Effect(instead=BY_GAS, tougher=tougher)


def test_flash_and_fear__tests_of_the_target():
    natural = under_advanced(test_auto_fail="nat1_only_hit_rolls")
    assert against(fighter(i=4), "flash", options=natural) == Effect(instead=BY_FLASH, need=4)
    goggles = fighter(i=4, wargear=("photo-goggles",))
    assert against(goggles, "flash", options=natural) == Effect(instead=BY_FLASH, need=3)
    assert against(fighter(cl=7), "fear", options=natural) == Effect(instead=BY_FEAR, need=9)
    archived = under_advanced(test_auto_fail="archived")
    assert against(fighter(cl=3), "fear", options=archived) == Effect(instead=BY_FEAR, need=5)


def test_gas_and_fear__in_either_order():
    for both in ("gas fear", "fear gas"):
        found = traits.effect_of(Given(fighter(cl=7), fighter(cl=7), gun("g", both), Situation(), ADVANCED))
        assert found == Effect(instead=BY_GAS_AND_FEAR, need=9)


N18 = under_advanced(toxin="n18")


@pytest.mark.parametrize(
    ("traits_of_it", "options", "said"),
    [("gas flash", ADVANCED, "the wound roll once, got gas and flash"),
     ("flash graviton-pulse", ADVANCED, "the wound roll once, got flash and graviton-pulse"),
     ("graviton-pulse fear", ADVANCED, "the wound roll once, got graviton-pulse and fear"),
     ("gas fear flash", ADVANCED, "the wound roll once, got gas and fear and flash"),
     ("toxin graviton-pulse", N18, "the wound roll once, got graviton-pulse and toxin"),
     ("toxin web", ADVANCED, "the Injury dice once, got toxin and web"),
     ("toxin melta", BASIC, "the Injury dice once, got toxin and melta"),
     ("melta web", ADVANCED, "the Injury dice once, got melta and web"),
     ("gas toxin", ADVANCED, "toxin acts on a wound, and gas makes none"),
     ("flash melta", ADVANCED, "melta acts on a wound, and flash makes none"),
     ("web fear", ADVANCED, "web acts on a wound, and fear makes none")],
)  # fmt: skip
def test_check_together__what_takes_the_place_of_the_other(traits_of_it, options, said):
    with pytest.raises(UsageError, match=said):
        traits.effect_of(Given(fighter(), fighter(), gun("g", traits_of_it), Situation(), options))


@pytest.mark.parametrize("options", [BASIC, ADVANCED, N18])
def test_check_together__what_goes_with_the_other(options):
    for fine in ("gas fear", "toxin", "melta", "web", "gas", "flash", "rending pulverise", ""):
        traits.check_together(gun("g", fine), options)
    if options is not N18:  # n17 takes the place of Injury dice, not of the wound roll
        traits.check_together(gun("g", "toxin graviton-pulse"), options)
        traits.check_together(gun("g", "melta graviton-pulse"), options)


def test_given__no_modifier_unless_one_is_named():
    assert Given(fighter(), fighter(), gun(), Situation(), ADVANCED).modifier == 0


def test_graviton_pulse__own_strength_or_less_avoids_and_a_6_never():
    needs = {s: against(fighter(s=s), "graviton-pulse") for s in (1, 4, 5, 6)}
    assert needs == {s: Effect(instead=BY_NEED, need=on) for s, on in ((1, 2), (4, 5), (5, 6), (6, 6))}


@pytest.mark.parametrize(
    ("s", "modifier", "natural", "modified"), [(1, 0, 2, 2), (2, 0, 2, 2), (4, 1, 4, 3), (4, -1, 4, 5)]
)
def test_knockback__a_natural_1_pushes_nobody(s, modifier, natural, modified):
    for reading, push_on in (("natural", natural), ("modified", modified)):
        for blocked in (False, True):
            how = Situation(close=True, blocked=blocked)
            case = Given(
                fighter(),
                fighter(s=s),
                blade("b", "knockback"),
                how,
                under_advanced(knockback_die=reading),
                modifier,
            )
            assert traits.knockback(STRIKE, case) == STRIKE._replace(push_on=push_on, harder=int(blocked))


def test_disarm_shock_and_entangle__on_a_natural_6():
    assert traits.disarm(STRIKE, given(CLOSE)) == STRIKE._replace(disarm_on=6)
    skilled = replace(blade("b"), traits={"melee": None, "disarm": 5})
    assert traits.disarm(STRIKE, given(CLOSE, weapon=skilled)) == STRIKE._replace(disarm_on=5)
    assert traits.shock(STRIKE, given(CLOSE)) == STRIKE._replace(shock=1)
    assert traits.entangle(STRIKE, given(CLOSE)) == STRIKE._replace(entangle=1)
