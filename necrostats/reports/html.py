"""Reports as HTML for light and dark pages, wide and narrow ones: a fragment for notebooks, blocks for ``pages``."""

from collections.abc import Iterable
from html import escape

from necrostats.reports.blocks import (
    Bar,
    Block,
    Card,
    Cards,
    Cell,
    Column,
    Facts,
    Headline,
    Result,
    Say,
    Section,
    Table,
)
from necrostats.reports.screens import width_of
from necrostats.reports.sheets import blocks_of

STYLE = """
.necrostats{max-width:60em;font:14px/1.45 system-ui,sans-serif;color:inherit;overflow-wrap:anywhere}
.necrostats .sheet{overflow-x:auto;margin:.3em 0}
.necrostats table{border-collapse:collapse;margin:0;background:none;color:inherit}
.necrostats th,.necrostats td{padding:.15em .7em;border:0;background:none;text-align:left;color:inherit;
white-space:nowrap;overflow-wrap:normal}
.necrostats td.grows{white-space:normal;min-width:7em}
.necrostats td.attached{padding-left:0;font-size:.88em}
.necrostats thead th{border-bottom:1px solid currentColor;font-weight:600}
.necrostats .right{text-align:right;font-variant-numeric:tabular-nums}.necrostats .center{text-align:center}
.necrostats .head{font-size:1.2em;font-weight:600;margin:.4em 0}
.necrostats h4{margin:1em 0 .1em;font-size:1em;color:inherit}
.necrostats .dim{opacity:.7}.necrostats .strong{font-weight:600}.necrostats small{opacity:.7}
.necrostats .a{color:#0072b2}.necrostats .b{color:#d55e00}.necrostats .good{color:#009e73}
.necrostats .bad{color:#d55e00;font-weight:600}
@media screen and (prefers-color-scheme:dark){
.necrostats .a{color:#56b4e9}.necrostats .b{color:#e69f00}
}
.necrostats .bar{display:flex;height:1.1em;margin:.2em 0}.necrostats .bar span{display:block}
.necrostats .bar .a{background:#0072b2}.necrostats .bar .draw{background:#999}.necrostats .bar .b{background:#d55e00}
.necrostats .ends{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1em}
.necrostats .meter{display:inline-block;width:9em;height:.6em;background:rgba(128,128,128,.25)}
.necrostats .meter i{display:block;height:100%;background:#0072b2}.necrostats .meter i.b{background:#d55e00}
@media screen and (prefers-color-scheme:dark){
.necrostats .bar .a,.necrostats .meter i{background:#56b4e9}
.necrostats .bar .b,.necrostats .meter i.b{background:#e69f00}
}
.necrostats .cards{display:flex;flex-wrap:wrap;gap:1em}
.necrostats .card{border:1px solid rgba(128,128,128,.6);border-radius:.4em;padding:.4em .8em;margin:.5em 0}
@media screen and (max-width:640px){
.necrostats .cards{gap:0}.necrostats .card{flex:1 1 100%;min-width:0;padding:.4em .5em}
.necrostats .card th,.necrostats .card td{padding:.1em .22em;font-size:.93em}
.necrostats .meter{width:5em}
.necrostats .many,.necrostats .many tbody{display:block}.necrostats .many thead{display:none}
.necrostats .many tr{display:flex;flex-wrap:wrap;gap:0 .8em;align-items:baseline;padding:.3em 0;
border-bottom:1px solid rgba(128,128,128,.4)}
.necrostats .many td{padding:0;white-space:normal;text-align:left;flex:0 1 auto}
.necrostats .many td:empty{display:none}.necrostats .many td:has(+ td.attached){margin-right:-.5em}
.necrostats .ends{font-size:.93em;gap:0 .5em}
.necrostats .many td:first-child{flex:1 0 100%;font-weight:600}
.necrostats .many.numbered td:first-child{flex:0 0 1.4em}
.necrostats .many td[data-label]::before{content:attr(data-label) " ";opacity:.7;font-weight:400;font-size:.88em}
}
"""
MOST_LETTERS = 48  # in a line of a table on a narrow screen; a wider table has a block for each row there
BETWEEN = 3  # letters that the gap between two columns takes
METER = 11
PAPER = 90  # letters, beyond which a table is set smaller in print
NUMBER = 2  # letters of a first column that needs no line of its own there


def fragment(result: Result) -> str:
    """The report as HTML that stands on its own inside any page (``_repr_html_``)."""
    return f'<div class="necrostats"><style>{STYLE}</style>\n{render(blocks_of(result))}\n</div>'


def render(blocks: Iterable[Block]) -> str:
    """Blocks as HTML, without the style."""
    return "\n".join(_part(block) for block in blocks)


def _part(block: Block) -> str:
    match block:
        case Headline(text):
            return f'<p class="head">{escape(text)}</p>'
        case Section(title, note):
            return f"<h4>{escape(title)}</h4>" + (f"<small>{escape(note)}</small>" if note else "")
        case Say(text, tone):
            return f'<p class="{tone}">{escape(text)}</p>'
        case Bar():
            return _bar(block)
        case Cards(cards):
            return f'<div class="cards">{"".join(map(_card, cards))}</div>'
        case Facts(pairs):
            return _facts(pairs)
        case Table():
            return _table(block)


def _bar(bar: Bar) -> str:
    ends = "".join(
        f'<span class="{p.tone}">{escape(p.label)} <b>{escape(p.text)}</b></span>' for p in bar.parts
    )
    parts = "".join(
        f'<span class="{p.tone}" style="width:{100 * p.share:.3f}%" title="{escape(p.label)} {escape(p.text)}"></span>'
        for p in bar.parts
    )
    return f'<div class="ends">{ends}</div><div class="bar">{parts}</div>'


def _card(card: Card) -> str:
    names = "".join(f'<th class="center">{escape(name)}</th>' for name, _ in card.stats)
    values = "".join(f'<td class="center">{escape(value)}</td>' for _, value in card.stats)
    stats = f"<table><thead><tr>{names}</tr></thead><tbody><tr>{values}</tr></tbody></table>"
    head = f'<b class="{card.tone}">{escape(card.title)}</b> <small>{escape(card.subtitle)}</small>'
    return f'<div class="card">{head}{stats}{_facts(card.facts)}</div>'


def _facts(pairs: Iterable[tuple[str, str]]) -> str:
    lines = (f"<div><small>{escape(name)}:</small> {escape(value)}</div>" for name, value in pairs)
    return "".join(lines)


def _table(table: Table) -> str:
    body = []
    for place, row in enumerate(table.rows):
        strong = ' class="strong"' if place in table.strong_rows else ""
        texts = "".join(
            f'<td class="{column.align} {cell.tone}{_more(column)}"{_label(n, column)}>{_cell(cell)}</td>'
            for n, (column, cell) in enumerate(zip(table.columns, row, strict=True))
        )
        body.append(f"<tr{strong}>{texts}</tr>")
    head = ""
    if any(column.title for column in table.columns):
        titles = "".join(
            f'<th scope="col" class="{column.align}">{escape(column.title)}</th>' for column in table.columns
        )
        head = f"<thead><tr>{titles}</tr></thead>"
    short = all(width_of(row[0].text) <= NUMBER for row in table.rows)
    long = letters(table)
    many = f' class="many{" numbered" * short}{" widest" * (long > PAPER)}"' if long > MOST_LETTERS else ""
    return f'<div class="sheet"><table{many}>{head}<tbody>{"".join(body)}</tbody></table></div>'


def _more(column: Column) -> str:
    return (" grows" if column.grows else "") + (" attached" if column.attached else "")


def _label(place: int, column: Column) -> str:
    """What a cell says before its text where the head of the table is not shown; the first one needs none."""
    return f' data-label="{escape(column.title)}"' if place and column.title else ""


def letters(table: Table) -> int:
    """The letters of the longest line of a table, with the gaps between its columns."""
    widths = [
        max([width_of(column.title), *(_width(row[n]) for row in table.rows)])
        for n, column in enumerate(table.columns)
    ]
    return sum(widths) + BETWEEN * len(widths)


def _width(cell: Cell) -> int:
    return width_of(cell.text) if cell.share is None else METER


def _cell(cell: Cell) -> str:
    if cell.share is None:
        return escape(cell.text)
    tone = ' class="b"' if cell.tone == "b" else ""
    return f'<span class="meter"><i{tone} style="width:{100 * cell.share:.2f}%"></i></span>'
