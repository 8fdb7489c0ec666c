"""Files that cannot be written to the end: the old one stays, the answer is shown, and nothing is left lying about."""

import json
import shutil
import subprocess
import sys

import pytest

from necrostats import saving
from necrostats.analyses.attack import attack
from tests.resilience.programs import begin, done

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files here")

SHOT = ("attack", "rork", "kaiya", "--weapon", "stub-gun", "--rules", "basic")
OLD = "what was there before\n"


def limited(size):
    """Has a process write no file beyond so many bytes; the disk seems full there."""
    return f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))\n"


def assert_as_before(folder, name):
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == {name: OLD}


@pytest.mark.parametrize(
    ("name", "words"),
    [("a.json", ("-o", "a.json")), ("a.html", ("-o", "a.html")), ("a.png", ("--plot", "a.png"))],
)
def test_answer__old_file_stays(tmp_path, name, words):
    (tmp_path / name).write_text(OLD, "utf-8")
    code, out, err = done(begin(*SHOT, *words, cwd=tmp_path, before=limited(1_000)))
    assert code == 1
    assert f"error: cannot write '{name}': file too large\n" in err
    assert "hint: the answer stands on stdout; choose another file\n" in err
    assert "Traceback" not in err
    assert "stub" in out.casefold()
    assert_as_before(tmp_path, name)


@pytest.mark.soak
def test_tables__old_file_stays(tmp_path):
    (tmp_path / "booklet.html").write_text(OLD, "utf-8")
    code, _out, err = done(begin("tables", "-o", tmp_path, "--format", "booklet", before=limited(1_000)))
    assert (code, err.startswith("error: cannot write")) == (1, True)
    assert "files that were there before are as they were" in err
    assert_as_before(tmp_path, "booklet.html")


def test_batch__every_answer_is_on_stdout_instead(tmp_path):
    args = ["rork", "kaiya", "--weapon", "stub-gun"]
    lines = "".join(json.dumps({"id": n, "args": args}) + "\n" for n in range(12))
    (tmp_path / "in.jsonl").write_text(lines, "utf-8")
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "out.jsonl").write_text(OLD, "utf-8")
    asked = ("attack", "--batch", tmp_path / "in.jsonl", "-o", tmp_path / "there" / "out.jsonl")
    code, out, err = done(begin(*asked, before=limited(10_000)))
    assert code == 1
    assert "file too large" in err
    assert [json.loads(line)["id"] for line in out.splitlines()] == list(range(12))
    assert all("outcomes" in json.loads(line) for line in out.splitlines())
    assert_as_before(tmp_path / "there", "out.jsonl")


@pytest.mark.compiled
def test_resume__the_state_before_stays(tmp_path):
    state = tmp_path / "a.run"
    often = "from necrostats.engine import checkpoint; checkpoint.EVERY = 0.0\n"
    attack("rork", "kaiya", weapon="stub-gun", rules="basic", trials=100_000, seed=7, resume=state)
    before = state.read_bytes()
    size = len(before) - 10
    code, out, err = done(
        begin(*SHOT, "--trials", 1_000_000, "--resume", state, before=often + limited(size))
    )
    assert (code, out) == (1, "")
    assert f"error: cannot write {str(state)!r}: file too large\n" in err
    assert "hint: what stood there before is as it was; choose another file, or make room" in err
    assert state.read_bytes() == before
    assert list(tmp_path.iterdir()) == [state]


@pytest.mark.soak
@pytest.mark.compiled
def test_cache__full_and_yet_simulated(tmp_path):
    """What cannot be kept is compiled for this run."""
    asked = (*SHOT, "--trials", 1_000, "--seed", 7, "--json", "--no-stamp")
    code, out, err = done(begin(*asked, before=limited(300), NECROSTATS_CACHE=str(tmp_path)))
    assert (code, "Traceback" in err) == (0, False), err
    assert out == done(begin(*asked))[1]


def test_stdout__full():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        process = subprocess.run(
            [sys.executable, "-m", "necrostats", *SHOT], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert process.returncode == 1
    assert process.stderr.splitlines() == [
        "error: cannot write the answer: no space left on device",
        "hint: make room, or write it elsewhere with -o FILE",
    ]


@pytest.mark.soak
def test_disk__really_full(tmp_path):
    """A file system of 64 KB, where it may be mounted."""
    mount = shutil.which("mount")
    made = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=64k", "tmpfs", tmp_path], capture_output=True
    )
    if not made or made.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        saving.save(tmp_path / "a.html", OLD)
        (tmp_path / "ballast").write_bytes(b"x" * 45_000)
        code, out, err = done(begin(*SHOT, "-o", tmp_path / "a.html"))
        assert (code, "no space left on device" in err, "<html" in out) == (1, True, True)
        assert (tmp_path / "a.html").read_text("utf-8") == OLD
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "ballast"]
        with pytest.raises(OSError, match="No space"):
            saving.save(tmp_path / "a.html", "x" * 70_000)
        assert (tmp_path / "a.html").read_text("utf-8") == OLD
    finally:
        subprocess.run(["umount", tmp_path], check=True)
