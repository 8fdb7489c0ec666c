"""What a probability table of the rules is: a sentence, rule ids, headings, cells; and the register of all tables."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from necrostats.engine.enumerating import law
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.damage import NEVER
from necrostats.systems.necromunda.options import Options


class Chance(NamedTuple):
    """A chance; ``on`` is the face that a single D6 needs for it, 0 where it is not one roll."""

    p: Fraction
    on: int = 0


class Mean(NamedTuple):
    """A mean number, exactly."""

    value: Fraction


Cell = Chance | Mean | str


class Row(NamedTuple):
    """A row: its headings, one for each of ``Grid.heads``, and its cells."""

    heads: tuple[str, ...]
    cells: tuple[Cell, ...]


class Grid(NamedTuple):
    """The numbers of a table.

    Attributes:
        heads: What the headings of the rows are.
        across: What the columns are, "" where their headings say it.
        columns: Their headings; "group, heading" where all of them belong to groups.
        notes: What the headings stand for, where that is not plain.
    """

    heads: tuple[str, ...]
    across: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class RuleTable:
    """A table of the rules, before it is worked out.

    Attributes:
        says: What a cell is, in a sentence.
        rules: Ids of the rules that it shows.
        options: The disputed readings that it depends on.
        advanced: Whether the basic rules have nothing of the kind.
        build: Works it out.
    """

    name: str
    title: str
    says: str
    rules: tuple[str, ...]
    options: tuple[str, ...]
    advanced: bool
    build: Callable[[Catalogue, Options], Grid]


TABLES: dict[str, RuleTable] = {}


def rule_table(
    name: str,
    title: str,
    says: str,
    rules: Iterable[str],
    *,
    options: Iterable[str] = (),
    advanced: bool = False,
) -> Callable[[Callable[[Catalogue, Options], Grid]], Callable[[Catalogue, Options], Grid]]:
    """Register what a function works out as a table; tables keep the order in which they are registered."""

    def register(build: Callable[[Catalogue, Options], Grid]) -> Callable[[Catalogue, Options], Grid]:
        TABLES[name] = RuleTable(name, title, says, tuple(rules), tuple(options), advanced, build)
        return build

    return register


def reaching(need: int) -> Chance:
    """The chance of a D6 that must show *need* or more.

    >>> reaching(4), reaching(7)
    (Chance(p=Fraction(1, 2), on=4), Chance(p=Fraction(0, 1), on=7))
    """
    from necrostats.engine.dice import passes

    return Chance(law(lambda dice: passes(dice, need, 0)).p(bool), min(need, NEVER))


def mean(chances: Mapping[int, Fraction]) -> Mean:
    """The mean of a distribution.

    >>> mean({0: Fraction(1, 2), 3: Fraction(1, 2)}).value
    Fraction(3, 2)
    """
    return Mean(sum((number * p for number, p in chances.items()), Fraction(0)))


def targets(first: int, last: int) -> tuple[str, ...]:
    """Target numbers as headings.

    >>> targets(2, 4)
    ('2+', '3+', '4+')
    """
    return tuple(f"{n}+" for n in range(first, last + 1))


def signed(values: Iterable[int]) -> tuple[str, ...]:
    """Modifiers as headings.

    >>> signed([-1, 0, 1])
    ('-1', '0', '+1')
    """
    return tuple(f"{n:+d}" if n else "0" for n in values)
