"""The committed copy of the probability tables. ``make tables`` writes it, ``test_printed_tables.py`` compares."""

from necrostats.analyses.table import every_table
from necrostats.cli.tables import pages
from tests.readme_blocks import ROOT

FOLDER = ROOT / "docs" / "tables"
FORMATS = ["markdown", "csv"]


def files():
    """Path within docs/tables -> what stands in it."""
    answers = {"en": [], "zh": []}
    for both in every_table(langs=answers):
        for one in both:
            answer = one.to_dict()
            answer.pop("stamp")
            answers[answer["lang"]].append(answer)
    chinese = {f"zh/{name}": text for name, text in pages(answers["zh"], [])}
    return {**dict(pages(answers["en"], FORMATS)), **chinese}


if __name__ == "__main__":
    for name, text in files().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
