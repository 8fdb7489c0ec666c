"""``necrostats battle``: what it prints, writes and refuses."""

import csv
import io
import json
from itertools import pairwise

import pytest

import necrostats as ns
from necrostats.analyses.battle_asked import titles_of
from necrostats.reports.figures import draw
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.grammar import gang
from tests.cli.running import run

GANGS = ("battle", "carrion-queens", "ironlords", "--seed", "3", "--no-stamp")
SHORT = (*GANGS, "--trials", "300", "--table", "0")
BOARDS = """
[boards.shut]
name = "Shut in"
width = 24
height = 24
pieces = [{ kind = "wall", line = [[0, 12], [24, 12]], thick = 1 }]

[boards.tiny]
name = "Tiny"
width = 4
height = 4
deploy = ["bottom", "left"]

[boards.blocked]
name = "Blocked edge"
width = 24
height = 24
pieces = [{ kind = "wall", corners = [[0, 0], [24, 0], [24, 2], [0, 2]] }]

[policies.mine]
name = "Mine"
weights = { shoot = 1 }
"""


@pytest.fixture(scope="module")
def answer():
    return ns.battle(
        "carrion-queens", "ironlords", seed=3, trials=300, table=20, vary=["rork[+boltgun]", "nox[a=1]"]
    ).to_dict()


def test_report(capsys):
    code, out, err = run(capsys, *SHORT)
    assert (code, err.replace("compiling the simulation once; this takes up to a minute\n", "")) == (0, "")
    lines = out.splitlines()
    assert {"Carrion", "Ironlords"} <= set(lines[0].split())
    for section in ("The fighters", "Who takes out whom", "Which weapons decide", "How it ends"):
        assert section in lines
    assert "Policy against policy" not in out
    assert "not modelled" in out
    assert max(map(len, lines)) <= 100


def test_chances_of_all_ends_sum_to_one(answer):
    found = answer["battle"]
    assert sum(found[name]["p"] for name in ("a_wins", "b_wins", "draw")) == pytest.approx(1)
    assert sum(row["over"]["p"] for row in found["by_round"]) == pytest.approx(1)
    for side in "ab":
        left = [chance["p"] for chance in found[f"{side}_left"]]
        assert sum(left) == pytest.approx(1)
        survive = sum(who["survives"]["p"] for who in answer["fighters"] if who["side"] == side)
        assert survive == pytest.approx(sum(n * p for n, p in enumerate(left)))
        assert found[f"{side}_lost_mean"]["p"] == pytest.approx(4 - survive)


def test_everybody_who_is_out_was_taken_out_by_somebody_with_something(answer):
    for who in answer["fighters"]:
        by = [row["p"]["p"] for row in answer["takes_out"] if row["whom"] == who["name"]]
        assert who["survives"]["p"] + sum(by) == pytest.approx(1)
        took = sum(row["takes_out_mean"] for row in answer["weapons"] if row["fighter"] == who["name"])
        assert who["takes_out_mean"] == pytest.approx(took)


def test_positions_hold_every_fighter_once(answer):
    for side in "ab":
        cells = sum(sum(map(sum, answer["positions"][f"{side}_{what}"])) for what in ("stands", "fell"))
        assert cells == 4 * 300


def test_a_change_is_weighed_on_the_same_dice(answer):
    boltgun, nothing = answer["vary"]
    assert boltgun["difference"]["b_wins"]["p"] == pytest.approx(
        boltgun["b_wins"]["p"] - answer["battle"]["b_wins"]["p"]
    )
    assert boltgun["difference"]["b_wins"]["low"] > 0
    assert boltgun["difference"]["b_wins"]["verdict"] == "higher"
    assert nothing["difference"]["a_wins"]["p"] == 0
    assert nothing["difference"]["a_wins"]["verdict"].startswith("not distinguishable")


def test_one_change_may_stand_alone(answer):
    found = ns.battle("carrion-queens", "ironlords", seed=3, trials=300, table=0, vary="rork[+boltgun]")
    assert found["vary"] == answer["vary"][:1]


def test_policies_stand_against_each_other(answer):
    names = answer["policies"]["names"]
    assert names == ["random", "aggressive", "cautious", "shooters", "brawlers", "look-ahead"]
    leads = {
        (row["policy_a"], row["policy_b"]): row["a_wins"]["p"] - row["b_wins"]["p"]
        for row in answer["policies"]["table"]
    }
    assert len(leads) == 36
    assert leads["look-ahead", "random"] > 0.5 > -0.5 > leads["random", "look-ahead"]


def test_formats(capsys, answer):
    whole = json.loads(run(capsys, *SHORT, "--json")[1])
    assert whole["battle"] == answer["battle"]
    rows = list(csv.DictReader(io.StringIO(run(capsys, *SHORT, "--csv")[1])))
    found = {(row["part"], row["fighter"], row["whom"], row["quantity"]): row["value"] for row in rows}
    assert float(found["battle", "", "", "a_wins"]) == answer["battle"]["a_wins"]["p"]
    assert float(found["fighter", "Rork", "", "survives"]) == answer["fighters"][4]["survives"]["p"]
    assert ("takes_out", "Rork", "Kaiya", "takes_out") in found
    assert draw(answer) is not None
    assert "Carrion Queens" in run(capsys, *SHORT, "--format", "html")[1]


def test_the_same_seed_gives_the_same_battles_on_any_number_of_threads(capsys):
    one = json.loads(run(capsys, *GANGS, "--trials", "1100", "--table", "0", "--json")[1])
    two = json.loads(run(capsys, *GANGS, "--trials", "1100", "--table", "0", "--json", "--threads", "2")[1])
    assert one["battle"] == two["battle"]
    assert one["positions"] == two["positions"]


def test_a_run_goes_on_from_its_file(capsys, tmp_path):
    kept = tmp_path / "gangs.run"
    again = (*GANGS, "--table", "0", "--json", "--resume", str(kept))
    run(capsys, *again, "--trials", "500")
    went_on = json.loads(run(capsys, *again, "--trials", "1000")[1])
    assert (
        went_on["battle"] == ns.battle("carrion-queens", "ironlords", seed=3, trials=1000, table=0)["battle"]
    )
    code = run(capsys, *again, "--trials", "1000", "--policy-a", "brawlers")
    assert code[0] == 2


def test_precision_stops_or_says_that_it_gave_up(capsys):
    code, out, _ = run(capsys, *GANGS, "--precision", "0.05", "--table", "0", "--json")
    assert code == 0
    found = json.loads(out)["battle"]["a_wins"]
    assert (found["trials"], found["high"] - found["low"] <= 0.1) == (500, True)
    code, _, _ = run(capsys, *GANGS, "--precision", "0.01", "--max-trials", "500", "--table", "0")
    assert code == 4


def test_gangs_that_never_meet_draw(capsys):
    out = run(capsys, "battle", "custom[m=0]", "custom[m=0]", "--trials", "20", "--table", "0", "--no-stamp")[
        1
    ]
    assert out.startswith("all 20 battles were draws\n")


def test_uneven_gangs_and_alike_fighters(capsys):
    found = json.loads(
        run(
            capsys, "battle", "2*nox+kaiya", "nox", "--seed", "1", "--trials", "100", "--table", "0", "--json"
        )[1]
    )
    assert [who["name"] for who in found["fighters"]] == ["Nox A 1", "Nox A 2", "Kaiya", "Nox B"]
    assert len(found["battle"]["a_left"]) == 4


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("200*rork", "kaiya"), "expected at most 20 fighters in a gang, got more in '200*rork'"),
        (("0*rork", "kaiya"), "expected fighters such as rork+2*nox, got '0*rork'"),
        (("nobody", "kaiya"), "no gang or fighter 'nobody'"),
        (("rork", "kaiya", "--board", "moon"), "no board 'moon'"),
        (("rork", "kaiya", "--policy-a", "bold"), "no policy 'bold'"),
        (("rork", "kaiya", "--rounds", "0"), "rounds: expected 1 to 30, got '0'"),
        (("rork", "kaiya", "--exact"), "expected a battle to be simulated, got --exact"),
        (("rork", "kaiya", "--vary", "nox[w=2]"), "vary: expected one of rork, kaiya with changes"),
        (("rork", "kaiya", "--vary", "2*rork"), "vary: expected one fighter with its changes"),
        (("ironlords", "carrion-queens", "--board", "tiny"), "expected gangs that fit on the edges of Tiny"),
        (("rork", "kaiya", "--board", "shut"), "expected a way from Rork at 12.0,0.5 to an enemy"),
        (
            ("rork", "kaiya", "--board", "blocked"),
            "expected room for Rork on the bottom edge of Blocked edge",
        ),
    ],
)
def test_bad_input(capsys, tmp_path, args, says):
    (tmp_path / "boards.toml").write_text(BOARDS, "utf-8")
    code, out, err = run(capsys, "battle", *args, "--data", str(tmp_path))
    assert (code, out) == (2, "")
    assert says in err


def test_boards_and_policies_of_ones_own(capsys, tmp_path):
    (tmp_path / "own.toml").write_text(BOARDS, "utf-8")
    code, out, _ = run(
        capsys,
        "battle",
        "rork",
        "kaiya",
        "--data",
        str(tmp_path),
        "--policy-a",
        "mine",
        "--trials",
        "50",
        "--json",
    )
    assert code == 0
    assert "mine" in json.loads(out)["policies"]["names"]
    assert "mine" in run(capsys, "list", "battle-policies", "--data", str(tmp_path))[1]


@pytest.mark.parametrize(
    "option",
    ["turf_war_winner=draw", "deploy_edge=any_edge", "cover_half=full", "barricade_cost=2_extra"],
)
def test_disputed_rules_of_the_board_change_battles(capsys, option, answer):
    found = json.loads(run(capsys, *SHORT, "--json", "--option", option)[1])
    assert found["battle"] != answer["battle"]
    assert found["notes"] == []


def test_more_wounds_help(answer):
    """Paired on the same dice, both ways."""
    tougher = ns.battle(
        "carrion-queens", "ironlords", seed=3, trials=300, table=0,
        vary=[f"rork[w={w}]" for w in (2, 3)],
    )["vary"]  # fmt: skip
    wins = [answer["battle"]["b_wins"]["p"], *(row["b_wins"]["p"] for row in tougher)]
    assert all(more >= less for less, more in pairwise(wins))


@pytest.mark.parametrize(
    ("texts", "titles"),
    [
        (("carrion-queens", "kaiya"), ("Carrion Queens", "Kaiya")),
        (("2*rork+nox", "rork[w=2]"), ("2*rork+nox", "rork[w=2]")),
        (("escher-leader[+needle-pistol,+stiletto-sword]+kaiya", "2*rork[+boltgun]+3*escher-ganger[+plasma-gun]"),
         ("Escher", "Gang")),
    ],
)  # fmt: skip
def test_sides__are_called_after_a_gang_a_fighter_or_a_house(texts, titles):
    cat = load()
    assert titles_of(cat, texts, [gang(cat, text) for text in texts]) == titles
