"""What the advanced rules need to know of both gangs, as numbers in the tables of a battle."""

from collections.abc import Callable, Iterable, Sequence
from math import cos, pi, sin
from typing import Any

from necrostats.engine.packing import packed
from necrostats.systems.necromunda.ammo import Magazine
from necrostats.systems.necromunda.battle.state import DIRECTIONS, STORES, Advanced
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.duel.arms import Arms, Gun
from necrostats.systems.necromunda.hits import area_of
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.morale import brings_along, cool_of, iron_will, shelter
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.recovery import care_of, fire_hit
from necrostats.systems.necromunda.scatter import RADIUS
from necrostats.systems.necromunda.wargear import bearing

MANY = 40
AREAS = ("", "blast", "template")


class Table:
    """Numbers in a row, to which more are added."""

    def __init__(self, values: Iterable[Any] = ()) -> None:
        self.values = list(values)

    def add(self, more: Iterable[Any]) -> int:
        """Add numbers; returns where they begin."""
        begin = len(self.values)
        self.values += more
        return begin


def by_weapon(arms: Sequence[Sequence[Any]], most: int, none: Any, of: Callable[[Any], Any]) -> list[Any]:
    """A number for each weapon of each fighter, *none* where one has fewer than the others."""
    return [value for mine in arms for value in [*map(of, mine), *[none] * (most - len(mine))]]


@rule("N17-A-ACT-02", "N17-A-END-01", "N17-A-END-02", "N17-A-END-03", "N17-A-FIRE-04", "N17-A-SHT-01")
def advanced_of(
    everybody: Sequence[Fighter],
    arms: Sequence[Arms],
    most_guns: int,
    most_sets: int,
    options: Options,
    whole: Table,
    real: Table,
) -> Advanced:
    """The numbers of the advanced rules, with what they need in both tables."""
    bearers = [bearing(who) for who in everybody]
    guns, sets = [each.guns for each in arms], [each.sets for each in arms]

    def of_guns(of: Callable[[Gun], int]) -> int:
        return whole.add(by_weapon(guns, most_guns, 0, of))

    rows: dict[Any, int] = {}
    care = [
        rows.setdefault(care_of(one, options, helper=None if a == b else other), len(rows))
        for a, one in enumerate(bearers)
        for b, other in enumerate(everybody)
    ]
    turns = [2 * pi * k / DIRECTIONS for k in range(DIRECTIONS)]
    return Advanced(
        leads=[brings_along(who, MANY) for who in everybody],
        shelters=[float(shelter(who)) for who in everybody],
        iron_will=[iron_will(who, options) for who in everybody],
        marksman=[int("marksman" in who.skills) for who in everybody],
        half=[(who.m + 1) // 2 if options["half_move_rounding"] == "up" else who.m / 2 for who in everybody],
        master=[int("combat-master" in who.skills) for who in everybody],
        counters=[int("counter-attack" in who.skills) for who in everybody],
        impales=of_guns(lambda gun: int("impale" in gun.first.traits)),
        area=of_guns(lambda gun: AREAS.index(area_of(gun.first))),
        marker=real.add(
            by_weapon(guns, most_guns, 0.0, lambda gun: RADIUS[gun.first.traits.get("blast") or 3])
        ),
        double=of_guns(lambda gun: int(gun.double)),
        gun_store=of_guns(lambda gun: gun.needs),
        set_store=whole.add(
            bit for pair in by_weapon(sets, most_sets, (0, 0), lambda s: s.stores) for bit in pair
        ),
        magazines=whole.add(number for each in arms for number in _stores(each)),
        cool=whole.add(need for who in bearers for need in cool_of(who, options)),
        cares=whole.add(number for row in rows for number in packed(row)),
        care=whole.add(care),
        flames=whole.add(number for who in bearers for number in packed(fire_hit(who, options))),
        ways=real.add(x for turn in turns for x in (cos(turn), sin(turn))),
        flee_at_end=int(options["flee_phase"] == "end"),
        finishes=int(options.on("coup_after_fight")),
        follows=int(options["melee_kb_followup"] == "always"),
        batch=int(options["multi_hit"] == "batch"),
    )


def _stores(arms: Arms) -> list[int]:
    """Each store of ammo: its magazine, 1 if it can be filled again, 1 if without a roll."""
    numbers: list[int] = []
    for store in arms.stores:
        numbers += [*store.magazine, int(store.fills), store.plentiful]
    return numbers + [0] * ((len(Magazine()) + 2) * STORES - len(numbers))
