"""The README's commands and what they print. ``make readme`` writes it there, ``test_readme.py`` compares.

A block stands between ``<!-- begin: name -->`` and ``<!-- end -->``: one console listing with a command.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"(<!-- begin: (\S+) -->\n```console\n\$ (.+?)\n)(.*?)(```\n<!-- end -->)", re.DOTALL)
START = "import sys; from necrostats.cli.main import main; sys.exit(main())"


def blocks():
    """Name -> (command, what the README says it prints)."""
    return {name: (command, text) for _, name, command, text, _ in BLOCK.findall(README.read_text("utf-8"))}


def arguments(command):
    """What follows ``necrostats`` in *command*; ``make matchup`` stands for the line of the Makefile."""
    if command == "make matchup":
        makefile = (ROOT / "Makefile").read_text("utf-8")
        return shlex.split(re.search(r"^MATCHUP := (.+)$", makefile, re.MULTILINE)[1])
    program, *rest = shlex.split(command)
    assert program == "necrostats", command
    return rest


def printed(command):
    """What *command* prints on a terminal of 100 columns without colour."""
    env = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    run = [sys.executable, "-c", START, *arguments(command)]
    done = subprocess.run(run, capture_output=True, encoding="utf-8", env=env, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return "".join(line.rstrip() + "\n" for line in done.stdout.strip("\n").splitlines())


def fill(text):
    """*text* with every block filled anew."""
    return BLOCK.sub(lambda found: found[1] + printed(found[3]) + found[5], text)


if __name__ == "__main__":
    README.write_text(fill(README.read_text("utf-8")), encoding="utf-8")
