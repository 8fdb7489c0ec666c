"""Answers made by hand, with plausible figures, in the shapes that the analyses give."""

from fractions import Fraction
from itertools import product
from typing import Any


def exact(value: str) -> dict[str, Any]:
    return {"p": float(Fraction(value)), "fraction": str(Fraction(value))}


def solved(p: float) -> dict[str, Any]:
    return {"p": p, "error": 1e-13}


def simulated(p: float, trials: int = 200_000) -> dict[str, Any]:
    spread = 1.96 * (p * (1 - p) / trials) ** 0.5 + 2 / trials
    return {
        "p": p,
        "low": max(0.0, p - spread),
        "high": min(1.0, p + spread),
        "level": 0.95,
        "method": "wilson",
        "trials": trials,
    }


STAMP = {
    "version": "0.1.0",
    "command": "necrostats matchup kaiya rork --seed 1",
    "seed": 1,
    "trials": 200_000,
    "system": "necromunda",
    "rules": "basic",
    "options": {},
    "data": "3f9a01c2",
    "python": "3.11.9",
    "numpy": "2.4.6",
}


def attack(
    attacker: str = "rork",
    target: str = "kaiya",
    weapon: str = "stub-gun",
    situation: dict[str, Any] | None = None,
    stages: tuple[str, str, str] = ("1/2", "1/3", "5/18"),
    **more: Any,
) -> dict[str, Any]:
    hit, _wound, unsaved = (Fraction(x) for x in stages)
    return {
        "schema_version": 1,
        "question": "attack",
        "system": "necromunda",
        "rules": "basic",
        "attacker": attacker,
        "target": target,
        "weapon": weapon,
        "situation": situation
        or {"mode": "ranged", "range": "short", "distance": 6, "cover": "none", "aim": False},
        "stages": dict(zip(("hit", "wound", "unsaved"), map(exact, stages), strict=True)),
        "outcomes": {
            "missed": exact(str(1 - hit)),
            "unhurt": exact(str(hit - unsaved)),
            "wounded": exact("0"),
            "out_of_action": exact(str(unsaved)),
        },
        "hits": {"0": exact(str(1 - hit)), "1": exact(str(hit))},
        "wounds_lost": {"0": exact(str(1 - unsaved)), "1": exact(str(unsaved))},
        "target_after": {"pinned": exact(str(hit - unsaved)), "pushed": exact("1/6")},
        "not_carried": False,
        "notes": [],
        "reconstructed": [],
        "options": {},
        "not_modelled": [],
        "stamp": dict(STAMP, command="necrostats attack rork kaiya --weapon stub-gun"),
        **more,
    }


def simulated_attack() -> dict[str, Any]:
    answer = attack()
    for group in ("stages", "outcomes", "hits", "wounds_lost", "target_after"):
        answer[group] = {name: simulated(chance["p"], 10_000) for name, chance in answer[group].items()}
    return answer


def ranged(band: str) -> dict[str, Any]:
    return {"mode": "ranged", "range": band, "distance": None, "cover": "none", "aim": False}


def close(charging: bool) -> dict[str, Any]:
    return {"mode": "close", "range": None, "distance": None, "charging": charging}


def weapons_of(attacker: str, target: str, pistol: str, blade: str) -> list[dict[str, Any]]:
    found = []
    for weapon, hit in ((pistol, "1/2"), (blade, "2/3")):
        if weapon == pistol:
            found.append(attack(attacker, target, weapon, ranged("short"), ("2/3", "2/9", "4/27")))
            found.append(attack(attacker, target, weapon, ranged("long"), ("1/3", "1/9", "2/27")))
        found.append(attack(attacker, target, weapon, close(False), (hit, "1/6", "5/36")))
        found.append(attack(attacker, target, weapon, close(True), ("3/4", "11/36", "1105/5184")))
    return found


def card(fighter_id: str, **more: Any) -> dict[str, Any]:
    base = {
        "id": fighter_id,
        "name": fighter_id.title(),
        "label": fighter_id,
        "gang": "Carrion Queens",
        "house": "escher",
        "rank": "ganger",
        "m": 5,
        "ws": 4,
        "bs": 4,
        "s": 3,
        "t": 3,
        "w": 1,
        "i": 3,
        "a": 1,
        "ld": 7,
        "cl": 8,
        "wil": 7,
        "int": 7,
        "base": 25,
        "armour": "Flak armour",
        "save": 6,
        "save_front_arc": 0,
        "weapons": ["Laspistol", "Power sword"],
        "skills": [],
        "wargear": [],
        "cost": 75,
        "reconstructed": "rank, characteristics and kit",
    }
    return {**base, **more}


NAMES = ["stand-and-shoot", "charge", "keep-away", "random", "best"]
WIN_A = 0.410234567
WIN_B = 0.541765432


def matchup(**more: Any) -> dict[str, Any]:
    rork = card(
        "rork",
        gang="Ironlords",
        house="goliath",
        m=4,
        s=4,
        t=4,
        i=4,
        ld=8,
        cl=5,
        wil=9,
        int=8,
        armour="Furnace plates",
        save_front_arc=5,
        weapons=["Stub gun", "Brute cleaver"],
        cost=80,
    )
    table = [
        {
            "policy_a": a,
            "policy_b": b,
            "a_wins": solved(0.30 + 0.04 * NAMES.index(a) - 0.02 * NAMES.index(b)),
            "b_wins": solved(0.45 - 0.03 * NAMES.index(a) + 0.03 * NAMES.index(b)),
            "draw": solved(0.25 - 0.01 * NAMES.index(a) - 0.01 * NAMES.index(b)),
        }
        for a, b in product(NAMES, NAMES)
    ]
    standing = [(0.93, 0.97), (0.78, 0.84), (0.64, 0.74), (0.55, 0.67), (0.49, 0.62), (0.4582, 0.5897)]
    rows = {"from": 1, "to": 8, "do": "charge", "then": "fight", "value": 0.31, "margin": 0.12}
    answer: dict[str, Any] = {
        "schema_version": 1,
        "question": "matchup",
        "system": "necromunda",
        "rules": "basic",
        "fighters": [card("kaiya"), rork],
        "situation": {
            "distance": 12,
            "lane": 24,
            "rounds": 6,
            "cover_a": "none",
            "cover_b": "none",
            "aim": True,
        },
        "attacks": [
            *weapons_of("kaiya", "rork", "laspistol", "power-sword"),
            *weapons_of("rork", "kaiya", "stub-gun", "brute-cleaver"),
        ],
        "duel": {
            "a_wins": solved(WIN_A),
            "b_wins": solved(WIN_B),
            "draw": solved(1 - WIN_A - WIN_B),
            "rounds_mean": 3.2,
            "by_round": [
                {"round": n, "a_standing": solved(a), "b_standing": solved(b)}
                for n, (a, b) in enumerate(standing, start=1)
            ],
            "method": "exact",
            "policy_a": "best",
            "policy_b": "best",
        },
        "policies": {
            "names": NAMES,
            "table": table,
            "best_reply_a": [{"against": b, "value": 0.02 - 0.05 * n} for n, b in enumerate(NAMES)],
            "best_reply_b": [{"against": a, "value": -0.25 + 0.03 * n} for n, a in enumerate(NAMES)],
        },
        "decisions": {
            "a": [
                {
                    **rows,
                    "from": 0,
                    "to": 0,
                    "do": "retreat",
                    "then": "",
                    "instead": "fight with power sword",
                },
                {**rows, "instead": "move 3 away, shoot laspistol"},
                {
                    **rows,
                    "from": 9,
                    "to": 15,
                    "do": "aim",
                    "then": "shoot laspistol",
                    "margin": 0.0004,
                    "instead": "shoot",
                },
                {
                    **rows,
                    "from": 16,
                    "to": 24,
                    "do": "move 5 towards",
                    "then": "",
                    "margin": None,
                    "instead": "",
                },
            ],
            "b": [
                {**rows, "from": 1, "to": 7, "instead": "shoot stub gun"},
                {
                    **rows,
                    "from": 8,
                    "to": 24,
                    "do": "shoot stub gun",
                    "then": "shoot stub gun",
                    "instead": "aim",
                },
            ],
        },
        "cross_check": {
            "trials": 200_000,
            "seed": 1,
            "z_max": 1.9,
            "compared": 14,
            "a_wins": simulated(0.4109),
            "b_wins": simulated(0.5411),
            "draw": simulated(0.0480),
        },
        "notes": [],
        "reconstructed": [
            "Kaiya, Rork: rank, characteristics and kit are inferred, the cards were not found"
        ],
        "options": {},
        "not_modelled": ["laspistol: ammo checks belong to the advanced rules"],
        "stamp": dict(STAMP),
    }
    return {**answer, **more}


def advanced_matchup(**more: Any) -> dict[str, Any]:
    """A duel under the advanced rules, solved."""
    chances = {"a_wins": solved(0.39), "b_wins": solved(0.53), "draw": solved(0.08)}
    down = {"target_down": exact("2/5"), "attacker_down": exact("1/5"), "both_standing": exact("2/5")}
    out = {"target_out": exact("1/8"), "attacker_out": exact("1/20")}
    blows = {"who": "a", "charging": True, "with": "Power sword", "reply": "Brute cleaver", **down, **out}
    plain = matchup()
    return {
        **plain,
        "rules": "advanced",
        "exchanges": [blows],
        "by_distance": [{"distance": gap, "value": -0.09 + 0.002 * gap} for gap in range(25)],
        "without_injuries": [
            {"rules": "every Injury die is out of action", **chances},
            {"rules": "basic rules", **chances},
        ],
        "cross_check": {**plain["cross_check"], "how": "drawn"},
        **more,
    }


def large_matchup() -> dict[str, Any]:
    """A duel that is too large to be solved."""
    plain = advanced_matchup(by_distance=[], without_injuries=[], decisions={"a": [], "b": []})
    names = NAMES[:4]
    wins = {"a_wins": simulated(0.3), "b_wins": simulated(0.45), "draw": simulated(0.25)}
    by_round = [{"round": 1, "a_standing": simulated(0.93), "b_standing": simulated(0.9)}]
    return {
        **plain,
        "duel": {**plain["duel"], **wins, "by_round": by_round, "method": "simulated"},
        "policies": {
            "names": names,
            "table": [{"policy_a": a, "policy_b": b, **wins} for a, b in product(names, names)],
            "equilibrium": {
                "a": {"stand-and-shoot": 0.6, "charge": 0.4, "keep-away": 0.0, "random": 0.0},
                "b": {"stand-and-shoot": 1.0, "charge": 0.0, "keep-away": 0.0, "random": 0.0},
            },
            "best_reply_a": [],
            "best_reply_b": [],
        },
        "cross_check": None,
    }


def story(**more: Any) -> dict[str, Any]:
    hit = {
        "kind": "die",
        "title": "hit roll",
        "rule": "N17-B-HIT-01",
        "text": "BS 4+, short range +1",
        "dice": "D6",
        "need": 3,
        "rolled": 5,
        "outcome": "hit",
    }
    wound = {
        **hit,
        "title": "wound roll",
        "rule": "N17-B-WND-01",
        "text": "Strength 3 against Toughness 4",
        "need": 5,
        "rolled": 2,
        "outcome": "no wound",
    }
    roll_off = {
        **hit,
        "title": "priority",
        "rule": "N17-B-RND-03",
        "text": "",
        "need": None,
        "outcome": "Kaiya first",
    }
    answer = {
        "schema_version": 1,
        "question": "explain",
        "title": "Kaiya against Rork",
        "seed": 7,
        "lines": [
            {"kind": "heading", "text": "Round 1", "rule": ""},
            roll_off,
            {"kind": "heading", "text": "Kaiya activates, 12 inches apart", "rule": ""},
            {"kind": "say", "text": "Kaiya shoots her laspistol", "rule": "N17-B-SHT-01"},
            hit,
            wound,
            {"kind": "say", "text": "Rork is pinned", "rule": "N17-B-PIN-01"},
        ],
        "result": {"text": "Rork is pinned, nobody is out of action"},
        "stamp": dict(STAMP),
    }
    return {**answer, **more}
