"""Ammo between shots: what is rolled again, what a Reload fills, and which actions an activation has."""

from fractions import Fraction

import pytest

from necrostats.engine.enumerating import Law
from necrostats.systems.necromunda.ammo import DRY, JAMMED, USER_OUT, Magazine
from necrostats.systems.necromunda.reloading import (
    EMPTY,
    LOADED,
    POLICIES,
    USELESS,
    Drill,
    Supply,
    activate,
    can_reload,
    refill,
    shoot_off,
)
from tests.naive.cards import gun

F = Fraction
MUNITIONEER = 9

# ------------------------------------------------------------------ one shot, one Reload


@pytest.mark.parametrize(
    ("again", "expected"),
    # an Ammo symbol (1/6) and a failed check at 4+ (1/2); the second check fails as often
    [
        (0, {Supply(0, 0, 1): F(11, 12), Supply(DRY, 0, 1): F(1, 12)}),
        (1, {Supply(0, 1, 1): F(11, 12), Supply(0, 0, 1): F(1, 24), Supply(DRY, 0, 1): F(1, 24)}),
        (MUNITIONEER, {Supply(0, 9, 1): F(23, 24), Supply(DRY, 9, 1): F(1, 24)}),
    ],
)
def test_shoot_off__checks_rolled_again(again, expected):
    assert shoot_off(Magazine(dice=1, check_on=4), Supply(again=again)).chances() == expected


def test_a_supply_that_says_nothing_is_loaded():
    assert Supply() == (0, 0, 0)


def test_shoot_off__a_combi_weapon_rolls_both_dice_again_as_one_check():
    """A check of two dice at 4+ is passed by 1/4: saved by the second one in 1/6 x 3/4 x 1/4."""
    found = shoot_off(Magazine(dice=1, check_on=4, worse=1), Supply(again=1)).chances()
    assert found == {
        Supply(0, 1, 1): F(7, 8),
        Supply(0, 0, 1): F(1, 32),
        Supply(DRY, 0, 1): F(3, 32),
    }


def test_shoot_off__one_of_two_failed_checks_is_rolled_again():
    """Each die fails by 1/12. One of them: saved or not; both: the first is saved or not, the other stands."""
    found = shoot_off(Magazine(dice=2, check_on=4), Supply(again=1)).chances()
    assert found == {
        Supply(0, 1, 1): F(121, 144),
        Supply(0, 0, 1): F(11, 144),
        Supply(DRY, 0, 1): F(11, 144) + F(1, 288),
        Supply(DRY + JAMMED, 0, 1): F(1, 288),
    }


def test_shoot_off__what_was_spent_before_is_gone():
    """The magazine of a gold-plated gun says 1, the supply says what is left of it."""
    found = shoot_off(Magazine(dice=1, check_on=4, again=1), Supply(again=0)).chances()
    assert found == {Supply(0, 0, 1): F(11, 12), Supply(DRY, 0, 1): F(1, 12)}


@pytest.mark.parametrize(
    ("again", "expected"),
    [
        (0, {Supply(0, 0, 1): F(1, 2), Supply(DRY, 0, 1): F(1, 2)}),
        (1, {Supply(0, 1, 1): F(1, 2), Supply(0, 0, 1): F(1, 4), Supply(DRY, 0, 1): F(1, 4)}),
        (MUNITIONEER, {Supply(0, 9, 1): F(3, 4), Supply(DRY, 9, 1): F(1, 4)}),
    ],
)
def test_refill__a_failed_check_rolled_again(again, expected):
    assert refill(Drill(Magazine(check_on=4)), Supply(DRY, again, 1)).chances() == expected


def test_refill__plentiful_needs_no_roll():
    drill = Drill(Magazine(check_on=6), plentiful=1)
    assert refill(drill, Supply(DRY, 1)).chances() == {Supply(0, 1): 1}


# ------------------------------------------------------------------ what can be reloaded


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("fills", [True, False])
def test_status(policy, fills):
    assert POLICIES == ("when-dry", "at-once", "never")
    drill = Drill(Magazine(check_on=4), policy, fills)
    assert drill.status(Supply()) == LOADED
    assert drill.status(Supply(DRY)) == (EMPTY if fills and policy != "never" else USELESS)
    for worse in (DRY + JAMMED, DRY + USER_OUT, USER_OUT):
        assert drill.status(Supply(worse)) == USELESS


@pytest.mark.parametrize(
    ("traits", "expected"),
    [
        ("", True),
        ("plentiful", True),
        ("scarce", False),
        ("limited", False),
        ("single-shot", False),
        ("grenade blast", False),
    ],
)
def test_can_reload(traits, expected):
    assert can_reload(gun("gun", traits)) is expected


# ------------------------------------------------------------------ an activation


def supply_of(state):
    return None if "!" in state[1] else Supply(state[0])


def shoot(state, first):
    """One shot in three empties it; S is the first action, s the second."""
    done = state[1] + ("S" if first else "s")
    return Law(((0, done), (DRY, done)), (2, 1), 3)


def fill(state):
    return Law(((0, state[1] + "f"), (DRY, state[1] + "f")), (1, 1), 2)


def ends(state, policy="when-dry", shoot=shoot, **how):
    return activate(Drill(Magazine(check_on=4), policy, **how), state, supply_of, shoot, fill).chances()


ONE_SHOT = {(0, "S"): F(2, 3), (DRY, "S"): F(1, 3)}


def test_activate__a_loaded_weapon_is_shot_once():
    assert ends((0, "")) == ends((0, ""), "never") == ONE_SHOT


def test_activate__at_once_reloads_with_what_is_left():
    expected = {(0, "S"): F(2, 3), (0, "Sf"): F(1, 6), (DRY, "Sf"): F(1, 6)}
    assert ends((0, ""), "at-once") == expected
    assert ends((0, ""), "at-once", double=True) == ONE_SHOT
    assert ends((0, ""), "at-once", aims=True) == ONE_SHOT


@pytest.mark.parametrize("policy", ["when-dry", "at-once"])
@pytest.mark.parametrize("aims", [False, True])
def test_activate__an_empty_one_is_reloaded_and_shot_or_reloaded_again(policy, aims):
    assert ends((DRY, ""), policy, aims=aims) == {
        (0, "fs"): F(1, 3),
        (DRY, "fs"): F(1, 6),
        (0, "ff"): F(1, 4),
        (DRY, "ff"): F(1, 4),
    }


def test_activate__no_double_action_after_a_reload():
    assert ends((DRY, ""), double=True) == {(0, "f"): F(1, 2), (0, "ff"): F(1, 4), (DRY, "ff"): F(1, 4)}


def test_activate__nothing_to_do():
    for state, policy in (((DRY + JAMMED, ""), "when-dry"), ((DRY, ""), "never"), ((0, "!"), "when-dry")):
        assert ends(state, policy) == {state: 1}
    assert ends((DRY, ""), fills=False) == {(DRY, ""): 1}


def test_activate__nobody_is_left_to_reload_against():
    def last(state, first):
        return Law(((DRY, "!"), (DRY, "S")), (1, 1), 2)

    assert ends((0, ""), "at-once", last) == {(DRY, "!"): F(1, 2), (0, "Sf"): F(1, 4), (DRY, "Sf"): F(1, 4)}
