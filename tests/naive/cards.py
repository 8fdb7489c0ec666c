"""Cards of the worked examples, built by hand: fighters, armour and weapons in small factories."""

from necrostats.systems.necromunda.models import Armour, Fighter, Weapon, WeaponProfile

NONE = Armour(id="none", name="No armour", save=0)
FLAK = Armour(id="flak", name="Flak armour", save=6)
MESH = Armour(id="mesh", name="Mesh armour", save=5)
FURNACE = Armour(id="furnace-plates", name="Furnace plates", save=6, save_front_arc=5)
UNDERSUIT = Armour(id="armoured-undersuit", name="Armoured undersuit", save=6, save_bonus=1)


def suit(save: int) -> Armour:
    """Armour of a given save."""
    return Armour(id=f"suit-{save}", name=f"Suit {save}+", save=save)


def profile(weapon: str, traits: str = "", **fields) -> WeaponProfile:
    """A profile; its traits separated by blanks."""
    return WeaponProfile(
        **{"id": "", "weapon": weapon, "name": weapon, "traits": dict.fromkeys(traits.split()), **fields}
    )


def gun(weapon: str = "gun", traits: str = "", **fields) -> WeaponProfile:
    """A plain gun 12"/24" of Strength 3; a number as `strength` is taken too."""
    fields["strength"] = str(fields.get("strength", 3))
    return profile(weapon, traits, **{"rng_s": "12", "rng_l": "24", **fields})


def blade(weapon: str = "blade", traits: str = "", **fields) -> WeaponProfile:
    """A plain close combat weapon of Strength S."""
    return profile(weapon, f"melee {traits}", **{"rng_l": "E", **fields})


def lasgun(short: int = 12) -> WeaponProfile:
    return gun("lasgun", rng_s=str(short), acc_s=1)


def laspistol() -> WeaponProfile:
    return gun("laspistol", "pistol", rng_s="8", rng_l="12", acc_s=1)


def plasma_pistol() -> WeaponProfile:
    return gun("plasma-pistol", "pistol", rng_s="6", rng_l="12", acc_s=2, strength=5, ap=-1, d=2)


def slug() -> WeaponProfile:
    return gun("shotgun", "knockback", id="solid", rng_s="8", rng_l="16", acc_s=1, strength=4, d=2)


def boltgun() -> WeaponProfile:
    return gun("boltgun", acc_s=1, strength=4, ap=-1, d=2)


def knife() -> WeaponProfile:
    """The fighting knife of the examples, without Backstab where nobody stands behind."""
    return blade("fighting-knife", "backstab", ap=-1)


def sword() -> WeaponProfile:
    return blade("sword", "parry", ap=-1)


def power_sword() -> WeaponProfile:
    return blade("power-sword", "parry power", strength="S+1", ap=-2)


def power_hammer() -> WeaponProfile:
    return blade("power-hammer", "power", strength="S+1", ap=-1, d=2)


def item(*profiles: WeaponProfile) -> Weapon:
    """One item with these profiles."""
    return Weapon(id=profiles[0].weapon, name=profiles[0].weapon, category="any", profiles=profiles)


def fighter(*weapons: WeaponProfile | Weapon, **stats) -> Fighter:
    """A human without armour; each profile given becomes an item of its own."""
    kit = tuple(w if isinstance(w, Weapon) else item(w) for w in weapons)
    return Fighter(**{"id": "x", "name": "X", "armour": NONE, "under": NONE, "weapons": kit, **stats})


def escher(*weapons: WeaponProfile | Weapon, **stats) -> Fighter:
    """Escher ganger of E33."""
    return fighter(*weapons, **{"id": "escher", "name": "Escher", "i": 3, "armour": FLAK, **stats})


def goliath(*weapons: WeaponProfile | Weapon, **stats) -> Fighter:
    """Goliath ganger of E33."""
    card = {"id": "goliath", "name": "Goliath", "m": 4, "s": 4, "t": 4, "armour": FURNACE, **stats}
    return fighter(*weapons, **card)
