"""The duel under the advanced rules as a plain game tree: states, what may be done, what the dice make of it."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Situation, WeaponProfile
from tests.naive.advanced.attack import joint
from tests.naive.advanced.cards import flame, in_force, toughness
from tests.naive.advanced.close_combat import ARM_KNIFE, BLINDED
from tests.naive.advanced.end_phase import fire_goes_out, recovery, unstoppable
from tests.naive.advanced.ends import End, Harm, Shooter
from tests.naive.advanced.fire import FIELDS, fire_hit
from tests.naive.advanced.hits import Kept
from tests.naive.advanced.injuries import DOWN, IN_PLAY, OUT, Body
from tests.naive.advanced.kit import Way, band, kit_of, loaded
from tests.naive.advanced.policies import FIRE, ONE, Deciding
from tests.naive.damage import FACES
from tests.naive.lane import HALF, OVER, Lane, State, add, moved, with_side
from tests.naive.rounds import chance_of_test, contact, d3

ACT = ("act",)
LASTING = frozenset({"on_fire", "blinded", "concussed", "dragged", "disarmed", "entangled"})


class Side(NamedTuple):
    """One fighter.

    ``booster`` and ``field``: carried, and not used up; ``empty``: which of its stores of ammo are.
    """

    wounds: int
    toughness: int
    down: int = IN_PLAY
    pinned: bool = False
    cover: bool = False
    fire: bool = False
    blinded: bool = False
    concussed: bool = False
    booster: bool = False
    field: bool = False
    empty: tuple[bool, ...] = ()

    @property
    def in_play(self) -> bool:
        return self.down == IN_PLAY


class Blow(NamedTuple):
    """An end of an attack, as far as the duel asks for it."""

    lost: int
    flesh: int
    down: int
    pinned: bool
    pushed: bool
    marks: frozenset[str]
    dry: tuple[bool, bool]  # of the first and the second weapon
    attacker: Harm
    kept: Kept


class Law(NamedTuple):
    """All ends of an attack, and how good it is as policies see it: chances of down and out, mean of Wounds lost."""

    ends: dict[Blow, Fraction]
    merit: tuple[Fraction, Fraction, Fraction]


class Reaction(NamedTuple):
    """What is to be decided: the arms of a reaction, and what has hampered it."""

    what: str = "react"
    after: str = "fight"  # or "retreat", "stuck", "moved"
    unarmed: bool = False
    entangled: bool = False
    turned: bool = False
    blinded: bool = False


class AdvancedLane(Deciding, Lane):
    """The tree of one duel. A and B are sides 0 and 1.

    ``known``: the attacks found so far, which duels of the same fighters under the same options can share.
    """

    def __init__(
        self, a, b, *, lane, cover_a, cover_b, policy_a, policy_b, options, no_aim, knife=None, known=None
    ):
        if knife is not None and numbers(knife) != numbers(ARM_KNIFE):
            raise ValueError("a third arm holds a fighting knife as printed")
        self.cards = (a, b)
        self.lane = lane
        self.covers = (cover_a, cover_b)
        self.policies = (policy_a, policy_b)
        self.options = in_force(options)
        self.no_aim = no_aim
        self.kits = [kit_of(card) for card in self.cards]
        self.known: dict = {} if known is None else known

    def fresh(self, side: int) -> Side:
        card = self.cards[side]
        return Side(
            card.w,
            toughness(card),
            cover=self.covers[side] != "none",
            booster="bio-booster" in card.wargear,
            field=any(item in FIELDS for item in card.wargear),
            empty=(False,) * len(self.kits[side].stores),
        )

    # ---- single attacks, from the chapter of attacks ---------------------------------------------------

    def condition(self, side: int, s: State) -> dict:
        """What a situation says of side `side` as a target."""
        target = s.sides[side]
        return {
            "wounds_lost": self.cards[side].w - target.wounds,
            "flesh_wounds": toughness(self.cards[side]) - target.toughness,
            "seriously_injured": target.down == DOWN,
        }

    def shot(self, s: State, me: int, k: int, aim: bool) -> Law:
        """A shot of side `me` in this state, in the k-th way."""
        target, way, card = s.sides[1 - me], self.kits[me].guns[k], self.cards[me]
        cover = self.covers[1 - me] if target.cover else "none"
        if prone(target):
            cover = "none"  # only asked for when it is not hidden, or for choosing a gun
        situation = Situation(
            band=band(way.first, card, s.gap),
            distance=s.gap,
            cover=cover,
            aim=aim,
            target_prone=target.pinned,
            **self.condition(1 - me, s),
        )
        reaching = way._replace(
            first=in_reach(way.first, card, s.gap),
            second=way.second and in_reach(way.second, card, s.gap),
        )
        return self.look_up(s, me, ("gun", k), reaching, situation)

    def blow(
        self, s: State, me: int, k: int, *, charging: bool = False, hampered: Reaction | None = None
    ) -> Law:
        """The same for a close combat attack with the k-th choice of arms."""
        hampered = hampered or Reaction()
        situation = Situation(
            close=True,
            charging=charging,
            turned=hampered.turned,
            entangled=hampered.entangled,
            **self.condition(1 - me, s),
        )
        return self.look_up(s, me, ("arms", k), self.kits[me].arms[k], situation, hampered.blinded)

    def look_up(
        self, s: State, me: int, which: tuple, way: Way, situation: Situation, blinded: bool = False
    ) -> Law:
        mine, target = s.sides[me], s.sides[1 - me]
        kept = Kept(target.field, target.booster)
        shooter = None
        if not situation.close and any(p is not None and "blast" in p.traits for p in way[:2]):
            shooter = Shooter(mine.wounds, mine.toughness, Kept(mine.field, mine.booster))
        key = (me, which, situation, kept, blinded, shooter)
        if key not in self.known:
            attacker = self.cards[me]
            if blinded:
                attacker = replace(attacker, skills=(*attacker.skills, BLINDED))
            found = joint(
                attacker,
                self.cards[1 - me],
                way.first,
                situation,
                self.options,
                way.second,
                None,
                kept,
                shooter,
            )
            ends: dict = defaultdict(Fraction)
            for end, p in found.items():
                ends[blow_of(end, way, kept)] += p
            self.known[key] = Law({blow: p for blow, p in ends.items() if p}, merit(found))
        return self.known[key]

    # ---- choosing weapons ------------------------------------------------------------------------------

    def usable_guns(self, s: State, me: int) -> list[int]:
        """Ways to shoot that are loaded; Unwieldy ones as the first thing of an activation."""
        guns, empty = self.kits[me].guns, s.sides[me].empty
        return [k for k, way in enumerate(guns) if loaded(way, empty) and (not way.unwieldy or s.left == 2)]

    def usable_arms(self, s: State, me: int, unarmed: bool = False) -> list[int]:
        """Ways to fight that are loaded; fists for want of anything else."""
        *armed, fists = range(len(self.kits[me].arms))
        able = [k for k in armed if loaded(self.kits[me].arms[k], s.sides[me].empty)]
        return [fists] if unarmed or not able else able

    def best_gun(self, s: State, me: int, aim: bool) -> int | None:
        """Down, then out, then the higher mean of Wounds, then the first named."""
        able = self.usable_guns(s, me)
        return max(able, key=lambda k: self.shot(s, me, k, aim).merit, default=None)

    def best_arms(self, s: State, me: int, charging: bool = False, hampered: Reaction | None = None) -> int:
        able = self.usable_arms(s, me, hampered is not None and hampered.unarmed)
        return max(able, key=lambda k: self.blow(s, me, k, charging=charging, hampered=hampered).merit)

    def to_reload(self, s: State, me: int) -> list[int]:
        """The empty stores that can be filled."""
        stores = zip(self.kits[me].stores, s.sides[me].empty, strict=True)
        return [n for n, (store, empty) in enumerate(stores) if empty and store.fills is not None]

    def dry(self, s: State, me: int) -> bool:
        """Whether there are guns, all of them empty."""
        guns = self.kits[me].guns
        return bool(guns) and not any(loaded(way, s.sides[me].empty) for way in guns)

    # ---- what may be done ------------------------------------------------------------------------------

    def hidden(self, side: int, s: State) -> bool:
        """B-SHT-01: prone and in cover."""
        return prone(s.sides[side]) and s.sides[side].cover

    def engaged(self, s: State) -> bool:
        """B-STAT-02: in contact, both in play."""
        return s.gap == 0 and all(side.in_play for side in s.sides)

    def legal(self, s: State) -> list[tuple]:
        """Every choice in this state, decisions about weapons and distances written out."""
        me = self.who(s)
        if s.wait[0] == "react":  # reactions are never declined
            return [("react", k) for k in self.usable_arms(s, me, s.wait.unarmed)]
        if s.wait[0] == "free fight":
            return [("no fight",)] + [("free fight", k) for k in self.usable_arms(s, me)]
        if s.wait[0] == "distance":
            return [("distance", n) for n in range(1, s.wait[1] + 1)]
        if s.wait == FIRE:
            return [("burn", 0)] + [("burn", 1)] * s.sides[me].in_play
        return self.actions(s, me)

    def actions(self, s: State, me: int) -> list[tuple]:
        card, mine, enemy = self.cards[me], s.sides[me], s.sides[1 - me]
        crawls = [("crawl", g) for g in self.gaps(s.gap, self.half(card.m))] if s.left == 2 else []
        reloads = [("reload", n) for n in self.to_reload(s, me)]
        ways: list[tuple] = [("nothing",)]
        if not mine.in_play:  # A-INJ-05
            return ways + crawls
        if self.engaged(s):  # B-ACT-04
            if "fight" not in s.used:
                ways += [("fight", k) for k in self.usable_arms(s, me)]
            if "retreat" not in s.used:
                ways.append(("retreat",))
            return ways
        if mine.pinned:  # B-ACT-06, A-ACT-01
            if "stand up" not in s.used:
                ways.append(("stand up",))
            return ways + crawls + reloads
        ways += [("move", g) for g in self.gaps(s.gap, card.m)]
        if "shoot" not in s.used and not self.hidden(1 - me, s):
            ways += [("shoot", k) for k in self.usable_guns(s, me)]
        if "aim" not in s.used and not self.no_aim:
            ways.append(("aim",))
        if self.may_charge(s, me):
            ways.append(("charge",))
        ways += reloads
        if enemy.down == DOWN and s.gap <= 1:  # A-CDG-01
            ways.append(("coup",))
        return ways

    def may_charge(self, s: State, me: int) -> bool:
        return s.gap > 0 and super().may_charge(s, me)

    # ---- what comes of it ------------------------------------------------------------------------------

    def outcome(self, s: State, way: tuple) -> dict[State, Fraction]:
        """The states in which a choice can end, with their chances."""
        me, kind = self.who(s), way[0]
        if kind == "burn":
            return self.burn(s, me, way[1] == 1)
        if kind == "react":
            return self.reaction(s, me, way[1])
        if kind == "no fight":
            return self.go_on(s._replace(wait=ACT))
        if kind == "free fight":
            return self.fight(s._replace(wait=ACT), me, way[1], charging=True, stood_up=s.wait[1])
        if kind == "distance":
            return self.retreated(s, me, way[1])
        spent = s._replace(left=s.left - 1, plan=s.plan[1:], d3=0)
        if kind in ("shoot", "aim", "fight", "retreat", "stand up"):
            spent = spent._replace(used=spent.used | {kind})
        if kind == "nothing" or kind == "aim":
            return self.go_on(spent)
        if kind == "move":
            return self.go_on(moved(spent, me, way[1]))
        if kind == "crawl":
            return self.go_on(moved(spent._replace(left=0), me, way[1]))
        if kind == "stand up":
            return self.go_on(with_side(spent, me, pinned=False))
        if kind == "charge":
            return self.charge(spent._replace(left=0), me, s.d3)
        if kind == "fight":
            return self.fight(spent, me, way[1])
        if kind == "shoot":
            if self.kits[me].guns[way[1]].unwieldy:  # A-TRT-11
                spent = spent._replace(left=0)
            return self.shoot(s, spent, me, way[1])
        if kind == "reload":
            return self.reload(spent, me, way[1])
        if kind == "coup":
            return self.go_on(with_side(spent, 1 - me, down=OUT))
        return self.retreat(spent, me)

    def reload(self, s: State, me: int, n: int) -> dict:
        """A-FIRE-04."""
        p = self.kits[me].stores[n].fills
        ends: dict = defaultdict(Fraction)
        add(ends, self.go_on(with_side(s, me, empty=but(s.sides[me].empty, n, False))), p)
        if p < 1:
            add(ends, self.go_on(s), 1 - p)
        return ends

    def struck(self, s: State, me: int, way: Way, blow: Blow) -> State:
        """The state after an attack by side `me`, nobody moved yet."""
        mine, target = s.sides[me], s.sides[1 - me]
        target = target._replace(
            wounds=target.wounds - blow.lost,
            toughness=target.toughness - blow.flesh,
            down=blow.down,
            pinned=blow.pinned and blow.down == IN_PLAY,
            fire=target.fire or "on_fire" in blow.marks,
            blinded=target.blinded or "blinded" in blow.marks,
            concussed=target.concussed or "concussed" in blow.marks,
            booster=blow.kept.booster,
            field=blow.kept.field,
        )
        empty = mine.empty
        for store, dry in zip(way.stores, blow.dry, strict=True):
            if store is not None and dry:
                empty = but(empty, store, True)
        # reading: of its own blast the shooter is not pinned
        own = blow.attacker
        mine = mine._replace(
            wounds=mine.wounds - own.lost,
            toughness=mine.toughness - own.flesh,
            empty=empty,
            down=max(mine.down, own.down),
            fire=mine.fire or "on_fire" in own.marks,
            blinded=mine.blinded or "blinded" in own.marks,
            concussed=mine.concussed or "concussed" in own.marks,
            booster=own.kept.booster if own.kept else mine.booster,
            field=own.kept.field if own.kept else mine.field,
        )
        return s._replace(sides=(mine, target) if me == 0 else (target, mine))

    def shoot(self, before: State, s: State, me: int, k: int) -> dict:
        """R1, B-KB-01, A-TRT-23: the shot, then the push, then the drag."""
        ends: dict = defaultdict(Fraction)
        for blow, p in self.shot(before, me, k, "aim" in before.used).ends.items():
            t = self.struck(s, me, self.kits[me].guns[k], blow)
            if blow.pushed:  # a push stops at the end of the lane and is not "blocked"
                t = self.pushed(t, 1 - me)
            if "dragged" not in blow.marks:
                add(ends, self.go_on(t), p)
                continue
            for face in FACES:  # reading: somebody in contact is dragged no closer and no further
                gap = min(t.gap, max(1, t.gap - d3(face)))
                add(ends, self.go_on(moved(t, 1 - me, gap)), p / 6)
        return ends

    def pushed(self, s: State, side: int) -> State:
        return moved(s, side, min(self.lane, s.gap + 1))

    def charge(self, s: State, me: int, known: int) -> dict:
        ends: dict = defaultdict(Fraction)
        stood_up = s.sides[1 - me].pinned and option_is(self, "charged_prone_reaction", "-1")
        for inches in [known] if known else [d3(face) for face in FACES]:
            p = ONE if known else Fraction(1, 6)
            m = self.cards[me].m
            if contact(
                m, inches, s.gap, self.options
            ):  # a pinned enemy stands up, one seriously injured does not
                t = with_side(moved(s, me, 0), 1 - me, pinned=False)
                ends[t._replace(wait=("free fight", stood_up))] += p
            else:
                add(ends, self.go_on(moved(s, me, max(1, s.gap - m - inches))), p)
        return ends

    def fight(self, s: State, me: int, k: int, charging: bool = False, stood_up: bool = False) -> dict:
        """B-CC-00: attack, reaction, free coup de grace."""
        ends: dict = defaultdict(Fraction)
        before, together = s.sides[1 - me], option_is(self, "reaction_order", "simultaneous")
        for blow, p in self.blow(s, me, k, charging=charging).ends.items():
            t = self.struck(s, me, self.kits[me].arms[k], blow)
            breaks = blow.pushed and not option_is(self, "melee_kb_followup", "always")
            if breaks:
                t = self.pushed(t, 1 - me)
            reactor = before if together else t.sides[1 - me]
            if t.sides[me].in_play and reactor.in_play and not reactor.fire and not breaks:
                # reading: who is put out by a simultaneous attack reacts unhampered
                marks = blow.marks
                wait = Reaction(
                    after="fight",
                    unarmed="disarmed" in marks,
                    entangled="entangled" in marks,
                    turned=stood_up,
                    blinded=reactor.blinded or t.sides[1 - me].blinded,
                )
                ends[t._replace(wait=wait)] += p
            else:
                add(ends, self.after_fight(t, me), p)
        return ends

    def after_fight(self, s: State, me: int) -> dict:
        """A-CDG-01: the free coup de grace."""
        finishes = s.sides[me].in_play and s.sides[1 - me].down == DOWN and s.gap <= 1
        if finishes and option_is(self, "coup_after_fight", "True"):
            s = with_side(s, 1 - me, down=OUT)
        return self.go_on(s)

    def reaction(self, s: State, me: int, k: int) -> dict:
        ends: dict = defaultdict(Fraction)
        after = s.wait.after
        for blow, p in self.blow(s, me, k, hampered=s.wait).ends.items():
            t = self.struck(s, me, self.kits[me].arms[k], blow)._replace(wait=ACT)
            # reading: a push moves nobody who retreats
            stays = after in ("fight", "stuck")
            if blow.pushed and stays and not option_is(self, "melee_kb_followup", "always"):
                t = self.pushed(t, 1 - me)
            goes = t.sides[1 - me].in_play and t.sides[me].down != OUT
            if after == "fight":
                add(ends, self.after_fight(t, 1 - me), p)
            elif after == "retreat" and goes:
                add(ends, self.roll_distance(t), p)
            else:
                add(ends, self.go_on(t), p)
        return ends

    # ---- retreats --------------------------------------------------------------------------------------

    def initiative(self, side: int, s: State) -> Fraction:
        """B-ACT-05, R32, A-TRT: a test to retreat or against a retreat, concussed at +2 but no worse than 6+."""
        card = self.cards[side]
        slower = card.armour.initiative + card.under.initiative - ("servo-harness-partial" in card.wargear)
        worse = max(0, min(2, 6 - (card.i - slower))) if s.sides[side].concussed else 0
        return chance_of_test(card.i + worse, 1, slower, self.options)

    def retreat(self, s: State, me: int) -> dict:
        """Own test, enemy's test, reaction, D6, distance; with after_move the last two come second."""
        ends: dict = defaultdict(Fraction)
        own = self.initiative(me, s)
        if own:
            if option_is(self, "retreat_timing", "after_move"):
                add(ends, self.roll_distance(s), own)
            else:
                add(ends, self.enemy_tests(s, me, "retreat"), own)
        if own < 1:
            if option_is(self, "retreat_reaction", "always"):
                add(ends, self.enemy_tests(s, me, "stuck"), 1 - own)
            else:
                add(ends, self.go_on(s), 1 - own)
        return ends

    def enemy_tests(self, s: State, me: int, after: str) -> dict:
        ends: dict = defaultdict(Fraction)
        enemy = s.sides[1 - me]
        passes = Fraction(0) if enemy.fire else self.initiative(1 - me, s)
        if passes:
            ends[s._replace(wait=Reaction(after=after, blinded=enemy.blinded))] += passes
        if passes < 1:
            add(ends, self.roll_distance(s) if after == "retreat" else self.go_on(s), 1 - passes)
        return ends

    def retreated(self, s: State, me: int, inches: int) -> dict:
        t = moved(s._replace(wait=ACT), me, min(self.lane, s.gap + inches))
        if option_is(self, "retreat_timing", "after_move"):
            return self.enemy_tests(t, me, "moved")
        return self.go_on(t)

    # ---- fire ------------------------------------------------------------------------------------------

    def burn(self, s: State, me: int, double: bool) -> dict[State, Fraction]:
        """A-TRT-03: a D6, the hit, the run; or a Double action on the ground."""
        ends: dict = defaultdict(Fraction)
        if double and not self.engaged(s):
            s = with_side(s, me, pinned=True)
        out = fire_goes_out(0, double)
        safe = with_side(s, me, fire=False)
        add(ends, self.go_on(safe._replace(left=0, wait=ACT)) if double else self.begin(safe), out)
        for side, p in self.burnt(s.sides[me], me).items():
            t = with_side(s, me, **side._asdict())._replace(left=0, wait=ACT)
            if double or not side.in_play or side.pinned or self.engaged(t):
                add(ends, self.go_on(t), p * (1 - out))
            else:
                for run, q in self.runs(t, me).items():
                    add(ends, self.go_on(run), p * q * (1 - out))
        return ends

    def burnt(self, side: Side, me: int) -> dict[Side, Fraction]:
        """What the hit of the fire makes of a fighter."""
        key = ("fire", me, side)
        if key not in self.known:
            ends: dict = defaultdict(Fraction)
            body = Body(down=side.down, booster=side.booster)
            found = fire_hit(self.cards[me], side.toughness, side.wounds, body, self.options)
            for end, p in found.items():
                after = side._replace(
                    wounds=side.wounds - end.lost,
                    toughness=side.toughness - end.flesh,
                    down=end.down,
                    pinned=side.pinned and end.down == IN_PLAY,
                    booster=side.booster and end.booster,
                )
                ends[after] += p
            self.known[key] = dict(ends)
        return self.known[key]

    def runs(self, s: State, me: int) -> dict[State, Fraction]:
        """2D6 inches, on 1 to 3 towards the enemy, else away from it."""
        ends: dict = defaultdict(Fraction)
        for one, two in product(FACES, FACES):
            towards = min(s.gap, max(1, s.gap - one - two))
            away = min(self.lane, s.gap + one + two)
            for gap in (towards, away):
                ends[moved(s, me, gap)] += Fraction(1, 72)
        return ends

    # ---- activations and rounds ------------------------------------------------------------------------

    def go_on(self, s: State) -> dict[State, Fraction]:
        """The next decision: of this activation, of the next one, or none in this round."""
        if not any(side.down == OUT for side in s.sides):
            active = s.holder if s.turn == 0 else 1 - s.holder
            # reading: whom its own blast or a reaction blinds or sets on fire does nothing more in this activation
            if s.left > 0 and able(s.sides[active]):
                return {s._replace(wait=ACT): ONE}
            if s.turn == 0:
                return self.activate(State(s.gap, s.sides, s.holder, turn=1))
            sides = s.sides
        else:
            sides = tuple(Side(0, 0, side.down) for side in s.sides)
        return {State(s.gap, sides, s.holder, turn=1, left=0, wait=OVER): ONE}

    def activate(self, s: State) -> dict[State, Fraction]:
        """The start of an activation: lost to one who is blinded, a choice for one on fire."""
        me = self.who(s)
        if s.sides[me].blinded:
            return self.go_on(with_side(s, me, blinded=False)._replace(left=0))
        if s.sides[me].fire:
            return {s._replace(wait=FIRE): ONE}
        return self.begin(s)

    def begin(self, s: State) -> dict[State, Fraction]:
        """With charge_d3=before_declare the D3 first, then the plan."""
        s = s._replace(wait=ACT)
        me = self.who(s)
        mine, starts = s.sides[me], [s]
        free = s.gap > 0 and mine.in_play and not mine.pinned
        if option_is(self, "charge_d3", "before_declare") and free and self.in_reach(me, s.gap):
            starts = [s._replace(d3=d3(face)) for face in FACES]
        ends: dict = defaultdict(Fraction)
        for t in starts:
            ends[t._replace(plan=self.plan(t, me))] += Fraction(1, len(starts))
        return ends

    def standing(self, s: State) -> tuple[bool, bool]:
        """Who is in play and not seriously injured."""
        return s.sides[0].in_play, s.sides[1].in_play

    def decided(self, s: State) -> bool:
        return any(side.down == OUT for side in s.sides)

    def end_phase(self, s: State) -> dict[State, Fraction]:
        """Concussion ends; each of those seriously injured makes a recovery test, whatever becomes of the other."""
        if any(side.down == OUT for side in s.sides):
            return {s: ONE}
        ends: dict = defaultdict(Fraction)
        for (one, p), (other, q) in product(*(self.recovered(s.sides[n], n).items() for n in (0, 1))):
            t = s._replace(sides=(one, other))
            if any(side.down == OUT for side in t.sides):
                t = t._replace(sides=tuple(Side(0, 0, side.down) for side in t.sides))
            elif self.engaged(t):
                t = with_side(with_side(t, 0, pinned=False), 1, pinned=False)
            ends[t] += p * q
        return ends

    def recovered(self, side: Side, me: int) -> dict[Side, Fraction]:
        """A-END-03: {a fighter after the End phase: chance}."""
        side = side._replace(concussed=False)
        if side.down != DOWN:
            return {side: ONE}
        card = self.cards[me]
        if "unstoppable" in card.skills:
            found = unstoppable(side.toughness, toughness(card), self.options, 1, False)
        else:
            found = recovery(side.toughness, self.options)
        ends: dict = defaultdict(Fraction)
        for (kept, left), p in found.items():
            down = {"pinned": IN_PLAY, "serious": DOWN, "out": OUT}[kept]
            ends[side._replace(toughness=left, down=down, pinned=kept == "pinned")] += p
        return ends

    def start(self, distance: int) -> dict[State, Fraction]:
        """Both fresh, priority of round 1 rolled, which favours nobody."""
        ends: dict = defaultdict(Fraction)
        sides = (self.fresh(0), self.fresh(1))
        for holder in (0, 1):
            add(ends, self.activate(State(distance, sides, holder)), HALF)
        return ends


# ---- small helpers -------------------------------------------------------------------------------------------


def option_is(tree: AdvancedLane, name: str, value: str) -> bool:
    return tree.options[name] == value


def numbers(profile: WeaponProfile) -> tuple:
    """What a knife in a third arm is made of."""
    return (
        profile.weapon, profile.strength, profile.ap, profile.d, profile.acc_s, profile.acc_l, dict(profile.traits)
    )  # fmt: skip


def prone(side: Side) -> bool:
    """B-STAT-01."""
    return side.pinned or side.down == DOWN


def able(side: Side) -> bool:
    """Whether a fighter may go on with its activation."""
    return side.in_play and not side.fire and not side.blinded


def but(empty: tuple[bool, ...], n: int, value: bool) -> tuple[bool, ...]:
    """The same stores with the n-th changed."""
    return (*empty[:n], value, *empty[n + 1 :])


def in_reach(gun: WeaponProfile, card, gap: int) -> WeaponProfile:
    """A flame beyond its template is a shot beyond its range."""
    if flame(gun) and band(gun, card, gap) is None:
        traits = {name: number for name, number in gun.traits.items() if name != "template"}
        return replace(gun, rng_s="-", rng_l="E", traits=traits)
    return gun


def blow_of(end: End, way: Way, before: Kept) -> Blow:
    """What the duel remembers of an end."""
    dry = tuple(
        store is not None and "out_of_ammo" in marks
        for store, marks in zip(way.stores, (end.weapon, end.second), strict=True)
    )
    own = end.own or Harm(end.shooter)
    own = own._replace(marks=own.marks & LASTING)
    if end.down == OUT:
        return Blow(0, 0, OUT, False, False, frozenset(), dry, own, before)
    kept = Kept(before.field and end.kept.field, before.booster and end.kept.booster)
    marks = end.marks & LASTING
    return Blow(end.lost, end.flesh, end.down, end.pinned, end.pushed, marks, dry, own, kept)


def merit(ends: dict[End, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """Chance that the target is down, that it is out, mean of Wounds lost."""
    down = sum((p for end, p in ends.items() if end.down != IN_PLAY), Fraction(0))
    out = sum((p for end, p in ends.items() if end.down == OUT), Fraction(0))
    return down, out, sum((end.lost * p for end, p in ends.items()), Fraction(0))
