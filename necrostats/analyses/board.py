"""A board, and what one fighter sees of another on it: distance, vision arc, cover, and the way there."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import SCHEMA_VERSION, rulebook, stamp
from necrostats.errors import UsageError
from necrostats.systems.necromunda.arrangements import arrangement, base_size
from necrostats.systems.necromunda.battle.board import Board, Ground, ground_of
from necrostats.systems.necromunda.battle.measuring import STANDING, Field, fits, gap, length
from necrostats.systems.necromunda.battle.paths import NO_WAY, TWO_IN_ALL, corners_of, find_way, way_for
from necrostats.systems.necromunda.battle.sight import cover_of, spans_for, view
from necrostats.systems.necromunda.scatter import Base

COVERS = ("none", "partial", "full", "hidden")
NOT_MODELLED = (
    "doors stay as the board has them",
    "how high a fighter stands: the board is flat",
)
DEFINITIONS = {
    "distance": "inches from base to base in a straight line",
    "share": "how much of the target's base, seen from the middle of the viewer's, nothing hides: walls and standing "
    "fighters hide all behind them, barricades and obstacles half of a standing fighter",
    "cover": "none: all is visible; partial: half or more; full: less; hidden: nothing",
    "in_arc": "whether some visible part lies within 45 degrees of where the viewer faces",
    "way": "inches of movement until the bases touch: round walls, over obstacles at 2 inches each, as if nobody else "
    "stood about",
    "level": "the same without crossing obstacles, as a charge must; null if there is no such way",
}


@dataclass(frozen=True)
class BoardResult:
    """The answer to what a board is like."""

    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


def board(
    name: str,
    *,
    viewer: str | None = None,
    target: str | None = None,
    facing: str | None = None,
    others: str = "",
    base: float = 25,
    rules: str | None = None,
    house: str | None = None,
    data: Iterable[Path] = (),
) -> BoardResult:
    """A board, with what *viewer* sees of *target* if both are named.

    Args:
        viewer, target: Where they stand: ``x,y`` in inches, ``x,y@32`` with a base of 32 mm.
        facing: A point that the viewer faces; the target if None.
        others: Standing fighters that may be in between: enemies of the viewer, none within reach of its arm.
        base: Millimetres of the bases for which nothing else is said.

    Raises:
        UnknownNameError: No such board.
        UsageError: A point off the board, in a wall or on an obstacle; bases that overlap; one without the other.

    >>> seen = board("turf-war", viewer="10,8", target="10,16").to_dict()["sight"]
    >>> seen["cover"], seen["share"], round(seen["distance"], 2)
    ('partial', 0.5, 7.02)
    """
    cat, chosen = rulebook(data, rules, None, house)
    found = cat.boards[cat.find("board", name, "necrostats list boards names them")]
    mm = base_size(base)
    if (viewer is None) != (target is None):
        raise UsageError(
            "expected a viewer and a target, got one of them", "such as viewer 10,8 and target 10,16"
        )
    if viewer is None and (others or facing):
        raise UsageError("expected a viewer and a target with others and facing, got none", "add both")
    answer: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "question": "board",
        "system": "necromunda",
        "rules": chosen.rules,
        "board": found.id,
        "name": found.name,
        "width": found.width,
        "height": found.height,
        "text": found.text,
        "deploy": list(found.deploy),
        "pieces": [
            {"kind": piece.kind, "corners": [list(corner) for corner in piece.corners]}
            for piece in found.pieces
        ],
        "fighters": [],
        "sight": None,
        "definitions": {},
        "notes": [],
        "reconstructed": [f"{found.name}: {found.reconstructed}"] if found.reconstructed else [],
        "options": chosen.changed(),
        "not_modelled": [],
        "stamp": stamp(chosen),
    }
    if viewer is not None and target is not None:
        bases = [
            _one("viewer", viewer, mm),
            _one("target", target, mm),
            *(arrangement(others, mm) if others else ()),
        ]
        answer |= _seen(found, bases, facing)
        answer |= {"definitions": DEFINITIONS, "not_modelled": list(NOT_MODELLED)}
    return BoardResult(answer)


def _one(role: str, text: str, mm: float) -> Base:
    found = arrangement(text, mm)
    if len(found) != 1:
        raise UsageError(f"{role}: expected one point, got {len(found)}", "such as 10,8")
    return found[0]


def _seen(found: Board, bases: list[Base], facing: str | None) -> dict[str, Any]:
    ground = ground_of(found)
    roles = ["viewer", "target", *(f"other {n}" for n in range(1, len(bases) - 1))]
    _check(ground, bases, roles)
    at = bases[1] if facing is None else _one("facing", facing, 25)
    dx, dy = at.x - bases[0].x, at.y - bases[0].y
    if length(dx, dy) == 0:
        raise UsageError("facing: expected another point than the viewer's", "leave facing out")
    n = len(bases)
    field = Field(
        [one.x for one in bases],
        [one.y for one in bases],
        [one.radius for one in bases],
        [dx / length(dx, dy)] * n,
        [dy / length(dx, dy)] * n,
        [STANDING] * n,
        [0] + [1] * (n - 1),
        n,
    )
    look = view(ground, field, 0, 1, spans_for(ground, n))
    way, level = (_way(found, ground, field, flat) for flat in (0, 1))
    return {
        "fighters": [
            {"role": role, "x": one.x, "y": one.y, "base": one.mm}
            for role, one in zip(roles, bases, strict=True)
        ],
        "sight": {
            "distance": gap(field, 0, 1),
            "share": look.share,
            "cover": COVERS[cover_of(look.share, 0)],
            "in_arc": bool(look.in_arc),
            "facing": [at.x, at.y],
            "way": way,
            "level": level,
        },
    }


def _check(ground: Ground, bases: list[Base], roles: list[str]) -> None:
    for place, (one, role) in enumerate(zip(bases, roles, strict=True)):
        if not fits(ground, one.x, one.y, one.radius):
            raise UsageError(
                f"{role}: expected a place on the board, clear of walls and obstacles, got {one.x:g},{one.y:g}",
                f"the base reaches {one.radius:.2f} inches to each side",
            )
        for other, named in zip(bases[:place], roles, strict=False):
            if length(one.x - other.x, one.y - other.y) < one.radius + other.radius - 1e-9:
                raise UsageError(
                    f"{role}: expected bases that do not overlap, got {named} there", "move one of them"
                )


def _way(found: Board, ground: Ground, field: Field, level: int) -> dict[str, Any] | None:
    """The shortest way until the bases touch, to the point of contact straight ahead of the target's middle."""
    ax, ay, bx, by = field.x[0], field.y[0], field.x[1], field.y[1]
    far, reach = length(bx - ax, by - ay), field.radius[0] + field.radius[1]
    corners, lengths = corners_of(found, field.radius[:1], TWO_IN_ALL)
    way = way_for(corners)
    x, y = bx - (bx - ax) / far * reach, by - (by - ay) / far * reach
    inches = find_way(ground, corners, lengths, ax, ay, x, y, TWO_IN_ALL, level, 0, NO_WAY, way)
    if inches >= NO_WAY:
        return None
    return {"inches": inches, "points": [[way.x[k], way.y[k]] for k in range(way.used[0])]}
