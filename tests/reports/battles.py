"""Battles to show: one that was fought, and one whose names mean to break a page."""

from functools import cache

from necrostats.analyses.battle_told import explain_battle

HOSTILE = "</script><!--\"'{{STORY}}</title><b>&amp;"


@cache
def fought():
    """A battle with shots, pushes, charges, fights, fallen fighters, and ways round columns."""
    how = {"board": "columns", "policy_a": "brawlers", "policy_b": "aggressive", "rounds": 3}
    return explain_battle("carrion-queens", "ironlords", seed=11, **how).to_dict()


@cache
def fought_advanced():
    """A battle of the advanced rules with blasts, flames, and fighters on fire, blinded, broken, injured and fled."""
    sides = (
        "escher-leader[+photon-flash-flares]+custom[+hand-flamer,+photon-flash-flares]",
        "3*goliath-ganger[+spud-jacker]",
    )
    how = {"board": "corridor", "policy_a": "shooters", "policy_b": "brawlers", "rounds": 8}
    return explain_battle(*sides, rules="advanced", seed=14, **how).to_dict()


def hostile():
    """The same battle between others."""
    battle = fought()
    fighters = [{**who, "name": f"{HOSTILE}{n}"} for n, who in enumerate(battle["fighters"])]
    lines = []
    for line in battle["lines"]:
        text = line["text"]
        for n, who in enumerate(battle["fighters"]):
            text = text.replace(who["name"], f"{HOSTILE}{n}")
        lines.append({**line, "text": text})
    sides = [f"{HOSTILE}A", f"{HOSTILE}B"]
    return {**battle, "title": HOSTILE, "sides": sides, "name": HOSTILE, "fighters": fighters, "lines": lines}
