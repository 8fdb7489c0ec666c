"""A file written so that whoever reads it finds the old one or the whole new one, never a part."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from necrostats.errors import NecrostatsError, UsageError

WRONG_PATH = {
    errno.ENOENT,
    errno.EACCES,
    errno.EISDIR,
    errno.ENOTDIR,
    errno.EROFS,
    errno.EPERM,
    errno.ENAMETOOLONG,
}


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file beside *path* to be written to; it takes that place when the block ends without an error.

    What is no regular file, like a pipe, is written to as it is.

    Raises:
        OSError: It cannot be written; the file is as it was, and nothing lies beside it.
    """
    target = path.resolve() if path.is_symlink() else path
    if target.exists() and (not target.is_file() or not os.access(target, os.W_OK)):
        with target.open("wb") as file:
            yield file
        return
    part = target.with_name(f".necrostats-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with part.open("xb+") as file:
            yield file
        if target.exists():
            part.chmod(target.stat().st_mode)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def save(path: Path, text: str) -> None:
    """Write a text into a file; what is no text in a path is written with backslashes.

    Raises:
        OSError: It cannot be written; the file is as it was.
    """
    with replacing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def unwritable(path: Path, error: OSError, hint: str) -> NecrostatsError:
    """The error for a file that cannot be written: wrong usage if the path is at fault."""
    message = f"cannot write {str(path)!r}: {(error.strerror or str(error)).lower()}"
    return UsageError(message, hint) if error.errno in WRONG_PATH else NecrostatsError(message, hint)
