"""What users type, taken apart: names, the changes in brackets behind them, figures."""

import re
import unicodedata

from necrostats.errors import UsageError

MAX_TEXT = 5_000  # characters; longer than any fighter worth typing
BRACKETS = {"[": "]", "(": ")"}
EXAMPLES = {
    "fighter": "kaiya or rork[+boltgun,w=2]",
    "weapon": "lasgun or shotgun/solid[ap=-1]",
    "gang": "ironlords or 2*rork+nox",
}


def tidy(text: str, what: str) -> str:
    """A user's text without spaces around it, letters of full width made plain.

    Raises:
        UsageError: if it is empty or endless, or has digits that would read as others than they look like (1²).
    """
    if not isinstance(text, str):
        raise UsageError(f"expected a {what}, got {text!r}", f"such as {EXAMPLES[what]}")
    if len(text) > MAX_TEXT:
        raise UsageError(f"expected a {what} of at most {MAX_TEXT:,} characters, got {len(text):,}")
    odd = next((letter for letter in text if not letter.isascii() and _looks_like_a_digit(letter)), "")
    if odd:
        raise UsageError(f"expected plain digits, got {odd!r} in {text[:60]!r}", f"such as {EXAMPLES[what]}")
    plain = unicodedata.normalize("NFKC", text).strip()
    if not plain:
        raise UsageError(f"expected a {what}, got {text[:20]!r}", f"such as {EXAMPLES[what]}")
    return plain


def _looks_like_a_digit(letter: str) -> bool:
    """Whether a letter becomes one digit or more when it is made plain, and is not just a digit of full width."""
    wide = unicodedata.decomposition(letter).startswith("<wide>")
    return not wide and re.search(r"[0-9]", unicodedata.normalize("NFKC", letter)) is not None


def split(text: str, at: str) -> list[str]:
    """The parts of a text between separators outside brackets, each without spaces around it.

    Raises:
        UsageError: if a bracket is not closed or was never opened.

    >>> split("rork[+boltgun,w=2] + kaiya", "+")
    ['rork[+boltgun,w=2]', 'kaiya']
    """
    parts, begin, awaited = [], 0, []
    for place, letter in enumerate(text):
        if letter in BRACKETS:
            awaited.append(BRACKETS[letter])
        elif letter in BRACKETS.values():
            if not awaited or awaited.pop() != letter:
                raise UsageError(
                    f"expected {text[:60]!r} to open each bracket that it closes, got {letter!r} at {place + 1}"
                )
        elif letter == at and not awaited:
            parts.append(text[begin:place].strip())
            begin = place + 1
    if awaited:
        raise UsageError(
            f"expected {text[:60]!r} to close each bracket that it opens, got no {awaited[-1]!r}"
        )
    return [*parts, text[begin:].strip()]


def name_and_changes(text: str, what: str) -> tuple[str, list[str]]:
    """``rork[+boltgun,w=2]`` as its name and its changes.

    >>> name_and_changes("rork[+boltgun, w=2]", "fighter")
    ('rork', ['+boltgun', 'w=2'])
    """
    split(text, "")
    name, bracket, rest = text.partition("[")
    if not bracket:
        return name.strip(), []
    if not rest.endswith("]"):
        raise UsageError(
            f"expected the {what} to end with ']', got {text[:60]!r}", f"such as {EXAMPLES[what]}"
        )
    changes = split(rest[:-1], ",")
    if changes == [""]:
        return name.strip(), []
    if "" in changes:
        raise UsageError(f"expected a change before and after each comma, got {text[:60]!r}")
    return name.strip(), changes


def whole(text: str, what: str, low: int, high: int, *, plus: bool = False, dash: bool = False) -> int:
    """A whole number within its range.

    Args:
        text: As typed.
        what: What it is a figure of, for the error.
        low, high: The range, both included.
        plus: Whether 4+ means 4.
        dash: Whether - and 0 mean 0.

    Raises:
        UsageError: names the range.

    >>> whole("4+", "bs of Rork", 2, 6, plus=True)
    4
    """
    if dash and text in ("-", "0"):
        return 0
    if re.fullmatch(r"[+-]?\d{1,6}" + (r"\+?" if plus else ""), text, re.ASCII):
        number = int(text.rstrip("+"))
        if low <= number <= high:
            return number
    mark = "+" if plus else ""
    allowed = f"a whole number from {low}{mark} to {high}{mark}" + (" or -" if dash else "")
    raise UsageError(f"expected {what} to be {allowed}, got {text[:40]!r}")
