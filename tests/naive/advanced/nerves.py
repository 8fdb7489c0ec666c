"""Nerves and the End phase of a naive battle under the advanced rules."""

from math import dist

from tests.naive.choosing import turned_by
from tests.naive.ground import TINY

STANDING, PINNED, INJURED, GONE, FLED = "standing", "prone", "injured", "out", "fled"
EIGHTH = (0.5**0.5, 0.5**0.5)
SHELTERS = {"leader": 12, "champion": 6}


class Nerves:
    """What ``NaiveAdvancedBattle`` does with whoever may break, bottle, flee, recover or rally."""

    def nerves(self) -> None:
        """A-NRV-01: after an action, one test for each friend that went down; broken fighters do not test again."""
        while any(man.shaken for man in self.in_play()):
            for man in self.men:
                tests, man.shaken = man.shaken, 0
                for _ in range(tests):
                    if not man.on_its_feet or man.broken:
                        break
                    if not self.passes(man.card.cl, 2, self.steady(man)):
                        man.broken, man.ready = True, False
                        self.happened["breaks"] += 1
                        self.run_for_cover(man)

    def run_for_cover(self, me) -> None:
        """A-NRV-01: 2D6 inches, half its Movement if it lies; engaged it has to get away first."""
        self.happened["runs for cover"] += 1
        if me.state == PINNED:
            self.run(me, me.card.m / 2)
            return
        if self.touching(me) and not self.gets_free(me):
            return
        self.run(me, self.d6() + self.d6())

    def gets_free(self, me) -> bool:
        """B-ACT-05: an Initiative test; enemies in contact who pass theirs strike, whatever came of it."""
        passed = self.passes(me.card.i, 1)
        for enemy in self.touching(me):
            if self.passes(enemy.card.i, 1) and me.state == STANDING:
                self.strike(enemy, me, False, False)
        return passed and me.state == STANDING

    def run(self, me, inches: float) -> None:
        """Straight, in the one of eight directions that ends farthest from the nearest enemy, 1 inch from all."""
        here, best, found, u = me.at, -1.0, me.at, (0.0, 1.0)
        for _ in range(8 if self.enemies(me) else 0):
            goal = (here[0] + u[0] * inches, here[1] + u[1] * inches)
            to = self.walk(me, [self.on_the_board(me, u, goal, inches)], inches, True)
            apart = min(self.gap(me, enemy, to) for enemy in self.enemies(me))
            if apart > best + 1e-9 and apart >= 1 - 1e-6:
                best, found = apart, to
            u = turned_by(u, EIGHTH)
        me.at = found
        self.face_enemy(me)

    def on_the_board(self, me, u, goal, inches: float):
        """Where a straight run over the edge of the board stops."""
        for at, way, size in ((me.at[0], u[0], self.board.width), (me.at[1], u[1], self.board.height)):
            room = (size - me.radius - at) if way > 0 else at - me.radius
            if abs(way) > 1e-9:
                inches = min(inches, max(0.0, room / abs(way)))
        far = dist(me.at, goal)
        return me.at[0] + (goal[0] - me.at[0]) * inches / far, me.at[1] + (goal[1] - me.at[1]) * inches / far

    # ---- the End phase ---------------------------------------------------------------------------------

    def end_phase(self, first: int) -> None:
        """8.6: bottle tests, recovery, rallying, each for the side with priority first."""
        sides = (first, 1 - first)
        for side in sides:
            self.bottle_test(side)
        for side in sides:
            helped: set = set()
            for man in self.men:
                if man.side == side and man.state == INJURED:
                    self.recover(man, helped)
        self.nerves()
        for side in sides:
            for man in self.in_play(side):
                if man.broken and self.passes(man.card.cl, 2, self.steady(man)):
                    man.broken = False
                    self.happened["rallies"] += 1

    def bottle_test(self, side: int) -> None:
        """A-END-01."""
        crew = [man for man in self.men if man.side == side]
        casualties = sum(man.state in (INJURED, GONE) for man in crew)
        if casualties and not self.bottled[side]:
            self.bottled[side] = self.d6() + casualties > len(crew)
            self.happened["bottles"] += self.bottled[side]

    def recover(self, me, helped: set) -> None:
        """A-END-03: an Injury die, two with help, of which the owner keeps one."""
        helper = next(
            (
                man
                for man in self.friends(me, 1)
                if man.state == STANDING and not man.broken and not self.touching(man) and man not in helped
            ),
            None,
        )
        helped.add(helper)
        self.happened["is helped"] += helper is not None
        faces = [self.d6() for _ in range(2 if helper else 1)]
        flesh, serious = any(face <= 2 for face in faces), any(2 < face <= 5 for face in faces)
        if flesh and (me.toughness > 1 or not serious):
            me.toughness -= 1
            if me.toughness <= 0:
                self.falls(me, GONE)
                return
            me.state = PINNED
            self.happened["is weaker"] += 1
            self.happened["recovers"] += 1
            if any(self.gap(me, man) == 0 and man.state == STANDING for man in self.enemies(me)):
                me.state = STANDING
                self.face_enemy(me)
        elif not serious:
            self.falls(me, GONE)

    def stays(self, me) -> bool:
        """A-END-02: a test to stay, passed by whoever is near a leader or champion that has stayed."""
        me.stayed = any(
            man.stayed and self.gap(me, man) <= SHELTERS.get(man.card.rank, -1) + TINY
            for man in self.in_play(me.side)
            if man is not me
        ) or self.passes(me.card.cl, 2)
        if not me.stayed:
            me.state, me.ready = FLED, False
            self.happened[FLED] += 1
        return me.stayed
