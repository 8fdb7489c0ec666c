"""Two fighters against each other: cards, every attack both ways, the duel solved and played."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import (
    SCHEMA_VERSION,
    card,
    exact,
    idle,
    random_seed,
    reconstructed,
    rulebook,
    solved,
    stamp,
    whole,
)
from necrostats.analyses.attack import AttackResult, ask
from necrostats.analyses.attack_request import Request
from necrostats.analyses.decisions import decisions
from necrostats.engine.enumerating import law_from
from necrostats.engine.estimate import precise_enough, proportion, z_score
from necrostats.engine.limits import LARGEST_RUN, LARGEST_SEED
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.close_combat import Combat, Exchange, exchange
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.duel.lane import melee_at
from necrostats.systems.necromunda.duel.named import BEST, POLICIES
from necrostats.systems.necromunda.duel.numbers import Setup, guns_of, set_up, sets_of
from necrostats.systems.necromunda.duel.solve import Course, Solution
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Cover, Fighter
from necrostats.systems.necromunda.options import DUEL_RULES, Options

TRIALS = 200_000
LARGE_ENOUGH = 25

Progress = Callable[..., None]


@dataclass(frozen=True)
class MatchupResult:
    """The answer to a matchup.

    Attributes:
        solution: The duel solved, for further questions.
    """

    solution: Solution
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
) -> MatchupResult:
    """Who wins between *a* and *b*, exactly, with a simulation as a check.

    Args:
        a, b: Fighters as on the command line.
        distance, lane: Inches between them at the start, and at most.
        policy_a, policy_b: Names of ``duel.named.POLICIES``.
        trials: Duels to simulate as a check, 0 for none.
        precision: Simulate until the chances to win are this sure to each side, up to *max_trials* duels.
        progress: Gets the exact answer once, then (done, total) again and again.

    Raises:
        UsageError: A value out of range, an unknown name.

    >>> answer = matchup("kaiya", "rork", trials=0).to_dict()
    >>> round(answer["duel"]["a_wins"]["p"], 4), round(answer["duel"]["b_wins"]["p"], 4)
    (0.3886, 0.5318)
    """
    cat, chosen = duel_rulebook(data, rules, options, house)
    solution = solve(
        cat,
        fighter(cat, a),
        fighter(cat, b),
        chosen,
        distance=distance,
        lane=lane,
        rounds=rounds,
        cover_a=cover_a,
        cover_b=cover_b,
        no_aim=no_aim,
    )
    for policy in (policy_a, policy_b):
        check_policy(policy)
    trials = whole("trials", trials, 0, LARGEST_RUN)
    seed = None if seed is None else whole("seed", seed, 0, LARGEST_SEED)
    if trials and seed is None:
        seed = random_seed()
    course = solution.course(policy_a, policy_b)
    answer = _exact(cat, solution, course, policy_a, policy_b, chosen, seed if trials else None)
    result = MatchupResult(solution, answer)
    if progress is not None:
        progress(answer)
    if trials:
        limit = max_trials if precision is not None else trials
        answer["cross_check"], stopped = cross_check(
            solution, course, (policy_a, policy_b), limit, seed or 0, precision, threads, progress
        )
        done = answer["cross_check"]["trials"]
        answer["stamp"] = stamp(chosen, seed=seed, trials=done, stopped=stopped)
    return result


def duel_rulebook(
    data: Iterable[Path], rules: str | None, options: Mapping[str, object] | None, house: str | None
) -> tuple[Catalogue, Options]:
    """As ``rulebook``, under the rules of a duel unless others are asked for.

    Raises:
        UsageError: As ``rulebook``; advanced rules, which a duel does not know yet.
    """
    cat, chosen = rulebook(data, rules, options, house, DUEL_RULES)
    if chosen.rules == DUEL_RULES:
        return cat, chosen
    refused, way_out = (
        f"the duel under the {chosen.rules} rules comes in a later version",
        f"--rules {DUEL_RULES}",
    )
    if rules is not None:
        raise UsageError(refused, f"take rules {DUEL_RULES}, the default of a duel")
    if any(cat.options[name].layer == chosen.rules for name in chosen.changed()):
        way_out += " --house none"
    raise UsageError(
        f"{refused}; the house rules {chosen.house!r} are for them", f"{way_out} for this command"
    )


def check_policy(name: str) -> None:
    """Refuse a policy that nobody knows."""
    if name not in POLICIES:
        raise UnknownNameError("policy", str(name), POLICIES, f"the policies are {', '.join(POLICIES)}")


def solve(cat: Catalogue, a: Fighter, b: Fighter, options: Options, **lane: Any) -> Solution:
    """The duel of two fighters, ready to be asked."""
    return Solution(set_up(a, b, options, **lane))


def _exact(
    cat: Catalogue,
    solution: Solution,
    course: Course,
    policy_a: str,
    policy_b: str,
    options: Options,
    seed: int | None,
) -> dict[str, Any]:
    setup = solution.setup
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
        "exchanges": list(exchanges(solution)),
        "duel": _duel(course, policy_a, policy_b),
        "policies": _policies(solution),
        "decisions": {"a": decisions(solution, 0), "b": decisions(solution, 1)},
        "cross_check": None,
        "notes": idle(options),
        "reconstructed": reconstructed(a, b),
        "options": options.changed(),
        "not_modelled": [
            *setup.left_out,
            *dict.fromkeys(line for each in attacks for line in each["not_modelled"]),
        ],
        "stamp": stamp(options, seed=seed),
    }


def _duel(course: Course, policy_a: str, policy_b: str) -> dict[str, Any]:
    def p(value: float) -> dict[str, Any]:
        return solved(value, course.error)

    return {
        "a_wins": p(course.a_wins),
        "b_wins": p(course.b_wins),
        "draw": p(course.draw),
        "rounds_mean": course.rounds_mean,
        "by_round": [
            {"round": n, "a_standing": p(a), "b_standing": p(b)}
            for n, (a, b) in enumerate(zip(course.a_standing, course.b_standing, strict=True), 1)
        ],
        "method": "exact",
        "policy_a": policy_a,
        "policy_b": policy_b,
    }


def _policies(solution: Solution) -> dict[str, Any]:
    """Every policy against every policy, and the best reply to each."""
    table, error = solution.table(POLICIES), solution.error
    value = table[..., 0] - table[..., 1]
    return {
        "names": list(POLICIES),
        "table": [
            {
                "policy_a": mine,
                "policy_b": theirs,
                "a_wins": solved(float(table[i, j, 0]), error),
                "b_wins": solved(float(table[i, j, 1]), error),
                "draw": solved(float(1 - table[i, j].sum()), error),
            }
            for i, mine in enumerate(POLICIES)
            for j, theirs in enumerate(POLICIES)
        ],
        "best_reply_a": [{"against": p, "value": float(value[-1, j])} for j, p in enumerate(POLICIES)],
        "best_reply_b": [{"against": p, "value": float(value[i, -1])} for i, p in enumerate(POLICIES)],
    }


def every_attack(cat: Catalogue, setup: Setup, options: Options) -> Iterator[AttackResult]:
    """Each weapon of both: shots at short and long range, unaimed; close combat fighting and charging.

    In close combat a fighter with two weapons also strikes with both; of more pairs only the best is listed.
    """
    for side in (0, 1):
        who, whom = setup.fighters[side], setup.fighters[1 - side]
        for gun in guns_of(who, options):
            for band in ("short", "long"):
                if band == "long" or gun.short is not None:
                    yield ask(cat, who, whom, gun, Request(range=band), options, True)
        sets = sets_of(who)
        pairs = [each for each in sets if each.second is not None]
        struck = [
            [
                ask(
                    cat,
                    who,
                    whom,
                    each.first,
                    Request(close=True, charging=charging),
                    options,
                    True,
                    second=each.second,
                )
                for charging in (False, True)
            ]
            for each in [*(each for each in sets if each.second is None), *pairs]
        ]
        singles = len(sets) - len(pairs)
        for each in struck[:singles]:
            yield from each
        if pairs:
            yield from max(struck[singles:], key=lambda two: two[1].ends.p(_out)["p"])


def exchanges(solution: Solution) -> Iterator[dict[str, Any]]:
    """One Fight by each side, charging and not, with the reaction to it: who is put out of action.

    Both use the weapons most likely to put the other out.
    """
    setup = solution.setup
    numbers = setup.numbers
    for side in (0, 1):
        who, whom = setup.fighters[side], setup.fighters[1 - side]
        mine, theirs = solution.plans[side].weapons
        for charging in (1, 0):
            blades, reply = mine.blades(whom.w, charging), theirs.blades(who.w, 0)
            combat = Combat(
                melee_at(numbers, side, blades, charging),
                melee_at(numbers, 1 - side, reply, 0),
                numbers.order,
            )
            law = law_from(exchange, combat, Exchange(Target(who.w, who.t), Target(whom.w, whom.t)))
            yield {
                "who": ("a", "b")[side],
                "charging": bool(charging),
                "with": setup.sets[side][blades].name,
                "reply": setup.sets[1 - side][reply].name,
                "target_out": exact(law.p(lambda end: end.target.wounds == 0)),
                "attacker_out": exact(law.p(lambda end: end.attacker.wounds == 0)),
                "both_standing": exact(law.p(lambda end: end.target.wounds > 0 and end.attacker.wounds > 0)),
            }


def _out(target: Target) -> bool:
    return target.wounds == 0


def cross_check(
    solution: Solution,
    course: Course,
    policies: tuple[str, str],
    trials: int,
    seed: int,
    precision: float | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> tuple[dict[str, Any], str]:
    """The duel played with dice, compared with its exact course; also why the run stopped."""
    from necrostats.engine.monte_carlo import run
    from necrostats.systems.necromunda.duel.play import match_of
    from necrostats.systems.necromunda.kernels import DuelSampler

    sides = solution.setup.rounds + 1

    def wins(counts: Any) -> tuple[int, int]:
        ends = counts.reshape(sides, sides)
        return int(ends[0, 1:].sum()), int(ends[1:, 0].sum())

    def enough(counts: Any, done: int) -> bool:
        return precise_enough([proportion(n, done) for n in wins(counts)], precision or 1.0)

    made = run(
        DuelSampler(match_of(solution, *policies)),
        trials=trials,
        seed=seed,
        threads=threads,
        enough=enough if precision is not None else None,
        progress=progress,
    )
    n, ends = made.trials, made.counts.reshape(sides, sides)
    a_wins, b_wins = wins(made.counts)
    compared = [(a_wins, course.a_wins), (b_wins, course.b_wins), (n - a_wins - b_wins, course.draw)]
    for number in range(1, sides):
        for axis, chances in ((1, course.a_standing), (0, course.b_standing)):
            fallen = int(ends.sum(axis=axis)[1 : number + 1].sum())
            compared.append((n - fallen, chances[number - 1]))
        over = int(ends[1 : number + 1].sum() + ends[0, 1 : number + 1].sum())
        compared.append((over, course.over[number - 1]))
    scores = [abs(z_score(hits, n, p)) for hits, p in compared if n * p * (1 - p) >= LARGE_ENOUGH]
    stopped = made.stopped
    if stopped == "trials" and precision is not None and not enough(made.counts, n):
        stopped = "budget"
    return {
        "trials": n,
        "seed": seed,
        "z_max": max(scores, default=0.0),
        "compared": len(scores),
        "a_wins": proportion(a_wins, n).to_dict(),
        "b_wins": proportion(b_wins, n).to_dict(),
        "draw": proportion(n - a_wins - b_wins, n).to_dict(),
        "stopped": stopped,
    }, stopped
