"""The libraries that draw charts in a page: Vega, Vega-Lite and vega-embed, as one text from vl-convert-python."""

import os
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import platformdirs

PACKAGE = "vl-convert-python"
INSTALL = 'pip install "necrostats[html]"'
END = "\n/* whole */\n"


def available() -> bool:
    """Whether the extra ``html`` is installed."""
    return find_spec("vl_convert") is not None


def bundle() -> str:
    """The libraries as JavaScript that stands between script tags; made once, which takes seconds, and then kept.

    ``NECROSTATS_CACHE`` names another folder than the user's cache.
    """
    file = _file()
    with suppress(OSError, UnicodeDecodeError):
        kept = file.read_text("utf-8")
        if kept.endswith(END):
            return kept
    import vl_convert

    libraries: Callable[..., str] = vl_convert.javascript_bundle
    made = libraries().replace("</script", "<\\/script") + END
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_text(made, "utf-8")
        part.replace(file)
    return made


def _file() -> Path:
    root = os.environ.get("NECROSTATS_CACHE") or platformdirs.user_cache_dir("necrostats", appauthor=False)
    try:
        made_by = version(PACKAGE)
    except PackageNotFoundError:
        made_by = "unknown"
    return Path(root) / f"vega-of-vl-convert-{made_by}.js"
