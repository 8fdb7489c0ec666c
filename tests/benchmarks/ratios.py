"""Two ways to the same thing, timed in turn: what is printed is how many times faster one is."""

import statistics
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from necrostats.analyses.battle_asked import asked
from necrostats.analyses.duel_sampled import ABREAST, Drawn
from necrostats.engine import enumerating, monte_carlo
from necrostats.engine.composed import Composed
from necrostats.engine.dist import Dist
from necrostats.engine.narrating import Plain
from necrostats.systems.necromunda import questions
from necrostats.systems.necromunda.battle.fighting import play_battle
from necrostats.systems.necromunda.battle.gathering import weighed
from necrostats.systems.necromunda.battle.kernels import BattleSampler
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.damage import wound_on
from necrostats.systems.necromunda.duel.activations import Activations, Chain
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.play import Match, match_of
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.grammar import fighter, weapon
from necrostats.systems.necromunda.kernels import AttackSampler, DuelSampler
from necrostats.systems.necromunda.models import Fighter, Situation
from necrostats.systems.necromunda.options import resolve
from necrostats.systems.necromunda.questions import Attack
from tests.benchmarks.twins import GCC, DuelTwin, attack_twin
from tests.naive.battle import NaiveBattle

RUNS = 9
CAT = load()
BASIC = resolve(CAT, "basic")
Work = Callable[[], object]
Row = tuple[str, str, str]  # what, how many times, the goal


def seconds(work: Work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def times_faster(quick: Work, slow: Work, share: float = 1.0) -> float:
    """How many times faster *quick* is, median of interleaved runs; it does *share* times the work of *slow*."""
    quick(), slow()
    found = []
    for _ in range(RUNS):
        short, long = seconds(quick), seconds(slow)
        found.append(share * long / short)
    return statistics.median(found)


def sampled(sampler: monte_carlo.Sampler, trials: int, threads: int = 1) -> Work:
    return lambda: monte_carlo.run(sampler, trials=trials, seed=1, threads=threads)


@cache
def duel(policy: str) -> Match:
    """Kaiya against Rork, both under one policy."""
    return match_of(Solution(set_up(*pair(), BASIC)), policy, policy)


def pair() -> tuple[Fighter, Fighter]:
    return fighter(CAT, "kaiya"), fighter(CAT, "rork")


@cache
def shot() -> Attack:
    return questions.attack(*pair(), weapon(CAT, "laspistol")[1], Situation(), BASIC)


@cache
def fight() -> Attack:
    blade = weapon(CAT, "power-sword")[1]
    return questions.attack(*pair(), blade, Situation(close=True, charging=True), BASIC)


def same(one: monte_carlo.Sampler, other: monte_carlo.Sampler) -> None:
    counts = [monte_carlo.run(each, trials=10_000, seed=2).counts for each in (one, other)]
    assert np.array_equal(*counts), "expected the same counts"


# ------------------------------------------------------------------ die by die


def against_c() -> Iterator[Row]:
    cases = (
        ("a shot, die by die, against C", AttackSampler(shot()), lambda: attack_twin(shot()), 500_000, "0.85"),
        ("a fight, die by die, against C", AttackSampler(fight()), lambda: attack_twin(fight()), 300_000, "0.85"),
        ("a duel of charging fighters, die by die, against C", DuelSampler(duel("charge")),
         lambda: DuelTwin(duel("charge")), 50_000, "0.9"),
        ("a duel of best play, die by die, against C", DuelSampler(duel("best")), lambda: DuelTwin(duel("best")),
         50_000, "0.9"),
    )  # fmt: skip
    for name, ours, twin, trials, goal in cases:
        if GCC is None:
            yield name, "not measured: there is no gcc here", goal
            continue
        theirs = twin()
        same(ours, theirs)
        yield name, f"{times_faster(sampled(ours, trials), sampled(theirs, trials)):.2f}", goal


def shots_in_numpy(attack: Attack, trials: int, kind: type[np.integer[Any]]) -> monte_carlo.Counts:
    """The same shots as whole arrays of dice: counts as those of ``AttackSampler``."""
    shot, target = attack.numbers, attack.start
    rng = np.random.default_rng(1)
    hit_roll, wound_roll, save_roll = rng.integers(1, 7, (3, trials), kind)
    hit = hit_roll >= shot.hit_on
    wounded = hit & (wound_roll >= wound_on(shot.strength, target.toughness, shot.last_row, shot.half))
    unsaved = wounded & (save_roll < shot.save_on)
    left = np.where(unsaved, max(0, target.wounds - shot.damage), target.wounds)
    at = ((hit * (target.wounds + 1) + left) * 2 + wounded) * 2 + unsaved
    return np.bincount((at * 2 + hit) * 2, minlength=AttackSampler(attack).size)


def fights_in_numpy(attack: Attack, trials: int, kind: type[np.integer[Any]]) -> monte_carlo.Counts:
    """The same of a fight with one weapon that nobody parries."""
    melee, target = attack.numbers, attack.start
    strike = melee.strikes[0]
    assert [each.n for each in melee.strikes[1:]] == [0, 0], "expected one weapon"
    assert melee.parries + melee.power_parries == 0, "expected no parry"
    rng = np.random.default_rng(1)
    faces = np.sort(rng.integers(1, 7, (strike.n, trials), kind), axis=0)
    need = wound_on(strike.strength, target.toughness, melee.last_row, melee.half)
    left = np.full(trials, target.wounds)
    wounded, unsaved = np.zeros(trials, bool), np.zeros(trials, bool)
    for face in faces:
        wound_roll, save_roll = rng.integers(1, 7, (2, trials), kind)
        six = face >= strike.six_on
        wound = (face >= strike.hit_on) & (left > 0) & (wound_roll >= need)
        through = wound & (six | (save_roll < strike.save_on))
        wounded |= wound
        unsaved |= through
        left = np.where(through, np.maximum(0, left - strike.damage - six), left)
    hits = (faces >= strike.hit_on).sum(axis=0)
    at = ((hits * (target.wounds + 1) + left) * 2 + wounded) * 2 + unsaved
    return np.bincount(at * 4, minlength=AttackSampler(attack).size)


def against_numpy() -> Iterator[Row]:
    trials = 500_000
    for what, attack, arrays in (("a shot", shot(), shots_in_numpy), ("a fight", fight(), fights_in_numpy)):
        dice, chances = AttackSampler(attack), attack.law().chances()
        for kind, name, goal in ((np.int64, "as numpy gives them", "4"), (np.uint8, "of one byte each", "-")):
            for at, n in enumerate(arrays(attack, trials, kind).tolist()):
                if n:
                    expected = float(chances[dice.end(at)])
                    assert abs(n / trials - expected) < 0.01, f"expected the same chances, got {n / trials}"
            ratio = times_faster(
                sampled(dice, trials),
                lambda attack=attack, arrays=arrays, kind=kind: arrays(attack, trials, kind),
            )
            yield f"{what}, die by die, against arrays of dice {name}", f"{ratio:.1f}", goal


# ------------------------------------------------------------------ composed


def composed() -> Iterator[Row]:
    for what, attack in (("a shot", shot()), ("a fight", fight())):
        drawn, dice = Composed(attack.law()), AttackSampler(attack)
        ratio = times_faster(sampled(drawn, 3_000_000), sampled(dice, 300_000), 10)
        yield f"{what} from its composed law, against die by die", f"{ratio:.1f}", "12"
    dice = DuelSampler(duel("charge"))
    contest = Solution(set_up(*pair(), BASIC))
    abreast = Drawn(contest, [("charge", "charge")])

    def many() -> object:
        return monte_carlo.run(abreast, trials=ABREAST, seed=1, batch=ABREAST)

    def chained() -> object:
        sides = [Activations(contest.moves[i], contest.plans[i], "charge") for i in (0, 1)]
        return list(Chain(contest, (sides[0], sides[1])).drawn(ABREAST, np.random.default_rng(1)))

    for how, work, goal in (("the chain of its activations", chained, "10"), ("its options", many, "-")):
        ratio = times_faster(work, sampled(dice, ABREAST // 5), 5)
        yield f"{ABREAST:,} duels drawn abreast, by {how}, against die by die", f"{ratio:.1f}", goal


def against_icepool() -> Iterator[Row]:
    names = "20 attacks of D3 damage exactly, against icepool, die "
    try:
        import icepool
    except ImportError:
        for how in ("built beforehand", "built each time"):
            yield names + how, "not measured: there is no icepool here", "1"
        return

    def theirs() -> "icepool.Die[int]":
        hit, wound, failed = (icepool.d6 >= 4), (icepool.d6 >= 4), (icepool.d6 < 5)
        return icepool.map(lambda a, b, c, d: d if a and b and c else 0, hit, wound, failed, icepool.d(3))

    def ours() -> Dist:
        harm = Fraction(1, 2) * Fraction(1, 2) * Fraction(2, 3)
        return Dist({0: 1 - harm, **dict.fromkeys((1, 2, 3), harm / 3)})

    die, dist = theirs(), ours()
    both = 20 @ die, dist.repeated(20)
    assert all(Fraction(both[0].quantity(k), both[0].denominator()) == both[1].exactly(k) for k in range(61))
    cases = (
        ("built beforehand", lambda: dist.repeated(20), lambda: 20 @ die),
        ("built each time", lambda: ours().repeated(20), lambda: 20 @ theirs()),
    )
    for how, quick, slow in cases:
        yield names + how, f"{times_faster(quick, slow):.1f}", "1"


# ------------------------------------------------------------------ threads, paired differences, growth


def threads() -> Iterator[Row]:
    dice, trials = DuelSampler(duel("charge")), 2_000_000
    ratio = times_faster(sampled(dice, trials, threads=2), sampled(dice, trials))
    yield "duels on two threads, against one", f"{ratio:.2f}", "1.9"


def battles() -> Iterator[Row]:
    """Four against four: compiled, told in plain Python, fought by the naive reading; and on two threads."""
    asking = asked("carrion-queens", "ironlords")
    sampler, trials = BattleSampler(asking.battle), 2_000

    def told() -> object:
        return [play_battle(asking.battle, Plain(1, trial)) for trial in range(20)]

    ratio = times_faster(sampled(sampler, trials), told, share=trials / 20)
    yield "a battle of 4 against 4, compiled, against the same in plain Python", f"{ratio:,.0f}", "-"
    weights = {"shoot": 1.0, "pin": 0.25, "charge": 1.5, "near": 0.05, "presses": 1.0}
    naive = NaiveBattle(asking.board, asking.gangs, (weights, weights))
    same = BattleSampler(weighed(asking.battle, (weights, weights)))
    ratio = times_faster(
        sampled(same, trials), lambda: [naive.play(seed) for seed in (1, 2)], share=trials / 2
    )
    yield "a battle of 4 against 4, compiled, against the naive reading", f"{ratio:,.0f}", "300"
    ratio = times_faster(
        lambda: monte_carlo.run(sampler, trials=8_000, seed=1, threads=2, batch=500),
        lambda: monte_carlo.run(sampler, trials=8_000, seed=1, batch=500),
    )
    yield "battles on two threads, against one", f"{ratio:.2f}", "1.9"


def paired() -> Iterator[Row]:
    """How many times fewer trials a difference takes if both duels of a trial have the same dice."""
    trials = 20_000
    a, b = pair()
    for policy in ("stand-and-shoot", "charge"):
        marks = []
        for foe in (b, fighter(CAT, "rork[+boltgun]")):
            dice = DuelSampler(match_of(Solution(set_up(a, foe, BASIC)), policy, "stand-and-shoot"))
            ends = np.zeros((trials, dice.size), np.int64)
            key = monte_carlo.key_of(1)
            for trial in range(trials):
                dice.fill(key, trial, 1, ends[trial])
            sides = ends.reshape(trials, 7, 7)
            marks.append(sides[:, 1:, 0].sum(axis=1) - sides[:, 0, 1:].sum(axis=1))
        ratio = sum(each.var() for each in marks) / (marks[1] - marks[0]).var()
        what = f"trials for what a boltgun does to Rork, who shoots, Kaiya: {policy}"
        yield f"{what}; dice of their own against the same dice", f"{ratio:.2f}", "2.5"


def growth() -> list[str]:
    """Shots and duels sampled, by how many: the same time for each."""
    lines = ["| trials | a shot | a duel |", "|---|---|---|"]
    samplers = AttackSampler(shot()), DuelSampler(duel("charge"))
    for trials in (10_000, 100_000, 1_000_000, 10_000_000):
        each = [min(seconds(sampled(sampler, trials)) for _ in range(3)) / trials for sampler in samplers]
        lines.append(f"| {trials:,} | {1e9 * each[0]:.1f} ns | {1e9 * each[1]:.1f} ns |")
    return lines


# ------------------------------------------------------------------ everyone against everyone

KITS = ("lasgun,+fighting-knife", "boltgun,+chainsword", "stub-gun,+laspistol,+power-sword")


def everyone() -> float:
    """Seconds for 100 fighters, each against each, both charging: 4,950 exact duels."""
    ranks = [name for name in CAT.fighters if name not in ("kaiya", "rork")][:33]
    men = [fighter(CAT, f"{rank}[+{kit}]") for rank in ranks for kit in KITS] + [fighter(CAT, "kaiya")]
    duels = list(combinations(men, 2))
    assert len(duels) == 4_950
    for cache_of in (enumerating.law_from, enumerating.law_after):
        cache_of.cache_clear()
    start = time.process_time()
    for a, b in duels:
        Solution(set_up(a, b, BASIC)).course("charge", "charge")
    return time.process_time() - start


def table() -> list[str]:
    """All ratios, as rows of a table."""
    lines = ["| ratio | times | goal |", "|---|---|---|"]
    for each in (against_c, against_numpy, composed, against_icepool, threads, battles, paired):
        lines += [f"| {what} | {ratio} | {goal} |" for what, ratio, goal in each()]
    return lines
