"""Whole web pages: one file that fetches nothing, with tables, charts, and the command that makes it again.

Charts are drawn by Vega from its libraries in the page. Without the extra ``html``, and for a question whose figure is
no chart, the figure that ``--plot`` saves stands there as a picture.
"""

import json
import shlex
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from necrostats.errors import UsageError
from necrostats.reports.blocks import Block, Headline, Result, Section
from necrostats.reports.charts import vega
from necrostats.reports.charts.chart import COLOURS, CONFIG, DASHED, Chart
from necrostats.reports.charts.gallery import charts_of
from necrostats.reports.closing import without_command
from necrostats.reports.html import STYLE, render
from necrostats.reports.questions_report import heading, under_heading
from necrostats.reports.rows_report import rows_blocks
from necrostats.reports.sheets import blocks_of

PAGE_STYLE = """
:root{--page:#fff;--ink:#1b1f24;%s}
@media screen and (prefers-color-scheme:dark){:root{--page:#15181c;--ink:#e8eaed;%s}}
body{margin:0;background:var(--page);color:var(--ink)}
main.necrostats{max-width:80em;margin:0 auto;padding:1em}
main h1{font:600 1.7em/1.25 system-ui,sans-serif;margin:.3em 0 .5em}
main h2{font:600 1.3em/1.3 system-ui,sans-serif;margin:2em 0 .3em;padding-top:.5em;border-top:1px solid var(--faint)}
main .words{max-width:46em;font-size:1.07em}
main nav ol{margin:.3em 0;padding-left:1.4em}main a{color:inherit}
.gallery{display:grid;grid-template-columns:minmax(0,1fr);gap:0 2em;margin:.5em 0}
@media (min-width:900px),print{.gallery{grid-template-columns:repeat(2,minmax(0,1fr))}.gallery .wide{grid-column:1/-1}}
.chart{margin:.8em 0;min-width:0;break-inside:avoid}
.chart figcaption b{font-size:1.07em}.chart figcaption small{display:block}
.chart .vega{width:100%%}.chart svg{display:block;max-width:100%%;height:auto;overflow:visible}
.chart img{display:block;max-width:100%%;height:auto;background:#fff}
.key{display:flex;flex-wrap:wrap;gap:.1em 1em;margin:.2em 0}
.key i{display:inline-block;width:.8em;height:.8em;margin-right:.35em;border:1px solid var(--quiet);border-radius:2px}
.key i.dashed{background-image:repeating-linear-gradient(90deg,transparent 0 3px,var(--page) 3px 5px)}
.again{margin:1.2em 0 0}.again pre{margin:.2em 0;white-space:pre-wrap;font:13px/1.4 ui-monospace,monospace}
.trouble{border-left:4px solid #d55e00;padding:.1em .8em}
#vg-tooltip-element{background:var(--page)!important;color:var(--ink)!important;border-color:var(--quiet)!important;
max-width:min(22em,80vw);font-family:system-ui,sans-serif}
#vg-tooltip-element table tr td.key{color:var(--quiet)!important;max-width:12em}
#vg-tooltip-element table tr td.value{max-width:16em;white-space:normal}
@media print{
@page{margin:12mm}
body{print-color-adjust:exact;-webkit-print-color-adjust:exact}
main.necrostats{padding:0;max-width:none;font-size:8.5pt}
.necrostats .sheet{overflow:visible}.necrostats th,.necrostats td{padding:.1em .4em}
.necrostats .sheet th,.necrostats td.grows{white-space:normal}.necrostats td.grows{min-width:5em}
.necrostats .widest{font-size:6.6pt}.necrostats .widest th,.necrostats .widest td{padding:.1em .4em}
.necrostats tr,.necrostats .card,.necrostats .bar,.necrostats .ends{break-inside:avoid}
.necrostats h4,.necrostats small,main h2{break-after:avoid}main nav{display:none}
}
"""
DRAW = """
JSON.parse(document.getElementById("specs").textContent).forEach(function (spec, n) {
  var place = document.getElementById("chart-" + n);
  var options = {mode: "vega-lite", renderer: "svg", actions: false, config: %s};
  vegaEmbed(place, spec, options).catch(function (error) {
    place.textContent = "This chart could not be drawn (" + error.message + "); the tables say the same.";
  });
});
"""
DASHES = ' class="dashed"'
NO_SCRIPT = "<noscript>Charts need JavaScript; the tables say the same.</noscript>"
LIGHT = "".join(f"--{name}:{light};" for name, (light, _) in COLOURS.items())
DARK = "".join(f"--{name}:{dark};" for name, (light, dark) in COLOURS.items() if dark != light)


def page(result: Result) -> str:
    """The report on an answer as a whole page; on several questions, for an answer of ``report``."""
    if result.get("question") == "report":
        return _several(result)
    blocks = blocks_of(without_command(result))
    drawn = _Drawn()
    body = f"{_with_charts(blocks, result, drawn)}{_again(result)}"
    return _whole(_title(blocks), body, drawn)


def rows_page(result: Result) -> str:
    """A list, or one entry of the catalogue, as a whole page."""
    blocks = rows_blocks(result)
    return _whole(_title(blocks), render(blocks), _Drawn())


class _Drawn:
    """The charts of a page, numbered in the order in which they stand."""

    def __init__(self) -> None:
        self.specs: list[dict[str, Any]] = []
        self.interactive = vega.available()

    def gallery(self, result: Result) -> str:
        """The charts of an answer, or its figure, or nothing."""
        charts = charts_of(result) if self.interactive else []
        if charts:
            return f'<div class="gallery">{"".join(map(self._chart, charts))}</div>'
        picture = _picture(result)
        if picture and not self.interactive:
            picture += f'<p class="dim">For charts with tooltips: {escape(vega.INSTALL)}</p>'
        return picture

    def _chart(self, chart: Chart) -> str:
        place = f"chart-{len(self.specs)}"
        self.specs.append({**chart.spec, "description": chart.title})
        wide = " wide" if chart.wide else ""
        note = f"<small>{escape(chart.note)}</small>" if chart.note else ""
        labels = "".join(
            f'<span><i{DASHES * (colour in DASHED)} style="background-color:var(--{colour})"></i>{escape(label)}</span>'
            for label, colour in chart.key
        )
        key = f'<div class="key">{labels}</div>' if labels else ""
        head = f"<figcaption><b>{escape(chart.title)}</b>{note}{key}</figcaption>"
        return f'<figure class="chart{wide}">{head}<div class="vega" id="{place}">{NO_SCRIPT}</div></figure>'

    def scripts(self) -> str:
        """What draws the charts; nothing where there are none."""
        if not self.specs:
            return ""
        draw = DRAW % _json(CONFIG)
        return (
            f'<script type="application/json" id="specs">{_json(self.specs)}</script>\n'
            f"<script>{vega.bundle()}</script>\n<script>{draw}</script>\n"
        )


def _json(value: Any) -> str:
    """JSON that no tag can end."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace(
        "<", "\\u003c"
    )


def _whole(title: str, body: str, drawn: _Drawn) -> str:
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{escape(title)}</title>'
        f"<style>{STYLE}{PAGE_STYLE % (LIGHT, DARK)}</style>"
    )
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body><main class="necrostats">\n{body}\n</main>\n'
        f"{drawn.scripts()}</body></html>\n"
    )


def _title(blocks: Iterable[Block]) -> str:
    return next((block.text for block in blocks if isinstance(block, Headline)), "necrostats")


def _with_charts(blocks: Sequence[Block], result: Result, drawn: _Drawn) -> str:
    """The blocks, with the charts before the first section."""
    first = next((n for n, block in enumerate(blocks) if isinstance(block, Section)), len(blocks))
    parts = [render(blocks[:first]), drawn.gallery(result), render(blocks[first:])]
    return "\n".join(filter(None, parts))


def _picture(result: Result) -> str:
    """The figure of an answer as a picture in the page; nothing where it has none."""
    from necrostats.reports import fonts
    from necrostats.reports.figures import svg

    try:
        drawn = b64encode(svg(result).encode()).decode()
    except UsageError:
        return ""
    what, remark = escape(_title(blocks_of(result))), escape(fonts.remark(result))
    image = f'<img alt="{what}" src="data:image/svg+xml;base64,{drawn}">'
    return f'<figure class="chart wide">{image}<small>{remark}</small></figure>'


def _again(result: Result) -> str:
    """The command that makes the answer again, with the seed that was drawn."""
    command = again(result)
    if not command:
        return ""
    return f'<div class="again">To get this again:<pre><code>{escape(command)}</code></pre></div>'


def again(result: Result) -> str:
    """The command of an answer, with its seed where none was typed; empty without a stamp.

    >>> again({"stamp": {"command": "necrostats matchup kaiya rork", "seed": 7}})
    'necrostats matchup kaiya rork --seed 7'
    """
    stamp = result.get("stamp") or {}
    command, seed = str(stamp.get("command") or ""), stamp.get("seed")
    if not command or seed is None or any(word.split("=")[0] == "--seed" for word in shlex.split(command)):
        return command
    return f"{command} --seed {seed}"


def _several(report: Result) -> str:
    """A page of several questions, each with its words, its answer or what went wrong."""
    drawn = _Drawn()
    asked = list(report["questions"])
    parts = [f"<h1>{escape(report['title'])}</h1>", _words(report["intro"])]
    if len(asked) > 1:
        lines = "".join(
            f'<li><a href="#q{n}">{escape(heading(one))}</a></li>' for n, one in enumerate(asked, 1)
        )
        parts.append(f"<nav><ol>{lines}</ol></nav>")
    for n, one in enumerate(asked, 1):
        parts.append(f'<section id="q{n}"><h2>{escape(heading(one))}</h2>{_words(one["text"])}')
        parts += [*_answered(one, drawn), "</section>"]
    parts += [_words(report["ending"]), _again(report)]
    return _whole(report["title"], "\n".join(filter(None, parts)), drawn)


def _answered(one: Result, drawn: _Drawn) -> Iterator[str]:
    if "error" in one:
        hint = f"<br>{escape(one['hint'])}" if one.get("hint") else ""
        yield f'<div class="trouble"><p><b>No answer:</b> {escape(one["error"])}{hint}</p>'
        yield f"<pre><code>{escape(one['command'])}</code></pre></div>"
        return
    answer = one["answer"]
    yield _with_charts(under_heading({**one, "answer": without_command(answer)}), answer, drawn)
    yield _again(answer)


def _words(text: str) -> str:
    """Paragraphs, parted by empty lines."""
    parts = [part.strip() for part in text.split("\n\n") if part.strip()]
    lines = "".join(f"<p>{escape(part)}</p>" for part in parts)
    return f'<div class="words">{lines}</div>' if lines else ""
