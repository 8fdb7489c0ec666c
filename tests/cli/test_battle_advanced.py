"""``necrostats battle --rules advanced``: nerve, injuries and friendly fire, in every form of the answer."""

import csv
import io
import json

import pytest

import necrostats as ns
from necrostats.reports.figures import draw
from tests.cli.running import run

GANGS = ("carrion-queens", "ironlords")
SHORT = (
    "battle",
    *GANGS,
    "--rules",
    "advanced",
    "--seed",
    "3",
    "--no-stamp",
    "--trials",
    "400",
    "--table",
    "0",
)
TRIALS = 400
FATES = ["fit", "broken", "seriously_injured", "fled", "out_by_enemies", "out_by_friends", "out_by_nobody"]
CLUB = """
[house.tuesday]
rules = "advanced"
options = { flee_phase = "end" }

[house.plain]
options = { multi_hit = "batch" }
"""


@pytest.fixture(scope="module")
def answer():
    return ns.battle(*GANGS, rules="advanced", seed=3, trials=TRIALS, table=0)


def test_report(capsys):
    code, out, _ = run(capsys, *SHORT)
    assert code == 0
    lines = out.splitlines()
    assert "advanced rules" in " ".join(lines[:8])
    assert {"Nerve and injuries", "fled"} <= {line.rstrip("0123456789. ") for line in lines}
    assert "Coup de grace" in out
    assert "By their own side: " in out
    assert "flees" in next(line for line in lines if line.startswith("fighter "))
    assert max(map(len, lines)) <= 100


def test_every_fighter_comes_to_one_fate(answer):
    for who in answer["fighters"]:
        fates = {name: chance["p"] for name, chance in who["fates"].items()}
        assert list(fates) == FATES
        assert sum(fates.values()) == pytest.approx(1)
        assert who["survives"]["p"] == pytest.approx(sum(fates[name] for name in FATES[:3]))
        for part, fate in (("takes_out", "out_by_enemies"), ("friendly_fire", "out_by_friends")):
            by = [row["p"]["p"] for row in answer[part] if row["whom"] == who["name"]]
            assert fates[fate] == pytest.approx(sum(by))


def test_fates_of_a_side_are_those_of_its_fighters(answer):
    for side, fates in answer["fates"].items():
        assert 0 < fates["bottled"]["p"] < 1
        for name in FATES:
            mine = [who["fates"][name]["p"] for who in answer["fighters"] if who["side"] == side]
            assert fates[f"{name}_mean"] == pytest.approx(sum(mine))
    assert answer["fates"]["a"]["fled_mean"] > 0
    assert sum(fates["seriously_injured_mean"] for fates in answer["fates"].values()) > 0


def test_friends_are_no_enemies_put_out_of_action(answer):
    sides = {who["name"]: who["side"] for who in answer["fighters"]}
    friendly = answer["friendly_fire"]
    assert friendly
    assert all(sides[row["by"]] == sides[row["whom"]] and row["p"]["p"] > 0 for row in friendly)
    assert all(row["by"] != row["whom"] for row in friendly)
    assert friendly == sorted(friendly, key=lambda row: -row["p"]["p"])
    for who in answer["fighters"]:
        pairs = [row["p"]["p"] for row in answer["takes_out"] if row["by"] == who["name"]]
        weapons = [row["takes_out_mean"] for row in answer["weapons"] if row["fighter"] == who["name"]]
        assert who["takes_out_mean"] == pytest.approx(sum(pairs)) == pytest.approx(sum(weapons))


def test_a_coup_de_grace_is_no_weapon_of_anybody(answer):
    rows = [row for row in answer["weapons"] if row["weapon"] == "Coup de grace"]
    assert rows
    assert {row["how"] for row in rows} == {"close combat"}
    assert len({(row["fighter"], row["weapon"]) for row in answer["weapons"]}) == len(answer["weapons"])


def test_positions_tell_who_fled_from_who_fell(answer):
    for side in "ab":
        cells = {
            what: sum(map(sum, answer["positions"][f"{side}_{what}"])) for what in ("stands", "fell", "fled")
        }
        assert sum(cells.values()) == 4 * TRIALS
        assert cells["fled"] / TRIALS == pytest.approx(answer["fates"][side]["fled_mean"])


def test_basic_battles_know_none_of_it(capsys):
    line = [*SHORT[:3], "--rules", "basic", *SHORT[5:], "--json"]
    found = json.loads(run(capsys, *line)[1])
    assert not {"fates", "friendly_fire"} & set(found)
    assert "fates" not in found["fighters"][0]
    assert "a_fled" not in found["positions"]
    assert any(line.startswith("the advanced rules: ") for line in found["not_modelled"])


def test_formats(capsys, answer):
    whole = json.loads(run(capsys, *SHORT, "--json")[1])
    assert {name: whole[name] for name in ("battle", "fates", "friendly_fire", "weapons")} == {
        name: answer[name] for name in ("battle", "fates", "friendly_fire", "weapons")
    }
    rows = list(csv.DictReader(io.StringIO(run(capsys, *SHORT, "--csv")[1])))
    found = {(row["part"], row["fighter"], row["whom"], row["quantity"]): row["value"] for row in rows}
    assert float(found["fates", "", "", "a_bottled"]) == answer["fates"]["a"]["bottled"]["p"]
    assert float(found["fates", "", "", "b_fled_mean"]) == answer["fates"]["b"]["fled_mean"]
    assert float(found["fighter", "Rork", "", "fled"]) == answer["fighters"][4]["fates"]["fled"]["p"]
    first = answer["friendly_fire"][0]
    assert float(found["friendly_fire", first["by"], first["whom"], "friendly_fire"]) == first["p"]["p"]
    page = run(capsys, *SHORT, "--format", "html")[1]
    assert "Nerve and injuries" in page
    assert "## Nerve and injuries" in run(capsys, *SHORT, "--format", "markdown")[1]


def test_the_figure_has_maps_of_those_who_fled(answer):
    titles = [axes.get_title("left") for axes in draw(answer.to_dict()).axes]
    assert [title for title in titles if title] == [
        f"{side}: {what}"
        for side in answer["sides"]
        for what in ("in play at the end", "out of action here", "fled from here")
    ]


def test_a_change_and_a_table_of_policies():
    found = ns.battle(
        "2*nox", "kaiya", rules="advanced", seed=3, trials=100, table=2, vary=["nox[w=3]", "kaiya[w=3]"]
    )
    twice, once = found["vary"]
    assert (twice["name"], twice["number"], once["name"], once["number"]) == ("Nox", 2, "Kaiya", 1)
    assert twice["difference"]["a_wins"]["p"] > 0 > once["difference"]["a_wins"]["p"]
    assert len(found["policies"]["table"]) == len(found["policies"]["names"]) ** 2
    text = str(found)
    assert "One fighter (every Nox at once) changed, on the same dice." in text
    assert "2*nox play the row, Kaiya the column." in " ".join(text.split())
    assert "chance that 2*nox win less chance that Kaiya wins" in " ".join(text.split())


def test_the_rules_of_a_club(capsys, tmp_path):
    (tmp_path / "club.toml").write_text(CLUB, "utf-8")
    line = ("battle", "rork", "kaiya", "--trials", "20", "--table", "0", "--json", "--house-file")
    where = str(tmp_path / "club.toml")
    found = json.loads(run(capsys, *line, where, "--house", "tuesday")[1])
    assert (found["rules"], found["options"], found["notes"]) == ("advanced", {"flee_phase": "end"}, [])
    code, _, err = run(capsys, *line, where, "--house", "plain")
    assert (code, "are for the advanced rules" in err) == (2, True)
    found = json.loads(run(capsys, *line, where, "--house", "plain", "--rules", "advanced")[1])
    assert found["options"] == {"multi_hit": "batch"}


@pytest.mark.parametrize(
    "option", ["flee_phase=end", "coup_after_fight=False", "stray_hit=off", "iron_will=add"]
)
def test_disputed_rules_of_battles(capsys, option, answer):
    gangs = (
        ("carrion-queens", "ironlords")
        if "will" not in option
        else ("kaiya[+iron-will]+reina+zarann", "ironlords")
    )
    line = ["battle", *gangs, *SHORT[3:], "--json"]
    found = json.loads(run(capsys, *line, "--option", option)[1])
    assert found["notes"] == []
    usual = answer if "will" not in option else json.loads(run(capsys, *line)[1])
    assert found["battle"] != usual["battle"]


def test_an_option_that_does_not_matter_is_noted(capsys):
    line = ("battle", "rork", "kaiya", "--rules", "advanced", "--trials", "5", "--table", "0", "--json")
    found = json.loads(run(capsys, *line, "--option", "melta=any_unsaved_wound")[1])
    assert found["notes"] == ["option melta does not matter to this question"]
    found = json.loads(run(capsys, *line, "--option", "charged_prone_reaction=-1")[1])
    assert found["notes"] == []
    assert any(line.startswith("charged_prone_reaction=-1") for line in found["not_modelled"])


def test_one_battle_is_no_bound(capsys):
    out = run(capsys, "battle", "rork", "kaiya", "--trials", "1", "--seed", "3", "--table", "0")[1]
    assert "1 of 1" in out
    assert "3/1" not in out
    assert "Rork plays look-ahead, Kaiya plays look-ahead" in " ".join(out.split())
