"""``python -m necrostats``."""

from necrostats.cli.start import main

main()
