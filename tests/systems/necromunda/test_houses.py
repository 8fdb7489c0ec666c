"""House rules: where the file is looked for, which set is in force, what it changes, and every mistake in it."""

import os
import sys
from pathlib import Path

import pytest

from necrostats.errors import GameDataError, UnknownNameError, UsageError
from necrostats.gamedata.read import MAX_BYTES
from necrostats.systems.necromunda import houses
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.options import DEFAULT_RULES, resolve

CAT = load()
HERE = Path(houses.FILE)
CLUB = """
default = "our-club"

[house.our-club]
title = "Tuesday nights"
rules = "advanced"

[house.our-club.options]
stray_hit = "6"
PIN-ON = "attack"
injury_faces = [3, 2, 1]

[house.beginners]
rules = "basic"
options = { save_nat1_fails = false, lasgun_short = 16 }

[house."Open Day"]
"""


@pytest.fixture(autouse=True)
def _nowhere(tmp_path, monkeypatch):
    """A folder of its own, without house rules and with a home above it."""
    (tmp_path / "home" / "games").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "home" / "games")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv(houses.VARIABLE, raising=False)


def write(path, text=CLUB):
    path.write_text(text, "utf-8")
    return path


def settled(house=None, rules=None, **options):
    return houses.settle(CAT, rules, options, house)


# Where


def test_the_nearest_file_up_to_the_home_folder_counts(tmp_path):
    here = tmp_path / "home" / "games"
    assert houses.file_above() is None
    above_home = write(tmp_path / houses.FILE)
    assert houses.file_above() is None
    assert houses.file_above(tmp_path) == above_home
    at_home = write(tmp_path / "home" / houses.FILE)
    assert houses.file_above() == at_home
    nearer = write(here / houses.FILE)
    assert houses.file_above() == nearer
    (here / "deep" / "er").mkdir(parents=True)
    assert houses.file_above(here / "deep" / "er") == nearer
    nearer.unlink()
    nearer.mkdir()  # a folder of that name is no file
    assert houses.file_above() == at_home


def test_outside_the_home_folder_all_folders_above_count(tmp_path, monkeypatch):
    (tmp_path / "elsewhere" / "x").mkdir(parents=True)
    top = write(tmp_path / houses.FILE)
    assert houses.file_above(tmp_path / "elsewhere" / "x") == top


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be removed there")
def test_a_folder_that_was_removed(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert houses.file_above() is None
    assert settled() == resolve(CAT)


# Which


def test_without_a_file_nothing_changes():
    assert settled() == resolve(CAT)
    assert settled(rules="advanced", pin_on="attack") == resolve(CAT, "advanced", {"pin_on": "attack"})
    assert (settled().house, houses.pick(), houses.nearest_file()) == ("", None, None)


def test_without_a_default_nothing_changes():
    write(HERE, CLUB.replace('default = "our-club"', ""))
    assert settled() == resolve(CAT)
    assert settled("our-club").house == "our-club"


def test_the_default_is_in_force_until_another_is_named():
    write(HERE)
    options = settled()
    assert (options.house, options.rules) == ("our-club", "advanced")
    assert options.changed() == {"stray_hit": "6", "pin_on": "attack", "injury_faces": "3,2,1"}
    options = settled("beginners")
    assert (options.house, options.rules) == ("beginners", "basic")
    assert options.changed() == {"save_nat1_fails": "False", "lasgun_short": "16"}
    assert settled("none") == resolve(CAT)
    assert settled("none").house == ""


@pytest.mark.parametrize("name", ["Open Day", "open-day", "OPEN_DAY", "open day"])
def test_names_are_matched_as_everywhere(name):
    write(HERE)
    found = houses.pick(name)
    assert (found.name, found.title, found.rules, dict(found.options)) == ("Open Day", "", "", {})
    assert found.key == "house.'Open Day'"


def test_what_is_asked_for_wins():
    write(HERE)
    options = settled(stray_hit="off", pin_on="hit")
    assert options.changed() == {"stray_hit": "off", "injury_faces": "3,2,1"}
    assert settled("beginners", rules="advanced").rules == "advanced"
    assert settled("open-day", rules="advanced").rules == "advanced"
    assert settled("open-day", rules="basic").rules == "basic"
    assert houses.rules_of("beginners", None) == houses.rules_of(None, "basic") == "basic"


def test_where_nobody_says_which_rules_the_default_is_taken():
    write(HERE)
    for house in ("open-day", "none"):
        assert settled(house).rules == houses.rules_of(house, None) == DEFAULT_RULES
        assert houses.settle(CAT, None, {}, house).rules == DEFAULT_RULES
    assert houses.settle(CAT, None, {}, "beginners").rules == "basic"
    assert houses.settle(CAT, None, {}, "our-club").rules == "advanced"
    assert houses.rules_of(None, None) == "advanced"  # those of our-club


def test_only_what_was_asked_for_is_news_if_it_is_not_read():
    write(HERE)
    assert settled().unread() == []
    assert settled(stray_hit="off").unread() == ["stray_hit"]
    assert settled(toxin="n18").unread() == ["toxin"]


def test_another_file(tmp_path):
    other = write(tmp_path / "club.toml", '[house.a]\noptions = { pin_on = "attack" }\n')
    write(HERE)
    assert settled(str(other)).house == "a"  # the only one
    assert settled(f"{other}:a").house == "a"
    write(other, '[house.a]\n[house.b]\noptions = { pin_on = "attack" }\n')
    with pytest.raises(UsageError, match="no default in it") as caught:
        settled(str(other))
    assert "a, b" in caught.value.hint
    write(other, 'default = "b"\n[house.a]\n[house.b]\n')
    assert settled(str(other)).house == "b"
    with pytest.raises(UnknownNameError, match="no house rules 'our-club'"):
        settled(f"{other}:our-club")
    with pytest.raises(GameDataError, match=r"nowhere\.toml: file: expected a readable file"):
        settled("nowhere.toml")


def test_the_file_and_the_set_apart():
    assert houses.in_file("club.toml", "none") == "none"
    for file in ("", "club", "club.toml:a", "club.TOML"):
        with pytest.raises(UsageError, match=r"ends in \.toml"):
            houses.in_file(file, "a")
    with pytest.raises(UsageError, match="got two"):
        houses.in_file("club.toml", "other.toml")


def test_the_environment(tmp_path, monkeypatch):
    write(HERE)
    monkeypatch.setenv(houses.VARIABLE, "beginners")
    assert settled().house == "beginners"
    assert settled("open-day").house == "Open Day"
    monkeypatch.setenv(houses.VARIABLE, "none")
    assert settled().house == ""
    monkeypatch.setenv(houses.VARIABLE, "")
    assert settled().house == "our-club"
    other = write(tmp_path / "club.toml", '[house.a]\noptions = { pin_on = "attack" }\n')
    for value in (str(other), f"{other}:a"):
        monkeypatch.setenv(houses.VARIABLE, value)
        assert settled().house == settled("a").house == "a"
        assert list(houses.nearest_file().sets) == ["a"]


def test_names_that_there_are_not():
    with pytest.raises(UsageError, match=r"no necrostats\.toml in this folder or above it"):
        settled("our-club")
    write(HERE)
    for name, near in (("our-clob", "our-club"), ("beginer", "beginners")):
        with pytest.raises(UnknownNameError, match="no house rules") as caught:
            settled(name)
        assert near in caught.value.hint
    for name in ("", " ", "x" * 10_000, "a\0b", "../..", "[house]"):
        with pytest.raises(UsageError) as caught:
            settled(name)
        assert len(str(caught.value)) < 200
    assert settled("NONE") == settled("none") == resolve(CAT)
    for thing in (7, True, ["our-club"], b"our-club"):
        with pytest.raises(UsageError, match="house: expected the name"):
            settled(thing)


# Mistakes

FILES = [
    ("[house", "necrostats.toml: file: expected TOML, got"),
    ('house = "our-club"', "house: expected a table, got 'our-club'"),
    ("[house]\na = 3", "house.a: expected a table [house.a], got 3"),
    ("[[house.a]]", "house.a: expected a table [house.a], got [{}]"),
    ("[houses.a]", "houses: expected no such key (did you mean house?), got"),
    ("defualt = 'a'\n[house.a]", "defualt: expected no such key (did you mean default?)"),
    ("default = 3\n[house.a]", "default: expected a text"),
    ("default = 'b'\n[house.a]", "default: expected the name of a set (there are a), got 'b'"),
    ("default = 'b'", "default: expected the name of a set (there are none), got 'b'"),
    ("default = 'none'\n[house.a]", "default: expected the name of a set"),
    ("[house.a]\noption = {}", "house.a.option: expected no such key (did you mean options?)"),
    ("[house.a]\nrules = 'advnaced'", "house.a.rules: expected one of basic, advanced, got 'advnaced'"),
    ("[house.a]\nrules = true", "house.a.rules: expected"),
    ("[house.a]\ntitle = 'two\\nlines'".replace("'", '"'), "house.a.title: expected a text on one line"),
    ("[house.a]\noptions = 'pin_on=attack'", "house.a.options: expected a table, got 'pin_on=attack'"),
    ("[house.a.options]\npin_on = []", "pin_on: expected a text, a whole number, true or false, got []"),
    ("[house.a.options]\npin_on = 0.5", "house.a.options.pin_on: expected a text"),
    ("[house.a.options]\npin_on = 12345678901234567890", "house.a.options.pin_on: expected a text"),
    ("[house.a.options]\npin_on = 2026-01-01", "house.a.options.pin_on: expected a text"),
    ("[house.a.options]\npin_on = [1, true, 3]", "house.a.options.pin_on: expected a text"),
    ("[house.a.options]\npin_on = [1, -2, 3]", "house.a.options.pin_on: expected a text"),
    ("[house.a.options.pin_on]\nx = 1", "house.a.options.pin_on: expected a text"),
    ('[house."a.toml"]', "house.a.toml: expected a name of its own"),
    ('[house."x.toml:a"]', "house.'x.toml:a': expected a name of its own"),
    ("[house.None]", "house.None: expected a name of its own, got none, which stands for the rules as printed"),
    ('[house."  "]', "expected a name of its own"),
    ('[house." a"]', "expected a name of its own"),
    ('[house."a\\nb"]', "expected a name of its own"),
    ('[house."' + "a" * 61 + '"]', "of 1 to 60 letters"),
    ("[house.our-club]\n[house.Our_Club]", "house.Our_Club: expected a name of its own, got the same as our-club"),
    ("".join(f"[house.a{n}]\n" for n in range(201)), "house: expected at most 200 sets, got 201"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), FILES, ids=[text[:40] for text, _ in FILES])
def test_every_mistake_is_named_with_file_and_key(text, said):
    write(HERE, text)
    with pytest.raises(GameDataError) as caught:
        houses.pick()
    assert said in str(caught.value)
    assert str(caught.value).startswith("necrostats.toml: ")
    assert "interface.md" in caught.value.hint


def test_the_longest_name_and_the_most_sets_are_fine():
    many = "".join(f"[house.a{n}]\n" for n in range(199)) + f"[house.{'b' * 60}]\n"
    write(HERE, many)
    assert len(houses.nearest_file().sets) == 200
    assert houses.pick("b" * 60).name == "b" * 60


def test_all_mistakes_at_once():
    write(HERE, "x = 1\n[house.a]\nrules = 3\ntitle = 3\n")
    with pytest.raises(GameDataError) as caught:
        houses.pick()
    assert len(str(caught.value).splitlines()) == 3


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"# " + b"a" * MAX_BYTES, "expected at most 300,000 bytes"),
        ('[house.caf\xe9]\ntitle = "caf\xe9"'.encode("latin-1"), "expected text in UTF-8"),
        (b"default = '\xff'", "expected text in UTF-8"),
        ('default = "a"\n[house.a]'.encode("utf-16"), "expected text in UTF-8"),
        (b"default = '\0'", "expected TOML"),
        (b"a = " + b"[" * 5_000, "expected TOML, got lists or tables nested too deeply"),
        (b"a = " + b"9" * 5_000, "expected TOML"),
        (b".".join([b"a"] * 20_000) + b" = 1", "expected TOML, got a line with more than 50 dots"),
        (b"default = 'a'\ndefault = 'b'", "expected TOML"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_read(content, said):
    HERE.write_bytes(content)
    with pytest.raises(GameDataError, match=r"necrostats\.toml: file: ") as caught:
        settled()
    assert said in str(caught.value)
    assert len(str(caught.value)) < 400


def test_files_that_can_be_read():
    HERE.write_bytes(b"")
    assert settled() == resolve(CAT)
    HERE.write_bytes("\ufeffdefault = '\u86c7'\r\n[house.'\u86c7']\r\ntitle = 'caf\u00e9'\r\n".encode())
    assert (settled().house, houses.pick().title) == ("\u86c7", "caf\u00e9")
    start = b"[house.a]\n# "
    HERE.write_bytes(start + b"a" * (MAX_BYTES - len(start)))
    assert settled("a").house == "a"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_nothing_waits_for_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "club.toml")
    with pytest.raises(GameDataError, match="something that is no file"):
        settled(str(tmp_path / "club.toml"))


@pytest.mark.parametrize(
    ("rules", "option", "said"),
    [
        ("", "pin_onn = 'hit'", "house.a.options.pin_onn: expected an option (did you mean pin_on?), got this"),
        ("", "pin_on = 'miss'", "house.a.options.pin_on: "),
        ("", "pin_on = true", "house.a.options.pin_on: "),
        ("basic", "stray_hit = '6'", "house.a.options.stray_hit: expected an option of the basic rules"),
        ("basic", "stray_hit = 6", "house.a.options.stray_hit: expected an option of the basic rules"),
        ("advanced", "stray_hit = 7", "house.a.options.stray_hit: "),
        ("advanced", "injury_faces = [2, 3, 2]", "house.a.options.injury_faces: "),
        ("advanced", "cover_half = 'half'", "house.a.options.cover_half: "),
        ("", "pin_on = 'hit'\nPin-On = 'hit'", "house.a.options.Pin-On: expected each option once, got pin_on too"),
        ("", "'two words' = 1", "house.a.options.'two words': expected an option"),
    ],
)  # fmt: skip
def test_options_that_cannot_be(rules, option, said):
    rules_line = f"rules = '{rules}'\n" if rules else ""
    write(HERE, f"[house.a]\n{rules_line}[house.a.options]\n{option}\n")
    with pytest.raises(GameDataError) as caught:
        settled("a")
    assert said in str(caught.value)
    assert "--house none" in caught.value.hint
    assert settled() == resolve(CAT)  # nobody asked for it


def test_values_in_every_form():
    text = """
    [house.a]
    rules = "advanced"
    [house.a.options]
    stray_hit = 6
    injury_faces = "3, 2, 1"
    save_nat1_fails = false
    pin_engaged = "TRUE"
    ammo_face_holes = 0
    toxin = "N18"
    flak_vs_flame = "5+"
    """
    write(HERE, text)
    expected = {"stray_hit": "6", "injury_faces": "3,2,1", "save_nat1_fails": "False", "pin_engaged": "True"}
    expected |= {"ammo_face_holes": "0", "toxin": "n18", "flak_vs_flame": "5+"}
    assert settled("a").changed() == expected


def test_advanced_house_rules_under_the_basic_rules():
    write(HERE)
    with pytest.raises(UsageError, match="'our-club' are for the advanced rules") as caught:
        settled(rules="basic")
    assert "--house none" in caught.value.hint
    write(HERE, "[house.a]\nrules = 'advanced'\noptions = { pin_on = 'attack' }\n")
    assert settled("a", rules="basic").changed() == {"pin_on": "attack"}


def test_house_rules_for_whatever_is_asked_for_may_have_options_of_the_advanced_rules():
    write(HERE, "[house.a]\noptions = { stray_hit = 6 }\n")
    assert settled("a").changed() == {"stray_hit": "6"}
    with pytest.raises(UsageError, match="'a' are for the advanced rules") as caught:
        houses.settle(CAT, "basic", {}, "a")
    assert "--house none" in caught.value.hint


def test_a_wrong_option_of_the_user_is_the_users_mistake():
    write(HERE)
    with pytest.raises(UnknownNameError):
        settled(pin_onn="hit")
    with pytest.raises(UsageError):
        settled(rules="printed")
