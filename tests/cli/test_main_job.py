"""The real commands, in processes of their own."""

import json
import re

import pytest

from tests.cli.running import PROGRAM, program
from tests.cli.test_commands import watching

GANGERS = ("custom[+stub-gun]", "custom[+lasgun]")
SHORT = ("--rounds", "2", "--distance", "8", "--lane", "12")


def answer(*args):
    done = program(*args, "--json")
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_attack__lasgun_at_short_range_against_partial_cover():
    fighters = ("goliath-ganger", "goliath-ganger[armour=flak]")
    found = answer(
        "attack",
        *fighters,
        *["--weapon", "lasgun", "--range", "short", "--cover", "partial", "--rules", "basic"],
    )
    assert found["stages"]["hit"]["fraction"] == "1/2"
    assert found["outcomes"]["out_of_action"]["fraction"] == "5/36"


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_attack__is_exact_without_numba(rules):
    args = ("attack", "kaiya", "rork", "--weapon", "laspistol", "--rules", rules)
    done = program(*args, code=watching(PROGRAM))
    assert done.returncode == 0, done.stderr.decode()
    heavy = done.stderr.decode().splitlines()[-1].partition(":")[2].split()
    assert not {"numba", "pandas", "matplotlib"} & set(heavy)


@pytest.fixture(scope="module")
def matchup():
    return answer("matchup", "kaiya", "rork", "--rules", "basic", "--seed", "1", "--trials", "20_000")


def test_matchup__chances_sum_to_one_and_agree(matchup):
    duel = matchup["duel"]
    assert sum(duel[name]["p"] for name in ("a_wins", "b_wins", "draw")) == pytest.approx(1, abs=1e-12)
    assert matchup["cross_check"]["z_max"] < 4.5
    assert [card["id"] for card in matchup["fighters"]] == ["kaiya", "rork"]
    assert matchup["reconstructed"]
    assert matchup["stamp"]["seed"] == 1


@pytest.mark.parametrize("environ", [{}, {"PYTHONIOENCODING": "cp1252", "COLUMNS": "72"}], ids=str)
def test_matchup__report_fits(environ, matchup):
    done = program("matchup", "kaiya", "rork", "--rules", "basic", "--exact", **environ)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("ascii" if "PYTHONIOENCODING" in environ else "utf-8")
    assert max(map(len, text.splitlines())) <= int(environ.get("COLUMNS", 100))
    assert re.match(r"(Kaiya|Rork) wins \d", text)
    assert f"{100 * matchup['duel']['a_wins']['p']:.1f}%" in text


def test_matchup__by_the_advanced_rules_without_numba():
    """The report fits, its check is drawn and agrees; what injuries change stands beside the basic rules."""
    args = ("matchup", "kaiya", "rork", *SHORT, "--seed", "1", "--trials", "20000")
    done = program(*args, code=watching(PROGRAM))
    assert done.returncode == 0, done.stderr.decode()
    assert not {"numba", "pandas"} & set(done.stderr.decode().splitlines()[-1].partition(":")[2].split())
    text = done.stdout.decode()
    assert max(map(len, text.splitlines())) <= 100
    for said in (
        "What injuries change (exact)",
        "basic rules",
        "Lead by distance",
        "drawn by chance",
        "they agree",
    ):
        assert said in text


def test_matchup__same_seed_same_report():
    first, second = (
        program("matchup", *GANGERS, *SHORT, "--seed", "3", "--trials", "2000", "--no-stamp") for _ in "ab"
    )
    assert first.stdout == second.stdout
    assert b"seed 3" in first.stdout


def test_explain_duel__whole_and_the_same_each_time_without_numba():
    args = ("explain", "duel", *GANGERS, *SHORT, "--seed", "7", "--no-stamp")
    first, second = program(*args, code=watching(PROGRAM)), program(*args)
    assert first.returncode == 0, first.stderr.decode()
    assert first.stdout == second.stdout
    assert "numba" not in first.stderr.decode().splitlines()[-1]
    assert b"Round 1" in first.stdout
    assert len(re.findall(rb"N17-B-[A-Z]+-\d\d", first.stdout)) > 3


@pytest.mark.parametrize(
    ("rules", "faces", "rolls"),
    [
        ("basic", [6, 6, 1], ["hit roll", "wound roll", "save roll"]),
        ("advanced", [6, 2, 6, 1, 4], ["hit roll", "Firepower die", "wound roll", "save roll", "Injury die"]),
    ],
)
def test_explain_attack__with_dice_from_the_table(rules, faces, rolls):
    line = f"explain attack kaiya rork --weapon laspistol --range short --rules {rules} --json --no-stamp"
    done = program(*line.split(), "--faces", ",".join(map(str, faces)))
    assert done.returncode == 0, done.stderr.decode()
    dice = [line for line in json.loads(done.stdout)["lines"] if line["kind"] == "die"]
    assert [die["rolled"] for die in dice] == faces
    assert [die["title"] for die in dice] == rolls


def test_closed_pipe__of_a_report_is_success():
    args = ("matchup", "kaiya", "rork", "--rules", "basic", "--exact")
    done = program(*args, code=f"import os, sys\nos.close(1)\n{PROGRAM}")
    assert b"Traceback" not in done.stderr
