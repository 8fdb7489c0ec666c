"""What a side of the naive battle by the advanced rules decides, as the package's policies are described."""

from necrostats.systems.necromunda.models import Situation
from tests.naive.advanced.injuries import DOWN, IN_PLAY, OUT
from tests.naive.choosing import Chooser
from tests.naive.lane import arms, band, guns


class AdvancedChooser(Chooser):
    """Each thing that a fighter may do has a worth, the first of the greatest is done."""

    def activate(self, me) -> None:
        """B-ACT-01, A-INJ-05, A-NRV-01, A-END-02: up to two actions, if it may act as it likes."""
        battle = self.battle
        if battle.bottled[me.side] and not battle.stays(me):
            return
        if me.state == "injured":
            return
        if me.broken:
            battle.run_for_cover(me)
            battle.nerves()
            return
        left, done = 2, set()
        if me.state == "prone":
            me.state, left = "standing", 1
            battle.face_enemy(me)
        while left > 0 and me.state == "standing" and not me.broken and battle.enemies(me):
            kind, what = self.plan(me, left, done)
            if kind == "stay":
                return
            left -= self.act(me, kind, what, done)
            battle.nerves()

    def act(self, me, kind: str, what, done: set) -> int:
        """One action; how many it has cost."""
        battle = self.battle
        if kind == "shoot":
            done.add("shoot")
            shot = self.best_shot(me, "aim" in done, None, exact=True)
            if shot is None:
                return 0
            _, gun, target, cover = shot
            me.turn_to(target.at)
            battle.shoot(me, gun, target, "aim" in done, cover)
            return 1
        done.add(kind)
        if kind == "charge":
            battle.charge(me, what)
            return 2
        if kind == "move":
            to, inches = what
            battle.move(me, to, inches)
            return 1 + (inches > me.card.m)
        if kind == "fight":
            battle.fight(me, what, False)
        elif kind == "finish":
            battle.finish(me, what)
        elif kind == "reload":
            battle.reload(me)
        return 1

    def charges(self, me):
        """Nobody charges who is seriously injured."""
        return [plan for plan in super().charges(me) if plan[2].state != "injured"]

    def active(self, me, left: int, done: set):
        """A coup de grace is worth half a fighter, a Reload half of what the gun does to the nearest in the open."""
        battle, plans = self.battle, super().active(me, left, done)
        for man in battle.enemies(me):
            if man.state == "injured" and battle.gap(me, man) <= 1 + 1e-6:
                plans.append((max(self.w("charge"), self.w("shoot")) / 2, "finish", man))
        empty = battle.to_reload(me)
        if empty:
            enemy, best = battle.nearest(me), 0.0
            for gun in guns(me.card):
                if gun.weapon == empty.weapon:
                    how = Situation(band="short" if gun.short else "long")
                    best = max(best, self.worth(me, gun, enemy, how))
            plans.append((best / 2, "reload", None))
        return plans

    def harm(self, me, target, charging: bool) -> float:
        """Of the weapons that harm most, whether they have ammo or not."""
        return max(self.battle.harm_of(me, target, way, charging) for way in arms(me.card))

    def worth_of_shot(self, me, gun, target, apart: float, aim: bool, cover_: str | None):
        lies = target.state != "standing"
        reach = band(gun, apart)
        if not me.has(gun) or cover_ is None or reach is None or (lies and cover_ != "none"):
            return None
        how = Situation(
            band=reach, cover=cover_, aim=aim, behind=lies, target_prone=target.state == "prone",
            seriously_injured=target.state == "injured", target_engaged=bool(self.battle.touching(target)),
        )  # fmt: skip
        return self.worth(me, gun, target, how)

    def worth(self, me, gun, target, how: Situation) -> float:
        """Harm and the chance to pin, at somebody unhurt, each times its weight."""
        battle = self.battle
        key = ("worth", id(me.card), id(target.card), id(gun), how, me.side)
        if key not in battle.known:
            ends = battle.chances(me, target, gun, None, how)
            pins = 0.0
            if not how.target_prone:
                pins = float(sum(p for end, p in ends.items() if end.pinned and end.down == IN_PLAY))
            harm = share_taken(ends, target.card, how.seriously_injured)
            battle.known[key] = self.w("shoot") * harm + self.w("pin") * pins
        return battle.known[key]


def share_taken(ends, card, injured: bool) -> float:
    """1 for a fighter out of action, a half seriously injured, up to a half by its Wounds and Toughness lost."""
    mean = 0.0
    for end, p in ends.items():
        if end.down == OUT:
            mean += float(p) * (0.5 if injured else 1)
        elif end.down == DOWN:
            mean += 0.0 if injured else float(p) / 2
        else:
            mean += float(p) * (end.lost + end.flesh) / (card.w + card.t) / 2
    return mean
