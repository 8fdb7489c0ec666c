"""The duel of a matchup by itself, for those who ask for many: who wins, and how long it takes."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import SCHEMA_VERSION, idle, reconstructed, rulebook, stamp
from necrostats.analyses.duel_attacks import every_attack
from necrostats.analyses.duel_limits import left_out
from necrostats.analyses.matchup import MatchupResult, check_policy, duel_found, prepare
from necrostats.errors import UsageError
from necrostats.systems.necromunda.duel.contest import MOST_POINTS, expected_points
from necrostats.systems.necromunda.duel.named import BEST
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Cover

_last: list[tuple[object, Solution]] = []


def duel(
    a: str,
    b: str,
    *,
    distance: int = 12,
    lane: int = 24,
    rounds: int = 6,
    cover_a: Cover = "none",
    cover_b: Cover = "none",
    policy_a: str = BEST,
    policy_b: str = BEST,
    no_aim: bool = False,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
) -> MatchupResult:
    """Who wins between *a* and *b*, exactly, and no more; keywords as in ``matchup.matchup``.

    The last duel is kept, so that other distances and policies of the same one cost little.

    Raises:
        UsageError: A value out of range, an unknown name, a duel too large to be solved.

    >>> round(duel("kaiya", "rork", rules="basic", distance=8).to_dict()["duel"]["a_wins"]["p"], 4)
    0.4119
    """
    cat, chosen = rulebook(data, rules, options, house)
    for policy in (policy_a, policy_b):
        check_policy(policy)
    where: dict[str, Any] = {
        "lane": lane, "rounds": rounds, "cover_a": cover_a, "cover_b": cover_b, "no_aim": no_aim
    }  # fmt: skip
    fighters = fighter(cat, a), fighter(cat, b)
    key = (fighters, chosen, where)
    if not _last or _last[0][0] != key:
        setup = prepare(cat, *fighters, chosen, distance=distance, **where)
        _check_size(setup)
        _last[:] = [(key, Solution(setup))]
    solution = _last[0][1].begun_at(distance)
    _last[:] = [(key, solution)]
    setup = solution.setup
    attacks = [each.to_dict()["not_modelled"] for each in every_attack(cat, setup, setup.options)]
    answer = {
        "schema_version": SCHEMA_VERSION,
        "question": "duel",
        "rules": chosen.rules,
        "duel": duel_found(solution, solution.course(policy_a, policy_b), policy_a, policy_b),
        "notes": idle(setup.options),
        "reconstructed": reconstructed(*fighters),
        "options": chosen.changed(),
        "not_modelled": [*left_out(setup), *dict.fromkeys(line for lines in attacks for line in lines)],
        "stamp": stamp(chosen),
    }
    return MatchupResult(setup, solution, answer)


def _check_size(setup: Setup) -> None:
    if expected_points(setup) > MOST_POINTS:
        raise UsageError(
            f"expected a duel of about {MOST_POINTS:,} decision points at most, got about {expected_points(setup):,}",
            "take fewer rounds, a shorter lane or fewer weapons",
        )
