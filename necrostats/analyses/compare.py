"""Weapons or loadouts against targets in situations: one attack action each, exactly, sorted by what counts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import SCHEMA_VERSION, card, idle, reconstructed, rulebook, stamp, whole
from necrostats.analyses.attack import AttackResult, ask
from necrostats.analyses.attack_request import check_request, request
from necrostats.analyses.attack_rows import (
    DEFINITIONS,
    MOST_ROWS,
    Progress,
    Remarks,
    Row,
    figures_of,
    mean,
    reason_of,
    size,
)
from necrostats.analyses.prices import PRICES, carries, cost_of, has_price
from necrostats.analyses.standard_targets import STANDARD_TARGETS
from necrostats.analyses.weapon_asked import find_weapon, full_name, is_only_close, is_template, profiles_of
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda import close_combat
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from necrostats.systems.necromunda.options import Options

CATEGORIES = {
    "pistols": "pistol",
    "basic": "basic",
    "special": "special",
    "heavy": "heavy",
    "close": "close-combat",
    "grenades": "grenade",
}
BY = ("down", "out_of_action", "unsaved", "wounds")
ROWS = 20  # that the report shows of each target
SEVERAL = ("range", "distance", "cover")
CLOSE = {"close": True, "range": None, "distance": None, "cover": "none", "aim": False}
COLUMNS = {
    "rank": "place among all rows of the same target, 1 = best; equal figures share it",
    **DEFINITIONS,
    "credits": PRICES["weapon"],
    "per_100_credits": "the figure that rows are sorted by, over credits, times 100: what that many credits do if "
    "each weapon or fighter makes this attack once",
}


@dataclass(frozen=True)
class Comparison:
    """The answer to which weapon or loadout does best."""

    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


@dataclass(frozen=True)
class _Arm:
    """A weapon as it is compared.

    Attributes:
        typed: The weapon as the user named it; its key where a category or a kit names it.
        named: Whether that settles the profile.
        fights: Taken for close combat, whatever else it can do.
    """

    profile: WeaponProfile
    typed: str
    carried: bool
    named: bool = True
    fights: bool = False

    @property
    def label(self) -> str:
        return self.typed if self.profile.changed else self.profile.key

    @property
    def name(self) -> str:
        changes = self.typed.partition("[")[2] if self.profile.changed else ""
        return f"{full_name(self.profile)} [{changes}" if changes else full_name(self.profile)


@dataclass(frozen=True)
class _Cell:
    """One attack that is to be asked: who, with what, at whom, and the keywords of ``Request``."""

    who: Fighter
    arm: _Arm
    whom: Fighter
    how: Mapping[str, Any]


def compare(
    *,
    weapon: Iterable[str] | str = (),
    weapons: Iterable[str] | str = (),
    attacker: Iterable[str] | str = (),
    target: Iterable[str] | str = (),
    by: str | None = None,
    price: str = "weapon",
    rows: object = ROWS,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    progress: Progress | None = None,
    **situation: Any,
) -> Comparison:
    """Weapons or loadouts against targets: a row for each attack, the best of each target first.

    Args:
        weapon: Weapons as on the command line.
        weapons: "all", or categories of the catalogue: pistols, basic, special, heavy, close, grenades.
        attacker: Who attacks; a nameless human if nobody. Without weapons each attacker takes its own.
        target: Whom; the standard targets if nobody.
        by: What counts: "down", "out_of_action", "unsaved" or "wounds". None: down, under the basic rules out of
            action.
        rows: How many rows the report shows of each target, the best first; "all" for all. The answer has them all.
        price: What ``credits`` counts: "weapon", or "fighter" for the attacker with all its kit as well.
        progress: Told how many attacks are done, and of how many.
        situation: Keywords of ``Request``; ``range``, ``distance`` and ``cover`` take several values too.

    Raises:
        UsageError: Nothing to compare, a value out of range, no attack that can be made.

    >>> rows = compare(weapon=["lasgun", "boltgun"], target="escher-ganger", range="short").to_dict()["rows"]
    >>> [(row["rank"], row["weapon"], row["hit"]["fraction"]) for row in rows]
    [(1, 'boltgun', '2/3'), (2, 'lasgun', '2/3')]
    """
    cat, chosen = rulebook(data, rules, options, house)
    by = _by(by, chosen.rules)
    if price not in PRICES:
        raise UnknownNameError("price", str(price), PRICES, f"there are {' and '.join(PRICES)}")
    typed, targets = _listed("weapon", weapon), _listed("target", target) or tuple(STANDARD_TARGETS)
    attackers, picked = _listed("attacker", attacker), _categories(weapons)
    if not typed and not picked and not attackers:
        raise UsageError(
            "expected weapons to compare, got none",
            "name some with --weapon or --weapons, or whose weapons with --attacker",
        )
    shown = None if rows == "all" else whole("rows", rows, 1, MOST_ROWS)
    men = [fighter(cat, text) for text in dict.fromkeys(attackers or ("custom",))]
    foes = [fighter(cat, text) for text in dict.fromkeys(targets)]
    ways = _ways(situation)
    arms = {who.label: list(_arms(cat, who, typed, picked, ways[0])) for who in men}
    count = sum(map(len, arms.values())) * len(foes) * len(ways)
    if count > MOST_ROWS:
        raise UsageError(f"expected at most {MOST_ROWS:,} attacks, got {count:,}", "compare fewer at once")
    cells = [
        _Cell(who, arm, whom, how)
        for whom in foes
        for who in men
        for arm in arms[who.label]
        for how in _fitted(arm, ways)
    ]
    made, remarks, stopped = _rows(cat, chosen, cells, by, price, progress)
    names = {row["weapon_name"] for row in made}
    notes = [*remarks.lines(len(names)), *idle(chosen)]
    if any(row["not_carried"] for row in made) and any(who.weapons for who in men):
        notes.append("weapons that the attacker does not carry are taken for this question")
    if price == "fighter":
        notes += [f"{who.name} has no price" for who in men if not has_price(cat, who)]
    if stopped:
        notes.append(f"interrupted after {len(made):,} of {len(cells):,} attacks")
    return Comparison(
        {
            "schema_version": SCHEMA_VERSION,
            "question": "compare",
            "system": "necromunda",
            "rules": chosen.rules,
            "by": by,
            "price": price,
            "attackers": [card(cat, who) for who in men],
            "targets": [card(cat, whom) | _standard_name(whom) for whom in foes],
            "rows": _ranked(made, by, [whom.label for whom in foes]),
            "rows_shown": shown,
            "definitions": {
                name: PRICES[price] if name == "credits" else COLUMNS[name]
                for name in COLUMNS
                if any(name in row for row in made)
            },
            "notes": notes,
            "reconstructed": reconstructed(*men, *foes),
            "options": chosen.changed(),
            "not_modelled": list(remarks.not_modelled),
            "stamp": stamp(chosen) | ({"stopped": stopped} if stopped else {}),
        }
    )


def _standard_name(whom: Fighter) -> dict[str, str]:
    return {"name": STANDARD_TARGETS[whom.label]} if whom.label in STANDARD_TARGETS else {}


def _by(by: str | None, rules: str) -> str:
    """What rows are sorted by.

    Raises:
        UsageError: A figure that there is not, or not under these rules.
    """
    if by is None:
        return "down" if rules == "advanced" else "out_of_action"
    plain = str(by).replace("-", "_")
    if plain not in BY:
        raise UnknownNameError("figure to sort by", str(by), BY, f"there are {', '.join(BY)}")
    if plain == "down" and rules == "basic":
        raise UsageError("by: down belongs to the advanced rules", "take out_of_action")
    return plain


def _listed(name: str, value: Any) -> tuple[Any, ...]:
    """One value or several as a tuple; None is none."""
    if value is None:
        return ()
    if isinstance(value, str | int | float):
        return (value,)
    if not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise UsageError(f"{name}: expected a value or a list of values, got {value!r}")
    return tuple(value)


def _categories(weapons: Any) -> list[str]:
    """Categories of the catalogue.

    Raises:
        UnknownNameError: A category that there is not.
    """
    found: dict[str, None] = {}
    for name in _listed("weapons", weapons):
        known = ["all", *CATEGORIES]
        if name not in known:
            raise UnknownNameError("category of weapons", str(name), known, f"there are {', '.join(known)}")
        found |= dict.fromkeys(CATEGORIES.values() if name == "all" else [CATEGORIES[name]])
    return list(found)


def _ways(situation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The situations to compare in, as keywords of ``Request``, each value on its own allowed.

    Raises:
        UsageError: A value that there is not; a range and a distance.
    """
    rest = {name: value for name, value in situation.items() if name not in SEVERAL}
    request(rest)
    several = {name: _listed(name, situation.get(name)) for name in SEVERAL}
    for name, values in several.items():
        for value in values:
            request({name: value})
    if several["range"] and several["distance"]:
        raise UsageError("expected ranges or distances, got both", "the distance says which range it is")
    named = {name: dict.fromkeys(values) for name, values in several.items() if values}
    return [rest | dict(zip(named, each, strict=True)) for each in product(*named.values())]


def _arms(
    cat: Catalogue, who: Fighter, typed: Iterable[str], picked: Iterable[str], how: Mapping[str, Any]
) -> Iterator[_Arm]:
    """The weapons that a fighter attacks with: those named and picked, else its own, else its fists."""
    found = []
    for text in typed:
        profile, carried, named = find_weapon(cat, who, text)
        found.append(_Arm(profile, text, carried, named))
    own = {(each.weapon, each.id) for each in profiles_of(who)}
    for category in picked:
        for each in cat.weapons.values():
            if each.category == category:
                for profile in each.printed:
                    carried = (profile.weapon, profile.id) in own
                    found.append(_Arm(profile, profile.key, carried, fights=category == "close-combat"))
    if not found:
        found = [_Arm(profile, profile.key, True) for profile in profiles_of(who)] or [
            _Arm(close_combat.unarmed(), "unarmed", True)
        ]
    for place, arm in enumerate(found):
        if not any(arm.profile == other.profile for other in found[:place]):
            yield arm


def _fitted(arm: _Arm, ways: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The situations as they hold for a weapon, each once.

    A weapon that fights takes no range, cover or aim; the flame template has one range.
    """
    seen: list[Mapping[str, Any]] = []
    for way in ways:
        how = dict(way)
        if (
            arm.fights
            or is_only_close(arm.profile)
            or any(how.get(n) for n in ("close", "charging", "turned"))
        ):
            how |= CLOSE
        elif is_template(arm.profile):
            how["range"] = None
        if how not in seen:
            seen.append(how)
            yield how


def _rows(
    cat: Catalogue, options: Options, cells: list[_Cell], by: str, price: str, progress: Progress | None
) -> tuple[list[Row], Remarks, str]:
    """A row for each attack, what they remark, and why it ended early.

    Raises:
        UsageError: None of the attacks can be made.
    """
    rows: list[Row] = []
    remarks, error, stopped, made = Remarks(), None, "", False
    try:
        for cell in cells:
            result: AttackResult | None = None
            reason = None
            try:
                how = request(cell.how)
                check_request(how, cell.whom, options)
                result = ask(cat, cell.who, cell.whom, cell.arm.profile, how, options, cell.arm.carried)
            except UsageError as refused:
                error = error or refused
                reason = reason_of(refused, cell.arm.profile.key)
            made = made or result is not None
            rows.append(_row(cat, cell, result, reason, by, options, remarks, price))
            if progress is not None:
                progress(len(rows), len(cells))
    except KeyboardInterrupt:
        if not made:
            raise
        stopped = "interrupted"
    if not made and error is not None:
        raise error
    return rows, remarks, stopped


def _row(
    cat: Catalogue,
    cell: _Cell,
    result: AttackResult | None,
    reason: str | None,
    by: str,
    options: Options,
    remarks: Remarks,
    price: str,
) -> Row:
    """One attack as a row."""
    arm, name = cell.arm, cell.arm.name
    shown = {"mode": "close" if cell.how.get("close") else "ranged"}
    shown |= {key: cell.how[key] for key in SEVERAL if cell.how.get(key) not in (None, "none")}
    if result is not None:
        answer = result.to_dict()
        shown = answer["situation"]
        notes = [note for note in answer["notes"] if note != "the range does not matter in close combat"]
        beyond = [note for note in notes if note.startswith("beyond long range")]
        if beyond:
            reason = beyond[0].partition(": ")[0]
            notes.remove(beyond[0])
        if not arm.named:
            notes.append(f"of several profiles this is {arm.profile.key}, the first")
        name = answer["weapon_name"] if "with" in answer else name
        remarks.take(name, {**answer, "notes": notes})
    row: Row = {
        "rank": None,
        "attacker": cell.who.label,
        "weapon": arm.label,
        "weapon_name": name,
        "target": cell.whom.label,
        "situation": shown,
        **figures_of(result, options.rules),
        "not_carried": not arm.carried,
        "reason": reason,
    }
    second = None if result is None else result.question.second
    used = [(arm.profile, arm.carried), *([] if second is None else [(second, carries(cell.who, second))])]
    cost = cost_of(cat, cell.who, used, price)
    if cost:
        figure = row[FIGURE_OF.get(by, by)]
        worth = None if figure is None else mean(size(figure) * 100 / Fraction(cost))
        row |= {"credits": cost, "per_100_credits": worth}
    return row


FIGURE_OF = {"wounds": "wounds_mean"}


def _ranked(rows: list[Row], by: str, targets: list[str]) -> list[Row]:
    """The rows, target by target, the best first; those without effect stand last and have no rank."""
    found = []
    for target in targets:
        mine = [row for row in rows if row["target"] == target]
        good = sorted((row for row in mine if row["reason"] is None), key=lambda row: _merit(row, by))
        for place, row in enumerate(good):
            tied = place and size(row[FIGURE_OF.get(by, by)]) == size(good[place - 1][FIGURE_OF.get(by, by)])
            row["rank"] = good[place - 1]["rank"] if tied else place + 1
        found += [*good, *(row for row in mine if row["reason"] is not None)]
    return found


def _merit(row: Row, by: str) -> list[Fraction]:
    """What rows are sorted by, the best first; where that is equal, by the rest of what they do."""
    names = (FIGURE_OF.get(by, by), "down", "out_of_action", "wounds_mean", "unsaved", "hit")
    return [-size(row[name]) for name in names if name in row]
