"""N17-B-CHR-01: tables of the data files into fighter cards."""

from collections.abc import Mapping

from necrostats.gamedata.folders import Folders
from necrostats.gamedata.read import Table
from necrostats.systems.necromunda.entries import CONFIDENCE, STATS
from necrostats.systems.necromunda.kit import carry, find_profile, price
from necrostats.systems.necromunda.models import Armour, Fighter, Weapon

ACCESS = ("skills_primary", "skills_secondary", "specialist_skills_primary", "specialist_skills_secondary")


def make_fighter(
    cat: Folders,
    armour: Mapping[str, Armour],
    weapons: Mapping[str, Weapon],
    entry_id: str,
    table: Table,
) -> Fighter:
    """A fighter card. ``profile`` names the fighter from which all that is not given is taken, else it is a human."""
    base = _base(cat, armour, weapons, entry_id, table)
    house = _reference(cat, table, "house", base.house)
    suit = armour[_reference(cat, table, "armour", base.armour.id)]
    under = armour[_reference(cat, table, "under", base.under.id, kind="armour")]
    if under.id != "none" and not under.save_bonus:
        table.wrong("under", "armour that can be worn under another suit", under.id)
    carried = _weapons(cat, weapons, table) if "weapons" in table.values else base.weapons
    stats = {
        _field(key): table.whole(key, getattr(base, _field(key)), low=low, high=high)
        for key, (low, high) in STATS.items()
    }
    cost = table.numbers("cost")
    name = table.text("name")
    made = Fighter(
        id=entry_id,
        name=name,
        armour=suit,
        under=under,
        weapons=carried,
        skills=_items(cat, table, "skills", base.skills, ("skills",)),
        wargear=_items(cat, table, "wargear", base.wargear, ("wargear", "accessories", "fields", "shields")),
        house=house,
        rank=table.text("rank", base.rank),
        gang=_reference(cat, table, "gang", base.gang),
        cost=price(cost, house) if cost else base.cost + sum(price(weapon.cost, house) for weapon in carried),
        reconstructed=table.text("reconstructed", ""),
        sources=table.texts("sources"),
        label=name,
        **stats,
    )
    for key in ACCESS:
        table.texts(key)
    for variant in table.tables("variants"):
        variant.text("source")
        variant.skip(("edition", *STATS))
        variant.done()
    table.text("confidence", "", choices=CONFIDENCE)
    table.text("note", "")
    table.text("introduced", "")
    table.texts("aliases")
    table.skip(("profile",))
    table.done()
    return made


def _field(key: str) -> str:
    return "intelligence" if key == "int" else key


def _base(
    cat: Folders, armour: Mapping[str, Armour], weapons: Mapping[str, Weapon], entry_id: str, table: Table
) -> Fighter:
    """The fighter from which another is taken, else a nameless human."""
    profile = _reference(cat, table, "profile", "", kind="fighter")
    if profile and _in_a_circle(cat, profile):
        table.wrong("profile", "a fighter that is not taken from this one", profile)
        profile = ""
    if not profile:
        none = armour["none"]
        return Fighter(id=entry_id, name="", armour=none, under=none)
    known = cat.table("fighters", profile)
    quiet = Table(known.values, known.file, known.key, [])  # its own mistakes are noted where it stands
    return make_fighter(cat, armour, weapons, profile, quiet)


def _in_a_circle(cat: Folders, start: str) -> bool:
    """Whether following ``profile`` from a fighter never ends."""
    seen = set()
    name: object = start
    while isinstance(name, str) and name in cat.places("fighters"):
        if name in seen:
            return True
        seen.add(name)
        name = cat.entry("fighters", name).get("profile", "")
    return False


def _reference(cat: Folders, table: Table, key: str, default: str, *, kind: str = "") -> str:
    """An id of another entry; the default if it is not given or not there."""
    kind = kind or key
    name = table.text(key, default) if key in table.values else default
    if name != default and name not in cat.places(kind):
        table.wrong(key, f"the id of a known {kind}{cat.near(kind, name)}", name)
        return default
    return name


def _weapons(cat: Folders, weapons: Mapping[str, Weapon], table: Table) -> tuple[Weapon, ...]:
    """``weapons = ["shotgun", "shotgun/acid"]``: each as it comes, with the bought profiles named."""
    carried: tuple[Weapon, ...] = ()
    for text in table.texts("weapons"):
        weapon_id, slash, profile_id = text.partition("/")
        weapon = weapons.get(weapon_id)
        profile = find_profile(weapon, profile_id) if weapon and slash else None
        if weapon is None or (slash and profile is None):
            table.wrong("weapons", "ids of weapons, or weapon/profile" + cat.near("weapon", weapon_id), text)
        else:
            carried = carry(carried, weapon, profile)
    return carried


def _items(
    cat: Folders, table: Table, key: str, default: tuple[str, ...], kinds: tuple[str, ...]
) -> tuple[str, ...]:
    """Ids of skills or wargear."""
    if key not in table.values:
        return default
    found = table.texts(key)
    for text in found:
        if not any(text in cat.places(kind) for kind in kinds):
            table.wrong(key, f"ids of {key}{cat.near(kinds[0], text)}", text)
    return found
