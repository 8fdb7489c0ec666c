"""Shooting, against the naive reading, die by die, and against icepool."""

from dataclasses import replace
from fractions import Fraction

import icepool
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from necrostats.engine.enumerating import law
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.questions import under_options
from necrostats.systems.necromunda.shooting import band_at, blast_push, hit_modifiers, shoot, shot
from tests.naive import attack as naive
from tests.naive.cards import FLAK, FURNACE, fighter, goliath, gun, lasgun, slug, suit
from tests.naive.shooting import shooting_modifier
from tests.systems.necromunda.generated import ATTACK, BASIC, CAT, ask, chosen_options, ends, shots, under

F = Fraction
OPEN = Situation()


@given(shots(), chosen_options(ATTACK))
def test_shot__naive(case, chosen):
    attacker, target, weapon, _, situation = case
    expected = naive.joint(attacker, target, weapon, situation, chosen)
    assert ends(ask(*case, under(**chosen))) == {end: p for end, p in expected.items() if p}


@settings(max_examples=50)
@given(shots())
def test_hit_modifiers__naive(case):
    _, _, weapon, _, situation = case
    assume(situation.band is not None)
    listed = hit_modifiers(weapon, situation)
    assert sum(value for _, value in listed) == shooting_modifier(weapon, situation)
    assert all(value for _, value in listed)
    assert len({what for what, _ in listed}) == len(listed)


def test_hit_modifiers__say_which_range():
    weapon = gun(acc_s=1, acc_l=-1)
    assert hit_modifiers(weapon, OPEN) == [("short range", 1)]
    assert hit_modifiers(weapon, Situation(band="long")) == [("long range", -1)]


def test_hit_modifiers__a_prone_target_is_harder_to_hit_at_long_range_only():
    prone = {
        band: hit_modifiers(gun(), Situation(band=band, target_prone=True)) for band in ("short", "long")
    }
    assert prone == {"short": [], "long": [("target prone at long range", -1)]}


def test_band_at__edges():
    weapon = lasgun()
    found = [band_at(weapon, d) for d in (0, 12, 12.01, 24, 24.01)]
    assert found == ["short", "short", "long", "long", None]
    no_short = gun(rng_s="-", rng_l="8")
    assert [band_at(no_short, d) for d in (0, 8, 9)] == ["long", "long", None]
    engaged_only = gun(rng_s="-", rng_l="E")
    assert band_at(engaged_only, 0) is None


@pytest.mark.parametrize(("value", "band"), [("12", "long"), ("16", "short"), ("18", "short")])
def test_lasgun_short__at_14_inches(value, band):
    options = under(lasgun_short=value)
    assert band_at(under_options(lasgun(), options), 14) == band
    # a short range that the player wrote stands
    mine = replace(lasgun(), rng_s="13", changed=frozenset({"rng_s"}))
    assert band_at(under_options(mine, options), 14) == "long"
    assert band_at(under_options(gun("boltgun"), options), 14) == "long"


# ------------------------------------------------------------------ die by die


def play(faces, attacker=None, target=None, weapon=None, situation=OPEN, options=BASIC):
    dice = Scripted(faces)
    after = ask(attacker or fighter(), target or fighter(), weapon or gun(), None, situation, options).roll(
        dice
    )
    dice.check_used()
    return after


def test_a_miss_asks_for_no_more_dice():
    assert play([3]).hits == 0
    assert play([1], fighter(bs=2), situation=Situation(aim=True)).hits == 0


def test_beyond_range_asks_for_no_dice():
    for options in (BASIC, under(pin_on="attack")):
        assert play([], situation=Situation(band=None), options=options).pinned == 0


def test_a_hit_pins_before_the_wound_roll():
    assert play([4, 1]).pinned == 1
    assert play([3]).pinned == 0
    assert play([3], options=under(pin_on="attack")).pinned == 1
    assert play([5, 1], situation=Situation(target_engaged=True)).pinned == 0
    assert play([5, 1], situation=Situation(target_engaged=True), options=under(pin_engaged=True)).pinned == 1


def test_knockback__natural_face_of_a_hit():
    # Strength 4, short +1: hit on 3+
    strong = fighter(s=4)
    assert play([3, 1], target=strong, weapon=slug()).pushed == 0
    assert play([4, 1], target=strong, weapon=slug()).pushed == 1
    assert play([3, 1], target=strong, weapon=slug(), options=under(knockback_die="modified")).pushed == 1
    assert play([2], target=fighter(s=1), weapon=slug()).pushed == 0
    assert play([6, 1], target=fighter(s=7), weapon=slug()).pushed == 0


def test_knockback__blocked_adds_damage():
    tough = fighter(s=4, w=4)
    for blocked, left in ((True, 1), (False, 2)):
        situation = Situation(blocked=blocked)
        assert play([4, 4], target=tough, weapon=slug(), situation=situation).wounds == left
    assert play([3, 4], target=tough, weapon=slug(), situation=Situation(blocked=True)).wounds == 2


@pytest.mark.parametrize(
    ("reading", "faces", "hits"),
    [("miss", [6], 0), ("nat6_hits", [6, 1], 1), ("nat6_hits", [5], 0), ("improbable", [6, 4, 1], 1),
     ("improbable", [6, 3], 0), ("improbable", [5], 0)],
)  # fmt: skip
def test_impossible_shot(reading, faces, hits):
    far = Situation(cover="full", target_engaged=True)  # 7+
    assert play(faces, situation=far, options=under(impossible_shot=reading)).hits == hits


def test_improbable_shot__knockback_looks_at_the_second_roll():
    far = Situation(cover="full", target_engaged=True)  # with the short range of the slug -2
    improbable = {"situation": far, "options": under(impossible_shot="improbable")}
    poor = fighter(bs=5)
    assert play([6, 5, 1], poor, fighter(s=6), slug(), **improbable).pushed == 0
    assert play([6, 6, 1], poor, fighter(s=6), slug(), **improbable).pushed == 1
    assert play([6, 5, 1], poor, fighter(s=5), slug(), **improbable).pushed == 1
    assert play([6, 5, 1], poor, fighter(s=5), gun(acc_s=1), **improbable).pushed == 0
    # it is bare: no modifier makes it less where the modified roll counts
    modified = improbable | {"options": under(impossible_shot="improbable", knockback_die="modified")}
    assert play([6, 5, 1], poor, fighter(s=5), slug(), **modified).pushed == 1


@pytest.mark.parametrize("bs", [1, 2])
def test_improbable_shot__a_natural_1_misses(bs):
    weapon = gun(acc_s=bs - 4)
    far = Situation(cover="full", target_engaged=True)
    improbable = {"situation": far, "options": under(impossible_shot="improbable")}
    assert play([6, 2, 1], fighter(bs=bs), weapon=weapon, **improbable).hits == 1
    assert play([6, 1], fighter(bs=bs), weapon=weapon, **improbable).hits == 0


def test_a_shot_without_damage_has_none_when_blocked():
    harmless = replace(slug(), d=0)
    assert play([4, 4], target=fighter(s=4), weapon=harmless, situation=Situation(blocked=True)).wounds == 1


def test_a_weapon_without_strength_wounds_nobody():
    assert ask(fighter(), fighter(t=1), gun(strength="-"), None, OPEN).law().p(lambda t: t.wounded) == 0


def test_a_fighter_out_of_action_is_not_shot_at():
    shot_by = shot(fighter(), fighter(), gun(), OPEN, under(pin_on="attack"))
    out_of_action = Target(0, 3)
    assert shoot(shot_by, out_of_action, Scripted([])) == out_of_action


def test_blast_push__a_die_of_its_own():
    for s in range(1, 9):
        found = law(lambda dice, s=s: blast_push(s, 0, dice)).p(bool)
        assert found == F(max(0, min(6, 7 - s)), 6)


# ------------------------------------------------------------------ properties


def out(attack):
    return attack.law().p(lambda t: t.wounds == 0)


@settings(max_examples=50)
@given(shots(), chosen_options(ATTACK))
def test_a_lower_bs_never_helps_the_target(case, chosen):
    attacker, target, weapon, _, situation = case
    options = under(**chosen)
    found = [
        out(ask(replace(attacker, bs=bs), target, weapon, None, situation, options)) for bs in range(1, 8)
    ]
    assert found == sorted(found, reverse=True)


@settings(max_examples=50)
@given(shots(), chosen_options(ATTACK))
def test_a_better_save_or_more_wounds_never_hurt(case, chosen):
    attacker, target, weapon, _, situation = case
    options = under(**chosen)

    def against(**changes):
        return out(ask(attacker, replace(target, **changes), weapon, None, situation, options))

    by_save = [against(armour=suit(save)) for save in (2, 3, 4, 5, 6, 7)]
    assert by_save == sorted(by_save)
    assert against(armour=suit(0)) >= by_save[-1]
    by_wounds = [against(w=target.w + more) for more in range(4)]
    assert by_wounds == sorted(by_wounds, reverse=True)


@settings(max_examples=50)
@given(shots(), chosen_options(ATTACK))
def test_chances_sum_to_one(case, chosen):
    found = ask(*case, under(**chosen)).law()
    assert sum(found.chances().values()) == 1
    assert all(w > 0 for w in found.weights)


# ------------------------------------------------------------------ oracles


@pytest.mark.parametrize("bs", [2, 4, 6])
@pytest.mark.parametrize("save", [0, 6, 4])
def test_one_shot__icepool(bs, save):
    """S4 v T3 (3+), no modifiers, in another library's dice."""
    hit, wound = icepool.d6 >= bs, icepool.d6 >= 3
    unsaved = icepool.d6 < (save or 7)
    oracle = hit & wound & unsaved
    weapon = gun(strength=4)
    ours = out(ask(fighter(bs=bs), fighter(armour=suit(save)), weapon, None, Situation()))
    assert ours == F(oracle.quantity(True), oracle.denominator())


def test_every_value_of_an_option_that_shooting_reads():
    """Each reading gives another answer than the default, in a case made for it."""
    flak, plates = goliath(armour=FLAK), goliath(armour=FURNACE)
    cover = Situation(band="long", cover="full")
    cases = {
        "wound_last_row": (fighter(), flak, gun(), Situation()),
        "half_toughness": (fighter(), goliath(t=5), gun(strength=3), Situation()),
        "impossible_shot": (fighter(bs=5), flak, gun(), cover),
        "save_nat1_fails": (fighter(), goliath(armour=suit(2)), gun(), Situation(save_bonus=1)),
        "pin_on": (fighter(), flak, gun(), Situation()),
        "pin_engaged": (fighter(), flak, gun(), Situation(target_engaged=True)),
        "arc_save_timing": (fighter(), plates, gun(), Situation()),
        "knockback_die": (fighter(), flak, slug(), Situation()),
    }
    for name, (attacker, target, weapon, situation) in cases.items():
        values = list(CAT.options[name].values)
        found = {v: ends(ask(attacker, target, weapon, None, situation, under(**{name: v}))) for v in values}
        others = [v for v in values if v != BASIC[name]]
        for value in others:
            if (name, value) != ("half_toughness", "round_down"):
                assert found[value] != found[BASIC[name]], (name, value)
    # half of Toughness 5 rounded down is 2: only a Strength over 2 and of 2.5 or less could tell it from 2.5,
    # and Strengths are whole, so both readings of the table agree
    for s in range(1, 11):
        for t in range(1, 11):
            numbers = [
                shot(fighter(), fighter(t=t), gun(strength=s), Situation(), under(half_toughness=v))
                for v in ("exact", "round_down")
            ]
            found = [ends(ask(fighter(), fighter(t=t), gun(strength=s), None, Situation(), under(half_toughness=v)))
                     for v in ("exact", "round_down")]  # fmt: skip
            assert found[0] == found[1]
            assert [n.half for n in numbers] == [0, 2]


@given(
    st.sampled_from(("none", "partial", "full")),
    st.booleans(),
    st.booleans(),
    st.sampled_from(("short", "long")),
)
def test_modifiers_simply_add_up(cover, engaged, aim, band):
    """No cap: full cover, engaged and long range make -3, and Aim takes 1 off again."""
    situation = Situation(band=band, cover=cover, target_engaged=engaged, aim=aim)
    modifier = {"none": 0, "partial": -1, "full": -2}[cover] - engaged + aim
    need = max(2, 4 - modifier)
    found = ask(fighter(bs=4), fighter(), gun(), None, situation).law().p(lambda t: t.hits)
    assert found == F(max(0, 7 - need), 6)
