"""The state of one attack under the advanced rules: everybody whom it can change."""

from typing import NamedTuple

from necrostats.engine.dice import step
from necrostats.systems.necromunda.injuries import (
    BOOSTED,
    BURNT_OUT,
    LANDED,
    MAY_BE_DRAGGED,
    MAY_BURN,
    OUT,
    STRUCK,
    Condition,
)

PASSING = STRUCK | LANDED | BURNT_OUT | BOOSTED | MAY_BURN | MAY_BE_DRAGGED
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
