"""What a battle is asked about: two gangs, a board, two policies; shared by who simulates it and who tells it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import IN_USE, reconstructed, rulebook, unused_kit, whole
from necrostats.errors import UsageError
from necrostats.systems.necromunda.battle.board import Board
from necrostats.systems.necromunda.battle.gathering import gathered, weighed
from necrostats.systems.necromunda.battle.policies import Policy
from necrostats.systems.necromunda.battle.state import MOST_A_SIDE, Battle
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.duel.arms import arms_of
from necrostats.systems.necromunda.grammar import gang
from necrostats.systems.necromunda.houses import rules_of
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.skills import IN_AN_ATTACK
from necrostats.systems.necromunda.wargear import USABLE

LONGEST_TITLE = 40
MOST_ROUNDS = 30
USUAL_BOARD, USUAL_POLICY, USUAL_ROUNDS, USUAL_RULES = "turf-war", "look-ahead", 6, "basic"
BASIC_ALONE = (
    "the advanced rules: injuries, ammo, nerve, bottle tests and the rest of them (--rules advanced)",
    "Crawl, and staying down: who lies stands up first",
)
ADVANCED_ALONE = (
    "Take Cover, Blind Fire, Hip Shooting, headbutts, and what may be done at doors, ducts and terminals",
    "Crawl, and staying down: the seriously injured lie where they are, who is pinned stands up first",
    "difficult ground",
)
NOT_MODELLED = (
    "a choice of where to deploy: evenly along the edge, in the order of the gang",
    "splitting attack dice among several enemies",
    "declaring before measuring: both sides know every distance",
    "doors stay as the board has them; nobody stands higher than others",
)
BY_TRAIT = {
    "rapid-fire": "sharing the hits of Rapid Fire with a second target",
    "smoke": "smoke",
    "demolitions": "demolishing doors and the like",
    "template": "the shape of a flame template: a wedge with straight sides, 8 inches long and 2.5 wide at its end",
}
AGAINST_MANY = "what a hit roll would need below 2+ or above 6+ before help and hindrance in a fight shift it"
OVER_BARRICADES = "fights across a barricade"
TWO_PISTOLS = "two pistols fired at once"
GOLD_PLATED = "a gold-plated gun re-rolls a failed check in each shot, not once a battle"
CHARGED_PRONE = "charged_prone_reaction=-1: who was pinned when charged reacts as well as others"
IN_A_BATTLE = {"commanding-presence", "iron-will", "medicae", "unstoppable", "medicae-kit"}
USED = (IN_AN_ATTACK - {"headbutt", "hip-shooting"}) | IN_USE.difference(USABLE) | IN_A_BATTLE


@dataclass(frozen=True)
class Asked:
    """A battle that can be fought.

    Attributes:
        gangs: The fighters of both sides.
        names: Of all fighters, those of the first side first, each name once.
        titles: Of both sides.
        policies: Of both sides.
        battle: Before deployment.
    """

    cat: Catalogue
    options: Options
    board: Board
    gangs: tuple[tuple[Fighter, ...], tuple[Fighter, ...]]
    names: tuple[str, ...]
    titles: tuple[str, str]
    policies: tuple[Policy, Policy]
    rounds: int
    battle: Battle

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """Everybody, those of the first side first."""
        return (*self.gangs[0], *self.gangs[1])

    def under(self, policies: tuple[Policy, Policy]) -> Battle:
        """The same battle under other policies."""
        return weighed(self.battle, (policies[0].weights, policies[1].weights))

    def not_modelled(self) -> list[str]:
        """What the battle leaves out, as far as these fighters could tell."""
        if self.options.rules == "basic":
            return [*BASIC_ALONE, *NOT_MODELLED, *unused_kit(self.options, *self.fighters)]
        kit = unused_kit(self.options, *self.fighters, used=USED, why="does nothing here")
        return [*ADVANCED_ALONE, *dict.fromkeys(_left_out(self)), *NOT_MODELLED, *kit]


def asked(
    gang_a: str,
    gang_b: str,
    *,
    board: str = USUAL_BOARD,
    policy_a: str = USUAL_POLICY,
    policy_b: str = USUAL_POLICY,
    rounds: int = USUAL_ROUNDS,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
) -> Asked:
    """A battle as a user asks for it.

    Raises:
        UnknownNameError: No such fighter, gang, board or policy.
        UsageError: A gang of nobody or of more than ``MOST_A_SIDE``, no room to deploy.
    """
    cat, chosen = rulebook(data, rules_of(house, rules, USUAL_RULES), options, house)
    gangs = (gang(cat, gang_a, MOST_A_SIDE), gang(cat, gang_b, MOST_A_SIDE))
    ground = cat.boards[cat.find("board", board, "necrostats list boards names them")]
    policies = (policy_of(cat, policy_a), policy_of(cat, policy_b))
    number = whole("rounds", rounds, 1, MOST_ROUNDS)
    battle = gathered(ground, gangs, chosen, (policies[0].weights, policies[1].weights), rounds=number)
    titles = titles_of(cat, (gang_a, gang_b), gangs)
    return Asked(cat, chosen, ground, gangs, names_of(gangs), titles, policies, number, battle)


def _left_out(asking: Asked) -> Iterator[str]:
    """What the advanced rules have and these fighters on this board might have done."""
    arms = [arms_of(who, asking.options) for who in asking.fighters]
    traits = {
        trait
        for who in asking.fighters
        for weapon in who.weapons
        for profile in weapon.profiles
        for trait in profile.traits
    }
    if any(gun.second is not None for each in arms for gun in each.guns):
        yield TWO_PISTOLS
    yield from (line for trait, line in BY_TRAIT.items() if trait in traits)
    if len(asking.fighters) > 2:
        yield AGAINST_MANY
    if any(piece.kind == "barricade" for piece in asking.board.pieces):
        yield OVER_BARRICADES
    for who, each in zip(asking.fighters, arms, strict=True):
        yield from each.left_out
        if "gold-plated-gun" in who.wargear:
            yield f"{who.name}: {GOLD_PLATED}"
    if asking.options["charged_prone_reaction"] == "-1":
        yield CHARGED_PRONE


def policy_of(cat: Catalogue, name: str) -> Policy:
    """A policy by its name."""
    return cat.policies[cat.find("policy", name, "necrostats list battle-policies names them")]


def titles_of(cat: Catalogue, texts: Sequence[str], gangs: Sequence[Sequence[Fighter]]) -> tuple[str, str]:
    """What both sides are called: by a gang's or a lone fighter's name, else as typed; A and B where they are alike.

    What is too long for a heading is called after the house of all its fighters, or Gang.
    """
    found = []
    for text, members in zip(texts, gangs, strict=True):
        known = cat.get("gang", text) if "[" not in text and "+" not in text else None
        lone = len(members) == 1 and "[" not in text
        title = members[0].name if lone else cat.gangs[known].name if known else text.strip()
        if len(title) > LONGEST_TITLE:
            houses = {who.house for who in members}
            title = (
                houses.pop().replace("-", " ").title() if len(houses) == 1 and "" not in houses else "Gang"
            )
        found.append(title)
    return (found[0], found[1]) if found[0] != found[1] else (f"{found[0]} A", f"{found[1]} B")


def names_of(gangs: Sequence[Sequence[Fighter]]) -> tuple[str, ...]:
    """A name for each fighter, no two alike: numbered within a side, with A or B where both sides have it.

    >>> from necrostats.systems.necromunda.catalogue import load
    >>> from necrostats.systems.necromunda.grammar import gang
    >>> names_of([gang(load(), "2*rork+nox"), gang(load(), "nox")])
    ('Rork 1', 'Rork 2', 'Nox A', 'Nox B')
    """
    made = []
    for side, members in zip("AB", gangs, strict=True):
        others = {who.name for other in gangs if other is not members for who in other}
        names = [who.name + (f" {side}" if who.name in others else "") for who in members]
        made += [
            f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
            for place, name in enumerate(names)
        ]
    return tuple(made)


def changed_side(asking: Asked, text: str) -> Asked:
    """The battle with a fighter changed: ``rork[+boltgun]`` takes the place of every Rork, on both sides.

    Raises:
        UsageError: Several fighters, or one who is in neither gang.
    """
    new = gang(asking.cat, text, MOST_A_SIDE)
    if len(new) != 1:
        raise UsageError(
            f"vary: expected one fighter with its changes, got {text[:60]!r}", "such as rork[+boltgun]"
        )
    at = [
        (side, place)
        for side, members in enumerate(asking.gangs)
        for place, who in enumerate(members)
        if who.id == new[0].id
    ]
    if not at:
        known = ", ".join(dict.fromkeys(who.id for who in asking.fighters))
        raise UsageError(f"vary: expected one of {known} with changes, got {text[:60]!r}")
    gangs = tuple(
        tuple(new[0] if (side, place) in at else who for place, who in enumerate(members))
        for side, members in enumerate(asking.gangs)
    )
    weights = (asking.policies[0].weights, asking.policies[1].weights)
    battle = gathered(asking.board, (gangs[0], gangs[1]), asking.options, weights, rounds=asking.rounds)
    return replace(asking, gangs=(gangs[0], gangs[1]), battle=battle)


def inferred(asking: Asked) -> list[str]:
    """What of the board and of the cards was inferred."""
    board = asking.board
    lines = [f"{board.name}: {board.reconstructed}"] if board.reconstructed else []
    return [*lines, *reconstructed(*asking.fighters)]


def board_shown(board: Board) -> dict[str, Any]:
    """A board as answers have it."""
    return {
        "board": board.id,
        "name": board.name,
        "width": board.width,
        "height": board.height,
        "deploy": list(board.deploy),
        "pieces": [
            {"kind": piece.kind, "corners": [list(corner) for corner in piece.corners]}
            for piece in board.pieces
        ],
    }
