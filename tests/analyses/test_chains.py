"""What chains answer: fractions by hand, the shape of the answer, what is refused."""

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


# ---- ammo ----------------------------------------------------------------------------------------------------


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


# ---- down ----------------------------------------------------------------------------------------------------

SOFT = {"weapon": "custom"}  # S3 AP0 D1 against T3 W1 without armour: each hit wounds on 4+


def test_down__two_hits_by_hand():
    """E47: nothing 1/2, flesh wound 1/6, serious 1/4, out 1/12; after a flesh wound it wounds on 3+."""
    answer = ns.chain.down("custom", **SOFT, rows=2)
    one, two = answer["rows"]
    assert [of(one[name]) for name in ("in_play", "seriously_injured", "out_of_action")] == [
        F(2, 3), F(1, 4), F(1, 12),
    ]  # fmt: skip
    assert of(two["out_of_action"]) == F(71, 432)
    assert of(two["down"]) == F(1, 3) + F(1, 2) * F(1, 3) + F(1, 6) * F(2, 3) * F(2, 3)


def test_down__flesh_wounds_add_up_until_toughness_is_gone():
    """Three flesh wounds in turn put T3 out: each hit wounds on 4+, 3+, 2+, and 2 faces of 6 are flesh wounds."""
    answer = ns.chain.down("custom", **SOFT, rows=3, options={"injury_faces": "6,0,0"})
    assert column(answer, "out_of_action") == [0, 0, F(1, 2) * F(2, 3) * F(5, 6)]
    assert column(answer, "seriously_injured") == [0, 0, 0]


def test_down__wounds_go_down_first():
    answer = ns.chain.down("custom[w=3]", weapon="custom[str=12]", rows=3)
    wounds = F(5, 6)  # 2+
    assert column(answer, "down")[:2] == [0, 0]
    assert column(answer, "down")[2] == wounds**3 * F(4, 6)
    hurt = ns.chain.down("custom[w=3]", weapon="custom[str=12]", rows=1, wounds_lost=2)
    assert column(hurt, "down") == [wounds * F(4, 6)]


def test_down__a_serious_injury_goes_on():
    """Out of action for ever after comes from the dice of later hits, D of them each."""
    answer = ns.chain.down("custom", weapon="custom[str=12]", rows=2, options={"injury_faces": "0,3,3"})
    wounds = F(5, 6)
    assert column(answer, "down") == [wounds, 1 - F(1, 6) ** 2]
    first = wounds / 2
    assert column(answer, "out_of_action")[1] == first + (1 - first) * first


def test_down__what_is_used_up_stays_so():
    """A refractor burns out on a 1 after a success: 2/6 * 1/6 of the first hits; it does not come back."""
    answer = ns.chain.down(
        "custom[+refractor]", weapon="custom[str=12]", rows=2, options={"injury_faces": "0,0,6"}
    )
    wounds, works = F(5, 6), F(1, 3)
    out = (1 - works) * wounds
    burnt, rest = works / 6, 1 - out - works / 6
    assert column(answer, "out_of_action") == [out, out + burnt * wounds + rest * out]


def test_down__by_activation_is_the_attack_to_begin_with():
    shot = {"weapon": "autogun", "distance": 8, "cover": "partial", "aim": True}
    answer = ns.chain.down("rork", attacker="zarann", by="activation", rows=1, **shot)
    attack = ns.attack("zarann", "rork", **shot)
    row, outcomes = answer["rows"][0], attack["outcomes"]
    assert row["seriously_injured"] == outcomes["seriously_injured"]
    assert row["out_of_action"] == outcomes["out_of_action"]
    assert answer["needs"] == attack["needs"]


def test_down__a_target_in_cover_is_hidden_once_it_lies():
    answer = ns.chain.down("rork", weapon="autogun", attacker="zarann", by="activation", cover="partial")
    out = answer["until"]["out_of_action"]
    assert 0 < out["ever"]["p"] < answer["until"]["down"]["ever"]["p"] == 1
    assert out["need"]["by"] is None


def test_down__ammo_ends_it():
    """One throw, then no grenades in half of all cases: the target is never down for certain."""
    answer = ns.chain.down(
        "custom[t=1]",
        weapon="custom[str=12,am=4,rng_l=Sx3,traits=grenade]",
        attacker="kaiya",
        by="activation",
    )
    p = ns.attack("kaiya", "custom[t=1]", weapon="custom[str=12,am=4,rng_l=Sx3,traits=grenade]")["outcomes"]
    down = of(p["seriously_injured"]) + of(p["out_of_action"])
    flesh = of(p["flesh_wound"])
    assert flesh == 0  # Toughness 1 has none to lose
    assert of(answer["until"]["down"]["ever"]) == down / (1 - (1 - down) / 2)
    assert answer["can_reload"] is False


def test_down__policies_differ_and_aim_is_lost_to_a_reload():
    shot = {"weapon": "custom[am=6]", "attacker": "kaiya", "by": "activation"}
    means = {
        (policy, aim): ns.chain.down("rork", reload=policy, aim=aim, **shot)["until"]["down"]
        for policy in ("never", "when-dry", "at-once")
        for aim in (False, True)
    }
    assert means["never", False]["ever"]["p"] < 1 == means["when-dry", False]["ever"]["p"]
    assert means["at-once", False]["mean"]["mean"] < means["when-dry", False]["mean"]["mean"]
    assert means["at-once", True] == means["when-dry", True]  # no action is left after Aim and Shoot
    assert means["when-dry", True]["mean"]["mean"] < means["when-dry", False]["mean"]["mean"]


def test_down__unstable_puts_the_shooter_out():
    answer = ns.chain.down("rork", weapon="plasma-gun/maximal", attacker="kaiya", by="activation")
    assert 0 < answer["until"]["cannot_shoot"]["ever"]["p"] < 1
    assert answer["until"]["down"]["ever"]["p"] < 1


def test_down__what_never_harms():
    answer = ns.chain.down("rork", weapon="photon-flash-flares", by="hit")
    assert answer["until"]["down"]["ever"] == {"p": 0.0, "fraction": "0"}
    assert answer["until"]["down"]["median"] is None
    assert "never down" in str(answer)
    far = ns.chain.down("rork", weapon="lasgun", attacker="kaiya", by="activation", distance=50)
    assert far["until"]["down"]["ever"]["p"] == 0
    assert any("beyond long range" in note for note in far["notes"])


def test_down__simulated():
    """Lasgun hits on Rork (T4, 5+ from the front), thrown with other dice than ours."""
    throw = random.Random(47)

    def die():
        return throw.randint(1, 6)

    counts = {}
    for _ in range(20_000):
        toughness, down, n = 4, False, 0
        while not down:
            n += 1
            need = 5 if toughness == 4 else 4 if toughness == 3 else 3 if toughness == 2 else 2
            if die() >= need and die() < 5:
                face = die()
                toughness -= face <= 2
                down = face > 2 or toughness == 0
        counts[n] = counts.get(n, 0) + 1
    result = ns.chain.down("rork", weapon="lasgun").result
    chances = {n: float(result.waiting["down"].exactly(n)) for n in range(1, 200)}
    assert_chances(counts, chances)


def test_down__what_the_hit_roll_adds_is_said():
    left_out = ns.chain.down("rork", weapon="shotgun/solid", attacker="kaiya[+marksman]")["not_modelled"]
    assert "what the hit roll adds to a hit: Knockback, Marksman" in left_out
    assert any("recovery" in line for line in left_out)


# ---- down: close combat --------------------------------------------------------------------------------------

KNIFE = {"weapon": "fighting-knife", "by": "activation"}  # hits on 4+, then as SOFT


def test_down__two_fights_by_hand():
    """A charge of two dice, then one die; whoever is seriously injured is given a coup de grace.

    A die does nothing in 3/4, a flesh wound in 1/12, worse in 1/6. At Toughness 2 it wounds on 3+: worse in 2/9,
    a flesh wound in 1/9; at Toughness 1 on 2+, and any wound is too much: 5/12.
    """
    answer = ns.chain.down("custom", **KNIFE, charging=True, rows=2)
    first = F(1, 6) + F(3, 4) * F(1, 6) + F(1, 12) * F(2, 9)
    t3, t2, t1 = F(3, 4) ** 2, F(3, 4) * F(1, 12) + F(1, 12) * F(2, 3), F(1, 12) * F(1, 9)
    second = first + t3 * F(1, 6) + t2 * F(2, 9) + t1 * F(5, 12)
    assert column(answer, "out_of_action") == [first, second] == column(answer, "down")
    assert (answer["coup_de_grace"], answer["situation"]["charging"]) == ("at once", True)


def test_down__a_hit_of_a_fist_is_a_hit():
    """Strength 3 without AP against Toughness 3: what a gun of Strength 3 does."""
    fists = ns.chain.down("custom", weapon="unarmed", rows=3)
    assert column(fists, "down") == column(ns.chain.down("custom", **SOFT, rows=3), "down")
    assert fists["situation"]["mode"] == "close"
    assert fists["until"] == ns.chain.down("custom", **SOFT)["until"]


def test_down__a_fight_is_the_attack_to_begin_with():
    fight = {"weapon": "chainsword", "with_weapon": "stub-gun", "charging": True, "turned": True}
    action = {"options": {"coup_after_fight": False}}
    answer = ns.chain.down("rork", attacker="zarann", by="activation", rows=2, **fight, **action)
    outcomes = ns.attack("zarann", "rork", **fight)["outcomes"]
    one, two = answer["rows"]
    assert one["seriously_injured"] == outcomes["seriously_injured"]
    assert one["out_of_action"] == outcomes["out_of_action"]
    # the second activation finishes off whom the first left seriously injured
    later = {name: fight[name] for name in ("weapon", "with_weapon")}
    alone = ns.chain.down("rork", attacker="zarann", by="activation", rows=1, **later, **action)
    assert of(two["out_of_action"]) > of(one["down"])
    assert of(alone["rows"][0]["down"]) < of(one["down"])
    assert answer["coup_de_grace"] == "next activation"


def test_down__other_enemies_prevent_a_coup_de_grace():
    answer = ns.chain.down("custom", **KNIFE, interference=1)
    assert answer["coup_de_grace"] is None
    assert of(answer["until"]["down"]["ever"]) == 1
    assert of(answer["until"]["out_of_action"]["ever"]) < 1
    assert "left alone" in str(answer)


def test_down__who_does_not_dare_charges_again():
    """Fearsome: a charger of Willpower 7+ dares in 21/36; else the charge is still to come."""
    plain = column(ns.chain.down("custom", **KNIFE, charging=True, rows=2), "down")
    feared = column(ns.chain.down("custom[+fearsome]", **KNIFE, charging=True, rows=2), "down")
    dares = F(21, 36)
    assert feared == [dares * plain[0], dares * plain[1] + (1 - dares) * dares * plain[0]]
    walking = column(ns.chain.down("custom[+fearsome]", **KNIFE, rows=2), "down")
    assert walking == column(ns.chain.down("custom", **KNIFE, rows=2), "down")


def test_down__an_unstable_pistol_ends_the_fight():
    pistol = "custom[str=12,am=5,rng_s=6,rng_l=12,traits=pistol|unstable]"
    answer = ns.chain.down("rork", weapon=pistol, close=True, by="activation")
    assert 0 < answer["until"]["cannot_fight"]["ever"]["p"] < 1
    assert answer["until"]["down"]["ever"]["p"] < 1
    assert any("runs dry" in line for line in answer["not_modelled"])


def test_down__fights_simulated():
    """Two attacks of Strength 4, AP -1 on 3+ against Toughness 3, armour 5+; charged with a third die."""
    throw = random.Random(43)

    def die():
        return throw.randint(1, 6)

    counts = {}
    for _ in range(20_000):
        toughness, out, n = 3, False, 0
        while not out:
            n += 1
            serious = False
            for _ in range(2 + (n == 1)):
                if out or die() < 3 or die() < (3 if toughness == 3 else 2):
                    continue
                if die() >= 6:
                    continue
                face = die()
                toughness -= face <= 2
                serious = serious or 2 < face < 6
                out = out or face == 6 or toughness == 0
            out = out or serious
        counts[n] = counts.get(n, 0) + 1
    result = ns.chain.down(
        "custom[t=3,armour=mesh]",
        attacker="custom[ws=3,a=2]",
        weapon="custom[str=4,ap=-1,rng_s=-,rng_l=E,traits=melee]",
        by="activation",
        charging=True,
    ).result
    assert_chances(counts, {n: float(result.waiting["out_of_action"].exactly(n)) for n in range(1, 100)})


# ---- down: rounds with recovery ------------------------------------------------------------------------------


def test_down__one_round_by_hand():
    """E48: of the seriously injured 1/3 are back after one End phase, or 5/9 with a friend."""
    shot = {"weapon": "lasgun", "attacker": "kaiya"}
    outcomes = ns.attack("kaiya", "rork", weapon="lasgun")["outcomes"]
    serious, out = of(outcomes["seriously_injured"]), of(outcomes["out_of_action"])
    for helped, (back, stays, lost) in (
        (False, (F(1, 3), F(1, 2), F(1, 6))),
        (True, (F(5, 9), F(5, 12), F(1, 36))),
    ):
        row = ns.chain.down("rork", **shot, recovery=True, assisted=helped, rows=1)["rows"][0]
        assert of(row["down"]) == serious + out
        assert of(row["back"]) == serious * back
        assert of(row["seriously_injured"]) == serious * stays
        assert of(row["out_of_action"]) == out + serious * lost
        assert of(row["in_play"]) == 1 - of(row["seriously_injured"]) - of(row["out_of_action"])


@pytest.mark.parametrize(("assisted", "ever"), [(False, F(2, 3)), (True, F(20, 21))])
def test_down__after_a_single_shot_recovery_goes_on(assisted, ever):
    """E48: nobody shoots any more, so a seriously injured target is back in the end in 2/3, or 20/21."""
    weapon = "custom[str=12,am=0,traits=single-shot]"
    outcomes = ns.attack("kaiya", "custom", weapon=weapon)["outcomes"]
    serious, out = of(outcomes["seriously_injured"]), of(outcomes["out_of_action"])
    until = ns.chain.down("custom", weapon=weapon, attacker="kaiya", recovery=True, assisted=assisted)[
        "until"
    ]
    assert of(until["back"]["ever"]) == serious * ever
    assert of(until["out_of_action"]["ever"]) == out + serious * (1 - ever)
    assert of(until["down"]["ever"]) == serious + out
    assert of(until["cannot_shoot"]["ever"]) == 1


def test_down__the_first_time_down_is_the_same_with_recovery():
    shot = {"weapon": "autogun", "attacker": "zarann", "rows": 8}
    fallen = ns.chain.down("rork", **shot, recovery=True)
    plain = ns.chain.down("rork", **shot, by="activation")
    assert column(fallen, "down") == column(plain, "down")
    assert fallen["until"]["down"] == {**plain["until"]["down"], "unit": "round"}
    longer, shorter = (each["until"]["out_of_action"]["mean"]["mean"] for each in (fallen, plain))
    helped = ns.chain.down("rork", **shot, recovery=True, assisted=True)["until"]["out_of_action"]
    assert shorter > 0
    assert helped["mean"]["mean"] > longer


def test_down__in_cover_one_that_comes_back_is_shot_again():
    shot = {"weapon": "autogun", "attacker": "zarann", "cover": "partial"}
    assert of(ns.chain.down("rork", **shot, by="activation")["until"]["out_of_action"]["ever"]) < 1
    assert of(ns.chain.down("rork", **shot, recovery=True)["until"]["out_of_action"]["ever"]) == 1


def test_down__toughness_1_never_comes_back():
    answer = ns.chain.down("custom[t=1]", weapon="boltgun", recovery=True)
    assert of(answer["until"]["back"]["ever"]) == 0


def test_down__a_coup_at_once_leaves_nobody_to_recover():
    at_once = ns.chain.down("custom", **KNIFE, recovery=True)
    assert of(at_once["until"]["back"]["ever"]) == 0
    assert any("does not come to recovery" in note for note in at_once["notes"])
    later = ns.chain.down("custom", **KNIFE, recovery=True, options={"coup_after_fight": False})
    assert of(later["until"]["back"]["ever"]) > 0
    assert not later["notes"]


def test_down__help_is_that_of_chain_recovery():
    helper = "kaiya[+medicae-kit,+medicae]"
    answer = ns.chain.down("rork", weapon="boltgun", recovery=True, helper=helper)
    alone = ns.chain.recovery("rork", helper=helper)
    assert answer["recovery"] == {
        "assisted": True,
        "helper": alone["helper"],
        "dice": alone["dice"],
        "out_rolled_again": True,
    }
    assert ns.chain.down("rork", weapon="boltgun")["recovery"] is None


def test_down__unstoppable_is_made_use_of():
    """A flesh wound is gone on 4+: another way round than in a table of states."""
    target = "rork[+unstoppable]"
    answer = ns.chain.down(target, weapon="boltgun", recovery=True)
    assert "unstoppable" not in " ".join(answer["not_modelled"])
    assert "unstoppable" in " ".join(ns.chain.down(target, weapon="boltgun", by="activation")["not_modelled"])
    alone = ns.chain.down("rork", weapon="boltgun", recovery=True)["until"]["back"]["ever"]["p"]
    assert answer["until"]["back"]["ever"]["p"] > alone


def test_down__rounds_simulated():
    """Hits on 3+ of Strength 4 against Toughness 3 without armour, and recovery alone, with other dice than ours."""
    throw = random.Random(48)

    def die():
        return throw.randint(1, 6)

    outs, backs, battles = {}, 0, 20_000
    for _ in range(battles):
        toughness, down, out, n, back = 3, False, False, 0, False

        def injured():
            face = die()
            return "flesh" if face <= 2 else "serious" if face <= 5 else "out"

        while not out:
            n += 1
            if die() >= 3 and die() >= (3 if toughness == 3 else 2):
                result = injured()
                toughness -= result == "flesh"
                out = result == "out" or toughness == 0
                down = down or result == "serious"
            if down and not out:
                result = injured()
                toughness -= result == "flesh"
                out = result == "out" or toughness == 0
                if result == "flesh" and not out:
                    down, back = False, True
        outs[n] = outs.get(n, 0) + 1
        backs += back
    result = ns.chain.down(
        "custom",
        attacker="custom[bs=3]",
        weapon="custom[str=4,am=0,rng_s=12,rng_l=24]",
        recovery=True,
    ).result
    waiting = result.waiting
    assert_chances(outs, {n: float(waiting["out_of_action"].exactly(n)) for n in range(1, 200)})
    p = float(waiting["back"].ever)
    assert_chances({1: backs, 0: battles - backs}, {1: p, 0: 1 - p})


# ---- recovery ------------------------------------------------------------------------------------------------


def test_recovery__alone_and_with_help_by_hand():
    """A die is a flesh wound, and so back, in 1/3, out of action in 1/6; of several the mildest counts."""
    rows = {row["help"]: row for row in ns.chain.recovery("custom")["with_help"]}
    assert list(rows) == ["alone", "friend", "medicae-kit", "medicae", "medicae and medicae-kit"]
    for name, dice, out in (
        ("alone", 1, F(1, 6)),
        ("friend", 2, F(1, 6)),
        ("medicae-kit", 3, F(1, 6)),
        ("medicae", 2, F(1, 36)),
        ("medicae and medicae-kit", 3, F(1, 36)),
    ):
        again = F(1, 6) * F(1, 3) if out == F(1, 36) else 0
        back = 1 - (1 - F(1, 3) - again) ** dice
        ever = back / (back + out**dice)
        row = rows[name]
        assert (row["dice"], row["out_rolled_again"]) == (dice, "medicae" in name.split())
        assert [of(row[key]) for key in ("back_at_once", "back", "out_of_action")] == [back, ever, 1 - ever]
        assert row["median"] == (1 if back >= F(1, 2) else 2)
        still, by = 1 - back - out**dice, 1
        while ever > F(9, 10) > ever * (1 - still**by):
            by += 1
        assert row["by"] == (by if ever > F(9, 10) else None)


def test_recovery__the_help_asked_for_is_among_them():
    answer = ns.chain.recovery("rork", helper="kaiya[+medicae-kit,+medicae]", flesh_wounds=1)
    row = answer["with_help"][-1]
    assert (row["dice"], row["out_rolled_again"]) == (answer["dice"], answer["out_rolled_again"]) == (3, True)
    assert row["back"] == answer["until"]["back"]["ever"]
    assert row["back_at_once"] == answer["rows"][0]["back"]
    assert row["by"] == answer["until"]["back"]["need"]["by"]


# ---- both ----------------------------------------------------------------------------------------------------

ASKED = {
    "ammo": lambda **how: ns.chain.ammo("heavy-stubber", **how),
    "down": lambda **how: ns.chain.down("rork", weapon="boltgun", **how),
    "activations": lambda **how: ns.chain.down(
        "rork", weapon="boltgun", attacker="kaiya", by="activation", **how
    ),
    "fights": lambda **how: ns.chain.down(
        "rork", weapon="chainsword", attacker="zarann", by="activation", charging=True, **how
    ),
    "rounds": lambda **how: ns.chain.down("rork", weapon="boltgun", recovery=True, assisted=True, **how),
}


@pytest.mark.parametrize("name", ASKED)
def test_shape(name):
    answer = ASKED[name]().to_dict()
    assert list(answer)[:5] == ["schema_version", "question", "chain", "system", "rules"]
    assert (answer["question"], answer["rules"]) == ("chain", "advanced")
    unit = answer["unit"]
    columns = [column for column in answer["rows"][0] if column != unit]
    for row in answer["rows"]:
        assert list(row) == [unit, *columns]
        assert all(0 <= row[name]["p"] <= 1 for name in columns)
    for entry in answer["until"].values():
        assert set(entry) == {"unit", "ever", "median", "mean", "mode", "need"}
    explained = set(answer["definitions"])
    assert {*columns, *answer["until"], "ever", "median", "mean", "mode", "need"} <= explained
    assert answer["stamp"]["rules"] == "advanced"
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize("name", ASKED)
def test_rows_and_until_are_of_one_chain(name):
    answer = ASKED[name](rows=40)
    for event, entry in answer["until"].items():
        if entry["unit"] != answer["unit"]:
            continue
        curve = column(answer, event) if "fraction" in answer["rows"][39][event] else None
        if curve is None:
            curve = [F(row[event]["p"]) for row in answer["rows"]]
        for share, n in ((F(1, 2), entry["median"]), (F(9, 10), entry["need"]["by"])):
            if n is not None and n <= 40:
                assert curve[n - 1] >= share
                assert n == 1 or curve[n - 2] < share


def test_long_fractions_are_left_out():
    row = ns.chain.ammo("heavy-stubber", rows=200)["rows"][199]["out_of_ammo"]
    assert set(row) == {"p", "method", "error"}
    assert row["p"] == pytest.approx(1 - (121 / 144) ** 200, rel=1e-15)


@pytest.mark.parametrize("need", ["0.9", 0.9, "90%", "9/10", Fraction(9, 10)])
def test_need__is_read_as_it_is_written(need):
    assert ns.chain.ammo("autogun", need=need, rows=1)["until"]["out_of_ammo"]["need"]["fraction"] == "9/10"


def test_need__of_certainty_is_answered():
    entry = ns.chain.ammo("autogun", need=1)["until"]["out_of_ammo"]
    assert entry["need"] == {"p": 1.0, "fraction": "1", "by": None, "at_least": 1}
    assert "never certain" in str(ns.chain.ammo("autogun", need=1))
    assert "at most 80.0% ever, not 90%" in str(ns.chain.ammo("plasma-gun/maximal"))


@pytest.mark.parametrize("need", [0, 1.5, -0.5, float("nan"), float("inf"), True, "much", "", None, "1e-400"])
def test_need__refuses(need):
    with pytest.raises(ns.UsageError, match="need"):
        ns.chain.ammo("autogun", need=need)


@pytest.mark.parametrize(
    ("named", "weapon", "how"),
    [
        ("no Ammo value", "custom", {}),
        ("no Ammo value", "shock-whip", {}),
        ("close combat", "power-sword", {}),
        ("close combat", "unarmed", {}),
        ("no weapon", "nogun", {}),
        ("rounds", "autogun", {"rounds": 0}),
        ("rounds", "autogun", {"rounds": -1}),
        ("rounds", "autogun", {"rounds": 101}),
        ("rounds", "autogun", {"rounds": 2.5}),
        ("rows", "autogun", {"rows": 0}),
        ("rows", "autogun", {"rows": 201}),
        ("firepower", "autogun", {"firepower": 2}),
        ("firepower", "autogun", {"firepower": -1}),
        ("reload", "autogun", {"reload": "later"}),
        ("all of them", None, {}),
        ("got both", "autogun", {"every": True}),
        ("got both", None, {"every": True, "fighter": "rork"}),
        ("firepower", None, {"every": True, "firepower": 1}),
        ("rows", None, {"every": True, "rows": 3}),
        ("no weapon with an Ammo value", None, {"fighter": "custom"}),
        ("advanced rules", "autogun", {"rules": "basic"}),
        ("fighter", "autogun", {"fighter": "nobody"}),
    ],
)
def test_ammo__refuses(named, weapon, how):
    with pytest.raises(ns.UsageError, match=named):
        ns.chain.ammo(weapon, **how)


@pytest.mark.parametrize(
    ("named", "how"),
    [
        ("close combat", {"weapon": "lasgun", "close": True}),
        ("every hit here is sure", {"weapon": "power-sword", "charging": True}),
        ("charging belongs to close combat", {"by": "activation", "charging": True}),
        ("assists belongs to close combat", {"by": "activation", "assists": 1}),
        ("cover and aim", {"weapon": "power-sword", "by": "activation", "cover": "partial"}),
        ("target_engaged", {"weapon": "power-sword", "target_engaged": True}),
        ("blast_cover belongs to shooting", {"weapon": "power-sword", "blast_cover": "full"}),
        ("nobody reloads", {"weapon": "power-sword", "by": "activation", "reload": "never"}),
        ("two weapons", {"weapon": "unarmed", "by": "activation", "with_weapon": "stub-gun"}),
        (
            "Unwieldy",
            {"weapon": "brute-cleaver[traits=melee|unwieldy]", "by": "activation", "with_weapon": "stub-gun"},
        ),
        ("headbutt", {"weapon": "power-sword", "by": "activation", "action": "headbutt"}),
        (
            "blind-fire belongs to shooting",
            {"weapon": "power-sword", "by": "activation", "action": "blind-fire"},
        ),
        ("close: expected True or False", {"close": "yes"}),
        ("assisted, helper: expected recovery", {"assisted": True}),
        ("assisted, helper: expected recovery", {"helper": "kaiya", "by": "activation"}),
        ("got 'hit'", {"recovery": True, "by": "hit"}),
        ("recovery: expected True or False", {"recovery": "yes"}),
        ("fighter", {"recovery": True, "helper": "nobody"}),
        ("need", {"need": 0, "recovery": True}),
        ("no weapon", {"weapon": "nogun"}),
        ("by", {"by": "shot"}),
        ("reload", {"by": "activation", "reload": "often"}),
        ("aim", {"aim": True}),
        ("cover", {"cover": "full"}),
        ("firepower", {"firepower": 1}),
        ("rows", {"rows": -1}),
        ("with_weapon", {"by": "activation", "with_weapon": "laspistol"}),
        ("charging", {"charging": True}),
        ("seriously_injured", {"seriously_injured": True}),
        ("keyword", {"wounds": 1}),
        ("action", {"by": "activation", "action": "headbutt"}),
        ("wounds_lost", {"wounds_lost": 1}),
        ("flesh_wounds", {"flesh_wounds": 4}),
        ("no short range", {"weapon": "frag-grenades", "range": "short"}),
        ("base contact", {"distance": 0}),
        ("Blast", {"blast_cover": "full"}),
        ("hidden", {"by": "activation", "cover": "full", "target_prone": True}),
        ("Unwieldy", {"weapon": "heavy-stubber", "by": "activation", "aim": True}),
        ("advanced rules", {"rules": "basic"}),
    ],
)
def test_down__refuses(named, how):
    with pytest.raises(ns.UsageError, match=named):
        ns.chain.down("rork", **{"weapon": "lasgun", **how})


def test_house_rules_that_are_basic_are_refused_with_a_way_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "necrostats.toml").write_text('default = "club"\n[house.club]\nrules = "basic"\n', "utf-8")
    with pytest.raises(ns.UsageError, match="club") as caught:
        ns.chain.ammo("autogun")
    assert "--rules advanced" in caught.value.hint
    assert ns.chain.ammo("autogun", rules="advanced", rows=1)["rows"]


def test_answer__shows_itself():
    for ask in ASKED.values():
        answer = ask()
        assert "(exact)" in str(answer)
        assert answer._repr_html_().startswith("<div")
        frame = answer.to_frame()
        first = frame.query("part == 'rows' and step == 1")
        assert set(first["quantity"]) == set(answer["rows"][0]) - {answer["unit"]}
        with pytest.raises(TypeError):
            answer.explain()


def recovered(**how):
    return ns.chain.recovery("custom", rows=2, **how)


def test_recovery__e48_e49():
    alone, helped = recovered(), recovered(assisted=True)
    assert [alone["rows"][1][name]["fraction"] for name in ("back", "still_down", "out_of_action")] == [
        "1/2",
        "1/4",
        "1/4",
    ]
    assert [helped["rows"][0][name]["fraction"] for name in ("back", "still_down", "out_of_action")] == [
        "5/9",
        "5/12",
        "1/36",
    ]
    assert [each["until"]["back"]["ever"]["fraction"] for each in (alone, helped)] == ["2/3", "20/21"]
    assert alone["until"]["back"]["need"]["by"] is None


def test_recovery__a_flesh_wound_too_many_is_no_way_back():
    assert recovered(flesh_wounds=2)["until"]["back"]["ever"]["fraction"] == "0"
    with pytest.raises(ns.UsageError, match="flesh_wounds"):
        recovered(flesh_wounds=3)
    with pytest.raises(ns.UsageError, match="advanced"):
        recovered(rules="basic")
