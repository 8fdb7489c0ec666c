"""One shot and one activation of a weapon that runs dry and is reloaded (sections 8.2 and 8.7)."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar, cast

from necrostats.engine.dice import Dice, repeat
from necrostats.engine.enumerating import Law, law
from necrostats.engine.waiting import as_law, onward
from necrostats.systems.necromunda.ammo import (
    CHECKED_AGAIN,
    DRY,
    Burst,
    Magazine,
    firepower_die,
    reload,
    use_up,
)
from necrostats.systems.necromunda.attacks import ALL_CHECKS
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.models import WeaponProfile

S = TypeVar("S", bound=Hashable)

LOADED, EMPTY, USELESS = 0, 1, 2
POLICIES = ("when-dry", "at-once", "never")


class Supply(NamedTuple):
    """A weapon between two shots.

    Attributes:
        became: What has become of it: 0 = loaded, else ``ammo.DRY``, ``JAMMED`` and ``USER_OUT``, added up.
        again: Failed ammo checks that may still be rolled again: 0, 1 or all (9).
        fired: 1 if it was shot in this activation.
    """

    became: int = 0
    again: int = 0
    fired: int = 0


@dataclass(frozen=True)
class Drill:
    """How a fighter handles a weapon that runs dry.

    Attributes:
        magazine: Its firepower and ammo.
        policy: One of POLICIES.
        fills: Whether a Reload can fill it at all.
        plentiful: 1 if that needs no roll.
        double: Whether a shot takes both actions of an activation.
        aims: Whether an Aim goes before each shot, unless a Reload does.
    """

    magazine: Magazine
    policy: str = "when-dry"
    fills: bool = True
    plentiful: int = 0
    double: bool = False
    aims: bool = False

    def status(self, supply: Supply) -> int:
        """LOADED; EMPTY, and to be reloaded; or USELESS for the rest of the battle."""
        if supply.became == 0:
            return LOADED
        dry = supply.became == DRY  # and nothing worse
        return EMPTY if dry and self.fills and self.policy != "never" else USELESS


@rule("N17-A-FIRE-04", "N17-A-TRT-05", "N17-A-TRT-13")
def can_reload(profile: WeaponProfile) -> bool:
    """N17-A-FIRE-04: whether a Reload can fill this profile again once it is out of ammo.

    N17-A-TRT-13: a Scarce one cannot be reloaded, Limited special ammo is used up, a Single Shot is the only one.
    N17-A-TRT-05: a failed check after a throw means that no grenades are left.
    """
    return not {"scarce", "limited", "single-shot", "grenade"} & set(profile.traits)


class _Watched:
    """Dice that count how many failed ammo checks are rolled again."""

    def __init__(self, dice: Dice) -> None:
        self.dice, self.times = dice, 0

    def passes(self, need: int, rule: int) -> bool:
        self.times += rule == CHECKED_AGAIN
        return self.dice.passes(need, rule)

    def repeat(self, times: int, one: Callable[..., Any], what: Any, state: Any) -> Any:
        for _ in range(times):
            state = one(what, state, self)
        return state

    def __getattr__(self, name: str) -> Any:
        return getattr(self.dice, name)


def shoot_off(magazine: Magazine, supply: Supply) -> Law:
    """The law of a loaded weapon after one shot: its Firepower dice, and what they cost (``ammo.use_up``).

    >>> shoot_off(Magazine(dice=2, check_on=4), Supply()).p(lambda after: after.became & DRY)
    Fraction(23, 144)
    """
    magazine = magazine._replace(again=supply.again)

    def shot(dice: Dice) -> Supply:
        watched = _Watched(dice)
        seen = cast(Dice, watched)
        burst = repeat(seen, magazine.dice, firepower_die, magazine, Burst(0, 0))
        became = use_up(magazine, burst.symbols, seen)
        return Supply(became, _left(supply.again, watched.times // (1 + magazine.worse)), 1)

    return law(shot)


@rule("N17-A-SKL-01")
def refill(drill: Drill, supply: Supply) -> Law:
    """The law of an empty weapon after one Reload (``ammo.reload``), whose failed ammo check may be rolled again.

    >>> refill(Drill(Magazine(check_on=4)), Supply(DRY)).p(lambda after: after.became == 0)
    Fraction(1, 2)
    """

    def action(dice: Dice) -> Supply:
        if reload(drill.magazine, drill.plentiful, dice):
            return Supply(0, supply.again, supply.fired)
        if supply.again == 0:
            return supply
        filled = reload(drill.magazine, drill.plentiful, dice)
        return Supply(0 if filled else supply.became, _left(supply.again, 1), supply.fired)

    return law(action)


def _left(again: int, used: int) -> int:
    return again if again == ALL_CHECKS else again - used


@rule("N17-B-ACT-02", "N17-A-FIRE-04", "N17-A-TRT-11")
def activate(
    drill: Drill,
    state: S,
    supply_of: Callable[[S], Supply | None],
    shoot: Callable[[S, bool], Law],
    fill: Callable[[S], Law],
) -> Law:
    """The law of *state* after an activation of a fighter who shoots whenever it can: two actions.

    N17-B-ACT-02: Shoot is a Basic action, so there is one shot at most; Reload is a Simple one and may be repeated.
    With the policy "when-dry" an empty weapon is reloaded first: then, filled, shot with the other action, or else
    reloaded again. "at-once" also reloads with the second action what the first one emptied. N17-A-TRT-11: where a
    shot takes both actions, there is none after a Reload; and no Aim either.

    Args:
        supply_of: The weapon of a state; None where nobody is left to shoot, or to be shot at.
        shoot: One shot; True if nothing was done before it.
        fill: One Reload.
    """

    def status(now: S) -> int:
        supply = supply_of(now)
        return USELESS if supply is None else drill.status(supply)

    def stays(now: S) -> Law:
        return Law((now,), (1,), 1)

    def second(now: S) -> Law:
        if status(now) == EMPTY:
            return fill(now)
        return shoot(now, False) if status(now) == LOADED and not drill.double else stays(now)

    def at_once(now: S) -> Law:
        return fill(now) if status(now) == EMPTY else stays(now)

    if status(state) == USELESS:
        return stays(state)
    if status(state) == EMPTY:
        return as_law(onward(fill(state).chances(), second))
    ends: dict[Any, Fraction] = shoot(state, True).chances()
    if drill.policy == "at-once" and not drill.double and not drill.aims:
        ends = onward(ends, at_once)
    return as_law(ends)
