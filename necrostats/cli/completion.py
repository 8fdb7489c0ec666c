"""``necrostats completion``: a script that completes names in the shell."""

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_NECROSTATS_COMPLETE"


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(*, shell: str) -> int:
    """A script for your shell that completes commands, fighters, weapons and options, Chinese names too.

    \b
    Examples
      necrostats completion bash >> ~/.bashrc
      necrostats completion zsh >> ~/.zshrc
      necrostats completion fish > ~/.config/fish/completions/necrostats.fish
    """
    from necrostats.cli.main import command as whole

    kind = get_completion_class(shell)
    assert kind is not None  # Choice lets no other through
    complete = kind(whole, {}, "necrostats", VARIABLE)
    click.echo(complete.source_template % complete.source_vars())
    return 0
