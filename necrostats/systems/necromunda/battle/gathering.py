"""Two gangs and a board into the numbers of a battle, before any die is rolled."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from necrostats.engine.enumerating import law_from
from necrostats.errors import UsageError
from necrostats.systems.necromunda.battle.board import Board, ground_of
from necrostats.systems.necromunda.battle.measuring import GONE, Field, fits
from necrostats.systems.necromunda.battle.paths import COSTS, corners_of, way_for
from necrostats.systems.necromunda.battle.sight import spans_for
from necrostats.systems.necromunda.battle.state import MELEE_ROWS, SHOT_ROWS, WEIGHTS, Forces, State
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import SEQUENTIAL, SIMULTANEOUS, Melee, fight, melee
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.duel.arms import guns_of, sets_of
from necrostats.systems.necromunda.models import Cover, Fighter, Situation
from necrostats.systems.necromunda.movement import CONTACTS
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.rolls import characteristic_test
from necrostats.systems.necromunda.rounds import PASS_TO_OPPONENT, REROLL
from necrostats.systems.necromunda.scatter import MM_AN_INCH
from necrostats.systems.necromunda.shooting import BANDS, Shot, ranges, shoot, shot

COVER: tuple[Cover, ...] = ("none", "partial", "full")
MOST_A_SIDE = 20


def radius_of(who: Fighter) -> float:
    """Half the base of a fighter, in inches."""
    return who.base / 2 / MM_AN_INCH


@rule("N17-B-SCN-03")
def places(board: Board, gang: Sequence[Fighter], edge: str) -> list[tuple[float, float]]:
    """N17-B-SCN-03: where a gang deploys: touching its edge, evenly spaced in its order.

    Raises:
        UsageError: The gang has no room there.
    """
    along = board.width if edge in ("bottom", "top") else board.height
    across = board.height if edge in ("bottom", "top") else board.width
    ground = ground_of(board)
    found: list[tuple[float, float]] = []
    for number, who in enumerate(gang):
        r = radius_of(who)
        at, back = along * (number + 0.5) / len(gang), r if edge in ("bottom", "left") else across - r
        spot = (at, back) if edge in ("bottom", "top") else (back, at)
        if not fits(ground, *spot, r):
            raise UsageError(
                f"board: expected room for {who.name} at {spot[0]:.2f},{spot[1]:.2f} on the {edge} edge of {board.name}",
                "take fewer fighters, or another board",
            )
        found.append(spot)
    room = sum(2 * radius_of(who) for who in gang)
    if len(gang) > 1 and any(
        (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < (radius_of(one) + radius_of(other)) ** 2
        for (a, one), (b, other) in zip(zip(found, gang, strict=True), zip(found[1:], gang[1:], strict=True), strict=False)
    ):
        raise UsageError(
            f"board: expected gangs that fit on an edge of {along:g} inches, got bases of {room:.1f} inches in a row",
            "take fewer fighters, or a larger board",
        )
    return found


class _Rows:
    """Rows of numbers, each kept once, with what policies weigh."""

    def __init__(self) -> None:
        self.at: dict[Any, int] = {}
        self.flat: list[int] = []
        self.worth: list[tuple[float, ...]] = []

    def place(self, key: Any, flat: Sequence[int], worth: tuple[float, ...]) -> int:
        if key not in self.at:
            self.at[key] = len(self.at)
            self.flat += flat
            self.worth.append(worth)
        return self.at[key]


def forces_of(
    board: Board,
    gangs: tuple[Sequence[Fighter], Sequence[Fighter]],
    options: Options,
    weights: tuple[Mapping[str, float], Mapping[str, float]],
    *,
    rounds: int,
    turf_war: bool,
) -> Forces:
    """The numbers of a battle.

    Args:
        weights: What each side's policy weighs, by the names in ``WEIGHTS``.
        turf_war: Whether the roll-off for deployment says who begins (N17-B-SCN-04).

    Raises:
        UsageError: Nobody on a side, more than MOST_A_SIDE, no room to deploy.
    """
    for side, gang in zip("AB", gangs, strict=True):
        if not 1 <= len(gang) <= MOST_A_SIDE:
            raise UsageError(f"gang {side}: expected 1 to {MOST_A_SIDE} fighters, got {len(gang)}")
    everybody = [*gangs[0], *gangs[1]]
    spots = [spot for gang, edge in zip(gangs, board.deploy, strict=True) for spot in places(board, gang, edge)]
    guns = [guns_of(who, options) for who in everybody]
    sets = [sets_of(who) for who in everybody]
    most_guns, most_sets = max(1, *map(len, guns)), max(map(len, sets))
    shots, melees = _Rows(), _Rows()
    shot_row, melee_row = _shot_rows(everybody, guns, most_guns, options, shots), _melee_rows(
        everybody, sets, most_sets, options, melees
    )
    reach = [
        x
        for mine in guns
        for gun in [*mine, *[None] * (most_guns - len(mine))]
        for x in (ranges(gun) if gun is not None else (-1, -1))
    ]
    knocks = [
        int(gun is not None and "knockback" in gun.traits)
        for mine in guns
        for gun in [*mine, *[None] * (most_guns - len(mine))]
    ]
    radii = [radius_of(who) for who in everybody]
    over = COSTS[options["barricade_cost"]]
    return Forces(
        ground=ground_of(board),
        first=(0, len(gangs[0]), len(everybody)),
        move=[float(who.m) for who in everybody],
        half=[float((who.m + 1) // 2) if options["half_move_rounding"] == "up" else who.m / 2 for who in everybody],
        toughness=[who.t for who in everybody],
        wounds=[who.w for who in everybody],
        initiative=[characteristic_test(who.i, 0, options).need for who in everybody],
        guns=[len(mine) for mine in guns],
        sets=[len(mine) for mine in sets],
        most_guns=most_guns,
        most_sets=most_sets,
        reach=reach,
        knocks=knocks,
        shot_row=shot_row,
        melee_row=melee_row,
        shots=shots.flat or [0],
        melees=melees.flat,
        shot_harm=[worth[0] for worth in shots.worth] or [0.0],
        shot_pin=[worth[1] for worth in shots.worth] or [0.0],
        melee_harm=[worth[0] for worth in melees.worth],
        weights=[float(each.get(name, 0.0)) for each in weights for name in WEIGHTS],
        corners=corners_of(board, radii, over),
        start_x=[spot[0] for spot in spots],
        start_y=[spot[1] for spot in spots],
        start_face_y=[1.0] * len(gangs[0]) + [-1.0] * len(gangs[1]),
        radius=radii,
        rounds=rounds,
        tie=REROLL if options["priority_tie"] == "reroll" else PASS_TO_OPPONENT,
        rolled_first=int(not turf_war),
        half_is_full=int(options["cover_half"] == "full"),
        over=over,
        contact=CONTACTS[options["charge_contact"]],
        always=int(options["retreat_reaction"] == "always"),
        order=SIMULTANEOUS if options["reaction_order"] == "simultaneous" else SEQUENTIAL,
        react_after=int(options["retreat_timing"] == "after_move"),
        bubble=int(options["knockback_bubble"] == "True"),
    )


def _pairs(everybody: Sequence[Fighter], first: int) -> Any:
    return product(range(len(everybody)), repeat=2)


def _shot_rows(
    everybody: Sequence[Fighter], guns: Sequence[Sequence[Any]], most: int, options: Options, rows: _Rows
) -> list[int]:
    found: list[int] = []
    known: dict[Any, list[int]] = {}
    for (a, who), (b, whom) in product(enumerate(everybody), repeat=2):
        for g in range(most):
            if a == b or g >= len(guns[a]):
                found += [0] * SHOT_ROWS
                continue
            key = (who.label, who.id, g, whom.label, whom.id)
            if key not in known:
                known[key] = [_shot_row(who, whom, guns[a][g], how, options, rows) for how in _situations()]
            found += known[key]
    return found


def _situations() -> Any:
    for band, aim, cover, posture, behind, blocked in product(
        BANDS[:2], (False, True), COVER, ("active", "prone", "engaged"), (False, True), (False, True)
    ):
        prone = posture == "prone"
        yield Situation(
            band=band, aim=aim, cover="none" if prone else cover, target_prone=prone,
            target_engaged=posture == "engaged", behind=behind, blocked=blocked,
        )  # fmt: skip


def _shot_row(who: Fighter, whom: Fighter, gun: Any, how: Situation, options: Options, rows: _Rows) -> int:
    numbers = shot(who, whom, gun, how, options)
    key = (numbers, whom.w, whom.t)
    if key in rows.at:
        return rows.at[key]
    start = Target(whom.w, whom.t, int(how.target_prone))
    ends = law_from(shoot, numbers, start)
    harm = sum(w * (whom.w - end.wounds) for end, w in zip(ends.outcomes, ends.weights, strict=True))
    pin = sum(w for end, w in zip(ends.outcomes, ends.weights, strict=True) if end.pinned and end.wounds)
    pin = 0 if how.target_prone else pin
    return rows.place(key, tuple(numbers), (harm / ends.total / whom.w, pin / ends.total))


def _melee_rows(
    everybody: Sequence[Fighter], sets: Sequence[Sequence[Any]], most: int, options: Options, rows: _Rows
) -> list[int]:
    found: list[int] = []
    known: dict[Any, list[int]] = {}
    for (a, who), (b, whom) in product(enumerate(everybody), repeat=2):
        for s in range(most):
            if a == b or s >= len(sets[a]):
                found += [0] * MELEE_ROWS
                continue
            key = (who.label, who.id, s, whom.label, whom.id)
            if key not in known:
                known[key] = [
                    _melee_row(who, whom, sets[a][s], charging, turned, behind, options, rows)
                    for charging, turned, behind in product((False, True), repeat=3)
                ]
            found += known[key]
    return found


def _melee_row(
    who: Fighter, whom: Fighter, with_: Any, charging: bool, turned: bool, behind: bool, options: Options, rows: _Rows
) -> int:
    how = Situation(close=True, charging=charging, turned=turned, behind=behind)
    numbers: Melee = melee(who, whom, with_.first, with_.second, how, options)
    key = (numbers, whom.w, whom.t)
    if key in rows.at:
        return rows.at[key]
    ends = law_from(fight, numbers, Target(whom.w, whom.t))
    harm = sum(w * (whom.w - end.wounds) for end, w in zip(ends.outcomes, ends.weights, strict=True))
    flat = [x for each in numbers.strikes for x in each] + list(numbers[1:])
    return rows.place(key, flat, (harm / ends.total / whom.w,))


def new_state(forces: Forces) -> State:
    """A state before deployment, in plain lists."""
    n = forces.first[2]
    side = [0] * forces.first[1] + [1] * (n - forces.first[1])
    field = Field([0.0] * n, [0.0] * n, list(forces.radius), [0.0] * n, [1.0] * n, [GONE] * n, side)
    return State(
        field, [0] * n, [0] * n, [-1] * n, [-1] * n, spans_for(forces.ground, n), way_for(forces.corners), [0.0] * 7
    )  # fmt: skip


__all__ = ["MOST_A_SIDE", "Shot", "forces_of", "new_state", "places", "radius_of"]
