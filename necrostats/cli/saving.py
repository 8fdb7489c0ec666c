"""A text into a file so that whoever reads it finds the old one or the whole new one, never a part."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def save(path: Path, text: str) -> None:
    """Write beside the file and put that in its place; what is no regular file, like a pipe, is written to as it is.

    Raises:
        OSError: It cannot be written; the file is as it was.
    """
    target = path.resolve() if path.is_symlink() else path
    content = text.encode("utf-8", "backslashreplace")
    if target.exists() and (not target.is_file() or not os.access(target, os.W_OK)):
        with target.open("wb") as file:
            file.write(content)
        return
    number, name = tempfile.mkstemp(prefix=".necrostats-", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        part.chmod(target.stat().st_mode if target.exists() else 0o666 & ~_umask())
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _umask() -> int:
    """What new files may not be; it can only be asked by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
