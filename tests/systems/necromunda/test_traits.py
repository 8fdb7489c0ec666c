"""Each trait that acts in the basic rules, one by one."""

from fractions import Fraction

import pytest

from necrostats.systems.necromunda import traits
from necrostats.systems.necromunda.close_combat import Strike
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.traits import Given
from tests.naive.cards import blade, fighter, goliath, gun, knife, power_hammer, power_sword, sword
from tests.systems.necromunda.generated import BASIC, ask, under

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
    attack = ask(fighter(), fighter(), blade("b", "shock"), gun("p", "pistol scarce"), CLOSE)
    assert attack.ignored() == ["b: shock (advanced rules)", "p: scarce (advanced rules)"]


def test_parry__sword_and_power_sword_may_parry_a_sword():
    for weapon in (sword(), power_sword()):
        found = ask(fighter(), fighter(weapon), blade(), None, CLOSE).law()
        assert found.p(lambda t: t.hits) == F(1, 4)
