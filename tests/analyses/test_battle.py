"""Battles of the advanced rules: what is tallied against what is told, and what is said to be left out."""

from collections import Counter

import numpy as np
import pytest

from necrostats.analyses.battle import Fates
from necrostats.analyses.battle_asked import asked, changed_side
from necrostats.engine.monte_carlo import run
from necrostats.engine.narrating import Narrating
from necrostats.systems.necromunda.battle.fighting import play_battle
from necrostats.systems.necromunda.battle.kernels import BattleSampler
from necrostats.systems.necromunda.battle.measuring import GONE
from necrostats.systems.necromunda.injuries import BROKEN, SERIOUS

GANGS = ("kaiya+reina+zarann[+frag-grenades]", "rork+2*nox[+flamer]")
SEED, BATTLES = 11, 12


def told(asking, trial):
    """Name of a fate or of a weapon, by fighter or side, of one battle as it is told."""
    battle = asking.battle
    play_battle(battle, Narrating(SEED, trial))
    state = battle.state
    for who, side in enumerate(state.field.side):
        by = state.taken_out_by[who]
        if state.field.posture[who] != GONE:
            hurt = state.down[who] == SERIOUS
            yield who, "injured" if hurt else "broken" if state.marks[who] & BROKEN else "fit"
        elif state.fled[who]:
            yield who, "fled"
        else:
            yield who, "nobody" if by < 0 else "friends" if state.field.side[by] == side else "enemies"
        if by >= 0 and state.field.side[by] != side:
            yield by, state.taken_out_with[who]
    for side in range(2):
        if state.bottled[side]:
            yield side, "bottled"


@pytest.mark.sampled
def test_fates_and_weapons_are_those_of_the_battles_told():
    asking = asked(*GANGS, rules="advanced")
    expected = Counter(what for trial in range(BATTLES) for what in told(asking, trial))
    sampler = BattleSampler(asking.battle)
    counts = run(sampler, trials=BATTLES, seed=SEED).counts
    places, n = sampler.places, len(asking.fighters)
    side = np.array([0] * 3 + [1] * 3)
    fates = Fates.of(places, counts, side[:, None] != side, BATTLES)
    names = ("fit", "broken", "injured", "fled", "enemies", "friends", "nobody")
    found = Counter(
        {(who, name): int(fates.counts[who, k]) for who in range(n) for k, name in enumerate(names)}
    )
    found += Counter({(number, "bottled"): int(fates.bottled[number]) for number in range(2)})
    weapons = counts[places.weapons : places.stands].reshape(n, -1)
    found += Counter({(who, k): int(weapons[who, k]) for who, k in zip(*np.nonzero(weapons), strict=True)})
    assert found == expected
    assert {"fled", "enemies"} <= {name for _, name in expected}


def test_the_counts_of_basic_battles_have_no_place_for_it():
    asking = asked(*GANGS, rules="basic")
    places = BattleSampler(asking.battle).places
    assert (
        len({places.bottled, places.flees, places.injured, places.broken, places.left_from, places.size}) == 1
    )


TWO_PISTOLS, RAPID = "two pistols fired at once", "sharing the hits of Rapid Fire with a second target"
SMOKE, FLAMES, ACROSS = "smoke", "the shape of a flame template", "fights across a barricade"


@pytest.mark.parametrize(
    ("gangs", "board", "there", "not_there"),
    [
        (("kaiya", "reina"), "open-ground", ["Take Cover"], [TWO_PISTOLS, RAPID, SMOKE, FLAMES, ACROSS, "hindrance"]),
        (("kaiya[+stub-gun]", "reina"), "open-ground", [TWO_PISTOLS], [RAPID, FLAMES]),
        (("zarann", "reina"), "open-ground", [RAPID], [TWO_PISTOLS]),
        (("reina[+smoke-grenades]", "reina[+flamer]"), "open-ground", [SMOKE, FLAMES], [TWO_PISTOLS]),
        (("kaiya", "2*reina"), "turf-war", [ACROSS, "what a hit roll would need"], [TWO_PISTOLS]),
        (
            ("kaiya[+iron-will,+medicae,+headbutt,+chem-synth]", "reina[+lasgun,+autogun,+boltgun,+gold-plated-gun]"),
            "open-ground",
            [
                "Kaiya: headbutt, chem-synth (does nothing here)", "Reina: a gold-plated gun re-rolls",
                "Reina: Boltgun (a third weapon with ammo) is not used",
            ],
            ["iron-will", "medicae"],
        ),
    ],
)  # fmt: skip
def test_not_modelled__what_these_fighters_might_have_done(gangs, board, there, not_there):
    lines = asked(*gangs, board=board, rules="advanced").not_modelled()
    for start in there:
        assert any(line.startswith(start) for line in lines), start
    assert not [line for line in lines for start in not_there if start in line]
    assert not [line for line in lines if line.startswith("the advanced rules")]


def test_not_modelled__basic():
    lines = asked("kaiya[+stub-gun]", "rork", rules="basic").not_modelled()
    assert lines[0].startswith("the advanced rules: ")
    assert not {TWO_PISTOLS, ACROSS} & set(lines)


def test_changed_side__every_fighter_of_that_id_on_both_sides():
    asking = asked("2*nox+rork", "nox", rules="advanced")
    changed = changed_side(asking, "nox[w=3]")
    assert [who.w for who in changed.fighters] == [3, 3, asking.fighters[2].w, 3]
