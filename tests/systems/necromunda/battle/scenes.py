"""Battles in which everybody stands where a test puts them, and dice that look on."""

from math import cos, pi, sin

from necrostats.engine.narrating import Plain, Scripted
from necrostats.systems.necromunda.battle.board import Board, Piece, slab
from necrostats.systems.necromunda.battle.fighting import ALL_STORES
from necrostats.systems.necromunda.battle.gathering import gathered
from necrostats.systems.necromunda.battle.measuring import PRONE, STANDING, gap
from necrostats.systems.necromunda.injuries import SERIOUS
from tests.naive.cards import fighter
from tests.systems.necromunda.generated import under
from tests.systems.necromunda.generated_advanced import under_advanced

NORTH, SOUTH, EAST, WEST = pi / 2, -pi / 2, 0.0, pi
INCH = 25.4  # millimetres: a base of radius half an inch


def man(*weapons, **stats):
    """A fighter on a base of an inch across."""
    return fighter(*weapons, **{"m": 4, "base": INCH, **stats})


def wall(a, b, thick=0.5):
    return Piece("wall", slab(a, b, thick))


def barricade(a, b, thick=0.5):
    return Piece("barricade", slab(a, b, thick))


def board_of(*pieces, width=24, height=24, deploy=("bottom", "top")):
    return Board("b", "B", width, height, tuple(pieces), deploy)


def scene(ours, theirs, *pieces, weights=None, rounds=6, rules=under, **options):
    """A battle in its midst.

    Args:
        ours, theirs: A card, x and y each, and if need be the angle it faces and its posture.
        weights: What both sides' policies weigh.
        rules: ``under`` or ``under_advanced``.
    """
    cards = tuple(tuple(who[0] for who in side) for side in (ours, theirs))
    battle = gathered(
        board_of(*pieces), cards, rules(**options), (weights or {}, weights or {}), rounds=rounds
    )
    field = battle.state.field
    for n, who in enumerate((*ours, *theirs)):
        card, x, y, angle, posture = (*who, *(NORTH, STANDING)[len(who) - 3 :])
        field.x[n], field.y[n], field.posture[n] = float(x), float(y), posture
        field.face_x[n], field.face_y[n] = cos(angle), sin(angle)
        battle.state.wounds[n], battle.state.loaded[n] = card.w, ALL_STORES
    return battle


def advanced(ours, theirs, *pieces, **more):
    """A battle of the advanced rules in its midst."""
    return scene(ours, theirs, *pieces, rules=under_advanced, **more)


def injure(battle, who, down=SERIOUS):
    """A fighter goes down, seen by nobody."""
    battle.state.down[who], battle.state.field.posture[who] = down, PRONE


def place(battle, who):
    """Where a fighter is."""
    return battle.state.field.x[who], battle.state.field.y[who]


def apart(battle, a, b):
    """Inches from base to base."""
    return gap(battle.state.field, a, b)


class AnySides(Scripted):
    """The same for dice of more sides too."""

    def throw(self, sides, rule):
        return super().throw(6, rule)


def given_faces(function, *arguments, faces):
    """Call a step with these faces; all of them must be asked for. Returns what the step gives."""
    dice = AnySides(faces)
    found = function(*arguments, dice)
    dice.check_used()
    return found


class Watching(Plain):
    """Dice of one trial that call somebody on every note, with its code and number."""

    def __init__(self, seed, trial, look):
        super().__init__(seed, trial)
        self.look = look

    def note(self, what, value):
        self.look(what, value)
