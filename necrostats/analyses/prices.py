"""What an attack is worth in credits: the price of its weapons, or of the fighter who makes it."""

from collections.abc import Iterable

from necrostats.analyses.weapon_asked import profiles_of
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.kit import price
from necrostats.systems.necromunda.models import Fighter, WeaponProfile

PRICES = {
    "weapon": "price of the weapon: that of the box, else of the house's list, else of the trading post",
    "fighter": "price of the attacker with all its kit, and of the weapon where it is not part of that",
}


def cost_of(cat: Catalogue, who: Fighter, used: Iterable[tuple[WeaponProfile, bool]], of: str) -> float:
    """The price of an attack in credits; 0 where the catalogue has none, or not for something so changed.

    Args:
        used: The weapons of the attack, and whether the attacker carries each.
        of: "weapon" for the price of these weapons, "fighter" for that of the attacker and of those that it does not
            carry.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> from necrostats.systems.necromunda.grammar import fighter
    >>> cat = load()
    >>> rork, boltgun = fighter(cat, "rork"), cat.weapons["boltgun"].profiles[0]
    >>> [cost_of(cat, rork, [(boltgun, False)], of) for of in PRICES]
    [55, 135]
    """
    used = list(used)
    counted = [weapon for weapon, carried in used if of == "weapon" or not carried]
    prices = [_price_of(cat, who, weapon) for weapon in counted]
    if not all(prices) or (of == "fighter" and not has_price(cat, who)):
        return 0
    return sum(prices) + (who.cost if of == "fighter" else 0)


def has_price(cat: Catalogue, who: Fighter) -> bool:
    """Whether a fighter has a price of its own, besides that of its weapons; a nameless human has none."""
    armed = sum(price(weapon.cost, who.house) for weapon in who.weapons)
    return who.id != cat.human.id and who.cost > armed


def carries(who: Fighter, weapon: WeaponProfile) -> bool:
    """Whether a weapon is part of a fighter's kit."""
    return any(own.key == weapon.key for own in profiles_of(who))


def _price_of(cat: Catalogue, who: Fighter, weapon: WeaponProfile) -> int:
    """What a weapon costs a fighter; 0 where the catalogue has no price for it as it is."""
    if weapon.changed or weapon.bought or weapon.weapon not in cat.weapons:
        return 0
    return price(cat.weapons[weapon.weapon].cost, who.house)
