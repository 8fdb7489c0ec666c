"""Tables of the rules as answers: one by name, or all of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import SCHEMA_VERSION, exact, idle, rulebook, stamp
from necrostats.analyses.attack_rows import mean
from necrostats.analyses.rule_tables.every import TABLES
from necrostats.analyses.rule_tables.grid import Cell, Chance, Grid, Mean, RuleTable
from necrostats.analyses.rule_tables.headings import LANGUAGES, chinese, translated
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.options import Options


@dataclass(frozen=True)
class TableResult:
    """A table of the rules as an answer."""

    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


def table(
    name: str,
    *,
    lang: str = "en",
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
) -> TableResult:
    """A probability table of the rules: "wound" is the chance to wound by Strength and Toughness (N17-B-WND-01).

    Args:
        name: One of ``names()``.
        lang: "en", or "zh" for Chinese headings.

    Raises:
        UnknownNameError: No such table, no such language.
        UsageError: A table of the advanced rules under the basic ones.

    >>> found = table("wound").to_dict()
    >>> found["columns"][3], found["rows"][2]["heads"], found["rows"][2]["cells"][3]
    ('4', ['3'], {'p': 0.3333333333333333, 'fraction': '1/3', 'on': 5})
    """
    entry = _entry(name)
    _check_language(lang)
    cat, chosen = rulebook(data, rules, options, house)
    if entry.advanced and chosen.rules == "basic":
        raise UsageError(
            f"the table {entry.name} belongs to the advanced rules, got the basic ones",
            "take --rules advanced",
        )
    return TableResult(_answer(entry, entry.build(cat, chosen), cat, chosen, lang))


def every_table(
    *,
    langs: Iterable[str] = ("en",),
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
) -> Iterator[tuple[TableResult, ...]]:
    """Each table that these rules have, once for each of the languages, as soon as it is worked out.

    What is asked is checked at once.

    Raises:
        UnknownNameError: No such language, no such option.
        UsageError: An option that these rules do not read.
    """
    spoken = tuple(langs)
    for lang in spoken:
        _check_language(lang)
    folders = tuple(data)
    rulebook(folders, rules, options, house)
    return _worked_out(spoken, lambda: rulebook(folders, rules, options, house))


def _worked_out(
    spoken: tuple[str, ...], asked: Callable[[], tuple[Catalogue, Options]]
) -> Iterator[tuple[TableResult, ...]]:
    for entry in TABLES.values():
        cat, chosen = asked()
        if entry.advanced and chosen.rules == "basic":
            continue
        grid = entry.build(cat, chosen)
        yield tuple(TableResult(_answer(entry, grid, cat, chosen, lang)) for lang in spoken)


def names() -> list[str]:
    """The names of all tables, in their order.

    >>> names()[:3]
    ['tests-d6', 'tests-2d6', 'priority']
    """
    return list(TABLES)


def listed() -> list[dict[str, Any]]:
    """All tables as rows: name, title, layer, rule ids."""
    return [
        {
            "table": entry.name,
            "title": entry.title,
            "layer": "advanced" if entry.advanced else "basic",
            "rules": list(entry.rules),
        }
        for entry in TABLES.values()
    ]


def _entry(name: str) -> RuleTable:
    wanted = str(name).strip().casefold().replace("_", "-")
    if wanted not in TABLES:
        raise UnknownNameError("table", str(name), TABLES, "necrostats list tables names them")
    return TABLES[wanted]


def _check_language(lang: str) -> None:
    if lang not in LANGUAGES:
        raise UnknownNameError("language", str(lang), LANGUAGES, f"expected {' or '.join(LANGUAGES)}")


def _answer(entry: RuleTable, grid: Grid, cat: Catalogue, options: Options, lang: str) -> dict[str, Any]:
    words = chinese(cat) if lang == "zh" else {}

    def said(text: str) -> str:
        return translated(text, words)

    return {
        "schema_version": SCHEMA_VERSION,
        "question": "table",
        "system": "necromunda",
        "rules": options.rules,
        "lang": lang,
        "table": entry.name,
        "title": said(entry.title),
        "says": f"{entry.says} {_under(entry, options)}",
        "rule_ids": [{"id": each, "title": cat.rules[each].title} for each in entry.rules],
        "readings": [_reading(cat, name, options) for name in entry.options],
        "heads": [said(head) for head in grid.heads],
        "across": said(grid.across),
        "columns": [said(column) for column in grid.columns],
        "rows": [
            {"heads": [said(head) for head in row.heads], "cells": [_cell(cell, said) for cell in row.cells]}
            for row in grid.rows
        ],
        "notes": [*grid.notes, *idle(options)],
        "options": options.changed(),
        "stamp": stamp(options),
    }


def _under(entry: RuleTable, options: Options) -> str:
    """Under which rules a table holds."""
    readings = " and ".join(f"{name}={options[name]}" for name in entry.options)
    return f"By the {options.rules} rules{f' with {readings}' if readings else ''}."


def _reading(cat: Catalogue, name: str, options: Options) -> dict[str, str]:
    option, value = cat.options[name], options[name]
    return {"option": name, "value": value, "title": option.title, "says": option.values.get(value, "")}


def _cell(cell: Cell, said: Any) -> dict[str, Any] | str:
    if isinstance(cell, Chance):
        return {**exact(cell.p), **({"on": cell.on} if cell.on else {})}
    return mean(cell.value) if isinstance(cell, Mean) else str(said(cell))
