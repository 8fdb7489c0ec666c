"""One attack under the basic rules, to be read against the book and for nothing else.

One function per rule; every die is a loop over its six faces, every chance a Fraction, every distribution a
plain dict. Nothing is imported from necrostats but its data types. Shooting, close combat and damage are the
neighbouring modules; here their ways to end are counted up.
"""

from collections.abc import Mapping
from fractions import Fraction

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.close_combat import fight
from tests.naive.damage import Result
from tests.naive.shooting import shoot


def joint(
    attacker: Fighter,
    target: Fighter,
    weapon: WeaponProfile,
    situation: Situation,
    options: Mapping[str, str],
    second: WeaponProfile | None = None,
) -> dict[Result, Fraction]:
    """Every way in which one attack can end, with its chance."""
    if situation.wounds_lost >= target.w:
        raise ValueError("the target is out of action already")
    if situation.close:
        return fight(attacker, target, weapon, second, situation, options)
    return shoot(attacker, target, weapon, situation, options)


def attack(
    attacker: Fighter,
    target: Fighter,
    weapon: WeaponProfile,
    situation: Situation,
    options: Mapping[str, str],
    second: WeaponProfile | None = None,
) -> dict:
    """The figures of the ``attack`` question, from :func:`joint`."""
    ends = joint(attacker, target, weapon, situation, options, second)
    left = target.w - situation.wounds_lost

    def chance(event) -> Fraction:
        return sum((p for result, p in ends.items() if event(result)), Fraction(0))

    return {
        "stages": {
            "hit": chance(lambda r: r.hits > 0),
            "wound": chance(lambda r: r.wound),
            "unsaved": chance(lambda r: r.unsaved),
        },
        "outcomes": {
            "missed": chance(lambda r: r.hits == 0),
            "unhurt": chance(lambda r: r.hits > 0 and r.lost == 0),
            "wounded": chance(lambda r: 0 < r.lost < left),
            "out_of_action": chance(lambda r: r.lost == left),
        },
        "hits": {n: chance(lambda r, n=n: r.hits == n) for n in sorted({r.hits for r in ends})},
        "wounds_lost": {n: chance(lambda r, n=n: r.lost == n) for n in sorted({r.lost for r in ends})},
        "pinned": chance(lambda r: r.pinned and r.lost < left),
        "pushed": chance(lambda r: r.pushed),
    }
