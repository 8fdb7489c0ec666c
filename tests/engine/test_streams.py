"""The one generator of random numbers, against its authors' figures and by counting."""

import inspect
import re
from collections import Counter
from itertools import pairwise, product

import pytest

from necrostats.engine import streams
from necrostats.engine.streams import (
    GOLDEN,
    M61,
    M64,
    SIXES,
    SIXES_REST,
    WORDS,
    below,
    face,
    key_of,
    mix,
    next64,
    reseed,
    throw,
    word,
)
from tests.conftest import INTERPRETED

pytestmark = pytest.mark.sampled
TRIALS = 5_000 if INTERPRETED else 20_000


def stream(seed, trial):
    state = [0] * WORDS
    reseed(state, key_of(seed), trial)
    return state


# ------------------------------------------------------------------ the generator


def test_next64__reference_figures():
    """The first words of xoshiro256++ from the state 1, 2, 3, 4, as its reference implementation gives them."""
    state = [1, 2, 3, 4, 0, 0]
    assert [next64(state) for _ in range(10)] == [
        41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162,
        14011001112246962877, 12406186145184390807, 15849039046786891736, 10450023813501588000,
    ]  # fmt: skip


def test_mix__reference_figures():
    """SplitMix64 from the seed 1234567."""
    assert [mix(word(1234567 + (i + 1) * GOLDEN)) for i in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


def test_words_have_64_bits():
    assert word(-1) == M64
    state = stream(2**63 - 1, 10**12)
    assert all(0 <= x <= M64 for x in state)
    assert all(0 <= next64(state) <= M64 for _ in range(100))


def test_reseed__forgets_everything():
    state = stream(5, 7)
    fresh = list(state)
    for _ in range(21):
        face(state)
    reseed(state, key_of(5), 7)
    assert (state[:4], state[5]) == (fresh[:4], 0)


# ------------------------------------------------------------------ fair dice


def small(function, bits, dice, sides=6):
    """A generator's function with words of so many bits instead of 61 (or 32), and fewer dice to a word."""
    text = re.sub(r"@step\n", "", inspect.getsource(function))
    text = text.replace("M61", "M").replace("word(61)", f"word({bits})").replace("word(16)", f"word({dice})")
    text = text.replace("M32", "M").replace("word(32)", f"word({bits})").replace("1 << 32", f"1 << {bits}")
    found = {
        "word": word,
        "M": (1 << bits) - 1,
        "SIXES": 6**dice,
        "SIXES_REST": (1 << bits) % 6**dice,
        "next64": lambda s: s[0].pop(),
    }
    exec(text, found)
    return found[function.__name__]


@pytest.mark.parametrize(("bits", "dice"), [(4, 1), (6, 2), (8, 3), (11, 3), (13, 4)])
def test_face__every_row_of_dice_equally_often(bits, dice):
    """All words of few bits, each once: what is kept falls on every row of faces as often as on any other."""
    roll, rows = small(face, bits, dice), Counter()
    for x in range(1 << bits):
        state = [[x], 0, 0, 0, 0, 0]
        try:
            rows[tuple(roll(state) for _ in range(dice))] += 1
        except IndexError:  # the word was drawn again, and there is no other
            continue
    assert set(rows) == set(product(range(1, 7), repeat=dice))
    assert set(rows.values()) == {(1 << bits) // 6**dice}


@pytest.mark.parametrize("sides", [1, 2, 3, 5, 7, 20, 100])
def test_below__every_number_equally_often(sides):
    bits = 9
    roll, found = small(below, bits, 0), Counter()
    for x in range(1 << bits):
        try:
            found[roll([[x << bits]], sides)] += 1
        except IndexError:
            continue
    assert set(found) == set(range(sides))
    assert set(found.values()) == {(1 << bits) // sides}


def test_the_figures_that_make_it_fair():
    assert M61 == 2**61 - 1
    assert SIXES == 6**16
    assert SIXES_REST == 2**61 % 6**16
    assert SIXES < 2**61
    assert 6 * 2**61 < 2**64  # a digit more never leaves the word


def test_sixteen_dice_to_a_word():
    state = stream(1, 1)
    untouched = list(state)
    next64(untouched)
    for _ in range(16):
        face(state)
    assert state[:4] == untouched[:4]
    face(state)
    assert state[:4] != untouched[:4]


def test_throw__sides():
    state = stream(9, 9)
    for sides in (1, 2, 3, 4, 6, 8, 10, 100):
        assert {throw(state, sides) for _ in range(60)} <= set(range(1, sides + 1))


# ------------------------------------------------------------------ unrelated streams


def chi_square(pairs):
    """Of counts of pairs of faces against 1/36 each: 35 degrees of freedom if they are fair and unrelated."""
    counts = Counter(pairs)
    expected = counts.total() / 36
    return sum((counts[pair] - expected) ** 2 / expected for pair in product(range(1, 7), repeat=2))


def fair(pairs):
    # 1e-9 of all fair runs lie beyond 100 at 35 degrees of freedom
    return chi_square(pairs) < 100


FIRST = [face(stream(1, trial)) for trial in range(TRIALS)]


@pytest.mark.parametrize("lag", [1, 2, 3, 4, 7])
def test_trials__first_dice_of_neighbours(lag):
    assert fair(list(zip(FIRST, FIRST[lag:], strict=False)))


def test_trials__one_die_and_the_next():
    pairs = []
    for trial in range(TRIALS // 10):
        state = stream(2, trial)
        dice = [face(state) for _ in range(40)]
        pairs += zip(dice[::2], dice[1::2], strict=True)
    assert fair(pairs)


@pytest.mark.parametrize("at", [0, 15, 16, 17, 33])
def test_trials__later_dice_of_neighbours(at):
    """Across the words of a stream and of the next one."""
    rolled = []
    for trial in range(TRIALS // 5):
        state = stream(3, trial)
        rolled.append([face(state) for _ in range(34)])
    for other in (0, 16):
        assert fair([(mine[at], next_[other]) for mine, next_ in pairwise(rolled)])


def test_seeds__first_dice_of_neighbours():
    rolled = [face(stream(seed, 0)) for seed in range(TRIALS)]
    assert fair(list(pairwise(rolled)))
    assert fair(list(zip(rolled, FIRST, strict=True)))
    assert len({key_of(seed) for seed in range(TRIALS)}) == TRIALS


def test_streams_share_no_words():
    """No word of a stream's state turns up in that of another trial or another seed."""
    seen = Counter()
    for seed, trial in product(range(5), range(400)):
        seen.update(stream(seed, trial)[:4])
    assert max(seen.values()) == 1


def test_largest_seed_and_trial():
    assert stream(2**63 - 1, 10**12) != stream(2**63 - 1, 10**12 - 1)
    assert streams.key_of(2**63 - 1) <= M64
