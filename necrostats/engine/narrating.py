"""Reading a step die by die, in plain Python: the very dice of one trial, or dice from the table."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from necrostats.engine.dice import ROLLS
from necrostats.engine.streams import WORDS, key_of, reseed, throw
from necrostats.errors import UsageError


class Told(NamedTuple):
    """One thing that happened: a die with what it needed (0 = its face counts), or a sentence.

    Attributes:
        kind: "die" or "note".
        code: Of the roll or the sentence, see ``engine.dice``.
        need: What had to be shown, 0 if nothing had.
        value: The face or sum, or the number that goes with the sentence.
        dice: "D6", "2D6", "D3".
    """

    kind: str
    code: int
    need: int
    value: int
    dice: str


class Plain:
    """Dice of one trial in plain Python; rolls what the compiled kernel rolls."""

    def __init__(self, seed: int, trial: int = 0) -> None:
        self.state: list[int] = [0] * WORDS
        reseed(self.state, key_of(seed), trial)

    @classmethod
    def on(cls, state: list[int]) -> "Plain":
        """Dice on a stream that someone else seeds."""
        made = cls.__new__(cls)
        made.state = state
        return made

    def throw(self, sides: int, rule: int) -> int:
        return int(throw(self.state, sides))

    def die(self, sides: int, rule: int) -> int:
        return self.throw(sides, rule)

    def d6(self, need: int, rule: int) -> int:
        return self.throw(6, rule)

    def passes(self, need: int, rule: int) -> bool:
        return self.throw(6, rule) >= need

    def sums(self, count: int, sides: int, rule: int) -> int:
        return sum(self.throw(sides, rule) for _ in range(count))

    def repeat(self, times: int, one: Callable[..., Any], what: Any, state: Any) -> Any:
        for _ in range(times):
            state = one(what, state, self)
        return state

    def until(self, one: Callable[..., int], what: Any) -> int:
        while True:
            found = one(what, self)
            if found >= 0:
                return found

    def note(self, what: int, value: int) -> None:
        pass


class Narrating(Plain):
    """Plain dice that keep the story: each die with the rule that asked for it."""

    def __init__(self, seed: int, trial: int = 0) -> None:
        super().__init__(seed, trial)
        self.story: list[Told] = []

    def die(self, sides: int, rule: int) -> int:
        value = self.throw(sides, rule)
        self.story.append(Told("die", rule, 0, value, f"D{sides}"))
        return value

    def d6(self, need: int, rule: int) -> int:
        value = self.throw(6, rule)
        self.story.append(Told("die", rule, need, value, "D6"))
        return value

    def passes(self, need: int, rule: int) -> bool:
        value = self.throw(6, rule)
        self.story.append(Told("die", rule, max(need, 1), value, "D6"))
        return value >= need

    def sums(self, count: int, sides: int, rule: int) -> int:
        value = sum(self.throw(sides, rule) for _ in range(count))
        self.story.append(Told("die", rule, 0, value, f"{count}D{sides}"))
        return value

    def note(self, what: int, value: int) -> None:
        self.story.append(Told("note", what, 0, value, ""))


class Scripted(Narrating):
    """Dice whose D6 faces a player gives, in the order in which they are asked for.

    Raises:
        UsageError: A face is no D6 face, or a die is asked for when none is left or that is no D6.
    """

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(0)
        self.faces = tuple(faces)
        self.used = 0
        for given in self.faces:
            if not 1 <= given <= 6:
                raise UsageError(f"faces: expected 1 to 6, got {given!r}")

    def throw(self, sides: int, rule: int) -> int:
        if sides != 6:
            raise UsageError(f"faces: this needs a D{sides}, and only D6 can be given", "use a seed instead")
        if self.used == len(self.faces):
            raise UsageError(
                f"faces: expected more than the {len(self.faces)} given: next comes a {ROLLS[rule].what}",
                "give one more face for each die asked for, or use a seed",
            )
        self.used += 1
        return self.faces[self.used - 1]

    def check_used(self) -> None:
        """Refuse faces that nobody asked for."""
        if self.used < len(self.faces):
            raise UsageError(f"faces: expected {self.used}, got {len(self.faces)}", "leave out the last ones")
