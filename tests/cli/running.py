"""Ways to run the command line: in this process, or in one of its own."""

import os
import subprocess
import sys
from pathlib import Path

from necrostats.cli.main import command

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "from necrostats.cli.main import main; main()"


def run(capsys, *args):
    """Exit code, stdout and stderr of a command run here."""
    capsys.readouterr()
    code = command.main(list(args), standalone_mode=False)
    said = capsys.readouterr()
    return code, said.out, said.err


def program(*args, code=PROGRAM, stdin=None, **environ):
    """A command run in a process of its own."""
    whole = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **environ}
    whole.pop("NO_COLOR", None)
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        input=stdin,
        capture_output=True,
        env=whole,
        cwd=ROOT,
        timeout=300,
    )
