"""Bad input: one clear line, a way out, the right exit code, and what was computed."""

import os
import subprocess
import sys

import pytest

from necrostats.cli.failures import described
from tests.cli import fakes
from tests.cli.running import PROGRAM, ROOT, program, run
from tests.reports import fixtures

BAD = [
    ("attak kaiya rork", 2, "no command 'attak'", "did you mean attack?"),
    ("attack kaiya rork --wepon lasgun", 2, "no option '--wepon'", "did you mean --weapon?"),
    ("attack kaiya", 2, "two fighters", "necrostats attack kaiya rork"),
    ("matchup kaiya", 2, "missing argument 'B'", "--help"),
    ("attack kaiya rork --range medium", 2, "'medium' is not one of", "--help"),
    ("attack kaiya rork --distance -3", 2, "distance: expected 0 to 999, got '-3'", ""),
    ("attack kaiya rork --distance nan", 2, "distance", ""),
    ("attack kaiya rork --range short --distance 3", 2, "--range or --distance", ""),
    ("matchup kaiya rork --distance -3", 2, "distance: expected 0", ""),
    ("matchup kaiya rork --distance 2.5", 2, "distance: expected a whole number", ""),
    ("matchup kaiya rork --trials 0", 2, "trials: expected 1", "--exact"),
    ("matchup kaiya rork --trials many", 2, "trials: expected a whole number", ""),
    ("matchup kaiya rork --trials 1.5", 2, "trials: expected a whole number", ""),
    ("matchup kaiya rork --precision 0", 2, "precision: expected more than 0", "0.001"),
    ("matchup kaiya rork --precision 0.01 --trials 10", 2, "--trials or --precision", ""),
    ("matchup kaiya rork --exact --trials 10", 2, "no --trials", ""),
    ("matchup kaiya rork --exact --simulate", 2, "one of --exact, --simulate and --auto", ""),
    ("matchup kaiya rork --threads 0", 2, "threads: expected 1", ""),
    ("matchup kaiya rork --seed -1", 2, "seed: expected 0 to 2^63 - 1", ""),
    ("matchup kaiya rork --seed 9223372036854775808", 2, "seed: expected 0 to 2^63 - 1", "random"),
    ("matchup kaiya rork --seed x", 2, "seed: expected a whole number", ""),
    ("matchup kaiya rork --option pin_on", 2, "option: expected name=value", "list options"),
    ("matchup kaiya rork --system tomb", 2, "later version", "necromunda"),
    ("matchup kaiya rork --system necro", 2, "no system 'necro'", ""),
    ("matchup kaiya rork --policy-a chrage", 2, "'chrage' is not one of", ""),
    ("matchup kaiya rork --json --csv", 2, "expected one format", ""),
    ("matchup kaiya rork --plot duel.gif", 2, "ends in .png, .svg, .pdf", "duel.png"),
    ("matchup kaiya rork -o duel.png", 2, "expected a file for text", "--plot duel.png"),
    ("matchup kaiya rork --json -o duel.png", 2, "expected a file for text", "--plot duel.png"),
    ("matchup kaiya rork --json -o duel.csv", 2, "expected a file for json, got 'duel.csv'", "duel.json"),
    (
        "matchup kaiya rork --format table -o duel.md",
        2,
        "expected a file for table, got 'duel.md'",
        "duel.txt",
    ),
    ("battle carrion-quens rork", 2, "no gang or fighter 'carrion-quens'", "did you mean carrion-queens?"),
    ("battle kaiya rok", 2, "no gang or fighter 'rok'", "did you mean rork"),
    (
        "battle kaiya xyzzy",
        2,
        "no gang or fighter 'xyzzy'",
        "necrostats list gangs and necrostats list fighters",
    ),
    ("attack kaiya rork --rules basic --assists 1", 2, "--assists belongs to the advanced rules", ""),
    ("attack kaiya rork --rules basic --seriously-injured", 2, "--seriously-injured belongs", ""),
    ("attack kaiya rork --rules basic --barricade", 2, "--barricade belongs", ""),
    ("explain dual kaiya rork", 2, "'dual'", "did you mean duel?"),
    ("attack kaiya rork --weapon laspistol --weapon power-sword", 2, "--weapon: expected one", "compare"),
    ("chain down rork --weapon lasgun --weapon boltgun", 2, "--weapon: expected one", "compare"),
    ("explain duel kaiya rork --faces 5,7", 2, "faces: expected numbers from 1 to 6", "5,4,1"),
    ("explain duel kaiya rork --faces 5 --seed 1", 2, "--seed or --faces", ""),
    ("attack --batch nowhere.jsonl", 3, "nowhere.jsonl", ""),
    ("attack kaiya rork --batch x", 2, "no fighters with --batch", ""),
    ("check-data nowhere/", 3, "nowhere", ""),
    ("list weapons --data nowhere/", 3, "nowhere", ""),
    ("completion powershell", 2, "'powershell' is not one of", ""),
]


@pytest.mark.parametrize(("line", "code", "message", "hint"), BAD, ids=[bad[0] for bad in BAD])
def test_bad_input__one_line_and_a_way_out(line, code, message, hint, capsys):
    ended, out, err = run(capsys, *line.split())
    first, *rest = err.splitlines()
    assert (ended, out) == (code, "")
    assert first.startswith("error: ")
    assert message in first
    assert hint in "".join(rest)
    assert all(rest_line.startswith("hint: ") for rest_line in rest)
    assert "Traceback" not in err


ASKED = [
    ("attack kayia rork", 2, "kayia", "kaiya"),
    ("matchup kaiya rorc", 2, "rorc", "rork"),
    ("attack kaiya rork --weapon laspistl", 2, "laspistl", "laspistol"),
    ("matchup kaiya[t=0] rork", 2, "0", ""),
    ("matchup kaiya[ws=x] rork", 2, "x", ""),
    ("attack kaiya rork --option pin_onn=hit", 2, "pin_onn", "pin_on"),
    ("attack kaiya rork --option pin_on=never", 2, "never", ""),
    ("matchup kaiya rork --distance 30", 2, "30", ""),
    ("attack kaiya rork --weapon laspistol --cover full --target-prone", 2, "prone", ""),
    ("attack kaiya rork --weapon power-sword --aim", 2, "aim", ""),
    ("attack kaiya rork --rules basic --weapon flamer", 2, "flamer", ""),
    ("matchup @nowhere.toml rork", 3, "nowhere.toml", ""),
    ("explain attack kaiya rork --weapon laspistol --faces 5", 2, "faces", ""),
]


@pytest.mark.parametrize(("line", "code", "message", "hint"), ASKED, ids=[bad[0] for bad in ASKED])
def test_bad_question__one_line_and_the_right_code(line, code, message, hint, capsys):
    ended, out, err = run(capsys, *line.split())
    assert (ended, out) == (code, "")
    assert err.startswith("error: ")
    assert message in err
    assert hint in err
    assert "unexpected" not in err


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\x00\xff", b"not toml at all [", b'[fighters.x]\nname = "X"\nws = "x"\n']
)
def test_foreign_file__is_bad_data(content, capsys, tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    code, out, err = run(capsys, "matchup", f"@{path}", "rork")
    assert (code, out) == (3, "")
    assert "x.toml" in err


@pytest.mark.parametrize("target", ["missing/duel.json", "folder"])
def test_unwritable_path__answer_is_still_printed(target, capsys, tmp_path, monkeypatch):
    fakes.matchup(monkeypatch)
    (tmp_path / "folder").mkdir()
    code, out, err = run(capsys, "matchup", "kaiya", "rork", "-o", str(tmp_path / target))
    assert code == 2
    assert "Rork" in out
    assert err.startswith("error: cannot write")
    assert "stands on stdout" in err


def test_unwritable_plot__answer_is_still_printed(capsys, tmp_path, monkeypatch):
    fakes.attack(monkeypatch)
    code, out, err = run(capsys, "attack", "rork", "kaiya", "--plot", str(tmp_path / "missing" / "x.png"))
    assert code == 2
    assert "27.8%" in out
    assert "cannot write" in err


def test_unexpected_error__one_line_unless_debug(capsys, monkeypatch):
    def broken(*_args, **_more):
        raise ZeroDivisionError("division by zero")

    fakes.install(monkeypatch, "attack", attack=broken)
    code, _, err = run(capsys, "attack", "kaiya", "rork")
    assert code == 1
    assert err.splitlines() == [
        "error: unexpected ZeroDivisionError: division by zero",
        "hint: --debug shows where it comes from",
    ]
    code, _, err = run(capsys, "attack", "kaiya", "rork", "--debug")
    assert code == 1
    assert "Traceback" in err
    assert "in broken" in err


def test_interrupted__leaves_with_130(capsys, monkeypatch):
    def endless(*_args, **_more):
        raise KeyboardInterrupt

    fakes.matchup(monkeypatch, endless)
    code, out, err = run(capsys, "matchup", "kaiya", "rork")
    assert (code, out) == (130, "")
    assert err.strip() == "interrupted"


@pytest.mark.parametrize("form", ["table", "json"])
def test_interrupted__shows_what_is_known(form, capsys, monkeypatch):
    def slow(*_args, progress, **_more):
        progress(fixtures.matchup(cross_check=None))
        progress(1000, 200_000)
        raise KeyboardInterrupt

    fakes.matchup(monkeypatch, slow)
    code, out, err = run(capsys, "matchup", "kaiya", "rork", "--format", form)
    assert code == 130
    assert ("Rork wins 54.2%" if form == "table" else '"a_wins"') in out
    assert ("Small print" if form == "table" else '"stamp"') in out
    assert "without the cross-check" in err


@pytest.mark.parametrize(("stopped", "code"), [("budget", 4), ("interrupted", 130), ("trials", 0)])
def test_stopped_early__is_printed_and_has_its_code(stopped, code, capsys, monkeypatch):
    check = {**fixtures.matchup()["cross_check"], "stopped": stopped}
    fakes.matchup(monkeypatch, lambda *_a, **_k: fakes.Answer(fixtures.matchup(cross_check=check)))
    ended, out, _ = run(capsys, "matchup", "kaiya", "rork")
    assert ended == code
    assert "Cross-check" in out


@pytest.mark.parametrize(
    ("stopped", "code"), [("budget", 4), ("interrupted", 130), ("precision", 0), ("trials", 0)]
)
def test_attack_stopped_early__is_printed_and_has_its_code(stopped, code, capsys, monkeypatch):
    answer = {**fixtures.simulated_attack(), "stamp": {**fixtures.STAMP, "stopped": stopped}}
    asked = fakes.attack(monkeypatch, answer)
    args = ("attack", "rork", "kaiya", "--precision", "0.001", "--max-trials", "10_000")
    ended, out, _ = run(capsys, *args)
    assert ended == code
    assert "50.0%" in out
    assert asked[0][1]["trials"] == 10_000
    fakes.attack(monkeypatch, {**fixtures.simulated_attack(), "attacks": [answer]})
    assert run(capsys, *args)[0] == code


@pytest.mark.parametrize(
    "args", [("list", "weapons"), ("rules",), ("--help",), ("show", "kaiya")], ids=" ".join
)
def test_closed_pipe__is_success(args):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *args], stdout=pipe, stderr=subprocess.PIPE, cwd=ROOT, timeout=60
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110
def test_full_disk__is_one_line():
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "list", "weapons"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            timeout=60,
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"error: ")
    assert b"Traceback" not in done.stderr


def test_described__of_what_nobody_expected():
    assert described(MemoryError())[2] == 1
    assert described(RuntimeError("a\nb"))[0] == "unexpected RuntimeError: a b"


def test_error__in_letters_that_stderr_can_show():
    done = program("show", "火焰枪火焰枪", PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert done.stderr.isascii()
    assert b"error: no entry" in done.stderr
