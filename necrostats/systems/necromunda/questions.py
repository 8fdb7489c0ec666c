"""Questions that the rules can answer: one attack in a situation, ready to be enumerated, sampled or told."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from necrostats.engine.dice import Dice
from necrostats.engine.enumerating import Law, law_from
from necrostats.errors import UsageError
from necrostats.systems.necromunda import actions, ammo, attacks, close_combat, injuries, shooting, traits
from necrostats.systems.necromunda.actions import Deed, Headbutt
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.brawl import Brawl, Clash, brawl_steps
from necrostats.systems.necromunda.damage import NEVER, Target
from necrostats.systems.necromunda.hits import condition_of, plain_hit
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options, under_options
from necrostats.systems.necromunda.rolls import characteristic_test
from necrostats.systems.necromunda.scene import NOBODY, Scene
from necrostats.systems.necromunda.volley import Firing, Volley, shoot_volley
from necrostats.systems.necromunda.wargear import bearing

OUTCOMES = ("missed", "unhurt", "wounded", "flesh_wound", "seriously_injured", "out_of_action")
TARGET_MARKS = {
    "on_fire": injuries.ON_FIRE,
    "blinded": injuries.BLINDED,
    "webbed": injuries.WEBBED,
    "broken": injuries.BROKEN,
    "concussed": injuries.CONCUSSED,
    "dragged": injuries.DRAGGED,
    "disarmed": injuries.DISARMED,
    "entangled": injuries.ENTANGLED,
}
WEAPON_MARKS = {"out_of_ammo": ammo.DRY, "jammed": ammo.JAMMED, "diverted": ammo.DIVERTED}


@rule("N17-B-WPN-02", "N17-B-WPN-03", "N17-A-TRT-12")
def in_reach(profile: WeaponProfile, bearer: Fighter) -> WeaponProfile:
    """The profile with its ranges in inches: a thrown weapon flies a multiple of its bearer's Strength.

    N17-A-TRT-12: a Versatile weapon reaches as far as its long range says, unless its bearer is engaged.
    """
    thrown = {
        name: str(bearer.s * int(text[2:]))
        for name, text in (("rng_s", profile.rng_s), ("rng_l", profile.rng_l))
        if text.startswith("Sx")
    }
    return replace(profile, **thrown) if thrown else profile  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack action under the basic rules: ``step(numbers, start, dice)`` gives its end.

    Attributes:
        numbers: What the step needs: a ``shooting.Shot``, a ``close_combat.Melee``, or those of the advanced rules.
        start: What the step changes, before the attack.
    """

    attacker: Fighter
    defender: Fighter
    profile: WeaponProfile
    second: WeaponProfile | None
    situation: Situation
    options: Options
    step: Callable[[Any, Any, Dice], Any]
    numbers: Any
    start: Any

    def law(self) -> Law:
        """Every way the attack can end, with its exact chance."""
        return law_from(self.step, self.numbers, self.start)

    def roll(self, dice: Dice) -> Any:
        """One throw of *dice*."""
        return self.step(self.numbers, self.start, dice)

    @property
    def target(self) -> Any:
        """The target before the attack."""
        return self.start

    def after(self, end: Any) -> Any:
        """The target after it."""
        return end

    def hits(self, end: Any) -> int:
        """Hits on the target, after parries."""
        return int(self.after(end).hits)

    def wound(self, end: Any) -> bool:
        """Whether there was a wound, before saves."""
        return bool(end.wounded)

    def unsaved(self, end: Any) -> bool:
        """Whether there was an unsaved wound."""
        return bool(end.unsaved)

    def lost(self, end: Any) -> int:
        """Wounds that the target lost."""
        return int(self.target.wounds - self.after(end).wounds)

    def outcome(self, end: Any) -> str:
        """The worst that happened to the target, one of OUTCOMES."""
        if end.wounds == 0:
            return "out_of_action"
        return "wounded" if self.lost(end) else "unhurt" if end.hits else "missed"

    def outcomes(self) -> list[str]:
        """The outcomes that the rules in force have."""
        return [name for name in OUTCOMES if name not in ("flesh_wound", "seriously_injured")]

    def pinned(self, end: Any) -> bool:
        """Whether the target is pinned and in play."""
        return bool(end.pinned and end.wounds > 0)

    def pushed(self, end: Any) -> bool:
        """Whether the condition of Knockback was met."""
        return bool(end.pushed)

    def ignored(self) -> list[str]:
        """Traits of the weapons that the rules in force do not use, as sentences."""
        used = [self.profile] if self.second is None else [self.profile, self.second]
        later = " (advanced rules)" if self.options.rules == "basic" else ""
        return [
            f"{p.name}: {name}{later}"
            for p in used
            for name in traits.ignored(p, self.situation.close, self.options.rules)
        ]


class AdvancedAttack(Attack):
    """One attack action under the advanced rules; its ends have a ``Scene``."""

    __slots__ = ()

    @property
    def target(self) -> Any:
        return self.start.scene.target

    def after(self, end: Any) -> Any:
        return end.scene.target

    def wound(self, end: Any) -> bool:
        return self.marked(end, injuries.WOUND)

    def unsaved(self, end: Any) -> bool:
        return self.marked(end, injuries.UNSAVED)

    def marked(self, end: Any, mark: int) -> bool:
        """Whether the target carries a mark of ``injuries``."""
        return bool(end.scene.target.marks & mark)

    def toughness(self, end: Any) -> int:
        """Toughness of the target after the attack, 0 once it is out of action."""
        return int(end.scene.target.toughness)

    def knocks_back(self) -> bool:
        """Whether the attack can push the target."""
        if isinstance(self.numbers, Brawl):
            return any(each.n and each.push_on < NEVER for each in self.numbers.melee.strikes)
        return "knockback" in self.profile.traits

    def may(self, mark: str) -> bool:
        """Whether that can become of the first weapon: "out_of_ammo", "jammed", or of the attempt: "diverted"."""
        if isinstance(self.numbers, Volley):
            magazine = self.numbers.guns[0].magazine
            if mark == "diverted":
                return self.numbers.priority_on > 0
        elif isinstance(self.numbers, Brawl) and mark != "diverted":
            magazine = self.numbers.magazines[0]
        else:
            return False
        if mark == "jammed":
            return magazine.dice > 1 and magazine.check_on > 0
        checked = magazine.check_on > 0 and magazine.dice + magazine.thrown > 0
        return bool(magazine.single or checked)

    def bystanders(self) -> list[str]:
        """The fighters whom a stray shot may hit, the nearest first."""
        if not isinstance(self.numbers, Volley):
            return []
        line, melee = self.situation.in_line, self.situation.in_melee
        return [f"in_line_{n + 1}" for n in range(line)] + [f"in_melee_{n + 1}" for n in range(melee)]

    def outcome(self, end: Any) -> str:
        return outcome_of(end.scene.target, self.lost(end))

    def outcomes(self) -> list[str]:
        return list(OUTCOMES)

    def pinned(self, end: Any) -> bool:
        return self.marked(end, injuries.PINNED) and end.scene.target.down == injuries.IN_PLAY

    def pushed(self, end: Any) -> bool:
        return self.marked(end, injuries.PUSHED)

    def down(self, end: Any) -> bool:
        """Whether the target is seriously injured or out of action."""
        return bool(end.scene.target.down != injuries.IN_PLAY)


def outcome_of(after: injuries.Condition, lost: int) -> str:
    """The worst that an attack did to a fighter, one of OUTCOMES."""
    if after.down == injuries.OUT:
        return "out_of_action"
    if after.marks & injuries.SERIOUS_RESULT:
        return "seriously_injured"
    if after.marks & injuries.FLESH_RESULT:
        return "flesh_wound"
    return "wounded" if lost else "unhurt" if after.hits else "missed"


def attack(
    attacker: Fighter,
    defender: Fighter,
    profile: WeaponProfile,
    situation: Situation,
    options: Options,
    second: WeaponProfile | None = None,
    other: Fighter | None = None,
    knife: WeaponProfile | None = None,
) -> Attack:
    """An attack by *attacker* on *defender*.

    Args:
        second: In close combat the second weapon, in shooting a second pistol.
        other: A second target of rapid fire.
        knife: What a third arm fights with.

    Raises:
        UsageError: A weapon that cannot be used so.
    """
    profile = in_reach(under_options(profile, options), bearing(attacker, situation.using))
    if options.rules == "advanced":
        return _advanced(attacker, defender, profile, situation, options, second, other, knife)
    wounds = max(0, defender.w - situation.wounds_lost)
    step: Callable[[Any, Any, Dice], Any]
    if situation.close:
        numbers: Any = close_combat.melee(attacker, defender, profile, second, situation, options)
        target = Target(wounds, defender.t)
        step = close_combat.fight
    else:
        second = None
        numbers = shooting.shot(attacker, defender, profile, situation, options)
        target = Target(wounds, defender.t, pinned=int(situation.target_prone))
        step = shooting.shoot
    return Attack(attacker, defender, profile, second, situation, options, step, numbers, target)


def _advanced(
    attacker: Fighter,
    defender: Fighter,
    profile: WeaponProfile,
    situation: Situation,
    options: Options,
    second: WeaponProfile | None,
    other: Fighter | None,
    knife: WeaponProfile | None,
) -> AdvancedAttack:
    armed, target = bearing(attacker, situation.using), bearing(defender)
    second = None if second is None else in_reach(under_options(second, options), armed)
    others = NOBODY if other is None else condition_of(bearing(other), Situation())
    scene = Scene(condition_of(target, situation), others, condition_of(armed, Situation()))
    numbers: Any
    start: Any
    step: Callable[[Any, Any, Dice], Any]
    if situation.action == "coup-de-grace":
        step, numbers, start = actions.finish_off, 1, Deed(scene)
    elif situation.action == "headbutt":
        numbers = headbutt(armed, target, situation, options)
        step, start = actions.headbutt, Deed(scene)
    elif situation.close:
        arm = knife if "extra-arm" in attacker.wargear else None
        numbers = attacks.brawl(armed, target, profile, second, situation, options, knife=arm)
        step, start = brawl_steps, Clash(scene)
    else:
        beside = None if other is None else bearing(other)
        numbers = attacks.volley(armed, target, profile, second, beside, situation, options)
        step, start = shoot_volley, Firing(scene)
    return AdvancedAttack(attacker, defender, profile, second, situation, options, step, numbers, start)


@rule("N17-A-SKL-01")
def headbutt(attacker: Fighter, target: Fighter, situation: Situation, options: Options) -> Headbutt:
    """A headbutt: a hit at Strength + 2 and Damage 2, or one on the fighter itself at its own Strength.

    Raises:
        UsageError: A fighter without the skill.
    """
    if "headbutt" not in attacker.skills:
        raise UsageError(f"expected the skill headbutt, {attacker.name} has not got it", "add [+headbutt]")
    aside = "step-aside" in target.skills and not situation.seriously_injured
    return Headbutt(
        plain_hit(target, attacker.s + 2, 2, replace(situation, close=True), options),
        plain_hit(attacker, attacker.s, 1, Situation(close=True, band=None), options),
        characteristic_test(target.i, 0, options).need if aside else NEVER,
        int(options["multi_hit"] == "batch"),
    )
