"""Notebooks are kept as text; where an .ipynb stands beside one, it says the same and holds no outputs."""

from pathlib import Path

import jupytext
import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_pair(path):
    notebook, text = jupytext.read(path), jupytext.read(path.with_suffix(".py"))
    assert [(c.cell_type, c.source) for c in notebook.cells] == [(c.cell_type, c.source) for c in text.cells]
    assert not any(c.get("outputs") for c in notebook.cells), "stored without outputs"
