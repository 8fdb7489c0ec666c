"""Odds of tabletop combat: exact where it can be, by Monte Carlo with honest intervals where it must, told die by die.

>>> import necrostats as ns
>>> print(ns.attack("rork", "kaiya", weapon="stub-gun")["stages"]["hit"]["fraction"])
5/6
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from necrostats.api import (
        Answer,
        attack,
        blast,
        chain,
        compare,
        explain,
        matchup,
        option,
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
            "blast",
            "chain",
            "compare",
            "explain",
            "matchup",
            "option",
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
    "blast",
    "chain",
    "compare",
    "explain",
    "matchup",
    "option",
    "sweep",
    "table",
    "tournament",
]


def __getattr__(name: str) -> Any:
    """Each public name is fetched on first use, so that the import costs nothing."""
    if name not in _WHERE:
        raise AttributeError(f"module 'necrostats' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
