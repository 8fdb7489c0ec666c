"""Tests, priority, charges, retreats and exchanges of the basic rules, as plain chances."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.attack import joint
from tests.naive.damage import FACES, option

FIGHT = Situation(close=True)


def d3(face: int) -> int:
    """B-DICE-01: half a D6, rounded up."""
    return (face + 1) // 2


def passes_test(faces: tuple[int, ...], need: int, modifier: int, options: Mapping[str, str]) -> bool:
    """B-TEST-01: the sum of one or two D6 and modifiers against the characteristic."""
    natural, lowest = sum(faces), len(faces)
    rule = option(options, "test_auto_fail")
    if rule == "nat1_all_d6_tests" and faces == (1,):
        return False
    # reading: a "modified 1" is a total of 1 or less (2 or less on 2D6)
    if rule == "archived" and min(natural, natural + modifier) <= lowest:
        return False
    return natural + modifier >= need


def chance_of_test(need: int, dice: int = 1, modifier: int = 0, options: Mapping[str, str] = {}) -> Fraction:
    """B-TEST-01: the chance of a characteristic test; one die for WS, BS, I, two for Ld, Cl, Wil, Int."""
    passed = sum(passes_test(faces, need, modifier, options) for faces in product(FACES, repeat=dice))
    return Fraction(passed, 6**dice)


def first_priority() -> Fraction:
    """B-RND-02, B-RND-03: round 1, ties rolled again: x = wins + ties * x."""
    wins = sum(a > b for a, b in product(FACES, FACES))
    ties = sum(a == b for a, b in product(FACES, FACES))
    return Fraction(wins, 36 - ties)


def keeps_priority(options: Mapping[str, str]) -> Fraction:
    """B-RND-03: later rounds; a tie hands priority over, or is rolled again."""
    if option(options, "priority_tie") == "reroll":
        return first_priority()
    return Fraction(sum(a > b for a, b in product(FACES, FACES)), 36)


def contact(m: int, inches: int, gap: int, options: Mapping[str, str]) -> bool:
    """B-ACT-03: whether a charge of M + `inches` over a gap ends Engaged."""
    if option(options, "charge_contact") == "within_1":
        return m + inches >= gap - 1
    return m + inches >= gap


def charge_reach(m: int, gap: int, options: Mapping[str, str]) -> Fraction:
    """B-ACT-03: the chance that a declared charge reaches."""
    return Fraction(sum(contact(m, d3(face), gap, options) for face in FACES), 6)


def turned(own_activation: bool, facing_away: bool, options: Mapping[str, str]) -> bool:
    """B-ACT-01, B-CC-02: whether turning to face an enemy behind costs the -1."""
    if own_activation and option(options, "free_turn_engaged") == "True":
        return False
    return facing_away


def losses(attacker, target, weapon, second, situation, options) -> dict[int, Fraction]:
    """{Wounds lost by the target: chance} of one attack."""
    lost: dict[int, Fraction] = defaultdict(Fraction)
    for result, p in joint(attacker, target, weapon, situation, options, second).items():
        lost[result.lost] += p
    return dict(lost)


def exchange(
    a: Fighter,
    b: Fighter,
    weapon: WeaponProfile,
    reply: WeaponProfile,
    options: Mapping[str, str],
    situation: Situation = FIGHT,
    second: WeaponProfile | None = None,
    reply_second: WeaponProfile | None = None,
    a_lost: int = 0,
) -> dict:
    """B-CC-11, B-CC-12: A attacks, B reacts if still in play (or whatever happens, if simultaneous).

    Gives ``a_out``, ``b_out``, ``both`` (both in play) and ``lost``: {(Wounds lost by A, by B): chance}.
    """
    lost: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    b_left, a_left = b.w - situation.wounds_lost, a.w - a_lost
    # The reactor must turn to see an attacker behind it.
    behind = situation.behind
    for by_b, p in losses(a, b, weapon, second, situation, options).items():
        if by_b == b_left and option(options, "reaction_order") == "sequential":
            lost[0, by_b] += p
            continue
        # reading: nothing of the attack's situation carries over to the reaction, save bonuses neither
        answer = Situation(close=True, wounds_lost=a_lost, turned=turned(False, behind, options))
        for by_a, q in losses(b, a, reply, reply_second, answer, options).items():
            lost[by_a, by_b] += p * q
    return {
        "a_out": sum((p for (x, _), p in lost.items() if x == a_left), Fraction(0)),
        "b_out": sum((p for (_, y), p in lost.items() if y == b_left), Fraction(0)),
        "both": sum((p for (x, y), p in lost.items() if x < a_left and y < b_left), Fraction(0)),
        "lost": dict(lost),
    }


def retreat(
    retreater: Fighter,
    enemy: Fighter,
    reply: WeaponProfile,
    options: Mapping[str, str],
    reply_second: WeaponProfile | None = None,
    lost: int = 0,
) -> dict[str, Fraction]:
    """B-ACT-05: the chances that the retreater is killed, gets away or is stuck.

    Whether the reaction comes before or after the move (retreat_timing) changes none of the three.
    """
    chances = {"killed": Fraction(0), "away": Fraction(0), "stuck": Fraction(0)}
    hurt = losses(enemy, retreater, reply, reply_second, Situation(close=True, wounds_lost=lost), options)
    dead = hurt.get(retreater.w - lost, Fraction(0))
    own, other = chance_of_test(retreater.i, 1, 0, options), chance_of_test(enemy.i, 1, 0, options)
    for passed, p in ((True, own), (False, 1 - own)):
        reacts = other if passed or option(options, "retreat_reaction") == "always" else Fraction(0)
        chances["killed"] += p * reacts * dead
        chances["away" if passed else "stuck"] += p * (1 - reacts * dead)
    return chances


def shots(shooter, target, weapon, situation, options, number: int) -> dict[int, Fraction]:
    """{Wounds lost: chance} after several shots in the same situation, the target hurt more and more."""
    ways = {0: Fraction(1)}
    for _ in range(number):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for lost, p in ways.items():
            if lost == target.w - situation.wounds_lost:
                after[lost] += p
                continue
            hurt = replace(situation, wounds_lost=situation.wounds_lost + lost)
            for more, q in losses(shooter, target, weapon, None, hurt, options).items():
                after[lost + more] += p * q
        ways = after
    return dict(ways)
