"""A battle as steps read it: what never changes (``Forces``), what does (``State``), and the tables of both."""

from collections.abc import Sequence
from typing import NamedTuple

from necrostats.engine.dice import large_step, step
from necrostats.engine.packing import packed, unpacked
from necrostats.systems.necromunda.battle.board import Ground
from necrostats.systems.necromunda.battle.measuring import STANDING, Field, in_contact
from necrostats.systems.necromunda.battle.paths import Corners, Way
from necrostats.systems.necromunda.battle.policies import WEIGHTS
from necrostats.systems.necromunda.battle.sight import Spans
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import Melee, Strike
from necrostats.systems.necromunda.shooting import Shot

MOST_A_SIDE = 20
MOST = 2 * MOST_A_SIDE

A_SHOT = Shot(*[0] * len(Shot._fields))
A_MELEE = Melee((Strike(), Strike(), Strike()), 0, 0, 0, 0, 0)
SHOT_FIELDS, MELEE_FIELDS = len(packed(A_SHOT)), len(packed(A_MELEE))
BANDS, AIMS, COVERS, POSTURES, BEHINDS, BLOCKS = 2, 2, 3, 4, 2, 2
JUDGED_SHOTS = BANDS * AIMS * COVERS * POSTURES
SHOT_ROWS = JUDGED_SHOTS * BEHINDS * BLOCKS
ACTIVE, LYING, ENGAGED, DOWN = 0, 1, 2, 3
CHARGES, TURNS, DOWNS, TANGLES = 2, 2, 2, 2
MELEE_ROWS = CHARGES * TURNS * BEHINDS * DOWNS * TANGLES
STORES = 2
PLAIN, BLAST, FLAME = 0, 1, 2
DIRECTIONS = 360
WINNERS = ("most_fighters_left", "draw", "most_points_left")
MOST_FIGHTERS, NOBODY_WINS, MOST_POINTS = range(3)

PLAN = 7
KIND, TARGET, TO_X, TO_Y, INCHES, WORTH, PLANNED = range(PLAN)
"""What ``State.plan`` holds."""


class Readings(NamedTuple):
    """Disputed rules as they are read, each by its option; and how the scenario begins.

    Attributes:
        rounds: After so many the battle is over.
        kept_first: 1 if beginning the first round counts as having had priority (option ``turf_first_tie``).
        winner: Who wins after the last round, one of ``WINNERS`` (option ``turf_war_winner``).
        edges: The edges on which the sides deploy, four times the first and the second; -1 if each draws one.
    """

    rounds: int
    kept_first: int
    edges: int
    tie: int
    half_is_full: int
    over: int
    contact: int
    always: int
    order: int
    react_after: int
    bubble: int
    free_turn: int
    d3_first: int
    any_part: int
    winner: int


class Forces(NamedTuple):
    """Both gangs and the board as numbers; fighters are numbered through, those of the first side first.

    Attributes:
        first: Where each side's fighters begin, and their number in all.
        move: Movement in inches.
        toughness, wounds, initiative: Of the cards; what an Initiative test needs.
        points: What each fighter costs in credits.
        guns, sets: How many profiles each fighter shoots, how many sets of weapons it fights with; under the
            advanced rules one more follows, its bare hands.
        farthest: The longest range in inches of each fighter's guns, -1 with none.
        most_guns, most_sets: The greatest of them.
        reach: Where in ``real`` the short and the long range of each fighter's guns begin, -1 where there is none.
        knocks: Where in ``whole`` stands 1 for each gun with Knockback.
        shot_row, melee_row: Where in ``whole`` stands which row holds, by attacker, target, weapon and situation.
        shots, melees: Where in ``whole`` the rows of SHOT_FIELDS and MELEE_FIELDS numbers begin.
        shot_harm, shot_worth, shot_pin: Where in ``real`` stand, by attacker, target, gun, band, aim, cover and
            posture, the share of the target's Wounds that a shot takes on average, what it is worth to the policy of
            who shoots, and the chance that it pins.
        best, fight_harm: Where stand, by attacker, target and charge, in ``whole`` the set of weapons that harms most,
            and in ``real`` the share of the target's Wounds that it takes on average; set_harm: that of each set.
        starts: Where in ``real`` stand x and y of each fighter on each edge on which its side may deploy.
        weights: WEIGHTS of each side's policy.
        columns, cells, a_cell: Cells in a row and in all that sight is judged in by eye, and how many an inch.
        corners: Where ways bend, for the size of each fighter's base.
    """

    ground: Ground
    corners: Corners
    readings: Readings
    first: Sequence[int]
    move: Sequence[float]
    toughness: Sequence[int]
    wounds: Sequence[int]
    initiative: Sequence[int]
    points: Sequence[float]
    guns: Sequence[int]
    sets: Sequence[int]
    farthest: Sequence[float]
    radius: Sequence[float]
    weights: Sequence[float]
    most_guns: int
    most_sets: int
    reach: int
    knocks: int
    shot_row: int
    melee_row: int
    shots: int
    melees: int
    shot_harm: int
    shot_worth: int
    shot_pin: int
    best: int
    fight_harm: int
    set_harm: int
    starts: int
    columns: int
    cells: int
    a_cell: float


class State(NamedTuple):
    """Where a battle stands, in arrays that steps write to.

    Attributes:
        field: Places, faces, postures.
        wounds: Left.
        ready: 1 with a ready marker.
        taken_out_by, taken_out_with: Who took a fighter out of action and with which weapon; -1 if nobody did.
        toughness, down, marks: As they are now, of ``injuries.Condition``; under the basic rules they stay as they are.
        loaded, jammed: Stores of ammo, a bit each.
        shaken: How many nerve tests are due; along: 1 for who is activated with a leader.
        hits: Room for the hits of one attack on several.
        bottled: 1 for a side that is; fled: 1 for a fighter that has left; stood: 1 for who stayed in this round.
        busy: 1 for those who were engaged when the plan was made; cell: where they were on the grid.
        spans, way: Room for looks and ways.
        eyes: Two points that look at each other.
        plan: The best plan so far: its kind, target, end, inches of movement and worth.
    """

    field: Field
    wounds: list[int]
    ready: list[int]
    taken_out_by: list[int]
    taken_out_with: list[int]
    toughness: list[int]
    down: list[int]
    marks: list[int]
    loaded: list[int]
    jammed: list[int]
    shaken: list[int]
    along: list[int]
    hits: list[int]
    bottled: list[int]
    fled: list[int]
    stood: list[int]
    busy: list[int]
    cell: list[int]
    spans: Spans
    way: Way
    eyes: Field
    plan: list[float]


class Advanced(NamedTuple):
    """What the advanced rules add to ``Forces``.

    Attributes:
        leads: How many ready friends each fighter activates with itself (N17-A-ACT-02).
        shelters: Within how many inches friends stay where it stays (N17-A-END-02).
        iron_will: What it adds to bottle tests.
        marksman: 1 for who shoots whom it likes (N17-A-SHT-01).
        half: Half of its Movement in inches.
        master: 1 for who is not hindered by other enemies (N17-A-MULTI-01); counters: 1 with Counter-Attack.
        impales: Where in ``whole`` stands 1 for each gun with Impale.
        area: Where stands for each gun PLAIN, BLAST or FLAME; marker: where in ``real`` the radius of its blast.
        double: Where stands 1 for each gun that takes both actions.
        gun_store: Where stand the stores of ammo that each gun needs, set_store: those of both weapons of each set.
        magazines: Where begin, for each fighter and store, a ``Magazine``, 1 if it can be filled, 1 if without a roll.
        cool: Where begins what Cool tests of each fighter need with 0, 1 ... friends near.
        cares: Where begin rows of ``Care``; care: where stands which holds, by fighter and helper, itself for nobody.
        flames: Where begins, for each fighter, the ``Hit`` of fire on it.
        ways: Where in ``real`` begin x and y of DIRECTIONS directions.
        flee_at_end, finishes, follows, batch: Options ``flee_phase``, ``coup_after_fight``, ``melee_kb_followup`` and
            ``multi_hit``.
    """

    leads: Sequence[int]
    shelters: Sequence[float]
    iron_will: Sequence[int]
    marksman: Sequence[int]
    half: Sequence[float]
    master: Sequence[int]
    counters: Sequence[int]
    impales: int
    area: int
    marker: int
    double: int
    gun_store: int
    set_store: int
    magazines: int
    cool: int
    cares: int
    care: int
    flames: int
    ways: int
    flee_at_end: int
    finishes: int
    follows: int
    batch: int


class Battle(NamedTuple):
    """Everything that a step of a battle may read or write.

    Attributes:
        advanced: What the advanced rules need, None under the basic ones. A step that does one thing by the one and
            another by the other rules is given it as an argument and asks whether it is None; compiled, there is only
            the branch of the rules in force.
        whole, real: The tables that ``forces`` says the places of.
        seen: What is seen from cell to cell, 0 where nobody has looked yet.
    """

    forces: Forces
    state: State
    whole: Sequence[int]
    real: Sequence[float]
    seen: bytearray
    advanced: Advanced | None = None


@step
def side_of(forces: Forces, who: int) -> int:
    """The side of a fighter."""
    return 1 if who >= forces.first[1] else 0


@step
def weight(forces: Forces, who: int, which: int) -> float:
    """One weight of the policy of a fighter's side."""
    return forces.weights[side_of(forces, who) * len(WEIGHTS) + which]


@step
def shot_number(
    battle: Battle,
    me: int,
    gun: int,
    target: int,
    band: int,
    aim: int,
    cover: int,
    posture: int,
    behind: int,
    blocked: int,
) -> int:
    """Which row of the shots holds."""
    forces = battle.forces
    k = (me * forces.first[2] + target) * forces.most_guns + gun
    k = ((((k * BANDS + band) * AIMS + aim) * COVERS + cover) * POSTURES + posture) * BEHINDS + behind
    return battle.whole[forces.shot_row + k * BLOCKS + blocked]


@step
def shot_of(battle: Battle, row: int) -> Shot:
    """One row of the shots."""
    return unpacked(A_SHOT, battle.whole, battle.forces.shots + row * SHOT_FIELDS)


@step
def melee_number(
    battle: Battle,
    me: int,
    weapons: int,
    target: int,
    charging: int,
    turned: int,
    behind: int,
    down: int,
    tangled: int,
) -> int:
    """Which row of the close combats holds."""
    forces = battle.forces
    k = (me * forces.first[2] + target) * forces.most_sets + weapons
    k = (((k * CHARGES + charging) * TURNS + turned) * BEHINDS + behind) * DOWNS + down
    return battle.whole[forces.melee_row + k * TANGLES + tangled]


@step
def best_set(battle: Battle, me: int, target: int, charging: int) -> int:
    """The set of weapons that harms the target most."""
    forces = battle.forces
    return battle.whole[forces.best + (me * forces.first[2] + target) * 2 + charging]


@step
def harm_of_fight(battle: Battle, me: int, target: int, charging: int) -> float:
    """The share of the target's Wounds that the best set of weapons takes on average."""
    forces = battle.forces
    return battle.real[forces.fight_harm + (me * forces.first[2] + target) * 2 + charging]


@step
def melee_of(battle: Battle, row: int) -> Melee:
    """One row of the close combats."""
    return unpacked(A_MELEE, battle.whole, battle.forces.melees + row * MELEE_FIELDS)


@rule("N17-B-STAT-02")
@step
def touching(field: Field, a: int, b: int) -> bool:
    """N17-B-STAT-02: whether two standing fighters of different sides are in base contact, and so engaged."""
    return (
        field.side[a] != field.side[b]
        and field.posture[a] == STANDING
        and field.posture[b] == STANDING
        and in_contact(field, a, b)
    )


@large_step
def engaged(field: Field, who: int) -> bool:
    """Whether a fighter is engaged with anybody."""
    found = False
    for other in range(field.number):
        found = found or touching(field, who, other)
    return found
