"""The numbers of one hit under the advanced rules: the weapon's side and the side of the fighter hit."""

from dataclasses import replace

from necrostats.systems.necromunda import traits, wargear
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import HALVES, LAST_ROWS, Blow, armour_value, save_need
from necrostats.systems.necromunda.injuries import (
    BOOSTED,
    IN_PLAY,
    PINNED,
    SERIOUS,
    Body,
    Condition,
    Effect,
    Hit,
)
from necrostats.systems.necromunda.models import Cover, Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.traits import Given

TEMPLATE_COVER: dict[Cover, int] = {"none": 0, "partial": 1, "full": 2}


def area_of(profile: WeaponProfile) -> str:
    """What kind of area a ranged weapon hits: "blast", "template" or "" for a plain shot."""
    if "template" in profile.traits or "T" in (profile.rng_s, profile.rng_l):
        return "template"
    return "blast" if "blast" in profile.traits else ""


def condition_of(fighter: Fighter, situation: Situation) -> Condition:
    """The target as it is before the attack; one already injured has used its bio-booster (N17-A-INJ-06)."""
    down = SERIOUS if situation.seriously_injured else IN_PLAY
    wounds = max(0, fighter.w - situation.wounds_lost)
    pinned = situation.target_prone and not situation.close and down == IN_PLAY
    injured = situation.flesh_wounds > 0 or down == SERIOUS
    marks = (PINNED if pinned else 0) | (BOOSTED if injured else 0)
    return Condition(wounds, fighter.t - situation.flesh_wounds, 0, down, 0, marks)


@rule("N17-A-INJ-01", "N17-A-INJ-03", "N17-A-INJ-04")
def body_of(fighter: Fighter, options: Options, *, area: bool) -> Body:
    """What *fighter* brings along when hit; *area*: by a blast or a template, against which nobody dodges."""
    field_on, burns = wargear.field_of(fighter)
    flesh, serious, _ = map(int, options["injury_faces"].split(","))
    return Body(
        field_on=field_on,
        burns=burns,
        dodge=int("dodge" in fighter.skills and not area),
        grit=int("true-grit" in fighter.skills),
        booster=int("bio-booster" in fighter.wargear),
        flesh_faces=flesh,
        serious_faces=serious,
        equal_damage=int(options["injury_dice"] == "equal_damage"),
        extra_serious=int(options["multi_serious"] == "flesh_wound"),
        batch=int(options["multi_hit"] == "batch"),
    )


@rule("N17-A-SAV-01")
def save_bonus(profile: WeaponProfile, situation: Situation) -> int:
    """N17-A-SAV-01: cover from a flame template or the centre of a blast makes saves 1 or 2 better."""
    area = "" if situation.close else area_of(profile)
    cover: Cover = {"blast": situation.blast_cover, "template": situation.cover}.get(area, "none")
    return situation.save_bonus + TEMPLATE_COVER[cover]


def hit_of(given: Given, *, strength: int | None = None, damage: int | None = None) -> Hit:
    """One hit of a weapon on its target.

    Args:
        strength, damage: In place of those of the profile.
    """
    profile, situation, options = given.profile, given.situation, given.options
    area = "" if situation.close else area_of(profile)
    value = armour_value(given.target, situation, options, area)
    blow = Blow(
        (profile.strength_of(given.attacker.s) or 0) if strength is None else strength,
        save_need(value, profile.ap, save_bonus(profile, situation), options),
        profile.d if damage is None else damage,
        LAST_ROWS[options["wound_last_row"]],
        HALVES[options["half_toughness"]],
    )
    return Hit(blow, 0, traits.effect_of(given), body_of(given.target, options, area=bool(area)))


def plain_hit(target: Fighter, strength: int, damage: int, situation: Situation, options: Options) -> Hit:
    """A hit in close combat that no weapon makes: its Strength and Damage, no AP, no traits."""
    value = armour_value(target, situation, options)
    blow = Blow(
        strength,
        save_need(value, 0, situation.save_bonus, options),
        damage,
        LAST_ROWS[options["wound_last_row"]],
        HALVES[options["half_toughness"]],
    )
    return Hit(blow, 0, Effect(), body_of(target, options, area=False))


def own_hit(given: Given) -> Hit:
    """The hit of a shooter's own blast on itself."""
    unseen = Situation(band=given.situation.band)
    return hit_of(replace(given, target=given.attacker, situation=unseen))
