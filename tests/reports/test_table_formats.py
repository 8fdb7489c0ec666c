"""The probability tables in every format: each can be parsed, and says the same."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest

from necrostats.analyses.table import names, table
from necrostats.reports import export, latex, pages
from necrostats.reports.booklet import booklet
from necrostats.reports.tables import text
from tests.reports import fixtures

QUICK = [name for name in names() if not name.startswith("weapons-")] + ["weapons-grenades"]
ANSWERS = {(name, lang): table(name, lang=lang).to_dict() for name in QUICK for lang in ("en", "zh")}
VOID = {"meta", "br", "link", "input", "img"}


class Tables(HTMLParser):
    """The cells of each table, line by line; fails on tags that are not closed in turn."""

    def __init__(self, page):
        super().__init__()
        self.open, self.found, self.ids, self.refs = [], [], [], []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        self.ids += [about["id"]] if "id" in about else []
        self.refs += [about["href"][1:]] if about.get("href", "").startswith("#") else []
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.found.append([])
        elif tag == "tr":
            self.found[-1].append([])
        elif tag in ("td", "th"):
            self.found[-1][-1].append((tag, int(about.get("colspan", 1)), int(about.get("rowspan", 1))))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def width(rows):
    """How many columns each line of a table takes, cells from above included; they must all be the same."""
    covered, found = {}, set()
    for place, row in enumerate(rows):
        taken = covered.pop(place, 0)
        for _, across, down in row:
            taken += across
            for below in range(1, down):
                covered[place + below] = covered.get(place + below, 0) + across
        found.add(taken)
    assert covered == {}
    (one,) = found
    return one


@pytest.mark.parametrize("name", QUICK)
def test_csv_and_json__every_cell(name):
    answer = ANSWERS[name, "en"]
    rows = list(csv.DictReader(io.StringIO(export.to_csv(answer))))
    assert tuple(rows[0]) == export.TABLE
    assert len(rows) == sum(len(row["cells"]) for row in answer["rows"])
    assert json.loads(export.to_json(answer)) == answer
    for row in rows:
        assert row["text"] or row["value"] or row["quantity"] == ""


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_latex__is_balanced(name, lang):
    made = latex.document(ANSWERS[name, lang])
    plain = re.sub(r"\\[{}\\%&#$_]", "", made)
    depth = 0
    for sign in plain:
        depth += (sign == "{") - (sign == "}")
        assert depth >= 0
    assert depth == 0
    assert made.count(r"\begin{") == made.count(r"\end{")
    assert ("ctex" in made) == (lang == "zh")
    (columns,) = re.findall(r"\\begin\{longtable\}\{([lrc]+)\}", made)
    lines = [line for line in made.splitlines() if line.endswith(r" \\")]
    assert {len(re.findall(r"(?<!\\)&", line)) + 1 for line in lines} == {len(columns)}
    assert "33.3%" not in plain  # each percent sign is escaped


def test_latex__of_other_reports():
    made = latex.document(fixtures.matchup())
    assert made.count(r"\begin{") == made.count(r"\end{")
    assert r"66.7\% (2/3)" in made


@pytest.mark.parametrize("name", QUICK)
def test_html_and_markdown__are_whole(name):
    answer = ANSWERS[name, "en"]
    assert Tables(pages.page(answer)).found
    markdown = export.to_markdown(answer)
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    assert len(lines) == len(answer["rows"]) + 2
    assert len({line.replace("\\|", "").count("|") for line in lines}) == 1


@pytest.mark.parametrize("name", QUICK)
def test_text__fits_the_terminal(name):
    assert max(map(len, text(ANSWERS[name, "en"]).splitlines())) <= 100


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_booklet__has_every_table_and_fetches_nothing(lang):
    answers = [ANSWERS[name, lang] for name in QUICK]
    page = booklet(answers)
    read = Tables(page)
    assert read.ids == read.refs == QUICK
    assert len(read.found) == len(QUICK)
    for answer, rows in zip(answers, read.found, strict=True):
        assert width(rows) == len(answer["heads"]) + len(answer["columns"])
    assert not re.search(r"https?:|url\(|@import|<script|<link", page)
    assert f'lang="{"en" if lang == "en" else "zh-Hans"}"' in page
    assert "@page" in page


def test_booklet__a_cell_has_need_percent_and_fraction():
    page = booklet([ANSWERS["wound", "en"]])
    assert "<td><b><em>5+</em>33.3%</b><i>1/3</i></td>" in page
    assert "N17-B-WND-01" in page
    assert "necrostats" in page[page.index("<footer>") :]


def test_booklet__escapes():
    answer = ANSWERS["wound", "en"] | {"title": "<b>&", "notes": ["<i>"]}
    page = booklet([answer])
    assert "&lt;b&gt;&amp;" in page
    assert "&lt;i&gt;" in page
    Tables(page)
