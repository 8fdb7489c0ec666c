"""What the fire does to a burning fighter that it does not leave (A-TRT-03)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from necrostats.systems.necromunda.models import Fighter
from tests.naive.advanced.cards import strength
from tests.naive.advanced.hits import Hit, after_attack, one_hit
from tests.naive.advanced.injuries import Body, Victim

FIELDS = ("refractor", "conversion", "displacer")
FLAMES = Hit("fire", frozenset(), 3, -1, 1)


def fire_hit(
    card: Fighter, toughness: int, wounds: int, body: Body, options: Mapping[str, str]
) -> dict[Body, Fraction]:
    """One hit of S3 AP-1 D1 that comes from no side and is no attack: no field, no Dodge, no save from the front."""
    bare = replace(
        card,
        skills=tuple(skill for skill in card.skills if skill != "dodge"),
        wargear=tuple(item for item in card.wargear if item not in FIELDS),
    )
    victim = Victim(bare, toughness, strength(card), wounds, options, front=False, lasts=True)
    ends: dict = {}
    for met, p in one_hit(body, FLAMES, victim).items():
        for end, q in after_attack(met, victim).items():
            ends[end] = ends.get(end, Fraction(0)) + p * q
    return ends
