"""A target worn down by hits, shots and fights: fractions by hand of Strength 3 against Toughness 3, hit on 4+."""

from dataclasses import replace
from fractions import Fraction

import pytest

from necrostats.engine.enumerating import Law
from necrostats.systems.necromunda import questions
from necrostats.systems.necromunda.ammo import DRY, JAMMED, Magazine
from necrostats.systems.necromunda.attrition import (
    Bout,
    Course,
    Fray,
    Onslaught,
    after_hit,
    after_round,
    between,
    sure_hit,
)
from necrostats.systems.necromunda.damage import NEVER, Blow
from necrostats.systems.necromunda.injuries import (
    BOOSTED,
    BURNT_OUT,
    IN_PLAY,
    ON_FIRE,
    OUT,
    PINNED,
    SERIOUS,
    Body,
    Condition,
    Effect,
    Hit,
)
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.recovery import care_of
from necrostats.systems.necromunda.reloading import Drill, Supply
from tests.naive.cards import blade, fighter, gun
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

F = Fraction
FRESH, SOFT = Condition(1, 3), Condition(0, 2)  # unhurt; after a flesh wound
LYING, GONE = Condition(0, 3, 0, SERIOUS), Condition(0, 0, 0, OUT)
UP = Condition(1, 3)
PISTOL = gun(ammo=4)


def shot(profile=PISTOL, target=None, attacker=None, **situation):
    return questions.attack(
        attacker or fighter(), target or fighter(), profile, Situation(**situation), ADVANCED
    )


def fight(target=None, attacker=None, profile=None, **situation):
    where = Situation(close=True, band=None, **situation)
    return questions.attack(attacker or fighter(), target or fighter(), profile or blade(), where, ADVANCED)


def onslaught(policy="when-dry", magazine=None, hidden=False, **drill):
    lying, lying_hurried = shot(seriously_injured=True, aim=True), shot(seriously_injured=True)
    return Onslaught(
        Drill(magazine or Magazine(1, check_on=4), policy, **drill),
        shot(aim=True),
        shot(),
        None if hidden else lying,
        None if hidden else lying_hurried,
    )


def bout(target=FRESH, shooter=UP, became=0, met=0):
    return Bout(target, shooter, Supply(became), met)


def targets(law):
    return law.of(lambda now: now.target)


# ------------------------------------------------------------------ hit after hit


@pytest.mark.parametrize(
    ("before", "lasting", "expected"),
    [
        (Condition(1, 3, 0, IN_PLAY, 2, PINNED | ON_FIRE), 0, Condition(1, 3)),
        (Condition(0, 2, 1, SERIOUS, 3, BURNT_OUT | PINNED), 0, Condition(0, 2, 0, SERIOUS, 0, BURNT_OUT)),
        (Condition(2, 4, 1, IN_PLAY, 1, BOOSTED), BURNT_OUT | PINNED, Condition(2, 4, 0, 0, 0, BURNT_OUT | BOOSTED)),
        (Condition(0, 2, 0, SERIOUS, 1, PINNED), BOOSTED, Condition(0, 2, 0, SERIOUS, 0, BOOSTED)),
        (Condition(1, 0, 2, OUT, 3, PINNED | BURNT_OUT), BOOSTED, GONE),
    ],
)  # fmt: skip
def test_between(before, lasting, expected):
    assert between(before, lasting) == expected


def test_after_hit__a_sure_hit_on_who_stands():
    """E47: nothing 1/2, flesh wound 1/6, serious injury 1/4, out of action 1/12."""
    hit, harmless = Hit(Blow(3, NEVER, 1), 0, Effect(), Body()), Hit(Blow(3, 1, 1), 0, Effect(), Body())
    expected = {FRESH: F(1, 2), SOFT: F(1, 6), LYING: F(1, 4), GONE: F(1, 12)}
    assert after_hit(hit, harmless, FRESH).chances() == expected
    assert after_hit(harmless, hit, FRESH).chances() == {FRESH: 1}


def test_after_hit__the_seriously_injured_are_hit_otherwise():
    """Lying it is wounded on 4+: flesh wound 1/6, once more seriously injured 1/4, out of action 1/12."""
    hit, harmless = Hit(Blow(3, NEVER, 1), 0, Effect(), Body()), Hit(Blow(3, 1, 1), 0, Effect(), Body())
    lower = Condition(0, 2, 0, SERIOUS)
    assert after_hit(harmless, hit, LYING).chances() == {LYING: F(3, 4), lower: F(1, 6), GONE: F(1, 12)}
    assert after_hit(hit, harmless, LYING).chances() == {LYING: 1}
    assert after_hit(hit, hit, GONE).chances() == {GONE: 1}


def test_after_hit__flesh_wounds_kept_back_count_before_the_next_hit():
    hit = Hit(Blow(3, NEVER, 1), 0, Effect(), Body(batch=1))
    assert after_hit(hit, hit, FRESH).chances()[SOFT] == F(1, 6)


def test_after_hit__what_is_used_up_stays_so():
    """A field of 5+ stops a hit and then burns out on a 1."""
    hit = Hit(Blow(3, NEVER, 1), 0, Effect(), Body(field_on=5, burns=1))
    found = after_hit(hit, hit, FRESH).chances()
    burnt = Condition(1, 3, 0, IN_PLAY, 0, BURNT_OUT)
    assert found[burnt] == F(1, 18)
    assert found[FRESH] == F(1, 3) * F(5, 6) + F(2, 3) * F(1, 2)
    assert after_hit(hit, hit, burnt).chances()[burnt] == F(1, 2)


def test_sure_hit__of_the_first_gun_and_of_the_first_blade():
    """Power does more on a natural 6, of which a hit by itself knows nothing."""
    gun_hit = sure_hit(shot(gun(strength=4, ap=-1, d=2), fighter(t=4)))
    assert (gun_hit.blow.strength, gun_hit.blow.damage, gun_hit.sure) == (4, 2, 0)
    pair = [gun("pistol", "pistol", strength=strength) for strength in (4, 5)]
    twin = questions.attack(fighter(), fighter(), pair[0], Situation(), ADVANCED, pair[1])
    assert sure_hit(twin).blow.strength == 4
    hammer = sure_hit(fight(profile=blade("hammer", "power rending", strength="S+1", d=2)))
    assert (hammer.blow.strength, hammer.blow.damage, hammer.sure) == (4, 2, 0)
    assert hammer.effect.rending == 1


# ------------------------------------------------------------------ shooting


def test_onslaught__start():
    assert onslaught().start() == Bout(FRESH, UP, Supply(), 0)
    assert onslaught(magazine=Magazine(1, check_on=4, again=9)).start().supply == Supply(again=9)
    assert onslaught(magazine=Magazine(1, check_on=4, again=1)).start().supply == Supply(again=0)


def test_onslaught__which_attack_is_made():
    attacks = onslaught()
    assert attacks.attack(bout(), True) is attacks.standing
    assert attacks.attack(bout(), False) is attacks.hurried
    assert attacks.attack(bout(LYING), True) is attacks.lying
    assert attacks.attack(bout(LYING), False) is attacks.lying_hurried
    for over in (bout(GONE), bout(shooter=GONE), bout(shooter=LYING)):
        assert attacks.attack(over, True) is attacks.supply_of(over) is None
    assert attacks.supply_of(bout(LYING, became=DRY)) == Supply(DRY)


def test_onslaught__a_shot():
    """Aimed it hits on 3+ and wounds on 4+; an Ammo symbol and a failed check are 1/12 whatever it does."""
    hurt, dry = F(2, 3) * F(1, 2), F(1, 12)
    by_target = {FRESH: 1 - hurt, SOFT: hurt / 3, LYING: hurt / 2, GONE: hurt / 6}
    found = onslaught().shoot(bout(), True).chances()
    assert found == {
        Bout(target, UP, Supply(became), 0): p * (dry if became else 1 - dry)
        for target, p in by_target.items()
        for became in (0, DRY)
    }
    assert onslaught().shoot(bout(), False).p(lambda now: now.target == GONE) == F(1, 24)


def test_onslaught__the_first_shots_of_two_activations_add_up():
    """From two ways to the same end: unhurt after a shot that missed and after one that did not wound."""
    found = onslaught().activation(bout())
    assert sum(found.weights) == found.total
    assert found.p(lambda now: now.target == FRESH) == F(2, 3)
    assert found.p(lambda now: now.supply.became == DRY) == F(1, 12)


def test_onslaught__jams_and_the_shooter_s_own_end():
    attack = shot(replace(gun("stubber", ammo=4), traits={"rapid-fire": 2}))
    guns = Onslaught(Drill(Magazine(2, check_on=4)), attack, attack, attack, attack)
    became = guns.shoot(bout(), True).of(lambda now: now.supply.became)
    assert became == {0: F(121, 144), DRY: F(22, 144), DRY + JAMMED: F(1, 144)}
    plasma = shot(gun("plasma", "unstable", ammo=5))
    unstable = Onslaught(Drill(Magazine(1, check_on=5, unstable=1)), plasma, plasma, plasma, plasma)
    found = unstable.shoot(bout(), True)
    assert found.p(lambda now: now.shooter == GONE) == F(1, 12)  # E57
    assert found.of(lambda now: now.supply.became) == {0: F(8, 9), DRY: F(1, 9)}


def test_onslaught__what_the_target_has_used_up():
    """Hit on 4+, stopped on 5+, burnt out on a 1; and a bio-booster acts whenever an Injury die is rolled."""
    field = shot(target=fighter(wargear=("refractor",)))
    attacks = Onslaught(Drill(Magazine(1)), field, field, field, field)
    assert attacks.shoot(bout(), True).p(lambda now: now.target.marks == BURNT_OUT) == F(1, 36)
    assert (
        attacks.shoot(bout(FRESH._replace(marks=BURNT_OUT)), True).p(
            lambda now: now.target.down == OUT or now.target.marks == BURNT_OUT
        )
        == 1
    )
    boosted = shot(target=fighter(wargear=("bio-booster",)))
    attacks = Onslaught(Drill(Magazine(1)), boosted, boosted, boosted, boosted)
    found = attacks.shoot(bout(), True)
    assert found.p(lambda now: now.target.marks == BOOSTED) == F(1, 4) * F(
        35, 36
    )  # out only if both dice say so


def test_onslaught__a_reload_goes_before_an_unaimed_shot():
    """Filled by 1/2, then shot without Aim: out of action by 1/24; else a second Reload."""
    found = onslaught().activation(bout(became=DRY))
    assert found.p(lambda now: now.target == GONE) == F(1, 2) * F(1, 24)
    assert found.p(lambda now: now.supply.became == DRY) == F(1, 2) * F(1, 12) + F(1, 4)
    assert onslaught().fill(bout(LYING, became=DRY)).chances() == {
        bout(LYING): F(1, 2),
        bout(LYING, became=DRY): F(1, 2),
    }


def test_onslaught__who_lies_hidden_is_not_shot_at_but_leaves_time_to_reload():
    hidden = onslaught(hidden=True)
    assert hidden.shoot(bout(LYING), True).chances() == {bout(LYING): 1}
    assert hidden.shoot(bout(LYING), False).chances() == {bout(LYING): 1}
    found = hidden.activation(bout(LYING, became=DRY)).chances()
    assert found == {bout(LYING): F(3, 4), bout(LYING, became=DRY): F(1, 4)}


def test_onslaught__at_an_end_nothing_changes():
    for over in (bout(GONE), bout(shooter=GONE), bout(shooter=LYING, became=DRY)):
        assert onslaught().activation(over).chances() == {over: 1}


# ------------------------------------------------------------------ close combat


def test_fray__a_charge_first_and_no_second_one():
    """Two attack dice in a charge, one after it; each does nothing by 3/4."""
    fray = Fray(fight(charging=True), fight())
    assert fray.start() == Bout(FRESH, UP, Supply(), 0)
    found = fray.activation(fray.start())
    assert found.p(lambda now: now.target == FRESH) == F(9, 16)
    assert found.p(lambda now: now.met) == 1
    again = fray.activation(bout(met=1))
    assert again.chances() == {  # E71: serious injuries are finished off
        bout(met=1): F(3, 4),
        bout(SOFT, met=1): F(1, 12),
        bout(GONE, met=1): F(1, 6),
    }


def test_fray__who_does_not_dare_has_the_charge_still_to_come():
    """Willpower 7+ is passed by 21/36."""
    fray = Fray(fight(fighter(skills=("fearsome",)), charging=True), fight(fighter(skills=("fearsome",))))
    found = fray.activation(bout())
    assert found.p(lambda now: now.met == 0) == F(15, 36)
    assert found.chances()[bout()] == F(15, 36)
    assert found.p(lambda now: now.met == 1 and now.target == FRESH) == F(21, 36) * F(9, 16)


@pytest.mark.parametrize(
    ("alone", "at_once", "after", "later"),
    [(1, 1, GONE, GONE), (1, 0, LYING, GONE), (0, 1, LYING, LYING), (0, 0, LYING, LYING)],
)
def test_fray__a_coup_de_grace(alone, at_once, after, later):
    fray = Fray(fight(), fight(), alone, at_once)
    found = targets(fray.activation(bout(met=1)))
    assert found == {FRESH: F(3, 4), SOFT: F(1, 12), GONE: F(1, 24)} | {
        after: F(1, 8) + (F(1, 24) if after == GONE else 0)
    }
    assert fray.activation(bout(LYING, met=1)).chances() == {bout(later, met=1): 1}


def test_fray__nobody_finishes_off_who_is_down_itself():
    fray = Fray(fight(), fight())
    for over in (bout(GONE, met=1), bout(shooter=GONE, met=1), bout(shooter=LYING, met=1)):
        assert fray.activation(over).chances() == {over: 1}
    assert fray.finish(bout(LYING, shooter=LYING)).chances() == {bout(LYING, shooter=LYING): 1}
    assert fray.finish(bout(LYING)).chances() == {bout(GONE): 1}


# ------------------------------------------------------------------ rounds with recovery


def stays(now):
    return Law((now,), (1,), 1)


ALONE = care_of(fighter(t=3), ADVANCED)


def test_after_round__a_recovery_test():
    """Back with a flesh wound 1/3, still down 1/2, out of action 1/6."""
    assert after_round(stays, ALONE, Course(bout(LYING))).chances() == {
        Course(bout(SOFT), 1, 1): F(1, 3),
        Course(bout(LYING), 1, 0): F(1, 2),
        Course(bout(GONE), 1, 0): F(1, 6),
    }


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Course(bout()), Course(bout(), 0, 0)),
        (Course(bout(SOFT), 1, 1), Course(bout(SOFT), 1, 1)),
        (Course(bout(SOFT), 1, 0), Course(bout(SOFT), 1, 0)),
        (Course(bout(GONE)), Course(bout(GONE), 1, 0)),
        (Course(bout(GONE), 1, 1), Course(bout(GONE), 1, 1)),
    ],
)
def test_after_round__without_a_test(before, after):
    assert after_round(stays, ALONE, before).chances() == {after: 1}


def test_after_round__the_activation_comes_first():
    """Down by 1/2 in the activation: then back by a third of it."""

    def falls(now):
        return Law((now, now._replace(target=LYING)), (1, 1), 2)

    found = after_round(falls, ALONE, Course(bout())).chances()
    assert found == {
        Course(bout(), 0, 0): F(1, 2),
        Course(bout(SOFT), 1, 1): F(1, 6),
        Course(bout(LYING), 1, 0): F(1, 4),
        Course(bout(GONE), 1, 0): F(1, 12),
    }


def test_after_round__back_once_is_back_for_good():
    found = after_round(stays, ALONE, Course(bout(LYING), 1, 1))
    assert found.of(lambda course: course.rose) == {1: 1}
    costly = care_of(fighter(t=3), under_advanced(recovery_si_flesh="True"))
    lower = Condition(0, 2, 0, SERIOUS)
    assert after_round(stays, costly, Course(bout(LYING))).chances()[Course(bout(lower), 1, 0)] == F(1, 2)
