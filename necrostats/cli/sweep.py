"""``necrostats sweep``: any question over distance, cover, a characteristic, a disputed rule."""

from collections.abc import Callable, Mapping
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from necrostats.cli.attack import code_of
from necrostats.cli.completing import complete_fighter
from necrostats.cli.counting import Counting
from necrostats.cli.output import Output, output_options, plot_option
from necrostats.cli.rulings import rules_options
from necrostats.cli.situations import USUAL_RULES, several_weapons

WHAT = {
    "attack": "One attack: by distance, cover, characteristics, weapons.",
    "matchup": "Who wins a duel.",
    "blast": "Who is under a blast marker.",
    "chain": "Shots, hits or rounds until something happens.",
}
EXAMPLES = {
    "matchup": (
        "kaiya rork --over distance=0..24",
        "kaiya rork --rules basic --over a.bs=2..5 --over b.w=1..3",
    ),
    "blast": ('kaiya --weapon frag-grenades --arrangement "line of 3 at 1 inch" --over attacker.bs=2..5',),
    "ammo": (
        "--over weapon=boltgun,autogun,lasgun",
        "boltgun --over reload=when-dry,at-once,never --figure shots",
    ),
    "down": (
        "rork --weapon lasgun --over target.t=2..5",
        "rork --weapon lasgun --by activation --over distance=1..24",
    ),
    "recovery": ("rork --over assisted=no,yes", "custom --over who.t=2..5 --over flesh-wounds=0..3"),
    "bottle": ('"10*escher-ganger" --over losses=1..4',),
}
FIGURES = {
    "matchup": "a_wins, b_wins, draw, rounds",
    "blast": "hits (mean number touched), when_hit, when_missed",
    "ammo": "mean, median, need (until out of ammo), one_shot, shots",
    "down": "mean, median, need, at_least, ever (until down), out_of_action (mean)",
    "recovery": "ever, mean, median, need (until back), out_of_action",
    "bottle": "mean, median, need (until bottled out), fled, left",
}


class Sweeps(click.Group):
    """A subcommand for each question, with the arguments and options of its own command."""

    def __init__(self, *given: Any, summaries: Mapping[str, str] = WHAT, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self.summaries = summaries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.summaries or cmd_name in self.commands:
            return self.commands.get(cmd_name)
        if self.summaries is not WHAT:
            module, kind = f"chain_{cmd_name}", f"chain {cmd_name}"
        elif cmd_name == "chain":
            from necrostats.cli.chain import COMMANDS

            return Sweeps("chain", summaries=COMMANDS, help=f"{WHAT['chain'][:-1]}, over one or two axes.")
        else:
            module = kind = cmd_name
        return swept(kind, import_module(f"necrostats.cli.{module}").command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.summaries:
            from necrostats.errors import UnknownNameError

            raise UnknownNameError(
                "question to sweep", args[0], self.summaries, f"{ctx.command_path} --help lists them"
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries.items()))


def sweep_options(figures: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives the command ``over`` and ``figure``; *figures* are the short names of those."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        function = click.option(
            "--figure",
            metavar="NAME",
            help=f"What is drawn: {figures}; or its place in the JSON of the question.",
        )(function)
        return click.option(
            "--over",
            metavar="NAME=VALUES",
            multiple=True,
            help="What is varied: distance=1..24, cover=none,partial,full; once or twice.",
        )(function)

    return decorate


@click.group("sweep", cls=Sweeps)
def command() -> None:
    """The same question over one or two axes, exactly: a table by cell, lines or a heat map with --plot.

    An axis is an option of the question (distance, cover-a, assisted), a characteristic (target.t, a.bs,
    attacker.armour), a figure of the weapon (weapon.ap), a fighter or weapon itself (weapon, target), or a disputed
    rule (option.pin_on). Values are 1..24, 1..24..2 (every second), or none,partial,full. At most 10,000 cells.

    \b
    Examples
      necrostats sweep attack kaiya rork --weapon lasgun --over distance=1..26
      necrostats sweep matchup kaiya rork --over distance=0..24 --plot distance.png
      necrostats sweep chain down rork --weapon lasgun --over target.t=2..5
    """


@command.command("attack")
@click.argument("attacker", metavar="A", shell_complete=complete_fighter)
@click.argument("target", metavar="B", shell_complete=complete_fighter)
@sweep_options("down, out_of_action, unsaved, wounds, pinned ...")
@plot_option
@rules_options(USUAL_RULES)
@several_weapons
@output_options
def attack(*, attacker: str, target: str, situation: Mapping[str, Any], **asked: Any) -> int:
    """One attack action over one or two axes, exactly. Several --weapon are an axis too.

    \b
    Examples
      necrostats sweep attack kaiya rork --weapon lasgun --over distance=1..26
      necrostats sweep attack kaiya rork --weapon lasgun --over distance=1..24 --over cover=none,full
      necrostats sweep attack kaiya rork --weapon lasgun --weapon autogun --over distance=1..26
        --plot guns.png
      necrostats sweep attack goliath-ganger custom --weapon boltgun --over target.t=2..6
        --over target.armour=none,flak,mesh --figure out_of_action
    """
    return _answer("attack", (attacker, target), **situation, **asked)


def swept(kind: str, question: click.Command) -> click.Command:
    """The command of a question as one that sweeps it: the same arguments and options, with --over and --figure."""
    name = str(question.name)
    settings = ({*_names_of(question)} - _names_of(_frame(kind, name))) - NOT_VARIED
    own = [copy(param) for param in question.params if param.name in settings]
    for param in own:
        param.required = param.required and isinstance(param, click.Argument)
    made = _frame(kind, name, tuple(str(p.name) for p in own if isinstance(p, click.Argument)))
    over, figure, *rest = made.params
    made.params = [over, figure, *own, *rest]
    return made


NOT_VARIED = frozenset(
    {
        "rows",
        "every",
        "exact",
        "simulate",
        "auto",
        "sampling",
        "trials",
        "seed",
        "precision",
        "max_trials",
        "threads",
    }
)


def _names_of(command: click.Command) -> set[str]:
    return {str(param.name) for param in command.params}


def _frame(kind: str, name: str, subjects: tuple[str, ...] = ()) -> click.Command:
    """What sweeps of all questions have in common; *subjects* are the arguments of this one."""

    @sweep_options(FIGURES[name])
    @plot_option
    @rules_options(USUAL_RULES)
    @output_options
    def callback(**asked: Any) -> int:
        return _answer(kind, tuple(asked.pop(subject) for subject in subjects), **asked)

    examples = "\n".join(f"  necrostats sweep {kind} {each}" for each in EXAMPLES[name])
    text = f"The answer of necrostats {kind} over one or two axes, exactly.\n\n\b\nExamples\n{examples}"
    return click.command(name, help=text)(callback)


def _answer(
    kind: str,
    subjects: tuple[str | None, ...],
    *,
    output: Output,
    options: Mapping[str, str],
    data: tuple[Path, ...],
    **asked: Any,
) -> int:
    from necrostats.analyses.sweep import sweep

    with Counting(output) as counting:
        result = sweep(kind, *subjects, options=options, data=data, progress=counting, **asked)
    answer = result.to_dict()
    return output.show(answer) or code_of(answer)
