import csv
import io
import json

import pytest

from necrostats.reports.export import columns, rows, to_csv, to_json, to_markdown
from tests.reports import fixtures

ANSWERS = {
    "matchup": fixtures.matchup(),
    "advanced": fixtures.advanced_matchup(),
    "large": fixtures.large_matchup(),
    "attack": fixtures.attack(),
    "simulated": fixtures.simulated_attack(),
    "weapons": {"question": "attack", "attacks": fixtures.matchup()["attacks"][:6]},
    "story": fixtures.story(),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_json__reads_back_unrounded(name):
    assert json.loads(to_json(ANSWERS[name])) == ANSWERS[name]
    assert to_json({"name": "激光枪"}, ascii_only=True).isascii()


def test_json__refuses_what_is_no_json():
    with pytest.raises(ValueError):
        to_json({"p": float("nan")})


@pytest.mark.parametrize("name", ANSWERS)
def test_csv__reads_back(name):
    answer = ANSWERS[name]
    read = list(csv.DictReader(io.StringIO(to_csv(answer))))
    made = rows(answer)
    assert len(read) == len(made) > 0
    assert tuple(read[0]) == columns(answer)
    for line, row in zip(read, made, strict=True):
        assert line == {key: "" if value is None else str(value) for key, value in row.items()}


def test_rows__have_every_figure_of_a_matchup_once():
    answer = fixtures.matchup()
    found = rows(answer)
    keys = [
        tuple(v for k, v in row.items() if k not in ("value", "fraction", "low", "high", "error"))
        for row in found
    ]
    assert len(set(keys)) == len(keys)
    by_part = {part: [row for row in found if row["part"] == part] for part in ("duel", "round", "policy")}
    assert [row["value"] for row in by_part["duel"]][:2] == [fixtures.WIN_A, fixtures.WIN_B]
    assert len(by_part["round"]) == 12
    assert len(by_part["policy"]) == 25 * 3 + 10
    assert {row["part"] for row in found} >= {"attack", "cross_check", "decision_a", "decision_b"}


def test_rows__outcomes_sum_to_one():
    outcomes = [row for row in rows(fixtures.attack()) if row["quantity"] in fixtures.attack()["outcomes"]]
    assert sum(row["value"] for row in outcomes) == pytest.approx(1, abs=1e-12)


def tables_of(markdown):
    """Pipe tables as lists of rows of cells."""
    table, found = [], []
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("| "):
            cells = line.replace("\\|", "\0").strip("|").split("|")
            table.append([cell.strip().replace("\0", "|") for cell in cells])
        elif table:
            found.append(table)
            table = []
    return found


@pytest.mark.parametrize("name", ANSWERS)
def test_markdown__tables_are_whole(name):
    markdown = to_markdown(ANSWERS[name])
    assert markdown.startswith("# ")
    found = tables_of(markdown)
    assert found
    for head, marks, *body in found:
        assert body
        assert all(set(mark) <= set(":-") for mark in marks)
        assert {len(row) for row in (marks, *body)} == {len(head)}


def test_markdown__has_fractions_in_brackets_and_no_bars():
    markdown = to_markdown(fixtures.matchup())
    assert "| Laspistol | short | 66.7% (2/3) |" in markdown
    assert "━" not in markdown


def test_markdown__signs_mean_nothing():
    label = "rork[+boltgun]|*x*"
    assert "Rork \\[+boltgun\\]\\|\\*x\\* attacks" in to_markdown(fixtures.attack(attacker=label))


def test_csv__tells_situations_of_the_advanced_rules_apart():
    how = {"mode": "close", "assists": 2, "flesh_wounds": 1, "with": "laspistol", "using": ["chem-synth"]}
    row = rows({**fixtures.attack(), "rules": "advanced", "situation": how})[0]
    told = {
        name: row[name] for name in ("rules", "assists", "flesh_wounds", "with_weapon", "using", "barricade")
    }
    assert told == {
        "rules": "advanced",
        "assists": 2,
        "flesh_wounds": 1,
        "with_weapon": "laspistol",
        "using": "chem-synth",
        "barricade": None,
    }
