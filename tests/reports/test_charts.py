"""Charts hold the figures of the answer, are valid Vega-Lite, and a page without them still says everything."""

import json
import re
import sys
import types

import pytest

from necrostats import api
from necrostats.analyses.chain_ammo import ammo
from necrostats.analyses.compare import compare
from necrostats.analyses.sweep import sweep
from necrostats.reports import pages
from necrostats.reports.charts import vega
from necrostats.reports.charts.chart import COLOURS, CONFIG
from necrostats.reports.charts.gallery import charts_of
from necrostats.reports.charts.lines import Line, Point, lines
from necrostats.reports.outcome_bars import COLOURS as OUTCOMES
from tests.reports import fixtures


@pytest.fixture(scope="module")
def answers():
    """An answer of each question with charts, and one for each way to draw a sweep."""
    gun = {"weapon": "lasgun"}
    return {
        "attack": fixtures.attack(),
        "simulated attack": fixtures.simulated_attack(),
        "weapons": {
            "question": "attack",
            "attacks": fixtures.weapons_of("kaiya", "rork", "laspistol", "power-sword"),
        },
        "matchup": fixtures.matchup(
            by_distance=[{"distance": n, "value": 0.01 * n - 0.1} for n in range(25)]
        ),
        "compare": compare(weapon=["lasgun", "autogun"], target=["rork", "kaiya"]).to_dict(),
        "lines": sweep(
            "attack",
            "kaiya",
            "rork",
            **gun,
            over={"distance": [1, 17, 18, 19, 26], "cover": ["none", "full"]},
        ).to_dict(),
        "bars": sweep(
            "attack", "kaiya", "rork", **gun, over={"cover": ["none", "partial", "full"]}
        ).to_dict(),
        "map": sweep(
            "attack", "kaiya", "rork", **gun, over={"attacker.bs": [2, 3, 4, 5], "target.t": [2, 3, 4, 5]}
        ).to_dict(),
        "chain": ammo("autogun").to_dict(),
        "ammo of all": ammo(None, fighter="rork[+boltgun]").to_dict(),
    }


def values(chart, **like):
    """The records of a chart, in all its layers, that have these fields with these values."""
    groups = [chart.spec["data"], *(layer["data"] for layer in chart.spec["layer"] if "data" in layer)]
    records = [record for group in groups for record in group["values"]]
    return [record for record in records if like.items() <= record.items()]


def test_attack__a_bar_holds_the_outcomes(answers):
    (chart,) = charts_of(answers["attack"])
    parts = values(chart, attack='Stub gun, short (6")')
    assert [(part["says"], part["chance"]) for part in parts] == [
        ("no hit", "50.0% (1/2)"),
        ("hit, but lost no Wound", "22.2% (2/9)"),
        ("out of action", "27.8% (5/18)"),
    ]
    assert [part["from"] for part in parts] == [0, *(part["to"] for part in parts[:-1])]
    assert parts[-1]["to"] == pytest.approx(1, abs=1e-12)
    assert [label for label, _ in chart.key] == ["no hit", "hit but unhurt", "out of action"]


def test_attack__simulated_chances_have_their_interval(answers):
    (chart,) = charts_of(answers["simulated attack"])
    assert re.fullmatch(r"50% \[49, 51\]|50\.\d% \[.*\]", values(chart, outcome="missed")[0]["chance"])


def test_matchup__has_every_chart(answers):
    answer = answers["matchup"]
    standing, distance, kaiya, rork, policies = charts_of(answer)
    rounds = answer["duel"]["by_round"]
    points = [record for record in values(standing, line="Rork") if "says" in record]
    assert [point["y"] for point in points] == [1.0, *(row["b_standing"]["p"] for row in rounds)]
    assert points[1]["says"] == "97.0%"
    assert values(distance, x=0.0)[0]["says"] == "Rork by 10.0 points"
    assert values(distance, x=10.0)[0]["says"] == "even"
    assert (kaiya.title, rork.title) == ("Kaiya attacks Rork (exact)", "Rork attacks Kaiya (exact)")
    assert len(values(policies)) == 25


def test_matchup__simulated_chances_have_their_interval():
    answer = fixtures.matchup()
    for row in answer["duel"]["by_round"]:
        row |= {side: fixtures.simulated(row[side]["p"], 1000) for side in ("a_standing", "b_standing")}
    standing = charts_of(answer)[0]
    first = next(record for record in values(standing, line="Kaiya", x=1) if "says" in record)
    assert first["low"] < first["y"] < first["high"]
    assert first["says"].startswith("93")
    assert "[" in first["says"]


def test_compare__the_best_stands_first_in_each_target(answers):
    charts = charts_of(answers["compare"])
    assert len(charts) == 2
    labels = [record["label"] for record in values(charts[0]) if "label" in record]
    rows = [
        row for row in answers["compare"]["rows"] if row["target"] == answers["compare"]["rows"][0]["target"]
    ]
    assert [label.partition(",")[0] for label in labels[: len(rows)]] == [row["weapon_name"] for row in rows]


def test_sweep__lines_step_where_a_band_ends(answers):
    (chart,) = charts_of(answers["lines"])
    way = [(record["x"], record["y"]) for record in values(chart, line="cover none") if "place" in record]
    at_18 = [y for x, y in way if x == 18]
    assert at_18[0] > at_18[-1]
    assert [record["says"] for record in values(chart, x=18.0) if "line" not in record] == ['18" short'] * 2


def test_lines__one_under_another_is_wider():
    points = [Point(n, n / 4, "") for n in range(4)]
    drawn = [
        Line("under", "line-0", points),
        Line("alone", "line-1", points[:2]),
        Line("over", "line-2", points),
    ]
    (way,) = [
        layer for layer in lines("", drawn, x="x", y="y").spec["layer"] if layer["mark"]["type"] == "line"
    ]
    under, alone, over = way["encoding"]["strokeWidth"]["scale"]["range"]
    assert under > over == alone


def test_answer__gives_its_page(monkeypatch):
    monkeypatch.setattr(vega, "available", lambda: False)
    html = api.blast(marker=3, hit="4+", arrangement="0,0", trials=0).to_html()
    assert html.startswith("<!doctype html>")
    assert "necrostats[html]" in html


def test_sweep__a_map_has_a_square_for_each_cell(answers):
    (chart,) = charts_of(answers["map"])
    squares = values(chart)
    assert len(squares) == 16
    row = next(row for row in answers["map"]["rows"] if row["at"] == {"attacker.bs": 2, "target.t": 2})
    assert values(chart, across="2+", down="2")[0]["value"] == row["value"]["p"]


def test_chain__curves_and_numbers(answers):
    curves, shots = charts_of(answers["chain"])
    rows = answers["chain"]["rows"]
    drawn = [record["y"] for record in values(curves, line="out of ammo") if "says" in record]
    assert drawn == [0.0, *(row["out_of_ammo"]["p"] for row in rows)]
    assert len(values(shots)) == len(answers["chain"]["shots"])
    (means,) = charts_of(answers["ammo of all"])
    assert [record["to"] for record in values(means) if "to" in record] == [
        row["shots_mean"]["mean"] for row in answers["ammo of all"]["rows"]
    ]


def test_specs__are_valid_vega_lite(answers):
    altair = pytest.importorskip("altair", reason="the schema of Vega-Lite comes with altair")
    for name in ("attack", "matchup", "lines", "map", "chain"):
        for chart in charts_of(answers[name]):
            altair.LayerChart.from_dict({**chart.spec, "config": CONFIG})


def test_every_colour_of_a_chart_is_one_of_the_page(answers):
    for answer in answers.values():
        for chart in charts_of(answer):
            used = set(re.findall(r"var\(--([\w-]+)\)", json.dumps(chart.spec)))
            assert used <= {*COLOURS, "page"}
            assert {colour for _, colour in chart.key} <= set(COLOURS)


def test_outcomes_have_the_colours_of_the_figures():
    assert {name: COLOURS[name.replace("_", "-")][0] for name in OUTCOMES} == OUTCOMES


def test_page__without_the_extra_has_the_figure_and_says_how_to_get_charts(monkeypatch, answers):
    monkeypatch.setattr(vega, "available", lambda: False)
    html = pages.page(answers["attack"])
    assert "<script" not in html
    assert 'src="data:image/svg+xml;base64,' in html
    assert "pip install &quot;necrostats[html]&quot;" in html
    assert len(html) < 1_000_000


def test_page__says_how_to_get_it_again(monkeypatch):
    monkeypatch.setattr(vega, "available", lambda: False)
    stamp = {"command": "necrostats matchup kaiya rork", "seed": 7}
    page = pages.page(fixtures.matchup(stamp=stamp))
    assert "necrostats matchup kaiya rork --seed 7</code>" in page
    assert page.count("necrostats matchup kaiya rork") == 1
    assert "To get this again" not in pages.page(fixtures.matchup(stamp={}))
    for typed in ("necrostats matchup a b --seed 3", "necrostats matchup a b --seed=3"):
        assert pages.again({"stamp": {"command": typed, "seed": 3}}) == typed


@pytest.fixture
def libraries(monkeypatch, tmp_path):
    """A stand-in for vl-convert that counts how often it is asked, and a cache of its own."""
    asked = []

    def bundle():
        asked.append(1)
        return "vega()</script>"

    monkeypatch.setitem(sys.modules, "vl_convert", types.SimpleNamespace(javascript_bundle=bundle))
    monkeypatch.setenv("NECROSTATS_CACHE", str(tmp_path / "cache"))
    return asked


def test_bundle__is_made_once_and_ends_no_script(libraries, tmp_path):
    first = vega.bundle()
    assert (first, len(libraries)) == (vega.bundle(), 1)
    assert "</script" not in first
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_text("cut sh", "utf-8")
    assert (vega.bundle(), len(libraries)) == (first, 2)


def test_bundle__needs_no_cache(libraries, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NECROSTATS_CACHE", str(tmp_path / "file"))
    assert vega.bundle().startswith("vega()")
