"""House rules on the command line and from Python, `show OPTION`, and what can be wrong with both."""

import csv
import io
import json
import re

import pytest

import necrostats as ns
from necrostats.cli.completing import complete_any, complete_house
from tests.cli.running import program, run

CLUB = """
default = "our-club"

[house.our-club]
title = "Tuesday nights"
rules = "basic"
options = { pin_on = "attack", charge_d3 = "before_declare" }

[house.advanced]
rules = "advanced"
options = { stray_hit = "off", "injury-faces" = "3,2,1" }

[house.open]
options = { pin_engaged = true }
"""
SHOT = ("kaiya", "rork", "--weapon", "laspistol", "--range", "long")
BASIC = ("--rules", "basic")


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    monkeypatch.delenv("NECROSTATS_HOUSE", raising=False)


@pytest.fixture
def club(tmp_path):
    path = tmp_path / "necrostats.toml"
    path.write_text(CLUB, "utf-8")
    return path


def asked(capsys, *args):
    code, out, err = run(capsys, *args, "--json")
    assert (code or 0, err) == (0, "")
    return json.loads(out)


def pinned(answer):
    return answer["target_after"]["pinned"]["fraction"]


def test_without_a_file_nothing_is_new(capsys):
    answer = asked(capsys, "attack", *SHOT, *BASIC)
    assert (pinned(answer), answer["options"], "house" in answer["stamp"]) == ("7/18", {}, False)
    code, out, err = run(capsys, "list", "houses")
    assert (code, err) == (0, "")
    assert out == "no house rules: there is no necrostats.toml in this folder or above it\n"
    assert asked(capsys, "list", "houses")["rows"] == []
    code, _, err = run(capsys, "attack", *SHOT, "--house", "our-club")
    assert code == 2
    assert err.startswith(
        "error: no house rules 'our-club': no necrostats.toml in this folder or above it\nhint: "
    )


@pytest.mark.usefixtures("club")
def test_the_default_of_the_file_is_in_force(capsys):
    answer = asked(capsys, "attack", *SHOT)
    assert (pinned(answer), answer["options"]) == ("8/9", {"pin_on": "attack", "charge_d3": "before_declare"})
    assert answer["stamp"]["house"] == "our-club"
    assert answer["stamp"]["options"] == answer["options"]
    assert answer["notes"] == []  # charge_d3 does not matter here, but it was not asked for here
    _, out, _ = run(capsys, "attack", *SHOT)
    small = " ".join(out.split())
    assert "house our-club" in small
    assert "options pin_on=attack, charge_d3=before_declare" in small


@pytest.mark.usefixtures("club")
def test_another_set_and_none(capsys):
    assert pinned(asked(capsys, "attack", *SHOT, *BASIC, "--house", "none")) == "7/18"
    assert pinned(asked(capsys, "attack", *SHOT, *BASIC, "--house", "open")) == "7/18"
    answer = asked(capsys, "attack", *SHOT, "--house", "Our Club", "--option", "pin_on=hit")
    assert (pinned(answer), answer["stamp"]["house"]) == ("7/18", "our-club")
    assert "pin_on" not in answer["options"]
    answer = asked(capsys, "attack", *SHOT, "--option", "charge_contact=within_1")
    assert answer["notes"] == ["option charge_contact does not matter to this question"]
    answer = asked(capsys, "attack", *SHOT, "--house", "advanced")
    assert (answer["rules"], answer["stamp"]["rules"]) == ("advanced", "advanced")
    assert answer["options"] == {"stray_hit": "off", "injury_faces": "3,2,1"}
    answer = asked(capsys, "attack", *SHOT, "--house", "open", "--rules", "advanced")
    assert (answer["rules"], answer["options"]) == ("advanced", {"pin_engaged": "True"})


@pytest.mark.usefixtures("club")
def test_every_command_that_takes_options_takes_a_house(capsys):
    duel = ("custom[+stub-gun]", "custom[+lasgun]", "--rounds", "1", "--distance", "4", "--lane", "4")
    for line in (
        ("matchup", *duel, "--exact"),
        ("explain", "attack", *SHOT, "--seed", "1"),
        ("explain", "duel", *duel, "--seed", "1"),
    ):
        assert asked(capsys, *line)["stamp"]["house"] == "our-club"
        answer = asked(capsys, *line, "--house", "open")
        assert (answer["stamp"]["house"], answer["options"]) == ("open", {"pin_engaged": "True"})
        assert "house" not in asked(capsys, *line, "--house", "none")["stamp"]
    blast = ("blast", "--marker", "3", "--hit", "4+", "--exact")
    assert asked(capsys, *blast, "--house", "advanced")["stamp"]["house"] == "advanced"
    assert "house" not in asked(capsys, *blast, "--house", "none")["stamp"]


@pytest.mark.usefixtures("club")
def test_a_batch_plays_by_them_too(tmp_path, capsys):
    lines = tmp_path / "lines.jsonl"
    args = [[*SHOT], [*SHOT, *BASIC, "--house", "none"], [*SHOT, "--house", "clob"]]
    lines.write_text("".join(json.dumps({"id": n, "args": a}) + "\n" for n, a in enumerate(args)), "utf-8")
    _, out, _ = run(capsys, "attack", "--batch", str(lines))
    first, second, third = map(json.loads, out.splitlines())
    assert (pinned(first), pinned(second)) == ("8/9", "7/18")
    assert third["exit_code"] == 2
    assert "no house rules 'clob'" in third["error"]


def test_a_file_anywhere(tmp_path, capsys, monkeypatch):
    other = tmp_path / "club.toml"
    other.write_text(CLUB.replace('default = "our-club"', ""), "utf-8")
    shot = ("attack", *SHOT)
    assert "house" not in asked(capsys, *shot)["stamp"]
    for how in (
        ("--house", f"{other}:open"),
        ("--house-file", str(other), "--house", "open"),
    ):
        assert asked(capsys, *shot, *how)["stamp"]["house"] == "open"
    assert "house" not in asked(capsys, *shot, "--house-file", str(other), "--house", "none")["stamp"]
    code, _, err = run(capsys, *shot, "--house-file", str(other))
    assert code == 2
    assert "since there is no default in it" in err
    assert len(asked(capsys, "list", "houses", "--house-file", str(other))["rows"]) == 3
    assert "Tuesday nights" in run(capsys, "show", "our-club", "--house-file", str(other))[1]
    monkeypatch.setenv("NECROSTATS_HOUSE", f"{other}:open")
    assert asked(capsys, *shot)["stamp"]["house"] == "open"
    assert pinned(asked(capsys, *shot, "--house", "our-club")) == "8/9"
    assert len(asked(capsys, "list", "houses")["rows"]) == 3


def test_list_houses(club, capsys):
    rows = asked(capsys, "list", "houses")["rows"]
    assert [row["house"] for row in rows] == ["our-club", "advanced", "open"]
    assert rows[1]["options"] == ["stray_hit=off", "injury_faces=3,2,1"]
    assert [row["default"] for row in rows] == ["default", "", ""]
    _, out, _ = run(capsys, "list", "houses", "--csv")
    assert len(list(csv.DictReader(io.StringIO(out)))) == 3
    _, out, _ = run(capsys, "list", "houses")
    assert "Tuesday nights" in out
    assert re.search(r"^From .*necrostats\.toml$", out, re.MULTILINE)
    club.write_text(CLUB.replace("pin_engaged", "pin_engagd"), "utf-8")
    code, out, err = run(capsys, "list", "houses")
    assert (code, out) == (3, "")
    assert "house.open.options.pin_engagd: expected an option (did you mean pin_engaged?)" in err


@pytest.mark.usefixtures("club")
def test_show_a_set(capsys):
    code, out, err = run(capsys, "show", "our-club")
    assert (code, err) == (0, "")
    assert "our-club: Tuesday nights" in out
    assert "pin_on=attack" in out
    assert "a fighter is pinned when shot at, hit or not" in out
    assert "unless others are named (default)" in out
    assert "--house open" in run(capsys, "show", "open")[1]
    code, _, err = run(capsys, "show", "our-clob")
    assert (code, err) == (2, "error: no entry 'our-clob'\nhint: did you mean our-club?\n")


@pytest.mark.usefixtures("club")
def test_an_entry_of_the_game_comes_before_a_set(tmp_path, capsys):
    (tmp_path / "necrostats.toml").write_text("[house.kaiya]\n[house.pin_on]\n", "utf-8")
    assert run(capsys, "show", "kaiya")[1].startswith("fighter")
    assert run(capsys, "show", "pin_on")[1].startswith("pin_on: What pins")


BAD = [
    ("--house clob", CLUB, 2, "no house rules 'clob'", "hint: "),
    ("--house our-clob", CLUB, 2, "no house rules 'our-clob'", "did you mean our-club?"),
    ("--house-file club", CLUB, 2, "house-file: expected a file that ends in .toml, got 'club'", "interface.md"),
    ("--house-file x.toml", CLUB, 3, "x.toml: file: expected a readable file", "interface.md"),
    ("--house-file x.toml --house y.toml:z", CLUB, 2, "expected one file of house rules, got two", "--house"),
    ("--house x.toml:y", CLUB, 3, "x.toml: file: expected a readable file", "interface.md"),
    ("--house advanced --rules basic", CLUB, 2, "'advanced' are for the advanced rules", "--house none"),
    ("--house open --rules basic --option stray_hit=6", CLUB, 2, "of the basic rules, got 'stray_hit'", ""),
    ("", "[house", 3, "necrostats.toml: file: expected TOML", "interface.md"),
    ("", CLUB.replace('"attack"', '"atack"'), 3, "house.our-club.options.pin_on: ", "list options"),
    ("", CLUB.replace("pin_on", "pin_onn"), 3, "pin_onn: expected an option (did you mean pin_on?)", "list options"),
    ("", CLUB.replace("charge_d3", "stray_hit"), 3, "options.stray_hit: expected an option of", "list options"),
    ("", CLUB.replace("charge_d3", "cover_half"), 3, "cover_half: expected cover_half to be partial", "list options"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "text", "code", "message", "hint"), BAD)
def test_mistakes_cost_two_lines_and_no_more(args, text, code, message, hint, club, capsys):
    club.write_text(text, "utf-8")
    got, out, err = run(capsys, "attack", *SHOT, *args.split())
    assert (got, out) == (code, "")
    assert message in err.splitlines()[0] + err.splitlines()[1]
    assert hint in err.splitlines()[-1]
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe", b"# " + b"a" * 400_000, b"default = '\0'", b"[house.a]\noptions = [" + b"[" * 9_000],
)
@pytest.mark.parametrize(
    "line", [("attack", *SHOT), ("list", "houses"), ("show", "our-club"), ("show", "nobody")]
)
def test_files_that_are_no_house_rules(content, line, club, capsys):
    club.write_bytes(content)
    code, out, err = run(capsys, *line)
    assert (code, out) == (3, "")
    assert err.startswith("error: ")
    assert "necrostats.toml: file: expected" in err
    assert len(err.splitlines()) == 2


def test_a_broken_file_hinders_only_those_who_play_by_it(club, capsys):
    club.write_text("[house", "utf-8")
    for line in ("list options", "show kaiya", "show pin_on", "check-data", "attack kaiya rork --house none"):
        assert run(capsys, *line.split())[0] in (0, None)
    assert complete_any(None, None, "kaiya")
    assert [item.value for item in complete_house(None, None, "")] == ["none"]


@pytest.mark.usefixtures("club")
def test_completion():
    assert [item.value for item in complete_house(None, None, "o")] == ["our-club", "open"]
    assert "our-club" in [item.value for item in complete_any(None, None, "our")]


@pytest.mark.usefixtures("club")
def test_from_python():
    shot = {"weapon": "laspistol", "range": "long"}
    assert pinned(ns.attack("kaiya", "rork", **shot)) == "8/9"
    answer = ns.attack("kaiya", "rork", **shot, rules="basic", house="none")
    assert pinned(answer) == "7/18"
    answer = ns.attack("kaiya", "rork", **shot, house="open")
    assert answer.explain(seed=1)["stamp"]["house"] == "open"
    assert ns.explain("kaiya", "rork", **shot, seed=1, house="open")["stamp"]["house"] == "open"
    duel = ns.matchup("kaiya", "rork", rounds=1, distance=4, lane=4, trials=0, house="open")
    assert duel["stamp"]["house"] == "open"
    for wrong, error in (("opne", ns.UnknownNameError), (3, ns.UsageError)):
        with pytest.raises(error):
            ns.attack("kaiya", "rork", **shot, house=wrong)


def test_in_a_stream_without_utf8(club, tmp_path):
    club.write_text("[house.'蛇']\ntitle = 'café'\n", "utf-8")
    done = program("list", "houses", "--house-file", str(club), PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    done = program("attack", *SHOT, "--house-file", str(club), "--house", "蛇蛇", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.isascii()


# show OPTION


@pytest.mark.parametrize(
    "name", ["pin_on", "impossible_shot", "stray_hit", "may_pass", "cover_half", "toxin"]
)
def test_show_option_in_every_format(name, capsys):
    code, out, err = run(capsys, "show", name)
    assert (code or 0, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 100
    answer = asked(capsys, "show", name)
    assert (answer["question"], answer["option"]) == ("option", name)
    for reading in answer["readings"]:
        assert f"{name}={reading['value']}" in out
    for rule in answer["rules"]:
        assert f"{rule['id']} {rule['title']}" in " ".join(out.split())
    for note in answer["notes"]:
        assert note in " ".join(out.split())
    _, out, _ = run(capsys, "show", name, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["reading"] for row in rows] == [row["value"] for row in answer["rows"]]
    assert [row["with_it_fraction"] for row in rows] == [row["with_it"]["fraction"] for row in answer["rows"]]
    for format_ in ("markdown", "html"):
        code, out, _ = run(capsys, "show", name, "--format", format_)
        assert code in (0, None)
        assert "Readings" in out


def test_show_option_on_a_narrow_screen(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    _, out, _ = run(capsys, "show", "multi_serious", "--no-stamp")
    assert max(map(len, out.splitlines())) <= 60
    assert "stamp" not in out


def test_show_option_says_what_is_default(capsys):
    _, out, _ = run(capsys, "show", "impossible_shot")
    assert "miss (basic), improbable (advanced)" in out
    assert re.search(r"impossible_shot=miss .* default \(basic\)", out)
    assert re.search(r"impossible_shot=nat6_hits +hits with a natural 6\n", out)


def test_list_options_at_100_columns(capsys):
    _, out, _ = run(capsys, "list", "options")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 100
    (row,) = (line.split("  ") for line in lines if line.startswith("lasgun_short "))
    assert [cell.strip() for cell in row if cell] == ["lasgun_short", "basic", "12 / 18", "12 | 18 | 16"]
    (row,) = (line for line in lines if line.startswith("injury_faces "))
    assert "2,3,1 | 3,2,1" in row
    assert "necrostats show OPTION" in out
