"""``necrostats compare`` and ``sweep``: what they print, draw, write and refuse."""

import csv
import io
import json

import pytest

import necrostats as ns
from necrostats.reports import wide_rows
from necrostats.reports.figures import draw
from tests.cli.running import program, run
from tests.cli.test_commands import watching
from tests.reports.test_figures import axes_of, overlaps, texts_of

GUNS = ("compare", "--weapon", "lasgun", "--weapon", "boltgun", "--weapon", "flamer", "--range", "short")
COVER = ("sweep", "attack", "kaiya", "rork", "--weapon", "lasgun", "--over", "distance=1..26", "--over")


def test_compare__ranks_by_target(capsys):
    code, out, err = run(capsys, *GUNS, "--target", "escher-ganger", "--no-stamp")
    assert (code, err) == (0, "")
    assert out.startswith(
        "Most likely to put Escher ganger down: boltgun, 49.2% (2153/4374); then flamer, 44.4% (exact)\n"
    )
    assert "Against Escher ganger: T3, W1, save 6+ (flak armour)" in out
    lines = [line.split()[:3] for line in out.splitlines() if line[:1].isdigit()]
    assert lines == [["1", "Boltgun", "short"], ["2", "Flamer", "template"], ["3", "Lasgun", "short"]]


def test_compare__without_targets_takes_four(capsys):
    code, out, _ = run(
        capsys, *GUNS, "--range", "long", "--weapon", "custom[rng_s=4,rng_l=6]", "--distance", "5"
    )
    assert code == 2
    code, out, _ = run(capsys, *GUNS, "--range", "long", "--cover", "partial", "--aim", "--assists", "0")
    assert code == 0
    assert "At a glance" in out
    for name in ("ganger", "tough ganger", "champion", "brute"):
        assert f"Against {name}: " in out
    assert "In partial cover, aimed." in out
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    "args",
    [
        ("compare", "--weapons", "all", "--range", "short"),
        ("compare", "--weapons", "special", "--range", "short", "--range", "long"),
        (
            "compare",
            "--weapons",
            "heavy",
            "--attacker",
            "rork",
            "--attacker",
            "escher-champion",
            "--cover",
            "full",
        ),
        ("compare", "--weapons", "pistols", "--close", "--by", "wounds", "--with", "fighting-knife"),
        (
            "sweep",
            "attack",
            "kaiya",
            "rork",
            "--weapon",
            "boltgun",
            "--over",
            "target.t=1..10",
            "--over",
            "attacker.bs=2..6",
        ),
        (
            "sweep",
            "attack",
            "rork",
            "kaiya",
            "--over",
            "weapon=lasgun,boltgun,flamer,combi-bolter-melta/melta,long-las",
        ),
    ],
    ids=" ".join,
)
def test_tables__fit_the_terminal(args, capsys):
    code, out, _ = run(capsys, *args)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 100


def test_compare__says_what_has_no_rank(capsys):
    code, out, _ = run(capsys, *GUNS, "--weapon", "long-las", "--rules", "basic", "--no-stamp")
    assert code == 0
    assert "Uses the flame template, which is advanced (N17-B-WPN-02)" in out.partition("Without a rank")[2]


def test_compare__says_what_a_weapon_does_to_its_user(capsys):
    asked = ("compare", "--weapon", "boltgun", "--weapon", "plasma-gun/maximal", "--target", "rork", "--csv")
    lines = list(csv.DictReader(io.StringIO(run(capsys, *asked)[1])))
    assert [line["user_down_fraction"] for line in lines] == ["1/12", "0"]
    out = run(capsys, *asked[:-1])[1]
    assert "User down" in out
    assert "user down: that the attack puts its own user down" in " ".join(out.split())
    assert "ser down" not in run(capsys, *asked[:3], *asked[5:-1])[1]


@pytest.mark.parametrize(
    ("price", "credits", "said"),
    [
        ("weapon", "5", "what the fighter costs is left out"),
        ("fighter", "80", "fighters with their kit make"),
    ],
)
def test_compare__says_what_100_credits_do(price, credits, said, capsys):
    asked = ("compare", "--attacker", "rork", "--target", "kaiya", "--by", "wounds", "--price", price)
    out = run(capsys, *asked)[1]
    assert "Credits  Wounds/100 cr." in out
    assert said in " ".join(out.split())
    lines = list(csv.DictReader(io.StringIO(run(capsys, *asked, "--csv")[1])))
    assert lines[0]["credits"] == credits


def ranked(out):
    return sum(line[:3].strip().isdigit() for line in out.splitlines())


def test_compare__shows_the_best_rows_of_each_target(capsys):
    asked = (
        "compare",
        "--weapons",
        "basic",
        "--weapons",
        "pistols",
        "--target",
        "kaiya",
        "--target",
        "rork",
        "--no-stamp",
    )
    every = json.loads(run(capsys, *asked, "--json")[1])
    number = len(every["rows"]) // 2
    assert number > 20
    assert every["rows_shown"] == 20
    out = run(capsys, *asked)[1]
    assert out.count(f"The best 20 rows of {number}; --rows all shows the other {number - 20}.") == 3
    assert ranked(out) == 40
    assert run(capsys, *asked, "--csv")[1].count("\n") == 1 + 2 * number
    whole = run(capsys, *asked, "--rows", "all")[1]
    assert ranked(whole) == 2 * number
    assert "--rows all" not in whole
    assert ranked(run(capsys, *asked, "--rows", "1")[1]) == 2
    page = run(capsys, *asked, "--rows", "3", "--format", "html")[1]
    assert page.count("--rows all shows the other") == 3


def test_sweep__merges_what_is_alike(capsys):
    code, out, err = run(capsys, *COVER, "cover=none,partial,full", "--no-stamp")
    assert (code, err) == (0, "")
    assert out.startswith(
        "Kaiya attacks Rork with lasgun, by distance and cover: target down, 0% to 9.9% (exact)\n"
    )
    assert '1-18"     9.9% 8/81  7.4% 2/27  4.9% 4/81' in out
    assert '25-26"' in out


@pytest.mark.parametrize(
    ("args", "columns"),
    [(GUNS, wide_rows.COMPARE), ((*COVER, "cover=none,full"), wide_rows.SWEEP)],
    ids=("compare", "sweep"),
)
def test_formats(args, columns, capsys, tmp_path):
    answer = json.loads(run(capsys, *args, "--json", "--no-stamp")[1])
    assert answer["question"] == args[0]
    assert set(answer["definitions"]) >= {"hit", "down", "out_of_action", "wounds_mean", "reason"}
    assert "stamp" not in answer
    read = list(csv.DictReader(io.StringIO(run(capsys, *args, "--csv")[1])))
    assert tuple(read[0]) == columns
    assert len(read) == len(answer["rows"])
    for line, row in zip(read, answer["rows"], strict=True):
        assert float(line["down"]) == row["down"]["p"]
        assert line["down_fraction"] == row["down"]["fraction"]
    assert run(capsys, *args, "--format", "markdown")[1].count("|") >= 20
    assert "<table" in run(capsys, *args, "--format", "html")[1]
    code, _, err = run(capsys, *args, "--plot", str(tmp_path / "a.png"))
    assert (code, err) == (0, f"wrote {tmp_path / 'a.png'}\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("compare",), "error: expected weapons to compare"),
        (
            ("compare", "--weapon", "lasgun", "--range", "short", "--distance", "3"),
            "expected --range or --distance",
        ),
        (("compare", "--weapon", "lasgun", "--rows", "0"), "rows: expected 1 to 10000"),
        (("compare", "--weapon", "lasgun", "--rows", "many"), "rows: expected a whole number, got 'many'"),
        (("compare", "--weapon", "lasgun", "--by", "luck"), "invalid value for '--by'"),
        (
            ("compare", "--weapon", "lasgun", "--rules", "basic", "--flesh-wounds", "1"),
            "belongs to the advanced rules",
        ),
        (("compare", "--weapon", "lasgun", "--distance", "nan"), "distance: expected 0 to 999"),
        ((*COVER, "distance=3"), "expected two different axes"),
        ((*COVER, "cover=a"), "cover: expected one of"),
        (("sweep", "duel", "kaiya", "rork", "--over", "distance=1"), "no question to sweep 'duel'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_refused(args, said, capsys):
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert said in err
    assert err.startswith("error: ")
    assert len(err.splitlines()) <= 2


def test_interrupted__prints_what_was_computed(capsys, monkeypatch):
    def stop(self, done, total):
        if done == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr("necrostats.cli.counting.Counting.__call__", stop)
    code, out, _ = run(capsys, *COVER, "cover=none,full")
    assert code == 130
    assert "interrupted after 4 of 52 cells" in out
    code, out, _ = run(capsys, "compare", "--weapons", "pistols", "--target", "kaiya")
    assert code == 130
    assert "interrupted after 4 of" in out


@pytest.mark.parametrize("args", [GUNS, (*COVER, "cover=none")], ids=("compare", "sweep"))
def test_exact_text__imports_nothing_heavy(args):
    assert program(*args, code=watching("from necrostats.cli.main import main; main()")).stderr == b"heavy:\n"


COMPARED = {
    "four": {"weapon": ["lasgun", "boltgun", "flamer", "power-sword"], "range": ["short", "long"]},
    "one": {"weapons": "pistols", "target": "kaiya", "by": "wounds", "cover": "partial"},
    "many": {"weapons": "all"},
    "loadouts": {
        "attacker": ["rork[+boltgun]", "kaiya"],
        "target": ["reina", "drago"],
        "by": "out_of_action",
    },
    "single": {"weapon": "lasgun", "target": "kaiya", "rules": "basic"},
}
SWEPT = {
    "line": {"weapon": "lasgun", "over": "distance=1..26"},
    "lines": {"weapon": ["lasgun", "autogun", "boltgun", "shotgun"], "over": "distance=1..26"},
    "covers": {"weapon": "lasgun", "over": ["distance=1..26", "cover=none,partial,full"]},
    "toughness": {
        "weapon": "boltgun",
        "over": ["target.t=2..6", "target.armour=none,flak,mesh"],
        "figure": "wounds",
    },
    "map": {"weapon": "lasgun", "over": ["distance=1..24", "target.t=1..10"], "target_prone": True},
    "words": {
        "over": [
            "weapon=lasgun,boltgun,plasma-gun/maximal,combi-bolter-melta/melta",
            "target=reina,rork,drago",
        ]
    },
    "wide": {"weapon": "lasgun", "over": ["distance=1..40", "save_bonus=0..6"]},
    "bars": {"over": "weapon=lasgun,boltgun,flamer"},
    "gap": {"weapon": "lasgun", "over": "flesh_wounds=0..6"},
    "value": {"weapon": "lasgun", "over": "distance=12"},
}


@pytest.mark.parametrize("name", COMPARED)
def test_compare__draws(name):
    answer = ns.compare(**COMPARED[name])
    figure = draw(answer.to_dict())
    assert overlaps(figure) == []
    panels = axes_of(figure)
    assert len(panels) == 1 + len(answer["targets"])
    first = answer["targets"][0]["label"]
    stacked = [sum(bar.get_width() for bar in row) for row in zip(*panels[first].containers, strict=True)]
    assert stacked == pytest.approx([1.0] * len(stacked), abs=1e-12)
    ranked = [row for row in answer["rows"] if row["target"] == first]
    out = [container for container in panels[first].containers if container.get_label() == "out of action"]
    if out:
        drawn = [bar.get_width() for bar in out[0]]
        wanted = [row["out_of_action"]["p"] for row in ranked[: len(drawn)]]
        assert drawn == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("name", SWEPT)
def test_sweep__draws(name):
    answer = ns.sweep("attack", "kaiya", "rork", **SWEPT[name])
    figure = draw(answer.to_dict())
    assert overlaps(figure) == []
    assert "(exact)" in figure.get_suptitle()


def test_sweep__steps_at_the_bands():
    answer = ns.sweep("attack", "kaiya", "rork", weapon="lasgun", over="distance=1..26..3")
    axes = axes_of(draw(answer.to_dict()))["lines"]
    line = axes.get_lines()[0]
    steps = list(zip(line.get_xdata(), line.get_ydata(), strict=True))
    short, long = 8 / 81, 2 / 27
    assert steps == [(0, short), (18, short), (18, long), (24, long), (24, 0), (25, 0)]


def test_sweep__numbers_stand_in_the_cells():
    answer = ns.sweep("attack", "kaiya", "rork", **SWEPT["words"])
    said = texts_of(draw(answer.to_dict()))
    for row in answer["rows"]:
        p = row["value"]["p"]
        assert (f"{100 * p:.1f}" if p else "0") in said
