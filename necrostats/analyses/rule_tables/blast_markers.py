"""Tables of blast markers: where they land, and whether the fighter aimed at is under them."""

from fractions import Fraction

from necrostats.analyses.blast import HIT_ROLLS, USUAL_BASES
from necrostats.analyses.rule_tables.grid import Cell, Chance, Grid, Row, reaching, rule_table
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.scatter import RADIUS, Base, Blast, landings, touched, touching_inches

PLACES = {
    "stays": "Stays in place",
    **{str(n): f'{n}"' for n in range(1, 7)},
    "on_shooter": "On the shooter",
    "dud": "Dud",
}


@rule_table(
    "scatter",
    "Blast markers: where they land",
    "Chance that a marker stays where it was aimed, scatters so many inches, lands on the shooter or is a dud, by what "
    "the hit roll needs.",
    ("N17-A-BLAST-02", "N17-A-BLAST-03"),
    advanced=True,
)
def _scatter(_cat: Catalogue, _options: Options) -> Grid:
    rows = []
    for need in HIT_ROLLS:
        lands = landings(reaching(need).p)
        rows.append(Row((f"{need}+",), tuple(Chance(lands[place]) for place in PLACES)))
    missed = landings(Fraction(0))
    rows.append(Row(("Missed",), tuple(Chance(missed[place]) for place in PLACES)))
    return Grid(("Hit roll",), "", tuple(PLACES.values()), tuple(rows))


@rule_table(
    "blast",
    "Blast markers: the fighter aimed at",
    "Chance that the fighter aimed at is under the marker, which is aimed at the middle of its base, by diameter of "
    "the marker and base and by what the hit roll needs; and up to how many inches of scatter it still is.",
    ("N17-A-BLAST-01", "N17-A-BLAST-02", "N17-A-BLAST-03", "N17-A-BLAST-04"),
    advanced=True,
)
def _blast(_cat: Catalogue, _options: Options) -> Grid:
    rows = []
    for inches, radius in RADIUS.items():
        for mm in USUAL_BASES:
            target = Base(0.0, 0.0, mm)
            cells: list[Cell] = [f'{touching_inches(radius, mm)}"']
            for hit in (Fraction(0), *(reaching(need).p for need in HIT_ROLLS)):
                known = touched(Blast(radius, 0.0, 0.0, (target,), hit), target)
                cells.append(Chance(Fraction(known.value)))
            rows.append(Row((f'{inches}"', f"{mm} mm"), tuple(cells)))
    columns = ("Touched up to", "Missed", *(f"{need}+" for need in HIT_ROLLS))
    return Grid(("Marker", "Base"), "", columns, tuple(rows))
