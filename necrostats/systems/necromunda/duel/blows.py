"""The attacks of a duel under the advanced rules, and every condition that they can bring about."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from necrostats.engine.dice import Dice, in_turn, repeat
from necrostats.engine.enumerating import Law, law, law_from
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.brawl import Brawl, Clash, brawl_steps
from necrostats.systems.necromunda.close_combat import unarmed
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.duel.arms import Arms, WeaponSet, bands_of, reach
from necrostats.systems.necromunda.duel.conditions import Conditions
from necrostats.systems.necromunda.duel.lane import BARE, BLINDLY, TANGLED, Duel, State
from necrostats.systems.necromunda.hits import area_of, condition_of
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    CONCUSSED,
    DISARMED,
    DRAGGED,
    ENTANGLED,
    IN_PLAY,
    ON_FIRE,
    OUT,
    PINNED,
    PUSHED,
    SERIOUS,
    Condition,
)
from necrostats.systems.necromunda.models import Cover, Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.questions import attack
from necrostats.systems.necromunda.recovery import Burning, Care, burn, care_of, fire_hit, recover
from necrostats.systems.necromunda.scene import NOBODY, Scene, between
from necrostats.systems.necromunda.shooting import BANDS
from necrostats.systems.necromunda.volley import Firing, Volley, shoot_volley
from necrostats.systems.necromunda.wargear import bearing

UP, LYING, DOWN = 0, 1, 2
PLAIN = 0
NEAR = 3  # inches from which on the distance makes no difference to a blast


class Ends(NamedTuple):
    """What an attack leaves of target and attacker, and of the attacker's weapons; ``hampered``: TANGLED and BARE."""

    target: Condition
    attacker: Condition
    pinned: int
    pushed: int
    dragged: int
    hampered: int
    spent: int


def _keeping(steps: Callable[..., object]) -> Callable[..., object]:
    """The steps of an attack, ended with all that matters to a duel (``Ends``)."""
    *phases, last = steps.phases  # type: ignore[attr-defined]

    def rest(numbers, state, dice):  # type: ignore[no-untyped-def]
        before, scene = state.scene, last(numbers, state, dice).scene
        marks = scene.target.marks
        up = scene.target.down == IN_PLAY
        return Ends(
            between(scene.target, before.target.marks),
            between(scene.attacker, before.attacker.marks),
            int(up and marks & PINNED != 0),
            int(marks & PUSHED != 0),
            int(scene.target.down != OUT and marks & DRAGGED != 0),
            (TANGLED if marks & ENTANGLED else 0) + (BARE if marks & DISARMED else 0),
            scene.weapon,
        )

    return in_turn(*phases, rest)


SHOOT, FIGHT = _keeping(shoot_volley), _keeping(brawl_steps)


class Blows:
    """Both fighters of a duel with everything that their attacks, their recovery and their fires need.

    Attributes:
        numbers: What moves, charges and retreats need.
        arms: Of A and B.
        conditions: Of A and B, all that the duel can bring about.
    """

    def __init__(
        self,
        fighters: tuple[Fighter, Fighter],
        arms: tuple[Arms, Arms],
        numbers: Duel,
        covers: tuple[Cover, Cover],
        options: Options,
        knife: WeaponProfile | None,
    ) -> None:
        self.fighters, self.arms, self.numbers, self.covers = fighters, arms, numbers, covers
        self.options, self.knife = options, knife
        self.bearers = bearing(fighters[0]), bearing(fighters[1])
        self.follows = options["melee_kb_followup"] == "always"
        self.finishes = options.on("coup_after_fight")
        self.care: list[Care] = [care_of(bearer, options) for bearer in self.bearers]
        self.flames = [fire_hit(bearer, options) for bearer in self.bearers]
        self.fresh = [between(condition_of(bearer, Situation())) for bearer in self.bearers]
        self.conditions = (Conditions(self.fresh[0]), Conditions(self.fresh[1]))
        self.volley = lru_cache(maxsize=None)(self._volley)
        self.brawl = lru_cache(maxsize=None)(self._brawl)
        self.disarms = [
            any(
                strike.n and strike.disarm_on < NEVER
                for weapons in range(len(arms[side].sets))
                for strike in self.brawl(side, weapons, 1, 0, PLAIN).melee.strikes
            )
            for side in (0, 1)
        ]
        for side in (0, 1):
            self._meet_all(side)

    # ----------------------------------------------------------------- attacks

    def _volley(
        self, side: int, gun: int, bands: tuple[int, int], gap: int, aimed: int, status: int, covered: int
    ) -> Volley:
        shot = self.arms[side].guns[gun]
        situation = Situation(
            band=BANDS[bands[0]],
            distance=gap,
            cover=self.covers[1 - side] if covered else "none",
            aim=bool(aimed),
            target_prone=status == LYING,
            seriously_injured=status == DOWN,
        )
        who, whom = self.fighters[side], self.fighters[1 - side]
        made: Volley = attack(who, whom, shot.first, situation, self.options, shot.second).numbers
        if area_of(shot.first) == "template" and situation.band is None:
            nothing = made.guns[0]._replace(in_range=0, sure=0)
            made = made._replace(guns=(nothing, nothing))
        return made

    def volley_at(self, side: int, gun: int, aimed: int, state: State) -> Volley:
        """The shot of one of a side's guns in a state; *side* is the one that acts."""
        shot, gap = self.arms[side].guns[gun], state.gap
        status = LYING if state.their_pinned else UP
        if self.conditions[1 - side][state.theirs].down == SERIOUS:
            status = DOWN
        bands = bands_of(shot, gap)
        far = max(gap, 1) if shot.second else min(gap, NEAR)
        return self.volley(side, gun, (bands[0], bands[-1]), far, aimed, status, state.their_cover)

    def _brawl(self, side: int, weapons: int, charging: int, down: int, how: int) -> Brawl:
        with_ = self.arms[side].sets[weapons] if not how & BARE else WeaponSet(unarmed())
        situation = Situation(
            close=True,
            band=None,
            charging=bool(charging),
            seriously_injured=bool(down),
            entangled=bool(how & TANGLED),
        )
        made: Brawl = attack(
            self.fighters[side],
            self.fighters[1 - side],
            with_.first,
            situation,
            self.options,
            with_.second,
            knife=self.knife,
        ).numbers
        if how & BLINDLY:
            strikes = tuple(each._replace(hit_on=max(6, each.hit_on)) for each in made.melee.strikes)
            made = made._replace(melee=made.melee._replace(strikes=strikes))
        return made

    @staticmethod
    def hurts_itself(weapons: WeaponSet) -> bool:
        """Whether an attack can harm the one who makes it: by its own blast, by an Unstable weapon."""
        carried = [each for each in (weapons.first, weapons.second) if each is not None]
        return any("unstable" in each.traits or area_of(each) == "blast" for each in carried)

    def shot(self, side: int, gun: int, aimed: int, state: State) -> tuple[Volley, Firing]:
        """A shot as a step needs it; who cannot harm itself shoots as if unhurt."""
        mine, theirs = self.conditions[side], self.conditions[1 - side]
        target = theirs[state.theirs]
        if state.their_pinned:
            target = target._replace(marks=target.marks | PINNED)
        me = mine[state.mine] if self.hurts_itself(self.arms[side].guns[gun]) else self.fresh[side]
        return self.volley_at(side, gun, aimed, state), Firing(Scene(target, NOBODY, me))

    def shot_law(self, side: int, gun: int, aimed: int, state: State) -> Law:
        """Every way a shot can end."""
        return law_from(SHOOT, *self.shot(side, gun, aimed, state))

    def combat(
        self, side: int, weapons: int, charging: int, how: int, me: Condition, target: Condition
    ) -> tuple[Brawl, Clash]:
        with_ = self.arms[side].sets[weapons]
        me = me if self.hurts_itself(with_) else self.fresh[side]
        down = int(target.down == SERIOUS)
        return self.brawl(side, weapons, charging, down, how), Clash(Scene(target, NOBODY, me))

    def fight_law(
        self, side: int, weapons: int, charging: int, me: Condition, target: Condition, how: int = PLAIN
    ) -> Law:
        """Every way an attack of *side* in close combat can end."""
        return law_from(FIGHT, *self.combat(side, weapons, charging, how, me, target))

    # ----------------------------------------------------------------- conditions that can come about

    def _meet_all(self, side: int) -> None:
        """Number every condition that *side* can be brought into, one from the other."""
        known, at = self.conditions[side], 1
        while at < len(known):
            for c in self._next(side, known[at]):
                known.number(c)
            at += 1

    def _next(self, side: int, c: Condition) -> Iterator[Condition]:
        """What a fighter alive can be turned into: by one attack, its own weapons, fire, at the end of a round."""
        foe, place = 1 - side, self.conditions[side].number(c)
        own, theirs = self.arms[side], self.arms[foe]
        unhurt = self.conditions[foe].start
        for weapons, with_ in enumerate(own.sets):
            if c.down == IN_PLAY and self.hurts_itself(with_):
                law = self.fight_law(side, weapons, 1, c, self.fresh[foe])
                yield from (end.attacker for end in law.outcomes)
        for gun, shot in enumerate(own.guns):
            if c.down == IN_PLAY and self.hurts_itself(shot):
                for state in self._targets(foe, unhurt):
                    law = self.shot_law(side, gun, 0, state._replace(mine=place))
                    yield from (end.attacker for end in law.outcomes)
        for gun, shot in enumerate(theirs.guns):
            for state in self._targets(side, place):
                for aimed in (0,) if shot.double else (0, 1):
                    law = self.shot_law(foe, gun, aimed, state)
                    yield from (end.target for end in law.outcomes)
        ways = [(1, PLAIN)] if c.down == SERIOUS else [(0, PLAIN), (1, PLAIN)]
        if c.down == IN_PLAY and self.disarms[side]:
            ways.append((0, BARE))
        for weapons in range(len(theirs.sets)):
            for charging, how in ways:
                law = self.fight_law(foe, weapons, charging, self.fresh[foe], c, how)
                yield from (end.target for end in law.outcomes)
        yield from self.recovery_law(side, c).outcomes
        if c.marks & ON_FIRE:
            for double in (0, 1):
                burnt = law_from(burn, Burning(self.flames[side], 0, double), c).outcomes
                yield from (between(each, c.marks) for each in burnt)
        yield c._replace(marks=c.marks & ~BLINDED)

    def _targets(self, side: int, place: int) -> Iterator[State]:
        """States, as the enemy of *side* sees them, in which its shots differ."""
        foe = 1 - side
        guns = self.arms[foe].guns
        gaps = {0, 1, 2, 3}
        for gun in guns:
            for profile in (gun.first, gun.second):
                if profile is not None:
                    gaps |= {g + more for g in reach(profile) for more in (0, 1)}
        covers = (0,) if self.covers[side] == "none" else (0, 1)
        down = self.conditions[side][place].down == SERIOUS
        mine = self.conditions[foe].start
        for gap in sorted(g for g in gaps if 0 <= g <= self.numbers.lane):
            for cover in covers:
                for pinned in (0,) if down else (0, 1):
                    if cover and (down or pinned):
                        continue
                    yield State(gap, mine, place, 0, pinned, 0, cover)

    @rule("N17-A-END-03", "N17-A-TRT-17")
    def recovery_law(self, side: int, c: Condition) -> Law:
        """A fighter after the End phase."""
        return law(lambda dice: self.end_of_round(side, c, dice))

    def end_of_round(self, side: int, c: Condition, dice: Dice) -> Condition:
        after = repeat(dice, 1, recover, self.care[side], c._replace(marks=c.marks & ~CONCUSSED))
        return between(after, c.marks)


def manner(reacting: Condition) -> int:
    """How a fighter reacts, whatever the attack did: BLINDLY if it is blinded."""
    return BLINDLY if reacting.marks & BLINDED else PLAIN
