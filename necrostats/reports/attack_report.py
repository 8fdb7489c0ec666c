"""The report of one attack, and of every weapon of a fighter."""

from collections.abc import Iterable, Mapping
from typing import Any

from necrostats.reports.blocks import Block, Headline, Result, Say, Section, Table
from necrostats.reports.closing import closing, noted, notes
from necrostats.reports.numbers import (
    at_least,
    decimal,
    fraction,
    is_exact,
    mean,
    percent,
)
from necrostats.reports.strips import bars, beside, figures, texts
from necrostats.reports.words import (
    AFTERWARDS,
    OUTCOMES,
    STAGES,
    called,
    first_capital,
    situation,
    weapon_name,
    words,
)


def attack_blocks(result: Result) -> list[Block]:
    """Blocks for the dictionary of one attack, or of all weapons of one attacker."""
    if "attacks" in result:
        return [*_all_weapons(result), *closing(_with_all_remarks(result))]
    return [*_one_attack(result), *closing(result)]


def _with_all_remarks(result: Result) -> Result:
    """The answer with what is not modelled of each of its attacks, each said once."""
    lines = [
        *result.get("not_modelled", []),
        *(x for each in result["attacks"] for x in each.get("not_modelled", [])),
    ]
    return {**result, "not_modelled": list(dict.fromkeys(lines))}


def attack_table(attacks: Iterable[Result]) -> Table:
    """One row for each attack: chances of at least one hit, wound, unsaved wound; down, out of action; mean.

    Fractions stand in all of the table or, where one is too long, nowhere.
    """
    attacks = list(attacks)
    strips = [
        texts("Weapon", map(weapon_name, attacks), grows=True),
        texts("How", (situation(each.get("situation", {}), brief=True) for each in attacks)),
    ]
    if any(attack.get("needs") for attack in attacks):
        strips.append(texts("Rolls", map(rolls, attacks), "dim"))
    fractions = None if lacks_fractions(attacks) else 2
    strips += [
        figures(HEADS[name], [attack["stages"].get(name) for attack in attacks], beside=fractions)
        for name in _stages(attacks)
    ]
    out = [attack["outcomes"].get("out_of_action", NOTHING) for attack in attacks]
    strips.append(figures("Out of action", out, "strong", beside=fractions))
    wounds = (decimal(mean(attack.get("wounds_lost", {}))) for attack in attacks)
    strips.append(texts("Wounds", wounds, align="right", optional=1))
    return beside(strips)


def rolls(attack: Result) -> str:
    """What the hit, wound and save rolls of an attack need.

    >>> rolls({"needs": {"hit": {"on": 3}, "wound": {"on": 5}, "save": {"on": 7}}})
    '3+ 5+ -'
    """
    needs = attack.get("needs") or {}
    return " ".join(f"{need['on']}+" if need["on"] <= 6 else "-" for need in needs.values())


def _needs(result: Result) -> list[Block]:
    """One sentence with what each roll needs and why."""
    parts = []
    verbs = {"hit": "hits", "wound": "wounds", "save": "saved"}
    for name, need in (result.get("needs") or {}).items():
        on = f"on {need['on']}+" if need["on"] <= 6 else "never"
        parts.append(f"{verbs[name]} {on} ({need['why']})")
    sentence = ", ".join(parts)
    return [Say(f"{sentence[0].upper()}{sentence[1:]}.")] if parts else []


def _stages(attacks: Iterable[Result]) -> list[str]:
    """The stages that any of the attacks has, in order."""
    return [name for name in STAGES if any(name in attack["stages"] for attack in attacks)]


def _figures(attack: Result) -> list[Mapping[str, Any]]:
    return [
        *(attack["stages"][name] for name in _stages([attack])),
        attack["outcomes"].get("out_of_action", NOTHING),
    ]


HEADS = {"hit": "Hit", "wound": "Wound", "unsaved": "Unsaved", "down": "Down"}
NOTHING = {"p": 0.0, "fraction": "0"}
LONG_FRACTIONS = " Fractions too long for the table: --json."


def lacks_fractions(attacks: Iterable[Result]) -> str:
    """A remark where exact fractions are too long to be shown, else nothing."""
    chances = [chance for attack in attacks for chance in _figures(attack)]
    too_long = any("/" in str(chance.get("fraction", "")) and not fraction(chance) for chance in chances)
    return LONG_FRACTIONS if too_long else ""


def how_known(attacks: Iterable[Result]) -> str:
    """Whether the figures are exact, or simulated how often.

    >>> how_known([{"stages": {"hit": {"p": 0.5, "fraction": "1/2"}}}])
    'exact'
    """
    for attack in attacks:
        for chance in attack.get("stages", {}).values():
            if not is_exact(chance):
                level = float(chance.get("level", 0.95))
                return f"simulated {int(chance['trials']):,} times, {level:.0%} intervals"
    return "exact"


def _all_weapons(result: Result) -> list[Block]:
    attacks = list(result["attacks"])
    if not attacks:
        return [Say("No weapon of this fighter can make this attack.")]
    who, target = attacks[0]["attacker"], attacks[0]["target"]
    note = (
        "For one attack action each. Rolls: what hit, wound and save need on a D6. Chances: at least one hit, wound "
        "(before saves), unsaved wound; "
        f"{chance_of_down(attacks)}that the target goes out of action; mean number of Wounds lost."
    )
    blocks: list[Block] = [
        Headline(
            f"{first_capital(called(who))} attacks {called(target)}, weapon by weapon ({how_known(attacks)})"
        ),
        Section("Every weapon", note + lacks_fractions(attacks)),
        attack_table(attacks),
    ]
    return [*blocks, *noted([*map(str, result.get("notes", [])), *shared_remarks(attacks)])]


def chance_of_down(attacks: Iterable[Result]) -> str:
    """What the column for targets down holds, if there is one."""
    return (
        "that the target is down (seriously injured or out of action); " if "down" in _stages(attacks) else ""
    )


def shared_remarks(attacks: Iterable[Result]) -> list[str]:
    """The notes of several attacks, each said once with the weapons it is about."""
    about: dict[str, list[str]] = {}
    for attack in attacks:
        notes = list(attack.get("notes", []))
        if attack.get("not_carried"):
            notes.append("not in the kit of the attacker, taken for this question")
        for note in notes:
            names = about.setdefault(str(note), [])
            if weapon_name(attack) not in names:
                names.append(weapon_name(attack))
    return [f"{', '.join(names)}: {note}" for note, names in about.items()]


def _one_attack(result: Result) -> list[Block]:
    how = situation(result.get("situation", {}))
    out, down = result["outcomes"].get("out_of_action", NOTHING), result["stages"].get("down")
    chance = f"{_both(out)} out of action"
    if down:
        chance = f"{_both(down)} down, {chance}"
    blocks: list[Block] = [
        Headline(
            f"{first_capital(called(result['attacker']))} attacks {called(result['target'])} with "
            f"{_article(result)}, {how}: "
            f"{chance} ({how_known([result])})"
        )
    ]
    if result.get("not_carried"):
        blocks.append(Say(f"Not in the kit of {called(result['attacker'])}: taken for this question.", "dim"))
    blocks += _needs(result)
    blocks += [
        Section("Stages", "Chances of at least one in the whole attack action."),
        _chances(_named(STAGES, result["stages"])),
        Section("Outcomes for the target", "They exclude each other and sum to 1."),
        _chances(_named(OUTCOMES, _possible(result["outcomes"])), drawn=True),
    ]
    for key, name in (("hits", "Hits"), ("wounds_lost", "Wounds lost")):
        if result.get(key):
            average = decimal(mean(result[key]))
            blocks += [Section(name, f"Mean {average}."), _distribution(result[key])]
    own = [(_of_attacker(name), chance) for name, chance in _flat(result.get("attacker_after", {}))]
    after = [*_flat(result.get("target_after", {})), *own]
    if result.get("strays"):
        struck = [(words(name), chance) for name, chance in result["strays"].items()]
        blocks += [
            Section("Stray shots", "Chances that a bystander is hit, the nearest first."),
            _chances(struck),
        ]
    if result.get("other"):
        other = result["other"]
        says = f"The share of the hits that goes to {called(other['label'])}."
        blocks += [
            Section("Second target", says),
            _chances(_named(OUTCOMES, _possible(other["outcomes"])), drawn=True),
        ]
    if after:
        blocks += [Section("Afterwards", "Each on its own; they may come together."), _chances(after)]
    blocks += notes(result)
    return blocks


def _both(chance: Mapping[str, Any]) -> str:
    """A chance with its fraction, where that is short."""
    return percent(chance) + (f" ({fraction(chance)})" if fraction(chance) else "")


def _named(names: Mapping[str, str], chances: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return [(names.get(key, words(key)), chance) for key, chance in chances.items()]


def _possible(outcomes: Mapping[str, Any]) -> dict[str, Any]:
    """Without what cannot be, such as a target of one Wound that lost some and is unhurt; dice alone cannot tell.

    >>> list(_possible({"missed": {"p": 0.5}, "wounded": {"p": 0.0}, "out_of_action": {"p": 0.5}}))
    ['missed', 'out_of_action']
    """
    return {name: chance for name, chance in outcomes.items() if chance["p"] or not is_exact(chance)}


def _article(result: Result) -> str:
    name = weapon_name(result)
    return name[:1].lower() + name[1:]


def _chances(rows: Iterable[tuple[str, Mapping[str, Any]]], *, drawn: bool = False) -> Table:
    rows = list(rows)
    chances = [chance for _, chance in rows]
    names = texts("", (name for name, _ in rows), grows=not drawn)
    strips = [names, figures("chance", chances, "strong", beside=0, intervals=True)]
    return beside([*strips, *([bars(chances)] if drawn else [])], frame=False)


def _distribution(distribution: Mapping[str, Mapping[str, Any]]) -> Table:
    numbers = sorted(int(n) for n in distribution)
    exactly = [distribution[str(n)] for n in numbers]
    more = [at_least(distribution, n) if n > 0 else None for n in numbers]
    strips = [
        texts("number", map(str, numbers), align="right"),
        figures("exactly", exactly, beside=0, intervals=True),
        figures("at least", more, beside=0, intervals=True),
    ]
    return beside(strips, frame=False)


def _of_attacker(text: str) -> str:
    """What is said of the attacker, said so.

    >>> _of_attacker("blinded"), _of_attacker("attacker out of action")
    ('attacker blinded', 'attacker out of action')
    """
    return text if text.startswith("attacker") else f"attacker {text}"


def _flat(after: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Chances that stand alone, and those of a distribution (Toughness left) one by one."""
    rows: list[tuple[str, Mapping[str, Any]]] = []
    for name, value in after.items():
        if "p" in value:
            rows.append((AFTERWARDS.get(name, words(name)), value))
        else:
            rows += [(f"{words(name)} {number}", chance) for number, chance in value.items()]
    return rows
