"""Firepower dice, ammo checks, Unstable (A-FIRE, R19, R20)."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from tests.naive.advanced.cards import takes_accessories
from tests.naive.damage import FACES, SIXTH


def firepower_faces(options: Mapping[str, str]) -> list[tuple[int, int]]:
    """A-FIRE-01: (bullet holes, Ammo symbols) of the six faces."""
    return [(int(options["ammo_face_holes"]), 1), (1, 0), (1, 0), (2, 0), (2, 0), (3, 0)]


def firepower_dice(n: int, options: Mapping[str, str]) -> dict[tuple[int, int], Fraction]:
    """{(holes, symbols) of n dice together: chance}."""
    ways: dict = {(0, 0): Fraction(1)}
    for _ in range(n):
        after: dict = defaultdict(Fraction)
        for (holes, symbols), p in ways.items():
            for more, symbol in firepower_faces(options):
                after[holes + more, symbols + symbol] += p * SIXTH
        ways = after
    return ways


def check_fails(weapon: WeaponProfile) -> Fraction:
    """A-FIRE-03, R19: one check; Combi rolls two dice and the worse counts."""
    dice = 2 if "combi" in weapon.traits else 1
    failed = sum(min(faces) < weapon.ammo for faces in product(FACES, repeat=dice))
    return Fraction(failed, 6**dice)


def failed_checks(checks: int, weapon: WeaponProfile, attacker: Fighter) -> dict[int, Fraction]:
    """R19: {checks failed in the end: chance}, with Munitioneer and a gold-plated gun."""
    once = check_fails(weapon)
    munitioneer = "munitioneer" in attacker.skills
    fails = once * once if munitioneer else once
    ways: dict = {0: Fraction(1)}
    for _ in range(checks):
        after: dict = defaultdict(Fraction)
        for failed, p in ways.items():
            after[failed] += p * (1 - fails)
            after[failed + 1] += p * fails
        ways = after
    # after Munitioneer every failed check has been re-rolled already, and no die is re-rolled twice
    if munitioneer or "gold-plated-gun" not in attacker.wargear or not takes_accessories(weapon):
        return ways
    after = defaultdict(Fraction)
    for failed, p in ways.items():
        if failed:
            after[failed - 1] += p * (1 - once)
            after[failed] += p * once
        else:
            after[failed] += p
    return after


def weapon_after(
    symbols: int, weapon: WeaponProfile, attacker: Fighter, thrown: bool
) -> dict[frozenset[str], Fraction]:
    """R19: what the checks leave of the weapon; ``thrown``: a grenade, with its one check."""
    checks = 1 if thrown else symbols
    failed = failed_checks(checks, weapon, attacker) if weapon.ammo else {0: Fraction(1)}
    ends: dict = defaultdict(Fraction)
    for n, p in failed.items():
        state = set()
        if n >= 1 or "single-shot" in weapon.traits:
            state.add("out_of_ammo")
        if n >= 2:
            state.add("jammed")
        ends[frozenset(state)] += p
    return {state: p for state, p in ends.items() if p}


def blows_up(symbols: int, weapon: WeaponProfile) -> Fraction:
    """A-TRT-04, R19: the chance that an Unstable weapon takes its shooter out."""
    if "unstable" not in weapon.traits or not symbols:
        return Fraction(0)
    return sum((SIXTH for face in FACES if face <= 3), Fraction(0))
