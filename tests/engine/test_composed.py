"""A law drawn at one word a trial: exactly the law, and what its dice give."""

from bisect import bisect_right
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.engine import sampling, streams
from necrostats.engine.composed import WORDS, Composed, dealt
from necrostats.engine.enumerating import Law
from necrostats.engine.monte_carlo import run
from necrostats.systems.necromunda.kernels import AttackSampler
from necrostats.systems.necromunda.models import Situation
from tests.conftest import INTERPRETED, SAMPLES, assert_chance, assert_chances
from tests.naive.cards import fighter, goliath, lasgun, laspistol, power_sword, sword
from tests.systems.necromunda.generated import ask, fights, shots

pytestmark = pytest.mark.sampled
WEIGHTS = st.lists(st.one_of(st.integers(0, 9), st.integers(0, 10**40)), min_size=1, max_size=20).filter(any)
SHOT = ask(fighter(), goliath(), lasgun(), None, Situation(cover="partial"))
FIGHT = ask(fighter(a=4), goliath(sword(), w=3), power_sword(), laspistol(), Situation(close=True))


def law_of(weights):
    return Law(tuple(range(len(weights))), tuple(weights), sum(weights))


def words_of(composed):
    """How many of the 2^63 words each outcome gets."""
    ends = [0, *composed.thresholds.tolist(), WORDS]
    return {o: ends[i + 1] - ends[i] for i, o in enumerate(composed.outcomes)}


@given(WEIGHTS)
def test_dealt__less_than_one_word_off(weights):
    shares = dealt(weights, sum(weights))
    assert sum(shares) == WORDS
    assert all(
        abs(share * sum(weights) - w * WORDS) < sum(weights) for share, w in zip(shares, weights, strict=True)
    )


@given(WEIGHTS)
def test_composed__each_chance_within_one_word(weights):
    law = law_of(weights)
    words = words_of(Composed(law))
    assert sum(words.values()) == WORDS
    for outcome, chance in law.chances().items():
        assert words[outcome] >= 0
        assert abs(Fraction(words[outcome], WORDS) - chance) < Fraction(1, WORDS)


@pytest.mark.parametrize("n", [1, 2, 5, sampling.FEW + 1, sampling.FEW + 2, 3000])
def test_composed__each_trial_falls_where_its_word_does(n):
    composed = Composed(law_of([1 + i * i % 7 for i in range(n)]))
    trials, first = 3_000, 10**12
    expected = np.zeros(n, np.int64)
    for trial in range(first, first + trials):
        word = streams.mix((streams.key_of(3) + trial * streams.GOLDEN) % 2**64) >> 1
        expected[bisect_right(composed.thresholds.tolist(), word)] += 1
    found = run(composed, trials=trials, seed=3, first=first, batch=1_700, threads=2).counts
    assert np.array_equal(found, expected)


def test_composed__what_cannot_be_is_never_drawn():
    law = law_of([0, 1, 10**30, 0])
    counts = run(Composed(law), trials=SAMPLES, seed=1).counts
    assert counts.tolist() == [0, 0, 0, SAMPLES]
    assert [Composed(law).end(i) for i in range(4)] == [0, 3, 1, 2]


@settings(max_examples=10 if INTERPRETED else 60)
@given(st.one_of(shots(), fights()), st.integers(0, 2**63 - 1))
def test_composed__exact(case, seed):
    law = ask(*case).law()
    composed = Composed(law)
    counts = run(composed, trials=SAMPLES, seed=seed).counts
    assert counts.sum() == SAMPLES
    assert_chances({composed.end(at): int(n) for at, n in enumerate(counts)}, law.chances())


@pytest.mark.parametrize("attack", [SHOT, FIGHT])
def test_composed__as_often_as_with_dice(attack):
    """Outcome by outcome: of those that come up in either, half come up in each."""
    composed, dice = Composed(attack.law()), AttackSampler(attack)
    drawn = {composed.end(i): int(n) for i, n in enumerate(run(composed, trials=SAMPLES, seed=8).counts)}
    thrown = {dice.end(i): int(n) for i, n in enumerate(run(dice, trials=SAMPLES, seed=8).counts) if n}
    assert thrown.keys() <= drawn.keys()
    for outcome, n in drawn.items():
        both = n + thrown.get(outcome, 0)
        assert_chance(n, both, Fraction(1, 2))
