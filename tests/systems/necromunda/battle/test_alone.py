"""Two lone fighters on a board against the exact duel, where both readings take the same decisions.

The duel's lane is of whole inches, and so is every distance here: bases of an inch, a gap of whole inches at the start,
moves of whole inches straight at each other. Policy "charge" of the duel runs at the enemy, charges whom Movement and 3
inches reach, and fights; so does a side to which charges are worth most and inches a little. Policy "stand-and-shoot"
shoots from where it stands; so do those who cannot move and hit on 2+ whom aim does not help.
"""

from dataclasses import replace

import numpy as np
import pytest

from necrostats.engine.narrating import Plain
from necrostats.engine.streams import key_of
from necrostats.systems.necromunda.battle.fighting import play_battle
from necrostats.systems.necromunda.battle.gathering import gathered
from necrostats.systems.necromunda.battle.kernels import BattleSampler
from necrostats.systems.necromunda.battle.measuring import GONE
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.injuries import IN_PLAY
from tests.conftest import SAMPLES, assert_chance
from tests.naive.cards import FLAK, FURNACE, blade, gun
from tests.systems.necromunda.battle.scenes import board_of, man
from tests.systems.necromunda.generated import under
from tests.systems.necromunda.generated_advanced import under_advanced

pytestmark = pytest.mark.sampled

ROUNDS = 4
RUNS = {"charge": 1.0, "near": 0.001}
SHOOTS = {"shoot": 1.0, "charge": 0.001}
RIFLE = gun("rifle", rng_s="8", rng_l="16", acc_l=1)
TORCH = gun("torch", "blaze", rng_s="8", rng_l="16", acc_l=1)
AXE = blade("axe", ap=-1, strength="S+1")
SWORD = blade("sword", "parry", ap=-1)


def corridor(gap):
    """A lane 4 inches wide on which bases of an inch at both ends are so many inches apart."""
    return board_of(width=4, height=gap + 2)


@pytest.mark.parametrize(
    ("a", "b", "gap", "weights", "policies", "options"),
    [
        (man(AXE, i=3), man(SWORD, t=4, armour=FURNACE), 7, (RUNS, RUNS), ("charge", "charge"), {}),
        (man(AXE, m=5, w=2), man(SWORD, a=2, armour=FLAK), 19, (RUNS, RUNS), ("charge", "charge"), {}),
        (man(AXE), man(AXE, w=2), 6, (RUNS, RUNS), ("charge", "charge"), {"charge_contact": "within_1"}),
        (man(AXE), man(SWORD), 14, (RUNS, RUNS), ("charge", "charge"), {"reaction_order": "simultaneous"}),
        (man(AXE), man(SWORD), 12, (RUNS, RUNS), ("charge", "charge"), {"priority_tie": "reroll"}),
        (
            man(RIFLE, m=0, bs=2, armour=FLAK), man(RIFLE, m=0, bs=2, t=4, w=2, armour=FURNACE), 8,
            (SHOOTS, SHOOTS), ("stand-and-shoot", "stand-and-shoot"), {},
        ),
        (man(RIFLE, m=0, bs=2), man(AXE, m=4, w=2), 19, (SHOOTS, RUNS), ("stand-and-shoot", "charge"), {}),
    ],
)  # fmt: skip
def test_two_alone__fight_the_exact_duel(a, b, gap, weights, policies, options):
    chosen = under(**options)
    exact = Solution(set_up(a, b, chosen, distance=gap, lane=gap, rounds=ROUNDS, no_aim=True)).course(
        *policies
    )
    sampler = BattleSampler(gathered(corridor(gap), ((a,), (b,)), chosen, weights, rounds=ROUNDS))
    counts, trials = np.zeros(sampler.size, np.int64), SAMPLES // 10
    sampler.play(key_of(17), 0, trials, counts)
    wins = counts[sampler.places.wins :][:3]
    assert 0.02 < exact.a_wins < 0.98
    for hits, p in zip(wins, (exact.a_wins, exact.b_wins, exact.draw), strict=True):
        assert_chance(hits, trials, p)
    ended = counts[sampler.places.rounds :][: ROUNDS + 1]
    over = np.diff([0, *exact.over[: ROUNDS - 1], 1])
    for hits, p in zip(ended[1:], over, strict=True):
        assert_chance(hits, trials, p)


@pytest.mark.parametrize(
    ("a", "b", "gap", "policies"),
    [
        (man(RIFLE, m=0, bs=2, armour=FLAK), man(RIFLE, m=0, bs=2, t=4, w=2, armour=FURNACE), 8, (SHOOTS, SHOOTS)),
        (man(TORCH, m=0, bs=2), man(RIFLE, m=0, bs=2, armour=FLAK, w=2), 8, (SHOOTS, SHOOTS)),
        (man(AXE, i=3), man(SWORD, t=4, armour=FURNACE), 7, (RUNS, RUNS)),
        (man(AXE, w=2), man(SWORD, a=2, armour=FLAK), 15, (RUNS, RUNS)),
    ],
)  # fmt: skip
def test_two_alone__fight_the_exact_duel_of_the_advanced_rules(a, b, gap, policies):
    """Nobody ever fails a Cool test and flees: a duel has no bottle tests. It is won by who alone is neither out of
    action nor seriously injured.
    """
    a, b = (replace(who, cl=2) for who in (a, b))
    chosen = under_advanced(test_auto_fail="nat1_only_hit_rolls")
    names = ("charge" if weights is RUNS else "stand-and-shoot" for weights in policies)
    exact = Solution(set_up(a, b, chosen, distance=gap, lane=gap, rounds=ROUNDS, no_aim=True)).course(*names)
    battle = gathered(corridor(gap), ((a,), (b,)), chosen, policies, rounds=ROUNDS)
    state, trials, wins = battle.state, 1_500, [0, 0, 0]
    for trial in range(trials):
        play_battle(battle, Plain(17, trial))
        stands = [state.field.posture[who] != GONE and state.down[who] == IN_PLAY for who in (0, 1)]
        wins[2 if stands[0] == stands[1] else 0 if stands[0] else 1] += 1
    for hits, p in zip(wins, (exact.a_wins, exact.b_wins, exact.draw), strict=True):
        assert_chance(hits, trials, p)
