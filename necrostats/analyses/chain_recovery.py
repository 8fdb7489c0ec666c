"""What becomes of a seriously injured fighter over its End phases: back, still down, or out of action."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import reconstructed, rulebook, whole
from necrostats.analyses.chains import NEED, Chain, ChainResult, check_rules, figures, head, needed, tail
from necrostats.engine.enumerating import law_from
from necrostats.errors import UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.injuries import IN_PLAY, OUT, SERIOUS, Condition
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.recovery import Care, care_of, recover
from necrostats.systems.necromunda.wargear import bearing

CONDITIONS: dict[str, Callable[[Condition], bool]] = {
    "back": lambda c: c.down == IN_PLAY,
    "still_down": lambda c: c.down == SERIOUS,
    "out_of_action": lambda c: c.down == OUT,
}
EVENTS = ("back", "out_of_action")
DEFINITIONS = {
    "rows": "chances after so many End phases in a row",
    "back": "has recovered: pinned, with a flesh wound more",
    "still_down": "still seriously injured",
    "out_of_action": "out of action",
    "with_help": "the same fighter by who assists each time: nobody, a friend, one with a medicae kit, with the "
    "skill Medicae, with both; back and out_of_action ever, median and by of being back",
    "dice": "Injury dice rolled, of which the mildest counts",
    "out_rolled_again": "whether an out of action is rolled again once",
    "back_at_once": "back after the first End phase",
}
HELPERS: dict[str, dict[str, Any]] = {
    "friend": {},
    "medicae-kit": {"wargear": ("medicae-kit",)},
    "medicae": {"skills": ("medicae",)},
    "medicae and medicae-kit": {"skills": ("medicae",), "wargear": ("medicae-kit",)},
}
NOT_MODELLED = (
    "what the enemy does in between: a coup de grace, more hits",
    "once back the fighter is left alone; it is not put down again",
)


def recovery(
    who: str,
    *,
    flesh_wounds: int = 0,
    assisted: bool = False,
    helper: str | None = None,
    need: object = NEED,
    rows: int | None = None,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
) -> ChainResult:
    """What becomes of *who*, seriously injured, over End phases (N17-A-END-03).

    Args:
        flesh_wounds: Had before; each has taken a Toughness.
        assisted: Whether an active friend assists each time: a second Injury die, and the milder counts.
        helper: The friend who assists, for its skill Medicae and a medicae kit.
        need: The chance for which ``until`` says how many End phases it takes: 0.9, "90%".
        rows: How far the rows go on; None for as many as it takes.

    Raises:
        UsageError: More flesh wounds than the fighter's Toughness allows, the basic rules.

    >>> found = recovery("custom", rows=2).to_dict()
    >>> [row["back"]["fraction"] for row in found["rows"]], found["until"]["back"]["ever"]["fraction"]
    (['1/3', '1/2'], '2/3')
    """
    cat, chosen = rulebook(data, rules, options, house)
    check_rules(chosen, rules, "serious injuries are part")
    share = needed(need)
    hurt = bearing(fighter(cat, who))
    flesh_wounds = whole("flesh_wounds", flesh_wounds, 0, 99)
    if flesh_wounds >= hurt.t:
        raise UsageError(
            f"flesh_wounds: expected less than the fighter's Toughness of {hurt.t}, got {flesh_wounds}",
            "a fighter whose Toughness is 0 is out of action (N17-A-INJ-03)",
        )
    friend = None if helper is None else fighter(cat, helper)
    care = care_of(hurt, chosen, assisted=assisted, helper=friend)
    found, waiting = figures(_chain(hurt, care, flesh_wounds), share, rows)
    answer = {
        **head("recovery", chosen),
        "title": f"{hurt.name}, seriously injured, {_helped(care, friend is not None or assisted)}",
        "fighter": hurt.label,
        "flesh_wounds": flesh_wounds,
        "assisted": assisted or friend is not None,
        "helper": friend.label if friend else None,
        "dice": care.dice,
        "out_rolled_again": bool(care.again),
        **found,
        "with_help": list(_with_help(cat, hurt, flesh_wounds, chosen, share)),
        **tail(
            chosen,
            DEFINITIONS,
            reconstructed=reconstructed(hurt, *([friend] if friend else [])),
            not_modelled=NOT_MODELLED,
        ),
    }
    return ChainResult(answer, waiting)


def _chain(hurt: Fighter, care: Care, flesh_wounds: int) -> Chain[Condition]:
    """A recovery test in each End phase, from a serious injury on."""
    return Chain(
        "round",
        Condition(0, hurt.t - flesh_wounds, 0, SERIOUS),
        lambda c: law_from(recover, care, c),
        CONDITIONS,
        {name: CONDITIONS[name] for name in EVENTS},
    )


def _with_help(
    cat: Catalogue, hurt: Fighter, flesh_wounds: int, options: Options, need: Fraction
) -> Iterable[dict[str, Any]]:
    """What becomes of a fighter alone and with each kind of help."""
    for name in ("alone", *HELPERS):
        helper = replace(cat.human, **HELPERS[name]) if name in HELPERS else None
        care = care_of(hurt, options, helper=helper)
        found, _ = figures(_chain(hurt, care, flesh_wounds), need, 1)
        back, out = (found["until"][event] for event in EVENTS)
        yield {
            "help": name,
            "dice": care.dice,
            "out_rolled_again": bool(care.again),
            "back_at_once": found["rows"][0]["back"],
            "back": back["ever"],
            "out_of_action": out["ever"],
            "median": back["median"],
            "by": back["need"]["by"],
        }


def _helped(care: Care, assisted: bool) -> str:
    if not assisted:
        return "alone"
    again = ", out of action rolled again" if care.again else ""
    return f"assisted (best of {care.dice} dice{again})"
