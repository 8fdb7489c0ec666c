"""Tables of nerve tests, bottle tests and fleeing."""

from dataclasses import replace

from necrostats.analyses.rule_tables.grid import Cell, Chance, Grid, Row, rule_table
from necrostats.engine.enumerating import law, law_from
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.morale import (
    ACTIVE,
    Courage,
    Nerve,
    bottle_need,
    bottles_out,
    cool_of,
    nerve_test,
    rally,
    stays,
)
from necrostats.systems.necromunda.movement import Retreat
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.rolls import Test

COOLS, FRIENDS = range(3, 13), range(6)
CREWS, CASUALTIES = range(2, 13), range(1, 13)
NO_RETREAT = Retreat(Test(1, 7), Test(1, 7), 0)


@rule_table(
    "nerve",
    "Nerve tests",
    "Chance that a fighter keeps its nerve when a friend goes down near it, by Cool and steady friends within 3 "
    "inches, who add 1 each.",
    ("N17-A-NRV-01",),
    options=("test_auto_fail",),
    advanced=True,
)
def _nerve(cat: Catalogue, options: Options) -> Grid:
    rows = []
    for fighter in _by_cool(cat):
        cool, cells = cool_of(fighter, options), []
        for steady in FRIENDS:
            after = law_from(nerve_test, Nerve(cool, steady, ACTIVE, 0, NO_RETREAT), Courage())
            cells.append(Chance(after.p(lambda courage: not courage.broken)))
        rows.append(Row((f"{fighter.cl}+",), tuple(cells)))
    return Grid(("Cool",), "Steady friends", tuple(map(str, FRIENDS)), tuple(rows))


@rule_table(
    "rally",
    "Rally tests, and tests to stay once bottled",
    "Chance that a broken fighter rallies in the End phase, by Cool and steady friends within 3 inches, and that one "
    "of a bottled gang stays, for whom friends do not count.",
    ("N17-A-END-04", "N17-A-END-02"),
    options=("test_auto_fail",),
    advanced=True,
)
def _rallies(cat: Catalogue, options: Options) -> Grid:
    rows = []
    for fighter in _by_cool(cat):
        cool = cool_of(fighter, options)
        cells = [
            Chance(law(lambda dice, c=cool, n=n: rally(c, n, dice)).p(bool))  # type: ignore[misc]
            for n in FRIENDS
        ]
        remains = Chance(law(lambda dice, c=cool: stays(c, 0, dice)).p(bool))  # type: ignore[misc]
        rows.append(Row((f"{fighter.cl}+",), (*cells, remains)))
    return Grid(("Cool",), "Steady friends", (*map(str, FRIENDS), "Stays"), tuple(rows))


def _by_cool(cat: Catalogue) -> list[Fighter]:
    return [replace(cat.human, cl=cl) for cl in COOLS]


@rule_table(
    "bottle",
    "Bottle tests",
    "Chance to bottle out in one test, by fighters of the starting crew and how many of them are seriously injured or "
    "out of action: D6 plus their number exceed the crew.",
    ("N17-A-END-01",),
    advanced=True,
)
def _bottle(_cat: Catalogue, _options: Options) -> Grid:
    rows = []
    for crew in CREWS:
        cells: list[Cell] = []
        for down in CASUALTIES:
            need = bottle_need(crew, down, 0)
            test = law(lambda dice, need=need: bottles_out(need, 0, dice))  # type: ignore[misc]
            cells.append(Chance(test.p(bool)) if down <= crew else "")
        rows.append(Row((str(crew),), tuple(cells)))
    return Grid(("Crew",), "Casualties", tuple(map(str, CASUALTIES)), tuple(rows))
