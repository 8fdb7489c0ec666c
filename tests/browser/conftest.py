import shutil

import pytest

BROWSERS = ("chromium", "google-chrome", "chromium-browser")
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="no browser test without playwright")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"no browser test without one of {', '.join(BROWSERS)}")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=path, args=list(SWITCHES))
        yield opened
        opened.close()
