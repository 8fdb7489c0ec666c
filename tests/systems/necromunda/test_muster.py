"""From cards to counts: ranks, who helps, what is refused."""

import pytest

from necrostats.errors import UsageError
from necrostats.systems.necromunda.muster import Alike, Losses, Muster, Near, Rank, Ranks, Side, line_up
from necrostats.systems.necromunda.recovery import care_of
from tests.naive.cards import fighter
from tests.systems.necromunda.generated_advanced import ADVANCED, under_advanced

LEADER, CHAMPION, GANGER, JUVE = (
    fighter(rank=rank, cl=cl, name=rank) for rank, cl in (("leader", 5), ("champion", 6), ("ganger", 7), ("juve", 9))
)  # fmt: skip
CREW = [JUVE, GANGER, LEADER, CHAMPION, GANGER, GANGER, JUVE]


def test_a_side_as_it_starts():
    muster, side = line_up(CREW, ADVANCED)
    assert side == Side(Ranks(Rank(1, 0, 0), Rank(1), Rank(3), Rank(2), 0), 0, 0, 0)
    assert (muster.crew, muster.iron_will, muster.flee_at_end) == (7, 0, 0)
    assert muster.near == Near(6, 0, 0, 0, 0)
    assert muster.losses == Losses(0, 0, 1, 3, 1)
    assert [alike.cool[:3] for alike in (muster.leader, muster.champions, muster.gangers, muster.juves)] == [
        (5, 4, 3), (6, 5, 4), (7, 6, 5), (9, 8, 7),
    ]  # fmt: skip


def test_a_muster_that_says_nothing():
    alike = line_up(CREW, ADVANCED)[0].gangers
    plain = Muster(7, alike, alike, alike, alike, Near(), Losses())
    assert (plain.iron_will, plain.flee_at_end) == (0, 0)


def test_what_is_given_is_taken():
    near, losses = Near(1, 2, 3, 4, 5), Losses(2, 1, 3, 0, 1)
    muster, _ = line_up(CREW, under_advanced(flee_phase="end"), losses=losses, near=near)
    assert (muster.near, muster.losses, muster.flee_at_end) == (near, losses, 1)
    assert line_up(CREW, ADVANCED, near=Near())[0].near == Near(0, 0, 0, 0, 0)


def test_other_ranks_are_gangers():
    others = [fighter(rank=rank) for rank in ("", "prospect", "ganger")]
    _, side = line_up(others, ADVANCED)
    assert side.ranks == Ranks(Rank(), Rank(), Rank(3), Rank())


def test_how_a_rank_recovers():
    """One Injury die alone, two with a friend, three where the friend has a medicae kit."""
    muster, _ = line_up(CREW, ADVANCED)
    assert (muster.leader.alone.dice, muster.leader.helped.dice, muster.leader.helped.again) == (1, 2, 0)
    medic = fighter(skills=("medicae",), wargear=("medicae-kit",))
    muster, _ = line_up([fighter(t=5)], ADVANCED, helper=medic)
    assert muster.gangers.helped == care_of(fighter(t=5), ADVANCED, helper=medic)
    assert (muster.gangers.helped.dice, muster.gangers.helped.again, muster.gangers.helped.toughness) == (
        3,
        1,
        5,
    )
    assert (muster.gangers.alone.dice, muster.gangers.alone.again) == (1, 0)


@pytest.mark.parametrize(("reading", "expected"), [("subtract", -1), ("add", 1)])
def test_iron_will_of_the_leader(reading, expected):
    leader = fighter(rank="leader", skills=("iron-will",))
    assert line_up([GANGER, leader], under_advanced(iron_will=reading))[0].iron_will == expected


@pytest.mark.parametrize("rank", ["champion", "ganger", "juve", ""])
def test_iron_will_of_others_is_refused(rank):
    with pytest.raises(UsageError, match="expected Iron Will with the leader alone") as refused:
        line_up([LEADER, fighter(rank=rank, skills=("iron-will",))], ADVANCED)
    assert refused.value.hint == "leave the skill out"


@pytest.mark.parametrize("losses", [Losses(0, 0, 1, 0, 1), Losses(3, 1, 1, 1, 0), Losses(0, 2, 7, 0, 9)])
def test_losses_that_can_be(losses):
    assert line_up(CREW, ADVANCED, losses=losses)[0].losses == losses


@pytest.mark.parametrize(
    ("losses", "said"),
    [
        (Losses(-1), "got -1 and 0/1"),
        (Losses(0, -1), "got 0 and -1/1"),
        (Losses(0, 2, 1), "got 0 and 2/1"),
        (Losses(0, 0, 0), "got 0 and 0/0"),
        (Losses(0, -2, -1), "got 0 and -2/-1"),
        (Losses(1, serious=-1, out=5), "got -1 and 5"),
        (Losses(1, serious=5, out=-1), "got 5 and -1"),
        (Losses(1, serious=0, out=0), "got 0 and 0"),
    ],
)
def test_losses_that_cannot_be(losses, said):
    with pytest.raises(UsageError, match=f"losses: expected .*, {said}$"):
        line_up(CREW, ADVANCED, losses=losses)


@pytest.mark.parametrize("name", Near._fields)
def test_fewer_than_no_neighbours_are_refused(name):
    with pytest.raises(UsageError, match="near: expected 0 or more, got -2"):
        line_up(CREW, ADVANCED, near=Near(**{name: -2}))


@pytest.mark.parametrize("rank", ["champion", "ganger", "juve"])
@pytest.mark.parametrize("card", [{"cl": 4}, {"cl": 8, "t": 4}, {"cl": 8, "skills": ("unstoppable",)}])
def test_fighters_of_a_rank_are_alike(rank, card):
    one, other = fighter(rank=rank, cl=8, name="Ada"), fighter(rank=rank, name="Bea", **card)
    with pytest.raises(UsageError, match=f"expected the {rank}s to be alike in .*, got Ada and Bea\ntake"):
        line_up([LEADER, one, one, other], ADVANCED)
    muster, side = line_up([LEADER, one, one], ADVANCED)
    made = Alike(muster.leader.cool, care_of(LEADER, ADVANCED), care_of(LEADER, ADVANCED, assisted=True))
    assert muster.leader == made
    assert sum(each.steady for each in side.ranks[:4]) == 3


def test_one_leader_at_most():
    with pytest.raises(UsageError, match="one leader at most, got 3"):
        line_up([LEADER] * 3, ADVANCED)
    with pytest.raises(UsageError, match="a fighter or more, got none"):
        line_up([], ADVANCED)
