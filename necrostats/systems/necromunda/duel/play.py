"""A whole duel as one step, from the first roll for priority to the last round."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from necrostats.engine.dice import Dice, die, entry, note, roll, saying, step
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.advanced import AdvancedDuel
from necrostats.systems.necromunda.duel.contest import Turn
from necrostats.systems.necromunda.duel.lane import State, next_point
from necrostats.systems.necromunda.duel.legal import COORDINATES
from necrostats.systems.necromunda.duel.named import BEST, PLANNED, RANDOM
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.rounds import NOBODY, PASS_TO_OPPONENT, REROLL, priority

AT_RANDOM = roll("duel", "which action")

ROUND = saying("Round {n}")
HAS_PRIORITY = saying("{side} has priority")
ACTS = saying("{side} acts")
GAP = saying("{me} acts, {inches} apart")


class Match(NamedTuple):
    """A duel with what both sides pick.

    Attributes:
        duel: The numbers of both sides, a ``lane.Duel`` or an ``AdvancedDuel``.
        place: The node of each point and state of A's game, then of B's.
        picks: What is picked at each turn and node of A's game, then of B's: an option, or -1 - m for menu m.
        place_begin, point_stride, strides: Where in ``place`` each side's begin, and how they are numbered.
        begin, turn_stride: The same of ``picks``; ``turn_stride`` is 0 where picks do not change over turns.
        menus: For each menu where its options begin, how many there are and their weights' sum.
        menu_options, menu_weights: The options of all menus.
        start: The state at the start, seen from A.
        rounds, tie: How many rounds; option ``priority_tie``.
    """

    duel: Any
    place: Any
    picks: Any
    place_begin: Any
    point_stride: Any
    strides: Any
    begin: Any
    turn_stride: Any
    menus: Any
    menu_options: Any
    menu_weights: Any
    start: State
    rounds: int
    tie: int


class End(NamedTuple):
    """The round in which each side went out of action, 0 if it did not; the state at the end, seen from A."""

    a_out: int
    b_out: int
    state: State


@step
def swap(state: State) -> State:
    """The same state seen from the other side."""
    return State(
        state.gap, state.theirs, state.mine, state.their_pinned, state.my_pinned, state.their_cover, state.my_cover,
        state.their_guns, state.my_guns,
    )  # fmt: skip


@step
def pick(match: Match, actor: int, turn: int, point: int, state: State, dice: Dice) -> int:
    """The option taken: fixed by the policies, or drawn from a menu."""
    s, k = match.strides, COORDINATES * actor
    number = (
        entry(s, k) * state.gap + entry(s, k + 1) * state.mine + entry(s, k + 2) * state.theirs
        + entry(s, k + 3) * state.my_pinned + entry(s, k + 4) * state.their_pinned + entry(s, k + 5) * state.my_cover
        + entry(s, k + 6) * state.their_cover + entry(s, k + 7) * state.my_guns + entry(s, k + 8) * state.their_guns
    )  # fmt: skip
    begin, stride = entry(match.place_begin, actor), entry(match.point_stride, actor)
    node = int(entry(match.place, begin + point * stride + number))
    begin, stride = entry(match.begin, actor), entry(match.turn_stride, actor)
    option = int(entry(match.picks, begin + turn * stride + node))
    if option >= 0:
        return option
    menu = 3 * (-1 - option)
    first, count = entry(match.menus, menu), entry(match.menus, menu + 1)
    left = die(dice, entry(match.menus, menu + 2), AT_RANDOM)
    for i in range(first, first + count):
        left -= entry(match.menu_weights, i)
        if left <= 0:
            return entry(match.menu_options, i)
    return entry(match.menu_options, first)


def playing(act: Callable[..., lane.Step], end_phase: Callable[..., State]) -> Callable[[Match, Dice], End]:
    """A whole duel as one step, from what an option leads to and what happens in an End phase."""

    def play(match, dice):  # type: ignore[no-untyped-def]
        state = match.start
        holder = NOBODY
        for number in range(1, match.rounds + 1):
            note(dice, ROUND, number)
            holder = priority(match.tie, holder, dice)
            note(dice, HAS_PRIORITY, holder)
            for slot in range(2):
                actor = holder if slot == 0 else 1 - holder
                note(dice, ACTS, actor)
                note(dice, GAP, state.gap)
                if actor == 1:
                    state = swap(state)
                point = lane.START
                while point != lane.END:
                    option = pick(match, actor, (number - 1) * 2 + holder, point, state, dice)
                    after = act(match.duel, actor, option, state, dice)
                    state = after.state
                    point = next_point(point, option, after.event, state.mine, state.theirs)
                if actor == 1:
                    state = swap(state)
                if state.mine <= 0 or state.theirs <= 0:
                    return End(number if state.mine <= 0 else 0, number if state.theirs <= 0 else 0, state)
            state = end_phase(match.duel, state, dice)
            if state.mine <= 0 or state.theirs <= 0:
                return End(number if state.mine <= 0 else 0, number if state.theirs <= 0 else 0, state)
        return End(0, 0, state)

    return step(play)


ROUNDS = rule(
    "N17-B-RND-01", "N17-B-RND-04", "N17-B-RND-05", "N17-B-RND-06", "N17-B-RND-07", "N17-B-STAT-01"
)  # fmt: skip
play = ROUNDS(playing(lane.act, lane.end_phase))
"""Rounds of priority and one activation each, until a side is out of action or the last round is over."""

play_advanced = playing(AdvancedDuel.act, AdvancedDuel.end_phase)
"""The same under the advanced rules; it is enumerated and told, not compiled."""


def match_of(solution: Solution, policy_a: str, policy_b: str) -> Match:
    """The duel with two policies, ready to be played."""
    setup = solution.setup
    policies = (policy_a, policy_b)
    menus: list[tuple[int, int, int]] = []
    menu_options: list[int] = []
    menu_weights: list[int] = []
    tables: list[Any] = []
    turn_strides = []
    for actor in (0, 1):
        game = solution.games[actor]
        nodes = game.full.size
        changing = BEST in policies
        turns = 2 * setup.rounds if changing else 1
        table = np.zeros((turns, nodes), np.int32)
        for i, (layer, foe) in enumerate(zip(game.layers, game.foe_picks, strict=True)):
            policy = policies[1 - actor if foe else actor]
            if policy == BEST:
                for turn in range(turns):
                    number, holder = divmod(turn, 2)
                    slot = 0 if holder == actor else 1
                    positions = solution.picks(Turn(number + 1, holder, slot), i)
                    table[turn, layer.nodes] = layer.options[positions]
            elif policy in PLANNED:
                table[:, layer.nodes] = solution.planned(actor, policy)[i].options
            elif policy == RANDOM:
                whole = solution.plans[actor].random_of(game.open(layer))
                ends = np.append(layer.first_option[1:], layer.options.size)
                for node, low, high in zip(layer.nodes, layer.first_option, ends, strict=True):
                    kept = np.arange(low, high)[whole[low:high] > 0]
                    if kept.size == 1:
                        table[:, node] = layer.options[kept[0]]
                        continue
                    table[:, node] = -1 - len(menus)
                    menus.append((len(menu_options), kept.size, int(whole[kept].sum())))
                    menu_options += layer.options[kept].tolist()
                    menu_weights += whole[kept].tolist()
        tables.append(table.reshape(-1))
        turn_strides.append(nodes if changing else 0)
    spaces = [g.space for g in solution.games]
    return Match(
        setup.advanced or setup.numbers,
        np.concatenate([g.place for g in solution.games]),
        np.concatenate(tables),
        (0, solution.games[0].place.size),
        tuple(space.size for space in spaces),
        tuple(x for space in spaces for x in space.strides),
        (0, tables[0].size),
        tuple(turn_strides),
        tuple(x for menu in menus for x in menu) or (0,),
        tuple(menu_options) or (0,),
        tuple(menu_weights) or (0,),
        spaces[0].state(solution.start),
        setup.rounds,
        REROLL if setup.options["priority_tie"] == "reroll" else PASS_TO_OPPONENT,
    )
