"""What every answer is made of: chances with how they were found, cards, the stamp."""

import hashlib
import os
import platform
import secrets
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from necrostats import __version__
from necrostats.engine import estimate
from necrostats.errors import UsageError
from necrostats.gamedata import data_folder
from necrostats.systems.necromunda.catalogue import Catalogue, load
from necrostats.systems.necromunda.damage import worn_save
from necrostats.systems.necromunda.houses import settle
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.skills import IN_AN_ATTACK
from necrostats.systems.necromunda.wargear import OF_ATTACKER, OF_TARGET

SCHEMA_VERSION = 1
LONGEST_FRACTION = 300
IN_USE = OF_ATTACKER | OF_TARGET
ROUNDING = 2.0**-53

Chance = dict[str, Any]


def exact(p: Fraction) -> Chance:
    """An exact chance; its fraction is left out where it has more than 300 digits.

    >>> exact(Fraction(5, 36))
    {'p': 0.1388888888888889, 'fraction': '5/36'}
    """
    text = str(p)
    if len(text) > LONGEST_FRACTION:
        return {"p": float(p), "method": "exact", "error": ROUNDING}
    return {"p": float(p), "fraction": text}


def solved(p: float, error: float) -> Chance:
    """A chance from an exact chain in double precision, with the bound of its rounding error."""
    return {"p": min(max(p, 0.0), 1.0), "error": error}


@dataclass(frozen=True)
class Ends:
    """How often, or with what weight, an attack ended in each way.

    Attributes:
        weights: End -> weight; all of them sum to ``total``.
        simulated: Whether the weights are counts of trials.
    """

    weights: Mapping[Any, int]
    total: int
    simulated: bool = False
    level: float = estimate.LEVEL

    def p(self, event: Callable[[Any], object]) -> Chance:
        """The chance of an event."""
        weight = sum(w for end, w in self.weights.items() if event(end))
        if self.simulated:
            return estimate.proportion(weight, self.total, self.level).to_dict()
        return exact(Fraction(weight, self.total))

    def each(self, value: Callable[[Any], int]) -> dict[str, Chance]:
        """The whole distribution of a whole number; what cannot be is left out."""
        found: dict[int, int] = {}
        for end, w in self.weights.items():
            if w:
                found[value(end)] = found.get(value(end), 0) + w
        return {str(n): self.p(lambda end, n=n: value(end) == n) for n in sorted(found)}  # type: ignore[misc]


def rulebook(
    data: Iterable[Path | str] | Path | str,
    rules: str | None,
    options: Mapping[str, object] | None,
    house: str | None = None,
) -> tuple[Catalogue, Options]:
    """The catalogue and the options in force.

    Args:
        rules: None for those of the house rules, or else the advanced ones.
        house: A set of house rules as ``houses.pick`` takes it; "none" for the rules as printed.

    Raises:
        UsageError: Rules that are not there yet; an option, or a value of one, that there is not.
        GameDataError: House rules with mistakes.
    """
    if options is not None and not isinstance(options, Mapping):
        raise UsageError(
            f"options: expected names with values, got {options!r}", 'such as {"pin_on": "attack"}'
        )
    folders = [data] if isinstance(data, Path | str) else list(data)
    cat = load([Path(folder) for folder in folders])
    chosen = settle(cat, rules, options, house)
    return cat, chosen


def whole(name: str, value: object, low: int, high: int) -> int:
    """*value* as a whole number within its range.

    Raises:
        UsageError: It is none, or out of range.
    """
    exactly = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
    if not exactly or not low <= value <= high:  # type: ignore[operator]
        raise UsageError(f"{name}: expected a whole number from {low} to {high}, got {value!r}")
    return int(value)  # type: ignore[call-overload, no-any-return]


def idle(options: Options) -> list[str]:
    """A note on every changed option that no rule looked at."""
    return [f"option {name} does not matter to this question" for name in options.unread()]


def random_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbelow(1 << 32)


def card(cat: Catalogue, fighter: Fighter) -> dict[str, Any]:
    """A fighter card (N17-B-CHR-01) for reports."""
    armour = fighter.armour.name
    if fighter.under.id != "none":
        armour = f"{armour} + {fighter.under.name}" if fighter.armour.id != "none" else fighter.under.name
    front = worn_save(fighter.armour, fighter.under, True)
    save = worn_save(fighter.armour, fighter.under, False)
    stats = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld", "cl", "wil")
    return {
        "id": fighter.id,
        "name": fighter.name,
        "label": fighter.label or fighter.id,
        "gang": cat.gangs[fighter.gang].name if fighter.gang in cat.gangs else fighter.gang,
        "house": fighter.house,
        "rank": fighter.rank,
        **{name: getattr(fighter, name) for name in stats},
        "int": fighter.intelligence,
        "base": fighter.base,
        "armour": armour,
        "save": save,
        "save_front_arc": front if front != save else 0,
        "weapons": [weapon.name for weapon in fighter.weapons],
        "skills": list(fighter.skills),
        "wargear": list(fighter.wargear),
        "cost": fighter.cost,
        "reconstructed": fighter.reconstructed,
    }


def reconstructed(*fighters: Fighter) -> list[str]:
    """One line for all fighters whose cards are inferred, naming them by what is inferred."""
    reasons: dict[str, list[str]] = {}
    for fighter in fighters:
        if fighter.reconstructed:
            names = reasons.setdefault(fighter.reconstructed, [])
            if fighter.name not in names:
                names.append(fighter.name)
    return [f"{' and '.join(names)}: {reason}" for reason, names in reasons.items()]


def unused_kit(
    options: Options,
    *fighters: Fighter,
    used: Collection[str] = IN_AN_ATTACK | IN_USE,
    why: str = "no part of one attack",
) -> list[str]:
    """Skills and wargear that the answer does not use: under the basic rules all, else all but the *used*."""
    if options.rules == "basic":
        used, why = (), "the basic rules use no skills and no wargear"
    lines = []
    for fighter in fighters:
        unused = [item for item in (*fighter.skills, *fighter.wargear) if item not in used]
        if unused:
            lines.append(f"{fighter.name}: {', '.join(unused)} ({why})")
    return list(dict.fromkeys(lines))


@lru_cache
def data_digest() -> str:
    """Eight digits that name the state of the game data."""
    digest = hashlib.sha256()
    for path in sorted(data_folder().rglob("*.toml")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def _versions() -> dict[str, str]:
    """Versions of the libraries that took part in the answer."""
    return {name: sys.modules[name].__version__ for name in ("numpy", "numba") if name in sys.modules}


def stamp(options: Options, *, seed: int | None = None, trials: int = 0, stopped: str = "") -> dict[str, Any]:
    """What makes an answer reproducible; ``SOURCE_DATE_EPOCH`` fixes its date."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)
    made: dict[str, Any] = {
        "version": __version__,
        "system": "necromunda",
        "edition": "Underhive 2017",
        "rules": options.rules,
        **({"house": options.house} if options.house else {}),
        "options": options.changed(),
        "data": data_digest(),
        "date": now.date().isoformat(),
        "python": platform.python_version(),
        **_versions(),
    }
    if trials:
        made |= {"seed": seed, "trials": trials, "stopped": stopped}
    elif seed is not None:
        made["seed"] = seed
    return made
