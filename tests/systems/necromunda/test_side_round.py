"""A side through rounds: the order of the End phase, options, edges, and fighter by fighter in the naive reading."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.engine.dice import ROLLS
from necrostats.engine.enumerating import law_from
from necrostats.engine.narrating import Plain, Scripted
from necrostats.errors import UsageError
from necrostats.systems.necromunda import morale, recovery, rolls
from necrostats.systems.necromunda import side_round as parts
from necrostats.systems.necromunda.injuries import SERIOUS, Condition
from necrostats.systems.necromunda.movement import Retreat
from necrostats.systems.necromunda.muster import Losses, Near, Rank, Ranks, Side, line_up
from necrostats.systems.necromunda.side_law import after_each_round
from necrostats.systems.necromunda.side_round import (
    Both,
    Sides,
    bottle_test,
    end_phase,
    end_phase_of_both,
    flee,
    in_play,
    recovery_tests,
    serious,
    side_round,
    standing,
    suffer_losses,
)
from tests.naive.advanced import end_phase as naive
from tests.naive.advanced.cards import in_force
from tests.naive.cards import fighter
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

F = Fraction
NOBODY = Rank(0)


def card(rank, cl=7, **stats):
    return fighter(rank=rank, cl=cl, name=f"{rank} {cl}", **stats)


GANG = [card("leader", 5), card("champion", 6), *[card("ganger")] * 3]


def side(leader=NOBODY, champions=NOBODY, gangers=NOBODY, juves=NOBODY, out=0, fled=0, bottled=0):
    return Side(Ranks(leader, champions, gangers, juves), out, fled, bottled)


def all_of(side):
    return in_play(side) + side.out + side.fled


# ------------------------------------------------------------------ the parts


def test_the_end_phase_has_its_order():
    """Bottle test, fleeing, recovery, rallying."""
    muster, _ = line_up([card("ganger")] * 3, under_advanced(flee_phase="end"))
    now = side(gangers=Rank(0, 1, 1), out=1)
    dice = Scripted([6, 6, 6, 6, 6, 1, 6, 6])
    for part in end_phase.phases:
        now = part(muster, now, dice)
    dice.check_used()
    names = [ROLLS[told.code].what for told in dice.story]
    assert names == ["bottle test", "test to stay", "test to stay", "Injury die", "rally test"]
    assert now == side(gangers=Rank(2), out=1, bottled=1)


def test_priority_goes_first():
    muster, _ = line_up([card("ganger")] * 4, ADVANCED)
    one, other = side(gangers=Rank(3), out=1), side(gangers=Rank(2), out=2)
    assert Sides(one, other) == Sides(one, other, 0)
    for holder, needs in ((0, [4, 3]), (1, [3, 4])):
        dice = Scripted([1, 1])
        end = Sides(one, other, holder)
        for part in end_phase_of_both.phases:
            end = part(Both(muster, muster), end, dice)
        assert [told.need for told in dice.story] == needs
        assert end == Sides(one, other, holder)


def test_two_sides_do_not_change_each_other():
    muster, _ = line_up(GANG, ADVANCED)
    one, other = side(Rank(1), NOBODY, Rank(1, 0, 1), out=2), side(gangers=Rank(1, 1, 1), out=2, bottled=1)
    found = law_from(end_phase_of_both, Both(muster, muster), Sides(one, other, 1)).chances()
    a, b = (law_from(end_phase, muster, each).chances() for each in (one, other))
    assert found == {Sides(x, y, 1): p * q for x, p in a.items() for y, q in b.items()}


def test_e56__in_a_side():
    for casualties, expected in ((1, F(1, 2)), (2, F(2, 3)), (3, F(5, 6))):
        muster, _ = line_up([card("ganger")] * 4, ADVANCED)
        down = side(gangers=Rank(4 - casualties, 0, 1), out=casualties - 1)
        assert law_from(bottle_test, muster, down).p(lambda s: s.bottled) == expected


def test_iron_will_while_the_leader_is_on_its_feet():
    crew = [card("leader", skills=("iron-will",)), *[card("ganger")] * 3]
    for value, with_it in (("subtract", F(1, 2)), ("add", F(5, 6))):
        muster, _ = line_up(crew, under_advanced(iron_will=value))
        for leader, out in ((Rank(1), 2), (Rank(0, 1), 2)):
            down = side(leader, gangers=Rank(1), out=out)
            assert law_from(bottle_test, muster, down).p(lambda s: s.bottled) == with_it
        lying = side(Rank(0, 0, 1), gangers=Rank(2), out=1)
        assert law_from(bottle_test, muster, lying).p(lambda s: s.bottled) == F(2, 3)


def test_fleeing__the_leader_shelters():
    """Cool 5+ is 5/6, 7+ is 7/12; with the leader near, all stay."""
    near = Near(leader=2)
    muster, _ = line_up([card("leader", 5), *[card("ganger")] * 2], ADVANCED, near=near)
    found = law_from(flee, muster, side(Rank(1), gangers=Rank(2), bottled=1))
    stay, each = F(5, 6), F(7, 12)
    assert found.p(lambda s: s.ranks.gangers.steady == 2) == stay + (1 - stay) * each**2
    assert found.p(lambda s: s.fled == 0) == stay
    apart, _ = line_up([card("leader", 5), *[card("ganger")] * 2], ADVANCED, near=Near())
    found = law_from(flee, apart, side(Rank(1), gangers=Rank(2), bottled=1))
    assert found.p(lambda s: s.fled == 0) == stay * each**2
    untouched = side(Rank(1), gangers=Rank(2))
    assert law_from(flee, muster, untouched).chances() == {untouched: 1}


def test_fleeing__a_champion_that_stays_by_itself_shelters_too():
    muster, _ = line_up(GANG, ADVANCED, near=Near(leader=1, champion=3))
    found = law_from(flee, muster, side(Rank(1), Rank(1), Rank(3), bottled=1))
    champion = F(5, 6) + F(1, 6) * F(13, 18)
    assert found.p(lambda s: s.ranks.champions.steady) == champion
    assert found.p(lambda s: s.ranks.gangers.steady == 3) == champion + (1 - champion) * F(7, 12) ** 3


@pytest.mark.parametrize(("value", "fled_at_once"), [("action", 0), ("end", 1 - F(7, 12))])
def test_d26__when_bottled_fighters_flee(value, fled_at_once):
    muster, _ = line_up([card("ganger")] * 2, under_advanced(flee_phase=value), losses=Losses(1, serious=0))
    laws = after_each_round(muster, side(gangers=Rank(2)), 2)
    bottled = laws[1].p(lambda s: s.bottled)
    assert bottled == F(5, 6)
    assert laws[1].p(lambda s: s.fled == 1) == bottled * fled_at_once
    if value == "action":  # it flees before the enemy can put it out
        assert laws[2].p(lambda s: s.fled == 1) == bottled * (1 - F(7, 12))


def test_helpers_are_those_still_steady():
    muster, _ = line_up([card("ganger")] * 4, ADVANCED, near=Near(helpers=3))
    helped = law_from(recovery_tests, muster, side(gangers=Rank(1, 1, 1), out=1))
    assert helped.p(lambda s: not serious(s.ranks) and s.out == 1) == F(5, 9)
    alone = law_from(recovery_tests, muster, side(gangers=Rank(0, 1, 1), out=2))
    assert alone.p(lambda s: not serious(s.ranks) and s.out == 2) == F(1, 3)


def test_the_leader_is_helped_first():
    muster, _ = line_up(GANG, ADVANCED, near=Near(helpers=1))
    found = law_from(recovery_tests, muster, side(Rank(0, 0, 1), NOBODY, Rank(1, 0, 1)))
    assert found.p(lambda s: s.ranks.leader.steady) == F(5, 9)
    assert found.p(lambda s: s.ranks.gangers.steady == 2) == F(1, 3)


def test_losses():
    muster, start = line_up(GANG, ADVANCED, losses=Losses(2))
    found = law_from(suffer_losses, muster, start)
    assert found.of(lambda s: (serious(s.ranks), s.out)) == {
        (2, 0): F(9, 16),
        (1, 1): F(3, 8),
        (0, 2): F(1, 16),
    }
    assert found.p(lambda s: not s.ranks.leader.steady) == F(2, 5)
    each, start = line_up([card("ganger")] * 3, ADVANCED, losses=Losses(0, 1, 4, serious=0))
    assert law_from(suffer_losses, each, start).of(lambda s: s.out) == {
        n: F((27, 27, 9, 1)[n], 64) for n in range(4)
    }


def test_more_losses_than_fighters():
    muster, start = line_up([card("ganger")], ADVANCED, losses=Losses(5))
    found = law_from(suffer_losses, muster, start)
    assert found.p(lambda s: standing(s.ranks) == 0) == 1
    assert parts.lose_one(Losses(5), side().ranks, Scripted([])) == side().ranks  # no die is asked for
    gone = side(out=1, bottled=1)
    assert law_from(side_round, muster, gone).chances() == {gone: 1}


@pytest.mark.parametrize("n", [1, 10, 30])
def test_all_of_a_crew_recover(n):
    muster, _ = line_up([card("ganger")] * n, ADVANCED)
    lying = side(gangers=Rank(0, 0, n))
    found = law_from(recovery_tests, muster, lying)
    assert sum(s.ranks.gangers.steady * p for s, p in found.chances().items()) == F(n, 3)
    assert law_from(bottle_test, muster, lying).p(lambda s: s.bottled) == 1


def test_a_large_crew():
    muster, start = line_up([card("ganger")] * 100, ADVANCED)
    assert law_from(side_round, muster, start).chances() == {start: 1}
    for casualties, expected in ((94, 0), (95, F(1, 6)), (99, F(5, 6)), (100, 1)):
        left = side(gangers=Rank(100 - casualties), out=casualties)
        assert law_from(bottle_test, muster, left).p(lambda s: s.bottled) == expected


# ------------------------------------------------------------------ from cards to counts


def test_line_up():
    crew = [*GANG, card("juve", 9), fighter(rank="aberrant", cl=7)]
    muster, start = line_up(crew, ADVANCED)
    assert muster.crew == 7
    assert start == side(Rank(1), Rank(1), Rank(4), Rank(1))
    assert muster.near == Near(leader=6)
    assert (muster.iron_will, muster.flee_at_end) == (0, 0)
    assert [muster.leader.cool[0], muster.champions.cool[0], muster.gangers.cool[0], muster.juves.cool[0]] == [
        5, 6, 7, 9,
    ]  # fmt: skip
    medic, _ = line_up(crew, ADVANCED, helper=fighter(skills=("medicae",), wargear=("medicae-kit",)))
    assert (medic.gangers.helped.dice, medic.gangers.helped.again, medic.gangers.alone.dice) == (3, 1, 1)


@pytest.mark.parametrize(
    ("crew", "how", "said"),
    [
        ([], {}, "expected a fighter or more"),
        ([card("leader")] * 2, {}, "one leader at most, got 2"),
        ([card("ganger"), card("ganger", 8)], {}, "gangers to be alike.*ganger 7 and ganger 8"),
        ([card("champion", skills=("iron-will",))], {}, "Iron Will with the leader alone"),
        (GANG, {"losses": Losses(-1)}, "losses"),
        (GANG, {"losses": Losses(0, 3, 2)}, "3/2"),
        (GANG, {"losses": Losses(1, 0, 0)}, "losses"),
        (GANG, {"losses": Losses(1, serious=0, out=0)}, "not both 0"),
        (GANG, {"near": Near(fallen=-1)}, "near: expected 0 or more, got -1"),
    ],
)
def test_line_up__what_cannot_be(crew, how, said):
    with pytest.raises(UsageError, match=said):
        line_up(crew, ADVANCED, **how)


# ------------------------------------------------------------------ fighter by fighter

COOL = {"leader": 5, "champion": 6, "ganger": 7, "juve": 9}
KEYS = ("leader", "champion", "ganger", "juve")


@st.composite
def battles(draw, most):
    """A crew and how each of it is, what is in force, what the enemy does."""
    roster = draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=most))
    while roster.count("leader") > 1:
        roster.remove("leader")
    bottled = draw(st.booleans())
    statuses = ["steady", "steady", "broken", "serious", "out", *(["fled"] if bottled else [])]
    how = tuple(draw(st.sampled_from(statuses)) for _ in roster)
    chosen = {
        "flee_phase": draw(st.sampled_from(["action", "end"])),
        "iron_will": draw(st.sampled_from(["subtract", "add"])),
        "recovery_si_flesh": draw(st.sampled_from(["False", "True"])),
        "test_auto_fail": draw(st.sampled_from(["archived", "nat1_only_hit_rolls"])),
    }
    shares = draw(st.sampled_from([(3, 1), (0, 1), (1, 0), (1, 2)]))
    chance = draw(st.sampled_from([(0, 1), (1, 4), (1, 1), (2, 3)]))
    losses = Losses(draw(st.integers(0, 2)), *chance, *shares)
    near = Near(*(draw(st.integers(0, 3)) for _ in Near._fields))
    return roster, how, bottled, chosen, losses, near, draw(st.booleans()), draw(st.sampled_from([1, 3]))


def both_readings(battle):
    roster, how, bottled, chosen, losses, near, will, toughness = battle
    skills = ("iron-will",) if will else ()
    crew = [card(rank, COOL[rank], t=toughness, skills=skills if rank == "leader" else ()) for rank in roster]
    muster, _ = line_up(crew, under_advanced(**chosen), losses=losses, near=near)
    plan = naive.Plan(
        tuple(roster), COOL, toughness, in_force(chosen), will, losses.number, F(losses.chance, losses.out_of),
        F(losses.serious, losses.serious + losses.out), *near,
    )  # fmt: skip
    return muster, counted(roster, how, bottled), plan, (how, bottled)


def counted(roster, how, bottled):
    """A side in counts, from its fighters one by one."""
    tally = defaultdict(int)
    for rank, status in zip(roster, how, strict=True):
        tally[rank, status] += 1
    ranks = (Rank(*(tally[rank, s] for s in ("steady", "broken", "serious"))) for rank in KEYS)
    return Side(Ranks(*ranks), how.count("out"), how.count("fled"), int(bottled))


def theirs(plan, ways):
    found = defaultdict(Fraction)
    for (how, bottled), p in ways.items():
        found[counted(plan.roster, how, bottled)] += p
    return {end: p for end, p in found.items() if p}


@settings(max_examples=80)
@given(battles(5))
def test_side_round__naive(battle):
    muster, start, plan, state = both_readings(battle)
    found = law_from(side_round, muster, start).chances()
    assert found == theirs(plan, naive.whole_round(plan, state))
    assert all(all_of(end) == len(plan.roster) for end in found)
    assert all(end.bottled >= start.bottled for end in found)


PAIRS = [
    (parts.flee, naive.fleeing),
    (parts.suffer_losses, naive.losses),
    (parts.bottle_test, naive.bottle_test),
    (parts.recovery_tests, naive.recoveries),
    (parts.rally_tests, naive.rallying),
]


@pytest.mark.parametrize(("part", "second"), PAIRS, ids=lambda part: part.__name__)
@settings(max_examples=80)
@given(battle=battles(6))
def test_each_part__naive(part, second, battle):
    muster, start, plan, state = both_readings(battle)
    assert law_from(part, muster, start).chances() == theirs(plan, second(plan, state))


def test_after_each_round():
    muster, start = line_up(GANG, ADVANCED, losses=Losses(1), near=Near(4, 1, 1, 1, 1))
    laws = after_each_round(muster, start, 3)
    assert laws[0].chances() == {start: 1}
    assert laws[1].chances() == law_from(side_round, muster, start).chances()
    second = defaultdict(Fraction)
    for middle, p in laws[1].chances().items():
        for end, q in law_from(side_round, muster, middle).chances().items():
            second[end] += p * q
    assert laws[2].chances() == second
    for law in laws:
        assert sum(law.weights) == law.total
        assert all(all_of(end) == len(GANG) for end in law.outcomes)


# ------------------------------------------------------------------ compiled


@pytest.mark.compiled
def test_compiled_as_in_plain_python():
    import numba

    from necrostats.engine import sampling, streams

    sampling.prepare()
    reseed, dice_on = streams.reseed, sampling.dice_on
    muster, _ = line_up(GANG, ADVANCED, losses=Losses(1, 1, 4), near=Near(4, 1, 2, 2, 1))
    engaged = morale.Nerve(
        morale.cool_of(card("ganger"), ADVANCED),
        1,
        morale.ENGAGED,
        2,
        Retreat(rolls.Test(1, 3), rolls.Test(1, 4), 1),
    )
    asked = (
        (flee, muster, side(Rank(1), Rank(0, 1), Rank(1, 0, 2), bottled=1)),
        (recovery.recover, muster.gangers.helped, Condition(0, 3, 0, SERIOUS, 0, 0)),
        (morale.nerve_test, engaged, morale.Courage(0, 1, 0, 0)),
    )
    for one, what, state in asked:

        @numba.njit(nogil=True, _nrt=False)
        def trial(key, t, what, state, words, one=one):
            reseed(words, key, t)
            return one(what, state, dice_on(words))

        words = sampling.new_state()
        for t in range(200):
            assert trial(streams.key_of(7), t, what, state, words) == one(what, state, Plain(7, t))
