"""``necrostats tables``: all probability tables of the rules as files, and as a booklet to print."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli.failures import say
from necrostats.cli.output import Output, command_line
from necrostats.cli.rulings import rules_options
from necrostats.cli.situations import USUAL_RULES
from necrostats.cli.table import lang_option
from necrostats.errors import UnknownNameError, UsageError
from necrostats.reports.screens import Screen
from necrostats.saving import save, unwritable

ENDINGS = {"markdown": "md", "csv": "csv", "json": "json", "latex": "tex", "html": "html"}
ELSEWHERE = "choose another folder; files that were there before are as they were"


@click.command("tables")
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="DIR",
    type=click.Path(),
    required=True,
    help="The folder that takes the files; made if there is none.",
)
@click.option(
    "--format",
    "formats",
    metavar="NAME",
    multiple=True,
    help="Files for each table: markdown, csv, json, latex, html or booklet (the booklet alone); "
    "repeatable (all).",
)
@lang_option
@rules_options(USUAL_RULES)
@click.option("--no-stamp", is_flag=True, help="Leave out versions and command.")
@click.option("--quiet", is_flag=True, help="No remarks on stderr.")
@click.option("--debug", is_flag=True, expose_value=False, help="Show where an error comes from.")
def command(
    *,
    folder: str,
    formats: tuple[str, ...],
    lang: str,
    rules: str | None,
    house: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    no_stamp: bool,
    quiet: bool,
) -> int:
    """All probability tables of the rules: a file for each, and booklet.html with all of them, made to be printed.

    Print the booklet from a browser, on A4 or letter paper. README.md lists the files.

    \b
    Examples
      necrostats tables -o tables
      necrostats tables -o tables --lang zh --format booklet
      necrostats tables -o club --house our-club --format booklet --format csv
    """
    from necrostats.analyses.table import every_table

    chosen = _formats(formats)
    found = every_table(langs=(lang,), rules=rules, house=house, options=options, data=data)
    where = _folder(folder)
    answers = [_stamped(one.to_dict(), no_stamp) for (one,) in found]
    written = 0
    for name, text in pages(answers, chosen):
        _write(where / name, text)
        written += 1
    if not quiet:
        say(f"wrote {written} files to {where}; print {where / 'booklet.html'} from a browser")
    return 0


def pages(answers: list[dict[str, Any]], formats: list[str]) -> Iterator[tuple[str, str]]:
    """The name and the text of each file, for answers of ``table`` and formats of ``ENDINGS``."""
    from necrostats.reports.booklet import booklet, index

    yield "booklet.html", booklet(answers)
    if not formats:
        return
    yield "README.md", index(answers, [ENDINGS[each] for each in formats])
    for answer in answers:
        for each in formats:
            yield f"{answer['table']}.{ENDINGS[each]}", Output(format=each).text(answer, Screen())


def _formats(asked: tuple[str, ...]) -> list[str]:
    """The formats asked for, each once; all if none is named, none if only the booklet is.

    Raises:
        UnknownNameError: No such format.
    """
    known = (*ENDINGS, "booklet")
    for each in asked:
        if each not in known:
            raise UnknownNameError("format", each, known, f"expected {', '.join(known)}")
    return [each for each in ENDINGS if each in asked or not asked]


def _folder(text: str) -> Path:
    """The folder, made if need be.

    Raises:
        UsageError: It is a file, or cannot be made or written to.
    """
    if not text:
        raise UsageError("-o: expected the name of a folder, got ''", "for example -o tables")
    where = Path(text)
    try:
        if where.exists() and not where.is_dir():
            raise UsageError(f"-o: expected a folder, got the file {text!r}", "choose another name")
        where.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(where, error, ELSEWHERE) from error
    if not os.access(where, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write to the folder {text!r}: permission denied", "choose another folder")
    return where


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all: what stood there stays until the new one is complete.

    Raises:
        UsageError: It cannot be written.
    """
    if path.is_dir():
        raise UsageError(f"cannot write {str(path)!r}: a folder has that name", "choose another folder")
    try:
        save(path, text)
    except OSError as error:
        raise unwritable(path, error, ELSEWHERE) from error


def _stamped(answer: dict[str, Any], no_stamp: bool) -> dict[str, Any]:
    """The answer with the command in its stamp, or without the stamp."""
    if no_stamp:
        answer.pop("stamp")
    else:
        answer["stamp"] = {**answer["stamp"], "command": command_line()}
    return answer
