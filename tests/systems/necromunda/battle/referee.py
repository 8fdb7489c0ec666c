"""A referee who looks at a battle on each note and refuses what the rules forbid; shapely measures for it."""

from math import dist

from shapely import LineString, Point, Polygon

from necrostats.systems.necromunda.battle.acting import FOUGHT, MOVES, WAS_PUSHED
from necrostats.systems.necromunda.battle.contact import CHARGED, FELL_SHORT, TRIED
from necrostats.systems.necromunda.battle.deciding import ACTS, ACTS_ALONG
from necrostats.systems.necromunda.battle.fighting import ROUND
from necrostats.systems.necromunda.battle.hitting import WAS_DRAGGED
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING
from necrostats.systems.necromunda.battle.nerve import BREAKS, RUNS_FOR_COVER
from necrostats.systems.necromunda.battle.plight import BURNS, ROLLS_ABOUT
from necrostats.systems.necromunda.injuries import OUT, SERIOUS
from tests.systems.necromunda.battle.scenes import Watching

NEAR = 1e-6
MOVED_BY_OTHERS = (WAS_PUSHED, WAS_DRAGGED)


class Referee:
    """Give ``look`` to dice that watch; call ``over`` with the ending."""

    def __init__(self, board, battle, moves):
        self.field, self.state = battle.state.field, battle.state
        self.board, self.moves = board, moves
        self.shapes = [(piece.high, Polygon(piece.corners)) for piece in board.pieces]
        self.side = [int(side) for side in self.field.side]
        self.everybody = range(len(self.side))
        self.acted, self.began, self.last, self.declared, self.broke = [], None, None, None, set()
        self.before = None
        self.advanced = battle.advanced is not None

    def places(self):
        return list(zip(self.field.x, self.field.y, strict=True))

    def look(self, what, value):
        now = self.places()
        if self.before is None:
            self.before = (now, list(self.state.wounds), list(self.field.posture))
            for who in self.everybody:
                self.stands_clear(who)
        was, wounds, posture = self.before
        moved = [who for who in self.everybody if now[who] != was[who]]
        assert len(moved) <= 1
        for who in moved:
            self.moved(who, was[who], now[who], what)
        for who in self.everybody:
            assert self.state.wounds[who] <= wounds[who]
            assert self.field.posture[who] in (GONE, STANDING, PRONE)
            self.is_as_it_counts(who)
            if posture[who] == GONE:
                assert self.field.posture[who] == GONE
        if what == ROUND:
            self.round_over()
            self.acted, self.last = [], None
            self.began = [who for who in self.everybody if self.field.posture[who] != GONE]
        if what in (ACTS, ACTS_ALONG):
            self.acts(value)
        if what in (CHARGED, FOUGHT, TRIED, ACTS, ACTS_ALONG, RUNS_FOR_COVER, ROLLS_ABOUT, BURNS):
            self.declared = what
        if what == BREAKS:
            self.broke.add(value)
        self.before = (now, list(self.state.wounds), list(self.field.posture))

    def is_as_it_counts(self, who):
        posture, down = self.field.posture[who], self.state.down[who]
        if not self.advanced:
            assert (posture == GONE) == (self.state.wounds[who] == 0)
            return
        assert (posture == GONE) == (down == OUT or self.state.fled[who] == 1)
        assert (self.state.toughness[who] <= 0) == (down == OUT)
        assert down != SERIOUS or posture != STANDING

    def acts(self, who):
        assert self.field.posture[who] != GONE
        assert who not in self.acted
        assert self.state.ready[who] == 0
        if self.last is not None and self.side[self.last] == self.side[who] and not self.state.along[who]:
            others = [other for other in self.everybody if self.side[other] != self.side[who]]
            assert not any(self.state.ready[other] for other in others)
        self.acted.append(who)
        self.last = who

    def round_over(self):
        """Everybody who was in play and still is has acted."""
        if self.began is not None:
            assert {
                who for who in self.began if self.field.posture[who] != GONE and who not in self.broke
            } <= set(self.acted)
        self.broke = set()

    def moved(self, who, was, now, what):
        """One fighter moved, by the way that the state keeps or in a straight line."""
        if self.advanced:
            assert who == self.last or what in MOVED_BY_OTHERS or self.declared in (RUNS_FOR_COVER, TRIED)
        elif what in MOVED_BY_OTHERS:
            assert self.side[who] != self.side[self.last]
        else:
            assert who == self.last
        line = self.path(was, now)
        radius = self.field.radius[who]
        for high, shape in self.shapes:
            if high or what in MOVED_BY_OTHERS or self.declared == CHARGED:
                assert line.distance(shape) >= radius - NEAR
        most = self.most_inches(who, now, what)
        assert line.length <= most + NEAR
        self.stands_clear(who)
        self.keeps_the_inch(
            who, was, into_contact=what not in MOVED_BY_OTHERS and self.declared in (CHARGED, FOUGHT)
        )

    def most_inches(self, who, now, what):
        """Inches that this move may take; a move into contact after a fight is one of consolidation."""
        if what in MOVED_BY_OTHERS:
            return 3 if self.advanced else 1  # a D3 where it is dragged
        if self.declared in (RUNS_FOR_COVER, ROLLS_ABOUT, BURNS) or (
            self.advanced and self.declared == TRIED
        ):
            return 12
        if what == FELL_SHORT or self.declared == CHARGED:
            return self.moves[who] + 3
        if self.declared == FOUGHT:
            contact = any(
                self.side[other] != self.side[who] and self.gap(who, now, other) < NEAR
                for other in self.everybody
                if self.field.posture[other] != GONE
            )
            return 2 if contact else self.moves[who]
        return 6 if self.declared == TRIED else 2 * self.moves[who]

    def path(self, was, now):
        way = self.state.way
        points = [was]
        for k in range(int(way.used[0])):
            step = LineString([points[-1], (way.x[k], way.y[k])])
            if step.distance(Point(now)) < NEAR:
                return LineString([*points, now])
            points.append((way.x[k], way.y[k]))
        return LineString([was, now])

    def stands_clear(self, who):
        x, y, r = self.field.x[who], self.field.y[who], self.field.radius[who]
        assert r - NEAR <= x <= self.board.width - r + NEAR
        assert r - NEAR <= y <= self.board.height - r + NEAR
        for _, shape in self.shapes:
            assert shape.distance(Point(x, y)) >= r - NEAR
        for other in self.everybody:
            if other != who and self.field.posture[other] != GONE:
                assert self.gap(who, (x, y), other) >= -NEAR

    def gap(self, who, at, other):
        there = self.field.x[other], self.field.y[other]
        return dist(at, there) - self.field.radius[who] - self.field.radius[other]

    def keeps_the_inch(self, who, was, into_contact):
        """N17-B-MOV-03: within 1 inch of an enemy only in contact with one, or farther than before."""
        here = self.field.x[who], self.field.y[who]
        enemies = [
            other for other in self.everybody
            if self.side[other] != self.side[who] and self.field.posture[other] != GONE
        ]  # fmt: skip
        near = [other for other in enemies if self.gap(who, here, other) < 1 - NEAR]
        if into_contact and any(self.gap(who, here, other) < NEAR for other in near):
            return
        for other in near:
            assert self.gap(who, here, other) >= self.gap(who, was, other) - NEAR

    def over(self, end):
        self.look(MOVES, 0)
        stand = [0, 0]
        for who in self.everybody:
            stand[self.side[who]] += self.field.posture[who] != GONE
            by = self.state.taken_out_by[who]
            assert by < 0 or self.field.posture[who] == GONE
            if not self.advanced:
                assert (by >= 0) == (self.field.posture[who] == GONE)
                assert by < 0 or self.side[by] != self.side[who]
        assert [end.left_a, end.left_b] == stand
        if 0 not in stand:
            self.round_over()


def refereed(play, board, battle, moves, seed, trial):
    """Play a battle under the eyes of a referee."""
    referee = Referee(board, battle, moves)
    end = play(battle, Watching(seed, trial, referee.look))
    referee.over(end)
    return end
