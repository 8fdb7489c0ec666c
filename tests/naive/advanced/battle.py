"""Two gangs on a board under the advanced rules, one die after the other, to be read against the book.

Nothing is imported from necrostats but its data types. The course of the battle, moves and sight are those of the naive
battle by the basic rules; a fight is drawn from the exact chances of ``tests.naive.advanced.attack``, a shot is thrown
here, and each of its hits is drawn from those of ``tests.naive.advanced.hits``. What a side decides is no rule: see
``tests.naive.advanced.choosing``.

Only plain guns, pistols and close combat weapons are read, with the traits in ``KNOWN`` (Knockback of guns alone), no
skills, no wargear, and two weapons with ammo a fighter at most. Options stand at their defaults.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import dist
from typing import NamedTuple

import shapely

from necrostats.systems.necromunda.battle.board import Board
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.advanced.attack import joint
from tests.naive.advanced.cards import in_force
from tests.naive.advanced.choosing import AdvancedChooser, share_taken
from tests.naive.advanced.hits import Hit, Kept, one_hit
from tests.naive.advanced.injuries import DOWN, OUT, Body, Victim
from tests.naive.advanced.kit import can_run_out
from tests.naive.advanced.nerves import FLED, GONE, INJURED, PINNED, STANDING, Nerves
from tests.naive.advanced.shooting import hit_modifier, plain_hits
from tests.naive.battle import Man, NaiveBattle
from tests.naive.close_combat import FISTS
from tests.naive.ground import TINY
from tests.naive.lane import arms, band
from tests.naive.rounds import passes_test
from tests.naive.shooting import shooting_rolls

GUNS = {"knockback", "pistol", "plentiful", "rapid-fire", "rending", "scarce", "shock", "toxin"}
BLADES = {"melee", "backstab", "parry", "power", "pulverise", "rending", "shock", "toxin"}
KNOWN = GUNS | BLADES
FIREPOWER = ((1, 1), (1, 0), (1, 0), (2, 0), (2, 0), (3, 0))  # bullet holes, Ammo symbols
BRINGS = {"leader": 2, "champion": 1}
FIRST_HIT = Body()
WHOLE = Kept(True, True)


@dataclass(eq=False)
class Ganger(Man):
    """A fighter on the board; its state is one of STANDING, PINNED, INJURED, GONE and FLED."""

    toughness: int = 0
    broken: bool = False
    shaken: int = 0  # nerve tests that are due
    stayed: bool = False  # has passed a test to stay in this round
    empty: set[str] = field(default_factory=set)
    jammed: set[str] = field(default_factory=set)

    @property
    def on_its_feet(self) -> bool:
        return self.state in (STANDING, PINNED)

    def has(self, weapon: WeaponProfile | None) -> bool:
        """A-FIRE-03: whether it has ammo for a weapon, or needs none."""
        return weapon is None or weapon.weapon not in self.empty


class AdvancedEnding(NamedTuple):
    """How a battle ended: the round, who won, and of A and of B how many fighters are what.

    ``left`` are in play; of those so many are seriously ``injured``, ``broken``, have a weapon that is ``empty``, or
    flesh wounds (``weaker``). ``fled`` are gone.
    """

    round: int
    winner: int
    left: tuple[int, int]
    injured: tuple[int, int]
    fled: tuple[int, int]
    broken: tuple[int, int]
    empty: tuple[int, int]
    weaker: tuple[int, int]


class NaiveAdvancedBattle(Nerves, NaiveBattle):
    """The rules. ``play`` fights one battle from deployment to the end."""

    def __init__(self, board: Board, gangs: Sequence[Sequence[Fighter]], weights, rounds: int = 6):
        super().__init__(board, gangs, weights, rounds)
        for card in (*gangs[0], *gangs[1]):
            check_known(card)
        self.options = in_force({})
        self.men = [Ganger(card, side) for side in (0, 1) for card in gangs[side]]
        self.chooser = (AdvancedChooser(self, weights[0]), AdvancedChooser(self, weights[1]))
        self.bottled = [False, False]
        self.happened: Counter = Counter()  # in the battle that was played last

    # ---- who is where ----------------------------------------------------------------------------------

    def in_play(self, side=None):
        return [man for man in self.men if man.state not in (GONE, FLED) and side in (None, man.side)]

    def friends(self, me: Ganger, within: float, at=None):
        """Friends in play within so many inches."""
        return [
            man for man in self.in_play(me.side) if man is not me and self.gap(me, man, at) <= within + TINY
        ]

    def steady(self, me: Ganger) -> int:
        """A-NRV-01: friends within 3 inches neither broken nor seriously injured."""
        return sum(man.on_its_feet and not man.broken for man in self.friends(me, 3))

    def cover_of(self, me: Ganger, target: Ganger) -> str | None:
        """B-COV-01: who is seriously injured lies like one who is pinned."""
        state = target.state
        target.state = STANDING if state == STANDING else PINNED
        seen = super().cover_of(me, target)
        target.state = state
        return seen

    def walk(self, me: Ganger, points, inches: float, level: bool, keep: float = 1.0):
        """B-MOV-03: the inch is kept from standing and pinned enemies."""
        others = [man for man in self.in_play() if man is not me]
        kept_off = [man for man in others if man.side != me.side and man.on_its_feet]
        crossed = [(man.at, man.radius) for man in others if man not in kept_off]
        enemies = [(man.at, man.radius) for man in kept_off]
        return self.ground.walk(me.at, points, inches, me.radius, level, crossed, enemies, keep)

    # ---- dice ------------------------------------------------------------------------------------------

    def draw(self, key, law):
        """One of the ends of a law, which is worked out once."""
        if key not in self.known:
            ends = law()
            self.known[key] = (list(ends), [float(p) for p in ends.values()])
        ends, weights = self.known[key]
        return self.rng.choices(ends, weights)[0]

    def passes(self, need: int, dice: int, modifier: int = 0) -> bool:
        """B-TEST-01."""
        return passes_test(tuple(self.d6() for _ in range(dice)), need, modifier, self.options)

    def chances(self, me, target, first, second, situation: Situation) -> dict:
        """Every way in which an attack at somebody unhurt may end, for those who decide."""
        key = ("law", id(me.card), id(target.card), id(first), id(second), situation)
        if key not in self.known:
            self.known[key] = joint(me.card, target.card, first, situation, {}, second)
        return self.known[key]

    # ---- the course of the battle ----------------------------------------------------------------------

    def begin_round(self) -> None:
        super().begin_round()
        for man in self.in_play():
            man.stayed = False

    def ending(self, number: int) -> AdvancedEnding:
        a, b = len(self.in_play(0)), len(self.in_play(1))

        def number_of(those):
            return tuple(sum(those(m) for m in self.in_play(side)) for side in (0, 1))

        return AdvancedEnding(
            number,
            2 if a == b else 0 if a > b else 1,
            (a, b),
            number_of(lambda m: m.state == INJURED),
            tuple(sum(m.state == FLED for m in self.men if m.side == side) for side in (0, 1)),
            number_of(lambda m: m.broken and m.state != INJURED),
            number_of(lambda m: bool(m.empty)),
            number_of(lambda m: m.toughness < m.card.t),
        )

    def deploy(self) -> None:
        super().deploy()
        self.bottled, self.happened = [False, False], Counter()
        for man in self.men:
            man.toughness, man.broken, man.shaken = man.card.t, False, 0
            man.empty, man.jammed = set(), set()

    def next_ready(self, side: int) -> Ganger | None:
        """Who is engaged first, who lies last, else in the order of the gang."""
        ready = [man for man in self.in_play(side) if man.ready]
        return min(
            ready, key=lambda m: 2 if m.state != STANDING else 0 if self.touching(m) else 1, default=None
        )

    def act(self, me: Ganger, along: bool) -> None:
        self.happened["acts along"] += along
        super().act(me, along)

    def brought_along(self, me: Ganger):
        """A-ACT-02: ready friends within 3 inches, the nearest first to be chosen, in the order of the gang."""
        if me.state == INJURED or me.broken:
            return []
        near = [man for man in self.friends(me, 3) if man.ready]
        near.sort(key=lambda man: self.gap(me, man))
        chosen = near[: BRINGS.get(me.card.rank, 0)]
        return [man for man in self.men if man in chosen]

    # ---- what becomes of a fighter ---------------------------------------------------------------------

    def hurt(self, man: Ganger, lost: int, flesh: int, down: int) -> None:
        """A-INJ-02, A-INJ-03: Wounds, flesh wounds, a serious injury, out of action."""
        man.wounds -= lost
        man.toughness -= flesh
        self.happened["is weaker"] += flesh > 0 and down != OUT
        if down == OUT:
            self.falls(man, GONE)
        elif down == DOWN and man.state != INJURED:
            self.falls(man, INJURED)

    def falls(self, man: Ganger, state: str) -> None:
        """A-NRV-01: whoever sees a friend go down within 3 inches has to test its nerve."""
        man.state = state
        self.happened[state] += 1
        if state == GONE:
            man.ready = False
        for friend in self.friends(man, 3):
            if friend.on_its_feet:
                friend.shaken += 1

    # ---- shooting --------------------------------------------------------------------------------------

    def situation_of(
        self, me: Ganger, gun: WeaponProfile, target: Ganger, aim: bool, cover: str
    ) -> Situation:
        return Situation(
            band=band(gun, self.gap(me, target)),
            cover=cover,
            aim=aim,
            target_prone=target.state == PINNED,
            seriously_injured=target.state == INJURED,
            target_engaged=bool(self.touching(target)),
        )

    def modifier(self, me: Ganger, gun: WeaponProfile, target: Ganger, aim: bool, cover: str) -> int:
        how = self.situation_of(me, gun, target, aim, cover)
        return hit_modifier(gun, me.card, target.card, how, twin=False, expert=False)

    def closest(self, me: Ganger, gun: WeaponProfile, target: Ganger, aim: bool, cover: str):
        """A-SHT-01: the nearest enemy that should be shot rather than the target, and its cover."""
        need = self.modifier(me, gun, target, aim, cover)
        for man in sorted(self.enemies(me), key=lambda man: self.gap(me, man)):
            if man is target or self.gap(me, man) >= self.gap(me, target) - TINY:
                return None
            seen = self.cover_of(me, man)
            if seen is None or band(gun, self.gap(me, man)) is None or man.state == INJURED:
                continue
            if man.state == PINNED and seen != "none":
                continue
            if self.modifier(me, gun, man, aim, seen) >= need:
                return man, seen
        return None

    def shoot(self, me: Ganger, gun: WeaponProfile, target: Ganger, aim: bool, cover: str) -> None:
        """A-SHT-01, A-FIRE, A-RF-01, A-SHT-04: one ranged attack."""
        nearer = self.closest(me, gun, target, aim, cover)
        self.happened["shoots"] += 1
        if nearer and not self.passes(me.card.cl, 2):
            self.happened["shoots the closest"] += 1
            target, cover = nearer
            me.turn_to(target.at)
        how = self.situation_of(me, gun, target, aim, cover)
        modifier = self.modifier(me, gun, target, aim, cover)
        die = self.draw(
            ("bs", me.card.bs, modifier), lambda: shooting_rolls(me.card.bs, modifier, self.options)
        )
        rapid = gun.traits.get("rapid-fire")
        dice = [FIREPOWER[self.d6() - 1] for _ in range(rapid or 1)]
        holes = sum(n for n, _ in dice) if rapid else 1
        if die is None:
            self.go_astray(me, gun, target, how, holes)
        else:
            self.hit(me, gun, target, how, die, holes)
        self.check_ammo(me, gun, sum(symbol for _, symbol in dice))

    def hit(self, me: Ganger, gun, target: Ganger, how: Situation, die, holes: int) -> None:
        """B-KB-01, B-PIN-01, A-RF-02: all hits go to the target."""
        pushed_to, blocked = target.at, False
        if "knockback" in gun.traits:
            pushed_to, room = self.pushed(target, me)
            blocked = dist(pushed_to, target.at) < room - TINY
        how = Situation(band=how.band, blocked=blocked)
        hits, _ = plain_hits(holes, "first", gun, me.card, target.card, how, die, False, self.options)
        front = target.state == STANDING and target.has_in_arc(me)
        if hits[0].pushed:
            target.at = pushed_to
        self.pin_and_resolve(target, hits, front)

    def pin_and_resolve(self, target: Ganger, hits: Sequence[Hit], front: bool) -> None:
        pinned = target.state == STANDING and not self.touching(target)
        if pinned:
            target.state = PINNED
        card, body = target.card, FIRST_HIT
        if target.state == INJURED:
            body = body._replace(down=DOWN)
        victim = Victim(card, target.toughness, card.s, target.wounds, self.options, front=front)
        for hit in hits:
            key = ("hit", id(card), target.toughness, target.wounds, front, body, hit)
            body = self.draw(key, lambda body=body, hit=hit: one_hit(body, hit, victim))
        self.hurt(target, body.lost, body.flesh, body.down)
        self.happened["is pinned"] += pinned and target.state == PINNED

    def go_astray(self, me: Ganger, gun, target: Ganger, how: Situation, shots: int) -> None:
        """A-SHT-04: each shot that missed may hit somebody in its way, whoever it is."""
        line = shapely.LineString([me.at, target.at])
        at_risk = [
            man
            for man in self.in_play()
            if man not in (me, target)
            and (man in self.touching(target) or line.distance(shapely.Point(man.at)) <= man.radius + 1)
        ]
        at_risk.sort(key=lambda man: self.gap(me, man))
        struck: dict = {}
        for _ in range(shots):
            man = next((man for man in at_risk if self.d6() <= 3), None)
            if man:
                self.happened["is hit by a stray shot"] += 1
                struck[man] = struck.get(man, 0) + 1
        plain = Situation(band=how.band)
        for man, holes in struck.items():
            hits, _ = plain_hits(holes, "first", gun, me.card, man.card, plain, (0, 0), False, self.options)
            self.pin_and_resolve(man, hits, man.state == STANDING and man.has_in_arc(me))

    def check_ammo(self, me: Ganger, gun: WeaponProfile, symbols: int) -> None:
        """A-FIRE-03, A-RF-01."""
        failed = sum(self.d6() < gun.ammo for _ in range(symbols)) if gun.ammo else 0
        if failed >= 1:
            self.happened["is out of ammo"] += 1
            me.empty.add(gun.weapon)
        if failed >= 2:
            me.jammed.add(gun.weapon)

    def to_reload(self, me: Ganger) -> WeaponProfile | None:
        """A-FIRE-04: the first empty weapon that is neither Scarce nor jammed."""
        for item in me.card.weapons:
            profile = next((p for p in item.profiles if can_run_out(p)), None)
            if profile and profile.weapon in me.empty - me.jammed and "scarce" not in profile.traits:
                return profile
        return None

    def reload(self, me: Ganger) -> None:
        profile = self.to_reload(me)
        self.happened["reloads"] += 1
        if "plentiful" in profile.traits or self.d6() >= profile.ammo:
            self.happened["has ammo again"] += 1
            me.empty.discard(profile.weapon)

    # ---- close combat ----------------------------------------------------------------------------------

    def strike(self, me: Ganger, target: Ganger, charging: bool, own: bool) -> None:
        """B-CC-02 to B-CC-11, A-MULTI-01; broken fighters react at -2."""
        self.happened["fights" if own else "reacts"] += 1
        turned = not own and not me.has_in_arc(target)
        me.turn_to(target.at)
        first, second = self.best_arms(me, target, charging)
        assists = [man for man in self.touching(target) if man is not me and self.touching(man) == [target]]
        hinders = [man for man in self.touching(me) if man is not target and self.touching(man) == [me]]
        how = Situation(
            close=True,
            charging=charging,
            turned=turned,
            behind=not target.has_in_arc(me),
            wounds_lost=target.card.w - target.wounds,
            flesh_wounds=target.card.t - target.toughness,
            assists=len(assists),
            interference=len(hinders),
            entangled=me.broken,
        )
        key = ("fight", id(me.card), id(target.card), id(first), id(second), how)
        end = self.draw(key, lambda: joint(me.card, target.card, first, how, {}, second, kept=WHOLE))
        for weapon, after in ((first, end.weapon), (second, end.second)):
            if "out_of_ammo" in after:
                self.happened["is out of ammo"] += 1
                me.empty.add(weapon.weapon)
        self.hurt(target, end.lost, end.flesh, end.down)

    def best_arms(self, me: Ganger, target: Ganger, charging: bool):
        """The weapons that harm most, of those with ammo; fists only where nothing else is left."""
        ways = [way for way in arms_of(me.card) if all(map(me.has, way))] or [(FISTS, None)]
        return max(ways, key=lambda way: self.harm_of(me, target, way, charging))

    def harm_of(self, me: Ganger, target: Ganger, way, charging: bool) -> float:
        """The share of an unhurt target that a fight takes on average."""
        ends = self.chances(me, target, *way, Situation(close=True, charging=charging))
        return share_taken(ends, target.card, injured=False)

    def fight(self, me: Ganger, target: Ganger, charging: bool) -> None:
        """B-CC-12, B-CC-13, A-CDG-01: the attack, reactions, then a coup de grace or consolidation."""
        self.strike(me, target, charging, True)
        for other in self.men:
            if me.state == STANDING and other in self.touching(me):
                self.strike(other, me, False, False)
        if me.state != STANDING or self.touching(me):
            return
        if target.state == INJURED:
            self.finish(me, target)
            return
        enemy = self.nearest(me)
        if enemy and self.chooser[me.side].weights.get("presses", 0) > 0:
            inches, to = self.contact(me, enemy)
            if inches <= 2:
                me.at = to
                self.meet(me)
        self.face_enemy(me)

    def finish(self, me: Ganger, target: Ganger) -> None:
        """A-CDG-01: no roll."""
        self.happened["finishes"] += 1
        me.turn_to(target.at)
        self.falls(target, GONE)


def check_known(card: Fighter) -> None:
    """Refuse whom this reading does not know."""
    profiles = [profile for item in card.weapons for profile in item.profiles]
    names = [item.profiles[0].weapon for item in card.weapons]
    strange = {trait for profile in profiles for trait in profile.traits} - KNOWN
    melee_push = any("knockback" in p.traits and p.close_combat for p in profiles)
    stores = {p.weapon for p in profiles if can_run_out(p)}
    if (
        strange
        or melee_push
        or card.skills
        or card.wargear
        or len(set(names)) < len(names)
        or len(stores) > 2
    ):
        raise ValueError(f"{card.name}: this reading knows plain weapons alone, got {strange or card}")


def arms_of(card: Fighter):
    """Weapons to fight with."""
    return ARMS.setdefault(id(card), (card, arms(card)))[1]


ARMS: dict = {}
