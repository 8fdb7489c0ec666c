"""Where an answer goes: the terminal, a file, a figure."""

import functools
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from necrostats.cli.failures import say
from necrostats.errors import UsageError
from necrostats.reports.screens import Screen, encodes_all, in_ascii, screen_of
from necrostats.saving import save, unwritable

FORMATS = ("table", "json", "csv", "markdown", "html", "latex")
SUFFIXES = {
    ".json": "json",
    ".csv": "csv",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".tex": "latex",
    ".txt": "table",
}
ON_STDOUT = "the answer stands on stdout; choose another file"


@dataclass
class Collected:
    """Takes the answer instead of a stream, for a batch; set as ``obj`` of a context."""

    command: str = ""
    result: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Output:
    """How an answer is shown.

    Attributes:
        format: One of ``FORMATS``.
        path: File that takes the answer instead of stdout, None for stdout.
        plot: File that takes the figure, None for no figure.
        stamp: Whether the answer carries what made it.
    """

    format: str = "table"
    path: Path | None = None
    plot: Path | None = None
    stamp: bool = True
    quiet: bool = False
    collected: Collected | None = None

    @property
    def streams(self) -> bool:
        """Whether parts of an answer can be shown before it is whole."""
        return self.format == "table" and self.path is None and self.collected is None

    def show(self, result: Mapping[str, Any]) -> int:
        """Write an answer, and its figure; return the exit code."""
        answer = self.dressed(result)
        if self.collected is not None:
            self.collected.result = answer
            return 0
        try:
            self.write(lambda screen: self.text(answer, screen))
        finally:
            self.draw(answer)
        return 0

    def dressed(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """The answer with the command in its stamp, or without the stamp."""
        answer = dict(result)
        if not self.stamp:
            answer.pop("stamp", None)
            if "attacks" in answer:
                answer["attacks"] = [
                    {k: v for k, v in one.items() if k != "stamp"} for one in answer["attacks"]
                ]
        elif "stamp" in answer:
            command = self.collected.command if self.collected is not None else command_line()
            answer["stamp"] = {**answer["stamp"], "command": command}
        return answer

    def text(self, answer: Mapping[str, Any], screen: Screen) -> str:
        """The answer in the format asked for."""
        if self.format == "json":
            from necrostats.reports.export import to_json

            return to_json(answer, ascii_only=screen.ascii_only) + "\n"
        if self.format == "csv":
            from necrostats.reports.export import to_csv

            return to_csv(answer)
        if self.format == "markdown":
            from necrostats.reports.export import to_markdown

            return to_markdown(answer)
        if self.format == "html":
            from necrostats.reports.pages import page

            return page(answer)
        if self.format == "latex":
            from necrostats.reports.latex import document

            return document(answer)
        from necrostats.reports.tables import text

        return text(answer, screen)

    def write(self, make: Callable[[Screen], str]) -> None:
        """Write a text where the answer goes; a file that cannot be written leaves it on stdout.

        Raises:
            UsageError: The file cannot be written.
        """
        if self.path is None:
            put(make(screen_of(sys.stdout)), html=self.format == "html")
            return
        try:
            save(self.path, make(Screen()))
        except OSError as error:
            put(make(screen_of(sys.stdout)), html=self.format == "html")
            raise unwritable(self.path, error, ON_STDOUT) from error
        self.note(f"wrote {self.path}")

    def draw(self, answer: Mapping[str, Any]) -> None:
        """Draw the figure, if one was asked for.

        Raises:
            UsageError: The file cannot be written.
        """
        if self.plot is None:
            return
        from necrostats.reports import figures, fonts

        try:
            figures.save(answer, self.plot)
        except OSError as error:
            raise unwritable(self.plot, error, ON_STDOUT) from error
        self.note(f"wrote {self.plot}")
        if remark := fonts.remark(answer):
            self.note(remark)

    def note(self, text: str) -> None:
        """A remark on stderr, unless the user wants none."""
        if not self.quiet:
            say(text)


def put(text: str, *, html: bool = False) -> None:
    """Write to stdout in letters that it can show."""
    if not encodes_all(sys.stdout):
        text = text.encode("ascii", "xmlcharrefreplace").decode() if html else in_ascii(text)
    text = text.encode("utf-8", "backslashreplace").decode()  # a path may hold what is no text
    click.echo(text, nl=False, color=True)


def command_line() -> str:
    """The command as it was typed, without what changes nothing in the answer."""
    import shlex

    return shlex.join(["necrostats", *(word for word in sys.argv[1:] if word not in ("--quiet", "--debug"))])


def output_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Options on where the answer goes; the command gets them as ``output``."""

    @functools.wraps(function)
    def wrapped(
        *args: Any,
        format_: str | None,
        as_json: bool,
        as_csv: bool,
        out: str | None,
        no_stamp: bool,
        quiet: bool,
        plot: str | None = None,
        **rest: Any,
    ) -> Any:
        asked = [
            *([format_] if format_ else []),
            *(["json"] if as_json else []),
            *(["csv"] if as_csv else []),
        ]
        if len(set(asked)) > 1:
            raise UsageError(f"expected one format, got {' and '.join(asked)}", "leave all but one out")
        path = Path(out) if out and out != "-" else None
        context = click.get_current_context(silent=True)
        collected = context.obj if context and isinstance(context.obj, Collected) else None
        for flag, name in (("-o", out), ("--plot", plot)):
            if name == "":
                raise UsageError(
                    f"{flag}: expected the name of a file, got ''", "for example answer.md or answer.png"
                )
        if collected is not None and (path or plot):
            raise UsageError(
                "expected no -o and no --plot in one of many questions", "the answers go together"
            )
        output = Output(
            format=_format(path, asked[0] if asked else None),
            path=path,
            plot=_checked(Path(plot)) if plot else None,
            stamp=not no_stamp,
            quiet=quiet,
            collected=collected,
        )
        return function(*args, output=output, **rest)

    for option in reversed(OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def plot_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """``--plot FILE``, for commands whose answer has a figure; goes over ``output_options``."""
    help_ = "Draw the figure too (.png, .svg, .pdf)."
    return click.option("--plot", metavar="FILE", type=click.Path(), help=help_)(function)


def _format(path: Path | None, asked: str | None) -> str:
    """The format asked for, else that of the file's suffix; only .txt takes every text.

    Raises:
        UsageError: A file for figures, or one whose suffix says another format.
    """
    suffix = path.suffix.lower() if path is not None else ""
    if suffix in (".png", ".svg", ".pdf"):
        raise UsageError(
            f"output: expected a file for text, got {str(path)!r}", f"for the figure: --plot {path}"
        )
    named = SUFFIXES.get(suffix)
    if path is not None and named is not None and asked not in (None, named) and suffix != ".txt":
        better = next(each for each, format_ in SUFFIXES.items() if format_ == asked)
        raise UsageError(
            f"output: expected a file for {asked}, got {str(path)!r}",
            f"for example {path.with_suffix(better).name}, or leave the format out: the file says it",
        )
    return asked or named or "table"


def _checked(path: Path) -> Path:
    from necrostats.reports.suffixes import check_suffix

    check_suffix(path)
    return path


OPTIONS = (
    click.option(
        "--format", "format_", type=click.Choice(FORMATS), help="How the answer is written (table)."
    ),
    click.option("--json", "as_json", is_flag=True, help="Short for --format json."),
    click.option("--csv", "as_csv", is_flag=True, help="Short for --format csv."),
    click.option(
        "-o",
        "--output",
        "out",
        metavar="FILE",
        type=click.Path(),
        help="Write to a file; its suffix sets the format.",
    ),
    click.option("--no-stamp", is_flag=True, help="Leave out versions, seed and command."),
    click.option("--quiet", is_flag=True, help="No progress and no remarks on stderr."),
    click.option("--debug", is_flag=True, expose_value=False, help="Show where an error comes from."),
)
