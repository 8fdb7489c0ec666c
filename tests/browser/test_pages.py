"""Pages in a real browser: nothing is fetched, nothing fails, nothing is wider than the screen."""

import json

import pytest

from necrostats.cli.main import command
from necrostats.reports.charts import vega
from necrostats.reports.pages import page
from tests.browser.opened import NARROW, WIDE, Seen, contrast
from tests.reports import fixtures

PAPER = 703  # A4 within margins of 12 mm
SWEEP = ["sweep", "attack", "kaiya", "rork", "--weapon", "lasgun"]
REPORT = """
title = "Lasgun or autogun?"
intro = "What a ganger should carry."
[[question]]
title = "At a glance"
ask = "compare --weapon lasgun --weapon autogun --target escher-ganger"
[[question]]
title = "Misspelt"
ask = "attack kaya rork"
[[question]]
ask = "attack kaiya rork"
weapon = "laspistol"
"""
# What is asked, how many charts its page has, and texts that its cells hold.
PAGES = {
    "attack": (["attack", "kaiya", "rork", "--weapon", "laspistol", "--distance", "6"], 1, ["66.7%", "2/3"]),
    "weapons": (["attack", "kaiya", "rork"], 1, ["Laspistol", "Power sword"]),
    "compare": (["compare", "--weapon", "lasgun", "--weapon", "boltgun"], 4, ["Boltgun", "Lasgun"]),
    "lines": (
        [
            "sweep",
            "attack",
            "kaiya",
            "rork",
            "--weapon",
            "lasgun",
            "--over",
            "distance=1..24",
            "--over",
            "cover=none,full",
        ],
        1,
        ["9.9%", '19-24"'],
    ),
    "map": (
        [
            "sweep",
            "attack",
            "kaiya",
            "rork",
            "--weapon",
            "lasgun",
            "--over",
            "attacker.bs=2..6",
            "--over",
            "target.t=2..6",
        ],
        1,
        ["Attacker's BS"],
    ),
    "chain": (["chain", "ammo", "autogun"], 2, ["out of ammo"]),
    "gang": (["chain", "bottle", "4*custom", "--losses", "1"], 2, ["bottled"]),
    "list": (["list", "weapons"], 0, ["lasgun"]),
    "blast": (
        ["blast", "--marker", "3", "--hit", "4+", "--arrangement", "0,0", "--exact"],
        0,
        ['scatters 1"'],
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    if not vega.available():
        pytest.skip("no charts in pages without vl-convert-python")
    return tmp_path_factory.mktemp("pages")


def made(capsys, folder, name, words, code=0):
    path = folder / f"{name}.html"
    assert command.main([*words, "-o", str(path), "--quiet"], standalone_mode=False) == code, (
        capsys.readouterr()
    )
    assert path.stat().st_size < 2_500_000
    return path


@pytest.mark.parametrize("name", PAGES)
def test_page__holds_on_any_screen(name, browser, folder, capsys):
    words, charts, texts = PAGES[name]
    path = made(capsys, folder, name, words)
    seen = Seen(browser, path)
    assert seen.charts(charts) == charts
    assert seen.width(NARROW) <= NARROW
    assert seen.width(WIDE) <= WIDE
    cells = "\n".join(seen.cells())
    assert [text for text in texts if text not in cells] == []
    seen.holds(path)


def test_matchup__holds_on_any_screen(browser, folder):
    path = folder / "matchup.html"
    by_distance = [{"distance": gap, "value": 0.02 * gap - 0.2} for gap in range(25)]
    path.write_text(page(fixtures.matchup(by_distance=by_distance)), "utf-8")
    seen = Seen(browser, path)
    assert seen.charts(5) == 5
    assert seen.width(NARROW) <= NARROW
    assert seen.width(WIDE) <= WIDE
    assert {"Laspistol", "stand-and-shoot"} <= set(seen.cells())
    seen.holds(path)


def test_report__holds_on_any_screen(browser, folder, capsys, tmp_path):
    asked = tmp_path / "report.toml"
    asked.write_text(REPORT, "utf-8")
    path = made(capsys, folder, "report", ["report", str(asked)], code=2)
    seen = Seen(browser, path)
    assert seen.charts(2) == 2
    assert seen.width(NARROW) <= NARROW
    assert seen.width(WIDE) <= WIDE
    heads = seen.page.locator("h1, h2").all_inner_texts()
    assert heads[:3] == ["Lasgun or autogun?", "At a glance", "Misspelt"]
    assert "did you mean kaiya?" in seen.page.locator(".trouble").inner_text()
    seen.holds(path)


def test_chart__says_its_figures_where_one_points(browser, folder, capsys):
    path = made(capsys, folder, "hover", PAGES["attack"][0])
    seen = Seen(browser, path, WIDE)
    assert seen.charts(1) == 1
    part = seen.page.locator(".vega path[aria-label*='out of action']").first
    part.hover()
    told = seen.page.locator("#vg-tooltip-element.visible")
    told.wait_for(timeout=3000)
    assert "out of action" in told.inner_text()
    assert "2.5% (2/81)" in told.inner_text()
    seen.holds(path)


def test_page__reads_in_the_dark_and_on_paper(browser, folder, capsys):
    path = made(capsys, folder, "dark", PAGES["attack"][0])
    look = """() => {
        const of = (where, what) => getComputedStyle(document.querySelector(where))[what];
        return {page: of("body", "backgroundColor"), ink: of("body", "color"),
                label: of(".vega svg text", "fill"), out: of(".vega path[aria-label*='out of action']", "fill")};
    }"""
    looks = {}
    for scheme in ("light", "dark"):
        seen = Seen(browser, path, scheme=scheme)
        seen.charts(1)
        looks[scheme] = seen.page.evaluate(look)
    seen.page.emulate_media(media="print")
    looks["paper"] = seen.page.evaluate(look)
    for name in ("light", "dark"):
        assert contrast(looks[name]["page"], looks[name]["ink"]) > 7
        assert contrast(looks[name]["page"], looks[name]["label"]) > 7
        assert contrast(looks[name]["page"], looks[name]["out"]) > 7
    assert looks["light"]["page"] != looks["dark"]["page"]
    assert looks["paper"] == looks["light"]


def test_page__prints_within_the_paper(browser, folder, capsys):
    path = made(capsys, folder, "paper", PAGES["weapons"][0])
    seen = Seen(browser, path, PAPER)
    seen.charts(1)
    seen.page.emulate_media(media="print")
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= PAPER
    assert seen.page.pdf(format="A4").startswith(b"%PDF")


def test_specs__stand_whole_in_the_page(browser, folder):
    """A name that ends a script, or looks like a tag, stays a name."""
    path = folder / "hostile.html"
    name = "</script><script>alert(1)</script><!--"
    path.write_text(page(fixtures.attack(weapon_name=name)), "utf-8")
    seen = Seen(browser, path)
    assert seen.charts(1) == 1
    specs = json.loads(seen.page.locator("#specs").inner_text())
    assert specs[0]["layer"][2]["data"]["values"][0]["label"].startswith(name)
    seen.holds(path)
