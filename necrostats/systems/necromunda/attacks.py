"""Attacks under the advanced rules as numbers: cards, kit, skills, situation and options before any die is rolled."""

from dataclasses import replace
from fractions import Fraction

from necrostats.engine.enumerating import law, law_from
from necrostats.errors import UsageError
from necrostats.systems.necromunda import shooting, skills, traits, wargear
from necrostats.systems.necromunda.ammo import Magazine
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.brawl import Brawl, Clash, Trade, brawl_steps
from necrostats.systems.necromunda.close_combat import NAMED, Melee, Strike, melee, strike, unarmed
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.hits import area_of, body_of, condition_of, hit_of, own_hit
from necrostats.systems.necromunda.injuries import OUT, SERIOUS, After, Effect
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.rolls import characteristic_test
from necrostats.systems.necromunda.scatter import MM_AN_INCH, RADIUS, touching_inches
from necrostats.systems.necromunda.scene import NOBODY, Scene
from necrostats.systems.necromunda.shooting import ON_ATTACK, ON_HIT, band_at
from necrostats.systems.necromunda.templates import Marker
from necrostats.systems.necromunda.traits import Given, effect_of
from necrostats.systems.necromunda.volley import ALWAYS_PINS, CAN_PIN, Gun, Volley, expertise, fire

KNIFE = "fighting-knife"
STRAYS = {"1-3": (1, 3), "6": (6, 6), "off": (7, 6)}
SHARES = {"rest": 1, "alternate": 2}
BLIND_FIRE, HIP_SHOOTING, TWIN = -2, -1, -1
ALL_CHECKS = 9

# ------------------------------------------------------------------ shooting


@rule("N17-A-SHT-02", "N17-A-ACT-01", "N17-A-SKL-01", "N17-A-KIT-01")
def hit_modifiers(
    attacker: Fighter, target: Fighter, profile: WeaponProfile, situation: Situation, twin: bool
) -> list[tuple[str, int]]:
    """Every modifier of a hit roll in shooting that is not 0, with what it is for.

    Those of the basic rules as the shooter sees cover and combat, and: N17-A-SHT-02 two pistols cost 1 each, but not a
    Gunfighter; N17-A-ACT-01 Blind Fire 2; Hip Shooting 1; a mono-sight adds 1 to aiming; an evading target that is
    active and in the open costs 1, or 2 at long range.
    """
    active = not (situation.target_prone or situation.target_engaged or situation.seriously_injured)
    evades = active and situation.cover == "none" and "evade" in target.skills
    seen = skills.as_seen(attacker, profile, situation)
    if situation.seriously_injured:
        seen = replace(seen, target_prone=True)
    sighted = situation.aim and "mono-sight" in attacker.wargear and wargear.takes_accessories(profile)
    more = [
        ("two pistols", TWIN if twin and "gunfighter" not in attacker.skills else 0),
        ("blind fire", BLIND_FIRE if situation.action == "blind-fire" else 0),
        ("hip shooting", HIP_SHOOTING if situation.action == "hip-shooting" else 0),
        ("mono-sight", int(sighted)),
        ("target evades", 0 if not evades else -1 if situation.band == "short" else -2),
    ]
    found = [
        (f"{situation.cover} cover" if "cover" in what else what, n)
        for what, n in shooting.hit_modifiers(profile, seen)
    ]
    return found + [(what, value) for what, value in more if value]


@rule(
    "N17-A-RF-01",
    "N17-A-FIRE-02",
    "N17-A-FIRE-03",
    "N17-A-TRT-04",
    "N17-A-TRT-05",
    "N17-A-TRT-13",
    "N17-A-SKL-01",
)
def magazine(profile: WeaponProfile, bearer: Fighter, situation: Situation, options: Options) -> Magazine:
    """Firepower and ammo of a weapon in one attack.

    N17-A-RF-01: up to as many Firepower dice as the number behind Rapid Fire, else one. Munitioneer rolls every failed
    check again, a gold-plated gun one.
    """
    thrown = "grenade" in profile.traits
    dice = 0 if thrown else 1
    if "rapid-fire" in profile.traits and not thrown and not situation.close:
        dice = situation.firepower or profile.traits["rapid-fire"] or 1
    if situation.close and options["pistol_melee_firepower"] != "True":
        dice = 0
    again = int("gold-plated-gun" in bearer.wargear and wargear.takes_accessories(profile))
    return Magazine(
        dice=dice,
        symbol_holes=int(options["ammo_face_holes"]),
        check_on=profile.ammo,
        worse=int("combi" in profile.traits),
        thrown=int(thrown),
        single=int("single-shot" in profile.traits),
        unstable=int("unstable" in profile.traits),
        again=ALL_CHECKS if "munitioneer" in bearer.skills else again,
    )


@rule("N17-A-SKL-01")
def expert_need(attacker: Fighter, profile: WeaponProfile, situation: Situation, options: Options) -> int:
    """What a ballistics expert who has aimed needs with 2D6 for a hit roll that is 1 easier; 0 = no such test."""
    expert = "ballistics-expert" in attacker.skills and situation.aim and area_of(profile) != "template"
    return characteristic_test(attacker.intelligence, 0, options, dice=2).need if expert else 0


@rule("N17-A-BLAST-04", "N17-A-BLAST-03")
def marker(profile: WeaponProfile, attacker: Fighter, target: Fighter, situation: Situation) -> Marker:
    """The blast marker of a weapon, aimed at the middle of the target's base."""
    radius = RADIUS[profile.traits.get("blast") or 3]
    distance = situation.distance
    back = distance is not None and distance + attacker.base / 2 / MM_AN_INCH <= radius
    return Marker(touching_inches(radius, target.base), int(back))


def after_of(given: Given) -> After:
    """What follows for a target that the weapon has hit."""
    kept = given.profile.traits
    drag_on = min(6, given.target.s) if given.target.s <= 6 else NEVER
    return After(int("blaze" in kept), int("concussion" in kept), drag_on if "drag" in kept else NEVER)


@rule("N17-B-PIN-01", "N17-A-TRT-02", "N17-A-TRT-16")
def pins(profile: WeaponProfile, situation: Situation, options: Options) -> int:
    """0, CAN_PIN or ALWAYS_PINS: whether a hit of the weapon pins.

    Gas does not (N17-A-TRT-02), Seismic does whatever would prevent it (N17-A-TRT-16).
    """
    if situation.seriously_injured or not shooting.may_be_pinned(situation, options):
        return 0
    if "seismic" in profile.traits:
        return ALWAYS_PINS
    return 0 if "gas" in profile.traits else CAN_PIN


@rule("N17-B-HIT-01", "N17-B-HIT-03", "N17-B-KB-01", "N17-A-FLAME-01", "N17-A-BLAST-01")
def gun(given: Given, twin: bool, other: Fighter | None) -> Gun:
    """One weapon of a ranged attack. N17-B-HIT-01: the modifiers of the hit roll add up, fixed before it."""
    attacker, target, profile, situation, options = (
        given.attacker, given.target, given.profile, given.situation, given.options,
    )  # fmt: skip
    area = area_of(profile)
    modifier = sum(value for _, value in hit_modifiers(attacker, target, profile, situation, twin))
    hit_on, bare_on = shooting.hit_needs(attacker.bs, modifier, options)
    knocks = "knockback" in profile.traits
    plain = knocks and not area
    own = own_hit(given) if area == "blast" else hit_of(given)
    unhurt = Situation(band=situation.band, distance=situation.distance)
    elsewhere = hit_of(replace(given, target=other, situation=unhurt)) if other is not None else hit_of(given)
    return Gun(
        in_range=int((area == "template" or situation.band is not None) and "smoke" not in profile.traits),
        sure=int(area == "template"),
        hit_on=hit_on,
        bare_on=bare_on,
        push_on=max(2, shooting.push_need(target, modifier, options)) if plain else NEVER,
        bare_push_on=max(2, target.s) if plain else NEVER,
        magazine=magazine(profile, attacker, situation, options),
        rapid=int("rapid-fire" in profile.traits),
        only_on_hit=int(options["firepower_when"] == "only_on_hit"),
        blast=int(area == "blast"),
        marker=marker(profile, attacker, target, situation) if area == "blast" else Marker(0, 0),
        strays=int(not area),
        pins=pins(profile, situation, options),
        pin_when=ON_ATTACK if options["pin_on"] == "attack" else ON_HIT,
        blast_push_on=min(NEVER, target.s) if knocks and area == "blast" else NEVER,
        harder=int(situation.blocked and knocks),
        first_only=int(options["knockback_rapid_scope"] == "first_hit"),
        precise=int("precision-shot" in attacker.skills and not area),
        deadly=int("marksman" in attacker.skills and not area),
        shock=int("shock" in profile.traits),
        after=after_of(given),
        hit=hit_of(given),
        other_hit=elsewhere,
        own_hit=own,
    )


def hit_chance(given: Given) -> Fraction:
    """The chance that the hit roll of one weapon succeeds; a blast that misses may still touch its target."""
    one = gun(given, False, None)
    reaches = int(given.situation.band is not None)  # smoke is placed too, though nobody is hurt by it
    alone = one._replace(in_range=reaches, marker=Marker(0, 0), magazine=one.magazine._replace(dice=0))
    expert_on = expert_need(given.attacker, given.profile, given.situation, given.options)
    return law(lambda dice: fire(alone, 0, expertise(expert_on, dice), 0, dice)).p(lambda fired: fired.hits)


def prepared(
    attacker: Fighter, target: Fighter, profile: WeaponProfile, situation: Situation, options: Options
) -> Given:
    """One weapon with everything that kit and skills change beforehand; *attacker* and *target* bear their kit."""
    profile = traits.with_damage(wargear.fitted(profile, attacker, situation), options)
    return Given(attacker, target, skills.trained(profile, attacker, situation), situation, options)


@rule("N17-A-TRT-11")
def check_unwieldy(profile: WeaponProfile, attacker: Fighter, situation: Situation) -> None:
    """Refuse what an Unwieldy weapon leaves no action for.

    Raises:
        UsageError: Unwieldy with Aim or Hip Shooting.
    """
    if not wargear.unwieldy(profile, attacker, False):
        return
    if situation.aim:
        raise UsageError(
            f"{profile.key} is Unwieldy: shooting it is a Double action, with no Aim before it (N17-A-TRT-11)",
            "leave out --aim",
        )
    if situation.action == "hip-shooting":
        raise UsageError(f"{profile.key} is Unwieldy and not for Hip Shooting", "leave out the action")


@rule("N17-A-SHT-01", "N17-A-SHT-02", "N17-A-SHT-04", "N17-A-RF-02")
def volley(
    attacker: Fighter,
    target: Fighter,
    profile: WeaponProfile,
    second: WeaponProfile | None,
    other: Fighter | None,
    situation: Situation,
    options: Options,
) -> Volley:
    """A ranged attack by *attacker*, whose card and target's bear their kit.

    N17-A-SHT-01: a target that is not the closest needs a Cool test, but not from a Marksman. N17-A-SHT-02: a second
    pistol is fired at the same target.

    Raises:
        UsageError: Unwieldy with Aim or Hip Shooting (N17-A-TRT-11); two weapons that are not both pistols.
    """
    check_unwieldy(profile, attacker, situation)
    if second is not None and not all("pistol" in p.traits for p in (profile, second)):
        raise UsageError(
            f"expected two pistols to shoot with (N17-A-SHT-02), got {profile.key} and {second.key}",
            "leave out --with, or add --close",
        )
    given = prepared(attacker, target, profile, situation, options)
    one = gun(given, second is not None, other)
    two = one
    if second is not None:
        own = (
            situation
            if situation.distance is None
            else replace(situation, band=band_at(second, situation.distance))
        )
        two = gun(prepared(attacker, target, second, own, options), True, other)
    far = situation.not_closest and "marksman" not in attacker.skills
    nerves = "nerves-of-steel" in target.skills
    low, high = STRAYS[options["stray_hit"]]
    return Volley(
        (one, two),
        twin=int(second is not None),
        priority_on=characteristic_test(attacker.cl, 0, options, dice=2).need if far else 0,
        expert_on=expert_need(attacker, profile, situation, options) if one.in_range else 0,
        nerves_on=characteristic_test(target.cl, 0, options, dice=2).need if nerves else 0,
        batch=int(options["multi_hit"] == "batch"),
        bystanders=situation.in_line + situation.in_melee,
        stray_low=low,
        stray_high=high,
        others_every=SHARES[situation.share] if other is not None and not area_of(profile) else 0,
    )


# ------------------------------------------------------------------ close combat


def digi(profile: WeaponProfile | None) -> bool:
    """Whether a weapon is a digi-weapon, worn besides others: one more attack with it."""
    return profile is not None and "digi" in profile.traits


@rule("N17-A-TRT-11")
def check_hands(first: WeaponProfile, second: WeaponProfile | None, attacker: Fighter) -> None:
    """N17-A-TRT-11: an Unwieldy weapon leaves no hand for a second one.

    Raises:
        UsageError: It has a second one.
    """
    if second is None:
        return
    for profile in (first, second):
        if wargear.unwieldy(profile, attacker, True):
            raise UsageError(
                f"{profile.key} is Unwieldy and leaves no hand for a second weapon (N17-A-TRT-11)",
                "leave out --with",
            )


@rule("N17-A-SKL-01", "N17-A-KIT-01")
def brawl(
    attacker: Fighter,
    target: Fighter,
    first: WeaponProfile,
    second: WeaponProfile | None,
    situation: Situation,
    options: Options,
    *,
    knife: WeaponProfile | None = None,
) -> Brawl:
    """A close combat attack by *attacker*, whose card and target's bear their kit.

    Berserker and Crushing Blow, digi-weapons, a third arm (with *knife*), Parry, Step Aside, Iron Jaw and Fearsome are
    seen to here.
    With options ``odd_die=best`` and ``hit_order=best_for_attacker`` the attack that does most harm is taken.

    Raises:
        UsageError: Weapons that cannot be used together or in close combat.
    """
    extra = second if digi(second) else knife
    second = None if digi(second) else second
    check_hands(first, second, attacker)
    if situation.charging and "berserker" in attacker.skills:
        attacker = replace(attacker, a=attacker.a + 1)
    if situation.seriously_injured:
        situation = replace(situation, behind=True)  # lying face down it has no vision arc
    if "combat-master" in attacker.skills:
        situation = replace(situation, interference=0)
    one = prepared(attacker, target, first, situation, options)
    two = None if second is None else prepared(attacker, target, second, situation, options)
    odds = [options["odd_die"] == "second_weapon"]
    if options["odd_die"] == "best" and two is not None:
        odds = [False, True]
    swaps = [False, True] if options["hit_order"] == "best_for_attacker" and two is not None else [False]
    ways = [_brawl(one, two, extra, odd, swap) for odd in odds for swap in swaps]
    if len(ways) == 1:
        return ways[0]
    start = Clash(Scene(condition_of(target, situation), NOBODY, condition_of(attacker, Situation())))
    return max(ways, key=lambda way: worth(way, start))


def worth(way: Brawl, start: Clash) -> tuple[object, object, object]:
    """How good an attack is for its player: P(out of action), P(seriously injured), mean of Wounds lost."""
    law = law_from(brawl_steps, way, start)
    lost = sum(
        w * (start.scene.target.wounds - o.scene.target.wounds)
        for o, w in zip(law.outcomes, law.weights, strict=True)
    )
    out = law.p(lambda end: end.scene.target.down == OUT)
    return out, law.p(lambda end: end.scene.target.down == SERIOUS), lost / law.total


def _brawl(one: Given, two: Given | None, extra: WeaponProfile | None, odd: bool, swap: bool) -> Brawl:
    attacker, target, situation, options = one.attacker, one.target, one.situation, one.options
    lone_digi = digi(one.profile)
    made = melee(
        attacker, target, one.profile, two.profile if two else None, situation, options,
        odd_to_second=odd, dice=1 if lone_digi else None,
    )  # fmt: skip
    fists = strike(1, attacker, target, unarmed(), situation, options)._replace(n=made.strikes[2].n)
    bonus = Strike()
    bonus_given = None
    if extra is not None:
        bonus_given = prepared(attacker, target, extra, situation, options)
        bonus = strike(1, attacker, target, bonus_given.profile, situation, options)
    strikes = [made.strikes[0], made.strikes[1], fists, bonus, Strike()]
    givens = [one, two, replace(one, profile=unarmed()), bonus_given]
    if "iron-jaw" in target.skills:
        for weapon, given in enumerate(givens):
            if given is not None and given.profile.weapon == unarmed().weapon:
                strikes[weapon] = strikes[weapon]._replace(tougher=2)
    named_from = -1
    if "crushing-blow" in attacker.skills:
        named_from = next(
            (w for w in (0, 1, 2) if strikes[w].n > 0 and not (w < 2 and _pistol(givens[w]))), -1
        )
    if named_from >= 0:
        strikes[NAMED] = crushing(strikes[named_from])
        strikes[named_from] = strikes[named_from]._replace(n=strikes[named_from].n - 1)
    givens.append(givens[named_from] if named_from >= 0 else None)
    effects = [Effect() if given is None else effect_of(given) for given in givens]
    for weapon, each in enumerate(strikes):
        effects[weapon] = effects[weapon]._replace(tougher_wound=each.tougher)
    magazines = [
        magazine(given.profile, attacker, situation, options) if _pistol(given) and given else Magazine()
        for given in givens[:2]
    ]
    helpless = situation.seriously_injured
    ordinary, power = (0, 0) if helpless else parries(target, made)
    fears = situation.charging and "fearsome" in target.skills
    steps_aside = "step-aside" in target.skills and not helpless
    aside = characteristic_test(target.i, 0, options).need if steps_aside else NEVER
    more_to = 0 if not _pistol(one) else 1 if two is not None and not _pistol(two) else 2
    order, used = order_of(named_from, swap, [w for w, each in enumerate(strikes) if each.n or w == more_to])
    return Brawl(
        Melee(tuple(strikes), ordinary, power, made.choice, made.last_row, made.half),
        tuple(effects),  # type: ignore[arg-type]
        tuple(After() if given is None else after_of(given) for given in givens),  # type: ignore[arg-type]
        body_of(target, options, area=False),
        (magazines[0], magazines[1]),
        (_rapid(one, options), _rapid(two, options)),
        int(options["firepower_when"] == "only_on_hit"),
        order,
        used,
        characteristic_test(attacker.wil, 0, options, dice=2).need if fears else 0,
        aside,
        int(options["multi_hit"] == "batch"),
        more_to,
    )


def _pistol(given: Given | None) -> bool:
    return given is not None and "pistol" in given.profile.traits


@rule("N17-A-RF-03")
def _rapid(given: Given | None, options: Options) -> int:
    """N17-A-RF-03: whether bullet holes are hits in close combat (option ``rapid_fire_in_melee``)."""
    return int(
        _pistol(given)
        and given is not None
        and "rapid-fire" in given.profile.traits
        and options["rapid_fire_in_melee"] == "True"
    )


@rule("N17-A-SKL-01")
def crushing(strike: Strike) -> Strike:
    """The die named for a Crushing Blow: 1 more Strength and Damage."""
    return strike._replace(
        n=1,
        strength=strike.strength + 1 if strike.strength else 0,
        damage=strike.damage + 1 if strike.damage else 0,
    )


@rule("N17-B-CC-11")
def order_of(named_from: int, swap: bool, used: list[int]) -> tuple[tuple[int, int, int, int, int], int]:
    """N17-B-CC-11: the weapons as they are resolved: the named die before its weapon's others, extra dice last.

    Args:
        swap: The second weapon before the first (option ``hit_order``).
        used: Weapons that may hit; they come before all others.

    Returns:
        The order, and how many are used.
    """
    order = [1, 0, 2, 3] if swap else [0, 1, 2, 3]
    order.insert(order.index(named_from) if named_from >= 0 else 4, NAMED)
    order.sort(key=lambda weapon: weapon not in used)
    return tuple(order), len(used)  # type: ignore[return-value]


@rule("N17-A-SKL-01")
def parries(target: Fighter, made: Melee) -> tuple[int, int]:
    """Parries of the target: by weapons, and one more with the skill."""
    return made.parries + ("parry" in target.skills), made.power_parries


@rule("N17-B-CC-12", "N17-A-MULTI-03", "N17-A-TRT-10", "N17-A-SKL-01")
def trade(
    attacker: Fighter,
    target: Fighter,
    first: WeaponProfile,
    second: WeaponProfile | None,
    situation: Situation,
    options: Options,
    reaction: tuple[WeaponProfile, WeaponProfile | None],
    *,
    turned: bool = False,
) -> Trade:
    """An attack and the reaction with the weapons of *reaction*.

    N17-A-MULTI-03: whether a pinned fighter that is charged reacts at -1 is option ``charged_prone_reaction``.
    N17-A-TRT-10: ``melee_kb_followup``; an attacker who may choose stays away from a reaction.

    Args:
        turned: The enemy has to turn first.
    """
    risen = situation.charging and situation.target_prone and options["charged_prone_reaction"] == "-1"
    back = Situation(close=True, band=None, turned=turned or risen, barricade=situation.barricade)
    tangled = replace(back, entangled=True)
    bare = (unarmed(), None)
    reactions = [
        brawl(target, attacker, *weapons, how, options)
        for weapons in (reaction, bare)
        for how in (back, tangled)
    ]
    return Trade(
        brawl(attacker, target, first, second, situation, options),
        tuple(reactions),  # type: ignore[arg-type]
        counter=int("counter-attack" in target.skills),
        followed=int(options["melee_kb_followup"] == "always"),
        simultaneous=int(options["reaction_order"] == "simultaneous"),
        blocked=int(situation.blocked),
    )
