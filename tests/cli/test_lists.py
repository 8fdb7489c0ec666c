import csv
import io
import json

import pytest

from necrostats.cli.inventory import KINDS
from tests.cli.running import program, run


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
        ("custom[s=5]", "S 5"),
    ],
)
def test_show__whatever_it_is(name, expected, capsys):
    code, out, err = run(capsys, "show", name)
    assert (code, err) == (0, "")
    assert expected in out
    assert max(map(len, out.splitlines())) <= 100


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
