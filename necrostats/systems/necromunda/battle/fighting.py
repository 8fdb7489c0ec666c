"""A whole battle as one step: deployment, rounds, alternate activations, the end (N17-B-RND, N17-B-SCN)."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, die, large_step, note, roll, saying, step, until
from necrostats.systems.necromunda.battle.deciding import activate_group
from necrostats.systems.necromunda.battle.ending import end_phase
from necrostats.systems.necromunda.battle.measuring import GONE, PRONE, STANDING
from necrostats.systems.necromunda.battle.state import MOST_POINTS, NOBODY_WINS, STORES, Battle, engaged
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.rolls import higher
from necrostats.systems.necromunda.rounds import NOBODY, priority

ROUND = saying("Round {n}")
EDGE = roll("N17-B-SCN-03", "edge")
FIRST_ROLL = roll("N17-B-SCN-03", "who deploys first")
HAS_PRIORITY = saying("{side} has priority")
BEGINS = saying("{side} begins")


EDGES = 4
ALL_STORES = (1 << STORES) - 1
BOTTOM, TOP, LEFT, RIGHT = range(EDGES)
A_WINS, B_WINS, DRAW = range(3)


class Ending(NamedTuple):
    """The round in which a battle ended, how many of each side are left, and who won: A_WINS, B_WINS or DRAW."""

    round: int
    left_a: int
    left_b: int
    winner: int


@step
def left_of(battle: Battle, side: int) -> int:
    """How many fighters of a side are in play."""
    first, posture = battle.forces.first, battle.state.field.posture
    n = 0
    for who in range(first[side], first[side + 1]):
        if posture[who] != GONE:
            n += 1
    return n


@rule("N17-B-SCN-06")
@large_step
def winner_of(battle: Battle, a: int, b: int) -> int:
    """N17-B-SCN-06: who wins with so many fighters left on each side; both may be in play, or neither."""
    forces, reading = battle.forces, battle.forces.readings.winner
    if a > 0 and b > 0 and reading == NOBODY_WINS:
        return DRAW
    if a > 0 and b > 0 and reading == MOST_POINTS:
        more = 0.0
        for who in range(forces.first[2]):
            if battle.state.field.posture[who] != GONE:
                more += forces.points[who] if battle.state.field.side[who] == 0 else -forces.points[who]
        return DRAW if more == 0 else A_WINS if more > 0 else B_WINS
    return DRAW if a == b else A_WINS if a > b else B_WINS


@rule("N17-B-SCN-03")
@large_step
def deploy(battle: Battle, dice: Dice) -> None:
    """N17-B-SCN-03: everybody on the edge of its side, evenly spaced in the order of the gang, facing away from it."""
    forces, state = battle.forces, battle.state
    field, n = state.field, forces.first[2]
    edges = forces.readings.edges
    first, second = edges // EDGES, edges % EDGES
    if edges < 0:
        first, second = die(dice, EDGES, EDGE) - 1, die(dice, EDGES - 1, EDGE) - 1
        if second >= first:
            second += 1
    for who in range(n):
        edge = first if field.side[who] == 0 else second
        at = forces.starts + 2 * (edge * n + who)
        field.x[who], field.y[who] = battle.real[at], battle.real[at + 1]
        field.face_x[who] = 1.0 if edge == LEFT else -1.0 if edge == RIGHT else 0.0
        field.face_y[who] = 1.0 if edge == BOTTOM else -1.0 if edge == TOP else 0.0
        field.posture[who] = STANDING
        state.wounds[who] = forces.wounds[who]
        state.ready[who] = 0
        state.taken_out_by[who], state.taken_out_with[who] = -1, -1
        state.toughness[who], state.down[who], state.marks[who] = forces.toughness[who], 0, 0
        state.loaded[who], state.jammed[who], state.shaken[who], state.fled[who] = ALL_STORES, 0, 0, 0
        state.stood[who] = 0
    state.bottled[0], state.bottled[1] = 0, 0


@rule("N17-B-RND-04", "N17-B-RND-05")
@large_step
def next_ready(battle: Battle, side: int) -> int:
    """The ready fighter of a side that is activated next: first who is engaged, last who lies; -1 if there is none."""
    first, state = battle.forces.first, battle.state
    found, best = -1, 9
    for who in range(first[side], first[side + 1]):
        if state.ready[who] == 1:
            turn = 2 if state.field.posture[who] == PRONE else 0 if engaged(state.field, who) else 1
            if turn < best:
                found, best = who, turn
    return found


@rule("N17-B-RND-01", "N17-B-RND-05", "N17-B-RND-06", "N17-B-SCN-04", "N17-B-SCN-06")
@large_step
def play_battle(battle: Battle, dice: Dice) -> Ending:
    """N17-B-SCN-06: rounds until a side is out of action to the last, or the last round is over.

    N17-B-SCN-04: who wins the roll for deployment begins the first round.
    """
    forces, state = battle.forces, battle.state
    readings = forces.readings
    deploy(battle, dice)
    side = until(dice, higher, FIRST_ROLL)
    note(dice, BEGINS, side)
    holder = side if readings.kept_first == 1 else NOBODY
    for number in range(1, readings.rounds + 1):
        note(dice, ROUND, number)
        if number > 1:
            holder = priority(readings.tie, holder, dice)
            note(dice, HAS_PRIORITY, holder)
            side = holder
        began = side
        for who in range(forces.first[2]):
            state.ready[who] = 0 if state.field.posture[who] == GONE else 1
        while True:
            who = next_ready(battle, side)
            if who < 0:
                side = 1 - side
                who = next_ready(battle, side)
                if who < 0:
                    break
            activate_group(battle, who, dice)
            side = 1 - side
            a, b = left_of(battle, 0), left_of(battle, 1)
            if a == 0 or b == 0:
                return Ending(number, a, b, winner_of(battle, a, b))
        end_phase(battle, battle.advanced, began, dice)
        a, b = left_of(battle, 0), left_of(battle, 1)
        if a == 0 or b == 0:
            return Ending(number, a, b, winner_of(battle, a, b))
    a, b = left_of(battle, 0), left_of(battle, 1)
    return Ending(readings.rounds, a, b, winner_of(battle, a, b))
