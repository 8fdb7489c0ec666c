"""Two fighters against each other: cards, every attack both ways, the duel solved and played."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import (
    SCHEMA_VERSION,
    card,
    idle,
    random_seed,
    reconstructed,
    rulebook,
    solved,
    stamp,
    whole,
)
from necrostats.analyses.decisions import decisions
from necrostats.analyses.duel_attacks import every_attack, exchanges
from necrostats.analyses.duel_limits import left_out
from necrostats.analyses.duel_sampled import cross_check, drawn_check, too_large
from necrostats.engine.checkpoint import seed_in
from necrostats.engine.limits import LARGEST_RUN, LARGEST_SEED
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.attacks import KNIFE
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.duel.contest import MOST_POINTS, expected_points
from necrostats.systems.necromunda.duel.named import BEST, POLICIES, RANDOM
from necrostats.systems.necromunda.duel.numbers import Setup, set_up
from necrostats.systems.necromunda.duel.solve import Course, Solution
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Cover, Fighter
from necrostats.systems.necromunda.options import Options, resolve

TRIALS = 200_000
MOST_FOR_RANDOM = 3_000_000  # decision points up to which random stands in the table of policies

Progress = Callable[..., None]


@dataclass(frozen=True)
class MatchupResult:
    """The answer to a matchup.

    Attributes:
        setup: The duel.
        solution: The duel solved, for further questions; None if it is too large.
    """

    setup: Setup
    solution: Solution | None
    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


def matchup(
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
    trials: int = TRIALS,
    seed: int | None = None,
    precision: float | None = None,
    max_trials: int = 1_000_000_000,
    threads: int = 1,
    progress: Progress | None = None,
    resume: Path | str | None = None,
) -> MatchupResult:
    """Who wins between *a* and *b*, exactly, with a simulation as a check.

    Args:
        a, b: Fighters as on the command line.
        distance, lane: Inches between them at the start, and at most.
        policy_a, policy_b: Names of ``duel.named.POLICIES``.
        trials: Duels to simulate as a check, 0 for none.
        precision: Simulate until the chances to win are this sure to each side, up to *max_trials* duels.
        progress: Gets the exact answer once, then (done, total) again and again.
        resume: A file that holds the state of the simulation, made if there is none: the same call goes on from there.

    Raises:
        UsageError: A value out of range, an unknown name.

    >>> duel = matchup("kaiya", "rork", rules="basic", trials=0).to_dict()["duel"]
    >>> round(duel["a_wins"]["p"], 4), round(duel["b_wins"]["p"], 4)
    (0.3886, 0.5318)
    """
    cat, chosen = rulebook(data, rules, options, house)
    for policy in (policy_a, policy_b):
        check_policy(policy)
    trials = whole("trials", trials, 0, LARGEST_RUN)
    seed = None if seed is None else whole("seed", seed, 0, LARGEST_SEED)
    kept = None if resume is None else Path(resume)
    if kept is not None and not trials:
        raise UsageError("resume: expected a simulation, got exact chances alone", "say how many trials")
    if seed is None and trials:
        begun = seed_in(kept)
        seed = random_seed() if begun is None else begun
    where: dict[str, Any] = {
        "distance": distance, "lane": lane, "rounds": rounds, "cover_a": cover_a, "cover_b": cover_b, "no_aim": no_aim
    }  # fmt: skip
    setup = prepare(cat, fighter(cat, a), fighter(cat, b), chosen, **where)
    limit = max_trials if precision is not None else trials
    if expected_points(setup) > MOST_POINTS:
        if not trials:
            raise UsageError(
                f"expected a duel of about {MOST_POINTS:,} decision points at most to be solved exactly, "
                f"got about {expected_points(setup):,}",
                "leave out --exact to simulate it, or take fewer rounds, a shorter lane or fewer weapons",
            )
        answer = _frame(cat, setup, policy_a, policy_b, chosen, seed)
        found, stopped = too_large(setup, (policy_a, policy_b), limit, seed or 0, precision, progress, kept)
        answer |= found
        done = found["duel"]["a_wins"]["trials"]
        answer["stamp"] = stamp(chosen, seed=seed, trials=done, stopped=stopped)
        return MatchupResult(setup, None, answer)
    solution = Solution(setup)
    course = solution.course(policy_a, policy_b)
    answer = _frame(cat, setup, policy_a, policy_b, chosen, seed if trials else None)
    answer |= {
        "duel": duel_found(solution, course, policy_a, policy_b),
        "policies": _policies(solution),
        "decisions": {"a": decisions(solution, 0), "b": decisions(solution, 1)},
        "by_distance": [{"distance": gap, "value": value} for gap, value in enumerate(solution.by_distance)],
        "without_injuries": without_injuries(cat, setup, (policy_a, policy_b), where),
    }
    result = MatchupResult(setup, solution, answer)
    if progress is not None:
        progress(answer)
    if trials:
        check = drawn_check if chosen.rules == "advanced" else cross_check
        answer["cross_check"], stopped = check(
            solution, course, (policy_a, policy_b), limit, seed or 0, precision, threads, progress, kept
        )
        done = answer["cross_check"]["trials"]
        answer["stamp"] = stamp(chosen, seed=seed, trials=done, stopped=stopped)
    return result


def check_policy(name: str) -> None:
    """Refuse a policy that nobody knows."""
    if name not in POLICIES:
        raise UnknownNameError("policy", str(name), POLICIES, f"the policies are {', '.join(POLICIES)}")


def prepare(cat: Catalogue, a: Fighter, b: Fighter, options: Options, **where: Any) -> Setup:
    """The duel of two fighters, ready to be solved or drawn."""
    return set_up(a, b, options, knife=cat.weapons[KNIFE].profiles[0], **where)


def _frame(
    cat: Catalogue, setup: Setup, policy_a: str, policy_b: str, options: Options, seed: int | None
) -> dict[str, Any]:
    """All of the answer but the duel itself."""
    a, b = setup.fighters
    attacks = [each.to_dict() for each in every_attack(cat, setup, options)]
    for each in attacks:
        each.pop("stamp")
    return {
        "schema_version": SCHEMA_VERSION,
        "question": "matchup",
        "system": "necromunda",
        "rules": options.rules,
        "fighters": [card(cat, a), card(cat, b)],
        "situation": {
            "distance": setup.distance,
            "lane": setup.lane,
            "rounds": setup.rounds,
            "cover_a": setup.covers[0],
            "cover_b": setup.covers[1],
            "aim": setup.aim,
        },
        "attacks": attacks,
        "exchanges": list(exchanges(setup)),
        "duel": {},
        "policies": {},
        "decisions": {"a": [], "b": []},
        "by_distance": [],
        "without_injuries": [],
        "cross_check": None,
        "notes": idle(options),
        "reconstructed": reconstructed(a, b),
        "options": options.changed(),
        "not_modelled": [
            *left_out(setup),
            *dict.fromkeys(line for each in attacks for line in each["not_modelled"]),
        ],
        "stamp": stamp(options, seed=seed),
    }


def without_injuries(
    cat: Catalogue, setup: Setup, policies: tuple[str, str], where: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The same duel without what the advanced rules add: every Injury die out of action; the basic rules."""
    if setup.advanced is None:
        return []
    changed = setup.options.changed()
    rows = []
    for what, chosen in (
        ("every Injury die is out of action", resolve(cat, "advanced", {**changed, "injury_faces": "0,0,6"})),
        (
            "basic rules",
            resolve(cat, "basic", {k: v for k, v in changed.items() if cat.options[k].layer == "basic"}),
        ),
    ):
        course = Solution(prepare(cat, *setup.fighters, chosen, **where)).course(*policies)
        rows.append({"rules": what, **_chances(course)})
    return rows


def _chances(course: Course) -> dict[str, Any]:
    named = (("a_wins", course.a_wins), ("b_wins", course.b_wins), ("draw", course.draw))
    return {name: solved(p, course.error) for name, p in named}


def duel_found(solution: Solution, course: Course, policy_a: str, policy_b: str) -> dict[str, Any]:
    """How the duel ends, as answers have it."""

    def p(value: float) -> dict[str, Any]:
        return solved(value, course.error)

    return {
        **_chances(course),
        "rounds_mean": course.rounds_mean,
        "by_round": [
            {"round": n, "a_standing": p(a), "b_standing": p(b)}
            for n, (a, b) in enumerate(zip(course.a_standing, course.b_standing, strict=True), 1)
        ],
        "method": "exact",
        "decision_points": solution.points,
        "policy_a": policy_a,
        "policy_b": policy_b,
    }


def _policies(solution: Solution) -> dict[str, Any]:
    """Every policy against every policy, and the best reply to each; a large duel without ``random``."""
    names = [p for p in POLICIES if p != RANDOM or solution.points <= MOST_FOR_RANDOM]
    pairs = [(mine, theirs) for mine in names for theirs in names]
    return {
        "names": names,
        "table": [
            {"policy_a": mine, "policy_b": theirs, **_chances(course)}
            for (mine, theirs), course in zip(pairs, solution.courses(pairs), strict=True)
        ],
        **{
            f"best_reply_{name}": [
                {"against": policy, "value": value}
                for policy, value in zip(names, solution.replies(side, names), strict=True)
            ]
            for side, name in enumerate("ab")
        },
    }
