"""The report of a matchup: who wins, the cards, every attack, the duel, what decides, the cross-check."""

from collections.abc import Mapping
from typing import Any

from necrostats.reports.attack_report import attack_table, how_known, lacks_fractions, shared_remarks
from necrostats.reports.blocks import (
    Bar,
    Block,
    Card,
    Cards,
    Headline,
    Part,
    Result,
    Say,
    Section,
    Tone,
)
from necrostats.reports.closing import closing, noted
from necrostats.reports.numbers import inches, percents, points, with_intervals
from necrostats.reports.policy_report import decision_blocks, distance_blocks, policy_blocks
from necrostats.reports.strips import beside, figures, texts
from necrostats.reports.survival_report import survival_blocks
from necrostats.reports.words import SIDES, fighter_names, name_of, sides_of_attacks

AGREES_BELOW = 4.5
HOW_CHECKED = {
    "dice": "The same rules played with dice, against the exact answer above.",
    "drawn": "The same duel drawn by chance, action by action, against the exact answer above.",
}
ATTACKS_NOTE = (
    "One attack action, unaimed, against an unhurt target in the open. Rolls: what hit, wound and save need. Chance "
    "of at least one hit, wound (before saves) and unsaved wound; that the target {ends}; mean Wounds lost."
)
ENDS = {
    "basic": "goes out of action",
    "advanced": "is down (seriously injured or out), and out of action",
}


def matchup_blocks(result: Result) -> list[Block]:
    """The whole report."""
    return [*answer_blocks(result), *check_blocks(result), *closing(result)]


def answer_blocks(result: Result) -> list[Block]:
    """All that is known before anything is simulated to check it."""
    names = fighter_names(result["fighters"])
    cards = tuple(card(*one) for one in zip(result["fighters"], names, SIDES, strict=True))
    blocks: list[Block] = [Headline(headline(result)), win_bar(result)]
    blocks += [Say(_definition(result, names), "dim"), Cards(cards)]
    blocks += _attacks(result, names)
    blocks += _exchanges(result, names)
    blocks += injuries_blocks(result, names)
    blocks += decision_blocks(result, names)
    blocks += distance_blocks(result, names)
    blocks += survival_blocks(result, names)
    blocks += policy_blocks(result, names)
    return [*blocks, *noted([*map(str, result.get("notes", [])), *shared_remarks(result.get("attacks", []))])]


def headline(result: Result) -> str:
    """The answer in one sentence, the likelier winner first."""
    duel, names = result["duel"], fighter_names(result["fighters"])
    ends = ("a_wins", "b_wins")
    first, second = sorted((0, 1), key=lambda side: -float(duel[ends[side]]["p"]))
    more, less, draw = with_intervals(duel[key] for key in (ends[first], ends[second], "draw"))
    chances = f"{names[first]} wins {more}, {names[second]} {less}"
    return f"{chances}, draw {draw} with {_plans(duel, names)}, {start(result)} ({duel_known(duel)})"


def duel_known(duel: Mapping[str, Any]) -> str:
    """Whether the duel was solved exactly, or simulated how often.

    >>> duel_known({"method": "exact", "a_wins": {"p": 0.5, "error": 0.0}})
    'exact'
    """
    trials = duel["a_wins"].get("trials")
    return f"simulated {int(trials):,} times" if trials else str(duel.get("method", "exact"))


def start(result: Result) -> str:
    """How far apart the two start.

    >>> start({"situation": {"distance": 0}}), start({"situation": {"distance": 12}})
    ('starting engaged', 'starting 12 inches apart')
    """
    distance = result.get("situation", {}).get("distance", 12)
    if distance == 0:
        return "starting engaged"
    return f"starting {distance:g} inch{'' if distance == 1 else 'es'} apart"


def win_bar(result: Result) -> Bar:
    """Win, draw, loss as one bar: A on the left, B on the right."""
    duel, (a, b) = result["duel"], fighter_names(result["fighters"])
    parts: tuple[tuple[str, str, Tone], ...] = (
        (f"{a} wins", "a_wins", "a"),
        ("draw", "draw", "draw"),
        (f"{b} wins", "b_wins", "b"),
    )
    said = percents(duel[key] for _, key, _ in parts)
    return Bar(
        tuple(
            Part(x, float(duel[k]["p"]), text, tone) for (x, k, tone), text in zip(parts, said, strict=True)
        )
    )


def card(who: Mapping[str, Any], name: str, tone: Tone = "plain") -> Card:
    """A fighter's card in the book's form."""
    order = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld", "Cl", "Wil", "Int")
    stats = [(name, _stat(name, who[name.lower()])) for name in order]
    facts = [("Save", _save(who)), ("Weapons", ", ".join(who.get("weapons", [])) or "none, fists only")]
    for label, key in (("Skills", "skills"), ("Wargear", "wargear")):
        if who.get(key):
            facts.append((label, ", ".join(who[key])))
    changes = str(who.get("label") or "").partition("[")[2].removesuffix("]")
    if changes:
        facts.append(("Changed", changes.replace(",", ", ")))
    parts = [" ".join(x for x in (str(who.get("house") or ""), str(who.get("rank") or "")) if x).capitalize()]
    parts += [name_of(str(who.get("gang") or "")), f"{who['cost']:g} credits" if who.get("cost") else ""]
    return Card(name, ", ".join(x for x in parts if x), tuple(stats), tuple(facts), tone)


def _stat(name: str, value: float) -> str:
    if name == "M":
        return inches(value)
    return f"{value:g}" if name in ("S", "T", "W", "A") else f"{value:g}+"


def _save(who: Mapping[str, Any]) -> str:
    save, front, name = who.get("save") or 0, who.get("save_front_arc") or 0, who.get("armour") or ""
    if not save and not front:
        return "none"
    text = f"{save}+" if save else "none"
    if front and front != save:
        text += f", {front}+ from the front"
    return f"{text} ({name})" if name else text


def _plans(duel: Mapping[str, Any], names: list[str]) -> str:
    a, b = duel.get("policy_a", "best"), duel.get("policy_b", "best")
    best = "best of the named policies" if duel.get("method") == "simulated" else "best play"
    if a == b:
        return f"{best} of both" if a == "best" else f"both playing {a}"
    return f"{names[0]} playing {a} and {names[1]} {b}"


def _definition(result: Result, names: list[str]) -> str:
    how, duel = result.get("situation", {}), result["duel"]
    number, lane = how.get("rounds", 6), how.get("lane", 24)
    rounds = "1 round" if number == 1 else f"{number} rounds"
    if result.get("rules") == "advanced":
        text = (
            f"A fighter wins when the other is out of the fight within {rounds} and the winner is not: out of "
            f"action, or seriously injured after the last End phase; anything else is a draw."
        )
        rules = "Advanced rules: injuries, ammo and reloading, coup de grace, recovery in the End phase."
    else:
        text = (
            f"A fighter wins when the other is out of action and the winner is not, within {rounds}; anything "
            f"else is a draw."
        )
        rules = "Basic rules: 0 Wounds is out of action."
    if duel.get("method") == "simulated":
        best = (
            "The duel has too many decision points to be solved: it is simulated, and best play is the equilibrium "
            "over the named policies."
        )
    else:
        best = "Best play: each makes the most of its chance to win less its chance to lose."
    text = f"{text} {best} {rules} Open lane of {lane} inches."
    covers = [
        f"{name} starts in {cover} cover"
        for name, cover in zip(names, (how.get("cover_a"), how.get("cover_b")), strict=True)
        if cover and cover != "none"
    ]
    if covers:
        text += f" {' and '.join(covers)}."
    if how.get("aim") is False:
        text += " Nobody aims."
    mean = duel.get("rounds_mean")
    return text if mean is None else f"{text} The duel ends in round {float(mean):.1f} on average."


def injuries_blocks(result: Result, names: list[str]) -> list[Block]:
    """The duel beside the same without injuries and under the basic rules."""
    rows = result.get("without_injuries")
    if not rows:
        return []
    every = [{"rules": "advanced rules", **result["duel"]}, *rows]
    a, b = names
    leads = [float(row["a_wins"]["p"]) - float(row["b_wins"]["p"]) for row in every]
    strips = [texts("Rules", (row["rules"] for row in every), grows=True)]
    for head, key in ((f"{a} wins", "a_wins"), ("draw", "draw"), (f"{b} wins", "b_wins")):
        strips.append(figures(head, [row[key] for row in every], beside=None))
    tones: list[Tone] = ["a" if lead > 0 else "b" for lead in leads]
    strips.append(texts("lead", map(points, leads), tones, align="right"))
    note = f"The same duel and policies. Lead: chance that {a} wins less chance that {b} wins, in percentage points."
    return [Section("What injuries change (exact)", note), beside(strips, strong_rows=[0])]


def _attacks(result: Result, names: list[str]) -> list[Block]:
    blocks: list[Block] = []
    for who, other, attacks in zip(names, names[::-1], sides_of_attacks(result), strict=True):
        if attacks:
            said = ATTACKS_NOTE.format(ends=ENDS[result.get("rules", "basic")])
            note = "" if blocks else said + lacks_fractions(result["attacks"])
            blocks += [Section(f"{who} attacks {other} ({how_known(attacks)})", note), attack_table(attacks)]
    return blocks


def _exchanges(result: Result, names: list[str]) -> list[Block]:
    """Who is put down, or out of action, by a Fight and the reaction to it."""
    exchanges = result.get("exchanges", [])
    if not exchanges:
        return []
    down = "target_down" in exchanges[0]
    end = "down" if down else "out"
    sides = ["ab".index(each["who"]) for each in exchanges]
    strikes = (
        f"{names[side]} {'charges' if each['charging'] else 'fights'} {names[1 - side]}"
        for side, each in zip(sides, exchanges, strict=True)
    )
    weapons = (f"{each['with']} against {each['reply'].lower()}" for each in exchanges)
    strips = [
        texts("Strikes first", strikes, [SIDES[side] for side in sides]),
        texts("Weapons", weapons, "dim", grows=True),
    ]
    for head, key in (
        (f"struck is {end}", f"target_{end}"),
        (f"striker is {end}", f"attacker_{end}"),
        ("both stand", "both_standing"),
    ):
        strips.append(figures(head, [each[key] for each in exchanges], beside=None))
    note = "One Fight and the reaction of whoever survives it. Both use the weapons most likely to put the other out."
    if down:
        note = (
            "One Fight and the reaction of whoever is still up. Both use the weapons most likely to put the other "
            "down: seriously injured or out of action."
        )
    return [Section("Blow and reaction (exact)", note), beside(strips)]


def check_blocks(result: Result) -> list[Block]:
    """The simulated duel beside the exact one; nothing where nothing was simulated."""
    check = result.get("cross_check")
    if not check:
        return []
    a, b = fighter_names(result["fighters"])
    ends = {"a_wins": f"{a} wins", "b_wins": f"{b} wins", "draw": "draw"}
    known = [key for key in ends if isinstance(check.get(key), Mapping)]
    said = with_intervals(check[key] for key in known)
    sentence = ", ".join(f"{ends[key]} {chance}" for key, chance in zip(known, said, strict=True))
    z = float(check.get("z_max", 0.0))
    verdict = "they agree" if z < AGREES_BELOW else "they do NOT agree; please report this"
    compared = f" among {check['compared']} compared figures" if check.get("compared") else ""
    seed = f", seed {check['seed']}" if check.get("seed") is not None else ""
    return [
        Section("Cross-check", HOW_CHECKED[check.get("how", "dice")]),
        Say(f"{int(check['trials']):,} duels{seed}" + (f": {sentence}" if sentence else "")),
        Say(
            f"Largest deviation{compared}: |z| = {z:.1f}; {verdict} (z counts standard errors; "
            f"{AGREES_BELOW} or more would be alarming).",
            "good" if z < AGREES_BELOW else "bad",
        ),
    ]
