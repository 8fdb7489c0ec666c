"""Changes of a fighter: ``w=2``, ``armour=mesh``, ``+boltgun``, ``-shotgun``."""

from dataclasses import replace
from typing import Any

from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.entries import STATS, TARGETS
from necrostats.systems.necromunda.kit import carry, fresh, price
from necrostats.systems.necromunda.models import Armour, Fighter, Weapon, WeaponProfile
from necrostats.systems.necromunda.typed import name_and_changes, whole
from necrostats.systems.necromunda.weapon_names import change_profile, find_weapon, with_profile

WORN = ("wargear", "field", "shield", "accessory")  # kinds that end up in Fighter.wargear
CARRIED = ("weapon", "armour", "skill", *WORN)
MAX_ITEMS = 100
ARMOUR_NAMES = "necrostats list armour names it all"


def change_fighter(cat: Catalogue, fighter: Fighter, changes: list[str]) -> Fighter:
    """The fighter after all changes, one after the other.

    Raises:
        UnknownNameError: for an item or a characteristic that there is not.
        UsageError: for a figure out of its range, an item that is not carried, armour that cannot be worn together.
    """
    for change in changes:
        if change[0] == "+":
            fighter = add(cat, fighter, change[1:].strip())
        elif change[0] in "-−–":
            fighter = remove(cat, fighter, change[1:].strip())
        else:
            fighter = change_stat(cat, fighter, change)
    if len(fighter.weapons) + len(fighter.wargear) > MAX_ITEMS:
        raise UsageError(f"expected {fighter.name} to carry at most {MAX_ITEMS} items, got more")
    return fighter


def change_stat(cat: Catalogue, fighter: Fighter, change: str) -> Fighter:
    """``w=2``, ``ws=3+``, ``armour=mesh``."""
    key, equals, value = (part.strip() for part in change.partition("="))
    if equals and key.lower() in ("armour", "armor"):
        return _in_suit(cat, fighter, cat.armour[cat.find("armour", value, ARMOUR_NAMES)])
    key = key.lower() if key.lower() in STATS else cat.get("characteristic", key) or key
    if not equals or key not in STATS:
        hint = f"a fighter takes {', '.join(STATS)} = number, armour = id, +item, -item"
        raise UnknownNameError("change of a fighter", change[:60], (), hint)
    low, high = STATS[key]
    number = whole(value, f"{key} of {fighter.name}", low, high, plus=key in TARGETS)
    stat: dict[str, Any] = {"intelligence" if key == "int" else key: number}
    return replace(fighter, **stat)


def add(cat: Catalogue, fighter: Fighter, text: str) -> Fighter:
    """``+boltgun``, ``+shotgun/acid``, ``+boltgun[ap=-2]``, ``+flak``, ``+parry``: one item more."""
    name, changes = name_and_changes(text, "weapon")
    kind = _kind(cat, name)
    if kind == "weapon":
        found = find_weapon(cat, name)
        assert found is not None
        return _arm(cat, fighter, *found, changes)
    if changes:
        raise UsageError(f"expected a weapon before the changes in brackets, got {text[:60]!r}")
    item = cat.find(kind, name)
    if kind == "armour":
        return _wear(cat, fighter, cat.armour[item])
    if kind == "skill":
        return fighter if item in fighter.skills else replace(fighter, skills=(*fighter.skills, item))
    cost = fighter.cost + price(cat.item(kind, item).cost, fighter.house)
    return replace(fighter, wargear=(*fighter.wargear, item), cost=cost)


def remove(cat: Catalogue, fighter: Fighter, text: str) -> Fighter:
    """``-shotgun``, ``-shotgun/acid``, ``-flak``: one item less."""
    kind = _kind(cat, text)
    if kind == "weapon":
        found = find_weapon(cat, text)
        assert found is not None
        return _disarm(fighter, *found, text)
    item = cat.find(kind, text)
    none = cat.armour["none"]
    if kind == "armour" and item != "none" and item == fighter.under.id:
        return replace(fighter, under=none)
    if kind == "armour" and item != "none" and item == fighter.armour.id:
        return replace(fighter, armour=fighter.under, under=none)
    if kind == "skill" and item in fighter.skills:
        return replace(fighter, skills=tuple(own for own in fighter.skills if own != item))
    if kind in WORN and item in fighter.wargear:
        place = fighter.wargear.index(item)
        cost = fighter.cost - price(cat.item(kind, item).cost, fighter.house)
        return replace(fighter, wargear=(*fighter.wargear[:place], *fighter.wargear[place + 1 :]), cost=cost)
    raise _not_carried(fighter, text)


def carried_ids(fighter: Fighter) -> list[str]:
    """Ids of all that a fighter carries, as one types them."""
    ids = []
    for weapon in fighter.weapons:
        ids += [weapon.id, *(profile.key for profile in weapon.profiles if profile.bought)]
    suits = [suit.id for suit in (fighter.armour, fighter.under) if suit.id != "none"]
    return [*ids, *suits, *fighter.skills, *fighter.wargear]


def _kind(cat: Catalogue, name: str) -> str:
    """What kind of item a name is of: ids count before names, weapons before all else."""
    for kind in CARRIED:
        if cat.get_id(kind, name):
            return kind
    if find_weapon(cat, name):
        return "weapon"
    for kind in CARRIED[1:]:
        if cat.get(kind, name):
            return kind
    known = [each for kind in CARRIED for each in cat.names(kind).known()]
    hint = "necrostats list weapons (or armour, skills, wargear) names them all"
    raise UnknownNameError("weapon, armour, skill or wargear", name[:80], known, hint)


def _arm(
    cat: Catalogue, fighter: Fighter, weapon: Weapon, line: WeaponProfile | None, changes: list[str]
) -> Fighter:
    if weapon.id == "unarmed":
        raise UsageError("expected an item that can be carried, got 'unarmed'")
    if changes:
        line = change_profile(cat, line or weapon.printed[0], changes)
        weapon = with_profile(weapon, line)
    had = sum(held.id == weapon.id for held in fighter.weapons)
    weapons = carry(fighter.weapons, fresh(weapon), line)
    more = sum(held.id == weapon.id for held in weapons) > had  # else only bought ammo was added
    return replace(fighter, weapons=weapons, cost=fighter.cost + more * price(weapon.cost, fighter.house))


def _disarm(fighter: Fighter, weapon: Weapon, line: WeaponProfile | None, text: str) -> Fighter:
    """Without the first weapon of that id, or without a bought profile of it."""
    for place, held in enumerate(fighter.weapons):
        before, after = fighter.weapons[:place], fighter.weapons[place + 1 :]
        if held.id == weapon.id and line is None:
            return replace(
                fighter, weapons=(*before, *after), cost=fighter.cost - price(held.cost, fighter.house)
            )
        if held.id == weapon.id and line and any(own.id == line.id for own in held.profiles):
            if not line.bought:
                raise UsageError(
                    f"expected a weapon or a bought profile, got {text[:60]!r}", f"-{weapon.id} removes it"
                )
            kept = replace(held, profiles=tuple(own for own in held.profiles if own.id != line.id))
            return replace(fighter, weapons=(*before, kept, *after))
    raise _not_carried(fighter, text)


def _not_carried(fighter: Fighter, text: str) -> UsageError:
    carried = ", ".join(carried_ids(fighter)) or "nothing"
    return UsageError(
        f"expected an item that {fighter.name} carries, got {text[:60]!r}",
        f"{fighter.name} carries {carried}",
    )


def _in_suit(cat: Catalogue, fighter: Fighter, suit: Armour) -> Fighter:
    """``armour=suit``: this suit, over what is worn under unless it is such a thing itself or none."""
    under = cat.armour["none"] if suit.id == "none" or suit.save_bonus else fighter.under
    return replace(fighter, armour=suit, under=under, cost=fighter.cost + price(suit.cost, fighter.house))


def _wear(cat: Catalogue, fighter: Fighter, suit: Armour) -> Fighter:
    """``+suit``: over what can be worn under it, or under what is worn if it is made for that."""
    for worn in (fighter.armour, fighter.under):
        if suit.id in cat.entry("armour", worn.id).get("not_with", ()):
            raise UsageError(f"expected armour that can be worn with {worn.id}, got {suit.id!r}")
    cost = fighter.cost + price(suit.cost, fighter.house)
    if suit.save_bonus and fighter.armour.id != "none" and not fighter.armour.save_bonus:
        return replace(fighter, under=suit, cost=cost)
    if fighter.armour.save_bonus and suit.id != "none" and not suit.save_bonus:
        return replace(fighter, armour=suit, under=fighter.armour, cost=cost)
    return _in_suit(cat, fighter, suit)
