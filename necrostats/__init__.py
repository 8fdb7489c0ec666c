"""Odds of tabletop combat: exact where it can be, by Monte Carlo with honest intervals where it must, told die by die.

>>> import necrostats as ns
>>> print(ns.attack("rork", "kaiya", weapon="stub-gun")["stages"]["hit"]["fraction"])
5/6
"""

TYPE_CHECKING = False  # typing itself is not imported: the program begins here, and is to begin at once
if TYPE_CHECKING:
    from typing import Any

    from necrostats.api import (
        Answer,
        attack,
        battle,
        blast,
        board,
        chain,
        compare,
        explain,
        matchup,
        option,
        show,
        sweep,
        table,
        tournament,
    )
    from necrostats.errors import GameDataError, NecrostatsError, UnknownNameError, UsageError

__version__ = "0.1.0"

_WHERE = {
    **dict.fromkeys(
        (
            "Answer",
            "attack",
            "battle",
            "blast",
            "board",
            "chain",
            "compare",
            "explain",
            "matchup",
            "option",
            "show",
            "sweep",
            "table",
            "tournament",
        ),
        "necrostats.api",
    ),
    **dict.fromkeys(
        ("GameDataError", "NecrostatsError", "UnknownNameError", "UsageError"), "necrostats.errors"
    ),
}
__all__ = [
    "Answer",
    "GameDataError",
    "NecrostatsError",
    "UnknownNameError",
    "UsageError",
    "attack",
    "battle",
    "blast",
    "board",
    "chain",
    "compare",
    "explain",
    "matchup",
    "option",
    "show",
    "sweep",
    "table",
    "tournament",
]


def __getattr__(name: str) -> "Any":
    """Each public name is fetched on first use, so that the import costs nothing.

    ``list`` is among them, but not in ``__all__``: a star would put it before Python's own.
    """
    if name not in _WHERE and name != "list":
        raise AttributeError(f"module 'necrostats' has no attribute {name!r}")
    from importlib import import_module

    if name == "list":
        return import_module("necrostats.api").listed
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "list"])
