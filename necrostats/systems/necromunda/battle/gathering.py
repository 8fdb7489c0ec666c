"""Two gangs and a board into the numbers of a battle, before any die is rolled."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, compress, cycle, permutations, product
from math import ceil, hypot
from typing import Any

from necrostats.errors import UsageError
from necrostats.systems.necromunda.battle.board import EDGES, Board, Point, ground_of
from necrostats.systems.necromunda.battle.measuring import GONE, HAIR, STANDING, Field, fits
from necrostats.systems.necromunda.battle.paths import COSTS, NO_WAY, Corners, corners_of, find_way, way_for
from necrostats.systems.necromunda.battle.policies import WEIGHTS
from necrostats.systems.necromunda.battle.rows import AdvancedRows, BasicRows, Rows, shots
from necrostats.systems.necromunda.battle.sight import spans_for
from necrostats.systems.necromunda.battle.state import (
    CHARGES,
    MELEE_ROWS,
    MOST_A_SIDE,
    PLAN,
    SHOT_ROWS,
    WINNERS,
    Battle,
    Forces,
    Readings,
    State,
)
from necrostats.systems.necromunda.battle.tables import Table, advanced_of, by_weapon
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import SEQUENTIAL, SIMULTANEOUS
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.movement import CONTACTS
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.rolls import characteristic_test
from necrostats.systems.necromunda.rounds import PASS_TO_OPPONENT, REROLL
from necrostats.systems.necromunda.scatter import MM_AN_INCH
from necrostats.systems.necromunda.wargear import bearing

FINEST = 1.0
MOST_CELLS_A_ROW = 32


def radius_of(who: Fighter) -> float:
    """Half the base of a fighter, in inches."""
    return who.base / 2 / MM_AN_INCH


@rule("N17-B-SCN-03")
def places(board: Board, gang: Sequence[Fighter], edge: str) -> list[Point]:
    """N17-B-SCN-03: where a gang deploys: touching its edge, evenly spaced in its order.

    Raises:
        UsageError: The gang has no room there.
    """
    along = board.width if edge in ("bottom", "top") else board.height
    across = board.height if edge in ("bottom", "top") else board.width
    ground = ground_of(board)
    found: list[Point] = []
    for number, who in enumerate(gang):
        r = radius_of(who)
        at, back = along * (number + 0.5) / len(gang), r if edge in ("bottom", "left") else across - r
        spot = (at, back) if edge in ("bottom", "top") else (back, at)
        if not r - HAIR <= at <= along - r + HAIR or 2 * r > across:
            raise UsageError(
                f"board: expected gangs that fit on the edges of {board.name}, got {len(gang)} on "
                f"{along:g} inches, {who.name} with a base of {2 * r:.1f}",
                "take fewer fighters, or a larger board",
            )
        if not fits(ground, *spot, r):
            raise UsageError(
                f"board: expected room for {who.name} on the {edge} edge of {board.name}, "
                f"got something at {spot[0]:.1f},{spot[1]:.1f}",
                "take fewer fighters, or another board",
            )
        found.append(spot)
    return found


def _check_room(spots: Sequence[Point], everybody: Sequence[Fighter], board: Board) -> None:
    for (a, one), (b, other) in combinations(zip(spots, everybody, strict=True), 2):
        if hypot(a[0] - b[0], a[1] - b[1]) < radius_of(one) + radius_of(other):
            raise UsageError(
                f"board: expected gangs that fit on the edges of {board.name}, got {one.name} and "
                f"{other.name} in one place",
                "take fewer fighters, or a larger board",
            )


@rule("N17-B-SCN-01", "N17-B-SCN-05")
def gathered(
    board: Board,
    gangs: tuple[Sequence[Fighter], Sequence[Fighter]],
    options: Options,
    weights: tuple[Mapping[str, float], Mapping[str, float]],
    *,
    rounds: int,
    fine: float = FINEST,
) -> Battle:
    """A battle before deployment, in plain lists.

    N17-B-SCN-01: gangs of 1 to MOST_A_SIDE, at any price. N17-B-SCN-05: of what fighters carry, weapons and armour.

    Args:
        weights: What each side's policy weighs, by the names in ``WEIGHTS``.
        rounds: After so many the battle is over.
        fine: Inches a cell that sight is judged in by eye, at least.

    Raises:
        UsageError: Nobody on a side, more than MOST_A_SIDE, no room to deploy, a fighter shut in.
    """
    for side, gang in zip("AB", gangs, strict=True):
        if not 1 <= len(gang) <= MOST_A_SIDE:
            raise UsageError(f"gang {side}: expected 1 to {MOST_A_SIDE} fighters, got {len(gang)}")
    everybody = [*gangs[0], *gangs[1]]
    n = len(everybody)
    first = (0, len(gangs[0]), n)
    advanced = options.rules == "advanced"
    rows = AdvancedRows(options) if advanced else BasicRows(options)
    arms = [rows.arms(who) for who in everybody]
    guns, sets = [each.guns for each in arms], [each.sets for each in arms]
    most_guns, most_sets = max(1, *map(len, guns)), max(map(len, sets))
    enemies = [(a < len(gangs[0])) != (b < len(gangs[0])) for a, b in product(range(n), repeat=2)]
    shot_row = _by_pair(
        everybody, enemies, guns, most_guns, SHOT_ROWS, advanced,
        rows.of_gun,
    )  # fmt: skip
    melee_row = _by_pair(
        everybody, enemies, sets, most_sets, MELEE_ROWS, False,
        lambda who, whom, with_, _: rows.of_set(who, whom, with_),
    )  # fmt: skip
    reaches = [[(gun.short, gun.long) for gun in mine] for mine in guns]
    radii = [radius_of(who) for who in everybody]
    over = COSTS[options["barricade_cost"]]
    corners, lengths = corners_of(board, radii, over)
    cell = max(fine, max(board.width, board.height) / MOST_CELLS_A_ROW)
    columns, lines = (ceil(side / cell) for side in (board.width, board.height))
    worth = rows.shots.worth
    judged = [worth[row] for row in _judged(shot_row)] if worth else [(0.0, 0.0)] * len(shot_row)
    harms = list(_harms(n, sets, most_sets, melee_row, rows.melees))
    best = [of_sets.index(max(of_sets)) for of_sets in harms]
    starts = list(_starts(board, gangs, options, (corners, lengths)))
    whole, real = Table(), Table(lengths)
    forces = Forces(
        ground=ground_of(board),
        corners=corners,
        readings=_readings(board, options, rounds, over),
        first=first,
        move=[float(who.m) for who in everybody],
        toughness=[(bearing(who) if advanced else who).t for who in everybody],
        wounds=[who.w for who in everybody],
        initiative=[
            characteristic_test((bearing(who) if advanced else who).i, 0, options).need for who in everybody
        ],
        points=[float(who.cost) for who in everybody],
        guns=[len(mine) for mine in guns],
        sets=[len(mine) - advanced for mine in sets],
        farthest=[float(max((long for _, long in mine), default=-1)) for mine in reaches],
        radius=radii,
        weights=_weights(weights),
        most_guns=most_guns,
        most_sets=most_sets,
        reach=real.add(
            x for mine in reaches for pair in [*mine, *[(-1, -1)] * (most_guns - len(mine))] for x in pair
        ),
        knocks=whole.add(by_weapon(guns, most_guns, 0, lambda gun: int("knockback" in gun.traits))),
        shot_row=whole.add(shot_row),
        melee_row=whole.add(melee_row),
        shots=whole.add(rows.shots.flat),
        melees=whole.add(rows.melees.flat),
        shot_harm=real.add(harm for harm, _ in judged),
        shot_worth=real.add(_worths(judged, first, weights)),
        shot_pin=real.add(pin for _, pin in judged),
        best=whole.add(best),
        fight_harm=real.add(of_sets[at] for of_sets, at in zip(harms, best, strict=True)),
        set_harm=real.add(harm for of_sets in harms for harm in of_sets),
        starts=real.add(starts),
        columns=columns,
        cells=columns * lines,
        a_cell=1 / cell,
    )
    more = advanced_of(everybody, arms, most_guns, most_sets, options, whole, real) if advanced else None
    seen = bytearray(forces.cells * forces.cells)
    return Battle(forces, _state(forces), whole.values, real.values, seen, more)


def weighed(battle: Battle, weights: tuple[Mapping[str, float], Mapping[str, float]]) -> Battle:
    """The same battle under other policies."""
    forces = battle.forces
    harms, worths = forces.shot_harm, forces.shot_worth
    size = worths - harms
    judged = zip(
        battle.real[harms:worths], battle.real[forces.shot_pin : forces.shot_pin + size], strict=True
    )
    real = list(battle.real)
    real[worths : worths + size] = _worths(list(judged), forces.first, weights)
    return battle._replace(forces=forces._replace(weights=_weights(weights)), real=real)


def _weights(weights: Iterable[Mapping[str, float]]) -> list[float]:
    return [float(each.get(name, 0.0)) for each in weights for name in WEIGHTS]


def _judged(rows: Sequence[int]) -> Iterator[int]:
    """The rows of shots that are judged: not from behind, unless the target lies, and nothing behind it."""
    return compress(rows, cycle([judged for _, judged in shots()]))


def _worths(
    judged: Sequence[tuple[float, ...]], first: Sequence[int], weights: Sequence[Mapping[str, float]]
) -> Iterator[float]:
    """What each judged shot is worth to the policy of who shoots."""
    by_fighter = len(judged) // first[2]
    for at, (harm, pin) in enumerate(judged):
        policy = weights[int(at // by_fighter >= first[1])]
        yield policy.get("shoot", 0.0) * harm + policy.get("pin", 0.0) * pin


def _readings(board: Board, options: Options, rounds: int, over: int) -> Readings:
    opposite = EDGES.index(board.deploy[0]) * len(EDGES) + EDGES.index(board.deploy[1])
    return Readings(
        rounds=rounds,
        kept_first=int(options["turf_first_tie"] == "pass"),
        edges=-1 if options["deploy_edge"] == "any_edge" else opposite,
        tie=REROLL if options["priority_tie"] == "reroll" else PASS_TO_OPPONENT,
        half_is_full=int(options["cover_half"] == "full"),
        over=over,
        contact=CONTACTS[options["charge_contact"]],
        always=int(options["retreat_reaction"] == "always"),
        order=SIMULTANEOUS if options["reaction_order"] == "simultaneous" else SEQUENTIAL,
        react_after=int(options["retreat_timing"] == "after_move"),
        bubble=int(options["knockback_bubble"] == "True"),
        free_turn=int(options["free_turn_engaged"] == "True"),
        d3_first=int(options["charge_d3"] == "before_declare"),
        winner=WINNERS.index(options["turf_war_winner"]),
        any_part=int(options["arc_test"] == "any_part"),
    )


def _check_ways(
    board: Board,
    everybody: Sequence[Fighter],
    first: int,
    spots: Sequence[Point],
    ways: tuple[Corners, list[float]],
    over: int,
) -> None:
    """Refuse a board on which somebody deploys who can reach no enemy."""
    ground, (corners, lengths), way = ground_of(board), ways, way_for(ways[0])
    for who, (x, y) in enumerate(spots):
        enemies = spots[first:] if who < first else spots[:first]
        if all(
            find_way(ground, corners, lengths, x, y, *enemy, over, 0, who, NO_WAY, way) >= NO_WAY
            for enemy in enemies
        ):
            name = everybody[who].name
            raise UsageError(
                f"board: expected a way from {name} at {x:.1f},{y:.1f} to an enemy, got walls all round it",
                "leave a gap wider than its base, or deploy on another edge",
            )


def _starts(
    board: Board,
    gangs: tuple[Sequence[Fighter], Sequence[Fighter]],
    options: Options,
    ways: tuple[Corners, list[float]],
) -> Iterator[float]:
    """X and y of everybody on each edge; 0 on the edges on which its side never deploys."""
    drawn = options["deploy_edge"] == "any_edge"
    everybody = [*gangs[0], *gangs[1]]
    at = {
        edge: [
            places(board, gang, edge) if drawn or edge == board.deploy[side] else [(0.0, 0.0)] * len(gang)
            for side, gang in enumerate(gangs)
        ]
        for edge in EDGES
    }
    for first, second in permutations(EDGES, 2) if drawn else [board.deploy]:
        spots = [*at[first][0], *at[second][1]]
        _check_room(spots, everybody, board)
        _check_ways(board, everybody, len(gangs[0]), spots, ways, COSTS[options["barricade_cost"]])
    for edge in EDGES:
        for gang in at[edge]:
            for spot in gang:
                yield from spot


def _by_pair(
    everybody: Sequence[Fighter],
    enemies: Sequence[bool],
    arms: Sequence[Sequence[Any]],
    most: int,
    size: int,
    friends: bool,
    rows_of: Callable[[Fighter, Fighter, Any, bool], list[int]],
) -> list[int]:
    """The rows of each attacker, target and weapon, *size* of each, worked out once for fighters who are alike.

    Args:
        friends: Whether friends are targets too.
    """
    found: list[int] = []
    known: dict[Any, list[int]] = {}
    alike = [everybody.index(who) for who in everybody]
    for ((a, who), (b, whom)), hostile in zip(product(enumerate(everybody), repeat=2), enemies, strict=True):
        for k in range(most):
            if not (hostile or friends) or k >= len(arms[a]):
                found += [0] * size
                continue
            key = (alike[a], k, alike[b], hostile)
            if key not in known:
                known[key] = rows_of(who, whom, arms[a][k], hostile)
            found += known[key]
    return found


def _harms(
    n: int, sets: Sequence[Sequence[Any]], most: int, melee_row: Sequence[int], rows: Rows
) -> Iterator[list[float]]:
    """How much each set of weapons harms, by attacker, target and charge; -1 where there is no such set."""
    for a, b, charging in product(range(n), range(n), (0, 1)):
        first = ((a * n + b) * most) * MELEE_ROWS + charging * (MELEE_ROWS // CHARGES)
        harms = [rows.worth[melee_row[first + s * MELEE_ROWS]][0] for s in range(len(sets[a]))]
        yield harms + [-1.0] * (most - len(harms))


def _state(forces: Forces) -> State:
    n = forces.first[2]
    side = [0] * forces.first[1] + [1] * (n - forces.first[1])
    field = Field([0.0] * n, [0.0] * n, list(forces.radius), [0.0] * n, [1.0] * n, [GONE] * n, side, n)
    eyes = Field([0.0] * 2, [0.0] * 2, [0.5] * 2, [0.0] * 2, [1.0] * 2, [STANDING] * 2, [0, 1], 2)
    spans, way = spans_for(forces.ground, n), way_for(forces.corners)

    def zeros() -> list[int]:
        return [0] * n

    return State(
        field=field,
        wounds=zeros(),
        ready=zeros(),
        taken_out_by=[-1] * n,
        taken_out_with=[-1] * n,
        toughness=list(forces.toughness),
        down=zeros(),
        marks=zeros(),
        loaded=zeros(),
        jammed=zeros(),
        shaken=zeros(),
        along=zeros(),
        hits=zeros(),
        bottled=[0, 0],
        fled=zeros(),
        stood=zeros(),
        busy=zeros(),
        cell=zeros(),
        spans=spans,
        way=way,
        eyes=eyes,
        plan=[0.0] * PLAN,
    )
