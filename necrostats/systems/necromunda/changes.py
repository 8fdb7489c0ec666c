"""What a user writes between brackets: ``bs=3``, ``armour=mesh``, ``+boltgun``, ``traits=knockback|rapid-fire(1)``."""

import re
import unicodedata
from dataclasses import replace
from typing import Any

from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue, trait_problem
from necrostats.systems.necromunda.entries import FIELDS, FIGURES, NUMBERS, STATS, TARGETS
from necrostats.systems.necromunda.kit import carry, find_profile, fresh, price
from necrostats.systems.necromunda.models import Armour, Fighter, Weapon, WeaponProfile

MAX_TEXT = 5_000  # characters; longer than any fighter worth typing
OPENING, CLOSING = "[(", "])"


def tidy(text: str, what: str) -> str:
    """A user's text on one line, letters of full width made plain; UsageError if it is empty or endless."""
    if len(text) > MAX_TEXT:
        raise UsageError(f"expected a {what} of at most {MAX_TEXT:,} characters, got {len(text):,}")
    plain = unicodedata.normalize("NFKC", text).strip()
    if not plain:
        raise UsageError(f"expected a {what}, got an empty text", f"such as {EXAMPLES[what]}")
    return plain


EXAMPLES = {"fighter": "kaiya or rork[+boltgun,w=2]", "weapon": "lasgun or shotgun/solid[ap=-1]", "gang": "ironlords or 2*rork+nox"}


def split(text: str, at: str) -> list[str]:
    """The parts of a text between separators outside brackets, each without spaces around it.

    Raises:
        UsageError: if a bracket is not closed or was never opened.

    >>> split("rork[+boltgun,w=2] + kaiya", "+")
    ['rork[+boltgun,w=2]', 'kaiya']
    """
    parts, begin, open_brackets = [], 0, []
    for place, letter in enumerate(text):
        if letter in OPENING:
            open_brackets.append(CLOSING[OPENING.index(letter)])
        elif letter in CLOSING:
            if not open_brackets or open_brackets.pop() != letter:
                raise UsageError(f"expected an opening bracket before {text[place:][:20]!r}, got none")
        elif letter == at and not open_brackets:
            parts.append(text[begin:place].strip())
            begin = place + 1
    if open_brackets:
        raise UsageError(f"expected {open_brackets[-1]!r} at the end of {text[:60]!r}", "close each bracket that is opened")
    return [*parts, text[begin:].strip()]


def name_and_changes(text: str, what: str) -> tuple[str, list[str]]:
    """``rork[+boltgun,w=2]`` as its name and its changes.

    >>> name_and_changes("rork[+boltgun, w=2]", "fighter")
    ('rork', ['+boltgun', 'w=2'])
    """
    split(text, "")
    name, bracket, rest = text.partition("[")
    if not bracket:
        return name.strip(), []
    if not rest.endswith("]"):
        raise UsageError(f"expected ']' at the end of the {what} {text[:60]!r}", f"such as {EXAMPLES[what]}")
    changes = split(rest[:-1], ",")
    if changes == [""]:
        return name.strip(), []
    if "" in changes:
        raise UsageError(f"expected a change between the commas of {text[:60]!r}, got none")
    return name.strip(), changes


def whole(text: str, what: str, low: int, high: int, *, plus: bool = False, dash: bool = False) -> int:
    """A whole number that a user typed, within its range.

    Args:
        plus: Whether 4+ means 4.
        dash: Whether - and 0 mean 0.
    """
    if dash and text in ("-", "0"):
        return 0
    pattern = r"[+-]?\d{1,6}" + (r"\+?" if plus else "")
    if re.fullmatch(pattern, text, re.ASCII):
        number = int(text.rstrip("+"))
        if low <= number <= high:
            return number
    mark = "+" if plus else ""
    allowed = f"a whole number from {low}{mark} to {high}{mark}" + (" or -" if dash else "")
    raise UsageError(f"expected {what} to be {allowed}, got {text[:40]!r}")


# -- weapons -----------------------------------------------------------------------------------------------------------


def change_profile(cat: Catalogue, profile: WeaponProfile, changes: list[str]) -> WeaponProfile:
    """A weapon line with figures or traits that the user wants otherwise; ``changed`` names them."""
    figures: dict[str, Any] = {}
    for change in changes:
        key, equals, value = (part.strip() for part in change.partition("="))
        key = cat.get("term/weapon-field", key) or key
        key = key.lower().replace("-", "_")
        known = (*FIGURES, *NUMBERS, "traits")
        if not equals or key not in known:
            raise UnknownNameError("change of a weapon", change[:60], (), f"a weapon takes {', '.join(known)} = value")
        what = f"{key} of {profile.key}"
        if key == "traits":
            figures["traits"] = parse_traits(cat, value)
        elif key in FIGURES:
            pattern, expected = FIGURES[key]
            written = value.replace("″", "").replace('"', "").replace(" ", "")
            written = {"e": "E", "t": "T"}.get(written, re.sub(r"^s(?=$|[x+-])", "S", written))
            if not pattern.fullmatch(written):
                raise UsageError(f"expected {what} to be {expected}, got {value[:40]!r}")
            figures[FIELDS.get(key, key)] = written
        else:
            low, high, dash = NUMBERS[key]
            zero = dash or value == "-"
            figures[FIELDS.get(key, key)] = whole(value, what, low, high, plus=key == "am", dash=zero)
    made = replace(profile, **figures, changed=profile.changed | figures.keys())
    if made.short and made.long and made.short > made.long:
        raise UsageError(
            f"expected rng_s of {profile.key} to be at most its long range of {made.long}, got {made.short}",
            "change rng_l as well",
        )
    if made.rng_s == made.rng_l == "-":
        raise UsageError(f"expected {profile.key} to have a range, got - for rng_s and rng_l")
    return made


def parse_traits(cat: Catalogue, text: str) -> dict[str, int | None]:
    """``knockback|rapid-fire(1)`` as traits with their numbers; none, - or nothing for no traits."""
    found: dict[str, int | None] = {}
    if text.lower() in ("", "-", "none"):
        return found
    for part in split(text, "|"):
        match = re.fullmatch(r"([^()]+?)\s*(?:\(\s*(\d{1,2})\s*[\"″']*\s*\))?", part)
        if not match:
            raise UsageError(f"expected traits such as knockback|rapid-fire(1), got {text[:60]!r}")
        name = cat.find("trait", match[1])
        number = int(match[2]) if match[2] else None
        said = trait_problem(cat.traits, name, number)
        if said:
            raise UsageError(f"expected {said}, got {part[:40]!r}")
        found[name] = number
    return found


def with_profile(weapon: Weapon, changed: WeaponProfile) -> Weapon:
    """The weapon with one of its profiles replaced."""
    lines = tuple(changed if line.id == changed.id else line for line in weapon.profiles)
    return replace(weapon, profiles=lines)


# -- fighters ----------------------------------------------------------------------------------------------------------


def change_fighter(cat: Catalogue, fighter: Fighter, changes: list[str]) -> Fighter:
    """The fighter after all changes, one after the other."""
    for change in changes:
        if change[0] == "+":
            fighter = add(cat, fighter, change[1:].strip())
        elif change[0] in "-−–":
            fighter = remove(cat, fighter, change[1:].strip())
        else:
            fighter = change_stat(cat, fighter, change)
    return fighter


def change_stat(cat: Catalogue, fighter: Fighter, change: str) -> Fighter:
    """``w=2``, ``ws=3+``, ``armour=mesh``."""
    key, equals, value = (part.strip() for part in change.partition("="))
    key = cat.get("characteristic", key) or key.lower()
    if key in ("armour", "armor") and equals:
        none = cat.armour["none"]
        suit = cat.armour[cat.find("armour", value)]
        under = none if suit.id == "none" or suit.save_bonus else fighter.under
        return _dressed(cat, replace(fighter, armour=suit, under=under, cost=fighter.cost + price(suit.cost, fighter.house)))
    if not equals or key not in STATS:
        hint = f"a fighter takes {', '.join(STATS)} = number, armour = id, +item, -item"
        raise UnknownNameError("change of a fighter", change[:60], (), hint)
    low, high = STATS[key]
    number = whole(value, f"{key} of {fighter.name}", low, high, plus=key in TARGETS)
    return replace(fighter, **{"intelligence" if key == "int" else key: number})


def add(cat: Catalogue, fighter: Fighter, text: str) -> Fighter:
    """``+boltgun``, ``+shotgun/acid``, ``+flak``, ``+parry``: a weapon, armour, skill or wargear more."""
    name, changes = name_and_changes(text, "weapon")
    found = _weapon_and_profile(cat, name)
    if found:
        weapon, profile = found
        if weapon.id == "unarmed":
            raise UsageError("expected an item that can be carried, got 'unarmed'")
        if changes:
            line = profile or fresh(weapon).profiles[0]
            line = change_profile(cat, line, changes)
            weapon, profile = with_profile(weapon, line), line
        cost = 0 if profile and profile.bought else price(weapon.cost, fighter.house)
        return replace(fighter, weapons=carry(fighter.weapons, weapon, profile), cost=fighter.cost + cost)
    if changes:
        raise UsageError(f"expected changes of a weapon only, got {text[:60]!r}")
    armour = cat.get("armour", name)
    if armour == "none":
        return change_stat(cat, fighter, "armour=none")
    if armour:
        return _wear(cat, fighter, cat.armour[armour])
    skill = cat.get("skill", name)
    if skill:
        return replace(fighter, skills=(*fighter.skills, *({skill} - {*fighter.skills})))
    for kind in ("wargear", "field", "shield", "accessory"):
        item = cat.get(kind, name)
        if item:
            cost = fighter.cost + price(cat.items[f"{kind}/{item}"].cost, fighter.house)
            return replace(fighter, wargear=(*fighter.wargear, item), cost=cost)
    raise UnknownNameError("weapon, armour, skill or wargear", name[:80], _carriable(cat))


def remove(cat: Catalogue, fighter: Fighter, text: str) -> Fighter:
    """``-shotgun``, ``-shotgun/acid``, ``-flak``: one item less; UsageError if it is not carried."""
    found = _weapon_and_profile(cat, text)
    if found and found[1]:
        weapon, line = found
        for place, held in enumerate(fighter.weapons):
            if held.id == weapon.id and any(own.id == line.id for own in held.profiles):
                if not line.bought:
                    raise UsageError(f"expected a weapon or a bought profile, got {text[:60]!r}", f"-{weapon.id} removes it")
                kept = replace(held, profiles=tuple(own for own in held.profiles if own.id != line.id))
                return replace(fighter, weapons=(*fighter.weapons[:place], kept, *fighter.weapons[place + 1 :]))
    elif found:
        for place, held in enumerate(fighter.weapons):
            if held.id == found[0].id:
                cost = fighter.cost - price(held.cost, fighter.house)
                left = (*fighter.weapons[:place], *fighter.weapons[place + 1 :])
                return replace(fighter, weapons=left, cost=cost)
    for place, held in enumerate(fighter.weapons):
        if not found and held.id == text.lower():  # custom
            return replace(fighter, weapons=(*fighter.weapons[:place], *fighter.weapons[place + 1 :]))
    armour = cat.get("armour", text)
    none = cat.armour["none"]
    if armour and armour != "none" and armour == fighter.under.id:
        return replace(fighter, under=none)
    if armour and armour != "none" and armour == fighter.armour.id:
        return _dressed(cat, replace(fighter, armour=none))
    skill = cat.get("skill", text)
    if skill in fighter.skills:
        return replace(fighter, skills=tuple(own for own in fighter.skills if own != skill))
    for kind in ("wargear", "field", "shield", "accessory"):
        item = cat.get(kind, text)
        if item in fighter.wargear:
            place = fighter.wargear.index(item)
            cost = fighter.cost - price(cat.items[f"{kind}/{item}"].cost, fighter.house)
            return replace(fighter, wargear=(*fighter.wargear[:place], *fighter.wargear[place + 1 :]), cost=cost)
    if not found and not armour and not skill and not any(cat.get(k, text) for k in ("wargear", "field", "shield", "accessory")):
        raise UnknownNameError("weapon, armour, skill or wargear", text[:80], _carriable(cat))
    carried = ", ".join(carried_ids(fighter)) or "nothing"
    raise UsageError(f"expected an item that {fighter.name} carries, got {text[:60]!r}", f"{fighter.name} carries {carried}")


def carried_ids(fighter: Fighter) -> list[str]:
    """Ids of all that a fighter carries, as one types them."""
    ids = []
    for weapon in fighter.weapons:
        ids.append(weapon.id)
        ids += [profile.key for profile in weapon.profiles if profile.bought]
    suits = [suit.id for suit in (fighter.armour, fighter.under) if suit.id != "none"]
    return [*ids, *suits, *fighter.skills, *fighter.wargear]


def _weapon_and_profile(cat: Catalogue, name: str) -> tuple[Weapon, WeaponProfile | None] | None:
    """A weapon, or a weapon and one of its profiles; None if the name is of something else."""
    from necrostats.systems.necromunda.grammar import find_weapon

    return find_weapon(cat, name)


def _wear(cat: Catalogue, fighter: Fighter, suit: Armour) -> Fighter:
    """``+suit``: over what is worn under, or under what is worn if it is made for that."""
    cost = fighter.cost + price(suit.cost, fighter.house)
    for worn in (fighter.armour, fighter.under):
        if suit.id in cat.entry("armour", worn.id).get("not_with", ()):
            raise UsageError(f"expected armour that can be worn with {worn.id}, got {suit.id!r}")
    if suit.save_bonus and fighter.armour.id != "none" and not fighter.armour.save_bonus:
        return replace(fighter, under=suit, cost=cost)
    if fighter.armour.save_bonus and not suit.save_bonus:
        return replace(fighter, armour=suit, under=fighter.armour, cost=cost)
    return replace(fighter, armour=suit, cost=cost)


def _dressed(cat: Catalogue, fighter: Fighter) -> Fighter:
    """What was worn under is the suit when nothing is worn over it."""
    if fighter.armour.id == "none" and fighter.under.id != "none":
        return replace(fighter, armour=fighter.under, under=cat.armour["none"])
    return fighter


def _carriable(cat: Catalogue) -> list[str]:
    kinds = ("weapon", "armour", "skill", "wargear", "field", "shield", "accessory")
    return [name for kind in kinds for name in cat.names(kind).known()]
