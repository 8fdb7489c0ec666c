"""``necrostats explain``: one throw of the dice, die by die."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from necrostats.cli import battles, duels, situations
from necrostats.cli.completing import complete_fighter, complete_side
from necrostats.cli.output import Output, output_options
from necrostats.cli.rulings import rules_options
from necrostats.cli.simulation import SEED
from necrostats.cli.values import MOST_TRIALS, Faces, Whole
from necrostats.errors import UnknownNameError, UsageError


class Explain(click.Group):
    """Subcommands, with suggestions for wrong ones."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
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
      necrostats explain battle carrion-queens ironlords --seed 7 --replay battle.html
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


@command.command("battle")
@click.argument("a", metavar="A", shell_complete=complete_side)
@click.argument("b", metavar="B", shell_complete=complete_side)
@battles.battle_options
@click.option("--seed", type=SEED, help="Its dice (random, and printed).")
@click.option(
    "--trial", type=Whole("trial", 0, MOST_TRIALS - 1), default=0, help="Which trial of that seed (0)."
)
@battles.replay_option
@rules_options(battles.USUAL_RULES)
@output_options
def battle(
    *,
    a: str,
    b: str,
    trial: int,
    seed: int | None,
    replay: str | None,
    rules: str | None,
    house: str | None,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    output: Output,
    **how: Any,
) -> int:
    """A whole battle between the gangs A and B on a board, die by die, with a page on which to watch it.

    A gang is the name of one (carrion-queens), or fighters: rork+2*goliath-ganger.

    \b
    Examples
      necrostats explain battle carrion-queens ironlords --seed 7
      necrostats explain battle carrion-queens ironlords --seed 7 --replay battle.html
      necrostats explain battle carrion-queens ironlords --rules advanced --seed 7
      necrostats explain battle "kaiya+reina" rork --board columns --policy-a cautious --rounds 4
    """
    path = battles.replay_path(replay, output)
    from necrostats.analyses.battle_told import explain_battle

    story = explain_battle(
        a, b, **how, rules=rules, house=house, options=options, data=data, seed=seed, trial=trial
    )
    return battles.show(output, story.to_dict(), path)
