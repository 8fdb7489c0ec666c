"""A whole battle as one step: deployment, rounds, alternate activations, the end (N17-B-RND, N17-B-SCN)."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, large_step, note, saying, step, until
from necrostats.systems.necromunda.battle.deciding import activate
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING
from necrostats.systems.necromunda.battle.state import Forces, State, engaged
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.rolls import higher
from necrostats.systems.necromunda.rounds import NOBODY, PRIORITY, priority

ROUND = saying("Round {n}")
HAS_PRIORITY = saying("{side} has priority")
BEGINS = saying("{side} begins")
ACTS = saying("{who} acts, at {place}")


class Ending(NamedTuple):
    """The round in which a battle ended, and how many of each side are left."""

    round: int
    left_a: int
    left_b: int


@step
def left_of(forces: Forces, state: State, side: int) -> int:
    """How many fighters of a side are in play."""
    n = 0
    for who in range(forces.first[side], forces.first[side + 1]):
        if state.field.posture[who] != GONE:
            n += 1
    return n


@rule("N17-B-SCN-03")
@large_step
def deploy(forces: Forces, state: State) -> None:
    """N17-B-SCN-03: everybody on the edge of its side, evenly spaced in the order of the gang, facing the other edge."""
    field = state.field
    for who in range(forces.first[2]):
        field.x[who], field.y[who] = forces.start_x[who], forces.start_y[who]
        field.face_x[who], field.face_y[who] = 0.0, forces.start_face_y[who]
        field.posture[who] = STANDING
        state.wounds[who] = forces.wounds[who]
        state.ready[who] = 0
        state.taken_out_by[who], state.taken_out_with[who] = -1, -1


@rule("N17-B-RND-04", "N17-B-RND-05")
@large_step
def next_ready(forces: Forces, state: State, side: int) -> int:
    """The ready fighter of a side that is activated next: who is engaged, then who stands, then who lies; -1 if none."""
    found, best = -1, 9
    for who in range(forces.first[side], forces.first[side + 1]):
        if state.ready[who] == 1:
            turn = 2 if state.field.posture[who] == PRONE else 0 if engaged(state.field, who) else 1
            if turn < best:
                found, best = who, turn
    return found


@rule("N17-B-RND-01", "N17-B-RND-05", "N17-B-RND-06", "N17-B-SCN-04", "N17-B-SCN-06")
@large_step
def play_battle(forces: Forces, state: State, dice: Dice) -> Ending:
    """N17-B-SCN-06: rounds until a side is out of action to the last, or the last round is over."""
    deploy(forces, state)
    holder = NOBODY
    for number in range(1, forces.rounds + 1):
        note(dice, ROUND, number)
        if number == 1 and forces.rolled_first == 0:
            holder = until(dice, higher, PRIORITY)
            note(dice, BEGINS, holder)
        else:
            holder = priority(forces.tie, holder, dice)
            note(dice, HAS_PRIORITY, holder)
        for who in range(forces.first[2]):
            state.ready[who] = 0 if state.field.posture[who] == GONE else 1
        side = holder
        while True:
            who = next_ready(forces, state, side)
            if who < 0:
                side = 1 - side
                who = next_ready(forces, state, side)
                if who < 0:
                    break
            state.ready[who] = 0
            note(dice, ACTS, who)
            activate(forces, state, who, dice)
            side = 1 - side
            a, b = left_of(forces, state, 0), left_of(forces, state, 1)
            if a == 0 or b == 0:
                return Ending(number, a, b)
    return Ending(forces.rounds, left_of(forces, state, 0), left_of(forces, state, 1))
