"""``make mutants``: break each rule on purpose and see that an exact test fails.

Own code, since mutmut leaves out decorated functions, which all steps are, and tables, and cosmic-ray starts pytest
anew for each of some thousand mutants, which takes hours.
"""

import argparse
import os
import sys
import time
from collections import Counter

os.environ["NUMBA_DISABLE_JIT"] = "1"
os.environ["COVERAGE_CORE"] = "ctrace"

import coverage
import pytest

from tests.mutants.breaking import Session
from tests.mutants.chosen import FILES, OTHER_SUBJECTS, ROOT, TESTS, broken, broken_tables, trees
from tests.mutants.judging import Judging
from tests.mutants.survivors import judge, reasons, short


def main(arguments=None):
    """Break, judge and tell; 1 if a survivor has no reason, 2 if the tests fail as they are."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help="shooting, duel.lane, engine.waiting, tables ...; all")
    parser.add_argument("--all", action="store_true", help="every change, not one figure a line")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args(arguments)
    counting = coverage.Coverage(
        data_file=None, config_file=False, include=[str(path) for path in FILES.values()], messages=False
    )
    counting.start()
    told = []
    session = Session(FILES, counting, asked.jobs, lambda one: told.append(run(one, asked)))
    options = ["-qq", "--assert=plain", "--capture=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    left_out = [f"--ignore={ROOT / path}" for path in OTHER_SUBJECTS]
    status = pytest.main([*options, *left_out, *(str(ROOT / path) for path in TESTS)], plugins=[session])
    return told[0] if told else int(status) or 2


def run(session, asked):
    """All of it, in the session that has collected the tests."""
    start = time.monotonic()
    session.look()
    reached = session.reach()
    print(f"\n{len(reached.seconds)} tests hold as they are ({time.monotonic() - start:.0f}s)", flush=True)
    why = reasons()
    judging = Judging(session, reached, trees(), {key[:3] for key in why})
    chosen = trees(asked.modules)
    tried = [
        *broken({name: judging.trees[name] for name in chosen}, asked.all),
        *broken_tables(asked.modules),
    ]
    alive = judging.survivors(tried)
    every = [*broken(judging.trees, everything=True), *broken_tables()]
    verdict = judge(alive, tried, every, why)
    _tell(tried, alive, verdict, judging.seconds)
    print(f"{time.monotonic() - start:.0f}s, {judging.processor():.0f}s of the processor")
    return 1 if verdict.unexplained else 0


def _tell(tried, alive, verdict, seconds):
    every, living = (Counter(one.module for one in some) for some in (tried, alive))
    print(f"{'module':22}{'mutants':>8}{'killed':>8}{'alive':>7}{'seconds':>9}")
    for module, count in every.items():
        left = living[module]
        print(f"{short(module):22}{count:8}{count - left:8}{left:7}{seconds[module]:9.0f}")
    total = sum(seconds.values())
    print(f"{'all':22}{len(tried):8}{len(tried) - len(alive):8}{len(alive):7}{total:9.0f}")
    for one in verdict.unexplained:
        print(f"{short(one.module)}:{one.line} {one.function}: {one.change}")
    for module, function, change in verdict.idle:
        print(f"survivors.toml: killed or gone: {module} {function}: {change}")
    print(
        f"{len(verdict.unexplained)} survive without a reason, {len(verdict.explained)} with one;"
        f" {len(verdict.idle)} reasons are of no use"
    )


if __name__ == "__main__":
    sys.exit(main())
