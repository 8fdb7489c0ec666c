"""Lists of rows on their way out, in every format."""

from collections.abc import Callable, Sequence
from typing import Any

from necrostats.analyses.inventory import answer_of
from necrostats.cli.output import Output
from necrostats.errors import UsageError
from necrostats.reports.screens import Screen


def show_rows(
    question: str,
    rows: Sequence[dict[str, Any]],
    output: Output,
    *,
    ending: str | Callable[[Screen], str] = "",
    titles: bool = True,
) -> int:
    """Write rows that have the same keys; ``ending`` stands under them in a table, ``titles`` over them."""
    if output.collected is not None:
        raise UsageError(
            "expected a question with a report of its own, got a list", "ask an attack, a matchup ..."
        )
    names = list(rows[0]) if rows else []

    def make(screen: Screen) -> str:
        if output.format == "json":
            from necrostats.reports.export import to_json

            return to_json(answer_of(question, rows), ascii_only=screen.ascii_only) + "\n"
        if output.format == "csv":
            from necrostats.reports.export import csv_of

            return csv_of(names, [{k: _flat(v) for k, v in row.items()} for row in rows])
        if output.format == "markdown":
            from necrostats.reports.listing import shown
            from necrostats.reports.markdown import pipes

            return (
                pipes(names, [[shown(row[k]) for k in names] for row in rows], ["left"] * len(names)) + "\n"
            )
        if output.format == "html":
            from necrostats.reports.pages import rows_page

            return rows_page(answer_of(question, rows))
        if output.format == "latex":
            raise UsageError(f"a list has no {output.format}", "take --format markdown, csv or json")
        from necrostats.reports.listing import text

        said = ending(screen) if callable(ending) else ending
        return (text(names, rows, screen, titles=titles) if rows else "") + said

    output.write(make)
    return 0


def _flat(value: Any) -> Any:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else value
