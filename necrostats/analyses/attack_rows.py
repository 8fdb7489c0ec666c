"""The figures of one attack as a row, for answers that hold many attacks."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from necrostats.analyses.answers import exact
from necrostats.analyses.attack import AttackResult
from necrostats.systems.necromunda.injuries import OUT, SERIOUS
from necrostats.systems.necromunda.questions import OUTCOMES

Row = dict[str, Any]
MOST_ROWS = 10_000
DEFINITIONS = {
    "attacker": "who attacks, as typed",
    "weapon": "the profile, as typed where it was changed",
    "target": "who is attacked, as typed",
    "situation": "how the attack is made, as in the answer of attack",
    "needs": "what each roll needs on the die, 7 = cannot be, and why",
    "hit": "at least one hit in the whole attack action",
    "wound": "at least one wound roll succeeds, before saves",
    "unsaved": "at least one wound that is not saved",
    "down": "the target is seriously injured or out of action (advanced rules)",
    "out_of_action": "the target is out of action",
    "outcomes": "the worst that happens to the target; they exclude each other and sum to 1",
    "wounds_mean": "mean number of Wounds that the target loses",
    "user_down": "the attack itself leaves the attacker seriously injured or out of action, as an Unstable weapon can "
    "(advanced rules)",
    "user_out_of_action": "of these, out of action",
    "not_carried": "the weapon is not in the attacker's kit and was taken for this question",
    "reason": "why the attack cannot be made, or has no effect",
}
FIGURES = (
    "hit",
    "wound",
    "unsaved",
    "down",
    "out_of_action",
    "wounds_mean",
    "user_down",
    "user_out_of_action",
)
ADVANCED = ("down", "user_down", "user_out_of_action")


def figures_of(result: AttackResult | None, rules: str) -> Row:
    """The figures of an attack, each as in the answer of ``attack``; None where it cannot be made."""
    names = [name for name in FIGURES if name not in ADVANCED or rules == "advanced"]
    if result is None:
        return {"needs": {}, **dict.fromkeys(names), "outcomes": None}
    answer, ends = result.answer, result.ends
    found = {
        **answer["stages"],
        "out_of_action": answer["outcomes"][OUTCOMES[-1]],
        "wounds_mean": mean(
            Fraction(sum(w * result.question.lost(end) for end, w in ends.weights.items()), ends.total)
        ),
    }
    if rules == "advanced":
        found |= {
            "user_down": ends.p(lambda end: end.scene.attacker.down in (SERIOUS, OUT)),
            "user_out_of_action": ends.p(lambda end: end.scene.attacker.down == OUT),
        }
    return {"needs": answer["needs"], **{name: found[name] for name in names}, "outcomes": answer["outcomes"]}


def mean(value: Fraction) -> dict[str, Any]:
    """An exact mean as answers have it.

    >>> mean(Fraction(3, 4))
    {'mean': 0.75, 'fraction': '3/4'}
    """
    found = exact(value)
    return {"mean": found.pop("p"), **found}


def size(figure: Mapping[str, Any]) -> Fraction:
    """A chance or a mean as a number, exactly where it has a fraction.

    >>> size({"p": 0.75, "fraction": "3/4"})
    Fraction(3, 4)
    """
    return Fraction(figure.get("fraction") or figure.get("p", figure.get("mean")))


def reason_of(error: Exception, weapon: str) -> str:
    """Why an attack cannot be made, without the name of its weapon.

    >>> reason_of(ValueError("flamer has no short range"), "flamer")
    'has no short range'
    """
    return str(error).removeprefix(f"{weapon} ").removesuffix(f", got {weapon!r}")


class Remarks:
    """Remarks on many attacks, each kept once with the weapons that it is about."""

    def __init__(self) -> None:
        self.notes: dict[str, dict[str, None]] = {}
        self.not_modelled: dict[str, None] = {}

    def take(self, weapon_name: str, answer: Mapping[str, Any]) -> None:
        """Keep what an answer of ``attack`` remarks."""
        for note in answer["notes"]:
            self.notes.setdefault(str(note), {})[weapon_name] = None
        self.not_modelled |= dict.fromkeys(answer["not_modelled"])

    def lines(self, count: int) -> Iterator[str]:
        """The notes as sentences; one that holds for all *count* weapons names none."""
        for note, names in self.notes.items():
            yield note if len(names) == count else f"{', '.join(names)}: {note}"


Progress = Callable[[int, int], None]
"""Told how many attacks are done, and of how many."""
