"""Shooting: the hit roll and its modifiers, pinning, knockback."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, d6, passes, roll, step
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import (
    HALVES,
    LAST_ROWS,
    NEVER,
    Blow,
    Target,
    armour_value,
    resolve_hit,
    save_need,
)
from necrostats.systems.necromunda.models import Band, Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options

HIT_ROLL = roll("N17-B-HIT-01", "hit roll")
IMPROBABLE = roll("N17-A-SHT-03", "improbable shot")

SHORT, LONG, BEYOND = 0, 1, 2
BANDS: tuple[Band | None, ...] = ("short", "long", None)
ON_HIT, ON_ATTACK = 0, 1
COVER = {"none": 0, "partial": -1, "full": -2}


class Shot(NamedTuple):
    """A ranged attack as the dice need it. The defaults of the last fields mean "this never happens".

    Attributes:
        in_range: 0 beyond long range: the shot has no effect.
        hit_on: What the natural hit roll must reach, 7 = cannot hit.
        bare_on: Where it cannot hit: a 6 and then this much hits all the same; 7 = no.
        pin_on: ON_HIT or ON_ATTACK; -1 = the target is not pinned by it.
        push_on, bare_push_on: Natural roll that pushes the target, for the hit roll and the roll after an improbable 6.
        blocked: 1 if the target has nowhere to be pushed to.
        strength, save_on, damage, last_row, half: As in ``damage.Blow``.
    """

    in_range: int
    hit_on: int
    bare_on: int
    pin_on: int
    push_on: int
    bare_push_on: int
    blocked: int
    strength: int
    save_on: int
    damage: int
    last_row: int
    half: int


@rule("N17-B-SHT-02")
@step
def range_band(distance: float, short: float, long: float) -> int:
    """N17-B-SHT-02: SHORT up to the short range, LONG up to the long range, else BEYOND; -1 = no such range."""
    if distance <= short:
        return SHORT
    return LONG if distance <= long else BEYOND


@rule("N17-B-SHT-02", "N17-B-WPN-01")
def band_at(profile: WeaponProfile, distance: float) -> Band | None:
    """N17-B-SHT-02: the range band at a distance in inches, None beyond long range."""
    return BANDS[range_band(distance, *ranges(profile))]


def ranges(profile: WeaponProfile) -> tuple[int, int]:
    """Short and long range in inches, -1 where there is none; long is the outer limit (N17-B-WPN-01)."""
    short = -1 if profile.short is None else profile.short
    if profile.long is None:
        return short, -1
    return min(short, profile.long), profile.long


@rule("N17-B-HIT-02")
def hit_modifiers(profile: WeaponProfile, situation: Situation) -> list[tuple[str, int]]:
    """N17-B-HIT-02: every modifier of the hit roll that is not 0, with what it is for."""
    long = situation.band != "short"
    every = [
        ("short range" if not long else "long range", profile.acc_l if long else profile.acc_s),
        (f"{situation.cover} cover", COVER[situation.cover]),
        ("target engaged", -1 if situation.target_engaged else 0),
        ("target prone at long range", -1 if situation.target_prone and long else 0),
        ("aimed", 1 if situation.aim else 0),
    ]
    return [(what, value) for what, value in every if value]


@rule("N17-B-HIT-01", "N17-B-HIT-03", "N17-A-SHT-03")
def hit_needs(bs: int, modifier: int, options: Options) -> tuple[int, int]:
    """N17-B-HIT-01: what the natural hit roll must reach, and what follows a 6 where that is 7 or more, 7 = nothing.

    Option ``impossible_shot``.
    """
    need = max(2, bs - modifier)
    reading = options["impossible_shot"]
    if reading == "nat6_hits":
        need = min(need, 6)
    return need, max(2, bs) if reading == "improbable" else NEVER


@rule("N17-B-KB-01")
def push_need(target: Fighter, modifier: int, options: Options) -> int:
    """N17-B-KB-01: the natural hit roll that pushes *target* (option ``knockback_die``)."""
    return target.s - (modifier if options["knockback_die"] == "modified" else 0)


@rule("N17-B-PIN-01")
def may_be_pinned(situation: Situation, options: Options) -> bool:
    """N17-B-PIN-01: whether the target can be pinned: it stands, and is not engaged (option ``pin_engaged``)."""
    return not situation.target_prone and (not situation.target_engaged or options["pin_engaged"] == "True")


@rule("N17-B-HIT-01", "N17-B-HIT-03", "N17-B-PIN-01", "N17-B-KB-01", "N17-B-DICE-05", "N17-B-CHR-03")
def shot(
    attacker: Fighter, target: Fighter, profile: WeaponProfile, situation: Situation, options: Options
) -> Shot:
    """N17-B-HIT-01: a BS test with all modifiers added up, fixed before the roll.

    N17-B-HIT-03: a natural 1 misses; what happens when 7 or more is needed is option ``impossible_shot``.
    N17-B-PIN-01: option ``pin_on``. N17-B-KB-01: option ``knockback_die``; N17-B-DICE-05: natural is
    the face before modifiers.
    """
    modifier = sum(value for _, value in hit_modifiers(profile, situation))
    hit_on, bare_on = hit_needs(attacker.bs, modifier, options)
    pins = may_be_pinned(situation, options)
    pushes = "knockback" in profile.traits
    return Shot(
        in_range=int(situation.band is not None),
        hit_on=min(hit_on, NEVER),
        bare_on=bare_on if hit_on > 6 else NEVER,
        pin_on=-1 if not pins else ON_ATTACK if options["pin_on"] == "attack" else ON_HIT,
        push_on=push_need(target, modifier, options) if pushes else NEVER,
        bare_push_on=target.s if pushes else NEVER,
        blocked=int(situation.blocked),
        strength=profile.strength_of(attacker.s) or 0,
        save_on=save_need(
            armour_value(target, situation, options), profile.ap, situation.save_bonus, options
        ),
        damage=profile.d,
        last_row=LAST_ROWS[options["wound_last_row"]],
        half=HALVES[options["half_toughness"]],
    )


@rule("N17-B-HIT-01", "N17-B-HIT-03", "N17-A-SHT-03")
@step
def hit_face(hit_on: int, bare_on: int, dice: Dice) -> int:
    """The natural face of a hit, 0 = missed; 10 more if it took a 6 and then a roll of *bare_on* (N17-A-SHT-03)."""
    face = d6(dice, hit_on, HIT_ROLL)
    if face >= hit_on:
        return face
    if hit_on >= NEVER and bare_on < NEVER and face == 6:
        again = d6(dice, bare_on, IMPROBABLE)
        return 10 + again if again >= bare_on else 0
    return 0


@rule("N17-B-SHT-00", "N17-B-HIT-04", "N17-B-PIN-01", "N17-B-KB-01", "N17-B-STAT-03")
@step
def shoot(shot: Shot, target: Target, dice: Dice) -> Target:
    """N17-B-SHT-00: hit roll, pin, push, and the one hit (N17-B-HIT-04) is resolved.

    N17-B-PIN-01: a hit target that stands is pinned before the wound roll. N17-B-KB-01: a natural hit roll of the
    target's Strength or more moves it 1 inch away, and if it has nowhere to go the attack does 1 Damage more.
    """
    if shot.in_range == 0 or target.wounds <= 0:
        return target
    pinned = target.pinned
    if shot.pin_on == ON_ATTACK:
        pinned = 1
    face = hit_face(shot.hit_on, shot.bare_on, dice)
    push_on = shot.bare_push_on if face > 10 else shot.push_on
    hit = face > 0
    if not hit:
        return Target(
            target.wounds,
            target.toughness,
            pinned,
            target.pushed,
            target.hits,
            target.wounded,
            target.unsaved,
        )
    if shot.pin_on == ON_HIT:
        pinned = 1
    pushed = 1 if face % 10 >= push_on else 0
    return resolve_hit(
        Blow(
            shot.strength,
            shot.save_on,
            shot.damage + (pushed if shot.blocked == 1 and shot.damage > 0 else 0),
            shot.last_row,
            shot.half,
        ),
        Target(
            target.wounds,
            target.toughness,
            pinned,
            max(target.pushed, pushed),
            target.hits + 1,
            target.wounded,
            target.unsaved,
        ),
        dice,
    )


BLAST_PUSH = roll("N17-B-KB-02", "blast knockback")


@rule("N17-B-KB-02")
@step
def blast_push(strength: int, pushed: int, dice: Dice) -> int:
    """N17-B-KB-02: a fighter hit by a blast is pushed if a D6 of its own reaches its Strength: 1, else 0."""
    return 1 if passes(dice, strength, BLAST_PUSH) else 0
