"""What an option leads to under the advanced rules: fractions by hand, and what is told of it."""

from fractions import Fraction
from functools import cache

import pytest

from necrostats.engine.dice import NOTES
from necrostats.engine.enumerating import law
from necrostats.engine.narrating import Narrating, Scripted
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.advanced import AdvancedDuel, initiative
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, HAMPERED_DUE, MANNER, State, Step
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    CONCUSSED,
    IN_PLAY,
    ON_FIRE,
    OUT,
    SERIOUS,
    Condition,
)
from tests.naive.cards import blade, fighter, gun, knife
from tests.systems.necromunda.generated_advanced import under_advanced

F = Fraction
FEATHER = blade("feather", strength="-", d=0)
HARMLESS = fighter(FEATHER, t=1)
GONE, FIT, DOWN = Condition(0, 0, 0, OUT), Condition(1, 1), Condition(0, 1, 0, SERIOUS)


def duel(a=HARMLESS, b=HARMLESS, chosen=(), **where):
    return set_up(a, b, under_advanced(**dict(chosen)), **{"lane": 6, "distance": 4, **where})


def light(name, traits="", **figures):
    """A gun that wounds nobody."""
    return gun(name, traits, strength="-", d=0, **figures)


def after(setup, option, now, look, side=0):
    return law(lambda dice: setup.act(side, option, now, dice)).of(look)


def state(gap=4, mine=1, theirs=1, **more):
    return State(gap, mine, theirs, 0, 0, 0, 0, 0, 0)._replace(**more)


def contact(step):
    return step.event, step.state.gap, step.state.my_cover, step.state.their_cover


def pinning(step):
    return step.event, step.state.gap, step.state.my_pinned


def number(setup, side, condition):
    assert condition in list(setup.conditions[side])
    return setup.conditions[side].number(condition)


# ------------------------------------------------------------------ shooting


def where_it_stands(step):
    return step.state.gap, step.state.their_pinned, step.state.their_cover


@pytest.mark.parametrize(
    ("traits", "now", "expected"),
    [
        ("knockback", state(), {(4, 0, 0): F(1, 2), (5, 1, 0): F(1, 2)}),
        ("knockback", state(their_cover=1), {(4, 0, 1): F(5, 6), (5, 1, 0): F(1, 6)}),
        ("knockback", state(6, their_cover=1), {(6, 0, 1): F(5, 6), (6, 1, 1): F(1, 6)}),
        ("drag", state(), {(4, 0, 0): F(1, 2), (4, 1, 0): F(1, 6), **{(n, 1, 0): F(1, 9) for n in (1, 2, 3)}}),
        ("drag", state(2, their_cover=1), {(2, 0, 1): F(5, 6), (2, 1, 1): F(1, 18), (1, 1, 0): F(1, 9)}),
        ("drag", state(2), {(2, 0, 0): F(1, 2), (2, 1, 0): F(1, 6), (1, 1, 0): F(1, 3)}),
        ("drag", state(1, their_cover=1), {(1, 0, 1): F(5, 6), (1, 1, 1): F(1, 6)}),
    ],
)  # fmt: skip
def test_shoot__pushed_and_dragged(traits, now, expected):
    setup = duel(fighter(light("g", traits), t=1), cover_b="full")
    assert after(setup, lane.SHOOT * ARGUMENTS, now, where_it_stands) == expected


def test_shoot__who_is_out_is_not_pushed():
    setup = duel(fighter(gun("g", "knockback", strength=9), t=1))
    found = after(setup, lane.SHOOT * ARGUMENTS, state(), lambda s: (s.state.gap, s.state.theirs == 0))
    assert set(found) == {(4, False), (4, True), (5, False)}
    assert found[4, True] == F(1, 2) * F(5, 6) * (F(1, 6) + F(2, 6))  # a flesh wound takes the last Toughness


def test_shoot__aimed_is_one_better():
    setup = duel(fighter(light("g"), t=1))
    for kind, hit in ((lane.SHOOT, F(1, 2)), (lane.AIMED_SHOOT, F(2, 3))):
        assert after(setup, kind * ARGUMENTS, state(), lambda s: s.state.their_pinned)[1] == hit


def test_shoot__each_gun_empties_its_own_store():
    empties = F(1, 6) * F(1, 2)  # an Ammo symbol, and a check of 4+ failed
    one, other = light("a", "pistol", ammo=4), light("b", "pistol", ammo=4)
    setup = duel(fighter(one, other, light("free"), t=1))
    for place, expected in (
        (0, {3: 1 - empties, 2: empties}),
        (1, {3: 1 - empties, 1: empties}),
        (2, {3: 1}),
        (3, {3: (1 - empties) ** 2, 2: empties * (1 - empties), 1: empties * (1 - empties), 0: empties**2}),
    ):
        found = after(setup, lane.SHOOT * ARGUMENTS + place, state(my_guns=3), lambda s: s.state.my_guns)
        assert found == expected


def test_shoot_and_fight__who_is_hurt_stays_so():
    setup = duel(fighter(light("g"), FEATHER, t=2), fighter(knife(), t=1))
    weak = number(setup, 0, Condition(0, 1))
    for option, gap in ((lane.SHOOT * ARGUMENTS, 4), (lane.FIGHT * ARGUMENTS, 0)):
        assert after(setup, option, state(gap, mine=weak), lambda s: s.state.mine) == {weak: 1}
    hot = duel(fighter(light("hot", "pistol unstable", ammo=4), t=2), fighter(knife(), t=1))
    weak = number(hot, 0, Condition(0, 1))
    for option, gap in ((lane.SHOOT * ARGUMENTS, 4), (lane.FIGHT * ARGUMENTS, 0)):
        found = after(hot, option, state(gap, mine=weak, my_guns=1), lambda s: s.state.mine)
        assert found == {weak: F(11, 12), 0: F(1, 12)}


# ------------------------------------------------------------------ close combat

BLOW, CHARGE = lane.FIGHT * ARGUMENTS, lane.CHARGE_FIGHT * ARGUMENTS


def test_fight__a_push_breaks_contact_and_leaves_no_reaction():
    pushing = fighter(blade("push", "knockback", strength="-", d=0), t=1)
    engaged = state(0, my_cover=1, their_cover=1)
    setup = duel(pushing, cover_a="full", cover_b="full")
    assert after(setup, BLOW, engaged, contact) == {
        (lane.REACTION_DUE, 0, 1, 1): F(1, 2),
        (lane.DONE, 1, 1, 0): F(1, 2),
    }
    followed = duel(pushing, chosen=(("melee_kb_followup", "always"),), cover_b="full")
    assert after(followed, BLOW, engaged._replace(my_cover=0), contact) == {(lane.REACTION_DUE, 0, 0, 1): 1}
    narrow = duel(pushing, lane=1, distance=1)
    assert set(after(narrow, BLOW, state(0), contact)) == {(lane.REACTION_DUE, 0, 0, 0), (lane.DONE, 1, 0, 0)}


def test_fight__who_is_out_or_down_or_on_fire_does_not_react():
    setup = duel(fighter(knife(), t=1))
    found = after(setup, CHARGE, state(0), lambda s: (s.event, setup.conditions[1][s.state.theirs].down))
    assert set(found) == {(lane.REACTION_DUE, IN_PLAY), (lane.DONE, OUT)}
    assert found[lane.DONE, OUT] == 1 - (1 - F(1, 2) * F(5, 6)) ** 2  # two dice: 4+ hits, 2+ wounds
    left = duel(fighter(knife(), t=1), chosen=(("coup_after_fight", "False"),))
    found = after(left, BLOW, state(0), lambda s: (s.event, left.conditions[1][s.state.theirs].down))
    hurt = F(1, 2) * F(5, 6)
    assert found == {
        (lane.REACTION_DUE, IN_PLAY): 1 - hurt,
        (lane.DONE, SERIOUS): hurt / 2,
        (lane.DONE, OUT): hurt / 2,
    }
    torch = duel(fighter(blade("torch", "blaze", strength="-", d=0), t=1))
    found = after(torch, BLOW, state(0), lambda s: (s.event, torch.conditions[1][s.state.theirs].marks))
    assert found == {(lane.REACTION_DUE, 0): F(3, 4), (lane.DONE, ON_FIRE): F(1, 4)}


def test_fight__how_the_reaction_is_hampered():
    setup = duel(fighter(blade("both", "disarm entangle", strength="-", d=0), light("flash", "flash"), t=1))
    assert after(setup, BLOW, state(0), lambda s: s.event) == {
        lane.REACTION_DUE: F(5, 6),
        HAMPERED_DUE + lane.TANGLED + lane.BARE: F(1, 6),
    }
    blind = number(setup, 1, FIT._replace(marks=BLINDED))
    together = duel(*setup.fighters, chosen=(("reaction_order", "simultaneous"),))
    assert after(together, BLOW, state(0, theirs=blind), lambda s: s.event) == {
        HAMPERED_DUE + lane.BLINDLY: F(5, 6),
        HAMPERED_DUE + lane.TANGLED + lane.BARE + lane.BLINDLY: F(1, 6),
    }
    strong = duel(fighter(knife(), t=1), chosen=(("reaction_order", "simultaneous"),))
    assert after(strong, BLOW, state(0), lambda s: s.event) == {lane.REACTION_DUE: 1}


def test_fight__a_pistol_may_be_empty_afterwards():
    pistol = fighter(light("p", "pistol", ammo=4), t=1)
    found = after(duel(pistol), BLOW, state(0, my_guns=1), lambda s: s.state.my_guns)
    assert found == {1: F(11, 12), 0: F(1, 12)}


def test_fight__who_blows_itself_up_is_not_reacted_to():
    hot = duel(fighter(light("hot", "pistol unstable", ammo=4), t=1))
    found = after(hot, BLOW, state(0, my_guns=1), lambda s: (s.event, s.state.mine == 0))
    assert found == {(lane.REACTION_DUE, False): F(11, 12), (lane.DONE, True): F(1, 12)}


REACT, AWAY = lane.REACTION * ARGUMENTS, lane.REACTION_AWAY * ARGUMENTS


def test_react__pushes_whoever_does_not_retreat():
    push = fighter(blade("push", "knockback", strength="-", d=0), t=1)
    setup = duel(HARMLESS, push, cover_a="full", cover_b="full")
    now = state(0, my_cover=1, their_cover=1)
    assert after(setup, REACT, now, contact) == {(lane.DONE, 0, 1, 1): F(1, 2), (lane.DONE, 1, 0, 1): F(1, 2)}
    assert after(setup, AWAY, now, contact) == {(lane.AWAY + n, 0, 1, 1): F(1, 6) for n in range(1, 7)}
    moved = lane.REACTION_MOVED * ARGUMENTS
    assert after(setup, moved, now._replace(gap=3), contact) == {(lane.DONE, 3, 1, 1): 1}


def test_react__who_is_struck_down_does_not_get_away():
    setup = duel(HARMLESS, fighter(knife(), t=1))
    hurt = F(1, 2) * F(5, 6)
    found = after(
        setup, AWAY, state(0), lambda s: (s.event > lane.AWAY, setup.conditions[0][s.state.mine].down)
    )
    assert found == {(True, IN_PLAY): 1 - hurt, (False, SERIOUS): hurt / 2, (False, OUT): hurt / 2}


def test_react__unarmed_entangled_and_blinded():
    """Fists strike at Strength 3 where the feather cannot; entangled at -2; blinded on 6."""
    setup = duel(fighter(blade("d", "disarm entangle"), light("flash", "flash"), t=1), HARMLESS)

    def hurt(how, **more):
        return after(setup, REACT + how * MANNER, state(0, **more), lambda s: s.state.mine != 1).get(True, 0)

    wounds = F(5, 6)
    assert [hurt(how) for how in (0, lane.BARE, lane.BARE | lane.TANGLED)] == [
        0,
        F(1, 2) * wounds,
        F(1, 6) * wounds,
    ]
    blind = number(setup, 1, FIT._replace(marks=BLINDED))
    assert hurt(lane.BARE, theirs=blind) == F(1, 6) * wounds


def test_react__its_pistol_may_be_empty_but_not_if_it_was_struck_from_its_hand():
    setup = duel(fighter(blade("d", "disarm"), t=1), fighter(light("p", "pistol", ammo=4), t=1))
    for how, expected in ((0, {1: F(11, 12), 0: F(1, 12)}), (lane.BARE, {1: 1})):
        found = after(setup, REACT + how * MANNER, state(0, their_guns=1), lambda s: s.state.their_guns)
        assert found == expected


# ------------------------------------------------------------------ retreats, ammo, fire


def test_initiative__concussed_two_worse_and_never_beyond_6():
    dazed = FIT._replace(marks=CONCUSSED)
    assert [initiative(need, FIT.marks) for need in (1, 4, 6, 7)] == [1, 4, 6, 7]
    assert [initiative(need, dazed.marks) for need in (1, 3, 4, 5, 6, 7)] == [3, 5, 6, 6, 6, 7]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ((), {"away": F(1, 6), "reaction": F(1, 3), "stuck reaction": F(1, 3), "stuck": F(1, 6)}),
        ((("retreat_timing", "after_move"),),
         {"due": F(1, 3), "away": F(1, 6), "stuck reaction": F(1, 3), "stuck": F(1, 6)}),
        ((("retreat_reaction", "only_if_passed"),), {"away": F(1, 6), "reaction": F(1, 3), "stuck": F(1, 2)}),
    ],
)  # fmt: skip
def test_retreat__initiative_4_and_3(chosen, expected):
    names = {lane.AWAY_REACTION: "reaction", lane.STUCK_REACTION: "stuck reaction", lane.DONE: "stuck"}
    names |= {lane.AWAY + n: "away" for n in range(1, 7)} | {lane.AWAY_DUE + n: "due" for n in range(1, 7)}
    setup = duel(fighter(FEATHER, t=1, i=4), fighter(FEATHER, t=1, i=3), chosen)
    assert after(setup, lane.RETREAT * ARGUMENTS, state(0), lambda s: names[s.event]) == expected


def test_retreat__one_test_of_each_and_one_distance():
    dice = Scripted([4, 2, 6])
    step = duel(HARMLESS, HARMLESS).act(0, lane.RETREAT * ARGUMENTS, state(0), dice)
    dice.check_used()
    assert step == Step(lane.AWAY + 6, state(0))


def test_retreat__on_fire_nobody_reacts():
    setup = duel(fighter(light("torch", "blaze"), t=1, i=4), fighter(FEATHER, t=1, i=3))
    burning = number(setup, 1, FIT._replace(marks=ON_FIRE))
    found = after(setup, lane.RETREAT * ARGUMENTS, state(0, theirs=burning), lambda s: s.event)
    assert found == {lane.DONE: F(1, 2), **{lane.AWAY + n: F(1, 12) for n in range(1, 7)}}
    # its own fire hampers nobody's retreat
    other = duel(fighter(FEATHER, t=1, i=4), fighter(light("torch", "blaze"), t=1, i=3))
    aflame = number(other, 0, FIT._replace(marks=ON_FIRE))
    assert after(other, lane.RETREAT * ARGUMENTS, state(0, mine=aflame), lambda s: s.event)[
        lane.AWAY_REACTION
    ] == F(1, 3)


@pytest.mark.parametrize(
    ("traits", "card", "filled"),
    [
        ("", {}, F(1, 2)),
        ("plentiful", {}, F(1)),
        ("", {"skills": ("munitioneer",)}, F(3, 4)),
        ("scarce", {}, None),
    ],
)
def test_reload__an_ammo_check_of_the_store(traits, card, filled):
    setup = duel(fighter(light("first", ammo=2), light("g", traits, ammo=4), t=1, **card))
    assert setup.arms[0].stores[1].fills == (filled is not None)
    if filled:
        found = after(
            setup, lane.RELOAD * ARGUMENTS + 1, state(my_guns=1), lambda s: (s.event, s.state.my_guns)
        )
        assert found.get((lane.DONE, 3), 0) == filled
        assert found.get((lane.DONE, 1), 0) == 1 - filled


@cache
def fire():
    return duel(fighter(FEATHER, t=6, w=3), fighter(light("torch", "blaze"), t=1))


def burning(setup, **more):
    c = Condition(3, 6, marks=ON_FIRE)._replace(**more)
    return number(setup, 0, c)


def test_burn__out_of_the_flames_or_off_to_run():
    """A hit of Strength 3 wounds Toughness 6 on 6+, and takes a Wound of three."""
    setup, now = fire(), state(4, mine=burning(fire()))
    alone = after(setup, lane.BURN * ARGUMENTS, now, pinning)
    assert alone[lane.FIRE_OUT, 4, 0] == F(1, 6)
    runs = F(5, 6)
    assert alone[lane.DONE, 1, 0] == runs * F(1, 2) * F(35, 36)  # 3 or more towards
    assert alone[lane.DONE, 2, 0] == runs * F(1, 2) * F(1, 36)
    assert alone[lane.DONE, 6, 0] == runs * F(1, 2)  # away, to the end of the lane
    both = after(setup, lane.BURN * ARGUMENTS + 1, now, pinning)
    assert both == {(lane.DONE, 4, 1): 1}


def test_burn__pinned_or_engaged_nobody_runs():
    setup = fire()
    pinned = after(setup, lane.BURN * ARGUMENTS, state(4, mine=burning(setup), my_pinned=1), pinning)
    assert pinned == {(lane.FIRE_OUT, 4, 1): F(1, 6), (lane.DONE, 4, 1): F(5, 6)}
    engaged = state(0, mine=burning(setup))
    assert after(setup, lane.BURN * ARGUMENTS, engaged, pinning) == {
        (lane.FIRE_OUT, 0, 0): F(1, 6),
        (lane.DONE, 0, 0): F(5, 6),
    }
    assert after(setup, lane.BURN * ARGUMENTS + 1, engaged, pinning) == {(lane.DONE, 0, 0): 1}


def test_burn__running_leaves_the_cover_behind():
    setup = duel(fighter(FEATHER, t=6, w=3), fighter(light("torch", "blaze"), t=1), cover_a="full")
    now = state(4, mine=number(setup, 0, Condition(3, 6, marks=ON_FIRE)), my_cover=1)
    found = after(setup, lane.BURN * ARGUMENTS, now, lambda s: (s.state.gap == 4, s.state.my_cover))
    assert found == {(True, 1): F(1, 6), (False, 0): F(5, 6)}
    at_the_end = after(
        setup, lane.BURN * ARGUMENTS, now._replace(gap=6), lambda s: (s.state.gap == 6, s.state.my_cover)
    )
    assert at_the_end == {(True, 1): F(1, 6) + F(5, 12), (False, 0): F(5, 12)}


# ------------------------------------------------------------------ coup de grace, light, the End phase


def test_finish_and_come_to():
    setup = duel(
        fighter(knife(), light("flash", "flash"), t=1), fighter(knife(), light("flash", "flash"), t=1)
    )
    down = number(setup, 1, DOWN)
    assert setup.act(0, lane.COUP * ARGUMENTS, state(1, theirs=down), Narrating(1)) == Step(
        lane.DONE, state(1, theirs=0)
    )
    blind = number(setup, 0, FIT._replace(marks=BLINDED))
    (step,) = after(setup, lane.COME_TO * ARGUMENTS, state(mine=blind), lambda s: s)
    assert step == Step(lane.DONE, state())


def test_end_phase__each_recovers_for_itself():
    setup = duel(fighter(knife(), t=2), fighter(knife(), t=2))
    mine, theirs = (number(setup, side, Condition(0, 2, 0, SERIOUS)) for side in (0, 1))

    def ends(now, look):
        return law(lambda dice: setup.end_phase(now, dice)).of(look)

    def downs(end):
        return setup.conditions[0][end.mine].down, setup.conditions[1][end.theirs].down

    def pins(end):
        return end.my_pinned, end.their_pinned

    single = {IN_PLAY: F(1, 3), SERIOUS: F(1, 2), OUT: F(1, 6)}
    both = ends(state(mine=mine, theirs=theirs), downs)
    assert both == {(x, y): p * q for x, p in single.items() for y, q in single.items()}
    assert ends(state(mine=mine), pins) == {(1, 0): F(1, 3), (0, 0): F(2, 3)}
    assert ends(state(theirs=theirs, my_pinned=1), pins) == {(1, 1): F(1, 3), (1, 0): F(2, 3)}
    assert ends(state(0, mine=mine), pins) == {(0, 0): 1}
    assert ends(state(0, mine=mine, theirs=theirs), pins) == {
        (0, 0): F(2, 3) ** 2 + F(1, 9),
        (1, 0): F(2, 9),
        (0, 1): F(2, 9),
    }
    for over in (state(mine=0, theirs=theirs), state(mine=mine, theirs=0)):
        assert ends(over, lambda s: s) == {over: 1}


# ------------------------------------------------------------------ what is told


class Loud(Narrating):
    """Dice that remember the notes alone."""

    def note(self, what, value):
        self.story.append((NOTES[what], value))

    def words(self):
        return [note for note in self.story if isinstance(note, tuple) and len(note) == 2]


@pytest.mark.parametrize(
    ("was", "now", "expected"),
    [
        (Condition(2, 3), Condition(2, 3), []),
        (Condition(2, 3), GONE, [("out", 0)]),
        (Condition(2, 3), Condition(1, 3), [("lost", 1)]),
        (Condition(1, 3), Condition(0, 2), [("lost", 0), ("weaker", 2)]),
        (Condition(1, 3), Condition(0, 3, 0, SERIOUS), [("lost", 0), ("down", 0)]),
        (Condition(0, 3, 0, SERIOUS), Condition(0, 2, 0, SERIOUS), [("weaker", 2)]),
        (Condition(0, 3, 0, SERIOUS), Condition(0, 3), []),
    ],
)
def test_tell__what_has_become_of_a_fighter(was, now, expected):
    says = ("out", "down", "weaker", "lost")

    class Notes(list):
        def note(self, what, value):
            self.append((what, value))

    notes = Notes()
    AdvancedDuel._tell(was, now, notes, *says)
    assert notes == expected


def told(setup, option, now, side=0, seeds=60):
    """Everything that may be told of an option, as sets of sentences of single throws."""
    found = set()
    for seed in range(seeds):
        dice = Loud(seed)
        setup.act(side, option, now, dice)
        found.add(tuple(words for words, _ in dice.words()))
    return found


def test_told__of_shots():
    shoots = "{me} shoots with {gun}"
    setup = duel(
        fighter(
            light("push", "knockback"),
            light("drag", "drag"),
            light("flash", "flash"),
            light("torch", "blaze"),
            t=1,
        )
    )
    fire_ = lane.SHOOT * ARGUMENTS
    pinned = "{foe} is pinned"
    assert told(setup, fire_, state()) == {(shoots,), (shoots, "{foe} is pushed to {inches} apart", pinned)}
    assert told(setup, fire_, state(their_pinned=1)) == {
        (shoots,),
        (shoots, "{foe} is pushed to {inches} apart"),
    }
    assert told(setup, fire_ + 1, state()) == {
        (shoots,),
        (shoots, pinned),
        (shoots, "{foe} is pulled to {inches} apart", pinned),
    }
    assert told(setup, fire_ + 2, state()) == {
        (shoots,),
        (shoots, pinned),
        (shoots, "{foe} is blinded", pinned),
    }
    assert told(setup, fire_ + 3, state()) == {
        (shoots,),
        (shoots, pinned),
        (shoots, "{foe} is on fire", pinned),
    }
    blind = number(setup, 1, FIT._replace(marks=BLINDED))
    assert told(setup, fire_ + 2, state(theirs=blind)) == {(shoots,), (shoots, pinned)}


def test_told__of_ammo_and_of_harm_to_oneself():
    shoots, empty = "{me} shoots with {gun}", "{me}: the {store} is out of ammo"
    setup = duel(fighter(light("hot", "unstable", ammo=6), t=1))
    found = told(setup, lane.SHOOT * ARGUMENTS, state(their_pinned=1, my_guns=1), seeds=150)
    assert found == {
        (shoots,),
        (shoots, empty),
        (shoots, "{me} is out of action"),
        (shoots, empty, "{me} is out of action"),
    }
    reload = told(setup, lane.RELOAD * ARGUMENTS, state())
    tries = "{me} reloads the {store}"
    assert reload == {(tries,), (tries, "the {store} is loaded again")}


def test_told__of_blows_reactions_and_fires():
    fights, reacts = "{me} fights with {blades}", "{foe} reacts with {their_blades}"
    setup = duel(fighter(knife(), t=1), fighter(blade("push", "knockback", strength="-", d=0), t=1))
    finished = (
        fights,
        "{foe} has {wounds} left",
        "{foe} is seriously injured",
        "{me} finishes {foe} off: a coup de grace",
    )
    assert told(setup, BLOW, state(0)) == {(fights,), (fights, "{foe} is out of action"), finished}
    assert told(setup, REACT, state(0)) == {(reacts,), (reacts, "{me} is pushed to {inches} apart")}
    assert told(setup, REACT + lane.BARE * MANNER, state(0)) >= {("{foe}, disarmed, reacts unarmed",)}
    away = told(setup, BLOW, state(0), side=1)
    assert away == {(fights,), (fights, "{foe} is pushed to {inches} apart")}
    rolls, burns = "{me} is on fire and goes down to put it out", "{me} is on fire"
    out = "{me} puts the fire out"
    flames = fire()
    words = told(flames, lane.BURN * ARGUMENTS + 1, state(4, mine=burning(flames)))
    assert {(rolls, out), (rolls,)} <= words
    words = told(flames, lane.BURN * ARGUMENTS, state(4, mine=burning(flames)))
    assert {(burns, out), (burns, "{me} runs, on fire, to {inches} apart")} <= words


def test_told__of_recovery():
    setup = duel(fighter(knife(), t=2), fighter(knife(), t=2))
    down = number(setup, 0, Condition(0, 2, 0, SERIOUS))
    found = set()
    for seed in range(60):
        dice = Loud(seed)
        setup.end_phase(state(mine=down), dice)
        found.add(tuple(dice.words()))
    assert found == {
        (("{side} has recovered and is pinned", 0),),
        (("{side} stays down, seriously injured", 0),),
        (("{side} is out of action", 0),),
    }
