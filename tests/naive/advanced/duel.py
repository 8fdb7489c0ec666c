"""The duel under the advanced rules, read twice from the same plain tree (lane.py).

:func:`duel` pushes chances forward under named policies, :func:`best_value` works backwards with best play.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from tests.naive.advanced.injuries import OUT
from tests.naive.advanced.lane import AdvancedLane
from tests.naive.duel import play_round
from tests.naive.lane import OVER, State, add


def standing(s: State) -> tuple[bool, bool]:
    """Who is in play and not seriously injured."""
    return s.sides[0].in_play, s.sides[1].in_play


def decided(s: State) -> bool:
    return any(side.down == OUT for side in s.sides)


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
    ended: dict = defaultdict(Fraction)  # {(A standing, B standing): chance} of duels that are over
    by_round, rounds_mean = [], Fraction(0)
    states = tree.start(distance)
    for number in range(1, rounds + 1):
        after: dict = defaultdict(Fraction)
        for s, p in play_round(tree, states).items():
            add(after, tree.end_phase(s), p)
        going: dict = defaultdict(Fraction)
        for s, p in after.items():
            if decided(s) or number == rounds:
                ended[standing(s)] += p
                rounds_mean += number * p
            else:
                going[s] += p
        by_round.append(
            {
                "round": number,
                **{
                    f"{name}_standing": sum(
                        (p for s, p in going.items() if standing(s)[side]),
                        sum((p for key, p in ended.items() if key[side]), Fraction(0)),
                    )
                    for side, name in enumerate("ab")
                },
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
    values: dict[tuple[State, int], Fraction] = {}

    def mean(states: dict[State, Fraction], number: int) -> Fraction:
        return sum((p * value(s, number) for s, p in states.items()), Fraction(0))

    def value(s: State, number: int) -> Fraction:
        if (s, number) not in values:
            values[s, number] = work_out(s, number)
        return values[s, number]

    def after_round(s: State, number: int) -> Fraction:
        if decided(s) or number == rounds:
            a_stands, b_stands = standing(s)
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
