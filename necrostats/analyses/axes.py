"""What a question is swept over: an axis such as ``distance=1..24``, ``cover=none,full`` or ``target.t=2..6``."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any

from necrostats.analyses.attack_request import CHOICES, COUNTS, FLAGS
from necrostats.analyses.attack_rows import MOST_ROWS
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.entries import FIGURES, NUMBERS, STATS, TARGETS
from necrostats.systems.necromunda.typed import split

Reader = Callable[[str, str], Iterable[Any]]
"""Reads the values of an axis, by its name, from one text: a value, or a span such as 1..24..2."""

TEXTS = ("with_weapon", "also", "using")
ALIASES = {"with": "with_weapon", "armor": "armour"}
FARTHEST = 999
MOST_NAMED = 8  # axes that a hint names
YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
OF_WEAPON = (*FIGURES, *NUMBERS)
EXAMPLE = "such as --over distance=1..24 or --over cover=none,partial,full"


@dataclass(frozen=True)
class Axis:
    """One thing that is varied.

    Attributes:
        name: A keyword of the question, or one of its fighters or weapons with a figure: "target.t", "weapon.ap"; or
            "option." with an option.
        values: In order, each once.
    """

    name: str
    values: tuple[Any, ...]

    @property
    def of(self) -> str:
        """Whose figure it is: "attacker", "weapon" ...; "" if it is none."""
        return self.name.partition(".")[0] if "." in self.name else ""

    @property
    def key(self) -> str:
        """Which figure it is."""
        return self.name.rpartition(".")[2]


def axes(over: object, known: Mapping[str, Reader]) -> list[Axis]:
    """The axes of a sweep: texts as on the command line, or names with values.

    Args:
        known: The axes that the question has, and how the values of each are read.

    Raises:
        UsageError: No axis, more than two, one twice, values that are none.

    >>> known = {"distance": number, "cover": choice}
    >>> [(axis.name, axis.values) for axis in axes(["distance=1..7..3", "cover=none,full"], known)]
    [('distance', (1, 4, 7)), ('cover', ('none', 'full'))]
    """
    pairs: list[tuple[str, object]]
    if isinstance(over, Mapping):
        pairs = [(str(name), values) for name, values in over.items()]
    else:
        texts = [over] if isinstance(over, str) else list(over) if isinstance(over, Iterable) else []
        pairs = [_parts(text) for text in texts]
    if not 1 <= len(pairs) <= 2:
        raise UsageError(f"over: expected one axis or two, got {len(pairs) or 'none'}", EXAMPLE)
    found = [axis(name, values, known) for name, values in pairs]
    if len({each.name for each in found}) < len(found):
        raise UsageError(f"over: expected two different axes, got {found[0].name} twice", EXAMPLE)
    return found


def _parts(text: object) -> tuple[str, object]:
    name, sign, values = str(text).partition("=")
    if not sign:
        raise UsageError(f"over: expected name=values, got {text!r}", EXAMPLE)
    return name, values


def axis(name: str, values: object, known: Mapping[str, Reader]) -> Axis:
    """An axis of that name.

    Raises:
        UnknownNameError: There is no such axis.
        UsageError: No values, or one that is none.
    """
    plain = ".".join(ALIASES.get(part, part) for part in name.strip().lower().replace("-", "_").split("."))
    if plain not in known:
        raise UnknownNameError("axis", name.strip(), known, hint(known))
    if isinstance(values, Iterable) and not isinstance(values, str):
        texts = [str(value).strip() for value in values]
    else:
        texts = split(str(values), ",")
    if not texts or "" in texts:
        raise UsageError(f"{plain}: expected values, got {str(values)[:40]!r}", EXAMPLE)
    found: dict[Any, None] = {}
    for text in texts:
        found |= dict.fromkeys(known[plain](plain, text))
    return Axis(plain, tuple(found))


def twice_named(names: Iterable[str], axes: Iterable[Axis]) -> None:
    """Refuse a keyword that is an axis as well.

    Raises:
        UsageError: One of *names* is the name of an axis.
    """
    named = set(names)
    for axis in axes:
        if axis.name in named:
            raise UsageError(
                f"{axis.name}: expected one value or an axis, got both", f"leave {axis.name} out"
            )


def hint(known: Iterable[str]) -> str:
    """The axes of a question, in words.

    >>> hint(["distance", "a", "a.bs", "a.t", "option.pin_on"])
    'an axis is distance, a, a characteristic (a.bs ...) or a disputed rule (option.NAME)'
    """
    names = list(known)
    plain = [name for name in names if "." not in name]
    parts = [", ".join(plain[:MOST_NAMED]) + (" ..." if len(plain) > MOST_NAMED else "")]
    owners = dict.fromkeys(name.partition(".")[0] for name in names if "." in name)
    for what, mine in (
        ("a characteristic", [who for who in owners if who not in ("weapon", "option")]),
        ("a figure of the weapon", [who for who in owners if who == "weapon"]),
    ):
        if mine:
            one = [next(name for name in names if name.startswith(f"{who}.")) for who in mine]
            parts.append(f"{what} ({', '.join(one)} ...)")
    if "option" in owners:
        parts.append("a disputed rule (option.NAME)")
    return f"an axis is {', '.join(parts[:-1])} or {parts[-1]}" if parts[1:] else f"an axis is {parts[0]}"


def word(_name: str, text: str) -> Iterable[Any]:
    """A text as it is."""
    return [text]


def number(name: str, text: str, low: float = 0, high: float = FARTHEST) -> Iterable[Any]:
    """Numbers; whole ones as such."""
    return [int(n) if n == int(n) else float(n) for n in _numbers(name, text, low, high, whole=False)]


def count(name: str, text: str, low: int = 0, high: int = FARTHEST) -> Iterable[Any]:
    """Whole numbers."""
    return map(int, _numbers(name, text, low, high))


def flag(name: str, text: str) -> Iterable[Any]:
    """No or yes."""
    if text.casefold() not in YES + NO:
        raise UsageError(f"{name}: expected no or yes, got {text!r}", f"such as {name}=no,yes")
    return [text.casefold() in YES]


def choice(name: str, text: str, known: Iterable[str | None] | None = None) -> Iterable[Any]:
    """One of a few words, those of ``attack`` where *known* is None; "none" is the empty one."""
    words = [value for value in (CHOICES[name] if known is None else known) if value is not None]
    plain = text.casefold().replace("_", "-")
    if "" in words and plain == "none":
        return [""]
    if plain not in words:
        shown = ", ".join(value or "none" for value in words)
        raise UsageError(f"{name}: expected one of {shown}, got {text!r}", f"such as {name}={words[-1]}")
    return [plain]


def characteristic(name: str, text: str) -> Iterable[Any]:
    """Values of a fighter's characteristic; ``3+`` is one too where it is a target number."""
    key = name.rpartition(".")[2]
    if key not in STATS:
        return [text]
    return count(name, text.replace("+", "") if key in TARGETS else text, *STATS[key])


def weapon_figure(name: str, text: str) -> Iterable[Any]:
    """Values of a weapon's figure: AP and accuracy with or without their sign, or as written on its card."""
    key = name.rpartition(".")[2]
    if key not in NUMBERS and ".." not in text:
        return [text]
    low, high = NUMBERS[key][:2] if key in NUMBERS else (1, 99)
    if text in ("-", "+0"):
        return [text]
    found = count(name, text.replace("+", ""), low, high)
    return found if key in NUMBERS else map(str, found)


SITUATION: dict[str, Reader] = {
    "distance": number,
    **dict.fromkeys(CHOICES, choice),
    **{name: partial(count, high=high) for name, high in COUNTS.items()},
    **dict.fromkeys(FLAGS, flag),
    **dict.fromkeys(TEXTS, word),
}
"""The keywords of an attack."""


def of_fighters(*names: str) -> dict[str, Reader]:
    """The axes that a question has for each of its fighters."""
    found: dict[str, Reader] = dict.fromkeys(names, word)
    return found | {f"{name}.{key}": characteristic for name in names for key in (*STATS, "armour")}


def of_weapon() -> dict[str, Reader]:
    """The axes of a weapon."""
    return {"weapon": word, **{f"weapon.{key}": weapon_figure for key in OF_WEAPON}}


def of_options(cat: Catalogue) -> dict[str, Reader]:
    """An axis for each disputed rule."""
    return {f"option.{name}": word for name in cat.options}


def _numbers(name: str, text: str, low: float, high: float, *, whole: bool = True) -> list[Decimal]:
    """The numbers of a span, or one.

    Raises:
        UsageError: None, out of range, from high to low, no step, too many.
    """
    parts = [part.strip() for part in text.split("..")]
    such = f"such as {name}={low if whole else 1}..{high if whole else 24}"
    expected = f"{'a whole number' if whole else 'a number'} from {low} to {high}"
    try:
        numbers = [Decimal(part) for part in parts]
    except InvalidOperation:
        raise UsageError(f"{name}: expected {expected}, or a span, got {text[:40]!r}", such) from None
    if not all(number.is_finite() and (not whole or number == int(number)) for number in numbers[:2]):
        raise UsageError(f"{name}: expected {expected}, got {text[:40]!r}", such)
    if not all(low <= number <= high for number in numbers[:2]):
        raise UsageError(f"{name}: expected {expected}, got {text[:40]!r}", such)
    if len(numbers) == 1:
        return numbers
    if len(numbers) > 3:
        raise UsageError(f"{name}: expected low..high or low..high..step, got {text[:40]!r}", such)
    first, last = numbers[:2]
    step = numbers[2] if len(numbers) == 3 else Decimal(1)
    if first > last:
        raise UsageError(
            f"{name}: expected a span from low to high, got {text[:40]!r}",
            f"take {name}={parts[1]}..{parts[0]}",
        )
    if not step.is_finite() or step <= 0 or (whole and step != int(step)):
        kind = "a whole number of 1 or more" if whole else "a number above 0"
        raise UsageError(f"{name}: expected a step that is {kind}, got {parts[2][:20]!r}", such)
    count = int((last - first) / step) + 1
    if count > MOST_ROWS:
        raise UsageError(
            f"{name}: expected at most {MOST_ROWS:,} values, got {count:,}", "take a longer step"
        )
    return [first + n * step for n in range(count)]
