"""The naive advanced reading against the worked examples of part 4 and the disputes that are one attack."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from necrostats.systems.necromunda.models import Armour, Situation
from tests.naive import attack as basic
from tests.naive.advanced.ammo import firepower_dice
from tests.naive.advanced.attack import attack, joint, target_of
from tests.naive.advanced.cards import in_force
from tests.naive.advanced.close_combat import ARM_KNIFE, arms, standing
from tests.naive.advanced.injuries import Body, Victim, injury_dice, toxin_roll
from tests.naive.advanced.templates import one_scatter
from tests.naive.cards import (
    FLAK,
    FURNACE,
    NONE,
    blade,
    boltgun,
    escher,
    fighter,
    goliath,
    gun,
    item,
    knife,
    laspistol,
    power_sword,
    suit,
    sword,
)
from tests.naive.close_combat import FISTS

F = Fraction
LONG = Situation(band="long")
SHORT = Situation(band="short")
FIGHT = Situation(close=True)
CHARGE = Situation(close=True, charging=True)
MAN = fighter()


def rapid(n=1, traits="", **fields):
    """A gun with Rapid Fire (n)."""
    plain = gun("rapid", traits, **fields)
    return replace(plain, traits={**plain.traits, "rapid-fire": n})


def blast(size=3, traits="", **fields):
    plain = gun("blast", traits, **fields)
    return replace(plain, traits={**plain.traits, "blast": size})


def flame(traits="", **fields):
    return gun("flame", f"template {traits}", **{"rng_s": "-", "rng_l": "T", **fields})


def autogun():
    return rapid(1, acc_s=1, ammo=4)


def given_hit(figure, *args, **kwargs):
    """A chance of the attack, given a hit."""
    found = attack(*args, **kwargs)
    return figure(found) / found["stages"]["hit"]


def ooa(found):
    return found["outcomes"]["out_of_action"]


def si(found):
    return found["outcomes"]["seriously_injured"]


def fw(found):
    return found["outcomes"]["flesh_wound"]


def injured(found):
    return fw(found), si(found), ooa(found)


def down(found):
    return si(found) + ooa(found)


def per_unsaved(*args, **kwargs):
    """(Flesh wound, serious, out) given an unsaved wound."""
    found = attack(*args, **kwargs)
    return tuple(p / found["stages"]["unsaved"] for p in injured(found))


# ---- part 4 ------------------------------------------------------------------------------------------------


def test_e38_firepower_dice():
    options = in_force({})

    def holes(n):
        found = {}
        for (h, _), p in firepower_dice(n, options).items():
            found[h] = found.get(h, 0) + p
        return found

    assert holes(1) == {1: F(1, 2), 2: F(1, 3), 3: F(1, 6)}
    assert holes(2) == {2: F(1, 4), 3: F(1, 3), 4: F(5, 18), 5: F(1, 9), 6: F(1, 36)}
    hits = attack(fighter(bs=2), MAN, rapid(1), LONG, {})["hits"]
    assert {n: p / F(5, 6) for n, p in hits.items() if n} == {1: F(1, 2), 2: F(1, 3), 3: F(1, 6)}


@pytest.mark.parametrize(
    ("weapon", "out", "jam"),
    [
        (gun(ammo=2), F(1, 36), 0),
        (rapid(1, ammo=4), F(1, 12), 0),
        (rapid(1, ammo=6), F(5, 36), 0),
        (rapid(2, ammo=4), F(23, 144), F(1, 144)),
        (gun(traits="combi", ammo=4), F(1, 8), 0),
        (gun(), 0, 0),
        (gun(traits="single-shot"), 1, 0),
    ],
)
def test_e39_running_dry(weapon, out, jam):
    after = attack(MAN, MAN, weapon, LONG, {})["attacker_after"]
    assert (after["out_of_ammo"], after["jammed"]) == (out, jam)
    beyond = attack(MAN, MAN, weapon, Situation(band=None), {})["attacker_after"]
    assert (beyond["out_of_ammo"], beyond["jammed"]) == (out, jam)


def test_e39_six_attacks():
    out = attack(MAN, MAN, autogun(), LONG, {})["attacker_after"]["out_of_ammo"]
    assert (1 - out) ** 6 == F(1771561, 2985984)


def test_e41_rapid_fire():
    found = attack(MAN, fighter(armour=FLAK), autogun(), SHORT, {})
    assert found["stages"]["unsaved"] == F(5825, 15552)
    assert sum(n * p for n, p in found["hits"].items()) == F(10, 9)


def test_e42_one_die():
    assert per_unsaved(MAN, MAN, gun(), LONG, {}) == (F(1, 3), F(1, 2), F(1, 6))


def test_e43_two_dice():
    two = gun(d=2)
    assert per_unsaved(MAN, MAN, two, LONG, {}) == (F(1, 9), F(7, 12), F(11, 36))
    after = attack(MAN, MAN, two, LONG, {})
    assert after["target_after"]["toughness"][1] == after["stages"]["unsaved"] / 9
    assert per_unsaved(MAN, fighter(t=2), two, LONG, {})[2] == F(5, 12)


def test_e44_d19_excess():
    big, three = fighter(w=2, t=4), gun(strength=4, d=3)
    assert per_unsaved(MAN, big, three, LONG, {})[2] == F(11, 36)
    assert per_unsaved(MAN, big, three, LONG, {"injury_dice": "equal_damage"})[2] == F(91, 216)


def test_e45_reference_shot():
    found = attack(
        MAN, fighter(t=4, armour=FLAK), gun(acc_s=1), Situation(band="short", cover="partial"), {}
    )["outcomes"]
    assert found["missed"] == F(1, 2)
    assert found["unhurt"] == F(13, 36)
    assert found["flesh_wound"] == F(5, 108)
    assert found["seriously_injured"] == F(5, 72)
    assert found["out_of_action"] == F(5, 216)


def test_e46_flesh_wounds_soften():
    for flesh, chance in ((0, F(1, 2)), (1, F(2, 3)), (2, F(5, 6))):
        found = attack(MAN, MAN, gun(), Situation(band="long", flesh_wounds=flesh), {})["stages"]
        assert found["wound"] / found["hit"] == chance


def test_e47_d22_two_hits():
    # a Firepower die shows two holes on 2 faces of 6, whatever the hit roll shows
    for rule, chance in (("sequential", F(71, 432)), ("batch", F(23, 144))):
        ends = joint(MAN, MAN, rapid(1), LONG, {"multi_hit": rule})
        two = sum(p for end, p in ends.items() if end.hits == 2)
        assert sum(p for end, p in ends.items() if end.hits == 2 and end.down == 2) / two == chance


def test_e50_d37_toxin():
    needle = gun(traits="toxin", strength=4, d=0)
    assert per_unsaved(MAN, MAN, needle, LONG, {}) == (0, F(1, 8), F(1, 2))
    assert per_unsaved(MAN, fighter(t=4), needle, LONG, {}) == (0, F(1, 8), F(3, 8))
    later = attack(MAN, MAN, needle, LONG, {"toxin": "n18"})
    assert ooa(later) / later["stages"]["hit"] == F(1, 9)
    assert later["stages"]["wound"] / later["stages"]["hit"] == F(2, 3)
    victim = Victim(MAN, 3, 3, 1, in_force({}))
    assert toxin_roll(Body(), victim)[Body()] == F(3, 8)


def test_e51_gas():
    gas = gun(traits="gas", strength="-", d=0)
    mask = ("respirator",)
    assert given_hit(ooa, MAN, MAN, gas, LONG, {}) == F(1, 9)
    assert given_hit(ooa, MAN, fighter(t=4), gas, LONG, {}) == F(1, 12)
    assert given_hit(ooa, MAN, fighter(t=4, wargear=mask), gas, LONG, {}) == F(1, 36)
    assert attack(MAN, MAN, gas, LONG, {})["target_after"]["pinned"] == 0


@pytest.mark.parametrize(
    ("size", "base", "touch"), [(3, 25, F(1, 9)), (3, 32, F(5, 18)), (5, 25, F(5, 18)), (5, 32, F(4, 9))]
)
def test_e52_d38_scatter(size, base, touch):
    found = attack(MAN, fighter(base=base), blast(size), LONG, {})["stages"]["hit"]
    assert found == F(1, 2) + F(1, 2) * touch


def test_e52_total():
    assert attack(MAN, MAN, blast(3), LONG, {})["stages"]["hit"] == F(5, 9)


def test_e53_misfire():
    gas, frail = blast(3, "gas", strength="-", d=0), fighter(t=1)
    after = attack(frail, MAN, gas, LONG, {"injury_faces": "0,0,6"})["attacker_after"]
    assert after["out_of_action"] == F(1, 216)
    ways = one_scatter(gas, MAN, MAN, LONG)
    assert ways[False, True] == F(1, 108)
    # what touches nobody: duds, and what goes too far
    assert ways[False, False] == F(5, 108) + F(5, 6)


def test_e54_stray_shots():
    found = attack(MAN, MAN, gun(), Situation(band="long", target_engaged=True, in_line=1, in_melee=1), {})
    assert found["stages"]["hit"] == F(1, 3)
    assert found["strays"] == {"in_line_1": F(1, 3), "in_melee_1": F(1, 6)}
    one = Situation(band="long", in_line=1)
    for rule, chance in (("1-3", F(1, 2)), ("6", F(1, 6)), ("off", 0)):  # D23
        assert attack(MAN, MAN, gun(), one, {"stray_hit": rule})["strays"]["in_line_1"] * 2 == chance


def test_e57_unstable():
    after = attack(MAN, MAN, gun(traits="unstable", ammo=5), LONG, {})["attacker_after"]
    assert (after["out_of_action"], after["out_of_ammo"]) == (F(1, 12), F(1, 9))


def test_e58_scattershot():
    # with enough Wounds nothing changes the Toughness between the rolls
    shot = gun(traits="scattershot", strength=2)
    found = given_hit(lambda f: f["stages"]["unsaved"], MAN, fighter(w=7, armour=FLAK), shot, LONG, {})
    assert found == F(128191265, 204073344)
    found = given_hit(lambda f: f["stages"]["unsaved"], MAN, fighter(armour=FLAK), shot, LONG, {})
    assert found == F(128191265, 204073344)  # the Toughness before the hit counts


def test_e59_assists():
    situation = Situation(close=True, assists=2, interference=1)
    assert attack(MAN, MAN, blade(), situation, {})["stages"]["hit"] == F(2, 3)


def test_e60_pulverise():
    found = per_unsaved(MAN, fighter(t=4), gun(traits="pulverise", strength=4, d=2), LONG, {})
    assert found == (F(1, 18), F(23, 36), F(11, 36))


def test_e61_shock():
    goon = fighter(t=4)
    for traits, chance in (("shock", F(1, 3)), ("", F(1, 4))):
        found = attack(MAN, goon, blade(traits=traits, strength="4"), FIGHT, {})
        assert found["stages"]["unsaved"] == chance


@pytest.mark.parametrize("kit", [{"skills": ("true-grit",)}, {"wargear": ("bio-booster",)}])
def test_e62_true_grit(kit):
    assert per_unsaved(MAN, fighter(**kit), gun(), LONG, {}) == (F(5, 9), F(5, 12), F(1, 36))


def test_e63_twin_pistols():
    pistol = replace(laspistol(), acc_s=2)
    assert attack(MAN, MAN, pistol, SHORT, {}, pistol)["stages"]["hit"] == F(8, 9)
    gunfighter = fighter(skills=("gunfighter",))
    assert attack(gunfighter, MAN, pistol, SHORT, {}, pistol)["stages"]["hit"] == F(35, 36)


def test_e64_target_priority():
    far = Situation(band="short", not_closest=True)
    found = attack(fighter(cl=8), MAN, gun(acc_s=1), far, {})
    assert found["stages"]["hit"] == F(5, 18)
    assert found["attacker_after"]["diverted"] == F(7, 12)
    assert attack(fighter(cl=8, skills=("marksman",)), MAN, gun(acc_s=1), far, {})["stages"]["hit"] == F(2, 3)


def test_e65_the_attack():
    assert down(attack(escher(), goliath(), knife(), CHARGE, {})) == F(695, 3888)


def test_e66_catching_fire():
    found = attack(MAN, fighter(t=20, w=9), flame("blaze"), Situation(band=None), {})
    assert found["target_after"]["on_fire"] == F(1, 2)


def test_e68_two_unsaved():
    found = attack(MAN, fighter(w=2, armour=FLAK), autogun(), SHORT, {})
    # the second Wound goes with the second unsaved wound, before any flesh wound
    assert found["wounds_lost"][2] == F(625, 7776)


def test_e69_krak():
    krak = gun(
        "krak", "grenade demolitions", rng_s="-", rng_l="Sx3", acc_l=-1, strength=6, ap=-2, d=2, ammo=4
    )
    found = attack(MAN, fighter(armour=FLAK), krak, LONG, {})
    assert ooa(found) == F(55, 648)
    assert found["attacker_after"]["out_of_ammo"] == F(1, 2)


def test_e70_cover_against_a_blast():
    flak = replace(FLAK, save_vs_blast=5)
    for armour, cover, fails in (
        (flak, "partial", F(1, 2)),
        (NONE, "full", F(2, 3)),
        (flak, "none", F(2, 3)),
    ):
        found = attack(MAN, fighter(armour=armour), blast(), Situation(band="long", blast_cover=cover), {})
        assert found["stages"]["unsaved"] / found["stages"]["wound"] == fails


def test_e71_d45_serious_is_gone():
    found = attack(MAN, MAN, blade(), FIGHT, {})
    assert (down(found), fw(found)) == (F(1, 6), F(1, 12))
    assert ooa(found) / found["stages"]["unsaved"] == F(1, 6)
    assert down(found) / found["stages"]["unsaved"] == F(2, 3)
    gone = attack(
        MAN, MAN, blade(), Situation(close=True, seriously_injured=True, action="coup-de-grace"), {}
    )
    assert ooa(gone) == 1


def test_e74_second_target():
    man = fighter(armour=FLAK)
    situation = Situation(band="short", share="alternate")
    found = attack(MAN, man, autogun(), situation, {}, None, man)
    assert found["stages"]["unsaved"] == F(395, 1296)
    assert 1 - found["other"]["outcomes"]["missed"] - found["other"]["outcomes"]["unhurt"] == F(5, 36)
    rest = attack(MAN, man, autogun(), replace(situation, share="rest"), {}, None, man)
    assert rest["hits"] == {0: F(1, 3), 1: F(2, 3)}
    assert rest["other"]["hits"] == {0: F(2, 3), 1: F(2, 9), 2: F(1, 9)}


# ---- disputes ----------------------------------------------------------------------------------------------


def test_d02_improbable_shots():
    shot = (fighter(bs=5), MAN, gun(), Situation(band="long", cover="full"))
    for rule, chance in (("miss", F(0)), ("improbable", F(1, 18)), ("nat6_hits", F(1, 6))):
        assert attack(*shot, {"impossible_shot": rule})["stages"]["hit"] == chance
    assert attack(*shot, {})["stages"]["hit"] == F(1, 18)


def test_d04_pinning():
    shot = (MAN, MAN, gun(), Situation(band="long", cover="full"))
    sure = {"impossible_shot": "miss", "injury_faces": "6,0,0"}
    assert attack(*shot, sure)["target_after"]["pinned"] == F(1, 6)
    assert attack(*shot, {**sure, "pin_on": "attack"})["target_after"]["pinned"] == 1


def test_d06_arc():
    shot = (MAN, fighter(t=4, armour=FURNACE), gun(), LONG)
    assert attack(*shot, {})["stages"]["unsaved"] == F(1, 9)
    assert attack(*shot, {"arc_save_timing": "after_pinning"})["stages"]["unsaved"] == F(5, 36)


def test_d07_knockback_die():
    slug, strong, giant = gun(traits="knockback"), fighter(s=4), fighter(s=5)
    short = replace(slug, acc_s=1)
    behind = Situation(band="short", cover="full")
    for target, situation, rule, chance in (
        (strong, SHORT, "natural", F(1, 2)),
        (strong, SHORT, "modified", F(2, 3)),
        (giant, behind, "natural", F(1, 3)),
        (giant, behind, "modified", F(1, 6)),
    ):
        found = attack(MAN, target, short, situation, {"knockback_die": rule})
        assert found["target_after"]["pushed"] == chance


def test_d09_blocked_push():
    slug = rapid(1, "knockback", strength=4, d=2)
    for rule, chance in (("all_hits", F(3, 4)), ("first_hit", F(1, 2))):
        ends = joint(
            MAN,
            fighter(t=4, w=3),
            slug,
            Situation(band="long", blocked=True),
            {"knockback_rapid_scope": rule},
        )
        # all natural dice that hit (4 to 6) reach Strength 3
        two = sum(p for end, p in ends.items() if end.hits == 2)
        # under first_hit Damage 3, then 2: three Wounds are gone if the first hit wounds
        gone = sum(p for end, p in ends.items() if end.hits == 2 and end.lost == 3)
        assert gone / two == chance


@pytest.mark.parametrize(("rule", "chance"), [("defender_best", F(4, 27)), ("random", F(7, 36))])
def test_d10_parried_die(rule, chance):
    options = in_force({"parry_choice": rule})
    attacker, maul = fighter(a=2), blade("maul", "power")
    victim = target_of(fighter(power_sword()), FIGHT, True, options)
    shares = arms(attacker, maul, None, FIGHT, 0, options)
    found = standing(shares, attacker, victim, FIGHT, options)
    assert sum(p for hits, p in found.items() if any(hit.power_six for hit in hits)) == chance


def test_d12_power_six():
    axe = blade("axe", "power")
    soft = fighter(w=9, armour=suit(2))
    bonus = {"save_nat1_fails": "False"}
    for turned, assists, rule, chance in (
        (True, 0, "natural", F(1, 6)),
        (True, 0, "modified", F(0)),
        (False, 1, "modified", F(1, 3)),
    ):
        situation = Situation(close=True, turned=turned, assists=assists, save_bonus=0)
        ends = joint(MAN, soft, replace(axe, strength="9"), situation, {"power_six": rule, **bonus})
        # a save of 2+ that a 1 fails too: what is lost at once beyond Damage 1 is the six
        assert sum(p for end, p in ends.items() if end.lost == 2) == chance * F(5, 6)


def test_d15_d16_pistols_in_close_combat():
    pistol = rapid(1, "pistol", ammo=4)
    single = attack(MAN, MAN, pistol, FIGHT, {"multi_hit": "batch"})
    assert single["stages"]["unsaved"] == F(1, 4)
    assert single["attacker_after"]["out_of_ammo"] == F(1, 12)
    many = attack(MAN, MAN, pistol, FIGHT, {"multi_hit": "batch", "rapid_fire_in_melee": "True"})
    assert many["stages"]["unsaved"] == F(31, 96)
    never = attack(MAN, MAN, pistol, FIGHT, {"pistol_melee_firepower": "False"})
    assert never["attacker_after"]["out_of_ammo"] == 0


def test_d17_ammo_face():
    for holes, mean in (("1", F(5, 3)), ("0", F(3, 2))):
        hits = attack(fighter(bs=4), MAN, rapid(1), LONG, {"ammo_face_holes": holes})["hits"]
        assert sum(n * p for n, p in hits.items()) * 2 == mean


def test_d18_firepower_when():
    for rule, chance in (("always", F(1, 12)), ("only_on_hit", F(1, 24))):
        after = attack(MAN, MAN, rapid(1, ammo=4), LONG, {"firepower_when": rule})["attacker_after"]
        assert after["out_of_ammo"] == chance


def test_d20_second_serious_injury():
    frail, two = fighter(t=1), gun(d=2)
    for rule, chance in (("no_extra", F(3, 4)), ("flesh_wound", F(1))):
        assert per_unsaved(MAN, frail, two, LONG, {"multi_serious": rule})[2] == chance


def test_d21_to_d31_injury_faces():
    assert per_unsaved(MAN, MAN, gun(), LONG, {"injury_faces": "3,2,1"}) == (F(1, 2), F(1, 3), F(1, 6))


def test_d35_barricade():
    for barricade, chance in ((False, F(1, 2)), (True, F(1, 3))):
        found = attack(MAN, MAN, blade(), Situation(close=True, barricade=barricade), {})
        assert found["stages"]["hit"] == chance


def test_d39_flak_against_flames():
    flak = replace(FLAK, save_vs_blast=5, save_vs_template=6)
    for rule, fails in (("6+", F(5, 6)), ("5+", F(2, 3))):
        found = attack(MAN, fighter(armour=flak), flame(), LONG, {"flak_vs_flame": rule})
        assert found["stages"]["hit"] == 1
        assert found["stages"]["unsaved"] / found["stages"]["wound"] == fails


def test_d47_melee_accuracy():
    cleaver = blade(acc_l=1)
    for rule, chance in (("applied", F(2, 3)), ("ignored", F(1, 2))):
        assert attack(MAN, MAN, cleaver, FIGHT, {"melee_accuracy": rule})["stages"]["hit"] == chance


# ---- the rest of the readings, one by one ------------------------------------------------------------------


def test_true_grit_and_bio_booster_together():
    both = Victim(fighter(skills=("true-grit",), wargear=("bio-booster",)), 3, 3, 1, in_force({}))
    for n, dice in ((1, 0), (2, 0), (3, 1), (4, 2)):
        found = injury_dice(n, Body(), both)
        assert {sum(counts) for counts in found} == {dice or 1}
    used = injury_dice(2, Body(booster=False), both)
    assert {sum(counts) for counts in used} == {1}
    # of Toughness 1 a flesh wound is worse than a serious injury
    frail = both._replace(toughness=1)
    assert injury_dice(1, Body(), frail)[0, 1, 0] == F(1) - F(1, 2) * F(1, 2)


def test_bio_booster_once():
    # two hits for sure: the booster softens the first Injury roll only
    man = fighter(wargear=("bio-booster",), t=6)
    ends = joint(MAN, man, rapid(1, strength=12), LONG, {"injury_faces": "3,0,3"})
    one = sum(p for end, p in ends.items() if end.hits == 1)
    assert sum(p for end, p in ends.items() if end.hits == 1 and end.down == 2) / one == F(5, 6) * F(1, 4)
    two = sum(p for end, p in ends.items() if end.hits == 2)
    first, plain = F(5, 6) * F(1, 4), F(5, 6) * F(1, 2)
    # first roll out; or no wound, then the booster; or a flesh wound, then a plain die
    chance = first + F(1, 6) * first + F(5, 6) * F(3, 4) * plain
    assert sum(p for end, p in ends.items() if end.hits == 2 and end.down == 2) / two == chance


def test_fields():
    for name, stops in (("refractor", F(1, 3)), ("conversion", F(1, 3)), ("displacer", F(1, 2))):
        man = fighter(wargear=(name,))
        found = attack(MAN, man, gun(traits="rad-phage", strength="-"), LONG, {})
        assert found["stages"]["hit"] == F(1, 2)  # what a field stops was a hit
        assert fw(found) == F(1, 2) * (1 - stops)
    two = joint(MAN, fighter(wargear=("refractor",), t=9), rapid(1, "rad-phage", strength="-"), LONG, {})
    hits = sum(p for end, p in two.items() if end.hits == 2)
    neither = sum(p for end, p in two.items() if end.hits == 2 and end.flesh == 0)
    assert neither / hits == F(1, 3) * F(5, 6) * F(1, 3)
    gas = attack(MAN, fighter(wargear=("displacer",)), gun(traits="gas", d=0), LONG, {})
    assert gas["stages"]["wound"] == F(1, 2) * F(2, 3)


def test_dodge():
    nimble = fighter(skills=("dodge",))
    found = attack(MAN, nimble, gun(), LONG, {})["stages"]
    assert (found["wound"], found["unsaved"]) == (F(1, 4), F(1, 4) * F(5, 6))
    for weapon in (flame(), flame("web", strength=3, d=0), gun(traits="gas", d=0), gun(traits="flash")):
        found = attack(MAN, nimble, weapon, LONG, {})["stages"]
        assert found["wound"] == found["unsaved"]


def test_what_takes_the_place_of_wounds():
    web = attack(MAN, MAN, flame("web", strength=3, d=0), LONG, {})
    assert web["outcomes"]["seriously_injured"] == web["target_after"]["webbed"] == F(1, 2)
    flash = attack(MAN, fighter(i=4, wargear=("photo-goggles",)), gun(traits="flash", d=0), LONG, {})
    assert flash["target_after"]["blinded"] == F(1, 2) * F(1, 3)
    fear = attack(MAN, fighter(cl=7), gun(traits="fear", d=0), LONG, {})
    assert fear["target_after"]["broken"] == F(1, 2) * F(26, 36)
    scare = attack(MAN, fighter(cl=7), gun(traits="gas fear", d=0), LONG, {})
    assert scare["target_after"]["broken"] == F(1, 2) * F(2, 3) * F(26, 36)
    assert scare["outcomes"]["unhurt"] == F(1, 2)
    pulse = attack(MAN, fighter(s=4), gun(traits="graviton-pulse", strength="*"), LONG, {})
    assert pulse["stages"]["unsaved"] == F(1, 2) * F(1, 3)
    harnessed = fighter(s=4, wargear=("servo-harness-full",))
    pulse = attack(MAN, harnessed, gun(traits="graviton-pulse", strength="*"), LONG, {})
    assert pulse["stages"]["unsaved"] == F(1, 2) * F(1, 6)


def test_rad_phage():
    glove = Armour(id="g", name="Glove", save=6, save_bonus=1, immune=("rad-phage",))
    rad = gun(traits="rad-phage", strength="-")
    assert attack(MAN, MAN, rad, LONG, {})["target_after"]["toughness"] == {2: F(1, 2), 3: F(1, 2)}
    for kit in ({"armour": glove}, {"armour": FLAK, "under": glove}):
        assert fw(attack(MAN, fighter(**kit), rad, LONG, {})) == 0
    assert ooa(attack(MAN, fighter(t=1), rad, LONG, {})) == F(1, 2)


def test_melta():
    melta = gun(traits="melta", strength=8, d=1)
    assert per_unsaved(MAN, MAN, melta, SHORT, {}) == (0, 0, 1)
    assert per_unsaved(MAN, MAN, melta, LONG, {}) == (F(1, 3), F(1, 2), F(1, 6))
    assert per_unsaved(MAN, fighter(w=2), melta, SHORT, {}) == (0, 0, 0)
    assert per_unsaved(MAN, fighter(w=2), melta, SHORT, {"melta": "any_unsaved_wound"}) == (0, 0, 1)


def test_rending_and_seismic():
    found = attack(MAN, fighter(w=3), gun(traits="rending"), LONG, {})["wounds_lost"]
    assert found == {0: F(3, 4), 1: F(1, 6), 2: F(1, 12)}
    found = attack(MAN, fighter(armour=suit(2)), gun(traits="seismic"), LONG, {})
    assert found["stages"]["unsaved"] == F(1, 2) * (F(1, 6) + F(1, 3) * F(1, 6))


def test_nerves_of_steel():
    calm = fighter(cl=8, w=9, skills=("nerves-of-steel",))
    assert attack(MAN, calm, gun(), LONG, {})["target_after"]["pinned"] == F(1, 2) * F(7, 12)
    assert attack(MAN, calm, gun(traits="seismic"), LONG, {})["target_after"]["pinned"] == F(1, 2)


def test_marksman_and_precision():
    marksman = fighter(skills=("marksman",))
    found = attack(marksman, fighter(w=9), gun(d=2), LONG, {})["wounds_lost"]
    assert found == {0: F(3, 4), 2: F(1, 6), 4: F(1, 12)}
    blocked = Situation(band="long", blocked=True)
    found = attack(marksman, fighter(w=9), gun(traits="knockback", d=2), blocked, {})["wounds_lost"]
    assert found == {0: F(3, 4), 3: F(1, 6), 5: F(1, 12)}
    sharp = fighter(skills=("precision-shot",))
    found = attack(sharp, fighter(w=9, armour=suit(2)), gun(), LONG, {})["stages"]
    assert found["unsaved"] == F(1, 2) * (F(1, 6) + F(1, 3) * F(1, 6))


@pytest.mark.parametrize(
    ("shooter", "target", "situation", "chance"),
    [
        ({}, {"skills": ("evade",)}, SHORT, F(1, 2)),  # accuracy +1, Evade -1
        ({}, {"skills": ("evade",)}, LONG, F(1, 6)),
        ({}, {"skills": ("evade",)}, Situation(band="long", target_prone=True), F(1, 3)),
        ({"skills": ("trick-shot",)}, {}, Situation(band="long", cover="partial"), F(1, 2)),
        ({"skills": ("trick-shot",)}, {}, Situation(band="long", cover="full", target_engaged=True), F(1, 3)),
        ({"wargear": ("infra-sight",)}, {}, Situation(band="long", cover="full"), F(1, 3)),
        ({"wargear": ("mono-sight",)}, {}, Situation(band="long", aim=True), F(5, 6)),
        ({"wargear": ("telescopic-sight",)}, {}, Situation(band="long", aim=True), F(5, 6)),
        ({"wargear": ("telescopic-sight",)}, {}, LONG, F(1, 2)),
        ({"wargear": ("las-projector",)}, {}, SHORT, F(5, 6)),
        ({}, {}, Situation(band="long", action="blind-fire"), F(1, 6)),
        ({}, {}, Situation(band="long", action="hip-shooting"), F(1, 3)),
        ({"skills": ("ballistics-expert",), "intelligence": 8}, {}, Situation(band="long", aim=True),
         F(5, 12) * F(5, 6) + F(7, 12) * F(2, 3)),
    ],
)  # fmt: skip
def test_hit_modifiers(shooter, target, situation, chance):
    options = {"impossible_shot": "miss"}
    found = attack(fighter(**shooter), fighter(**target), gun(acc_s=1), situation, options)
    assert found["stages"]["hit"] == chance


def test_hotshot():
    pack = fighter(wargear=("hotshot-las-pack",))
    lasgun = gun("lasgun", "plentiful", ammo=2)
    found = attack(pack, fighter(armour=FLAK), lasgun, LONG, {})
    assert found["stages"]["unsaved"] == F(1, 2) * F(2, 3)
    assert found["attacker_after"]["out_of_ammo"] == F(1, 12)


def test_munitioneer_and_gold():
    for kit, chance in (
        ({"skills": ("munitioneer",)}, F(1, 24)),
        ({"wargear": ("gold-plated-gun",)}, F(1, 24)),
        ({"skills": ("munitioneer",), "wargear": ("gold-plated-gun",)}, F(1, 24)),
    ):
        assert attack(fighter(**kit), MAN, autogun(), LONG, {})["attacker_after"]["out_of_ammo"] == chance
    after = attack(fighter(wargear=("gold-plated-gun",)), MAN, rapid(2, ammo=4), LONG, {})["attacker_after"]
    assert after["jammed"] == F(1, 36) * F(1, 4) * F(1, 2)


def test_dropped_at_the_own_feet():
    sure = blast(5, "gas", strength="-", d=0)
    near = Situation(band="long", distance=1.5)
    for distance, extra in ((near, 1), (Situation(band="long", distance=3), 0), (LONG, 0)):
        found = attack(MAN, MAN, sure, distance, {})
        assert found["stages"]["hit"] == F(1, 2) + F(1, 2) * F(5, 18) + extra * F(1, 216)


def test_blast_knockback():
    # E19, the blast hits: frag at 4+ against S4
    frag = blast(3, "knockback")
    man = fighter(s=4, t=4, w=2, armour=replace(FLAK, save_vs_blast=5))
    ends = joint(MAN, man, frag, Situation(band="long", blocked=True), {})
    hit = sum(p for end, p in ends.items() if end.hits)
    assert sum(p for end, p in ends.items() if end.lost == 2) / hit == F(1, 9)
    assert sum(p for end, p in ends.items() if end.lost == 1) / hit == F(1, 9)


def test_many_markers():
    many = replace(blast(3), traits={"blast": 3, "rapid-fire": 1})
    hits = attack(MAN, fighter(w=9), many, LONG, {})["hits"]
    touch = F(1, 9)
    for n in (1, 2, 3):
        missed = F(0)
        for markers, p in ((1, F(1, 2)), (2, F(1, 3)), (3, F(1, 6))):
            for touched in product((True, False), repeat=markers):
                if sum(touched) == n:
                    missed += p * touch**n * (1 - touch) ** (markers - n)
        on_hit = {1: F(1, 2), 2: F(1, 3), 3: F(1, 6)}[n]
        assert hits[n] == (on_hit + missed) / 2


def test_shields():
    shield = fighter(wargear=("energy-shield",))
    carried = fighter(item(blade("shield", "energy-shield")), armour=FLAK)
    for target, situation, fails in (
        (shield, FIGHT, F(2, 3)),
        (shield, SHORT, F(5, 6)),
        (carried, FIGHT, F(1, 2)),
        (carried, Situation(close=True, behind=True), F(5, 6)),
        (carried, Situation(band="short", target_prone=True), F(5, 6)),
    ):
        weapon = blade() if situation.close else gun()
        found = attack(MAN, target, weapon, situation, {})["stages"]
        assert found["unsaved"] / found["wound"] == fails


def test_attack_dice():
    def most_hits(attacker, weapon, situation, second=None):
        return max(attack(attacker, fighter(w=9), weapon, situation, {}, second)["hits"])

    digi = blade("digi-laser", "digi versatile", strength="1")
    assert most_hits(fighter(a=2), blade(), FIGHT) == 2
    assert most_hits(fighter(a=2), blade(), FIGHT, blade()) == 3
    assert most_hits(fighter(a=2), blade(), FIGHT, digi) == 3
    assert most_hits(fighter(a=2), digi, FIGHT) == 1
    assert most_hits(fighter(a=2, skills=("berserker",)), blade(), CHARGE) == 4
    assert most_hits(fighter(a=2, skills=("berserker",)), blade(), FIGHT) == 2
    assert most_hits(fighter(a=2, wargear=("extra-arm",)), blade(), FIGHT) == 3
    assert most_hits(fighter(a=3), laspistol(), FIGHT) == 3
    two_handed = blade("two-handed", "unwieldy")
    with pytest.raises(ValueError, match="Unwieldy"):
        attack(MAN, MAN, two_handed, FIGHT, {}, blade())
    assert most_hits(fighter(skills=("bulging-biceps",)), two_handed, FIGHT, blade()) == 2
    assert ARM_KNIFE.ap == -1


def test_skills_of_the_attacker():
    goon = fighter(t=4)
    for skills, situation, chance in (
        (("crushing-blow",), FIGHT, F(1, 2)),
        (("bull-charge",), FIGHT, F(1, 3)),
        (("backstab",), Situation(close=True, behind=True), F(1, 2)),
    ):
        found = attack(fighter(skills=skills), goon, blade(), situation, {})["stages"]
        assert found["wound"] / found["hit"] == chance
    behind = Situation(close=True, behind=True)
    found = attack(fighter(skills=("backstab",)), goon, knife(), behind, {})["stages"]
    assert found["wound"] / found["hit"] == F(2, 3)
    charge = attack(fighter(skills=("bull-charge",)), fighter(s=5, w=9), blade(), CHARGE, {})
    assert charge["target_after"]["pushed"] == 1 - F(2, 3) ** 2
    disarm = fighter(skills=("disarm",))
    strong = fighter(w=9, t=9)
    for weapon, chance in ((blade(), F(1, 6)), (blade(traits="disarm"), F(1, 3)), (FISTS, 0)):
        assert attack(disarm, strong, weapon, FIGHT, {})["target_after"]["disarmed"] == chance
    calm = fighter(skills=("combat-master",))
    crowded = Situation(close=True, interference=2)
    assert attack(calm, MAN, blade(), crowded, {})["stages"]["hit"] == F(1, 2)
    found = attack(MAN, fighter(skills=("iron-jaw",)), FISTS, FIGHT, {})["stages"]
    assert found["wound"] / found["hit"] == F(1, 3)


def test_parries():
    for target, chance in (
        (fighter(sword()), F(1, 4)),
        (fighter(skills=("parry",)), F(1, 4)),
        (fighter(sword(), sword()), F(1, 4)),
    ):
        assert attack(MAN, target, blade(), FIGHT, {})["stages"]["hit"] == chance
    three = fighter(sword(), sword(), skills=("parry",))
    found = attack(fighter(a=3), three, blade(), FIGHT, {})["hits"]
    assert found[3] == F(1, 64)
    flail = blade(traits="entangle")
    found = attack(MAN, fighter(sword(), t=9, w=9), flail, FIGHT, {})
    assert found["stages"]["hit"] == F(1, 2)
    assert found["target_after"]["entangled"] == F(1, 6)
    aside = fighter(i=4, skills=("step-aside",))
    found = attack(fighter(a=2), aside, blade(), FIGHT, {})["hits"]
    assert found == {0: F(1, 4) + F(1, 2) * F(1, 2), 1: F(1, 4) + F(1, 8), 2: F(1, 8)}


def test_fearsome():
    scary = fighter(skills=("fearsome",))
    assert attack(fighter(wil=8), scary, blade(), CHARGE, {})["stages"]["hit"] == F(5, 12) * F(3, 4)
    assert attack(fighter(wil=8), scary, blade(), FIGHT, {})["stages"]["hit"] == F(1, 2)


def test_headbutt():
    head = Situation(close=True, action="headbutt")
    found = attack(MAN, MAN, FISTS, head, {})
    assert found["stages"]["hit"] == F(8, 9)
    assert found["stages"]["unsaved"] == F(8, 9) * F(2, 3)
    assert ooa(found) == F(8, 9) * F(2, 3) * F(11, 36)
    after = found["attacker_after"]
    assert after["out_of_action"] == F(1, 9) * F(1, 2) * F(1, 6)
    assert after["seriously_injured"] == F(1, 9) * F(1, 2) * F(1, 2)


def test_chem_synth_and_stimm():
    chem = Situation(band="long", using=("chem-synth",))
    gas = gun(traits="gas", strength="-", d=0)
    assert given_hit(ooa, MAN, fighter(t=4), gas, chem, {}) == F(4, 6) * F(1, 6)
    stimm = Situation(close=True, using=("stimm-slug-stash",))
    found = attack(MAN, fighter(t=4), blade(), stimm, {})["stages"]
    assert found["wound"] / found["hit"] == F(2, 3)


def test_seriously_injured_targets():
    lying = Situation(band="short", seriously_injured=True)
    found = attack(MAN, fighter(w=3), gun(d=2), lying, {})
    assert found["wounds_lost"] == {0: 1}
    assert ooa(found) == F(1, 4) * F(11, 36)
    assert found["target_after"]["pinned"] == 0
    found = attack(MAN, MAN, gun(), lying, {"multi_serious": "flesh_wound"})
    assert found["target_after"]["toughness"][2] == F(1, 4) * F(5, 6)


def test_hit_order():
    # a flesh wound by the strong blade softens the target for the weak one
    weak, strong = blade("weak", strength="3"), blade("strong", strength="9")
    first = {"hit_order": "as_rolled"}
    one = ooa(attack(fighter(a=2), MAN, weak, FIGHT, first, strong))
    other = ooa(attack(fighter(a=2), MAN, strong, FIGHT, {**first, "odd_die": "second_weapon"}, weak))
    best = ooa(attack(fighter(a=2), MAN, weak, FIGHT, {"hit_order": "best_for_attacker"}, strong))
    assert one < other == best


@pytest.mark.parametrize(
    ("attacker", "weapon", "situation", "second"),
    [
        (MAN, rapid(3, "unstable combi", ammo=4), Situation(band="short", in_line=1, in_melee=1), None),
        (fighter(a=3), power_sword(), CHARGE, knife()),
        (fighter(a=3), boltgun(), SHORT, None),
        (MAN, blast(5, "knockback rad-phage blaze"), LONG, None),
    ],
)
def test_everything_sums_to_one(attacker, weapon, situation, second):
    target = fighter(
        sword(), w=3, armour=FLAK, skills=("true-grit", "step-aside", "dodge", "nerves-of-steel"),
        wargear=("refractor", "bio-booster"),
    )  # fmt: skip
    for options in ({}, {"multi_hit": "batch", "arc_save_timing": "after_pinning"}):
        ends = joint(attacker, target, weapon, situation, options, second)
        assert sum(ends.values()) == 1
        assert all(p > 0 for p in ends.values())
        for end in ends:
            assert end.down < 2 or not (end.pinned or end.flesh or end.marks)


def test_plain_attacks_agree_with_the_basic_reading():
    # with Wounds to spare there are no injuries; knockback in close combat is an advanced rule
    random = Random(3)
    for _ in range(60):
        attacker = fighter(a=random.randint(1, 3), ws=random.randint(2, 6), bs=random.randint(2, 6))
        kit = random.sample([sword(), power_sword(), knife()], random.randint(0, 2))
        armour = random.choice([NONE, FLAK, FURNACE])
        target = fighter(*kit, w=40, t=random.randint(2, 6), s=random.randint(3, 5), armour=armour)
        common = {"behind": random.random() < 0.5, "blocked": random.random() < 0.5, "save_bonus": 1}
        fields = {"ap": -random.randint(0, 2), "d": random.randint(0, 3)}
        options = {"impossible_shot": random.choice(["miss", "improbable", "nat6_hits"])}
        options["parry_choice"] = random.choice(["defender_best", "random", "first"])
        second = None
        if random.random() < 0.5:
            situation = Situation(close=True, charging=random.random() < 0.5, turned=True, **common)
            traits = random.choice(["", "power", "backstab"])
            weapon = random.choice([blade(traits=traits, acc_l=1, **fields), gun(traits="pistol", **fields)])
            second = random.choice([None, knife(), laspistol()])
        else:
            cover = random.choice(["none", "partial", "full"])
            situation = Situation(band=random.choice(["short", "long", None]), cover=cover, **common)
            weapon = gun(traits=random.choice(["", "knockback"]), strength=random.randint(2, 6), **fields)
        old = basic.attack(attacker, target, weapon, situation, options, second)
        new = attack(attacker, target, weapon, situation, options, second)
        for name in ("stages", "hits", "wounds_lost"):
            assert new[name] == old[name], (name, weapon, situation)
        for name in ("missed", "unhurt", "wounded", "out_of_action"):
            assert new["outcomes"][name] == old["outcomes"][name]
        assert new["target_after"]["pinned"] == old["pinned"]
        assert new["target_after"]["pushed"] == old["pushed"]
