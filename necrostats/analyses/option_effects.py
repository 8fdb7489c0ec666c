"""What the readings of an option change: standard figures of one attack, computed under each of its values."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import SCHEMA_VERSION, exact, rulebook, stamp
from necrostats.analyses.attack import AttackResult, attack
from necrostats.analyses.attack_request import request
from necrostats.analyses.attack_situation import attack_of
from necrostats.analyses.weapon_asked import find_weapon
from necrostats.errors import GameDataError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.entries import RULES, Option, StandardFigure
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.houses import PRINTED

DEFINITIONS = {
    "figure": "id of a standard figure, an entry of standard.toml",
    "title": "what the figure is the chance of, in one attack action",
    "rules": "the rules under which it was computed",
    "key": "where it stands in the answer of attack",
    "value": "the reading",
    "default": "the chance with every option at its default",
    "with_it": "the chance with this reading, all other options at their defaults",
    "difference": "with_it less default",
}
ON_A_BOARD = "it acts on a board"
ELSEWHERE = "it acts elsewhere than in one attack: in a duel, between activations, or on a board"
IN_A_DUEL = "necrostats matchup A B --option {name}=VALUE shows what it does in a duel"
IN_A_BATTLE = "necrostats battle A B --option {name}=VALUE shows what it does in a battle of gangs"


@dataclass(frozen=True)
class OptionEffects:
    """The answer to what an option changes."""

    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


def option_effects(name: str, *, data: Iterable[Path] = ()) -> OptionEffects:
    """The readings of an option, and every standard figure that changes with one of them.

    House rules are left aside: figures are compared with those of the rules as printed.

    Raises:
        UnknownNameError: No such option.
        GameDataError: A standard figure that cannot be asked for.

    >>> rows = option_effects("pin_on").to_dict()["rows"]
    >>> rows[0]["default"]["fraction"], rows[0]["with_it"]["fraction"], rows[0]["difference"]["fraction"]
    ('7/18', '8/9', '1/2')
    """
    data = tuple(data)
    cat, options = rulebook(data, None, None, PRINTED)
    option = cat.options[cat.find("option", name)]
    under = _askable(option)
    rows = [row for rules in under for row in _Figures(cat, data, option, rules).rows()]
    defaults = {"basic": option.default_basic, "advanced": option.default_advanced}
    if option.layer == "advanced":
        del defaults["basic"]
    return OptionEffects(
        {
            "schema_version": SCHEMA_VERSION,
            "question": "option",
            "system": "necromunda",
            "option": option.id,
            "title": option.title,
            "layer": option.layer,
            "rules": [{"id": rule, "title": cat.rules[rule].title} for rule in option.rules],
            "default": defaults,
            "readings": [
                {
                    "value": value,
                    "says": says,
                    "default": [rules for rules in defaults if defaults[rules] == value],
                }
                for value, says in option.values.items()
            ],
            "examples": list(option.examples),
            "rows": rows,
            "definitions": DEFINITIONS,
            "notes": list(_notes(option, rows)),
            "stamp": stamp(options) | {"rules": " and ".join(under) or options.rules},
        }
    )


def _askable(option: Option) -> tuple[str, ...]:
    """The sets of rules under which an attack may read an option."""
    if option.layer == "board":
        return ()
    return RULES if option.layer == "basic" else ("advanced",)


def _notes(option: Option, rows: list[dict[str, Any]]) -> Iterator[str]:
    """Why nothing changes, or which reading changes nothing."""
    if option.layer == "board":
        yield f"No standard figure changes: {ON_A_BOARD}."
        yield f"{IN_A_BATTLE.format(name=option.id)}."
    elif not rows:
        yield f"No standard figure changes: {ELSEWHERE}."
        if option.layer == "basic":
            yield f"{IN_A_DUEL.format(name=option.id)}."
            yield f"{IN_A_BATTLE.format(name=option.id)}."
    else:
        usual = {option.default_basic, option.default_advanced}
        changing = {row["value"] for row in rows}
        for value in (*option.values, *option.examples):
            if value not in changing | usual:
                yield f"{option.id}={value} changes none of the standard figures."


@contextmanager
def _named(figure: StandardFigure) -> Iterator[None]:
    """What is wrong with a question is wrong in the data, and says which figure it belongs to."""
    try:
        yield
    except UsageError as error:
        where = f"standard.{figure.id}"
        raise GameDataError([f"{where}: expected an attack that can be asked for, got: {error}"]) from error


@dataclass
class _Figures:
    """The standard figures under one set of rules. An attack that several of them are about is computed once."""

    cat: Catalogue
    data: tuple[Path, ...]
    option: Option
    rules: str
    asked: dict[tuple[Any, ...], AttackResult] = field(default_factory=dict)

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row for each figure and reading that differ from the default."""
        option = self.option
        usual = option.default_basic if self.rules == "basic" else option.default_advanced
        others = [value for value in (*option.values, *option.examples) if value != usual]
        for figure in self.cat.standard.values():
            if self.rules not in figure.rules or not self._reads(figure):
                continue
            default = self._chance(figure)
            for value in others:
                found = self._chance(figure, value)
                if found != default:
                    yield {
                        "figure": figure.id,
                        "title": figure.title,
                        "rules": self.rules,
                        "key": figure.figure,
                        "value": value,
                        "default": exact(default),
                        "with_it": exact(found),
                        "difference": exact(found - default),
                    }

    def _reads(self, figure: StandardFigure) -> bool:
        """Whether the attack looks at the option at all; asks for no dice, so it is quick."""
        with _named(figure):
            cat, options = rulebook(self.data, self.rules, None, PRINTED)
            who, whom = fighter(cat, figure.attacker), fighter(cat, figure.target)
            profile = find_weapon(cat, who, figure.weapon)[0]
            attack_of(cat, who, whom, profile, request(figure.situation), options)
        return options.was_read(self.option.id)

    def _chance(self, figure: StandardFigure, value: str | None = None) -> Fraction:
        found: Any = self._result(figure, value).to_dict()
        for key in figure.figure.split("."):
            found = found.get(key) if isinstance(found, Mapping) else None
        if not isinstance(found, Mapping):  # what cannot be is left out of an answer
            return Fraction(0)
        return Fraction(found["fraction"]) if "fraction" in found else Fraction(found["p"])

    def _result(self, figure: StandardFigure, value: str | None = None) -> AttackResult:
        key = (figure.attacker, figure.target, figure.weapon, *figure.situation.items(), value)
        if key not in self.asked:
            self.asked[key] = self._ask(figure, value)
        return self.asked[key]

    def _ask(self, figure: StandardFigure, value: str | None) -> AttackResult:
        with _named(figure):
            found = attack(
                figure.attacker,
                figure.target,
                **{"weapon": figure.weapon, **figure.situation},
                rules=self.rules,
                house=PRINTED,
                options={} if value is None else {self.option.id: value},
                data=self.data,
            )
        assert isinstance(found, AttackResult)
        return found
