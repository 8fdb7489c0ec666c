"""Which code implements which rule of the Necromunda book."""

import pkgutil
from importlib import import_module

from necrostats.engine.dice import ROLLS
from necrostats.systems.base import RuleIndex

rule = RuleIndex()

PACKAGE = __name__.rpartition(".")[0]
COMPILED = "kernels"


def functions_of(rule_id: str) -> list[str]:
    """The functions and classes that carry a rule, as named within this package; none where nothing does.

    Every module of the package is imported for it, but not those that teach numba.

    >>> functions_of("N17-B-RND-03")
    ['rounds.priority', 'rounds.had_priority']
    """
    package = import_module(PACKAGE)
    for module in pkgutil.walk_packages(package.__path__, f"{PACKAGE}."):
        if module.name.rpartition(".")[2] != COMPILED:
            import_module(module.name)
    return [name.removeprefix(f"{PACKAGE}.") for name in rule.implemented.get(rule_id, [])]


def rolls_of(rule_id: str) -> list[str]:
    """The rolls that a rule asks for, as told fights name them.

    >>> rolls_of("N17-B-WND-01")
    ['wound roll']
    """
    functions_of(rule_id)
    return list(dict.fromkeys(each.what for each in ROLLS if each.rule == rule_id))
