"""Compiled dice against exact chances and against the same dice in plain Python."""

import itertools
from collections import Counter
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.engine.monte_carlo import run
from necrostats.engine.narrating import Plain
from necrostats.systems.necromunda import kernels
from necrostats.systems.necromunda.duel.named import POLICIES
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.play import match_of, play
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.kernels import AttackSampler, DuelSampler
from necrostats.systems.necromunda.models import Situation
from tests.conftest import INTERPRETED, SAMPLES, assert_chance, assert_chances
from tests.naive.cards import (
    FLAK,
    escher,
    fighter,
    goliath,
    gun,
    knife,
    lasgun,
    laspistol,
    power_sword,
    slug,
    sword,
)
from tests.systems.necromunda.generated import ATTACK, BASIC, ask, chosen_options, fights, shots, under

pytestmark = pytest.mark.sampled
SAME = 150
KAIYA = escher(laspistol(), power_sword(), slug(), m=5)
RORK = goliath(gun("stub-gun", "pistol", rng_s="6", rng_l="12", acc_s=2), knife(), sword(), w=2)
PAIRS = [("best", "best"), ("random", "random"), ("charge", "keep-away"), ("keep-away", "random"), ("best", "charge"),
         ("stand-and-shoot", "best")]  # fmt: skip
REFERENCE = ask(fighter(), goliath(armour=FLAK), lasgun(), None, Situation(cover="partial"))
POWER = ask(
    fighter(a=3), goliath(sword(), power_sword(), w=3), power_sword(), laspistol(), Situation(close=True)
)


@cache
def solved():
    return Solution(set_up(KAIYA, RORK, BASIC, distance=9, rounds=4, cover_b="partial"))


def targets(sampler, counts):
    return {sampler.end(at): int(n) for at, n in enumerate(counts) if n}


# ------------------------------------------------------------------ kernels and exact chances


@settings(max_examples=25 if INTERPRETED else 80)
@given(st.one_of(shots(), fights()), chosen_options(ATTACK), st.integers(0, 2**63 - 1))
def test_attack__exact(case, chosen, seed):
    attack = ask(*case, under(**chosen))
    sampler = AttackSampler(attack)
    counts = run(sampler, trials=SAMPLES, seed=seed, threads=1).counts
    assert counts.sum() == SAMPLES
    assert_chances(targets(sampler, counts), attack.law().chances())


@pytest.mark.parametrize("policies", PAIRS)
def test_duel__exact(policies):
    solution = solved()
    sampler = DuelSampler(match_of(solution, *policies))
    trials = SAMPLES // 4 if INTERPRETED else SAMPLES
    counts = run(sampler, trials=trials, seed=11).counts.reshape(5, 5)
    course = solution.course(*policies)
    assert counts.sum() == trials
    assert_chance(counts[0, 1:].sum(), trials, course.a_wins)
    assert_chance(counts[1:, 0].sum(), trials, course.b_wins)
    assert_chance(counts[0, 0] + counts[1:, 1:].sum(), trials, course.draw)
    for number in range(1, 5):
        # still standing after that round: out in a later one, or never
        assert_chance(counts[0].sum() + counts[number + 1 :].sum(), trials, course.a_standing[number - 1])
        assert_chance(
            counts[:, 0].sum() + counts[:, number + 1 :].sum(), trials, course.b_standing[number - 1]
        )


@pytest.mark.parametrize(
    "options",
    [
        {"reaction_order": "simultaneous", "charge_contact": "within_1"},
        {"charge_d3": "before_declare", "priority_tie": "reroll"},
        {"retreat_timing": "after_move", "retreat_reaction": "only_if_passed", "half_move_rounding": "up"},
        {"impossible_shot": "improbable", "pin_on": "attack", "parry_choice": "random", "odd_die": "best"},
    ],
)
def test_duel__exact_under_options(options):
    solution = Solution(set_up(KAIYA, RORK, under(**options), distance=6, rounds=3, lane=12, cover_a="full"))
    trials = 500 if INTERPRETED else SAMPLES
    for policies in (("random", "random"), ("best", "random"), ("charge", "keep-away")):
        counts = run(DuelSampler(match_of(solution, *policies)), trials=trials, seed=5).counts.reshape(4, 4)
        course = solution.course(*policies)
        assert_chance(counts[0, 1:].sum(), trials, course.a_wins)
        assert_chance(counts[1:, 0].sum(), trials, course.b_wins)


def test_duel__both_out_at_once_is_a_draw():
    """Simultaneous reactions can put both out in the same round."""
    brute = fighter(power_sword(), ws=2, s=8)
    options = under(reaction_order="simultaneous")
    solution = Solution(set_up(brute, brute, options, distance=0, rounds=2))
    counts = run(DuelSampler(match_of(solution, "charge", "charge")), trials=2_000, seed=3).counts.reshape(
        3, 3
    )
    course = solution.course("charge", "charge")
    assert counts[1, 1] > 0
    assert counts[1, 2] == counts[2, 1] == 0
    assert_chance(counts[0, 0] + counts[1:, 1:].sum(), 2_000, course.draw)


# ------------------------------------------------------------------ kernels and plain Python


@settings(max_examples=5 if INTERPRETED else 15)
@given(st.one_of(shots(), fights()), chosen_options(ATTACK), st.integers(0, 2**63 - 1), st.integers(0, 10**9))
def test_attack__the_very_dice_of_plain_python(case, chosen, seed, first):
    attack = ask(*case, under(**chosen))
    sampler = AttackSampler(attack)
    counts = run(sampler, trials=SAME, seed=seed, first=first).counts
    plain = Counter(attack.roll(Plain(seed, trial)) for trial in range(first, first + SAME))
    assert targets(sampler, counts) == dict(plain)


@pytest.mark.compiled
@pytest.mark.parametrize(("kind", "attack"), [("shot", REFERENCE), ("fight", POWER)])
def test_attack__trial_by_trial(kind, attack):
    sampler = AttackSampler(attack)
    for trial in range(40):
        counts = run(sampler, trials=1, seed=9, first=trial).counts
        assert targets(sampler, counts) == {attack.roll(Plain(9, trial)): 1}


@pytest.mark.parametrize("policies", PAIRS)
def test_duel__the_very_dice_of_plain_python(policies):
    match = match_of(solved(), *policies)
    counts = run(DuelSampler(match), trials=SAME, seed=21).counts
    plain = Counter(play(match, Plain(21, trial))[:2] for trial in range(SAME))
    found = {divmod(at, 5): int(n) for at, n in enumerate(counts) if n}
    assert found == {tuple(end): n for end, n in plain.items()}


# ------------------------------------------------------------------ threads, batches, extended runs


def samplers():
    return {
        "shot": AttackSampler(REFERENCE),
        "fight": AttackSampler(POWER),
        "duel": DuelSampler(match_of(solved(), "random", "best")),
    }


TRIALS = 600 if INTERPRETED else 20_000


@pytest.mark.parametrize("name", ["shot", "fight", "duel"])
def test_run__the_same_counts(name):
    sampler = samplers()[name]
    counts = run(sampler, trials=TRIALS, seed=7).counts.tolist()
    for threads, batch in itertools.product((1, 2, 4), (TRIALS, 997, 100)):
        assert run(sampler, trials=TRIALS, seed=7, threads=threads, batch=batch).counts.tolist() == counts
    cut = TRIALS // 3
    both = run(sampler, trials=cut, seed=7) + run(sampler, trials=TRIALS - cut, seed=7, first=cut, threads=2)
    assert both.counts.tolist() == counts


@pytest.mark.parametrize("name", ["shot", "fight", "duel"])
def test_run__another_seed_or_part_another_answer(name):
    sampler = samplers()[name]
    runs = [run(sampler, trials=TRIALS, seed=seed).counts.tolist() for seed in (0, 1, 2**63 - 1)]
    runs.append(run(sampler, trials=TRIALS, seed=0, first=TRIALS).counts.tolist())
    assert len({tuple(each) for each in runs}) == 4


def test_fill__adds_to_what_is_there():
    sampler = AttackSampler(REFERENCE)
    counts = np.zeros(sampler.size, np.int64)
    sampler.fill(12345, 0, 100, counts)
    once = counts.copy()
    sampler.fill(12345, 0, 100, counts)
    assert counts.tolist() == (2 * once).tolist()


# ------------------------------------------------------------------ compiled once


@pytest.mark.compiled
def test_each_kernel_is_compiled_once():
    """Other numbers, other options, other policies: the same machine code."""
    for attack in (REFERENCE, POWER):
        for w in (1, 2, 5):
            again = ask(attack.attacker, fighter(w=w), attack.profile, attack.second, attack.situation)
            run(AttackSampler(again), trials=10, seed=1)
    for policies in PAIRS:
        run(DuelSampler(match_of(solved(), *policies)), trials=10, seed=1)
    other = Solution(set_up(fighter(lasgun()), fighter(), under(pin_on="attack"), rounds=1, lane=20))
    run(DuelSampler(match_of(other, "charge", "random")), trials=10, seed=1)
    for kernel in (kernels._tally_shots, kernels._tally_fights, kernels._tally_duels):
        assert len(kernel.signatures) == 1


# ------------------------------------------------------------------ pinned


PINNED_SHOT = {(0, 1, 0): 478, (1, 0, 1): 144, (1, 1, 0): 353, (1, 1, 1): 25}
PINNED_FIGHT = {
    (0, 3): 199,
    (1, 1): 31,
    (1, 2): 130,
    (1, 3): 207,
    (2, 0): 22,
    (2, 1): 61,
    (2, 2): 126,
    (2, 3): 77,
    (3, 0): 23,
    (3, 1): 39,
    (3, 2): 43,
    (3, 3): 22,
    (4, 0): 8,
    (4, 1): 6,
    (4, 2): 4,
    (4, 3): 2,
}
PINNED_DUEL = [[36, 32, 59, 23, 8], [24, 0, 0, 0, 0], [180, 0, 0, 0, 0], [90, 0, 0, 0, 0], [48, 0, 0, 0, 0]]


def tally(attack, what):
    sampler, found = AttackSampler(attack), Counter()
    for target, n in targets(sampler, run(sampler, trials=1_000, seed=1).counts).items():
        found[what(target)] += n
    return found


def test_pinned_streams():
    """The same counts compiled and interpreted.

    They change only where somebody means to change the order or the number of dice rolled; then this test changes with
    them and the changelog says so.
    """
    assert tally(REFERENCE, lambda t: (t.hits, t.wounds, t.wounded)) == PINNED_SHOT
    assert tally(POWER, lambda t: (t.hits, t.wounds)) == PINNED_FIGHT
    sampler = DuelSampler(match_of(solved(), "random", "charge"))
    assert run(sampler, trials=500, seed=1).counts.reshape(5, 5).tolist() == PINNED_DUEL


def test_every_policy_can_be_sampled():
    for policy in POLICIES:
        counts = run(DuelSampler(match_of(solved(), policy, policy)), trials=20, seed=1).counts
        assert counts.sum() == 20
