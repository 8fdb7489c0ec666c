"""Games of chance with decisions: values by backward induction.

A game is cut into *layers*. A layer has nodes, each node options, each option edges to nodes of layers that come later,
with their chances. Node numbers are positions in one flat array of values. Everything is numpy; games of a few hundred
thousand edges need nothing faster.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.signedinteger[Any]]

TIE = 1e-12
MANY = 200_000  # products from which on a sparse matrix pays for the import


@dataclass(frozen=True)
class Layer:
    """Nodes that do not lead to one another, with their options.

    Attributes:
        nodes: shape (nodes,), their positions in the array of values.
        first_option: shape (nodes,), where the options of each node begin.
        options: shape (options,), what each option is.
        first_edge: shape (options,), where the edges of each option begin.
        to: shape (edges,), positions of the nodes that edges lead to.
        p: shape (edges,), their chances; those of one option sum to 1.
    """

    nodes: Ints
    first_option: Ints
    options: Ints
    first_edge: Ints
    to: Ints
    p: Floats

    @cached_property
    def node_of_option(self) -> Ints:
        """Shape (options,), the number within the layer of the node an option belongs to."""
        return np.repeat(np.arange(self.nodes.size), self._counts(self.first_option, self.options.size))

    @staticmethod
    def _counts(first: Ints, size: int) -> Ints:
        return np.diff(first, append=size)

    def expect(self, values: Floats) -> Floats:
        """What each option is worth, from the *values* of all nodes: shape (options, ...) from (all nodes, ...)."""
        if self.to.size * (values.size // len(values)) < MANY:
            return np.asarray(
                np.add.reduceat(values[self.to] * _columns(self.p, values), self.first_edge, axis=0)
            )
        flat = values.reshape(len(values), -1)[: self._matrix.shape[1]]
        return np.asarray(self._matrix @ flat).reshape(-1, *values.shape[1:])

    @cached_property
    def _matrix(self) -> Any:
        from scipy.sparse import csr_array

        ends = np.append(self.first_edge, self.to.size)
        return csr_array(
            (self.p, self.to, ends), shape=(self.first_edge.size, int(self.to.max(initial=0)) + 1)
        )

    def best(self, worth: Floats) -> Ints:
        """The first option of each node that is within rounding of the greatest *worth*.

        Args:
            worth: shape (options,) or (options, columns).

        Returns:
            Positions of options, shape (nodes,) or (nodes, columns).
        """
        top = np.maximum.reduceat(worth, self.first_option, axis=0)
        good = worth >= top[self.node_of_option] - TIE
        positions = np.where(good, _columns(np.arange(len(worth)), worth), len(worth))
        return np.asarray(np.minimum.reduceat(positions, self.first_option, axis=0), dtype=np.int64)

    def mixed(self, weights: Floats) -> "Layer":
        """The layer with one option a node: all of its options, taken with *weights*, shape (options,)."""
        edges = self._counts(self.first_edge, self.to.size)
        first = self.first_edge[self.first_option]
        return Layer(
            self.nodes, np.arange(self.nodes.size), self.options[self.first_option], first, self.to,
            self.p * np.repeat(weights, edges),
        )  # fmt: skip

    def only(self, kept: Ints) -> "Layer":
        """The layer with just the options *kept* (positions in order, at least one for each node)."""
        edges = self._counts(self.first_edge, self.to.size)[kept]
        ends = np.cumsum(edges)
        starts = ends - edges
        at = np.repeat(self.first_edge[kept] - starts, edges) + np.arange(int(ends[-1]) if ends.size else 0)
        nodes = self.node_of_option[kept]
        first = np.flatnonzero(np.diff(nodes, prepend=-1))
        return Layer(self.nodes, first, self.options[kept], starts, self.to[at], self.p[at])

    def of(self, some: Ints) -> "Layer":
        """The layer with just *some* of its nodes (positions in order), with all their options."""
        options = self._counts(self.first_option, self.options.size)[some]
        starts = np.cumsum(options) - options
        kept = np.repeat(self.first_option[some] - starts, options) + np.arange(int(options.sum()))
        part = self.only(kept)
        return Layer(self.nodes[some], starts, part.options, part.first_edge, part.to, part.p)

    def push(self, chances: Floats, columns: Sequence[int]) -> None:
        """Move the chances of this layer's nodes on to where they lead; each node has one option.

        Args:
            chances: Of all nodes, changed in place: shape (all nodes, columns).
            columns: Those that are moved; the others stay as they are.
        """
        places = np.asarray(columns)
        here = np.ix_(self.nodes, places)
        taken = chances[here]
        chances[here] = 0.0
        k = len(columns)
        if self.to.size * k > MANY:
            led = self._matrix.T @ taken
            chances[: len(led), columns] += led
            return
        targets, starts, whose, p = self._by_target
        chances[np.ix_(targets, places)] += np.add.reduceat(taken[whose] * p, starts, axis=0)

    @cached_property
    def _by_target(self) -> tuple[Ints, Ints, Ints, Floats]:
        """The nodes that edges lead to, each once, and in their order the edges.

        Returns:
            The nodes, where the edges of each begin, whose edge each is, and its chance in a column.
        """
        order = np.argsort(self.to, kind="stable")
        starts = np.flatnonzero(np.diff(self.to[order], prepend=-1))
        whose = np.repeat(np.arange(self.nodes.size), self._counts(self.first_edge, self.to.size))
        return self.to[order][starts], starts, whose[order], self.p[order][:, None]

    def only_node(self, low: int, high: int) -> "Layer":
        """The layer with just the options from *low* up to *high*, which belong to one node."""
        start = int(self.first_edge[low])
        end = int(self.first_edge[high]) if high < self.first_edge.size else self.to.size
        first = self.first_edge[low:high] - start
        node = self.nodes[self.node_of_option[low : low + 1]]
        return Layer(
            node, np.zeros(1, np.int64), self.options[low:high], first, self.to[start:end], self.p[start:end]
        )

    @property
    def most_terms(self) -> int:
        """The longest sum over this layer: over all edges of a node, or over all that lead to one (``push``)."""
        edges = self._counts(self.first_edge, self.to.size)
        of_node = np.bincount(self.node_of_option, weights=edges)
        into = np.bincount(self.to)
        return int(max(of_node.max(initial=1), into.max(initial=1)))


def _columns(values: Any, like: npt.NDArray[Any]) -> Any:
    """*values*, shape (n,), shaped to stand before the further axes of *like*."""
    return values.reshape(values.shape + (1,) * (like.ndim - 1))


def equilibrium(values: Floats) -> Floats:
    """The best mixture of rows in a zero-sum game: the one whose least mean value over the columns is greatest.

    Von Neumann's minimax theorem as a linear program.

    Args:
        values: What each row is worth to its player against each column.

    >>> equilibrium(np.array([[1.0, -1.0], [-1.0, 1.0]])).tolist()
    [0.5, 0.5]
    """
    from scipy.optimize import linprog

    rows, columns = values.shape
    worth = np.hstack([-values.T, np.ones((columns, 1))])
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=worth,
        b_ub=np.zeros(columns),
        A_eq=[np.append(np.ones(rows), 0.0)],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    shares = np.clip(found.x[:rows], 0.0, 1.0)
    return np.asarray(shares / shares.sum())
