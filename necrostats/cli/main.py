"""The command ``necrostats``: one module a command, imported when it is called."""

from necrostats.cli.group import Group

COMMANDS = {
    "matchup": "Who wins between two fighters, why, and how sure that is.",
    "attack": "One attack: exact chances by stage and outcome.",
    "battle": "Gang against gang on a board, simulated.",
    "tournament": "Everyone against everyone, and who wins most.",
    "compare": "Which weapon or loadout does best, against whom.",
    "sweep": "Any question over distance, cover, a characteristic: lines and heat maps.",
    "blast": "Who is under a blast marker, by geometry.",
    "board": "A board, and who sees whom on it.",
    "chain": "Over shots, hits or rounds: ammo, a fighter going down.",
    "table": "A probability table of the rules: wound rolls, saves, injuries...",
    "tables": "All probability tables as files, and as a booklet to print.",
    "report": "Several questions on one page, ready to be posted.",
    "explain": "One throw of the dice, die by die, with the rules.",
    "list": "What there is: fighters, weapons, options...",
    "show": "One entry: a fighter, a weapon, a rule, an option...",
    "rules": "Every rule of the book, done or not.",
    "check-data": "Every mistake in the data files.",
    "completion": "A script that completes names in your shell.",
}

EXAMPLES = """\b
Start with
  necrostats matchup kaiya rork
  necrostats attack kaiya rork --weapon laspistol --distance 6
  necrostats battle carrion-queens ironlords
  necrostats explain duel kaiya rork --seed 7
  necrostats list weapons

\b
Exit codes: 0 fine; 1 the computation failed; 2 wrong usage; 3 bad data;
4 precision not reached; 130 interrupted."""

command = Group(
    "necrostats",
    commands_in=COMMANDS,
    help="Odds for Necromunda: Underhive (2017), exact where they can be.\n\n" + EXAMPLES,
)


def main() -> None:
    """Run the command line; the entry point of the installed program."""
    command()
