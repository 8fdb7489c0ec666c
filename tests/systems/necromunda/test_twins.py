"""The compiled steps against the same in C: two compilers, one stream, the same counts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.engine.monte_carlo import run
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.play import match_of
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.kernels import AttackSampler, DuelSampler
from tests.benchmarks.twins import GCC, DuelTwin, attack_twin
from tests.naive.cards import escher, goliath, gun, knife, laspistol, power_sword, slug, sword
from tests.systems.necromunda.generated import ATTACK, ask, chosen_options, fights, shots, under

pytestmark = [pytest.mark.compiled, pytest.mark.skipif(GCC is None, reason="there is no gcc here")]
TRIALS = 10_000
PAIRS = [("charge", "charge"), ("best", "keep-away"), ("random", "stand-and-shoot"), ("keep-away", "random")]
DUEL_OPTIONS = [
    {},
    {"charge_d3": "before_declare", "reaction_order": "simultaneous", "parry_choice": "random"},
    {"retreat_timing": "after_move", "retreat_reaction": "always", "parry_choice": "first"},
    {"priority_tie": "reroll", "charge_contact": "within_1", "impossible_shot": "improbable"},
]


@settings(max_examples=60)
@given(st.one_of(shots(), fights()), chosen_options(ATTACK), st.integers(0, 2**63 - 1))
def test_attack(case, chosen, seed):
    attack = ask(*case, under(**chosen))
    counts = [
        run(each, trials=TRIALS, seed=seed, threads=1).counts
        for each in (AttackSampler(attack), attack_twin(attack))
    ]
    assert counts[0].sum() == TRIALS
    assert np.array_equal(*counts)


@pytest.mark.parametrize("policies", PAIRS)
@pytest.mark.parametrize("chosen", DUEL_OPTIONS)
def test_duel(policies, chosen):
    a = escher(laspistol(), power_sword(), slug(), m=5)
    b = goliath(gun("stub-gun", "pistol", rng_s="6", rng_l="12", acc_s=2), knife(), sword(), w=2)
    match = match_of(
        Solution(set_up(a, b, under(**chosen), distance=9, rounds=4, cover_b="partial")), *policies
    )
    counts = [run(each, trials=TRIALS, seed=5).counts for each in (DuelSampler(match), DuelTwin(match))]
    assert counts[0].sum() == TRIALS
    assert np.array_equal(*counts)
