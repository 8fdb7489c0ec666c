"""``python -m necrostats``."""

from necrostats.cli.main import main

main()
