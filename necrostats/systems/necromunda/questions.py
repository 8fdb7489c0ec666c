"""Questions that the rules can answer: one attack in a situation, ready to be enumerated, sampled or told."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from necrostats.engine.dice import Dice
from necrostats.engine.enumerating import Law, law_from
from necrostats.systems.necromunda import close_combat, shooting, traits
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options, under_options


@rule("N17-B-WPN-02", "N17-B-WPN-03")
def in_reach(profile: WeaponProfile, bearer: Fighter) -> WeaponProfile:
    """The profile with its ranges in inches: a thrown weapon flies a multiple of its bearer's Strength."""
    thrown = {
        name: str(bearer.s * int(text[2:]))
        for name, text in (("rng_s", profile.rng_s), ("rng_l", profile.rng_l))
        if text.startswith("Sx")
    }
    return replace(profile, **thrown) if thrown else profile  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack action: ``step(numbers, target, dice)`` gives the target after it.

    Attributes:
        numbers: A ``shooting.Shot`` or a ``close_combat.Melee``.
        target: The target before the attack.
    """

    attacker: Fighter
    defender: Fighter
    profile: WeaponProfile
    second: WeaponProfile | None
    situation: Situation
    options: Options
    step: Callable[[Any, Target, Dice], Target]
    numbers: Any
    target: Target

    def law(self) -> Law:
        """Every way the attack can leave the target, with its exact chance."""
        return law_from(self.step, self.numbers, self.target)

    def roll(self, dice: Dice) -> Target:
        """One throw of *dice*."""
        return self.step(self.numbers, self.target, dice)

    def ignored(self) -> list[str]:
        """Traits of the weapons that the basic rules do not use."""
        used = [self.profile] if self.second is None else [self.profile, self.second]
        return [f"{p.name}: {name}" for p in used for name in traits.ignored(p, self.situation.close)]


def attack(
    attacker: Fighter,
    defender: Fighter,
    profile: WeaponProfile,
    situation: Situation,
    options: Options,
    second: WeaponProfile | None = None,
) -> Attack:
    """An attack by *attacker* on *defender*.

    Raises:
        UsageError: A weapon that cannot be used in close combat.
    """
    profile = in_reach(under_options(profile, options), attacker)
    wounds = max(0, defender.w - situation.wounds_lost)
    if situation.close:
        numbers: Any = close_combat.melee(attacker, defender, profile, second, situation, options)
        return Attack(
            attacker,
            defender,
            profile,
            second,
            situation,
            options,
            close_combat.fight,
            numbers,
            Target(wounds, defender.t),
        )
    return Attack(
        attacker,
        defender,
        profile,
        None,
        situation,
        options,
        shooting.shoot,
        shooting.shot(attacker, defender, profile, situation, options),
        Target(wounds, defender.t, pinned=int(situation.target_prone)),
    )
