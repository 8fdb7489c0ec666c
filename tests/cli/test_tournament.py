"""``necrostats tournament``: what it prints, writes and refuses."""

import csv
import io
import json

import pytest

import necrostats as ns
from tests.cli.running import run

ASKED = ("tournament", "kaiya", "rork", "reina", "--rules", "basic", "--policy", "charge")
RANKS = [f"escher-ganger[w={w},t={t}]" for w in (1, 2, 3) for t in (2, 3, 4)]


def test_tournament__table(capsys):
    code, out, err = run(capsys, *ASKED, "--no-stamp")
    assert (code, err) == (0, "")
    assert out.startswith(
        "Rork wins most: 68.6% (exact)\n3 fighters, 3 duels, all solved exactly: policy charge"
    )
    lines = [line.split() for line in out.splitlines() if line[:1].isdigit()]
    assert [line[:4] for line in lines[1:4]] == [
        ["1", "Rork", "68.6%", "31.4%"],
        ["2", "Kaiya", "56.4%", "43.6%"],
        ["3", "Reina", "25.0%", "75.0%"],
    ]
    assert [line[2] for line in lines[4:]] == ["57.2%", "42.8%", "20.0%"]


def test_tournament__many_have_no_whole_table(capsys):
    code, out, _ = run(capsys, "tournament", *RANKS, "--rules", "basic", "--policy", "charge")
    assert code == 0
    assert "For more than 8 fighters --csv and --json have every duel." in out
    assert max(map(len, out.splitlines())) <= 100


def test_tournament__json_csv_and_python_agree(capsys):
    _, out, _ = run(capsys, *ASKED, "--json", "--no-stamp")
    answer = json.loads(out)
    _, out, _ = run(capsys, *ASKED, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    ours = ns.tournament(["kaiya", "rork", "reina"], policy="charge", rules="basic")
    assert answer["ranking"] == ours["ranking"]
    assert [(row["a"], row["b"], float(row["a_wins"])) for row in rows] == [
        (row["a"], row["b"], row["a_wins"]["p"]) for row in ours["rows"]
    ]
    assert list(rows[0]) == ["a", "b", "a_wins", "b_wins", "draw", "error"]


@pytest.mark.parametrize("form", ["markdown", "html", "latex"])
def test_tournament__other_formats(capsys, form):
    code, out, _ = run(capsys, *ASKED, "--format", form)
    assert code == 0
    assert "Everyone against everyone" in out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("kaiya",), "fighters: expected from 2 to 200, got 1"),
        (("kaiya", "kaiya"), "fighters: expected each once, got kaiya 2 times"),
        (("kaiya", "rork", "--policy", "hide"), "invalid value for '--policy'"),
        ((), "missing argument"),
    ],
)
def test_tournament__refused(capsys, args, words):
    code, out, err = run(capsys, "tournament", *args)
    assert (code, out) == (2, "")
    assert words in err.lower()
