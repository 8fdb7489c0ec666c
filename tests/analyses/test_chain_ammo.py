"""Shots until a weapon is out of ammo, and over a battle: by hand, and simulated."""

import json
import random
from fractions import Fraction

import pytest

import necrostats as ns
from necrostats.systems.necromunda.catalogue import load
from tests.conftest import assert_chances

F = Fraction


def of(chance):
    return F(chance["fraction"])


def column(answer, name):
    return [of(row[name]) for row in answer["rows"]]


def test_ammo__e39():
    """Running dry per attack: symbol 1/6 times the failed check."""
    expected = {
        "lasgun": "1/36",
        "autogun": "1/12",
        "boltgun": "5/36",
        "heavy-stubber": "23/144",
        "custom[am=4,traits=combi]": "1/8",
    }
    for weapon, fraction in expected.items():
        assert ns.chain.ammo(weapon, rows=1)["one_shot"]["out_of_ammo"]["fraction"] == fraction
    assert ns.chain.ammo("heavy-stubber", rows=1)["one_shot"]["jammed"]["fraction"] == "1/144"
    assert ns.chain.ammo("autogun", rows=6)["rows"][5]["works"]["fraction"] == "1771561/2985984"


def test_ammo__e40():
    reload = ns.chain.ammo("autogun", rows=1)["reload"]
    assert (reload["one"]["fraction"], reload["two"]["fraction"]) == ("1/2", "3/4")
    assert ns.chain.ammo("lasgun", rows=1)["reload"]["one"]["fraction"] == "1"  # Plentiful


def test_ammo__until():
    until = ns.chain.ammo("autogun")["until"]["out_of_ammo"]
    assert (until["unit"], until["ever"]["fraction"], until["mean"]["fraction"]) == ("shot", "1", "12")
    assert (until["median"], until["mode"]) == (8, 1)
    assert until["need"] == {"p": 0.9, "fraction": "9/10", "by": 27, "at_least": 2}
    jammed = ns.chain.ammo("heavy-stubber")["until"]["jammed"]
    assert jammed["ever"]["fraction"] == "1/23"  # of the shots that empty it, 1 in 23 jams it
    assert (jammed["median"], jammed["need"]["by"], jammed["need"]["at_least"]) == (None, None, None)


def test_ammo__two_rounds_of_an_autogun():
    """Round 2 has a shot unless the first emptied it and the first Reload failed: 1 - 1/12 * 1/2."""
    answer = ns.chain.ammo("autogun", rounds=2)
    first, second = answer["by_round"]
    assert (of(first["shoots"]), of(first["works"])) == (1, F(11, 12))
    assert of(second["shoots"]) == F(23, 24)
    # loaded after round 2: shot and fine, or reloaded with the second action
    assert of(second["works"]) == F(11, 12) * F(11, 12) + F(1, 12) * (F(1, 2) * F(11, 12) + F(1, 2) * F(1, 2))
    assert {n: of(p) for n, p in answer["shots"].items()} == {"1": F(1, 24), "2": F(23, 24)}
    assert of({"fraction": answer["shots_mean"]["fraction"]}) == F(47, 24)


@pytest.mark.parametrize(
    ("reload", "two_shots"),
    [
        ("never", F(11, 12)),
        ("when-dry", F(11, 12) + F(1, 12) * F(1, 2)),
        ("at-once", F(11, 12) + F(1, 12) * (F(1, 2) + F(1, 2) * F(1, 2))),
    ],
)
def test_ammo__each_policy(reload, two_shots):
    shots = ns.chain.ammo("autogun", rounds=2, reload=reload)["shots"]
    assert of(shots["2"]) == two_shots


def test_ammo__unwieldy_leaves_no_action_for_a_shot_after_a_reload():
    """Emptied in round 1 (23/144, 1/144 of it jammed) it is not shot in round 2, and in round 3 by 1 - 1/4."""
    answer = ns.chain.ammo("heavy-stubber", rounds=3)
    assert answer["double_action"] is True
    assert of(answer["by_round"][1]["shoots"]) == F(121, 144)
    third = F(121, 144) ** 2 + F(22, 144) * F(3, 4)
    assert of(answer["by_round"][2]["shoots"]) == third
    light = ns.chain.ammo("heavy-stubber", fighter="rork[+bulging-biceps]", rounds=3)
    assert of(light["by_round"][1]["shoots"]) == F(121, 144) + F(22, 144) * F(1, 2)


@pytest.mark.parametrize(
    "weapon", ["plasma-gun", "frag-grenades", "shotgun/executioner", "demolition-charges"]
)
def test_ammo__what_cannot_be_reloaded(weapon):
    """Scarce, a grenade, Limited, Single Shot: dry is for good, whatever the policy."""
    answer = ns.chain.ammo(weapon, rounds=4)
    assert answer["reload"] is None
    for row in answer["by_round"]:
        assert of(row["works"]) + of(row["for_good"]) == 1
    assert answer["shots"] == ns.chain.ammo(weapon, rounds=4, reload="never")["shots"]


def test_ammo__a_grenade_is_checked_after_every_throw():
    answer = ns.chain.ammo("frag-grenades", rows=3)
    assert column(answer, "works") == [F(1, 2), F(1, 4), F(1, 8)]
    assert answer["firepower"] == 0


def test_ammo__single_shot():
    answer = ns.chain.ammo("demolition-charges")
    assert answer["ammo"] is None
    assert answer["until"]["out_of_ammo"]["need"] == {
        "p": 0.9,
        "fraction": "9/10",
        "by": 1,
        "at_least": 1,
    }
    assert set(answer["shots"]) == {"1"}
    assert ns.chain.ammo("demolition-charges", need=1)["until"]["out_of_ammo"]["need"]["by"] == 1


def test_ammo__unstable_puts_its_user_out():
    """A symbol (1/6): out of ammo in 2/3 (5+), its user out in 1/2."""
    answer = ns.chain.ammo("plasma-gun/maximal", rows=1)
    row = answer["rows"][0]
    assert of(row["out_of_ammo"]) == F(1, 9)
    assert of(row["user_out_of_action"]) == F(1, 12)
    assert of(row["works"]) == 1 - F(1, 6) * (1 - F(1, 3) * F(1, 2))
    until = answer["until"]
    assert until["out_of_ammo"]["ever"]["fraction"] == "4/5"
    assert until["user_out_of_action"]["ever"]["fraction"] == "3/5"


def test_ammo__firepower_dice():
    one = ns.chain.ammo("heavy-stubber", firepower=1, rows=1)
    assert one["one_shot"] == {"out_of_ammo": {"p": 1 / 12, "fraction": "1/12"}}
    assert one["firepower"] == 1
    three = ns.chain.ammo("custom[am=4,traits=rapid-fire(3)]", rows=1)["one_shot"]
    assert of(three["out_of_ammo"]) == 1 - F(11, 12) ** 3
    assert of(three["jammed"]) == 1 - F(11, 12) ** 3 - 3 * F(1, 12) * F(11, 12) ** 2


def test_ammo__skills_and_kit():
    munitioneer = ns.chain.ammo("boltgun", fighter="rork[+munitioneer]", rows=2)
    assert of(munitioneer["one_shot"]["out_of_ammo"]) == F(1, 6) * F(5, 6) ** 2
    assert of(munitioneer["reload"]["one"]) == 1 - F(5, 6) ** 2
    hotshot = ns.chain.ammo("lasgun", fighter="kaiya[+hotshot-las-pack]", rows=1)
    assert hotshot["ammo"] == 4
    assert hotshot["reload"]["one"]["fraction"] == "1/2"  # no longer Plentiful


def test_ammo__a_gold_plated_gun_rolls_one_check_a_battle_again():
    """After two shots it is dry if two checks failed in turn, or both after the re-roll was spent."""
    answer = ns.chain.ammo("autogun", fighter="rork[+gold-plated-gun]", rows=2)
    fails = F(1, 12)
    dry_at_once = fails * F(1, 2)
    saved = fails * F(1, 2)
    expected = dry_at_once + saved * fails + (1 - fails) * dry_at_once
    assert of(answer["rows"][1]["out_of_ammo"]) == expected


def test_ammo__the_reading_of_the_firepower_die_is_said():
    answer = ns.chain.ammo("autogun", rows=1, options={"firepower_when": "only_on_hit"})
    assert any("only_on_hit" in note for note in answer["notes"])
    assert not any("does not matter" in note for note in answer["notes"])
    other = ns.chain.ammo("autogun", rows=1, options={"stray_hit": "off"})
    assert "option stray_hit does not matter to this question" in other["notes"]


def test_ammo__every_weapon_with_ammo_is_answered():
    table = ns.chain.ammo(every=True)
    profiles = [p for weapon in load().weapons.values() for p in weapon.profiles]
    shooting = {p.key for p in profiles if p.ammo and not (p.rng_s == "E" and p.long is None)}
    named = {row["weapon"] for row in table["rows"]}
    assert shooting <= named
    means = [row["shots_mean"]["mean"] for row in table["rows"]]
    assert means == sorted(means, reverse=True)
    alone = ns.chain.ammo("boltgun", rows=1)
    row = next(row for row in table["rows"] if row["weapon"] == "boltgun")
    assert row["mean"] == alone["until"]["out_of_ammo"]["mean"]
    assert row["shots_mean"] == alone["shots_mean"]
    assert row["shots_all"] == alone["shots"]["6"]
    assert json.loads(table.to_json())["chain"] == "ammo"


def test_ammo__weapons_of_a_fighter():
    rows = ns.chain.ammo(fighter="rork[+boltgun,+munitioneer]")["rows"]
    assert [row["weapon"] for row in rows] == ["stub-gun", "boltgun"]
    assert of(rows[1]["out_of_ammo"]) == F(1, 6) * F(25, 36)


def test_ammo__rows_reach_the_need():
    for weapon, need in (("autogun", 0.9), ("boltgun", 0.5), ("lasgun", 0.99), ("frag-grenades", 0.9)):
        answer = ns.chain.ammo(weapon, need=need)
        shots = [row["shot"] for row in answer["rows"]]
        assert shots[0] == 1
        assert len(shots) <= 21
        assert shots[-1] >= min(answer["until"]["out_of_ammo"]["need"]["by"], 200)


def test_ammo__simulated():
    """Six rounds of a heavy stubber thrown with other dice than ours."""
    throw = random.Random(39)

    def die():
        return throw.randint(1, 6)

    counts, jams, battles = {}, 0, 20_000
    for _ in range(battles):
        state, shots = "loaded", 0
        for _ in range(6):
            if state == "dry":
                if die() >= 4 or die() >= 4:
                    state = "loaded"
            elif state == "loaded":
                shots += 1
                failed = sum(die() == 1 and die() < 4 for _ in range(2))
                state = ("loaded", "dry", "jammed")[failed]
        counts[shots] = counts.get(shots, 0) + 1
        jams += state == "jammed"
    answer = ns.chain.ammo("heavy-stubber")
    assert_chances(counts, {int(n): p["p"] for n, p in answer["shots"].items()})
    p = answer["by_round"][5]["jammed"]["p"]
    assert_chances({1: jams, 0: battles - jams}, {1: p, 0: 1 - p})
