"""``necrostats blast``: what it prints, draws and refuses."""

import csv
import io
import json

import pytest

from tests.cli.running import run
from tests.reports.test_figures import axes_of, overlaps

LINE = ("blast", "--marker", "3", "--hit", "4+", "--arrangement", "line of 3 at 1 inch")
TEN = "0,0@40=Ogryn 1.8,1=kaiya -1.5,0.5@32=rork 3,-2 -3,-3 2,-4 -4,2 0,4=Thorkild 5,2 -2,5@28=nox"
FIGURES = {
    "one": {"marker": 3, "hit": "4+"},
    "line": {"marker": 3, "hit": "4+", "arrangement": "line of 3 at 1 inch", "shooter": "0,-7"},
    "far": {"marker": 5, "hit": "2+", "arrangement": "line of 10 at 0.5 inch @32", "shooter": "0,-30"},
    "ring": {"marker": 5, "hit": "4+", "arrangement": "ring of 9 at 1.5 inch"},
    "ten": {"marker": 3, "hit": "3+", "arrangement": TEN, "aim_at": "0.5,0.5", "shooter": "-5,-5"},
    "forty": {"marker": 5, "hit": "6+", "arrangement": "line of 40 at 0.1 inch"},
}


def test_blast__says_who_is_under_the_marker(capsys):
    code, out, err = run(capsys, *LINE, "--seed", "1")
    assert (code, err) == (0, "")
    assert out.startswith(
        '3" marker: touches the fighter aimed at in 55.6%, 1.17 of 3 fighters on average (exact)\n'
        "Hits on 4+ (as given): 50.0% (1/2).\n"
    )
    for part in (
        "5/9",
        "1 (aimed at)",
        "fighters on average",
        "62.6%",
        "misfire: on the shooter",
        "1/216",
        "28 mm",
        "200,000 markers thrown (seed 1)",
        "walls",
    ):
        assert part in out
    assert max(map(len, out.splitlines())) <= 100


def test_blast__a_fighter_with_a_weapon(capsys):
    code, out, _ = run(capsys, "blast", "kaiya", "--weapon", "frag-grenades", "--exact", "--aim-at", "-1,0")
    assert code == 0
    assert out.startswith("Kaiya, frag grenades, 3")
    assert "markers thrown" not in out
    assert "How many at once" not in out  # there is one


def test_blast__of_a_club_that_plays_the_basic_rules(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "necrostats.toml").write_text('default = "club"\n[house.club]\nrules = "basic"\n', "utf-8")
    code, out, err = run(capsys, *LINE, "--exact")
    assert (code, out) == (2, "")
    assert "belong to the advanced rules" in err
    assert "--rules advanced" in err
    for way_out in (("--rules", "advanced"), ("--house", "none")):
        assert run(capsys, *LINE, "--exact", *way_out)[0] == 0


def test_blast__its_csv_has_what_the_report_shows(capsys):
    rows = list(csv.DictReader(io.StringIO(run(capsys, *LINE, "--csv", "--exact")[1])))
    found = {(row["part"], row["quantity"]) for row in rows}
    assert {
        ("fighters", "expected_when_hit"),
        ("marker", "2.expected"),
        ("base_size", "when_missed"),
    } <= found
    reach = [row["value"] for row in rows if row["quantity"] == "touching_inches"]
    assert reach == ["1", "2", "2", "2"]


def test_blast__every_format_says_the_same(capsys, tmp_path):
    answer = json.loads(run(capsys, *LINE, "--json", "--exact")[1])
    assert answer["question"] == "blast"
    rows = list(csv.DictReader(io.StringIO(run(capsys, *LINE, "--csv", "--exact")[1])))
    assert float(rows[2]["value"]) == answer["fighters"][0]["touched"]["p"]
    assert run(capsys, *LINE, "--format", "markdown")[1].startswith('# 3" marker')
    assert run(capsys, *LINE, "--format", "html")[1].startswith("<!doctype html>")
    path = tmp_path / "map.png"
    assert run(capsys, *LINE, "--plot", str(path), "-o", str(tmp_path / "blast.json"), "--quiet") == (
        0,
        "",
        "",
    )
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "args",
    [
        ("--base", "0"),
        ("--base", "nan"),
        ("--marker", "4"),
        ("--hit", "9+"),
        ("--arrangement", ""),
        ("--arrangement", "line of 500 at 1 inch"),
        ("--arrangement", "nan,nan"),
        ("--aim-at", "nan,1"),
        ("--shooter", "here"),
        ("--weapon", "frag-grenades"),
        ("--trials", "0"),
        ("--exact", "--trials", "5"),
        ("--cover", "partial"),
        ("--action", "blind-fire"),
        ("--rules", "basic"),
    ],
    ids=" ".join,
)
def test_blast__refuses_with_help(args, capsys):
    code, out, err = run(capsys, *LINE, *args)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")


@pytest.mark.parametrize("name", FIGURES)
def test_map__bases_to_scale_and_nothing_on_anything(name):
    import necrostats as ns

    answer = ns.blast(**FIGURES[name])
    figure = answer.plot()
    if name != "forty":  # names too small to read overlap
        assert overlaps(figure) == []
    axes = axes_of(figure)["map"]
    assert axes.get_aspect() == 1
    first = answer["fighters"][0]
    radii = {round(patch.get_radius(), 6) for patch in axes.patches if hasattr(patch, "get_radius")}
    assert {round(first["base"] / 50.8, 6), answer["radius"]} <= radii
    said = [text.get_text() for text in axes.texts]
    assert f"{first['name']}\n" in "\n".join(said) + "\n"
    assert {f'{n}"' for n in range(1, 7)} <= set(said)
    key = [text.get_text() for text in axes_of(figure)["list"].texts]
    assert ("marker after a misfire" in key) == (name in ("line", "ten"))
    assert "misfire: a dud" in "\n".join(key)
    assert "Hits on" in figure.texts[-1].get_text()
