"""Duels simulated: as a check of the exact answer, or in its place where a duel is too large to be solved."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from necrostats.analyses.answers import data_digest
from necrostats.engine.checkpoint import Checkpoint, Countable, Numbered
from necrostats.engine.decide import Floats, equilibrium
from necrostats.engine.estimate import precise_enough, proportion, z_score
from necrostats.engine.monte_carlo import Run, run
from necrostats.systems.necromunda.duel.contest import Contest
from necrostats.systems.necromunda.duel.drawn import Drawing
from necrostats.systems.necromunda.duel.named import BEST, PLANNED, RANDOM
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.duel.solve import Course, Solution

LARGE_ENOUGH = 25
ABREAST = 1_000_000  # duels drawn at once
FOR_THE_TABLE = 10_000
NAMED = (*PLANNED, RANDOM)
THE_DUEL, THE_TABLE = 0, 1  # what is drawn: dice of their own for each

Counts = npt.NDArray[np.int64]
Progress = Callable[..., None]


class Drawn(Numbered):
    """Duels under pairs of policies as something to be sampled, abreast and option by option.

    Attributes:
        size: Of the counts: for each pair wins of A, of B, then standing A, standing B and over by round.
        shares: How many of all trials each pair gets, None = as many each.
        told: Gets the number of each round that is over.
        part: THE_DUEL or THE_TABLE; the same seed draws other dice for either.
    """

    def __init__(
        self,
        contest: Contest,
        pairs: Sequence[tuple[str, str]],
        shares: Floats | None = None,
        told: Callable[[int], None] | None = None,
        part: int = THE_DUEL,
    ) -> None:
        self.contest, self.pairs, self.shares, self.told = contest, pairs, shares, told
        self.part = part
        self.rounds = contest.setup.rounds
        self.size = len(pairs) * (2 + 3 * self.rounds)

    def fill(self, key: int, first: int, trials: int, counts: Counts) -> None:
        """Add *trials* duels of each pair, or of all pairs together, to *counts*, shape (size,)."""
        rng = np.random.default_rng([key, first, self.part])
        each = np.full(len(self.pairs), trials)
        if self.shares is not None:
            each = rng.multinomial(trials, self.shares)
        for j, tally in enumerate(Drawing(self.contest, rng, self.told).tally(self.pairs, each.tolist())):
            row = [tally.a_wins, tally.b_wins, *tally.a_standing, *tally.b_standing, *tally.over]
            counts.reshape(len(self.pairs), -1)[j] += row


def _share(values: Floats, policy: str, pairs: Sequence[tuple[str, str]], side: int) -> Floats:
    """With what chance *side* takes each of NAMED: its policy, or for best play its part of the equilibrium."""
    if policy != BEST:
        return np.array([float(name == policy) for name in NAMED])
    return equilibrium(values if side == 0 else -values.T)


def _state(
    resume: Path | None, sampler: Countable, setup: Setup, policies: tuple[str, str], *more: object
) -> Checkpoint | None:
    """Where the state of a run is kept, if it is."""
    if resume is None:
        return None
    a, b = setup.fighters
    options = setup.options
    where = (setup.distance, setup.lane, setup.rounds, setup.covers, setup.aim)
    asked = f"matchup {a.label} {b.label}, {options.rules} rules, {setup.distance} of {setup.lane} inches, "
    asked += f"{setup.rounds} rounds, {policies[0]} against {policies[1]}"
    knife = None if setup.advanced is None else setup.advanced.knife
    rules = (options.rules, options.changed(), data_digest())
    return Checkpoint(
        resume, sampler, asked, setup.fighters, knife, where, rules, setup.numbers, policies, *more
    )


def too_large(
    setup: Setup,
    policies: tuple[str, str],
    trials: int,
    seed: int,
    precision: float | None = None,
    progress: Progress | None = None,
    resume: Path | None = None,
) -> tuple[dict[str, Any], str]:
    """A duel simulated, its best play being the equilibrium over the named policies.

    Returns:
        The parts "duel" and "policies" of an answer, and why the run stopped.
    """
    contest = Contest(setup)
    pairs = [(mine, theirs) for mine in NAMED for theirs in NAMED]
    rounds = setup.rounds

    def told(before: int) -> Callable[[int], None] | None:
        """Half of the way is the table, half the duel itself."""
        if progress is None:
            return None
        return lambda number: progress(trials * (before + number) // (2 * rounds), trials)

    table = run(
        Drawn(contest, pairs, told=told(0), part=THE_TABLE),
        trials=min(trials, FOR_THE_TABLE),
        seed=seed,
        batch=ABREAST,
    )
    by_pair = table.counts.reshape(len(pairs), -1)
    n = table.trials
    values = ((by_pair[:, 0] - by_pair[:, 1]) / n).reshape(len(NAMED), len(NAMED))
    shares = [_share(values, policies[side], pairs, side) for side in (0, 1)]
    enough = _enough(precision, len(pairs))
    drawn = Drawn(contest, pairs, np.outer(*shares).reshape(-1), told(rounds))
    made = run(
        drawn,
        trials=trials,
        seed=seed,
        batch=ABREAST,
        enough=enough,
        state=_state(resume, drawn, setup, policies, drawn.shares),
    )
    counts, done = made.counts.reshape(len(pairs), -1).sum(axis=0), made.trials
    standing_a, standing_b, over = counts[2:].reshape(3, rounds)
    found = {
        "duel": {
            **_chances(counts, done),
            "rounds_mean": float(1 + (done - over[:-1]).sum() / done),
            "by_round": [
                {"round": i + 1, "a_standing": _p(standing_a[i], done), "b_standing": _p(standing_b[i], done)}
                for i in range(rounds)
            ],
            "method": "simulated",
            "policy_a": policies[0],
            "policy_b": policies[1],
        },
        "policies": {
            "names": list(NAMED),
            "table": [
                {"policy_a": mine, "policy_b": theirs, **_chances(row, n)}
                for (mine, theirs), row in zip(pairs, by_pair, strict=True)
            ],
            "equilibrium": {
                name: dict(zip(NAMED, share.tolist(), strict=True))
                for name, share, policy in zip("ab", shares, policies, strict=True)
                if policy == BEST
            },
            "best_reply_a": [],
            "best_reply_b": [],
        },
    }
    return found, _stopped(made, made.counts, enough)


def _p(hits: Any, trials: int) -> dict[str, Any]:
    return proportion(int(hits), trials).to_dict()


def _chances(counts: Counts, trials: int) -> dict[str, Any]:
    a, b = int(counts[0]), int(counts[1])
    return {"a_wins": _p(a, trials), "b_wins": _p(b, trials), "draw": _p(trials - a - b, trials)}


def _enough(precision: float | None, pairs: int = 1) -> Callable[[Counts, int], bool] | None:
    """Whether the chances to win are sure enough."""
    if precision is None:
        return None

    def enough(counts: Counts, done: int) -> bool:
        wins = counts.reshape(pairs, -1).sum(axis=0)[:2]
        return precise_enough([proportion(int(n), done) for n in wins], precision)

    return enough


def drawn_check(
    solution: Solution,
    course: Course,
    policies: tuple[str, str],
    trials: int,
    seed: int,
    precision: float | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    resume: Path | None = None,
) -> tuple[dict[str, Any], str]:
    """The duel drawn option by option, compared with its exact course; also why the run stopped."""
    enough = _enough(precision)
    drawn = Drawn(solution, [policies])
    made = run(
        drawn,
        trials=trials,
        seed=seed,
        threads=threads,
        enough=enough,
        progress=progress,
        batch=ABREAST,
        state=_state(resume, drawn, solution.setup, policies),
    )
    counts, n = made.counts, made.trials
    rounds = solution.setup.rounds
    standing_a, standing_b, over = counts[2:].reshape(3, rounds).tolist()
    compared = [(int(counts[0]), course.a_wins), (int(counts[1]), course.b_wins)]
    compared.append((n - int(counts[:2].sum()), course.draw))
    for hits, chances in (
        (standing_a, course.a_standing),
        (standing_b, course.b_standing),
        (over, course.over),
    ):
        compared += zip(hits, chances, strict=True)
    return _checked(made, "drawn", counts, compared, enough)


def cross_check(
    solution: Solution,
    course: Course,
    policies: tuple[str, str],
    trials: int,
    seed: int,
    precision: float | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    resume: Path | None = None,
) -> tuple[dict[str, Any], str]:
    """The duel played with dice, compared with its exact course; also why the run stopped."""
    from necrostats.systems.necromunda.duel.play import match_of
    from necrostats.systems.necromunda.kernels import DuelSampler

    sides = solution.setup.rounds + 1

    def wins(counts: Counts) -> Counts:
        ends = counts.reshape(sides, sides)
        return np.array([ends[0, 1:].sum(), ends[1:, 0].sum()])

    sure = _enough(precision)

    def enough(counts: Counts, done: int) -> bool:
        return sure is not None and sure(wins(counts), done)

    sampler = DuelSampler(match_of(solution, *policies))
    made = run(
        sampler,
        trials=trials,
        seed=seed,
        threads=threads,
        enough=enough if precision is not None else None,
        progress=progress,
        state=_state(resume, sampler, solution.setup, policies),
    )
    n, ends = made.trials, made.counts.reshape(sides, sides)
    a_wins, b_wins = (int(x) for x in wins(made.counts))
    compared = [(a_wins, course.a_wins), (b_wins, course.b_wins), (n - a_wins - b_wins, course.draw)]
    for number in range(1, sides):
        for axis, chances in ((1, course.a_standing), (0, course.b_standing)):
            fallen = int(ends.sum(axis=axis)[1 : number + 1].sum())
            compared.append((n - fallen, chances[number - 1]))
        over = int(ends[1 : number + 1].sum() + ends[0, 1 : number + 1].sum())
        compared.append((over, course.over[number - 1]))
    return _checked(made, "dice", wins(made.counts), compared, sure)


def _checked(
    made: Run,
    how: str,
    wins: Counts,
    compared: Sequence[tuple[int, float]],
    enough: Callable[[Counts, int], bool] | None,
) -> tuple[dict[str, Any], str]:
    n, stopped = made.trials, _stopped(made, wins, enough)
    scores = [abs(z_score(hits, n, p)) for hits, p in compared if n * p * (1 - p) >= LARGE_ENOUGH]
    return {
        "how": how,
        "trials": n,
        "seed": made.seed,
        "z_max": max(scores, default=0.0),
        "compared": len(scores),
        **_chances(wins, n),
        "stopped": stopped,
    }, stopped


def _stopped(made: Run, counts: Counts, enough: Callable[[Counts, int], bool] | None) -> str:
    """Why a run stopped: "budget" where it was to be surer than its trials allowed."""
    unsure = enough is not None and not enough(counts, made.trials)
    return "budget" if made.stopped == "trials" and unsure else made.stopped
