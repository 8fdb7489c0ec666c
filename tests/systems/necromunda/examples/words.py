"""What the worked examples have in common: where they are kept, and short words for their questions."""

from fractions import Fraction

from necrostats.engine.enumerating import law
from necrostats.systems.necromunda import questions
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.rolls import characteristic_test, take
from necrostats.systems.necromunda.rounds import PASS_TO_OPPONENT, priority
from tests.naive.cards import blade, fighter
from tests.systems.necromunda.generated import BASIC

F = Fraction
OPEN = Situation()
CLOSE = Situation(close=True)
CHARGE = Situation(close=True, charging=True)
LONG = Situation(band="long")
EXAMPLES = {}


def example(function):
    EXAMPLES[function.__name__.upper()] = function
    return function


def ask(attacker, target, weapon, situation=OPEN, options=BASIC, second=None):
    return questions.attack(attacker, target, weapon, situation, options, second).law()


def out(attack_law):
    return attack_law.p(lambda t: t.wounds == 0)


def hit(attack_law):
    return attack_law.p(lambda t: t.hits > 0)


def pushed(attack_law):
    return attack_law.p(lambda t: t.pushed)


def strikes(n, ws=4, target=None, weapon=None, **more):
    """*n* attack dice with one weapon, as numbers and as what they do."""
    return ask(fighter(ws=ws, a=n), target or fighter(), weapon or blade(), Situation(close=True, **more))


def passing(need, modifier=0, options=BASIC, **more):
    test = characteristic_test(need, modifier, options, **more)
    return law(lambda dice: take(test, 0, dice)).p(bool)


def priority_chances(holder, tie=PASS_TO_OPPONENT):
    chances = law(lambda dice: priority(tie, holder, dice)).chances()
    return chances[0], chances[1]
