"""The file of a report: its words and its questions, as the words of command lines."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from necrostats.errors import GameDataError
from necrostats.gamedata.names import nearest
from necrostats.gamedata.read import NOTHING, read_toml, shown, shown_key, shown_path

MOST_QUESTIONS = 100
LONGEST_TEXT = 20_000
WORDS = ("title", "text", "ask")
ALL = ("title", "intro", "ending", "question")
NO_QUESTIONS = frozenset({"report", "tables", "list", "rules", "check-data", "completion"})
ELSEWHERE = frozenset(
    {
        "output",
        "format_",
        "as_json",
        "as_csv",
        "out",
        "plot",
        "replay",
        "batch",
        "no_stamp",
        "quiet",
        "debug",
        "resume",
    }
)
EXAMPLE = 'for example ask = "attack kaiya rork --weapon laspistol"'
FLAGS = (
    "--help",
    "--version",
    "--debug",
    "-o",
    "--output",
    "--plot",
    "--replay",
    "--batch",
    "--resume",
    "--format",
    "--json",
    "--csv",
)


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its heading (if empty, the answer has one), what is said over it, its command line."""

    title: str
    text: str
    words: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command line."""
        return shlex.join(["necrostats", *self.words])


@dataclass(frozen=True, slots=True)
class ReportFile:
    """What stands in the file."""

    title: str
    intro: str
    ending: str
    questions: tuple[Question, ...]


def read(path: Path, root: click.Group) -> ReportFile:
    """The report that a file asks for; *root* are the commands.

    Raises:
        GameDataError: Every mistake of the file, with the key, what was expected and what stands there.
    """
    mistakes: list[str] = []
    whole = read_toml(path, mistakes)
    if mistakes:
        raise GameDataError(mistakes)
    reader = _Reader(shown_path(path), root, mistakes)
    for key in whole:
        if key not in ALL:
            reader.wrong(shown_key(key), _one_of(key, ALL), whole[key])
    title = reader.text(whole, "title", path.stem)
    intro, ending = (reader.text(whole, key, "", lines=True) for key in ("intro", "ending"))
    asked = whole.get("question", [])
    if not isinstance(asked, list) or not all(isinstance(one, dict) for one in asked):
        reader.wrong("question", "tables, each under [[question]]", asked)
        asked = []
    elif not asked:
        reader.wrong("question", "one table or more under [[question]]", NOTHING)
    elif len(asked) > MOST_QUESTIONS:
        reader.wrong("question", f"at most {MOST_QUESTIONS} tables", f"{len(asked)}")
        asked = []
    questions = [reader.question(one, f"question {n}") for n, one in enumerate(asked, start=1)]
    if mistakes:
        raise GameDataError(mistakes, EXAMPLE)
    return ReportFile(title, intro, ending, tuple(questions))


class _Reader:
    """Reads the tables of one file and notes what is wrong."""

    def __init__(self, file: str, root: click.Group, mistakes: list[str]) -> None:
        self.file, self.root, self.mistakes = file, root, mistakes

    def wrong(self, where: str, expected: str, got: object) -> None:
        """Note a mistake."""
        self.mistakes.append(f"{self.file}: {where}: expected {expected}, got {shown(got)}")

    def text(
        self, table: Mapping[str, Any], key: str, usual: str, where: str = "", *, lines: bool = False
    ) -> str:
        """A text of the table, on one line unless ``lines``; *usual* if there is none."""
        found = table.get(key, usual)
        plain = isinstance(found, str) and len(found) <= LONGEST_TEXT
        if not plain or not found.replace("\n", "" if lines else "\n").replace("\t", "").isprintable():
            self.wrong(f"{where}{key}", "a text" if lines else "a text on one line", found)
            return usual
        return str(found)

    def question(self, table: Mapping[str, Any], name: str) -> Question:
        """A question from its table."""
        where = f"{name}: "
        words = self._ask(table.get("ask"), where)
        found = self._command(words, where)
        if found:
            command, path, rest = found
            words = [*path, *self._keywords(command, table, where, rest)]
        title = self.text(table, "title", "", where)
        return Question(title, self.text(table, "text", "", where, lines=True), tuple(words))

    def _ask(self, asked: Any, where: str) -> list[str]:
        """The words of a command line, from one text or a list."""
        expected = "the words of a command line"
        words: list[str] = []
        if isinstance(asked, str):
            try:
                words = shlex.split(asked)
            except ValueError:
                expected = "the words of a command line with every quote closed"
        elif isinstance(asked, list) and all(isinstance(one, str) for one in asked):
            words = list(asked)
        if words[:1] == ["necrostats"]:
            words = words[1:]
        if not words or any("\0" in word or "\n" in word for word in words):
            self.wrong(f"{where}ask", expected, NOTHING if asked is None else asked)
            return []
        for word in words:
            flag = word.partition("=")[0]
            if flag in FLAGS:
                self.wrong(f"{where}ask", f"a question without {flag}, which belongs to the report", word)
                return []
        return words

    def _command(self, words: list[str], where: str) -> tuple[click.Command, list[str], list[str]] | None:
        """The command that the words begin with, its own words, and the rest."""
        command: click.Command = self.root
        path: list[str] = []
        context = click.Context(self.root)
        while words and isinstance(command, click.Group):
            known = [name for name in command.list_commands(context) if path or name not in NO_QUESTIONS]
            if len(path) == len(words):
                self.wrong(f"{where}ask", f"one of {', '.join(known)} after {' '.join(path)}", NOTHING)
                return None
            name = words[len(path)]
            inner = command.get_command(context, name) if name in known else None
            if inner is None:
                self.wrong(f"{where}ask", _one_of(name, known), name)
                return None
            path.append(name)
            command = inner
        return (command, path, words[len(path) :]) if path else None

    def _keywords(
        self, command: click.Command, table: Mapping[str, Any], where: str, rest: list[str]
    ) -> list[str]:
        """The rest of the command line with what stands in keywords: fighters first, then options."""
        known: dict[str, click.Parameter] = {}
        for parameter in command.params:
            if parameter.name in ELSEWHERE or parameter.name is None:
                continue
            for name in (parameter.name, *parameter.opts):
                known[name.lstrip("-").replace("-", "_")] = parameter
        first: list[str] = []
        last: list[str] = []
        given = {key: value for key, value in table.items() if key not in WORDS}
        for key, value in given.items():
            if known.get(key.replace("-", "_")) is None:
                names = [*WORDS, *known]
                self.wrong(f"{where}{shown_key(key)}", _one_of(key, names, "a keyword of the command"), value)
        for parameter in command.params:
            for key, value in given.items():
                if known.get(key.replace("-", "_")) is parameter:
                    texts = self._texts(value, parameter, f"{where}{shown_key(key)}")
                    if isinstance(parameter, click.Argument):
                        first += texts
                    else:
                        last += texts
        return [*first, *rest, *last]

    def _texts(self, value: Any, parameter: click.Parameter, where: str) -> list[str]:
        """A keyword's value as words of a command line."""
        flag = max(parameter.opts, key=len) if isinstance(parameter, click.Option) else ""
        is_flag = isinstance(parameter, click.Option) and parameter.is_flag
        if is_flag or isinstance(value, bool):
            if not is_flag or not isinstance(value, bool):
                self.wrong(where, "true or false" if is_flag else "a text or a number", value)
                return []
            return [flag] if value else []
        several = parameter.multiple if isinstance(parameter, click.Option) else parameter.nargs != 1
        if isinstance(value, dict) and several:
            texts = [f"{name}={_joined(one)}" for name, one in value.items()]
            plain = all(_is_plain(one) for one in value.values())
        elif isinstance(value, list):
            plain = bool(value) and _is_plain(value)
            texts = [_text(one) for one in value] if several else [_joined(value)]
        else:
            plain, texts = _is_plain(value), [_text(value)]
        if not plain:
            self.wrong(where, "a text, a number or a list of them", value)
            return []
        return texts if not flag else [part for text in texts for part in (flag, text)]


def _is_plain(value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return all(type(one) in (str, int, float) and "\0" not in str(one)[:LONGEST_TEXT] for one in values)


def _text(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _joined(value: Any) -> str:
    return ",".join(map(_text, value)) if isinstance(value, list) else _text(value)


def _one_of(name: str, known: Any, otherwise: str = "") -> str:
    """What was expected instead of a name: near ones if there are any."""
    near = nearest(str(name)[:80], known)
    return " or ".join(near) if near else otherwise or f"one of {', '.join(known)}"
