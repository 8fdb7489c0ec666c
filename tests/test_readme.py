"""What the README shows is what the program prints."""

import pytest

from tests.readme_blocks import ROOT, blocks, printed

BLOCKS = blocks()


def test_the_main_job_stands_first():
    assert next(iter(BLOCKS)) == "matchup"
    assert len(BLOCKS) == (ROOT / "README.md").read_text("utf-8").count("<!-- begin: ")


@pytest.mark.parametrize("name", BLOCKS)
def test_block__is_what_the_command_prints(name):
    command, only, expected = BLOCKS[name]
    assert printed(command, only) == expected, "renew it with: make readme"
