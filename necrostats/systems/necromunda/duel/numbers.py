"""The numbers of a duel: what two cards, a lane and the options come to before any die is rolled."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from necrostats.engine.dice import Dice
from necrostats.errors import UsageError
from necrostats.systems.necromunda.close_combat import SEQUENTIAL, SIMULTANEOUS, Melee, melee, unarmed
from necrostats.systems.necromunda.duel.advanced import AdvancedDuel
from necrostats.systems.necromunda.duel.arms import Arms, Gun, WeaponSet, arms_of, guns_of, sets_of
from necrostats.systems.necromunda.duel.conditions import Conditions
from necrostats.systems.necromunda.duel.lane import Duel, State, Step, act
from necrostats.systems.necromunda.injuries import Condition
from necrostats.systems.necromunda.models import Cover, Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.movement import CONTACTS, half_move
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.rolls import characteristic_test
from necrostats.systems.necromunda.shooting import BANDS, COVER, ranges, shot
from necrostats.systems.necromunda.wargear import bearing

LONGEST_LANE = 120
MOST_ROUNDS = 30
LARGEST = 100_000


@dataclass(frozen=True, slots=True)
class Setup:
    """Two fighters on a lane, ready to be solved or played.

    Attributes:
        fighters: A and B.
        distance, lane: Inches at the start and at most.
        covers: The cover A and B start in.
        aim: False takes Aim out of every policy.
        numbers: What the steps need.
        arms: What each side shoots and fights with.
        conditions: What each side can be like.
        advanced: What the advanced rules add, None under the basic ones.
        left_out: Profiles that the duel does not use, as sentences.
        before_declare: The charge die is known before the charge (option ``charge_d3``).
    """

    fighters: tuple[Fighter, Fighter]
    distance: int
    lane: int
    rounds: int
    covers: tuple[Cover, Cover]
    aim: bool
    options: Options
    numbers: Duel
    arms: tuple[Arms, Arms]
    conditions: tuple[Conditions, Conditions]
    advanced: AdvancedDuel | None
    left_out: tuple[str, ...]
    before_declare: bool

    @property
    def guns(self) -> tuple[tuple[Gun, ...], tuple[Gun, ...]]:
        """Profiles that each side can shoot, in kit order, then pairs of pistols."""
        return self.arms[0].guns, self.arms[1].guns

    @property
    def sets(self) -> tuple[tuple[WeaponSet, ...], tuple[WeaponSet, ...]]:
        """Sets of weapons that each side can fight with: single weapons in kit order, then pairs."""
        return self.arms[0].sets, self.arms[1].sets

    @property
    def every_set(self) -> tuple[tuple[WeaponSet, ...], tuple[WeaponSet, ...]]:
        """As ``sets``, with those too that do what another one does."""
        if self.advanced is not None:
            return self.sets
        return sets_of(self.fighters[0]), sets_of(self.fighters[1])

    def act(self, side: int, option: int, state: State, dice: Dice) -> Step:
        """What one option leads to, under the rules of this duel."""
        if self.advanced is not None:
            return self.advanced.act(side, option, state, dice)
        return act(self.numbers, side, option, state, dice)

    def end_phase(self, state: State, dice: Dice) -> State:
        """The End phase of a round, seen from A."""
        return state if self.advanced is None else self.advanced.end_phase(state, dice)


def set_up(
    a: Fighter,
    b: Fighter,
    options: Options,
    *,
    distance: int = 12,
    lane: int = 24,
    rounds: int = 6,
    cover_a: Cover = "none",
    cover_b: Cover = "none",
    no_aim: bool = False,
    knife: WeaponProfile | None = None,
) -> Setup:
    """The duel of *a* and *b*.

    Args:
        distance: Whole inches between the bases at the start, 0 = engaged.
        lane: The longest gap in inches.
        knife: What a third arm fights with (advanced rules).

    Raises:
        UsageError: A value out of range.
    """
    for name, value, low, high in (
        ("lane", lane, 1, LONGEST_LANE),
        ("distance", distance, 0, lane),
        ("rounds", rounds, 1, MOST_ROUNDS),
    ):
        if type(value) is not int or not low <= value <= high:
            raise UsageError(f"{name}: expected a whole number from {low} to {high}, got {value!r}")
    for cover in (cover_a, cover_b):
        if cover not in COVER:
            raise UsageError(f"cover: expected one of {', '.join(COVER)}, got {cover!r}")
    fighters, covers = (a, b), (cover_a, cover_b)
    size = (lane + 1) * (a.w + 1) * (b.w + 1) * rounds * 2 ** sum(c != "none" for c in covers)
    if size > LARGEST:
        raise UsageError(
            f"duel: expected inches x Wounds x rounds of at most {LARGEST:,}, got {size:,}",
            "take a shorter lane or fewer rounds",
        )
    if options.rules == "advanced":
        return _advanced(fighters, distance, lane, rounds, covers, not no_aim, options, knife)
    guns = (guns_of(a, options), guns_of(b, options))
    kept: list[list[WeaponSet]] = []
    rows: list[list[tuple[Melee, Melee]]] = []
    for side in (0, 1):
        mine: dict[tuple[Melee, Melee], WeaponSet] = {}
        for each in sets_of(fighters[side]):
            attacks = tuple(
                melee(
                    fighters[side],
                    fighters[1 - side],
                    each.first,
                    each.second,
                    Situation(close=True, charging=charging),
                    options,
                )
                for charging in (False, True)
            )
            mine.setdefault((attacks[0], attacks[1]), each)
        kept.append(list(mine.values()))
        rows.append(list(mine))
    n_guns, n_sets = max(map(len, guns)), max(map(len, kept))
    shots = [
        x for side in (0, 1) for x in _shots(fighters, side, guns[side], n_guns, covers[1 - side], options)
    ]
    melees: list[int] = []
    for side in (0, 1):
        padded = rows[side] + rows[side][:1] * (n_sets - len(rows[side]))
        melees += [x for pair in padded for each in pair for x in _flat(each)]
    arms = [
        Arms(tuple(Gun(each, None, (0, 0), False, *ranges(each)) for each in guns[side]), tuple(kept[side]))
        for side in (0, 1)
    ]
    return Setup(
        fighters,
        distance,
        lane,
        rounds,
        covers,
        not no_aim,
        options,
        _numbers(fighters, lane, (arms[0], arms[1]), shots, melees, options),
        (arms[0], arms[1]),
        (Conditions(Condition(a.w, a.t), a.w), Conditions(Condition(b.w, b.t), b.w)),
        None,
        tuple(s for f in fighters for s in _left_out(f)),
        options["charge_d3"] == "before_declare",
    )


def _advanced(
    fighters: tuple[Fighter, Fighter],
    distance: int,
    lane: int,
    rounds: int,
    covers: tuple[Cover, Cover],
    aim: bool,
    options: Options,
    knife: WeaponProfile | None,
) -> Setup:
    arms = (arms_of(fighters[0], options), arms_of(fighters[1], options))
    bearers = (bearing(fighters[0]), bearing(fighters[1]))
    numbers = _numbers(bearers, lane, arms, [], [], options)
    duel = AdvancedDuel(fighters, arms, numbers, covers, options, knife)
    return Setup(
        fighters,
        distance,
        lane,
        rounds,
        covers,
        aim,
        options,
        numbers,
        arms,
        duel.conditions,
        duel,
        tuple(s for one in arms for s in one.left_out),
        options["charge_d3"] == "before_declare",
    )


def _numbers(
    fighters: tuple[Fighter, Fighter],
    lane: int,
    arms: tuple[Arms, Arms],
    shots: list[int],
    melees: list[int],
    options: Options,
) -> Duel:
    n_guns, n_sets = max(len(one.guns) for one in arms), max(len(one.sets) for one in arms)
    reach = [x for one in arms for x in _reach(one.guns, n_guns)]
    return Duel(
        sides=tuple(x for f in fighters for x in side_numbers(f, options)),
        table=(*reach, *shots, *melees),
        shots=len(reach),
        melees=len(reach) + len(shots),
        lane=lane,
        profiles=n_guns,
        sets=n_sets,
        contact=CONTACTS[options["charge_contact"]],
        always=int(options["retreat_reaction"] == "always"),
        react_after=int(options["retreat_timing"] == "after_move"),
        order=SIMULTANEOUS if options["reaction_order"] == "simultaneous" else SEQUENTIAL,
    )


def side_numbers(fighter: Fighter, options: Options) -> tuple[int, ...]:
    """Movement, half of it, Toughness, Wounds, and what an Initiative test needs (``lane.M`` and on)."""
    return (
        fighter.m,
        half_move(fighter.m, options["half_move_rounding"]),
        fighter.t,
        fighter.w,
        characteristic_test(fighter.i, 0, options).need,
    )


def _flat(attacks: Melee) -> Iterator[int]:
    for strike in attacks.strikes:
        yield from strike
    yield from attacks[1:]


def _reach(guns: tuple[Gun, ...], n: int) -> Iterator[int]:
    for gun in guns:
        yield from (gun.short, gun.long)
    yield from (-1,) * (2 * (n - len(guns)))


@cache
def _situations(cover: Cover) -> list[tuple[Situation, Situation]]:
    """Those of the shots by band, aimed, target prone, each in the open and in a cover."""
    return [
        (
            Situation(band=band, aim=aim, target_prone=prone),
            Situation(band=band, aim=aim, target_prone=prone, cover=cover),
        )
        for band, aim, prone in product(BANDS, (False, True), (False, True))
    ]


def _shots(
    fighters: tuple[Fighter, Fighter],
    side: int,
    guns: tuple[WeaponProfile, ...],
    n: int,
    cover: Cover,
    options: Options,
) -> Iterator[int]:
    attacker, target = fighters[side], fighters[1 - side]
    for gun in guns:
        for in_the_open, covered in _situations(cover):
            row = shot(attacker, target, gun, in_the_open, options)
            yield from row
            yield from row if cover == "none" else shot(attacker, target, gun, covered, options)
    rows = 3 * 2 * 2 * 2 * (n - len(guns))
    if rows:
        nothing = shot(attacker, target, unarmed(), Situation(band=None), options)
        for _ in range(rows):
            yield from nothing


def _left_out(fighter: Fighter) -> Iterator[str]:
    for weapon in fighter.weapons:
        for profile in weapon.profiles:
            ranges = {profile.rng_s, profile.rng_l}
            what = (
                "flame template"
                if "T" in ranges
                else "thrown"
                if any(r.startswith("Sx") for r in ranges)
                else "reach of a Versatile weapon"
                if "versatile" in profile.traits
                else ""
            )
            if what:
                yield f"{fighter.name}: {profile.name} ({what}) is not shot in the duel"
