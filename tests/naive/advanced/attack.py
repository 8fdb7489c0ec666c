"""One attack under the advanced rules, to be read against the book and for nothing else.

Every die is a loop over its faces, every chance a Fraction, every distribution a plain dict in which equal states
are merged after each hit. Nothing is imported from necrostats but its data types.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.advanced.ammo import blows_up, weapon_after
from tests.naive.advanced.cards import as_carried, in_force, initiative, strength, toughness
from tests.naive.advanced.close_combat import fought, headbutts, two_hands
from tests.naive.advanced.hits import Hit, Kept, Sequence, all_hits, start
from tests.naive.advanced.injuries import DOWN, IN_PLAY, OUT, OUT_OF_ACTION, SERIOUS, Body, Victim
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
from tests.naive.rounds import chance_of_test

ONE = Fraction(1)
NOBODY = frozenset()


class Shooter(NamedTuple):
    """An attacker as before the attack: Wounds left, Toughness, what it has not used up."""

    wounds: int
    toughness: int
    kept: Kept


class Harm(NamedTuple):
    """What an attack has done to the one who made it."""

    down: int
    lost: int = 0
    flesh: int = 0
    marks: frozenset[str] = NOBODY
    kept: Kept | None = None


class End(NamedTuple):
    """How an attack ended.

    ``second`` and ``kept`` are told only to those who say what the target had kept before, ``own`` only to those who
    say how the attacker was.
    """

    hits: int
    wound: bool
    unsaved: bool
    lost: int
    down: int
    flesh: int
    hurt: int
    pinned: bool
    pushed: bool
    marks: frozenset[str]
    weapon: frozenset[str]
    shooter: int
    strays: frozenset[str]
    other: tuple[int, int, int, int, int] | None
    second: frozenset[str] = NOBODY
    kept: Kept | None = None
    own: Harm | None = None


def end_of(
    body: Body,
    *,
    pinned: bool = False,
    weapon: frozenset[str] = NOBODY,
    shooter: int = IN_PLAY,
    strays: frozenset[str] = NOBODY,
    other: tuple[int, int, int, int, int] | None = None,
    second: frozenset[str] = NOBODY,
    lasts: bool = False,
    own: Harm | None = None,
) -> End:
    return End(
        body.hits, body.wound, body.unsaved, body.lost, body.down, body.flesh, body.hurt,
        pinned and body.down == IN_PLAY, body.pushed, body.marks, weapon, shooter, strays, other, second,
        Kept(body.field, body.booster) if lasts else None, own,
    )  # fmt: skip


# ---- who is hit ----------------------------------------------------------------------------------------------


def target_of(
    target: Fighter, situation: Situation, front: bool, options: Mapping[str, str], lasts: bool = False
) -> Victim:
    """The target as the situation describes it."""
    return Victim(
        target,
        toughness(target) - situation.flesh_wounds,
        strength(target),
        target.w - situation.wounds_lost,
        options,
        close=situation.close,
        blocked=situation.blocked,
        chem="chem-synth" in situation.using,
        front=front,
        lasts=lasts,
    )


def unhurt(card: Fighter, situation: Situation, front: bool, options: Mapping[str, str]) -> Victim:
    """A second target (standing, in the open)."""
    chem = "chem-synth" in situation.using
    return Victim(card, toughness(card), strength(card), card.w, options, chem=chem, front=front)


def user(
    card: Fighter,
    situation: Situation,
    front: bool,
    options: Mapping[str, str],
    shooter: Shooter | None = None,
) -> Victim:
    """R23, R30: the attacker under its own blast or headbutt; unhurt unless ``shooter`` knows better."""
    stimm = "stimm-slug-stash" in situation.using
    chem = "chem-synth" in situation.using
    t, s = toughness(card, stimm), strength(card, stimm)
    w, lasts = card.w, shooter is not None
    if shooter is not None:
        w, t = shooter.wounds, shooter.toughness
    return Victim(card, t, s, w, options, close=situation.close, chem=chem, front=front, lasts=lasts)


def fronts(laid: Fraction, options: Mapping[str, str]) -> dict[bool, Fraction]:
    """B-SAV-04: {whether the arc of one who stood still counts: chance}, if a shot lays it down with such a chance."""
    if options["arc_save_timing"] == "before_pinning":
        return {True: ONE}
    return {True: 1 - laid, False: laid}


# ---- shooting ------------------------------------------------------------------------------------------------


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


# ---- close combat --------------------------------------------------------------------------------------------


def fight(
    attacker, target, weapon, second, situation: Situation, options, kept: Kept | None = None
) -> dict[End, Fraction]:
    """R25 to R34: Fearsome, then the attack with the odd die and the order of the weapons that the options say."""
    two_hands(weapon, second, attacker)
    odd = {"first_weapon": (0,), "second_weapon": (1,), "best": (0, 1)}[options["odd_die"]]
    orders = (False, True) if options["hit_order"] == "best_for_attacker" else (False,)
    if second is None:
        odd, orders = (0,), (False,)
    ways = [
        fight_in_order(attacker, target, weapon, second, situation, odd_to, second_first, options, kept)
        for odd_to in odd
        for second_first in orders
    ]
    # reading: both choices are made together, and equals go to the weapon named first
    best = max(ways, key=merit)
    if not situation.charging or "fearsome" not in target.skills:
        return best
    dares = chance_of_test(attacker.wil, 2, 0, options)
    ends: dict = defaultdict(Fraction)
    ends[end_of(start(situation, kept), lasts=kept is not None)] += 1 - dares
    for end, p in best.items():
        ends[end] += p * dares
    return dict(ends)


def merit(ends: Mapping[End, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """R34: out of action, then seriously injured, then Wounds."""
    outs = sum((p for end, p in ends.items() if end.down == OUT), Fraction(0))
    downs = sum((p for end, p in ends.items() if end.down == DOWN), Fraction(0))
    return outs, downs, sum((end.lost * p for end, p in ends.items()), Fraction(0))


def fight_in_order(
    attacker,
    target,
    weapon,
    second,
    situation: Situation,
    odd_to: int,
    second_first: bool,
    options,
    kept=None,
) -> dict[End, Fraction]:
    """One close combat attack with all choices made."""
    front, lasts = not situation.behind and not situation.seriously_injured, kept is not None
    victim = target_of(target, situation, front, options, lasts)
    body = start(situation, kept)
    rolled = fought(attacker, victim, weapon, second, situation, odd_to, second_first, options)
    by_symbols: dict = defaultdict(dict)
    for end, p in rolled.items():
        by_symbols[end.first_symbols, end.second_symbols][end.hits] = p
    ends: dict = defaultdict(Fraction)
    for (first, other), ways in by_symbols.items():
        weapons = {NOBODY: ONE}
        if "pistol" in weapon.traits:
            weapons = weapon_after(first, weapon, attacker, False)
        seconds = {NOBODY: ONE}
        if lasts and second is not None and "pistol" in second.traits:
            seconds = weapon_after(other, second, attacker, False)
        shooters = with_unstable({IN_PLAY: ONE}, blows_up(first, weapon))
        if second is not None:
            shooters = with_unstable(shooters, blows_up(other, second))
        for (end, p), (state, q), (after, r), (shooter, s) in product(
            all_hits(ways, body, victim).items(), weapons.items(), seconds.items(), shooters.items()
        ):
            ends[end_of(end, weapon=state, shooter=shooter, second=after, lasts=lasts)] += p * q * r * s
    return dict(ends)


def headbutt(attacker, target, situation: Situation, options) -> dict[End, Fraction]:
    """R30: a hit at Strength +2 and Damage 2, or one of the user's own at its Strength."""
    front = not situation.behind and not situation.seriously_injured
    victim = target_of(target, situation, front, options)
    s = strength(attacker, "stimm-slug-stash" in situation.using)
    head = Hit("head", frozenset(), s + 2, 0, 2, bonus=situation.save_bonus)
    own = Hit("head", frozenset(), s, 0, 1)
    succeeds = headbutts(victim)
    aside = Fraction(0)
    # reading: a headbutt is not parried, for it has no hit roll, but it is a hit that one may step aside from
    if "step-aside" in target.skills and not situation.seriously_injured:
        aside = initiative(target, options)
    ends: dict = defaultdict(Fraction)
    landed = {(head,): 1 - aside, (): aside}
    for body, p in all_hits(landed, start(situation), victim).items():
        ends[end_of(body)] += succeeds * p
    for body, p in all_hits({(own,): ONE}, Body(), user(attacker, situation, True, options)).items():
        ends[end_of(start(situation), shooter=body.down)] += (1 - succeeds) * p
    return {end: p for end, p in ends.items() if p}


def coup_de_grace(situation: Situation) -> dict[End, Fraction]:
    """A-CDG-01, R30: no roll."""
    if not situation.seriously_injured:
        raise ValueError("only somebody seriously injured can be given a coup de grace")
    # reading: it counts as one hit, wound and unsaved wound that takes no Wounds
    return {end_of(Body(hits=1, wound=True, unsaved=True, down=OUT, hurt=OUT_OF_ACTION)): ONE}


# ---- the question --------------------------------------------------------------------------------------------


def joint(
    attacker: Fighter,
    target: Fighter,
    weapon: WeaponProfile,
    situation: Situation,
    options: Mapping[str, str],
    second: WeaponProfile | None = None,
    other: Fighter | None = None,
    kept: Kept | None = None,
    shooter: Shooter | None = None,
) -> dict[End, Fraction]:
    """Every way in which one attack can end, with its chance.

    ``kept``: what the target has not used up before a shot or fight; without it, what follows from its injuries.
    ``shooter``: how the attacker is before a shot; without it, unhurt.
    """
    options = in_force(options)
    if situation.wounds_lost > target.w or toughness(target) <= situation.flesh_wounds:
        raise ValueError("the target is out of action already")
    weapon = as_carried(weapon, attacker)
    second = as_carried(second, attacker) if second is not None else None
    if situation.action == "coup-de-grace":
        return coup_de_grace(situation)
    if situation.action == "headbutt":
        return headbutt(attacker, target, replace(situation, close=True), options)
    if situation.close:
        return fight(attacker, target, weapon, second, situation, options, kept)
    return shoot(attacker, target, weapon, second, other, situation, options, kept, shooter)


def attack(
    attacker: Fighter,
    target: Fighter,
    weapon: WeaponProfile,
    situation: Situation,
    options: Mapping[str, str],
    second: WeaponProfile | None = None,
    other: Fighter | None = None,
) -> dict:
    """The figures of the ``attack`` question, from :func:`joint`."""
    ends = joint(attacker, target, weapon, situation, options, second, other)

    def chance(event) -> Fraction:
        return sum((p for end, p in ends.items() if event(end)), Fraction(0))

    def spread(value, event=lambda end: True) -> dict:
        found = sorted({value(end) for end in ends if event(end)})
        return {n: chance(lambda end, n=n: event(end) and value(end) == n) for n in found}

    outcomes = spread(outcome)
    names = ("missed", "unhurt", "wounded", "flesh_wound", "seriously_injured", "out_of_action")
    marks = ("on_fire", "blinded", "webbed", "broken", "concussed", "dragged", "disarmed", "entangled")
    bystanders = [f"in_line_{n + 1}" for n in range(situation.in_line)]
    bystanders += [f"in_melee_{n + 1}" for n in range(situation.in_melee)]
    left = toughness(target) - situation.flesh_wounds
    figures = {
        "stages": {
            "hit": chance(lambda end: end.hits > 0),
            "wound": chance(lambda end: end.wound),
            "unsaved": chance(lambda end: end.unsaved),
        },
        "outcomes": {name: outcomes.get(name, Fraction(0)) for name in names},
        "hits": spread(lambda end: end.hits),
        "wounds_lost": spread(lambda end: end.lost),
        "target_after": {
            "pinned": chance(lambda end: end.pinned),
            "pushed": chance(lambda end: end.pushed),
            **{mark: chance(lambda end, mark=mark: mark in end.marks) for mark in marks},
            "toughness": spread(lambda end: left - end.flesh, lambda end: end.down != OUT),
        },
        "attacker_after": {
            "out_of_ammo": chance(lambda end: "out_of_ammo" in end.weapon),
            "jammed": chance(lambda end: "jammed" in end.weapon),
            "out_of_action": chance(lambda end: end.shooter == OUT),
            "seriously_injured": chance(lambda end: end.shooter == DOWN),
            "diverted": chance(lambda end: "diverted" in end.weapon),
        },
        "strays": {name: chance(lambda end, name=name: name in end.strays) for name in bystanders},
    }
    if other is not None:
        found = defaultdict(Fraction)
        for end, p in ends.items():
            found[outcome_of(end.other[0], end.other[4], end.other[1])] += p
        figures["other"] = {
            "outcomes": {name: found[name] for name in names},
            "hits": spread(lambda end: end.other[0]),
            "wounds_lost": spread(lambda end: end.other[1]),
        }
    return figures


def outcome_of(hits: int, hurt: int, lost: int) -> str:
    """The worst that happened (interface of ``attack``)."""
    if hits == 0:
        return "missed"
    if hurt:
        return {1: "flesh_wound", SERIOUS: "seriously_injured", OUT_OF_ACTION: "out_of_action"}[hurt]
    return "wounded" if lost else "unhurt"


def outcome(end: End) -> str:
    return outcome_of(end.hits, end.hurt, end.lost)
