"""Hits, activations of one attacker, or rounds with recovery, until a fighter is down, out of action, or up again."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import reconstructed, rulebook, unused_kit
from necrostats.analyses.attack_request import Request, check_request, request
from necrostats.analyses.attack_situation import attack_of
from necrostats.analyses.chains import NEED, Chain, ChainResult, check_rules, figures, head, needed, tail
from necrostats.analyses.needs import needs
from necrostats.analyses.weapon_asked import find_weapon, full_name, is_only_close
from necrostats.errors import UsageError
from necrostats.systems.necromunda import wargear
from necrostats.systems.necromunda.attrition import (
    Bout,
    Course,
    Fray,
    Onslaught,
    after_hit,
    after_round,
    between,
    sure_hit,
)
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.injuries import IN_PLAY, OUT, SERIOUS, Condition
from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.questions import AdvancedAttack
from necrostats.systems.necromunda.recovery import Care, care_of
from necrostats.systems.necromunda.reloading import POLICIES, USELESS, Drill, can_reload

NOBODY_IN_PARTICULAR = "custom"
BY = ("hit", "activation")
WHEN_DRY = "when-dry"
OF_A_HIT = (
    "range", "distance", "behind", "save_bonus", "wounds_lost", "flesh_wounds", "target_prone", "blast_cover", "close",
)  # fmt: skip
OF_A_SHOT = ("cover", "aim", "target_engaged", "blocked", "not_closest", "firepower", "action")
OF_A_FIGHT = ("charging", "turned", "with_weapon", "assists", "interference", "barricade", "blocked")
SHOWN = {"activation": ("mode", "with", *OF_A_HIT, *OF_A_SHOT, *OF_A_FIGHT), "hit": ("mode", *OF_A_HIT)}
EVENTS = ("down", "out_of_action")
CONDITIONS: dict[str, Callable[[Condition], bool]] = {
    "in_play": lambda c: c.down == IN_PLAY,
    "seriously_injured": lambda c: c.down == SERIOUS,
    "out_of_action": lambda c: c.down == OUT,
    "down": lambda c: c.down != IN_PLAY,
}
BY_THE_DIE = {
    "shock": "Shock", "knockback": "Knockback", "marksman": "Marksman", "precision-shot": "Precision Shot",
    "power": "Power",
}  # fmt: skip
DEFINITIONS = {
    "in_play": "neither seriously injured nor out of action",
    "seriously_injured": "and not out of action",
    "out_of_action": "out of action",
    "down": "seriously injured or out of action",
    "cannot_shoot": "the weapon jammed, or empty and not to be reloaded, or the shooter itself down",
    "cannot_fight": "the attacker itself down, by its own weapon",
}
OVER_ROUNDS = {
    "down": "has been seriously injured or out of action",
    "back": "has recovered at least once, pinned and with a flesh wound more",
}
ROWS = {
    "hit": "chances after so many hits",
    "activation": "chances after so many activations",
    "round": "chances after so many rounds, each an activation of the attacker and the End phase of the target",
}
NO_RECOVERY = "recovery in the End phase: whoever is seriously injured stays so (N17-A-END-03)"
STANDS_UP = (
    "the target's own activations: once back, and so pinned, it stands up before the next attack, "
    "and does nothing else"
)
LASTS = (
    "what else lasts after a hit, such as fire or blindness; each hit finds the target in the same situation"
)
NO_REACTIONS = "reactions: nobody strikes back (N17-B-CC-12)"
IN_CONTACT = "retreat and knockback: attacker and target stay in contact"
PISTOLS = "ammo of pistols in close combat: one that runs dry is used on (N17-A-FIRE-03)"
BEST = "which way is best ({}) is judged once, against the target as it is at first"
NO_ONE_RECOVERS = (
    "a fight that leaves the target seriously injured ends with a coup de grace (option coup_after_fight), so that it "
    "does not come to recovery"
)


def down(
    target: str,
    *,
    weapon: str,
    attacker: str = NOBODY_IN_PARTICULAR,
    by: str | None = None,
    reload: str = WHEN_DRY,
    recovery: bool = False,
    assisted: bool = False,
    helper: str | None = None,
    need: object = NEED,
    rows: int | None = None,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    **situation: Any,
) -> ChainResult:
    """How many hits of a weapon put *target* down, how many activations of *attacker*, or how many rounds.

    Flesh wounds add up and Wounds go down. A target that is seriously injured is hit, or shot at, until it is out of
    action, unless it lies in cover and so is hidden. In close combat nobody strikes back, and a seriously injured
    target is given a coup de grace (N17-A-CDG-01) if no other enemy interferes. With *recovery* a round is an
    activation and then the target's recovery test (N17-A-END-03).

    Args:
        attacker: Who attacks; "custom" is a nameless human.
        by: "hit", from hits that are sure; "activation", with hit rolls, ammo and reloading. None is "hit", and
            "activation" with *recovery*.
        reload: What the shooter does with an empty weapon; see ``chain_ammo.ammo``.
        assisted, helper: Who helps the target to recover; see ``chain_recovery.recovery``.
        need: The chance for which ``until`` says how many it takes: 0.9, "90%".
        rows: How far the rows go on; None for as many as it takes.
        situation: Keywords of ``attack`` on an attack and its target; ``charging`` and ``turned`` are of the first
            activation.

    Raises:
        UsageError: A situation that the rules forbid, help without recovery, the basic rules.

    >>> found = down("custom", weapon="custom", rows=2).to_dict()
    >>> [row["down"]["fraction"] for row in found["rows"]], found["until"]["down"]["need"]["by"]
    (['1/3', '31/54'], 5)
    >>> fought = down("custom", weapon="fighting-knife", by="activation", charging=True, rows=2).to_dict()
    >>> [row["out_of_action"]["fraction"] for row in fought["rows"]], fought["coup_de_grace"]
    (['67/216', '125/288'], 'at once')
    >>> rounds = down("custom", weapon="custom", recovery=True, assisted=True).to_dict()["until"]
    >>> list(rounds), rounds["out_of_action"]["unit"]
    (['out_of_action', 'down', 'back', 'cannot_shoot'], 'round')
    """
    cat, chosen = rulebook(data, rules, options, house)
    check_rules(chosen, rules, "injuries are part")
    share = needed(need)
    _check(recovery, assisted or helper is not None)
    by = _counted(by, recovery)
    if reload not in POLICIES:
        raise UsageError(f"reload: expected one of {', '.join(POLICIES)}, got {reload!r}", "or leave it out")
    who, whom = fighter(cat, attacker), fighter(cat, target)
    profile, carried, named = find_weapon(cat, who, weapon)
    how = _situation(situation, by, profile)
    check_request(how, whom, chosen)
    if how.close and reload != WHEN_DRY:
        raise UsageError(
            f"reload: expected nothing about it, got {reload!r}; nobody reloads in close combat (N17-B-ACT-04)",
            "leave out reload",
        )
    standing, shown, notes = _asked(cat, who, whom, profile, how, chosen)
    friend = None if helper is None else fighter(cat, helper)
    care = care_of(wargear.bearing(whom), chosen, assisted=assisted, helper=friend) if recovery else None
    told: dict[str, Any] = {"policy": None, "double_action": None, "can_reload": None, "coup_de_grace": None}
    chain: Chain[Any]
    if by == "hit":
        chain = _by_hit(standing, _asked(cat, who, whom, profile, _lying(how), chosen)[0])
    elif how.close:
        fray = _fray(cat, who, whom, profile, how, chosen, standing)
        told["coup_de_grace"] = None if not fray.alone else "at once" if fray.at_once else "next activation"
        if care is not None and told["coup_de_grace"] == "at once":
            notes.append(NO_ONE_RECOVERS)
        chain = _repeated(fray, "cannot_fight", _beaten, care)
    else:
        onslaught = _onslaught(cat, who, whom, profile, how, reload, chosen, standing)
        drill = onslaught.drill
        told |= {"policy": reload, "double_action": drill.double, "can_reload": drill.fills}
        chain = _repeated(
            onslaught,
            "cannot_shoot",
            lambda bout: _beaten(bout) or drill.status(bout.supply) == USELESS,
            care,
        )
    found, waiting = figures(chain, share, rows)
    if not named:
        notes.append(f"of several profiles this is the first: {profile.key}")
    if not carried and attacker != NOBODY_IN_PARTICULAR:
        notes.append(f"{profile.key} is not in the kit of {who.name}: taken for this question")
    arms = _named(profile) if standing.second is None else f"{_named(profile)} and {_named(standing.second)}"
    answer = {
        **head("down", chosen),
        "title": f"{whom.name} against {arms} hits"
        if by == "hit"
        else f"{whom.name}{_recovering(care)} against {who.name}'s {arms}",
        "target": whom.label,
        "attacker": who.label,
        "weapon": profile.key,
        "weapon_name": full_name(profile),
        "ammo": profile.ammo or None,
        "by": by,
        **told,
        "recovery": None
        if care is None
        else {
            "assisted": assisted or friend is not None,
            "helper": friend.label if friend else None,
            "dice": care.dice,
            "out_rolled_again": bool(care.again),
        },
        "situation": {name: value for name, value in shown.items() if name in SHOWN[by]},
        "needs": {
            name: each for name, each in needs(standing).items() if by == "activation" or name != "hit"
        },
        **found,
        **tail(
            chosen,
            {
                "rows": ROWS[chain.unit],
                **{
                    name: text
                    for name, text in (DEFINITIONS | (OVER_ROUNDS if care else {})).items()
                    if name in chain.columns
                },
            },
            notes=notes,
            reconstructed=reconstructed(who, whom, *([friend] if friend else [])),
            not_modelled=[
                LASTS if care else NO_RECOVERY,
                STANDS_UP if care else LASTS,
                *_left_out(who, standing, by),
                *([] if care or by == "hit" else ["what target and friends do in their own activations"]),
                *standing.ignored(),
                *unused_kit(chosen, *((who,) if by == "activation" else ()), _as_hit(whom, care)),
            ],
        ),
    }
    return ChainResult(answer, waiting)


def _check(recovery: object, helped: bool) -> None:
    """Refuse help for which there is no recovery test.

    Raises:
        UsageError: A friend who assists without *recovery*; *recovery* that is neither True nor False.
    """
    if not isinstance(recovery, bool):
        raise UsageError(f"recovery: expected True or False, got {recovery!r}")
    if helped and not recovery:
        raise UsageError(
            "assisted, helper: expected recovery as well, as a friend helps in the End phase (N17-A-END-03)",
            "add recovery, or leave them out",
        )


def _counted(by: str | None, recovery: bool) -> str:
    """What is counted, where rounds are activations with recovery.

    Raises:
        UsageError: Something that there is not; hits with recovery.
    """
    if by is None:
        return "activation" if recovery else "hit"
    if by not in BY:
        raise UsageError(f"by: expected one of {', '.join(BY)}, got {by!r}", "or leave it out")
    if recovery and by == "hit":
        raise UsageError(
            "by: expected activation with recovery, which comes after each activation, got 'hit'",
            "take by activation, or leave it out",
        )
    return by


def _recovering(care: Care | None) -> str:
    if care is None:
        return ""
    return ", recovering alone," if care.dice == 1 else f", recovering with the best of {care.dice} dice,"


def _as_hit(whom: Fighter, care: Care | None) -> Fighter:
    """The target without what recovery makes use of."""
    if care is None:
        return whom
    return replace(whom, skills=tuple(skill for skill in whom.skills if skill != "unstoppable"))


def _named(profile: WeaponProfile) -> str:
    name = full_name(profile)
    return f"{name[:1].lower()}{name[1:]}"


def _situation(asked: Mapping[str, Any], by: str, profile: WeaponProfile) -> Request:
    """The request of the keywords that this chain takes; in close combat if the weapon is for nothing else.

    Raises:
        UnknownNameError: A keyword that there is not.
        UsageError: One that is of no use here.
    """
    how, plain = request(asked), Request()
    close = how.close or is_only_close(profile)
    for name in [
        each.name for each in fields(Request) if getattr(how, each.name) != getattr(plain, each.name)
    ]:
        if name not in (*OF_A_HIT, *OF_A_SHOT, *OF_A_FIGHT):
            raise UsageError(f"{name}: not for this chain", f"leave out {name}")
        if name not in OF_A_HIT and by == "hit":
            raise UsageError(
                f"{name}: expected nothing about the attack, as every hit here is sure",
                f"leave out {name}, or take by activation",
            )
    if how.with_weapon is not None and not close:
        raise UsageError(
            f"with_weapon: expected one gun to shoot with, got {how.with_weapon!r} as well",
            "leave it out, or add close for close combat",
        )
    if how.action not in ("", "blind-fire", "hip-shooting"):
        raise UsageError(
            f"action: expected blind-fire or hip-shooting, got {how.action!r}", "or leave it out"
        )
    return replace(how, close=close)


def _lying(how: Request) -> Request:
    """The same attack on a target that is seriously injured."""
    return replace(how, seriously_injured=True, target_prone=False, target_engaged=False, cover="none")


def _asked(
    cat: Catalogue, who: Fighter, whom: Fighter, profile: WeaponProfile, how: Request, options: Options
) -> tuple[AdvancedAttack, dict[str, Any], list[str]]:
    """One attack of the chain, how it is shown, and notes on it."""
    question, shown, notes = attack_of(cat, who, whom, profile, how, options)
    assert isinstance(question, AdvancedAttack)
    return question, shown, notes


def _onslaught(
    cat: Catalogue,
    who: Fighter,
    whom: Fighter,
    profile: WeaponProfile,
    how: Request,
    policy: str,
    options: Options,
    standing: AdvancedAttack,
) -> Onslaught:
    """The attacks on the target standing and lying, as the first action and after a Reload."""
    armed = wargear.bearing(who)
    fitted = wargear.fitted(profile, armed, standing.situation)
    drill = Drill(
        standing.numbers.guns[0].magazine,
        policy,
        can_reload(fitted),
        int("plentiful" in fitted.traits),
        double=wargear.unwieldy(fitted, armed, False) or bool(how.action),
        aims=how.aim,
    )

    def attack(asked: Request) -> AdvancedAttack:
        return _asked(cat, who, whom, profile, asked, options)[0]

    lying = _lying(how)
    hidden = how.cover != "none"
    return Onslaught(
        drill,
        standing,
        attack(replace(how, aim=False)),
        None if hidden else attack(lying),
        None if hidden else attack(replace(lying, aim=False)),
    )


def _fray(
    cat: Catalogue,
    who: Fighter,
    whom: Fighter,
    profile: WeaponProfile,
    how: Request,
    options: Options,
    first: AdvancedAttack,
) -> Fray:
    """The attacks in close combat; only the first one is a charge, or made after turning."""
    later = replace(how, charging=False, turned=False)
    return Fray(
        first,
        first if later == how else _asked(cat, who, whom, profile, later, options)[0],
        alone=int(how.interference == 0),
        at_once=int(options.on("coup_after_fight")),
    )


def _by_hit(standing: AdvancedAttack, lying: AdvancedAttack) -> Chain[Condition]:
    """Hit after hit."""
    hits = sure_hit(standing), sure_hit(lying)
    return Chain(
        "hit",
        between(standing.target),
        lambda c: after_hit(*hits, c),
        CONDITIONS,
        {name: CONDITIONS[name] for name in EVENTS},
    )


def _beaten(bout: Bout) -> bool:
    return bout.shooter.down != IN_PLAY


def _repeated(
    attacks: Onslaught | Fray, ending: str, ended: Callable[[Bout], bool], care: Care | None
) -> Chain[Any]:
    """Activation after activation as long as the attacker can, or round after round with recovery.

    Args:
        ending, ended: What keeps the attacker from going on.
    """

    def of_target(name: str) -> Callable[[Bout], bool]:
        return lambda bout: CONDITIONS[name](bout.target)

    columns = {**{name: of_target(name) for name in CONDITIONS}, ending: ended}
    if care is None:
        events = {name: columns[name] for name in (*EVENTS, ending)}
        return Chain("activation", attacks.start(), attacks.activation, columns, events)

    def of_bout(event: Callable[[Bout], bool]) -> Callable[[Course], bool]:
        return lambda course: event(course.bout)

    seen: dict[str, Callable[[Course], bool]] = {
        **{name: of_bout(event) for name, event in columns.items()},
        "down": lambda course: bool(course.fell),
        "back": lambda course: bool(course.rose),
    }
    order = ("in_play", "seriously_injured", "out_of_action", "down", "back", ending)
    return Chain(
        "round",
        Course(attacks.start()),
        lambda course: after_round(attacks.activation, care, course),
        {name: seen[name] for name in order},
        {name: seen[name] for name in ("out_of_action", "down", "back", ending)},
    )


def _left_out(who: Fighter, attack: AdvancedAttack, by: str) -> list[str]:
    """What of the weapons and the attacker is not looked at."""
    profile, options, lines = attack.profile, attack.options, []
    if by == "hit":
        adds = [text for name, text in BY_THE_DIE.items() if name in profile.traits or name in who.skills]
        return [f"what the hit roll adds to a hit: {', '.join(adds)}"] if adds else []
    if attack.situation.close:
        best = [f"{name}={options[name]}" for name in ("odd_die", "hit_order") if "best" in options[name]]
        pistols = any(magazine.dice and magazine.check_on for magazine in attack.numbers.magazines)
        return [
            NO_REACTIONS,
            IN_CONTACT,
            *([PISTOLS] if pistols else []),
            *([BEST.format(", ".join(best))] if best and attack.second is not None else []),
        ]
    if "gold-plated-gun" in who.wargear:
        lines.append(
            "gold-plated gun: one failed ammo check is rolled again in each shot, not in each battle"
        )
    if "fast-shot" in who.skills:
        lines.append(f"Fast Shot of {who.name}: a second shot in an activation")
    return lines
