"""What a fighter of a duel shoots and fights with, and what of it can run out of ammo."""

import pytest

from necrostats.systems.necromunda.ammo import Magazine
from necrostats.systems.necromunda.duel.arms import Gun, Store, WeaponSet, arms_of, bands_by_gap, bands_of
from tests.naive.cards import blade, fighter, gun, item, knife
from tests.systems.necromunda.generated_advanced import ADVANCED


def arms(*weapons, **card):
    return arms_of(fighter(*weapons, **card), ADVANCED)


def names(sets):
    return [(each.first.weapon, each.second and each.second.weapon) for each in sets]


def test_a_set_that_says_nothing():
    assert (WeaponSet(knife()).second, WeaponSet(knife()).needs) == (None, 0)
    assert Gun(gun()) == Gun(gun(), None, (0, 0), False, -1, -1)


def test_traits__of_both_weapons():
    one, other = gun("p", "pistol scarce"), blade("b", "parry")
    assert WeaponSet(one).traits == {"pistol", "scarce"}
    assert WeaponSet(one, other).traits == {"pistol", "scarce", "melee", "parry"}


@pytest.mark.parametrize(
    ("dice", "check_on", "jams"), [(1, 4, False), (2, 4, True), (3, 1, True), (2, 0, False), (1, 0, False)]
)
def test_jams__two_dice_and_an_ammo_check(dice, check_on, jams):
    assert Store("gun", Magazine(dice, check_on=check_on), True, 0).jams == jams


def test_stores__smoke_is_never_thrown_in_a_duel():
    smoke = gun("smoke-grenades", "grenade smoke", ammo=4, rng_s="-", rng_l="Sx3", d=0)
    found = arms(smoke, gun("rifle", ammo=4))
    assert names(found.guns) == [("rifle", None)]
    assert [store.name for store in found.stores] == ["rifle"]
    assert found.guns[0].needs == 1


def test_stores__combi_profiles_have_names_and_ammo_of_their_own():
    both = [
        gun("bolt-melta", "combi", id=part, name=f"Bolt-melta ({part})", ammo=4) for part in ("bolt", "melta")
    ]
    assert [store.name for store in arms(item(*both)).stores] == ["Bolt-melta (bolt)", "Bolt-melta (melta)"]
    plain = [gun("shotgun", id=part, name=f"Shotgun ({part})", ammo=4) for part in ("solid", "scatter")]
    assert [store.name for store in arms(item(*plain)).stores] == ["shotgun"]


def test_guns__two_pistols_are_a_basic_action_as_far_as_the_longer_one_reaches():
    near, far = gun("a", "pistol", rng_s="4", rng_l="12"), gun("b", "pistol", rng_s="6", rng_l="9")
    twin = arms(near, far).guns[2]
    assert (twin.first.weapon, twin.second.weapon) == ("a", "b")
    assert (twin.double, twin.short, twin.long) == (False, 6, 12)
    assert [bands_of(twin, gap) for gap in (4, 5, 7, 10)] == [(0, 0), (1, 0), (1, 1), (1, 2)]
    assert bands_by_gap(twin, 10) == [bands_of(twin, gap) for gap in range(11)]


@pytest.mark.parametrize(
    ("card", "pairs"),
    [({}, []), ({"wargear": ("suspensor",)}, []), ({"skills": ("bulging-biceps",)}, [("heavy", "fighting-knife")])],
)  # fmt: skip
def test_sets__an_unwieldy_blade_leaves_no_hand(card, pairs):
    heavy = blade("heavy", "unwieldy")
    found = names(arms(heavy, knife(), **card).sets)
    assert found == [("heavy", None), ("fighting-knife", None), *pairs]


def test_sets__a_digi_weapon_comes_second():
    digi, other = gun("ring", "pistol digi"), gun("gem", "pistol digi")
    assert names(arms(digi, knife()).sets)[2:] == [("fighting-knife", "ring")]
    assert names(arms(knife(), digi).sets)[2:] == [("fighting-knife", "ring")]
    assert names(arms(digi, other).sets)[2:] == [("ring", "gem")]
    assert names(arms(knife(), blade()).sets)[2:] == [("fighting-knife", "blade")]


def test_sets__fists_where_all_else_may_be_empty():
    empty = gun("p", "pistol", ammo=4)
    assert names(arms(empty).sets) == [("p", None), ("unarmed", None)]
    assert names(arms(empty, knife()).sets) == [
        ("p", None),
        ("fighting-knife", None),
        ("p", "fighting-knife"),
    ]
    assert arms(empty, knife()).sets[2].stores == (1, 0)
