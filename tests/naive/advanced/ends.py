"""What an attack under the advanced rules begins with and what it leaves: its target, its user, both weapons."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter, Situation
from tests.naive.advanced.cards import strength, toughness
from tests.naive.advanced.hits import Kept
from tests.naive.advanced.injuries import IN_PLAY, Body, Victim

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
