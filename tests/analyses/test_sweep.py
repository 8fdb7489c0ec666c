"""Sweeps of attacks: each cell is an attack; axes and figures as typed; what is refused."""

from fractions import Fraction

import pytest

import necrostats as ns
from necrostats.analyses.axes import SITUATION, axes, of_fighters
from necrostats.analyses.sweep import sweep
from necrostats.errors import UsageError

LASGUN = ("attack", "kaiya", "rork")
KNOWN = SITUATION | of_fighters("attacker")


def rows_of(**asked):
    return sweep(*LASGUN, **{"weapon": "lasgun", **asked}).to_dict()["rows"]


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_cells_are_attacks(rules):
    rows = rows_of(over=["distance=6..30..6", "cover=none,full"], rules=rules, aim=True)
    assert [tuple(row["at"].values()) for row in rows[:3]] == [(6, "none"), (6, "full"), (12, "none")]
    for row in rows:
        answer = ns.attack("kaiya", "rork", weapon="lasgun", aim=True, rules=rules, **row["at"]).to_dict()
        assert row["value"] == (answer["stages"].get("down") or answer["outcomes"]["out_of_action"])
        assert row["outcomes"] == answer["outcomes"]
        assert {name: row[name] for name in answer["stages"]} == answer["stages"]


@pytest.mark.parametrize(
    ("over", "fighters", "asked"),
    [
        ("attacker.bs=2..6", lambda n: (f"kaiya[bs={n}]", "rork"), {}),
        ("target.t=2..6", lambda n: ("kaiya", f"rork[t={n}]"), {}),
        ("target.armour=none,mesh", lambda suit: ("kaiya", f"rork[armour={suit}]"), {}),
        ("target=reina,zarann[w=2]", lambda whom: ("kaiya", whom), {}),
        ("attacker=reina,zarann", lambda who: (who, "rork"), {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_axes_of_fighters(over, fighters, asked):
    for row in rows_of(over=over, **asked):
        (value,) = row["at"].values()
        assert row["value"] == ns.attack(*fighters(value), weapon="lasgun", **asked)["stages"]["down"]


def test_axes_of_weapons():
    rows = rows_of(over="weapon.ap=-2..0")
    for row in rows:
        answer = ns.attack("kaiya", "rork", weapon=f"lasgun[ap={row['at']['weapon.ap']}]")
        assert row["value"] == answer["stages"]["down"]
    rows = sweep(*LASGUN, over="weapon=lasgun,boltgun[d=1]").to_dict()["rows"]
    assert [row["weapon_name"] for row in rows] == ["Lasgun", "Boltgun [d=1]"]
    several = sweep(*LASGUN, weapon=["lasgun", "boltgun[d=1]"], over="cover=none").to_dict()["rows"]
    assert [row["value"] for row in several] == [row["value"] for row in rows]


@pytest.mark.parametrize(
    ("figure", "path"),
    [
        ("flesh-wound", "outcomes.flesh_wound"),
        ("stages.hit", "stages.hit"),
        ("pinned", "target_after.pinned"),
        ("wounds_lost.1", "wounds_lost.1"),
        ("toughness.3", None),
        ("target_after.toughness.3", "target_after.toughness.3"),
    ],
)
def test_figures(figure, path):
    if path is None:
        with pytest.raises(UsageError, match="no figure"):
            rows_of(over="cover=none", figure=figure)
        return
    (row,) = rows_of(over="cover=none", figure=figure)
    found = ns.attack("kaiya", "rork", weapon="lasgun").to_dict()
    for part in path.split("."):
        found = found[part]
    assert row["value"] == found


def test_mean_and_what_never_happens():
    (row,) = rows_of(over="cover=none", figure="wounds")
    assert Fraction(row["value"]["fraction"]) == Fraction(4, 27)
    (row,) = rows_of(over="cover=none", figure="webbed")
    assert row["value"] == {"p": 0.0, "fraction": "0"}


def test_bands():
    answer = sweep(*LASGUN, weapon=["lasgun", "flamer"], over="distance=1..9").to_dict()
    assert answer["bands"] == [{"weapon": "lasgun", "short": 18, "long": 24}]
    flames = [row for row in answer["rows"] if row["weapon"] == "flamer"]
    assert flames[7]["reason"] is None
    assert flames[8]["value"] is None
    assert flames[8]["reason"].startswith("distance: a flame template reaches about 8 inches")
    assert sweep(*LASGUN, over="distance=1..30").to_dict()["notes"][0] == (
        "left out, for close combat alone: Power sword"
    )


def test_spans():
    (axis,) = axes("distance=1..2..0.5,8", KNOWN)
    assert axis.values == (1, 1.5, 2, 8)
    assert axes({"aim": [False, True]}, KNOWN)[0].values == (False, True)
    assert axes("attacker.ws=3+..5+", KNOWN)[0].values == (3, 4, 5)
    assert axes({"distance": range(1, 4)}, KNOWN)[0].values == (1, 2, 3)
    assert axes("action=none,hip-shooting", KNOWN)[0].values == ("", "hip-shooting")


@pytest.mark.parametrize(
    ("over", "said"),
    [
        ("luck=1..3", "no axis 'luck'"),
        ("target.luck=1", "no axis 'target.luck'"),
        ("distance", "expected name=values"),
        ("distance=", "distance: expected values"),
        ("distance=,", "distance: expected values"),
        ([], "expected one axis or two, got none"),
        (None, "expected one axis or two, got none"),
        ("distance=24..1", "expected a span from low to high"),
        ("distance=1..24..0", "expected a step that is a number above 0"),
        ("distance=1..24..-1", "expected a step"),
        ("target.t=1..9..0.5", "expected a step that is a whole number of 1 or more"),
        ("distance=1..2..3..4", "expected low..high or low..high..step"),
        ("distance=nan", "expected a number from 0 to 999"),
        ({"distance": [float("nan")]}, "expected a number from 0 to 999"),
        ("distance=inf", "expected a number from 0 to 999"),
        ("distance=far", "expected a number from 0 to 999"),
        ("target.t=2.5", "expected a whole number from 1 to 10"),
        ("target.t=0..3", "expected a whole number from 1 to 10"),
        ("target.armour=mehs", "no armour 'mehs'"),
        ("cover=ful", "cover: expected one of none, partial, full"),
        ("aim=maybe", "aim: expected no or yes"),
        ("weapon=lasgn", "weapon: expected one value or an axis, got both"),
        ("distance=0..999..0.01", "expected at most 10,000 values, got 99,901"),
        (
            ["distance=1..999", "in-line=0..10"],
            r"expected at most 10,000 cells, got 10,989 \(999 of distance x 11",
        ),
        (["cover=none", "cover=full"], "expected two different axes"),
        (["cover=none", "aim=no", "distance=1"], "expected one axis or two, got 3"),
        ("target-prone=yes", "hidden"),
        ("flesh_wounds=4..5", "flesh_wounds: expected less than"),
    ],
    ids=str,
)
def test_refused(over, said):
    asked = {"cover": "partial"} if over == "target-prone=yes" else {}
    with pytest.raises(UsageError, match=said):
        rows_of(over=over, **asked)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"distance": 3}, "distance: expected one value or an axis"),
        ({"range": "short"}, "expected a range or a distance"),
        ({"figure": "dwn"}, "no figure 'dwn'"),
        ({"figure": "down", "rules": "basic"}, "belongs to the advanced rules"),
        ({"weapon": ["lasgun", "lasgn"]}, "no weapon 'lasgn'"),
    ],
    ids=str,
)
def test_refused_beside_an_axis(asked, said):
    with pytest.raises(UsageError, match=said):
        rows_of(over="distance=1..3", **asked)


def test_disputed_rules_are_axes():
    rows = rows_of(over=["distance=12,16", "option.lasgun_short=12,18"])
    for row in rows:
        value = row["at"]["option.lasgun_short"]
        options = {"lasgun_short": value}
        asked = ns.attack("kaiya", "rork", weapon="lasgun", distance=row["at"]["distance"], options=options)
        assert row["value"] == asked["stages"]["down"]
    assert rows[2]["value"] != rows[3]["value"]
    with pytest.raises(UsageError, match="expected lasgun_short to be 12 or 16 or 18, got '13'"):
        rows_of(over="option.lasgun_short=12,13")


def test_two_fighters_and_a_question_that_there_is():
    with pytest.raises(UsageError, match="expected an attacker and a target, got 1"):
        sweep("attack", "kaiya", over="distance=1..3")
    with pytest.raises(UsageError, match="no question to sweep"):
        sweep("atack", "kaiya", "rork", over="distance=1..3")


def test_cells_that_cannot_be_asked_are_kept():
    rows = rows_of(over="cover=none,full", target_prone=True)
    assert rows[0]["value"]["p"] > 0
    assert rows[1]["value"] is rows[1]["hit"] is None
    assert rows[1]["reason"].startswith("a prone target in cover is hidden")


def test_interrupted__keeps_what_was_computed():
    def progress(done, _total):
        if done == 5:
            raise KeyboardInterrupt

    answer = sweep(*LASGUN, weapon="lasgun", over=["distance=1..9", "cover=none,full"], progress=progress)
    found = answer.to_dict()
    assert len(found["rows"]) == 5
    assert found["stamp"]["stopped"] == "interrupted"
    assert "interrupted after 5 of 18 cells" in found["notes"]
    assert ns.Answer(answer).plot() is not None
