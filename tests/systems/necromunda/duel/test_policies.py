"""What the named policies pick under the advanced rules, point by point."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.game import Moves
from necrostats.systems.necromunda.duel.lane import AFTER, ARGUMENTS, FREE_FIGHT, MANNER, START, State
from necrostats.systems.necromunda.duel.legal import options
from necrostats.systems.necromunda.duel.named import CHARGE, KEEP_AWAY, PLANNED, STAND_AND_SHOOT
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.policies import NOTHING, Plans, Weapons
from necrostats.systems.necromunda.injuries import BLINDED, ON_FIRE, SERIOUS, Condition
from tests.naive.cards import blade, fighter, gun, knife, suit
from tests.systems.necromunda.generated import BASIC
from tests.systems.necromunda.generated_advanced import ADVANCED

FIT, DOWN = Condition(1, 1), Condition(0, 1, 0, SERIOUS)
NAMES = {
    getattr(lane, name): name
    for name in (
        "NOTHING", "SHOOT", "AIM", "FIGHT", "RETREAT", "STAND_UP", "MOVE", "RELOAD", "CHARGE_FIGHT", "REACTION",
        "REACTION_AWAY", "RETREAT_TO", "REACTION_MOVED", "DOUBLE_SHOOT", "AIMED_SHOOT", "COUP", "COME_TO", "BURN",
    )
}  # fmt: skip


@cache
def plans(side=0):
    """A: an Unwieldy gun that wounds nobody, a pistol that does so near by, a knife. B: fire, light and a knife."""
    heavy = gun("heavy", "unwieldy", ammo=4, strength="-", d=0, rng_s="8", rng_l="24")
    a = fighter(heavy, gun("p", "pistol", ammo=4, strength=9, rng_s="2", rng_l="4"), knife(), m=4, t=1)
    b = fighter(gun("torch", "blaze", ammo=4), gun("light", "flash"), knife(), m=2, t=1)
    setup = set_up(a, b, ADVANCED, lane=12, distance=5)
    return Plans(Moves(setup, side))


def state(gap, mine=None, theirs=None, guns=3, **more):
    own, foe = plans().setup.conditions
    return State(
        gap, own.start if mine is None else own.number(mine), foe.start if theirs is None else foe.number(theirs),
        0, 0, 0, 0, guns, 1,
    )._replace(**more)  # fmt: skip


def words(option):
    return f"{NAMES[option // ARGUMENTS]} {option % ARGUMENTS}"


@pytest.mark.parametrize(
    ("policies", "point", "now", "expected"),
    [
        # at the beginning
        ((STAND_AND_SHOOT,), START, state(2), "SHOOT 1"),
        ((STAND_AND_SHOOT,), START, state(3), "AIM 0"),  # long range of the pistol
        ((STAND_AND_SHOOT, KEEP_AWAY), START, state(8), "DOUBLE_SHOOT 0"),
        ((STAND_AND_SHOOT, KEEP_AWAY), START, state(8, guns=0), "RELOAD 0"),
        ((STAND_AND_SHOOT, KEEP_AWAY), START, state(8, guns=2), "AIM 0"),  # the pistol is left, beyond its range
        ((STAND_AND_SHOOT,), START, state(3, guns=1), "DOUBLE_SHOOT 0"),
        ((KEEP_AWAY,), START, state(5), "MOVE 9"),  # Movement 2 and a D3 reach 5
        ((KEEP_AWAY,), START, state(5, guns=0), "MOVE 9"),
        ((KEEP_AWAY,), START, state(6), "DOUBLE_SHOOT 0"),
        ((CHARGE,), START, state(9), "MOVE 5"),
        ((CHARGE,), START, state(3, guns=0), "MOVE 1"),
        (PLANNED, START, state(5, my_pinned=1), "STAND_UP 0"),
        # in contact
        ((STAND_AND_SHOOT, CHARGE), START, state(0, guns=3), "FIGHT 2"),
        ((STAND_AND_SHOOT, CHARGE), START, state(0, guns=1), "FIGHT 1"),
        ((KEEP_AWAY,), START, state(0), "RETREAT 0"),
        (PLANNED, FREE_FIGHT, state(0, guns=1), "CHARGE_FIGHT 1"),
        (PLANNED, AFTER + lane.FIGHT, state(0), "NOTHING 0"),
        (PLANNED, AFTER, state(0), "NOTHING 0"),
        # conditions
        (PLANNED, START, state(5, mine=FIT._replace(marks=BLINDED)), "COME_TO 0"),
        (PLANNED, START, state(5, mine=FIT._replace(marks=BLINDED | ON_FIRE)), "COME_TO 0"),
        (PLANNED, START, state(5, mine=FIT._replace(marks=ON_FIRE)), "BURN 1"),
        (PLANNED, START, state(0, mine=FIT._replace(marks=ON_FIRE)), "BURN 0"),
        (PLANNED, START, state(5, mine=DOWN._replace(marks=ON_FIRE)), "BURN 0"),
        (PLANNED, START, state(5, mine=DOWN), "NOTHING 0"),
        (PLANNED, AFTER, state(5, mine=FIT._replace(marks=ON_FIRE)), "NOTHING 0"),
        (PLANNED, AFTER, state(5, mine=FIT._replace(marks=BLINDED)), "NOTHING 0"),
        (PLANNED, START, state(1, theirs=DOWN), "COUP 0"),
        (PLANNED, AFTER, state(0, theirs=DOWN), "COUP 0"),
        (PLANNED, START, state(1, theirs=DOWN, my_pinned=1), "STAND_UP 0"),
        ((CHARGE,), START, state(2, theirs=DOWN), "MOVE 1"),
        # the second action
        ((STAND_AND_SHOOT, KEEP_AWAY), AFTER + lane.AIM, state(3), "AIMED_SHOOT 1"),
        ((STAND_AND_SHOOT, KEEP_AWAY), AFTER + lane.AIM, state(3, guns=1), "NOTHING 0"),  # Unwieldy
        ((STAND_AND_SHOOT, KEEP_AWAY), AFTER + lane.AIM, state(3, guns=0), "RELOAD 0"),
        ((STAND_AND_SHOOT,), AFTER + lane.STAND_UP, state(8), "SHOOT 1"),
        ((STAND_AND_SHOOT,), AFTER + lane.STAND_UP, state(8, guns=1), "NOTHING 0"),
        ((STAND_AND_SHOOT, KEEP_AWAY), AFTER, state(8, guns=0), "RELOAD 0"),
        ((STAND_AND_SHOOT, KEEP_AWAY), AFTER, state(8), "SHOOT 1"),
        ((STAND_AND_SHOOT,), AFTER + lane.SHOOT, state(2), "NOTHING 0"),
        ((STAND_AND_SHOOT,), AFTER + lane.RETREAT, state(2), "NOTHING 0"),
        ((KEEP_AWAY,), AFTER + lane.RETREAT, state(2), "MOVE 6"),
        ((KEEP_AWAY,), AFTER + lane.STAND_UP, state(10), "MOVE 12"),
        ((CHARGE,), AFTER + lane.STAND_UP, state(9), "MOVE 5"),
        ((CHARGE,), AFTER, state(2), "MOVE 1"),
        ((CHARGE,), AFTER + lane.AIM, state(9), "NOTHING 0"),
        ((CHARGE,), AFTER + lane.FIGHT, state(1), "NOTHING 0"),
        (PLANNED, AFTER + lane.STAND_UP, state(5, my_pinned=1), "NOTHING 0"),
        # retreats and reactions
        (PLANNED, lane.DISTANCE, state(0), "RETREAT_TO 1"),
        (PLANNED, lane.DISTANCE + 3, state(0), "RETREAT_TO 4"),
        (PLANNED, lane.DISTANCE_DUE + 11, state(0), "RETREAT_TO 6"),
        (PLANNED, lane.REACT, state(0), "REACTION 0"),
        (PLANNED, lane.REACT_STUCK + 1, state(0), "REACTION 0"),
        (PLANNED, lane.REACT_AWAY, state(0), "REACTION_AWAY 0"),
        (PLANNED, lane.REACT_AWAY + 1, state(0), "REACTION_AWAY 0"),
        (PLANNED, lane.REACT_MOVED, state(3), "REACTION_MOVED 0"),
        (PLANNED, lane.REACT_HAMPERED, state(0), f"REACTION {lane.TANGLED * MANNER}"),
        (PLANNED, lane.REACT_HAMPERED + 3, state(0), f"REACTION {lane.BARE * MANNER}"),
        (PLANNED, lane.REACT_HAMPERED + 6, state(0), f"REACTION {lane.BLINDLY * MANNER}"),
    ],
)  # fmt: skip
def test_pick(policies, point, now, expected):
    for policy in policies:
        assert words(plans().pick(policy, point, now)) == expected


def test_reload__the_first_that_is_empty_and_can_be_filled():
    for guns, expected in ((3, NOTHING), (2, lane.RELOAD * ARGUMENTS), (1, lane.RELOAD * ARGUMENTS + 1)):
        assert plans().reload(state(5, guns=guns)) == expected
    once = fighter(gun("frag", "grenade", ammo=4, rng_s="-", rng_l="Sx3"), gun("rifle", ammo=4), t=1)
    found = Plans(Moves(set_up(once, fighter(knife(), t=1), ADVANCED, lane=4, distance=3), 0))
    assert found.reload(State(3, 1, 1, 0, 0, 0, 0, 0, 0)) == lane.RELOAD * ARGUMENTS + 1
    assert found.reload(State(3, 1, 1, 0, 0, 0, 0, 2, 0)) == NOTHING


def test_named__what_random_takes_as_every_policy_does():
    shot, aimed = lane.SHOOT * ARGUMENTS + 1, lane.AIMED_SHOOT * ARGUMENTS + 1
    blow, charge = lane.FIGHT * ARGUMENTS + 2, lane.CHARGE_FIGHT * ARGUMENTS + 2
    assert plans().named(START, state(2)) == (shot, aimed, blow, charge, NOTHING, -1)
    reload = lane.RELOAD * ARGUMENTS
    assert plans().named(AFTER, state(8, guns=2)) == (shot, aimed, blow, charge, reload, -1)
    assert plans().named(START, state(8, guns=1))[:2] == (lane.DOUBLE_SHOOT * ARGUMENTS, NOTHING)
    assert plans().named(AFTER, state(8, guns=1))[:2] == (NOTHING, NOTHING)
    assert plans().named(lane.REACT, state(0))[5] == lane.REACTION * ARGUMENTS


def test_blades__by_who_goes_down_and_how_it_reacts():
    """Pistol and knife have a die more than either; the knife is left where the pistol is empty."""
    weapons = plans().weapons[0]
    start = plans().setup.conditions[1].start
    assert (weapons.blades(0, 0, 3), weapons.blades(0, 0, 1)) == (0, 0)  # nobody is left to fight
    assert weapons.blades(start, 0, 3) == 2
    assert weapons.blades(start, 0, 1) == 1
    own = plans().setup.conditions[0]
    assert weapons.blades(start, 0, 3, own.number(FIT._replace(marks=BLINDED))) == 2


def test_blades__what_best_means():
    """Down first, then out of action, then Wounds, then the first named."""

    def best(*kit, target=None):
        setup = set_up(fighter(*kit), target or fighter(knife(), t=1), ADVANCED, lane=2, distance=1)
        return setup.sets[0][Weapons(setup, 0).blades(1, 0)].name

    def heavy(name, traits="", d=1):
        return blade(name, f"unwieldy {traits}", strength="9", d=d)

    assert best(blade("one"), blade("other")) == "one + other"  # one die more
    assert best(heavy("one"), heavy("two", d=2), target=fighter(knife(), t=1, w=3)) == "two"
    assert best(heavy("one"), heavy("other")) == "one"
    wild = blade("wild", "unwieldy", strength="9", d=3, acc_l=-2)  # three Wounds, but on a 6
    sure = blade("sure", "unwieldy", strength="9", acc_l=2)
    assert best(wild, sure, target=fighter(knife(), t=1, w=5)) == "sure"
    assert best(heavy("web", "web"), heavy("blade")) == "blade"  # the web puts nobody out


def test_shot__a_gun_is_chosen_by_distance_and_by_who_is_seen():
    weapons = plans().weapons[0]
    assert [weapons.gun(state(gap), 0) for gap in (1, 2, 4, 5, 12)] == [1, 1, 1, 0, 0]
    assert [weapons.gun(state(gap), 1) for gap in (1, 4, 12)] == [1, 1, 1]
    assert weapons.gun(state(12), 0, True) == 1
    assert weapons.gun(state(2, guns=0), 0) == -1
    assert weapons.gun(state(2, guns=1), 1) == -1


def test_forced__the_enemy_reacts_with_its_best():
    """Seen from B: pistol and knife together, whatever hampers A; fists if it is disarmed."""
    found, both = plans(1), 2
    own, foe = found.setup.conditions[1].start, found.setup.conditions[0].start
    now = State(0, own, foe, 0, 0, 0, 0, 1, 3)
    assert found.forced(START, now) == -1
    for point, kind, how in (
        (lane.REACT, lane.REACTION, 0),
        (lane.REACT_AWAY, lane.REACTION_AWAY, 0),
        (lane.REACT_MOVED, lane.REACTION_MOVED, 0),
        (lane.REACT_HAMPERED, lane.REACTION, lane.TANGLED),
        (lane.REACT_HAMPERED + 6, lane.REACTION, lane.BLINDLY),
    ):
        assert found.forced(point, now) == kind * ARGUMENTS + how * MANNER + both
        assert found.forced(point, now._replace(their_guns=1)) == kind * ARGUMENTS + how * MANNER + 1
    for guns in (3, 1):  # whether the pistol, which comes first, is loaded or not
        bare = found.forced(lane.REACT_HAMPERED + 2, now._replace(their_guns=guns))
        assert bare == lane.REACTION * ARGUMENTS + lane.BARE * MANNER


BURNING, BLIND = FIT._replace(marks=ON_FIRE), FIT._replace(marks=BLINDED)


@pytest.mark.parametrize("policy", PLANNED)
@pytest.mark.parametrize(
    ("side", "points"),
    [(0, (START,)), (0, (AFTER + lane.AIM,)), (0, (lane.DISTANCE, lane.DISTANCE + 3)),
     (1, (lane.REACT, lane.REACT_AWAY, lane.REACT_HAMPERED, lane.REACT_HAMPERED + 2)), (1, (lane.REACT_MOVED,))],
)  # fmt: skip
def test_picks_of__nodes_that_are_alike_are_picked_as_each_by_itself(policy, side, points):
    found, space = plans(side), plans(side).game.space
    if side == 0:
        states = [state(4), state(4, their_pinned=1), state(4, guns=1), state(9, guns=0), state(0),
                  state(4, mine=BURNING), state(4, mine=BLIND), state(1, theirs=DOWN), state(5, mine=DOWN)]  # fmt: skip
    else:
        own, foe = found.setup.conditions[1].start, found.setup.conditions[0].start
        states = [State(gap, own, foe, 0, 0, 0, 0, 1, guns) for gap in (0, 2) for guns in (1, 3)]
    at = space.at(np.array([space.number(each) for each in states]))
    legal = [np.any([may for _, may in options(found.setup, side, point, at)], axis=0) for point in points]
    numbers = np.array([space.number(each) for each in states])
    able = [point * space.size + numbers[may] for point, may in zip(points, legal, strict=True)]
    layer = found.game.layer(np.sort(np.concatenate(able)))
    picked = layer.options[found.picks_of(policy, layer)].tolist()
    ends = [*layer.first_option[1:].tolist(), layer.options.size]
    for node, low, high, option in zip(
        layer.nodes.tolist(), layer.first_option.tolist(), ends, picked, strict=True
    ):
        may = layer.options[low:high].tolist()
        wanted = found.pick(policy, node // space.size, space.state(node % space.size))
        if policy == CHARGE and wanted // ARGUMENTS == lane.MOVE and lane.CHARGE * ARGUMENTS in may:
            wanted = lane.CHARGE * ARGUMENTS
        assert option == (wanted if wanted in may else NOTHING if NOTHING in may else may[0])


def test_picks_of__retreats_on_the_shortest_lane():
    found = Plans(Moves(set_up(fighter(knife()), fighter(knife()), BASIC, lane=1, distance=1), 0))
    space, contact = found.game.space, State(0, 1, 1, 0, 0, 0, 0)
    layer = found.game.layer(np.array([(lane.DISTANCE + 5) * space.size + space.number(contact)]))
    assert words(layer.options[found.picks_of(KEEP_AWAY, layer)[0]]) == "RETREAT_TO 6"


def test_picks_of__who_alone_counts_ammo():
    setup = set_up(fighter(gun(ammo=4), t=1), fighter(knife(), t=1), ADVANCED, lane=4, distance=3)
    found = Plans(Moves(setup, 0))
    for guns, expected in ((0, "RELOAD 0"), (1, "SHOOT 0")):
        seen = found.game.space.number(State(3, 1, 1, 0, 0, 0, 0, guns, 0))
        layer = found.game.layer(np.array([START * found.game.space.size + seen]))
        assert words(layer.options[found.picks_of(STAND_AND_SHOOT, layer)[0]]) == expected


def test_blades__charging_blinded_and_entangled_others_are_best():
    def setup(first, second, **target):
        return set_up(
            fighter(first, second), fighter(gun("light", "flash"), **target), ADVANCED, lane=2, distance=1
        )

    # its one die of Strength 9, and fists for the die of a charge
    pistol = gun("p", "pistol unwieldy", strength=9, ap=-1)
    duel = setup(pistol, blade("b", "unwieldy", strength="4", ap=-1), armour=suit(5))
    assert [Weapons(duel, 0).blades(1, charging) for charging in (0, 1)] == [0, 1]
    found, contact = Plans(Moves(duel, 0)), State(0, 1, 1, 0, 0, 0, 0)
    assert words(found.pick(CHARGE, START, contact)) == "FIGHT 0"
    assert words(found.pick(CHARGE, FREE_FIGHT, contact)) == "CHARGE_FIGHT 1"
    # 2+ to hit and 3+ to wound, or 4+ and 2+; blinded both need a 6
    quick, strong = (
        blade("quick", "unwieldy", strength="4", acc_l=2),
        blade("strong", "unwieldy", strength="9"),
    )
    duel = setup(quick, strong)
    blind = duel.conditions[0].number(Condition(1, 3, marks=BLINDED))
    weapons = Weapons(duel, 0)
    assert [weapons.blades(1, 0), weapons.blades(1, 0, 0, blind), weapons.blades(1, 0, 0, 1)] == [0, 1, 0]
    # 3+ and 4+ against 4+ and 2+; entangled 5+ and 6+
    duel = setup(replace(quick, strength="3", acc_l=1), strong)
    assert [Weapons(duel, 0).blades(1, 0, 0, 1, how) for how in (0, lane.TANGLED)] == [1, 0]


def test_blades__nothing_is_loaded_unless_it_is_said():
    armed = fighter(gun("p", "pistol", ammo=4, strength=9), knife())
    duel = set_up(armed, fighter(knife(), t=1), ADVANCED, lane=2, distance=1)
    assert Weapons(duel, 0).blades(1, 0) == 1


def test_shot__aimed_by_the_row_of_an_aimed_shot():
    """Basic rules: at short range the strong gun is best, at long range it hits nobody."""
    strong = gun("strong", strength=9, rng_s="8", rng_l="16", acc_l=-3)
    setup = set_up(
        fighter(strong, gun("plain", rng_s="8", rng_l="16")), fighter(knife()), BASIC, lane=12, distance=5
    )
    found, now = Plans(Moves(setup, 0)), State(5, 1, 1, 0, 0, 0, 0)
    assert words(found.pick(STAND_AND_SHOOT, AFTER + lane.AIM, now)) == "AIMED_SHOOT 0"
    assert words(found.named(START, now)[1]) == "AIMED_SHOOT 0"
    assert words(found.pick(STAND_AND_SHOOT, AFTER + lane.AIM, now._replace(gap=9))) == "AIMED_SHOOT 1"


def test_random__weights_of_kinds_and_distances():
    found, space = plans(), plans().game.space
    layer = found.game.layer(np.array([START * space.size + space.number(state(8, guns=2))]))
    whole = found.random_of(layer)
    by_kind = {}
    for option, weight in zip(layer.options.tolist(), whole.tolist(), strict=True):
        by_kind.setdefault(NAMES.get(option // ARGUMENTS, "CHARGE"), []).append(weight)
    # eight moves of weight 1, and every other kind, of which one option counts, as much as they together
    assert by_kind == {"NOTHING": [8], "AIM": [8], "MOVE": [1] * 8, "SHOOT": [8], "RELOAD": [8]}


def test_random__where_one_distance_is_left():
    setup = set_up(fighter(knife()), fighter(knife()), BASIC, lane=2, distance=1)
    found = Plans(Moves(setup, 0))
    space = found.game.space
    layer = found.game.layer(np.array([START * space.size + space.number(State(1, 1, 1, 0, 0, 0, 0))]))
    assert found.random_of(layer).tolist() == [1] * layer.options.size == [1, 1, 1, 1]


def test_weapons__of_the_basic_rules_by_wounds():
    setup = set_up(
        fighter(gun("weak", d=1), gun("strong", d=2)), fighter(knife(), w=3), BASIC, lane=4, distance=3
    )
    weapons = Weapons(setup, 0)
    assert weapons.gun(State(3, 1, 3, 0, 0, 0, 0), 0) == 1
    assert weapons.gun(State(3, 1, 1, 0, 0, 0, 0), 0) == 0
