"""Blows on a board under the advanced rules, by the steps of a brawl (sections 8.4 and 8.5)."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, in_turn, large_step, note, repeat, saying, step
from necrostats.engine.packing import packed, unpacked
from necrostats.systems.necromunda.ammo import SECOND, Magazine
from necrostats.systems.necromunda.battle.acting import (
    FOUGHT,
    REACTED,
    WAS_PUSHED,
    coded,
    put,
    squared_up,
    turn_to,
)
from necrostats.systems.necromunda.battle.harm import NOBODY as NO_ONE
from necrostats.systems.necromunda.battle.harm import as_it_is, become, take_off
from necrostats.systems.necromunda.battle.hitting import spend
from necrostats.systems.necromunda.battle.measuring import STANDING, gap, length
from necrostats.systems.necromunda.battle.moving import BUBBLE, blocked, pushed
from necrostats.systems.necromunda.battle.state import (
    Advanced,
    Battle,
    engaged,
    melee_number,
    touching,
)
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.brawl import WEAPONS, Brawl, Clash, brawl_steps, end_brawl
from necrostats.systems.necromunda.close_combat import Hits, Melee, Strike
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    BROKEN,
    DISARMED,
    ENTANGLED,
    ON_FIRE,
    OUT,
    PUSHED,
    SERIOUS,
    After,
    Body,
    Effect,
    coup_de_grace,
)
from necrostats.systems.necromunda.morale import BROKEN_REACTS
from necrostats.systems.necromunda.scene import NOBODY, Scene

FINISHES = saying("{who} finishes {whom} off: a coup de grace")

A_BRAWL = Brawl(
    Melee((Strike(),) * WEAPONS, 0, 0, 0, 0, 0),
    (Effect(), Effect(), Effect(), Effect(), Effect()),
    (After(), After(), After(), After(), After()),
    Body(),
    (Magazine(), Magazine()),
    (0, 0),
    0,
    (0, 0, 0, 0, 0),
    0,
    0,
    0,
    0,
    0,
)
BRAWL_FIELDS = len(packed(A_BRAWL))
ALL_BUT_THE_LAST = in_turn(*brawl_steps.phases[:-1])  # type: ignore[attr-defined]
BLINDLY = 6


class Blows(NamedTuple):
    """What an attack means for the reaction: DISARMED and ENTANGLED, and the dice of a Counter-Attack."""

    hampered: int
    more: int


@step
def shifted(s: Strike, easier: int, blind: int, blocked: int) -> Strike:
    """Attack dice of which the hit roll is so much easier, from 2+ to never.

    Args:
        blind: 1 if only a natural 6 hits (N17-A-TRT-17).
        blocked: 1 if who is pushed has nowhere to go (N17-A-TRT-10).
    """
    hit_on = min(NEVER, max(2, s.hit_on - easier))
    if blind == 1:
        hit_on = max(BLINDLY, hit_on)
    return Strike(
        s.n, hit_on, s.six_on, s.power, s.strength, s.save_on, s.damage, s.push_on, blocked, s.disarm_on, s.shock,
        s.entangle, s.tougher,
    )  # fmt: skip


@step
def brawl_of(battle: Battle, row: int, easier: int, blind: int, blocked: int) -> Brawl:
    """A row of fights."""
    b = unpacked(A_BRAWL, battle.whole, battle.forces.melees + row * BRAWL_FIELDS)
    m = b.melee
    s = m.strikes
    strikes = (
        shifted(s[0], easier, blind, blocked),
        shifted(s[1], easier, blind, blocked),
        shifted(s[2], easier, blind, blocked),
        shifted(s[3], easier, blind, blocked),
        shifted(s[4], easier, blind, blocked),
    )
    return Brawl(
        Melee(strikes, m.parries, m.power_parries, m.choice, m.last_row, m.half), b.effects, b.afters, b.body,
        b.magazines, b.rapids, b.only_on_hit, b.order, b.used, b.fearsome_on, b.aside_on, b.batch, b.more_to,
    )  # fmt: skip


@rule("N17-A-MULTI-01")
@large_step
def help_and_hindrance(battle: Battle, advanced: Advanced, me: int, target: int) -> int:
    """N17-A-MULTI-01: 1 for each friend engaged with the target and with no other enemy, -1 for each other enemy
    engaged with the attacker and with nobody else; a Combat Master is not hindered.
    """
    field, found = battle.state.field, 0
    for friend in range(field.number):
        if friend != me and field.side[friend] == field.side[me] and touching(field, friend, target):
            others = 0
            for enemy in range(field.number):
                others += 1 if enemy != target and touching(field, friend, enemy) else 0
            found += 1 if others == 0 else 0
    for enemy in range(field.number):
        if advanced.master[me] == 0 and enemy != target and touching(field, me, enemy):
            others = 0
            for friend in range(field.number):
                others += 1 if friend != me and touching(field, friend, enemy) else 0
            found -= 1 if others == 0 else 0
    return found


@rule("N17-A-FIRE-03")
@large_step
def best_usable(battle: Battle, advanced: Advanced, me: int, target: int, charging: int) -> int:
    """The set of weapons with ammo that harms the target most; bare hands if there is none."""
    forces, state = battle.forces, battle.state
    found, best = forces.sets[me], -1.0
    k = forces.set_harm + ((me * forces.first[2] + target) * 2 + charging) * forces.most_sets
    for weapons in range(forces.sets[me]):
        stores = advanced.set_store + 2 * (me * forces.most_sets + weapons)
        needs = battle.whole[stores] | battle.whole[stores + 1]
        if state.loaded[me] & needs == needs and battle.real[k + weapons] > best:
            found, best = weapons, battle.real[k + weapons]
    return found


@rule("N17-A-INJ-05", "N17-A-TRT-03")
@step
def may_react(battle: Battle, who: int) -> bool:
    """Whether a fighter in contact may react: one on fire does not."""
    return battle.state.marks[who] & ON_FIRE == 0


@rule("N17-B-CC-00", "N17-A-TRT-09", "N17-A-TRT-10", "N17-A-TRT-17", "N17-A-TRT-19", "N17-A-SKL-01")
@large_step
def brawl_at(
    battle: Battle,
    advanced: Advanced,
    me: int,
    target: int,
    charging: int,
    own: int,
    before: Blows,
    dice: Dice,
) -> Blows:
    """One side of a fight; returns what it means for the reaction.

    Args:
        own: 1 in the fighter's own activation.
        before: What the attack that it reacts to means for it.
    """
    forces, state = battle.forces, battle.state
    field = state.field
    turned, behind = squared_up(battle, me, target, charging, own)
    weapons = forces.sets[me]
    if before.hampered & DISARMED == 0:
        weapons = best_usable(battle, advanced, me, target, charging)
    note(dice, FOUGHT if own == 1 else REACTED, coded(me, target, weapons))
    dx, dy = field.x[target] - field.x[me], field.y[target] - field.y[me]
    tangled = 1 if before.hampered & ENTANGLED != 0 else 0
    down = 1 if state.down[target] == SERIOUS else 0
    row = melee_number(battle, me, weapons, target, charging, turned, behind, down, tangled)
    easier = help_and_hindrance(battle, advanced, me, target)
    if own == 0 and state.marks[me] & BROKEN != 0:
        easier += BROKEN_REACTS
    blind = 1 if state.marks[me] & BLINDED != 0 else 0
    brawl = brawl_of(battle, row, easier, blind, blocked(battle, target, dx, dy))
    scene = Scene(as_it_is(state, target), NOBODY, as_it_is(state, me), 0, 0)
    clash = repeat(
        dice, 1, ALL_BUT_THE_LAST, brawl, Clash(scene, Hits(0, 0, 0, 0, 0), 0, 0, 0, before.more, 0)
    )
    lasting, mine, n = clash.scene.target.marks, clash.scene.attacker.marks, 0
    hits = clash.scene.target.hits
    for weapon in range(WEAPONS):
        n += brawl.melee.strikes[weapon].n
    end = repeat(dice, 1, end_brawl, brawl, clash).scene
    marks = end.target.marks
    if marks & PUSHED != 0 and end.target.down != OUT:
        fell_back(battle, advanced, me, target, dx, dy, own, dice)
    become(battle, me, target, end.target, lasting, forces.most_guns + weapons, dice)
    stores = advanced.set_store + 2 * (me * forces.most_sets + weapons)
    spend(battle, advanced, me, battle.whole[stores], end.weapon, dice)
    spend(battle, advanced, me, battle.whole[stores + 1], end.weapon // SECOND, dice)
    if end.attacker.down == OUT:
        become(battle, NO_ONE, me, end.attacker, mine, 0, dice)
    more = max(0, n - hits) if advanced.counters[target] == 1 and clash.daunted == 0 else 0
    return Blows(marks & (DISARMED | ENTANGLED), more)


@rule("N17-A-TRT-10")
@large_step
def fell_back(
    battle: Battle, advanced: Advanced, me: int, target: int, dx: float, dy: float, own: int, dice: Dice
) -> None:
    """N17-A-TRT-10: the enemy is pushed; whether who attacked follows is option ``melee_kb_followup``."""
    state = battle.state
    field = state.field
    spot = pushed(battle, target, dx, dy, 1.0, BUBBLE)
    x, y = spot.x - field.x[target], spot.y - field.y[target]
    put(state, target, spot.x, spot.y)
    note(dice, WAS_PUSHED, target)
    if own == 1 and advanced.follows == 1 and length(x, y) > 0:
        after = pushed(battle, me, x, y, length(x, y), 0.0)
        put(state, me, after.x, after.y)


@rule("N17-A-CDG-01")
@step
def can_finish(battle: Battle, me: int, target: int) -> bool:
    """N17-A-CDG-01: whether a fighter may deal a coup de grace: it stands, is not engaged, and an enemy lies seriously
    injured within 1 inch.
    """
    state = battle.state
    field = state.field
    return (
        field.side[target] != field.side[me]
        and state.down[target] == SERIOUS
        and field.posture[me] == STANDING
        and gap(field, me, target) <= BUBBLE + 1e-6
        and not engaged(field, me)
    )


@rule("N17-A-CDG-01")
@large_step
def finish(battle: Battle, me: int, target: int, dice: Dice) -> None:
    """N17-A-CDG-01: a coup de grace, tallied as a weapon of its own after all sets."""
    state, forces = battle.state, battle.forces
    turn_to(state, me, state.field.x[target], state.field.y[target])
    note(dice, FINISHES, coded(me, target, 0))
    if coup_de_grace(1, as_it_is(state, target), dice).down == OUT:
        take_off(battle, me, target, forces.most_guns + forces.most_sets, dice)
