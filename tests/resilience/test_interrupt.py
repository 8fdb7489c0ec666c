"""Ctrl-C at any moment: exit code 130, no traceback, and files that are whole or not there."""

import json
import random
import signal
import time

import pytest

from tests.resilience.programs import begin, done, interrupted

pytestmark = pytest.mark.compiled

SHOT = (
    "attack",
    "rork",
    "kaiya",
    "--weapon",
    "stub-gun",
    "--rules",
    "basic",
    "--seed",
    "7",
    "--threads",
    "2",
)
ENDLESS = ("--trials", "1e12")


def assert_clean(ended, folder, *, codes=(130,)):
    """No traceback and no part of a file; what is there is whole."""
    code, _out, err = ended
    assert code in codes, ended
    assert "Traceback" not in err
    assert "Exception" not in err
    assert "rror" not in err
    for path in folder.iterdir():
        if path.is_dir():
            continue
        assert path.suffix in (".json", ".png", ".run", ".jsonl"), path
        if path.suffix == ".json":
            assert json.loads(path.read_bytes())["question"] == "attack"
        if path.suffix == ".png":
            assert path.read_bytes()[-8:] == b"IEND\xaeB`\x82"


def until(process, happened, most=120):
    """Wait for something to happen while a command runs."""
    deadline = time.monotonic() + most
    while not happened():
        assert process.poll() is None, done(process)
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.002)


def while_it_starts(folder, rng):
    return interrupted(begin(*SHOT, *ENDLESS, "-o", folder / "a.json"), rng.uniform(0.0, 0.5))


def while_it_compiles(folder, rng):
    process = begin(*SHOT, *ENDLESS, "-o", folder / "a.json", NECROSTATS_CACHE=str(folder / "cache"))
    assert process.stderr.readline().startswith("compiling the simulation once")
    return interrupted(process, rng.uniform(0.0, 1.0))


def while_it_samples(folder, rng):
    state = folder / "a.run"
    process = begin(*SHOT, *ENDLESS, "-o", folder / "a.json", "--plot", folder / "a.png", "--resume", state)
    until(process, state.exists)
    ended = interrupted(process, rng.uniform(0.05, 0.4))
    if (folder / "a.json").exists():
        assert json.loads((folder / "a.json").read_bytes())["stamp"]["stopped"] == "interrupted"
        assert "the same command goes on from there" in ended[2]
    return ended


def while_it_writes(folder, rng):
    """Interrupted once to have it write what it has, and again while it does."""
    state = folder / "a.run"
    process = begin(*SHOT, *ENDLESS, "-o", folder / "a.json", "--plot", folder / "a.png", "--resume", state)
    until(process, state.exists)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    return interrupted(process, rng.uniform(0.0, 0.5)) if process.poll() is None else done(process)


def in_a_batch(folder, rng):
    """Whole lines, in order; what stood there before, if there are none yet."""
    (folder / "asked").mkdir()
    asked, answers = folder / "asked" / "in.jsonl", folder / "out.jsonl"
    args = '["rork", "kaiya", "--weapon", "stub-gun", "--distance", 6]'
    asked.write_text("".join(f'{{"id": {n}, "args": {args}}}\n' for n in range(20_000)), "utf-8")
    answers.write_text('{"id": "old"}\n', "utf-8")
    ended = interrupted(begin("attack", "--batch", asked, "-o", answers), rng.uniform(0.3, 2.5))
    ids = [json.loads(line)["id"] for line in answers.read_text("utf-8").splitlines()]
    assert ids in (["old"], list(range(len(ids))))
    return ended


MOMENTS = [while_it_starts, while_it_compiles, while_it_samples, while_it_writes, in_a_batch]


@pytest.mark.parametrize(
    "moment", [m for m in MOMENTS if m is not while_it_writes], ids=lambda moment: moment.__name__
)
def test_ctrl_c(moment, tmp_path):
    assert_clean(moment(tmp_path, random.Random(1)), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_ctrl_c__at_twenty_five_moments(moment, tmp_path):
    rng = random.Random(2)
    for n in range(25):
        folder = tmp_path / str(n)
        folder.mkdir()
        assert_clean(moment(folder, rng), folder)


@pytest.mark.soak
def test_ctrl_c__in_a_matchup(tmp_path):
    """The exact part stands where it was known."""
    rng = random.Random(3)
    for _ in range(15):
        ended = interrupted(
            begin("matchup", "kaiya", "rork", "--trials", "1e9", "--seed", "7"), rng.uniform(0.0, 12.0)
        )
        assert_clean(ended, tmp_path)
