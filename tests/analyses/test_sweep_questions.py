"""Sweeps of matchups, blasts and chains: each cell is the question itself; what is refused."""

import pytest

import necrostats as ns
from necrostats.analyses.duel_alone import duel
from necrostats.analyses.sweep import sweep
from necrostats.analyses.sweep_questions import QUESTIONS
from necrostats.errors import UsageError

BASIC = {"rules": "basic", "rounds": 2, "lane": 12}


def rows_of(*asked, **how):
    return sweep(*asked, **how).to_dict()["rows"]


@pytest.mark.parametrize(
    ("over", "fighters", "asked"),
    [
        ("distance=0..12..4", lambda _: ("kaiya", "rork"), lambda n: {"distance": n}),
        ("cover_b=none,full", lambda _: ("kaiya", "rork"), lambda cover: {"cover_b": cover}),
        ("policy-a=charge,best", lambda _: ("kaiya", "rork"), lambda policy: {"policy_a": policy}),
        ("no-aim=no,yes", lambda _: ("kaiya", "rork"), lambda no_aim: {"no_aim": no_aim}),
        ("a.bs=3..4", lambda bs: (f"kaiya[bs={bs}]", "rork[w=2]"), lambda _: {}),
        ("b=reina,zarann[w=1]", lambda b: ("kaiya", b), lambda _: {}),
        ("option.pin_on=hit,attack", lambda _: ("kaiya", "rork"), lambda pin: {"options": {"pin_on": pin}}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_matchups(over, fighters, asked):
    b = "rork[w=2]" if over.startswith("a.bs") else "rork"
    for row in rows_of(
        "matchup", "kaiya", b, over=over, **{"distance": 8, **BASIC} if "dist" not in over else BASIC
    ):
        (value,) = row["at"].values()
        how = {"distance": 8, **BASIC, "trials": 0} | asked(value)
        whole = ns.matchup(*fighters(value), **how)["duel"]
        assert row["value"] == whole["a_wins"]
        assert row["figures"]["draw"] == whole["draw"]
        assert row["figures"]["rounds"] == {"mean": whole["rounds_mean"]}


def test_a_duel_by_itself__is_that_of_the_matchup():
    for rules in ("basic", "advanced"):
        for distance in (3, 9):
            how = {"rules": rules, "distance": distance, "lane": 9, "rounds": 1}
            alone = duel("kaiya", "rork", **how).to_dict()
            whole = ns.matchup("kaiya", "rork", **how, trials=0)
            assert alone["duel"] == whole["duel"]
            assert alone["not_modelled"] == whole["not_modelled"]
    with pytest.raises(UsageError, match="distance: expected a whole number from 0 to 9"):
        duel("kaiya", "rork", distance=10, lane=9, rounds=1)


@pytest.mark.parametrize(
    ("question", "over", "asked"),
    [
        ("ammo", "weapon=boltgun,autogun", {"fighter": "rork"}),
        ("ammo", "reload=when-dry,never", {"weapon": "autogun", "rounds": 3}),
        ("ammo", "weapon.am=3..5", {"weapon": "autogun"}),
        ("down", "target.t=2..4", {"target": "rork", "weapon": "lasgun"}),
        (
            "down",
            "distance=12,20",
            {"target": "rork", "weapon": "lasgun", "by": "activation", "attacker": "kaiya"},
        ),
        ("down", "need=50%,0.9", {"target": "rork", "weapon": "lasgun"}),
        ("recovery", "assisted=no,yes", {"who": "rork"}),
        ("bottle", "losses=1..2", {"gang": "4*custom", "rounds": 2}),
    ],
)
def test_chains(question, over, asked):
    subject = {"ammo": "weapon", "down": "target", "recovery": "who", "bottle": "gang"}[question]
    named = [asked[subject]] if subject in asked else []
    rest = {name: value for name, value in asked.items() if name != subject}
    answer = sweep(f"chain {question}", *named, over=over, **rest).to_dict()
    assert len(answer["rows"]) > 1
    for row in answer["rows"]:
        ((name, value),) = row["at"].items()
        keywords = dict(asked)
        owner, dot, key = name.partition(".")
        keywords[owner] = f"{asked[owner]}[{key}={value}]" if dot else value
        whole = getattr(ns.chain, question)(**keywords).to_dict()
        found = whole
        for part in answer["figure"].split("."):
            found = found[part]
        assert row["value"] == found
        median = next(iter(whole["until"].values()))["median"]
        assert row["figures"]["median"] == {"number": median}


def test_blasts():
    rows = rows_of("blast", "kaiya", weapon="frag-grenades", over="attacker.bs=2..5", figure="hits.1")
    assert [row["value"]["fraction"] for row in rows] == ["23/27", "19/27", "5/9", "11/27"]
    rows = rows_of("blast", marker=5, over="hit=3+,4+")
    assert [row["value"] for row in rows] == [
        ns.blast(marker=5, hit=hit).to_dict()["expected"] for hit in ("3+", "4+")
    ]


@pytest.mark.parametrize(
    ("figure", "path"),
    [
        ("median", "until.down.median"),
        ("until.down.need.at_least", "until.down.need.at_least"),
        ("rows.3.down", None),
    ],
)
def test_figures(figure, path):
    answer = sweep("chain down", "rork", weapon="lasgun", over="target.t=3..4", figure=figure).to_dict()
    assert answer["figure"] == (path or figure)
    whole = ns.chain.down("rork[t=3]", weapon="lasgun").to_dict()
    expected = {
        "median": {"number": whole["until"]["down"]["median"]},
        "rows.3.down": whole["rows"][2]["down"],
        "until.down.need.at_least": {"number": whole["until"]["down"]["need"]["at_least"]},
    }[figure]
    assert answer["rows"][0]["value"] == expected


def test_what_never_happens_has_no_figure():
    rows = rows_of("chain recovery", "custom", over="flesh_wounds=1..2", figure="median")
    assert [row["value"] for row in rows] == [{"number": 2}, None]
    assert rows[1]["reason"] == "never happens"


def test_cells_that_cannot_be_asked_say_why():
    rows = rows_of("matchup", "kaiya", "rork", over="distance=11..13", **BASIC)
    assert [row["reason"] for row in rows] == [
        None, None, "distance: expected a whole number from 0 to 12, got 13",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "how", "said"),
    [
        (("matchup", "kaiya"), {"over": "distance=1..2"}, "matchup: expected b, got none"),
        (("matchup", "a", "b", "c"), {"over": "distance=1..2"}, "expected a and b, got 3 names"),
        (("matchup", "kaiya", "rok"), {"over": "distance=1..2"}, "no fighter 'rok'"),
        (("matchup", "kaiya", "rork"), {"over": "luck=1..2"}, "no axis 'luck'"),
        (("matchup", "kaiya", "rork"), {"over": "policy_a=charg,best"}, "no policy 'charg'"),
        (
            ("matchup", "kaiya", "rork"),
            {"over": "cover_a=ful"},
            "cover_a: expected one of none, partial, full",
        ),
        (("matchup", "kaiya", "rork"), {"over": "distance=1.5..3"}, "distance: expected a whole number"),
        (("matchup", "kaiya", "rork"), {"over": "distance=25..30"}, "from 0 to 24, got 25"),
        (("matchup", "kaiya", "rork"), {"over": "rounds=1..2", "rounds": 3}, "expected one value or an axis"),
        (("matchup", "kaiya", "rork"), {"over": "rounds=1..2", "weapn": "x"}, "matchup: expected a keyword"),
        (
            ("matchup", "kaiya", "rork"),
            {"over": "lane=12", "figure": "a_win", "rules": "basic"},
            "no figure 'a_win'",
        ),
        (("chain down", "rork"), {"over": "target.t=2..3"}, "chain down: expected weapon, got none"),
        (
            ("chain down", "rork"),
            {"over": "helper.t=2..3", "weapon": "lasgun"},
            "helper.t: expected a helper",
        ),
        (("chain down", "rork"), {"over": "target.t=2..11", "weapon": "lasgun"}, "from 1 to 10"),
        (("chain bottle", "4*custom"), {"over": "gang.t=2..3"}, "no axis 'gang.t'"),
        (("chain amo", "lasgun"), {"over": "rounds=2..3"}, "no question to sweep 'chain amo'"),
    ],
    ids=str,
)
def test_refused(asked, how, said):
    with pytest.raises(UsageError, match=said):
        rows_of(*asked, **how)


def test_every_figure_that_is_shown_has_a_place():
    for question in QUESTIONS.values():
        assert set(question.shown) <= set(question.figures)
