"""Matchups, blasts and chains in the cells of a sweep: each cell is the question itself, asked with other keywords."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from inspect import Parameter, signature
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from necrostats.analyses import axes
from necrostats.analyses.attack_request import Request
from necrostats.analyses.attack_rows import Row
from necrostats.analyses.axes import Axis, Reader
from necrostats.analyses.weapon_asked import find_weapon, is_only_close, is_template, profiles_of
from necrostats.errors import NecrostatsError, UnknownNameError, UsageError
from necrostats.gamedata.names import nearest
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.options import Options, under_options
from necrostats.systems.necromunda.questions import in_reach
from necrostats.systems.necromunda.wargear import bearing

NOT_VARIED = frozenset(
    {"rules", "house", "options", "data", "trials", "seed", "precision", "max_trials", "threads", "progress", "rows",
     "every"}
)  # fmt: skip


@dataclass(frozen=True)
class Question:
    """A question that is swept.

    Attributes:
        where: Module and function of its analysis.
        subjects: The keywords that it is about, in the order of its command line.
        fighters: The keywords that name a fighter.
        figures: Short name -> where it stands in the answer; the first one is swept where nobody says which.
        shown: The figures of a table over one axis, as short names.
        situation: Whether the keywords of an attack are its own as well.
    """

    where: tuple[str, str]
    subjects: tuple[str, ...]
    fighters: tuple[str, ...]
    figures: Mapping[str, str]
    shown: tuple[str, ...]
    situation: bool = False


def _until(event: str) -> dict[str, str]:
    names = {
        "mean": "mean",
        "median": "median",
        "need": "need.by",
        "at_least": "need.at_least",
        "ever": "ever",
    }
    return {short: f"until.{event}.{name}" for short, name in names.items()}


QUESTIONS: dict[str, Question] = {
    "matchup": Question(
        ("duel_alone", "duel"),
        ("a", "b"),
        ("a", "b"),
        {"a_wins": "duel.a_wins", "b_wins": "duel.b_wins", "draw": "duel.draw", "rounds": "duel.rounds_mean"},
        ("a_wins", "b_wins", "draw", "rounds"),
    ),
    "blast": Question(
        ("blast", "blast"),
        ("attacker",),
        ("attacker",),
        {"hits": "expected", "when_hit": "expected_when_hit", "when_missed": "expected_when_missed"},
        ("hits", "when_hit", "when_missed"),
    ),
    "chain ammo": Question(
        ("chain_ammo", "ammo"),
        ("weapon",),
        ("fighter",),
        {**_until("out_of_ammo"), "one_shot": "one_shot.out_of_ammo", "shots": "shots_mean"},
        ("one_shot", "median", "mean", "need", "shots"),
    ),
    "chain down": Question(
        ("chain_down", "down"),
        ("target",),
        ("target", "attacker", "helper"),
        {**_until("down"), "out_of_action": "until.out_of_action.mean"},
        ("median", "mean", "need", "out_of_action"),
        situation=True,
    ),
    "chain recovery": Question(
        ("chain_recovery", "recovery"),
        ("who",),
        ("who", "helper"),
        {"ever": "until.back.ever", **_until("back"), "out_of_action": "until.out_of_action.ever"},
        ("ever", "median", "out_of_action"),
    ),
    "chain bottle": Question(
        ("chain_bottle", "bottle"),
        ("gang",),
        (),
        {**_until("bottled"), "left": "left_mean", "fled": "fled_mean"},
        ("median", "mean", "need", "fled", "left"),
    ),
}  # fmt: skip


def question_cells(
    cat: Catalogue,
    chosen: Options,
    kind: str,
    subjects: tuple[str | None, ...],
    over: object,
    figure: str | None,
    given: Mapping[str, Any],
    same: Mapping[str, Any],
) -> "QuestionCells":
    """The question of a sweep.

    Args:
        kind: One of ``QUESTIONS``.
        given: Its keywords that hold in all cells.
        same: Rules, house rules, options and data, likewise.

    Raises:
        UsageError: A keyword, an axis or a number of subjects that the question does not have.
    """
    question = QUESTIONS[kind]
    module, name = question.where
    ask: Callable[..., Any] = getattr(import_module(f"necrostats.analyses.{module}"), name)
    known = _known(cat, question, ask)
    if len(subjects) > len(question.subjects):
        raise UsageError(
            f"{kind}: expected {' and '.join(question.subjects)}, got {len(subjects)} names",
            "leave the others out",
        )
    asked = dict(zip(question.subjects, subjects, strict=False)) | dict(given)
    for keyword in asked:
        if keyword not in known or "." in keyword:
            near = nearest(keyword, known)
            hint = f"did you mean {near[0]}?" if near else axes.hint(known)
            raise UsageError(f"{kind}: expected a keyword of the question, got {keyword!r}", hint)
    found = axes.axes(over, known)
    axes.twice_named([name for name in given if _said(name, given[name], ask)], found)
    path = (
        question.figures.get(_plain(figure), _plain(figure))
        if figure
        else next(iter(question.figures.values()))
    )
    return QuestionCells(cat, chosen, kind, question, ask, found, path, asked, dict(same))


def _plain(figure: str | None) -> str:
    return str(figure).strip().replace("-", "_")


def _said(name: str, value: object, ask: Callable[..., Any]) -> bool:
    """Whether a keyword says something else than its default."""
    parameter = signature(ask).parameters.get(name)
    default = getattr(Request(), name, None) if parameter is None else parameter.default
    return value is not None and str(value) != str(default)


def _known(cat: Catalogue, question: Question, ask: Callable[..., Any]) -> dict[str, Reader]:
    """The axes of a question: its keywords, its fighters' characteristics, its weapon's figures, disputed rules."""
    hints = get_type_hints(ask)
    found: dict[str, Reader] = dict.fromkeys(question.subjects, axes.word)
    for name, parameter in signature(ask).parameters.items():
        if name not in NOT_VARIED and parameter.kind is not Parameter.VAR_KEYWORD:
            found[name] = _reader(hints[name])
    if question.situation:
        found |= {name: reader for name, reader in axes.SITUATION.items() if name not in found}
    found |= axes.of_fighters(*question.fighters)
    return found | (axes.of_weapon() if "weapon" in found else {}) | axes.of_options(cat)


def _reader(hint: Any) -> Reader:
    """How the values of a keyword are read, by its type."""
    if get_origin(hint) is Literal:
        return lambda name, text: axes.choice(name, text, get_args(hint))
    kinds = (
        [kind for kind in get_args(hint) if kind is not type(None)] if isinstance(hint, UnionType) else [hint]
    )
    if kinds == [bool]:
        return axes.flag
    if int in kinds:
        return (
            axes.count
            if kinds == [int]
            else lambda name, text: (axes.count if ".." in text else axes.word)(name, text)
        )
    if kinds == [float]:
        return axes.number
    return axes.word


@dataclass
class QuestionCells:
    """What is the same in all cells, and how one of them is asked; see ``sweep.Cells``."""

    cat: Catalogue
    options: Options
    kind: str
    question: Question
    ask: Callable[..., Any]
    axes: list[Axis]
    figure: str
    asked: Mapping[str, Any]
    same: Mapping[str, Any]
    made: int = 0
    error: UsageError | None = None
    reconstructed: dict[str, None] = field(default_factory=dict)
    not_modelled: dict[str, None] = field(default_factory=dict)
    definitions: dict[str, str] = field(default_factory=dict)
    units: dict[str, None] = field(default_factory=dict)
    _notes: dict[str, int] = field(default_factory=dict)

    def check(self) -> None:
        """Refuse names of fighters, values of characteristics and of disputed rules that there are not."""
        for axis in self.axes:
            for value in axis.values:
                keywords = self._keywords({axis.name: value})
                if axis.name.partition(".")[0] in self.question.fighters:
                    fighter(self.cat, str(keywords[axis.name.partition(".")[0]]))

    def _keywords(self, at: Mapping[str, Any]) -> dict[str, Any]:
        """The keywords of a cell: plain axes as they are, figures as changes of what is typed."""
        found = {**self.asked, **{name: value for name, value in at.items() if "." not in name}}
        options = dict(self.same["options"])
        for name, value in at.items():
            owner, dot, key = name.partition(".")
            if owner == "option":
                options[key] = value
            elif dot:
                typed = found.get(owner) or signature(self.ask).parameters[owner].default
                if typed is None or typed is Parameter.empty:
                    raise UsageError(
                        f"{name}: expected a {owner} whose figure to vary, got none", f"name the {owner}"
                    )
                found[owner] = _changed(str(typed), f"{key}={value}")
        missing = [
            name
            for name, parameter in signature(self.ask).parameters.items()
            if parameter.default is Parameter.empty
            and parameter.kind is not Parameter.VAR_KEYWORD
            and found.get(name) is None
        ]
        if missing:
            raise UsageError(
                f"{self.kind}: expected {' and '.join(missing)}, got none", "name it, or vary it"
            )
        return {**found, **self.same, "options": options}

    def row(self, at: Mapping[str, Any]) -> Row:
        """One cell."""
        row: Row = {"at": dict(at), "value": None, "figures": {}, "reason": None}
        try:
            keywords = self._keywords(at)
            answer = self.ask(**keywords).to_dict()
        except UnknownNameError:
            raise
        except UsageError as refused:
            self.error = self.error or refused
            return row | {"reason": str(refused)}
        self.reconstructed |= dict.fromkeys(answer["reconstructed"])
        self.not_modelled |= dict.fromkeys(answer["not_modelled"])
        self.definitions |= answer.get("definitions", {})
        self.units |= dict.fromkeys([answer["unit"]] if "unit" in answer else [])
        for note in answer["notes"]:
            self._notes[note] = self._notes.get(note, 0) + 1
        value = _at(answer, self.figure)
        if value is _Nothing:
            if self.made == 0:
                raise self._no_figure(answer)
            value = None
        self.made += 1
        shown = {name: _figure(_at(answer, self.question.figures[name])) for name in self.question.shown}
        row |= {"value": _figure(value), "figures": shown}
        return row | ({"reason": "never happens"} if row["value"] is None else {})

    def _no_figure(self, answer: Mapping[str, Any]) -> NecrostatsError:
        every = dict.fromkeys([*self.question.figures, *_paths(answer)])
        return UnknownNameError("figure", self.figure, every, f"there are {', '.join(self.question.figures)}")

    def about(self, rows: list[Row]) -> dict[str, Any]:
        """What the question is about, its keywords, the unit that chains count."""
        subjects = {name: self.asked.get(name) for name in self.question.subjects}
        varied = {axis.name for axis in self.axes}
        situation = {
            name: value
            for name, value in self.asked.items()
            if name not in subjects and name not in varied and _said(name, value, self.ask)
        }
        columns = {name: self.question.figures[name] for name in self.question.shown}
        return {
            "subjects": {
                name: value for name, value in subjects.items() if value is not None and name not in varied
            },
            "situation": situation,
            "unit": next(iter(self.units)) if len(self.units) == 1 else None,
            "columns": columns,
            "bands": self._bands(),
            "definitions": {
                "at": "the cell: a value of each axis",
                "value": "the figure that is swept",
                "figures": "other figures of the question's answer; columns says where each stands in it",
                "reason": "why the question has no answer, or the figure does not exist",
                **self.definitions,
            },
        }

    def notes(self, rows: list[Row]) -> list[str]:
        """Remarks of the answers; what is said of some cells alone says of how many."""
        return [
            note if count == self.made else f"{note} ({count} of {self.made} cells)"
            for note, count in self._notes.items()
        ]

    def _bands(self) -> list[dict[str, Any]]:
        """The ranges of the weapons in inches, where the distance is an axis and no other one changes them."""
        owners = {axis.name.partition(".")[0] for axis in self.axes}
        if "distance" not in owners or owners & {"weapon", "option", "attacker", *self.question.subjects}:
            return []
        typed = self.asked.get("weapon")
        found = []
        if typed is not None:
            who = fighter(self.cat, str(self.asked.get("attacker") or "custom"))
            found = [(str(typed), who, find_weapon(self.cat, who, str(typed))[0])]
        elif self.kind == "matchup":
            both = [fighter(self.cat, str(self.asked[side])) for side in self.question.subjects]
            found = [(profile.key, who, profile) for who in both for profile in profiles_of(who)]
        guns = [one for one in found if not is_only_close(one[2]) and not is_template(one[2])]
        reaches = [
            (text, in_reach(under_options(gun, self.options), bearing(who))) for text, who, gun in guns
        ]
        return [{"weapon": text, "short": reach.short, "long": reach.long} for text, reach in reaches]


class _Nothing:
    """Nothing stands at that place of an answer."""


def _changed(typed: str, change: str) -> str:
    """A fighter or weapon as typed, with one more change.

    >>> _changed("rork", "w=2"), _changed("rork[+boltgun]", "w=2")
    ('rork[w=2]', 'rork[+boltgun,w=2]')
    """
    return f"{typed[:-1]},{change}]" if typed.endswith("]") else f"{typed}[{change}]"


def _at(answer: Any, path: str) -> Any:
    """What stands in an answer; a row of a table is named by its first entry: ``rows.3.down``."""
    found = answer
    for part in path.split("."):
        if isinstance(found, list):
            found = next(
                (
                    row
                    for row in found
                    if isinstance(row, Mapping) and str(next(iter(row.values()), "")) == part
                ),
                _Nothing,
            )
        elif isinstance(found, Mapping) and part in found:
            found = found[part]
        else:
            return _Nothing
    return found if _is_figure(found) else _Nothing


def _is_figure(value: Any) -> bool:
    plain = value is None or (isinstance(value, int | float) and not isinstance(value, bool))
    return plain or (isinstance(value, Mapping) and ("p" in value or "mean" in value) and "by" not in value)


def _figure(value: Any) -> dict[str, Any] | None:
    """A figure as rows have it: a chance, a mean, or a whole number."""
    if value is None or value is _Nothing:
        return None
    if isinstance(value, int):
        return {"number": value}
    if isinstance(value, float):
        return {"mean": value}
    return dict(value)


def _paths(answer: Any, before: str = "") -> Iterator[str]:
    """Where figures stand in an answer, but for its tables."""
    if isinstance(answer, Mapping):
        for name, value in answer.items():
            if name not in ("stamp", "situation"):
                path = f"{before}.{name}" if before else str(name)
                if _is_figure(value) and value is not None and before:
                    yield path
                else:
                    yield from _paths(value, path)
