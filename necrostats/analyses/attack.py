"""One attack action: exact chances by stage and outcome, or simulated ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import (
    SCHEMA_VERSION,
    Ends,
    idle,
    random_seed,
    reconstructed,
    rulebook,
    stamp,
    unused_kit,
    whole,
)
from necrostats.analyses.attack_request import (
    Request,
    check_request,
    request,
)
from necrostats.analyses.attack_situation import attack_of
from necrostats.analyses.needs import needs
from necrostats.analyses.weapon_asked import find_weapon, full_name, is_only_close, is_template, profiles_of
from necrostats.engine.estimate import precise_enough, proportion
from necrostats.engine.limits import LARGEST_RUN, LARGEST_SEED
from necrostats.errors import UsageError
from necrostats.systems.necromunda import close_combat, questions
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.injuries import OUT, SERIOUS
from necrostats.systems.necromunda.models import (
    Fighter,
    WeaponProfile,
)
from necrostats.systems.necromunda.options import Options


@dataclass(frozen=True)
class AttackResult:
    """The answer to one attack question.

    Attributes:
        question: The attack itself, ready to be told or asked again.
        ends: What it leaves of the target, with weights.
    """

    question: questions.Attack
    ends: Ends
    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


@dataclass(frozen=True)
class AttackResults:
    """Answers for every weapon profile of the attacker."""

    results: tuple[AttackResult, ...]
    head: dict[str, Any]

    def __iter__(self) -> Any:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, at: int) -> AttackResult:
        return self.results[at]

    def to_dict(self) -> dict[str, Any]:
        """All answers: ``{"question": "attack", ..., "attacks": [...]}``."""
        return self.head | {"attacks": [each.to_dict() for each in self.results]}


def attack(
    attacker: str,
    target: str,
    *,
    weapon: str | None = None,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    trials: int = 0,
    seed: int | None = None,
    precision: float | None = None,
    threads: int = 1,
    level: float = 0.95,
    resume: Path | str | None = None,
    **situation: Any,
) -> AttackResult | AttackResults:
    """One attack action by *attacker* on *target*.

    Args:
        attacker, target: Fighters as on the command line: ``rork[+boltgun]``.
        weapon: Id, id/profile or id[change,...]; None for every profile that the attacker has.
        trials: 0 for exact chances; otherwise simulate so often, at most.
        precision: Stop as soon as every outcome's interval is this wide to each side.
        resume: A file that holds the state of the run, made if there is none: the same call goes on from there.
        situation: Keywords of ``Request``.

    Raises:
        UsageError: Something that the rules forbid or that is out of range.

    >>> shot = ("goliath-ganger", "goliath-ganger[armour=flak]")
    >>> basic = attack(*shot, weapon="lasgun", cover="partial", rules="basic").to_dict()
    >>> basic["outcomes"]["out_of_action"]["fraction"]
    '5/36'
    >>> advanced = attack(*shot, weapon="lasgun", cover="partial").to_dict()
    >>> [
    ...     advanced["outcomes"][name]["fraction"]
    ...     for name in ("flesh_wound", "seriously_injured", "out_of_action")
    ... ]
    ['5/108', '5/72', '5/216']
    """
    cat, chosen = rulebook(data, rules, options, house)
    who, whom = fighter(cat, attacker), fighter(cat, target)
    how = request(situation)
    check_request(how, whom, chosen)
    trials = whole("trials", trials, 0, LARGEST_RUN)
    seed = None if seed is None else whole("seed", seed, 0, LARGEST_SEED)
    kept = None if resume is None else Path(resume)
    if kept is not None and not trials:
        raise UsageError("resume: expected a simulation, got exact chances", "say how many trials")
    if kept is not None and weapon is None:
        raise UsageError("resume: expected one attack, got every weapon", "name the weapon")
    if seed is None and trials:
        seed = _seed(kept)
    sampling = (trials, seed, precision, threads, level)
    if weapon is not None:
        profile, carried, named = find_weapon(cat, who, weapon)
        made = ask(cat, who, whom, profile, how, chosen, carried, *sampling, resume=kept)
        if not named:
            made.answer["notes"].append(f"of several profiles this is the first: {profile.key}")
        made.answer["notes"] += idle(chosen)
        return made
    results = tuple(
        ask(cat, who, whom, profile, fitted, chosen, True, *sampling)
        for profile, fitted in every(who, how, chosen.rules)
    )
    head = {
        "schema_version": SCHEMA_VERSION,
        "question": "attack",
        "system": "necromunda",
        "rules": chosen.rules,
        "attacker": who.label,
        "target": whom.label,
        "notes": [
            *(
                f"{p.name} needs a template, which is advanced"
                for p in profiles_of(who)
                if is_template(p) and chosen.rules == "basic"
            ),
            *idle(chosen),
        ],
        "reconstructed": reconstructed(who, whom),
        "options": chosen.changed(),
        "not_modelled": unused_kit(chosen, who, whom),
        "stamp": stamp(chosen, seed=seed, trials=trials),
    }
    return AttackResults(results, head)


def every(who: Fighter, how: Request, rules: str) -> list[tuple[WeaponProfile, Request]]:
    """Each profile of a fighter that can make the attack, with the request as it holds for that profile.

    A weapon for close combat alone takes no cover, aim or range; a gun is not charged with.
    """
    blade_only = replace(how, close=True, range=None, distance=None, cover="none", aim=False)
    fist = how.close or how.charging or how.turned
    found = []
    for profile in profiles_of(who):
        if is_template(profile) and (fist or rules == "basic"):
            continue
        if is_only_close(profile) or (fist and profile.close_combat):
            found.append((profile, blade_only))
        elif not fist:
            band = None if how.range == "short" and profile.short is None else how.range
            found.append((profile, replace(how, range=band)))
    if not found:
        found.append((close_combat.unarmed(), blade_only))
    return found


def ask(
    cat: Catalogue,
    who: Fighter,
    whom: Fighter,
    profile: WeaponProfile,
    how: Request,
    options: Options,
    carried: bool,
    trials: int = 0,
    seed: int | None = None,
    precision: float | None = None,
    threads: int = 1,
    level: float = 0.95,
    second: WeaponProfile | None = None,
    resume: Path | None = None,
) -> AttackResult:
    """One attack with one profile; see ``attack``."""
    question, situation, notes = attack_of(cat, who, whom, profile, how, options, second)
    if how.also is not None and question.situation.close:
        raise UsageError("a second target belongs to shooting", "leave out also")
    if trials:
        asked = f"attack {who.label} {whom.label}, {profile.key}, {_said(situation)}"
        ends, stopped, trials = _sample(question, trials, seed or 0, precision, threads, level, resume, asked)
    else:
        law = question.law()
        ends, stopped = Ends(dict(zip(law.outcomes, law.weights, strict=True)), law.total), ""
    answer: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "question": "attack",
        "system": "necromunda",
        "rules": options.rules,
        "attacker": who.label,
        "target": whom.label,
        "weapon": profile.key,
        "weapon_name": full_name(profile),
        "situation": situation,
        "needs": needs(question),
        "stages": {
            "hit": ends.p(lambda end: question.hits(end) > 0),
            "wound": ends.p(question.wound),
            "unsaved": ends.p(question.unsaved),
            **({"down": ends.p(question.down)} if isinstance(question, questions.AdvancedAttack) else {}),
        },
        "outcomes": {
            name: ends.p(lambda end, name=name: question.outcome(end) == name)  # type: ignore[misc]
            for name in question.outcomes()
        },
        "hits": ends.each(question.hits),
        "wounds_lost": ends.each(question.lost),
        **_afterwards(question, ends),
        "not_carried": not carried and bool(who.weapons),
        "notes": notes,
        "reconstructed": reconstructed(who, whom),
        "options": options.changed(),
        "not_modelled": [
            *question.ignored(),
            *unused_kit(options, who, whom),
        ],
        "stamp": stamp(options, seed=seed, trials=trials, stopped=stopped),
    }
    if how.also is not None:
        answer["other"] = _other(question, fighter(cat, how.also), ends)
    if question.second is not None:
        answer["with"] = question.second.key
        answer["weapon_name"] = f"{full_name(profile)} + {full_name(question.second).lower()}"
    return AttackResult(question, ends, answer)


def _afterwards(question: questions.Attack, ends: Ends) -> dict[str, Any]:
    """``target_after`` and, under the advanced rules, ``attacker_after``, ``strays`` and ``other``."""
    ranged = {"pinned": ends.p(question.pinned), "pushed": ends.p(question.pushed)}
    if not isinstance(question, questions.AdvancedAttack):
        return {"target_after": {} if question.situation.close else ranged}
    target: dict[str, Any] = {}
    if not question.situation.close:
        target["pinned"] = ranged["pinned"]
    if question.knocks_back():
        target["pushed"] = ranged["pushed"]
    for name, mark in questions.TARGET_MARKS.items():
        if any(question.marked(end, mark) for end in ends.weights):
            target[name] = ends.p(lambda end, mark=mark: question.marked(end, mark))  # type: ignore[misc]
    target["toughness"] = {n: p for n, p in ends.each(question.toughness).items() if n != "0"}
    attacker: dict[str, Any] = {}
    for name, mark in questions.WEAPON_MARKS.items():
        if question.may(name):
            attacker[name] = ends.p(lambda end, mark=mark: end.scene.weapon & mark)  # type: ignore[misc]
    for name, down in (("seriously_injured", SERIOUS), ("out_of_action", OUT)):
        if any(end.scene.attacker.down == down for end in ends.weights):
            attacker[name] = ends.p(lambda end, down=down: end.scene.attacker.down == down)  # type: ignore[misc]
    for name, mark in questions.TARGET_MARKS.items():
        if any(end.scene.attacker.marks & mark for end in ends.weights):
            attacker[name] = ends.p(lambda end, mark=mark: end.scene.attacker.marks & mark)  # type: ignore[misc]
    found: dict[str, Any] = {"target_after": target, "attacker_after": attacker}
    bystanders = question.bystanders()
    if bystanders:
        found["strays"] = {
            name: ends.p(lambda end, bit=1 << place: end.scene.strays & bit)  # type: ignore[misc]
            for place, name in enumerate(bystanders)
        }
    return found


def _other(question: questions.Attack, other: Fighter, ends: Ends) -> dict[str, Any]:
    """What becomes of a second target."""

    def lost(end: Any) -> int:
        return int(other.w - end.scene.other.wounds)

    return {
        "label": other.label,
        "outcomes": {
            name: ends.p(lambda end, name=name: questions.outcome_of(end.scene.other, lost(end)) == name)  # type: ignore[misc]
            for name in question.outcomes()
        },
        "hits": ends.each(lambda end: int(end.scene.other.hits)),
        "wounds_lost": ends.each(lost),
    }


def _seed(kept: Path | None) -> int:
    """The seed of the run that goes on, or a new one."""
    if kept is not None:
        from necrostats.engine.checkpoint import seed_in

        found = seed_in(kept)
        if found is not None:
            return found
    return random_seed()


def _said(situation: Mapping[str, Any]) -> str:
    """A situation on one line."""
    return ", ".join(f"{name} {value}" for name, value in situation.items() if value not in (None, False))


def _sample(
    question: questions.Attack,
    trials: int,
    seed: int,
    precision: float | None,
    threads: int,
    level: float,
    resume: Path | None,
    asked: str,
) -> tuple[Ends, str, int]:
    """Ends counted, why the run stopped, and how many trials it made."""
    from necrostats.engine.checkpoint import Checkpoint
    from necrostats.engine.monte_carlo import run
    from necrostats.systems.necromunda.kernels import sampler_of

    sampler = sampler_of(question)

    def ends_of(counts: Any) -> Ends:
        ends = {sampler.end(int(at)): int(counts[at]) for at in counts.nonzero()[0]}
        return Ends(ends, int(counts.sum()), True, level)

    def enough(counts: Any, done: int) -> bool:
        ends = ends_of(counts).weights
        outcomes = dict.fromkeys(question.outcomes(), 0)
        for end, n in ends.items():
            outcomes[question.outcome(end)] += n
        hit = done - outcomes["missed"]
        lost = sum(w for end, w in ends.items() if question.lost(end))
        events = (
            hit,
            lost,
            *(n for name, n in outcomes.items() if name not in ("missed", "unhurt", "wounded")),
        )
        return precise_enough([proportion(n, done, level) for n in events], precision or 1.0)

    state = None
    if resume is not None:
        parts = (question.step.__name__, type(question.numbers).__name__, question.numbers, question.start)
        state = Checkpoint(resume, sampler, asked, parts)
    made = run(
        sampler,
        trials=trials,
        seed=seed,
        threads=threads,
        enough=enough if precision is not None else None,
        state=state,
    )
    stopped = made.stopped
    if stopped == "trials" and precision is not None and not enough(made.counts, made.trials):
        stopped = "budget"
    return ends_of(made.counts), stopped, made.trials
