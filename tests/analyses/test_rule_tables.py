"""Probability tables: cells worked out by hand, from the words of the rules alone."""

import re
from fractions import Fraction

import pytest

import necrostats as ns
from necrostats.analyses.rule_tables.every import TABLES
from necrostats.analyses.table import every_table, listed, names, table
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import load

F = Fraction
CHINESE = re.compile(r"[\u4e00-\u9fff]")
CACHED = {}
AFTER_PINNING = {"options": {"arc_save_timing": "after_pinning"}}


def answer(name, **how):
    key = (name, *map(repr, how.items()))
    if key not in CACHED:
        CACHED[key] = table(name, **how).to_dict()
    return CACHED[key]


def cell(name, heads, column, **how):
    found = answer(name, **how)
    (row,) = [row for row in found["rows"] if row["heads"] == heads.split("|")]
    return row["cells"][found["columns"].index(column)]


def fraction(*where, **how):
    return F(cell(*where, **how)["fraction"])


@pytest.mark.parametrize(
    ("name", "heads", "column", "expected"),
    [
        ("tests-d6", "4+", "0", F(3, 6)),
        ("tests-d6", "4+", "-1", F(2, 6)),
        ("tests-d6", "2+", "+3", F(5, 6)),  # a 1 fails
        ("tests-d6", "6+", "-1", F(0)),
        ("tests-2d6", "7+", "0", F(21, 36)),
        ("tests-2d6", "9+", "+2", F(21, 36)),
        ("tests-2d6", "3+", "+3", F(35, 36)),  # a double 1 fails
        ("tests-2d6", "3+", "-1", F(33, 36)),  # 4 or more on the dice
        ("tests-2d6", "12+", "-1", F(0)),
        ("priority", "You", "You", F(15, 36)),  # of 36 pairs 6 are ties, which go to the other side
        ("priority", "Your opponent", "You", F(21, 36)),
        ("priority", "Nobody yet", "You", F(1, 2)),
        ("charge", '5"', '6"', F(1)),
        ("charge", '5"', '7"', F(2, 3)),
        ("charge", '5"', '8"', F(1, 3)),
        ("charge", '5"', '9"', F(0)),
        ("hit", "4+", "0", F(3, 6)),
        ("hit", "3+", "+2", F(5, 6)),  # a 1 misses
        ("hit", "4+", "-3", F(1, 6) * F(3, 6)),  # 7 or more: a 6, then the bare skill
        ("hit", "6+", "-4", F(1, 6) * F(1, 6)),
        ("hit-close", "4+", "-2", F(1, 6)),
        ("hit-close", "4+", "-3", F(0)),  # no improbable hits in close combat
        ("hit-close", "3+", "+3", F(5, 6)),
        ("wound", "3", "3", F(3, 6)),
        ("wound", "3", "4", F(2, 6)),
        ("wound", "3", "6", F(1, 6)),
        ("wound", "4", "3", F(4, 6)),
        ("wound", "8", "4", F(5, 6)),
        ("wound", "2", "5", F(1, 6)),  # half of 5 is 2.5
        ("wound", "2", "3", F(2, 6)),
        ("save", "4+", "0", F(3, 6)),
        ("save", "5+", "-1", F(1, 6)),
        ("save", "5+", "-2", F(0)),
        ("armour", "Furnace plates", "Shooting, from the front", F(2, 6)),
        ("armour", "Furnace plates", "Shooting, from behind", F(1, 6)),
        ("armour", "No armour", "Close combat, from behind", F(0)),
        ("template", "Flak armour", "Blast, No cover", F(2, 6)),
        ("template", "Flak armour", "Flame template, No cover", F(1, 6)),
        ("template", "No armour", "Blast, Partial cover", F(1, 6)),
        ("template", "No armour", "Flame template, Full cover", F(2, 6)),
        ("attack", "4+|4+", "5+", F(1, 2) * F(1, 2) * F(4, 6)),
        ("attack", "3+|5+", "none", F(4, 6) * F(2, 6)),
        ("attack", "2+|6+", "2+", F(5, 6) * F(1, 6) * F(1, 6)),
        ("firepower", "1", "1", F(3, 6)),
        ("firepower", "1", "3", F(1, 6)),
        ("firepower", "1", "Mean", F(10, 6)),
        ("firepower", "2", "2", F(9, 36)),
        ("firepower", "3", "9", F(1, 216)),
        ("firepower", "3", "Mean", F(5)),
        ("ammo-symbols", "2", "0", F(25, 36)),
        ("ammo-symbols", "3", "3", F(1, 216)),
        ("ammo", "4+", "1 Firepower die", F(1, 6) * F(1, 2)),
        ("ammo", "5+", "2 dice, Rapid Fire", 1 - (1 - F(1, 6) * F(4, 6)) ** 2),
        ("ammo", "4+", "Combi", F(1, 6) * (1 - F(1, 4))),
        ("ammo", "5+", "Grenade", F(4, 6)),
        ("ammo", "2+", "Single Shot", F(1)),
        ("jam", "4+", "Jammed, 2 dice", F(1, 144)),
        ("jam", "3+", "User out of action, Unstable", F(1, 6) * F(1, 2)),
        ("reload", "4+", "No trait", F(1, 2)),
        ("reload", "4+", "Combi", F(1, 4)),
        ("reload", "6+", "Plentiful", F(1)),
        ("nerve", "7+", "0", F(21, 36)),
        ("nerve", "7+", "2", F(30, 36)),
        ("rally", "8+", "1", F(21, 36)),
        ("rally", "8+", "Stays", F(15, 36)),
        ("bottle", "10", "4", F(0)),
        ("bottle", "10", "5", F(1, 6)),  # 6 + 5 exceed 10
        ("bottle", "4", "2", F(4, 6)),
        ("bottle", "4", "4", F(1)),
        ("scatter", "4+", "Stays in place", F(1, 2)),
        ("scatter", "4+", '2"', F(1, 2) * F(1, 6)),
        ("scatter", "Missed", '1"', F(1, 6) * F(4, 6)),  # with a Hit symbol it is a misfire
        ("scatter", "Missed", "On the shooter", F(1, 6) * F(2, 6) * F(1, 6)),
        ("scatter", "Missed", "Dud", F(1, 6) * F(2, 6) * F(5, 6)),
        ("blast", '3"|25 mm', "Missed", F(1, 9)),  # 1 inch alone: 1.5 + 0.49
        ("blast", '3"|28 mm', "Missed", F(1, 9) + F(1, 6)),  # 1.5 + 0.55: 2 inches too
        ("blast", '5"|32 mm', "4+", F(1, 2) + F(1, 2) * (F(1, 9) + F(2, 6))),
        ("injury", "1|In play, with flesh wounds", "3", F(2, 6)),
        ("injury", "1|Out of Action", "1", F(1, 6) + F(2, 6)),  # the flesh wound is one too many
        ("injury", "2|In play, with flesh wounds", "3", F(4, 36)),
        ("injury", "2|In play, with flesh wounds", "2", F(0)),
        ("injury", "2|Out of Action", "3", 1 - F(25, 36)),
        ("injury", "2|Out of Action", "2", 1 - F(25, 36) + F(4, 36)),
        ("injury", "6|Out of Action", "7", 1 - F(5, 6) ** 6),
        ("recovery", "Alone", "Toughness 2 or more, Back", F(2, 6)),
        ("recovery", "Assisted", "Toughness 2 or more, Back", 1 - F(4, 6) ** 2),
        ("recovery", "Assisted", "Toughness 2 or more, Out of Action", F(1, 36)),
        ("recovery", "Assisted, Medicae", "Toughness 2 or more, Out of Action", F(1, 36) ** 2),
        ("recovery", "Alone", "Toughness 1, Out of Action", F(3, 6)),
        ("parry", "1|4+", "No hit, no parry", F(1, 2)),
        ("parry", "1|4+", "No hit, 1 parry", F(3, 4)),
        ("parry", "1|4+", "No hit, 2 parries", F(3, 4)),  # a die is never rolled a third time
        ("parry", "2|4+", "No hit, 1 parry", F(1, 4) + F(1, 2) * F(1, 2)),
        ("parry", "2|4+", "Mean hits, no parry", F(1)),
        ("parry", "2|4+", "Mean hits, 1 parry", 1 - F(3, 4) * F(1, 2)),
        ("parry", "2|4+", "Mean hits, 2 parries", F(1, 2)),
        # BS 4+ with +1 for short range of a laspistol, S3 against T3, flak armour 6+
        ("weapons-pistols", "Laspistol|Short", "ganger, down", F(4, 6) * F(1, 2) * F(5, 6) * F(4, 6)),
        ("weapons-pistols", "Laspistol|Short", "ganger, out", F(4, 6) * F(1, 2) * F(5, 6) * F(1, 6)),
        ("weapons-pistols", "Laspistol|Short", "champion, down", F(0)),  # two Wounds
    ],
)
def test_cells__by_hand(name, heads, column, expected):
    assert fraction(name, heads, column) == expected


@pytest.mark.parametrize(
    ("name", "heads", "column", "how", "expected"),
    [
        ("hit", "4+", "-3", {"rules": "basic"}, F(0)),
        ("hit", "4+", "-3", {"options": {"impossible_shot": "nat6_hits"}}, F(1, 6)),
        ("tests-d6", "2+", "+1", {"rules": "basic"}, F(1)),
        ("wound", "3", "4", {"options": {"wound_last_row": "seed_literal"}}, F(1, 6)),
        ("priority", "You", "You", {"options": {"priority_tie": "reroll"}}, F(1, 2)),
        ("charge", '5"', '9"', {"options": {"charge_contact": "within_1"}}, F(1, 3)),
        ("injury", "1|Out of Action", "3", {"options": {"injury_faces": "3,2,1"}}, F(1, 6)),
        ("injury", "1|In play, with flesh wounds", "3", {"options": {"injury_faces": "3,2,1"}}, F(3, 6)),
        ("injury", "2|Out of Action", "2", {"options": {"multi_hit": "batch"}}, 1 - F(25, 36) + F(4, 36)),
        ("template", "Flak armour", "Flame template, No cover", {"options": {"flak_vs_flame": "5+"}}, F(2, 6)),
        ("armour", "Furnace plates", "Shooting, from the front", AFTER_PINNING, F(1, 6)),
        ("weapons-pistols", "Laspistol|Short", "ganger, out", {"rules": "basic"}, F(4, 6) * F(1, 2) * F(5, 6)),
    ],
)  # fmt: skip
def test_cells__under_other_readings(name, heads, column, how, expected):
    assert fraction(name, heads, column, **how) == expected


def test_cells__no_holes_on_the_ammo_face():
    assert fraction("firepower", "1", "0", options={"ammo_face_holes": "0"}) == F(1, 6)


def test_wound__says_what_the_die_needs():
    assert [cell("wound", "4", str(t))["on"] for t in (2, 3, 4, 5, 8)] == [2, 3, 4, 5, 6]
    assert cell("save", "5+", "-2")["on"] == 7


def test_injury_and_scatter__rows_sum_to_1():
    rows = answer("injury")["rows"]
    for n in range(0, len(rows), 3):
        for place in range(7):
            assert sum(F(row["cells"][place]["fraction"]) for row in rows[n : n + 3]) == 1
    for row in answer("scatter")["rows"]:
        assert sum(F(each["fraction"]) for each in row["cells"]) == 1


def test_weapons__are_all_there():
    from necrostats.analyses.weapon_asked import full_name

    shown = {
        row["heads"][0] for name in names() if name.startswith("weapons-") for row in answer(name)["rows"]
    }
    missing = {
        full_name(profile)
        for weapon in load().weapons.values()
        for profile in weapon.printed
        if weapon.id != "unarmed"
    } - shown
    assert missing == set()


@pytest.mark.parametrize("name", names())
def test_every_table__is_whole(name):
    found, entry = answer(name), TABLES[name]
    assert found["rows"]
    assert all(len(row["cells"]) == len(found["columns"]) for row in found["rows"])
    assert all(len(row["heads"]) == len(found["heads"]) for row in found["rows"])
    assert len({tuple(row["heads"]) for row in found["rows"]}) == len(found["rows"])
    assert {rule["id"] for rule in found["rule_ids"]} <= set(load().rules)
    assert "By the advanced rules" in found["says"]
    assert all(f"{option}=" in found["says"] for option in entry.options)
    for row in found["rows"]:
        for each in row["cells"]:
            assert isinstance(each, str) or "mean" in each or 0 <= F(each["fraction"]) <= 1


@pytest.mark.parametrize("name", [name for name in names() if TABLES[name].options])
def test_options__are_read_by_the_table(name):
    from necrostats.systems.necromunda.options import resolve

    options = resolve(load())
    TABLES[name].build(load(), options)
    assert all(options.was_read(option) for option in TABLES[name].options)


@pytest.mark.parametrize("name", names())
def test_chinese__titles_and_headings(name):
    found, english = answer(name, lang="zh"), answer(name)
    assert CHINESE.search(found["title"])
    assert all(CHINESE.search(head) for head in found["heads"])
    assert all(not head or CHINESE.search(head) for head in [found["across"]])
    words = [column for column in found["columns"] if re.search("[A-Za-z]{3}", column)]
    assert words == [] or name in ("ammo", "jam", "reload")  # traits that the book has no Chinese name for
    assert [row["cells"] for row in found["rows"] if name != "reload"] == [
        row["cells"] for row in english["rows"] if name != "reload"
    ]


def test_basic_rules__leave_out_what_is_advanced():
    found = [one.to_dict() for (one,) in every_table(rules="basic")]
    assert [each["table"] for each in found] == [row["table"] for row in listed() if row["layer"] == "basic"]
    assert all(each["rules"] == "basic" for each in found)


@pytest.mark.parametrize(
    ("how", "kind", "said", "hint"),
    [
        ({"name": "wuond"}, UnknownNameError, "no table 'wuond'", "did you mean wound"),
        ({"name": "xyzzy"}, UnknownNameError, "no table 'xyzzy'", "necrostats list tables"),
        ({"name": "wound", "lang": "de"}, UnknownNameError, "no language 'de'", "expected en or zh"),
        ({"name": "injury", "rules": "basic"}, UsageError, "belongs to the advanced rules", "take --rules advanced"),
        ({"name": "wound", "options": {"wound_last": "x"}}, UnknownNameError, "no option", "wound_last_row"),
    ],
)  # fmt: skip
def test_bad_input(how, kind, said, hint):
    with pytest.raises(kind) as wrong:
        ns.table(**how)
    assert said in str(wrong.value)
    assert hint in wrong.value.hint


def test_python__shows_itself_and_gives_a_frame():
    answer = ns.table("save")
    frame = answer.to_frame()
    assert len(frame) == 25
    assert frame.loc[(frame["row"] == "5+") & (frame["column"] == "-1"), "fraction"].item() == "1/6"
    assert "Saves" in str(answer)
    assert "<table" in answer._repr_html_()
