"""A close combat attack of the advanced rules step by step and die by die, and the reaction to it."""

import pytest

from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.ammo import DRY, JAMMED, SECOND, Burst, Magazine
from necrostats.systems.necromunda.brawl import (
    Brawl,
    Clash,
    Sides,
    Striking,
    Trade,
    brawl_steps,
    count_hits,
    dare,
    end_brawl,
    fire_pistols,
    marks_of,
    resolve,
    resolve_next,
    roll_pistol,
    step_aside,
    strike_home,
    swing,
    trade,
    ward,
    without,
)
from necrostats.systems.necromunda.close_combat import (
    PARRY_CHOICES,
    Hits,
    Melee,
    Strike,
    add_hits,
    count,
    count_all,
)
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.injuries import (
    CONCUSSED,
    DISARMED,
    DRAGGED,
    ENTANGLED,
    LANDED,
    MAY_BE_DRAGGED,
    MAY_BURN,
    ON_FIRE,
    OUT,
    PUSHED,
    SERIOUS,
    STRUCK,
    UNSAVED,
    WOUND,
    After,
    Body,
    Condition,
    Effect,
)
from necrostats.systems.necromunda.scene import NOBODY, Scene

FRESH = Condition(3, 3)
NOTHING = Strike()
BLADE = Strike(
    n=1, hit_on=4, strength=3, save_on=5, damage=1
)  # against Toughness 3: wounds on 4+, saved on 5+
HURT = WOUND | UNSAVED
ORDER = (0, 1, 2, 3, 4)
BEST = PARRY_CHOICES["defender_best"]


def brawl_of(*strikes, parries=(0, 0), **fields):
    """An attack with these strikes; nothing else happens unless said."""
    five = (*strikes, *(NOTHING,) * (5 - len(strikes)))
    plain = {
        "effects": (Effect(),) * 5,
        "afters": (After(),) * 5,
        "body": Body(),
        "magazines": (Magazine(), Magazine()),
        "rapids": (0, 0),
        "only_on_hit": 0,
        "order": ORDER,
        "used": 5,
        "fearsome_on": 0,
        "aside_on": NEVER,
        "batch": 0,
        "more_to": 0,
    }
    return Brawl(Melee(five, *parries, BEST, 0, 0), **{**plain, **fields})


def clash_of(target=FRESH, hits=None, attacker=FRESH, weapon=0, strays=0, **fields):
    return Clash(Scene(target, NOBODY, attacker, weapon, strays), hits or Hits(), **fields)


def hits_of(*each):
    """Hits from triples of weapon, face and number."""
    hits = Hits()
    for weapon, face, n in each:
        hits = add_hits(hits, weapon, face, n)
    return hits


def done(step, what, state, *faces):
    """What a step makes of a state with these faces, none left over."""
    dice = Scripted(faces)
    after = step(what, state, dice)
    dice.check_used()
    return after


def after_one(number, **fields):
    """What follows the hits of one weapon, nothing after the others."""
    return tuple(After(**fields) if weapon == number else After() for weapon in range(5))


# ------------------------------------------------------------------ hit rolls


def test_dare__a_charger_that_fails_makes_no_attack():
    start = clash_of(hits=hits_of((0, 4, 1)), more=2)
    assert done(dare, brawl_of(BLADE), start) == start
    assert tuple(Clash(start.scene)) == (start.scene, (0, 0, 0, 0, 0), 0, 0, 0, 0, 0)
    fearsome = brawl_of(BLADE, fearsome_on=8)
    assert done(dare, fearsome, start, 4, 4) == start
    assert done(dare, fearsome, start, 4, 3) == start._replace(daunted=1, more=0)
    assert done(dare, brawl_of(BLADE, fearsome_on=1), start, 1, 1) == start
    daunted = clash_of(daunted=1)
    assert done(swing, fearsome, daunted) == daunted


def test_swing__all_weapons_and_the_dice_of_a_counter_attack():
    two = brawl_of(BLADE._replace(n=2), BLADE._replace(hit_on=6))
    found = done(swing, two, clash_of(), 4, 3, 6)
    assert found == clash_of(hits=hits_of((0, 4, 1), (1, 6, 1)))
    more = done(swing, two, clash_of(more=2), 3, 3, 3, 4, 4)
    assert more == clash_of(hits=hits_of((0, 4, 2)))
    second = two._replace(more_to=1)
    assert done(swing, second, clash_of(more=2), 3, 3, 3, 4, 6).hits == hits_of((1, 6, 1))
    assert done(swing, brawl_of(BLADE), clash_of(weapon=DRY, strays=1), 3) == clash_of(weapon=DRY, strays=1)


# ------------------------------------------------------------------ parries, Step Aside


def test_ward__hits_are_rolled_again():
    hit = clash_of(hits=hits_of((0, 4, 1)))
    assert done(ward, brawl_of(BLADE), hit) == hit
    parried = brawl_of(BLADE, parries=(1, 0))
    assert done(ward, parried, hit, 3) == clash_of()
    assert done(ward, parried, hit, 4) == hit
    assert done(ward, brawl_of(BLADE, parries=(0, 1)), hit, 3) == clash_of()
    assert done(ward, parried, clash_of(daunted=1)) == clash_of(daunted=1)
    power = BLADE._replace(power=1)
    assert done(ward, brawl_of(power, parries=(1, 0)), hit) == hit
    assert done(ward, brawl_of(power, parries=(1, 1)), hit, 3) == clash_of()


def test_ward__the_hit_that_does_most():
    """Of Strength 3 and 3 Damage, and Strength 5 and 2 Damage, which is worse turns on Toughness, not on Wounds."""
    weak, strong = BLADE._replace(damage=3), BLADE._replace(strength=5, damage=2)
    one_each = clash_of(Condition(1, 3), hits_of((0, 4, 1), (1, 4, 1)))
    # 3/6 x 3 against 4/6 x 2, though one Wound is all that there is
    assert done(ward, brawl_of(weak, strong, parries=(1, 0)), one_each, 3).hits == hits_of((1, 4, 1))
    tough = clash_of(Condition(1, 5), hits_of((0, 4, 1), (1, 4, 1)))
    # 2/6 x 3 and 3/6 x 2: the first of equals
    assert done(ward, brawl_of(weak, strong, parries=(1, 0)), tough, 3).hits == hits_of((1, 4, 1))
    # 1/6 x 3 and 2/6 x 2
    tougher = clash_of(Condition(1, 6), hits_of((0, 4, 1), (1, 4, 1)))
    assert done(ward, brawl_of(weak, strong, parries=(1, 0)), tougher, 3).hits == hits_of((0, 4, 1))


def test_step_aside__the_hit_that_does_most_becomes_a_miss():
    weak, strong = BLADE._replace(damage=3), BLADE._replace(strength=5, damage=2)
    aside = brawl_of(weak, strong, aside_on=4)
    both = hits_of((0, 4, 2), (1, 4, 1))
    hit = clash_of(Condition(1, 3), both)
    assert done(step_aside, aside, hit, 3) == hit
    assert done(step_aside, aside, hit, 4) == clash_of(Condition(1, 3), hits_of((0, 4, 1), (1, 4, 1)))
    tougher = clash_of(Condition(1, 6), both)
    assert done(step_aside, aside, tougher, 4).hits == hits_of((0, 4, 2))
    assert done(step_aside, brawl_of(weak, strong), hit) == hit
    assert done(step_aside, aside, clash_of(daunted=1)) == clash_of(daunted=1)
    # it can be stepped aside from what cannot be parried
    power = brawl_of(BLADE._replace(power=1, entangle=1), aside_on=4)
    assert done(step_aside, power, clash_of(hits=hits_of((0, 6, 1))), 4) == clash_of()
    lowest = clash_of(hits=hits_of((0, 2, 1)))
    assert done(step_aside, brawl_of(BLADE._replace(hit_on=2), aside_on=6), lowest, 6) == clash_of()


# ------------------------------------------------------------------ pistols


def rolled(faces, brawl, weapon, hits):
    dice = Scripted(faces)
    found = roll_pistol(brawl, weapon, hits, dice)
    dice.check_used()
    return found


def test_roll_pistol__a_die_where_an_attack_was_made():
    one, hit = Magazine(dice=1), hits_of((0, 4, 1))
    pistol = brawl_of(BLADE, BLADE, magazines=(one, Magazine()))
    assert rolled([6], pistol, 0, Hits()) == Burst(3, 0)
    assert rolled([1], pistol, 0, hit) == Burst(1, 1)
    assert rolled([], pistol, 1, hit) == Burst(1, 0)
    assert rolled([], brawl_of(NOTHING, magazines=(one, one)), 0, hit) == Burst(1, 0)
    frugal = pistol._replace(only_on_hit=1)
    assert rolled([], frugal, 0, Hits()) == Burst(1, 0)
    assert rolled([6], frugal, 0, hit) == Burst(3, 0)
    two = brawl_of(BLADE, magazines=(Magazine(dice=2), Magazine()))
    assert rolled([6, 4], two, 0, hit) == Burst(5, 0)


def test_fire_pistols__holes_are_hits_where_that_is_so():
    one = Magazine(dice=1)
    both = hits_of((0, 4, 1), (1, 4, 1), (2, 4, 1), (3, 4, 1), (4, 4, 1))
    hit = clash_of(hits=both)
    pair = brawl_of(BLADE, BLADE, magazines=(one, one))
    assert done(fire_pistols, pair, hit, 6, 4) == hit
    symbols = done(fire_pistols, pair, hit, 1, 1)
    assert symbols == hit._replace(first_symbols=1, second_symbols=1)
    for rapids, numbers in (((1, 0), (3, 1)), ((0, 1), (1, 2)), ((1, 1), (3, 2))):
        after = done(fire_pistols, pair._replace(rapids=rapids), hit, 6, 4)
        assert [count(after.hits, weapon, 4) for weapon in range(5)] == [*numbers, 1, 1, 1]
    # the second weapon alone, the first alone, none
    assert done(fire_pistols, brawl_of(BLADE, BLADE, magazines=(Magazine(), one)), hit, 1).second_symbols == 1
    assert done(fire_pistols, brawl_of(BLADE, BLADE, magazines=(one, Magazine())), hit, 1).first_symbols == 1
    assert done(fire_pistols, brawl_of(BLADE), hit) == hit
    assert done(fire_pistols, pair, clash_of(daunted=1)) == clash_of(daunted=1)


# ------------------------------------------------------------------ hits


def test_count_hits__of_all_weapons():
    every = hits_of((0, 4, 1), (0, 6, 2), (1, 5, 1), (2, 4, 1), (3, 4, 1), (4, 2, 3))
    before = clash_of(Condition(3, 3, hits=2), every, first_symbols=1, second_symbols=2, daunted=1)
    assert done(count_hits, brawl_of(BLADE), before) == before._replace(
        scene=before.scene._replace(target=Condition(3, 3, hits=11))
    )


def test_marks_of__natural_hit_rolls():
    strike = BLADE._replace(push_on=4, disarm_on=5, entangle=1)
    assert [marks_of(strike, face) for face in range(3, 7)] == [
        0, PUSHED, PUSHED | DISARMED, PUSHED | DISARMED | ENTANGLED,
    ]  # fmt: skip
    assert marks_of(BLADE, 6) == 0
    assert marks_of(BLADE._replace(push_on=2), 2) == PUSHED


def home(faces, brawl, weapon=0, face=4, c=FRESH):
    return done(strike_home, Striking(brawl, weapon, face), c, *faces)


def test_strike_home__one_hit():
    plain = brawl_of(BLADE)
    assert home([4, 4], plain) == Condition(2, 3, marks=STRUCK | HURT)
    assert home([3], plain).marks == STRUCK
    out = Condition(0, 0, 0, OUT)
    assert home([], plain, c=out) == out
    assert home([], brawl_of(BLADE._replace(push_on=4)), c=out) == out
    assert home([3], brawl_of(BLADE._replace(push_on=4))).marks == STRUCK | PUSHED
    # the second weapon with its own effect
    effects = (Effect(), Effect(tougher_wound=2), Effect(), Effect(), Effect())
    second = brawl_of(NOTHING, BLADE, effects=effects)
    assert home([4], second, weapon=1).marks == STRUCK
    assert home([5, 4], second, weapon=1).wounds == 2
    # a natural 6 of Shock wounds without a roll, of a weapon with Strength
    shock = brawl_of(BLADE._replace(shock=1))
    assert home([4], shock, face=6).wounds == 2
    assert home([3], shock, face=5).marks == STRUCK
    assert home([3], plain, face=6).marks == STRUCK
    assert home([4], brawl_of(BLADE._replace(shock=1, strength=1)), face=6).wounds == 2
    assert home([6], brawl_of(BLADE._replace(shock=1, strength=0)), face=6).marks == STRUCK


def test_resolve_next__face_by_face():
    disarms = brawl_of(BLADE._replace(disarm_on=6))
    hits = hits_of((0, 4, 1), (0, 6, 1), (1, 4, 1))
    before = clash_of(FRESH, hits, weapon=DRY, strays=3, first_symbols=1, second_symbols=2, turn=0)
    after = done(resolve_next, disarms, before, 3, 4, 4)
    assert after.scene == Scene(Condition(2, 3, marks=HURT | DISARMED), NOBODY, FRESH, DRY, 3)
    assert after == before._replace(scene=after.scene, hits=hits_of((1, 4, 1)), turn=1)
    # out on the 4: the 6 is lost and nothing is asked for
    assert done(resolve_next, disarms, clash_of(Condition(1, 3), hits), 4, 4, 6).scene.target.down == OUT
    lowest = brawl_of(BLADE._replace(hit_on=2))
    after = done(resolve_next, lowest, clash_of(FRESH, hits_of((0, 2, 1))), 4, 4)
    assert after.scene.target == Condition(2, 3, marks=HURT)


def test_resolve_next__what_the_weapon_leaves():
    marked = brawl_of(BLADE, BLADE, afters=after_one(1, blaze=1, concussion=1))
    both = clash_of(FRESH, hits_of((0, 4, 1), (1, 4, 1)))
    after = done(resolve, marked, both, 3, 3)
    assert after.scene.target.marks == MAY_BURN | CONCUSSED
    assert after.hits == Hits()
    # nothing of a weapon that did not hit
    struck = Condition(3, 3, marks=STRUCK | LANDED)
    only_first = clash_of(struck, Hits(), turn=1)
    assert done(resolve_next, marked, only_first).scene.target == struck


def test_resolve__in_the_order_and_as_many_as_are_used():
    """The weapon resolved first takes the one Wound; what it needs tells which it was."""
    weak = BLADE._replace(strength=1, save_on=NEVER)  # wounds on 6
    strong = BLADE._replace(strength=6, save_on=NEVER)  # wounds on 2+
    both = clash_of(Condition(2, 3), hits_of((0, 4, 1), (1, 4, 1)))
    assert done(resolve, brawl_of(weak, strong, used=1), both, 5).scene.target.wounds == 2
    swapped = brawl_of(weak, strong, order=(1, 0, 2, 3, 4), used=1)
    assert done(resolve, swapped, both, 5).scene.target.wounds == 1
    named = brawl_of(NOTHING, NOTHING, NOTHING, NOTHING, strong, order=(4, 0, 1, 2, 3), used=1)
    assert done(resolve, named, clash_of(Condition(2, 3), hits_of((4, 4, 1))), 2).scene.target.wounds == 1


def test_without__one_weapon():
    every = Hits(1, 2, 3, 4, 5)
    for weapon in range(5):
        left = without(every, weapon)
        assert list(left) == [0 if place == weapon else place + 1 for place in range(5)]
        assert count_all(left, weapon) == 0


# ------------------------------------------------------------------ the end


def ended(faces, brawl, **fields):
    after = done(end_brawl, brawl, clash_of(**fields), *faces)
    assert after[1:] == (Hits(), 0, 0, 0, 0, 0)
    return after.scene


def test_end_brawl__ammo_of_each_pistol():
    one, other = Magazine(1, check_on=4), Magazine(1, check_on=6)
    both = brawl_of(BLADE, BLADE, magazines=(one, other))
    assert ended([4, 6], both, first_symbols=1, second_symbols=1).weapon == 0
    assert ended([3, 6], both, first_symbols=1, second_symbols=1).weapon == DRY
    assert ended([4, 5], both, first_symbols=1, second_symbols=1).weapon == DRY * SECOND
    assert ended([3, 3, 5], both, first_symbols=2, second_symbols=1).weapon == DRY | JAMMED | DRY * SECOND
    assert ended([5, 5], both, second_symbols=2).weapon == (DRY | JAMMED) * SECOND
    single = Magazine(1, single=1)
    assert ended([], brawl_of(BLADE, magazines=(single, single))).weapon == DRY | DRY * SECOND
    assert ended([], brawl_of(BLADE, magazines=(single, Magazine()))).weapon == DRY
    assert ended([], brawl_of(BLADE, magazines=(Magazine(), single))).weapon == DRY * SECOND
    # one who did not dare has fired nothing, one that fires no die uses nothing up
    assert ended([], brawl_of(BLADE, magazines=(single, single)), daunted=1).weapon == 0
    unfired = Magazine(0, single=1)
    assert ended([], brawl_of(BLADE, magazines=(unfired, unfired))).weapon == 0
    assert ended([3, 6], both, first_symbols=1, second_symbols=1, weapon=JAMMED, strays=5)[3:] == (
        DRY | JAMMED,
        5,
    )


def test_end_brawl__an_unstable_pistol_strikes_its_user():
    wild, tame = Magazine(1, unstable=1), Magazine(1)
    for pair, faces in (
        ((wild, tame), [3]),
        ((tame, wild), [3]),
        ((wild, wild), [3, 4]),
        ((wild, wild), [4, 3]),
    ):
        brawl = brawl_of(BLADE, BLADE, magazines=pair)
        found = ended(faces, brawl, first_symbols=1, second_symbols=1)
        assert (found.attacker.down, found.weapon, found.target) == (OUT, 0, FRESH)
    both = brawl_of(BLADE, BLADE, magazines=(wild, wild))
    assert ended([4, 4], both, first_symbols=1, second_symbols=1).attacker == FRESH


def test_end_brawl__drag_fire_and_flesh_wounds_kept_back():
    may = Condition(3, 3, marks=MAY_BE_DRAGGED | MAY_BURN)
    for weapon in range(5):
        drag = brawl_of(BLADE, afters=after_one(weapon, drag_on=5))
        assert ended([4, 5], drag, target=may).target.marks == ON_FIRE | DRAGGED
        assert ended([3, 4], drag, target=may).target == FRESH
    worn = Condition(3, 3, 1)
    assert ended([], brawl_of(BLADE, batch=1), target=worn).target == Condition(3, 2, 1)
    assert ended([], brawl_of(BLADE), target=worn).target == worn


def test_brawl_steps__in_the_order_of_the_book():
    attack = brawl_of(BLADE._replace(n=2), parries=(1, 0), aside_on=4, fearsome_on=7)
    start = clash_of(Condition(1, 3))
    # dares, hits twice, one is parried, the other stepped aside from
    assert done(brawl_steps, attack, start, 4, 3, 4, 4, 3, 4) == start
    # the parried one hits again, so one is left: wounds, is not saved, and puts out of action
    after = done(brawl_steps, attack, start, 4, 3, 4, 4, 4, 4, 4, 4, 6)
    assert after.scene.target == Condition(0, 0, 0, OUT, 1, HURT)
    assert done(brawl_steps, attack, start, 3, 3) == start


# ------------------------------------------------------------------ the reaction


SURE = BLADE._replace(strength=6, save_on=NEVER)  # hits on 4+, wounds on 2+, no save


def trade_of(attack, *reactions, **fields):
    four = (*reactions, *(reactions[-1],) * (4 - len(reactions)))
    plain = {"counter": 0, "followed": 0, "simultaneous": 0, "blocked": 0}
    return Trade(attack, four, **{**plain, **fields})


def traded(faces, what, attacker=FRESH, target=FRESH):
    return done(trade, what, Sides(attacker, target), *faces)


def test_trade__the_enemy_strikes_back():
    both = trade_of(brawl_of(SURE), brawl_of(SURE))
    found = traded([4, 2, 4, 2], both)
    hurt = Condition(2, 3, hits=1, marks=HURT)
    assert found == Sides(hurt, hurt)
    assert traded([3, 4, 2], both) == Sides(hurt, FRESH)
    assert traded([3, 3], both) == Sides(FRESH, FRESH)


@pytest.mark.parametrize("injury", [3, 6])
def test_trade__an_enemy_put_down_does_not_unless_both_strike_at_once(injury):
    down = SERIOUS if injury == 3 else OUT
    one = Condition(1, 3)
    found = traded([4, 2, injury], trade_of(brawl_of(SURE), brawl_of(SURE)), target=one)
    assert (found.attacker, found.target.down) == (FRESH, down)
    at_once = trade_of(brawl_of(SURE), brawl_of(SURE), simultaneous=1)
    found = traded([4, 2, injury, 4, 2], at_once, target=one)
    assert (found.attacker.wounds, found.target.down) == (2, down)


def test_trade__an_enemy_pushed_out_of_contact_does_not():
    push = brawl_of(SURE._replace(push_on=4))
    assert traded([4, 2], trade_of(push, brawl_of(SURE))).attacker == FRESH
    for kept in ({"followed": 1}, {"blocked": 1}):
        assert traded([4, 2, 4, 2], trade_of(push, brawl_of(SURE), **kept)).attacker.wounds == 2
    # nor at an attacker whom its own pistol has put out of action
    wild = brawl_of(SURE, magazines=(Magazine(1, unstable=1), Magazine()))
    found = traded([4, 1, 2, 3], trade_of(wild, brawl_of(SURE)))
    assert (found.attacker.down, found.target.wounds) == (OUT, 2)
    at_once = trade_of(wild, brawl_of(SURE), simultaneous=1)
    assert traded([4, 1, 2, 3], at_once).attacker.down == OUT


def test_trade__entangled_and_disarmed():
    """Four reactions that hit on 3, 4, 5 and 6: as it is, entangled, disarmed, both."""
    reactions = [brawl_of(SURE._replace(hit_on=on)) for on in (3, 4, 5, 6)]
    for strike, on in (
        (SURE, 3),
        (SURE._replace(entangle=1), 4),
        (SURE._replace(disarm_on=6), 5),
        (SURE._replace(entangle=1, disarm_on=6), 6),
    ):
        what = trade_of(brawl_of(strike), *reactions)
        assert traded([6, 2, on, 2], what).attacker.wounds == 2
        assert traded([6, 2, on - 1], what).attacker == FRESH


def test_trade__counter_attack_a_die_for_each_that_missed():
    three = brawl_of(SURE._replace(n=2), SURE)
    counter = trade_of(three, brawl_of(SURE), counter=1)
    assert traded([3, 3, 3, 3, 3, 3, 3], counter) == Sides(FRESH, FRESH)  # one die and three more
    assert traded([4, 3, 3, 2, 3, 3, 3], counter).attacker == FRESH
    assert traded([4, 4, 4, 2, 2, 2, 3], counter, target=Condition(9, 3)).attacker == FRESH
    without_skill = trade_of(three, brawl_of(SURE))
    assert traded([3, 3, 3, 3], without_skill) == Sides(FRESH, FRESH)
    # hits of earlier attacks are no hits of this one
    before = Condition(3, 3, hits=2)
    assert traded([3, 3, 3, 3, 3, 3, 3], counter, target=before).target == before
    named = brawl_of(SURE, NOTHING, NOTHING, NOTHING, SURE)
    assert traded([3, 3, 3, 3, 3], trade_of(named, brawl_of(SURE), counter=1)) == Sides(FRESH, FRESH)
    # holes of a rapid pistol can be more hits than there were attacks
    rapid = brawl_of(SURE, magazines=(Magazine(1), Magazine()), rapids=(1, 0))
    found = traded([4, 6, 2, 2, 2, 3], trade_of(rapid, brawl_of(SURE), counter=1), target=Condition(9, 3))
    assert (found.attacker, found.target.hits, found.target.wounds) == (FRESH, 3, 6)
