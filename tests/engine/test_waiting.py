"""How long until something happens: against sums by hand, step by step, and where it never does."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.engine import waiting as module
from necrostats.engine.dice import die, repeat
from necrostats.engine.enumerating import Law, law
from necrostats.engine.waiting import Followed, Waiting, as_law, onward, spread
from necrostats.errors import UsageError

F = Fraction
END, LOST = "end", "lost"


def geometric(p):
    """It happens at each step with the same chance."""
    law = Law((END, "on"), (p.numerator, p.denominator - p.numerator), p.denominator)
    return Waiting("on", lambda state: law, lambda state: state == END)


def stays(state):
    return Law((state,), (1,), 1)


@st.composite
def chains(draw):
    """A few states, each with weights to all of them, to the end and to where nothing happens any more."""
    size = draw(st.integers(1, 4))
    names = [*range(size), END, LOST]
    laws = {}
    for state in range(size):
        weights = draw(st.lists(st.integers(0, 4), min_size=len(names), max_size=len(names)))
        if not sum(weights):
            weights[0] = 1
        laws[state] = Law(tuple(names), tuple(weights), sum(weights))
    return laws


def law_in(laws):
    return lambda state: laws.get(state, stays(state))


@given(chains())
def test_waiting__against_the_steps_themselves(laws):
    found = Waiting(0, law_in(laws), lambda state: state == END)
    now, happened, exactly = {0: F(1)}, F(0), [F(0)]
    for n in range(1, 13):
        now = onward(now, law_in(laws))
        exactly.append(now.get(END, F(0)) - happened)
        happened = now.get(END, F(0))
        assert found.by(n) == happened == sum(exactly)
        assert found.exactly(n) == exactly[n]
        assert found.at_least(n + 1) == 1 - happened
    assert found.ever >= happened
    if found.ever:
        assert found.mode is not None
        assert found.exactly(found.mode) == max(found.exactly(n) for n in range(40))
    else:
        assert (found.mean, found.mode, found.median) == (None, None, None)


@given(chains())
def test_waiting__ever_and_the_mean_solve_their_equations(laws):
    """h = P h and m = h + P m, from every state, whatever way they were found."""

    def at(state):
        if state in (END, LOST):
            return F(state == END), F(0)
        w = Waiting(state, law_in(laws), lambda s: s == END)
        return w.ever, (w.mean or F(0)) * w.ever

    known = {state: at(state) for state in (*laws, END, LOST)}
    for state, here in laws.items():
        chances = here.chances().items()
        ever = sum(p * known[s][0] for s, p in chances)
        assert known[state][0] == ever
        assert known[state][1] == ever + sum(p * known[s][1] for s, p in chances)


@settings(max_examples=40)
@given(chains())
def test_waiting__ever_is_the_limit(laws):
    found = Waiting(0, law_in(laws), lambda state: state == END)
    ways = {state: {end: float(p) for end, p in law.chances().items() if p} for state, law in laws.items()}
    now, happened = {0: 1.0}, 0.0
    for _ in range(1000):
        after = {}
        for state, p in now.items():
            for end, q in ways[state].items():
                after[end] = after.get(end, 0.0) + p * q
        happened += after.pop(END, 0.0)
        after.pop(LOST, None)
        now = after
    assert float(found.ever) == pytest.approx(happened, abs=1e-6)


@given(st.integers(1, 60), st.integers(1, 40), st.integers(1, 99))
def test_need__is_the_least_step(part, more, hundredths):
    found, share = geometric(F(part, part + more)), F(hundredths, 100)
    n = found.need(share)
    assert found.by(n) >= share
    assert n == 0 or found.by(n - 1) < share
    k = found.count_on(share)
    assert found.at_least(k) >= share > found.at_least(k + 1)


def test_geometric__known():
    found = geometric(F(1, 12))
    assert (found.ever, found.mean, found.median, found.mode) == (1, 12, 8, 1)
    assert found.by(6) == 1 - F(11, 12) ** 6 == 1 - F(1771561, 2985984)
    assert found.need(0.9) == 27
    assert found.count_on(0.9) == 2


def test_need__a_tie_is_reached():
    """After one toss the chance is 1/2, not less; 0.5 and 0.75 are read as they are written."""
    coin = geometric(F(1, 2))
    assert (coin.need(0.5), coin.need(0.75), coin.need(F(3, 4) + F(1, 10**30))) == (1, 2, 3)
    assert coin.median == 1
    assert geometric(F(1, 10)).need(0.1) == 1
    assert geometric(F(9, 10)).need(0.9) == 1


def test_need__never_certain_and_no_endless_loop():
    assert geometric(F(1, 6)).need(1) is None
    assert geometric(F(1, 6)).need(F(999_999, 10**6)) == 76


def test_need__certain_where_it_comes_to_an_end():
    three = Waiting(3, lambda n: Law((n - 1,), (1,), 1), lambda n: n == 0)
    assert (three.need(1), three.mean, three.median, three.mode, three.ever) == (3, 3, 3, 3, 1)
    either = Law((1, 2), (1, 1), 2)
    found = Waiting(3, lambda n: either if n == 3 else Law((n - 1,), (1,), 1), lambda n: n == 0)
    assert (found.need(1), found.mean, found.mode, found.median) == (3, F(5, 2), 2, 2)


def test_need__what_may_never_happen():
    wheel = Law((END, LOST, "on"), (5, 3, 4), 12)
    found = Waiting("on", law_in({"on": wheel}), lambda state: state == END)
    assert found.ever == F(5, 8)
    assert found.need(0.9) is None
    assert found.need(F(5, 8)) is None  # it comes ever nearer
    assert found.need(0.6) == 3
    assert found.mean == F(3, 2)
    assert found.count_on(0.4) == 3
    assert found.count_on(F(3, 8)) is None  # three times in eight it takes for ever


def test_need__what_never_happens():
    found = Waiting("on", stays, lambda state: state == END)
    assert (found.ever, found.mean, found.median, found.mode, found.need(0.1)) == (0, None, None, None, None)
    assert found.count_on(0.9) is None
    assert found.by(5) == 0


def test_waiting__it_has_happened():
    found = Waiting(END, stays, lambda state: state == END)
    assert (found.ever, found.mean, found.median, found.mode, found.need(0.9)) == (1, 0, 0, 0, 0)
    assert (found.by(0), found.by(3), found.exactly(0), found.at_least(0)) == (1, 1, 1, 1)


def test_need__far_off_is_found_and_farther_is_not():
    slow = geometric(F(1, 5000))
    n = slow.need(0.9)
    assert n == 11512
    p = 1 - (4999 / 5000) ** n
    assert p == pytest.approx(0.9, abs=1e-4)
    assert slow.mode == 1
    slower = geometric(F(1, 10**6))
    assert slower.need(0.9) is None
    assert slower.ever == 1
    assert slower.mean == 10**6


def test_mode__of_several_that_are_alike_it_is_the_first():
    first = Law((END, "b"), (1, 1), 2)
    laws = {"a": first, "b": stays(END)}
    found = Waiting("a", law_in(laws), lambda state: state == END)
    assert (found.exactly(1), found.exactly(2), found.mode) == (F(1, 2), F(1, 2), 1)


def test_mode__in_the_middle():
    """Five steps that may each fail: a negative binomial, whose mode is floor(1 + 4 / p) - 1."""
    step = {n: Law((n + 1, n), (1, 3), 4) for n in range(5)}
    found = Waiting(0, law_in(step), lambda n: n == 5)
    assert found.mean == 20
    assert found.mode == 16
    assert found.exactly(16) == found.exactly(17)


def test_waiting__too_many_states():
    with pytest.raises(UsageError, match="at most 2000 states"):
        Waiting(0, lambda n: Law((n + 1,), (1,), 1), lambda n: False)


def test_search__stops_where_it_is_too_much_work(monkeypatch):
    monkeypatch.setattr(module, "WORK", 50)
    assert geometric(F(1, 100)).need(0.9) is None
    assert geometric(F(1, 2)).need(0.9) == 4


@given(chains(), st.integers(0, 6))
def test_spread__is_one_step_after_another(laws, n):
    found = spread(0, law_in(laws), [n, 0])
    assert list(found) == sorted({0, n})
    now = {0: F(1)}
    for _ in range(n):
        now = onward(now, law_in(laws))
    assert {s: p for s, p in found[n].chances().items() if p} == {s: p for s, p in now.items() if p}


def test_as_law__keeps_the_chances():
    chances = {"a": F(1, 6), "b": F(1, 4), "c": F(7, 12)}
    assert as_law(chances).chances() == chances


def test_followed__by_hand():
    found = Followed([F(0), F(1, 2), F(3, 4), F(3, 4)])
    assert [found.by(n) for n in (0, 2, 3, 9)] == [0, F(3, 4), F(3, 4), F(3, 4)]
    assert [found.exactly(n) for n in range(4)] == [0, F(1, 2), F(1, 4), 0]
    assert [found.at_least(n) for n in range(4)] == [1, 1, F(1, 2), F(1, 4)]
    assert (found.ever, found.mean, found.mode, found.median) == (F(3, 4), F(4, 3), 1, 1)
    assert [found.need(p) for p in (F(1, 2), 0.75, F(4, 5))] == [1, 2, None]
    assert [found.count_on(p) for p in (F(1, 2), 0.51, F(1, 4))] == [2, 1, None]
    at_once = Followed([F(1, 3), F(1)])
    assert [at_once.at_least(n) for n in range(3)] == [1, F(2, 3), 0]
    never = Followed([F(0), F(0)])
    assert (never.mean, never.mode, never.median) == (None, None, None)


def test_waiting__for_what_has_happened_already():
    found = Waiting(END, stays, lambda state: state == END)
    assert [found.at_least(n) for n in (0, 1, 2)] == [1, 0, 0]
    assert (found.mean, found.mode, found.median) == (0, 0, 0)


# ------------------------------------------------------------------ where a chain ends


@given(st.integers(1, 9), st.integers(0, 7), st.integers(1, 7))
def test_ever__gamblers_ruin(tenths, start, size):
    p, start = F(tenths, 10), min(start, size)

    def step(purse):
        return stays(purse) if purse in (0, size) else Law((purse + 1, purse - 1), (tenths, 10 - tenths), 10)

    wins, loses = (Waiting(start, step, lambda purse, end=end: purse == end).ever for end in (size, 0))
    r = (1 - p) / p
    assert wins == (F(start, size) if r == 1 else (1 - r**start) / (1 - r**size))
    assert wins + loses == 1


@pytest.mark.parametrize(
    ("turn", "ever"),
    [
        ({"a": Law(("a",), (1,), 1)}, F(0)),
        ({"a": Law(("b",), (1,), 1), "b": Law(("a",), (1,), 1)}, F(0)),
        ({"a": Law(("b", END), (1, 1), 2), "b": Law(("c",), (1,), 1), "c": Law(("b",), (1,), 1)}, F(1, 2)),
        ({"a": Law(("a", END), (99, 1), 100)}, F(1)),
    ],
)
def test_ever__in_one_that_may_go_on_for_ever(turn, ever):
    assert Waiting("a", law_in(turn), lambda state: state == END).ever == ever


def test_spread__first_strike():
    """Two fighters of 1 hit point strike in turn, twice each, 60% to hit: the first is alive in 72.16%."""

    def strike(state):
        turn, first, second = state
        if not (first and second):
            return stays(state)
        hit = (turn + 1, first, 0) if turn % 2 == 0 else (turn + 1, 0, second)
        return Law((hit, (turn + 1, first, second)), (3, 2), 5)

    assert spread((0, 1, 1), strike, [4])[4].p(lambda state: state[1]) == F(7216, 10000)


def test_ever__a_duel_to_the_death():
    """A (W3, three attacks, 2/9, D3 damage) strikes first each round, then B (W2, two attacks, 5/18, damage 1)."""

    def a_strikes(what, wounds, dice):
        return wounds - die(dice, 3, 0) if wounds > 0 and die(dice, 9, 0) <= 2 else wounds

    def b_strikes(what, wounds, dice):
        return wounds - 1 if wounds > 0 and die(dice, 18, 0) <= 5 else wounds

    def play_round(state):
        a, b = state
        if not (a and b):
            return stays(state)

        def one(dice):
            left = max(0, repeat(dice, 3, a_strikes, 0, b))
            return (max(0, repeat(dice, 2, b_strikes, 0, a)) if left else a, left)

        return law(one)

    a_wins, b_wins, over = (
        Waiting((3, 2), play_round, end)
        for end in (lambda state: state[1] == 0, lambda state: state[0] == 0, lambda state: 0 in state)
    )
    assert float(a_wins.ever) == pytest.approx(0.9137482886, abs=1e-10)
    assert a_wins.ever + b_wins.ever == over.ever == 1
    assert float(over.mean) == pytest.approx(2.1835897864, abs=1e-10)
