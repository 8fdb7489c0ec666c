"""The names of policies and what is said of them."""

from necrostats.systems.necromunda.duel import named
from necrostats.systems.necromunda.duel.named import DOES, PLANNED, POLICIES


def test_every_policy_is_described():
    assert set(DOES) == set(POLICIES)
    assert POLICIES == ("stand-and-shoot", "charge", "keep-away", "random", "best")
    assert POLICIES[:3] == PLANNED
    assert {policy: text.split()[0] for policy, text in DOES.items()} == {
        "stand-and-shoot": "never", "charge": "charges", "keep-away": "moves", "random": "each", "best": "the",
    }  # fmt: skip
    assert {policy: text.split()[-1] for policy, text in named.ADVANCED.items()} == {
        **dict.fromkeys(PLANNED, "engaged"), "random": "others", "best": "others",
    }  # fmt: skip
    assert "kinds of action" in named.ADVANCED["random"]
    assert "weighed" in named.ADVANCED["best"]
