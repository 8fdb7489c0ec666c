"""What one hit does under the advanced rules, die by die: fields, wounds, Injury dice and what takes their place."""

from fractions import Fraction

import pytest

from necrostats.engine.enumerating import law_from
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.attacks import after_of
from necrostats.systems.necromunda.brawl import marks_of
from necrostats.systems.necromunda.close_combat import Strike
from necrostats.systems.necromunda.damage import NEVER, Blow
from necrostats.systems.necromunda.hits import body_of, condition_of
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    BOOSTED,
    BROKEN,
    BURNT_OUT,
    BY_FEAR,
    BY_FLASH,
    BY_GAS,
    BY_GAS_AND_FEAR,
    BY_NEED,
    BY_TOXIN,
    CONCUSSED,
    DISARMED,
    DRAGGED,
    ENTANGLED,
    FLESH_RESULT,
    IN_PLAY,
    LANDED,
    MAY_BE_DRAGGED,
    MAY_BURN,
    MELTA,
    ON_FIRE,
    OUT,
    PINNED,
    PUSHED,
    SERIOUS,
    SERIOUS_RESULT,
    STRUCK,
    TOXIN,
    UNSAVED,
    WEB,
    WEBBED,
    WOUND,
    After,
    Body,
    Condition,
    Effect,
    Hit,
    Rolled,
    afterwards,
    coup_de_grace,
    injure_seriously,
    marked,
    milder,
    pulverise,
    put_out,
    settle,
    struck_by,
    suffer,
    take_hit,
    wound_flesh,
)
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.traits import Given, effect_of
from tests.naive.cards import fighter, gun
from tests.systems.necromunda.generated_advanced import ADVANCED

F = Fraction
FLESH, BONE, SKULL = 1, 3, 6
"""Faces of an Injury die: 1 and 2, 3 to 5, 6."""
BLADE = Strike(n=1, hit_on=4, strength=3, save_on=5, damage=1)
PLAIN = Blow(3, 5, 1)  # against Toughness 3: wounds on 4+, saved on 5+
MARKS = (
    PINNED, PUSHED, WOUND, UNSAVED, STRUCK, ON_FIRE, BLINDED, WEBBED, BROKEN, CONCUSSED, DRAGGED, DISARMED, ENTANGLED,
    FLESH_RESULT, SERIOUS_RESULT, BURNT_OUT, BOOSTED, MAY_BURN, MAY_BE_DRAGGED, LANDED,
)  # fmt: skip
HURT = STRUCK | WOUND | UNSAVED


def struck(faces, c, *, blow=PLAIN, sure=0, effect=None, body=None):
    """A fighter after one hit with these faces, none left over."""
    dice = Scripted(faces)
    after = take_hit(Hit(blow, sure, effect or Effect(), body or Body()), c, dice)
    dice.check_used()
    return after


def test_marks__each_is_a_bit_of_its_own():
    """As the steps set them on a fighter that bears none."""
    nimble, none = After(blaze=1, concussion=1, drag_on=4), Condition(1, 3)
    everything = BLADE._replace(push_on=2, disarm_on=6, entangle=1)
    seen = [
        condition_of(fighter(), Situation(target_prone=True)),
        condition_of(fighter(), Situation(flesh_wounds=1)),
        struck([5, 1], none, body=Body(field_on=5, burns=1)),
        struck([3], none, effect=Effect(instead=BY_FLASH, need=4)),
        struck([4, 4], none, effect=Effect(instead=BY_FEAR, need=9)),
        struck([4, 4, FLESH], none),
        struck([4], none, effect=Effect(injury=WEB)),
        struck_by(nimble, marked(none, STRUCK)),
        afterwards(4, marked(none, MAY_BURN | MAY_BE_DRAGGED), Scripted([4, 4])),
        marked(none, marks_of(everything, 6)),
        marked(none, LANDED),
        struck_by(After(), marked(none, LANDED | PUSHED)),
        put_out(marked(none, sum(MARKS))),
    ]
    assert {mark for c in seen for mark in MARKS if c.marks & mark} == set(MARKS)
    assert sum(MARKS) == 2 ** len(MARKS) - 1
    assert all(mark & (mark - 1) == 0 for mark in MARKS)
    assert len({IN_PLAY, SERIOUS, OUT}) == 3


def test_ways__are_told_apart():
    plain = effect_of(Given(fighter(), fighter(), gun(), Situation(), ADVANCED))
    assert struck([3], Condition(1, 3), effect=plain).marks == STRUCK
    assert len({plain.instead, BY_GAS, BY_TOXIN, BY_NEED, BY_FLASH, BY_FEAR, BY_GAS_AND_FEAR}) == 7
    assert len({plain.injury, TOXIN, MELTA, WEB}) == 4


def test_defaults__a_plain_hit_on_a_fighter_without_kit():
    assert tuple(condition_of(fighter(), Situation())) == tuple(Condition(1, 3)) == (1, 3, 0, IN_PLAY, 0, 0)
    assert (
        tuple(body_of(fighter(), ADVANCED, area=False)) == tuple(Body()) == (NEVER, 0, 0, 0, 0, 2, 3, 0, 0, 0)
    )
    given = Given(fighter(), fighter(), gun(), Situation(), ADVANCED)
    assert tuple(effect_of(given)) == tuple(Effect()) == (0,) * 11
    assert tuple(after_of(given)) == tuple(After()) == (0, 0, NEVER)
    assert milder(Rolled(2), 1) == Rolled(1)
    assert tuple(Rolled()) == (0, 0, 0)


# ------------------------------------------------------------------ wound, save, Wounds


def test_a_hit__wound_save_and_wounds():
    fresh = Condition(2, 3)
    assert struck([3], fresh) == Condition(2, 3, marks=STRUCK)
    assert struck([4, 5], fresh) == Condition(2, 3, marks=STRUCK | WOUND)
    assert struck([4, 4], fresh) == Condition(1, 3, marks=HURT)
    assert struck([4, 4, FLESH], Condition(1, 3)) == Condition(0, 2, 1, marks=HURT | FLESH_RESULT)
    assert struck([4, 4, 2], Condition(1, 3)).flesh == 1
    for bone in (BONE, 5):
        seriously = Condition(0, 3, 0, SERIOUS, 0, HURT | SERIOUS_RESULT)
        assert struck([4, 4, bone], Condition(1, 3)) == seriously
    assert struck([4, 4, SKULL], Condition(1, 3)) == Condition(0, 0, 0, OUT, 0, HURT)
    # a hit on a fighter out of action is lost
    out = Condition(0, 0, 0, OUT)
    assert struck([], out) == out


def test_a_hit__the_dice_for_damage_past_the_last_wound():
    two = Blow(3, NEVER, 2)
    assert struck([4, FLESH], Condition(2, 3), blow=two).flesh == 1
    assert struck([4], Condition(3, 3), blow=two).wounds == 1
    assert struck([4, FLESH, FLESH], Condition(1, 3), blow=two) == Condition(
        0, 1, 2, marks=HURT | FLESH_RESULT
    )
    # one without Wounds takes as many dice as Damage
    assert struck([4, FLESH], Condition(0, 3), blow=Blow(3, NEVER, 1)).flesh == 1
    assert struck([4, FLESH, FLESH], Condition(0, 3), blow=two).flesh == 2
    # so does one seriously injured, whatever Wounds it has
    lying = Condition(2, 3, 0, SERIOUS)
    assert struck([4, FLESH, FLESH], lying, blow=two) == Condition(2, 1, 2, SERIOUS, 0, HURT | FLESH_RESULT)
    # no Damage, no Injury die
    assert struck([4], Condition(1, 3), blow=Blow(3, NEVER, 0)) == Condition(1, 3, marks=HURT)


def test_injury_dice__equal_damage():
    equal = Body(equal_damage=1)
    two = Blow(3, NEVER, 2)
    assert struck([4, FLESH, FLESH], Condition(2, 3), blow=two, body=equal).flesh == 2
    assert struck([4], Condition(3, 3), blow=two, body=equal) == Condition(1, 3, marks=HURT)


def test_injury_faces__of_another_die():
    three = Body(flesh_faces=3, serious_faces=2)
    found = [struck([4, 4, face], Condition(1, 3), body=three) for face in range(1, 7)]
    assert [c.flesh for c in found] == [1, 1, 1, 0, 0, 0]
    assert [c.down for c in found] == [IN_PLAY] * 3 + [SERIOUS] * 2 + [OUT]


# ------------------------------------------------------------------ results


def test_flesh_wounds__at_once_or_kept_back():
    c = Condition(1, 3, 1, marks=PUSHED)
    assert wound_flesh(c, 0, 0) == c
    assert wound_flesh(c, 1, 0) == Condition(1, 2, 2, marks=PUSHED | FLESH_RESULT)
    assert wound_flesh(c, 2, 0) == Condition(1, 1, 3, marks=PUSHED | FLESH_RESULT)
    assert wound_flesh(c, 3, 0) == Condition(1, 0, 0, OUT, 0, PUSHED)
    assert wound_flesh(c, 3, 1) == Condition(1, 3, 4, marks=PUSHED | FLESH_RESULT)


def test_settle__flesh_wounds_kept_back_act_after_the_last_hit():
    dice = Scripted([])
    assert settle(1, Condition(1, 3, 2), dice) == Condition(1, 1, 2)
    assert settle(1, Condition(1, 3, 3), dice) == Condition(1, 0, 0, OUT)
    assert settle(1, Condition(1, 3, 4), dice).down == OUT
    for batch, c in ((0, Condition(1, 2, 1)), (0, Condition(1, 1, 2)), (1, Condition(1, 3))):
        assert settle(batch, c, dice) == c
    # one to whom Toughness is nothing any more stays as it is
    assert settle(1, Condition(1, 0, 0, OUT), dice) == Condition(1, 0, 0, OUT)
    assert settle(1, Condition(1, 0), dice) == Condition(1, 0)


def test_put_out__keeps_what_the_attack_is_counted_by():
    everything = Condition(1, 3, 2, SERIOUS, 4, sum(MARKS))
    assert put_out(everything) == Condition(1, 0, 0, OUT, 4, PUSHED | WOUND | UNSAVED | STRUCK)


def test_injure_seriously__prone_but_no_longer_pinned():
    pinned = Condition(1, 3, 1, IN_PLAY, 2, PINNED | WOUND)
    assert injure_seriously(pinned, WEBBED) == Condition(1, 3, 1, SERIOUS, 2, WOUND | SERIOUS_RESULT | WEBBED)


@pytest.mark.parametrize(
    ("rolled", "expected"),
    [
        (Rolled(2, 0, 0), Condition(0, 1, 2, IN_PLAY, 0, FLESH_RESULT)),
        (Rolled(1, 1, 0), Condition(0, 2, 1, SERIOUS, 0, FLESH_RESULT | SERIOUS_RESULT)),
        (Rolled(0, 2, 0), Condition(0, 3, 0, SERIOUS, 0, SERIOUS_RESULT)),
        (Rolled(1, 1, 1), Condition(0, 0, 0, OUT)),
        (Rolled(3, 1, 0), Condition(0, 0, 0, OUT)),
    ],
)
def test_suffer__flesh_then_serious_then_out(rolled, expected):
    assert suffer(Body(), rolled, Condition(0, 3)) == expected


def test_suffer__a_serious_injury_more_may_be_a_flesh_wound():
    extra = Body(extra_serious=1)
    assert suffer(extra, Rolled(0, 1, 0), Condition(0, 3)).flesh == 0
    assert suffer(extra, Rolled(0, 3, 0), Condition(0, 3)).flesh == 2
    lying = Condition(0, 3, 0, SERIOUS)
    assert suffer(extra, Rolled(0, 1, 0), lying).flesh == 1
    assert suffer(extra, Rolled(1, 1, 0), lying).flesh == 2
    assert suffer(extra, Rolled(1, 0, 0), lying).flesh == 1
    assert suffer(extra, Rolled(1, 0, 0), Condition(0, 3)).flesh == 1
    assert suffer(Body(), Rolled(0, 1, 0), lying).flesh == 0


# ------------------------------------------------------------------ True Grit and bio-booster


@pytest.mark.parametrize(
    ("rolled", "left", "kept"),
    [
        (Rolled(2, 0, 0), 2, Rolled(1, 0, 0)),
        (Rolled(2, 0, 0), 1, Rolled(1, 0, 0)),
        (Rolled(1, 1, 0), 2, Rolled(1, 0, 0)),
        (Rolled(1, 1, 0), 1, Rolled(0, 1, 0)),
        (Rolled(1, 0, 1), 2, Rolled(1, 0, 0)),
        (Rolled(1, 0, 1), 1, Rolled(1, 0, 0)),
        (Rolled(0, 2, 0), 2, Rolled(0, 1, 0)),
        (Rolled(0, 1, 1), 2, Rolled(0, 1, 0)),
        (Rolled(0, 0, 2), 2, Rolled(0, 0, 1)),
    ],
)
def test_milder__the_owner_keeps_the_less_severe(rolled, left, kept):
    assert milder(rolled, left) == kept


def test_true_grit__a_die_fewer_or_the_better_of_two():
    grit = Body(grit=1)
    one, two, three = (Blow(3, NEVER, n) for n in (1, 2, 3))
    assert struck([4, SKULL, FLESH], Condition(1, 3), blow=one, body=grit).flesh == 1
    assert struck([4, SKULL], Condition(1, 3), blow=two, body=grit).down == OUT
    assert struck([4, BONE, BONE], Condition(1, 3), blow=three, body=grit).down == SERIOUS
    # a flesh wound too many counts as out of action, so the serious injury is kept
    assert struck([4, BONE, FLESH], Condition(1, 1), blow=Blow(1, NEVER, 1), body=grit).down == SERIOUS
    # flesh wounds kept back count
    kept_back = Condition(1, 2, 1)
    batch = Body(grit=1, batch=1)
    assert struck([4, BONE, FLESH], kept_back, blow=Blow(2, NEVER, 1), body=batch).down == SERIOUS
    assert struck([4, BONE, FLESH], kept_back, blow=Blow(2, NEVER, 1), body=grit).down == IN_PLAY


def test_bio_booster__acts_once():
    booster = Body(booster=1)
    boosted = struck([4, SKULL, FLESH], Condition(1, 3), blow=Blow(3, NEVER, 1), body=booster)
    assert boosted == Condition(0, 2, 1, marks=HURT | FLESH_RESULT | BOOSTED)
    again = struck([4, SKULL], Condition(0, 3, 0, IN_PLAY, 0, BOOSTED), blow=Blow(3, NEVER, 1), body=booster)
    assert again.down == OUT
    assert struck([4, BONE], Condition(1, 3), blow=Blow(3, NEVER, 2), body=booster).marks & BOOSTED
    # with True Grit two dice fewer, and never fewer than the better of two
    both = Body(booster=1, grit=1)
    assert struck([4, BONE], Condition(1, 3), blow=Blow(3, NEVER, 3), body=both).down == SERIOUS
    assert struck([4, BONE, SKULL], Condition(1, 3), blow=Blow(3, NEVER, 2), body=both).down == SERIOUS
    assert struck([4, BONE, SKULL], Condition(1, 3), blow=Blow(3, NEVER, 1), body=both).down == SERIOUS
    # without an unsaved wound it keeps
    assert struck([4, 5], Condition(1, 3), body=booster).marks == STRUCK | WOUND


# ------------------------------------------------------------------ traits that change the dice


def test_pulverise__one_flesh_wound_becomes_serious():
    crush, one, two = Effect(pulverise=1), Blow(3, NEVER, 1), Blow(3, NEVER, 2)
    assert struck([4, FLESH, 3], Condition(1, 3), blow=one, effect=crush).down == SERIOUS
    assert struck([4, FLESH, 2], Condition(1, 3), blow=one, effect=crush).flesh == 1
    both = struck([4, FLESH, FLESH, 3], Condition(1, 3), blow=two, effect=crush)
    assert (both.flesh, both.down) == (1, SERIOUS)
    # asked for by a flesh wound alone, and not beside out of action
    assert struck([4, BONE], Condition(1, 3), blow=one, effect=crush).down == SERIOUS
    assert struck([4, FLESH, SKULL], Condition(1, 3), blow=two, effect=crush).down == OUT
    # a 6 does it against any Toughness
    assert struck([6, FLESH, 6], Condition(1, 8), blow=one, effect=crush).down == SERIOUS
    assert struck([6, FLESH, 5], Condition(1, 8), blow=one, effect=crush).down == IN_PLAY
    assert struck([4, FLESH], Condition(1, 3), blow=one).down == IN_PLAY


def test_pulverise__left_where_the_flesh_wounds_put_out():
    hit = Hit(PLAIN, 0, Effect(pulverise=1), Body())
    for toughness in (1, 2):
        assert pulverise(hit, Rolled(2, 0, 0), Condition(0, toughness), Scripted([])) == Rolled(2, 0, 0)
    assert pulverise(hit, Rolled(2, 0, 0), Condition(0, 3), Scripted([3])) == Rolled(1, 1, 0)
    assert pulverise(hit, Rolled(1, 1, 0), Condition(0, 3), Scripted([3])) == Rolled(0, 2, 0)


def test_rending__one_damage_more_on_a_6_to_wound():
    rend = Effect(rending=1)
    assert struck([6], Condition(3, 3), blow=Blow(3, NEVER, 1), effect=rend).wounds == 1
    assert struck([5], Condition(3, 3), blow=Blow(3, NEVER, 1), effect=rend).wounds == 2
    assert struck([6], Condition(3, 3), blow=Blow(3, NEVER, 0), effect=rend).wounds == 3
    assert struck([6, 5], Condition(3, 3), effect=rend).wounds == 3
    assert struck([6], Condition(3, 3), blow=Blow(3, NEVER, 1)).wounds == 2


def test_seismic__no_save_against_a_6_to_wound():
    shake = Effect(seismic=1)
    assert struck([6], Condition(3, 3), effect=shake).wounds == 2
    assert struck([5, 5], Condition(3, 3), effect=shake).wounds == 3
    assert struck([6, 5], Condition(3, 3), effect=Effect(rending=1)).wounds == 3
    assert struck([6], Condition(3, 3), effect=Effect(rending=1, seismic=1)).wounds == 1


def test_iron_jaw__tougher_in_the_wound_roll():
    jaw = Effect(tougher_wound=2)
    for strength in (3, 4):  # against 5: on 5+
        assert struck([4], Condition(1, 3), blow=Blow(strength, 5, 1), effect=jaw).marks == STRUCK
        assert struck([5, 5], Condition(1, 3), blow=Blow(strength, 5, 1), effect=jaw).marks == STRUCK | WOUND


def test_shock__wounds_without_a_roll_and_may_be_saved():
    assert struck([5], Condition(1, 3), sure=1).marks == STRUCK | WOUND
    assert struck([4], Condition(2, 3), sure=1).wounds == 1
    # it is no natural 6 to wound
    assert struck([4], Condition(3, 3), sure=1, effect=Effect(rending=1)).wounds == 2
    assert struck([5], Condition(3, 3), sure=1, effect=Effect(seismic=1)).wounds == 3


def test_dodge__a_6_cancels_a_wound_before_the_save():
    dodge = Body(dodge=1)
    assert struck([4, 6], Condition(1, 3), body=dodge) == Condition(1, 3, marks=STRUCK | WOUND)
    assert struck([4, 5, 4], Condition(2, 3), body=dodge).wounds == 1


def test_scattershot__a_d6_of_wound_rolls_against_the_toughness_before():
    shot = Effect(scatter=1)
    assert struck([2, 3, 3], Condition(1, 3), effect=shot).marks == STRUCK
    assert struck([3, 4, 4, 3, 4, 4], Condition(3, 3), effect=shot).wounds == 1
    # the flesh wound of the first makes the second no easier
    worn = struck([2, 4, 4, FLESH, 3], Condition(1, 3), effect=shot)
    assert (worn.toughness, worn.flesh) == (2, 1)
    # out of action ends it
    assert struck([6, 4, 4, SKULL], Condition(1, 3), effect=shot).down == OUT
    # a roll in place of the wound roll is made once
    assert struck([2], Condition(1, 3), effect=Effect(scatter=1, instead=BY_GAS)).marks == STRUCK


def test_rad_phage__a_flesh_wound_for_each_hit():
    rad = Effect(rad=1)
    assert struck([3], Condition(2, 3), effect=rad) == Condition(2, 2, 1, marks=STRUCK | FLESH_RESULT)
    assert struck([4, 4, SKULL], Condition(1, 3), effect=rad) == Condition(0, 0, 0, OUT, 0, HURT)
    assert struck([3], Condition(2, 1), effect=rad, blow=Blow(1, 5, 1)).down == OUT
    assert struck([3], Condition(2, 3), effect=rad, body=Body(batch=1)).toughness == 3


# ------------------------------------------------------------------ in place of Injury dice


def test_melta__out_of_action_with_the_last_wound():
    melta = Effect(injury=MELTA)
    assert struck([4, 4], Condition(1, 3), effect=melta) == Condition(0, 0, 0, OUT, 0, HURT)
    assert struck([4, 4], Condition(2, 3), effect=melta).wounds == 1
    assert struck([4, 5], Condition(1, 3), effect=melta).down == IN_PLAY
    assert struck([4, 4], Condition(2, 3), effect=Effect(injury=MELTA, at_once=1)).down == OUT


@pytest.mark.parametrize(
    ("faces", "down"),
    [([3, 3, 4], IN_PLAY), ([3, 4, 4], SERIOUS), ([4, 4, 4], OUT), ([2, 2, 1], SERIOUS), ([6, 6, 6], OUT)],
)
def test_toxin__2d6_against_a_d6_and_toughness(faces, down):
    needle, poison = Blow(3, NEVER, 0), Effect(injury=TOXIN, at_once=1)
    found = struck([4, *faces], Condition(2, 3), blow=needle, effect=poison)
    assert found.down == down
    assert (found.wounds, found.flesh) == (2, 0)


def test_toxin__instead_of_injury_dice_of_a_weapon_with_damage():
    poison = Effect(injury=TOXIN)
    assert struck([4, 4], Condition(2, 3), effect=poison).wounds == 1
    assert struck([4, 4, 6, 6, 1], Condition(1, 3), effect=poison).down == OUT
    # chem-synth makes Toughness 1 less, but never less than 1
    weak = Effect(injury=TOXIN, tougher=-1)
    assert struck([4, 4, 3, 3, 4], Condition(1, 3), effect=weak).down == SERIOUS
    assert struck([4, 4, 1, 1, 1], Condition(1, 1), blow=Blow(1, 5, 1), effect=weak).down == SERIOUS
    # a further serious injury may be a flesh wound
    lying = Condition(1, 3, 0, SERIOUS)
    extra = Body(extra_serious=1)
    assert struck([4, 4, 3, 4, 4], lying, effect=poison, body=extra).flesh == 1
    assert struck([4, 4, 3, 4, 4], lying, effect=poison).flesh == 0


def test_web__seriously_injured_without_a_save():
    webbed = struck([4], Condition(2, 3, marks=PINNED), effect=Effect(injury=WEB))
    assert webbed == Condition(2, 3, 0, SERIOUS, 0, HURT | SERIOUS_RESULT | WEBBED)
    assert struck([3], Condition(2, 3), effect=Effect(injury=WEB)).marks == STRUCK


# ------------------------------------------------------------------ in place of the wound roll


@pytest.mark.parametrize("wounds", [1, 3])
def test_gas__one_injury_die_whatever_the_wounds(wounds):
    gas = Effect(instead=BY_GAS)
    assert struck([2], Condition(wounds, 3), effect=gas).marks == STRUCK
    found = struck([3, FLESH], Condition(wounds, 3), effect=gas)
    assert found == Condition(wounds, 2, 1, marks=HURT | FLESH_RESULT)
    # nobody dodges or saves, and no field stops it
    ready = Body(field_on=2, dodge=1)
    assert struck([3, BONE], Condition(wounds, 3), effect=gas, body=ready).down == SERIOUS
    # a 6 is enough against any Toughness, a mask makes it harder; below 1 it is no test
    assert struck([6, BONE], Condition(wounds, 7), effect=gas).down == SERIOUS
    assert struck([5], Condition(wounds, 7), effect=gas).down == IN_PLAY
    assert struck([4], Condition(wounds, 3), effect=Effect(instead=BY_GAS, tougher=2)).down == IN_PLAY
    assert struck([5, BONE], Condition(wounds, 3), effect=Effect(instead=BY_GAS, tougher=2)).down == SERIOUS
    assert struck([1, BONE], Condition(wounds, 1), effect=Effect(instead=BY_GAS, tougher=-1)).down == SERIOUS


def test_toxin_of_later_books__an_injury_die_that_may_be_saved():
    toxin = Effect(instead=BY_TOXIN)
    assert struck([2], Condition(2, 3), effect=toxin).marks == STRUCK
    assert struck([3, 5], Condition(2, 3), effect=toxin).marks == STRUCK | WOUND
    assert struck([3, 4, BONE], Condition(2, 3), effect=toxin).down == SERIOUS
    # a field stops it, as it does other hits than gas
    assert struck([2], Condition(2, 3), effect=toxin, body=Body(field_on=2)).marks == 0


def test_graviton_pulse__a_roll_above_the_targets_strength():
    pulse = Effect(instead=BY_NEED, need=5)
    assert struck([4], Condition(2, 3), effect=pulse).marks == STRUCK
    assert struck([5, 4], Condition(2, 3), effect=pulse).wounds == 1
    assert struck([6, 5], Condition(2, 3), effect=Effect(instead=BY_NEED, need=5, seismic=1)).wounds == 2


def test_flash__blinds_who_fails_the_test():
    flash = Effect(instead=BY_FLASH, need=4)
    assert struck([4], Condition(2, 3), effect=flash).marks == STRUCK
    assert struck([3], Condition(2, 3), effect=flash) == Condition(2, 3, marks=HURT | BLINDED)


def test_fear__breaks_who_fails_the_test():
    fear = Effect(instead=BY_FEAR, need=9)
    assert struck([5, 4], Condition(2, 3), effect=fear).marks == STRUCK
    assert struck([4, 4], Condition(2, 3), effect=fear) == Condition(2, 3, marks=HURT | BROKEN)
    # with gas first the gas, then the test in place of the Injury die; no field stops it
    both, field = Effect(instead=BY_GAS_AND_FEAR, need=9), Body(field_on=2)
    assert struck([2], Condition(2, 3), effect=both, body=field).marks == STRUCK
    assert struck([3, 5, 4], Condition(2, 3), effect=both, body=field).marks == STRUCK | WOUND
    assert struck([3, 4, 4], Condition(2, 3), effect=both, body=field).marks == HURT | BROKEN


# ------------------------------------------------------------------ fields


def test_field__stops_a_hit_and_may_burn_out():
    field, lasting = Body(field_on=5, burns=1), Body(field_on=5)
    assert struck([4, 3], Condition(2, 3), body=field).marks == STRUCK
    assert struck([5, 2], Condition(2, 3), body=field).marks == 0
    assert struck([5, 1], Condition(2, 3), body=field).marks == BURNT_OUT
    assert struck([5], Condition(2, 3), body=lasting).marks == 0
    burnt = Condition(2, 3, marks=BURNT_OUT)
    assert struck([3], burnt, body=field).marks == BURNT_OUT | STRUCK


# ------------------------------------------------------------------ after the attack


def test_struck_by__what_a_weapon_leaves_on_those_it_hit():
    hit, missed = STRUCK | LANDED | WOUND, LANDED | PUSHED
    everything = After(blaze=1, concussion=1, drag_on=4)
    assert struck_by(After(), Condition(1, 3, marks=hit)).marks == WOUND
    assert struck_by(After(blaze=1), Condition(1, 3, marks=hit)).marks == WOUND | MAY_BURN
    assert struck_by(After(concussion=1), Condition(1, 3, marks=hit)).marks == WOUND | CONCUSSED
    assert struck_by(After(drag_on=6), Condition(1, 3, marks=hit)).marks == WOUND | MAY_BE_DRAGGED
    c = struck_by(everything, Condition(1, 3, 1, SERIOUS, 2, hit))
    assert c == Condition(1, 3, 1, SERIOUS, 2, WOUND | MAY_BURN | CONCUSSED | MAY_BE_DRAGGED)
    # one whom no hit struck, since a field stopped it, or who is out
    c = struck_by(everything, Condition(1, 3, 1, SERIOUS, 2, missed))
    assert c == Condition(1, 3, 1, SERIOUS, 2, PUSHED)
    out = Condition(0, 0, 0, OUT, 1, STRUCK | LANDED)
    assert struck_by(everything, out) == out


@pytest.mark.parametrize(
    ("marks", "faces", "after"),
    [
        (0, [], 0),
        (MAY_BURN, [4], ON_FIRE),
        (MAY_BURN, [3], 0),
        (MAY_BE_DRAGGED, [5], DRAGGED),
        (MAY_BE_DRAGGED, [4], 0),
        (MAY_BURN | MAY_BE_DRAGGED, [3, 5], DRAGGED),
        (MAY_BURN | MAY_BE_DRAGGED, [4, 4], ON_FIRE),
        (MAY_BURN | MAY_BE_DRAGGED, [4, 5], ON_FIRE | DRAGGED),
        (CONCUSSED, [], 0),
    ],
)
def test_afterwards__fire_on_4_and_drag_on_the_strength(marks, faces, after):
    dice = Scripted(faces)
    assert afterwards(5, Condition(1, 3, marks=marks), dice).marks == marks | after
    dice.check_used()
    out = Condition(0, 0, 0, OUT, 0, marks)
    assert afterwards(5, out, Scripted([])) == out


def test_coup_de_grace__a_seriously_injured_enemy_whom_nobody_else_guards():
    down, up = Condition(1, 3, 1, SERIOUS, 2, PUSHED), Condition(1, 3)
    assert coup_de_grace(1, down, Scripted([])) == Condition(1, 0, 0, OUT, 2, PUSHED)
    assert coup_de_grace(0, down, Scripted([])) == down
    assert coup_de_grace(1, up, Scripted([])) == up
    assert coup_de_grace(0, up, Scripted([])) == up


# ------------------------------------------------------------------ chances


def test_a_hit__chances():
    """Strength 3 against Toughness 3, save 5+: 1/2 wounded, 2/3 of these unsaved, then the Injury die."""
    found = law_from(take_hit, Hit(PLAIN, 0, Effect(), Body()), Condition(1, 3))
    assert found.of(lambda c: (c.down, c.flesh)) == {
        (IN_PLAY, 0): F(2, 3),
        (IN_PLAY, 1): F(1, 9),
        (SERIOUS, 0): F(1, 6),
        (OUT, 0): F(1, 18),
    }
    grit = law_from(take_hit, Hit(PLAIN, 1, Effect(), Body(grit=1)), Condition(1, 1))
    # against Toughness 1 a flesh wound counts as out: a serious injury on either of two dice is kept
    assert grit.of(lambda c: c.down) == {IN_PLAY: F(1, 3), SERIOUS: F(2, 3) * F(3, 4), OUT: F(2, 3) * F(1, 4)}
