"""Words of a sweep: its axes, their values, the figure that is swept."""

from typing import Any

from necrostats.reports.blocks import Result
from necrostats.reports.numbers import inches
from necrostats.reports.words import AFTERWARDS, OUTCOMES, title, words

TARGET_NUMBERS = frozenset({"ws", "bs", "i", "ld", "cl", "wil", "int", "am"})
STATS = {
    "m": "Movement",
    "s": "Strength",
    "t": "Toughness",
    "w": "Wounds",
    "a": "Attacks",
    "base": "base (mm)",
    "rng_s": "short range",
    "rng_l": "long range",
    "acc_s": "accuracy at short range",
    "acc_l": "accuracy at long range",
    "str": "Strength",
    "d": "Damage",
    "i": "Initiative",
    "ld": "Leadership",
    "cl": "Cool",
    "wil": "Willpower",
    "int": "Intelligence",
}
OWN_NAMES = {
    "distance": "distance",
    "range": "range",
    "with_weapon": "second weapon",
    "also": "second target",
    "using": "wargear used",
    "wounds_lost": "Wounds lost before",
    "target_prone": "target prone",
    "target_engaged": "target engaged",
    "firepower": "Firepower dice",
    "in_line": "fighters in line",
    "in_melee": "fighters in melee",
    "aim": "aim",
}
FIGURES = {
    "stages.hit": "at least one hit",
    "stages.wound": "at least one wound before saves",
    "stages.unsaved": "at least one unsaved wound",
    "stages.down": "target down",
    "outcomes.out_of_action": "target out of action",
    "outcomes.seriously_injured": "seriously injured and nothing worse",
    "wounds_mean": "mean Wounds lost",
}
SIGNED = frozenset({"ap", "acc_s", "acc_l"})


def axis_words(name: str) -> str:
    """An axis as one speaks of it.

    >>> axis_words("attacker.bs"), axis_words("wounds_lost"), axis_words("target.t")
    ("attacker's BS", 'Wounds lost before', "target's Toughness")
    """
    side, dot, key = name.partition(".")
    if dot:
        return f"{side}'s {STATS.get(key) or (key if key == 'armour' else key.upper())}"
    return OWN_NAMES.get(name, words(name))


def value_words(name: str, value: Any) -> str:
    """A value of an axis.

    >>> value_words("distance", 8), value_words("attacker.bs", 3), value_words("aim", False)
    ('8"', '3+', 'no')
    """
    key = name.rpartition(".")[2]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "distance":
        return inches(float(value))
    if isinstance(value, int):
        if key in TARGET_NUMBERS:
            return f"{value}+" if value else "-"
        return f"{value:+d}" if key in SIGNED and value else str(value)
    text = str(value)
    if name in ("weapon", "attacker", "target", "with_weapon", "also"):
        return title(text)
    return text.replace("-", " ") or "none"


def span_words(name: str, low: Any, high: Any) -> str:
    """Neighbouring values that fare alike.

    >>> span_words("distance", 1, 8), span_words("target.t", 3, 3)
    ('1-8"', '3')
    """
    if low == high:
        return value_words(name, low)
    first = value_words(name, low).rstrip('"')
    return f"{first}{' to ' if '-' in first or '+' in first else '-'}{value_words(name, high)}"


def is_number(axis: Result) -> bool:
    """Whether the values of an axis are numbers in order."""
    return all(type(value) in (int, float) for value in axis["values"])


def figure_words(result: Result) -> str:
    """What is swept, as one speaks of it."""
    path = str(result["figure"])
    head, _, last = path.rpartition(".")
    if path in FIGURES:
        return FIGURES[path]
    if head == "outcomes":
        return OUTCOMES[last]
    if head in ("hits", "wounds_lost"):
        return f"exactly {last} {'hits' if head == 'hits' else 'Wounds lost'}"
    if head == "target_after.toughness":
        return f"Toughness {last} afterwards"
    if head == "target_after" and last == "pinned":
        return "pinned and still in play"
    return AFTERWARDS.get(last, words(last))


def capital(text: str) -> str:
    """A text that begins a sentence.

    >>> capital("attacker's BS")
    "Attacker's BS"
    """
    return f"{text[:1].upper()}{text[1:]}"
