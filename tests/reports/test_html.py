from html.parser import HTMLParser

import pytest

from necrostats.reports.blocks import Cell, Column, Table
from necrostats.reports.html import fragment, letters, render
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
    html = fragment(fixtures.attack(attacker="<script>alert(1)</script>"))
    assert "<script" not in html
    assert "alert(1)" in read(html)


def test_fragment__follows_light_and_dark_pages():
    html = fragment(fixtures.attack())
    assert "prefers-color-scheme:dark" in html
    assert "color:inherit" in html


def table(*texts):
    return Table(tuple(Column(text[:3]) for text in texts), (tuple(Cell(text) for text in texts),))


def test_table__is_a_block_for_each_row_on_a_narrow_screen_only_where_it_is_wide():
    assert letters(table("short", "rows")) == 15
    assert '<table class="many">' in render(
        [table("a long name of a weapon", "how it is used", "what it needs")]
    )
    assert "<table>" in render([table("short", "rows")])
    assert "many numbered" in render([table("1", "a long name of a weapon", "how it is used", "needs")])
    assert "widest" in render([table(*["twelve signs"] * 8)])


def test_table__cells_carry_the_heads_that_are_not_shown_then():
    assert '<td class="left plain" data-label="row">rows</td>' in render([table("short", "rows")])
