"""Everyone against everyone: each duel solved, and who wins most."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import SCHEMA_VERSION, card, idle, reconstructed, rulebook, solved, stamp
from necrostats.analyses.duel_limits import left_out
from necrostats.analyses.matchup import check_policy, prepare
from necrostats.errors import UsageError
from necrostats.systems.necromunda.duel.contest import MOST_POINTS, expected_points
from necrostats.systems.necromunda.duel.named import BEST
from necrostats.systems.necromunda.duel.solve import Course, Solution
from necrostats.systems.necromunda.grammar import fighter

MOST_FIGHTERS = 200


@dataclass(frozen=True)
class TournamentResult:
    """The answer to a tournament."""

    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


def tournament(
    fighters: Sequence[str],
    *,
    policy: str = BEST,
    distance: int = 12,
    lane: int = 24,
    rounds: int = 6,
    no_aim: bool = False,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    progress: Callable[[int, int], None] | None = None,
) -> TournamentResult:
    """The duel of each fighter with each other, exactly, and the fighters by their mean chance to win.

    Args:
        fighters: From 2 to ``MOST_FIGHTERS``, as on the command line, all different.
        policy: How everyone decides, one of ``duel.named.POLICIES``.
        distance, lane: Inches between two at the start, and at most.
        progress: Gets the duels solved and all there are, again and again.

    Raises:
        UsageError: Too few fighters or too many, one twice, a value out of range, a duel that is too large.
        UnknownNameError: An unknown fighter or policy.

    >>> found = tournament(["kaiya", "rork", "reina"], policy="charge", rules="basic").to_dict()
    >>> [(row["fighter"], round(row["wins"], 3)) for row in found["ranking"]]
    [('rork', 0.686), ('kaiya', 0.564), ('reina', 0.25)]
    """
    asked = [fighters] if isinstance(fighters, str) else list(fighters)
    if not 2 <= len(asked) <= MOST_FIGHTERS:
        raise UsageError(
            f"fighters: expected from 2 to {MOST_FIGHTERS}, got {len(asked)}",
            "name them one after the other: kaiya rork reina",
        )
    cat, chosen = rulebook(data, rules, options, house)
    check_policy(policy)
    cards = [fighter(cat, each) for each in asked]
    labels = [one.label or one.id for one in cards]
    twice = [label for label in labels if labels.count(label) > 1]
    if twice:
        raise UsageError(f"fighters: expected each once, got {twice[0]} {labels.count(twice[0])} times")
    pairs = list(combinations(range(len(cards)), 2))
    courses: dict[tuple[int, int], Course] = {}
    limits: dict[str, None] = {}
    for a, b in pairs:
        setup = prepare(
            cat, cards[a], cards[b], chosen, distance=distance, lane=lane, rounds=rounds, no_aim=no_aim
        )
        if expected_points(setup) > MOST_POINTS:
            raise UsageError(
                f"expected duels of about {MOST_POINTS:,} decision points at most, got about "
                f"{expected_points(setup):,} for {labels[a]} and {labels[b]}",
                "take fewer rounds, a shorter lane, fewer weapons or --rules basic",
            )
        courses[a, b] = Solution(setup).course(policy, policy)
        limits |= dict.fromkeys(left_out(setup))
        if progress is not None:
            progress(len(courses), len(pairs))
    return TournamentResult(
        {
            "schema_version": SCHEMA_VERSION,
            "question": "tournament",
            "system": "necromunda",
            "rules": chosen.rules,
            "fighters": [card(cat, one) for one in cards],
            "situation": {"distance": distance, "lane": lane, "rounds": rounds, "aim": not no_aim},
            "policy": policy,
            "ranking": _ranking(labels, courses),
            "rows": [
                {
                    "a": labels[a],
                    "b": labels[b],
                    "a_wins": solved(course.a_wins, course.error),
                    "b_wins": solved(course.b_wins, course.error),
                    "draw": solved(course.draw, course.error),
                }
                for (a, b), course in courses.items()
            ],
            "notes": idle(chosen),
            "reconstructed": reconstructed(*cards),
            "options": chosen.changed(),
            "not_modelled": list(limits),
            "stamp": stamp(chosen),
        }
    )


def _ranking(labels: Sequence[str], courses: Mapping[tuple[int, int], Course]) -> list[dict[str, Any]]:
    """The fighters by their mean chance to win, then by the lesser one to lose."""
    sums = [[0.0, 0.0, 0.0] for _ in labels]
    for (a, b), course in courses.items():
        for who, figures in (
            (a, (course.a_wins, course.b_wins, course.draw)),
            (b, (course.b_wins, course.a_wins, course.draw)),
        ):
            sums[who] = [x + y for x, y in zip(sums[who], figures, strict=True)]
    others = len(labels) - 1
    order = sorted(range(len(labels)), key=lambda i: (-sums[i][0], sums[i][1]))
    return [
        {
            "rank": rank,
            "fighter": labels[i],
            **{name: x / others for name, x in zip(("wins", "loses", "draw"), sums[i], strict=True)},
        }
        for rank, i in enumerate(order, start=1)
    ]
