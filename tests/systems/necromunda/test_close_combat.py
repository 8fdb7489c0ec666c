"""Close combat, against the naive reading and die by die."""

from dataclasses import replace
from fractions import Fraction

import icepool
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from necrostats.engine.enumerating import law, law_from
from necrostats.engine.narrating import Scripted
from necrostats.errors import UsageError
from necrostats.systems.necromunda import close_combat
from necrostats.systems.necromunda.close_combat import (
    Combat,
    Exchange,
    Hits,
    Parrying,
    Strike,
    attack_dice,
    count,
    count_all,
    exchange,
    hit_modifiers,
    may_react_against,
    melee,
    must_turn,
    parries,
    split,
    unarmed,
)
from necrostats.systems.necromunda.damage import Target, worth
from necrostats.systems.necromunda.models import Situation, Weapon
from tests.naive import attack as naive
from tests.naive import rounds as naive_rounds
from tests.naive.cards import (
    FLAK,
    blade,
    fighter,
    goliath,
    gun,
    item,
    knife,
    laspistol,
    power_hammer,
    power_sword,
    suit,
    sword,
)
from tests.naive.close_combat import FISTS, close_combat_modifier, parry_items, split_dice
from tests.systems.necromunda.generated import (
    ATTACK,
    BASIC,
    CAT,
    ask,
    blades,
    chosen_options,
    ends,
    fighters,
    fights,
    guns,
    under,
)

F = Fraction
CLOSE = Situation(close=True)
CHARGE = Situation(close=True, charging=True)
HANDS = st.one_of(blades(), guns().map(lambda gun: replace(gun, traits={**gun.traits, "pistol": None})))


@settings(max_examples=100)
@given(fights(), chosen_options(ATTACK))
def test_fight__naive(case, chosen):
    attacker, target, weapon, second, situation = case
    expected = naive.joint(attacker, target, weapon, situation, chosen, second)
    assert ends(ask(*case, under(**chosen))) == {end: p for end, p in expected.items() if p}


@settings(max_examples=50)
@given(
    fighters(st.lists(blades(), max_size=2), attacks=st.integers(1, 2), wounds=st.integers(1, 3)),
    fighters(st.lists(blades(), max_size=2), attacks=st.integers(1, 2), wounds=st.integers(1, 3)),
    HANDS, HANDS, st.one_of(st.none(), HANDS),
    st.booleans(), st.booleans(), st.integers(0, 2), chosen_options((*ATTACK, "reaction_order")),
)  # fmt: skip
def test_exchange__naive(a, b, weapon, reply, reply_second, charging, behind, hurt, chosen):
    options = under(**chosen)
    a_lost, b_lost = min(hurt, a.w - 1), min(hurt, b.w - 1)
    attack = Situation(close=True, charging=charging, behind=behind, wounds_lost=b_lost)
    reaction = Situation(close=True, turned=behind, wounds_lost=a_lost)
    combat = Combat(
        melee(a, b, weapon, None, attack, options),
        melee(b, a, reply, reply_second, reaction, options),
        int(options["reaction_order"] == "simultaneous"),
    )
    sides = Exchange(Target(a.w - a_lost, a.t), Target(b.w - b_lost, b.t))
    found = law(lambda dice: exchange(combat, sides, dice))
    theirs = naive_rounds.exchange(
        a, b, weapon, reply, chosen, attack, reply_second=reply_second, a_lost=a_lost
    )  # fmt: skip
    lost = found.of(lambda e: (a.w - a_lost - e.attacker.wounds, b.w - b_lost - e.target.wounds))
    assert lost == {key: p for key, p in theirs["lost"].items() if p}


# ------------------------------------------------------------------ weapons and dice


@given(
    st.integers(1, 9),
    HANDS,
    st.one_of(st.none(), HANDS),
    st.booleans(),
    st.sampled_from(("other_weapon", "fists")),
)
def test_split__naive(attacks, first, second, odd_to_second, surplus):
    n = max(attacks, 1 if second is None else 2)
    ours = split(n, first, second, under(pistol_surplus=surplus), odd_to_second)
    theirs = split_dice(n, first, second, int(odd_to_second), {"pistol_surplus": surplus})
    armed = [dice for weapon, dice in theirs if weapon is not FISTS]
    fists = sum(dice for weapon, dice in theirs if weapon is FISTS)
    assert ours == (armed[0], armed[1] if second is not None else 0, fists)
    assert sum(ours) == n
    assert min(ours) >= 0


def test_attack_dice__two_weapons_and_a_charge():
    assert [attack_dice(fighter(a=2), n, charging) for n in (1, 2) for charging in (False, True)] == [
        2,
        3,
        3,
        4,
    ]


@pytest.mark.parametrize("pair", [(blade(), None), (blade(), blade()), (blade(), laspistol()), (laspistol(), blade()),
                                  (laspistol(), laspistol()), (laspistol(), None)])  # fmt: skip
@pytest.mark.parametrize("surplus", ["other_weapon", "fists"])
def test_melee__some_of_the_dice_at_one_enemy(pair, surplus):
    """However the dice are divided between enemies, no more are thrown at one than were meant for it."""
    options = under(pistol_surplus=surplus)
    for dice in range(6):
        attacks = melee(fighter(a=4), fighter(), *pair, CLOSE, options, dice=dice)
        counts = [strike.n for strike in attacks.strikes]
        assert min(counts) >= 0
        assert sum(counts) == min(dice, 4 + (pair[1] is not None))


def test_must_turn__free_in_ones_own_activation_only():
    for value, own in (("True", False), ("False", True)):
        options = under(free_turn_engaged=value)
        assert must_turn(True, options) is own
        assert must_turn(False, options) is True


def test_may_react_against():
    engaged = ["kaiya", "rork", "nox"]
    assert may_react_against("rork", engaged, BASIC) == ["rork"]
    assert may_react_against("drago", engaged, BASIC) == []
    assert may_react_against("rork", engaged, under(reaction_target="any_engaged")) == engaged


def test_unarmed():
    fists = unarmed()
    assert (fists.strength_of(4), fists.ap, fists.d, fists.close_combat) == (4, 0, 1, True)


@pytest.mark.parametrize("pair", [(gun(), None), (blade(), gun()), (gun(), blade())])
def test_a_weapon_for_shooting_only_is_refused(pair):
    with pytest.raises(UsageError, match="expected one for close combat") as caught:
        melee(fighter(), fighter(), *pair, CLOSE, BASIC)
    assert caught.value.exit_code == 2


@settings(max_examples=50)
@given(fights(), st.sampled_from(("applied", "ignored")))
def test_hit_modifiers__naive(case, reading):
    _, _, weapon, _, situation = case
    listed = hit_modifiers(weapon, situation, under(melee_accuracy=reading))
    assert sum(v for _, v in listed) == close_combat_modifier(weapon, situation, {"melee_accuracy": reading})


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        ({}, []),
        ({"turned": True}, [("turned to face", -1)]),
        ({"assists": 2, "interference": 1}, [("assists", 2), ("interference", -1)]),
        ({"barricade": True}, [("barricade", -1)]),
        ({"entangled": True}, [("entangled", -2)]),
    ],
)
def test_hit_modifiers__one_by_one(situation, expected):
    assert hit_modifiers(blade(), Situation(close=True, **situation), BASIC) == expected


def test_hit_modifiers__accuracy_of_the_range_that_is_for_engaged_fighters():
    whip = blade("whip", "versatile", rng_s="E", rng_l="3", acc_s=-1, acc_l=2)
    assert hit_modifiers(whip, CLOSE, BASIC) == [("accuracy", -1)]
    assert hit_modifiers(blade(acc_s=-1, acc_l=2), CLOSE, BASIC) == [("accuracy", 2)]
    assert hit_modifiers(blade(rng_s="2", rng_l="3", acc_s=1, acc_l=1), CLOSE, BASIC) == []


def test_cover_prone_and_engaged_do_not_count():
    bare = ask(fighter(), fighter(), blade(), None, CLOSE)
    hidden = replace(CLOSE, cover="full", target_prone=True, target_engaged=True, aim=True, band="long")
    assert ends(ask(fighter(), fighter(), blade(), None, hidden)) == ends(bare)


# ------------------------------------------------------------------ parry


def carried(profile, *more):
    return Weapon(id=profile.weapon, name=profile.name, category="any", profiles=(profile, *more))


@given(st.lists(HANDS, max_size=4), st.booleans())
@example([sword(), power_sword(), sword()], False)
@example([sword(), power_sword(), power_sword(), power_sword()], False)
def test_parries__naive(weapons, wielded):
    bearer = fighter(*weapons)
    ordinary, power = parry_items(bearer, {"parry_needs_wielded": str(wielded)})
    # the naive reading counts all items and stops after two parries; a Power weapon can do all that another can
    expected = (0, 2) if power >= 2 else (min(ordinary, 2 - power), power)
    assert parries(bearer, under(parry_needs_wielded=wielded)) == expected


def test_parries__one_for_each_item():
    two_lines = carried(sword(), blade("sword", "parry", id="hilt"))
    assert parries(fighter(two_lines), BASIC) == (1, 0)
    assert parries(fighter(sword(), sword()), BASIC) == (2, 0)
    assert parries(fighter(sword(), power_sword()), BASIC) == (1, 1)
    assert parries(fighter(power_sword(), power_sword()), BASIC) == (0, 2)
    # a gun with a blade below it is armed for close combat too
    assert parries(fighter(carried(gun("g"), blade("g", "parry", id="bayonet"))), BASIC) == (1, 0)
    # two at most, those of Power weapons first
    assert parries(fighter(sword(), sword(), sword()), BASIC) == (2, 0)
    assert parries(fighter(sword(), sword(), power_sword()), BASIC) == (1, 1)
    assert parries(fighter(sword(), power_sword(), power_sword()), BASIC) == (0, 2)
    third = fighter(knife(), laspistol(), sword())
    assert parries(third, BASIC) == (1, 0)
    assert parries(third, under(parry_needs_wielded=True)) == (0, 0)
    # a gun in between is not wielded in close combat
    assert parries(fighter(gun(), knife(), sword()), under(parry_needs_wielded=True)) == (1, 0)


def standing(attacks, hits, weapon):
    """How many hits of a weapon stand, and how many of them on a 6 of Power."""
    sixes = range(attacks.strikes[weapon].six_on, 7)
    return count_all(hits, weapon), sum(count(hits, weapon, face) for face in sixes)


NONE, ONE = (0, 0), (1, 0)


def stand(target, faces, options=BASIC, second=None, weapon=None, n=1):
    """The hits that stand after parries, with dice from the table: of the first weapon, the second, unarmed."""
    numbers = melee(fighter(s=4, a=n), target, weapon or blade(), second, CLOSE, options)
    dice = Scripted(faces)
    hits = close_combat.roll_all(numbers, Hits(0, 0, 0, 0, 0), dice)
    hits = close_combat.parry(Parrying(numbers, target.t, target.w), hits, dice)
    dice.check_used()
    assert (hits.extra, hits.named) == (0, 0)
    return tuple(standing(numbers, hits, weapon) for weapon in range(3))


def test_hits__none_before_a_die_is_rolled():
    numbers = melee(fighter(), fighter(), blade(), None, CLOSE, BASIC)
    assert [count_all(Hits(), weapon) for weapon in range(5)] == [0] * 5
    assert close_combat.roll_all(numbers, Hits(), Scripted([3])) == Hits(0, 0, 0, 0, 0)


def test_parry__a_hit_is_rolled_again_once():
    one, two = fighter(sword()), fighter(sword(), sword())
    assert stand(one, [3]) == (NONE, NONE, NONE)  # no hit, nothing to parry
    assert stand(one, [4, 4]) == (ONE, NONE, NONE)  # it may hit again
    assert stand(two, [4, 4]) == (ONE, NONE, NONE)  # and then stands, though a parry is left
    assert stand(two, [4, 5, 3, 4], n=2) == (ONE, NONE, NONE)
    three = fighter(sword(), sword(), sword())
    assert stand(three, [4, 5, 6, 1, 1], n=3) == (ONE, NONE, NONE)  # two at most


def test_parry__the_six_of_a_power_weapon_first():
    armed = fighter(power_sword())
    assert stand(armed, [4, 6, 1], weapon=power_hammer(), n=2) == (ONE, NONE, NONE)
    assert stand(armed, [4, 6, 6], weapon=power_hammer(), n=2) == ((2, 1), NONE, NONE)  # in full: a six again
    assert stand(fighter(sword()), [4, 6], weapon=power_hammer(), n=2) == ((2, 1), NONE, NONE)


def test_parry__power_parries_are_kept_for_power_hits():
    armed = fighter(sword(), power_sword())
    # a plain blade and a power hammer, one die each: the sword takes the plain hit, the power sword the other
    assert stand(armed, [4, 4, 1, 1], second=power_hammer()) == (NONE, NONE, NONE)
    assert stand(fighter(sword()), [4, 4, 1], second=power_hammer()) == (NONE, ONE, NONE)
    # of two hits of the hammer the sword takes none
    assert stand(armed, [4, 4, 1], weapon=power_hammer(), n=2) == (ONE, NONE, NONE)


def test_parry__most_harm_then_the_first_named():
    big = blade("big", strength="9", d=2)
    assert stand(fighter(sword(), w=3), [4, 4, 1], second=big) == (ONE, NONE, NONE)
    assert stand(fighter(sword(), w=3), [4, 4, 1], weapon=big, second=blade()) == (NONE, ONE, NONE)
    assert stand(fighter(sword()), [4, 4, 1], second=blade()) == (NONE, ONE, NONE)  # equals


def test_parry__choices():
    big = blade("big", strength="9", d=2)
    target = fighter(sword(), w=3)
    assert stand(target, [4, 4, 1], under(parry_choice="first"), second=big) == (NONE, ONE, NONE)
    found = {}
    for choice in ("defender_best", "first", "random"):
        attack = ask(fighter(), target, blade(), big, CLOSE, under(parry_choice=choice))
        found[choice] = attack.law().p(lambda t: t.wounds < 3)
    assert found["random"] == (found["defender_best"] + found["first"]) / 2


# ------------------------------------------------------------------ what a face brings


STRIKE = Strike(n=1, hit_on=4, strength=3, save_on=5, damage=1)


def with_first(strike):
    """The attacks of a plain blade with another strike in place of its own."""
    numbers = melee(fighter(), fighter(), blade(), None, CLOSE, BASIC)
    return numbers._replace(strikes=(strike, *numbers.strikes[1:]))


@pytest.mark.parametrize(
    ("more", "kept"),
    [({}, [4, 4, 4]), ({"six_on": 6}, [4, 4, 6]), ({"push_on": 5}, [4, 5, 5]), ({"push_on": 3}, [4, 4, 4]),
     ({"disarm_on": 5, "six_on": 6}, [4, 5, 6]), ({"shock": 1}, [4, 4, 6]), ({"entangle": 1}, [4, 4, 6]),
     ({"shock": 1, "entangle": 1}, [4, 4, 6])],
)  # fmt: skip
def test_standing_for__the_lowest_face_that_does_the_same(more, kept):
    assert [close_combat.standing_for(STRIKE._replace(**more), face) for face in (4, 5, 6)] == kept


def test_blow__a_blocked_push_adds_damage_and_a_power_six_too():
    pushing = with_first(STRIKE._replace(push_on=5, harder=1))
    assert [close_combat.blow(pushing, 0, face).damage for face in (4, 5, 6)] == [1, 2, 2]
    free = with_first(STRIKE._replace(push_on=5, harder=0))
    assert [close_combat.blow(free, 0, face).damage for face in (4, 5, 6)] == [1, 1, 1]
    both = with_first(STRIKE._replace(push_on=5, harder=1, six_on=6))
    assert [close_combat.blow(both, 0, face)[1:3] for face in (5, 6)] == [(5, 2), (7, 3)]
    harmless = with_first(STRIKE._replace(push_on=5, harder=1, six_on=6, damage=0))
    assert close_combat.blow(harmless, 0, 6).damage == 0


@pytest.mark.parametrize(
    ("more", "face", "wounds", "harm"),
    [
        ({}, 4, 1, 3 * 4),  # 4+ to wound, saved on 5+
        ({"damage": 3}, 4, 2, 3 * 4 * 2),
        ({"shock": 1}, 5, 1, 3 * 4),
        ({"shock": 1}, 6, 1, 6 * 4),
        ({"shock": 1, "damage": 3}, 6, 2, 6 * 4 * 2),
        ({"shock": 1, "save_on": 7}, 6, 1, 6 * 6),
        ({"shock": 1, "save_on": 2}, 6, 1, 6 * 1),
        ({"shock": 1, "save_on": 1}, 6, 1, 0),
        ({"shock": 1, "strength": 0}, 6, 1, 0),
        ({"tougher": 1}, 4, 1, 2 * 4),  # 5+ to wound
        ({"six_on": 6}, 6, 3, close_combat.SIX_FIRST + 3 * 6 * 2),
    ],
)
def test_harm__in_thirty_sixths_of_a_wound(more, face, wounds, harm):
    parrying = Parrying(with_first(STRIKE._replace(**more)), 3, wounds)
    assert close_combat.harm(parrying, 0, face) == harm


def test_most_harmful__even_a_hit_that_hardly_harms():
    """A hit on a 2, for a wound on 6+ saved on 2+: one thirty-sixth of a Wound; the other does nothing at all."""
    one = close_combat.add_hits(Hits(0, 0, 0, 0, 0), 0, 2, 1)
    for strike in (STRIKE._replace(hit_on=2, strength=1, save_on=2), STRIKE._replace(hit_on=2, damage=0)):
        parrying = Parrying(with_first(strike), 3, 1)
        assert close_combat.most_harmful(parrying, one, 1, 0, False) == 2
        assert close_combat.most_harmful(parrying, one, 0, 1, False) == 2
        assert close_combat.most_harmful(parrying, one, 0, 0, False) < 0
        assert close_combat.most_harmful(parrying, one, 0, 0, True) == 2


def test_parryable__power_by_power_alone_and_entangle_by_nothing():
    def able(strike):
        return [close_combat.parryable(strike, *left) for left in ((0, 0), (1, 0), (0, 1), (1, 1))]

    assert able(STRIKE) == [False, True, True, True]
    assert able(STRIKE._replace(power=1)) == [False, False, True, True]
    assert able(STRIKE._replace(entangle=1)) == [False] * 4


def test_any_hit__each_as_likely_or_of_the_first_weapon_alone():
    numbers = melee(fighter(), fighter(), blade(), blade(), CLOSE, BASIC)
    hits = Hits(0, 0, 0, 0, 0)
    for weapon, face, n in ((0, 2, 1), (0, 6, 2), (1, 4, 3)):
        hits = close_combat.add_hits(hits, weapon, face, n)

    def picked(first_only, ordinary=1):
        return law(lambda dice: close_combat.any_hit(numbers, hits, ordinary, 0, first_only, dice)).chances()

    assert picked(False) == {2: F(1, 6), 6: F(1, 3), 8 + 4: F(1, 2)}
    assert picked(True) == {2: F(1, 3), 6: F(2, 3)}
    assert [outcome < 0 for outcome in picked(False, 0)] == [True]


@pytest.mark.parametrize("weapon", range(5))
@pytest.mark.parametrize("face", range(2, 7))
def test_add_hits__of_one_weapon_on_one_face(weapon, face):
    hits = close_combat.add_hits(
        close_combat.add_hits(Hits(0, 0, 0, 0, 0), weapon, face, 3), weapon, face, -1
    )
    counted = {(w, f): count(hits, w, f) for w in range(5) for f in range(2, 7)}
    assert {place: n for place, n in counted.items() if n} == {(weapon, face): 2}
    assert [count_all(hits, w) for w in range(5)] == [2 * (w == weapon) for w in range(5)]


# ------------------------------------------------------------------ odd dice, worth


def test_odd_die__first_second_best():
    big = blade("big", strength="9", d=2)
    target = fighter(w=2)
    at = {
        value: melee(fighter(a=2), target, blade(), big, CLOSE, under(odd_die=value))
        for value in CAT.options["odd_die"].values
    }
    counts = {value: (m.strikes[0].n, m.strikes[1].n) for value, m in at.items()}
    assert counts == {"first_weapon": (2, 1), "second_weapon": (1, 2), "best": (1, 2)}
    # equals go to the first-named
    like = melee(fighter(a=2), target, blade(), blade(), CLOSE, under(odd_die="best"))
    assert (like.strikes[0].n, like.strikes[1].n) == (2, 1)


def test_odd_die__best_against_the_wounds_that_are_left():
    """WS 4+ v T3: a wound of 5/12 a die for 1 Damage, or of 1/4 for 2.

    Of 2 Wounds two dice and one take the last with 1/4 + 3/4 x 25/144, one die and two with 1 - (3/4)^2, which is more;
    of 1 Wound the surer weapon is better.
    """
    sure, heavy = blade("sure", strength="9"), blade("heavy", strength="3", d=2)
    for lost, dice in ((0, (1, 2)), (1, (2, 1))):
        hurt = Situation(close=True, wounds_lost=lost)
        best = melee(fighter(a=2), fighter(w=2), sure, heavy, hurt, under(odd_die="best"))
        assert (best.strikes[0].n, best.strikes[1].n) == dice


@settings(max_examples=50)
@given(fights(), chosen_options([name for name in ATTACK if name != "odd_die"]))
def test_odd_die__best_is_the_better_of_both(case, chosen):
    attacker, target, first, second, situation = case
    before = Target(target.w - situation.wounds_lost, target.t)
    found = {
        value: worth(
            law_from(
                close_combat.fight,
                melee(attacker, target, first, second, situation, under(**chosen, odd_die=value)),
                before,
            ),
            before.wounds,
        )
        for value in CAT.options["odd_die"].values
    }
    assert found["best"] == max(found["first_weapon"], found["second_weapon"])


# ------------------------------------------------------------------ die by die


def test_fight__order_of_the_dice():
    # knife and pistol: hit rolls of the first weapon, of the second; then each hit's wound and save
    attacker, target = fighter(a=1), fighter(w=2, armour=FLAK)
    dice = Scripted([4, 4, 4, 4, 5])
    after = ask(attacker, target, knife(), laspistol(), CLOSE).roll(dice)
    dice.check_used()  # AP-1 takes the knife's save away, the pistol's is rolled
    assert after == Target(0, 3, 0, 0, 2, 1, 1)


def test_fight__a_natural_2_may_hit():
    for situation, a in ((CLOSE, 1), (CHARGE, 0)):  # a charge gives a die and +1, which a 2 needs no more
        dice = Scripted([2, 3])
        after = ask(fighter(ws=2, s=4, a=a), fighter(), blade(), None, situation).roll(dice)
        dice.check_used()
        assert (after.wounds, after.hits) == (0, 1)


def test_fight__a_parry_of_each_kind():
    dice = Scripted([4, 1])
    after = ask(fighter(), fighter(sword(), power_sword()), blade(), None, CLOSE).roll(dice)
    dice.check_used()
    assert (after.wounds, after.hits) == (1, 0)


def test_melee__without_a_strength():
    feather = blade("feather", strength="-", d=0)
    assert melee(fighter(), fighter(), feather, None, CLOSE, BASIC).strikes[0][:2] == (1, 4)
    assert melee(fighter(), fighter(), feather, None, CLOSE, BASIC).strikes[0].strength == 0


def test_fight__no_dice_for_a_fighter_that_is_out():
    dice = Scripted([4, 4, 4, 4])
    after = ask(fighter(a=2), fighter(), knife(), None, CLOSE).roll(dice)
    assert (after.wounds, after.hits) == (0, 2)
    assert dice.used == 3  # two hit rolls, one wound roll: the second hit is lost


def test_reaction__only_of_those_who_stand():
    attack = melee(fighter(), fighter(), knife(), None, CLOSE, BASIC)
    sides = Exchange(Target(1, 3), Target(1, 3))
    out = exchange(Combat(attack, attack, close_combat.SEQUENTIAL), sides, Scripted([4, 4]))
    assert (out.target.wounds, out.attacker.wounds) == (0, 1)
    back = exchange(Combat(attack, attack, close_combat.SEQUENTIAL), sides, Scripted([3, 4, 4]))
    assert (back.target.wounds, back.attacker.wounds) == (1, 0)
    both = exchange(Combat(attack, attack, close_combat.SIMULTANEOUS), sides, Scripted([4, 4, 4, 4]))
    assert (both.target.wounds, both.attacker.wounds) == (0, 0)


# ------------------------------------------------------------------ properties


@settings(max_examples=50)
@given(fights(attacks=st.integers(1, 3)), chosen_options(ATTACK))
def test_a_better_save_more_wounds_a_higher_ws_never_hurt(case, chosen):
    """Without a parry, whose choice is a rule of thumb and no best play."""
    attacker, target, weapon, second, situation = case
    target = replace(target, weapons=())
    options = under(**chosen)

    def out(attacker=attacker, **changes):
        attack = ask(attacker, replace(target, **changes), weapon, second, situation, options)
        return attack.law().p(lambda t: t.wounds == 0)

    by_save = [out(armour=suit(save)) for save in (2, 4, 6, 7)]
    assert by_save == sorted(by_save)
    by_wounds = [out(w=target.w + more) for more in range(3)]
    assert by_wounds == sorted(by_wounds, reverse=True)
    by_ws = [out(replace(attacker, ws=ws)) for ws in (2, 3, 5, 7)]
    assert by_ws == sorted(by_ws, reverse=True)


@settings(max_examples=50)
@given(fights(), chosen_options(ATTACK))
def test_a_parry_never_helps_the_attacker_to_hit(case, chosen):
    attacker, target, weapon, second, situation = case
    options = under(**chosen)

    def hits(weapons):
        found = ask(attacker, replace(target, weapons=weapons), weapon, second, situation, options).law()
        return [found.p(lambda t, n=n: t.hits >= n) for n in range(1, 8)]

    armed, bare = hits((item(sword()), item(power_sword()))), hits(())
    assert all(a <= b for a, b in zip(armed, bare, strict=True))


# ------------------------------------------------------------------ oracles


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("swords", [0, 1, 2])
def test_hits_after_parries__icepool(n, swords):
    """Hits of n dice on 4+, of which as many as there are parries are rolled again."""
    hits = n @ (icepool.d6 >= 4).map({True: 1, False: 0})
    oracle = hits.map(
        lambda h: (h - min(h, swords)) + min(h, swords) @ (icepool.d6 >= 4).map({True: 1, False: 0})
    )
    target = fighter(*[sword()] * swords)
    ours = ask(fighter(a=n), target, blade(), None, CLOSE).law().of(lambda t: t.hits)
    assert ours == {h: F(ways, oracle.denominator()) for h, ways in oracle.items()}


def test_every_value_of_an_option_that_close_combat_reads():
    """Each reading gives another answer than the default, in a case made for it."""
    target = goliath(armour=FLAK)
    big = blade("big", strength="9", d=2)
    third = fighter(knife(), laspistol(), sword())
    cases = {
        "wound_last_row": (fighter(), target, blade(), None, CLOSE),
        "save_nat1_fails": (fighter(), fighter(armour=suit(2)), blade(), None, replace(CLOSE, save_bonus=1)),
        "pistol_surplus": (fighter(a=3), target, knife(), laspistol(), CLOSE),
        "parry_choice": (fighter(), fighter(sword(), w=2), blade(), big, CLOSE),
        "parry_needs_wielded": (fighter(), third, blade(), None, CLOSE),
        "power_six": (fighter(), goliath(w=3), power_hammer(), None, replace(CLOSE, turned=True)),
        "odd_die": (fighter(a=2), fighter(w=2), blade(), big, CLOSE),
        "melee_accuracy": (fighter(), target, blade("s", acc_l=1), None, CLOSE),
    }
    for name, case in cases.items():
        values = list(CAT.options[name].values)
        found = {v: ends(ask(*case, under(**{name: v}))) for v in values}
        for value in values:
            assert value == BASIC[name] or found[value] != found[BASIC[name]], (name, value)


def test_turning_is_what_the_situation_says():
    turned = ask(fighter(), fighter(), blade(), None, replace(CLOSE, turned=True))
    assert turned.law().p(lambda t: t.hits) == F(1, 3)
    assert ask(fighter(), fighter(), blade(), None, CHARGE).law().p(lambda t: t.hits >= 1) == F(3, 4)
