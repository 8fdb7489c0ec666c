"""``necrostats table``: a probability table of the rules."""

from collections.abc import Mapping
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from necrostats.cli.output import Output, output_options
from necrostats.cli.rulings import rules_options
from necrostats.cli.situations import USUAL_RULES


def complete_table(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of tables."""
    from necrostats.analyses.table import listed

    return [
        CompletionItem(row["table"], help=row["title"])
        for row in listed()
        if row["table"].startswith(incomplete)
    ]


lang_option = click.option(
    "--lang",
    metavar="en|zh",
    default="en",
    help="Language of the headings (en); zh: Chinese, where the book has a word.",
)


@click.command("table")
@click.argument("name", metavar="NAME", shell_complete=complete_table)
@lang_option
@rules_options(USUAL_RULES)
@output_options
def command(
    *,
    name: str,
    lang: str,
    rules: str | None,
    house: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    output: Output,
) -> int:
    """A probability table of the rules, exactly: each chance in percent and as a fraction.

    necrostats list tables names them all; necrostats tables writes them all to files.

    \b
    Examples
      necrostats table wound
      necrostats table injury --option injury_faces=3,2,1
      necrostats table hit --rules basic -o hit.md
      necrostats table save --lang zh --format latex
    """
    from necrostats.analyses.table import table

    result = table(name, lang=lang, rules=rules, house=house, options=options, data=data)
    return output.show(result.to_dict())
