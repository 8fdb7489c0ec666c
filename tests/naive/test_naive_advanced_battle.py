"""Battles by the advanced rules against the naive reading of them."""

from collections import Counter
from itertools import pairwise, permutations, product

import pytest

from necrostats.systems.necromunda.battle import (
    acting,
    ammunition,
    brawling,
    deciding,
    ending,
    firing,
    harm,
    hitting,
    nerve,
)
from necrostats.systems.necromunda.battle.board import Board
from necrostats.systems.necromunda.battle.fighting import ALL_STORES, play_battle
from necrostats.systems.necromunda.battle.gathering import gathered
from necrostats.systems.necromunda.battle.judging import worth_of_shot
from necrostats.systems.necromunda.battle.measuring import GONE
from necrostats.systems.necromunda.battle.state import DOWN, ENGAGED, LYING, POSTURES, harm_of_fight
from necrostats.systems.necromunda.injuries import BROKEN, SERIOUS
from necrostats.systems.necromunda.models import Situation
from tests.naive.advanced.battle import AdvancedEnding, NaiveAdvancedBattle
from tests.naive.advanced.figures import rapid
from tests.naive.cards import FLAK, FURNACE, MESH, blade, fighter, gun, knife, power_sword, slug, sword
from tests.naive.lane import guns
from tests.naive.test_naive_battle import BUILT, OPEN, assert_alike
from tests.systems.necromunda.battle.scenes import Watching
from tests.systems.necromunda.generated_advanced import ADVANCED

DOUBT = 1e-4
ROUNDS = 4
MIXED = {"shoot": 1.0, "pin": 0.25, "charge": 1.5, "near": 0.05, "presses": 1.0}
FIRES = {"shoot": 1.0, "pin": 0.25, "near": 0.01}
NARROW = Board("narrow", "Narrow", 8, 12, (), ("bottom", "top"))
RUNS = {"shoot": 0.25, "pin": 0.1, "charge": 2.0, "near": 0.15, "presses": 1.0}


def pistol(name="autopistol", traits="", **fields):
    return gun(name, f"pistol {traits}", **{"rng_s": "4", "rng_l": "12", "acc_s": 1, "ammo": 4, **fields})


HUNTERS = (
    fighter(
        gun("boltgun", acc_s=1, strength=4, ap=-1, d=2, ammo=6),
        pistol(),
        rank="leader",
        cl=5,
        w=2,
        armour=FLAK,
    ),
    fighter(rapid(2, ammo=4, acc_s=1), knife(), armour=FLAK),
)
MINERS = (
    fighter(slug(), knife(), m=4, s=4, t=4, w=2, armour=FURNACE, rank="champion", cl=6),
    fighter(gun("lasgun", "plentiful", acc_s=1, ammo=2)),
    fighter(rapid(1, ammo=5), blade("club", strength="S+1"), m=4, s=4),
)
BUTCHERS = (
    fighter(power_sword(), pistol(), rank="leader", cl=6, ws=5, a=2, i=3, armour=MESH),
    fighter(knife(), sword(), ws=5, t=4, cl=9),
    fighter(pistol("laspistol"), knife(), ws=5, cl=9),
)
BRUTES = (
    fighter(
        blade("axe", "pulverise", strength="S+2", d=2), s=4, t=5, w=3, ws=5, armour=FURNACE, rank="champion"
    ),
    fighter(pistol("stub-gun", "plentiful"), blade("club", strength="S+1"), s=4, t=4, w=2, m=4, cl=9),
)
BATTLES = [
    pytest.param(OPEN, HUNTERS, MINERS, FIRES, FIRES, 450, id="shots"),
    pytest.param(BUILT, HUNTERS, MINERS, MIXED, MIXED, 150, id="walls"),
    pytest.param(NARROW, BUTCHERS, BRUTES, RUNS, RUNS, 400, id="fights"),
]


HAPPENS = {
    "shoots": acting.SHOOTS,
    "shoots the closest": firing.GOES_ASTRAY,
    "is hit by a stray shot": firing.STRAYS_INTO,
    "is pinned": acting.IS_PINNED,
    "is weaker": harm.WEAKER,
    "injured": harm.GOES_DOWN,
    "out": acting.OUT_NOW,
    "is out of ammo": hitting.EMPTY,
    "reloads": ammunition.RELOADS,
    "has ammo again": ammunition.FILLED,
    "fights": acting.FOUGHT,
    "reacts": acting.REACTED,
    "finishes": brawling.FINISHES,
    "breaks": nerve.BREAKS,
    "runs for cover": nerve.RUNS_FOR_COVER,
    "rallies": ending.RALLIES,
    "bottles": ending.BOTTLES,
    "fled": ending.FLEES,
    "is helped": ending.SEES_TO,
    "recovers": harm.RECOVERS,
    "acts along": deciding.ACTS_ALONG,
}


def played(battle, trial) -> tuple[AdvancedEnding, Counter]:
    """How a battle of ours ended and what happened in it, in the words of the naive one."""
    noted: Counter = Counter()
    end = play_battle(battle, Watching(7, trial, lambda what, value: noted.update((what,))))
    state, first = battle.state, battle.forces.first

    def number_of(those):
        return tuple(sum(bool(those(who)) for who in range(*side)) for side in pairwise(first))

    def those_left(those):
        return number_of(lambda who: state.field.posture[who] != GONE and those(who))

    ending = AdvancedEnding(
        end.round,
        end.winner,
        (end.left_a, end.left_b),
        those_left(lambda who: state.down[who] == SERIOUS),
        number_of(lambda who: state.fled[who]),
        those_left(lambda who: state.marks[who] & BROKEN and state.down[who] != SERIOUS),
        those_left(lambda who: state.loaded[who] != ALL_STORES),
        those_left(lambda who: state.toughness[who] < battle.forces.toughness[who]),
    )
    return ending, Counter({name: noted[what] for name, what in HAPPENS.items()})


@pytest.mark.parametrize(("board", "a", "b", "weights_a", "weights_b", "number"), BATTLES)
def test_advanced_battles__end_as_naive_ones(board, a, b, weights_a, weights_b, number):
    weights = (weights_a, weights_b)
    naive = NaiveAdvancedBattle(board, (a, b), weights, ROUNDS)
    found = [(naive.play(seed), naive.happened) for seed in range(number)]
    battle = gathered(board, (a, b), ADVANCED, weights, rounds=ROUNDS)
    expected = [played(battle, trial) for trial in range(2 * number)]
    for what in AdvancedEnding._fields:
        assert_alike(*(Counter(getattr(end, what) for end, _ in ends) for ends in (found, expected)), DOUBT)
    for what in HAPPENS:
        assert_alike(*(Counter(happened[what] for _, happened in ends) for ends in (found, expected)), DOUBT)


@pytest.mark.parametrize(("a", "b", "weights"), [(HUNTERS, MINERS, MIXED), (BUTCHERS, BRUTES, RUNS)])
def test_shots_and_fights__are_worth_what_the_naive_reading_says(a, b, weights):
    naive = NaiveAdvancedBattle(OPEN, (a, b), (weights, weights))
    battle = gathered(OPEN, (a, b), ADVANCED, (weights, weights), rounds=ROUNDS)
    for m, n in permutations(range(len(naive.men)), 2):
        me, target = naive.men[m], naive.men[n]
        if me.side == target.side:
            continue
        chooser = naive.chooser[me.side]
        for charging in (False, True):
            harm = chooser.harm(me, target, charging)
            assert harm_of_fight(battle, m, n, int(charging)) == pytest.approx(harm)
        for (number, weapon), aim, (cover, name), posture in product(
            enumerate(guns(me.card)), (False, True), enumerate(("none", "partial", "full")), range(POSTURES)
        ):
            if posture in (LYING, DOWN) and cover:
                continue
            for band, apart in (("short", weapon.short), ("long", weapon.long)):
                how = Situation(
                    band=band, aim=aim, cover=name, behind=posture in (LYING, DOWN), target_prone=posture == LYING,
                    seriously_injured=posture == DOWN, target_engaged=posture == ENGAGED,
                )  # fmt: skip
                worth = worth_of_shot(
                    battle, m, number, n, apart, int(aim), cover, posture, battle.forces.shot_worth
                )
                assert worth == pytest.approx(chooser.worth(me, weapon, target, how))


def test_the_naive_battle__refuses_what_it_does_not_read():
    blinded = fighter(gun("flash", "flash"))
    skilled = fighter(slug(), skills=("true-grit",))
    for card in (blinded, skilled):
        with pytest.raises(ValueError, match="plain weapons alone"):
            NaiveAdvancedBattle(OPEN, ((card,), MINERS), (FIRES, FIRES))
