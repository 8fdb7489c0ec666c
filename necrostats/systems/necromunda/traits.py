"""Weapon traits, each a small function from one set of numbers to another.

To add one: a table in ``data/necromunda/traits.toml``, a function here, a case in the tests. A trait changes either the
attack dice of close combat (``STRIKES``) or what a hit does (``EFFECTS``). Ammo traits are read by
``attacks.magazine`` and ``reloading.can_reload``, Blast and Template by ``attacks.gun``, Parry by
``close_combat.parries``; Unwieldy is ``wargear.unwieldy``. Melee, Pistol, Versatile and Digi say how a weapon may be
used.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from necrostats.errors import UsageError
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.injuries import (
    BY_FEAR,
    BY_FLASH,
    BY_GAS,
    BY_GAS_AND_FEAR,
    BY_NEED,
    BY_TOXIN,
    MELTA,
    TOXIN,
    WEB,
    Effect,
)
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.rolls import characteristic_test
from necrostats.systems.necromunda.shooting import push_need

if TYPE_CHECKING:
    from necrostats.systems.necromunda.close_combat import Strike

RANGED = frozenset({"knockback", "pistol"})
CLOSE = frozenset({"backstab", "melee", "parry", "pistol", "power"})
BOARD = frozenset({"demolitions", "impale", "smoke"})
ELSEWHERE = frozenset(
    {
        "blast", "blaze", "combi", "concussion", "digi", "drag", "energy-shield", "grenade", "limited", "melee",
        "parry", "pistol", "plentiful", "rapid-fire", "scarce", "single-shot", "template", "unstable", "unwieldy",
        "versatile",
    }
)  # fmt: skip
"""Traits that act elsewhere than here: on ammo, on what follows a hit (``attacks.after_of``), on who may attack."""


@dataclass(frozen=True, slots=True)
class Given:
    """One weapon in one attack: who, whom, with what, how.

    Attributes:
        modifier: All modifiers of the hit roll together.
    """

    attacker: Fighter
    target: Fighter
    profile: WeaponProfile
    situation: Situation
    options: Options
    modifier: int = 0

    def number(self, trait: str, otherwise: int) -> int:
        """The number behind a trait."""
        number = self.profile.traits.get(trait)
        return otherwise if number is None else number


STRIKES: dict[str, Callable[["Strike", Given], "Strike"]] = {}
EFFECTS: dict[str, Callable[[Effect, Given], Effect]] = {}


def _registered(table: dict[str, Callable[..., Any]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        table[function.__name__.replace("_", "-")] = function
        return function

    return register


strike = _registered(STRIKES)
effect = _registered(EFFECTS)


# ------------------------------------------------------------------ attack dice of close combat


@rule("N17-B-TRT-01", "N17-B-CHR-02")
@strike
def backstab(strike: "Strike", given: Given) -> "Strike":
    """N17-B-TRT-01: 1 Strength more if the attacker's base centre is outside the target's vision arc.

    N17-B-CHR-02: a modifier of a plain number changes the number itself.
    """
    if not given.situation.behind or not strike.strength:
        return strike
    return strike._replace(strength=strike.strength + given.number("backstab", 1))


@rule("N17-B-TRT-04")
@strike
def power(strike: "Strike", given: Given) -> "Strike":
    """N17-B-TRT-04: parried by Power weapons alone; a hit on a 6 allows no save and does 1 Damage more.

    Option ``power_six``: the natural die, or the modified one.
    """
    six_on = 6 - given.modifier if given.options["power_six"] == "modified" else 6
    return strike._replace(power=1, six_on=max(2, six_on))


@rule("N17-A-TRT-09")
@strike
def disarm(strike: "Strike", given: Given) -> "Strike":
    """N17-A-TRT-09: a natural 6 to hit disarms the target; the skill makes it a 5."""
    return strike._replace(disarm_on=given.number("disarm", 6))


@rule("N17-A-TRT-10")
@strike
def knockback(strike: "Strike", given: Given) -> "Strike":
    """N17-A-TRT-10: a natural hit roll of the target's Strength or more pushes it back; blocked, Damage +1."""
    push_on = max(2, push_need(given.target, given.modifier, given.options))
    return strike._replace(push_on=push_on, harder=int(given.situation.blocked))


@rule("N17-A-TRT-07")
@strike
def shock(strike: "Strike", given: Given) -> "Strike":
    """N17-A-TRT-07: a natural 6 to hit wounds without a roll."""
    return strike._replace(shock=1)


@rule("N17-A-TRT-19")
@strike
def entangle(strike: "Strike", given: Given) -> "Strike":
    """N17-A-TRT-19: not to be parried; a natural 6 to hit puts the target's reactions at -2."""
    return strike._replace(entangle=1)


@rule("N17-B-TRT-00")
def strike_with(strike: "Strike", given: Given) -> "Strike":
    """*strike* with every trait that acts; the order does not matter. The basic rules know few of them."""
    for name in given.profile.traits:
        if name in STRIKES and (given.options.rules == "advanced" or name in CLOSE):
            strike = STRIKES[name](strike, given)
    return strike


# ------------------------------------------------------------------ what a hit does


@rule("N17-A-TRT-06")
@effect
def scattershot(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-06: a hit makes a D6 wound rolls."""
    return effect._replace(scatter=1)


@rule("N17-A-TRT-15")
@effect
def rending(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-15: 1 Damage more on a natural 6 to wound."""
    return effect._replace(rending=1)


@rule("N17-A-TRT-16")
@effect
def seismic(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-16: no save against a natural 6 to wound."""
    return effect._replace(seismic=1)


@rule("N17-A-TRT-08")
@effect
def pulverise(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-08: a flesh wound may become a serious injury."""
    return effect._replace(pulverise=1)


@rule("N17-A-TRT-22")
@effect
def rad_phage(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-22: a flesh wound more for each hit; some armour is proof against it."""
    immune = "rad-phage" in (*given.target.armour.immune, *given.target.under.immune)
    return effect._replace(rad=0 if immune else 1)


@rule("N17-A-TRT-14")
@effect
def melta(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-14: out of action at short range, instead of Injury dice (option ``melta``)."""
    if given.situation.close or given.situation.band != "short":
        return effect
    at_once = given.options["melta"] == "any_unsaved_wound"
    return effect._replace(injury=MELTA, at_once=int(at_once))


@rule("N17-A-TRT-01")
@effect
def toxin(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-01: instead of Injury dice 2D6 against D6 + Toughness; options ``toxin``, ``toxin_without_damage``."""
    tougher = effect.tougher - ("chem-synth" in given.situation.using)
    if given.options["toxin"] == "n18":
        return effect._replace(instead=BY_TOXIN, tougher=tougher)
    at_once = not given.profile.d and given.options["toxin_without_damage"] == "roll_at_once"
    return effect._replace(injury=TOXIN, tougher=tougher, at_once=int(at_once))


@rule("N17-A-TRT-01")
def with_damage(profile: WeaponProfile, options: Options) -> WeaponProfile:
    """A Toxin weapon without Damage has 1 with option ``toxin_without_damage=as_damage_1``."""
    if "toxin" not in profile.traits or profile.d or options["toxin_without_damage"] != "as_damage_1":
        return profile
    return replace(profile, d=1)


@rule("N17-A-TRT-18")
@effect
def web(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-18: a wound webs the target, which counts as seriously injured; no save."""
    return effect._replace(injury=WEB)


@rule("N17-A-TRT-02")
@effect
def gas(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-02: a D6 of the Toughness or more, or a 6, is an Injury die; breathing gear adds to the Toughness."""
    tougher = effect.tougher + breathing(given.target) - ("chem-synth" in given.situation.using)
    instead = BY_GAS_AND_FEAR if effect.instead == BY_FEAR else BY_GAS
    return effect._replace(instead=instead, tougher=tougher)


@rule("N17-A-TRT-02", "N17-A-KIT-01")
def breathing(target: Fighter) -> int:
    """What the target's gear adds to its Toughness against Gas: the best of it."""
    respirator = "respirator" in target.wargear
    suit = max(target.armour.gas_toughness, target.under.gas_toughness) if respirator else 0
    return max(suit, 2 * respirator, int("filter-plugs" in target.wargear))


@rule("N17-A-TRT-17", "N17-A-KIT-01")
@effect
def flash(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-17: no wound roll, but an Initiative test or blinded; photo-goggles add 1."""
    bonus = int("photo-goggles" in given.target.wargear)
    need = characteristic_test(given.target.i, bonus, given.options).need
    return effect._replace(instead=BY_FLASH, need=need)


COOL_AGAINST_FEAR = -2


@rule("N17-A-NRV-01")
@effect
def fear(effect: Effect, given: Given) -> Effect:
    """A Cool test at -2 in place of the wound roll, or broken; with Gas in place of its Injury die."""
    need = characteristic_test(given.target.cl, COOL_AGAINST_FEAR, given.options, dice=2).need
    instead = BY_GAS_AND_FEAR if effect.instead == BY_GAS else BY_FEAR
    return effect._replace(instead=instead, need=need)


@rule("N17-A-TRT-21")
@effect
def graviton_pulse(effect: Effect, given: Given) -> Effect:
    """N17-A-TRT-21: wounded by a D6 above the target's own Strength, or a 6."""
    return effect._replace(instead=BY_NEED, need=min(6, given.target.s + 1))


INSTEAD_OF_WOUNDING = ("gas", "flash", "graviton-pulse", "fear")
INSTEAD_OF_INJURY = ("toxin", "melta", "web")
UNWOUNDED = ("gas", "flash", "fear")


def check_together(profile: WeaponProfile, options: Options) -> None:
    """Refuse traits that take each other's place.

    Raises:
        UsageError: Two of them replace the wound roll, or the Injury dice; Gas and Fear go together.
    """
    by_toxin = options.rules == "advanced" and options["toxin"] == "n18"
    for roll, replacing in (("wound roll", INSTEAD_OF_WOUNDING), ("Injury dice", INSTEAD_OF_INJURY)):
        found = [name for name in profile.traits if name in replacing]
        if roll == "wound roll" and by_toxin and "toxin" in profile.traits:
            found.append("toxin")
        if len(found) > 1 and set(found) != {"gas", "fear"}:
            raise UsageError(
                f"expected {profile.key} to replace the {roll} once, got {' and '.join(found)}",
                "leave one of these traits out",
            )
    instead = [name for name in profile.traits if name in UNWOUNDED]
    idle = [name for name in profile.traits if name in INSTEAD_OF_INJURY]
    if instead and idle:
        raise UsageError(
            f"{profile.key}: {idle[0]} acts on a wound, and {instead[0]} makes none",
            "leave one of these traits out",
        )


def effect_of(given: Given) -> Effect:
    """What the traits of the weapon make of a hit; their order does not matter.

    Raises:
        UsageError: Traits that contradict each other.
    """
    check_together(given.profile, given.options)
    effect = Effect()
    for name in given.profile.traits:
        if name in EFFECTS:
            effect = EFFECTS[name](effect, given)
    return effect


# ------------------------------------------------------------------ what is left out


def ignored(profile: WeaponProfile, close: bool, rules: str) -> list[str]:
    """The traits of *profile* that the rules in force do not use in this kind of attack, as written."""
    if rules == "advanced":
        acting = STRIKES.keys() | EFFECTS.keys() | ELSEWHERE
        return [
            f"{name} (acts on a board)" if name in BOARD else f"{name} (does nothing yet)"
            for name in profile.traits
            if name not in acting
        ]
    known = RANGED | CLOSE
    return [
        f"{name}({number})" if number is not None else name
        for name, number in profile.traits.items()
        if name not in known
    ]
