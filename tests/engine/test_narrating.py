import pytest

from necrostats.engine.dice import d6, die, note, passes, repeat, roll, saying, sums, until
from necrostats.engine.narrating import Narrating, Plain, Scripted, Told
from necrostats.errors import UsageError

HIT = roll("test", "hit roll")
SAYS = saying("so many: {n}")


def add(what, state, dice):
    return state + d6(dice, what, HIT)


def small(what, dice):
    face = d6(dice, 0, HIT)
    return face if face <= what else -1


def everything(dice):
    note(dice, SAYS, 3)
    return (
        d6(dice, 5, HIT),
        passes(dice, 4, HIT),
        die(dice, 3, HIT),
        sums(dice, 2, 6, HIT),
        repeat(dice, 3, add, 2, 0),
        until(dice, small, 2),
    )


def test_narrating_rolls_what_plain_dice_roll():
    for seed in range(5):
        for trial in range(5):
            assert everything(Plain(seed, trial)) == everything(Narrating(seed, trial))


def test_the_same_seed_and_trial_the_same_dice():
    assert everything(Plain(3, 8)) == everything(Plain(3, 8))
    found = {everything(Plain(seed, trial)) for seed in range(6) for trial in range(6)}
    assert len(found) == 36


def test_story():
    dice = Narrating(1)
    face, passed, third, total, _, last = everything(dice)
    told = dice.story
    assert told[0] == Told("note", SAYS, 0, 3, "")
    assert told[1] == Told("die", HIT, 5, face, "D6")
    assert (told[2].need, told[2].value >= 4, told[2].dice) == (4, passed, "D6")
    assert told[3] == Told("die", HIT, 0, third, "D3")
    assert told[4] == Told("die", HIT, 0, total, "2D6")
    assert [each.need for each in told[5:8]] == [2, 2, 2]
    assert told[-1].value == last
    assert all(each.value > 2 for each in told[8:-1])


def test_scripted__in_the_order_asked_for():
    dice = Scripted([5, 3, 6, 1])
    assert (d6(dice, 0, HIT), passes(dice, 4, HIT), sums(dice, 2, 6, HIT)) == (5, False, 7)
    dice.check_used()
    assert [told.value for told in dice.story] == [5, 3, 7]


@pytest.mark.parametrize("faces", [[0], [7], [3, -1]])
def test_scripted__no_face_of_a_d6(faces):
    with pytest.raises(UsageError, match="expected 1 to 6") as caught:
        Scripted(faces)
    assert str(next(f for f in faces if not 1 <= f <= 6)) in str(caught.value)


def test_scripted__runs_out():
    dice = Scripted([5])
    d6(dice, 0, HIT)
    with pytest.raises(UsageError, match="next comes a hit roll"):
        passes(dice, 4, HIT)


def test_scripted__what_nobody_asked_for():
    dice = Scripted([5, 6, 1])
    d6(dice, 0, HIT)
    with pytest.raises(UsageError, match="expected 1, got 3"):
        dice.check_used()


def test_scripted__other_dice_cannot_be_given():
    with pytest.raises(UsageError, match="D3") as caught:
        die(Scripted([1]), 3, HIT)
    assert "seed" in caught.value.hint
    assert sums(Scripted([]), 0, 6, HIT) == 0


def test_passes__always_throws_a_die():
    """As the compiled dice do, so that both roll the same: what always passes still uses up one die."""
    dice = Scripted([1])
    assert passes(dice, 1, HIT) is True
    dice.check_used()
    dice = Scripted([6])
    assert passes(dice, 7, HIT) is False
    dice.check_used()
