"""The state of one attack under the advanced rules: everybody whom it can change."""

from typing import NamedTuple

from necrostats.engine.dice import step
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    BOOSTED,
    BURNT_OUT,
    CONCUSSED,
    LANDED,
    MAY_BE_DRAGGED,
    MAY_BURN,
    ON_FIRE,
    OUT,
    STRUCK,
    Condition,
)

PASSING = STRUCK | LANDED | BURNT_OUT | BOOSTED | MAY_BURN | MAY_BE_DRAGGED
LASTING = BURNT_OUT | BOOSTED
UNTIL_OVER = ON_FIRE | BLINDED | CONCUSSED
NOBODY = Condition(0, 0, 0, OUT)


class Scene(NamedTuple):
    """Whom an attack changes.

    Attributes:
        target, other: The target, and a second one of rapid fire (``NOBODY`` if there is none).
        attacker: The attacker, whom its own weapon can hurt.
        weapon: What became of the weapons and of the attempt: ``ammo.DRY`` and others, added up; of a second pistol
            ``ammo.SECOND`` times as much.
        strays: Bystanders hit, a bit each.
    """

    target: Condition
    other: Condition
    attacker: Condition
    weapon: int = 0
    strays: int = 0


@step
def at_rest(c: Condition) -> Condition:
    """The fighter after the attack, without the marks that matter only during it."""
    return Condition(c.wounds, c.toughness, c.flesh, c.down, c.hits, c.marks & ~PASSING)


@step
def between(c: Condition, lasting: int = 0) -> Condition:
    """The fighter between two actions: what was of one attack alone is gone.

    Args:
        lasting: Marks it had on the way, of which LASTING ones stay.

    >>> between(Condition(1, 3, hits=2, marks=ON_FIRE + 1)).marks == ON_FIRE
    True
    """
    if c.down == OUT:
        return Condition(0, 0, 0, OUT, 0, 0)
    marks = (c.marks | lasting & LASTING) & (UNTIL_OVER | LASTING)
    return Condition(c.wounds, c.toughness, 0, c.down, 0, marks)
