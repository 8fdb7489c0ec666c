"""All tables of the rules, in the order in which they are read: importing a module registers its tables."""

from importlib import import_module

from necrostats.analyses.rule_tables.grid import TABLES

MODULES = (
    "tests_and_turns",
    "hit_rolls",
    "wounds_and_saves",
    "injuries_and_recovery",
    "firepower_and_ammo",
    "nerve_and_bottle",
    "blast_markers",
    "weapon_tables",
)

for _module in MODULES:
    import_module(f"necrostats.analyses.rule_tables.{_module}")

__all__ = ["MODULES", "TABLES"]
