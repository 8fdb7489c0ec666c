"""The page of a battle: whole, on its own, and the battle that it was given."""

import json
import re
from html.parser import HTMLParser

import pytest

from necrostats.reports.replay import INCH, replay_page, tags
from necrostats.reports.replay_badges import BADGES
from tests.reports.battles import HOSTILE, fought, fought_advanced, hostile

VOID = {"meta", "input", "br"}
FETCHING = ("src", "href", "xlink:href", "data", "poster", "action", "srcset")


class Reader(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.open, self.ids, self.fetched, self.seen = [], [], [], []
        self.texts = {}
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]
        self.fetched += [value for name, value in attrs if name in FETCHING and not value.startswith("#")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.setdefault(self.open[-1] if self.open else "", []).append(data)

    def text(self, *tags_):
        return "".join("".join(self.texts.get(tag, [])) for tag in tags_)


def embedded(page):
    (text,) = re.findall(r'<script type="application/json" id="battle">(.*?)</script>', page, re.DOTALL)
    return json.loads(text)


@pytest.mark.parametrize("battle", [fought, fought_advanced, hostile])
def test_page__is_whole_and_fetches_nothing(battle):
    page = replay_page(battle())
    reader = Reader(page)
    assert reader.fetched == []
    assert len(reader.ids) == len(set(reader.ids))
    outside = page.replace(
        '"http://www.w3.org/2000/svg"', ""
    )  # the name of a kind of element, not an address
    assert not re.search(r"https?:|//[\w.]+\.\w+/|@import|url\((?!#)", outside)
    assert not re.search(r"\{\{[A-Z_]+\}\}", replay_page(fought()))


@pytest.mark.parametrize("battle", [fought, fought_advanced, hostile])
def test_page__carries_the_battle_as_it_is(battle):
    assert embedded(replay_page(battle())) == battle()


def test_names__are_text_wherever_they_stand():
    page = replay_page(hostile())
    reader = Reader(page)
    assert HOSTILE in reader.text("title")
    assert [tag for tag, _ in reader.seen].count("script") == 2
    assert HOSTILE not in page
    assert f"{HOSTILE}0" in reader.text("b")
    labels = [attrs["aria-label"] for tag, attrs in reader.seen if attrs.get("id") == "board"]
    assert labels[0].startswith(HOSTILE)


@pytest.mark.parametrize("make", [fought, fought_advanced])
def test_story__stands_in_the_page_line_by_line(make):
    """Whoever has no JavaScript reads all of it, and finds a step by its address."""
    battle, page = make(), replay_page(make())
    links = [attrs for tag, attrs in Reader(page).seen if tag == "a" and "id" in attrs]
    assert [link["id"] for link in links] == [f"step={n}" for n in range(1, len(battle["lines"]) + 1)]
    assert all(link["href"] == f"#{link['id']}" for link in links)
    texts = dict(re.findall(r'<a [^>]*id="(step=\d+)"[^>]*>(.*?)</a>', page))
    for n, line in enumerate(battle["lines"], 1):
        said = re.sub(r"<[^>]*>", "", texts[f"step={n}"])
        if line["kind"] == "die":
            assert line["title"] in said
            assert line["outcome"] in said
            assert line["rule"] in said
            assert f"rolled {line['rolled']}" in said
            assert line["need"] is None or f"needs {line['need']}+" in said
        else:
            assert line["text"].split(", at ")[0].split()[-1] in said
    assert "<noscript>" in page


def test_faces__show_what_was_rolled():
    battle, page = fought(), replay_page(fought())
    for n, line in enumerate(battle["lines"], 1):
        if line["kind"] == "die":
            (shown,) = re.findall(rf'id="step={n}"[^>]*><svg class="face".*?</svg>', page)
            assert shown.count("<circle") == line["rolled"]


def test_board__is_to_scale():
    battle = fought()
    seen = Reader(replay_page(battle)).seen
    discs = [float(attrs["r"]) for tag, attrs in seen if tag == "circle" and attrs.get("class") == "base"]
    assert discs == pytest.approx([who["base"] / 50.8 * INCH for who in battle["fighters"]], rel=1e-4)
    pieces = [
        attrs["d"] for tag, attrs in seen if tag == "path" and attrs.get("class", "").startswith("piece ")
    ]
    assert len(pieces) == len(battle["pieces"])
    corners = [[float(x) / INCH for x in point.split()] for point in pieces[0].strip("MZ").split("L")]
    assert [[x, battle["height"] - y] for x, y in corners] == battle["pieces"][0]["corners"]
    places = [
        re.findall(r"translate\(([\d.]+)px,([\d.]+)px\)", attrs["style"])[0]
        for tag, attrs in seen
        if attrs.get("class", "").startswith("fighter ")
    ]
    first = battle["frames"][0]
    assert [float(x) / INCH for x, _ in places] == pytest.approx(first["x"])
    assert [battle["height"] - float(y) / INCH for _, y in places] == pytest.approx(first["y"])


def test_wounds__have_a_ring_of_as_many_parts():
    battle = fought()
    several = [{**who, "wounds": n % 3 + 1} for n, who in enumerate(battle["fighters"])]
    page = replay_page({**battle, "fighters": several})
    assert page.count('class="wound"') == sum(who["wounds"] for who in several if who["wounds"] > 1)


def test_signs__are_there_under_the_advanced_rules_alone():
    page, basic = replay_page(fought_advanced()), replay_page(fought())
    assert page.count('class="badge ') == len(BADGES) * (len(fought_advanced()["fighters"]) + 1)
    for name, (said, _, _) in BADGES.items():
        assert f'<g class="badge {name}">' in page
        assert f"</svg>{said}</li>" in page
        assert f"</svg>{said}</li>" not in basic
    assert 'class="badge ' not in basic
    assert 'class="away"' not in basic
    assert "cross-a" not in basic.partition("<body>")[2].partition("<script")[0]
    assert "</svg>fled</li>" in page
    assert "</svg>blast or flame</li>" in page


def test_end_phase__is_a_part_of_its_own():
    battle, page = fought_advanced(), replay_page(fought_advanced())
    ends = [n for n, line in enumerate(battle["lines"], 1) if line.get("event") == "ends"]
    rounds = [n for n, line in enumerate(battle["lines"], 1) if line["text"].startswith("Round ")]
    assert re.findall(r'<li class="ends"><a href="#step=(\d+)"', page) == [str(n) for n in ends]
    assert re.findall(r'<a href="#step=(\d+)" data-step="\d+" aria-label="Round', page) == [
        str(n) for n in rounds
    ]
    assert len(ends) > 2


def test_tags__are_counted_on_each_side():
    assert tags(fought()) == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"]


def test_small_print__says_what_is_left_out_and_how_to_get_it_again():
    battle = fought()
    stamped = {**battle, "stamp": {**battle["stamp"], "command": "necrostats explain battle a b"}}
    page = replay_page(stamped)
    assert "necrostats explain battle a b --seed 11" in page
    for line in battle["not_modelled"]:
        assert line in page
    bare = {key: value for key, value in battle.items() if key != "stamp"}
    assert "To get this again" not in replay_page(bare)
