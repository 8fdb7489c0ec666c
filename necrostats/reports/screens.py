"""What a stream can show: its width, colours, and letters beyond ASCII."""

import os
import shutil
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO

WIDEST = 100
NARROWEST = 60

TWINS = {
    **dict.fromkeys("─╌╴╶", "-"),
    **dict.fromkeys("│┃║▏▕", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╞╡╪╔╗╚╝╟╢", "+"),
    **dict.fromkeys("━═╸╺", "="),
    "█": "#",
    "▌": "#",
    "▓": "%",
    "▒": "-",
    "░": ".",
    "…": ".",
    "·": ".",
    "•": "*",
    "×": "x",
    "±": "~",
    "≤": "<",
    "≥": ">",
    "→": ">",
    "←": "<",
    "–": "-",
    "—": "-",
    "−": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "″": '"',
    "′": "'",
    "\u00a0": " ",
    "ß": "s",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
}


@dataclass(frozen=True, slots=True)
class Screen:
    """Where a report goes.

    Attributes:
        width: In columns of a terminal, 60 to 100.
        colour: Whether escape codes for colours are understood and wanted.
        shades: 256 for the finer palette, else 8.
        ascii_only: Whether anything beyond ASCII would break the stream.
    """

    width: int = WIDEST
    colour: bool = False
    shades: int = 256
    ascii_only: bool = False


def encodes_all(stream: IO[str]) -> bool:
    """Whether the stream takes every letter, as UTF-8 does."""
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "")
    return encoding.startswith(("utf", "cp65001"))


def screen_of(stream: IO[str], environ: Mapping[str, str] = os.environ) -> Screen:
    """What a stream can show (NO_COLOR, TERM=dumb, COLUMNS are honoured)."""
    terminal = bool(getattr(stream, "isatty", lambda: False)())
    term = environ.get("TERM", "")
    colour = terminal and not environ.get("NO_COLOR") and term != "dumb"
    if environ.get("COLUMNS", "").isdigit():
        columns = int(environ["COLUMNS"])
    else:
        columns = shutil.get_terminal_size((WIDEST, 24)).columns if terminal else WIDEST
    rich_palette = "256" in term or bool(environ.get("COLORTERM"))
    return Screen(
        width=max(NARROWEST, min(WIDEST, columns)),
        colour=colour,
        shades=256 if rich_palette else 8,
        ascii_only=not encodes_all(stream),
    )


def width_of(text: str) -> int:
    """Columns that a text takes on a terminal: Chinese signs take two.

    >>> width_of("lasgun"), width_of("激光枪")
    (6, 6)
    """
    if text.isascii():
        return len(text)
    return sum(_columns(sign) for sign in text)


def _columns(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def in_ascii(text: str) -> str:
    """The text in ASCII, column for column, so that tables keep their shape.

    >>> in_ascii("╭─ café ×2 激"), in_ascii("plain")
    ('+- cafe x2 ??', 'plain')
    """
    return text if text.isascii() else "".join(sign if sign < "\x80" else _twin(sign) for sign in text)


def _twin(sign: str) -> str:
    if sign in TWINS:
        return TWINS[sign]
    plain = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    width = width_of(sign)
    return plain if len(plain) == width else "?" * width
