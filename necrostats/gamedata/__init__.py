"""Where game data lies, how it is read and how names in it are found."""

from pathlib import Path

from necrostats.errors import GameDataError


def data_folder() -> Path:
    """Folder with one folder of data for each rule system.

    An installed package carries it as ``necrostats/_data``; in a checkout (an editable install) it is
    ``data`` beside the package.

    Raises:
        GameDataError: if neither is there.

    >>> (data_folder() / "necromunda").is_dir()
    True
    """
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_data", package.parent / "data"):
        if folder.is_dir():
            return folder
    raise GameDataError(
        [f"{package}: _data: expected the folder with the game data, got none"],
        hint="install necrostats again",
    )
