"""The naive advanced reading against the worked examples of part 4."""

from dataclasses import replace

import pytest

from necrostats.systems.necromunda.models import Situation
from tests.naive.advanced.ammo import firepower_dice
from tests.naive.advanced.attack import attack, joint
from tests.naive.advanced.cards import in_force
from tests.naive.advanced.figures import (
    CHARGE,
    FIGHT,
    LONG,
    MAN,
    SHORT,
    F,
    autogun,
    blast,
    down,
    flame,
    fw,
    given_hit,
    ooa,
    per_unsaved,
    rapid,
)
from tests.naive.advanced.injuries import Body, Victim, toxin_roll
from tests.naive.advanced.templates import one_scatter
from tests.naive.cards import FLAK, NONE, blade, escher, fighter, goliath, gun, knife, laspistol


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
