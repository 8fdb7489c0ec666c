"""Two gangs on a board under the basic rules, one die after the other, to be read against the book.

Nothing is imported from necrostats but its data types. Geometry is shapely's (ground.py), dice are ``random.Random``'s,
single attacks are drawn from their exact chances (attack.py). What a side decides is no rule: see choosing.py.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, inf, sqrt
from typing import NamedTuple

from necrostats.systems.necromunda.battle.board import Board
from necrostats.systems.necromunda.models import Fighter, Situation
from tests.naive.attack import joint
from tests.naive.choosing import Chooser, turned_by
from tests.naive.ground import TINY, NaiveGround, cover
from tests.naive.lane import arms, band
from tests.naive.rounds import d3

EIGHTH = (sqrt(0.5), sqrt(0.5))


@dataclass(eq=False)
class Man:
    """A fighter on the board."""

    card: Fighter
    side: int
    at: tuple[float, float] = (0.0, 0.0)
    face: tuple[float, float] = (0.0, 1.0)
    state: str = "standing"  # or "prone", "out"
    wounds: int = 0
    ready: bool = False

    @property
    def radius(self) -> float:
        return self.card.base / 2 / 25.4

    def turn_to(self, at) -> None:
        far = dist(self.at, at)
        self.face = ((at[0] - self.at[0]) / far, (at[1] - self.at[1]) / far)

    def has_in_arc(self, other: "Man") -> bool:
        """B-LOS-01: the other's centre within 45 degrees of the face."""
        dx, dy = other.at[0] - self.at[0], other.at[1] - self.at[1]
        return dx * self.face[0] + dy * self.face[1] >= sqrt(0.5) * dist(self.at, other.at) - 1e-9


class Ending(NamedTuple):
    """The round of the end, how many are left, and who won: 0, 1, or 2 for a draw."""

    round: int
    left_a: int
    left_b: int
    winner: int


class NaiveBattle:
    """The rules. ``play`` fights one battle from deployment to the end."""

    def __init__(self, board: Board, gangs: Sequence[Sequence[Fighter]], weights, rounds: int = 6):
        self.ground = NaiveGround(board)
        self.board, self.rounds = board, rounds
        self.men = [Man(card, side) for side in (0, 1) for card in gangs[side]]
        self.chooser = (Chooser(self, weights[0]), Chooser(self, weights[1]))
        self.known: dict = {}
        self.rng = random.Random(0)

    # ---- who is where ----------------------------------------------------------------------------------

    def in_play(self, side=None):
        return [man for man in self.men if man.state != "out" and side in (None, man.side)]

    def enemies(self, me: Man):
        return self.in_play(1 - me.side)

    def gap(self, a: Man, b: Man, at=None) -> float:
        """B-MEAS-01: from base to base."""
        apart = dist(at or a.at, b.at) - a.radius - b.radius
        return apart if apart > TINY else 0.0

    def touching(self, me: Man):
        """B-STAT-02: the enemies with whom a fighter is engaged."""
        if me.state != "standing":
            return []
        return [man for man in self.enemies(me) if man.state == "standing" and self.gap(me, man) == 0]

    def nearest(self, me: Man) -> Man | None:
        return min(self.enemies(me), key=lambda man: self.gap(me, man), default=None)

    def face_enemy(self, me: Man) -> None:
        enemy = self.nearest(me)
        if enemy:
            me.turn_to(enemy.at)

    def cover_of(self, me: Man, target: Man) -> str | None:
        """B-COV-01: friends within 1 inch and who lies do not hide the target."""
        others = [
            (man.at, man.radius)
            for man in self.in_play()
            if man not in (me, target)
            and man.state == "standing"
            and not (man.side == me.side and self.gap(me, man) <= 1)
        ]
        lies = target.state == "prone"
        return cover(self.ground.visible(me.at, me.radius, target.at, target.radius, lies, others))

    # ---- dice ------------------------------------------------------------------------------------------

    def d6(self) -> int:
        return self.rng.randint(1, 6)

    def chances(self, me: Man, target: Man, first, second, situation: Situation) -> dict:
        key = (id(me.card), id(target.card), id(first), id(second), situation)
        if key not in self.known:
            self.known[key] = joint(me.card, target.card, first, situation, {}, second)
        return self.known[key]

    def drawn(self, me: Man, target: Man, first, second, situation: Situation):
        ends = self.chances(me, target, first, second, situation)
        return self.rng.choices(list(ends), weights=[float(p) for p in ends.values()])[0]

    # ---- the course of the battle ----------------------------------------------------------------------

    def play(self, seed: int) -> Ending:
        """B-SCN-03 to 06, B-RND-01 to 06."""
        self.rng = random.Random(seed)
        self.deploy()
        side = self.higher_roll()
        while side is None:
            side = self.higher_roll()
        holder = side
        for number in range(1, self.rounds + 1):
            if number > 1:
                rolled = self.higher_roll()
                side = holder = 1 - holder if rolled is None else rolled
            self.begin_round()
            while any(man.ready for man in self.in_play()):
                man = self.next_ready(side) or self.next_ready(1 - side)
                side = 1 - man.side
                for each in (man, *self.brought_along(man)):
                    if each.ready and not self.decided():
                        self.act(each, along=each is not man)
                if self.decided():
                    return self.ending(number)
            self.end_phase(holder)
            if self.decided():
                break
        return self.ending(number)

    def decided(self) -> bool:
        return not self.in_play(0) or not self.in_play(1)

    def begin_round(self) -> None:
        for man in self.in_play():
            man.ready = True

    def act(self, me: Man, along: bool) -> None:
        me.ready = False
        self.chooser[me.side].activate(me)

    def brought_along(self, me: Man) -> Sequence[Man]:
        """Who is activated together with another."""
        return ()

    def end_phase(self, first: int) -> None:
        """Nothing happens in it."""

    def ending(self, number: int) -> Ending:
        a, b = len(self.in_play(0)), len(self.in_play(1))
        return Ending(number, a, b, 2 if a == b else 0 if a > b else 1)

    def higher_roll(self) -> int | None:
        a, b = self.d6(), self.d6()
        return None if a == b else 0 if a > b else 1

    def next_ready(self, side: int) -> Man | None:
        """Who is engaged first, who lies last, else in the order of the gang."""
        ready = [man for man in self.in_play(side) if man.ready]
        return min(
            ready, key=lambda m: 2 if m.state == "prone" else 0 if self.touching(m) else 1, default=None
        )

    def deploy(self) -> None:
        """B-SCN-03: evenly along the edge, touching it, facing away from it."""
        inward = {"bottom": (0.0, 1.0), "top": (0.0, -1.0), "left": (1.0, 0.0), "right": (-1.0, 0.0)}
        for side in (0, 1):
            edge = self.board.deploy[side]
            gang = [man for man in self.men if man.side == side]
            across = edge in ("left", "right")
            long, deep = (self.board.height, self.board.width)[:: 1 if across else -1]
            for place, man in enumerate(gang):
                along = long * (2 * place + 1) / (2 * len(gang))
                off = man.radius if edge in ("bottom", "left") else deep - man.radius
                man.at, man.face = (off, along) if across else (along, off), inward[edge]
                man.state, man.wounds, man.ready = "standing", man.card.w, False

    # ---- actions ---------------------------------------------------------------------------------------

    def walk(self, me: Man, points, inches: float, level: bool, keep: float = 1.0):
        friends, enemies = (
            [(man.at, man.radius) for man in self.in_play(side) if man is not me]
            for side in (me.side, 1 - me.side)
        )
        return self.ground.walk(me.at, points, inches, me.radius, level, friends, enemies, keep)

    def move(self, me: Man, to, inches: float) -> None:
        """B-MOV-01: by the shortest way, as far as it goes; then it faces an enemy."""
        length, points = self.ground.way(me.at, to, me.radius, False)
        if length < inf:
            me.at = self.walk(me, points, inches, False)
        self.face_enemy(me)

    def shoot(self, me: Man, gun, target: Man, aim: bool, cover_: str) -> None:
        """B-SHT-00, B-KB-01, B-PIN-01: one shot."""
        pushed_to, room = self.pushed(target, me)
        situation = Situation(
            band=band(gun, self.gap(me, target)),
            cover=cover_,
            aim=aim,
            target_prone=target.state == "prone",
            target_engaged=bool(self.touching(target)),
            behind=target.state == "prone" or not target.has_in_arc(me),
            blocked=dist(pushed_to, target.at) < room - TINY,
            wounds_lost=target.card.w - target.wounds,
        )
        end = self.drawn(me, target, gun, None, situation)
        if end.pushed:
            target.at = pushed_to
        if end.pinned:
            target.state = "prone"
        self.lose(target, end.lost)

    def pushed(self, target: Man, by: Man):
        """B-MOV-04: 1 inch straight away from the shooter, as far as nothing stops it; and how far the board goes."""
        far = dist(by.at, target.at)
        ux, uy = (target.at[0] - by.at[0]) / far, (target.at[1] - by.at[1]) / far
        inches = 1.0
        for at, u, size in ((target.at[0], ux, self.board.width), (target.at[1], uy, self.board.height)):
            room = (size - target.radius - at) if u > 0 else at - target.radius
            if u:
                inches = min(inches, max(0.0, room / abs(u)))
        return self.walk(target, [(target.at[0] + ux, target.at[1] + uy)], inches, True), inches

    def lose(self, man: Man, lost: int) -> None:
        man.wounds -= lost
        if man.wounds <= 0:
            man.state, man.ready = "out", False

    def strike(self, me: Man, target: Man, charging: bool, own: bool) -> None:
        """B-CC-02 to B-CC-11; to turn costs nothing in one's own activation."""
        turned = not own and not me.has_in_arc(target)
        me.turn_to(target.at)
        first, second = self.best_arms(me, target, charging)
        situation = Situation(
            close=True,
            charging=charging,
            turned=turned,
            behind=not target.has_in_arc(me),
            wounds_lost=target.card.w - target.wounds,
        )
        self.lose(target, self.drawn(me, target, first, second, situation).lost)

    def best_arms(self, me: Man, target: Man, charging: bool):
        return max(arms_of(me.card), key=lambda way: self.harm_of(me, target, way, charging))

    def harm_of(self, me: Man, target: Man, way, charging: bool) -> float:
        """The share of an unhurt target's Wounds that a fight takes on average."""
        ends = self.chances(me, target, *way, Situation(close=True, charging=charging))
        return float(sum(r.lost * p for r, p in ends.items()) / target.card.w)

    def fight(self, me: Man, target: Man, charging: bool) -> None:
        """B-CC-12, B-CC-13: the attack, the reactions of all engaged with the attacker, consolidation."""
        self.strike(me, target, charging, True)
        for other in self.men:
            if me.state == "standing" and other in self.touching(me):
                self.strike(other, me, False, False)
        if me.state == "standing" and not self.touching(me):
            enemy = self.nearest(me)
            if enemy and self.chooser[me.side].weights.get("presses", 0) > 0:
                inches, to = self.contact(me, enemy)
                if inches <= 2:
                    me.at = to
                    self.meet(me)
            self.face_enemy(me)

    def meet(self, me: Man) -> None:
        """B-STAT-03: pinned enemies in contact stand up and face who came."""
        for man in self.enemies(me):
            if man.state == "prone" and self.gap(me, man) == 0:
                man.state = "standing"
                man.turn_to(me.at)

    def charge(self, me: Man, target: Man) -> None:
        """B-ACT-03: Movement and D3; short of contact it ends 1 inch away."""
        inches = me.card.m + d3(self.d6())
        length, to = self.contact(me, target)
        if length == inf:
            return
        if length <= inches + TINY:
            me.at = to
            me.turn_to(target.at)
            self.meet(me)
            self.fight(me, target, True)
            return
        _, points = self.ground.way(me.at, to, me.radius, True)
        me.at = self.walk(me, points, inches, True)
        me.turn_to(target.at)

    def contact(self, me: Man, target: Man):
        """Inches and end of the shortest charge into contact: straight ahead, or at another eighth of the base."""
        far = dist(me.at, target.at)
        u = ((me.at[0] - target.at[0]) / far, (me.at[1] - target.at[1]) / far)
        reach, best = me.radius + target.radius, (inf, me.at)
        for turn in range(8):
            to = (target.at[0] + u[0] * reach, target.at[1] + u[1] * reach)
            free = all(
                dist(to, man.at) >= me.radius + man.radius - TINY for man in self.in_play() if man is not me
            )
            if free and self.ground.fits(to, me.radius):
                inches, points = self.ground.way(me.at, to, me.radius, True)
                if inches < best[0] and self.unhindered(me, target, points):
                    best = (inches, to)
                if turn == 0 and best[0] <= dist(me.at, to) + TINY:
                    break
            u = turned_by(u, EIGHTH)
        return best

    def unhindered(self, me: Man, target: Man, points) -> bool:
        """Whether no other enemy's base is in the way."""
        others = [(m.at, m.radius) for m in self.enemies(me) if m is not target and self.gap(me, m) > 0]
        inches = sum(dist(a, b) for a, b in zip([me.at, *points], points, strict=False))
        end = self.ground.walk(me.at, points, inches + 99, me.radius, False, [], others, keep=-TINY)
        return dist(end, points[-1]) < 1e-3


def arms_of(card: Fighter):
    """Weapons to fight with; fists only where there is nothing else."""
    return ARMS.setdefault(id(card), (card, arms(card)))[1]


ARMS: dict = {}
