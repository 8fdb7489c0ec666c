import pytest


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    """The same width everywhere, and no settings of the terminal that the tests are started from."""
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "FORCE_COLOR", "CI", "NECROSTATS_HOUSE"):
        monkeypatch.delenv(name, raising=False)
