"""What may be done at each point of a duel, state by state, and what the laws of it look at."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.lane import AFTER, ARGUMENTS, FREE_FIGHT, FRESH, START, State
from necrostats.systems.necromunda.duel.legal import (
    GAP,
    MINE,
    MY_COVER,
    MY_PINNED,
    THEIR_COVER,
    THEIR_PINNED,
    THEIRS,
    Ground,
    Space,
    alike,
    full,
    kinds_at,
    legal_at,
    options,
    playing,
    reads,
    usable,
)
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.injuries import BLINDED, CONCUSSED, ON_FIRE, SERIOUS, Condition
from tests.naive.cards import blade, fighter, gun, knife, power_hammer
from tests.systems.necromunda.generated import BASIC, under
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

NAMES = {
    getattr(lane, name): name
    for name in (
        "NOTHING", "SHOOT", "AIM", "FIGHT", "RETREAT", "STAND_UP", "MOVE", "RELOAD", "CRAWL", "CHARGE", "KNOWN_CHARGE",
        "ROLL_CHARGE", "AIMED_SHOOT", "CHARGE_FIGHT", "REACTION", "REACTION_AWAY", "RETREAT_TO", "REACTION_MOVED",
        "DOUBLE_SHOOT", "COUP", "COME_TO", "BURN",
    )
}  # fmt: skip
FIT, LYING = Condition(1, 3), Condition(0, 3, 0, SERIOUS)


@cache
def basic(**chosen):
    gunner = fighter(gun("rifle", ammo=4), knife(), m=4)
    return set_up(
        gunner, fighter(power_hammer(), m=5, w=2), under(**chosen), lane=12, distance=5, cover_b="partial"
    )


@cache
def advanced(**chosen):
    """Two stores, an Unwieldy gun and a pistol; against fire, light, and a blade that disarms and entangles."""
    a = fighter(gun("heavy", "unwieldy", ammo=4), gun("p", "pistol", ammo=4), knife(), m=4)
    b = fighter(gun("torch", "blaze", ammo=4), blade("stave", "disarm entangle"), gun("flare", "flash"), m=5)
    return set_up(a, b, under_advanced(**chosen), lane=9, distance=5, cover_b="partial")


def fresh(gap, **more):
    """Under the basic rules."""
    return State(gap, 1, 2, 0, 0, 0, 0)._replace(**more)


def state(gap=5, mine=None, theirs=None, **more):
    """Under the advanced rules."""
    own, foe = advanced().conditions
    numbers = (
        own.start if mine is None else own.number(mine),
        foe.start if theirs is None else foe.number(theirs),
    )
    return State(gap, *numbers, 0, 0, 0, 0, 3, 1)._replace(**more)


def legal(setup, point, now, side=0):
    """Names of kinds, each with the arguments that may be taken."""
    found = {}
    for option, where in options(setup, side, point, np.array(now)[:, None]):
        if where[0]:
            found.setdefault(NAMES[option // ARGUMENTS], []).append(option % ARGUMENTS)
    return found


def at_once(*names):
    return {name: [0] for name in names}


FROM_6, FROM_7 = {"MOVE": [2, 3, 4, 5, 7, 8, 9, 10]}, {"MOVE": [3, 4, 5, 6, 8, 9, 10, 11]}


@pytest.mark.parametrize(
    ("point", "now", "expected"),
    [
        (START, fresh(7), at_once("CHARGE", "NOTHING", "AIM", "SHOOT") | FROM_7),
        (START, fresh(8), at_once("NOTHING", "AIM", "SHOOT") | {"MOVE": [4, 5, 6, 7, 9, 10, 11, 12]}),
        (START, fresh(12), at_once("NOTHING", "AIM", "SHOOT") | {"MOVE": [8, 9, 10, 11]}),
        (START, fresh(1), at_once("CHARGE", "NOTHING", "AIM", "SHOOT") | {"MOVE": [2, 3, 4, 5]}),
        (FRESH, fresh(7), at_once("CHARGE", "NOTHING", "AIM", "SHOOT") | FROM_7),
        (lane.DECLARE + 1, fresh(6), at_once("NOTHING", "AIM", "SHOOT") | FROM_6 | {"KNOWN_CHARGE": [2]}),
        (lane.DECLARE + 1, fresh(7), at_once("NOTHING", "AIM", "SHOOT") | FROM_7),
        (AFTER + lane.NOTHING, fresh(7), at_once("NOTHING", "AIM", "SHOOT") | FROM_7),
        (AFTER + lane.SHOOT, fresh(7), at_once("NOTHING", "AIM") | FROM_7),
        (AFTER + lane.AIM, fresh(7), at_once("NOTHING", "AIMED_SHOOT") | FROM_7),
        (AFTER + lane.AIM, fresh(7, their_cover=1), at_once("NOTHING", "AIMED_SHOOT") | FROM_7),
        (AFTER + lane.AIM, fresh(7, their_pinned=1), at_once("NOTHING", "AIMED_SHOOT") | FROM_7),
        (AFTER + lane.AIM, fresh(7, their_pinned=1, their_cover=1), at_once("NOTHING") | FROM_7),
        (START, fresh(5, my_pinned=1), at_once("NOTHING", "STAND_UP") | {"CRAWL": [3, 4, 6, 7]}),
        (START, fresh(1, my_pinned=1), at_once("NOTHING", "STAND_UP") | {"CRAWL": [2, 3]}),
        (START, fresh(3, my_pinned=1), at_once("NOTHING", "STAND_UP") | {"CRAWL": [1, 2, 4, 5]}),
        (AFTER + lane.NOTHING, fresh(5, my_pinned=1), at_once("NOTHING", "STAND_UP")),
        (AFTER + lane.STAND_UP, fresh(5, my_pinned=1), at_once("NOTHING")),
        (START, fresh(0), at_once("NOTHING", "FIGHT", "RETREAT")),
        (AFTER + lane.FIGHT, fresh(0), at_once("NOTHING", "RETREAT")),
        (AFTER + lane.RETREAT, fresh(0), at_once("NOTHING", "FIGHT")),
        (FREE_FIGHT, fresh(0), at_once("NOTHING", "CHARGE_FIGHT")),
        (START, fresh(5, theirs=0), {}),
        (START, fresh(5, mine=0), {}),
        (START, fresh(0, my_pinned=1), {}),
        (START, fresh(0, their_pinned=1), {}),
        (lane.DISTANCE + 2, fresh(0), {"RETREAT_TO": [1, 2, 3]}),
        (lane.DISTANCE + 11, fresh(0), {"RETREAT_TO": [1, 2, 3, 4, 5, 6]}),
        (lane.DISTANCE_DUE, fresh(0), {"RETREAT_TO": [1]}),
        (lane.DISTANCE, fresh(1), {}),
    ],
)  # fmt: skip
def test_options__basic_rules(point, now, expected):
    assert legal(basic(), point, now) == expected


def test_options__the_charge_die_before_the_charge():
    before = basic(charge_d3="before_declare")
    assert legal(before, START, fresh(7)) == at_once("ROLL_CHARGE")
    assert legal(before, START, fresh(8)) == legal(basic(), START, fresh(8))
    assert legal(basic(charge_contact="within_1"), START, fresh(8))["CHARGE"] == [0]
    without = replace(basic(), aim=False)
    assert legal(without, START, fresh(8)) == at_once("NOTHING", "SHOOT") | {
        "MOVE": [4, 5, 6, 7, 9, 10, 11, 12]
    }


BURNING, BLIND = FIT._replace(marks=ON_FIRE), FIT._replace(marks=BLINDED)
FROM_5 = {"MOVE": [1, 2, 3, 4, 6, 7, 8, 9]}


@pytest.mark.parametrize(
    ("point", "now", "expected"),
    [
        (START, state(), at_once("CHARGE", "NOTHING", "AIM", "DOUBLE_SHOOT") | {"SHOOT": [1]} | FROM_5),
        (START, state(my_guns=1), at_once("CHARGE", "NOTHING", "AIM", "DOUBLE_SHOOT") | {"RELOAD": [1]} | FROM_5),
        (START, state(my_guns=2), at_once("CHARGE", "NOTHING", "AIM", "RELOAD") | {"SHOOT": [1]} | FROM_5),
        (AFTER + lane.NOTHING, state(), at_once("NOTHING", "AIM") | {"SHOOT": [1]} | FROM_5),
        (AFTER + lane.AIM, state(), at_once("NOTHING") | {"AIMED_SHOOT": [1]} | FROM_5),
        (AFTER + lane.SHOOT, state(my_guns=0), at_once("NOTHING", "AIM") | {"RELOAD": [0, 1]} | FROM_5),
        (START, state(my_pinned=1, my_guns=2), at_once("NOTHING", "STAND_UP", "RELOAD") | {"CRAWL": [3, 4, 6, 7]}),
        (START, state(mine=BURNING), {"BURN": [0, 1]}),
        (START, state(mine=BURNING, my_pinned=1), {"BURN": [0, 1]}),
        (START, state(0, mine=BURNING), {"BURN": [0, 1]}),
        (START, state(mine=LYING._replace(marks=ON_FIRE)), {"BURN": [0]}),
        (START, state(mine=BLIND), {"COME_TO": [0]}),
        (START, state(mine=FIT._replace(marks=BLINDED | ON_FIRE)), {"COME_TO": [0]}),
        (FRESH, state(mine=BURNING), {}),
        (AFTER + lane.NOTHING, state(mine=BURNING), at_once("NOTHING")),
        (START, state(mine=LYING), at_once("NOTHING") | {"CRAWL": [3, 4, 6, 7]}),
        (START, state(mine=LYING, my_pinned=1), {}),
        (AFTER + lane.NOTHING, state(mine=LYING), at_once("NOTHING")),
        (START, state(1, theirs=LYING, my_guns=1), at_once("CHARGE", "NOTHING", "AIM", "DOUBLE_SHOOT", "COUP")
         | {"RELOAD": [1], "MOVE": [2, 3, 4, 5]}),
        (START, state(0, theirs=LYING, my_guns=1), at_once("NOTHING", "AIM", "DOUBLE_SHOOT", "COUP")
         | {"RELOAD": [1], "MOVE": [1, 2, 3, 4]}),
        (AFTER + lane.SHOOT, state(1, theirs=LYING), at_once("NOTHING", "AIM", "COUP") | {"MOVE": [2, 3, 4, 5]}),
        (AFTER + lane.NOTHING, state(2, theirs=LYING, their_cover=1),
         at_once("NOTHING", "AIM") | {"MOVE": [1, 3, 4, 5, 6]}),
        (AFTER + lane.SHOOT, state(1, theirs=LYING, my_pinned=1), at_once("NOTHING", "STAND_UP")),
        (START, state(0), at_once("NOTHING", "RETREAT") | {"FIGHT": [0, 1, 2]}),
        (START, state(0, my_guns=1), at_once("NOTHING", "RETREAT") | {"FIGHT": [1]}),
        (FREE_FIGHT, state(0), at_once("NOTHING") | {"CHARGE_FIGHT": [0, 1, 2]}),
        (FREE_FIGHT, state(0, mine=BURNING), at_once("NOTHING")),
        (FREE_FIGHT, state(0, mine=BLIND), at_once("NOTHING")),
        (FREE_FIGHT, state(1), at_once("NOTHING")),
    ],
)  # fmt: skip
def test_options__advanced_rules(point, now, expected):
    assert legal(advanced(), point, now) == expected


def test_options__the_other_side_has_cards_of_its_own():
    own = lane.State(5, advanced().conditions[1].start, advanced().conditions[0].start, 0, 0, 0, 0, 1, 3)
    assert legal(advanced(), START, own, side=1) == {
        **at_once("CHARGE", "NOTHING", "AIM"), "SHOOT": [0, 1], "MOVE": [1, 2, 3, 4, 6, 7, 8, 9],
    }  # fmt: skip
    assert legal(advanced(), START, own._replace(my_guns=0), side=1)["SHOOT"] == [1]


HOW = lane.MANNER


@pytest.mark.parametrize(
    ("points", "now", "expected"),
    [
        ((lane.REACT, lane.REACT + 1, lane.REACT_STUCK, lane.REACT_STUCK + 1), state(0), {"REACTION": [0]}),
        ((lane.REACT, lane.REACT_STUCK), state(0, mine=BURNING), {"REACTION": [0]}),
        ((lane.REACT,), state(0, mine=LYING), {}),
        ((lane.REACT,), state(1), {}),
        ((lane.REACT_AWAY, lane.REACT_AWAY + 1), state(0), {"REACTION_AWAY": [0]}),
        ((lane.REACT_AWAY,), state(1), {}),
        ((lane.REACT_MOVED, lane.REACT_MOVED + 1), state(1), {"REACTION_MOVED": [0]}),
        ((lane.REACT_MOVED,), state(0), {}),
        ((lane.REACT_MOVED,), state(1, their_pinned=1), {}),
        ((lane.REACT_HAMPERED, lane.REACT_HAMPERED + 1), state(0), {"REACTION": [lane.TANGLED * HOW]}),
        ((lane.REACT_HAMPERED + 2, lane.REACT_HAMPERED + 3), state(0), {"REACTION": [lane.BARE * HOW]}),
        ((lane.REACT_HAMPERED + 6,), state(0), {"REACTION": [lane.BLINDLY * HOW]}),
        ((lane.REACT_HAMPERED + 13,), state(0), {"REACTION": [7 * HOW]}),
    ],
)
def test_options__reactions(points, now, expected):
    for point in points:
        assert legal(advanced(), point, now) == expected


def test_options__with_what_is_loaded_it_reacts():
    """The enemy of the second side has a pistol, a knife and both."""
    own = lane.State(0, advanced().conditions[1].start, advanced().conditions[0].start, 0, 0, 0, 0, 1, 3)
    assert legal(advanced(), lane.REACT, own, side=1) == {"REACTION": [0, 1, 2]}
    assert legal(advanced(), lane.REACT, own._replace(their_guns=1), side=1) == {"REACTION": [1]}
    bare = legal(advanced(), lane.REACT_HAMPERED + 2, own, side=1)
    assert bare == {"REACTION": [lane.BARE * HOW]}
    tangled = legal(advanced(), lane.REACT_HAMPERED, own, side=1)
    assert tangled == {"REACTION": [HOW, HOW + 1, HOW + 2]}


def test_options__unwieldy_is_shot_with_both_actions_by_every_kind_of_its():
    rifle = set_up(fighter(gun()), fighter(), ADVANCED, lane=4, distance=3)
    assert legal(rifle, START, State(3, 1, 1, 0, 0, 0, 0, 0, 0))["SHOOT"] == [0]
    once = fighter(gun("frag", "grenade single-shot", ammo=4, rng_s="-", rng_l="Sx3"))
    thrown = set_up(once, fighter(), ADVANCED, lane=4, distance=3)
    assert "RELOAD" not in legal(thrown, START, State(3, 1, 1, 0, 0, 0, 0, 0, 0))


def test_kinds_at__every_point():
    first = {
        "NOTHING",
        "MOVE",
        "RELOAD",
        "COUP",
        "SHOOT",
        "AIM",
        "FIGHT",
        "RETREAT",
        "STAND_UP",
        "CRAWL",
        "DOUBLE_SHOOT",
    }
    charge, second = {"CHARGE", "ROLL_CHARGE"}, first - {"CRAWL", "DOUBLE_SHOOT"}
    expected = {
        START: first | charge | {"BURN", "COME_TO"},
        FRESH: first | charge,
        **{point: first | {"KNOWN_CHARGE"} for point in range(3, 6)},
        6: second,
        7: second - {"SHOOT"},
        8: second - {"SHOOT", "AIM"} | {"AIMED_SHOOT"},
        9: second - {"FIGHT"},
        10: second - {"RETREAT"},
        11: second - {"STAND_UP"},
        12: {"NOTHING", "CHARGE_FIGHT"},
        **{point: {"REACTION"} for point in range(13, 17)},
        **{point: {"REACTION_AWAY"} for point in (17, 18)},
        **{point: {"RETREAT_TO"} for point in range(19, 43)},
        **{point: {"REACTION_MOVED"} for point in (43, 44)},
        **{point: {"REACTION"} for point in range(45, 59)},
    }
    found = {point: {NAMES[kind] for kind in kinds_at(point)} for point in range(START, lane.POINTS)}
    assert found == expected


def test_usable__fists_only_where_nothing_else_is():
    empty = fighter(gun("p", "pistol", ammo=4))
    pistol, fists = set_up(empty, fighter(), ADVANCED, lane=4, distance=3).sets[0]
    guns = np.array([0, 1])
    assert [each.tolist() for each in usable([pistol, fists], guns)] == [[False, True], [True, False]]
    assert [each.tolist() for each in usable([fists], guns)] == [[True, True]]
    assert [each.tolist() for each in usable([pistol], guns)] == [[False, True]]
    both = fighter(gun("p", "pistol", ammo=4), gun("q", "pistol", ammo=4))
    four = set_up(both, fighter(), ADVANCED, lane=4, distance=3).sets[0]
    assert usable(four, np.arange(4))[3].tolist() == [True, False, False, False]
    pair = replace(pistol, second=pistol.first, stores=(1, 2))
    assert full(np.array([0, 1, 2, 3]), pair).tolist() == [False, False, False, True]


def test_space__numbers_and_coordinates_agree():
    space = Space(advanced(), 1)
    conditions = advanced().conditions
    assert space.shape == (10, len(conditions[1]), len(conditions[0]), 2, 2, 2, 1, 2, 4)
    states = np.arange(0, space.size, 97)
    at = space.at(states)
    assert space.numbers(at).tolist() == states.tolist()
    assert [space.number(space.state(n)) for n in states.tolist()] == states.tolist()
    assert at.T.tolist() == [list(space.state(n)) for n in states.tolist()]


def test_space__too_many_states_for_a_table(monkeypatch):
    space = Space(basic(), 0)
    states = np.arange(0, space.size, 7)
    at = space.at(states).tolist()
    for few in (space.size - 1, space.size):
        monkeypatch.setattr("necrostats.systems.necromunda.duel.legal.FEW", few)
        other = Space(basic(), 0)
        assert other.at(states).tolist() == at
        assert (other._table is None) == (few < space.size)


# ------------------------------------------------------------------ shared by duels on like ground


def test_ground__equal_where_the_same_may_be_done():
    def ground(a=None, b=None, options=BASIC, side=0, **where):
        gunner = fighter(gun("rifle"), knife(), m=4)
        return Ground.of(
            set_up(a or gunner, b or fighter(knife()), options, **{"lane": 6, "distance": 3, **where}), side
        )

    plain = ground()
    assert plain == ground(a=fighter(gun("other", strength=9), blade(), m=4), distance=5, rounds=3)
    others = [
        ground(side=1),
        ground(a=fighter(gun("rifle"), knife(), m=5)),
        ground(a=fighter(knife(), m=4)),
        ground(a=fighter(gun("rifle"), m=4)),
        ground(b=fighter()),
        ground(b=fighter(knife(), w=2)),
        ground(lane=7),
        ground(cover_b="full"),
        ground(no_aim=True),
        ground(options=under(charge_d3="before_declare")),
        ground(options=under(charge_contact="within_1")),
    ]
    assert all(plain != other for other in others)
    odd = fighter(gun("rifle"), knife(), m=5)
    assert ground(a=odd) != ground(a=odd, options=under(half_move_rounding="up"))


def test_legal_at__bytes_by_state():
    ground = Ground.of(basic(), 0)
    space = Space(basic(), 0)
    found = legal_at(ground, START)
    for gap, may in ((7, 1), (8, 0)):
        assert found.of[lane.CHARGE * ARGUMENTS][space.number(fresh(gap))] == may
        assert found.playing[space.number(fresh(gap))] == 1
    assert found.playing[space.number(fresh(7, theirs=0))] == 0
    assert found.charges == (lane.CHARGE * ARGUMENTS,)
    assert legal_at(ground, lane.DECLARE + 1).charges == (lane.KNOWN_CHARGE * ARGUMENTS + 2,)
    assert lane.FIGHT * ARGUMENTS not in legal_at(ground, AFTER + lane.FIGHT).of


def test_playing__nobody_is_pinned_who_lies_or_fights():
    may = {
        state(my_pinned=1, their_pinned=1): 1, state(mine=LYING): 1, state(mine=LYING, my_pinned=1): 0,
        state(theirs=LYING, their_pinned=1): 0, state(0, my_pinned=1): 0, state(0, theirs=LYING, my_pinned=1): 1,
        state()._replace(mine=0): 0, state()._replace(theirs=0): 0,
    }  # fmt: skip
    assert playing(advanced(), 0, np.array(list(may)).T).tolist() == list(may.values())


# ------------------------------------------------------------------ what a law looks at


def shift(setup, side, option, now):
    """Where an option leads, as events and changes of the state, with chances."""
    found = law(lambda dice: setup.act(side, option, now, dice)).chances()
    return {(event, tuple(np.subtract(after, now).tolist())): p for (event, after), p in found.items()}


def looked_at(setup, points, side=0, steps=7):
    """For each kind of option the coordinates that change its law, one at a time, in states where it is legal."""
    space = Space(setup, side)
    states = np.flatnonzero(playing(setup, side, space.at(np.arange(space.size))))
    found, known = {}, {}
    for point in points:
        for option, where in options(setup, side, point, space.at(states)):
            may = set(states[where].tolist())
            for number in sorted(may)[:: max(1, len(may) // steps)]:
                now = space.state(number)
                for c in range(len(now)):
                    for value in {0, 1, now[c] + 1, space.shape[c] - 1} - {now[c]}:
                        other = now._replace(**{State._fields[c]: value})
                        if value >= space.shape[c] or space.number(other) not in may:
                            continue
                        laws = [
                            known.setdefault((option, s), None) or shift(setup, side, option, s)
                            for s in (now, other)
                        ]
                        known[option, now], known[option, other] = laws
                        if laws[0] != laws[1]:
                            found.setdefault(option, set()).add(c)
    return found


def test_reads__nothing_else_changes_a_law():
    a = fighter(gun("g", "knockback", rng_s="1", rng_l="3"), knife(), m=2, w=2)
    small = {"lane": 3, "distance": 2, "cover_a": "full", "cover_b": "partial"}
    setup = set_up(a, fighter(blade(d=2), w=2, m=2), BASIC, **small)
    points = (
        START,
        lane.DECLARE,
        AFTER + lane.AIM,
        FREE_FIGHT,
        lane.REACT,
        lane.REACT_AWAY,
        lane.DISTANCE + 1,
        lane.REACT_MOVED,
    )
    found = looked_at(setup, points)
    assert all(changing <= set(reads(setup, 0, option)) for option, changing in found.items())
    by_kind = {}
    for option, changing in found.items():
        by_kind.setdefault(NAMES[option // ARGUMENTS], set()).update(changing)
    shot = {GAP, THEIRS, THEIR_PINNED, THEIR_COVER}
    assert by_kind == {
        "MOVE": {GAP, MY_COVER}, "CRAWL": {GAP, MY_COVER}, "RETREAT_TO": {MY_COVER}, "SHOOT": shot, "AIMED_SHOOT": shot,
        "CHARGE": {GAP, MY_COVER, THEIR_PINNED}, "KNOWN_CHARGE": {GAP, MY_COVER, THEIR_PINNED}, "FIGHT": {THEIRS},
        "CHARGE_FIGHT": {THEIRS}, "REACTION": {MINE}, "REACTION_AWAY": {MINE}, "REACTION_MOVED": {MINE},
    }  # fmt: skip


SHOT = (GAP, THEIRS, THEIR_PINNED, THEIR_COVER)


def test_reads__under_the_advanced_rules_more():
    risky = set_up(
        fighter(gun("plain"), gun("hot", "unstable pistol"), blade("b"), m=4),
        fighter(knife()),
        ADVANCED,
        lane=4,
        distance=3,
    )
    expected = {
        lane.SHOOT * ARGUMENTS: SHOT,
        lane.SHOOT * ARGUMENTS + 1: (*SHOT, MINE),
        lane.AIMED_SHOOT * ARGUMENTS + 1: (*SHOT, MINE),
        lane.FIGHT * ARGUMENTS + 1: (GAP, THEIRS, THEIR_COVER),
        lane.FIGHT * ARGUMENTS: (GAP, THEIRS, MINE, THEIR_COVER),
        lane.CHARGE_FIGHT * ARGUMENTS + 2: (GAP, THEIRS, MINE, THEIR_COVER),
        lane.RETREAT * ARGUMENTS: (GAP, MINE, THEIRS),
        lane.REACTION * ARGUMENTS: (GAP, MINE, THEIRS, MY_COVER),
        lane.REACTION_AWAY * ARGUMENTS: (GAP, MINE, THEIRS),
        lane.MOVE * ARGUMENTS: (GAP, MY_COVER),
    }
    assert {option: reads(risky, 0, option) for option in expected} == expected
    assert reads(basic(), 0, lane.RETREAT * ARGUMENTS) == (GAP,)
    assert reads(advanced(), 0, lane.DOUBLE_SHOOT * ARGUMENTS) == SHOT
    assert reads(advanced(), 0, lane.BURN * ARGUMENTS) == (GAP, MINE, THEIRS, MY_PINNED, MY_COVER)


def groups(stands_for):
    """Values that count as the same, first ones as they come."""
    found = {}
    for value, first in enumerate(stands_for.tolist()):
        found.setdefault(first, []).append(value)
    return list(found.values())


def test_alike__distances_of_a_shot():
    """Near ones, where a drag or a blast looks closer, the end of the lane, and between them what is in one band."""
    setup = set_up(fighter(gun(rng_s="6", rng_l="9")), fighter(), BASIC, lane=12)
    assert groups(alike(setup, 0, lane.SHOOT * ARGUMENTS)[GAP]) == [
        [0],
        [1],
        [2],
        [3],
        [4, 5, 6],
        [7, 8, 9],
        [10, 11],
        [12],
    ]
    assert alike(setup, 0, lane.MOVE * ARGUMENTS) == {}
    assert alike(setup, 0, lane.RETREAT * ARGUMENTS) == {}


def test_alike__conditions_of_a_retreat_and_of_a_reaction():
    setup = advanced()
    found = alike(setup, 0, lane.RETREAT * ARGUMENTS)
    assert found[GAP].tolist() == [0] * 10
    for c, conditions in ((MINE, setup.conditions[0]), (THEIRS, setup.conditions[1])):
        marks = [{conditions[n].marks & (ON_FIRE | CONCUSSED) for n in group} for group in groups(found[c])]
        assert sorted(map(tuple, marks)) == sorted({(c.marks & (ON_FIRE | CONCUSSED),) for c in conditions})
    assert len(groups(found[MINE])) == 2  # on fire or not: nothing here concusses
    conditions = setup.conditions[0]
    (theirs,) = (alike(setup, 1, kind * ARGUMENTS)[THEIRS] for kind in (lane.REACTION,))
    assert all(
        len({(conditions[n].down, conditions[n].marks & BLINDED) for n in group}) == 1
        for group in groups(theirs)
    )
    assert len(groups(theirs)) == len({(c.down, c.marks & BLINDED) for c in conditions})
    both = advanced(reaction_order="simultaneous")
    assert alike(both, 1, lane.REACTION * ARGUMENTS) == {}
    assert alike(setup, 0, lane.MOVE * ARGUMENTS) == {}


def test_alike__a_reaction_that_may_hurt_the_one_who_reacts():
    unsafe = set_up(
        fighter(knife()), fighter(gun("hot", "pistol unstable"), knife()), ADVANCED, lane=3, distance=2
    )
    assert alike(unsafe, 0, lane.REACTION * ARGUMENTS) == {}
    assert set(alike(unsafe, 0, lane.REACTION * ARGUMENTS + 1)) == {THEIRS}
    assert set(alike(unsafe, 0, lane.REACTION_AWAY * ARGUMENTS + HOW + 1)) == {THEIRS}
    assert alike(unsafe, 0, lane.REACTION_AWAY * ARGUMENTS + HOW) == {}
