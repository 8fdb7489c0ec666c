"""The index of rules: what is marked as done is written somewhere, and what is written is marked."""

import importlib
import inspect
import pkgutil
import re

import pytest

import necrostats.systems.necromunda as system
from necrostats.engine import dice
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.options import under_options
from tests.systems.necromunda.generated import CAT

CHAPTERS = [
    importlib.import_module(each.name)
    for each in pkgutil.walk_packages(system.__path__, f"{system.__name__}.")
]
IMPLEMENTED = rule.implemented
RULES = CAT.rules
BASIC_RULES = sorted(name for name in RULES if name.startswith("N17-B-"))
HERE = ("done", "partial")


@pytest.mark.parametrize("name", [name for name in RULES if RULES[name].status in HERE])
def test_a_rule_marked_as_done_is_written(name):
    assert IMPLEMENTED.get(name), (
        f"{name} {RULES[name].title}: {RULES[name].status}, but no function carries its id"
    )


@pytest.mark.parametrize("name", sorted(IMPLEMENTED))
def test_a_rule_that_is_written_is_marked(name):
    assert name in RULES, f"{name} is no rule of the book: {IMPLEMENTED[name]}"
    assert RULES[name].status in HERE, f"{name} is {RULES[name].status}, but stands in {IMPLEMENTED[name]}"


@pytest.mark.parametrize("name", [name for name in RULES if RULES[name].status in HERE])
def test_a_rule_stands_in_its_chapter(name):
    """The chapter named is among the modules that carry the rule."""
    entry = RULES[name]
    modules = {
        where.rsplit(".", 1)[0].removeprefix(f"{system.__name__}.") for where in IMPLEMENTED.get(name, [])
    }
    chapters = {part for module in modules for part in (module, module.split(".")[0], where_of(module))}
    assert entry.chapter in chapters, (
        f"{name} is said to stand in {entry.chapter}, found in {sorted(modules)}"
    )


def where_of(module):
    """The module without the class that a method's name begins with."""
    return module.rsplit(".", 1)[0] if module.rsplit(".", 1)[-1][:1].isupper() else module


def test_every_basic_rule_has_a_status():
    assert len(BASIC_RULES) > 60
    for name in BASIC_RULES:
        entry = RULES[name]
        assert entry.status in ("done", "partial"), f"{name} is {entry.status}"
        assert entry.reason or entry.status == "done", f"{name} is {entry.status} without a reason"


def test_every_roll_names_a_rule():
    rolls = [each for each in dice.ROLLS if each.rule.startswith("N17")]
    assert len(rolls) > 10
    for each in rolls:
        assert each.rule in RULES, f"the {each.what} is of {each.rule}, which is no rule"


def test_rolls_are_told_apart():
    named = [(each.rule, each.what) for each in dice.ROLLS if each.rule.startswith("N17")]
    assert len(set(named)) == len(named)
    assert all(each.what for each in dice.ROLLS)


def test_the_rules_of_an_option_exist():
    for option in CAT.options.values():
        assert option.rules
        for name in option.rules:
            assert name in RULES, f"option {option.id} belongs to {name}, which is no rule"


def test_functions_that_carry_a_rule_name_it_in_their_words():
    """A docstring that names a rule names one its function is registered for."""
    wrong = []
    for module in CHAPTERS:
        if module.__name__.endswith(".entries"):  # it reads data of the shape that rules give it
            continue
        for function in vars(module).values():
            dotted = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', '')}"
            text = getattr(function, "__doc__", None) or ""
            first = re.match(r"(N17-[AB]-[A-Z]+-\d\d)", text)
            if first and module.__name__ == getattr(function, "__module__", "") and callable(function):
                name = first.group(1)
                if dotted not in IMPLEMENTED.get(name, []):
                    wrong.append(f"{dotted} says {name}")
    assert not wrong


# ------------------------------------------------------------------ options of the basic rules

# Which test holds a case for every value of the option.
TESTED = {
    "wound_last_row": ("test_shooting", "test_every_value_of_an_option_that_shooting_reads"),
    "half_toughness": ("test_shooting", "test_every_value_of_an_option_that_shooting_reads"),
    "impossible_shot": ("test_shooting", "test_every_value_of_an_option_that_shooting_reads"),
    "save_nat1_fails": ("test_shooting", "test_every_value_of_an_option_that_shooting_reads"),
    "pin_on": ("test_shooting", "test_every_value_of_an_option_that_shooting_reads"),
    "pin_engaged": ("test_shooting", "test_every_value_of_an_option_that_shooting_reads"),
    "arc_save_timing": ("test_shooting", "test_every_value_of_an_option_that_shooting_reads"),
    "knockback_die": ("test_shooting", "test_every_value_of_an_option_that_shooting_reads"),
    "lasgun_short": ("test_shooting", "test_lasgun_short__at_14_inches"),
    "pistol_surplus": ("test_close_combat", "test_every_value_of_an_option_that_close_combat_reads"),
    "parry_choice": ("test_close_combat", "test_every_value_of_an_option_that_close_combat_reads"),
    "parry_needs_wielded": ("test_close_combat", "test_every_value_of_an_option_that_close_combat_reads"),
    "power_six": ("test_close_combat", "test_every_value_of_an_option_that_close_combat_reads"),
    "odd_die": ("test_close_combat", "test_every_value_of_an_option_that_close_combat_reads"),
    "melee_accuracy": ("test_close_combat", "test_every_value_of_an_option_that_close_combat_reads"),
    "free_turn_engaged": ("test_close_combat", "test_must_turn__free_in_ones_own_activation_only"),
    "reaction_target": ("test_close_combat", "test_may_react_against"),
    "test_auto_fail": ("test_rolls", "test_characteristic_test__what_fails_whatever_is_needed"),
    "turf_first_tie": ("test_rounds", "test_had_priority__after_a_first_round_without_a_roll"),
    "may_pass": ("test_rounds", "test_phase_over"),
    "charge_contact": ("test_duel", "test_every_value_of_an_option_that_the_duel_reads"),
    "reaction_order": ("test_duel", "test_every_value_of_an_option_that_the_duel_reads"),
    "charge_d3": ("test_duel", "test_every_value_of_an_option_that_the_duel_reads"),
    "retreat_reaction": ("test_duel", "test_every_value_of_an_option_that_the_duel_reads"),
    "retreat_timing": ("test_duel", "test_retreat_timing__the_distance_before_the_reaction_is_known"),
    "half_move_rounding": ("test_duel", "test_every_value_of_an_option_that_the_duel_reads"),
    "priority_tie": ("test_duel", "test_every_value_of_an_option_that_the_duel_reads"),
}


def test_every_basic_option_is_tested():
    assert sorted(TESTED) == sorted(name for name, option in CAT.options.items() if option.layer == "basic")
    for module, name in TESTED.values():
        assert hasattr(importlib.import_module(f"tests.systems.necromunda.{module}"), name)


def test_every_basic_option_is_read():
    """Somewhere in the code of the rules each option is looked up by its name."""
    text = "".join(inspect.getsource(module) for module in CHAPTERS if "options" not in module.__name__)
    text += inspect.getsource(under_options)
    for name in TESTED:
        assert f'["{name}"]' in text or f'.on("{name}")' in text, f"nothing reads option {name}"
