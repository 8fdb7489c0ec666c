"""Cards as values: what a card says that says nothing, and what is read off a weapon."""

import pytest

from necrostats.systems.necromunda.models import Armour, Fighter, Item, Situation, Weapon, WeaponProfile

BARE = Armour(id="none", name="No armour", save=0)


def line(**fields):
    return WeaponProfile(**{"id": "", "weapon": "gun", "name": "Gun", **fields})


def test_a_card_that_says_nothing_is_a_ganger_of_a_common_house():
    card = Fighter(id="x", name="X", armour=BARE, under=BARE)
    assert (card.m, card.ws, card.bs, card.s, card.t, card.w, card.i, card.a) == (5, 4, 4, 3, 3, 1, 4, 1)
    assert (card.ld, card.cl, card.wil, card.intelligence, card.base) == (7, 7, 7, 7, 25)
    assert (card.weapons, card.skills, card.wargear, card.cost) == ((), (), (), 0)


def test_a_weapon_line_that_says_nothing():
    plain = line()
    assert (plain.rng_s, plain.rng_l, plain.strength) == ("-", "-", "S")
    assert (plain.acc_s, plain.acc_l, plain.ap, plain.d, plain.ammo) == (0, 0, 0, 1, 0)
    assert (plain.traits, plain.bought, plain.changed) == ({}, False, frozenset())


def test_a_situation_that_says_nothing_is_a_shot_at_a_target_in_the_open():
    plain = Situation()
    assert (plain.close, plain.band, plain.distance, plain.cover) == (False, "short", None, "none")
    assert not any(
        getattr(plain, name)
        for name in (
            "aim", "target_prone", "target_engaged", "behind", "blocked", "save_bonus", "wounds_lost", "charging",
            "turned", "flesh_wounds", "seriously_injured", "assists", "interference", "barricade", "entangled",
            "action", "not_closest", "in_line", "in_melee", "firepower", "using",
        )
    )  # fmt: skip
    assert (plain.blast_cover, plain.share) == ("none", "rest")


def test_armour_gear_and_items_that_say_nothing():
    suit = Armour(id="flak", name="Flak", save=6)
    assert (suit.save_front_arc, suit.save_vs_blast, suit.save_vs_template, suit.save_bonus) == (0, 0, 0, 0)
    assert (suit.initiative, suit.gas_toughness, suit.immune) == (0, 0, ())
    assert Item(id="dodge", name="Dodge", kind="skill", effect="").rules == "advanced"
    assert Weapon(id="gun", name="Gun", category="basic", profiles=()).slots == 1


@pytest.mark.parametrize(("profile", "key"), [("", "gun"), ("solid", "gun/solid")])
def test_key(profile, key):
    assert line(id=profile).key == key


@pytest.mark.parametrize(
    ("rng_s", "rng_l", "short", "long"),
    [
        ("12", "24", 12, 24),
        ("-", "E", None, None),
        ("-", "T", None, None),
        ("Sx3", "Sx5", None, None),
        ("E", "2", None, 2),
    ],
)
def test_ranges(rng_s, rng_l, short, long):
    weapon = line(rng_s=rng_s, rng_l=rng_l)
    assert (weapon.short, weapon.long) == (short, long)


@pytest.mark.parametrize(
    ("traits", "expected"),
    [((), False), (("power",), False), (("melee",), True), (("pistol",), True), (("melee", "pistol"), True)],
)
def test_close_combat(traits, expected):
    assert line(traits=dict.fromkeys(traits)).close_combat is expected


@pytest.mark.parametrize(
    ("strength", "bearer", "expected"),
    [("S", 3, 3), ("S+1", 3, 4), ("S+2", 4, 6), ("S-1", 3, 2), ("5", 3, 5), ("-", 3, None), ("*", 3, None)],
)
def test_strength_of(strength, bearer, expected):
    assert line(strength=strength).strength_of(bearer) == expected


def test_printed():
    solid, bought = line(id="solid"), line(id="inferno", bought=True)
    weapon = Weapon(id="gun", name="Gun", category="basic", profiles=(solid, bought))
    assert weapon.printed == (solid,)
