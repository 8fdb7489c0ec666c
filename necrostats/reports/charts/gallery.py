"""Which charts belong to which question."""

from necrostats.reports.blocks import Result
from necrostats.reports.charts.chart import Chart


def charts_of(result: Result) -> list[Chart]:
    """The charts of an answer, none for a question that has none."""
    question = result.get("question")
    if question == "matchup":
        from necrostats.reports.charts.matchup import charts
    elif question == "attack":
        from necrostats.reports.charts.attack import charts
    elif question == "compare":
        from necrostats.reports.charts.compare import charts
    elif question == "sweep":
        from necrostats.reports.charts.sweep import charts
    elif question == "chain":
        from necrostats.reports.charts.chain import charts
    else:
        return []
    return charts(result)
