"""Dice that also look at the board: how everybody stands at each line of a told battle."""

from collections.abc import Sequence
from math import dist
from typing import Any, NamedTuple

from necrostats.engine.narrating import Narrating
from necrostats.systems.necromunda.battle import acting, contact
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE
from necrostats.systems.necromunda.battle.state import Battle
from necrostats.systems.necromunda.duel.arms import Arms
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    BROKEN,
    CONCUSSED,
    ON_FIRE,
    SERIOUS,
)

WALKED = {acting.MOVES, contact.FELL_SHORT, acting.FOUGHT}
MARKS = {ON_FIRE: "on fire", BLINDED: "blinded", BROKEN: "broken", CONCUSSED: "concussed"}
HAIR = 1e-6


class Hurts(NamedTuple):
    """What the advanced rules add to a frame.

    Attributes:
        toughness, down, marks: Of each fighter, as in ``injuries.Condition``.
        loaded: The stores of ammo that it has, a bit each; jammed: those that are.
        fled: 1 if it has; bottled: of each side, 1 if it has bottled out.
    """

    toughness: tuple[int, ...]
    down: tuple[int, ...]
    marks: tuple[int, ...]
    loaded: tuple[int, ...]
    jammed: tuple[int, ...]
    fled: tuple[int, ...]
    bottled: tuple[int, ...]


class Frame(NamedTuple):
    """Where everybody is: for each fighter x and y in inches, the direction it faces, its posture and Wounds left.

    Attributes:
        hurts: None under the basic rules.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]
    face_x: tuple[float, ...]
    face_y: tuple[float, ...]
    posture: tuple[int, ...]
    wounds: tuple[int, ...]
    ready: tuple[int, ...]
    hurts: Hurts | None


class Watching(Narrating):
    """Dice that also look at the board: ``seen[n]`` is how it was when ``story[n]`` was told.

    Attributes:
        bends: Of a move told in ``story[n]``, the points where its way turned.
    """

    def __init__(self, seed: int, trial: int, battle: Battle) -> None:
        super().__init__(seed, trial)
        self.battle = battle
        self.seen: list[Frame] = []
        self.bends: dict[int, list[tuple[float, float]]] = {}

    def note(self, what: int, value: int) -> None:
        """A sentence, and how things stand now; the dice before it were rolled as things stood."""
        self.catch_up()
        super().note(what, value)
        before, now = self.seen[-1] if self.seen else None, self._frame()
        if before is not None and what in WALKED:
            who, way = value % acting.BITS, self.battle.state.way
            points = list(zip(way.x[: way.used[0]], way.y[: way.used[0]], strict=True))
            found = bends(points, (before.x[who], before.y[who]), (now.x[who], now.y[who]))
            if found:
                self.bends[len(self.seen)] = found
        self.seen.append(now)

    def catch_up(self) -> None:
        """The last frame for all dice since."""
        last = self.seen[-1] if self.seen else self._frame()
        self.seen += [last] * (len(self.story) - len(self.seen))

    def _frame(self) -> Frame:
        state = self.battle.state
        field = state.field
        hurts = None
        if self.battle.advanced is not None:
            hurts = Hurts(
                tuple(state.toughness), tuple(state.down), tuple(state.marks), tuple(state.loaded),
                tuple(state.jammed), tuple(state.fled), tuple(state.bottled),
            )  # fmt: skip
        return Frame(
            tuple(field.x), tuple(field.y), tuple(field.face_x), tuple(field.face_y), tuple(field.posture),
            tuple(state.wounds), tuple(state.ready), hurts,
        )  # fmt: skip


def bends(
    way: Sequence[tuple[float, float]], start: tuple[float, float], end: tuple[float, float]
) -> list[tuple[float, float]]:
    """The points of a way from *start* where it turns before *end*; none where *end* is not on it.

    >>> bends([(0, 4), (3, 4), (3, 9)], (0, 0), (2, 4))
    [(0, 4)]
    """
    before = start
    for place, point in enumerate(way):
        detour = dist(before, end) + dist(end, point) - dist(before, point)
        if detour < HAIR:
            return list(way[:place]) if start != end else []
        before = point
    return []


# ------------------------------------------------------------------ as answers have it


def shown(frame: Frame, arms: Sequence[Arms]) -> dict[str, Any]:
    """A frame as answers have it.

    Args:
        arms: Of each fighter, for the names of what is out of ammo.
    """
    found = {
        "x": [round(x, 4) for x in frame.x],
        "y": [round(y, 4) for y in frame.y],
        "facing": [[round(x, 4), round(y, 4)] for x, y in zip(frame.face_x, frame.face_y, strict=True)],
        "posture": [_posture(frame, who) for who in range(len(frame.x))],
        "wounds": list(frame.wounds),
        "ready": list(frame.ready),
    }
    if frame.hurts is None:
        return found
    empty = [
        empty_stores(mine, loaded) if posture != GONE else []
        for mine, loaded, posture in zip(arms, frame.hurts.loaded, frame.posture, strict=True)
    ]
    return {
        **found,
        "toughness": list(frame.hurts.toughness),
        "marks": [[name for mark, name in MARKS.items() if marks & mark] for marks in frame.hurts.marks],
        "empty": empty,
        "bottled": list(frame.hurts.bottled),
    }


def _posture(frame: Frame, who: int) -> str:
    hurts, posture = frame.hurts, frame.posture[who]
    if posture == GONE:
        return "fled" if hurts is not None and hurts.fled[who] else "out"
    if hurts is not None and hurts.down[who] == SERIOUS:
        return "seriously injured"
    return "pinned" if posture == PRONE else "standing"


def empty_stores(arms: Arms, loaded: int) -> list[str]:
    """What is out of ammo, by name."""
    return [store.name for n, store in enumerate(arms.stores) if not loaded >> n & 1]
