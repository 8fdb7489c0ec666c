"""Hits, or activations of one shooter, until a fighter is down: seriously injured or out of action."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import reconstructed, rulebook, unused_kit
from necrostats.analyses.attack import question_of
from necrostats.analyses.attack_request import Request, check_request, request
from necrostats.analyses.chains import NEED, Chain, ChainResult, check_rules, figures, head, needed, tail
from necrostats.analyses.needs import needs
from necrostats.analyses.weapon_asked import find_weapon, full_name, is_only_close
from necrostats.errors import UsageError
from necrostats.systems.necromunda import wargear
from necrostats.systems.necromunda.attrition import Bout, Onslaught, after_hit
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.injuries import IN_PLAY, OUT, SERIOUS, Condition
from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.questions import AdvancedAttack
from necrostats.systems.necromunda.reloading import POLICIES, USELESS, Drill, can_reload

NOBODY_IN_PARTICULAR = "custom"
BY = ("hit", "activation")
OF_A_HIT = (
    "range", "distance", "behind", "save_bonus", "wounds_lost", "flesh_wounds", "target_prone", "blast_cover",
)  # fmt: skip
OF_A_SHOT = ("cover", "aim", "target_engaged", "blocked", "not_closest", "firepower", "action")
EVENTS = ("down", "out_of_action")
CONDITIONS: dict[str, Callable[[Condition], bool]] = {
    "in_play": lambda c: c.down == IN_PLAY,
    "seriously_injured": lambda c: c.down == SERIOUS,
    "out_of_action": lambda c: c.down == OUT,
    "down": lambda c: c.down != IN_PLAY,
}
BY_THE_DIE = {
    "shock": "Shock", "knockback": "Knockback", "marksman": "Marksman", "precision-shot": "Precision Shot",
}  # fmt: skip
DEFINITIONS = {
    "in_play": "neither seriously injured nor out of action",
    "seriously_injured": "and not out of action",
    "out_of_action": "out of action",
    "down": "seriously injured or out of action",
    "cannot_shoot": "the weapon jammed, or empty and not to be reloaded, or the shooter itself down",
}
NOT_MODELLED = (
    "recovery in the End phase: whoever is seriously injured stays so (N17-A-END-03)",
    "what else lasts after a hit, such as fire or blindness; each hit finds the target in the same situation",
)


def down(
    target: str,
    *,
    weapon: str,
    attacker: str = NOBODY_IN_PARTICULAR,
    by: str = "hit",
    reload: str = "when-dry",
    need: object = NEED,
    rows: int | None = None,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    **situation: Any,
) -> ChainResult:
    """How many hits of a weapon put *target* down, or how many activations of *attacker*.

    Flesh wounds add up, Wounds go down, nobody recovers in between. A target that is seriously injured is hit, or shot
    at, until it is out of action, unless it lies in cover and so is hidden.

    Args:
        attacker: Who shoots; "custom" is a nameless human.
        by: "hit", from hits that are sure; "activation", with hit rolls, ammo and reloading.
        reload: What the shooter does with an empty weapon; see ``chain_ammo.ammo``.
        need: The chance for which ``until`` says how many it takes: 0.9, "90%".
        rows: How far the rows go on; None for as many as it takes.
        situation: Keywords of ``attack`` about a shot and its target.

    Raises:
        UsageError: A weapon for close combat, a situation that the rules forbid, the basic rules.

    >>> found = down("custom", weapon="custom", rows=2).to_dict()
    >>> [row["down"]["fraction"] for row in found["rows"]], found["until"]["down"]["need"]["by"]
    (['1/3', '31/54'], 5)
    """
    cat, chosen = rulebook(data, rules, options, house)
    check_rules(chosen, rules, "injuries are part")
    share = needed(need)
    for name, value, known in (("by", by, BY), ("reload", reload, POLICIES)):
        if value not in known:
            raise UsageError(f"{name}: expected one of {', '.join(known)}, got {value!r}", "or leave it out")
    who, whom = fighter(cat, attacker), fighter(cat, target)
    how = _situation(situation, by)
    check_request(how, whom, chosen)
    profile, carried, named = find_weapon(cat, who, weapon)
    if is_only_close(profile):
        raise UsageError(
            f"{profile.key} is for close combat; this chain is of shooting", "name a weapon that shoots"
        )
    standing, shown, notes = _asked(cat, who, whom, profile, how, chosen)
    shooting = by == "activation"
    onslaught = _onslaught(cat, who, whom, profile, how, reload, chosen, standing)
    found, waiting = (
        figures(_by_activation(onslaught), share, rows)
        if shooting
        else figures(_by_hit(onslaught), share, rows)
    )
    kept = ("mode", *OF_A_HIT, *(OF_A_SHOT if shooting else ()))
    if not named:
        notes.append(f"of several profiles this is the first: {profile.key}")
    if not carried and attacker != NOBODY_IN_PARTICULAR:
        notes.append(f"{profile.key} is not in the kit of {who.name}: taken for this question")
    answer = {
        **head("down", chosen),
        "title": f"{whom.name} against {who.name}'s {_named(profile)}"
        if shooting
        else f"{whom.name} against {_named(profile)} hits",
        "target": whom.label,
        "attacker": who.label,
        "weapon": profile.key,
        "weapon_name": full_name(profile),
        "ammo": profile.ammo or None,
        "by": by,
        "policy": reload if shooting else None,
        "double_action": onslaught.drill.double if shooting else None,
        "can_reload": onslaught.drill.fills if shooting else None,
        "situation": {name: value for name, value in shown.items() if name in kept},
        "needs": {name: each for name, each in needs(standing).items() if shooting or name != "hit"},
        **found,
        **tail(
            chosen,
            {"rows": f"chances after so many {by}s", **DEFINITIONS},
            notes=notes,
            reconstructed=reconstructed(who, whom),
            not_modelled=[
                *NOT_MODELLED,
                *_left_out(who, profile, by),
                *standing.ignored(),
                *unused_kit(chosen, *((who, whom) if shooting else (whom,))),
            ],
        ),
    }
    return ChainResult(answer, waiting)


def _named(profile: WeaponProfile) -> str:
    name = full_name(profile)
    return f"{name[:1].lower()}{name[1:]}"


def _situation(asked: Mapping[str, Any], by: str) -> Request:
    """The request of the keywords that this chain takes.

    Raises:
        UnknownNameError: A keyword that there is not.
        UsageError: One that is of no use here.
    """
    how, plain = request(asked), Request()
    for name in [
        each.name for each in fields(Request) if getattr(how, each.name) != getattr(plain, each.name)
    ]:
        if name in OF_A_SHOT and by == "hit":
            raise UsageError(
                f"{name}: expected nothing about the shot, as every hit here is sure",
                f"leave out {name}, or take by activation",
            )
        if name not in (*OF_A_HIT, *OF_A_SHOT):
            raise UsageError(f"{name}: not for this chain", f"leave out {name}")
    if how.action not in ("", "blind-fire", "hip-shooting"):
        raise UsageError(
            f"action: expected blind-fire or hip-shooting, got {how.action!r}", "or leave it out"
        )
    return how


def _asked(
    cat: Catalogue, who: Fighter, whom: Fighter, profile: WeaponProfile, how: Request, options: Options
) -> tuple[AdvancedAttack, dict[str, Any], list[str]]:
    """One attack of the chain, how it is shown, and notes on it."""
    question, shown, notes = question_of(cat, who, whom, profile, how, options)
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

    lying = replace(how, seriously_injured=True, target_prone=False, target_engaged=False, cover="none")
    hidden = how.cover != "none"
    return Onslaught(
        drill,
        standing,
        attack(replace(how, aim=False)),
        None if hidden else attack(lying),
        None if hidden else attack(replace(lying, aim=False)),
    )


def _by_hit(onslaught: Onslaught) -> Chain[Condition]:
    """Hit after hit."""
    standing = onslaught.standing.numbers.guns[0].hit
    lying = standing if onslaught.lying is None else onslaught.lying.numbers.guns[0].hit
    return Chain(
        "hit",
        onslaught.start().target,
        lambda c: after_hit(standing, lying, c),
        CONDITIONS,
        {name: CONDITIONS[name] for name in EVENTS},
    )


def _by_activation(onslaught: Onslaught) -> Chain[Bout]:
    """Activation after activation, as long as the shooter can shoot."""

    def of_target(name: str) -> Callable[[Bout], bool]:
        return lambda bout: CONDITIONS[name](bout.target)

    def cannot_shoot(bout: Bout) -> bool:
        return bout.shooter.down != IN_PLAY or onslaught.drill.status(bout.supply) == USELESS

    return Chain(
        "activation",
        onslaught.start(),
        onslaught.activation,
        {**{name: of_target(name) for name in CONDITIONS}, "cannot_shoot": cannot_shoot},
        {**{name: of_target(name) for name in EVENTS}, "cannot_shoot": cannot_shoot},
    )


def _left_out(who: Fighter, profile: WeaponProfile, by: str) -> list[str]:
    """What of the weapon and the shooter is not looked at."""
    lines = []
    if by == "hit":
        adds = [text for name, text in BY_THE_DIE.items() if name in profile.traits or name in who.skills]
        if adds:
            lines.append(f"what the hit roll adds to a hit: {', '.join(adds)}")
        return lines
    if "gold-plated-gun" in who.wargear:
        lines.append(
            "gold-plated gun: one failed ammo check is rolled again in each shot, not in each battle"
        )
    if "fast-shot" in who.skills:
        lines.append(f"Fast Shot of {who.name}: a second shot in an activation")
    lines.append("what target and friends do in their own activations")
    return lines
