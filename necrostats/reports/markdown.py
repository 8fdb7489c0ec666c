"""Reports in Markdown."""

from collections.abc import Iterable, Sequence

from necrostats.reports.blocks import Bar, Block, Cards, Facts, Headline, Say, Section, Table

MARKS = {"left": ":---", "right": "---:", "center": ":---:"}
ESCAPED = str.maketrans({"|": "\\|", "\n": " ", "*": "\\*", "_": "\\_", "<": "&lt;", "[": "\\[", "]": "\\]"})


def render(blocks: Iterable[Block]) -> str:
    """Blocks as Markdown."""
    return "\n\n".join(part for block in blocks for part in _parts(block)) + "\n"


def _parts(block: Block) -> list[str]:
    match block:
        case Headline(text):
            return [f"# {escape(text)}"]
        case Section(title, note):
            return [f"## {escape(title)}", *([escape(note)] if note else [])]
        case Say(text):
            return [escape(text)]
        case Bar(parts):
            return [pipes([p.label for p in parts], [[p.text for p in parts]], ["right"] * len(parts))]
        case Cards(cards):
            made = []
            for card in cards:
                made += [f"**{escape(card.title)}**: {escape(card.subtitle)}"]
                names, values = zip(*card.stats, strict=True)
                made += [pipes(names, [values], ["center"] * len(names)), _list(card.facts)]
            return made
        case Facts(pairs):
            return [_list(pairs)]
        case Table():
            return [_table(block)]


def _list(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"* {escape(name)}: {escape(value)}" for name, value in pairs)


def _table(table: Table) -> str:
    """A pipe table; bars are left out, attached columns stand in brackets."""
    bars = {n for n in range(len(table.columns)) if any(row[n].share is not None for row in table.rows)}
    attached = {n for n, column in enumerate(table.columns) if column.attached}
    shown = [n for n in range(len(table.columns)) if n not in bars | attached]
    rows = []
    for place, row in enumerate(table.rows):
        texts = []
        for n in shown:
            text = row[n].text
            if n + 1 in attached and row[n + 1].text:
                text += f" ({row[n + 1].text})"
            text = escape(text)
            texts.append(f"**{text}**" if place in table.strong_rows and text else text)
        rows.append(texts)
    columns = [table.columns[n] for n in shown]
    return pipes(
        [column.title for column in columns], rows, [column.align for column in columns], escaped=True
    )


def pipes(
    titles: Sequence[str], rows: Iterable[Sequence[str]], aligns: Sequence[str], *, escaped: bool = False
) -> str:
    """A pipe table.

    >>> print(pipes(["n"], [["1"]], ["right"]))
    | n |
    | ---: |
    | 1 |
    """
    lines = [[escape(title) for title in titles], [MARKS[align] for align in aligns]]
    lines += [list(row) if escaped else [escape(text) for text in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def escape(text: str) -> str:
    r"""Text in which no sign means anything to Markdown.

    >>> print(escape("rork[+boltgun]"))
    rork\[+boltgun\]
    """
    return text.translate(ESCAPED)
