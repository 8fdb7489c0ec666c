"""Reports as text for a terminal, drawn with rich."""

from collections.abc import Iterable, Iterator
from io import StringIO

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from necrostats.reports.blocks import (
    Bar,
    Block,
    Card,
    Cards,
    Cell,
    Facts,
    Headline,
    Result,
    Say,
    Section,
    Table,
    Tone,
)
from necrostats.reports.fitting import GAP, bar_length, merged, needed
from necrostats.reports.screens import Screen, in_ascii
from necrostats.reports.sheets import blocks_of

STYLES: dict[Tone, str] = {
    "plain": "",
    "a": "color(32)",
    "b": "color(166)",
    "draw": "bright_black",
    "dim": "dim",
    "strong": "bold",
    "good": "color(36)",
    "bad": "bold color(160)",
}
GLYPHS: dict[Tone, str] = {"a": "█", "draw": "░", "b": "▓"}
PAPER = Screen()


def text(result: Result, screen: Screen = PAPER) -> str:
    """The report on the dictionary of an answer, for that screen.

    Example:
        >>> print(text({"question": "explain", "title": "A throw", "seed": 1, "lines": []}).strip())
        A throw (seed 1)
    """
    return render(blocks_of(result), screen)


def render(blocks: Iterable[Block], screen: Screen = PAPER) -> str:
    """Blocks as text, each line no wider than the screen."""
    out = StringIO()
    console = Console(
        file=out,
        width=screen.width,
        height=1000,
        force_terminal=screen.colour,
        force_jupyter=False,
        color_system=("256" if screen.shades >= 256 else "standard") if screen.colour else None,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    for block in blocks:
        for drawn in _drawn(block, screen.width):
            console.print(drawn)
    lines = out.getvalue().splitlines()
    whole = "\n".join(line if screen.colour else line.rstrip() for line in lines) + "\n"
    return in_ascii(whole) if screen.ascii_only else whole


def _drawn(block: Block, width: int) -> Iterator[RenderableType]:
    match block:
        case Headline(words):
            yield Text(words, style="bold")
        case Section(title, note):
            yield Text(f"\n{title}", style="bold")
            if note:
                yield Text(note, style="dim")
        case Say(words, tone):
            yield Text(words, style=STYLES[tone])
        case Bar():
            yield from _bar(block, width)
        case Cards(cards):
            yield _cards(cards, width)
        case Facts(pairs):
            yield _facts(pairs)
        case Table():
            yield _table(block, width)


def _bar(bar: Bar, width: int) -> Iterator[Text]:
    """Labels over their ends of the bar, and the bar."""
    left, *middle, right = (f"{part.label} {part.text}" for part in bar.parts)
    lengths = shares([part.share for part in bar.parts], width)
    row = list(left.ljust(width)[:width])
    row[max(0, width - len(right)) :] = right[-width:]
    for n, label in enumerate(middle, start=1):
        centre = sum(lengths[:n]) + lengths[n] // 2
        start = min(max(centre - len(label) // 2, len(left) + 2), width - len(right) - 2 - len(label))
        if start > len(left) + 1:
            row[start : start + len(label)] = label
        else:
            yield Text(label, style=STYLES["draw"])
    yield Text("\n" + "".join(row).rstrip())
    line = Text()
    for part, length in zip(bar.parts, lengths, strict=True):
        line.append(GLYPHS.get(part.tone, "█") * length, style=STYLES[part.tone])
    yield line


def shares(parts: list[float], width: int) -> list[int]:
    """Whole columns for shares of a bar, which together fill it; what is possible gets at least one.

    >>> shares([0.5, 0.001, 0.499], 10)
    [4, 1, 5]
    """
    lengths = [max(1, round(part * width)) if part > 0 else 0 for part in parts]
    largest = max(range(len(parts)), key=lambda n: lengths[n])
    lengths[largest] += width - sum(lengths)
    return lengths


def _cards(cards: tuple[Card, ...], width: int) -> RenderableType:
    side_by_side = width >= 45 * len(cards)
    each = (width - GAP * (len(cards) - 1)) // len(cards) if side_by_side else min(width, 60)
    panels = [_card(card, each) for card in cards]
    grid = Grid.grid(padding=(0, GAP, 0, 0), pad_edge=False)
    if side_by_side:
        for _ in panels:
            grid.add_column(width=each)
        grid.add_row(*panels)
    else:
        for panel in panels:
            grid.add_row(panel)
    return Group(Text(""), grid)


def _card(card: Card, width: int) -> Panel:
    inner = width - 4
    sizes = [max(len(name), len(value)) for name, value in card.stats]
    space = 2 if sum(sizes) + 2 * (len(sizes) - 1) <= inner else 1
    stats = Text(no_wrap=True)
    for line, style in ((0, "dim"), (1, "bold")):
        parts = [pair[line].center(size) for pair, size in zip(card.stats, sizes, strict=True)]
        row = (" " * space).join(parts)
        stats.append(row.rstrip() + ("\n" if line == 0 else ""), style=style)
    body = Grid.grid()
    body.add_row(Text(card.subtitle, style="dim"))
    body.add_row(stats)
    body.add_row(_facts(card.facts))
    colour = STYLES[card.tone]
    title = Text(f" {card.title} ", style=f"bold {colour}")
    return Panel(body, title=title, title_align="left", box=box.ROUNDED, width=width, border_style=colour)


def _facts(pairs: tuple[tuple[str, str], ...]) -> Grid:
    grid = Grid.grid(padding=(0, GAP, 0, 0), pad_edge=False)
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in pairs:
        grid.add_row(name, Text(value))
    return grid


def _table(table: Table, width: int) -> Grid:
    table = merged(table, width)
    bar = bar_length(table, width)
    roomy = needed(table) <= width
    grid = Grid(
        box=box.SIMPLE_HEAD if table.frame else None,
        padding=(0, 1, 0, 0) if table.frame else (0, GAP, 0, 0),
        pad_edge=False,
        show_edge=False,
        show_header=any(column.title for column in table.columns),
        header_style="bold" if table.frame else "dim",
    )
    for column in table.columns:
        grid.add_column(
            column.title,
            justify=column.align,
            no_wrap=roomy and not column.grows,
            overflow="fold",
            min_width=column.least or None,
            width=None if roomy or column.grows else column.least or None,
        )
    for place, row in enumerate(table.rows):
        style = "bold" if place in table.strong_rows else None
        grid.add_row(*(_cell(cell, bar) for cell in row), style=style)
    return grid


def _cell(cell: Cell, bar: int) -> Text:
    if cell.share is None:
        return Text(cell.text, style=STYLES[cell.tone])
    length = round(cell.share * bar)
    drawn = Text("━" * length, style=STYLES[cell.tone] or STYLES["a"])
    return drawn.append("·" * (bar - length), style="dim")
