"""The naive game tree, decision by decision."""

from fractions import Fraction

import pytest

from tests.naive.cards import blade, fighter, gun, knife, laspistol, power_hammer, slug
from tests.naive.close_combat import MISS, PLAIN, SIX, parries
from tests.naive.duel import play_round
from tests.naive.lane import OVER, Lane, Side, State, band

F = Fraction
GUNNER = fighter(gun("weak"), gun("strong", strength=6), knife(), power_hammer(), m=4)
WALKER = fighter(knife(), m=5, t=4, w=2)


def lane(
    a=GUNNER, b=WALKER, policy_a="best", policy_b="best", lane=24, cover_b="none", no_aim=False, **options
):
    return Lane(
        a, b, lane=lane, cover_a="partial", cover_b=cover_b, policy_a=policy_a, policy_b=policy_b,
        options=options, no_aim=no_aim,
    )  # fmt: skip


def state(gap, *, pinned=(False, False), cover=(True, True), **fields):
    sides = (Side(1, pinned[0], cover[0]), Side(2, pinned[1], cover[1]))
    return State(gap, sides, 0, **fields)


def kinds(tree, s):
    return list(dict.fromkeys(way[0] for way in tree.legal(s)))


def only(ends):
    """The one state in which something ends for sure."""
    ((end, p),) = ends.items()
    assert p == 1
    return end


def test_parry_chooses_sixes_then_harm_then_the_first_weapon():
    def powered(die):
        return die[0] != 2

    harm = {
        (0, SIX): F(1, 9),
        (0, PLAIN): F(1, 9),
        (1, PLAIN): F(5, 9),
        (1, SIX): F(5, 9),
        (2, PLAIN): F(4, 9),
    }
    roll = ((0, PLAIN), (0, SIX), (1, PLAIN), (1, MISS), (2, PLAIN))
    assert parries(roll, powered, harm.get, 0, 1, {}) == {(1,): 1}  # the six, though it does little harm
    assert parries(roll, powered, harm.get, 0, 2, {}) == {(1, 2): 1}  # then the most harmful
    assert parries(roll, powered, harm.get, 1, 0, {}) == {(4,): 1}  # an ordinary parry: the ordinary hit
    assert parries(roll, powered, harm.get, 2, 0, {}) == {(4,): 1}
    assert parries(roll, powered, harm.get, 1, 1, {"parry_choice": "first"}) == {(0, 4): 1}
    flat = {die: F(1) for die in harm}
    assert parries(roll[2:], powered, flat.get, 0, 1, {}) == {(0,): 1}  # equals: the first-named weapon
    plain = ((0, PLAIN), (1, PLAIN))
    assert parries(plain, lambda die: False, harm.get, 1, 0, {}) == {(1,): 1}
    assert parries(plain, lambda die: False, harm.get, 1, 0, {"parry_choice": "first"}) == {(0,): 1}
    found = parries(plain, lambda die: False, harm.get, 1, 0, {"parry_choice": "random"})
    assert found == {(0,): F(1, 2), (1,): F(1, 2)}


def test_power_parry_left_for_the_power_hit():
    roll = ((0, PLAIN), (1, PLAIN))  # the ordinary hit does more harm and is chosen first
    harm = {(0, PLAIN): F(1, 2), (1, PLAIN): F(1, 4)}
    for choice in ("defender_best", "first", "random"):
        found = parries(roll, lambda die: die[0] == 1, harm.get, 1, 1, {"parry_choice": choice})
        assert found == {(0, 1): 1}


@pytest.mark.parametrize(
    ("s", "expected"),
    [
        (state(10), ["nothing", "move", "shoot", "aim"]),
        (state(7), ["nothing", "move", "shoot", "aim", "charge"]),
        (state(7, left=1), ["nothing", "move", "shoot", "aim"]),
        (state(7, left=1, used=frozenset({"shoot"})), ["nothing", "move", "aim"]),
        (state(7, left=1, used=frozenset({"aim"})), ["nothing", "move", "shoot"]),
        (state(7, pinned=(False, True)), ["nothing", "move", "aim", "charge"]),
        (state(8, pinned=(False, True), cover=(True, False)), ["nothing", "move", "shoot", "aim"]),
        (state(8, pinned=(True, False)), ["nothing", "stand up", "crawl"]),
        (state(8, pinned=(True, False), left=1), ["nothing", "stand up"]),
        (state(0), ["nothing", "fight", "retreat"]),
        (state(0, left=1, used=frozenset({"retreat"})), ["nothing", "fight"]),
        (state(0, left=1, used=frozenset({"fight"})), ["nothing", "retreat"]),
        (state(0, wait=("free fight",), left=0), ["no fight", "free fight"]),
        (state(0, wait=("react", "fight"), left=0), ["react"]),
        (state(0, wait=("distance", 3), left=1), ["distance"]),
    ],
)
def test_what_is_legal(s, expected):
    assert kinds(lane(cover_b="partial"), s) == expected


def test_who_cannot_see_or_move_or_aim():
    assert kinds(lane(fighter(m=0), no_aim=True), state(9)) == ["nothing"]
    assert kinds(lane(fighter(m=1)), state(9, pinned=(True, False))) == ["nothing", "stand up"]
    up = lane(fighter(m=1), half_move_rounding="up")
    assert ("crawl", 8) in up.legal(state(9, pinned=(True, False)))
    assert lane(fighter(m=5)).half(5) == 2
    assert lane(lane=10).gaps(9, 4) == [5, 6, 7, 8, 10]
    assert lane().gaps(2, 4) == [1, 3, 4, 5, 6]


def test_bands():
    assert [band(laspistol(), gap) for gap in (1, 8, 9, 12, 13)] == ["short", "short", "long", "long", None]


def test_charge():
    ends = lane().outcome(state(6, pinned=(False, True)), ("charge",))
    contact = state(0, cover=(False, True), left=0, wait=("free fight",))
    short = state(1, pinned=(False, True), cover=(False, True), left=0)
    assert ends.pop(contact) == F(2, 3)  # it stands up at once and keeps its cover
    ((end, p),) = ends.items()
    assert (end.gap, end.sides, end.turn, p) == (1, short.sides, 1, F(1, 3))
    assert sum(lane(charge_contact="within_1").outcome(state(6), ("charge",)).values()) == 1
    assert set(lane(charge_contact="within_1").outcome(state(6), ("charge",))) == {contact}
    reached = only(lane().outcome(contact, ("no fight",)))
    assert (reached.gap, reached.turn, reached.left) == (0, 1, 2)


def test_charge_die_before_declaring():
    tree = lane(charge_d3="before_declare", policy_a="charge")
    plans = {s.d3: (s.plan, p) for s, p in tree.activate(state(7)).items()}
    assert plans == {
        1: (("towards", "towards"), F(1, 3)), 2: (("towards", "towards"), F(1, 3)), 3: (("charge",), F(1, 3))
    }  # fmt: skip
    assert only(tree.activate(state(8))).d3 == 0


def test_plans():
    far, near, pinned = state(10), state(7), state(7, pinned=(True, True))
    engaged = state(0)
    for policy, plans in {
        "stand-and-shoot": [("shoot",), ("shoot",), ("stand up", "shoot"), ("fight",)],
        "charge": [("towards", "towards"), ("charge",), ("stand up", "towards"), ("fight",)],
        "keep-away": [("aim", "shoot"), ("away", "shoot"), ("stand up", "away"), ("retreat", "away")],
        "random": [()] * 4,
    }.items():
        tree = lane(policy_a=policy)
        assert [tree.plan(s, 0) for s in (far, near, pinned, engaged)] == plans
    # the walker reaches 8 inches, the gunner 7: whose reach counts is the enemy's
    assert lane(policy_a="keep-away").plan(state(8), 0) == ("away", "shoot")
    assert lane(policy_a="stand-and-shoot").plan(state(13), 0) == ("aim", "shoot")


def test_steps_of_a_plan():
    tree = lane(policy_a="charge")
    assert tree.by_policy(state(10, plan=("towards", "towards"))) == {("move", 6): 1}
    assert tree.by_policy(state(3, plan=("towards",), left=1)) == {("move", 1): 1}
    assert tree.by_policy(state(23, plan=("away",), left=1)) == {("move", 24): 1}
    assert tree.by_policy(state(24, plan=("away",), left=1)) == {("nothing",): 1}
    assert tree.by_policy(state(0, plan=("away",), left=1)) == {("nothing",): 1}
    assert tree.by_policy(state(9, plan=(), left=1)) == {("nothing",): 1}
    assert lane(policy_a="keep-away", no_aim=True).by_policy(state(9, plan=("aim", "shoot"))) == {
        ("nothing",): 1
    }
    # weapons: Strength 6 rather than 3, the pair rather than one of the two, the second item rather than the first
    assert tree.by_policy(state(9, plan=("shoot",))) == {("shoot", 1): 1}
    assert tree.by_policy(state(0, plan=("fight",))) == {("fight", 2): 1}
    assert tree.best_gun(state(9), 0, aim=True) == 1
    three = lane(
        fighter(blade("feather", strength="1"), blade("axe", strength="8"), m=4, a=1, ws=7), policy_a="charge"
    )
    assert three.by_policy(state(0, plan=("fight",))) == {("fight", 0): 1}  # nothing hits: the first named
    tie = lane(fighter(gun("one"), gun("two")), policy_a="charge")
    assert tie.by_policy(state(9, plan=("shoot",))) == {("shoot", 0): 1}


def test_random_is_uniform_over_kinds():
    tree = lane(policy_a="random", lane=9)
    chances = tree.by_policy(state(7))
    assert (
        chances[("nothing",)] == chances[("shoot", 1)] == chances[("aim",)] == chances[("charge",)] == F(1, 5)
    )
    assert {way[1]: p for way, p in chances.items() if way[0] == "move"} == {
        gap: F(1, 30) for gap in (3, 4, 5, 6, 8, 9)
    }
    # with the charge die counted two swings of the hammer beat two of the knife and one of the hammer
    free = tree.by_policy(state(0, wait=("free fight",), left=0))
    assert free == {("no fight",): F(1, 2), ("free fight", 1): F(1, 2)}
    assert tree.by_policy(state(0, wait=("distance", 4), left=1)) == {
        ("distance", n): F(1, 4) for n in (1, 2, 3, 4)
    }


def test_retreat_stops_at_the_end_of_the_lane():
    tree = lane(policy_a="keep-away", lane=3)
    distance = state(0, wait=("distance", 5), left=1)
    assert tree.by_policy(distance) == {("distance", 5): 1}
    end = only(tree.outcome(distance, ("distance", 5)))
    assert (end.gap, end.sides[0].cover, end.sides[1].cover) == (3, False, True)


def test_retreat_order():
    def waits(**options):
        found = {}
        for s, p in lane(fighter(i=3), fighter(i=4), **options).outcome(state(0), ("retreat",)).items():
            found[s.wait] = found.get(s.wait, 0) + p
        return {wait: p for wait, p in found.items() if wait[0] != "distance"}

    assert waits() == {("react", "retreat"): F(1, 3), ("react", "stuck"): F(1, 6), ("act",): F(1, 6)}
    assert waits(retreat_reaction="only_if_passed") == {("react", "retreat"): F(1, 3), ("act",): F(1, 3)}
    assert waits(retreat_timing="after_move") == {("react", "stuck"): F(1, 6), ("act",): F(1, 6)}


def test_push_and_pin():
    tree = lane(fighter(slug(), m=4), fighter(m=5, s=1, t=20, w=2), cover_b="partial", lane=10)
    found = {}
    for s, p in tree.outcome(state(9, left=1), ("shoot", 0)).items():
        key = (s.gap, s.sides[1].pinned, s.sides[1].cover)
        found[key] = found.get(key, 0) + p
    # 9 inches is long range: 5+ in partial cover
    assert found == {(9, False, True): F(2, 3), (10, True, False): F(1, 3)}
    ends = tree.outcome(state(10, left=1), ("shoot", 0))
    assert {(s.gap, s.sides[1].cover) for s in ends} == {(10, True)}
    open_lying = state(9, left=1, pinned=(False, True), cover=(True, False))
    assert {s.gap for s in tree.outcome(open_lying, ("shoot", 0))} == {9, 10}


def test_reaction_only_from_the_standing():
    killer, victim = fighter(blade(strength="9"), ws=2), fighter(knife(), w=2)
    s = State(0, (Side(1, False, False), Side(1, False, False)), 0)
    for order, reactions in (("sequential", 1 - F(5, 6) * F(5, 6)), ("simultaneous", F(1))):
        ends = lane(killer, victim, reaction_order=order).outcome(s, ("fight", 0))
        assert sum(p for t, p in ends.items() if t.wait == ("react", "fight")) == reactions


def test_the_active_side_and_the_order_of_the_round():
    tree = lane(policy_a="stand-and-shoot", policy_b="charge")
    s = State(9, (Side(1, False, False), Side(2, False, False)), 1)
    assert tree.who(s) == 1
    assert tree.who(s._replace(turn=1)) == 0
    assert tree.who(s._replace(wait=("react", "fight"))) == 0
    over = play_round(tree, tree.activate(s))
    assert sum(over.values()) == 1
    assert all(end.wait == OVER and end.left == 0 for end in over)
    assert {end.holder: p for end, p in tree.next_round(next(iter(over))).items()} == {
        1: F(5, 12),
        0: F(7, 12),
    }
