"""Everyone against everyone: the duels of ``matchup``, and means worked out from them."""

import itertools
import math

import pytest

from necrostats.analyses.matchup import matchup
from necrostats.analyses.tournament import tournament
from necrostats.errors import UnknownNameError, UsageError

MEN = ("kaiya", "rork[w=2]", "reina")


@pytest.mark.parametrize("policy", ["charge", "best"])
def test_tournament__each_duel_is_that_of_matchup(policy):
    where = {"distance": 8, "lane": 12, "rounds": 3, "rules": "basic"}
    rows = tournament(MEN, policy=policy, **where).to_dict()["rows"]
    assert [(row["a"], row["b"]) for row in rows] == list(itertools.combinations(MEN, 2))
    for row in rows:
        duel = matchup(row["a"], row["b"], policy_a=policy, policy_b=policy, trials=0, **where).answer["duel"]
        for name in ("a_wins", "b_wins", "draw"):
            assert math.isclose(row[name]["p"], duel[name]["p"], abs_tol=row[name]["error"] + 1e-12)


def test_tournament__ranking_has_the_means():
    answer = tournament(MEN, policy="charge", rules="basic").to_dict()
    for row in answer["ranking"]:
        who = row["fighter"]
        wins = [duel["a_wins"]["p"] for duel in answer["rows"] if who == duel["a"]]
        wins += [duel["b_wins"]["p"] for duel in answer["rows"] if who == duel["b"]]
        assert len(wins) == 2
        assert math.isclose(row["wins"], sum(wins) / 2)
        assert math.isclose(row["wins"] + row["loses"] + row["draw"], 1.0)
    assert [row["rank"] for row in answer["ranking"]] == [1, 2, 3]
    figures = [row["wins"] for row in answer["ranking"]]
    assert figures == sorted(figures, reverse=True)
    assert math.isclose(
        sum(row["wins"] for row in answer["ranking"]), sum(r["loses"] for r in answer["ranking"])
    )


def test_tournament__whoever_comes_first_gains_nothing():
    one, other = (tournament(men, policy="charge", rules="basic").to_dict() for men in (MEN, MEN[::-1]))
    for mine, theirs in zip(one["ranking"], other["ranking"], strict=True):
        assert mine["fighter"] == theirs["fighter"]
        assert math.isclose(mine["wins"], theirs["wins"], abs_tol=1e-12)


def test_tournament__under_the_advanced_rules():
    where = {"distance": 3, "lane": 4, "rounds": 1, "policy": "charge"}
    (row,) = tournament(("kaiya", "reina"), **where).to_dict()["rows"]
    duel = matchup(
        "kaiya", "reina", distance=3, lane=4, rounds=1, policy_a="charge", policy_b="charge", trials=0
    ).answer["duel"]
    assert math.isclose(row["a_wins"]["p"], duel["a_wins"]["p"], abs_tol=1e-12)


def test_tournament__counts_the_duels():
    told = []
    tournament(MEN, policy="charge", rules="basic", progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("men", "how", "error", "words"),
    [
        ((), {}, UsageError, "expected from 2 to 200, got 0"),
        ("kaiya", {}, UsageError, "expected from 2 to 200, got 1"),
        (("kaiya",) * 201, {}, UsageError, "got 201"),
        (("kaiya", "rork", "kaiya"), {}, UsageError, "expected each once, got kaiya 2 times"),
        (("kaiya", "rork"), {"policy": "hide"}, UnknownNameError, "hide"),
        (("kaiya", "rok"), {}, UnknownNameError, "rok"),
        (("kaiya", "rork"), {"distance": 30}, UsageError, "distance: expected a whole number from 0 to 24"),
        (("kaiya", "rork"), {"lane": 120, "rounds": 30}, UsageError, "decision points"),
    ],
)
def test_tournament__refused(men, how, error, words):
    with pytest.raises(error, match=words):
        tournament(men, **how)
