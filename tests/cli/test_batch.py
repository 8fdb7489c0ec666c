import io
import json

import pytest

from tests.cli import fakes
from tests.cli.running import program, run
from tests.reports import fixtures

LINES = [
    b'{"id": 1, "args": ["rork", "kaiya", "--weapon", "stub-gun", "--distance", 6]}',
    b"",
    b'{"id": "two", "args": ["rork", "kaiya", "--wepon", "x"]}',
    b"not json",
    b'{"id": 4}',
    b'["rork", "kaiya"]',
    b"\xff\xfe",
    b'{"args": ["rork", "kaiya"]}',
    b'{"id": 8, "args": ["rork", "kaiya", "-o", "x.json"]}',
    b'{"id": 9, "args": ["--batch", "x"]}',
    b'{"id": 10, "args": ["--help"]}',
    b'{"id": NaN, "args": ["rork", "kaiya"]}',
    b'{"id": null, "args": ["rork"]}',
]


@pytest.fixture
def answers(capsys, monkeypatch, tmp_path):
    def asked(_a, _b, weapon=None, **_more):
        return fakes.Answer(fixtures.attack(weapon=weapon or "every"))

    fakes.install(monkeypatch, "attack", attack=asked)
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b"\n".join(LINES) + b"\n")
    code, out, err = run(capsys, "attack", "--batch", str(path))
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def test_batch__one_line_out_for_each_line_in_the_same_order(answers):
    assert [answer.get("id", "none") for answer in answers] == [
        1,
        "two",
        "none",
        4,
        "none",
        "none",
        "none",
        8,
        9,
        10,
        "none",
        None,
    ]


def test_batch__good_lines_are_attack_objects(answers):
    assert answers[0]["weapon"] == "stub-gun"
    assert answers[0]["outcomes"] == fixtures.attack()["outcomes"]
    assert answers[6]["weapon"] == "every"


def test_batch__bad_lines_have_their_error_and_exit_code(answers):
    for answer in (*answers[1:6], *answers[7:]):
        assert answer["error"]
        assert answer["exit_code"] == 2
    assert answers[1]["hint"] == "did you mean --weapon?"


def test_batch__writes_a_file(capsys, monkeypatch, tmp_path):
    fakes.attack(monkeypatch)
    (tmp_path / "in.jsonl").write_bytes(LINES[0] + b"\n")
    args = ("attack", "--batch", str(tmp_path / "in.jsonl"), "--no-stamp", "-o")
    assert run(capsys, *args, str(tmp_path / "out.jsonl"))[0] == 0
    assert "stamp" not in json.loads((tmp_path / "out.jsonl").read_text("utf-8"))
    code, out, _ = run(capsys, *args, str(tmp_path / "missing" / "out.jsonl"))
    assert code == 2
    assert json.loads(out)["id"] == 1


def test_batch__from_stdin(capsys, monkeypatch):
    fakes.attack(monkeypatch)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LINES[0])))
    code, out, _ = run(capsys, "attack", "--batch", "-")
    assert code == 0
    assert json.loads(out)["id"] == 1


def test_batch__empty_is_empty(capsys, monkeypatch, tmp_path):
    fakes.attack(monkeypatch)
    (tmp_path / "in.jsonl").write_bytes(b"")
    assert run(capsys, "attack", "--batch", str(tmp_path / "in.jsonl")) == (0, "", "")


def test_batch__the_real_command():
    lines = [
        {"id": 1, "args": ["kaiya", "rork", "--weapon", "laspistol", "--range", "short"]},
        {"id": 2, "args": ["kayia", "rork"]},
        {"id": 3, "args": ["kaiya", "rork", "--rules", "basic"]},
    ]
    done = program("attack", "--batch", "-", stdin="\n".join(map(json.dumps, lines)).encode())
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 0
    assert sum(chance["p"] for chance in first["outcomes"].values()) == pytest.approx(1, abs=1e-12)
    assert second["exit_code"] == 2
    assert "kaiya" in second["hint"]
    assert third["id"] == 3
    assert len(third["attacks"]) > 1
