"""One attack action: exact chances by stage and outcome, or simulated ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
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
from necrostats.analyses.needs import needs
from necrostats.engine.estimate import precise_enough, proportion
from necrostats.engine.limits import LARGEST_RUN, LARGEST_SEED
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda import close_combat, questions
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter, weapon
from necrostats.systems.necromunda.models import Band, Cover, Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options, under_options
from necrostats.systems.necromunda.shooting import band_at

FLAGS = ("aim", "target_prone", "target_engaged", "behind", "blocked", "close", "charging", "turned")


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True, kw_only=True)
class Request:
    """How the attack is to be made, as the user said it; see ``necrostats attack --help``."""

    range: str | None = None
    distance: float | None = None
    cover: Cover = "none"
    aim: bool = False
    target_prone: bool = False
    target_engaged: bool = False
    behind: bool = False
    blocked: bool = False
    save_bonus: int = 0
    wounds_lost: int = 0
    close: bool = False
    charging: bool = False
    turned: bool = False
    with_weapon: str | None = None

    def __post_init__(self) -> None:
        for name, allowed in (("range", (None, "short", "long")), ("cover", ("none", "partial", "full"))):
            value = getattr(self, name)
            if value not in allowed:
                known = ", ".join(str(a) for a in allowed if a)
                raise UsageError(f"{name}: expected one of {known}, got {value!r}")
        if self.distance is not None and not (_number(self.distance) and 0 <= self.distance < 1e6):
            raise UsageError(f"distance: expected inches, 0 or more, got {self.distance!r}")
        whole("save_bonus", self.save_bonus, 0, 6)
        whole("wounds_lost", self.wounds_lost, 0, 99)
        for name in FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise UsageError(f"{name}: expected True or False, got {getattr(self, name)!r}")
        if self.range and self.distance is not None:
            raise UsageError(
                "expected a range or a distance, got both", "the distance says which range it is"
            )
        if self.target_prone and self.target_engaged:
            raise UsageError(
                "a fighter is never prone and engaged at once (N17-B-STAT-03)",
                "leave out target-prone or target-engaged",
            )
        if self.target_prone and self.cover != "none" and not self.close:
            raise UsageError(
                "a prone target in cover is hidden and cannot be shot (N17-B-SHT-01)",
                "leave out target-prone or cover",
            )


def request(situation: Mapping[str, Any]) -> Request:
    """The request of keywords.

    Raises:
        UnknownNameError: A keyword that there is not.
    """
    known = [f.name for f in fields(Request)]
    for name in situation:
        if name not in known:
            raise UnknownNameError("keyword", name, known, f"there are {', '.join(known)}")
    return Request(**situation)


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
    rules: str = "basic",
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

    >>> answer = attack("goliath-ganger", "goliath-ganger[armour=flak]", weapon="lasgun", cover="partial")
    >>> answer.to_dict()["outcomes"]["out_of_action"]["fraction"]
    '5/36'
    """
    cat, chosen = rulebook(data, rules, options)
    who, whom = fighter(cat, attacker), fighter(cat, target)
    how = request(situation)
    if how.wounds_lost >= whom.w:
        raise UsageError(
            f"wounds_lost: expected less than the target's {whom.w} Wounds, got {how.wounds_lost}",
            "a target without Wounds left is out of action",
        )
    trials = whole("trials", trials, 0, LARGEST_RUN)
    seed = None if seed is None else whole("seed", seed, 0, LARGEST_SEED)
    sampling = (trials, random_seed() if seed is None and trials else seed, precision, threads, level)
    if weapon is not None:
        profile, carried, named = _weapon(cat, who, weapon)
        made = ask(cat, who, whom, profile, how, chosen, carried, *sampling)
        if not named:
            made.answer["notes"].append(f"of several profiles this is the first: {profile.key}")
        made.answer["notes"] += idle(chosen)
        return made
    results = tuple(
        ask(cat, who, whom, profile, fitted, chosen, True, *sampling) for profile, fitted in every(who, how)
    )
    head = {
        "schema_version": SCHEMA_VERSION,
        "question": "attack",
        "system": "necromunda",
        "rules": chosen.rules,
        "attacker": who.label,
        "target": whom.label,
        "notes": [
            *(f"{p.name} needs a template, which is advanced" for p in _profiles(who) if _template(p)),
            *idle(chosen),
        ],
        "reconstructed": reconstructed(who, whom),
        "options": chosen.changed(),
        "not_modelled": unused_kit(who, whom),
        "stamp": stamp(chosen, seed=sampling[1], trials=trials),
    }
    return AttackResults(results, head)


def _profiles(who: Fighter) -> list[WeaponProfile]:
    return [profile for each in who.weapons for profile in each.profiles]


def _template(profile: WeaponProfile) -> bool:
    return "T" in (profile.rng_s, profile.rng_l)


def _only_close(profile: WeaponProfile) -> bool:
    return "E" in (profile.rng_s, profile.rng_l) and profile.long is None


def every(who: Fighter, how: Request) -> list[tuple[WeaponProfile, Request]]:
    """Each profile of a fighter that can make the attack, with the request as it holds for that profile.

    A weapon for close combat alone takes no cover, aim or range; a gun is not charged with.
    """
    blade_only = replace(how, close=True, range=None, distance=None, cover="none", aim=False)
    fist = how.close or how.charging or how.turned
    found = []
    for profile in _profiles(who):
        if _template(profile):
            continue
        if _only_close(profile) or (fist and profile.close_combat):
            found.append((profile, blade_only))
        elif not fist:
            band = None if how.range == "short" and profile.short is None else how.range
            found.append((profile, replace(how, range=band)))
    if not found:
        found.append((close_combat.unarmed(), blade_only))
    return found


def _weapon(cat: Catalogue, who: Fighter, text: str) -> tuple[WeaponProfile, bool, bool]:
    """The profile named, whether the fighter carries it, and whether a profile was named where there are several."""
    _, profile, named = weapon(cat, text)
    if profile.weapon == "unarmed":
        return profile, True, True
    for mine in _profiles(who):
        if mine.weapon == profile.weapon and mine.id == profile.id:
            return (profile if profile.changed else mine), True, named
    return profile, False, named


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
    if trials:
        ends, stopped, trials = _sample(question, trials, seed or 0, precision, threads, level)
    else:
        law = question.law()
        ends, stopped = Ends(dict(zip(law.outcomes, law.weights, strict=True)), law.total), ""
    lost = question.target.wounds
    close = question.situation.close
    answer: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "question": "attack",
        "system": "necromunda",
        "rules": options.rules,
        "attacker": who.label,
        "target": whom.label,
        "weapon": profile.key,
        "weapon_name": _name(profile),
        "situation": situation,
        "needs": needs(question),
        "stages": {
            "hit": ends.p(lambda t: t.hits > 0),
            "wound": ends.p(lambda t: t.wounded),
            "unsaved": ends.p(lambda t: t.unsaved),
        },
        "outcomes": {
            "missed": ends.p(lambda t: t.hits == 0),
            "unhurt": ends.p(lambda t: t.hits > 0 and t.wounds == lost),
            "wounded": ends.p(lambda t: 0 < t.wounds < lost),
            "out_of_action": ends.p(lambda t: t.wounds == 0),
        },
        "hits": ends.each(lambda t: t.hits),
        "wounds_lost": ends.each(lambda t: lost - t.wounds),
        "target_after": {}
        if close
        else {
            "pinned": ends.p(lambda t: t.pinned and t.wounds > 0),
            "pushed": ends.p(lambda t: t.pushed),
        },
        "not_carried": not carried,
        "notes": notes,
        "reconstructed": reconstructed(who, whom),
        "options": options.changed(),
        "not_modelled": [
            *(f"{line} (advanced rules)" for line in question.ignored()),
            *unused_kit(who, whom),
        ],
        "stamp": stamp(options, seed=seed, trials=trials, stopped=stopped),
    }
    if question.second is not None:
        answer["with"] = question.second.key
        answer["weapon_name"] = f"{_name(profile)} + {_name(question.second).lower()}"
    return AttackResult(question, ends, answer)


def _name(profile: WeaponProfile) -> str:
    family = profile.weapon.replace("-", " ").capitalize()
    return profile.name if not profile.id else f"{family} ({profile.name})"


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
    if _template(profile):
        raise UsageError(
            f"{profile.key} uses the flame template, which is advanced (N17-B-WPN-02)",
            "the basic rules have no templates; name another weapon",
        )
    close = how.close or _only_close(profile)
    if second is None and how.with_weapon is not None:
        second = _weapon(cat, who, how.with_weapon)[0]
    if close:
        if how.cover != "none" or how.aim:
            raise UsageError(
                "cover and aim do not apply in close combat (N17-B-CC-09)", "leave out --cover and --aim"
            )
        if how.range is not None or how.distance is not None:
            notes.append("the range does not matter in close combat")
        if how.target_prone:
            notes.append("a pinned target stands up at once in close combat (N17-B-STAT-03)")
        situation = Situation(
            close=True,
            band=None,
            behind=how.behind,
            save_bonus=how.save_bonus,
            wounds_lost=how.wounds_lost,
            charging=how.charging,
            turned=how.turned,
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
            carried = [p.weapon for p in _profiles(who)]
            if (
                carried.count(second.weapon) < 1 + (second.weapon == profile.weapon)
                and second.weapon != "unarmed"
            ):
                notes.append(f"{second.key} as second weapon is not in the kit: taken for this question")
        ordinary, power = close_combat.parries(whom, options)
        parried = min(power if "power" in profile.traits and second is None else ordinary + power, 2)
        if parried:
            notes.append(
                f"{whom.name} parries: of the hits {('one is', 'two are')[parried - 1]} rolled again"
            )
    else:
        for name in ("charging", "turned"):
            if getattr(how, name):
                raise UsageError(f"{name} belongs to close combat", "add --close")
        if second is not None:
            raise UsageError(
                "a second weapon belongs to close combat; two pistols at once are advanced", "add --close"
            )
        reach = questions.in_reach(under_options(profile, options), who)
        if how.distance == 0:
            raise UsageError(
                "0 inches is base contact, and an engaged fighter cannot shoot (N17-B-SHT-01)", "take --close"
            )
        band = _band(reach, how)
        if band is None:
            notes.append(f"beyond long range ({reach.rng_l} inches): the shot has no effect (N17-B-SHT-02)")
        situation = Situation(
            band=band,
            distance=how.distance,
            cover=how.cover,
            aim=how.aim,
            target_prone=how.target_prone,
            target_engaged=how.target_engaged,
            behind=how.behind,
            blocked=how.blocked,
            save_bonus=how.save_bonus,
            wounds_lost=how.wounds_lost,
        )
        shown = {
            "mode": "ranged",
            "range": band or "beyond",
            "distance": how.distance,
            "cover": how.cover,
            "aim": how.aim,
            "target_prone": how.target_prone,
            "target_engaged": how.target_engaged,
            "blocked": how.blocked,
        }
        if not reach.strength_of(who.s):
            notes.append(f"{profile.key} has no Strength and never wounds in the basic rules")
    shown |= {"behind": how.behind, "save_bonus": how.save_bonus, "wounds_lost": how.wounds_lost}
    kept = ("mode", "range", "distance", "cover", "aim")
    shown = {name: value for name, value in shown.items() if value or (name in kept and name in shown)}
    if close:
        shown.pop("distance", None)
    return questions.attack(who, whom, profile, situation, options, second), shown, notes


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
    from necrostats.systems.necromunda.kernels import AttackSampler

    sampler = AttackSampler(question)

    def ends_of(counts: Any) -> Ends:
        ends = {sampler.target(int(at)): int(counts[at]) for at in counts.nonzero()[0]}
        return Ends(ends, int(counts.sum()), True, level)

    def enough(counts: Any, done: int) -> bool:
        ends = ends_of(counts).weights
        lost = question.target.wounds
        events = (
            sum(w for t, w in ends.items() if t.hits),
            sum(w for t, w in ends.items() if t.wounds < lost),
            sum(w for t, w in ends.items() if t.wounds == 0),
        )
        return precise_enough([proportion(n, done, level) for n in events], precision or 1.0)

    made = run(
        sampler, trials=trials, seed=seed, threads=threads, enough=enough if precision is not None else None
    )
    stopped = made.stopped
    if stopped == "trials" and precision is not None and not enough(made.counts, made.trials):
        stopped = "budget"
    return ends_of(made.counts), stopped, made.trials
