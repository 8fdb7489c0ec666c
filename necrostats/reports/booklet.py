"""All probability tables as one page of HTML that prints well, on A4 and on letter paper."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from necrostats.reports.blocks import Result
from necrostats.reports.closing import stamp_line
from necrostats.reports.table_report import grouped, need, needs, texts

STYLE = """
:root{--ink:#1a1a1a;--soft:#5c5c5c;--rule:#9a9a9a;--band:#f1efe9;--accent:#7a1f12}
*{box-sizing:border-box}
html{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{margin:0 auto;max-width:190mm;padding:6mm;color:var(--ink);background:#fff;
font:9.5pt/1.35 "Noto Sans","DejaVu Sans","Noto Sans CJK SC",system-ui,sans-serif}
h1{font-size:22pt;line-height:1.1;margin:0 0 2mm;color:var(--accent)}
header p{margin:1mm 0;max-width:165mm}
nav{margin:4mm 0 0;columns:2;column-gap:8mm;font-size:9pt}
nav a{display:flex;justify-content:space-between;gap:3mm;color:inherit;text-decoration:none;padding:.4mm 0;
border-bottom:.3pt dotted var(--rule);break-inside:avoid}
nav span{color:var(--soft);font-size:7.5pt;white-space:nowrap}
section{margin:7mm 0 0;break-inside:avoid}
section.long{break-inside:auto}
h2{font-size:12.5pt;margin:0 0 .8mm;color:var(--accent);border-bottom:1pt solid var(--accent);break-after:avoid;
display:flex;justify-content:space-between;align-items:baseline;gap:4mm}
h2 small{font-weight:400;font-size:7pt;color:var(--soft);text-align:right}
.says{margin:0 0 1.6mm;font-size:8.5pt;break-after:avoid;break-inside:avoid}
.small{break-before:avoid;margin:1mm 0 0;font-size:7pt;line-height:1.3;color:var(--soft)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
table.narrow{width:auto;min-width:60%}
th,td{padding:.55mm 1mm;text-align:center;vertical-align:middle;line-height:1.15}
thead{display:table-header-group}
thead th{font-size:7.5pt;font-weight:600;border-bottom:.8pt solid var(--ink);vertical-align:bottom}
thead tr.over th{border-bottom:.4pt solid var(--rule);font-weight:400;color:var(--soft)}
thead tr.over th.group{font-weight:600;color:var(--ink);border-left:.4pt solid var(--rule)}
tbody th{font-size:8.5pt;font-weight:600;text-align:left;white-space:nowrap}
tbody th.wraps{white-space:normal;min-width:34mm}
tbody.group{break-inside:avoid}
tbody tr{break-inside:avoid;border-bottom:.3pt solid #d9d6cf}
tbody tr.band{background:var(--band)}
tbody th[rowspan]{vertical-align:top;border-right:.4pt solid var(--rule);background:#fff}
tbody tr.first{border-top:.6pt solid var(--rule)}
td.edge{border-left:.4pt solid var(--rule)}
td b{display:block;font-size:8.5pt;font-weight:600}
td i{display:block;font-style:normal;font-size:6.5pt;color:var(--soft);white-space:nowrap}
td em{font-style:normal;font-weight:700;font-size:8.5pt;color:var(--accent);margin-right:.8mm}
td.none b{font-weight:400;color:var(--rule)}
.dense th,.dense td{padding:.35mm .5mm}.dense td b{font-size:7.5pt}.dense td i{font-size:5.5pt}
.dense td em{font-size:7.5pt;margin-right:.4mm}.dense tbody th{font-size:7.5pt}
footer{margin-top:6mm;font-size:7pt;color:var(--soft)}
@page{margin:12mm 11mm 13mm}
@media print{body{max-width:none;padding:0}a{color:inherit}}
@media screen{body{box-shadow:0 0 6mm rgba(0,0,0,.12);margin:6mm auto;padding:12mm}}
"""
WORDS = {
    "en": {
        "title": "Probability tables",
        "subtitle": "Necromunda: Underhive (2017): exact chances, worked out by enumerating every die",
        "reading": "Each cell has the chance in percent and, small, as a fraction; where one D6 decides, what it needs "
        "stands first (a dash: cannot be). Fractions too long to read are in the CSV and JSON files.",
        "contents": "Contents",
    },
    "zh": {
        "title": "概率表",
        "subtitle": "Necromunda: Underhive (2017)：精确概率",
        "reading": "每格先列百分比，小字为分数；由一个D6决定时，先列所需点数（短横：不可能）。"
        "过长的分数见CSV与JSON文件。",
        "contents": "目录",
    },
}
HTML_LANG = {"en": "en", "zh": "zh-Hans"}
DENSE = 9  # columns beyond which a table is set smaller
WRAPS = 20  # signs of the first of two headings beyond which it takes several lines
NARROW = 5  # columns up to which a table need not fill the page
LONG = 18  # rows beyond which a table may run over a page


def booklet(results: Sequence[Result]) -> str:
    """The booklet of these answers, in the language of the first.

    Args:
        results: Answers of ``table``, at least one.
    """
    first = results[0]
    words = WORDS[str(first["lang"])]
    options = ", ".join(f"{name}={value}" for name, value in first["options"].items())
    under = f"By the {first['rules']} rules{f' with {options}' if options else ''}."
    stamp = first.get("stamp")
    parts = [
        "<!doctype html>",
        f'<html lang="{HTML_LANG[str(first["lang"])]}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(words['title'])}</title><style>{STYLE}</style></head>",
        f"<body><header><h1>{escape(words['title'])}</h1>",
        f"<p><b>{escape(words['subtitle'])}.</b> {escape(under)}</p><p>{escape(words['reading'])}</p>",
        f'<nav aria-label="{escape(words["contents"])}">{"".join(map(_link, results))}</nav></header>',
        *map(_section, results),
        *([f"<footer>{escape(stamp_line(stamp))}</footer>"] if stamp else []),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _link(result: Result) -> str:
    name = escape(str(result["table"]))
    return f'<a href="#{name}">{escape(str(result["title"]))}<span>{name}</span></a>'


def _section(result: Result) -> str:
    long = ' class="long"' if len(result["rows"]) > LONG else ""
    name = escape(str(result["table"]))
    small = [f"{each['title']}: {each['says'] or each['value']}." for each in result["readings"]]
    small = [*small, *(str(note) for note in result["notes"])]
    under = f'<p class="small">{escape(" · ".join(small))}</p>' if small else ""
    rules = ", ".join(str(rule["id"]) for rule in result["rule_ids"])
    return (
        f'<section id="{name}"{long}><h2>{escape(str(result["title"]))}<small>{escape(rules)}</small></h2>'
        f'<p class="says">{escape(str(result["says"]))}</p>\n{_table(result)}{under}</section>'
    )


def _table(result: Result) -> str:
    columns = [str(column) for column in result["columns"]]
    kind = "dense" if len(columns) > DENSE else "narrow" if len(columns) <= NARROW else ""
    edges = _edges(columns)
    return (
        f"<table{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}><thead>{_head(result, columns)}</thead>"
        f"{_body(result, edges)}</table>"
    )


def _head(result: Result, columns: list[str]) -> str:
    """One line of headings, or two where columns belong to groups or have a common name."""
    groups = grouped(columns)
    heads = [str(head) for head in result["heads"]]
    below = [column.partition(", ")[2] for column in columns] if groups else columns
    over = ""
    if groups:
        over = "".join(f'<th class="group" colspan="{n}">{escape(group)}</th>' for group, n in groups)
    elif result["across"]:
        over = f'<th colspan="{len(columns)}">{escape(str(result["across"]))}</th>'
    names = "".join(f'<th scope="col">{escape(column)}</th>' for column in below)
    if not over:
        return f"<tr>{''.join(_corner(head) for head in heads)}{names}</tr>"
    span = "".join(f'<th rowspan="2" style="text-align:left">{escape(head)}</th>' for head in heads)
    return f'<tr class="over">{span}{over}</tr><tr>{names}</tr>'


def _corner(head: str) -> str:
    return f'<th style="text-align:left">{escape(head)}</th>'


def _edges(columns: list[str]) -> set[int]:
    """The columns with which a group begins."""
    found, at = set(), 0
    for _, number in grouped(columns):
        found.add(at)
        at += number
    return found


def _body(result: Result, edges: set[int]) -> str:
    """Rows; a first heading that several rows share stands once, and they stay on one page."""
    rows: list[Mapping[str, Any]] = list(result["rows"])
    showing = needs(result)
    wraps = ' class="wraps"' if max(len(str(row["heads"][0])) for row in rows) > WRAPS else ""
    made = []
    band = False
    for place, row in enumerate(rows):
        heads = [str(head) for head in row["heads"]]
        shared = len(heads) > 1
        begins = not shared or place == 0 or rows[place - 1]["heads"][0] != heads[0]
        band = not band if not shared else (place - _start(rows, place)) % 2 == 1
        cells = ""
        if shared:
            if begins:
                many = _run(rows, place)
                cells += f'<th scope="rowgroup"{wraps} rowspan="{many}">{escape(heads[0])}</th>'
            cells += f'<th scope="row">{escape(heads[1])}</th>'
        else:
            cells += f'<th scope="row">{escape(heads[0])}</th>'
        for n, cell in enumerate(row["cells"]):
            cells += _cell(cell, n in edges, showing)
        names = " ".join([*(["band"] if band else []), *(["first"] if shared and begins else [])])
        if shared and begins:
            made.append(f'{"</tbody>" if place else ""}<tbody class="group">')
        made.append(f"<tr{f' class={chr(34)}{names}{chr(34)}' if names else ''}>{cells}</tr>")
    rowed = "\n".join(made)
    return f"{rowed}</tbody>" if rowed.startswith("<tbody") else f"<tbody>{rowed}</tbody>"


def _start(rows: Sequence[Mapping[str, Any]], place: int) -> int:
    """The first of the rows that share the first heading with this one."""
    while place and rows[place - 1]["heads"][0] == rows[place]["heads"][0]:
        place -= 1
    return place


def _run(rows: Sequence[Mapping[str, Any]], place: int) -> int:
    """How many rows from this one on share its first heading."""
    end = place
    while end < len(rows) and rows[end]["heads"][0] == rows[place]["heads"][0]:
        end += 1
    return end - place


def _cell(cell: Any, edge: bool, showing: bool) -> str:
    big, small = texts(cell)
    on = need(cell) if showing else ""
    none = cell in ("-", "") if isinstance(cell, str) else cell.get("p") == 0
    names = " ".join([*(["edge"] if edge else []), *(["none"] if none else [])])
    first = f"<em>{escape(on)}</em>" if on and on != "-" else ""
    shown = "–" if on == "-" and none else big
    return (
        f"<td{f' class={chr(34)}{names}{chr(34)}' if names else ''}><b>{first}{escape(shown)}</b>"
        f"{f'<i>{escape(small)}</i>' if small else ''}</td>"
    )


def index(results: Iterable[Result], suffixes: Iterable[str]) -> str:
    """A page of Markdown that lists the tables with their files.

    Args:
        suffixes: Endings of the files that each table has: "md", "csv".
    """
    endings = list(suffixes)
    lines = ["# Probability tables", "", "All of them in one booklet: [booklet.html](booklet.html).", ""]
    for result in results:
        links = ", ".join(f"[{ending}]({result['table']}.{ending})" for ending in endings)
        lines.append(f"* {result['title']}{f': {links}' if links else ''}")
    return "\n".join(lines) + "\n"
