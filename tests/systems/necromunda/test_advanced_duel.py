"""The duel under the advanced rules: injuries, ammo, fire, recovery; against itself and by hand."""

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from necrostats.analyses import duel_sampled, matchup
from necrostats.engine.enumerating import law
from necrostats.engine.estimate import z_score
from necrostats.engine.monte_carlo import run
from necrostats.engine.narrating import Narrating, Plain
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.arms import arms_of
from necrostats.systems.necromunda.duel.contest import Contest, expected_points
from necrostats.systems.necromunda.duel.drawn import Drawing, split
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State
from necrostats.systems.necromunda.duel.legal import options
from necrostats.systems.necromunda.duel.named import POLICIES
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.play import match_of, play_advanced
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    CONCUSSED,
    IN_PLAY,
    ON_FIRE,
    OUT,
    SERIOUS,
    Condition,
)
from necrostats.systems.necromunda.options import resolve
from tests.systems.necromunda.laid import kinds_of, lies_over

CAT = load()
KNIFE = CAT.weapons["fighting-knife"].profiles[0]
EXACT = 1e-12
UNLIKELY = 4.5  # standard errors


def setup(a, b, options=(), **where):
    chosen = resolve(CAT, "advanced", dict(options))
    return set_up(fighter(CAT, a), fighter(CAT, b), chosen, knife=KNIFE, **where)


# ------------------------------------------------------------------ single steps by hand

TWO = setup("custom[+autogun]", "custom[+flamer]", distance=6, lane=12)


def after(option, state, duel=TWO, side=0):
    """What an option leads to: (event, state) and chances."""
    return law(lambda dice: duel.act(side, option, state, dice)).chances()


def state_of(duel, mine=None, theirs=None, side=0, **more):
    """A state with conditions in place of their numbers."""
    own, foe = duel.conditions[side], duel.conditions[1 - side]
    numbers = (
        own.start if mine is None else own.number(mine),
        foe.start if theirs is None else foe.number(theirs),
    )
    plain = State(6, *numbers, 0, 0, 0, 0, 1, 1)
    return plain._replace(**more)


LYING = Condition(0, 3, 0, SERIOUS)


def test_coup__out_without_a_roll():
    state = state_of(TWO, theirs=LYING, gap=1)
    assert after(lane.COUP * ARGUMENTS, state) == {lane.Step(lane.DONE, state._replace(theirs=0)): 1}


def test_reload__an_ammo_check():
    """The autogun has Ammo 4+."""
    state = state_of(TWO, my_guns=0)
    found = after(lane.RELOAD * ARGUMENTS, state)
    assert {step.state.my_guns: p for step, p in found.items()} == {1: Fraction(1, 2), 0: Fraction(1, 2)}


def test_end_phase__recovery_of_toughness_3():
    """N17-A-END-03: 1/3 back, pinned and with a flesh wound; 1/2 still down; 1/6 out."""
    found = law(lambda dice: TWO.end_phase(state_of(TWO, theirs=LYING), dice)).of(
        lambda state: (TWO.conditions[1][state.theirs], state.their_pinned)
    )
    assert found == {
        (Condition(0, 2, 0, IN_PLAY), 1): Fraction(1, 3),
        (LYING, 0): Fraction(1, 2),
        (Condition(0, 0, 0, OUT), 0): Fraction(1, 6),
    }


def test_end_phase__whoever_recovers_in_contact_is_engaged():
    state = state_of(TWO, theirs=LYING, gap=0)
    found = law(lambda dice: TWO.end_phase(state, dice)).of(
        lambda end: (TWO.conditions[1][end.theirs].down, end.their_pinned)
    )
    assert found[IN_PLAY, 0] == Fraction(1, 3)


BURNING = Condition(1, 3, 0, IN_PLAY, 0, ON_FIRE)


def test_fire__a_sixth_or_with_both_actions_five_sixths():
    """N17-A-TRT-03: 6+ alone, 2+ with a Double action, which leaves it pinned."""
    state = state_of(TWO, mine=BURNING)
    alone = after(lane.BURN * ARGUMENTS, state)
    assert sum(p for step, p in alone.items() if step.event == lane.FIRE_OUT) == Fraction(1, 6)
    double = after(lane.BURN * ARGUMENTS + 1, state)
    assert all(step.event == lane.DONE for step in double)
    out = [
        p
        for step, p in double.items()
        if not TWO.conditions[0][step.state.mine].marks & ON_FIRE and step.state.mine
    ]
    assert sum(out) == Fraction(5, 6)
    assert all(step.state.my_pinned for step in double if TWO.conditions[0][step.state.mine].down == IN_PLAY)


def test_retreat__a_burning_enemy_does_not_react():
    """N17-A-TRT-03; and concussed it needs 2 more, 6 at most."""
    state = state_of(TWO, gap=0)
    events = {step.event for step in after(lane.RETREAT * ARGUMENTS, state)}
    assert {lane.AWAY_REACTION, lane.STUCK_REACTION} <= events
    duel = setup("custom[+flamer]", "custom[+autogun]")
    state = state_of(duel, theirs=BURNING, gap=0)
    events = {step.event for step in after(lane.RETREAT * ARGUMENTS, state, duel)}
    assert not {lane.AWAY_REACTION, lane.STUCK_REACTION} & events


def test_concussion__two_worse_until_the_round_is_over():
    """Initiative 4+ becomes 6+: with only_if_passed both tests pass with 1/6 x 1/2 in place of 1/2 x 1/2."""
    duel = setup(
        "custom[+grav-gun]", "custom[+autogun]", {"retreat_reaction": "only_if_passed"}, lane=6, distance=3
    )
    dazed = Condition(1, 3, 0, IN_PLAY, 0, CONCUSSED)
    assert dazed in list(duel.conditions[1])
    for mine, passes in ((None, Fraction(1, 2)), (dazed, Fraction(1, 6))):
        state = state_of(duel, mine=mine, side=1, gap=0)
        found = after(lane.RETREAT * ARGUMENTS, state, duel, 1)
        assert sum(p for step, p in found.items() if step.event == lane.AWAY_REACTION) == passes / 2
    over = law(lambda dice: duel.end_phase(state_of(duel, theirs=dazed), dice)).outcomes
    assert [duel.conditions[1][end.theirs] for end in over] == [duel.conditions[1][duel.conditions[1].start]]


def test_flames_reach_8_inches():
    for gap, hurts in ((8, True), (9, False)):
        found = after(lane.SHOOT * ARGUMENTS, state_of(TWO, side=1, gap=gap), side=1)
        harmed = {step.state.theirs != TWO.conditions[0].start or step.state.their_pinned for step in found}
        assert harmed == ({True} if hurts else {False})


def test_the_seriously_injured_crawl_and_do_nothing_else():
    state = state_of(TWO, mine=LYING)
    at = np.array(state)[:, None]
    kinds = {option // ARGUMENTS for option, legal in options(TWO, 0, lane.START, at) if legal[0]}
    assert kinds == {lane.NOTHING, lane.CRAWL}


def test_fire__nobody_is_pinned_and_engaged():
    """In contact with an enemy in play a fighter puts the fire out without lying down, and runs nowhere."""
    state = state_of(TWO, mine=BURNING, gap=0)
    for option in (lane.BURN * ARGUMENTS, lane.BURN * ARGUMENTS + 1):
        assert {(step.state.gap, step.state.my_pinned) for step in after(option, state)} == {(0, 0)}


def test_fire__who_burns_on_runs_2d6_towards_or_away():
    state = state_of(TWO, mine=BURNING)
    gaps = {}
    for step, p in after(lane.BURN * ARGUMENTS, state).items():
        if step.event == lane.DONE and TWO.conditions[0][step.state.mine].down == IN_PLAY:
            gaps[step.state.gap] = gaps.get(step.state.gap, 0) + p
    total = sum(gaps.values())
    assert gaps[4] / total == Fraction(1, 2) * Fraction(1, 36)  # a 2 towards
    assert gaps[1] / total == Fraction(1, 2) * Fraction(30, 36)  # 5 or more: stops at 1 inch
    assert gaps[12] / total == Fraction(1, 2) * Fraction(26, 36)  # 6 or more away: the end of the lane


def test_blinded__one_activation_is_lost():
    duel = setup("custom[+photon-flash-flares]", "custom[+lasgun]", lane=6, distance=5)
    blind = Condition(1, 3, 0, IN_PLAY, 0, BLINDED)
    state = State(5, duel.conditions[1].number(blind), duel.conditions[0].start, 0, 0, 0, 0, 1, 1)
    (step,) = after(lane.COME_TO * ARGUMENTS, state, duel, 1)
    assert step == lane.Step(lane.DONE, state._replace(mine=duel.conditions[1].start))
    assert lane.next_point(lane.START, lane.COME_TO * ARGUMENTS, lane.DONE, 1, 1) == lane.END


def test_fight__the_coup_follows_at_once():
    """N17-A-CDG-01: no fight leaves an enemy seriously injured, unless coup_after_fight is off."""
    blow = lane.FIGHT * ARGUMENTS
    for chosen, left in (({}, False), ({"coup_after_fight": "False"}, True)):
        duel = setup("kaiya", "rork", chosen)
        state = duel.conditions[0].start, duel.conditions[1].start
        ends = law(
            lambda dice, s=state, d=duel: d.act(0, blow, State(0, *s, 0, 0, 0, 0, 1, 1), dice)
        ).outcomes
        assert any(duel.conditions[1][end.state.theirs].down == SERIOUS for end in ends) == left


def test_shot__out_of_ammo():
    """Every shot of an autogun's three dice may empty it; the bit of its store is gone then."""
    found = after(lane.SHOOT * ARGUMENTS, state_of(TWO))
    empty = sum(p for step, p in found.items() if step.state.my_guns == 0)
    one = Fraction(1, 6) * Fraction(1, 2)  # an Ammo symbol and a failed check
    assert empty == 1 - (1 - one) ** TWO.guns[0][0].first.traits["rapid-fire"]


# ------------------------------------------------------------------ arms


def arms(text):
    return arms_of(fighter(CAT, text), resolve(CAT, "advanced"))


def test_arms__stores_of_ammo():
    found = arms("custom[+lasgun,+stub-gun,+fighting-knife]")
    assert [store.name for store in found.stores] == ["Lasgun", "Stub gun"]
    assert [gun.stores for gun in found.guns] == [(1, 0), (2, 0)]
    assert [each.needs for each in found.sets] == [2, 0, 2]  # stub gun, knife, both
    assert found.stores[0].plentiful == 1


def test_arms__a_third_store_is_left_out():
    found = arms("custom[+lasgun,+stub-gun,+autogun]")
    assert [gun.first.weapon for gun in found.guns] == ["lasgun", "stub-gun"]
    assert "Autogun" in found.left_out[0]


def test_arms__two_pistols_are_one_more_way_to_shoot():
    found = arms("custom[+laspistol,+autopistol]")
    assert [gun.name for gun in found.guns] == ["Laspistol", "Autopistol", "Laspistol + autopistol"]
    assert found.guns[2].needs == 3
    assert found.sets[-1].first.weapon == "unarmed"  # if both are empty


def test_arms__combi_profiles_run_out_on_their_own():
    assert len(arms("custom[+combi-bolter-flamer]").stores) == 2
    assert len(arms("custom[+shotgun]").stores) == 1


def test_arms__grenades_are_never_filled_again():
    assert [store.fills for store in arms("custom[+frag-grenades,+lasgun]").stores] == [False, True]


def test_arms__unwieldy_is_a_double_action():
    assert [gun.double for gun in arms("custom[+heavy-stubber]").guns] == [True]
    assert [gun.double for gun in arms("custom[+heavy-stubber,+suspensor]").guns] == [False]


# ------------------------------------------------------------------ games

PAIRS = {
    "pistols and blades": ("kaiya", "rork"),
    "fire and Toughness": ("custom[+flamer,+flail]", "custom[+laspistol,+autopistol,w=2]"),
    "blasts": ("custom[+frag-grenades,+axe]", "custom[+photon-flash-flares,+heavy-stubber]"),
    "gravity": ("custom[+grav-gun]", "custom[+harpoon-launcher,+spud-jacker]"),
    "unstable": ("custom[+plasma-pistol]", "custom[+bio-booster,+shock-whip,+refractor]"),
}
CHOSEN = (
    {},
    {"reaction_order": "simultaneous", "charge_d3": "before_declare"},
    {"retreat_timing": "after_move", "melee_kb_followup": "always", "multi_hit": "batch"},
)


@cache
def game(name, k=0):
    where = {"distance": 4, "lane": 6, "cover_a": "partial", "rounds": 2}
    return Solution(setup(*PAIRS[name], tuple(CHOSEN[k].items()), **where))


@pytest.mark.parametrize(
    ("name", "k"), [*((name, 0) for name in PAIRS), ("pistols and blades", 1), ("gravity", 2)]
)
def test_reads__the_law_laid_over_is_the_law_of_that_very_state(name, k):
    for side in (0, 1):
        lies_over(game(name, k).games[side], random.Random(k))


def test_every_kind_of_option_turns_up():
    found = set().union(*(kinds_of(each) for name in PAIRS for each in game(name).games))
    assert {lane.RELOAD, lane.DOUBLE_SHOOT, lane.COUP, lane.COME_TO, lane.BURN} <= found


@pytest.mark.parametrize("name", PAIRS)
def test_every_condition_that_comes_about_is_known(name):
    solution = game(name)
    known = [len(each) for each in solution.setup.conditions]
    Drawing(solution, np.random.default_rng(1)).tally([("random", "random")], [2_000])
    assert [len(each) for each in solution.setup.conditions] == known


@pytest.mark.parametrize("name", PAIRS)
def test_equilibrium__no_policy_does_better(name):
    solution = game(name)
    pairs = [(mine, theirs) for mine in POLICIES for theirs in POLICIES]
    courses = dict(zip(pairs, solution.courses(pairs), strict=True))
    edge = {pair: course.a_wins - course.b_wins for pair, course in courses.items()}
    assert abs(edge["best", "best"] - solution.value) < EXACT
    replies = [dict(zip(POLICIES, solution.replies(side, POLICIES), strict=True)) for side in (0, 1)]
    for policy in POLICIES:
        assert edge["best", policy] >= solution.value - EXACT
        assert edge[policy, "best"] <= solution.value + EXACT
        for other in POLICIES:
            assert replies[0][policy] >= edge[other, policy] - EXACT
            assert replies[1][policy] <= edge[policy, other] + EXACT
    for course in courses.values():
        assert abs(course.a_wins + course.b_wins + course.draw - 1) < EXACT
        assert list(course.over) == sorted(course.over)


def test_mirrored_fighters_are_even():
    solution = Solution(setup("kaiya", "kaiya", distance=5, lane=8, rounds=3))
    assert abs(solution.value) < EXACT
    course = solution.course("charge", "charge")
    assert abs(course.a_wins - course.b_wins) < EXACT


def test_by_distance__is_the_value_of_a_duel_begun_there():
    where = {"lane": 8, "rounds": 2}
    near = Solution(setup("kaiya", "rork", distance=3, **where))
    far = Solution(setup("kaiya", "rork", distance=7, **where))
    assert abs(far.by_distance[3] - near.value) < EXACT
    assert len(far.by_distance) == 9


def test_without_injuries_ammo_and_advanced_traits_it_is_the_basic_duel():
    cards = ("custom[w=2,+fighting-knife]", "custom[+brute-cleaver,t=4,a=2]")
    basic = resolve(CAT, "basic")
    same = {"injury_faces": "0,0,6", "test_auto_fail": "nat1_only_hit_rolls", "impossible_shot": "miss"}
    same |= {"coup_after_fight": "False"}
    where = {"distance": 6, "lane": 9, "rounds": 3}
    cards_ = [fighter(CAT, card) for card in cards]
    plain = Solution(set_up(*cards_, basic, **where))
    found = Solution(setup(*cards, tuple(same.items()), **where))
    assert abs(plain.value - found.value) < EXACT
    for policies in (("charge", "charge"), ("random", "keep-away")):
        ours, theirs = found.course(*policies), plain.course(*policies)
        assert abs(ours.a_wins - theirs.a_wins) < EXACT
        assert abs(ours.rounds_mean - theirs.rounds_mean) < EXACT


# ------------------------------------------------------------------ played, drawn


def verdict(duel, end):
    """Who wins: 0, 1, or 2 for a draw."""
    a = bool(duel.conditions[0].in_play[end.state.mine])
    b = bool(duel.conditions[1].in_play[end.state.theirs])
    return 2 if a == b else int(b)


@pytest.mark.parametrize("policies", [("best", "best"), ("random", "charge")])
@pytest.mark.parametrize("name", PAIRS)
def test_played_with_dice_it_goes_as_computed(name, policies):
    solution = game(name)
    match, course, n = match_of(solution, *policies), solution.course(*policies), 400
    ends = [verdict(solution.setup, play_advanced(match, Plain(11, trial))) for trial in range(n)]
    for who, p in enumerate((course.a_wins, course.b_wins, course.draw)):
        if 0 < p < 1:
            assert abs(z_score(ends.count(who), n, p)) < UNLIKELY


def test_told_twice_it_is_the_same_story():
    match = match_of(game("pistols and blades"), "best", "best")
    for seed in range(5):
        first, again = Narrating(seed), Narrating(seed)
        assert play_advanced(match, first) == play_advanced(match, again)
        assert first.story == again.story


@pytest.mark.parametrize("name", PAIRS)
def test_drawn_it_goes_as_computed(name):
    solution, n = game(name), 20_000
    pairs = [("best", "best"), ("stand-and-shoot", "charge"), ("keep-away", "stand-and-shoot")]
    tallies = Drawing(solution, np.random.default_rng(3)).tally(pairs, [n] * len(pairs))
    for tally, course in zip(tallies, solution.courses(pairs), strict=True):
        compared = [(tally.a_wins, course.a_wins), (tally.b_wins, course.b_wins)]
        compared += zip(tally.a_standing, course.a_standing, strict=True)
        compared += zip(tally.over, course.over, strict=True)
        assert max(abs(z_score(hits, n, p)) for hits, p in compared if n * p * (1 - p) > 25) < UNLIKELY


def test_drawn_without_a_solution_it_is_the_same():
    solution = game("pistols and blades")
    pairs = [("random", "charge")]
    drawn = [
        Drawing(each, np.random.default_rng(5)).tally(pairs, [500])
        for each in (solution, Contest(solution.setup))
    ]
    assert drawn[0] == drawn[1]


def test_drawn_the_table_and_the_duel_have_dice_of_their_own():
    """The mixture that the table gives must not know the luck of the duels that it is tried in."""
    solution, pair = game("pistols and blades"), [("charge", "charge")]
    counts = []
    for part in (duel_sampled.THE_DUEL, duel_sampled.THE_TABLE, duel_sampled.THE_DUEL):
        drawn = duel_sampled.Drawn(solution, pair, part=part)
        counts.append(np.zeros(drawn.size, np.int64))
        drawn.fill(7, 0, 5_000, counts[-1])
    assert counts[0].tolist() == counts[2].tolist() != counts[1].tolist()


def test_drawn_in_blocks_that_threads_do_not_change():
    drawn = duel_sampled.Drawn(game("pistols and blades"), [("charge", "keep-away")])
    whole = [run(drawn, trials=2_500, seed=3, batch=1_000, threads=n) for n in (1, 2)]
    assert whole[0].counts.tolist() == whole[1].counts.tolist()
    first = run(drawn, trials=1_000, seed=3, batch=1_000)
    rest = run(drawn, trials=1_500, first=1_000, seed=3, batch=1_000)
    assert (first + rest).counts.tolist() == whole[0].counts.tolist()


def test_split__is_multinomial():
    """Means and variances of the parts, against n p and n p (1 - p)."""
    p = np.array([0.2, 0.5, 0.3, 1.0])
    drawn = split(np.full((2, 4_000), 50), p, np.array([0, 3]), np.random.default_rng(2))
    assert (drawn[:3].sum(axis=0) == 50).all()
    assert (drawn[3] == 50).all()
    for part, chance in zip(drawn[:3], p, strict=False):
        assert abs(part.mean() - 50 * chance) < UNLIKELY * (50 * chance * (1 - chance) / 4_000) ** 0.5
        assert part.var() == pytest.approx(50 * chance * (1 - chance), rel=0.15)


# ------------------------------------------------------------------ too large to be solved


def test_expected_points__near_the_truth():
    for name in PAIRS:
        solution = game(name)
        assert 0.6 < expected_points(solution.setup) / solution.points < 1.6


def test_too_large__simulated_with_named_policies(monkeypatch):
    """The same duel, declared too large: its table holds the exact chances, best play is a mixture of policies."""
    where = {"distance": 6, "lane": 10, "rounds": 3, "rules": "advanced"}
    exact = matchup.matchup("kaiya", "rork", trials=0, **where).to_dict()
    monkeypatch.setattr(matchup, "MOST_POINTS", 1_000)
    monkeypatch.setattr(duel_sampled, "FOR_THE_TABLE", 4_000)
    found = matchup.matchup("kaiya", "rork", trials=4_000, seed=1, **where).to_dict()
    assert found["duel"]["method"] == "simulated"
    assert exact["duel"]["method"] == "exact"
    known = {(row["policy_a"], row["policy_b"]): row for row in exact["policies"]["table"]}
    for row in found["policies"]["table"]:
        expected = known[row["policy_a"], row["policy_b"]]["a_wins"]["p"]
        assert abs(z_score(round(row["a_wins"]["p"] * 4_000), 4_000, expected)) < UNLIKELY
    for side in "ab":
        assert sum(found["policies"]["equilibrium"][side].values()) == pytest.approx(1)
    assert found["duel"]["a_wins"]["trials"] == 4_000


def test_too_large__exact_is_refused(monkeypatch):
    monkeypatch.setattr(matchup, "MOST_POINTS", 1_000)
    with pytest.raises(matchup.UsageError, match="decision points") as caught:
        matchup.matchup("kaiya", "rork", trials=0, rules="advanced")
    assert "exact" in caught.value.hint
