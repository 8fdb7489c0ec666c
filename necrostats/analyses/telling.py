"""What dice kept while they were told, turned into entries: each die with its rule, its reason and what it means."""

from collections.abc import Iterable
from typing import Any

from necrostats.analyses.decisions import gun_name
from necrostats.analyses.needs import needs
from necrostats.engine.dice import NOTES, ROLLS
from necrostats.engine.narrating import Scripted, Told
from necrostats.systems.necromunda import (
    actions,
    ammo,
    brawl,
    close_combat,
    damage,
    injuries,
    movement,
    questions,
    recovery,
    rolls,
    shooting,
    templates,
)
from necrostats.systems.necromunda import rounds as rounds_chapter
from necrostats.systems.necromunda.duel import lane as lane_steps
from necrostats.systems.necromunda.duel import play
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.options import Options

PASSED = {
    damage.WOUND_ROLL: ("wound", "no wound"),
    damage.SAVE_ROLL: ("saved", "not saved"),
    injuries.FIELD: ("stopped", "not stopped"),
    injuries.FIELD_BURNS: ("lasts", "burnt out"),
    injuries.DODGE: ("dodged", "not dodged"),
    injuries.GAS: ("affected", "not affected"),
    injuries.PULVERISE: ("made a serious injury", "left as it is"),
    injuries.FLASH: ("passed", "blinded"),
    injuries.GRAVITON: ("wound", "no wound"),
    injuries.BLAZE: ("on fire", "not on fire"),
    injuries.DRAG: ("dragged", "not dragged"),
    ammo.CHECK: ("passed", "failed"),
    ammo.CHECKED_AGAIN: ("passed", "failed"),
    ammo.UNSTABLE: ("its user is spared", "its user is out of action"),
    ammo.RELOAD: ("loaded", "still empty"),
    recovery.FLAMES: ("it goes out", "it burns on"),
    recovery.UNSTOPPABLE: ("it acts", "it does not act"),
    templates.MISFIRE: ("a dud", "on the shooter"),
    brawl.STEP_ASIDE: ("stepped aside", "not stepped aside"),
    actions.HEADBUTT: ("lands", "does not land"),
    shooting.BLAST_PUSH: ("pushed", "not pushed"),
    rolls.TEST: ("passed", "failed"),
    rolls.RE_ROLL: ("passed", "failed"),
}
HITS = {shooting.HIT_ROLL, shooting.IMPROBABLE, close_combat.HIT_ROLL, close_combat.PARRIED}


def _store(setup: Setup, side: int, n: int) -> str:
    stores = setup.arms[side].stores
    return stores[n].name.lower() if n < len(stores) else ""


def _reasons(question: questions.Attack) -> dict[int, str]:
    """Why each roll of an attack needs what it needs."""
    found = needs(question)
    codes = {"hit": HITS, "wound": (damage.WOUND_ROLL,), "save": (damage.SAVE_ROLL,)}
    why = {code: str(need["why"]) for name, need in found.items() for code in codes[name]}
    return why | {shooting.IMPROBABLE: f"BS {question.attacker.bs}+"}


class Teller:
    """Turns what the dice kept into lines.

    Attributes:
        setup: The duel that is told, None for a single attack.
        question: The attack that is told, None for a duel.
    """

    def __init__(
        self,
        names: tuple[str, str],
        options: Options,
        *,
        setup: Setup | None = None,
        question: questions.Attack | None = None,
    ) -> None:
        self.names, self.options, self.setup, self.question = names, options, setup, question
        self.reasons = {} if question is None else _reasons(question)
        self.actor, self.striker = 0, 0
        self.priority_dice = 0
        self.rapid = question is not None and "rapid-fire" in question.profile.traits

    def lines(self, story: Iterable[Told]) -> list[dict[str, Any]]:
        """The lines of a story."""
        told = [self._die(each) if each.kind == "die" else self._note(each) for each in story]
        return [line for line in told if line]

    def _note(self, told: Told) -> dict[str, Any]:
        if told.code == play.ACTS:
            self.actor = self.striker = told.value
            return {}
        if told.code == lane_steps.REACTS:
            self.striker = 1 - self.actor
        if told.code in (lane_steps.SHOOTS, lane_steps.FIGHTS, lane_steps.REACTS):
            guns = () if self.setup is None else self.setup.guns[self.actor]
            self.rapid = told.code == lane_steps.SHOOTS and "rapid-fire" in guns[told.value].traits
        kind = "heading" if told.code == play.ROUND else "say"
        return {"kind": kind, "text": NOTES[told.code].format_map(self._words(told))}

    def _words(self, told: Told) -> dict[str, Any]:
        n, setup, actor = told.value, self.setup, self.actor
        words: dict[str, Any] = {
            "n": n,
            "me": self.names[actor],
            "foe": self.names[1 - actor],
            "inches": f"{n} inch" if n == 1 else f"{n} inches",
            "wounds": f"{n} Wound" if n == 1 else f"{n} Wounds",
        }
        if setup is not None:
            words["side"] = self.names[min(n, 1)]
            if told.code == lane_steps.SHOOTS:
                words["gun"] = gun_name(setup.guns[actor][n])
            elif told.code == lane_steps.FIGHTS:
                words["blades"] = setup.sets[actor][n].name.lower()
            elif told.code == lane_steps.REACTS:
                words["their_blades"] = setup.sets[1 - actor][n].name.lower()
            words["store"], words["their_store"] = (_store(setup, side, n) for side in (actor, 1 - actor))
        return words

    def _die(self, told: Told) -> dict[str, Any]:
        roll = ROLLS[told.code]
        return {
            "kind": "die",
            "rule": roll.rule,
            "title": roll.what,
            "dice": told.dice,
            "need": told.need or None,
            "rolled": told.value,
            "text": self._attack_reason(told) or self._duel_reason(told),
            "outcome": self._outcome(told),
        }

    def _attack_reason(self, told: Told) -> str:
        why = self.reasons.get(told.code, "")
        if self.question is None or told.code != damage.WOUND_ROLL or not why:
            return why
        softer = told.need != needs(self.question)["wound"]["on"]
        return f"{why}, less by flesh wounds" if softer else why

    def _duel_reason(self, told: Told) -> str:
        if told.code == rounds_chapter.PRIORITY:
            self.priority_dice += 1
            return self.names[(self.priority_dice - 1) % 2]
        if self.setup is None or told.code not in HITS or not told.need:
            return ""
        who = self.setup.fighters[self.striker]
        name, value = ("BS", who.bs) if told.code == shooting.HIT_ROLL else ("WS", who.ws)
        modifier = value - told.need
        return f"{name} {value}+" + (f", modifiers {modifier:+d}" if modifier else "")

    def _outcome(self, told: Told) -> str:
        if told.code == injuries.INJURY:
            flesh, serious, _ = map(int, self.options["injury_faces"].split(","))
            return ("flesh wound", "serious injury", "out of action")[
                (told.value > flesh) + (told.value > flesh + serious)
            ]
        if told.code == ammo.FIREPOWER:
            return self._burst(told.value)
        if told.code in PASSED:
            return PASSED[told.code][0 if told.value >= told.need else 1]
        if told.code in HITS:
            return "hit" if told.value >= told.need else "miss"
        if told.code == rolls.D3:
            return f"D3: {rolls.halved_die(told.value)}"
        if told.code == movement.RETREAT_DISTANCE:
            return f"up to {told.value} inches"
        return ""

    def _burst(self, face: int) -> str:
        """What a Firepower die shows; its holes count with Rapid Fire alone."""
        magazine = ammo.Magazine(symbol_holes=int(self.options["ammo_face_holes"]))
        burst = ammo.firepower_die(magazine, ammo.Burst(), Scripted([face]))
        holes = [f"{burst.holes} hole{'' if burst.holes == 1 else 's'}"] if self.rapid else []
        return ", ".join([*holes, *(["Ammo symbol"] if burst.symbols else [])]) or "no Ammo symbol"
