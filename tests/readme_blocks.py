"""The commands in the README and in docs/questions.md, and what they print. ``make readme`` writes it there.

A block stands between ``<!-- begin: name -->`` and ``<!-- end -->``: one console listing with a command. With
``<!-- begin: name only: Hits; Afterwards -->`` it shows the first part of the report, those with these headings, and
``...`` for what is left out; with ``only:`` and nothing more just the first. ``test_readme.py`` and
``test_questions.py`` compare.
"""

import io
import os
import re
import shlex
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from necrostats.cli.main import command as program

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
QUESTIONS = ROOT / "docs" / "questions.md"
BLOCK = re.compile(
    r"(<!-- begin: (\S+)(?: only:([^\n]*?))? -->\n```console\n\$ (.+?)\n)(.*?)(```\n<!-- end -->)", re.DOTALL
)
GAP = "...\n"


class Block(NamedTuple):
    """A command of a page.

    Attributes:
        only: The parts shown beside the first, by their headings; None shows all.
        text: What the page says the command prints.
    """

    command: str
    only: tuple[str, ...] | None
    text: str


def blocks(page=README):
    """Name -> block, in the order of the page."""
    found = list(BLOCK.finditer(page.read_text("utf-8")))
    named = {block[2]: Block(block[4], _headings(block[3]), block[5]) for block in found}
    assert len(named) == len(found), "a name stands twice"
    return named


def _headings(only):
    return None if only is None else tuple(name.strip() for name in only.split(";") if name.strip())


def arguments(command):
    """What follows ``necrostats`` in *command*; ``make matchup`` stands for the line of the Makefile."""
    if command == "make matchup":
        makefile = (ROOT / "Makefile").read_text("utf-8")
        return shlex.split(re.search(r"^MATCHUP := (.+)$", makefile, re.MULTILINE)[1])
    name, *rest = shlex.split(command)
    assert name == "necrostats", command
    return rest


def printed(command, only=None):
    """What *command* prints on a terminal of 100 columns without colour; of *only* some parts, those."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with mock.patch.dict(os.environ, COLUMNS="100", NO_COLOR="1"), redirect_stdout(out), chdir(ROOT):
        os.environ.pop("NECROSTATS_HOUSE", None)
        code = program.main(arguments(command), standalone_mode=False)
    assert not code, command
    out.seek(0)
    text = "".join(line.rstrip() + "\n" for line in out.read().strip("\n").splitlines())
    return text if only is None else shortened(text, only)


def shortened(text, only):
    """Of a report the first part and those with these headings, a gap for what is left out between and behind."""
    parts = [part.strip("\n") + "\n" for part in text.split("\n\n")]
    kept = [place for place, part in enumerate(parts) if not place or part.splitlines()[0] in only]
    missing = set(only) - {parts[place].splitlines()[0] for place in kept}
    assert not missing, f"no part is called {', '.join(sorted(missing))}"
    shown = []
    for last, place in zip([-1, *kept], kept, strict=False):
        shown += [GAP] * (place > last + 1) + [parts[place]]
    return "\n".join(shown + [GAP] * (kept[-1] < len(parts) - 1))


def fill(text):
    """*text* with every block filled anew."""
    return BLOCK.sub(lambda found: found[1] + printed(found[4], _headings(found[3])) + found[6], text)


if __name__ == "__main__":
    for each in (README, QUESTIONS):
        each.write_text(fill(each.read_text("utf-8")), encoding="utf-8")
