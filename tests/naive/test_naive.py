"""The naive reading against the worked examples of the book's rules (E07 to E37, E72, E73 and the disputes)."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from necrostats.systems.necromunda.models import Situation
from tests.naive import rounds
from tests.naive.attack import attack
from tests.naive.cards import (
    FLAK,
    FURNACE,
    NONE,
    UNDERSUIT,
    blade,
    boltgun,
    escher,
    fighter,
    goliath,
    gun,
    knife,
    lasgun,
    laspistol,
    plasma_pistol,
    power_hammer,
    power_sword,
    slug,
    suit,
    sword,
)
from tests.naive.close_combat import FISTS, SIX, close_combat_modifier, close_combat_roll, hits_after_parry
from tests.naive.damage import Hit, armour_value, one_hit, roll_wounds, wound_need
from tests.naive.lane import band

F = Fraction
OPEN_LONG = Situation(band="long")
OPEN_SHORT = Situation(band="short")
FIGHT = Situation(close=True)
CHARGE = Situation(close=True, charging=True)
MAN = fighter()


def ooa(*args, **kwargs):
    return attack(*args, **kwargs)["outcomes"]["out_of_action"]


def hit(*args, **kwargs):
    return attack(*args, **kwargs)["stages"]["hit"]


# ---- part 1 ------------------------------------------------------------------------------------------------


def test_e01_e02_tests():
    assert [rounds.chance_of_test(n, 2) for n in (5, 7, 8, 9)] == [F(5, 6), F(7, 12), F(5, 12), F(5, 18)]
    assert rounds.chance_of_test(7, 2, 2) == F(5, 6)
    assert rounds.chance_of_test(7, 2, -2) == F(5, 18)


def test_natural_one_on_tests():
    for rule, dice, need, modifier, chance in (
        ("nat1_only_hit_rolls", 1, 2, 1, F(1)),
        ("nat1_all_d6_tests", 1, 2, 1, F(5, 6)),
        ("archived", 1, 2, 1, F(5, 6)),
        ("archived", 1, 1, -1, F(2, 3)),
        ("nat1_all_d6_tests", 1, 1, -1, F(2, 3) + F(1, 6)),
        ("archived", 2, 2, 1, F(35, 36)),
        ("nat1_all_d6_tests", 2, 2, 1, F(1)),
    ):
        found = rounds.chance_of_test(need, dice, modifier, {"test_auto_fail": rule})
        # 1+ at -1: a total of 1 or more passes on 2 to 6, under `archived` a total of 1 fails
        assert found == chance, (rule, dice, need, modifier)


def test_e03_d3():
    assert sum(rounds.d3(face) == 2 for face in range(1, 7)) == 2


def test_e05_d33_priority():
    keep = rounds.keeps_priority({})
    assert rounds.first_priority() == F(1, 2)
    assert keep == F(5, 12)
    assert keep**2 + (1 - keep) ** 2 == F(37, 72)
    assert keep**5 == F(3125, 248832)
    assert rounds.keeps_priority({"priority_tie": "reroll"}) == F(1, 2)


def test_e06_charge_reach():
    assert [rounds.charge_reach(4, gap, {}) for gap in (5, 6, 7, 8)] == [1, F(2, 3), F(1, 3), 0]
    assert rounds.charge_reach(5, 8, {}) == F(1, 3)
    assert rounds.charge_reach(4, 6, {"charge_contact": "within_1"}) == 1


# ---- part 2: shooting --------------------------------------------------------------------------------------


def test_e07_reference_shot():
    result = attack(MAN, fighter(t=4, armour=FLAK), lasgun(), Situation(band="short", cover="partial"), {})
    assert result["stages"] == {"hit": F(1, 2), "wound": F(1, 6), "unsaved": F(5, 36)}
    assert result["outcomes"] == {
        "missed": F(1, 2),
        "unhurt": F(13, 36),
        "wounded": 0,
        "out_of_action": F(5, 36),
    }
    assert result["hits"] == {0: F(1, 2), 1: F(1, 2)}
    assert result["wounds_lost"] == {0: F(31, 36), 1: F(5, 36)}
    assert result["pinned"] == F(13, 36)
    assert result["pushed"] == 0


def test_e08_natural_one_misses():
    assert hit(fighter(bs=3), MAN, lasgun(), Situation(band="short", aim=True), {}) == F(5, 6)


def test_e09_d02_impossible_shots():
    engaged = Situation(band="long", cover="full", target_engaged=True)
    assert hit(MAN, MAN, gun(), engaged, {}) == 0
    assert hit(MAN, MAN, gun(), engaged, {"impossible_shot": "improbable"}) == F(1, 12)
    full = Situation(band="long", cover="full")
    for rule, chance in (("miss", F(0)), ("improbable", F(1, 18)), ("nat6_hits", F(1, 6))):
        assert hit(fighter(bs=5), MAN, gun(), full, {"impossible_shot": rule}) == chance


@pytest.mark.parametrize(
    ("strength", "toughness", "chance"),
    [
        (6, 3, F(5, 6)), (5, 4, F(2, 3)), (4, 4, F(1, 2)), (3, 4, F(1, 3)), (2, 4, F(1, 6)),
        (3, 6, F(1, 6)), (2, 5, F(1, 6)), (2, 3, F(1, 3)), (3, 5, F(1, 3)),
    ],
)  # fmt: skip
def test_e10_wound_table(strength, toughness, chance):
    need = wound_need(strength, toughness, {})
    assert F(sum(roll_wounds(face, need) for face in range(1, 7)), 6) == chance


def test_d01_last_row():
    def chance(strength, toughness, **options):
        return sum(one_hit(Hit(strength, 0, 1, False), toughness, None, 0, options)[1:])

    assert chance(3, 4) == F(1, 3)
    assert chance(3, 4, wound_last_row="seed_literal") == F(1, 6)
    assert chance(2, 3) == F(1, 3)
    assert chance(2, 3, half_toughness="round_up") == F(1, 6)
    assert chance(2, 3, half_toughness="round_down") == F(1, 3)


def test_e11_ap_removes_the_save():
    assert ooa(MAN, fighter(w=2, armour=FLAK), boltgun(), OPEN_LONG, {}) == F(1, 3)


def test_e12_two_wounds():
    target = fighter(w=2, armour=FLAK)
    assert rounds.shots(MAN, target, gun(), OPEN_LONG, {}, 2)[2] == F(25, 576)
    assert rounds.shots(MAN, target, gun(), OPEN_LONG, {}, 3)[2] == F(775, 6912)


def test_e13_d06_furnace_plates():
    target = fighter(t=4, armour=FURNACE)
    assert ooa(MAN, target, gun(), OPEN_LONG, {}) == F(1, 9)
    assert ooa(MAN, target, gun(), replace(OPEN_LONG, behind=True), {}) == F(5, 36)
    late = {"arc_save_timing": "after_pinning"}
    assert ooa(MAN, target, gun(), OPEN_LONG, late) == F(5, 36)
    # an engaged target is not pinned and keeps its arc (5+ to hit)
    assert ooa(MAN, target, gun(), replace(OPEN_LONG, target_engaged=True), late) == F(1, 3) * F(1, 3) * F(
        2, 3
    )
    # prone at the moment of the attack: no arc
    assert ooa(MAN, target, gun(), Situation(band="short", target_prone=True), {}) == F(5, 36)


def test_e14_d03_positive_save_modifiers():
    def fails(armour, bonus, ap=0, **options):
        value = armour_value(fighter(armour=armour), True, bonus)
        # Strength 6 against Toughness 3 wounds on 2+
        return one_hit(Hit(6, ap, 1, False), 3, value, bonus, options)[2] / F(5, 6)

    assert fails(NONE, 1) == F(5, 6)
    assert fails(NONE, 2) == F(2, 3)
    assert fails(FLAK, 1) == F(2, 3)
    assert fails(FLAK, 2, -1) == F(2, 3)
    assert fails(NONE, 0) == 1
    assert fails(NONE, 1, -1) == 1
    assert fails(suit(2), 1) == F(1, 6)
    assert fails(suit(2), 1, save_nat1_fails="False") == 0


def test_armour_worn_under():
    assert armour_value(fighter(under=UNDERSUIT), True, 0) == 6
    assert armour_value(fighter(armour=FLAK, under=UNDERSUIT), True, 0) == 5
    assert armour_value(fighter(armour=FURNACE, under=UNDERSUIT), True, 0) == 4


def test_e15_pinned_but_alive():
    result = attack(MAN, fighter(armour=FLAK), lasgun(), OPEN_SHORT, {})
    assert result["pinned"] == F(7, 18)
    assert result["outcomes"]["out_of_action"] == F(5, 18)


def test_e16_prone_target():
    assert hit(MAN, MAN, lasgun(), Situation(band="long", target_prone=True), {}) == F(1, 3)
    assert hit(MAN, MAN, lasgun(), Situation(band="short", target_prone=True), {}) == F(2, 3)


def test_e17_d08_knockback_into_a_wall():
    target = fighter(s=4, t=4, w=3, armour=FLAK)
    wall = attack(MAN, target, slug(), Situation(band="short", blocked=True), {})
    assert wall["pushed"] == F(1, 2)
    assert wall["outcomes"]["out_of_action"] == F(5, 24)
    assert wall["wounds_lost"][2] == F(5, 72)
    assert ooa(MAN, target, slug(), OPEN_SHORT, {}) == 0


def test_e18_d07_the_knockback_die():
    cover = Situation(band="short", cover="partial")
    full = Situation(band="short", cover="full")
    modified = {"knockback_die": "modified"}

    def pushed(strength, situation, options):
        return attack(MAN, fighter(s=strength), slug(), situation, options)["pushed"]

    assert pushed(3, OPEN_SHORT, {}) == F(2, 3)
    assert pushed(3, cover, {}) == F(1, 2)
    assert pushed(5, cover, {}) == F(1, 3)
    assert pushed(4, OPEN_SHORT, {}) == F(1, 2)
    assert pushed(4, OPEN_SHORT, modified) == F(2, 3)
    assert pushed(5, full, {}) == F(1, 3)
    assert pushed(5, full, modified) == F(1, 6)


def test_d04_pinned_by_shot_or_hit():
    full = Situation(band="long", cover="full")
    tough = fighter(t=20, w=9)
    assert attack(MAN, tough, gun(), full, {})["pinned"] == F(1, 6)
    assert attack(MAN, tough, gun(), full, {"pin_on": "attack"})["pinned"] == 1


def test_pin_engaged_and_beyond_range():
    engaged = replace(OPEN_LONG, target_engaged=True)
    strong = fighter(w=9)
    assert attack(MAN, strong, gun(), engaged, {})["pinned"] == 0
    assert attack(MAN, strong, gun(), engaged, {"pin_engaged": "True"})["pinned"] == F(1, 3)
    beyond = attack(MAN, strong, gun(), Situation(band=None), {"pin_on": "attack"})
    assert beyond["outcomes"]["missed"] == 1
    assert beyond["hits"] == beyond["wounds_lost"] == {0: 1}
    assert beyond["pinned"] == beyond["pushed"] == 0


def test_hidden_target_cannot_be_shot():
    with pytest.raises(ValueError, match="hidden"):
        attack(MAN, MAN, gun(), Situation(target_prone=True, cover="partial"), {})


def test_d32_cover():
    assert hit(MAN, MAN, gun(), Situation(band="long", cover="partial"), {}) == F(1, 3)
    assert hit(MAN, MAN, gun(), Situation(band="long", cover="full"), {}) == F(1, 6)


def test_d46_lasgun_short_range():
    assert hit(MAN, MAN, lasgun(12), Situation(band=band(lasgun(12), 14)), {}) == F(1, 2)
    assert hit(MAN, MAN, lasgun(16), Situation(band=band(lasgun(16), 14)), {}) == F(2, 3)


def test_e37_aim():
    assert hit(MAN, MAN, gun(), replace(OPEN_LONG, aim=True), {}) == F(2, 3)
    assert hit(MAN, MAN, gun(), OPEN_LONG, {}) == F(1, 2)


def test_no_strength_and_no_damage():
    nothing = attack(MAN, MAN, gun(strength="-"), OPEN_LONG, {})
    assert nothing["stages"] == {"hit": F(1, 2), "wound": 0, "unsaved": 0}
    needle = attack(MAN, MAN, gun(d=0), OPEN_LONG, {})
    assert needle["stages"] == {"hit": F(1, 2), "wound": F(1, 4), "unsaved": F(1, 4)}
    assert needle["outcomes"]["unhurt"] == F(1, 2)


# ---- part 3: close combat ----------------------------------------------------------------------------------

FRONT = fighter(armour=FURNACE)


def test_e20_e21_knives():
    assert ooa(MAN, FRONT, knife(), FIGHT, {}) == F(5, 24)
    assert ooa(MAN, FRONT, knife(), CHARGE, {}, knife()) == F(6965, 13824)


def test_e22_d48_knife_and_pistol():
    target = fighter(t=4, armour=FLAK)
    assert ooa(MAN, target, knife(), CHARGE, {}, laspistol()) == F(521, 1296)
    assert ooa(MAN, target, laspistol(), CHARGE, {}, knife()) == F(521, 1296)
    three = fighter(a=3)
    assert ooa(three, target, knife(), FIGHT, {}, laspistol()) == F(3901, 7776)
    assert ooa(three, target, knife(), FIGHT, {"pistol_surplus": "fists"}, laspistol()) == F(22631, 46656)


def test_e23_two_pistols():
    found = ooa(fighter(ws=3, a=3), fighter(armour=FLAK), plasma_pistol(), FIGHT, {}, plasma_pistol())
    assert found == F(22019, 26244)


def test_e24_backstab():
    assert ooa(MAN, FRONT, knife(), FIGHT, {}) == F(5, 24)
    assert ooa(MAN, FRONT, knife(), replace(FIGHT, behind=True), {}) == F(1, 3)


def test_e25_d14_d41_turning():
    turned = replace(FIGHT, turned=True)
    assert hit(MAN, MAN, knife(), turned, {}) == F(1, 3)
    assert hit(fighter(ws=6), MAN, knife(), turned, {}) == 0
    assert hit(fighter(ws=6), MAN, knife(), turned, {"impossible_shot": "nat6_hits"}) == 0
    for value, chance in (("True", F(1, 2)), ("False", F(1, 3))):
        options = {"free_turn_engaged": value}
        own = replace(FIGHT, turned=rounds.turned(True, True, options))
        assert hit(MAN, MAN, knife(), own, options) == chance


@pytest.mark.parametrize(
    ("dice", "parries", "hits"),
    [
        (1, 1, [F(3, 4), F(1, 4)]),
        (2, 1, [F(1, 2), F(3, 8), F(1, 8)]),
        (3, 1, [F(5, 16), F(3, 8), F(1, 4), F(1, 16)]),
        (3, 2, [F(13, 32), F(13, 32), F(5, 32), F(1, 32)]),
        (3, 3, [F(13, 32), F(13, 32), F(5, 32), F(1, 32)]),
    ],
)
@pytest.mark.parametrize("choice", ["defender_best", "random", "first"])
def test_e26_e27_parry(dice, parries, hits, choice):
    target = fighter(*[sword()] * parries)
    found = attack(fighter(a=dice), target, knife(), FIGHT, {"parry_choice": choice})["hits"]
    assert found == dict(enumerate(hits))


def test_d11_parry_needs_wielded():
    target = fighter(knife(), laspistol(), sword())
    assert hit(MAN, target, knife(), FIGHT, {}) == F(1, 4)
    assert hit(MAN, target, knife(), FIGHT, {"parry_needs_wielded": "True"}) == F(1, 2)


def test_e28_charge_against_parry():
    assert ooa(MAN, fighter(sword(), armour=FURNACE), knife(), CHARGE, {}, knife()) == F(10265, 27648)


def test_e29_power_against_parry():
    assert hit(MAN, fighter(sword()), power_hammer(), FIGHT, {}) == F(1, 2)
    assert hit(MAN, fighter(power_sword()), power_hammer(), FIGHT, {}) == F(1, 4)


def test_e30_e31_power():
    result = attack(fighter(s=4), fighter(t=4, w=3, armour=FURNACE), power_hammer(), FIGHT, {})
    assert result["outcomes"]["out_of_action"] == F(1, 9)
    assert result["wounds_lost"][2] == F(5, 27)
    assert ooa(fighter(s=4), fighter(t=4, armour=suit(4)), power_sword(), FIGHT, {}) == F(8, 27)


def some_six(attacker, target, weapon, dice, **options):
    ways = hits_after_parry(attacker, target, [(weapon, dice)], FIGHT, options)
    return sum(p for hits, p in ways.items() if any(kind == SIX for _, kind in hits))


def test_e32_d10_parrying_power():
    hitter, target = fighter(s=4), goliath(power_sword(), w=3)
    assert ooa(hitter, target, power_hammer(), FIGHT, {}) == F(1, 18)
    assert some_six(hitter, target, power_hammer(), 2) == F(4, 27)
    assert some_six(hitter, target, power_hammer(), 2, parry_choice="random") == F(7, 36)
    assert some_six(hitter, goliath(w=3), power_hammer(), 2) == F(11, 36)


def test_d12_power_six():
    def six(modifier, rule):
        return close_combat_roll(4, modifier, True, {"power_six": rule}).get(SIX, 0)

    assert six(-1, "natural") == F(1, 6)
    assert six(-1, "modified") == 0
    assert six(1, "modified") == F(1, 3)


def test_d47_melee_accuracy():
    stiletto = blade("stiletto-knife", acc_l=1)
    assert hit(MAN, MAN, stiletto, FIGHT, {}) == F(2, 3)
    assert hit(MAN, MAN, stiletto, FIGHT, {"melee_accuracy": "ignored"}) == F(1, 2)
    assert close_combat_modifier(laspistol(), FIGHT, {}) == 0
    staff = blade("polearm", "versatile", rng_s="E", rng_l="2", acc_s=-1)
    assert close_combat_modifier(staff, FIGHT, {}) == -1


def test_e33_d42_exchange():
    a, b = escher(knife()), goliath(knife())
    found = rounds.exchange(a, b, a.weapons[0].profiles[0], b.weapons[0].profiles[0], {}, CHARGE)
    assert (found["b_out"], found["a_out"], found["both"]) == (F(335, 1296), F(961, 3888), F(961, 1944))
    found = rounds.exchange(a, b, knife(), knife(), {"reaction_order": "simultaneous"}, CHARGE)
    assert found["a_out"] == F(1, 3)
    assert found["lost"][1, 1] == F(335, 1296) / 3


def test_e34_exchange_from_behind():
    found = rounds.exchange(escher(), goliath(), knife(), knife(), {}, replace(CHARGE, behind=True))
    assert (found["b_out"], found["a_out"], found["both"]) == (F(7, 16), F(1, 8), F(7, 16))


def test_e35_d27_retreat():
    always = rounds.retreat(escher(), goliath(), knife(), {})
    assert always == {"killed": F(1, 6), "away": F(5, 9), "stuck": F(5, 18)}
    passed = rounds.retreat(escher(), goliath(), knife(), {"retreat_reaction": "only_if_passed"})
    assert passed == {"killed": F(1, 9), "away": F(5, 9), "stuck": F(1, 3)}


def test_e36_split_between_enemies():
    first = ooa(fighter(a=2), MAN, blade(), FIGHT, {})
    second = ooa(fighter(a=1), MAN, blade(), FIGHT, {})
    assert first * second == F(7, 64)
    assert 1 - (1 - first) * (1 - second) == F(37, 64)


def test_e72_exchange_with_parry():
    champion = fighter(power_sword(), ws=3, a=2, w=2, armour=FLAK)
    attacker = fighter(knife(), knife(), armour=FLAK)
    found = rounds.exchange(attacker, champion, knife(), power_sword(), {}, CHARGE, second=knife())
    assert (found["b_out"], found["a_out"], found["both"]) == (F(3, 32), F(203, 324), F(725, 2592))


def test_e73_charge_that_may_fall_short():
    kills = rounds.exchange(escher(), goliath(), knife(), knife(), {}, CHARGE)["b_out"]
    assert rounds.charge_reach(4, 6, {}) * kills == F(335, 1944)


def test_fists_and_odd_die():
    assert hit(fighter(a=2), MAN, FISTS, FIGHT, {}) == F(3, 4)
    # three dice, two on the better blade: the odd die decides
    good, bad = blade("good", strength="8"), blade("bad", strength="1")
    tough = fighter(t=4)
    u, v = F(1, 2) * F(5, 6), F(1, 2) * F(1, 6)
    two_good, two_bad = 1 - (1 - u) ** 2 * (1 - v), 1 - (1 - u) * (1 - v) ** 2
    two = fighter(a=2)
    assert ooa(two, tough, good, FIGHT, {}, bad) == two_good
    assert ooa(two, tough, good, FIGHT, {"odd_die": "second_weapon"}, bad) == two_bad
    assert ooa(two, tough, bad, FIGHT, {"odd_die": "best"}, good) == two_good


def test_power_parry_is_kept_for_power_hits():
    # a knife hit and a hammer hit: the sword parries the knife, the power sword the hammer
    pair = dict(zip(("knife", "hammer"), (knife(), power_hammer()), strict=True))
    target = fighter(sword(), power_sword(), t=20, w=20)
    found = attack(fighter(a=1), target, pair["knife"], FIGHT, {}, pair["hammer"])["hits"]
    assert found == {0: F(9, 16), 1: F(6, 16), 2: F(1, 16)}
    # with the sword alone the hammer cannot be touched, with the power sword alone one of them can
    found = attack(fighter(a=1), fighter(sword(), t=20, w=20), knife(), FIGHT, {}, power_hammer())["hits"]
    assert found == {0: F(3, 8), 1: F(1, 2), 2: F(1, 8)}
    found = attack(fighter(a=1), fighter(power_sword(), t=20, w=20), knife(), FIGHT, {}, power_hammer())[
        "hits"
    ]
    assert found == {0: F(1, 2), 1: F(3, 8), 2: F(1, 8)}


def test_unsuitable_weapon_in_close_combat():
    with pytest.raises(ValueError, match="neither"):
        attack(MAN, MAN, lasgun(), FIGHT, {})


@pytest.mark.parametrize("choice", ["defender_best", "random", "first"])
@pytest.mark.parametrize("surplus", ["other_weapon", "fists"])
def test_chances_sum_to_one(choice, surplus):
    options = {"parry_choice": choice, "pistol_surplus": surplus, "odd_die": "best"}
    target = goliath(sword(), power_sword(), w=2)
    for first, second in product((knife(), power_hammer(), laspistol()), (None, power_sword(), laspistol())):
        found = attack(fighter(a=2), target, first, CHARGE, options, second)
        for part in ("outcomes", "hits", "wounds_lost"):
            assert sum(found[part].values()) == 1
