"""The naive game tree of the advanced duel, against what can be worked out by hand, and against itself."""

from fractions import Fraction

import pytest

from tests.naive import duel as basic
from tests.naive.advanced.duel import best_value, duel
from tests.naive.advanced.injuries import DOWN, IN_PLAY, OUT
from tests.naive.advanced.kit import kit_of
from tests.naive.advanced.lane import FIRE, AdvancedLane
from tests.naive.advanced.test_sums import trait
from tests.naive.cards import (
    FLAK,
    blade,
    escher,
    fighter,
    goliath,
    gun,
    item,
    knife,
    lasgun,
    power_sword,
    sword,
)
from tests.naive.lane import OVER, State, with_side

F = Fraction
POLICIES = ("stand-and-shoot", "charge", "keep-away", "random")
MAN = fighter()
FEATHER = blade("feather", strength="-")


def pistol(name="pistol", traits="", **fields):
    return gun(name, f"pistol {traits}", **{"rng_s": "6", "rng_l": "12", **fields})


def lane(a=MAN, b=MAN, policy_a="best", policy_b="best", lane=10, cover_b="none", no_aim=False, **options):
    return AdvancedLane(
        a, b, lane=lane, cover_a="none", cover_b=cover_b, policy_a=policy_a, policy_b=policy_b, options=options,
        no_aim=no_aim,
    )  # fmt: skip


def state(tree, gap, mine=None, theirs=None, **fields):
    """A acts, with changes to A and to B."""
    sides = (tree.fresh(0)._replace(**(mine or {})), tree.fresh(1)._replace(**(theirs or {})))
    return State(gap, sides, 0, **fields)


def kinds(tree, s):
    return list(dict.fromkeys(way[0] for way in tree.legal(s)))


def chances(ends, what):
    found = {}
    for s, p in ends.items():
        found[what(s)] = found.get(what(s), 0) + p
    return found


def only(ends):
    """The one state in which something ends for sure."""
    ((end, p),) = ends.items()
    assert p == 1
    return end


# ---- what may be done --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gap", "mine", "theirs", "fields", "expected"),
    [
        (9, {}, {}, {}, ["nothing", "move", "shoot", "aim"]),
        (8, {}, {}, {}, ["nothing", "move", "shoot", "aim", "charge"]),
        (8, {}, {"down": DOWN}, {}, ["nothing", "move", "shoot", "aim", "charge"]),
        (1, {}, {"down": DOWN}, {}, ["nothing", "move", "shoot", "aim", "charge", "coup"]),
        (0, {}, {"down": DOWN}, {}, ["nothing", "move", "shoot", "aim", "coup"]),
        (0, {}, {"down": DOWN, "cover": True}, {}, ["nothing", "move", "aim", "coup"]),
        (9, {"empty": (True,)}, {}, {}, ["nothing", "move", "aim", "reload"]),
        (9, {"empty": (True,), "pinned": True}, {}, {}, ["nothing", "stand up", "crawl", "reload"]),
        (9, {"empty": (True,), "pinned": True}, {}, {"left": 1}, ["nothing", "stand up", "reload"]),
        (0, {"empty": (True,)}, {}, {}, ["nothing", "fight", "retreat"]),
        (9, {"empty": (True,), "down": DOWN}, {}, {}, ["nothing", "crawl"]),
        (0, {}, {}, {}, ["nothing", "fight", "retreat"]),
        (9, {"fire": True}, {}, {"wait": FIRE}, ["burn"]),
    ],
)
def test_what_is_legal(gap, mine, theirs, fields, expected):
    tree = lane(fighter(gun(ammo=4)))
    s = state(tree, gap, mine, theirs, **fields)
    assert kinds(tree, s) == expected


def test_choices_of_the_burning():
    tree = lane()
    assert tree.legal(state(tree, 9, {"fire": True}, wait=FIRE)) == [("burn", 0), ("burn", 1)]
    assert tree.legal(state(tree, 9, {"fire": True, "down": DOWN}, wait=FIRE)) == [("burn", 0)]


def test_an_unwieldy_gun_takes_both_actions():
    tree = lane(fighter(gun("heavy", "unwieldy"), gun("light")))
    s = state(tree, 9)
    assert [way for way in tree.legal(s) if way[0] == "shoot"] == [("shoot", 0), ("shoot", 1)]
    assert [way for way in tree.legal(s._replace(left=1)) if way[0] == "shoot"] == [("shoot", 1)]
    assert {t.turn for t in tree.outcome(s, ("shoot", 0))} == {1}
    assert {t.left for t in tree.outcome(s, ("shoot", 1)) if t.turn == 0} == {1}
    strong = lane(fighter(gun("heavy", "unwieldy"), wargear=("suspensor",)))
    assert ("shoot", 0) in strong.legal(state(strong, 9, left=1))


def test_stores_and_sets():
    combi = item(
        gun("combi", "combi", id="a", ammo=4), gun("combi", "combi", id="b", ammo=6, rng_s="-", rng_l="T")
    )
    card = fighter(combi, knife(), gun("third", ammo=2), gun("endless"), pistol("tiny", "scarce", ammo=5))
    kit = kit_of(card)
    # one check of two dice: both reach 4, both reach 6; the third store and all later ones are left out
    assert [store.fills for store in kit.stores] == [F(1, 4), F(1, 36)]
    assert [way.first.key for way in kit.guns] == ["combi/a", "combi/b", "endless"]
    assert [way.first.weapon for way in kit.arms] == ["fighting-knife", "unarmed"]
    two = kit_of(fighter(pistol("one", ammo=4), pistol("two", "scarce", ammo=5), gun("long")))
    assert [(way.first.weapon, way.second and way.second.weapon) for way in two.guns] == [
        ("one", None), ("two", None), ("long", None), ("one", "two")
    ]  # fmt: skip
    assert [way.stores for way in two.guns] == [(0, None), (1, None), (None, None), (0, 1)]
    assert [store.fills for store in two.stores] == [F(1, 2), None]
    shared = kit_of(fighter(item(gun("s", id="x", ammo=4), gun("s", "limited", id="y", ammo=5))))
    assert [way.stores[0] for way in shared.guns] == [0, 1]
    assert kit_of(fighter(pistol("p", "plentiful", ammo=6))).stores[0].fills == 1
    assert kit_of(fighter(gun("p", "grenade", rng_s="-", rng_l="Sx3", ammo=2))).stores[0].fills is None
    hands = kit_of(fighter(blade("polearm", "unwieldy"), knife()))
    assert [(way.first.weapon, way.second and way.second.weapon) for way in hands.arms[:-1]] == [
        ("polearm", None), ("fighting-knife", None)
    ]  # fmt: skip


# ---- what comes of it --------------------------------------------------------------------------------------


def test_coup_de_grace():
    for policy in POLICIES[:3]:
        tree = lane(fighter(gun()), policy_a=policy)
        for gap in (0, 1):
            s = only(tree.begin(state(tree, gap, {}, {"down": DOWN, "wounds": 0})))
            assert tree.by_policy(s) == {("coup",): 1}
            over = only(tree.outcome(s, ("coup",)))
            assert (over.wait, over.sides[1].down) == (OVER, OUT)
    far = state(tree, 2, {}, {"down": DOWN})
    assert ("coup",) not in tree.legal(far)


def test_recovery():
    tree = lane()
    s = state(tree, 5, {}, {"down": DOWN, "wounds": 0}, turn=1, left=0, wait=OVER)
    found = chances(tree.end_phase(s), lambda t: (t.sides[1].down, t.sides[1].pinned))
    assert found == {(IN_PLAY, True): F(1, 3), (DOWN, False): F(1, 2), (OUT, False): F(1, 6)}
    back = next(t.sides[1] for t in tree.end_phase(s) if t.sides[1].pinned)
    assert (back.toughness, back.wounds) == (2, 0)
    weak = with_side(s, 1, toughness=1)
    assert chances(tree.end_phase(weak), lambda t: t.sides[1].down) == {DOWN: F(1, 2), OUT: F(1, 2)}
    touching = tree.end_phase(s._replace(gap=0))
    assert chances(touching, lambda t: t.sides[1].pinned) == {False: 1}
    both = with_side(s, 0, down=DOWN)
    found = chances(tree.end_phase(both), lambda t: tuple(side.down for side in t.sides))
    assert found[OUT, OUT] == F(1, 36)
    assert found[DOWN, IN_PLAY] == F(1, 6)


def test_reload():
    tree = lane(fighter(gun(strength="-", ammo=5)), policy_a="stand-and-shoot")
    s = only(tree.begin(state(tree, 5, {"empty": (True,)})))
    assert tree.by_policy(s) == {("reload", 0): 1}
    ends = tree.outcome(s, ("reload", 0))
    assert chances(ends, lambda t: t.sides[0].empty) == {(False,): F(1, 3), (True,): F(2, 3)}
    then = {t.sides[0].empty: tree.by_policy(t) for t in ends}
    assert then == {(False,): {("shoot", 0): 1}, (True,): {("reload", 0): 1}}
    # a shot shows the Ammo symbol on one face of six, and two faces in three fail
    dry = chances(tree.outcome(state(tree, 5), ("shoot", 0)), lambda t: t.sides[0].empty)
    assert dry == {(True,): F(1, 6) * F(2, 3), (False,): 1 - F(1, 9)}
    scarce = lane(fighter(gun("gun", "scarce", ammo=5)), policy_a="stand-and-shoot")
    assert scarce.by_policy(only(scarce.begin(state(scarce, 5, {"empty": (True,)})))) == {("nothing",): 1}


def test_two_pistols_have_two_stores():
    tree = lane(fighter(pistol("one", strength="-", ammo=4), pistol("two", strength="-", ammo=5)))
    ends = tree.outcome(state(tree, 5), ("shoot", 2))
    one, two = F(1, 12), F(1, 9)
    assert chances(ends, lambda t: t.sides[0].empty) == {
        (True, True): one * two, (True, False): one * (1 - two), (False, True): (1 - one) * two,
        (False, False): (1 - one) * (1 - two),
    }  # fmt: skip
    fought = tree.outcome(state(tree, 0, left=1), ("fight", 2))
    assert chances(fought, lambda t: t.sides[0].empty[1])[True] == two
    assert tree.usable_arms(state(tree, 0, {"empty": (True, False)}), 0) == [1]
    assert tree.usable_arms(state(tree, 0, {"empty": (True, True)}), 0) == [3]


def test_the_blinded_lose_one_activation():
    tree = lane(fighter(gun()), fighter(gun()), policy_a="stand-and-shoot", policy_b="stand-and-shoot")
    s = state(tree, 5, {"blinded": True, "fire": True})
    then = only(tree.activate(s))
    assert (then.turn, tree.who(then), then.left) == (1, 1, 2)
    assert not then.sides[0].blinded
    assert then.sides[0].fire  # nothing else happens
    last = only(tree.activate(state(tree, 5, {}, {"blinded": True}, turn=1)))
    assert last.wait == OVER
    # A's flash blinds B with 2/3 * 1/2; B's gun downs a man with 1/2 * 1/2 * 2/3 a shot
    flash = fighter(gun("flash", "flash", strength="-", d=0, acc_s=1))
    armed = fighter(gun())
    found = duel(flash, armed, distance=5, lane=10, rounds=1, no_aim=True)
    # out, or seriously injured and not back on its feet after recovery
    falls = F(1, 4) * (F(1, 6) + F(1, 2) * F(2, 3))
    assert found["b_wins"] == F(1, 2) * falls + F(1, 2) * (1 - F(1, 3)) * falls


def test_the_blinded_react_on_sixes():
    tree = lane(fighter(blade(), a=1), fighter(knife(), ws=2))
    s = state(tree, 0, {}, {"blinded": True})
    ends = tree.outcome(s, ("fight", 0))
    reacting = next(t for t in ends if t.wait[0] == "react")
    assert reacting.wait.blinded
    found = chances(tree.outcome(reacting, ("react", 0)), lambda t: t.sides[0].down)
    # a six, then Strength 3 against Toughness 3
    assert found[OUT] == F(1, 6) * F(1, 2) * F(1, 6)


def test_burning():
    tree = lane(fighter(gun(), m=5), policy_a="stand-and-shoot")
    s = only(tree.activate(state(tree, 5, {"fire": True})))
    assert tree.by_policy(s) == {("burn", 1): 1}
    hit = {DOWN: F(1, 4), OUT: F(1, 12)}  # 4+ wounds, no armour
    down = tree.outcome(s, ("burn", 1))
    assert {t.turn for t in down if t.wait != OVER} == {1}
    found = chances(down, lambda t: (t.sides[0].down, t.sides[0].fire and t.sides[0].down != OUT))
    assert found == {
        (IN_PLAY, False): F(5, 6),
        (IN_PLAY, True): F(1, 6) * F(2, 3),
        (DOWN, True): F(1, 6) * hit[DOWN],
        (OUT, False): F(1, 6) * hit[OUT],
    }
    assert {t.sides[0].pinned for t in down if t.sides[0].down == IN_PLAY} == {True}
    up = tree.outcome(s, ("burn", 0))
    goes_on = [(t, p) for t, p in up.items() if t.turn == 0]
    assert [(t.left, t.plan, p) for t, p in goes_on if t.wait != OVER] == [(2, ("shoot",), F(1, 6))]
    # it runs towards with 1/2: 4 inches or more end at gap 1, 2 at gap 3
    gaps = chances(
        {t: p for t, p in up.items() if t.turn == 1 and t.sides[0].down == IN_PLAY and t.wait != OVER},
        lambda t: t.gap,
    )
    stays = F(5, 6) * F(2, 3)
    assert gaps[1] == stays * F(1, 2) * F(33, 36)
    assert gaps[3] == stays * F(1, 2) * F(1, 36)
    assert gaps[10] == stays * F(1, 2) * F(30, 36)
    assert sum(gaps.values()) == stays
    for changes in ({"down": DOWN}, {"pinned": True}):
        lying = tree.outcome(state(tree, 5, {"fire": True, **changes}, wait=FIRE), ("burn", 0))
        assert {t.gap for t in lying if t.wait != OVER} == {5}
    touching = only(tree.activate(state(tree, 0, {"fire": True})))
    assert tree.by_policy(touching) == {("burn", 0): 1}
    assert not any(t.sides[0].pinned for t in tree.outcome(touching, ("burn", 1)))


def test_the_burning_do_not_react():
    torch = fighter(blade("torch", "blaze", strength="-"))
    tree = lane(torch, fighter(knife()))
    ends = tree.outcome(state(tree, 0), ("fight", 0))
    # one hit in two, on fire with 4+
    assert sum(p for t, p in ends.items() if t.wait[0] == "react") == F(3, 4)
    together = lane(torch, fighter(knife()), reaction_order="simultaneous")
    ends = together.outcome(state(together, 0), ("fight", 0))
    assert sum(p for t, p in ends.items() if t.wait[0] == "react") == 1


def test_a_push_breaks_contact():
    hammer = fighter(blade("hammer", "knockback", strength="-"))
    tree = lane(hammer, fighter(knife(), s=1))
    ends = tree.outcome(state(tree, 0, {}, {"cover": True}), ("fight", 0))
    pushed = {t: p for t, p in ends.items() if t.gap == 1}
    assert sum(pushed.values()) == F(1, 2)
    assert all(t.wait == ("act",) and not t.sides[1].cover for t in pushed)
    stays = lane(hammer, fighter(knife(), s=1), melee_kb_followup="always")
    assert {t.gap for t in stays.outcome(state(stays, 0), ("fight", 0))} == {0}


def test_disarmed_and_entangled():
    whip = fighter(blade("whip", "disarm entangle", strength="-"))
    tree = lane(whip, fighter(sword()))
    hampered = [t for t in tree.outcome(state(tree, 0), ("fight", 0)) if t.wait.unarmed]
    assert [t.wait.entangled for t in hampered] == [True]
    assert tree.legal(hampered[0]) == [("react", 1)]
    found = chances(tree.outcome(hampered[0], ("react", 1)), lambda t: t.sides[0].down)
    assert found[OUT] == F(1, 6) * F(1, 2) * F(1, 6)  # 6+ to hit
    assert sum(p for t, p in tree.outcome(state(tree, 0), ("fight", 0)).items() if t.wait.unarmed) == F(1, 6)


def test_drag():
    tree = lane(fighter(gun("harpoon", "drag", strength="-", d=0, acc_s=1)), fighter(s=4))
    ends = tree.outcome(state(tree, 3, {}, {"cover": True}), ("shoot", 0))
    # 2/3 hit, 1/2 drag; D3 of 2 and 3 both end at gap 1
    assert chances(ends, lambda t: t.gap) == {3: F(2, 3), 2: F(1, 9), 1: F(2, 9)}


def test_concussed_fighters_retreat_badly():
    card = fighter(i=3)
    tree = lane(card, card)
    assert tree.initiative(0, state(tree, 0)) == F(2, 3)
    assert tree.initiative(0, state(tree, 0, {"concussed": True})) == F(1, 3)
    slow = lane(fighter(i=5), card)
    assert slow.initiative(0, state(slow, 0, {"concussed": True})) == F(1, 6)
    over = state(tree, 5, {"concussed": True}, turn=1, left=0, wait=OVER)
    assert not only(tree.end_phase(over)).sides[0].concussed


def test_charging_the_seriously_injured():
    tree = lane(fighter(FEATHER), policy_a="charge")
    s = only(tree.begin(state(tree, 3, {}, {"down": DOWN})))
    assert tree.by_policy(s) == {("charge",): 1}
    met = only(tree.outcome(s, ("charge",)))
    assert (met.gap, met.sides[1].down) == (0, DOWN)
    assert tree.by_policy(met) == {("free fight", 0): 1}
    assert only(tree.outcome(met, ("free fight", 0))).sides[1].down == OUT
    unforced = only(tree.outcome(met, ("no fight",)))
    assert (unforced.turn, unforced.sides[1].down) == (1, DOWN)
    never = lane(fighter(FEATHER), policy_a="charge", coup_after_fight="False")
    assert only(never.outcome(met, ("free fight", 0))).turn == 1


def test_shooters_who_hurt_themselves():
    tree = lane(fighter(gun("bomb", "unstable", strength="-", d=0)))
    ends = tree.outcome(state(tree, 5), ("shoot", 0))
    assert chances(ends, lambda t: t.sides[0].down)[OUT] == F(1, 12)
    assert all(t.wait == OVER for t in ends if t.sides[0].down == OUT)
    tree = lane(fighter(trait(gun("mortar"), blast=3)), fighter(t=20, w=2))
    ends = tree.outcome(state(tree, 9), ("shoot", 0))
    # a miss, a Hit symbol and a 1, another 1, then a wound
    own = F(1, 2) * F(1, 18) * F(1, 6) * F(1, 2)
    assert chances(ends, lambda t: t.sides[0].down) == {
        IN_PLAY: 1 - own * F(2, 3), DOWN: own * F(1, 2), OUT: own * F(1, 6)
    }  # fmt: skip
    assert {t.turn for t in ends if t.sides[0].down == DOWN} == {1}


def test_a_flame_reaches_eight_inches():
    flamer = gun("flamer", "template", rng_s="-", rng_l="T", strength="-", ammo=4)
    tree = lane(fighter(flamer, wargear=("gold-plated-gun",)), pin_on="attack")
    near = tree.outcome(state(tree, 8, left=1), ("shoot", 0))
    assert chances(near, lambda t: t.sides[1].pinned) == {True: 1}
    far = tree.outcome(state(tree, 9, left=1), ("shoot", 0))
    assert chances(far, lambda t: (t.sides[1].pinned, t.sides[0].empty)) == {
        (False, (True,)): F(1, 12), (False, (False,)): F(11, 12)
    }  # fmt: skip


# ---- policies ----------------------------------------------------------------------------------------------


def test_plans_with_unwieldy_guns():
    heavy, light = gun("heavy", "unwieldy", strength=9, d=3), gun("light", rng_s="4")
    for policy in ("stand-and-shoot", "keep-away"):
        tree = lane(fighter(heavy, light), fighter(m=1), policy_a=policy)
        assert tree.plan(state(tree, 9), 0) == ("shoot",)
        plain = lane(fighter(light), fighter(m=1), policy_a=policy)
        assert plain.plan(state(plain, 9), 0) == ("aim", "shoot")
    # after standing up only the light one is left
    tree = lane(fighter(heavy, light), policy_a="stand-and-shoot")
    s = only(tree.begin(state(tree, 9, {"pinned": True})))
    risen = only(tree.outcome(s, ("stand up",)))
    assert tree.by_policy(risen) == {("shoot", 1): 1}


def test_weapons_by_who_goes_down():
    # both hit with 3+; one Injury die in three leaves its target standing, of two dice one pair in nine: a tie
    sure, deep = gun("sure", strength=4, acc_s=1), gun("deep", d=2, acc_s=1)
    tree = lane(fighter(sure, deep))
    assert [tree.shot(state(tree, 5), 0, k, False).merit[0] for k in (0, 1)] == [
        F(2, 3) * F(2, 3) * F(2, 3), F(2, 3) * F(1, 2) * F(8, 9)
    ]  # fmt: skip
    assert tree.best_gun(state(tree, 5), 0, False) == 1
    # then the chance to go out counts, as with those down already: 1/6 with one die, 11/36 with two
    down = state(tree, 5, {}, {"down": DOWN})
    assert tree.shot(down, 0, 0, False).merit[:2] == (1, F(4, 9) * F(1, 6))
    assert tree.shot(down, 0, 1, False).merit[:2] == (1, F(1, 3) * F(11, 36))
    assert tree.best_gun(down, 0, False) == 1


def test_random_kinds():
    tree = lane(fighter(gun("heavy", "unwieldy", ammo=4), gun("light", ammo=4)), policy_a="random")
    s = state(tree, 1, {"empty": (True, False)}, {"down": DOWN})
    found = tree.by_policy(s)
    kinds_ = ["nothing", "move", "shoot", "aim", "charge", "reload", "coup"]
    assert chances(found, lambda way: way[0]) == dict.fromkeys(kinds_, F(1, 7))
    burning = state(tree, 5, {"fire": True}, wait=FIRE)
    assert tree.by_policy(burning) == {("burn", 0): F(1, 2), ("burn", 1): F(1, 2)}


# ---- whole duels -------------------------------------------------------------------------------------------


def test_one_shot_and_recovery():
    found = duel(fighter(lasgun()), MAN, distance=5, lane=10, rounds=1)
    # hit 2/3, wound 1/2: out 1/18, down 1/6 of which 2/3 do not come back
    assert found["a_wins"] == F(1, 18) + F(1, 6) * F(2, 3)
    assert found["by_round"] == [{"round": 1, "a_standing": 1, "b_standing": 1 - found["a_wins"]}]
    assert found["draw"] == 1 - found["a_wins"]


def test_fists_and_coups():
    found = duel(MAN, fighter(FEATHER), distance=0, lane=4, rounds=1, policy_a="charge", policy_b="charge")
    # an attack wounds with 1/4, and 1/3 at Toughness 2; two wounds of three put down
    # A first: down is finished at once; later its reaction puts down without a coup, and 2/3 do not recover
    a_first = F(1, 6) + F(3, 4) * (F(1, 24) + F(1, 8) * F(2, 3)) + F(1, 12) * (F(1, 18) + F(1, 6) * F(2, 3))
    # B first: A's reaction, then A's activation finishes whoever is down
    b_first = F(1, 6) + F(3, 4) * F(1, 6) + F(1, 12) * F(2, 9)
    assert found["a_wins"] == (a_first + b_first) / 2
    assert found["b_wins"] == 0


@pytest.mark.parametrize("policy", POLICIES)
def test_a_duel_of_equals(policy):
    card = fighter(pistol("p", "plentiful", ammo=4, acc_s=1), knife(), m=3)
    found = duel(
        card, card, distance=3, lane=4, rounds=1 if policy == "random" else 2, policy_a=policy, policy_b=policy,
        cover_a="partial", cover_b="partial",
    )  # fmt: skip
    assert found["a_wins"] == found["b_wins"] > 0
    assert found["a_wins"] + found["b_wins"] + found["draw"] == 1


@pytest.mark.parametrize("policy_b", POLICIES)
@pytest.mark.parametrize("policy_a", POLICIES)
def test_without_injuries_it_is_the_basic_duel(policy_a, policy_b):
    a, b = escher(pistol("stub", acc_s=2), power_sword()), goliath(lasgun(), knife(), w=2)
    setting = {
        "distance": 4, "lane": 6, "rounds": 1, "policy_a": policy_a, "policy_b": policy_b, "cover_b": "partial"
    }  # fmt: skip
    options = {
        "injury_faces": "0,0,6", "test_auto_fail": "nat1_only_hit_rolls", "impossible_shot": "miss",
    }  # fmt: skip
    plain = {name: value for name, value in options.items() if name != "injury_faces"}
    assert duel(a, b, **setting, options=options) == basic.duel(a, b, **setting, options=plain)


A = escher(pistol("p", ammo=4, acc_s=1), m=2)
B = goliath(gun("g", "unwieldy", ammo=5), m=2)


def test_best_play():
    setting = {"distance": 2, "lane": 3, "rounds": 1}
    value = best_value(A, B, **setting)
    for policy in POLICIES:
        assert best_value(A, B, policy_b=policy, **setting) >= value
        assert best_value(A, B, policy_a=policy, **setting) <= value
        found = duel(A, B, policy_a=policy, policy_b="charge", **setting)
        plain = found["a_wins"] - found["b_wins"]
        assert best_value(A, B, policy_a=policy, policy_b="charge", **setting) == plain
    assert best_value(B, A, **setting) == -value


# ---- sums --------------------------------------------------------------------------------------------------

KITS = {
    "flame and torch": fighter(
        gun("flamer", "template blaze unstable", rng_s="-", rng_l="T", ammo=5), blade("torch", "blaze knockback")
    ),
    "bomb and flash": fighter(
        trait(gun("bomb", "grenade knockback", rng_s="-", rng_l="Sx3", ammo=5, d=2), blast=5),
        gun("flash", "flash concussion", strength="-", d=0),
        w=2, wargear=("bio-booster",),
    ),
    "pistols and field": fighter(
        pistol("one", "plentiful", ammo=4), pistol("two", "unstable", ammo=5), whip := blade("whip", "disarm entangle"),
        armour=FLAK, wargear=("refractor",), skills=("unstoppable",),
    ),
    "web and drag": fighter(gun("web", "web drag single-shot", strength=4), knife(), skills=("nerves-of-steel",)),
}  # fmt: skip
OTHERWISE = {
    "charge_d3": "before_declare", "retreat_timing": "after_move", "reaction_order": "simultaneous",
    "charged_prone_reaction": "-1", "recovery_si_flesh": "True", "multi_serious": "flesh_wound",
}  # fmt: skip


@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["defaults", "otherwise"])
@pytest.mark.parametrize(
    ("one", "other"), [("flame and torch", "pistols and field"), ("bomb and flash", "web and drag")]
)
def test_outcomes_sum_to_one(one, other, options):
    tree = lane(KITS[one], KITS[other], "random", "random", lane=5, cover_b="partial", **options)
    todo, seen = list(tree.start(3)), set()
    while todo and len(seen) < 1500:
        s = todo.pop(len(todo) * 7 // 11)
        if s in seen:
            continue
        seen.add(s)
        if s.wait == OVER:
            ends = tree.end_phase(s)
            assert sum(ends.values()) == 1
            todo += [
                t
                for end in ends
                if OUT not in {side.down for side in end.sides}
                for t in tree.next_round(end)
            ]
            continue
        assert sum(tree.by_policy(s).values()) == 1
        for way in tree.legal(s):
            ends = tree.outcome(s, way)
            assert sum(ends.values()) == 1
            assert all(p > 0 for p in ends.values())
            todo += list(ends)
        for side, card in zip(s.sides, tree.cards, strict=True):
            assert side.down == OUT or (0 <= side.wounds <= card.w and 1 <= side.toughness <= card.t)
            assert not (side.pinned and tree.engaged(s))
    assert {s.sides[1].down for s in seen} >= {IN_PLAY, DOWN}
