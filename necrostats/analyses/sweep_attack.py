"""One attack in every cell of a sweep, with all its figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from necrostats.analyses import axes
from necrostats.analyses.answers import exact, idle, reconstructed
from necrostats.analyses.attack import AttackResult, ask
from necrostats.analyses.attack_request import Request, check_request, request
from necrostats.analyses.attack_rows import DEFINITIONS, Remarks, Row, figures_of, reason_of
from necrostats.analyses.axes import SITUATION, Axis
from necrostats.analyses.weapon_asked import find_weapon, full_name, is_only_close, is_template, profiles_of
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.fighter_changes import change_fighter
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from necrostats.systems.necromunda.options import Options, resolve, under_options
from necrostats.systems.necromunda.questions import OUTCOMES, TARGET_MARKS, WEAPON_MARKS, in_reach
from necrostats.systems.necromunda.wargear import bearing
from necrostats.systems.necromunda.weapon_names import change_profile

SIDES = ("attacker", "target")
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


def attack_cells(
    cat: Catalogue,
    options: Options,
    subjects: tuple[str | None, ...],
    over: object,
    figure: str | None,
    given: Mapping[str, Any],
) -> "AttackCells":
    """The attack of a sweep.

    Args:
        subjects: Attacker and target.
        given: Keywords of ``Request``, and ``weapon``: one or several.

    Raises:
        UsageError: Not two fighters, an axis or a figure that there is not, three axes, a keyword out of range.
    """
    if len(subjects) != 2:
        raise UsageError(f"expected an attacker and a target, got {len(subjects)}", "such as kaiya rork")
    attacker, target = map(str, subjects)
    path = figure_path(figure, options.rules)
    known = axes.of_weapon() | axes.of_fighters(*SIDES) | SITUATION | axes.of_options(cat)
    found = axes.axes(over, known)
    asked = {name: value for name, value in given.items() if name != "weapon"}
    asked = {name: value for name, value in asked.items() if value != getattr(Request(), name, None)}
    named = _named(given.get("weapon"))
    axes.twice_named([*asked, *(["weapon"] if named else [])], found)
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
    return AttackCells(cat, options, found, path, fighters, named[0] if named else "", asked, notes)


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
class AttackCells:
    """What is the same in all cells, and how one of them is asked; see ``sweep.Cells``.

    Attributes:
        named: Attacker and target where no axis says otherwise; ``weapon``, as typed, likewise.
        asked: Keywords of ``Request`` that hold in all cells.
        remarked: Notes on the sweep as a whole.
    """

    cat: Catalogue
    options: Options
    axes: list[Axis]
    figure: str
    named: Mapping[str, Fighter]
    weapon: str
    asked: Mapping[str, Any]
    remarked: list[str]
    remarks: Remarks = field(default_factory=Remarks)
    fighters: dict[str, Fighter] = field(default_factory=dict)
    error: UsageError | None = None
    made: int = 0

    @property
    def reconstructed(self) -> Mapping[str, None]:
        """Which cards are inferred, and from what."""
        return dict.fromkeys(reconstructed(*self.fighters.values()))

    @property
    def not_modelled(self) -> Mapping[str, None]:
        """What the attacks leave out."""
        return self.remarks.not_modelled

    def check(self) -> None:
        """Refuse values of an axis that there are not, whatever the other axis says.

        Raises:
            UsageError: A name, a characteristic, a weapon or a value of an option that there is not.
        """
        for axis in self.axes:
            for value in axis.values:
                if axis.name in SITUATION:
                    request({axis.name: self._keyword(axis.name, value)})
                elif axis.of == "option":
                    self._ruled({axis.name: value})
                elif axis.of != "weapon":
                    self._armed({axis.name: value})

    def _ruled(self, at: Mapping[str, Any]) -> Options:
        """The options of a cell."""
        chosen = {axis[7:]: value for axis, value in at.items() if axis.startswith("option.")}
        return (
            resolve(self.cat, self.options.rules, {**self.options.changed(), **chosen})
            if chosen
            else self.options
        )

    @staticmethod
    def _keyword(name: str, value: Any) -> Any:
        if name == "using":
            return () if value == "none" else (value,)
        return None if name in ("with_weapon", "also") and value == "none" else value

    def _armed(self, at: Mapping[str, Any]) -> tuple[Fighter, Fighter, WeaponProfile | None, bool, str]:
        """Attacker, target and weapon of a cell, whether it is carried, and the weapon as typed."""
        found = dict(self.named)
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
        who, whom = self.named["attacker"], self.named["target"]
        how = dict(self.asked)
        how |= {name: self._keyword(name, value) for name, value in at.items() if name in SITUATION}
        try:
            who, whom, profile, carried, typed = self._armed(at)
            assert profile is not None
            if is_template(profile):
                how.pop("range", None)
            asked = request(how)
            options = self._ruled(at)
            check_request(asked, whom, options)
            result = ask(self.cat, who, whom, profile, asked, options, carried)
            self.fighters |= {who.label: who, whom.label: whom}
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
        if self.figure in figures:
            found: Any = figures[self.figure]
            return dict(found)
        found = result.answer
        for part in self.figure.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
        return dict(found) if isinstance(found, Mapping) else NONE

    def about(self, rows: list[Row]) -> dict[str, Any]:
        """Who attacks whom with what, and the columns of the rows."""
        weapons = {row["weapon_name"] for row in rows}
        return {
            "attacker": self.named["attacker"].label,
            "target": self.named["target"].label,
            "weapon": next(iter(weapons)) if len(weapons) == 1 else None,
            "situation": {
                name: list(value) if isinstance(value, tuple) else value for name, value in self.asked.items()
            },
            "bands": self._bands(),
            "definitions": {name: COLUMNS[name] for name in COLUMNS if name in rows[0]},
        }

    def notes(self, rows: list[Row]) -> list[str]:
        """Remarks on the attacks, each with the weapons that it is about."""
        found = [
            *self.remarks.lines(len({row["weapon_name"] for row in rows})),
            *idle(self.options),
            *self.remarked,
        ]
        if any(row["not_carried"] for row in rows) and self.named["attacker"].weapons:
            found.append("weapons that the attacker does not carry are taken for this question")
        return found

    def _bands(self) -> list[dict[str, Any]]:
        """The ranges of the weapons in inches, where the distance is an axis."""
        over = self.axes
        names = [axis.name for axis in over]
        if "distance" not in names or any(
            name.startswith(("attacker", "weapon.", "option.")) for name in names
        ):
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
