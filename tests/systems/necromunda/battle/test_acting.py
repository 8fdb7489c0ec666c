"""What fighters do on a board, die by die: shots, charges, fights and retreats in worked scenes."""

import pytest

from necrostats.systems.necromunda.battle.acting import cover_from, fire_at, shot_from_here, stand_up
from necrostats.systems.necromunda.battle.contact import charge_at, consolidate, fight_enemy, retreat_from
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING
from necrostats.systems.necromunda.battle.state import engaged, touching
from tests.naive.cards import FURNACE, NONE, gun, knife, slug
from tests.systems.necromunda.battle.scenes import (
    EAST,
    NORTH,
    SOUTH,
    apart,
    barricade,
    given_faces,
    man,
    place,
    scene,
    wall,
)

RIFLE = gun("rifle", acc_s=0, acc_l=0)  # 12 and 24 inches, Strength 3
GUNNER = (man(RIFLE), 12, 5)
HALF = wall((8, 10), (12, 10))  # hides the left half of who stands straight behind it


def shoots(battle, *faces, target=1, aim=0):
    given_faces(fire_at, battle, 0, 0, target, aim, faces=faces)
    return battle


def can_shoot(battle, target=1):
    return shot_from_here(battle, 0, 0, target, 0, cover_from(battle, 0, target)) >= 0


# ------------------------------------------------------------------ shots


@pytest.mark.parametrize(
    ("why", "need", "ours", "theirs", "pieces"),
    [
        ("in the open", 4, [], [(man(), 12, 15)], []),
        ("half behind a wall", 5, [], [(man(), 12, 15)], [HALF]),
        ("behind a barricade", 5, [], [(man(), 12, 15)], [barricade((8, 10), (16, 10))]),
        ("behind both", 6, [], [(man(), 12, 15)], [HALF, barricade((8, 8), (16, 8))]),
        ("at a barricade", 4, [], [(man(), 12, 15)], [barricade((8, 6.4), (16, 6.4))]),
        ("engaged", 5, [(man(), 12.5, 15.8660254)], [(man(), 12, 15)], []),
        ("prone, near", 4, [], [(man(), 12, 17.5, NORTH, PRONE)], []),
        ("prone, far", 5, [], [(man(), 12, 18.5, NORTH, PRONE)], []),
        ("a friend half in between", 5, [(man(), 12.6, 10)], [(man(), 12, 15)], []),
        ("a friend within an inch", 4, [(man(), 12.4, 6.6)], [(man(), 12, 15)], []),
        ("an enemy half in between", 5, [], [(man(), 12, 15), (man(), 12.6, 10)], []),
        ("a prone one in between", 4, [], [(man(), 12, 15), (man(), 12, 10, NORTH, PRONE)], []),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_shot__needs(why, need, ours, theirs, pieces):
    target = 1 + len(ours)
    battle = scene([GUNNER, *ours], theirs, *pieces)
    shoots(battle, need - 1, target=target)
    assert battle.state.wounds[target] == 1
    shoots(battle, need, 1, target=target)  # it hits, and does not wound
    assert battle.state.field.posture[target] == (STANDING if why == "engaged" else PRONE)


def test_aim__adds_1():
    assert shoots(scene([GUNNER], [(man(), 12, 15)]), 3, 1, aim=1).state.field.posture[1] == PRONE


def test_out_of_range__nobody_is_shot():
    near, far = (scene([GUNNER], [(man(), 12, y)]) for y in (30 - 1e-6, 30 + 1e-6))
    assert can_shoot(near)
    assert not can_shoot(far)


@pytest.mark.parametrize(
    ("pieces", "posture", "possible"),
    [
        ([HALF], STANDING, True),
        ([HALF], PRONE, False),
        ([barricade((8, 10), (16, 10))], STANDING, True),
        ([barricade((8, 10), (16, 10))], PRONE, False),
        ([wall((8, 10), (16, 10))], STANDING, False),
        ([], PRONE, True),
    ],
)
def test_who_lies_in_cover__cannot_be_shot(pieces, posture, possible):
    battle = scene([GUNNER], [(man(), 12, 15, NORTH, posture)], *pieces)
    assert can_shoot(battle) == possible
    if not possible:
        assert shoots(battle).state.field.posture[1] == posture  # no die is rolled


def test_who_loses_the_last_wound__is_out_for_good():
    battle = shoots(scene([GUNNER], [(man(), 12, 15)]), 4, 4)
    state = battle.state
    assert (state.wounds[1], state.field.posture[1], state.ready[1]) == (0, GONE, 0)
    assert (state.taken_out_by[1], state.taken_out_with[1]) == (0, 0)


@pytest.mark.parametrize(
    ("angle", "save", "out"),
    [(SOUTH, 5, False), (SOUTH, 4, True), (NORTH, 5, True), (NORTH, 6, False), (EAST, 5, True)],
)
def test_furnace_plates__save_better_against_who_is_in_the_arc(angle, save, out):
    plated = man(armour=FURNACE)
    battle = shoots(scene([GUNNER], [(plated, 12, 15, angle)]), 4, 4, save)
    assert (battle.state.field.posture[1] == GONE) == out


@pytest.mark.parametrize(("test", "out"), [("centre", True), ("any_part", False)])
def test_arc_test__the_centre_or_any_part(test, out):
    """The shooter stands 47 degrees to the side of the target's face: its centre is out of the arc, a part is in."""
    off = 3.0 * 0.0699268119  # 3 inches times tan 4 degrees
    battle = scene(
        [(man(RIFLE), 12 + 3 + off, 15 - 3)], [(man(armour=FURNACE), 12, 15, SOUTH)], arc_test=test
    )
    assert (shoots(battle, 4, 4, 5).state.field.posture[1] == GONE) == out


BREACHER = (man(slug()), 12, 5)  # 8 and 16 inches, +1 near, Strength 4, Damage 2, Knockback


@pytest.mark.parametrize(
    ("others", "pieces", "end", "left"),
    [
        ([], [], 11, 1),
        ([], [wall((8, 11), (16, 11))], 10.25, 0),
        ([(man(), 12, 11.5)], [], 10.5, 0),
    ],
)
def test_a_push__blocked_adds_1_to_the_damage(others, pieces, end, left):
    battle = scene([BREACHER], [(man(w=3), 12, 10), *others], *pieces)
    shoots(battle, 3, 3)  # a hit on 3, which is its Strength; Strength 4 wounds Toughness 3 on 3
    assert battle.state.wounds[1] == left
    if left:
        assert place(battle, 1) == pytest.approx((12, end), abs=1e-6)
        assert battle.state.field.posture[1] == PRONE


def test_a_push__off_the_board_stops_at_its_edge_and_does_no_harm():
    battle = shoots(scene([(man(slug()), 12, 18)], [(man(w=3), 12, 23.2)]), 3, 3)
    assert place(battle, 1) == pytest.approx((12, 23.5))
    assert battle.state.wounds[1] == 1


def test_a_push__that_fails_to_wound_moves_all_the_same():
    battle = shoots(scene([BREACHER], [(man(), 12, 10)], wall((8, 11), (16, 11))), 3, 1)
    assert place(battle, 1) == pytest.approx((12, 10.25), abs=1e-6)
    strong = shoots(scene([BREACHER], [(man(s=4), 12, 10)]), 3, 1)
    assert place(strong, 1) == (12, 10)


@pytest.mark.parametrize(("bubble", "left"), [("True", 0), ("False", 1)])
def test_knockback_bubble__blocks_or_only_stops(bubble, left):
    """A friend of the shooter stands 1.5 inches behind the target."""
    battle = scene(
        [BREACHER, (man(), 12, 12.5)], [(man(w=3), 12, 10), (man(), 2, 23)], knockback_bubble=bubble
    )
    shoots(battle, 3, 3, target=2)
    assert battle.state.wounds[2] == left
    if left:
        assert place(battle, 2) == pytest.approx((12, 10.5))


# ------------------------------------------------------------------ charges

CHARGER = (man(), 12, 5)
NO_HIT = (1, 1, 1)  # two dice of a charge with bare hands, one of the reaction


@pytest.mark.parametrize(
    ("gap", "face", "reaches", "end"),
    [
        (5, 1, True, 0),
        (5.01, 1, False, 1),
        (6, 1, False, 1),
        (6.5, 1, False, 1.5),
        (6, 3, True, 0),
        (7, 6, True, 0),
        (7.01, 6, False, 1),
    ],
)
def test_a_charge__reaches_with_movement_and_d3_or_stops_1_inch_away(gap, face, reaches, end):
    battle = scene([CHARGER], [(man(), 12, 6 + gap)])
    given_faces(charge_at, battle, 0, 1, 0, faces=(face, *NO_HIT) if reaches else (face,))
    assert apart(battle, 0, 1) == pytest.approx(end, abs=1e-6)
    assert touching(battle.state.field, 0, 1) == reaches


def test_charge_contact__within_1_reaches_an_inch_further():
    for gap, reaches in ((6, True), (6.01, False)):
        battle = scene([CHARGER], [(man(), 12, 6 + gap)], charge_contact="within_1")
        given_faces(charge_at, battle, 0, 1, 0, faces=(1, *NO_HIT) if reaches else (1,))
        assert touching(battle.state.field, 0, 1) == reaches


def test_charge_d3__known_before():
    battle = scene([CHARGER], [(man(), 12, 13)])
    given_faces(charge_at, battle, 0, 1, 3, faces=NO_HIT)
    assert touching(battle.state.field, 0, 1)


def test_a_charge__does_not_cross_a_barricade():
    battle = scene([CHARGER], [(man(), 12, 10)], barricade((1, 7), (23, 7)))
    given_faces(charge_at, battle, 0, 1, 0, faces=(6,))
    assert place(battle, 0) == (12, 5)


def test_who_is_pinned__stands_up_on_contact_and_strikes_back():
    battle = scene([CHARGER], [(man(), 12, 10, NORTH, PRONE)])
    given_faces(charge_at, battle, 0, 1, 0, faces=(1, 1, 1, 4, 4))  # its reaction hits and wounds on 4
    field = battle.state.field
    assert field.posture[1] == STANDING
    assert (field.face_x[1], field.face_y[1]) == pytest.approx((0, -1))
    assert field.posture[0] == GONE


# ------------------------------------------------------------------ fights


@pytest.mark.parametrize(("angle", "own", "need"), [(NORTH, 1, 5), (SOUTH, 1, 4), (NORTH, 0, 4)])
def test_a_knife_in_the_back__is_a_point_of_strength_stronger(angle, own, need):
    """Strength 3 and Toughness 4: 5+ from the front, 4+ from behind."""
    stabber, victim = (man(knife()), 12, 5), (man(t=4), 12, 6, NORTH if need == 4 else SOUTH)
    for wound, out in ((need, True), (need - 1, False)):
        battle = scene([stabber], [victim])
        given_faces(fight_enemy, battle, 0, 1, 0, faces=(4, wound) if out else (4, wound, 1))
        assert (battle.state.field.posture[1] == GONE) == out


@pytest.mark.parametrize(("free", "need"), [("True", 4), ("False", 5)])
def test_free_turn_engaged__to_face_costs_1_in_one_s_own_activation(free, need):
    for hit in (need, need - 1):
        battle = scene([(man(), 12, 5, SOUTH)], [(man(), 12, 6, SOUTH)], free_turn_engaged=free)
        given_faces(fight_enemy, battle, 0, 1, 0, faces=(hit, 4) if hit == need else (hit, 1))
        assert (battle.state.field.posture[1] == GONE) == (hit == need)


def test_who_must_turn_to_react__needs_1_more():
    for angle, need in ((SOUTH, 4), (NORTH, 5)):
        for hit in (need, need - 1):
            battle = scene([(man(), 12, 5)], [(man(), 12, 6, angle)])
            given_faces(fight_enemy, battle, 0, 1, 0, faces=(1, hit, 4) if hit == need else (1, hit))
            assert (battle.state.field.posture[0] == GONE) == (hit == need)


def test_everybody_engaged__reacts():
    around = [(man(), 12, 6, SOUTH), (man(), 13, 5, SOUTH), (man(), 11, 5, SOUTH), (man(), 12, 8)]
    battle = scene([(man(w=3), 12, 5)], around)
    # a miss; the first wounds on 4, the two at the sides must turn: one misses on 4, one hits on 5
    given_faces(fight_enemy, battle, 0, 1, 0, faces=(1, 4, 4, 4, 5, 4))
    assert battle.state.wounds[0] == 1
    fallen = scene([(man(w=1), 12, 5)], around)
    given_faces(fight_enemy, fallen, 0, 1, 0, faces=(1, 4, 4))  # the others have no target left
    assert fallen.state.field.posture[0] == GONE
    assert fallen.state.taken_out_by[0] == 1


@pytest.mark.parametrize(("order", "faces"), [("sequential", (4, 4)), ("simultaneous", (4, 4, 1))])
def test_reaction_order__who_falls_strikes_back_if_simultaneous(order, faces):
    battle = scene([CHARGER], [(man(), 12, 6, SOUTH)], reaction_order=order)
    given_faces(fight_enemy, battle, 0, 1, 0, faces=faces)
    assert battle.state.field.posture[1] == GONE


@pytest.mark.parametrize(
    ("presses", "y", "posture", "end"),
    [(1, 8, STANDING, 7), (1, 8, PRONE, 7), (1, 8.1, STANDING, 5), (0, 7.5, STANDING, 5)],
)
def test_who_has_nobody_engaged_left__goes_on_up_to_2_inches(presses, y, posture, end):
    battle = scene([CHARGER], [(man(), 12, y, NORTH, posture)], weights={"presses": presses})
    given_faces(consolidate, battle, 0, faces=[])
    assert place(battle, 0) == pytest.approx((12, end))
    assert engaged(battle.state.field, 1) == (end == 7)


def test_who_is_still_engaged__stays():
    battle = scene([CHARGER], [(man(), 12, 6), (man(), 14, 5)], weights={"presses": 1})
    given_faces(consolidate, battle, 0, faces=[])
    assert place(battle, 0) == (12, 5)


# ------------------------------------------------------------------ retreats

MISS, HIT = (3,), (4, 4)


@pytest.mark.parametrize(
    ("options", "faces", "end"),
    [
        ({}, (4, 4, *MISS, 5), "away"),  # the test, the enemy's, its attack, the inches
        ({}, (4, 3, 5), "away"),
        ({}, (4, 4, *HIT), "down"),  # before the move: no inches are rolled
        ({}, (3, 4, *MISS), "stuck"),
        ({}, (3, 4, *HIT), "down"),
        ({"retreat_reaction": "only_if_passed"}, (3,), "stuck"),
        ({"retreat_timing": "after_move"}, (4, 4, 5, *HIT), "down"),
        ({"retreat_timing": "after_move"}, (4, 4, 5, *MISS), "away"),
        ({"retreat_timing": "after_move"}, (3, 4, *MISS), "stuck"),
    ],
)
def test_a_retreat(options, faces, end):
    battle = scene([(man(), 12, 12)], [(man(), 12, 13, SOUTH)], **options)
    given_faces(retreat_from, battle, 0, faces=faces)
    field = battle.state.field
    assert field.posture[0] == (GONE if end == "down" else STANDING)
    if end == "away":
        assert apart(battle, 0, 1) == pytest.approx(5)
    if end == "stuck":
        assert touching(field, 0, 1)


def test_a_retreat__from_two_enemies_is_tested_by_each():
    battle = scene([(man(w=3), 12, 5)], [(man(), 12, 6, SOUTH), (man(), 12, 4, NORTH), (man(), 2, 23)])
    given_faces(retreat_from, battle, 0, faces=(4, 4, *HIT, 4, *HIT, 6))
    assert battle.state.wounds[0] == 1
    assert not engaged(battle.state.field, 0)


def test_a_retreat__that_ends_within_1_inch_of_an_enemy_is_none():
    shut_in = [wall((10, 3.5), (14, 3.5)), wall((10.6, 3), (10.6, 9)), wall((13.4, 3), (13.4, 9))]
    battle = scene([CHARGER], [(man(), 12, 6, SOUTH)], *shut_in)
    given_faces(retreat_from, battle, 0, faces=(4, 3, 6))
    assert touching(battle.state.field, 0, 1)


def test_who_stands_up__faces_the_nearest_enemy():
    battle = scene([(man(), 12, 5, NORTH, PRONE)], [(man(armour=NONE), 15, 5), (man(), 12, 12)])
    given_faces(stand_up, battle.state, 0, faces=[])
    assert battle.state.field.posture[0] == STANDING
    assert (battle.state.field.face_x[0], battle.state.field.face_y[0]) == pytest.approx((1, 0))
