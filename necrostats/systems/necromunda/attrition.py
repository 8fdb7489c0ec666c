"""A target worn down: hit after hit, or activation after activation of one shooter; nobody recovers in between."""

from fractions import Fraction
from typing import NamedTuple

from necrostats.engine.dice import repeat
from necrostats.engine.enumerating import Law, law, law_from
from necrostats.engine.waiting import as_law
from necrostats.systems.necromunda.ammo import DRY, JAMMED
from necrostats.systems.necromunda.attacks import ALL_CHECKS
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.injuries import (
    BOOSTED,
    BURNT_OUT,
    IN_PLAY,
    OUT,
    SERIOUS,
    Condition,
    Hit,
    settle,
    take_hit,
)
from necrostats.systems.necromunda.questions import AdvancedAttack
from necrostats.systems.necromunda.reloading import Drill, Supply, activate, refill
from necrostats.systems.necromunda.scene import Scene

LASTING = BURNT_OUT | BOOSTED  # what is used up for the battle


class Bout(NamedTuple):
    """Target, shooter and weapon between two activations."""

    target: Condition
    shooter: Condition
    supply: Supply


def between(c: Condition, lasting: int = 0) -> Condition:
    """The fighter as the next hit finds it, standing again: Wounds, Toughness, injury, what it has used up.

    >>> between(Condition(1, 3, 1, IN_PLAY, 2, BOOSTED + 1))
    Condition(wounds=1, toughness=3, flesh=0, down=0, hits=0, marks=65536)
    """
    if c.down == OUT:
        return Condition(0, 0, 0, OUT)
    return Condition(c.wounds, c.toughness, 0, c.down, 0, (c.marks | lasting) & LASTING)


@rule("N17-A-INJ-04", "N17-A-INJ-05")
def after_hit(standing: Hit, lying: Hit, c: Condition) -> Law:
    """The law of a fighter after one more hit (``injuries.take_hit``).

    Args:
        standing, lying: What the hit does to the fighter in play, and seriously injured (N17-A-INJ-05).
    """
    hit = lying if c.down == SERIOUS else standing
    return law(lambda dice: between(settle(hit.body.batch, repeat(dice, 1, take_hit, hit, c), dice), c.marks))


class Onslaught(NamedTuple):
    """One shooter's attacks on one target, activation after activation.

    Attributes:
        standing: The attack on a target in play.
        hurried: The same as the second action after a Reload: without Aim.
        lying: The attack on a seriously injured target; None where that is hidden from sight.
        lying_hurried: The same after a Reload.
    """

    drill: Drill
    standing: AdvancedAttack
    hurried: AdvancedAttack
    lying: AdvancedAttack | None
    lying_hurried: AdvancedAttack | None

    def start(self) -> Bout:
        """Before the first activation."""
        scene: Scene = self.standing.start.scene
        again = ALL_CHECKS if self.drill.magazine.again == ALL_CHECKS else 0
        return Bout(between(scene.target), between(scene.attacker), Supply(again=again))

    def attack(self, bout: Bout, first: bool) -> AdvancedAttack | None:
        """The attack that the shooter makes now; None if it has nobody to shoot at."""
        if bout.target.down == OUT or bout.shooter.down != IN_PLAY:
            return None
        if bout.target.down == SERIOUS:
            return self.lying if first else self.lying_hurried
        return self.standing if first else self.hurried

    def supply_of(self, bout: Bout) -> Supply | None:
        """The weapon, None if there is nobody to shoot, or to be shot at."""
        return None if self.attack(bout, True) is None else bout.supply

    def shoot(self, bout: Bout, first: bool) -> Law:
        """The law after one attack action."""
        attack = self.attack(bout, first)
        return Law((bout,), (1,), 1) if attack is None else _shot(attack, bout)

    def fill(self, bout: Bout) -> Law:
        """The law after one Reload."""
        filled = refill(self.drill, bout.supply)
        return filled._replace(outcomes=tuple(bout._replace(supply=each) for each in filled.outcomes))

    def activation(self, bout: Bout) -> Law:
        """The law after one activation of the shooter."""
        return activate(self.drill, bout, self.supply_of, self.shoot, self.fill)


def _shot(attack: AdvancedAttack, bout: Bout) -> Law:
    """The law after one attack: all its phases, and what is used up for good, which the last one would forget."""
    start = attack.start._replace(
        scene=attack.start.scene._replace(target=bout.target, attacker=bout.shooter)
    )
    *phases, last = attack.step.phases  # type: ignore[attr-defined]
    now = {start: Fraction(1)}
    for phase in phases:
        after: dict[object, Fraction] = {}
        for state, p in now.items():
            for outcome, q in law_from(phase, attack.numbers, state).chances().items():
                after[outcome] = after.get(outcome, Fraction(0)) + p * q
        now = after
    ends: dict[Bout, Fraction] = {}
    for state, p in now.items():
        for end, q in law_from(last, attack.numbers, state).chances().items():
            scene = end.scene
            became = scene.weapon & (DRY | JAMMED)
            bout_after = Bout(
                between(scene.target, state.scene.target.marks),
                between(scene.attacker, state.scene.attacker.marks),
                bout.supply._replace(became=became),
            )
            ends[bout_after] = ends.get(bout_after, Fraction(0)) + p * q
    return as_law(ends)
