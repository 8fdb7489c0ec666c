"""How a figure is written: no more digits than it supports, never a false 0 or 100 percent.

A chance is a mapping as the JSON has it: ``{"p", "fraction"}`` or ``{"p", "error"}`` when exact,
``{"p", "low", "high", "level", "method", "trials"}`` when simulated.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import floor, log10
from typing import Any

from necrostats.engine.estimate import LEVEL, wilson

Chance = Mapping[str, Any]
LONGEST_FRACTION = 9
TRIALS_FOR_A_BOUND = 10  # with fewer, 3 in so many bounds nothing


def is_exact(chance: Chance) -> bool:
    """Whether the chance was computed rather than simulated.

    >>> is_exact({"p": 0.5, "fraction": "1/2"}), is_exact({"p": 0.5, "low": 0.4, "high": 0.6, "trials": 100})
    (True, False)
    """
    return "low" not in chance


def _places(chance: Chance) -> int:
    """Decimals of a percentage: one for an exact chance, else until the error shows."""
    p = float(chance["p"])
    if is_exact(chance):
        if 0 < p < 0.001:
            return min(4, -floor(log10(p * 100)) + 1)
        return 1
    half = (float(chance["high"]) - float(chance["low"])) / 2 * 100
    return min(6, max(0, -floor(log10(half / 2)))) if half > 0 else 1


def decimals(chances: Iterable[Chance]) -> int:
    """How many decimals chances have that stand together: those that the least certain of the chances supports.

    >>> decimals([{"p": 0.5}, {"p": 0.0004}]), decimals([{"p": 0.0004}, {"p": 1.0}]), decimals([])
    (1, 3, 1)
    """
    return min((_places(chance) for chance in chances if 0 < float(chance["p"]) < 1), default=1)


def percents(chances: Iterable[Chance]) -> list[str]:
    """The chances of one column in percent, all with the same number of decimals.

    >>> percents([{"p": 0.5}, {"p": 0.0004}, {"p": 1.0}])
    ['50.0%', '<0.1%', '100%']
    """
    chances = list(chances)
    same = decimals(chances)
    return [percent(chance, same) for chance in chances]


def percent(chance: Chance, places: int | None = None) -> str:
    """The chance in percent, with the digits that it supports, or with as many decimals as asked for.

    >>> percent({"p": 5 / 36, "fraction": "5/36"}), percent({"p": 0.99996, "error": 1e-12})
    ('13.9%', '>99.9%')
    >>> percent({"p": 0.0, "low": 0.0, "high": 0.003, "trials": 1000})
    'under 3/1,000'
    >>> percent({"p": 1.0, "low": 0.2, "high": 1.0, "trials": 1})
    '1 of 1'
    """
    p = float(chance["p"])
    if p in (0.0, 1.0):
        trials = int(chance.get("trials", 0)) if not is_exact(chance) else 0
        if not trials:
            return f"{p:.0%}"
        if trials < TRIALS_FOR_A_BOUND:
            return f"{p * trials:.0f} of {trials}"
        return f"under 3/{trials:,}" if p == 0 else f"over 1-3/{trials:,}"
    places = _places(chance) if places is None else places
    text = f"{100 * p:.{places}f}"
    if float(text) >= 100:
        return f">{100 - 10.0**-places:.{places}f}%"
    if float(text) <= 0:
        return f"<{10.0**-places:.{places}f}%"
    return f"{text}%"


def interval(chance: Chance, places: int | None = None) -> str:
    """The interval of a simulated chance in percent; decimals as for ``percent``.

    Empty for an exact chance, and for what never or always came: ``percent`` then gives the bound.

    >>> interval({"p": 0.411, "low": 0.409, "high": 0.413, "trials": 200000})
    '[40.9, 41.3]'
    """
    if is_exact(chance) or not 0 < float(chance["p"]) < 1:
        return ""
    places = _places(chance) if places is None else places
    return f"[{100 * float(chance['low']):.{places}f}, {100 * float(chance['high']):.{places}f}]"


def with_interval(chance: Chance) -> str:
    """Percent, followed by the interval where there is one.

    >>> with_interval({"p": 0.411, "low": 0.409, "high": 0.413, "trials": 200000})
    '41.1% [40.9, 41.3]'
    """
    return with_intervals([chance])[0]


def with_intervals(chances: Iterable[Chance]) -> list[str]:
    """The same of chances that stand in one sentence, all with the same number of decimals.

    >>> with_intervals(
    ...     [{"p": 0.33, "low": 0.3095, "high": 0.3509, "trials": 2000}, {"p": 0.0, "trials": 2000}]
    ... )
    ['33% [31, 35]', '0%']
    """
    chances = list(chances)
    same = decimals(chances)
    return [f"{percent(chance, same)} {interval(chance, same)}".rstrip() for chance in chances]


def fraction(chance: Chance, longest: int = LONGEST_FRACTION) -> str:
    """The exact fraction if it is short enough to read, else empty; sure things need none.

    >>> fraction({"p": 5 / 36, "fraction": "5/36"}), fraction({"p": 1.0, "fraction": "1"})
    ('5/36', '')
    """
    text = str(chance.get("fraction", ""))
    return text if "/" in text and len(text) <= longest else ""


def fractions(chances: Iterable[Chance], longest: int = LONGEST_FRACTION) -> list[str]:
    """The exact fractions of one column, if all that are neither 0 nor 1 have one short enough to read; else none.

    >>> fractions([{"p": 0.5, "fraction": "1/2"}, {"p": 1.0, "fraction": "1"}])
    ['1/2', '']
    >>> fractions([{"p": 0.5, "fraction": "1/2"}, {"p": 0.25, "error": 1e-13}])
    ['', '']
    """
    chances = list(chances)
    texts = [fraction(chance, longest) for chance in chances]
    if any(not text and not _is_whole(chance) for text, chance in zip(texts, chances, strict=True)):
        return [""] * len(texts)
    return texts


def _is_whole(figure: Chance) -> bool:
    """Whether a chance or a mean is a whole number, and so has no fraction to show."""
    return (
        float(figure.get("p", figure.get("mean", 0.0))) in (0.0, 1.0)
        or str(figure.get("fraction", "/")).isdigit()
    )


def mean(distribution: Mapping[str, Chance]) -> float:
    """Mean of a distribution whose keys are whole numbers as text; left-out keys have chance 0.

    >>> mean({"0": {"p": 0.5}, "2": {"p": 0.5}})
    1.0
    """
    if all("fraction" in chance for chance in distribution.values()):
        return float(sum(int(n) * Fraction(str(c["fraction"])) for n, c in distribution.items()))
    return sum(int(n) * float(c["p"]) for n, c in distribution.items())


def at_least(distribution: Mapping[str, Chance], least: int) -> Chance:
    """Chance of that number or more, as exact as its parts; a simulated one gets Wilson's interval again.

    >>> at_least({"0": {"p": 0.5, "fraction": "1/2"}, "1": {"p": 0.5, "fraction": "1/2"}}, 1)["fraction"]
    '1/2'
    """
    parts = [chance for n, chance in distribution.items() if int(n) >= least]
    if all("fraction" in chance for chance in distribution.values()):
        total = sum((Fraction(str(chance["fraction"])) for chance in parts), Fraction(0))
        return {"p": float(total), "fraction": str(total)}
    p = min(1.0, sum(float(chance["p"]) for chance in parts))
    if all(is_exact(chance) for chance in distribution.values()):
        return {"p": p, "error": sum(float(chance.get("error", 0.0)) for chance in parts)}
    simulated = next(chance for chance in distribution.values() if not is_exact(chance))
    trials = int(simulated["trials"])
    low, high = wilson(round(p * trials), trials, float(simulated.get("level", LEVEL)))
    return {**simulated, "p": p, "low": low, "high": high}


def decimal(value: float) -> str:
    """A mean: two decimals, and no false zero.

    >>> decimal(0.13888), decimal(0.0004), decimal(0)
    ('0.14', '<0.01', '0')
    """
    if value == 0:
        return "0"
    return "<0.01" if 0 < value < 0.005 else f"{value:.2f}"


def points(difference: float) -> str:
    """A difference of two chances, in percentage points with its sign.

    >>> points(-0.132), points(0.00001)
    ('-13.2', '0.0')
    """
    text = f"{100 * difference:+.1f}"
    return "0.0" if float(text) == 0 else text


def inches(value: float) -> str:
    """A distance as a player writes it.

    >>> inches(12.0), inches(2.5)
    ('12"', '2.5"')
    """
    return f'{value:g}"'
