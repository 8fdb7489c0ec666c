"""Exact laws, against counting all faces of all dice, and cases with known answers."""

from fractions import Fraction
from itertools import product
from math import comb, prod

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine import dice as primitives
from necrostats.engine.dice import d6, die, in_turn, note, passes, repeat, sums, until
from necrostats.engine.enumerating import Enumerating, Law, law, law_after, law_from, sum_weights

F = Fraction
FACES = range(1, 7)


def chances(step):
    return law(step).chances()


# ------------------------------------------------------------------ primitives


@pytest.mark.parametrize("need", range(-1, 10))
def test_passes(need):
    p = F(min(6, max(0, 7 - need)), 6)
    assert law(lambda dice: passes(dice, need, 0)).p(bool) == p
    asked = Enumerating()
    assert len(list(asked.walk(lambda dice: passes(dice, need, 0)))) == (1 if p in (0, 1) else 2)


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7])
def test_die(sides):
    assert chances(lambda dice: die(dice, sides, 0)) == {n: F(1, sides) for n in range(1, sides + 1)}


def test_d6__need_is_only_told():
    for need in (0, 4, 7):
        assert chances(lambda dice, need=need: d6(dice, need, 0)) == {n: F(1, 6) for n in FACES}


def test_sums__all_faces():
    for count, sides in product((1, 2, 3), (1, 3, 6)):
        counted = {}
        for faces in product(range(1, sides + 1), repeat=count):
            counted[sum(faces)] = counted.get(sum(faces), 0) + F(1, sides**count)
        assert chances(lambda dice, c=count, s=sides: sums(dice, c, s, 0)) == counted
    assert sum_weights(0, 6) == (1,)
    assert chances(lambda dice: sums(dice, 0, 6, 0)) == {0: 1}  # no dice are a sure 0


def test_note_changes_nothing():
    def told(dice):
        note(dice, 0, 3)
        return d6(dice, 0, 0)

    assert chances(told) == {n: F(1, 6) for n in FACES}


def test_no_dice_is_a_sure_thing():
    assert law(lambda dice: "done") == Law(("done",), (1,), 1)


def one(what, state, dice):
    return state + (1 if passes(dice, what, 0) else 0)


@given(st.integers(0, 6), st.integers(0, 8))
def test_repeat__binomial(times, need):
    p = F(min(6, max(0, 7 - need)), 6)
    expected = {k: comb(times, k) * p**k * (1 - p) ** (times - k) for k in range(times + 1)}
    assert chances(lambda dice: repeat(dice, times, one, need, 0)) == {k: q for k, q in expected.items() if q}


def test_repeat__none_or_less():
    for times in (0, -1):
        assert law(lambda dice, n=times: repeat(dice, n, one, 3, 7)).chances() == {7: 1}


def test_repeat__a_thousand_do_not_explode():
    found = law_after(one, 4, 0, 300)
    assert sum(found.weights) == found.total
    assert len(found.outcomes) == 301
    assert found.p(lambda n: n == 0) == F(1, 2) ** 300  # exact, however small
    assert law_after(one, 4, 0, 1) == law_from(one, 4, 0)


def add(what, state, dice):
    return state + die(dice, what, 0)


def halve(what, state, dice):
    return state // 2 if passes(dice, 4, 0) else state


def cut(what, state, dice):
    return min(state, sums(dice, 2, what, 0))


@given(
    st.lists(st.sampled_from([add, halve, cut]), min_size=1, max_size=4), st.integers(1, 4), st.integers(0, 5)
)
def test_in_turn__is_one_step_after_another(steps, what, state):
    """Merged after each phase, or walked to the end in one tree: the same law."""

    def whole(dice):
        now = state
        for one_step in steps:
            now = one_step(what, now, dice)
        return now

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(primitives, "STEPS", [])
        together = in_turn(*steps)
    assert law_from(together, what, state).chances() == chances(whole)
    assert chances(lambda dice: together(what, state, dice)) == chances(whole)


def again(what, dice):
    face = d6(dice, 0, 0)
    return -1 if face >= what else face


def test_until__what_is_kept_is_scaled_up():
    assert chances(lambda dice: until(dice, again, 4)) == {1: F(1, 3), 2: F(1, 3), 3: F(1, 3)}
    assert chances(lambda dice: until(dice, again, 7)) == {n: F(1, 6) for n in FACES}


# ------------------------------------------------------------------ trees


@st.composite
def trees(draw, depth=3):
    """A tree of rolls: what to roll, and what follows on each of its outcomes."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.integers(0, 3))
    kind = draw(st.sampled_from(("passes", "d3", "d2")))
    size = {"passes": 2, "d3": 3, "d2": 2}[kind]
    need = draw(st.integers(0, 8))
    return kind, need, [draw(trees(depth=depth - 1)) for _ in range(size)]


def climb(tree, dice):
    while isinstance(tree, tuple):
        kind, need, branches = tree
        if kind == "passes":
            tree = branches[int(passes(dice, need, 0))]
        else:
            tree = branches[die(dice, int(kind[1]), 0) - 1]
    return tree


def count(tree):
    if not isinstance(tree, tuple):
        return {tree: F(1)}
    kind, need, branches = tree
    hit = F(min(6, max(0, 7 - need)), 6)
    weights = [1 - hit, hit] if kind == "passes" else [F(1, len(branches))] * len(branches)
    found = {}
    for weight, branch in zip(weights, branches, strict=True):
        for end, p in count(branch).items():
            found[end] = found.get(end, 0) + weight * p
    return {end: p for end, p in found.items() if p}


@given(trees())
def test_law__of_any_tree(tree):
    found = law(lambda dice: climb(tree, dice))
    assert found.chances() == count(tree)
    assert sum(found.weights) == found.total


def test_law__of_and_p():
    found = Law(("a", "bb", "cc"), (1, 2, 3), 6)
    assert found.of(len) == {1: F(1, 6), 2: F(5, 6)}
    assert found.p(lambda o: o == "zz") == 0
    assert found.p(lambda o: True) == 1


def test_law__weights_in_lowest_terms():
    found = law(lambda dice: d6(dice, 0, 0) > 3)
    assert (sorted(found.weights), found.total) == ([1, 1], 2)


# ------------------------------------------------------------------ oracles and known answers


@pytest.mark.parametrize("n", [1, 2, 4])
def test_highest__icepool(n):
    def highest(what, state, dice):
        return max(state, d6(dice, 0, 0))

    oracle = icepool.d6.highest(n)
    ours = chances(lambda dice: repeat(dice, n, highest, 0, 0))
    assert ours == {face: F(w, oracle.denominator()) for face, w in oracle.items()}


@pytest.mark.parametrize("n", [2, 3])
def test_re_rolled_hits_then_wounds__icepool(n):
    """Hit on 4+ with ones rolled again once, wound on 3+ with failures rolled again."""

    def attack(what, state, dice):
        face = d6(dice, 4, 0)
        if face == 1:
            face = d6(dice, 4, 0)
        if face < 4:
            return state
        return state + (1 if passes(dice, 3, 0) or passes(dice, 3, 0) else 0)

    hit = icepool.d6.reroll([1], depth=1) >= 4
    wound = icepool.d6.reroll([1, 2], depth=1) >= 3
    oracle = n @ (hit & wound).map({True: 1, False: 0})
    ours = chances(lambda dice: repeat(dice, n, attack, 0, 0))
    assert ours == {k: F(w, oracle.denominator()) for k, w in oracle.items()}


def test_known__hit_wound_save_and_d3_damage():
    """Two attacks 3+, 4+, save 3+, D3 damage."""

    def attack(what, lost, dice):
        if not passes(dice, 3, 0) or not passes(dice, 4, 0) or passes(dice, 3, 0):
            return lost
        return lost + die(dice, 3, 0)

    found = chances(lambda dice: repeat(dice, 2, attack, 0, 0))
    assert found == {
        0: F(64, 81),
        1: F(16, 243),
        2: F(49, 729),
        3: F(50, 729),
        4: F(3, 729),
        5: F(2, 729),
        6: F(1, 729),
    }


def test_known__no_injury_after_ten_dice():
    """Hit 4+ with ones again, wound 3+ with failures again, save 5+; then an injury die for each that is not saved."""

    def unharmed(what, hurt, dice):
        face = d6(dice, 4, 0)
        if face == 1:
            face = d6(dice, 4, 0)
        wounded = face >= 4 and (passes(dice, 3, 0) or passes(dice, 3, 0))
        return hurt + (1 if wounded and not passes(dice, 5, 0) else 0)

    found = law(lambda dice: repeat(dice, 10, unharmed, 0, 0)).p(lambda hurt: hurt == 0)
    assert float(found) == pytest.approx(0.014384954986, abs=1e-12)


def test_known__kills_on_models_with_two_wounds():
    """20 attacks 3+, 4+, save 5+, D3 damage, W2 models, nothing spills over: mean kills, exactly 3, 3 or more."""

    def attack(what, state, dice):
        kills, lost = state
        if not passes(dice, 3, 0) or not passes(dice, 4, 0) or passes(dice, 5, 0):
            return state
        lost += die(dice, 3, 0)
        return (kills + 1, 0) if lost >= 2 else (kills, lost)

    kills = law(lambda dice: repeat(dice, 20, attack, 0, (0, 0))).of(lambda state: state[0])
    assert sum(kills.values()) == 1
    assert float(sum(k * p for k, p in kills.items())) == pytest.approx(3.270888755, abs=1e-9)
    assert float(kills[3]) == pytest.approx(0.254919, abs=1e-6)
    assert float(sum(p for k, p in kills.items() if k >= 3)) == pytest.approx(0.669224, abs=1e-6)
    assert 0 < sum(p for k, p in kills.items() if k >= 14) < F(1, 10**7)  # rare, not impossible


def test_known__three_gates():
    gate = law(lambda dice: passes(dice, 3, 0) and passes(dice, 3, 0) and passes(dice, 3, 0))
    assert gate.p(bool) == F(8, 27)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_known__at_least_one_1(n):
    none = law(lambda dice: repeat(dice, n, one, 2, 0)).p(lambda passed: passed == n)
    assert 1 - none == 1 - prod([F(5, 6)] * n)


def test_known__highest_three_of_ten():
    """A state may be any value that can be hashed."""

    def add(what, kept, dice):
        return tuple(sorted((*kept, d6(dice, 0, 0)))[-3:])

    found = law(lambda dice: repeat(dice, 10, add, 0, ())).p(lambda kept: sum(kept) == 18)
    sixes = sum(comb(10, k) * F(1, 6) ** k * F(5, 6) ** (10 - k) for k in range(3, 11))
    assert found == sixes == F(566299, 2519424)
