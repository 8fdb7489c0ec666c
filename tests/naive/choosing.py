"""What a side of the naive battle decides: no rule, but the package's policies said plainly.

Only policies that think of no risk, never flee and leave nothing to chance are known here.
"""

from collections.abc import Mapping
from math import dist, inf, sqrt

from necrostats.systems.necromunda.models import Situation
from tests.naive.ground import TINY
from tests.naive.lane import band, guns

SIXTH_OF_TURN = (0.5, sqrt(0.75))


def turned_by(direction, angle):
    """A direction turned to the left by an angle, given as its cosine and sine."""
    (x, y), (c, s) = direction, angle
    return x * c - y * s, x * s + y * c


class Chooser:
    """What a side decides: each thing that a fighter may do has a worth, the first of the greatest is done."""

    def __init__(self, battle, weights: Mapping[str, float]):
        if any(weights.get(name, 0) for name in ("risk", "flees", "at_random")):
            raise ValueError("this reading knows no risk, no flight and no chance")
        self.battle, self.weights = battle, weights

    def w(self, name: str) -> float:
        return self.weights.get(name, 0.0)

    def activate(self, me) -> None:
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

    def plan(self, me, left: int, done: set):
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

    def harm(self, me, target, charging: bool) -> float:
        return self.battle.harm_of(me, target, self.battle.best_arms(me, target, charging), charging)

    def charges(self, me):
        plans, m = [], me.card.m
        for man in self.battle.enemies(me) if self.w("charge") else []:
            if self.battle.gap(me, man) > m + 3:
                continue
            inches, _ = self.battle.contact(me, man)
            if inches <= m + 3:
                chance = 1 if inches <= m + 1 else 2 / 3 if inches <= m + 2 else 1 / 3
                plans.append((chance * self.w("charge") * self.harm(me, man, True), "charge", man))
        return plans

    def active(self, me, left: int, done: set):
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

    def destinations(self, me, enemy, before: float, left: int):
        """Along the way to the nearest enemy, and straight in five other directions; two moves only there or back."""
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
        for turn in range(1, 6):
            u = turned_by(u, SIXTH_OF_TURN)
            for moves in range(1, (left if turn == 3 else 1) + 1):
                x, y = (me.at[k] + u[k] * moves * me.card.m for k in (0, 1))
                yield moves, (min(board.width - r, max(r, x)), min(board.height - r, max(r, y)))

    def free(self, me, to) -> bool:
        """Whether it thinks that it may end there."""
        others = [man for man in self.battle.in_play() if man is not me]
        return self.battle.ground.fits(to, me.radius) and all(
            dist(to, man.at) - me.radius - man.radius >= (0 if man.side == me.side else 1) - TINY
            for man in others
        )

    def best_shot(self, me, aim: bool, at, exact: bool = False):
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

    def worth_of_shot(self, me, gun, target, apart: float, aim: bool, cover_: str | None):
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
