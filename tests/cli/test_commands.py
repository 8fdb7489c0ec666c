"""Every command explains itself, and what it imports stays light."""

import re

import click
import pytest

from necrostats.cli.main import COMMANDS, command
from tests.cli.running import PROGRAM, program, run

HEAVY = ("numpy", "pandas", "numba", "scipy", "matplotlib", "llvmlite")
SUBCOMMANDS = [
    ("explain", "attack"),
    ("explain", "duel"),
    ("explain", "battle"),
    ("chain", "ammo"),
    ("chain", "down"),
    ("chain", "bottle"),
]
ALL = [(name,) for name in COMMANDS] + SUBCOMMANDS


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_command__has_help_and_an_example(path, capsys):
    code, out, err = run(capsys, *path, "--help")
    assert (code, err) == (0, "")
    assert "Examples" in out
    assert f"necrostats {path[0]}" in out.partition("Examples")[2]
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_command__every_option_is_explained(path):
    found = command
    for name in path:
        found = found.get_command(click.Context(found), name)
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


def test_no_command__shows_the_help(capsys):
    assert run(capsys) == run(capsys, "--help")
    code, out, _ = run(capsys)
    assert code == 0
    assert all(name in out for name in COMMANDS)


def test_version(capsys):
    code, out, _ = run(capsys, "--version")
    assert code == 0
    assert re.match(r"necrostats (\d+\.\d+|\(not)", out)


@pytest.mark.parametrize(
    "args",
    [
        ("--help",),
        ("--version",),
        ("matchup", "--help"),
        ("attack", "--help"),
        ("list", "weapons"),
        ("list", "policies"),
        ("list", "options", "--json"),
        ("show", "rork[+boltgun]"),
        ("rules", "necromunda"),
        ("check-data",),
        ("completion", "zsh"),
        ("attack", "nobody", "rork", "--rules", "advanced"),
    ],
    ids=" ".join,
)
def test_command__imports_nothing_heavy(args):
    names = program(*args, code=watching(PROGRAM)).stderr.decode().splitlines()[-1]
    assert names == "heavy:"


def watching(code):
    """The program, with the heavy modules that it imported named on stderr at its end."""
    said = f"print('heavy:' + ' '.join(m for m in {HEAVY!r} if m in sys.modules), file=sys.stderr)"
    return f"import atexit, sys\natexit.register(lambda: {said})\n{code}"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("necrostats matchup kai", "kaiya"),
        ("necrostats attack kaiya rork --weapon stub-g", "stub-gun"),
        ("necrostats attack kaiya rork --weapon 激光", "激光枪"),
        ("necrostats attack kaiya rork --option pin_", "pin_on="),
        ("necrostats attack kaiya rork --option pin_on=at", "pin_on=attack"),
        ("necrostats attack rork[+bolt", "rork[+boltgun"),
        ("necrostats list weap", "weapons"),
        ("necrostats che", "check-data"),
    ],
)
def test_completion__names_without_heavy_imports(words, expected):
    parts = words.split(" ")
    done = program(
        code=watching(PROGRAM),
        _NECROSTATS_COMPLETE="bash_complete",
        COMP_WORDS=words,
        COMP_CWORD=str(len(parts) - 1),
    )
    offered = [line.partition(",")[2] for line in done.stdout.decode().splitlines()]
    assert expected in offered
    assert done.stderr.decode().splitlines()[-1] == "heavy:"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion__prints_a_script(shell, capsys):
    code, out, _ = run(capsys, "completion", shell)
    assert code == 0
    assert "_NECROSTATS_COMPLETE" in out
    assert "necrostats" in out


def test_coloured_terminal__is_asked_for_only_where_there_is_one():
    done = program("list", "fighters", FORCE_COLOR="")
    assert b"\x1b" not in done.stdout
