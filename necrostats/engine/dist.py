"""Exact chances of a whole number: a value with arithmetic, whose chances are Fractions that sum to 1."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from types import MappingProxyType

from necrostats.errors import UsageError


@dataclass(frozen=True, slots=True)
class Dist:
    """A chance for each outcome; zero entries dropped, outcomes in order, never changed.

    >>> d6 = Dist.uniform(range(1, 7))
    >>> (d6 + d6).exactly(7), d6.at_least(5), d6.repeated(10).mean
    (Fraction(1, 6), Fraction(1, 3), Fraction(35, 1))
    """

    chances: Mapping[int, Fraction]

    def __post_init__(self) -> None:
        kept = {k: p if type(p) is Fraction else Fraction(p) for k, p in sorted(self.chances.items()) if p}
        object.__setattr__(self, "chances", MappingProxyType(kept))
        weights, total = self._weights()
        if any(w < 0 for w in weights.values()) or sum(weights.values()) != total:
            raise UsageError(f"expected chances from 0 to 1 with the sum 1, got {dict(self.chances)!r}")

    @classmethod
    def sure(cls, outcome: int) -> "Dist":
        """One outcome, always."""
        return cls({outcome: Fraction(1)})

    @classmethod
    def weighted(cls, weights: Mapping[int, int]) -> "Dist":
        """Chances in proportion to whole *weights*: ``Dist.weighted({0: 5, 1: 1})``."""
        total = sum(weights.values())
        if total <= 0:
            raise UsageError(f"expected weights above 0, got the sum {total!r}")
        return cls({k: Fraction(w, total) for k, w in weights.items()})

    @classmethod
    def uniform(cls, outcomes: Iterable[int]) -> "Dist":
        """Each of *outcomes* alike; one that is listed twice counts twice."""
        faces = list(outcomes)
        return cls.weighted({k: faces.count(k) for k in faces})

    def __iter__(self) -> Iterator[int]:
        return iter(self.chances)

    def __hash__(self) -> int:
        return hash(tuple(self.chances.items()))

    def __reduce__(self) -> tuple[type["Dist"], tuple[dict[int, Fraction]]]:
        return Dist, (dict(self.chances),)

    def __add__(self, other: "Dist | int") -> "Dist":
        """The sum of both, rolled independently; a whole number is added to each outcome (D3+1)."""
        if isinstance(other, int):
            return Dist({k + other: p for k, p in self.chances.items()})
        sums: dict[int, int] = {}
        for k, v in self._weights()[0].items():
            for j, w in other._weights()[0].items():
                sums[k + j] = sums.get(k + j, 0) + v * w
        return Dist.weighted(sums)

    __radd__ = __add__

    def repeated(self, times: int) -> "Dist":
        """The sum of *times* independent rolls; 0 rolls are surely 0.

        The weights are packed as digits into one whole number, whose power holds the weights of the sum.
        """
        if times < 0:
            raise UsageError(f"expected 0 rolls or more, got {times!r}")
        if times == 0:
            return Dist.sure(0)
        weights, total = self._weights()
        low, high = min(weights), max(weights)
        stride = gcd(*(k - low for k in weights)) or 1
        if (high - low) // stride > 16 * len(weights):  # few outcomes, far apart: packing would waste
            halves = self.repeated(times // 2)
            return halves + halves + self if times % 2 else halves + halves
        size = (total**times).bit_length() // 8 + 1  # bytes for one weight of the sum
        packed = sum(w << 8 * size * ((k - low) // stride) for k, w in weights.items()) ** times
        digits = packed.to_bytes(packed.bit_length() // 8 + 1, "little")
        found = (int.from_bytes(digits[i : i + size], "little") for i in range(0, len(digits), size))
        return Dist.weighted({times * low + stride * i: w for i, w in enumerate(found)})

    def then(self, step: Callable[[int], "Dist"]) -> "Dist":
        """Feed each outcome to *step* and mix what it gives by chance.

        >>> hits = Dist.weighted({0: 1, 1: 2, 2: 1})
        >>> hits.then(Dist.weighted({0: 2, 1: 1}).repeated).exactly(2)
        Fraction(1, 36)
        """
        mixed: dict[int, Fraction] = {}
        for k, p in self.chances.items():
            for outcome, q in step(k).chances.items():
                mixed[outcome] = mixed.get(outcome, Fraction(0)) + p * q
        return Dist(mixed)

    def map(self, function: Callable[[int], int]) -> "Dist":
        """The chances of what *function* makes of each outcome: ``wounds.map(lambda w: min(w, 3))``."""
        return self.then(lambda k: Dist.sure(function(k)))

    def given(self, condition: Callable[[int], bool]) -> "Dist":
        """The chances among those outcomes that meet *condition*; at least one must be possible."""
        kept = {k: p for k, p in self.chances.items() if condition(k)}
        if not kept:
            raise UsageError("expected a condition that some outcome meets, got one that none does")
        return Dist({k: p / sum(kept.values()) for k, p in kept.items()})

    def exactly(self, outcome: int) -> Fraction:
        """The chance of just this outcome; 0 for one that cannot be."""
        return self.chances.get(outcome, Fraction(0))

    def at_least(self, outcome: int) -> Fraction:
        """The chance of this outcome or more."""
        return sum((p for k, p in self.chances.items() if k >= outcome), Fraction(0))

    def at_most(self, outcome: int) -> Fraction:
        """The chance of this outcome or less."""
        return sum((p for k, p in self.chances.items() if k <= outcome), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """The expected outcome."""
        return sum((k * p for k, p in self.chances.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The expected square of the distance from the mean."""
        return sum((k * k * p for k, p in self.chances.items()), Fraction(0)) - self.mean**2

    @property
    def median(self) -> int:
        """The least outcome that is not exceeded at least half the time."""
        return self.quantile(Fraction(1, 2))

    @property
    def mode(self) -> int:
        """The likeliest outcome; the least of several."""
        return max(self.chances, key=lambda k: (self.chances[k], -k))

    def quantile(self, chance: Fraction | float) -> int:
        """The least outcome with P(that or less) of at least *chance*; 0.9 is read as 9/10."""
        return next(k for k in self.chances if self.at_most(k) >= _share(chance))

    def need(self, chance: Fraction | float) -> int:
        """What can be counted on: the greatest outcome with P(that or more) of at least *chance*.

        >>> Dist.uniform(range(1, 7)).repeated(2).need(0.9)
        4
        """
        return next(k for k in reversed(list(self.chances)) if self.at_least(k) >= _share(chance))

    def _weights(self) -> tuple[dict[int, int], int]:
        """The chances as whole numbers over their common denominator, and that."""
        total = lcm(*(p.denominator for p in self.chances.values()))
        return {k: p.numerator * (total // p.denominator) for k, p in self.chances.items()}, total


def _share(chance: Fraction | float) -> Fraction:
    """A chance as people write it: the float 0.9 is 9/10, not the nearest binary number."""
    share = chance if isinstance(chance, Fraction) else Fraction(str(chance))
    if not 0 <= share <= 1:
        raise UsageError(f"expected a chance between 0 and 1, got {chance!r}")
    return share
