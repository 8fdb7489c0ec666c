"""Recovery, nerve, bottle tests, fleeing and rallying, fighter by fighter (A-NRV-01, A-END-01 to 04)."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from tests.naive.damage import FACES, SIXTH
from tests.naive.rounds import chance_of_test

STEADY, BROKEN, SERIOUS, OUT, FLED = "steady", "broken", "serious", "out", "fled"
ON_FEET = (STEADY, BROKEN)
ON_FIELD = (STEADY, BROKEN, SERIOUS)
TESTING_ORDER = ("leader", "champion", "ganger", "juve")


# ---- recovery ------------------------------------------------------------------------------------------------


def injury_faces(options: Mapping[str, str]) -> list[str]:
    """A-INJ-01: the six faces of an Injury die."""
    flesh, serious, out = (int(n) for n in options["injury_faces"].split(","))
    return ["flesh"] * flesh + ["serious"] * serious + ["out"] * out


def best(results: tuple[str, ...], toughness: int) -> str:
    """A-END-03: what the owner keeps; a last flesh wound is an out of action."""
    order = ["serious", "out"] if toughness <= 1 else ["flesh", "serious", "out"]
    return next((result for result in order if result in results), "out")


def recovery(
    toughness: int, options: Mapping[str, str], *, dice: int = 1, medicae: bool = False
) -> dict[tuple[str, int], Fraction]:
    """A-END-03: {(what becomes of a seriously injured fighter, its Toughness then): chance}."""
    faces = injury_faces(options)
    die: dict[str, Fraction] = defaultdict(Fraction)
    for face in faces:
        if face == "out" and medicae:
            for again in faces:
                die[again] += SIXTH * SIXTH
        else:
            die[face] += SIXTH
    ends: dict = defaultdict(Fraction)
    for results in product(die, repeat=dice):
        chance = Fraction(1)
        for result in results:
            chance *= die[result]
        kept, left = best(results, toughness), toughness
        if kept == "flesh":
            kept, left = "pinned", toughness - 1
        elif kept == "serious" and options["recovery_si_flesh"] == "True":
            left = toughness - 1
        if kept == "out" or left <= 0:
            kept, left = "out", 0
        ends[kept, left] += chance
    return dict(ends)


def unstoppable(
    toughness: int, printed: int, options: Mapping[str, str], dice: int, medicae: bool
) -> dict[tuple[str, int], Fraction]:
    """The skill: 4+ heals a flesh wound or, without any, rolls one die more."""
    plain = recovery(toughness, options, dice=dice, medicae=medicae)
    if toughness < printed:
        lucky = recovery(toughness + 1, options, dice=dice, medicae=medicae)
    else:
        lucky = recovery(toughness, options, dice=dice + 1, medicae=medicae)
    ends: dict = defaultdict(Fraction)
    for found in (plain, lucky):
        for end, p in found.items():
            ends[end] += p / 2
    return dict(ends)


def in_the_end(toughness: int, options: Mapping[str, str], dice: int = 1) -> Fraction:
    """The chance that recovery tests, for as long as they take, put the fighter out of action."""
    lost = stays_as_it_is = Fraction(0)
    for (end, left), p in recovery(toughness, options, dice=dice).items():
        if end == "out":
            lost += p
        elif end == "serious" and left < toughness:
            lost += p * in_the_end(left, options, dice)
        elif end == "serious":
            stays_as_it_is = p
    return lost / (1 - stays_as_it_is)


def fire_goes_out(friends: int, double: bool) -> Fraction:
    """A-TRT-03: D6, +1 for each active friend, +4 for a Double action: 6 or more."""
    return Fraction(sum(face + friends + 4 * double >= 6 for face in FACES), 6)


# ---- a side, fighter by fighter --------------------------------------------------------------------------------


class Plan(NamedTuple):
    """What the round of a side depends on; roster: the rank of each fighter."""

    roster: tuple[str, ...]
    cool: Mapping[str, int]
    toughness: int
    options: Mapping[str, str]
    iron_will: bool = False
    losses: int = 0
    chance: Fraction = Fraction(0)
    serious: Fraction = Fraction(3, 4)
    by_leader: int = 0
    by_champion: int = 0
    near_fallen: int = 0
    near_tested: int = 0
    helpers: int = 0


State = tuple[tuple[str, ...], bool]  # how each fighter is, whether the side is bottled
Ways = dict[State, Fraction]


def in_order(plan: Plan, how: tuple[str, ...], wanted: tuple[str, ...], order=TESTING_ORDER) -> list[int]:
    """Fighters of these statuses by rank; within a rank in the order of *wanted*."""
    found = [i for i, status in enumerate(how) if status in wanted]
    return sorted(found, key=lambda i: (order.index(plan.roster[i]), wanted.index(how[i]), i))


def changed(how: tuple[str, ...], i: int, status: str) -> tuple[str, ...]:
    return (*how[:i], status, *how[i + 1 :])


def steady_friends(plan: Plan, how: tuple[str, ...], i: int) -> int:
    """Steady friends near, as many as there may be."""
    return min(plan.near_tested, sum(status == STEADY for j, status in enumerate(how) if j != i))


def spread(ways: Ways, one: Callable[[State], Ways]) -> Ways:
    after: Ways = defaultdict(Fraction)
    for state, p in ways.items():
        for end, q in one(state).items():
            after[end] += p * q
    return {state: p for state, p in after.items() if p}


def split(state: State, p: Fraction, yes: State) -> Ways:
    """*yes* with chance p, else no change."""
    ways: Ways = defaultdict(Fraction)
    ways[yes] += p
    ways[state] += 1 - p
    return ways


def goes_down(plan: Plan, state: State, i: int) -> Ways:
    how, bottled = state
    return {
        (changed(how, i, SERIOUS), bottled): plan.serious,
        (changed(how, i, OUT), bottled): 1 - plan.serious,
    }


def losses(plan: Plan, state: State) -> Ways:
    """Any of those on their feet, one after another; then each by itself; then nerve tests for each of them."""
    ways: Ways = {state: Fraction(1)}
    for _ in range(plan.losses):

        def any_one(now: State) -> Ways:
            targets = [i for i, status in enumerate(now[0]) if status in ON_FEET]
            if not targets:
                return {now: Fraction(1)}
            return mixed([(goes_down(plan, now, i), Fraction(1, len(targets))) for i in targets])

        ways = spread(ways, any_one)
    for i in range(len(plan.roster)):

        def each(now: State, i: int = i) -> Ways:
            if now[0][i] not in ON_FEET or not plan.chance:
                return {now: Fraction(1)}
            return mixed([(goes_down(plan, now, i), plan.chance), ({now: Fraction(1)}, 1 - plan.chance)])

        ways = spread(ways, each)
    before = sum(status in ON_FEET for status in state[0])

    def nerves(now: State) -> Ways:
        shaken: Ways = {now: Fraction(1)}
        for _ in range(before - sum(status in ON_FEET for status in now[0])):
            shaken = spread(shaken, lambda then: nerve_tests(plan, then))
        return shaken

    return spread(ways, nerves)


def mixed(parts: list[tuple[Ways, Fraction]]) -> Ways:
    ways: Ways = defaultdict(Fraction)
    for part, p in parts:
        for state, q in part.items():
            ways[state] += p * q
    return ways


def nerve_tests(plan: Plan, state: State) -> Ways:
    """A-NRV-01: those near one who fell; gangers stand nearer than juves, champions, the leader."""
    order = ("ganger", "juve", "champion", "leader")
    testing = in_order(plan, state[0], (STEADY,), order)[: plan.near_fallen]
    ways: Ways = {state: Fraction(1)}
    for i in testing:

        def test(now: State, i: int = i) -> Ways:
            how, bottled = now
            keeps = chance_of_test(plan.cool[plan.roster[i]], 2, steady_friends(plan, how, i), plan.options)
            return split(now, 1 - keeps, (changed(how, i, BROKEN), bottled))

        ways = spread(ways, test)
    return ways


def bottle(crew: int, casualties: int, iron_will: bool, options: Mapping[str, str]) -> Fraction:
    """A-END-01, D25: the chance that a side bottles out."""
    if not casualties:
        return Fraction(0)
    skill = {"subtract": -1, "add": 1}[options["iron_will"]] if iron_will else 0
    return Fraction(sum(face + casualties + skill > crew for face in FACES), 6)


def bottle_test(plan: Plan, state: State) -> Ways:
    how, bottled = state
    if bottled:
        return {state: Fraction(1)}
    led = any(rank == "leader" and status in ON_FEET for rank, status in zip(plan.roster, how, strict=True))
    casualties = sum(status in (SERIOUS, OUT) for status in how)
    p = bottle(len(plan.roster), casualties, plan.iron_will and led, plan.options)
    return split(state, p, (how, True))


def fleeing(plan: Plan, state: State) -> Ways:
    """A-END-02: one after another; each leader and champion that stays lets so many of the next ones stay."""
    if not state[1]:
        return {state: Fraction(1)}

    def test(how: tuple[str, ...], left: list[int], sheltered: int) -> dict[tuple[str, ...], Fraction]:
        # everyone of a rank tests before those sheltered by it are known
        if not left:
            return {how: Fraction(1)}
        rank = plan.roster[left[0]]
        same = [i for i in left if plan.roster[i] == rank]
        later = [i for i in left if plan.roster[i] != rank]
        each = {"leader": plan.by_leader, "champion": plan.by_champion}.get(rank, 0)
        safe, tested = same[:sheltered], same[sheltered:]
        stays = chance_of_test(plan.cool[rank], 2, 0, plan.options)
        ends: dict = defaultdict(Fraction)
        for gone in product((False, True), repeat=len(tested)):
            p, then = Fraction(1), how
            for i, leaves in zip(tested, gone, strict=True):
                p *= 1 - stays if leaves else stays
                then = changed(then, i, FLED) if leaves else then
            kept = len(same) - sum(gone)
            for end, q in test(then, later, sheltered - len(safe) + each * kept).items():
                ends[end] += p * q
        return ends

    found = test(state[0], in_order(plan, state[0], ON_FIELD), 0)
    return {(how, True): p for how, p in found.items() if p}


def recoveries(plan: Plan, state: State) -> Ways:
    """A-END-03: the first ones are helped, by those who were steady before."""
    helpers = min(plan.helpers, sum(status == STEADY for status in state[0]))
    ways: Ways = {state: Fraction(1)}
    for n, i in enumerate(in_order(plan, state[0], (SERIOUS,))):
        alone = recovery(plan.toughness, plan.options, dice=2 if n < helpers else 1)

        def test(now: State, i: int = i, alone=alone) -> Ways:
            after: Ways = defaultdict(Fraction)
            for (end, _), p in alone.items():
                status = {"pinned": STEADY, "serious": SERIOUS, "out": OUT}[end]
                after[changed(now[0], i, status), now[1]] += p
            return after

        ways = spread(ways, test)
    return ways


def rallying(plan: Plan, state: State) -> Ways:
    """A-END-04: one after another; who has rallied steadies the next."""
    ways: Ways = {state: Fraction(1)}
    for i in in_order(plan, state[0], (BROKEN,)):

        def test(now: State, i: int = i) -> Ways:
            how, bottled = now
            p = chance_of_test(plan.cool[plan.roster[i]], 2, steady_friends(plan, how, i), plan.options)
            return split(now, p, (changed(how, i, STEADY), bottled))

        ways = spread(ways, test)
    return ways


def whole_round(plan: Plan, state: State) -> Ways:
    """The Action phase, then the End phase in the order of the book."""
    ways: Ways = {state: Fraction(1)}
    if plan.options["flee_phase"] == "action":
        ways = spread(ways, lambda now: fleeing(plan, now))
    ways = spread(ways, lambda now: losses(plan, now))
    ways = spread(ways, lambda now: bottle_test(plan, now))
    if plan.options["flee_phase"] == "end":
        ways = spread(ways, lambda now: fleeing(plan, now))
    ways = spread(ways, lambda now: recoveries(plan, now))
    return spread(ways, lambda now: rallying(plan, now))
