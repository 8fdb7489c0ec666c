"""The End phase of a battle: bottle tests, fleeing, recovery and rallying, fighter by fighter (section 8.6)."""

from necrostats.engine.dice import Dice, large_step, note, repeat, saying, step
from necrostats.engine.packing import packed, unpacked
from necrostats.systems.necromunda.battle.acting import coded, turn_to
from necrostats.systems.necromunda.battle.harm import NOBODY, as_it_is, become, friend_within
from necrostats.systems.necromunda.battle.measuring import GONE, STANDING, gap
from necrostats.systems.necromunda.battle.nerve import cool_at, steady_near, steel_themselves
from necrostats.systems.necromunda.battle.state import Advanced, Battle, engaged
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.injuries import BROKEN, CONCUSSED, IN_PLAY, ON_FIRE, SERIOUS, Body
from necrostats.systems.necromunda.morale import SHELTER, bottle_need, bottles_out, rally, stays
from necrostats.systems.necromunda.recovery import Care, recover

ENDS = saying("End phase")
TESTS_BOTTLE = saying("{side}: a bottle test, {casualties} of {crew} down or out of action")
BOTTLES = saying("{side} bottles out")
IS_SHELTERED = saying("{who} stays, with a leader or champion near")
MAY_FLEE = saying("{who} tests whether it stays")
FLEES = saying("{who} flees the battle")
SEES_TO = saying("{who} helps {whom}")
RECOVERY = saying("{who} tests for recovery")
STAYS_DOWN = saying("{who} stays down")
TRIES_TO_RALLY = saying("{who} tries to rally")
RALLIES = saying("{who} rallies")

A_CARE = Care(Body(), 0)
CARE_FIELDS = len(packed(A_CARE))
FARTHEST = max(SHELTER.values())
HELP = 1  # inches within which a friend can help


@rule("N17-A-END-01")
@large_step
def bottle_test(battle: Battle, advanced: Advanced, side: int, dice: Dice) -> None:
    """N17-A-END-01: a side's bottle test; those that have fled are no casualties."""
    state, first = battle.state, battle.forces.first
    casualties, modifier = 0, 0
    for who in range(first[side], first[side + 1]):
        if state.down[who] != IN_PLAY and state.fled[who] == 0:
            casualties += 1
        if advanced.iron_will[who] != 0 and state.down[who] == IN_PLAY and state.fled[who] == 0:
            modifier = advanced.iron_will[who]
    if state.bottled[side] == 1 or casualties == 0:
        return
    need = bottle_need(first[side + 1] - first[side], casualties, modifier)
    note(dice, TESTS_BOTTLE, coded(side, casualties, first[side + 1] - first[side]))
    state.bottled[side] = bottles_out(need, 0, dice)
    if state.bottled[side] == 1:
        note(dice, BOTTLES, side)


@rule("N17-A-END-02")
@large_step
def sheltered(battle: Battle, advanced: Advanced, who: int) -> int:
    """N17-A-END-02: 1 if a leader or champion that stays is near enough; ``state.stood`` says who stays."""
    state = battle.state
    for other in range(state.field.number):
        if state.stood[other] == 1 and friend_within(state, who, other, advanced.shelters[other]):
            return 1
    return 0


@rule("N17-A-END-02")
@large_step
def stay_or_flee(battle: Battle, advanced: Advanced, who: int, dice: Dice) -> None:
    """N17-A-END-02: a fighter of a bottled side stays, or leaves the battle."""
    state = battle.state
    shelter = sheltered(battle, advanced, who)
    note(dice, IS_SHELTERED if shelter == 1 else MAY_FLEE, who)
    if stays(cool_at(battle, advanced, who), shelter, dice):
        state.stood[who] = 1
        return
    state.field.posture[who], state.ready[who], state.fled[who] = GONE, 0, 1
    note(dice, FLEES, who)


@rule("N17-A-END-02")
@large_step
def flee(battle: Battle, advanced: Advanced, side: int, dice: Dice) -> None:
    """N17-A-END-02: those of a bottled side test, who shelters farthest first."""
    state, first = battle.state, battle.forces.first
    farthest = float(FARTHEST)
    while farthest >= 0:
        nearer = -1.0
        for who in range(first[side], first[side + 1]):
            reach = advanced.shelters[who]
            if state.field.posture[who] == GONE or reach > farthest:
                continue
            if reach == farthest:
                stay_or_flee(battle, advanced, who, dice)
            else:
                nearer = max(nearer, reach)
        farthest = nearer


@rule("N17-A-END-03")
@large_step
def helper_of(battle: Battle, who: int) -> int:
    """N17-A-END-03: an active friend within 1 inch that helps nobody yet; the fighter itself if there is none."""
    state = battle.state
    field = state.field
    for other in range(field.number):
        if (
            friend_within(state, who, other, HELP)
            and field.posture[other] == STANDING
            and state.hits[other] == 0
            and state.marks[other] & (BROKEN | ON_FIRE) == 0
            and not engaged(field, other)
        ):
            state.hits[other] = 1
            return other
    return who


@rule("N17-B-STAT-03")
@step
def rise_if_touched(battle: Battle, who: int) -> None:
    """N17-B-STAT-03: nobody lies pinned in contact with a standing enemy."""
    state = battle.state
    field = state.field
    for other in range(field.number):
        if (
            field.side[other] != field.side[who]
            and field.posture[other] == STANDING
            and gap(field, who, other) == 0
        ):
            field.posture[who] = STANDING
            turn_to(state, who, field.x[other], field.y[other])


@rule("N17-A-END-03", "N17-A-TRT-18")
@large_step
def recovery_tests(battle: Battle, advanced: Advanced, side: int, dice: Dice) -> None:
    """N17-A-END-03: the seriously injured of a side recover, stay down, or go out of action."""
    state, first = battle.state, battle.forces.first
    n = first[2]
    for who in range(first[side], first[side + 1]):
        state.hits[who] = 0
        state.marks[who] &= ~CONCUSSED
    for who in range(first[side], first[side + 1]):
        if state.down[who] == SERIOUS and state.field.posture[who] != GONE:
            helper = helper_of(battle, who)
            if helper != who:
                note(dice, SEES_TO, coded(helper, who, 0))
            note(dice, RECOVERY, who)
            row = battle.whole[advanced.care + who * n + helper]
            care = unpacked(A_CARE, battle.whole, advanced.cares + row * CARE_FIELDS)
            before = as_it_is(state, who)
            after = repeat(dice, 1, recover, care, before)
            become(battle, NOBODY, who, after, before.marks, 0, dice)
            if state.down[who] == SERIOUS:
                note(dice, STAYS_DOWN, who)
            elif state.down[who] == IN_PLAY:
                rise_if_touched(battle, who)


@rule("N17-A-END-04")
@large_step
def rally_tests(battle: Battle, advanced: Advanced, side: int, dice: Dice) -> None:
    """N17-A-END-04: the broken of a side rally; those who did are steady friends already."""
    state, first = battle.state, battle.forces.first
    for who in range(first[side], first[side + 1]):
        broken = state.marks[who] & BROKEN != 0 and state.down[who] == IN_PLAY
        if broken and state.field.posture[who] != GONE:
            steady = steady_near(state, who)
            note(dice, TRIES_TO_RALLY, coded(who, 0, steady))
            if rally(cool_at(battle, advanced, who), steady, dice):
                state.marks[who] &= ~BROKEN
                note(dice, RALLIES, who)


@rule("N17-A-END-01", "N17-A-END-02", "N17-A-END-03", "N17-A-END-04")
@large_step
def end_phase(battle: Battle, advanced: Advanced | None, begins: int, dice: Dice) -> None:
    """The End phase: each part for both sides, the one with priority first; there is none under the basic rules."""
    if advanced is None:
        return
    note(dice, ENDS, 0)
    state = battle.state
    for turn in range(2):
        bottle_test(battle, advanced, (begins + turn) % 2, dice)
    for turn in range(2):
        side = (begins + turn) % 2
        if advanced.flee_at_end == 1 and state.bottled[side] == 1:
            flee(battle, advanced, side, dice)
    for turn in range(2):
        recovery_tests(battle, advanced, (begins + turn) % 2, dice)
    steel_themselves(battle, advanced, dice)
    for turn in range(2):
        rally_tests(battle, advanced, (begins + turn) % 2, dice)
    for who in range(state.field.number):
        state.stood[who] = 0
