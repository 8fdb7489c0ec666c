"""Armour, fields, wargear and accessories that change one attack: what they make of a card or a weapon.

To add one: a table in ``data/necromunda/wargear.toml`` or ``armour.toml``, a place here, a case in the tests.
"""

from dataclasses import replace

from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile

FIELDS = {"refractor": 5, "conversion": 5, "displacer": 4}
OF_ATTACKER = frozenset(
    {
        "chem-synth", "stimm-slug-stash", "servo-harness-partial", "servo-harness-full", "extra-arm", "mono-sight",
        "telescopic-sight", "infra-sight", "las-projector", "suspensor", "hotshot-las-pack", "gold-plated-gun",
    }
)  # fmt: skip
OF_TARGET = frozenset(
    {
        *FIELDS, "energy-shield", "respirator", "filter-plugs", "bio-booster", "photo-goggles",
        "servo-harness-partial", "servo-harness-full",
    }
)  # fmt: skip
USABLE = ("chem-synth", "stimm-slug-stash")
HOTSHOT = ("lasgun", "laspistol")


@rule("N17-A-KIT-01")
def bearing(fighter: Fighter, using: tuple[str, ...] = ()) -> Fighter:
    """The card with what is worn and used: servo harness, stimm-slugs, the weight of heavy carapace."""
    harness = {"servo-harness-partial", "servo-harness-full"} & set(fighter.wargear)
    s, t, i = fighter.s, fighter.t, fighter.i - fighter.armour.initiative
    if harness:
        s, t = s + 2, t + 1
        i += "servo-harness-full" not in harness
    if "stimm-slug-stash" in using:
        s, t = s + 2, t + 2
    if (s, t, i) == (fighter.s, fighter.t, fighter.i):
        return fighter
    return replace(fighter, s=s, t=t, i=i)


def takes_accessories(profile: WeaponProfile) -> bool:
    """Whether sights fit on the weapon: not on grenades, templates and weapons for close combat."""
    return profile.long is not None and profile.rng_s != "E" and "grenade" not in profile.traits


@rule("N17-A-KIT-01")
def fitted(profile: WeaponProfile, bearer: Fighter, situation: Situation) -> WeaponProfile:
    """The weapon with the accessories of its bearer: hotshot pack, las-projector, telescopic sight."""
    carried = bearer.wargear
    if "hotshot-las-pack" in carried and profile.weapon in HOTSHOT and not profile.id:
        traits = {name: number for name, number in profile.traits.items() if name != "plentiful"}
        profile = replace(profile, strength="4", ap=-1, ammo=4, traits=traits)
    if situation.close or not takes_accessories(profile):
        return profile
    acc_s, acc_l = profile.acc_s, profile.acc_l
    if "las-projector" in carried:
        acc_s += 1
    if "telescopic-sight" in carried and situation.aim and profile.short is not None:
        acc_l = max(acc_l, acc_s)
    return replace(profile, acc_s=acc_s, acc_l=acc_l)


@rule("N17-A-TRT-11", "N17-A-KIT-01", "N17-A-SKL-01")
def unwieldy(profile: WeaponProfile, bearer: Fighter, close: bool) -> bool:
    """N17-A-TRT-11: whether the weapon hinders its bearer: shooting is a Double action, and both hands are full.

    Bulging Biceps ignore it; for shooting a suspensor, a servo harness or a third arm help as well.
    """
    if "unwieldy" not in profile.traits or "bulging-biceps" in bearer.skills:
        return False
    helps = {"suspensor", "servo-harness-partial", "servo-harness-full", "extra-arm"}
    return close or not helps & set(bearer.wargear)


@rule("N17-A-KIT-01")
def field_of(fighter: Fighter) -> tuple[int, int]:
    """What the field of a fighter rolls against each hit, 7 = none, and whether a 1 after that burns it out."""
    field = next((item for item in fighter.wargear if item in FIELDS), "")
    return FIELDS.get(field, NEVER), int(field == "refractor")
