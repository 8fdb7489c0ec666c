"""``necrostats check-data``: every mistake in the data files at once."""

from pathlib import Path

import click

from necrostats.cli.output import Output, output_options
from necrostats.cli.rows import show_rows
from necrostats.errors import GameDataError


@click.command("check-data")
@click.argument("folders", metavar="[DIR]...", nargs=-1, type=click.Path())
@click.option("--data", metavar="DIR", type=click.Path(), multiple=True, help="The same as DIR; repeatable.")
@output_options
def command(*, folders: tuple[str, ...], data: tuple[str, ...], output: Output) -> int:
    """Every mistake in the data files, with file, key, what was expected and what stands there.

    Checks the catalogue, and your own folders or files of data if you name some. Exit code 3 if there are mistakes.

    \b
    Examples
      necrostats check-data
      necrostats check-data my-gang/ my-guns.toml
    """
    from necrostats.systems.necromunda.catalogue import load, mistakes

    own = tuple(Path(folder) for folder in (*folders, *data))
    found = mistakes(own)
    if found:
        raise GameDataError(found, f"{len(found)} mistake{'' if len(found) == 1 else 's'} to mend")
    cat = load(own)
    counted = (
        ("weapons", len(cat.weapons)),
        ("weapon profiles", sum(len(weapon.profiles) for weapon in cat.weapons.values())),
        ("armour", len(cat.armour)),
        ("items", len(cat.items)),
        ("fighters", len(cat.fighters)),
        ("gangs", len(cat.gangs)),
        ("boards", len(cat.boards)),
        ("battle policies", len(cat.policies)),
        ("rules", len(cat.rules)),
        ("options", len(cat.options)),
        ("standard figures", len(cat.standard)),
    )
    rows = [{"what": name, "count": number} for name, number in counted]
    return show_rows("check-data", rows, output, ending="no mistakes\n")
