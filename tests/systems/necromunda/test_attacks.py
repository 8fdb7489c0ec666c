"""Attacks of the advanced rules as numbers, before any die is rolled: modifiers, magazines, guns, brawls."""

from dataclasses import replace
from fractions import Fraction

import pytest

from necrostats.errors import UsageError
from necrostats.systems.necromunda import attacks
from necrostats.systems.necromunda.ammo import Magazine
from necrostats.systems.necromunda.attacks import (
    after_of,
    check_hands,
    check_unwieldy,
    crushing,
    expert_need,
    hit_chance,
    hit_modifiers,
    magazine,
    marker,
    order_of,
    pins,
    worth,
)
from necrostats.systems.necromunda.brawl import Clash
from necrostats.systems.necromunda.close_combat import NAMED, Strike, unarmed
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.injuries import After, Condition
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.scene import NOBODY, Scene
from necrostats.systems.necromunda.shooting import ON_ATTACK, ON_HIT
from necrostats.systems.necromunda.templates import Marker
from necrostats.systems.necromunda.traits import Given
from necrostats.systems.necromunda.volley import ALWAYS_PINS, CAN_PIN
from tests.naive.cards import FLAK, blade, fighter, gun, knife, power_sword, sword
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

F = Fraction
OPEN = Situation()
LONG = Situation(band="long")
CLOSE = Situation(close=True, band=None)
CHARGE = Situation(close=True, band=None, charging=True)


def numbered(profile, **numbers):
    """A weapon with numbers behind its traits, ``rapid_fire=2``."""
    return replace(profile, traits=profile.traits | {n.replace("_", "-"): x for n, x in numbers.items()})


# ------------------------------------------------------------------ hit rolls in shooting


def modifiers(situation, shooter=None, target=None, profile=None, twin=False):
    return hit_modifiers(shooter or fighter(), target or fighter(), profile or gun(), situation, twin)


def test_hit_modifiers__none_but_those_that_change_the_roll():
    assert modifiers(OPEN) == []
    assert modifiers(Situation(aim=True)) == [("aimed", 1)]
    assert modifiers(Situation(action="blind-fire")) == [("blind fire", -2)]
    assert modifiers(Situation(action="hip-shooting")) == [("hip shooting", -1)]
    assert modifiers(OPEN, twin=True) == [("two pistols", -1)]
    assert modifiers(OPEN, fighter(skills=("gunfighter",)), twin=True) == []
    assert modifiers(OPEN, fighter(skills=("gunfighter",))) == []


def test_hit_modifiers__a_mono_sight_adds_to_aiming():
    sighted = fighter(wargear=("mono-sight",))
    aim = Situation(aim=True)
    assert modifiers(aim, sighted) == [("aimed", 1), ("mono-sight", 1)]
    assert modifiers(OPEN, sighted) == []
    assert modifiers(aim, sighted, profile=gun("frag", "grenade")) == [("aimed", 1)]
    assert modifiers(aim) == [("aimed", 1)]


def test_hit_modifiers__an_evading_target_that_is_active_and_in_the_open():
    evader = fighter(skills=("evade",))
    assert modifiers(OPEN, target=evader) == [("target evades", -1)]
    assert modifiers(LONG, target=evader) == [("target evades", -2)]
    for hindered in (
        {"target_prone": True},
        {"target_engaged": True},
        {"seriously_injured": True},
        {"cover": "full"},
    ):
        told = dict(modifiers(replace(OPEN, **hindered), target=evader))
        assert "target evades" not in told, hindered


def test_hit_modifiers__a_seriously_injured_target_lies():
    assert modifiers(Situation(band="long", seriously_injured=True)) == modifiers(
        Situation(band="long", target_prone=True)
    )
    assert modifiers(Situation(band="long", seriously_injured=True)) != []


def test_hit_modifiers__cover_as_it_is_called_and_as_it_is_seen():
    tricky = fighter(skills=("trick-shot",))
    assert modifiers(Situation(cover="full")) == [("full cover", -2)]
    assert modifiers(Situation(cover="full"), tricky) == [("full cover", -1)]
    assert modifiers(Situation(cover="partial"), tricky) == []


# ------------------------------------------------------------------ magazines


def kept(profile, bearer=None, situation=OPEN, **options):
    return magazine(profile, bearer or fighter(), situation, under_advanced(**options))


def test_magazine__firepower_dice():
    assert kept(gun(ammo=4)) == Magazine(dice=1, symbol_holes=1, check_on=4)
    assert kept(gun(ammo=4), ammo_face_holes="0").symbol_holes == 0
    assert kept(gun("g", "rapid-fire")).dice == 1
    two = numbered(gun("g"), rapid_fire=2)
    assert kept(two).dice == 2
    assert kept(two, situation=Situation(firepower=1)).dice == 1
    assert kept(two, situation=CLOSE).dice == 1
    assert kept(gun(), situation=Situation(firepower=3)).dice == 1
    pistol = gun("g", "pistol")
    assert kept(pistol, situation=CLOSE).dice == 1
    assert kept(pistol, situation=CLOSE, pistol_melee_firepower="False").dice == 0
    assert kept(pistol, pistol_melee_firepower="False").dice == 1


def test_magazine__grenades_and_other_traits():
    grenade = kept(gun("frag", "grenade", ammo=4))
    assert grenade == Magazine(dice=0, check_on=4, thrown=1)
    assert kept(numbered(gun("frag", "grenade"), rapid_fire=2)).dice == 0
    for trait, field in (("combi", "worse"), ("single-shot", "single"), ("unstable", "unstable")):
        assert kept(gun("g", trait)) == Magazine(dice=1)._replace(**{field: 1})


def test_magazine__checks_rolled_again():
    assert kept(gun(), fighter(wargear=("gold-plated-gun",))).again == 1
    assert kept(gun("frag", "grenade"), fighter(wargear=("gold-plated-gun",))).again == 0
    assert kept(gun()).again == 0
    # more than any number of Ammo symbols
    assert kept(gun(), fighter(skills=("munitioneer",))).again > 6


def test_expert_need__aimed_and_not_a_flame_template():
    expert, aim = fighter(skills=("ballistics-expert",), intelligence=8), Situation(aim=True)
    assert expert_need(expert, gun(), aim, ADVANCED) == 8
    assert expert_need(expert, gun("frag", "blast"), aim, ADVANCED) == 8
    assert expert_need(expert, gun(), OPEN, ADVANCED) == 0
    assert expert_need(fighter(), gun(), aim, ADVANCED) == 0
    assert expert_need(expert, gun("flamer", "template"), aim, ADVANCED) == 0


# ------------------------------------------------------------------ what a gun does


def test_marker__how_far_it_may_scatter_and_whether_it_reaches_back():
    """Radius 1.5 or 2.5 inches, a base of 25.4 mm is half an inch more; from the shooter's middle to the base's rim."""
    shooter, target = fighter(base=25.4), fighter(base=25.4)
    three, five = numbered(gun(), blast=3), numbered(gun(), blast=5)
    assert marker(three, shooter, target, OPEN) == Marker(2, 0)
    assert marker(gun("frag", "blast"), shooter, target, OPEN) == Marker(2, 0)
    assert marker(five, shooter, target, OPEN) == Marker(3, 0)
    for profile, near, far in ((three, 1, 1.01), (five, 2, 2.01)):
        assert marker(profile, shooter, target, Situation(distance=near)).reaches_back == 1
        assert marker(profile, shooter, target, Situation(distance=far)).reaches_back == 0
    assert marker(three, shooter, target, Situation(distance=0)).reaches_back == 1


def test_after_of__blaze_concussion_and_drag():
    def after(traits, s=3):
        return after_of(Given(fighter(), fighter(s=s), gun("g", traits), OPEN, ADVANCED))

    assert after("") == After()
    assert after("blaze") == After(blaze=1)
    assert after("concussion") == After(concussion=1)
    assert after("drag") == After(drag_on=3)
    assert [after("drag", s).drag_on for s in (1, 5, 6, 7, 8)] == [1, 5, 6, NEVER, NEVER]


def test_pins__not_by_gas_and_always_by_seismic():
    assert pins(gun(), OPEN, ADVANCED) == CAN_PIN
    assert pins(gun("g", "gas"), OPEN, ADVANCED) == 0
    assert (
        pins(gun("g", "gas seismic"), OPEN, ADVANCED)
        == pins(gun("g", "seismic"), OPEN, ADVANCED)
        == ALWAYS_PINS
    )
    for lying in (Situation(seriously_injured=True), Situation(target_engaged=True)):
        assert pins(gun("g", "seismic"), lying, ADVANCED) == pins(gun(), lying, ADVANCED) == 0
    assert pins(gun(), Situation(target_engaged=True), under_advanced(pin_engaged=True)) == CAN_PIN


def made(profile, situation=OPEN, attacker=None, target=None, twin=False, other=None, **options):
    given = Given(attacker or fighter(), target or fighter(), profile, situation, under_advanced(**options))
    return attacks.gun(given, twin, other)


def test_gun__a_plain_one():
    one = made(gun(ammo=4))
    assert (one.in_range, one.sure, one.hit_on, one.rapid, one.only_on_hit) == (1, 0, 4, 0, 0)
    assert (one.push_on, one.bare_push_on, one.blast_push_on) == (NEVER,) * 3
    assert (one.blast, one.marker, one.strays) == (0, Marker(0, 0), 1)
    assert (one.pins, one.pin_when, one.harder, one.first_only) == (CAN_PIN, ON_HIT, 0, 0)
    assert (one.precise, one.deadly, one.shock) == (0, 0, 0)
    assert one.magazine == Magazine(dice=1, check_on=4)
    assert one.after == After()
    assert one.hit == one.own_hit == one.other_hit
    assert one.hit.blow.strength == 3


def test_gun__modifiers_of_the_hit_roll_add_up():
    assert made(gun(acc_s=1)).hit_on == 3
    assert made(gun(acc_s=1), twin=True).hit_on == 4
    assert made(gun(), Situation(cover="full")).hit_on == 6
    assert made(gun(acc_s=1), Situation(cover="full", action="hip-shooting")).hit_on == 6
    assert made(gun(), attacker=fighter(bs=3)).hit_on == 3


def test_gun__out_of_range_and_smoke():
    assert made(gun(), Situation(band=None)).in_range == 0
    assert made(gun("g", "smoke")).in_range == 0
    flame = gun("flamer", "template", rng_s="-", rng_l="T")
    assert made(flame, Situation(band=None)).in_range == 1
    assert (made(flame).sure, made(flame).strays, made(flame).blast) == (1, 0, 0)


def test_gun__knockback_of_shots_and_of_blasts():
    slug, frag = gun("g", "knockback"), gun("g", "knockback blast")
    for s, push_on in ((1, 2), (2, 2), (4, 4), (6, 6), (7, 7)):
        one = made(slug, target=fighter(s=s))
        assert (one.push_on, one.bare_push_on, one.blast_push_on) == (push_on, push_on, NEVER)
    modified = made(numbered(slug), Situation(aim=True), target=fighter(s=4), knockback_die="modified")
    assert (modified.push_on, modified.bare_push_on) == (3, 4)
    for s, push_on in ((1, 1), (4, 4), (7, 7), (8, 7)):
        one = made(frag, target=fighter(s=s))
        assert (one.push_on, one.bare_push_on, one.blast_push_on) == (NEVER, NEVER, push_on)
    blocked = Situation(blocked=True)
    assert [made(p, blocked).harder for p in (slug, frag, gun())] == [1, 1, 0]
    assert made(slug).harder == 0
    assert made(slug, knockback_rapid_scope="first_hit").first_only == 1


def test_gun__blasts_scatter_and_do_not_stray():
    frag = made(gun("frag", "blast"), target=fighter(base=25.4))
    assert (frag.blast, frag.marker, frag.strays, frag.sure) == (1, Marker(2, 0), 0, 0)


def test_gun__skills_of_the_shooter():
    sharp = fighter(skills=("precision-shot", "marksman"))
    for profile, acts in ((gun(), 1), (gun("g", "blast"), 0), (gun("g", "template"), 0)):
        assert (made(profile, attacker=sharp).precise, made(profile, attacker=sharp).deadly) == (acts, acts)
    assert made(gun("g", "shock")).shock == 1
    assert made(gun("g", "rapid-fire")).rapid == 1
    assert made(gun("g", "blaze")).after == After(blaze=1)


def test_gun__options():
    assert made(gun(), firepower_when="only_on_hit").only_on_hit == 1
    assert made(gun(), pin_on="attack").pin_when == ON_ATTACK


def test_gun__whom_the_hits_meet():
    frag = gun("frag", "blast")
    one = made(frag, attacker=fighter(armour=FLAK))
    assert (one.hit.blow.save_on, one.own_hit.blow.save_on) == (NEVER, 6)
    assert made(gun(), attacker=fighter(armour=FLAK)).own_hit.blow.save_on == NEVER
    behind = Situation(save_bonus=1)
    shared = made(gun(), behind, other=fighter(armour=FLAK, skills=("true-grit",)))
    assert (shared.hit.blow.save_on, shared.other_hit.blow.save_on) == (6, 6)
    assert (shared.hit.body.grit, shared.other_hit.body.grit) == (0, 1)
    # a second target is met at the same range: Melta at short range only
    for situation, injury in ((OPEN, True), (LONG, False)):
        melta = made(gun("g", "melta"), situation, other=fighter())
        assert (melta.other_hit.effect.injury > 0) == injury


def test_hit_chance__of_the_hit_roll():
    def chance(profile, situation=OPEN, attacker=None):
        return hit_chance(Given(attacker or fighter(), fighter(), profile, situation, ADVANCED))

    assert chance(gun()) == F(1, 2)
    assert chance(gun("g", "smoke")) == F(1, 2)
    assert chance(gun(), Situation(band=None)) == 0
    assert chance(gun("g", "template")) == 1
    # Intelligence 7+ on 2D6 in 21 of 36: 2+ with the expert's 1 and the 1 for aiming, else 3+
    expert = fighter(skills=("ballistics-expert",))
    assert chance(gun(), Situation(aim=True), expert) == F(21, 36) * F(5, 6) + F(15, 36) * F(2, 3)
    # the hit roll of a blast alone, wherever it scatters
    assert chance(gun("frag", "blast")) == F(1, 2)
    assert chance(numbered(gun(), blast=5), Situation(distance=0)) == F(1, 2)


# ------------------------------------------------------------------ volleys


def volley(profile, situation=OPEN, second=None, attacker=None, target=None, other=None, **options):
    return attacks.volley(
        attacker or fighter(),
        target or fighter(),
        profile,
        second,
        other,
        situation,
        under_advanced(**options),
    )


def test_check_unwieldy__no_aim_and_no_hip_shooting():
    heavy, light = gun("heavy", "unwieldy"), gun()
    for how in (Situation(aim=True), Situation(action="hip-shooting")):
        with pytest.raises(UsageError, match="Unwieldy"):
            check_unwieldy(heavy, fighter(), how)
        with pytest.raises(UsageError, match="Unwieldy"):
            volley(heavy, how)
        check_unwieldy(light, fighter(), how)
        check_unwieldy(heavy, fighter(wargear=("suspensor",)), how)
    check_unwieldy(heavy, fighter(), OPEN)
    check_unwieldy(heavy, fighter(), Situation(action="blind-fire"))


def test_volley__two_pistols_at_the_same_target():
    near, far = gun("a", "pistol", acc_s=1, acc_l=-1), gun("b", "pistol", rng_s="6", acc_s=1, acc_l=-1)
    one = volley(near)
    assert (one.twin, one.guns[0].hit_on, one.guns[0]) == (0, 3, one.guns[1])
    both = volley(near, second=far)
    assert (both.twin, both.guns[0].hit_on, both.guns[1].hit_on) == (1, 4, 4)
    # each at its own range, where the distance is known
    apart = volley(near, Situation(distance=8), far)
    assert [g.hit_on for g in apart.guns] == [4, 6]
    for pair in ((near, gun()), (gun(), near), (gun(), gun())):
        with pytest.raises(UsageError, match="two pistols"):
            volley(pair[0], second=pair[1])


def test_volley__tests_of_both_sides():
    plain = volley(gun())
    assert (plain.priority_on, plain.expert_on, plain.nerves_on, plain.batch) == (0, 0, 0, 0)
    far = Situation(not_closest=True)
    assert volley(gun(), far, attacker=fighter(cl=8)).priority_on == 8
    assert volley(gun(), far, attacker=fighter(skills=("marksman",))).priority_on == 0
    assert volley(gun(), target=fighter(cl=9, skills=("nerves-of-steel",))).nerves_on == 9
    expert = fighter(skills=("ballistics-expert",), intelligence=8)
    assert volley(gun(), Situation(aim=True), attacker=expert).expert_on == 8
    assert volley(gun(), Situation(aim=True, band=None), attacker=expert).expert_on == 0
    assert volley(gun(), multi_hit="batch").batch == 1


def test_volley__stray_shots_and_hits_for_another():
    crowd = Situation(in_line=1, in_melee=2)
    assert volley(gun(), crowd).bystanders == 3
    assert [volley(gun(), stray_hit=on)[-3:-1] for on in ("1-3", "6", "off")] == [(1, 3), (6, 6), (7, 6)]
    assert volley(gun()).others_every == 0
    assert volley(gun(), other=fighter()).others_every == 1
    assert volley(gun(), Situation(share="alternate"), other=fighter()).others_every == 2
    assert volley(gun("g", "blast"), other=fighter()).others_every == 0


# ------------------------------------------------------------------ brawls


def brawl(first, second=None, situation=CLOSE, attacker=None, target=None, third=None, **options):
    return attacks.brawl(
        attacker or fighter(),
        target or fighter(),
        first,
        second,
        situation,
        under_advanced(**options),
        knife=third,
    )


def dice_of(made):
    return [strike.n for strike in made.melee.strikes]


def test_check_hands__unwieldy_leaves_none():
    heavy = blade("heavy", "unwieldy")
    for pair in ((heavy, knife()), (knife(), heavy)):
        with pytest.raises(UsageError, match="no hand"):
            check_hands(*pair, fighter(wargear=("suspensor",)))
        with pytest.raises(UsageError, match="no hand"):
            brawl(*pair)
        check_hands(*pair, fighter(skills=("bulging-biceps",)))
    check_hands(heavy, None, fighter())
    check_hands(knife(), knife(), fighter())


def test_brawl__attack_dice():
    pistol, digi = gun("p", "pistol"), gun("digi", "digi pistol")
    three = fighter(a=3)
    assert dice_of(brawl(blade(), attacker=three)) == [3, 0, 0, 0, 0]
    assert dice_of(brawl(blade(), blade("b"), attacker=three)) == [2, 2, 0, 0, 0]
    assert dice_of(brawl(pistol, attacker=three)) == [1, 0, 2, 0, 0]
    assert dice_of(brawl(pistol, pistol, attacker=three)) == [1, 1, 2, 0, 0]
    # a digi-weapon besides another is one attack more, alone it is one
    assert dice_of(brawl(blade(), digi, attacker=three)) == [3, 0, 0, 1, 0]
    assert dice_of(brawl(digi, attacker=three)) == [1, 0, 0, 0, 0]
    assert dice_of(brawl(blade(), blade("b"), attacker=three, third=knife())) == [2, 2, 0, 1, 0]
    assert dice_of(brawl(blade(), attacker=three, situation=CHARGE)) == [4, 0, 0, 0, 0]
    berserk = fighter(a=3, skills=("berserker",))
    assert dice_of(brawl(blade(), attacker=berserk, situation=CHARGE)) == [5, 0, 0, 0, 0]
    assert dice_of(brawl(blade(), attacker=berserk)) == [3, 0, 0, 0, 0]


def test_brawl__the_odd_die():
    two = fighter(a=2)
    assert dice_of(brawl(blade(), blade("b"), attacker=two))[:2] == [2, 1]
    assert dice_of(brawl(blade(), blade("b"), attacker=two, odd_die="second_weapon"))[:2] == [1, 2]
    strong = blade("b", strength="9", ap=-3, d=3)
    weak = blade("a")
    assert dice_of(brawl(weak, strong, attacker=two, odd_die="best"))[:2] == [1, 2]
    assert dice_of(brawl(strong, weak, attacker=two, odd_die="best"))[:2] == [2, 1]
    assert dice_of(brawl(weak, attacker=two, odd_die="best")) == [2, 0, 0, 0, 0]


def test_brawl__the_order_of_hits():
    assert brawl(blade(), blade("b")).order[:2] == (0, 1)
    assert brawl(blade(), blade("b"), hit_order="best_for_attacker").used == 2
    assert brawl(blade(), hit_order="best_for_attacker").order[0] == 0
    # rad-phage first takes Toughness away before the blade wounds, at Strength 3 against 4
    rad = blade("rad", "rad-phage", strength="-", d=0)
    for pair, order in (((blade(), rad), (1, 0)), ((rad, blade()), (0, 1))):
        found = brawl(*pair, target=fighter(t=4), attacker=fighter(a=1), hit_order="best_for_attacker")
        assert found.order[:2] == order
        assert brawl(*pair, target=fighter(t=4), attacker=fighter(a=1)).order[:2] == (0, 1)


def test_worth__out_of_action_then_seriously_injured_then_wounds_lost():
    """Hit on 4+, wounded on 4+, no save; then the Injury die."""
    for wounds, expected in ((1, (F(1, 24), F(1, 8), F(1, 4))), (3, (0, 0, F(1, 4)))):
        start = Clash(Scene(Condition(wounds, 3), NOBODY, Condition(1, 3)))
        assert worth(brawl(blade()), start) == expected


def test_brawl__who_lies_and_who_interferes():
    lying = Situation(close=True, band=None, seriously_injured=True)
    stab = blade("stab", "backstab")
    assert brawl(stab).melee.strikes[0].strength == 3
    assert brawl(stab, situation=lying).melee.strikes[0].strength == 4
    guarded = fighter(sword(), skills=("parry", "step-aside"))
    assert (brawl(blade(), target=guarded).melee.parries, brawl(blade(), target=guarded).aside_on) == (2, 4)
    helpless = brawl(blade(), target=guarded, situation=lying)
    assert (helpless.melee.parries, helpless.melee.power_parries, helpless.aside_on) == (0, 0, NEVER)
    crowd = Situation(close=True, band=None, interference=2, assists=1)
    assert brawl(blade(), situation=crowd).melee.strikes[0].hit_on == 5
    assert (
        brawl(blade(), situation=crowd, attacker=fighter(skills=("combat-master",))).melee.strikes[0].hit_on
        == 3
    )


def test_brawl__skills_of_the_target():
    plain = brawl(blade())
    assert (plain.melee.parries, plain.melee.power_parries, plain.aside_on, plain.fearsome_on) == (
        0,
        0,
        NEVER,
        0,
    )
    assert brawl(blade(), target=fighter(skills=("parry",))).melee.parries == 1
    powered = brawl(blade(), target=fighter(power_sword(), skills=("parry",))).melee
    assert (powered.parries, powered.power_parries) == (1, 1)
    fearsome = fighter(skills=("fearsome",))
    bold = fighter(wil=8)
    assert brawl(blade(), attacker=bold, target=fearsome, situation=CHARGE).fearsome_on == 8
    assert brawl(blade(), attacker=bold, target=fearsome).fearsome_on == 0
    assert brawl(blade(), attacker=bold, situation=CHARGE).fearsome_on == 0
    assert brawl(blade(), target=fighter(i=5, skills=("step-aside",))).aside_on == 5


def test_brawl__iron_jaw_against_fists_alone():
    jaw = fighter(skills=("iron-jaw",))
    pistol = gun("p", "pistol")
    found = brawl(pistol, attacker=fighter(a=2), target=jaw)
    assert [strike.tougher for strike in found.melee.strikes] == [0, 0, 2, 0, 0]
    assert [effect.tougher_wound for effect in found.effects] == [0, 0, 2, 0, 0]
    named = brawl(unarmed(), target=jaw)
    assert named.effects[0].tougher_wound == 2
    assert brawl(pistol, attacker=fighter(a=2)).effects[2].tougher_wound == 0
    # the die named for a Crushing Blow is one of them
    crush = brawl(unarmed(), attacker=fighter(a=2, skills=("crushing-blow",)), target=jaw)
    assert crush.effects[NAMED].tougher_wound == 2


def test_brawl__crushing_blow_names_a_die_of_a_melee_weapon():
    crusher = fighter(a=2, skills=("crushing-blow",))
    pistol = gun("p", "pistol")
    found = brawl(blade("b", "rending", d=2), attacker=crusher)
    assert dice_of(found) == [1, 0, 0, 0, 1]
    assert (found.melee.strikes[NAMED].strength, found.melee.strikes[NAMED].damage) == (4, 3)
    assert found.effects[NAMED].rending == 1
    assert (found.order[:2], found.used) == ((NAMED, 0), 2)
    # the second weapon if the first is a pistol, fists if both are
    mixed = brawl(pistol, blade("b", d=3), attacker=crusher)
    assert (dice_of(mixed), mixed.melee.strikes[NAMED].damage) == ([1, 1, 0, 0, 1], 4)
    assert mixed.order[:3] == (0, NAMED, 1)
    fists = brawl(pistol, pistol, attacker=crusher)
    assert (dice_of(fists), fists.melee.strikes[NAMED].damage) == ([1, 1, 0, 0, 1], 2)
    alone = brawl(pistol, attacker=fighter(skills=("crushing-blow",)))
    assert (dice_of(alone), alone.effects[NAMED]) == ([1, 0, 0, 0, 0], alone.effects[1])
    assert dice_of(brawl(blade(), attacker=fighter(a=2))) == [2, 0, 0, 0, 0]


def test_crushing__one_more_of_what_the_weapon_has():
    strike = Strike(n=3, hit_on=4, strength=3, damage=1)
    assert crushing(strike) == strike._replace(n=1, strength=4, damage=2)
    assert crushing(strike._replace(strength=0, damage=0)) == strike._replace(n=1, strength=0, damage=0)


def test_order_of__used_weapons_first_and_the_named_die_before_its_weapon():
    assert order_of(-1, False, [0]) == ((0, 1, 2, 3, NAMED), 1)
    assert order_of(-1, True, [0, 1]) == ((1, 0, 2, 3, NAMED), 2)
    assert order_of(0, False, [0, NAMED]) == ((NAMED, 0, 1, 2, 3), 2)
    assert order_of(1, False, [0, 1, NAMED]) == ((0, NAMED, 1, 2, 3), 3)
    assert order_of(0, True, [0, 1, NAMED]) == ((1, NAMED, 0, 2, 3), 3)
    assert order_of(2, False, [0, 2, NAMED]) == ((0, NAMED, 2, 1, 3), 3)


def test_brawl__pistols():
    rapid = numbered(gun("p", "pistol", ammo=4), rapid_fire=2)
    plain = gun("q", "pistol", ammo=5)
    both = brawl(rapid, plain)
    assert both.magazines == (Magazine(1, check_on=4), Magazine(1, check_on=5))
    assert both.rapids == (0, 0)
    assert brawl(rapid, plain, rapid_fire_in_melee="True").rapids == (1, 0)
    assert brawl(plain, rapid, rapid_fire_in_melee="True").rapids == (0, 1)
    assert brawl(blade("b", "rapid-fire"), rapid_fire_in_melee="True").rapids == (0, 0)
    assert brawl(blade(ammo=4), rapid).magazines == (Magazine(), Magazine(1, check_on=4))
    assert brawl(rapid).magazines == (Magazine(1, check_on=4), Magazine())
    assert (brawl(rapid).only_on_hit, brawl(rapid, firepower_when="only_on_hit").only_on_hit) == (0, 1)


def test_brawl__dice_of_a_counter_attack_are_made_with_no_pistol():
    pistol = gun("p", "pistol")
    assert [
        brawl(*pair).more_to for pair in ((blade(),), (pistol, blade()), (pistol,), (pistol, pistol))
    ] == [0, 1, 2, 2]
    assert brawl(blade(), pistol).more_to == 0
    # fists are among the weapons that may hit, though no die of the attack is theirs
    alone = brawl(pistol)
    assert (alone.order[:2], alone.used) == ((0, 2), 2)


def test_brawl__what_follows_and_the_body():
    found = brawl(blade("a", "blaze"), blade("b", "concussion"), target=fighter(skills=("dodge",)))
    assert found.afters == (After(blaze=1), After(concussion=1), After(), After(), After())
    assert (found.body.dodge, found.batch) == (1, 0)
    assert brawl(blade(), multi_hit="batch").batch == 1
    third = brawl(blade(), target=fighter(), third=blade("k", "blaze rending"))
    assert (third.afters[3], third.effects[3].rending, third.melee.strikes[3].n) == (After(blaze=1), 1, 1)
    assert (third.afters[NAMED], third.effects[NAMED].rending) == (After(), 0)


# ------------------------------------------------------------------ trades


def trade(situation=CLOSE, attacker=None, target=None, reaction=None, how=None, **options):
    return attacks.trade(
        attacker or fighter(), target or fighter(), blade(), None, situation, under_advanced(**options),
        reaction or (blade(), None), **(how or {}),
    )  # fmt: skip


def test_trade__four_reactions():
    """As it is, entangled at -2, disarmed with fists, both."""
    strong = (blade("b", strength="5"), None)
    found = trade(reaction=strong, target=fighter(ws=3, s=4), attacker=fighter(ws=2))
    told = [(r.melee.strikes[0].hit_on, r.melee.strikes[0].strength) for r in found.reactions]
    assert told == [(3, 5), (5, 5), (3, 4), (5, 4)]
    assert found.attack.melee.strikes[0].hit_on == 2
    assert (found.counter, found.followed, found.simultaneous, found.blocked) == (0, 0, 0, 0)


def test_trade__how_the_reaction_is_made():
    def needs(*args, **how):
        return trade(*args, **how).reactions[0].melee.strikes[0].hit_on

    assert needs() == 4
    for turned, on in ((False, 4), (True, 5)):
        assert needs(how={"turned": turned}) == on
    across = Situation(close=True, band=None, barricade=True)
    assert needs(across) == 5
    prone = Situation(close=True, band=None, charging=True, target_prone=True)
    assert needs(prone) == 4
    assert needs(prone, charged_prone_reaction="-1") == 5
    assert needs(CHARGE, charged_prone_reaction="-1") == 4
    assert needs(Situation(close=True, target_prone=True), charged_prone_reaction="-1") == 4
    # an energy shield is worth 2 in close combat
    shield = fighter(wargear=("energy-shield",))
    assert trade(attacker=shield).reactions[0].melee.strikes[0].save_on == 5
    # a reaction is no charge: it has no die more, and crowds of the attack do not count
    crowd = Situation(close=True, band=None, charging=True, assists=2)
    assert trade(crowd).reactions[0].melee.strikes[0] == trade().reactions[0].melee.strikes[0]


def test_trade__skills_options_and_a_wall():
    assert trade(target=fighter(skills=("counter-attack",))).counter == 1
    assert trade(attacker=fighter(skills=("counter-attack",))).counter == 0
    assert [trade(melee_kb_followup=v).followed for v in ("attacker_choice", "always", "never")] == [0, 1, 0]
    assert trade(reaction_order="simultaneous").simultaneous == 1
    assert trade(Situation(close=True, band=None, blocked=True)).blocked == 1
