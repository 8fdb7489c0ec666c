"""Worked examples of close combat and of duels, each as exact fractions."""

from functools import partial

from necrostats.engine.enumerating import Law, law
from necrostats.engine.waiting import Waiting
from necrostats.systems.necromunda import close_combat, questions
from necrostats.systems.necromunda.close_combat import Combat, Exchange, Hits, Parrying, count, melee
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.movement import BASE, Retreat, charge_to, retreat
from necrostats.systems.necromunda.rolls import characteristic_test, d3
from necrostats.systems.necromunda.rounds import PASS_TO_OPPONENT, priority
from tests.naive.cards import (
    FLAK,
    FURNACE,
    blade,
    escher,
    fighter,
    goliath,
    gun,
    knife,
    lasgun,
    laspistol,
    plasma_pistol,
    power_hammer,
    power_sword,
    suit,
    sword,
)
from tests.systems.necromunda.examples.words import CHARGE, CLOSE, LONG, ask, example, hit, out, strikes
from tests.systems.necromunda.generated import BASIC, under

PLATES = fighter(armour=FURNACE)


@example
def e20():
    return {"ooa": out(ask(fighter(), PLATES, knife(), CLOSE))}


@example
def e21():
    return {"ooa": out(ask(fighter(), PLATES, knife(), CHARGE, second=knife()))}


@example
def e22():
    return {"ooa": out(ask(fighter(), fighter(t=4, armour=FLAK), knife(), CHARGE, second=laspistol()))}


@example
def e23():
    found = ask(fighter(ws=3, a=3), fighter(armour=FLAK), plasma_pistol(), CLOSE, second=plasma_pistol())
    return {"ooa": out(found)}


@example
def e24():
    return {
        "front": out(ask(fighter(), PLATES, knife(), CLOSE)),
        "back": out(ask(fighter(), PLATES, knife(), Situation(close=True, behind=True))),
    }


@example
def e25():
    return {f"ws{ws}": hit(strikes(1, ws, turned=True)) for ws in (4, 6)}


def parried(n, *weapons, with_=None):
    """How many of *n* hits on 4+ stand against fighters with these weapons."""
    return strikes(n, target=fighter(*weapons), weapon=with_).of(lambda t: t.hits)


@example
def e26():
    found = {"n1_hit": parried(1, sword())[1]}
    for n in (2, 3):
        found |= {f"n{n}_{hits}": p for hits, p in parried(n, sword()).items()}
    return found


@example
def e27():
    return {f"n3_{hits}": p for hits, p in parried(3, sword(), sword()).items()}


@example
def e28():
    target = fighter(sword(), armour=FURNACE)
    return {"ooa": out(ask(fighter(), target, knife(), CHARGE, second=knife()))}


@example
def e29():
    return {
        "no_parry": parried(1, sword(), with_=power_sword())[1],
        "power_v_power": parried(1, power_sword(), with_=power_sword())[1],
    }


BRUTE = goliath()
E30_TARGET = goliath(w=3)


@example
def e30():
    found = ask(BRUTE, E30_TARGET, power_hammer(), CLOSE)
    return {"ooa_w3": out(found), "two_lost": found.p(lambda t: t.wounds == 1)}


@example
def e31():
    weapon = blade("power-sword", "power", strength="5", ap=-2)
    return {"ooa": out(ask(fighter(), fighter(t=4, armour=suit(4)), weapon, CLOSE))}


def sixes(attacks, hits):
    """How many hits of the first weapon are a 6 of Power."""
    return sum(count(hits, 0, face) for face in range(attacks.strikes[0].six_on, 7))


def a_six_stays(n, target, options=BASIC):
    """The chance that a 6 of a Power weapon is among the hits of *n* dice after parries."""
    attacks = melee(fighter(s=4, a=n), target, power_hammer(), None, CLOSE, options)

    def hits_left(dice):
        hits = close_combat.roll_all(attacks, Hits(), dice)
        return close_combat.parry(Parrying(attacks, target.t, target.w), hits, dice)

    return law(hits_left).p(lambda hits: sixes(attacks, hits) > 0)


@example
def e32():
    armed = goliath(power_sword(), w=3)
    return {
        "one_ooa_w3": out(ask(BRUTE, armed, power_hammer(), CLOSE)),
        "two_dice_a_six": a_six_stays(2, armed),
        "no_parry_a_six": a_six_stays(2, E30_TARGET),
    }


def combat(a, b, weapons, reply, attack=CHARGE, reaction=CLOSE, options=BASIC):
    """An attack and the reaction to it: both sides after it."""
    numbers = Combat(
        melee(a, b, *weapons, attack, options),
        melee(b, a, *reply, reaction, options),
        int(options["reaction_order"] == "simultaneous"),
    )
    sides = Exchange(Target(a.w, a.t), Target(b.w, b.t))
    return law(lambda dice: close_combat.exchange(numbers, sides, dice))


def who_is_out(found):
    return {
        "b_out": found.p(lambda e: e.target.wounds == 0),
        "a_out": found.p(lambda e: e.attacker.wounds == 0),
        "both": found.p(lambda e: e.target.wounds > 0 and e.attacker.wounds > 0),
    }


ESCHER, GOLIATH = escher(knife()), goliath(knife())
ONE_KNIFE = (knife(), None)


@example
def e33():
    return who_is_out(combat(ESCHER, GOLIATH, ONE_KNIFE, ONE_KNIFE))


@example
def e34():
    behind = Situation(close=True, charging=True, behind=True)
    turns = Situation(close=True, turned=True)
    return who_is_out(combat(ESCHER, GOLIATH, ONE_KNIFE, ONE_KNIFE, behind, turns))


def retreating(options):
    """How E33's Escher fares when it retreats: killed, away or stuck."""
    numbers = Retreat(
        characteristic_test(ESCHER.i, 0, options),
        characteristic_test(GOLIATH.i, 0, options),
        int(options["retreat_reaction"] == "always"),
    )
    reaction = melee(GOLIATH, ESCHER, *ONE_KNIFE, CLOSE, options)

    def one(dice):
        result = retreat(numbers, 0, dice)
        if result >= 2 and close_combat.fight(reaction, Target(ESCHER.w, ESCHER.t), dice).wounds == 0:
            return "killed"
        return "away" if result % 2 else "stuck"

    return law(one).chances()


@example
def e35():
    found = {}
    for name, value in (("always", "always"), ("if_passed", "only_if_passed")):
        for what, p in retreating(under(retreat_reaction=value)).items():
            found[f"{name}_{what}"] = p
    return found


@example
def e36():
    attacker = fighter(a=2)
    assert melee(attacker, fighter(), blade(), None, CHARGE, BASIC).strikes[0].n == 3
    at = [melee(attacker, fighter(), blade(), None, CHARGE, BASIC, dice=n) for n in (2, 1)]

    def one(dice):
        return tuple(close_combat.fight(each, Target(1, 3), dice).wounds for each in at)

    found = law(one)
    return {"both": found.p(lambda w: sum(w) == 0), "at_least_one": found.p(lambda w: sum(w) < 2)}


@example
def e37():
    return {
        "aim": hit(ask(fighter(), fighter(), gun(), Situation(band="long", aim=True))),
        "no_aim": hit(ask(fighter(), fighter(), gun(), LONG)),
    }


@example
def e67():
    shot = questions.attack(fighter(), fighter(armour=FLAK), lasgun(), Situation(), BASIC)
    p = out(shot.law())

    def fires(dice):
        return shot.roll(dice).wounds == 0

    def play_round(tie, state):
        """A state is who held priority, or who won; with no *tie*, A always has it."""
        if isinstance(state, str):
            return Law((state,), (1,), 1)

        def one(dice):
            first = 0 if tie is None or state == "start" else priority(tie, state[0], dice)
            for shooter in (first, 1 - first):
                if fires(dice):
                    return "AB"[shooter]
            return (first,)

        return law(one)

    def wins(rounds, state):
        return Waiting(state, rounds, lambda state: state == "A")

    always = partial(play_round, None)
    return {
        "p": p,
        "unlimited": wins(always, (0,)).ever,
        "six_rounds": wins(always, (0,)).by(6),
        "priority_unlimited": (
            # A acts first in round 1, and from then on priority is rolled for
            _mean(
                law(lambda dice: "A" if fires(dice) else "B" if fires(dice) else (0,)),
                lambda state: wins(partial(play_round, PASS_TO_OPPONENT), state).ever,
            )
        ),
    }


def _mean(found, value):
    return sum(p * value(outcome) for outcome, p in found.chances().items())


@example
def e72():
    a, b = escher(knife(), knife()), fighter(power_sword(), ws=3, a=2, w=2, armour=FLAK)
    return who_is_out(combat(a, b, (knife(), knife()), (power_sword(), None)))


@example
def e73():
    attacks = melee(ESCHER, GOLIATH, *ONE_KNIFE, CHARGE, BASIC)

    def one(dice):
        if charge_to(6, 4 + d3(dice), BASE) > 0:
            return False
        return close_combat.fight(attacks, Target(GOLIATH.w, GOLIATH.t), dice).wounds == 0

    return {"charge_and_kill": law(one).p(bool)}
