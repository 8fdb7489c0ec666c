"""What an attack is swept over: an axis such as ``distance=1..24``, ``cover=none,full`` or ``target.t=2..6``."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from necrostats.analyses.attack_request import CHOICES, COUNTS, FLAGS
from necrostats.analyses.attack_rows import MOST_ROWS
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.entries import FIGURES, NUMBERS, STATS, TARGETS
from necrostats.systems.necromunda.typed import split

SIDES = ("attacker", "target")
NAMED = ("weapon", *SIDES)
TEXTS = ("with_weapon", "also", "using")
ALIASES = {"with": "with_weapon", "armor": "armour"}
FARTHEST = 999
YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
OF_FIGHTER = (*STATS, "armour")
OF_WEAPON = (*FIGURES, *NUMBERS)
SITUATION = ("distance", *CHOICES, *COUNTS, *FLAGS, *TEXTS)
KNOWN = (
    *SITUATION,
    *NAMED,
    *(f"{side}.{key}" for side in SIDES for key in OF_FIGHTER),
    *(f"weapon.{key}" for key in OF_WEAPON),
)
HINT = (
    "an axis is an option of attack (distance, cover, aim ...), weapon, attacker, target, a characteristic (target.t, "
    "attacker.bs, target.armour) or a figure of the weapon (weapon.ap)"
)
EXAMPLE = "such as --over distance=1..24 or --over cover=none,partial,full"


@dataclass(frozen=True)
class Axis:
    """One thing that is varied.

    Attributes:
        name: A keyword of ``Request``, "weapon", "attacker", "target", or one of these with a figure: "target.t".
        values: In order, each once.
    """

    name: str
    values: tuple[Any, ...]

    @property
    def of(self) -> str:
        """Whose figure it is: "attacker", "target", "weapon"; "" if it is none."""
        return self.name.partition(".")[0] if "." in self.name else ""

    @property
    def key(self) -> str:
        """Which figure it is."""
        return self.name.rpartition(".")[2]


def axes(over: object) -> list[Axis]:
    """The axes of a sweep: texts as on the command line, or names with values.

    Raises:
        UsageError: No axis, more than two, one twice, values that are none.

    >>> [(axis.name, axis.values) for axis in axes(["distance=1..7..3", "cover=none,full"])]
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
    found = [axis(name, values) for name, values in pairs]
    if len({each.name for each in found}) < len(found):
        raise UsageError(f"over: expected two different axes, got {found[0].name} twice", EXAMPLE)
    return found


def _parts(text: object) -> tuple[str, object]:
    name, sign, values = str(text).partition("=")
    if not sign:
        raise UsageError(f"over: expected name=values, got {text!r}", EXAMPLE)
    return name, values


def axis(name: str, values: object) -> Axis:
    """An axis of that name.

    Raises:
        UnknownNameError: There is no such axis.
        UsageError: No values, or one that is none.
    """
    plain = ".".join(_alias(part) for part in name.strip().lower().replace("-", "_").split("."))
    if plain not in KNOWN:
        raise UnknownNameError("axis", name.strip(), KNOWN, HINT)
    if isinstance(values, Iterable) and not isinstance(values, str):
        texts = [str(value).strip() for value in values]
    else:
        texts = split(str(values), ",")
    if not texts or "" in texts:
        raise UsageError(f"{plain}: expected values, got {str(values)[:40]!r}", EXAMPLE)
    found: dict[Any, None] = {}
    for text in texts:
        found |= dict.fromkeys(_values(plain, text))
    return Axis(plain, tuple(found))


def _alias(part: str) -> str:
    return ALIASES.get(part, part)


def _values(name: str, text: str) -> Iterable[Any]:
    """One value, or those of a span such as 1..24 or 1..24..2."""
    side, _, key = name.rpartition(".")
    if name == "distance":
        return [int(n) if n == int(n) else float(n) for n in _numbers(name, text, 0, FARTHEST, whole=False)]
    if name in COUNTS:
        return map(int, _numbers(name, text, 0, COUNTS[name]))
    if side in SIDES and key in STATS:
        plain = text.replace("+", "") if key in TARGETS else text
        return map(int, _numbers(name, plain, *STATS[key]))
    if side == "weapon" and (key in NUMBERS or ".." in text):
        low, high = NUMBERS[key][:2] if key in NUMBERS else (1, 99)
        if text in ("-", "+0"):
            return [text]
        plain = text.replace("+", "")
        found = [int(n) for n in _numbers(name, plain, low, high)]
        return found if key in NUMBERS else map(str, found)
    if name in FLAGS:
        if text.casefold() not in YES + NO:
            raise UsageError(f"{name}: expected no or yes, got {text!r}", f"such as {name}=no,yes")
        return [text.casefold() in YES]
    if name in CHOICES:
        return [_choice(name, text)]
    return [text]


def _choice(name: str, text: str) -> str:
    known = [value for value in CHOICES[name] if value is not None]
    plain = text.casefold().replace("_", "-")
    if "" in known and plain == "none":
        return ""
    if plain not in known:
        shown = ", ".join(value or "none" for value in known)
        raise UsageError(f"{name}: expected one of {shown}, got {text!r}", f"such as {name}={known[-1]}")
    return plain


def _numbers(name: str, text: str, low: int, high: int, *, whole: bool = True) -> list[Decimal]:
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
