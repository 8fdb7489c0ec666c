"""What the dice of an attack need, and why: the rolls as a player says them."""

from typing import Any

from necrostats.systems.necromunda import close_combat, damage, shooting
from necrostats.systems.necromunda.questions import Attack


def needs(question: Attack) -> dict[str, dict[str, Any]]:
    """What the hit, wound and save rolls need on the die (7 = cannot be), with the reason in words.

    Empty where dice of more than one weapon are rolled.
    """
    how, who = question.situation, question.attacker
    if not how.close and not question.numbers.in_range:
        return {}
    if how.close:
        numbers = question.numbers.first
        if question.second is not None or question.numbers.fists.n:
            return {}
        why = _sum("WS", who.ws, close_combat.hit_modifiers(question.profile, how, question.options))
    else:
        numbers = question.numbers
        why = _sum("BS", who.bs, shooting.hit_modifiers(question.profile, how))
    blow = question.numbers
    hit_on = numbers.hit_on
    if not how.close and hit_on >= damage.NEVER > question.numbers.bare_on:
        hit_on, why = 6, f"{why}: improbable, a 6 and then {question.numbers.bare_on}+"
    toughness = question.target.toughness
    armour = damage.armour_value(question.defender, how, question.options)
    front = damage.worn_save(question.defender.armour, question.defender.under, True)
    facing = " from the front" if front == armour and front != question.defender.armour.save else ""
    modifiers = [("AP", question.profile.ap), ("save bonus", how.save_bonus)]
    saves = _sum("armour", armour or damage.NEVER, [(what, n) for what, n in modifiers if n], facing)
    return {
        "hit": {"on": hit_on, "why": why},
        "wound": {
            "on": damage.wound_on(numbers.strength, toughness, blow.last_row, blow.half),
            "why": f"Strength {numbers.strength}, Toughness {toughness}"
            if numbers.strength
            else "no Strength",
        },
        "save": {"on": numbers.save_on, "why": saves if armour or how.save_bonus else "no armour"},
    }


def _sum(name: str, value: int, modifiers: list[tuple[str, int]], after: str = "") -> str:
    return ", ".join([f"{name} {value}+{after}", *(f"{what} {n:+d}" for what, n in modifiers)])
