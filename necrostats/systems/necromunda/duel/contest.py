"""Two fighters ready for a duel: what they may do, how they may decide, who has priority."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from necrostats.engine.decide import Floats, Ints, Layer
from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.game import Moves
from necrostats.systems.necromunda.duel.legal import Space
from necrostats.systems.necromunda.duel.named import RANDOM
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.duel.policies import Plans, Weapons, weights_of
from necrostats.systems.necromunda.rounds import NOBODY, PASS_TO_OPPONENT, REROLL, priority

MOST_POINTS = 10_000_000
"""Decision points up to which a duel is solved exactly."""
POINTS_A_STATE = 1.3  # as measured over duels of all kinds
ROUNDING = 2.0**-53  # unit roundoff of double precision


def expected_points(setup: Setup) -> int:
    """About how many decision points a duel has: of both sides, in all activations of all rounds."""
    return round(4 * setup.rounds * Space(setup, 0).size * POINTS_A_STATE)


class Turn(NamedTuple):
    """One activation of a duel: round from 1, who holds priority, first or second activation of the round."""

    round: int
    holder: int
    slot: int

    @property
    def actor(self) -> int:
        return self.holder if self.slot == 0 else 1 - self.holder

    @property
    def number(self) -> int:
        """Turns counted from 0: four to a round."""
        return ((self.round - 1) * 2 + self.holder) * 2 + self.slot


class Contest:
    """A duel before anything is asked about it.

    Attributes:
        moves: What A and B may do.
        plans: What the named policies pick, in A's activations and in B's.
        first: The chances that A and that B have priority in round 1.
        later: The same from then on, by who had it before.
    """

    def __init__(self, setup: Setup, moves: tuple[Moves, Moves] | None = None) -> None:
        self.setup = setup
        self.moves = moves or (Moves(setup, 0), Moves(setup, 1))
        weapons = Weapons(setup, 0), Weapons(setup, 1)
        self.plans = Plans(self.moves[0], weapons), Plans(self.moves[1], weapons)
        tie = REROLL if setup.options["priority_tie"] == "reroll" else PASS_TO_OPPONENT
        first = law(lambda dice: priority(tie, NOBODY, dice))
        self.first = [float(first.p(lambda o, h=h: o == h)) for h in (0, 1)]  # type: ignore[misc]
        later = [law(lambda dice, h=h: priority(tie, h, dice)) for h in (0, 1)]  # type: ignore[misc]
        self.later = [[float(each.p(lambda o, n=n: o == n)) for n in (0, 1)] for each in later]  # type: ignore[misc]

    def start_of(self, side: int) -> lane.State:
        """The state a duel starts in, seen from *side*."""
        setup, foe = self.setup, 1 - side
        covers = [int(c != "none") for c in setup.covers]
        guns = [(1 << len(arms.stores)) - 1 for arms in setup.arms]
        mine, theirs = setup.conditions[side].start, setup.conditions[foe].start
        return lane.State(
            setup.distance, mine, theirs, 0, 0, covers[side], covers[foe], guns[side], guns[foe]
        )

    @property
    def start(self) -> int:
        """The number of the state a duel starts in, seen from A."""
        return self.moves[0].space.number(self.start_of(0))

    def weights(self, turn: Turn, layer: Layer, foe: bool, policies: Sequence[str]) -> Floats:
        """The chances with which policies take the options of a layer: shape (options, policies).

        Args:
            layer: Of the moves of the side that acts, in their numbering.
            foe: Whether the other side picks.
            policies: Of the side that picks.
        """
        kinds = list(dict.fromkeys(policies))
        weights = np.zeros((layer.options.size, len(kinds)))
        for k, policy in enumerate(kinds):
            if policy == RANDOM:
                weights[:, k] = weights_of(layer, self.plans[turn.actor].random_of(layer))
            else:
                weights[self.picks_of(turn, layer, foe, policy), k] = 1.0
        return weights[:, [kinds.index(policy) for policy in policies]]

    def picks_of(self, turn: Turn, layer: Layer, foe: bool, policy: str) -> Ints:
        """What a policy that rolls for nothing picks at each node of a layer, as positions of options."""
        return self.plans[turn.actor].picks_of(policy, layer)
