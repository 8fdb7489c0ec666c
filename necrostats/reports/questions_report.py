"""The report on several questions as blocks: for Markdown, a terminal, whatever has no page of its own."""

from collections.abc import Iterator

from necrostats.reports.blocks import Block, Headline, Result, Say, Section
from necrostats.reports.sheets import blocks_of


def questions_blocks(report: Result) -> list[Block]:
    """Title and words, then each question with its answer or what went wrong."""
    blocks: list[Block] = [Headline(report["title"]), *_words(report["intro"])]
    for place, one in enumerate(report["questions"], start=1):
        blocks += [Section(f"{place}. {heading(one)}"), *_words(one["text"])]
        if "error" in one:
            hint = f" ({one['hint']})" if one.get("hint") else ""
            blocks += [Say(f"No answer: {one['error']}{hint}", "bad"), Say(one["command"], "dim")]
            continue
        for block in under_heading(one):
            blocks.append(Say(block.text, "strong") if isinstance(block, Headline) else block)
    return [*blocks, *_words(report["ending"])]


def heading(one: Result) -> str:
    """What stands over a question: its title, else the headline of its answer, else its command.

    >>> heading({"title": "", "command": "necrostats attack kaya", "error": "no fighter 'kaya'"})
    'necrostats attack kaya'
    """
    if one["title"] or "error" in one:
        return str(one["title"] or one["command"])
    return next(
        (block.text for block in blocks_of(one["answer"]) if isinstance(block, Headline)), one["command"]
    )


def under_heading(one: Result) -> list[Block]:
    """The blocks of an answer, without the headline that is its heading already."""
    return [block for block in blocks_of(one["answer"]) if one["title"] or not isinstance(block, Headline)]


def _words(text: str) -> Iterator[Say]:
    """Paragraphs, parted by empty lines."""
    for part in text.split("\n\n"):
        if part.strip():
            yield Say(" ".join(part.split()))
