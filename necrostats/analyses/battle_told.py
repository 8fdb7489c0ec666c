"""One battle told die by die, with where everybody stands after each line; needs no numba."""

from collections.abc import Sequence
from math import dist
from typing import Any, NamedTuple

from necrostats.analyses.answers import random_seed, stamp, whole
from necrostats.analyses.battle_asked import Asked, asked, board_shown, inferred
from necrostats.analyses.explain import Story
from necrostats.analyses.telling import HITS, Teller
from necrostats.analyses.weapon_asked import full_name
from necrostats.engine.dice import NOTES
from necrostats.engine.limits import LARGEST_RUN
from necrostats.engine.monte_carlo import check_seed
from necrostats.engine.narrating import Narrating, Told
from necrostats.systems.necromunda import rounds, shooting
from necrostats.systems.necromunda.battle import acting, contact, deciding, fighting
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE
from necrostats.systems.necromunda.battle.rows import armed
from necrostats.systems.necromunda.battle.state import Battle

POSTURES = ("out", "standing", "pinned")
SILENT = {deciding.WHICH}
SIDES = {fighting.BEGINS, fighting.HAS_PRIORITY}
CODED = {acting.SHOOTS, contact.CHARGED, acting.FOUGHT, acting.REACTED, acting.HURT}
WALKED = {acting.MOVES, contact.FELL_SHORT, acting.FOUGHT}
HAIR = 1e-6
EVENTS = {
    deciding.ACTS: "acts",
    acting.SHOOTS: "shoots",
    contact.CHARGED: "charges",
    acting.FOUGHT: "fights",
    acting.REACTED: "fights",
    acting.MOVES: "moves",
    acting.WAS_PUSHED: "pushed",
    acting.OUT_NOW: "out",
    acting.AIMED: "aims",
    acting.STOOD: "stands",
    contact.TRIED: "retreats",
    contact.FELL_SHORT: "moves",
    acting.IS_PINNED: "pinned",
    acting.HURT: "hurt",
}


class Frame(NamedTuple):
    """Where everybody is: for each fighter x and y in inches, the direction it faces, its posture and Wounds left."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    face_x: tuple[float, ...]
    face_y: tuple[float, ...]
    posture: tuple[int, ...]
    wounds: tuple[int, ...]
    ready: tuple[int, ...]


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
        return Frame(
            tuple(field.x), tuple(field.y), tuple(field.face_x), tuple(field.face_y), tuple(field.posture),
            tuple(state.wounds), tuple(state.ready),
        )  # fmt: skip


class _Teller(Teller):
    """Lines of a battle."""

    def __init__(self, asking: Asked, dice: Watching) -> None:
        super().__init__(asking.titles, asking.options)
        self.asking, self.seen, self.bends = asking, dice.seen, dice.bends
        self.arms = [armed(who, asking.options) for who in asking.fighters]
        self.at = -1

    def told(self, story: Sequence[Told]) -> list[dict[str, Any]]:
        """The lines, each with the number of its frame and who does what to whom."""
        lines = []
        for self.at, each in enumerate(story):
            if each.code in SILENT and each.kind == "die":
                continue
            line = self._die(each) if each.kind == "die" else self._note(each)
            lines.append({**line, "frame": self.at})
        return lines

    def _note(self, told: Told) -> dict[str, Any]:
        words = self._words(told)
        line: dict[str, Any] = {
            "kind": "heading" if told.code in (fighting.ROUND, deciding.ACTS) else "say",
            "text": NOTES[told.code].format_map(words),
        }
        if told.code in EVENTS:
            line["event"] = EVENTS[told.code]
            line["who"] = told.value % acting.BITS
            if told.code in CODED - {acting.HURT}:
                line["whom"] = told.value // acting.BITS % acting.BITS
        if self.at in self.bends:
            line["bends"] = [[round(x, 4), round(y, 4)] for x, y in self.bends[self.at]]
        if told.code in (acting.SHOOTS, acting.FOUGHT, acting.REACTED, contact.CHARGED):
            self.striker = told.value % acting.BITS
        return line

    def _words(self, told: Told) -> dict[str, Any]:
        names, value = self.asking.names, told.value
        if told.code in SIDES:
            return {"side": self.asking.titles[value]}
        if told.code == fighting.ROUND:
            return {"n": value}
        who, whom, n = value % acting.BITS, value // acting.BITS % acting.BITS, value // acting.BITS**2
        frame = self.seen[self.at]
        words: dict[str, Any] = {
            "who": names[who],
            "place": f"{frame.x[who]:.1f}, {frame.y[who]:.1f}",
            "n": f"{n} Wound{'s' if n != 1 else ''}",
        }
        if told.code in CODED:
            words["whom"] = names[whom] if told.code != acting.HURT else ""
        if told.code == acting.SHOOTS:
            words["gun"] = _lower(full_name(self.arms[who].guns[n].first))
        elif told.code in (acting.FOUGHT, acting.REACTED):
            words["blades"] = _lower(self.arms[who].sets[n].name)
        return words

    def _duel_reason(self, told: Told) -> str:
        if told.code in (rounds.PRIORITY, fighting.FIRST_ROLL):
            self.priority_dice += 1
            return self.names[(self.priority_dice - 1) % 2]
        if told.code not in HITS or not told.need:
            return ""
        who = self.asking.fighters[self.striker]
        name, value = ("BS", who.bs) if told.code == shooting.HIT_ROLL else ("WS", who.ws)
        modifier = value - told.need
        return f"{name} {value}+" + (f", modifiers {modifier:+d}" if modifier else "")


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


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]


def explain_battle(gang_a: str, gang_b: str, *, seed: int | None = None, trial: int = 0, **how: Any) -> Story:
    """One battle, die by die: the one that the simulation of *seed* plays as its trial *trial*.

    Args:
        how: As for ``battle_asked.asked``.

    Raises:
        UsageError, UnknownNameError: As ``battle_asked.asked`` does.

    >>> story = explain_battle("kaiya", "rork", seed=7).to_dict()
    >>> story["result"]["outcome"] != "" and story["lines"][0]["rule"]
    'N17-B-SCN-03'
    """
    asking = asked(gang_a, gang_b, **how)
    trial = whole("trial", trial, 0, LARGEST_RUN - 1)
    chosen = random_seed() if seed is None else check_seed(seed)
    dice = Watching(chosen, trial, asking.battle)
    end = fighting.play_battle(asking.battle, dice)
    dice.catch_up()
    frames = dice.seen
    lines = _Teller(asking, dice).told(dice.story)
    kept: dict[Frame, int] = {}
    for line in lines:
        line["frame"] = kept.setdefault(frames[line["frame"]], len(kept))
    a, b = asking.titles
    outcome = (f"{a} win", f"{b} win", "a draw")[end.winner]
    head = {
        "rules": asking.options.rules,
        **board_shown(asking.board),
        "policy_a": asking.policies[0].id,
        "policy_b": asking.policies[1].id,
        "sides": list(asking.titles),
        "fighters": [
            {"name": name, "side": int(place >= len(asking.gangs[0])), "base": who.base, "wounds": who.w}
            for place, (name, who) in enumerate(zip(asking.names, asking.fighters, strict=True))
        ],
        "frames": [_shown(frame) for frame in kept],
        "trial": trial,
        "reconstructed": inferred(asking),
        "options": asking.options.changed(),
        "not_modelled": asking.not_modelled(),
        "stamp": stamp(asking.options, seed=chosen),
    }
    left = f"{end.left_a} of {len(asking.gangs[0])} and {end.left_b} of {len(asking.gangs[1])} in play"
    return Story(
        f"{a} ({asking.policies[0].id}) against {b} ({asking.policies[1].id}) on {asking.board.name}",
        chosen,
        lines,
        {"outcome": outcome, "round": end.round, "left": left},
        head,
    )


def _shown(frame: Frame) -> dict[str, Any]:
    return {
        "x": [round(x, 4) for x in frame.x],
        "y": [round(y, 4) for y in frame.y],
        "facing": [[round(x, 4), round(y, 4)] for x, y in zip(frame.face_x, frame.face_y, strict=True)],
        "posture": [POSTURES[0 if p == GONE else 2 if p == PRONE else 1] for p in frame.posture],
        "wounds": list(frame.wounds),
        "ready": list(frame.ready),
    }
