"""Options: which reading of a disputed rule is in force."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Literal, cast

from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.entries import Option
from necrostats.systems.necromunda.models import WeaponProfile

Rules = Literal["basic", "advanced"]
DEFAULT_RULES: Rules = "advanced"
"""The rules of a question that says none."""


class Options:
    """The value of every option under one set of rules: ``options["pin_on"]``.

    Attributes:
        rules: "basic" or "advanced".
        house: The set of house rules in force, "" for none.
    """

    __slots__ = ("_agreed", "_defaults", "_read", "_values", "house", "rules")

    def __init__(
        self,
        rules: Rules,
        defaults: Mapping[str, str],
        values: Mapping[str, str],
        house: str = "",
        agreed: Collection[str] = (),
    ) -> None:
        """``agreed``: the options that the house rules chose; whether a question reads them is no news."""
        self.rules = rules
        self.house = house
        self._agreed = frozenset(agreed)
        self._defaults = dict(defaults)
        self._values = {**defaults, **values}
        self._read: set[str] = set()

    def __getitem__(self, name: str) -> str:
        """Value in force, as ``data/necromunda/options.toml`` writes it ("True", "natural", "6+")."""
        self._read.add(name)
        return self._values[name]

    def on(self, name: str) -> bool:
        """Whether an option of True and False is True."""
        return self[name] == "True"

    def changed(self) -> dict[str, str]:
        """The options that differ from the defaults of these rules."""
        return {name: value for name, value in self._values.items() if value != self._defaults[name]}

    def was_read(self, name: str) -> bool:
        """Whether a rule has looked at an option so far."""
        return name in self._read

    def unread(self) -> list[str]:
        """The options changed for this question that no rule has looked at so far: they do not matter to it."""
        return [name for name in self.changed() if name not in self._read | self._agreed]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and (self.rules, self._values) == (other.rules, other._values)

    def __hash__(self) -> int:
        return hash((self.rules, *self._values.items()))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self.changed().items())
        return f"Options({self.rules}{chosen})"


def resolve(
    cat: Catalogue, rules: str = DEFAULT_RULES, chosen: Mapping[str, object] | None = None
) -> Options:
    """The options in force: the defaults of the rules, and what the user chose.

    Args:
        cat: Where the options stand.
        rules: "basic" or "advanced".
        chosen: Name -> value, as ``--option name=value``; case does not count, nor whether a name is written with
            hyphens or underscores. True, False and whole numbers may be given as such.

    Raises:
        UnknownNameError: for a name that is no option.
        UsageError: for a value that the option does not have, or an option that these rules do not read.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> options = resolve(load(), "basic", {"pin_on": "attack", "save-nat1-fails": True})
    >>> options["pin_on"], options["lasgun_short"], options.changed()
    ('attack', '12', {'pin_on': 'attack'})
    """
    return Options(cast(Rules, rules), defaults(cat, rules), values(cat, rules, chosen or {}))


def defaults(cat: Catalogue, rules: str) -> dict[str, str]:
    """The default of every option under a set of rules; UsageError if there are no such rules."""
    if rules not in ("basic", "advanced"):
        raise UsageError(f"expected the rules basic or advanced, got {str(rules)[:40]!r}")
    return {
        name: option.default_basic if rules == "basic" else option.default_advanced
        for name, option in cat.options.items()
    }


def values(cat: Catalogue, rules: str, chosen: Mapping[str, object]) -> dict[str, str]:
    """The chosen options by id, with their values as ``data/necromunda/options.toml`` writes them; see ``resolve``."""
    found = {}
    for name, value in chosen.items():
        option = cat.options[cat.find("option", name)]
        if option.layer == "advanced" and rules == "basic":
            hint = f"the advanced rules have {option.id}"
            raise UsageError(f"expected an option of the basic rules, got {option.id!r}", hint)
        found[option.id] = option_value(option, str(value))
    return found


def option_value(option: Option, text: str) -> str:
    """The value of an option that a text stands for, in any case; UsageError if it has no such value."""
    wanted = text.strip().casefold()
    for value in option.values:
        if value.casefold() == wanted:
            return value
    known = " or ".join(option.values)
    if option.counts:
        counts = re.fullmatch(r"\(?(\d),\s*(\d),\s*(\d)\)?", wanted, re.ASCII)
        if counts and sum(map(int, counts.groups())) == option.counts:
            return ",".join(counts.groups())
        known += f", or three other counts that sum to {option.counts}"
    raise UsageError(
        f"expected {option.id} to be {known}, got {text[:40]!r}", f"necrostats show {option.id} explains it"
    )


@rule("N17-B-WPN-04")
def under_options(profile: WeaponProfile, options: Options) -> WeaponProfile:
    """The profile as the options read it: ``lasgun_short`` sets the lasgun's short range (N17-B-WPN-04).

    A figure that the user changed stays as it is.
    """
    if profile.weapon == "lasgun" and "rng_s" not in profile.changed:
        return replace(profile, rng_s=options["lasgun_short"])
    return profile


__all__ = [
    "DEFAULT_RULES",
    "Options",
    "UnknownNameError",
    "defaults",
    "option_value",
    "resolve",
    "under_options",
    "values",
]
