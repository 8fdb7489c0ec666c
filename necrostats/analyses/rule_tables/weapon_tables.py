"""The table of every weapon of the catalogue against the standard targets."""

from collections.abc import Iterator

from necrostats.analyses.attack import ask
from necrostats.analyses.attack_request import request
from necrostats.analyses.rule_tables.grid import Cell, Chance, Grid, Row, rule_table
from necrostats.analyses.standard_targets import STANDARD_TARGETS
from necrostats.analyses.weapon_asked import full_name, is_only_close, is_template
from necrostats.errors import UsageError
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.models import Fighter, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.questions import OUTCOMES

WAYS: tuple[tuple[str, dict[str, object]], ...] = (
    ("short", {"range": "short"}),
    ("long", {"range": "long"}),
)
TEMPLATE: tuple[tuple[str, dict[str, object]], ...] = (("template", {}),)
CLOSE: tuple[tuple[str, dict[str, object]], ...] = (("fight", {"close": True}),)
