"""The duel under the advanced rules, read twice from the same plain tree (lane.py).

:func:`duel` pushes chances forward under named policies, :func:`best_value` works backwards with best play.
"""

from collections.abc import Mapping
from fractions import Fraction

from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from tests.naive.advanced.lane import AdvancedLane
from tests.naive.duel import course, value_at


def duel(
    a: Fighter,
    b: Fighter,
    *,
    distance: int = 12,
    lane: int = 24,
    rounds: int = 6,
    cover_a: str = "none",
    cover_b: str = "none",
    policy_a: str = "stand-and-shoot",
    policy_b: str = "stand-and-shoot",
    options: Mapping[str, str] = {},
    no_aim: bool = False,
    knife: WeaponProfile | None = None,
    known: dict | None = None,
) -> dict:
    """The duel under two named policies (not `best`).

    Gives ``a_wins``, ``b_wins``, ``draw``, ``rounds_mean`` and ``by_round``: a list of dicts with ``round``,
    ``a_standing``, ``b_standing``, one for each round. ``known``: as in :class:`AdvancedLane`.
    """
    tree = AdvancedLane(
        a, b, lane=lane, cover_a=cover_a, cover_b=cover_b, policy_a=policy_a, policy_b=policy_b,
        options=options, no_aim=no_aim, knife=knife, known=known,
    )  # fmt: skip
    return course(tree, distance, rounds)


def best_value(
    a: Fighter,
    b: Fighter,
    *,
    distance: int = 4,
    lane: int = 4,
    rounds: int = 1,
    cover_a: str = "none",
    cover_b: str = "none",
    policy_a: str = "best",
    policy_b: str = "best",
    options: Mapping[str, str] = {},
    no_aim: bool = False,
    knife: WeaponProfile | None = None,
    known: dict | None = None,
) -> Fraction:
    """P(A wins) - P(B wins) with best play of whoever plays `best`.

    Against a named policy of the other side this is the value of the best reply to that policy.
    """
    tree = AdvancedLane(
        a, b, lane=lane, cover_a=cover_a, cover_b=cover_b, policy_a=policy_a, policy_b=policy_b,
        options=options, no_aim=no_aim, knife=knife, known=known,
    )  # fmt: skip
    return value_at(tree, distance, rounds)
