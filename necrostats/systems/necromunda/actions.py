"""Attacks that are actions of their own: Headbutt and coup de grace."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, passes, repeat, roll, step
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.brawl import STEP_ASIDE
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.injuries import (
    UNSAVED,
    WOUND,
    Condition,
    Hit,
    coup_de_grace,
    settle,
    take_hit,
)
from necrostats.systems.necromunda.scene import Scene, at_rest

HEADBUTT = roll("N17-A-SKL-01", "headbutt against Toughness")


class Deed(NamedTuple):
    """An action under way."""

    scene: Scene


class Headbutt(NamedTuple):
    """A headbutt.

    Attributes:
        hit, own_hit: On the enemy; on the fighter itself if it goes wrong.
        aside_on: D6 with which the enemy steps aside, 7 = it cannot.
        batch: Option ``multi_hit``.
    """

    hit: Hit
    own_hit: Hit
    aside_on: int
    batch: int


@rule("N17-A-SKL-01")
@step
def headbutt(numbers: Headbutt, deed: Deed, dice: Dice) -> Deed:
    """Two dice, either of the enemy's Toughness or more is a hit on it; both lower, and the fighter hits itself."""
    s = deed.scene
    first = passes(dice, min(7, s.target.toughness), HEADBUTT)
    second = passes(dice, min(7, s.target.toughness), HEADBUTT)
    if first or second:
        if numbers.aside_on < NEVER and passes(dice, numbers.aside_on, STEP_ASIDE):
            return deed
        t = s.target
        target = Condition(t.wounds, t.toughness, t.flesh, t.down, t.hits + 1, t.marks)
        target = repeat(dice, 1, take_hit, numbers.hit, target)
        return Deed(
            Scene(at_rest(settle(numbers.batch, target, dice)), s.other, s.attacker, s.weapon, s.strays)
        )
    attacker = repeat(dice, 1, take_hit, numbers.own_hit, s.attacker)
    return Deed(Scene(s.target, s.other, at_rest(settle(numbers.batch, attacker, dice)), s.weapon, s.strays))


@rule("N17-A-CDG-01")
@step
def finish_off(alone: int, deed: Deed, dice: Dice) -> Deed:
    """N17-A-CDG-01: a coup de grace as an action; it counts as a hit that nothing saves."""
    s, t = deed.scene, deed.scene.target
    struck = Condition(t.wounds, t.toughness, t.flesh, t.down, t.hits + 1, t.marks | WOUND | UNSAVED)
    return Deed(Scene(coup_de_grace(alone, struck, dice), s.other, s.attacker, s.weapon, s.strays))
