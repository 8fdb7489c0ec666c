"""Close combat: attack dice, hit rolls, parry, Step Aside, pistols (R25 to R30, A-MULTI, A-TRT)."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.advanced.ammo import firepower_dice
from tests.naive.advanced.cards import initiative, strength, weapon_damage
from tests.naive.advanced.hits import Hit, save_fails, sixths, traits_of, wound_faces
from tests.naive.advanced.injuries import Victim
from tests.naive.close_combat import parry_items, split_dice
from tests.naive.damage import FACES, SIXTH, roll_hits

ONE = Fraction(1)
BLINDED = "blinded"  # stands among the skills of an attacker that is (A-TRT-17)
ARM_KNIFE = WeaponProfile(
    id="", weapon="fighting-knife", name="Knife of a third arm", rng_l="E", ap=-1,
    traits={"melee": None, "backstab": None},
)  # fmt: skip

Die = Hit | None  # an attack die that stands: its hit, or a miss


class Arm(NamedTuple):
    """A weapon, or a part of its dice."""

    place: str  # "first", "second", "fists", "third arm"
    weapon: WeaponProfile
    dice: int
    crushing: bool = False


# ---- attack dice ---------------------------------------------------------------------------------------------


def two_hands(weapon: WeaponProfile, second: WeaponProfile | None, attacker: Fighter) -> None:
    """B-CC-03, A-TRT-11, R26: what may be fought with."""
    for profile in (weapon, second):
        if profile is not None and profile.weapon != "unarmed" and not profile.close_combat:
            raise ValueError(f"{profile.key} has neither Melee nor Pistol")
    if second is None or "digi" in second.traits or "digi" in weapon.traits:
        return
    if "bulging-biceps" not in attacker.skills and {"unwieldy"} & (set(weapon.traits) | set(second.traits)):
        raise ValueError("an Unwieldy weapon leaves no hand for a second one")


def arms(
    attacker: Fighter,
    weapon: WeaponProfile,
    second: WeaponProfile | None,
    situation: Situation,
    odd_to: int,
    options: Mapping[str, str],
) -> list[Arm]:
    """B-CC-04, B-CC-05, R26: the weapons with their dice, the first-named first, fists and a third arm last."""
    named = [("first", weapon)] + ([("second", second)] if second is not None else [])
    digi = [(place, w) for place, w in named if "digi" in w.traits]
    held = [(place, w) for place, w in named if "digi" not in w.traits]
    shares = [Arm(place, w, 1) for place, w in digi]
    if held:
        n = attacker.a + (len(held) == 2) + situation.charging
        n += situation.charging and "berserker" in attacker.skills
        both = held[1][1] if len(held) == 2 else None
        split = split_dice(n, held[0][1], both, odd_to, options)
        places = [place for place, _ in held] + ["fists"]
        shares += [Arm(place, w, k) for place, (w, k) in zip(places, split, strict=False)]
    shares.sort(key=lambda arm: ("first", "second", "fists").index(arm.place))
    # reading: a third arm strikes last, also beside a digi-laser alone
    if "extra-arm" in attacker.wargear:
        shares.append(Arm("third arm", ARM_KNIFE, 1))
    if "crushing-blow" in attacker.skills:
        shares = with_crushing_blow(shares)
    return [arm for arm in shares if arm.dice > 0]


def with_crushing_blow(shares: list[Arm]) -> list[Arm]:
    """R26: one die of the first weapon that is no pistol, rolled first of that weapon's; never the third arm's."""
    for n, arm in enumerate(shares):
        if "pistol" not in arm.weapon.traits and arm.place != "third arm" and arm.dice:
            named = [arm._replace(dice=1, crushing=True), arm._replace(dice=arm.dice - 1)]
            return shares[:n] + named + shares[n + 1 :]
    return shares


# ---- hit rolls -----------------------------------------------------------------------------------------------


def is_melee(weapon: WeaponProfile) -> bool:
    """R26: what skills call a Melee weapon: no pistol, no fists."""
    return "melee" in weapon.traits and "pistol" not in weapon.traits


def hit_modifier(
    weapon: WeaponProfile, attacker: Fighter, situation: Situation, options: Mapping[str, str]
) -> int:
    """B-CC-02, B-CC-07, A-TRT-19, R25, R35: turning, accuracy, assists, interference, a barricade, Entangle."""
    modifier = situation.assists - situation.barricade - situation.turned - 2 * situation.entangled
    if "combat-master" not in attacker.skills:
        modifier -= situation.interference
    if "pistol" not in weapon.traits and options["melee_accuracy"] == "applied":
        modifier += weapon.acc_s if weapon.rng_s == "E" else weapon.acc_l
    return modifier


def hit_strength(arm: Arm, attacker: Fighter, victim: Victim, situation: Situation) -> int | None:
    """B-WPN-03, B-TRT-01, R26, R32: Strength with Backstab, Bull Charge and Crushing Blow."""
    value = arm.weapon.strength_of(strength(attacker, "stimm-slug-stash" in situation.using))
    if value is None:
        return None
    if not victim.front:  # reading: somebody seriously injured has no arc to be attacked from
        value += "backstab" in arm.weapon.traits
        value += "backstab" in attacker.skills and is_melee(arm.weapon)
    if situation.charging and "bull-charge" in attacker.skills and is_melee(arm.weapon):
        value += 1
    return value + arm.crushing


def hit_of(
    arm: Arm, face: int, modifier: int, attacker: Fighter, victim: Victim, situation: Situation, options
) -> Hit:
    """R17, R26, R27: the hit of a die that shows a face."""
    weapon = arm.weapon
    melee = is_melee(weapon)
    bull = situation.charging and "bull-charge" in attacker.skills and melee
    compared = face if options["knockback_die"] == "natural" else face + modifier
    pushed = ("knockback" in weapon.traits or bull) and compared >= victim.strength
    power_die = face if options["power_six"] == "natural" else face + modifier
    six = "power" in weapon.traits and power_die >= 6
    disarm_faces = ("disarm" in weapon.traits) + ("disarm" in attacker.skills and melee)
    damage = weapon_damage(weapon, options)
    if damage:
        damage += six + arm.crushing + (pushed and situation.blocked)
    return Hit(
        arm.place, traits_of(weapon), hit_strength(arm, attacker, victim, situation), weapon.ap, damage,
        bonus=situation.save_bonus,
        no_save=six,
        power_six=six,
        sure_wound=face == 6 and "shock" in weapon.traits,
        fists=weapon.weapon == "unarmed",
        pushed=pushed,
        disarms=face > 6 - disarm_faces,
        entangles=face == 6 and "entangle" in weapon.traits,
    )  # fmt: skip


def die_of(arm: Arm, attacker: Fighter, victim: Victim, situation: Situation, options) -> dict[Die, Fraction]:
    """B-CC-07, B-CC-09: {the hit of one attack die, None a miss: chance}; faces that make the same hit together."""
    modifier = hit_modifier(arm.weapon, attacker, situation, options)
    blinded = BLINDED in attacker.skills
    ways: dict = defaultdict(Fraction)
    for face in FACES:
        hit = None
        # reading: one who is blinded hits with a natural 6, whatever is added or taken off, and with nothing else
        if (face == 6) if blinded else roll_hits(face, modifier, attacker.ws):
            hit = hit_of(arm, face, modifier, attacker, victim, situation, options)
        ways[hit] += SIXTH
    return dict(ways)


# ---- parry and Step Aside ------------------------------------------------------------------------------------


def harm(hit: Hit, victim: Victim) -> Fraction:
    """R28: the Damage that a hit does on average, whatever Wounds are left."""
    mean = Fraction(0)
    for six, p in wound_faces(hit, victim.toughness, victim).items():
        if six is not None:
            # reading: what a natural 6 to wound adds does not count
            mean += p * save_fails(hit, False, victim) * hit.damage
    return mean


def worst(dice: tuple[Die, ...], able: list[int], harms: Mapping[Hit, Fraction]) -> int:
    """B-TRT-03, R28: the place of a six of Power, else of the most harmful hit, else of the first weapon's."""

    def key(k: int):
        hit = dice[k]
        # reading: of one weapon's equals the lower die
        more = hit.pushed + hit.disarms + (hit.sure_wound or hit.entangles)
        place = ("first", "second", "fists", "third arm").index(hit.weapon)
        return not hit.power_six, -harms[hit], place, more, k

    return min(able, key=key)


def parries(
    dice: tuple[Die, ...], harms: Mapping[Hit, Fraction], ordinary: int, power: int, most: int, options
) -> dict[tuple[int, ...], Fraction]:
    """B-TRT-03, A-TRT-19, R28: {places of the dice that are rolled again: chance}, all chosen beforehand."""
    ways: dict = {((), ordinary, power): ONE}
    for _ in range(most):
        after: dict = defaultdict(Fraction)
        for (chosen, plain_left, power_left), p in ways.items():
            able = [
                k
                for k, hit in enumerate(dice)
                if hit is not None
                and k not in chosen
                and "entangle" not in hit.traits
                and (power_left or (plain_left and "power" not in hit.traits))
            ]
            if not able:
                after[chosen, plain_left, power_left] += p
                continue
            picks = {"first": able[:1], "random": able}.get(options["parry_choice"])
            for place in picks or [worst(dice, able, harms)]:
                from_plain = plain_left > 0 and "power" not in dice[place].traits
                left = (plain_left - 1, power_left) if from_plain else (plain_left, power_left - 1)
                after[(*chosen, place), *left] += p / len(picks or [place])
        ways = after
    chances: dict = defaultdict(Fraction)
    for (chosen, _, _), p in ways.items():
        chances[tuple(sorted(chosen))] += p
    return chances


def number_of_parries(target: Fighter, options: Mapping[str, str]) -> tuple[int, int, int]:
    """R26: (ordinary, Power, together at most): two at most with weapons, one more with the skill."""
    ordinary, power = parry_items(target, options)
    skilled = "parry" in target.skills
    return ordinary + skilled, power, min(2, ordinary + power) + skilled


def standing(
    shares: list[Arm], attacker: Fighter, victim: Victim, situation: Situation, options
) -> dict[tuple[Hit, ...], Fraction]:
    """B-CC-07, B-CC-10, R28: {hits that stand after parry and Step Aside, as rolled: chance}."""
    kinds = [die_of(arm, attacker, victim, situation, options) for arm in shares]
    dice = [n for n, arm in enumerate(shares) for _ in range(arm.dice)]
    harms = {hit: harm(hit, victim) for kind in kinds for hit in kind if hit is not None}
    # reading: somebody seriously injured neither parries nor steps aside
    able = not situation.seriously_injured
    ordinary, power, most = number_of_parries(victim.card, options) if able else (0, 0, 0)
    rolled: dict = defaultdict(Fraction)
    for roll in product(*(kinds[n].items() for n in dice)):
        first, p = tuple(die for die, _ in roll), ONE
        for _, chance in roll:
            p *= chance
        for chosen, q in parries(first, harms, ordinary, power, most, options).items():
            for again in product(*(kinds[dice[k]].items() for k in chosen)):
                final, r = list(first), p * q
                for k, (die, chance) in zip(chosen, again, strict=True):
                    final[k] = die
                    r *= chance
                rolled[tuple(die for die in final if die is not None)] += r
    if not able:
        return dict(rolled)
    return step_aside(rolled, harms, victim, options)


def step_aside(
    rolled: dict[tuple[Hit, ...], Fraction], harms: Mapping[Hit, Fraction], victim: Victim, options
) -> dict[tuple[Hit, ...], Fraction]:
    """R28: an Initiative test turns the most harmful hit into a miss."""
    if "step-aside" not in victim.card.skills:
        return dict(rolled)
    passed = initiative(victim.card, options)
    after: dict = defaultdict(Fraction)
    for hits, p in rolled.items():
        if not hits:
            after[hits] += p
            continue
        k = worst(hits, list(range(len(hits))), harms)
        after[hits] += p * (1 - passed)
        after[hits[:k] + hits[k + 1 :]] += p * passed
    return after


# ---- pistols -------------------------------------------------------------------------------------------------


class Fought(NamedTuple):
    """What the dice of a fight have come to."""

    hits: tuple[Hit, ...]
    first_symbols: int = 0
    second_symbols: int = 0


def with_pistols(
    hits_ways: dict[tuple[Hit, ...], Fraction], shares: list[Arm], options: Mapping[str, str]
) -> dict[Fought, Fraction]:
    """A-FIRE-02, A-RF-03, R29: each pistol's Firepower die: Ammo symbols, and more hits if so agreed."""
    ways = {Fought(hits): p for hits, p in hits_ways.items()}
    for arm in shares:
        if "pistol" not in arm.weapon.traits or options["pistol_melee_firepower"] == "False":
            continue  # reading: no die, no rapid fire either
        after: dict = defaultdict(Fraction)
        for fought, p in ways.items():
            hit = any(h.weapon == arm.place for h in fought.hits)
            # reading: under only_on_hit the hit that counts is one that was neither parried nor stepped aside from
            dice = 0 if "grenade" in arm.weapon.traits else 1
            if options["firepower_when"] == "only_on_hit" and not hit:
                dice = 0
            for (holes, symbols), q in firepower_dice(dice, options).items():
                hits = fought.hits
                if dice and "rapid-fire" in arm.weapon.traits and options["rapid_fire_in_melee"] == "True":
                    hits = tuple(h for h in hits for _ in range(holes if h.weapon == arm.place else 1))
                end = fought._replace(hits=hits)
                if arm.place == "first":
                    end = end._replace(first_symbols=fought.first_symbols + symbols)
                else:
                    end = end._replace(second_symbols=fought.second_symbols + symbols)
                after[end] += p * q
        ways = after
    return ways


def in_order(hits: tuple[Hit, ...], second_first: bool) -> tuple[Hit, ...]:
    """R34: the first weapon's hits before the second's, or after them; fists after both."""
    places = ("second", "first") if second_first else ("first", "second")

    def key(hit: Hit):
        # reading: of one weapon the Crushing Blow first, then the lower dice before the higher
        more = (hit.pushed, hit.disarms, hit.sure_wound or hit.entangles, hit.power_six)
        return (*places, "fists", "third arm").index(hit.weapon), -(hit.strength or 0), sum(more), more

    return tuple(sorted(hits, key=key))


def fought(
    attacker: Fighter,
    victim: Victim,
    weapon: WeaponProfile,
    second: WeaponProfile | None,
    situation: Situation,
    odd_to: int,
    second_first: bool,
    options: Mapping[str, str],
) -> dict[Fought, Fraction]:
    """B-CC-03 to B-CC-10: weapons, dice, hits, parry; the hits in the order in which they are resolved."""
    shares = arms(attacker, weapon, second, situation, odd_to, options)
    after: dict = defaultdict(Fraction)
    hits = standing(shares, attacker, victim, situation, options)
    for end, p in with_pistols(hits, shares, options).items():
        after[end._replace(hits=in_order(end.hits, second_first))] += p
    return after


# ---- Headbutt ------------------------------------------------------------------------------------------------


def headbutts(victim: Victim) -> Fraction:
    """R30: the chance that either of two dice reaches the Toughness."""
    below = 1 - sixths(sum(face >= victim.toughness for face in FACES))
    return 1 - below * below
