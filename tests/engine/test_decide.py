import numpy as np
import pytest

from necrostats.engine.decide import TIE, Layer

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


def test_expect():
    assert LAYER.expect(VALUES).tolist() == [0.5, 0.25, -1.0, -0.25]
    both = np.stack([VALUES, 2 * VALUES], axis=1)
    assert LAYER.expect(both).tolist() == [[0.5, 1.0], [0.25, 0.5], [-1.0, -2.0], [-0.25, -0.5]]


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


def test_most_terms():
    assert LAYER.most_terms == 2 + 3
