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
    ADVANCED,
    OF_CLOSE_COMBAT,
    OF_SHOOTING,
    TEMPLATE_LENGTH,
    Request,
    check_request,
    check_shot,
    request,
)
from necrostats.analyses.needs import needs
from necrostats.analyses.weapon_asked import find_weapon, full_name, is_only_close, is_template, profiles_of
from necrostats.engine.estimate import precise_enough, proportion
from necrostats.engine.limits import LARGEST_RUN, LARGEST_SEED
from necrostats.errors import UsageError
from necrostats.systems.necromunda import close_combat, questions
from necrostats.systems.necromunda.attacks import KNIFE
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.injuries import OUT, SERIOUS
from necrostats.systems.necromunda.models import (
    Band,
    Fighter,
    Situation,
    WeaponProfile,
)
from necrostats.systems.necromunda.options import Options, under_options
from necrostats.systems.necromunda.shooting import band_at
from necrostats.systems.necromunda.wargear import bearing

PARRIED = ("one is", "two are", "three are")


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
    **situation: Any,
) -> AttackResult | AttackResults:
    """One attack action by *attacker* on *target*.

    Args:
        attacker, target: Fighters as on the command line: ``rork[+boltgun]``.
        weapon: Id, id/profile or id[change,...]; None for every profile that the attacker has.
        trials: 0 for exact chances; otherwise simulate so often, at most.
        precision: Stop as soon as every outcome's interval is this wide to each side.
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
    sampling = (trials, random_seed() if seed is None and trials else seed, precision, threads, level)
    if weapon is not None:
        profile, carried, named = find_weapon(cat, who, weapon)
        made = ask(cat, who, whom, profile, how, chosen, carried, *sampling)
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
        "stamp": stamp(chosen, seed=sampling[1], trials=trials),
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
) -> AttackResult:
    """One attack with one profile; see ``attack``."""
    question, situation, notes = question_of(cat, who, whom, profile, how, options, second)
    if how.also is not None and question.situation.close:
        raise UsageError("a second target belongs to shooting", "leave out also")
    if trials:
        ends, stopped, trials = _sample(question, trials, seed or 0, precision, threads, level)
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


def question_of(
    cat: Catalogue,
    who: Fighter,
    whom: Fighter,
    profile: WeaponProfile,
    how: Request,
    options: Options,
    second: WeaponProfile | None = None,
) -> tuple[questions.Attack, dict[str, Any], list[str]]:
    """The attack as the rules see it, as the answer shows its situation, and notes on it.

    Raises:
        UsageError: What the rules forbid.
    """
    notes: list[str] = []
    shown: dict[str, Any]
    advanced = options.rules == "advanced"
    if is_template(profile) and not advanced:
        raise UsageError(
            f"{profile.key} uses the flame template, which is advanced (N17-B-WPN-02)",
            "the basic rules have no templates; name another weapon",
        )
    close = how.close or is_only_close(profile) or how.action in ("headbutt", "coup-de-grace")
    if second is None and how.with_weapon is not None:
        second = find_weapon(cat, who, how.with_weapon)[0]
    if close:
        if how.cover != "none" or how.aim:
            raise UsageError(
                "cover and aim do not apply in close combat (N17-B-CC-09)", "leave out --cover and --aim"
            )
        if how.range is not None or how.distance is not None:
            notes.append("the range does not matter in close combat")
        for name in OF_SHOOTING:
            if getattr(how, name) != getattr(Request(), name):
                raise UsageError(f"{name} belongs to shooting", f"leave out {name}")
        if how.action in ("blind-fire", "hip-shooting"):
            raise UsageError(f"{how.action} belongs to shooting", "leave out the action")
        if second is not None and "unarmed" in (profile.weapon, second.weapon):
            raise UsageError(
                "expected two weapons, and fists are none (N17-B-CC-04)",
                "name two weapons or leave out --with",
            )
        if how.target_prone and not how.seriously_injured:
            notes.append("a pinned target stands up at once in close combat (N17-B-STAT-03)")
        situation = Situation(
            close=True,
            band=None,
            behind=how.behind,
            save_bonus=how.save_bonus,
            wounds_lost=how.wounds_lost,
            charging=how.charging,
            turned=how.turned,
            blocked=how.blocked and advanced,
            target_prone=how.target_prone and advanced,
            flesh_wounds=how.flesh_wounds,
            seriously_injured=how.seriously_injured,
            assists=how.assists,
            interference=how.interference,
            barricade=how.barricade,
            action=how.action,
            using=how.using,
        )
        shown = {
            "mode": "close",
            "range": None,
            "distance": None,
            "charging": how.charging,
            "turned": how.turned,
        }
        if second is not None:
            shown["with"] = second.key
        ordinary, power = close_combat.parries(whom, options)
        ordinary += advanced and "parry" in whom.skills
        parried = power if "power" in profile.traits and second is None else ordinary + power
        if parried and not how.seriously_injured:
            notes.append(f"{whom.name} parries: of the hits {PARRIED[parried - 1]} rolled again")
    else:
        for name in OF_CLOSE_COMBAT:
            if getattr(how, name):
                raise UsageError(f"{name} belongs to close combat", "add --close")
        if second is not None and not advanced:
            raise UsageError(
                "a second weapon belongs to close combat; two pistols at once are advanced", "add --close"
            )
        reach = questions.in_reach(
            under_options(profile, options), bearing(who, how.using) if advanced else who
        )
        if is_template(profile) and (how.distance or 0) > TEMPLATE_LENGTH:
            raise UsageError(
                f"distance: a flame template reaches about {TEMPLATE_LENGTH} inches, got {how.distance:g} "
                "(N17-A-FLAME-01)",
                "leave out distance: the target is under it",
            )
        if how.distance == 0:
            raise UsageError(
                "0 inches is base contact, and an engaged fighter cannot shoot (N17-B-SHT-01)", "take --close"
            )
        band, other_band = _band(reach, how), None
        if second is not None and how.distance is not None:
            other_band = band_at(questions.in_reach(under_options(second, options), who), how.distance)
            for one, reached in ((profile, band), (second, other_band)):
                if reached is None:
                    notes.append(f"{one.key} is beyond its long range and has no effect (N17-B-SHT-02)")
        elif band is None and not is_template(profile):
            notes.append(f"beyond long range ({reach.rng_l} inches): the shot has no effect (N17-B-SHT-02)")
        situation = Situation(
            band=band,
            distance=how.distance,
            cover=how.cover,
            aim=how.aim,
            target_prone=how.target_prone,
            target_engaged=how.target_engaged or how.in_melee > 0,
            behind=how.behind,
            blocked=how.blocked,
            save_bonus=how.save_bonus,
            wounds_lost=how.wounds_lost,
            flesh_wounds=how.flesh_wounds,
            seriously_injured=how.seriously_injured,
            action=how.action,
            not_closest=how.not_closest,
            blast_cover=how.blast_cover,
            in_line=how.in_line,
            in_melee=how.in_melee,
            firepower=how.firepower,
            share=how.share,
            using=how.using,
        )
        check_shot(profile, how, who)
        shown = {
            "mode": "ranged",
            "range": "template" if is_template(profile) else band or other_band or "beyond",
            "distance": how.distance,
            "cover": how.cover,
            "aim": how.aim,
            "target_prone": how.target_prone,
            "target_engaged": situation.target_engaged,
            "blocked": how.blocked,
        }
        if not reach.strength_of(who.s) and not advanced:
            notes.append(f"{profile.key} has no Strength and never wounds in the basic rules")
    if second is not None:
        own = [p.weapon for p in profiles_of(who)]
        if own.count(second.weapon) < 1 + (second.weapon == profile.weapon):
            notes.append(f"{second.key} as second weapon is not in the kit: taken for this question")
    notes += [
        f"{item} is not in the kit: taken for this question" for item in how.using if item not in who.wargear
    ]
    shown |= {"behind": how.behind, "save_bonus": how.save_bonus, "wounds_lost": how.wounds_lost}
    plain = Request()
    shown |= {name: getattr(how, name) for name in ADVANCED if getattr(how, name) != getattr(plain, name)}
    kept = ("mode", "range", "distance", "cover", "aim")
    shown = {name: value for name, value in shown.items() if value or (name in kept and name in shown)}
    if close:
        shown.pop("distance", None)
    other = None if how.also is None else fighter(cat, how.also)
    knife = cat.weapons[KNIFE].profiles[0] if advanced else None
    return questions.attack(who, whom, profile, situation, options, second, other, knife), shown, notes


def _band(profile: WeaponProfile, how: Request) -> Band | None:
    if how.distance is not None:
        return band_at(profile, how.distance)
    if how.range == "short" and profile.short is None:
        raise UsageError(f"{profile.key} has no short range", "take --range long")
    if how.range is not None:
        return "short" if how.range == "short" else "long"
    return "short" if profile.short is not None else "long"


def _sample(
    question: questions.Attack, trials: int, seed: int, precision: float | None, threads: int, level: float
) -> tuple[Ends, str, int]:
    """Ends counted, why the run stopped, and how many trials it made."""
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

    made = run(
        sampler, trials=trials, seed=seed, threads=threads, enough=enough if precision is not None else None
    )
    stopped = made.stopped
    if stopped == "trials" and precision is not None and not enough(made.counts, made.trials):
        stopped = "budget"
    return ends_of(made.counts), stopped, made.trials
