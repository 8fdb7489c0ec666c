"""Values as they are typed: counts, seeds, distances, faces of dice, name=value."""

import math
from typing import TYPE_CHECKING, Any

import click

from necrostats.errors import UsageError

HIGHEST_SEED = 2**63 - 1
MOST_TRIALS = 10**12
if TYPE_CHECKING:
    Kind = click.ParamType[Any]
else:  # older ones of click take no brackets
    Kind = click.ParamType


class Count(Kind):
    """A whole number from 1 up, also as 200_000, 200,000 or 1e6."""

    name = "N"

    def __init__(self, what: str, hint: str = "", most: int = MOST_TRIALS) -> None:
        self.what, self.hint, self.most = what, hint, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value).replace("_", "").replace(",", "")
        try:
            number = float(text) if "e" in text.lower() else int(text)
            if not math.isfinite(number) or number != int(number):
                raise ValueError
        except ValueError:
            raise UsageError(f"{self.what}: expected a whole number, got {value!r}", self.hint) from None
        if not 1 <= number <= self.most:
            raise UsageError(f"{self.what}: expected 1 to {self.most:,}, got {value!r}", self.hint)
        return int(number)


class Whole(Kind):
    """A whole number within bounds."""

    name = "N"

    def __init__(self, what: str, low: int, high: int, hint: str = "") -> None:
        self.what, self.low, self.high, self.hint = what, low, high, hint

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(str(value))
        except ValueError:
            raise UsageError(f"{self.what}: expected a whole number, got {value!r}", self.hint) from None
        if not self.low <= number <= self.high:
            high = "2^63 - 1" if self.high == HIGHEST_SEED else str(self.high)
            raise UsageError(f"{self.what}: expected {self.low} to {high}, got {value!r}", self.hint)
        return number


class WholeOrAll(Whole):
    """A whole number within bounds, or all."""

    name = "N|all"

    def __init__(self, what: str, low: int, high: int) -> None:
        super().__init__(what, low, high, "or all")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return "all" if str(value).strip().lower() == "all" else super().convert(value, param, ctx)


class Real(Kind):
    """A number that is not negative."""

    name = "X"

    def __init__(self, what: str, high: float, *, above_zero: bool = False, hint: str = "") -> None:
        self.what, self.high, self.above_zero, self.hint = what, high, above_zero, hint

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            raise UsageError(f"{self.what}: expected a number, got {value!r}", self.hint) from None
        if not 0 <= number <= self.high or (self.above_zero and number == 0):
            bounds = f"more than 0 and at most {self.high:g}" if self.above_zero else f"0 to {self.high:g}"
            raise UsageError(f"{self.what}: expected {bounds}, got {value!r}", self.hint)
        return number


class Faces(Kind):
    """Faces of D6 rolled at the table: 5,4,1."""

    name = "5,4,1"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        parts = [part.strip() for part in str(value).strip().replace(" ", ",").split(",")]
        if not parts or any(part not in "123456" or len(part) != 1 for part in parts):
            raise UsageError(
                f"faces: expected numbers from 1 to 6, got {value!r}", "for example --faces 5,4,1"
            )
        return tuple(map(int, parts))


class Setting(Kind):
    """A rule option: name=value."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, sign, chosen = str(value).partition("=")
        if not sign or not name.strip() or not chosen.strip():
            raise UsageError(
                f"option: expected name=value, got {value!r}",
                "necrostats list options prints names and values",
            )
        return name.strip(), chosen.strip()


def once(_ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> str | None:
    """The one value of an option that is taken once only.

    Raises:
        UsageError: Given more than once.
    """
    if len(values) > 1:
        name = f"--{param.name}"
        raise UsageError(
            f"{name}: expected one, got {', '.join(map(repr, values))}",
            "ask once for each, or compare them with necrostats compare",
        )
    return values[0] if values else None
