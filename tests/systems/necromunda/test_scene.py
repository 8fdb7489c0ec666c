"""Whom an attack changes, and which marks of it last."""

from necrostats.systems.necromunda import injuries, questions
from necrostats.systems.necromunda.injuries import OUT, Condition
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.scene import NOBODY, Scene, at_rest
from tests.naive.cards import fighter, gun
from tests.systems.necromunda.generated_advanced import ADVANCED

LASTING = (
    "PINNED", "PUSHED", "WOUND", "UNSAVED", "ON_FIRE", "BLINDED", "WEBBED", "BROKEN", "CONCUSSED", "DRAGGED",
    "DISARMED", "ENTANGLED", "FLESH_RESULT", "SERIOUS_RESULT",
)  # fmt: skip
PASSING = ("STRUCK", "BURNT_OUT", "BOOSTED", "MAY_BURN", "MAY_BE_DRAGGED", "LANDED")


def test_at_rest__only_what_lasts_is_left():
    lasting = sum(getattr(injuries, name) for name in LASTING)
    for name in LASTING:
        mark = getattr(injuries, name)
        assert at_rest(Condition(1, 2, marks=mark)).marks == mark, name
    for name in PASSING:
        mark = getattr(injuries, name)
        assert at_rest(Condition(1, 2, marks=mark)).marks == 0, name
        assert at_rest(Condition(1, 2, 3, 1, 4, lasting + mark)) == Condition(1, 2, 3, 1, 4, lasting), name


def test_nobody__is_out_of_action_and_nothing_has_happened():
    assert tuple(NOBODY) == (0, 0, 0, OUT, 0, 0)
    shot = questions.attack(fighter(), fighter(), gun(), Situation(), ADVANCED, None, None)
    assert {tuple(end.scene.other) for end in shot.law().outcomes} == {(0, 0, 0, OUT, 0, 0)}
    fresh = Condition(1, 3)
    assert tuple(Scene(fresh, NOBODY, fresh)) == (fresh, NOBODY, fresh, 0, 0)
