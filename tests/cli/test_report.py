"""``necrostats report``: several questions on one page."""

import json
import os

import pytest

from necrostats import saving
from necrostats.reports.charts import vega
from tests.cli.running import run

WORDS = ["necrostats", "attack", "kaiya", "rork", "--weapon", "power-sword", "--charging"]
ATTACK = 'ask = "attack kaiya rork --weapon laspistol --distance 6"'


@pytest.fixture(autouse=True)
def _quick(monkeypatch, tmp_path):
    """Pages without charts, and files in a folder of their own."""
    monkeypatch.setattr(vega, "available", lambda: False)
    monkeypatch.chdir(tmp_path)


def report(capsys, tmp_path, text, *more):
    path = tmp_path / "report.toml"
    path.write_text(text, "utf-8")
    return run(capsys, "report", "report.toml", *more)


def asked(capsys, tmp_path, text, *more):
    """Exit code and the questions of the JSON."""
    code, out, _ = report(capsys, tmp_path, text, "--json", "--quiet", *more)
    return code, json.loads(out)["questions"]


def test_report__is_a_page_with_title_words_and_answers(capsys, tmp_path):
    text = f'title = "Who shoots?"\nintro = "One.\\n\\nTwo."\nending = "End."\n[[question]]\ntitle = "A"\n{ATTACK}'
    code, out, err = report(capsys, tmp_path, text)
    assert code == 0
    assert err == "question 1 of 1: A\n"
    assert out.startswith("<!doctype html>")
    for part in ("<h1>Who shoots?</h1>", "<p>One.</p><p>Two.</p>", "<h2>A</h2>", "<p>End.</p>", "8/81"):
        assert part in out
    assert "necrostats attack kaiya rork --weapon laspistol --distance 6</code>" in out


def test_report__a_question_without_title_has_the_headline_of_its_answer(capsys, tmp_path):
    _, out, _ = report(capsys, tmp_path, f"[[question]]\n{ATTACK}")
    assert "<h2>Kaiya attacks Rork with laspistol" in out
    assert '<p class="head">' not in out


@pytest.mark.parametrize(
    "keywords",
    [
        'ask = "attack"\na = "kaiya"\nb = "rork"\nweapon = "power-sword"\ncharging = true\naim = false',
        'ask = "necrostats attack kaiya rork"\nweapon = "power-sword"\ncharging = true',
        'ask = ["attack", "kaiya", "rork", "--charging"]\nweapon = "power-sword"',
    ],
)
def test_report__keywords_are_the_words_of_the_command_line(keywords, capsys, tmp_path):
    code, (one,) = asked(capsys, tmp_path, f"[[question]]\n{keywords}")
    assert code == 0
    assert sorted(one["command"].split()) == sorted(WORDS)
    assert one["answer"]["situation"]["charging"] is True
    assert one["answer"]["stamp"]["command"] == one["command"]


def test_report__lists_and_tables_are_repeated_or_joined(capsys, tmp_path):
    text = """
[[question]]
ask = "compare"
weapon = ["lasgun", "autogun"]
target = "rork"
option = {pin_on = "attack"}
[[question]]
ask = "sweep attack kaiya rork"
weapon = "lasgun"
over = {distance = "1..3", cover = ["none", "full"]}
[[question]]
ask = "chain bottle"
gang = "4*custom"
losses = [1, 2]
"""
    code, (compare, sweep, bottle) = asked(capsys, tmp_path, text)
    assert code == 0
    assert compare["command"] == (
        "necrostats compare --target rork --option pin_on=attack --weapon lasgun --weapon autogun"
    )
    assert [axis["values"] for axis in sweep["answer"]["axes"]] == [[1, 2, 3], ["none", "full"]]
    assert bottle["answer"]["losses"] == [1, 2]


def test_report__a_question_that_fails_leaves_the_others(capsys, tmp_path):
    text = f'[[question]]\n{ATTACK}\n[[question]]\nask = "attack kaya rork"\n[[question]]\n{ATTACK}'
    code, (first, second, third) = asked(capsys, tmp_path, text)
    assert code == 2
    assert first["answer"] == third["answer"]
    assert (second["error"], second["hint"], second["exit_code"]) == (
        "no fighter 'kaya'",
        "did you mean kaiya?",
        2,
    )
    code, out, _ = report(capsys, tmp_path, text, "--format", "markdown")
    assert code == 2
    assert "No answer: no fighter 'kaya' (did you mean kaiya?)" in out
    code, out, _ = report(capsys, tmp_path, text)
    assert code == 2
    assert "<b>No answer:</b> no fighter &#x27;kaya&#x27;" in out
    assert out.count("8/81") >= 2


def test_report__interrupted_it_shows_what_it_has(capsys, tmp_path, monkeypatch):
    import necrostats.analyses.compare

    def interrupted(*_args, **_more):
        raise KeyboardInterrupt

    monkeypatch.setattr(necrostats.analyses.compare, "compare", interrupted)
    text = f'[[question]]\n{ATTACK}\n[[question]]\nask = "compare --weapon lasgun"\n[[question]]\n{ATTACK}'
    code, (first, second, third) = asked(capsys, tmp_path, text)
    assert code == 130
    assert "answer" in first
    assert (second["error"], third["error"]) == ("interrupted", "not asked: interrupted before")


def test_report__without_stamp_there_is_none_anywhere(capsys, tmp_path):
    _, (one,) = asked(capsys, tmp_path, f"[[question]]\n{ATTACK}", "--no-stamp")
    assert "stamp" not in one["answer"]
    _, out, _ = report(capsys, tmp_path, f"[[question]]\n{ATTACK}", "--no-stamp")
    assert "To get this again" not in out


@pytest.mark.parametrize(
    ("name", "begins"), [("a.html", "<!doctype"), ("a.md", "# "), ("a.json", "{"), ("a.txt", "")]
)
def test_report__the_suffix_sets_the_format(name, begins, capsys, tmp_path):
    code, out, _ = report(capsys, tmp_path, f"[[question]]\n{ATTACK}", "-o", name)
    assert (code, out) == (0, "")
    assert (tmp_path / name).read_text("utf-8").startswith(begins)


def test_report__words_are_text(capsys, tmp_path):
    text = f'title = "<script>x"\nintro = "<b>"\n[[question]]\ntitle = "<i>"\ntext = "&"\n{ATTACK}'
    _, out, _ = report(capsys, tmp_path, text)
    assert "<script" not in out
    for part in ("<h1>&lt;script&gt;x</h1>", "<p>&lt;b&gt;</p>", "<h2>&lt;i&gt;</h2>", "<p>&amp;</p>"):
        assert part in out


WRONG = {
    "title = 3": "title: expected a text on one line, got 3",
    'titel = "x"': "titel: expected title, got 'x'",
    "question = 3": "question: expected tables, each under [[question]], got 3",
    "": "question: expected one table or more under [[question]], got nothing",
    "x = [": "file: expected TOML, got Invalid value (at end of document)",
    "[[question]]": "question 1: ask: expected the words of a command line, got nothing",
    '[[question]]\nask = "attak a b"': "question 1: ask: expected attack, got 'attak'",
    '[[question]]\nask = "attack a b -o x"': (
        "question 1: ask: expected a question without -o, which belongs to the report, got '-o'"
    ),
    '[[question]]\nask = "attack a b --plot=x.png"': (
        "question 1: ask: expected a question without --plot, which belongs to the report, got '--plot=x.png'"
    ),
    '[[question]]\nask = "attack \'a b"': (
        'question 1: ask: expected the words of a command line with every quote closed, got "attack \'a b"'
    ),
    '[[question]]\nask = "chain"': (
        "question 1: ask: expected one of ammo, down, recovery, bottle after chain, got nothing"
    ),
    '[[question]]\nask = "attack a b"\nwepon = "lasgun"': "question 1: wepon: expected weapon, got 'lasgun'",
    '[[question]]\nask = "attack a b"\naim = "yes"': "question 1: aim: expected true or false, got 'yes'",
    '[[question]]\nask = "attack a b"\ndistance = [{x = 1}]': (
        "question 1: distance: expected a text, a number or a list of them, got [{'x': 1}]"
    ),
    '[[question]]\nask = "attack a b"\ntext = 1': "question 1: text: expected a text, got 1",
    '[[question]]\nask = "attack a b"\nplot = "x.png"': "question 1: plot: expected",
    '[[question]]\nask = "report a.toml"': "question 1: ask: expected",
    '[[question]]\nask = "tables -o x"': "question 1: ask: expected",
    "[[question]]\n" * 101: "question: expected at most 100 tables, got '101'",
}


@pytest.mark.parametrize("text", WRONG)
def test_report__a_wrong_file_is_one_line_for_each_mistake(text, capsys, tmp_path):
    (tmp_path / "old.html").write_text("old", "utf-8")
    code, out, err = report(capsys, tmp_path, text, "-o", "old.html")
    assert (code, out) == (3, "")
    assert f"report.toml: {WRONG[text]}" in err
    assert len(err.splitlines()) <= 4
    assert (tmp_path / "old.html").read_text("utf-8") == "old"


def test_report__all_mistakes_of_a_file_are_said_at_once(capsys, tmp_path):
    text = 'title = 1\n[[question]]\nask = "x"\n[[question]]\nask = "attack a b"\nrange = true'
    _, _, err = report(capsys, tmp_path, text)
    assert [line.partition("expected")[0].split("report.toml: ")[-1] for line in err.splitlines()[:3]] == [
        "title: ",
        "question 1: ask: ",
        "question 2: range: ",
    ]


def test_report__is_no_question_and_no_table_of_numbers(capsys, tmp_path):
    assert report(capsys, tmp_path, f"[[question]]\n{ATTACK}", "--csv")[0] == 2
    assert run(capsys, "report", "nothing.toml")[2] == (
        "error: nothing.toml: file: expected a readable file, got No such file or directory\n"
    )
    code, (one,) = asked(capsys, tmp_path, '[[question]]\nask = "show kaiya"')
    assert (code, one["exit_code"]) == (2, 2)
    assert one["error"].startswith("expected a question with a report of its own")


def test_saving__the_old_file_stays_until_the_new_one_is_whole(monkeypatch, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old", "utf-8")
    path.chmod(0o640)

    def full(*_args):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(type(path), "replace", full)
        with pytest.raises(OSError, match="No space"):
            saving.save(path, "new")
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
    saving.save(path, "new\ud800")
    assert path.read_text("utf-8") == "new\\ud800"
    assert path.stat().st_mode & 0o777 == 0o640


def test_saving__links_and_what_is_no_file_stay_what_they_are(tmp_path):
    (tmp_path / "a.txt").write_text("old", "utf-8")
    (tmp_path / "link").symlink_to("a.txt")
    saving.save(tmp_path / "link", "new")
    assert (tmp_path / "a.txt").read_text("utf-8") == "new"
    assert (tmp_path / "link").is_symlink()
    mask = os.umask(0o027)
    saving.save(tmp_path / "b.txt", "made")
    os.umask(mask)
    assert (tmp_path / "b.txt").stat().st_mode & 0o777 == 0o640
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    saving.save(tmp_path / "pipe", "through")
    assert os.read(reader, 20) == b"through"
    os.close(reader)
    with pytest.raises(OSError, match="directory"):
        saving.save(tmp_path, "x")
