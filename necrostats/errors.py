"""Every error that necrostats raises on purpose, with the exit code that the command line gives it."""

from collections.abc import Iterable


class NecrostatsError(Exception):
    """Something a user can mend. ``hint`` says how, in one line.

    Attributes:
        exit_code: What the command line returns: 1 failed, 2 usage, 3 bad or incomplete data. Codes of runs cut short
            are in ``cli/simulation.py``.
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        if hint:
            self.add_note(hint)


class UsageError(NecrostatsError, ValueError):
    """A question that cannot be asked: a wrong value, or a situation the rules forbid."""

    exit_code = 2


class UnknownNameError(UsageError, LookupError):
    """A name that no entry has; suggests the nearest ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        from necrostats.gamedata.names import nearest

        near = nearest(name, known)
        if near:
            hint = f"did you mean {' or '.join(near)}?"
        super().__init__(f"no {kind} {name!r}", hint)


class GameDataError(NecrostatsError, ValueError):
    """Data that does not say what it should; lists every mistake with file, key, expectation, value.

    Attributes:
        mistakes: One line each: ``file: key: expected ..., got ...``.
    """

    exit_code = 3

    def __init__(self, mistakes: Iterable[str], hint: str = "") -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(self.mistakes), hint)
