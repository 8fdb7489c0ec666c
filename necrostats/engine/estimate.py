"""What a simulation says, with how sure it is: chances, means, and the differences between two of them.

Formulas, references and how each is checked stand in ``docs/methods.md``. Nothing here uses Wald's interval:
it has width 0 where nothing was seen, and rare outcomes are what players ask about.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf, isfinite, log, log10, nan, sqrt
from statistics import NormalDist
from typing import Any

from necrostats.errors import UsageError

LEVEL = 0.95
NOT_DISTINGUISHABLE = "not distinguishable at this precision"

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval, and how both were obtained.

    Attributes:
        value: The point estimate; nan if nothing was tried.
        low, high: The ends of the interval; both equal to ``value`` where it is exact.
        method: ``"exact"``, ``"wilson"``, ``"clopper-pearson"``, ``"newcombe"``, ``"tango"`` or ``"t"``.
        trials: Trials behind it; 0 where it is exact.
        level: Coverage that the interval aims at.
        hits: The count behind a chance, None for anything else.
    """

    value: float
    low: float
    high: float
    method: str
    trials: int = 0
    level: float = LEVEL
    hits: int | None = None

    @property
    def half_width(self) -> float:
        """Half the length of the interval, 0 where the value is exact."""
        return (self.high - self.low) / 2

    @property
    def places(self) -> int:
        """Digits behind the point that the interval supports: two of its width."""
        return places(self.low, self.high)

    def __str__(self) -> str:
        """The value with its interval, with no more digits than that supports.

        >>> print(proportion(30, 100), "|", proportion(0, 200_000), "|", proportion(50, 50))
        0.30 [0.22, 0.40] | under 3/200000 | over 1 - 3/50
        """
        if self.method == "exact":
            return f"{self.value:.6g}"
        if not self.trials:
            return "unknown (no trials)"
        if self.hits == 0:
            return f"under {rare(self.trials, self.level)}"
        if self.hits == self.trials:
            return f"over 1 - {rare(self.trials, self.level)}"
        n = self.places
        return f"{self.value:.{n}f} [{self.low:.{n}f}, {self.high:.{n}f}]"

    def to_dict(self) -> dict[str, Any]:
        """The JSON of a simulated chance; None for what is unknown or has no bound.

        >>> proportion(1, 4).to_dict()["p"]
        0.25
        """
        known = [x if isfinite(x) else None for x in (self.value, self.low, self.high)]
        named = dict(zip(("p", "low", "high"), known, strict=True))
        return {**named, "level": self.level, "method": self.method, "trials": self.trials}


def exact(value: float | Fraction) -> Estimate:
    """A value that is known, as an estimate, so that both can stand in one table."""
    x = float(value)
    return Estimate(x, x, x, "exact")


# ---------------------------------------------------------------------------------------- how it is printed


def places(low: float, high: float) -> int:
    """Digits behind the point that the interval from *low* to *high* supports: two digits of its width.

    >>> places(0.2189, 0.3958), places(0.13841, 0.13977), places(3, 25)
    (2, 4, 0)
    """
    width = high - low
    if not isfinite(width) or width <= 0:
        return 0 if width else 6
    return max(0, 1 - floor(log10(width)))


def rare(trials: int, level: float = LEVEL) -> str:
    """The rule of three: what a chance is under, at *level*, if *trials* trials never showed it.

    >>> rare(1000), rare(1000, level=0.99), rare(2)
    ('3/1000', '4.7/1000', '0.78')
    """
    _check(0, trials, level)
    if trials < 1:
        raise UsageError(f"expected at least 1 trial, got {trials!r}")
    numerator = ceil(-10 * log(1 - level)) / 10  # P(0 of n) = (1 - p)^n <= e^-np
    if numerator < trials:
        return f"{numerator:g}/{trials}"
    return f"{ceil(100 * (1 - (1 - level) ** (1 / trials))) / 100:g}"


# ------------------------------------------------------------------------------------------------ one chance


def wilson(hits: int, trials: int, level: float = LEVEL) -> Interval:
    """Wilson's score interval for a chance, (0, 1) without a trial.

    >>> "{:.4f} {:.4f}".format(*wilson(81, 263))
    '0.2553 0.3662'
    """
    z = _check(hits, trials, level)
    if trials == 0:
        return 0.0, 1.0
    p, zz = hits / trials, z * z
    centre = (p + zz / (2 * trials)) / (1 + zz / trials)
    half = z * sqrt(p * (1 - p) / trials + zz / (4 * trials * trials)) / (1 + zz / trials)
    # At the edges the ends are 0 and 1 exactly, and the rounding of floats must not say otherwise.
    low = 0.0 if hits == 0 else max(0.0, min(centre - half, p))
    high = 1.0 if hits == trials else min(1.0, max(centre + half, p))
    return low, high


def clopper_pearson(hits: int, trials: int, level: float = LEVEL) -> Interval:
    """Clopper and Pearson's interval: covers at least as often as *level* says, always; wider than Wilson's.

    >>> "{:.4f} {:.4f}".format(*clopper_pearson(0, 10))
    '0.0000 0.3085'
    """
    from scipy.special import betaincinv

    _check(hits, trials, level)
    tail = (1 - level) / 2
    low = 0.0 if hits == 0 else float(betaincinv(hits, trials - hits + 1, tail))
    high = 1.0 if hits == trials else float(betaincinv(hits + 1, trials - hits, 1 - tail))
    return low, high


def proportion(hits: int, trials: int, level: float = LEVEL) -> Estimate:
    """A chance from counts, with Wilson's interval.

    Args:
        hits: How often it happened, 0 to *trials*.
        trials: How often it was tried; 0 gives an unknown value between 0 and 1.
        level: Coverage, between 0 and 1.

    Raises:
        UsageError: Counts that cannot be, or a level outside 0 to 1.

    >>> print(proportion(139_100, 1_000_000))
    0.1391 [0.1384, 0.1398]
    """
    low, high = wilson(hits, trials, level)
    return Estimate(hits / trials if trials else nan, low, high, "wilson", trials, level, hits)


def z_score(hits: int, trials: int, p: float | Fraction) -> float:
    """How many standard deviations a count lies above what the exact chance *p* expects.

    A chance of 0 or 1 has no deviation: 0 if the count agrees, else infinite.

    >>> z_score(540, 1000, 0.5).__round__(2), z_score(0, 10, 0), z_score(1, 10, 0)
    (2.53, 0.0, inf)
    """
    _check(hits, trials, LEVEL)
    if not -1e-9 <= p <= 1 + 1e-9:
        raise UsageError(f"expected a chance between 0 and 1, got {p!r}")
    p = min(max(float(p), 0.0), 1.0)
    off = hits - trials * p
    deviation = sqrt(trials * p * (1 - p))
    if deviation:
        return off / deviation
    return 0.0 if off == 0 else inf if off > 0 else -inf


# --------------------------------------------------------------------------------------- when to stop trying


def precise_enough(estimates: Iterable[Estimate], half_width: float) -> bool:
    """Whether every interval reaches at most *half_width* to each side, and none is still without a trial.

    >>> precise_enough([proportion(50, 100)], 0.1), precise_enough([proportion(50, 100)], 0.01)
    (True, False)
    """
    _check_half_width(half_width)
    return all(e.half_width <= half_width and (e.trials or e.method == "exact") for e in estimates)


def trials_for(half_width: float, p: float = 0.5, level: float = LEVEL) -> int:
    """About how many trials bring a chance near *p* to a precision of *half_width*; 1/2 needs the most.

    >>> trials_for(0.01), trials_for(0.01, p=0.05)
    (9604, 1825)
    """
    _check_half_width(half_width)
    z = _check(0, 0, level)
    return max(1, ceil(round(p * (1 - p) * (z / half_width) ** 2, 6)))


# ------------------------------------------------------------------------------------------------ one number


def mean(
    trials: int, total: int, squares: int, level: float = LEVEL, bounds: Interval = (-inf, inf)
) -> Estimate:
    """The mean of whole numbers, with Student's interval.

    Args:
        trials: How many numbers.
        total: Their sum.
        squares: The sum of their squares; whole numbers keep both free of rounding.
        level: Coverage.
        bounds: The least and the greatest number that could come. If all numbers came out equal, the interval
            still allows for one that was not seen, by as much as these let it; without bounds it is infinite.

    >>> print(mean(trials=100, total=350, squares=1517))
    3.50 [3.16, 3.84]
    """
    _check(0, trials, level)
    if trials == 0:
        return Estimate(nan, *bounds, "t", 0, level)
    value = total / trials
    spread = trials * squares - total * total
    if spread < 0:
        raise UsageError(f"expected squares of at least total²/trials, got {squares!r} for total {total!r}")
    if trials == 1:
        return Estimate(value, *bounds, "t", 1, level)
    if spread == 0:
        unseen = 1 - ((1 - level) / 2) ** (1 / trials)
        low, high = ((bound - value) * unseen + value if bound != value else value for bound in bounds)
        return Estimate(value, low, high, "t", trials, level)
    from scipy.special import stdtrit

    half = float(stdtrit(trials - 1, (1 + level) / 2)) * sqrt(spread / (trials - 1)) / trials
    return Estimate(value, max(value - half, bounds[0]), min(value + half, bounds[1]), "t", trials, level)


# ------------------------------------------------------------------------------------------------ difference


def difference(hits_a: int, trials_a: int, hits_b: int, trials_b: int, level: float = LEVEL) -> Estimate:
    """The chance of A minus that of B from two independent runs, with Newcombe's hybrid score interval.

    >>> print(difference(56, 70, 48, 80))
    0.20 [0.05, 0.33]
    """
    trials = min(trials_a, trials_b)
    (low_a, high_a), (low_b, high_b) = wilson(hits_a, trials_a, level), wilson(hits_b, trials_b, level)
    if trials == 0:
        return Estimate(nan, -1.0, 1.0, "newcombe", 0, level)
    a, b = hits_a / trials_a, hits_b / trials_b
    low = a - b - sqrt((a - low_a) ** 2 + (high_b - b) ** 2)
    high = a - b + sqrt((high_a - a) ** 2 + (b - low_b) ** 2)
    return Estimate(a - b, max(-1.0, low), min(1.0, high), "newcombe", trials, level)


def paired_difference(both: int, only_a: int, only_b: int, neither: int, level: float = LEVEL) -> Estimate:
    """The chance of A minus that of B where both rolled the same dice, with Tango's score interval.

    It leaves out 0 exactly where McNemar's test tells A from B, and keeps its coverage where A and B hardly
    ever differ, as they do on the same dice.

    Args:
        both, only_a, only_b, neither: In how many trials which of the two had the outcome.
        level: Coverage.

    >>> print(paired_difference(both=59, only_a=6, only_b=16, neither=80))
    -0.06 [-0.12, -0.01]
    """
    trials = both + only_a + only_b + neither
    for count in (both, only_a, only_b, neither):
        z = _check(count, trials, level)
    if trials == 0:
        return Estimate(nan, -1.0, 1.0, "tango", 0, level)
    value = (only_a - only_b) / trials

    def score(delta: float) -> float:
        return _tango(delta, only_a, only_b, trials)

    low = -1.0 if value == -1 else _falls_to(z, score, -1.0, value)
    high = 1.0 if value == 1 else _falls_to(-z, score, value, 1.0)
    return Estimate(value, low, high, "tango", trials, level)


def verdict(difference: Estimate) -> str:
    """What an estimated difference says about A against B.

    >>> verdict(paired_difference(59, 6, 16, 80)), verdict(difference(5, 10, 4, 10))
    ('lower', 'not distinguishable at this precision')
    """
    if difference.low > 0:
        return "higher"
    if difference.high < 0:
        return "lower"
    return "equal" if difference.method == "exact" else NOT_DISTINGUISHABLE


def _tango(delta: float, b: int, c: int, n: int) -> float:
    """Tango's score: how far *b* - *c* of *n* pairs lies above a true difference *delta*, in deviations."""
    linear = (2 * n - b + c) * delta - b - c
    root = sqrt(max(0.0, linear * linear + 8 * n * c * delta * (1 - delta)))
    p_only_b = (root - linear) / (4 * n)  # most likely P(only B) under that difference
    variance = n * (2 * p_only_b + delta * (1 - delta))
    off = b - c - n * delta
    if variance > 0:
        return off / sqrt(variance)
    return 0.0 if off == 0 else inf if off > 0 else -inf


def _falls_to(target: float, score: Callable[[float], float], low: float, high: float) -> float:
    """Where the falling function *score* passes *target*, between *low* and *high*, by halving."""
    while low < (middle := (low + high) / 2) < high:
        if score(middle) > target:
            low = middle
        else:
            high = middle
    return middle


def _check(hits: int, trials: int, level: float) -> float:
    """The normal quantile of a two-sided *level*, once the counts and the level make sense."""
    if trials < 0:
        raise UsageError(f"expected 0 trials or more, got {trials!r}")
    if not 0 <= hits <= trials:
        raise UsageError(f"expected a count between 0 and {trials}, got {hits!r}")
    if not 0 < level < 1:
        raise UsageError(f"expected a level between 0 and 1, got {level!r}", "0.95 is usual")
    return NormalDist().inv_cdf((1 + level) / 2)


def _check_half_width(half_width: float) -> None:
    """Refuse a precision that no run can reach."""
    if not half_width > 0:
        raise UsageError(f"expected a precision above 0, got {half_width!r}", "0.001 asks for +/- 0.1 %")
