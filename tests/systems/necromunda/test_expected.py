"""The worked examples and disputed readings of the rules: what ``examples/`` works out is what the file says."""

import tomllib
from pathlib import Path

import pytest

from necrostats.systems.necromunda.close_combat import Melee, Strike, melee
from necrostats.systems.necromunda.models import Situation
from tests.naive.cards import FLAK, fighter, goliath, lasgun
from tests.systems.necromunda.examples import close_combat, dice, disputes, shooting
from tests.systems.necromunda.examples.close_combat import ESCHER, GOLIATH, ONE_KNIFE
from tests.systems.necromunda.examples.words import CHARGE, EXAMPLES, F, ask
from tests.systems.necromunda.generated import BASIC

WORKED_OUT = (dice, shooting, close_combat, disputes)  # each adds its own to EXAMPLES
GOLDEN = tomllib.loads((Path(__file__).parents[2] / "golden" / "necromunda.toml").read_text())


@pytest.mark.parametrize("name", GOLDEN)
def test_example(name):
    expected = {key: F(value) for key, value in GOLDEN[name]["chances"].items()}
    assert EXAMPLES[name]() == expected, GOLDEN[name]["what"]


def test_examples_are_those_of_the_file():
    assert sorted(EXAMPLES) == sorted(GOLDEN)


# ------------------------------------------------------------------ the figures a player sees


def test_reference_shot__as_outcomes():
    found = ask(fighter(), goliath(armour=FLAK), lasgun(), Situation(cover="partial"))
    assert found.of(lambda t: (t.hits, t.wounds, t.wounded, t.unsaved, t.pinned)) == {
        (0, 1, 0, 0, 0): F(1, 2),
        (1, 1, 0, 0, 1): F(1, 3),
        (1, 1, 1, 0, 1): F(1, 36),
        (1, 0, 1, 1, 1): F(5, 36),
    }


def test_melee_fields_are_all_there():
    # a field more must be laid out flat in the duel as well
    assert len(Melee._fields) == 6
    assert len(Strike._fields) == 13
    assert len(melee(ESCHER, GOLIATH, *ONE_KNIFE, CHARGE, BASIC).strikes) == 3
