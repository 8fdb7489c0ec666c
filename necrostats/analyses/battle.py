"""Gang against gang on a board, simulated: who wins, who survives, who takes out whom, and how much policies decide."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from necrostats.analyses.answers import SCHEMA_VERSION, card, data_digest, idle, random_seed, stamp, whole
from necrostats.analyses.battle_asked import Asked, asked, board_shown, changed_side, inferred
from necrostats.analyses.weapon_asked import full_name
from necrostats.engine.checkpoint import Checkpoint, Countable, seed_in
from necrostats.engine.estimate import Estimate, mean, paired_difference, precise_enough, proportion, verdict
from necrostats.engine.executors import LostError
from necrostats.engine.limits import LARGEST_RUN
from necrostats.engine.monte_carlo import Counts, Run, check_seed, run
from necrostats.errors import UsageError
from necrostats.systems.necromunda.battle.fighting import A_WINS, B_WINS
from necrostats.systems.necromunda.battle.kernels import BattleSampler, PairedSampler, Places
from necrostats.systems.necromunda.battle.rows import armed
from necrostats.systems.necromunda.close_combat import unarmed

TRIALS, FOR_THE_TABLE, BATCH, BATCH_OF_THE_TABLE = 10_000, 500, 500, 125
ENDS = ("a_wins", "b_wins", "draw")
FATES = (
    "fit", "broken", "seriously_injured", "fled", "out_by_enemies", "out_by_friends", "out_by_nobody",
)  # fmt: skip
SHOOTING, FIGHTING, COUP_DE_GRACE = "shooting", "close combat", "Coup de grace"
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class BattleResult:
    """The answer to a battle."""

    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


def battle(
    gang_a: str,
    gang_b: str,
    *,
    vary: Sequence[str] = (),
    trials: int = TRIALS,
    precision: float | None = None,
    max_trials: int = LARGEST_RUN,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    cluster: str | None = None,
    table: int = FOR_THE_TABLE,
    progress: Progress | None = None,
    resume: Path | None = None,
    **how: Any,
) -> BattleResult:
    """Gang A against gang B.

    Args:
        gang_a, gang_b: As ``grammar.gang`` takes them: ``carrion-queens``, ``kaiya+2*reina``, ``@gang.toml``.
        vary: Fighters with changes (``rork[+boltgun]``), each of which takes the place of every fighter of that id, in
            battles on the same dice.
        trials: How many battles.
        precision: Half width of the 95% intervals of both chances to win at which to stop, None for all trials.
        executor: What plays the battles in place of threads, such as a ``ProcessPoolExecutor``; it is left open.
        cluster: Address of the scheduler of a dask cluster that plays them.
        table: How many battles for each pair of policies, 0 for no table of policies.
        progress: Gets the battles done and all there are.
        resume: File for the state of the run.
        how: Board, policies, rounds, options and data, as for ``battle_asked.asked``.

    Raises:
        UsageError, UnknownNameError, GameDataError: What cannot be fought, as ``battle_asked.asked`` says; a cluster
            that cannot be joined.
        LostError: The executor or the cluster was lost before the first battles were done.

    >>> found = battle("kaiya", "rork", board="open-ground", trials=100, table=0, seed=1).to_dict()
    >>> sum(found["battle"][name]["p"] for name in ("a_wins", "b_wins", "draw"))
    1.0
    """
    asking = asked(gang_a, gang_b, **how)
    vary = [vary] if isinstance(vary, str) else list(vary)
    others = [changed_side(asking, text) for text in vary]
    table = whole("table", table, 0, LARGEST_RUN)
    if seed is None:
        seed = seed_in(resume)
    chosen = random_seed() if seed is None else check_seed(seed)
    most = max_trials if precision is not None else trials
    tables = len(asking.cat.policies) ** 2 * table
    told = _Told(progress, most * (1 + 2 * len(others)) + tables)
    with _placed(threads, executor, cluster) as means:
        sampler = BattleSampler(asking.battle)
        enough = None if precision is None else _enough(sampler.places, precision)
        made = run(
            sampler,
            trials=most,
            seed=chosen,
            batch=BATCH,
            enough=enough,
            progress=told,
            state=_state(resume, sampler, asking),
            **means,
        )
        stopped, lost = made.stopped, made.lost
        if stopped == "trials" and enough is not None and not enough(made.counts, made.trials):
            stopped = "budget"
        varied: list[dict[str, Any]] = []
        policies: dict[str, Any] = {}
        try:
            if stopped != "interrupted":
                for other, text in zip(others, vary, strict=True):
                    told.begin(2)
                    pair = PairedSampler(sampler, BattleSampler(other.battle))
                    paired = _whole(
                        run(pair, trials=made.trials, seed=chosen, batch=BATCH, progress=told, **means)
                    )
                    varied.append({"fighter": text, **_changed(asking, other), **_varied(paired)})
                if table:
                    policies = _policies(asking, chosen, table, means, told)
        except KeyboardInterrupt:
            stopped = "interrupted"
        except LostError as error:
            stopped, lost = "interrupted", f"{error}; {error.hint}"
    return BattleResult(_answer(asking, sampler.places, made, stopped, lost, varied, policies))


@contextmanager
def _placed(threads: int, executor: Executor | None, cluster: str | None) -> Iterator[dict[str, Any]]:
    """Where battles are played, as keywords of ``run``."""
    if cluster is None:
        yield {"threads": threads, "executor": executor}
        return
    if executor is not None:
        raise UsageError("expected an executor or a cluster, got both", "leave one of them out")
    from necrostats.analyses.cluster import joined

    with joined(cluster) as (workers, number):
        yield {"threads": max(threads, number), "executor": workers}


class _Told:
    """Progress over several runs: battles done of all there are."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.total = progress, total
        self.before, self.now, self.times = 0, 0, 1

    def begin(self, times: int = 1) -> None:
        """Another run begins, each trial of which is so many battles."""
        self.before, self.now, self.times = self.before + self.now, 0, times

    def __call__(self, done: int, _total: int) -> None:
        self.now = done * self.times
        if self.progress is not None:
            self.progress(min(self.before + self.now, self.total), self.total)


def _enough(places: Places, precision: float) -> Callable[[Counts, int], bool]:
    def enough(counts: Counts, done: int) -> bool:
        wins = counts[places.wins : places.wins + 2]
        return precise_enough([proportion(int(n), done) for n in wins], precision)

    return enough


def _state(resume: Path | None, sampler: Countable, asking: Asked) -> Checkpoint | None:
    if resume is None:
        return None
    words = f"battle of {asking.titles[0]} and {asking.titles[1]} on {asking.board.name}, {asking.rounds} rounds, "
    words += f"{asking.policies[0].id} against {asking.policies[1].id}"
    rules = (asking.options.rules, asking.options.changed(), data_digest())
    return Checkpoint(
        resume, sampler, words, asking.fighters, asking.board, asking.policies, asking.rounds, rules
    )


def _p(hits: Any, trials: int) -> dict[str, Any]:
    return proportion(int(hits), trials).to_dict()


def _whole(made: Run) -> Run:
    """A run that nobody has cut short.

    Raises:
        KeyboardInterrupt, LostError: What cut it short.
    """
    if made.lost:
        raise LostError(made.lost)
    if made.stopped == "interrupted":
        raise KeyboardInterrupt
    return made


def _changed(asking: Asked, other: Asked) -> dict[str, Any]:
    """Whom a change changes, and how many of them there are."""
    changed = [was for was, now in zip(asking.fighters, other.fighters, strict=True) if now is not was]
    return {"name": changed[0].name, "number": len(changed)}


def _varied(pair: Run) -> dict[str, Any]:
    """How battles with a fighter changed end, and what that changes, on the same dice."""
    ends = pair.counts.reshape(3, 3)
    after = ends.sum(axis=0)
    found: dict[str, Any] = {name: _p(n, pair.trials) for name, n in zip(ENDS, after, strict=True)}
    found["difference"] = {}
    for name, end in (("a_wins", A_WINS), ("b_wins", B_WINS)):
        both = int(ends[end, end])
        with_it, without = int(after[end]), int(ends[end].sum())
        found["difference"][name] = _shown(
            paired_difference(both, with_it - both, without - both, pair.trials - with_it - without + both)
        )
    return found


def _shown(difference: Estimate) -> dict[str, Any]:
    return {**difference.to_dict(), "verdict": verdict(difference)}


def _policies(asking: Asked, seed: int, trials: int, means: dict[str, Any], told: _Told) -> dict[str, Any]:
    """Every policy against every policy, on the same dice."""
    names = list(asking.cat.policies)
    rows = []
    for mine in names:
        for theirs in names:
            sampler = BattleSampler(asking.under((asking.cat.policies[mine], asking.cat.policies[theirs])))
            told.begin()
            made = _whole(
                run(sampler, trials=trials, seed=seed, batch=BATCH_OF_THE_TABLE, progress=told, **means)
            )
            wins = made.counts[:3]
            chances = {name: _p(n, made.trials) for name, n in zip(ENDS, wins, strict=True)}
            rows.append({"policy_a": mine, "policy_b": theirs, **chances})
    return {"names": names, "table": rows}


def _answer(
    asking: Asked,
    places: Places,
    made: Run,
    stopped: str,
    lost: str,
    varied: list[dict[str, Any]],
    policies: dict[str, Any],
) -> dict[str, Any]:
    counts, trials = made.counts, made.trials
    first, n = len(asking.gangs[0]), len(asking.fighters)
    left = counts[places.left : places.survives].reshape(first + 1, n - first + 1)
    over = counts[places.rounds : places.left]
    takes_out = counts[places.takes_out : places.weapons].reshape(n, n)
    survives = counts[places.survives : places.takes_out]
    side = np.array([0] * first + [1] * (n - first))
    enemies = side[:, None] != side
    left_out = asking.not_modelled()  # before the options that nobody read are noted
    fates = Fates.of(places, counts, enemies, trials) if asking.options.rules == "advanced" else None
    return {
        "schema_version": SCHEMA_VERSION,
        "question": "battle",
        "system": "necromunda",
        "rules": asking.options.rules,
        "sides": list(asking.titles),
        "policy_a": asking.policies[0].id,
        "policy_b": asking.policies[1].id,
        "board": board_shown(asking.board),
        "rounds": asking.rounds,
        "battle": {
            **{name: _p(count, trials) for name, count in zip(ENDS, counts[:3], strict=True)},
            "rounds_mean": _mean(over, trials),
            "by_round": [{"round": k, "over": _p(over[k], trials)} for k in range(1, asking.rounds + 1)],
            "a_left": [_p(count, trials) for count in left.sum(axis=1)],
            "b_left": [_p(count, trials) for count in left.sum(axis=0)],
            "a_lost_mean": _mean(left.sum(axis=1)[::-1], trials),
            "b_lost_mean": _mean(left.sum(axis=0)[::-1], trials),
        },
        **({"fates": fates.of_sides(side, trials)} if fates else {}),
        "fighters": [
            {
                **card(asking.cat, who),
                "name": name,
                "side": "ab"[side[k]],
                "survives": _p(survives[k], trials),
                "takes_out_mean": int(takes_out[k] @ enemies[k]) / trials,
                **({"fates": fates.of_fighter(k, trials)} if fates else {}),
            }
            for k, (name, who) in enumerate(zip(asking.names, asking.fighters, strict=True))
        ],
        "takes_out": [
            {"by": asking.names[a], "whom": asking.names[b], "p": _p(takes_out[a, b], trials)}
            for a in range(n)
            for b in range(n)
            if enemies[a, b]
        ],
        **({"friendly_fire": _friendly_fire(asking, takes_out, enemies, trials)} if fates else {}),
        "weapons": _weapons(asking, counts[places.weapons : places.stands], trials),
        "vary": varied,
        "policies": policies,
        "positions": _positions(asking, places, counts),
        "notes": [*([lost] if lost else []), *idle(asking.options)],
        "reconstructed": inferred(asking),
        "options": asking.options.changed(),
        "not_modelled": left_out,
        "stamp": stamp(asking.options, seed=made.seed, trials=trials, stopped=stopped),
    }


def _mean(counts: Counts, trials: int) -> dict[str, Any]:
    """The mean of whole numbers of which *counts* says how often each came."""
    numbers = np.arange(len(counts))
    total, squares = int(counts @ numbers), int(counts @ numbers**2)
    return mean(trials, total, squares, bounds=(0, len(counts) - 1)).to_dict()


@dataclass(frozen=True)
class Fates:
    """What becomes of fighters by the end of a battle under the advanced rules.

    Attributes:
        counts: By fighter and fate, in the order of ``FATES``, how many of the battles.
        bottled: Of each side, in how many it bottles out.
    """

    counts: Counts
    bottled: Counts

    @classmethod
    def of(cls, places: Places, counts: Counts, enemies: Counts, trials: int) -> "Fates":
        """Those of a run; *enemies*: by fighter and fighter, whether they are."""
        n = len(enemies)
        flees, injured, broken = (
            counts[begin : begin + n] for begin in (places.flees, places.injured, places.broken)
        )
        survives = counts[places.survives : places.survives + n]
        takes_out = counts[places.takes_out : places.weapons].reshape(n, n)
        by_enemies, by_friends = (takes_out * enemies).sum(axis=0), (takes_out * ~enemies).sum(axis=0)
        by_nobody = trials - survives - flees - by_enemies - by_friends
        fit = survives - injured - broken
        table = np.stack([fit, broken, injured, flees, by_enemies, by_friends, by_nobody], axis=1)
        return cls(table, counts[places.bottled : places.bottled + 2])

    def of_fighter(self, who: int, trials: int) -> dict[str, Any]:
        """The chance of each fate."""
        return {name: _p(count, trials) for name, count in zip(FATES, self.counts[who], strict=True)}

    def of_sides(self, side: Counts, trials: int) -> dict[str, Any]:
        """Of each side how often it bottles out, and how many of its fighters come to each fate in a battle."""
        return {
            name: {
                "bottled": _p(self.bottled[number], trials),
                **{
                    f"{fate}_mean": int(count) / trials
                    for fate, count in zip(FATES, self.counts[side == number].sum(axis=0), strict=True)
                },
            }
            for number, name in enumerate("ab")
        }


def _friendly_fire(asking: Asked, takes_out: Counts, enemies: Counts, trials: int) -> list[dict[str, Any]]:
    """Who takes out whom of the own side, the likeliest first; without those who never did."""
    pairs = [(int(takes_out[a, b]), a, b) for a, b in zip(*np.nonzero(takes_out * ~enemies), strict=True)]
    return [
        {"by": asking.names[a], "whom": asking.names[b], "p": _p(count, trials)}
        for count, a, b in sorted(pairs, key=lambda pair: (-pair[0], pair[1:]))
    ]


def _weapons(asking: Asked, counts: Counts, trials: int) -> list[dict[str, Any]]:
    """With which weapon who takes out how many enemies in a battle; those that took nobody out are left out."""
    forces = asking.battle.forces
    by_fighter = counts.reshape(len(asking.fighters), -1)
    rows = []
    for name, who, row in zip(asking.names, asking.fighters, by_fighter, strict=True):
        arms = armed(who, asking.options)
        used = [(full_name(gun.first), SHOOTING, row[k]) for k, gun in enumerate(arms.guns)]
        sets = [each.name for each in arms.sets]
        if asking.options.rules == "advanced":
            sets.append(unarmed().name)
            used.append((COUP_DE_GRACE, FIGHTING, row[-1]))
        used += [(fought, FIGHTING, row[forces.most_guns + k]) for k, fought in enumerate(sets)]
        tallied: dict[tuple[str, str], int] = {}
        for weapon, means, count in used:
            tallied[weapon, means] = tallied.get((weapon, means), 0) + int(count)
        rows += [
            {"fighter": name, "weapon": weapon, "how": means, "takes_out_mean": count / trials}
            for (weapon, means), count in tallied.items()
            if count
        ]
    return sorted(rows, key=lambda row: -row["takes_out_mean"])


def _positions(asking: Asked, places: Places, counts: Counts) -> dict[str, Any]:
    """How often fighters of each side stand in each cell at the end, fell there, or fled from there."""
    forces = asking.battle.forces
    rows = forces.cells // forces.columns

    def grid(begin: int, side: int) -> list[list[int]]:
        start = begin + side * forces.cells
        cells = counts[start : start + forces.cells].reshape(rows, forces.columns)
        return [[int(count) for count in row] for row in cells]

    return {
        "inches": 1 / forces.a_cell,
        **{f"{name}_stands": grid(places.stands, side) for side, name in enumerate("ab")},
        **{f"{name}_fell": grid(places.fell, side) for side, name in enumerate("ab")},
        **(
            {f"{name}_fled": grid(places.left_from, side) for side, name in enumerate("ab")}
            if asking.options.rules == "advanced"
            else {}
        ),
    }


__all__ = ["BattleResult", "battle"]
