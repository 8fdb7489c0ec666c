import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.engine import checkpoint
from necrostats.engine.checkpoint import Checkpoint, Numbered, digest, seed_in
from necrostats.engine.monte_carlo import run
from necrostats.errors import GameDataError, NecrostatsError, UsageError


class Faces(Numbered):
    """A die of each trial in plain Python; stops with an error where it is told to."""

    size = 6

    def __init__(self, breaks_at=None):
        self.breaks_at = breaks_at
        self.asked = []

    def fill(self, key, first, trials, counts):
        if self.breaks_at is not None and first + trials > self.breaks_at:
            raise KeyboardInterrupt if self.breaks_at % 2 else RuntimeError
        self.asked.append((first, trials))
        for trial in range(first, first + trials):
            counts[(key ^ trial * 2654435761) % 6] += 1


def whole(**more):
    return run(Faces(), **{"trials": 1_030, "seed": 5, "batch": 100, **more})


def resumed(path, sampler=None, asked="six faces", parts=(6,), **more):
    sampler = sampler or Faces()
    state = Checkpoint(path, sampler, asked, *parts)
    return run(sampler, **{"trials": 1_030, "seed": 5, "batch": 100, "state": state, **more})


def same(one, two):
    return (one.counts.tolist(), one.trials, one.stopped) == (two.counts.tolist(), two.trials, two.stopped)


@settings(max_examples=40)
@given(st.lists(st.integers(0, 1_100), max_size=4), st.integers(1, 3))
def test_state__broken_off_again_and_again_it_ends_as_if_it_had_not_been(tmp_path_factory, breaks, threads):
    path = tmp_path_factory.mktemp("state") / "six.run"
    for at in breaks:
        try:
            resumed(path, Faces(at), threads=threads)
        except (RuntimeError, KeyboardInterrupt):
            assert path.exists()
    assert same(resumed(path, threads=threads), whole())


@settings(max_examples=40)
@given(st.integers(1, 1_030), st.integers(100, 900))
def test_state__stops_where_the_whole_run_would_be_precise_enough(tmp_path_factory, cut, need):
    path = tmp_path_factory.mktemp("state") / "six.run"

    def enough(counts, trials):
        return counts.sum() == trials and trials >= need

    resumed(path, trials=cut, enough=enough)
    assert same(resumed(path, enough=enough), whole(enough=enough))
    assert same(resumed(path, enough=enough), whole(enough=enough))


def test_state__what_is_done_is_not_done_again(tmp_path):
    resumed(tmp_path / "a.run", trials=750)
    sampler = Faces()
    resumed(tmp_path / "a.run", sampler)
    assert sampler.asked == [(700, 100), (800, 100), (900, 100), (1_000, 30)]
    assert seed_in(tmp_path / "a.run") == 5
    assert seed_in(tmp_path / "b.run") is None
    assert seed_in(None) is None


def test_state__is_written_within_the_second(tmp_path, monkeypatch):
    clock = [0.0]
    seen = []
    monkeypatch.setattr(checkpoint.time, "monotonic", lambda: clock[0])

    def progress(done, _most):
        clock[0] += 0.3
        seen.append(json.loads((tmp_path / "a.run").read_bytes())["state"]["trials"])

    resumed(tmp_path / "a.run", progress=progress)
    assert seen == [0, 0, 0, 0, 400, 400, 400, 400, 800, 800, 800]
    assert json.loads((tmp_path / "a.run").read_bytes())["state"]["trials"] == 1_000


REFUSED = [
    ({"seed": 6}, "expected a run with seed 6, got 5"),
    ({"first": 100}, "expected a run with first 100, got 0"),
    ({"trials": 900}, "expected at least the 1,000 in"),
    ({"asked": "a coin", "parts": (2,)}, "expected the question a coin, got six faces"),
    ({"parts": (7,)}, "got one that differs in what it depends on"),
    ({"batch": 50}, "got one that differs in what it depends on"),
]


@pytest.mark.parametrize(("other", "said"), REFUSED)
def test_state__of_something_else_is_refused(tmp_path, other, said):
    path = tmp_path / "a.run"
    resumed(path)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=said) as caught:
        resumed(path, **other)
    assert "a.run" in str(caught.value)
    assert "name another file" in caught.value.hint
    assert path.read_bytes() == before


def test_state__of_another_version_is_refused(tmp_path, monkeypatch):
    resumed(tmp_path / "a.run")
    monkeypatch.setattr("necrostats.engine.sampling.SOURCES", "0123456789abcdef")
    with pytest.raises(
        UsageError, match=r"expected a state written by this version \(\S+ 0123456789abcdef\)"
    ):
        resumed(tmp_path / "a.run")


@settings(max_examples=100)
@given(st.integers(0, 400), st.integers(1, 255))
def test_state__a_flipped_bit_is_noticed(tmp_path_factory, at, bits):
    path = tmp_path_factory.mktemp("state") / "a.run"
    resumed(path)
    content = bytearray(path.read_bytes())
    at %= len(content) - 1
    content[at] ^= bits
    path.write_bytes(content)
    try:
        found = resumed(path)
    except GameDataError as error:
        said = str(error)
    else:  # a space became a tab
        said = "a necrostats run" if same(found, whole()) else "a wrong number"
    assert "a necrostats run" in said


@pytest.mark.parametrize(
    "content", [b"", b"x", b"[]", b"{}", b"null", b"\xff", b'{"file": 1}', b"[" * 100_000]
)
def test_state__no_state_at_all(tmp_path, content):
    (tmp_path / "a.run").write_bytes(content)
    with pytest.raises(GameDataError, match="expected the state of a necrostats run, 1, got something else"):
        seed_in(tmp_path / "a.run")


def test_state__a_place_where_nothing_can_be_written(tmp_path):
    with pytest.raises(NecrostatsError, match="cannot write"):
        resumed(tmp_path / "missing" / "a.run")
    with pytest.raises(GameDataError, match="got something else"):
        resumed(tmp_path)
    with pytest.raises(UsageError, match="NUL"):
        resumed(tmp_path / "a\0b")


def test_digest__tells_values_apart():
    told = {digest(value) for value in (1, 2, "1", (1,), (1, 1), None, 1.5, {"a": 1}, {"a": 2}, frozenset({"a"}),
                                        np.zeros(2), np.zeros(3), np.zeros(2, np.int64))}  # fmt: skip
    assert len(told) == 13
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
