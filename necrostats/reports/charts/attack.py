"""The chart of one attack, or of every weapon of a fighter."""

from necrostats.reports.attack_report import how_known
from necrostats.reports.blocks import Result
from necrostats.reports.charts.bars import Bar, outcomes
from necrostats.reports.charts.chart import Chart
from necrostats.reports.numbers import percents
from necrostats.reports.words import situation, weapon_name


def charts(result: Result) -> list[Chart]:
    """How each attack ends, a bar for each."""
    attacks = list(result.get("attacks", [result]))
    outs = percents(each["outcomes"]["out_of_action"] for each in attacks)
    bars = [
        Bar(
            f"{weapon_name(each)}, {situation(each.get('situation', {}), brief=True)}",
            each,
            out,
        )
        for each, out in zip(attacks, outs, strict=True)
    ]
    title = f"How {'one attack action' if len(attacks) > 1 else 'it'} ends ({how_known(attacks)})"
    return [outcomes(title, bars, "On the right: out of action.")] if bars else []
