"""A side round by round, exactly: what ``side_round.side_round`` does, put together rank by rank.

Enumerated as one step, all ways of all ranks would be told one by one; here each rank has its law, and equal sides are
merged after every part of a round.
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import lcm
from typing import NamedTuple

from necrostats.engine.dice import Dice
from necrostats.engine.enumerating import Law, law_from, then
from necrostats.systems.necromunda.morale import Cool
from necrostats.systems.necromunda.muster import Alike, Losses, Muster, Rank, Ranks, Side
from necrostats.systems.necromunda.side_round import (
    Staying,
    Treated,
    bottle_test,
    hearten_all,
    lose_all,
    stay,
    stay_or_flee,
    steady,
    treat,
)

Tally = tuple[int, int, int]  # out of action, fled, bottled
Crowd = dict[Ranks, dict[Tally, int]]


class _Now(NamedTuple):
    """Sides with their weights, by who is on the battlefield."""

    crowd: Crowd
    total: int


def after_each_round(muster: Muster, side: Side, rounds: int, losses: Sequence[Losses] = ()) -> list[Law]:
    """The law of the side at the start and after each of so many rounds; weights are not reduced.

    With nobody left in play a side stays as it is.

    Args:
        losses: Those of the first, second ... round, the last ones going on; by default those of the muster.
    """
    each = losses or (muster.losses,)
    parts = {now: _parts(muster._replace(losses=now)) for now in set(each)}
    now = _Now({side.ranks: {(side.out, side.fled, side.bottled): 1}}, 1)
    laws = [_law(now)]
    for n in range(rounds):
        for part in parts[each[min(n, len(each) - 1)]]:
            now = part(now)
        laws.append(_law(now))
    return laws


def _law(now: _Now) -> Law:
    weights = {
        Side(ranks, *tally): weight
        for ranks, tallies in now.crowd.items()
        for tally, weight in tallies.items()
    }
    return Law(tuple(weights), tuple(weights.values()), now.total)


def _parts(muster: Muster) -> list[Callable[[_Now], _Now]]:
    """The parts of a round in their order."""
    lost = cache(lambda ranks: law_from(lose_all, muster, ranks))
    flight = cache(lambda ranks: _flight(muster, ranks))
    treatment = cache(lambda ranks: _treatment(muster, ranks))
    heart = cache(lambda ranks: law_from(hearten_all, muster, ranks))

    def losses(now: _Now) -> _Now:
        return _moved(now, lost, out=1)

    def fleeing(now: _Now) -> _Now:
        return _moved(now, flight, fled=1, bottled_only=True)

    def recovery(now: _Now) -> _Now:
        return _moved(now, treatment, out=1)

    def rallying(now: _Now) -> _Now:
        return _moved(now, heart)

    def test(now: _Now) -> _Now:
        return _tested(muster, now)

    if muster.flee_at_end == 1:
        return [losses, test, fleeing, recovery, rallying]
    return [fleeing, losses, test, recovery, rallying]


def _moved(
    now: _Now, law_of: Callable[[Ranks], Law], *, out: int = 0, fled: int = 0, bottled_only: bool = False
) -> _Now:
    """After a part that looks at those on the battlefield alone; who left it is counted as out, or as fled."""
    laws = {ranks: law_of(ranks) for ranks in now.crowd}
    common = lcm(*(law.total for law in laws.values()))
    after: Crowd = {}
    for ranks, tallies in now.crowd.items():
        law = laws[ranks]
        factor = common // law.total
        moving = [(tally, w) for tally, w in tallies.items() if tally[2] or not bottled_only]
        if len(moving) < len(tallies):
            there = after.setdefault(ranks, {})
            for tally, weight in tallies.items():
                if not tally[2]:
                    there[tally] = there.get(tally, 0) + weight * common
        if not moving:
            continue
        for end, w in zip(law.outcomes, law.weights, strict=True):
            there = after.setdefault(stay(end), {})
            more_out, more_fled, scale = out * end.gone, fled * end.gone, factor * w
            for (o, f, bottled), weight in moving:
                tally = (o + more_out, f + more_fled, bottled)
                there[tally] = there.get(tally, 0) + weight * scale
    return _Now(after, now.total * common)


def _tested(muster: Muster, now: _Now) -> _Now:
    """After the bottle test, which looks at those out of action too."""
    sides = _law(now)
    law = then(sides, lambda side: law_from(bottle_test, muster, side))
    after: Crowd = {}
    for side, weight in zip(law.outcomes, law.weights, strict=True):
        after.setdefault(side.ranks, {})[side.out, side.fled, side.bottled] = weight
    return _Now(after, law.total)


# ------------------------------------------------------------------ rank by rank


class _Done(NamedTuple):
    """The ranks so far, who left them, and the friends left for the next ones."""

    ranks: tuple[Rank, ...]
    gone: int
    left: int


def _by_rank(ranks: Ranks, left: int, law_of: Callable[[int, Rank, int], Law]) -> Law:
    """The law of the ranks, each with what those before it left over."""
    now = Law((_Done((), 0, left),), (1,), 1)
    for place, rank in enumerate(ranks[:4]):

        def onward(done: _Done, place: int = place, rank: Rank = rank) -> Law:
            law = law_of(place, rank, done.left)
            ends = tuple(
                _Done((*done.ranks, end), done.gone + gone, rest) for end, gone, rest in law.outcomes
            )
            return Law(ends, law.weights, law.total)

        now = then(now, onward)
    return Law(
        tuple(Ranks(*done.ranks)._replace(gone=done.gone) for done in now.outcomes), now.weights, now.total
    )


def _alike(muster: Muster) -> tuple[Alike, ...]:
    return (muster.leader, muster.champions, muster.gangers, muster.juves)


def _flight(muster: Muster, ranks: Ranks) -> Law:
    """``side_round.all_stay_or_flee``."""
    alike, each = _alike(muster), (muster.near.leader, muster.near.champion, 0, 0)

    def of_rank(place: int, rank: Rank, shelter: int) -> Law:
        return law_from(_stays, (alike[place].cool, each[place]), (rank, shelter))

    return _by_rank(ranks, 0, of_rank)


def _stays(what: tuple[Cool, int], state: tuple[Rank, int], dice: Dice) -> Staying:
    return stay_or_flee(what[0], state[0], state[1], what[1], dice)


def _treatment(muster: Muster, ranks: Ranks) -> Law:
    """``side_round.treat_all``."""
    alike = _alike(muster)

    def of_rank(place: int, rank: Rank, helpers: int) -> Law:
        return law_from(_treats, alike[place], (rank, helpers))

    return _by_rank(ranks, min(muster.near.helpers, steady(ranks)), of_rank)


def _treats(alike: Alike, state: tuple[Rank, int], dice: Dice) -> Treated:
    return treat(alike, state[0], state[1], dice)
