import sys
from subprocess import run

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.gamedata.names import Names, nearest, normal


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("lasgun", "lasgun"),
        ("  Stub Gun ", "stub-gun"),
        ("stub_gun", "stub-gun"),
        ("STUB--GUN", "stub-gun"),
        ("'Krumper' rivet cannon", "krumper-rivet-cannon"),
        ("emperor’s wrath", "emperors-wrath"),
        ("ｌａｓｇｕｎ", "lasgun"),
        ("激光枪", "激光枪"),
        ("", ""),
    ],
)
def test_normal(typed, expected):
    assert normal(typed) == expected


@given(st.text())
def test_normal_is_stable(text):
    assert normal(normal(text)) == normal(text)


def test_nearest_suggests_what_was_meant_and_nothing_else():
    known = ["kaiya", "reina", "rork", "escher-ganger", "goliath-champion"]
    assert nearest("kaya", known) == ["kaiya"]
    assert nearest("Goliath Champ", known)[0] == "goliath-champion"
    assert nearest("xyzzy", known) == []
    assert nearest("", known) == []
    assert nearest("k" * 10_000, known) == []


@given(st.text(max_size=40), st.lists(st.text(max_size=20), max_size=5))
def test_nearest_takes_anything(name, known):
    assert set(nearest(name, known)) <= set(known)


def test_rapidfuzz_is_imported_only_for_suggestions():
    code = (
        "import sys; from necrostats.systems.necromunda.catalogue import load; load().find('weapon', 'Stub gun');"
        "print([m for m in ('rapidfuzz', 'numpy', 'pandas', 'numba', 'click') if m in sys.modules])"
    )
    assert run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_an_id_counts_before_a_name():
    names = Names()
    names.add("bolter", ["Boltgun"])
    names.add("boltgun", ["Bolt gun"])
    assert names.get("BOLTGUN") == "boltgun"
    assert names.get("bolter") == "bolter"


def test_two_entries_cannot_share_a_name():
    names = Names()
    assert names.add("a", ["Alpha", "First"]) == {}
    assert names.add("b", ["Beta", "first"]) == {"first": "a"}
