"""One throw of the dice, told die by die with the rule that asked for each; needs no numba."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import SCHEMA_VERSION, random_seed, reconstructed, rulebook, stamp, whole
from necrostats.analyses.attack_request import check_request, request
from necrostats.analyses.attack_situation import attack_of
from necrostats.analyses.duel_limits import left_out
from necrostats.analyses.matchup import check_policy, prepare
from necrostats.analyses.telling import Teller
from necrostats.analyses.weapon_asked import find_weapon, full_name
from necrostats.engine.monte_carlo import check_seed
from necrostats.engine.narrating import Narrating, Scripted
from necrostats.errors import UsageError
from necrostats.systems.necromunda.duel import play
from necrostats.systems.necromunda.duel.contest import MOST_POINTS, expected_points
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.duel.play import match_of
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Cover


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
    lines += Teller((who.name, whom.name), chosen, question=question).lines(dice.story)
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
    lines = Teller(names, chosen, setup=setup).lines(dice.story)
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
