"""End phases until a fighter is back, alone and with help: by hand."""

from fractions import Fraction

import pytest

import necrostats as ns

F = Fraction


def of(chance):
    return F(chance["fraction"])


def column(answer, name):
    return [of(row[name]) for row in answer["rows"]]


def test_recovery__alone_and_with_help_by_hand():
    """A die is a flesh wound, and so back, in 1/3, out of action in 1/6; of several the mildest counts."""
    rows = {row["help"]: row for row in ns.chain.recovery("custom")["with_help"]}
    assert list(rows) == ["alone", "friend", "medicae-kit", "medicae", "medicae and medicae-kit"]
    for name, dice, out in (
        ("alone", 1, F(1, 6)),
        ("friend", 2, F(1, 6)),
        ("medicae-kit", 3, F(1, 6)),
        ("medicae", 2, F(1, 36)),
        ("medicae and medicae-kit", 3, F(1, 36)),
    ):
        again = F(1, 6) * F(1, 3) if out == F(1, 36) else 0
        back = 1 - (1 - F(1, 3) - again) ** dice
        ever = back / (back + out**dice)
        row = rows[name]
        assert (row["dice"], row["out_rolled_again"]) == (dice, "medicae" in name.split())
        assert [of(row[key]) for key in ("back_at_once", "back", "out_of_action")] == [back, ever, 1 - ever]
        assert row["median"] == (1 if back >= F(1, 2) else 2)
        still, by = 1 - back - out**dice, 1
        while ever > F(9, 10) > ever * (1 - still**by):
            by += 1
        assert row["by"] == (by if ever > F(9, 10) else None)


def test_recovery__the_help_asked_for_is_among_them():
    answer = ns.chain.recovery("rork", helper="kaiya[+medicae-kit,+medicae]", flesh_wounds=1)
    row = answer["with_help"][-1]
    assert (row["dice"], row["out_rolled_again"]) == (answer["dice"], answer["out_rolled_again"]) == (3, True)
    assert row["back"] == answer["until"]["back"]["ever"]
    assert row["back_at_once"] == answer["rows"][0]["back"]
    assert row["by"] == answer["until"]["back"]["need"]["by"]


def recovered(**how):
    return ns.chain.recovery("custom", rows=2, **how)


def test_recovery__e48_e49():
    alone, helped = recovered(), recovered(assisted=True)
    assert [alone["rows"][1][name]["fraction"] for name in ("back", "still_down", "out_of_action")] == [
        "1/2",
        "1/4",
        "1/4",
    ]
    assert [helped["rows"][0][name]["fraction"] for name in ("back", "still_down", "out_of_action")] == [
        "5/9",
        "5/12",
        "1/36",
    ]
    assert [each["until"]["back"]["ever"]["fraction"] for each in (alone, helped)] == ["2/3", "20/21"]
    assert alone["until"]["back"]["need"]["by"] is None


def test_recovery__a_flesh_wound_too_many_is_no_way_back():
    assert recovered(flesh_wounds=2)["until"]["back"]["ever"]["fraction"] == "0"
    with pytest.raises(ns.UsageError, match="flesh_wounds"):
        recovered(flesh_wounds=3)
    with pytest.raises(ns.UsageError, match="advanced"):
        recovered(rules="basic")
