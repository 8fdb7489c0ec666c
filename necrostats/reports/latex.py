"""Reports in LaTeX: whole documents for any LaTeX, for XeLaTeX or LuaLaTeX where they hold Chinese."""

import re
from collections.abc import Iterable, Sequence

from necrostats.reports.blocks import Bar, Block, Cards, Facts, Headline, Result, Say, Section, Table
from necrostats.reports.sheets import blocks_of

ESCAPED = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        "[": "{[}",
        "]": "{]}",
        "\n": " ",
    }
)
ALIGNED = {"left": "l", "right": "r", "center": "c"}
HEAD = (
    r"""\documentclass[a4paper]{article}
\usepackage{iftex,longtable}
\ifPDFTeX\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\else\usepackage{fontspec}\fi
"""
    "%s"
    r"""\usepackage[margin=15mm]{geometry}
\setlength\parindent{0pt}
\setlength\parskip{4pt}
\begin{document}
"""
)
CHINESE = (
    r"\ifPDFTeX\errmessage{This document holds Chinese: take XeLaTeX or LuaLaTeX}\else\usepackage{ctex}\fi"
    "\n"
)
WIDE = 8  # columns beyond which a table is set small


def document(result: Result) -> str:
    """The report as a LaTeX document."""
    body = render(blocks_of(result))
    chinese = CHINESE if re.search(r"[\u4e00-\u9fff]", body) else ""
    return f"{HEAD % chinese}{body}\\end{{document}}\n"


def render(blocks: Iterable[Block]) -> str:
    """Blocks as LaTeX, without the document around them."""
    return "".join(f"{part}\n\n" for block in blocks for part in _parts(block))


def _parts(block: Block) -> list[str]:
    match block:
        case Headline(text):
            return [rf"\section*{{{escape(text)}}}"]
        case Section(title, note):
            return [rf"\subsection*{{{escape(title)}}}", *([escape(note)] if note else [])]
        case Say(text):
            return [escape(text)]
        case Bar(parts):
            return ["; ".join(escape(f"{part.label} {part.text}") for part in parts)]
        case Cards(cards):
            made = []
            for card in cards:
                names, values = zip(*card.stats, strict=True)
                made += [rf"\textbf{{{escape(card.title)}}} {escape(card.subtitle)}"]
                made += [_tabular(names, [values], "c" * len(names)), _list(card.facts)]
            return made
        case Facts(pairs):
            return [_list(pairs)]
        case Table():
            return [_table(block)]


def _list(pairs: Iterable[tuple[str, str]]) -> str:
    lines = [rf"\textit{{{escape(name)}:}} {escape(value)}" for name, value in pairs]
    return r"\\".join(f"{line}\n" for line in lines).rstrip("\n")


def _table(table: Table) -> str:
    """A longtable; bars are left out, attached columns stand in brackets."""
    bars = {n for n in range(len(table.columns)) if any(row[n].share is not None for row in table.rows)}
    attached = {n for n, column in enumerate(table.columns) if column.attached}
    shown = [n for n in range(len(table.columns)) if n not in bars | attached]
    rows = []
    for place, row in enumerate(table.rows):
        texts = []
        for n in shown:
            small = row[n + 1].text if n + 1 in attached else ""
            text = escape(row[n].text + (f" ({small})" if small else ""))
            texts.append(rf"\textbf{{{text}}}" if place in table.strong_rows and text else text)
        rows.append(texts)
    aligns = "".join(ALIGNED[table.columns[n].align] for n in shown)
    return _tabular([table.columns[n].title for n in shown], rows, aligns, escaped=True)


def _tabular(
    titles: Sequence[str], rows: Iterable[Sequence[str]], aligns: str, *, escaped: bool = False
) -> str:
    made = [list(row) if escaped else [escape(text) for text in row] for row in rows]
    head = [rf"\textbf{{{escape(title)}}}" if title else "" for title in titles]
    size = r"\tiny\setlength\tabcolsep{2pt}" if len(titles) > WIDE else r"\small"
    lines = "".join(f"{' & '.join(row)} \\\\\n" for row in made)
    return (
        f"{{{size}\n\\begin{{longtable}}{{{aligns}}}\n{' & '.join(head)} \\\\\n\\hline\n\\endhead\n"
        f"{lines}\\end{{longtable}}}}"
    )


def escape(text: str) -> str:
    r"""Text in which no sign means anything to LaTeX.

    >>> print(escape("50% & rork[+boltgun]_{x}"))
    50\% \& rork{[}+boltgun{]}\_\{x\}
    """
    return text.translate(ESCAPED)
