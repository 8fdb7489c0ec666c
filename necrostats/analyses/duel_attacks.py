"""The single attacks behind a duel: every weapon of both, and one exchange of blows."""

from collections.abc import Iterator
from typing import Any

from necrostats.analyses.answers import exact
from necrostats.analyses.attack import AttackResult, ask
from necrostats.analyses.attack_request import Request
from necrostats.engine.enumerating import law_from
from necrostats.systems.necromunda import attacks, brawl
from necrostats.systems.necromunda.brawl import Sides
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.close_combat import Combat, Exchange, exchange
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.duel.arms import Gun, WeaponSet
from necrostats.systems.necromunda.duel.lane import melee_at
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.duel.policies import Weapons
from necrostats.systems.necromunda.hits import area_of, condition_of
from necrostats.systems.necromunda.injuries import IN_PLAY, OUT
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.wargear import bearing


def every_attack(cat: Catalogue, setup: Setup, options: Options) -> Iterator[AttackResult]:
    """Each weapon of both: shots at short and long range, unaimed; close combat fighting and charging.

    In close combat a fighter with two weapons also strikes with both; of more pairs only the best is listed.
    """
    for side in (0, 1):
        who, whom = setup.fighters[side], setup.fighters[1 - side]
        for gun in setup.guns[side]:
            for how in _ranges(gun):
                yield ask(cat, who, whom, gun.first, how, options, True, second=gun.second)
        sets = setup.every_set[side]
        pairs = [each for each in sets if each.second is not None]
        struck = [
            [
                ask(
                    cat,
                    who,
                    whom,
                    each.first,
                    Request(close=True, charging=charging),
                    options,
                    True,
                    second=each.second,
                )
                for charging in (False, True)
            ]
            for each in [*(each for each in sets if each.second is None), *pairs]
        ]
        singles = len(sets) - len(pairs)
        for each in struck[:singles]:
            yield from each
        if pairs:
            yield from max(struck[singles:], key=lambda two: two[1].ends.p(_out)["p"])


def _ranges(gun: Gun) -> Iterator[Request]:
    """A shot at short range and one at long range, as far as the gun has them."""
    if area_of(gun.first) == "template":
        yield Request()
        return
    if gun.short > 0:
        yield Request(range="short")
    if gun.long > gun.short:
        yield Request(range="long")


def _out(end: Any) -> bool:
    target = end.scene.target if hasattr(end, "scene") else end
    return bool(target.down == OUT) if hasattr(target, "down") else bool(target.wounds == 0)


def exchanges(setup: Setup) -> Iterator[dict[str, Any]]:
    """One Fight by each side, charging and not, with the reaction to it: who is put down and out of action.

    Both use the weapons most likely to put the other out, under the advanced rules down.
    """
    weapons = (Weapons(setup, 0), Weapons(setup, 1))
    guns = [(1 << len(arms.stores)) - 1 for arms in setup.arms]
    for side in (0, 1):
        mine, theirs = setup.conditions[side].start, setup.conditions[1 - side].start
        for charging in (1, 0):
            blades = weapons[side].blades(theirs, charging, guns[side])
            reply = weapons[1 - side].blades(mine, 0, guns[1 - side])
            ends = _advanced if setup.advanced is not None else _basic
            yield {
                "who": ("a", "b")[side],
                "charging": bool(charging),
                "with": setup.sets[side][blades].name,
                "reply": setup.sets[1 - side][reply].name,
                **ends(setup, side, blades, charging, reply),
            }


def _basic(setup: Setup, side: int, blades: int, charging: int, reply: int) -> dict[str, Any]:
    who, whom = setup.fighters[side], setup.fighters[1 - side]
    numbers = setup.numbers
    combat = Combat(
        melee_at(numbers, side, blades, charging), melee_at(numbers, 1 - side, reply, 0), numbers.order
    )
    law = law_from(exchange, combat, Exchange(Target(who.w, who.t), Target(whom.w, whom.t)))
    return {
        "target_out": exact(law.p(lambda end: end.target.wounds == 0)),
        "attacker_out": exact(law.p(lambda end: end.attacker.wounds == 0)),
        "both_standing": exact(law.p(lambda end: end.target.wounds > 0 and end.attacker.wounds > 0)),
    }


def _advanced(setup: Setup, side: int, blades: int, charging: int, reply: int) -> dict[str, Any]:
    who, whom = bearing(setup.fighters[side]), bearing(setup.fighters[1 - side])
    attack: WeaponSet = setup.sets[side][blades]
    back: WeaponSet = setup.sets[1 - side][reply]
    situation = Situation(close=True, band=None, charging=bool(charging))
    numbers = attacks.trade(
        who, whom, attack.first, attack.second, situation, setup.options, (back.first, back.second)
    )
    law = law_from(
        brawl.trade, numbers, Sides(condition_of(who, Situation()), condition_of(whom, Situation()))
    )
    return {
        "target_down": exact(law.p(lambda end: end.target.down != IN_PLAY)),
        "attacker_down": exact(law.p(lambda end: end.attacker.down != IN_PLAY)),
        "both_standing": exact(
            law.p(lambda end: end.target.down == IN_PLAY and end.attacker.down == IN_PLAY)
        ),
        "target_out": exact(law.p(lambda end: end.target.down == OUT)),
        "attacker_out": exact(law.p(lambda end: end.attacker.down == OUT)),
    }
