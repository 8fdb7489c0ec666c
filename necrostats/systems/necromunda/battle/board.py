"""The board of a battle: its size and what stands on it, in inches; as cards of the data files and as plain numbers.

A piece is a convex polygon. Walls and closed doors stop everything and hide all of a fighter; barricades and obstacles
are crossed at a cost, hide half of a standing fighter and all of one that lies (N17-B-OBS-01, N17-B-COV-01).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Literal, NamedTuple

from necrostats.gamedata.read import Table
from necrostats.systems.necromunda.book import rule

PieceKind = Literal["wall", "door", "barricade", "obstacle"]
KINDS: tuple[PieceKind, ...] = ("wall", "door", "barricade", "obstacle")
EDGES = ("bottom", "top", "left", "right")
SMALLEST, LARGEST = 4, 96  # inches a side
THICKEST = 12.0
MOST_PIECES = 64
MOST_CORNERS = 8
FLAT = 1e-9  # square inches: less than that is no area

HIGH, LOW = 1, 0
EDGE_FIELDS, PIECE_FIELDS = 7, 3

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something on the board: its corners in order, turning left, in inches."""

    kind: PieceKind
    corners: tuple[Point, ...]

    @property
    @rule("N17-A-TER-01")
    def high(self) -> bool:
        """Whether nobody sees or goes over it: N17-A-TER-01, a closed door is a wall."""
        return self.kind in ("wall", "door")


@dataclass(frozen=True, slots=True)
class Board:
    """A board.

    Attributes:
        width, height: Inches; (0, 0) is its lower left corner.
        deploy: The edges along which the first and the second side deploy.
        reconstructed: What of it was inferred, "" if nothing was.
    """

    id: str
    name: str
    width: float
    height: float
    pieces: tuple[Piece, ...]
    deploy: tuple[str, str]
    reconstructed: str = ""
    text: str = ""


class Ground(NamedTuple):
    """A board as steps read it: flat numbers, which numba takes as arrays.

    Attributes:
        edges: x and y of both ends of every edge of every piece, its direction and its length, EDGE_FIELDS numbers
            each.
        of_piece: The piece of each edge.
        pieces: x, y and radius of a circle around each piece, PIECE_FIELDS numbers each.
        high: HIGH or LOW for each piece.
        first: Where the edges of each piece begin, with one number more for the end.
        number: How many pieces there are.
    """

    width: float
    height: float
    edges: Sequence[float]
    of_piece: Sequence[int]
    pieces: Sequence[float]
    high: Sequence[int]
    first: Sequence[int]
    number: int


def ground_of(board: Board) -> Ground:
    """The board as numbers.

    >>> piece = Piece("wall", ((4, 4), (6, 4), (6, 5), (4, 5)))
    >>> ground = ground_of(Board("x", "X", 10, 10, (piece,), ("bottom", "top")))
    >>> len(ground.edges) // EDGE_FIELDS, ground.high, ground.pieces[:2]
    (4, (1,), (5.0, 4.5))
    """
    edges: list[float] = []
    of_piece: list[int] = []
    pieces: list[float] = []
    first = [0]
    for number, piece in enumerate(board.pieces):
        for a, b in sides(piece.corners):
            long = hypot(b[0] - a[0], b[1] - a[1])
            edges += [*a, *b, (b[0] - a[0]) / long, (b[1] - a[1]) / long, long]
            of_piece.append(number)
        x = sum(corner[0] for corner in piece.corners) / len(piece.corners)
        y = sum(corner[1] for corner in piece.corners) / len(piece.corners)
        pieces += [x, y, max(hypot(a - x, b - y) for a, b in piece.corners)]
        first.append(len(of_piece))
    high = tuple(HIGH if piece.high else LOW for piece in board.pieces)
    return Ground(
        float(board.width), float(board.height), tuple(edges), tuple(of_piece), tuple(pieces), high, tuple(first),
        len(high),
    )  # fmt: skip


def sides(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The edges of a polygon."""
    yield from pairwise([*corners, corners[0]])


def slab(a: Point, b: Point, thick: float) -> tuple[Point, ...]:
    """The corners of a straight piece from *a* to *b*, *thick* inches across.

    >>> slab((2, 3), (6, 3), 1)
    ((2.0, 2.5), (6.0, 2.5), (6.0, 3.5), (2.0, 3.5))
    """
    length = hypot(b[0] - a[0], b[1] - a[1])
    x, y = (b[1] - a[1]) / length * thick / 2, -(b[0] - a[0]) / length * thick / 2
    return (a[0] + x, a[1] + y), (b[0] + x, b[1] + y), (b[0] - x, b[1] - y), (a[0] - x, a[1] - y)


@rule("N17-B-SCN-02")
def read_board(board_id: str, table: Table) -> Board:
    """A board of the data files (N17-B-SCN-02: that of Turf War); what is wrong with it is noted in *table*."""
    width = table.real("width", low=SMALLEST, high=LARGEST)
    height = table.real("height", low=SMALLEST, high=LARGEST)
    pieces = []
    for part in table.tables("pieces"):
        piece = _piece(part, width, height)
        if piece is not None:
            pieces.append(piece)
    if len(pieces) > MOST_PIECES:
        table.wrong("pieces", f"at most {MOST_PIECES} pieces", len(pieces))
    deploy = table.texts("deploy") or ("bottom", "top")
    if len(deploy) != 2 or len(set(deploy)) != 2 or not set(deploy) <= set(EDGES):
        table.wrong("deploy", f"two different edges out of {', '.join(EDGES)}", list(deploy))
        deploy = ("bottom", "top")
    made = Board(
        board_id,
        table.text("name"),
        width,
        height,
        tuple(pieces),
        (deploy[0], deploy[1]),
        table.text("reconstructed", ""),
        table.text("text", ""),
    )
    table.skip(("sources", "aliases", "confidence"))
    table.done()
    return made


def _piece(table: Table, width: float, height: float) -> Piece | None:
    """A piece from its corners, or from the two ends of its middle line and its thickness."""
    kind: PieceKind = table.text("kind", choices=KINDS)  # type: ignore[assignment]
    line = "line" in table.values
    points = table.points(
        "line" if line else "corners", fewest=2 if line else 3, most=2 if line else MOST_CORNERS
    )
    thick = table.real("thick", low=0.1, high=THICKEST) if line else 0.0
    table.done()
    if not points:
        return None
    for x, y in points:
        if not (0 <= x <= width and 0 <= y <= height):
            table.wrong(
                "line" if line else "corners", f"points on a board of {width:g} by {height:g} inches", [x, y]
            )
            return None
    if line and points[0] == points[1]:
        table.wrong("line", "two different points", [list(point) for point in points])
        return None
    corners = slab(points[0], points[1], thick) if line else points
    turns = [
        _turn(*three)
        for three in zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True)
    ]
    if all(turn < -FLAT for turn in turns):
        corners, turns = corners[::-1], [-turn for turn in turns]
    if not all(turn > FLAT for turn in turns):
        table.wrong(
            "corners", "the corners of a convex polygon in order", [list(corner) for corner in corners]
        )
        return None
    return Piece(kind, corners)


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of a triangle, positive if it turns left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
