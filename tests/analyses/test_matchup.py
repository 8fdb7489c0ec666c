"""The matchup's own figures against other ways to them."""

from fractions import Fraction

import numpy as np
import pytest

from necrostats.analyses.attack import attack
from necrostats.analyses.decisions import decisions
from necrostats.analyses.matchup import matchup
from necrostats.engine.decide import TIE
from necrostats.errors import UnknownNameError
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.contest import Turn

SHORT = {"rounds": 3, "lane": 12, "distance": 7, "trials": 0}


@pytest.fixture(scope="module")
def answer():
    return matchup("kaiya", "rork", **SHORT)


@pytest.fixture(scope="module")
def basic():
    return matchup("kaiya", "rork", rules="basic", **SHORT)


def test_exchanges__are_the_attack_and_then_what_comes_back():
    """No parry and one Wound each: the reaction meets a fresh striker, so the chances multiply."""
    knives = ("escher-ganger[+fighting-knife]", "goliath-ganger[+fighting-knife]")
    duel = matchup(*knives, rules="basic", **SHORT)
    first = duel.to_dict()["exchanges"][0]
    assert (first["who"], first["charging"]) == ("a", True)
    assert first["target_out"]["fraction"] == str(Fraction(335, 1296))
    assert first["attacker_out"]["fraction"] == str(Fraction(961, 3888))
    assert first["both_standing"]["fraction"] == str(Fraction(961, 1944))


def test_exchanges__sum_to_one(answer, basic):
    for found, end in ((basic, "out"), (answer, "down")):
        exchanges = found.to_dict()["exchanges"]
        assert len(exchanges) == 4
        for each in exchanges:
            keys = (f"target_{end}", f"attacker_{end}", "both_standing")
            assert sum(Fraction(each[key]["fraction"]) for key in keys) == 1
            assert each["target_out"]["p"] <= each[f"target_{end}"]["p"]


def test_injuries__the_duel_beside_the_basic_one(answer, basic):
    basic = basic.to_dict()
    rows = answer.to_dict()["without_injuries"]
    assert [row["rules"] for row in rows] == ["every Injury die is out of action", "basic rules"]
    for key in ("a_wins", "b_wins", "draw"):
        assert rows[1][key]["p"] == pytest.approx(basic["duel"][key]["p"], abs=1e-12)
    assert rows[0]["draw"]["p"] < answer.to_dict()["duel"]["draw"]["p"]
    assert basic["without_injuries"] == []


def test_by_distance__has_the_duel_in_it(answer):
    found = answer.to_dict()
    value = found["duel"]["a_wins"]["p"] - found["duel"]["b_wins"]["p"]
    assert [row["distance"] for row in found["by_distance"]] == list(range(13))
    assert found["by_distance"][7]["value"] == pytest.approx(value, abs=1e-12)


def test_duel__sums_to_one_and_has_every_round(answer):
    duel = answer.to_dict()["duel"]
    assert sum(duel[key]["p"] for key in ("a_wins", "b_wins", "draw")) == pytest.approx(1, abs=1e-12)
    assert [row["round"] for row in duel["by_round"]] == [1, 2, 3]
    assert all(duel[key]["error"] <= 1e-12 for key in ("a_wins", "b_wins", "draw"))


def test_mirror__swapping_the_fighters_swaps_the_chances(answer):
    one, other = answer.to_dict()["duel"], matchup("rork", "kaiya", **SHORT).to_dict()["duel"]
    value = one["a_wins"]["p"] - one["b_wins"]["p"]
    assert value == pytest.approx(other["b_wins"]["p"] - other["a_wins"]["p"], abs=1e-12)


def test_decisions__cover_every_gap_once(answer):
    for side in (0, 1):
        rows = decisions(answer.solution, side)
        gaps = [gap for row in rows for gap in range(row["from"], row["to"] + 1)]
        assert gaps == list(range(13))
        assert all(row["margin"] is None or row["margin"] >= 0 for row in rows)


def first_actions(solution, side, gap):
    """What each first action of the first activation is worth, edge by edge."""
    game, values = solution.games[side], solution.best_values[Turn(1, side, 0).number].tolist()
    state = solution.start_of(side)._replace(gap=gap)
    node = game.place[lane.START * game.space.size + game.space.number(state)]
    (layer,) = (each for each in game.layers if node in each.nodes)
    worth = {}
    for i in np.flatnonzero(layer.nodes[layer.node_of_option] == node).tolist():
        first = layer.first_edge[i]
        last = layer.first_edge[i + 1] if i + 1 < layer.options.size else layer.to.size
        worth[int(layer.options[i])] = sum(layer.p[e] * values[layer.to[e]] for e in range(first, last))
    return worth


def test_decisions__the_margin_is_what_another_kind_gives_away(answer):
    for side in (0, 1):
        for row in decisions(answer.solution, side):
            if row["margin"] in (None, 0.0):
                continue
            given_away, at_most = [], []
            for gap in range(row["from"], row["to"] + 1):
                worth = first_actions(answer.solution, side, gap)
                best = max(worth.values())
                picked = next(o for o in worth if worth[o] >= best - TIE)
                others = {o: best - w for o, w in worth.items() if o != picked}
                given_away += others.values()
                earnest = {lane.MOVE, lane.FIGHT, lane.CHARGE, lane.RETREAT} - {picked // lane.ARGUMENTS}
                at_most += [w for o, w in others.items() if o // lane.ARGUMENTS in earnest]
            assert min(abs(row["margin"] - w) for w in given_away) < 1e-12
            assert row["margin"] <= min(at_most, default=2.0) + 1e-12


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_needs__of_the_reference_shot(rules):
    shot = attack(
        "goliath-ganger", "goliath-ganger[armour=flak]", weapon="lasgun", cover="partial", rules=rules
    )
    needs = shot.to_dict()["needs"]
    assert [need["on"] for need in needs.values()] == [4, 5, 6]
    assert "partial cover -1" in needs["hit"]["why"]


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_parry__is_said(rules):
    close = {"weapon": "fighting-knife", "close": True, "rules": rules}
    parried = attack("rork", "kaiya[+sword]", **close).to_dict()["notes"]
    assert any("two are rolled again" in note for note in parried)
    power = attack("rork", "kaiya[-power-sword,+sword]", **close | {"weapon": "power-axe"}).to_dict()["notes"]
    assert not any("parries" in note for note in power)


def test_unknown_keyword__is_named():
    with pytest.raises(UnknownNameError, match="rnage"):
        attack("rork", "kaiya", rnage="short")
