"""Sampled battles against the naive reading of them, and a lone duel on a board against the exact one."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2

from necrostats.engine.streams import key_of
from necrostats.systems.necromunda.battle.board import Board, Piece, slab
from necrostats.systems.necromunda.battle.gathering import gathered
from necrostats.systems.necromunda.battle.kernels import BattleSampler
from tests.conftest import INTERPRETED
from tests.naive.battle import NaiveBattle
from tests.naive.cards import FLAK, FURNACE, blade, fighter, gun, knife, laspistol, power_sword, slug
from tests.systems.necromunda.generated import BASIC

pytestmark = pytest.mark.compiled

NAIVE, SAMPLED = (5, 20) if INTERPRETED else (80, 4000)
ROUNDS = 4
OPEN = Board("open", "Open", 16, 16, (), ("bottom", "top"))
BUILT = Board(
    "built", "Built", 16, 16,
    (
        Piece("wall", ((6.0, 7.0), (9.0, 7.0), (9.0, 8.5), (6.0, 8.5))),
        Piece("barricade", slab((1.5, 6.0), (4.5, 6.0), 0.5)),
        Piece("barricade", slab((11.0, 10.0), (14.5, 9.0), 0.5)),
    ),
    ("bottom", "top"),
)  # fmt: skip
BUTCHERS = (
    fighter(laspistol(), power_sword(), armour=FLAK, m=5, i=3, a=2),
    fighter(knife(), armour=FURNACE, m=4, s=4, t=4, w=2),
    fighter(slug(), knife(), m=4, s=4),
)
GUNNERS = (
    fighter(gun("autogun", rng_s="8", acc_s=1), m=5, armour=FLAK),
    fighter(slug(), blade("club", strength="S+1"), m=4, t=4, armour=FURNACE, w=2),
)
RUNS = {"shoot": 0.25, "pin": 0.1, "charge": 2.0, "near": 0.15, "presses": 1.0}
SHOOTS = {"shoot": 1.0, "pin": 0.25, "charge": 0.5, "near": 0.01}


def both(board, a, b, weights_a, weights_b):
    """Endings of naive battles, and the counts of sampled ones with their places."""
    weights = (weights_a, weights_b)
    naive = NaiveBattle(board, (a, b), weights, ROUNDS)
    ends = [naive.play(seed) for seed in range(NAIVE)]
    sampler = BattleSampler(gathered(board, (a, b), BASIC, weights, rounds=ROUNDS))
    counts = np.zeros(sampler.size, np.int64)
    sampler.play(key_of(3), 0, SAMPLED, counts)
    return ends, counts, sampler.places


BATTLES = [
    pytest.param(OPEN, BUTCHERS, GUNNERS, RUNS, SHOOTS, id="open"),
    pytest.param(BUILT, BUTCHERS, GUNNERS, RUNS, SHOOTS, id="built"),
    pytest.param(BUILT, GUNNERS, BUTCHERS[:1], RUNS, RUNS, id="run"),
]


def assert_alike(found, expected, doubt=1e-6):
    """Two samples of the same law, by the chi-square of their table; what is rare in both is one class."""
    names = sorted(found.keys() | expected.keys())
    table = np.array([[found[name] for name in names], [expected[name] for name in names]], float)
    likely = table.sum(axis=0) / table.sum() * table[0].sum()
    rare = likely < 5
    if rare.any():
        table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
    table = table[:, table.sum(axis=0) > 0]
    means = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    square = ((table - means) ** 2 / means).sum()
    p = chi2.sf(square, max(1, table.shape[1] - 1))
    assert p > doubt, table


@pytest.mark.parametrize(("board", "a", "b", "weights_a", "weights_b"), BATTLES)
def test_battles__end_as_naive_ones(board, a, b, weights_a, weights_b):
    ends, counts, places = both(board, a, b, weights_a, weights_b)
    wins = Counter(dict(enumerate(counts[places.wins : places.rounds].tolist())))
    assert_alike(Counter(end.winner for end in ends), wins)
    rounds = Counter(dict(enumerate(counts[places.rounds : places.left].tolist())))
    assert_alike(Counter(end.round for end in ends), rounds)
    left = counts[places.left : places.survives].reshape(len(a) + 1, len(b) + 1)
    assert_alike(
        Counter((end.left_a, end.left_b) for end in ends),
        Counter({(i, j): int(n) for (i, j), n in np.ndenumerate(left)}),
    )
