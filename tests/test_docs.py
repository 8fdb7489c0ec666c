"""What the documents name is there: paths, rules, options, commands and what they print."""

import json
import re
import shlex

import pytest

from necrostats.cli.main import command
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.options import resolve
from tests.readme_blocks import ROOT

DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [*DOCS, ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in PAGES}
READINGS = TEXTS["docs/readings/necromunda.md"]
NOT_HERE = {"data/.../traits.toml", "data/<system>/", "data/<system>/tables.toml"}

# `data/necromunda/rules.toml`, `tests/naive/`, and links to files
PATHS = re.compile(r"`((?:necrostats|data|docs|tests|notebooks)/[^\s`]*)`")
LINKS = re.compile(r"\]\((?!https?:|#)([^)#]+)\)")
RULES = re.compile(r"N17-[AB]-[A-Z]+\d*-\d\d")
OPTION = re.compile(r"`([a-z_0-9]+)=([\w.,+-]+)`|--option ([a-z_0-9]+)=([\w.,+-]+)")
ROW = re.compile(r"^\| `(\w+)=([\w.,+-]+)` \| `(.+?)` \| `([\w.]+)` \| (\S+) \| (\S+) \|$", re.MULTILINE)

TOLD = [
    line
    for name, text in TEXTS.items()
    if name.startswith("docs/") and name != "docs/questions.md"  # test_questions.py runs those
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    for line in re.findall(r"^\$ necrostats (.+)$", block, re.MULTILINE)
]


def run(capsys, *args):
    """Exit code and stdout of a command run here."""
    capsys.readouterr()
    code = command.main([*args], standalone_mode=False)
    return code or 0, capsys.readouterr().out


@pytest.mark.parametrize("name", TEXTS)
def test_every_path_is_there(name):
    folder = (ROOT / name).parent
    missing = {path for path in PATHS.findall(TEXTS[name]) if not (ROOT / path).exists()} - NOT_HERE
    missing |= {link for link in LINKS.findall(TEXTS[name]) if not (folder / link).exists()}
    assert missing == set()


def test_the_tree_is_the_tree():
    """Every file that the picture in docs/architecture.md names is there, and every module is named in it."""
    (tree,) = re.findall(r"```text\n(data/necromunda/.*?)```", TEXTS["docs/architecture.md"], re.DOTALL)
    named = set(re.findall(r"\b\w+\.(?:py|toml|md)\b", tree))
    there = {path.name for top in ("necrostats", "data", "docs") for path in (ROOT / top).rglob("*.*")}
    assert named <= there
    packages = ("engine", "gamedata", "systems", "analyses")
    modules = {path.name for top in packages for path in (ROOT / "necrostats" / top).rglob("*.py")}
    assert modules - {"__init__.py"} <= named


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_is_in_the_book(name):
    assert set(RULES.findall(TEXTS[name])) <= set(load().rules)


@pytest.mark.parametrize("name", TEXTS)
def test_every_option_has_that_value(name):
    for pair in OPTION.findall(TEXTS[name]):
        option, value = [part for part in pair if part]
        if option in load().options or "_" in option:
            rules = "advanced" if load().options[option].layer == "advanced" else "basic"
            assert resolve(load(), rules, {option: value})[option] == value


@pytest.mark.parametrize("option", load().options.values(), ids=lambda option: option.id)
def test_every_option_is_explained(option):
    """By its name, with one of its rules and all its values; and the tables have a line for each other value."""
    (said,) = [
        part for part in re.split(r"\n(?=\* |\n)", READINGS) if re.match(rf"\* `N17-[^.]*`{option.id}`", part)
    ]
    assert any(rule in said for rule in option.rules)
    assert [value for value in option.values if f"`{value}`" not in said] == []
    if option.layer == "board":
        return
    usual = option.default_advanced if option.layer == "advanced" else option.default_basic
    others = {*option.values, *option.examples} - {usual}
    assert others == {value for value in others if f"| `{option.id}={value}` |" in READINGS}


@pytest.mark.parametrize("line", TOLD)
def test_every_command_runs(line, capsys):
    assert run(capsys, *shlex.split(line))[0] == 0


@pytest.fixture(scope="module")
def asked():
    return {}


@pytest.mark.parametrize(("option", "value", "line", "figure", "usual", "other"), ROW.findall(READINGS))
def test_every_option_changes_what_the_table_says(option, value, line, figure, usual, other, capsys, asked):
    def found(*more):
        key = (line, *more)
        if key not in asked:
            asked[key] = json.loads(run(capsys, *shlex.split(line), "--json", "--no-stamp", *more)[1])
        answer = asked[key]
        for part in figure.split("."):
            answer = answer[int(part)] if isinstance(answer, list) else answer.get(part, {"fraction": "0"})
        return answer.get("fraction") or f"{answer['p']:.4f}"

    assert found() == usual
    assert found("--option", f"{option}={value}") == other
    assert usual != other


def test_the_tables_are_read_whole():
    tables = READINGS.split("| option | asked |")[1:]
    rows = [row for table in tables for row in table.split("\n\n")[0].splitlines()[2:]]
    assert len(tables) == 2
    assert len(ROW.findall(READINGS)) == len(rows) > 40
