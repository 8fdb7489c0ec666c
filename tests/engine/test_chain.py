"""Chains: where they are after some steps, and where they end."""

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine.chain import MOST_STATES, absorb, propagate
from necrostats.engine.dice import die, passes, repeat
from necrostats.engine.enumerating import Law, law
from necrostats.errors import UsageError

F = Fraction


def walk(p_up, state):
    """Up or down by 1."""
    return Law((state + 1, state - 1), (p_up.numerator, p_up.denominator - p_up.numerator), p_up.denominator)


@given(st.integers(1, 9), st.integers(0, 7), st.integers(1, 7))
def test_absorb__gamblers_ruin(tenths, start, size):
    p = F(tenths, 10)
    start = min(start, size)
    found = absorb(start, partial(walk, p), lambda state: state in (0, size))
    r = (1 - p) / p
    wins = F(start, size) if r == 1 else (1 - r**start) / (1 - r**size)
    assert found.get(size, 0) == wins
    assert sum(found.values()) == 1


def test_absorb__starts_at_an_end():
    assert absorb("done", None, lambda state: True) == {"done": 1}


def test_absorb__in_one_step():
    coin = Law(("a", "b"), (1, 3), 4)
    assert absorb("start", lambda state: coin, lambda state: state in "ab") == {"a": F(1, 4), "b": F(3, 4)}


def test_absorb__a_state_that_stays():
    slow = Law(("here", "away"), (99, 1), 100)
    assert absorb("here", lambda state: slow, lambda state: state == "away") == {"away": 1}


@pytest.mark.parametrize(
    "turn",
    [
        {"a": Law(("a",), (1,), 1)},
        {"a": Law(("b",), (1,), 1), "b": Law(("a",), (1,), 1)},
        {"a": Law(("b", "end"), (1, 1), 2), "b": Law(("c",), (1,), 1), "c": Law(("b",), (1,), 1)},
        {"a": Law(("b", "end"), (1, 1), 2), "b": Law(("b",), (1,), 1)},
    ],
)
def test_absorb__one_that_goes_on_for_ever(turn):
    with pytest.raises(UsageError, match="for ever"):
        absorb("a", turn.__getitem__, lambda state: state == "end")


def test_absorb__too_many_states():
    with pytest.raises(UsageError, match=f"at most {MOST_STATES} states"):
        absorb(0, lambda state: Law((state + 1,), (1,), 1), lambda state: False)


@given(st.integers(0, 5), st.integers(0, 6))
def test_propagate__one_step_after_another(start, steps):
    def law_of(state):
        return law(lambda dice: max(0, state - 1) if passes(dice, 4, 0) else state)

    found = propagate(start, law_of, steps)
    assert sum(found.values()) == 1
    assert propagate(start, law_of, 0) == {start: 1}
    mixed = {}
    for state, p in found.items():
        for after, q in law_of(state).chances().items():
            mixed[after] = mixed.get(after, 0) + p * q
    assert propagate(start, law_of, steps + 1) == mixed


def test_known__first_strike():
    """Two fighters of 1 hit point strike in turn, twice each, 60% to hit: the first is alive in 72.16%."""

    def strike(state):
        turn, first, second = state
        if turn == 4 or not (first and second):
            return Law((state,), (1,), 1)
        hit = (turn + 1, first, 0) if turn % 2 == 0 else (turn + 1, 0, second)
        return Law((hit, (turn + 1, first, second)), (3, 2), 5)

    found = propagate((0, 1, 1), strike, 4)
    assert sum(p for state, p in found.items() if state[1]) == F(7216, 10000)


def test_known__a_duel_to_the_death():
    """A (W3, three attacks, 2/9, D3 damage) strikes first each round, then B (W2, two attacks, 5/18, damage 1)."""

    def a_strikes(what, wounds, dice):
        return wounds - die(dice, 3, 0) if wounds > 0 and die(dice, 9, 0) <= 2 else wounds

    def b_strikes(what, wounds, dice):
        return wounds - 1 if wounds > 0 and die(dice, 18, 0) <= 5 else wounds

    def play_round(state):
        a, b, rounds = state

        def one(dice):
            left = max(0, repeat(dice, 3, a_strikes, 0, b))
            if left == 0:
                return (a, 0, rounds)
            return (max(0, repeat(dice, 2, b_strikes, 0, a)), left, rounds)

        return law(one)

    found = absorb((3, 2, 0), play_round, lambda state: 0 in state[:2])
    assert float(sum(p for s, p in found.items() if s[1] == 0)) == pytest.approx(0.9137482886, abs=1e-10)
    assert sum(found.values()) == 1
    # the mean number of rounds: the chance that the duel is not over after 0, 1, 2, ... rounds, summed
    going, mean = {(3, 2, 0): F(1)}, F(0)
    while (left := sum(going.values())) > F(1, 10**14):
        mean += left
        after = {}
        for state, p in going.items():
            for end, q in play_round(state).chances().items():
                if 0 not in end[:2]:
                    after[end] = after.get(end, 0) + p * q
        going = after
    assert float(mean) == pytest.approx(2.1835897864, abs=1e-9)
