"""``necrostats show``: one entry of the catalogue, whatever it is."""

from pathlib import Path

import click

from necrostats.cli.completing import complete_any
from necrostats.cli.output import Output, output_options
from necrostats.cli.rows import show_rows
from necrostats.cli.rulings import data_option, house_file_option


@click.command("show")
@click.argument("name", metavar="ID", shell_complete=complete_any)
@data_option
@house_file_option
@output_options
def command(*, name: str, data: tuple[str, ...], house_file: str | None, output: Output) -> int:
    """One entry by id, name or alias: a fighter, weapon, suit of armour, trait, skill, gang, rule or option.

    An option comes with what its readings change. A set of house rules is shown by its name.

    \b
    Examples
      necrostats show kaiya
      necrostats show "rork[+boltgun]"
      necrostats show shotgun
      necrostats show pin_on
      necrostats show our-club
      necrostats show N17-B-HIT-01
    """
    from necrostats.analyses.entry import shown

    answer = shown(name, data=[Path(folder) for folder in data], house_file=house_file).to_dict()
    if answer["question"] == "option":
        return output.show(answer)
    return show_rows("show", answer["rows"], output, titles=False)
