"""Whatever the trait, all ways in which an attack can end sum to one; and what an entangled fighter's dice lose."""

from dataclasses import replace
from fractions import Fraction

import pytest

from necrostats.systems.necromunda.models import Situation
from tests.naive.advanced.attack import attack, joint
from tests.naive.advanced.injuries import OUT
from tests.naive.cards import FLAK, UNDERSUIT, blade, fighter, gun, sword

TRAITS = [
    "knockback", "toxin", "gas", "blaze", "unstable", "shock", "pulverise", "disarm", "melta", "rending", "seismic",
    "flash", "web", "entangle", "graviton-pulse", "rad-phage", "drag", "fear", "concussion", "power", "backstab",
]  # fmt: skip
MAN = fighter()
WELL_KITTED = fighter(
    sword(), w=2, armour=FLAK, under=UNDERSUIT, wargear=("refractor", "bio-booster", "energy-shield"),
    skills=("true-grit", "dodge", "step-aside", "parry", "nerves-of-steel", "iron-jaw", "evade"),
)  # fmt: skip
OTHERWISE = {
    "multi_hit": "batch", "multi_serious": "flesh_wound", "toxin": "n18", "injury_dice": "equal_damage",
    "arc_save_timing": "after_pinning", "firepower_when": "only_on_hit", "rapid_fire_in_melee": "True",
    "melta": "any_unsaved_wound", "pin_on": "attack",
}  # fmt: skip


def trait(profile, *names, **numbers):
    """The profile with more traits."""
    more = {name.replace("_", "-"): number for name, number in numbers.items()}
    return replace(profile, traits={**profile.traits, **dict.fromkeys(names), **more})


@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["defaults", "otherwise"])
@pytest.mark.parametrize("name", TRAITS)
def test_chances_sum_to_one(name, options):
    # several hits, so that what has happened to the target already happens to it again
    pistol = trait(gun(d=2, ammo=4), name, "pistol", rapid_fire=1)
    blast = trait(gun(d=2, ammo=4), name, blast=5)
    for ends in (
        joint(MAN, WELL_KITTED, pistol, Situation(in_line=1, blocked=True), options, None, MAN),
        joint(MAN, WELL_KITTED, blast, Situation(blocked=True, distance=1), options),
        joint(MAN, WELL_KITTED, blade("arm", name, d=2), Situation(close=True, charging=True), options),
    ):
        assert sum(ends.values()) == 1
        assert all(p > 0 for p in ends.values())
        for end in ends:
            assert end.wound >= end.unsaved
            assert end.hits > 0 or not end.wound
            if end.down == OUT:
                assert (end.pinned, end.flesh, end.marks) == (False, 0, frozenset())


def test_a_mark_twice():
    # one, two or three hits of Rapid Fire, of which each blinds with 1/2 (Initiative 4+)
    flash = trait(gun(strength="-", d=0), "flash", rapid_fire=1)
    spared = (
        Fraction(1, 2) * Fraction(1, 2) + Fraction(1, 3) * Fraction(1, 4) + Fraction(1, 6) * Fraction(1, 8)
    )
    found = attack(MAN, MAN, flash, Situation(), {})["target_after"]["blinded"]
    assert found == Fraction(1, 2) * (1 - spared)


def test_the_entangled_strike_at_minus_two():
    found = attack(MAN, MAN, blade(), Situation(close=True, entangled=True), {})
    assert found["stages"]["hit"] == Fraction(1, 6)
