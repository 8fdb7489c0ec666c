"""``necrostats explain``: one throw of the dice, die by die."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli import duels, situations
from necrostats.cli.completing import complete_fighter
from necrostats.cli.output import Output, output_options
from necrostats.cli.rulings import rules_options
from necrostats.cli.simulation import SEED
from necrostats.cli.values import Faces
from necrostats.errors import UnknownNameError, UsageError

WHAT = {"attack": "One attack action.", "duel": "A whole duel."}


class Explain(click.Group):
    """Two subcommands, with suggestions for wrong ones."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] == "battle":
            raise UsageError(
                "explain battle comes in a later version", "explain attack and explain duel are there"
            )
        if args and args[0] not in self.commands:
            raise UnknownNameError(
                "thing to explain", args[0], self.commands, f"{ctx.command_path} --help lists them"
            )
        return super().resolve_command(ctx, args)


def _dice(function: Any) -> Any:
    function = click.option(
        "--faces", type=Faces(), help="Faces of the D6 that you rolled, in order: 5,4,1."
    )(function)
    return click.option("--seed", type=SEED, help="Trial 0 of that seed (random, and printed).")(function)


def _check_dice(seed: int | None, faces: tuple[int, ...] | None) -> None:
    if seed is not None and faces is not None:
        raise UsageError("expected --seed or --faces, got both", "leave one of them out")


@click.group("explain", cls=Explain)
def command() -> None:
    """One throw of the dice, die by die, with the rule that asked for each.

    \b
    Examples
      necrostats explain attack kaiya rork --weapon laspistol --seed 7
      necrostats explain attack kaiya rork --weapon laspistol --faces 5,4,1
      necrostats explain duel kaiya rork --seed 7
    """


@command.command("attack")
@click.argument("a", metavar="A", shell_complete=complete_fighter)
@click.argument("b", metavar="B", shell_complete=complete_fighter)
@_dice
@rules_options(situations.USUAL_RULES)
@situations.situation_options
@output_options
def attack(
    *,
    a: str,
    b: str,
    seed: int | None,
    faces: tuple[int, ...] | None,
    rules: str,
    house: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    situation: Mapping[str, Any],
    output: Output,
) -> int:
    """One attack action by A against B, die by die.

    \b
    Examples
      necrostats explain attack kaiya rork --weapon laspistol --seed 7
      necrostats explain attack kaiya rork --weapon power-sword --charging --faces 5,4,1,3
    """
    _check_dice(seed, faces)
    from necrostats.analyses.explain import explain_attack

    story = explain_attack(
        a, b, **situation, rules=rules, house=house, options=options, data=data, seed=seed, faces=faces
    )
    return output.show(story.to_dict())


@command.command("duel")
@click.argument("a", metavar="A", shell_complete=complete_fighter)
@click.argument("b", metavar="B", shell_complete=complete_fighter)
@duels.duel_options
@_dice
@rules_options(situations.USUAL_RULES)
@output_options
def duel(
    *,
    a: str,
    b: str,
    seed: int | None,
    faces: tuple[int, ...] | None,
    rules: str | None,
    house: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    output: Output,
    **lane: Any,
) -> int:
    """A whole duel between A and B, die by die.

    \b
    Examples
      necrostats explain duel kaiya rork --seed 7
      necrostats explain duel kaiya rork --policy-a charge --policy-b stand-and-shoot
    """
    _check_dice(seed, faces)
    from necrostats.analyses.explain import explain_duel

    story = explain_duel(
        a, b, **lane, rules=rules, house=house, options=options, data=data, seed=seed, faces=faces
    )
    return output.show(story.to_dict())
