"""In which order mutants meet tests: the quick and the successful first, more of them only for who is left."""

import resource
import sys
from collections import Counter, defaultdict

from tests.mutants.breaking import AGAIN, ANEW, EXCHANGED, SURVIVED, finish
from tests.mutants.chosen import TABLE_TESTS, mentions
from tests.mutants.mutations import Mutant
from tests.mutants.survivors import named

KNOWN_SECONDS, FEW_SECONDS, MANY_SECONDS = 0.3, 1.0, 30.0
"""What all tests of one mutant may take unbroken: with a reason to live, at first, and where it has survived them."""
FEW_FILES = 3
"""From how many files tests are collected anew."""
RARE = 40
"""Tests are likely to tell of a line that at most so many of them reach."""
LIKELY_CASES, QUICK_CASES, QUICK = 4, 12, 0.1
"""How many cases of a likely test come at once, and how many if they take less seconds."""


class Judging:
    """All mutants of one session.

    Attributes:
        trees: Module -> its tree, the one that the mutants change.
        known: Survivors with a reason, for which few tests are enough.
        seconds: Module -> what its mutants took of the processor.
    """

    def __init__(self, session, reached, parsed, known):
        self.session, self.reached, self.trees, self.known = session, reached, parsed, known
        self.killers = defaultdict(Counter)
        self.mentions = mentions(parsed)
        self.seconds = Counter()

    def survivors(self, mutants):
        """Those of the mutants that no test kills, in their order."""
        inside = [one for one in mutants if isinstance(one, Mutant) and one.unit is not None]
        outside = [one for one in mutants if isinstance(one, Mutant) and one.unit is None]
        tables = [one for one in mutants if not isinstance(one, Mutant)]
        alive = self._longer(self._run([(one, EXCHANGED, self._few(one)) for one in inside]), EXCHANGED)
        early = [
            one
            for one in alive
            if named(one) not in self.known and (one.module, one.line) in self.reached.early
        ]
        stay = {id(one) for one in self._run([(one, ANEW, self._few_files(self._few(one))) for one in early])}
        alive = [one for one in alive if id(one) in stay or one not in early]
        alive += self._longer(
            self._run([(one, ANEW, self._few_files(self._few(one))) for one in outside]), ANEW
        )
        about = [item.number for item in self.session.items if item.nodeid.split("::")[0] in TABLE_TESTS]
        alive += self._run([(one, AGAIN, sorted(about, key=self._not_of(one))) for one in tables])
        left = {id(one) for one in alive}
        return [one for one in mutants if id(one) in left]

    def processor(self):
        """Seconds of the processor that this and all children took."""
        return sum(
            used.ru_utime + used.ru_stime
            for used in (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        )

    def _longer(self, alive, how):
        """Those left when all tests that reach them have run, save who has a reason."""
        again = []
        for one in alive:
            if named(one) not in self.known:
                few = set(self._few(one))
                again.append((one, how, [n for n in self._tests(one, MANY_SECONDS) if n not in few]))
        left = {id(one) for one in self._run(again)}
        return [one for one in alive if named(one) in self.known or id(one) in left]

    def _few(self, mutant):
        """The tests that a mutant meets first."""
        return self._tests(mutant, KNOWN_SECONDS if named(mutant) in self.known else FEW_SECONDS)

    def _tests(self, mutant, most):
        """The tests that reach a mutant, as varied and quick as can be, as many as *most* seconds allow.

        What stands outside functions is reached by whatever mentions it, and by the tests of its module.
        """
        own = f"/test_{mutant.module.split('.')[-1]}.py"
        places = [(mutant.module, mutant.line)]
        reach = set()
        if mutant.unit is None:
            places = [place for name in sorted(mutant.names) for place in self.mentions[name]]
            reach = {item.number for item in self.session.items if own in f"/{item.nodeid}"}
        reach = reach.union(*(self.reached.tests.get(place, ()) for place in places))
        chosen, total = [], 0.0
        rarest = [self.reached.tests[place] for place in places if len(self.reached.tests[place]) <= RARE]
        for number in self._varied(reach, own, set().union(*rarest)):
            if not chosen or total + self.reached.seconds[number] <= most:
                total += self.reached.seconds[number]
                chosen.append(number)
        return chosen

    def _varied(self, tests, own, rare):
        """One case of every test function, then the second of each ...; many at a time, and a turn ahead, of those in
        the module's *own* file or among the *rare*.
        """
        turn, cases = Counter(), []
        seconds = self.reached.seconds
        for number in sorted(tests, key=lambda n: (round(seconds[n], 2), n)):
            function = self.session.items[number].nodeid.split("[")[0]
            at_once = QUICK_CASES if seconds[number] < QUICK else LIKELY_CASES
            likely = number in rare or own in f"/{function}"
            cases.append((turn[function] // at_once if likely else turn[function] + 1, number))
            turn[function] += 1
        return [number for _, number in sorted(cases, key=lambda case: case[0])]

    def _not_of(self, table):
        own = f"/test_{table.module.split('.')[-1]}.py"
        return lambda number: own not in self._file(number)

    def _few_files(self, tests):
        files = list(dict.fromkeys(self._file(number) for number in tests))[:FEW_FILES]
        return [number for number in tests if self._file(number) in files]

    def _file(self, number):
        return self.session.items[number].nodeid.split("::")[0]

    def _run(self, jobs):
        """The mutants of *jobs* (mutant, how, tests) that survive."""
        running, alive = {}, []
        for done, (mutant, how, tests) in enumerate(jobs):
            if not tests:
                alive.append(mutant)
                continue
            while len(running) >= self.session.jobs:
                self._finish(running, alive)
            before = self.killers[mutant.module, mutant.function]
            tests = sorted(tests, key=lambda n: -before[n] if self.reached.seconds[n] < 0.3 else 0)
            tree = self.trees.get(mutant.module)
            pid, pipe = self.session.start(mutant, tree, tests, self.reached.seconds, how)
            running[pid] = mutant, pipe
            if done % 50 == 0 and sys.stderr.isatty():
                print(
                    f"\r{how}: {done} of {len(jobs)}, {len(alive)} alive   ",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
        while running:
            self._finish(running, alive)
        return alive

    def _finish(self, running, alive):
        mutant, status, test, seconds = finish(running)
        self.seconds[mutant.module] += seconds
        if status == SURVIVED:
            alive.append(mutant)
        elif test is not None:
            self.killers[mutant.module, mutant.function][test] += 1
