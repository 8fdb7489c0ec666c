"""The tables in docs/tables are those that the rules give now."""

from tests.printed_tables import FOLDER, files


def test_docs_tables__are_what_the_rules_give():
    found = files()
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*")}
    assert there == set(found), "renew them with: make tables"
    changed = [name for name, text in found.items() if (FOLDER / name).read_text("utf-8") != text]
    assert changed == [], "renew them with: make tables"
