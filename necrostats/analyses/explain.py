"""One throw of the dice, told die by die with the rule that asked for each; needs no numba."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import SCHEMA_VERSION, random_seed, reconstructed, rulebook, stamp, whole
from necrostats.analyses.attack_request import check_request, request
from necrostats.analyses.attack_situation import attack_of
from necrostats.analyses.decisions import gun_name
from necrostats.analyses.duel_limits import left_out
from necrostats.analyses.matchup import check_policy, prepare
from necrostats.analyses.needs import needs
from necrostats.analyses.weapon_asked import find_weapon, full_name
from necrostats.engine.dice import NOTES, ROLLS
from necrostats.engine.monte_carlo import check_seed
from necrostats.engine.narrating import Narrating, Scripted, Told
from necrostats.errors import UsageError
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
from necrostats.systems.necromunda.duel.contest import MOST_POINTS, expected_points
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.duel.play import match_of
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Cover
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


@dataclass(frozen=True)
class Story:
    """A told throw: headings, sentences and dice in the order in which they happened."""

    title: str
    seed: int | None
    lines: list[dict[str, Any]]
    result: dict[str, Any]
    head: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The story in the shape of docs/interface.md."""
        return {
            "schema_version": SCHEMA_VERSION,
            "question": "explain",
            "system": "necromunda",
            **self.head,
            "title": self.title,
            "seed": self.seed,
            "lines": self.lines,
            "result": self.result,
        }


def _dice(seed: int | None, faces: Iterable[int] | None) -> tuple[Narrating, int | None]:
    if faces is not None:
        if seed is not None:
            raise UsageError("expected a seed or faces, got both", "leave one of them out")
        return Scripted([whole("faces", face, 1, 6) for face in faces]), None
    chosen = random_seed() if seed is None else check_seed(seed)
    return Narrating(chosen), chosen


def explain_attack(
    attacker: str,
    target: str,
    *,
    weapon: str | None = None,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    seed: int | None = None,
    faces: Iterable[int] | None = None,
    **situation: Any,
) -> Story:
    """One attack action, die by die: trial 0 of *seed*, or with the D6 *faces* given.

    Args:
        weapon: None for the attacker's first.

    Raises:
        UsageError: What the rules forbid, too few or too many faces.

    >>> story = explain_attack("rork", "kaiya", weapon="stub-gun", faces=[5, 2, 3])
    >>> [line["outcome"] for line in story.lines if line["kind"] == "die"]
    ['hit', 'no Ammo symbol', 'no wound']
    """
    cat, chosen = rulebook(data, rules, options, house)
    who, whom = fighter(cat, attacker), fighter(cat, target)
    how = request(situation)
    check_request(how, whom, chosen)
    name = weapon if weapon is not None else who.weapons[0].id if who.weapons else "unarmed"
    profile, carried, _ = find_weapon(cat, who, name)
    question, shown, notes = attack_of(cat, who, whom, profile, how, chosen)
    dice, seed = _dice(seed, faces)
    end = question.roll(dice)
    if isinstance(dice, Scripted):
        dice.check_used()
    lines: list[dict[str, Any]] = [{"kind": "say", "text": text} for text in notes]
    lines += _Teller((who.name, whom.name), chosen, question=question).lines(dice.story)
    lost, outcome = question.lost(end), question.outcome(end).replace("_", " ")
    if outcome == "wounded":
        outcome = f"{lost} Wound{'s' if lost > 1 else ''} lost"
    if question.pinned(end) and not question.situation.close:
        outcome += ", pinned"
    result = {
        "outcome": outcome,
        "hits": question.hits(end),
        "wounds_lost": lost,
        "pushed": question.pushed(end),
    }
    head = {
        "rules": chosen.rules,
        "attacker": who.label,
        "target": whom.label,
        "weapon": profile.key,
        "situation": shown,
        "not_carried": not carried,
        "reconstructed": reconstructed(who, whom),
        "options": chosen.changed(),
        "not_modelled": question.ignored(),
        "stamp": stamp(chosen, seed=seed),
    }
    weapon_said = full_name(profile)
    return Story(
        f"{who.name} attacks {whom.name} with {weapon_said[:1].lower()}{weapon_said[1:]}",
        seed,
        lines,
        result,
        head,
    )


def explain_duel(
    a: str,
    b: str,
    *,
    policy_a: str = "best",
    policy_b: str = "best",
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    seed: int | None = None,
    faces: Iterable[int] | None = None,
    distance: int = 12,
    lane: int = 24,
    rounds: int = 6,
    cover_a: Cover = "none",
    cover_b: Cover = "none",
    no_aim: bool = False,
) -> Story:
    """A whole duel, die by die: trial 0 of *seed*.

    Under the basic rules it is the very duel that the cross-check of ``matchup`` plays first.

    Raises:
        UsageError: A value out of range, too few or too many faces.
    """
    cat, chosen = rulebook(data, rules, options, house)
    who = (fighter(cat, a), fighter(cat, b))
    for policy in (policy_a, policy_b):
        check_policy(policy)
    setup = prepare(
        cat,
        *who,
        chosen,
        distance=distance,
        lane=lane,
        rounds=rounds,
        cover_a=cover_a,
        cover_b=cover_b,
        no_aim=no_aim,
    )
    if expected_points(setup) > MOST_POINTS:
        raise UsageError(
            f"expected a duel of about {MOST_POINTS:,} decision points at most, to know what both do; "
            f"got about {expected_points(setup):,}",
            "take fewer rounds, a shorter lane or fewer weapons",
        )
    dice, seed = _dice(seed, faces)
    played = play.play if setup.advanced is None else play.play_advanced
    end = played(match_of(Solution(setup), policy_a, policy_b), dice)
    if isinstance(dice, Scripted):
        dice.check_used()
    names = _names(who[0].name, who[1].name)
    lines = _Teller(names, chosen, setup=setup).lines(dice.story)
    outcome, last = _ended(setup, end, names)
    head = {
        "rules": chosen.rules,
        "policy_a": policy_a,
        "policy_b": policy_b,
        "reconstructed": reconstructed(*who),
        "options": chosen.changed(),
        "not_modelled": left_out(setup),
        "stamp": stamp(chosen, seed=seed),
    }
    title = f"{names[0]} ({policy_a}) against {names[1]} ({policy_b}), {distance} inches apart"
    return Story(title, seed, lines, {"outcome": outcome, "round": last}, head)


def _ended(setup: Setup, end: play.End, names: tuple[str, str]) -> tuple[str, int]:
    """How a duel ended, and in which round."""
    last = max(end.a_out, end.b_out) or setup.rounds
    places = (end.state.mine, end.state.theirs)
    a, b = (bool(each.in_play[place]) for each, place in zip(setup.conditions, places, strict=True))
    if a != b:
        lying = all(places)
        return f"{names[0 if a else 1]} wins" + (", the other being seriously injured" if lying else ""), last
    if a:
        return "both still in play: a draw", last
    if not any(places):
        return "both out of action: a draw", last
    return "both out of the fight: a draw", last


def _names(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a != b else (f"{a} A", f"{b} B")


def _store(setup: Setup, side: int, n: int) -> str:
    stores = setup.arms[side].stores
    return stores[n].name.lower() if n < len(stores) else ""


def _reasons(question: questions.Attack) -> dict[int, str]:
    """Why each roll of an attack needs what it needs."""
    found = needs(question)
    codes = {"hit": HITS, "wound": (damage.WOUND_ROLL,), "save": (damage.SAVE_ROLL,)}
    why = {code: str(need["why"]) for name, need in found.items() for code in codes[name]}
    return why | {shooting.IMPROBABLE: f"BS {question.attacker.bs}+"}


class _Teller:
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
