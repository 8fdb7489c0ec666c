"""A side as a whole through a round: its losses, and the End phase in the order of the book (section 8.6)."""

from collections.abc import Callable
from typing import NamedTuple

from necrostats.engine.dice import Dice, die, in_turn, repeat, roll, step
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.injuries import IN_PLAY, OUT, SERIOUS, Condition
from necrostats.systems.necromunda.morale import (
    NERVE,
    Cool,
    bottle_need,
    bottles_out,
    keeps_cool,
    rally,
    stays,
)
from necrostats.systems.necromunda.muster import Alike, Losses, Muster, Rank, Ranks, Side
from necrostats.systems.necromunda.recovery import Care, recover

WHO_GOES_DOWN = roll("N17-A-END-01", "who goes down")
DOES_IT_GO_DOWN = roll("N17-A-END-01", "does the fighter go down")
HOW_BADLY = roll("N17-A-END-01", "seriously injured or out of action")


@step
def steady(ranks: Ranks) -> int:
    """Fighters neither broken nor seriously injured."""
    return ranks.leader.steady + ranks.champions.steady + ranks.gangers.steady + ranks.juves.steady


@step
def standing(ranks: Ranks) -> int:
    """Fighters on their feet or pinned, broken or not."""
    return (
        steady(ranks)
        + ranks.leader.broken
        + ranks.champions.broken
        + ranks.gangers.broken
        + ranks.juves.broken
    )


@step
def serious(ranks: Ranks) -> int:
    """Fighters seriously injured."""
    return ranks.leader.serious + ranks.champions.serious + ranks.gangers.serious + ranks.juves.serious


def in_play(side: Side) -> int:
    """Fighters of a side on the battlefield; with none the battle is over for it."""
    return standing(side.ranks) + serious(side.ranks)


# ------------------------------------------------------------------ losses and nerve


class Struck(NamedTuple):
    """A rank after a loss: which of those in the ranks to come is to go down, 0 = none; who went out of action."""

    rank: Rank
    at: int
    out: int


@step
def strike(rank: Rank, at: int, serious: int) -> Struck:
    """The rank without its *at*-th standing fighter, who is seriously injured (1) or out of action (0)."""
    if at <= 0:
        return Struck(rank, 0, 0)
    if at <= rank.steady:
        return Struck(Rank(rank.steady - 1, rank.broken, rank.serious + serious), 0, 1 - serious)
    if at <= rank.steady + rank.broken:
        return Struck(Rank(rank.steady, rank.broken - 1, rank.serious + serious), 0, 1 - serious)
    return Struck(rank, at - rank.steady - rank.broken, 0)


@step
def how_badly(losses: Losses, dice: Dice) -> int:
    """1 if a fighter who goes down is seriously injured, 0 if it is out of action."""
    return 1 if die(dice, losses.serious + losses.out, HOW_BADLY) <= losses.serious else 0


@step
def lose_one(losses: Losses, ranks: Ranks, dice: Dice) -> Ranks:
    """One of those standing goes down."""
    among = standing(ranks)
    if among == 0:
        return ranks
    at = die(dice, among, WHO_GOES_DOWN)
    bad = how_badly(losses, dice)
    a = strike(ranks.leader, at, bad)
    b = strike(ranks.champions, a.at, bad)
    c = strike(ranks.gangers, b.at, bad)
    d = strike(ranks.juves, c.at, bad)
    return Ranks(a.rank, b.rank, c.rank, d.rank, ranks.gone + a.out + b.out + c.out + d.out)


class Fallen(NamedTuple):
    """Fighters who went down: seriously injured, out of action."""

    serious: int
    out: int


@step
def may_go_down(losses: Losses, fallen: Fallen, dice: Dice) -> Fallen:
    """One fighter, who goes down with the chance of each."""
    if die(dice, losses.out_of, DOES_IT_GO_DOWN) > losses.chance:
        return fallen
    bad = how_badly(losses, dice)
    return Fallen(fallen.serious + bad, fallen.out + 1 - bad)


@step
def thin_out(losses: Losses, rank: Rank, dice: Dice) -> Struck:
    """A rank each of whose standing fighters may go down."""
    a = repeat(dice, rank.steady, may_go_down, losses, Fallen(0, 0))
    b = repeat(dice, rank.broken, may_go_down, losses, Fallen(0, 0))
    left = Rank(
        rank.steady - a.serious - a.out, rank.broken - b.serious - b.out, rank.serious + a.serious + b.serious
    )
    return Struck(left, 0, a.out + b.out)


class Testing(NamedTuple):
    """What the Cool tests of a rank must show, and how many steady friends are near at most."""

    cool: Cool
    friends: int


class Spirits(NamedTuple):
    """Fighters of one rank steady and broken, and how many of other ranks are steady."""

    steady: int
    broken: int
    others: int


@rule("N17-A-NRV-01")
@step
def waver(testing: Testing, spirits: Spirits, dice: Dice) -> Spirits:
    """One of the rank tests its nerve."""
    friends = min(testing.friends, spirits.steady - 1 + spirits.others)
    if keeps_cool(testing.cool, friends, NERVE, dice):
        return spirits
    return Spirits(spirits.steady - 1, spirits.broken + 1, spirits.others)


class Shaken(NamedTuple):
    """A rank after its tests; how many more friends are to test, and how many of the side are steady."""

    rank: Rank
    left: int
    steady: int


@step
def shake(testing: Testing, rank: Rank, times: int, steady: int, dice: Dice) -> Shaken:
    """So many fighters of a rank test, or as many as are steady in it; *steady* are so in the whole side."""
    n = min(times, rank.steady)
    others = steady - rank.steady
    after = repeat(dice, n, waver, testing, Spirits(rank.steady, rank.broken, others))
    return Shaken(Rank(after.steady, after.broken, rank.serious), times - n, others + after.steady)


@rule("N17-A-NRV-01")
@step
def shock(muster: Muster, ranks: Ranks, dice: Dice) -> Ranks:
    """N17-A-NRV-01: a fighter has gone down, and those near it test their nerve: gangers first, the leader last."""
    friends = muster.near.tested
    d = shake(Testing(muster.gangers.cool, friends), ranks.gangers, muster.near.fallen, steady(ranks), dice)
    c = shake(Testing(muster.juves.cool, friends), ranks.juves, d.left, d.steady, dice)
    b = shake(Testing(muster.champions.cool, friends), ranks.champions, c.left, c.steady, dice)
    a = shake(Testing(muster.leader.cool, friends), ranks.leader, b.left, b.steady, dice)
    return Ranks(a.rank, b.rank, d.rank, c.rank, ranks.gone)


@step
def lose_all(muster: Muster, ranks: Ranks, dice: Dice) -> Ranks:
    """All losses of a round; then each fighter lost shakes the nerve of those near it."""
    before, losses = standing(ranks), muster.losses
    ranks = repeat(dice, losses.number, lose_one, losses, ranks)
    if losses.chance > 0:
        a = thin_out(losses, ranks.leader, dice)
        b = thin_out(losses, ranks.champions, dice)
        c = thin_out(losses, ranks.gangers, dice)
        d = thin_out(losses, ranks.juves, dice)
        ranks = Ranks(a.rank, b.rank, c.rank, d.rank, ranks.gone + a.out + b.out + c.out + d.out)
    if muster.near.fallen > 0:
        ranks = repeat(dice, before - standing(ranks), shock, muster, ranks)
    return ranks


@step
def suffer_losses(muster: Muster, side: Side, dice: Dice) -> Side:
    """The losses of a round, and the nerve tests that they call for."""
    after = repeat(dice, 1, lose_all, muster, side.ranks)
    return Side(stay(after), side.out + after.gone, side.fled, side.bottled)


@step
def stay(ranks: Ranks) -> Ranks:
    """Those on the battlefield, with nobody on the way out."""
    return Ranks(ranks.leader, ranks.champions, ranks.gangers, ranks.juves, 0)


# ------------------------------------------------------------------ bottle test and fleeing


@rule("N17-A-END-01")
@step
def bottle_test(muster: Muster, side: Side, dice: Dice) -> Side:
    """N17-A-END-01: the bottle test; Iron Will acts while the leader is neither seriously injured nor gone."""
    leader = side.ranks.leader
    modifier = muster.iron_will if leader.steady + leader.broken > 0 else 0
    need = bottle_need(muster.crew, serious(side.ranks) + side.out, modifier)
    return Side(side.ranks, side.out, side.fled, bottles_out(need, side.bottled, dice))


class Staying(NamedTuple):
    """A rank after its tests to stay; who fled, and how many more fighters are sheltered."""

    rank: Rank
    fled: int
    shelter: int


@step
def may_flee(cool: Cool, fled: int, dice: Dice) -> int:
    """One fighter more of those who flee, unless it stays."""
    return fled if stays(cool, 0, dice) else fled + 1


@rule("N17-A-END-02")
@step
def stay_or_flee(cool: Cool, rank: Rank, shelter: int, each: int, dice: Dice) -> Staying:
    """The fighters of a rank test; *shelter* of them need not, and each that stays shelters *each* more.

    Steady ones are sheltered before broken ones, and those before the seriously injured.
    """
    up = rank.steady + rank.broken
    everyone = up + rank.serious
    a = repeat(dice, max(0, rank.steady - shelter), may_flee, cool, 0)
    b = repeat(dice, min(rank.broken, max(0, up - shelter)), may_flee, cool, 0)
    c = repeat(dice, min(rank.serious, max(0, everyone - shelter)), may_flee, cool, 0)
    left = max(0, shelter - everyone) + each * (everyone - a - b - c)
    return Staying(Rank(rank.steady - a, rank.broken - b, rank.serious - c), a + b + c, left)


@rule("N17-A-END-02")
@step
def all_stay_or_flee(muster: Muster, ranks: Ranks, dice: Dice) -> Ranks:
    """All fighters of a side test, by rank from the leader down."""
    near = muster.near
    a = stay_or_flee(muster.leader.cool, ranks.leader, 0, near.leader, dice)
    b = stay_or_flee(muster.champions.cool, ranks.champions, a.shelter, near.champion, dice)
    c = stay_or_flee(muster.gangers.cool, ranks.gangers, b.shelter, 0, dice)
    d = stay_or_flee(muster.juves.cool, ranks.juves, c.shelter, 0, dice)
    return Ranks(a.rank, b.rank, c.rank, d.rank, a.fled + b.fled + c.fled + d.fled)


@rule("N17-A-END-02")
@step
def flee(muster: Muster, side: Side, dice: Dice) -> Side:
    """N17-A-END-02: the fighters of a side that is bottled test, and some leave."""
    if side.bottled == 0:
        return side
    after = repeat(dice, 1, all_stay_or_flee, muster, side.ranks)
    return Side(stay(after), side.out, side.fled + after.gone, 1)


@rule("N17-A-END-02")
@step
def flee_when_activated(muster: Muster, side: Side, dice: Dice) -> Side:
    """Option ``flee_phase=action``: each tests when it is activated, here before the losses of the round."""
    return side if muster.flee_at_end == 1 else flee(muster, side, dice)


@rule("N17-A-END-02")
@step
def flee_in_end_phase(muster: Muster, side: Side, dice: Dice) -> Side:
    """Option ``flee_phase=end``: all test after the bottle test."""
    return flee(muster, side, dice) if muster.flee_at_end == 1 else side


# ------------------------------------------------------------------ recovery and rallying


class Recovered(NamedTuple):
    """Fighters after their recovery tests: on their feet again, still seriously injured, out of action."""

    back: int
    serious: int
    out: int


@step
def recover_one(care: Care, recovered: Recovered, dice: Dice) -> Recovered:
    """One fighter's recovery test, as if it had no flesh wounds yet."""
    c = recover(care, Condition(0, care.toughness, 0, SERIOUS, 0, 0), dice)
    back = 1 if c.down == IN_PLAY else 0
    out = 1 if c.down == OUT else 0
    return Recovered(recovered.back + back, recovered.serious + 1 - back - out, recovered.out + out)


class Treated(NamedTuple):
    """A rank after its recovery tests; who went out of action, and how many helpers are left."""

    rank: Rank
    out: int
    helpers: int


@rule("N17-A-END-03")
@step
def treat(alike: Alike, rank: Rank, helpers: int, dice: Dice) -> Treated:
    """The seriously injured of a rank test, as many with help as there are *helpers*."""
    helped = min(rank.serious, helpers)
    after = repeat(dice, helped, recover_one, alike.helped, Recovered(0, 0, 0))
    after = repeat(dice, rank.serious - helped, recover_one, alike.alone, after)
    return Treated(Rank(rank.steady + after.back, rank.broken, after.serious), after.out, helpers - helped)


@rule("N17-A-END-03")
@step
def treat_all(muster: Muster, ranks: Ranks, dice: Dice) -> Ranks:
    """All seriously injured of a side test; helpers are steady, see to one each, and to the leader first."""
    a = treat(muster.leader, ranks.leader, min(muster.near.helpers, steady(ranks)), dice)
    b = treat(muster.champions, ranks.champions, a.helpers, dice)
    c = treat(muster.gangers, ranks.gangers, b.helpers, dice)
    d = treat(muster.juves, ranks.juves, c.helpers, dice)
    return Ranks(a.rank, b.rank, c.rank, d.rank, a.out + b.out + c.out + d.out)


@rule("N17-A-END-03")
@step
def recovery_tests(muster: Muster, side: Side, dice: Dice) -> Side:
    """N17-A-END-03: the recovery tests of a side."""
    after = repeat(dice, 1, treat_all, muster, side.ranks)
    return Side(stay(after), side.out + after.gone, side.fled, side.bottled)


@rule("N17-A-END-04")
@step
def take_heart(testing: Testing, spirits: Spirits, dice: Dice) -> Spirits:
    """One broken fighter of the rank may rally; those who did are steady friends already."""
    if not rally(testing.cool, min(testing.friends, spirits.steady + spirits.others), dice):
        return spirits
    return Spirits(spirits.steady + 1, spirits.broken - 1, spirits.others)


@step
def hearten(testing: Testing, rank: Rank, steady: int, dice: Dice) -> Shaken:
    """All broken fighters of a rank test; *steady* are so in the whole side."""
    others = steady - rank.steady
    after = repeat(dice, rank.broken, take_heart, testing, Spirits(rank.steady, rank.broken, others))
    return Shaken(Rank(after.steady, after.broken, rank.serious), 0, others + after.steady)


@rule("N17-A-END-04")
@step
def hearten_all(muster: Muster, ranks: Ranks, dice: Dice) -> Ranks:
    """All broken fighters of a side test, by rank from the leader down."""
    friends = muster.near.tested
    a = hearten(Testing(muster.leader.cool, friends), ranks.leader, steady(ranks), dice)
    b = hearten(Testing(muster.champions.cool, friends), ranks.champions, a.steady, dice)
    c = hearten(Testing(muster.gangers.cool, friends), ranks.gangers, b.steady, dice)
    d = hearten(Testing(muster.juves.cool, friends), ranks.juves, c.steady, dice)
    return Ranks(a.rank, b.rank, c.rank, d.rank, 0)


@rule("N17-A-END-04")
@step
def rally_tests(muster: Muster, side: Side, dice: Dice) -> Side:
    """N17-A-END-04: the rally tests of a side."""
    return Side(repeat(dice, 1, hearten_all, muster, side.ranks), side.out, side.fled, side.bottled)


# ------------------------------------------------------------------ rounds


END_PHASE = (bottle_test, flee_in_end_phase, recovery_tests, rally_tests)
ROUND = (flee_when_activated, suffer_losses, *END_PHASE)

end_phase = in_turn(*END_PHASE)
"""A side's End phase: bottle test, fleeing, recovery, rallying."""

side_round = in_turn(*ROUND)
"""A side's round: its Action phase, in which the enemy takes its toll, and its End phase."""


class Both(NamedTuple):
    """The musters of two sides."""

    a: Muster
    b: Muster


class Sides(NamedTuple):
    """Two sides; ``holder``: which has priority, 0 the first, 1 the second."""

    a: Side
    b: Side
    holder: int = 0


def _of_both(part: Callable[[Muster, Side, Dice], Side]) -> Callable[[Both, Sides, Dice], Sides]:
    """A part of the End phase for two sides: the one with priority first."""

    def of_both(both: Both, sides: Sides, dice: Dice) -> Sides:
        if sides.holder == 0:
            a = part(both.a, sides.a, dice)
            return Sides(a, part(both.b, sides.b, dice), 0)
        b = part(both.b, sides.b, dice)
        return Sides(part(both.a, sides.a, dice), b, sides.holder)

    return step(of_both)


end_phase_of_both = in_turn(*(_of_both(part) for part in END_PHASE))
"""The End phase of two sides, part by part."""
