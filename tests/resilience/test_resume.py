"""Killed in mid-run and begun again, a simulation ends to the last digit as if it had not been stopped."""

import json
import time

import pytest

from necrostats.analyses.attack import attack
from necrostats.analyses.matchup import matchup
from necrostats.errors import UsageError
from tests.conftest import INTERPRETED
from tests.resilience.programs import begin, done

SHOT = ("attack", "rork", "kaiya", "--weapon", "stub-gun", "--rules", "basic", "--json", "--no-stamp")
pytestmark = pytest.mark.sampled
OFTEN = "from necrostats.engine import checkpoint; checkpoint.EVERY = 0.0\n"
TRIALS = 60_000 if INTERPRETED else 10_000_000
ADVANCED = {"weapon": "stub-gun", "trials": 2_000 if INTERPRETED else 400_000, "seed": 7}
DUEL = {"trials": 3_500, "seed": 7, "rounds": 1, "lane": 4, "distance": 3}


def trials_in(path):
    return json.loads(path.read_bytes())["state"]["trials"] if path.exists() else 0


@pytest.mark.compiled
def test_attack__killed_and_resumed(tmp_path):
    path = tmp_path / "shots.run"
    command = (*SHOT, "--trials", TRIALS, "--seed", 7, "--resume", path)
    process = begin(*command, before=OFTEN)
    deadline = time.monotonic() + 120
    while not trials_in(path) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.001)
    process.kill()
    assert done(process)[0] == -9, "it was over before it was killed"
    assert 0 < trials_in(path) < TRIALS
    code, out, err = done(begin(*command))
    assert (code, err) == (0, "")
    answer = attack("rork", "kaiya", weapon="stub-gun", rules="basic", trials=TRIALS, seed=7).to_dict()
    answer.pop("stamp")
    assert json.loads(out) == answer
    assert trials_in(path) == TRIALS


def stopped_and_resumed(ask, path, cut, **more):
    """The answer of a run that was cut short and goes on, without a seed being said again."""
    ask(**{**more, "trials": cut}, resume=path)
    again = ask(**{name: value for name, value in more.items() if name != "seed"}, resume=str(path)).to_dict()
    once = ask(**more).to_dict()
    assert again == once
    return once


@pytest.mark.parametrize("threads", [1, 2])
def test_attack__advanced(tmp_path, threads):
    """Ends are numbered as they turn up, by whichever thread comes first."""

    def ask(**more):
        return attack("rork", "kaiya", threads=threads, **more)

    answer = stopped_and_resumed(ask, tmp_path / "a.run", ADVANCED["trials"] // 2, **ADVANCED)
    assert answer["stamp"]["trials"] == ADVANCED["trials"]


def test_attack__to_a_precision(tmp_path):
    def ask(**more):
        return attack("rork", "kaiya", rules="basic", precision=0.05 if INTERPRETED else 0.001, **more)

    trials = 100_000 if INTERPRETED else 10_000_000
    answer = stopped_and_resumed(
        ask, tmp_path / "a.run", trials // 20, weapon="stub-gun", trials=trials, seed=7
    )
    assert answer["stamp"]["stopped"] == "precision"


@pytest.fixture
def few_abreast(monkeypatch):
    """Duels are drawn a thousand at a time, so that there is something to keep, and played as ever."""
    monkeypatch.setattr("necrostats.analyses.duel_sampled.ABREAST", 1_000)


@pytest.mark.usefixtures("few_abreast")
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_matchup(tmp_path, rules):
    def ask(**more):
        return matchup("custom[+stub-gun]", "custom[+lasgun]", rules=rules, **more)

    answer = stopped_and_resumed(ask, tmp_path / "a.run", 1_500, **DUEL)
    assert answer["cross_check"]["trials"] == 3_500
    assert trials_in(tmp_path / "a.run") == (3_000 if rules == "advanced" else 0)


@pytest.mark.usefixtures("few_abreast")
def test_matchup__too_large_to_be_solved(tmp_path, monkeypatch):
    monkeypatch.setattr("necrostats.analyses.matchup.MOST_POINTS", 10)
    monkeypatch.setattr("necrostats.analyses.duel_sampled.FOR_THE_TABLE", 1_000)

    def ask(**more):
        return matchup("custom[+stub-gun]", "custom[+lasgun]", rules="basic", **more)

    answer = stopped_and_resumed(ask, tmp_path / "a.run", 1_500, **DUEL)
    assert answer["duel"]["method"] == "simulated"
    assert trials_in(tmp_path / "a.run") == 3_000


def test_another_question_is_refused(tmp_path):
    path = tmp_path / "a.run"
    few = {"weapon": "stub-gun", "rules": "basic", "trials": 100, "seed": 7}
    attack("rork", "kaiya", **few, resume=path)
    for other in (
        lambda: attack("rork", "kaiya", **few, cover="partial", resume=path),
        lambda: attack("rork", "kaiya[t=4]", **few, resume=path),
        lambda: attack("rork", "kaiya", **{**few, "rules": "advanced"}, resume=path),
        lambda: matchup("kaiya", "rork", rules="basic", trials=100, seed=7, rounds=1, resume=path),
    ):
        with pytest.raises(UsageError, match=r"expected the question .*, got ") as caught:
            other()
        assert "attack rork kaiya, stub-gun, mode ranged" in str(caught.value)
    with pytest.raises(UsageError, match="seed 8, got 7"):
        attack("rork", "kaiya", **{**few, "seed": 8}, resume=path)


def test_no_simulation_no_state(tmp_path):
    path = tmp_path / "a.run"
    with pytest.raises(UsageError, match="expected a simulation, got exact chances"):
        attack("rork", "kaiya", weapon="stub-gun", resume=path)
    with pytest.raises(UsageError, match="expected one attack, got every weapon"):
        attack("rork", "kaiya", trials=100, resume=path)
    with pytest.raises(UsageError, match="expected a simulation"):
        matchup("kaiya", "rork", trials=0, resume=path)
    assert not path.exists()
