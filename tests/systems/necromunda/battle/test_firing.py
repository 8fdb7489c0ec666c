"""Shots on a board under the advanced rules, die by die: injuries, ammo, target priority, strays, blasts, flames."""

from math import cos, dist, pi, sin

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from necrostats.engine.enumerating import law_from
from necrostats.engine.narrating import Plain
from necrostats.errors import UsageError
from necrostats.systems.necromunda.battle.acting import has_in_arc
from necrostats.systems.necromunda.battle.areas import spares_friends, under_flame, under_marker, up_to_wall
from necrostats.systems.necromunda.battle.deciding import shoot_best
from necrostats.systems.necromunda.battle.firing import at_risk, closest, volley_at
from necrostats.systems.necromunda.battle.hitting import gun_of, row_of_shot, volley_of
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING
from necrostats.systems.necromunda.battle.state import DIRECTIONS
from necrostats.systems.necromunda.injuries import BLINDED, BROKEN, IN_PLAY, ON_FIRE, OUT, SERIOUS
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.questions import attack
from necrostats.systems.necromunda.volley import Firing, shoot_volley
from tests.conftest import assert_chance
from tests.naive.cards import FURNACE, gun, knife
from tests.systems.necromunda.battle.scenes import (
    EAST,
    INCH,
    SOUTH,
    advanced,
    barricade,
    given_faces,
    injure,
    man,
    place,
    wall,
)
from tests.systems.necromunda.generated_advanced import under_advanced

RIFLE = gun("rifle", acc_s=0, acc_l=0, ammo=4)  # 12 and 24 inches, Strength 3
GUNNER = (man(RIFLE), 12, 5)
FAR = (man(), 1, 23)  # an enemy too far from everything
GRENADES = gun("launcher", "blast", acc_s=0, acc_l=0, ammo=4, strength=4)
FLAMER = gun("flamer", "template", rng_s="T", rng_l="T", ammo=4, strength=4)
HARPOON = gun("harpoon", "impale", acc_s=0, acc_l=0, strength=5, ammo=4)


def with_blast(number, weapon=GRENADES):
    weapon.traits["blast"] = number
    return weapon


def shoots(battle, *faces, target=1, aim=0, gun=0):
    given_faces(volley_at, battle, battle.advanced, 0, gun, target, aim, faces=faces)
    return battle


# ------------------------------------------------------------------ one target


def test_injury__flesh_wound_serious_injury_out_of_action():
    for face, down, toughness, posture in ((1, IN_PLAY, 2, PRONE), (3, SERIOUS, 3, PRONE), (6, OUT, 0, GONE)):
        battle = shoots(advanced([GUNNER], [(man(), 12, 15)]), 4, 2, 4, face)
        state = battle.state
        assert (state.down[1], state.toughness[1], state.field.posture[1]) == (down, toughness, posture)
        assert state.wounds[1] == 0
    assert (state.taken_out_by[1], state.taken_out_with[1]) == (0, 0)


def test_a_flesh_wound__makes_the_next_wound_easier():
    battle = shoots(advanced([GUNNER], [(man(), 12, 15)]), 4, 2, 4, 1)
    shoots(battle, 5, 2, 3, 1)  # prone at long range 5+, Strength 3 against Toughness 2 on 3+
    assert battle.state.toughness[1] == 1
    shoots(battle, 5, 2, 2, 1)  # a flesh wound too many
    assert battle.state.down[1] == OUT


def test_ammo__out_of_it_the_gun_is_shot_no_more():
    battle = advanced([GUNNER], [(man(), 12, 15)], weights={"shoot": 1.0})
    shoots(battle, 1, 1, 4)
    assert battle.state.loaded[0] & 1 == 1
    shoots(battle, 1, 1, 3)  # the check needs 4
    assert battle.state.loaded[0] & 1 == 0
    assert given_faces(shoot_best, battle, 0, 0, 2, faces=[]) == 0


def test_rapid_fire__two_failed_checks_jam_it():
    stubber = gun("stubber", "rapid-fire", acc_s=0, acc_l=0, ammo=4)
    stubber.traits["rapid-fire"] = 2
    battle = shoots(advanced([(man(stubber), 12, 5)], [(man(), 12, 15)]), 3, 1, 1, 1, 1)
    assert (battle.state.loaded[0] & 1, battle.state.jammed[0]) == (0, 1)


def test_knockback__a_push_and_one_more_damage_where_it_is_blocked():
    slugs = gun("slugs", "knockback", acc_s=0, acc_l=0, strength=4)
    free = shoots(advanced([(man(slugs), 12, 5)], [(man(), 12, 15)]), 4, 2, 1)
    assert place(free, 1) == pytest.approx((12, 16))
    blocked = advanced([(man(slugs), 12, 5)], [(man(w=2), 12, 15)], wall((8, 16), (16, 16)))
    shoots(blocked, 4, 2, 3, 1)  # Damage 2 takes both Wounds: an Injury die
    assert (blocked.state.wounds[1], blocked.state.toughness[1]) == (0, 2)


def test_knockback__who_is_pushed_goes_down_where_it_was_pushed_to():
    slugs = gun("slugs", "knockback", acc_s=0, acc_l=0, strength=4)
    battle = advanced([(man(slugs), 12, 5)], [(man(), 12, 15), (man(), 12, 20)])
    state = shoots(battle, 4, 2, 4, 3).state
    assert state.down[1] == SERIOUS
    assert place(battle, 1) == pytest.approx((12, 16))
    assert list(state.shaken) == [0, 0, 1]  # 3 inches away by then


@pytest.mark.parametrize(("passes", "blind"), [(4, False), (3, True)])
def test_flash__an_initiative_test_or_blinded(passes, blind):
    flash = gun("flash", "flash", acc_s=0, acc_l=0, strength="-")
    battle = shoots(advanced([(man(flash), 12, 5)], [(man(i=4), 12, 15)]), 4, 2, passes)
    assert bool(battle.state.marks[1] & BLINDED) == blind


def test_blaze__catches_fire_on_4():
    for face, burns in ((4, True), (3, False)):
        blaze = gun("torch", "blaze", acc_s=0, acc_l=0)
        battle = shoots(advanced([(man(blaze), 12, 5)], [(man(), 12, 15)]), 4, 2, 1, face)
        assert bool(battle.state.marks[1] & ON_FIRE) == burns


def test_drag__pulls_as_far_as_a_d3():
    hook = gun("hook", "drag", acc_s=0, acc_l=0)
    battle = shoots(advanced([(man(hook), 12, 5)], [(man(), 12, 15)]), 4, 2, 1, 3, 6)
    assert place(battle, 1) == pytest.approx((12, 12))


def test_fear__breaks_and_is_to_run():
    fear = gun("fear", "fear", acc_s=0, acc_l=0, strength="-")
    battle = shoots(advanced([(man(fear), 12, 5)], [(man(cl=7), 12, 15)]), 4, 2, 3, 3)
    assert battle.state.marks[1] & BROKEN
    assert battle.state.shaken[1] > 0
    down = advanced([(man(fear), 12, 5)], [(man(cl=7), 12, 15)])
    injure(down, 1)
    assert not shoots(down, 4, 2, 3, 3).state.marks[1] & BROKEN  # who lies there cannot run


@pytest.mark.parametrize(
    ("cover", "pieces", "posture", "how"),
    [
        (0, [], STANDING, {}),
        (1, [barricade((8, 10), (16, 10))], STANDING, {"cover": "partial"}),
        (0, [], PRONE, {"target_prone": True, "behind": True}),
    ],
)
def test_rows__have_the_law_of_the_attack(cover, pieces, posture, how):
    shooter, target = man(gun("rifle", "knockback", acc_l=-1, ammo=3), bs=3), man(w=2, armour=FURNACE)
    battle = advanced([(shooter, 12, 5)], [(target, 12, 15, SOUTH, posture)], *pieces)
    behind = 0 if posture == STANDING and has_in_arc(battle, 1, 0) else 1
    row = row_of_shot(battle, 0, 0, 1, 1, cover, behind)
    asked = attack(
        shooter, target, shooter.weapons[0].profiles[0], Situation(aim=True, **how), under_advanced()
    )
    weapon = gun_of(battle, row)
    assert weapon._replace(strays=asked.numbers.guns[0].strays) == asked.numbers.guns[0]
    law = law_from(shoot_volley, volley_of(battle, row, weapon, 0, 0), Firing(asked.start.scene))
    assert law.chances() == asked.law().chances()


def test_a_shot__comes_out_as_the_exact_law_says():
    """Two hundred shots with random dice against P(out of action), P(seriously injured), P(flesh wound)."""
    shooter, target = man(gun("rifle", "rapid-fire", strength=4, acc_s=1, ammo=4)), man(w=1)
    shooter.weapons[0].profiles[0].traits["rapid-fire"] = 2
    asked = attack(shooter, target, shooter.weapons[0].profiles[0], Situation(band="short"), under_advanced())
    law = asked.law()
    battle = advanced([(shooter, 12, 5)], [(target, 12, 12), FAR])
    state, trials, counts = battle.state, 2_000, {"out": 0, "serious": 0, "weaker": 0, "dry": 0}
    for trial in range(trials):
        state.wounds[1], state.toughness[1], state.down[1], state.marks[1] = 1, 3, 0, 0
        state.field.posture[1], state.loaded[0] = STANDING, 3
        state.field.x[1], state.field.y[1] = 12.0, 12.0
        volley_at(battle, battle.advanced, 0, 0, 1, 0, Plain(3, trial))
        counts["out"] += state.down[1] == OUT
        counts["serious"] += state.down[1] == SERIOUS
        counts["weaker"] += 0 < state.toughness[1] < 3
        counts["dry"] += state.loaded[0] & 1 == 0
    for name, event in (
        ("out", lambda end: end.scene.target.down == OUT),
        ("serious", lambda end: end.scene.target.down == SERIOUS),
        ("weaker", lambda end: 0 < end.scene.target.toughness < 3),
        ("dry", lambda end: end.scene.weapon != 0),
    ):
        assert_chance(counts[name], trials, float(law.p(event)))


# ------------------------------------------------------------------ whom it hits


def test_priority__a_cool_test_for_all_but_the_closest():
    near, far = (man(), 12, 12), (man(), 16, 18)
    kept = shoots(advanced([(man(RIFLE, cl=7), 12, 5)], [near, far]), 3, 4, 1, 2, target=2)  # 7 on 2D6 holds
    assert kept.state.field.posture[1] == STANDING
    failed = shoots(advanced([(man(RIFLE, cl=7), 12, 5)], [near, far]), 3, 3, 4, 2, 1, target=2)
    assert (failed.state.field.posture[1], failed.state.field.posture[2]) == (PRONE, STANDING)
    turned = shoots(
        advanced([(man(RIFLE, cl=7), 12, 5, EAST, STANDING)], [near, far]), 3, 3, 4, 2, 1, target=2
    ).state.field
    assert (turned.face_x[0], turned.face_y[0]) == pytest.approx((0, 1))  # to the one that it shoots at
    eye = advanced([(man(RIFLE, cl=7, skills=("marksman",)), 12, 5)], [near, far])
    assert shoots(eye, 4, 2, 1, target=2).state.field.posture[2] == PRONE


@pytest.mark.parametrize(
    ("why", "near", "pieces", "injured", "chosen"),
    [
        ("nearer", (man(), 12, 12), [], False, 1),
        ("nearer, seriously injured", (man(), 12, 12), [], True, 2),
        ("nearer, harder to hit", (man(), 12, 12), [barricade((10, 11), (14, 11))], False, 2),
        ("farther", (man(), 12, 22), [], False, 2),
        ("behind a wall", (man(), 12, 12), [wall((10, 10), (14, 10))], False, 2),
    ],
)
def test_the_closest__may_be_passed_over(why, near, pieces, injured, chosen):
    battle = advanced([GUNNER], [near, (man(), 18, 14)], *pieces)
    if injured:
        injure(battle, 1)
    assert closest(battle, 0, 0, 2, 0, 0) == chosen


def test_a_stray_shot__meets_first_whose_base_is_nearest():
    line = [(man(), 11, 9.8), (man(base=2 * INCH), 13, 10)]  # 3.9 and 3.6 inches away
    battle = advanced([GUNNER, *line], [(man(), 12, 15), FAR])
    shoots(battle, 3, 2, 3, 1, target=3)
    assert [battle.state.field.posture[who] for who in (1, 2)] == [STANDING, PRONE]


def test_a_stray_shot__goes_from_one_on_the_line_to_the_next():
    line = [(man(), 12.9, 8), (man(), 12.9, 12)]  # 0.9 inches from the line, bases of half an inch
    battle = advanced([GUNNER, *line], [(man(), 12, 15), FAR])
    shoots(battle, 3, 2, 4, 3, 1, target=3)  # it misses the first friend, hits the second, does not wound
    assert [battle.state.field.posture[who] for who in (1, 2, 3)] == [STANDING, PRONE, STANDING]
    wide = advanced([GUNNER, (man(), 13.51, 8)], [(man(), 12, 15), FAR])
    shoots(wide, 3, 2, target=2)


def test_a_stray_shot__may_hit_who_is_engaged_with_the_target():
    battle = advanced([GUNNER, (man(), 12, 16)], [(man(), 12, 15), FAR])
    shoots(battle, 3, 2, 3, 2, target=2)
    assert battle.state.wounds[1] == 1
    assert battle.state.field.posture[1] == STANDING  # engaged: a hit does not pin
    off = advanced([GUNNER, (man(), 12, 16)], [(man(), 12, 15), FAR], stray_hit="off")
    shoots(off, 3, 2, 3, target=2)


def test_a_stray_shot__takes_out_a_friend():
    battle = shoots(advanced([GUNNER, (man(), 12.9, 10)], [(man(), 12, 15), FAR]), 3, 2, 3, 4, 6, target=2)
    assert (battle.state.down[1], battle.state.taken_out_by[1]) == (OUT, 0)


@pytest.mark.parametrize(
    ("number", "apart", "caught"), [(3, 1.99, True), (3, 2.01, False), (5, 2.99, True), (5, 3.01, False)]
)
def test_a_blast__hits_all_under_it(number, apart, caught):
    """The marker's radius is 1.5 or 2.5 inches, the bases' half an inch."""
    bomber = man(with_blast(number, gun("launcher", "blast", acc_s=0, acc_l=0, ammo=4, strength=4)))
    battle = advanced([(bomber, 12, 5)], [(man(), 12, 15), (man(), 12 + apart, 15), FAR])
    shoots(battle, 4, 2, 2, *([2] if caught else []))  # Strength 4 against Toughness 3 needs 3
    assert [battle.state.field.posture[who] for who in (1, 2)] == [PRONE, PRONE if caught else STANDING]


def test_a_blast__is_stopped_by_walls():
    bomber = man(with_blast(5, gun("launcher", "blast", acc_s=0, acc_l=0, ammo=4, strength=4)))
    battle = advanced([(bomber, 12, 5)], [(man(), 12, 15), (man(), 14, 15), FAR], wall((13, 10), (13, 20)))
    shoots(battle, 4, 2, 2)
    assert battle.state.field.posture[2] == STANDING


def test_a_blast__that_misses_scatters():
    """Direction 1 of 360 is east; 3 inches of scatter, on the arrow; a die of the scatter is 3 to 6."""
    bomber = man(with_blast(3, gun("launcher", "blast", acc_s=0, acc_l=0, ammo=4, strength=4)))
    battle = advanced([(bomber, 12, 5)], [(man(), 12, 15), (man(), 15, 15), FAR])
    shoots(battle, 3, 2, 3, 3, 1, 2)
    assert [battle.state.field.posture[who] for who in (1, 2)] == [STANDING, PRONE]
    misfire = advanced([(bomber, 12, 5)], [(man(), 12, 15), FAR])
    shoots(misfire, 3, 2, 1, 1, 1, 2)  # the Hit symbol and a 1, then a 1: on the shooter
    assert misfire.state.field.posture[0] == PRONE
    dud = advanced([(bomber, 12, 5)], [(man(), 12, 15), FAR])
    shoots(dud, 3, 2, 1, 1, 2)
    lost = advanced([(bomber, 12, 5)], [(man(), 21, 5), FAR])
    shoots(lost, 3, 2, 3, 6, 1)  # off the board
    assert lost.state.field.posture[1] == STANDING


@pytest.mark.parametrize(("inches", "far"), [(1, 1), (3, 1.75), (6, 1.75)])
def test_a_marker__stops_at_a_wall(inches, far):
    ground = advanced([GUNNER], [FAR], wall((10, 17), (14, 17))).forces.ground
    assert up_to_wall(ground, 12.0, 15.0, 0.0, 1.0, float(inches)) == pytest.approx(far)
    assert up_to_wall(ground, 12.0, 15.0, 1.0, 0.0, float(inches)) == inches
    low = advanced([GUNNER], [FAR], barricade((10, 17), (14, 17))).forces.ground
    assert up_to_wall(low, 12.0, 15.0, 0.0, 1.0, float(inches)) == inches


def test_directions__are_all_the_way_round():
    battle = advanced([GUNNER], [FAR])
    ways = battle.real[battle.advanced.ways :][: 2 * DIRECTIONS]
    assert (ways[0], ways[1]) == (1.0, 0.0)
    assert (ways[180], ways[181]) == pytest.approx((0.0, 1.0))
    assert sum(ways) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("x", "y", "touched"),
    [(12, 13, True), (12, 13.9, True), (12, 14.1, False), (13.6, 13, True), (13.7, 13, False), (12.9, 6.5, False),
     (12, 4, False)],
)  # fmt: skip
def test_a_flame__touches_within_8_inches_and_widens(x, y, touched):
    """From the shooter's base at 5.5 to 13.5; half its width is 1.25 inches at the end, the bases' half an inch."""
    battle = advanced([(man(FLAMER), 12, 5)], [(man(), x, y), FAR])
    assert under_flame(battle, 0, 0.0, 1.0, 1) == touched


def test_a_flame__hits_friend_and_foe_without_a_roll():
    battle = advanced([(man(FLAMER), 12, 5), (man(), 12.9, 9)], [(man(), 12, 12), FAR])
    shoots(battle, 2, 2, 2, target=2)  # the Firepower die, and a wound roll each
    assert [battle.state.field.posture[who] for who in (1, 2)] == [PRONE, PRONE]
    empty = advanced([(man(FLAMER), 12, 5)], [(man(), 12, 12), FAR])
    shoots(empty, 1, 2, 3)  # an Ammo symbol, a wound roll, and the check, which needs 4
    assert empty.state.loaded[0] & 1 == 0
    assert not spares_friends(battle, battle.advanced, 0, 0, 2)
    battle.state.field.x[1] = 2.0
    assert spares_friends(battle, battle.advanced, 0, 0, 2)


def test_impale__goes_on_at_one_less_strength():
    line = [(man(), 12, 12), (man(), 12, 15), (man(), 12, 18)]
    battle = advanced([(man(HARPOON), 12, 5)], [*line, FAR])
    shoots(
        battle, 4, 2, 3, 6, 3, 3, 6, 2
    )  # 5 against 3 on 3, out; on 3 into the next, 4 against 3, out; not the third
    assert [battle.state.down[who] for who in (1, 2, 3)] == [OUT, OUT, IN_PLAY]
    thrice = shoots(advanced([(man(HARPOON), 12, 5)], [*line, FAR]), 4, 2, 3, 6, 3, 3, 6, 3, 3)
    assert thrice.state.down[3] == IN_PLAY  # 3 against 3 needs 4
    stopped = shoots(advanced([(man(HARPOON), 12, 5)], [*line, FAR]), 4, 2, 3, 6, 3, 2)
    assert [stopped.state.down[who] for who in (1, 2)] == [OUT, IN_PLAY]  # unhurt, it ends there
    assert stopped.state.field.posture[2] == PRONE


def test_shots__are_not_made_into_ones_own():
    bomber = man(with_blast(5, gun("launcher", "blast", acc_s=0, acc_l=0, ammo=4, strength=4)))
    battle = advanced([(bomber, 12, 5), (man(knife()), 12, 13)], [(man(), 12, 15)], weights={"shoot": 1.0})
    assert given_faces(shoot_best, battle, 0, 0, 2, faces=[]) == 0
    battle.state.field.x[1] = 2.0
    assert given_faces(shoot_best, battle, 0, 0, 2, faces=[4, 2, 2]) == 1


# ------------------------------------------------------------------ shapely looks on

FLAMED = advanced([(man(FLAMER), 1, 1)], [FAR])
SHOT_AT = advanced([GUNNER, (man(), 1, 1)], [FAR])


def placed(battle, *places):
    """The battle with its fighters there."""
    field = battle.state.field
    for who, (x, y) in enumerate(places):
        field.x[who], field.y[who] = x, y
    return battle


inches = st.floats(1, 23).map(lambda x: round(x, 2))
points = st.tuples(inches, inches)


@settings(max_examples=150, phases=[Phase.generate])
@given(points, points, points)
def test_a_flame__touches_whom_its_wedge_does(shooter, target, other):
    far = dist(shooter, target)
    assume(far > 1 and dist(shooter, other) > 1)
    ux, uy = (target[0] - shooter[0]) / far, (target[1] - shooter[1]) / far
    tip = shooter[0] + ux / 2, shooter[1] + uy / 2
    ends = [(tip[0] + 8 * ux - k * uy, tip[1] + 8 * uy + k * ux) for k in (1.25, -1.25)]
    apart = Polygon([tip, *ends]).distance(Point(other)) - 0.5
    assume(abs(apart) > 1e-6)
    battle = placed(FLAMED, shooter, other)
    assert under_flame(battle, 0, ux, uy, 1) == (apart < 0)


@settings(max_examples=150, phases=[Phase.generate])
@given(points, points, points)
def test_at_risk__is_who_is_near_the_line(shooter, target, other):
    apart = LineString([shooter, target]).distance(Point(other)) - 1.5
    touches = dist(target, other) - 1
    assume(dist(shooter, target) > 1 and abs(apart) > 1e-6 and abs(touches) > 1e-6)
    battle = placed(SHOT_AT, shooter, other, target)
    assert at_risk(battle, 0, 2, 1) == (apart < 0 or touches < 0)


@settings(max_examples=60, phases=[Phase.generate])
@given(points, points, st.sampled_from([1.5, 2.5]), st.tuples(points, points))
def test_under_a_marker__is_whom_it_touches_and_no_wall_hides(centre, who, radius, ends):
    apart = dist(centre, who) - radius - 0.5
    assume(abs(apart) > 1e-6 and dist(*ends) > 0.1)
    between = wall(*ends)
    try:
        battle = advanced([GUNNER], [(man(), *who)], between)
    except UsageError:  # somebody deploys there, or is shut in
        assume(False)
    shape = Polygon(between.corners)
    hidden = not Point(centre).buffer(1e-6).intersects(shape) and all(
        LineString([centre, (who[0] + 0.5 * cos(a), who[1] + 0.5 * sin(a))]).intersects(shape)
        for a in (2 * pi * k / 90 for k in range(90))
    )
    free = not LineString([centre, who]).buffer(0.6).intersects(shape)
    found = under_marker(battle, *centre, radius, 1)
    if apart > 0 or hidden:
        assert not found
    elif free:
        assert found
