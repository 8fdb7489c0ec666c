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


def test_hit_roll__is_worked_out_as_for_a_shot():
    answer = ns.blast("kaiya", weapon="frag-grenades", cover="partial")
    assert answer["needs"]["hit"] == {"on": 5, "why": "BS 4+, partial cover -1"}
    assert answer["marker"] == 3
    assert any("not in the kit" in note for note in answer["notes"])
    aimed = ns.blast("kaiya", weapon="grenade-launcher/frag", shooter="0,-6", aim=True)
    assert aimed["situation"]["range"] == "short"  # 6 inches less two halves of a base
    assert aimed["hit"]["fraction"] == "1/2"


@pytest.mark.parametrize(("reading", "hit"), [("miss", "0"), ("improbable", "1/12"), ("nat6_hits", "1/6")])
def test_hit_roll__that_cannot_be_rolled(reading, hit):
    shot = {"cover": "full", "target_engaged": True, "options": {"impossible_shot": reading}}
    answer = ns.blast("kaiya", weapon="frag-grenades", **shot)
    assert answer["hit"]["fraction"] == hit
    assert answer["needs"]["hit"]["on"] == 7


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
