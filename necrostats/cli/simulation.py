"""Options on simulation: how, how often, how surely, with which seed and threads, and where its state is kept."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from necrostats.cli.failures import INTERRUPTED
from necrostats.cli.output import Collected, Output
from necrostats.cli.values import HIGHEST_SEED, Count, Real, Whole
from necrostats.errors import UsageError

SEED = Whole("seed", 0, HIGHEST_SEED, "leave --seed out for a random one; it is printed")
TRIALS = Count("trials", "leave --trials out for the default, or take --exact to simulate nothing")


# Why a run ended early -> exit code; the answer is printed all the same.
STOPPED = {"interrupted": INTERRUPTED, "budget": 4}


@dataclass(frozen=True)
class Sampling:
    """What the user wants simulated.

    Attributes:
        how: "exact", "simulate" or "auto" (as the question sees fit).
        trials, max_trials: None where not given.
        precision: Half width of the 95% interval at which to stop, as a chance; None for a fixed number of trials.
        seed: None for a random one.
        resume: The file that holds the state of the run, None for none.
    """

    how: str = "auto"
    trials: int | None = None
    precision: float | None = None
    max_trials: int | None = None
    seed: int | None = None
    threads: int = 1
    resume: Path | None = None

    @property
    def asked(self) -> bool:
        """Whether anything was said that only a simulation heeds."""
        said = (self.trials, self.precision, self.max_trials, self.resume)
        return self.how == "simulate" or any(one is not None for one in said)

    def remark(self, output: Output, code: int) -> None:
        """Say how to go on where a run was cut short."""
        if self.resume is not None and code in STOPPED.values():
            output.note(f"the state of the run is in {self.resume}; the same command goes on from there")


def sampling_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the command ``sampling``."""

    @functools.wraps(function)
    def wrapped(
        *args: Any,
        exact: bool,
        simulate: bool,
        auto: bool,
        trials: int | None,
        precision: float | None,
        max_trials: int | None,
        seed: int | None,
        threads: int,
        resume: str | None,
        **rest: Any,
    ) -> Any:
        ways = [name for name, said in (("exact", exact), ("simulate", simulate), ("auto", auto)) if said]
        if len(ways) > 1:
            raise UsageError(f"expected one of --exact, --simulate and --auto, got {' and '.join(ways)}")
        kept = None if resume is None else Path(resume)
        sampling = Sampling(ways[0] if ways else "auto", trials, precision, max_trials, seed, threads, kept)
        if sampling.how == "exact" and sampling.asked:
            raise UsageError(
                "expected no --trials, --precision, --max-trials and --resume with --exact",
                "leave --exact out",
            )
        context = click.get_current_context(silent=True)
        if kept is not None and context is not None and isinstance(context.obj, Collected):
            raise UsageError("expected no --resume in one of many questions", "ask it by itself")
        if resume == "":
            raise UsageError("--resume: expected the name of a file, got ''", "for example --resume rork.run")
        if precision is not None and trials is not None:
            raise UsageError(
                "expected --trials or --precision, got both", "with --precision, --max-trials is the limit"
            )
        return function(*args, sampling=sampling, **rest)

    for option in reversed(OPTIONS):
        wrapped = option(wrapped)
    return wrapped


OPTIONS = (
    click.option("--exact", is_flag=True, help="Exact figures only."),
    click.option(
        "--simulate", is_flag=True, help="Simulate: attack instead of exact figures, matchup beside them."
    ),
    click.option("--auto", is_flag=True, help="Exact where it can be, checked by simulation (default)."),
    click.option("--trials", type=TRIALS, help="How often to simulate; 200_000 and 1e6 are numbers too."),
    click.option(
        "--precision",
        type=Real(
            "precision", 0.5, above_zero=True, hint="for example --precision 0.001, a tenth of a percent"
        ),
        help="Simulate until the 95% interval is this wide to each side.",
    ),
    click.option("--max-trials", type=Count("max-trials"), help="Where --precision gives up (exit code 4)."),
    click.option("--seed", type=SEED, help="0 to 2^63 - 1; the same seed gives the same dice (random)."),
    click.option(
        "--threads", type=Whole("threads", 1, 1024), default=1, help="Threads to simulate with (1)."
    ),
    click.option(
        "--resume",
        metavar="FILE",
        type=click.Path(),
        help="Keep whole blocks of a long run in FILE, and go on from it after a crash.",
    ),
)
