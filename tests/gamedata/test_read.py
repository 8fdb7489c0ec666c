import os
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.gamedata import data_folder
from necrostats.gamedata.read import MAX_BYTES, Table, parse, read_toml, shown


def table(values):
    return Table(values, "file.toml", "weapons.x", [])


def test_the_data_folder_holds_the_game():
    assert (data_folder() / "necromunda" / "rules.toml").is_file()


BAD = {
    "not_utf8": b'name = "\xff\xfe"',
    "utf16": 'name = "x"'.encode("utf-16"),
    "not_toml": b"name = = 3",
    "a_zip": b"PK\x03\x04\x14\x00\x00\x00",
    "nul": b"\x00" * 100,
    "html": b"<!DOCTYPE html><html></html>",
    "json": b'{"name": "x"}',
    "deep_list": b"x = " + b"[" * 100_000,
    "deep_table": b"x = " + b"{a=" * 30_000,
    "deep_key": b"a" + b".a" * 50_000 + b" = 1",
    "many_digits": b"x = " + b"1" * 10_000,
    "unterminated": b'x = "abc',
    "same_key_twice": b"x = 1\nx = 2",
    "huge": b"#" * (MAX_BYTES + 1),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_line_and_no_traceback(name, tmp_path):
    path = tmp_path / f"{name}.toml"
    path.write_bytes(BAD[name])
    mistakes = []
    before = time.perf_counter()
    assert read_toml(path, mistakes) == {}
    assert time.perf_counter() - before < 2
    (line,) = mistakes
    assert line.startswith(f"{path}: file: expected ")
    assert ", got " in line
    assert "\n" not in line
    assert len(line) < len(str(path)) + 300


def test_what_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "link.toml").symlink_to(tmp_path / "nowhere.toml")
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    for name in ("missing.toml", ".", "pipe.toml", "link.toml", "loop.toml", "x\0y.toml", "a" * 3000):
        mistakes = []
        assert read_toml(tmp_path / name, mistakes) == {}
        assert len(mistakes) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_the_right_to_read_it(tmp_path):
    path = tmp_path / "secret.toml"
    path.write_text("a = 1")
    path.chmod(0)
    mistakes = []
    assert read_toml(path, mistakes) == {}
    assert "expected a readable file" in mistakes[0]


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path):
    path = tmp_path / "windows.toml"
    path.write_bytes('\ufeff[weapons.x]\r\nname = "枪"\r\n'.encode())
    assert read_toml(path, []) == {"weapons": {"x": {"name": "枪"}}}


def test_each_getter_notes_what_it_expected():
    got = table(
        {
            "text": 3,
            "lines": "a\nb",
            "choice": "red",
            "whole": "x3",
            "flag": 1,
            "float": 3.0,
            "true": True,
            "nan": float("nan"),
            "texts": ["a", 1],
            "numbers": {"box": -1},
            "table": [],
            "tables": {},
        }
    )
    assert got.text("text") == ""
    assert got.text("lines") == ""
    assert got.text("choice", choices=("blue", "green")) == ""
    assert got.whole("whole", 4, low=1, high=10) == 4
    assert got.whole("float", 4, low=1, high=10) == 4
    assert got.whole("true", 4, low=1, high=10) == 4
    assert got.whole("nan", 4, low=1, high=10) == 4
    assert got.whole("missing", low=1, high=10) == 1
    assert got.flag("flag") is False
    assert got.texts("texts") == ()
    assert got.numbers("numbers") == {}
    assert got.table("table").values == {}
    assert got.tables("tables") == []
    assert got.mistakes == [
        "file.toml: weapons.x.text: expected a text on one line, got 3",
        "file.toml: weapons.x.lines: expected a text on one line, got 'a\\nb'",
        "file.toml: weapons.x.choice: expected one of blue, green, got 'red'",
        "file.toml: weapons.x.whole: expected a whole number from 1 to 10, got 'x3'",
        "file.toml: weapons.x.float: expected a whole number from 1 to 10, got 3.0",
        "file.toml: weapons.x.true: expected a whole number from 1 to 10, got True",
        "file.toml: weapons.x.nan: expected a whole number from 1 to 10, got nan",
        "file.toml: weapons.x.missing: expected a whole number from 1 to 10, got nothing",
        "file.toml: weapons.x.flag: expected true or false, got 1",
        "file.toml: weapons.x.texts: expected a list of texts, got ['a', 1]",
        "file.toml: weapons.x.numbers: expected a table of whole numbers such as { box = 10 }, got {'box': -1}",
        "file.toml: weapons.x.table: expected a table, got []",
        "file.toml: weapons.x.tables: expected a list of tables, got {}",
    ]


def test_unknown_keys_are_mistakes_with_a_suggestion():
    got = table({"nmae": "x", "zzz": 1})
    got.text("name", "")
    got.done()
    assert got.mistakes == [
        "file.toml: weapons.x.nmae: expected no such key (did you mean name?), got 'x'",
        "file.toml: weapons.x.zzz: expected no such key (known: name), got 1",
    ]


def test_shown_stays_short_whatever_it_is():
    deep = parse("a" + ".a" * 50 + " = 1")
    for value in (
        deep,
        "x" * 10_000,
        10**6000,
        [10**6000],
        float("nan"),
        {"a": {"b": [1] * 1000}},
        "a\nb\x1b[31m",
    ):
        assert len(shown(value)) < 300
        assert shown(value).isprintable()


toml_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["a", "b", "c"]) | st.text(max_size=5), toml_values, max_size=4))
def test_getters_take_anything(values):
    got = table(values)
    assert isinstance(got.text("a"), str)
    assert 1 <= got.whole("a", low=1, high=6) <= 6
    assert isinstance(got.texts("b"), tuple)
    assert all(isinstance(n, int) for n in got.numbers("b").values())
    assert all(isinstance(one, Table) for one in got.tables("c"))
    assert isinstance(got.table("c"), Table)
    got.done()
    assert all("\n" not in line for line in got.mistakes)
