"""The situation of an attack as it is asked for, and the attack that the rules make of it."""

from typing import Any

from necrostats.analyses.attack_request import ADVANCED, OF_CLOSE_COMBAT, OF_SHOOTING, Request, check_shot
from necrostats.analyses.weapon_asked import find_weapon, is_only_close, is_template, profiles_of
from necrostats.errors import UsageError
from necrostats.systems.necromunda import close_combat, questions
from necrostats.systems.necromunda.attacks import KNIFE
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Band, Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options, under_options
from necrostats.systems.necromunda.shooting import band_at
from necrostats.systems.necromunda.templates import FLAME_LENGTH
from necrostats.systems.necromunda.wargear import bearing

PARRIED = ("one is", "two are", "three are")


def attack_of(
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
        if is_template(profile) and (how.distance or 0) > FLAME_LENGTH:
            raise UsageError(
                f"distance: a flame template reaches about {FLAME_LENGTH} inches, got {how.distance:g} "
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
