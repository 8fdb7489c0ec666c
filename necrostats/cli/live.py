"""A matchup on its way: the exact part is shown as soon as it is known, then how far the dice are."""

import os
import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

from necrostats.cli.failures import let_go, say
from necrostats.cli.output import Output, put
from necrostats.cli.simulation import STOPPED
from necrostats.reports.screens import screen_of


class Live:
    """What the analysis tells while it runs: ``live(answer)`` once, then ``live(done, total)`` again and again.

    Progress is shown only where stderr is a terminal, and not with --quiet or in CI. Ctrl-C shows what is known.
    """

    def __init__(self, output: Output) -> None:
        self.output = output
        self.known: dict[str, Any] | None = None
        self.shown = False
        self.interrupted = False
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._stop()
        if isinstance(error, KeyboardInterrupt) and self.known is not None:
            say("without the cross-check")
            self.finish(self.known)

    def __call__(self, first: Any, total: int | None = None) -> None:
        if total is None:
            self._exact(first)
        else:
            self._progress(int(first), int(total))

    def finish(self, answer: Mapping[str, Any]) -> int:
        """Show what is left of the whole answer; return the exit code."""
        self._stop()
        stops = [(answer.get(key) or {}).get("stopped") for key in ("cross_check", "stamp")]
        code = next((code for stop, code in STOPPED.items() if stop in stops), 0)
        if not self.shown:
            return self.output.show(answer) or code
        from necrostats.reports.closing import closing
        from necrostats.reports.matchup_report import check_blocks
        from necrostats.reports.tables import render

        dressed = self.output.dressed(answer)
        try:
            put(render([*check_blocks(dressed), *closing(dressed)], screen_of(sys.stdout)))
        finally:
            self.output.draw(dressed)
        return code

    def _exact(self, result: Any) -> None:
        self.known = dict(result if isinstance(result, Mapping) else result.to_dict())
        if self.output.streams:
            from necrostats.reports.matchup_report import answer_blocks
            from necrostats.reports.tables import render

            self.shown = True
            try:
                put(render(answer_blocks(self.known), screen_of(sys.stdout)))
                sys.stdout.flush()
            except BrokenPipeError:
                if self.output.plot is None:
                    raise
                let_go()  # the figure is still wanted

    def _progress(self, done: int, total: int) -> None:
        if self.output.quiet or os.environ.get("CI") or not sys.stderr.isatty():
            return
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

            columns = ("simulating", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("simulating", total=total)
            self._bar.start()
        self._bar.update(self._task, completed=done, total=total)

    def _stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
