"""What went wrong as two lines on stderr and an exit code; a run cut short has its own, in ``simulation.STOPPED``."""

import errno
import os
import sys
from contextlib import suppress

import click

from necrostats.errors import NecrostatsError
from necrostats.reports.screens import encodes_all, in_ascii

INTERRUPTED = 130
FAILED = 1
FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO}


def exit_code_of(error: BaseException, *, debug: bool = False) -> int:
    """Say what is wrong and how to mend it; return the exit code that belongs to it."""
    if isinstance(error, click.Abort | KeyboardInterrupt):
        say("interrupted")
        return INTERRUPTED
    if debug:
        import traceback

        traceback.print_exception(error)
    message, hint, code = described(error)
    say(f"error: {message}")
    if hint:
        say(f"hint: {hint}")
    return code


def described(error: BaseException) -> tuple[str, str, int]:
    """What is wrong, how to mend it, and the exit code."""
    if isinstance(error, NecrostatsError):
        return str(error), error.hint, error.exit_code
    if isinstance(error, click.ClickException):
        return _of_click(error)
    if isinstance(error, MemoryError):
        return "not enough memory", "ask for less at once, or take fewer --trials", FAILED
    if isinstance(error, OSError):
        reason = (error.strerror or str(error)).lower()
        if error.filename is None and error.errno in FULL:
            return (
                f"cannot write the answer: {reason}",
                "make room, or write it elsewhere with -o FILE",
                FAILED,
            )
        return (reason if error.filename is None else f"{error.filename!r}: {reason}"), "", FAILED
    where = type(error).__name__
    text = " ".join(str(error).split())[:300]
    return f"unexpected {where}{f': {text}' if text else ''}", "--debug shows where it comes from", FAILED


def _of_click(error: click.ClickException) -> tuple[str, str, int]:
    context = getattr(error, "ctx", None)
    if isinstance(error, click.exceptions.NoArgsIsHelpError) and context:
        names = " or ".join(getattr(context.command, "commands", {}))
        return f"expected {names} after {context.command_path}", f"{context.command_path} --help explains", 2
    hint = f"{context.command_path} --help shows what it takes" if context else ""
    if isinstance(error, click.NoSuchOption):
        if context:
            from necrostats.gamedata.names import nearest

            known = [
                name
                for parameter in context.command.params
                for name in parameter.opts
                if name.startswith("--")
            ]
            near = nearest(error.option_name.lstrip("-"), [name.lstrip("-") for name in known])
            hint = f"did you mean {' or '.join(f'--{name}' for name in near)}?" if near else hint
        return f"no option {error.option_name!r}", hint, error.exit_code
    text = " ".join(error.format_message().split()).rstrip(".")
    return text[:1].lower() + text[1:], hint, error.exit_code


def let_go() -> int:
    """Nobody reads on (``| head``): that is success, and nothing more is written, not even at the end."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def say(text: str) -> None:
    """A line for the user on stderr, in letters that it can show."""
    shown = text if encodes_all(sys.stderr) else in_ascii(text)
    with suppress(BrokenPipeError):
        click.echo(shown, err=True)
