"""One entry of the catalogue, whatever it is, as pairs of what is said and what that is."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from necrostats.analyses.inventory import (
    Listing,
    answer_of,
    armour_effect,
    fighter_row,
    price_lists,
    profile_row,
)
from necrostats.errors import GameDataError, UnknownNameError

if TYPE_CHECKING:
    from pathlib import Path

    from necrostats.analyses.option_effects import OptionEffects
    from necrostats.systems.necromunda.catalogue import Catalogue

Found = Iterator[tuple[str, Any]]
STATS = (
    *(("M", "m", '"'), ("WS", "ws", "+"), ("BS", "bs", "+"), ("S", "s", ""), ("T", "t", ""), ("W", "w", "")),
    *(
        ("I", "i", "+"),
        ("A", "a", ""),
        ("Ld", "ld", "+"),
        ("Cl", "cl", "+"),
        ("Wil", "wil", "+"),
        ("Int", "int", "+"),
    ),
)
ITEMS = ("field", "shield", "wargear", "accessory", "trait", "skill")


def entry(cat: "Catalogue", name: str, house_file: str | None = None) -> list[dict[str, Any]]:
    """All that has a name, as rows; a set of house rules where nothing else has it; nothing of an option.

    Args:
        house_file: File of house rules, the nearest one if None.

    Raises:
        UnknownNameError: Nothing and no option has that name.
        GameDataError: House rules with mistakes.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> entry(load(), "flak")[1]
    {'what': 'cost', 'is': 'trading-post 10'}
    """
    found = [pair for look in LOOKS for pair in look(cat, name)]
    if not found and not cat.get("option", name):
        found = list(_house(cat, name, house_file))
        if not found:
            known = [known for kind in KINDS for known in cat.names(kind).known()]
            known += _house_names(house_file)
            raise UnknownNameError(
                "entry", name[:80], known, "necrostats list weapons, fighters, options... names them"
            )
    return [{"what": what, "is": value} for what, value in found]


def shown(
    name: str, *, data: Iterable["Path"] = (), house_file: str | None = None
) -> "Listing | OptionEffects":
    """One entry by id, name or alias; of an option also what its readings change.

    Raises:
        UnknownNameError: Nothing has that name.

    >>> shown("boltgun").to_dict()["rows"][0]["is"]
    'Boltgun (boltgun), basic'
    >>> shown("pin_on").to_dict()["option"]
    'pin_on'
    """
    from necrostats.systems.necromunda.catalogue import load

    folders = tuple(data)
    cat = load(folders)
    found = entry(cat, name, house_file)
    if not cat.get("option", name):
        return Listing(answer_of("show", found))
    from necrostats.analyses.option_effects import OptionEffects, option_effects

    answer = option_effects(name, data=folders).to_dict()
    return OptionEffects(answer | {"also": found} if found else answer)


def _fighter(cat: "Catalogue", name: str) -> Found:
    if not _is(cat, "fighter", name) and not name.startswith("@"):
        return
    from necrostats.systems.necromunda.grammar import fighter

    who = fighter(cat, name)
    row = fighter_row(who)
    yield "fighter", f"{who.name} ({who.label or who.id})"
    yield "card", "  ".join(f"{label} {row[key]}{sign}" for label, key, sign in STATS)
    for key, value in (
        ("gang", who.gang),
        ("house, rank", ", ".join(x for x in (who.house, who.rank) if x)),
        ("armour", armour_effect(who.armour) + (f" over {who.under.name}" if who.under.id != "none" else "")),
        ("weapons", ", ".join(weapon.id for weapon in who.weapons)),
        ("skills", ", ".join(who.skills)),
        ("wargear", ", ".join(who.wargear)),
        ("cost", f"{who.cost:g} credits" if who.cost else ""),
        ("reconstructed", who.reconstructed),
        ("sources", "; ".join(who.sources)),
    ):
        if value:
            yield key, value


def _weapon(cat: "Catalogue", name: str) -> Found:
    if not _is(cat, "weapon", name.partition("/")[0]):
        return
    from necrostats.systems.necromunda.grammar import weapon
    from necrostats.systems.necromunda.options import resolve

    gun, line, _named = weapon(cat, name)
    yield "weapon", f"{gun.name} ({gun.id}), {gun.category}"
    for profile in [line] if "/" in name or "[" in name else gun.profiles:
        row = profile_row(profile)
        accuracy = f"Acc {row['acc_s']:+d} / {row['acc_l']:+d}"
        power = f"Str {row['str']}  AP {row['ap']}  D {row['d']}  Am {row['am']}"
        yield (
            row["id"],
            f"Rng {row['rng_s']} / {row['rng_l']}  {accuracy}  {power}  {', '.join(row['traits'])}",
        )
    if gun.id == "lasgun":
        basic, advanced = (resolve(cat, rules)["lasgun_short"] for rules in ("basic", "advanced"))
        yield (
            "short range",
            f"{basic} under the basic rules, {advanced} under the advanced (option lasgun_short)",
        )
    yield from _bought(gun, ("confidence", gun.confidence))


def _armour(cat: "Catalogue", name: str) -> Found:
    found = cat.get("armour", name)
    if found:
        suit = cat.armour[found]
        yield (
            "armour",
            f"{suit.id}: {f'save {suit.save}+' if suit.save else 'no save'}; {armour_effect(suit)}",
        )
        yield from _bought(suit)


def _items(cat: "Catalogue", name: str) -> Found:
    for kind in ITEMS:
        found = cat.get(kind, name)
        if found:
            item = cat.item(kind, found)
            yield kind, f"{item.name} ({item.id})"
            yield "effect", item.effect
            yield "rules", item.rules
            yield from _bought(item)


def _bought(thing: Any, *more: tuple[str, str]) -> Found:
    """What an item costs in which list, how rare it is, and what its entry remarks."""
    for key, value in (
        ("cost", price_lists(thing)),
        ("rarity", thing.rarity),
        *more,
        ("note", thing.note),
        ("sources", "; ".join(thing.sources)),
    ):
        if value:
            yield key, value


def _gang(cat: "Catalogue", name: str) -> Found:
    found = cat.get("gang", name)
    if found:
        gang = cat.gangs[found]
        yield "gang", f"{gang.name} ({gang.id})"
        yield "fighters", ", ".join(gang.fighters)


def _board(cat: "Catalogue", name: str) -> Found:
    found = cat.get("board", name)
    if found:
        board = cat.boards[found]
        yield "board", f"{board.name} ({board.id}), {board.width:g} x {board.height:g} inches: {board.text}"
        yield "map", f"necrostats board {board.id} --plot map.png"


def _policy(cat: "Catalogue", name: str) -> Found:
    found = cat.get("policy", name)
    if found:
        policy = cat.policies[found]
        yield "battle policy", f"{policy.name} ({policy.id}): {policy.text}"
        yield "weighs", ", ".join(f"{what} {weight:g}" for what, weight in policy.weights.items() if weight)


def _house_names(in_file: str | None) -> list[str]:
    from necrostats.systems.necromunda.houses import nearest_file

    file = nearest_file(in_file)
    return list(file.sets) if file else []


def _house(cat: "Catalogue", name: str, in_file: str | None) -> Found:
    from necrostats.systems.necromunda.houses import mistakes, nearest_file
    from necrostats.systems.necromunda.options import option_value

    file = nearest_file(in_file)
    house = file.get(name) if file else None
    if not file or not house:
        return
    wrong = list(mistakes(cat, house, house.rules or "advanced"))
    if wrong:
        raise GameDataError(wrong, "necrostats list options has names and values")
    yield "house rules", f"{house.name}: {house.title}" if house.title else house.name
    yield "rules", house.rules or "whatever is asked for"
    for option_name, value in house.options.items():
        option = cat.options[cat.find("option", option_name)]
        chosen = option_value(option, value)
        yield f"{option.id}={chosen}", f"{option.title}: {option.values.get(chosen, chosen)}"
    yield (
        "in force",
        "unless others are named (default)" if file.default == house.name else f"--house {house.name}",
    )
    yield "file", house.file


def _rule(cat: "Catalogue", name: str) -> Found:
    found = cat.get("rule", name)
    if not found:
        return
    rule = cat.rules[found]
    yield "rule", f"{rule.id}: {rule.title}"
    yield "section", rule.section
    yield "status", f"{rule.status}: {rule.reason}" if rule.reason else rule.status
    from necrostats.systems.necromunda.book import functions_of, rolls_of

    for key, names in (("code", functions_of(found)), ("dice", rolls_of(found)), ("options", rule.options)):
        if names:
            yield key, ", ".join(names)
    for option_name in rule.options:
        option = cat.options[option_name]
        yield option_name, f"{option.title}: {_usual(option)}"


def _usual(option: Any) -> str:
    """The default reading of an option, by rules where it differs."""
    basic, advanced = option.default_basic, option.default_advanced
    if option.layer == "advanced" or basic == advanced:
        return str(advanced)
    return f"{basic} (basic), {advanced} (advanced)"


def _is(cat: "Catalogue", kind: str, name: str) -> bool:
    """Whether a name, without the changes behind it, is one of that kind."""
    plain = name.partition("[")[0]
    return (plain == "custom" and kind == "fighter") or cat.get(kind, plain) is not None


LOOKS: tuple[Callable[["Catalogue", str], Found], ...] = (
    _fighter,
    _weapon,
    _armour,
    _items,
    _gang,
    _board,
    _policy,
    _rule,
)
KINDS = ("fighter", "weapon", "armour", *ITEMS, "gang", "board", "policy", "option", "rule")
