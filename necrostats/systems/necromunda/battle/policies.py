"""Policies of a side in a battle, as ``data/necromunda/policies.toml`` has them: what its decisions weigh."""

from collections.abc import Mapping
from dataclasses import dataclass

from necrostats.gamedata.read import Table

SHOOT, PIN, CHARGE, NEAR, RISK, FLEES, PRESSES, AT_RANDOM = range(8)
WEIGHTS = ("shoot", "pin", "charge", "near", "risk", "flees", "presses", "at_random")
HEAVIEST = 100.0


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to decide.

    Attributes:
        weights: By the names in ``WEIGHTS``; what is not named weighs nothing.
    """

    id: str
    name: str
    text: str
    weights: Mapping[str, float]


def read_policy(policy_id: str, table: Table) -> Policy:
    """A policy of the data files; what is wrong with it is noted in *table*."""
    part = table.table("weights")
    weights = {name: part.real(name, 0.0, low=-HEAVIEST, high=HEAVIEST) for name in WEIGHTS}
    part.done()
    made = Policy(policy_id, table.text("name"), table.text("text", ""), weights)
    table.skip(("sources", "aliases", "confidence"))
    table.done()
    return made
