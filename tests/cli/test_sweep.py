"""``necrostats sweep`` of matchups, blasts and chains: what it prints, draws, writes and refuses."""

import csv
import io
import json

import pytest

from necrostats.reports.figures import draw
from tests.cli.running import run

DUEL = ("matchup", "kaiya", "rork", "--rules", "basic", "--rounds", "2", "--over")
SWEPT = [
    (*DUEL, "distance=0..24..6"),
    (*DUEL, "a.bs=3..4", "--over", "cover-b=none,full"),
    ("blast", "kaiya", "--weapon", "frag-grenades", "--over", "attacker.bs=2..5"),
    ("chain", "ammo", "--over", "weapon=boltgun,autogun"),
    (
        "chain",
        "down",
        "rork",
        "--weapon",
        "lasgun",
        "--over",
        "target.t=2..4",
        "--over",
        "target.armour=none,flak",
    ),
    ("chain", "recovery", "rork", "--over", "assisted=no,yes"),
    ("chain", "bottle", "4*custom", "--over", "losses=1..3", "--figure", "left"),
]


@pytest.mark.parametrize("args", SWEPT, ids=" ".join)
def test_formats(args, capsys):
    code, text, err = run(capsys, "sweep", *args, "--no-stamp")
    assert (code, err) == (0, "")
    assert max(map(len, text.splitlines())) <= 100
    answer = json.loads(run(capsys, "sweep", *args, "--json")[1])
    assert answer["of"] == " ".join(args[: 2 if args[0] == "chain" else 1])
    read = list(csv.DictReader(io.StringIO(run(capsys, "sweep", *args, "--csv")[1])))
    assert len(read) == len(answer["rows"])
    for line, row in zip(read, answer["rows"], strict=True):
        value = row["value"]
        assert float(line["value"]) == value.get("p", value.get("mean"))
        assert line["at"] == str(next(iter(row["at"].values())))
        assert {name for name, figure in row["figures"].items() if figure} <= {n for n in line if line[n]}
    assert draw(answer) is not None
    assert "<svg" in run(capsys, "sweep", *args, "--format", "html")[1]


def test_a_table_by_distance(capsys):
    text = run(capsys, "sweep", *DUEL, "distance=0..24..6", "--no-stamp")[1]
    assert text.startswith("Kaiya (A) against Rork (B), by distance: A wins, ")
    assert 'Ranges: Laspistol short 8", long 12"; Stub gun short 6", long 12".' in text
    assert "Distance  A wins  B wins   Draw  Mean rounds" in text


def test_a_chain_says_what_it_counts(capsys):
    text = run(capsys, "sweep", "chain", "recovery", "rork", "--over", "assisted=no,yes")[1]
    assert text.startswith(
        "Rork, seriously injured, by assisted: ever back in play, 66.7% to 95.2% (exact)\n"
    )
    assert "Rounds until back in play." in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("mathup", "kaiya", "rork"), "no question to sweep 'mathup'"),
        (("chain", "amo", "lasgun"), "no question to sweep 'amo'"),
        (("matchup", "kaiya", "rork"), "over: expected one axis or two, got none"),
        ((*DUEL, "distance=0..24", "--distance", "6"), "distance: expected one value or an axis, got both"),
        (("chain", "down", "rork", "--over", "target.t=2..3"), "chain down: expected weapon, got none"),
        (("matchup", "kaiya", "rork", "--trials", "9", "--over", "lane=9"), "no option '--trials'"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_refused(args, said, capsys):
    code, out, err = run(capsys, "sweep", *args)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
