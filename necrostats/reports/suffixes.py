"""Which kinds of file a figure can be written to; apart, because matplotlib takes long to import."""

from pathlib import Path

from necrostats.errors import UsageError

SUFFIXES = (".png", ".svg", ".pdf")


def check_suffix(path: Path) -> None:
    """Refuse a file of a kind that no figure can be written to.

    Raises:
        UsageError: The name does not end in .png, .svg or .pdf.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(
            f"plot: expected a file that ends in {', '.join(SUFFIXES)}, got {str(path)!r}",
            f"for example {path.with_suffix('.png').name}" if path.name else "for example plot.png",
        )
