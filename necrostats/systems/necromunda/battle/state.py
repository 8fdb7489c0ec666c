"""A battle as steps read it: what never changes (``Forces``), what does (``Melee`` is of an attack, ``State`` of all)."""

from collections.abc import Sequence
from typing import NamedTuple

from necrostats.engine.dice import large_step, step
from necrostats.systems.necromunda.battle.board import Ground
from necrostats.systems.necromunda.battle.measuring import STANDING, Field, gap
from necrostats.systems.necromunda.battle.paths import Corners, Way
from necrostats.systems.necromunda.battle.sight import Spans
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import Melee, Strike
from necrostats.systems.necromunda.shooting import Shot

SHOT_FIELDS = len(Shot._fields)
STRIKE_FIELDS = len(Strike._fields)
MELEE_FIELDS = 3 * STRIKE_FIELDS + 5
BANDS, AIMS, COVERS, POSTURES, BEHINDS, BLOCKS = 2, 2, 3, 3, 2, 2
SHOT_ROWS = BANDS * AIMS * COVERS * POSTURES * BEHINDS * BLOCKS
MELEE_ROWS = 2 * 2 * 2
ACTIVE, LYING, ENGAGED = 0, 1, 2

SHOOT, PIN, CHARGE, NEAR, RISK, FLEES, PRESSES, AT_RANDOM = range(8)
WEIGHTS = ("shoot", "pin", "charge", "near", "risk", "flees", "presses", "at_random")


class Forces(NamedTuple):
    """Both gangs and the board as numbers; fighters are numbered through, those of the first side first.

    Attributes:
        first: Where each side's fighters begin, and their number in all.
        move, half: Movement and half of it, in inches.
        toughness, wounds, initiative: Of the cards; what an Initiative test needs.
        guns, sets: How many profiles each fighter shoots, how many sets of weapons it fights with.
        reach: Short and long range in inches of each fighter's guns, -1 where there is none; ``most_guns`` pairs each.
        knocks: 1 for each gun with Knockback.
        shot_row, melee_row: Which row of ``shots`` and ``melees`` holds, by attacker, target, weapon and situation.
        shots, melees: Rows of SHOT_FIELDS and MELEE_FIELDS numbers.
        shot_harm, shot_pin, melee_harm: For each row, the share of the target's Wounds that it takes on average, and the
            chance that it pins; what policies weigh.
        weights: WEIGHTS of each side's policy.
        corners: Where ways bend, for the size of each fighter's base.
    """

    ground: Ground
    first: Sequence[int]
    move: Sequence[float]
    half: Sequence[float]
    toughness: Sequence[int]
    wounds: Sequence[int]
    initiative: Sequence[int]
    guns: Sequence[int]
    sets: Sequence[int]
    most_guns: int
    most_sets: int
    reach: Sequence[float]
    knocks: Sequence[int]
    shot_row: Sequence[int]
    melee_row: Sequence[int]
    shots: Sequence[int]
    melees: Sequence[int]
    shot_harm: Sequence[float]
    shot_pin: Sequence[float]
    melee_harm: Sequence[float]
    weights: Sequence[float]
    corners: Corners
    start_x: Sequence[float]
    start_y: Sequence[float]
    start_face_y: Sequence[float]
    radius: Sequence[float]
    rounds: int
    tie: int
    rolled_first: int
    half_is_full: int
    over: int
    contact: int
    always: int
    order: int
    react_after: int
    bubble: int


class State(NamedTuple):
    """Where a battle stands, in arrays that steps write to.

    Attributes:
        field: Places, faces, postures.
        wounds: Left.
        ready: 1 with a ready marker.
        score: Tallies of this battle: see ``Score``.
        spans, way: Room for looks and ways.
    """

    field: Field
    wounds: list[int]
    ready: list[int]
    taken_out_by: list[int]
    taken_out_with: list[int]
    spans: Spans
    way: Way
    plan: list[float]


@step
def side_of(forces: Forces, who: int) -> int:
    """The side of a fighter."""
    return 1 if who >= forces.first[1] else 0


@step
def shot_at(forces: Forces, row: int) -> Shot:
    """One row of the shots."""
    t, k = forces.shots, row * SHOT_FIELDS
    return Shot(
        t[k], t[k + 1], t[k + 2], t[k + 3], t[k + 4], t[k + 5], t[k + 6], t[k + 7], t[k + 8], t[k + 9],
        t[k + 10], t[k + 11],
    )  # fmt: skip


@step
def strike_at(forces: Forces, k: int) -> Strike:
    """The attack dice that begin at *k*."""
    t = forces.melees
    return Strike(
        t[k], t[k + 1], t[k + 2], t[k + 3], t[k + 4], t[k + 5], t[k + 6], t[k + 7], t[k + 8], t[k + 9],
        t[k + 10], t[k + 11], t[k + 12],
    )  # fmt: skip


@step
def melee_at(forces: Forces, row: int) -> Melee:
    """One row of the close combats."""
    t, k = forces.melees, row * MELEE_FIELDS
    r = k + 3 * STRIKE_FIELDS
    return Melee(
        (
            strike_at(forces, k),
            strike_at(forces, k + STRIKE_FIELDS),
            strike_at(forces, k + 2 * STRIKE_FIELDS),
        ),
        t[r],
        t[r + 1],
        t[r + 2],
        t[r + 3],
        t[r + 4],
    )


@rule("N17-B-STAT-02")
@step
def touching(field: Field, a: int, b: int) -> bool:
    """N17-B-STAT-02: whether two standing fighters of different sides are in base contact, and so engaged."""
    return (
        field.side[a] != field.side[b]
        and field.posture[a] == STANDING
        and field.posture[b] == STANDING
        and gap(field, a, b) == 0
    )


@large_step
def engaged(field: Field, who: int) -> bool:
    """Whether a fighter is engaged with anybody."""
    for other in range(len(field.posture)):
        if touching(field, who, other):
            return True
    return False
