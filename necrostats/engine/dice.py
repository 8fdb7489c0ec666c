"""The dice as rules see them: what a rule may ask for, whatever the reading.

A *step* is a plain function of numbers, a small state and ``dice``. It asks through the functions here; what ``dice``
is decides whether the step is enumerated, sampled, narrated or played with dice from the table.

State that changes and numbers that do not are NamedTuples of whole numbers, so that every reading can hash, compare
and compile them.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeVar

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., Any])


class Dice(Protocol):
    """What every reading offers; rules ask through the functions below, which numba compiles."""

    def die(self, sides: int, rule: int) -> int: ...
    def d6(self, need: int, rule: int) -> int: ...
    def passes(self, need: int, rule: int) -> bool: ...
    def sums(self, count: int, sides: int, rule: int) -> int: ...
    def repeat(self, times: int, one: Callable[[Any, S, Any], S], what: Any, state: S) -> S: ...
    def until(self, one: Callable[[Any, Any], int], what: Any) -> int: ...
    def note(self, what: int, value: int) -> None: ...


STEPS: list[Callable[..., Any]] = []
LARGE: set[Callable[..., Any]] = set()


def in_turn(*steps: Callable[..., Any]) -> Callable[..., Any]:
    """A step made of several that follow on one another; enumerated, equal states are merged after each of them.

    >>> def more(what, state, dice):
    ...     return state + what
    >>> in_turn(more, more, more)(2, 0, None)
    6
    """
    if len(steps) == 1:
        return steps[0]
    half = len(steps) // 2
    before, after = in_turn(*steps[:half]), in_turn(*steps[half:])

    def together(what, state, dice):  # type: ignore[no-untyped-def]
        return after(what, before(what, state, dice), dice)

    together.phases = steps  # type: ignore[attr-defined]
    return step(together)


class Roll(NamedTuple):
    """Who asks for a die: the rule's id and what the roll is called in the book."""

    rule: str
    what: str


ROLLS: list[Roll] = []
NOTES: list[str] = []


def step(function: F) -> F:
    """Remember a rule that rolls dice or is called by one that does, so that it can be compiled on first use."""
    STEPS.append(function)
    return function


def large_step(function: F) -> F:
    """A step too large to be copied into each one that calls it when it is compiled; else as ``step``."""
    LARGE.add(function)
    return step(function)


def roll(rule: str, what: str) -> int:
    """Register a roll; the number stands for it inside steps.

    >>> HIT = roll("N17-B-HIT-01", "hit roll")
    >>> ROLLS[HIT].what
    'hit roll'
    """
    ROLLS.append(Roll(rule, what))
    return len(ROLLS) - 1


def saying(template: str) -> int:
    """Register a sentence of a told fight, its names in braces filled in by whoever tells it.

    >>> NOTES[saying("{me} waits")]
    '{me} waits'
    """
    NOTES.append(template)
    return len(NOTES) - 1


def die(dice: Dice, sides: int, rule: int) -> int:
    """One die: 1 to *sides*, each as likely."""
    return dice.die(sides, rule)


def d6(dice: Dice, need: int, rule: int) -> int:
    """One D6 whose face matters; *need* is only told to the reader, 0 if nothing is needed."""
    return dice.d6(need, rule)


def passes(dice: Dice, need: int, rule: int) -> bool:
    """Whether one D6 shows *need* or more: always at 1 or less, never at 7 or more."""
    return dice.passes(need, rule)


def sums(dice: Dice, count: int, sides: int, rule: int) -> int:
    """The sum of *count* dice of *sides* sides."""
    return dice.sums(count, sides, rule)


def repeat(dice: Dice, times: int, one: Callable[[Any, S, Any], S], what: Any, state: S) -> S:
    """The state after ``one(what, state, dice)``, done *times* times, each from where the last one ended."""
    return dice.repeat(times, one, what, state)


def until(dice: Dice, one: Callable[[Any, Any], int], what: Any) -> int:
    """What ``one(what, dice)`` gives, done again for as long as it gives less than 0."""
    return dice.until(one, what)


def entry(table: Any, at: int) -> int:
    """The number at a place of a table, counted from its beginning: a tuple, or an array in compiled code."""
    number: int = table[at]
    return number


def note(dice: Dice, what: int, value: int) -> None:
    """Tell the reader what happens; nothing but a told fight listens."""
    dice.note(what, value)
