"""Mutants run inside one session of pytest: everything is imported and collected once, and each mutant is a fork.

A child exchanges the code of one function and runs the tests that reach the changed line,
until one fails. What stands outside functions, or ran while tests were collected, is imported and collected anew.
"""

import ast
import contextlib
import functools
import gc
import importlib.abc
import importlib.util
import io
import os
import pickle
import resource
import signal
import sys
import time
import warnings
from collections import defaultdict
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.mutants.chosen import DATA, judges

EXAMPLES = 25
"""How many examples hypothesis draws for a test."""
MEMORY = 4 * 2**30
LIMIT = 60
"""Bytes and seconds before the first test that a child may take."""
SURVIVED, KILLED = 0, 1
EXCHANGED, ANEW, AGAIN = "exchanged", "anew", "again"
"""How a mutant comes alive: its function exchanged, all imported anew, or a data file read again."""
KEPT = ("tests.conftest", "tests.mutants")


class Reached(NamedTuple):
    """What the unbroken tests do.

    Attributes:
        tests: Module and line -> the tests, by number, that reach it.
        early: Modules and lines that ran while tests were imported and collected.
        seconds: What each test takes, of the processor.
    """

    tests: dict[tuple[str, int], set[int]]
    early: set[tuple[str, int]]
    seconds: list[float]


class Session:
    """The plugin: ``work`` is called with it once all tests are collected."""

    def __init__(self, modules, coverage, jobs, work):
        self.files = {module: str(path) for module, path in modules.items()}
        self.coverage, self.jobs, self.work = coverage, jobs, work
        self.packages = {"tests", *(module.split(".")[0] for module in modules)}
        self.session, self.items, self.answer = None, [], None

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        settings.register_profile(
            "mutants",
            deadline=None,
            derandomize=True,
            database=None,
            max_examples=EXAMPLES,
            phases=(Phase.explicit, Phase.generate),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if judges(item.nodeid)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        """Leave at the first failure, before anything is told about it."""
        if self.answer is not None and call.excinfo and not call.excinfo.errisinstance(pytest.skip.Exception):
            os.write(self.answer, item.number.to_bytes(4, "big"))
            os._exit(KILLED)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        self.session, self.items = session, session.items
        for number, item in enumerate(self.items):
            item.number = number
        self.work(self)
        return True

    # ------------------------------------------------------------------------------------- unbroken
    def reach(self):
        """Run every test once and see which lines it reaches."""
        pipes = [self._fork_counting(part) for part in range(self.jobs)]
        self.coverage.stop()
        tests, early, seconds = defaultdict(set), set(), [0.0] * len(self.items)
        for pid, pipe in pipes:
            with os.fdopen(pipe, "rb") as answer:
                reached, took, failed = pickle.loads(answer.read())
            os.waitpid(pid, 0)
            if failed:
                pytest.exit(f"the tests fail as they are: {', '.join(failed[:5])}", returncode=2)
            for place, numbers in reached.items():
                if -1 in numbers:
                    early.add(place)
                tests[place] |= numbers - {-1}
            for number, each in took.items():
                seconds[number] = each
        return Reached(tests, early, seconds)

    def _fork_counting(self, part):
        receive, send = os.pipe()
        pid = _fork()
        if pid:
            os.close(send)
            return pid, receive
        _silence()
        took, failed = {}, []

        class Watching:
            @staticmethod
            def pytest_runtest_logreport(report):
                if report.failed:
                    failed.append(report.nodeid)

        self.session.config.pluginmanager.register(Watching())
        mine = self.items[part :: self.jobs]
        last = None
        for item, following in zip(mine, [*mine[1:], None], strict=True):
            function = item.nodeid.split("[")[0]
            if function != last:
                self._forget()  # what an earlier test has worked out reaches no line
            last = function
            self.coverage.switch_context(str(item.number))
            start = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            took[item.number] = time.process_time() - start
        self.coverage.stop()
        data, reached = self.coverage.get_data(), {}
        for module, path in self.files.items():
            for line, contexts in data.contexts_by_lineno(path).items():
                reached[module, line] = {int(context) if context else -1 for context in contexts}
        with os.fdopen(send, "wb") as answer:
            answer.write(pickle.dumps((reached, took, failed)))
        os._exit(0)

    # --------------------------------------------------------------------------------------- broken
    def start(self, mutant, tree, tests, seconds, how):
        """Fork a child that runs *tests*, numbers in order, against a mutant; its process and where it answers."""
        receive, send = os.pipe()
        pid = _fork()
        if pid:
            os.close(send)
            return pid, receive
        os.close(receive)
        _silence()
        self.answer = send
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
        try:
            items = self._alive(mutant, tree, [self.items[number] for number in tests], how)
            for item, following in zip(items, [*items[1:], None], strict=True):
                signal.setitimer(signal.ITIMER_VIRTUAL, 2 + 5 * seconds[item.number])
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        except BaseException:
            os._exit(KILLED)
        os._exit(SURVIVED)

    def _alive(self, mutant, tree, items, how):
        """Break what the mutant breaks; the tests, collected anew where that is needed."""
        if how == AGAIN:
            _read_as(DATA / f"{mutant.module.removeprefix('data.')}.toml", mutant.text)
            return self._collect(items, {"tests"})
        mutant.made.swap()
        if how == EXCHANGED and self._exchange(mutant):
            return items
        sys.meta_path.insert(0, _Broken(mutant.module, self.files[mutant.module], tree))
        return self._collect(items, self.packages)

    def _exchange(self, mutant):
        """Give the functions of the mutant's unit their broken code; False if that cannot be done."""
        path = self.files[mutant.module]
        name = mutant.function
        body = [mutant.unit]
        if mutant.within:
            body = [ast.ClassDef(mutant.within, [], [], body, [], lineno=1, col_offset=0)]
        broken = {_place(code): code for code in _codes(compile(_module(body), path, "exec"))}
        exchanged = False
        for function in self.live[path]:
            code = broken.get(_place(function.__code__))
            if code is not None and (code.co_qualname + ".").startswith(name + "."):
                try:
                    function.__code__ = code
                except ValueError:
                    return False
                exchanged = True
        return exchanged

    def look(self):
        """Find the functions that are alive, by file; forget what was worked out while tests were collected."""
        self.live = defaultdict(list)
        self.remembering = []
        gc.unfreeze()  # what is frozen is not among the objects
        paths = set(self.files.values())
        for thing in gc.get_objects():
            if type(thing) is FunctionType and thing.__code__.co_filename in paths:
                self.live[thing.__code__.co_filename].append(thing)
            elif isinstance(thing, functools._lru_cache_wrapper):
                if (thing.__module__ or "").split(".")[0] in self.packages:
                    self.remembering.append(thing)
        self._forget()
        gc.collect()
        gc.freeze()

    def _forget(self):
        for each in self.remembering:
            each.cache_clear()

    def _collect(self, items, packages):
        """The same tests, imported and collected anew with all of the *packages*."""
        wanted = {item.nodeid: item.number for item in items}
        paths = {str(self.session.config.rootpath / item.nodeid.split("::")[0]): None for item in items}
        for name, module in list(sys.modules.items()):
            ours = name.split(".")[0] in packages or getattr(module, "__file__", None) in paths
            if ours and not name.startswith(KEPT):
                del sys.modules[name]
        found = {}
        for item in self.session.perform_collect(list(paths)):
            if item.nodeid in wanted:
                item.number = wanted[item.nodeid]
                found[item.nodeid] = item
        return [found[nodeid] for nodeid in wanted]


class _Broken(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a broken tree."""

    def __init__(self, name, path, tree):
        self.name, self.path, self.tree = name, path, tree

    def find_spec(self, name, path=None, target=None):
        return (
            importlib.util.spec_from_file_location(name, self.path, loader=self)
            if name == self.name
            else None
        )

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(ast.fix_missing_locations(self.tree), self.path, "exec"), module.__dict__)


def _fork():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of libraries, which do nothing here
        return os.fork()


def _read_as(path, text):
    """Let everybody read *text* where this file is opened."""
    plain = Path.open

    def opened(self, mode="r", *rest, **more):
        if self.resolve() != path:
            return plain(self, mode, *rest, **more)
        return io.BytesIO(text.encode()) if "b" in mode else io.StringIO(text)

    Path.open = opened


def _module(body):
    return ast.fix_missing_locations(ast.Module(body, []))


def _codes(code):
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _place(code):
    return code.co_qualname, code.co_firstlineno


def _silence():
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def finish(running):
    """Wait for one of the children: its mutant, its exit status, the test that failed or None, and its seconds."""
    pid, status, used = os.wait3(0)
    mutant, pipe = running.pop(pid)
    with contextlib.closing(os.fdopen(pipe, "rb")) as answer:
        told = answer.read()
    return mutant, status, int.from_bytes(told, "big") if told else None, used.ru_utime + used.ru_stime
