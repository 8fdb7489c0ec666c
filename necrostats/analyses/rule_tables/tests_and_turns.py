"""Tables of characteristic tests, priority, charges."""

from fractions import Fraction

from necrostats.analyses.rule_tables.grid import Chance, Grid, Row, rule_table, signed
from necrostats.engine.enumerating import law, law_from
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.movement import CONTACTS, charge_to
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.rolls import characteristic_test, d3, take
from necrostats.systems.necromunda.rounds import NOBODY, PASS_TO_OPPONENT, REROLL, priority

MODIFIERS = range(-3, 4)
ONE_DIE, TWO_DICE = range(2, 7), range(3, 13)
MOVEMENTS, GAPS = range(3, 9), range(2, 12)


@rule_table(
    "tests-d6",
    "Characteristic tests on a D6",
    "Chance to pass a test of Weapon Skill, Ballistic Skill or Initiative: D6 plus modifiers reach the characteristic.",
    ("N17-B-TEST-01", "N17-B-CHR-03"),
    options=("test_auto_fail",),
)
def _tests_d6(_cat: Catalogue, options: Options) -> Grid:
    return _tests(ONE_DIE, 1, options)


@rule_table(
    "tests-2d6",
    "Characteristic tests on 2D6",
    "Chance to pass a test of Leadership, Cool, Willpower or Intelligence: 2D6 plus modifiers reach the "
    "characteristic.",
    ("N17-B-TEST-01", "N17-B-CHR-03"),
    options=("test_auto_fail",),
)
def _tests_2d6(_cat: Catalogue, options: Options) -> Grid:
    return _tests(TWO_DICE, 2, options)


def _tests(values: range, dice: int, options: Options) -> Grid:
    """A row for each characteristic, a column for each modifier."""
    rows = []
    for value in values:
        each = (characteristic_test(value, modifier, options, dice=dice) for modifier in MODIFIERS)
        rows.append(Row((f"{value}+",), tuple(Chance(law_from(take, test, 0).p(bool)) for test in each)))
    return Grid(("Characteristic",), "Modifier", signed(MODIFIERS), tuple(rows))


@rule_table(
    "priority",
    "Priority",
    "Chance to have priority in this round: the higher D6; a tie hands it over from the side that had it.",
    ("N17-B-RND-02", "N17-B-RND-03"),
    options=("priority_tie",),
)
def _who_has_priority(_cat: Catalogue, options: Options) -> Grid:
    tie = REROLL if options["priority_tie"] == "reroll" else PASS_TO_OPPONENT
    rows = []
    for had, holder in (("You", 0), ("Your opponent", 1), ("Nobody yet", NOBODY)):
        now = law(lambda dice, holder=holder: priority(tie, holder, dice))  # type: ignore[misc]
        rows.append(Row((had,), tuple(Chance(now.p(lambda side, n=n: side == n)) for n in (0, 1))))  # type: ignore[misc]
    return Grid(("Priority so far",), "Priority now", ("You", "Your opponent"), tuple(rows))


@rule_table(
    "charge",
    "Charges",
    "Chance that a charge of Movement plus D3 inches engages an enemy at this distance from base to base.",
    ("N17-B-ACT-03", "N17-B-MOV-03"),
    options=("charge_contact",),
)
def _charges(_cat: Catalogue, options: Options) -> Grid:
    contact = CONTACTS[options["charge_contact"]]
    extra = law(d3).chances()
    rows = []
    for m in MOVEMENTS:
        engaged = (
            sum((p for more, p in extra.items() if charge_to(gap, m + more, contact) == 0), Fraction(0))
            for gap in GAPS
        )
        rows.append(Row((f'{m}"',), tuple(map(Chance, engaged))))
    return Grid(("Movement",), "Distance", tuple(f'{gap}"' for gap in GAPS), tuple(rows))
