"""A shooting attack under the advanced rules: how many shots, who is hit, what becomes of the gun."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.advanced.ammo import blows_up, weapon_after
from tests.naive.advanced.ends import NOBODY, ONE, End, Harm, Shooter, end_of, fronts, target_of, unhurt, user
from tests.naive.advanced.hits import Hit, Kept, Sequence, start
from tests.naive.advanced.injuries import OUT, Body, Victim
from tests.naive.advanced.shooting import (
    Shot,
    diverted,
    expert_aims,
    laid_down,
    lies,
    may_be_pinned,
    one_shot,
    own_band,
)


class Volley(NamedTuple):
    """The shots of both pistols together, their ammo settled."""

    hits: tuple[Hit, ...]
    others: tuple[Hit, ...]
    own: tuple[Hit, ...]
    strays: frozenset[str]
    weapon: frozenset[str]
    second: frozenset[str]
    exploded: bool
    away: bool


class Spent(NamedTuple):
    """A shot whose Ammo symbols have been answered."""

    shot: Shot
    weapon: frozenset[str]
    exploded: bool


def spend(shots: dict[Shot, Fraction], weapon: WeaponProfile, attacker: Fighter, told: bool) -> dict:
    """R19: ammo checks and Unstable of each shot; ``told``: whether anybody asks what is left of the weapon."""
    ways: dict = defaultdict(Fraction)
    for shot, p in shots.items():
        states = {NOBODY: ONE}
        if told:
            states = weapon_after(shot.symbols, weapon, attacker, "grenade" in weapon.traits)
        explodes = blows_up(shot.symbols, weapon)
        for (state, q), (exploded, r) in product(states.items(), ((True, explodes), (False, 1 - explodes))):
            if r:
                ways[Spent(shot._replace(symbols=0), state, exploded)] += p * q * r
    return ways


def volleys(
    attacker, target, weapon, second, situation: Situation, shared: bool, told: bool, options
) -> dict[Volley, Fraction]:
    """R1: test of target priority, Ballistics Expert, then the shot of each weapon."""
    missed_target = diverted(attacker, situation, options)
    expert = expert_aims(attacker, situation, options)
    twin = second is not None
    ways: dict = defaultdict(Fraction)
    for (away, p), (better, q) in product(
        ((True, missed_target), (False, 1 - missed_target)), ((True, expert), (False, 1 - expert))
    ):
        if not p * q:
            continue
        kinds = {"twin": twin, "expert": better, "away": away, "shared": shared}
        shots = one_shot("first", weapon, attacker, target, situation, options, **kinds)
        one = spend(shots, weapon, attacker, True)
        two = {Spent(Shot(), NOBODY, False): ONE}
        if second is not None:
            where = replace(situation, band=own_band(second, situation))
            shots = one_shot("second", second, attacker, target, where, options, **kinds)
            two = spend(shots, second, attacker, told)
        for (a, r), (b, s) in product(one.items(), two.items()):
            volley = Volley(
                a.shot.hits + b.shot.hits, a.shot.others + b.shot.others, a.shot.own + b.shot.own,
                a.shot.strays | b.shot.strays, a.weapon | ({"diverted"} if away else NOBODY), b.weapon,
                a.exploded or b.exploded, away,
            )  # fmt: skip
            ways[volley] += p * q * r * s
    return ways


class Crowd:
    """All whom an attack may hit, each with the hits that came so far; what is known is kept."""

    def __init__(self) -> None:
        self.sequences: dict[tuple[str, bool], Sequence] = {}

    def ends(self, who: str, hits: tuple[Hit, ...], body: Body, victim: Victim) -> dict[Body, Fraction]:
        sequence = self.sequences.setdefault((who, victim.front), Sequence(body, victim))
        return sequence.ends(hits)


def shoot(
    attacker,
    target,
    weapon,
    second,
    other,
    situation: Situation,
    options,
    kept: Kept | None = None,
    shooter: Shooter | None = None,
) -> dict[End, Fraction]:
    """R1: the hit rolls of all weapons, pin, hits, what comes after the attack, ammo."""
    if lies(situation) and situation.cover != "none":
        raise ValueError("hidden: a prone target in cover cannot be shot")
    crowd, lasts = Crowd(), kept is not None
    ends: dict = defaultdict(Fraction)
    fired = volleys(attacker, target, weapon, second, situation, other is not None, lasts, options)
    for volley, p in fired.items():
        laid = laid_down(
            target,
            may_be_pinned(situation, options),
            volley.hits,
            shot_at(weapon, second, situation, volley.away),
            options,
        )
        others = second_target(other, volley.others, situation, crowd, options)
        shooters = shooter_after(attacker, volley, situation, crowd, options, shooter)
        for lying, q in ((True, laid), (False, 1 - laid)):
            if not q:
                continue
            front = not lies(situation) and not situation.behind
            if lying and options["arc_save_timing"] == "after_pinning":
                front = False
            victim = target_of(target, situation, front, options, lasts)
            bodies = crowd.ends("target", volley.hits, start(situation, kept), victim)
            for (body, r), (harm, s), (beside, t) in product(
                bodies.items(), shooters.items(), others.items()
            ):
                end = end_of(
                    body, pinned=lying or situation.target_prone, weapon=volley.weapon, shooter=harm.down,
                    strays=volley.strays, other=beside, second=volley.second, lasts=lasts,
                    own=harm if shooter else None,
                )  # fmt: skip
                ends[end] += p * q * r * s * t
    return dict(ends)


def shot_at(weapon, second, situation: Situation, away: bool) -> tuple[frozenset[str], ...]:
    """B-PIN-01: the traits of the weapons that really shot at the target, hit or not."""
    reaching = []
    for profile, band in ((weapon, situation.band), (second, second and own_band(second, situation))):
        if profile is None or away:
            continue
        if band is not None or profile.rng_l == "T" or "template" in profile.traits:
            reaching.append(frozenset(profile.traits))
    return tuple(reaching)


def second_target(other, hits, situation: Situation, crowd: Crowd, options) -> dict:
    """A-RF-02: {(hits, Wounds lost, down, flesh wounds, worst injury) of a second target: chance}."""
    if other is None:
        return {None: ONE}
    ends: dict = defaultdict(Fraction)
    for front, p in fronts(laid_down(other, True, hits, (), options), options).items():
        victim = unhurt(other, situation, front, options)
        for body, q in crowd.ends("other", hits, Body(), victim).items():
            ends[body.hits, body.lost, body.down, body.flesh, body.hurt] += p * q
    return {end: p for end, p in ends.items() if p}


def shooter_after(
    attacker, volley: Volley, situation, crowd: Crowd, options, before: Shooter | None
) -> dict[Harm, Fraction]:
    """A-TRT-04, R19, R23: {what the shot does to the shooter: chance}: its own blast, and Unstable."""
    if volley.exploded:
        return {Harm(OUT): ONE}
    body = Body(field=before.kept.field, booster=before.kept.booster) if before else Body()
    ends: dict = defaultdict(Fraction)
    for front, p in fronts(laid_down(attacker, True, volley.own, (), options), options).items():
        victim = user(attacker, situation, front, options, before)
        for end, q in crowd.ends("shooter", volley.own, body, victim).items():
            ends[harm_of(end) if before else Harm(end.down)] += p * q
    return {harm: p for harm, p in ends.items() if p}


def harm_of(body: Body) -> Harm:
    """What has become of a shooter of whom everything is told."""
    if body.down == OUT:
        return Harm(OUT)
    return Harm(body.down, body.lost, body.flesh, body.marks, Kept(body.field, body.booster))


def with_unstable(states: dict[int, Fraction], chance: Fraction) -> dict[int, Fraction]:
    after: dict = defaultdict(Fraction)
    for state, p in states.items():
        after[state] += p * (1 - chance)
        after[OUT] += p * chance
    return {state: p for state, p in after.items() if p}
