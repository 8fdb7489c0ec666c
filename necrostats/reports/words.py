"""Words of the reports: who is meant, how an attack is made, what each figure is the chance of."""

from collections.abc import Mapping
from typing import Any

from necrostats.reports.blocks import Result, Tone
from necrostats.reports.numbers import inches

STAGES = {
    "hit": "at least one hit",
    "wound": "at least one wound roll succeeds (before saves)",
    "unsaved": "at least one wound that is not saved",
    "down": "target down: seriously injured or out of action",
}

OUTCOMES = {
    "missed": "no hit",
    "unhurt": "hit, but lost no Wound",
    "wounded": "lost Wounds, still in play, no injury",
    "flesh_wound": "flesh wounds and nothing worse",
    "seriously_injured": "seriously injured and nothing worse",
    "out_of_action": "out of action",
}

AFTERWARDS = {
    "pinned": "pinned and still in play",
    "pushed": "knockback came about (even if blocked)",
    "on_fire": "on fire",
    "blinded": "blinded",
    "webbed": "webbed",
    "broken": "broken by fear",
    "out_of_ammo": "attacker's weapon out of ammo (jams included)",
    "jammed": "attacker's weapon jammed",
    "seriously_injured": "attacker seriously injured",
    "out_of_action": "attacker out of action",
}

SIDES: tuple[Tone, Tone] = ("a", "b")


def words(identifier: str) -> str:
    """An id as words: ``stand-and-shoot`` reads well already, ``out_of_action`` does not.

    >>> words("out_of_action")
    'out of action'
    """
    return identifier.replace("_", " ")


def title(identifier: str) -> str:
    """An id as a name, names as they are.

    >>> title("brute-cleaver"), title("shotgun/solid"), title("Power sword")
    ('Brute cleaver', 'Shotgun (solid)', 'Power sword')
    """
    if identifier != identifier.lower() or " " in identifier:
        return identifier
    head, bracket, changes = identifier.partition("[")
    name, _, profile = head.replace("-", " ").partition("/")
    text = f"{name[:1].upper()}{name[1:]}" + (f" ({profile})" if profile else "")
    return text + (f" [{changes}" if bracket else "")


def called(fighter: str) -> str:
    """A fighter within a sentence: by name, or a nameless one with what was typed.

    >>> called("kaiya"), called("custom[t=4]"), called("custom")
    ('Kaiya', 'a nameless human [t=4]', 'a nameless human')
    """
    nameless, bracket, changes = fighter.partition("[")
    if nameless.strip().lower() != "custom":
        return title(fighter)
    return "a nameless human" + (f" [{changes}" if bracket else "")


def first_capital(text: str) -> str:
    """A sentence with a capital at its beginning.

    >>> first_capital("a nameless human attacks")
    'A nameless human attacks'
    """
    return f"{text[:1].upper()}{text[1:]}"


def name_of(identifier: str) -> str:
    """An id as a proper name, each word with a capital; names as they are.

    >>> name_of("carrion-queens"), name_of("Carrion Queens")
    ('Carrion Queens', 'Carrion Queens')
    """
    return identifier.replace("-", " ").title() if identifier == identifier.lower() else identifier


def fighter_names(fighters: list[Mapping[str, Any]] | tuple[Mapping[str, Any], ...]) -> list[str]:
    """Names to speak of two fighters; A and B are added where they would be the same.

    >>> fighter_names([{"name": "Rork"}, {"name": "Rork"}])
    ['Rork (A)', 'Rork (B)']
    """
    names = [str(card.get("name") or card.get("id")) for card in fighters]
    if len(set(names)) < len(names):
        return [f"{name} ({letter})" for name, letter in zip(names, "ABCDEFGH", strict=False)]
    return names


def weapon_name(attack: Result) -> str:
    """The weapon of an attack, with the second one where there is one.

    >>> weapon_name({"weapon": "laspistol", "situation": {"with_weapon": "power-sword"}})
    'Laspistol with power sword'
    """
    situation = attack.get("situation", {})
    if attack.get("weapon_name"):
        return str(attack["weapon_name"])
    second = situation.get("with_weapon") or situation.get("with")
    name = title(str(attack.get("weapon", "")))
    return f"{name} with {title(str(second)).lower()}" if second else name


def is_close(situation: Mapping[str, Any]) -> bool:
    """Whether the attack is made in close combat."""
    return situation.get("mode") == "close" or bool(situation.get("close"))


def situation(how: Mapping[str, Any], *, brief: bool = False) -> str:
    """How an attack is made.

    >>> situation({"mode": "ranged", "range": "short", "distance": 6, "cover": "partial", "aim": True})
    'at short range (6"), in partial cover, aimed'
    >>> situation({"mode": "close", "charging": True}, brief=True)
    'charging'
    """
    parts = []
    if is_close(how):
        parts.append("charging" if how.get("charging") else "fighting")
        if not brief:
            parts[0] = f"in close combat, {parts[0]}"
    else:
        band = str(how.get("range") or "beyond")
        distance = how.get("distance")
        where = band if brief else "under the template" if band == "template" else f"at {band} range"
        where = "beyond long range" if band == "beyond" else where
        parts.append(where if distance is None else f"{where} ({inches(float(distance))})")
    cover = how.get("cover", "none") or "none"
    if cover != "none":
        parts.append(f"in {cover} cover")
    spoken = {
        "aim": "aimed",
        "target_prone": "target prone",
        "target_engaged": "target engaged",
        "behind": "from behind",
        "blocked": "target cannot be pushed",
        "turned": "having turned",
        "not_closest": "not at the closest target",
        "barricade": "over a barricade",
        "seriously_injured": "target seriously injured",
    }
    parts += [text for key, text in spoken.items() if how.get(key)]
    counted = {
        "save_bonus": "save bonus +{}",
        "assists": "assists {}",
        "interference": "interference {}",
        "wounds_lost": "Wounds lost before: {}",
        "flesh_wounds": "flesh wounds before: {}",
        "blast_cover": "{} cover from the blast",
        "in_line": "bystanders in line: {}",
        "in_melee": "bystanders in melee: {}",
        "firepower": "Firepower dice: {}",
        "action": "by {}",
        "also": "hits shared with {}",
        "share": "share {}",
    }
    parts += [
        text.format(how[key]) for key, text in counted.items() if how.get(key) not in (None, 0, "", "none")
    ]
    parts += [f"using {item}" for item in how.get("using") or ()]
    return ", ".join(parts)


def sides_of_attacks(result: Result) -> tuple[list[Result], list[Result]]:
    """The attacks of A and those of B; two fighters of the same name make half each."""
    attacks = list(result.get("attacks", []))
    if all("side" in attack for attack in attacks):
        return [x for x in attacks if x["side"] == "a"], [x for x in attacks if x["side"] == "b"]
    first = attacks[0]["attacker"] if attacks else ""
    own = [x for x in attacks if x["attacker"] == first]
    if len(own) == len(attacks):
        half = len(attacks) // 2
        return attacks[:half], attacks[half:]
    return own, [x for x in attacks if x["attacker"] != first]
