"""What all chains have in common: what is asked of them, their rows, and how long something takes, as an answer.

A chain is a module ``chain_NAME.py`` beside this one that describes a ``Chain`` and asks for its ``figures``.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Generic, TypeVar

from necrostats.analyses.answers import ROUNDING, SCHEMA_VERSION, Chance, exact, idle, stamp, whole
from necrostats.engine.enumerating import Law
from necrostats.engine.waiting import Followed, Waiting, spread
from necrostats.errors import UsageError
from necrostats.systems.necromunda.options import Options

S = TypeVar("S", bound=Hashable)

NEED = "0.9"
LONGEST_NEED = 30  # letters
FINEST = 10**20  # parts of a chance
MOST_ROWS = 200
FEWEST_ROWS, ROWS = 6, 20  # where nobody says how many
STRIDES = (1, 2, 5, 10)
EXACT_BITS = 1_000  # of a denominator; beyond that no fraction is written
DEFINITIONS = {
    "ever": "chance that it happens at all, however long it takes",
    "median": "the least number by which it has happened at least half the time; null if there is none",
    "mean": "mean number, of the times when it happens; null if it never does",
    "mode": "the likeliest number, the first of several; null if it never happens",
    "need": "by: the least number by which it has happened with that chance; at_least: the greatest number that it "
    "takes, or more, with that chance; null if there is none",
}


@dataclass(frozen=True)
class Chain(Generic[S]):
    """A chain to be asked.

    Attributes:
        unit: What a step is, one word: "shot".
        law_of: The law of the state after one more step.
        columns: What each row gives the chance of, after so many steps.
        events: What is waited for; the first one is what the chain is about.
    """

    unit: str
    start: S
    law_of: Callable[[S], Law]
    columns: Mapping[str, Callable[[S], bool]]
    events: Mapping[str, Callable[[S], bool]]


@dataclass(frozen=True)
class ChainResult:
    """The answer of a chain.

    Attributes:
        waiting: Event -> how long it takes, for chances that the answer does not list.
    """

    answer: dict[str, Any]
    waiting: Mapping[str, Waiting[Any] | Followed] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


def needed(need: object) -> Fraction:
    """The chance to be reached, exactly as it is written.

    Raises:
        UsageError: It is no chance, or 0.

    >>> needed(0.9), needed("90%"), needed("2/3")
    (Fraction(9, 10), Fraction(9, 10), Fraction(2, 3))
    """
    text = str(need).strip()
    try:
        if isinstance(need, bool) or len(text) > LONGEST_NEED:
            raise ValueError
        share = Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share <= 1 or share.denominator > FINEST:
        raise UsageError(
            f"need: expected a chance above 0 and at most 1, got {text[:40]!r}", "for example 0.9 or 90%"
        )
    return share


def check_rules(options: Options, asked: str | None, what: str) -> None:
    """Refuse the basic rules.

    Args:
        asked: The rules that the user named, if any.
        what: What they have not got.

    Raises:
        UsageError: They are in force.
    """
    if options.rules == "advanced":
        return
    if asked is not None:
        raise UsageError(f"{what} of the advanced rules, got the basic ones", "take rules advanced")
    raise UsageError(
        f"{what} of the advanced rules; the house rules {options.house!r} are basic",
        "--rules advanced for this command",
    )


def figures(
    chain: Chain[S], need: Fraction, rows: int | None
) -> tuple[dict[str, Any], dict[str, Waiting[S]]]:
    """``unit``, ``rows`` and ``until`` of a chain, and its waiting times.

    Args:
        need: The chance to be reached.
        rows: How many rows, one for each step; None for some as far as the first event reaches the need.
    """
    law_of = cache(chain.law_of)
    waiting = {name: Waiting(chain.start, law_of, event) for name, event in chain.events.items()}
    first = next(iter(waiting.values()))
    steps = _steps(first, need) if rows is None else range(1, whole("rows", rows, 1, MOST_ROWS) + 1)
    made = [
        {chain.unit: n, **{name: chance(law.p(event)) for name, event in chain.columns.items()}}
        for n, law in spread(chain.start, law_of, steps).items()
    ]
    until = {name: how_long(each, chain.unit, need) for name, each in waiting.items()}
    return {"unit": chain.unit, "rows": made, "until": until}, waiting


def how_long(waiting: Waiting[Any] | Followed, unit: str, need: Fraction) -> dict[str, Any]:
    """An entry of ``until``."""
    return {
        "unit": unit,
        "ever": chance(waiting.ever),
        "median": waiting.median,
        "mean": None if waiting.mean is None else number(waiting.mean),
        "mode": waiting.mode,
        "need": {
            **exact(need),
            "by": waiting.need(need),
            "at_least": waiting.count_on(need),
        },
    }


def _steps(waiting: Waiting[Any], need: Fraction) -> list[int]:
    """The steps of the rows: as far as the need, or nine tenths of all that ever happens, at even distances."""
    reach = waiting.need(need) or waiting.need(waiting.ever * Fraction(9, 10)) or 0
    reach = min(max(reach, FEWEST_ROWS), MOST_ROWS)
    stride = next(n for n in STRIDES if reach <= n * ROWS)
    last = -(-reach // stride) * stride
    return sorted({1, *range(stride, last + 1, stride)})


def chance(p: Fraction) -> Chance:
    """An exact chance; without a fraction where that would be very long.

    >>> chance(Fraction(1, 3))["fraction"], "fraction" in chance(Fraction(1, 7**1000))
    ('1/3', False)
    """
    if p.denominator.bit_length() > EXACT_BITS:
        return {"p": float(p), "method": "exact", "error": ROUNDING}
    return exact(p)


def number(mean: Fraction) -> dict[str, Any]:
    """A mean number, with its fraction or else the error of its rounding.

    >>> number(Fraction(5, 2))
    {'mean': 2.5, 'fraction': '5/2'}
    """
    found = chance(mean)
    rest = (
        {"fraction": found["fraction"]}
        if "fraction" in found
        else {"error": max(1.0, float(mean)) * ROUNDING}
    )
    return {"mean": found["p"], **rest}


def distribution(weights: Mapping[int, Fraction]) -> dict[str, Chance]:
    """The chances of whole numbers; what cannot be is left out."""
    return {str(n): chance(p) for n, p in sorted(weights.items()) if p}


def head(name: str, options: Options) -> dict[str, Any]:
    """What every answer of a chain begins with."""
    return {
        "schema_version": SCHEMA_VERSION,
        "question": "chain",
        "chain": name,
        "system": "necromunda",
        "rules": options.rules,
    }


def tail(
    options: Options,
    definitions: Mapping[str, str],
    *,
    notes: Iterable[str] = (),
    reconstructed: Iterable[str] = (),
    not_modelled: Iterable[str] = (),
) -> dict[str, Any]:
    """What every answer of a chain ends with."""
    return {
        "definitions": {**definitions, **DEFINITIONS} | dict(definitions),
        "notes": [*notes, *idle(options)],
        "reconstructed": list(reconstructed),
        "options": options.changed(),
        "not_modelled": list(not_modelled),
        "stamp": stamp(options),
    }
