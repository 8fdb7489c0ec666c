from html.parser import HTMLParser

import pytest

from necrostats.reports.html import fragment, page
from tests.reports import fixtures

VOID = {"meta", "br"}


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(html):
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    return "".join(reader.text)


@pytest.mark.parametrize(
    "answer", [fixtures.matchup(), fixtures.attack(), fixtures.simulated_attack(), fixtures.story()]
)
def test_fragment__is_whole_and_fetches_nothing(answer):
    html = fragment(answer)
    read(html)
    assert "http" not in html
    assert "<script" not in html


def test_fragment__says_what_the_table_says():
    said = read(fragment(fixtures.matchup()))
    for part in ("Rork wins 54.2%, Kaiya 41.0%", "best reply", "they agree"):
        assert part in said


def test_fragment__names_are_text():
    html = page(fixtures.attack(attacker="<script>alert(1)</script>"))
    assert "<script" not in html
    assert "alert(1)" in read(html)


def test_fragment__follows_light_and_dark_pages():
    html = fragment(fixtures.attack())
    assert "prefers-color-scheme:dark" in html
    assert "color:inherit" in html
