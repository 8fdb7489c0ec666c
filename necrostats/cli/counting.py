"""How far a long row of answers is, on stderr."""

import os
import sys
from time import monotonic
from types import TracebackType
from typing import Any, Self

from necrostats.cli.output import Output

PATIENCE = 1.0  # seconds without a bar


class Counting:
    """Takes ``counting(done, total)`` again and again, and shows a bar where it takes longer than a second.

    Only where stderr is a terminal, and not with --quiet or in CI.
    """

    def __init__(self, output: Output, what: str = "answers") -> None:
        self.what = what
        self.silent = bool(output.quiet or os.environ.get("CI") or not sys.stderr.isatty())
        self._begun = monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int) -> None:
        if self.silent or monotonic() - self._begun < PATIENCE:
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

            columns = (self.what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(self.what, total=total)
            self._bar.start()
        self._bar.update(self._task, completed=done)
