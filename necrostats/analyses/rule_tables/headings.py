"""Headings of tables in other languages, from the names and aliases of the data files."""

import re
from collections.abc import Mapping

from necrostats.systems.necromunda.catalogue import Catalogue

LANGUAGES = ("en", "zh")
KINDS = ("weapons", "armour", "traits", "skills", "wargear")
BETWEEN = re.compile(r"(: |, | \(|\))")


def chinese(cat: Catalogue) -> dict[str, str]:
    """English names -> the Chinese ones, for what has one: terms, characteristics, weapons, armour.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> words = chinese(load())
    >>> words["strength"], words["lasgun"]
    ('力量', '激光枪')
    """
    found: dict[str, str] = {}
    entries = [
        *(cat.entry("terms", "heading").values()),
        *(entry for group in cat.ids("terms") for entry in cat.entry("terms", group).values()),
        *cat.tables["characteristics"].values(),
        *(cat.entry(kind, name) for kind in KINDS for name in cat.ids(kind)),
    ]
    for entry in entries:
        for alias in entry.get("aliases", ()):
            if not alias.isascii():
                found.setdefault(str(entry["name"]).casefold(), alias)
                break
    return found


def translated(text: str, words: Mapping[str, str]) -> str:
    """A heading with all that has a name in the other language; the rest stays as it is.

    >>> translated("Hit roll: Strength, 4+", {"hit roll": "命中骰", "strength": "力量"})
    '命中骰: 力量, 4+'
    """
    if text.casefold() in words:
        return words[text.casefold()]
    return "".join(words.get(part.casefold(), part) for part in BETWEEN.split(text))
