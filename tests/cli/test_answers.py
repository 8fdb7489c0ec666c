"""What the commands print, with answers made by hand."""

import csv
import io
import json

import pytest

from tests.cli import fakes
from tests.cli.running import run
from tests.reports import fixtures


def test_matchup__exact_part_first_then_the_check(capsys, monkeypatch):
    seen = []

    def slow(*_args, progress, **_more):
        progress(fakes.Answer(fixtures.matchup(cross_check=None)))
        seen.append(capsys.readouterr().out)
        progress(200_000, 200_000)
        return fakes.Answer(fixtures.matchup())

    fakes.matchup(monkeypatch, slow)
    code, rest, err = run(capsys, "matchup", "kaiya", "rork")
    assert (code, err) == (0, "")
    assert seen[0].startswith("Rork wins 54.2%")
    assert "Cross-check" not in seen[0]
    assert rest.strip().startswith("Cross-check")
    assert rest.count("Small print") == 1
    fakes.matchup(monkeypatch)
    _, whole, _ = run(capsys, "matchup", "kaiya", "rork")
    assert seen[0] + rest == whole


def test_matchup__passes_on_what_was_asked(capsys, monkeypatch):
    asked = fakes.matchup(monkeypatch)
    line = (
        "matchup kaiya rork --distance 8 --lane 30 --rounds 4 --cover-a partial --policy-b charge --no-aim "
        "--option pin_on=attack --option odd_die=best --trials 1e6 --seed 9223372036854775807 --threads 2 --data mine"
    )
    run(capsys, *line.split())
    ((a, b), given) = asked[0]
    assert (a, b) == ("kaiya", "rork")
    assert given["options"] == {"pin_on": "attack", "odd_die": "best"}
    assert [given[k] for k in ("distance", "lane", "rounds", "cover_a", "cover_b")] == [
        8,
        30,
        4,
        "partial",
        "none",
    ]
    assert [given[k] for k in ("policy_a", "policy_b", "no_aim")] == ["best", "charge", True]
    assert [given[k] for k in ("trials", "seed", "threads")] == [1_000_000, 2**63 - 1, 2]
    assert [str(path) for path in given["data"]] == ["mine"]


@pytest.mark.parametrize(("way", "trials"), [([], 200_000), (["--exact"], 0), (["--trials", "5_000"], 5_000)])
def test_matchup__how_often_it_is_simulated(way, trials, capsys, monkeypatch):
    asked = fakes.matchup(monkeypatch)
    run(capsys, "matchup", "kaiya", "rork", *way)
    assert asked[0][1]["trials"] == trials


@pytest.mark.parametrize(
    ("way", "trials"), [([], 0), (["--exact"], 0), (["--simulate"], 1_000_000), (["--trials", "50"], 50)]
)
def test_attack__is_exact_unless_asked(way, trials, capsys, monkeypatch):
    asked = fakes.attack(monkeypatch)
    run(capsys, "attack", "rork", "kaiya", *way)
    assert asked[0][1]["trials"] == trials


def test_attack__passes_on_the_situation(capsys, monkeypatch):
    asked = fakes.attack(monkeypatch)
    line = (
        "attack rork kaiya --weapon stub-gun --distance 6.5 --cover partial --aim --target-engaged --behind --blocked "
        "--save-bonus 1 --wounds-lost 1"
    )
    run(capsys, *line.split())
    given = asked[0][1]
    assert (given["weapon"], given["distance"], given["cover"], given["range"]) == (
        "stub-gun",
        6.5,
        "partial",
        None,
    )
    assert all(given[name] for name in ("aim", "target_engaged", "behind", "blocked"))
    assert (given["save_bonus"], given["wounds_lost"]) == (1, 1)
    line = "attack rork kaiya --weapon brute-cleaver --charging --turned --close --with stub-gun"
    run(capsys, *line.split())
    given = asked[1][1]
    assert all(given[name] for name in ("charging", "turned", "close"))
    assert given["with_weapon"] == "stub-gun"


def test_formats__all_say_the_same(capsys, monkeypatch):
    fakes.matchup(monkeypatch)
    args = ("matchup", "kaiya", "rork")
    read = json.loads(run(capsys, *args, "--json")[1])
    assert read["duel"] == fixtures.matchup()["duel"]
    assert read == json.loads(run(capsys, *args, "--format", "json")[1])
    rows = list(csv.DictReader(io.StringIO(run(capsys, *args, "--csv")[1])))
    assert float(rows[0]["value"]) == read["duel"]["a_wins"]["p"]
    assert run(capsys, *args, "--format", "markdown")[1].startswith("# Rork wins 54.2%")
    assert run(capsys, *args, "--format", "html")[1].startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("x.json", "{"),
        ("x.csv", "part,"),
        ("x.md", "# "),
        ("x.html", "<!doctype"),
        ("x.txt", "Rork"),
        ("x", "Rork"),
    ],
)
def test_output__suffix_sets_the_format(name, start, capsys, monkeypatch, tmp_path):
    fakes.attack(monkeypatch)
    path = tmp_path / name
    code, out, err = run(capsys, "attack", "rork", "kaiya", "-o", str(path))
    assert (code, out, err) == (0, "", f"wrote {path}\n")
    assert path.read_text("utf-8").startswith(start)


def test_output__a_text_file_takes_every_format(capsys, monkeypatch, tmp_path):
    fakes.attack(monkeypatch)
    path = tmp_path / "x.txt"
    assert run(capsys, "attack", "rork", "kaiya", "--json", "-o", str(path))[0] == 0
    assert json.loads(path.read_text("utf-8"))["question"] == "attack"


def test_plot__beside_the_answer(capsys, monkeypatch, tmp_path):
    fakes.matchup(monkeypatch)
    path = tmp_path / "duel.svg"
    code, out, err = run(capsys, "matchup", "kaiya", "rork", "--plot", str(path), "--quiet")
    assert (code, err) == (0, "")
    assert out.startswith("Rork wins")
    assert path.read_text("utf-8").startswith("<?xml")


def test_stamp__has_the_command_or_is_gone(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["necrostats", "attack", "rork", "kaiya[w=2]", "--quiet"])
    fakes.attack(monkeypatch)
    out = run(capsys, "attack", "rork", "kaiya[w=2]")[1]
    assert out.splitlines()[-1].split() == ["command", "necrostats", "attack", "rork", "'kaiya[w=2]'"]
    _, out, _ = run(capsys, "attack", "rork", "kaiya", "--no-stamp")
    assert "stamp" not in out
    assert "stamp" not in run(capsys, "attack", "rork", "kaiya", "--no-stamp", "--json")[1]


def test_explain__story_in_every_format(capsys, monkeypatch):
    asked = fakes.install(
        monkeypatch,
        "explain",
        explain_duel=lambda *_a, **_k: fakes.Answer(fixtures.story()),
        explain_attack=lambda *_a, **_k: fakes.Answer(fixtures.story()),
    )
    code, out, _ = run(capsys, "explain", "duel", "kaiya", "rork", "--seed", "7", "--policy-a", "charge")
    assert code == 0
    assert "N17-B-HIT-01" in out
    assert asked[0][1]["seed"] == 7
    assert asked[0][1]["policy_a"] == "charge"
    _, out, _ = run(capsys, "explain", "attack", "kaiya", "rork", "--faces", "5,4,1", "--csv")
    assert asked[1][1]["faces"] == (5, 4, 1)
    assert len(list(csv.DictReader(io.StringIO(out)))) == len(fixtures.story()["lines"])
