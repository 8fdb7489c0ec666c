"""Guns to ask about, and the figures of an answer of the naive advanced reading, for its tests."""

from dataclasses import replace
from fractions import Fraction

from necrostats.systems.necromunda.models import Situation
from tests.naive.advanced.attack import attack
from tests.naive.cards import fighter, gun

F = Fraction
LONG = Situation(band="long")
SHORT = Situation(band="short")
FIGHT = Situation(close=True)
CHARGE = Situation(close=True, charging=True)
MAN = fighter()


def rapid(n=1, traits="", **fields):
    """A gun with Rapid Fire (n)."""
    plain = gun("rapid", traits, **fields)
    return replace(plain, traits={**plain.traits, "rapid-fire": n})


def blast(size=3, traits="", **fields):
    plain = gun("blast", traits, **fields)
    return replace(plain, traits={**plain.traits, "blast": size})


def flame(traits="", **fields):
    return gun("flame", f"template {traits}", **{"rng_s": "-", "rng_l": "T", **fields})


def autogun():
    return rapid(1, acc_s=1, ammo=4)


def given_hit(figure, *args, **kwargs):
    """A chance of the attack, given a hit."""
    found = attack(*args, **kwargs)
    return figure(found) / found["stages"]["hit"]


def ooa(found):
    return found["outcomes"]["out_of_action"]


def si(found):
    return found["outcomes"]["seriously_injured"]


def fw(found):
    return found["outcomes"]["flesh_wound"]


def injured(found):
    return fw(found), si(found), ooa(found)


def down(found):
    return si(found) + ooa(found)


def per_unsaved(*args, **kwargs):
    """(Flesh wound, serious, out) given an unsaved wound."""
    found = attack(*args, **kwargs)
    return tuple(p / found["stages"]["unsaved"] for p in injured(found))
