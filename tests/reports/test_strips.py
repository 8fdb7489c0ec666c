"""Columns of chances: the same decimals in every row; fractions in every row that can have one, or in none."""

import re

import pytest

import necrostats as ns
from necrostats.reports.blocks import Table
from necrostats.reports.numbers import fractions, percents
from necrostats.reports.sheets import blocks_of
from necrostats.reports.strips import bars, beside, figures, texts

ONE_IN_FIVE = {"p": 0.2, "fraction": "1/5"}
SURE = {"p": 1.0, "fraction": "1"}
LONG = {"p": 0.25, "fraction": "1250001/5000004"}
RARE = {"p": 0.0004, "fraction": "1/2500"}
ROUNDED = {"p": 0.25, "error": 1e-13}
THROWN = {"p": 0.32, "low": 0.29, "high": 0.35, "level": 0.95, "trials": 1000}
SELDOM = {"p": 0.045, "low": 0.034, "high": 0.06, "level": 0.95, "trials": 1000}
NEVER = {"p": 0.0, "low": 0.0, "high": 0.0038, "level": 0.95, "trials": 1000}


def cells(strip):
    return [[cell.text for cell in row] for row in strip.rows]


@pytest.mark.parametrize(
    ("chances", "expected"),
    [
        ([ONE_IN_FIVE, SURE], ["1/5", ""]),
        ([ONE_IN_FIVE, LONG], ["", ""]),
        ([ONE_IN_FIVE, ROUNDED], ["", ""]),
        ([ONE_IN_FIVE, {"p": 0.0, "error": 0.0}], ["1/5", ""]),
        ([{"mean": 1.5, "fraction": "3/2"}, {"mean": 2.0, "fraction": "2"}], ["3/2", ""]),
        ([{"mean": 1.5, "fraction": "3/2"}, {"mean": 1.2, "error": 1e-13}], ["", ""]),
        ([THROWN, NEVER], ["", ""]),
        ([], []),
    ],
)
def test_fractions__all_or_none(chances, expected):
    assert fractions(chances) == expected


@pytest.mark.parametrize(
    ("chances", "expected"),
    [
        ([ONE_IN_FIVE, RARE, SURE], ["20.0%", "<0.1%", "100%"]),
        ([RARE, {"p": 0.00002}], ["0.040%", "0.002%"]),
        ([THROWN, SELDOM, NEVER], ["32%", "4%", "under 3/1,000"]),
        ([SELDOM], ["4.5%"]),
    ],
)
def test_percents__the_same_decimals(chances, expected):
    assert percents(chances) == expected


def test_figures__have_a_column_of_fractions_only_where_it_is_full():
    full, bare = figures("hit", [ONE_IN_FIVE, None, SURE]), figures("hit", [ONE_IN_FIVE, LONG])
    assert (len(full.columns), len(bare.columns)) == (2, 1)
    assert cells(full) == [["20.0%", "1/5"], ["", ""], ["100%", ""]]
    assert cells(bare) == [["20.0%"], ["25.0%"]]
    assert len(figures("hit", [ONE_IN_FIVE], beside=None).columns) == 1


def test_figures__intervals_have_the_decimals_of_their_chances():
    strip = figures("hit", [THROWN, SELDOM, NEVER], intervals=True)
    assert cells(strip) == [["32%", "[29, 35]"], ["4%", "[3, 6]"], ["under 3/1,000", ""]]
    assert len(figures("hit", [THROWN]).columns) == 1


def test_beside__puts_strips_together():
    table = beside([texts("who", ["a", "b"]), figures("hit", [ONE_IN_FIVE, SURE]), bars([ONE_IN_FIVE, SURE])])
    assert [column.title for column in table.columns] == ["who", "hit", "", ""]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["a", "20.0%", "1/5", ""],
        ["b", "100%", "", ""],
    ]
    with pytest.raises(ValueError, match="longer"):
        beside([texts("who", ["a"]), figures("hit", [ONE_IN_FIVE, SURE])])


ANSWERS = {
    "attack": lambda: ns.attack("kaiya", "rork", weapon="plasma-gun/maximal"),
    "weapons": lambda: ns.attack("kaiya", "rork"),
    "simulated": lambda: ns.attack("rork", "kaiya", weapon="stub-gun", trials=10_000, seed=7),
    "matchup": lambda: ns.matchup("kaiya", "rork", rules="basic", trials=0),
    "compare": lambda: ns.compare(weapon=["plasma-gun/maximal", "grenade-launcher/frag", "lasgun"]),
    "ammo": lambda: ns.chain.ammo("heavy-stubber"),
    "every": lambda: ns.chain.ammo(every=True),
    "recovery": lambda: ns.chain.recovery("rork", helper="kaiya[+medicae-kit,+medicae]"),
    "bottle": lambda: ns.chain.bottle("10*escher-ganger"),
    "blast": lambda: ns.blast(marker=3, hit="4+", arrangement="line of 3 at 1 inch", trials=0),
    "option": lambda: ns.option("save_nat1_fails"),
}
PERCENT = re.compile(r"[<>]?(\d+)(\.\d+)?%")


@pytest.mark.parametrize("name", ANSWERS)
def test_reports__no_column_mixes(name):
    """Fractions beside all chances between 0 and 1 or beside none, and as many decimals in all of them."""
    answer = ANSWERS[name]().to_dict()
    checked = 0
    for table in (block for block in blocks_of(answer) if isinstance(block, Table)):
        for n, column in enumerate(table.columns):
            shown = [row[n].text for row in table.rows if PERCENT.fullmatch(row[n].text)]
            shown = [text for text in shown if text not in ("0%", "100%")]
            assert len({len(text.partition(".")[2]) for text in shown}) <= 1
            if column.attached:
                beside_it = [row[n].text for row in table.rows if row[n - 1].text in shown]
                assert all(beside_it)
            checked += len(shown)
    assert checked
