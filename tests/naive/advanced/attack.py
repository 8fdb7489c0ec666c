"""One attack under the advanced rules, to be read against the book and for nothing else.

Every die is a loop over its faces, every chance a Fraction, every distribution a plain dict in which equal states
are merged after each hit. Nothing is imported from necrostats but its data types.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.advanced.cards import as_carried, in_force, toughness
from tests.naive.advanced.ends import End, Shooter
from tests.naive.advanced.fights import coup_de_grace, fight, headbutt
from tests.naive.advanced.hits import Kept
from tests.naive.advanced.injuries import DOWN, OUT, OUT_OF_ACTION, SERIOUS
from tests.naive.advanced.volleys import shoot


def joint(
    attacker: Fighter,
    target: Fighter,
    weapon: WeaponProfile,
    situation: Situation,
    options: Mapping[str, str],
    second: WeaponProfile | None = None,
    other: Fighter | None = None,
    kept: Kept | None = None,
    shooter: Shooter | None = None,
) -> dict[End, Fraction]:
    """Every way in which one attack can end, with its chance.

    ``kept``: what the target has not used up before a shot or fight; without it, what follows from its injuries.
    ``shooter``: how the attacker is before a shot; without it, unhurt.
    """
    options = in_force(options)
    if situation.wounds_lost > target.w or toughness(target) <= situation.flesh_wounds:
        raise ValueError("the target is out of action already")
    weapon = as_carried(weapon, attacker)
    second = as_carried(second, attacker) if second is not None else None
    if situation.action == "coup-de-grace":
        return coup_de_grace(situation)
    if situation.action == "headbutt":
        return headbutt(attacker, target, replace(situation, close=True), options)
    if situation.close:
        return fight(attacker, target, weapon, second, situation, options, kept)
    return shoot(attacker, target, weapon, second, other, situation, options, kept, shooter)


def attack(
    attacker: Fighter,
    target: Fighter,
    weapon: WeaponProfile,
    situation: Situation,
    options: Mapping[str, str],
    second: WeaponProfile | None = None,
    other: Fighter | None = None,
) -> dict:
    """The figures of the ``attack`` question, from :func:`joint`."""
    ends = joint(attacker, target, weapon, situation, options, second, other)

    def chance(event) -> Fraction:
        return sum((p for end, p in ends.items() if event(end)), Fraction(0))

    def spread(value, event=lambda end: True) -> dict:
        found = sorted({value(end) for end in ends if event(end)})
        return {n: chance(lambda end, n=n: event(end) and value(end) == n) for n in found}

    outcomes = spread(outcome)
    names = ("missed", "unhurt", "wounded", "flesh_wound", "seriously_injured", "out_of_action")
    marks = ("on_fire", "blinded", "webbed", "broken", "concussed", "dragged", "disarmed", "entangled")
    bystanders = [f"in_line_{n + 1}" for n in range(situation.in_line)]
    bystanders += [f"in_melee_{n + 1}" for n in range(situation.in_melee)]
    left = toughness(target) - situation.flesh_wounds
    figures = {
        "stages": {
            "hit": chance(lambda end: end.hits > 0),
            "wound": chance(lambda end: end.wound),
            "unsaved": chance(lambda end: end.unsaved),
        },
        "outcomes": {name: outcomes.get(name, Fraction(0)) for name in names},
        "hits": spread(lambda end: end.hits),
        "wounds_lost": spread(lambda end: end.lost),
        "target_after": {
            "pinned": chance(lambda end: end.pinned),
            "pushed": chance(lambda end: end.pushed),
            **{mark: chance(lambda end, mark=mark: mark in end.marks) for mark in marks},
            "toughness": spread(lambda end: left - end.flesh, lambda end: end.down != OUT),
        },
        "attacker_after": {
            "out_of_ammo": chance(lambda end: "out_of_ammo" in end.weapon),
            "jammed": chance(lambda end: "jammed" in end.weapon),
            "out_of_action": chance(lambda end: end.shooter == OUT),
            "seriously_injured": chance(lambda end: end.shooter == DOWN),
            "diverted": chance(lambda end: "diverted" in end.weapon),
        },
        "strays": {name: chance(lambda end, name=name: name in end.strays) for name in bystanders},
    }
    if other is not None:
        found = defaultdict(Fraction)
        for end, p in ends.items():
            found[outcome_of(end.other[0], end.other[4], end.other[1])] += p
        figures["other"] = {
            "outcomes": {name: found[name] for name in names},
            "hits": spread(lambda end: end.other[0]),
            "wounds_lost": spread(lambda end: end.other[1]),
        }
    return figures


def outcome_of(hits: int, hurt: int, lost: int) -> str:
    """The worst that happened (interface of ``attack``)."""
    if hits == 0:
        return "missed"
    if hurt:
        return {1: "flesh_wound", SERIOUS: "seriously_injured", OUT_OF_ACTION: "out_of_action"}[hurt]
    return "wounded" if lost else "unhurt"


def outcome(end: End) -> str:
    return outcome_of(end.hits, end.hurt, end.lost)
