"""Ways over a board: worked ones by hand, generated ones against shapely and a fine grid."""

import heapq
import itertools
from math import dist, hypot, pi, sqrt

import pytest
import shapely
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from necrostats.systems.necromunda.battle.board import Board, Piece, ground_of, slab
from necrostats.systems.necromunda.battle.paths import (
    NO_WAY,
    TWO_IN_ALL,
    TWO_MORE,
    corners_of,
    find_way,
    straight,
    through_piece,
    way_for,
)

RADIUS = 0.5


def board_of(*pieces):
    return Board("b", "B", 24, 24, tuple(pieces), ("bottom", "top"))


def way_over(pieces, a, b, radius=RADIUS, over=TWO_IN_ALL, level=0):
    board = board_of(*pieces)
    corners, lengths = corners_of(board, [radius], over)
    way = way_for(corners)
    inches = find_way(ground_of(board), corners, lengths, *a, *b, over, level, 0, NO_WAY, way)
    return inches, [(way.x[k], way.y[k]) for k in range(way.used[0])]


def test_nothing_in_the_way():
    assert way_over([], (1, 1), (4, 5)) == (5, [(4, 5)])


@pytest.mark.parametrize(("over", "cost"), [(TWO_IN_ALL, 10 - 1.5 + 2), (TWO_MORE, 12)])
def test_over_a_barricade__costs_2_inches(over, cost):
    """Half an inch thick: a base of radius 0.5 touches it for 1.5 inches."""
    low = Piece("barricade", slab((1, 10), (23, 10), 0.5))
    inches, points = way_over([low], (12, 5), (12, 15), over=over)
    assert inches == pytest.approx(cost, abs=1e-6)
    assert points == [(12, 15)]
    assert way_over([low], (12, 5), (12, 15), level=1)[0] >= NO_WAY  # no room for a base beside it


def test_round_the_corner_of_a_wall():
    """Along the tangents and the arc of the base's radius; the two bends to a corner make it at most 2 % longer."""
    wall = Piece("wall", ((0, 11), (12, 11), (12, 13), (0, 13)))
    inches, points = way_over([wall], (6, 8), (6, 16))
    tangent = sqrt(6**2 + 3**2 - RADIUS**2)
    assert 2 * tangent + 2 < inches < 2 * (tangent + RADIUS * pi / 2) + 2
    assert len(points) == 5
    assert way_over([Piece("wall", slab((0, 12), (24, 12), 1))], (6, 8), (6, 16))[0] >= NO_WAY


def test_a_door_too_narrow_for_a_large_base():
    walls = [Piece("wall", slab((0, 12), (11.4, 12), 1)), Piece("wall", slab((12.6, 12), (24, 12), 1))]
    assert way_over(walls, (6, 8), (6, 16), radius=0.5)[0] < NO_WAY
    assert way_over(walls, (6, 8), (6, 16), radius=0.7)[0] >= NO_WAY


inch = st.floats(1, 23).map(lambda v: round(v, 1))
spot = st.tuples(inch, inch)


@st.composite
def boards(draw, kinds=("wall", "barricade")):
    pieces = []
    for _ in range(draw(st.integers(1, 4))):
        a, b = draw(spot), draw(spot)
        assume(hypot(a[0] - b[0], a[1] - b[1]) > 1)
        corners = slab(a, b, draw(st.sampled_from([0.5, 1.5])))
        assume(all(0 <= v <= 24 for corner in corners for v in corner))
        pieces.append(Piece(draw(st.sampled_from(kinds)), corners))
    ends = draw(spot), draw(spot)
    assume(hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) > 0.5)
    for end in ends:
        assume(all(Polygon(piece.corners).distance(Point(end)) > RADIUS for piece in pieces))
    return pieces, *ends


@given(boards(), st.sampled_from([0.49, 0.9]))
def test_the_stretch_over_a_piece__is_shapely_s(scene, radius):
    pieces, a, b = scene
    ground = ground_of(board_of(*pieces))
    for number, piece in enumerate(pieces):
        far = dist(a, b)
        direction = ((b[0] - a[0]) / far, (b[1] - a[1]) / far) if far else (0.0, 1.0)
        span = through_piece(ground, number, *a, *direction, far, radius)
        grown = Polygon(piece.corners).buffer(radius, quad_segs=64)
        within = LineString([a, b]).intersection(grown)
        expected = 0.0 if within.is_empty else within.length
        found = max(0.0, span.last - span.first)
        assert found == pytest.approx(expected, abs=0.02 + 0.1 * (expected < 0.5))


@settings(max_examples=25)
@given(boards())
def test_a_way__keeps_clear_of_walls_and_is_as_long_as_it_says(scene):
    pieces, a, b = scene
    for level in (0, 1):
        inches, points = way_over(pieces, a, b, level=level)
        if inches >= NO_WAY:
            continue
        ground = ground_of(board_of(*pieces))
        every = [a, *points]
        line = LineString(every)
        for piece in pieces:
            if piece.kind == "wall" or level == 1:
                assert line.distance(Polygon(piece.corners)) >= RADIUS - 1e-6
        parts = [straight(ground, *p, *q, RADIUS, TWO_IN_ALL, level) for p, q in itertools.pairwise(every)]
        assert sum(parts) == pytest.approx(inches, abs=1e-6)


@settings(max_examples=15, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(boards(kinds=("wall",)))
def test_a_way__is_about_the_shortest_on_a_fine_grid(scene):
    """The way of a base a tenth larger over a grid of half inches is never shorter; its gaps are all seen."""
    pieces, a, b = scene
    assume(
        all(Polygon(piece.corners).distance(Point(end)) > 1.1 * RADIUS for piece in pieces for end in (a, b))
    )
    inches = way_over(pieces, a, b)[0]
    grown = shapely.union_all([Polygon(piece.corners).buffer(1.1 * RADIUS) for piece in pieces])
    shortest = on_a_grid(grown, a, b)
    if shortest is None:
        return
    assert inches <= shortest + 0.02
    if inches < NO_WAY:
        line = hypot(a[0] - b[0], a[1] - b[1])
        assert inches >= line - 1e-9


def on_a_grid(blocked, a, b, size=0.5):
    """The shortest way over grid points and the two ends, None if there is none."""
    points = [(x * size, y * size) for x in range(1, 48) for y in range(1, 48)]
    points = [p for p in points if 0.5 <= p[0] <= 23.5 and 0.5 <= p[1] <= 23.5]
    shapes = shapely.points(points)
    keep = ~shapely.intersects(shapes, blocked)
    points = [p for p, good in zip(points, keep, strict=True) if good]
    index = {p: n for n, p in enumerate(points)}
    moves = [(1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2)]
    pairs = []
    for n, (x, y) in enumerate(points):
        for dx, dy in moves:
            other = index.get((x + dx * size, y + dy * size))
            if other is not None:
                pairs.append((n, other))
    start, goal = len(points), len(points) + 1
    points += [a, b]
    for end in (start, goal):
        pairs += [
            (end, n)
            for n in range(start)
            if hypot(points[n][0] - points[end][0], points[n][1] - points[end][1]) < 1
        ]
    lines = shapely.linestrings([[points[i], points[j]] for i, j in pairs])
    clear = ~shapely.intersects(lines, blocked.buffer(-1e-6))
    near = {}
    for (i, j), good in zip(pairs, clear, strict=True):
        if good:
            far = hypot(points[i][0] - points[j][0], points[i][1] - points[j][1])
            near.setdefault(i, []).append((j, far))
            near.setdefault(j, []).append((i, far))
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        far, at = heapq.heappop(queue)
        if at == goal:
            return far
        if far > best[at]:
            continue
        for other, more in near.get(at, []):
            if far + more < best.get(other, 1e9):
                best[other] = far + more
                heapq.heappush(queue, (far + more, other))
    return None
