"""What docs/questions.md shows is what its commands print; each answers a player's question."""

import re

import pytest

from tests.readme_blocks import QUESTIONS, blocks, printed, shortened

BLOCKS = blocks(QUESTIONS)
TEXT = QUESTIONS.read_text("utf-8")
REPORT = "Title\nsays more\n\nHits\n1\n\nWounds\n2\n\nSmall print\n3\n"


def test_each_question_has_one_command():
    headings = re.findall(r"^### .+\?$", TEXT, re.MULTILINE)
    assert len(BLOCKS) == TEXT.count("<!-- begin: ") == TEXT.count("```console") == len(headings) > 12


@pytest.mark.parametrize("name", BLOCKS)
def test_answer__is_what_the_command_prints(name):
    command, only, expected = BLOCKS[name]
    assert printed(command, only) == expected, "renew it with: make readme"


@pytest.mark.parametrize(
    ("only", "text"),
    [
        ((), "Title\nsays more\n\n...\n"),
        (("Hits",), "Title\nsays more\n\nHits\n1\n\n...\n"),
        (("Wounds",), "Title\nsays more\n\n...\n\nWounds\n2\n\n...\n"),
        (("Small print", "Hits"), "Title\nsays more\n\nHits\n1\n\n...\n\nSmall print\n3\n"),
    ],
)
def test_shortened__marks_what_is_left_out(only, text):
    assert shortened(REPORT, only) == text


def test_shortened__asks_for_parts_that_there_are():
    with pytest.raises(AssertionError, match="no part is called Falls"):
        shortened(REPORT, ("Falls",))
