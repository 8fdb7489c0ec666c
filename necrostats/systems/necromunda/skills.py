"""Skills that change one attack. What a skill changes of a card or a weapon is done here; dice of its own are a step's.

To add one: a table in ``data/necromunda/skills.toml``, a place here, a case in the tests.
"""

from dataclasses import replace

from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.wargear import takes_accessories

OF_SHOOTER = frozenset(
    {
        "ballistics-expert",
        "bulging-biceps",
        "gunfighter",
        "marksman",
        "munitioneer",
        "precision-shot",
        "trick-shot",
    }
)
OF_SHOT = frozenset({"dodge", "evade", "nerves-of-steel", "true-grit"})
OF_FIGHTER = frozenset(
    {
        "backstab", "berserker", "bulging-biceps", "bull-charge", "combat-master", "crushing-blow", "disarm",
        "headbutt", "munitioneer",
    }
)  # fmt: skip
OF_FOUGHT = frozenset({"counter-attack", "dodge", "fearsome", "iron-jaw", "parry", "step-aside", "true-grit"})
IN_AN_ATTACK = OF_SHOOTER | OF_SHOT | OF_FIGHTER | OF_FOUGHT | {"hip-shooting"}


@rule("N17-A-SKL-01")
def trained(profile: WeaponProfile, attacker: Fighter, situation: Situation) -> WeaponProfile:
    """The weapon in the hands of *attacker*: Backstab, Disarm and Bull Charge give close combat weapons traits.

    A number behind a trait says how far it goes: Backstab 2, Disarm on 5. Pistols and fists gain nothing.
    """
    if not situation.close or "melee" not in profile.traits or "pistol" in profile.traits:
        return profile
    if profile.weapon == "unarmed":
        return profile
    traits = dict(profile.traits)
    if "backstab" in attacker.skills:
        traits["backstab"] = 2 if "backstab" in traits else None
    if "disarm" in attacker.skills:
        traits["disarm"] = 5 if "disarm" in traits else None
    if situation.charging and "bull-charge" in attacker.skills:
        traits.setdefault("knockback", None)
        profile = stronger(profile, attacker)
    return replace(profile, traits=traits)


def stronger(profile: WeaponProfile, bearer: Fighter) -> WeaponProfile:
    """The weapon with 1 more Strength, if it has any."""
    strength = profile.strength_of(bearer.s)
    return replace(profile, strength=str(strength + 1)) if strength else profile


@rule("N17-A-SKL-01")
def as_seen(shooter: Fighter, profile: WeaponProfile, situation: Situation) -> Situation:
    """What the shooter makes of cover and combat: Trick Shot ignores both but full cover, which costs it 1.

    So does an infra-sight with cover, except on Rapid Fire weapons (N17-A-KIT-01).
    """
    trick = "trick-shot" in shooter.skills
    sights = takes_accessories(profile) and "rapid-fire" not in profile.traits
    infra = sights and "infra-sight" in shooter.wargear
    if trick:
        situation = replace(situation, target_engaged=False)
    if trick or infra:
        situation = replace(situation, cover="partial" if situation.cover == "full" else "none")
    return situation
