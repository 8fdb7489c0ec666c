"""Who is under a blast marker: exact chances by geometry, and the same thrown as a check."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import (
    SCHEMA_VERSION,
    Chance,
    exact,
    idle,
    random_seed,
    reconstructed,
    rulebook,
    solved,
    stamp,
    whole,
)
from necrostats.analyses.attack_request import Request, check_shot
from necrostats.analyses.needs import hit_need
from necrostats.analyses.weapon_asked import find_noted, full_name
from necrostats.engine.estimate import proportion, z_score
from necrostats.engine.limits import LARGEST_SEED
from necrostats.errors import UsageError
from necrostats.systems.necromunda import attacks, scatter, shooting, wargear
from necrostats.systems.necromunda.arrangements import arrangement as read_arrangement
from necrostats.systems.necromunda.arrangements import point
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Action, Band, Cover, Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options, under_options
from necrostats.systems.necromunda.questions import in_reach
from necrostats.systems.necromunda.scatter import Base, Blast, Known
from necrostats.systems.necromunda.shooting import band_at

MOST_TRIALS = 10_000_000
LARGE_ENOUGH = 25  # n p (1 - p) from which on z is nearly normal
USUAL_BASES = (25, 28, 32, 40)
HIT_ROLLS = range(2, 7)
ACTIONS = ("blind-fire", "hip-shooting")
DEFINITIONS = {
    "touched": "chance that the fighter is even partly under the marker, and so takes one hit",
    "when_hit": "the same if the hit roll succeeds and the marker stays where it was aimed",
    "when_missed": "the same if the hit roll fails: scatter and misfires counted in",
    "expected": "mean number of fighters of the arrangement under the marker",
    "hits": "how many fighters of the arrangement are under the marker at once",
    "landing": "where the marker ends: it stays, scatters 1 to 6 inches, or misfires",
    "landing_expected": "mean number of fighters under a marker that ends there; null where that is not known",
    "rings": "directions of a scatter in degrees from the x axis, with the fighters touched there",
    "base_sizes": "chance that the marker touches the one fighter aimed at, in the middle of its base",
    "touching_inches": "the farthest scatter, in whole inches, at which it still does",
}
NOT_MODELLED = (
    "walls, which stop a marker and shelter who is behind them",
    "the edge of the board, off which a marker is lost",
    "skills of the fighters under the marker, such as Evade and Dodge",
    "what a hit does, and ammo: necrostats attack says",
)


@dataclass(frozen=True)
class BlastResult:
    """The answer to the question who is under a marker."""

    blast: Blast
    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


@dataclass(frozen=True)
class Roll:
    """The hit roll of a shot: its chance, what it needs and why, and how the answer shows the shot."""

    chance: Fraction
    on: int
    why: str
    shown: dict[str, Any]


def blast(
    attacker: str | None = None,
    *,
    weapon: str | None = None,
    marker: int | None = None,
    hit: str | int | None = None,
    arrangement: str = "0,0",
    aim_at: str | None = None,
    shooter: str | None = None,
    base: float = 25,
    range: str | None = None,
    distance: float | None = None,
    cover: Cover = "none",
    aim: bool = False,
    target_prone: bool = False,
    target_engaged: bool = False,
    action: Action | None = None,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    trials: int = 0,
    seed: int | None = None,
) -> BlastResult:
    """Who is under a blast marker that *attacker* places among fighters.

    Args:
        attacker: Whose Ballistic Skill counts; not needed where *hit* is given.
        weapon: One with Blast; or else *marker*, its diameter in inches, 3 or 5.
        hit: What the hit roll needs, such as ``4+``, instead of working it out.
        arrangement: ``0,0 2,0@32``, ``line of 3 at 1 inch`` or ``ring of 4 at 0.5 inch``.
        aim_at: A point ``x,y``; the middle of the first fighter if None.
        shooter: Where the shooter stands, ``x,y`` or ``x,y@32``: a misfire can bring the marker there.
        base: Millimetres of the bases for which nothing else is said.
        range, distance, cover, aim, target_prone, target_engaged: Of the shot, as for ``attack``.
        action: "blind-fire" or "hip-shooting".
        trials: Throw the dice so often as well, as a check.

    Raises:
        UsageError: Something that the rules forbid or that is out of range.

    >>> found = blast(marker=3, hit="4+").to_dict()
    >>> found["fighters"][0]["touched"]["fraction"]
    '5/9'
    """
    cat, chosen = rulebook(data, rules, options, house)
    check_rules(chosen, rules)
    if action and action not in ACTIONS:
        raise UsageError(f"action: expected {' or '.join(ACTIONS)}, got {action!r}", "or leave it out")
    how = Request(
        range=range,
        distance=distance,
        cover=cover,
        aim=aim,
        target_prone=target_prone,
        target_engaged=target_engaged,
        action=action or "",
    )
    trials = whole("trials", trials, 0, MOST_TRIALS)
    seed = None if seed is None else whole("seed", seed, 0, LARGEST_SEED)
    seed = random_seed() if trials and seed is None else seed
    who = fighter(cat, attacker) if attacker is not None else None
    bases = read_arrangement(arrangement, base)
    x, y = point(aim_at) if aim_at is not None else bases[0][:2]
    aimed_at = next((each for each in bases if (each.x, each.y) == (x, y)), None)
    stands = _shooter(shooter, who, base)
    profile: WeaponProfile | None = None
    notes: list[str] = []
    if weapon is not None:
        profile, notes = find_noted(cat, who, weapon)
    size = _size(profile, marker)
    if hit is not None:
        roll = _given(hit, how)
    else:
        roll = _worked_out(who, profile, how, stands, (x, y), aimed_at, chosen)
    shot = Blast(scatter.RADIUS[size], x, y, bases, roll.chance, stands)
    answer = {
        "schema_version": SCHEMA_VERSION,
        "question": "blast",
        "system": "necromunda",
        "rules": chosen.rules,
        "attacker": who.label if who else None,
        "weapon": profile.key if profile else None,
        "weapon_name": full_name(profile) if profile else None,
        "marker": size,
        "radius": shot.radius,
        "situation": roll.shown,
        "needs": {"hit": {"on": roll.on, "why": roll.why}},
        "hit": exact(roll.chance),
        "aim_at": [x, y],
        **_figures(shot),
        "base_sizes": base_sizes(shot.radius, (aimed_at or bases[0]).mm),
        "check": _check(shot, trials, seed or 0) if trials else None,
        "definitions": DEFINITIONS,
        "notes": [*notes, *_remarks(shot), *idle(chosen)],
        "reconstructed": reconstructed(who) if who and hit is None else [],
        "options": chosen.changed(),
        "not_modelled": [*NOT_MODELLED, *_left_out(who, profile, hit)],
        "stamp": stamp(chosen, seed=seed, trials=trials, stopped="trials"),
    }
    return BlastResult(shot, answer)


def check_rules(options: Options, asked: str | None) -> None:
    """Refuse the basic rules, which have no blast markers.

    Raises:
        UsageError: They are in force.
    """
    if options.rules == "advanced":
        return
    refused = "blast markers belong to the advanced rules (N17-B-WPN-02)"
    if asked is not None:
        raise UsageError(f"{refused}, got the basic ones", "take rules advanced")
    raise UsageError(
        f"{refused}; the house rules {options.house!r} are basic", "--rules advanced for this command"
    )


def base_sizes(radius: float, own: float = USUAL_BASES[0]) -> list[dict[str, Any]]:
    """For the usual bases, and one's *own*: the chance that a marker touches the fighter at whom it is aimed.

    >>> base_sizes(scatter.RADIUS[3])[0]["missed"]["fraction"]
    '1/9'
    """
    rows = []
    for mm in sorted({*USUAL_BASES, own}):
        target = Base(0.0, 0.0, mm)

        def chance(hit: Fraction, target: Base = target) -> Chance:
            return _chance(scatter.touched(Blast(radius, 0.0, 0.0, (target,), hit), target))

        on = {f"{need}+": chance(Fraction(7 - need, 6)) for need in HIT_ROLLS}
        inches = scatter.touching_inches(radius, mm)
        rows.append({"base": mm, "touching_inches": inches, "missed": chance(Fraction(0)), "hit": on})
    return rows


def _figures(shot: Blast) -> dict[str, Any]:
    """All that geometry says of a shot."""
    fighters = [_row(shot, each) for each in shot.bases]
    missed = scatter.mixed((Fraction(1), scatter.when_missed(shot, each)) for each in shot.bases)
    stays = scatter.mean_under(shot, "stays")
    lands = scatter.landings(shot.hit)
    unknown = {"on_shooter"} if shot.shooter is None else set()
    return {
        "fighters": fighters,
        "shooter": _row(shot, shot.shooter) if shot.shooter else None,
        "expected": _mean(scatter.mixed([(shot.hit, stays), (1 - shot.hit, missed)])),
        "expected_when_hit": _mean(stays),
        "expected_when_missed": _mean(missed),
        "hits": {str(n): _chance(known) for n, known in scatter.hits(shot).items()},
        "landing": {place: exact(p) for place, p in lands.items()},
        "landing_expected": {
            place: None if place in unknown else _mean(scatter.mean_under(shot, place)) for place in lands
        },
        "rings": [
            {
                "inches": inches,
                "p": float(lands[str(inches)]),
                "arcs": [
                    {"from": _degrees(piece.start), "to": _degrees(piece.end), "hits": piece.hits}
                    for piece in scatter.ring(shot, inches)
                ],
            }
            for inches in scatter.INCHES
        ],
    }


def _row(shot: Blast, each: Base) -> dict[str, Any]:
    stays = int(scatter.touches(shot.radius, shot.x, shot.y, each))
    return {
        "name": each.name,
        "x": each.x,
        "y": each.y,
        "base": each.mm,
        "when_hit": exact(Fraction(stays)),
        "when_missed": _chance(scatter.when_missed(shot, each)),
        "touched": _chance(scatter.touched(shot, each)),
    }


def _chance(known: Known) -> Chance:
    if isinstance(known.value, Fraction):
        return exact(known.value)
    return solved(known.value, known.error)


def _mean(known: Known) -> dict[str, Any]:
    """A mean number, a fraction or a float with its error."""
    if isinstance(known.value, Fraction):
        return {"mean": float(known.value), "fraction": str(known.value)}
    return {"mean": known.value, "error": known.error}


def _degrees(radians: float) -> float:
    return radians / scatter.TURN * 360


def _check(shot: Blast, trials: int, seed: int) -> dict[str, Any]:
    """The same thrown with dice: intervals, and how far they are from the exact chances at most."""
    single, at_once = scatter.thrown(shot, trials, seed)
    law = scatter.hits(shot)
    compared = [(n, scatter.touched(shot, each).value) for n, each in zip(single, shot.bases, strict=True)]
    compared += [(n, law[k].value if k in law else 0) for k, n in enumerate(at_once)]
    scores = [abs(z_score(n, trials, p)) for n, p in compared if trials * p * (1 - p) >= LARGE_ENOUGH]
    return {
        "trials": trials,
        "seed": seed,
        "z_max": max(scores, default=0.0),
        "compared": len(scores),
        "touched": [proportion(n, trials).to_dict() for n in single],
        "hits": {str(k): proportion(n, trials).to_dict() for k, n in enumerate(at_once) if n},
    }


# --------------------------------------------------------------------------------------------- what was asked


def _shooter(text: str | None, who: Fighter | None, base: float) -> Base | None:
    if text is None:
        return None
    if not text.strip():
        raise UsageError("shooter: expected one point x,y in inches, got nothing", "for example 0,-9")
    found = read_arrangement(text, who.base if who else base)
    if len(found) != 1:
        raise UsageError(f"shooter: expected one point x,y in inches, got {text[:40]!r}", "for example 0,-9")
    return found[0]._replace(name=who.name if who else "shooter")


def _size(profile: WeaponProfile | None, marker: int | None) -> int:
    """The diameter of the marker in inches."""
    if profile is not None and marker is not None:
        raise UsageError("expected a weapon or a marker, got both", "the weapon says which marker it has")
    if profile is not None:
        size = profile.traits.get("blast")
        if size not in scatter.RADIUS:
            raise UsageError(
                f"expected a weapon with Blast, got {profile.key}", "for example frag-grenades, or --marker 3"
            )
        return int(size or 0)
    if marker is None:
        raise UsageError("expected a weapon with Blast or a marker", "--weapon frag-grenades, or --marker 3")
    if isinstance(marker, bool) or marker not in scatter.RADIUS:
        raise UsageError(f"marker: expected 3 or 5 inches, got {marker!r}", "those are the two markers")
    return int(marker)


def _given(hit: str | int, how: Request) -> Roll:
    """A hit roll as the user gives it."""
    if how != Request():
        raise UsageError(
            "expected a hit roll, or a range, cover and aim from which it follows, got both",
            "leave out --hit",
        )
    text = str(hit).strip().removesuffix("+")
    if isinstance(hit, bool) or text not in map(str, HIT_ROLLS):
        raise UsageError(f"hit: expected 2+ to 6+, got {hit!r}", "for example --hit 4+")
    return Roll(Fraction(7 - int(text), 6), int(text), "as given", {})


def _worked_out(
    who: Fighter | None,
    profile: WeaponProfile | None,
    how: Request,
    stands: Base | None,
    aim: tuple[float, float],
    aimed_at: Base | None,
    options: Options,
) -> Roll:
    """The hit roll of a fighter's shot (N17-B-HIT-01), with its skills and kit."""
    if who is None or profile is None:
        raise UsageError(
            "expected a fighter with a weapon, or the hit roll",
            "for example kaiya --weapon frag-grenades, or --hit 4+",
        )
    armed = wargear.bearing(who)
    reach = in_reach(under_options(profile, options), armed)
    distance = how.distance
    if distance is None and how.range is None and stands is not None:
        apart = hypot(aim[0] - stands.x, aim[1] - stands.y)
        distance = max(0.0, apart - stands.radius - (aimed_at.radius if aimed_at else 0.0))
    if distance == 0:
        raise UsageError(
            "0 inches is base contact, and an engaged fighter cannot shoot (N17-B-SHT-01)",
            "more than 0 inches",
        )
    situation = Situation(
        band=_band(reach, how.range, distance),
        distance=distance,
        cover=how.cover,
        aim=how.aim,
        target_prone=how.target_prone,
        target_engaged=how.target_engaged,
        action=how.action,
    )
    check_shot(reach, how, armed)
    attacks.check_unwieldy(reach, armed, situation)
    own = deepcopy(options)  # which keeps count of what is read, also for damage, that is no matter here
    given = attacks.prepared(armed, replace(who, skills=(), wargear=()), reach, situation, own)
    modifiers = attacks.hit_modifiers(armed, given.target, given.profile, situation, False)
    hit_on, bare_on = shooting.hit_needs(armed.bs, sum(value for _, value in modifiers), options)
    expert_on = attacks.expert_need(armed, given.profile, situation, options)
    on, why = hit_need(armed.bs, modifiers, hit_on, bare_on, expert_on)
    shown = {
        "mode": "ranged",
        "range": situation.band,
        "distance": None if distance is None else round(distance, 2),
        "cover": how.cover,
        "aim": how.aim,
        "target_prone": how.target_prone,
        "target_engaged": how.target_engaged,
        **({"action": how.action} if how.action else {}),
    }
    return Roll(attacks.hit_chance(given), on, why, shown)


def _band(reach: WeaponProfile, wanted: str | None, distance: float | None) -> Band:
    """The range band of a shot.

    Raises:
        UsageError: There is no such range, or the point lies beyond long range (N17-A-BLAST-01).
    """
    if distance is not None:
        band = band_at(reach, distance)
        if band is None:
            raise UsageError(
                f"{distance:g} inches is beyond the long range of {reach.key}, {reach.rng_l} inches",
                "a marker is placed within range (N17-A-BLAST-01)",
            )
        return band
    if wanted == "short" and reach.short is None:
        raise UsageError(f"{reach.key} has no short range", "take --range long")
    if wanted is None:
        return "short" if reach.short is not None else "long"
    return "short" if wanted == "short" else "long"


def _remarks(shot: Blast) -> list[str]:
    """What the user may not have meant."""
    notes = []
    if shot.shooter is None:
        notes.append(
            "where the shooter stands is not known: a marker on the shooter touches nobody else here"
        )
    pairs = scatter.overlapping([*shot.bases, *([shot.shooter] if shot.shooter else [])])
    if pairs:
        one, other = pairs[0]
        more = f", and {len(pairs) - 1} pairs more" if len(pairs) > 1 else ""
        notes.append(f"bases overlap, as if on two levels: {one.name} and {other.name}{more}")
    return notes


def _left_out(who: Fighter | None, profile: WeaponProfile | None, hit: object) -> list[str]:
    """What of the fighter and the weapon is not looked at."""
    lines = []
    if profile is not None and "rapid-fire" in profile.traits:
        lines.append("rapid fire: one marker is placed")
    if who is None or hit is not None:
        return lines
    if "marksman" not in who.skills:
        lines.append("the Cool test for a target that is not the closest (N17-A-SHT-01)")
    if "stimm-slug-stash" in who.wargear and profile is not None and profile.rng_l.startswith("Sx"):
        lines.append(f"the stimm-slug stash of {who.name}, with which grenades fly farther")
    return lines
