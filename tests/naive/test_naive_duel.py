"""The naive duel against what can be worked out by hand, and against itself."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.naive.cards import (
    FLAK,
    blade,
    escher,
    fighter,
    goliath,
    gun,
    item,
    knife,
    lasgun,
    laspistol,
    power_sword,
)
from tests.naive.close_combat import FISTS
from tests.naive.duel import best_value, duel
from tests.naive.lane import arms, guns

F = Fraction
KAIYA = escher(laspistol(), power_sword(), m=5)
RORK = goliath(gun("stub-gun", "pistol", rng_s="6", rng_l="12", acc_s=2), knife(), m=4)
POLICIES = ("stand-and-shoot", "charge", "keep-away", "random")


def test_shooting_duel_is_the_chain_of_e67():
    man = fighter(lasgun(), armour=FLAK)
    p = F(5, 18)
    for number in (1, 2, 3):
        found = duel(man, man, distance=12, rounds=number, no_aim=True)
        assert found["a_wins"] == found["b_wins"] == (1 - (1 - p) ** (2 * number)) / 2
        assert found["by_round"][-1]["a_standing"] == 1 - found["b_wins"]
    # one against a fighter without a gun: one shot a round
    found = duel(man, fighter(armour=FLAK), distance=12, rounds=3, no_aim=True)
    assert [row["b_standing"] for row in found["by_round"]] == [(1 - p) ** n for n in (1, 2, 3)]
    assert found["rounds_mean"] == p + 2 * (1 - p) * p + 3 * (1 - p) ** 2


def test_aiming_beyond_short_range():
    man, target = fighter(lasgun()), fighter()
    far = duel(man, target, distance=13, rounds=1)["a_wins"]
    assert far == F(2, 3) * F(1, 2)
    assert duel(man, target, distance=13, rounds=1, no_aim=True)["a_wins"] == F(1, 2) * F(1, 2)
    assert duel(man, target, distance=25, lane=30, rounds=1)["a_wins"] == 0


def test_pinned_in_cover_is_hidden():
    # one shot is 4+ (short +1, cover -1), then 4+ to wound: out 1/4, pinned 1/4, missed 1/2
    found = duel(fighter(lasgun()), fighter(), distance=10, rounds=2, cover_b="partial")
    # A first in round 1: B always stands again before the second shot. B first: a pinned B is hidden in round 2
    # unless it acts first again (5/12) and stands up.
    a_first = F(1, 4) + F(3, 4) * F(1, 4)
    b_first = F(1, 4) + F(1, 2) * F(1, 4) + F(1, 4) * F(5, 12) * F(1, 4)
    assert found["a_wins"] == (a_first + b_first) / 2


def test_a_push_costs_the_cover():
    # Strength 1: whatever hits pushes; Toughness 20: a natural 6 wounds, W2 takes two unsaved wounds
    shooter, target = fighter(gun("slug", "knockback")), fighter(s=1, t=20, w=2, m=0)
    # round 1: 5+ at the end of the lane, 4+ elsewhere (aim +1, cover -1 or none)
    setting = {"distance": 20, "rounds": 2, "cover_b": "partial", "no_aim": True}
    free = duel(shooter, target, lane=24, **setting)["a_wins"]
    stopped = duel(shooter, target, lane=20, **setting)["a_wins"]
    # open lane: hit and wound 5+ and 6 (1/18); then in the open, 4+ and 6, or prone at long range, 5+ and 6
    # A first: B has stood up again. B first: B lies unless it acts first again.
    assert free == F(1, 18) * (F(1, 2) * F(1, 12) + F(1, 2) * (F(5, 12) * F(1, 12) + F(7, 12) * F(1, 18)))
    # at the end of the lane the cover stays: standing 5+ and 6; lying it is hidden
    assert stopped == F(1, 18) * (F(1, 2) * F(1, 18) + F(1, 2) * F(5, 12) * F(1, 18))


def test_charge_over_six_inches_is_e73():
    a, b = escher(knife(), m=4), goliath(knife(), m=0)
    b_out, a_out, both = F(335, 1296), F(961, 3888), F(961, 1944)
    # 2/3 reach; if A acted first, B has its own activation while both stand: it fights, and A reacts
    found = duel(a, b, distance=6, rounds=1, policy_a="charge", policy_b="stand-and-shoot")
    later = F(1, 2) * F(2, 3) * both
    assert found["a_wins"] == F(2, 3) * b_out + later * F(2, 3) * F(5, 36)
    assert found["b_wins"] == F(2, 3) * a_out + later * F(1, 3)
    # or it retreats, and A reacts when it passes I3+, whether B has passed or not
    found = duel(a, b, distance=6, rounds=1, policy_a="charge", policy_b="keep-away")
    assert found["a_wins"] == F(2, 3) * b_out + later * F(2, 3) * F(5, 36)
    assert found["b_wins"] == F(2, 3) * a_out


def test_keep_away_retreats_like_e35():
    a, b = escher(knife(), m=0), goliath(knife(), m=0)
    for timing in ("before_move", "after_move"):
        options = {"retreat_timing": timing}
        found = duel(a, b, distance=0, rounds=1, policy_a="keep-away", policy_b="keep-away", options=options)
        # A first: killed 1/6, stuck 5/18; then B retreats, A passes 3+ and its one attack kills 5/36
        # B first: the same reaction; B stuck (1/2), then A retreats and is killed 1/6
        reacts = F(2, 3) * F(5, 36)
        assert found["a_wins"] == F(1, 2) * F(5, 18) * reacts + F(1, 2) * reacts
        assert found["b_wins"] == F(1, 2) * F(1, 6) + F(1, 2) * (1 - reacts) * F(1, 2) * F(1, 6)


def test_best_play_aims_and_steps_back():
    gunner, walker = fighter(lasgun(), m=1), fighter(m=1)
    # at 10 inches aim and shoot: 2+ with the natural 1, then 4+
    assert best_value(gunner, walker, distance=10, lane=24) == F(5, 6) * F(1, 2)
    # at 12 the walker steps out of the short range when it acts first
    assert best_value(gunner, walker, distance=12, lane=24) == (F(5, 6) * F(1, 2) + F(2, 3) * F(1, 2)) / 2
    assert best_value(walker, gunner, distance=12, lane=24) == -F(3, 8)
    # at the end of the lane it cannot
    assert best_value(gunner, walker, distance=12, lane=12) == F(5, 6) * F(1, 2)


def test_best_play_declines_the_free_fight():
    # A cannot hurt B, B would kill A: A charges into the fight under its policy, but not by choice
    weak, strong = fighter(blade("feather", strength="-"), m=4), fighter(blade(strength="9"), m=0)
    assert best_value(weak, strong, distance=1, lane=4, policy_a="charge") < 0
    assert best_value(weak, strong, distance=4, lane=4, policy_b="stand-and-shoot") == 0


@pytest.mark.parametrize("policy_a", POLICIES)
@pytest.mark.parametrize("policy_b", POLICIES)
def test_sums_and_best_replies(policy_a, policy_b):
    found = duel(KAIYA, RORK, distance=4, lane=6, rounds=1, policy_a=policy_a, policy_b=policy_b)
    assert found["a_wins"] + found["b_wins"] + found["draw"] == 1
    setting = {"distance": 4, "lane": 6, "rounds": 1}
    plain = best_value(KAIYA, RORK, policy_a=policy_a, policy_b=policy_b, **setting)
    assert plain == found["a_wins"] - found["b_wins"]
    assert best_value(KAIYA, RORK, policy_b=policy_b, **setting) >= plain
    assert best_value(KAIYA, RORK, policy_a=policy_a, **setting) <= plain


def test_mirror():
    setting = {"distance": 5, "lane": 8, "rounds": 2, "policy_a": "random", "policy_b": "charge"}
    one = duel(KAIYA, RORK, cover_a="partial", **setting)
    swap = {**setting, "policy_a": "charge", "policy_b": "random"}
    other = duel(RORK, KAIYA, cover_b="partial", **swap)
    assert (one["a_wins"], one["b_wins"], one["draw"]) == (other["b_wins"], other["a_wins"], other["draw"])


def test_best_play_at_movement_one():
    a, b = replace(KAIYA, m=1), replace(RORK, m=1)
    for gap in range(5):
        value = best_value(a, b, distance=gap, lane=4)
        for policy in POLICIES:
            assert best_value(a, b, distance=gap, lane=4, policy_b=policy) >= value
            assert best_value(a, b, distance=gap, lane=4, policy_a=policy) <= value


OTHER = {
    "charge_contact": "within_1",
    "charge_d3": "before_declare",
    "retreat_reaction": "only_if_passed",
    "retreat_timing": "after_move",
    "half_move_rounding": "up",
    "priority_tie": "reroll",
    "reaction_order": "simultaneous",
    "test_auto_fail": "archived",
    "pin_on": "attack",
}


@pytest.mark.parametrize("name", OTHER)
def test_options_of_the_duel(name):
    options = {name: OTHER[name]}
    for policy_a, policy_b in (("random", "random"), ("charge", "keep-away")):
        found = duel(
            KAIYA, RORK, distance=2, lane=5, rounds=1, policy_a=policy_a, policy_b=policy_b, options=options
        )
        assert found["a_wins"] + found["b_wins"] + found["draw"] == 1
    assert -1 <= best_value(KAIYA, RORK, distance=2, lane=3, options=options) <= 1


def test_kit_in_the_duel():
    two = item(gun("combi", id="a"), blade("combi", id="b"))
    card = fighter(
        two, knife(), gun("flamer", rng_s="-", rng_l="T"), blade("staff", "versatile", rng_s="E", rng_l="2")
    )
    assert [p.key for p in guns(card)] == ["combi/a"]
    names = [(one.key, other.key if other else "") for one, other in arms(card)]
    assert names == [
        ("combi/b", ""), ("fighting-knife", ""), ("staff", ""),
        ("combi/b", "fighting-knife"), ("combi/b", "staff"), ("fighting-knife", "staff"),
    ]  # fmt: skip
    assert arms(fighter(lasgun())) == [(FISTS, None)]
