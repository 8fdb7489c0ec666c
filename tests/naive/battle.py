"""Two gangs on a board under the basic rules, one die after the other, to be read against the book.

Nothing is imported from necrostats but its data types. Geometry is shapely's (ground.py), dice are ``random.Random``'s,
single attacks are drawn from their exact chances (attack.py). What a side decides is no rule: :class:`Chooser` weighs
as the package's policies do, for policies that think of no risk and never flee.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist, inf, sqrt
from typing import NamedTuple

from necrostats.systems.necromunda.battle.board import Board
from necrostats.systems.necromunda.models import Fighter, Situation
from tests.naive.attack import joint
from tests.naive.ground import TINY, NaiveGround, cover
from tests.naive.lane import arms, band, guns
from tests.naive.rounds import d3

EIGHTH, SIXTH_OF_TURN = (sqrt(0.5), sqrt(0.5)), (0.5, sqrt(0.75))


def turned_by(direction, angle):
    """A direction turned to the left by an angle, given as its cosine and sine."""
    (x, y), (c, s) = direction, angle
    return x * c - y * s, x * s + y * c


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
            for man in self.in_play():
                man.ready = True
            while any(man.ready for man in self.in_play()):
                man = self.next_ready(side) or self.next_ready(1 - side)
                man.ready = False
                self.chooser[man.side].activate(man)
                side = 1 - man.side
                if not self.in_play(0) or not self.in_play(1):
                    return self.ending(number)
        return self.ending(self.rounds)

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
        pushed_to = self.pushed(target, me)
        situation = Situation(
            band=band(gun, self.gap(me, target)),
            cover=cover_,
            aim=aim,
            target_prone=target.state == "prone",
            target_engaged=bool(self.touching(target)),
            behind=target.state == "prone" or not target.has_in_arc(me),
            blocked=dist(pushed_to, target.at) < 1 - TINY,
            wounds_lost=target.card.w - target.wounds,
        )
        end = self.drawn(me, target, gun, None, situation)
        if end.pushed:
            target.at = pushed_to
        if end.pinned:
            target.state = "prone"
        self.lose(target, end.lost)

    def pushed(self, target: Man, by: Man):
        """B-MOV-04: 1 inch straight away from the shooter, as far as nothing stops it."""
        far = dist(by.at, target.at)
        ux, uy = (target.at[0] - by.at[0]) / far, (target.at[1] - by.at[1]) / far
        inches = 1.0
        for at, u, size in ((target.at[0], ux, self.board.width), (target.at[1], uy, self.board.height)):
            room = (size - target.radius - at) if u > 0 else at - target.radius
            if u:
                inches = min(inches, max(0.0, room / abs(u)))
        return self.walk(target, [(target.at[0] + ux, target.at[1] + uy)], inches, True)

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


class Chooser:
    """What a side decides: each thing that a fighter may do has a worth, the first of the greatest is done."""

    def __init__(self, battle: NaiveBattle, weights: Mapping[str, float]):
        if any(weights.get(name, 0) for name in ("risk", "flees", "at_random")):
            raise ValueError("this reading knows no risk, no flight and no chance")
        self.battle, self.weights = battle, weights

    def w(self, name: str) -> float:
        return self.weights.get(name, 0.0)

    def activate(self, me: Man) -> None:
        """B-ACT-01: up to two actions."""
        battle, left, done = self.battle, 2, set()
        if me.state == "prone":
            me.state, left = "standing", 1
            battle.face_enemy(me)
        while left > 0 and me.state == "standing" and battle.enemies(me):
            kind, what = self.plan(me, left, done)
            if kind == "stay":
                return
            if kind == "charge":
                battle.charge(me, what)
                return
            if kind == "fight":
                battle.fight(me, what, False)
            elif kind == "move":
                to, inches = what
                battle.move(me, to, inches)
                left -= inches > me.card.m
            elif kind == "shoot":
                shot = self.best_shot(me, "aim" in done, None, exact=True)
                done.add("shoot")
                if shot is None:
                    continue
                _, gun, target, cover_ = shot
                me.turn_to(target.at)
                battle.shoot(me, gun, target, "aim" in done, cover_)
            done.add(kind)
            left -= 1

    def plan(self, me: Man, left: int, done: set):
        """The plan of the greatest worth."""
        battle = self.battle
        engaged = battle.touching(me)
        if engaged:
            plans = [(0.0, "stay", None)]
            if "fight" not in done:
                plans += [(self.w("charge") * self.harm(me, man, False), "fight", man) for man in engaged]
        else:
            plans = self.charges(me) if left == 2 and not done else []
            plans += self.active(me, left, done)
        best = max(worth for worth, _, _ in plans)
        return next((kind, what) for worth, kind, what in plans if worth == best)

    def harm(self, me: Man, target: Man, charging: bool) -> float:
        return self.battle.harm_of(me, target, self.battle.best_arms(me, target, charging), charging)

    def charges(self, me: Man):
        plans, m = [], me.card.m
        for man in self.battle.enemies(me) if self.w("charge") else []:
            if self.battle.gap(me, man) > m + 3:
                continue
            inches, _ = self.battle.contact(me, man)
            if inches <= m + 3:
                chance = 1 if inches <= m + 1 else 2 / 3 if inches <= m + 2 else 1 / 3
                plans.append((chance * self.w("charge") * self.harm(me, man, True), "charge", man))
        return plans

    def active(self, me: Man, left: int, done: set):
        """To stay, to move, to shoot or to aim."""
        battle = self.battle
        enemy = battle.nearest(me)
        before = battle.gap(me, enemy)
        here = None if "shoot" in done else self.best_shot(me, "aim" in done, me.at)
        plans, best_after = [(0.0, "stay", None)], 0.0
        for moves, to in self.destinations(me, enemy, before, left):
            inches = moves * me.card.m
            if dist(to, me.at) < 0.1 or not self.free(me, to):
                continue
            nearest = min(battle.gap(me, man, to) for man in battle.enemies(me))
            stands = self.w("near") * (before - nearest)
            shot = None
            if moves == 1 and left == 2 and "shoot" not in done:
                shot = self.best_shot(me, False, to)
            plans.append((stands + (shot[0] if shot else 0.0), "move", (to, inches)))
            if moves == 1:
                best_after = max(best_after, stands)
        if here:
            plans.append((here[0] + (best_after if left == 2 else 0.0), "shoot", None))
            if left == 2 and "aim" not in done:
                plans.append((self.best_shot(me, True, me.at)[0], "aim", None))
        return plans

    def destinations(self, me: Man, enemy: Man, before: float, left: int):
        """Along the way to the nearest enemy, and straight in five other directions."""
        ground = self.battle.ground
        u = (
            (enemy.at[0] - me.at[0]) / dist(me.at, enemy.at),
            (enemy.at[1] - me.at[1]) / dist(me.at, enemy.at),
        )
        if before > 1 + TINY:
            reach = me.radius + enemy.radius + 1
            goal = (enemy.at[0] - u[0] * reach, enemy.at[1] - u[1] * reach)
            points = [goal]
            if ground.walled(me.at, goal, me.radius):
                inches, points = ground.way(me.at, goal, me.radius, False)
                points = points if inches < inf else []
            for moves in range(1, left + 1):
                at, rest = me.at, moves * me.card.m
                for to in points:
                    leg = dist(at, to)
                    share = min(1.0, rest / leg) if leg > 0 else 1.0
                    at = (at[0] + (to[0] - at[0]) * share, at[1] + (to[1] - at[1]) * share)
                    rest -= leg * share
                yield moves, at
        r, board = me.radius, self.battle.board
        for _ in range(5):
            u = turned_by(u, SIXTH_OF_TURN)
            for moves in range(1, left + 1):
                x, y = (me.at[k] + u[k] * moves * me.card.m for k in (0, 1))
                yield moves, (min(board.width - r, max(r, x)), min(board.height - r, max(r, y)))

    def free(self, me: Man, to) -> bool:
        """Whether it thinks that it may end there."""
        others = [man for man in self.battle.in_play() if man is not me]
        return self.battle.ground.fits(to, me.radius) and all(
            dist(to, man.at) - me.radius - man.radius >= (0 if man.side == me.side else 1) - TINY
            for man in others
        )

    def best_shot(self, me: Man, aim: bool, at, exact: bool = False):
        """(worth, gun, target, cover) of the best shot; as judged by eye from a place, or exact from where it is."""
        battle, best = self.battle, None
        for man in battle.enemies(me):
            apart = dist(at or me.at, man.at) - me.radius - man.radius
            if not any(band(gun, apart) for gun in guns(me.card)):
                continue
            cover_ = battle.cover_of(me, man) if exact else battle.ground.by_eye(at, man.at)
            for gun in guns(me.card):
                worth = self.worth_of_shot(me, gun, man, apart, aim, cover_)
                if worth is not None and (best is None or worth > best[0]):
                    best = (worth, gun, man, cover_)
        return best

    def worth_of_shot(self, me: Man, gun, target: Man, apart: float, aim: bool, cover_: str | None):
        prone = target.state == "prone"
        reach = band(gun, apart)
        if cover_ is None or reach is None or (prone and cover_ != "none"):
            return None
        situation = Situation(
            band=reach, cover=cover_, aim=aim, behind=prone, target_prone=prone,
            target_engaged=bool(self.battle.touching(target)),
        )  # fmt: skip
        ends, wounds = self.battle.chances(me, target, gun, None, situation), target.card.w
        harm = float(sum(r.lost * p for r, p in ends.items()) / wounds)
        pins = 0.0 if prone else float(sum(p for r, p in ends.items() if r.pinned and r.lost < wounds))
        return self.w("shoot") * harm + self.w("pin") * pins
