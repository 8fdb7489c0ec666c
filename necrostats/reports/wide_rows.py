"""Comparisons and sweeps for spreadsheets: a row for each attack, a column for each figure."""

from typing import Any

from necrostats.reports.blocks import Result

OUTCOMES = ("missed", "unhurt", "wounded", "flesh_wound", "seriously_injured")
FIGURES = ("hit", "wound", "unsaved", "down", "out_of_action", "wounds_mean")
USER = ("user_down", "user_out_of_action")
SITUATION = (
    "mode",
    "range",
    "distance",
    "cover",
    "aim",
    "charging",
    "turned",
    "with",
    "target_prone",
    "target_engaged",
    "behind",
    "blocked",
    "save_bonus",
    "wounds_lost",
)
ADVANCED = (
    "flesh_wounds",
    "seriously_injured",
    "assists",
    "interference",
    "barricade",
    "action",
    "not_closest",
    "blast_cover",
    "in_line",
    "in_melee",
    "firepower",
    "also",
    "share",
    "using",
)


def _both(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(column for name in names for column in (name, f"{name}_fraction"))


WAS_INJURED = "target_seriously_injured"  # before the attack; after it the name is that of an outcome
BEFORE = tuple(WAS_INJURED if name == "seriously_injured" else name for name in ADVANCED)
ABOUT = ("attacker", "weapon", "weapon_name", "target", *SITUATION, *BEFORE)
FOUND = _both((*FIGURES, *OUTCOMES, *USER))
COMPARE = ("rank", *ABOUT, *FOUND, "credits", *_both(("per_100_credits",)), "not_carried", "reason")
SWEPT = ("axis", "at", "axis_2", "at_2", "figure", *_both(("value",)))
SWEEP = (*SWEPT, *ABOUT, *FOUND, "not_carried", "reason")


def compared(row: Result) -> dict[str, Any]:
    """A row of a comparison, flat."""
    found = {
        "rank": row["rank"],
        "credits": row.get("credits"),
        **_pair("per_100_credits", row),
        **_flat(row),
    }
    return {name: found[name] for name in COMPARE}


def swept_columns(result: Result) -> tuple[str, ...]:
    """The columns of a sweep: all figures of an attack, or those of the question that is swept."""
    if result["of"] == "attack":
        return SWEEP
    return (*SWEPT, *_both(tuple(result["columns"])), "reason")


def swept(result: Result, row: Result) -> dict[str, Any]:
    """A row of a sweep, flat: each axis with its value."""
    cells = list(row["at"].items())
    found: dict[str, Any] = {"figure": result["figure"], **_pair("value", row)}
    for (name, value), number in zip(cells, ("", "_2"), strict=False):
        found |= {f"axis{number}": name, f"at{number}": value}
    if result["of"] == "attack":
        found |= _flat(row)
    else:
        found |= {"reason": row["reason"]}
        for name in result["columns"]:
            found |= _pair(name, row["figures"])
    return {name: found.get(name) for name in swept_columns(result)}


def _flat(row: Result) -> dict[str, Any]:
    found = {
        name: row[name] for name in ("attacker", "weapon", "weapon_name", "target", "not_carried", "reason")
    }
    how = situation_of(row["situation"], (*SITUATION, *ADVANCED))
    found |= {WAS_INJURED if name == "seriously_injured" else name: value for name, value in how.items()}
    for name in (*FIGURES, *USER):
        found |= _pair(name, row)
    for name in OUTCOMES:
        found |= _pair(name, row["outcomes"] or {})
    return found


def situation_of(how: Result, names: tuple[str, ...]) -> dict[str, Any]:
    """What is said of a situation under each of these names; several items in one cell.

    >>> situation_of({"assists": 2, "using": ["chem-synth"]}, ("assists", "using", "aim"))
    {'assists': 2, 'using': 'chem-synth', 'aim': None}
    """
    found = {name: how.get(name) for name in names}
    return {
        name: " ".join(value) if isinstance(value, list | tuple) else value for name, value in found.items()
    }


def _pair(name: str, row: Result) -> dict[str, Any]:
    """A figure as a number and as a fraction."""
    figure = row.get(name)
    if figure is None:
        return {name: None, f"{name}_fraction": None}
    value = next((figure[key] for key in ("p", "mean", "number") if key in figure), None)
    return {name: value, f"{name}_fraction": figure.get("fraction")}
