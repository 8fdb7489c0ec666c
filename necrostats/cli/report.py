"""``necrostats report``: several questions on one page."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from necrostats.cli.failures import INTERRUPTED, described
from necrostats.cli.output import Collected, Output, output_options
from necrostats.cli.report_file import Question, ReportFile, read
from necrostats.errors import UsageError

FORMATS = ("html", "markdown", "json", "table")


@click.command("report")
@click.argument("file", metavar="FILE", type=click.Path())
@output_options
def command(*, file: str, output: Output) -> int:
    """Several questions on one page, with a title and words of your own, ready to be posted.

    FILE is TOML: title, intro and ending, and a table for each question with the words of its command line, or with
    some of them as keywords. The page is HTML unless --format or the suffix of -o says another: markdown for forums,
    json, table. A question that has no answer says why in its place, and the exit code is its own.

    \b
    A file
      title = "Laspistol or power sword?"
      intro = "What Kaiya should do when Rork comes close."
      [[question]]
      title = "Shooting"
      ask = "attack kaiya rork --weapon laspistol --distance 6"
      [[question]]
      ask = "attack kaiya rork"
      weapon = "power-sword"
      charging = true

    \b
    Examples
      necrostats report kaiya.toml -o kaiya.html
      necrostats report kaiya.toml --format markdown
    """
    from necrostats.cli.main import command as root

    if output.collected is not None:
        raise UsageError("expected a question, got a report", "a report cannot stand in another")
    context = click.get_current_context()
    chosen = output if _format_given(context, output) else replace(output, format="html")
    if chosen.format not in FORMATS:
        raise UsageError(
            f"a report has no {chosen.format}; expected {', '.join(FORMATS)}",
            f"ask its questions one by one with --{chosen.format}",
        )
    answer, code = answered(read(Path(file), root), root, chosen)
    return chosen.show(answer) or code


def _format_given(context: click.Context, output: Output) -> bool:
    """Whether a format was typed or follows from the name of the file."""
    typed = any(context.params.get(name) for name in ("format_", "as_json", "as_csv"))
    return typed or (output.path is not None and output.path.suffix != "")


def answered(asked: ReportFile, root: click.Group, output: Output) -> tuple[dict[str, Any], int]:
    """The answers to all questions, or what went wrong, and the exit code of the first that went wrong."""
    from necrostats import __version__

    found: list[dict[str, Any]] = []
    codes = [0]
    for place, question in enumerate(asked.questions, start=1):
        said = {"title": question.title, "text": question.text, "command": question.command}
        if INTERRUPTED in codes:
            found.append(
                {**said, "error": "not asked: interrupted before", "hint": "", "exit_code": INTERRUPTED}
            )
            continue
        output.note(f"question {place} of {len(asked.questions)}: {question.title or question.command}")
        more, code = _answer(question, root, output)
        found.append({**said, **more})
        codes.append(code)
    report = {
        "schema_version": 1,
        "question": "report",
        "title": asked.title,
        "intro": asked.intro,
        "ending": asked.ending,
        "questions": found,
        "stamp": {"version": __version__},
    }
    return report, INTERRUPTED if INTERRUPTED in codes else next(filter(None, codes), 0)


def _answer(question: Question, root: click.Group, output: Output) -> tuple[Mapping[str, Any], int]:
    taken = Collected(question.command)
    words = [
        *question.words,
        *([] if output.stamp else ["--no-stamp"]),
        *(["--quiet"] if output.quiet else []),
    ]
    code = 0
    try:
        with root.make_context("necrostats", words, obj=taken) as context:
            ended = root.invoke(context)
            code = ended if isinstance(ended, int) else 0
        if not taken.result:
            raise UsageError(
                "expected a question with a report of its own", "ask an attack, a matchup, a chain ..."
            )
    except (KeyboardInterrupt, click.Abort):
        if not taken.result:
            return {"error": "interrupted", "hint": "", "exit_code": INTERRUPTED}, INTERRUPTED
        code = INTERRUPTED
    except Exception as error:
        message, hint, failed = described(error)
        return {"error": message, "hint": hint, "exit_code": failed}, failed
    return {"answer": taken.result}, code
