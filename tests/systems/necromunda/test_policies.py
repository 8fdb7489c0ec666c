"""What each named policy does, against its description."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.game import Game
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State
from necrostats.systems.necromunda.duel.named import (
    CHARGE,
    DOES,
    KEEP_AWAY,
    PLANNED,
    POLICIES,
    STAND_AND_SHOOT,
)
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.policies import Plans, weights_of
from tests.conftest import INTERPRETED
from tests.naive import lane as naive
from tests.naive.cards import (
    FLAK,
    blade,
    boltgun,
    fighter,
    gun,
    knife,
    laspistol,
    plasma_pistol,
    power_hammer,
)
from tests.systems.necromunda.generated import BASIC, under

NAMES = {
    getattr(lane, name): name
    for name in (
        "NOTHING", "MOVE", "SHOOT", "AIM", "FIGHT", "RETREAT", "STAND_UP", "CRAWL", "CHARGE", "KNOWN_CHARGE",
        "ROLL_CHARGE", "AIMED_SHOOT", "CHARGE_FIGHT", "REACTION", "REACTION_AWAY", "RETREAT_TO", "REACTION_MOVED",
    )
}  # fmt: skip
START, FREE_FIGHT = lane.START, lane.FREE_FIGHT


def after(kind):
    return lane.after_first(kind)


def fresh(gap, **changes):
    return State(gap, 1, 2, 0, 0, 0, 0)._replace(**changes)


class Table:
    """A game with the options that a policy takes, by point and state."""

    def __init__(self, a=None, b=None, options=BASIC, **where):
        gunner = fighter(gun("rifle", rng_s="8", rng_l="16", acc_l=-1), knife(), m=4)
        walker = fighter(power_hammer(), m=5, w=2, armour=FLAK)
        setup = set_up(a or gunner, b or walker, options, **{"lane": 20, **where})
        self.game = Game(setup, 0)
        self.plans = Plans(self.game)
        self.taken = {}

    def picks(self, policy):
        if policy not in self.taken:
            found = {}
            for layer in map(self.game.open, self.game.layers):
                picked = layer.options[self.plans.picks_of(policy, layer)]
                found |= dict(zip(layer.nodes.tolist(), picked.tolist(), strict=True))
            self.taken[policy] = found
        return self.taken[policy]

    def does(self, policy, point, state):
        """The option a policy takes, as words: "MOVE 7", "AIM", "NOTHING"."""
        option = self.picks(policy)[point * self.game.space.size + self.game.space.number(state)]
        kind, argument = option // ARGUMENTS, option % ARGUMENTS
        return (
            f"{NAMES[kind]} {argument}" if kind in (lane.MOVE, lane.CRAWL, lane.RETREAT_TO) else NAMES[kind]
        )

    def chances(self, point, state):
        """What ``random`` does: words and chances."""
        node = point * self.game.space.size + self.game.space.number(state)
        for layer in map(self.game.open, self.game.layers):
            at = np.flatnonzero(layer.nodes == node)
            if at.size:
                kept = np.flatnonzero(layer.node_of_option == at[0])
                chances = weights_of(layer, self.plans.random_of(layer))[kept]
                found = {}
                for option, p in zip(layer.options[kept].tolist(), chances.tolist(), strict=True):
                    kind = NAMES[option // ARGUMENTS]
                    if p:
                        found.setdefault(kind, {})[option % ARGUMENTS] = p
                return found
        raise AssertionError("no such node")


TABLE = Table()


@pytest.mark.parametrize(
    ("point", "state", "does"),
    [
        (START, fresh(8), "SHOOT"),  # short range: no aim
        (after(lane.SHOOT), fresh(8), "NOTHING"),
        (START, fresh(9), "AIM"),  # beyond short range
        (after(lane.AIM), fresh(9), "AIMED_SHOOT"),
        (START, fresh(20), "AIM"),
        (after(lane.AIM), fresh(20), "AIMED_SHOOT"),
        (START, fresh(8, my_pinned=1), "STAND_UP"),
        (after(lane.STAND_UP), fresh(12), "SHOOT"),
        (START, fresh(0), "FIGHT"),
        (after(lane.FIGHT), fresh(0), "NOTHING"),
        (FREE_FIGHT, fresh(0), "CHARGE_FIGHT"),
    ],
)
def test_stand_and_shoot(point, state, does):
    assert TABLE.does(STAND_AND_SHOOT, point, state) == does


@pytest.mark.parametrize(
    ("point", "state", "does"),
    [
        (START, fresh(7), "CHARGE"),  # M4 + 3
        (START, fresh(8), "MOVE 4"),
        (after(lane.MOVE), fresh(4), "MOVE 1"),
        (START, fresh(1), "CHARGE"),
        (START, fresh(20), "MOVE 16"),
        (START, fresh(8, my_pinned=1), "STAND_UP"),
        (after(lane.STAND_UP), fresh(8), "MOVE 4"),
        (after(lane.STAND_UP), fresh(3), "MOVE 1"),
        (after(lane.STAND_UP), fresh(1), "NOTHING"),
        (START, fresh(0), "FIGHT"),
        (after(lane.FIGHT), fresh(0), "NOTHING"),
        (FREE_FIGHT, fresh(0), "CHARGE_FIGHT"),
    ],
)
def test_charge(point, state, does):
    assert TABLE.does(CHARGE, point, state) == does


@pytest.mark.parametrize(
    ("point", "state", "does"),
    [
        (START, fresh(8), "MOVE 12"),  # the enemy's M5 + 3 reaches
        (START, fresh(8, their_pinned=1), "MOVE 12"),  # whatever its status
        (after(lane.MOVE), fresh(12), "SHOOT"),
        (START, fresh(9), "AIM"),
        (after(lane.AIM), fresh(9), "AIMED_SHOOT"),
        (START, fresh(3), "MOVE 7"),
        (START, fresh(8, my_pinned=1), "STAND_UP"),
        (after(lane.STAND_UP), fresh(8), "MOVE 12"),
        (after(lane.STAND_UP), fresh(18), "MOVE 20"),  # no further than the lane
        (after(lane.STAND_UP), fresh(20), "NOTHING"),
        (START, fresh(0), "RETREAT"),
        (after(lane.RETREAT), fresh(4), "MOVE 8"),
        (after(lane.RETREAT), fresh(0), "NOTHING"),  # the retreat failed
        (lane.DISTANCE + 3, fresh(0), "RETREAT_TO 4"),  # all of the D6
        (lane.DISTANCE + 6 + 5, fresh(0), "RETREAT_TO 6"),
    ],
)
def test_keep_away(point, state, does):
    assert TABLE.does(KEEP_AWAY, point, state) == does


def test_keep_away__at_the_end_of_the_lane():
    table = Table(lane=8, distance=8)
    assert table.does(KEEP_AWAY, START, fresh(8)) == "NOTHING"  # the move is lost
    assert table.does(KEEP_AWAY, after(lane.NOTHING), fresh(8)) == "SHOOT"


def test_a_hidden_enemy_cannot_be_shot():
    table = Table(cover_b="partial")
    hidden = fresh(9, their_pinned=1, their_cover=1)
    assert table.does(STAND_AND_SHOOT, after(lane.AIM), hidden) == "NOTHING"
    assert table.does(STAND_AND_SHOOT, after(lane.AIM), hidden._replace(their_cover=0)) == "AIMED_SHOOT"
    assert table.does(STAND_AND_SHOOT, START, hidden._replace(gap=8)) == "NOTHING"


def test_no_aim__the_action_is_lost():
    table = Table(no_aim=True)
    assert table.does(STAND_AND_SHOOT, START, fresh(9)) == "NOTHING"
    assert table.does(STAND_AND_SHOOT, after(lane.NOTHING), fresh(9)) == "SHOOT"
    assert table.does(KEEP_AWAY, START, fresh(9)) == "NOTHING"
    assert "AIM" not in table.chances(START, fresh(9))


def test_no_gun():
    table = Table(a=fighter(knife()))
    for policy in (STAND_AND_SHOOT, KEEP_AWAY):
        assert table.does(policy, after(lane.MOVE), fresh(12)) == "NOTHING"
    assert table.does(STAND_AND_SHOOT, START, fresh(12)) == "NOTHING"


def test_before_declare__a_charge_that_would_fall_short_is_none():
    table = Table(options=under(charge_d3="before_declare"))
    assert table.does(CHARGE, START, fresh(7)) == "ROLL_CHARGE"
    assert [table.does(CHARGE, lane.DECLARE + die - 1, fresh(7)) for die in (1, 2, 3)] == [
        "MOVE 3", "MOVE 3", "KNOWN_CHARGE",
    ]  # fmt: skip
    assert table.does(CHARGE, START, fresh(8)) == "MOVE 4"
    assert table.does(STAND_AND_SHOOT, lane.DECLARE, fresh(7)) == "SHOOT"


def test_within_1__reach_is_an_inch_more():
    table = Table(options=under(charge_contact="within_1"))
    assert table.does(CHARGE, START, fresh(8)) == "CHARGE"
    assert table.does(CHARGE, START, fresh(9)) == "MOVE 5"
    assert table.does(KEEP_AWAY, START, fresh(9)) == "MOVE 13"
    assert table.does(KEEP_AWAY, START, fresh(10)) == "AIM"


# ------------------------------------------------------------------ random


def kinds(found):
    return {kind: sum(by.values()) for kind, by in found.items()}


def test_random__each_kind_the_same():
    found = TABLE.chances(START, fresh(7))
    assert kinds(found) == pytest.approx(dict.fromkeys(("NOTHING", "MOVE", "SHOOT", "AIM", "CHARGE"), 1 / 5))
    assert found["MOVE"] == pytest.approx(dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 1 / 40))
    assert kinds(TABLE.chances(START, fresh(20))) == pytest.approx(
        dict.fromkeys(("NOTHING", "MOVE", "SHOOT", "AIM"), 1 / 4)  # out of range, and shot all the same
    )
    assert kinds(TABLE.chances(START, fresh(5, my_pinned=1))) == pytest.approx(
        dict.fromkeys(("NOTHING", "STAND_UP", "CRAWL"), 1 / 3)
    )
    assert kinds(TABLE.chances(START, fresh(0))) == pytest.approx(
        dict.fromkeys(("NOTHING", "FIGHT", "RETREAT"), 1 / 3)
    )


def test_random__second_action():
    assert set(TABLE.chances(after(lane.AIM), fresh(9))) == {"NOTHING", "MOVE", "AIMED_SHOOT"}
    assert set(TABLE.chances(after(lane.SHOOT), fresh(9))) == {"NOTHING", "MOVE", "AIM"}  # a late Aim
    assert set(TABLE.chances(after(lane.MOVE), fresh(5))) == {"NOTHING", "MOVE", "SHOOT", "AIM"}  # no charge
    assert set(TABLE.chances(after(lane.NOTHING), fresh(5, my_pinned=1))) == {
        "NOTHING",
        "STAND_UP",
    }  # no crawl
    assert set(TABLE.chances(after(lane.FIGHT), fresh(0))) == {"NOTHING", "RETREAT"}
    assert set(TABLE.chances(after(lane.RETREAT), fresh(0))) == {"NOTHING", "FIGHT"}


def test_random__fight_or_not_and_how_far():
    assert kinds(TABLE.chances(FREE_FIGHT, fresh(0))) == {"NOTHING": 0.5, "CHARGE_FIGHT": 0.5}
    found = TABLE.chances(lane.DISTANCE + 3, fresh(0))
    assert found == {"RETREAT_TO": pytest.approx(dict.fromkeys((1, 2, 3, 4), 1 / 4))}


def test_random__one_weapon_only():
    """Weapons are chosen as every policy chooses them."""
    table = Table(a=fighter(laspistol(), boltgun(), knife(), power_hammer(), m=4))
    assert len(table.chances(START, fresh(7))["SHOOT"]) == 1
    assert len(table.chances(START, fresh(0))["FIGHT"]) == 1


# ------------------------------------------------------------------ weapons

guns = st.sampled_from([laspistol(), plasma_pistol(), boltgun(), gun("a", rng_s="4", rng_l="20", acc_s=2),
                        gun("b", strength=6, ap=-2, rng_s="2", rng_l="8"), gun("c", d=0)])  # fmt: skip
arms = st.sampled_from(
    [knife(), power_hammer(), blade("x", strength="S+2"), blade("y", "parry", acc_l=1), laspistol()]
)


@settings(max_examples=5 if INTERPRETED else 12)
@given(st.lists(guns, max_size=3), st.lists(arms, max_size=3), st.integers(1, 3), st.integers(3, 4))
def test_weapons__naive(shooting, fighting, wounds, t):
    """The best by the chance to put out, then the mean of Wounds, then the first named."""
    a = fighter(*shooting, *fighting)
    b = fighter(t=t, w=wounds, armour=FLAK)
    table = Table(a=a, b=b, lane=16, cover_b="partial")
    tree = naive.Lane(
        a,
        b,
        lane=16,
        cover_a="none",
        cover_b="partial",
        policy_a="charge",
        policy_b="charge",
        options={},
        no_aim=False,
    )
    weapons = table.plans.weapons[0]
    for gap, pinned, cover in ((3, 0, 0), (7, 0, 1), (12, 1, 0), (15, 0, 1), (16, 0, 0)):
        state = State(gap, 1, wounds, 0, pinned, 0, cover)
        sides = (naive.Side(1, False, False), naive.Side(wounds, bool(pinned), bool(cover)))
        theirs = naive.State(gap, sides, 0)
        for aimed in (0, 1):
            ours = weapons.gun(state, aimed)
            assert ours == (tree.best_gun(theirs, 0, bool(aimed)) if tree.guns[0] else -1)
    for left in range(1, wounds + 1):
        sides = (naive.Side(1, False, False), naive.Side(left, False, False))
        for charging in (0, 1):
            best = tree.best_arms(naive.State(0, sides, 0), 0, bool(charging))
            first, second = tree.arms[0][best]
            mine = table.game.setup.sets[0][weapons.blades(left, charging)]
            # sets that come to the same numbers are one
            found = [(mine.first.key, mine.second and mine.second.key), (first.key, second and second.key)]
            assert found[0] == found[1] or _worth(table, mine, left, charging) == _worth_of(
                table, first, second, left, charging
            )


def _worth(table, weapons, left, charging):
    return _worth_of(table, weapons.first, weapons.second, left, charging)


def _worth_of(table, first, second, left, charging):
    from necrostats.engine.enumerating import law_from
    from necrostats.systems.necromunda.close_combat import fight, melee
    from necrostats.systems.necromunda.damage import Target, worth
    from necrostats.systems.necromunda.models import Situation

    a, b = table.game.setup.fighters
    situation = Situation(close=True, charging=bool(charging))
    attacks = melee(a, b, first, second, situation, BASIC)
    return worth(law_from(fight, attacks, Target(left, b.t)), left)


def test_a_weapon_is_chosen_afresh():
    """Beyond its range a better gun is no better."""
    table = Table(a=fighter(gun("near", strength=6, rng_s="4", rng_l="8"), gun("far", rng_s="8", rng_l="20")))
    guns_at = [table.plans.weapons[0].gun(fresh(gap), 0) for gap in (4, 8, 9, 20)]
    assert guns_at == [0, 0, 1, 1]


def test_beyond_short_range_of_the_best_gun_without_aiming():
    near, far = gun("near", strength=6, rng_s="4", rng_l="12"), gun("far", rng_s="12", rng_l="20")
    table = Table(a=fighter(near, far))
    assert table.does(STAND_AND_SHOOT, START, fresh(4)) == "SHOOT"
    assert table.does(STAND_AND_SHOOT, START, fresh(8)) == "AIM"  # near is the best, and 8 is long for it
    assert table.does(STAND_AND_SHOOT, START, fresh(14)) == "AIM"


# ------------------------------------------------------------------ all of them


def test_every_policy_is_described():
    assert set(DOES) == set(POLICIES)
    assert POLICIES == ("stand-and-shoot", "charge", "keep-away", "random", "best")
    assert set(PLANNED) < set(POLICIES)


@pytest.mark.parametrize("policy", PLANNED)
@pytest.mark.parametrize("options", [{}, {"charge_d3": "before_declare"}, {"retreat_timing": "after_move"}])
def test_every_node_has_one_legal_option(policy, options):
    table = Table(options=under(**options), cover_b="full", lane=9, distance=5)
    for layer in map(table.game.open, table.game.layers):
        positions = table.plans.picks_of(policy, layer)
        assert (layer.node_of_option[positions] == np.arange(layer.nodes.size)).all()


@pytest.mark.parametrize("options", [{}, {"charge_d3": "before_declare"}, {"retreat_timing": "after_move"}])
def test_random_weights_are_whole_and_somewhere(options):
    table = Table(options=under(**options), cover_b="full", lane=9, distance=5)
    for layer in map(table.game.open, table.game.layers):
        whole = table.plans.random_of(layer)
        assert whole.dtype.kind == "i"
        assert (np.add.reduceat(whole, layer.first_option) > 0).all()
        assert np.allclose(
            np.add.reduceat(weights_of(layer, whole), layer.first_option), 1, atol=1e-15, rtol=0
        )


def test_reactions_take_the_best_weapons_and_are_never_declined():
    table = Table(b=replace(fighter(knife(), power_hammer()), w=2))
    best = table.plans.weapons[1].blades(1, 0)
    for policy in PLANNED:
        node = lane.REACT * table.game.space.size + table.game.space.number(fresh(0))
        assert table.picks(policy)[node] == lane.REACTION * ARGUMENTS + best
    assert kinds(table.chances(lane.REACT, fresh(0))) == {"REACTION": 1}
