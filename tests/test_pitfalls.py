"""Faults that tools of this kind were reported with in public, each as a test of its kind."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import necrostats
from necrostats.engine import sampling
from necrostats.engine.dice import repeat
from necrostats.engine.enumerating import law
from necrostats.engine.estimate import difference, paired_difference, proportion, verdict
from necrostats.engine.monte_carlo import run
from necrostats.engine.narrating import Plain, Scripted
from necrostats.systems.necromunda.close_combat import hit_modifiers as blade_modifiers
from necrostats.systems.necromunda.close_combat import melee
from necrostats.systems.necromunda.damage import NEVER, Blow, Target, resolve_hit, save_need
from necrostats.systems.necromunda.duel.named import POLICIES
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.kernels import AttackSampler
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.rolls import RE_ROLL_FAILED, characteristic_test, roll_off, take
from necrostats.systems.necromunda.shooting import hit_modifiers
from tests.conftest import INTERPRETED
from tests.naive.cards import (
    FLAK,
    blade,
    fighter,
    goliath,
    gun,
    knife,
    lasgun,
    laspistol,
    plasma_pistol,
    power_hammer,
    slug,
    suit,
    sword,
)
from tests.systems.necromunda.generated import BASIC, ask, under

F = Fraction
CLOSE = Situation(close=True)
ROOT = Path(necrostats.__file__).parents[1]


def out(attack):
    return attack.law().p(lambda t: t.wounds == 0)


def python(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment}, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120,
    ).stdout  # fmt: skip


# ------------------------------------------------------------------ arithmetic of rules


@pytest.mark.parametrize(("armour", "ap"), [(0, 0), (5, -3), (6, -1), (3, -4), (0, -4)])
def test_a_save_past_6_is_none(armour, ap):
    assert save_need(armour, ap, 0, BASIC) == NEVER
    found = law(lambda dice: resolve_hit(Blow(20, save_need(armour, ap, 0, BASIC), 1), Target(1, 1), dice))
    assert found.p(lambda t: t.unsaved) == F(5, 6)  # whenever it wounds (2+)


def test_damage_beyond_the_last_wound_is_lost():
    one_wound = law(lambda dice: repeat(dice, 6, resolve_hit, Blow(4, 7, 2), Target(1, 3)))
    assert max(1 - t.wounds for t in one_wound.outcomes) == 1
    three = law(lambda dice: repeat(dice, 3, resolve_hit, Blow(4, 7, 2), Target(3, 3)))
    assert {3 - t.wounds for t in three.outcomes} == {0, 2, 3}


def test_hits_left_over_roll_no_dice():
    dice = Scripted([6, 6, 6, 6, 6])
    ask(fighter(a=4), fighter(), blade(), None, CLOSE).roll(dice)
    dice.check_used()  # four to hit, one to wound


def test_the_second_weapon_meets_the_wounded_target():
    """Two hits of 1 Damage from two weapons put out a fighter of 2 Wounds."""
    first, second = blade("a", strength="9"), blade("b", strength="9")
    found = out(ask(fighter(ws=2), fighter(w=2), first, second, CLOSE))
    assert found == F(5, 6) ** 4
    pair = out(ask(fighter(ws=2), fighter(w=2), knife(), laspistol(), CLOSE))
    assert pair > 0


def test_a_worse_save_never_helps():
    for ap in range(-4, 1):
        found = [
            out(ask(fighter(), fighter(armour=suit(s)), gun(ap=ap), None, Situation()))
            for s in (2, 3, 4, 5, 6, 0)
        ]
        assert found == sorted(found)


def test_kinds_of_hits_are_apart():
    """Ordinary hits and sixes of a Power weapon never add up to more than the dice, nor below nothing."""
    found = ask(fighter(a=3, ws=6), fighter(sword(), w=9), power_hammer(), laspistol(), CLOSE).law()
    assert sum(found.chances().values()) == 1
    assert {t.hits for t in found.outcomes} == {0, 1, 2, 3, 4}


def test_re_rolls_look_at_the_modified_result():
    """3+ and 4+ at +1 are the same test, re-rolled or not; so are 5+ and 4+ at -1."""

    def chance(need, modifier):
        test = characteristic_test(need, modifier, BASIC, again=RE_ROLL_FAILED)
        return law(lambda dice: take(test, 0, dice)).p(bool)

    assert chance(3, 0) == chance(4, 1) == F(8, 9)
    assert chance(5, 0) == chance(4, -1) == F(5, 9)


@pytest.mark.parametrize(
    ("printed", "bearer", "strength"), [("S", 3, 3), ("S+1", 3, 4), ("S+2", 4, 6), ("5", 3, 5)]
)
def test_strength_is_a_number_and_no_text(printed, bearer, strength):
    weapon = blade("w", "backstab", strength=printed)
    assert weapon.strength_of(bearer) == strength
    behind = ask(fighter(s=bearer), fighter(), weapon, None, replace(CLOSE, behind=True))
    assert behind.numbers.strikes[0].strength == strength + 1


def test_nothing_is_rounded_early():
    """The mean of Wounds lost is the exact sum of its parts."""
    attack = ask(fighter(a=3), goliath(w=3, armour=FLAK), power_hammer(), None, CLOSE)
    lost = attack.law().of(lambda t: 3 - t.wounds)
    mean = sum(n * p for n, p in lost.items())
    assert isinstance(mean, Fraction)
    assert mean == sum(attack.law().p(lambda t, n=n: 3 - t.wounds >= n) for n in (1, 2, 3))


def test_many_shots_are_no_sum_of_chances():
    """Four shots of 8/27 each are 1 - (19/27)^4 and no 119%."""
    attack = ask(fighter(bs=2), fighter(armour=suit(4)), gun(strength=4), None, Situation())
    p = out(attack)
    four = law(lambda dice: repeat(dice, 4, attack.step, attack.numbers, attack.target))
    assert four.p(lambda t: t.wounds == 0) == 1 - (1 - p) ** 4 < 4 * p


def test_compared_dice_are_not_independent_of_a_tie():
    assert law(roll_off).p(bool) == F(1, 2)


def test_rare_ends_stay_in_the_law():
    """Nothing is cut off as too rare, and all of it sums to exactly 1."""
    found = law(lambda dice: repeat(dice, 40, resolve_hit, Blow(1, 2, 1), Target(40, 10))).chances()
    assert sum(found.values()) == 1
    rarest = min(found.values())
    assert rarest == F(1, 36) ** 40


def test_no_dice_and_no_wounds_are_answers():
    assert law(lambda dice: repeat(dice, 0, resolve_hit, Blow(3, 7, 1), Target(1, 3))).chances() == {
        Target(1, 3): 1
    }
    nobody = ask(fighter(a=0), fighter(), blade(), None, CLOSE)
    assert nobody.law().chances() == {nobody.target: 1}
    harmless = ask(fighter(), fighter(), gun(d=0), None, Situation())
    assert out(harmless) == 0
    no_strength = ask(fighter(), fighter(), gun(strength="-"), None, Situation())
    assert no_strength.law().p(lambda t: t.wounded) == 0
    beyond = ask(fighter(), fighter(), gun(), None, Situation(band=None))
    assert beyond.law().chances() == {beyond.target: 1}


def test_7_to_hit_is_a_switch_of_the_rules():
    covered = Situation(cover="full")
    chances = [
        ask(fighter(bs=6), fighter(), gun(), None, covered, under(impossible_shot=value))
        .law()
        .p(lambda t: t.hits)
        for value in ("miss", "improbable", "nat6_hits")
    ]
    assert chances == [0, F(1, 36), F(1, 6)]


def test_one_event_one_definition():
    """Not hit, not hurt and not out are three events."""
    found = ask(fighter(), goliath(armour=FLAK, w=2), gun(), None, Situation()).law()
    missed, unhurt, alive = (
        found.p(lambda t: t.hits == 0), found.p(lambda t: t.wounds == 2), found.p(lambda t: t.wounds > 0),
    )  # fmt: skip
    assert missed < unhurt < alive == 1


def test_what_is_shown_is_what_is_rolled():
    """The modifiers that a report lists are those in the number that the dice need."""
    weapon = lasgun()
    for situation in (
        Situation(),
        Situation(band="long", cover="full"),
        Situation(aim=True, target_engaged=True),
    ):
        shown = 4 - sum(value for _, value in hit_modifiers(weapon, situation))
        assert ask(fighter(bs=4), fighter(), weapon, None, situation).numbers.hit_on == min(7, max(2, shown))
    turned = replace(CLOSE, turned=True)
    stiletto = blade("stiletto-knife", acc_l=1)
    shown = 4 - sum(value for _, value in blade_modifiers(stiletto, turned, BASIC))
    assert melee(fighter(), fighter(), stiletto, None, turned, BASIC).strikes[0].hit_on == shown == 4


def test_hits_are_resolved_in_turn():
    """The save of each hit is rolled before the next hit, and a removed fighter saves no more."""
    dice = Scripted([4, 4, 4, 5, 4, 6])
    after = ask(fighter(a=2), fighter(armour=FLAK), blade(), None, CLOSE).roll(dice)
    assert (after.wounds, dice.used) == (0, 4)


# ------------------------------------------------------------------ duels


def test_winning_losing_and_drawing_is_all():
    solution = Solution(
        set_up(fighter(lasgun(), knife()), goliath(slug(), knife()), BASIC, distance=8, rounds=2)
    )
    for policy in POLICIES:
        course = solution.course(policy, policy)
        assert course.a_wins + course.b_wins + course.draw == pytest.approx(1, abs=1e-12)
        assert course.draw > 0


def test_every_fight_names_its_policies_and_the_best():
    solution = Solution(set_up(fighter(plasma_pistol()), goliath(knife()), BASIC, distance=8, rounds=2))
    stood = solution.course(POLICIES[0], POLICIES[0])
    # the naive decision costs something, and the answer says how much
    assert solution.replies(0, POLICIES)[0] >= stood.a_wins - stood.b_wins


# ------------------------------------------------------------------ simulation

SHOT = ask(fighter(), goliath(armour=FLAK), lasgun(), None, Situation(cover="partial"))
TRIALS = 2_000 if INTERPRETED else 50_000


def counts(**more):
    return run(AttackSampler(SHOT), **{"trials": TRIALS, "seed": 7, **more}).counts.tolist()


@pytest.mark.sampled
def test_the_seed_holds_for_any_number_of_threads():
    assert counts() == counts(threads=2, batch=111) == counts(threads=8, batch=50)
    assert counts() != counts(seed=8)


@pytest.mark.sampled
def test_no_two_parts_of_a_run_roll_the_same():
    parts = [
        run(AttackSampler(SHOT), trials=200, seed=7, first=first).counts for first in range(0, 1_000, 200)
    ]
    assert len({tuple(part) for part in parts}) == 5
    whole = run(AttackSampler(SHOT), trials=1_000, seed=7, threads=4, batch=200).counts
    assert sum(parts).tolist() == whole.tolist()


def test_no_two_trials_are_one_game():
    dice = {
        tuple(Plain(1, trial).d6(0, 0) for _ in range(1)) + tuple(Plain(1, trial).state[:4])
        for trial in range(500)
    }
    assert len(dice) == 500


@pytest.mark.sampled
def test_counters_do_not_race():
    """Every trial is counted once, on however many threads."""
    for _ in range(3):
        assert sum(counts(threads=8, batch=37 if INTERPRETED else 500)) == TRIALS


def test_0_of_n_is_not_0():
    never = proportion(0, 1_000)
    assert never.low == 0 < never.high < 0.01
    assert "under" in str(never)
    always = proportion(1_000, 1_000)
    assert 0.99 < always.low < 1 == always.high
    assert "100" not in str(always).split("/")[0]


def test_noise_is_not_read_as_an_effect():
    same = difference(480, 10_000, 500, 10_000)
    assert same.low < 0 < same.high
    assert verdict(same) == "not distinguishable at this precision"
    # each difference has an interval of its own
    widths = {round(difference(a, 10_000, 100, 10_000).half_width, 6) for a in (50, 500, 5_000)}
    assert len(widths) == 3
    paired = paired_difference(4_000, 300, 200, 5_500)
    assert paired.half_width < difference(4_300, 10_000, 4_200, 10_000).half_width


@pytest.mark.sampled
def test_asked_twice_is_not_added_up():
    sampler = AttackSampler(SHOT)
    once = run(sampler, trials=100, seed=1).counts.tolist()
    assert run(sampler, trials=100, seed=1).counts.tolist() == once
    assert sum(once) == 100


# ------------------------------------------------------------------ compiled code and machines


@pytest.mark.sampled
def test_options_are_numbers_and_no_globals():
    """Compiled once, and yet another reading is another answer at once."""
    engaged = Situation(target_engaged=True)
    answers = []
    for options in (BASIC, under(pin_engaged=True)):
        attack = ask(fighter(bs=2), goliath(armour=FLAK), lasgun(), None, engaged, options)
        sampler = AttackSampler(attack)
        found = run(sampler, trials=200, seed=1).counts
        answers.append({sampler.end(at).pinned for at, n in enumerate(found) if n})
    assert answers == [{0}, {0, 1}]


def test_compiled_code_is_kept_by_the_sources_it_is_made_of(tmp_path, monkeypatch):
    monkeypatch.setenv("NECROSTATS_CACHE", str(tmp_path))
    folder = sampling.cache_folder()
    monkeypatch.setattr(sampling, "sources_digest", lambda: "other-sources")
    assert sampling.cache_folder() == tmp_path / "other-sources"
    assert folder.parent == tmp_path


def test_no_place_for_compiled_code_is_no_fault(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NECROSTATS_CACHE", str(tmp_path / "file" / "deeper"))
    assert sampling.cache_folder() is None


@pytest.mark.sampled
def test_importing_compiles_nothing():
    code = """
import json, sys
import necrostats
first = sorted({"numba", "numpy", "pandas", "matplotlib", "scipy"} & set(sys.modules))
from necrostats.systems.necromunda import questions
second = sorted({"numba", "pandas", "matplotlib", "scipy"} & set(sys.modules))
from necrostats.systems.necromunda import kernels
compiled = [len(getattr(k, "signatures", ())) for k in vars(kernels).values() if hasattr(k, "signatures")]
print(json.dumps([first, second, compiled]))
"""
    first, second, compiled = json.loads(python(code))
    assert first == second == []
    assert sum(compiled) == 0
    assert len(compiled) == (0 if INTERPRETED else 7)
