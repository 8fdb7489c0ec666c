"""A whole duel as one step: all its dice enumerated against the same duel solved, and what is drawn from a menu."""

from fractions import Fraction
from functools import cache

import pytest

from necrostats.engine.enumerating import law
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.play import (
    End,
    Match,
    match_of,
    pick,
    play,
    play_advanced,
    playing,
    swap,
)
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.rounds import PASS_TO_OPPONENT, REROLL
from tests.naive.cards import blade, fighter, gun, item, knife
from tests.systems.necromunda.generated import BASIC, under
from tests.systems.necromunda.generated_advanced import ADVANCED

F = Fraction
EXACT = 1e-12


@cache
def engaged(rules, rounds):
    a, b = fighter(knife(), t=1), fighter(blade(strength="S+1"), t=2, i=3)
    return Solution(set_up(a, b, BASIC if rules == "basic" else ADVANCED, lane=1, distance=0, rounds=rounds))


@pytest.mark.parametrize(
    ("rules", "rounds", "policies"),
    [("basic", 1, ("charge", "charge")), ("basic", 1, ("random", "keep-away")), ("basic", 1, ("best", "best")),
     ("advanced", 1, ("charge", "stand-and-shoot"))],
)  # fmt: skip
def test_play__every_way_it_can_go_is_the_duel_solved(rules, rounds, policies):
    solution = engaged(rules, rounds)
    match, step = match_of(solution, *policies), play if rules == "basic" else play_advanced
    found, course = law(lambda dice: step(match, dice)), solution.course(*policies)
    a, b = solution.setup.conditions

    def standing(end):
        return bool(a.in_play[end.state.mine]), bool(b.in_play[end.state.theirs])

    assert abs(float(found.p(lambda end: standing(end) == (True, False))) - course.a_wins) < EXACT
    assert abs(float(found.p(lambda end: standing(end) == (False, True))) - course.b_wins) < EXACT
    for n in range(1, rounds + 1):
        over = found.p(lambda end, n=n: any(0 < out <= n for out in end[:2]))
        assert abs(float(over) - course.over[n - 1]) < EXACT
    for end in found.outcomes:
        assert (end.a_out > 0, end.b_out > 0) == (end.state.mine == 0, end.state.theirs == 0)


def test_swap():
    assert swap(State(1, 2, 3, 4, 5, 6, 7, 8, 9)) == State(1, 3, 2, 5, 4, 7, 6, 9, 8)


def test_match__where_everything_begins():
    a, b = fighter(gun("g", ammo=4), knife()), fighter(knife(), w=2)
    where = {"lane": 2, "distance": 1, "rounds": 2, "cover_b": "full"}
    solution = Solution(set_up(a, b, ADVANCED, **where))
    match = match_of(solution, "charge", "keep-away")
    games = solution.games
    assert match.duel is solution.setup.advanced
    assert match.place_begin == (0, games[0].place.size)
    assert match.point_stride == (games[0].space.size, games[1].space.size)
    assert match.strides == (*games[0].space.strides, *games[1].space.strides)
    assert (match.begin, match.turn_stride) == ((0, games[0].full.size), (0, 0))
    assert (match.menus, match.menu_options, match.menu_weights) == ((0,), (0,), (0,))
    assert (match.start, match.rounds, match.tie) == (State(1, 1, 1, 0, 0, 0, 1, 1, 0), 2, PASS_TO_OPPONENT)
    again = match_of(Solution(set_up(a, b, under(priority_tie="reroll"), **where)), "best", "random")
    assert again.tie == REROLL
    assert again.duel.sides == set_up(a, b, BASIC, **where).numbers.sides
    assert again.turn_stride == tuple(
        size // 4 for size in (again.begin[1], again.picks.size - again.begin[1])
    )


class Echo:
    """A table in which every entry is its place, or where that is said always the same."""

    def __init__(self, always=None):
        self.always = always

    def __getitem__(self, place):
        return place if self.always is None else self.always


STRIDES = tuple(10**n for n in range(9))
TABLES = Match(
    duel=None, place=Echo(), picks=Echo(), place_begin=(10**12, 2 * 10**12), point_stride=(10**10, 2 * 10**10),
    strides=(*STRIDES, *STRIDES[::-1]), begin=(10**13, 2 * 10**13), turn_stride=(10**14, 2 * 10**14),
    menus=(0, 2, 2, 2, 3, 6), menu_options=(7, 8, 10, 20, 30), menu_weights=(1, 1, 1, 2, 3),
    start=State(1, 1, 1, 0, 0, 0, 0), rounds=2, tie=PASS_TO_OPPONENT,
)  # fmt: skip


def test_pick__where_each_side_looks_it_up():
    state = State(1, 2, 3, 4, 5, 6, 7, 8, 9)
    first = pick(TABLES, 0, 3, 5, state, None)
    assert first == 987654321 + 10**12 + 5 * 10**10 + 10**13 + 3 * 10**14
    second = pick(TABLES, 1, 3, 5, state, None)
    assert second == 123456789 + 2 * 10**12 + 5 * 2 * 10**10 + 2 * 10**13 + 3 * 2 * 10**14


@pytest.mark.parametrize(
    ("entry", "chances"),
    [(0, {0: 1}), (-1, {7: F(1, 2), 8: F(1, 2)}), (-2, {10: F(1, 6), 20: F(1, 3), 30: F(1, 2)})],
)
def test_pick__a_menu_is_drawn_by_its_weights(entry, chances):
    match = TABLES._replace(picks=Echo(entry))
    assert law(lambda dice: pick(match, 0, 0, lane.START, TABLES.start, dice)).chances() == chances


def test_pick__the_first_faces_draw_the_first_option():
    match = TABLES._replace(picks=Echo(-2))
    drawn = [pick(match, 0, 0, lane.START, TABLES.start, Scripted([face])) for face in range(1, 7)]
    assert drawn == [10, 20, 20, 30, 30, 30]


def test_match__random_and_fixed():
    match = match_of(engaged("basic", 1), "random", "charge")

    def kinds(actor, point, state):
        found = law(lambda dice: pick(match, actor, 0, point, state, dice)).chances()
        return {option // ARGUMENTS: p for option, p in found.items()}

    contact = State(0, 1, 1, 0, 0, 0, 0)
    third = F(1, 3)
    assert kinds(0, lane.START, contact) == {lane.NOTHING: third, lane.FIGHT: third, lane.RETREAT: third}
    assert kinds(0, lane.FREE_FIGHT, contact) == {lane.NOTHING: F(1, 2), lane.CHARGE_FIGHT: F(1, 2)}
    assert kinds(0, lane.REACT, contact) == {lane.REACTION: 1}
    assert kinds(1, lane.START, contact) == {lane.FIGHT: 1}


def test_match__each_side_picks_its_own_reactions():
    """Named policies take the blow that may put out; in best play two sure small ones are worth more."""
    both = item(
        blade("b", id="wild", strength="9", d=2, acc_l=-2), blade("b", id="sure", strength="9", d=1, acc_l=2)
    )
    a, b = fighter(blade("feather", d=0), w=2, i=6), fighter(both, w=9)
    solution = Solution(set_up(a, b, BASIC, lane=1, distance=0, rounds=3))
    assert [each.first.id for each in solution.setup.sets[1]] == ["wild", "sure"]

    def reacts(*policies):
        return (
            pick(match_of(solution, *policies), 0, 0, lane.REACT, State(0, 2, 9, 0, 0, 0, 0), None)
            % ARGUMENTS
        )

    assert [reacts("charge", "charge"), reacts("best", "charge"), reacts("charge", "best")] == [0, 0, 1]


@pytest.mark.parametrize(
    ("mine", "theirs", "faces", "expected"),
    [(1, 1, [5, 2, 5, 2], (0, 0)), (0, 1, [5, 2], (1, 0)), (1, 0, [5, 2], (0, 1)), (0, 0, [5, 2], (1, 1))],
)
def test_playing__who_goes_out_in_an_end_phase(mine, theirs, faces, expected):
    def waits(duel, side, option, state, dice):
        return lane.Step(lane.DONE, state)

    def ends(duel, state, dice):
        return state._replace(mine=mine, theirs=theirs)

    dice = Scripted(faces)
    end = playing(waits, ends)(TABLES._replace(picks=Echo(lane.NOTHING)), dice)
    dice.check_used()
    assert end == End(*expected, TABLES.start._replace(mine=mine, theirs=theirs))


@pytest.mark.parametrize(("mine", "theirs", "expected"), [(0, 1, (1, 0)), (1, 0, (0, 1))])
def test_playing__nobody_acts_after_one_is_out(mine, theirs, expected):
    acted = []

    def falls(duel, side, option, state, dice):
        acted.append(side)
        return lane.Step(lane.DONE, state._replace(mine=mine, theirs=theirs))

    dice = Scripted([5, 2])  # for priority
    end = playing(falls, None)(TABLES._replace(picks=Echo(lane.NOTHING)), dice)
    assert (end.a_out, end.b_out) == expected
    assert acted == [0]


def test_play__the_round_in_which_each_goes_out():
    """A has priority; its one blow of round 1 misses, that of round 2 goes home: 4+ to hit, 3+ on Toughness 2."""
    match = match_of(engaged("basic", 2), "charge", "stand-and-shoot")
    dice = Scripted([5, 2, 3, 3, 3, 3, 5, 2, 4, 3])
    assert play(match, dice) == End(0, 2, State(0, 1, 0, 0, 0, 0, 0))
    dice.check_used()
    dice = Scripted([2, 5, 4, 2])
    assert play(match, dice) == End(1, 0, State(0, 0, 1, 0, 0, 0, 0))
    dice.check_used()
