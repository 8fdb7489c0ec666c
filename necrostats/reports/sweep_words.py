"""Words of a sweep: its axes, their values, the figure that is swept."""

from typing import Any

from necrostats.reports.blocks import Result
from necrostats.reports.numbers import inches
from necrostats.reports.words import AFTERWARDS, OUTCOMES, first_capital, title, words

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
    "who": "fighter",
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
OF_QUESTIONS = {
    "duel.a_wins": "A wins",
    "duel.b_wins": "B wins",
    "duel.draw": "a draw",
    "duel.rounds_mean": "mean rounds",
    "expected": "mean fighters touched",
    "expected_when_hit": "mean fighters touched by a hit",
    "expected_when_missed": "mean fighters touched by a miss",
    "one_shot.out_of_ammo": "out of ammo in one shot",
    "shots_mean": "mean shots in the battle",
    "left_mean": "mean fighters left",
    "fled_mean": "mean fighters fled",
}
HEADS = {
    "duel.draw": "Draw",
    "duel.rounds_mean": "Mean rounds",
    "expected": "Touched",
    "expected_when_hit": "If it hits",
    "expected_when_missed": "If it misses",
    "one_shot.out_of_ammo": "Out in 1 shot",
    "shots_mean": "Shots",
    "left_mean": "Left",
    "fled_mean": "Fled",
}
EVENTS = {"bottled": "bottled out", "back": "back in play"}
HOW_LONG = {"median": "median", "mean": "mean", "mode": "likeliest", "ever": "ever"}
NAMES = frozenset(
    {"weapon", "attacker", "target", "with_weapon", "also", "a", "b", "who", "fighter", "helper"}
)
SIGNED = frozenset({"ap", "acc_s", "acc_l"})


def axis_words(name: str) -> str:
    """An axis as one speaks of it.

    >>> axis_words("attacker.bs"), axis_words("wounds_lost"), axis_words("target.t")
    ("attacker's BS", 'Wounds lost before', "target's Toughness")
    """
    side, dot, key = name.partition(".")
    if side == "option" and dot:
        return f"option {key}"
    if side in ("policy_a", "policy_b", "cover_a", "cover_b"):
        return f"{words(side[:-2])} of {side[-1].upper()}"
    if dot:
        side = side.upper() if len(side) == 1 else OWN_NAMES.get(side, side)
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
    if name in NAMES:
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


def is_chance(result: Result) -> bool:
    """Whether what is swept is a chance, not a mean or a number."""
    return all("p" in row["value"] for row in result["rows"] if row["value"] is not None)


def figure_words(result: Result) -> str:
    """What is swept, as one speaks of it."""
    path = str(result["figure"])
    return _of_attack(path) if result["of"] == "attack" else _of_question(path, result)


def _of_attack(path: str) -> str:
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


def _of_question(path: str, result: Result) -> str:
    if path in OF_QUESTIONS:
        return OF_QUESTIONS[path]
    head, *rest = path.split(".")
    units = f"{result['unit'] or 'step'}s"
    if head == "until":
        event = EVENTS.get(rest[0], words(rest[0]))
        if rest[1] == "need":
            need = need_words(result)
            return (
                f"{units} until {event} with {need}"
                if rest[2] == "by"
                else f"{units} to count on with {need}"
            )
        return f"ever {event}" if rest[1] == "ever" else f"{HOW_LONG[rest[1]]} {units} until {event}"
    if head in ("rows", "by_round") and len(rest) == 2:
        return f"{words(rest[1])} after {rest[0]} {units if head == 'rows' else 'rounds'}"
    return ", ".join(map(words, path.split(".")))


def head_words(name: str, path: str, result: Result) -> str:
    """The heading of a column: a figure in a word or two.

    >>> head_words("need", "until.down.need.by", {"situation": {}}), head_words("mean", "until.down.mean", {})
    ('90% by', 'Mean')
    """
    if path in HEADS:
        return HEADS[path]
    if path.endswith(".need.by"):
        return f"{need_words(result)} by"
    if name == "out_of_action":
        return "Out of action" + (" (mean)" if path.endswith("mean") else "")
    return first_capital(OF_QUESTIONS.get(path, words(name)))


def need_words(result: Result) -> str:
    """The chance for which chains say how many steps it takes."""
    text = str(result["situation"].get("need", "90%"))
    return text if text.endswith("%") or "/" in text else f"{100 * float(text):g}%"
