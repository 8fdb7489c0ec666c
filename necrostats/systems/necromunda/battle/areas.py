"""Blasts and flames on a board: who is under them, and what they do to each (section 8.3)."""

from necrostats.engine.dice import Dice, die, large_step, note, roll, saying, step
from necrostats.systems.necromunda.battle.acting import (
    cover_from,
)
from necrostats.systems.necromunda.battle.board import HIGH, Ground
from necrostats.systems.necromunda.battle.hitting import hit_by, of_gun, row_of_shot, turns_its_back
from necrostats.systems.necromunda.battle.measuring import GONE, HAIR, PRONE, from_segment, length
from necrostats.systems.necromunda.battle.paths import through_piece
from necrostats.systems.necromunda.battle.sight import HIDDEN, IN_THE_OPEN, cover_of, faces, view
from necrostats.systems.necromunda.battle.state import (
    BLAST,
    DIRECTIONS,
    FLAME,
    Advanced,
    Battle,
)
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.templates import DUD, FLAME_LENGTH, ON_SHOOTER, scatter_inches
from necrostats.systems.necromunda.volley import (
    Fire,
)

WHERE = roll("N17-A-BLAST-02", "direction of the scatter")

COMES_DOWN = saying("The blast comes down at {spot}")
IS_LOST = saying("The blast comes down beyond the edge of the board")
BLAST_HITS = saying("The blast catches {who}")
CATCHES_NOBODY = saying("The blast catches nobody")
FLAME_HITS = saying("The template covers {who}")

FLAME_WIDTH = 1.25  # half of a flame template at its far end, about: inches
SPOTS = 10_000  # tenths of an inch along a board that a told point can have


@step
def spotted(x: float, y: float) -> int:
    """A point of the board in one number, for a sentence: tenths of an inch."""
    return int(10 * y + 0.5) * SPOTS + int(10 * x + 0.5)


@rule("N17-A-SAV-01", "N17-A-BLAST-04")
@large_step
def cover_from_point(battle: Battle, x: float, y: float, target: int) -> int:
    """N17-A-SAV-01: the cover of a fighter as seen from a point; HIDDEN behind a wall."""
    state, eyes = battle.state, battle.state.eyes
    field = state.field
    if length(field.x[target] - x, field.y[target] - y) <= HAIR:
        return IN_THE_OPEN
    radius = eyes.radius[1]
    eyes.x[0], eyes.y[0] = x, y
    eyes.x[1], eyes.y[1], eyes.radius[1] = field.x[target], field.y[target], field.radius[target]
    share = view(battle.forces.ground, eyes, 0, 1, state.spans).share
    eyes.radius[1] = radius
    return cover_of(share, battle.forces.readings.half_is_full)


@rule("N17-A-BLAST-04")
@step
def under_marker(battle: Battle, x: float, y: float, radius: float, who: int) -> bool:
    """N17-A-BLAST-04: whether a marker touches a fighter's base and no wall is in between."""
    field = battle.state.field
    if field.posture[who] == GONE:
        return False
    if length(field.x[who] - x, field.y[who] - y) > radius + field.radius[who] + HAIR:
        return False
    return cover_from_point(battle, x, y, who) != HIDDEN


@rule("N17-A-BLAST-02")
@large_step
def up_to_wall(ground: Ground, x: float, y: float, ux: float, uy: float, inches: float) -> float:
    """How far a point comes in a direction before it meets a wall."""
    far = inches
    for piece in range(ground.number):
        if ground.high[piece] == HIGH:
            span = through_piece(ground, piece, x, y, ux, uy, inches, 0.0)
            if span.first < span.last and 0 <= span.first < far:
                far = span.first
    return far


@rule("N17-A-BLAST-02", "N17-A-BLAST-03")
@large_step
def mark(
    battle: Battle, advanced: Advanced, me: int, x: float, y: float, radius: float, missed: int, dice: Dice
) -> tuple[float, float]:
    """One marker: who is under it is hit once more; returns its centre.

    N17-A-BLAST-02: one that missed scatters, its centre as far as the first wall; off the board it is lost.
    """
    ground, field = battle.forces.ground, battle.state.field
    if missed == 1:
        inches = scatter_inches(dice)
        if inches == DUD:
            return x, y
        if inches == ON_SHOOTER:
            x, y = field.x[me], field.y[me]
        else:
            k = advanced.ways + 2 * (die(dice, DIRECTIONS, WHERE) - 1)
            far = up_to_wall(ground, x, y, battle.real[k], battle.real[k + 1], float(inches))
            x, y = x + battle.real[k] * far, y + battle.real[k + 1] * far
            if x < 0 or y < 0 or x > ground.width or y > ground.height:
                note(dice, IS_LOST, me)
                return x, y
    note(dice, COMES_DOWN, spotted(x, y))
    for who in range(field.number):
        if under_marker(battle, x, y, radius, who):
            battle.state.hits[who] += 1
    return x, y


@rule("N17-A-BLAST-04", "N17-A-BLAST-05", "N17-A-SAV-01", "N17-A-SAV-02", "N17-B-KB-02")
@large_step
def blast(
    battle: Battle, advanced: Advanced, me: int, gun: int, target: int, row: int, fired: Fire, dice: Dice
) -> None:
    """N17-A-BLAST-04: the markers of a shot, several of one burst, and a hit on everybody under each.

    Cover, the arc and the direction of a push are judged from the centre, of the last of several markers.
    """
    state, forces = battle.state, battle.forces
    field = state.field
    x, y = field.x[target], field.y[target]
    radius = battle.real[advanced.marker + me * forces.most_guns + gun]
    for who in range(field.number):
        state.hits[who] = 0
    centre = x, y
    for _ in range(fired.hits):
        centre = mark(battle, advanced, me, x, y, radius, 0, dice)
    for _ in range(fired.missed):
        centre = mark(battle, advanced, me, x, y, radius, 1, dice)
    x, y = centre
    caught = 0
    for who in range(field.number):
        caught += state.hits[who]
    if caught == 0:
        note(dice, CATCHES_NOBODY, me)
    if state.hits[target] == 0:
        nothing = Fire(0, 0, 0, 0, 0, 0, fired.symbols)
        hit_by(battle, advanced, me, gun, target, row, nothing, 1, 0, field.x[me], field.y[me], dice)
    for turn in range(-1, field.number):
        who = target if turn < 0 else turn
        if state.hits[who] == 0 or field.posture[who] == GONE or turn == target:
            continue
        note(dice, BLAST_HITS, who)
        seen = min(cover_from_point(battle, x, y, who), HIDDEN - 1)
        behind = 1 if field.posture[who] == PRONE or not faces(field, who, x, y) else 0
        there = row_of_shot(battle, me, gun, who, 0, seen, behind)
        hits = Fire(state.hits[who], 0, 0, 0, 0, 0, fired.symbols if who == target else 0)
        spends = 1 if who == target else 0
        if length(field.x[who] - x, field.y[who] - y) > HAIR:
            hit_by(battle, advanced, me, gun, who, there, hits, spends, 0, x, y, dice)
        else:
            hit_by(battle, advanced, me, gun, who, there, hits, spends, 0, field.x[me], field.y[me], dice)


@rule("N17-A-FLAME-01")
@step
def under_flame(battle: Battle, me: int, ux: float, uy: float, who: int) -> bool:
    """N17-A-FLAME-01: whether a flame template laid from a fighter's base in a direction touches another.

    It widens evenly to its far end, which is taken as straight.
    """
    field = battle.state.field
    if who == me or field.posture[who] == GONE:
        return False
    dx, dy = field.x[who] - field.x[me], field.y[who] - field.y[me]
    along, across = dx * ux + dy * uy - field.radius[me], abs(dx * uy - dy * ux)
    if 0 <= along <= FLAME_LENGTH and across * FLAME_LENGTH <= FLAME_WIDTH * along:
        return True
    side = from_segment(along, across, 0.0, 0.0, float(FLAME_LENGTH), FLAME_WIDTH)
    end = from_segment(along, across, float(FLAME_LENGTH), 0.0, float(FLAME_LENGTH), FLAME_WIDTH)
    return min(side, end) <= field.radius[who] + HAIR


@rule("N17-A-FLAME-01", "N17-A-SAV-01")
@large_step
def flame(
    battle: Battle, advanced: Advanced, me: int, gun: int, target: int, row: int, fired: Fire, dice: Dice
) -> None:
    """N17-A-FLAME-01: a hit on everybody under the template whom no wall hides."""
    field = battle.state.field
    x, y = field.x[me], field.y[me]
    dx, dy = field.x[target] - x, field.y[target] - y
    far = length(dx, dy)
    note(dice, FLAME_HITS, target)
    hit_by(battle, advanced, me, gun, target, row, fired, 1, 0, x, y, dice)
    for who in range(field.number):
        if who == target or not under_flame(battle, me, dx / far, dy / far, who):
            continue
        seen = cover_from(battle, me, who)
        if seen != HIDDEN:
            note(dice, FLAME_HITS, who)
            there = row_of_shot(battle, me, gun, who, 0, seen, turns_its_back(battle, who, me))
            one = Fire(fired.hits, 0, 0, 0, 0, 0, 0)
            hit_by(battle, advanced, me, gun, who, there, one, 0, 0, x, y, dice)


@rule("N17-A-BLAST-04", "N17-A-FLAME-01")
@large_step
def spares_friends(battle: Battle, advanced: Advanced, me: int, gun: int, target: int) -> bool:
    """Whether a blast or flame at a target, if it falls where it is meant to, touches neither a friend nor oneself."""
    field, area = battle.state.field, of_gun(battle, advanced.area, me, gun)
    x, y = field.x[target], field.y[target]
    radius = battle.real[advanced.marker + me * battle.forces.most_guns + gun]
    far = length(x - field.x[me], y - field.y[me])
    ux, uy = (x - field.x[me]) / far, (y - field.y[me]) / far
    for who in range(field.number):
        if field.side[who] == field.side[me]:
            if area == BLAST and under_marker(battle, x, y, radius, who):
                return False
            if area == FLAME and under_flame(battle, me, ux, uy, who):
                return False
    return True
