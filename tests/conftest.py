"""What every test may use: how often to sample, and when a count is too far from a chance."""

import gc
import math
import os

import pytest
from hypothesis import settings

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Nothing is compiled in this run (``make test-interpreted``)."""

SAMPLES = 2_000 if INTERPRETED else 100_000
"""How often a test samples one thing."""

# Derandomized: a failure means a wrong rule or a changed stream, never bad luck. No deadline: the first call
# of a kernel compiles it.
settings.register_profile("compiled", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("interpreted", deadline=None, derandomize=True, max_examples=40)
settings.load_profile("interpreted" if INTERPRETED else "compiled")


def binomial_tail(hits, samples, p):
    """The smaller of P(X <= hits) and P(X >= hits) for X binomial(samples, p)."""
    from scipy.special import bdtr, bdtrc

    p = min(max(float(p), 0.0), 1.0)
    if p in (0.0, 1.0):
        return float(hits == samples * p)
    below = float(bdtr(hits, samples, p))
    above = 1.0 if hits == 0 else float(bdtrc(hits - 1, samples, p))
    return min(below, above)


def assert_chance(hits, samples, p, doubt=1e-9):
    """Fail if a true chance *p* gives a count as far out as *hits* less often than *doubt*.

    The binomial tail itself, not "within five sigmas": two hits where 0.05 were expected are nine sigmas out
    and yet happen in one run of 800.
    """
    hits, samples = int(hits), int(samples)
    assert 0 <= hits <= samples, f"{hits} of {samples}"
    tail = binomial_tail(hits, samples, p)
    expected = f"{float(p) * samples:.6g}"
    assert tail >= doubt, f"{hits} of {samples} where {expected} are expected has chance {tail:.1e} at most"


def assert_chances(counts, chances, doubt=1e-9):
    """Hold all *counts* (outcome -> count) against *chances* (outcome -> chance); no other outcome may occur."""
    samples = sum(counts.values())
    assert math.isclose(float(sum(chances.values())), 1.0, abs_tol=1e-9)
    for outcome in counts.keys() | chances.keys():
        assert_chance(counts.get(outcome, 0), samples, chances.get(outcome, 0), doubt)


def pytest_collection_finish():
    """Look for garbage seldom, and not among the tests: laws are many small tuples, which no cycle keeps."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_collection_modifyitems(items):
    """Skip what says something about compiled code only, where nothing is compiled."""
    if not INTERPRETED:
        return
    skip = pytest.mark.skip(reason="nothing is compiled")
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(skip)
