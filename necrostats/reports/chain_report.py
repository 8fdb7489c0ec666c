"""The report on a chain: how likely after so many steps, and how many steps it takes."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from necrostats.reports.blocks import Block, Headline, Result, Say, Section, Table, Tone
from necrostats.reports.closing import closing, notes
from necrostats.reports.numbers import at_least, decimal, fraction, percent
from necrostats.reports.strips import bars, beside, figures, texts
from necrostats.reports.words import is_close, situation, words

LONGEST = "100,000"
EVENTS = {
    "for_good": "no more shots",
    "cannot_shoot": "no more shots",
    "user_out_of_action": "user out of action",
    "bottles_now": "in this round",
    "fighter_fled": "some fled",
}
BEFORE_ALL = "An empty weapon is reloaded before all else: with the first of two actions and, if that fails, the second"
POLICIES = {
    "when-dry": f"{BEFORE_ALL}; filled at once, it is shot with the second.",
    "at-once": f"{BEFORE_ALL}; filled at once, it is shot with the second. What a shot empties is reloaded with the "
    "action that is left.",
    "never": "Nothing is reloaded.",
}
COUP = {"at once": "at once", "next activation": "with the next activation"}
DOUBLE = f"{BEFORE_ALL}. A shot takes both actions."


def chain_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of a chain."""
    told = ABOUT.get(str(result["chain"]), _nothing)(result)
    if "until" not in result:
        return [Headline(f"{result['title']} (exact)"), *told, *notes(result), *closing(result)]
    unit = str(result["unit"])
    drawn = str(next(iter(result["until"])))
    blocks: list[Block] = [
        Headline(headline(result)),
        *told,
        Section(f"{unit.capitalize()} by {unit}", defined(result, "rows", columns_of(result["rows"], drawn))),
        by_step(result["rows"], unit, drawn),
        Section(
            "How long it takes",
            f"Ever: chance that it happens {_at_all(result)}. Half by: {unit} by which it has happened at least half "
            f"the time. Mean: of the times when it happens. Enough in {need_of(result)}: {unit} by which it has "
            f"happened with that chance. No less in {need_of(result)}: it takes so many or more with that chance.",
        ),
        how_long(result),
    ]
    more = MORE.get(str(result["chain"]), _nothing)(result)
    return [*blocks, *more, *notes(result), *closing(result)]


def _nothing(_result: Result) -> list[Block]:
    return []


# --------------------------------------------------------------------------------------------- in words


def event_words(name: str) -> str:
    """What is waited for, or what a column is the chance of.

    >>> event_words("out_of_ammo"), event_words("for_good")
    ('out of ammo', 'no more shots')
    """
    return EVENTS.get(name, words(name))


def need_of(result: Result) -> str:
    """The chance that is to be reached, as it is spoken of.

    >>> need_of({"until": {"down": {"need": {"p": 0.9, "fraction": "9/10"}}}})
    '90%'
    """
    entries = list(result.get("until", {}).values())
    return spoken(entries[0]["need"] if entries else result["need"])


def spoken(chance: Mapping[str, Any]) -> str:
    """A chance as somebody asked for it, with the digits that tell it from certain.

    >>> spoken({"p": 2 / 3}), spoken({"p": 0.9999999}), spoken({"p": 1.0})
    ('66.6667%', '99.99999%', '100%')
    """
    p = 100 * float(chance["p"])
    text = f"{p:.6g}"
    return f"{p:.15g}%" if text == "100" else f"{text}%"


def headline(result: Result) -> str:
    """The first event of a chain in one sentence: half the time, on average, and with the chance asked for."""
    name, entry = next(iter(result["until"].items()))
    return f"{result['title']}: {in_a_sentence(event_words(name), entry)} (exact)"


def in_a_sentence(event: str, entry: Mapping[str, Any]) -> str:
    """How long an event takes.

    >>> chance = {"p": 0.9, "by": 27, "at_least": 2}
    >>> entry = {
    ...     "unit": "shot",
    ...     "ever": {"p": 1.0},
    ...     "median": 8,
    ...     "mean": {"mean": 12.0},
    ...     "mode": 1,
    ...     "need": chance,
    ... }
    >>> in_a_sentence("out of ammo", entry)
    'out of ammo by shot 8 half the time, after 12 shots on average, by shot 27 in 90%'
    >>> in_a_sentence("down", entry | {"ever": {"p": 0.0}})
    'never down'
    """
    unit, ever = entry["unit"], entry["ever"]
    if not ever["p"]:
        return f"not {event} {_limit(entry)}" if "within" in entry else f"never {event}"
    if ever["p"] == 1 and entry["mean"]["mean"] == 1:
        return f"{event} by {unit} 1, always"
    average = f"after {several(entry['mean'], unit)} on average"
    if entry["median"] is None and ever["p"] < 0.5:
        long = f" {_limit(entry)}" if "within" in entry else ", however long it goes on"
        return f"{event} in {percent(ever)}{long}, {average} if it comes to that"
    share = spoken(entry["need"])
    reached = entry["need"]["by"]
    parts = [f"{event} by {unit} {_many(entry['median'])} half the time", average]
    if ever["p"] < 1:
        parts[1] += " if it comes to that"
    if reached is not None:
        parts.append(f"by {unit} {reached} in {share}")
    else:
        why = percent(ever) if "within" in entry else never(entry)
        parts.append(f"{why} {_limit(entry)}, not {share}" if ever["p"] < entry["need"]["p"] < 1 else why)
    return ", ".join(parts)


def _limit(entry: Mapping[str, Any]) -> str:
    """How long an event is waited for."""
    if "within" not in entry:
        return "ever"
    return f"within {several({'mean': float(entry['within'])}, entry['unit'])}"


def _at_all(result: Result) -> str:
    entry = next(iter(result["until"].values()))
    return _limit(entry) if "within" in entry else "at all"


def never(entry: Mapping[str, Any]) -> str:
    """Why an event does not get as likely as it should.

    >>> never({"ever": {"p": 1.0}, "need": {"p": 1.0}}), never({"ever": {"p": 0.625}, "need": {"p": 0.9}})
    ('never certain', 'at most 62.5%')
    """
    ever, need = entry["ever"], entry["need"]
    if not ever["p"]:
        return "never"
    if ever["p"] < need["p"]:
        return f"at most {percent(ever)}"
    return "never certain" if need["p"] == 1 else f"over {LONGEST}"


def several(mean: Mapping[str, Any], unit: str) -> str:
    """A mean number of something, without zeros at its end.

    >>> several({"mean": 7.2}, "shot"), several({"mean": 1.0}, "hit")
    ('7.2 shots', '1 hit')
    """
    text = decimal(mean["mean"])
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{text} {unit}" if text == "1" else f"{text} {unit}s"


def _many(n: int | None) -> str:
    return f"over {LONGEST}" if n is None else f"{n:,}"


def defined(result: Result, what: str, names: Iterable[str]) -> str:
    """What a table gives, and what its columns are the chance of, as far as their titles do not say it.

    >>> said = {"rows": "chances after so many hits", "in_play": "unhurt", "down": "down"}
    >>> defined({"definitions": said}, "rows", ["in_play", "down"])
    'Chances after so many hits. In play: unhurt.'
    """
    known = result.get("definitions", {})
    parts = [
        f"{event_words(name)}: {known[name]}"
        for name in names
        if name in known and known[name] != words(name)
    ]
    sentences = [str(known.get(what, "")), "; ".join(parts)]
    return " ".join(f"{each[:1].upper()}{each[1:]}." for each in sentences if each)


def reloading(result: Result) -> str:
    """What is done with an empty weapon, in sentences."""
    policy = str(result["policy"])
    if policy == "never" or not result.get("double_action"):
        return POLICIES[policy]
    return DOUBLE


# --------------------------------------------------------------------------------------------- tables


def columns_of(rows: list[Mapping[str, Any]], drawn: str) -> list[str]:
    """The columns of a table but its first: that which is drawn, and those that are not 0 throughout."""
    _, *names = rows[0]
    return [name for name in names if name == drawn or any(row[name]["p"] for row in rows)]


def by_step(rows: list[Mapping[str, Any]], unit: str, drawn: str) -> Table:
    """A row for each step, with a bar for the column *drawn*."""
    strips = [texts(unit, (f"{row[unit]:,}" for row in rows), align="right")]
    for name in columns_of(rows, drawn):
        tone: Tone = "strong" if name == drawn else "plain"
        strips.append(figures(event_words(name), [row[name] for row in rows], tone))
    return beside([*strips, bars([row[drawn] for row in rows])], frame=False)


def how_long(result: Result) -> Table:
    """A row for each event that is waited for."""
    first = next(iter(result["until"]))
    known = {name: each for name, each in result["until"].items() if name == first or each["ever"]["p"]}
    entries = list(known.values())
    share = need_of(result)
    reached = (
        never(entry) if entry["need"]["by"] is None else f"{entry['need']['by']:,}" for entry in entries
    )
    strips = [
        texts("", map(event_words, known)),
        texts("counted in", (f"{entry['unit']}s" for entry in entries), "dim"),
        figures("ever", [entry["ever"] for entry in entries], beside=None),
        texts("half by", map(_half, entries), "strong", align="right"),
        figures("mean", [entry["mean"] for entry in entries], beside=None),
        texts(
            "likeliest", (_many(e["mode"]) if e["mode"] else "" for e in entries), align="right", optional=1
        ),
        texts(f"enough in {share}", reached, "strong", align="right"),
        texts(f"no less in {share}", map(_at_least, entries), align="right"),
    ]
    return beside(strips, frame=False)


def _half(entry: Mapping[str, Any]) -> str:
    """The step by which something has happened half the time."""
    if entry["ever"]["p"] < 0.5:
        return f"over {entry['within']}" if "within" in entry else "never"
    return _many(entry["median"])


def _at_least(entry: Mapping[str, Any]) -> str:
    n = entry["need"]["at_least"]
    if n is not None:
        return f"{n:,}"
    if "within" in entry:
        return f"over {entry['within']}"
    return "any number" if entry["ever"]["p"] <= 1 - entry["need"]["p"] else f"over {LONGEST}"


# --------------------------------------------------------------------------------------------- ammo


def _about_ammo(result: Result) -> list[Block]:
    if "until" not in result:
        return _all_weapons(result)
    dice = int(result["firepower"])
    checks = f"Ammo {result['ammo']}+" if result["ammo"] else "No ammo checks"
    rolled = (
        "one ammo check after each throw"
        if "grenade" in result["traits"]
        else f"{dice} Firepower {'die' if dice == 1 else 'dice'} a shot"
    )
    traits = [t for t in result["traits"] if not t.startswith(("rapid-fire", "grenade"))]
    first = f"{'; '.join([checks, *([rolled] if result['ammo'] else []), *map(_trait, traits)])}."
    one = ", ".join(f"{event_words(name)} {both(p)}" for name, p in result["one_shot"].items())
    again = "It cannot be reloaded."
    if result["reload"]:
        once, twice = result["reload"]["one"], result["reload"]["two"]
        again = (
            "A Reload always fills it."
            if once["p"] == 1
            else f"A Reload fills it in {both(once)}, one of two in {both(twice)}."
        )
    return [Say(first), Say(f"In one shot: {one}. {again}")]


def _trait(name: str) -> str:
    return words(name.replace("-", "_").split("(")[0]).capitalize()


def _battle(result: Result) -> list[Block]:
    rounds = int(result["rounds"])
    said = reloading(result) if result["reload"] else "It cannot be reloaded."
    return [
        Section(
            f"In {_rounds(rounds)}: {several(result['shots_mean'], 'shot')} on average",
            f"{defined(result, 'by_round', ['shoots', 'for_good'])} {said}",
        ),
        by_step(result["by_round"], "round", "shoots"),
        Section("Shots fired", f"In all of {_rounds(rounds)}."),
        numbers(result["shots"], "shots"),
    ]


def _rounds(n: int) -> str:
    return "1 round" if n == 1 else f"{n} rounds"


def numbers(chances: Mapping[str, Any], unit: str) -> Table:
    """How often a number, and that or more."""
    exactly = list(chances.values())
    strips = [
        texts(unit, chances, align="right"),
        figures("exactly", exactly, "strong"),
        figures("at least", [at_least(chances, int(number)) for number in chances], beside=None),
        bars(exactly),
    ]
    return beside(strips, frame=False)


def _all_weapons(result: Result) -> list[Block]:
    rounds, share = int(result["rounds"]), need_of(result)
    note = (
        f"One shot: chance to be out of ammo after one, jams included. Half by, {share} by: shot by which it is at "
        f"least half the time, and with that chance. Mean: shots until it is. Shots: mean number fired in "
        f"{_rounds(rounds)}, one activation a round; all: chance of a shot in every round. {reloading(result)}"
    )
    rows = list(result["rows"])
    strips = [
        texts("Weapon", (row["weapon_name"] for row in rows), grows=True),
        texts("Ammo", (f"{row['ammo']}+" if row["ammo"] else "" for row in rows), align="right"),
        texts("Traits", (", ".join(row["traits"]) for row in rows), "dim", grows=True, optional=1),
        figures("One shot", [row["out_of_ammo"] for row in rows]),
        texts("Half by", (_many(row["median"]) for row in rows), align="right"),
        figures("Mean", [row["mean"] for row in rows], beside=None),
        texts(
            f"{share} by",
            ("never" if row["by"] is None else f"{row['by']:,}" for row in rows),
            align="right",
        ),
        figures("Shots", [row["shots_mean"] for row in rows], "strong", beside=None),
        figures("All", [row["shots_all"] for row in rows], beside=None),
    ]
    return [Section("Shots until out of ammo", note), beside(strips)]


def both(chance: Mapping[str, Any]) -> str:
    """A chance in percent and, where it is short, as a fraction."""
    more = fraction(chance)
    return f"{percent(chance)} ({more})" if more else percent(chance)


# --------------------------------------------------------------------------------------------- down


def _about_down(result: Result) -> list[Block]:
    needs = []
    for name, verb in (("hit", "hits"), ("wound", "wounds"), ("save", "saved")):
        need = (result.get("needs") or {}).get(name)
        if need:
            on = f"on {need['on']}+" if need["on"] <= 6 else "never"
            needs.append(f"{verb} {on} ({need['why']})")
    said = ", ".join(needs)
    lines = [f"{said[:1].upper()}{said[1:]}, as long as it is unhurt." if said else ""]
    if result["by"] == "hit":
        lines.append("Every hit here is sure; flesh wounds add up and Wounds go down from one to the next.")
    elif is_close(result["situation"]):
        lines += _fights(result)
    else:
        unaimed = " After a Reload it is unaimed." if result["situation"].get("aim") else ""
        dry = "An empty weapon cannot be reloaded."
        if result["can_reload"]:
            dry = f"{reloading(result)}{unaimed}" if result["ammo"] else ""
        lines += [f"One attack each activation, {situation(result['situation'])}.", dry]
    if result["recovery"]:
        dice = int(result["recovery"]["dice"])
        how = "an Injury die" if dice == 1 else f"the best of {dice} Injury dice"
        again = ", each out of action rolled again once" if result["recovery"]["out_rolled_again"] else ""
        lines.append(
            f"In the End phase the target, if seriously injured, tests for recovery with {how}{again}."
        )
    return [Say(" ".join(line for line in lines if line))]


def _fights(result: Result) -> list[str]:
    """What is done in each activation of a close combat, in sentences."""
    how = result["situation"]
    firsts = [text for name, text in (("charging", "a charge"), ("turned", "after turning")) if how.get(name)]
    only = f" Only the first is {' and '.join(firsts)}." if firsts else ""
    when = result["coup_de_grace"]
    coup = "Seriously injured, the target is left alone, since other enemies keep the attacker busy."
    if when:
        coup = f"Seriously injured, the target is given a coup de grace {COUP[str(when)]}."
    return [f"One fight each activation, {situation(how)}.{only}", coup]


def _about_bottle(result: Result) -> list[Block]:
    from necrostats.reports.bottle_report import about

    return about(result)


def _more_of_bottle(result: Result) -> list[Block]:
    from necrostats.reports.bottle_report import more

    return more(result)


def _with_help(result: Result) -> list[Block]:
    from necrostats.reports.recovery_report import with_help

    return with_help(result)


ABOUT: dict[str, Callable[[Result], list[Block]]] = {
    "ammo": _about_ammo,
    "down": _about_down,
    "bottle": _about_bottle,
}
MORE: dict[str, Callable[[Result], list[Block]]] = {
    "ammo": _battle,
    "bottle": _more_of_bottle,
    "recovery": _with_help,
}
