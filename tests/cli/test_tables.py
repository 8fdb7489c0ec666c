import csv
import io
import json
import os

import pytest

from tests.cli.running import program, run

BOOKLET = ("--format", "booklet", "--quiet", "--rules", "basic")


def test_table__in_every_format(capsys, tmp_path):
    code, out, err = run(capsys, "table", "wound", "--json", "--no-stamp")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert answer["rows"][3]["cells"][2] == {"p": 2 / 3, "fraction": "2/3", "on": 3}
    assert "stamp" not in answer
    _, out, _ = run(capsys, "table", "wound", "--csv")
    assert len(list(csv.DictReader(io.StringIO(out)))) == 80
    assert run(capsys, "table", "wound", "--format", "markdown")[1].startswith("# Wound rolls")
    assert "66.7% (2/3)" in run(capsys, "table", "wound", "--format", "markdown")[1]
    assert run(capsys, "table", "wound", "--format", "html")[1].startswith("<!doctype html>")
    assert run(capsys, "table", "wound", "-o", str(tmp_path / "wound.tex"))[0] == 0
    assert (tmp_path / "wound.tex").read_text("utf-8").startswith("\\documentclass")


def test_table__in_chinese(capsys):
    code, out, _ = run(capsys, "table", "wound", "--lang", "zh")
    assert code == 0
    assert "造伤骰" in out
    assert "力量" in out


def test_table__under_a_reading(capsys):
    _, out, _ = run(capsys, "table", "wound", "--option", "wound-last-row=seed_literal", "--json")
    answer = json.loads(out)
    assert answer["options"] == {"wound_last_row": "seed_literal"}
    assert "wound_last_row=seed_literal" in answer["says"]
    _, out, _ = run(capsys, "table", "save", "--option", "pin_on=attack", "--json")
    assert json.loads(out)["notes"] == ["option pin_on does not matter to this question"]


def test_list_tables__names_them_all(capsys):
    code, out, _ = run(capsys, "list", "tables", "--json")
    rows = json.loads(out)["rows"]
    assert code == 0
    assert {"wound", "injury", "weapons-pistols"} <= {row["table"] for row in rows}
    _, out, _ = run(capsys, "list", "tables")
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize("name", ["table", "tables"])
def test_help__is_at_most_100_columns(name, capsys):
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("table", "wuond"), ["error: no table 'wuond'", "hint: did you mean wound?"]),
        (("table", "wound", "--lang", "de"), ["error: no language 'de'", "hint: expected en or zh"]),
        (
            ("table", "injury", "--rules", "basic"),
            [
                "error: the table injury belongs to the advanced rules, got the basic ones",
                "hint: take --rules advanced",
            ],
        ),
        (("tables", "-o", ""), ["error: -o: expected the name of a folder, got ''", "hint: for example -o tables"]),
        (
            ("tables", "-o", "x", "--format", "pdf"),
            ["error: no format 'pdf'", "hint: expected markdown, csv, json, latex, html, booklet"],
        ),
        (("tables", "-o", "x", "--lang", "zz"), ["error: no language 'zz'", "hint: expected en or zh"]),
    ],
)  # fmt: skip
def test_bad_input__one_line_and_how_to_mend_it(args, said, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *args)
    assert (code, out, err.splitlines()) == (2, "", said)
    assert list(tmp_path.iterdir()) == []


def test_bad_input__unknown_format_of_a_table(capsys):
    code, out, err = run(capsys, "table", "wound", "--format", "pdf")
    assert (code, out) == (2, "")
    assert "latex" in err
    assert len(err.splitlines()) == 2


def test_tables__writes_the_booklet(capsys, tmp_path):
    where = tmp_path / "a" / "b"
    code, out, err = run(capsys, "tables", "-o", str(where), *BOOKLET)
    assert (code, out, err) == (0, "", "")
    assert [path.name for path in where.iterdir()] == ["booklet.html"]
    assert "By the basic rules" in (where / "booklet.html").read_text("utf-8")


def test_tables__writes_a_file_for_each_and_a_list_of_them(capsys, tmp_path):
    code, _, err = run(
        capsys, "tables", "-o", str(tmp_path), "--format", "csv", "--rules", "basic", "--no-stamp"
    )
    there = {path.name for path in tmp_path.iterdir()}
    assert code == 0
    assert f"wrote {len(there)} files" in err
    assert {"booklet.html", "README.md", "wound.csv"} <= there
    assert "injury.csv" not in there
    listed = (tmp_path / "README.md").read_text("utf-8")
    assert all(name in listed for name in there - {"README.md"})


def test_tables__a_file_in_the_place_of_the_folder(capsys, tmp_path):
    there = tmp_path / "tables"
    there.write_text("mine", "utf-8")
    code, out, err = run(capsys, "tables", "-o", str(there), *BOOKLET)
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        f"error: -o: expected a folder, got the file {str(there)!r}",
        "hint: choose another name",
    ]
    code, _, err = run(capsys, "tables", "-o", str(there / "below"), *BOOKLET)
    assert code == 2
    assert "not a directory" in err
    assert there.read_text("utf-8") == "mine"


def test_tables__a_folder_in_the_place_of_a_file(capsys, tmp_path):
    (tmp_path / "booklet.html").mkdir()
    code, _, err = run(capsys, "tables", "-o", str(tmp_path), *BOOKLET)
    assert code == 2
    assert "a folder has that name" in err
    assert [path.name for path in tmp_path.iterdir()] == ["booklet.html"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may do anything may write anywhere")
def test_tables__a_folder_that_cannot_be_written(capsys, tmp_path):
    tmp_path.chmod(0o500)
    code, _, err = run(capsys, "tables", "-o", str(tmp_path), *BOOKLET)
    tmp_path.chmod(0o700)
    assert code == 2
    assert "permission denied" in err


def test_tables__a_full_disk_leaves_what_was_there(capsys, tmp_path, monkeypatch):
    import errno
    from pathlib import Path

    def full(self, _target):
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "booklet.html").write_text("before", "utf-8")
    monkeypatch.setattr(Path, "replace", full)
    code, _, err = run(capsys, "tables", "-o", str(tmp_path), *BOOKLET)
    assert code == 1
    assert "no space left on device" in err
    assert "as they were" in err
    assert [path.name for path in tmp_path.iterdir()] == ["booklet.html"]
    assert (tmp_path / "booklet.html").read_text("utf-8") == "before"


def test_table__a_stream_without_utf8_gets_ascii():
    done = program("table", "wound", "--lang", "zh", PYTHONIOENCODING="cp1252")
    assert done.returncode == 0
    assert done.stdout.isascii()
