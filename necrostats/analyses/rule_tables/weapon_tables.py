"""Tables of every weapon of the catalogue against the standard targets, one for each category."""

from collections.abc import Callable, Iterator
from typing import Any

from necrostats.analyses.attack import ask
from necrostats.analyses.attack_request import request
from necrostats.analyses.attack_rows import figures_of, size
from necrostats.analyses.compare import CATEGORIES
from necrostats.analyses.rule_tables.grid import Cell, Chance, Grid, Row, rule_table
from necrostats.analyses.standard_targets import STANDARD_TARGETS
from necrostats.analyses.weapon_asked import full_name, is_only_close, is_template
from necrostats.errors import UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.damage import worn_save
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from necrostats.systems.necromunda.options import Options

FIGURES = {"down": "down", "out_of_action": "out"}
TITLES = {
    "pistols": "Weapons: pistols",
    "basic": "Weapons: basic weapons",
    "special": "Weapons: special weapons",
    "heavy": "Weapons: heavy weapons",
    "close": "Weapons: close combat weapons",
    "grenades": "Weapons: grenades",
}
SAYS = (
    "Chance that one attack action of a nameless human (custom), without cover or aim, puts the target down (seriously "
    "injured or out of action) and takes it out of action; a dash is an attack that cannot be made."
)
Ways = Iterator[tuple[str, dict[str, Any]]]


def _table_of(category: str) -> Callable[[Catalogue, Options], Grid]:
    """What works out the table of a category."""

    def build(cat: Catalogue, options: Options) -> Grid:
        foes = {name: fighter(cat, text) for text, name in STANDARD_TARGETS.items()}
        figures = {key: word for key, word in FIGURES.items() if options.rules == "advanced" or key != "down"}
        rows = []
        for each in cat.weapons.values():
            if each.category == CATEGORIES[category]:
                for profile in each.printed:
                    for how, situation in _ways(profile, category == "close"):
                        cells: list[Cell] = []
                        for foe in foes.values():
                            cells += _cells(cat, profile, foe, situation, options, list(figures))
                        if any(isinstance(cell, Chance) for cell in cells):
                            rows.append(Row((full_name(profile), how), tuple(cells)))
        columns = tuple(f"{name}, {word}" for name in foes for word in figures.values())
        notes = tuple(f"{name}: {_card(foe)}" for name, foe in foes.items())
        return Grid(("Weapon", "Range"), "", columns, tuple(rows), notes)

    return build


def _ways(profile: WeaponProfile, fights: bool) -> Ways:
    """How a weapon is used: in a fight, as a template, or at short and long range."""
    if fights or is_only_close(profile):
        yield "Fight", {"close": True}
    elif is_template(profile):
        yield "Template", {}
    else:
        yield "Short", {"range": "short"}
        yield "Long", {"range": "long"}


def _cells(
    cat: Catalogue,
    profile: WeaponProfile,
    foe: Fighter,
    situation: dict[str, Any],
    options: Options,
    figures: list[str],
) -> list[Cell]:
    """The figures of one attack, dashes where it cannot be made."""
    try:
        found = figures_of(
            ask(cat, cat.human, foe, profile, request(situation), options, True), options.rules
        )
    except UsageError:
        return ["-"] * len(figures)
    return [Chance(size(found[name])) for name in figures]


def _card(foe: Fighter) -> str:
    """What of a target's card matters to a weapon.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> _card(fighter(load(), "custom[armour=flak]"))
    'Toughness 3, Wounds 1, Flak armour (save 6+)'
    """
    save = worn_save(foe.armour, foe.under, True)
    return f"Toughness {foe.t}, Wounds {foe.w}, {foe.armour.name}{f' (save {save}+)' if save else ''}"


for _category, _title in TITLES.items():
    rule_table(
        f"weapons-{_category}",
        _title,
        SAYS,
        ("N17-B-SHT-00", "N17-B-WND-01", "N17-B-SAV-01", "N17-A-INJ-02")
        if _category != "close"
        else ("N17-B-CC-00", "N17-B-WND-01", "N17-B-SAV-01", "N17-A-INJ-02"),
    )(_table_of(_category))
