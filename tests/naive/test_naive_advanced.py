"""Generated attacks under the advanced rules: the package's exact reading against the naive one."""

from collections import defaultdict

from hypothesis import assume, given, settings

from necrostats.errors import UsageError
from tests.naive.advanced.attack import joint
from tests.systems.necromunda.generated_advanced import (
    advanced_ends,
    advanced_options,
    ask_advanced,
    brawls,
    under_advanced,
    volleys,
)

MANY = 80


def compare(case, chosen):
    attacker, target, first, second, situation, other = case
    try:
        attack = ask_advanced(*case, under_advanced(**chosen))
    except UsageError:  # traits that contradict each other
        assume(False)
    ours = advanced_ends(attack, other)
    theirs = defaultdict(int)
    for end, p in joint(attacker, target, first, situation, chosen, second, other).items():
        theirs[end] += p
    assert ours == {end: p for end, p in theirs.items() if p}


@settings(max_examples=MANY, deadline=None)
@given(volleys(), advanced_options())
def test_shooting(case, chosen):
    compare(case, chosen)


@settings(max_examples=MANY, deadline=None)
@given(brawls(), advanced_options())
def test_close_combat(case, chosen):
    compare(case, chosen)
