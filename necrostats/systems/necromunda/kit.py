"""What a fighter carries: weapons with the profiles it has, and prices."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from necrostats.gamedata.names import normal
from necrostats.systems.necromunda.models import Weapon, WeaponProfile

REMARK = re.compile(r"\([^()]*\)\s*$")  # "(bought ammo)", "(low only)" behind the name of a profile

UNARMED = Weapon(
    id="unarmed",
    name="Unarmed",
    category="close-combat",
    profiles=(
        WeaponProfile(
            id="", weapon="unarmed", name="Unarmed", rng_l="E", strength="S", traits={"melee": None}
        ),
    ),
    slots=0,
)
"""N17-B-CC-03: the attacker's fists."""


def find_profile(weapon: Weapon, name: str) -> WeaponProfile | None:
    """The profile with that id or printed name, or the only one whose id or name starts so; None otherwise.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> shotgun = load().weapons["shotgun"]
    >>> find_profile(shotgun, "Solid slug").id, find_profile(shotgun, "exec").id, find_profile(shotgun, "s")
    ('solid', 'executioner', None)
    """
    wanted = normal(REMARK.sub("", name)) or normal(name)
    if not wanted:
        return None
    named = [
        (line, {normal(line.id), normal(REMARK.sub("", line.name))}) for line in weapon.profiles if line.id
    ]
    exact = [line for line, names in named if wanted in names]
    begun = [line for line, names in named if any(name.startswith(wanted) for name in names)]
    found = exact or begun
    return found[0] if len(found) == 1 else None


def fresh(weapon: Weapon) -> Weapon:
    """A weapon as it comes: without the profiles that are bought extra."""
    return replace(weapon, profiles=weapon.printed) if weapon.printed else weapon


def carry(
    weapons: Sequence[Weapon], weapon: Weapon, bought: WeaponProfile | None = None
) -> tuple[Weapon, ...]:
    """The weapons with one more; a bought profile goes to a weapon of that id that lacks it, if one is carried."""
    if bought is None or not bought.bought:
        return (*weapons, fresh(weapon))
    for place, held in enumerate(weapons):
        if held.id == weapon.id and all(line.id != bought.id for line in held.profiles):
            return (*weapons[:place], replace(held, profiles=(*held.profiles, bought)), *weapons[place + 1 :])
    printed = fresh(weapon)
    return (*weapons, replace(printed, profiles=(*printed.printed, bought)))


def price(cost: Mapping[str, int], house: str = "") -> int:
    """One price out of several lists: the box's, else the house's, else the trading post's, else the lowest; 0 if none.

    >>> price({"gw-escher": 25, "trading-post": 30}, "escher"), price({"list": 20}), price({})
    (25, 20, 0)
    """
    for name in ("box", f"gw-{house}", f"gw1-{house}", "trading-post"):
        if name in cost:
            return cost[name]
    return min(cost.values(), default=0)
