"""Firepower dice and ammo: bullet holes, Ammo symbols, checks, reloading (section 8.2)."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, d6, passes, repeat, roll, step
from necrostats.systems.necromunda.book import rule

FIREPOWER = roll("N17-A-FIRE-01", "Firepower die")
CHECK = roll("N17-A-FIRE-03", "ammo check")
CHECKED_AGAIN = roll("N17-A-FIRE-03", "ammo check, rolled again")
UNSTABLE = roll("N17-A-TRT-04", "does the unstable weapon strike its user")
RELOAD = roll("N17-A-FIRE-04", "reload")

DRY, JAMMED, USER_OUT, DIVERTED = 1, 2, 4, 8  # what can become of a weapon and of its user's attack
SECOND = 16  # times DRY and JAMMED: the same of a second weapon
NEVER_CHECKED = 0


class Magazine(NamedTuple):
    """What a weapon's ammo rolls need.

    Attributes:
        dice: Firepower dice rolled, 0 = none.
        symbol_holes: Holes on the Ammo face (option ``ammo_face_holes``).
        check_on: What an ammo check must reach, 0 = never checked.
        worse: 1 if two dice are rolled and the worse counts (Combi).
        thrown: 1 for a Grenade: one check after the throw, no Firepower dice.
        single: 1 if it is empty after one use.
        unstable: 1 if a symbol may put its user out of action.
        again: Failed checks that may be rolled again: 0, 1 or all (9).
    """

    dice: int = 0
    symbol_holes: int = 1
    check_on: int = NEVER_CHECKED
    worse: int = 0
    thrown: int = 0
    single: int = 0
    unstable: int = 0
    again: int = 0


class Burst(NamedTuple):
    """Firepower dice by what they show: bullet holes and Ammo symbols."""

    holes: int = 0
    symbols: int = 0


class Checks(NamedTuple):
    """Ammo checks that failed, and how many may still be rolled again."""

    failed: int
    again: int


@rule("N17-A-FIRE-01")
@step
def firepower_die(magazine: Magazine, burst: Burst, dice: Dice) -> Burst:
    """N17-A-FIRE-01: faces one hole with the Ammo symbol, 1, 1, 2, 2, 3 holes."""
    face = d6(dice, 0, FIREPOWER)
    if face == 1:
        return Burst(burst.holes + magazine.symbol_holes, burst.symbols + 1)
    return Burst(burst.holes + (1 if face <= 3 else 2 if face <= 5 else 3), burst.symbols)


@step
def check_passes(magazine: Magazine, rolls: int, dice: Dice) -> bool:
    """One ammo check; all of its dice are rolled, and the worse of two counts."""
    first = passes(dice, magazine.check_on, rolls)
    if magazine.worse == 0:
        return first
    second = passes(dice, magazine.check_on, rolls)
    return first and second


@rule("N17-A-FIRE-03", "N17-A-SKL-01")
@step
def check(magazine: Magazine, checks: Checks, dice: Dice) -> Checks:
    """N17-A-FIRE-03: one ammo check, rolled again where the fighter may."""
    if check_passes(magazine, CHECK, dice):
        return checks
    if checks.again == 0:
        return Checks(checks.failed + 1, 0)
    left = checks.again - (1 if checks.again == 1 else 0)
    failed = 0 if check_passes(magazine, CHECKED_AGAIN, dice) else 1
    return Checks(checks.failed + failed, left)


@rule("N17-A-FIRE-03", "N17-A-RF-01", "N17-A-TRT-04", "N17-A-TRT-05", "N17-A-TRT-13")
@step
def use_up(magazine: Magazine, symbols: int, dice: Dice) -> int:
    """What the shot costs: DRY, JAMMED and USER_OUT added up.

    N17-A-RF-01: a check for each Ammo symbol, one failed is out of ammo and two are a jam. N17-A-TRT-05: a grenade is
    checked after every throw. N17-A-TRT-13: Single Shot is empty whatever it shows. N17-A-TRT-04: a symbol of an
    Unstable weapon puts its user out of action on 1 to 3.
    """
    became = 0
    if magazine.unstable == 1 and symbols > 0 and not passes(dice, 4, UNSTABLE):
        became = USER_OUT
    failed = 0
    if magazine.check_on != NEVER_CHECKED:
        times = 1 if magazine.thrown == 1 else symbols
        failed = repeat(dice, times, check, magazine, Checks(0, magazine.again)).failed
    if failed >= 2:
        return became + DRY + JAMMED
    return became + (DRY if failed == 1 or magazine.single == 1 else 0)


@rule("N17-A-FIRE-04", "N17-A-TRT-13", "N17-A-ACT-01")
@step
def reload(magazine: Magazine, plentiful: int, dice: Dice) -> bool:
    """N17-A-FIRE-04: whether one Reload action fills the weapon: Plentiful (N17-A-TRT-13) needs no roll.

    A Scarce or jammed weapon cannot be reloaded at all.
    """
    return plentiful == 1 or check_passes(magazine, RELOAD, dice)
