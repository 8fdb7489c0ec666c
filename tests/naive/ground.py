"""The board of the naive battle: sight, ways and moves, all measured by shapely.

Slow and plain: sight draws many lines to the target's base, ways go from point to point round grown pieces.
"""

from functools import cached_property, lru_cache
from math import cos, dist, inf, pi

import numpy as np
import shapely
from shapely import LineString, Point, Polygon

from necrostats.systems.necromunda.battle.board import Board

TINY = 1e-6  # inches
RAYS = 100
QUARTER = 32  # segments of a quarter of a circle
ROUGH = 1e-3  # inches by which such a quarter may be off


@lru_cache(maxsize=1000)
def grown(shape, reach):
    """A shape with everything within so many inches of it, or a hair less."""
    return shape.buffer(reach, quad_segs=QUARTER)


def stretch(line: LineString, area):
    """From where to where a straight line is in a convex area, in inches from its start; None if nowhere."""
    inside = line.intersection(area)
    if inside.length < TINY:
        return None
    ends = shapely.line_locate_point(line, shapely.points(shapely.get_coordinates(inside)))
    return float(ends.min()), float(ends.max())


class Ways:
    """The shortest ways of bases of one size; `level`: obstacles stop them too, as in charges."""

    def __init__(self, ground: "NaiveGround", radius: float, level: bool):
        self.radius = radius
        self.high, self.low = [], []
        for high, shape in ground.pieces:
            (self.high if high or level else self.low).append(shape)
        corners = [
            p
            for _, shape in ground.pieces
            for p in shape.buffer((radius + TINY) / cos(pi / 16), quad_segs=4).exterior.coords[:-1]
        ]
        self.nodes = np.array([p for p in corners if ground.fits(p, radius)]).reshape(-1, 2)
        n = len(self.nodes)
        self.table = np.array([self.costs(np.tile(p, (n, 1)), self.nodes) for p in self.nodes]).reshape(n, n)
        self.next = np.tile(np.arange(n), (n, 1))
        for k in range(n):
            through = self.table[:, k, None] + self.table[None, k, :]
            shorter = through < self.table - 1e-12
            self.table[shorter] = through[shorter]
            self.next = np.where(shorter, self.next[:, k, None], self.next)

    def costs(self, starts, ends):
        """Inches of movement of straight ways: 2 at least over an obstacle, endless through a wall."""
        lines = shapely.linestrings(np.stack([starts, ends], axis=1))
        cost = shapely.length(lines)
        for shape in self.high:
            cost = np.where(shapely.distance(lines, shape) < self.radius - TINY / 2, inf, cost)
        for shape in self.low:
            touches = (cost < inf) & (shapely.distance(lines, shape) < self.radius - TINY)
            over = shapely.length(shapely.intersection(lines[touches], grown(shape, self.radius - TINY)))
            cost[touches] += np.where(over > TINY, np.maximum(0, 2 - over), 0)
        return cost

    def shortest(self, a, b):
        """Inches of movement, and the points of the way without its start."""
        best = float(self.costs(np.array([a]), np.array([b]))[0])
        if best <= dist(a, b) + TINY or not len(self.nodes):
            return best, [b]
        on_the_way = np.hypot(*(self.nodes - a).T) + np.hypot(*(self.nodes - b).T) < best
        kept = np.flatnonzero(on_the_way)
        if not len(kept):
            return best, [b]
        begin = self.costs(np.tile(a, (len(kept), 1)), self.nodes[kept])
        end = self.costs(self.nodes[kept], np.tile(b, (len(kept), 1)))
        every = begin[:, None] + self.table[np.ix_(kept, kept)] + end[None, :]
        i, j = np.unravel_index(np.argmin(every), every.shape)
        whole = float(every[i, j])
        if whole >= best - TINY:
            return best, [b]
        i, j = kept[i], kept[j]
        points = [tuple(self.nodes[i])]
        while i != j:
            i = self.next[i, j]
            points.append(tuple(self.nodes[i]))
        return whole, [*points, b]


class NaiveGround:
    """A board with what stands on it."""

    def __init__(self, board: Board):
        self.board = board
        self.pieces = [(piece.kind in ("wall", "door"), Polygon(piece.corners)) for piece in board.pieces]
        self.ways: dict = {}
        self.eyes: dict = {}

    @cached_property
    def cell(self) -> float:
        """Inches a cell of what is judged by eye."""
        return max(1.0, max(self.board.width, self.board.height) / 32)

    def fits(self, at, radius, off=TINY) -> bool:
        """On the board, in no wall, on no obstacle."""
        x, y = at
        if not radius - off <= x <= self.board.width - radius + off:
            return False
        if not radius - off <= y <= self.board.height - radius + off:
            return False
        return all(shape.distance(Point(at)) >= radius - off for _, shape in self.pieces)

    def way(self, a, b, radius, level):
        """B-MEAS-02: inches and points of the shortest way."""
        if (radius, level) not in self.ways:
            self.ways[radius, level] = Ways(self, radius, level)
        return self.ways[radius, level].shortest(a, b)

    def walled(self, a, b, radius) -> bool:
        """Whether a wall or closed door is in a base's straight way."""
        line = LineString([a, b])
        return any(high and shape.distance(line) < radius - TINY for high, shape in self.pieces)

    def visible(self, eye, eye_radius, target, radius, lies, bases) -> float:
        """B-LOS-02, B-COV-01: the visible share of a target; `bases`: (place, radius) of those who hide it."""
        far = dist(eye, target)
        ux, uy = (target[0] - eye[0]) / far, (target[1] - eye[1]) / far
        across = radius * (2 * (np.arange(RAYS) + 0.5) / RAYS - 1)
        ends = np.stack([target[0] - uy * across, target[1] + ux * across], axis=1)
        lines = shapely.linestrings(np.stack([np.tile(eye, (RAYS, 1)), ends], axis=1))
        value = np.ones(RAYS)
        for at, r in bases:
            if 0 < (at[0] - eye[0]) * ux + (at[1] - eye[1]) * uy < far:
                value[shapely.distance(lines, Point(at)) < r] = 0
        for high, shape in self.pieces:
            if high:
                value[shapely.intersects(lines, shape)] = 0
            elif shape.distance(Point(eye)) > eye_radius + 1:
                value = np.where(
                    shapely.intersects(lines, shape), np.minimum(value, 0 if lies else 0.5), value
                )
        return float(value.mean())

    def by_eye(self, a, b) -> str | None:
        """The cover of somebody at `b` from `a`, judged from the middle of one cell to that of another."""
        cells = [(int(x / self.cell), int(y / self.cell)) for x, y in (a, b)]
        if cells[0] == cells[1]:
            return "none"
        if tuple(cells) not in self.eyes:
            here, there = (((x + 0.5) * self.cell, (y + 0.5) * self.cell) for x, y in cells)
            self.eyes[tuple(cells)] = cover(self.visible(here, 0.5, there, 0.5, False, []))
        return self.eyes[tuple(cells)]

    def walk(self, start, points, inches, radius, level, friends, enemies, keep=1.0):
        """B-MOV-02, B-MOV-03, B-MOV-05: where a move along a way ends; friends and enemies are (place, radius)."""
        at, left = start, inches
        for number, to in enumerate(points):
            far = dist(at, to)
            if far < TINY:
                continue
            line = LineString([at, to])
            goes, left = self.over_pieces(line, far, left, radius, level)
            for place, r in enemies:
                span = stretch(line, grown(Point(place), radius + r + keep))
                if span is None:
                    continue
                if dist(at, place) < radius + r + keep - ROUGH:  # too near already: it may only go away
                    if dist(line.interpolate(TINY).coords[0], place) < dist(at, place):
                        goes = 0.0
                else:
                    goes = min(goes, span[0])
            last = goes < far - TINY or left <= TINY or number == len(points) - 1
            if last:
                goes = self.back_until_free(line, goes, radius, friends + enemies)
            at = tuple(line.interpolate(goes).coords[0])
            if last:
                break
        free = all(dist(at, place) >= radius + r - ROUGH for place, r in friends + enemies)
        return at if free and self.fits(at, radius, ROUGH) else start

    def over_pieces(self, line, far, left, radius, level):
        """How far movement goes along a line, and what is left of it then."""
        spans = []
        for high, shape in self.pieces:
            span = stretch(line, grown(shape, radius - TINY))
            if span:
                spans.append((*span, high or level))
        at = 0.0
        for first, last, stops in sorted(spans):
            free = max(0.0, first - at)
            if left <= free:
                return at + left, 0.0
            at, left = at + free, left - free
            cost = max(2.0, last - first)
            if stops or cost > left + TINY:
                return at, left
            at, left = last, max(0.0, left - cost)
        return (at + left, 0.0) if left < far - at else (far, left - (far - at))

    def back_until_free(self, line, goes, radius, others):
        """Back along the line from a place where others or obstacles are."""
        areas = [grown(Point(place), radius + r - TINY) for place, r in others]
        areas += [grown(shape, radius - TINY) for _, shape in self.pieces]
        for _ in range(8):
            before = goes
            for area in areas:
                span = stretch(line, area)
                if span and span[0] < goes - TINY and goes < span[1]:
                    goes = span[0]
            if goes == before:
                break
        return goes


def cover(share: float) -> str | None:
    """B-COV-01: none, partial or full; None if nothing is seen."""
    if share <= 0:
        return None
    return "none" if share >= 1 else "partial" if share >= 0.5 else "full"
