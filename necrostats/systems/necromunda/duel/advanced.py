"""What the advanced rules make of a duel: injuries, ammo, fire and blindness, recovery in the End phase.

Moves, charges and retreats are those of ``lane.py``; attacks are whole volleys and brawls.
"""

from necrostats.engine.dice import Dice, d6, note, repeat, roll, saying, sums
from necrostats.systems.necromunda.ammo import DRY, JAMMED, SECOND, reload
from necrostats.systems.necromunda.attacks import ALL_CHECKS
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.close_combat import SIMULTANEOUS
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.arms import WeaponSet
from necrostats.systems.necromunda.duel.blows import FIGHT, PLAIN, SHOOT, Blows, Ends, manner
from necrostats.systems.necromunda.duel.lane import (
    ARGUMENTS,
    AWAY_REACTION,
    BARE,
    DONE,
    FIRE_OUT,
    HAMPERED_DUE,
    MANNER,
    REACTION_DUE,
    STUCK_REACTION,
    State,
    Step,
    get_away,
    move_to,
    number,
)
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    IN_PLAY,
    ON_FIRE,
    OUT,
    SERIOUS,
    Condition,
    coup_de_grace,
    initiative,
)
from necrostats.systems.necromunda.movement import Retreat, retreat, retreat_distance
from necrostats.systems.necromunda.recovery import RUNS, Burning, burn
from necrostats.systems.necromunda.rolls import Test, d3
from necrostats.systems.necromunda.scene import between

RUNS_WHERE = roll("N17-A-TRT-03", "towards the enemy (1 to 3) or away")

GOES_DOWN = saying("{foe} is seriously injured")
I_GO_DOWN = saying("{me} is seriously injured")
WEAKER = saying("{foe} has Toughness {n} left")
I_AM_WEAKER = saying("{me} has Toughness {n} left")
ABLAZE = saying("{foe} is on fire")
BLIND = saying("{foe} is blinded")
EMPTY = saying("{me}: the {store} is out of ammo")
THEIRS_EMPTY = saying("{foe}: the {their_store} is out of ammo")
RELOADS = saying("{me} reloads the {store}")
FILLED = saying("the {store} is loaded again")
FINISHES = saying("{me} finishes {foe} off: a coup de grace")
COMES_TO = saying("{me} is blinded and does nothing")
BURNS = saying("{me} is on fire")
ROLLS_ABOUT = saying("{me} is on fire and goes down to put it out")
FIRE_IS_OUT = saying("{me} puts the fire out")
RUNS_OFF = saying("{me} runs, on fire, to {inches} apart")
REACTS_BARE = saying("{foe}, disarmed, reacts unarmed")
PULLED = saying("{foe} is pulled to {inches} apart")
ME_PUSHED = saying("{me} is pushed to {inches} apart")
RECOVERS = saying("{side} has recovered and is pinned")
STAYS_DOWN = saying("{side} stays down, seriously injured")
SUCCUMBS = saying("{side} is out of action")


class AdvancedDuel(Blows):
    """Two fighters of a duel and what their options lead to under the advanced rules."""

    # ----------------------------------------------------------------- what an option leads to

    def act(self, side: int, option: int, state: State, dice: Dice) -> Step:
        """What one option of *side*, or of the other side's reaction, leads to; as ``lane.act``."""
        kind, argument = option // ARGUMENTS, option % ARGUMENTS
        if kind in (lane.SHOOT, lane.AIMED_SHOOT, lane.DOUBLE_SHOOT):
            return Step(DONE, self._shoot(side, argument, int(kind == lane.AIMED_SHOOT), state, dice))
        if kind in (lane.FIGHT, lane.CHARGE_FIGHT):
            return self._fight(side, argument, int(kind == lane.CHARGE_FIGHT), state, dice)
        if kind in (lane.REACTION, lane.REACTION_AWAY, lane.REACTION_MOVED):
            how, weapons = divmod(argument, MANNER)
            after = self._react(side, weapons, how, kind == lane.REACTION, state, dice)
            if kind == lane.REACTION_AWAY and self.conditions[side][after.mine].down == IN_PLAY:
                return get_away(after, dice)
            return Step(DONE, after)
        if kind == lane.RETREAT:
            return self._retreat(side, state, dice)
        if kind == lane.RELOAD:
            return Step(DONE, self._reload(side, argument, state, dice))
        if kind == lane.COUP:
            return Step(DONE, self._finish(side, state, dice))
        if kind == lane.COME_TO:
            note(dice, COMES_TO, 0)
            mine = self.conditions[side]
            c = mine[state.mine]
            return Step(DONE, state._replace(mine=mine.number(c._replace(marks=c.marks & ~BLINDED))))
        if kind == lane.BURN:
            return self._burn(side, argument, state, dice)
        return lane.act(self.numbers, side, option, state, dice)

    @rule("N17-B-KB-01", "N17-A-TRT-23", "N17-A-FIRE-03")
    def _shoot(self, side: int, gun: int, aimed: int, state: State, dice: Dice) -> State:
        note(dice, lane.SHOOTS, gun)
        volley, firing = self.shot(side, gun, aimed, state)
        end: Ends = repeat(dice, 1, SHOOT, volley, firing)  # type: ignore[assignment,arg-type]
        gap = state.gap
        target, me = end.target, end.attacker
        cover = state.their_cover
        if end.pushed and target.down != OUT:
            gap = min(self.numbers.lane, gap + 1)
            cover = cover if gap == state.gap else 0
            note(dice, lane.PUSHED, gap)
        if end.dragged:
            pulled = min(gap, max(1, gap - d3(dice)))
            cover = cover if pulled == gap else 0
            gap = pulled
            note(dice, PULLED, gap)
        after = state._replace(
            gap=gap,
            their_pinned=end.pinned,
            their_cover=cover,
            my_guns=self._spend(side, self.arms[side].guns[gun], end.spent, state.my_guns, EMPTY, dice),
        )
        return self._struck(side, state, after, target, me, dice)

    def _spend(self, side: int, with_: WeaponSet, spent: int, guns: int, saying: int, dice: Dice) -> int:
        """The stores of ammo that are left."""
        left = guns
        for bit, gone in zip(with_.stores, (spent, spent // SECOND), strict=True):
            if gone & (DRY | JAMMED) and left & bit:
                left &= ~bit
                note(dice, saying, bit.bit_length() - 1)
        return left

    def _struck(
        self, side: int, before: State, after: State, target: Condition, me: Condition, dice: Dice
    ) -> State:
        """The state with both conditions after an attack of the side that acts, and what is said of it."""
        mine, theirs = self.conditions[side], self.conditions[1 - side]
        was, own = theirs[before.theirs], mine[before.mine]
        if target != was:
            self._tell(was, target, dice, lane.FOE_OUT, GOES_DOWN, WEAKER, lane.LOST)
            if target.marks & ~was.marks & ON_FIRE:
                note(dice, ABLAZE, 0)
            if target.marks & ~was.marks & BLINDED:
                note(dice, BLIND, 0)
        if target.down == IN_PLAY and after.their_pinned > before.their_pinned:
            note(dice, lane.PINNED, 0)
        harmed = before.mine if me == self.fresh[side] else mine.number(me)
        if harmed != before.mine:
            self._tell(own, me, dice, lane.I_OUT, I_GO_DOWN, I_AM_WEAKER, lane.I_LOST)
        return after._replace(mine=harmed, theirs=theirs.number(target))

    @staticmethod
    def _tell(was: Condition, now: Condition, dice: Dice, *says: int) -> None:
        out, down, weaker, lost = says
        if now.down == OUT:
            note(dice, out, 0)
            return
        if now.wounds < was.wounds:
            note(dice, lost, now.wounds)
        if now.toughness < was.toughness:
            note(dice, weaker, now.toughness)
        if now.down == SERIOUS and was.down != SERIOUS:
            note(dice, down, 0)

    @rule("N17-B-CC-12", "N17-A-INJ-05", "N17-A-CDG-01", "N17-A-TRT-10")
    def _fight(self, side: int, weapons: int, charging: int, state: State, dice: Dice) -> Step:
        """The attack of the side that acts: a reaction if the enemy can, a coup de grace if it lies."""
        note(dice, lane.FIGHTS, weapons)
        mine, theirs = self.conditions[side], self.conditions[1 - side]
        brawl, clash = self.combat(side, weapons, charging, PLAIN, mine[state.mine], theirs[state.theirs])
        end: Ends = repeat(dice, 1, FIGHT, brawl, clash)  # type: ignore[assignment,arg-type]
        away = end.pushed == 1 and not self.follows and end.target.down != OUT
        gap = min(self.numbers.lane, 1) if away else 0
        if away:
            note(dice, lane.PUSHED, gap)
        stays = not away and self._unhurt(side, end.attacker, mine[state.mine]).down == IN_PLAY
        hampered, reacting = end.hampered, end.target
        if self.numbers.order == SIMULTANEOUS:
            reacting = theirs[state.theirs]
            hampered |= manner(reacting)
        reacts = stays and reacting.down == IN_PLAY and reacting.marks & ON_FIRE == 0
        after = state._replace(
            gap=gap,
            their_cover=0 if away else state.their_cover,
            my_guns=self._spend(side, self.arms[side].sets[weapons], end.spent, state.my_guns, EMPTY, dice),
        )
        after = self._struck(side, state, after, end.target, end.attacker, dice)
        if reacts:
            return Step(HAMPERED_DUE + hampered if hampered else REACTION_DUE, after)
        return Step(DONE, self._finish_after_fight(side, after, dice))

    def _unhurt(self, side: int, after: Condition, before: Condition) -> Condition:
        """The attacker after its attack; one that cannot harm itself was given as if unhurt."""
        return before if after == self.fresh[side] else after

    @rule("N17-A-CDG-01")
    def _finish_after_fight(self, side: int, state: State, dice: Dice) -> State:
        """The free coup de grace after a fight that leaves the enemy down (option ``coup_after_fight``)."""
        me, foe = self.conditions[side][state.mine], self.conditions[1 - side][state.theirs]
        if self.finishes and me.down == IN_PLAY and foe.down == SERIOUS:
            return self._finish(side, state, dice)
        return state

    @rule("N17-A-CDG-01")
    def _finish(self, side: int, state: State, dice: Dice) -> State:
        note(dice, FINISHES, 0)
        theirs = self.conditions[1 - side]
        after = between(coup_de_grace(1, theirs[state.theirs], dice))
        return state._replace(theirs=theirs.number(after))

    @rule("N17-B-CC-12", "N17-A-TRT-09", "N17-A-TRT-17", "N17-A-TRT-19")
    def _react(self, side: int, weapons: int, how: int, pushes: bool, state: State, dice: Dice) -> State:
        """The reaction of the enemy of the side that acts: disarmed, entangled or blinded if it is.

        Args:
            how: TANGLED and BARE, added up.
            pushes: Whether it can push, as it can anybody who does not retreat.
        """
        foe = 1 - side
        mine, theirs = self.conditions[side], self.conditions[foe]
        reacting = theirs[state.theirs]
        how |= manner(reacting)
        note(dice, REACTS_BARE if how & BARE else lane.REACTS, weapons)
        brawl, clash = self.combat(foe, weapons, 0, how, reacting, mine[state.mine])
        end: Ends = repeat(dice, 1, FIGHT, brawl, clash)  # type: ignore[assignment,arg-type]
        away = pushes and end.pushed == 1 and not self.follows and end.target.down != OUT
        gap = min(self.numbers.lane, 1) if away else state.gap
        if away:
            note(dice, ME_PUSHED, gap)
        me = between(end.target)
        self._tell(mine[state.mine], me, dice, lane.I_OUT, I_GO_DOWN, I_AM_WEAKER, lane.I_LOST)
        guns = state.their_guns
        if not how & BARE:
            guns = self._spend(foe, self.arms[foe].sets[weapons], end.spent, guns, THEIRS_EMPTY, dice)
        reacted = between(self._unhurt(foe, end.attacker, reacting), reacting.marks)
        after = state._replace(
            gap=gap,
            mine=mine.number(me),
            theirs=theirs.number(reacted),
            my_cover=0 if away else state.my_cover,
            their_guns=guns,
        )
        return self._finish_after_fight(side, after, dice)

    @rule("N17-B-ACT-05", "N17-A-TRT-03")
    def _retreat(self, side: int, state: State, dice: Dice) -> Step:
        """N17-B-ACT-05: both tests; an enemy on fire does not react."""
        note(dice, lane.RETREATS, 0)
        needs = []
        for who, place in ((side, state.mine), (1 - side, state.theirs)):
            c = self.conditions[who][place]
            needs.append(initiative(number(self.numbers, who, lane.TEST_NEED), c.marks))
        if self.conditions[1 - side][state.theirs].marks & ON_FIRE:
            needs[1] = NEVER
        tests = Retreat(Test(1, needs[0], 0), Test(1, needs[1], 0), self.numbers.always)
        result = repeat(dice, 1, retreat, tests, 0)
        if result == 3 and self.numbers.react_after == 1:
            return Step(lane.AWAY_DUE + retreat_distance(dice), state)
        if result >= 2:
            return Step(AWAY_REACTION if result == 3 else STUCK_REACTION, state)
        return Step(DONE, state) if result == 0 else get_away(state, dice)

    @rule("N17-A-FIRE-04", "N17-A-SKL-01")
    def _reload(self, side: int, store: int, state: State, dice: Dice) -> State:
        note(dice, RELOADS, store)
        kept = self.arms[side].stores[store]
        filled = reload(kept.magazine, kept.plentiful, dice)
        if not filled and kept.magazine.again == ALL_CHECKS:
            filled = reload(kept.magazine, kept.plentiful, dice)
        if not filled:
            return state
        note(dice, FILLED, store)
        return state._replace(my_guns=state.my_guns | 1 << store)

    @rule("N17-A-TRT-03")
    def _burn(self, side: int, double: int, state: State, dice: Dice) -> Step:
        """A fighter on fire is activated; one that stands free and burns on runs towards the enemy or away."""
        note(dice, ROLLS_ABOUT if double else BURNS, 0)
        mine = self.conditions[side]
        was = mine[state.mine]
        engaged = self.engaged(side, state)
        c = between(repeat(dice, 1, burn, Burning(self.flames[side], 0, double), was), was.marks)
        self._tell(was, c, dice, lane.I_OUT, I_GO_DOWN, I_AM_WEAKER, lane.I_LOST)
        pinned = state.my_pinned if c.down == IN_PLAY else 0
        if double and c.down == IN_PLAY and not engaged:
            pinned = 1
        after = state._replace(mine=mine.number(c), my_pinned=pinned)
        if c.down != OUT and c.marks & ON_FIRE == 0:
            note(dice, FIRE_IS_OUT, 0)
            return Step(DONE if double else FIRE_OUT, after)
        if double or c.down != IN_PLAY or engaged or state.my_pinned:
            return Step(DONE, after)
        inches = sums(dice, 2, 6, RUNS)
        if d6(dice, 0, RUNS_WHERE) <= 3:
            gap = min(state.gap, max(1, state.gap - inches))
        else:
            gap = min(self.numbers.lane, state.gap + inches)
        note(dice, RUNS_OFF, gap)
        return Step(DONE, move_to(after, gap))

    def engaged(self, side: int, state: State) -> bool:
        """Whether both are in play in base contact."""
        mine, theirs = self.conditions[side][state.mine], self.conditions[1 - side][state.theirs]
        return state.gap == 0 and mine.down == IN_PLAY and theirs.down == IN_PLAY

    # ----------------------------------------------------------------- the End phase

    @rule("N17-A-END-03")
    def end_phase(self, state: State, dice: Dice) -> State:
        """Both sides recover; seen from A. N17-B-STAT-03: nobody is pinned and engaged."""
        if state.mine == 0 or state.theirs == 0:
            return state
        found, pinned = [], [state.my_pinned, state.their_pinned]
        for side, place in enumerate((state.mine, state.theirs)):
            known = self.conditions[side]
            c = self.end_of_round(side, known[place], dice)
            if known[place].down == SERIOUS:
                back = c.down == IN_PLAY
                note(dice, RECOVERS if back else SUCCUMBS if c.down == OUT else STAYS_DOWN, side)
                pinned[side] = int(back)
            found.append(known.number(c))
        after = state._replace(mine=found[0], theirs=found[1], my_pinned=pinned[0], their_pinned=pinned[1])
        if self.engaged(0, after):
            return after._replace(my_pinned=0, their_pinned=0)
        return after
