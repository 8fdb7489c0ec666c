"""Wounds, saves, damage: what one hit does to its target."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from necrostats.engine.dice import Dice, d6, passes, roll, step
from necrostats.engine.enumerating import Law
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.models import Armour, Fighter, Situation
from necrostats.systems.necromunda.options import Options

WOUND_ROLL = roll("N17-B-WND-01", "wound roll")
SAVE_ROLL = roll("N17-B-SAV-01", "save roll")

NEVER = 7
NO_ARMOUR = 7  # what a fighter without armour saves on, given a positive modifier (N17-B-SAV-05)
HALF_T, SEED_LITERAL = 0, 1
EXACT, ROUND_UP, ROUND_DOWN = 0, 1, 2
LAST_ROWS = {"half_T": HALF_T, "seed_literal": SEED_LITERAL}
HALVES = {"exact": EXACT, "round_up": ROUND_UP, "round_down": ROUND_DOWN}


class Target(NamedTuple):
    """What an attack can change, and what it has done so far.

    Attributes:
        wounds: Left; 0 = out of action.
        toughness: As it is now.
        pinned, pushed: 1 if it lies pinned; if the condition for Knockback was met.
        hits: Scored on it by this attack, after parries.
        wounded, unsaved: 1 if a wound roll succeeded; if a wound was not saved.
    """

    wounds: int
    toughness: int
    pinned: int = 0
    pushed: int = 0
    hits: int = 0
    wounded: int = 0
    unsaved: int = 0


class Blow(NamedTuple):
    """What one hit brings with it.

    Attributes:
        strength: 0 = the weapon has none and never wounds.
        save_on: What the natural save roll must reach, 7 = no save.
        damage: Wounds lost if it is not saved.
        last_row, half: Readings of the wound table.
    """

    strength: int
    save_on: int
    damage: int
    last_row: int = HALF_T
    half: int = EXACT


@rule("N17-B-WND-01", "N17-B-WND-02")
@step
def wound_on(strength: int, toughness: int, last_row: int, half: int) -> int:
    """N17-B-WND-01: the D6 needed to wound; N17-B-WND-02: a 6 always wounds, a 1 never.

    ``last_row`` and ``half`` are the options ``wound_last_row`` and ``half_toughness``.

    >>> [wound_on(s, 4, HALF_T, EXACT) for s in (2, 3, 4, 5, 8)]
    [6, 5, 4, 3, 2]
    """
    if strength <= 0:
        return NEVER
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    limit = toughness
    if half == ROUND_UP:
        limit = toughness + toughness % 2
    elif half == ROUND_DOWN:
        limit = toughness - toughness % 2
    if last_row == SEED_LITERAL or 2 * strength <= limit:
        return 6
    return 5


@rule("N17-B-SAV-04", "N17-B-STAT-04", "N17-A-SAV-02", "N17-A-KIT-01")
def armour_value(target: Fighter, situation: Situation, options: Options, area: str = "") -> int:
    """N17-B-SAV-04: the save of what *target* wears, 0 = none, before AP and modifiers.

    A suit that is better against the front counts so only if the attacker's base centre is in the wearer's vision arc,
    and a prone fighter has none (N17-B-STAT-04). Whether the arc is looked at before a shot pins its target is option
    ``arc_save_timing``. An energy shield makes it better from the front, to 2+ at best (N17-A-KIT-01).

    Args:
        area: "blast" or "template" for attacks of that kind, against which flak is better (N17-A-SAV-02; option
            ``flak_vs_flame``); for a blast its centre is what lies in the arc.
    """
    prone = (situation.target_prone or situation.seriously_injured) and not situation.close
    shot_down = (
        options["arc_save_timing"] == "after_pinning"
        and not situation.close
        and (not situation.target_engaged or options["pin_engaged"] == "True")
    )
    in_front = not (situation.behind or prone or shot_down)
    value = worn_save(_against(target.armour, area, options), _against(target.under, area, options), in_front)
    shield = shield_bonus(target, situation.close) if in_front and options.rules == "advanced" else 0
    return max(2, (value or NO_ARMOUR) - shield) if shield else value


@rule("N17-A-KIT-01")
def shield_bonus(fighter: Fighter, close: bool) -> int:
    """How much better an energy shield makes saves from the front: 2 in close combat, 1 against shots."""
    blade = any("energy-shield" in p.traits for w in fighter.weapons for p in w.profiles)
    return (2 if close else 1) if blade or "energy-shield" in fighter.wargear else 0


def _against(suit: Armour, area: str, options: Options) -> Armour:
    """The suit with the save it has against blasts or flame templates."""
    special = 0
    if area == "blast":
        special = suit.save_vs_blast
    elif area == "template" and suit.save_vs_blast:
        special = suit.save_vs_blast if options["flak_vs_flame"] == "5+" else suit.save_vs_template
    return replace(suit, save=special) if special else suit


def worn_save(suit: Armour, under: Armour, in_front: bool) -> int:
    """The save of a suit with what is worn under it, 0 = none."""
    save = suit.save_front_arc if in_front and suit.save_front_arc else suit.save
    if not save:
        return under.save
    return save - under.save_bonus


@rule("N17-B-SAV-01", "N17-B-SAV-02", "N17-B-SAV-03", "N17-B-SAV-05")
def save_need(armour: int, ap: int, bonus: int, options: Options) -> int:
    """N17-B-SAV-01: what the natural save roll must reach; 7 and more cannot be saved.

    N17-B-SAV-02: AP is added to the roll and no natural 6 saves by itself. N17-B-SAV-05: a positive modifier gives a
    fighter without armour a 7+. N17-B-SAV-03: option ``save_nat1_fails``.

    Args:
        armour: Target number of the armour, 0 = none.
        ap: 0 or negative.
        bonus: Positive save modifiers, 0 or more.
    """
    if not armour:
        if bonus <= 0:
            return NEVER
        armour = NO_ARMOUR
    need = armour - ap - bonus
    return min(NEVER, max(need, 2 if options["save_nat1_fails"] == "True" else 1))


UNWOUNDED, WOUNDED, BY_SIX = 0, 1, 2


@rule("N17-B-WND-01", "N17-B-WND-02")
@step
def wound_roll(blow: Blow, toughness: int, six: int, dice: Dice) -> int:
    """UNWOUNDED, WOUNDED or, where *six* says that it matters, BY_SIX: wounded by a natural 6."""
    need = wound_on(blow.strength, toughness, blow.last_row, blow.half)
    if six == 0 or need >= NEVER:
        return WOUNDED if passes(dice, need, WOUND_ROLL) else UNWOUNDED
    face = d6(dice, need, WOUND_ROLL)
    if face < need:
        return UNWOUNDED
    return BY_SIX if face == 6 else WOUNDED


@rule("N17-B-SAV-01")
@step
def saves(save_on: int, dice: Dice) -> bool:
    """N17-B-SAV-01: whether a wound is saved; there is no roll where none can succeed."""
    return save_on < NEVER and passes(dice, save_on, SAVE_ROLL)


@rule("N17-B-DMG-01", "N17-B-DMG-02", "N17-B-STAT-05")
@step
def resolve_hit(blow: Blow, target: Target, dice: Dice) -> Target:
    """One hit: wound roll, save roll, damage.

    N17-B-DMG-01: an unsaved wound takes Damage off the Wounds, what is over is lost, and 0 is out of action.
    N17-B-DMG-02: a hit on a fighter already removed is lost.
    """
    if target.wounds <= 0:
        return target
    if wound_roll(blow, target.toughness, 0, dice) == UNWOUNDED:
        return target
    saved = saves(blow.save_on, dice)
    left = target.wounds
    if not saved:
        left = max(0, left - blow.damage)
    return Target(
        left,
        target.toughness,
        target.pinned,
        target.pushed,
        target.hits,
        1,
        target.unsaved if saved else 1,
    )


def worth(law: Law, wounds: int) -> tuple[Fraction, Fraction]:
    """How good an attack is for its player: the chance of out of action, then the mean of Wounds lost."""
    lost = sum(w * (wounds - o.wounds) for o, w in zip(law.outcomes, law.weights, strict=True))
    return law.p(lambda o: o.wounds == 0), Fraction(lost, law.total)


def first_best(laws: Sequence[Law], wounds: int) -> int:
    """Which of several attacks on a target of so many *wounds* is worth most; the first of equals."""
    return max(range(len(laws)), key=lambda i: (*worth(laws[i], wounds), -i))


@step
def expected_loss(blow: Blow, toughness: int, wounds: int) -> int:
    """Wounds that a hit takes on average from a fighter who has *wounds* left, in thirty-sixths: its harm."""
    wounding = 7 - wound_on(blow.strength, toughness, blow.last_row, blow.half)
    failing = min(max(blow.save_on, 1) - 1, 6)
    return wounding * failing * min(blow.damage, wounds)
