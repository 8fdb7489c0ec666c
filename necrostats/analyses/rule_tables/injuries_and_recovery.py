"""Tables of Injury dice, of what a hit's Damage rolls of them, and of recovery."""

from collections.abc import Callable

from necrostats.analyses.rule_tables.grid import Cell, Chance, Grid, Row, rule_table
from necrostats.engine.enumerating import law, law_from
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.damage import NEVER, Blow
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.hits import body_of
from necrostats.systems.necromunda.injuries import (
    IN_PLAY,
    OUT,
    SERIOUS,
    Condition,
    Effect,
    Hit,
    roll_injuries,
    settle,
)
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.recovery import care_of, recover

DICE, TOUGHNESSES = range(1, 7), range(1, 8)
OUTCOMES: dict[str, Callable[[Condition], bool]] = {
    "In play, with flesh wounds": lambda c: c.down == IN_PLAY,
    "Seriously Injured": lambda c: c.down == SERIOUS,
    "Out of Action": lambda c: c.down == OUT,
}
HELPERS = {
    "Alone": "",
    "Assisted": "custom",
    "Assisted, medicae kit": "custom[+medicae-kit]",
    "Assisted, Medicae": "custom[+medicae]",
    "Assisted, Medicae and medicae kit": "custom[+medicae,+medicae-kit]",
}


@rule_table(
    "injury",
    "Injury dice",
    "What one to six Injury dice of one hit do to a fighter, by the Toughness that it has then: each flesh wound takes "
    "1 off it, and none left is out of action.",
    ("N17-A-INJ-01", "N17-A-INJ-03"),
    options=("injury_faces", "multi_serious"),
    advanced=True,
)
def _injury(cat: Catalogue, options: Options) -> Grid:
    body = body_of(cat.human, options, area=False)
    hit = Hit(Blow(0, NEVER, 1), 0, Effect(), body)
    rows = []
    for n in DICE:
        laws = []
        for toughness in TOUGHNESSES:
            rolled = law(lambda dice, n=n, t=toughness: roll_injuries(hit, n, Condition(0, t), dice))  # type: ignore[misc]
            laws.append(rolled._replace(outcomes=tuple(_settled(body.batch, c) for c in rolled.outcomes)))
        for outcome, event in OUTCOMES.items():
            rows.append(Row((str(n), outcome), tuple(Chance(each.p(event)) for each in laws)))
    return Grid(("Injury dice", "Outcome"), "Toughness", tuple(map(str, TOUGHNESSES)), tuple(rows))


def _settled(batch: int, c: Condition) -> Condition:
    """The fighter after the attack."""
    settled: Condition = law_from(settle, batch, c).outcomes[0]
    return settled


@rule_table(
    "recovery",
    "Recovery tests",
    "What becomes of a seriously injured fighter in one End phase, by who helps it: of several Injury dice it keeps "
    "the mildest; back means pinned, with a flesh wound more, which is one too many at Toughness 1.",
    ("N17-A-END-03", "N17-A-INJ-01"),
    options=("injury_faces", "recovery_si_flesh"),
    advanced=True,
)
def _recovery(cat: Catalogue, options: Options) -> Grid:
    events: tuple[Callable[[Condition], bool], ...] = (
        lambda c: c.down == IN_PLAY,
        lambda c: c.down == SERIOUS,
        lambda c: c.down == OUT,
    )
    rows = []
    for how, text in HELPERS.items():
        care = care_of(cat.human, options, helper=fighter(cat, text) if text else None)
        cells: list[Cell] = []
        for toughness in (2, 1):
            after = law_from(recover, care, Condition(0, toughness, 0, SERIOUS))
            cells += [Chance(after.p(event)) for event in events]
        rows.append(Row((how,), tuple(cells)))
    columns = ("Back", "Still down", "Out of Action")
    return Grid(
        ("Help",),
        "",
        (*(f"Toughness 2 or more, {c}" for c in columns), *(f"Toughness 1, {c}" for c in columns)),
        tuple(rows),
    )
