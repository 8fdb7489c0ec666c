"""The command line in processes of their own, to be killed, interrupted and starved."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UP = "up\n"
PROGRAM = f"""
import sys
class Up:
    @staticmethod
    def find_spec(name, *_):
        if name == "necrostats.cli.main":
            sys.stderr.write({UP!r})
            sys.stderr.flush()
sys.meta_path.insert(0, Up)
from necrostats.cli.start import main
main()
"""
"""What the installed command does; says when our own code has begun and Python no longer answers for Ctrl-C."""


def begin(*args, cwd=ROOT, before="", **environ):
    """A command on its way; returns when Python is up and the first of our imports begins."""
    process = subprocess.Popen(
        [sys.executable, "-c", before + PROGRAM, *map(str, args)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **environ},
        cwd=cwd,
        text=True,
        encoding="utf-8",
    )
    assert process.stderr.readline() == UP
    return process


def done(process, timeout=300):
    """Exit code, stdout and stderr of a command once it has ended."""
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out, err


def interrupted(process, after):
    """Send Ctrl-C *after* so many seconds; exit code, stdout and stderr."""
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    return done(process)
