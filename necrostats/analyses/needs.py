"""What the dice of an attack need, and why: the rolls as a player says them."""

from dataclasses import replace
from typing import Any

from necrostats.systems.necromunda import attacks, close_combat, damage, hits, shooting, wargear
from necrostats.systems.necromunda.brawl import Brawl
from necrostats.systems.necromunda.injuries import BY_STRENGTH
from necrostats.systems.necromunda.questions import AdvancedAttack, Attack
from necrostats.systems.necromunda.volley import Volley


def needs(question: Attack) -> dict[str, dict[str, Any]]:
    """What the hit, wound and save rolls need on the die (7 = cannot be), with the reason in words.

    Empty where dice of more than one weapon are rolled, or where something else takes their place.
    """
    how, who, numbers = question.situation, question.attacker, question.numbers
    profile, bonus, area = question.profile, how.save_bonus, ""
    if question.second is not None:
        return {}
    if isinstance(question, AdvancedAttack):
        if not isinstance(numbers, Brawl | Volley):
            return {}
        area = "" if how.close else hits.area_of(profile)
        bonus = hits.save_bonus(profile, how)
    if how.close:
        if how.seriously_injured:
            how = replace(how, behind=True)  # as in attacks.brawl
        melee = numbers.melee if isinstance(numbers, Brawl) else numbers
        if any(strike.n for strike in melee.strikes[1:]):
            return {}
        strike = melee.strikes[0]
        hit_on, toughness = strike.hit_on, question.target.toughness + strike.tougher
        strength, save_on, last_row, half = strike.strength, strike.save_on, melee.last_row, melee.half
        why = _sum("WS", who.ws, close_combat.hit_modifiers(profile, how, question.options))
        sure = isinstance(numbers, Brawl) and numbers.effects[0].instead != BY_STRENGTH
    elif isinstance(numbers, Volley):
        gun = numbers.guns[0]
        if not gun.in_range or gun.sure:
            return {}
        blow, hit_on, bare_on = gun.hit.blow, gun.hit_on, gun.bare_on
        toughness, strength, save_on = question.target.toughness, blow.strength, blow.save_on
        last_row, half = blow.last_row, blow.half
        fitted = wargear.fitted(profile, who, how)
        modifiers = attacks.hit_modifiers(who, question.defender, fitted, how, False)
        hit_on, why = hit_need(who.bs, modifiers, hit_on, bare_on, numbers.expert_on)
        sure = gun.hit.effect.instead != BY_STRENGTH
    else:
        if not numbers.in_range:
            return {}
        modifiers = shooting.hit_modifiers(profile, how)
        hit_on, why = hit_need(who.bs, modifiers, numbers.hit_on, numbers.bare_on)
        toughness, strength, save_on = question.target.toughness, numbers.strength, numbers.save_on
        last_row, half, sure = numbers.last_row, numbers.half, False
    found = {"hit": {"on": hit_on, "why": why}}
    if sure:
        return found
    armour = damage.armour_value(question.defender, how, question.options, area)
    front = damage.worn_save(question.defender.armour, question.defender.under, True)
    facing = " from the front" if front == armour and front != question.defender.armour.save else ""
    modifiers = [("AP", profile.ap), ("save bonus", bonus)]
    saves = _sum("armour", armour or damage.NEVER, [(what, n) for what, n in modifiers if n], facing)
    return found | {
        "wound": {
            "on": damage.wound_on(strength, toughness, last_row, half),
            "why": f"Strength {strength}, Toughness {toughness}" if strength else "no Strength",
        },
        "save": {"on": save_on, "why": saves if armour or bonus else "no armour"},
    }


def hit_need(
    bs: int, modifiers: list[tuple[str, int]], hit_on: int, bare_on: int, expert_on: int = 0
) -> tuple[int, str]:
    """What a hit roll in shooting needs, and why: it may be improbable (N17-A-SHT-03), or that of an expert."""
    why = _sum("BS", bs, modifiers)
    if expert_on and hit_on > 2:
        why = f"{why}, 1 easier if a ballistics expert rolls {expert_on}+ on 2D6"
    if hit_on >= damage.NEVER > bare_on:
        return 6, f"{why}: improbable, a 6 and then {bare_on}+"
    return min(hit_on, damage.NEVER), why


def _sum(name: str, value: int, modifiers: list[tuple[str, int]], after: str = "") -> str:
    return ", ".join([f"{name} {value}+{after}", *(f"{what} {n:+d}" for what, n in modifiers)])
