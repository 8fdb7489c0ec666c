"""Weapon traits that act in the basic rules (N17-B-TRT-00), each a small function from one set of numbers to another.

To add one: a table in ``data/necromunda/traits.toml``, a function here, a case in the tests. Knockback is part of the
shot itself (``shooting.py``), Parry of the combat (``close_combat.py``); Melee and Pistol say where a weapon may be
used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.models import Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options

if TYPE_CHECKING:
    from necrostats.systems.necromunda.close_combat import Strike

RANGED = frozenset({"knockback", "pistol"})
CLOSE = frozenset({"backstab", "melee", "parry", "pistol", "power"})

Trait = Callable[["Strike", Situation, Options, int], "Strike"]
TRAITS: dict[str, Trait] = {}


def trait(function: Trait) -> Trait:
    """Register a trait of close combat under its function's name."""
    TRAITS[function.__name__.replace("_", "-")] = function
    return function


@rule("N17-B-TRT-01", "N17-B-CHR-02")
@trait
def backstab(strike: "Strike", situation: Situation, options: Options, modifier: int) -> "Strike":
    """N17-B-TRT-01: 1 Strength more if the attacker's base centre is outside the target's vision arc.

    N17-B-CHR-02: a modifier of a plain number changes the number itself.
    """
    if not situation.behind or not strike.strength:
        return strike
    return strike._replace(strength=strike.strength + 1)


@rule("N17-B-TRT-04")
@trait
def power(strike: "Strike", situation: Situation, options: Options, modifier: int) -> "Strike":
    """N17-B-TRT-04: parried by Power weapons alone; a hit on a 6 allows no save and does 1 Damage more.

    Option ``power_six``: the natural die, or the modified one.
    """
    six_on = 6 - modifier if options["power_six"] == "modified" else 6
    return strike._replace(power=1, six_on=max(2, six_on))


@rule("N17-B-TRT-00")
def apply(
    strike: "Strike", profile: WeaponProfile, situation: Situation, options: Options, modifier: int
) -> "Strike":
    """*strike* with every trait of *profile* that acts; the order does not matter."""
    for name in profile.traits:
        if name in TRAITS:
            strike = TRAITS[name](strike, situation, options, modifier)
    return strike


def ignored(profile: WeaponProfile, close: bool) -> list[str]:
    """The traits of *profile* that the basic rules do not use in this kind of attack, as written."""
    acting = CLOSE if close else RANGED
    elsewhere = RANGED | CLOSE
    return [
        f"{name}({number})" if number is not None else name
        for name, number in profile.traits.items()
        if name not in acting and name not in elsewhere
    ]
