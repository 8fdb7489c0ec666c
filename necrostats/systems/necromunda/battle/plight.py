"""What the advanced rules add to an activation: who cannot act as it likes, Reload, and who is activated along."""

from necrostats.engine.dice import Dice, die, large_step, note, repeat, roll, saying, sums
from necrostats.engine.packing import packed, unpacked
from necrostats.systems.necromunda.battle.acting import MOVES, put
from necrostats.systems.necromunda.battle.ending import stay_or_flee
from necrostats.systems.necromunda.battle.harm import NOBODY, as_it_is, become, friend_within
from necrostats.systems.necromunda.battle.hitting import A_HIT
from necrostats.systems.necromunda.battle.measuring import GONE, STANDING, gap
from necrostats.systems.necromunda.battle.moving import pushed
from necrostats.systems.necromunda.battle.nerve import run_for_cover
from necrostats.systems.necromunda.battle.state import DIRECTIONS, Advanced, Battle, engaged, side_of
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.injuries import BLINDED, BROKEN, IN_PLAY, ON_FIRE
from necrostats.systems.necromunda.recovery import RUNS, Burning, burn

RUNS_WHERE = roll("N17-A-TRT-03", "direction in which a burning fighter runs")

BURNS = saying("{who} burns")
ROLLS_ABOUT = saying("{who} is on fire and goes down to put it out")
FIRE_IS_OUT = saying("{who} puts the fire out")
COMES_TO = saying("{who} is blinded and does nothing")
LIES = saying("{who} lies seriously injured")

HIT_FIELDS = len(packed(A_HIT))
GROUP = 3  # inches from a leader within which friends are activated along
FRIEND_NEAR = 1


@rule("N17-A-TRT-03")
@large_step
def on_fire(battle: Battle, advanced: Advanced, me: int, dice: Dice) -> bool:
    """N17-A-TRT-03: a fighter on fire is activated: it rolls about, or engaged beats at the flames.

    Returns whether it may act after that: the fire is out and no Double action was spent on it.

    Who is still on fire and on its feet runs 2D6 inches in any direction.
    """
    state = battle.state
    field = state.field
    friends = 0
    for other in range(field.number):
        if (
            friend_within(state, me, other, FRIEND_NEAR)
            and field.posture[other] == STANDING
            and not engaged(field, other)
        ):
            friends += 1
    double = 1 if state.down[me] == IN_PLAY and not engaged(field, me) else 0
    note(dice, ROLLS_ABOUT if double == 1 else BURNS, me)
    hit = unpacked(A_HIT, battle.whole, advanced.flames + me * HIT_FIELDS)
    before = as_it_is(state, me)
    after = repeat(dice, 1, burn, Burning(hit, friends, double), before)
    become(battle, NOBODY, me, after, before.marks, 0, dice)
    if state.field.posture[me] == GONE:
        return False
    if state.marks[me] & ON_FIRE == 0:
        note(dice, FIRE_IS_OUT, me)
        return double == 0 and state.down[me] == IN_PLAY
    if field.posture[me] == STANDING and not engaged(field, me):
        inches = float(sums(dice, 2, 6, RUNS))
        k = advanced.ways + 2 * (die(dice, DIRECTIONS, RUNS_WHERE) - 1)
        spot = pushed(battle, me, battle.real[k], battle.real[k + 1], inches, 1.0)
        put(state, me, spot.x, spot.y)
        note(dice, MOVES, me)
    return False


@rule("N17-A-INJ-05", "N17-A-NRV-01", "N17-A-TRT-17", "N17-A-END-02")
@large_step
def may_act(battle: Battle, advanced: Advanced | None, me: int, dice: Dice) -> bool:
    """Whether an activated fighter may act as it likes; if not, what it does is done.

    N17-A-INJ-05: who is seriously injured lies where it is. N17-A-NRV-01: the broken only run for cover. N17-A-TRT-17:
    the blinded lose their activation. N17-A-END-02: option ``flee_phase=action``.
    """
    if advanced is None:
        return True
    state = battle.state
    if advanced.flee_at_end == 0 and state.bottled[side_of(battle.forces, me)] == 1:
        stay_or_flee(battle, advanced, me, dice)
        if state.field.posture[me] == GONE:
            return False
    if state.marks[me] & ON_FIRE != 0:
        if not on_fire(battle, advanced, me, dice):
            return False
    if state.down[me] != IN_PLAY:
        note(dice, LIES, me)
        return False
    if state.marks[me] & BROKEN != 0:
        run_for_cover(battle, advanced, me, dice)
        return False
    if state.marks[me] & BLINDED != 0:
        state.marks[me] &= ~BLINDED
        note(dice, COMES_TO, me)
        return False
    return True


@rule("N17-A-ACT-02")
@large_step
def call_along(battle: Battle, advanced: Advanced | None, who: int) -> int:
    """N17-A-ACT-02: mark the ready friends, the nearest first, that a fighter activates along; returns how many."""
    if advanced is None:
        return 0
    state = battle.state
    field, found = state.field, 0
    for other in range(field.number):
        state.along[other] = 0
    if state.down[who] != IN_PLAY or state.marks[who] & BROKEN != 0 or field.posture[who] == GONE:
        return 0
    while found < advanced.leads[who]:
        best, near = -1, float(GROUP)
        for other in range(field.number):
            if other != who and field.side[other] == field.side[who] and state.ready[other] == 1:
                apart = gap(field, who, other)
                if state.along[other] == 0 and (apart < near or (best < 0 and apart <= near)):
                    best, near = other, apart
        if best < 0:
            break
        state.along[best] = 1
        found += 1
    return found
