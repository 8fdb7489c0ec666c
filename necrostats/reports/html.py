"""Reports for notebooks and web pages: one self-contained fragment of HTML, for light and dark pages."""

from collections.abc import Iterable
from html import escape

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
)
from necrostats.reports.sheets import blocks_of

STYLE = """
.necrostats{max-width:60em;font:14px/1.45 system-ui,sans-serif;color:inherit}
.necrostats table{border-collapse:collapse;margin:.3em 0;background:none;color:inherit}
.necrostats th,.necrostats td{padding:.15em .7em;border:0;background:none;text-align:left;color:inherit;
white-space:nowrap}
.necrostats td.grows{white-space:normal}
.necrostats thead th{border-bottom:1px solid currentColor;font-weight:600}
.necrostats .right{text-align:right;font-variant-numeric:tabular-nums}.necrostats .center{text-align:center}
.necrostats .head{font-size:1.2em;font-weight:600;margin:.4em 0}
.necrostats h4{margin:1em 0 .1em;font-size:1em;color:inherit}
.necrostats .dim{opacity:.7}.necrostats .strong{font-weight:600}.necrostats small{opacity:.7}
.necrostats .a{color:#0072b2}.necrostats .b{color:#d55e00}.necrostats .good{color:#009e73}
.necrostats .bad{color:#d55e00;font-weight:600}
@media (prefers-color-scheme:dark){.necrostats .a{color:#56b4e9}.necrostats .b{color:#e69f00}}
.necrostats .bar{display:flex;height:1.1em;margin:.2em 0}.necrostats .bar span{display:block}
.necrostats .bar .a{background:#0072b2}.necrostats .bar .draw{background:#999}.necrostats .bar .b{background:#d55e00}
.necrostats .ends{display:flex;justify-content:space-between;gap:1em}
.necrostats .meter{display:inline-block;width:9em;height:.6em;background:rgba(128,128,128,.25)}
.necrostats .meter i{display:block;height:100%;background:#0072b2}.necrostats .meter i.b{background:#d55e00}
.necrostats .cards{display:flex;flex-wrap:wrap;gap:1em}
.necrostats .card{border:1px solid rgba(128,128,128,.6);border-radius:.4em;padding:.4em .8em;margin:.5em 0}
"""


def fragment(result: Result) -> str:
    """The report as HTML that stands on its own inside any page (``_repr_html_``)."""
    return f'<div class="necrostats"><style>{STYLE}</style>\n{render(blocks_of(result))}\n</div>'


def page(result: Result) -> str:
    """The report as a whole page, with nothing to fetch from elsewhere."""
    title = escape(next((b.text for b in blocks_of(result) if isinstance(b, Headline)), "necrostats"))
    head = f'<meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>{title}</title>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{fragment(result)}</body></html>\n'


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
            f'<td class="{column.align} {cell.tone}{" grows" if column.grows else ""}">{_cell(cell)}</td>'
            for column, cell in zip(table.columns, row, strict=True)
        )
        body.append(f"<tr{strong}>{texts}</tr>")
    head = ""
    if any(column.title for column in table.columns):
        titles = "".join(
            f'<th class="{column.align}">{escape(column.title)}</th>' for column in table.columns
        )
        head = f"<thead><tr>{titles}</tr></thead>"
    return f"<table>{head}<tbody>{''.join(body)}</tbody></table>"


def _cell(cell: Cell) -> str:
    if cell.share is None:
        return escape(cell.text)
    tone = ' class="b"' if cell.tone == "b" else ""
    return f'<span class="meter"><i{tone} style="width:{100 * cell.share:.2f}%"></i></span>'
