"""What every rule system has: an index of which function implements which rule of its book."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any])


class RuleIndex:
    """Which code implements which rule: ``@rule("N17-B-HIT-01")``. It records and changes nothing.

    Attributes:
        implemented: Rule id -> dotted names of what implements it.
    """

    def __init__(self) -> None:
        self.implemented: dict[str, list[str]] = {}

    def __call__(self, *ids: str) -> Callable[[T], T]:
        def record(thing: T) -> T:
            for rule_id in ids:
                self.implemented.setdefault(rule_id, []).append(f"{thing.__module__}.{thing.__qualname__}")
            return thing

        return record
