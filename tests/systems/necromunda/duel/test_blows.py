"""Attacks of a duel under the advanced rules: what they leave, how a state makes them, which conditions come about."""

from fractions import Fraction
from functools import cache

import pytest

from necrostats.systems.necromunda.close_combat import unarmed
from necrostats.systems.necromunda.duel.arms import WeaponSet
from necrostats.systems.necromunda.duel.blows import PLAIN, manner
from necrostats.systems.necromunda.duel.lane import BARE, BLINDLY, TANGLED, State
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    BOOSTED,
    BURNT_OUT,
    CONCUSSED,
    IN_PLAY,
    ON_FIRE,
    OUT,
    PINNED,
    SERIOUS,
    Condition,
)
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.questions import attack
from tests.naive.cards import blade, fighter, gun, knife
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

F = Fraction
GONE = Condition(0, 0, 0, OUT)
HARMLESS = fighter(blade("feather", strength="-", d=0), t=1)


def duel(a, b, options=ADVANCED, **where):
    return set_up(a, b, options, **{"lane": 6, "distance": 4, **where})


# ------------------------------------------------------------------ what an attack leaves


@cache
def five_guns():
    """None of them wounds."""
    kinds = {"drag": "drag", "push": "knockback", "hot": "unstable", "light": "flash", "torch": "blaze"}
    weapons = (gun(name, trait, strength="-", d=0) for name, trait in kinds.items())
    return duel(fighter(*weapons, t=2), HARMLESS)


@pytest.mark.parametrize(
    ("place", "look", "expected"),
    [
        (0, lambda e: (e.pinned, e.dragged), {(0, 0): F(1, 2), (1, 0): F(1, 6), (1, 1): F(1, 3)}),  # Strength 3
        (1, lambda e: (e.pinned, e.pushed), {(0, 0): F(1, 2), (1, 1): F(1, 2)}),
        (2, lambda e: (e.attacker.down, e.dragged), {(IN_PLAY, 0): F(11, 12), (OUT, 0): F(1, 12)}),  # symbol, 1 to 3
        (3, lambda e: e.target.marks, {0: F(3, 4), BLINDED: F(1, 4)}),  # Initiative 4+
        (4, lambda e: e.target.marks, {0: F(3, 4), ON_FIRE: F(1, 4)}),
    ],
)  # fmt: skip
def test_shot_law__by_hand(place, look, expected):
    assert five_guns().advanced.shot_law(0, place, 0, State(4, 1, 1, 0, 0, 0, 0)).of(look) == expected


def test_fight_law__a_6_disarms_and_entangles():
    traits = {"s": "disarm entangle", "d": "disarm", "e": "entangle"}
    weapons = (blade(name, trait, strength="-", d=0) for name, trait in traits.items())
    found = duel(fighter(*weapons, t=1), HARMLESS)
    own, foe = (each[each.start] for each in found.conditions)
    for weapons, hampered in ((0, TANGLED + BARE), (1, BARE), (2, TANGLED)):
        law = found.advanced.fight_law(0, weapons, 0, own, foe)
        assert law.of(lambda end: end.hampered) == {0: F(5, 6), hampered: F(1, 6)}


# ------------------------------------------------------------------ how a state makes them

NEAR, FAR = (
    gun("near", "pistol", rng_s="2", rng_l="5"),
    gun("far", "pistol", rng_s="1", rng_l="6", ammo=4, acc_s=1),
)
FLAME = gun("flamer", "template", rng_s="-", rng_l="T")
SHOOTER, FOE = fighter(NEAR, FAR, FLAME, t=1), fighter(blade("p", "parry"), t=1)


@cache
def pistols():
    return duel(SHOOTER, FOE, cover_b="full", lane=12)


def seen(gap, **more):
    return State(gap, 1, 1, 0, 0, 0, 0, 1, 0)._replace(**more)


def lying(setup, side, **more):
    condition = Condition(0, setup.fighters[side].t, 0, SERIOUS)._replace(**more)
    assert condition in list(setup.conditions[side])
    return setup.conditions[side].number(condition)


@pytest.mark.parametrize(
    ("place", "aimed", "now", "how"),
    [
        (0, 0, seen(2), {"band": "short", "distance": 2}),
        (0, 1, seen(3), {"band": "long", "distance": 3, "aim": True}),
        (0, 0, seen(6), {"band": None, "distance": 3}),
        (0, 0, seen(5, their_cover=1), {"band": "long", "distance": 3, "cover": "full"}),
        (0, 0, seen(1, their_pinned=1), {"band": "short", "distance": 1, "target_prone": True}),
        (1, 0, seen(4), {"band": "long", "distance": 3}),
        (2, 0, seen(8), {"band": "short", "distance": 3}),
    ],
)  # fmt: skip
def test_volley_at__the_situation_of_a_shot(place, aimed, now, how):
    made = pistols().advanced.volley_at(0, place, aimed, now)
    weapon = pistols().guns[0][place].first
    assert made == attack(SHOOTER, FOE, weapon, Situation(**how), ADVANCED).numbers


def test_volley_at__two_pistols_each_at_its_own_range():
    for gap, distance in ((0, 1), (1, 1), (2, 2), (3, 3), (6, 6), (7, 7)):
        made = pistols().advanced.volley_at(0, 3, 0, seen(gap))
        first = "short" if gap <= 2 else "long" if gap <= 5 else None
        how = Situation(band=first, distance=distance)
        assert made == attack(SHOOTER, FOE, NEAR, how, ADVANCED, FAR).numbers


def test_conditions__an_unwieldy_gun_is_never_aimed():
    setup = duel(fighter(gun("launcher", "blast unwieldy blaze", strength="-", d=0), t=1), HARMLESS)
    assert set(setup.conditions[0]) == PLAIN_ENDS | marked(ON_FIRE)
    both = duel(fighter(gun("torch", "blaze", strength="-", d=0), t=1), fighter(gun("light", "flash"), t=1))
    assert [set(each) for each in both.conditions] == [
        PLAIN_ENDS | marked(BLINDED),  # fists are all that the other has left to fight with
        PLAIN_ENDS | marked(ON_FIRE),
    ]


def test_volley_at__a_target_that_lies():
    made = pistols().advanced.volley_at(0, 0, 0, seen(2, theirs=lying(pistols(), 1)))
    assert made == attack(SHOOTER, FOE, NEAR, Situation(distance=2, seriously_injured=True), ADVANCED).numbers


@pytest.mark.parametrize(("gap", "distance"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_volley_at__a_blast_near_the_shooter(gap, distance):
    thrower, foe = fighter(gun("bomb", "blast", rng_s="3", rng_l="6"), t=1), fighter(knife(), t=1)
    made = duel(thrower, foe).advanced.volley_at(0, 0, 0, seen(gap, my_guns=0))
    how = Situation(distance=distance, band="short" if gap <= 3 else "long")
    assert made == attack(thrower, foe, thrower.weapons[0].profiles[0], how, ADVANCED).numbers


def test_volley_at__beyond_its_length_a_flame_touches_nobody():
    made = pistols().advanced.volley_at(0, 2, 0, seen(9))
    assert [(each.in_range, each.sure) for each in made.guns] == [(0, 0), (0, 0)]
    assert pistols().advanced.volley_at(0, 2, 0, seen(8)).guns[0].in_range == 1


def test_recovery_law__concussion_is_over():
    both = duel(fighter(gun("grav", "concussion")), HARMLESS).advanced
    dazed = both.conditions[1][both.conditions[1].start]._replace(marks=CONCUSSED)
    assert both.recovery_law(1, dazed).of(lambda c: c.marks) == {0: 1}


@pytest.mark.parametrize(
    ("charging", "how", "situation"),
    [(0, PLAIN, {}), (1, PLAIN, {"charging": True}), (0, TANGLED, {"entangled": True})],
)
def test_combat__the_situation_of_a_blow(charging, how, situation):
    setup = pistols()
    own, foe = (each[each.start] for each in setup.conditions)
    made, clash = setup.advanced.combat(1, 0, charging, how, foe, own)
    weapon = setup.sets[1][0].first
    assert (
        made == attack(FOE, SHOOTER, weapon, Situation(close=True, band=None, **situation), ADVANCED).numbers
    )
    assert (clash.scene.target, clash.scene.attacker) == (own, foe)


def test_combat__against_who_lies_unarmed_and_blinded():
    setup = pistols()
    own, foe = (each[each.start] for each in setup.conditions)
    down = setup.conditions[1][lying(setup, 1)]
    close = Situation(close=True, band=None)
    made, _ = setup.advanced.combat(0, 0, 0, PLAIN, own, down)
    helpless = Situation(close=True, band=None, seriously_injured=True)
    assert made == attack(SHOOTER, FOE, NEAR, helpless, ADVANCED).numbers
    bare, _ = setup.advanced.combat(0, 0, 0, BARE, own, foe)
    assert bare == attack(SHOOTER, FOE, unarmed(), close, ADVANCED).numbers
    blind, _ = setup.advanced.combat(0, 0, 0, BLINDLY, own, foe)
    plain, _ = setup.advanced.combat(0, 0, 0, PLAIN, own, foe)
    assert {strike.hit_on for strike in blind.melee.strikes if strike.n} == {6}
    assert blind.melee.strikes[0] == plain.melee.strikes[0]._replace(hit_on=6)


def test_combat__who_may_harm_itself_fights_as_it_is():
    armed = fighter(blade("hot", "unstable"), knife(), t=2)
    own, foe = Condition(0, 1), Condition(1, 1)
    hot, plain = (duel(armed, HARMLESS).advanced.combat(0, n, 0, PLAIN, own, foe)[1] for n in (0, 1))
    assert hot.scene.attacker == own
    assert plain.scene.attacker == Condition(1, 2)


def test_combat__a_third_arm_has_a_knife():
    armed = fighter(blade(), wargear=("extra-arm",))
    for card, dice in ((armed, 1), (fighter(blade()), 0)):
        setup = duel(card, FOE, knife=knife())
        own, foe = (each[each.start] for each in setup.conditions)
        assert setup.advanced.combat(0, 0, 0, PLAIN, own, foe)[0].melee.strikes[3].n == dice


@pytest.mark.parametrize(
    ("weapons", "harms"),
    [((gun(),), False), ((gun("g", "unstable"),), True), ((gun("g", "blast"),), True), ((FLAME,), False),
     ((NEAR, gun("p", "pistol unstable")), True), ((gun("p", "pistol unstable"), NEAR), True), ((NEAR, FAR), False)],
)  # fmt: skip
def test_hurts_itself__by_its_own_blast_or_an_unstable_weapon(weapons, harms):
    assert five_guns().advanced.hurts_itself(WeaponSet(*weapons)) == harms


def test_shot__who_cannot_harm_itself_shoots_as_if_unhurt():
    setup = five_guns()
    weak = setup.conditions[0].number(Condition(0, 1))
    _, firing = setup.advanced.shot(0, 0, 0, State(4, weak, 1, 0, 1, 0, 0))
    assert firing.scene.attacker == Condition(1, 2)
    assert firing.scene.target == Condition(1, 1, marks=PINNED)
    _, firing = setup.advanced.shot(0, 2, 0, State(4, weak, 1, 0, 0, 0, 0))
    assert firing.scene.attacker == Condition(0, 1)
    assert firing.scene.target == Condition(1, 1)


def test_manner():
    assert [manner(Condition(1, 3, marks=m)) for m in (0, ON_FIRE, BLINDED, BLINDED | ON_FIRE)] == [
        0,
        0,
        BLINDLY,
        BLINDLY,
    ]


# ------------------------------------------------------------------ conditions that can come about

FIT, DOWN = Condition(1, 1), Condition(0, 1, 0, SERIOUS)
PLAIN_ENDS = {GONE, FIT, DOWN}


def marked(mark):
    return {FIT._replace(marks=mark), DOWN._replace(marks=mark)}


@pytest.mark.parametrize(
    ("weapons", "kit", "expected"),
    [
        ((gun(),), (), PLAIN_ENDS),
        ((knife(),), (), PLAIN_ENDS),
        ((blade("feather", strength="-", d=0),), (), {GONE, FIT}),
        ((gun("torch", "blaze"),), (), PLAIN_ENDS | marked(ON_FIRE)),
        ((gun("torch", "blaze", rng_s="-", rng_l="5"),), (), PLAIN_ENDS | marked(ON_FIRE)),
        ((blade("brand", "blaze"),), (), PLAIN_ENDS | marked(ON_FIRE)),
        ((gun("flash", "flash"),), (), PLAIN_ENDS | marked(BLINDED)),
        ((gun("grav", "concussion"),), (), PLAIN_ENDS | marked(CONCUSSED)),
        ((knife(),), ("refractor",), PLAIN_ENDS | marked(BURNT_OUT)),
        ((knife(),), ("bio-booster",), {GONE, FIT, DOWN._replace(marks=BOOSTED)}),
    ],
)
def test_conditions__of_the_one_who_is_attacked(weapons, kit, expected):
    """Toughness 1: no flesh wound leaves anybody in play."""
    setup = duel(fighter(*weapons), fighter(*HARMLESS.weapons, t=1, wargear=kit))
    assert set(setup.conditions[1]) == expected


def test_conditions__of_who_shoots_a_blast_beside_itself():
    harm = fighter(gun("shells", "blast blaze", strength="-", d=0), t=1)
    assert set(duel(harm, HARMLESS).conditions[0]) == PLAIN_ENDS | marked(ON_FIRE)
    assert set(duel(fighter(gun("rifle", "blaze", strength="-", d=0), t=1), HARMLESS).conditions[0]) == {
        GONE,
        FIT,
    }


def test_conditions__of_two_wounds_and_toughness_2():
    setup = duel(fighter(gun()), fighter(*HARMLESS.weapons, t=2, w=2))
    ends = {
        Condition(2, 2),
        Condition(1, 2),
        Condition(0, 1),
        Condition(0, 2, 0, SERIOUS),
        Condition(0, 1, 0, SERIOUS),
    }
    assert set(setup.conditions[1]) == {GONE} | ends


def test_disarms__one_side_or_the_other():
    disarming = fighter(blade("d", "disarm"))
    for a, b, expected in (
        (disarming, HARMLESS, [True, False]),
        (HARMLESS, disarming, [False, True]),
        (fighter(knife()), HARMLESS, [False, False]),
        (fighter(knife(), blade("d", "disarm")), HARMLESS, [True, False]),
    ):
        assert duel(a, b).advanced.disarms == expected


def test_conditions__disarmed_the_enemy_hits_with_its_fists():
    """Its feather hurts nobody, its fists do."""
    setup = duel(fighter(blade("d", "disarm"), t=1), HARMLESS)
    assert set(setup.conditions[0]) == PLAIN_ENDS
    assert set(duel(fighter(knife(), t=1), HARMLESS).conditions[0]) == {GONE, FIT}


def test_options__followed_and_finished():
    for chosen, expected in (
        ({}, (False, True)),
        ({"melee_kb_followup": "always"}, (True, True)),
        ({"melee_kb_followup": "never", "coup_after_fight": "False"}, (False, False)),
    ):
        made = duel(fighter(), HARMLESS, under_advanced(**chosen)).advanced
        assert (made.follows, made.finishes) == expected
