"""What wargear, accessories and fields make of a card or a weapon: worked out from their one-sentence texts."""

import pytest

from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.wargear import (
    USABLE,
    bearing,
    field_of,
    fitted,
    takes_accessories,
    unwieldy,
)
from tests.naive.cards import blade, fighter, gun, laspistol, profile
from tests.systems.necromunda.generated import CAT

CLOSE = Situation(close=True, band=None)


@pytest.mark.parametrize(
    ("carried", "using", "expected"),
    # Strength, Toughness, Initiative of a card of 3, 3, 4+
    [
        ((), (), (3, 3, 4)),
        (("servo-harness-partial",), (), (5, 4, 5)),
        (("servo-harness-full",), (), (5, 4, 4)),
        (("stimm-slug-stash",), (), (3, 3, 4)),
        (("stimm-slug-stash",), ("stimm-slug-stash",), (5, 5, 4)),
        (("servo-harness-partial", "stimm-slug-stash"), ("stimm-slug-stash",), (7, 6, 5)),
        (("chem-synth",), ("chem-synth",), (3, 3, 4)),
    ],
)
def test_bearing(carried, using, expected):
    worn = bearing(fighter(s=3, t=3, i=4, wargear=carried), using)
    assert (worn.s, worn.t, worn.i) == expected


def test_what_is_used_rather_than_worn():
    assert USABLE == ("chem-synth", "stimm-slug-stash")


def test_bearing__heavy_carapace_weighs_on_initiative_rolls():
    """At -1 on the roll an Initiative of 4+ needs a 5."""
    heavy = fighter(s=3, t=3, i=4, armour=CAT.armour["carapace-heavy"])
    assert (bearing(heavy).s, bearing(heavy).t, bearing(heavy).i) == (3, 3, 5)


@pytest.mark.parametrize(
    ("weapon", "expected"),
    [
        (gun(), True),
        (laspistol(), True),
        (gun(rng_s="-"), True),
        (gun("frag", "grenade"), False),
        (profile("flamer", "template", rng_l="T"), False),
        (blade(), False),
        (gun("lance", "melee versatile", rng_s="E", rng_l="2"), False),
    ],
)
def test_takes_accessories(weapon, expected):
    assert takes_accessories(weapon) is expected


@pytest.mark.parametrize("weapon", ["lasgun", "laspistol"])
@pytest.mark.parametrize("situation", [Situation(), CLOSE], ids=["shooting", "close"])
def test_a_hotshot_pack(weapon, situation):
    plain = gun(weapon, "plentiful pistol", ammo=2, acc_s=1)
    hot = fitted(plain, fighter(wargear=("hotshot-las-pack",)), situation)
    assert (hot.strength, hot.ap, hot.ammo, hot.traits) == ("4", -1, 4, {"pistol": None})
    assert (hot.acc_s, hot.acc_l) == (1, 0)
    assert fitted(plain, fighter(), situation) == plain


def test_a_hotshot_pack_fits_nothing_else():
    for other in (gun("boltgun", "plentiful"), gun("lasgun", "plentiful", id="overcharged")):
        assert fitted(other, fighter(wargear=("hotshot-las-pack",)), Situation()) == other


@pytest.mark.parametrize(
    ("carried", "situation", "fields", "expected"),
    # accuracy at short and at long range
    [
        (("las-projector",), Situation(), {"acc_s": 1, "acc_l": -1}, (2, -1)),
        (("las-projector",), CLOSE, {"acc_s": 1, "acc_l": -1}, (1, -1)),
        (("las-projector",), Situation(), {"rng_s": "-", "rng_l": "T"}, (0, 0)),
        (("telescopic-sight",), Situation(aim=True), {"acc_s": 1, "acc_l": -1}, (1, 1)),
        (("telescopic-sight",), Situation(aim=True), {"acc_s": -1, "acc_l": 1}, (-1, 1)),
        (("telescopic-sight",), Situation(), {"acc_s": 1, "acc_l": -1}, (1, -1)),
        (("telescopic-sight",), Situation(aim=True), {"acc_s": 1, "acc_l": -1, "rng_s": "-"}, (1, -1)),
        (("telescopic-sight", "las-projector"), Situation(aim=True), {"acc_s": 1, "acc_l": -1}, (2, 2)),
        ((), Situation(aim=True), {"acc_s": 1, "acc_l": -1}, (1, -1)),
    ],
)
def test_accuracy_with_accessories(carried, situation, fields, expected):
    found = fitted(gun(**fields), fighter(wargear=carried), situation)
    assert (found.acc_s, found.acc_l) == expected


@pytest.mark.parametrize(
    ("card", "shooting", "fighting"),
    [
        ({}, True, True),
        ({"skills": ("bulging-biceps",)}, False, False),
        ({"wargear": ("suspensor",)}, False, True),
        ({"wargear": ("servo-harness-partial",)}, False, True),
        ({"wargear": ("servo-harness-full",)}, False, True),
        ({"wargear": ("extra-arm",)}, False, True),
        ({"wargear": ("mono-sight",)}, True, True),
    ],
)
def test_unwieldy(card, shooting, fighting):
    cannon = gun("cannon", "unwieldy")
    assert unwieldy(cannon, fighter(**card), False) is shooting
    assert unwieldy(cannon, fighter(**card), True) is fighting
    assert unwieldy(gun(), fighter(**card), False) is unwieldy(gun(), fighter(**card), True) is False


@pytest.mark.parametrize(
    ("carried", "expected"),
    # what it rolls, and whether a 1 burns it out
    [
        ((), (7, 0)),
        (("bio-booster",), (7, 0)),
        (("refractor",), (5, 1)),
        (("conversion",), (5, 0)),
        (("bio-booster", "displacer"), (4, 0)),
    ],
)
def test_field_of(carried, expected):
    assert field_of(fighter(wargear=carried)) == expected
