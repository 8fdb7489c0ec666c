"""Seeds and streams: every random number comes from here.

Trial *i* of a run draws from a stream fixed by (seed, *i*) alone, so threads, batches and extended runs change nothing
but the time. One generator in plain whole numbers, xoshiro256++ of Blackman and Vigna seeded by SplitMix64, is compiled
for sampling and runs as it is for told fights: ``word`` keeps 64 bits, its compiled twin is a uint64.

A stream is an array of six words: 0 to 3 the generator, 4 a fraction of 61 bits, 5 how many D6 are left in it.
"""

from typing import Any

from necrostats.engine.dice import step

M64 = (1 << 64) - 1
M61 = (1 << 61) - 1
M32 = (1 << 32) - 1
SIXES = 6**16
SIXES_REST = (1 << 61) % SIXES
GOLDEN = 0x9E3779B97F4A7C15
WORDS = 6


def word(x: Any) -> Any:
    """The low 64 bits of *x*."""
    return x & M64


@step
def mix(x):  # type: ignore[no-untyped-def]
    """SplitMix64's finaliser."""
    z = word((x ^ (x >> word(30))) * word(0xBF58476D1CE4E5B9))
    z = word((z ^ (z >> word(27))) * word(0x94D049BB133111EB))
    return z ^ (z >> word(31))


@step
def rotl(x, k):  # type: ignore[no-untyped-def]
    """*x* with its 64 bits turned left by *k*."""
    return word(word(x << word(k)) | (x >> word(64 - k)))


@step
def next64(s):  # type: ignore[no-untyped-def]
    """The next 64 bits of xoshiro256++."""
    result = word(rotl(word(s[0] + s[3]), 23) + s[0])
    t = word(s[1] << word(17))
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotl(s[3], 45)
    return result


@step
def reseed(s, key, trial):  # type: ignore[no-untyped-def]
    """Set the stream of one trial; *key* is that of the seed.

    The trial is mixed before SplitMix64 steps on from it, so that the words of one trial are not those of the next.
    """
    x = mix(word(word(key) + word(word(trial) * word(GOLDEN))))
    for i in range(4):
        x = word(x + word(GOLDEN))
        s[i] = mix(x)
    s[5] = word(0)


@step
def face(s):  # type: ignore[no-untyped-def]
    """A D6, sixteen of them from one word; a word whose dice would be biased is drawn again."""
    if s[5] == word(0):
        x = next64(s) & word(M61)
        while word(x * word(SIXES)) & word(M61) < word(SIXES_REST):
            x = next64(s) & word(M61)
        s[4] = x
        s[5] = word(16)
    x = word(s[4] * word(6))
    s[4] = x & word(M61)
    s[5] = word(s[5] - word(1))
    return int(x >> word(61)) + 1


@step
def below(s, sides):  # type: ignore[no-untyped-def]
    """A whole number from 0 to *sides* - 1, each exactly as likely."""
    n = word(sides)
    rest = word(1 << 32) % n
    x = word((next64(s) >> word(32)) * n)
    while x & word(M32) < rest:
        x = word((next64(s) >> word(32)) * n)
    return int(x >> word(32))


@step
def throw(s, sides):  # type: ignore[no-untyped-def]
    """One die of *sides* sides."""
    return face(s) if sides == 6 else below(s, sides) + 1


def key_of(seed: int) -> int:
    """The key of a seed, from 0 to 2^63 - 1: neighbouring seeds get unrelated streams.

    >>> key_of(0) == key_of(1)
    False
    """
    return int(mix(word(seed + GOLDEN)))
