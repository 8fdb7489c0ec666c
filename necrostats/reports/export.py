"""Answers for other programs and other pages: JSON, CSV, Markdown."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import Any

from necrostats.reports import wide_rows
from necrostats.reports.blocks import Result

SITUATION = (
    "mode",
    "range",
    "distance",
    "cover",
    "aim",
    "charging",
    "turned",
    "with_weapon",
    "target_prone",
    "target_engaged",
    "behind",
    "blocked",
    "save_bonus",
    "wounds_lost",
)
FIGURE = ("value", "fraction", "low", "high", "level", "method", "trials", "error")
COLUMNS = (
    "part",
    "attacker",
    "target",
    "weapon",
    *SITUATION,
    "round",
    "policy_a",
    "policy_b",
    "gap_from",
    "gap_to",
    "choice",
    "quantity",
    "number",
    *FIGURE,
    "rules",
    *wide_rows.ADVANCED,
)
BLAST = ("part", "fighter", "x", "y", "base", "hit_roll", "quantity", "number", *FIGURE)
OPTION = (
    "option",
    "figure",
    "title",
    "rules",
    "key",
    "reading",
    "default",
    "default_fraction",
    "with_it",
    "with_it_fraction",
    "difference",
    "difference_fraction",
)
TOURNAMENT = ("a", "b", "a_wins", "b_wins", "draw", "error")
CHAIN = ("part", "weapon", "unit", "step", "quantity", "number", *FIGURE)
TABLE = ("table", "row", "within", "column", "on", "quantity", "value", "fraction", "method", "error", "text")
BOARD = ("quantity", "value")
BATTLE = ("part", "fighter", "whom", "weapon", "policy_a", "policy_b", "round", "quantity", "number", *FIGURE)
STORY = ("kind", "title", "rule", "dice", "need", "rolled", "outcome", "text")
Row = dict[str, Any]


def to_json(result: Result, *, ascii_only: bool = False, one_line: bool = False) -> str:
    """The answer as JSON, figures unrounded.

    >>> to_json({"question": "attack"}, one_line=True)
    '{"question": "attack"}'
    """
    return json.dumps(result, ensure_ascii=ascii_only, indent=None if one_line else 2, allow_nan=False)


def columns(result: Result) -> tuple[str, ...]:
    """The columns of ``rows``: always the same for a question."""
    known = {
        "explain": STORY,
        "battle": BATTLE,
        "blast": BLAST,
        "board": BOARD,
        "option": OPTION,
        "chain": CHAIN,
        "table": TABLE,
    }
    if result.get("question") == "sweep":
        return wide_rows.swept_columns(result)
    known |= {"compare": wide_rows.COMPARE, "tournament": TOURNAMENT}
    return known.get(str(result.get("question")), COLUMNS)


def rows(result: Result) -> list[Row]:
    """One row for each figure of the answer, with the columns of ``columns(result)``; what does not apply is None.

    ``value`` is a chance from 0 to 1, except for ``rounds_mean`` (rounds) and the values, margins and replies of
    policies (chance that A wins less chance that B wins, from -1 to 1).
    """
    if result.get("question") == "explain":
        return [{name: line.get(name) for name in STORY} for line in result.get("lines", [])]
    if result.get("question") == "battle":
        return [{name: row.get(name) for name in BATTLE} for row in _of_battle(result)]
    if result.get("question") == "board":
        return [dict(zip(BOARD, pair, strict=True)) for pair in _of_board(result)]
    if result.get("question") == "blast":
        return [{name: row.get(name) for name in BLAST} for row in _of_blast(result)]
    if result.get("question") == "chain":
        return [{name: row.get(name) for name in CHAIN} for row in _of_chain(result)]
    if result.get("question") == "compare":
        return [wide_rows.compared(row) for row in result["rows"]]
    if result.get("question") == "tournament":
        return [_of_tournament(row) for row in result["rows"]]
    if result.get("question") == "sweep":
        return [wide_rows.swept(result, row) for row in result["rows"]]
    if result.get("question") == "table":
        return [{name: row.get(name) for name in TABLE} for row in _of_table(result)]
    if result.get("question") == "option":
        return [_of_option(result, row) for row in result["rows"]]
    found = _of_matchup(result) if result.get("question") == "matchup" else _of_attacks(result)
    return [{name: row.get(name) for name in COLUMNS} for row in found]


def _of_tournament(row: Result) -> Row:
    chances = {name: row[name]["p"] for name in ("a_wins", "b_wins", "draw")}
    return {"a": row["a"], "b": row["b"], **chances, "error": row["draw"]["error"]}


def to_csv(result: Result) -> str:
    """The rows as comma-separated values, with a line of names first."""
    return csv_of(columns(result), rows(result))


def csv_of(names: Iterable[str], table: Iterable[Mapping[str, Any]]) -> str:
    """Any rows as comma-separated values.

    >>> print(csv_of(["id"], [{"id": "lasgun"}]), end="")
    id
    lasgun
    """
    out = StringIO()
    writer = csv.DictWriter(out, list(names), lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(table)
    return out.getvalue()


def _figure(chance: Any) -> Row:
    if not isinstance(chance, Mapping):
        return {"value": chance}
    method = chance.get("method") or ("exact" if "low" not in chance else None)
    return {
        **{name: chance.get(name) for name in FIGURE},
        "value": chance.get("p", chance.get("mean")),
        "method": method,
    }


def _of_attacks(result: Result) -> Iterator[Row]:
    for attack in result.get("attacks", [result]):
        yield from _of_attack(attack)


def _of_attack(attack: Result) -> Iterator[Row]:
    how = attack.get("situation", {})
    about: Row = {"part": "attack", **{name: attack.get(name) for name in ("attacker", "target", "weapon")}}
    about |= wide_rows.situation_of(how, (*SITUATION, *wide_rows.ADVANCED))
    about |= {"with_weapon": how.get("with") or attack.get("with"), "rules": attack.get("rules")}
    for group in ("stages", "outcomes"):
        for name, chance in attack.get(group, {}).items():
            yield {**about, "quantity": name, **_figure(chance)}
    for group in ("hits", "wounds_lost"):
        for number, chance in attack.get(group, {}).items():
            yield {**about, "quantity": group, "number": int(number), **_figure(chance)}
    for group in ("target_after", "attacker_after"):
        for name, chance in attack.get(group, {}).items():
            if "p" in chance:
                yield {**about, "quantity": f"{group}.{name}", **_figure(chance)}
                continue
            for number, one in chance.items():
                yield {**about, "quantity": f"{group}.{name}", "number": int(number), **_figure(one)}


def _of_matchup(result: Result) -> Iterator[Row]:
    duel, policies = result["duel"], result.get("policies") or {}
    plans = {"policy_a": duel.get("policy_a"), "policy_b": duel.get("policy_b")}
    for name in ("a_wins", "b_wins", "draw", "rounds_mean"):
        if name in duel:
            yield {"part": "duel", **plans, "quantity": name, **_figure(duel[name])}
    for row in duel.get("by_round", []):
        for name in ("a_standing", "b_standing"):
            yield {"part": "round", **plans, "round": row["round"], "quantity": name, **_figure(row[name])}
    for row in result.get("by_distance", []):
        gap = row["distance"]
        yield {
            "part": "distance",
            "gap_from": gap,
            "gap_to": gap,
            "quantity": "value",
            **_figure(row["value"]),
        }
    for row in result.get("without_injuries", []):
        for name in ("a_wins", "b_wins", "draw"):
            about = {"part": "without_injuries", **plans, "choice": row["rules"]}
            yield {**about, "quantity": name, **_figure(row[name])}
    for side, shares in policies.get("equilibrium", {}).items():
        for policy, share in shares.items():
            yield {"part": "equilibrium", f"policy_{side}": policy, "quantity": "share", **_figure(share)}
    for row in policies.get("table", []):
        pair = {"policy_a": row["policy_a"], "policy_b": row["policy_b"]}
        for name in ("a_wins", "b_wins", "draw"):
            yield {"part": "policy", **pair, "quantity": name, **_figure(row[name])}
    for side, other in (("a", "b"), ("b", "a")):
        for row in policies.get(f"best_reply_{side}", []):
            pair = {f"policy_{other}": row["against"], f"policy_{side}": "best reply"}
            yield {"part": "policy", **pair, "quantity": "value", **_figure(row["value"])}
    for side, decisions in (result.get("decisions") or {}).items():
        for row in decisions:
            choice = " then ".join(str(row[key]) for key in ("do", "then") if row.get(key))
            about = {
                "part": f"decision_{side}",
                "gap_from": row["from"],
                "gap_to": row.get("to"),
                "choice": choice,
            }
            for name in ("value", "margin"):
                yield {**about, "quantity": name, **_figure(row.get(name))}
    check = result.get("cross_check") or {}
    for name in ("a_wins", "b_wins", "draw", "z_max"):
        if name in check:
            yield {"part": "cross_check", **plans, "quantity": name, **_figure(check[name])}
    yield from _of_attacks({"attacks": result.get("attacks", [])})


def _of_battle(result: Result) -> Iterator[Row]:
    found = result["battle"]
    plans = {"policy_a": result["policy_a"], "policy_b": result["policy_b"]}
    for name in ("a_wins", "b_wins", "draw", "rounds_mean", "a_lost_mean", "b_lost_mean"):
        yield {"part": "battle", **plans, "quantity": name, **_figure(found[name])}
    for side in ("a_left", "b_left"):
        for number, chance in enumerate(found[side]):
            yield {"part": "battle", **plans, "quantity": side, "number": number, **_figure(chance)}
    for side, fates in (result.get("fates") or {}).items():
        for name, value in fates.items():
            yield {"part": "fates", **plans, "quantity": f"{side}_{name}", **_figure(value)}
    for row in found["by_round"]:
        yield {"part": "round", **plans, "round": row["round"], "quantity": "over", **_figure(row["over"])}
    for who in result["fighters"]:
        about = {"part": "fighter", "fighter": who["name"]}
        yield {**about, "quantity": "survives", **_figure(who["survives"])}
        for name, chance in who.get("fates", {}).items():
            yield {**about, "quantity": name, **_figure(chance)}
        yield {**about, "quantity": "takes_out_mean", "value": who["takes_out_mean"]}
    for part in ("takes_out", "friendly_fire"):
        for row in result.get(part, []):
            about = {"part": part, "fighter": row["by"], "whom": row["whom"]}
            yield {**about, "quantity": part, **_figure(row["p"])}
    for row in result["weapons"]:
        about = {"part": "weapon", "fighter": row["fighter"], "weapon": row["weapon"]}
        yield {**about, "quantity": "takes_out_mean", "value": row["takes_out_mean"]}
    for row in result["vary"]:
        for name in ("a_wins", "b_wins", "draw"):
            yield {"part": "vary", "fighter": row["fighter"], "quantity": name, **_figure(row[name])}
        for name, one in row["difference"].items():
            yield {
                "part": "vary",
                "fighter": row["fighter"],
                "quantity": f"difference.{name}",
                **_figure(one),
            }
    for row in (result.get("policies") or {}).get("table", []):
        plans = {"policy_a": row["policy_a"], "policy_b": row["policy_b"]}
        for name in ("a_wins", "b_wins", "draw"):
            yield {"part": "policies", **plans, "quantity": name, **_figure(row[name])}


def _of_board(result: Result) -> Iterator[tuple[str, Any]]:
    """The size of a board, and what is seen on it."""
    yield from ((name, result[name]) for name in ("board", "width", "height"))
    for name, value in (result["sight"] or {}).items():
        if name != "facing":
            yield name, value["inches"] if isinstance(value, Mapping) else value


def _of_blast(result: Result) -> Iterator[Row]:
    shooter = [{**result["shooter"], "part": "shooter"}] if result.get("shooter") else []
    for row in [*result["fighters"], *shooter]:
        about = {"part": "fighter", "fighter": row["name"], **row}
        for name in ("when_hit", "when_missed", "touched"):
            yield {**about, "quantity": name, **_figure(row[name])}
    for name in ("expected", "expected_when_hit", "expected_when_missed"):
        yield {"part": "fighters", "quantity": name, **_figure(result[name])}
    for number, chance in result["hits"].items():
        yield {"part": "fighters", "quantity": "hits", "number": int(number), **_figure(chance)}
    for place, chance in result["landing"].items():
        yield {"part": "marker", "quantity": place, **_figure(chance)}
        under = result["landing_expected"][place]
        if under is not None:
            yield {"part": "marker", "quantity": f"{place}.expected", **_figure(under)}
    check = result.get("check") or {"touched": [], "hits": {}}
    for row, chance in zip(result["fighters"], check["touched"], strict=False):
        yield {"part": "check", "fighter": row["name"], "quantity": "touched", **_figure(chance)}
    for number, chance in check["hits"].items():
        yield {"part": "check", "quantity": "hits", "number": int(number), **_figure(chance)}
    for row in result["base_sizes"]:
        about = {"part": "base_size", "base": row["base"]}
        yield {**about, "quantity": "touching_inches", **_figure(row["touching_inches"])}
        yield {**about, "quantity": "when_missed", **_figure(row["missed"])}
        for need, chance in row["hit"].items():
            yield {**about, "hit_roll": need, "quantity": "touched", **_figure(chance)}


def _of_chain(result: Result) -> Iterator[Row]:
    """Every chance and mean number, whatever the chain: its rows, how long things take, and what it has besides."""
    for part, rows in result.items():
        if isinstance(rows, list) and rows and isinstance(rows[0], Mapping):
            unit = next(iter(rows[0]))
            for row in rows:
                about = {"part": part, "unit": unit, "step": row[unit]}
                if unit == "weapon":
                    about = {"part": part, "weapon": row[unit]}
                for name, value in row.items():
                    if name != unit and not isinstance(value, str | list | bool):
                        yield {**about, "quantity": name, **_figure(value)}
    for event, entry in result.get("until", {}).items():
        about = {"part": f"until.{event}", "unit": entry["unit"]}
        for name in ("ever", "median", "mean", "mode"):
            yield {**about, "quantity": name, **_figure(entry[name])}
        for name in ("by", "at_least"):
            need = {"quantity": f"need.{name}", "number": entry["need"]["p"]}
            yield {**about, **need, **_figure(entry["need"][name])}
    for part, value in result.items():
        if isinstance(value, Mapping) and isinstance(value.get("mean"), float):
            yield {"part": part, "quantity": "mean", **_figure(value)}
        elif isinstance(value, Mapping) and value and all(_is_chance(each) for each in value.values()):
            for name, chance in value.items():
                number = {"number": int(name)} if name.isdigit() else {}
                yield {"part": part, "quantity": part if number else name, **number, **_figure(chance)}


def _of_table(result: Result) -> Iterator[Row]:
    """A row for each cell; ``within`` is the second heading of its row, where there are two."""
    for row in result["rows"]:
        heads = [*row["heads"], None]
        for column, cell in zip(result["columns"], row["cells"], strict=True):
            about = {"table": result["table"], "row": heads[0], "within": heads[1], "column": column}
            if isinstance(cell, str):
                yield {**about, "text": cell}
            else:
                kind = "mean" if "mean" in cell else "chance"
                yield {**about, "on": cell.get("on"), "quantity": kind, **_figure(cell)}


def _is_chance(value: Any) -> bool:
    return isinstance(value, Mapping) and "p" in value


def _of_option(result: Result, row: Mapping[str, Any]) -> Row:
    figures: Row = {}
    for name in ("default", "with_it", "difference"):
        figures |= {name: row[name]["p"], f"{name}_fraction": row[name].get("fraction")}
    about = {name: row[name] for name in ("figure", "title", "rules", "key")}
    return {"option": result["option"], **about, "reading": row["value"], **figures}


def to_markdown(result: Result) -> str:
    """The report in Markdown, with pipe tables."""
    from necrostats.reports.markdown import render
    from necrostats.reports.sheets import blocks_of

    return render(blocks_of(result))
