import re

import pytest

from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.models import WeaponProfile
from necrostats.systems.necromunda.options import (
    DEFAULT_RULES,
    Options,
    option_value,
    resolve,
    under_options,
)

CAT = load()

# name, layer, default of the basic rules, of the advanced rules, the other values; section 9 of the rules
OPTIONS = """
wound_last_row basic half_T half_T seed_literal
half_toughness basic exact exact round_up round_down
impossible_shot basic miss improbable nat6_hits
test_auto_fail basic nat1_only_hit_rolls archived nat1_all_d6_tests
lasgun_short basic 12 18 16
charge_contact basic base base within_1
turf_first_tie basic pass pass reroll
save_nat1_fails basic True True False
pin_on basic hit hit attack
pin_engaged basic False False True
arc_save_timing basic before_pinning before_pinning after_pinning
arc_test board centre centre any_part
knockback_die basic natural natural modified
knockback_bubble board True True False
cover_half board partial partial full
free_turn_engaged basic True True False
pistol_surplus basic other_weapon other_weapon fists
parry_choice basic defender_best defender_best random first
parry_needs_wielded basic False False True
power_six basic natural natural modified
reaction_target basic attacker_only attacker_only any_engaged
reaction_order basic sequential sequential simultaneous
charge_d3 basic after_declare after_declare before_declare
retreat_reaction basic always always only_if_passed
retreat_timing basic before_move before_move after_move
half_move_rounding basic exact exact up
barricade_cost board 2_total 2_total 2_extra
may_pass basic False False True
priority_tie basic pass_to_opponent pass_to_opponent reroll
deploy_edge board opposite_edges opposite_edges any_edge
turf_war_winner board most_fighters_left most_fighters_left draw most_points_left
ammo_face_holes advanced 1 1 0
firepower_when advanced always always only_on_hit
pistol_melee_firepower advanced True True False
rapid_fire_in_melee advanced False False True
knockback_rapid_scope advanced all_hits all_hits first_hit
stray_hit advanced 1-3 1-3 6 off
injury_faces advanced 2,3,1 2,3,1
injury_dice advanced excess excess equal_damage
multi_serious advanced no_extra no_extra flesh_wound
multi_hit advanced sequential sequential batch
coup_after_fight advanced True True False
recovery_si_flesh advanced False False True
flee_phase advanced action action end
iron_will advanced subtract subtract add
toxin advanced n17 n17 n18
flak_vs_flame advanced 6+ 6+ 5+
charged_prone_reaction advanced 0 0 -1
melee_kb_followup advanced attacker_choice attacker_choice always never
odd_die basic first_weapon first_weapon second_weapon best
hit_order advanced as_rolled as_rolled best_for_attacker
melee_accuracy basic applied applied ignored
melta advanced instead_of_injury instead_of_injury any_unsaved_wound
toxin_without_damage advanced roll_at_once roll_at_once as_damage_1
"""
LINES = [line.split() for line in OPTIONS.strip().splitlines()]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_an_option_has_its_values_and_defaults(line):
    name, layer, basic, advanced, *others = line
    option = CAT.options[name]
    assert (option.layer, option.default_basic, option.default_advanced) == (layer, basic, advanced)
    assert set(option.values) == {basic, advanced, *others}
    assert all(effect for effect in option.values.values())
    assert option.rules
    assert set(option.rules) <= set(CAT.rules)


def test_there_are_no_other_options():
    assert {line[0] for line in LINES} == set(CAT.options)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_every_value_of_every_option_can_be_chosen_where_it_acts(line, rules):
    name, layer, basic, advanced, *others = line
    default = basic if rules == "basic" else advanced
    for value in {basic, advanced, *others}:
        if layer == "advanced" and rules == "basic":
            with pytest.raises(UsageError):
                resolve(CAT, rules, {name: value})
        else:
            options = resolve(CAT, rules, {name.upper().replace("_", "-"): value.upper()})
            assert options[name] == value
            assert options.changed() == ({} if value == default else {name: value})


def test_options_of_another_layer_have_their_default():
    for rules in ("basic", "advanced"):
        assert resolve(CAT, rules)["toxin"] == "n17"
        assert resolve(CAT, rules)["arc_test"] == "centre"
        assert resolve(CAT, rules).rules == rules
        assert resolve(CAT, rules).changed() == {}


def test_the_advanced_rules_are_the_default():
    assert resolve(CAT) == resolve(CAT, DEFAULT_RULES) == resolve(CAT, "advanced")


def test_python_values_are_taken():
    options = resolve(
        CAT, "advanced", {"save_nat1_fails": False, "lasgun_short": 16, "charged_prone_reaction": -1}
    )
    assert options.changed() == {
        "lasgun_short": "16",
        "save_nat1_fails": "False",
        "charged_prone_reaction": "-1",
    }
    assert options.on("coup_after_fight")
    assert not options.on("save_nat1_fails")


@pytest.mark.parametrize("text", ["3,2,1", "(3, 2, 1)", "6,0,0"])
def test_injury_faces_take_any_three_counts(text):
    assert option_value(CAT.options["injury_faces"], text) == re.sub(r"[() ]", "", text)


@pytest.mark.parametrize("text", ["3,3,1", "2,3", "custom", "2,3,1,0", "٢,٣,١", "-1,6,1", ""])
def test_injury_faces_must_sum_to_six(text):
    with pytest.raises(
        UsageError, match="expected injury_faces to be 2,3,1, or three other counts that sum to 6"
    ):
        option_value(CAT.options["injury_faces"], text)


@pytest.mark.parametrize(
    ("rules", "chosen", "kind", "said", "hint"),
    [
        ("basic", {"pin_no": "hit"}, UnknownNameError, "no option 'pin_no'", "did you mean pin_on"),
        (
            "basic",
            {"pin_on": "shot"},
            UsageError,
            "expected pin_on to be hit or attack, got 'shot'",
            "necrostats show pin_on",
        ),
        (
            "basic",
            {"toxin": "n18"},
            UsageError,
            "expected an option of the basic rules, got 'toxin'",
            "advanced",
        ),
        (
            "advanced",
            {"arc_test": "center"},
            UsageError,
            "expected arc_test to be centre or any_part, got 'center'",
            "necrostats show arc_test",
        ),
        ("basic", {"pin_on": "x" * 9999}, UsageError, "expected pin_on", ""),
        ("basic", {"": ""}, UnknownNameError, "no option ''", ""),
        ("expert", {}, UsageError, "expected the rules basic or advanced, got 'expert'", ""),
        ("", {}, UsageError, "expected the rules basic or advanced, got ''", ""),
    ],
)
def test_wrong_options(rules, chosen, kind, said, hint):
    with pytest.raises(kind) as caught:
        resolve(CAT, rules, chosen)
    assert said in str(caught.value)
    assert hint in caught.value.hint
    assert len(str(caught.value)) < 300
    assert caught.value.exit_code == 2


def test_options_are_values():
    assert resolve(CAT, "basic", {"pin_on": "attack"}) == resolve(CAT, "basic", {"pin_on": "ATTACK"})
    assert resolve(CAT, "basic") != resolve(CAT, "advanced")
    assert len({resolve(CAT, "basic"), resolve(CAT, "basic", {"pin_on": "hit"})}) == 1
    assert repr(resolve(CAT, "basic", {"pin_on": "attack"})) == "Options(basic, pin_on=attack)"


def test_what_no_rule_has_read_so_far():
    chosen = {"pin_on": "attack", "power_six": "modified", "save_nat1_fails": "False"}
    options = resolve(CAT, "basic", chosen)
    assert options.unread() == [name for name in CAT.options if name in chosen]
    assert options["pin_on"] == "attack"
    assert options["odd_die"] == "first_weapon"
    assert options.was_read("pin_on")
    assert options.was_read("odd_die")
    assert not options.was_read("power_six")
    assert set(options.unread()) == {"power_six", "save_nat1_fails"}
    assert not options.on("save_nat1_fails")
    assert options.unread() == ["power_six"]


def test_what_house_rules_agreed_on_is_no_news():
    defaults = {"pin_on": "hit", "power_six": "natural", "toxin": "n17"}
    options = Options(
        "advanced", defaults, {"pin_on": "attack", "power_six": "modified"}, "ours", ("pin_on", "toxin")
    )
    assert options.house == "ours"
    assert options.unread() == ["power_six"]
    assert options["toxin"] == "n17"
    assert options.unread() == ["power_six"]


@pytest.mark.parametrize("short", ["12", "16", "18"])
def test_lasgun_short__of_lasguns_as_printed(short):
    options = resolve(CAT, "basic", {"lasgun_short": short})

    def read(weapon, changed=frozenset()):
        line = WeaponProfile(id="", weapon=weapon, name=weapon, rng_s="9", rng_l="24", changed=changed)
        return under_options(line, options).rng_s

    assert (read("lasgun"), read("lasgun", frozenset({"ap"}))) == (short, short)
    assert (read("lasgun", frozenset({"rng_s"})), read("laspistol")) == ("9", "9")
