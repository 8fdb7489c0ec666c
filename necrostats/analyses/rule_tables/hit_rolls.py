"""Tables of hit rolls, shooting and in close combat, and of parries."""

from dataclasses import replace
from fractions import Fraction

from necrostats.analyses.rule_tables.grid import Cell, Chance, Grid, Row, mean, rule_table, signed
from necrostats.engine.enumerating import law, law_from
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.close_combat import (
    PARRY_CHOICES,
    Hits,
    Melee,
    Parrying,
    Strike,
    count_all,
    parry,
    roll_all,
    strike,
    unarmed,
)
from necrostats.systems.necromunda.damage import EXACT, HALF_T, NEVER
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.shooting import hit_face, hit_needs

SKILLS = range(2, 7)
SHOOTING, FIGHTING = range(-4, 4), range(-3, 4)
DICE, PARRIES = range(1, 6), (0, 1, 2)
NO_HITS = Hits()


@rule_table(
    "hit",
    "Hit rolls: shooting",
    "Chance of a hit by Ballistic Skill and the sum of all modifiers; a natural 1 misses.",
    ("N17-B-HIT-01", "N17-B-HIT-02", "N17-B-HIT-03", "N17-A-SHT-03"),
    options=("impossible_shot",),
)
def _hit(_cat: Catalogue, options: Options) -> Grid:
    rows = []
    for bs in SKILLS:
        cells = []
        for modifier in SHOOTING:
            need, bare = hit_needs(bs, modifier, options)
            on = min(need, NEVER)
            hits = law(lambda dice, on=on, bare=bare: hit_face(on, bare, dice))  # type: ignore[misc]
            cells.append(Chance(hits.p(bool), on))
        rows.append(Row((f"{bs}+",), tuple(cells)))
    return Grid(("Ballistic Skill",), "Modifier", signed(SHOOTING), tuple(rows))


@rule_table(
    "hit-close",
    "Hit rolls: close combat",
    "Chance that one attack die hits, by Weapon Skill and the sum of all modifiers; a natural 1 misses.",
    ("N17-B-CC-07", "N17-B-CC-09"),
)
def _hit_close(cat: Catalogue, options: Options) -> Grid:
    rows = []
    for ws in SKILLS:
        attacker, cells = replace(cat.human, ws=ws), []
        for modifier in FIGHTING:
            how = Situation(close=True, assists=max(0, modifier), interference=max(0, -modifier))
            die = strike(1, attacker, cat.human, unarmed(), how, options)
            cells.append(Chance(_hits(die, 0, options)[1], die.hit_on))
        rows.append(Row((f"{ws}+",), tuple(cells)))
    return Grid(("Weapon Skill",), "Modifier", signed(FIGHTING), tuple(rows))


@rule_table(
    "parry",
    "Parries",
    "Chance that no attack die of a combat hits, and mean number of hits, against none, one and two Parry weapons: "
    "each has one hit rolled again.",
    ("N17-B-TRT-03", "N17-B-CC-07", "N17-B-CC-10"),
    options=("parry_choice",),
)
def _parried(_cat: Catalogue, options: Options) -> Grid:
    rows = []
    for n in DICE:
        for on in SKILLS:
            laws = [_hits(Strike(n=n, hit_on=on), parries, options) for parries in PARRIES]
            none: list[Cell] = [Chance(hits[0]) for hits in laws]
            rows.append(Row((str(n), f"{on}+"), (*none, *map(mean, laws))))
    columns = ("no parry", "1 parry", "2 parries")
    return Grid(
        ("Attack dice", "Hit roll"),
        "",
        (*(f"No hit, {c}" for c in columns), *(f"Mean hits, {c}" for c in columns)),
        tuple(rows),
    )


def _hits(die: Strike, parries: int, options: Options) -> dict[int, Fraction]:
    """The distribution of hits after parries; numbers that cannot be have chance 0."""
    melee = Melee((die,), parries, 0, PARRY_CHOICES[options["parry_choice"]], HALF_T, EXACT)
    found: dict[int, Fraction] = dict.fromkeys(range(die.n + 1), Fraction(0))
    rolled = law_from(roll_all, melee, NO_HITS)
    for hits, p in rolled.chances().items():
        for after, share in law_from(parry, Parrying(melee, 3, 1), hits).chances().items():
            found[count_all(after, 0)] += p * share
    return found
