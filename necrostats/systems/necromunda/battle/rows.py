"""Shots and fights of a battle as rows of numbers, for every pair of fighters and every situation on a board."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from necrostats.engine.enumerating import Law, law_from
from necrostats.engine.packing import packed
from necrostats.systems.necromunda.close_combat import fight, melee, unarmed
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.duel.arms import Arms, Gun, WeaponSet, arms_of, guns_of, sets_of
from necrostats.systems.necromunda.hits import area_of
from necrostats.systems.necromunda.injuries import OUT, PINNED, SERIOUS, Condition
from necrostats.systems.necromunda.models import Cover, Fighter, Situation
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.questions import Attack, attack
from necrostats.systems.necromunda.shooting import BANDS, ranges, shoot, shot

COVER: tuple[Cover, ...] = ("none", "partial", "full")
POSTURES = ("active", "prone", "engaged", "down")
HALF_DEAD = 0.5


def armed(who: Fighter, options: Options) -> Arms:
    """What a fighter of a battle shoots and fights with; two pistols are never fired at once."""
    if options.rules == "advanced":
        found = arms_of(who, options)
        return replace(found, guns=tuple(gun for gun in found.guns if gun.second is None))
    guns = (Gun(profile, None, (0, 0), False, *ranges(profile)) for profile in guns_of(who, options))
    return Arms(tuple(guns), sets_of(who))


class Rows:
    """Rows of numbers, each kept once, with what policies weigh."""

    def __init__(self) -> None:
        self.at: dict[Any, int] = {}
        self.flat: list[int] = []
        self.worth: list[tuple[float, ...]] = []

    def place(self, key: Any, numbers: Any, worth: tuple[float, ...]) -> int:
        """The number of a row, a new one if there is none like it."""
        if key not in self.at:
            self.at[key] = len(self.at)
            self.flat += packed(numbers)
            self.worth.append(worth)
        return self.at[key]


def shots() -> Iterator[tuple[Situation, bool]]:
    """Every situation in which a shot is rolled, in the order of ``state.shot_number``; whether policies weigh it."""
    for band, aim, cover, posture, behind, blocked in product(
        BANDS[:2], (False, True), COVER, POSTURES, (False, True), (False, True)
    ):
        lies = posture in ("prone", "down")
        situation = Situation(
            band=band, aim=aim, cover="none" if lies else cover, target_prone=posture == "prone",
            target_engaged=posture == "engaged", seriously_injured=posture == "down", behind=behind or lies,
            blocked=blocked,
        )  # fmt: skip
        yield situation, not blocked and behind == lies


def fights() -> Iterator[Situation]:
    """Every situation in which attack dice are rolled, in the order of ``state.melee_number``."""
    for charging, turned, behind, down, tangled in product((False, True), repeat=5):
        yield Situation(
            close=True, charging=charging, turned=turned and not charging, behind=behind or down,
            seriously_injured=down, entangled=tangled and not charging,
        )  # fmt: skip


class BasicRows:
    """Rows of the basic rules.

    Attributes:
        shots, melees: The rows.
    """

    def __init__(self, options: Options) -> None:
        self.options, self.shots, self.melees = options, Rows(), Rows()

    def arms(self, who: Fighter) -> Arms:
        """The weapons of a fighter."""
        return armed(who, self.options)

    def of_gun(self, who: Fighter, whom: Fighter, gun: Gun, _hostile: bool) -> list[int]:
        """The rows of all shots at somebody."""
        return [self._shot(who, whom, gun, how) for how, _ in shots()]

    def _shot(self, who: Fighter, whom: Fighter, gun: Gun, how: Situation) -> int:
        if how.seriously_injured:
            how = replace(how, seriously_injured=False, target_prone=True)
        numbers = shot(who, whom, gun.first, how, self.options)
        key = (numbers, whom.w, whom.t)
        if key in self.shots.at:
            return self.shots.at[key]
        law = law_from(shoot, numbers, Target(whom.w, whom.t, int(how.target_prone)))
        pin = 0.0
        if not how.target_prone:
            pin = _mean(law, lambda end: float(bool(end.pinned and end.wounds)))
        return self.shots.place(key, numbers, (_mean(law, lambda end: whom.w - end.wounds) / whom.w, pin))

    def of_set(self, who: Fighter, whom: Fighter, arms: WeaponSet) -> list[int]:
        """The rows of all fights with somebody."""
        return [self._fight(who, whom, arms, how) for how in fights()]

    def _fight(self, who: Fighter, whom: Fighter, arms: WeaponSet, how: Situation) -> int:
        how = replace(how, seriously_injured=False, entangled=False)
        numbers = melee(who, whom, arms.first, arms.second, how, self.options)
        key = (numbers, whom.w, whom.t)
        if key in self.melees.at:
            return self.melees.at[key]
        law = law_from(fight, numbers, Target(whom.w, whom.t))
        return self.melees.place(key, numbers, (_mean(law, lambda end: whom.w - end.wounds) / whom.w,))


class AdvancedRows:
    """Rows of the advanced rules, of shots at friends as well: strays and blasts spare nobody."""

    def __init__(self, options: Options) -> None:
        self.options, self.shots, self.melees = options, Rows(), Rows()

    def arms(self, who: Fighter) -> Arms:
        """The weapons of a fighter, and last its bare hands."""
        found = armed(who, self.options)
        return replace(found, sets=(*found.sets, WeaponSet(unarmed())))

    def of_gun(self, who: Fighter, whom: Fighter, gun: Gun, hostile: bool) -> list[int]:
        """The rows of all shots at somebody."""
        area, guarded = area_of(gun.first), guarded_in_front(whom)
        known: dict[Situation, int] = {}
        found = []
        for how, _ in shots():
            how = replace(
                how,
                aim=how.aim and hostile and not gun.double and area != "template",
                cover=how.cover if hostile or area else "none",
                blast_cover=how.cover if area else "none",
                behind=how.behind if guarded else how.seriously_injured or how.target_prone,
                blocked=how.blocked and "knockback" in gun.first.traits,
            )
            if how not in known:
                known[how] = self._shot(who, whom, gun, how, hostile)
            found.append(known[how])
        return found

    def _shot(self, who: Fighter, whom: Fighter, gun: Gun, how: Situation, hostile: bool) -> int:
        asked = attack(who, whom, gun.first, how, self.options)
        weapon = asked.numbers.guns[0]
        numbers = (
            weapon._replace(blast=0, strays=1 - weapon.sure),
            (
                asked.numbers.expert_on,
                asked.numbers.nerves_on,
                asked.numbers.stray_low,
                asked.numbers.stray_high,
            ),
        )
        key = (numbers, how.seriously_injured, how.target_prone, whom.w, whom.t, hostile)
        if key in self.shots.at:
            return self.shots.at[key]
        harm = pin = 0.0
        if hostile:
            law = asked.law()
            harm = _mean(law, lambda end: lost(asked, end.scene.target))
            if not how.target_prone:
                pin = _mean(law, lambda end: float(bool(end.scene.target.marks & PINNED)))
        return self.shots.place(key, numbers, (harm, pin))

    def of_set(self, who: Fighter, whom: Fighter, arms: WeaponSet) -> list[int]:
        """The rows of all fights with somebody."""
        matters = guarded_in_front(whom) or "backstab" in arms.traits
        known: dict[Situation, int] = {}
        found = []
        for how in fights():
            how = replace(how, behind=how.behind if matters else how.seriously_injured)
            if how not in known:
                known[how] = self._fight(who, whom, arms, how)
            found.append(known[how])
        return found

    def _fight(self, who: Fighter, whom: Fighter, arms: WeaponSet, how: Situation) -> int:
        asked = attack(who, whom, arms.first, how, self.options, arms.second)
        key = (asked.numbers, how.seriously_injured, whom.w, whom.t)
        if key in self.melees.at:
            return self.melees.at[key]
        harm = 0.0
        if not (how.turned or how.entangled):
            harm = _mean(asked.law(), lambda end: lost(asked, end.scene.target))
        return self.melees.place(key, asked.numbers, (harm,))


def guarded_in_front(who: Fighter) -> bool:
    """Whether it matters for a fighter's save from where it is hit."""
    suits = (who.armour, who.under)
    return "energy-shield" in who.wargear or any(suit.save_front_arc != 0 for suit in suits)


def lost(asked: Attack, after: Condition) -> float:
    """The share of a fighter that an attack has taken: all out of action, half seriously injured, else the share of
    its Wounds and Toughness.
    """
    if after.down == OUT:
        return 1.0 if asked.target.down != SERIOUS else HALF_DEAD
    if asked.target.down == SERIOUS:
        return 0.0
    if after.down == SERIOUS:
        return HALF_DEAD
    whole = asked.target.wounds + asked.target.toughness
    return HALF_DEAD * float(1 - (after.wounds + after.toughness) / whole)


def _mean(law: Law, of: Any) -> float:
    total = sum(w * of(end) for end, w in zip(law.outcomes, law.weights, strict=True))
    return float(total / law.total)
