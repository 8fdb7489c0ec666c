"""The charts of a chain: how likely each event is by each step, and how many shots or fighters there are in the end."""

from necrostats.reports.blocks import Result
from necrostats.reports.chain_figure import reloaded
from necrostats.reports.chain_report import event_words, need_of
from necrostats.reports.charts.bars import plain
from necrostats.reports.charts.chart import Chart, said
from necrostats.reports.charts.lines import Line, Mark, Point, lines
from necrostats.reports.numbers import decimal

MOST_LINES = 4
UNDER = 0.4  # of the panel, that a text at its foot takes


def charts(result: Result) -> list[Chart]:
    """The curves and the bars of a chain, or a bar for each weapon."""
    if "until" not in result:
        return [shots_of_each(result)]
    found = [curves(result)]
    if result.get("shots"):
        found.append(numbers(result, "shots"))
    elif result.get("left"):
        found.append(numbers(result, "left"))
    return found


def curves(result: Result) -> Chart:
    """The chance of each event by each step; the first one's median and need are marked."""
    unit, rows = str(result["unit"]), list(result["rows"])
    names = [name for name in result["until"] if name in rows[0]]
    names = [name for name in names if name == names[0] or any(row[name]["p"] for row in rows)]
    drawn = []
    for place, name in enumerate(names[:MOST_LINES]):
        points = [
            Point(0, 0.0, "0%"),
            *(Point(int(r[unit]), float(r[name]["p"]), said(r[name])) for r in rows),
        ]
        drawn.append(Line(event_words(name), f"line-{place}", points))
    entry = result["until"][names[0]]
    last = int(rows[-1][unit])
    marks: dict[int, Mark] = {}
    for step, how in ((entry["need"]["by"], need_of(result)), (entry["median"], "half")):
        if step is not None and 0 < step <= last:
            levels = [point.y for line in drawn for point in line.points if point.x == step]
            marks[step] = Mark(step, f"{how} by {unit} {step}", below=min(levels, default=1.0) > UNDER)
    title = f"By {unit} (exact)" if len(drawn) > 1 else f"{drawn[0].name.capitalize()} by {unit} (exact)"
    note = str(result.get("definitions", {}).get("rows", ""))
    return lines(
        title,
        drawn,
        x=f"{unit}s",
        y="chance that it has happened",
        top=1.0,
        marks=list(marks.values()),
        note=f"{note[:1].upper()}{note[1:]}." if note else "",
        whole_numbers=True,
        wide=not (result.get("shots") or result.get("left")),
    )


def numbers(result: Result, name: str) -> Chart:
    """How many shots a battle gives, or how many fighters are left after it."""
    rounds = int(result["rounds"])
    what = "Shots in" if name == "shots" else "Fighters left after"
    title = f"{what} {rounds} {'round' if rounds == 1 else 'rounds'} (exact)"
    bars = [(str(n), float(chance["p"]), said(chance)) for n, chance in reversed(result[name].items())]
    return plain(title, bars, "chance", f"Mean {decimal(result[f'{name}_mean']['mean'])}.")


def shots_of_each(result: Result) -> Chart:
    """The mean number of shots in a battle, for each weapon."""
    rounds = int(result["rounds"])
    bars = [
        (str(row["weapon_name"]), float(row["shots_mean"]["mean"]), decimal(row["shots_mean"]["mean"]))
        for row in result["rows"]
    ]
    title = f"Mean number of shots in {rounds} {'round' if rounds == 1 else 'rounds'} (exact)"
    note = f"One activation a round, {reloaded(result)}."
    return plain(title, bars, "shots", note, most=float(rounds), wide=True)
