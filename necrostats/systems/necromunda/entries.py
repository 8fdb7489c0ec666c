"""Entries of the data files: tables into weapons, armour, items, gangs, rules."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from necrostats.gamedata.read import ID, NOTHING, Table
from necrostats.systems.necromunda.models import Armour, Item, Weapon, WeaponProfile

# Lowest and highest figure that a card may show. Printed target numbers of the D6 go from 2+ to 6+.
STATS: Mapping[str, tuple[int, int]] = {
    "m": (0, 12),
    "ws": (2, 6),
    "bs": (2, 6),
    "s": (1, 10),
    "t": (1, 10),
    "w": (1, 10),
    "i": (2, 6),
    "a": (1, 10),
    "ld": (2, 12),
    "cl": (2, 12),
    "wil": (2, 12),
    "int": (2, 12),
    "base": (20, 80),
}
TARGETS = frozenset({"ws", "bs", "i", "ld", "cl", "wil", "int"})  # printed with a plus

# Figures of a weapon line as text: pattern and what it allows.
FIGURES: Mapping[str, tuple[re.Pattern[str], str]] = {
    "rng_s": (re.compile(r"[1-9]\d?|[ET]|Sx[1-9]|-"), "inches from 1 to 99, E, T, Sx1 to Sx9 or -"),
    "rng_l": (re.compile(r"[1-9]\d?|[ET]|Sx[1-9]|-"), "inches from 1 to 99, E, T, Sx1 to Sx9 or -"),
    "str": (re.compile(r"[1-9]|1[0-2]|S([+-][1-9])?|[*-]"), "1 to 12, S, S+1 to S+9, S-1 to S-9, * or -"),
}
# Figures of a weapon line as whole numbers: lowest, highest, whether - stands for 0.
NUMBERS: Mapping[str, tuple[int, int, bool]] = {
    "acc_s": (-6, 6, False),
    "acc_l": (-6, 6, False),
    "ap": (-6, 6, False),
    "d": (1, 10, True),
    "am": (2, 6, True),
}
FIELDS = {"str": "strength", "am": "ammo"}  # keys that models.WeaponProfile spells out
CATEGORIES = ("pistol", "basic", "special", "heavy", "close-combat", "grenade")
CONFIDENCE = ("high", "medium-high", "medium", "medium-low", "low")
LAYERS = ("basic", "advanced", "board")
RULES = ("basic", "advanced")
FIGURE = re.compile(
    r"(stages|outcomes|hits|wounds_lost|target_after|attacker_after|strays)(\.[a-z0-9_]+){1,2}"
)
STATUSES = ("done", "partial", "todo")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gang:
    """A gang: ids of its fighters in order, one for each model."""

    id: str
    name: str
    house: str = ""
    fighters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A house or cult: the armour that its fighters wear and the skills of the box for them."""

    id: str
    name: str
    armour: str = "none"
    box_skills: tuple[str, ...] = ()
    box_leader_skills: tuple[str, ...] = ()
    introduced: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEntry:
    """A rule of the book and how much of it is done.

    Attributes:
        chapter: Module that holds it, or will.
        status: "done", "partial" or "todo".
        reason: What is missing, where it is partial.
        options: Names of the options that choose among its readings.
    """

    id: str
    title: str
    section: str
    chapter: str = ""
    status: str = "todo"
    reason: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A disputed reading of a rule as a switch.

    Attributes:
        layer: "basic", "advanced", or "board" (acts in battles on a board).
        rules: Ids of the rules that read it.
        values: Value -> what it does, in one sentence.
        default_basic, default_advanced: The value in force unless chosen.
        counts: Not 0 where three counts that sum to this, such as 3,2,1, are a value too.
        examples: Such other values, to show what they change.
    """

    id: str
    title: str
    layer: str
    rules: tuple[str, ...]
    values: Mapping[str, str]
    default_basic: str
    default_advanced: str
    counts: int = 0
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardFigure:
    """A figure by which ``necrostats show OPTION`` shows what a reading changes.

    Attributes:
        title: The figure in words.
        situation: How the attack is made: keywords of ``analyses.attack.attack``.
        figure: Where it stands in the answer: "outcomes.out_of_action", "attacker_after.out_of_ammo".
        rules: Sets of rules under which the attack can be asked for.
    """

    id: str
    title: str
    attacker: str
    target: str
    weapon: str
    situation: Mapping[str, Any]
    figure: str
    rules: tuple[str, ...] = RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait(Item):
    """A weapon trait: an item with the numbers that may stand behind it, () if none may."""

    numbers: tuple[int, ...] = field(default=())


def weapon(entry_id: str, table: Table) -> Weapon:
    """N17-B-WPN-01: a weapon with its profiles."""
    name = table.text("name")
    profiles = [profile(entry_id, line, name) for line in table.tables("profiles")]
    if not profiles:
        table.wrong("profiles", "at least one profile", table.values.get("profiles", []))
    ids = [line.id for line in profiles]
    for doubled in {name for name in ids if ids.count(name) > 1}:
        table.wrong("profiles", "a different id for each profile", doubled)
    for variant in table.tables("variants"):
        _variant(variant, ids)
    made = Weapon(
        id=entry_id,
        name=name,
        category=table.text("category", choices=CATEGORIES),
        profiles=tuple(profiles),
        slots=table.whole("slots", 1, low=0, high=3),
        cost=table.numbers("cost"),
        rarity=table.text("rarity", ""),
        confidence=table.text("confidence", "", choices=CONFIDENCE),
        sources=table.texts("sources"),
        note=table.text("note", ""),
    )
    table.skip(("aliases", "introduced"))
    table.done()
    return made


def profile(weapon_id: str, table: Table, weapon_name: str) -> WeaponProfile:
    """One line of a weapon table; it is called as the weapon if it has no name of its own."""
    made = WeaponProfile(
        id=table.text("id", ""),
        weapon=weapon_id,
        name=table.text("name", weapon_name),
        rng_s=table.pattern("rng_s", "-", FIGURES["rng_s"][1], FIGURES["rng_s"][0]),
        rng_l=table.pattern("rng_l", "-", FIGURES["rng_l"][1], FIGURES["rng_l"][0]),
        acc_s=_number(table, "acc_s", 0),
        acc_l=_number(table, "acc_l", 0),
        strength=table.pattern("str", "S", FIGURES["str"][1], FIGURES["str"][0]),
        ap=_number(table, "ap", 0),
        d=_number(table, "d", 1),
        ammo=_number(table, "am", 0),
        traits=traits(table),
        bought=table.flag("bought"),
    )
    if made.short and made.long and made.short > made.long:
        table.wrong("rng_s", f"at most the long range of {made.long}", made.short)
    if made.rng_s == made.rng_l == "-":
        table.wrong("rng_l", "a range, short or long", "-")
    if made.id and not ID.fullmatch(made.id):
        table.wrong("id", "an id of small letters, digits and single hyphens", made.id)
    table.skip(("sources",))
    table.done()
    return made


def _number(table: Table, key: str, default: int) -> int:
    low, high, dash = NUMBERS[key]
    return table.whole(key, default, low=low, high=high, dash=dash)


def traits(table: Table) -> dict[str, int | None]:
    """Traits of a weapon line: ``{ pistol = true, rapid-fire = 1 }``."""
    within = table.table("traits")
    found: dict[str, int | None] = {}
    for name, number in within.values.items():
        if number is True:
            found[name] = None
        elif type(number) is int and 1 <= number <= 99:
            found[name] = number
        else:
            within.wrong(name, "true, or the number behind the trait", number)
    return found


def _variant(table: Table, profiles: Iterable[str]) -> None:
    """A figure on which another source differs: checked, and only shown."""
    table.text("source")
    table.text("edition", "")
    table.text("why", "")
    wanted = table.text("profile", "")
    if wanted not in profiles:
        table.wrong("profile", "the id of a profile", wanted)
    for key, (pattern, expected) in FIGURES.items():
        if table.values.get(key) != "5+1":  # the typing slip of one source, shown as it stands
            table.pattern(key, "-", expected, pattern)
    for key in NUMBERS:
        _number(table, key, 0)
    traits(table)
    table.skip(FIGURES)
    table.done()


def armour(entry_id: str, table: Table) -> Armour:
    """N17-B-SAV-04: a suit of armour."""
    save = table.whole("save", low=2, high=6, dash=True)
    made = Armour(
        id=entry_id,
        name=table.text("name"),
        save=save,
        save_front_arc=table.whole("save_front_arc", 0, low=2, high=6, dash=True),
        save_vs_blast=table.whole("save_vs_blast", 0, low=2, high=6, dash=True),
        save_vs_template=table.whole("save_vs_template", 0, low=2, high=6, dash=True),
        save_bonus=table.whole("save_bonus", 0, low=0, high=3),
        initiative=table.whole("initiative", 0, low=-3, high=3),
        gas_toughness=table.whole("gas_toughness", 0, low=0, high=6),
        immune=table.texts("immune"),
        cost=table.numbers("cost"),
        rarity=table.text("rarity", ""),
        confidence=table.text("confidence", "", choices=CONFIDENCE),
        sources=table.texts("sources"),
        note=table.text("note", ""),
    )
    table.texts("not_with")
    table.whole("charge_move", 0, low=-3, high=3)
    for variant in table.tables("variants"):
        variant.skip(variant.values)
    table.skip(("aliases", "introduced"))
    table.done()
    return made


def item(kind: str, entry_id: str, table: Table) -> Item:
    """A skill, field, shield, piece of wargear or accessory."""
    made = Item(
        id=entry_id,
        name=table.text("name"),
        kind=kind,
        effect=table.text("effect"),
        rules=table.text("rules", "advanced", choices=LAYERS),
        cost=table.numbers("cost"),
        rarity=table.text("rarity", ""),
        sources=table.texts("sources"),
        note=table.text("note", ""),
    )
    for key in ("gas_toughness", "roll", "save_bonus_melee", "save_bonus_ranged", "best_save"):
        table.whole(key, 0, low=0, high=6)
    table.text("set", "")
    table.text("confidence", "", choices=CONFIDENCE)
    table.skip(("aliases", "introduced"))
    table.done()
    return made


def trait(entry_id: str, table: Table) -> Trait:
    """A weapon trait."""
    numbers = table.wholes("numbers")
    plain = item("trait", entry_id, table_without(table, "numbers"))
    return Trait(
        id=plain.id,
        name=plain.name,
        kind="trait",
        effect=plain.effect,
        rules=plain.rules,
        sources=plain.sources,
        numbers=numbers,
    )


def table_without(table: Table, *keys: str) -> Table:
    """The same table without keys that are read already."""
    values = {key: value for key, value in table.values.items() if key not in keys}
    return Table(values, table.file, table.key, table.mistakes)


def gang(entry_id: str, table: Table) -> Gang:
    """A gang of the data files."""
    made = Gang(
        id=entry_id,
        name=table.text("name"),
        house=table.text("house", ""),
        fighters=table.texts("fighters"),
    )
    if not made.fighters:
        table.wrong("fighters", "at least one fighter", table.values.get("fighters", []))
    table.skip(("aliases", "note", "sources"))
    table.done()
    return made


def house(entry_id: str, table: Table) -> House:
    """A house or cult."""
    made = House(
        id=entry_id,
        name=table.text("name"),
        armour=table.text("armour", "none"),
        box_skills=table.texts("box_skills"),
        box_leader_skills=table.texts("box_leader_skills"),
        introduced=table.text("introduced", ""),
    )
    table.skip(("aliases", "note", "sources"))
    table.done()
    return made


def rule(entry_id: str, table: Table) -> RuleEntry:
    """A rule of the book."""
    made = RuleEntry(
        id=entry_id,
        title=table.text("title"),
        section=table.text("section"),
        chapter=table.text("chapter", ""),
        status=table.text("status", choices=STATUSES),
        reason=table.text("reason", ""),
    )
    if made.status == "partial" and not made.reason:
        table.wrong("reason", "a reason for partial")
    table.done()
    return made


def option(entry_id: str, table: Table) -> Option:
    """A disputed reading."""
    values = table.table("values")
    for value, effect in values.values.items():
        if not isinstance(effect, str) or not effect.strip():
            values.wrong(value, "a sentence that says what the value does", effect)
    default = table.text("default", "")
    made = Option(
        id=entry_id,
        title=table.text("title"),
        layer=table.text("layer", choices=LAYERS),
        rules=table.texts("rules"),
        values=dict(values.values),
        default_basic=table.text("default_basic", default),
        default_advanced=table.text("default_advanced", default),
        counts=table.whole("counts", 0, low=0, high=6),
        examples=table.texts("examples"),
    )
    for key, value in (("default_basic", made.default_basic), ("default_advanced", made.default_advanced)):
        if value not in made.values:
            name = "default" if "default" in table.values else key
            table.wrong(name, f"one of {', '.join(made.values) or 'its values'}", value)
    table.done()
    return made


def standard(entry_id: str, table: Table) -> StandardFigure:
    """A standard figure."""
    rules = table.texts("rules") or RULES
    situation = table.table("situation")
    for key, value in situation.values.items():
        if not isinstance(value, str | int | float | bool):
            situation.wrong(key, "a text, a number, true or false", value)
    if not set(rules) <= set(RULES):
        table.wrong("rules", f"names out of {', '.join(RULES)}", list(rules))
    made = StandardFigure(
        id=entry_id,
        title=table.text("title"),
        attacker=table.text("attacker"),
        target=table.text("target"),
        weapon=table.text("weapon"),
        situation=dict(situation.values),
        figure=table.pattern("figure", NOTHING, "a figure such as outcomes.out_of_action", FIGURE),
        rules=tuple(rules),
    )
    table.done()
    return made
