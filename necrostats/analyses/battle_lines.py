"""What the dice of a battle kept, turned into lines: who does what to whom, each die with what it needs and means."""

from collections.abc import Iterable, Sequence
from typing import Any

from necrostats.analyses.battle_asked import Asked
from necrostats.analyses.battle_watched import Frame
from necrostats.analyses.telling import HITS, PASSED, Teller
from necrostats.analyses.weapon_asked import full_name
from necrostats.engine.dice import NOTES
from necrostats.engine.narrating import Told
from necrostats.systems.necromunda import (
    brawl,
    injuries,
    morale,
    recovery,
    rolls,
    rounds,
    shooting,
    templates,
    volley,
)
from necrostats.systems.necromunda.attacks import STRAYS
from necrostats.systems.necromunda.battle import (
    acting,
    ammunition,
    areas,
    brawling,
    contact,
    deciding,
    ending,
    fighting,
    firing,
    harm,
    hitting,
    nerve,
    plight,
)
from necrostats.systems.necromunda.battle.state import DIRECTIONS
from necrostats.systems.necromunda.close_combat import unarmed
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.duel.arms import Arms, WeaponSet
from necrostats.systems.necromunda.hits import area_of
from necrostats.systems.necromunda.morale import cool_of
from necrostats.systems.necromunda.rolls import characteristic_test
from necrostats.systems.necromunda.templates import FLAME_LENGTH
from necrostats.systems.necromunda.traits import COOL_AGAINST_FEAR
from necrostats.systems.necromunda.wargear import bearing

SILENT = {deciding.WHICH}
HEADINGS = {fighting.ROUND, deciding.ACTS, deciding.ACTS_ALONG, ending.ENDS}
SIDES = {fighting.BEGINS, fighting.HAS_PRIORITY, ending.BOTTLES}
NOBODYS = SIDES | {fighting.ROUND, ending.ENDS, ending.TESTS_BOTTLE, areas.COMES_DOWN}
ON_ANOTHER = {
    acting.SHOOTS,
    contact.CHARGED,
    acting.FOUGHT,
    acting.REACTED,
    firing.GOES_ASTRAY,
    brawling.FINISHES,
    ending.SEES_TO,
}
STRIKES = {acting.SHOOTS, acting.FOUGHT, acting.REACTED, contact.CHARGED, brawling.FINISHES}
STRUCK = {
    firing.MAY_STRAY,
    firing.STRAYS_INTO,
    areas.BLAST_HITS,
    areas.FLAME_HITS,
    firing.MAY_IMPALE,
    firing.IMPALES,
}
TESTERS = {nerve.TESTS_NERVE, ending.TRIES_TO_RALLY, ending.MAY_FLEE}
STORED = {hitting.EMPTY, hitting.JAMS, ammunition.RELOADS, ammunition.FILLED}
EVENTS = {
    deciding.ACTS: "acts",
    deciding.ACTS_ALONG: "acts",
    ending.ENDS: "ends",
    acting.SHOOTS: "shoots",
    contact.CHARGED: "charges",
    acting.FOUGHT: "fights",
    acting.REACTED: "fights",
    acting.MOVES: "moves",
    acting.WAS_PUSHED: "pushed",
    hitting.WAS_DRAGGED: "pushed",
    acting.OUT_NOW: "out",
    acting.AIMED: "aims",
    acting.STOOD: "stands",
    contact.TRIED: "retreats",
    contact.FELL_SHORT: "moves",
    acting.IS_PINNED: "pinned",
    acting.HURT: "hurt",
    harm.WEAKER: "hurt",
    harm.GOES_DOWN: "injured",
    harm.CAUGHT: "injured",
    harm.ABLAZE: "on fire",
    harm.BLIND: "blinded",
    harm.RECOVERS: "recovers",
    firing.GOES_ASTRAY: "astray",
    firing.MAY_STRAY: "at risk",
    firing.MAY_IMPALE: "at risk",
    firing.STRAYS_INTO: "struck",
    firing.IMPALES: "struck",
    areas.BLAST_HITS: "caught",
    areas.FLAME_HITS: "caught",
    areas.COMES_DOWN: "blast",
    areas.IS_LOST: "misses",
    areas.CATCHES_NOBODY: "misses",
    hitting.EMPTY: "out of ammo",
    hitting.JAMS: "out of ammo",
    ammunition.RELOADS: "reloads",
    ammunition.FILLED: "has ammo",
    brawling.FINISHES: "finishes",
    nerve.TESTS_NERVE: "tests",
    nerve.BREAKS: "breaks",
    nerve.RUNS_FOR_COVER: "runs",
    plight.BURNS: "burns",
    plight.ROLLS_ABOUT: "burns",
    plight.FIRE_IS_OUT: "fire out",
    plight.COMES_TO: "waits",
    plight.LIES: "waits",
    ending.TESTS_BOTTLE: "bottle test",
    ending.BOTTLES: "bottles",
    ending.IS_SHELTERED: "stays",
    ending.MAY_FLEE: "tests",
    ending.FLEES: "flees",
    ending.SEES_TO: "helps",
    ending.RECOVERY: "tests",
    ending.STAYS_DOWN: "stays down",
    ending.TRIES_TO_RALLY: "tests",
    ending.RALLIES: "rallies",
}
"""What a line is for a machine."""

BARE_HANDS = "bare hands"
COMPASS = ("right", "up and right", "up", "up and left", "left", "down and left", "down", "down and right")
INCHES = {morale.RUN_FOR_COVER, recovery.RUNS, templates.SCATTER_DISTANCE}
TURNS = {areas.WHERE, plight.RUNS_WHERE}
MEANS = {
    firing.IMPALED: ("it goes on", "it stops"),
    morale.BOTTLE: ("it bottles out", "it holds"),
    morale.FLEE: ("it stays", "it flees"),
    volley.PRIORITY: ("at the one it likes", "at the closest"),
}
TESTS = {morale.NERVE, morale.RALLY, morale.FLEE, injuries.FEAR, volley.NERVES, volley.EXPERT, brawl.FEARSOME}


class BattleTeller(Teller):
    """Lines of a battle."""

    def __init__(
        self,
        asking: Asked,
        arms: Sequence[Arms],
        seen: Sequence[Frame],
        bends: dict[int, list[tuple[float, float]]],
    ) -> None:
        super().__init__(asking.titles, asking.options)
        self.asking, self.arms, self.seen, self.bends = asking, arms, seen, bends
        advanced = asking.battle.advanced is not None
        self.cards = [bearing(who) if advanced else who for who in asking.fighters]
        self.at, self.who, self.struck, self.gun, self.steady, self.tested = -1, 0, 0, 0, 0, 0
        self.bottle = (0, 0)

    def told(self, story: Iterable[Told]) -> list[dict[str, Any]]:
        """The lines, each with the number of its frame and who does what to whom."""
        lines: list[dict[str, Any]] = []
        for self.at, each in enumerate(story):
            if each.code in SILENT and each.kind == "die":
                continue
            line = self._die(each) if each.kind == "die" else self._note(each)
            if line["kind"] == "heading" and lines and lines[-1].get("event") == "ends":
                lines.pop()
            lines.append({**line, "frame": self.at})
        return lines[:-1] if lines and lines[-1].get("event") == "ends" else lines

    # -------------------------------------------------------------- sentences

    def _note(self, told: Told) -> dict[str, Any]:
        code, value = told.code, told.value
        who, whom, n = value % acting.BITS, value // acting.BITS % acting.BITS, value // acting.BITS**2
        line: dict[str, Any] = {
            "kind": "heading" if code in HEADINGS else "say",
            "text": NOTES[code].format_map(self._words(told)),
        }
        if code in EVENTS:
            line["event"] = EVENTS[code]
            if code not in NOBODYS:
                line["who"] = who
            if code in ON_ANOTHER:
                line["whom"] = whom
        if code == acting.SHOOTS and area_of(self.arms[who].guns[n].first) == "template":
            line["template"] = FLAME_LENGTH
        if code == areas.COMES_DOWN:
            line["at"] = [each / 10 for each in spot_of(value)]
            line["radius"] = self._radius()
        if self.at in self.bends:
            line["bends"] = [[round(x, 4), round(y, 4)] for x, y in self.bends[self.at]]
        if code in STRIKES:
            self.striker, self.struck = who, whom
            self.gun = n
            self.rapid = code == acting.SHOOTS and "rapid-fire" in self.arms[who].guns[n].first.traits
        elif code == firing.GOES_ASTRAY:
            self.struck = whom
        elif code in STRUCK:
            self.struck = who
        elif code in TESTERS:
            self.who, self.steady = who, n
        elif code == contact.TRIED:
            self.who, self.tested = who, 0
        elif code == ending.TESTS_BOTTLE:
            self.bottle = (whom, n)
        return line

    def _words(self, told: Told) -> dict[str, Any]:
        names, value, code = self.asking.names, told.value, told.code
        if code in SIDES:
            return {"side": self.asking.titles[value]}
        if code in (fighting.ROUND, ending.ENDS):
            return {"n": value}
        if code == areas.COMES_DOWN:
            x, y = spot_of(value)
            return {"spot": f"{x / 10:.1f}, {y / 10:.1f}"}
        who, whom, n = value % acting.BITS, value // acting.BITS % acting.BITS, value // acting.BITS**2
        if code == ending.TESTS_BOTTLE:
            return {"side": self.asking.titles[who], "casualties": whom, "crew": n}
        frame = self.seen[self.at]
        words: dict[str, Any] = {
            "who": names[who],
            "whom": names[whom] if code in ON_ANOTHER else "",
            "place": f"{frame.x[who]:.1f}, {frame.y[who]:.1f}",
            "n": n if code == harm.WEAKER else f"{n} Wound{'s' if n != 1 else ''}",
        }
        if code == acting.SHOOTS:
            words["gun"] = _lower(full_name(self.arms[who].guns[n].first))
        elif code in (acting.FOUGHT, acting.REACTED):
            sets = self.arms[who].sets
            words["blades"] = _blades(sets[n]) if n < len(sets) else BARE_HANDS
        elif code in STORED:
            stores = self.arms[who].stores
            words["store"] = _lower(next(store.name for bit, store in enumerate(stores) if n >> bit & 1))
        return words

    def _radius(self) -> float:
        battle = self.asking.battle
        assert battle.advanced is not None  # there are no blasts under the basic rules
        at = battle.advanced.marker + self.striker * battle.forces.most_guns + self.gun
        return float(battle.real[at])

    # -------------------------------------------------------------- dice

    def _die(self, told: Told) -> dict[str, Any]:
        if told.code == volley.STRAY:
            return super()._die(told._replace(need=0))
        test = self._test(told.code)
        return super()._die(told if test is None else told._replace(need=max(2, test[0])))

    def _test(self, code: int) -> tuple[int, str] | None:
        """What a 2D6 test needs, which its dice are not told, and why; None for anything else."""
        who, striker, struck = (self.cards[each] for each in (self.who, self.striker, self.struck))
        if code in (morale.NERVE, morale.RALLY):
            n = self.steady
            friends = f", {n} steady friend{'s' if n != 1 else ''} near" if n else ""
            return cool_of(who, self.options)[min(n, morale.MOST_FRIENDS)], f"Cool {who.cl}+{friends}"
        tests = {
            morale.FLEE: ("Cool", who.cl, 0),
            volley.PRIORITY: ("Cool", striker.cl, 0),
            volley.EXPERT: ("Intelligence", striker.intelligence, 0),
            volley.NERVES: ("Cool", struck.cl, 0),
            brawl.FEARSOME: ("Willpower", striker.wil, 0),
            injuries.FEAR: ("Cool", struck.cl, COOL_AGAINST_FEAR),
        }
        if code not in tests:
            return None
        name, value, modifier = tests[code]
        why = f"{name} {value}+" + (f", modifiers {modifier:+d}" if modifier else "")
        return characteristic_test(value, modifier, self.options, dice=2).need, why

    def _duel_reason(self, told: Told) -> str:
        code = told.code
        if code in (rounds.PRIORITY, fighting.FIRST_ROLL):
            self.priority_dice += 1
            return self.names[(self.priority_dice - 1) % 2]
        if code == rolls.TEST:
            self.tested += 1
            return f"Initiative of {self.asking.names[self.who] if self.tested == 1 else 'an enemy'}"
        if code == morale.BOTTLE:
            down, crew = self.bottle
            will = crew + 1 - down - told.need if 1 < told.need < NEVER else 0
            return f"D6 + {down} above {crew}" + (f", Iron Will {will:+d}" if will else "")
        if code == volley.STRAY:
            low, high = STRAYS[self.options["stray_hit"]]
            return f"hits on {low} to {high}" if low == 1 else f"hits on {low}+"
        test = self._test(code)
        if test is not None:
            return test[1]
        if code not in HITS or not told.need:
            return ""
        who, marks = self.cards[self.striker], self.seen[self.at].hurts
        shot = code in (shooting.HIT_ROLL, shooting.IMPROBABLE)
        name, value = ("BS", who.bs) if shot else ("WS", who.ws)
        if not shot and marks is not None and marks.marks[self.striker] & injuries.BLINDED:
            return "blinded: a natural 6"
        modifier = value - told.need
        return f"{name} {value}+" + (f", modifiers {modifier:+d}" if modifier else "")

    def _outcome(self, told: Told) -> str:
        code, rolled = told.code, told.value
        if code == volley.STRAY:
            low, high = STRAYS[self.options["stray_hit"]]
            return "it hits" if low <= rolled <= high else "it flies past"
        if code in MEANS or code in TESTS:
            return MEANS.get(code, PASSED[rolls.TEST])[0 if rolled >= told.need else 1]
        if code == templates.SCATTER_DIE:
            return "Hit symbol" if rolled <= templates.HIT_FACES else "arrow"
        if code == injuries.SCATTERSHOT:
            return f"{rolled} wound roll{'s' if rolled != 1 else ''}"
        if code in INCHES:
            return f"{rolled} inch{'es' if rolled != 1 else ''}"
        if code in TURNS:
            return COMPASS[round((rolled - 1) * len(COMPASS) / DIRECTIONS) % len(COMPASS)]
        return super()._outcome(told)


def spot_of(value: int) -> tuple[int, int]:
    """A told point, in tenths of an inch (``areas.spotted``)."""
    return value % areas.SPOTS, value // areas.SPOTS


def _blades(weapons: WeaponSet) -> str:
    """One weapon or two, by their full names."""
    if weapons.first == unarmed():
        return BARE_HANDS
    return " + ".join(_lower(full_name(each)) for each in (weapons.first, weapons.second) if each is not None)


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]
