"""``necrostats chain bottle``: what it prints, draws and refuses."""

import csv
import io
import json

import pytest

import necrostats as ns
from tests.cli.running import PROGRAM, program, run
from tests.cli.test_commands import watching
from tests.reports.test_figures import axes_of, overlaps

BOTTLE = ("chain", "bottle", "2*escher-champion+4*escher-ganger", "--losses", "2")
FOUR = ("bottle", "4*rork")
FIGURES = {
    "a gang": lambda: ns.chain.bottle("8*goliath-ganger", losses=2),
    "no losses": lambda: ns.chain.bottle("5*goliath-ganger", losses=0),
    "alone": lambda: ns.chain.bottle("rork", rounds=1),
    "many rounds": lambda: ns.chain.bottle("escher-leader+9*escher-ganger", losses="1,2", rounds=20),
    "all at once": lambda: ns.chain.bottle("20*escher-ganger", losses=20, rounds=2),
}


def sentences(out):
    """What is printed, in one line."""
    return " ".join(out.split())


def test_says_when_and_what_is_left(capsys):
    code, out, err = run(capsys, *BOTTLE, "--no-stamp")
    assert (code, err) == (0, "")
    assert sentences(out).startswith("Gang of 6, losing 2 a round: bottled by round 2 half the time, after ")
    for part in (
        "2 champions (Cool 7+), 4 gangers (Cool 8+).",
        "in 1/6 with 1 seriously injured or out of action, in 1/3 with 2,",
        "25.0% (1/4) of them are out of action",
        "Ever: chance that it happens within 6 rounds.",
        "Fighters on average",
        "Left after 6 rounds:",
        "Fled after 6 rounds:",
        "nerve tests and rallying",
    ):
        assert part in sentences(out)
    assert max(map(len, out.splitlines())) <= 100


def test_what_does_not_happen_within_the_battle(capsys):
    gang = ("chain", "bottle", "10*rork", "--no-stamp")
    assert "not bottled within 2 rounds" in sentences(run(capsys, *gang, "--rounds", "2")[1])
    out = sentences(run(capsys, *gang, "--losses", "2", "--need", "99%")[1])
    assert "on average if it comes to that, 83.8% within 6 rounds, not 99%" in out
    assert "over 6" in out
    rarely = sentences(run(capsys, *gang)[1])
    assert "bottled in 8.4% within 6 rounds, after 5.72 rounds on average if it comes to that" in rarely
    assert "bottled by round 1, always" in sentences(run(capsys, *gang, "--losses", "10", "--need", "1")[1])


def test_who_stays(capsys):
    gang = "escher-leader[+iron-will]+2*escher-champion+3*escher-ganger"
    out = sentences(run(capsys, "chain", "bottle", gang, "--near-champion", "1", "--helpers", "1")[1])
    assert "5 are near the leader and 1 near each champion; they stay without a test if it does." in out
    assert "1 friend may assist the injured." in out
    assert "Iron Will counts here, as long as the leader stands." in out
    ends = sentences(run(capsys, "chain", "bottle", gang, "--option", "flee_phase=end")[1])
    assert "in every End phase, after the bottle test" in ends


def test_every_format_says_the_same(capsys, tmp_path):
    answer = json.loads(run(capsys, *BOTTLE, "--json")[1])
    assert (answer["question"], answer["chain"]) == ("chain", "bottle")
    rows = list(csv.DictReader(io.StringIO(run(capsys, *BOTTLE, "--csv")[1])))

    def told(part, **where):
        found = [row for row in rows if row["part"] == part and where.items() <= row.items()]
        return {row["quantity"] if not row["number"] else row["number"]: float(row["value"]) for row in found}

    for n in ("1", "6"):
        row = answer["rows"][int(n) - 1]
        assert told("rows", step=n) == {name: chance["p"] for name, chance in row.items() if name != "round"}
        means = answer["by_round"][int(n) - 1]
        assert told("by_round", step=n) == {k: v["mean"] for k, v in means.items() if k != "round"}
    for part in ("left", "fled", "bottle_test"):
        assert told(part) == {n: chance["p"] for n, chance in answer[part].items()}
    assert run(capsys, *BOTTLE, "--format", "markdown")[1].startswith(f"# {answer['title']}")
    assert run(capsys, *BOTTLE, "--format", "html")[1].startswith("<!doctype html>")
    path = tmp_path / "gang.png"
    quiet = ("--plot", str(path), "-o", str(tmp_path / "gang.json"), "--quiet")
    assert run(capsys, *BOTTLE, *quiet) == (0, "", "")
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("bottle",), "missing argument 'GANG'"),
        (("bottle", "0*rork"), "expected fighters such as rork+2*nox, got '0*rork'"),
        (("bottle", "21*rork"), "expected at most 20 fighters in a gang, got more in '21*rork'"),
        (("bottle", "100*rork"), "expected at most 20 fighters in a gang"),
        (("bottle", "nobody"), "no gang or fighter 'nobody'"),
        (("bottle", "rork+kaiya"), "gangers to be alike in Cool, Toughness and recovery, got Rork and Kaiya"),
        (("bottle", "2*escher-leader"), "one leader at most, got 2"),
        (
            ("bottle", "goliath-leader+3*goliath-champion+6*goliath-ganger+4*goliath-juve"),
            "gang: expected at most 16,000 ways for its ranks to stand, lie or be gone, got",
        ),
        ((*FOUR, "--losses", "5"), "losses: expected at most the 4 fighters of the gang in a round, got 5"),
        ((*FOUR, "--losses", "1,5"), "in a round, got 5"),
        ((*FOUR, "--losses", "-1"), "losses: expected whole numbers, one for each round, got '-1'"),
        ((*FOUR, "--losses", "some"), "losses: expected whole numbers"),
        ((*FOUR, "--losses", "1.5"), "losses: expected whole numbers"),
        ((*FOUR, "--losses", "1,,2"), "losses: expected whole numbers"),
        ((*FOUR, "--losses", ""), "losses: expected whole numbers"),
        ((*FOUR, "--losses", "9" * 5000), "losses: expected whole numbers"),
        ((*FOUR, "--losses", ",".join("1" * 21)), "losses: expected whole numbers"),
        ((*FOUR, "--rounds", "0"), "rounds: expected 1 to 20"),
        ((*FOUR, "--rounds", "21"), "rounds: expected 1 to 20"),
        ((*FOUR, "--rounds", "two"), "rounds: expected a whole number"),
        ((*FOUR, "--out-of-action", "1.5"), "out_of_action: expected a share from 0 to 1"),
        ((*FOUR, "--out-of-action", "-10%"), "out_of_action: expected a share"),
        ((*FOUR, "--out-of-action", "nan"), "out_of_action: expected a share"),
        ((*FOUR, "--out-of-action", "0.123"), "in hundredths, got '0.123'"),
        ((*FOUR, "--near-leader", "2"), "near_leader: expected a gang with a leader"),
        ((*FOUR, "--near-champion", "2"), "near_champion: expected a gang with a champion"),
        ((*FOUR, "--helpers", "4"), "helpers: expected a whole number from 0 to 3"),
        ((*FOUR, "--helpers", "-1"), "helpers: expected 0 to 20"),
        ((*FOUR, "--need", "0"), "need: expected a chance"),
        ((*FOUR, "--need", "often"), "need: expected a chance"),
        ((*FOUR, "--rules", "basic"), "advanced rules"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else "",
)
def test_refuses_in_one_line(args, message, capsys):
    code, out, err = run(capsys, "chain", *args)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert message in err
    assert len(err.splitlines()) <= 2


def test_imports_nothing_heavy():
    assert program(*BOTTLE, code=watching(PROGRAM)).stderr.decode().splitlines()[-1] == "heavy:"


@pytest.mark.parametrize("name", FIGURES)
def test_figure__nothing_lies_on_anything(name):
    assert overlaps(FIGURES[name]().plot()) == []


def test_figure__draws_the_rows():
    answer = FIGURES["a gang"]()
    axes = axes_of(answer.plot())
    lines = {line.get_label(): line for line in axes["curves"].get_lines()}
    for name in answer["until"]:
        assert list(lines[name].get_ydata()) == [0, *(row[name]["p"] for row in answer["rows"])]
    assert [bar.get_width() for bar in axes["left"].patches] == [p["p"] for p in answer["left"].values()]
