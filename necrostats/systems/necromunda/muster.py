"""A side of a battle in counts, made from cards; what its rounds depend on.

Fighters of one rank are alike, so a side is a handful of counts. Ranks are kept apart because they test in turn: a
leader and champions, who shelter the others, then gangers and juves. Who stands near whom is given, as are the losses.
"""

from collections.abc import Sequence
from typing import NamedTuple

from necrostats.errors import UsageError
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.morale import Cool, cool_of, iron_will
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.recovery import Care, care_of


class Rank(NamedTuple):
    """Fighters of one rank on the battlefield: steady, broken, seriously injured."""

    steady: int = 0
    broken: int = 0
    serious: int = 0


class Ranks(NamedTuple):
    """All fighters of a side who are on the battlefield; ``gone``: who left it in this part of the round."""

    leader: Rank
    champions: Rank
    gangers: Rank
    juves: Rank
    gone: int = 0


class Side(NamedTuple):
    """A side in counts.

    Attributes:
        ranks: Those on the battlefield.
        out, fled: Fighters out of action; fighters who fled.
        bottled: 1 for the rest of the battle once it is.
    """

    ranks: Ranks
    out: int = 0
    fled: int = 0
    bottled: int = 0


class Losses(NamedTuple):
    """What the enemy does to a side in an Action phase.

    Attributes:
        number: Fighters who go down, any of those standing with the same chance.
        chance, out_of: Each that still stands goes down besides with *chance* in *out_of*.
        serious, out: Of serious + out fighters who go down so many are seriously injured, so many out of action; by
            default as an Injury die has it.
    """

    number: int = 0
    chance: int = 0
    out_of: int = 1
    serious: int = 3
    out: int = 1


NO_LOSSES = Losses()


class Alike(NamedTuple):
    """The fighters of a rank: what their Cool tests must show; how they recover, alone and with help."""

    cool: Cool
    alone: Care
    helped: Care


class Near(NamedTuple):
    """Who stands near whom.

    Attributes:
        leader, champion: Friends within 12 inches of the leader, and within 6 of each champion.
        fallen: Friends within 3 inches of a fighter who goes down.
        tested: Steady friends within 3 inches of one who tests its nerve or may rally, as long as there are so many.
        helpers: Active friends beside seriously injured ones in the End phase, as long as there are so many.
    """

    leader: int = 0
    champion: int = 0
    fallen: int = 0
    tested: int = 0
    helpers: int = 0


class Muster(NamedTuple):
    """What stays as it is through a battle.

    Attributes:
        crew: Fighters in the starting crew.
        leader, champions, gangers, juves: The fighters of each rank.
        near: Who stands near whom.
        losses: Those of each round.
        iron_will: Added to bottle tests while the leader is on its feet.
        flee_at_end: 1 if a bottled side tests in the End phase, 0 if in the Action phase (option ``flee_phase``).
    """

    crew: int
    leader: Alike
    champions: Alike
    gangers: Alike
    juves: Alike
    near: Near
    losses: Losses
    iron_will: int = 0
    flee_at_end: int = 0


def line_up(
    crew: Sequence[Fighter],
    options: Options,
    *,
    losses: Losses = NO_LOSSES,
    near: Near | None = None,
    helper: Fighter | None = None,
) -> tuple[Muster, Side]:
    """What a crew's tests need, and the side as it starts; who is neither leader, champion nor juve is a ganger.

    Args:
        crew: The starting crew.
        losses: Those of each round.
        near: Who stands near whom; if not given, all are within 12 inches of the leader and nobody near anybody else.
        helper: Who helps the seriously injured, where skills and kit matter.

    Raises:
        UsageError: Nobody, two leaders, fighters of one rank who are not alike, Iron Will with others than the leader,
            losses or neighbours that cannot be.
    """
    if not crew:
        raise UsageError("crew: expected a fighter or more, got none")
    near = Near(leader=len(crew) - 1) if near is None else near
    _check(losses, near)
    leaders, champions, gangers, juves = (
        [fighter for fighter in crew if _rank(fighter) == rank]
        for rank in ("leader", "champion", "ganger", "juve")
    )
    if len(leaders) > 1:
        raise UsageError(f"crew: expected one leader at most, got {len(leaders)}")
    if any(iron_will(fighter, options) for fighter in (*champions, *gangers, *juves)):
        raise UsageError("crew: expected Iron Will with the leader alone", "leave the skill out")

    def alike(fighters: list[Fighter]) -> Alike:
        return _alike(fighters or list(crew[:1]), options, helper)

    muster = Muster(
        len(crew),
        alike(leaders),
        alike(champions),
        alike(gangers),
        alike(juves),
        near,
        losses,
        sum(iron_will(fighter, options) for fighter in leaders),
        int(options["flee_phase"] == "end"),
    )
    return muster, Side(Ranks(Rank(len(leaders)), Rank(len(champions)), Rank(len(gangers)), Rank(len(juves))))


def _rank(fighter: Fighter) -> str:
    return fighter.rank if fighter.rank in ("leader", "champion", "juve") else "ganger"


def _check(losses: Losses, near: Near) -> None:
    """Refuse losses that are no numbers of fighters or no chances, and fewer than no neighbours."""
    if losses.number < 0 or not 0 <= losses.chance <= losses.out_of or losses.out_of < 1:
        raise UsageError(
            f"losses: expected a number and a chance, got {losses.number} and {losses.chance}/{losses.out_of}"
        )
    if min(losses.serious, losses.out) < 0 or losses.serious + losses.out < 1:
        raise UsageError(
            f"losses: expected shares of 0 or more, not both 0, got {losses.serious} and {losses.out}"
        )
    if min(near) < 0:
        raise UsageError(f"near: expected 0 or more, got {min(near)}")


def _alike(fighters: list[Fighter], options: Options, helper: Fighter | None) -> Alike:
    """The numbers of a rank; UsageError if its fighters differ in them."""
    found = {
        Alike(
            cool_of(fighter, options),
            care_of(fighter, options),
            care_of(fighter, options, assisted=True, helper=helper),
        )
        for fighter in fighters
    }
    if len(found) > 1:
        names = " and ".join(dict.fromkeys(fighter.name for fighter in fighters))
        raise UsageError(
            f"crew: expected the {_rank(fighters[0])}s to be alike in Cool, Toughness and recovery, got {names}",
            "take the most common card for all of them",
        )
    return found.pop()
