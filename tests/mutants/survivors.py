"""Why mutants that no test kills may live: ``survivors.toml``, read and held against what a run found."""

import tomllib
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("survivors.toml")
PACKAGES = ("necrostats.systems.necromunda.", "necrostats.")


def short(module):
    """A module as the file and the report call it: ``shooting``, ``duel.lane``, ``engine.waiting``.

    >>> short("necrostats.systems.necromunda.duel.lane"), short("necrostats.engine.waiting")
    ('duel.lane', 'engine.waiting')
    """
    for package in PACKAGES:
        module = module.removeprefix(package)
    return module


def reasons(text=None):
    """(module, function, change) -> why it may live."""
    read = tomllib.loads(FILE.read_text("utf-8") if text is None else text)
    why = {}
    for entry in read.get("survivor", []):
        for change in entry["changes"]:
            key = entry["module"], entry["function"], change
            assert key not in why, f"{FILE.name}: {key} stands twice"
            assert entry["why"].strip(), f"{FILE.name}: {key} has no reason"
            why[key] = entry["why"]
    return why


class Verdict(NamedTuple):
    """What a run says.

    Attributes:
        unexplained: Survivors without a reason.
        explained: Those with one.
        idle: Reasons for mutants that a test kills, or that there are no longer.
    """

    unexplained: list
    explained: list
    idle: list


def judge(survivors, tried, every, why):
    """Hold the survivors against the reasons; idle are those for mutants *tried* that died, or not in *every*."""
    found = {named(mutant): mutant for mutant in survivors}
    modules = {short(mutant.module) for mutant in tried}
    dead, there = ({named(mutant) for mutant in some} - found.keys() for some in (tried, every))
    return Verdict(
        [mutant for key, mutant in found.items() if key not in why],
        [mutant for key, mutant in found.items() if key in why],
        [key for key in why if key[0] in modules and (key in dead or key not in there | found.keys())],
    )


def named(mutant):
    """The key of a mutant in the file."""
    return short(mutant.module), mutant.function, mutant.change
