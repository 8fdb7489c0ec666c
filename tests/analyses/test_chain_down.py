"""Hits, activations and rounds until a fighter is down: by hand, and simulated."""

import random
from fractions import Fraction

import pytest

import necrostats as ns
from tests.conftest import assert_chances

F = Fraction


def of(chance):
    return F(chance["fraction"])


def column(answer, name):
    return [of(row[name]) for row in answer["rows"]]


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
