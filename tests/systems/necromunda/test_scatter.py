"""Blast markers: the worked examples, the arcs against areas and against dice, and what must hold by symmetry."""

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad

from necrostats.errors import UsageError
from necrostats.systems.necromunda import scatter
from necrostats.systems.necromunda.arrangements import MOST_FIGHTERS, arrangement, point
from necrostats.systems.necromunda.scatter import RADIUS, Base, Blast
from tests.conftest import SAMPLES, assert_chance, assert_chances

COORDINATES = st.floats(-9, 9, allow_nan=False)
BASES = st.builds(Base, COORDINATES, COORDINATES, st.sampled_from([25, 28, 32, 40, 60]))
SHOTS = st.builds(
    Blast,
    st.sampled_from(list(RADIUS.values())),
    st.floats(-2, 2),
    st.floats(-2, 2),
    st.lists(BASES, min_size=1, max_size=6).map(tuple),
    st.sampled_from([Fraction(n, 6) for n in range(6)]),
    st.none() | BASES,
)


def at_its_middle(marker, mm, hit=Fraction(0)):
    target = Base(0, 0, mm)
    return scatter.touched(Blast(RADIUS[marker], 0, 0, (target,), hit), target)


# ------------------------------------------------------------------------------------------- worked examples


@pytest.mark.parametrize(
    ("marker", "mm", "expected"), [(3, 25, "1/9"), (3, 32, "5/18"), (5, 25, "5/18"), (5, 32, "4/9")]
)
def test_e52__a_marker_that_scatters_from_its_target(marker, mm, expected):
    assert at_its_middle(marker, mm) == (Fraction(expected), 0)
    assert at_its_middle(marker, mm, Fraction(1, 2)).value == (1 + Fraction(expected)) / 2


@pytest.mark.parametrize(
    ("marker", "mm", "inches"), [(3, 25, 1), (3, 32, 2), (5, 25, 2), (5, 32, 3), (3, 25.4, 2)]
)
def test_touching_inches(marker, mm, inches):
    assert scatter.touching_inches(RADIUS[marker], mm) == inches


def test_touching_inches__no_more_than_a_die_gives():
    assert scatter.touching_inches(2.5, 400) == 6


def test_e53__misfires():
    missed, shot = scatter.landings(Fraction(0)), scatter.landings(Fraction(1, 2))
    assert (missed["dud"], missed["on_shooter"]) == (Fraction(5, 108), Fraction(1, 108))
    assert shot["on_shooter"] == Fraction(1, 216)
    assert sum(missed.values()) == sum(shot.values()) == 1


def test_mean_under_a_marker__by_where_it_lands():
    shot = Blast(1.5, 0, 0, arrangement("line of 3 at 1 inch"), Fraction(1, 2), shooter=Base(0, 1))
    means = {place: scatter.mean_under(shot, place).value for place in scatter.landings(shot.hit)}
    assert (means["stays"], means["dud"], means["on_shooter"], means["6"]) == (2, 0, 1, 0)
    total = sum(p * means[place] for place, p in scatter.landings(shot.hit).items())
    assert float(total) == pytest.approx(sum(n * float(p.value) for n, p in scatter.hits(shot).items()))


def test_a_misfire_reaches_who_stands_by_the_shooter():
    near, far = Base(0, -9), Base(0, -20)
    shot = Blast(1.5, 0, 0, (near, far), Fraction(1, 2), shooter=Base(0, -10.5))
    assert scatter.touched(shot, near).value == Fraction(1, 216)
    assert scatter.touched(shot, far).value == 0
    assert scatter.touched(shot._replace(shooter=None), near).value == 0


def test_a_line_worked_by_hand():
    """Radius 1.5 and half an inch of base: 2 inches away, a scatter of 2 touches within 60 degrees to each side."""
    second = Base(2, 0, 25.4)
    assert scatter.arc(Blast(1.5, 0, 0, (), Fraction(0)), second, 2).half == pytest.approx(math.pi / 3)
    assert scatter.touches(1.5, 0, 0, second)
    assert not scatter.touches(1.5, 0, 0, Base(2.01, 0, 25.4))


def test_a_base_that_says_nothing():
    assert Base(1, 2) == Base(1, 2, 25, "")


def test_a_marker_that_just_reaches_back_to_its_middle():
    """Radius 1.5 and half an inch of base: a scatter of 2 inches touches at the edge, whatever its direction."""
    aimed = Base(0, 0, 25.4)
    shot = Blast(1.5, 0, 0, (aimed,), Fraction(0))
    assert [scatter.arc(shot, aimed, n) for n in (2, 3)] == [(0, math.pi, 0), (0, 0, 0)]


def test_exact_chances_stay_fractions():
    aimed, far = Base(0, 0), Base(40, 0)
    law = scatter.hits(Blast(1.5, 0, 0, (aimed, far), Fraction(0)))
    assert law == {0: (Fraction(8, 9), 0), 1: (Fraction(1, 9), 0)}
    half = scatter.Known(Fraction(1, 2))
    assert scatter.mixed([(Fraction(0), scatter.Known(0.1, 0.2)), (Fraction(1), half)]) == half
    assert all(isinstance(known.value, Fraction) for known in [*law.values(), scatter.mixed([(1, half)])])


def test_the_error_of_a_ring_is_that_of_its_arcs():
    near = Base(2, 0, 25.4)
    shot = Blast(1.5, 0, 0, (near,), Fraction(0))
    share = scatter.arc(shot, near, 2).share
    known = scatter.mean_under(shot, "2")
    assert known.error == pytest.approx(share.error + 4 * scatter.ROUNDING * known.value, rel=1e-6, abs=0)


def test_two_on_opposite_sides_are_never_touched_together():
    shot = Blast(1.5, 0, 0, (Base(3, 0), Base(-3, 0)), Fraction(0))
    law = scatter.hits(shot)
    assert set(law) == {0, 1}
    assert law[1].value == pytest.approx(2 * scatter.when_missed(shot, shot.bases[0]).value, abs=1e-14)


# ------------------------------------------------------------------------------------- the arcs, other ways


def lens(c, s, R):
    """The area that circles of radius s and R have in common, their centres c apart."""
    if c >= s + R:
        return 0.0
    if c <= abs(s - R):
        return math.pi * min(s, R) ** 2
    a = math.acos((c * c + s * s - R * R) / (2 * c * s))
    b = math.acos((c * c + R * R - s * s) / (2 * c * R))
    kite = math.sqrt((s + R - c) * (c + s - R) * (c - s + R) * (c + s + R)) / 2
    return s * s * a + R * R * b - kite


@given(BASES, st.sampled_from([1.5, 2.5]))
@settings(max_examples=30)
def test_arcs_add_up_to_the_area_in_common(base, radius):
    """Arc by arc, the circles around the aim cover what a marker's landing circle has in common with its target's."""
    shot = Blast(radius, 0, 0, (base,), Fraction(0))
    away, reach = math.hypot(base.x, base.y), radius + base.radius
    edges = sorted({min(6.0, max(1.0, abs(e))) for e in (away - reach, away + reach)} | {1.0, 6.0})
    total = sum(
        quad(lambda s: 2 * math.pi * s * float(scatter.arc(shot, base, s).share.value), low, high)[0]
        for low, high in pairwise(edges)
    )
    assert total == pytest.approx(lens(away, 6, reach) - lens(away, 1, reach), abs=1e-6)


def landed(shot, samples, seed):
    """Which of the bases each thrown marker touches: every die of the book, and nothing of the module's."""
    dice = np.random.default_rng(seed)
    missed = dice.integers(shot.hit.denominator, size=samples) >= shot.hit.numerator
    symbols, inches, misfires = (dice.integers(1, 7, size=samples) for _ in range(3))
    way = np.exp(2j * math.pi * dice.random(samples))
    points = complex(shot.x, shot.y) + missed * inches * way
    misfired = (
        missed & (symbols <= 2) & (inches == 1)
    )  # two of the six faces of a Scatter die are Hit symbols
    mine, lost = misfired & (misfires == 1), misfired & (misfires > 1)
    if shot.shooter is None:
        lost |= mine
    else:
        points[mine] = complex(shot.shooter.x, shot.shooter.y)
    under = [
        (abs(points - complex(b.x, b.y)) <= shot.radius + b.mm / 50.8 + 1e-9) & ~lost for b in shot.bases
    ]
    return np.array(under)


@given(SHOTS)
@settings(max_examples=25)
def test_closed_form_against_dice(shot):
    under = landed(shot, SAMPLES, seed=1)
    counted = under.sum(axis=1).tolist(), np.bincount(under.sum(axis=0), minlength=len(under) + 1).tolist()
    law = {n: known.value for n, known in scatter.hits(shot).items()}
    for single, at_once in (counted, scatter.thrown(shot, SAMPLES, seed=2)):
        for count, base in zip(single, shot.bases, strict=True):
            assert_chance(count, SAMPLES, scatter.touched(shot, base).value)
        assert_chances({n: count for n, count in enumerate(at_once) if count}, law)


def test_thrown__repeats_by_its_seed_and_in_batches():
    shot = Blast(2.5, 0, 0, arrangement("ring of 4 at 0.5 inch"), Fraction(1, 2), Base(0, -9))
    assert scatter.thrown(shot, 1000, 7) == scatter.thrown(shot, 1000, 7) != scatter.thrown(shot, 1000, 8)
    assert sum(scatter.thrown(shot, 1000, 7, batch=300)[1]) == 1000


# ------------------------------------------------------------------------------------------- what must hold


@given(SHOTS)
def test_numbers_at_once_sum_to_one_and_to_the_mean(shot):
    law = scatter.hits(shot)
    error = sum(known.error for known in law.values()) * (len(shot.bases) + 1) + 1e-15
    mean = sum(scatter.touched(shot, base).value for base in shot.bases)
    assert abs(sum(known.value for known in law.values()) - 1) <= error
    assert abs(sum(n * known.value for n, known in law.items()) - mean) <= error + 1e-14
    assert error < 1e-6


@given(SHOTS, st.floats(0, math.tau))
def test_turning_the_table_changes_nothing(shot, turn):
    def turned(x, y):
        return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)

    bases = tuple(Base(*turned(b.x, b.y), b.mm) for b in shot.bases)
    shooter = shot.shooter and Base(*turned(shot.shooter.x, shot.shooter.y), shot.shooter.mm)
    x, y = turned(shot.x, shot.y)
    other = Blast(shot.radius, x, y, bases, shot.hit, shooter)
    for before, after in zip(shot.bases, bases, strict=True):
        one, two = scatter.touched(shot, before), scatter.touched(other, after)
        assert float(one.value) == pytest.approx(float(two.value), abs=1e-6)


@given(SHOTS)
def test_a_larger_base_and_a_larger_marker_are_touched_at_least_as_often(shot):
    base = shot.bases[0]
    chances = [scatter.touched(shot, base._replace(mm=mm)).value for mm in (25, 28, 32, 40, 60)]
    chances.append(scatter.touched(shot._replace(radius=shot.radius + 1), base._replace(mm=60)).value)
    assert all(one <= other + 1e-12 for one, other in pairwise(chances))


@pytest.mark.parametrize("off", [0, 1e-12, -1e-12, 1e-7])
def test_the_error_covers_a_tangent(off):
    """Where the circles just touch, the arc cosine loses half its digits, and the bound says so."""
    base = Base(4 + off, 0, 25.4)
    arc = scatter.arc(Blast(1.5, 0, 0, (base,), Fraction(0)), base, 6)
    assert (
        abs(arc.half - math.acos(min(1.0, (16 + 8 * off + 36 - 4) / (2 * (4 + off) * 6))))
        <= arc.error + 1e-12
    )
    assert (arc.error > 0) == (off >= 0)
    assert arc.error < 1e-6


# --------------------------------------------------------------------------------------------- arrangements


def test_arrangement__coordinates():
    first, second, third = arrangement("0,0 -1.5,.5@32=kaiya; 3,0", mm=28)
    assert first == Base(0, 0, 28, "1")
    assert second == Base(-1.5, 0.5, 32, "kaiya")
    assert third.name == "3"


@pytest.mark.parametrize(
    "text", ["line of 3 at 1 inch", 'line of 3 at 1"', "Line  of 3 at 1.0 inches", "line of 3 at 1"]
)
def test_arrangement__a_line(text):
    bases = arrangement(text)
    assert [base.y for base in bases] == [0, 0, 0]
    assert bases[2].x - bases[1].x == bases[1].x == pytest.approx(1 + 25 / 25.4)


def test_arrangement__a_ring_stands_around_the_first():
    first, *ring = arrangement("ring of 4 at 0.5 inch @32")
    assert (first.x, first.y, len(ring)) == (0, 0, 4)
    for base in ring:
        assert math.hypot(base.x, base.y) == pytest.approx(0.5 + 32 / 25.4)
    shot = Blast(1.5, 0, 0, (first, *ring), Fraction(1, 2))
    chances = [float(scatter.touched(shot, base).value) for base in ring]
    assert chances == pytest.approx([chances[0]] * 4)
    assert scatter.overlapping(ring) == []


def test_overlapping():
    assert scatter.overlapping(arrangement("ring of 12 at 0 inch"))
    assert scatter.overlapping(arrangement("line of 12 at 0 inch")) == []


@pytest.mark.parametrize(
    "text",
    ["", " ", "nan,0", "0", "1,2,3", "0,0@0", "0,0@500", "1e9,0", "2000,0", "0,0=", "line of 0 at 1 inch",
     "line of 500 at 1 inch", "ring of 3 at -1 inch", "square of 4 at 1 inch", " ".join(["0,0"] * (MOST_FIGHTERS + 1)),
     "line of 99999999999999999999 at 1 inch", None, 3],
)  # fmt: skip
def test_arrangement__refuses(text):
    with pytest.raises(UsageError) as refused:
        arrangement(text)
    assert refused.value.hint


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "inf,0", "0,0@32", "1000,0", None])
def test_point__refuses(text):
    with pytest.raises(UsageError):
        point(text)
