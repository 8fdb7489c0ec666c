"""Dice and tests: D3, D66, re-rolls, roll-offs, characteristic tests."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from necrostats.engine.dice import Dice, d6, passes, roll, step, sums, until
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.options import Options

D3 = roll("N17-B-DICE-01", "D3")
D66_TENS = roll("N17-B-DICE-01", "D66, tens")
D66_UNITS = roll("N17-B-DICE-01", "D66, units")
ROLL_OFF = roll("N17-B-DICE-04", "roll-off")
TEST = roll("N17-B-TEST-01", "characteristic test")
RE_ROLL = roll("N17-B-DICE-03", "re-roll")

KEEP, RE_ROLL_FAILED, RE_ROLL_PASSED = 0, 1, 2


@rule("N17-B-DICE-01")
@step
def d3(dice: Dice) -> int:
    """N17-B-DICE-01: a D6 halved, rounded up."""
    return (d6(dice, 0, D3) + 1) // 2


@rule("N17-B-DICE-01")
@step
def d66(dice: Dice) -> int:
    """N17-B-DICE-01: the first die counts tens, the second units: 11 to 66."""
    return 10 * d6(dice, 0, D66_TENS) + d6(dice, 0, D66_UNITS)


@rule("N17-B-DICE-02")
def halved_die(face: int) -> int:
    """N17-B-DICE-02: half of a die, rounded up.

    >>> halved_die(5)
    3
    """
    return (face + 1) // 2


@rule("N17-B-DICE-06")
def special_dice(cat: Catalogue) -> dict[str, Mapping[str, Any]]:
    """N17-B-DICE-06: the faces of the Injury, Firepower and Scatter dice, which the basic rules never roll."""
    return {name: cat.tables[name] for name in ("injury-die", "firepower-die", "scatter-die")}


@step
def higher(rolls: int, dice: Dice) -> int:
    """Which side rolls higher on a D6 each: 0 the first, 1 the second, -1 neither."""
    first = d6(dice, 0, rolls)
    second = d6(dice, 0, rolls)
    if first == second:
        return -1
    return 0 if first > second else 1


@rule("N17-B-DICE-04", "N17-B-GEN-01")
@step
def roll_off(dice: Dice) -> int:
    """N17-B-DICE-04: one D6 a side, the higher wins, ties again; 0 if the first side wins, 1 if the second.

    N17-B-GEN-01: what no rule settles is settled by agreement, and if there is none by this.
    """
    return until(dice, higher, ROLL_OFF)


class Test(NamedTuple):
    """A characteristic test ready to roll.

    Attributes:
        dice: 1 for WS, BS and I, 2 for Ld, Cl, Wil and Int.
        need: What the natural roll must reach.
        again: KEEP, RE_ROLL_FAILED or RE_ROLL_PASSED (an opponent may force that).
    """

    dice: int
    need: int
    again: int = KEEP


@rule("N17-B-TEST-01", "N17-B-CHR-03")
def characteristic_test(
    characteristic: int, modifier: int, options: Options, *, dice: int = 1, again: int = KEEP
) -> Test:
    """N17-B-TEST-01: pass if the roll plus modifiers reaches the characteristic.

    N17-B-CHR-03: a modifier changes the roll, so that clauses about natural faces still see the face. Option
    ``test_auto_fail`` says when a test fails whatever it needs.

    Args:
        characteristic: The target number on the card.
        modifier: Added to the roll.
        dice: 1 for a D6 test (WS, BS, I), 2 for a 2D6 test.
    """
    need = characteristic - modifier
    reading = options["test_auto_fail"]
    if reading == "nat1_all_d6_tests" and dice == 1:
        need = max(need, 2)
    elif reading == "archived":
        need = max(need, dice + 1, dice + 1 - modifier)
    return Test(dice, need, again)


@step
def take_once(test: Test, rolls: int, dice: Dice) -> bool:
    """One roll of a test."""
    if test.dice == 1:
        return passes(dice, test.need, rolls)
    return sums(dice, 2, 6, rolls) >= test.need


@rule("N17-B-TEST-01", "N17-B-DICE-03")
@step
def take(test: Test, passed: int, dice: Dice) -> int:
    """N17-B-DICE-03: 1 if the test is passed; a re-roll is made once, of all its dice, and stands."""
    if not take_once(test, TEST, dice):
        if test.again != RE_ROLL_FAILED:
            return 0
        return 1 if take_once(test, RE_ROLL, dice) else 0
    if test.again != RE_ROLL_PASSED:
        return 1
    return 1 if take_once(test, RE_ROLL, dice) else 0
