"""The wheel in environments of its own, where people run it: ``make package``, or with other interpreters
``make package PYTHONS="python3.12 python3.13"``.

Each gets a fresh environment in a folder with blanks, with what the wheel asks for and nothing else. The answers must
be those of the checkout, from another working folder, as a command and as a module, also where neither the
installation nor a home can be written to.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from math import isclose
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAIN = (
    "matchup",
    "kaiya",
    "rork",
    "--rules",
    "basic",
    "--seed",
    "7",
    "--trials",
    "1000",
    "--json",
    "--no-stamp",
)
ATTACK = ("attack", "rork", "kaiya", "--weapon", "stub-gun", "--rules", "basic", "--trials", "1000", "--seed", "7",
          "--json", "--no-stamp")  # fmt: skip
OURS = (
    "PYTHONPATH",
    "NECROSTATS_CACHE",
    "NECROSTATS_HOUSE",
    "NUMBA_CACHE_DIR",
    "XDG_CACHE_HOME",
    "MPLCONFIGDIR",
)


def main(interpreters):
    (wheel,) = (ROOT / "build" / "dist").glob("*.whl")
    expected = {args: ask([sys.executable, "-m", "necrostats"], args, ROOT) for args in (MAIN, ATTACK)}
    for python in interpreters or [getattr(sys, "_base_executable", sys.executable)]:
        with tempfile.TemporaryDirectory() as folder:
            check(python, wheel, Path(folder).resolve(), expected)


def check(python, wheel, folder, expected):
    """Install the wheel for one interpreter and ask it in every way."""
    here, elsewhere = folder / "an environment", folder / "elsewhere"
    elsewhere.mkdir()
    call([python, "-m", "venv", "--without-pip", here])
    bin_ = here / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", bin_ / "python", "install", "--quiet", "--no-compile"]
    call([*pip, wheel], PIP_CONSTRAINT=str(ROOT / "constraints.txt"), PIP_DISABLE_PIP_VERSION_CHECK="1")
    told = "import sys, necrostats; print(sys.version.split()[0], necrostats.__file__)"
    version, where = call([bin_ / "python", "-c", told], cwd=elsewhere).strip().split(" ", 1)
    assert here in Path(where).parents, where
    command, module = [bin_ / "necrostats"], [bin_ / "python", "-m", "necrostats"]
    kept = {"NECROSTATS_CACHE": str(folder / "cache")}
    same(ask(module, ATTACK, elsewhere, **kept), expected[ATTACK])
    assert any((folder / "cache").rglob("*.nbi")), "nothing was kept in the cache folder"
    with unwritable(here):
        locked = [*without_powers(), *command]
        nowhere = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA"), str(here / "no home"))
        same(ask(locked, MAIN, elsewhere, **nowhere), expected[MAIN])
    assert not (here / "no home").exists()
    assert not any(elsewhere.iterdir()), "something was left where the commands were run"
    print(f"Python {version}: installed, and the answers are those of the checkout")


def same(found, expected, where="answer"):
    """Stop where the answer is not that of the checkout; the last digits of a sum may be another Python's."""
    if isinstance(expected, float) and isinstance(found, float) and isclose(found, expected, rel_tol=1e-12):
        return
    if isinstance(expected, dict) and isinstance(found, dict) and found.keys() == expected.keys():
        for key, value in expected.items():
            same(found[key], value, f"{where}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        for n, value in enumerate(expected):
            same(found[n], value, f"{where}.{n}")
    elif found != expected:
        sys.exit(f"{where}: expected {expected!r}, got {found!r}")


def ask(program, args, cwd, **environ):
    """The answer that a command prints."""
    return json.loads(call([*program, *args], cwd, **environ))


def call(words, cwd=None, **environ):
    """The output of a program that must succeed."""
    outside = {name: value for name, value in os.environ.items() if name not in OURS}
    if cwd == ROOT:
        outside = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env={**outside, **environ}, capture_output=True, text=True, encoding="utf-8"
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\nended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


@contextmanager
def unwritable(folder):
    """A folder that nobody may write to, for a while."""
    inside = [folder, *(path for path in folder.rglob("*") if path.is_dir() and not path.is_symlink())]
    for path in inside:
        path.chmod(0o555)
    try:
        yield
    finally:
        for path in inside:
            path.chmod(0o755)


def without_powers():
    """What makes even root heed who may write where."""
    if os.name == "nt" or os.geteuid():
        return []
    found = shutil.which("setpriv")
    if found is None:
        print("no setpriv here: root may write anywhere, and does not notice", file=sys.stderr)
        return []
    return [found, "--inh-caps=-all", "--bounding-set=-all"]


if __name__ == "__main__":
    main(sys.argv[1:])
