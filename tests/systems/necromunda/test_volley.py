"""A ranged attack of the advanced rules step by step and die by die."""

import pytest

from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.ammo import DIVERTED, DRY, JAMMED, SECOND, Burst, Magazine
from necrostats.systems.necromunda.damage import NEVER, Blow
from necrostats.systems.necromunda.injuries import (
    CONCUSSED,
    DRAGGED,
    IN_PLAY,
    LANDED,
    MAY_BE_DRAGGED,
    MAY_BURN,
    ON_FIRE,
    OUT,
    PINNED,
    PUSHED,
    SERIOUS,
    STRUCK,
    UNSAVED,
    WOUND,
    After,
    Body,
    Condition,
    Effect,
    Hit,
)
from necrostats.systems.necromunda.scene import NOBODY, Scene
from necrostats.systems.necromunda.shooting import ON_ATTACK, ON_HIT
from necrostats.systems.necromunda.templates import Marker
from necrostats.systems.necromunda.volley import (
    ALWAYS_PINS,
    CAN_PIN,
    Fire,
    Firing,
    Gun,
    Landing,
    Volley,
    choose_target,
    end_volley,
    expertise,
    fire,
    fire_next,
    land,
    open_fire,
    pin,
    pins_how,
    resolve,
    resolve_next,
    roll_firepower,
    shared,
    shoot_volley,
    stray_shots,
)

PLAIN = Hit(Blow(3, 5, 1), 0, Effect(), Body())  # against Toughness 3: wounds on 4+, saved on 5+
FRESH = Condition(3, 3)
ONE_HOLE, THREE_HOLES, SYMBOL = 2, 6, 1
"""Faces of a Firepower die."""
GUN = Gun(
    in_range=1,
    sure=0,
    hit_on=4,
    bare_on=4,
    push_on=NEVER,
    bare_push_on=NEVER,
    magazine=Magazine(dice=1),
    rapid=0,
    only_on_hit=0,
    blast=0,
    marker=Marker(0, 0),
    strays=1,
    pins=CAN_PIN,
    pin_when=ON_HIT,
    blast_push_on=NEVER,
    harder=0,
    first_only=0,
    precise=0,
    deadly=0,
    shock=0,
    after=After(),
    hit=PLAIN,
    other_hit=PLAIN,
    own_hit=PLAIN,
)


def volley_of(*guns, **fields):
    """A ranged attack with one gun or two; nothing else happens unless said."""
    first, second = (*guns, guns[0])[:2]
    plain = {"priority_on": 0, "expert_on": 0, "nerves_on": 0, "batch": 0, "bystanders": 0, "stray_low": 1}
    return Volley(
        (first, second), twin=len(guns) - 1, **{**plain, "stray_high": 3, "others_every": 0, **fields}
    )


def scene_of(target=FRESH, other=NOBODY, attacker=FRESH, weapon=0, strays=0):
    return Scene(target, other, attacker, weapon, strays)


def done(step, what, state, *faces):
    """What a step makes of a state with these faces, none left over."""
    dice = Scripted(faces)
    after = step(what, state, dice)
    dice.check_used()
    return after


def fired(faces, gun=GUN, diverted=0, easier=0, others_every=0):
    dice = Scripted(faces)
    found = fire(gun, diverted, easier, others_every, dice)
    dice.check_used()
    return found


# ------------------------------------------------------------------ the target, the expert


def test_choose_target__a_cool_test_or_the_shot_goes_elsewhere():
    before = Firing(scene_of(strays=1), Fire(hits=1), Fire(hits=2), 1, 1)
    assert tuple(Firing(before.scene)) == (before.scene, Fire(), Fire(), 0, 0)
    assert done(choose_target, volley_of(GUN), before) == before._replace(easier=0, turn=0)
    test = volley_of(GUN, priority_on=8)
    assert done(choose_target, test, before, 4, 4) == before._replace(easier=0, turn=0)
    elsewhere = before._replace(scene=scene_of(weapon=DIVERTED, strays=1), easier=0, turn=0)
    assert done(choose_target, test, before, 4, 3) == elsewhere
    # the expert aims at the target that was chosen, and at no other
    expert = volley_of(GUN, priority_on=8, expert_on=7)
    assert done(choose_target, expert, before, 4, 4, 4, 3).easier == 1
    assert done(choose_target, expert, before, 4, 4, 3, 3).easier == 0
    assert done(choose_target, expert, before, 4, 3) == elsewhere
    # even what nobody can fail is rolled
    assert done(choose_target, volley_of(GUN, priority_on=1), before, 1, 1) == before._replace(
        easier=0, turn=0
    )
    assert expertise(1, Scripted([1, 1])) == 1
    assert expertise(0, Scripted([])) == 0


# ------------------------------------------------------------------ Firepower


def test_roll_firepower__dice_or_one_hole():
    two = GUN._replace(magazine=Magazine(dice=2))
    frugal = GUN._replace(only_on_hit=1)
    for gun, hit, faces, burst in (
        (GUN, True, [THREE_HOLES], Burst(3, 0)),
        (GUN, False, [SYMBOL], Burst(1, 1)),
        (two, True, [THREE_HOLES, SYMBOL], Burst(4, 1)),
        (two, False, [ONE_HOLE, 4], Burst(3, 0)),
        (GUN._replace(magazine=Magazine()), True, [], Burst(1, 0)),
        (frugal, False, [], Burst(1, 0)),
        (frugal, True, [4], Burst(2, 0)),
    ):
        dice = Scripted(faces)
        assert roll_firepower(gun, hit, dice) == burst
        dice.check_used()


def test_shared__all_but_the_first_or_every_second():
    assert [shared(0, n) for n in range(5)] == [0, 0, 0, 0, 0]
    assert [shared(1, n) for n in range(5)] == [0, 0, 1, 2, 3]
    assert [shared(2, n) for n in range(6)] == [0, 0, 1, 1, 2, 2]


# ------------------------------------------------------------------ fire


def test_fire__hit_and_miss():
    assert fired([4, ONE_HOLE]) == Fire(hits=1)
    assert tuple(fired([4, ONE_HOLE])) == (1, 0, 0, 0, 0, 0, 0)
    assert tuple(Fire()) == (0, 0, 0, 0, 0, 0, 0)
    assert fired([6, ONE_HOLE]) == Fire(hits=1, six=1)
    assert fired([3, SYMBOL]) == Fire(missed=1, symbols=1)
    assert fired([3, ONE_HOLE], GUN._replace(strays=0)) == Fire()
    # beyond range and diverted the Firepower die is rolled all the same
    assert fired([SYMBOL], GUN._replace(in_range=0)) == Fire(symbols=1)
    assert fired([SYMBOL], diverted=1) == Fire(symbols=1)


def test_fire__an_expert_is_easier_by_one_but_a_1_misses():
    assert fired([3, ONE_HOLE], easier=1).hits == 1
    assert fired([2, ONE_HOLE], easier=1).hits == 0
    assert fired([1, ONE_HOLE], GUN._replace(hit_on=2), easier=1).hits == 0
    # with the 1 of the expert no improbable shot any more
    hard = GUN._replace(hit_on=7, bare_on=4)
    assert fired([6, ONE_HOLE], hard, easier=1) == Fire(hits=1, six=1)
    assert fired([6, 4, ONE_HOLE], hard) == Fire(hits=1)
    assert fired([6, 3, ONE_HOLE], hard) == Fire(missed=1)
    assert fired([6, 4, ONE_HOLE], hard._replace(hit_on=8), easier=1) == Fire(hits=1)
    assert fired([6, 6, ONE_HOLE], hard) == Fire(hits=1, six=1)
    assert fired([6, ONE_HOLE], hard._replace(bare_on=NEVER)) == Fire(missed=1)


def test_fire__pushes_by_the_natural_face():
    slug = GUN._replace(push_on=5, bare_push_on=6)
    assert fired([4, ONE_HOLE], slug).pushed == 0
    assert fired([5, ONE_HOLE], slug).pushed == 1
    assert fired([6, ONE_HOLE], slug).pushed == 1
    assert fired([3, ONE_HOLE], slug._replace(push_on=2)) == Fire(missed=1)
    second = slug._replace(hit_on=7, bare_on=4)
    assert fired([6, 5, ONE_HOLE], second).pushed == 0
    assert fired([6, 6, ONE_HOLE], second).pushed == 1
    assert fired([6, 4, ONE_HOLE], second._replace(bare_push_on=4)).pushed == 1
    assert fired([6, 3, ONE_HOLE], second._replace(bare_push_on=2)).pushed == 0


def test_fire__rapid_fire_makes_holes_hits():
    rapid = GUN._replace(rapid=1, magazine=Magazine(dice=2))
    assert fired([4, THREE_HOLES, 4], rapid) == Fire(hits=5)
    assert fired([4, THREE_HOLES, 4], rapid, others_every=1) == Fire(hits=1, others=4)
    assert fired([4, THREE_HOLES, 4], rapid, others_every=2) == Fire(hits=3, others=2)
    assert fired([3, THREE_HOLES, 4], rapid) == Fire(missed=5)
    assert fired([4, THREE_HOLES, 4], rapid._replace(rapid=0)) == Fire(hits=1)


def test_fire__a_flame_template_hits_unless_it_goes_elsewhere():
    flame = GUN._replace(sure=1, strays=0)
    assert fired([SYMBOL], flame) == Fire(hits=1, symbols=1)
    assert fired([ONE_HOLE], flame, diverted=1) == Fire()
    # not even one that could scatter
    assert fired([ONE_HOLE], flame._replace(blast=1, strays=1), diverted=1) == Fire()


def test_fire__a_blast_that_misses_scatters():
    frag = GUN._replace(blast=1, strays=0, marker=Marker(2, 1), magazine=Magazine())
    arrow, symbol = 3, 2
    assert fired([4], frag) == Fire(hits=1)
    assert fired([3, arrow, 2], frag) == Fire(hits=1)
    assert fired([3, arrow, 3], frag) == Fire()
    assert fired([3, symbol, 1, 1], frag) == Fire(hits=1, own=1)
    assert fired([3, symbol, 1, 2], frag) == Fire()
    two = frag._replace(rapid=1, magazine=Magazine(dice=1))
    assert fired([3, 4, arrow, 1, arrow, 3], two) == Fire(hits=1)
    for lost in ({"gun": frag._replace(in_range=0)}, {"gun": frag, "diverted": 1}):
        assert fired([], **lost) == Fire()


def test_open_fire__both_pistols_before_anything_is_resolved():
    other = GUN._replace(hit_on=5)
    start = Firing(scene_of())
    one = done(open_fire, volley_of(GUN), start, 4, ONE_HOLE)
    assert one == Firing(scene_of(), Fire(hits=1), Fire(), 0, 1)
    both = done(open_fire, volley_of(GUN, other), start, 4, SYMBOL, 4, ONE_HOLE)
    assert both == Firing(scene_of(), Fire(hits=1, symbols=1), Fire(missed=1), 0, 2)
    # the expert makes both easier, and a diverted attack hits with neither
    expert = volley_of(GUN, other, expert_on=2)
    assert done(open_fire, expert, start, 1, 1, 3, ONE_HOLE, 4, ONE_HOLE)[1:3] == (Fire(hits=1), Fire(hits=1))
    elsewhere = volley_of(GUN, other, priority_on=12)
    assert done(open_fire, elsewhere, start, 1, 1, ONE_HOLE, SYMBOL)[1:3] == (Fire(), Fire(symbols=1))


def test_fire_next__keeps_what_was_fired():
    before = Firing(scene_of(strays=2), Fire(hits=3), Fire(hits=4), 1, 1)
    after = done(fire_next, volley_of(GUN, GUN), before, 3, ONE_HOLE)
    assert after == Firing(scene_of(strays=2), Fire(hits=3), Fire(hits=1), 1, 2)
    # what a weapon ran into earlier does not divert the attack
    dry = Firing(scene_of(weapon=DRY | JAMMED))
    assert done(fire_next, volley_of(GUN), dry, 4, ONE_HOLE).first == Fire(hits=1)


# ------------------------------------------------------------------ stray shots, pinning


def strayed(faces, missed, strays=0, **fields):
    dice = Scripted(faces)
    firing = Firing(scene_of(strays=strays), Fire(missed=missed[0]), Fire(missed=missed[1]))
    found = stray_shots(volley_of(GUN, GUN, **fields), firing, dice)
    dice.check_used()
    return found


def test_stray_shots__from_one_at_risk_to_the_next():
    assert strayed([], (0, 0), bystanders=2) == 0
    assert strayed([], (1, 0)) == 0
    assert strayed([], (1, 0), strays=4) == 4
    assert strayed([3], (1, 0), bystanders=2) == 1
    assert strayed([4, 3], (1, 0), bystanders=2) == 2
    assert strayed([4, 4], (1, 0), bystanders=2) == 0
    assert strayed([1], (1, 0), bystanders=2) == 1
    # each shot that missed, of either weapon
    assert strayed([3, 4, 1], (1, 1), bystanders=2) == 3
    assert strayed([3, 3], (2, 0), bystanders=2) == 1
    assert strayed([4, 3], (0, 1), strays=4, bystanders=2) == 6


def test_stray_shots__on_a_6_or_never():
    house = {"bystanders": 2, "stray_low": 6, "stray_high": 6}
    assert strayed([6], (1, 0), **house) == 1
    assert strayed([5, 6], (1, 0), **house) == 2
    assert strayed([5, 5], (1, 0), **house) == 0
    off = {"bystanders": 1, "stray_low": 7, "stray_high": 6}
    assert strayed([6], (1, 0), **off) == 0


def test_pins_how__a_hit_or_the_attack_itself():
    hit, miss = Fire(hits=1), Fire(missed=1)
    sure = GUN._replace(pins=ALWAYS_PINS)
    assert [pins_how(GUN, fired, 0) for fired in (hit, miss)] == [CAN_PIN, 0]
    assert pins_how(sure, hit, 0) == ALWAYS_PINS
    under_fire = GUN._replace(pin_when=ON_ATTACK)
    assert pins_how(under_fire, miss, 0) == CAN_PIN
    assert pins_how(under_fire, miss, 1) == 0
    assert pins_how(under_fire._replace(in_range=0), miss, 0) == 0
    assert pins_how(GUN._replace(pins=0), hit, 0) == 0
    # a hit on somebody else pins nobody here
    assert pins_how(GUN, Fire(others=1, own=1), 0) == 0


def pinned(faces, volley, first, second=None, target=FRESH, weapon=0):
    firing = Firing(scene_of(target, weapon=weapon), first, second or Fire(), 1, 2)
    after = done(pin, volley, firing, *faces)
    assert (after.first, after.second, after.easier, after.turn) == (first, second or Fire(), 0, 0)
    return after.scene.target.marks & PINNED


def test_pin__before_anything_else_happens():
    hit, miss = Fire(hits=1), Fire(missed=1)
    assert pinned([], volley_of(GUN), hit) == PINNED
    assert pinned([], volley_of(GUN), miss) == 0
    # by either weapon
    assert pinned([], volley_of(GUN, GUN), miss, hit) == PINNED
    assert pinned([], volley_of(GUN, GUN._replace(pins=0)), miss, hit) == 0
    assert pinned([], volley_of(GUN._replace(pins=0), GUN), hit, hit) == PINNED
    assert pinned([], volley_of(GUN._replace(pins=0), GUN), hit, miss) == 0
    # one that fires no second weapon is not pinned by it
    assert pinned([], volley_of(GUN._replace(pins=0)), hit, hit) == 0
    assert pinned([], volley_of(GUN), miss, hit) == 0
    # one who lies already, injured or out of action, is not pinned
    for down in (SERIOUS, OUT):
        assert pinned([], volley_of(GUN), hit, target=Condition(1, 3, 0, down)) == 0
    assert pinned([], volley_of(GUN, nerves_on=2), hit, target=Condition(1, 3, marks=PINNED)) == PINNED
    # a weapon that ran dry earlier does not divert the attack
    under_fire = volley_of(GUN._replace(pin_when=ON_ATTACK))
    assert pinned([], under_fire, miss) == PINNED
    assert pinned([], under_fire, miss, weapon=DRY) == PINNED
    assert pinned([], under_fire, Fire(), weapon=DIVERTED) == 0


def test_pin__nerves_of_steel_but_not_against_seismic():
    hit = Fire(hits=1)
    steady = volley_of(GUN, nerves_on=7)
    assert pinned([4, 3], steady, hit) == 0
    assert pinned([3, 3], steady, hit) == PINNED
    assert pinned([1, 1], volley_of(GUN, nerves_on=1), hit) == 0
    seismic = GUN._replace(pins=ALWAYS_PINS)
    assert pinned([], volley_of(seismic, nerves_on=2), hit) == PINNED
    assert pinned([], volley_of(GUN, seismic, nerves_on=2), hit, hit) == PINNED


def test_pin__rolls_stray_shots_first():
    firing = Firing(scene_of(), Fire(missed=1), Fire(), 0, 1)
    after = done(pin, volley_of(GUN, bystanders=1), firing, 3)
    assert after.scene == scene_of(strays=1)


# ------------------------------------------------------------------ hits


def landed(faces, c=FRESH, gun=GUN, six=0, pushed=0, on_target=1, hit=PLAIN):
    return done(land, Landing(gun, hit, six, pushed, on_target), c, *faces)


HURT = LANDED | STRUCK | WOUND | UNSAVED
AGAIN = Condition(3, 3, marks=LANDED)


def test_land__a_plain_hit():
    assert landed([4, 4]) == Condition(2, 3, marks=HURT)
    assert landed([3]) == Condition(3, 3, marks=LANDED | STRUCK)
    out = Condition(0, 0, 0, OUT)
    assert landed([], out) == out


def test_land__a_push_with_nowhere_to_go():
    blocked = GUN._replace(harder=1)
    assert landed([4, 4], pushed=1) == Condition(2, 3, marks=HURT | PUSHED)
    assert landed([4, 4], gun=blocked, pushed=1).wounds == 1
    assert landed([4, 4], gun=blocked).wounds == 2
    assert landed([4, 4], AGAIN, blocked, pushed=1).wounds == 1
    first_only = blocked._replace(first_only=1)
    assert landed([4, 4], gun=first_only, pushed=1).wounds == 1
    assert landed([4, 4], AGAIN, first_only, pushed=1).wounds == 2
    harmless = Hit(Blow(3, 5, 0), 0, Effect(), Body())
    assert landed([4, 4], gun=blocked, pushed=1, hit=harmless).wounds == 3


def test_land__a_blast_pushes_by_a_d6_of_its_own():
    frag = GUN._replace(blast_push_on=4, harder=1)
    assert landed([4, 4, 4], gun=frag) == Condition(1, 3, marks=HURT | PUSHED)
    assert landed([3, 4, 4], gun=frag) == Condition(2, 3, marks=HURT)
    assert landed([4, 4, 4], gun=frag._replace(harder=0)).wounds == 2
    # for each hit on the target, and for nobody else
    assert landed([4, 4, 4], AGAIN, frag._replace(first_only=1)).wounds == 1
    assert landed([4, 4], gun=frag, on_target=0) == Condition(2, 3, marks=HURT)


def test_land__a_natural_6_of_marksman_precision_shot_and_shock():
    marksman = GUN._replace(deadly=1)
    two = Hit(Blow(3, 5, 2), 0, Effect(), Body())
    hard = Condition(5, 3)
    assert landed([4, 4], hard, marksman, 1, hit=two).wounds == 1
    assert landed([4, 4], hard, marksman, 0, hit=two).wounds == 3
    assert landed([4, 4], hard, GUN, 1, hit=two).wounds == 3
    assert landed([4, 4], hard._replace(marks=LANDED), marksman, 1, hit=two).wounds == 3
    assert landed([4, 4], hard, marksman, 1, on_target=0, hit=two).wounds == 3
    three = Hit(Blow(3, 5, 3), 0, Effect(), Body())
    assert landed([4, 4], Condition(9, 3), marksman, 1, hit=three).wounds == 3
    assert landed([4], gun=GUN._replace(precise=1), six=1).wounds == 2
    assert landed([4, 5], gun=GUN._replace(precise=1)).wounds == 3
    assert landed([4, 5], six=1).wounds == 3
    assert landed([4], gun=GUN._replace(shock=1), six=1).wounds == 2
    assert landed([3], gun=GUN._replace(shock=1)).wounds == 3
    weakest = Hit(Blow(1, 5, 1), 0, Effect(), Body())
    assert landed([4], gun=GUN._replace(shock=1), six=1, hit=weakest).wounds == 2
    without = Hit(Blow(0, 5, 1), 0, Effect(), Body())
    assert landed([6], gun=GUN._replace(shock=1), six=1, hit=without).marks == LANDED | STRUCK


# ------------------------------------------------------------------ who is hit


TARGET, OTHER, SHOOTER = Condition(3, 3, hits=1), Condition(4, 3, hits=2), Condition(5, 3, hits=4)
FIVE = Hit(Blow(3, NEVER, 1), 0, Effect(tougher_wound=2), Body())  # wounds on 5+, no save
SIX = Hit(Blow(2, NEVER, 1), 0, Effect(tougher_wound=2), Body())  # wounds on 6
FOUR = Hit(Blow(3, NEVER, 1), 0, Effect(), Body())  # wounds on 4+


def resolved(faces, turn, first, second=None, guns=(GUN,)):
    firing = Firing(scene_of(TARGET, OTHER, SHOOTER, 1, 2), first, second or Fire(), 0, turn)
    after = done(resolve_next, volley_of(*guns), firing, *faces)
    assert after[1:] == (first, second or Fire(), 0, turn + 1)
    assert (after.scene.weapon, after.scene.strays) == (1, 2)
    return after.scene[:3]


def test_resolve_next__the_target_another_and_the_shooter():
    gun = GUN._replace(hit=FOUR, other_hit=FIVE, own_hit=SIX, push_on=2)
    all_hit = Fire(hits=1, others=1, own=1, pushed=1)
    marks = WOUND | UNSAVED
    pushed = marks | PUSHED
    for turn, faces, expected in (
        (0, [4], (Condition(2, 3, hits=2, marks=pushed), OTHER, SHOOTER)),
        (2, [4], (TARGET, Condition(4, 3, hits=3), SHOOTER)),
        (2, [5], (TARGET, Condition(3, 3, hits=3, marks=marks), SHOOTER)),
        (4, [5], (TARGET, OTHER, Condition(5, 3, hits=5))),
        (4, [6], (TARGET, OTHER, Condition(4, 3, hits=5, marks=marks))),
    ):
        assert resolved(faces, turn, all_hit, guns=(gun,)) == expected, (turn, faces)
        assert resolved([], turn, Fire(), guns=(gun,)) == (TARGET, OTHER, SHOOTER)


def test_resolve_next__the_second_weapon_with_its_own_hits():
    first, second = GUN._replace(hit=SIX), GUN._replace(hit=FOUR, other_hit=FIVE, own_hit=FIVE)
    rolled = Fire(hits=2, six=1, others=1, own=1)
    marks = WOUND | UNSAVED
    both = (first, second)
    assert resolved([4, 3], 1, Fire(hits=1), rolled, both)[0] == Condition(2, 3, hits=3, marks=marks)
    assert resolved([5], 3, Fire(), rolled, both)[1] == Condition(3, 3, hits=3, marks=marks)
    assert resolved([5], 5, Fire(), rolled, both)[2] == Condition(4, 3, hits=5, marks=marks)
    # the first hit is doubled on the target only
    deadly = GUN._replace(hit=FOUR, other_hit=FOUR, deadly=1)
    six = Fire(hits=1, others=1, six=1)
    assert resolved([4], 0, six, guns=(deadly,))[0].wounds == 1
    assert resolved([4], 2, six, guns=(deadly,))[1].wounds == 3


def test_resolve_next__leaves_the_marks_of_the_weapon():
    burning = GUN._replace(after=After(blaze=1, concussion=1))
    found = resolved([3], 0, Fire(hits=1), guns=(burning,))[0]
    assert found == Condition(3, 3, hits=2, marks=MAY_BURN | CONCUSSED)


def test_resolve__all_who_can_be_hit_in_turn():
    gun = GUN._replace(hit=FOUR, other_hit=FOUR, own_hit=FOUR)
    all_hit = Fire(hits=1, others=1, own=1)
    start = Firing(scene_of(TARGET, OTHER, SHOOTER), all_hit)

    def lost(volley, firing, *faces):
        scene = done(resolve, volley, firing, *faces).scene
        return 3 - scene.target.wounds, 4 - scene.other.wounds, 5 - scene.attacker.wounds

    assert lost(volley_of(gun), start, 4) == (1, 0, 0)
    for every in (1, 2):
        assert lost(volley_of(gun, others_every=every), start, 4, 4, 4) == (1, 1, 1)
    assert lost(volley_of(gun._replace(blast=1)), start, 4, 4, 4) == (1, 1, 1)
    both = start._replace(second=Fire(hits=1))
    assert lost(volley_of(gun, gun), both, 4, 4) == (2, 0, 0)
    blast = gun._replace(blast=1)
    for pair in ((blast, gun), (gun, blast)):
        assert lost(volley_of(*pair), both, 4, 4, 4, 4) == (2, 1, 1)


# ------------------------------------------------------------------ the end


def ended(faces, volley, first=None, second=None, **scene):
    firing = Firing(scene_of(**scene), first or Fire(), second or Fire(), 1, 3)
    after = done(end_volley, volley, firing, *faces)
    assert after[1:] == (Fire(), Fire(), 0, 0)
    return after.scene


def test_end_volley__ammo_of_each_weapon():
    gun, other = (
        GUN._replace(magazine=Magazine(1, check_on=4)),
        GUN._replace(magazine=Magazine(1, check_on=6)),
    )
    one, two = Fire(symbols=1), Fire(symbols=2)
    assert ended([3], volley_of(gun), one).weapon == DRY
    assert ended([4], volley_of(gun), one).weapon == 0
    assert ended([3, 3], volley_of(gun), two).weapon == DRY | JAMMED
    assert ended([], volley_of(gun), None, one).weapon == 0
    assert ended([4, 5], volley_of(gun, other), one, one).weapon == DRY * SECOND
    assert ended([3, 6], volley_of(gun, other), one, one).weapon == DRY
    assert ended([3, 5, 5], volley_of(gun, other), one, two).weapon == DRY | (DRY | JAMMED) * SECOND
    # what was known before stays
    assert ended([3], volley_of(gun), one, weapon=DIVERTED, strays=5)[3:] == (DIVERTED | DRY, 5)


def test_end_volley__an_unstable_weapon_strikes_its_user():
    wild, tame = GUN._replace(magazine=Magazine(1, unstable=1)), GUN
    one = Fire(symbols=1)
    assert ended([3], volley_of(wild), one).attacker.down == OUT
    assert ended([4], volley_of(wild), one).attacker == FRESH
    for pair, faces in (
        ((wild, tame), [3]),
        ((tame, wild), [3]),
        ((wild, wild), [4, 3]),
        ((wild, wild), [3, 4]),
    ):
        assert ended(faces, volley_of(*pair), one, one).attacker.down == OUT
    assert ended([4, 4], volley_of(wild, wild), one, one).attacker == FRESH
    assert ended([3], volley_of(wild), one).weapon == 0


def test_end_volley__fire_drag_and_flesh_wounds_kept_back():
    drag = GUN._replace(after=After(drag_on=5))
    may = Condition(3, 3, marks=MAY_BE_DRAGGED)
    assert ended([5], volley_of(drag), target=may).target == Condition(3, 3, marks=DRAGGED)
    assert ended([4], volley_of(drag), target=may).target == FRESH
    for pair in ((drag, GUN), (GUN, drag)):
        assert ended([5], volley_of(*pair), target=may).target.marks == DRAGGED
    # nobody but the target is dragged; all may burn
    burning = Condition(3, 3, marks=MAY_BURN | MAY_BE_DRAGGED)
    found = ended([4, 6, 4, 6], volley_of(drag), other=burning, attacker=burning)
    assert (found.other.marks, found.attacker.marks) == (ON_FIRE, ON_FIRE)
    worn = Condition(3, 3, 1)
    assert (
        ended([], volley_of(GUN, batch=1), target=worn, other=worn, attacker=worn)[:3]
        == (Condition(3, 2, 1),) * 3
    )
    assert ended([], volley_of(GUN), target=worn, other=worn, attacker=worn)[:3] == (worn,) * 3


@pytest.mark.parametrize(
    ("faces", "wounds", "down"),
    [([3, ONE_HOLE], 1, IN_PLAY), ([4, ONE_HOLE, 4, 5], 1, IN_PLAY), ([4, ONE_HOLE, 4, 4, 3], 0, SERIOUS)],
)
def test_shoot_volley__all_steps_in_the_order_of_the_book(faces, wounds, down):
    after = done(shoot_volley, volley_of(GUN), Firing(scene_of(Condition(1, 3))), *faces).scene.target
    assert (after.wounds, after.down) == (wounds, down)
