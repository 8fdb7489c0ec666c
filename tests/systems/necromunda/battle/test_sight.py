"""Sight on a board: worked scenes by hand, and generated ones with shapely as the judge."""

from math import atan2, cos, degrees, pi, sin

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Point, Polygon

from necrostats.systems.necromunda.battle.board import Board, Piece, ground_of, slab
from necrostats.systems.necromunda.battle.measuring import PRONE, STANDING, Field, gap
from necrostats.systems.necromunda.battle.sight import (
    FULL,
    HIDDEN,
    IN_THE_OPEN,
    PARTIAL,
    cover_of,
    faces,
    spans_for,
    view,
)

NORTH = pi / 2


def fighters(*who):
    """Fighters as (x, y, side), and if need be radius, angle of the face, posture."""
    rows = [(*each, *(0.5, NORTH, STANDING)[len(each) - 3 :]) for each in who]
    x, y, side, radius, angle, posture = map(list, zip(*rows, strict=True))
    faced = [cos(a) for a in angle], [sin(a) for a in angle]
    return Field([float(v) for v in x], [float(v) for v in y], radius, *faced, posture, side, len(x))


def ground(*pieces):
    return ground_of(Board("b", "B", 24, 24, tuple(pieces), ("bottom", "top")))


def barricade(a, b, thick=0.5):
    return Piece("barricade", slab(a, b, thick))


def wall(a, b, thick=0.5):
    return Piece("wall", slab(a, b, thick))


def looked(pieces, *who):
    board, field = ground(*pieces), fighters(*who)
    return view(board, field, 0, 1, spans_for(board, len(who)))


TARGET, EYE = (10, 20, 1), (10, 10, 0)


@pytest.mark.parametrize(
    ("pieces", "others", "share", "cover"),
    [
        ([], [], 1, IN_THE_OPEN),
        ([wall((5, 15), (15, 15))], [], 0, HIDDEN),
        ([wall((5, 15), (10, 15))], [], 0.5, PARTIAL),
        ([barricade((5, 15), (15, 15))], [], 0.5, PARTIAL),
        ([barricade((5, 15), (10, 15))], [], 0.75, PARTIAL),
        ([barricade((5, 15), (15, 15)), wall((5, 16), (10, 16))], [], 0.25, FULL),
        ([barricade((5, 11), (15, 11))], [], 1, IN_THE_OPEN),  # within 1 inch of the viewer
        ([wall((5, 11.25), (15, 11.25))], [], 0, HIDDEN),  # walls are not ignored
        ([barricade((5, 25), (15, 25))], [], 1, IN_THE_OPEN),  # behind the target
        ([], [(10, 15, 1)], 0, HIDDEN),
        ([], [(10, 15, 1, 0.5, NORTH, PRONE)], 1, IN_THE_OPEN),
        ([], [(10, 11.9, 0)], 1, IN_THE_OPEN),  # a friend within 1 inch
        ([], [(10, 11.9, 1)], 0, HIDDEN),  # an enemy is not ignored
        ([], [(10, 5, 1)], 1, IN_THE_OPEN),  # behind the viewer
    ],
    ids=lambda value: value if isinstance(value, int) else "",
)
def test_cover(pieces, others, share, cover):
    seen = looked(pieces, EYE, TARGET, *others)
    assert seen.share == pytest.approx(share, abs=0.03 if others and 0 < share < 1 else 1e-9)
    assert cover_of(seen.share, 0) == cover


def test_a_prone_target_behind_a_barricade_is_hidden():
    prone = (10, 20, 1, 0.5, NORTH, PRONE)
    assert looked([barricade((5, 15), (15, 15))], EYE, prone).share == 0
    assert looked([barricade((5, 15), (10, 15))], EYE, prone).share == pytest.approx(0.5)


def test_half_visible__as_the_option_says():
    seen = looked([barricade((5, 15), (15, 15))], EYE, TARGET)
    assert (cover_of(seen.share, 0), cover_of(seen.share, 1)) == (PARTIAL, FULL)


@pytest.mark.parametrize(
    ("angle", "seen"),
    [(90, 1), (90 + 45, 1), (90 + 47.8, 1), (90 + 48, 0), (90 - 47.8, 1), (90 - 48, 0), (270, 0), (0, 0)],
)
def test_the_arc_takes_in_any_part_of_the_target(angle, seen):
    """A base of radius 0.5 at 10 inches reaches 2.86 degrees to either side of its centre."""
    assert looked([], (10, 10, 0, 0.5, angle * pi / 180), TARGET).in_arc == seen


def test_what_lies_in_the_arc_must_be_visible():
    half = wall(
        (5, 15), (10, 15)
    )  # hides the left half, from where 46 degrees to the right sees nothing else
    assert looked([], (10, 10, 0, 0.5, (90 + 46) * pi / 180), TARGET).in_arc == 1
    assert looked([half], (10, 10, 0, 0.5, (90 - 46) * pi / 180), TARGET).in_arc == 1
    assert looked([half], (10, 10, 0, 0.5, (90 + 46) * pi / 180), TARGET).in_arc == 0


@given(st.floats(0, 2 * pi), st.floats(0, 2 * pi), st.floats(1, 20))
def test_faces__is_an_angle_of_45_degrees(face, where, far):
    field = fighters((0, 0, 0, 0.5, face))
    off = abs(degrees(atan2(sin(where - face), cos(where - face))))
    assume(abs(off - 45) > 1e-6)
    assert faces(field, 0, far * cos(where), far * sin(where)) == (off < 45)


inch = st.floats(1, 23).map(lambda v: round(v, 2))
spot = st.tuples(inch, inch)


@st.composite
def scenes(draw):
    pieces = []
    for _ in range(draw(st.integers(0, 5))):
        a, b = draw(spot), draw(spot)
        assume(abs(a[0] - b[0]) + abs(a[1] - b[1]) > 0.5)
        kind = draw(st.sampled_from(["wall", "barricade"]))
        pieces.append(Piece(kind, slab(a, b, draw(st.sampled_from([0.2, 0.75, 2.0])))))
    who = [(*draw(spot), side) for side in draw(st.lists(st.integers(0, 1), min_size=2, max_size=6))]
    who = [(*each, draw(st.sampled_from([0.49, 0.63, 1.18])), NORTH,
            draw(st.sampled_from([STANDING, STANDING, PRONE]))) for each in who]  # fmt: skip
    who[0] = (*who[0][:5], STANDING)
    for n, one in enumerate(who):
        for other in who[:n]:
            assume(Point(one[:2]).distance(Point(other[:2])) >= one[3] + other[3])
        for piece in pieces:
            assume(Polygon(piece.corners).distance(Point(one[:2])) >= (one[3] if n else 0.05))
    return pieces, who


@given(scenes())
def test_the_share__is_what_shapely_leaves_of_it(scene):
    pieces, who = scene
    seen = looked(pieces, *who)
    field = fighters(*who)
    eye, target = Point(who[0][:2]), Point(who[1][:2])
    far, half = eye.distance(target), who[1][3]
    ux, uy = (target.x - eye.x) / far, (target.y - eye.y) / far
    rays = 400
    across = half * (2 * (np.arange(rays) + 0.5) / rays - 1)
    ends = np.stack([target.x - uy * across, target.y + ux * across], axis=1)
    lines = shapely.linestrings([[(eye.x, eye.y), end] for end in ends])
    value = np.ones(rays)
    for number, other in enumerate(who):
        if number < 2 or other[5] != STANDING:
            continue
        ahead = (other[0] - eye.x) * ux + (other[1] - eye.y) * uy
        friend = other[2] == who[0][2] and gap(field, 0, number) <= 1
        if 0 < ahead < far and not friend:
            value[shapely.distance(lines, Point(other[:2])) < other[3]] = 0
    for piece in pieces:
        shape = Polygon(piece.corners)
        low = piece.kind == "barricade"
        if not (low and shape.distance(eye) <= who[0][3] + 1):
            hidden = 0.5 if low and who[1][5] == STANDING else 0.0
            value = np.where(shapely.intersects(lines, shape), np.minimum(value, hidden), value)
    assert seen.share == pytest.approx(value.mean(), abs=8 / rays)
