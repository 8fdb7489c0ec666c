"""The charts of a comparison: for each target the attacks, the best first."""

from necrostats.reports.blocks import Result
from necrostats.reports.charts.bars import Bar, outcomes
from necrostats.reports.charts.chart import Chart
from necrostats.reports.compare_report import target_names, target_title, who
from necrostats.reports.row_words import SAID, common_to, how, key_of, shown

MOST_BARS = 60  # in all charts together
FEWEST_BARS = 5  # in each of them


def charts(result: Result) -> list[Chart]:
    """A chart for each target that something can be done to."""
    rows = [row for row in result["rows"] if row["rank"] is not None]
    common = common_to(result["rows"])
    by = str(result["by"])
    targets = [label for label in target_names(result) if any(row["target"] == label for row in rows)]
    most = max(FEWEST_BARS, MOST_BARS // max(1, len(targets)))
    found = []
    for label in targets:
        mine = [row for row in rows if row["target"] == label]
        bars = [
            Bar(_label(who(result, row), how(row, common)), row, shown(row[key_of(by)]))
            for row in mine[:most]
        ]
        more = "" if len(mine) <= most else f" The best {most} of {len(mine)}."
        found.append(outcomes(target_title(result, label), bars, f"On the right: {SAID[by]}.{more}"))
    return found


def _label(name: str, way: str) -> str:
    return f"{name}, {way}" if way else name
