"""The duel of two fighters, read twice from the same plain tree (lane.py).

:func:`duel` pushes chances forward under named policies, :func:`best_value` works backwards with best play.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from necrostats.systems.necromunda.models import Fighter
from tests.naive.lane import OVER, Lane, State, add


def play_round(tree: Lane, starts: dict[State, Fraction]) -> dict[State, Fraction]:
    """Push chances forward, decision by decision, until the round is over everywhere."""
    over: dict = defaultdict(Fraction)
    open_ = starts
    while open_:
        after: dict = defaultdict(Fraction)
        for s, p in open_.items():
            if s.wait == OVER:
                over[s] += p
                continue
            for way, q in tree.by_policy(s).items():
                add(after, tree.outcome(s, way), p * q)
        open_ = after
    return over


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
) -> dict:
    """The duel under two named policies (not `best`).

    Gives ``a_wins``, ``b_wins``, ``draw``, ``rounds_mean`` and ``by_round``: a list of dicts with ``round``,
    ``a_standing``, ``b_standing``, one for each round.
    """
    tree = Lane(
        a, b, lane=lane, cover_a=cover_a, cover_b=cover_b, policy_a=policy_a, policy_b=policy_b,
        options=options, no_aim=no_aim,
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
) -> Fraction:
    """P(A wins) - P(B wins) with best play of whoever plays `best`.

    Against a named policy of the other side this is the value of the best reply to that policy.
    """
    tree = Lane(
        a, b, lane=lane, cover_a=cover_a, cover_b=cover_b, policy_a=policy_a, policy_b=policy_b,
        options=options, no_aim=no_aim,
    )  # fmt: skip
    return value_at(tree, distance, rounds)


def course(tree: Lane, distance: int, rounds: int) -> dict:
    """How a duel goes under the policies of its tree, chances pushed forward round by round."""
    ended: dict = defaultdict(Fraction)  # {(A standing, B standing): chance} of duels that are over
    by_round, rounds_mean = [], Fraction(0)
    states = tree.start(distance)
    for number in range(1, rounds + 1):
        after: dict = defaultdict(Fraction)
        for s, p in play_round(tree, states).items():
            add(after, tree.end_phase(s), p)
        going: dict = defaultdict(Fraction)
        for s, p in after.items():
            if tree.decided(s) or number == rounds:
                ended[tree.standing(s)] += p
                rounds_mean += number * p
            else:
                going[s] += p
        stands = defaultdict(Fraction, ended)
        for s, p in going.items():
            stands[tree.standing(s)] += p
        by_round.append(
            {
                "round": number,
                "a_standing": sum((p for key, p in stands.items() if key[0]), Fraction(0)),
                "b_standing": sum((p for key, p in stands.items() if key[1]), Fraction(0)),
            }
        )
        states = defaultdict(Fraction)
        for s, p in going.items():
            add(states, tree.next_round(s), p)
    return {
        "a_wins": ended[True, False],
        "b_wins": ended[False, True],
        "draw": ended[True, True] + ended[False, False],
        "rounds_mean": rounds_mean,
        "by_round": by_round,
    }


def value_at(tree: Lane, distance: int, rounds: int) -> Fraction:
    """P(A wins) - P(B wins) at the start, best play of whoever plays `best` worked out backwards."""
    known: dict[tuple[State, int], Fraction] = {}

    def mean(states: dict[State, Fraction], number: int) -> Fraction:
        return sum((p * value(s, number) for s, p in states.items()), Fraction(0))

    def value(s: State, number: int) -> Fraction:
        if (s, number) not in known:
            known[s, number] = work_out(s, number)
        return known[s, number]

    def after_round(s: State, number: int) -> Fraction:
        if tree.decided(s) or number == rounds:
            a_stands, b_stands = tree.standing(s)
            return Fraction(a_stands - b_stands)
        return mean(tree.next_round(s), number + 1)

    def work_out(s: State, number: int) -> Fraction:
        if s.wait == OVER:
            return sum((p * after_round(t, number) for t, p in tree.end_phase(s).items()), Fraction(0))
        if tree.policies[tree.who(s)] == "best":
            pick = max if tree.who(s) == 0 else min
            return pick(mean(tree.outcome(s, way), number) for way in tree.legal(s))
        return sum(
            (q * mean(tree.outcome(s, way), number) for way, q in tree.by_policy(s).items()), Fraction(0)
        )

    return mean(tree.start(distance), 1)
