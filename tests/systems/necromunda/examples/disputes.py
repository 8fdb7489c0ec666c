"""Disputed readings of the rules, each value as exact fractions."""

from necrostats.engine.enumerating import law
from necrostats.systems.necromunda import close_combat, questions, shooting
from necrostats.systems.necromunda.close_combat import Hits, melee
from necrostats.systems.necromunda.damage import HALF_T, ROUND_UP, SEED_LITERAL
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.rounds import REROLL
from tests.naive.cards import FLAK, blade, fighter, goliath, gun, knife, lasgun, laspistol, power_sword, slug
from tests.systems.necromunda.examples.close_combat import (
    ESCHER,
    GOLIATH,
    ONE_KNIFE,
    a_six_stays,
    combat,
    retreating,
    sixes,
    who_is_out,
)
from tests.systems.necromunda.examples.shooting import unsaved, wound
from tests.systems.necromunda.examples.words import (
    CLOSE,
    ask,
    example,
    hit,
    out,
    priority_chances,
    pushed,
    strikes,
)
from tests.systems.necromunda.generated import BASIC, under


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
