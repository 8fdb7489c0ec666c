"""Whether the laws of a duel's game are those of the steps, in the very states over which they are laid."""

import numpy as np
import pytest

from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, next_point

SAMPLED = 20
"""How many options of each layer are looked at."""


def lies_over(game, chance):
    """Edges of options picked by chance are the law of the option in the very state of their node."""
    size, space = game.space.size, game.space
    for layer in game.layers:
        options = layer.options.size
        ends = np.append(layer.first_edge[1:], layer.to.size)
        for i in chance.sample(range(options), min(SAMPLED, options)):
            option, full = int(layer.options[i]), int(game.full[layer.nodes[layer.node_of_option[i]]])
            point, state = full // size, space.state(full % size)
            found = law(lambda dice, s=state, o=option: game.setup.act(game.side, o, s, dice))
            expected = {}
            for step, p in found.chances().items():
                after = next_point(point, option, step.event, step.state.mine, step.state.theirs)
                node = after * size + space.number(step.state)
                expected[node] = expected.get(node, 0) + float(p)
            edges = slice(layer.first_edge[i], ends[i])
            laid = {}
            for to, p in zip(game.full[layer.to[edges]].tolist(), layer.p[edges].tolist(), strict=True):
                laid[to] = laid.get(to, 0) + p
            assert laid == pytest.approx(expected, abs=1e-15), (option // ARGUMENTS, state)


def kinds_of(game):
    """The kinds of all options of a game."""
    return {option // ARGUMENTS for layer in game.layers for option in layer.options.tolist()}
