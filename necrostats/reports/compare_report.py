"""The report of a comparison: weapons against targets at a glance, then each target with all figures."""

from collections.abc import Iterable, Mapping
from typing import Any

from necrostats.reports.attack_report import rolls
from necrostats.reports.blocks import Block, Headline, Result, Say, Section, Table, Tone
from necrostats.reports.closing import closing, notes
from necrostats.reports.row_words import HEADS, common_to, how, key_of, number, said_of, shown, with_fraction
from necrostats.reports.strips import beside, figures, texts
from necrostats.reports.words import called, first_capital, title

DOES = {
    "down": "put {} down",
    "out_of_action": "take {} out of action",
    "unsaved": "wound {} through the save",
}
PUTS = {"down": "Down", "out_of_action": "Out", "unsaved": "Unsaved", "wounds": "Wounds"}
WORTH = {
    "down": "targets down",
    "out_of_action": "targets out of action",
    "unsaved": "attacks with an unsaved wound",
    "wounds": "Wounds lost",
}
USER = "user_down"
SPARED = {"wound": 2, "wounds_mean": 3}  # columns that a narrow terminal may do without
NAMES_SHOWN = 12


def compare_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of a comparison."""
    rows, by = list(result["rows"]), str(result["by"])
    names = target_names(result)
    common = common_to(rows)
    blocks: list[Block] = [Headline(headline(result)), Say(" ".join(filter(None, _said(result, common))))]
    if len(names) > 1:
        blocks += [Section("At a glance", _glance_note(by)), *_glance(result, common)]
    ranked = [row for row in rows if row["rank"] is not None]
    heads = _heads(ranked)
    note = " ".join(filter(None, [_details_note(heads), _worth_note(result)]))
    for label in names:
        mine = [row for row in ranked if row["target"] == label]
        if mine:
            table = _details(mine[: result.get("rows_shown")], by, common, heads)
            blocks += [Section(target_title(result, label), note), table, *_left_over(result, len(mine))]
            note = ""
    return [*blocks, *_left_out(rows, names, common), *notes(result), *closing(result)]


def _left_over(result: Result, rows: int) -> list[Block]:
    """How many rows of a table are not shown."""
    most = result.get("rows_shown")
    if most is None or rows <= most:
        return []
    best = "The best row" if most == 1 else f"The best {most:,} rows"
    return [Say(f"{best} of {rows:,}; --rows all shows the other {rows - most:,}.", "dim")]


def headline(result: Result) -> str:
    """Which weapon does best, against whom."""
    by, key = str(result["by"]), key_of(result["by"])
    names = target_names(result)
    best: dict[str, list[str]] = {}
    for label in names:
        first = [row for row in result["rows"] if row["target"] == label and row["rank"] == 1]
        if first and number(first[0][key]):
            best.setdefault(
                " and ".join(dict.fromkeys(_inside(result, who(result, row)) for row in first[:3])), []
            ).append(label)
    if not best:
        return f"None of the attacks can {DOES.get(by, 'cost {} Wounds').format('its target')} (exact)"
    if len(names) == 1:
        label, name = next(iter(names.items()))
        return _of_one_target(result, called(label) if name == title(label) else name)
    what = DOES.get(by, "").format("the target")
    text = f"Most likely to {what}: " if what else "Most Wounds on average: "
    if len(best) == 1:
        winner, labels = next(iter(best.items()))
        every = "both" if len(names) == 2 else f"all {len(names)}"
        many = every if len(labels) == len(names) else f"{len(labels)} of {len(names)}"
        return f"{text}{winner} against {many} targets (exact)"
    parts = [f"{w} against {_and([names[x] for x in labels])}" for w, labels in best.items()]
    return f"{text}{'; '.join(parts)} (exact)"


def _of_one_target(result: Result, target: str) -> str:
    """The best against one target, and the second best."""
    by, key = str(result["by"]), key_of(result["by"])
    ranked = [row for row in result["rows"] if row["rank"] is not None]
    best = [row for row in ranked if row["rank"] == 1]
    text = (
        f"Costs {target} the most Wounds: "
        if by == "wounds"
        else f"Most likely to {DOES[by].format(target)}: "
    )
    text += f"{_and([_inside(result, _with_how(result, row)) for row in best[:3]])}, {with_fraction(best[0][key])}"
    if len(ranked) > len(best):
        second = ranked[len(best)]
        text += f"; then {_inside(result, _with_how(result, second))}, {shown(second[key])}"
    return f"{text} (exact)"


def target_names(result: Result) -> dict[str, str]:
    """Targets as typed -> how they are called."""
    names = {}
    for card in result["targets"]:
        standard = not str(card["label"]).startswith(str(card["id"])) or str(card["name"]).islower()
        names[str(card["label"])] = str(card["name"]) if standard else title(str(card["label"]))
    return names


def target_title(result: Result, label: str) -> str:
    """A target with what matters when it is hit.

    >>> target_title(
    ...     {
    ...         "targets": [
    ...             {
    ...                 "label": "kaiya",
    ...                 "id": "kaiya",
    ...                 "name": "Kaiya",
    ...                 "t": 3,
    ...                 "w": 1,
    ...                 "save": 6,
    ...                 "save_front_arc": 0,
    ...                 "armour": "Flak armour",
    ...             }
    ...         ]
    ...     },
    ...     "kaiya",
    ... )
    'Against Kaiya: T3, W1, save 6+ (flak armour)'
    """
    card = next(card for card in result["targets"] if card["label"] == label)
    save = "no armour" if not card["save"] else f"save {card['save']}+"
    if card["save_front_arc"]:
        save += f", {card['save_front_arc']}+ from the front"
    if card["save"]:
        save += f" ({_lower(str(card['armour']))})"
    return f"Against {target_names(result)[label]}: T{card['t']}, W{card['w']}, {save}"


def who(result: Result, row: Result) -> str:
    """The weapon of a row, with the attacker where there are several."""
    name = str(row["weapon_name"])
    return f"{title(row['attacker'])} with {_lower(name)}" if len(result["attackers"]) > 1 else name


def _with_how(result: Result, row: Result) -> str:
    """The weapon, and how it is used where it occurs more than once."""
    same = [x for x in result["rows"] if x["rank"] and _same(x, row)]
    if len(same) < 2:
        return who(result, row)
    return f"{who(result, row)} ({how(row, common_to(result['rows']))})"


def _inside(result: Result, name: str) -> str:
    """A name within a sentence: that of a weapon has no capital."""
    return name if len(result["attackers"]) > 1 else _lower(name)


def _same(one: Result, other: Result) -> bool:
    return all(one[key] == other[key] for key in ("attacker", "weapon_name", "target"))


def _said(result: Result, common: Mapping[str, Any]) -> list[str]:
    """Who attacks and what all attacks have in common."""
    cards = result["attackers"]
    parts = []
    if len(cards) == 1:
        card = cards[0]
        stats = f"WS {card['ws']}+, BS {card['bs']}+, S{card['s']}, A{card['a']}"
        parts.append(f"{first_capital(called(card['label']))} attacks ({stats}), one action each.")
    else:
        parts.append("One attack action each.")
    return [*parts, said_of(common)]


def _glance_note(by: str) -> str:
    what = {
        "down": "Chance that the target is down",
        "out_of_action": "Chance that the target goes out of action",
        "unsaved": "Chance of at least one unsaved wound",
        "wounds": "Mean Wounds that the target loses",
    }[by]
    return f"{what}; the best on average over the targets stands first."


def _glance(result: Result, common: Mapping[str, Any]) -> list[Block]:
    """A row for each weapon and situation, a column for each target; the best rows."""
    names, key = target_names(result), key_of(result["by"])
    lines: dict[tuple[str, str, str], dict[str, Result]] = {}
    for row in result["rows"]:
        if row[key] is not None:
            at = (str(row["attacker"]), str(row["weapon_name"]), how(row, common))
            lines.setdefault(at, {})[row["target"]] = row
    order = sorted(lines, key=lambda at: -sum(number(row[key]) for row in lines[at].values()))
    order = order[: result.get("rows_shown")]
    best = {
        label: max((number(x[label][key]) for x in lines.values() if label in x), default=0)
        for label in names
    }
    strips = [
        texts("Weapon", (weapon for _, weapon, _ in order), grows=True),
        texts("How", (way for *_, way in order)),
    ]
    if len(result["attackers"]) > 1:
        strips.insert(0, texts("Attacker", (title(attacker) for attacker, *_ in order)))
    for label in names:
        ones = [lines[at].get(label) for at in order]
        found = [one[key] if one else None for one in ones]
        tones: list[Tone] = ["strong" if number(one) == best[label] > 0 else "plain" for one in found]
        strips.append(figures(first_capital(names[label]), found, tones, beside=None, missing="-"))
    return [beside(strips), *_left_over(result, len(lines))]


def _heads(rows: list[Result]) -> dict[str, str]:
    """The figures of the rows with their headings; what becomes of the user only where that can be."""
    risky = any(number(row.get(USER)) for row in rows)
    return {name: HEADS[name] for name in HEADS if rows and name in rows[0]} | (
        {USER: "User down"} if risky else {}
    )


def _details_note(heads: Mapping[str, str]) -> str:
    """What the columns are the chance of."""
    end = "is down or out of action" if "down" in heads else "goes out of action"
    user = "; user down: that the attack puts its own user down" if USER in heads else ""
    return (
        "Chance of at least one hit, wound (before saves) and unsaved wound, that the target "
        f"{end}; mean Wounds lost{user}."
    )


def _worth_note(result: Result) -> str:
    """What the figure for 100 credits is, where any attack has a price."""
    if "per_100_credits" not in _all(result["rows"]):
        return ""
    by, fighters = str(result["by"]), result.get("price") == "fighter"
    bought = "fighters with their kit" if fighters else "weapons"
    alone = "" if fighters else "; what the fighter costs is left out (--price fighter counts it)"
    return (
        f"{PUTS[by]}/100 cr.: the mean number of {WORTH[by]} if 100 credits of such {bought} make this attack once "
        f"each{alone}."
    )


def _details(rows: list[Result], by: str, common: Mapping[str, Any], heads: Mapping[str, str]) -> Table:
    """One target: all figures of each attack, in order."""
    key = key_of(by)
    strips = [texts("#", (str(row["rank"]) for row in rows), align="right")]
    if len({row["attacker"] for row in rows}) > 1:
        strips.append(texts("Attacker", (title(row["attacker"]) for row in rows), grows=True))
    strips += [
        texts("Weapon", (row["weapon_name"] for row in rows), grows=True),
        texts("How", (how(row, common) for row in rows)),
        texts("Rolls", map(rolls, rows), "dim", optional=5),
    ]
    for name, head in heads.items():
        found = [row[name] for row in rows]
        if name == key:
            strips.append(figures(head, found, "strong", beside=4))
        else:
            strips.append(figures(head, found, optional=SPARED.get(name, 0), beside=None))
    if "per_100_credits" in _all(rows):
        costs = (f"{row['credits']:g}" if "credits" in row else "-" for row in rows)
        worth = [row.get("per_100_credits") for row in rows]
        strips += [
            texts("Credits", costs, align="right", optional=1),
            figures(f"{PUTS[by]}/100 cr.", worth, optional=1, beside=None, missing="-"),
        ]
    return beside(strips)


def _left_out(rows: list[Result], names: Mapping[str, str], common: Mapping[str, Any]) -> list[Block]:
    """The attacks that cannot be made or have no effect, by the reason."""
    about: dict[str, dict[str, set[str]]] = {}
    for row in rows:
        if row["reason"]:
            way = how(row, common)
            told = "range" in row["reason"] or "distance" in row["reason"]
            reason = row["reason"] if told else f"{row['reason']} ({way})"
            about.setdefault(reason, {}).setdefault(row["weapon_name"], set()).add(row["target"])
    if not about:
        return []
    blocks: list[Block] = [Section("Without a rank")]
    for reason, weapons in about.items():
        shown_names = list(weapons)[:NAMES_SHOWN]
        more = f" and {len(weapons) - NAMES_SHOWN} more" if len(weapons) > NAMES_SHOWN else ""
        against = set.union(*weapons.values())
        whom = (
            ""
            if len(against) == len(names)
            else f", against {_and([names[x] for x in names if x in against])}"
        )
        blocks.append(Say(f"{first_capital(reason)}{whom}: {', '.join(shown_names)}{more}", "dim"))
    return blocks


def _all(rows: Iterable[Result]) -> set[str]:
    return {key for row in rows for key in row}


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
