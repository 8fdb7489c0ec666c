"""Sampled battles: those of plain Python, whatever the batches; and what any fair battle shows in the long run."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.special import bdtr

from necrostats.engine.monte_carlo import run
from necrostats.engine.narrating import Plain
from necrostats.engine.streams import key_of
from necrostats.systems.necromunda.battle.fighting import A_WINS, B_WINS, play_battle
from necrostats.systems.necromunda.battle.gathering import gathered
from necrostats.systems.necromunda.battle.kernels import BattleSampler
from necrostats.systems.necromunda.battle.measuring import GONE
from necrostats.systems.necromunda.grammar import gang
from tests.conftest import INTERPRETED, assert_chance
from tests.systems.necromunda.generated import BASIC, CAT, under
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

BATTLES = 20 if INTERPRETED else 800
QUEENS, LORDS = (
    tuple(CAT.fighters[name] for name in CAT.gangs[gang].fighters) for gang in ("carrion-queens", "ironlords")
)
ARMED_QUEENS, ARMED_LORDS = (
    gang(CAT, "+".join(cards))
    for cards in (
        ("escher-leader[+needle-pistol,+stiletto-sword]", "escher-champion[+plasma-gun]", "escher-ganger[+flamer]",
         "escher-ganger[+lasgun,+photon-flash-flares]", "escher-ganger[+heavy-flamer,+fighting-knife]"),
        ("goliath-leader[+combi-bolter-flamer,+power-hammer]", "goliath-champion[+grenade-launcher]",
         "goliath-ganger[+harpoon-launcher]", "goliath-ganger[+web-gun]", "goliath-juve[+stub-gun]"),
    )
)  # fmt: skip


def battle_of(
    a=QUEENS, b=LORDS, board="turf-war", policies=("look-ahead", "look-ahead"), options=BASIC, **more
):
    weights = tuple(CAT.policies[name].weights for name in policies)
    return gathered(CAT.boards[board], (a, b), options, weights, rounds=6, **more)


def winners(battle, trials=BATTLES, seed=11, first=0):
    """Who won each battle, shape (trials,), and the counts."""
    sampler = BattleSampler(battle)
    counts = np.zeros(sampler.size, np.int64)
    return sampler.play(key_of(seed), first, trials, counts), counts, sampler.places


@cache
def usual():
    return winners(battle_of())[0]


def ends_alike(battle, seed, trial):
    """One battle by the kernel and by plain Python."""
    won, counts, places = winners(battle, 1, seed, trial)
    end = play_battle(battle, Plain(seed, trial))
    first, n = battle.forces.first[1:]
    field, taken = battle.state.field, battle.state.taken_out_by
    assert won[0] == end.winner
    assert counts[places.rounds + end.round] == 1
    assert counts[places.left + end.left_a * (n - first + 1) + end.left_b] == 1
    survives = [int(posture != GONE) for posture in field.posture]
    assert counts[places.survives : places.survives + n].tolist() == survives
    by_whom = counts[places.takes_out : places.takes_out + n * n].reshape(n, n)
    assert {(int(a), int(b)) for a, b in zip(*by_whom.nonzero(), strict=True)} == {
        (by, who) for who, by in enumerate(taken) if by >= 0
    }


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("board", "policies", "options"),
    [
        ("turf-war", ("look-ahead", "brawlers"), {}),
        ("open-ground", ("aggressive", "cautious"), {"deploy_edge": "any_edge", "arc_test": "any_part"}),
        ("corridor", ("random", "brawlers"), {"retreat_timing": "after_move", "charge_d3": "before_declare"}),
        ("columns", ("shooters", "random"), {"barricade_cost": "2_extra", "knockback_bubble": "False"}),
    ],
)
def test_the_kernel__ends_each_battle_as_plain_python_does(board, policies, options):
    battle = battle_of(QUEENS[:3], LORDS, board, policies, under(**options))
    for seed, first in ((1, 0), (9, 1_000_000)):
        for trial in range(first, first + (3 if board == "columns" else 6)):
            ends_alike(battle, seed, trial)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("board", "policies", "options"),
    [
        ("turf-war", ("look-ahead", "random"), {}),
        ("open-ground", ("random", "brawlers"), {"flee_phase": "end", "melee_kb_followup": "always"}),
        ("columns", ("aggressive", "cautious"), {"reaction_order": "simultaneous", "multi_hit": "batch"}),
    ],
)
def test_the_kernel__of_the_advanced_rules_likewise(board, policies, options):
    battle = battle_of(ARMED_QUEENS, ARMED_LORDS, board, policies, under_advanced(**options))
    for trial in range(12):
        ends_alike(battle, 5, trial)


@pytest.mark.compiled
def test_better_cards__do_no_worse_by_the_advanced_rules():
    usual = winners(battle_of(options=ADVANCED))[0]
    for change in ({"w": 3}, {"t": 5}, {"armour": CAT.armour["mesh"]}, {"cl": 4}):
        better = tuple(replace(who, **change) for who in QUEENS)
        tail, _ = no_worse(usual, winners(battle_of(better, options=ADVANCED))[0])
        assert tail > 1e-6, change


def test_counts__add_up():
    won, counts, places = winners(battle_of(QUEENS[:2], LORDS), 50)
    assert counts[places.wins : places.rounds].tolist() == np.bincount(won, minlength=3).tolist()
    assert counts[places.rounds : places.left].sum() == 50
    left = counts[places.left : places.survives].reshape(3, 5)
    survivors = counts[places.survives : places.takes_out]
    assert (left.sum(axis=1) * np.arange(3)).sum() == survivors[:2].sum()
    assert (left.sum(axis=0) * np.arange(5)).sum() == survivors[2:].sum()
    fallen = 50 * 6 - survivors.sum()
    assert counts[places.takes_out : places.weapons].sum() == fallen
    assert counts[places.weapons : places.stands].sum() == fallen
    assert counts[places.fell : places.size].sum() == fallen
    assert counts[places.stands : places.fell].sum() == survivors.sum()


def test_batches_and_threads__change_nothing():
    sampler = BattleSampler(battle_of(QUEENS[:2], LORDS[:2]))
    trials = 30
    whole = run(sampler, trials=trials, seed=3, first=5).counts
    for batch, threads in ((7, 1), (4, 2), (30, 3)):
        assert (
            run(sampler, trials=trials, seed=3, first=5, batch=batch, threads=threads).counts == whole
        ).all()


@pytest.mark.parametrize(
    ("gang", "board", "policy"),
    [(QUEENS, "open-ground", "look-ahead"), (LORDS, "columns", "brawlers"), (QUEENS[:1] * 4, "turf-war", "cautious")],
)  # fmt: skip
@pytest.mark.parametrize("options", [BASIC, ADVANCED], ids=["basic", "advanced"])
def test_mirrored_gangs__win_equally_often(gang, board, policy, options):
    won = winners(battle_of(gang, gang, board, (policy, policy), options))[0]
    a, b = int((won == A_WINS).sum()), int((won == B_WINS).sum())
    assert a + b > len(won) / 4
    assert_chance(a, a + b, 0.5)


def no_worse(before, after):
    """The chance of so few changes for the better among all changes if they were no more likely than the others."""
    score = np.array([1, -1, 0])
    change = score[after] - score[before]
    better, worse = int((change > 0).sum()), int((change < 0).sum())
    return float(bdtr(better, better + worse, 0.5)), better - worse


@pytest.mark.compiled
def test_better_cards__do_no_worse_on_the_same_dice():
    gains = []
    for change in ({"w": 2}, {"t": 5}, {"armour": CAT.armour["mesh"]}, {"bs": 2}):
        better = tuple(replace(who, **change) for who in QUEENS)
        tail, gain = no_worse(usual(), winners(battle_of(better))[0])
        assert tail > 1e-6, change
        gains.append(gain)
    assert min(gains[:2]) > BATTLES / 20  # Wounds and Toughness tell


@pytest.mark.compiled
def test_more_fighters__do_no_worse_on_the_same_dice():
    tail, gain = no_worse(winners(battle_of(QUEENS[:3]))[0], usual())
    assert tail > 1e-6
    assert gain > BATTLES / 20


@pytest.mark.compiled
def test_policies__differ():
    chances = {}
    for name in CAT.policies:
        won = winners(battle_of(policies=(name, "look-ahead")), 300)[0]
        chances[name] = (won == A_WINS).mean()
    assert len(set(chances.values())) == len(chances)
    assert chances["random"] < min(p for name, p in chances.items() if name != "random")


@pytest.mark.compiled
@pytest.mark.parametrize(("board", "trials"), [("turf-war", 1000), ("columns", 400)])
def test_a_finer_grid_for_the_eye__changes_little(board, trials, record_property):
    """The share of battles won by A, with cells of an inch less with cells of three quarters, and its interval."""
    coarse, fine = (
        (winners(battle_of(board=board, fine=size), trials)[0] == A_WINS).astype(float) for size in (1.0, 0.5)
    )
    difference = coarse - fine
    mean, error = difference.mean(), difference.std() / len(difference) ** 0.5
    record_property("difference", f"{mean:+.4f} ({mean - 1.96 * error:+.4f} to {mean + 1.96 * error:+.4f})")
    assert abs(mean) < 0.05 + 3 * error
