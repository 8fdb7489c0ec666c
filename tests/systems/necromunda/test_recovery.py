"""Recovery tests and burning: worked examples as exact fractions, help, skills and kit, the naive reading."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine.enumerating import Law, law_from
from necrostats.engine.narrating import Scripted
from necrostats.engine.waiting import Waiting, spread
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.injuries import (
    BROKEN,
    IN_PLAY,
    ON_FIRE,
    OUT,
    PINNED,
    SERIOUS,
    WEBBED,
    Condition,
)
from necrostats.systems.necromunda.recovery import Burning, Care, burn, care_of, fire_hit, recover
from tests.naive.advanced.cards import in_force
from tests.naive.advanced.end_phase import fire_goes_out, in_the_end, recovery, unstoppable
from tests.naive.cards import FLAK, FURNACE, fighter, goliath, suit
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

F = Fraction
TOUGH = fighter(t=9)
ALONE, ASSISTED = care_of(TOUGH, ADVANCED), care_of(TOUGH, ADVANCED, assisted=True)
MEDIC = fighter(skills=("medicae",))
KIT = fighter(wargear=("medicae-kit",))


def hurt(toughness=9, marks=0):
    return Condition(0, toughness, 0, SERIOUS, 0, marks)


def ends(care, c):
    """Chances of (down, Toughness) after one test."""
    return law_from(recover, care, c).of(lambda after: (after.down, after.toughness))


def results(care, toughness=9):
    """Flesh wound, serious injury, out of action."""
    found = law_from(recover, care, hurt(toughness))
    return tuple(found.p(lambda c, down=down: c.down == down) for down in (IN_PLAY, SERIOUS, OUT))


def lost(care, toughness):
    """Out of action in the end."""

    def test(c):
        return law_from(recover, care, c) if c.down == SERIOUS else Law((c,), (1,), 1)

    return Waiting(hurt(toughness), test, lambda c: c.down == OUT).ever


# ------------------------------------------------------------------ worked examples


def test_e48__alone_and_with_a_friend():
    assert results(ALONE) == (F(1, 3), F(1, 2), F(1, 6))
    assert results(ASSISTED) == (F(5, 9), F(5, 12), F(1, 36))
    assert 1 - lost(ALONE, 9) == F(2, 3)  # E48.ever_alone
    assert 1 - lost(ASSISTED, 9) == F(20, 21)  # E48.ever_assisted


def test_e49__two_end_phases():
    found = spread(hurt(), lambda c: law_from(recover, ALONE, c), [2])[2]
    assert found.of(lambda c: c.down) == {SERIOUS: F(1, 4), IN_PLAY: F(1, 2), OUT: F(1, 4)}


@pytest.mark.parametrize(
    ("value", "toughness", "expected"),
    [("False", 3, F(1, 3)), ("True", 3, F(1, 2)), ("False", 1, F(1)), ("True", 1, F(1))],
)
def test_d21__a_serious_injury_may_cost_a_flesh_wound(value, toughness, expected):
    care = care_of(fighter(t=toughness), under_advanced(recovery_si_flesh=value))
    assert lost(care, toughness) == expected


@pytest.mark.parametrize(
    ("friends", "double", "expected"), [(0, 0, F(1, 6)), (2, 0, F(1, 2)), (0, 1, F(5, 6))]
)
def test_e66__does_the_fire_go_out(friends, double, expected):
    burning = Burning(fire_hit(fighter(), ADVANCED), friends, double)
    found = law_from(burn, burning, Condition(1, 3, 0, IN_PLAY, 0, ON_FIRE))
    assert found.p(lambda c: c.down != OUT and not c.marks & ON_FIRE) == expected
    assert expected == fire_goes_out(friends, bool(double))


# ------------------------------------------------------------------ what becomes of the fighter


def test_a_flesh_wound_and_pinned():
    (up,) = (c for c in law_from(recover, ALONE, hurt(3)).outcomes if c.down == IN_PLAY)
    assert (up.toughness, up.flesh, up.marks) == (2, 1, PINNED)


def test_the_web_comes_off_and_other_marks_stay():
    found = law_from(recover, ALONE, hurt(3, WEBBED | BROKEN))
    assert {c.down: c.marks for c in found.outcomes} == {
        IN_PLAY: PINNED | BROKEN,
        SERIOUS: WEBBED | BROKEN,
        OUT: 0,
    }


def test_a_last_flesh_wound_is_the_worse_die():
    """Toughness 1: of a flesh wound and a serious injury the owner keeps the injury."""
    assert ends(ALONE, hurt(1)) == {(SERIOUS, 1): F(1, 2), (OUT, 0): F(1, 2)}
    assert ends(ASSISTED, hurt(1)) == {(SERIOUS, 1): F(3, 4), (OUT, 0): F(1, 4)}
    assert recover(ASSISTED, hurt(1), Scripted([1, 3])).down == SERIOUS
    assert recover(ASSISTED, hurt(2), Scripted([1, 3])).down == IN_PLAY
    assert recover(ASSISTED, hurt(1), Scripted([2, 6])).down == OUT


@pytest.mark.parametrize("down", [IN_PLAY, OUT])
def test_who_is_not_seriously_injured_does_not_test(down):
    c = Condition(1, 3, 0, down, 0, 0)
    assert recover(ALONE, c, Scripted([])) == c


def test_other_injury_dice():
    options = under_advanced(injury_faces="3,2,1")
    assert results(care_of(TOUGH, options)) == (F(1, 2), F(1, 3), F(1, 6))
    sure = care_of(TOUGH, under_advanced(injury_faces="0,6,0"))
    assert results(sure) == (0, 1, 0)


# ------------------------------------------------------------------ help, skills, kit


def test_a_medicae_kit_is_one_die_more():
    care = care_of(TOUGH, ADVANCED, helper=KIT)
    assert care.dice == 3
    assert results(care) == (F(19, 27), 1 - F(19, 27) - F(1, 216), F(1, 216))


def test_medicae_rolls_out_of_action_again():
    care = care_of(TOUGH, ADVANCED, helper=MEDIC)
    assert results(care) == (F(203, 324), 1 - F(203, 324) - F(1, 36**2), F(1, 36**2))
    dice = Scripted([6, 6, 6, 2])
    assert recover(care, hurt(), dice).down == IN_PLAY
    dice.check_used()


def test_who_helps_and_who_does_not():
    plain = care_of(TOUGH, ADVANCED, helper=fighter())
    assert plain == ASSISTED == care_of(TOUGH, ADVANCED, assisted=True, helper=fighter())
    own = care_of(fighter(t=9, skills=("medicae",), wargear=("medicae-kit",)), ADVANCED)
    assert own == ALONE  # nobody assists itself


@pytest.mark.parametrize("card", [{"skills": ("true-grit",)}, {"wargear": ("bio-booster",)}])
def test_true_grit_and_bio_booster_do_not_act(card):
    assert results(care_of(fighter(t=9, **card), ADVANCED)) == results(ALONE)


def test_care_that_says_nothing():
    assert Care(ALONE.body, 9) == ALONE


@pytest.mark.parametrize(("flesh", "left"), [(2, 1), (1, 0), (0, 0)])
def test_unstoppable__a_flesh_wound_less(flesh, left):
    """A 4 takes one away, of this attack or of an earlier one; a 3 on the Injury die is a serious injury."""
    care = care_of(fighter(t=3, skills=("unstoppable",)), ADVANCED)
    after = recover(care, Condition(0, 2, flesh, SERIOUS), Scripted([4, 3]))
    assert after == Condition(0, 3, left, SERIOUS)


def test_unstoppable():
    care = care_of(fighter(t=3, skills=("unstoppable",)), ADVANCED)
    assert results(care, 3) == (F(4, 9), F(11, 24), F(7, 72))  # one die or, on 4+, two
    healed = ends(care, hurt(2))
    assert healed == {
        (IN_PLAY, 1): F(1, 6),
        (IN_PLAY, 2): F(1, 6),
        (SERIOUS, 2): F(1, 4),
        (SERIOUS, 3): F(1, 4),
        (OUT, 0): F(1, 6),
    }


# ------------------------------------------------------------------ fire


def test_the_hit_of_a_fire():
    blow = fire_hit(fighter(armour=FLAK), ADVANCED).blow
    assert (blow.strength, blow.damage, blow.save_on) == (3, 1, NEVER)
    assert fire_hit(goliath(armour=FURNACE), ADVANCED).blow.save_on == NEVER  # 6+ behind, at AP -1
    assert fire_hit(fighter(armour=suit(4)), ADVANCED).blow.save_on == 5
    dodger = fire_hit(fighter(skills=("dodge",), wargear=("refractor",)), ADVANCED).body
    assert (dodger.dodge, dodger.field_on) == (0, NEVER)


def test_a_fire_that_goes_on():
    """5 in 6 that it hits; half of those wound Toughness 3."""
    alight = Condition(1, 3, 0, IN_PLAY, 0, ON_FIRE)
    found = law_from(burn, Burning(fire_hit(fighter(), ADVANCED)), alight)
    assert found.of(lambda c: (c.down, c.marks & ON_FIRE, c.wounds)) == {
        (IN_PLAY, 0, 1): F(1, 6),
        (IN_PLAY, ON_FIRE, 1): F(5, 12),
        (IN_PLAY, ON_FIRE, 0): F(5, 36),
        (SERIOUS, ON_FIRE, 0): F(5, 24),
        (OUT, 0, 0): F(5, 72),
    }
    assert {c.marks for c in found.outcomes} == {0, ON_FIRE}


def test_a_double_action_pins_and_the_seriously_injured_have_none():
    double = Burning(fire_hit(fighter(), ADVANCED), 0, 1)
    out = burn(double, Condition(1, 3, 0, IN_PLAY, 0, ON_FIRE), Scripted([2]))
    assert out.marks == PINNED
    still = burn(double, Condition(0, 3, 0, SERIOUS, 0, ON_FIRE), Scripted([5, 1]))
    assert still.marks == ON_FIRE
    assert burn(double, Condition(1, 3, 0, IN_PLAY, 0, 0), Scripted([])).marks == 0
    many = Burning(fire_hit(fighter(), ADVANCED), 9, 1)
    assert burn(many, Condition(1, 3, 0, IN_PLAY, 0, ON_FIRE), Scripted([1])).marks == PINNED


# ------------------------------------------------------------------ the naive reading


@given(
    toughness=st.integers(1, 6),
    lost_before=st.integers(0, 3),
    faces=st.sampled_from(["2,3,1", "3,2,1", "0,6,0", "1,0,5", "6,0,0"]),
    costs=st.sampled_from(["False", "True"]),
    extra=st.integers(0, 2),
    medicae=st.booleans(),
    skill=st.booleans(),
)
def test_recover__naive(toughness, lost_before, faces, costs, extra, medicae, skill):
    chosen = {"injury_faces": faces, "recovery_si_flesh": costs}
    options, printed = under_advanced(**chosen), toughness + lost_before
    made = care_of(fighter(t=printed, skills=("unstoppable",) if skill else ()), options)
    care = Care(made.body, made.toughness, 1 + extra, int(medicae), made.serious_costs, made.unstoppable)
    words = {IN_PLAY: "pinned", SERIOUS: "serious", OUT: "out"}
    found = {(words[down], left): p for (down, left), p in ends(care, hurt(toughness)).items()}
    if skill:
        expected = unstoppable(toughness, printed, in_force(chosen), 1 + extra, medicae)
    else:
        expected = recovery(toughness, in_force(chosen), dice=1 + extra, medicae=medicae)
    assert found == {end: p for end, p in expected.items() if p}


@pytest.mark.parametrize("value", ["False", "True"])
@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize("toughness", [1, 2, 3, 5])
def test_in_the_end__naive(toughness, dice, value):
    chosen = {"recovery_si_flesh": value}
    care = care_of(fighter(t=toughness), under_advanced(**chosen), assisted=dice == 2)
    assert lost(care, toughness) == in_the_end(toughness, in_force(chosen), dice)
