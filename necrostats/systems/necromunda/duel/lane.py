"""The duel as steps: what a fighter may do, and what then happens.

A duel runs through *points*: before an action, before the free Fight of a charge, before a reaction, before the
distance of a retreat. At each point one side picks an *option*; ``act`` rolls its dice and ``next_point`` says who
picks next. Everything is seen from the side whose activation it is: ``mine`` and ``theirs``.
"""

from typing import NamedTuple

from necrostats.engine.dice import Dice, entry, note, repeat, saying, step
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import SIMULTANEOUS, Melee, Strike, fight
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.movement import Retreat, charge_to, retreat, retreat_distance
from necrostats.systems.necromunda.rolls import Test, d3
from necrostats.systems.necromunda.shooting import Shot, range_band, shoot

# ------------------------------------------------------------------ points

END = 0
START = 1
FRESH = 2  # the fire is out, both actions are left
DECLARE = 3  # to 5: the charge die is known (option charge_d3=before_declare)
AFTER = (
    6  # to 11: one action spent, by kind; a Simple one (MOVE, RELOAD) as NOTHING, since it may be repeated
)
FREE_FIGHT = 12
REACT = 13  # 13 after the first action, 14 after the last
REACT_STUCK = 15  # a retreat failed and the enemy reacts
REACT_AWAY = 17  # a retreat succeeded and the enemy reacts
DISTANCE = 19  # 19 to 24 after the first action, 25 to 30 after the last: the D6 of a retreat is known
DISTANCE_DUE = 31  # the same, with a reaction to come after the move (option retreat_timing=after_move)
REACT_MOVED = 43  # that reaction, 43 after the first action, 44 after the last
REACT_HAMPERED = 45  # to 58: as REACT, by how the enemy is hampered
POINTS = 59

# ------------------------------------------------------------------ kinds of options

NOTHING, SHOOT, AIM, FIGHT, RETREAT, STAND_UP, MOVE, RELOAD = 0, 1, 2, 3, 4, 5, 6, 7
CRAWL, CHARGE, KNOWN_CHARGE, ROLL_CHARGE = 8, 9, 10, 11
AIMED_SHOOT, CHARGE_FIGHT, REACTION, REACTION_AWAY, RETREAT_TO, REACTION_MOVED = 12, 13, 14, 15, 16, 17
DOUBLE_SHOOT, COUP, COME_TO, BURN = 18, 19, 20, 21
ARGUMENTS = 1024  # an option is kind * ARGUMENTS + argument
DOUBLE = (CRAWL, CHARGE, KNOWN_CHARGE, DOUBLE_SHOOT, COME_TO, BURN)  # both actions at once

# ------------------------------------------------------------------ what an option leads to

DONE, CONTACT, REACTION_DUE, STUCK_REACTION, AWAY_REACTION, AWAY = 0, 1, 2, 3, 4, 4  # AWAY + D6: 5 to 10
DIE_KNOWN = 10  # + D3: 11 to 13
AWAY_DUE = 13  # + D6: 14 to 19
FIRE_OUT = 20
HAMPERED_DUE = 20  # + how the enemy is hampered: 21 to 27
EVENTS = 28
TANGLED, BARE, BLINDLY = 1, 2, 4  # how a reaction is hampered, added up
MANNER = 128  # the argument of a reaction is how it is hampered * MANNER + the set of weapons

SHOT_FIELDS = len(Shot._fields)
STRIKE_FIELDS = len(Strike._fields)
MELEE_FIELDS = 3 * STRIKE_FIELDS + 5
SIDE_FIELDS = 5

MOVES = saying("{me} moves to {inches} apart")
CRAWLS = saying("{me} crawls to {inches} apart")
STANDS = saying("{me} stands up")
AIMS = saying("{me} aims")
WAITS = saying("{me} waits")
CHARGES = saying("{me} charges over {inches}")
REACHES = saying("{me} reaches contact")
FALLS_SHORT = saying("{me} falls short and stops at {inches}")
SHOOTS = saying("{me} shoots with {gun}")
FIGHTS = saying("{me} fights with {blades}")
REACTS = saying("{foe} reacts with {their_blades}")
RETREATS = saying("{me} tries to retreat")
GOES = saying("{me} retreats to {inches} apart")
PUSHED = saying("{foe} is pushed to {inches} apart")
PINNED = saying("{foe} is pinned")
LOST = saying("{foe} has {wounds} left")
I_LOST = saying("{me} has {wounds} left")
FOE_OUT = saying("{foe} is out of action")
I_OUT = saying("{me} is out of action")


class State(NamedTuple):
    """Where a duel stands, seen from the side whose activation it is.

    Attributes:
        gap: Whole inches between the bases, 0 = engaged.
        mine, theirs: The fighter's condition by its number: 0 out of action, else under the basic rules the Wounds
            left, under the advanced ones its place in ``conditions.Conditions``.
        my_pinned, their_pinned: 1 if pinned.
        my_cover, their_cover: 1 if still in the cover it started in.
        my_guns, their_guns: Which stores of ammo are full, a bit each; 0 where nothing runs out.
    """

    gap: int
    mine: int
    theirs: int
    my_pinned: int
    their_pinned: int
    my_cover: int
    their_cover: int
    my_guns: int = 0
    their_guns: int = 0


class Step(NamedTuple):
    """What an option led to (DONE, CONTACT, ...) and where the duel stands after it."""

    event: int
    state: State


class Duel(NamedTuple):
    """The numbers of a duel, flat so that numba takes the table as an array and plain Python as a tuple.

    Attributes:
        sides: SIDE_FIELDS numbers a side, see ``numbers.side_numbers``.
        table: First the short and long range of each shot profile of each side, -1 where it has none; from ``shots``
            on SHOT_FIELDS numbers for each (side, profile, band, aimed, target prone, target in cover); from
            ``melees`` on MELEE_FIELDS numbers for each (side, set of weapons, charging).
        shots, melees: Where these begin in the table.
        lane: The longest gap.
        profiles, sets: How many profiles and sets a side has in the table.
        contact, always, order: Options ``charge_contact``, ``retreat_reaction``, ``reaction_order``.
        react_after: 1 if a reaction to a retreat comes after its move (option ``retreat_timing``).
    """

    sides: tuple[int, ...]
    table: tuple[int, ...]
    shots: int
    melees: int
    lane: int
    profiles: int
    sets: int
    contact: int
    always: int
    order: int
    react_after: int


M, HALF_M, TOUGHNESS, WOUNDS, TEST_NEED = 0, 1, 2, 3, 4


@step
def number(duel: Duel, side: int, what: int) -> int:
    """One of the numbers of a side."""
    return entry(duel.sides, side * SIDE_FIELDS + what)


@step
def band(duel: Duel, side: int, profile: int, gap: int) -> int:
    """The range band of one of a side's guns at a gap (N17-B-SHT-02)."""
    at = 2 * (side * duel.profiles + profile)
    return range_band(gap, entry(duel.table, at), entry(duel.table, at + 1))


@step
def shot_row(duel: Duel, side: int, profile: int, aimed: int, state: State) -> int:
    """Which row of the shots holds for the state."""
    at = (side * duel.profiles + profile) * 3 + band(duel, side, profile, state.gap)
    return ((at * 2 + aimed) * 2 + state.their_pinned) * 2 + state.their_cover


@step
def shot_at(duel: Duel, row: int) -> Shot:
    """One row of the shots."""
    t, k = duel.table, duel.shots + row * SHOT_FIELDS
    return Shot(
        entry(t, k), entry(t, k + 1), entry(t, k + 2), entry(t, k + 3), entry(t, k + 4), entry(t, k + 5),
        entry(t, k + 6), entry(t, k + 7), entry(t, k + 8), entry(t, k + 9), entry(t, k + 10), entry(t, k + 11),
    )  # fmt: skip


@step
def strike_at(duel: Duel, k: int) -> Strike:
    """The attack dice that begin at *k* in the table."""
    t = duel.table
    return Strike(
        entry(t, k), entry(t, k + 1), entry(t, k + 2), entry(t, k + 3), entry(t, k + 4), entry(t, k + 5),
        entry(t, k + 6), entry(t, k + 7), entry(t, k + 8), entry(t, k + 9), entry(t, k + 10), entry(t, k + 11),
        entry(t, k + 12),
    )  # fmt: skip


@step
def melee_at(duel: Duel, side: int, weapons: int, charging: int) -> Melee:
    """The attacks of a side with one of its sets of weapons."""
    k = duel.melees + ((side * duel.sets + weapons) * 2 + charging) * MELEE_FIELDS
    t, r = duel.table, k + 3 * STRIKE_FIELDS
    return Melee(
        (
            strike_at(duel, k),
            strike_at(duel, k + STRIKE_FIELDS),
            strike_at(duel, k + 2 * STRIKE_FIELDS),
        ),
        entry(t, r),
        entry(t, r + 1),
        entry(t, r + 2),
        entry(t, r + 3),
        entry(t, r + 4),
    )


@rule("N17-B-CC-12")
@step
def close_combat(duel: Duel, side: int, kind: int, weapons: int, state: State, dice: Dice) -> State:
    """One side attacks the other with one of its sets of weapons: *side*, or in a reaction its enemy."""
    reacts = kind in (REACTION, REACTION_AWAY, REACTION_MOVED)
    note(dice, REACTS if reacts else FIGHTS, weapons)
    attacker, wounds = side, state.theirs
    if reacts:
        attacker, wounds = 1 - side, state.mine
    target = Target(wounds, number(duel, 1 - attacker, TOUGHNESS), 0, 0, 0, 0, 0)
    attacks = melee_at(duel, attacker, weapons, 1 if kind == CHARGE_FIGHT else 0)
    left = repeat(dice, 1, fight, attacks, target).wounds
    if reacts:
        if left == 0:
            note(dice, I_OUT, 0)
        elif left < wounds:
            note(dice, I_LOST, left)
        return State(state.gap, left, state.theirs, 0, 0, state.my_cover, state.their_cover, 0, 0)
    if left == 0:
        note(dice, FOE_OUT, 0)
    elif left < wounds:
        note(dice, LOST, left)
    return State(0, state.mine, left, 0, 0, state.my_cover, state.their_cover, 0, 0)


@step
def move_to(state: State, gap: int) -> State:
    """The acting side moved by itself: its cover is gone if the gap changed."""
    cover = state.my_cover if gap == state.gap else 0
    return State(
        gap, state.mine, state.theirs, state.my_pinned, state.their_pinned, cover, state.their_cover,
        state.my_guns, state.their_guns,
    )  # fmt: skip


@rule("N17-B-KB-01", "N17-B-MOV-04")
@step
def shoot_profile(duel: Duel, side: int, profile: int, aimed: int, state: State, dice: Dice) -> State:
    """A shot with one profile; a push goes 1 inch back and no further than the lane."""
    note(dice, SHOOTS, profile)
    target = Target(state.theirs, number(duel, 1 - side, TOUGHNESS), state.their_pinned, 0, 0, 0, 0)
    row = shot_row(duel, side, profile, aimed, state)
    after = repeat(dice, 1, shoot, shot_at(duel, row), target)
    gap = state.gap
    if after.pushed == 1 and after.wounds > 0:
        gap = min(duel.lane, gap + 1)
        note(dice, PUSHED, gap)
    if after.wounds == 0:
        note(dice, FOE_OUT, 0)
    elif after.wounds < state.theirs:
        note(dice, LOST, after.wounds)
    elif after.pinned > state.their_pinned:
        note(dice, PINNED, 0)
    cover = state.their_cover if gap == state.gap else 0
    return State(gap, state.mine, after.wounds, state.my_pinned, after.pinned, state.my_cover, cover, 0, 0)


@rule("N17-B-ACT-03", "N17-B-STAT-03")
@step
def charge_with(duel: Duel, side: int, die: int, state: State, dice: Dice) -> Step:
    """A charge of M + *die* inches. N17-B-STAT-03: a pinned enemy in contact stands up at once."""
    gap = charge_to(state.gap, number(duel, side, M) + die, duel.contact)
    if gap > 0:
        note(dice, FALLS_SHORT, gap)
        return Step(DONE, move_to(state, gap))
    note(dice, REACHES, 0)
    return Step(CONTACT, State(
        0, state.mine, state.theirs, 0, 0, 0, state.their_cover, state.my_guns, state.their_guns
    ))  # fmt: skip


@step
def get_away(state: State, dice: Dice) -> Step:
    """The D6 of a retreat that succeeded."""
    return Step(AWAY + retreat_distance(dice), state)


@rule("N17-B-ACT-05")
@step
def try_retreat(duel: Duel, side: int, state: State, dice: Dice) -> Step:
    """N17-B-ACT-05: both tests; what the enemy does about it is its own point."""
    note(dice, RETREATS, 0)
    tests = Retreat(
        Test(1, number(duel, side, TEST_NEED), 0), Test(1, number(duel, 1 - side, TEST_NEED), 0), duel.always
    )
    result = repeat(dice, 1, retreat, tests, 0)
    if result == 3 and duel.react_after == 1:
        return Step(AWAY_DUE + retreat_distance(dice), state)
    if result >= 2:
        return Step(AWAY_REACTION if result == 3 else STUCK_REACTION, state)
    if result == 0:
        return Step(DONE, state)
    return get_away(state, dice)


@rule("N17-B-ACT-01", "N17-B-ACT-02", "N17-B-ACT-03", "N17-B-ACT-04", "N17-B-ACT-06")
@step
def act(duel: Duel, side: int, option: int, state: State, dice: Dice) -> Step:
    """What one option of *side*, or of the other side's reaction, leads to."""
    kind, argument = option // ARGUMENTS, option % ARGUMENTS
    if kind in (MOVE, CRAWL, RETREAT_TO):
        note(dice, MOVES if kind == MOVE else CRAWLS if kind == CRAWL else GOES, argument)
        return Step(DONE, move_to(state, min(argument, duel.lane)))
    if kind in (SHOOT, AIMED_SHOOT):
        aimed = 1 if kind == AIMED_SHOOT else 0
        return Step(DONE, shoot_profile(duel, side, argument, aimed, state, dice))
    if kind in (FIGHT, CHARGE_FIGHT, REACTION, REACTION_AWAY, REACTION_MOVED):
        after = close_combat(duel, side, kind, argument, state, dice)
        if kind == REACTION_AWAY and after.mine > 0:
            return get_away(after, dice)
        strikes_back = kind in (FIGHT, CHARGE_FIGHT)
        if strikes_back and (after.theirs > 0 or duel.order == SIMULTANEOUS):
            return Step(REACTION_DUE, after)
        return Step(DONE, after)
    if kind in (CHARGE, KNOWN_CHARGE):
        note(dice, CHARGES, state.gap)
        return charge_with(duel, side, d3(dice) if kind == CHARGE else argument, state, dice)
    if kind == ROLL_CHARGE:
        return Step(DIE_KNOWN + d3(dice), state)
    if kind == RETREAT:
        return try_retreat(duel, side, state, dice)
    if kind == STAND_UP:
        note(dice, STANDS, 0)
        return Step(DONE, State(
            state.gap, state.mine, state.theirs, 0, state.their_pinned, state.my_cover, state.their_cover,
            state.my_guns, state.their_guns,
        ))  # fmt: skip
    note(dice, AIMS if kind == AIM else WAITS, 0)
    return Step(DONE, state)


@step
def end_phase(duel: Duel, state: State, dice: Dice) -> State:
    """The End phase of a round: under the basic rules nothing happens in it."""
    return state


@step
def after_first(kind: int) -> int:
    """The point after a first action of that kind."""
    return AFTER if kind in (MOVE, RELOAD) else AFTER + kind


@step
def next_point(point: int, option: int, event: int, mine: int, theirs: int) -> int:
    """Which point follows: END if the activation or the duel is over."""
    first = point < AFTER
    if event == CONTACT:
        return FREE_FIGHT
    if event == REACTION_DUE:
        return REACT if first else REACT + 1
    if event > HAMPERED_DUE:
        return REACT_HAMPERED + 2 * (event - HAMPERED_DUE - 1) + (0 if first else 1)
    if mine <= 0 or theirs <= 0:
        return END
    if event == STUCK_REACTION:
        return REACT_STUCK if first else REACT_STUCK + 1
    if event == AWAY_REACTION:
        return REACT_AWAY if first else REACT_AWAY + 1
    if event == FIRE_OUT:
        return FRESH
    if event > AWAY_DUE:
        return DISTANCE_DUE + event - AWAY_DUE - 1 + (0 if first else 6)
    if event > DIE_KNOWN:
        return DECLARE + event - DIE_KNOWN - 1
    if event > AWAY:
        return DISTANCE + event - AWAY - 1 + (0 if first or point == REACT_AWAY else 6)
    kind = option // ARGUMENTS
    if first:
        return END if kind in DOUBLE else after_first(kind)
    if point == REACT or (point >= REACT_HAMPERED and (point - REACT_HAMPERED) % 2 == 0):
        return AFTER + FIGHT
    if DISTANCE_DUE <= point < REACT_MOVED:
        return REACT_MOVED if point < DISTANCE_DUE + 6 else REACT_MOVED + 1
    if point in (REACT_STUCK, REACT_MOVED) or DISTANCE <= point < DISTANCE + 6:
        return AFTER + RETREAT
    return END
