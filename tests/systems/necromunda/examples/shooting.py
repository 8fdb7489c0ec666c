"""Worked examples of shooting, each as exact fractions."""

from necrostats.engine.dice import repeat
from necrostats.engine.enumerating import law
from necrostats.systems.necromunda import questions, shooting
from necrostats.systems.necromunda.damage import EXACT, HALF_T, NEVER, Blow, Target, resolve_hit, save_need
from necrostats.systems.necromunda.models import Situation
from tests.naive.cards import FLAK, boltgun, fighter, goliath, gun, lasgun, slug
from tests.systems.necromunda.examples.words import LONG, ask, example, hit, out, pushed
from tests.systems.necromunda.generated import BASIC, under


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
