"""One attack over one or two axes: distance, cover, a characteristic, weapons; a row for each cell, exactly."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import SCHEMA_VERSION, exact, idle, reconstructed, rulebook, stamp
from necrostats.analyses.attack import AttackResult, ask
from necrostats.analyses.attack_request import Request, check_request, request
from necrostats.analyses.attack_rows import (
    DEFINITIONS,
    MOST_ROWS,
    Progress,
    Remarks,
    Row,
    figures_of,
    reason_of,
)
from necrostats.analyses.axes import SITUATION, Axis, axes
from necrostats.analyses.weapon_asked import find_weapon, full_name, is_only_close, is_template, profiles_of
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.fighter_changes import change_fighter
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from necrostats.systems.necromunda.options import Options, under_options
from necrostats.systems.necromunda.questions import OUTCOMES, TARGET_MARKS, WEAPON_MARKS, in_reach
from necrostats.systems.necromunda.wargear import bearing
from necrostats.systems.necromunda.weapon_names import change_profile

QUESTIONS = ("attack",)
LATER = ("matchup", "blast", "chain")
STAGES = ("hit", "wound", "unsaved", "down")
SHORT = {
    **{name: f"stages.{name}" for name in STAGES},
    **{name: f"outcomes.{name}" for name in OUTCOMES},
    **{name: f"target_after.{name}" for name in ("pinned", "pushed", *TARGET_MARKS)},
    **{name: f"attacker_after.{name}" for name in WEAPON_MARKS},
    "wounds": "wounds_mean",
}
AFTER = ("seriously_injured", "out_of_action")
FIGURES = (
    *SHORT.values(),
    *(f"attacker_after.{name}" for name in AFTER),
    *(f"{name}.N" for name in ("hits", "wounds_lost", "target_after.toughness")),
)
COLUMNS = {
    "at": "the cell: a value of each axis",
    "value": "the figure that is swept",
    **DEFINITIONS,
}
NONE: dict[str, Any] = exact(Fraction(0))


@dataclass(frozen=True)
class Sweep:
    """The answer to how an attack changes over one or two axes."""

    answer: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The answer in the shape of docs/interface.md."""
        return self.answer


def sweep(
    question: str,
    attacker: str,
    target: str,
    *,
    over: object,
    weapon: Iterable[str] | str | None = None,
    figure: str | None = None,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
    progress: Progress | None = None,
    **situation: Any,
) -> Sweep:
    """One attack action, for every value of an axis or every pair of values of two.

    Args:
        question: "attack", so far.
        over: Axes as on the command line, ``["distance=1..24", "cover=none,partial"]``, or names with values,
            ``{"distance": range(1, 25)}``.
        weapon: One weapon; several are an axis of their own. None: those that the attacker shoots with, or has.
        figure: What is drawn: "down", "outcomes.flesh_wound", "wounds", "target_after.pinned". None: down, under the
            basic rules out of action.
        progress: Told how many cells are done, and of how many.
        situation: Keywords of ``Request`` that hold in all cells.

    Raises:
        UsageError: An axis or a figure that there is not, too many cells, no attack that can be made.

    >>> rows = sweep("attack", "kaiya", "rork", weapon="lasgun", over="cover=none,full").to_dict()["rows"]
    >>> [(row["at"]["cover"], row["hit"]["fraction"]) for row in rows]
    [('none', '2/3'), ('full', '1/3')]
    """
    _check_question(question)
    cat, chosen = rulebook(data, rules, options, house)
    named = _named(weapon)
    found = axes(over)
    path = figure_path(figure, chosen.rules)
    asked = {name: value for name, value in situation.items() if value is not None}
    asked = {name: value for name, value in asked.items() if value != getattr(Request(), name, None)}
    given = {*asked, *(["weapon"] if named else [])}
    for each in found:
        if each.name in given:
            raise UsageError(
                f"{each.name}: expected one value or an axis, got both", f"leave {each.name} out"
            )
    request(asked)
    fighters = {"attacker": fighter(cat, attacker), "target": fighter(cat, target)}
    notes: list[str] = []
    if all(each.name != "weapon" for each in found):
        own, notes = _weapons(fighters["attacker"], named, found)
        if len(own) > 1:
            found.append(Axis("weapon", own))
        named = own
    if len(found) > 2:
        raise UsageError(
            f"over: expected two axes at most, got {' and '.join(each.name for each in found)}",
            "take one weapon, or one axis",
        )
    count = prod(len(each.values) for each in found)
    if count > MOST_ROWS:
        sizes = " x ".join(f"{len(each.values)} of {each.name}" for each in found)
        raise UsageError(
            f"over: expected at most {MOST_ROWS:,} cells, got {count:,} ({sizes})", "take fewer values"
        )
    cells = _Cells(cat, chosen, fighters, named[0] if named else "", asked, path)
    cells.check(found)
    rows, stopped = _rows(cells, found, progress)
    if stopped:
        notes.append(f"interrupted after {len(rows):,} of {count:,} cells")
    if any(row["not_carried"] for row in rows) and fighters["attacker"].weapons:
        notes.append("weapons that the attacker does not carry are taken for this question")
    weapons = {row["weapon_name"] for row in rows}
    return Sweep(
        {
            "schema_version": SCHEMA_VERSION,
            "question": "sweep",
            "of": question,
            "system": "necromunda",
            "rules": chosen.rules,
            "attacker": fighters["attacker"].label,
            "target": fighters["target"].label,
            "weapon": next(iter(weapons)) if len(weapons) == 1 else None,
            "situation": {
                name: list(value) if isinstance(value, tuple) else value for name, value in asked.items()
            },
            "figure": path,
            "axes": [{"axis": each.name, "values": list(each.values)} for each in found],
            "bands": cells.bands(found),
            "rows": rows,
            "definitions": {name: COLUMNS[name] for name in COLUMNS if name in rows[0]},
            "notes": [*cells.remarks.lines(len(weapons)), *idle(chosen), *notes],
            "reconstructed": reconstructed(*cells.seen.values()),
            "options": chosen.changed(),
            "not_modelled": list(cells.remarks.not_modelled),
            "stamp": stamp(chosen) | ({"stopped": stopped} if stopped else {}),
        }
    )


def _check_question(question: str) -> None:
    if question in LATER:
        raise UsageError(f"a sweep of {question} comes in a later version", "take attack")
    if question not in QUESTIONS:
        raise UnknownNameError("question to sweep", str(question), (*QUESTIONS, *LATER), "take attack")


def _named(weapon: Any) -> tuple[str, ...]:
    """The weapons named, each once."""
    if weapon is None:
        return ()
    return tuple(dict.fromkeys([weapon] if isinstance(weapon, str) else weapon))


def _weapons(who: Fighter, named: tuple[str, ...], over: list[Axis]) -> tuple[tuple[str, ...], list[str]]:
    """The weapons of a sweep that names none; over a distance, those that shoot."""
    if named:
        return named, []
    own = profiles_of(who)
    if not own:
        raise UsageError(f"weapon: expected a weapon, {who.name} carries none", "name one with --weapon")
    if any(axis.name in ("distance", "range") for axis in over):
        guns = [each for each in own if not is_only_close(each)]
        if not guns:
            raise UsageError(
                f"weapon: expected one that shoots, {who.name} has none", "name one with --weapon"
            )
        left = [each.name for each in own if each not in guns]
        note = [f"left out, for close combat alone: {', '.join(left)}"] if left else []
        return tuple(each.key for each in guns), note
    return tuple(each.key for each in own), []


def figure_path(figure: str | None, rules: str) -> str:
    """Where the answer of ``attack`` has a figure.

    >>> (
    ...     figure_path("flesh-wound", "advanced"),
    ...     figure_path("wounds_lost.2", "basic"),
    ...     figure_path(None, "basic"),
    ... )
    ('outcomes.flesh_wound', 'wounds_lost.2', 'outcomes.out_of_action')

    Raises:
        UsageError: There is no such figure, or not under these rules.
    """
    if figure is None:
        return SHORT["down" if rules == "advanced" else "out_of_action"]
    plain = str(figure).strip().replace("-", "_")
    path = SHORT.get(plain, plain)
    head, _, last = path.rpartition(".")
    if path not in FIGURES and not (f"{head}.N" in FIGURES and last.isdecimal() and len(last) < 3):
        raise UnknownNameError("figure", str(figure), (*SHORT, *FIGURES), f"there are {', '.join(SHORT)}")
    only = ("stages.down", "outcomes.flesh_wound", "outcomes.seriously_injured", "target_after.toughness")
    later = head == "attacker_after" or last in TARGET_MARKS or path.startswith(only)
    if rules == "basic" and later:
        raise UsageError(f"figure: {plain} belongs to the advanced rules", "take another figure")
    return path


@dataclass
class _Cells:
    """What is the same in all cells, and how one of them is asked."""

    cat: Catalogue
    options: Options
    fighters: Mapping[str, Fighter]
    weapon: str
    asked: Mapping[str, Any]
    path: str
    remarks: Remarks = field(default_factory=Remarks)
    seen: dict[str, Fighter] = field(default_factory=dict)
    error: UsageError | None = None
    made: int = 0

    def check(self, over: list[Axis]) -> None:
        """Refuse values of an axis that there are not, whatever the other axis says.

        Raises:
            UsageError: A name, a characteristic, a weapon or a value of an option that there is not.
        """
        for axis in over:
            for value in axis.values:
                if axis.name in SITUATION:
                    request({axis.name: self._keyword(axis.name, value)})
                elif axis.of != "weapon":
                    self._armed({axis.name: value})

    @staticmethod
    def _keyword(name: str, value: Any) -> Any:
        if name == "using":
            return () if value == "none" else (value,)
        return None if name in ("with_weapon", "also") and value == "none" else value

    def _armed(self, at: Mapping[str, Any]) -> tuple[Fighter, Fighter, WeaponProfile | None, bool, str]:
        """Attacker, target and weapon of a cell, whether it is carried, and the weapon as typed."""
        found = dict(self.fighters)
        for name, value in at.items():
            if name in found:
                found[name] = fighter(self.cat, str(value))
        for name, value in at.items():
            side, _, key = name.rpartition(".")
            if side in found:
                label = found[side].label
                found[side] = replace(change_fighter(self.cat, found[side], [f"{key}={value}"]), label=label)
        typed = str(at.get("weapon", self.weapon))
        if not typed:
            return found["attacker"], found["target"], None, False, ""
        profile, carried, named = find_weapon(self.cat, found["attacker"], typed)
        if not named:
            self.remarks.notes.setdefault(f"of several profiles this is {profile.key}, the first", {})[
                full_name(profile)
            ] = None
        for name, value in at.items():
            side, _, key = name.rpartition(".")
            if side == "weapon":
                profile = change_profile(self.cat, profile, [f"{key}={value}"])
        return found["attacker"], found["target"], profile, carried, typed

    def row(self, at: Mapping[str, Any]) -> Row:
        """One cell."""
        result: AttackResult | None = None
        reason = None
        profile: WeaponProfile | None = None
        typed, carried = str(at.get("weapon", self.weapon)), True
        who, whom = self.fighters["attacker"], self.fighters["target"]
        how = dict(self.asked)
        how |= {name: self._keyword(name, value) for name, value in at.items() if name in SITUATION}
        try:
            who, whom, profile, carried, typed = self._armed(at)
            assert profile is not None
            if is_template(profile):
                how.pop("range", None)
            asked = request(how)
            check_request(asked, whom, self.options)
            result = ask(self.cat, who, whom, profile, asked, self.options, carried)
            self.seen |= {who.label: who, whom.label: whom}
            self.made += 1
        except UsageError as refused:
            self.error = self.error or refused
            reason = reason_of(refused, profile.key if profile else typed)
        shown: dict[str, Any] = {}
        name = _named_by(profile, typed)
        if result is not None:
            answer = result.to_dict()
            shown, notes = answer["situation"], list(answer["notes"])
            beyond = [note for note in notes if note.startswith("beyond long range")]
            if beyond:
                reason = beyond[0].partition(": ")[0]
                notes.remove(beyond[0])
            name = answer["weapon_name"] if "with" in answer else name
            self.remarks.take(name, {**answer, "notes": notes})
        figures = figures_of(result, self.options.rules)
        return {
            "at": dict(at),
            "value": None if result is None else self._value(result, figures),
            "attacker": who.label,
            "weapon": typed if profile is None or "[" in typed else profile.key,
            "weapon_name": name,
            "target": whom.label,
            "situation": shown,
            **figures,
            "not_carried": not carried,
            "reason": reason,
        }

    def _value(self, result: AttackResult, figures: Row) -> Mapping[str, Any]:
        """The figure that is swept; what cannot be is left out of an answer and has no chance."""
        if self.path in figures:
            found: Any = figures[self.path]
            return dict(found)
        found = result.answer
        for part in self.path.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
        return dict(found) if isinstance(found, Mapping) else NONE

    def bands(self, over: list[Axis]) -> list[dict[str, Any]]:
        """The ranges of the weapons in inches, where the distance is an axis."""
        names = [axis.name for axis in over]
        if "distance" not in names or any(name.startswith(("attacker", "weapon.")) for name in names):
            return []
        typed = next((axis.values for axis in over if axis.name == "weapon"), (self.weapon,))
        found = []
        for text in typed:
            who, _, profile, _, _ = self._armed({"weapon": text})
            assert profile is not None
            if not is_only_close(profile) and not is_template(profile) and not self.asked.get("close"):
                reach = in_reach(under_options(profile, self.options), bearing(who))
                found.append({"weapon": text, "short": reach.short, "long": reach.long})
        return found


def _named_by(profile: WeaponProfile | None, typed: str) -> str:
    """The name of a weapon, with what the user changed."""
    changes = typed.partition("[")[2]
    name = typed if profile is None else full_name(profile)
    return f"{name} [{changes}" if profile is not None and changes else name


def _rows(cells: _Cells, over: list[Axis], progress: Progress | None) -> tuple[list[Row], str]:
    """A row for each cell, the first axis changing last, and why it ended early.

    Raises:
        UsageError: None of the attacks can be made.
    """
    rows: list[Row] = []
    count = prod(len(axis.values) for axis in over)
    names = [axis.name for axis in over]
    try:
        for values in product(*(axis.values for axis in over)):
            rows.append(cells.row(dict(zip(names, values, strict=True))))
            if progress is not None:
                progress(len(rows), count)
    except KeyboardInterrupt:
        if not cells.made:
            raise
        return rows, "interrupted"
    if not cells.made and cells.error is not None:
        raise cells.error
    return rows, ""
