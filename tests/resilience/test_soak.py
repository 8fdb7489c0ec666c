"""Many dice against the exact laws by chi-square: 10^6 and 10^7 of them in every run, 10^8 with ``make soak``."""

import re
import time
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chi2

from necrostats.analyses.duel_sampled import ABREAST, Drawn
from necrostats.engine.monte_carlo import run
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.play import match_of
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.grammar import fighter, weapon
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.options import resolve
from necrostats.systems.necromunda.questions import attack
from tests.resilience.programs import begin, done

DOUBT = 1e-6
SEEN_OFTEN = 25
pytestmark = pytest.mark.compiled

ATTACKS = {
    "a shot": ("basic", "rork", "kaiya", "stub-gun", Situation(cover="partial")),
    "a fight": ("basic", "kaiya", "rork", "power-sword", Situation(close=True, band=None, charging=True)),
    "an advanced shot": ("advanced", "goliath-ganger", "rork", "boltgun", Situation(cover="partial")),
    "a burst": ("advanced", "goliath-ganger", "kaiya", "heavy-stubber", Situation()),
    "an advanced fight": ("advanced", "kaiya", "rork", "power-sword", Situation(close=True, band=None)),
}


def chi_square(counts, chances, trials):
    """The chance of counts as far from their *chances* as these or farther; rare ends are taken together."""
    rest_count, rest_chance, score, cells = trials, 1.0, 0.0, 0
    for end, p in chances.items():
        if trials * p < SEEN_OFTEN:
            continue
        n = counts.get(end, 0)
        score += (n - trials * p) ** 2 / (trials * p)
        rest_count, rest_chance, cells = rest_count - n, rest_chance - p, cells + 1
    if trials * rest_chance >= SEEN_OFTEN:
        score += (rest_count - trials * rest_chance) ** 2 / (trials * rest_chance)
        cells += 1
    assert cells > 1, "there is nothing to compare"
    return float(chi2.sf(score, cells - 1))


def asked(name):
    rules, who, whom, with_, situation = ATTACKS[name]
    cat = load()
    profile = weapon(cat, with_)[1]
    return attack(fighter(cat, who), fighter(cat, whom), profile, situation, resolve(cat, rules))


def hold_attack(name, trials, seed, threads=1):
    """Sample an attack and hold its ends against the exact law."""
    from necrostats.systems.necromunda.kernels import sampler_of

    question = asked(name)
    sampler = sampler_of(question)
    advanced = question.options.rules == "advanced"
    made = run(sampler, trials=trials, seed=seed, threads=threads)
    counts, chances = {}, {}
    for end, p in question.law().chances().items():
        key = end.scene if advanced else end
        chances[key] = chances.get(key, Fraction(0)) + p
    for at in made.counts.nonzero()[0]:
        end = sampler.end(int(at))
        counts[end.scene if advanced else end] = int(made.counts[at])
    assert sum(counts.values()) == trials
    assert counts.keys() <= chances.keys(), "an end that cannot be"
    assert chi_square(counts, {end: float(p) for end, p in chances.items()}, trials) > DOUBT


def hold_duel(rules, trials, seed, threads=1):
    """Simulate a duel and hold who wins, and when each goes down and it is over, against the exact course."""
    from necrostats.systems.necromunda.kernels import DuelSampler

    cat, policies = load(), ("best", "charge")
    setup = set_up(fighter(cat, "kaiya"), fighter(cat, "rork"), resolve(cat, rules), distance=9, rounds=4,
                   knife=cat.weapons["fighting-knife"].profiles[0])  # fmt: skip
    solution = Solution(setup)
    course = solution.course(*policies)
    if rules == "basic":
        sides = setup.rounds + 1
        made = run(DuelSampler(match_of(solution, *policies)), trials=trials, seed=seed, threads=threads)
        out = made.counts.reshape(sides, sides)
        wins = [int(out[0, 1:].sum()), int(out[1:, 0].sum())]
        over = [int(out[1 : n + 1].sum() + out[0, 1 : n + 1].sum()) for n in range(1, sides)]
        standing = [(trials - np.cumsum(out.sum(axis=axis)[1:])).tolist() for axis in (1, 0)]
    else:
        made = run(Drawn(solution, [policies]), trials=trials, seed=seed, threads=threads, batch=ABREAST)
        wins = made.counts[:2].tolist()
        *standing, over = made.counts[2:].reshape(3, setup.rounds).tolist()
    win = {"a": course.a_wins, "b": course.b_wins, "draw": course.draw}
    assert chi_square({"a": wins[0], "b": wins[1], "draw": trials - sum(wins)}, win, trials) > DOUBT
    ends, end_chances = np.diff([0, *over, trials]), np.diff([0.0, *course.over, 1.0])
    assert chi_square(dict(enumerate(ends.tolist())), dict(enumerate(end_chances.tolist())), trials) > DOUBT
    for hits, exact in zip(standing, (course.a_standing, course.b_standing), strict=True):
        for n, p in zip(hits, exact, strict=True):
            assert chi_square({True: n, False: trials - n}, {True: p, False: 1 - p}, trials) > DOUBT


@pytest.mark.parametrize("name", ATTACKS)
def test_attack__a_million_or_ten(name):
    hold_attack(name, 10_000_000 if ATTACKS[name][0] == "basic" else 1_000_000, seed=1)


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_duel__a_million(rules):
    hold_duel(rules, 1_000_000, seed=1)


def test_chi_square__notices_a_wrong_law():
    """One part in a thousand more of one end is seen in ten million trials."""
    chances = {"a": 0.5, "b": 0.3, "c": 0.2}
    fair = {"a": 5_000_000, "b": 3_000_000, "c": 2_000_000}
    assert chi_square(fair, chances, 10_000_000) == 1.0
    assert chi_square({**fair, "a": 5_005_000, "b": 2_995_000}, chances, 10_000_000) > DOUBT
    assert chi_square({**fair, "a": 5_010_000, "b": 2_990_000}, chances, 10_000_000) < DOUBT


@pytest.mark.soak
@pytest.mark.parametrize("name", ATTACKS)
def test_attack__a_hundred_million(name):
    hold_attack(name, 100_000_000, seed=20_261, threads=2)


@pytest.mark.soak
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_duel__a_hundred_million(rules):
    hold_duel(rules, 100_000_000, seed=20_262, threads=2)


class Nothing:
    """A sampler that does no more than count."""

    size = 64

    def fill(self, key, first, trials, counts):
        counts[first % 64] += trials


@pytest.mark.parametrize("threads", [1, 2])
def test_run__needs_no_more_memory_for_more_trials(threads):
    def most(batches):
        tracemalloc.start()
        try:
            run(Nothing(), trials=batches * 50_000, seed=1, threads=threads)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    most(10)
    assert most(2_000) < most(10) + 50_000


@pytest.mark.soak
def test_attack__a_billion_within_300_megabytes():
    """The peak is told by the process itself, in its last words."""
    peak = "import atexit, pathlib; atexit.register(lambda: print(pathlib.Path('/proc/self/status').read_text()))\n"
    started = time.monotonic()
    process = begin("attack", "rork", "kaiya", "--weapon", "stub-gun", "--rules", "basic", "--trials", "1e9",
                    "--seed", "7", "--threads", "2", "--json", before=peak)  # fmt: skip
    code, out, err = done(process, timeout=1_200)
    assert (code, '"trials": 1000000000' in out) == (0, True), err
    (kilobytes,) = re.findall(r"VmHWM:\s*(\d+) kB", out)
    print(f"a billion shots in {time.monotonic() - started:.0f} s, {int(kilobytes) / 1024:.0f} MB at most")
    assert int(kilobytes) < 300 * 1024
