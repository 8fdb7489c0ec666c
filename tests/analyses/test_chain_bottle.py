"""What ``chain bottle`` answers: fractions by hand, the naive reading fighter by fighter, what does not matter."""

import json
import random
from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import necrostats as ns
from necrostats.analyses.chain_bottle import ways_to_stand
from necrostats.engine.enumerating import law_from
from necrostats.engine.waiting import Followed
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.grammar import gang as read_gang
from necrostats.systems.necromunda.muster import Losses, Near, line_up
from necrostats.systems.necromunda.options import resolve
from necrostats.systems.necromunda.side_law import after_each_round
from necrostats.systems.necromunda.side_round import in_play, side_round
from tests.conftest import assert_chances
from tests.naive.advanced import end_phase as naive
from tests.naive.advanced.cards import in_force

F = Fraction
EVENTS = ("bottled", "fighter_fled", "half_gone", "nobody_left")


def of(chance):
    return F(chance["fraction"])


def column(answer, name):
    return [of(row[name]) for row in answer["rows"]]


# ---- by hand -------------------------------------------------------------------------------------------------


def test_losses_out_of_action_by_hand():
    """Four fighters: 1 down bottles on 4+, 2 down on 3+, 3 down on 2+, 4 down always."""
    answer = ns.chain.bottle("4*custom", out_of_action=1, rounds=4, options={"flee_phase": "end"})
    assert {n: of(p) for n, p in answer["bottle_test"].items()} == {
        "1": F(1, 2), "2": F(2, 3), "3": F(5, 6), "4": 1,
    }  # fmt: skip
    assert column(answer, "bottled") == [F(1, 2), 1 - F(1, 2) * F(1, 3), 1 - F(1, 36), 1]
    assert column(answer, "bottles_now") == [F(1, 2), F(1, 3), F(1, 6) * F(5, 6), F(1, 36)]
    assert of(answer["rows"][0]["fighter_fled"]) == F(1, 2) * (1 - F(7, 12) ** 3)  # Cool 7+
    until = answer["until"]["bottled"]
    assert until["need"] == {"p": 0.9, "fraction": "9/10", "by": 3, "at_least": 1}
    assert (until["median"], until["mode"], until["within"]) == (1, 1, 4)
    assert F(until["mean"]["fraction"]) == F(1, 2) + 2 * F(1, 3) + 3 * F(5, 36) + 4 * F(1, 36)


def test_serious_injuries_by_hand():
    """Two fighters, both lying after round 1: bottled for sure; each then is back in 1/3, down in 1/2, out in 1/6."""
    answer = ns.chain.bottle("2*custom", losses=2, out_of_action=0, rounds=1)
    assert column(answer, "bottled") == [1]
    assert column(answer, "nobody_left") == [F(1, 36)]
    assert {n: of(p) for n, p in answer["left"].items()} == {"0": F(1, 36), "1": F(10, 36), "2": F(25, 36)}
    (row,) = answer["by_round"]
    assert {name: F(row[name]["fraction"]) for name in list(row)[1:]} == {
        "standing": F(2, 3), "seriously_injured": 1, "out_of_action": F(1, 3), "fled": 0,
    }  # fmt: skip


def test_a_bottled_side_flees_in_the_next_round():
    """Of two one goes out: bottled in 5/6; before it can go down the other one flees if 2D6 do not show 7+ (5/12)."""
    answer = ns.chain.bottle("2*custom", losses="1,0", out_of_action=1, rounds=2)
    assert column(answer, "fighter_fled") == [0, F(5, 6) * F(5, 12)]
    assert {n: of(p) for n, p in answer["fled"].items()} == {"0": 1 - F(25, 72), "1": F(25, 72)}


def test_the_leader_keeps_the_gang():
    """Leader Cool 6+ (13/18). Nobody near: each by itself."""
    gang = "escher-leader+3*escher-ganger"
    stays, each = F(13, 18), F(5, 12)
    ask = {"losses": "0,4,0", "out_of_action": 0, "rounds": 3, "options": {"injury_faces": "0,6,0"}}
    answer = ns.chain.bottle(gang, **ask)  # all lie from round 2 on, and nobody recovers or dies
    assert of(answer["fled"]["0"]) == stays + (1 - stays) * 0
    apart = ns.chain.bottle(gang, near_leader=0, **ask)
    assert of(apart["fled"]["0"]) == stays * each**3
    one = ns.chain.bottle(gang, near_leader=1, **ask)
    assert of(one["fled"]["0"]) == stays * each**2


def test_gang_size():
    """The more there are the longer it takes, at the same losses."""
    means = [ns.chain.bottle(f"{n}*custom", rounds=12)["until"]["bottled"] for n in (4, 6, 8)]
    assert [each["median"] for each in means] == sorted(each["median"] for each in means)
    for n in (1, 2, 6, 7, 20):
        tests = ns.chain.bottle(f"{n}*custom", rounds=1)["bottle_test"]
        assert {int(k): of(p) for k, p in tests.items()} == {
            k: F(min(6, max(0, 6 + k - n)), 6) for k in range(max(1, n - 5), n + 1)
        }


# ---- the naive reading ---------------------------------------------------------------------------------------

CREWS = {
    "3*rork": {},
    "escher-leader+escher-champion+2*escher-ganger": {"near_champion": 1},
    "escher-leader+2*escher-ganger+escher-juve": {"near_leader": 2, "helpers": 1, "losses": "2,0,1"},
    "2*escher-champion+2*escher-juve": {"near_champion": 1, "out_of_action": "50%"},
    "escher-leader[+iron-will]+3*escher-ganger": {"options": {"flee_phase": "end", "iron_will": "add"}},
    "4*custom": {"losses": 2, "helpers": 2, "options": {"recovery_si_flesh": True}},
}


def happened(how, bottled):
    gone = sum(status in (naive.OUT, naive.FLED) for status in how)
    return {
        "bottled": bottled,
        "fighter_fled": naive.FLED in how,
        "half_gone": 2 * gone >= len(how),
        "nobody_left": gone == len(how),
    }


@pytest.mark.parametrize("gang", CREWS)
def test_as_it_is_asked__naive(gang):
    """Each fighter on its own, from the question itself; of three nerve is tested too, which changes nothing."""
    how = {"losses": 1, **CREWS[gang]}
    rounds = 3
    answer = ns.chain.bottle(gang, rounds=rounds, **how)
    crew = read_gang(load(), gang)
    roster = tuple(f.rank if f.rank in ("leader", "champion", "juve") else "ganger" for f in crew)
    plan = naive.Plan(
        roster,
        {rank: f.cl for rank, f in zip(roster, crew, strict=True)},
        3,
        in_force({name: str(value) for name, value in how.get("options", {}).items()}),
        any("iron-will" in f.skills for f in crew),
        serious=F(1, 2) if "out_of_action" in how else F(3, 4),
        by_leader=how.get("near_leader", len(crew) - 1) if "leader" in roster else 0,
        by_champion=how.get("near_champion", 0),
        near_fallen=int(len(crew) == 3),
        near_tested=1,
        helpers=how.get("helpers", 0),
    )
    numbers = [int(n) for n in str(how["losses"]).split(",")]
    ways = {((naive.STEADY,) * len(crew), False): F(1)}
    for n, row in enumerate(answer["rows"]):
        now = plan._replace(losses=numbers[min(n, len(numbers) - 1)])
        ways = naive.spread(ways, lambda state, now=now: naive.whole_round(now, state))
        known = defaultdict(Fraction)
        means = defaultdict(Fraction)
        for (each, bottled), p in ways.items():
            for name, true in happened(each, bottled).items():
                known[name] += p * true
            for status in each:
                means[status] += p
        assert {name: of(row[name]) for name in EVENTS} == {name: known[name] for name in EVENTS}
        shown = {name: F(mean["fraction"]) for name, mean in answer["by_round"][n].items() if name != "round"}
        assert shown == {
            "standing": means[naive.STEADY] + means[naive.BROKEN],
            "seriously_injured": means[naive.SERIOUS],
            "out_of_action": means[naive.OUT],
            "fled": means[naive.FLED],
        }


def test_simulated():
    """Six fighters of Cool 7+, thrown with other dice than ours."""
    throw = random.Random(56)

    def die():
        return throw.randint(1, 6)

    first, left, battles = defaultdict(int), defaultdict(int), 20_000
    for _ in range(battles):
        standing, lying, out, bottled, when = 6, 0, 0, False, 0
        for n in range(1, 6):
            if bottled:
                standing = sum(die() + die() >= 7 for _ in range(standing))
                lying = sum(die() + die() >= 7 for _ in range(lying))
            for _ in range(min(2, standing)):
                standing -= 1
                serious = throw.randint(1, 4) <= 3
                lying, out = lying + serious, out + (not serious)
            if not bottled and lying + out and die() + lying + out > 6:
                bottled, when = True, n
            for _ in range(lying):
                face = die()
                if face <= 2:
                    standing, lying = standing + 1, lying - 1
                elif face == 6:
                    lying, out = lying - 1, out + 1
        first[when] += 1
        left[standing + lying] += 1
    answer = ns.chain.bottle("6*custom", losses=2, rounds=5)
    chances = {row["round"]: row["bottles_now"]["p"] for row in answer["rows"]}
    assert_chances(first, {0: 1 - answer["rows"][-1]["bottled"]["p"], **chances})
    assert_chances(left, {int(n): p["p"] for n, p in answer["left"].items()})


# ---- the law of a side ---------------------------------------------------------------------------------------

CAT = load()
ADVANCED = resolve(CAT, "advanced")


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(
        (
            "4*rork",
            "escher-leader+2*escher-champion+escher-ganger",
            "escher-leader+escher-ganger+2*escher-juve",
        )
    ),
    st.integers(0, 2),
    st.builds(Near, *(st.integers(0, 2) for _ in Near._fields)),
    st.sampled_from(("action", "end")),
)
def test_after_each_round__as_the_steps_have_it(gang, n, near, phase):
    options = resolve(CAT, "advanced", {"flee_phase": phase})
    muster, start = line_up(read_gang(CAT, gang), options, losses=Losses(n), near=near)
    known = {start: F(1)}
    for law in after_each_round(muster, start, 2)[1:]:
        after = defaultdict(Fraction)
        for side, p in known.items():
            for end, q in law_from(side_round, muster, side).chances().items():
                after[end] += p * q
        known = dict(after)
        assert law.chances() == known


def test_broken_fighters_bottle_and_flee_as_others():
    """Why the chain leaves nerve tests out; helpers alone need to be steady."""
    crew = read_gang(CAT, "escher-leader+escher-champion+3*escher-ganger")
    found = []
    for fallen in (0, 2):
        muster, start = line_up(crew, ADVANCED, losses=Losses(1), near=Near(4, 1, fallen, 1))
        law = after_each_round(muster, start, 4)[-1]
        found.append(law.of(lambda side: (side.bottled, side.out, side.fled, in_play(side))))
    assert found[0] == found[1]


def test_losses_of_each_round():
    crew = read_gang(CAT, "4*rork")
    muster, start = line_up(crew, ADVANCED, losses=Losses(3))
    each = [Losses(1), Losses(2)]
    one, two = (line_up(crew, ADVANCED, losses=losses)[0] for losses in each)
    laws = after_each_round(muster, start, 3, each)
    assert laws[1].chances() == law_from(side_round, one, start).chances()
    for n in (2, 3):
        after = defaultdict(Fraction)
        for side, p in laws[n - 1].chances().items():
            for end, q in law_from(side_round, two, side).chances().items():
                after[end] += p * q
        assert laws[n].chances() == after


def test_ways_to_stand__are_enough():
    for gang, ranks in (("5*rork", [5]), ("escher-leader+2*escher-champion+3*escher-ganger", [1, 2, 3])):
        muster, start = line_up(read_gang(CAT, gang), ADVANCED, losses=Losses(2))
        assert max(len(law.outcomes) for law in after_each_round(muster, start, 8)) <= ways_to_stand(ranks)


# ---- the answer ----------------------------------------------------------------------------------------------


def test_followed():
    tossed = Followed([F(0), F(1, 2), F(3, 4)])
    assert (tossed.by(9), tossed.exactly(1), tossed.at_least(0), tossed.at_least(2)) == (
        F(3, 4), F(1, 2), 1, F(1, 2),
    )  # fmt: skip
    never = Followed([F(0), F(0)])
    assert (never.ever, never.mean, never.median, never.mode, never.need(1)) == (0, None, None, None, None)
    assert (never.count_on(0.9), tossed.need(F(3, 4)), tossed.count_on(0.2)) == (None, 2, None)


def test_shape():
    answer = ns.chain.bottle("escher-leader+3*escher-ganger", losses=[1, 2], rounds=3).to_dict()
    assert list(answer)[:5] == ["schema_version", "question", "chain", "system", "rules"]
    assert (answer["crew"], answer["losses"], answer["near_leader"], answer["unit"]) == (
        4,
        [1, 2],
        3,
        "round",
    )
    assert (
        [row["round"] for row in answer["rows"]] == [row["round"] for row in answer["by_round"]] == [1, 2, 3]
    )
    columns = [name for name in answer["rows"][0] if name != "round"]
    assert {*columns, *answer["until"], "ever", "median", "mean", "mode", "need", "left", "fled"} <= set(
        answer["definitions"]
    )
    for part in ("left", "fled"):
        assert sum(of(p) for p in answer[part].values()) == 1
    for row in answer["by_round"]:
        assert sum(F(row[name]["fraction"]) for name in row if name != "round") == 4
    assert sum(column(answer, "bottles_now")) == of(answer["rows"][-1]["bottled"])
    json.dumps(answer, allow_nan=False)


def test_the_injury_die_says_how_badly():
    for faces, out in (("2,3,1", F(1, 4)), ("2,2,2", F(1, 2)), ("6,0,0", 1)):
        answer = ns.chain.bottle("3*rork", rounds=1, options={"injury_faces": faces})
        assert of(answer["out_of_action"]) == out


def test_options_that_do_not_matter_are_said():
    answer = ns.chain.bottle("3*rork", rounds=1, options={"stray_hit": "off"})
    assert "option stray_hit does not matter to this question" in answer["notes"]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"losses": []}, "losses: expected whole numbers"),
        ({"losses": 1.5}, "losses: expected whole numbers"),
        ({"losses": True}, "losses: expected whole numbers"),
        ({"losses": None}, "losses: expected whole numbers"),
        ({"losses": ["x"]}, "losses: expected whole numbers"),
        ({"losses": {1: 2}}, "losses: expected whole numbers"),
        ({"rounds": 2.5}, "rounds: expected a whole number from 1 to 20"),
        ({"out_of_action": True}, "out_of_action: expected a share"),
        ({"near_leader": "x"}, "near_leader: expected"),
        ({"near_champion": -1}, "near_champion: expected"),
        ({"helpers": 9}, "helpers: expected a whole number from 0 to 2"),
    ],
)
def test_what_cannot_be(how, said):
    with pytest.raises(ns.UsageError, match=said):
        ns.chain.bottle("3*rork", **how)


def test_left__how_many_with_the_chance_asked_for():
    found = ns.chain.bottle("6*escher-ganger", losses=1, rounds=4, need=0.8).to_dict()
    for name in ("left", "fled"):
        chances = {int(n): Fraction(row["fraction"]) for n, row in found[name].items()}
        need = found[f"{name}_need"]
        assert sum(p for n, p in chances.items() if n >= need["at_least"]) >= Fraction(4, 5)
        assert sum(p for n, p in chances.items() if n > need["at_least"]) < Fraction(4, 5)
        assert sum(p for n, p in chances.items() if n <= need["at_most"]) >= Fraction(4, 5)
        assert sum(p for n, p in chances.items() if n < need["at_most"]) < Fraction(4, 5)
