"""The worked examples and disputed readings of the rules, each as exact fractions."""

import tomllib
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from necrostats.engine.dice import repeat
from necrostats.engine.enumerating import Law, law
from necrostats.engine.waiting import Waiting
from necrostats.systems.necromunda import close_combat, questions, shooting
from necrostats.systems.necromunda.close_combat import (
    Combat,
    Exchange,
    Hits,
    Melee,
    Parrying,
    Strike,
    count,
    melee,
)
from necrostats.systems.necromunda.damage import (
    EXACT,
    HALF_T,
    NEVER,
    ROUND_UP,
    SEED_LITERAL,
    Blow,
    Target,
    resolve_hit,
    save_need,
)
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.movement import BASE, Retreat, charge_to, retreat
from necrostats.systems.necromunda.rolls import (
    RE_ROLL_FAILED,
    RE_ROLL_PASSED,
    characteristic_test,
    d3,
    d66,
    take,
)
from necrostats.systems.necromunda.rounds import NOBODY, PASS_TO_OPPONENT, REROLL, priority
from tests.naive.cards import (
    FLAK,
    FURNACE,
    blade,
    boltgun,
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
    slug,
    suit,
    sword,
)
from tests.systems.necromunda.generated import BASIC, under

F = Fraction
GOLDEN = tomllib.loads((Path(__file__).parents[2] / "golden" / "necromunda.toml").read_text())
OPEN = Situation()
CLOSE = Situation(close=True)
CHARGE = Situation(close=True, charging=True)
LONG = Situation(band="long")
EXAMPLES = {}


def example(function):
    EXAMPLES[function.__name__.upper()] = function
    return function


@pytest.mark.parametrize("name", GOLDEN)
def test_example(name):
    expected = {key: F(value) for key, value in GOLDEN[name]["chances"].items()}
    assert EXAMPLES[name]() == expected, GOLDEN[name]["what"]


def test_examples_are_those_of_the_file():
    assert sorted(EXAMPLES) == sorted(GOLDEN)


# ------------------------------------------------------------------ short words for the questions


def ask(attacker, target, weapon, situation=OPEN, options=BASIC, second=None):
    return questions.attack(attacker, target, weapon, situation, options, second).law()


def out(attack_law):
    return attack_law.p(lambda t: t.wounds == 0)


def hit(attack_law):
    return attack_law.p(lambda t: t.hits > 0)


def pushed(attack_law):
    return attack_law.p(lambda t: t.pushed)


def strikes(n, ws=4, target=None, weapon=None, **more):
    """*n* attack dice with one weapon, as numbers and as what they do."""
    return ask(fighter(ws=ws, a=n), target or fighter(), weapon or blade(), Situation(close=True, **more))


def passing(need, modifier=0, options=BASIC, **more):
    test = characteristic_test(need, modifier, options, **more)
    return law(lambda dice: take(test, 0, dice)).p(bool)


def priority_chances(holder, tie=PASS_TO_OPPONENT):
    chances = law(lambda dice: priority(tie, holder, dice)).chances()
    return chances[0], chances[1]


# ------------------------------------------------------------------ dice, tests, priority, charges


@example
def e01():
    return {f"ge{need}": passing(need, dice=2) for need in (5, 7, 8, 9)}


@example
def e02():
    return {"plus2": passing(7, 2, dice=2), "minus2": passing(7, -2, dice=2)}


@example
def e03():
    sixty_six = law(d66)
    return {
        "d3_2": law(d3).p(lambda n: n == 2),
        "d66_61plus": sixty_six.p(lambda n: n >= 61),
        "d66_15_26": sixty_six.p(lambda n: 15 <= n <= 26),
    }


@example
def e04():
    return {
        "reroll_fail": passing(4, again=RE_ROLL_FAILED),
        "reroll_success": passing(4, again=RE_ROLL_PASSED),
        "reroll_2d6": passing(8, dice=2, again=RE_ROLL_FAILED),
    }


@example
def e05():
    keep, lose = priority_chances(0)
    regain = priority_chances(1)[0]
    # a tie is what the two ways to read one differ by
    tie = lose - priority_chances(1)[1]
    return {
        "first_A": priority_chances(NOBODY)[0],
        "tie": tie,
        "keep": keep,
        "lose": lose,
        "round3": keep * keep + lose * regain,
        "all6": keep**5,
    }


@example
def e06():
    def reach(m, gap):
        return law(lambda dice: charge_to(gap, m + d3(dice), BASE)).p(lambda left: left == 0)

    found = {f"m4_gap{gap}": reach(4, gap) for gap in (5, 6, 7)}
    return {**found, "m5_gap8": reach(5, 8)}


# ------------------------------------------------------------------ shooting


@example
def e07():
    found = ask(fighter(), goliath(armour=FLAK), lasgun(), Situation(cover="partial"))
    return {"hit": hit(found), "wound": found.p(lambda t: t.wounded), "ooa": out(found)}


@example
def e08():
    return {"hit": hit(ask(fighter(bs=3), fighter(), lasgun(), Situation(aim=True)))}


@example
def e09():
    far = Situation(band="long", cover="full", target_engaged=True)
    readings = {"basic": BASIC, "improbable": under(impossible_shot="improbable")}
    return {name: hit(ask(fighter(), fighter(), lasgun(), far, o)) for name, o in readings.items()}


def wound(s, t, last_row=HALF_T, half=EXACT):
    """The chance to wound, by a Strength *s* hit that nothing saves."""
    blow = Blow(s, NEVER, 1, last_row, half)
    return law(lambda dice: resolve_hit(blow, Target(1, t), dice)).p(lambda target: target.wounded)


@example
def e10():
    pairs = ((6, 3), (5, 4), (4, 4), (3, 4), (2, 4), (3, 6), (2, 5), (2, 3), (3, 5))
    return {f"s{s}t{t}": wound(s, t) for s, t in pairs}


@example
def e11():
    return {"ooa": out(ask(fighter(), fighter(w=2, armour=FLAK), boltgun(), LONG))}


@example
def e12():
    attack = questions.attack(fighter(), fighter(w=2, armour=FLAK), gun(), LONG, BASIC)

    def shots(n):
        return out(law(lambda dice: repeat(dice, n, attack.step, attack.numbers, attack.target)))

    return {"two": shots(2), "three": shots(3)}


@example
def e13():
    return {
        "front": out(ask(fighter(), goliath(), gun(), Situation())),
        "rear": out(ask(fighter(), goliath(), gun(), Situation(behind=True))),
    }


def unsaved(armour, ap=0, bonus=0, options=BASIC):
    """The chance that a hit that wounds on 2+ is not saved, given the wound."""
    blow = Blow(2, save_need(armour, ap, bonus, options), 1)
    found = law(lambda dice: resolve_hit(blow, Target(1, 1), dice))
    return found.p(lambda t: t.unsaved) / found.p(lambda t: t.wounded)


@example
def e14():
    return {
        "none_plus1": unsaved(0, bonus=1),
        "none_plus2": unsaved(0, bonus=2),
        "flak_plus1": unsaved(6, bonus=1),
        "flak_plus2_ap1": unsaved(6, ap=-1, bonus=2),
    }


@example
def e15():
    found = ask(fighter(), fighter(armour=FLAK), lasgun())
    return {"pinned_alive": found.p(lambda t: t.pinned and t.wounds > 0), "ooa": out(found)}


@example
def e16():
    return {
        f"prone_{band}": hit(ask(fighter(), fighter(), lasgun(), Situation(band=band, target_prone=True)))
        for band in ("long", "short")
    }


@example
def e17():
    target = fighter(s=4, t=4, w=3, armour=FLAK)
    blocked = ask(fighter(), target, slug(), Situation(blocked=True))
    free = ask(fighter(), target, slug())
    assert pushed(blocked) == pushed(free)
    return {
        "kb": pushed(blocked),
        "ooa_blocked": out(blocked),
        "two_lost": blocked.p(lambda t: t.wounds == 1),
        "ooa_open": out(free),
    }


@example
def e18():
    def push(s, cover="none"):
        return pushed(ask(fighter(), fighter(s=s), slug(), Situation(cover=cover)))

    return {"s3_short": push(3), "s3_cover": push(3, "partial"), "s5_cover": push(5, "partial")}


@example
def e19():
    save = save_need(5, 0, 0, BASIC)

    def one(dice):
        push = shooting.blast_push(4, 0, dice)
        return resolve_hit(Blow(3, save, 1 + push), Target(2, 4), dice)

    found = law(one)
    return {"ooa": out(found), "one_lost": found.p(lambda t: t.wounds == 1)}


# ------------------------------------------------------------------ close combat

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


# ------------------------------------------------------------------ disputed readings


@example
def d01():
    return {
        "exact": wound(3, 4),
        "literal": wound(3, 4, SEED_LITERAL),
        "s2t3_exact": wound(2, 3),
        "s2t3_roundup": wound(2, 3, HALF_T, ROUND_UP),
    }


@example
def d02():
    readings = {"impossible": "miss", "improbable": "improbable", "nat6": "nat6_hits"}
    covered = Situation(band="long", cover="full")
    return {
        name: hit(ask(fighter(bs=5), fighter(), gun(), covered, under(impossible_shot=value)))
        for name, value in readings.items()
    }


@example
def d03():
    return {
        "fails": unsaved(2, bonus=1),
        "no_rule": unsaved(2, bonus=1, options=under(save_nat1_fails=False)),
    }


@example
def d04():
    covered = Situation(band="long", cover="full")
    return {
        f"on_{value}": ask(fighter(), fighter(), gun(), covered, under(pin_on=value)).p(lambda t: t.pinned)
        for value in ("hit", "attack")
    }


@example
def d06():
    return {
        value: out(ask(fighter(), goliath(), gun(), Situation(), under(arc_save_timing=value)))
        for value in ("before_pinning", "after_pinning")
    }


@example
def d07():
    found = {}
    for die in ("natural", "modified"):
        options = under(knockback_die=die)
        found[f"s4_short_{die}"] = pushed(ask(fighter(), fighter(s=4), slug(), Situation(), options))
        covered = Situation(cover="full")
        found[f"s5_cover_{die}"] = pushed(ask(fighter(), fighter(s=5), slug(), covered, options))
    return found


@example
def d08():
    target = fighter(s=4, t=4, w=3, armour=FLAK)
    return {
        "blocked": out(ask(fighter(), target, slug(), Situation(blocked=True))),
        "not_blocked": out(ask(fighter(), target, slug(), Situation(blocked=False))),
    }


@example
def d10():
    armed = goliath(power_sword(), w=3)
    readings = {"defender": "defender_best", "random": "random"}
    return {name: a_six_stays(2, armed, under(parry_choice=value)) for name, value in readings.items()}


@example
def d12():
    def six(reading, modifier):
        weapon = blade("power-sword", "power", acc_l=modifier)
        attacks = melee(fighter(), fighter(), weapon, None, CLOSE, under(power_six=reading))
        rolled = law(lambda dice: close_combat.roll_all(attacks, Hits(), dice))
        return rolled.p(lambda hits: sixes(attacks, hits) > 0)

    return {
        "natural_minus1": six("natural", -1),
        "modified_minus1": six("modified", -1),
        "modified_plus1": six("modified", 1),
    }


@example
def d14():
    readings = {"free_turn": "True", "minus1": "False"}
    return {
        name: hit(strikes(1, turned=close_combat.must_turn(True, under(free_turn_engaged=value))))
        for name, value in readings.items()
    }


@example
def d27():
    return {
        "always_killed": retreating(under(retreat_reaction="always"))["killed"],
        "if_passed_killed": retreating(under(retreat_reaction="only_if_passed"))["killed"],
    }


@example
def d32():
    return {
        cover: hit(ask(fighter(), fighter(), gun(), Situation(band="long", cover=cover)))
        for cover in ("partial", "full")
    }


@example
def d33():
    return {"pass": priority_chances(0)[0], "reroll": priority_chances(0, REROLL)[0]}


@example
def d41():
    turns = close_combat.must_turn(False, BASIC)  # in a reaction, whatever the option says
    return {"free_facing": hit(strikes(1)), "minus1": hit(strikes(1, turned=turns))}


@example
def d42():
    return {
        value: who_is_out(combat(ESCHER, GOLIATH, ONE_KNIFE, ONE_KNIFE, options=under(reaction_order=value)))[
            "a_out"
        ]
        for value in ("sequential", "simultaneous")
    }


@example
def d46():
    found = {}
    for short in (12, 16):
        options = under(lasgun_short=short)
        band = shooting.band_at(questions.under_options(lasgun(), options), 14)
        found[f"at14_short{short}"] = hit(ask(fighter(), fighter(), lasgun(), Situation(band=band), options))
    return found


@example
def d47():
    weapon = blade("stiletto-knife", acc_l=1)
    return {
        value: hit(ask(fighter(), fighter(), weapon, CLOSE, under(melee_accuracy=value)))
        for value in ("applied", "ignored")
    }


@example
def d48():
    readings = {"rest_to_knife": "other_weapon", "rest_to_fists": "fists"}
    target = fighter(t=4, armour=FLAK)
    return {
        name: out(ask(fighter(a=3), target, knife(), CLOSE, under(pistol_surplus=value), second=laspistol()))
        for name, value in readings.items()
    }


# ------------------------------------------------------------------ the figures a player sees


def test_reference_shot__as_outcomes():
    found = ask(fighter(), goliath(armour=FLAK), lasgun(), Situation(cover="partial"))
    assert found.of(lambda t: (t.hits, t.wounds, t.wounded, t.unsaved, t.pinned)) == {
        (0, 1, 0, 0, 0): F(1, 2),
        (1, 1, 0, 0, 1): F(1, 3),
        (1, 1, 1, 0, 1): F(1, 36),
        (1, 0, 1, 1, 1): F(5, 36),
    }


def test_melee_fields_are_all_there():
    # a field more must be laid out flat in the duel as well
    assert len(Melee._fields) == 6
    assert len(Strike._fields) == 13
    assert len(melee(ESCHER, GOLIATH, *ONE_KNIFE, CHARGE, BASIC).strikes) == 3
