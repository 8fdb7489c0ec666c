"""What is broken is killed, what is the same survives, and the reasons are held against both."""

import ast
import json
import subprocess
import sys

import pytest

from tests.mutants.chosen import FILES, broken, broken_tables, trees
from tests.mutants.mutations import mutants
from tests.mutants.survivors import judge, reasons, short
from tests.mutants.tables import table_mutants

EXAMPLE = """
from functools import cache
from typing import NamedTuple

NEED = 4
COVER = {"full": -2, "near": 3}


def registered(function):
    return function


@registered
def hits(face, cover):
    if face == 1:
        return False
    return face + COVER[cover] >= NEED


@cache
def best(face):
    return min(face, 6)


def loops(face):
    while face < 6:
        face += 1
    return face


class Die(NamedTuple):
    sides: int = 6
"""
TESTS = """
from example import Die, best, hits, loops

FACES = range(1, 7)


def test_hits():
    assert [hits(face, "full") for face in FACES] == [False] * 5 + [True]
    assert [hits(face, "near") for face in FACES] == [False] + [True] * 5


def test_best():
    assert [best(face) for face in FACES] == list(FACES)


def test_loops():
    assert loops(3) == 6


def test_a_class_that_no_function_mentions():
    assert Die() == (6,)
"""
FREEZING = """
import gc

def pytest_collection_finish():
    gc.freeze()
"""
RUN = """
import json, sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import coverage, pytest
import ast
from tests.mutants.breaking import Session
from tests.mutants.judging import Judging
from tests.mutants.mutations import mutants

folder = Path(sys.argv[1])
files = {"example": folder / "example.py"}
tree = ast.parse(files["example"].read_text())
alive = []


def work(session):
    session.look()
    judging = Judging(session, session.reach(), {"example": tree}, set())
    alive.extend(one.change for one in judging.survivors(mutants("example", tree)))


counting = coverage.Coverage(data_file=None, config_file=False, include=[str(files["example"])])
counting.start()
plain = ["-qq", "--capture=no", "-p", "no:cacheprovider", "-p", "no:nbmake"]
options = [*plain, f"--rootdir={folder}", "-c", str(folder / "pytest.ini")]
pytest.main([*options, str(folder)], plugins=[Session(files, counting, 2, work)])
print("\\n" + json.dumps(alive))
"""


@pytest.fixture(scope="module")
def alive(tmp_path_factory):
    folder = tmp_path_factory.mktemp("broken")
    (folder / "example.py").write_text(EXAMPLE)
    (folder / "test_example.py").write_text(TESTS)
    (folder / "conftest.py").write_text(FREEZING)
    (folder / "pytest.ini").write_text("[pytest]\n")
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(folder)], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def changes(text):
    return [one.change for one in mutants("example", ast.parse(text))]


def test_run__only_what_is_the_same_survives(alive):
    assert (
        alive
        == [
            "COVER = {'full': -2, 'near': 3} -> COVER = {'full': -2, 'near': 4}",  # a 1 misses, a 2 hits either way
            "return min(face, 6) -> return min(face, 7)",
        ]
    )


def test_mutants__of_an_example():
    assert changes(EXAMPLE) == [
        "NEED = 4 -> NEED = 5",
        "COVER = {'full': -2, 'near': 3} -> COVER = {'full': 2, 'near': 3}",
        "COVER = {'full': -2, 'near': 3} -> COVER = {'full': -3, 'near': 3}",
        "COVER = {'full': -2, 'near': 3} -> COVER = {'full': -2, 'near': 4}",
        "if face == 1 -> if False",
        "if face == 1 -> if face != 1",
        "if face == 1 -> if face == 2",
        "return False -> return True",
        "return face + COVER[cover] >= NEED -> return face - COVER[cover] >= NEED",
        "return face + COVER[cover] >= NEED -> return face + COVER[cover] > NEED",
        "return min(face, 6) -> return max(face, 6)",
        "return min(face, 6) -> return min(face, 7)",
        "while face < 6 -> while face <= 6",
        "while face < 6 -> while face < 5",
        "face += 1 -> face -= 1",
        "face += 1 -> face += 2",
        "sides: int = 6 -> sides: int = 7",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a and b", ["a or b", "not a and b", "a and (not b)"]),
        ("not a", ["a"]),
        ("1 if a else 2", ["1 if False else 2", "1 if not a else 2", "2 if a else 2", "1 if a else 3"]),
        (
            "[x for x in a if x > 0]",
            ["[x for x in a if True]", "[x for x in a if x >= 0]", "[x for x in a if x > 1]"],
        ),
        ("a >= 3", ["a > 3", "a >= 2"]),
        ("3 >= a", ["4 >= a", "3 > a"]),
        ("a in b", ["a not in b"]),
        ("any(a)", ["all(a)"]),
        ("a | b", ["a & b"]),
        ("note(dice, 1, 2)", []),
        (
            "d6(dice, 4, HIT) + d6(dice, 0, 1)",
            ["d6(dice, 4, HIT) - d6(dice, 0, 1)", "d6(dice, 4, HIT) + d6(dice, 0, 2)"],
        ),
    ],
)
def test_mutants__of_an_expression(text, expected):
    assert changes(f"def f(a, b):\n    return {text}") == [
        f"return {text} -> return {each}" for each in expected
    ]


def test_mutants__the_second_of_the_same_is_told_from_the_first():
    assert changes("def f(a):\n    g(1)\n    g(1)") == ["g(1) -> g(2)", "g(1) -> g(2) (2)"]


def test_mutants__neither_errors_nor_types_nor_names_of_rolls():
    text = "HIT = roll('N17', 2)\n\ndef f(a: Literal[1]) -> Literal[2]:\n    raise ValueError(a + 1)"
    assert changes(text) == []


def test_tables__numbers_faces_and_defaults():
    text = '[tables.die]\nholes = [1, 2]\nfaces = ["hit", "miss"]\ncost = { a = 3 }\n'
    text += 'default = "a"\nvalues.a = "7"\nvalues.b = ""\n'
    assert [one.change for one in table_mutants("data.x", text)] == [
        "holes = [1, 2] -> holes = [2, 2]",
        "holes = [1, 2] -> holes = [1, 3]",
        'faces = ["hit", "miss"] -> faces = ["miss", "miss"]',
        'faces = ["hit", "miss"] -> faces = ["hit", "hit"]',
        'default = "a" -> default = "b"',
    ]


def test_broken__one_figure_a_line_unless_all_are_wanted():
    few, every = (list(broken(trees(["shooting"]), all_of_them)) for all_of_them in (False, True))
    assert {one.key for one in few} < {one.key for one in every}
    lines = [one.line for one in few if one.kind in ("number", "sum", "entry")]
    assert len(lines) == len(set(lines))


def test_broken__every_module_and_table_is_there():
    assert all(path.is_file() for path in FILES.values())
    assert {one.module for one in broken_tables()} == {
        f"data.{name}" for name in ("tables", "options", "armour", "traits", "wargear")
    }


def test_reasons__name_mutants_that_there_are():
    there = {
        (short(one.module), one.function, one.change) for one in [*broken(trees(), True), *broken_tables()]
    }
    assert set(reasons()) <= there


def test_judge():
    both = first, second = mutants("necrostats.engine.x", ast.parse("def f(a):\n    return a < 3"))
    gone, other = ("engine.x", "f", "gone -> gone"), ("engine.y", "f", "not tried")
    why = {("engine.x", "f", first.change): "the same", gone: "whatever", other: "whatever"}
    verdict = judge(both, both, both, why)
    assert (verdict.unexplained, verdict.explained, verdict.idle) == ([second], [first], [gone])
    assert judge([second], both, both, why).idle == [("engine.x", "f", first.change), gone]
    assert judge([second], [second], both, why).idle == [gone]


@pytest.mark.parametrize("why", ["", "  "])
def test_reasons__must_say_something(why):
    with pytest.raises(AssertionError, match="has no reason"):
        reasons(f'[[survivor]]\nmodule = "shooting"\nfunction = "f"\nchanges = ["a -> b"]\nwhy = "{why}"\n')
