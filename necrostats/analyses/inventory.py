"""What the catalogue holds, as rows: one function a kind of thing."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from necrostats.errors import UnknownNameError

if TYPE_CHECKING:
    from pathlib import Path

    from necrostats.systems.necromunda.catalogue import Catalogue
    from necrostats.systems.necromunda.models import Fighter, WeaponProfile

Row = dict[str, Any]


def fighters(cat: "Catalogue") -> list[Row]:
    """Named fighters and the ranks of the houses."""
    return [fighter_row(fighter) for fighter in cat.fighters.values()]


def fighter_row(fighter: "Fighter") -> Row:
    """A fighter's card in one row; target numbers without the plus."""
    stats = ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld", "cl", "wil")
    return {
        "id": fighter.id,
        **{name: getattr(fighter, name) for name in stats},
        "int": fighter.intelligence,
        "cost": fighter.cost,
        "armour": fighter.armour.id,
        "weapons": [weapon.id for weapon in fighter.weapons],
    }


def weapons(cat: "Catalogue") -> list[Row]:
    """Every line of the weapon tables, as the default options read it."""
    from necrostats.systems.necromunda.options import resolve, under_options

    options = resolve(cat)
    every = (profile for weapon in cat.weapons.values() for profile in weapon.profiles)
    return [profile_row(under_options(profile, options)) for profile in every]


def profile_row(profile: "WeaponProfile") -> Row:
    """A weapon line as printed."""
    traits = [f"{name}({number})" if number is not None else name for name, number in profile.traits.items()]
    return {
        "id": profile.key,
        "rng_s": profile.rng_s,
        "rng_l": profile.rng_l,
        "acc_s": profile.acc_s,
        "acc_l": profile.acc_l,
        "str": profile.strength,
        "ap": profile.ap,
        "d": profile.d,
        "am": f"{profile.ammo}+" if profile.ammo else "-",
        "traits": [*traits, *(["(bought extra)"] if profile.bought else [])],
    }


def traits(cat: "Catalogue") -> list[Row]:
    """Weapon traits, and which rules use them."""
    return [_item_row(item) for item in cat.traits.values()]


def skills(cat: "Catalogue") -> list[Row]:
    """Skills."""
    return [_item_row(item) for item in cat.of_kind("skill").values()]


def _item_row(item: Any) -> Row:
    return {"id": item.id, "rules": item.rules, "effect": item.effect}


def armour(cat: "Catalogue") -> list[Row]:
    """Suits of armour, fields and shields."""
    rows = [
        {
            "id": suit.id,
            "save": f"{suit.save}+" if suit.save else "none",
            **_bought(suit),
            "effect": armour_effect(suit),
        }
        for suit in cat.armour.values()
    ]
    for kind in ("field", "shield"):
        rows += [
            {"id": item.id, "save": kind, **_bought(item), "effect": item.effect}
            for item in cat.of_kind(kind).values()
        ]
    return rows


def _bought(thing: Any) -> Row:
    """What an item costs and how rare it is, None where no list says; of several prices that which ``price`` takes."""
    from necrostats.systems.necromunda.kit import price

    return {"cost": price(thing.cost) if thing.cost else None, "rarity": thing.rarity or None}


def price_lists(thing: Any) -> str:
    """What an item costs in each list that has it.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> price_lists(load().weapons["boltgun"])
    'gw-goliath 55, gw-orlock 55, trading-post 55'
    """
    return ", ".join(f"{where} {cost:g}" for where, cost in thing.cost.items())


def armour_effect(suit: Any) -> str:
    """What a suit of armour saves on, besides its plain save."""
    parts = [suit.name]
    if suit.save_front_arc:
        parts.append(f"{suit.save_front_arc}+ against attackers in the wearer's front arc")
    if suit.save_vs_blast:
        parts.append(f"{suit.save_vs_blast}+ against blasts (advanced)")
    if suit.save_vs_template:
        parts.append(f"{suit.save_vs_template}+ against templates (advanced)")
    if suit.save_bonus:
        parts.append(f"worn under another suit: {suit.save_bonus:+d} to its save")
    return "; ".join(parts)


def gangs(cat: "Catalogue") -> list[Row]:
    """Gangs and their fighters."""
    return [
        {"id": gang.id, "name": gang.name, "house": gang.house, "fighters": list(gang.fighters)}
        for gang in cat.gangs.values()
    ]


def wargear(cat: "Catalogue") -> list[Row]:
    """Wargear, fields, shields and accessories."""
    kinds = ("wargear", "field", "shield", "accessory")
    return [
        {"id": item.id, "rules": item.rules, **_bought(item), "effect": item.effect}
        for kind in kinds
        for item in cat.of_kind(kind).values()
    ]


def options(cat: "Catalogue") -> list[Row]:
    """Disputed readings; the default stands first, and in ``default`` that of the basic and the advanced rules."""
    rows = []
    for option in cat.options.values():
        usual = dict.fromkeys(
            (option.default_advanced,)
            if option.layer == "advanced"
            else (option.default_basic, option.default_advanced)
        )
        values = " | ".join(dict.fromkeys((*usual, *option.values, *option.examples)))
        rows.append(
            {
                "option": option.id,
                "layer": option.layer,
                "default": " / ".join(usual),
                "values": values,
                "what": option.title,
            }
        )
    return rows


def brief_option(row: Row) -> Row:
    """A row of ``options`` for a terminal: its readings, without what it is about."""
    return {
        "option": row["option"],
        "layer": row["layer"],
        "default": row["default"],
        "readings": row["values"],
    }


def houses(cat: "Catalogue", in_file: str | None = None) -> list[Row]:
    """The sets of house rules of a file, the nearest one if None.

    Raises:
        GameDataError: The file has mistakes, in any of its sets.
    """
    from necrostats.errors import GameDataError
    from necrostats.systems.necromunda.houses import mistakes, nearest_file

    file = nearest_file(in_file)
    if file is None:
        return []
    wrong = [line for house in file.sets.values() for line in mistakes(cat, house, house.rules or "advanced")]
    if wrong:
        raise GameDataError(wrong, "necrostats list options has names and values")
    return [
        {
            "house": house.name,
            "title": house.title,
            "rules": house.rules,
            "default": "default" if house.name == file.default else "",
            "options": [f"{cat.find('option', name)}={value}" for name, value in house.options.items()],
            "file": house.file,
        }
        for house in file.sets.values()
    ]


def rules(cat: "Catalogue") -> list[Row]:
    """Every rule of the book, how much of it is done, and its options."""
    return [
        {
            "id": rule.id,
            "status": rule.status,
            "section": rule.section,
            "title": rule.title,
            "reason": rule.reason,
            "options": list(rule.options),
        }
        for rule in cat.rules.values()
    ]


def policies(_cat: "Catalogue") -> list[Row]:
    """How a fighter can be played in a duel."""
    from necrostats.systems.necromunda.duel.named import ADVANCED, DOES

    return [{"policy": name, "what": what, "advanced": ADVANCED[name]} for name, what in DOES.items()]


def brief_policy(row: Row) -> Row:
    """A row of ``policies`` for a terminal: without what the advanced rules add, which many have in common."""
    return {"policy": row["policy"], "what": row["what"]}


def besides(rows: list[Row]) -> list[Row]:
    """What the advanced rules add to the policies, those that do the same in one row.

    >>> besides([{"policy": "charge", "advanced": "reloads"}, {"policy": "keep-away", "advanced": "reloads"}])
    [{'under the advanced rules': 'charge, keep-away', 'also': 'reloads'}]
    """
    shared: dict[str, list[str]] = {}
    for row in rows:
        shared.setdefault(row["advanced"], []).append(row["policy"])
    return [{"under the advanced rules": ", ".join(names), "also": what} for what, names in shared.items()]


@dataclass(frozen=True)
class Listing:
    """Rows that have the same keys."""

    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


def boards(cat: "Catalogue") -> list[Row]:
    """Boards of battles."""
    return [
        {"id": board.id, "inches": f"{board.width:g} x {board.height:g}", "pieces": len(board.pieces),
         "what": board.text}
        for board in cat.boards.values()
    ]  # fmt: skip


def battle_policies(cat: "Catalogue") -> list[Row]:
    """How a side can be played in a battle on a board."""
    return [
        {
            "id": policy.id,
            "what": policy.text,
            "weights": ", ".join(f"{name} {weight:g}" for name, weight in policy.weights.items() if weight),
        }
        for policy in cat.policies.values()
    ]


KINDS: Mapping[str, Callable[["Catalogue"], list[Row]]] = {
    "fighters": fighters,
    "weapons": weapons,
    "traits": traits,
    "skills": skills,
    "wargear": wargear,
    "armour": armour,
    "policies": policies,
    "options": options,
    "gangs": gangs,
    "boards": boards,
    "battle-policies": battle_policies,
    "rules": rules,
}
KNOWN = (*KINDS, "houses", "tables")


def listed(kind: str, *, data: Iterable["Path"] = (), house_file: str | None = None) -> "Listing":
    """What there is of a kind: all of ``KINDS``, "houses" and "tables".

    Args:
        house_file: File of house rules, the nearest one if None.

    Raises:
        UnknownNameError: No such kind.
        GameDataError: Data files or house rules with mistakes.

    >>> listed("armour").to_dict()["rows"][1]["id"]
    'flak'
    """
    if kind not in KNOWN:
        raise UnknownNameError("list", str(kind), KNOWN, f"there are {', '.join(KNOWN)}")
    if kind == "tables":
        from necrostats.analyses.table import listed as tables

        return Listing(answer_of(kind, tables()))
    from necrostats.systems.necromunda.catalogue import load

    cat = load(tuple(data))
    return Listing(answer_of(kind, houses(cat, house_file) if kind == "houses" else KINDS[kind](cat)))


def answer_of(question: str, rows: Iterable[Row]) -> dict[str, Any]:
    """Rows in the shape of docs/interface.md."""
    from necrostats.analyses.answers import SCHEMA_VERSION

    return {"schema_version": SCHEMA_VERSION, "question": question, "system": "necromunda", "rows": [*rows]}
