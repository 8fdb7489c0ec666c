"""The sentences and dice of told battles of the advanced rules: each one told, filled in, and true of its frame."""

import ast
import importlib
import pkgutil
import re
from functools import cache
from itertools import pairwise
from math import cos, radians, sin
from pathlib import Path

import pytest

from necrostats.analyses.battle_asked import asked
from necrostats.analyses.battle_lines import BattleTeller
from necrostats.analyses.battle_told import explain_battle
from necrostats.analyses.battle_watched import Watching, shown
from necrostats.engine.dice import NOTES
from necrostats.systems.necromunda import battle as package
from necrostats.systems.necromunda.battle import fighting
from necrostats.systems.necromunda.battle.rows import armed
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.grammar import gang

FLAMES = ("3*custom[+photon-flash-flares]", "2*custom[+hand-flamer]")
FLARES = (
    "escher-leader[+photon-flash-flares]+custom[+hand-flamer,+photon-flash-flares]",
    "3*goliath-ganger[+spud-jacker]",
)
HARPOONS = ("2*orlock-champion[+harpoon-launcher]", "4*custom[+lasgun]")
WEBS = ("delaque-leader[+web-pistol]+2*delaque-juve[+autogun]", "3*custom[+autopistol]")
JAMS = ("2*custom[+seismic-cannon]", "3*custom[+seismic-cannon]")
BATTLES = {
    "flares-14": (*FLARES, 14, "corridor", "shooters", "brawlers", 8),
    "harpoons-19": (*HARPOONS, 19, "corridor", "look-ahead", "look-ahead", 6),
    "harpoons-0": (*HARPOONS, 0, "corridor", "look-ahead", "look-ahead", 6),
    "harpoons-8": (*HARPOONS, 8, "corridor", "look-ahead", "look-ahead", 6),
    "webs-5": (*WEBS, 5, "turf-war", "random", "aggressive", 8),
    "flames-1": (*FLAMES, 1, "open-ground", "aggressive", "aggressive", 8),
    "flames-2": (*FLAMES, 2, "open-ground", "aggressive", "aggressive", 8),
    "jams-3": (*JAMS, 3, "open-ground", "shooters", "shooters", 12),
    "gangs-7": ("carrion-queens", "ironlords", 7, "turf-war", "look-ahead", "look-ahead", 6),
    "gangs-8": ("carrion-queens", "ironlords", 8, "columns", "random", "cautious", 6),
}
PLACE = r"\d+\.\d, \d+\.\d"
WEAPON = r"[a-z][a-z' +()-]*"


@cache
def told(name):
    a, b, seed, board, policy_a, policy_b, rounds = BATTLES[name]
    how = {"board": board, "policy_a": policy_a, "policy_b": policy_b, "rounds": rounds, "seed": seed}
    return explain_battle(a, b, rules="advanced", **how).to_dict()


def fought(a, b, seeds, **how):
    """Battles between the same gangs under many seeds, as ``explain_battle`` tells them."""
    asking = asked(a, b, rules="advanced", **how)
    arms = [armed(who, asking.options) for who in asking.fighters]
    for seed in range(seeds):
        dice = Watching(seed, 0, asking.battle)
        fighting.play_battle(asking.battle, dice)
        dice.catch_up()
        lines = BattleTeller(asking, arms, dice.seen, dice.bends).told(dice.story)
        yield lines, [shown(frame, arms) for frame in dice.seen], asking


@pytest.fixture(scope="module", params=BATTLES)
def battle(request):
    return told(request.param)


def sentences():
    """What modules of the battle say, by module and name."""
    found = {}
    for each in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{each.name}")
        for node in ast.parse(Path(module.__file__).read_text("utf-8")).body:
            call = node.value if isinstance(node, ast.Assign) else None
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "saying":
                name = node.targets[0].id
                found[f"{each.name}.{name}"] = NOTES[getattr(module, name)]
    return found


def pattern(sentence, battle):
    """A sentence as lines of a battle may have it, nothing left open."""
    anybody = "|".join(re.escape(who["name"]) for who in battle["fighters"])
    filled = {
        **dict.fromkeys(("who", "whom"), anybody),
        **dict.fromkeys(("gun", "blades", "store"), WEAPON),
        **dict.fromkeys(("place", "spot"), PLACE),
        **dict.fromkeys(("casualties", "crew"), r"\d+"),
        "side": "|".join(map(re.escape, battle["sides"])),
        "n": r"\d+|0 Wounds|1 Wound|[2-9] Wounds",
    }
    parts = re.split(r"\{(\w+)\}", sentence)
    return "".join(f"(?:{filled[part]})" if n % 2 else re.escape(part) for n, part in enumerate(parts))


def says(battle):
    return [line["text"] for line in battle["lines"] if line["kind"] != "die"]


def test_every_sentence__is_told_somewhere():
    assert len(sentences()) > 50
    untold = dict(sentences())
    for name in BATTLES:
        texts, battle = says(told(name)), told(name)
        for key, sentence in list(untold.items()):
            if any(re.fullmatch(pattern(sentence, battle), text) for text in texts):
                del untold[key]
    assert untold == {}


def test_every_line__is_one_of_the_sentences_filled_in(battle):
    patterns = [re.compile(pattern(sentence, battle)) for sentence in sentences().values()]
    for text in says(battle):
        assert any(each.fullmatch(text) for each in patterns), text


def test_every_line__names_who_it_is_about(battle):
    names = [who["name"] for who in battle["fighters"]]
    for line in battle["lines"]:
        if "who" in line and line["event"] not in ("misses", "astray"):
            assert names[line["who"]] in line["text"]
        if "whom" in line:
            assert names[line["whom"]] in line["text"]


STATES = {
    "catches fire": lambda frame, who, _: "on fire" in frame["marks"][who],
    "puts the fire out": lambda frame, who, _: "on fire" not in frame["marks"][who],
    "breaks": lambda frame, who, _: "broken" in frame["marks"][who],
    "rallies": lambda frame, who, _: "broken" not in frame["marks"][who],
    "is blinded": lambda frame, who, text: ("does nothing" in text) != ("blinded" in frame["marks"][who]),
    "is seriously injured": lambda frame, who, _: frame["posture"][who] == "seriously injured",
    "is caught in a web": lambda frame, who, _: frame["posture"][who] == "seriously injured",
    "stays down": lambda frame, who, _: frame["posture"][who] == "seriously injured",
    "has recovered and is pinned": lambda frame, who, _: frame["posture"][who] == "pinned",
    "is pinned": lambda frame, who, _: frame["posture"][who] == "pinned",
    "is out of action": lambda frame, who, _: frame["posture"][who] == "out",
    "flees the battle": lambda frame, who, _: frame["posture"][who] == "fled",
    "is out of ammo": lambda frame, who, text: text.partition(": ")[2] in lowered(frame["empty"][who]),
    "has a jam": lambda frame, who, text: text.partition(": ")[2] in lowered(frame["empty"][who]),
    "has ammo again": lambda frame, who, text: text.partition(": ")[2] not in lowered(frame["empty"][who]),
    "has Toughness": lambda frame, who, text: text.endswith(f" {frame['toughness'][who]}"),
    "left": lambda frame, who, text: f" {frame['wounds'][who]} Wound" in text,
}


def lowered(names):
    return [name[:1].lower() + name[1:] for name in names]


def test_every_state__shows_in_the_frame():
    seen = set()
    for name in BATTLES:
        battle = told(name)
        for line in battle["lines"]:
            for words, holds in STATES.items():
                if "who" in line and re.search(rf" {re.escape(words)}\b", line["text"]):
                    assert holds(battle["frames"][line["frame"]], line["who"], line["text"]), line
                    seen.add(words)
    assert seen == set(STATES)


def test_bottled_sides__show_in_the_frame():
    bottled = 0
    for name in BATTLES:
        battle = told(name)
        for line in battle["lines"]:
            if line.get("event") == "bottles":
                side = battle["sides"].index(line["text"].removesuffix(" bottles out"))
                assert battle["frames"][line["frame"]]["bottled"][side] == 1
                bottled += 1
        assert battle["frames"][0]["bottled"] == [0, 0]
    assert bottled > 3


TESTS = {
    "nerve test": ("passed", "failed"),
    "rally test": ("passed", "failed"),
    "test to stay": ("it stays", "it flees"),
    "bottle test": ("it bottles out", "it holds"),
    "Cool test for a target further away": ("at the one it likes", "at the closest"),
}
FOLLOWS = {
    "nerve test failed": "breaks",
    "rally test passed": "rallies",
    "test to stay it flees": "flees the battle",
    "bottle test it bottles out": "bottles out",
    "Cool test for a target further away at the closest": "The shot goes at the closest",
}


def test_tests__say_what_they_need_and_what_follows():
    """The battle itself does what the need that is told says: the rule and who tells it agree."""
    seen = set()
    for name in BATTLES:
        lines = told(name)["lines"]
        for line, after in zip(lines, [*lines[1:], {"text": ""}], strict=True):
            outcomes = TESTS.get(line.get("title", ""))
            if outcomes is None:
                continue
            assert line["need"] is not None
            assert line["text"]
            assert line["outcome"] == outcomes[line["rolled"] < line["need"]]
            key = f"{line['title']} {line['outcome']}"
            for end, words in FOLLOWS.items():
                assert (end == key) == (words in after["text"]) or end.split(" ")[0] != key.split(" ")[0]
            seen.add(key)
    assert seen == {f"{title} {outcome}" for title, outcomes in TESTS.items() for outcome in outcomes}


def test_nerve_tests__count_steady_friends_once_each():
    """Cool 6+ of the card; each friend near makes it one easier."""
    steady = set()
    for name in BATTLES:
        battle = told(name)
        for line in battle["lines"]:
            if line.get("title") in ("nerve test", "rally test"):
                cool, friends = re.fullmatch(
                    r"Cool (\d+)\+(?:, (\d+) steady friends? near)?", line["text"]
                ).groups()
                assert line["need"] == max(2, int(cool) - int(friends or 0))
                steady.add(int(friends or 0))
    assert steady >= {0, 1}


def test_cool__is_that_of_the_card():
    battle = told("gangs-7")
    members = [who for side in ("carrion-queens", "ironlords") for who in gang(load(), side)]
    cool = {who.name: who.cl for who in members}
    tests = 0
    for before, line in pairwise(battle["lines"]):
        if line.get("title") == "test to stay":
            assert line["text"] == f"Cool {cool[battle['fighters'][before['who']]['name']]}+"
            tests += 1
    assert tests > 3


def test_bottle_tests__say_their_numbers():
    tests = 0
    for name in BATTLES:
        battle = told(name)
        for before, line in pairwise(battle["lines"]):
            if line.get("title") == "bottle test":
                down, crew = map(
                    int, re.search(r"(\d+) of (\d+) down or out of action", before["text"]).groups()
                )
                assert line["text"] == f"D6 + {down} above {crew}"
                assert line["need"] == max(1, crew + 1 - down)
                frame = battle["frames"][before["frame"]]
                sides = [who["side"] for who in battle["fighters"]]
                side = [before["text"].startswith(title) for title in battle["sides"]].index(True)
                assert down == sum(
                    posture in ("out", "seriously injured") and n == side
                    for posture, n in zip(frame["posture"], sides, strict=True)
                )
                tests += 1
    assert tests > 5


def test_bottle_tests__say_what_iron_will_does():
    """It counts while its bearer is up."""
    said = set()
    for lines, _, asking in fought("2*custom[+iron-will]+custom", "3*custom[+boltgun]", 12, rounds=4):
        for before, line in pairwise(lines):
            if line.get("title") == "bottle test":
                will = line["text"].partition(", ")[2]
                assert will in ("", "Iron Will -1")
                assert not will or before["text"].startswith(asking.titles[0])
                down, crew = map(int, re.search(r"\+ (\d+) above (\d+)", line["text"]).groups())
                assert line["need"] == max(1, crew + 1 - down + bool(will))
                said.add(will)
    assert said == {"", "Iron Will -1"}


@pytest.mark.parametrize(
    ("stray_hit", "says", "hits"), [("1-3", "hits on 1 to 3", range(1, 4)), ("6", "hits on 6+", range(6, 7))]
)
def test_strays__say_what_hits(stray_hit, says, hits):
    seen = set()
    for lines, _, _ in fought(*HARPOONS, 40, board="corridor", options={"stray_hit": stray_hit}):
        for n, line in enumerate(lines):
            if line.get("title") == "does the stray shot hit":
                hit = line["rolled"] in hits
                assert (line["text"], line["need"]) == (says, None)
                assert line["outcome"] == ("it hits" if hit else "it flies past")
                assert lines[n - 1]["event"] == "at risk"
                assert (lines[n + 1].get("event") == "struck") == hit
                seen.add(hit)
    assert seen == {True, False}


def test_blasts__say_where_they_come_down():
    blasts = 0
    for name in ("flares-14", "flames-1", "flames-2"):
        battle = told(name)
        lines = battle["lines"]
        for n, line in enumerate(lines):
            if line.get("event") == "blast":
                x, y = line["at"]
                assert line["text"].endswith(f"at {x:.1f}, {y:.1f}")
                assert line["radius"] == 2.5  # flares: a marker of 5 inches
                frame = battle["frames"][line["frame"]]
                for caught in lines[n + 1 :]:
                    if caught.get("event") != "caught":
                        break
                    who = caught["who"]
                    far = ((frame["x"][who] - x) ** 2 + (frame["y"][who] - y) ** 2) ** 0.5
                    assert far <= 2.5 + battle["fighters"][who]["base"] / 50.8 + 0.1
                blasts += 1
            assert ("radius" in line) == (line.get("event") == "blast")
    assert blasts > 3


def test_scatter__says_the_way():
    """The marker lies where distance and direction put it, in one of eight words."""
    ways = {"right": (1, 0), "up": (0, 1), "left": (-1, 0), "down": (0, -1)}
    scattered = 0
    for lines, _, _ in fought(*FLAMES, 40, board="open-ground"):
        for shot, line in pairwise(lines):
            if line.get("title") == "direction of the scatter":
                assert shot["title"] == "scatter distance"
                assert shot["outcome"] == ("1 inch" if shot["rolled"] == 1 else f"{shot['rolled']} inches")
                x, y = map(sum, zip(*(ways[word] for word in line["outcome"].split(" and ")), strict=True))
                turn = radians(line["rolled"] - 1)
                assert x * cos(turn) + y * sin(turn) > 0.92 * (x * x + y * y) ** 0.5
                scattered += 1
    assert scattered > 8


def test_templates__are_flames_and_webs():
    for name, guns in (("flames-2", "hand flamer"), ("webs-5", "web pistol")):
        shots = [line for line in told(name)["lines"] if line.get("event") == "shoots"]
        assert {line["text"].endswith(guns) for line in shots} == {True, False}
        assert all(line.get("template") == (8 if line["text"].endswith(guns) else None) for line in shots)


def test_hit_rolls__count_from_the_right_card():
    """Who strikes back is judged by its own Weapon Skill, who shoots by its Ballistic Skill."""
    members = [who for side in HARPOONS for who in gang(load(), side)]
    hits = 0
    for name in ("harpoons-19", "harpoons-8"):
        attacker, kind = -1, ""
        for line in told(name)["lines"]:
            if line.get("event") in ("shoots", "fights"):
                attacker, kind = line["who"], line["event"]
            if line.get("title") == "hit roll":
                stat, value, modifier = re.fullmatch(
                    r"([BW]S) (\d)\+(?:, modifiers ([+-]\d))?", line["text"]
                ).groups()
                card = members[attacker]
                assert (stat, int(value)) == (("BS", card.bs) if kind == "shoots" else ("WS", card.ws))
                assert line["need"] == int(value) - int(modifier or 0)
                hits += 1
    assert hits > 20


def test_blinded_fighters__strike_back_on_a_natural_6():
    blind = 0
    charge = {"board": "corridor", "policy_a": "shooters", "policy_b": "brawlers", "rounds": 8}
    for lines, frames, _ in fought(
        "2*custom[+photon-flash-flares]+custom[+axe]", "3*custom[w=2]", 80, **charge
    ):
        attacker = -1
        for line in lines:
            if line.get("event") in ("fights", "shoots"):
                attacker = line["who"] if line["event"] == "fights" else -1
            if line.get("title") == "hit roll" and attacker >= 0:
                blinded = "blinded" in frames[line["frame"]]["marks"][attacker]
                assert blinded == (line["text"] == "blinded: a natural 6")
                assert line["need"] == 6 or not blinded
                blind += blinded
    assert blind > 0


@pytest.mark.parametrize(
    ("a", "b", "policy", "title", "why"),
    [
        ("2*custom[+scare-gas-grenades]", "2*custom", "random", "nerve test against fear", "Cool 7+, modifiers -2"),
        ("2*custom[+lasgun]", "2*custom[+nerves-of-steel]", "shooters", "Cool test against being pinned", "Cool 7+"),
        ("2*custom[+axe]", "2*custom[+fearsome]", "brawlers", "Willpower test against a fearsome enemy",
         "Willpower 7+"),
        ("custom[+lasgun,+ballistics-expert]", "custom", "shooters", "Intelligence test of a ballistics expert",
         "Intelligence 7+"),
    ],
)  # fmt: skip
def test_skills__are_told_with_their_tests(a, b, policy, title, why):
    """Passed and failed as told is what then happens."""
    seen = set()
    how = {"board": "open-ground", "policy_a": policy, "policy_b": "cautious"}
    for lines, frames, _ in fought(a, b, 60, **how):
        for n, line in enumerate(lines):
            if line.get("title") != title:
                continue
            assert line["text"] == why
            passed = line["rolled"] >= line["need"]
            assert line["outcome"] == ("passed" if passed else "failed")
            seen.add(passed)
            following = lines[n + 1]["title"] if lines[n + 1]["kind"] == "die" else lines[n + 1]["text"]
            done = [k for k in range(n, len(lines)) if lines[k].get("event") in ("acts", "ends")]
            rest = lines[n : [*done, len(lines)][0]]
            if title.startswith("nerve"):
                struck = [each for each in lines[:n] if each.get("event") == "caught"][-1]["who"]
                after = frames[rest[-1]["frame"]]
                assert (
                    passed
                    or "broken" in after["marks"][struck]
                    or after["posture"][struck] == "seriously injured"
                )
            elif title.startswith("Cool"):
                struck = [each for each in lines[:n] if each.get("event") in ("shoots", "astray")][-1]["whom"]
                found = {each["event"] for each in rest if each.get("who") == struck}
                assert ("pinned" in found) == (not passed) or found & {"injured", "out"}
            elif title.startswith("Willpower"):
                assert (following == "hit roll") == passed
            else:
                assert following == "hit roll"
    assert seen == {True, False}


def test_frames_of_the_basic_rules__have_none_of_it():
    frame = explain_battle("kaiya", "rork", seed=7, rounds=1).to_dict()["frames"][0]
    assert set(frame) == {"x", "y", "facing", "posture", "wounds", "ready"}
    more = told("gangs-7")["frames"][0]
    assert set(more) - set(frame) == {"toughness", "marks", "empty", "bottled"}


def test_end_phase__is_told_where_something_happens_in_it():
    headings = 0
    for name in BATTLES:
        lines = told(name)["lines"]
        for line, after in zip(lines, [*lines[1:], {"kind": "heading"}], strict=True):
            if line.get("event") == "ends":
                assert (line["kind"], line["text"]) == ("heading", "End phase")
                assert after["kind"] != "heading"
                headings += 1
    assert headings > 5
