"""The duel as a plain game tree: states, what may be done in them, what the dice make of it."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.attack import joint
from tests.naive.close_combat import FISTS
from tests.naive.damage import FACES, option
from tests.naive.rounds import chance_of_test, contact, d3, first_priority, keeps_priority

HALF = Fraction(1, 2)
PLANNERS = ("stand-and-shoot", "charge", "keep-away")


class Side(NamedTuple):
    """One fighter: Wounds left, pinned, still in the cover it started in."""

    wounds: int
    pinned: bool
    cover: bool


class State(NamedTuple):
    """Everything that matters within a round.

    ``turn`` is 0 while the holder of priority acts, then 1; ``left`` the actions left; ``used`` the Basic actions
    used; ``plan`` the steps of a policy still to come; ``d3`` a charge die rolled before declaring, else 0;
    ``wait`` what is to be decided next.
    """

    gap: int
    sides: tuple[Side, Side]
    holder: int
    turn: int = 0
    left: int = 2
    used: frozenset = frozenset()
    plan: tuple = ()
    d3: int = 0
    wait: tuple = ("act",)


OVER = ("over",)


class Lane:
    """The tree of one duel. A and B are sides 0 and 1."""

    def __init__(self, a, b, *, lane, cover_a, cover_b, policy_a, policy_b, options, no_aim):
        self.cards = (a, b)
        self.lane = lane
        self.covers = (cover_a, cover_b)
        self.policies = (policy_a, policy_b)
        self.options: Mapping[str, str] = options
        self.no_aim = no_aim
        self.guns = [guns(card) for card in self.cards]
        self.arms = [arms(card) for card in self.cards]
        self.known: dict = {}

    # ---- single attacks, from the chapter of attacks ---------------------------------------------------

    def shot(self, s: State, me: int, k: int, aim: bool) -> dict:
        """{(Wounds lost, pinned, pushed): chance} of gun k of side `me` in this state."""
        target, gun = s.sides[1 - me], self.guns[me][k]
        cover = self.covers[1 - me] if target.cover else "none"
        if target.pinned:
            cover = "none"  # only asked for when it is not hidden, or for choosing a gun
        situation = Situation(
            band=band(gun, s.gap),
            cover=cover,
            aim=aim,
            target_prone=target.pinned,
            wounds_lost=self.cards[1 - me].w - target.wounds,
        )
        return self.look_up(me, gun, None, situation)

    def blow(self, s: State, me: int, k: int, charging: bool) -> dict:
        """The same for a close combat attack with the k-th choice of arms."""
        first, second = self.arms[me][k]
        target = s.sides[1 - me]
        situation = Situation(close=True, charging=charging, wounds_lost=self.cards[1 - me].w - target.wounds)
        return self.look_up(me, first, second, situation)

    def look_up(self, me: int, first, second, situation: Situation) -> dict:
        key = (me, id(first), id(second), situation)
        if key not in self.known:
            ends: dict = defaultdict(Fraction)
            for r, p in joint(
                self.cards[me], self.cards[1 - me], first, situation, self.options, second
            ).items():
                ends[r.lost, r.pinned, r.pushed] += p
            self.known[key] = dict(ends)
        return self.known[key]

    def best_gun(self, s: State, me: int, aim: bool) -> int:
        """The gun with the highest chance to put out; then the higher mean; then the first named."""
        wounds = s.sides[1 - me].wounds
        return max(range(len(self.guns[me])), key=lambda k: merit(self.shot(s, me, k, aim), wounds))

    def best_arms(self, s: State, me: int, charging: bool) -> int:
        wounds = s.sides[1 - me].wounds
        return max(range(len(self.arms[me])), key=lambda k: merit(self.blow(s, me, k, charging), wounds))

    # ---- what may be done ------------------------------------------------------------------------------

    def in_reach(self, me: int, gap: int) -> bool:
        """Whether side `me` may declare a charge: M + 3 reaches the gap."""
        # reading: with charge_contact=within_1 "reaches" means to within 1 inch, here and for keep-away
        return contact(self.cards[me].m, 3, gap, self.options)

    def hidden(self, side: int, s: State) -> bool:
        """B-SHT-01: prone and in cover."""
        return s.sides[side].pinned and s.sides[side].cover

    def gaps(self, gap: int, inches: int) -> list[int]:
        """The other gaps that a move of up to so many inches can lead to, never under 1 nor over the lane."""
        return [g for g in range(max(1, gap - inches), min(self.lane, gap + inches) + 1) if g != gap]

    def half(self, m: int) -> int:
        """Half a move on a lane of whole inches."""
        return (m + 1) // 2 if option(self.options, "half_move_rounding") == "up" else m // 2

    def who(self, s: State) -> int:
        """Who decides: the active side, or the reacting one."""
        active = s.holder if s.turn == 0 else 1 - s.holder
        return 1 - active if s.wait[0] == "react" else active

    def legal(self, s: State) -> list[tuple]:
        """Every choice in this state, decisions about weapons and distances written out."""
        me = self.who(s)
        arms_ = range(len(self.arms[me]))
        if s.wait[0] == "react":  # reactions are never declined
            return [("react", k) for k in arms_]
        if s.wait[0] == "free fight":
            return [("no fight",)] + [("free fight", k) for k in arms_]
        if s.wait[0] == "distance":
            return [("distance", inches) for inches in range(1, s.wait[1] + 1)]
        card, mine = self.cards[me], s.sides[me]
        ways: list[tuple] = [("nothing",)]
        if s.gap == 0:  # B-ACT-04
            if "fight" not in s.used:
                ways += [("fight", k) for k in arms_]
            if "retreat" not in s.used:
                ways.append(("retreat",))
        elif mine.pinned:  # B-ACT-06
            if "stand up" not in s.used:
                ways.append(("stand up",))
            if s.left == 2:
                ways += [("crawl", g) for g in self.gaps(s.gap, self.half(card.m))]
        else:  # B-ACT-03
            ways += [("move", g) for g in self.gaps(s.gap, card.m)]
            if "shoot" not in s.used and not self.hidden(1 - me, s):
                ways += [("shoot", k) for k in range(len(self.guns[me]))]
            if "aim" not in s.used and not self.no_aim:  # reading: legal without a gun too
                ways.append(("aim",))
            if self.may_charge(s, me):
                ways.append(("charge",))
        return ways

    def may_charge(self, s: State, me: int) -> bool:
        if s.left < 2 or not self.in_reach(me, s.gap):
            return False
        # reading: a charge die known beforehand must reach (no charge falls short then)
        return not s.d3 or contact(self.cards[me].m, s.d3, s.gap, self.options)

    # ---- what comes of it ------------------------------------------------------------------------------

    def outcome(self, s: State, way: tuple) -> dict[State, Fraction]:
        """The states in which a choice can end, with their chances."""
        me, kind = self.who(s), way[0]
        if kind == "react":
            return self.reaction(s, me, way[1])
        if kind == "no fight":
            return self.go_on(s._replace(wait=("act",)))
        if kind == "free fight":
            return self.fight(s._replace(wait=("act",)), me, way[1], charging=True)
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
            return self.fight(spent, me, way[1], charging=False)
        if kind == "shoot":
            return self.shoot(spent, me, way[1], "aim" in s.used)
        return self.retreat(spent, me)

    def shoot(self, s: State, me: int, k: int, aim: bool) -> dict:
        ends: dict = defaultdict(Fraction)
        target = s.sides[1 - me]
        for (lost, pinned, pushed), p in self.shot(s, me, k, aim).items():
            t = with_side(s, 1 - me, wounds=target.wounds - lost, pinned=pinned)
            if pushed and s.gap < self.lane:  # a push stops at the end of the lane and is not "blocked"
                t = moved(t, 1 - me, s.gap + 1)
            add(ends, self.go_on(t), p)
        return ends

    def charge(self, s: State, me: int, known: int) -> dict:
        ends: dict = defaultdict(Fraction)
        for inches in [known] if known else [d3(face) for face in FACES]:
            p = Fraction(1) if known else Fraction(1, 6)
            m = self.cards[me].m
            if contact(m, inches, s.gap, self.options):  # the other side stands at once and keeps its cover
                t = with_side(moved(s, me, 0), 1 - me, pinned=False)
                ends[t._replace(wait=("free fight",))] += p
            else:
                add(ends, self.go_on(moved(s, me, max(1, s.gap - m - inches))), p)
        return ends

    def fight(self, s: State, me: int, k: int, charging: bool) -> dict:
        ends: dict = defaultdict(Fraction)
        target = s.sides[1 - me]
        for (lost, _, _), p in self.blow(s, me, k, charging).items():
            t = with_side(s, 1 - me, wounds=target.wounds - lost)
            if lost < target.wounds or option(self.options, "reaction_order") == "simultaneous":
                ends[t._replace(wait=("react", "fight"))] += p
            else:
                add(ends, self.go_on(t), p)
        return ends

    def reaction(self, s: State, me: int, k: int) -> dict:
        ends: dict = defaultdict(Fraction)
        target, after = s.sides[1 - me], s.wait[1]
        for (lost, _, _), p in self.blow(s, me, k, False).items():
            t = with_side(s, 1 - me, wounds=target.wounds - lost)._replace(wait=("act",))
            if after == "retreat" and lost < target.wounds:
                add(ends, self.roll_distance(t), p)
            else:
                add(ends, self.go_on(t), p)
        return ends

    def retreat(self, s: State, me: int) -> dict:
        """Own test, enemy's test, reaction, D6, distance; with after_move the last two come second."""
        ends: dict = defaultdict(Fraction)
        own = chance_of_test(self.cards[me].i, 1, 0, self.options)
        if own:
            if option(self.options, "retreat_timing") == "after_move":
                add(ends, self.roll_distance(s), own)
            else:
                add(ends, self.enemy_tests(s, me, "retreat"), own)
        if own < 1:
            if option(self.options, "retreat_reaction") == "always":
                add(ends, self.enemy_tests(s, me, "stuck"), 1 - own)
            else:
                add(ends, self.go_on(s), 1 - own)
        return ends

    def enemy_tests(self, s: State, me: int, after: str) -> dict:
        ends: dict = defaultdict(Fraction)
        passes = chance_of_test(self.cards[1 - me].i, 1, 0, self.options)
        if passes:
            ends[s._replace(wait=("react", after))] += passes
        if passes < 1:
            add(ends, self.roll_distance(s) if after == "retreat" else self.go_on(s), 1 - passes)
        return ends

    def roll_distance(self, s: State) -> dict:
        return {s._replace(wait=("distance", face)): Fraction(1, 6) for face in FACES}

    def retreated(self, s: State, me: int, inches: int) -> dict:
        t = moved(s._replace(wait=("act",)), me, min(self.lane, inches))
        if option(self.options, "retreat_timing") == "after_move":
            return self.enemy_tests(t, me, "moved")
        return self.go_on(t)

    # ---- activations and rounds ------------------------------------------------------------------------

    def go_on(self, s: State) -> dict[State, Fraction]:
        """The next decision: of this activation, of the next one, or none in this round."""
        if min(side.wounds for side in s.sides) > 0:
            if s.left > 0:
                return {s._replace(wait=("act",)): Fraction(1)}
            if s.turn == 0:
                return self.activate(State(s.gap, s.sides, s.holder, turn=1))
        sides = tuple(side._replace(wounds=max(0, side.wounds)) for side in s.sides)
        return {State(s.gap, sides, s.holder, turn=1, left=0, wait=OVER): Fraction(1)}

    def activate(self, s: State) -> dict[State, Fraction]:
        """The start of an activation: with charge_d3=before_declare the D3 first, then the plan."""
        me = self.who(s)
        starts = [s]
        free = s.gap > 0 and not s.sides[me].pinned
        if option(self.options, "charge_d3") == "before_declare" and free and self.in_reach(me, s.gap):
            starts = [s._replace(d3=d3(face)) for face in FACES]
        ends: dict = defaultdict(Fraction)
        for t in starts:
            ends[t._replace(plan=self.plan(t, me))] += Fraction(1, len(starts))
        return ends

    def plan(self, s: State, me: int) -> tuple[str, ...]:
        """The two steps that a policy fixes when its fighter is activated."""
        policy, mine = self.policies[me], s.sides[me]
        if policy == "stand-and-shoot":
            if s.gap == 0:
                return ("fight",)
            if mine.pinned:
                return ("stand up", "shoot")
            if not self.guns[me]:
                return ()
            short = self.guns[me][self.best_gun(s, me, False)].short
            # reading: a gun without short range counts as beyond it
            return ("aim", "shoot") if short is None or s.gap > short else ("shoot",)
        if policy == "charge":
            if s.gap == 0:
                return ("fight",)
            if mine.pinned:
                return ("stand up", "towards")
            return ("charge",) if self.may_charge(s, me) else ("towards", "towards")
        if policy == "keep-away":
            if s.gap == 0:
                return ("retreat", "away")
            if mine.pinned:
                return ("stand up", "away")
            return ("away", "shoot") if self.in_reach(1 - me, s.gap) else ("aim", "shoot")
        return ()

    def by_policy(self, s: State) -> dict[tuple, Fraction]:
        """What a named policy does here: {choice: chance}."""
        me = self.who(s)
        policy, ways = self.policies[me], self.legal(s)
        if s.wait[0] == "react":
            return {("react", self.best_arms(s, me, False)): Fraction(1)}
        if s.wait[0] == "free fight":
            fight = ("free fight", self.best_arms(s, me, True))
            return {("no fight",): HALF, fight: HALF} if policy == "random" else {fight: Fraction(1)}
        if s.wait[0] == "distance":
            # reading: the distance is drawn first and cut short by the end of the lane afterwards
            return (
                dict.fromkeys(ways, Fraction(1, len(ways))) if policy == "random" else {ways[-1]: Fraction(1)}
            )
        if policy == "random":
            kinds = list(dict.fromkeys(way[0] for way in ways))
            chances: dict = defaultdict(Fraction)
            for kind in kinds:
                for way, p in self.of_kind(s, me, kind, ways).items():
                    chances[way] += p / len(kinds)
            return chances
        step = s.plan[0] if s.plan else "nothing"
        if step in ("towards", "away"):
            moves = [way[1] for way in ways if way[0] == "move"]
            closer, further = [g for g in moves if g < s.gap], [g for g in moves if g > s.gap]
            if step == "towards" and closer:
                return {("move", min(closer)): Fraction(1)}
            if step == "away" and further:
                return {("move", max(further)): Fraction(1)}
            return {("nothing",): Fraction(1)}
        return self.of_kind(s, me, step, ways) or {("nothing",): Fraction(1)}  # not legal: the action is lost

    def of_kind(self, s: State, me: int, kind: str, ways: list[tuple]) -> dict[tuple, Fraction]:
        """One kind of action, its weapon chosen as every policy does, its new gap uniform."""
        same = [way for way in ways if way[0] == kind]
        if same and kind == "shoot":
            return {("shoot", self.best_gun(s, me, "aim" in s.used)): Fraction(1)}
        if same and kind == "fight":
            return {("fight", self.best_arms(s, me, False)): Fraction(1)}
        return {way: Fraction(1, len(same)) for way in same}

    def standing(self, s: State) -> tuple[bool, bool]:
        """Who is in the fight."""
        return s.sides[0].wounds > 0, s.sides[1].wounds > 0

    def decided(self, s: State) -> bool:
        """Whether the duel is over at once."""
        return not all(self.standing(s))

    def end_phase(self, s: State) -> dict[State, Fraction]:
        """The states after a round's End phase: the basic rules have none."""
        return {s: Fraction(1)}

    def next_round(self, s: State) -> dict[State, Fraction]:
        """Priority is rolled again, then the holder acts."""
        ends: dict = defaultdict(Fraction)
        keeps = keeps_priority(self.options)
        for holder, p in ((s.holder, keeps), (1 - s.holder, 1 - keeps)):
            add(ends, self.activate(State(s.gap, s.sides, holder)), p)
        return ends

    def start(self, distance: int) -> dict[State, Fraction]:
        """Both fresh, priority of round 1 rolled."""
        sides = tuple(
            Side(card.w, False, cover != "none") for card, cover in zip(self.cards, self.covers, strict=True)
        )
        ends: dict = defaultdict(Fraction)
        for holder, p in ((0, first_priority()), (1, 1 - first_priority())):
            add(ends, self.activate(State(distance, sides, holder)), p)
        return ends


def guns(card: Fighter) -> list[WeaponProfile]:
    """What a fighter shoots with in the duel: no templates, no thrown weapons, no Versatile ranges."""
    profiles = [p for item in card.weapons for p in item.profiles]
    return [p for p in profiles if p.long is not None and "versatile" not in p.traits]


def arms(card: Fighter) -> list[tuple[WeaponProfile, WeaponProfile | None]]:
    """Choices in close combat: single items, then pairs of items, in kit order; fists without any."""
    items = [[p for p in item.profiles if p.close_combat] for item in card.weapons]
    ways: list = [(p, None) for profiles in items for p in profiles]
    for one, other in combinations(items, 2):
        ways += list(product(one, other))
    return ways or [(FISTS, None)]


def band(gun: WeaponProfile, gap: int):
    """B-SHT-02."""
    if gun.short is not None and gap <= gun.short:
        return "short"
    return "long" if gun.long is not None and gap <= gun.long else None


def merit(ends: dict, wounds: int) -> tuple[Fraction, Fraction]:
    """Chance to put out, mean of Wounds lost."""
    out = sum((p for (lost, _, _), p in ends.items() if lost == wounds), Fraction(0))
    return out, sum((lost * p for (lost, _, _), p in ends.items()), Fraction(0))


def with_side(s: State, side: int, **changes) -> State:
    """The same state with one side changed."""
    sides = list(s.sides)
    sides[side] = sides[side]._replace(**changes)
    return s._replace(sides=(sides[0], sides[1]))


def moved(s: State, side: int, gap: int) -> State:
    """The gap changes through `side`, which thereby leaves its cover."""
    return s if gap == s.gap else with_side(s._replace(gap=gap), side, cover=False)


def add(ends: dict, more: dict, p: Fraction) -> None:
    """Add a distribution, weighted."""
    for state, q in more.items():
        ends[state] += p * q
