"""Worked examples of dice, tests, priority and charges, each as exact fractions."""

from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.movement import BASE, charge_to
from necrostats.systems.necromunda.rolls import RE_ROLL_FAILED, RE_ROLL_PASSED, d3, d66
from necrostats.systems.necromunda.rounds import NOBODY
from tests.systems.necromunda.examples.words import example, passing, priority_chances


@example
def e01():
    return {f"ge{need}": passing(need, dice=2) for need in (5, 7, 8, 9)}


@example
def e02():
    return {"plus2": passing(7, 2, dice=2), "minus2": passing(7, -2, dice=2)}


@example
def e03():
    sixty_six = law(d66)
    return {
        "d3_2": law(d3).p(lambda n: n == 2),
        "d66_61plus": sixty_six.p(lambda n: n >= 61),
        "d66_15_26": sixty_six.p(lambda n: 15 <= n <= 26),
    }


@example
def e04():
    return {
        "reroll_fail": passing(4, again=RE_ROLL_FAILED),
        "reroll_success": passing(4, again=RE_ROLL_PASSED),
        "reroll_2d6": passing(8, dice=2, again=RE_ROLL_FAILED),
    }


@example
def e05():
    keep, lose = priority_chances(0)
    regain = priority_chances(1)[0]
    # a tie is what the two ways to read one differ by
    tie = lose - priority_chances(1)[1]
    return {
        "first_A": priority_chances(NOBODY)[0],
        "tie": tie,
        "keep": keep,
        "lose": lose,
        "round3": keep * keep + lose * regain,
        "all6": keep**5,
    }


@example
def e06():
    def reach(m, gap):
        return law(lambda dice: charge_to(gap, m + d3(dice), BASE)).p(lambda left: left == 0)

    found = {f"m4_gap{gap}": reach(4, gap) for gap in (5, 6, 7)}
    return {**found, "m5_gap8": reach(5, 8)}
