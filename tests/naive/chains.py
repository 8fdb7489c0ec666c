"""Ammo over shots and activations, and a target worn down, by plain recursion over states and Fractions.

Written from the rules (A-FIRE, A-RF, A-TRT-04, 05, 11 and 13, B-ACT-02, A-INJ, A-CDG-01, A-END-03); nothing of the
package but its data types is used, and of the other naive readings what becomes of one hit, of one attack and of one
recovery test.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from tests.naive.advanced.ammo import check_fails
from tests.naive.advanced.attack import joint
from tests.naive.advanced.cards import in_force, toughness
from tests.naive.advanced.close_combat import Arm, hit_modifier, hit_of
from tests.naive.advanced.end_phase import recovery, unstoppable
from tests.naive.advanced.ends import target_of
from tests.naive.advanced.hits import Hit, after_attack, one_hit
from tests.naive.advanced.injuries import DOWN, IN_PLAY, OUT, Body
from tests.naive.advanced.shooting import lies, plain_hits
from tests.naive.rounds import chance_of_test

ONE = Fraction(1)
SIXTH = Fraction(1, 6)
LOADED, DRY, JAMMED, USER_OUT = "loaded", "dry", "jammed", "user out"


def mixed(chances: Mapping, step: Callable) -> dict:
    """One step from each state."""
    after: dict = defaultdict(Fraction)
    for state, p in chances.items():
        for end, q in step(state).items():
            after[end] += p * q
    return {end: p for end, p in after.items() if p}


def steps(start, step: Callable, n: int) -> list[dict]:
    """The chances of the states after 0 to n steps."""
    found = [{start: ONE}]
    for _ in range(n):
        found.append(mixed(found[-1], step))
    return found


# ---- ammo ----------------------------------------------------------------------------------------------------


class Gun(NamedTuple):
    """A weapon in somebody's hands."""

    weapon: WeaponProfile
    dice: int = 1
    policy: str = "never"
    double: bool = False  # a shot takes both actions
    munitioneer: bool = False


class Load(NamedTuple):
    """A weapon between actions; ``user_out`` besides, and whether the one re-roll of a battle is left."""

    state: str = LOADED
    user_out: bool = False
    golden: bool = False
    fired: bool = False


def checked(gun: Gun, checks: int, failed: int, golden: bool) -> dict:
    """A-FIRE-03: {(checks failed in the end, whether the golden re-roll is left): chance}."""
    if checks == 0 or gun.weapon.ammo == 0:
        return {(failed, golden): ONE}
    fails = check_fails(gun.weapon)
    ends: dict = defaultdict(Fraction)
    for end, p in checked(gun, checks - 1, failed, golden).items():
        done, left = end
        ends[done, left] += p * (1 - fails)
        if gun.munitioneer:
            ends[done, left] += p * fails * (1 - fails)
            ends[done + 1, left] += p * fails * fails
        elif left:
            ends[done, False] += p * fails * (1 - fails)
            ends[done + 1, False] += p * fails * fails
        else:
            ends[done + 1, left] += p * fails
    return ends


def shot(gun: Gun, load: Load) -> dict[Load, Fraction]:
    """A-FIRE-01 to 03, A-RF-01, A-TRT-04, 05 and 13: a loaded weapon after one shot."""
    if load.state != LOADED or load.user_out:
        return {load: ONE}
    thrown = "grenade" in gun.weapon.traits
    faces = list(product(range(6), repeat=0 if thrown else gun.dice))  # the Ammo symbol is on face 0
    ends: dict = defaultdict(Fraction)
    for rolled in faces:
        symbols = sum(face == 0 for face in rolled)
        for (failed, golden), p in checked(gun, 1 if thrown else symbols, 0, load.golden).items():
            empty = failed >= 1 or "single-shot" in gun.weapon.traits
            state = JAMMED if failed >= 2 else DRY if empty else LOADED
            risk = Fraction(1, 2) if "unstable" in gun.weapon.traits and symbols else Fraction(0)
            for user_out, q in ((True, risk), (False, 1 - risk)):
                if q:
                    ends[Load(state, user_out, golden, True)] += p * q / len(faces)
    return ends


def filled(gun: Gun, load: Load) -> dict[Load, Fraction]:
    """A-FIRE-04: an empty weapon after one Reload; Plentiful needs no roll."""
    fails = Fraction(0) if "plentiful" in gun.weapon.traits else check_fails(gun.weapon)
    again = gun.munitioneer or load.golden
    golden = load.golden and gun.munitioneer
    ends: dict = defaultdict(Fraction)
    ends[load._replace(state=LOADED)] += 1 - fails
    if again:
        ends[load._replace(state=LOADED, golden=golden)] += fails * (1 - fails)
        ends[load._replace(golden=golden)] += fails * fails
    else:
        ends[load] += fails
    return ends


def refillable(gun: Gun) -> bool:
    return not any(name in gun.weapon.traits for name in ("scarce", "limited", "single-shot", "grenade"))


def activation(gun: Gun, load: Load) -> dict[Load, Fraction]:
    """B-ACT-02: two actions; one shot at most, and Reloads as the policy has them."""
    return mixed({load._replace(fired=False): ONE}, lambda now: acting(gun, now, 2))


def acting(gun: Gun, load: Load, actions: int) -> dict[Load, Fraction]:
    """What is left of an activation."""
    if actions == 0 or load.state == JAMMED or load.user_out:
        return {load: ONE}
    if load.state == LOADED:
        cost = 2 if gun.double else 1
        if load.fired or cost > actions:
            return {load: ONE}
        return mixed(shot(gun, load), lambda now: acting(gun, now, actions - cost))
    if gun.policy == "never" or not refillable(gun) or (load.fired and gun.policy != "at-once"):
        return {load: ONE}
    return mixed(filled(gun, load), lambda now: acting(gun, now, actions - 1))


def fired_in(gun: Gun, load: Load, rounds: int) -> dict[int, Fraction]:
    """How many shots so many activations give."""

    def counting(state: tuple[int, Load]) -> dict:
        return {(state[0] + end.fired, end): p for end, p in activation(gun, state[1]).items()}

    found: dict = defaultdict(Fraction)
    for (n, _), p in steps((0, load), counting, rounds)[-1].items():
        found[n] += p
    return dict(found)


# ---- hits on one target --------------------------------------------------------------------------------------


class Worn(NamedTuple):
    """A target between two hits or two attacks, and the gun.

    ``shooter``: whether the attacker is still in play; ``met``: whether it has fought; ``fell``, ``rose``: whether the
    target has been down, and back.
    """

    lost: int = 0
    flesh: int = 0
    down: int = IN_PLAY
    field: bool = True
    booster: bool = True
    load: Load = Load()
    shooter: bool = True
    met: bool = False
    fell: bool = False
    rose: bool = False


def sure_hit(attacker: Fighter, target: Fighter, weapon: WeaponProfile, situation: Situation, options) -> Hit:
    """One hit without a six, and without a push."""
    if situation.close:
        victim = target_of(target, situation, not situation.behind and not lies(situation), options)
        modifier = hit_modifier(weapon, attacker, situation, options)
        return hit_of(Arm("first", weapon, 1), 2, modifier, attacker, victim, situation, options)
    hits, _ = plain_hits(1, "first", weapon, attacker, target, situation, (0, 0), False, options)
    return hits[0]


def after_hit(
    worn: Worn, attacker: Fighter, target: Fighter, weapon: WeaponProfile, situation: Situation, options
) -> dict[Worn, Fraction]:
    """A-INJ: one more hit on a target that has suffered so much."""
    if worn.down == OUT:
        return {worn: ONE}
    now = replace(
        situation,
        wounds_lost=worn.lost,
        flesh_wounds=worn.flesh,
        seriously_injured=worn.down == DOWN,
        target_prone=situation.target_prone and worn.down == IN_PLAY,
    )
    victim = target_of(target, now, not lies(now) and not now.behind, options)
    hit = sure_hit(attacker, target, weapon, now, options)
    body = Body(down=worn.down, field=worn.field, booster=worn.booster)
    ends: dict = defaultdict(Fraction)
    for met, p in one_hit(body, hit, victim).items():
        for end, q in after_attack(met, victim).items():
            if end.down == OUT:
                ends[Worn(down=OUT)] += p * q
            else:
                ends[
                    Worn(worn.lost + end.lost, worn.flesh + end.flesh, end.down, met.field, met.booster)
                ] += p * q
    return ends


def after_activation(
    worn: Worn, gun: Gun, attacker: Fighter, target: Fighter, situation: Situation, chosen
) -> dict[Worn, Fraction]:
    """One activation of the shooter: its actions as ``acting`` has them, each shot a whole attack."""

    def attacked(now: Worn, aims: bool) -> dict[Worn, Fraction]:
        lying = now.down == DOWN
        where = replace(
            situation,
            wounds_lost=now.lost,
            flesh_wounds=now.flesh,
            seriously_injured=lying,
            aim=aims and situation.aim,
            target_prone=situation.target_prone and not lying,
            target_engaged=situation.target_engaged and not lying,
        )
        ends: dict = defaultdict(Fraction)
        for end, p in joint(attacker, target, gun.weapon, where, chosen, None, None).items():
            state = JAMMED if "jammed" in end.weapon else DRY if "out_of_ammo" in end.weapon else LOADED
            load = Load(state, end.shooter == OUT, False, True)
            after = now._replace(
                lost=now.lost + end.lost,
                flesh=now.flesh + end.flesh,
                down=end.down,
                load=load,
                shooter=end.shooter == IN_PLAY,
            )
            ends[after._replace(lost=0, flesh=0) if end.down == OUT else after] += p
        return ends

    def over(now: Worn) -> bool:
        return now.down == OUT or not now.shooter or now.load.state == JAMMED

    def hidden(now: Worn) -> bool:
        return now.down == DOWN and situation.cover != "none"

    def act(now: Worn, actions: int) -> dict[Worn, Fraction]:
        load = now.load
        if actions == 0 or over(now):
            return {now: ONE}
        if load.state == LOADED:
            cost = 2 if gun.double or (situation.aim and actions == 2) else 1
            if load.fired or cost > actions or hidden(now):
                return {now: ONE}
            return mixed(attacked(now, actions == 2), lambda end: act(end, actions - cost))
        if gun.policy == "never" or not refillable(gun) or (load.fired and gun.policy != "at-once"):
            return {now: ONE}
        ends = {now._replace(load=end): p for end, p in filled(gun, load).items()}
        return mixed(ends, lambda end: act(end, actions - 1))

    if over(worn):
        return {worn: ONE}
    return act(worn._replace(load=worn.load._replace(fired=False)), 2)


# ---- close combat, and recovery --------------------------------------------------------------------------------


def finished(worn: Worn, situation: Situation) -> Worn:
    """A-CDG-01: a seriously injured enemy is out of action, if no other one keeps the attacker busy."""
    if worn.down != DOWN or situation.interference or not worn.shooter:
        return worn
    return Worn(down=OUT, met=worn.met, fell=worn.fell, rose=worn.rose)


def after_fight(
    worn: Worn, attacker: Fighter, target: Fighter, weapon, second, situation: Situation, chosen
) -> dict[Worn, Fraction]:
    """One activation in close combat: a Fight without reactions, or a coup de grace."""
    options = in_force(chosen)
    if worn.down == OUT or not worn.shooter:
        return {worn: ONE}
    if worn.down == DOWN:
        return {finished(worn, situation): ONE}
    where = replace(
        situation,
        wounds_lost=worn.lost,
        flesh_wounds=worn.flesh,
        charging=situation.charging and not worn.met,
        turned=situation.turned and not worn.met,
    )
    ends: dict = defaultdict(Fraction)
    dares = ONE
    if where.charging and "fearsome" in target.skills:
        dares = chance_of_test(attacker.wil, 2, 0, options)
        target = replace(target, skills=tuple(name for name in target.skills if name != "fearsome"))
    ends[worn] += 1 - dares
    for end, p in joint(attacker, target, weapon, where, chosen, second).items():
        after = worn._replace(
            lost=worn.lost + end.lost,
            flesh=worn.flesh + end.flesh,
            down=end.down,
            shooter=end.shooter == IN_PLAY,
            met=True,
        )
        if end.down == OUT:
            after = after._replace(lost=0, flesh=0)
        if options["coup_after_fight"] == "True":
            after = finished(after, where)
        ends[after] += dares * p
    return {end: p for end, p in ends.items() if p}


def after_round(worn: Worn, act: Callable, target: Fighter, chosen, dice: int, medicae: bool) -> dict:
    """A-END-03: an activation of the attacker, then the recovery test of the target."""
    options, printed = in_force(chosen), toughness(target)

    def end_phase(now: Worn) -> dict[Worn, Fraction]:
        now = now._replace(fell=now.fell or now.down != IN_PLAY)
        if now.down != DOWN:
            return {now: ONE}
        left = printed - now.flesh
        if "unstoppable" in target.skills:
            found = unstoppable(left, printed, options, dice, medicae)
        else:
            found = recovery(left, options, dice=dice, medicae=medicae)
        ends: dict = defaultdict(Fraction)
        for (became, t), p in found.items():
            if became == "out":
                ends[now._replace(lost=0, flesh=0, down=OUT)] += p
            elif became == "pinned":  # and stands up in its own activation
                ends[now._replace(flesh=printed - t, down=IN_PLAY, rose=True)] += p
            else:
                ends[now._replace(flesh=printed - t)] += p
        return ends

    return mixed(act(worn), end_phase)
