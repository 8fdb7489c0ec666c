"""Which modules are broken, by which tests they are judged, and which of all changes are tried."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.mutants.mutations import mutants
from tests.mutants.tables import table_mutants

ROOT = Path(__file__).parents[2]
NECROMUNDA = "necrostats.systems.necromunda"
# fmt: off
CHAPTERS = [
    "shooting", "close_combat", "damage", "injuries", "ammo", "templates", "scatter", "traits",
    "attacks", "hits", "volley", "brawl", "recovery", "morale", "muster", "side_law", "side_round",
    "rounds", "actions", "skills", "wargear", "reloading", "attrition", "options", "rolls",
    "movement", "scene", "models", "questions"
]
DUEL = [
    "advanced", "arms", "blows", "conditions", "contest", "game", "lane", "legal", "named",
    "numbers", "play", "policies", "solve"
]
# fmt: on
ENGINE = ["enumerating", "dice", "waiting", "decide", "dist"]
MODULES = [
    *(f"{NECROMUNDA}.{name}" for name in CHAPTERS),
    *(f"{NECROMUNDA}.duel.{name}" for name in DUEL),
    *(f"necrostats.engine.{name}" for name in ENGINE),
]
FILES = {module: ROOT / (module.replace(".", "/") + ".py") for module in MODULES}
DATA = ROOT / "data" / "necromunda"
TABLES = ("tables", "options", "armour", "traits", "wargear")

TESTS = [
    "tests/systems",
    "tests/naive",
    *(f"tests/engine/test_{name}.py" for name in ENGINE if name != "dice"),
    *(f"tests/analyses/test_{name}.py" for name in ("chains", "chain_bottle", "rule_tables", "blast")),
    "necrostats/systems/necromunda",
    "necrostats/engine",
]
TABLE_TESTS = ("tests/systems/necromunda/test_data.py", "tests/systems/necromunda/test_options.py")
OTHER_SUBJECTS = [
    *(f"tests/systems/necromunda/test_{name}.py" for name in ("kernels", "grammar", "catalogue", "houses")),
    "tests/systems/necromunda/battle",
    "tests/naive/test_naive_battle.py",
    "tests/naive/test_naive_advanced_battle.py",
]
SLOW = (
    "test_advanced.py::test_a_throw",
    "test_advanced.py::test_every_profile",
    "test_advanced.py::test_sampled",
    "test_advanced.py::test_the_order_of_traits",
    "test_advanced_duel.py::test_by_distance",
    "test_advanced_duel.py::test_drawn",
    "test_advanced_duel.py::test_equilibrium",
    "test_advanced_duel.py::test_every_condition",
    "test_advanced_duel.py::test_every_kind_of_option",
    "test_advanced_duel.py::test_expected_points",
    "test_advanced_duel.py::test_fight__the_coup",
    "test_advanced_duel.py::test_mirrored",
    "test_advanced_duel.py::test_played",
    "test_advanced_duel.py::test_reads",
    "test_advanced_duel.py::test_too_large",
    "test_chain_bottle.py::test_after_each",
    "test_chain_bottle.py::test_as_it_is_asked",
    "test_chain_bottle.py::test_simulated",
    "test_chains.py::test_ammo__simulated",
    "test_chains.py::test_answer__shows_itself",
    "test_chains.py::test_down__fights_simulated",
    "test_chains.py::test_down__rounds_simulated",
    "test_close_combat.py::test_a_better_save",
    "test_close_combat.py::test_a_parry_never",
    "test_close_combat.py::test_odd_die__best_is",
    "test_duel.py::test_course__chain_of_activations",
    "test_duel.py::test_course__naive",
    "test_duel.py::test_equilibrium",
    "test_duel.py::test_layers__chances",
    "test_duel.py::test_reads__the_law",
    "test_duel.py::test_sides_swapped",
    "test_duel.py::test_state_numbers",
    "test_duel.py::test_value__naive",
    "test_lane.py::test_a_duel_of_equals",
    "test_lane.py::test_best_play",
    "test_lane.py::test_outcomes_sum",
    "test_lane.py::test_without_injuries",
    "test_naive_advanced.py::test_close_combat",
    "test_naive_advanced.py::test_shooting",
    "test_naive_advanced_duel.py::test_best_play",
    "test_naive_advanced_duel.py::test_course",
    "test_naive_chains.py::test_down",
    "test_naive_duel.py::test_best_play_at_movement_one",
    "test_naive_duel.py::test_options_of",
    "test_naive_duel.py::test_sums_and",
    "test_policies.py::test_weapons__naive",
    "test_rule_tables.py::test_basic_rules",
    "test_rule_tables.py::test_chinese",
    "test_rule_tables.py::test_every_table",
    "test_rule_tables.py::test_weapons__are_all",
    "test_rules_index.py::",
)
"""Tests that take over a second, sample, or look at no rule: they judge no mutant."""

FIGURES = ("number", "sum", "entry")


def judges(nodeid):
    """Whether a test is quick and exact enough to judge mutants."""
    return not any(part in nodeid for part in SLOW)


def trees(names=()):
    """The modules that are broken, parsed; *names* chooses some by their last words (``shooting``, ``duel.lane``)."""
    return {
        module: ast.parse(path.read_text("utf-8"))
        for module, path in FILES.items()
        if not names or any(module.endswith(f".{name}") for name in names)
    }


def broken(parsed, everything=False):
    """The mutants of parsed modules; unless *everything* is wanted only the first figure of a line is changed.

    Figures are numbers, sums and entries of tables. Where a branch is never taken in one mutant, it is not taken the
    other way round in another.
    """
    for module, tree in parsed.items():
        seen = set()
        for each in mutants(module, tree):
            kind = "figure" if each.kind in FIGURES else each.kind
            place = each.line, kind
            again = (kind == "figure" and place in seen) or (
                kind == "negation" and (each.line, "branch") in seen
            )
            if everything or not again:
                yield each
            seen.add(place)


def broken_tables(names=()):
    """The mutants of the data files."""
    for name in TABLES:
        if not names or name in names:
            path = DATA / f"{name}.toml"
            yield from table_mutants(f"data.{name}", path.read_text("utf-8"))


def mentions(parsed):
    """Name -> module and line of everything that reads it."""
    found = defaultdict(set)
    for module, tree in parsed.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                found[node.id if isinstance(node, ast.Name) else node.attr].add((module, node.lineno))
    return found
