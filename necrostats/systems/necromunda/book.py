"""Which code implements which rule of the Necromunda book."""

from necrostats.systems.base import RuleIndex

rule = RuleIndex()
