"""A target worn down: hit after hit, activation after activation of one attacker, round after round with recovery."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from necrostats.engine.dice import repeat
from necrostats.engine.enumerating import Law, law, law_from
from necrostats.engine.waiting import as_law, onward
from necrostats.systems.necromunda.ammo import DRY, JAMMED
from necrostats.systems.necromunda.attacks import ALL_CHECKS
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.brawl import Brawl
from necrostats.systems.necromunda.close_combat import blow
from necrostats.systems.necromunda.injuries import (
    BOOSTED,
    BURNT_OUT,
    IN_PLAY,
    OUT,
    SERIOUS,
    Condition,
    Hit,
    coup_de_grace,
    settle,
    take_hit,
)
from necrostats.systems.necromunda.questions import AdvancedAttack
from necrostats.systems.necromunda.recovery import Care, recover
from necrostats.systems.necromunda.reloading import Drill, Supply, activate, refill
from necrostats.systems.necromunda.scene import Scene

LASTING = BURNT_OUT | BOOSTED  # what is used up for the battle


PLAIN = 2  # a natural hit roll that adds nothing to the hit


class Bout(NamedTuple):
    """Target, attacker and weapon between two activations; ``met`` = 1 once the attacker has come to blows."""

    target: Condition
    shooter: Condition
    supply: Supply
    met: int = 0


def between(c: Condition, lasting: int = 0) -> Condition:
    """The fighter as the next hit finds it, standing again: Wounds, Toughness, injury, what it has used up.

    >>> between(Condition(1, 3, 1, IN_PLAY, 2, BOOSTED + 1))
    Condition(wounds=1, toughness=3, flesh=0, down=0, hits=0, marks=65536)
    """
    if c.down == OUT:
        return Condition(0, 0, 0, OUT)
    return Condition(c.wounds, c.toughness, 0, c.down, 0, (c.marks | lasting) & LASTING)


def sure_hit(attack: AdvancedAttack) -> Hit:
    """A hit of the weapon, whatever the hit roll might add to it."""
    numbers = attack.numbers
    if isinstance(numbers, Brawl):
        return Hit(blow(numbers.melee, 0, PLAIN), 0, numbers.effects[0], numbers.body)
    hit: Hit = numbers.guns[0].hit
    return hit


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
        """The weapon, None if nobody is left to shoot, or to be shot at; a hidden target leaves time to reload."""
        return None if bout.target.down == OUT or bout.shooter.down != IN_PLAY else bout.supply

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


class Fray(NamedTuple):
    """One fighter's attacks on one target in close combat, activation after activation; nobody strikes back.

    Attributes:
        first: The first attack, as a charge perhaps; it is still to come as long as its fighter does not dare.
        later: Those that follow.
        alone: 1 if no other enemy keeps the fighter busy, and so from a coup de grace.
        at_once: 1 if that is free after the fight (option ``coup_after_fight``), else it takes an activation.
    """

    first: AdvancedAttack
    later: AdvancedAttack
    alone: int = 1
    at_once: int = 1

    def start(self) -> Bout:
        """Before the first activation."""
        scene: Scene = self.first.start.scene
        return Bout(between(scene.target), between(scene.attacker), Supply())

    @rule("N17-A-CDG-01", "N17-A-INJ-05")
    def activation(self, bout: Bout) -> Law:
        """The law after one activation: a Fight against a target that stands, else a coup de grace."""
        if bout.target.down == OUT or bout.shooter.down != IN_PLAY:
            return Law((bout,), (1,), 1)
        if bout.target.down == SERIOUS:
            return self.finish(bout)
        ends: dict[Bout, Fraction] = {}
        for last, scene, p in _attacked(self.later if bout.met else self.first, bout):
            after = _after(scene, last.scene, bout.supply, bout.met or 1 - last.daunted)
            ends[after] = ends.get(after, Fraction(0)) + p
        return as_law(onward(ends, self.finish) if self.at_once else ends)

    def finish(self, bout: Bout) -> Law:
        """The law after the chance of a coup de grace."""
        alone = self.alone if bout.shooter.down == IN_PLAY else 0
        found = law_from(coup_de_grace, alone, bout.target)
        return as_law(found.of(lambda c: bout._replace(target=between(c))))


class Course(NamedTuple):
    """A bout between two rounds, and what it has seen: 1 if the target has been down, has been back from it."""

    bout: Bout
    fell: int = 0
    rose: int = 0


@rule("N17-A-END-03")
def after_round(activation: Callable[[Bout], Law], care: Care, course: Course) -> Law:
    """The law after a round: an activation of the attacker, then the target's recovery test (``recovery.recover``).

    Who has recovered stands up in its own activation, before the attacker's next one.
    """

    def end_phase(bout: Bout) -> Law:
        down = bout.target.down
        return as_law(
            law_from(recover, care, bout.target).of(
                lambda c: Course(
                    bout._replace(target=between(c)),
                    course.fell or int(down != IN_PLAY),
                    course.rose or int(down == SERIOUS and c.down == IN_PLAY),
                )
            )
        )

    return as_law(onward(activation(course.bout).chances(), end_phase))


def _attacked(attack: AdvancedAttack, bout: Bout) -> Iterator[tuple[Any, Scene, Fraction]]:
    """The ends of one attack: the state before its last phase, the scene after it, the chance."""
    start = attack.start._replace(
        scene=attack.start.scene._replace(target=bout.target, attacker=bout.shooter)
    )
    *phases, last = attack.step.phases  # type: ignore[attr-defined]
    now = {start: Fraction(1)}
    for phase in phases:
        now = onward(now, lambda state, phase=phase: law_from(phase, attack.numbers, state))  # type: ignore[misc]
    for state, p in now.items():
        for end, q in law_from(last, attack.numbers, state).chances().items():
            yield state, end.scene, p * q


def _after(scene: Scene, before: Scene, supply: Supply, met: int) -> Bout:
    """The bout after an attack, with what is used up for good, which its last phase would forget."""
    return Bout(
        between(scene.target, before.target.marks),
        between(scene.attacker, before.attacker.marks),
        supply,
        met,
    )


def _shot(attack: AdvancedAttack, bout: Bout) -> Law:
    """The law after one shot."""
    ends: dict[Bout, Fraction] = {}
    for last, scene, p in _attacked(attack, bout):
        supply = bout.supply._replace(became=scene.weapon & (DRY | JAMMED))
        after = _after(scene, last.scene, supply, bout.met)
        ends[after] = ends.get(after, Fraction(0)) + p
    return as_law(ends)
