"""Wounds, saves, damage: against the naive reading, and against libraries of dice that are not ours."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine.dice import repeat
from necrostats.engine.enumerating import Law, law
from necrostats.engine.narrating import Scripted
from necrostats.systems.necromunda.damage import (
    BY_SIX,
    HALVES,
    LAST_ROWS,
    NEVER,
    UNWOUNDED,
    WOUNDED,
    Blow,
    Target,
    armour_value,
    expected_loss,
    first_best,
    resolve_hit,
    save_need,
    worn_save,
    worth,
    wound_on,
    wound_roll,
)
from necrostats.systems.necromunda.models import Situation
from tests.naive import damage as naive
from tests.naive.cards import FLAK, FURNACE, MESH, NONE, UNDERSUIT, blade, fighter, suit
from tests.systems.necromunda.generated import BASIC, suits, under, undersuits
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

F = Fraction
FACES = range(1, 7)


def hits(n, blow, target):
    """The target after *n* like hits."""
    return law(lambda dice: repeat(dice, n, resolve_hit, blow, target))


@pytest.mark.parametrize("last_row", LAST_ROWS)
@pytest.mark.parametrize("half", HALVES)
def test_wound_on__naive(last_row, half):
    chosen = {"wound_last_row": last_row, "half_toughness": half}
    for s, t in product(range(1, 21), range(1, 21)):
        ours = wound_on(s, t, LAST_ROWS[last_row], HALVES[half])
        assert ours == naive.wound_need(s, t, chosen), (s, t)
        assert 2 <= ours <= 6
    assert wound_on(0, 4, LAST_ROWS[last_row], HALVES[half]) == NEVER


@pytest.mark.parametrize("option", ["True", "False"])
def test_save_need__naive(option):
    chosen = {"save_nat1_fails": option}
    for armour, ap, bonus in product(range(8), range(-5, 1), range(5)):
        value = armour or (7 if bonus else None)
        need = save_need(armour, ap, bonus, under(**chosen))
        saved = [face for face in FACES if naive.save_made(face, value, ap + bonus, chosen)]
        assert saved == [face for face in FACES if face >= need], (armour, ap, bonus)


def test_save_need__the_table():
    assert [save_need(a, 0, 0, BASIC) for a in (0, 7, 6, 5, 4, 3, 2, 1)] == [7, 7, 6, 5, 4, 3, 2, 2]
    assert [save_need(4, ap, 0, BASIC) for ap in (0, -1, -2, -3, -9)] == [4, 5, 6, 7, 7]
    assert [save_need(0, 0, bonus, BASIC) for bonus in (0, 1, 2, 6, 9)] == [7, 6, 5, 2, 2]
    assert save_need(0, -1, 1, BASIC) == NEVER
    assert save_need(2, 0, 3, under(save_nat1_fails=False)) == 1


@given(suits(), undersuits, st.booleans())
def test_worn_save__naive(armour, below, front):
    wearer = fighter(armour=armour, under=below)
    assert worn_save(armour, below, front) == (naive.armour_value(wearer, front, 0) or 0)


def test_worn_save__undersuit():
    assert worn_save(NONE, UNDERSUIT, True) == 6
    assert worn_save(MESH, UNDERSUIT, True) == 4
    assert [worn_save(FURNACE, UNDERSUIT, front) for front in (True, False)] == [4, 5]


@pytest.mark.parametrize(
    ("situation", "before", "after"),
    [
        (Situation(), 5, 6),
        (Situation(behind=True), 6, 6),
        (Situation(target_prone=True), 6, 6),
        (Situation(target_engaged=True), 5, 5),  # never pinned, so it keeps its arc
        (Situation(close=True), 5, 5),
        (Situation(close=True, target_prone=True), 5, 5),
        (Situation(close=True, behind=True), 6, 6),
    ],
)
def test_armour_value__furnace_plates(situation, before, after):
    wearer = fighter(armour=FURNACE)
    assert armour_value(wearer, situation, under(arc_save_timing="before_pinning")) == before
    assert armour_value(wearer, situation, under(arc_save_timing="after_pinning")) == after
    assert armour_value(fighter(armour=FLAK), situation, BASIC) == 6


def test_armour_value__engaged_and_pinned():
    options = under(arc_save_timing="after_pinning", pin_engaged=True)
    assert armour_value(fighter(armour=FURNACE), Situation(target_engaged=True), options) == 6


@pytest.mark.parametrize(
    ("situation", "flak", "bare", "plate"),
    [
        (Situation(close=True), 4, 5, 2),
        (Situation(), 5, 6, 2),
        (Situation(close=True, behind=True), 6, 0, 3),
        (Situation(behind=True), 6, 0, 3),
        (Situation(target_prone=True), 6, 0, 3),
        (Situation(seriously_injured=True), 6, 0, 3),
    ],
)
def test_armour_value__energy_shield(situation, flak, bare, plate):
    """From the front 2 better in close combat and 1 against shots, 2+ at best; the basic rules have none."""
    for more in ({"weapons": (blade("maul", "energy-shield"),)}, {"wargear": ("energy-shield",)}):
        weapons = more.pop("weapons", ())
        worn = [fighter(*weapons, armour=armour, **more) for armour in (FLAK, NONE, suit(3))]
        assert [armour_value(wearer, situation, ADVANCED) for wearer in worn] == [flak, bare, plate]
        assert [armour_value(wearer, situation, BASIC) for wearer in worn] == [6, 0, 3]


def test_armour_value__flak_against_blasts_and_flames():
    flak = replace(FLAK, save_vs_blast=5, save_vs_template=6)
    wearers = [fighter(armour=flak), fighter(under=flak), fighter(armour=MESH)]
    for reading, flames in (("5+", 5), ("6+", 6)):
        options = under_advanced(flak_vs_flame=reading)
        found = [
            [armour_value(w, Situation(), options, area) for area in ("", "blast", "template")]
            for w in wearers
        ]
        assert found == [[6, 5, flames], [6, 5, flames], [5, 5, 5]]


@given(
    st.integers(0, 10), st.integers(1, 10), st.integers(1, 8), st.integers(0, 4), st.integers(1, 5), st.integers(0, 4)
)  # fmt: skip
def test_resolve_hit__naive(strength, toughness, save_on, damage, wounds, n):
    # a save of that need, without AP or bonus; 1 is what save_nat1_fails=False can bring
    chosen = {"save_nat1_fails": "False"}
    ours = hits(n, Blow(strength, min(save_on, NEVER), damage), Target(wounds, toughness))
    hit = naive.Hit(strength or None, 0, damage, save_on >= NEVER)
    theirs = naive.resolve((hit,) * n, fighter(t=toughness, w=wounds), wounds, save_on, 0, chosen)
    found = ours.of(lambda t: (bool(t.wounded), bool(t.unsaved), wounds - t.wounds))
    assert found == {end: p for end, p in theirs.items() if p}


def test_wound_roll__tells_a_natural_6_where_that_matters():
    def law_of(strength, six):
        return law(lambda dice: wound_roll(Blow(strength, 5, 1), 3, six, dice)).chances()

    assert law_of(3, 0) == {UNWOUNDED: F(1, 2), WOUNDED: F(1, 2)}
    assert law_of(3, 1) == {UNWOUNDED: F(1, 2), WOUNDED: F(1, 3), BY_SIX: F(1, 6)}
    assert law_of(0, 0) == law_of(0, 1) == {UNWOUNDED: 1}


def test_resolve_hit__die_by_die():
    blow, target = Blow(3, 5, 2), Target(3, 3)
    assert tuple(target) == (3, 3, 0, 0, 0, 0, 0)
    assert resolve_hit(blow, target, Scripted([3])) == target
    saved = resolve_hit(blow, target, Scripted([4, 5]))
    assert (saved.wounds, saved.wounded, saved.unsaved) == (3, 1, 0)
    hurt = resolve_hit(blow, target, Scripted([4, 4]))
    assert (hurt.wounds, hurt.wounded, hurt.unsaved) == (1, 1, 1)
    out = resolve_hit(blow, hurt, Scripted([6, 1]))
    assert out.wounds == 0  # one Wound of the two is lost, not two
    assert resolve_hit(blow, out, Scripted([])) == out  # what is left over is lost
    # a wound that was not saved stays one, whatever comes after
    assert resolve_hit(blow, hurt, Scripted([4, 5])).unsaved == 1


def test_resolve_hit__no_save_is_not_rolled():
    dice = Scripted([4])
    assert resolve_hit(Blow(3, NEVER, 1), Target(1, 3), dice).wounds == 0
    dice.check_used()


@given(st.integers(1, 10), st.integers(1, 10), st.integers(1, 8), st.integers(0, 4), st.integers(1, 5))
def test_expected_loss__thirty_sixths(strength, toughness, save_on, damage, wounds):
    target = Target(wounds, toughness)
    blow = Blow(strength, min(save_on, NEVER), damage)
    lost = sum(p * (wounds - t.wounds) for t, p in hits(1, blow, target).chances().items())
    assert expected_loss(blow, toughness, wounds) == 36 * lost


def test_first_best__out_of_action_first_then_wounds_lost_then_the_first_named():
    sure, grazes, likely = (Law((Target(0, 3), Target(left, 3)), (1, 1), 2) for left in (3, 2, 3))
    assert worth(sure, 3) == (F(1, 2), F(3, 2))
    assert worth(grazes, 3) == (F(1, 2), 2)
    assert first_best([sure, grazes], 3) == 1
    assert first_best([sure, likely], 3) == 0
    never = Law((Target(1, 3),), (1,), 1)
    assert first_best([never, sure], 3) == 1  # half a chance before two Wounds for certain


# ------------------------------------------------------------------ properties


@given(st.integers(1, 10), st.integers(1, 10), st.integers(0, 4), st.integers(1, 5), st.integers(1, 4))
def test_a_better_save_and_more_wounds_never_hurt(strength, toughness, damage, wounds, n):
    def out(save_on, wounds):
        return hits(n, Blow(strength, save_on, damage), Target(wounds, toughness)).p(lambda t: t.wounds == 0)

    by_save = [out(save_on, wounds) for save_on in range(1, 8)]
    assert by_save == sorted(by_save)
    by_wounds = [out(4, w) for w in range(1, 6)]
    assert by_wounds == sorted(by_wounds, reverse=True)


# ------------------------------------------------------------------ oracles


@pytest.mark.parametrize(("wound", "save"), [((6, 3), 5), ((3, 4), 6), ((4, 4), 7), ((2, 5), 2)])
@pytest.mark.parametrize("n", [1, 2, 3, 7])
def test_several_hits__icepool(wound, save, n):
    """How many Wounds several hits take, in another library's dice."""
    strength, toughness = wound
    need = wound_on(strength, toughness, 0, 0)
    wounds = (icepool.d6 >= need) & (icepool.d6 < save)
    oracle = n @ wounds.map({True: 1, False: 0})
    ours = hits(n, Blow(strength, save, 1), Target(99, toughness)).of(lambda t: 99 - t.wounds)
    assert ours == {lost: F(count, oracle.denominator()) for lost, count in oracle.items()}


@pytest.mark.parametrize("n", [1, 2, 5])
def test_several_hits__dyce(n):
    """S4 against T3 (3+), save 5+, Damage 2, W3: Wounds lost, never more than there are."""
    once = dyce.H({2: 16, 0: 20})  # 4 of 6 faces wound, and of 4 of 6 the save fails
    oracle = n @ once
    ours = hits(n, Blow(4, 5, 2), Target(3, 3)).of(lambda t: 3 - t.wounds)
    capped = {}
    for lost, count in oracle.items():
        lost = min(lost, 3)
        capped[lost] = capped.get(lost, F(0)) + F(count, oracle.total)
    assert ours == capped
