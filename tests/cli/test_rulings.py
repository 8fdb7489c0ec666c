"""Which rules answer where nobody names any: the advanced ones."""

import json

import pytest

import necrostats as ns
from necrostats.systems.necromunda.options import DEFAULT_RULES
from tests.cli.running import run

SHOT = ("goliath-ganger", "goliath-ganger[armour=flak]", "--weapon", "lasgun", "--cover", "partial")
GANGERS = ("custom[+stub-gun]", "custom[+lasgun]")
SHORT_DUEL = ("--rounds", "1", "--distance", "4", "--lane", "4")
DUELS = [
    ("matchup", *GANGERS, "--exact", *SHORT_DUEL),
    ("explain", "duel", *GANGERS, "--seed", "1", *SHORT_DUEL),
]


@pytest.fixture(autouse=True)
def _nowhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))


def asked(capsys, *args):
    code, out, err = run(capsys, *args, "--json", "--no-stamp")
    assert (code or 0, err) == (0, "")
    return json.loads(out)


def test_an_attack_plays_by_the_advanced_rules(capsys):
    found = asked(capsys, "attack", *SHOT)
    assert found["rules"] == "advanced"
    assert found == asked(capsys, "attack", *SHOT, "--rules", "advanced")
    hurt = ("wounded", "flesh_wound", "seriously_injured", "out_of_action")
    assert [found["outcomes"][name]["fraction"] for name in hurt] == ["0", "5/108", "5/72", "5/216"]
    assert asked(capsys, "attack", "kaiya", "rork")["rules"] == "advanced"


def test_the_basic_rules_have_the_answers_that_they_had(capsys):
    found = asked(capsys, "attack", *SHOT, "--rules", "basic")
    assert found["rules"] == "basic"
    fractions = {name: p["fraction"] for name, p in found["outcomes"].items()}
    assert fractions == {"missed": "1/2", "unhurt": "13/36", "wounded": "0", "out_of_action": "5/36"}


def test_a_told_attack_plays_by_the_advanced_rules(capsys):
    line = ("explain", "attack", *SHOT, "--seed", "7")
    found = asked(capsys, *line)
    assert found["rules"] == "advanced"
    assert found == asked(capsys, *line, "--rules", "advanced")
    assert asked(capsys, *line, "--rules", "basic")["rules"] == "basic"


def test_a_batch_plays_by_the_advanced_rules(capsys, tmp_path):
    lines = [{"args": [*SHOT]}, {"args": [*SHOT, "--rules", "basic"]}]
    (tmp_path / "lines.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    _, out, _ = run(capsys, "attack", "--batch", str(tmp_path / "lines.jsonl"))
    assert [json.loads(line)["rules"] for line in out.splitlines()] == ["advanced", "basic"]


@pytest.mark.parametrize("line", DUELS, ids=" ".join)
def test_a_duel_plays_by_the_advanced_rules_unless_told(line, capsys):
    found = asked(capsys, *line)
    assert found["rules"] == "advanced"
    assert found == asked(capsys, *line, "--rules", "advanced")
    assert asked(capsys, *line, "--rules", "basic")["rules"] == "basic"
    assert "rules advanced" in " ".join(run(capsys, *line)[1].split())


def test_the_report_of_a_matchup_says_so(capsys):
    for rules, said in (
        ("advanced", "Advanced rules: injuries"),
        ("basic", "Basic rules: 0 Wounds is out of action."),
    ):
        _, out, _ = run(capsys, *DUELS[0], "--no-stamp", "--rules", rules)
        assert said in " ".join(out.split())


def test_from_python():
    shot = {"weapon": "laspistol", "range": "long"}
    assert ns.attack("kaiya", "rork", **shot)["rules"] == "advanced"
    assert ns.attack("kaiya", "rork", **shot).explain(seed=1)["rules"] == "advanced"
    assert ns.attack("kaiya", "rork", **shot, rules="basic").explain(seed=1)["rules"] == "basic"
    assert ns.explain("kaiya", "rork", **shot, seed=1)["rules"] == "advanced"
    assert ns.blast(marker=3, hit="4+", trials=0)["stamp"]["rules"] == "advanced"
    short = {"rounds": 1, "distance": 4, "lane": 4}
    duel = ns.matchup("kaiya", "rork", **short, trials=0)
    assert duel["rules"] == duel.explain(seed=1)["rules"] == "advanced"
    assert ns.explain("kaiya", "rork", seed=1, **short)["rules"] == "advanced"


@pytest.mark.parametrize(
    ("path", "rules"),
    [
        (("attack",), DEFAULT_RULES),
        (("explain", "attack"), DEFAULT_RULES),
        (("matchup",), DEFAULT_RULES),
        (("explain", "duel"), DEFAULT_RULES),
    ],
)
def test_the_help_says_which(path, rules, capsys):
    _, out, _ = run(capsys, *path, "--help")
    assert f"Which rules of the book ({rules}, " in " ".join(out.split())


@pytest.mark.parametrize("line", DUELS, ids=" ".join)
def test_house_rules_for_the_advanced_rules(line, capsys, tmp_path):
    club = 'default = "club"\n[house.club]\nrules = "advanced"\noptions = { injury_faces = "3,2,1" }\n'
    (tmp_path / "necrostats.toml").write_text(club, "utf-8")
    found = asked(capsys, *line)
    assert (found["rules"], found["options"]) == ("advanced", {"injury_faces": "3,2,1"})


def test_house_rules_for_the_basic_rules(capsys, tmp_path):
    (tmp_path / "necrostats.toml").write_text(
        'default = "club"\n[house.club]\nrules = "basic"\n[house.any]\n', "utf-8"
    )
    for line in (("attack", *SHOT), ("explain", "attack", *SHOT, "--seed", "1"), *DUELS):
        assert asked(capsys, *line)["rules"] == "basic"
    assert asked(capsys, "attack", *SHOT, "--house", "any")["rules"] == "advanced"
    assert asked(capsys, "attack", *SHOT, "--rules", "advanced")["rules"] == "advanced"
    assert asked(capsys, *DUELS[0], "--house", "any")["rules"] == "advanced"


def test_weapons_are_listed_as_the_advanced_rules_read_them(capsys):
    rows = {row["id"]: row for row in asked(capsys, "list", "weapons")["rows"]}
    assert rows["lasgun"]["rng_s"] == "18"
    _, out, _ = run(capsys, "show", "lasgun")
    assert "12 under the basic rules, 18 under the advanced" in out


def test_an_option_of_the_board_is_worth_a_note_where_there_is_none(capsys):
    found = asked(capsys, "attack", *SHOT, "--option", "cover_half=full")
    assert found["notes"] == ["option cover_half does not matter to this question"]
    assert found["outcomes"] == asked(capsys, "attack", *SHOT)["outcomes"]
