"""The lines of a told battle for a machine: who does what to whom, and which way fighters go."""

import pytest
from shapely import LineString, Polygon

from necrostats.analyses.battle_told import explain_battle
from necrostats.errors import UsageError
from tests.reports.battles import fought

TEXTS = {
    "acts": "{who} acts, at",
    "moves": ("{who} moves to", "{who} falls short, and stops at"),
    "shoots": "{who} shoots at {whom} with",
    "charges": "{who} charges {whom}",
    "fights": ("{who} fights {whom} with", "{who} strikes back at {whom} with"),
    "aims": "{who} aims",
    "stands": "{who} stands up",
    "retreats": "{who} tries to retreat",
    "pushed": "{who} is pushed to",
    "pinned": "{who} is pinned",
    "hurt": "{who} has",
    "out": "{who} is out of action",
}
BATTLES = {
    "columns": fought,
    "barricades": lambda: explain_battle("carrion-queens", "2*rork[w=3]+nox", seed=7, rounds=4).to_dict(),
    "retreats": lambda: explain_battle(
        "kaiya+reina", "2*rork", policy_a="cautious", policy_b="brawlers", board="open-ground", seed=4
    ).to_dict(),
}


@pytest.fixture(scope="module", params=BATTLES)
def battle(request):
    return BATTLES[request.param]()


def test_event__says_what_the_text_says(battle):
    names = [who["name"] for who in battle["fighters"]]
    for line in battle["lines"]:
        if "event" not in line:
            assert "who" not in line
            continue
        texts = TEXTS[line["event"]]
        said = {"who": names[line["who"]], "whom": names[line.get("whom", line["who"])]}
        begins = [text.format(**said) for text in ((texts,) if isinstance(texts, str) else texts)]
        assert line["text"].startswith(tuple(begins))
        assert ("whom" in line) == (line["event"] in ("shoots", "charges", "fights"))


def test_events__are_all_told():
    told = {line.get("event") for make in BATTLES.values() for line in make()["lines"]}
    assert set(TEXTS) <= told


def test_retreats__say_whose_initiative_it_is():
    """Who retreats tests first, then those that it is engaged with."""
    battle, retreats = BATTLES["retreats"](), 0
    lines = battle["lines"]
    for n, line in enumerate(lines):
        if line.get("event") == "retreats":
            assert lines[n + 1]["text"] == f"Initiative of {battle['fighters'][line['who']]['name']}"
            after = lines[n + 2]
            assert after.get("title") != "characteristic test" or after["text"] == "Initiative of an enemy"
            retreats += 1
    assert retreats > 0


def test_way__keeps_clear_of_walls():
    battle = fought()
    walls = [Polygon(piece["corners"]) for piece in battle["pieces"] if piece["kind"] == "wall"]
    bent, straight = 0, 0
    for before, line in zip(battle["lines"], battle["lines"][1:], strict=False):
        if line.get("event") not in ("moves", "fights"):
            continue
        old, new, who = battle["frames"][before["frame"]], battle["frames"][line["frame"]], line["who"]
        ends = [(frame["x"][who], frame["y"][who]) for frame in (old, new)]
        if ends[0] == ends[1]:
            assert "bends" not in line
            continue
        way = LineString([ends[0], *line.get("bends", []), ends[1]])
        radius = battle["fighters"][who]["base"] / 50.8
        assert min(way.distance(wall) for wall in walls) >= radius - 2e-3
        bent += "bends" in line
        straight += min(LineString(ends).distance(wall) for wall in walls) < radius - 2e-3
    assert bent >= straight > 3


@pytest.mark.parametrize("trial", [-1, 1.5, "x", 10**12])
def test_trial__out_of_range(trial):
    with pytest.raises(UsageError, match="trial: expected a whole number from 0 to"):
        explain_battle("kaiya", "rork", trial=trial)
