"""Headbutt and coup de grace as actions: fractions by hand, dice from the table."""

from fractions import Fraction

import pytest

from necrostats.engine.enumerating import law_from
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.actions import Deed, Headbutt, finish_off, headbutt
from necrostats.systems.necromunda.damage import NEVER, Blow
from necrostats.systems.necromunda.injuries import (
    IN_PLAY,
    OUT,
    PINNED,
    SERIOUS,
    STRUCK,
    UNSAVED,
    WOUND,
    Body,
    Condition,
    Effect,
    Hit,
)
from necrostats.systems.necromunda.scene import NOBODY, Scene

F = Fraction
OTHER = Condition(2, 5)
DAMAGE = 2


def meet(toughness=3, aside_on=NEVER, batch=0):
    """Strength 3 + 2 against the enemy, the same against its own Toughness 3."""
    body = Body(batch=batch)
    hit = Hit(Blow(5, NEVER, DAMAGE), 0, Effect(), body)
    numbers = Headbutt(hit, hit, aside_on, batch)
    return numbers, Deed(Scene(Condition(3, toughness), OTHER, Condition(3, 3), 4, 2))


def ends(numbers, deed):
    return law_from(headbutt, numbers, deed).of(
        lambda end: (3 - end.scene.target.wounds, 3 - end.scene.attacker.wounds, end.scene.target.hits)
    )


@pytest.mark.parametrize(
    ("toughness", "either", "wounds"),
    # both lower: (T - 1)^2 of 36; Strength 5 against Toughness 3, 4, 6
    [(3, F(32, 36), F(2, 3)), (4, F(27, 36), F(2, 3)), (6, F(11, 36), F(1, 3))],
)
def test_headbutt__either_die_hits_and_both_lower_hit_the_fighter(toughness, either, wounds):
    own = F(2, 3)  # Strength 5 against its own Toughness 3
    assert ends(*meet(toughness)) == {
        (DAMAGE, 0, 1): either * wounds,
        (0, 0, 1): either * (1 - wounds),
        (0, DAMAGE, 0): (1 - either) * own,
        (0, 0, 0): (1 - either) * (1 - own),
    }


@pytest.mark.parametrize("toughness", [7, 8])
def test_headbutt__no_die_shows_toughness_7(toughness):
    assert ends(*meet(toughness)) == {(0, DAMAGE, 0): F(2, 3), (0, 0, 0): F(1, 3)}


@pytest.mark.parametrize("faces", [[3, 1, 6], [1, 3, 6], [4, 4, 6]])
def test_headbutt__both_dice_are_always_rolled(faces):
    numbers, deed = meet()
    dice = Scripted(faces)
    end = headbutt(numbers, deed, dice).scene
    dice.check_used()
    assert end == Scene(Condition(1, 3, hits=1, marks=WOUND | UNSAVED), OTHER, deed.scene.attacker, 4, 2)


def test_headbutt__the_fighter_hurts_itself():
    numbers, deed = meet()
    end = headbutt(numbers, deed, Scripted([2, 2, 6])).scene
    assert end == Scene(deed.scene.target, OTHER, Condition(1, 3, marks=WOUND | UNSAVED), 4, 2)


def test_headbutt__who_steps_aside_is_not_hit():
    numbers, deed = meet(aside_on=5)
    assert headbutt(numbers, deed, Scripted([3, 1, 5])) == deed
    assert headbutt(numbers, deed, Scripted([3, 1, 4, 6])).scene.target.wounds == 1
    own = headbutt(numbers, deed, Scripted([2, 2, 6])).scene  # nobody steps aside from it
    assert (own.target, own.attacker.wounds) == (deed.scene.target, 1)


def test_headbutt__a_6_to_step_aside_can_be_made():
    numbers, deed = meet(aside_on=6)
    assert headbutt(numbers, deed, Scripted([6, 6, 6])) == deed


@pytest.mark.parametrize("batch", [0, 1])
def test_headbutt__flesh_wounds_lower_toughness_after_it(batch):
    """Two Wounds of two are lost, and the one Injury die is a flesh wound."""
    numbers, deed = meet(batch=batch)
    start = deed.scene._replace(target=Condition(2, 3), attacker=Condition(2, 3))
    struck = headbutt(numbers, Deed(start), Scripted([3, 3, 6, 1])).scene.target
    assert (struck.wounds, struck.toughness, struck.flesh, struck.down) == (0, 2, 1, IN_PLAY)
    own = headbutt(numbers, Deed(start), Scripted([1, 1, 6, 1])).scene.attacker
    assert (own.wounds, own.toughness, own.flesh, own.hits) == (0, 2, 1, 0)


def test_finish_off():
    """No roll: out of action, by a hit that nothing saves; not where another enemy keeps the fighter busy."""
    lying = Condition(0, 3, 1, SERIOUS, 0, STRUCK)
    deed = Deed(Scene(lying, NOBODY, Condition(1, 3), 4, 2))
    gone = finish_off(1, deed, Scripted([])).scene
    assert gone == Scene(Condition(0, 0, 0, OUT, 1, STRUCK | WOUND | UNSAVED), NOBODY, Condition(1, 3), 4, 2)
    assert finish_off(0, deed, Scripted([])).scene.target.down == SERIOUS


def test_finish_off__only_the_seriously_injured():
    up = Deed(Scene(Condition(1, 3, marks=PINNED), NOBODY, Condition(1, 3)))
    assert finish_off(1, up, Scripted([])).scene.target.down == IN_PLAY
