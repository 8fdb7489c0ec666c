"""Who is under a marker, as an answer."""

from fractions import Fraction

import pytest

import necrostats as ns

LINE = {"marker": 3, "hit": "4+", "arrangement": "line of 3 at 1 inch"}


def test_the_aimed_at_fighter_is_exact():
    answer = ns.blast(**LINE)
    first, second, third = answer["fighters"]
    assert [first[key]["fraction"] for key in ("when_hit", "when_missed", "touched")] == ["1", "1/9", "5/9"]
    assert (second["when_hit"]["p"], third["when_hit"]["p"]) == (1, 0)
    assert 0 < second["touched"]["error"] < 1e-12
    assert answer["landing"]["on_shooter"]["fraction"] == "1/216"


def test_the_whole_agrees_with_its_parts():
    answer = ns.blast(**LINE, shooter="0,-2")
    mean = sum(row["touched"]["p"] for row in answer["fighters"])
    assert answer["expected"]["mean"] == pytest.approx(mean, abs=1e-12)
    for when in ("hit", "missed"):
        parts = sum(row[f"when_{when}"]["p"] for row in answer["fighters"])
        assert answer[f"expected_when_{when}"]["mean"] == pytest.approx(parts, abs=1e-12)
    places = sum(p["p"] * answer["landing_expected"][place]["mean"] for place, p in answer["landing"].items())
    assert places == pytest.approx(mean, abs=1e-12)
    assert ns.blast(**LINE)["landing_expected"]["on_shooter"] is None
    assert sum(int(n) * chance["p"] for n, chance in answer["hits"].items()) == pytest.approx(mean, abs=1e-12)
    assert sum(Fraction(chance["fraction"]) for chance in answer["landing"].values()) == 1
    for ring in answer["rings"]:
        assert (ring["arcs"][0]["from"], ring["arcs"][-1]["to"]) == (0, 360)
    assert answer["shooter"]["touched"]["p"] > 1 / 216


def test_base_sizes__by_hit_roll():
    rows = {row["base"]: row for row in ns.blast(**LINE)["base_sizes"]}
    assert list(rows) == [25, 28, 32, 40]
    assert [rows[mm]["missed"]["fraction"] for mm in rows] == ["1/9", "5/18", "5/18", "5/18"]
    assert rows[25]["hit"]["4+"]["fraction"] == "5/9"
    assert list(rows[25]["hit"]) == ["2+", "3+", "4+", "5+", "6+"]


def test_base_sizes__of_the_fighter_aimed_at_too():
    rows = ns.blast(marker=3, hit="4+", arrangement="0,0 3,0@60", aim_at="3,0")["base_sizes"]
    assert [row["base"] for row in rows] == [25, 28, 32, 40, 60]


def test_hit_roll__is_worked_out_as_for_a_shot():
    answer = ns.blast("kaiya", weapon="frag-grenades", cover="partial")
    assert answer["needs"]["hit"] == {"on": 5, "why": "BS 4+, partial cover -1"}
    assert answer["marker"] == 3
    assert any("not in the kit" in note for note in answer["notes"])
    aimed = ns.blast("kaiya", weapon="grenade-launcher/frag", shooter="0,-6", aim=True)
    assert aimed["situation"]["range"] == "short"  # 6 inches less two halves of a base
    assert aimed["hit"]["fraction"] == "1/2"


LAUNCHER, GRENADE, CANNON = "grenade-launcher/frag", "frag-grenades", "plasma-cannon/maximal"
SKILLED = {
    "nothing": ("kaiya", LAUNCHER, {"cover": "partial"}, 6),
    "trick shot in cover": ("kaiya[+trick-shot]", LAUNCHER, {"cover": "full", "target_engaged": True}, 6),
    "infra-sight": ("kaiya[+infra-sight]", LAUNCHER, {"cover": "partial"}, 5),
    "infra-sight of a thrower": ("kaiya[+infra-sight]", GRENADE, {"cover": "partial"}, 5),
    "mono-sight": ("kaiya[+mono-sight]", LAUNCHER, {"aim": True, "range": "long"}, 2),
    "telescopic sight": ("kaiya[+telescopic-sight]", "grav-gun", {"aim": True, "range": "long"}, 2),
    "las-projector": ("kaiya[+las-projector]", LAUNCHER, {"range": "short"}, 4),
    "ballistics expert": ("kaiya[+ballistics-expert]", LAUNCHER, {"aim": True, "range": "long"}, 3),
    "expert who does not aim": ("kaiya[+ballistics-expert]", LAUNCHER, {"range": "long"}, 4),
    "hip shooting": ("kaiya[+hip-shooting]", LAUNCHER, {"action": "hip-shooting", "range": "long"}, 5),
    "blind fire": ("kaiya", GRENADE, {"action": "blind-fire"}, 6),
    "a suspensor": ("kaiya[+suspensor]", CANNON, {"aim": True, "range": "long"}, 3),
    "marksman": ("kaiya[+marksman]", LAUNCHER, {"range": "long"}, 4),
    "improbable": ("kaiya[+mono-sight]", LAUNCHER, {"cover": "full", "target_engaged": True}, 6),
}


@pytest.mark.parametrize("name", SKILLED)
def test_hit_roll__is_that_of_an_attack(name):
    """The one fighter aimed at is touched as often as an attack with the weapon hits."""
    who, weapon, shot, on = SKILLED[name]
    answer, attack = (
        ns.blast(who, weapon=weapon, **shot),
        ns.attack(who, "rork", weapon=weapon, **shot, rules="advanced"),
    )
    assert answer["needs"]["hit"]["on"] == on
    assert answer["needs"]["hit"] == attack["needs"]["hit"]
    assert answer["fighters"][0]["touched"] == attack["stages"]["hit"]
    assert not any("skills" in line and "kaiya" in line.lower() for line in answer["not_modelled"])


def test_hit_roll__an_expert_and_the_sum_of_its_modifiers():
    answer = ns.blast("kaiya[+ballistics-expert,+las-projector]", weapon=LAUNCHER, range="short", aim=True)
    why = "BS 4+, aimed +1, 1 easier if a ballistics expert rolls 7+ on 2D6"
    assert answer["needs"]["hit"] == {"on": 3, "why": why}
    assert Fraction(answer["hit"]["fraction"]) == Fraction(4, 6) + Fraction(1, 6) * Fraction(21, 36)


@pytest.mark.parametrize(("reading", "hit"), [("miss", "0"), ("improbable", "1/12"), ("nat6_hits", "1/6")])
def test_hit_roll__that_cannot_be_rolled(reading, hit):
    shot = {"cover": "full", "target_engaged": True, "options": {"impossible_shot": reading}}
    answer = ns.blast("kaiya", weapon="frag-grenades", **shot)
    assert answer["hit"]["fraction"] == hit
    assert answer["needs"]["hit"]["on"] == (7 if reading == "miss" else 6)


def test_hit_roll__of_smoke():
    assert ns.blast("kaiya", weapon="custom[traits=blast(5)|smoke]")["hit"]["fraction"] == "1/2"


def test_a_servo_harness_throws_farther():
    with pytest.raises(ns.UsageError, match="long range"):
        ns.blast("kaiya", weapon=GRENADE, distance=12)
    assert ns.blast("kaiya[+servo-harness-full]", weapon=GRENADE, distance=12)["hit"]["fraction"] == "1/2"


def test_not_modelled__names_what_is_left_out():
    given = ns.blast(marker=3, hit="4+")["not_modelled"]
    assert [line.split()[0].rstrip(",") for line in given] == ["walls", "the", "skills", "what"]
    shot = ns.blast("kaiya[+trick-shot,+stimm-slug-stash]", weapon=GRENADE)["not_modelled"]
    assert len(shot) == len(given) + 2
    assert "not the closest" in shot[-2]
    assert "stimm-slug stash of Kaiya" in shot[-1]
    assert ns.blast("kaiya[+marksman]", weapon=GRENADE)["not_modelled"] == given


def test_options__of_no_matter_are_said():
    notes = ns.blast(
        "kaiya", weapon=GRENADE, options={"wound_last_row": "seed_literal", "impossible_shot": "miss"}
    )["notes"]
    assert [line for line in notes if "option" in line] == [
        "option wound_last_row does not matter to this question"
    ]


def test_check__lies_near_and_repeats():
    answer = ns.blast(**LINE, trials=50_000, seed=3)
    check = answer["check"]
    assert check["compared"] >= 5
    assert check["z_max"] < 4.5
    assert check == ns.blast(**LINE, trials=50_000, seed=3)["check"]
    assert ns.blast(**LINE)["check"] is None
    assert answer["stamp"]["seed"] == 3


def test_answer__shows_itself():
    answer = ns.blast(**LINE, trials=1000, seed=1)
    assert "Who is under the marker" in str(answer)
    frame = answer.to_frame()
    assert (
        frame.query("part == 'fighter' and fighter == '1' and quantity == 'touched'")["fraction"].item()
        == "5/9"
    )
    assert set(frame["part"]) == {"fighter", "fighters", "marker", "check", "base_size"}
    with pytest.raises(TypeError):
        answer.explain()


def test_overlapping_bases_are_said():
    notes = ns.blast(marker=3, hit=4, arrangement="0,0 0.5,0 9,9")["notes"]
    assert "bases overlap, as if on two levels: 1 and 2" in notes


@pytest.mark.parametrize(
    ("named", "asked"),
    [
        ("weapon with Blast or a marker", {}),
        ("marker", {"marker": 4, "hit": "4+"}),
        ("both", {"marker": 3, "weapon": "frag-grenades", "hit": "4+"}),
        ("Blast", {"weapon": "lasgun", "hit": "4+"}),
        ("hit", {"marker": 3, "hit": "9+"}),
        ("hit", {"marker": 3, "hit": True}),
        ("both", {"marker": 3, "hit": "4+", "cover": "full"}),
        ("fighter with a weapon", {"marker": 3}),
        ("fighter with a weapon", {"weapon": "frag-grenades"}),
        ("long range", {"attacker": "kaiya", "weapon": "frag-grenades", "distance": 20}),
        ("long range", {"attacker": "kaiya", "weapon": "frag-grenades", "shooter": "0,40"}),
        ("base contact", {"attacker": "kaiya", "weapon": "frag-grenades", "distance": 0}),
        ("Unwieldy", {"attacker": "kaiya", "weapon": "plasma-cannon/maximal", "aim": True}),
        ("Unwieldy", {"attacker": "kaiya[+hip-shooting]", "weapon": "plasma-cannon/maximal", "action": "hip-shooting"}),
        ("no action to aim", {"attacker": "kaiya", "weapon": "frag-grenades", "aim": True, "action": "blind-fire"}),
        ("action", {"attacker": "kaiya", "weapon": "frag-grenades", "action": "headbutt"}),
        ("advanced rules", {"marker": 3, "hit": "4+", "rules": "basic"}),
        ("short range", {"attacker": "kaiya", "weapon": "frag-grenades", "range": "short"}),
        ("base", {"marker": 3, "hit": "4+", "base": 0}),
        ("base", {"marker": 3, "hit": "4+", "base": float("nan")}),
        ("shooter", {"marker": 3, "hit": "4+", "shooter": "0,0 1,1"}),
        ("point", {"marker": 3, "hit": "4+", "aim_at": "here"}),
        ("fighters", {"marker": 3, "hit": "4+", "arrangement": "line of 500 at 1 inch"}),
        ("trials", {"marker": 3, "hit": "4+", "trials": -1}),
        ("seed", {"marker": 3, "hit": "4+", "trials": 10, "seed": -1}),
    ],
)  # fmt: skip
def test_refuses(named, asked):
    with pytest.raises(ns.UsageError, match=named):
        ns.blast(**asked)
