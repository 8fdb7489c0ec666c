"""Many attacks in one run: a line of JSON in, a line of JSON out, in the same order."""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from necrostats.cli.failures import INTERRUPTED, described
from necrostats.cli.output import ON_STDOUT, Collected, Output, put
from necrostats.errors import GameDataError, UsageError
from necrostats.reports.screens import encodes_all
from necrostats.saving import replacing, unwritable

LONGEST_LINE = 1_000_000
EXPECTED = 'one {"id": ..., "args": ["A", "B", "--weapon", ...]} a line'


def run(command: click.Command, path: str, output: Output) -> int:
    """Answer every line; a bad line gets its error and exit code, and the run goes on.

    Raises:
        GameDataError: The file cannot be read.
        UsageError: The output file cannot be written; the answers go to stdout then.
    """
    answers = (_text(_answer(command, line, stamp=output.stamp)) for line in _lines(path))
    if output.plot:
        raise UsageError("expected no --plot with --batch")
    if output.path is None:
        for text in answers:
            put(text)
        return 0
    return _into(output.path, answers, output)


def _into(path: Path, answers: Iterator[str], output: Output) -> int:
    """Write the answers into a file; interrupted, those there are. What cannot be written goes to stdout."""
    code, done = 0, 0
    try:
        with replacing(path) as file:
            try:
                for text in answers:
                    content = text.encode("utf-8", "backslashreplace")
                    try:
                        file.write(content)
                        file.flush()
                    except OSError:
                        _give_back(Path(file.name), done)
                        put(text)
                        raise
                    done += len(content)
            except KeyboardInterrupt:
                if not done:
                    raise
                if file.seekable():
                    file.truncate(done)
                code = INTERRUPTED
    except OSError as error:
        for text in answers:
            put(text)
        raise unwritable(path, error, ON_STDOUT) from error
    output.note(f"wrote {path}" if not code else f"interrupted; wrote the answers so far to {path}")
    return code


def _give_back(part: Path, done: int) -> None:
    """Print the first *done* bytes of a file that will not stay."""
    if not part.is_file():
        return
    with part.open("rb") as file:
        while done > 0 and (content := file.read(min(done, 1 << 20))):
            click.echo(content, nl=False)
            done -= len(content)


def _lines(path: str) -> Iterator[bytes]:
    if path == "-":
        yield from sys.stdin.buffer
        return
    try:
        with Path(path).open("rb") as file:
            yield from file
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise GameDataError([f"{path}: file: expected {EXPECTED}, got {reason}"]) from error


def _answer(command: click.Command, line: bytes, *, stamp: bool) -> dict[str, Any] | None:
    """The answer to a line; None for an empty one."""
    if not line.strip():
        return None
    known: dict[str, Any] = {}
    try:
        asked = _parsed(line)
        if "id" in asked:
            try:
                json.dumps(asked["id"], allow_nan=False)
            except ValueError as error:
                raise UsageError("id: expected JSON, got a number without bounds", EXPECTED) from error
            known = {"id": asked["id"]}
        args = asked.get("args")
        if not isinstance(args, list) or not all(isinstance(part, str | int | float) for part in args):
            raise UsageError(f"args: expected a list of texts, got {str(args)[:80]!r}", EXPECTED)
        if "--help" in args:
            raise UsageError("args: expected a question, got --help", EXPECTED)
        taken = Collected(shlex.join(["necrostats", "attack", *map(str, args)]))
        words = [*map(str, args), *([] if stamp else ["--no-stamp"])]
        with command.make_context("necrostats attack", words, obj=taken) as context:
            command.invoke(context)
    except Exception as error:
        message, hint, code = described(error)
        return {**known, "error": message, **({"hint": hint} if hint else {}), "exit_code": code}
    return {**known, **taken.result}


def _parsed(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise UsageError(f"expected a line of at most {LONGEST_LINE:,} bytes", EXPECTED)
    try:
        asked = json.loads(line, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"expected a line of JSON, got {line[:40].decode('utf-8', 'replace')!r}", EXPECTED
        ) from error
    if not isinstance(asked, dict):
        raise UsageError(f"expected an object, got {str(asked)[:40]!r}", EXPECTED)
    return asked


def _refused(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _text(answer: dict[str, Any] | None) -> str:
    if answer is None:
        return ""
    return json.dumps(answer, ensure_ascii=not encodes_all(sys.stdout), allow_nan=False) + "\n"
