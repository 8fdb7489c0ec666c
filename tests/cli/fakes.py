"""Stand-ins for the analyses, which answer at once with figures made by hand."""

import sys
import types

from tests.reports import fixtures


class Answer:
    def __init__(self, answer):
        self.answer = answer

    def to_dict(self):
        return self.answer


def install(monkeypatch, name, **functions):
    """Put functions in the place of an analysis; returns the arguments that they were called with."""
    asked = []
    module = types.ModuleType(f"necrostats.analyses.{name}")

    def wrap(function):
        def call(*args, **kwargs):
            asked.append((args, kwargs))
            return function(*args, **kwargs)

        return call

    for key, function in functions.items():
        setattr(module, key, wrap(function))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return asked


def attack(monkeypatch, answer=None):
    return install(monkeypatch, "attack", attack=lambda *_args, **_more: Answer(answer or fixtures.attack()))


def matchup(monkeypatch, function=None):
    def plain(*_args, **_more):
        return Answer(fixtures.matchup())

    return install(monkeypatch, "matchup", matchup=function or plain)
