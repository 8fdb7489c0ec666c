"""Comparisons: the figures of ``attack``, exactly, sorted; what cannot be asked keeps its row."""

from fractions import Fraction

import pytest

import necrostats as ns
from necrostats.analyses.attack_rows import size
from necrostats.analyses.compare import BY, compare
from necrostats.analyses.standard_targets import STANDARD_TARGETS
from necrostats.errors import UsageError
from necrostats.systems.necromunda.catalogue import load

PROFILES = {profile.key for weapon in load().weapons.values() for profile in weapon.printed}


def rows_of(**asked):
    return compare(**asked).to_dict()["rows"]


def same(row, answer):
    """A row has the figures of an answer of ``attack``."""
    for name, chance in answer["stages"].items():
        assert row[name] == chance
    assert row["outcomes"] == answer["outcomes"]
    assert row["out_of_action"] == answer["outcomes"]["out_of_action"]
    lost = sum(int(n) * Fraction(p["fraction"]) for n, p in answer["wounds_lost"].items())
    assert Fraction(row["wounds_mean"]["fraction"]) == lost
    assert row["needs"] == answer["needs"]


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_rows_are_attacks(rules):
    weapons = ["lasgun", "shotgun/scatter", "boltgun[ap=-2]"]
    rows = rows_of(
        weapon=weapons, attacker="goliath-ganger", target=["kaiya", "rork"], range=["short", "long"],
        cover=["none", "partial"], rules=rules,
    )  # fmt: skip
    assert len(rows) == 3 * 2 * 4
    for row in rows:
        how = row["situation"]
        answer = ns.attack(
            "goliath-ganger",
            row["target"],
            weapon=row["weapon"],
            range=how["range"],
            cover=how["cover"],
            rules=rules,
        )
        same(row, answer.to_dict())
    assert ("down" in rows[0]) == (rules == "advanced")


def test_close_combat_is_asked_as_attack_asks_it():
    rows = rows_of(weapons="close", attacker="goliath-ganger", target="kaiya", charging=True, cover="full")
    assert len(rows) == sum(weapon.category == "close-combat" for weapon in load().weapons.values())
    for row in rows[:6]:
        answer = ns.attack("goliath-ganger", "kaiya", weapon=row["weapon"], close=True, charging=True)
        same(row, answer.to_dict())


def test_every_weapon_has_its_row():
    rows = rows_of(weapons="all", target="kaiya")
    assert {row["weapon"] for row in rows} == PROFILES
    assert all(row["rank"] for row in rows)


@pytest.mark.parametrize("by", BY)
def test_sorted_by(by):
    rows = rows_of(weapons="basic", by=by)
    key = {"wounds": "wounds_mean"}.get(by, by)
    assert [row["target"] for row in rows] == sorted(
        (row["target"] for row in rows), key=list(STANDARD_TARGETS).index
    )
    for target in STANDARD_TARGETS:
        mine = [row for row in rows if row["target"] == target]
        values = [size(row[key]) for row in mine]
        assert values == sorted(values, reverse=True)
        assert [row["rank"] for row in mine] == [1 + sum(v > value for v in values) for value in values]


def test_default_order():
    assert compare(weapon="lasgun").to_dict()["by"] == "down"
    assert compare(weapon="lasgun", rules="basic").to_dict()["by"] == "out_of_action"


def test_what_cannot_be_asked_keeps_its_row():
    rows = rows_of(weapon=["flamer", "lasgun"], target="kaiya", rules="basic")
    assert [(row["weapon"], row["rank"]) for row in rows] == [("lasgun", 1), ("flamer", None)]
    assert rows[1]["reason"] == "uses the flame template, which is advanced (N17-B-WPN-02)"
    assert rows[1]["hit"] is rows[1]["wounds_mean"] is rows[1]["outcomes"] is None
    beyond = rows_of(weapon=["lasgun", "long-las"], target="kaiya", distance=30)[1]
    assert (beyond["rank"], beyond["reason"]) == (None, "beyond long range (24 inches)")
    assert beyond["outcomes"]["missed"]["fraction"] == "1"
    close = rows_of(weapon=["lasgun", "sword"], target="kaiya", close=True)[1]
    assert close["reason"] == "weapon: expected one for close combat (Melee or Pistol)"
    short = rows_of(weapon=["frag-grenades", "lasgun"], target="kaiya", range="short")[1]
    assert short["reason"] == "has no short range"


def test_one_row_where_a_situation_changes_nothing():
    rows = rows_of(weapon=["power-sword", "flamer"], target="kaiya", range=["short", "long"])
    assert [(row["weapon"], row["situation"]["mode"]) for row in rows] == [
        ("flamer", "ranged"),
        ("power-sword", "close"),
    ]
    assert rows[0]["situation"]["range"] == "template"


def test_loadouts():
    rows = rows_of(attacker=["rork[+boltgun]", "kaiya"], target="reina")
    assert {(row["attacker"], row["weapon"]) for row in rows} == {
        ("rork[+boltgun]", "stub-gun"), ("rork[+boltgun]", "brute-cleaver"), ("rork[+boltgun]", "boltgun"),
        ("kaiya", "laspistol"), ("kaiya", "power-sword"),
    }  # fmt: skip
    assert not any(row["not_carried"] for row in rows)
    assert rows_of(attacker="escher-ganger", target="reina")[0]["weapon"] == "unarmed"


def test_what_a_weapon_does_to_its_user():
    weapons = ["plasma-gun/maximal", "grenade-launcher/frag", "boltgun"]
    rows = {row["weapon"]: row for row in rows_of(weapon=weapons, target="rork", range="short")}
    plasma, frag, boltgun = (rows[name] for name in weapons)
    assert plasma["user_down"]["fraction"] == plasma["user_out_of_action"]["fraction"] == "1/12"  # 1/6 * 3/6
    assert 0 < size(frag["user_out_of_action"]) < size(frag["user_down"])
    after = ns.attack("custom", "rork", weapon="grenade-launcher/frag", range="short")["attacker_after"]
    assert size(frag["user_down"]) == size(after["seriously_injured"]) + size(after["out_of_action"])
    assert frag["user_out_of_action"] == after["out_of_action"]
    assert boltgun["user_down"]["fraction"] == "0"
    assert "user_down" not in rows_of(weapon="boltgun", target="rork", rules="basic")[0]


def test_credits():
    rows = rows_of(weapon=["boltgun", "boltgun[ap=-3]", "unarmed"], attacker="goliath-ganger", target="kaiya")
    by_weapon = {row["weapon"]: row for row in rows}
    boltgun = by_weapon["boltgun"]
    assert boltgun["credits"] == 55
    assert Fraction(boltgun["per_100_credits"]["fraction"]) == size(boltgun["down"]) * 100 / 55
    assert "credits" not in by_weapon["boltgun[ap=-3]"]
    assert "credits" not in by_weapon["unarmed"]


def test_credits_of_the_fighter():
    asked = {
        "weapon": ["boltgun", "stub-gun", "boltgun[ap=-3]"],
        "attacker": ["rork", "custom[+boltgun,armour=mesh]"],
    }
    found = compare(**asked, target="kaiya", price="fighter").to_dict()
    rows = {(row["attacker"], row["weapon"]): row for row in found["rows"]}
    own, taken = rows["rork", "stub-gun"], rows["rork", "boltgun"]
    assert (own["credits"], taken["credits"]) == (80, 80 + 55)  # the card of the box; a boltgun besides
    assert Fraction(taken["per_100_credits"]["fraction"]) == size(taken["down"]) * 100 / 135
    assert "credits" not in rows["rork", "boltgun[ap=-3]"]
    assert not any("credits" in row for (who, _), row in rows.items() if who != "rork")
    assert any(note.endswith("has no price") for note in found["notes"])
    assert found["price"] == "fighter"
    assert "attacker with all its kit" in found["definitions"]["credits"]
    pair = rows_of(
        weapon="laspistol", with_weapon="stub-gun", attacker="rork", target="kaiya", price="fighter"
    )
    assert pair[0]["credits"] == 80 + 5  # the laspistol is not Rork's, the stub gun is


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "expected weapons to compare"),
        ({"weapon": "lasgn"}, "no weapon 'lasgn'"),
        ({"weapons": "rifles"}, "no category of weapons 'rifles'"),
        ({"weapon": "lasgun", "target": "nobody"}, "no fighter 'nobody'"),
        ({"weapon": "lasgun", "price": "gang"}, "no price 'gang'"),
        ({"weapon": "lasgun", "by": "luck"}, "no figure to sort by 'luck'"),
        ({"weapon": "lasgun", "by": "down", "rules": "basic"}, "by: down belongs to the advanced rules"),
        ({"weapon": "lasgun", "range": ["short", "far"]}, "range: expected one of short, long"),
        ({"weapon": "lasgun", "cover": ["none", "ful"]}, "cover: expected one of"),
        ({"weapon": "lasgun", "distance": float("nan")}, "distance: expected inches"),
        ({"weapon": "lasgun", "distance": 3, "range": "short"}, "expected ranges or distances"),
        ({"weapon": "lasgun", "wounds_lost": 9}, "wounds_lost: expected at most"),
        ({"weapon": "lasgun", "close": True}, "expected one for close combat"),
        ({"weapon": {"lasgun": 1}}, "weapon: expected a value or a list of values"),
        ({"weapons": "all", "distance": range(1, 100)}, "expected at most 10,000 attacks"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_refused(asked, said):
    with pytest.raises(UsageError, match=said):
        compare(**asked)


def test_interrupted__keeps_what_was_computed():
    def progress(done, _total):
        if done == 3:
            raise KeyboardInterrupt

    answer = compare(weapons="pistols", progress=progress).to_dict()
    assert len(answer["rows"]) == 3
    assert answer["stamp"]["stopped"] == "interrupted"
    assert "interrupted after 3 of" in answer["notes"][-1]


def test_python__prints_and_tabulates():
    answer = ns.compare(weapon=["lasgun", "boltgun"], target="escher-ganger", range=["short", "long"])
    assert str(answer).startswith("Most likely to put Escher ganger down: boltgun (short), 49.2%")
    frame = answer.to_frame()
    assert list(frame["rank"]) == [1, 2, 3, 4]
    assert frame["down"].is_monotonic_decreasing
    assert "necrostats" in answer._repr_html_()
