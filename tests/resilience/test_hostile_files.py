"""Files that are broken, huge, deep or strange: a sentence that helps, never a traceback."""

import time

import pytest

from tests.cli.running import run

KAT = b'[fighters.kat]\nname = "Kat"\nprofile = "kaiya"\nw = 2\n'
HUGE = b"9" * 5_000
REPORT = b'title = "x"\n[[question]]\nask = "attack kaiya rork --weapon laspistol"\n'
HOUSE = b'default = "club"\n[house.club]\ntitle = "Club"\n[house.club.options]\npin_on = "attack"\n'

HOSTILE = {
    "empty": b"",
    "white space": b" \r\n\t\n",
    "binary": bytes(range(256)) * 40,
    "an image": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\0" * 500,
    "a NUL": KAT + b"# \0\n",
    "control characters": KAT.replace(b"Kat", b"K\x07a\x1b[31mt"),
    "escaped control characters": KAT.replace(b"Kat", rb"K\u0007a\u001B[31mt"),
    "a line break in a name": KAT.replace(b'"Kat"', b'"""K\nat"""'),
    "half a letter": KAT + b'x = "\xe6\xbf"\n',
    "Latin-1": KAT.replace(b"Kat", b"K\xe4t"),
    "UTF-16": KAT.decode().encode("utf-16"),
    "two BOMs": b"\xef\xbb\xbf\xef\xbb\xbf" + KAT,
    "a surrogate": KAT.replace(b"Kat", rb"\ud800"),
    "letters from right to left": KAT.replace(b"Kat", "\u202etaK\u202c".encode()),
    "letters without width": KAT.replace(b"Kat", "K\u200bat\ufeff".encode()),
    "a name of combining marks": KAT.replace(b"Kat", ("a" + "\u0301" * 5_000).encode()),
    "an odd id": KAT.replace(b"fighters.kat", '"fighters"."\U0001f3b2 __proto__"'.encode()),
    "an empty id": KAT.replace(b".kat", b'.""'),
    "a long id": KAT.replace(b"kat", b"k" * 20_000),
    "a long name": KAT.replace(b"Kat", b"K" * 200_000),
    "a huge number": KAT.replace(b"2", HUGE),
    "a number of 64 bits": KAT.replace(b"2", b"9223372036854775808"),
    "less than nothing": KAT.replace(b"2", b"-1"),
    "not a number": KAT.replace(b"2", b"nan"),
    "no end": KAT.replace(b"2", b"-inf"),
    "a float": KAT.replace(b"2", b"2.0"),
    "beyond floats": KAT.replace(b"2", b"1e400"),
    "a flag": KAT.replace(b"2", b"true"),
    "a date": KAT.replace(b"2", b"2026-02-30"),
    "a time": KAT.replace(b"2", b"2026-02-28T25:61:61Z"),
    "the same key twice": KAT + b"w = 3\n",
    "the same table twice": KAT + KAT,
    "a table and a value": KAT + b"[fighters.kat.w]\nx = 1\n",
    "no value": KAT + b"s =\n",
    "no end of text": KAT + b'x = "never closed\n',
    "deep lists": KAT + b"x = " + b"[" * 20_000 + b"]" * 20_000 + b"\n",
    "deep tables": KAT + b"x = " + b"{a=" * 5_000 + b"1" + b"}" * 5_000 + b"\n",
    "deep keys": KAT + b"a" + b".a" * 10_000 + b" = 1\n",
    "deep headings": KAT + b"[a" + b".a" * 10_000 + b"]\n",
    "many tables": b"".join(b'[fighters.k%d]\nname = "K"\n' % n for n in range(2_000)),
    "many keys": KAT + b"".join(b"k%d = 1\n" % n for n in range(4_000)),
    "too large": KAT + b"# " + b"x" * 400_000,
    "itself as profile": KAT.replace(b"kaiya", b"kat"),
    "a list instead of a table": b"fighters = [1, 2]\n",
    "a text instead of a table": b'fighters = "kat"\nquestion = "x"\nhouse = "x"\n',
    "a number instead of a text": b"[fighters.kat]\nname = 7\nprofile = 8\n",
    "JSON": b'{"fighters": {"kat": {"name": "Kat"}}}',
    "a report of nonsense": b'[[question]]\nask = ["attack", "\\u0000", ""]\n[[question]]\nask = "'
    + b"x " * 9_000
    + b'"\n',
    "an open quote in a question": b'[[question]]\nask = "attack \'kaiya"\n',
    "a house of nonsense": b'default = "\\u202e"\n[house.x]\nrules = "BASIC"\n'
    b"[house.x.options]\npin_on = [[[]]]\nnan = nan\n",
}
WAYS = {
    "a fighter": lambda path: ("attack", f"@{path}", "rork", "--weapon", "stub-gun"),
    "data": lambda path: ("check-data", path),
    "a report": lambda path: ("report", path, "--format", "json"),
    "house rules": lambda path: ("list", "houses", "--house-file", path),
}


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=pytest.mark.soak) if way == "data" else way for way in WAYS]
)
@pytest.mark.parametrize("name", HOSTILE)
def test_file__a_sentence(name, way, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.toml").write_bytes(HOSTILE[name])
    began = time.perf_counter()
    code, out, err = run(capsys, *WAYS[way]("x.toml"))
    assert time.perf_counter() - began < 30
    assert code in (0, 1, 2, 3)
    assert "Traceback" not in err
    assert "unexpected" not in err
    assert "\x1b" not in out + err
    assert "\x07" not in out + err
    if code:
        assert err.startswith("error: "), (out, err)
        assert "expected" in err or "no " in err
        assert max(map(len, err.splitlines())) < 2_000
    assert [path.name for path in tmp_path.iterdir()] == ["x.toml"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text + b"\n\n# end",
    ],
    ids=["BOM", "CRLF", "comment"],
)
def test_file__the_same_however_it_was_saved(change, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for way, content in (("a fighter", KAT), ("a report", REPORT), ("house rules", HOUSE)):
        found = []
        for text in (content, change(content)):
            (tmp_path / "x.toml").write_bytes(text)
            code, out, _ = run(
                capsys, *WAYS[way]("x.toml"), *(() if way == "house rules" else ("--no-stamp",))
            )
            assert code == 0
            found.append(out)
        assert found[0] == found[1]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("what", ["a folder", "/dev/null", "/dev/zero", "a link to itself", "a long name"])
def test_file__that_is_none(what, way, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = {"a folder": ".", "a link to itself": "x.toml", "a long name": "x" * 300 + ".toml"}.get(what, what)
    if what == "a link to itself":
        (tmp_path / "x.toml").symlink_to("x.toml")
    code, _out, err = run(capsys, *WAYS[way](path))
    assert code in (2, 3) or (what, way) == ("a folder", "data")
    assert "Traceback" not in err
    assert "unexpected" not in err
