"""The duel as steps: which point follows which, and what an option does, die by die."""

from fractions import Fraction

import pytest

from necrostats.engine.dice import NOTES
from necrostats.engine.enumerating import law
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.close_combat import melee
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, END, START, State, Step, next_point
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.shooting import BANDS, shot
from tests.naive.cards import blade, fighter, gun, knife, power_hammer, power_sword, slug, suit, sword
from tests.systems.necromunda.generated import BASIC, under

F = Fraction

# ------------------------------------------------------------------ points


def follows(point, event, kind=lane.NOTHING, mine=1, theirs=1):
    return next_point(point, kind * ARGUMENTS + 5, event, mine, theirs)


def test_points_and_events_do_not_meet():
    points = [
        (lane.END, 1), (lane.START, 1), (lane.FRESH, 1), (lane.DECLARE, 3), (lane.AFTER, 6), (lane.FREE_FIGHT, 1),
        (lane.REACT, 2), (lane.REACT_STUCK, 2), (lane.REACT_AWAY, 2), (lane.DISTANCE, 12), (lane.DISTANCE_DUE, 12),
        (lane.REACT_MOVED, 2), (lane.REACT_HAMPERED, 14),
    ]  # fmt: skip
    assert [n for first, size in points for n in range(first, first + size)] == list(range(lane.POINTS))
    events = [
        (lane.DONE, 1), (lane.CONTACT, 1), (lane.REACTION_DUE, 1), (lane.STUCK_REACTION, 1), (lane.AWAY_REACTION, 1),
        (lane.AWAY + 1, 6), (lane.DIE_KNOWN + 1, 3), (lane.AWAY_DUE + 1, 6), (lane.FIRE_OUT, 1),
        (lane.HAMPERED_DUE + 1, 7),
    ]  # fmt: skip
    assert [n for first, size in events for n in range(first, first + size)] == list(range(lane.EVENTS))


@pytest.mark.parametrize(
    ("point", "event", "then"),
    [
        (START, lane.CONTACT, lane.FREE_FIGHT), (lane.DECLARE, lane.CONTACT, lane.FREE_FIGHT),
        (START, lane.REACTION_DUE, 13), (lane.FRESH, lane.REACTION_DUE, 13), (lane.AFTER, lane.REACTION_DUE, 14),
        (lane.FREE_FIGHT, lane.REACTION_DUE, 14),
        (START, lane.HAMPERED_DUE + 1, 45), (lane.AFTER, lane.HAMPERED_DUE + 1, 46), (START, lane.HAMPERED_DUE + 4, 51),
        (lane.FREE_FIGHT, lane.HAMPERED_DUE + 7, 58),
        (START, lane.STUCK_REACTION, 15), (lane.AFTER, lane.STUCK_REACTION, 16),
        (START, lane.AWAY_REACTION, 17), (lane.AFTER, lane.AWAY_REACTION, 18),
        (START, lane.FIRE_OUT, lane.FRESH),
        (START, lane.AWAY_DUE + 1, 31), (START, lane.AWAY_DUE + 6, 36), (lane.AFTER, lane.AWAY_DUE + 1, 37),
        (lane.AFTER + 5, lane.AWAY_DUE + 6, 42),
        (START, lane.DIE_KNOWN + 1, 3), (START, lane.DIE_KNOWN + 3, 5),
        (START, lane.AWAY + 1, 19), (START, lane.AWAY + 6, 24), (lane.AFTER, lane.AWAY + 1, 25),
        (lane.REACT_AWAY, lane.AWAY + 2, 20), (lane.REACT_AWAY + 1, lane.AWAY + 2, 26),
        (lane.REACT, lane.DONE, lane.AFTER + lane.FIGHT), (lane.REACT + 1, lane.DONE, END),
        (45, lane.DONE, lane.AFTER + lane.FIGHT), (46, lane.DONE, END), (57, lane.DONE, lane.AFTER + lane.FIGHT),
        (58, lane.DONE, END),
        (31, lane.DONE, 43), (36, lane.DONE, 43), (37, lane.DONE, 44), (42, lane.DONE, 44),
        (43, lane.DONE, lane.AFTER + lane.RETREAT), (44, lane.DONE, END),
        (15, lane.DONE, lane.AFTER + lane.RETREAT), (16, lane.DONE, END),
        (19, lane.DONE, lane.AFTER + lane.RETREAT), (24, lane.DONE, lane.AFTER + lane.RETREAT), (25, lane.DONE, END),
        (30, lane.DONE, END), (lane.AFTER, lane.DONE, END), (lane.FREE_FIGHT, lane.DONE, END),
    ],
)  # fmt: skip
def test_next_point__by_where_it_is_and_what_has_happened(point, event, then):
    assert follows(point, event) == then
    over = event not in (lane.CONTACT, lane.REACTION_DUE) and event <= lane.HAMPERED_DUE
    for mine, theirs in ((0, 1), (1, 0)):
        assert follows(point, event, mine=mine, theirs=theirs) == (END if over else then)


def test_next_point__after_a_first_action():
    spent = {
        lane.NOTHING: 6, lane.MOVE: 6, lane.RELOAD: 6, lane.SHOOT: 7, lane.AIM: 8, lane.FIGHT: 9, lane.RETREAT: 10,
        lane.STAND_UP: 11,
    }  # fmt: skip
    both = (lane.CRAWL, lane.CHARGE, lane.KNOWN_CHARGE, lane.DOUBLE_SHOOT, lane.COME_TO, lane.BURN)
    for point in (START, lane.FRESH, lane.DECLARE, lane.DECLARE + 2):
        assert {kind: follows(point, lane.DONE, kind) for kind in spent} == spent
        assert {follows(point, lane.DONE, kind) for kind in both} == {END}


# ------------------------------------------------------------------ the table of numbers

A = fighter(
    slug(), gun("pistol", "pistol", rng_s="4", rng_l="8", acc_s=1), knife(), blade("b", "power"), m=4, w=2
)
B = fighter(gun("only", rng_s="3", rng_l="5"), power_hammer(), m=5, armour=suit(5), i=3)
DUEL = set_up(A, B, BASIC, lane=12, distance=5, cover_a="partial", cover_b="full")
COVERS = ("partial", "full")


@pytest.mark.parametrize("side", [0, 1])
def test_shot_at__every_row_is_that_shot(side):
    who, whom = DUEL.fighters[side], DUEL.fighters[1 - side]
    for place, weapon in enumerate(DUEL.guns[side]):
        for gap in (1, 4, 6, 8, 10, 12):
            band = lane.band(DUEL.numbers, side, place, gap)
            for aimed, pinned, cover in [(a, p, c) for a in (0, 1) for p in (0, 1) for c in (0, 1)]:
                state = State(gap, 1, 1, 0, pinned, 0, cover)
                row = lane.shot_row(DUEL.numbers, side, place, aimed, state)
                how = Situation(
                    band=BANDS[band], aim=bool(aimed), target_prone=bool(pinned),
                    cover=COVERS[1 - side] if cover else "none",
                )  # fmt: skip
                assert lane.shot_at(DUEL.numbers, row) == shot(who, whom, weapon.first, how, BASIC)


@pytest.mark.parametrize("side", [0, 1])
def test_melee_at__every_row_is_that_attack(side):
    who, whom = DUEL.fighters[side], DUEL.fighters[1 - side]
    for place, blades in enumerate(DUEL.sets[side]):
        for charging in (0, 1):
            how = Situation(close=True, charging=bool(charging))
            expected = melee(who, whom, blades.first, blades.second, how, BASIC)
            assert lane.melee_at(DUEL.numbers, side, place, charging) == expected


@pytest.mark.parametrize(("a", "b"), [(A, B), (B, A)])
def test_rows__of_a_side_with_more_weapons_and_one_with_fewer(a, b):
    setup = set_up(a, b, BASIC, lane=12, distance=5)
    for side in (0, 1):
        who, whom = setup.fighters[side], setup.fighters[1 - side]
        for place, gun_ in enumerate(setup.guns[side]):
            row = lane.shot_row(setup.numbers, side, place, 0, State(1, 1, 1, 0, 0, 0, 0))
            assert lane.shot_at(setup.numbers, row) == shot(who, whom, gun_.first, Situation(), BASIC)
        for place, blades in enumerate(setup.sets[side]):
            expected = melee(who, whom, blades.first, blades.second, Situation(close=True), BASIC)
            assert lane.melee_at(setup.numbers, side, place, 0) == expected


@pytest.mark.parametrize("choice", ["defender_best", "first", "random"])
def test_melee_at__parries_and_how_they_are_chosen(choice):
    rules, swords = (
        under(parry_choice=choice, wound_last_row="seed_literal", half_toughness="round_down"),
        fighter(sword(), power_sword(), w=3),
    )
    setup = set_up(fighter(knife()), swords, rules, lane=1, distance=0)
    expected = melee(fighter(knife()), swords, knife(), None, Situation(close=True), rules)
    assert lane.melee_at(setup.numbers, 0, 0, 0) == expected
    assert (expected.parries, expected.power_parries) == (1, 1)


def test_number__of_each_side():
    fields = (lane.M, lane.HALF_M, lane.TOUGHNESS, lane.WOUNDS, lane.TEST_NEED)
    assert [[lane.number(DUEL.numbers, side, what) for what in fields] for side in (0, 1)] == [
        [4, 2, 3, 2, 4],
        [5, 2, 3, 1, 3],
    ]


# ------------------------------------------------------------------ what an option does


def does(option, state, faces, duel=DUEL, side=0):
    dice = Scripted(list(faces))
    end = duel.act(side, option, state, dice)
    dice.check_used()
    return end


def test_a_state_that_says_nothing_of_ammo():
    assert State(5, 2, 1, 0, 0, 1, 1) == State(5, 2, 1, 0, 0, 1, 1, 0, 0)


def state(gap=5, mine=2, theirs=1, **more):
    return State(gap, mine, theirs, 0, 0, 1, 1)._replace(**more)


def test_moves__leave_the_cover_behind():
    for kind in (lane.MOVE, lane.CRAWL, lane.RETREAT_TO):
        assert does(kind * ARGUMENTS + 3, state(), []) == Step(lane.DONE, state(3, my_cover=0))
        assert does(kind * ARGUMENTS + 5, state(), []) == Step(lane.DONE, state(5))
        assert does(kind * ARGUMENTS + 13, state(), []) == Step(lane.DONE, state(12, my_cover=0))


def test_standing_up_aiming_waiting():
    assert does(
        lane.STAND_UP * ARGUMENTS, state(my_pinned=1, their_pinned=1, my_guns=1, their_guns=2), []
    ) == Step(lane.DONE, state(their_pinned=1, my_guns=1, their_guns=2))
    for kind in (lane.AIM, lane.NOTHING):
        assert does(kind * ARGUMENTS, state(my_pinned=1), []) == Step(lane.DONE, state(my_pinned=1))


def test_charges__reach_contact_or_fall_short():
    guns = {"my_guns": 1, "their_guns": 2}
    reached = Step(lane.CONTACT, state(0, my_cover=0, **guns))
    assert does(lane.CHARGE * ARGUMENTS, state(5, their_pinned=1, **guns), [1]) == reached
    assert does(lane.CHARGE * ARGUMENTS, state(7, **guns), [4]) == Step(
        lane.DONE, state(1, my_cover=0, **guns)
    )
    assert does(lane.KNOWN_CHARGE * ARGUMENTS + 3, state(7, **guns), []) == reached
    assert does(lane.KNOWN_CHARGE * ARGUMENTS + 2, state(7, **guns), []) == Step(
        lane.DONE, state(1, my_cover=0, **guns)
    )
    assert does(lane.ROLL_CHARGE * ARGUMENTS, state(7), [4]) == Step(lane.DIE_KNOWN + 2, state(7))


def test_shots__wound_pin_and_push():
    """A slug hits on 4+ in full cover ... +1 at short range, wounds on 3+, pushes with the target's Strength 3."""
    fire = lane.SHOOT * ARGUMENTS
    assert does(fire, state(their_cover=0), [2]) == Step(lane.DONE, state(their_cover=0))
    pushed = state(6, their_pinned=1, their_cover=0)
    assert does(fire, state(their_cover=0), [3, 2]) == Step(lane.DONE, pushed)
    assert does(fire, state(), [5, 2]) == Step(lane.DONE, state(6, their_pinned=1, their_cover=0))
    assert does(fire, state(12), [6, 2]) == Step(lane.DONE, state(12, their_pinned=1))
    assert does(fire, state(their_cover=0), [3, 3, 2]) == Step(
        lane.DONE, state(theirs=0, their_pinned=1, their_cover=0)
    )
    aimed = lane.AIMED_SHOOT * ARGUMENTS
    assert does(aimed, state(their_cover=0), [2, 2]) == Step(lane.DONE, state(their_pinned=1, their_cover=0))


def test_fights_and_reactions():
    blow, charge = lane.FIGHT * ARGUMENTS, lane.CHARGE_FIGHT * ARGUMENTS
    engaged = state(0)
    assert does(blow, engaged, [3]) == Step(lane.REACTION_DUE, engaged)
    assert does(blow, engaged, [4, 4, 2]) == Step(lane.DONE, state(0, theirs=0))
    assert does(charge, engaged, [3, 3]) == Step(lane.REACTION_DUE, engaged)
    both = set_up(A, B, under(reaction_order="simultaneous"), lane=12, cover_a="partial", cover_b="full")
    assert does(blow, engaged, [4, 4, 2], both) == Step(lane.REACTION_DUE, state(0, theirs=0))
    # the hammer: Strength 4 and Damage 2; no reaction is reacted to
    for kind in (lane.REACTION, lane.REACTION_MOVED):
        assert does(kind * ARGUMENTS, state(1), [4, 3]) == Step(lane.DONE, state(1, mine=0))
        assert does(kind * ARGUMENTS, state(1), [3]) == Step(lane.DONE, state(1))
    assert does(lane.REACTION_AWAY * ARGUMENTS, engaged, [3, 5]) == Step(lane.AWAY + 5, engaged)
    assert does(lane.REACTION_AWAY * ARGUMENTS, engaged, [4, 3]) == Step(lane.DONE, state(0, mine=0))


@pytest.mark.parametrize(
    ("chosen", "faces", "event"),
    [({}, [4, 2, 6], lane.AWAY + 6), ({}, [4, 3], lane.AWAY_REACTION), ({}, [3, 2], lane.DONE),
     ({}, [3, 3], lane.STUCK_REACTION), ({"retreat_reaction": "only_if_passed"}, [3], lane.DONE),
     ({"retreat_timing": "after_move"}, [4, 3, 2], lane.AWAY_DUE + 2),
     ({"retreat_timing": "after_move"}, [3, 3], lane.STUCK_REACTION)],
)  # fmt: skip
def test_retreats__initiative_4_and_3(chosen, faces, event):
    duel = set_up(A, B, under(**chosen), lane=12, cover_a="partial", cover_b="full")
    assert does(lane.RETREAT * ARGUMENTS, state(0), faces, duel) == Step(event, state(0))


@pytest.mark.parametrize(
    ("kind", "now", "faces", "expected"),
    [
        (lane.MOVE, state(), [], ["{me} moves to {inches} apart"]),
        (lane.CRAWL, state(), [], ["{me} crawls to {inches} apart"]),
        (lane.RETREAT_TO, state(), [], ["{me} retreats to {inches} apart"]),
        (lane.AIM, state(), [], ["{me} aims"]),
        (lane.NOTHING, state(), [], ["{me} waits"]),
        (lane.SHOOT, state(their_cover=0), [2], []),
        (lane.SHOOT, state(their_cover=0), [3, 2], ["{foe} is pushed to {inches} apart", "{foe} is pinned"]),
        (lane.SHOOT, state(their_cover=0), [3, 3, 2], ["{foe} is out of action"]),
        (
            lane.SHOOT,
            state(theirs=3),
            [6, 3, 2],
            ["{foe} is pushed to {inches} apart", "{foe} has {wounds} left"],
        ),
        (lane.SHOOT, state(their_pinned=1, their_cover=0), [4, 2], ["{foe} is pushed to {inches} apart"]),
        (lane.FIGHT, state(0, theirs=2), [3], []),
        (lane.FIGHT, state(0, theirs=2), [4, 4, 2], ["{foe} has {wounds} left"]),
        (lane.FIGHT, state(0, theirs=1), [4, 4, 2], ["{foe} is out of action"]),
        (lane.REACTION, state(0, mine=3), [3], []),
        (lane.REACTION, state(0, mine=3), [4, 3], ["{me} has {wounds} left"]),
        (lane.REACTION, state(0, mine=2), [4, 3], ["{me} is out of action"]),
    ],
)
def test_what_is_told(kind, now, faces, expected):
    dice = Scripted(faces)
    DUEL.act(0, kind * ARGUMENTS + (3 if kind in (lane.MOVE, lane.CRAWL, lane.RETREAT_TO) else 0), now, dice)
    said = [NOTES[each.code] for each in dice.story if each.kind == "note"]
    first = {
        lane.SHOOT: ["{me} shoots with {gun}"],
        lane.FIGHT: ["{me} fights with {blades}"],
        lane.REACTION: ["{foe} reacts with {their_blades}"],
    }
    assert said == first.get(kind, []) + expected


def test_law__a_retreat_over_all_its_dice():
    found = law(lambda dice: DUEL.act(0, lane.RETREAT * ARGUMENTS, state(0), dice)).of(
        lambda step: step.event
    )
    away = {lane.AWAY + n: F(1, 2) * F(1, 3) * F(1, 6) for n in range(1, 7)}
    assert found == {
        **away, lane.AWAY_REACTION: F(1, 2) * F(2, 3), lane.STUCK_REACTION: F(1, 2) * F(2, 3),
        lane.DONE: F(1, 2) * F(1, 3),
    }  # fmt: skip
