from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from necrostats.engine import decide
from necrostats.engine.decide import MANY, TIE, Layer, equilibrium

# Two nodes: the first with three options, the second with one. Values stand at positions 0 to 3.
LAYER = Layer(
    nodes=np.array([7, 9]),
    first_option=np.array([0, 3]),
    options=np.array([10, 11, 12, 20]),
    first_edge=np.array([0, 1, 3, 4]),
    to=np.array([0, 1, 2, 3, 0, 3]),
    p=np.array([1.0, 0.25, 0.75, 1.0, 0.5, 0.5]),
)
VALUES = np.array([0.5, 1.0, 0.0, -1.0])


@pytest.mark.parametrize("many", [0, MANY])
def test_expect__by_sums_and_by_a_sparse_matrix(monkeypatch, many):
    monkeypatch.setattr(decide, "MANY", many)
    layer = replace(LAYER)  # which has no matrix yet
    assert layer.expect(VALUES).tolist() == [0.5, 0.25, -1.0, -0.25]
    both = np.stack([VALUES, 2 * VALUES], axis=1)
    assert layer.expect(both).tolist() == [[0.5, 1.0], [0.25, 0.5], [-1.0, -2.0], [-0.25, -0.5]]
    further = np.append(VALUES, [7.0, 8.0])  # nodes to which nothing leads
    assert layer.expect(further).tolist() == [0.5, 0.25, -1.0, -0.25]
    loop = Layer(*(np.zeros(1, np.int64),) * 5, np.ones(1))
    assert loop.expect(np.array([0.5])).tolist() == [0.5]
    assert loop.most_terms == 1


def test_node_of_option():
    assert LAYER.node_of_option.tolist() == [0, 0, 0, 1]


def test_best__the_first_within_rounding():
    assert LAYER.best(np.array([0.5, 0.25, -1.0, -0.25])).tolist() == [0, 3]
    assert LAYER.best(np.array([0.5, 0.5 + TIE / 2, -1.0, 0.0])).tolist() == [0, 3]
    assert LAYER.best(np.array([0.5, 0.5 + 3 * TIE, -1.0, 0.0])).tolist() == [1, 3]
    columns = np.array([[0.0, 1.0], [1.0, 0.0], [0.5, 2.0], [0.0, 0.0]])
    assert LAYER.best(columns).tolist() == [[1, 2], [3, 3]]


def test_best__the_least_with_the_sign_turned():
    assert LAYER.best(-np.array([0.5, 0.25, -1.0, -0.25])).tolist() == [2, 3]


def test_mix():
    weights = np.array([0.5, 0.25, 0.25, 1.0])
    assert LAYER.mixed(weights).expect(VALUES).tolist() == [0.25 + 0.0625 - 0.25, -0.25]


@pytest.mark.parametrize("kept", [[0, 3], [1, 3], [0, 2, 3], [0, 1, 2, 3]])
def test_only(kept):
    layer = LAYER.only(np.array(kept))
    assert layer.options.tolist() == LAYER.options[kept].tolist()
    assert layer.expect(VALUES).tolist() == LAYER.expect(VALUES)[kept].tolist()
    assert layer.nodes.tolist() == [7, 9]
    assert layer.first_option.tolist() == [0, len(kept) - 1]


@pytest.mark.parametrize("some", [[0], [1], [0, 1]])
def test_of(some):
    layer = LAYER.of(np.array(some))
    options = [i for i, node in enumerate(LAYER.node_of_option.tolist()) if node in some]
    assert layer.nodes.tolist() == LAYER.nodes[some].tolist()
    assert layer.expect(VALUES).tolist() == LAYER.expect(VALUES)[options].tolist()


def test_only_node():
    layer = LAYER.only_node(1, 3)
    assert (layer.nodes.tolist(), layer.options.tolist()) == ([7], [11, 12])
    assert (layer.first_option.tolist(), layer.first_edge.tolist()) == ([0], [0, 2])
    assert layer.expect(VALUES).tolist() == LAYER.expect(VALUES)[1:3].tolist()
    assert LAYER.only_node(3, 4).expect(VALUES).tolist() == LAYER.expect(VALUES)[3:].tolist()


# ------------------------------------------------------------------------------------------- random layers

SIZE = 40  # values at 0 to 29 are led to, nodes stand at 30 to 39


@st.composite
def layers(draw):
    """A layer of ten nodes with one to four options, whose edges have whole-number weights."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    options = rng.integers(1, 5, 10)
    edges = rng.integers(1, 7, options.sum())
    first_edge = np.cumsum(edges) - edges
    weights = rng.integers(1, 1296, edges.sum())
    p = weights / np.add.reduceat(weights, first_edge)[np.repeat(np.arange(edges.size), edges)]
    nodes, first = np.arange(30, SIZE), np.cumsum(options) - options
    to = rng.integers(0, 30, edges.sum())
    return Layer(nodes, first, np.arange(options.sum()), first_edge, to, p), rng


def one_each(layer):
    """The layer with the first option of each node."""
    return layer.only(layer.first_option)


@pytest.mark.parametrize("many", [0, decide.MANY])
@given(layers())
def test_push__is_expect_turned_round(many, drawn):
    """Chances before times values expected are chances after times values; by sums, and by a sparse matrix."""
    whole, rng = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decide, "MANY", many)
        layer = one_each(whole)
        chances, values = rng.random((SIZE, 3)), rng.random(SIZE)
        values[30:] = 0.0
        before = chances.copy()
        layer.push(chances, [0, 2])
        expected = before[30:].T @ layer.expect(values) + before.T @ values
        assert (chances.T @ values)[[0, 2]] == pytest.approx(expected[[0, 2]])
        assert (chances[:, 1] == before[:, 1]).all()
        assert (chances[30:, [0, 2]] == 0).all()
        assert chances.sum() == pytest.approx(before.sum())


def fraction(x):
    return Fraction(float(x))


@given(layers())
def test_most_terms__bounds_the_rounding(drawn):
    """Sums in floats against the same sums in fractions, of values and of chances."""
    layer, rng = drawn
    weights = rng.random(layer.options.size)
    weights /= np.add.reduceat(weights, layer.first_option)[layer.node_of_option]
    mixed = layer.mixed(weights)
    chances, values = np.zeros((SIZE, 1)), rng.uniform(-1, 1, SIZE)
    chances[30:, 0] = rng.random(10)
    before = chances.copy()
    found = mixed.expect(values)
    mixed.push(chances, [0])
    exact_value, exact_chance = [Fraction(0)] * 10, [Fraction(0)] * SIZE
    of_edge = np.repeat(layer.node_of_option, np.diff(layer.first_edge, append=layer.to.size))
    weight = np.repeat(weights, np.diff(layer.first_edge, append=layer.to.size))
    for node, w, p, to in zip(of_edge.tolist(), weight, layer.p, layer.to.tolist(), strict=True):
        exact_value[node] += fraction(w) * fraction(p) * fraction(values[to])
        exact_chance[to] += fraction(w) * fraction(p) * fraction(before[30 + node, 0])
    bound = (layer.most_terms + 2) * 2.0**-53
    assert max(abs(fraction(f) - e) for f, e in zip(found, exact_value, strict=True)) <= bound
    for f, e in zip(chances[:, 0], exact_chance, strict=True):
        assert abs(fraction(f) - e) <= bound * e


def test_most_terms__where_rounding_always_goes_one_way():
    """Many nodes lead to one, and each small chance is lost beside the large one."""
    n = MANY + 1  # added one by one from there on
    places = np.arange(n)
    layer = Layer(places + 1, places, places, places, np.zeros(n, np.int64), np.ones(n))
    chances = np.full((n + 1, 1), 2.0**-54)
    chances[:2] = [[0.0], [0.5]]
    true = 0.5 + (n - 1) * Fraction(1, 2**54)
    layer.push(chances, [0])
    lost = float(true - fraction(chances[0, 0]))
    assert (2 + 4) * 2.0**-53 < lost <= (layer.most_terms + 4) * 2.0**-53


def test_most_terms():
    assert LAYER.most_terms == 4  # all edges of the first node
    assert LAYER.of(np.array([1])).most_terms == 2


# ------------------------------------------------------------------------------------------- equilibrium


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3, 1 / 3, 1 / 3]),  # rock, paper, scissors
        ([[3, 2], [1, 4]], [3 / 4, 1 / 4]),  # both columns give 5/2
        ([[2, 3], [1, 2]], [1, 0]),  # the first row is better whatever comes
        ([[4, 1, 3], [2, 2, 5]], [0, 1]),  # a saddle: 2 is the least of its row, the greatest of its column
    ],
)
def test_equilibrium__known(values, expected):
    assert equilibrium(np.array(values, float)) == pytest.approx(np.array(expected), abs=1e-9)


@given(st.integers(0, 2**32), st.integers(1, 5), st.integers(1, 5))
def test_equilibrium__neither_side_can_do_better(seed, rows, columns):
    """Minimax: what the rows are sure of is what the columns can hold them to."""
    values = np.random.default_rng(seed).integers(-6, 7, (rows, columns)) / 6
    mine, theirs = equilibrium(values), equilibrium(-values.T)
    for shares in (mine, theirs):
        assert (shares >= 0).all()
        assert shares.sum() == pytest.approx(1)
    sure, held = (mine @ values).min(), (values @ theirs).max()
    assert sure == pytest.approx(held, abs=1e-8)
    steps = [np.array(s) / 4 for s in product(range(5), repeat=rows) if sum(s) == 4]
    assert max((s @ values).min() for s in steps) <= sure + 1e-8
