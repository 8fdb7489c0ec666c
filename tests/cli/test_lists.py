import csv
import io
import json

import pytest

import necrostats as ns
from necrostats.analyses.inventory import KINDS
from tests.cli.running import program, run
from tests.cli.test_commands import watching


@pytest.mark.parametrize("kind", KINDS)
def test_list__in_every_format(kind, capsys):
    code, out, err = run(capsys, "list", kind, "--json")
    rows = json.loads(out)["rows"]
    assert (code, err) == (0, "")
    assert rows
    _, out, _ = run(capsys, "list", kind, "--csv")
    assert len(list(csv.DictReader(io.StringIO(out)))) == len(rows)
    _, out, _ = run(capsys, "list", kind, "--format", "markdown")
    assert len(out.splitlines()) == len(rows) + 2
    _, out, _ = run(capsys, "list", kind)
    assert max(map(len, out.splitlines())) <= 100
    first = next(iter(rows[0].values()))
    assert first in out


@pytest.mark.parametrize("width", ["60", "80"])
def test_list__policies_say_what_the_advanced_rules_add(width, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", width)
    rows = json.loads(run(capsys, "list", "policies", "--json")[1])["rows"]
    plan = {row["policy"]: row["advanced"] for row in rows}
    for name in ("stand-and-shoot", "charge", "keep-away"):
        assert "reloads the first empty weapon" in plan[name]
        assert "coup de grace" in plan[name]
    out = run(capsys, "list", "policies")[1]
    assert "under the advanced rules" in out
    assert " ".join(out.split()).count("lies down in the flames") == 1
    assert max(map(len, out.splitlines())) <= int(width)


@pytest.mark.parametrize("kind", [*KINDS, "tables"])
def test_python__lists_what_the_command_line_lists(kind, capsys):
    answer = ns.list(kind)
    assert answer.to_dict() == json.loads(run(capsys, "list", kind, "--json")[1])
    frame = answer.to_frame()
    assert len(frame) == len(answer["rows"])
    assert list(frame.columns) == list(answer["rows"][0])
    assert str(next(iter(answer["rows"][0].values()))) in str(answer)
    assert "<table" in answer._repr_html_()


@pytest.mark.parametrize("name", ["kaiya", "energy-shield", "N17-B-HIT-03", "pin_on", "toxin"])
def test_python__shows_what_the_command_line_shows(name, capsys):
    asked = ("show", name, "--json", "--no-stamp")
    answer = {key: value for key, value in ns.show(name).to_dict().items() if key != "stamp"}
    assert answer == json.loads(run(capsys, *asked)[1])


def test_python__list_is_no_trap():
    assert "list" in dir(ns)
    assert "list" not in ns.__all__  # a star would put it before Python's own
    with pytest.raises(ns.UnknownNameError, match="no list 'wepons'"):
        ns.list("wepons")
    with pytest.raises(ns.UnknownNameError, match="no entry 'kayia'"):
        ns.show("kayia")
    with pytest.raises(TypeError, match="no figure"):
        ns.list("weapons").plot()
    with pytest.raises(TypeError, match="no single throw"):
        ns.show("flak").explain()


def test_list__names_what_is_meant(capsys):
    code, _, err = run(capsys, "list", "wepons")
    assert code == 2
    assert "did you mean weapons?" in err


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("kaiya", "M 5"),
        ("rork[+boltgun]", "boltgun"),
        ("shotgun", "shotgun/scatter"),
        ("shotgun/solid[ap=-1]", "AP -1"),
        ("激光枪", "Lasgun"),
        ("flak", "save 6+"),
        ("pin_on", "default"),
        ("N17-B-HIT-01", "Hit roll"),
        ("carrion-queens", "kaiya"),
        ("parry", "trait"),
        ("look-ahead", "risk 0.5"),
        ("custom[s=5]", "S 5"),
    ],
)
def test_show__whatever_it_is(name, expected, capsys):
    code, out, err = run(capsys, "show", name)
    assert (code, err) == (0, "")
    assert expected in out
    assert max(map(len, out.splitlines())) <= 100


def test_show__a_rule_says_where_it_stands(capsys):
    hit = entry(capsys, "N17-B-HIT-01")
    assert {"shooting.hit_needs", "shooting.hit_face"} <= set(hit["code"].split(", "))
    assert "hit roll" in hit["dice"].split(", ")
    impossible = entry(capsys, "N17-B-HIT-03")
    assert impossible["options"] == "impossible_shot"
    assert impossible["impossible_shot"].endswith(": miss (basic), improbable (advanced)")
    deployment = entry(capsys, "N17-B-SCN-03")
    assert {"battle.fighting.deploy", "battle.gathering.places"} <= set(deployment["code"].split(", "))
    ground = entry(capsys, "N17-A-TER-01")
    assert set(ground) == {"rule", "section", "status", "code"}
    assert ground["status"].startswith("partial: ")
    done = program("show", "N17-A-END-03", code=watching("from necrostats.cli.main import main; main()"))
    assert done.stderr in (b"heavy:\n", b"heavy:numpy\n")  # nothing is compiled for it


def entry(capsys, name):
    return {row["what"]: row["is"] for row in json.loads(run(capsys, "show", name, "--json")[1])["rows"]}


@pytest.mark.parametrize(
    ("name", "kind", "cost", "rarity"),
    [
        ("energy-shield", "shield", "gw-van-saar 50", None),
        ("flak", "armour", "trading-post 10", "Common"),
        ("refractor", "field", "trading-post 50", "Rare 10"),
        ("medicae-kit", "wargear", "trading-post 30", "Rare 9"),
        ("hotshot-las-pack", "accessory", "trading-post 20", "Common"),
        ("fear", "trait", None, None),
    ],
)
def test_show__says_what_an_item_costs(name, kind, cost, rarity, capsys):
    found = entry(capsys, name)
    assert next(iter(found)) == kind  # what is bought stands before the trait of the same name
    assert (found.get("cost"), found.get("rarity")) == (cost, rarity)


@pytest.mark.parametrize(
    ("kind", "name", "cost", "rarity"),
    [
        ("armour", "mesh", 15, "Common"),
        ("armour", "energy-shield", 50, None),
        ("armour", "none", None, None),
        ("armour", "furnace-plates", 0, None),
        ("wargear", "chem-synth", 10, None),
        ("wargear", "bio-booster", 35, "Rare 8"),
        ("wargear", "refractor", 50, "Rare 10"),
    ],
)
def test_list__says_what_an_item_costs(kind, name, cost, rarity, capsys):
    rows = {row["id"]: row for row in json.loads(run(capsys, "list", kind, "--json")[1])["rows"]}
    assert (rows[name]["cost"], rows[name]["rarity"]) == (cost, rarity)


def test_show__suggests(capsys):
    code, _, err = run(capsys, "show", "kayia")
    assert code == 2
    assert err.splitlines() == ["error: no entry 'kayia'", "hint: did you mean kaiya?"]


def test_rules__counts_them_and_says_why(capsys):
    code, out, _ = run(capsys, "rules", "necromunda")
    assert code == 0
    assert "N17-B-HIT-01" in out
    assert " done" in out.splitlines()[-2]
    _, out, _ = run(capsys, "rules", "necromunda", "--status", "partial", "--json")
    rows = json.loads(out)["rows"]
    assert all(row["status"] == "partial" and row["reason"] for row in rows)
    _, out, _ = run(capsys, "rules", "necromunda", "--rules", "basic", "--json")
    assert all(row["id"].startswith("N17-B-") for row in json.loads(out)["rows"])


@pytest.mark.parametrize(("system", "word"), [("wh40k4", "later"), ("necromonda", "necromunda")])
def test_rules__of_another_system(system, word, capsys):
    code, _, err = run(capsys, "rules", system)
    assert code == 2
    assert word in err


def test_check_data__finds_none_and_all(capsys, tmp_path):
    code, out, _ = run(capsys, "check-data")
    assert code == 0
    assert out.endswith("no mistakes\n")
    counted = {
        row["what"]: row["count"] for row in json.loads(run(capsys, "check-data", "--json")[1])["rows"]
    }
    for what, kind in (("boards", "boards"), ("battle policies", "battle-policies"), ("gangs", "gangs")):
        assert counted[what] == len(json.loads(run(capsys, "list", kind, "--json")[1])["rows"])
    (tmp_path / "mine.toml").write_text(
        '[weapons.zap]\nname = "Zap"\ncategory = "rifle"\nprofiles = []\n', "utf-8"
    )
    code, out, err = run(capsys, "check-data", str(tmp_path))
    assert (code, out) == (3, "")
    assert err.count("weapons.zap") >= 2
    assert err.splitlines()[-1].startswith("hint: ")


def test_list__a_stream_without_utf8_gets_ascii():
    done = program("show", "激光枪", PYTHONIOENCODING="cp1252")
    assert done.returncode == 0
    assert done.stdout.isascii()
    done = program("show", "激光枪枪", PYTHONIOENCODING="cp1252")
    assert done.returncode == 2
    assert done.stderr.isascii()
