"""What two cards, a lane and the options come to before any die is rolled."""

import pytest

from necrostats.errors import UsageError
from necrostats.systems.necromunda.close_combat import SEQUENTIAL, SIMULTANEOUS
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.lane import State
from necrostats.systems.necromunda.duel.numbers import set_up
from tests.naive.cards import blade, fighter, goliath, gun, item, knife, lasgun
from tests.systems.necromunda.generated import BASIC, under
from tests.systems.necromunda.generated_advanced import ADVANCED

MAN = fighter()


def test_set_up__what_is_not_said():
    plain = set_up(MAN, MAN, BASIC)
    assert (plain.distance, plain.lane, plain.rounds) == (12, 24, 6)
    assert (plain.covers, plain.aim, plain.before_declare) == (("none", "none"), True, False)


@pytest.mark.parametrize(
    "where", [{"lane": 1, "distance": 0}, {"lane": 1, "distance": 1}, {"lane": 120}, {"rounds": 30}]
)
def test_set_up__takes_the_least_and_the_most(where):
    found = set_up(MAN, MAN, BASIC, **where)
    assert {name: getattr(found, name) for name in where} == where


@pytest.mark.parametrize(
    ("where", "said"),
    [({"lane": 121}, "lane: expected a whole number from 1 to 120, got 121"),
     ({"lane": 0, "distance": 0}, "lane: expected a whole number from 1 to 120, got 0"),
     ({"lane": 9, "distance": 10}, "distance: expected a whole number from 0 to 9, got 10"),
     ({"rounds": 31}, "rounds: expected a whole number from 1 to 30, got 31"),
     ({"cover_a": "wall"}, "cover: expected one of none, partial, full, got 'wall'"),
     ({"cover_b": ""}, "cover: expected one of none, partial, full, got ''")],
)  # fmt: skip
def test_set_up__refuses(where, said):
    with pytest.raises(UsageError, match=said):
        set_up(MAN, MAN, BASIC, **where)


def test_set_up__so_many_states_and_no_more():
    """Inches x Wounds and none x Wounds and none x rounds x covers: 100 x 10 x 10 x 10."""
    tough, most = fighter(w=9), {"lane": 99, "rounds": 10}
    assert set_up(tough, tough, BASIC, **most).lane == 99
    for more, size in (
        ({"rounds": 11}, "110,000"),
        ({"cover_a": "full"}, "200,000"),
        ({"lane": 100}, "101,000"),
    ):
        with pytest.raises(UsageError, match=f"at most 100,000, got {size}"):
            set_up(tough, tough, BASIC, **{**most, **more})


def test_sides__movement_half_of_it_toughness_wounds_initiative():
    card, other = fighter(m=5, t=4, w=2, i=3), fighter(m=4, wargear=("servo-harness-partial",), i=5)
    plain = set_up(card, other, BASIC).numbers
    assert plain.sides == (5, 2, 4, 2, 3, 4, 2, 3, 1, 5)
    # under the advanced rules what is worn counts: Toughness 1 more, Initiative 1 worse
    worn = set_up(card, other, ADVANCED).numbers
    assert worn.sides == (5, 2, 4, 2, 3, 4, 2, 4, 1, 6)


def test_numbers__options():
    for chosen, order in (({}, SEQUENTIAL), ({"reaction_order": "simultaneous"}, SIMULTANEOUS)):
        assert set_up(MAN, MAN, under(**chosen)).numbers.order == order
    found = [
        (numbers.contact, numbers.always, numbers.react_after)
        for numbers in (
            set_up(MAN, MAN, BASIC).numbers,
            set_up(MAN, MAN, under(charge_contact="within_1")).numbers,
            set_up(MAN, MAN, under(retreat_reaction="only_if_passed")).numbers,
            set_up(MAN, MAN, under(retreat_timing="after_move")).numbers,
        )
    ]
    assert found == [(0, 1, 0), (1, 1, 0), (0, 0, 0), (0, 1, 1)]


def test_numbers__a_blow_meets_the_front_however_the_arc_of_a_shot_is_read():
    """Furnace plates save on 5+ from the front, on 6+ against a shot that has pinned before."""
    duel = set_up(fighter(gun(), blade()), goliath(blade()), under(arc_save_timing="after_pinning")).numbers
    for charging in (0, 1):
        assert lane.melee_at(duel, 0, 0, charging).strikes[0].save_on == 5
    assert lane.shot_at(duel, 0).save_on == 6


def test_sets__each_side_has_its_own_and_like_ones_are_one():
    twins = fighter(blade("a"), blade("b"))
    plain = set_up(twins, fighter(knife()), BASIC)
    names = [[each.name for each in side] for side in plain.sets]
    assert names == [["a", "a + b"], ["fighting-knife"]]
    every = [[each.name for each in side] for side in plain.every_set]
    assert every == [["a", "b", "a + b"], ["fighting-knife"]]
    advanced = set_up(twins, fighter(knife()), ADVANCED)
    assert advanced.every_set == advanced.sets
    assert [len(side) for side in advanced.sets] == [3, 1]
    assert [[each.name for each in side] for side in set_up(fighter(lasgun()), MAN, BASIC).guns] == [
        ["lasgun"],
        [],
    ]


def test_every_set__under_the_advanced_rules_each_with_what_it_needs():
    armed = fighter(gun("p", "pistol", ammo=4), knife())
    setup = set_up(armed, fighter(knife()), ADVANCED, lane=2, distance=1)
    assert setup.every_set == setup.sets
    assert [each.needs for each in setup.every_set[0]] == [1, 0, 1]


def test_end_phase__nothing_happens_under_the_basic_rules():
    state = State(3, 1, 1, 1, 0, 0, 0)
    assert set_up(MAN, MAN, BASIC).end_phase(state, None) is state


def test_left_out__what_is_not_shot_on_a_lane():
    flamer = gun("flamer", name="Flamer", rng_s="-", rng_l="T")
    frag = gun("frag", "grenade", name="Frag grenades", rng_s="-", rng_l="Sx3")
    whip = blade("whip", "versatile", name="Whip", rng_s="E", rng_l="3")
    armed = fighter(item(flamer), item(frag), item(whip), item(lasgun()), item(knife()), name="Nox")
    assert set_up(armed, MAN, BASIC).left_out == (
        "Nox: Flamer (flame template) is not shot in the duel",
        "Nox: Frag grenades (thrown) is not shot in the duel",
        "Nox: Whip (reach of a Versatile weapon) is not shot in the duel",
    )
