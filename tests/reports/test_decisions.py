"""Advice by distance: what is alike at neighbouring gaps stands in one line, and says nothing that is not so."""

import re

import pytest

import necrostats as ns
from necrostats.reports.policy_report import NO_DIFFERENCE, decision_blocks, joined


def advice(gap, do, then="", margin=0.1, instead="wait", value=0.25):
    row = {"from": gap, "to": gap, "do": do, "then": then, "margin": margin, "instead": instead}
    return {**row, "value": value, "value_to": value}


def lines(*rows):
    return [
        (row["from"], row["to"], row["do"], row["then"], row["margin"], row["instead"])
        for row in joined(rows)
    ]


def test_without_a_margin__one_line():
    away = [advice(13 + n, f"move {3 - n} away", "move 5 away", 0.0, f"move {4 - n} away") for n in range(3)]
    assert lines(*away) == [(13, 15, "move 3 to 1 away", "move 5 away", 0.0, "move 4 away")]
    alike = [advice(16, f"move or wait{NO_DIFFERENCE}"), advice(17, f"shoot or wait or move{NO_DIFFERENCE}")]
    assert [row[:3] for row in lines(*alike)] == [(16, 17, f"move or wait{NO_DIFFERENCE}")]


def test_the_least_margin_counts():
    rows = [advice(8, "move 1 closer", "aim", 0.3, "wait"), advice(9, "move 2 closer", "aim", 0.2, "shoot")]
    assert lines(*rows) == [(8, 9, "move 1 to 2 closer", "aim", 0.2, "shoot")]
    rows[1]["margin"] = None
    assert lines(*rows)[0][4:] == (0.3, "wait")


@pytest.mark.parametrize(
    "rows",
    [
        [advice(0, "move 1 away"), advice(1, "move 2 away")],  # engaged is a matter of its own
        [advice(8, "move 1 away"), advice(9, "move 2 closer")],
        [advice(8, "move 1 away", "aim"), advice(9, "move 2 away", "wait")],
        [advice(8, "aim"), advice(9, f"move or wait{NO_DIFFERENCE}")],
        [advice(8, f"shoot or aim{NO_DIFFERENCE}"), advice(9, f"shoot or wait{NO_DIFFERENCE}")],
    ],
)
def test_what_is_not_alike_stays_apart(rows):
    assert len(joined(rows)) == 2


def test_numbers_that_go_up_and_down_stay_apart():
    rows = [advice(8 + n, f"move {inches} away") for n, inches in enumerate((1, 3, 2))]
    assert [(row["from"], row["to"], row["do"]) for row in joined(rows)] == [
        (8, 9, "move 1 to 3 away"),
        (10, 10, "move 2 away"),
    ]


@pytest.mark.parametrize("pair", [("kaiya", "rork"), ("zarann", "varik")], ids=" ".join)
def test_every_gap_is_advised_once(pair):
    """Each distance is in one line, whose words hold there; the leads at both ends are those of the duel."""
    answer = ns.matchup(*pair, rules="basic", trials=0).to_dict()
    for side in "ab":
        rows = answer["decisions"][side]
        found = joined(rows)
        assert len(found) <= len(rows)
        assert [gap for row in found for gap in range(row["from"], row["to"] + 1)] == list(range(25))
        for row in found:
            inside = [each for each in rows if row["from"] <= each["from"] <= row["to"]]
            assert (row["value"], row["value_to"]) == (inside[0]["value"], inside[-1]["value_to"])
            kinds = {re.sub(r"\d+.*", "", each["do"]) for each in inside if NO_DIFFERENCE not in each["do"]}
            assert len(kinds) <= 1
            margins = [each["margin"] for each in inside if each["margin"] is not None]
            assert row["margin"] == min(margins, default=None)
    tables = decision_blocks(answer, ["A", "B"])[1::2]
    assert [len(table.rows) for table in tables] == [len(joined(answer["decisions"][side])) for side in "ab"]
