"""What becomes of a fighter: Wounds, Injury dice, flesh wounds, Toxin (A-INJ, R5 to R9, R15)."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter
from tests.naive.damage import FACES, SIXTH

IN_PLAY, DOWN, OUT = 0, 1, 2
FLESH_WOUND, SERIOUS, OUT_OF_ACTION = 1, 2, 3


class Victim(NamedTuple):
    """Somebody who is hit, as before the attack."""

    card: Fighter
    toughness: int  # before the attack
    strength: int
    left: int  # Wounds left before the attack
    options: Mapping[str, str]
    close: bool = False  # close combat
    blocked: bool = False
    chem: bool = False  # the attacker has used chem-synth
    front: bool = True  # the attack comes from inside the arc of one who stands
    lasts: bool = False  # whether anybody asks what is left of field and booster after the attack


class Body(NamedTuple):
    """What this attack has done so far to one fighter."""

    hits: int = 0
    wound: bool = False
    unsaved: bool = False
    lost: int = 0
    flesh: int = 0
    down: int = IN_PLAY
    hurt: int = 0
    pushed: bool = False
    marks: frozenset[str] = frozenset()
    field: bool = True  # not burnt out
    booster: bool = True  # not used yet

    def marked(self, *names: str) -> "Body":
        return self._replace(marks=self.marks | set(names))


def toughness_now(body: Body, victim: Victim) -> int:
    """A-INJ-03: Toughness less the flesh wounds so far."""
    return victim.toughness - body.flesh


def toughness_of_rolls(body: Body, victim: Victim) -> int:
    """A-INJ-04, R15: the Toughness that rolls are compared with."""
    if victim.options["multi_hit"] == "batch":
        return victim.toughness
    return toughness_now(body, victim)


def out(body: Body) -> Body:
    """B-STAT-05: out of action; nothing else is told of it."""
    return body._replace(down=OUT, hurt=OUT_OF_ACTION, flesh=0, marks=frozenset())


def flesh_wounds(body: Body, n: int, victim: Victim) -> Body:
    """A-INJ-03: each lowers Toughness by 1, and Toughness 0 is out of action; under batch not before the end."""
    if n == 0:
        return body
    body = body._replace(flesh=body.flesh + n, hurt=max(body.hurt, FLESH_WOUND))
    if victim.options["multi_hit"] != "batch" and toughness_now(body, victim) <= 0:
        return out(body)
    return body


def results(body: Body, flesh: int, serious: int, outs: int, victim: Victim) -> Body:
    """A-INJ-03, R6: flesh wounds, serious injuries and outs of one roll take effect."""
    if outs:
        return out(body)
    if serious and victim.options["multi_serious"] == "flesh_wound":
        flesh += serious if body.down == DOWN else serious - 1
    if serious:
        body = body._replace(down=DOWN, hurt=max(body.hurt, SERIOUS))
    return flesh_wounds(body, flesh, victim)


def injury_faces(options: Mapping[str, str]) -> dict[int, Fraction]:
    """A-INJ-01: the chance of each result of an Injury die."""
    counts = [int(n) for n in options["injury_faces"].strip("()").split(",")]
    worst = (FLESH_WOUND, SERIOUS, OUT_OF_ACTION)
    return {result: n * SIXTH for result, n in zip(worst, counts, strict=True) if n}


def milder(one: int, other: int, last_flesh: bool) -> int:
    """R7: the result that its owner would rather have; a flesh wound that takes Toughness to 0 is an out."""
    return min(
        one, other, key=lambda result: OUT_OF_ACTION if last_flesh and result == FLESH_WOUND else result
    )


def injury_dice(n: int, body: Body, victim: Victim) -> dict[tuple[int, int, int], Fraction]:
    """A-INJ-01, A-INJ-06, R7: {(flesh wounds, serious injuries, outs) kept of n Injury dice: chance}."""
    faces = injury_faces(victim.options)
    fewer = int("true-grit" in victim.card.skills)
    fewer += "bio-booster" in victim.card.wargear and body.booster
    if fewer and n <= fewer:
        last_flesh = toughness_now(body, victim) <= 1
        kept: dict = defaultdict(Fraction)
        for (one, p), (other, q) in product(faces.items(), faces.items()):
            keep = milder(one, other, last_flesh)
            kept[int(keep == FLESH_WOUND), int(keep == SERIOUS), int(keep == OUT_OF_ACTION)] += p * q
        return kept
    ways: dict = {(0, 0, 0): Fraction(1)}
    for _ in range(n - fewer):
        after: dict = defaultdict(Fraction)
        for counts, p in ways.items():
            for result, q in faces.items():
                more = list(counts)
                more[result - 1] += 1
                after[tuple(more)] += p * q
        ways = after
    return ways


def injury_roll(n: int, body: Body, victim: Victim, pulverise: bool) -> dict[Body, Fraction]:
    """R6: dice, discards, Pulverise, results."""
    ends: dict = defaultdict(Fraction)
    compared = toughness_of_rolls(body, victim)
    used = body._replace(booster=False)
    for (flesh, serious, outs), p in injury_dice(n, body, victim).items():
        turns = Fraction(0)
        if pulverise and flesh and not outs and toughness_now(body, victim) > flesh:  # R8
            turns = sum((SIXTH for face in FACES if face >= compared or face == 6), Fraction(0))
        ends[results(used, flesh, serious, outs, victim)] += p * (1 - turns)
        if turns:
            ends[results(used, flesh - 1, serious + 1, outs, victim)] += p * turns
    return ends


def toxin_roll(body: Body, victim: Victim) -> dict[Body, Fraction]:
    """A-TRT-01, R9: 2D6 against the target's D6 + Toughness."""
    resists = toughness_of_rolls(body, victim)
    if victim.chem:
        resists = max(1, resists - 1)
    ends: dict = defaultdict(Fraction)
    for one, two, die in product(FACES, FACES, FACES):
        end = body
        if one + two == die + resists:
            # reading: a draw is a serious injury like that of a die, so a second one may cost a flesh wound
            end = results(body, 0, 1, 0, victim)
        elif one + two > die + resists:
            end = out(body)
        ends[end] += SIXTH**3
    return ends


def dice_for(damage: int, left: int, serious: bool, options: Mapping[str, str]) -> int:
    """A-INJ-02, R5: Injury dice for an unsaved wound of this Damage with so many Wounds left."""
    if serious:
        return damage
    if damage < left:
        return 0
    if options["injury_dice"] == "equal_damage":
        return damage
    return damage - max(left, 1) + 1


def unsaved_wound(
    body: Body, damage: int, victim: Victim, *, toxin: bool, melta: bool, pulverise: bool
) -> dict[Body, Fraction]:
    """A-INJ-02, R5, R9, R33: Wounds, then Injury dice or what takes their place."""
    body = body._replace(wound=True, unsaved=True)
    options = victim.options
    if toxin and options["toxin"] == "n18":
        return injury_roll(1, body, victim, pulverise)
    at_once = melta and options["melta"] == "any_unsaved_wound"
    if damage == 0 and not at_once:
        return toxin_roll(body, victim) if toxin else {body: Fraction(1)}
    left = victim.left - body.lost
    n = dice_for(damage, left, body.down == DOWN, options)
    if body.down != DOWN:
        body = body._replace(lost=body.lost + min(damage, left))
    # reading: with Melta a wound costs its Wounds even where it puts the target out at once
    if melta and (n or at_once):
        return {out(body): Fraction(1)}
    if n == 0:
        return {body: Fraction(1)}
    if toxin:
        return toxin_roll(body, victim)
    return injury_roll(n, body, victim, pulverise)
