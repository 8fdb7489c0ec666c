"""The replay of a battle in a real browser: what stands on the board is what the frames say, however one gets there."""

import re
from math import hypot

import pytest

from necrostats.analyses.battle_told import explain_battle
from necrostats.reports.replay import INCH, replay_page
from tests.browser.opened import NARROW, WIDE, Seen, contrast
from tests.reports.battles import HOSTILE, fought, fought_advanced, hostile

LARGE = 1400
PLACES = """() => [...document.querySelectorAll('.fighter')].map((one) => {
    const moved = new DOMMatrix(getComputedStyle(one).transform);
    const turned = new DOMMatrix(getComputedStyle(one.querySelector('.turn')).transform);
    return [moved.e, moved.f, turned.a, turned.b, one.classList.contains('pinned'), one.classList.contains('out'),
        one.classList.contains('is-ready'), document.querySelector(
        `.roster li[data-fighter="${one.dataset.fighter}"] .left`).textContent];
})"""

SIGNS = """() => [...document.querySelectorAll('.fighter')].map((one) => {
    const shown = (where) => [...one.querySelectorAll(where)].filter(
        (sign) => getComputedStyle(sign).display !== 'none');
    return [shown('.badge').map((sign) => sign.classList[1]).sort(), shown('.away').length, shown('.cross').length,
        shown('.lies').length, document.querySelector(
        `.roster li[data-fighter="${one.dataset.fighter}"] .how`).textContent];
})"""

GLIDES = """who => document.querySelectorAll('.fighter')[who].getAnimations()[0].effect.getKeyframes().map(
    (key) => key.transform)"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    page = tmp_path_factory.mktemp("replay") / "battle.html"
    page.write_text(replay_page(fought()), "utf-8")
    return page


@pytest.fixture(scope="module")
def advanced(tmp_path_factory):
    page = tmp_path_factory.mktemp("replay") / "advanced.html"
    page.write_text(replay_page(fought_advanced()), "utf-8")
    return page


class Replay(Seen):
    """The page of a battle, calm: nothing glides."""

    def __init__(self, browser, path, step=1, **how):
        super().__init__(browser, path, **how)
        self.page.emulate_media(reduced_motion="reduce")
        self.page.goto(f"{path.as_uri()}#step={step}")
        self.page.reload()

    def step(self):
        return int(self.page.locator("#slider").input_value())

    def agrees(self, battle, step):
        """The step is shown, marked in the story, and everybody stands as its frame says."""
        assert self.step() == step
        here = self.page.locator("#story a.here")
        assert here.count() == 1
        assert int(here.get_attribute("data-step")) == step
        frame = battle["frames"][battle["lines"][step - 1]["frame"]]
        for n, (x, y, *facing, pinned, out, ready, left) in enumerate(self.page.evaluate(PLACES)):
            assert x / INCH == pytest.approx(frame["x"][n], abs=1e-4)
            assert battle["height"] - y / INCH == pytest.approx(frame["y"][n], abs=1e-4)
            assert [facing[0], -facing[1]] == pytest.approx(frame["facing"][n], abs=1e-3)
            assert (pinned, out) == (frame["posture"][n] == "pinned", frame["posture"][n] in ("out", "fled"))
            assert ready == bool(frame["ready"][n])
            assert left == f"{frame['wounds'][n]}/{battle['fighters'][n]['wounds']} W"

    def holds(self, path):
        """Nothing failed, and nothing but the page was fetched."""
        assert self.said == []
        assert {url.partition("#")[0] for url in self.fetched} == {path.as_uri()}
        self.page.close()


def first(battle, event, after=0):
    """The step at which something first happens."""
    return next(n for n, line in enumerate(battle["lines"], 1) if line.get("event") == event and n > after)


def test_every_step__is_what_the_frames_say(browser, path):
    battle, seen = fought(), Replay(browser, path, width=WIDE)
    for step in range(1, len(battle["lines"]) + 1):
        seen.agrees(battle, step)
        seen.page.keyboard.press("ArrowRight")
    seen.agrees(battle, len(battle["lines"]))
    seen.page.keyboard.press("ArrowLeft")
    seen.agrees(battle, len(battle["lines"]) - 1)
    seen.holds(path)


def signs_of(frame, n):
    """The signs that a fighter is to have by a frame, and how it is said to be."""
    posture, marks = frame["posture"][n], set(frame["marks"][n]) - {"concussed"}
    if posture in ("out", "fled"):
        return [], posture == "fled", posture == "out"
    signs = {mark.replace(" ", "-") for mark in marks}
    signs |= {"injured"} if posture == "seriously injured" else set()
    signs |= {"no-ammo"} if frame["empty"][n] else set()
    return sorted(signs), False, False


def test_every_step_of_the_advanced_rules__has_the_signs_of_its_frame(browser, advanced):
    battle, seen, met = fought_advanced(), Replay(browser, advanced, width=WIDE), set()
    for step, line in enumerate(battle["lines"], 1):
        seen.agrees(battle, step)
        frame = battle["frames"][line["frame"]]
        for n, (signs, away, cross, lies, how) in enumerate(seen.page.evaluate(SIGNS)):
            posture = frame["posture"][n]
            assert (signs, away, cross) == signs_of(frame, n)
            assert lies == (posture in ("pinned", "seriously injured"))
            assert how.startswith("out of action" if posture == "out" else posture)
            for mark in frame["marks"][n]:
                assert mark in how
            for weapon in frame["empty"][n]:
                assert f"no ammo: {weapon.lower()}" in how
            whole = battle["frames"][0]["toughness"][n]
            if frame["toughness"][n] != whole and posture not in ("out", "fled"):
                assert f"Toughness {frame['toughness'][n]} of {whole}" in how
            met.update(signs, [posture])
        bottled = [text.endswith("bottled out") for text in seen.page.locator(".roster h2").all_inner_texts()]
        assert bottled == [bool(one) for one in frame["bottled"]]
        seen.page.keyboard.press("ArrowRight")
    assert {"injured", "on-fire", "broken", "blinded", "no-ammo", "fled", "out"} <= met
    seen.holds(advanced)


def test_marks__of_blasts_and_flames(browser, advanced):
    battle = fought_advanced()
    step = first(battle, "blast")
    line = battle["lines"][step - 1]
    seen = Replay(browser, advanced, step)
    circle = seen.page.locator("#marks circle.marker.current")
    x, y, r = (float(circle.get_attribute(name)) / INCH for name in ("cx", "cy", "r"))
    assert [x, battle["height"] - y, r] == pytest.approx([*line["at"], line["radius"]])
    seen.holds(advanced)
    step = next(n for n, line in enumerate(battle["lines"], 1) if "template" in line)
    seen = Replay(browser, advanced, step)
    assert seen.page.locator("#marks .marker.flame.current").count() == 1
    assert seen.page.locator("#marks .shot").count() == 0
    seen.holds(advanced)


def test_marks__of_shots_that_go_elsewhere(browser, tmp_path):
    """The line of a shot that goes at the closest ends there, that of a stray at whom it hits; the first is faint."""
    path = tmp_path / "strays.html"
    sides = ("2*orlock-champion[+harpoon-launcher]", "4*custom[+lasgun]")
    battle = explain_battle(*sides, rules="advanced", board="corridor", seed=19).to_dict()
    path.write_text(replay_page(battle), "utf-8")
    ends = """event => [...document.querySelectorAll(`#marks .shot${event}`)].map((line) => {
        const { x, y } = line.getPointAtLength(line.getTotalLength());
        return [x, y];
    })"""
    for event, whom in (("astray", "whom"), ("struck", "who")):
        step = first(battle, event)
        line = battle["lines"][step - 1]
        seen = Replay(browser, path, step)
        frame = battle["frames"][line["frame"]]
        at = frame["x"][line[whom]] * INCH, (battle["height"] - frame["y"][line[whom]]) * INCH
        far = [hypot(x - at[0], y - at[1]) / INCH for x, y in seen.page.evaluate(ends, ".current")]
        assert min(far) < 1.5
        assert seen.page.locator("#marks .shot.past").count() >= 1
        seen.holds(path)


def test_signs__tell_from_their_ground(browser, advanced):
    look = """() => {
        const of = (where, what) => getComputedStyle(document.querySelector(where))[what];
        const ground = of('.ground', 'fill');
        return [['.on-fire path', 'fill'], ['.injured path', 'fill'], ['.broken path', 'fill'],
            ['.blinded path', 'stroke'], ['.no-ammo path', 'stroke']].map(
            ([where, what]) => [ground, of('.fighter ' + where, what)]);
    }"""
    for scheme in ("light", "dark"):
        seen = Replay(browser, advanced, scheme=scheme)
        assert [pair for pair in seen.page.evaluate(look) if contrast(*pair) < 3] == []
        seen.holds(advanced)


@pytest.mark.parametrize("width", [NARROW, WIDE, LARGE])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page__is_no_wider_than_the_screen(browser, path, advanced, width, scheme):
    seen = Replay(browser, path, first(fought(), "out"), width=width, scheme=scheme)
    assert seen.width(width) <= width
    seen.holds(path)
    seen = Replay(browser, advanced, first(fought_advanced(), "flees"), width=width, scheme=scheme)
    assert seen.width(width) <= width
    seen.holds(advanced)


def test_buttons_and_keys(browser, path):
    battle, seen = fought(), Replay(browser, path)
    last = len(battle["lines"])
    acts = [n for n, line in enumerate(battle["lines"], 1) if line["kind"] == "heading"]

    def press(name):
        seen.page.get_by_role("button", name=name, exact=True).click()

    for name, step in [("Step forward", 2), ("Step forward", 3), ("Step back", 2), ("End", last),
                       ("Beginning", 1), ("Next activation", acts[0]), ("Next activation", acts[1]),
                       ("Step forward", acts[1] + 1), ("Previous activation", acts[1]),
                       ("Previous activation", acts[0])]:  # fmt: skip
        press(name)
        seen.agrees(battle, step)
    for key, step in [("End", last), ("ArrowRight", last), ("Home", 1), ("ArrowLeft", 1), ("PageDown", acts[0]),
                      ("PageDown", acts[1]), ("PageUp", acts[0])]:  # fmt: skip
        seen.page.keyboard.press(key)
        seen.agrees(battle, step)
    assert seen.page.get_by_role("button", name="Step back", exact=True).is_enabled()
    press("Beginning")
    assert seen.page.get_by_role("button", name="Step back", exact=True).is_disabled()
    seen.holds(path)


def test_slider_rounds_and_lines(browser, path):
    battle, seen = fought(), Replay(browser, path)
    step = first(battle, "fights")
    seen.page.locator("#slider").fill(str(step))
    seen.agrees(battle, step)
    assert battle["lines"][step - 1]["text"] in seen.page.locator("#slider").get_attribute("aria-valuetext")
    seen.page.locator("#slider").press("ArrowRight")
    seen.agrees(battle, step + 1)
    second = [n for n, line in enumerate(battle["lines"], 1) if line["text"] == "Round 2"]
    seen.page.get_by_role("link", name="Round 2", exact=True).click()
    seen.agrees(battle, second[0])
    assert seen.page.locator("#rounds a.here").inner_text() == "2"
    seen.page.locator(f'#story a[data-step="{step + 2}"]').click()
    seen.agrees(battle, step + 2)
    seen.holds(path)


def test_address__names_the_step(browser, path):
    battle, seen = fought(), Replay(browser, path, 12)
    seen.agrees(battle, 12)
    assert seen.page.evaluate("scrollY") == 0
    seen.page.keyboard.press("ArrowRight")
    seen.page.wait_for_function("location.hash === '#step=13'")
    seen.page.evaluate("location.hash = '#step=20'")
    seen.page.wait_for_function("document.getElementById('slider').value === '20'")
    seen.agrees(battle, 20)
    seen.holds(path)


def test_play__goes_on_until_it_is_stopped(browser, path):
    seen = Replay(browser, path)
    seen.page.locator("#speed").select_option("4")
    seen.page.keyboard.press("Escape")
    seen.page.get_by_role("button", name="Play", exact=True).click()
    seen.page.wait_for_function("Number(document.getElementById('slider').value) >= 4")
    seen.page.get_by_role("button", name="Pause", exact=True).click()
    step = seen.step()
    seen.page.wait_for_timeout(500)
    seen.agrees(fought(), step)
    seen.page.locator("h1").click()
    seen.page.keyboard.press(" ")
    seen.page.wait_for_function(f"Number(document.getElementById('slider').value) > {step}")
    seen.page.keyboard.press(" ")
    last = len(fought()["lines"])
    seen.page.locator("#slider").fill(str(last - 1))
    seen.page.get_by_role("button", name="Play", exact=True).click()
    seen.page.wait_for_function(f"document.getElementById('slider').value === '{last}'")
    assert seen.page.get_by_role("button", name="Play", exact=True).count() == 1
    seen.holds(path)


def test_moves__glide_round_corners_to_their_end(browser, path):
    battle = fought()
    step = next(n for n, line in enumerate(battle["lines"], 1) if line.get("bends"))
    line = battle["lines"][step - 1]
    seen = Replay(browser, path, step - 1)
    seen.page.emulate_media(reduced_motion="no-preference")
    seen.page.keyboard.press("ArrowRight")
    keys = seen.page.evaluate(GLIDES, line["who"])
    through = [[float(x) / INCH for x in re.findall(r"[\d.]+(?=px)", key)] for key in keys]
    assert through[1:-1] == [pytest.approx([x, battle["height"] - y]) for x, y in line["bends"]]
    seen.page.wait_for_function("document.querySelector('.fighter').getAnimations().length === 0")
    seen.page.wait_for_timeout(900)
    seen.agrees(battle, step)
    seen.holds(path)


def test_marks__tell_a_hit_from_a_miss_without_colour(browser, path):
    battle = fought()
    for outcome in ("hit", "miss"):
        step = next(
            n
            for n, line in enumerate(battle["lines"], 1)
            if line["kind"] == "die" and line["outcome"] == outcome and line["rule"] == "N17-B-HIT-01"
        )
        seen = Replay(browser, path, step)
        dashes = seen.page.locator("#marks .shot.current").evaluate(
            "e => getComputedStyle(e).strokeDasharray"
        )
        assert (dashes == "none") == (outcome == "hit")
        assert seen.page.locator(f"#marks .end.{outcome}").count() == 1
        assert outcome in seen.page.locator("#calls").text_content()
        assert outcome in seen.page.locator("#now").inner_text()
        seen.holds(path)


def test_marks__of_moves_charges_and_fights(browser, path):
    battle = fought()
    for event, mark in [("moves", ".track.move"), ("charges", ".point"), ("fights", "#clashes .clash")]:
        seen = Replay(browser, path, first(battle, event))
        assert seen.page.locator(mark).count() >= 1
        seen.holds(path)


def test_letters__are_legible_in_light_and_dark(browser, path):
    look = """() => {
        const of = (where, what) => getComputedStyle(document.querySelector(where))[what];
        const page = of('body', 'backgroundColor');
        return [[page, of('body', 'color'), 7], [page, of('.facts dt', 'color'), 4.5],
            [of('.fighter.a .base', 'fill'), of('.a .tag', 'fill'), 4.5],
            [of('.fighter.b .base', 'fill'), of('.b .tag', 'fill'), 4.5],
            [of('.ground', 'fill'), of('.name', 'fill'), 7],
            [of('.scroll', 'backgroundColor'), of('.need', 'color'), 4.5]];
    }"""
    looks = {}
    for scheme in ("light", "dark"):
        seen = Replay(browser, path, scheme=scheme)
        looks[scheme] = seen.page.evaluate(look)
        assert [pair for pair in looks[scheme] if contrast(*pair[:2]) < pair[2]] == []
        seen.holds(path)
    assert looks["light"][0] != looks["dark"][0]


def test_names__are_shown_as_they_are(browser, tmp_path):
    path = tmp_path / "hostile.html"
    path.write_text(replay_page(hostile()), "utf-8")
    seen = Replay(browser, path, first(hostile(), "moves"))
    assert HOSTILE in seen.page.title()
    assert HOSTILE in seen.page.locator("#now").inner_text()
    assert seen.page.locator(".roster .who").first.inner_text() == f"{HOSTILE}0"
    seen.agrees(hostile(), first(hostile(), "moves"))
    assert seen.width(NARROW) <= NARROW
    seen.holds(path)


@pytest.mark.parametrize("battle", [fought, fought_advanced])
def test_without_javascript__the_story_is_there(browser, tmp_path, battle):
    path = tmp_path / "battle.html"
    path.write_text(replay_page(battle()), "utf-8")
    context = browser.new_context(java_script_enabled=False, viewport={"width": NARROW, "height": 844})
    page = context.new_page()
    page.goto(path.as_uri())
    told = page.locator("#story").inner_text()
    for line in battle()["lines"]:
        assert (line["title"] if line["kind"] == "die" else line["text"].split(", at ")[0]) in told
    assert page.locator(".controls").is_hidden()
    assert page.locator("noscript").inner_text().startswith("The board shows")
    context.close()
