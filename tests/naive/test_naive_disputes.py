"""The naive advanced reading against the disputes that are one attack."""

from dataclasses import replace

import pytest

from necrostats.systems.necromunda.models import Situation
from tests.naive.advanced.attack import attack, joint
from tests.naive.advanced.cards import in_force
from tests.naive.advanced.close_combat import arms, standing
from tests.naive.advanced.ends import target_of
from tests.naive.advanced.figures import FIGHT, LONG, MAN, SHORT, F, flame, per_unsaved, rapid
from tests.naive.cards import FLAK, FURNACE, blade, fighter, gun, power_sword, suit


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
